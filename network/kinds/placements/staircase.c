/* Placement "staircase": memory nodes a knight's move apart, one per row and column, for overlay
 * circuits, in which each memory node owns a row, and a column if two send at a time (rapid18 4).
 * The formula is a reading, since Fig. 16 is lost: row y has its memory node in column (2y + 1) mod
 * (columns + 1), or mod columns if the number of columns is odd. No two are diagonal neighbours on
 * 4 columns or more. With fewer memory nodes than rows the rows are spread evenly. With more, the
 * other nodes of a row follow at even distances to the right, around its end. */
#include "network/kinds/kinds.h"

static bool place_nodes(int columns, int rows, int count, noc_point *positions)
{
    const int column_modulus = columns % 2 == 0 ? columns + 1 : columns;
    const int used_rows = count < rows ? count : rows;
    for (int k = 0, i = 0; k < used_rows; k++) {
        const int row_end = (int)((k + 1L) * count / used_rows), row_nodes = row_end - i;
        for (int j = 0; i < row_end; i++, j++)
            positions[i] =
                (noc_point){((2 * k + 1) % column_modulus + j * columns / row_nodes) % columns,
                            (int)((long)k * rows / used_rows)};
    }
    return true;
}

const noc_placement_kind noc_placement_staircase = {
    .name = "staircase",
    .summary = "rows have equal numbers, a knight's move apart; one a row and column if they fit",
    .source = "rapid18 4, Figure 16",
    .place_nodes = place_nodes,
};
