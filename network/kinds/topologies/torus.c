/* Torus: rings along the rows, the columns and, with layers, from layer to layer; one row is a
 * ring. Packets go dimension by dimension (with routing "yx" the column's ring first), the shorter
 * way round. At half of a ring they go either way, drawn as they enter the ring. Links are as long
 * as in a folded layout: two tiles.
 *
 * A ring closes a circle of channels, in which packets must not wait for each other. Packets are
 * therefore divided among two halves of the virtual channels of their class (dateline). */
#include "network/kinds/grid_keys.h"
#include "network/kinds/traffic_keys.h"
#include "network/kinds/unread_conditions.h"

enum {
    DATELINE = NOC_GRID_ROWS + 1,
    DIRECTIONS,
    LAYERS,
    SHORTCUT = LAYERS + NOC_LAYER_PARAMETERS,
    ADAPTIVE_VCS,
    DIMENSIONS = 3
};

/* Rules that divide packets among the halves of the virtual channels. At entry, a packet has one
 * half on all links of a ring, by whether it will pass the ring's end (BookSim 2.0; the two
 * directions are mirrored). At crossing, it has the lower half before the ring's end, and the upper
 * half from then on. */
typedef enum dateline { DATELINE_AT_ENTRY, DATELINE_AT_CROSSING } dateline;
typedef enum directions { BOTH_DIRECTIONS, POSITIVE_DIRECTION, NEGATIVE_DIRECTION } directions;

NOC_NAMES(dateline_name, "at-entry", "at-crossing")
NOC_NAMES(directions_name, "both", "positive", "negative")

static bool has_no_choice(const noc_unread_question *q)
{
    return noc_unread_network_spec(q)->routing->choice == NOC_CHOICE_NONE;
}

static const noc_unread_condition no_choice = {
    has_no_choice, false, NULL, "packets do not choose among links (network.routing)"};

static const noc_key keys[] = {
    NOC_GRID_KEYS(1024, ""),
    {"dateline", NOC_CHOICE, NOC_PARAMETER(DATELINE), 0, 0, DATELINE_AT_ENTRY, 0, dateline_name, "",
     "when packets take one half of their virtual channels or the other, so that rings do not lock",
     "BookSim 2.0: at entry; Dally and Seitz 1987: at crossing", NULL, NOC_BY_ROUTES},
    {"directions", NOC_CHOICE, NOC_PARAMETER(DIRECTIONS), 0, 0, BOTH_DIRECTIONS, 0, directions_name,
     "", "ways round a ring that it has links for", "", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    NOC_LAYER_KEYS(LAYERS),
    NOC_GRID_SHORTCUT_KEY(SHORTCUT, 0),
    {"adaptive_virtual_channels", NOC_INTEGER, NOC_PARAMETER(ADAPTIVE_VCS), 0, NOC_VCS_MAX, 1,
     NOC_YOUNGER, NULL, "",
     "virtual channels of a class, its last ones, on which packets of routing \"min-adaptive\" go "
     "any shortest way; 0: all but the two escape channels",
     "BookSim 2.0: 1", NOC_UNREAD(&no_choice), NOC_BY_ROUTES},
};

static void find_tiles(const noc_network_spec *spec, int *columns, int *rows)
{
    noc_grid_find_layer_tiles(spec, LAYERS, columns, rows);
}

static noc_size estimate_size(const noc_network_spec *spec)
{
    return noc_grid_find_layer_size(spec, LAYERS);
}

/* True if packets can wait for each other all around a ring. Paths of one link do not wait for each
 * other, so rings of three cannot deadlock. */
static bool can_deadlock(const noc_network_spec *spec)
{
    const int sides[] = {spec->parameters[NOC_GRID_COLUMNS].integer,
                         spec->parameters[NOC_GRID_ROWS].integer, spec->parameters[LAYERS].integer};
    const int max_free_length = spec->parameters[DIRECTIONS].integer == BOTH_DIRECTIONS ? 3 : 2;
    bool any_long_ring = false;
    for (int d = 0; d < DIMENSIONS; d++) any_long_ring |= sides[d] > max_free_length;
    return any_long_ring;
}

/* Returns the number of virtual channels of a class without circles: two halves of each phase; or
 * two escape channels and the adaptive ones. */
static int needed_vcs(const noc_network_spec *spec)
{
    const int adaptive_vcs = spec->parameters[ADAPTIVE_VCS].integer;
    if (spec->routing->choice != NOC_CHOICE_NONE) return 2 + (adaptive_vcs ? adaptive_vcs : 1);
    return spec->routing->vc_sets * (can_deadlock(spec) ? 2 : 1);
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int needed_count = needed_vcs(spec);
    if (noc_network_min_vcs(design, network) >= needed_count) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.virtual_channels", "network.routing"),
        "network.virtual_channels = %d: packets can deadlock on the rings of a torus, unless each "
        "class has %d or more with routing \"%s\"",
        spec->virtual_channels, needed_count, spec->routing->name);
}

/* ---- rings ---------------------------------------------------------------------------------- */

/* Ring of a dimension: `length` routers, with positions `stride` apart. */
typedef struct ring {
    int length, stride;
} ring;

static void find_rings(const noc_network *net, ring rings[DIMENSIONS])
{
    const int rows = noc_grid_layer_rows(net), layers = net->layers > 1 ? net->layers : 1;
    rings[0] = (ring){net->columns, 1};
    rings[1] = (ring){rows, net->columns};
    rings[2] = (ring){layers, net->columns * rows};
}

static int ring_place(ring r, int position)
{
    return position / r.stride % r.length;
}

/* Returns the next position on a ring, in direction 1 or -1. */
static int next_position(ring r, int position, int direction_sign)
{
    const int place = ring_place(r, position),
              next = (place + direction_sign + r.length) % r.length;
    return position + (next - place) * r.stride;
}

/* ---- building ------------------------------------------------------------------------------- */

/* Adds the links of all rings of a dimension. A ring of two routers has two pairs of links, as
 * larger rings have: the first leads forward, the second back. */
static void join_rings(noc_graph *graph, uint16_t network, ring r, directions allowed, int latency,
                       double length_mm)
{
    const noc_network *net = &graph->networks[network];
    const int routers = net->columns * net->rows;
    for (int direction_sign = 1; direction_sign >= -1 && r.length > 1; direction_sign -= 2) {
        if (allowed == (direction_sign > 0 ? NEGATIVE_DIRECTION : POSITIVE_DIRECTION)) continue;
        for (int from = 0; from < routers; from++) {
            const uint32_t source_router = net->first_router + (uint32_t)from;
            const uint32_t target_router =
                net->first_router + (uint32_t)next_position(r, from, direction_sign);
            noc_graph_add_channel(graph, NOC_LINK, network, source_router, target_router, latency,
                                  length_mm);
        }
    }
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const directions ways = (directions)spec->parameters[DIRECTIONS].integer;
    const noc_grid_links links =
        noc_grid_find_layer_links(spec, LAYERS, 2.0 * design->chip.tile_mm);
    ring rings[DIMENSIONS];
    int ports = 0;
    find_tiles(spec, &net->columns, &net->rows);
    net->layers = spec->parameters[LAYERS].integer;
    find_rings(net, rings);
    for (int d = 0; d < DIMENSIONS; d++)
        ports += rings[d].length > 1 ? 1 + (ways == BOTH_DIRECTIONS) : 0;
    const int latencies[] = {links.row_cycles, links.column_cycles, links.layer_cycles};
    const double lengths[] = {links.row_mm, links.column_mm, 2.0 * links.layer_mm};
    noc_grid_add_routers(graph, network, 1, noc_count_memory_ports(spec), noc_local_link_mm);
    for (int d = 0; d < DIMENSIONS; d++)
        join_rings(graph, network, rings[d], ways, latencies[d], lengths[d]);
    noc_grid_set_crossbars(graph, network, ports);
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* Path along a ring: direction (1 or -1) and number of links. */
typedef struct ring_path {
    int direction, step_count;
} ring_path;

/* Finds the paths of packets from one place of a ring to another, one or two with equal
 * probability. Returns their number. */
static int find_ring_paths(ring r, int from, int to, directions allowed, ring_path paths[2])
{
    const int forward_steps = (to - from + r.length) % r.length,
              backward_steps = (r.length - forward_steps) % r.length;
    const bool goes_forward = allowed == POSITIVE_DIRECTION ||
                              (allowed == BOTH_DIRECTIONS && forward_steps <= backward_steps);
    const bool goes_backward = allowed == NEGATIVE_DIRECTION ||
                               (allowed == BOTH_DIRECTIONS && backward_steps < forward_steps);
    int count = 0;
    if (goes_forward) paths[count++] = (ring_path){1, forward_steps};
    if (goes_backward ||
        (allowed == BOTH_DIRECTIONS && forward_steps == backward_steps && forward_steps > 0))
        paths[count++] = (ring_path){-1, backward_steps};
    return count;
}

/* Rule that selects the virtual channels of a path. */
typedef struct vc_rule {
    uint32_t vcs; /* virtual channels of the class, a bit each */
    dateline dateline_rule;
    int phase;     /* phase of a path through a drawn router, 0 or 1; else -1 */
    bool shortcut; /* true if paths through a drawn router end where they pass their destination */
    bool y_first;  /* true if packets go along the column first */
} vc_rule;

/* Returns the virtual channels of a link, a bit each. `wraps`: the path passes the ring's end;
 * `has_wrapped`: it has passed the end with this link, or before. The middle one of an odd number
 * is in the upper half at entry, as in BookSim, and in the lower half at crossing, which carries
 * more packets, since all start there. A phase has its part of either half. */
static uint32_t select_vcs(const vc_rule *l, int direction_sign, bool wraps, bool has_wrapped)
{
    const int count = __builtin_popcount(l->vcs),
              extra_vc = l->dateline_rule == DATELINE_AT_CROSSING && count > 1;
    const uint32_t lower = noc_vcs_find_lowest(l->vcs, (count + extra_vc) / 2);
    const bool is_upper_half =
        l->dateline_rule == DATELINE_AT_CROSSING ? has_wrapped : wraps == (direction_sign > 0);
    uint32_t half = l->vcs;
    if (lower != 0) half = is_upper_half ? l->vcs & ~lower : lower;
    if (l->phase < 0) return half;
    const uint32_t first = noc_vcs_lower_half(half);
    return l->phase == 0 ? first : half & ~first;
}

/* Adds the links of a path along a ring to the path under construction. Returns the position
 * reached. In a ring of two with both directions the second of two parallel links leads back. */
static int walk_ring(const noc_graph *graph, const noc_network *net, ring r, int from, ring_path w,
                     bool has_both_directions, const vc_rule *l, noc_paths *paths)
{
    const int first = ring_place(r, from), last = first + w.direction * w.step_count;
    const bool wraps = last < 0 || last >= r.length;
    bool has_wrapped = false;
    for (int s = 0; s < w.step_count; s++) {
        const int next = next_position(r, from, w.direction);
        has_wrapped |= (ring_place(r, next) > ring_place(r, from)) != (w.direction > 0);
        const uint32_t parallel = has_both_directions && r.length == 2 && w.direction < 0;
        const uint32_t link = noc_graph_parallel_link(graph, net->first_router + (uint32_t)from,
                                                      net->first_router + (uint32_t)next, parallel);
        noc_paths_add_link(paths, link, select_vcs(l, w.direction, wraps, has_wrapped));
        from = next;
    }
    return from;
}

/* Paths from one position to another: all combinations of paths along the rings. */
typedef struct leg {
    int start;
    ring_path paths[DIMENSIONS][2];
    int counts[DIMENSIONS], combination_count;
} leg;

static leg find_leg(const ring rings[DIMENSIONS], int start, int goal, directions allowed)
{
    leg l = {.start = start, .combination_count = 1};
    for (int d = 0; d < DIMENSIONS; d++) {
        l.counts[d] = find_ring_paths(rings[d], ring_place(rings[d], start),
                                      ring_place(rings[d], goal), allowed, l.paths[d]);
        l.combination_count *= l.counts[d];
    }
    return l;
}

/* Adds the links of combination `combination` to the path under construction. */
static void walk_leg(const noc_graph *graph, const noc_network *net, const leg *route_leg,
                     int combination, bool has_both_directions, const vc_rule *l, noc_paths *out)
{
    static const int orders[2][DIMENSIONS] = {{0, 1, 2}, {1, 0, 2}};
    int position = route_leg->start;
    ring rings[DIMENSIONS];
    find_rings(net, rings);
    for (int i = 0; i < DIMENSIONS; i++) {
        const int d = orders[l->y_first][i];
        const ring_path w = route_leg->paths[d][combination % route_leg->counts[d]];
        position = walk_ring(graph, net, rings[d], position, w, has_both_directions, l, out);
        combination /= route_leg->counts[d];
    }
}

/* Adds the paths through drawn router `via`, in two phases. */
static void add_paths_via(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                          int via, uint32_t to, vc_rule l, noc_paths *out)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    const directions allowed = (directions)spec->parameters[DIRECTIONS].integer;
    ring rings[DIMENSIONS];
    find_rings(net, rings);
    const leg first_leg = find_leg(rings, (int)(from - net->first_router), via, allowed);
    const leg second_leg = find_leg(rings, via, (int)(to - net->first_router), allowed);
    for (int a = 0; a < first_leg.combination_count; a++) {
        for (int b = 0; b < second_leg.combination_count; b++) {
            noc_paths_begin_way(out, 1.0 / net->router_count / first_leg.combination_count /
                                         second_leg.combination_count);
            if (l.shortcut && from == to) continue;
            l.phase = 0;
            walk_leg(graph, net, &first_leg, a, allowed == BOTH_DIRECTIONS, &l, out);
            if (out->arena.is_short || (l.shortcut && noc_grid_cut_path(graph, to, out))) continue;
            l.phase = 1;
            walk_leg(graph, net, &second_leg, b, allowed == BOTH_DIRECTIONS, &l, out);
        }
    }
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    const directions allowed = (directions)spec->parameters[DIRECTIONS].integer;
    const vc_rule l = {net->vcs[flow->class], (dateline)spec->parameters[DATELINE].integer, -1,
                       noc_grid_has_shortcut(spec), spec->routing->y_first[flow->class]};
    ring rings[DIMENSIONS];
    if (spec->routing->via_rule == NOC_VIA_ANY) {
        for (int via = 0; via < (int)net->router_count; via++)
            add_paths_via(spec, graph, from, via, to, l, out);
        return;
    }
    find_rings(net, rings);
    const leg route_leg =
        find_leg(rings, (int)(from - net->first_router), (int)(to - net->first_router), allowed);
    for (int combination = 0; combination < route_leg.combination_count; combination++) {
        noc_paths_begin_way(out, 1.0 / route_leg.combination_count);
        walk_leg(graph, net, &route_leg, combination, allowed == BOTH_DIRECTIONS, &l, out);
    }
}

/* ---- links among which packets choose ------------------------------------------------------- */

/* States of a packet: on an adaptive virtual channel, or at the source; else on an escape channel,
 * with the ring, the direction, and the escape channel's half. */
enum { ADAPTIVE_STATE };
typedef struct escape_state {
    int dimension, direction;
    bool is_upper;
} escape_state;

static uint32_t encode_escape(const escape_state *e)
{
    return 1 + (uint32_t)(e->dimension * 4 + (e->direction < 0) * 2 + e->is_upper);
}

static escape_state decode_escape(uint32_t state)
{
    return (escape_state){(int)(state - 1) / 4, (state - 1) & 2 ? -1 : 1, (state - 1) & 1};
}

/* Packet, and the rings of its network. */
typedef struct ring_packet {
    const noc_routed_packet *packet;
    ring rings[DIMENSIONS];
    directions allowed;
    dateline dateline_rule;
    int current_position, destination; /* positions in the network */
} ring_packet;

static uint32_t find_ring_link(const ring_packet *r, int dimension, int direction_sign)
{
    const ring current_ring = r->rings[dimension];
    const uint32_t first = r->packet->network->first_router;
    const uint32_t parallel =
        r->allowed == BOTH_DIRECTIONS && current_ring.length == 2 && direction_sign < 0;
    return noc_graph_parallel_link(
        r->packet->graph, first + (uint32_t)r->current_position,
        first + (uint32_t)next_position(current_ring, r->current_position, direction_sign),
        parallel);
}

static bool has_reached(const ring_packet *r, int dimension)
{
    return ring_place(r->rings[dimension], r->current_position) ==
           ring_place(r->rings[dimension], r->destination);
}

/* Returns the direction along a ring of a shortest path. Half-way round adaptive virtual channels
 * lead back (BookSim 2.0), and escape channels either way: by the position, so that each direction
 * has half of the packets. */
static int find_direction(const ring_packet *r, int dimension, bool is_escape)
{
    ring_path ways[2];
    const ring current_ring = r->rings[dimension];
    const int count = find_ring_paths(current_ring, ring_place(current_ring, r->current_position),
                                      ring_place(current_ring, r->destination), r->allowed, ways);
    if (count == 2 && is_escape)
        return ways[ring_place(current_ring, r->current_position) % 2].direction;
    return ways[count - 1].direction;
}

/* Returns the escape channel of a ring that a packet enters. */
static escape_state enter_ring(const ring_packet *r, int dimension)
{
    const ring current_ring = r->rings[dimension];
    const int direction_sign = find_direction(r, dimension, true);
    const int from = ring_place(current_ring, r->current_position),
              to = ring_place(current_ring, r->destination);
    const bool wraps = direction_sign > 0 ? to < from : to > from;
    return (escape_state){dimension, direction_sign,
                          r->dateline_rule == DATELINE_AT_ENTRY && wraps == (direction_sign > 0)};
}

static void add_escape(const ring_packet *r, noc_options *out)
{
    int dimension = 0;
    escape_state e;
    while (has_reached(r, dimension)) dimension++;
    e = r->packet->state == ADAPTIVE_STATE ? enter_ring(r, dimension)
                                           : decode_escape(r->packet->state);
    if (e.dimension != dimension) e = enter_ring(r, dimension);
    const ring current_ring = r->rings[dimension];
    const int next =
        ring_place(current_ring, next_position(current_ring, r->current_position, e.direction));
    if (r->dateline_rule == DATELINE_AT_CROSSING)
        e.is_upper |= (next > ring_place(current_ring, r->current_position)) != (e.direction > 0);
    const uint32_t vcs = noc_vcs_find_lowest(noc_routed_packet_vcs(r->packet), 2),
                   lower = noc_vcs_find_lowest(vcs, 1);
    noc_options_add(out, (noc_route_option){.channel = find_ring_link(r, dimension, e.direction),
                                            .vcs = e.is_upper ? vcs & ~lower : lower,
                                            .state = encode_escape(&e),
                                            .weight = 1});
}

static void add_adaptive(const ring_packet *r, noc_options *out)
{
    const int adaptive = r->packet->spec->parameters[ADAPTIVE_VCS].integer;
    const uint32_t vcs = noc_routed_packet_vcs(r->packet);
    const int vc_count = __builtin_popcount(vcs);
    const uint32_t adaptive_set =
        vcs & ~noc_vcs_find_lowest(vcs, adaptive ? vc_count - adaptive : 2);
    for (int d = 0; d < DIMENSIONS; d++)
        if (!has_reached(r, d))
            noc_options_add(out, (noc_route_option){
                                     .channel = find_ring_link(r, d, find_direction(r, d, false)),
                                     .vcs = adaptive_set,
                                     .state = ADAPTIVE_STATE,
                                     .weight = 1,
                                     .priority = 1});
}

static void find_options(const noc_routed_packet *packet, noc_options *out)
{
    const uint32_t first = packet->network->first_router;
    ring_packet r = {.packet = packet,
                     .allowed = (directions)packet->spec->parameters[DIRECTIONS].integer,
                     .dateline_rule = (dateline)packet->spec->parameters[DATELINE].integer,
                     .current_position = (int)(packet->router - first),
                     .destination = (int)(packet->destination - first)};
    if (packet->router == packet->destination) return;
    find_rings(packet->network, r.rings);
    if (packet->state == ADAPTIVE_STATE) add_adaptive(&r, out);
    add_escape(&r, out);
}

const noc_topology_kind noc_topology_torus = {
    .name = "torus",
    .summary = "rings along rows, columns and layers; one row is a ring",
    .source = "Dally and Towles 2004, section 5; BookSim 2.0: torus",
    .keys = NOC_KEYS(keys),
    .find_tiles = find_tiles,
    .estimate_size = estimate_size,
    .has_shared_tiles = true,
    .build = build,
    .check = check,
    .find_paths = find_paths,
    .find_options = find_options,
    .layout = NOC_LAYOUT_TORUS,
    .starters =
        NOC_STARTERS(NOC_STARTER_ON_TILES("torus", "flit_bytes = 16; virtual_channels = 4;"),
                     {
                         .name = "ring",
                         .compute = NOC_STARTER_COMPUTE,
                         .memory = NOC_STARTER_MEMORY,
                         .request = {"torus", "flit_bytes = 32; virtual_channels = 4;", NULL},
                         .placements = {"bottom-rows"},
                         .max_rows = 1,
                         .clock_mhz = NOC_STARTER_MHZ,
                         .head_comment = "# A ring is topology \"torus\" with rows = 1.\n",
                     }),
};
