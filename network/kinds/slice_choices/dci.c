#include "network/kinds/slice_choices/dci.h"

#include <stdlib.h>

#include "network/graph/routes.h"

/* True if a packet starts at the half router of its source: its distance in the first dimension is
 * odd, and the packet turns at a full router (te13 4.4). */
static bool starts_at_half_router(const noc_slice_path *path)
{
    const noc_graph *g = path->graph;
    const noc_router *from = &g->routers[g->channels[path->injection_channel].to];
    const noc_router *to = &g->routers[g->channels[path->ejection_channel].from];
    return abs(path->y_first ? to->row - from->row : to->column - from->column) % 2 == 1;
}

double noc_dci_share(const noc_slice_path *path, bool has_free_straight_paths)
{
    const noc_graph *g = path->graph;
    const noc_network *net = &g->networks[path->network], *first = net - net->slice;
    const bool is_free = has_free_straight_paths || noc_way_has_turn(g, path->paths, path->way);
    const uint32_t source = g->channels[path->injection_channel].to;
    int fitting_slices = 0;
    bool fits = false;
    for (int s = 0; s < path->slice_count; s++) {
        /* difference modulo 2^32 */
        const uint32_t shift = first[s].first_router - net->first_router;
        const bool is_fitting =
            is_free ? noc_find_half_turn(g, path->paths, path->way, shift) == NOC_NONE
                    : g->routers[source + shift].is_half == starts_at_half_router(path);
        fitting_slices += is_fitting;
        fits |= is_fitting && s == net->slice;
    }
    return fitting_slices == 0 ? 1.0 / path->slice_count : fits ? 1.0 / fitting_slices : 0.0;
}

static double find_share(const noc_slice_path *path)
{
    return noc_dci_share(path, false);
}

const noc_slice_choice_kind noc_slice_choice_dci = {
    .name = "dci",
    .summary = "the slice whose full router the way turns at, else by the parity of the way",
    .source = "te13 4.4, 4.5",
    .find_share = find_share,
    .spread_rule = NOC_SPREAD_AT_RANDOM,
    .blocking_factor = 1.0,
};
