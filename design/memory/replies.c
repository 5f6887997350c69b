#include "design/memory/replies.h"

#include "design/memory/scheduler_kind.h"

double noc_output_error(double threshold)
{
    static const double step = 5.0, at_10 = 2.3, at_5 = 2.3 / 1.15;
    const double at[] = {0.0, at_5, at_10, 2.3 * at_5, 2.7 * at_5};
    int before = (int)(threshold / step);
    if (before > 3) before = 3;
    return at[before] + (at[before + 1] - at[before]) * (threshold / step - before);
}

/* Returns the first network with an output queue, or the number of networks. */
static int find_output_queue(const noc_design *d)
{
    int n = 0;
    while (n < d->network_count && d->networks[n].overlay.output_queue == 0) n++;
    return n;
}

noc_reply_queue_keys noc_reply_queues_of(noc_design *d)
{
    const int n = find_output_queue(d);
    noc_memory_spec *m = &d->memory;
    if (noc_bursts_go_first(m)) return (noc_reply_queue_keys){{&m->burst_queue, &m->normal_queue}};
    if (n < d->network_count)
        return (noc_reply_queue_keys){{&d->networks[n].overlay.output_queue, NULL}};
    return (noc_reply_queue_keys){{&m->reply_queue, NULL}};
}

int noc_reply_queue_capacity(const noc_memory_spec *m)
{
    return noc_bursts_go_first(m) ? m->burst_queue + m->normal_queue : m->reply_queue;
}

int noc_reply_capacity(const noc_design *d)
{
    const int n = find_output_queue(d);
    if (n < d->network_count) return d->networks[n].overlay.output_queue;
    return noc_reply_queue_capacity(&d->memory);
}

void noc_replies_check(const noc_design *d, noc_diag *diag)
{
    const noc_memory_spec *m = &d->memory;
    const int n = find_output_queue(d);
    if (n == d->network_count) return;
    const int places = d->networks[n].overlay.output_queue;
    if (noc_bursts_go_first(m))
        noc_design_conflict(d, diag, n, NOC_PATHS("network.output_queue", "memory.reply_order"),
                            "network.output_queue = %d is one queue for all replies: "
                            "memory.reply_order = \"burst-first\" has two (memory.burst_queue, "
                            "memory.normal_queue)",
                            places);
    if (noc_replies_coalesce(m) && places < m->check_depth)
        noc_design_conflict(d, diag, n, NOC_PATHS("network.output_queue", "memory.check_depth"),
                            "network.output_queue = %d is less than memory.check_depth = %d: the "
                            "data approximator looks at that number of replies",
                            places, m->check_depth);
}

/* ---- conditions under which keys are not read ----------------------------------------------- */

typedef const noc_unread_question question;

static bool coalesces_nothing(question *q)
{
    return !noc_replies_coalesce(&q->design->memory);
}

static bool approximates_nothing(question *q)
{
    return !q->design->memory.scheduler->tells_approximable && coalesces_nothing(q);
}

static bool models_bursts_alone(question *q)
{
    return noc_unread_asks_model(q) && coalesces_nothing(q);
}

const noc_unread_condition noc_unread_nothing_coalesced = {
    coalesces_nothing, true, NULL,
    "no replies are coalesced (memory.approximable and memory.match above 0)"};

const noc_unread_condition noc_unread_nothing_approximated = {
    approximates_nothing, true, NULL,
    "memory.scheduler is not \"amc\", and no replies are coalesced (memory.approximable and "
    "memory.match above 0)"};

const noc_unread_condition noc_unread_bursts_alone = {models_bursts_alone, true, " by the model",
                                                      NOC_UNREAD_RARE_BURSTS};
