/* hybrid/correction/discrepancy/kriging_file.h: reads and writes learned fields (kriging.h) as
 * libconfig text: names of coordinates and figures, scales, and the packed coordinates and weights
 * of each point, one line per point. Also prints numbers and lists of other settings. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_FILE_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_FILE_H

#include <libconfig.h>
#include <stdio.h>

#include "base/embedded.h"
#include "hybrid/correction/discrepancy/kriging.h"

/* Returns name number i; NULL past the last. */
typedef const char *(*noc_name_at)(size_t i);

/* Prints the settings of a group. */
void noc_kriging_print(FILE *out, const noc_kriging *k, noc_name_at feature, noc_name_at figure);

/* Reads the fields from a group. NOC_EINPUT, with the reason, if the group has other features or
 * figures, or is damaged; `file`: name in messages. `embedded_file`: compiled-in file to which the
 * group belongs, and which has the points as an array; NULL: a file of the user. The caller clears
 * *k (noc_kriging_clear) in either case. */
noc_status noc_kriging_read(const config_setting_t *group, const char *file,
                            const noc_embedded_config *embedded_file, noc_name_at feature,
                            noc_name_at figure, noc_kriging *k, noc_diag *diag);

/* Prints a number as a float with the least digits, ten or more, that read back as the same number;
 * "none" for a number that is not finite. */
void noc_print_real(FILE *out, double value);

/* Prints NAME = (...); */
void noc_print_list(FILE *out, const char *name, const double *list, size_t count);

#endif
