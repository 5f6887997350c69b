#include "sampler/loop/answers.h"

#include <stdlib.h>

size_t *noc_answers_flows(const noc_system *system)
{
    const noc_traffic *traffic = &system->traffic;
    const uint32_t terminals = system->graph.terminal_count;
    size_t *first = malloc((terminals + 1u) * sizeof *first); /* reply flow of a memory node */
    size_t *answers = calloc(traffic->flow_count + 1, sizeof *answers);
    if (!first || !answers) {
        free(first);
        free(answers);
        return NULL;
    }
    for (size_t f = traffic->flow_count; f-- > 0;)
        if (traffic->flows[f].class == NOC_REPLY) first[traffic->flows[f].source] = f;
    /* Both lists are ascending in the compute node, so each memory's replies are met in order. */
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
