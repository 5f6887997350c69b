/* analytic/multicast.h: packets to several terminals, drawn among those that their source sends to
 * (traffic.multicast), as rates along the trees that they take. docs/model.md, 4.11. */
#ifndef NOC_ANALYTIC_MULTICAST_H
#define NOC_ANALYTIC_MULTICAST_H

#include "network/graph/system.h"

/* Rates of packets by hop, relative as flows' are. Hops of several flows have the rates of all. */
typedef struct noc_tree_rates {
    double *packets; /* packets on a hop's channel: one counts once on each channel that it takes */
    double *onward;  /* copies of these that go on to the next hop */
    /* packets whose latency a wait on its channel adds to: all that go to one terminal; of others
     * those whose last terminal lies behind it, or one that is nearer by less than a wait */
    double *followed;
    double *along; /* the same of waits for the next hop */
    double
        *waited; /* packets times the waits, of one of their branches, that they wait behind it */
    double *forking;   /* packets to several terminals among those of `packets` */
    double *branching; /* these times the channels behind it that each goes on to */
} noc_tree_rates;

/* Finds the rates of a system whose traffic has such packets. False when out of memory;
 * noc_tree_rates_clear frees what there is either way. */
bool noc_tree_rates_find(const noc_system *system, noc_tree_rates *rates);
void noc_tree_rates_clear(noc_tree_rates *rates);

/* Rates by flow: packets that its destination gets, and of packets to several terminals where it is
 * the last to get them, as all take longest that are alone; relative as flows' rates are. The
 * caller frees the list. NULL when out of memory. */
double *noc_last_rates(const noc_system *system);

#endif
