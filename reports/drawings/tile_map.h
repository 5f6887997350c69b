/* reports/drawings/tile_map.h: map of the power of tiles: the more power, the darker the tile. */
#ifndef NOC_REPORTS_DRAWINGS_TILE_MAP_H
#define NOC_REPORTS_DRAWINGS_TILE_MAP_H

#include <stdio.h>

#include "hybrid/answers/figures/answer.h"

/* Draws an estimate's tiles as an SVG document. Each tile must have a position and a power
 * (noc_power_tiles.lacks). `load_words`: the load in words. NOC_EFAILED: out of memory. */
noc_status noc_tile_map_draw(FILE *out, const noc_estimate *estimate, const char *load_words,
                             noc_diag *diag);

#endif
