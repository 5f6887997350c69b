/* cli/commands/parts/curve_points.h: points of the model's latency curve of a design. */
#ifndef NOC_CLI_COMMANDS_PARTS_CURVE_POINTS_H
#define NOC_CLI_COMMANDS_PARTS_CURVE_POINTS_H

#include "network/graph/system.h"
#include "reports/words/comparison.h"

/* Fills `count` (2 or more) points with the model's answers at evenly spaced loads, from near 0 to
 * slightly below the model's saturation. NOC_EFAILED if the model has no saturation. */
noc_status noc_curve_fill(const noc_system *system, noc_comparison *points, size_t count,
                          noc_diag *diag);

/* Adds points with the model's answers to the old_count (2 or more) points, until there are
 * `count`, in order of load. Each new point halves the longest gap of the drawn line, so that the
 * line follows the model. */
noc_status noc_curve_refine(const noc_system *system, noc_comparison *points, size_t old_count,
                            size_t count, noc_diag *diag);

#endif
