/* base/config_file.h: reader of configuration files, and parser of libconfig texts, with checks for
 * faults that libconfig does not report.
 *
 * libconfig 1.5 silently wraps integers outside 32 bits, reports directories as missing files,
 * resolves @include against the current directory, treats an unclosed comment as the end of the
 * file and needs a minute for 100,000 settings. All configuration files and --set options are read
 * by these functions. */
#ifndef NOC_BASE_CONFIG_FILE_H
#define NOC_BASE_CONFIG_FILE_H

#include <libconfig.h>

#include "base/diag.h"

/* Reads a file as one string; "-" is standard input. NOC_EINPUT for files that are missing,
 * directories, empty, binary, or larger than 4 MiB. The caller frees *text. */
noc_status noc_config_read_text(const char *path, char **text, noc_diag *diag);

/* Parses a text. `place`: file and line for messages; line 0 for a file, -1 for an option, which
 * has no lines. `status`: status of a fault, NOC_EINPUT for files, NOC_EUSAGE for options. On
 * success the caller owns *config (config_destroy). */
noc_status noc_config_parse(const char *text, noc_place place, noc_status status, config_t *config,
                            noc_diag *diag);

#endif
