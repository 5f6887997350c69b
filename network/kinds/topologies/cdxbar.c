/* CD-Xbar (cdx19 3.2): local crossbars concentrate the requests of a group of SMs onto a few
 * converged ports; a global crossbar distributes them to the memory nodes. Replies go back the same
 * way. The converged ports of a group are parallel channels between the same two switches, and a
 * rule selects one for each packet.
 *
 * Several global crossbars, each with its share of the memory nodes, form a cascade of crossbars
 * (cdx19 2.4): each local crossbar has its converged ports to every global one. With one port to
 * each a packet has a single path. */
#include <stdio.h>

#include "network/kinds/choices.h"
#include "network/kinds/kinds.h"
#include "network/kinds/switches.h"
#include "network/kinds/unread_conditions.h"

enum {
    LOCAL_CROSSBARS,
    CONVERGED_PORTS,
    PORT_CHOICE,
    LINK_PARAMETERS,
    GLOBAL_CROSSBARS = LINK_PARAMETERS + NOC_LINK_PARAMETERS
};

static bool has_one_converged_port(const noc_unread_question *question)
{
    return noc_unread_network_spec(question)->parameters[CONVERGED_PORTS].integer == 1;
}

static const noc_unread_condition one_converged_port = {has_one_converged_port, false, NULL,
                                                        "there is one converged port to choose"};

static const noc_key keys[] = {
    {"local_crossbars", NOC_INTEGER, NOC_PARAMETER(LOCAL_CROSSBARS), 1, 1024, 8, 0, NULL,
     "switches", "local crossbars, which share the compute nodes as evenly as can be", "cdx19 4: 8",
     NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"converged_ports", NOC_INTEGER, NOC_PARAMETER(CONVERGED_PORTS), 1, 64, 3, 0, NULL, "ports",
     "channels between a local crossbar and a global one, each way", "cdx19 4: 3", NULL,
     NOC_BY_GRAPH | NOC_BY_COST},
    {"converged_choice", &noc_link_choice_type, NOC_PARAMETER(PORT_CHOICE), 0, 0, 0, 0,
     noc_link_choice_name, "", "the port that a packet uses ('nocsight describe channel-choices')",
     "cdx19 3.3, 3.4", NOC_UNREAD(&one_converged_port), NOC_BY_ROUTES},
    NOC_LINK_KEYS(LINK_PARAMETERS),
    {"global_crossbars", NOC_INTEGER, NOC_PARAMETER(GLOBAL_CROSSBARS), 1, 1024, 1, NOC_YOUNGER,
     NULL, "switches", "global crossbars, which share the memory nodes as evenly as can be",
     "cdx19 2.4", NULL, NOC_BY_GRAPH | NOC_BY_COST},
};

static noc_size estimate_size(const noc_network_spec *spec)
{
    const double locals = spec->parameters[LOCAL_CROSSBARS].integer;
    const double globals = spec->parameters[GLOBAL_CROSSBARS].integer;
    return (noc_size){
        .router_count = locals + globals,
        .link_count = 2 * locals * globals * spec->parameters[CONVERGED_PORTS].integer,
        .longest_path = 2,
    };
}

static int count_local_switches(const noc_network_spec *spec)
{
    return spec->parameters[LOCAL_CROSSBARS].integer;
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int locals = spec->parameters[LOCAL_CROSSBARS].integer;
    const int globals = spec->parameters[GLOBAL_CROSSBARS].integer;
    const int computes = noc_compute_terminals(design);
    if (design->nodes.memory == 0)
        return noc_design_conflict(
            design, diag, network, NOC_PATHS("nodes.memory", "network.topology"),
            "topology \"cdxbar\" connects compute nodes to memory nodes (nodes.memory >= 1)");
    if (locals > computes)
        return noc_design_conflict(
            design, diag, network, NOC_PATHS("network.local_crossbars", "nodes.compute"),
            "network.local_crossbars = %d, but there are %d compute nodes (at most one local "
            "crossbar each)",
            locals, computes);
    if (globals > design->nodes.memory)
        return noc_design_conflict(
            design, diag, network, NOC_PATHS("network.global_crossbars", "nodes.memory"),
            "network.global_crossbars = %d, but nodes.memory = %d (at most one global crossbar "
            "each)",
            globals, design->nodes.memory);
    return NOC_OK;
}

/* Returns the inputs (or outputs) of a switch with ports towards the SMs and towards the memory
 * nodes. */
static int count_ports(const noc_network *net, int towards_sms, int towards_memory, bool inputs)
{
    return (net->carries[inputs ? NOC_REQUEST : NOC_REPLY] ? towards_sms : 0) +
           (net->carries[inputs ? NOC_REPLY : NOC_REQUEST] ? towards_memory : 0);
}

/* Adds a switch with ports on both sides, in the directions that the network's classes use. */
static uint32_t add_switch(const noc_switches *s, int stage, int row, int sms,
                           noc_memory_ports memories)
{
    const noc_network *net = &s->graph->networks[s->network];
    return noc_switch_add(s, stage, row, count_ports(net, sms, memories.injections, true),
                          count_ports(net, sms, memories.ejections, false));
}

static void join_converged(const noc_switches *s, uint32_t local, uint32_t global)
{
    const noc_network *net = &s->graph->networks[s->network];
    for (int p = 0; p < s->spec->parameters[CONVERGED_PORTS].integer; p++) {
        if (net->carries[NOC_REQUEST]) noc_switch_join(s, local, global, NOC_LONG);
        if (net->carries[NOC_REPLY]) noc_switch_join(s, global, local, NOC_LONG);
    }
}

/* Adds the local crossbars, drawn at one end, with their nodes. */
static void add_locals(const noc_switches *s, int computes, int stage)
{
    const noc_parameter *parameters = s->spec->parameters;
    const int locals = parameters[LOCAL_CROSSBARS].integer;
    const int up_ports = parameters[CONVERGED_PORTS].integer * parameters[GLOBAL_CROSSBARS].integer;
    for (int g = 0; g < locals; g++) {
        const int first = noc_group_start(computes, locals, g);
        const int end = noc_group_start(computes, locals, g + 1);
        const uint32_t local =
            add_switch(s, stage, g, end - first, (noc_memory_ports){up_ports, up_ports});
        for (int c = first; c < end; c++)
            noc_switch_attach(s, s->graph->compute_terminals[c], local, local, NOC_SHORT);
    }
}

/* Adds the global crossbars, drawn between the local ones, with their nodes and links. */
static void add_globals(const noc_switches *s, int memories, int stage)
{
    const noc_parameter *parameters = s->spec->parameters;
    const int locals = parameters[LOCAL_CROSSBARS].integer,
              globals = parameters[GLOBAL_CROSSBARS].integer;
    const noc_memory_ports ports = noc_count_memory_ports(s->spec);
    const uint32_t first_local = s->graph->networks[s->network].first_router;
    for (int g = 0; g < globals; g++) {
        const int first = noc_group_start(memories, globals, g);
        const int end = noc_group_start(memories, globals, g + 1), memory_count = end - first;
        const uint32_t global = add_switch(
            s, stage, (2 * g + 1) * locals / (2 * globals),
            locals * parameters[CONVERGED_PORTS].integer,
            (noc_memory_ports){memory_count * ports.injections, memory_count * ports.ejections});
        for (int m = first; m < end; m++)
            noc_switch_attach(s, s->graph->memory_terminals[m], global, global, NOC_LONG);
        for (int l = 0; l < locals; l++) join_converged(s, first_local + (uint32_t)l, global);
    }
}

/* Builds the network. Local crossbars come first, so router number `locals` of the network is the
 * first global crossbar. Requests are drawn from left to right. */
static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const noc_switches s = {graph, network, spec, LINK_PARAMETERS};
    const int local_stage = net->carries[NOC_REQUEST] ? 0 : 1;
    net->vc.link_choice = spec->parameters[PORT_CHOICE].kind;
    add_locals(&s, noc_compute_terminals(design), local_stage);
    add_globals(&s, design->nodes.memory, 1 - local_stage);
}

/* Adds a path for each converged port, or, if the source alone decides, one path (cdx19 3.3: PortID
 * = SourceID % #Ports). */
static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    const uint32_t ports = (uint32_t)spec->parameters[CONVERGED_PORTS].integer;
    const bool is_fixed = net->vc.link_choice->has_fixed_channel;
    const uint32_t number = graph->terminals[flow->source].number;
    for (uint32_t p = 0; p < ports; p++) {
        if (is_fixed && p != number % ports) continue;
        noc_paths_begin_way(out, is_fixed ? 1.0 : 1.0 / ports);
        noc_paths_add_link(out, noc_graph_parallel_link(graph, from, to, p), net->vcs[flow->class]);
    }
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const noc_network_spec *spec = &design->networks[network];
    const int locals = spec->parameters[LOCAL_CROSSBARS].integer;
    const int globals = spec->parameters[GLOBAL_CROSSBARS].integer;
    const int converged = spec->parameters[CONVERGED_PORTS].integer;
    char groups[64], shares[64], link_text[120] = "each";
    noc_describe_groups(noc_compute_terminals(design), locals, groups, sizeof groups);
    noc_describe_groups(design->nodes.memory, globals, shares, sizeof shares);
    if (globals > 1)
        snprintf(link_text, sizeof link_text, "to each of %d global ones (%s)", globals, shares);
    snprintf(text, size,
             "%d compute nodes at %d local crossbars (%s), %d converged ports %s, %d in all",
             noc_compute_terminals(design), locals, groups, converged, link_text,
             locals * globals * converged);
}

/* Writes about ten compute nodes per local crossbar, as in cdx19 for 80. */
static void write_size(FILE *out, const noc_starter_counts *c)
{
    const int crossbars = (c->compute + 9) / 10;
    fprintf(out, " local_crossbars = %d; converged_ports = 3;", crossbars);
}

const noc_topology_kind noc_topology_cdxbar = {
    .name = "cdxbar",
    .summary =
        "converge-diverge crossbar: local crossbars, converged ports, a global crossbar; with "
        "several global ones a cascade of crossbars",
    .source = "cdx19 3.2, Figure 5; 2.4",
    .keys = NOC_KEYS(keys),
    .estimate_size = estimate_size,
    .count_local_switches = count_local_switches,
    .build = build,
    .check = check,
    .find_paths = find_paths,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("cdxbar", write_size)),
};
