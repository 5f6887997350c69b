/* sampler/engines/vc/last_direction.h: an injection port by the direction of the packet that went
 * into it last. */
#ifndef NOC_SAMPLER_ENGINES_VC_LAST_DIRECTION_H
#define NOC_SAMPLER_ENGINES_VC_LAST_DIRECTION_H

#include "sampler/engines/vc/forks.h"

static inline bool noc_port_is_empty(const noc_vc_engine *e, const noc_turn *t)
{
    const noc_output *out = &e->outputs[t->output];
    const uint32_t door = t->output - e->output_count;
    const noc_graph *g = &e->system->graph;
    const uint32_t vcs = g->networks[g->channels[g->injectors[door]].network].vc.virtual_channels;
    if (e->ports->doors[door].packet != NOC_NONE) return false;
    for (uint32_t v = 0; v < vcs; v++)
        if (e->output_vcs[out->first_vc + v].credits != e->input_vcs[out->first_vc + v].depth)
            return false;
    return true;
}

/* From a port drawn at random on: one that is empty, or whose last packet left its router by the
 * same output as this one will (`same`; else by another); else the last looked at (te13 4.3.1). */
static inline uint32_t noc_port_by_direction(noc_vc_engine *e, const uint32_t *turns,
                                             uint32_t count, bool same)
{
    const uint32_t start = noc_fork_draw(e, count);
    uint32_t turn = turns[start];
    for (uint32_t k = 0; k < count; k++) {
        turn = turns[(start + k) % count];
        const noc_turn *t = &e->turns[turn];
        const noc_sender *sender = &e->senders[t->output - e->output_count];
        if (noc_port_is_empty(e, t)) break;
        if ((sender->last_direction == e->turns[t->next].output) == same) break;
    }
    e->senders[e->turns[turn].output - e->output_count].last_direction =
        e->turns[e->turns[turn].next].output;
    return turn;
}

#endif
