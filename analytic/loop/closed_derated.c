/* Losses in closed loop: solves the loop again, for a design with less of a resource, and an open
 * curve with lower limits. */
#include "analytic/loop/closed_derated.h"

#include <math.h>

#include "base/auto.h"
#include "design/memory/replies.h"

static const double remaining_share = 1.0 - NOC_DERATED_SHARE;

/* Copy of the loop's design, system and curve with less of a resource. */
typedef struct derated_loop {
    noc_design design;
    noc_system system;
    noc_open_curve curve;
} derated_loop;

static void copy_loop(const noc_closed_base *base, derated_loop *loop)
{
    loop->system = *base->curve->system;
    loop->design = *loop->system.design;
    loop->curve = *base->curve;
    loop->system.design = &loop->design;
    loop->curve.system = &loop->system;
}

/* Rate of requests of one core, over its rate at the operating point. */
static double find_rate_ratio(const noc_closed_base *base, derated_loop *loop)
{
    noc_closed_point p;
    loop->system.design = &loop->design;
    loop->curve.system = &loop->system;
    if (base->cores)
        noc_closed_cores_solve(base->cores, &loop->curve, base->terms, base->point->predicted_ratio,
                               0, &p);
    else
        noc_closed_loop_solve(&loop->curve, base->workload, base->terms,
                              base->point->predicted_ratio, &p);
    return p.rate / base->core_rate;
}

static double find_loss(const noc_closed_base *base, derated_loop *loop)
{
    return fmax(0.0, 1.0 - find_rate_ratio(base, loop));
}

/* ---- losses by time -------------------------------------------------------------------------- */

static noc_resource busiest_resource(const noc_open_curve *c, noc_class class)
{
    return noc_resource_of_channel(&c->system->graph, c->busiest_channel[class]);
}

/* Stretches latencies by 1 / `capacity_share`: waits, and the time of flits after the first. */
static void stretch_latencies(const noc_closed_base *base, noc_class class, double capacity_share,
                              double *latency)
{
    const double later_flits = noc_system_class_flits(base->curve->system, class) - 1.0;
    if (!base->curve->has_queues[class]) return;
    for (int k = base->curve->knot_count; k-- > 0;)
        latency[k] = latency[0] + later_flits * (1.0 / capacity_share - 1.0) +
                     (latency[k] - latency[0]) / capacity_share;
}

/* Derates the channels of the curve's networks. A class that does not saturate is derated if its
 * busiest channel is of a derated kind. */
static void derate_channels(const noc_closed_base *base, unsigned kinds,
                            noc_derated_limits remaining_limits, noc_open_curve *curve)
{
    const noc_class other_class = curve->busier_class == NOC_REPLY ? NOC_REQUEST : NOC_REPLY;
    curve->derated_kinds = kinds;
    const double other_share = noc_resource_is_in(kinds, busiest_resource(base->curve, other_class))
                                   ? remaining_share
                                   : 1.0;
    curve->other_class_ratio =
        fmin(1.0, curve->other_class_ratio * remaining_limits.overflow / other_share);
    curve->overflow_load *= remaining_limits.overflow;
    for (int k = 0; k < curve->knot_count; k++) curve->load[k] *= remaining_limits.overflow;
    stretch_latencies(base, curve->busier_class, remaining_limits.overflow,
                      curve->busier_class == NOC_REPLY ? curve->reply_latency
                                                       : curve->request_latency);
    stretch_latencies(base, other_class, other_share,
                      other_class == NOC_REPLY ? curve->reply_latency : curve->request_latency);
}

/* Derates the rate of cores, DRAMs and channels. */
static void derate_rates(const noc_closed_base *base, unsigned kinds,
                         noc_derated_limits remaining_limits, derated_loop *loop)
{
    noc_design *d = &loop->design;
    if (noc_resource_is_in(kinds, NOC_RESOURCE_CORES))
        d->nodes.core_mhz = remaining_share * noc_core_mhz(d);
    if (noc_resource_is_in(kinds, NOC_RESOURCE_DRAM)) d->memory.clock_mhz *= remaining_share;
    if (kinds & NOC_RESOURCE_CHANNELS) derate_channels(base, kinds, remaining_limits, &loop->curve);
}

static double find_time_loss(const noc_closed_base *base, unsigned kinds,
                             noc_derated_limits remaining_limits)
{
    derated_loop loop;
    copy_loop(base, &loop);
    derate_rates(base, kinds, remaining_limits, &loop);
    return find_loss(base, &loop);
}

/* Loss by a lower cache rate: 0 unless the cache is nearly saturated, as lookups are short. */
static double find_cache_loss(const noc_closed_base *base)
{
    const noc_closed_point *p = base->point;
    return fmax(0.0, 1.0 - remaining_share * p->resource_capacity[NOC_BINDS_CONTROLLER] / p->rate);
}

/* ---- losses by places ------------------------------------------------------------------------ */

/* Loss with fewer places: removes whole places, and scales the loss to 5 %. */
static double find_place_loss(const noc_closed_base *base, derated_loop *loop, int *places)
{
    const int place_count = *places, removed_places = (int)ceil(NOC_DERATED_SHARE * place_count);
    if (place_count < 2) return 0.0;
    *places = place_count - removed_places;
    const double loss = find_loss(base, loop) * NOC_DERATED_SHARE * place_count / removed_places;
    *places = place_count;
    return loss;
}

/* Loss with fewer MSHRs. With a single MSHR, the gain of a second one stands for the loss. */
static double find_mshr_loss(const noc_closed_base *base)
{
    derated_loop loop;
    copy_loop(base, &loop);
    if (loop.design.nodes.mshrs == 1) {
        loop.design.nodes.mshrs = 2;
        return NOC_DERATED_SHARE * fmax(0.0, find_rate_ratio(base, &loop) - 1.0);
    }
    return find_place_loss(base, &loop, &loop.design.nodes.mshrs);
}

static double find_queue_loss(const noc_closed_base *base)
{
    derated_loop loop;
    copy_loop(base, &loop);
    const noc_reply_queue_keys replies = noc_reply_find_queues(&loop.design);
    double loss = find_place_loss(base, &loop, &loop.design.memory.input_queue);
    for (int i = 0; i < 2; i++)
        if (replies.capacities[i]) loss += find_place_loss(base, &loop, replies.capacities[i]);
    return loss;
}

/* ---- losses of all kinds --------------------------------------------------------------------- */

static double find_kind_loss(const noc_closed_base *base, noc_resource kind)
{
    if (kind == NOC_RESOURCE_MEMORY_QUEUE) return find_queue_loss(base);
    if (kind == NOC_RESOURCE_CACHE) return find_cache_loss(base);
    const double time_loss = find_time_loss(base, 1u << kind, base->remaining_limits[kind]);
    return kind == NOC_RESOURCE_CORES ? time_loss + find_mshr_loss(base) : time_loss;
}

/* Finds the cores at the operating point. Their shared lines are reused for all derated designs. */
static void find_cores(noc_closed_base *base, noc_arena *arena)
{
    const noc_design *d = base->curve->system->design;
    noc_closed_point p;
    base->core_rate = base->point->rate;
    base->cores = noc_closed_has_core_groups(d, base->workload)
                      ? noc_closed_cores_new(d, base->workload, arena)
                      : NULL;
    if (!base->cores) return;
    noc_closed_cores_solve(base->cores, base->curve, base->terms, base->point->predicted_ratio, 1,
                           &p);
    base->core_rate = p.rate;
}

/* Replaces measured parts by closed forms: losses are differences, and smaller than the errors of
 * measurements. */
static void drop_measured_parts(noc_closed_base *base, noc_open_curve *curve)
{
    noc_closed_point p;
    if (!base->point->memories.is_measured) return;
    *curve = *base->curve;
    curve->parts.measure_memory = NULL;
    base->curve = curve;
    noc_closed_loop_solve(curve, base->workload, base->terms, base->point->predicted_ratio, &p);
    base->core_rate = p.rate;
}

static void find_losses(const noc_closed_base *base, unsigned kinds, double losses[NOC_RESOURCES])
{
    losses[NOC_RESOURCE_LATENCY] = 0.0;
    for (int k = 0; k < NOC_RESOURCE_LATENCY; k++) {
        const bool is_asked = noc_resource_is_in(kinds, (noc_resource)k);
        losses[k] = is_asked ? find_kind_loss(base, (noc_resource)k) : 0.0;
    }
    if (!noc_resource_is_in(kinds, NOC_RESOURCE_LATENCY)) return;
    const double explained_loss =
        find_time_loss(base, kinds, base->remaining_limits[NOC_RESOURCE_LATENCY]) +
        find_mshr_loss(base) + losses[NOC_RESOURCE_MEMORY_QUEUE] + losses[NOC_RESOURCE_CACHE];
    losses[NOC_RESOURCE_LATENCY] = fmax(0.0, NOC_DERATED_SHARE - explained_loss);
}

void noc_closed_losses(const noc_closed_base *base, unsigned kinds, double losses[NOC_RESOURCES])
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_closed_base local_base = *base;
    noc_open_curve curve;
    find_cores(&local_base, &scratch);
    drop_measured_parts(&local_base, &curve);
    find_losses(&local_base, kinds, losses);
}
