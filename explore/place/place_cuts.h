/* explore/place/place_cuts.h: channel loads of a mesh as functions of cuts.
 *
 * If paths go along rows and columns (XY, YX, one of them for each class, or half of both), the
 * load of a channel of a row that crosses the cut after column x depends on three numbers of memory
 * nodes: in the row before the cut, in the grid before the cut, and in the whole row. Loads of
 * columns are the same functions with rows and columns exchanged. place_cuts_search.h finds
 * placements with loads up to a limit. */
#ifndef NOC_EXPLORE_PLACE_PLACE_CUTS_H
#define NOC_EXPLORE_PLACE_PLACE_CUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

/* Loads of tile m (column + columns * row) and channel c. node_loads[m * channels + c]: load of c
 * if m were the only memory node; pair_loads[(m * tiles + s) * channels + c]: load of c by the
 * traffic between m and s. */
typedef struct noc_place_loads {
    int columns, rows, channels;
    const int32_t *node_loads, *pair_loads;
} noc_place_loads;

/* Directions are indices of arrays: 0 is along rows (lines are rows, positions are columns), 1
 * along columns (lines are columns, positions are rows). */
enum { NOC_CUTS_DIRECTIONS = 2, NOC_CUTS_LINE_MAX = 256, NOC_CUTS_CROSSINGS_MAX = 32 };

/* Load of a channel of a line across a cut: weights[0] c1 M2 + weights[1] m2 C1 + weights[2] m1 C2
 * + weights[3] c2 M1. Here m and c are memory and compute nodes of the line, M and C of the grid; 1
 * stands for positions up to the cut, 2 for positions beyond it. */
typedef struct noc_cuts_crossing {
    int64_t weights[4];
} noc_cuts_crossing;

/* Distinct crossings at one cut, equal in all lines: crossings[0] to crossings[count - 1]. */
typedef struct noc_cuts_cut {
    noc_cuts_crossing crossings[NOC_CUTS_CROSSINGS_MAX];
    int count;
} noc_cuts_cut;

/* Cuts of a mesh. Cut `position` of a line is between positions `position` and `position` + 1. */
typedef struct noc_place_cuts {
    /* [direction]: number of lines, and number of positions of a line */
    int line_counts[NOC_CUTS_DIRECTIONS], lengths[NOC_CUTS_DIRECTIONS];
    /* [direction][position]: cut */
    noc_cuts_cut *cuts[NOC_CUTS_DIRECTIONS];
    bool is_mirrored[NOC_CUTS_DIRECTIONS]; /* cuts are equal from both ends of a line */
} noc_place_cuts;

/* Finds the cuts of a mesh's loads. *cuts stays NULL if some channel is no function of cuts, as in
 * other topologies and routings. The loads may be freed afterwards. */
noc_status noc_place_cuts_find(const noc_place_loads *loads, noc_arena *arena,
                               noc_place_cuts **cuts, noc_diag *diag);

#endif
