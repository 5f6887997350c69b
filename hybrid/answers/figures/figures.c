#include "hybrid/answers/figures/figures.h"

#include <math.h>

/* Ratio of the data that ports of memory nodes accept to the data that their DRAM moves; below 1
 * the network is the "network wall" (Jin et al., MICRO 2024, VI-C). */
static double compute_interface_ratio(const noc_system *system)
{
    const noc_design *d = system->design;
    const double controllers = (double)system->graph.memory_count / d->memory.slices;
    const double dram = controllers * d->memory.bus_bytes * d->memory.clock_mhz;
    if (noc_metric_part_reason(d, NOC_METRIC_interface_over_memory_bandwidth)) return NAN;
    return noc_system_reply_bandwidth(system) * d->chip.clock_mhz / dram;
}

void noc_figures_begin(const noc_system *system, noc_method method, noc_scope scope, noc_figures *f)
{
    *f = (noc_figures){.system = system,
                       .method = method,
                       .scope = scope,
                       .extent = NOC_EXTENT_ALL,
                       .node_shares = {NAN, NAN, NOC_NONE, NOC_NONE},
                       .delivered_bytes = NAN,
                       .delivered_data = NAN,
                       .knows_reply_requests = true};
    for (int i = 0; i < NOC_METRICS; i++) f->metrics[i] = noc_figure_exact(NAN);
    for (int k = 0; k < NOC_TRAFFIC_CLASSES_MAX; k++)
        f->classes[k] = (noc_class_figures){noc_figure_exact(NAN), noc_figure_exact(NAN), NAN};
    if (scope != NOC_SCOPE_COST)
        noc_figures_put_exact(f, NOC_METRIC_interface_over_memory_bandwidth,
                              compute_interface_ratio(system));
}

void noc_figures_put(noc_figures *f, noc_metric_id id, noc_figure figure)
{
    f->metrics[id] = figure;
}

void noc_figures_put_exact(noc_figures *f, noc_metric_id id, double value)
{
    noc_figures_put(f, id, noc_figure_exact(value));
}

void noc_figures_put_nodes(noc_figures *f, const noc_node_shares *shares, double spread)
{
    noc_figures_put(f, NOC_METRIC_slowest_node_share,
                    noc_figure_spread(shares->least_share, spread));
    noc_figures_put(f, NOC_METRIC_busiest_node_share,
                    noc_figure_spread(shares->largest_share, spread));
    f->node_shares = *shares;
}

/* ---- figures -------------------------------------------------------------------------------- */

noc_figure noc_figure_exact(double value)
{
    return (noc_figure){value, NAN, NAN, NAN};
}

noc_figure noc_figure_within(double value, double half_width)
{
    static const double level = 0.95;
    if (!isfinite(half_width)) return noc_figure_exact(value);
    return (noc_figure){value, fmax(value - half_width, 0.0), value + half_width, level};
}

noc_figure noc_figure_spread(double value, double spread)
{
    if (!(spread > 0.0)) return noc_figure_exact(value);
    return (noc_figure){value, value / (1.0 + spread), value * (1.0 + spread), NAN};
}

noc_figure noc_figure_interval(double value, double lo, double hi, double confidence)
{
    if (!(lo <= value && value <= hi) || !isfinite(hi)) return noc_figure_exact(value);
    return (noc_figure){value, lo, hi, confidence};
}

noc_figure noc_figure_proportional(double value, const noc_figure *f)
{
    return (noc_figure){value, value * (f->lo / f->value), value * (f->hi / f->value),
                        f->confidence};
}

noc_figure noc_figure_inverse(double value, const noc_figure *f)
{
    return (noc_figure){value, value * (f->value / f->hi), value * (f->value / f->lo),
                        f->confidence};
}

/* ---- loads ---------------------------------------------------------------------------------- */

noc_status noc_figures_check_load(const noc_system *system, double load, noc_diag *diag)
{
    if (isnan(load)) return NOC_OK;
    const double highest = noc_system_highest_load(system);
    if (load <= highest) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "--load %g: %s can inject at most %g flits per cycle and node", load,
                    system->design->name, highest);
}
