#include "network/kinds/structure.h"

#include "network/kinds/kinds.h"

static const noc_topology_kind *find_topology(const noc_design *design, const noc_network *network)
{
    return design->networks[network->spec_index].topology;
}

noc_structure noc_structure_find(const noc_design *design, const noc_network *network)
{
    const noc_topology_kind *topology = find_topology(design, network);
    if (!topology->find_structure) return (noc_structure){.router_count = 0};
    return topology->find_structure(design, network->spec_index);
}

uint64_t noc_count_built_routers(const noc_design *design, const noc_graph *graph)
{
    uint64_t routers = 0;
    for (uint16_t n = 0; n < graph->network_count; n++) {
        const noc_network *network = &graph->networks[n];
        if (find_topology(design, network)->find_structure)
            routers += noc_structure_find(design, network).router_count;
        else if (noc_network_has_silicon(network))
            routers += network->router_count;
    }
    return routers;
}

noc_passage noc_passage_find(const noc_design *design, const noc_network *network,
                             const noc_terminal *from, const noc_terminal *to)
{
    return find_topology(design, network)->find_passage(design, network->spec_index, from, to);
}
