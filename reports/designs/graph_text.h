/* reports/designs/graph_text.h: networks of numbered routers in words. */
#ifndef NOC_REPORTS_DESIGNS_GRAPH_TEXT_H
#define NOC_REPORTS_DESIGNS_GRAPH_TEXT_H

#include <stdio.h>

#include "network/graph/system.h"

/* True if a design has networks of numbered routers. */
bool noc_graph_text_applies(const noc_design *design);

/* Writes comment lines, for below a design file: routers and links, distances, halves; of a small
 * graph each router with its nodes and links. Nothing where no network has numbered routers. */
noc_status noc_graph_text(const noc_system *system, FILE *out, noc_diag *diag);

#endif
