/* sampler/loop/answers.h: reply flows that answer requests, memory nodes that answer at once (in
 * open loops and traces), and the pipelines that requests pass before a node looks at them. */
#ifndef NOC_SAMPLER_LOOP_ANSWERS_H
#define NOC_SAMPLER_LOOP_ANSWERS_H

#include "sampler/ports/ports.h"

/* Reply flow of each request flow: same pair, other direction. NULL when out of memory; the caller
 * frees it. */
size_t *noc_answers_flows(const noc_system *system);

/* Answers the request `packet`, which has arrived. The answer exists from this cycle on, and may
 * enter its network in the next one. */
void noc_answers_receive(noc_ports *ports, const size_t *flows, const noc_packet *packet);

/* Requests that have arrived and are not looked at yet, first come first served, all for the same
 * number of cycles. Their records are kept; noc_packet.injected has the cycle in which they
 * leave. */
typedef struct noc_pipelines {
    noc_packet_line line;
    /* cycles of a request in the pipeline; 0: requests are looked at when they arrive */
    uint64_t cycles;
} noc_pipelines;

noc_pipelines noc_pipelines_of(const noc_system *system);

/* Moves the first arrival, a request, into the pipeline. */
void noc_pipelines_enter(noc_pipelines *pipelines, noc_ports *ports);

/* Takes the next request that leaves in this cycle. Its record stays unchanged until another packet
 * is made. NULL: none leaves. */
const noc_packet *noc_pipelines_leave(noc_pipelines *pipelines, noc_ports *ports);

/* Cycle in which the next request leaves; UINT64_MAX: no request is in the pipeline. */
uint64_t noc_pipelines_next(const noc_pipelines *pipelines, const noc_ports *ports);

#endif
