/* Memory nodes in the middle of the top and of the bottom row, half of them in each: te13's
 * baseline (Figure 4). The columns are a reading: on 6x6 columns 1-4 give a mean of 5.29 routers a
 * packet, the nearest to the paper's 5.2 (footnote 4). Memory numbers run along the top row, then
 * the bottom row. */
#include "network/kinds.h"

static const char *place(int columns, int rows, int count, noc_point *at)
{
    const int top = (count + 1) / 2, bottom = count / 2;
    if (top > columns) return "rows at least half as long as there are memory nodes";
    if (rows < 2) return "two rows or more";
    const int top_start = (columns - top) / 2, bottom_start = (columns - bottom) / 2;
    for (int i = 0; i < top; i++) at[i] = (noc_point){top_start + i, 0};
    for (int i = 0; i < bottom; i++) at[top + i] = (noc_point){bottom_start + i, rows - 1};
    return NULL;
}

const noc_placement_kind noc_placement_top_bottom = {
    .name = "top-bottom",
    .summary = "middle of the top and bottom rows",
    .source = "te13 Figure 4",
    .place = place,
};
