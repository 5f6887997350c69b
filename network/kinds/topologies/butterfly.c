/* k-ary n-fly: n stages of k x k switches, one path for every pair. Node numbers are read as n
 * digits to the base k; stage s sets the digit n-1-s of where the packet is to that of its
 * destination. Nodes take the ports in order; where there are fewer, the last ports stay unused. */
#include <stdio.h>

#include "network/kinds/kinds.h"
#include "network/kinds/switches.h"

enum { RADIX, STAGES, LINKS };
enum { NODES_MAX = 32768 }; /* columns of tiles are counted in 16 bits */

static const noc_key keys[] = {
    {"radix", NOC_INTEGER, NOC_PARAMETER(RADIX), 2, 128, 0, 1, NULL, "ports",
     "inputs and outputs of a switch (k)", "cdx19 2.2", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"stages", NOC_INTEGER, NOC_PARAMETER(STAGES), 1, 16, 2, 0, NULL, "",
     "switches that every packet crosses (n)", "cdx19 2.2: 2", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    NOC_LINK_KEYS(LINKS),
};

/* radix to the power n; stops growing beyond what a design may have. */
static int power(int radix, int n)
{
    int value = 1;
    while (n-- > 0 && value <= NODES_MAX) value *= radix;
    return value;
}

static int port_count(const noc_network_spec *spec)
{
    return power(spec->parameters[RADIX].integer, spec->parameters[STAGES].integer);
}

static noc_size size(const noc_network_spec *spec)
{
    const int stages = spec->parameters[STAGES].integer;
    const double ports = port_count(spec);
    return (noc_size){
        .routers = stages * ports / spec->parameters[RADIX].integer,
        .links = (stages - 1) * ports,
        .longest_path = stages,
    };
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int ports = port_count(spec),
              nodes = noc_compute_terminals(design) + design->nodes.memory;
    if (ports <= NODES_MAX && nodes <= ports) return NOC_OK;
    if (ports <= NODES_MAX)
        return noc_design_conflict(
            design, diag, network,
            NOC_PATHS("network.radix", "network.stages", "nodes.compute", "nodes.memory"),
            "nodes.compute + nodes.memory = %d + %d does not fit a %d-ary "
            "%d-fly (at most %d nodes)",
            noc_compute_terminals(design), design->nodes.memory, spec->parameters[RADIX].integer,
            spec->parameters[STAGES].integer, ports);
    return noc_design_conflict(design, diag, network, NOC_PATHS("network.stages", "network.radix"),
                               "network.radix = %d and network.stages = %d make more than %d nodes",
                               spec->parameters[RADIX].integer, spec->parameters[STAGES].integer,
                               NODES_MAX);
}

/* The switch of the next stage behind output `port` of switch `row` of stage `stage`: its digit
 * that this stage sets becomes the port. Switches have a digit less than nodes. */
static int next_row(int radix, int stages, int stage, int row, int port)
{
    const int place = power(radix, stages - 2 - stage);
    return row + (port - row / place % radix) * place;
}

static bool join_stages(const noc_switches *s, int stage)
{
    const noc_network *net = &s->graph->networks[s->network];
    const int radix = s->spec->parameters[RADIX].integer;
    const int stages = s->spec->parameters[STAGES].integer;
    const int switches = (int)net->router_count / stages;
    for (int row = 0; row < switches; row++) {
        for (int port = 0; port < radix; port++) {
            const int to = next_row(radix, stages, stage, row, port);
            if (!noc_switch_join(s, net->first_router + (uint32_t)(stage * switches + row),
                                 net->first_router + (uint32_t)((stage + 1) * switches + to),
                                 NOC_LONG))
                return false;
        }
    }
    return true;
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec];
    const int radix = spec->parameters[RADIX].integer, stages = spec->parameters[STAGES].integer;
    const int switches = power(radix, stages - 1);
    const noc_switches s = {graph, network, spec, LINKS};
    for (int i = 0; i < stages * switches; i++) {
        const int stage = i / switches, row = i % switches;
        const uint32_t t = (uint32_t)(row * radix), end = t + (uint32_t)radix;
        const int in = stage == 0 ? noc_switch_extra_ports(&s, t, end, true) : 0;
        const int out = stage == stages - 1 ? noc_switch_extra_ports(&s, t, end, false) : 0;
        if (noc_switch_add(&s, stage, row, radix + in, radix + out) == NOC_NONE) return NOC_EFAILED;
    }
    for (uint32_t t = 0; t < graph->terminal_count; t++) {
        const uint32_t first = net->first_router + t / (uint32_t)radix;
        const uint32_t last = first + (uint32_t)((stages - 1) * switches);
        if (!noc_switch_attach(&s, t, first, last, NOC_LONG)) return NOC_EFAILED;
    }
    for (int stage = 0; stage + 1 < stages; stage++)
        if (!join_stages(&s, stage)) return NOC_EFAILED;
    return NOC_OK;
}

static void paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                  const noc_flow *flow, noc_paths *out)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    const int radix = spec->parameters[RADIX].integer, stages = spec->parameters[STAGES].integer;
    const uint32_t switches = net->router_count / (uint32_t)stages;
    noc_paths_begin(out, 1.0);
    for (uint32_t at = from; at != to;) {
        const noc_router *r = &graph->routers[at];
        const int place = power(radix, stages - 2 - r->column);
        const int port = graph->routers[to].row / place % radix;
        const int row = next_row(radix, stages, r->column, r->row, port);
        const uint32_t next =
            net->first_router + (uint32_t)(r->column + 1) * switches + (uint32_t)row;
        noc_paths_step(out, noc_graph_link(graph, at, next), net->vcs[flow->class]);
        at = next;
    }
}

static void explain(const noc_design *design, int network, char *text, size_t size)
{
    const int ports = port_count(&design->networks[network]);
    const int nodes = noc_compute_terminals(design) + design->nodes.memory;
    snprintf(text, size, "%d nodes on %d ports, %d stay unused", nodes, ports, ports - nodes);
}

/* Two stages reach radix x radix nodes. */
static void write_size(FILE *out, const noc_starter_counts *c)
{
    int radix = 2;
    while (radix * radix < c->compute + c->memory) radix++;
    fprintf(out, " radix = %d; stages = 2;", radix);
}

const noc_topology_kind noc_topology_butterfly = {
    .name = "butterfly",
    .summary = "k-ary n-fly, one path for every pair",
    .source = "cdx19 2.2; Dally and Towles 2004, chapter 4",
    .keys = NOC_KEYS(keys),
    .size = size,
    .build = build,
    .check = check,
    .paths = paths,
    .explain = explain,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("butterfly", write_size)),
};
