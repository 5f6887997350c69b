/* How packets of several inputs share an output of a crossbar, flit by flit. Symbols in contention_state.h.
 *
 * Sources: processor sharing, of which as many packets take part as have a VC; Kraemer and Langenbach-Belz 1976 for arrivals
 * in turn; M/M/p for packets that come at 1/p of the channel's rate. Each was compared with what single routers of the sampler do, by
 * VCs, stages and load: the time in the switch comes out within 3 % up to 95 % of saturation. */
#include <math.h>

#include "analytic/contention_state.h"
#include "analytic/erlang.h"

static const double little = 1e-9; /* keeps denominators positive */
static const double most_servers =
    64.0; /* packets that slow do not wait; beyond overload a stretch may have any length */

/* Mean of a geometric number (of packets in a queue used at u) of which `most` are in the switch, E[min(N, m)], the last of them only for
 * a share of the time. */
static double in_switch(unsigned most, double u, double share)
{
    if (most == 0) return 0.0;
    double power = 1.0, square = u; /* power: u^(most-1) */
    for (unsigned n = most - 1; n > 0; n >>= 1) {
        if (n & 1) power *= square;
        square *= square;
    }
    return u * ((1.0 - power) / (1.0 - u) + power * share);
}

/* Packets of a group that one of them meets, over the load of the group times its own delay: 0 with one VC, 1 with many. The last
 * VC to be taken is one that somebody waits for, and not used until its next head has got it. `r`: the group's load on what others leave. */
static double met_of_group(const noc_class_queue *to, double r)
{
    const double met = in_switch(to->vcs - 1u, r, 1.0 - to->held / larger(to->hold, 1.0));
    return met / larger(r * (1.0 + met), little);
}

/* Load at which packets at random queue up as much as these do at load r on one of k channels side by side that they take turns on:
 * every k-th comes more evenly (Erlang). */
static double load_in_turn(const noc_class_queue *to, double r)
{
    if (to->side_by_side <= 1.0) return r;
    const double even = 1.0 / to->side_by_side, less_even = 1.0 - even;
    const double vary = to->length_variance / (to->flits * to->flits);
    const double spared =
        2.0 * (1.0 - r) * less_even * less_even / (3.0 * larger(r, little) * (even + vary));
    const double queue = (even + vary) / (1.0 + vary) * exp(-spared) * r / (1.0 - r);
    return queue / (1.0 + queue);
}

/* Packets of other inputs that one meets at an output of load r. Each group there delays its packets d_g = 1 + D - s_g f_g d_g, with D
 * = sum of f d, what a packet meets if all are in the switch, and s_g the share of its own group that is not: without a VC. So
 * d_g = (1 + D) / (1 + s_g f_g). Groups other than the packet's own are taken for as many alike ones as their flits are spread over. */
static double met_in_switch(const noc_crossing *x, const noc_class_queue *to, double r)
{
    const double own = x->own_group * r, rest = r - own, one = to->alike * rest;
    const double met_own = met_of_group(to, own / (1.0 - rest));
    const double met_one = met_of_group(to, one / (1.0 - r + one));
    const double from_own = own / (1.0 + (1.0 - met_own) * own);
    const double from_rest = rest / (1.0 + (1.0 - met_one) * one);
    return (met_own * from_own + from_rest) / (1.0 - from_own - from_rest);
}

/* Share of their waits that packets have which come at 1/p of the channel's rate, their flits being drawn out or waiting for credits:
 * as at p servers. At the pace of credits V VCs overflow when p of them do not, so only the others wait for each other. */
static double relief_of_pace(const noc_crossing *x, const noc_class_queue *from,
                             const noc_class_queue *to, double r)
{
    const double drawn_out = 1.0 + from->stretched * x->each;
    const double servers = cap(larger(x->pace, drawn_out), most_servers);
    if (servers <= 1.0 || r <= little) return 1.0;
    const double relief = noc_probability_to_wait(servers, servers * r) / r;
    if (to->vcs < 2 || x->pace <= 1.0) return relief;
    const double beside = to->vcs - 1.0, overflow = larger(1.0, to->vcs - x->pace);
    return relief * (1.0 - pow(r, overflow)) / (1.0 - pow(r, beside));
}

/* A packet is delayed in proportion to its own length; one that others draw out is there for longer, and meets as many more of them.
 * A grant that its own input does not accept costs it another turn. */
void noc_contention_share_switch(const noc_contention *c, noc_crossing *x, double r)
{
    const noc_class_queue *from = &c->queues[x->from], *to = &c->queues[x->to];
    x->met = met_in_switch(x, to, load_in_turn(to, r));
    const double longer = 1.0 + from->filled * x->each;
    const double meetings = x->met * relief_of_pace(x, from, to, r) * longer;
    const double again = x->flits * x->refused * (1.0 + x->met);
    const double head = meetings * to->head_start + again * x->each;
    x->switch_wait = c->terms.switch_wait * (meetings * (x->flits - to->stagger) + again);
    x->head_wait = cap(c->terms.switch_wait * head, x->switch_wait);
    x->among_own = c->terms.switch_wait * again;
    x->dilation = 1.0 + x->switch_wait * x->each;
}
