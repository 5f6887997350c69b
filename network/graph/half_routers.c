#include "network/graph/half_routers.h"

uint32_t noc_half_turn(const noc_graph *g, const noc_paths *paths, const struct noc_way *way,
                       uint32_t shift)
{
    for (size_t i = 1; i < way->count; i++) {
        const uint32_t in = paths->steps[way->first + i - 1].channel;
        const uint32_t out = paths->steps[way->first + i].channel;
        const uint32_t at = g->channels[in].to + shift;
        if (g->routers[at].half && noc_graph_turns(g, in, out)) return at;
    }
    return NOC_NONE;
}

bool noc_way_turns(const noc_graph *g, const noc_paths *paths, const struct noc_way *way)
{
    for (size_t i = 1; i < way->count; i++)
        if (noc_graph_turns(g, paths->steps[way->first + i - 1].channel,
                            paths->steps[way->first + i].channel))
            return true;
    return false;
}
