/* hybrid/correction/discrepancy/kriging_file.h: learned fields (kriging.h) as libconfig text: the
 * names of coordinates and figures, the scales, and one text of packed numbers with the coordinates
 * and weights of each point: one line per point in the file, a flat array in the program. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_FILE_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_KRIGING_FILE_H

#include <libconfig.h>
#include <stdio.h>

#include "base/embedded.h"
#include "hybrid/correction/discrepancy/kriging.h"

/* Name number i; NULL past the last. */
typedef const char *(*noc_name_of)(size_t i);

/* Prints the settings of a group. */
void noc_kriging_print(FILE *out, const noc_kriging *k, noc_name_of feature, noc_name_of figure);

/* Reads the settings of a group. NOC_EINPUT, with the reason, if it has other features or figures,
 * or is damaged; `file` names it. `inside`: the file inside the program to which the group belongs,
 * and which already has the points; NULL: a file of the user. The caller clears *k
 * (noc_kriging_clear) in either case. */
noc_status noc_kriging_read(const config_setting_t *group, const char *file,
                            const noc_embedded_config *inside, noc_name_of feature,
                            noc_name_of figure, noc_kriging *k, noc_diag *diag);

/* Prints a number with the digits (ten at least) that read back as the same number, always a float;
 * "none" for a number that is not finite. */
void noc_put_real(FILE *out, double value);

/* Prints NAME = (...); */
void noc_put_list(FILE *out, const char *name, const double *list, size_t count);

#endif
