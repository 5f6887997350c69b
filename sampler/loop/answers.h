/* sampler/loop/answers.h: which reply answers a request, memory nodes that answer at once, those of
 * open loops and traces, and the pipelines that requests pass before any node looks at them. */
#ifndef NOC_SAMPLER_LOOP_ANSWERS_H
#define NOC_SAMPLER_LOOP_ANSWERS_H

#include "sampler/ports/ports.h"

/* By request flow: the flow that answers it, same pair, other direction. NULL when out of memory;
 * the caller frees it. */
size_t *noc_answers_flows(const noc_system *system);

/* The request `packet` has arrived. The answer exists from this cycle on, and may enter its network
 * in the next one. */
void noc_answers_receive(noc_ports *ports, const size_t *flows, const noc_packet *packet);

/* Requests that have come and are not looked at yet, first come first, all of them for as many
 * cycles. Their records are kept; noc_packet.injected has the cycle in which they leave. */
typedef struct noc_pipelines {
    noc_packet_line line;
    uint64_t cycles; /* 0: requests are looked at when they come */
} noc_pipelines;

noc_pipelines noc_pipelines_of(const noc_system *system);

/* Strikes off the first arrival, a request, which enters. */
void noc_pipelines_enter(noc_pipelines *pipelines, noc_ports *ports);

/* The next request that leaves in this cycle, whose record stays as it is until another packet is
 * made; NULL: there is none. */
const noc_packet *noc_pipelines_leave(noc_pipelines *pipelines, noc_ports *ports);

/* The cycle in which the next request leaves; UINT64_MAX: none is there. */
uint64_t noc_pipelines_next(const noc_pipelines *pipelines, const noc_ports *ports);

#endif
