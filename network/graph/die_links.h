/* network/graph/die_links.h: links between dies (design/dies.h) in a graph. A link between two
 * routers is all that joins them in one direction, however many channels that is. */
#ifndef NOC_NETWORK_GRAPH_DIE_LINKS_H
#define NOC_NETWORK_GRAPH_DIE_LINKS_H

#include "network/graph/graph.h"
#include "network/graph/traffic.h"

/* Tells the die of a terminal, for a network in which all have one. What another network has told
 * before has to be the same (noc_graph.is_torn). */
void noc_graph_put_on_die(noc_graph *graph, uint32_t terminal, int die);

/* True if both ends of a flow are on one die. */
static inline bool noc_flow_is_local(const noc_graph *graph, const noc_flow *flow)
{
    return graph->terminals[flow->source].die == graph->terminals[flow->destination].die;
}

/* Latency of a link between dies, cycles, and flits a cycle of all of its channels together, of one
 * that would have so much on a die. */
int noc_die_link_cycles(const noc_network_spec *spec, int own);
double noc_die_link_flits(const noc_network_spec *spec, double own);

/* Refuses settings of a network's links between dies that are out of range. */
noc_status noc_die_links_check(const noc_design *design, int network, noc_diag *diag);

/* Energy of a bit over a link between dies, pJ, and the most that it may be: as the network tells
 * it, else as its package has it. */
typedef struct noc_die_link_energy {
    double per_bit, most;
} noc_die_link_energy;

noc_die_link_energy noc_die_link_energy_of(const noc_network_spec *spec);

/* "none", "standard", "advanced"; NULL past the end. */
const char *noc_die_package_name(size_t package);

/* Cycles that adapters and PHYs of a package take, both dies together; 0 where none is told. */
int noc_die_package_cycles(const noc_design *design, const noc_network_spec *spec);

/* Length of edge, mm, and the least and most that it may be. */
typedef struct noc_die_edge {
    double mm, least, most;
} noc_die_edge;

/* Edge of each die that its links to others take: of a pair of routers, or of a node and its
 * router, so much in a network, both directions together; or what their bytes take in a package. */
void noc_graph_die_edges(const noc_graph *graph, const noc_design *design,
                         noc_die_edge mm[NOC_DIES_MAX]);

/* Refuses links that take more of a die's edge than the die has. */
noc_status noc_die_edges_check(const noc_graph *graph, const noc_design *design, noc_diag *diag);

/* True if some link between dies takes so much of an edge that it counts. */
bool noc_design_has_die_edge(const noc_design *design);

#endif
