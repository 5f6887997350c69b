/* k-ary n-fly: n stages of k x k switches, one path for every pair. Node numbers are read as n digits to
 * the base k; stage s sets the digit n-1-s of where the packet is to that of its destination. */
#include "network/grid.h"
#include "network/kinds.h"

enum { RADIX, STAGES };
enum { NODES_MAX = 32768 }; /* columns of tiles are counted in 16 bits */

static const noc_key keys[] = {
    {"radix", NOC_INTEGER, NOC_PARAMETER(RADIX), 2, 128, 0, 1, NULL, "ports",
     "inputs and outputs of a switch (k)", "cdx19 2.2"},
    {"stages", NOC_INTEGER, NOC_PARAMETER(STAGES), 1, 16, 2, 0, NULL, "",
     "switches that every packet crosses (n)", "cdx19 2.2: 2"},
};

/* radix to the power n; stops growing beyond what a design may have. */
static int power(int radix, int n)
{
    int value = 1;
    while (n-- > 0 && value <= NODES_MAX) value *= radix;
    return value;
}

static void grid(const noc_network_spec *spec, int *columns, int *rows)
{
    *columns = power(spec->parameters[RADIX].integer, spec->parameters[STAGES].integer);
    *rows = 1;
}

static noc_size size(const noc_network_spec *spec)
{
    const int stages = spec->parameters[STAGES].integer;
    const double nodes = power(spec->parameters[RADIX].integer, stages);
    return (noc_size){
        .routers = stages * nodes / spec->parameters[RADIX].integer,
        .channels = (stages + 1) * nodes * spec->memory_ports,
        .longest_path = stages,
    };
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    int nodes, one;
    grid(spec, &nodes, &one);
    if (nodes <= NODES_MAX) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, (const char *const[]){"network.stages", "network.radix", NULL},
        "network.radix = %d and network.stages = %d make more than %d nodes",
        spec->parameters[RADIX].integer, spec->parameters[STAGES].integer, NODES_MAX);
}

/* The switch of the next stage behind output `port` of switch `row` of stage `stage`: its digit that
 * this stage sets becomes the port. Switches have a digit less than nodes. */
static int next_row(int radix, int stages, int stage, int row, int port)
{
    const int place = power(radix, stages - 2 - stage);
    return row + (port - row / place % radix) * place;
}

static bool join_stages(noc_graph *graph, const noc_design *design, uint16_t network, int stage)
{
    const noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec];
    const int radix = spec->parameters[RADIX].integer, stages = spec->parameters[STAGES].integer;
    const int switches = (int)net->router_count / stages;
    for (int row = 0; row < switches; row++) {
        for (int port = 0; port < radix; port++) {
            const int to = next_row(radix, stages, stage, row, port);
            const double span = 1.0 + (row < to ? to - row : row - to);
            if (noc_graph_add_channel(graph, NOC_LINK, network,
                                      net->first_router + (uint32_t)(stage * switches + row),
                                      net->first_router + (uint32_t)((stage + 1) * switches + to),
                                      spec->channel_cycles,
                                      span * design->chip.tile_mm) == NOC_NONE)
                return false;
        }
    }
    return true;
}

/* Ports that memory nodes have beyond the first, at a switch of the first or the last stage. */
static int extra_ports(const noc_graph *graph, const noc_network_spec *spec, int row)
{
    const int radix = spec->parameters[RADIX].integer;
    int extra = 0;
    for (int t = row * radix; t < (row + 1) * radix; t++)
        if (graph->terminals[t].kind == NOC_MEMORY) extra += spec->memory_ports - 1;
    return extra;
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec];
    const int radix = spec->parameters[RADIX].integer, stages = spec->parameters[STAGES].integer;
    const int switches = power(radix, stages - 1);
    for (int i = 0; i < stages * switches; i++) {
        const int stage = i / switches, extra = extra_ports(graph, spec, i % switches);
        const int inputs = radix + (stage == 0 ? extra : 0);
        const int outputs = radix + (stage == stages - 1 ? extra : 0);
        const noc_crossbar built = {(uint16_t)inputs, (uint16_t)outputs,
                                    (uint32_t)(inputs * outputs)};
        if (noc_graph_add_router(graph, network, stage, i % switches, built) == NOC_NONE)
            return NOC_EFAILED;
    }
    for (uint32_t t = 0; t < graph->terminal_count; t++) {
        const uint32_t first = net->first_router + t / (uint32_t)radix;
        const uint32_t last = first + (uint32_t)((stages - 1) * switches);
        if (!noc_graph_attach(graph, network, t, first, last, spec->memory_ports,
                              design->chip.tile_mm))
            return NOC_EFAILED;
    }
    for (int stage = 0; stage + 1 < stages; stage++)
        if (!join_stages(graph, design, network, stage)) return NOC_EFAILED;
    return NOC_OK;
}

static void paths(const noc_graph *graph, uint16_t network, uint32_t from, uint32_t to,
                  noc_class class, noc_paths *out)
{
    const noc_network *net = &graph->networks[network];
    const int stages = graph->routers[to].column + 1;
    const uint32_t switches = net->router_count / (uint32_t)stages;
    const int radix = (int)(graph->terminal_count / switches);
    noc_paths_begin(out, 1.0);
    for (uint32_t at = from; at != to;) {
        const noc_router *r = &graph->routers[at];
        const int place = power(radix, stages - 2 - r->column);
        const int port = graph->routers[to].row / place % radix;
        const int row = next_row(radix, stages, r->column, r->row, port);
        const uint32_t next =
            net->first_router + (uint32_t)(r->column + 1) * switches + (uint32_t)row;
        noc_paths_step(out, noc_graph_link(graph, at, next), net->vcs[class]);
        at = next;
    }
}

const noc_topology_kind noc_topology_butterfly = {
    .name = "butterfly",
    .summary = "k-ary n-fly, one path for every pair",
    .source = "cdx19 2.2; Dally and Towles 2004, chapter 4",
    .keys = NOC_KEYS(keys),
    .grid = grid,
    .size = size,
    .build = build,
    .check = check,
    .paths = paths,
};
