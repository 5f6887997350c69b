/* sampler/loop/answers.h: which reply answers a request, and memory nodes that answer at once:
 * those of open loops and traces. */
#ifndef NOC_SAMPLER_LOOP_ANSWERS_H
#define NOC_SAMPLER_LOOP_ANSWERS_H

#include "sampler/ports/ports.h"

/* By request flow: the flow that answers it, same pair, other direction. NULL when out of memory;
 * the caller frees it. */
size_t *noc_answers_flows(const noc_system *system);

/* The request `packet` has arrived. The answer exists from this cycle on, and may enter its network
 * in the next one. */
void noc_answers_receive(noc_ports *ports, const size_t *flows, const noc_packet *packet);

#endif
