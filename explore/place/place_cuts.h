/* explore/place/place_cuts.h: the loads of a mesh as functions of cuts.
 *
 * Where paths go along rows and columns (XY, YX, one of them for each class, halves of both), a
 * channel of a row that crosses the cut behind column x carries a function of three numbers: memory
 * nodes on this side of the cut in the row, memory nodes on this side in the grid, and memory nodes
 * of the row. Loads of columns are the same functions with rows and columns exchanged.
 * place_cuts_search.h finds the placements with loads below a limit. */
#ifndef NOC_EXPLORE_PLACE_PLACE_CUTS_H
#define NOC_EXPLORE_PLACE_PLACE_CUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

/* Loads as in place.c, for tile m (column + columns * row) and channel c: own[m * channels + c] is
 * the load of c if m alone were memory, pair[(m * tiles + s) * channels + c] the load of the
 * traffic between m and s. */
typedef struct noc_place_loads {
    int columns, rows, channels;
    const int32_t *own, *pair;
} noc_place_loads;

/* Every array has two entries, indexed by `way`: 0 looks along rows (lines are rows, positions
 * columns), 1 along columns. */
enum { NOC_CUTS_WAYS = 2, NOC_CUTS_LINE_MOST = 256, NOC_CUTS_CROSSINGS_MOST = 32 };

/* Load that a channel of a line carries across a cut, with 1 the positions up to the cut and 2
 * those beyond, of memory nodes m and compute nodes c of the line, and M and C of the grid:
 * weight[0] c1 M2 + weight[1] m2 C1 + weight[2] m1 C2 + weight[3] c2 M1. */
typedef struct noc_cuts_crossing {
    int64_t weight[4];
} noc_cuts_crossing;

/* Distinct channels of each line at a cut. */
typedef struct noc_cuts_cut {
    noc_cuts_crossing crossings[NOC_CUTS_CROSSINGS_MOST];
    int count;
} noc_cuts_cut;

typedef struct noc_place_cuts {
    int lines[NOC_CUTS_WAYS], length[NOC_CUTS_WAYS];
    noc_cuts_cut *cuts[NOC_CUTS_WAYS];
    bool mirrored[NOC_CUTS_WAYS]; /* cuts look equal from both ends of a line */
} noc_place_cuts;

/* Finds the cuts of a mesh's loads. *cuts stays NULL if some channel is no function of cuts: other
 * topologies and routings. The loads may be freed afterwards. The caller frees *cuts. */
noc_status noc_place_cuts_new(const noc_place_loads *loads, noc_place_cuts **cuts, noc_diag *diag);
void noc_place_cuts_free(noc_place_cuts *cuts);

#endif
