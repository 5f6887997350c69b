/* analytic/full/terminals.h: terminals of a simulated full network: injection, arrival and replies
 * of packets. */
#ifndef NOC_ANALYTIC_FULL_TERMINALS_H
#define NOC_ANALYTIC_FULL_TERMINALS_H

#include "analytic/full/state.h"

/* Delivers a packet whose tail has arrived at its terminal: counts the packet, and creates a reply
 * to a request that has one. */
void noc_full_deliver_packet(noc_full *full, const noc_vc_packet *packet);

/* Frees an injection port, by its number among the graph's injectors, after its packet's tail. */
void noc_full_finish_sending(noc_full *full, uint32_t port);

/* Simulates the terminals' part of a cycle: sends flits into injection channels. */
void noc_full_send_flits(noc_full *full);

#endif
