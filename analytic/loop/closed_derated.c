/* Losses in closed loop: solves the loop again, for a design with less of a resource and an open
 * curve with lower limits. */
#include "analytic/loop/closed_derated.h"

#include <math.h>

#include "design/memory/replies.h"

static const double left_of_any = 1.0 - NOC_DERATED_SHARE;

/* Copy of the loop's design, system and curve with less of a resource. */
typedef struct lesser {
    noc_design design;
    noc_system system;
    noc_open_curve curve;
} lesser;

static void begin(const noc_closed_base *base, lesser *l)
{
    l->system = *base->curve->system;
    l->design = *l->system.design;
    l->curve = *base->curve;
    l->system.design = &l->design;
    l->curve.system = &l->system;
}

/* Requests per network cycle of one core, over those of the operating point. */
static double rate_left(const noc_closed_base *base, lesser *l)
{
    noc_closed_point p;
    l->system.design = &l->design;
    l->curve.system = &l->system;
    if (base->cores)
        noc_closed_cores_solve(base->cores, &l->curve, base->terms, base->point->predicted, 0, &p);
    else
        noc_closed_loop_solve(&l->curve, base->workload, base->terms, base->point->predicted, &p);
    return p.rate / base->rate;
}

static double loss_of(const noc_closed_base *base, lesser *l)
{
    return fmax(0.0, 1.0 - rate_left(base, l));
}

/* ---- time ----------------------------------------------------------------------------------- */

static noc_resource kind_of_class(const noc_open_curve *c, noc_class class)
{
    return noc_resource_of_channel(&c->system->graph, c->busiest_of[class]);
}

/* Stretches latencies by 1 / `capacity_share`: waits, and the time of flits after the first. */
static void stretch(const noc_closed_base *base, noc_class class, double left, double *latency)
{
    const double behind = noc_system_class_flits(base->curve->system, class) - 1.0;
    if (!base->curve->queues[class]) return;
    for (int k = base->curve->knots; k-- > 0;)
        latency[k] = latency[0] + behind * (1.0 / left - 1.0) + (latency[k] - latency[0]) / left;
}

/* Derates the channels of the curve's networks. A class that does not saturate is derated if its
 * busiest channel is of a derated kind. */
static void derate_channels(const noc_closed_base *base, unsigned kinds, noc_derated_limits left,
                            noc_open_curve *c)
{
    const noc_class other = c->busier == NOC_REPLY ? NOC_REQUEST : NOC_REPLY;
    c->derated = kinds;
    const double left_of_other =
        noc_resource_is_in(kinds, kind_of_class(base->curve, other)) ? left_of_any : 1.0;
    c->other_class = fmin(1.0, c->other_class * left.overflow / left_of_other);
    c->overflow *= left.overflow;
    for (int k = 0; k < c->knots; k++) c->load[k] *= left.overflow;
    stretch(base, c->busier, left.overflow, c->busier == NOC_REPLY ? c->reply : c->request);
    stretch(base, other, left_of_other, other == NOC_REPLY ? c->reply : c->request);
}

/* Derates the rate of cores, DRAMs and channels. */
static void derate_time(const noc_closed_base *base, unsigned kinds, noc_derated_limits left,
                        lesser *l)
{
    noc_design *d = &l->design;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    if (noc_resource_is_in(kinds, NOC_RESOURCE_CORES)) d->nodes.core_mhz = left_of_any * core_mhz;
    if (noc_resource_is_in(kinds, NOC_RESOURCE_DRAM)) d->memory.clock_mhz *= left_of_any;
    if (kinds & NOC_RESOURCE_CHANNELS) derate_channels(base, kinds, left, &l->curve);
}

static double loss_of_time(const noc_closed_base *base, unsigned kinds, noc_derated_limits left)
{
    lesser l;
    begin(base, &l);
    derate_time(base, kinds, left, &l);
    return loss_of(base, &l);
}

/* Loss by a lower cache rate: 0 unless the cache is nearly saturated, as lookups are short. */
static double loss_of_cache(const noc_closed_base *base)
{
    const noc_closed_point *p = base->point;
    return fmax(0.0, 1.0 - left_of_any * p->limits[NOC_BINDS_CONTROLLER] / p->rate);
}

/* ---- places --------------------------------------------------------------------------------- */

/* Loss with fewer places: removes whole places, and scales the loss to 5 %. */
static double loss_of_places(const noc_closed_base *base, lesser *l, int *places)
{
    const int all = *places, taken = (int)ceil(NOC_DERATED_SHARE * all);
    if (all < 2) return 0.0;
    *places = all - taken;
    const double loss = loss_of(base, l) * NOC_DERATED_SHARE * all / taken;
    *places = all;
    return loss;
}

/* Loss with fewer MSHRs. With a single MSHR, the gain of a second one stands for the loss. */
static double loss_of_mshrs(const noc_closed_base *base)
{
    lesser l;
    begin(base, &l);
    if (l.design.nodes.mshrs == 1) {
        l.design.nodes.mshrs = 2;
        return NOC_DERATED_SHARE * fmax(0.0, rate_left(base, &l) - 1.0);
    }
    return loss_of_places(base, &l, &l.design.nodes.mshrs);
}

static double loss_of_queues(const noc_closed_base *base)
{
    lesser l;
    begin(base, &l);
    const noc_reply_queue_keys replies = noc_reply_queues_of(&l.design);
    double loss = loss_of_places(base, &l, &l.design.memory.input_queue);
    for (int i = 0; i < 2; i++)
        if (replies.places[i]) loss += loss_of_places(base, &l, replies.places[i]);
    return loss;
}

/* ---- all ------------------------------------------------------------------------------------ */

static double loss_of_kind(const noc_closed_base *base, noc_resource kind)
{
    if (kind == NOC_RESOURCE_MEMORY_QUEUE) return loss_of_queues(base);
    if (kind == NOC_RESOURCE_CACHE) return loss_of_cache(base);
    const double time = loss_of_time(base, 1u << kind, base->left[kind]);
    return kind == NOC_RESOURCE_CORES ? time + loss_of_mshrs(base) : time;
}

/* Finds the cores at the operating point. Their shared lines are reused for all derated designs. */
static void find_cores(noc_closed_base *base)
{
    const noc_design *d = base->curve->system->design;
    noc_closed_point p;
    base->rate = base->point->rate;
    base->cores = noc_closed_has_core_groups(d, base->workload)
                      ? noc_closed_cores_new(d, base->workload)
                      : NULL;
    if (!base->cores) return;
    noc_closed_cores_solve(base->cores, base->curve, base->terms, base->point->predicted, 1, &p);
    base->rate = p.rate;
}

/* Replaces measured parts by closed forms: losses are differences, and smaller than the errors of
 * measurements. */
static void leave_parts(noc_closed_base *base, noc_open_curve *curve)
{
    noc_closed_point p;
    if (!base->point->memory_alone) return;
    *curve = *base->curve;
    curve->parts.memory = NULL;
    base->curve = curve;
    noc_closed_loop_solve(curve, base->workload, base->terms, base->point->predicted, &p);
    base->rate = p.rate;
}

static void find_losses(const noc_closed_base *base, unsigned kinds, double losses[NOC_RESOURCES])
{
    losses[NOC_RESOURCE_LATENCY] = 0.0;
    for (int k = 0; k < NOC_RESOURCE_LATENCY; k++) {
        const bool asked = noc_resource_is_in(kinds, (noc_resource)k);
        losses[k] = asked ? loss_of_kind(base, (noc_resource)k) : 0.0;
    }
    if (!noc_resource_is_in(kinds, NOC_RESOURCE_LATENCY)) return;
    const double all = loss_of_time(base, kinds, base->left[NOC_RESOURCE_LATENCY]) +
                       loss_of_mshrs(base) + losses[NOC_RESOURCE_MEMORY_QUEUE] +
                       losses[NOC_RESOURCE_CACHE];
    losses[NOC_RESOURCE_LATENCY] = fmax(0.0, NOC_DERATED_SHARE - all);
}

void noc_closed_losses(const noc_closed_base *base, unsigned kinds, double losses[NOC_RESOURCES])
{
    noc_closed_base own = *base;
    noc_open_curve curve;
    find_cores(&own);
    leave_parts(&own, &curve);
    find_losses(&own, kinds, losses);
    noc_closed_cores_free(own.cores);
}
