/* explore/place/place_cuts_search.h: whether some placement keeps every channel of a mesh below a
 * load: exactly, without trying the placements.
 *
 * Once the number of memory nodes of every column and of every row is chosen, a limit of the load
 * bounds, at each cut (place_cuts.h), the memory nodes of a row before it; and so for columns.
 * Tiles with bounds on nested sets of rows and nested sets of columns are a flow between the two
 * chains: whether there is one is answered in whole numbers (the union of two laminar families is
 * totally unimodular; Edmonds, "Submodular functions, matroids, and certain polyhedra", 1970). What
 * remains are the numbers by column and by row, far fewer than placements, and most fall at the
 * cuts. */
#ifndef NOC_EXPLORE_PLACE_PLACE_CUTS_SEARCH_H
#define NOC_EXPLORE_PLACE_PLACE_CUTS_SEARCH_H

#include "explore/place/place_cuts.h"

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

/* Gives the visitor one placement with no load above `limit` for each choice of numbers by column
 * and by row that has any (of mirror images one). Takes what it needs from *steps, some
 * microseconds each. */
noc_status noc_place_cuts_visit(const noc_place_cuts *cuts, int memory, int32_t limit,
                                const noc_cuts_visitor *visitor, uint64_t *steps, noc_cuts_end *end,
                                noc_diag *diag);

#endif
