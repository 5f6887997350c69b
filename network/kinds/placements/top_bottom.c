/* Memory nodes in the middle of the top and of the bottom row, half of them in each: te13's
 * baseline (Figure 4); nodes that do not fit go into the rows inside of them, and so on. The
 * columns are a reading: on 6x6 columns 1-4 give a mean of 5.29 routers a packet, the nearest to
 * the paper's 5.2 (footnote 4). Memory numbers run along the top row, then the bottom row, then the
 * rows inside. */
#include "network/kinds/kinds.h"

/* Fills `count` tiles in the middle of a row. */
static void fill(int columns, int row, int count, noc_point *at)
{
    for (int i = 0; i < count; i++) at[i] = (noc_point){(columns - count) / 2 + i, row};
}

static bool place(int columns, int rows, int count, noc_point *at)
{
    for (int depth = 0, taken = 0; taken < count; depth++) {
        const int left = count - taken < 2 * columns ? count - taken : 2 * columns;
        const bool alone = rows == 2 * depth + 1; /* the row in the middle */
        const int top = alone ? left : (left + 1) / 2, bottom = left - top;
        fill(columns, depth, top, at + taken);
        fill(columns, rows - 1 - depth, bottom, at + taken + top);
        taken += left;
    }
    return true;
}

const noc_placement_kind noc_placement_top_bottom = {
    .name = "top-bottom",
    .summary = "middle of the top and bottom rows, the rest in the rows inside",
    .source = "te13 Figure 4",
    .place = place,
};
