/* analytic/circuits/slice_waits.h: closed forms of slices and of columns with a token: mean waits,
 * saturation, cycles without waits. Waits are cycles, and exact unless stated otherwise.
 *
 * A slice sends a flit per cycle. Independent sources create packets, which are sent from the next
 * cycle on, in order of creation. */
#ifndef NOC_ANALYTIC_CIRCUITS_SLICE_WAITS_H
#define NOC_ANALYTIC_CIRCUITS_SLICE_WAITS_H

#include "analytic/circuits/overlay_load.h"

/* Packets for one queue in a cycle: each of `sources` sources creates one with `probability`. */
typedef struct noc_batch {
    double sources, probability;
} noc_batch;

/* Returns the mean wait of a packet for earlier packets: a queue in discrete time with batches of
 * binomial size. INFINITY at or above capacity. */
double noc_batch_queue_wait(noc_batch batch, const noc_reply_mix *mix);

/* Returns the mean wait if packets use several slices in turn: Kraemer and Langenbach-Belz's
 * approximation of a queue with Erlang arrivals; exact for one slice. INFINITY at or above
 * capacity. */
double noc_slices_wait(noc_batch batch, const noc_reply_mix *mix, int slices);

/* Returns the mean wait of a core's packet for the token of its column. The token stays for one
 * packet at each core that has one, and needs `hop_cycles` cycles from one of `cores` cores to the
 * next. Each core creates a packet with `probability` per cycle. INFINITY at or above capacity. */
double noc_token_wait(int cores, double probability, int hop_cycles, const noc_reply_mix *mix);

/* Returns the saturation of a column's slice, packets per cycle of a core. With `hop_cycles` = 1
 * all links of the slice are then busy in every cycle. */
double noc_token_saturation(int cores, int hop_cycles, const noc_reply_mix *mix);

/* Returns the cycles from a packet's first cycle on the slice, with that cycle, until its tail has
 * passed `hops` routers or stops. */
double noc_slice_path_cycles(double hops, int hop_cycles, int flits);

#endif
