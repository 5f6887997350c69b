#include "analytic/loop/closed_crowding.h"

#include <stdlib.h>

#include "analytic/loop/ends_state.h"

/* Requests that a CTA of a kernel makes in a time: as fast as it was the last time, or as if none
 * waited. */
static double demand_of(const noc_closed_cores *s, int kernel)
{
    const noc_core_kernel *k = &s->kernels.kernels[kernel];
    const double time = s->own[kernel].time;
    return (time > 0.0 ? k->length / time : 1.0) * k->workload->warps / k->workload->instructions;
}

/* By terminal: demand of its CTAs, as the scheduler fills empty slots. Returns the sum; 0 when out
 * of memory. */
static double find_demands(const noc_closed_cores *s, const noc_graph *g, double *demands)
{
    const noc_cta_setup *setup = &s->kernels.setup;
    const int together = noc_cores_of_terminal(s->design);
    const size_t slots = (size_t)s->design->nodes.compute * (size_t)setup->shape.slots;
    noc_cta_dispatch *dispatch = noc_cta_dispatch_new(setup);
    noc_cta_start *starts = calloc(slots, sizeof *starts);
    const size_t count = dispatch && starts ? noc_cta_dispatch_fill(dispatch, starts) : 0;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double demand = demand_of(s, starts[i].kernel);
        demands[g->computes[starts[i].at.core / together]] += demand;
        sum += demand;
    }
    noc_cta_dispatch_free(dispatch);
    free(starts);
    return sum;
}

static bool are_equal(const noc_graph *g, const double *demands)
{
    static const double alike = 1e-6;
    const double first = demands[g->computes[0]];
    for (uint32_t i = 1; i < g->compute_count; i++) {
        const double other = demands[g->computes[i]] - first;
        if (other > alike * first || other < -alike * first) return false;
    }
    return true;
}

/* Demands by terminal, over the mean of compute nodes; NULL when there are none, or out of memory.
 * The caller frees them. */
static double *weights_of(const noc_closed_cores *s, const noc_graph *g)
{
    double *weights = s->kernels.run ? calloc(g->terminal_count + 1u, sizeof *weights) : NULL;
    const double sum = weights ? find_demands(s, g, weights) : 0.0;
    if (!(sum > 0.0)) {
        free(weights);
        return NULL;
    }
    for (uint32_t t = 0; t < g->terminal_count; t++) weights[t] *= g->compute_count / sum;
    return weights;
}

bool noc_closed_is_crowded(const noc_closed_cores *s, const noc_system *system)
{
    double *weights = weights_of(s, &system->graph);
    const bool crowded = weights && !are_equal(&system->graph, weights);
    free(weights);
    return crowded;
}

/* No flow is without packets: one that has none is left with next to nothing. */
bool noc_closed_crowd(const noc_closed_cores *s, noc_system *system)
{
    static const double least = 1e-9;
    double *weights = weights_of(s, &system->graph);
    if (!weights) return false;
    for (size_t i = 0; i < system->traffic.flow_count; i++) {
        noc_flow *f = &system->traffic.flows[i];
        const double weight = weights[f->class == NOC_REQUEST ? f->source : f->destination];
        f->rate *= weight > least ? weight : least;
    }
    free(weights);
    return true;
}
