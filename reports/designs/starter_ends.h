/* reports/designs/starter_ends.h: ends of a starter (cores, memory, traffic, program): common ends,
 * or a copy of another design's, so that only the network differs. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_ENDS_H
#define NOC_REPORTS_DESIGNS_STARTER_ENDS_H

#include <stdio.h>

#include "design/design.h"

/* Workload that starters suggest in a comment. */
#define NOC_STARTER_PROGRAM "cdx19-high"

/* Writes the settings of the chip that are copied from `source_design`, inside the group; nothing
 * for NULL. The caller writes technology and clock. Lines after the first are indented by `indent`;
 * the first line has `column` columns already. */
void noc_ends_write_chip(FILE *out, const noc_design *source_design, size_t indent, size_t column);
/* Writes the settings of the nodes, inside their group: copied from `source_design`; for NULL the
 * starter's own, `starter_settings`, or if that is NULL the common ones. The caller writes numbers
 * and positions of nodes. `indent` and `column` are as above. */
void noc_ends_write_nodes(FILE *out, const noc_design *source_design, const char *starter_settings,
                          size_t indent, size_t column);

/* Writes the groups below the networks (memory, traffic, workload and others), from the same
 * sources. */
void noc_ends_write_groups(FILE *out, const noc_design *source_design,
                           const char *starter_settings);

#endif
