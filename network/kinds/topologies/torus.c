/* Torus: rings along the rows, the columns and, with layers, from layer to layer; one row is a
 * ring. Packets go dimension by dimension, the shorter way round; at half of a ring either way,
 * drawn where they enter it. Links are as long as in a folded layout: two tiles each.
 *
 * A ring closes a circle of channels, which packets must not wait for all around. So they are
 * divided into two halves of the virtual channels of their class: */
#include "base/min_max.h"
#include "network/kinds/grid_keys.h"
#include "network/kinds/traffic_keys.h"

enum {
    DATELINE = NOC_GRID_ROWS + 1,
    DIRECTIONS,
    LAYERS,
    SHORTCUT = LAYERS + NOC_LAYER_PARAMETERS,
    DIMENSIONS = 3
};

/* - as they enter a ring, by whether they will pass its end (BookSim 2.0; the two directions are
 *   mirrored there), or
 * - where they pass its end: lower before, upper from then on. */
typedef enum dateline { AT_ENTRY, AT_CROSSING } dateline;
typedef enum directions { BOTH, POSITIVE, NEGATIVE } directions;

NOC_NAMES(dateline_name, "at-entry", "at-crossing")
NOC_NAMES(directions_name, "both", "positive", "negative")

static const noc_key keys[] = {
    NOC_GRID_KEYS(1024, ""),
    {"dateline", NOC_CHOICE, NOC_PARAMETER(DATELINE), 0, 0, AT_ENTRY, 0, dateline_name, "",
     "when packets take one half of their virtual channels or the other, so that rings do not lock",
     "BookSim 2.0: at entry; Dally and Seitz 1987: at crossing", NULL, NOC_BY_ROUTES},
    {"directions", NOC_CHOICE, NOC_PARAMETER(DIRECTIONS), 0, 0, BOTH, 0, directions_name, "",
     "ways round a ring that it has links for", "", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    NOC_LAYER_KEYS(LAYERS),
    NOC_GRID_SHORTCUT_KEY(SHORTCUT, 0),
};

static void grid(const noc_network_spec *spec, int *columns, int *rows)
{
    noc_grid_of_layers(spec, LAYERS, columns, rows);
}

static noc_size size(const noc_network_spec *spec)
{
    return noc_grid_layer_size(spec, LAYERS);
}

/* Virtual channels of the class that has fewer. */
static int fewest_vcs(const noc_design *design, const noc_network_spec *spec)
{
    if (spec->carries != NOC_CARRIES_BOTH || !noc_design_has_replies(design))
        return spec->virtual_channels;
    const int requests = noc_request_vcs(spec), replies = spec->virtual_channels - requests;
    return min_int(requests, replies);
}

/* Whether packets can wait for each other all around a ring. Ways of one link do not wait for each
 * other, so rings of three do not lock. */
static bool can_lock(const noc_network_spec *spec)
{
    const int sides[] = {spec->parameters[NOC_GRID_COLUMNS].integer,
                         spec->parameters[NOC_GRID_ROWS].integer, spec->parameters[LAYERS].integer};
    const int free_of_locks = spec->parameters[DIRECTIONS].integer == BOTH ? 3 : 2;
    bool locks = false;
    for (int d = 0; d < DIMENSIONS; d++) locks |= sides[d] > free_of_locks;
    return locks;
}

/* Two halves of each phase. */
static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int needed = spec->routing->vc_sets * (can_lock(spec) ? 2 : 1);
    if (fewest_vcs(design, spec) >= needed) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.virtual_channels", "network.routing"),
        "network.virtual_channels = %d: packets can deadlock on the rings of a torus, unless each "
        "class has %d or more with routing \"%s\"",
        spec->virtual_channels, needed, spec->routing->name);
}

/* ---- rings ---------------------------------------------------------------------------------- */

/* A ring of a dimension: so many routers, each so many positions after the one before. */
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

/* The position one further on, by 1 or by -1. */
static int next_on(ring r, int position, int by)
{
    const int place = place_on(r, position), next = (place + by + r.length) % r.length;
    return position + (next - place) * r.stride;
}

/* ---- building ------------------------------------------------------------------------------- */

/* Adds the links of all rings of a dimension. Those of a ring of two are two pairs between the same
 * routers, as in a larger one: the first leads on, the second back. */
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

/* A way along a ring: so many steps on (1) or back (-1). */
typedef struct way {
    int by, steps;
} way;

/* The ways that packets take from one place to another; returns how many, of equal chance. */
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

/* Conditions of a way's virtual channels. */
typedef struct lane {
    uint32_t vcs; /* set of the class */
    dateline when;
    int phase;     /* 0 or 1 of a way by a router in between, else -1 */
    bool shortcut; /* such a way ends where it passes its destination */
} lane;

/* The virtual channels of a link of a way, by whether the way wraps around, and whether it has done
 * so once this link is passed. The middle one of an odd number is BookSim's where the halves are;
 * else it goes to the half that carries more: all packets start in the lower one. A phase has its
 * part of either half. */
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

/* Adds the links of a way to the path that is under construction; returns the position reached. In
 * a ring of two that has both directions the second of two links leads back. */
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

/* Ways from a place to another: all combinations of those along the rings. */
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

/* Adds a combination to the path that is under construction. */
static void walk_leg(const noc_graph *graph, const noc_network *net, const leg *whole,
                     int combination, bool both, const lane *l, noc_paths *out)
{
    int at = whole->start;
    ring rings[DIMENSIONS];
    rings_of(net, rings);
    for (int d = 0; d < DIMENSIONS; d++) {
        const way w = whole->ways[d][combination % whole->counts[d]];
        at = walk(graph, net, rings[d], at, w, both, l, out);
        combination /= whole->counts[d];
    }
}

/* Ways by a router in between; two phases. */
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
                    noc_grid_has_shortcut(spec)};
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

const noc_topology_kind noc_topology_torus = {
    .name = "torus",
    .summary = "rings along rows, columns and layers; one row is a ring",
    .source = "Dally and Towles 2004, section 5; BookSim 2.0: torus",
    .keys = NOC_KEYS(keys),
    .grid = grid,
    .size = size,
    .build = build,
    .check = check,
    .paths = paths,
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
