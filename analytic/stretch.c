/* What packets are drawn out by on their way: flits that wait in a switch for those of others come later than their head, hold VCs for
 * longer, and catch up where the head waits. Symbols in contention_state.h. On meshes of the sampler what packets are drawn out by is
 * within 10 % on most channels, by stages and VCs. */
#include <math.h>

#include "analytic/contention_state.h"

/* Share of the packets that bring a stretch along into a queue: those that wait for credits there anyway have it in that
 * gap, if it is no longer (exponential). */
static double not_in_gap(const noc_class_queue *to, double stretch)
{
    return to->gap > 0.0 ? 1.0 - to->longer * (1.0 - exp(-to->gap / larger(stretch, 1e-9))) : 1.0;
}

/* Of a stretch x, of any length up to twice `there`, the mean of min(x, time) over that of x. */
static double within(double time, double there)
{
    const double part = cap(0.5 * time / there, 1.0);
    return part * (2.0 - part);
}

/* While the head alone is routed its body catches up. Flits of others that leave over the same crossbar input come between its own again, but
 * their heads are routed, too: if one of them is delayed here the other has so much of a lead. That is as often as packets are both drawn
 * out by others and delayed in this router; found so on butterflies of the sampler, by stages, lengths and load. */
static double caught_up_in_routing(const noc_contention *c, const noc_class_queue *q, double there)
{
    const double routed = c->terms.catch_up * q->turnaround;
    const double filled = cap(q->filled, q->stretched), delay = (q->dilation - 1.0) * q->flits;
    const double by_others = noc_wait_where_any(q, filled), lead = cap(routed, by_others);
    const double delayed = delay / noc_wait_where_any(q, delay);
    return (q->stretched - filled) * within(routed, there) + filled / by_others * delayed * lead;
}

/* Likewise while it waits behind others, for a VC or for the switch, by the lesser of the two times: both are rare, and exponential. */
double noc_contention_caught_up(const noc_contention *c, const noc_class_queue *q)
{
    if (!(q->stretched > 0.0)) return 0.0;
    const double there = noc_wait_where_any(q, q->stretched);
    const double wait = q->start + q->queue - q->outside;
    const double in_waits = wait / (noc_wait_where_any(q, wait) + there);
    return q->stretched - (q->stretched - caught_up_in_routing(c, q, there)) * (1.0 - in_waits);
}

/* What the packets of a crossing bring along into the queue that it leads to, with `kept` of what they had before. Of the time in the switch that is not their head's the
 * gaps are full of others' flits, on the same link, until these leave it. */
static void bring_along(const noc_crossing *x, const noc_class_queue *from, double kept,
                        noc_class_queue *to)
{
    const double head = x->head_wait + x->own_wait * x->each;
    const double drawn_out = x->switch_wait + x->own_wait - head;
    const double still_filled = x->share.along * cap(from->filled, kept);
    to->stretched += x->to_share * (kept * not_in_gap(to, kept) + drawn_out);
    to->filled += x->to_share * (still_filled + drawn_out);
    to->heads += x->to_share * head;
    to->upstream += x->spacing * from->service;
}

/* Queues from the last to the first, so that each is met after those that lead to it. */
void noc_contention_bring_along(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        q->stretched = q->filled = q->heads = q->upstream = 0.0;
    }
    for (uint32_t i = c->queue_count; i-- > 0;) {
        const noc_class_queue *from = &c->queues[i];
        const double kept = from->stretched - noc_contention_caught_up(c, from);
        for (uint32_t k = c->first_crossing[i]; k < c->first_crossing[i + 1]; k++)
            bring_along(&c->crossings[k], from, kept, &c->queues[c->crossings[k].to]);
    }
}
