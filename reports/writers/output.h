/* reports/writers/output.h: finished text goes out, whole or not at all. */
#ifndef NOC_REPORTS_WRITERS_OUTPUT_H
#define NOC_REPORTS_WRITERS_OUTPUT_H

#include "base/diag.h"

/* Writes to a file, or to standard output for NULL and "-". A regular file is written beside, as
 * FILE.nocsight-part-XXXXXX, and renamed, so that it is never half there; its permissions stay, and
 * so do links to it. What a killed writer of the same file left beside it is removed.
 * NOC_EFAILED. */
noc_status noc_output_write(const char *path, const char *bytes, size_t size, noc_diag *diag);

/* Says early, before long work, that a file could not be written later. */
noc_status noc_output_check(const char *path, noc_diag *diag);

#endif
