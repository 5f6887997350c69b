/* te13's PeripheralCol. The figure's numbers are lost; this is a reading: the six half-router tiles
 * of the side columns and one each of the top and bottom rows. */
#include "network/kinds.h"
#include "network/placements/fixed.h"

static const char *place(int columns, int rows, int count, noc_point *at)
{
    static const noc_point tiles[8] = {{0, 1}, {0, 3}, {0, 5}, {5, 0},
                                       {5, 2}, {5, 4}, {3, 0}, {2, 5}};
    return noc_place_te13(tiles, columns, rows, count, at);
}

const noc_placement_kind noc_placement_peripheral_col = {
    .name = "peripheral-col",
    .summary = "chip edge, mostly side columns, no two adjacent",
    .source = "te13 Figure 30(b)",
    .place = place,
};
