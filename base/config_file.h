/* base/config_file.h: libconfig text, checked for its traps.
 *
 * libconfig 1.5 wraps integers outside 32 bits silently, reports directories and missing files
 * alike, resolves @include against the current directory, takes an open comment for the end of the
 * file and needs a minute for 100,000 settings. Every file and every --set is read by these
 * functions. */
#ifndef NOC_BASE_CONFIG_FILE_H
#define NOC_BASE_CONFIG_FILE_H

#include <libconfig.h>

#include "base/diag.h"

/* Reads a file into memory as one string. Refuses: missing, a directory, empty, larger than a
 * mebibyte, not text. "-" reads standard input. NOC_EINPUT; the caller frees *text. */
noc_status noc_config_slurp(const char *path, char **text, noc_diag *diag);

/* Parses text. Errors are reported in `place.file`, at the line of the error; `place.line` is 0 for
 * a file and -1 for an option, which has no lines. On success the caller owns *config
 * (config_destroy). `status` is the status of an error: NOC_EINPUT for files, NOC_EUSAGE for
 * options. */
noc_status noc_config_parse(const char *text, noc_place place, noc_status status, config_t *config,
                            noc_diag *diag);

#endif
