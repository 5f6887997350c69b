/* network/kinds/hub.h: networks whose inside the graph does not show: one place without size, with
 * a port for each terminal.
 *
 * Their engines and models know what lies between the ports; routes name the two ports of a packet
 * only. */
#ifndef NOC_NETWORK_KINDS_HUB_H
#define NOC_NETWORK_KINDS_HUB_H

#include "network/kinds/kinds.h"

/* Members of a noc_topology_kind. */
noc_size noc_hub_size(const noc_network_spec *spec);
noc_status noc_hub_build(noc_graph *graph, const noc_design *design, uint16_t network);
void noc_hub_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                   const noc_flow *flow, noc_paths *paths);

#endif
