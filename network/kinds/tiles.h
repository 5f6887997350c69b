/* network/kinds/tiles.h: the tiles that a design's nodes stand on. */
#ifndef NOC_NETWORK_KINDS_TILES_H
#define NOC_NETWORK_KINDS_TILES_H

#include "design/design.h"

/* The first network whose nodes stand on tiles, -1 if none does. */
int noc_design_gridded_network(const noc_design *design);

/* Columns and rows of the tiles. Without a grid (no topology of the design has one) nodes stand in
 * a row, the compute nodes first; returns whether there is one. */
bool noc_design_tiles(const noc_design *design, int *columns, int *rows);

#endif
