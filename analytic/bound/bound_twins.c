#include "analytic/bound/bound_twins.h"

#include <stdlib.h>

static bool are_twins(const noc_channel *a, const noc_channel *b)
{
    return a->kind == b->kind && a->from == b->from && a->to == b->to && a->sharers <= 1 &&
           b->sharers <= 1 && a->flits_per_cycle == b->flits_per_cycle;
}

static uint32_t first_twin(const noc_graph *g, uint32_t c)
{
    const noc_channel *channel = &g->channels[c];
    const bool injects = channel->kind == NOC_INJECTION;
    const noc_router *at = &g->routers[injects ? channel->to : channel->from];
    const uint32_t *ports = injects ? &g->inputs[at->first_input] : &g->outputs[at->first_output];
    const uint32_t count = injects ? at->inputs : at->outputs;
    uint32_t first = c;
    for (uint32_t i = 0; i < count; i++)
        if (ports[i] < first && are_twins(channel, &g->channels[ports[i]])) first = ports[i];
    return first;
}

bool noc_bound_twins_of(const noc_graph *g, noc_bound_twins *t)
{
    const size_t channels = g->channel_count + (size_t)1;
    t->first = malloc(channels * sizeof *t->first);
    t->width = calloc(channels, sizeof *t->width);
    if (!t->first || !t->width) return false;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        t->first[c] = first_twin(g, c);
        t->width[t->first[c]]++;
    }
    return true;
}

void noc_bound_twins_clear(noc_bound_twins *t)
{
    free(t->first);
    free(t->width);
    *t = (noc_bound_twins){0};
}
