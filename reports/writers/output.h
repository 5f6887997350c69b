/* reports/writers/output.h: finished text goes out, whole or not at all. */
#ifndef NOC_REPORTS_WRITERS_OUTPUT_H
#define NOC_REPORTS_WRITERS_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"

/* Writes to a file, or to standard output for NULL and "-". A regular file is written beside, as
 * FILE.nocsight-part-XXXXXX, and renamed, so that it is never half there; its permissions and
 * links to it stay. Files that a killed writer of the same file left beside it are removed.
 * NOC_EFAILED. */
noc_status noc_output_write(const char *path, const char *bytes, size_t size, noc_diag *diag);

enum { NOC_OUTPUT_FILES_MAX = 4 };

typedef struct noc_output_file {
    const char *path, *bytes;
    size_t size;
} noc_output_file;

/* Writes several files, NOC_OUTPUT_FILES_MAX at most, each as noc_output_write does: all of them or
 * none, unless one cannot be put in its place after another has been. NOC_EFAILED. */
noc_status noc_output_write_files(const noc_output_file *files, size_t count, noc_diag *diag);

/* A long file, written piece by piece. */
typedef struct noc_output_stream noc_output_stream;

/* Opens a file as noc_output_write does: text written to *file is beside it until noc_output_finish
 * puts it in its place, or noc_output_drop removes it. Each of the two closes *file and frees the
 * stream. noc_output_drop accepts NULL. NOC_EFAILED; then both are NULL. */
noc_status noc_output_open(const char *path, noc_output_stream **stream, FILE **file,
                           noc_diag *diag);
noc_status noc_output_finish(noc_output_stream *stream, noc_diag *diag);
void noc_output_drop(noc_output_stream *stream);

/* Says early, before long work, that a file could not be written later. */
noc_status noc_output_check(const char *path, noc_diag *diag);

#endif
