/* Placement "peripheral-col", te13's PeripheralCol for any grid: PeripheralRow with columns and
 * rows exchanged. */
#include "network/kinds/kinds.h"
#include "network/kinds/periphery.h"

static bool place_nodes(int columns, int rows, int count, noc_point *positions)
{
    noc_periphery_place(rows, columns, count, positions);
    for (int i = 0; i < count; i++)
        positions[i] = (noc_point){positions[i].row, positions[i].column};
    return true;
}

const noc_placement_kind noc_placement_peripheral_col = {
    .name = "peripheral-col",
    .summary = "chip edge, side columns first; no two adjacent while half of it does",
    .source = "te13 Figure 30(b)",
    .place_nodes = place_nodes,
};
