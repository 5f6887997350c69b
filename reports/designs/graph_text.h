/* reports/designs/graph_text.h: description of networks of numbered routers, as comments below a
 * design file. */
#ifndef NOC_REPORTS_DESIGNS_GRAPH_TEXT_H
#define NOC_REPORTS_DESIGNS_GRAPH_TEXT_H

#include <stdio.h>

#include "network/graph/system.h"

/* True if a design has networks of numbered routers (a wiring file). */
bool noc_graph_text_is_shown(const noc_design *design);

/* Writes comment lines for each network of numbered routers: routers and links, distances,
 * bisection; for a small network also each router with its nodes and links. NOC_EFAILED: out of
 * memory. */
noc_status noc_graph_text_print(const noc_system *system, FILE *out, noc_diag *diag);

#endif
