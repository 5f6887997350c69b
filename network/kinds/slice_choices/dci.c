#include "network/kinds/slice_choices/dci.h"

#include <stdlib.h>

#include "network/graph/routes.h"

/* True if a packet starts at the half router of its source: its distance in the first dimension is
 * odd, and the packet turns at a full router (te13 4.4). */
static bool starts_at_half(const noc_slice_way *w)
{
    const noc_graph *g = w->graph;
    const noc_router *from = &g->routers[g->channels[w->injection].to];
    const noc_router *to = &g->routers[g->channels[w->ejection].from];
    return abs(w->y_first ? to->row - from->row : to->column - from->column) % 2 == 1;
}

double noc_dci_share(const noc_slice_way *w, bool straight_is_free)
{
    const noc_graph *g = w->graph;
    const noc_network *net = &g->networks[w->network], *first = net - net->slice;
    const bool free = straight_is_free || noc_way_turns(g, w->paths, w->way);
    const uint32_t source = g->channels[w->injection].to;
    int fitting = 0;
    bool fits = false;
    for (int s = 0; s < w->slices; s++) {
        /* difference modulo 2^32 */
        const uint32_t shift = first[s].first_router - net->first_router;
        const bool ok = free ? noc_half_turn(g, w->paths, w->way, shift) == NOC_NONE
                             : g->routers[source + shift].half == starts_at_half(w);
        fitting += ok;
        fits |= ok && s == net->slice;
    }
    return fitting == 0 ? 1.0 / w->slices : fits ? 1.0 / fitting : 0.0;
}

static double share(const noc_slice_way *way)
{
    return noc_dci_share(way, false);
}

const noc_slice_choice_kind noc_slice_choice_dci = {
    .name = "dci",
    .summary = "the slice whose full router the way turns at, else by the parity of the way",
    .source = "te13 4.4, 4.5",
    .share = share,
    .spread = NOC_SPREAD_AT_RANDOM,
    .blocking = 1.0,
};
