/* base/input/input.h: sequential reader of a file's bytes or lines, in bounded memory; unpacks
 * gzip, bzip2 and xz, which it recognises by the file's contents. */
#ifndef NOC_BASE_INPUT_INPUT_H
#define NOC_BASE_INPUT_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

typedef struct noc_input noc_input;

/* Opens a file; "-" is standard input. `name`: name in messages, borrowed; `directory`: message for
 * a directory, "is a directory (...)". NOC_EINPUT if the file cannot be opened, is a directory, or
 * has an unknown packing; NOC_EFAILED if reading fails. noc_input_close accepts NULL. */
noc_status noc_input_open(const char *path, const char *name, const char *directory,
                          noc_input **input, noc_diag *diag);
void noc_input_close(noc_input *input);

/* True if a file can be opened; otherwise errno has the reason. */
bool noc_input_is_readable(const char *path);

/* Sets the function that learns, from any thread, the path of each file before noc_input_open or
 * noc_input_is_readable looks at it, also of a file that cannot be opened; NULL: none. */
void noc_input_set_listener(void (*listener)(void *context, const char *path), void *context);

/* Reads the next unpacked bytes, `capacity` at most; *count: their number; 0: end of the file.
 * NOC_EINPUT if the file is damaged or cut off, or if unpacking needs more memory than the limit
 * (base/memory_limit.h); NOC_EFAILED if reading fails. */
noc_status noc_input_read(noc_input *input, char *bytes, size_t capacity, size_t *count);

/* Reads the next line, without its end. *line: memory of the input, which the caller may change,
 * valid until the next call; NULL: end of the file. Statuses as of noc_input_read, and NOC_EINPUT
 * for a line longer than `max_bytes`. */
noc_status noc_input_read_line(noc_input *input, size_t max_bytes, char **line);

/* Bytes of a regular file that is not packed; else 0. */
uint64_t noc_input_size(const noc_input *input);

/* True for a regular file, which can be read again. */
bool noc_input_is_file(const noc_input *input);

/* Share of the file that has been read, 0 to 1; 0 if its size is unknown. */
double noc_input_read_share(const noc_input *input);

/* Reads the following bytes, at most 64 MiB, to detect a damaged or cut packed file, in which
 * earlier lines may also be wrong. Statuses as of noc_input_read; NOC_OK for files without
 * packing. */
noc_status noc_input_check_rest(noc_input *input);

#endif
