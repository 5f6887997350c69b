/* base/input/text_file.h: a file of text as a whole, unpacked where it is packed (input.h), or the
 * line that says why it is none. */
#ifndef NOC_BASE_INPUT_TEXT_FILE_H
#define NOC_BASE_INPUT_TEXT_FILE_H

#include <stddef.h>

#include "base/diag.h"

/* What is expected of a file, and how a message ends that tells of one which is otherwise. */
typedef struct noc_text_kind {
    size_t most_bytes;
    size_t most_line;      /* bytes of a line; 0: any number */
    const char *large;     /* "is larger than 4 MiB (...)" */
    const char *binary;    /* "is binary (...)" */
    const char *empty;     /* "is empty (...)" */
    const char *directory; /* "is a directory (...)" */
} noc_text_kind;

/* Reads a file into memory as one string; "-" is standard input. NOC_EINPUT if it cannot be opened,
 * is not as `kind` says, or is longer than a run may hold (base/memory_limit.h), or
 * damaged, NOC_EFAILED if reading fails. The caller frees *text. */
noc_status noc_text_read(const char *path, const noc_text_kind *kind, char **text, noc_diag *diag);

#endif
