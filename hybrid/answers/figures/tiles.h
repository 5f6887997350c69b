/* hybrid/answers/figures/tiles.h: the power of a network by router, and by the tile that a router
 * stands on. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_TILES_H
#define NOC_HYBRID_ANSWERS_FIGURES_TILES_H

#include "network/graph/system.h"
#include "power_area/cost.h"

/* A router and where it stands: tiles of a layer from (column, row) on, (0, 0) the top left; across
 * and down are 0 where it has no place. */
typedef struct noc_tile_router {
    uint16_t network;
    char network_name[24]; /* number that designs give it, and its slice: "1, slice 0" */
    char name[32];         /* "(3,2)"; "7" of a graph; "all" where it stands for a whole network */
    int column, row, layer, across, down;
    noc_router_power power; /* NAN where there is none */
} noc_tile_router;

typedef struct noc_power_tiles {
    noc_tile_router *routers; /* routers that are built, in the order of the graph; owned */
    uint32_t count;
    int columns, rows, layers; /* tiles, of one layer; 0 where a router has no place */
    double tile_mm;
    char lacks[220];      /* reason why there is no map; "" where every router has a place */
    const char *no_power; /* reason why there are no figures, static; NULL: there are */
    bool dynamic;         /* an activity is known; else leakage alone */
} noc_power_tiles;

/* The power of one tile of all networks, mW; a router's power is spread evenly over its tiles.
 * Leakage and dynamic power (0 where none is known) apart. */
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

/* A map of all tiles, [(layer * rows + row) * columns + column]; NULL when out of memory. Only
 * where every router has a place. The caller frees it. */
noc_tile_power *noc_tiles_map(const noc_power_tiles *tiles);

#endif
