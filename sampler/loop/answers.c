#include "sampler/loop/answers.h"

#include "base/auto.h"
#include "sampler/ports/deliveries.h"

size_t *noc_find_reply_flows(const noc_system *system, noc_arena *arena)
{
    const noc_traffic *traffic = &system->traffic;
    /* next reply flow of each memory node */
    NOC_AUTO_FREE size_t *next_flow = calloc(system->graph.terminal_count + 1u, sizeof *next_flow);
    size_t *reply_flows = noc_arena_array(arena, traffic->flow_count, sizeof *reply_flows);
    if (!next_flow || !reply_flows) return NULL;
    for (size_t f = traffic->flow_count; f-- > 0;)
        if (traffic->flows[f].class == NOC_REPLY) next_flow[traffic->flows[f].source] = f;
    /* Both lists are sorted by compute node, so the replies of each memory node are found in
     * order. */
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == NOC_REQUEST && traffic->types[0].reply_type >= 0)
            reply_flows[f] = next_flow[traffic->flows[f].destination]++;
    return reply_flows;
}

void noc_answer_request(noc_ports *ports, const size_t *reply_flows, const noc_packet *request)
{
    const int reply = ports->system->traffic.types[request->type].reply_type;
    if (reply >= 0) noc_port_answer(ports, reply_flows[request->flow], reply, request);
}

noc_pipelines noc_pipelines_make(const noc_system *system)
{
    return (noc_pipelines){.delay_cycles = (uint64_t)system->design->traffic.answer_cycles};
}

void noc_pipelines_enter(noc_pipelines *p, noc_ports *ports)
{
    const uint32_t request = noc_port_hold_arrival(ports);
    ports->packets.entries[request].injection_cycle = ports->now + p->delay_cycles;
    noc_packet_queue_append(&ports->packets, &p->queue, request);
}

const noc_packet *noc_pipelines_leave(noc_pipelines *p, noc_ports *ports)
{
    if (noc_pipelines_next_event(p, ports) > ports->now) return NULL;
    const uint32_t request = noc_packet_queue_pop(&ports->packets, &p->queue);
    noc_port_free_record(ports, request);
    return &ports->packets.entries[request];
}

uint64_t noc_pipelines_next_event(const noc_pipelines *p, const noc_ports *ports)
{
    return p->queue.count > 0 ? ports->packets.entries[p->queue.first].injection_cycle : UINT64_MAX;
}
