#include "hybrid/answers/figures/tiles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "network/kinds/structure.h"

/* largest number of tiles of a map with positions given by the user */
static const double max_map_tiles = 1e6;
static const char *const ideal_reason = "an ideal network is made of nothing";

/* ---- places --------------------------------------------------------------------------------- */

/* Places the routers of a grid. Each has a block of tiles, which it may share with its slices. */
static void place_on_grid(const noc_graph *g, const noc_network *net, noc_tile_router *tiles)
{
    const int rows = noc_grid_layer_rows(net);
    const int width = g->columns / net->columns;
    const int height = g->rows / (net->is_dimension_sliced ? rows : net->rows);
    for (uint32_t i = 0; i < net->router_count; i++) {
        const int place = (int)i, row = place / net->columns;
        tiles[i].column = place % net->columns * width;
        tiles[i].row = row % rows * height;
        tiles[i].layer = net->is_dimension_sliced ? 0 : row / rows;
        tiles[i].width_tiles = width;
        tiles[i].height_tiles = height;
    }
}

/* Places numbered routers at their positions, relative to the least ones. False if a router has no
 * position, or if the map would have too many tiles. */
static bool place_by_positions(const noc_wiring *w, const noc_network *net, noc_tile_router *tiles)
{
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    if (!w || !w->positions || w->position_count < net->router_count) return false;
    for (uint32_t i = 0; i < net->router_count; i++) {
        if (!w->positions[i].line) return false;
        left = fmin(left, w->positions[i].x);
        top = fmin(top, w->positions[i].y);
        right = fmax(right, w->positions[i].x);
        bottom = fmax(bottom, w->positions[i].y);
    }
    if ((right - left + 1.0) * (bottom - top + 1.0) > max_map_tiles) return false;
    const double rounding = 1e-9;
    for (uint32_t i = 0; i < net->router_count; i++) {
        tiles[i].column = (int)floor(w->positions[i].x - left + rounding);
        tiles[i].row = (int)floor(w->positions[i].y - top + rounding);
        tiles[i].width_tiles = tiles[i].height_tiles = 1;
    }
    return true;
}

static void put_missing_reason(const noc_system *system, uint16_t network, noc_power_tiles *t)
{
    const char *topology = noc_system_spec(system, network)->topology->name;
    const noc_network *net = &system->graph.networks[network];
    if (noc_structure_find(system->design, net).router_count > 0)
        snprintf(
            t->missing_reason, sizeof t->missing_reason,
            "network %u (topology \"%s\") is costed as a whole: its power by tile is not known",
            net->spec_index, topology);
    else if (net->is_numbered)
        snprintf(t->missing_reason, sizeof t->missing_reason,
                 "the routers of network %u have no places: give all of them by network.positions "
                 "(a CSV file of router,x,y in tiles)",
                 net->spec_index);
    else
        snprintf(t->missing_reason, sizeof t->missing_reason,
                 "the switches of network %u (topology \"%s\") stand on no tiles", net->spec_index,
                 topology);
}

static void place_network(const noc_system *system, uint16_t network, noc_power_tiles *t)
{
    const noc_graph *g = &system->graph;
    const noc_network *net = &g->networks[network];
    noc_tile_router *tiles = &t->routers[net->first_router];
    if (!noc_network_has_silicon(net)) return;
    if (net->columns > 0 && noc_structure_find(system->design, net).router_count == 0)
        place_on_grid(g, net, tiles);
    else if ((!net->is_numbered ||
              !place_by_positions(noc_system_spec(system, network)->wiring, net, tiles)) &&
             !*t->missing_reason)
        put_missing_reason(system, network, t);
}

/* ---- names ---------------------------------------------------------------------------------- */

static void name_network(const noc_system *system, noc_tile_router *r)
{
    const noc_network *net = &system->graph.networks[r->network];
    const bool sliced = system->design->networks[net->spec_index].slices > 1;
    char slice[16] = "";
    if (sliced) snprintf(slice, sizeof slice, ", slice %u", net->slice);
    snprintf(r->network_name, sizeof r->network_name, "%u%s", net->spec_index, slice);
}

static void name_router(const noc_system *system, uint32_t router, char *name, size_t size)
{
    const noc_router *r = &system->graph.routers[router];
    const noc_network *net = &system->graph.networks[r->network];
    if (noc_structure_find(system->design, net).router_count > 0)
        snprintf(name, size, "all");
    else if (net->is_numbered)
        snprintf(name, size, "%u", (unsigned)(router - net->first_router));
    else
        noc_router_name(&system->graph, router, name, size);
}

/* ---- all routers ---------------------------------------------------------------------------- */

/* Drops the routers of ideal networks. */
static void drop_unbuilt_routers(const noc_graph *g, noc_power_tiles *t)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->count; i++)
        if (noc_network_has_silicon(&g->networks[t->routers[i].network]))
            t->routers[count++] = t->routers[i];
    t->count = count;
}

static void find_map_size(noc_power_tiles *t)
{
    for (uint32_t i = 0; i < t->count && !*t->missing_reason; i++) {
        const noc_tile_router *r = &t->routers[i];
        t->columns = max_int(t->columns, r->column + r->width_tiles);
        t->rows = max_int(t->rows, r->row + r->height_tiles);
        t->layers = max_int(t->layers, r->layer + 1);
    }
}

noc_status noc_tiles_make(const noc_system *system, const noc_cost *cost,
                          const noc_router_power *routers, noc_arena *arena, noc_power_tiles *t,
                          noc_diag *diag)
{
    const noc_graph *g = &system->graph;
    *t = (noc_power_tiles){.routers = noc_arena_array(arena, g->router_count, sizeof *t->routers),
                           .count = g->router_count,
                           .tile_mm = system->design->chip.tile_mm,
                           .no_power = cost->has_no_silicon ? ideal_reason : cost->no_power_reason};
    if (!t->routers) return noc_fail_memory(diag);
    t->has_dynamic = !t->no_power && isfinite(cost->dynamic_mw);
    for (uint32_t r = 0; r < t->count; r++) {
        noc_tile_router *router = &t->routers[r];
        router->network = g->routers[r].network;
        name_network(system, router);
        router->power = t->no_power ? (noc_router_power){NAN, NAN, NAN, NAN} : routers[r];
        name_router(system, r, router->name, sizeof router->name);
    }
    for (uint16_t n = 0; n < g->network_count; n++) place_network(system, n, t);
    drop_unbuilt_routers(g, t);
    if (t->count == 0) snprintf(t->missing_reason, sizeof t->missing_reason, "%s", ideal_reason);
    find_map_size(t);
    return NOC_OK;
}

static double replace_nan(double mw)
{
    return isfinite(mw) ? mw : 0.0;
}

double noc_tile_router_mw(const noc_tile_router *router)
{
    const noc_router_power *p = &router->power;
    return p->router_leakage_mw + p->link_leakage_mw + replace_nan(p->router_dynamic_mw) +
           replace_nan(p->link_dynamic_mw);
}

noc_tile_power *noc_tiles_map(const noc_power_tiles *t)
{
    noc_tile_power *map =
        calloc((size_t)t->columns * (size_t)t->rows * (size_t)t->layers + 1, sizeof *map);
    for (uint32_t i = 0; map && i < t->count; i++) {
        const noc_tile_router *r = &t->routers[i];
        const noc_router_power *p = &r->power;
        const double share = 1.0 / (r->width_tiles * r->height_tiles);
        for (int y = r->row; y < r->row + r->height_tiles; y++)
            for (int x = r->column; x < r->column + r->width_tiles; x++) {
                noc_tile_power *tile = &map[(r->layer * t->rows + y) * t->columns + x];
                tile->leakage_mw += share * (p->router_leakage_mw + p->link_leakage_mw);
                tile->dynamic_mw +=
                    share * (replace_nan(p->router_dynamic_mw) + replace_nan(p->link_dynamic_mw));
            }
    }
    return map;
}
