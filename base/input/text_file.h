/* base/input/text_file.h: reader of a whole text file as one string, unpacked (input.h); refuses
 * binary, empty and large files. */
#ifndef NOC_BASE_INPUT_TEXT_FILE_H
#define NOC_BASE_INPUT_TEXT_FILE_H

#include <stddef.h>

#include "base/diag.h"

/* Limits on a kind of file, and messages for other files. */
typedef struct noc_text_kind {
    size_t max_bytes;
    size_t max_line_bytes;         /* most bytes of a line; 0: any number */
    const char *large_message;     /* "is larger than 4 MiB (...)" */
    const char *binary_message;    /* "is binary (...)" */
    const char *empty_message;     /* "is empty (...)" */
    const char *directory_message; /* "is a directory (...)" */
} noc_text_kind;

/* Reads a file as one string; "-" is standard input. NOC_EINPUT if the file cannot be opened,
 * violates `kind`, exceeds the limit on memory (base/memory_limit.h), or is damaged; NOC_EFAILED if
 * reading fails. The caller frees *text. */
noc_status noc_text_read(const char *path, const noc_text_kind *kind, char **text, noc_diag *diag);

#endif
