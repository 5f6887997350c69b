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
    ADAPTIVE,
    DIMENSIONS = 3
};

/* Rules that divide packets among the halves of the virtual channels:
 * - as packets enter a ring, by whether they will pass its end (BookSim 2.0; the two directions are
 *   mirrored there), or
 * - where packets pass its end: the lower half before, the upper half from then on. */
typedef enum dateline { AT_ENTRY, AT_CROSSING } dateline;
typedef enum directions { BOTH, POSITIVE, NEGATIVE } directions;

NOC_NAMES(dateline_name, "at-entry", "at-crossing")
NOC_NAMES(directions_name, "both", "positive", "negative")

static bool has_no_choice(const noc_unread_question *q)
{
    return noc_unread_spec(q)->routing->choice == NOC_CHOICE_NONE;
}

static const noc_unread_condition no_choice = {
    has_no_choice, false, NULL, "packets do not choose among links (network.routing)"};

static const noc_key keys[] = {
    NOC_GRID_KEYS(1024, ""),
    {"dateline", NOC_CHOICE, NOC_PARAMETER(DATELINE), 0, 0, AT_ENTRY, 0, dateline_name, "",
     "when packets take one half of their virtual channels or the other, so that rings do not lock",
     "BookSim 2.0: at entry; Dally and Seitz 1987: at crossing", NULL, NOC_BY_ROUTES},
    {"directions", NOC_CHOICE, NOC_PARAMETER(DIRECTIONS), 0, 0, BOTH, 0, directions_name, "",
     "ways round a ring that it has links for", "", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    NOC_LAYER_KEYS(LAYERS),
    NOC_GRID_SHORTCUT_KEY(SHORTCUT, 0),
    {"adaptive_virtual_channels", NOC_INTEGER, NOC_PARAMETER(ADAPTIVE), 0, NOC_VCS_MAX, 1,
     NOC_YOUNGER, NULL, "",
     "virtual channels of a class, its last ones, on which packets of routing \"min-adaptive\" go "
     "any shortest way; 0: all but the two escape channels",
     "BookSim 2.0: 1", NOC_UNREAD(&no_choice), NOC_BY_ROUTES},
};

static void grid(const noc_network_spec *spec, int *columns, int *rows)
{
    noc_grid_of_layers(spec, LAYERS, columns, rows);
}

static noc_size size(const noc_network_spec *spec)
{
    return noc_grid_layer_size(spec, LAYERS);
}

/* True if packets can wait for each other all around a ring. Paths of one link do not wait for each
 * other, so rings of three cannot deadlock. */
static bool can_lock(const noc_network_spec *spec)
{
    const int sides[] = {spec->parameters[NOC_GRID_COLUMNS].integer,
                         spec->parameters[NOC_GRID_ROWS].integer, spec->parameters[LAYERS].integer};
    const int free_of_locks = spec->parameters[DIRECTIONS].integer == BOTH ? 3 : 2;
    bool locks = false;
    for (int d = 0; d < DIMENSIONS; d++) locks |= sides[d] > free_of_locks;
    return locks;
}

/* Returns the number of virtual channels of a class without circles: two halves of each phase; or
 * two escape channels and the adaptive ones. */
static int needed_vcs(const noc_network_spec *spec)
{
    const int adaptive = spec->parameters[ADAPTIVE].integer;
    if (spec->routing->choice != NOC_CHOICE_NONE) return 2 + (adaptive ? adaptive : 1);
    return spec->routing->vc_sets * (can_lock(spec) ? 2 : 1);
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int needed = needed_vcs(spec);
    if (noc_network_fewest_vcs(design, network) >= needed) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.virtual_channels", "network.routing"),
        "network.virtual_channels = %d: packets can deadlock on the rings of a torus, unless each "
        "class has %d or more with routing \"%s\"",
        spec->virtual_channels, needed, spec->routing->name);
}

/* ---- rings ---------------------------------------------------------------------------------- */

/* Ring of a dimension: `length` routers, with positions `stride` apart. */
typedef struct ring {
    int length, stride;
} ring;

static void rings_of(const noc_network *net, ring rings[DIMENSIONS])
{
    const int rows = noc_grid_layer_rows(net), layers = net->layers > 1 ? net->layers : 1;
    rings[0] = (ring){net->columns, 1};
    rings[1] = (ring){rows, net->columns};
    rings[2] = (ring){layers, net->columns * rows};
}

static int place_on(ring r, int position)
{
    return position / r.stride % r.length;
}

/* Returns the next position on a ring, in direction 1 or -1. */
static int next_on(ring r, int position, int by)
{
    const int place = place_on(r, position), next = (place + by + r.length) % r.length;
    return position + (next - place) * r.stride;
}

/* ---- building ------------------------------------------------------------------------------- */

/* Adds the links of all rings of a dimension. A ring of two routers has two pairs of links, as
 * larger rings have: the first leads forward, the second back. */
static bool join_rings(noc_graph *graph, uint16_t network, ring r, directions ways, int latency,
                       double length_mm)
{
    const noc_network *net = &graph->networks[network];
    const int routers = net->columns * net->rows;
    for (int by = 1; by >= -1 && r.length > 1; by -= 2) {
        if (ways == (by > 0 ? NEGATIVE : POSITIVE)) continue;
        for (int from = 0; from < routers; from++) {
            const uint32_t here = net->first_router + (uint32_t)from;
            const uint32_t there = net->first_router + (uint32_t)next_on(r, from, by);
            const uint32_t channel =
                noc_graph_add_channel(graph, NOC_LINK, network, here, there, latency, length_mm);
            if (channel == NOC_NONE) return false;
        }
    }
    return true;
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec];
    const directions ways = (directions)spec->parameters[DIRECTIONS].integer;
    const noc_grid_links links = noc_grid_layer_links(spec, LAYERS, 2.0 * design->chip.tile_mm);
    ring rings[DIMENSIONS];
    int ports = 0;
    grid(spec, &net->columns, &net->rows);
    net->layers = spec->parameters[LAYERS].integer;
    rings_of(net, rings);
    for (int d = 0; d < DIMENSIONS; d++) ports += rings[d].length > 1 ? 1 + (ways == BOTH) : 0;
    const int latencies[] = {links.row_cycles, links.column_cycles, links.layer_cycles};
    const double lengths[] = {links.row_mm, links.column_mm, 2.0 * links.layer_mm};
    bool added = noc_grid_routers(graph, network, 1, noc_memory_ports_of(spec), noc_local_link_mm);
    for (int d = 0; d < DIMENSIONS && added; d++)
        added = join_rings(graph, network, rings[d], ways, latencies[d], lengths[d]);
    if (added) noc_grid_crossbars(graph, network, ports);
    return added ? NOC_OK : NOC_EFAILED;
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* Path along a ring: direction (1 or -1) and number of links. */
typedef struct way {
    int by, steps;
} way;

/* Finds the paths of packets from one place of a ring to another. Returns their number; they have
 * equal probability. */
static int ways_along(ring r, int from, int to, directions allowed, way ways[2])
{
    const int on = (to - from + r.length) % r.length, back = (r.length - on) % r.length;
    const bool forward = allowed == POSITIVE || (allowed == BOTH && on <= back);
    const bool backward = allowed == NEGATIVE || (allowed == BOTH && back < on);
    int count = 0;
    if (forward) ways[count++] = (way){1, on};
    if (backward || (allowed == BOTH && on == back && on > 0)) ways[count++] = (way){-1, back};
    return count;
}

/* Rule that selects the virtual channels of a path. */
typedef struct lane {
    uint32_t vcs; /* virtual channels of the class, a bit each */
    dateline when;
    int phase;     /* phase of a path through a drawn router, 0 or 1; else -1 */
    bool shortcut; /* true if paths through a drawn router end where they pass their destination */
    bool y_first;  /* true if packets go along the column first */
} lane;

/* Returns the virtual channels of a link, by whether the path wraps around the ring, and whether it
 * has wrapped behind this link. The middle one of an odd number is in the upper half at entry, as
 * in BookSim, and in the lower half at crossing, which carries more packets, since all start there.
 * A phase has its part of either half. */
static uint32_t vcs_of(const lane *l, int by, bool wraps, bool wrapped)
{
    const int count = __builtin_popcount(l->vcs), more = l->when == AT_CROSSING && count > 1;
    const uint32_t lower = noc_vcs_lowest(l->vcs, (count + more) / 2);
    const bool upper = l->when == AT_CROSSING ? wrapped : wraps == (by > 0);
    uint32_t half = l->vcs;
    if (lower != 0) half = upper ? l->vcs & ~lower : lower;
    if (l->phase < 0) return half;
    const uint32_t first = noc_vcs_lower_half(half);
    return l->phase == 0 ? first : half & ~first;
}

/* Adds the links of a way along a ring to the path under construction. Returns the position
 * reached. In a ring of two with both directions the second of two parallel links leads back. */
static int walk(const noc_graph *graph, const noc_network *net, ring r, int from, way w, bool both,
                const lane *l, noc_paths *paths)
{
    const int first = place_on(r, from), last = first + w.by * w.steps;
    const bool wraps = last < 0 || last >= r.length;
    bool wrapped = false;
    for (int s = 0; s < w.steps; s++) {
        const int next = next_on(r, from, w.by);
        wrapped |= (place_on(r, next) > place_on(r, from)) != (w.by > 0);
        const uint32_t parallel = both && r.length == 2 && w.by < 0;
        const uint32_t link = noc_graph_parallel_link(graph, net->first_router + (uint32_t)from,
                                                      net->first_router + (uint32_t)next, parallel);
        noc_paths_step(paths, link, vcs_of(l, w.by, wraps, wrapped));
        from = next;
    }
    return from;
}

/* Paths from one position to another: all combinations of paths along the rings. */
typedef struct leg {
    int start;
    way ways[DIMENSIONS][2];
    int counts[DIMENSIONS], all;
} leg;

static leg leg_of(const ring rings[DIMENSIONS], int start, int goal, directions allowed)
{
    leg l = {.start = start, .all = 1};
    for (int d = 0; d < DIMENSIONS; d++) {
        l.counts[d] = ways_along(rings[d], place_on(rings[d], start), place_on(rings[d], goal),
                                 allowed, l.ways[d]);
        l.all *= l.counts[d];
    }
    return l;
}

/* Adds one combination to the path under construction. */
static void walk_leg(const noc_graph *graph, const noc_network *net, const leg *whole,
                     int combination, bool both, const lane *l, noc_paths *out)
{
    static const int orders[2][DIMENSIONS] = {{0, 1, 2}, {1, 0, 2}};
    int at = whole->start;
    ring rings[DIMENSIONS];
    rings_of(net, rings);
    for (int i = 0; i < DIMENSIONS; i++) {
        const int d = orders[l->y_first][i];
        const way w = whole->ways[d][combination % whole->counts[d]];
        at = walk(graph, net, rings[d], at, w, both, l, out);
        combination /= whole->counts[d];
    }
}

/* Adds paths through a drawn router, in two phases. */
static void paths_by(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, int via,
                     uint32_t to, lane l, noc_paths *out)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    const directions allowed = (directions)spec->parameters[DIRECTIONS].integer;
    ring rings[DIMENSIONS];
    rings_of(net, rings);
    const leg there = leg_of(rings, (int)(from - net->first_router), via, allowed);
    const leg on = leg_of(rings, via, (int)(to - net->first_router), allowed);
    for (int a = 0; a < there.all; a++) {
        for (int b = 0; b < on.all; b++) {
            noc_paths_begin(out, 1.0 / net->router_count / there.all / on.all);
            if (l.shortcut && from == to) continue;
            l.phase = 0;
            walk_leg(graph, net, &there, a, allowed == BOTH, &l, out);
            if (out->failed || (l.shortcut && noc_grid_end_at(graph, to, out))) continue;
            l.phase = 1;
            walk_leg(graph, net, &on, b, allowed == BOTH, &l, out);
        }
    }
}

static void paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                  const noc_flow *flow, noc_paths *out)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    const directions allowed = (directions)spec->parameters[DIRECTIONS].integer;
    const lane l = {net->vcs[flow->class], (dateline)spec->parameters[DATELINE].integer, -1,
                    noc_grid_has_shortcut(spec), spec->routing->y_first[flow->class]};
    ring rings[DIMENSIONS];
    if (spec->routing->via == NOC_VIA_ANY) {
        for (int via = 0; via < (int)net->router_count; via++)
            paths_by(spec, graph, from, via, to, l, out);
        return;
    }
    rings_of(net, rings);
    const leg whole =
        leg_of(rings, (int)(from - net->first_router), (int)(to - net->first_router), allowed);
    for (int combination = 0; combination < whole.all; combination++) {
        noc_paths_begin(out, 1.0 / whole.all);
        walk_leg(graph, net, &whole, combination, allowed == BOTH, &l, out);
    }
}

/* ---- ways with a choice --------------------------------------------------------------------- */

/* States of a packet: on an adaptive virtual channel, or at the source; else on an escape channel,
 * with the ring, the direction, and the escape channel's half. */
enum { FREE };
typedef struct escape {
    int dimension, by;
    bool upper;
} escape;

static uint32_t state_of(const escape *e)
{
    return 1 + (uint32_t)(e->dimension * 4 + (e->by < 0) * 2 + e->upper);
}

static escape escape_of(uint32_t state)
{
    return (escape){(int)(state - 1) / 4, (state - 1) & 2 ? -1 : 1, (state - 1) & 1};
}

/* Packet, and the rings of its network. */
typedef struct rover {
    const noc_traveller *packet;
    ring rings[DIMENSIONS];
    directions allowed;
    dateline when;
    int at, to; /* positions in the network */
} rover;

static uint32_t link_along(const rover *r, int dimension, int by)
{
    const ring on = r->rings[dimension];
    const uint32_t first = r->packet->network->first_router;
    const uint32_t parallel = r->allowed == BOTH && on.length == 2 && by < 0;
    return noc_graph_parallel_link(r->packet->graph, first + (uint32_t)r->at,
                                   first + (uint32_t)next_on(on, r->at, by), parallel);
}

static bool is_there(const rover *r, int dimension)
{
    return place_on(r->rings[dimension], r->at) == place_on(r->rings[dimension], r->to);
}

/* Returns the direction along a ring of a shortest path. Half-way round adaptive virtual channels
 * lead back (BookSim 2.0), and escape channels either way: by the position, so that each direction
 * has half of the packets. */
static int direction(const rover *r, int dimension, bool escapes)
{
    way ways[2];
    const ring on = r->rings[dimension];
    const int count = ways_along(on, place_on(on, r->at), place_on(on, r->to), r->allowed, ways);
    if (count == 2 && escapes) return ways[place_on(on, r->at) % 2].by;
    return ways[count - 1].by;
}

/* Returns the escape channel of a ring that a packet enters. */
static escape enter(const rover *r, int dimension)
{
    const ring on = r->rings[dimension];
    const int by = direction(r, dimension, true);
    const int from = place_on(on, r->at), to = place_on(on, r->to);
    const bool wraps = by > 0 ? to < from : to > from;
    return (escape){dimension, by, r->when == AT_ENTRY && wraps == (by > 0)};
}

static void add_escape(const rover *r, noc_options *out)
{
    int dimension = 0;
    escape e;
    while (is_there(r, dimension)) dimension++;
    e = r->packet->state == FREE ? enter(r, dimension) : escape_of(r->packet->state);
    if (e.dimension != dimension) e = enter(r, dimension);
    const ring on = r->rings[dimension];
    const int next = place_on(on, next_on(on, r->at, e.by));
    if (r->when == AT_CROSSING) e.upper |= (next > place_on(on, r->at)) != (e.by > 0);
    const uint32_t vcs = noc_vcs_lowest(noc_traveller_vcs(r->packet), 2),
                   lower = noc_vcs_lowest(vcs, 1);
    noc_options_add(out, (noc_route_option){.channel = link_along(r, dimension, e.by),
                                            .vcs = e.upper ? vcs & ~lower : lower,
                                            .state = state_of(&e),
                                            .weight = 1});
}

static void add_adaptive(const rover *r, noc_options *out)
{
    const int adaptive = r->packet->spec->parameters[ADAPTIVE].integer;
    const uint32_t vcs = noc_traveller_vcs(r->packet);
    const int all = __builtin_popcount(vcs);
    const uint32_t last = vcs & ~noc_vcs_lowest(vcs, adaptive ? all - adaptive : 2);
    for (int d = 0; d < DIMENSIONS; d++)
        if (!is_there(r, d))
            noc_options_add(out,
                            (noc_route_option){.channel = link_along(r, d, direction(r, d, false)),
                                               .vcs = last,
                                               .state = FREE,
                                               .weight = 1,
                                               .priority = 1});
}

static void options(const noc_traveller *packet, noc_options *out)
{
    const uint32_t first = packet->network->first_router;
    rover r = {.packet = packet,
               .allowed = (directions)packet->spec->parameters[DIRECTIONS].integer,
               .when = (dateline)packet->spec->parameters[DATELINE].integer,
               .at = (int)(packet->at - first),
               .to = (int)(packet->to - first)};
    if (packet->at == packet->to) return;
    rings_of(packet->network, r.rings);
    if (packet->state == FREE) add_adaptive(&r, out);
    add_escape(&r, out);
}

const noc_topology_kind noc_topology_torus = {
    .name = "torus",
    .summary = "rings along rows, columns and layers; one row is a ring",
    .source = "Dally and Towles 2004, section 5; BookSim 2.0: torus",
    .keys = NOC_KEYS(keys),
    .grid = grid,
    .size = size,
    .shares_tiles = true,
    .build = build,
    .check = check,
    .paths = paths,
    .options = options,
    .layout = NOC_LAYOUT_TORUS,
    .starters =
        NOC_STARTERS(NOC_STARTER_ON_TILES("torus", "flit_bytes = 16; virtual_channels = 4;"),
                     {
                         .name = "ring",
                         .compute = NOC_STARTER_COMPUTE,
                         .memory = NOC_STARTER_MEMORY,
                         .request = {"torus", "flit_bytes = 32; virtual_channels = 4;", NULL},
                         .placements = {"bottom-rows"},
                         .rows_most = 1,
                         .clock_mhz = NOC_STARTER_MHZ,
                         .about = "# A ring is topology \"torus\" with rows = 1.\n",
                     }),
};
