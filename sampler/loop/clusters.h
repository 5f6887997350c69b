/* sampler/loop/clusters.h: clusters of cores behind one port: the bus to it and back, and between
 * them merge table and coalesced cache (cluster.h; icc, sections 2.1 and 6).
 *
 * A request that the bus takes in a cycle is looked up in it, and stands in the injection buffer in
 * the next: the terminal's queue, which has NOC_CLUSTER_BUFFER places. A hit is with its core then.
 * A reply is looked up when its tail comes; its first flit goes on in the cycle after it has come,
 * if the way to the cores is free. */
#ifndef NOC_SAMPLER_LOOP_CLUSTERS_H
#define NOC_SAMPLER_LOOP_CLUSTERS_H

#include "sampler/loop/loop_state.h"

/* Packets. icc does not say how many: as many as a virtual channel of its routers has flits. */
enum { NOC_CLUSTER_BUFFER = 4 };

/* Makes loop->clusters, where cores share ports. False when out of memory. */
bool noc_clusters_make(noc_closed_loop *loop);
void noc_clusters_clear(noc_closed_loop *loop);

/* The tail of a reply of so many flits has come. */
void noc_clusters_receive(noc_closed_loop *loop, uint32_t transaction, uint32_t flits);

/* A cycle, before its cores run: they get what has come for them, and what the bus took goes to the
 * port. */
void noc_clusters_begin(noc_closed_loop *loop);

/* Its rest: each bus takes a request. */
void noc_clusters_end(noc_closed_loop *loop);

/* Sums what they have done into the ports' tally. */
void noc_clusters_count(noc_closed_loop *loop);

/* Nothing is on the bus, waits for it, or is on its way back. */
bool noc_clusters_are_idle(const noc_closed_loop *loop);

/* Entries of all merge tables that are in use. */
uint64_t noc_clusters_entries(const noc_closed_loop *loop);

#endif
