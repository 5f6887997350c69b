#include "hybrid/intervals/graph_widening.h"

#include "hybrid/intervals/intervals.h"

/* Latencies, whatever their kind, are as wide as those that were watched; by figure, from graphs of
 * even numbers. */
static const double of_latency = 1.0, of_saturation = 1.0, of_knee = 1.0;

static bool has_own_graph(const noc_design *design)
{
    for (int n = 0; n < design->network_count; n++)
        if (design->networks[n].wiring) return true;
    return false;
}

double noc_graph_widening(const noc_design *design, size_t scored)
{
    if (!has_own_graph(design)) return 1.0;
    if (scored == NOC_SCORED_SATURATION) return of_saturation;
    return scored == NOC_SCORED_KNEE ? of_knee : of_latency;
}
