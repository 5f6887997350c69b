/* sampler/loop/answers.h: answers of nodes to requests: reply flows, replies at once (open loop and
 * traces), and pipelines that delay arrived requests. */
#ifndef NOC_SAMPLER_LOOP_ANSWERS_H
#define NOC_SAMPLER_LOOP_ANSWERS_H

#include "base/arena.h"
#include "sampler/ports/ports.h"

/* Finds the reply flow of each request flow: same pair of nodes, other direction. Returns [flow]:
 * reply flow; 0 for flows without a reply. NULL when out of memory. */
size_t *noc_find_reply_flows(const noc_system *system, noc_arena *arena);

/* Creates the reply to an arrived request, if its type has one. The reply may enter its network in
 * the next cycle. `reply_flows`: result of noc_find_reply_flows. */
void noc_answer_request(noc_ports *ports, const size_t *reply_flows, const noc_packet *request);

/* Request pipelines of all nodes, in one queue: an arrived request waits a constant number of
 * cycles before its node reads it, so requests leave in the order of arrival. The record of a
 * waiting request stays valid; noc_packet.injection_cycle holds the cycle in which the request
 * leaves. */
typedef struct noc_pipelines {
    noc_packet_queue queue;
    /* cycles of a request in a pipeline (traffic.answer_cycles); 0: no pipelines */
    uint64_t delay_cycles;
} noc_pipelines;

/* Makes the empty pipelines of a system. */
noc_pipelines noc_pipelines_make(const noc_system *system);

/* Moves the first arrival of the ports, a request, into its pipeline. */
void noc_pipelines_enter(noc_pipelines *pipelines, noc_ports *ports);

/* Removes a request that leaves its pipeline in this cycle. Its record stays valid until another
 * packet is created. NULL: none. */
const noc_packet *noc_pipelines_leave(noc_pipelines *pipelines, noc_ports *ports);

/* Cycle in which the next request leaves; UINT64_MAX: all pipelines are empty. */
uint64_t noc_pipelines_next_event(const noc_pipelines *pipelines, const noc_ports *ports);

#endif
