#include "hybrid/answers/figures/operating_point.h"

#include <math.h>
#include <string.h>

void noc_set_mean_begin(noc_set_mean *mean)
{
    memset(mean, 0, sizeof *mean);
    mean->binding = NOC_BINDS_LATENCY;
}

static void add(noc_set_mean *mean, noc_metric_id id, double weight, double value)
{
    mean->metrics[id] += weight * value;
    mean->is_summed[id] = true;
}

static void add_interval(noc_set_mean *mean, noc_metric_id id, double weight, noc_interval q)
{
    add(mean, id, weight, q.mean);
    mean->squared_half_widths[id] += weight * weight * q.half_width * q.half_width;
}

/* Relative half-width of the ratio of two IPCs of a kernel, together with others and alone. Both
 * runs have equal length, and the second is assumed to have the half-width of the first. */
static double ratio_error(const noc_sample *s)
{
    const noc_interval *q = &s->quantities[NOC_SAMPLE_INSTRUCTIONS];
    return M_SQRT2 * q->half_width / q->mean;
}

/* Adds a workload to the harmonic mean, the inverse of the mean of inverses. */
static void add_ipc(noc_set_mean *mean, const noc_workload_part *part, double ipc,
                    double half_width, noc_binding binding)
{
    const double share = part->weight / ipc, error = share * half_width / ipc;
    mean->metrics[NOC_METRIC_ipc] += share;
    mean->squared_half_widths[NOC_METRIC_ipc] += error * error;
    if (share <= mean->largest_share) return;
    mean->largest_share = share;
    mean->binding = binding;
    mean->slowest_part = part;
}

/* ---- a sample ------------------------------------------------------------------------------- */

void noc_set_mean_add_sample(noc_set_mean *mean, const noc_workload_part *part, const noc_sample *s)
{
    const noc_interval warp_instructions = s->quantities[NOC_SAMPLE_INSTRUCTIONS];
    const double threads = s->threads;
    noc_metric_id id;
#define NOC_EACH_METRIC
#define QUANTITY(name)      add_interval(mean, id, part->weight, s->quantities[NOC_SAMPLE_##name]);
#define LOOP_QUANTITY(name) QUANTITY(name)
#define LOOP_WITHIN(value, half_width) \
    add_interval(mean, id, part->weight, (noc_interval){value, half_width});
#include "hybrid/answers/metrics.def"
    /* NOC_BINDINGS: a sample finds no binding resource */
    add_ipc(mean, part, threads * warp_instructions.mean, threads * warp_instructions.half_width,
            NOC_BINDINGS);
    mean->is_measured = true;
}

/* ---- the model ------------------------------------------------------------------------------ */

void noc_set_mean_add_model(noc_set_mean *mean, const noc_workload_part *part,
                            const noc_closed_point *point)
{
    noc_metric_id id;
#define NOC_EACH_METRIC
#define LOOP_MODEL(value) add(mean, id, part->weight, value);
#include "hybrid/answers/metrics.def"
    add_ipc(mean, part, part->workload.active_threads * point->instructions, NAN, point->binding);
}

/* ---- the answer ----------------------------------------------------------------------------- */

double noc_set_mean_ipc(const noc_set_mean *mean)
{
    return 1.0 / mean->metrics[NOC_METRIC_ipc];
}

double noc_set_mean_ipc_half_width(const noc_set_mean *mean)
{
    const double ipc = noc_set_mean_ipc(mean);
    return mean->is_measured ? sqrt(mean->squared_half_widths[NOC_METRIC_ipc]) * ipc * ipc : NAN;
}

static noc_figure make_mean_figure(const noc_set_mean *mean, noc_metric_id id,
                                   const noc_set_widths *widths)
{
    const double value = mean->metrics[id];
    if (mean->is_measured)
        return noc_figure_within(
            value, mean->squared_half_widths[id] > 0.0 ? sqrt(mean->squared_half_widths[id]) : NAN);
    return widths && widths->given[id] ? widths->figures[id] : noc_figure_exact(value);
}

void noc_set_mean_put(const noc_set_mean *mean, const noc_figure *ipc, const noc_set_widths *widths,
                      noc_figures *f)
{
    noc_figures_put(f, NOC_METRIC_ipc, *ipc);
    for (int id = 0; id < NOC_METRICS; id++)
        if (mean->is_summed[id])
            noc_figures_put(f, (noc_metric_id)id,
                            make_mean_figure(mean, (noc_metric_id)id, widths));
}
