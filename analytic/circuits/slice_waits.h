/* analytic/circuits/slice_waits.h: mean waits for slices, rings and tokens, in cycles; exact
 * unless stated otherwise.
 *
 * A slice sends a flit per cycle. Independent sources create packets, which are sent from the next
 * cycle on, in order of creation. */
#ifndef NOC_ANALYTIC_CIRCUITS_SLICE_WAITS_H
#define NOC_ANALYTIC_CIRCUITS_SLICE_WAITS_H

#include "analytic/circuits/overlay_load.h"

/* Packets that `sources` create for one queue, each with this probability per cycle. */
typedef struct noc_batch {
    double sources, probability;
} noc_batch;

/* Mean wait of a packet for the packets before it: a queue in discrete time with batches of
 * binomial size (X packets of F flits per cycle). INFINITY at or above its capacity. */
double noc_batch_queue_wait(noc_batch batch, const noc_reply_mix *mix);

/* Mean wait if the packets use several slices in turn: an approximation (Kraemer and
 * Langenbach-Belz's, of a queue with Erlang arrivals), exact for one slice. */
double noc_slices_in_turn_wait(noc_batch batch, const noc_reply_mix *mix, int slices);

/* Mean wait of a core's packet for the token of its column. The token stays for one packet at each
 * of `cores` cores with a packet, and needs `hop` cycles from one core to the next. Each core
 * creates a packet with this probability per cycle. INFINITY at or above capacity. */
double noc_token_wait(int cores, double probability, int hop, const noc_reply_mix *mix);

/* Probability of a packet per cycle and core at which a column's slice has no cycle to spare; with
 * hop = 1 its links then never rest. */
double noc_token_full(int cores, int hop, const noc_reply_mix *mix);

/* Cycles from a packet's start, the first one counted, until its tail has passed `hops` routers or
 * stops. */
double noc_slice_way(double hops, int hop_cycles, int flits);

#endif
