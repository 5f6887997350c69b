/* explore/place/place_attach.h: nodes of graphs change places: who is at which router. */
#ifndef NOC_EXPLORE_PLACE_PLACE_ATTACH_H
#define NOC_EXPLORE_PLACE_PLACE_ATTACH_H

#include <stdio.h>

#include "explore/place/place_problem.h"

/* Puts the memory nodes of a design of graphs at the routers of some nodes, in the order of their
 * numbers, and the compute nodes at those of the others. A node keeps its ports. NOC_EFAILED when
 * out of memory. */
noc_status noc_place_attach(noc_design *design, const noc_place_choice *choice, noc_diag *diag);

/* The same as a table "node,router,kind" and whatever else the design's own has, of its first
 * network. */
void noc_place_write_attach(const noc_design *design, FILE *out);

#endif
