#include "network/kinds/structure.h"

#include "network/kinds/kinds.h"

static const noc_topology_kind *topology_of(const noc_design *design, const noc_network *network)
{
    return design->networks[network->spec].topology;
}

noc_structure noc_structure_of(const noc_design *design, const noc_network *network)
{
    const noc_topology_kind *topology = topology_of(design, network);
    if (!topology->structure) return (noc_structure){.routers = 0};
    return topology->structure(design, network->spec);
}

uint64_t noc_routers_built(const noc_design *design, const noc_graph *graph)
{
    uint64_t routers = 0;
    for (uint16_t n = 0; n < graph->network_count; n++) {
        const noc_network *network = &graph->networks[n];
        if (topology_of(design, network)->structure)
            routers += noc_structure_of(design, network).routers;
        else if (noc_network_has_silicon(network))
            routers += network->router_count;
    }
    return routers;
}

noc_passage noc_passage_of(const noc_design *design, const noc_network *network,
                           const noc_terminal *from, const noc_terminal *to)
{
    return topology_of(design, network)->passage(design, network->spec, from, to);
}
