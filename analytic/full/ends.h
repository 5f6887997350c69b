/* analytic/full/ends.h: terminals of a full network: their packets, and answers. */
#ifndef NOC_ANALYTIC_FULL_ENDS_H
#define NOC_ANALYTIC_FULL_ENDS_H

#include "analytic/full/state.h"

/* Delivers a packet whose tail is at its terminal. */
void noc_full_arrive(noc_full *full, const noc_stay *stay);

/* Notes that a door has sent its packet. */
void noc_full_sent(noc_full *full, uint32_t door);

/* Terminals' part of a cycle: flits go into injection channels. */
void noc_full_send(noc_full *full);

#endif
