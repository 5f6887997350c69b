/* How packets of several inputs share an output of a crossbar, flit by flit. Symbols in contention_state.h.
 *
 * Sources: processor sharing, of which as many packets take part as have a VC; Kraemer and Langenbach-Belz 1976 for arrivals
 * in turn; M/M/p for packets that come at 1/p of the channel's rate; pairs of packets for gaps. Each was compared with what single routers of
 * the sampler do, by VCs, stages and load, and with butterflies, rows and meshes up to half of saturation: waits of packets of 4 flits come
 * out within 5 % with one or two stages a router, 10 % with three and four; those of single flits up to 29 % short. */
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
 * VC to be taken is not used until its next head has got it, if somebody waited for that. `r`: the group's load on what others leave. */
static double met_of_group(const noc_class_queue *to, double r)
{
    const double met = in_switch(to->vcs - 1u, r, 1.0 - r * to->held / larger(to->hold, 1.0));
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

/* Share of their waits that packets have which come at the pace of credits, 1/p of the channel's rate: as at p servers (M/M/p). V VCs
 * overflow when p of them do not, so only the others wait for each other. */
static double relief_of_pace(const noc_crossing *x, const noc_class_queue *to, double r)
{
    const double servers = cap(x->pace, most_servers);
    if (servers <= 1.0 || r <= little) return 1.0;
    const double relief = noc_probability_to_wait(servers, servers * r) / r;
    if (to->vcs < 2) return relief;
    const double beside = to->vcs - 1.0, overflow = larger(1.0, to->vcs - x->pace);
    return relief * (1.0 - pow(r, overflow)) / (1.0 - pow(r, beside));
}

/* What two packets lose to each other that meet, mean of both and of all offsets, over what two without gaps do. Neither gets more than half of
 * the channel, and who needs less leaves the other the rest. One has no gaps, the other takes `span` times as long as without, p:
 * the first loses (p + 1) / 2 for p up to 2, (p^2 - p - 1/2) / (p - 1)^2 beyond, the other (2 - p) (1 + p) / 2, nothing beyond. */
static double lost_by_one_with_gaps(double span)
{
    const double beyond = span - 1.0;
    return span <= 2.0 ? 0.25 * (1.0 + span) * (3.0 - span)
                       : 0.5 * (span * beyond - 0.5) / (beyond * beyond);
}

/* Both have gaps. */
static double lost_by_two_with_gaps(double span)
{
    return larger(0.0, (2.0 - span) * span);
}

/* Likewise of packets some of which have empty gaps between their flits, of so many cycles in the mean of all. That matters the less
 * the more of them are there, as at two servers (M/M/2: 2 r / (1 + r)). */
static double relief_of_gaps(const noc_class_queue *from, double gaps, double r)
{
    if (!(gaps > 0.0)) return 1.0;
    const double any = noc_wait_where_any(from, gaps), some = gaps / any, none = 1.0 - some;
    const double span = 1.0 + any / from->flits;
    const double relief = none * none + 2.0 * some * none * lost_by_one_with_gaps(span) +
                          some * some * lost_by_two_with_gaps(span);
    return 1.0 - (1.0 - relief) * (1.0 - r) / (1.0 + r);
}

/* A packet is delayed in proportion to its own length. One between whose flits lie those of another that goes on with it loses as much as both; gaps
 * that are empty for this output spare it some. A grant that its own input does not accept costs it another turn. */
void noc_contention_share_switch(const noc_contention *c, noc_crossing *x, double r)
{
    const noc_class_queue *from = &c->queues[x->from], *to = &c->queues[x->to];
    x->met = met_in_switch(x, to, load_in_turn(to, r));
    const double filled = x->share.along * cap(from->filled, from->stretched);
    const double longer = 1.0 + filled * x->each;
    const double gaps = from->stretched - filled;
    const double relief = cap(relief_of_pace(x, to, r), relief_of_gaps(from, gaps, r));
    const double meetings = x->met * relief * longer;
    const double again = x->flits * x->refused * (1.0 + x->met);
    const double head = meetings * to->head_start + again * x->each;
    x->switch_wait = c->terms.switch_wait * (meetings * (x->flits - to->stagger) + again);
    x->head_wait = cap(c->terms.switch_wait * head, x->switch_wait);
    x->among_own = c->terms.switch_wait * again;
    x->dilation = 1.0 + x->switch_wait * x->each;
}
