/* reports/drawings/tile_map.h: the power of tiles as a map: the more power, the darker the tile. */
#ifndef NOC_REPORTS_DRAWINGS_TILE_MAP_H
#define NOC_REPORTS_DRAWINGS_TILE_MAP_H

#include <stdio.h>

#include "hybrid/answers/figures/answer.h"

/* Writes a whole SVG document of an estimate's tiles, each of which has a place
 * (noc_power_tiles.lacks) and a power. `load` tells the load in words. NOC_EFAILED when out of
 * memory. */
noc_status noc_tile_map_draw(FILE *out, const noc_estimate *estimate, const char *load,
                             noc_diag *diag);

#endif
