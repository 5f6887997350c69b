/* reports/drawings/node_map.h: figures of pairs of nodes as maps: a row for each source, a column
 * for each destination; the longer a trip, or the more data, the darker. */
#ifndef NOC_REPORTS_DRAWINGS_NODE_MAP_H
#define NOC_REPORTS_DRAWINGS_NODE_MAP_H

#include <stdio.h>

#include "hybrid/answers/by_node.h"
#include "hybrid/answers/figures/answer.h"

/* Writes a whole SVG document of an estimate's pairs. `load` tells the load in words. NOC_EUSAGE
 * where there are no figures to draw. */
noc_status noc_node_map_draw(FILE *out, const noc_estimate *estimate, const char *load,
                             noc_diag *diag);

#endif
