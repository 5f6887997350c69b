/* reports/drawings/node_map.h: maps of node pairs: a row for each source, a column for each
 * destination, darker for longer latency or more data. */
#ifndef NOC_REPORTS_DRAWINGS_NODE_MAP_H
#define NOC_REPORTS_DRAWINGS_NODE_MAP_H

#include <stdio.h>

#include "hybrid/answers/by_node.h"
#include "hybrid/answers/figures/answer.h"

/* Draws the pairs of an estimate as an SVG document. `load_words`: the load in words. NOC_EUSAGE:
 * no values to draw. */
noc_status noc_node_map_draw(FILE *out, const noc_estimate *estimate, const char *load_words,
                             noc_diag *diag);

#endif
