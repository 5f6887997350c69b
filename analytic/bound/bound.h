/* analytic/bound/bound.h: upper bound on the throughput of any routing: maximum concurrent flow.
 *
 * All flows of the design grow together, each split packet by packet over any paths that the
 * channels allow (shortest_paths.h), until no flow can grow. The dual of this linear program is a
 * price for each channel: at any prices, the price of all channels together over the least cost of
 * a packet of every flow is an upper bound (Shahrokhi and Matula, J. ACM 37(2), 1990). Paths are
 * generated as the prices require (Ford and Fulkerson, Management Science 5(1), 1958), in blocks of
 * flows, with prices smoothed between the best and the last ones (Wentges, Int. Trans. Oper. Res.
 * 4(2), 1997). */
#ifndef NOC_ANALYTIC_BOUND_BOUND_H
#define NOC_ANALYTIC_BOUND_BOUND_H

#include "base/arena.h"
#include "network/graph/system.h"

typedef struct noc_bound_options {
    /* Function of the caller, or NULL, that receives the share of the search that is done (0..1)
     * and returns false to stop the search, with the best result so far. */
    bool (*progress)(void *context, double done);
    void *context;  /* first argument of `progress` */
    int max_rounds; /* maximum number of rounds; 0: the default */
} noc_bound_options;

/* Bound and loads, flits per cycle of an injecting node; rates of channels as in loads.h. */
typedef struct noc_bound {
    noc_arena arena; /* memory of the lists */
    double bound;    /* proven upper bound: no routing carries more */
    double
        reached_load; /* load of the best flow found; some routing reaches it in the fluid limit */
    double routing_load; /* load of the design's routing (noc_loads_bound) */
    double offered;      /* highest load that the nodes can offer (noc_system_highest_load) */
    bool is_closed;      /* true if the gap is at most NOC_BOUND_GAP */
    bool is_interrupted; /* true if `progress` stopped the search */
    int rounds, plans;   /* rounds of the search; plans generated */
    double *prices;      /* [channel]: prices that prove the bound; the sum is 1 */
    double
        *best_flow[NOC_CLASSES]; /* [class][channel]: flits of the best flow found, at unit rate */
    double *routing_flow
        [NOC_CLASSES]; /* [class][channel]: flits of the design's routing, at unit rate */
} noc_bound;

#define NOC_BOUND_GAP 1e-7 /* relative gap between bound and reached load */

/* Finds the bound. NOC_EINPUT for designs with a network without channels, or with multicast;
 * NOC_EFAILED when memory or the solver fails. The caller clears bound->arena in either case. */
noc_status noc_bound_solve(const noc_system *system, const noc_bound_options *options,
                           noc_bound *bound, noc_diag *diag);

/* Split of a class's flits among networks: share of the flits that a network delivers, and mean
 * routers that a flit traverses there; NAN without flits. `flits`: [channel]: flits of the
 * class. */
typedef struct noc_bound_split {
    double delivered_share, routers;
} noc_bound_split;
noc_bound_split noc_bound_find_split(const noc_graph *graph, const double *flits, uint16_t network);

#endif
