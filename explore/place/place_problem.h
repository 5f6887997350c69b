/* explore/place/place_problem.h: problem of placing memory nodes: channel loads as sums over tiles
 * and pairs of tiles, and comparison of placements. */
#ifndef NOC_EXPLORE_PLACE_PLACE_PROBLEM_H
#define NOC_EXPLORE_PLACE_PLACE_PROBLEM_H

#include <stdint.h>

#include "base/auto.h"
#include "explore/place/place_cuts.h"
#include "network/graph/system.h"

enum { NOC_PLACE_TILES_MAX = 256, NOC_PLACE_RESULTS_MAX = 100 };
enum { NOC_PLACE_LANES = 8 };

/* Loads of the channels between routers by the tiles' traffic: flits divided by a channel's
 * capacity in flits per cycle. In a graph of routers a tile is a node, and a memory node on a tile
 * is at that node's router. */
typedef struct noc_place_problem {
    noc_arena memory;
    bool is_grid; /* tiles are on a grid */
    /* Channels are padded with load 0 to a multiple of NOC_PLACE_LANES. */
    int columns, rows, tiles, channels;
    int node_tiles; /* number of tiles with a node */
    /* [tile]: has a node; tiles of nodes.empty_at have none. */
    bool has_node[NOC_PLACE_TILES_MAX];
    /* [m * channels + c]: load of channel c if tile m were the only memory node. */
    int32_t *node_loads;
    /* [(m * tiles + s) * channels + c]: load of channel c by the flits that tiles m and s, one
     * memory and one compute, send each other in both roles. */
    int32_t *pair_loads;
    /* Routers traversed, with the indices of node_loads and pair_loads without the channel: [m], if
     * tile m were the only memory node; [m * tiles + s], between tiles m and s. */
    int64_t *node_routers, *pair_routers;
    /* flits of one unit of load; number of packets of a transaction */
    double load_unit, transaction_packets;
    /* [tile]: memory nodes are allowed: on all tiles with a node, or on tiles of half routers. */
    bool is_allowed[NOC_PLACE_TILES_MAX];
    int allowed_count;
    /* Earlier tile at the same routers, to be chosen before this one; -1: none. */
    int16_t earlier_tile[NOC_PLACE_TILES_MAX];
    noc_place_cuts *cuts; /* loads as functions of cuts; NULL if they are none */
    int symmetry_count;
    /* [symmetry]: maps each tile to its image; the first symmetry is the identity. */
    uint16_t (*symmetry_maps)[NOC_PLACE_TILES_MAX];
} noc_place_problem;

/* Makes the problem from a system of the design with any placement. NOC_EINPUT if the traffic has
 * no memory nodes. The caller frees *problem. */
noc_status noc_place_problem_new(const noc_system *system, noc_place_problem **problem,
                                 noc_diag *diag);
void noc_place_problem_free(noc_place_problem *problem);

/* Problem variable that is freed at the end of its block. */
static inline void noc_place_auto_free(noc_place_problem *const *problem)
{
    noc_place_problem_free(*problem);
}
#define NOC_AUTO_PROBLEM NOC_AUTO(noc_place_auto_free)

/* Placement: tiles (column + columns * row), ascending, with load and path. */
typedef struct noc_place_placement {
    uint16_t tiles[NOC_PLACE_TILES_MAX];
    /* Load of the busiest channel, in units of noc_place_load_unit, for one transaction of each
     * compute node. */
    int32_t load;
    /* Routers traversed, summed over all pairs and transactions: fewer mean a shorter mean path. */
    int64_t routers;
} noc_place_placement;

/* Finds the flits of one unit of load, for an offered load of one transaction per cycle and compute
 * node. */
double noc_place_load_unit(const noc_place_problem *problem);

/* Finds the mean number of routers that a packet traverses. */
double noc_place_mean_routers(const noc_place_problem *problem, int memory_nodes,
                              const noc_place_placement *choice);

/* Fills load and routers of a placement from its tiles. */
void noc_place_fill_load(const noc_place_problem *problem, int memory_nodes,
                         noc_place_placement *choice);

/* True if all networks of a design are graphs of routers with attached nodes. */
bool noc_place_is_graph(const noc_design *design);

/* Counts the rotations, reflections and, for a torus, shifts of the grid that change no placement's
 * load; at least 1, the identity. */
int noc_place_count_symmetries(const noc_place_problem *problem);

typedef struct noc_place_result {
    /* Best placements first, one of each class of symmetric ones. */
    noc_place_placement best[NOC_PLACE_RESULTS_MAX];
    int count;
    /* Every placement was tried. */
    bool is_exhaustive;
    double placement_count; /* number of possible placements */
    /* Number of tried placements, one of each class of symmetric ones; or number of steps, if a
     * search did not try all. */
    uint64_t tried_count;
    /* Lower bound of all placements' loads, flits for an offered load of one transaction per cycle
     * and compute node; the load of the best placement if is_exhaustive; NAN: unknown. */
    double bound;
} noc_place_result;

/* ---- helpers of the searches ---------------------------------------------------------------- */

/* True if a tile can be the next one of a placement, after the `count` chosen tiles. */
bool noc_place_is_tile_free(const noc_place_problem *problem, const uint16_t *tiles, int count,
                            int tile);

/* Counts the placements of this number of memory nodes. */
double noc_place_count(const noc_place_problem *problem, int memory_nodes);

/* Compares two placements: smaller load, then shorter paths, then smaller tiles. */
int noc_place_compare(const noc_place_placement *a, const noc_place_placement *b, int memory_nodes);

/* Inserts a placement, in order, if it is among the best. */
void noc_place_insert(noc_place_result *r, int memory_nodes, const noc_place_placement *choice);
bool noc_place_contains(const noc_place_result *r, int memory_nodes,
                        const noc_place_placement *choice);

/* Finds the largest sum of two rows of channels. A result above `limit` may be any sum above it. */
int32_t noc_place_largest_sum(const int32_t *a, const int32_t *b, int channels, int32_t limit);
void noc_place_add_rows(const int32_t *a, const int32_t *b, int32_t *sum, int channels);
void noc_place_subtract_rows(const int32_t *a, const int32_t *b, int32_t *difference, int channels);

#endif
