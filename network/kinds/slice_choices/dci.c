#include "network/kinds/slice_choices/dci.h"

#include <stdlib.h>

#include "network/graph/routes.h"

/* True if a packet starts at the half router of its source: its distance in the first dimension is
 * odd, and the packet turns at a full router (te13 4.4). */
static bool starts_at_half_router(const noc_slice_path *w)
{
    const noc_graph *g = w->graph;
    const noc_router *from = &g->routers[g->channels[w->injection_channel].to];
    const noc_router *to = &g->routers[g->channels[w->ejection_channel].from];
    return abs(w->y_first ? to->row - from->row : to->column - from->column) % 2 == 1;
}

double noc_dci_share(const noc_slice_path *w, bool has_free_straight_paths)
{
    const noc_graph *g = w->graph;
    const noc_network *net = &g->networks[w->network], *first = net - net->slice;
    const bool is_free = has_free_straight_paths || noc_way_has_turn(g, w->paths, w->way);
    const uint32_t source = g->channels[w->injection_channel].to;
    int fitting_slices = 0;
    bool fits = false;
    for (int s = 0; s < w->slice_count; s++) {
        /* difference modulo 2^32 */
        const uint32_t shift = first[s].first_router - net->first_router;
        const bool is_fitting =
            is_free ? noc_find_half_turn(g, w->paths, w->way, shift) == NOC_NONE
                    : g->routers[source + shift].is_half == starts_at_half_router(w);
        fitting_slices += is_fitting;
        fits |= is_fitting && s == net->slice;
    }
    return fitting_slices == 0 ? 1.0 / w->slice_count : fits ? 1.0 / fitting_slices : 0.0;
}

static double find_share(const noc_slice_path *way)
{
    return noc_dci_share(way, false);
}

const noc_slice_choice_kind noc_slice_choice_dci = {
    .name = "dci",
    .summary = "the slice whose full router the way turns at, else by the parity of the way",
    .source = "te13 4.4, 4.5",
    .find_share = find_share,
    .spread_rule = NOC_SPREAD_AT_RANDOM,
    .blocking_factor = 1.0,
};
