/* Placement "peripheral-col", te13's PeripheralCol for any grid: PeripheralRow with columns and
 * rows exchanged. */
#include "network/kinds/kinds.h"
#include "network/kinds/periphery.h"

static bool place(int columns, int rows, int count, noc_point *at)
{
    noc_periphery(rows, columns, count, at);
    for (int i = 0; i < count; i++) at[i] = (noc_point){at[i].row, at[i].column};
    return true;
}

const noc_placement_kind noc_placement_peripheral_col = {
    .name = "peripheral-col",
    .summary = "chip edge, side columns first; no two adjacent while half of it does",
    .source = "te13 Figure 30(b)",
    .place = place,
};
