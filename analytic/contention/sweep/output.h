/* analytic/contention/sweep/output.h: waits at a router's outputs: for a VC of the output, which
 * packets own for a time; for the output's bandwidth, which packets in different VCs of one input
 * port share; and in the queue at each output of a router with several steps per cycle
 * (network/graph/pace.h). Symbols in contention_state.h.
 *
 * Sources: M/G/1 waits after Kleinrock 1975; Erlang's B and C; residual service at a full buffer
 * after the effective-service idea of Mandal et al. (TVLSI 2023). */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_OUTPUT_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_OUTPUT_H

#include "analytic/contention/sweep/blocks.h"
#include "analytic/contention/sweep/erlang.h"
#include "analytic/contention/sweep/tail_lag.h"
#include "analytic/contention/sweep/transit.h"

/* ---- VCs ------------------------------------------------------------------------------------ */

/* Returns the part of a stall for which a packet owns the VC, cycles. The wait for a terminal's
 * codec counts once, in terminals.h. */
static inline lanes stall_of_hold(const queue_lanes *to)
{
    return to->ejects ? every(0.0) : to->wait.stall;
}

/* Returns the mean hold: cycles for which a packet owns an output VC, with the wait of its head for
 * the switch, the lag of its tail and the stalls downstream; for an atomic VC with its service
 * downstream, in which it recovers lag. docs/model.md (13). */
static inline lanes hold_of(const queue_lanes *to)
{
    const lanes started = to->time.held + to->brought.heads + lag_in_switch(to);
    if (to->atomic) {
        const lanes ahead = to->ejects ? every(0.0) : caught_up(to);
        return started - ahead + max_of(to->time.send, to->service.last) + to->room.loop;
    }
    const lanes late = max_of(stall_of_hold(to), to->wait.credits);
    const lanes sent = to->time.send - to->time.outruns + started;
    /* a packet that waits for a single VC waits as well until the channel is due, or for the
     * crossbar of several steps per cycle */
    const lanes due = to->packet.flits - to->time.outruns;
    return max_of((to->single ? max_of(sent, due) : sent) + late, to->time.period);
}

/* Returns the cycles from packet to packet among packets that wait for a VC. Packets follow each
 * other into a single VC as its channel carries them and its credits return, though each owns the
 * VC for less: a slow channel is due later, and credits were not late for the first packets of a
 * run. */
static inline lanes in_runs_of(const queue_lanes *to)
{
    if (!to->single || to->atomic) return to->hold.mean;
    const lanes sent = sent_in_runs(to) - to->time.outruns;
    return max_of(to->hold.mean, sent + to->time.paced_by_credits);
}

/* Finds the holds of a queue's VCs, as packets of all pairs to its group meet them. */
static inline void describe_holds(queue_lanes *to)
{
    to->hold.mean = hold_of(to);
    const lanes each = 1.0 / to->hold.mean;
    /* the flits of a packet that waited for a VC have all arrived */
    to->hold.in_runs = in_runs_of(to) - to->brought.late;
    /* while its own link brings a packet, the packet uses no share of the channel */
    to->hold.peak = min_of((to->time.least_hold + to->brought.owning) * each, 1.0);
    const lanes lag = to->hold.mean - to->time.least_hold - stall_of_hold(to) - to->brought.late;
    /* long packets are stretched more than short ones */
    const lanes drawn_out =
        1.0 + (lag_in_switch(to) - to->brought.late - to->time.outruns) / to->packet.flits;
    const lanes lengths = to->packet.length_variance * drawn_out * drawn_out;
    const lanes variance = lengths + lag * lag + stall_of_hold(to) * to->service.last;
    const lanes shared = max_of(
        to->hold.in_runs + to->brought.late,
        to->input.vcs * (to->packet.flits - to->time.outruns)); /* all VCs share the channel */
    /* Holds last for whole cycles, or slots of a wide channel, so their residual time is half a
     * slot shorter than in continuous time. Of packets that ask for a single VC in one cycle one
     * goes first, which adds this half slot again (the sampler at light load: M/G/1). With several
     * VCs each packet gets one. */
    const lanes less = pick(to->input.vcs > 1.0, to->time.slot, every(0.0));
    const lanes left = 0.5 * max_of(0.0, shared * (1.0 + variance * each * each) - less);
    to->hold.blocked = left * to->input.each_vc;
    to->hold.late = 0.5 * to->brought.late * to->input.each_vc;
}

/* Share of wasted grants that cost the output a slot. A head that waits for a VC bids for the
 * switch in turn with other inputs, and its grants are wasted. The cycles lost are at most the
 * grants that waiting heads can win, where at least one head waits in N / (1 + N) of the time. Not
 * derived: the share agrees with the sampler's losses on crossbars and meshes (a fit to 1,613
 * designs did not change it). */
static const double speculation_loss = 0.15;
static inline lanes wasted_slots(const noc_sweep *s, const transition_lanes *x)
{
    if (!x->out.speculate) return every(0.0);
    const lanes heads = x->out.packets * s->rate * x->wait.vc;
    const lanes turns = max_of(0.0, 1.0 - x->load.others * s->rate);
    return x->out.speculates *
           (speculation_loss * turns * x->wait.vc * x->packet.each / (1.0 + heads));
}

/* Returns the probability that all of n VCs are owned. Owners that share the link hold their VCs
 * longer the more they are, so their number is peaked, by hold over least hold as in processor
 * sharing (M/M/1: variance over mean 1 / (1 - r)): Hayward's approximation. The owner of a single
 * VC shares the link with no other packet. */
static inline lanes all_owned(lanes vcs, lanes owners, lanes peak)
{
    const lanes shared = min_of(max_of(0.0, vcs - 1.0), 1.0);
    const lanes peaked = peak / (peak + (1.0 - peak) * shared);
    return probability_to_wait(vcs * peaked, owners * peaked);
}

/* Returns the packets in other VCs of the transition's input that own VCs of its output, if the
 * output has fewer VCs than the input: those in excess of the output's VCs. A terminal sends
 * packets one after the other, so a packet meets an earlier one only if that holds its VC for
 * longer than its sending. */
static inline lanes owners_beyond(const queue_lanes *from, const transition_lanes *x, lanes hold,
                                  lanes own)
{
    const lanes met = from->injects ? max_of(0.0, hold - from->time.send) : hold;
    return own * met * max_of(0.0, from->input.vcs - x->out.vcs);
}

/* Returns the share by which packets wait longer for a VC if they come from the input VC of its
 * last owner, soon after that owner: foreign packets that came meanwhile go first. `utilization`:
 * share of the time for which packets of the input VC own it. With holds H and foreign packets at
 * rate l the wait is l H^2 right behind the owner, in that share of the cases; l (H^2 - g^2 / 2)
 * after a gap g < H; l H^2 / 2 at a random time. The first of n VCs to be free is owned 1/n
 * longer. */
static inline lanes followed(lanes used)
{
    return min_of(5.0 / 3.0 * used, 1.0);
}

/* Returns the wait of a blocked packet where owners that waited keep the VC busy for the share 1 -
 * `idle_share` of the time. Owners that waited have all their flits and do not keep a VC for late
 * flits (M/G/1 with exceptional first service, Welch 1964). `each`: packets per cycle and VC. */
static inline lanes wait_in_runs(const meeting_lanes *m, lanes again, lanes longer, lanes each,
                                 lanes runs)
{
    const lanes first = m->late * longer;
    return (again - first) / runs + first / (runs + each * m->hold);
}

/* Finds the wait for a VC (M/G/n): for packets of other inputs that own all VCs of the group, and
 * for packets in other VCs of the same input, at most as many as these VCs. Packets of one other
 * input VC come one after the other, so at most as many of an input queue as it has VCs. The hold
 * varies with the packet's length; its part beyond the least hold varies like an exponential time;
 * a stall is rare, but as long as a packet's service downstream. Positive waits are as long as
 * those of M/D/1 with service S: E[W^2] / E[W] = 2 r w + 2/3 S. docs/model.md (14). */
static inline void wait_for_vc(noc_sweep *s, const queue_lanes *from, transition_lanes *x,
                               meeting_lanes *m)
{
    const lanes packets = x->out.packets * s->rate, own = x->load.own_packets * s->rate;
    const lanes hold_each = m->in_runs * x->out.each_own;
    const lanes r = below_one((packets - own) * hold_each);
    note_used(s, &x->used.vcs, packets * hold_each);
    const lanes beside = min_of(from->input.vcs, x->out.vcs) - 1.0;
    const lanes left = max_of(0.0, x->out.all_vcs - own * m->hold * beside);
    const lanes others = (1.0 - x->part.packet) * packets * x->out.side_by_side * m->hold;
    const lanes foreign = others + owners_beyond(from, x, m->hold, own);
    const lanes blocked = all_owned(left, foreign, m->peak);
    const lanes longer = 1.0 + followed(own * m->hold) * x->out.each_vc;
    const lanes again = m->blocked * longer, runs = 1.0 - r * x->part.queued;
    /* wait of a packet that finds all VCs owned */
    const lanes wait =
        x->wide ? wait_in_runs(m, again, longer, packets * x->out.each_own, runs) : again / runs;
    x->wait.vc = wait * blocked;
    m->owned = blocked;
    m->owned_for = wait;
    m->vc_wait_length = 2.0 * r * wait + 4.0 / 3.0 * again;
    x->grants.wasted = wasted_slots(s, x);
}

/* ---- the link that an input port shares ----------------------------------------------------- */

/* Returns the mean of a geometric number (packets at a server of utilisation u) given that it is
 * less than `end`: u / (1 - u) - end u^end / (1 - u^end). */
static inline lanes met_before(const whole_lanes *end, lanes u)
{
    const lanes power = whole_power_of(u, end), left = 1.0 - power, idle = 1.0 - u;
    return (u * left - end->number * power * idle) / (idle * left);
}

/* Returns the wait for packets on a link, as on M/D/1 with fewer than `end` packets, if these
 * packets get `share` of the link's flits. Whole packets use the rest: S (1 - share) of the time S
 * to send one, and the lengths F of these packets add the variance (1 - share) share S^2.
 * docs/model.md (15). */
static inline lanes wait_on_link(lanes biased, lanes flow, lanes share, const whole_lanes *end)
{
    const lanes u = below_one(flow / share);
    const lanes send = biased / share * (1.0 + (1.0 - share) * share);
    return 0.5 * send * met_before(end, u);
}

/* Returns the wait on the link into the router, whose cycles per flit may differ from the
 * output's. */
static inline lanes wait_on_link_before(const noc_sweep *s, const transition_lanes *x,
                                        const whole_lanes *end)
{
    const lanes flow = x->load.along_port * s->rate * x->packet.came;
    return wait_on_link(x->packet.biased * x->packet.came, flow, 1.0 - x->taken, end);
}

/* Returns the share of the cycles in which the input sends only to other outputs: all crossbar
 * passes of forking flits, less one for each flit to this output. */
static inline lanes sent_elsewhere(const noc_sweep *s, const queue_lanes *from,
                                   const transition_lanes *x)
{
    if (!from->forks) return x->taken;
    return below_one((x->load.elsewhere + x->load.input * (from->tree.passes - 1.0)) * s->rate);
}

/* Finds the wait for packets in other VCs of the same input port, which share the link behind the
 * output. They wait as on a link with the cycles in which other inputs do not use the output and
 * other outputs do not use the input, less the packets' earlier waits on their link into the
 * router, where flits for other outputs went between theirs. While the output is in use, half of
 * the input's flits to other outputs go first at light load, and all of them where the output
 * overflows. Only packets at the front of their VCs compete in turn; a packet behind them delays
 * its own VC. */
static inline void wait_on_shared_port(noc_sweep *s, const queue_lanes *from, transition_lanes *x,
                                       meeting_lanes *m)
{
    const lanes r = m->taken, elsewhere = sent_elsewhere(s, from, x);
    const lanes flow = x->load.along_port * s->rate * (1.0 + x->grants.wasted);
    /* share of the link that other inputs leave; at most one packet per VC competes, but a group's
     * single VC does not limit the packets of other groups */
    const lanes free = pick(x->out.vcs > 1.0, 1.0 / (1.0 + m->met), 1.0 - r);
    const lanes left = max_of(free, x->part.fair), most = left * (1.0 - elsewhere * (1.0 - r));
    /* share of the flits to other outputs that go first */
    const lanes meanwhile = 0.5 * (1.0 + min_of(flow / most, 1.0));
    const lanes share = left * (1.0 - elsewhere * (1.0 - meanwhile * r));
    note_used(s, &x->used.link, flow / share);
    const lanes front =
        wait_on_link(x->packet.biased, flow, share, &from->input.in_front) - x->front_before;
    const lanes all =
        wait_on_link(x->packet.biased, flow, share, &from->input.in_buffers) - x->before;
    x->wait.link = max_of(0.0, x->part.other_vcs * front);
    m->behind = max_of(0.0, x->part.other_vcs * all - x->wait.link);
    m->among_own += x->wait.link;
}

/* ---- the queue behind the switch ------------------------------------------------------------ */

/* Returns the share of the packets waiting for an output that are in the input buffers. With k
 * other packets of F flits, all coming at the link's pace, k F flits exceed the link's capacity;
 * the link sends them one by one: F^2/2 k (k + 1) cycles of waits in all. The crossbar leaves (k +
 * 1 - s) F flits in the buffers, and passes them at s per cycle: F^2/2 (k + 1 - s) (k + 1) / s
 * cycles. So the share is E[(k + 1 - s)+ (k + 1)] / (s E[k (k + 1)]) of a geometric number k, for s
 * = w + p with whole part w. docs/model.md (24). */
static inline lanes share_at_inputs(const transition_lanes *x, lanes r)
{
    const lanes rest = 1.0 - r, p = x->out.part_of_step, w = x->out.steps_more.number + 1.0;
    const lanes all = 1.0 + r + (w - p) * rest - p * w * rest * rest;
    return whole_power_of(r, &x->out.steps_more) * all / (2.0 * (w + p));
}

/* Returns the share of its own input's flits that a packet still meets at a channel of one flit per
 * time S, if the input's channel brings one per time c S, c < 1: the waits on M/D/1 with service S
 * less the waits on M/D/1 with service c S (the waits in two such queues in series with the same
 * packets sum to the waits in the slower one). docs/model.md (24h). */
static inline lanes met_of_own_input(const transition_lanes *x, lanes own)
{
    const lanes came = min_of(x->packet.came, 1.0);
    return 1.0 - came * came * (1.0 - own) / (1.0 - own * came);
}

/* Returns the packets per cycle of each node at an injection channel, given the channel's share of
 * the output, where a node creates at most one packet per cycle; 0 for other channels and for
 * replies. */
static inline lanes drawn_by_node(const queue_lanes *from, const transition_lanes *x, lanes own)
{
    if (!from->injects) return every(0.0);
    return below_one(own * x->packet.each * from->source.own_turn);
}

/* Returns the wait where c packets go side by side, over the wait on M/D/1: as on M/D/c, whose
 * queue at the ends of services is that of a channel which carries c packets per cycle (Cosmetatos
 * 1975). Arrivals that vary less than Poisson arrivals count as more servers, in proportion
 * (Hayward). docs/model.md (24i). */
static inline lanes wait_side_by_side(const transition_lanes *x, lanes vary, lanes used)
{
    const lanes c = max_of(x->packet.abreast, 1.0), u = max_of(used, little);
    const lanes n = min_of(c / vary, most_servers);
    const lanes regular = (1.0 - u) * (n - 1.0) * (root_of(4.0 + 5.0 * n) - 2.0) / (16.0 * u * n);
    const lanes waits = probability_to_wait(n, n * u) * (1.0 + regular);
    return pick(c > at_once, min_of(waits / u, 1.0), every(1.0));
}

/* Returns the wait of a packet for flits of others that enter the queue between its head and its
 * tail. Of the flits that come while its own do, at a flit per cycle, M/D/1 counts half: those of
 * packets that came before it. They need another VC of the channel: of a geometric number of
 * packets, those beside the first have one while they are fewer than the VCs. docs/model.md
 * (24l). */
static inline lanes wait_for_flits_between(const transition_lanes *x, lanes biased, lanes others,
                                           lanes used)
{
    const lanes apart = 1.0 - used * whole_power_of(used, &x->out.vcs_but_two);
    const lanes body = 0.5 * biased * (1.0 - x->packet.of_head);
    return pick(x->out.vcs > 1.0, body * others * apart, every(0.0));
}

/* Returns the wait of packets from all inputs for a channel, in the input buffers and in the output
 * queue, as on M/D/1. */
static inline lanes wait_for_channel(const noc_sweep *s, const queue_lanes *from,
                                     const transition_lanes *x, lanes others, lanes used)
{
    const lanes biased = x->out.flits + x->out.length_variance / x->out.flits;
    const lanes between = wait_for_flits_between(x, biased, others, used);
    if (!x->wide) return 0.5 * biased * others / (1.0 - used) + between;
    const lanes own = below_one(x->load.along_port * s->rate);
    const lanes drawn = drawn_by_node(from, x, own);
    const lanes met =
        pick(drawn > 0.0, others + used * (own - drawn), others + own * met_of_own_input(x, own));
    return 0.5 * biased * met / (1.0 - used) * wait_side_by_side(x, 1.0 - drawn, used);
}

/* Returns the wait of a packet for room in the output queue, whose credits earlier packets use:
 * packets in the queue or, with a single VC, a packet in the buffer behind. The positive wait for
 * the channel is exponential; two flits of one input never wait for each other. The queue in front
 * of a single VC has only the part of such a wait that the VC lets through. Flits by which the
 * crossbar is ahead of the channel need room as well. A packet without room for these waits as
 * often as others use the channel before it, for at most a packet of each VC. docs/model.md
 * (24b). */
static inline lanes wait_for_queue(const transition_lanes *x, lanes there, lanes all, lanes used)
{
    const lanes queue = x->wait.behind;
    const lanes part = pick(x->out.vcs > 1.0, every(1.0), queue / max_of(all, little));
    const lanes taken = pick(x->out.vcs > 1.0, every(0.0), min_of(there, x->out.flits));
    const lanes spare = max_of(0.0, x->out.queue_room - taken) - x->packet.hurried;
    const lanes any = part * 0.5 * x->packet.biased * (1.0 - x->out.inputs_alike) / (1.0 - used);
    const lanes room =
        pick(spare > 0.0, queue * exp_of(-spare / max_of(any, little)), queue - used * spare);
    return min_of(room, x->out.vcs * x->packet.hurried);
}

/* Moves waits to the output queue: the part of the wait for the channel outside the input
 * buffers. */
static inline void wait_behind_switch(const noc_sweep *s, const queue_lanes *from,
                                      transition_lanes *x, meeting_lanes *m)
{
    if (!x->out.queues) return;
    const lanes others = below_one(x->load.others * s->rate);
    const lanes used = below_one(others + x->load.along_port * s->rate);
    const lanes behind = 1.0 - share_at_inputs(x, m->taken);
    const lanes head = behind * x->wait.head, switches = behind * x->wait.switches;
    const lanes link = behind * x->wait.link;
    x->wait.head -= head;
    x->wait.switches -= switches;
    x->wait.link -= link;
    m->behind -= behind * m->behind;
    m->among_own *= 1.0 - behind;
    x->dilation = 1.0 + x->wait.switches * x->packet.each;
    const lanes at_inputs = x->wait.switches + x->wait.link + x->wait.vc;
    const lanes all = wait_for_channel(s, from, x, others, used);
    x->wait.behind = max_of(0.0, all - at_inputs);
    x->wait.room = wait_for_queue(x, m->there, all, used);
    x->wait.drawn_out = min_of(x->wait.behind, switches - head + link * (1.0 - x->packet.of_head));
}

#endif
