#include "design/memory/replies.h"

#include "design/memory/scheduler_kind.h"

double noc_output_error(double threshold)
{
    static const double step_percent = 5.0, error_at_10 = 2.3, error_at_5 = 2.3 / 1.15;
    const double errors[] = {0.0, error_at_5, error_at_10, 2.3 * error_at_5, 2.7 * error_at_5};
    int interval = (int)(threshold / step_percent);
    if (interval > 3) interval = 3;
    return errors[interval] +
           (errors[interval + 1] - errors[interval]) * (threshold / step_percent - interval);
}

/* Returns the first network with an output queue, or the number of networks. */
static int find_output_queue(const noc_design *d)
{
    int n = 0;
    while (n < d->network_count && d->networks[n].overlay.output_queue == 0) n++;
    return n;
}

noc_reply_queue_keys noc_reply_find_queues(noc_design *d)
{
    const int n = find_output_queue(d);
    noc_memory_spec *m = &d->memory;
    if (noc_has_burst_priority(m))
        return (noc_reply_queue_keys){{&m->burst_queue, &m->normal_queue}};
    if (n < d->network_count)
        return (noc_reply_queue_keys){{&d->networks[n].overlay.output_queue, NULL}};
    return (noc_reply_queue_keys){{&m->reply_queue, NULL}};
}

int noc_memory_reply_capacity(const noc_memory_spec *m)
{
    return noc_has_burst_priority(m) ? m->burst_queue + m->normal_queue : m->reply_queue;
}

int noc_reply_capacity(const noc_design *d)
{
    const int n = find_output_queue(d);
    if (n < d->network_count) return d->networks[n].overlay.output_queue;
    return noc_memory_reply_capacity(&d->memory);
}

void noc_replies_check(const noc_design *d, noc_diag *diag)
{
    const noc_memory_spec *m = &d->memory;
    const int n = find_output_queue(d);
    if (n == d->network_count) return;
    const int capacity = d->networks[n].overlay.output_queue;
    if (noc_has_burst_priority(m))
        noc_design_conflict(d, diag, n, NOC_PATHS("network.output_queue", "memory.reply_order"),
                            "network.output_queue = %d is one queue for all replies: "
                            "memory.reply_order = \"burst-first\" has two (memory.burst_queue, "
                            "memory.normal_queue)",
                            capacity);
    if (noc_replies_are_coalesced(m) && capacity < m->check_depth)
        noc_design_conflict(d, diag, n, NOC_PATHS("network.output_queue", "memory.check_depth"),
                            "network.output_queue = %d is less than memory.check_depth = %d: the "
                            "data approximator looks at that number of replies",
                            capacity, m->check_depth);
}

/* ---- conditions under which keys are not read ----------------------------------------------- */

typedef const noc_unread_question question;

static bool has_no_coalescing(question *q)
{
    return !noc_replies_are_coalesced(&q->design->memory);
}

static bool has_no_approximation(question *q)
{
    return !q->design->memory.scheduler->separates_approximable && has_no_coalescing(q);
}

static bool has_no_modelled_bursts(question *q)
{
    return noc_unread_is_model(q) && has_no_coalescing(q);
}

const noc_unread_condition noc_unread_no_coalescing = {
    has_no_coalescing, true, NULL,
    "no replies are coalesced (memory.approximable and memory.match above 0)"};

const noc_unread_condition noc_unread_exact_data = {
    has_no_approximation, true, NULL,
    "memory.scheduler is not \"amc\", and no replies are coalesced (memory.approximable and "
    "memory.match above 0)"};

const noc_unread_condition noc_unread_rare_bursts = {has_no_modelled_bursts, true, " by the model",
                                                     NOC_UNREAD_RARE_BURSTS};
