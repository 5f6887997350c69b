#include "sampler/resting.h"

#include <stdlib.h>

/* Channels are numbered along the network, so neighbours rest one after the other. */
static void mark_channels(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        if (!noc_resource_is_in(e->derating.kinds, noc_resource_of_channel(g, c))) continue;
        const uint64_t cycle = c % e->derating.rest_cycles;
        const uint32_t output = e->output_of_channel[c];
        if (g->channels[c].kind == NOC_INJECTION)
            noc_set_add(&e->resting->senders[cycle * e->sender_words], output - e->output_count);
        else
            noc_set_add(&e->resting->outputs[cycle * e->output_words], output);
    }
}

bool noc_resting_new(noc_engine *e)
{
    if (!(e->derating.kinds & NOC_RESOURCE_CHANNELS)) return true;
    noc_resting *r = e->resting = calloc(1, sizeof *r);
    if (!r) return false;
    r->outputs = calloc((size_t)e->derating.rest_cycles * e->output_words + 1, sizeof *r->outputs);
    r->senders = calloc((size_t)e->derating.rest_cycles * e->sender_words + 1, sizeof *r->senders);
    r->awake = calloc(e->sender_words + 1u, sizeof *r->awake);
    if (!r->outputs || !r->senders || !r->awake) return false;
    mark_channels(e);
    return true;
}

void noc_resting_free(noc_resting *r)
{
    if (!r) return;
    free(r->outputs);
    free(r->senders);
    free(r->awake);
    free(r);
}

const uint64_t *noc_resting_wake_senders(noc_engine *e)
{
    const uint64_t *resting =
        &e->resting->senders[e->now % e->derating.rest_cycles * e->sender_words];
    for (unsigned w = 0; w < e->sender_words; w++)
        e->resting->awake[w] = e->busy_senders[w] & ~resting[w];
    return e->resting->awake;
}
