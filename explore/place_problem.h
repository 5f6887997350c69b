/* explore/place_problem.h: what the searches for placements share: loads as sums over tiles and pairs of tiles, and how
 * placements compare. Not for others: they read place.h. */
#ifndef NOC_EXPLORE_PLACE_PROBLEM_H
#define NOC_EXPLORE_PLACE_PROBLEM_H

#include "explore/place.h"
#include "explore/place_cuts.h"

enum { NOC_PLACE_LANES = 8, NOC_PLACE_SYMMETRIES_MOST = 8 };

struct noc_place_problem {
    int columns, rows, tiles, channels; /* channels padded to NOC_PLACE_LANES, the rest 0 */
    int32_t *own;  /* of tile m: what channel c carries if m alone were memory: m * channels + c */
    int32_t *pair; /* of tiles m, s: what they send each other as memory and compute, both ways */
    int64_t *own_routers, *pair_routers;
    double unit, packets;               /* flits of a unit; packets that a transaction has */
    bool allowed[NOC_PLACE_TILES_MOST]; /* for memory nodes: all, or the half routers */
    int allowed_count;
    noc_place_cuts *cuts; /* NULL if loads are no functions of cuts */
    int symmetries;
    uint16_t maps[NOC_PLACE_SYMMETRIES_MOST][NOC_PLACE_TILES_MOST]; /* the first is the identity */
};

/* Less load, then shorter paths, then the smaller tiles. */
int noc_place_compare(const noc_place_choice *a, const noc_place_choice *b, int memory);

/* Keeps the best few, in order. */
void noc_place_keep(noc_place_result *r, int memory, const noc_place_choice *choice);
bool noc_place_is_kept(const noc_place_result *r, int memory, const noc_place_choice *choice);

/* Of rows of channels: the largest sum, or any above `limit` once there is one; sums; differences. */
int32_t noc_place_largest(const int32_t *a, const int32_t *b, int channels, int32_t limit);
void noc_place_add(const int32_t *a, const int32_t *b, int32_t *sum, int channels);
void noc_place_subtract(const int32_t *a, const int32_t *b, int32_t *difference, int channels);

/* Tries every placement, one of each set of symmetric ones; for up to 64 tiles. */
noc_status noc_place_try_all(const noc_place_problem *p, int memory, unsigned jobs,
                             bool (*tick)(void *context, double done), void *context,
                             noc_place_result *result, noc_diag *diag);

#endif
