/* analytic/multicast.h: packets to several terminals, drawn among the destinations of their source
 * (traffic.multicast), as rates along their trees. docs/model.md, 4.11. */
#ifndef NOC_ANALYTIC_MULTICAST_H
#define NOC_ANALYTIC_MULTICAST_H

#include "network/graph/system.h"

/* Rates of packets by hop, relative as flows' rates. Hops of several flows have the sum. */
typedef struct noc_tree_rates {
    /* packets on a hop's channel: a packet counts once on each channel of its tree */
    double *packets;
    double *onward; /* copies of these packets that go on to the next hop */
    /* packets whose latency a wait on the channel adds to: all packets to one terminal; of others
     * those whose last terminal lies behind the channel, or a terminal nearer by less than a
     * wait */
    double *followed;
    double *along; /* packets whose latency a wait for the next hop adds to */
    /* packets times the waits behind the channel that each adds up, for one wait of a branch */
    double *waited;
    double *forking;   /* packets to several terminals, among `packets` */
    double *branching; /* `forking` times the channels behind it that each goes on to */
} noc_tree_rates;

/* Finds the rates of a system whose traffic has packets to several terminals. False when out of
 * memory; noc_tree_rates_clear frees the memory either way. */
bool noc_tree_rates_find(const noc_system *system, noc_tree_rates *rates);
void noc_tree_rates_clear(noc_tree_rates *rates);

/* Rates by flow, relative as flows' rates: packets to the flow's destination alone, and packets to
 * several terminals of which it is the last one, in the order of idle latencies. The caller frees
 * the list. NULL when out of memory. */
double *noc_last_rates(const noc_system *system);

/* True if replies that memory nodes merge travel as packets that fork. */
bool noc_replies_fork(const noc_system *system);

/* Flits by channel with replies in packets of `group`, from `flits` with single replies. The
 * caller frees the list. NULL where replies do not fork, or when out of memory. */
double *noc_forked_flits(const noc_system *system, const double *flits, double group);

/* Replies of memory nodes in packets of G, which fork, as far as they answer reads. Each reply of
 * a packet goes where it would go alone. docs/model.md (35). */
typedef struct noc_forked_replies {
    double port;   /* cycles of flits of the busiest port of a memory node that sends them */
    double behind; /* cycles of flits of the busiest channel behind such ports */
    double waits;  /* waits behind a port of all packets, over those of as many single replies */
} noc_forked_replies;

/* Finds the forked replies for each of `count` sizes G >= 1. `in_use`: noc_loads.in_use with
 * single replies, whose unit the cycles have. False when out of memory. */
bool noc_forked_replies_find(const noc_system *system, const double *in_use, const double *groups,
                             int count, noc_forked_replies *forked);

/* Gain of replies in packets where networks are full: throughput x over that of single replies.
 * Each reply keeps the port for F cycles of flits, and for W cycles in front of the channels
 * behind it; W grows with these channels' utilisation r as r / (1 - r). `alone` and `forked` hold
 * at a packet rate at which the network with single replies is full. */
double noc_forked_gain(const noc_forked_replies *alone, const noc_forked_replies *forked,
                       double packet_rate);

#endif
