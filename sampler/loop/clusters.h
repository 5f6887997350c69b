/* sampler/loop/clusters.h: clusters of cores behind one port: the bus to it and back, and between
 * them merge table and coalesced cache (cluster.h; icc, sections 2.1 and 6).
 *
 * A request that the bus takes is looked up in the same cycle, and stands in the injection buffer
 * in the next: the terminal's queue, which has NOC_CLUSTER_BUFFER places. A hit is with its core in
 * that next cycle. A reply is looked up when its tail comes; its first flit goes on in the cycle
 * after its arrival, if the way to the cores is free. */
#ifndef NOC_SAMPLER_LOOP_CLUSTERS_H
#define NOC_SAMPLER_LOOP_CLUSTERS_H

#include "sampler/loop/loop_state.h"

/* Packets of the injection buffer. icc does not give their number; assumed: the flits of a virtual
 * channel of its routers. */
enum { NOC_CLUSTER_BUFFER = 4 };

/* Makes loop->clusters, where cores share ports. False when out of memory. */
bool noc_clusters_make(noc_closed_loop *loop);
void noc_clusters_clear(noc_closed_loop *loop);

/* Receives the tail of a reply of `flits` flits. */
void noc_clusters_receive(noc_closed_loop *loop, uint32_t transaction, uint32_t flits);

/* Begins a cycle, before its cores run: cores get their lines, and requests from the bus go to the
 * port. */
void noc_clusters_begin(noc_closed_loop *loop);

/* Ends a cycle: each bus takes a request. */
void noc_clusters_end(noc_closed_loop *loop);

/* Sums the clusters' counts into the ports' tally. */
void noc_clusters_count(noc_closed_loop *loop);

/* True if no request is on the bus or waits for it, and no reply is on its way back. */
bool noc_clusters_are_idle(const noc_closed_loop *loop);

/* Entries in use, all merge tables. */
uint64_t noc_clusters_entries(const noc_closed_loop *loop);

#endif
