/* explore/place.h: where to put memory nodes on a grid: every placement by the load of its busiest channel and
 * its mean path, where there are not too many of them; else the least load, proven (place_cuts.h), where paths go
 * along rows and columns, and elsewhere the best that a search finds, with a bound (place_bound.h).
 *
 * For any routing and topology whose paths do not depend on who is memory: the load of a channel is a sum over
 * memory tiles, less what pairs of them do not send each other, so that a placement costs a few additions. */
#ifndef NOC_EXPLORE_PLACE_H
#define NOC_EXPLORE_PLACE_H

#include <stdint.h>

#include "hybrid/answers/estimate.h"

enum { NOC_PLACE_TILES_MOST = 256, NOC_PLACE_BEST = 100 };

/* Loads of the tiles' traffic on the channels between routers. */
typedef struct noc_place_problem noc_place_problem;

/* From a system of the design with its memory nodes anywhere. NOC_EINPUT if some tile has no node, or the
 * traffic has no memory nodes. The caller frees *problem. */
noc_status noc_place_new(const noc_system *system, noc_place_problem **problem, noc_diag *diag);
void noc_place_free(noc_place_problem *problem);

/* A placement: tiles (column + columns * row), ascending, and what it is worth. */
typedef struct noc_place_choice {
    uint16_t tiles[NOC_PLACE_TILES_MOST];
    int32_t
        load; /* of the busiest channel, in noc_place_unit flits per transaction of each compute node */
    int64_t
        routers; /* that all transactions traverse, sum over pairs; less is a shorter mean path */
} noc_place_choice;

/* Flits that one unit of load stands for, for an offered transaction per cycle and compute node. */
double noc_place_unit(const noc_place_problem *problem);

/* Mean of routers a packet traverses. */
double noc_place_hops(const noc_place_problem *problem, int memory, const noc_place_choice *choice);

/* Fills load and routers of a choice from its tiles. */
void noc_place_value(const noc_place_problem *problem, int memory, noc_place_choice *choice);

/* Rotations and reflections of the grid that change no placement's worth; at least 1, the identity. */
int noc_place_symmetries(const noc_place_problem *problem);

typedef struct noc_place_result {
    noc_place_choice
        best[NOC_PLACE_BEST]; /* one of each class of symmetric placements, best first */
    int count;
    bool exhaustive;
    double placements;  /* that there are */
    uint64_t looked_at; /* one of each class of symmetric ones, or steps of the search */
    double
        bound; /* of the load: no placement is below it; the best one's own if exhaustive; NAN: none known */
} noc_place_result;

/* Placements that are tried one by one: where the least load can be proven (place_cuts.h), and elsewhere. */
#define NOC_PLACE_TRIED_MOST      1e8
#define NOC_PLACE_EXHAUSTIVE_MOST 5e9

/* Steps of a proof for each limit of the load that it tries, under a microsecond each; 16 memory nodes on 16x16 tiles
 * need fewer. A number, no time: results are the same on every machine. */
#define NOC_PLACE_STEPS 20000000u

/* `tick` (may be NULL) is called now and then with the share done; false stops: NOC_EINTERRUPTED. The result
 * does not depend on `jobs`. */
noc_status noc_place_search(const noc_place_problem *problem, int memory, unsigned jobs,
                            bool (*tick)(void *context, double done), void *context,
                            noc_place_result *result, noc_diag *diag);

/* The same without trying all placements. Where loads are no functions of cuts, the bound is the linear program's. */
noc_status noc_place_prove(const noc_place_problem *problem, int memory, uint64_t steps,
                           bool (*tick)(void *context, double done), void *context,
                           noc_place_result *result, noc_diag *diag);

#endif
