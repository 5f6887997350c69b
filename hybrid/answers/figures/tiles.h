/* hybrid/answers/figures/tiles.h: map of a network's power: by router, and by tile of the chip. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_TILES_H
#define NOC_HYBRID_ANSWERS_FIGURES_TILES_H

#include "base/arena.h"
#include "network/graph/system.h"
#include "power_area/cost.h"

/* A router and its place: a block of width_tiles x height_tiles tiles of a layer, from (column,
 * row) on; (0, 0) is the top left. Both sizes are 0 for a router without a place. */
typedef struct noc_tile_router {
    uint16_t network;
    char network_name[24]; /* number of the network in the design, and its slice: "1, slice 0" */
    char name[32];         /* name: "(3,2)"; "7" in a graph; "all" for a whole network */
    int column, row, layer, width_tiles, height_tiles;
    noc_router_power power; /* power, mW; NAN where unknown */
} noc_tile_router;

typedef struct noc_power_tiles {
    noc_tile_router *routers; /* built routers, in the order of the graph */
    uint32_t count;
    /* tiles of one layer, and number of layers; 0: some router has no place */
    int columns, rows, layers;
    double tile_mm;
    char missing_reason[220]; /* reason why there is no map; "": every router has a place */
    const char *no_power;     /* reason why power is unknown, static; NULL: power is known */
    bool has_dynamic;         /* dynamic power is known, not leakage alone */
} noc_power_tiles;

/* Power of one tile over all networks, mW; a router's power is spread evenly over its tiles.
 * Leakage and dynamic power (0 if unknown) are separate. */
typedef struct noc_tile_power {
    double leakage_mw, dynamic_mw;
} noc_tile_power;

/* Places the power of the routers (noc_cost_by_router) on tiles. *tiles lasts as long as the
 * arena. */
noc_status noc_tiles_make(const noc_system *system, const noc_cost *cost,
                          const noc_router_power *routers, noc_arena *arena, noc_power_tiles *tiles,
                          noc_diag *diag);

/* Power of one router with its links, mW; dynamic power counts where it is known. */
double noc_tile_router_mw(const noc_tile_router *router);

/* Sums the power of each tile, [(layer * rows + row) * columns + column]. Every router must have a
 * place. The caller frees it; NULL when out of memory. */
noc_tile_power *noc_tiles_map(const noc_power_tiles *tiles);

#endif
