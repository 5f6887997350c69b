#include "sampler/ports/ports_make.h"

#include <stdlib.h>

static bool make_entrances(noc_ports *p)
{
    const noc_routes *routes = &p->system->routes;
    p->entrances = malloc((routes->path_count + 1u) * sizeof *p->entrances);
    if (!p->entrances) return false;
    for (uint32_t i = 0; i < routes->path_count; i++) {
        const noc_path *path = &routes->paths[i];
        p->entrances[i] = (noc_entrance){
            .hop = path->first,
            .door = noc_port_door_of(p->system, path->first),
            .network = p->system->graph.channels[routes->hops[path->first].channel].network,
            .routers = (uint16_t)path->routers,
        };
    }
    return true;
}

static bool make_terminals(noc_ports *p, uint64_t seed)
{
    const uint32_t count = p->system->graph.terminal_count;
    p->terminals = aligned_alloc(NOC_PORT_LINE, (count + 1u) * sizeof *p->terminals);
    p->places = calloc(count + 1u, sizeof *p->places);
    if (!p->terminals || !p->places) return false;
    for (uint32_t t = 0; t < count; t++) {
        p->terminals[t] = (noc_port_terminal){.random = noc_random_stream(seed, t)};
        p->places[t].room = NOC_NONE;
    }
    return true;
}

static bool make_codecs(noc_ports *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_codec_spec *codec = &p->system->design->codec;
    if (noc_codec_shortens(codec)) p->saved = codec->ratio;
    p->compressible = codec->compressible;
    if (codec->cycles == 0) return true;
    p->codecs = noc_codecs_new((uint32_t)codec->cycles, g->injector_count, g->channel_count);
    return p->codecs;
}

bool noc_ports_make(noc_ports *p, const noc_system *system, uint64_t seed, bool answered)
{
    const noc_graph *g = &system->graph;
    *p = (noc_ports){
        .system = system,
        .door_words = (g->injector_count + 63) / 64,
        .terminal_words = (g->terminal_count + 63) / 64,
        .answered = answered,
        .first_arrival = NOC_NONE,
    };
    p->doors = calloc(g->injector_count + 1u, sizeof *p->doors);
    p->waiting = calloc(p->door_words + 1u, sizeof *p->waiting);
    p->stirred = calloc(p->terminal_words + 1u, sizeof *p->stirred);
    p->networks = calloc(g->network_count + 1u, sizeof *p->networks);
    p->woken = calloc(g->terminal_count + 1u, sizeof *p->woken);
    p->announced = calloc(g->terminal_count + 1u, sizeof *p->announced);
    if (!p->doors || !p->waiting || !p->stirred || !p->networks || !p->woken || !p->announced)
        return false;
    for (uint32_t i = 0; i < g->injector_count; i++)
        p->doors[i] = (noc_door){
            .packet = NOC_NONE,
            .first_sharer = g->first_sharer[i],
            .sharers = g->channels[g->injectors[i]].sharers,
        };
    return make_terminals(p, seed) && make_entrances(p) && make_codecs(p);
}

void noc_ports_clear(noc_ports *p)
{
    noc_packets_clear(&p->packets);
    noc_target_groups_clear(&p->groups);
    noc_codecs_free(p->codecs);
    free(p->terminals);
    free(p->places);
    free(p->doors);
    free(p->waiting);
    free(p->stirred);
    free(p->networks);
    free(p->entrances);
    free(p->woken);
    free(p->announced);
}
