/* analytic/curve/model_sources.h: latencies of the packets of each node, and of each flow. */
#ifndef NOC_ANALYTIC_CURVE_MODEL_SOURCES_H
#define NOC_ANALYTIC_CURVE_MODEL_SOURCES_H

#include "analytic/zero_load.h"

struct noc_network_sweeps;

/* Mean latency of the packets that a node creates, with the replies of their round trips,
 * cycles. */
typedef struct noc_node_latency {
    double idle, wait; /* cycles without contention; cycles of waits */
} noc_node_latency;

/* Latencies of the node with the lowest mean, of that with the highest, and of all packets; of
 * packets between nodes of one die, and of two. NAN where the model does not tell nodes apart, and
 * where there are no such packets. */
typedef struct noc_node_latencies {
    noc_node_latency fastest, slowest, all, local, remote;
} noc_node_latencies;

/* Finds the latencies by node at the load of the last sweeps. `kinds`: the system's paths. NAN:
 * networks do not tell the waits along their ways, flows stand for flows of other nodes, or memory
 * is short. */
noc_node_latencies noc_node_latencies_find(const noc_system *system, const noc_path_kinds *kinds,
                                           const struct noc_network_sweeps *sweeps);

/* Finds the latencies of the packets of each flow, one way: list[flow], for a system whose flows
 * are all there. False: memory is short, or networks do not tell waits; then without waits. */
bool noc_flow_latencies_find(const noc_system *system, const noc_path_kinds *kinds,
                             const struct noc_network_sweeps *sweeps, noc_node_latency *list);

#endif
