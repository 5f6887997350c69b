/* base/input/input.h: bytes of a file one after the other, in bounded memory, unpacked if packed by
 * gzip, bzip2 or xz. The packing is known by the file's contents, not by its name. */
#ifndef NOC_BASE_INPUT_INPUT_H
#define NOC_BASE_INPUT_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

typedef struct noc_input noc_input;

/* Opens a file; "-" is standard input. Borrows `name`, the file's name in messages, and
 * `directory`, the message for a directory: "is a directory (...)". NOC_EINPUT if it cannot be
 * opened, is a directory, or is packed in an unknown way; NOC_EFAILED if reading fails.
 * noc_input_close accepts NULL. */
noc_status noc_input_open(const char *path, const char *name, const char *directory,
                          noc_input **input, noc_diag *diag);
void noc_input_close(noc_input *input);

/* Reads the next bytes, unpacked: `room` at most, at least one unless the file has ended; *count:
 * their number; 0: the file has ended. NOC_EINPUT if the file is damaged or cut off, or if
 * unpacking it would need more than a run may hold (base/memory_limit.h); NOC_EFAILED if reading
 * fails. */
noc_status noc_input_read(noc_input *input, char *bytes, size_t room, size_t *count);

/* Reads the next line, without its end, `most` bytes at most, into memory of the input, which the
 * caller may change until the next call. *line: NULL: the file has ended. NOC_EINPUT, too, where
 * the line is longer. */
noc_status noc_input_line(noc_input *input, size_t most, char **line);

/* Bytes of a regular file that is not packed; else 0. */
uint64_t noc_input_size(const noc_input *input);

/* True for a regular file, which can be read again. */
bool noc_input_is_file(const noc_input *input);

/* Share of the file that has been read, in (0, 1]; 0: its size is unknown. */
double noc_input_share(const noc_input *input);

/* Reads on, up to a limit, to find out whether packed bytes are damaged or cut off, and refuses
 * them as noc_input_read would: then the lines before may differ from the packed ones. NOC_OK for
 * bytes that are not packed. */
noc_status noc_input_check_rest(noc_input *input);

#endif
