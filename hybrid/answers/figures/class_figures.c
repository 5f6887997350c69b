#include "hybrid/answers/figures/class_figures.h"

#include <math.h>

/* ---- accepted load -------------------------------------------------------------------------- */

/* Divides the remaining load `left` among classes of one priority: equal parts, each at most its
 * offered load. Returns the load that remains. */
static double share_out(const noc_traffic *t, int priority, bool by_priority, double load,
                        double left, double of[NOC_TRAFFIC_CLASSES_MAX])
{
    for (uint32_t round = 0; round < t->class_count; round++) {
        double wanting = 0.0;
        for (uint32_t k = 0; k < t->class_count; k++)
            if (!by_priority || t->classes[k].priority == priority)
                wanting += of[k] < load * t->classes[k].flits;
        const double part = wanting > 0.0 ? left / wanting : 0.0;
        for (uint32_t k = 0; k < t->class_count; k++) {
            if (by_priority && t->classes[k].priority != priority) continue;
            const double more = fmin(part, fmax(load * t->classes[k].flits - of[k], 0.0));
            of[k] += more;
            left -= more;
        }
    }
    return fmax(left, 0.0);
}

/* Finds the highest priority below `upper`; -1: none. */
static int next_priority(const noc_traffic *t, int below)
{
    int next = -1;
    for (uint32_t k = 0; k < t->class_count; k++)
        if (t->classes[k].priority < below && t->classes[k].priority > next)
            next = t->classes[k].priority;
    return next;
}

void noc_classes_accepted(const noc_traffic *t, double load, double accepted, bool by_priority,
                          double of[NOC_TRAFFIC_CLASSES_MAX])
{
    static const int above_all = 1 << 30;
    double left = fmin(accepted, load);
    for (uint32_t k = 0; k < t->class_count; k++) of[k] = 0.0;
    if (!by_priority) {
        share_out(t, 0, false, load, left, of);
        return;
    }
    for (int p = next_priority(t, above_all); p >= 0; p = next_priority(t, p))
        left = share_out(t, p, true, load, left, of);
}

/* ---- filling -------------------------------------------------------------------------------- */

static noc_metric told(const noc_figures *f, const noc_figure *found, const char *why)
{
    if (!isfinite(found->value) || f->no_latency) return (noc_metric){NAN, NAN, NAN, NAN, why};
    return (noc_metric){found->value, found->lo, found->hi, found->confidence, NULL};
}

static const char *why_of(const noc_estimate *e, noc_metric_id id)
{
    const char *why = e->metrics[id].why;
    return why ? why : "not known by class";
}

static noc_class_answer answer_of(const noc_figures *f, const noc_estimate *e, uint32_t class)
{
    const noc_class_figures *found = &f->classes[class];
    return (noc_class_answer){
        .accepted = found->accepted,
        .latency = told(f, &found->latency, why_of(e, NOC_METRIC_packet_latency_cycles)),
        .p99 = told(f, &found->p99, why_of(e, NOC_METRIC_latency_p99_cycles)),
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
        1.0, t->answered * noc_system_class_flits(f->system, NOC_REPLY) / t->injected_flits};
    e->class_count = NOC_CLASSES;
    for (uint32_t k = 0; k < NOC_CLASSES; k++) {
        noc_class_answer *a = &e->classes[k];
        *a = answer_of(f, e, k);
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
        e->classes[k] = answer_of(f, e, k);
        e->classes[k].name = classes->list[k].name;
        e->classes[k].offered = e->load * f->system->traffic.classes[k].flits;
    }
    if (classes->count) e->class_count = classes->count;
}
