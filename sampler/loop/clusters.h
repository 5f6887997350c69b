/* sampler/loop/clusters.h: station of the clusters of cores behind one port: the bus in both
 * directions, the merge table and the coalesced cache (policies/cluster.h; icc, sections 2.1 and
 * 6).
 *
 * Enter: requests that wait for the bus (requests.h), and replies. Leave: requests to send, and
 * lines for the cores. A request on the bus is looked up in the same cycle, and is in the injection
 * buffer (the terminal's queue of NOC_CLUSTER_BUFFER places) in the next cycle. A hit reaches its
 * core in that next cycle. A reply is looked up when its tail arrives; its first flit moves on in
 * the cycle after its arrival, if the path to the cores is free. */
#ifndef NOC_SAMPLER_LOOP_CLUSTERS_H
#define NOC_SAMPLER_LOOP_CLUSTERS_H

#include "sampler/loop/requests.h"

/* Places of the injection buffer, packets. icc does not state the number; assumed: as many as a
 * virtual channel of its routers holds flits. */
enum { NOC_CLUSTER_BUFFER = 4 };

typedef struct noc_clusters {
    noc_ports *ports;
    noc_requests *requests;
    struct noc_cluster_port *list;
    uint32_t count, cores; /* clusters, 0: each core has its own port; cores of a cluster */
    bool *entered;         /* [transaction]: request has an entry in the merge table */
} noc_clusters;

/* Makes the clusters, where cores share ports. Requests are borrowed. False when out of memory. */
bool noc_clusters_make(noc_clusters *clusters, noc_requests *requests, noc_arena *arena);

/* Receives the tail of the reply, of `flits` flits, to a transaction. */
void noc_clusters_receive(noc_clusters *clusters, uint32_t transaction, uint32_t flits);

/* Begins a cycle, before the cores run: cores receive lines, and requests from the bus move to
 * the port. */
void noc_clusters_begin(noc_clusters *clusters);

/* Ends a cycle: each bus accepts a request. */
void noc_clusters_end(noc_clusters *clusters);

/* Sums the clusters' counts into the ports' tally. */
void noc_clusters_count(noc_clusters *clusters);

/* True if no request waits for a bus or is on a bus, and no reply is on its way to the cores. */
bool noc_clusters_are_idle(const noc_clusters *clusters);

/* Counts the entries in use of all merge tables. */
uint64_t noc_clusters_count_entries(const noc_clusters *clusters);

#endif
