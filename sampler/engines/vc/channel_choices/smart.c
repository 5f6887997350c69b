#include "sampler/engines/vc/forks.h"

static bool is_empty(const noc_vc_engine *e, const noc_output *out, uint32_t vcs)
{
    for (uint32_t v = 0; v < vcs; v++)
        if (e->output_vcs[out->first_vc + v].credits != e->input_vcs[out->first_vc + v].depth)
            return false;
    return true;
}

/* From a port drawn at random on: one that is empty, or whose last packet left its router by the
 * same output as this one will; else the last looked at (te13 4.3.1). */
uint32_t noc_channel_rule_smart(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                                uint32_t count)
{
    (void)bundle;
    const noc_graph *g = &e->system->graph;
    const uint32_t start = noc_fork_draw(e, count);
    uint32_t turn = turns[start];
    for (uint32_t k = 0; k < count; k++) {
        turn = turns[(start + k) % count];
        const noc_turn *t = &e->turns[turn];
        const uint32_t door = t->output - e->output_count;
        const uint16_t network = g->channels[g->injectors[door]].network;
        const uint32_t vcs = g->networks[network].vc.virtual_channels;
        if (e->ports->doors[door].packet == NOC_NONE && is_empty(e, &e->outputs[t->output], vcs))
            break;
        if (e->senders[door].last_direction == e->turns[t->next].output) break;
    }
    e->senders[e->turns[turn].output - e->output_count].last_direction =
        e->turns[e->turns[turn].next].output;
    return turn;
}
