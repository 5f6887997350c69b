/* hybrid/answers/figures/tiles.h: power of a network by router, and by tile. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_TILES_H
#define NOC_HYBRID_ANSWERS_FIGURES_TILES_H

#include "network/graph/system.h"
#include "power_area/cost.h"

/* A router and its place: tiles of a layer from (column, row) on, (0, 0) the top left; across and
 * down are 0 for a router without a place. */
typedef struct noc_tile_router {
    uint16_t network;
    char network_name[24]; /* number of the network in the design, and its slice: "1, slice 0" */
    char name[32];         /* name: "(3,2)"; "7" in a graph; "all" for a whole network */
    int column, row, layer, across, down;
    noc_router_power power; /* power, mW; NAN where unknown */
} noc_tile_router;

typedef struct noc_power_tiles {
    noc_tile_router *routers; /* built routers, in the order of the graph; owned */
    uint32_t count;
    int columns, rows, layers; /* tiles of one layer, and layers; 0 if some router has no place */
    double tile_mm;
    char lacks[220];      /* reason of a missing map; "" if every router has a place */
    const char *no_power; /* reason of missing power, static; NULL: power is known */
    bool dynamic;         /* dynamic power is known, not leakage alone */
} noc_power_tiles;

/* Power of one tile over all networks, mW; a router's power is spread evenly over its tiles.
 * Leakage and dynamic power (0 if unknown) are separate. */
typedef struct noc_tile_power {
    double leakage_mw, dynamic_mw;
} noc_tile_power;

/* Places the routers' power at an activity (noc_cost_by_router) on tiles. The caller clears
 * *tiles. */
noc_status noc_tiles_of(const noc_system *system, const noc_cost *cost,
                        const noc_router_power *routers, noc_power_tiles *tiles, noc_diag *diag);
void noc_tiles_clear(noc_power_tiles *tiles);

/* Power of one router with its links, mW; dynamic power counts where it is known. */
double noc_tile_router_mw(const noc_tile_router *router);

/* Power of all tiles, [(layer * rows + row) * columns + column]; NULL when out of memory. Requires
 * a place for every router. The caller frees it. */
noc_tile_power *noc_tiles_map(const noc_power_tiles *tiles);

#endif
