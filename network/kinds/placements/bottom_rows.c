/* Placement "bottom-rows": memory nodes along the bottom edge, in the last row, then in the middle
 * of the row above, and so on. cdx19 does not state the positions of its slices on a mesh. They are
 * at one edge, since S-mesh drops one direction of every column link. Memory numbers start with the
 * last row. */
#include "network/kinds/kinds.h"

static bool place_nodes(int columns, int rows, int count, noc_point *positions)
{
    for (int i = 0; i < count; i++) {
        const int rows_above = i / columns;
        const int remaining = count - rows_above * columns;
        const int row_count = remaining < columns ? remaining : columns;
        positions[i] = (noc_point){(columns - row_count) / 2 + i % columns, rows - 1 - rows_above};
    }
    return true;
}

const noc_placement_kind noc_placement_bottom_rows = {
    .name = "bottom-rows",
    .summary = "bottom row, the rest in the middle of the rows above",
    .source = "cdx19 Table 2: S-mesh's count of links",
    .place_nodes = place_nodes,
};
