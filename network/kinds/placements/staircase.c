/* Memory nodes in knight's moves, one a row and a column, as overlay circuits need, whose memory
 * nodes each own a row, and a column too where two send at a time (rapid18 4). Its Fig. 16 is lost;
 * this is a reading: row y has its memory node in column (2y + 1) mod (columns + 1), for an odd
 * number of columns mod columns. No two are diagonal neighbours from 4 columns on. With fewer
 * memory nodes than rows the rows are spread evenly; with more, the others of a row follow at even
 * distances to the right, around its end. */
#include "network/kinds/kinds.h"

static bool place(int columns, int rows, int count, noc_point *at)
{
    const int turn = columns % 2 == 0 ? columns + 1 : columns;
    const int used = count < rows ? count : rows;
    for (int k = 0, i = 0; k < used; k++) {
        const int upto = (int)((k + 1L) * count / used), in_row = upto - i;
        for (int j = 0; i < upto; i++, j++)
            at[i] = (noc_point){((2 * k + 1) % turn + j * columns / in_row) % columns,
                                (int)((long)k * rows / used)};
    }
    return true;
}

const noc_placement_kind noc_placement_staircase = {
    .name = "staircase",
    .summary = "rows have equal numbers, a knight's move apart; one a row and column if they fit",
    .source = "rapid18 4, Figure 16",
    .place = place,
};
