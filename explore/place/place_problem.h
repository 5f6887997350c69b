/* explore/place/place_problem.h: placements of memory nodes, and what they are worth: loads as sums
 * over tiles and pairs of tiles. */
#ifndef NOC_EXPLORE_PLACE_PLACE_PROBLEM_H
#define NOC_EXPLORE_PLACE_PLACE_PROBLEM_H

#include <stdint.h>

#include "explore/place/place_cuts.h"
#include "network/graph/system.h"

enum { NOC_PLACE_TILES_MOST = 256, NOC_PLACE_BEST = 100 };
enum { NOC_PLACE_LANES = 8 };

/* Loads of the tiles' traffic on the channels between routers: flits over what a channel takes in a
 * cycle. In a graph of routers a tile is a node, and a memory node on a tile is at that node's
 * router. */
typedef struct noc_place_problem {
    bool tiled;                         /* tiles are on a grid */
    int columns, rows, tiles, channels; /* channels padded to NOC_PLACE_LANES, the rest 0 */
    int nodes;                          /* tiles with a node */
    bool present[NOC_PLACE_TILES_MOST]; /* those; the others (nodes.empty_at) stay empty */
    int32_t *own;  /* load of channel c if tile m alone were memory: m * channels + c */
    int32_t *pair; /* flits that tiles m, s send each other as memory and compute, both ways */
    int64_t *own_routers, *pair_routers;
    double unit, packets; /* flits of a unit; packets that a transaction has */
    bool allowed
        [NOC_PLACE_TILES_MOST]; /* tiles for memory nodes: all with a node, or the half routers */
    int allowed_count;
    int16_t before[NOC_PLACE_TILES_MOST]; /* an earlier tile at the same routers, which is taken
                                             first; -1: none */
    noc_place_cuts *cuts;                 /* NULL if loads are no functions of cuts */
    int symmetries;
    uint16_t (*maps)[NOC_PLACE_TILES_MOST]; /* the first is the identity */
} noc_place_problem;

/* Makes the problem from a system of the design with its memory nodes anywhere. NOC_EINPUT if the
 * traffic has no memory nodes. The caller frees *problem. */
noc_status noc_place_new(const noc_system *system, noc_place_problem **problem, noc_diag *diag);
void noc_place_free(noc_place_problem *problem);

/* A placement: tiles (column + columns * row), ascending, and what it is worth. */
typedef struct noc_place_choice {
    uint16_t tiles[NOC_PLACE_TILES_MOST];
    /* load of the busiest channel, in noc_place_unit flits per transaction of each compute node */
    int32_t load;
    int64_t
        routers; /* traversed by all transactions, sum over pairs; less is a shorter mean path */
} noc_place_choice;

/* Flits that one unit of load stands for, for an offered transaction per cycle and compute node. */
double noc_place_unit(const noc_place_problem *problem);

/* Mean of routers a packet traverses. */
double noc_place_hops(const noc_place_problem *problem, int memory, const noc_place_choice *choice);

/* Fills load and routers of a choice from its tiles. */
void noc_place_value(const noc_place_problem *problem, int memory, noc_place_choice *choice);

/* True if all networks of a design are graphs of routers, at which nodes are attached. */
bool noc_place_is_graph(const noc_design *design);

/* Rotations, reflections and, of a torus, shifts of the grid that change no placement's worth; at
 * least 1, the identity. */
int noc_place_symmetries(const noc_place_problem *problem);

typedef struct noc_place_result {
    noc_place_choice
        best[NOC_PLACE_BEST]; /* one of each class of symmetric placements, best first */
    int count;
    bool exhaustive;
    double placements;  /* number of placements */
    uint64_t looked_at; /* one of each class of symmetric ones, or steps of the search */
    /* least load: no placement is below it; the best one's own if exhaustive; NAN: none
     * known */
    double bound;
} noc_place_result;

/* ---- for the searches ----------------------------------------------------------------------- */

/* True if a tile may be the next of a placement, after `count` that are chosen. */
bool noc_place_is_open(const noc_place_problem *problem, const uint16_t *tiles, int count,
                       int tile);

/* Placements of so many memory nodes that there are. */
double noc_place_count(const noc_place_problem *problem, int memory);

/* Less load, then shorter paths, then the smaller tiles. */
int noc_place_compare(const noc_place_choice *a, const noc_place_choice *b, int memory);

/* Keeps the best few, in order. */
void noc_place_keep(noc_place_result *r, int memory, const noc_place_choice *choice);
bool noc_place_is_kept(const noc_place_result *r, int memory, const noc_place_choice *choice);

/* The largest sum of two rows of channels, or any above `limit` once there is one; their sums;
 * their differences. */
int32_t noc_place_largest(const int32_t *a, const int32_t *b, int channels, int32_t limit);
void noc_place_add(const int32_t *a, const int32_t *b, int32_t *sum, int channels);
void noc_place_subtract(const int32_t *a, const int32_t *b, int32_t *difference, int channels);

#endif
