/* explore/place_cuts.h: whether some placement keeps every channel of a mesh below a load: exactly, without
 * trying the placements.
 *
 * Where paths go along rows and columns (XY, YX, each class its own, halves of both), a channel of a row that
 * crosses the cut behind column x carries a function of three numbers: memory nodes on this side of the cut, in
 * the row and in the grid, and memory nodes of the row. Once the number of memory nodes of every column and of
 * every row is chosen, a limit of the load thus bounds, at each cut, the memory nodes of a row before it; and so
 * for columns. Tiles with bounds on nested sets of rows and nested sets of columns are a flow between the two
 * chains: whether there is one is answered in whole numbers (the union of two laminar families is totally
 * unimodular; Edmonds, "Submodular functions, matroids, and certain polyhedra", 1970). What remains are the
 * numbers by column and by row, far fewer than placements, and most fall at the cuts. */
#ifndef NOC_EXPLORE_PLACE_CUTS_H
#define NOC_EXPLORE_PLACE_CUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "network/diag.h"

/* As in place.c: of tile m (column + columns * row) and channel c, own[m * channels + c] is what c carries if m
 * alone were memory, pair[(m * tiles + s) * channels + c] what m and s send each other. */
typedef struct noc_place_loads {
    int columns, rows, channels;
    const int32_t *own, *pair;
} noc_place_loads;

typedef struct noc_place_cuts noc_place_cuts;

/* *cuts stays NULL if some channel is no function of cuts: other topologies and routings. The loads may go
 * afterwards. The caller frees *cuts. */
noc_status noc_place_cuts_new(const noc_place_loads *loads, noc_place_cuts **cuts, noc_diag *diag);
void noc_place_cuts_free(noc_place_cuts *cuts);

typedef enum noc_cuts_end {
    NOC_CUTS_ALL,     /* every number of memory nodes by column and row was looked at */
    NOC_CUTS_STOPPED, /* by the visitor */
    NOC_CUTS_TIRED    /* out of steps */
} noc_cuts_end;

/* Who hears of placements, and of time passing; false stops. `tick` may be NULL. */
typedef struct noc_cuts_visitor {
    bool (*found)(void *context, const uint16_t *tiles);
    bool (*tick)(void *context);
    void *context;
} noc_cuts_visitor;

/* Gives the visitor one placement with no load above `limit` for each choice of numbers by column and by row
 * that has any (of mirror images one). Takes what it needs from *steps, some microseconds each. */
noc_status noc_place_cuts_visit(const noc_place_cuts *cuts, int memory, int32_t limit,
                                const noc_cuts_visitor *visitor, uint64_t *steps, noc_cuts_end *end,
                                noc_diag *diag);

#endif
