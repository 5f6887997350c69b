/* One switch with a port for every node. */
#include "network/grid.h"
#include "network/kinds.h"

enum { PORTS };

static const noc_key keys[] = {
    {"ports", NOC_INTEGER, NOC_PARAMETER(PORTS), 1, 255, 0, 1, NULL, "ports",
     "inputs, and as many outputs: one of each a node", "cdx19 2.2"},
};

static void grid(const noc_network_spec *spec, int *columns, int *rows)
{
    *columns = spec->parameters[PORTS].integer;
    *rows = 1;
}

static noc_size size(const noc_network_spec *spec)
{
    return (noc_size){
        .routers = 1,
        .channels = 2.0 * spec->parameters[PORTS].integer * spec->memory_ports,
        .longest_path = 1,
    };
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    const noc_network_spec *spec = &design->networks[graph->networks[network].spec];
    uint32_t ports = 0;
    for (uint32_t t = 0; t < graph->terminal_count; t++)
        ports += graph->terminals[t].kind == NOC_MEMORY ? (uint32_t)spec->memory_ports : 1u;
    const noc_crossbar built = {(uint16_t)ports, (uint16_t)ports, ports * ports};
    const uint32_t router = noc_graph_add_router(graph, network, 0, 0, built);
    if (router == NOC_NONE) return NOC_EFAILED;
    for (uint32_t t = 0; t < graph->terminal_count; t++)
        if (!noc_graph_attach(graph, network, t, router, router, spec->memory_ports,
                              design->chip.tile_mm))
            return NOC_EFAILED;
    return NOC_OK;
}

/* In and out: no links between routers. */
static void paths(const noc_graph *graph, uint16_t network, uint32_t from, uint32_t to,
                  noc_class class, noc_paths *out)
{
    (void)graph, (void)network, (void)from, (void)to, (void)class;
    noc_paths_begin(out, 1.0);
}

const noc_topology_kind noc_topology_crossbar = {
    .name = "crossbar",
    .summary = "one switch with a port for every node",
    .source = "cdx19 2.2",
    .keys = NOC_KEYS(keys),
    .grid = grid,
    .size = size,
    .build = build,
    .paths = paths,
};
