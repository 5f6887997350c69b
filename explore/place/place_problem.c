#include "explore/place/place_problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_limit.h"
#include "network/kinds/kinds.h"

enum { UNIT_BITS = 13 };

typedef struct builder {
    noc_arena memory;
    noc_place_problem *p;
    const noc_system *system;
    /* Copy of the system's graph, whose networks have no layers of virtual channels, since these
     * fit only the flows of the design. */
    noc_graph graph;
    uint32_t *link_numbers; /* [channel]: number among the links */
    /* [(from * tiles + to) * channels + link]: flits of the packets between two tiles */
    double *pair_flits;
    double *path_routers;   /* [from * tiles + to]: routers on the path between two tiles */
    uint32_t *tile_routers; /* [tile * networks + network]: router of the tile */
    bool has_missing_path;  /* some tiles have no path between them */
} builder;

static double *pair_flits_at(const builder *b, int from, int to)
{
    return &b->pair_flits[((size_t)from * (size_t)b->p->tiles + (size_t)to) *
                          (size_t)b->p->channels];
}

/* Stores the router of a terminal's channel. A memory node has no injection channel in a network
 * for requests alone, so the caller passes injection and ejection channels. */
static void note_router(builder *b, uint32_t terminal, uint32_t channel)
{
    const noc_graph *g = &b->system->graph;
    const noc_terminal *node = &g->terminals[terminal];
    const noc_channel *port = &g->channels[channel];
    const size_t tile = (size_t)(node->column + b->p->columns * node->row);
    b->tile_routers[tile * g->network_count + port->network] =
        port->kind == NOC_INJECTION ? port->to : port->from;
}

/* Finds the routers of tiles without a node: packets pass them, but memory nodes cannot be on
 * them. */
static void find_empty_tiles(builder *b)
{
    const noc_graph *g = &b->system->graph;
    noc_place_problem *p = b->p;
    for (int t = 0; t < p->tiles; t++) {
        for (size_t n = 0; n < g->network_count; n++)
            p->has_node[t] |= b->tile_routers[(size_t)t * g->network_count + n] != NOC_NONE;
        p->node_tiles += p->has_node[t];
        p->allowed_count -= p->is_allowed[t] && !p->has_node[t];
        p->is_allowed[t] = p->is_allowed[t] && p->has_node[t];
    }
    for (uint32_t r = 0; p->is_grid && r < g->router_count; r++) {
        const int tile = g->routers[r].column + p->columns * g->routers[r].row;
        if (!p->has_node[tile])
            b->tile_routers[(size_t)tile * g->network_count + g->routers[r].network] = r;
    }
}

static void find_routers(builder *b)
{
    const noc_graph *g = &b->system->graph;
    const size_t slots = (size_t)b->p->tiles * g->network_count;
    for (size_t i = 0; i < slots; i++) b->tile_routers[i] = NOC_NONE;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        const noc_terminal *n = &g->terminals[t];
        for (uint32_t i = 0; i < n->injections; i++)
            note_router(b, t, g->injections[n->first_injection + i]);
        for (uint32_t i = 0; i < n->ejections; i++)
            note_router(b, t, g->ejections[n->first_ejection + i]);
    }
    find_empty_tiles(b);
}

/* Adds the load of a class's packets between two tiles on the links of one network: `flits` of a
 * packet, divided by each link's flits per cycle. `share`: share of the packets that use the
 * network, which weights their routers. */
static void add_paths(builder *b, uint16_t network, noc_class class, double flits, double share,
                      int from, int to, noc_paths *paths)
{
    const noc_graph *g = &b->graph;
    const noc_network_spec *spec = &b->system->design->networks[g->networks[network].spec_index];
    const noc_topology_kind *topology = spec->topology;
    double *flits_by_link = pair_flits_at(b, from, to);
    paths->step_count = paths->way_count = 0;
    const uint32_t first = b->tile_routers[(size_t)from * g->network_count + network];
    const uint32_t last = b->tile_routers[(size_t)to * g->network_count + network];
    const noc_flow flow = {.source = g->terminal_of_tile[from],
                           .destination = g->terminal_of_tile[to],
                           .class = class};
    if (topology->find_paths)
        topology->find_paths(spec, g, first, last, &flow, paths);
    else
        spec->routing->find_paths(spec, g, network, first, last, class, paths);
    for (size_t w = 0; w < paths->way_count; w++) {
        const struct noc_way *way = &paths->ways[w];
        b->path_routers[from * b->p->tiles + to] +=
            share * way->probability * (double)(way->count + 1);
        for (size_t s = 0; s < way->count; s++)
            flits_by_link[b->link_numbers[paths->steps[way->first + s].channel]] +=
                flits * way->probability /
                g->channels[paths->steps[way->first + s].channel].flits_per_cycle;
    }
    b->has_missing_path |= paths->way_count == 0;
}

static int32_t convert_to_units(double flits)
{
    return (int32_t)lround(flits * (1 << UNIT_BITS));
}

/* Rounds flits to an even number of units, so that half of them, on each of two paths, is a whole
 * number. */
static double round_to_even_units(double flits)
{
    return ldexp(2.0 * convert_to_units(flits / 2.0), -UNIT_BITS);
}

static int count_carriers(const noc_graph *g, noc_class class)
{
    int count = 0;
    for (uint16_t n = 0; n < g->network_count; n++) count += g->networks[n].carries[class];
    return count;
}

/* Traces the packets of a class between all pairs of tiles of which one can be memory. */
static void trace_class(builder *b, noc_class class)
{
    const noc_graph *g = &b->system->graph;
    NOC_AUTO(noc_paths_clear) noc_paths paths = {0};
    for (uint16_t n = 0; n < g->network_count; n++) {
        if (!g->networks[n].carries[class]) continue;
        const double share = 1.0 / count_carriers(g, class);
        const double flits =
            round_to_even_units(share * noc_system_mean_flits(b->system, class, n));
        for (int from = 0; from < b->p->tiles; from++)
            for (int to = 0; to < b->p->tiles; to++)
                if (from != to && b->p->has_node[from] && b->p->has_node[to] &&
                    (b->p->is_allowed[from] || b->p->is_allowed[to]))
                    add_paths(b, n, class, flits, share, from, to, &paths);
    }
}

/* Adds the loads of requests, or of replies. If m is memory and s is compute, requests go from s to
 * m and replies from m to s. node_loads(m) sums this traffic over all s; pair_loads(m, s) sums it
 * for both assignments of the roles to m and s. */
static void add_roles(builder *b, bool requests)
{
    noc_place_problem *p = b->p;
    for (int m = 0; m < p->tiles; m++)
        for (int s = 0; s < p->tiles; s++) {
            if (m == s || !p->has_node[m] || !p->has_node[s]) continue;
            const int from = requests ? s : m, to = requests ? m : s;
            const double *flits_by_link = pair_flits_at(b, from, to);
            int32_t *node_loads = &p->node_loads[m * p->channels];
            int32_t *ms = &p->pair_loads[(m * p->tiles + s) * p->channels];
            int32_t *sm = &p->pair_loads[(s * p->tiles + m) * p->channels];
            const int64_t routers = convert_to_units(b->path_routers[from * p->tiles + to]);
            for (int c = 0; c < p->channels; c++) {
                if (flits_by_link[c] == 0.0) continue;
                const int32_t units = convert_to_units(flits_by_link[c]);
                node_loads[c] += units;
                ms[c] += units;
                sm[c] += units;
            }
            p->node_routers[m] += routers;
            p->pair_routers[m * p->tiles + s] += routers;
            p->pair_routers[s * p->tiles + m] += routers;
        }
}

/* ---- symmetries ----------------------------------------------------------------------------- */

enum { REFLECTIONS = 8 }; /* reflections of both axes, and exchange of rows and columns */

/* Finds the image of a tile by a reflection, and then by a shift around the ends of rows and
 * columns. */
static int find_image(const noc_place_problem *p, int reflection, int right, int down, int tile)
{
    int x = tile % p->columns, y = tile / p->columns;
    if (reflection & 1) x = p->columns - 1 - x;
    if (reflection & 2) y = p->rows - 1 - y;
    if (reflection & 4) {
        const int swapped = x;
        x = y;
        y = swapped;
    }
    return (x + right) % p->columns + p->columns * ((y + down) % p->rows);
}

/* Finds the image of each router by a symmetry. False if a router has several images. */
static bool map_routers(const builder *b, int tiles, const uint16_t *map, uint32_t *image)
{
    const size_t networks = b->system->graph.network_count;
    for (uint32_t r = 0; r < b->system->graph.router_count; r++) image[r] = NOC_NONE;
    for (size_t slot = 0; slot < (size_t)tiles * networks; slot++) {
        uint32_t *target = &image[b->tile_routers[slot]];
        const uint32_t mapped_router =
            b->tile_routers[map[slot / networks] * networks + slot % networks];
        if (*target != NOC_NONE && *target != mapped_router) return false;
        *target = mapped_router;
    }
    return true;
}

/* Finds the image of each link by a symmetry. False if a link has no image. */
static bool map_links(const builder *b, const uint32_t *routers, uint32_t *image)
{
    const noc_graph *g = &b->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        if (g->channels[c].kind != NOC_LINK) continue;
        const uint32_t from = routers[g->channels[c].from], to = routers[g->channels[c].to];
        const uint32_t link =
            from == NOC_NONE || to == NOC_NONE ? NOC_NONE : noc_graph_link(g, from, to);
        if (link == NOC_NONE) return false;
        image[b->link_numbers[c]] = b->link_numbers[link];
    }
    return true;
}

/* True if the symmetry leaves the traffic of all pairs of tiles unchanged, on every link. */
static bool has_equal_loads(const noc_place_problem *p, const uint16_t *map, const uint32_t *image)
{
    for (int m = 0; m < p->tiles; m++)
        for (int s = 0; s < p->tiles; s++) {
            const int32_t *loads = &p->pair_loads[(m * p->tiles + s) * p->channels];
            const int32_t *image_loads = &p->pair_loads[(map[m] * p->tiles + map[s]) * p->channels];
            if (p->pair_routers[m * p->tiles + s] != p->pair_routers[map[m] * p->tiles + map[s]])
                return false;
            for (int c = 0; c < p->channels; c++)
                if (loads[c] != image_loads[image[c]]) return false;
        }
    return true;
}

static bool is_symmetry(const builder *b, const uint16_t *map)
{
    const noc_place_problem *p = b->p;
    for (int t = 0; t < p->tiles; t++)
        if (p->is_allowed[t] != p->is_allowed[map[t]] || p->has_node[t] != p->has_node[map[t]])
            return false;
    NOC_AUTO_FREE uint32_t *routers = calloc(b->system->graph.router_count + 1, sizeof *routers);
    NOC_AUTO_FREE uint32_t *image = calloc((size_t)p->channels + 1, sizeof *image);
    if (!routers || !image) return false;
    /* the padding maps to itself */
    for (int c = 0; c < p->channels; c++) image[c] = (uint32_t)c;
    return map_routers(b, p->tiles, map, routers) && map_links(b, routers, image) &&
           has_equal_loads(p, map, image);
}

static bool is_shift_symmetry(const builder *b, int right, int down)
{
    const noc_place_problem *p = b->p;
    uint16_t map[NOC_PLACE_TILES_MAX];
    for (int t = 0; t < p->tiles; t++) map[t] = (uint16_t)find_image(p, 0, right, down, t);
    return is_symmetry(b, map);
}

static bool has_shared_routers(const noc_place_problem *p)
{
    for (int t = 0; t < p->tiles; t++)
        if (p->earlier_tile[t] >= 0) return true;
    return false;
}

/* Finds the symmetry maps of a problem with known loads. If several tiles are at one router, only
 * the identity is used. A shift by one tile implies all shifts, since two symmetries in sequence
 * are a symmetry. */
static noc_status find_symmetries(const builder *b, noc_diag *diag)
{
    noc_place_problem *p = b->p;
    const bool has_shared = has_shared_routers(p);
    const int right = !has_shared && p->columns > 1 && is_shift_symmetry(b, 1, 0) ? p->columns : 1;
    const int down = !has_shared && p->rows > 1 && is_shift_symmetry(b, 0, 1) ? p->rows : 1;
    p->symmetry_maps =
        noc_arena_array(&p->memory, (size_t)(REFLECTIONS * right * down), sizeof *p->symmetry_maps);
    if (!p->symmetry_maps) return noc_fail_memory(diag);
    for (int reflection = 0; reflection < (has_shared ? 1 : REFLECTIONS); reflection++) {
        if ((reflection & 4) && p->columns != p->rows) break;
        if (((reflection & 1) && p->columns == 1) || ((reflection & 2) && p->rows == 1))
            continue; /* equal to the map without the reflection */
        for (int shift = 0; shift < right * down; shift++) {
            uint16_t *map = p->symmetry_maps[p->symmetry_count];
            for (int t = 0; t < p->tiles; t++)
                map[t] = (uint16_t)find_image(p, reflection, shift % right, shift / right, t);
            if (shift == 0 && reflection > 0 && !is_symmetry(b, map)) break;
            p->symmetry_count++;
        }
    }
    return NOC_OK;
}

/* ---- making a problem ----------------------------------------------------------------------- */

/* Finds the allowed tiles: tiles with half routers if any exist, else all. False if the networks
 * differ in their half routers: a packet's network then depends on its turn (DCI), so loads are not
 * sums over tiles. */
static bool find_allowed(noc_place_problem *p, const noc_graph *g)
{
    bool has_half[NOC_PLACE_TILES_MAX] = {false}, has_full[NOC_PLACE_TILES_MAX] = {false},
         has_any_half = false;
    for (uint32_t r = 0; p->is_grid && r < g->router_count; r++) {
        const int tile = g->routers[r].column + p->columns * g->routers[r].row;
        if (!noc_network_has_silicon(&g->networks[g->routers[r].network])) continue;
        has_any_half = has_any_half || g->routers[r].is_half;
        *(g->routers[r].is_half ? &has_half[tile] : &has_full[tile]) = true;
    }
    for (int t = 0; t < p->tiles; t++) {
        if (has_any_half && has_half[t] && has_full[t]) return false;
        p->is_allowed[t] = has_half[t] || !has_any_half;
        p->allowed_count += p->is_allowed[t];
    }
    return true;
}

static noc_status check_system(const noc_system *system, const noc_place_problem *p, noc_diag *diag)
{
    const noc_place place = {system->design->file, 0};
    if (system->graph.memory_count == 0)
        return noc_fail(
            diag, NOC_EINPUT, place,
            "the traffic has no memory nodes to place (traffic.pattern = \"many-to-few\")");
    if (!p->is_grid && !noc_place_is_graph(system->design))
        return noc_fail(
            diag, NOC_EINPUT, place,
            "place needs a grid of tiles or a graph of routers, which topology \"%s\" has not",
            system->design->networks[0].topology->name);
    if (p->tiles > NOC_PLACE_TILES_MAX)
        return noc_fail(diag, NOC_EINPUT, place, "place accepts at most %d %s, not %d",
                        NOC_PLACE_TILES_MAX, p->is_grid ? "tiles" : "nodes", p->tiles);
    return NOC_OK;
}

static int number_links(builder *b)
{
    const noc_graph *g = &b->system->graph;
    uint32_t count = 0;
    for (uint32_t c = 0; c < g->channel_count; c++)
        b->link_numbers[c] = g->channels[c].kind == NOC_LINK ? count++ : 0;
    return (int)((count + NOC_PLACE_LANES - 1) / NOC_PLACE_LANES * NOC_PLACE_LANES);
}

static bool alloc_builder(builder *b)
{
    noc_place_problem *p = b->p;
    noc_arena *m = &b->memory, *own = &p->memory;
    const size_t tiles = (size_t)p->tiles, channels = (size_t)p->channels;
    b->pair_flits = noc_arena_array(m, tiles * tiles * channels, sizeof *b->pair_flits);
    b->path_routers = noc_arena_array(m, tiles * tiles, sizeof *b->path_routers);
    b->tile_routers =
        noc_arena_array(m, tiles * b->system->graph.network_count, sizeof *b->tile_routers);
    p->node_loads = noc_arena_array(own, tiles * channels, sizeof *p->node_loads);
    p->pair_loads = noc_arena_array(own, tiles * tiles * channels, sizeof *p->pair_loads);
    p->node_routers = noc_arena_array(own, tiles, sizeof *p->node_routers);
    p->pair_routers = noc_arena_array(own, tiles * tiles, sizeof *p->pair_routers);
    return !m->is_short && !own->is_short;
}

/* Finds, for each tile of a graph, the last earlier tile at the same routers. */
static void find_shared_tiles(const builder *b)
{
    noc_place_problem *p = b->p;
    const size_t networks = b->system->graph.network_count;
    for (int t = 0; t < p->tiles; t++) {
        p->earlier_tile[t] = -1;
        for (int s = 0; s < t && !p->is_grid; s++)
            if (memcmp(&b->tile_routers[(size_t)t * networks],
                       &b->tile_routers[(size_t)s * networks],
                       networks * sizeof *b->tile_routers) == 0)
                p->earlier_tile[t] = (int16_t)s;
    }
}

static bool copy_networks(builder *b)
{
    b->graph = b->system->graph;
    const size_t count = b->graph.network_count;
    b->graph.networks =
        noc_arena_copy(&b->memory, b->system->graph.networks, count, sizeof *b->graph.networks);
    if (!b->graph.networks) return false;
    for (size_t n = 0; n < count; n++)
        for (int c = 0; c < NOC_CLASSES; c++) b->graph.networks[n].plans[c] = NULL;
    return true;
}

/* Checks that memory suffices for the flits and loads of all pairs. */
static noc_status check_memory(const builder *b, noc_diag *diag)
{
    const double bytes = 12.0 * b->p->tiles * b->p->tiles * b->p->channels;
    char purpose[80];
    snprintf(purpose, sizeof purpose, "place, for %d places and %d links,", b->p->tiles,
             b->p->channels);
    return noc_memory_check_room(diag, NOC_EINPUT, (noc_place){b->system->design->file, 0}, purpose,
                                 bytes);
}

static noc_status build_problem(builder *b, noc_diag *diag)
{
    noc_place_problem *p = b->p;
    const size_t tiles = (size_t)p->tiles;
    b->link_numbers =
        noc_arena_array(&b->memory, b->system->graph.channel_count, sizeof *b->link_numbers);
    if (!b->link_numbers || !copy_networks(b)) return noc_fail_memory(diag);
    p->channels = number_links(b);
    noc_status status = check_memory(b, diag);
    if (status != NOC_OK) return status;
    if (!alloc_builder(b)) return noc_fail_memory(diag);
    find_routers(b);
    find_shared_tiles(b);
    p->load_unit = 1.0 / (1 << UNIT_BITS);
    p->transaction_packets = 2.0;
    trace_class(b, NOC_REQUEST);
    add_roles(b, true);
    memset(b->pair_flits, 0, tiles * tiles * (size_t)p->channels * sizeof *b->pair_flits);
    memset(b->path_routers, 0, tiles * tiles * sizeof *b->path_routers);
    trace_class(b, NOC_REPLY);
    add_roles(b, false);
    if (b->has_missing_path)
        return noc_fail(diag, NOC_EINPUT, (noc_place){b->system->design->file, 0},
                        "place needs a way between any two nodes, either of which may become a "
                        "memory node (network.routes has none for some)");
    const noc_status symmetry_status = find_symmetries(b, diag);
    if (symmetry_status != NOC_OK) return symmetry_status;
    const noc_place_loads loads = {p->columns, p->rows, p->channels, p->node_loads, p->pair_loads};
    return p->allowed_count == p->tiles ? noc_place_cuts_find(&loads, &p->memory, &p->cuts, diag)
                                        : NOC_OK;
}

noc_status noc_place_problem_new(const noc_system *system, noc_place_problem **problem,
                                 noc_diag *diag)
{
    noc_place_problem *p = calloc(1, sizeof *p);
    builder b = {.p = p, .system = system};
    if (!p) return noc_fail_memory(diag);
    int columns, rows;
    p->columns = system->graph.columns;
    p->rows = system->graph.rows;
    p->tiles = p->columns * p->rows;
    p->is_grid = noc_design_find_tiles(system->design, &columns, &rows);
    noc_status status = check_system(system, p, diag);
    if (status == NOC_OK && !find_allowed(p, &system->graph))
        status = noc_fail(diag, NOC_EINPUT, (noc_place){system->design->file, 0},
                          "place does not know slices whose half routers differ "
                          "(network.half_routers = \"none\", \"odd\" or \"even\")");
    if (status == NOC_OK) status = build_problem(&b, diag);
    noc_arena_clear(&b.memory);
    if (status == NOC_OK)
        *problem = p;
    else
        noc_place_problem_free(p);
    return status;
}

void noc_place_problem_free(noc_place_problem *p)
{
    if (!p) return;
    noc_arena_clear(&p->memory);
    free(p);
}

bool noc_place_is_graph(const noc_design *design)
{
    for (int n = 0; n < design->network_count; n++)
        if (!design->networks[n].wiring) return false;
    return true;
}

bool noc_place_is_tile_free(const noc_place_problem *p, const uint16_t *tiles, int count, int tile)
{
    if (!p->is_allowed[tile]) return false;
    if (p->earlier_tile[tile] < 0) return true;
    for (int i = count; i-- > 0;)
        if (tiles[i] == p->earlier_tile[tile]) return true;
    return false;
}

double noc_place_count(const noc_place_problem *p, int memory_nodes)
{
    double counts[NOC_PLACE_TILES_MAX + 1] = {1.0};
    for (int t = 0; t < p->tiles; t++) {
        int size = 1; /* tiles at the same routers, up to tile t */
        bool last = true;
        for (int s = t; p->earlier_tile[s] >= 0; s = p->earlier_tile[s]) size++;
        for (int s = t + 1; s < p->tiles; s++) last = last && p->earlier_tile[s] != t;
        if (!last || !p->is_allowed[t]) continue;
        for (int k = memory_nodes; k > 0; k--)
            for (int i = 1; i <= size && i <= k; i++) counts[k] += counts[k - i];
    }
    return counts[memory_nodes];
}

int noc_place_count_symmetries(const noc_place_problem *p)
{
    return p->symmetry_count;
}

double noc_place_load_unit(const noc_place_problem *p)
{
    return p->load_unit;
}

double noc_place_mean_routers(const noc_place_problem *p, int memory_nodes,
                              const noc_place_placement *choice)
{
    const double pairs =
        (double)memory_nodes * (p->node_tiles - memory_nodes) * p->transaction_packets;
    return (double)choice->routers * p->load_unit / pairs;
}

/* ---- load and path of a placement ----------------------------------------------------------- */

void noc_place_fill_load(const noc_place_problem *p, int memory_nodes, noc_place_placement *choice)
{
    choice->routers = 0;
    choice->load = 0;
    for (int i = 0; i < memory_nodes; i++) {
        choice->routers += p->node_routers[choice->tiles[i]];
        for (int k = 0; k < i; k++)
            choice->routers -= p->pair_routers[choice->tiles[i] * p->tiles + choice->tiles[k]];
    }
    for (int c = 0; c < p->channels; c++) {
        int32_t load = 0;
        for (int i = 0; i < memory_nodes; i++) {
            load += p->node_loads[choice->tiles[i] * p->channels + c];
            for (int k = 0; k < i; k++)
                load -=
                    p->pair_loads[(choice->tiles[i] * p->tiles + choice->tiles[k]) * p->channels +
                                  c];
        }
        if (load > choice->load) choice->load = load;
    }
}

int noc_place_compare(const noc_place_placement *a, const noc_place_placement *b, int memory_nodes)
{
    if (a->load != b->load) return a->load < b->load ? -1 : 1;
    if (a->routers != b->routers) return a->routers < b->routers ? -1 : 1;
    for (int i = 0; i < memory_nodes; i++)
        if (a->tiles[i] != b->tiles[i]) return a->tiles[i] < b->tiles[i] ? -1 : 1;
    return 0;
}

void noc_place_insert(noc_place_result *r, int memory_nodes, const noc_place_placement *choice)
{
    if (r->count == NOC_PLACE_RESULTS_MAX &&
        noc_place_compare(choice, &r->best[r->count - 1], memory_nodes) >= 0)
        return;
    int position = r->count < NOC_PLACE_RESULTS_MAX ? r->count++ : r->count - 1;
    for (; position > 0 && noc_place_compare(choice, &r->best[position - 1], memory_nodes) < 0;
         position--)
        r->best[position] = r->best[position - 1];
    r->best[position] = *choice;
}

bool noc_place_contains(const noc_place_result *r, int memory_nodes,
                        const noc_place_placement *choice)
{
    for (int i = 0; i < r->count; i++)
        if (noc_place_compare(choice, &r->best[i], memory_nodes) == 0) return true;
    return false;
}

/* ---- rows of channels ----------------------------------------------------------------------- */

/* Compiles each function also for AVX2 vectors; the program chooses a version when it starts. Not
 * on other machines, which have vectors of one width; not with Clang, which does not export such
 * functions; not with ThreadSanitizer, which starts after the choice. */
#if defined __x86_64__ && !defined __clang__ && !defined __SANITIZE_THREAD__
#define BY_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define BY_VECTORS
#endif

BY_VECTORS int32_t noc_place_largest_sum(const int32_t *a, const int32_t *b, int channels,
                                         int32_t limit)
{
    int32_t lane_sums[NOC_PLACE_LANES] = {0}, largest = 0;
    for (int c = 0; c < channels; c += NOC_PLACE_LANES * 3) {
        const int end = c + NOC_PLACE_LANES * 3 < channels ? c + NOC_PLACE_LANES * 3 : channels;
        for (int k = c; k < end; k += NOC_PLACE_LANES)
            for (int j = 0; j < NOC_PLACE_LANES; j++) {
                const int32_t sum = a[k + j] + b[k + j];
                lane_sums[j] = sum > lane_sums[j] ? sum : lane_sums[j];
            }
        for (int j = 0; j < NOC_PLACE_LANES; j++)
            largest = lane_sums[j] > largest ? lane_sums[j] : largest;
        if (largest > limit) return largest;
    }
    return largest;
}

BY_VECTORS void noc_place_add_rows(const int32_t *a, const int32_t *b, int32_t *sum, int channels)
{
    for (int c = 0; c < channels; c++) sum[c] = a[c] + b[c];
}

BY_VECTORS void noc_place_subtract_rows(const int32_t *a, const int32_t *b, int32_t *difference,
                                        int channels)
{
    for (int c = 0; c < channels; c++) difference[c] = a[c] - b[c];
}
