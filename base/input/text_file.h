/* base/input/text_file.h: text of a whole file, unpacked if packed (input.h), or a message that it
 * is no text. */
#ifndef NOC_BASE_INPUT_TEXT_FILE_H
#define NOC_BASE_INPUT_TEXT_FILE_H

#include <stddef.h>

#include "base/diag.h"

/* Limits on a file, and ends of the messages about files beyond them. */
typedef struct noc_text_kind {
    size_t most_bytes;
    size_t most_line;      /* most bytes of a line; 0: any number */
    const char *large;     /* "is larger than 4 MiB (...)" */
    const char *binary;    /* "is binary (...)" */
    const char *empty;     /* "is empty (...)" */
    const char *directory; /* "is a directory (...)" */
} noc_text_kind;

/* Reads a file into memory as one string; "-" is standard input. NOC_EINPUT if it cannot be opened,
 * differs from `kind`, is longer than a run may hold (base/memory_limit.h), or is damaged;
 * NOC_EFAILED if reading fails. The caller frees *text. */
noc_status noc_text_read(const char *path, const noc_text_kind *kind, char **text, noc_diag *diag);

#endif
