/* reports/writers/output.h: writer of complete files: a file appears whole or not at all. */
#ifndef NOC_REPORTS_WRITERS_OUTPUT_H
#define NOC_REPORTS_WRITERS_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"

/* Writes to a file, or to standard output for NULL and "-". A regular file is written under the
 * name FILE.nocsight-part-XXXXXX and then renamed, so that it is never incomplete; permissions and
 * links stay. Parts of a killed writer of the same file are removed. NOC_EFAILED: not written. */
noc_status noc_output_write(const char *path, const char *bytes, size_t size, noc_diag *diag);

enum { NOC_OUTPUT_FILES_MAX = 4 };

/* Path of a file, and its contents. */
typedef struct noc_output_file {
    const char *path, *bytes;
    size_t size; /* number of bytes */
} noc_output_file;

/* Writes several files, NOC_OUTPUT_FILES_MAX at most, as noc_output_write does. NOC_EFAILED: none
 * is written, unless a rename failed after another had succeeded. */
noc_status noc_output_write_files(const noc_output_file *files, size_t count, noc_diag *diag);

/* Long file, written in pieces. */
typedef struct noc_output_stream noc_output_stream;

/* Opens a file as noc_output_write does. Text written to *file is in a part until noc_output_finish
 * moves the part to its place, or noc_output_drop removes the part. Each of the two closes *file
 * and frees the stream. noc_output_drop accepts NULL. NOC_EFAILED: *stream and *file are NULL. */
noc_status noc_output_open(const char *path, noc_output_stream **stream, FILE **file,
                           noc_diag *diag);
noc_status noc_output_finish(noc_output_stream *stream, noc_diag *diag);
void noc_output_drop(noc_output_stream *stream);

/* Checks that a file can be written, before a long computation of its contents. */
noc_status noc_output_check_path(const char *path, noc_diag *diag);

#endif
