/* Placement "top-bottom": memory nodes in the middle of the top and bottom rows, half of them in
 * each, then in the rows inside of them: te13's baseline (Figure 4). The columns are a reading: on
 * 6x6 tiles columns 1-4 give a mean of 5.29 routers per packet, nearest to the paper's 5.2
 * (footnote 4). Memory numbers run along the top row, the bottom row, then the rows inside. */
#include "network/kinds/kinds.h"

/* Places `count` nodes in the middle of a row. */
static void fill_row(int columns, int row, int count, noc_point *positions)
{
    for (int i = 0; i < count; i++) positions[i] = (noc_point){(columns - count) / 2 + i, row};
}

static bool place_nodes(int columns, int rows, int count, noc_point *positions)
{
    for (int depth = 0, placed = 0; placed < count; depth++) {
        const int remaining = count - placed < 2 * columns ? count - placed : 2 * columns;
        const bool is_middle_row = rows == 2 * depth + 1; /* middle row of an odd number of rows */
        const int top = is_middle_row ? remaining : (remaining + 1) / 2, bottom = remaining - top;
        fill_row(columns, depth, top, positions + placed);
        fill_row(columns, rows - 1 - depth, bottom, positions + placed + top);
        placed += remaining;
    }
    return true;
}

const noc_placement_kind noc_placement_top_bottom = {
    .name = "top-bottom",
    .summary = "middle of the top and bottom rows, the rest in the rows inside",
    .source = "te13 Figure 4",
    .place_nodes = place_nodes,
};
