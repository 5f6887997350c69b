/* analytic/bound/bound.h: the most that any routing could carry: maximum concurrent flow.
 *
 * All flows of the design grow together, each split over any ways that the channels allow
 * (shortest_paths.h), packet by packet, until no way to grow is left. The dual of this linear program is
 * a price for each channel: whatever the prices, what a packet of every flow costs at least,
 * divided into what all channels together are worth, is an upper bound (Shahrokhi and Matula, J.
 * ACM 37(2), 1990). Ways are generated as the prices ask for them (Ford and Fulkerson, Management
 * Science 5(1), 1958), in blocks of flows, with prices smoothed between the best ones and the last
 * (Wentges, Int. Trans. Oper. Res. 4(2), 1997). */
#ifndef NOC_ANALYTIC_BOUND_BOUND_H
#define NOC_ANALYTIC_BOUND_BOUND_H

#include "network/graph/system.h"

typedef struct noc_bound_options {
    /* Called from time to time with the share done (0..1); may be NULL. Returns false to stop: what
     * is known by then is the answer. */
    bool (*progress)(void *context, double done);
    void *context;
    int rounds; /* at most; 0: the default */
} noc_bound_options;

/* Loads in flits per cycle of an injecting node; rates of channels as in loads.h. */
typedef struct noc_bound {
    double bound;   /* proven: no routing carries more */
    double reached; /* by the best flow found, the fluid limit of some routing */
    double routing; /* by the design's routing (noc_loads_bound) */
    double offered; /* the most that the nodes can offer (noc_system_highest_load) */
    bool closed;    /* bound and reached are equal but for rounding (NOC_BOUND_GAP) */
    bool interrupted;
    int rounds, plans;           /* of the generation of ways */
    double *prices;              /* of each channel; they prove the bound and add up to 1 */
    double *flow[NOC_CLASSES];   /* flits on each channel: of the best flow found */
    double *routed[NOC_CLASSES]; /* with the design's routing */
} noc_bound;

#define NOC_BOUND_GAP 1e-7 /* relative */

/* NOC_EFAILED when memory or the solver fails. The caller clears *bound. */
noc_status noc_bound_solve(const noc_system *system, const noc_bound_options *options,
                           noc_bound *bound, noc_diag *diag);
void noc_bound_clear(noc_bound *bound);

/* How the flits of a class are split: the share that a network delivers, and the routers that a
 * flit traverses there in the mean (NAN if there are none). `flits` by channel, of that class. */
typedef struct noc_bound_split {
    double share, routers;
} noc_bound_split;
noc_bound_split noc_bound_split_of(const noc_graph *graph, const double *flits, uint16_t network);

#endif
