/* Placement "peripheral-row", te13's PeripheralRow for any grid. On 6x6 tiles 8 memory nodes are on
 * the six half-router tiles of the top and bottom rows and one of each side column: a reading,
 * since the figure's numbers are lost. */
#include "network/kinds/kinds.h"
#include "network/kinds/periphery.h"

static bool place_nodes(int columns, int rows, int count, noc_point *positions)
{
    noc_periphery_place(columns, rows, count, positions);
    return true;
}

const noc_placement_kind noc_placement_peripheral_row = {
    .name = "peripheral-row",
    .summary = "chip edge, top and bottom rows first; no two adjacent while half of it does",
    .source = "te13 Figure 30(a)",
    .place_nodes = place_nodes,
};
