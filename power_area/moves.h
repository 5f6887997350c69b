/* power_area/moves.h: movement of flits inside a network that the graph has as one hub
 * (network/kinds/structure.h), by the rates of its injection channels. */
#ifndef NOC_POWER_AREA_MOVES_H
#define NOC_POWER_AREA_MOVES_H

#include "network/kinds/structure.h"
#include "power_area/network_cost.h"

/* Movement of flits in the whole network, per cycle. */
typedef struct noc_flit_movement {
    double flits, packets; /* flits and packets that senders inject */
    noc_passage passages;  /* sum over flits of the parts that each passes */
    double ack_hops;       /* sum over packets of the links of their acknowledgements */
} noc_flit_movement;

/* Movement in a network, if a sender's flits go to its destinations at the rates of its flows;
 * all zero without an activity. */
noc_flit_movement noc_flit_movement_of(const noc_costing *costing, uint16_t network);

#endif
