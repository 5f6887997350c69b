/* analytic/multicast.h: rates of multicast packets along their trees, and effects of replies that
 * memory nodes merge into multicast packets. Destinations are drawn from those of the source
 * (traffic.multicast). docs/model.md, 4.11. */
#ifndef NOC_ANALYTIC_MULTICAST_H
#define NOC_ANALYTIC_MULTICAST_H

#include "base/arena.h"
#include "network/graph/system.h"

/* Rates at each hop, in the unit of noc_flow.rate: [hop]. If several flows share a hop, the sum of
 * their rates. */
typedef struct noc_tree_rates {
    /* packets on a hop's channel: a packet counts once on each channel of its tree */
    double *packets;
    double *onward_packets; /* copies of `packets` that go to the next hop */
    /* packets whose latency a wait on the channel increases: all packets to one terminal; multicast
     * packets whose last terminal is behind the channel, or a terminal whose latency is shorter
     * than the last one's by less than a wait */
    double *delayed_packets;
    double *next_delayed_packets; /* packets whose latency a wait for the next hop increases */
    /* packets, each times its waits behind the channel, over the wait of one branch */
    double *branch_waits;
    double *multicast_packets; /* multicast packets, among `packets` */
    double *branch_packets;    /* multicast packets, each times its number of next channels */
} noc_tree_rates;

/* Finds the rates of a system with multicast packets; lists are the arena's. False when out of
 * memory. */
bool noc_tree_rates_find(const noc_system *system, noc_arena *arena, noc_tree_rates *rates);

/* Finds, by flow, in the unit of noc_flow.rate, the rate of packets to the flow's destination
 * alone, and of multicast packets whose last terminal, by idle latency, is that destination. The
 * list is the arena's; arena->is_short when out of memory. */
double *noc_last_terminal_rates(const noc_system *system, noc_arena *arena);

/* True if replies that memory nodes merge are sent as multicast packets. */
bool noc_has_forked_replies(const noc_system *system);

/* Finds the flits by channel with `group_size` replies in a packet, from `flits` with single
 * replies; a list of the arena. `flits` where replies do not fork, if group_size is at most 1, or
 * when out of memory. */
const double *noc_forked_flits(const noc_system *system, const double *flits, double group_size,
                               noc_arena *arena);

/* Forked replies: G replies to reads of a memory node in one packet, which forks on the way to the
 * replies' destinations. Cycles are in the unit of `busy_cycles` below. docs/model.md (35). */
typedef struct noc_forked_replies {
    double port_cycles;       /* cycles of flits at the busiest port of a memory node */
    double downstream_cycles; /* cycles of flits on the busiest channel behind such ports */
    double wait_ratio; /* waits of all packets behind a port, over the waits of single replies */
} noc_forked_replies;

/* Finds the forked replies for each of `count` group sizes G >= 1. `busy_cycles`:
 * noc_loads.busy_cycles with single replies. False when out of memory. */
bool noc_forked_replies_find(const noc_system *system, const double *busy_cycles,
                             const double *group_sizes, int count, noc_forked_replies *forked);

/* Returns the gain of forked replies in a full network: throughput x, over the throughput of single
 * replies. Each reply occupies the port for F cycles of flits, and for W cycles of waits for the
 * next channels; W grows with the utilisation r of these channels as r / (1 - r). `packet_rate`:
 * rate at which single replies fill the network. */
double noc_forked_gain(const noc_forked_replies *single_replies, const noc_forked_replies *forked,
                       double packet_rate);

#endif
