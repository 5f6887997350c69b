/* analytic/contention/sweep/output_queue.h: routers that run s steps in a cycle have a queue for
 * each output (network/graph/pace.h). What a packet waits for others on the link it waits there in
 * part, where it keeps neither its input VC nor the output VC. Symbols in contention_state.h. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_OUTPUT_QUEUE_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_OUTPUT_QUEUE_H

#include "analytic/contention/sweep/blocks.h"

/* Of what waits for an output the share that is still in the input buffers. With k other packets of
 * F flits, all coming at the link's pace, k F flits are too many for the link, which sends them one
 * by one: F^2/2 k (k + 1) cycles of waits in all. The crossbar leaves (k + 1 - s) F of them in the
 * buffers, and passes these at s a cycle: F^2/2 (k + 1 - s) (k + 1) / s. So the share is E[(k + 1 -
 * s)+ (k + 1)] / (s E[k (k + 1)]) of a geometric number k, s = w + p of whole part w. docs/model.md
 * (24). */
static inline lanes share_at_inputs(const transition_lanes *x, lanes r)
{
    const lanes rest = 1.0 - r, p = x->out.part_of_step, w = x->out.steps_more.number + 1.0;
    const lanes all = 1.0 + r + (w - p) * rest - p * w * rest * rest;
    return whole_power_of(r, &x->out.steps_more) * all / (2.0 * (w + p));
}

/* Share of the waits for which the queue is as long as credits allow: of M/D/1 waits, exponential
 * far out. */
static inline lanes share_beyond_credits(const noc_sweep *s, const transition_lanes *x)
{
    const lanes used = min_of((x->load.others + x->load.along_port) * s->rate, highest_output);
    return exp_of(-2.0 * (1.0 - used) * x->out.queue_room / x->packet.biased);
}

/* Behind the switch are the crossbar's grants that outnumber the link. */
static inline void wait_behind_switch(const noc_sweep *s, transition_lanes *x, meeting_lanes *m)
{
    if (!x->out.queues) return;
    const lanes before = share_at_inputs(x, m->taken);
    const lanes behind = (1.0 - before) * (1.0 - share_beyond_credits(s, x));
    const lanes head = behind * x->wait.head, switches = behind * x->wait.switches;
    const lanes link = behind * x->wait.link;
    x->wait.behind = switches + link + behind * m->behind;
    x->wait.drawn_out = switches - head + link * (1.0 - x->packet.each);
    x->wait.head -= head;
    x->wait.switches -= switches;
    x->wait.link -= link;
    m->behind -= behind * m->behind;
    m->among_own *= 1.0 - behind;
    x->dilation = 1.0 + x->wait.switches * x->packet.each;
}

#endif
