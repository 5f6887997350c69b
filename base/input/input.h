/* base/input/input.h: the bytes of a file one after the other, in bounded memory, unpacked where
 * gzip, bzip2 or xz has packed them. What a file holds says so, not its name. */
#ifndef NOC_BASE_INPUT_INPUT_H
#define NOC_BASE_INPUT_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

typedef struct noc_input noc_input;

/* Opens a file; "-" is standard input. Borrows `name`, which is the file's in messages, as
 * `directory` is the message for a directory: "is a directory (...)". NOC_EINPUT if it cannot be
 * opened, is a directory, or is packed in a way that is not read; NOC_EFAILED if reading fails.
 * noc_input_close takes NULL. */
noc_status noc_input_open(const char *path, const char *name, const char *directory,
                          noc_input **input, noc_diag *diag);
void noc_input_close(noc_input *input);

/* Reads the next bytes, as they were before they were packed: `room` at most, at least one if there
 * is one more; *count: so many; 0: the file has ended. NOC_EINPUT if the file is damaged or cut
 * off, or if unpacking it would need more than a run may hold (base/memory_limit.h); NOC_EFAILED
 * if reading fails. */
noc_status noc_input_read(noc_input *input, char *bytes, size_t room, size_t *count);

/* Reads the next line, without its end, `most` bytes at most, into memory of the input, which is
 * the caller's to change until the next call. *line: NULL: the file has ended. NOC_EINPUT, too,
 * where the line is longer. */
noc_status noc_input_line(noc_input *input, size_t most, char **line);

/* Bytes of the file, if it is a regular one that is not packed; else 0. */
uint64_t noc_input_size(const noc_input *input);

/* True if it is a regular file, which can be read again. */
bool noc_input_is_file(const noc_input *input);

/* The share of the file that has been read, in (0, 1]; 0: its size is not known. */
double noc_input_share(const noc_input *input);

/* Reads on, within reason, to find out whether what is packed is damaged or cut off, and refuses it
 * as noc_input_read would: then the lines before may be other ones than were packed. NOC_OK for
 * what is not packed. */
noc_status noc_input_check_rest(noc_input *input);

#endif
