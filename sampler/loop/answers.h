/* sampler/loop/answers.h: answers to requests: reply flow of each request, memory nodes that
 * answer at once (open loop and traces), and the request pipelines of nodes. */
#ifndef NOC_SAMPLER_LOOP_ANSWERS_H
#define NOC_SAMPLER_LOOP_ANSWERS_H

#include "sampler/ports/ports.h"

/* Finds the reply flow of each request flow: same pair of nodes, other direction. NULL when out
 * of memory; the caller frees the array. */
size_t *noc_find_reply_flows(const noc_system *system);

/* Answers an arrived request. The answer is created in this cycle, and may enter its network in
 * the next cycle. */
void noc_answer_request(noc_ports *ports, const size_t *flows, const noc_packet *packet);

/* Request pipeline: arrived requests wait, in order, a constant number of cycles before the node
 * reads them. Their records stay valid; noc_packet.injection_cycle holds the cycle of departure. */
typedef struct noc_pipelines {
    noc_packet_queue queue;
    /* cycles of a request in the pipeline; 0: no pipeline */
    uint64_t cycles;
} noc_pipelines;

noc_pipelines noc_pipelines_make(const noc_system *system);

/* Moves the first arrival, a request, into the pipeline. */
void noc_pipelines_enter(noc_pipelines *pipelines, noc_ports *ports);

/* Removes the next request that leaves in this cycle. Its record stays valid until another
 * packet is created. NULL: none. */
const noc_packet *noc_pipelines_leave(noc_pipelines *pipelines, noc_ports *ports);

/* Cycle in which the next request leaves; UINT64_MAX: the pipeline is empty. */
uint64_t noc_pipelines_next_event(const noc_pipelines *pipelines, const noc_ports *ports);

#endif
