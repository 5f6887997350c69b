/* explore/place/place_cuts_search.h: exact decision, without trying all placements, whether a
 * placement keeps the load of every channel of a mesh at or below a limit.
 *
 * Once the number of memory nodes in each row and each column is chosen, the limit bounds, at each
 * cut (place_cuts.h), the memory nodes of a row or column before the cut. Tiles with bounds on
 * nested sets of rows and nested sets of columns are a flow between the two chains, decided in
 * whole numbers (the union of two laminar families is totally unimodular; Edmonds, "Submodular
 * functions, matroids, and certain polyhedra", 1970). The search is over the numbers per row and
 * column only: they are far fewer than placements, and most fail at the cuts. */
#ifndef NOC_EXPLORE_PLACE_PLACE_CUTS_SEARCH_H
#define NOC_EXPLORE_PLACE_PLACE_CUTS_SEARCH_H

#include "explore/place/place_cuts.h"

typedef enum noc_cuts_result {
    NOC_CUTS_EXHAUSTED,   /* every choice of numbers was tried */
    NOC_CUTS_STOPPED,     /* the visitor stopped the search */
    NOC_CUTS_OUT_OF_STEPS /* the steps are spent */
} noc_cuts_result;

/* Callbacks of the search. `found` gets the tiles of the memory nodes of a placement, ascending;
 * `tick` (may be NULL) is called regularly. Each stops the search by returning false. */
typedef struct noc_cuts_visitor {
    bool (*found)(void *context, const uint16_t *tiles);
    bool (*tick)(void *context);
    void *context;
} noc_cuts_visitor;

/* Passes placements with no load above `limit` to the visitor: one for each possible choice of
 * numbers per row and column, and one choice of each set of mirror images. Subtracts the used steps
 * from *steps: one for each number that is chosen, 50 for each flow. */
noc_status noc_place_cuts_visit(const noc_place_cuts *cuts, int memory_nodes, int32_t limit,
                                const noc_cuts_visitor *visitor, uint64_t *steps,
                                noc_cuts_result *result, noc_diag *diag);

#endif
