/* explore/place/place_flow.h: whether tiles can have given numbers of memory nodes up to each
 * position of their rows and of their columns: a flow between the chains of both. */
#ifndef NOC_EXPLORE_PLACE_PLACE_FLOW_H
#define NOC_EXPLORE_PLACE_PLACE_FLOW_H

#include <glpk.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

typedef struct noc_place_flow {
    int columns, rows;
    glp_graph *graph;                               /* NULL: lost, when GLPK has given up */
    glp_arc **tile_arcs, **row_arcs, **column_arcs; /* of tiles: into them; into their chains */
    int solver;                                     /* GLPK's: 0 found, GLP_ENOPFS there is none */
    noc_status status;                              /* of the last call; its message is in `diag` */
    noc_diag *diag;
} noc_place_flow;

/* The caller clears *flow in either case. */
noc_status noc_place_flow_new(int columns, int rows, noc_diag *diag, noc_place_flow *flow);
void noc_place_flow_clear(noc_place_flow *flow);

/* Memory nodes of a tile's row up to it, and of its column up to it. */
void noc_place_flow_bound_row(noc_place_flow *flow, int tile, int low, int high);
void noc_place_flow_bound_column(noc_place_flow *flow, int tile, int low, int high);

/* The tiles of memory nodes within these bounds, ascending, if there are some. False with a
 * `status` other than NOC_OK: GLPK has given up, and nobody knows. */
bool noc_place_flow_solve(noc_place_flow *flow, uint16_t *tiles);

#endif
