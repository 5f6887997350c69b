/* cli/commands/parts/curve_points.h: the model's curve of a design. */
#ifndef NOC_CLI_COMMANDS_PARTS_CURVE_POINTS_H
#define NOC_CLI_COMMANDS_PARTS_CURVE_POINTS_H

#include "network/graph/system.h"
#include "reports/words/comparison.h"

/* Fills in the model's answers at `count` (2 or more) evenly spaced loads, from near 0 to just
 * under the saturation that the model gives. NOC_EFAILED where it gives none. */
noc_status noc_curve_points(const noc_system *system, noc_comparison *points, size_t count,
                            noc_diag *diag);

/* Adds the model's answers at further loads, in their order, to the `had` (2 or more) that there
 * are, up to `count`: where a line through the points would be longest, so that it rises as the
 * model does. */
noc_status noc_curve_refine(const noc_system *system, noc_comparison *points, size_t had,
                            size_t count, noc_diag *diag);

#endif
