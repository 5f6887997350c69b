/* Butterfly, k-ary n-fly: n stages of k x k switches, with one path per pair of nodes. Node numbers
 * have n digits to the base k. Stage s sets digit n-1-s of the packet's position to the
 * destination's digit. Nodes use the ports in order; with fewer nodes the last ports are unused.
 *
 * A tailored butterfly (cdx19 2.4) lacks switches, ports and links that no packet uses: with
 * compute and memory nodes only paths between the two kinds remain. */
#include <stdio.h>

#include "base/auto.h"
#include "network/kinds/kinds.h"
#include "network/kinds/switches.h"

enum { RADIX, STAGES, LINKS, TAILORED = LINKS + NOC_LINK_PARAMETERS };
enum { NODES_MAX = 32768 }; /* columns of tiles are 16-bit numbers */

static const noc_key keys[] = {
    {"radix", NOC_INTEGER, NOC_PARAMETER(RADIX), 2, 128, 0, 1, NULL, "ports",
     "inputs and outputs of a switch (k)", "cdx19 2.2", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"stages", NOC_INTEGER, NOC_PARAMETER(STAGES), 1, 16, 2, 0, NULL, "",
     "switches that every packet crosses (n)", "cdx19 2.2: 2", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    NOC_LINK_KEYS(LINKS),
    {"tailored", NOC_CHOICE, NOC_PARAMETER(TAILORED), 0, 0, 0, NOC_YOUNGER, noc_truth_name, "",
     "whether switches, ports and links that no packet uses are left out", "cdx19 2.4", NULL,
     NOC_BY_GRAPH | NOC_BY_COST},
};

/* Returns the radix to the power n, or a value above NODES_MAX. */
static int power_of_radix(int radix, int n)
{
    int value = 1;
    while (n-- > 0 && value <= NODES_MAX) value *= radix;
    return value;
}

static int count_ports_of_spec(const noc_network_spec *spec)
{
    return power_of_radix(spec->parameters[RADIX].integer, spec->parameters[STAGES].integer);
}

static noc_size estimate_size(const noc_network_spec *spec)
{
    const int stages = spec->parameters[STAGES].integer;
    const double ports = count_ports_of_spec(spec);
    return (noc_size){
        .router_count = stages * ports / spec->parameters[RADIX].integer,
        .link_count = (stages - 1) * ports,
        .longest_path = stages,
    };
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int ports = count_ports_of_spec(spec),
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

/* Returns the switch of the next stage behind output `port` of switch `row`: the digit that the
 * stage sets becomes the port. Switch numbers have one digit fewer than node numbers. */
static int find_next_row(int radix, int stages, int stage, int row, int port)
{
    const int digit_weight = power_of_radix(radix, stages - 2 - stage);
    return row + (port - row / digit_weight % radix) * digit_weight;
}

/* Returns the switch at `row` of a stage; NOC_NONE if it is left out. */
static uint32_t find_switch(const noc_graph *g, const noc_network *net, int stage, int row)
{
    uint32_t first = net->first_router, end = first + net->router_count;
    while (first < end) { /* switches are in the order of stage, then row */
        const uint32_t middle = first + (end - first) / 2;
        const noc_router *r = &g->routers[middle];
        if (r->column == stage && r->row == row) return middle;
        if (r->column < stage || (r->column == stage && r->row < row))
            first = middle + 1;
        else
            end = middle;
    }
    return NOC_NONE;
}

/* ---- use of stages by packets ---------------------------------------------------------------- */

/* Use of a stage by packets. The low digits of a switch's number, `source_count` values, are those
 * of sources; the high digits are those of destinations. */
typedef struct stage_use {
    int radix, source_count;
    /* [class][low digits]: true if a node with these digits sends packets */
    bool *has_source[NOC_CLASSES];
    /* [class][high digits and output]: true if a node with these digits receives packets */
    bool *has_destination[NOC_CLASSES];
} stage_use;

/* Finds the use of a stage. When out of memory, the arena is short. */
static void find_stage_use(noc_arena *arena, const noc_switches *s, int stage, stage_use *use)
{
    const noc_graph *g = s->graph;
    const int stages = s->spec->parameters[STAGES].integer;
    *use = (stage_use){.radix = s->spec->parameters[RADIX].integer};
    use->source_count = power_of_radix(use->radix, stages - 1 - stage);
    for (int class = 0; class < NOC_CLASSES; class ++) {
        bool *source = noc_arena_array(arena, (size_t)use->source_count, sizeof *source);
        bool *destination = noc_arena_array(arena, (size_t)power_of_radix(use->radix, stage + 1),
                                            sizeof *destination);
        use->has_source[class] = source;
        use->has_destination[class] = destination;
        if (arena->is_short) return;
        for (uint32_t t = 0; t < g->terminal_count; t++) {
            const bool is_memory = g->terminals[t].kind == NOC_MEMORY;
            const bool is_carried = g->networks[s->network].carries[class] || g->memory_count == 0;
            const bool has_no_memory = g->memory_count == 0;
            const int row = (int)t / use->radix;
            if (!is_carried) continue;
            if (has_no_memory || is_memory == (class == NOC_REPLY))
                source[row % use->source_count] = true;
            if (has_no_memory || is_memory == (class == NOC_REQUEST))
                destination[(int)t / use->source_count] = true;
        }
    }
}

/* True if packets use an output of a switch of the stage. */
static bool is_output_used(const stage_use *use, int row, int port)
{
    const int source_digits = row % use->source_count,
              destination_digits = row / use->source_count * use->radix + port;
    return (use->has_source[NOC_REQUEST][source_digits] &&
            use->has_destination[NOC_REQUEST][destination_digits]) ||
           (use->has_source[NOC_REPLY][source_digits] &&
            use->has_destination[NOC_REPLY][destination_digits]);
}

static bool is_switch_used(const stage_use *use, int row)
{
    for (int port = 0; port < use->radix; port++)
        if (is_output_used(use, row, port)) return true;
    return false;
}

/* ---- building -------------------------------------------------------------------------------- */

static bool is_tailored(const noc_switches *s)
{
    return s->spec->parameters[TAILORED].integer;
}

/* Adds the switches of a stage with all of their ports. A tailored butterfly has only the used
 * switches, which get their ports after the links are added. */
static void add_stage(const noc_switches *s, int stage, const stage_use *use)
{
    const int radix = use->radix, stages = s->spec->parameters[STAGES].integer;
    const int switches = power_of_radix(radix, stages - 1);
    for (int row = 0; row < switches; row++) {
        const uint32_t t = (uint32_t)(row * radix), end = t + (uint32_t)radix;
        const int extra_inputs = stage == 0 ? noc_switch_extra_ports(s, t, end, true) : 0;
        const int extra_outputs =
            stage == stages - 1 ? noc_switch_extra_ports(s, t, end, false) : 0;
        if (!is_tailored(s))
            noc_switch_add(s, stage, row, radix + extra_inputs, radix + extra_outputs);
        else if (is_switch_used(use, row))
            noc_switch_add(s, stage, row, 0, 0);
    }
}

/* Adds the links behind a stage. */
static void join_stage(const noc_switches *s, int stage, const stage_use *use)
{
    const noc_network *net = &s->graph->networks[s->network];
    const int stages = s->spec->parameters[STAGES].integer;
    const int switches = power_of_radix(use->radix, stages - 1);
    for (int row = 0; row < switches; row++) {
        for (int port = 0; port < use->radix; port++) {
            if (is_tailored(s) && !is_output_used(use, row, port)) continue;
            const int next_row_number = find_next_row(use->radix, stages, stage, row, port);
            noc_switch_join(s, find_switch(s->graph, net, stage, row),
                            find_switch(s->graph, net, stage + 1, next_row_number), NOC_LONG);
        }
    }
}

/* Calls `visit` for each stage, with the stage's use. */
static void visit_stages(const noc_switches *s, int end,
                         void (*visit)(const noc_switches *, int, const stage_use *))
{
    for (int stage = 0; stage < end; stage++) {
        NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
        stage_use use;
        find_stage_use(&scratch, s, stage, &use);
        s->graph->arena.is_short |= scratch.is_short;
        if (!scratch.is_short) visit(s, stage, &use);
    }
}

static void attach_nodes(const noc_switches *s)
{
    const noc_graph *g = s->graph;
    const noc_network *net = &g->networks[s->network];
    const int radix = s->spec->parameters[RADIX].integer;
    const int last = s->spec->parameters[STAGES].integer - 1;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        const int row = (int)t / radix;
        noc_switch_attach(s, t, find_switch(g, net, 0, row), find_switch(g, net, last, row),
                          NOC_LONG);
    }
}

/* Sets the ports of the switches of a tailored butterfly to those that have a channel. */
static void count_ports(noc_graph *g, uint16_t network)
{
    const noc_network *net = &g->networks[network];
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->network != network) continue;
        if (channel->kind != NOC_INJECTION) g->routers[channel->from].built_crossbar.outputs++;
        if (channel->kind != NOC_EJECTION) g->routers[channel->to].built_crossbar.inputs++;
    }
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        noc_crossbar *built = &g->routers[r].built_crossbar;
        built->crosspoints = (uint32_t)built->inputs * built->outputs;
    }
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    const noc_network_spec *spec = &design->networks[graph->networks[network].spec_index];
    const noc_switches s = {graph, network, spec, LINKS};
    const int stages = spec->parameters[STAGES].integer;
    visit_stages(&s, stages, add_stage);
    attach_nodes(&s);
    visit_stages(&s, stages - 1, join_stage);
    if (is_tailored(&s) && !graph->arena.is_short) count_ports(graph, network);
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    const int radix = spec->parameters[RADIX].integer, stages = spec->parameters[STAGES].integer;
    noc_paths_begin_way(out, 1.0);
    for (uint32_t router = from; router != to;) {
        const noc_router *r = &graph->routers[router];
        const int digit_weight = power_of_radix(radix, stages - 2 - r->column);
        const int port = graph->routers[to].row / digit_weight % radix;
        const int row = find_next_row(radix, stages, r->column, r->row, port);
        const uint32_t next = find_switch(graph, net, r->column + 1, row);
        noc_paths_add_link(out, noc_graph_link(graph, router, next), net->vcs[flow->class]);
        router = next;
    }
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const int ports = count_ports_of_spec(&design->networks[network]);
    const int nodes = noc_compute_terminals(design) + design->nodes.memory;
    snprintf(text, size, "%d nodes on %d ports, %d stay unused%s", nodes, ports, ports - nodes,
             design->networks[network].parameters[TAILORED].integer ? "; unused parts are left out"
                                                                    : "");
}

/* Writes two stages, which connect radix x radix nodes. */
static void write_size(FILE *out, const noc_starter_counts *c)
{
    int radix = 2;
    while (radix * radix < c->compute + c->memory) radix++;
    fprintf(out, " radix = %d; stages = 2;", radix);
}

const noc_topology_kind noc_topology_butterfly = {
    .name = "butterfly",
    .summary = "k-ary n-fly, one path for every pair",
    .source = "cdx19 2.2, 2.4; Dally and Towles 2004, chapter 4",
    .keys = NOC_KEYS(keys),
    .estimate_size = estimate_size,
    .build = build,
    .check = check,
    .find_paths = find_paths,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("butterfly", write_size)),
};
