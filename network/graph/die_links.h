/* network/graph/die_links.h: links between dies (design/dies.h): their latency, rate, energy,
 * and the die edge that they need. A link between two routers is the set of all channels that
 * join the routers in one direction. */
#ifndef NOC_NETWORK_GRAPH_DIE_LINKS_H
#define NOC_NETWORK_GRAPH_DIE_LINKS_H

#include "network/graph/graph.h"
#include "network/graph/traffic.h"

/* Sets the die of a terminal, for a network all of whose terminals have a die. A conflict with
 * another network is noted (noc_graph.has_die_conflict). */
void noc_graph_set_die(noc_graph *graph, uint32_t terminal, int die);

/* True if both ends of a flow are on one die. */
static inline bool noc_flow_is_local(const noc_graph *graph, const noc_flow *flow)
{
    return graph->terminals[flow->source].die == graph->terminals[flow->destination].die;
}

/* Latency of a link between dies, cycles, and rate of all of its channels together, flits a
 * cycle. local_cycles and local_flits: values of a link within a die, which hold where the
 * design sets no others. */
int noc_die_link_cycles(const noc_network_spec *spec, int local_cycles);
double noc_die_link_flits(const noc_network_spec *spec, double local_flits);

/* Refuses die links of a network whose settings are out of range. */
noc_status noc_die_links_check(const noc_design *design, int network, noc_diag *diag);

/* Energy of a bit over a link between dies, pJ, and its upper bound: as set in the network, else
 * of the network's package. */
typedef struct noc_die_link_energy {
    double pj_per_bit, most_pj_per_bit;
} noc_die_link_energy;

noc_die_link_energy noc_die_link_energy_of(const noc_network_spec *spec);

/* Name of a package: "none", "standard", "advanced"; NULL past the end. */
const char *noc_die_package_name(size_t package);

/* Latency of a package, cycles: adapters and PHYs of both dies together; 0 without a package. */
int noc_die_package_cycles(const noc_design *design, const noc_network_spec *spec);

/* Length of a die's edge, mm, with its lower and upper bound. */
typedef struct noc_die_edge {
    double mm, least_mm, most_mm;
} noc_die_edge;

/* Finds the length of edge of each die that links to other dies need: a fixed length for each
 * pair of routers, or node and router, in a network, both directions together; or the length
 * that their bytes need in a package. */
void noc_graph_die_edges(const noc_graph *graph, const noc_design *design,
                         noc_die_edge mm[NOC_DIES_MAX]);

/* Refuses links that need more edge than a die has. */
noc_status noc_die_edges_check(const noc_graph *graph, const noc_design *design, noc_diag *diag);

/* True if some network sets an edge length or a package for links between dies. */
bool noc_design_has_die_edge(const noc_design *design);

#endif
