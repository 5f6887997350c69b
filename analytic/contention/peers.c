#include "analytic/contention/peers.h"

#include <math.h>

#include "base/min_max.h"

static bool share_a_network(const noc_graph *g)
{
    if (g->memory_count > 0) return false;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].carries[NOC_REQUEST] && g->networks[n].carries[NOC_REPLY]) return true;
    return false;
}

/* Not derived: found with the sampler on meshes, tori and a star, with 1.7 to 5 flits of replies
 * for one of requests (within 5 %). */
double noc_peers_hold(const noc_system *system)
{
    static const double sooner = 0.17;
    if (!share_a_network(&system->graph)) return 1.0;
    const double longer =
        noc_system_class_flits(system, NOC_REPLY) / system->traffic.injected_flits;
    return 1.0 / (1.0 + sooner * log(max_of(1.0, longer)));
}
