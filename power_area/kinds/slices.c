/* Cost of slices and rings with one sender each: routers of latches and a crossbar, or ring
 * stops that only hold a flit (rapid18 2, cdx19 5). */
#include "power_area/network_cost.h"
#include "power_area/slice_cost.h"

static void add_slice_costs(const noc_costing *c)
{
    const noc_graph *graph = &c->system->graph;
    for (uint16_t n = 0; n < graph->network_count; n++)
        if (graph->networks[n].switching == NOC_SWITCHING_SLICES) noc_slice_cost_add(c, n);
}

const noc_cost_kind noc_cost_kind_slices = {
    .switching = NOC_SWITCHING_SLICES,
    .add_costs = add_slice_costs,
    .wire_words = "across a crossbar, and to the next router",
};
