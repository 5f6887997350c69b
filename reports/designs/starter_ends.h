/* reports/designs/starter_ends.h: ends of a starter (cores, memory, traffic, program): common ends,
 * or a copy of another design's, so that only the network differs. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_ENDS_H
#define NOC_REPORTS_DESIGNS_STARTER_ENDS_H

#include <stdio.h>

#include "design/design.h"

/* Workload that starters suggest in a comment. */
#define NOC_STARTER_PROGRAM "cdx19-high"

/* Parameters: `source_design` is the design whose ends are copied; NULL: common ends, or
 * `starter_settings` of the starter. */

/* Writes the copied settings of the chip, inside its group. Lines are indented by `indent`; the
 * first line has `column` columns already. Technology and clock are written elsewhere. */
void noc_ends_write_chip(FILE *out, const noc_design *source_design, size_t indent, size_t column);
/* Writes the settings of the nodes, inside their group. Counts and positions are written
 * elsewhere. */
void noc_ends_write_nodes(FILE *out, const noc_design *source_design, const char *starter_settings,
                          size_t indent, size_t column);

/* Writes the groups below the networks: memory, traffic, workload. */
void noc_ends_write_groups(FILE *out, const noc_design *source_design,
                           const char *starter_settings);

#endif
