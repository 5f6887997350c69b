/* Dragonfly (Kim, Dally, Scott, Abts, ISCA 2008): groups of routers, with a link between every two
 * routers of a group, and one global link between every two groups. A router has `concentration`
 * nodes and `global_channels` global links. Link x of group G, x from 0, leads to the x-th of the
 * other groups, and belongs to router x / global_channels of the group. */
#include <math.h>
#include <stdio.h>

#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "network/kinds/leaves.h"
#include "network/kinds/traffic_keys.h"
#include "network/kinds/ugal.h"

enum { CONCENTRATION, ROUTERS, GLOBAL_LINKS, GLOBAL_CYCLES, MEMORY, THRESHOLD };
enum { NODES_MAX = 32768 };

static const noc_key keys[] = {
    {"concentration", NOC_INTEGER, NOC_PARAMETER(CONCENTRATION), 1, 64, 0, 1, NULL, "nodes",
     "nodes of a router", "", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"routers_per_group", NOC_INTEGER, NOC_PARAMETER(ROUTERS), 1, 128, 0, 1, NULL, "routers",
     "routers of a group, every two of them linked", "Kim et al. 2008: twice the nodes of a router",
     NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"global_channels", NOC_INTEGER, NOC_PARAMETER(GLOBAL_LINKS), 1, 64, 0, 1, NULL, "links",
     "from a router to other groups; there is a group more than such links of a group",
     "Kim et al. 2008: the number of nodes of a router", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"global_channel_cycles", NOC_INTEGER, NOC_PARAMETER(GLOBAL_CYCLES), 0, 1000, 0, 0, NULL,
     "cycles", "latency of the links between groups; 0: channel_cycles", "", NULL, NOC_BY_LOADS},
    NOC_LEAVES_KEY(MEMORY),
    NOC_UGAL_KEY(THRESHOLD, 30),
};

/* ---- numbers -------------------------------------------------------------------------------- */

typedef struct shape {
    int concentration, routers, global_links, groups;
} shape;

static shape read_shape(const noc_network_spec *spec)
{
    const noc_parameter *parameters = spec->parameters;
    const int links = parameters[ROUTERS].integer * parameters[GLOBAL_LINKS].integer;
    return (shape){parameters[CONCENTRATION].integer, parameters[ROUTERS].integer,
                   parameters[GLOBAL_LINKS].integer, links + 1};
}

static double count_nodes(const shape *s)
{
    return (double)s->concentration * s->routers * s->groups;
}

/* Returns the number of the global link of one group to another; the second function returns the
 * router with this link. */
static int find_global_link(int group, int other)
{
    return other < group ? other : other - 1;
}

static int find_gateway(const shape *s, int group, int other)
{
    return group * s->routers + find_global_link(group, other) / s->global_links;
}

static noc_size estimate_size(const noc_network_spec *spec)
{
    const shape s = read_shape(spec);
    const double routers = (double)s.routers * s.groups;
    return (noc_size){.router_count = routers,
                      .link_count = routers * (s.routers - 1.0 + s.global_links),
                      .longest_path = 4,
                      .path_count = 1};
}

enum { CHOICE_VC_SETS = 3 };

static noc_status check_vcs(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int classes = noc_network_is_shared(design, network) ? 2 : 1;
    const int min_vcs = noc_network_min_vcs(design, network);
    if (spec->routing->choice == NOC_CHOICE_NONE || min_vcs >= CHOICE_VC_SETS) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.virtual_channels", "network.routing"),
        "network.virtual_channels = %d: routing \"%s\" needs %d of a dragonfly for each class of "
        "packets, so %d here",
        spec->virtual_channels, spec->routing->name, CHOICE_VC_SETS, classes * CHOICE_VC_SETS);
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const shape s = read_shape(&design->networks[network]);
    const double max_nodes = count_nodes(&s);
    const int nodes = noc_compute_terminals(design) + design->nodes.memory;
    const char *const keys_of_size[] = {"network.routers_per_group",
                                        "network.global_channels",
                                        "network.concentration",
                                        "nodes.compute",
                                        "nodes.memory",
                                        NULL};
    if (max_nodes > NODES_MAX)
        return noc_design_conflict(design, diag, network, keys_of_size,
                                   "network.routers_per_group = %d, network.global_channels = %d "
                                   "and network.concentration = %d make more than %d nodes",
                                   s.routers, s.global_links, s.concentration, NODES_MAX);
    if (nodes <= max_nodes) return check_vcs(design, network, diag);
    return noc_design_conflict(design, diag, network, keys_of_size,
                               "nodes.compute + nodes.memory = %d + %d does not fit a dragonfly of "
                               "%d groups of %d routers (at most %.0f nodes)",
                               noc_compute_terminals(design), design->nodes.memory, s.groups,
                               s.routers, max_nodes);
}

/* ---- building ------------------------------------------------------------------------------- */

/* Adds the routers, group by group, with their nodes. */
static void add_routers(noc_graph *g, const noc_design *design, uint16_t network, const shape *s)
{
    const noc_network *net = &g->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const noc_leaves leaves = {g, network, s->concentration, spec->parameters[MEMORY].integer,
                               noc_count_memory_ports(spec)};
    const noc_crossbar nodes = noc_leaf_count_ports(&leaves);
    const int links = s->routers - 1 + s->global_links;
    const int inputs = nodes.inputs + links, outputs = nodes.outputs + links;
    const noc_crossbar built = {(uint16_t)inputs, (uint16_t)outputs,
                                (uint32_t)inputs * (uint32_t)outputs};
    for (int group = 0; group < s->groups; group++)
        for (int r = 0; r < s->routers; r++) noc_graph_add_router(g, network, r, group, built);
    for (uint32_t n = 0; n < g->terminal_count; n++) {
        const uint32_t router = net->first_router + (uint32_t)noc_leaf_of_terminal(&leaves, n);
        noc_graph_attach(g, network, n, router, router, leaves.memory_ports,
                         sqrt(s->concentration) / 2.0 * design->chip.tile_mm);
    }
}

/* Builds the network. Links within groups are half as long as a group's side, links between groups
 * half as long as the die's. */
static void build(noc_graph *g, const noc_design *design, uint16_t network)
{
    const noc_network_spec *spec = &design->networks[g->networks[network].spec_index];
    const shape s = read_shape(spec);
    const int global_cycles = spec->parameters[GLOBAL_CYCLES].integer;
    const double tile_mm = design->chip.tile_mm;
    const double local_mm = sqrt((double)s.concentration * s.routers) / 2.0 * tile_mm;
    const double global_mm = sqrt(count_nodes(&s)) / 2.0 * tile_mm;
    g->networks[network].is_numbered = true; /* drawn as a graph, not in stages */
    add_routers(g, design, network, &s);
    const uint32_t first = g->networks[network].first_router;
    for (int group = 0; group < s.groups; group++) {
        const uint32_t base = first + (uint32_t)(group * s.routers);
        for (uint32_t a = 0; a < (uint32_t)s.routers; a++)
            for (uint32_t b = a + 1; b < (uint32_t)s.routers; b++)
                noc_grid_add_link_pair(g, network, base + a, base + b, spec->channel_cycles,
                                       local_mm);
        for (int other = group + 1; other < s.groups; other++)
            noc_grid_add_link_pair(g, network, first + (uint32_t)find_gateway(&s, group, other),
                                   first + (uint32_t)find_gateway(&s, other, group),
                                   global_cycles ? global_cycles : spec->channel_cycles, global_mm);
    }
}

/* ---- paths ---------------------------------------------------------------------------------- */

static uint32_t step_to(const noc_graph *g, uint32_t from, uint32_t to, uint32_t vcs,
                        noc_paths *out)
{
    if (from != to) noc_paths_add_link(out, noc_graph_link(g, from, to), vcs);
    return to;
}

/* Adds a path: to the router with the global link in the lower half of the virtual channels, over
 * this link and to the destination in the upper half. A packet uses local links before and after a
 * global one, so that one half for both would close a circle. */
static void find_paths(const noc_network_spec *spec, const noc_graph *g, uint32_t from, uint32_t to,
                       const noc_flow *flow, noc_paths *out)
{
    const shape s = read_shape(spec);
    const noc_network *net = &g->networks[g->routers[from].network];
    const int source_group = g->routers[from].row, destination_group = g->routers[to].row;
    const uint32_t vcs = net->vcs[flow->class], lower = noc_vcs_lower_half(vcs);
    noc_paths_begin_way(out, 1.0);
    if (source_group == destination_group) {
        step_to(g, from, to, lower, out);
        return;
    }
    const uint32_t source_gateway =
        net->first_router + (uint32_t)find_gateway(&s, source_group, destination_group);
    const uint32_t destination_gateway =
        net->first_router + (uint32_t)find_gateway(&s, destination_group, source_group);
    step_to(g, step_to(g, from, source_gateway, lower, out), destination_gateway, vcs & ~lower,
            out);
    step_to(g, destination_gateway, to, vcs & ~lower, out);
}

/* ---- links among which packets choose ------------------------------------------------------- */

/* Sets of virtual channels of packets that may pass another group. The shortest way uses the last
 * set but one before its global link, and the last set from this link on; a path to a drawn router
 * uses earlier sets. With three sets a single set serves local links on both sides of a global one,
 * so that circles are possible (BookSim 2.0). With four sets they are excluded. */
typedef struct vc_phases {
    uint32_t via_local, via_global, direct_local, direct_global;
} vc_phases;

static vc_phases divide_vcs(uint32_t vcs)
{
    const int count = __builtin_popcount(vcs), sets = count > 3 ? 4 : 3;
    uint32_t set[4], used_vcs = 0;
    for (int i = 0; i < sets; i++) {
        const uint32_t lowest_vcs = noc_vcs_find_lowest(vcs, count * (i + 1) / sets);
        set[i] = lowest_vcs & ~used_vcs;
        used_vcs = lowest_vcs;
    }
    return (vc_phases){set[0], set[sets - 3], set[sets - 2], set[sets - 1]};
}

/* Returns the next router on the path to `goal`, which differs from the packet's router. */
static uint32_t next_router(const noc_routed_packet *p, uint32_t goal)
{
    const shape s = read_shape(p->spec);
    const int group = p->graph->routers[p->router].row, goal_group = p->graph->routers[goal].row;
    if (group == goal_group) return goal;
    const uint32_t gateway =
        p->network->first_router + (uint32_t)find_gateway(&s, group, goal_group);
    if (p->router != gateway) return gateway;
    return p->network->first_router + (uint32_t)find_gateway(&s, goal_group, group);
}

static void add_link(const noc_routed_packet *p, uint32_t goal, uint32_t state, int weight,
                     int bias, noc_options *out)
{
    const vc_phases l = divide_vcs(noc_routed_packet_vcs(p));
    const uint32_t next = next_router(p, goal);
    const int group = p->graph->routers[p->router].row;
    /* true until the packet has left the router with its group's global link */
    const bool is_before_gateway =
        group != p->graph->routers[goal].row && group == p->graph->routers[next].row;
    const uint32_t vcs = state == NOC_UGAL_DIRECT
                             ? (is_before_gateway ? l.direct_local : l.direct_global)
                         : is_before_gateway ? l.via_local
                                             : l.via_global;
    noc_options_add(out, (noc_route_option){.channel = noc_graph_link(p->graph, p->router, next),
                                            .vcs = vcs,
                                            .state = state,
                                            .weight = (uint16_t)weight,
                                            .bias = (uint16_t)bias});
}

/* Adds the links of a packet. The flits ahead on the shortest way are compared with twice the flits
 * ahead on the other path plus the threshold (BookSim 2.0). */
static void find_options(const noc_routed_packet *p, noc_options *out)
{
    const uint32_t drawn_router = noc_ugal_via_router(p->state),
                   via = p->network->first_router + drawn_router;
    if (p->state == NOC_UGAL_DIRECT || (!noc_ugal_is_drawn(p->state) && p->router == via)) {
        if (p->router != p->destination) add_link(p, p->destination, NOC_UGAL_DIRECT, 1, 0, out);
    } else if (noc_ugal_is_drawn(p->state)) {
        add_link(p, via, noc_ugal_via_state(drawn_router), 2, noc_ugal_threshold(p->spec) + 1, out);
        add_link(p, p->destination, NOC_UGAL_DIRECT, 1, 0, out);
    } else {
        add_link(p, via, p->state, 1, 0, out);
    }
}

/* Draws any router. A router of the source's group stands for none, and packets within a group draw
 * none. */
static void find_starts(const noc_routed_packet *p, noc_options *out)
{
    const int source_group = p->graph->routers[p->router].row;
    const double router_chance = 1.0 / p->network->router_count;
    if (source_group == p->graph->routers[p->destination].row) {
        noc_options_add_start(out, NOC_UGAL_DIRECT, 1.0);
        return;
    }
    noc_options_add_start(out, NOC_UGAL_DIRECT, router_chance * read_shape(p->spec).routers);
    for (uint32_t via = 0; via < p->network->router_count; via++)
        if (p->graph->routers[p->network->first_router + via].row != source_group)
            noc_options_add_start(out, noc_ugal_drawn_state(via), router_chance);
}

static bool can_deadlock(const noc_network_spec *spec)
{
    return spec->routing->choice != NOC_CHOICE_NONE;
}

/* Writes the smallest balanced dragonfly: a group has twice as many routers as a router has nodes,
 * or global links. */
static void write_size(FILE *out, const noc_starter_counts *c)
{
    int p = 1;
    while (2 * p * p * (2 * p * p + 1) < c->compute + c->memory) p++;
    fprintf(out, " concentration = %d; routers_per_group = %d; global_channels = %d;", p, 2 * p, p);
}

const noc_topology_kind noc_topology_dragonfly = {
    .name = "dragonfly",
    .summary = "groups of routers, all linked, and a link between every two groups",
    .source = "Kim et al. 2008; BookSim 2.0: dragonflynew",
    .keys = NOC_KEYS(keys),
    .estimate_size = estimate_size,
    .build = build,
    .check = check,
    .find_paths = find_paths,
    .find_options = find_options,
    .find_starts = find_starts,
    .can_deadlock = can_deadlock,
    .layout = NOC_LAYOUT_DRAGONFLY,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("dragonfly", write_size)),
};
