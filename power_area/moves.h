/* power_area/moves.h: movements in a network whose inside the graph does not show
 * (network/kinds/structure.h), by the rates of its injection channels. */
#ifndef NOC_POWER_AREA_MOVES_H
#define NOC_POWER_AREA_MOVES_H

#include "network/kinds/structure.h"
#include "power_area/network_cost.h"

/* Movements in the whole network, per cycle. */
typedef struct noc_flit_movement {
    double flits, packets;
    noc_passage passages; /* flits times the parts that each passes */
    double ack_hops;      /* packets times the links of their acknowledgements */
} noc_flit_movement;

/* Movements in a network, if each sender's flits are distributed over its destinations as its flows
 * are. All zero without an activity. */
noc_flit_movement noc_moves_of(const noc_costing *costing, uint16_t network);

#endif
