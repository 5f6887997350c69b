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
    double *along;     /* the same of waits for the next hop */
    double *waited;    /* packets times the waits of one branch that each waits behind it */
    double *forking;   /* packets to several terminals among those of `packets` */
    double *branching; /* `forking` times the channels behind it that each goes on to */
} noc_tree_rates;

/* Finds the rates of a system whose traffic has such packets. False when out of memory;
 * noc_tree_rates_clear frees what there is either way. */
bool noc_tree_rates_find(const noc_system *system, noc_tree_rates *rates);
void noc_tree_rates_clear(noc_tree_rates *rates);

/* Rates by flow: packets that its destination gets, and of packets to several terminals where it is
 * the last to get them, as all take longest that are alone; relative as flows' rates are. The
 * caller frees the list. NULL when out of memory. */
double *noc_last_rates(const noc_system *system);

/* True if replies that memory nodes merge go as packets that fork. */
bool noc_replies_fork(const noc_system *system);

/* `flits` by channel, as they are while all replies go alone, in packets of `group`. The caller
 * frees the list. NULL where replies do not fork, or when out of memory. */
double *noc_forked_flits(const noc_system *system, const double *flits, double group);

/* Replies of memory nodes that go in packets of G, which fork, as far as they answer reads. The
 * replies of a packet go where they would go alone, each by itself. docs/model.md (35). */
typedef struct noc_forked_replies {
    double port;   /* cycles of flits of the busiest port of a memory node that sends them */
    double behind; /* cycles of flits of the busiest channel behind such ports */
    double waits;  /* waits behind a port of all packets, over those of as many replies alone */
} noc_forked_replies;

/* Finds them for each of `count` sizes G from 1 on. `in_use`: that of noc_loads, while all go
 * alone; cycles of flits are relative as its are. False when out of memory. */
bool noc_forked_replies_find(const noc_system *system, const double *in_use, const double *groups,
                             int count, noc_forked_replies *forked);

/* Gain of replies in packets where networks are full: x times as many are carried. Each keeps
 * the port for F cycles of flits and W in front of the channels behind it; W grows with these
 * channels' use r as r / (1 - r). `alone` and `forked` are of a packet rate at which the network is
 * full without. */
double noc_forked_gain(const noc_forked_replies *alone, const noc_forked_replies *forked,
                       double packet_rate);

#endif
