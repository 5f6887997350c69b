#include "hybrid/answers/figures/class_figures.h"

#include <math.h>

/* ---- accepted load -------------------------------------------------------------------------- */

/* Divides `remaining_load` among the classes of one priority, or among all unless `by_priority`:
 * equal parts, each at most the class's offered load. `load`: offered load of all classes. Returns
 * the load that still remains. */
static double share_load(const noc_traffic *t, int priority, bool by_priority, double load,
                         double remaining_load, double class_loads[NOC_TRAFFIC_CLASSES_MAX])
{
    for (uint32_t round = 0; round < t->class_count; round++) {
        double unserved_classes = 0.0;
        for (uint32_t k = 0; k < t->class_count; k++)
            if (!by_priority || t->classes[k].priority == priority)
                unserved_classes += class_loads[k] < load * t->classes[k].flit_share;
        const double equal_part = unserved_classes > 0.0 ? remaining_load / unserved_classes : 0.0;
        for (uint32_t k = 0; k < t->class_count; k++) {
            if (by_priority && t->classes[k].priority != priority) continue;
            const double more =
                fmin(equal_part, fmax(load * t->classes[k].flit_share - class_loads[k], 0.0));
            class_loads[k] += more;
            remaining_load -= more;
        }
    }
    return fmax(remaining_load, 0.0);
}

/* Finds the highest priority below `upper`; -1: none. */
static int find_next_priority(const noc_traffic *t, int upper)
{
    int next = -1;
    for (uint32_t k = 0; k < t->class_count; k++)
        if (t->classes[k].priority < upper && t->classes[k].priority > next)
            next = t->classes[k].priority;
    return next;
}

void noc_classes_share_load(const noc_traffic *t, double load, double accepted, bool by_priority,
                            double class_loads[NOC_TRAFFIC_CLASSES_MAX])
{
    static const int unlimited = 1 << 30;
    double remaining_load = fmin(accepted, load);
    for (uint32_t k = 0; k < t->class_count; k++) class_loads[k] = 0.0;
    if (!by_priority) {
        share_load(t, 0, false, load, remaining_load, class_loads);
        return;
    }
    for (int p = find_next_priority(t, unlimited); p >= 0; p = find_next_priority(t, p))
        remaining_load = share_load(t, p, true, load, remaining_load, class_loads);
}

/* ---- filling -------------------------------------------------------------------------------- */

static noc_metric make_metric(const noc_figures *f, const noc_figure *figure, const char *reason)
{
    if (!isfinite(figure->value) || f->no_latency) return (noc_metric){NAN, NAN, NAN, NAN, reason};
    return (noc_metric){figure->value, figure->lo, figure->hi, figure->confidence, NULL};
}

static const char *find_reason(const noc_estimate *e, noc_metric_id id)
{
    const char *reason = e->metrics[id].reason;
    return reason ? reason : "not known by class";
}

static noc_class_answer make_class_answer(const noc_figures *f, const noc_estimate *e,
                                          uint32_t class)
{
    const noc_class_figures *found = &f->classes[class];
    return (noc_class_answer){
        .accepted = found->accepted,
        .latency =
            make_metric(f, &found->latency, find_reason(e, NOC_METRIC_packet_latency_cycles)),
        .p99 = make_metric(f, &found->p99, find_reason(e, NOC_METRIC_latency_p99_cycles)),
    };
}

/* Fills the figures of requests and replies, whose latencies are also metrics. */
static void fill_replies(const noc_figures *f, noc_estimate *e)
{
    static const char *const names[NOC_CLASSES] = {"request", "reply"};
    const noc_metric_id latencies[NOC_CLASSES] = {NOC_METRIC_request_latency_cycles,
                                                  NOC_METRIC_reply_latency_cycles};
    const noc_traffic *t = &f->system->traffic;
    const double flits[NOC_CLASSES] = {
        1.0, t->replied_share * noc_system_class_flits(f->system, NOC_REPLY) / t->injected_flits};
    e->class_count = NOC_CLASSES;
    for (uint32_t k = 0; k < NOC_CLASSES; k++) {
        noc_class_answer *a = &e->classes[k];
        *a = make_class_answer(f, e, k);
        a->name = names[k];
        a->offered = e->load * flits[k];
        a->accepted = e->metrics[NOC_METRIC_accepted_flits_per_cycle].value * flits[k];
        a->latency = e->metrics[latencies[k]];
    }
}

void noc_classes_fill(const noc_figures *f, noc_estimate *e)
{
    const noc_traffic_classes *classes = &f->system->design->traffic.classes;
    if (f->scope == NOC_SCOPE_COST || f->extent < NOC_EXTENT_ALL) return;
    if (noc_graph_has_replies(&f->system->graph)) fill_replies(f, e);
    for (uint32_t k = 0; k < classes->count; k++) {
        e->classes[k] = make_class_answer(f, e, k);
        e->classes[k].name = classes->list[k].name;
        e->classes[k].offered = e->load * f->system->traffic.classes[k].flit_share;
    }
    if (classes->count) e->class_count = classes->count;
}
