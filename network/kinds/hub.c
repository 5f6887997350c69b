#include "network/kinds/hub.h"

#include "network/kinds/structure.h"

noc_size noc_hub_size(const noc_network_spec *spec)
{
    (void)spec;
    return (noc_size){.routers = 1, .links = 0, .longest_path = 1};
}

noc_status noc_hub_build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    /* What stands for all of its routers has the crossbar of each; an ideal network has none. */
    const noc_crossbar crossbar = noc_structure_of(design, &graph->networks[network]).crossbar;
    graph->networks[network].nominal_inputs = 0.0;
    const uint32_t router = noc_graph_add_router(graph, network, 0, 0, crossbar);
    if (router == NOC_NONE) return NOC_EFAILED;
    for (uint32_t t = 0; t < graph->terminal_count; t++)
        if (!noc_graph_attach(graph, network, t, router, router, (noc_memory_ports){1, 1}, 0.0))
            return NOC_EFAILED;
    return NOC_OK;
}

void noc_hub_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                   const noc_flow *flow, noc_paths *paths)
{
    (void)spec, (void)graph, (void)from, (void)to, (void)flow;
    noc_paths_begin(paths, 1.0);
}
