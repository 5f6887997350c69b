/* analytic/circuits/slice_waits.h: waits for slices, rings and tokens. All times in cycles; exact
 * unless said.
 *
 * A slice sends a flit a cycle. Packets are created by independent sources and are sent from the
 * next cycle on, in order of creation. */
#ifndef NOC_ANALYTIC_CIRCUITS_SLICE_WAITS_H
#define NOC_ANALYTIC_CIRCUITS_SLICE_WAITS_H

#include "analytic/circuits/overlay_load.h"

/* Packets that so many sources create for one queue, each with this probability a cycle. */
typedef struct noc_batch {
    double sources, probability;
} noc_batch;

/* Mean wait of a packet for those before it: a queue in discrete time with batches of binomial size
 * (X packets of F flits a cycle). INFINITY at or above its capacity. */
double noc_batch_queue_wait(noc_batch batch, const noc_reply_mix *mix);

/* Likewise if the packets take so many slices in turn: an approximation (Kraemer and
 * Langenbach-Belz's, of a queue with Erlang arrivals), exact for one. */
double noc_slices_in_turn_wait(noc_batch batch, const noc_reply_mix *mix, int slices);

/* Mean wait of a core's packet for the token of its column, which stays for one packet with each of
 * `cores` cores that has one, and takes `hop` cycles from one core to the next. Each core creates a
 * packet with this probability a cycle. INFINITY at or above capacity. */
double noc_token_wait(int cores, double probability, int hop, const noc_reply_mix *mix);

/* Probability of a packet a cycle and core at which a column's slice has no cycle to spare; with
 * hop = 1 its links then never rest. */
double noc_token_full(int cores, int hop, const noc_reply_mix *mix);

/* Cycles from the start of a packet, the first of them counted, until its tail has passed so many
 * routers or stops. */
double noc_slice_way(double hops, int hop_cycles, int flits);

#endif
