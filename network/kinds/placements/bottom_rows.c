/* Memory nodes along the bottom edge: the last row, then the middle of the row above, and so on.
 * cdx19 does not give the places of its slices on a mesh; since S-mesh drops one direction of every
 * column link, they are at one edge. Memory numbers run along the last row first. */
#include "network/kinds/kinds.h"

static bool place(int columns, int rows, int count, noc_point *at)
{
    for (int i = 0; i < count; i++) {
        const int above = i / columns;
        const int left = count - above * columns;
        const int in_row = left < columns ? left : columns;
        at[i] = (noc_point){(columns - in_row) / 2 + i % columns, rows - 1 - above};
    }
    return true;
}

const noc_placement_kind noc_placement_bottom_rows = {
    .name = "bottom-rows",
    .summary = "bottom row, the rest in the middle of the rows above",
    .source = "cdx19 Table 2: S-mesh's count of links",
    .place = place,
};
