#include "hybrid/correction/intervals/layer_widening.h"

#include "hybrid/correction/intervals/intervals.h"

static const double of_latency = 1.85, of_saturation = 1.7, of_knee = 1.45;

/* Routes that are remembered (network/compile/route_memory.h) have no plans, but the same hops. */
static bool has_parts(const noc_system *s)
{
    for (uint32_t h = 0; h < s->routes.hop_count; h++) {
        const noc_hop *hop = &s->routes.hops[h];
        const noc_network *net = noc_graph_network_of(&s->graph, hop->channel);
        if (s->graph.channels[hop->channel].kind == NOC_LINK &&
            s->design->networks[net->spec].wiring && hop->vcs != net->vcs[NOC_REQUEST] &&
            hop->vcs != net->vcs[NOC_REPLY])
            return true;
    }
    return false;
}

bool noc_has_layer_parts(const noc_system *system)
{
    return noc_design_has_wiring(system->design) && has_parts(system);
}

double noc_layer_widening(size_t scored)
{
    if (scored == NOC_SCORED_SATURATION) return of_saturation;
    return scored == NOC_SCORED_KNEE ? of_knee : of_latency;
}
