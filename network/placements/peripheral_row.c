/* te13's PeripheralRow. The figure's numbers are lost; this is a reading: the six half-router tiles
 * of the top and bottom rows and one of each side column. */
#include "network/kinds.h"
#include "network/placements/fixed.h"

static const char *place(int columns, int rows, int count, noc_point *at)
{
    static const noc_point tiles[8] = {{1, 0}, {3, 0}, {5, 0}, {0, 5},
                                       {2, 5}, {4, 5}, {0, 3}, {5, 2}};
    return noc_place_te13(tiles, columns, rows, count, at);
}

const noc_placement_kind noc_placement_peripheral_row = {
    .name = "peripheral-row",
    .summary = "chip edge, mostly top and bottom rows, no two adjacent",
    .source = "te13 Figure 30(a)",
    .place = place,
};
