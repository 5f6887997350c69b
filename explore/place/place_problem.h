/* explore/place/place_problem.h: placements of memory nodes and their loads, as sums over tiles and
 * pairs of tiles. */
#ifndef NOC_EXPLORE_PLACE_PLACE_PROBLEM_H
#define NOC_EXPLORE_PLACE_PLACE_PROBLEM_H

#include <stdint.h>

#include "explore/place/place_cuts.h"
#include "network/graph/system.h"

enum { NOC_PLACE_TILES_MOST = 256, NOC_PLACE_BEST = 100 };
enum { NOC_PLACE_LANES = 8 };

/* Loads of the tiles' traffic on the channels between routers: flits over a channel's capacity in
 * flits per cycle. In a graph of routers a tile is a node, and a memory node on a tile is at that
 * node's router. */
typedef struct noc_place_problem {
    bool tiled; /* true if tiles are on a grid */
    /* channels padded with load 0 to a multiple of NOC_PLACE_LANES */
    int columns, rows, tiles, channels;
    int nodes; /* number of tiles with a node */
    /* tiles with a node; the others (nodes.empty_at) stay empty */
    bool present[NOC_PLACE_TILES_MOST];
    int32_t *own; /* load of channel c if tile m alone were memory: m * channels + c */
    /* flits that tiles m and s, one memory and one compute, send each other in both roles */
    int32_t *pair;
    int64_t *own_routers, *pair_routers;
    double unit, packets; /* flits of a unit of load; packets of a transaction */
    /* tiles allowed for memory nodes: all with a node, or the half routers */
    bool allowed[NOC_PLACE_TILES_MOST];
    int allowed_count;
    /* earlier tile at the same routers, chosen before this one; -1: none */
    int16_t before[NOC_PLACE_TILES_MOST];
    noc_place_cuts *cuts; /* loads as functions of cuts; NULL if there are none */
    int symmetries;
    /* maps of tiles by symmetry; the first is the identity */
    uint16_t (*maps)[NOC_PLACE_TILES_MOST];
} noc_place_problem;

/* Makes the problem from a system of the design with its memory nodes anywhere. NOC_EINPUT if the
 * traffic has no memory nodes. The caller frees *problem. */
noc_status noc_place_new(const noc_system *system, noc_place_problem **problem, noc_diag *diag);
void noc_place_free(noc_place_problem *problem);

/* A placement: tiles (column + columns * row), ascending, and its load and path. */
typedef struct noc_place_choice {
    uint16_t tiles[NOC_PLACE_TILES_MOST];
    /* load of the busiest channel, in units of noc_place_unit flits per transaction of each compute
     * node */
    int32_t load;
    /* routers traversed by all transactions, sum over pairs; fewer mean a shorter mean path */
    int64_t routers;
} noc_place_choice;

/* Flits of one unit of load, for an offered load of one transaction per cycle and compute node. */
double noc_place_unit(const noc_place_problem *problem);

/* Mean number of routers that a packet traverses. */
double noc_place_hops(const noc_place_problem *problem, int memory, const noc_place_choice *choice);

/* Fills load and routers of a choice from its tiles. */
void noc_place_value(const noc_place_problem *problem, int memory, noc_place_choice *choice);

/* True if all networks of a design are graphs of routers with attached nodes. */
bool noc_place_is_graph(const noc_design *design);

/* Number of rotations, reflections and, for a torus, shifts of the grid that change no placement's
 * load; at least 1, the identity. */
int noc_place_symmetries(const noc_place_problem *problem);

typedef struct noc_place_result {
    /* best placements, one of each class of symmetric ones, best first */
    noc_place_choice best[NOC_PLACE_BEST];
    int count;
    bool exhaustive;
    double placements; /* number of placements of the memory nodes */
    /* placements looked at, one of each class of symmetric ones, or steps of the search */
    uint64_t looked_at;
    /* lower bound of all placements' load; equal to the best one's load if exhaustive; NAN:
     * unknown */
    double bound;
} noc_place_result;

/* ---- helpers of the searches ---------------------------------------------------------------- */

/* True if a tile may be the next of a placement after the `count` chosen tiles. */
bool noc_place_is_open(const noc_place_problem *problem, const uint16_t *tiles, int count,
                       int tile);

/* Number of placements of `memory` memory nodes. */
double noc_place_count(const noc_place_problem *problem, int memory);

/* Compares two placements: less load, then shorter paths, then the smaller tiles. */
int noc_place_compare(const noc_place_choice *a, const noc_place_choice *b, int memory);

/* Keeps a placement if it is among the best, in order. */
void noc_place_keep(noc_place_result *r, int memory, const noc_place_choice *choice);
bool noc_place_is_kept(const noc_place_result *r, int memory, const noc_place_choice *choice);

/* The largest sum of two rows of channels, or any sum above `limit` if there is one; sums of two
 * rows; differences of two rows. */
int32_t noc_place_largest(const int32_t *a, const int32_t *b, int channels, int32_t limit);
void noc_place_add(const int32_t *a, const int32_t *b, int32_t *sum, int channels);
void noc_place_subtract(const int32_t *a, const int32_t *b, int32_t *difference, int channels);

#endif
