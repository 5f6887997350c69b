/* te13's scattered placement, its best. The figure's numbers are lost; this is a reading: of all
 * placements on half-router tiles that the text allows and that hold (5,0), the one with the
 * smallest largest channel load under XY routing. Memory 0 is the top right corner, as in te13
 * 5.8. */
#include "network/kinds.h"
#include "network/placements/fixed.h"

static const char *place(int columns, int rows, int count, noc_point *at)
{
    static const noc_point tiles[8] = {{5, 0}, {0, 3}, {1, 2}, {1, 4},
                                       {2, 1}, {3, 4}, {4, 1}, {4, 3}};
    return noc_place_te13(tiles, columns, rows, count, at);
}

const noc_placement_kind noc_placement_scattered = {
    .name = "scattered",
    .summary = "inside the chip, no two adjacent, the centre free",
    .source = "te13 Figures 17, 30(d)",
    .place = place,
};
