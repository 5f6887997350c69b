/* Graph from CSV files: routers, links, and nodes at routers (docs/graphs.md). Nodes have no tiles:
 * compute nodes come first, then memory nodes. Routes are read from a file, or are minimal. */
#include <stdio.h>
#include <stdlib.h>

#include "base/auto.h"
#include "network/files/graph_files.h"
#include "network/files/wiring_check.h"
#include "network/files/wiring_layers.h"
#include "network/files/wiring_links.h"
#include "network/graph/die_links.h"
#include "network/graph/guide.h"
#include "network/kinds/choices.h"
#include "network/kinds/die_link_keys.h"
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "network/kinds/unread_conditions.h"

NOC_NAMES(tie_rule_name, "lowest", "booksim")
NOC_NAMES(choice_name, "share", "least-outstanding")

static bool has_routes(const noc_unread_question *question)
{
    const noc_wiring *w = noc_unread_network_spec(question)->wiring;
    return w && w->step_count > 0;
}

static const noc_unread_condition own_routes = {has_routes, false, NULL,
                                                "ways follow network.routes"};

static bool has_no_routes(const noc_unread_question *question)
{
    return !has_routes(question);
}

static const noc_unread_condition no_routes = {
    has_no_routes, false, NULL,
    "packets have one way for every pair (network.routes is not given)"};

static const noc_key keys[] = {
    {"links", NOC_TEXT, NOC_PARAMETER(NOC_WIRING_LINKS), 0, 0, 0, 1, NULL, "",
     "CSV file of the links, a direction a line: from,to,cycles,mm[,flit_bytes][,lanes]"
     "[,flits_per_cycle]; its name counts from the design file's folder",
     "", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"attach", NOC_TEXT, NOC_PARAMETER(NOC_WIRING_ATTACH), 0, 0, 0, 1, NULL, "",
     "CSV file of the nodes, compute nodes first: node,router[,kind][,ports][,flits_per_cycle]"
     "[,die]",
     "", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"routes", NOC_TEXT, NOC_PARAMETER(NOC_WIRING_ROUTES), 0, 0, 0, 0, NULL, "",
     "CSV file of the ways from router to router: router,destination,next[,share][,vcs]; without "
     "it they are the shortest in cycles",
     "", NULL, NOC_BY_ROUTES},
    {"positions", NOC_TEXT, NOC_PARAMETER(NOC_WIRING_POSITIONS), 0, 0, 0, 0, NULL, "",
     "CSV file of where routers stand, in tiles: router,x,y[,die]; for drawings, and for links "
     "without a length",
     "", NULL, NOC_BY_CONTENTION | NOC_BY_COST},
    {"route_ties", NOC_CHOICE, NOC_PARAMETER(NOC_GRAPH_TIES), 0, 0, NOC_TIES_LOWEST, 0,
     tie_rule_name, "",
     "which of the shortest ways: over fewest links, then by the lowest router at each step; or "
     "as BookSim's anynet finds them",
     "BookSim 2.0: anynet", NOC_UNREAD(&own_routes), NOC_BY_ROUTES},
    {"choice", NOC_CHOICE, NOC_PARAMETER(NOC_GRAPH_CHOICE), 0, 0, NOC_CHOICE_BY_SHARE, NOC_YOUNGER,
     choice_name, "",
     "where several rows of routes lead on to a destination: packets are drawn by their shares, or "
     "take the link with the fewest flits outstanding",
     "", NOC_UNREAD(&no_routes), NOC_BY_ROUTES},
    NOC_DIE_LINK_KEYS,
};

/* Small GPU: four crossbars of three cores each, and two with two memory nodes each. */
static const noc_embedded_file starter_files[] = {
    {"links.csv", "from,to,cycles,mm\n"
                  "0,4,2,4\n1,4,2,4\n2,4,3,6\n3,4,3,6\n"
                  "4,0,2,4\n4,1,2,4\n4,2,3,6\n4,3,3,6\n"
                  "0,5,3,6\n1,5,3,6\n2,5,2,4\n3,5,2,4\n"
                  "5,0,3,6\n5,1,3,6\n5,2,2,4\n5,3,2,4\n"},
    {"attach.csv", "node,router,kind\n"
                   "0,0,compute\n1,0,compute\n2,0,compute\n"
                   "3,1,compute\n4,1,compute\n5,1,compute\n"
                   "6,2,compute\n7,2,compute\n8,2,compute\n"
                   "9,3,compute\n10,3,compute\n11,3,compute\n"
                   "12,4,memory\n13,4,memory\n14,5,memory\n15,5,memory\n"},
    {NULL, NULL},
};

static noc_size estimate_size(const noc_network_spec *spec)
{
    const noc_wiring *w = spec->wiring;
    double links = 0.0;
    if (!w) return (noc_size){.router_count = 1, .longest_path = 1};
    for (size_t i = 0; i < w->link_count; i++) links += w->links[i].lanes;
    return (noc_size){
        .router_count = w->router_count,
        .link_count = links,
        .longest_path = w->links_on_longest_path + 1.0,
        .table_bytes =
            (double)w->router_count * w->router_count * (sizeof(uint16_t) + 1 + NOC_CLASSES),
    };
}

/* ---- columns that are not read -------------------------------------------------------------- */

typedef const noc_unread_question question;

static const noc_wire *find_link(question *q, size_t row)
{
    return &noc_unread_network_spec(q)->wiring->links[row];
}

static size_t link_count(question *q)
{
    return noc_unread_network_spec(q)->wiring->link_count;
}

static int link_line(question *q, size_t row)
{
    return find_link(q, row)->line;
}

static const char *links_file(question *q)
{
    return noc_unread_network_spec(q)->wiring->files[NOC_WIRING_LINKS];
}

/* True if a link carries more flits per cycle than its router has steps: a router passes one flit
 * per step to an output. */
static bool is_faster_than_routers(question *q, size_t row)
{
    return noc_wire_rate(noc_unread_network_spec(q), find_link(q, row)) >
           noc_unread_network_spec(q)->internal_speedup;
}

static bool has_unused_rate(question *q, size_t row)
{
    return find_link(q, row)->flits_per_cycle > 0.0 && is_faster_than_routers(q, row);
}

static bool has_unused_width(question *q, size_t row)
{
    const noc_wire *link = find_link(q, row);
    return link->flit_bytes > noc_unread_network_spec(q)->flit_bytes &&
           !(link->flits_per_cycle > 0.0) && is_faster_than_routers(q, row);
}

static bool has_rate_and_width(question *q, size_t row)
{
    return find_link(q, row)->flits_per_cycle > 0.0 && find_link(q, row)->flit_bytes > 0;
}

static const char router_limit_treatment[] = "is not read beyond what routers pass",
                  router_limit_reason[] = "a flit a step (network.internal_speedup)";

static bool is_between_dies(question *q, size_t row)
{
    return noc_wire_is_between_dies(noc_unread_network_spec(q)->wiring, find_link(q, row));
}

static bool has_cycles_of_dies(question *q, size_t row)
{
    return is_between_dies(q, row) && find_link(q, row)->cycles > 0 &&
           noc_unread_network_spec(q)->die_links.cycles > 0;
}

static bool has_rate_of_dies(question *q, size_t row)
{
    return is_between_dies(q, row) && find_link(q, row)->flits_per_cycle > 0.0 &&
           noc_unread_network_spec(q)->die_links.flits_per_cycle > 0.0;
}

static bool has_width_of_dies(question *q, size_t row)
{
    return is_between_dies(q, row) && find_link(q, row)->flit_bytes > 0 &&
           noc_unread_network_spec(q)->die_links.flits_per_cycle > 0.0;
}

static const char cycles_of_dies[] =
    "the link goes from a die to another (network.die_links.cycles)",
                  rate_of_dies[] =
                      "the link goes from a die to another (network.die_links.flits_per_cycle)";

static const noc_unread_column link_columns[] = {
    {"cycles", has_cycles_of_dies, NULL, cycles_of_dies},
    {"flits_per_cycle", has_rate_of_dies, NULL, rate_of_dies},
    {"flit_bytes", has_width_of_dies, NULL, rate_of_dies},
    {"flits_per_cycle", has_unused_rate, router_limit_treatment, router_limit_reason},
    {"flit_bytes", has_unused_width, router_limit_treatment, router_limit_reason},
    {"flit_bytes", has_rate_and_width, NULL, "the line has its flits_per_cycle"},
};

static size_t step_count(question *q)
{
    return noc_unread_network_spec(q)->wiring->step_count;
}

static int step_line(question *q, size_t row)
{
    return noc_unread_network_spec(q)->wiring->steps[row].line;
}

static const char *routes_file(question *q)
{
    return noc_unread_network_spec(q)->wiring->files[NOC_WIRING_ROUTES];
}

static bool has_missing_vcs(question *q, size_t row)
{
    const noc_network_spec *spec = noc_unread_network_spec(q);
    return spec->wiring->steps[row].vcs >> (spec->virtual_channels - 1) > 1;
}

static const noc_unread_column step_columns[] = {
    {"vcs", has_missing_vcs, "is not read in full", "it names more than network.virtual_channels"},
};

static const noc_unread_table tables[] = {
    {link_count, link_line, NULL, links_file, link_columns,
     sizeof link_columns / sizeof link_columns[0]},
    {step_count, step_line, NULL, routes_file, step_columns,
     sizeof step_columns / sizeof step_columns[0]},
    {NULL, NULL, NULL, NULL, NULL, 0},
};

/* ---- building ------------------------------------------------------------------------------- */

/* Returns the injection and ejection ports of a node. */
static noc_memory_ports find_ports(const noc_network_spec *spec, const noc_wired_node *node,
                                   bool is_memory)
{
    if (node->ports) return (noc_memory_ports){node->ports, node->ports};
    return is_memory ? noc_count_memory_ports(spec) : (noc_memory_ports){1, 1};
}

static void add_port(noc_graph *g, noc_channel_kind kind, uint16_t network, uint32_t terminal,
                     const noc_wired_node *node)
{
    const uint32_t router = g->networks[network].first_router + node->router;
    const uint32_t channel =
        noc_graph_add_port(g, kind, network, terminal, router, 1, noc_local_link_mm);
    if (node->flits_per_cycle > 0.0) g->channels[channel].flits_per_cycle = node->flits_per_cycle;
}

static void attach_node(noc_graph *g, uint16_t network, const noc_network_spec *spec,
                        uint32_t terminal)
{
    const noc_wired_node *node = noc_wired_node_of(spec->wiring, g, terminal);
    const noc_memory_ports ports =
        find_ports(spec, node, g->terminals[terminal].kind == NOC_MEMORY);
    const int injection_ports = noc_terminal_injects(g, network, terminal) ? ports.injections : 0;
    const int ejection_ports = noc_terminal_ejects(g, network, terminal) ? ports.ejections : 0;
    for (int p = 0; p < injection_ports || p < ejection_ports; p++) {
        if (p < injection_ports) add_port(g, NOC_INJECTION, network, terminal, node);
        if (p < ejection_ports) add_port(g, NOC_EJECTION, network, terminal, node);
    }
}

static void add_link(noc_graph *g, const noc_design *design, uint16_t network, const noc_wire *link)
{
    const noc_network *net = &g->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    for (int lane = 0; lane < link->lanes; lane++) {
        const uint32_t channel =
            noc_graph_add_channel(g, NOC_LINK, network, net->first_router + link->source_router,
                                  net->first_router + link->target_router,
                                  noc_wire_cycles(spec, link), noc_wire_mm(design, spec, link));
        g->channels[channel].flits_per_cycle = noc_wire_rate(spec, link);
        g->channels[channel].crosses_dies = noc_wire_is_between_dies(spec->wiring, link);
    }
}

static void add_routers(noc_graph *g, uint16_t network, const noc_wiring *w)
{
    for (uint32_t r = 0; r < w->router_count; r++) {
        const uint32_t router =
            noc_graph_add_router(g, network, (int)r, 0, (noc_crossbar){0, 0, 0});
        if (w->router_dies) g->routers[router].die = w->router_dies[r];
    }
}

static void build(noc_graph *g, const noc_design *design, uint16_t network)
{
    noc_network *net = &g->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const noc_wiring *w = spec->wiring;
    net->is_numbered = true;
    if (w->step_count > 0 && spec->parameters[NOC_GRAPH_CHOICE].integer != NOC_CHOICE_BY_SHARE)
        net->vc.route_choice = NOC_CHOICE_LEAST;
    add_routers(g, network, w);
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        if (w->router_dies) noc_graph_set_die(g, t, w->router_dies[noc_wired_router(w, g, t)]);
        attach_node(g, network, spec, t);
    }
    for (size_t i = 0; i < w->link_count; i++) add_link(g, design, network, &w->links[i]);
    noc_graph_size_crossbars(g, network);
}

/* ---- paths ---------------------------------------------------------------------------------- */

static noc_status prepare_paths(noc_system *system, uint16_t network, noc_diag *diag)
{
    noc_network *net = &system->graph.networks[network];
    const noc_network_spec *spec = &system->design->networks[net->spec_index];
    const noc_wiring *w = spec->wiring;
    if (w->files[NOC_WIRING_ROUTES]) return noc_wiring_ways_check(system, network, diag);
    NOC_AUTO_FREE uint16_t *cycles = malloc((w->link_count + 1) * sizeof *cycles);
    if (!cycles) return noc_fail_memory(diag);
    for (size_t i = 0; i < w->link_count; i++)
        cycles[i] = (uint16_t)noc_wire_cycles(spec, &w->links[i]);
    net->guide =
        noc_guide_find_minimal(&system->graph.arena, w, cycles,
                               (noc_path_tie_rule)spec->parameters[NOC_GRAPH_TIES].integer);
    if (!net->guide) return noc_fail_memory(diag);
    const noc_status status = noc_wiring_ways_check(system, network, diag);
    return status == NOC_OK ? noc_wiring_make_plans(system, network, diag) : status;
}

/* Adds a path for each drawn number. A packet uses the parallel channel of its number, modulo the
 * channels there, on all links. */
static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    noc_wired_paths(spec->wiring, graph, net, from, to, flow->class, out);
}

static void find_options(const noc_routed_packet *packet, noc_options *out)
{
    noc_wired_options(packet->spec->wiring, packet, out);
}

static void find_starts(const noc_routed_packet *packet, noc_options *out)
{
    const uint32_t lanes = noc_wiring_lane_numbers(packet->spec->wiring);
    for (uint32_t lane = 0; lane < lanes; lane++) noc_options_add_start(out, lane, 1.0 / lanes);
}

static bool has_dies(const noc_network_spec *spec)
{
    return spec->wiring && spec->wiring->die_count > 0;
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const noc_network_spec *spec = &design->networks[network];
    const noc_wiring *w = spec->wiring;
    const int used =
        snprintf(text, size, "%u routers, %zu links one way each, routes %s", w->router_count,
                 w->link_count, w->step_count ? "of a file" : "shortest in cycles");
    if (w->die_count > 0 && used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, "; %d dies", w->die_count);
}

const noc_topology_kind noc_topology_file = {
    .name = "file",
    .summary = "a graph: links, nodes and routes from CSV files",
    .source = "",
    .keys = NOC_KEYS(keys),
    .estimate_size = estimate_size,
    .read_files = noc_graph_files_read,
    .starter_files = starter_files,
    .unread_tables = tables,
    .print_files = noc_graph_files_print,
    .build = build,
    .check = noc_wiring_check,
    .has_dies = has_dies,
    .prepare = prepare_paths,
    .find_paths = find_paths,
    .find_options = find_options,
    .find_starts = find_starts,
    .refuse_circle = noc_wiring_refuse_circle,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS({
        .name = "file",
        .compute = 12,
        .memory = 4,
        .request = {"file",
                    "links = \"links.csv\"; attach = \"attach.csv\";\n"
                    "            flit_bytes = 32; virtual_channels = 4;",
                    NULL},
        .clock_mhz = NOC_STARTER_MHZ,
    }),
};
