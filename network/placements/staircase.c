/* One memory node a row and a column, in knight's moves: what overlay circuits need, whose memory
 * nodes each own a row, and a column too where two send at a time (rapid18 4). Its Fig. 16 is lost;
 * this is a reading: row y has its memory node in column (2y + 1) mod (columns + 1), for an odd
 * number of columns mod columns. No two are diagonal neighbours from 4 columns on. With fewer
 * memory nodes than rows the rows are spread evenly. */
#include "network/kinds.h"

static const char *place(int columns, int rows, int count, noc_point *at)
{
    if (count > rows || count > columns)
        return "a row and a column of its own for each memory node";
    const int turn = columns % 2 == 0 ? columns + 1 : columns;
    for (int i = 0; i < count; i++)
        at[i] = (noc_point){(2 * i + 1) % turn, (int)((long)i * rows / count)};
    return NULL;
}

const noc_placement_kind noc_placement_staircase = {
    .name = "staircase",
    .summary = "one memory node a row and a column, a knight's move apart",
    .source = "rapid18 4, Figure 16",
    .place = place,
};
