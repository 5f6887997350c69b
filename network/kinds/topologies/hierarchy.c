/* Hierarchy of switches, as in GPUs: cores in groups of groups, whose last ports lead to a
 * crossbar, and memory nodes in groups on its other side (Jin et al., Uncovering Real GPU NoC
 * Characteristics, MICRO 2024, DOI 10.1109/MICRO61859.2024.00070: SM, TPC, GPC, crossbar, memory
 * partition, slice). The crossbar may be in parts ("halves"), each with its share of the groups of
 * both sides, and bridges between them.
 *
 * Requests go up to the crossbar and down to memory nodes; replies go back the same way. Routers of
 * a level are drawn in one column, cores at the left. All paths between two nodes pass the same
 * routers. Where ports are several parallel channels, a packet draws a number below the least
 * common multiple of the numbers of channels on its path, and uses the channel of this number,
 * modulo the channels there.
 *
 * Ports may carry other rates than a flit per cycle: a port of 4.5 flits is 4.5 flits wide. Routers
 * run as many steps per cycle as their widest port has flits. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "design/wiring.h"
#include "network/graph/die_links.h"
#include "network/hierarchy/groups.h"
#include "network/kinds/die_link_keys.h"
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "network/kinds/switches.h"
#include "network/kinds/unread_conditions.h"

/* Parameters, with short names. */
enum {
    HALVES = NOC_HIERARCHY_HALVES,
    BRIDGE_FLITS = NOC_HIERARCHY_BRIDGE_FLITS,
    BRIDGE_CYCLES = NOC_HIERARCHY_BRIDGE_CYCLES,
    BRIDGE_MM = NOC_HIERARCHY_BRIDGE_MM,
    BRIDGE_BUFFER = NOC_HIERARCHY_BRIDGE_BUFFER,
    PAIR_FLITS = NOC_HIERARCHY_PAIR_FLITS,
    REACH_SETTING = NOC_HIERARCHY_REACH,
};

enum {
    MAX_CHANNEL_FLITS = 16
}; /* flits per cycle of a channel, at most: steps of a router (pace.h) */

static bool has_one_half(const noc_unread_question *question)
{
    return noc_unread_network_spec(question)->parameters[HALVES].integer == 1;
}

/* True for a link between routers of the top level, within one die. */
static bool is_bridge_on_die(const noc_graph *g, const noc_channel *c)
{
    return c->kind == NOC_LINK && !c->crosses_dies &&
           g->routers[c->from].upper_router == NOC_NONE &&
           g->routers[c->to].upper_router == NOC_NONE;
}

static bool all_bridges_have_cycles_of_dies(const noc_unread_question *question)
{
    return noc_unread_network_spec(question)->die_links.cycles > 0 &&
           !noc_unread_any_channel(question, is_bridge_on_die);
}

static bool all_bridges_have_flits_of_dies(const noc_unread_question *question)
{
    return noc_unread_network_spec(question)->die_links.flits_per_cycle > 0.0 &&
           !noc_unread_any_channel(question, is_bridge_on_die);
}

static const noc_unread_condition
    one_half = {has_one_half, false, NULL, "network.halves is 1"},
    cycles_of_dies = {all_bridges_have_cycles_of_dies, false, NULL,
                      "all bridges go from a die to another (network.die_links.cycles)"},
    flits_of_dies = {all_bridges_have_flits_of_dies, false, NULL,
                     "all bridges go from a die to another (network.die_links.flits_per_cycle)"};

enum { REACH_ALL, REACH_HALF };
NOC_NAMES(reach_name, "all", "half")

static const noc_key keys[] = {
    {"levels", NOC_LEVELS, NOC_PARAMETER(NOC_HIERARCHY_LEVELS), 0, 0, 0, NOC_OPTIONAL, NULL, "",
     "groups of compute nodes, from these up to the crossbar: a list of groups, each with name, "
     "groups (how many, or the size of each in groups of the level below or in nodes), and "
     "flits_per_cycle, cycles, mm and buffer_flits (behind it; 0: the network's) of its port up, "
     "and die; a level with as many groups as there are "
     "below is a port of these, without a switch",
     "Jin et al., MICRO 2024, II-A", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"memory_levels", NOC_LEVELS, NOC_PARAMETER(NOC_HIERARCHY_MEMORY_LEVELS), 0, 0, 0, NOC_OPTIONAL,
     NULL, "", "groups of memory nodes", "Jin et al., MICRO 2024, II-A", NULL,
     NOC_BY_GRAPH | NOC_BY_COST},
    {"halves", NOC_INTEGER, NOC_PARAMETER(HALVES), 1, NOC_HALVES_MAX, 1, NOC_OPTIONAL, NULL, "",
     "parts of the crossbar, which share the groups of both sides as evenly as can be",
     "Jin et al., MICRO 2024, II-A: 2 (A100, H100)", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"bridge_flits_per_cycle", NOC_REAL, NOC_PARAMETER(BRIDGE_FLITS), 0.1, 64, 1, NOC_OPTIONAL,
     NULL, "flits/cycle", "most that goes from one half to another", "",
     NOC_UNREAD(&one_half, &flits_of_dies), NOC_BY_GRAPH | NOC_BY_COST},
    {"bridge_cycles", NOC_INTEGER, NOC_PARAMETER(BRIDGE_CYCLES), 1, 1024, 1, NOC_OPTIONAL, NULL,
     "cycles", "latency from one half to another", "", NOC_UNREAD(&one_half, &cycles_of_dies),
     NOC_BY_GRAPH | NOC_BY_COST},
    {"bridge_mm", NOC_REAL, NOC_PARAMETER(BRIDGE_MM), 0.01, 100, 1, NOC_OPTIONAL, NULL, "mm",
     "length of the links from one half to another", "", NOC_UNREAD(&one_half),
     NOC_BY_GRAPH | NOC_BY_COST},
    {"bridge_buffer_flits", NOC_INTEGER, NOC_PARAMETER(BRIDGE_BUFFER), 0, 8192, 0, NOC_OPTIONAL,
     NULL, "flits",
     "of each virtual channel behind links from one half to another; 0: as the network has it", "",
     NOC_UNREAD(&one_half), NOC_BY_GRAPH | NOC_BY_COST},
    {"reach", NOC_CHOICE, NOC_PARAMETER(REACH_SETTING), 0, 0, REACH_ALL, NOC_OPTIONAL, reach_name,
     "",
     "memory nodes that a compute node sends to: all, or the nodes of its half, which then holds "
     "copies of the other half's data",
     "Jin et al., MICRO 2024, III-C: half (H100)", NOC_UNREAD(&one_half), NOC_BY_ROUTES},
    {"pair_flits_per_cycle", NOC_REAL, NOC_PARAMETER(PAIR_FLITS), 0, 64, 0, NOC_OPTIONAL, NULL,
     "flits/cycle",
     "most that goes between a group of cores and one of memory nodes; 0: as their ports take",
     "Jin et al., MICRO 2024, IV-B", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    {"crossbar_die", NOC_INTEGERS, NOC_PARAMETER(NOC_HIERARCHY_CROSSBAR_DIE), 0, NOC_DIES_MAX - 1,
     0, NOC_YOUNGER, NULL, "",
     "how many dies the halves of the crossbar are dealt to, or the die of each; without it each "
     "half is on the die of all of its groups",
     "", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    NOC_DIE_LINK_KEYS,
};

/* ---- levels --------------------------------------------------------------------------------- */

/* Port: one channel, or several parallel channels, with latency, cycles, and length, mm. */
typedef struct port {
    /* rate of all channels together, flits per cycle; 0: as in the network */
    double flits_per_cycle;
    int cycles;
    int buffer_flits; /* buffer of a virtual channel, flits; 0: as in the network */
    double mm;
    bool between_dies;
} port;

/* True if a level only adds a port to each group of the level below, without switches. */
static bool is_port_level(const noc_level *level, int members)
{
    return noc_level_group_count(level) == members;
}

/* Returns the number of levels with switches on a side of `nodes` nodes, and sets *top to the
 * number of groups (or nodes) of the last level. */
static int count_switched_levels(const noc_levels *levels, int nodes, int *top)
{
    int switched_count = 0;
    *top = nodes;
    for (size_t i = 0; i < levels->count; i++) {
        switched_count += !is_port_level(&levels->list[i], *top);
        *top = noc_level_group_count(&levels->list[i]);
    }
    return switched_count;
}

/* ---- checks --------------------------------------------------------------------------------- */

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    noc_hierarchy groups;
    if (design->nodes.memory == 0)
        return noc_design_conflict(design, diag, network,
                                   NOC_PATHS("traffic.pattern", "network.topology"),
                                   "a hierarchy joins compute nodes to memory nodes, and this "
                                   "pattern has none (traffic.pattern = \"many-to-few\")");
    noc_status status = noc_hierarchy_make(&groups, design, network, diag);
    noc_arena_clear(&groups.arena);
    if (status == NOC_OK) status = noc_die_links_check(design, network, diag);
    if (status != NOC_OK || spec->parameters[HALVES].integer > 1 ||
        spec->parameters[REACH_SETTING].integer == REACH_ALL)
        return status;
    return noc_design_conflict(design, diag, network, NOC_PATHS("network.reach", "network.halves"),
                               "network.reach = \"half\": the crossbar is in one part "
                               "(network.halves = 2, or reach = \"all\")");
}

/* ---- columns -------------------------------------------------------------------------------- */

/* Columns in which routers are drawn, from left to right: levels of the cores' side; the crossbar,
 * as one column, or as an entry per group of cores, bridges, and an exit per group of memory nodes;
 * levels of the memory side, from the crossbar on. */
typedef struct columns {
    int core_levels, memory_levels; /* number of levels with switches on either side */
    int core_groups, memory_groups;
    bool has_pairs;
} columns;

static columns find_columns(const noc_network_spec *spec, int computes, int memories)
{
    columns c = {.has_pairs = spec->parameters[PAIR_FLITS].real > 0.0};
    c.core_levels =
        count_switched_levels(noc_hierarchy_levels(spec, NOC_COMPUTE), computes, &c.core_groups);
    c.memory_levels =
        count_switched_levels(noc_hierarchy_levels(spec, NOC_MEMORY), memories, &c.memory_groups);
    return c;
}

static int entry_column(const columns *c)
{
    return c->core_levels;
}

static int bridge_column(const columns *c)
{
    return c->core_levels + 1;
}

static int exit_column(const columns *c)
{
    return c->core_levels + (c->has_pairs ? 2 : 0);
}

/* Returns the number of parallel channels of a port with a rate, flits per cycle. */
static uint32_t count_lanes(double flits_per_cycle)
{
    return flits_per_cycle > MAX_CHANNEL_FLITS ? (uint32_t)ceil(flits_per_cycle / MAX_CHANNEL_FLITS)
                                               : 1;
}

static noc_size estimate_size(const noc_network_spec *spec)
{
    const uint32_t pair = count_lanes(spec->parameters[PAIR_FLITS].real);
    const uint32_t bridge = count_lanes(spec->parameters[BRIDGE_FLITS].real);
    const uint32_t between_dies = count_lanes(spec->die_links.flits_per_cycle);
    double routers = NOC_HALVES_MAX;
    double links = (double)NOC_HALVES_MAX * NOC_HALVES_MAX * fmax(bridge, between_dies);
    double top_groups[2] = {1.0, 1.0};
    uint32_t path_count = noc_common_multiple(noc_common_multiple(pair, bridge), between_dies);
    for (int is_memory = 0; is_memory < 2; is_memory++) {
        const noc_levels *levels = noc_hierarchy_levels(spec, is_memory ? NOC_MEMORY : NOC_COMPUTE);
        for (size_t i = 0; i < levels->count; i++) {
            const noc_level *level = &levels->list[i];
            top_groups[is_memory] = noc_level_group_count(level);
            routers += top_groups[is_memory];
            const uint32_t lanes = count_lanes(level->flits_per_cycle);
            links += 2.0 * top_groups[is_memory] * fmax(lanes, between_dies);
            path_count = noc_common_multiple(path_count, lanes);
        }
    }
    if (spec->parameters[PAIR_FLITS].real > 0.0)
        links += 2.0 * pair * top_groups[0] * top_groups[1];
    return (noc_size){.router_count = routers + top_groups[0] + top_groups[1],
                      .link_count = links,
                      .longest_path = 2.0 * NOC_LEVELS_MAX + 3.0,
                      .path_count = path_count};
}

static int count_local_switches(const noc_network_spec *spec)
{
    const noc_levels *levels = noc_hierarchy_levels(spec, NOC_COMPUTE);
    return levels->count ? noc_level_group_count(&levels->list[levels->count - 1]) : 1;
}

/* ---- building ------------------------------------------------------------------------------- */

typedef struct builder {
    noc_graph *graph;
    const noc_design *design;
    const noc_network_spec *spec;
    uint16_t network;
    columns columns;
    noc_hierarchy groups;
    double max_flits_per_cycle; /* rate of the widest channel, flits per cycle */
} builder;

/* Adds a router on a die; die -1: no dies. */
static void add_router(builder *b, int column, int row, int die)
{
    const uint32_t router =
        noc_graph_add_router(b->graph, b->network, column, row, (noc_crossbar){0, 0, 0});
    if (die > 0) b->graph->routers[router].die = (uint16_t)die;
}

/* Returns a port between two dies. If they differ, settings of links between dies replace the
 * port's rate and latency. */
static port port_between(const builder *b, const port *side_port, int die, int other_die)
{
    port p = *side_port;
    if (b->groups.die_count == 0 || die == other_die) return p;
    p.between_dies = true;
    p.cycles = noc_die_link_cycles(b->spec, side_port->cycles);
    p.flits_per_cycle = noc_die_link_flits(b->spec, side_port->flits_per_cycle);
    return p;
}

static void set_channel(builder *b, uint32_t channel, const port *p, double flits_per_cycle)
{
    noc_channel *c = &b->graph->channels[channel];
    c->flits_per_cycle = flits_per_cycle;
    c->crosses_dies = p->between_dies;
    if (p->buffer_flits > 0) c->buffer_flits = (uint16_t)p->buffer_flits;
    if (flits_per_cycle > b->max_flits_per_cycle) b->max_flits_per_cycle = flits_per_cycle;
}

static void add_link(builder *b, uint32_t from, uint32_t to, const port *side_port)
{
    const noc_router *routers = b->graph->routers;
    if (b->graph->arena.is_short) return; /* routers may be missing */
    const port p = port_between(b, side_port, routers[from].die, routers[to].die);
    const uint32_t lanes = count_lanes(p.flits_per_cycle);
    for (uint32_t lane = 0; lane < lanes; lane++)
        set_channel(b,
                    noc_graph_add_channel(b->graph, NOC_LINK, b->network, from, to, p.cycles, p.mm),
                    &p, p.flits_per_cycle / lanes);
}

/* Adds links both ways between a router nearer to the cores and one nearer to the memory nodes,
 * each if the network carries packets in this direction. */
static void add_link_pair(builder *b, uint32_t core_router, uint32_t memory_router, const port *p)
{
    const noc_network *net = &b->graph->networks[b->network];
    if (net->carries[NOC_REQUEST]) add_link(b, core_router, memory_router, p);
    if (net->carries[NOC_REPLY]) add_link(b, memory_router, core_router, p);
}

static void add_terminal_port(builder *b, noc_channel_kind kind, uint32_t terminal, uint32_t router,
                              const port *p)
{
    const double rate =
        p->flits_per_cycle > 0.0 ? p->flits_per_cycle : b->spec->port_flits_per_cycle;
    set_channel(b,
                noc_graph_add_port(b->graph, kind, b->network, terminal, router, p->cycles, p->mm),
                p, rate);
}

static void attach_node(builder *b, noc_terminal_kind kind, uint32_t number, uint32_t router,
                        const port *side_port)
{
    const noc_graph *g = b->graph;
    const uint32_t terminal =
        (kind == NOC_COMPUTE ? g->compute_terminals : g->memory_terminals)[number];
    const int die = b->groups.sides[kind].tiers[0].die_of_group[number];
    const port p = port_between(b, side_port, die, g->routers[router].die);
    const noc_memory_ports ports =
        kind == NOC_MEMORY ? noc_count_memory_ports(b->spec) : (noc_memory_ports){1, 1};
    if (noc_terminal_injects(g, b->network, terminal))
        for (int i = 0; i < ports.injections; i++)
            add_terminal_port(b, NOC_INJECTION, terminal, router, &p);
    if (noc_terminal_ejects(g, b->network, terminal))
        for (int i = 0; i < ports.ejections; i++)
            add_terminal_port(b, NOC_EJECTION, terminal, router, &p);
}

/* Links a member of a side with the router above: a node, or, from `first_router` on, a router. */
static void join_member(builder *b, noc_terminal_kind kind, uint32_t first_router, int member,
                        uint32_t router, const port *p)
{
    if (b->graph->arena.is_short) return; /* routers may be missing */
    if (first_router == NOC_NONE) {
        attach_node(b, kind, (uint32_t)member, router, p);
        return;
    }
    const uint32_t lower_router = first_router + (uint32_t)member;
    b->graph->routers[lower_router].upper_router = router;
    if (kind == NOC_COMPUTE)
        add_link_pair(b, lower_router, router, p);
    else
        add_link_pair(b, router, lower_router, p);
}

/* Top level of a side: its first router, and the port up of each router. */
typedef struct side_top {
    uint32_t first_router; /* NOC_NONE: nodes */
    port up_port;
} side_top;

/* Extends the port of a level by a level without switches above it: adds its latency and length,
 * and limits the rate to its rate. */
static void extend_port(port *up, const noc_level *level)
{
    const double level_rate = level->flits_per_cycle;
    up->flits_per_cycle = up->flits_per_cycle > 0.0 && up->flits_per_cycle < level_rate
                              ? up->flits_per_cycle
                              : level_rate;
    up->cycles += level->cycles;
    if (level->buffer_flits > 0) up->buffer_flits = level->buffer_flits;
    up->mm += level->mm;
}

static side_top build_side(builder *b, noc_terminal_kind kind)
{
    const noc_side *s = &b->groups.sides[kind];
    side_top t = {NOC_NONE, {0.0, 1, 0, noc_local_link_mm, false}};
    int column = kind == NOC_COMPUTE ? 0 : exit_column(&b->columns) + b->columns.memory_levels;
    for (size_t i = 0; i < s->levels->count; i++) {
        const noc_level *level = &s->levels->list[i];
        const noc_tier *tier = &s->tiers[i + 1];
        const port level_port = {level->flits_per_cycle, level->cycles, level->buffer_flits,
                                 level->mm, false};
        if (is_port_level(level, s->tiers[i].group_count)) {
            if (i == 0)
                t.up_port = level_port;
            else
                extend_port(&t.up_port, level);
            continue;
        }
        const uint32_t first = b->graph->router_count;
        for (int g = 0; g < tier->group_count; g++) add_router(b, column, g, tier->die_of_group[g]);
        for (int g = 0; g < tier->group_count; g++)
            for (int m = tier->first_member[g]; m < tier->first_member[g + 1]; m++)
                join_member(b, kind, t.first_router, m, first + (uint32_t)g, &t.up_port);
        column += kind == NOC_COMPUTE ? 1 : -1;
        t = (side_top){first, level_port};
    }
    return t;
}

static int find_half(const builder *b, int groups, int group)
{
    return noc_part_of_group(groups, b->groups.half_count, group);
}

static port read_bridge(const noc_network_spec *spec)
{
    return (port){spec->parameters[BRIDGE_FLITS].real, spec->parameters[BRIDGE_CYCLES].integer,
                  spec->parameters[BRIDGE_BUFFER].integer, spec->parameters[BRIDGE_MM].real, false};
}

/* Adds links between the routers of all halves, which begin at `first`. */
static void add_bridges(builder *b, uint32_t first)
{
    const port bridge = read_bridge(b->spec);
    const uint32_t halves = (uint32_t)b->spec->parameters[HALVES].integer;
    for (uint32_t from = 0; from < halves; from++)
        for (uint32_t to = 0; to < halves; to++)
            if (from != to) add_link(b, first + from, first + to, &bridge);
}

/* Links the groups of both sides with the router of their half. */
static void join_halves(builder *b, uint32_t first, const side_top *cores, const side_top *memories)
{
    const columns *c = &b->columns;
    for (int g = 0; g < c->core_groups; g++)
        join_member(b, NOC_COMPUTE, cores->first_router, g,
                    first + (uint32_t)find_half(b, c->core_groups, g), &cores->up_port);
    for (int g = 0; g < c->memory_groups; g++)
        join_member(b, NOC_MEMORY, memories->first_router, g,
                    first + (uint32_t)find_half(b, c->memory_groups, g), &memories->up_port);
}

/* Adds the crossbar as one switch per half. */
static void add_crossbars(builder *b, const side_top *cores, const side_top *memories)
{
    const columns *c = &b->columns;
    const uint32_t first = b->graph->router_count;
    for (int h = 0; h < b->groups.half_count; h++)
        add_router(b, entry_column(c), h, b->groups.die_of_half[h]);
    join_halves(b, first, cores, memories);
    add_bridges(b, first);
}

/* Adds links between the entry of each group of cores and the exit of each group of memory nodes of
 * its half, and between both and the half's bridge. */
static void add_pairs(builder *b, uint32_t entries, uint32_t bridges, uint32_t exits)
{
    const columns *c = &b->columns;
    const port pair = {b->spec->parameters[PAIR_FLITS].real, b->spec->channel_cycles, 0,
                       noc_local_link_mm, false};
    const side_top cores = {entries, pair}, memories = {exits, pair};
    for (int g = 0; g < c->core_groups; g++)
        for (int m = 0; m < c->memory_groups; m++)
            if (find_half(b, c->core_groups, g) == find_half(b, c->memory_groups, m))
                add_link_pair(b, entries + (uint32_t)g, exits + (uint32_t)m, &pair);
    if (b->groups.half_count > 1) join_halves(b, bridges, &cores, &memories);
}

/* Adds the crossbar as an entry per group of cores and an exit per group of memory nodes, with a
 * link between each pair. */
static void add_crossbar_in_pairs(builder *b, const side_top *cores, const side_top *memories)
{
    const columns *c = &b->columns;
    const int halves = b->groups.half_count, bridge_count = halves > 1 ? halves : 0;
    const uint32_t entries = b->graph->router_count;
    const uint32_t bridges = entries + (uint32_t)c->core_groups;
    const uint32_t exits = bridges + (uint32_t)bridge_count;
    const int *die = b->groups.die_of_half;
    for (int g = 0; g < c->core_groups; g++)
        add_router(b, entry_column(c), g, die[find_half(b, c->core_groups, g)]);
    for (int h = 0; h < bridge_count; h++) add_router(b, bridge_column(c), h, die[h]);
    for (int m = 0; m < c->memory_groups; m++)
        add_router(b, exit_column(c), m, die[find_half(b, c->memory_groups, m)]);
    for (int g = 0; g < c->core_groups; g++)
        join_member(b, NOC_COMPUTE, cores->first_router, g, entries + (uint32_t)g, &cores->up_port);
    for (int m = 0; m < c->memory_groups; m++)
        join_member(b, NOC_MEMORY, memories->first_router, m, exits + (uint32_t)m,
                    &memories->up_port);
    if (bridge_count) add_bridges(b, bridges);
    add_pairs(b, entries, bridges, exits);
}

static void name_side(const builder *b, noc_column_name *names, noc_terminal_kind kind, int nodes)
{
    const noc_levels *levels = noc_hierarchy_levels(b->spec, kind);
    int column = kind == NOC_COMPUTE ? 0 : exit_column(&b->columns) + b->columns.memory_levels;
    for (size_t i = 0, members = (size_t)nodes; i < levels->count; i++) {
        const noc_level *level = &levels->list[i];
        const bool is_switched = !is_port_level(level, (int)members);
        if (is_switched) snprintf(names[column], NOC_COLUMN_CHARS, "%.20s", level->name);
        if (is_switched) column += kind == NOC_COMPUTE ? 1 : -1;
        members = (size_t)noc_level_group_count(level);
    }
}

static void name_columns(builder *b)
{
    const columns *c = &b->columns;
    noc_column_name *names =
        noc_arena_array(&b->graph->arena, NOC_NAMED_COLUMNS_MAX, sizeof *names);
    if (!names) return;
    name_side(b, names, NOC_COMPUTE, noc_compute_terminals(b->design));
    name_side(b, names, NOC_MEMORY, b->design->nodes.memory);
    snprintf(names[entry_column(c)], NOC_COLUMN_CHARS, c->has_pairs ? "entry" : "crossbar");
    if (c->has_pairs) snprintf(names[bridge_column(c)], NOC_COLUMN_CHARS, "bridge");
    if (c->has_pairs) snprintf(names[exit_column(c)], NOC_COLUMN_CHARS, "exit");
    b->graph->networks[b->network].column_names = names;
}

static void set_node_dies(builder *b, noc_terminal_kind kind)
{
    const noc_graph *g = b->graph;
    const uint32_t *terminals = kind == NOC_COMPUTE ? g->compute_terminals : g->memory_terminals;
    const noc_tier *nodes = &b->groups.sides[kind].tiers[0];
    for (int n = 0; n < nodes->group_count && b->groups.die_count > 0; n++)
        noc_graph_set_die(b->graph, terminals[n], nodes->die_of_group[n]);
}

/* Sets the half of each node. */
static void set_node_halves(builder *b, noc_terminal_kind kind)
{
    noc_graph *g = b->graph;
    const uint32_t *terminals = kind == NOC_COMPUTE ? g->compute_terminals : g->memory_terminals;
    const noc_tier *top_tier = noc_side_top(&b->groups.sides[kind]);
    for (int k = 0; k < top_tier->group_count && b->groups.half_count > 1; k++)
        for (int n = top_tier->first_node[k]; n < top_tier->first_node[k + 1]; n++) {
            const uint8_t half = (uint8_t)find_half(b, top_tier->group_count, k);
            uint8_t *node_half = &g->terminals[terminals[n]].crossbar_half;
            g->has_half_conflict |= g->has_halves && *node_half != half;
            *node_half = half;
        }
}

static void build_network(builder *b)
{
    for (noc_terminal_kind kind = NOC_COMPUTE; kind <= NOC_MEMORY; kind++) {
        set_node_dies(b, kind);
        set_node_halves(b, kind);
    }
    const side_top cores = build_side(b, NOC_COMPUTE), memories = build_side(b, NOC_MEMORY);
    if (b->columns.has_pairs)
        add_crossbar_in_pairs(b, &cores, &memories);
    else
        add_crossbars(b, &cores, &memories);
    name_columns(b);
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const int computes = noc_compute_terminals(design);
    builder b = {.graph = graph,
                 .design = design,
                 .spec = spec,
                 .network = network,
                 .columns = find_columns(spec, computes, design->nodes.memory),
                 .max_flits_per_cycle = 1.0};
    const noc_status status = noc_hierarchy_make(&b.groups, design, net->spec_index, NULL);
    graph->arena.is_short |= status != NOC_OK;
    if (status == NOC_OK) build_network(&b);
    noc_arena_clear(&b.groups.arena);
    graph->has_halves |= spec->parameters[HALVES].integer > 1;
    graph->stays_within_halves |= spec->parameters[REACH_SETTING].integer == REACH_HALF;
    net->vc.has_wide_ports = ceil(b.max_flits_per_cycle) > spec->internal_speedup;
    if (net->vc.has_wide_ports) net->vc.internal_speedup = ceil(b.max_flits_per_cycle);
    noc_graph_size_crossbars(graph, network);
}

/* ---- paths ---------------------------------------------------------------------------------- */

_Static_assert(2 * (NOC_LEVELS_MAX + 2) <= NOC_LINE_MAX,
               "levels of both sides, crossbars, bridges");

/* Routers of a path, from the cores' side to the memory side. */
typedef struct router_line {
    uint32_t routers[NOC_LINE_MAX];
    int count;
} router_line;

/* Adds a router and all routers above it. */
static void add_routers_above(const noc_graph *g, uint32_t router, router_line *w)
{
    for (; router != NOC_NONE; router = g->routers[router].upper_router)
        w->routers[w->count++] = router;
}

/* Finds the routers between a core's and a memory node's router. The router at which both sides
 * meet is left out if pairs of groups have links past it. */
static void find_routers(const noc_network_spec *spec, const noc_graph *g, uint32_t core,
                         uint32_t memory, router_line *w)
{
    router_line memory_line = {.count = 0};
    w->count = 0;
    add_routers_above(g, core, w);
    add_routers_above(g, memory, &memory_line);
    if (w->routers[w->count - 1] == memory_line.routers[memory_line.count - 1]) {
        memory_line.count--;
        if (spec->parameters[PAIR_FLITS].real > 0.0) w->count--;
    }
    while (memory_line.count > 0) w->routers[w->count++] = memory_line.routers[--memory_line.count];
}

static uint32_t find_line(const noc_network_spec *spec, const noc_graph *g, uint32_t core,
                          uint32_t memory, uint32_t *routers)
{
    router_line w;
    find_routers(spec, g, core, memory, &w);
    memcpy(routers, w.routers, (size_t)w.count * sizeof *routers);
    return (uint32_t)w.count;
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    const uint32_t vcs = graph->networks[graph->routers[from].network].vcs[flow->class];
    const bool replies = flow->class == NOC_REPLY;
    noc_lanes links[NOC_LINE_MAX];
    uint32_t number_count = 1;
    router_line w;
    find_routers(spec, graph, replies ? to : from, replies ? from : to, &w);
    for (int i = 0; i + 1 < w.count; i++) {
        const int current_index = replies ? w.count - 1 - i : i,
                  next_index = replies ? current_index - 1 : current_index + 1;
        links[i] = noc_graph_lanes(graph, w.routers[current_index], w.routers[next_index]);
        number_count = noc_common_multiple(number_count, links[i].count);
    }
    for (uint32_t number = 0; number < number_count; number++) {
        noc_paths_begin_way(out, 1.0 / number_count);
        for (int i = 0; i + 1 < w.count; i++)
            noc_paths_add_link(out, links[i].first + number % links[i].count, vcs);
    }
}

/* ---- names and facts ------------------------------------------------------------------------ */

/* Returns the name of a level, and sets its number of groups; halves of the crossbar form a level
 * above all others. */
static const char *find_level(const noc_network_spec *spec, noc_terminal_kind kind, size_t i,
                              int *groups)
{
    const noc_levels *levels = noc_hierarchy_levels(spec, kind);
    const int halves = spec->parameters[HALVES].integer;
    if (i > levels->count || (i == levels->count && halves == 1)) return NULL;
    *groups = i < levels->count ? noc_level_group_count(&levels->list[i]) : halves;
    return i < levels->count ? levels->list[i].name : "half";
}

/* Returns the first group of a half. */
static int half_start(int groups, int halves, int half)
{
    int first = 0;
    while (first < groups && noc_part_of_group(groups, halves, first) < half) first++;
    return first;
}

static int find_group_nodes(const noc_design *design, int network, noc_terminal_kind kind,
                            size_t level, int group, int *first)
{
    noc_hierarchy h;
    int first_node = 0, end_node = 0;
    if (noc_hierarchy_make(&h, design, network, NULL) == NOC_OK) {
        const noc_side *side = &h.sides[kind];
        const bool is_named = level < side->levels->count;
        const noc_tier *tier = is_named ? &side->tiers[level + 1] : noc_side_top(side);
        first_node =
            tier->first_node[is_named ? group : half_start(tier->group_count, h.half_count, group)];
        end_node =
            tier->first_node[is_named ? group + 1
                                      : half_start(tier->group_count, h.half_count, group + 1)];
    }
    noc_arena_clear(&h.arena);
    *first = first_node;
    return end_node - first_node;
}

static const noc_node_groups node_groups = {find_level, find_group_nodes};

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const noc_network_spec *spec = &design->networks[network];
    const noc_levels *levels = noc_hierarchy_levels(spec, NOC_COMPUTE);
    const columns c = find_columns(spec, noc_compute_terminals(design), design->nodes.memory);
    size_t used = (size_t)snprintf(text, size, "%d compute nodes", noc_compute_terminals(design));
    for (size_t i = 0; i < levels->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, ", %d %s",
                                 noc_level_group_count(&levels->list[i]), levels->list[i].name);
    if (used < size) used += (size_t)snprintf(text + used, size - used, "; a crossbar");
    if (used < size && spec->parameters[HALVES].integer > 1)
        used += (size_t)snprintf(text + used, size - used, " in %d parts",
                                 spec->parameters[HALVES].integer);
    if (used < size)
        used += (size_t)snprintf(text + used, size - used, " of %d by %d groups; %d memory nodes",
                                 c.core_groups, c.memory_groups, design->nodes.memory);
    noc_hierarchy groups;
    if (noc_hierarchy_make(&groups, design, network, NULL) == NOC_OK && groups.die_count > 0 &&
        used < size)
        snprintf(text + used, size - used, "; %d dies", groups.die_count);
    noc_arena_clear(&groups.arena);
}

/* Writes groups of about 16 cores and partitions of about eight memory nodes. */
static void write_size(FILE *out, const noc_starter_counts *c)
{
    fprintf(out,
            " levels = ( { name = \"gpc\"; groups = %d; flits_per_cycle = 8; mm = 3; } );\n"
            "    memory_levels = ( { name = \"mp\"; groups = %d; flits_per_cycle = 8; } );\n"
            "    buffer_flits = 32;",
            (c->compute + 15) / 16, (c->memory + 7) / 8);
}

const noc_topology_kind noc_topology_hierarchy = {
    .name = "hierarchy",
    .summary = "levels of switches: cores in groups of groups, a crossbar in one part or several, "
               "memory nodes in groups",
    .source = "Jin et al., MICRO 2024, II-A",
    .keys = NOC_KEYS(keys),
    .estimate_size = estimate_size,
    .groups = &node_groups,
    .count_local_switches = count_local_switches,
    .build = build,
    .check = check,
    .has_dies = noc_hierarchy_has_dies,
    .find_paths = find_paths,
    .find_line = find_line,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("hierarchy", write_size)),
};
