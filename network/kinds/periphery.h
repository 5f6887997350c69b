/* network/kinds/periphery.h: placement of memory nodes along the edge of a grid of tiles, and along
 * its inner rings after the edge is full: te13's peripheral placements (Figure 30), for any
 * grid. */
#ifndef NOC_NETWORK_KINDS_PERIPHERY_H
#define NOC_NETWORK_KINDS_PERIPHERY_H

#include "design/key.h"

/* Finds the tiles of `count` memory nodes on a columns x rows grid, at most one per tile:
 * positions[0 .. count-1].
 *
 * The edge is filled first, then the ring inside it, and so on. On a ring, tiles whose column + row
 * is odd (te13's half routers) come first, of which no two are adjacent, then the other tiles. Each
 * of these two sets fills the top and the bottom row with half of the nodes each, then the sides.
 * Nodes of a row or a side are spread evenly. If columns + rows and `count` are even, and the edge
 * has room for all, the placement is symmetric under half a turn of the grid. Numbers run along the
 * top row, the bottom row, the left side and the right side. */
void noc_periphery_place(int columns, int rows, int count, noc_point *positions);

#endif
