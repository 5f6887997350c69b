/* PeripheralRow of te13, for any grid. The figure's numbers are lost; a reading puts 8 memory nodes
 * on 6x6 on the six half-router tiles of the top and bottom rows and one of each side column. */
#include "network/kinds/kinds.h"
#include "network/kinds/periphery.h"

static bool place(int columns, int rows, int count, noc_point *at)
{
    noc_periphery(columns, rows, count, at);
    return true;
}

const noc_placement_kind noc_placement_peripheral_row = {
    .name = "peripheral-row",
    .summary = "chip edge, top and bottom rows first; no two adjacent while half of it does",
    .source = "te13 Figure 30(a)",
    .place = place,
};
