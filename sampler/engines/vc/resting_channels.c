#include "sampler/engines/vc/resting_channels.h"

#include "sampler/engines/vc/paces.h"

/* Adds the doors of an injection channel to a set. */
static void mark_doors(const noc_vc_engine *e, uint64_t *set, uint32_t injector)
{
    const uint32_t classes = e->ports->class_count;
    for (uint32_t k = 0; k < classes; k++) noc_set_add(set, injector * classes + k);
}

/* Marks the resting channels of each cycle. Neighbour channels have consecutive numbers, so they
 * rest one after the other. */
static void mark_channels(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (!noc_vc_has_network(e, channel->network)) continue;
        if (!noc_resource_is_in(e->derating.kinds, noc_resource_of_channel(g, c))) continue;
        const uint64_t cycle = c % e->derating.rest_cycles;
        /* a channel with a pace is slower instead */
        if (e->paces && e->paces->output_paces[e->output_index[c]].rate > 0) continue;
        if (channel->kind == NOC_INJECTION)
            mark_doors(e, &e->resting_channels->doors[cycle * e->ports->door_words],
                       channel->injector);
        else
            noc_set_add(&e->resting_channels->outputs[cycle * e->output_words], e->output_index[c]);
    }
}

bool noc_resting_channels_new(noc_vc_engine *e)
{
    if (!(e->derating.kinds & NOC_RESOURCE_CHANNELS)) return true;
    const size_t cycles = e->derating.rest_cycles;
    noc_arena *arena = e->ports->arena;
    noc_resting_channels *r = e->resting_channels = noc_arena_array(arena, 1, sizeof *r);
    if (!r) return false;
    r->outputs = noc_arena_array(arena, cycles * e->output_words, sizeof *r->outputs);
    r->doors = noc_arena_array(arena, cycles * e->ports->door_words, sizeof *r->doors);
    r->awake_doors = noc_arena_array(arena, e->ports->door_words, sizeof *r->awake_doors);
    if (arena->is_short) return false;
    mark_channels(e);
    return true;
}

const uint64_t *noc_resting_find_awake(noc_vc_engine *e)
{
    const unsigned words = e->ports->door_words;
    const uint64_t *resting = &e->resting_channels->doors[e->now % e->derating.rest_cycles * words];
    for (unsigned w = 0; w < words; w++)
        e->resting_channels->awake_doors[w] = e->ports->ready_doors[w] & ~resting[w];
    return e->resting_channels->awake_doors;
}
