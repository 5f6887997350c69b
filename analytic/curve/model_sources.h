/* analytic/curve/model_sources.h: mean latencies of packets by node, and by flow. */
#ifndef NOC_ANALYTIC_CURVE_MODEL_SOURCES_H
#define NOC_ANALYTIC_CURVE_MODEL_SOURCES_H

#include "analytic/zero_load.h"

struct noc_network_sweeps;

/* Mean latency of packets. For the packets of a node, replies to them are included, as round
 * trips. */
typedef struct noc_node_latency {
    double idle_cycles, wait_cycles; /* idle cycles; cycles of waits */
} noc_node_latency;

/* Latencies of the node with the lowest mean, of the node with the highest, and of all packets; of
 * packets within one die, and between two dies. NAN if the model has no latencies by node, or
 * without such packets. */
typedef struct noc_node_latencies {
    noc_node_latency fastest_node, slowest_node, all_packets, same_die, other_die;
} noc_node_latencies;

/* Finds the latencies by node at the load of the last sweeps. `kinds`: kinds of the system's paths.
 * NAN: a network has no waits by path, flows are merged over nodes, or out of memory. */
noc_node_latencies noc_node_latencies_find(const noc_system *system, const noc_path_kinds *kinds,
                                           const struct noc_network_sweeps *sweeps);

/* Finds the one-way latencies of each flow, list[flow], of a system without merged flows. False:
 * out of memory, or a network has no waits by path; latencies are then without waits. */
bool noc_flow_latencies_find(const noc_system *system, const noc_path_kinds *kinds,
                             const struct noc_network_sweeps *sweeps, noc_node_latency *list);

#endif
