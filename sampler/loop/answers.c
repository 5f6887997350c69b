#include "sampler/loop/answers.h"

#include <stdlib.h>

#include "sampler/ports/deliveries.h"

size_t *noc_answers_flows(const noc_system *system)
{
    const noc_traffic *traffic = &system->traffic;
    const uint32_t terminals = system->graph.terminal_count;
    /* next reply flow of each memory node */
    size_t *first = malloc((terminals + 1u) * sizeof *first);
    size_t *answers = calloc(traffic->flow_count + 1, sizeof *answers);
    if (!first || !answers) {
        free(first);
        free(answers);
        return NULL;
    }
    for (size_t f = traffic->flow_count; f-- > 0;)
        if (traffic->flows[f].class == NOC_REPLY) first[traffic->flows[f].source] = f;
    /* Both lists are sorted by compute node, so the replies of each memory node are found in
     * order. */
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].class == NOC_REQUEST && traffic->types[0].reply >= 0)
            answers[f] = first[traffic->flows[f].destination]++;
    free(first);
    return answers;
}

void noc_answers_receive(noc_ports *ports, const size_t *flows, const noc_packet *request)
{
    const int reply = ports->system->traffic.types[request->type].reply;
    if (reply >= 0) noc_port_answer(ports, flows[request->flow], reply, request);
}

noc_pipelines noc_pipelines_of(const noc_system *system)
{
    return (noc_pipelines){.cycles = (uint64_t)system->design->traffic.answer_cycles};
}

void noc_pipelines_enter(noc_pipelines *p, noc_ports *ports)
{
    const uint32_t request = noc_port_hold(ports);
    ports->packets.all[request].injected = ports->now + p->cycles;
    noc_line_append(&ports->packets, &p->line, request);
}

const noc_packet *noc_pipelines_leave(noc_pipelines *p, noc_ports *ports)
{
    if (noc_pipelines_next(p, ports) > ports->now) return NULL;
    const uint32_t request = noc_line_pop(&ports->packets, &p->line);
    noc_port_let_go(ports, request);
    return &ports->packets.all[request];
}

uint64_t noc_pipelines_next(const noc_pipelines *p, const noc_ports *ports)
{
    return p->line.count > 0 ? ports->packets.all[p->line.first].injected : UINT64_MAX;
}
