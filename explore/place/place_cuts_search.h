/* explore/place/place_cuts_search.h: exact decision, without trying the placements, on a limit of
 * the load: does some placement keep every channel of a mesh below it?
 *
 * Once the number of memory nodes of every column and of every row is chosen, the limit bounds, at
 * each cut (place_cuts.h), the memory nodes of a row, or of a column, before the cut. Tiles with
 * bounds on nested sets of rows and nested sets of columns are a flow between the two chains,
 * decided in whole numbers (the union of two laminar families is totally unimodular; Edmonds,
 * "Submodular functions, matroids, and certain polyhedra", 1970). Only the numbers by column and by
 * row remain to be searched: far fewer than placements, and most fail at the cuts. */
#ifndef NOC_EXPLORE_PLACE_PLACE_CUTS_SEARCH_H
#define NOC_EXPLORE_PLACE_PLACE_CUTS_SEARCH_H

#include "explore/place/place_cuts.h"

typedef enum noc_cuts_end {
    NOC_CUTS_ALL,         /* every choice of numbers by column and row was looked at */
    NOC_CUTS_STOPPED,     /* the visitor stopped the search */
    NOC_CUTS_OUT_OF_STEPS /* the search has spent its steps */
} noc_cuts_end;

/* Receiver of placements. `tick` (may be NULL) is called as time passes. False from either stops
 * the search. */
typedef struct noc_cuts_visitor {
    bool (*found)(void *context, const uint16_t *tiles);
    bool (*tick)(void *context);
    void *context;
} noc_cuts_visitor;

/* Gives the visitor one placement with no load above `limit` for each choice of numbers by column
 * and by row that has one (one choice of a set of mirror images). Subtracts the steps used, some
 * microseconds each, from *steps. */
noc_status noc_place_cuts_visit(const noc_place_cuts *cuts, int memory, int32_t limit,
                                const noc_cuts_visitor *visitor, uint64_t *steps, noc_cuts_end *end,
                                noc_diag *diag);

#endif
