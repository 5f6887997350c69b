/* analytic/contention/sweep/port_sharing.h: packets in different VCs of one input port compete for
 * the output bandwidth that other inputs leave over. Symbols in contention_state.h. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_PORT_SHARING_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_PORT_SHARING_H

#include "analytic/contention/sweep/blocks.h"

/* Mean of a geometric number (of packets at a server used at u) that is less than `end`: u / (1 -
 * u) - end u^end / (1 - u^end). */
static inline lanes met_before(const whole_lanes *end, lanes u)
{
    const lanes power = whole_power_of(u, end), left = 1.0 - power, idle = 1.0 - u;
    return (u * left - end->number * power * idle) / (idle * left);
}

/* Wait for packets that share a link, as on M/D/1, with fewer than `end` of them in the way, if
 * `share` of the link's flits are left to them. What takes the others are whole packets: of the
 * time to send one S they take S (1 - share), in lengths F that vary it by their own, (1 - share)
 * share of its square. docs/model.md (15). */
static inline lanes wait_on_link(const transition_lanes *x, lanes flow, lanes share,
                                 const whole_lanes *end)
{
    const lanes u = min_of(flow / share, highest_output);
    const lanes send = x->packet.biased / share * (1.0 + (1.0 - share) * share);
    return 0.5 * send * met_before(end, u);
}

/* Packets of the same input port in other VCs share the link behind the output: they wait for it as
 * on a link with the cycles in which neither other inputs take the output nor other outputs the
 * input, less what the stream waited already on its link into the router, where flits for other
 * outputs went between its own. Of these half go first if they meet it here, and the others while
 * the output is taken; where it overflows there are always some that can, so all do. Only packets
 * at the front of their VCs take turns with it, those behind them hold up the VC that they are
 * in. */
static inline void wait_on_shared_port(noc_sweep *s, const queue_lanes *from, transition_lanes *x,
                                       meeting_lanes *m)
{
    const lanes r = m->taken;
    const lanes flow = x->load.along_port * s->rate * (1.0 + x->grants.wasted);
    /* by others, of whom no more take part than have VCs; a group's only VC says nothing of the
     * others' */
    const lanes free = pick(x->out.vcs > 1.0, 1.0 / (1.0 + m->met), 1.0 - r);
    const lanes left = max_of(free, x->part.fair), most = left * (1.0 - x->taken * (1.0 - r));
    const lanes meanwhile =
        0.5 * (1.0 + min_of(flow / most, 1.0)); /* of the flits to other outputs */
    const lanes share = left * (1.0 - x->taken * (1.0 - meanwhile * r));
    note_used(s, &x->used.link, flow / share);
    const lanes front = wait_on_link(x, flow, share, &from->input.in_front) - x->front_before;
    const lanes all = wait_on_link(x, flow, share, &from->input.in_buffers) - x->before;
    x->wait.link = max_of(0.0, x->part.other_vcs * front);
    m->behind = max_of(0.0, x->part.other_vcs * all - x->wait.link);
    m->among_own += x->wait.link;
}

#endif
