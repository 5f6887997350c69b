/* Contention in networks of input-queued VC routers: the waits at a router's outputs, and the fixed point of all waits. Symbols in
 * contention_state.h; the switch that inputs share in switch_sharing.c, waits between routers in transit.c, at terminals in injection.c, what
 * they draw packets out by in stretch.c.
 *
 * Sources: M/G/1 waits after Kleinrock 1975; Erlang's B and C for VCs; one round of grants and accepts as a matching of random
 * grants (Anderson et al. 1993, PIM), with the number of rivals that packets really meet; residual service
 * at a full buffer after the effective-service idea of Mandal et al. (TVLSI 2023). */
#include "analytic/contention.h"

#include <math.h>

#include "analytic/contention_state.h"
#include "analytic/erlang.h"

/* Lengths of a packet up to which its delay is one wait, exponential, and no sum of several: not derived, agrees with
 * crossbars of 2 to 8 VCs (test_analytic). */
static const double single_delay = 1.5;

static double flits_on(const noc_contention *c, uint32_t channel)
{
    return c->loads->channel_flits[channel] * c->rate;
}

/* ---- the most used station ------------------------------------------------------------------ */

static void note_station(noc_waits *waits, noc_class_queue *q, noc_station station,
                         double utilization)
{
    q->used = larger(q->used, utilization);
    if (utilization <= waits->utilization) return;
    waits->utilization = utilization;
    waits->station = station;
    waits->critical = q->channel;
}

/* ---- the input's side of the switch --------------------------------------------------------- */

/* Share of its own time in the switch by which a packet of a terminal and its neighbour on the link are out of
 * step there, being late by different amounts; they were one behind the other on their link. If one in 1/p waits,
 * for an exponential time of mean F, min(|difference|, F) is 2 p F (1 - 1/e) in the mean. */
static double out_of_step(const noc_contention *c, const noc_class_queue *q)
{
    return q->injects ? 1.0 - exp(-c->terms.out_of_step * q->late / q->flits) : 0.0;
}

/* Cycles a flit that a packet lags behind when the next one comes to the switch. If the next one is sent only when
 * all but `kept` flits of this one have left the buffer, these have been delayed by an exponential time, but
 * it is `behind` cycles after the last of them (more than there are flits). */
static double lag_of(const noc_class_queue *q)
{
    const double lag = q->dilation - 1.0;
    if (q->kept == INFINITY || lag <= 0.0) return lag;
    const double kept_lag = q->kept * lag, ahead = larger(0.0, q->behind - q->kept);
    return cap(lag, kept_lag / q->flits * exp(-ahead / kept_lag));
}

/* Mean of a delay L, in lengths of a packet, as far as the other m VCs can take the packets that come in it: E[min(L, m)]. A
 * short one is exponential, of a longer one the last part. */
static double within_vcs(double delay, double m)
{
    const double each = cap(delay, single_delay), sure = delay - each;
    return m <= sure ? m : delay - each * exp(-(m - sure) / each);
}

/* Packets of one input come over its link one flit a cycle, so they meet in the switch only if some are
 * delayed there. At dilation d a packet is there for F (d - 1) cycles longer than its link; so long it
 * meets its successor, its predecessor it, but both at most for what they are delayed: of rho d in the
 * switch (Little's law) rho (d - 1) (d + 1) / d others are met, and those that are out of step with it; no more than there
 * are other VCs for. */
static void describe_rival(const noc_contention *c, noc_class_queue *q)
{
    const double d = q->dilation, lag = lag_of(q), apart = out_of_step(c, q), delay = lag + apart;
    const double share = delay > 0.0 ? within_vcs(delay, q->rivals) / delay : 0.0;
    q->overlapping = share * (lag * (d + 1.0) + apart) / d;
}

static void meet_rivals(const noc_contention *c, noc_class_queue *q)
{
    double granted = 0.0, served = 0.0, met = 0.0;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next) {
        const noc_class_queue *other = queue_of(c, k);
        met += (k == q->group ? q->apart : 1.0) * other->unit.flits * other->overlapping;
        granted += other->unit.flits * (1.0 + other->refused);
        served += other->unit.flits * other->dilation;
    }
    q->met = met * c->rate;
    q->granted = served > 0.0 ? granted / served : 1.0;
}

/* An input accepts one of the grants that come together: if each of m rivals has one with probability p, so many
 * as 1 / (1 + K) of a binomial K, (1 - (1-p)^(m+1)) / ((m+1) p) in the mean. Returns the refused ones, for each accepted. */
static double refused_grants(double grants, double rivals)
{
    const double n = rivals + 1.0, p = cap(grants / rivals, 1.0);
    if (p < 1e-3) return 0.5 * grants;
    double none = 1.0, k = 1.0; /* (1-p)^n, the last factor in part: n need not be whole */
    for (; k <= n; k++) none *= 1.0 - p;
    none *= 1.0 - (n - k + 1.0) * p;
    return n * p / (1.0 - none) - 1.0;
}

/* Outputs grant a rival a flit in `granted` of its cycles, whether its input accepts it or not. Grants come from other
 * outputs only. */
static void accept_grants(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++)
        if (!c->queues[i].ejects) describe_rival(c, &c->queues[i]);
    for (uint32_t i = 0; i < c->queue_count; i++)
        if (!c->queues[i].ejects) meet_rivals(c, &c->queues[i]);
    for (uint32_t k = 0; k < c->symmetry.channels.count; k++) c->efficiency[k] = 0.0;
    for (uint32_t i = 0; i < c->crossing_count; i++) {
        noc_crossing *x = &c->crossings[i];
        const noc_class_queue *from = &c->queues[x->from], *to = &c->queues[x->to];
        const double grants = from->met * (1.0 - x->share.along) * from->granted;
        x->refused = grants > 0.0 ? refused_grants(grants, from->rivals) : 0.0;
        /* what one iteration does not match, the next may */
        const double once = x->refused / (1.0 + x->refused);
        const double lost = to->rounds == 1.0 ? once : pow(once, to->rounds);
        c->efficiency[to->place] += x->channel_share * (1.0 - lost) / (1.0 + x->wasted);
    }
}

/* ---- waits of a pair ------------------------------------------------------------------------ */

/* Mean of a geometric number (of packets at a server used at u) that is at most `most`. */
static double met_at_most(unsigned most, double u)
{
    double power = 1.0, square = u; /* power: u^(most+1) */
    for (unsigned n = most + 1; n > 0; n >>= 1) {
        if (n & 1) power *= square;
        square *= square;
    }
    return u / (1.0 - u) - (most + 1.0) * power / (1.0 - power);
}

/* Flits of other inputs that go to the same output take turns with the packet's own (switch_sharing.c). Returns their share of it. */
static double wait_for_switch(const noc_contention *c, noc_crossing *x, noc_waits *waits)
{
    noc_class_queue *to = &c->queues[x->to];
    const double raw = x->others * c->rate / c->efficiency[to->place];
    const double r = cap(raw, highest_output);
    note_station(waits, to, NOC_STATION_SWITCH, raw);
    noc_contention_share_switch(c, x, r);
    return r;
}

/* Cycles that a packet owns an output VC if nothing is in its way: itself and its start. If VCs are atomic, until its
 * tail has left the buffer there and its credit is back; else not less than the period of its credits. */
static double least_hold(const noc_class_queue *to)
{
    const double sent = to->send + to->held;
    return to->atomic ? to->held + larger(to->send, to->onward) + to->loop
                      : larger(sent, to->period);
}

/* With what it meets: what its head waits for the switch, its stretch, the stalls downstream; if atomic its service there, in which it
 * catches up. */
static double hold_of(const noc_contention *c, const noc_class_queue *to)
{
    const double started = to->held + to->heads + to->stretched;
    if (to->atomic) {
        const double caught_up = to->ejects ? 0.0 : noc_contention_caught_up(c, to);
        return started - caught_up + larger(to->send, to->last_service) + to->loop;
    }
    return larger(to->send + started + to->stall, to->period);
}

/* What the packets of all pairs that lead to a group find there. */
static void describe_holds(const noc_contention *c, noc_class_queue *to)
{
    const double least = least_hold(to);
    to->hold = hold_of(c, to);
    const double each = 1.0 / to->hold;
    to->hold_each = to->hold / to->vcs;
    to->peak = least * each;
    const double stretched = to->hold - least - to->stall;
    const double drawn_out =
        1.0 + to->stretched / to->flits; /* long packets more than short ones */
    const double lengths = to->length_variance * drawn_out * drawn_out;
    const double variance = lengths + stretched * stretched + to->stall * to->last_service;
    const double shared = larger(to->hold, to->vcs * to->flits); /* all of them share the channel */
    /* Of a hold of whole cycles half a cycle less is left than in continuous time; but of packets that ask in one cycle for an only
     * VC one goes first, which makes up for it (the sampler at light load: M/G/1). Of several VCs each gets one. */
    const double less = to->vcs > 1 ? 1.0 : 0.0;
    const double left = 0.5 * (shared * (1.0 + variance * each * each) - less);
    to->blocked = left * to->each_vc;
}

/* Cycles of an output that a flit's head takes while it waits for a VC: it bids for the switch meanwhile, at turns with other
 * inputs, and wins for nothing. No more are lost than the heads that wait, one at least in N / (1 + N) of the time, can win. */
static double wasted_slots(const noc_contention *c, const noc_crossing *x,
                           const noc_class_queue *to)
{
    if (!to->speculates_equally) return 0.0;
    const double heads = x->unit.packets * c->rate * x->vc_wait;
    const double turns = larger(0.0, 1.0 - x->others * c->rate);
    return c->terms.speculation_loss * turns * x->vc_wait * x->each / (1.0 + heads);
}

/* Probability that all of n VCs are owned. Those who share the link hold them for long while many do, so their number is peaked,
 * by hold over least hold as in processor sharing (M/M/1: variance over mean 1/(1-r)): Hayward's approximation. The owner of an only
 * one shares it with nobody. */
static double all_owned(double vcs, double owners, double peak)
{
    const double shared = cap(larger(0.0, vcs - 1.0), 1.0);
    const double peaked = peak / (peak + (1.0 - peak) * shared);
    return noc_probability_to_wait(vcs * peaked, owners * peaked);
}

/* Packets of the other VCs of a crossing's input that own VCs of its output, where it has fewer: all but as many as it has beside one.
 * A terminal sends its packets one after the other, so each meets those before it only as they hold the VC for longer. */
static double owners_beyond(const noc_class_queue *from, const noc_class_queue *to, double own)
{
    if (from->vcs <= to->vcs) return 0.0;
    const double met = from->injects ? larger(0.0, to->hold - from->send) : to->hold;
    return own * met * (from->vcs - to->vcs);
}

/* How much longer those wait for a VC who come soon after one of their own VC that had it, for the share `used` of the time: foreign packets
 * that came meanwhile go first. Of holds H, with a foreign packet at rate l, that is l H^2 in all if right behind, which as many are as the
 * own ones use, and l (H^2 - g^2 / 2) after a gap g < H; at any time l H^2 / 2. Of n VCs the first to be free is owned 1/n longer. */
static double followed(double used)
{
    return cap(5.0 / 3.0 * used, 1.0);
}

/* M/G/n: waiting while all VCs of the group are owned: by packets of other inputs, and some by those of the
 * other VCs of the own input, which are no more than these. Those of one other input come one after the other, so no more of them queue
 * up than it has VCs. The hold varies with the packet's length; what it has
 * beyond its least varies like an exponential time; a stall is rare, but takes as long as a packet is served
 * downstream. Waits as long as those of M/D/1: 2 r w + 2/3 S where there are any. */
static void wait_for_vc(const noc_contention *c, noc_crossing *x, noc_waits *waits)
{
    noc_class_queue *to = &c->queues[x->to];
    const noc_class_queue *from = &c->queues[x->from];
    const double packets = to->unit.packets * c->rate, own = x->own_packets * c->rate;
    const double r = cap((packets - own) * to->hold_each, highest_queue);
    note_station(waits, to, NOC_STATION_OUTPUT_VCS, packets * to->hold_each);
    const double beside = cap(from->vcs, to->vcs) - 1.0;
    const double left = larger(0.0, to->all_vcs - own * to->hold * beside);
    const double others = (1.0 - x->share.packet) * packets * to->side_by_side * to->hold;
    const double foreign = others + owners_beyond(from, to, own);
    const double blocked = all_owned(left, foreign, to->peak);
    const double again = to->blocked * (1.0 + followed(own * to->hold) * to->each_vc);
    const double wait = again / (1.0 - r * x->queued); /* of those that are blocked */
    x->vc_wait = c->terms.vc_wait * wait * blocked;
    x->vc_wait_length = 2.0 * r * wait + 4.0 / 3.0 * again;
    x->wasted = wasted_slots(c, x, to);
}

/* Wait for packets that share a link, as on M/D/1, with so many of them in the way at most, if `share` of the link's flits are
 * left to them. What takes the others are whole packets: of the time to send one S they take S (1 - share), in lengths F that vary
 * it by their own, (1 - share) share of its square. */
static double wait_on_link(const noc_crossing *x, double flow, double share, unsigned most)
{
    const double u = cap(flow / share, highest_output);
    const double send = x->biased / share * (1.0 + (1.0 - share) * share);
    return 0.5 * send * met_at_most(most, u);
}

/* Packets of the same input port in other VCs share the link behind the output: they wait for it as on a link with the cycles in
 * which neither other inputs take the output nor other outputs the input, less what the stream waited already on its link
 * into the router, where flits for other outputs went between its own. Of these half go first if they meet it here, and the
 * others while the output is taken; where it overflows there are always some that can, so all do. Only packets at the front of
 * their VCs take turns with it; those behind them hold up the VC that they are in. */
static void wait_on_own_link(const noc_contention *c, noc_crossing *x, double r, noc_waits *waits)
{
    noc_class_queue *to = &c->queues[x->to];
    const noc_class_queue *from = &c->queues[x->from];
    const double flow = x->along_port * c->rate * (1.0 + x->wasted);
    /* by others, of whom no more take part than have VCs; a group's only VC says nothing of the others' */
    const double free = to->vcs > 1 ? 1.0 / (1.0 + x->met) : 1.0 - r;
    const double left = larger(free, x->fair), most = left * (1.0 - x->taken * (1.0 - r));
    const double meanwhile =
        0.5 * (1.0 + cap(flow / most, 1.0)); /* of the flits to other outputs */
    const double share = left * (1.0 - x->taken * (1.0 - meanwhile * r));
    const double strength = c->terms.own_link_wait * x->other_vcs;
    note_station(waits, to, NOC_STATION_SWITCH, flow / share);
    const double front = wait_on_link(x, flow, share, from->in_front) - x->front_before;
    const double all = wait_on_link(x, flow, share, from->in_buffers) - x->before;
    x->own_wait = larger(0.0, strength * front);
    x->behind = larger(0.0, strength * all - x->own_wait);
    x->among_own += x->own_wait;
}

/* ---- queues of a group ---------------------------------------------------------------------- */

/* Adds what one pair contributes to the service of its input VC: the packet, the turnaround, its waits
 * and the stalls downstream. The VC downstream takes no more than its credits allow. */
static void serve_pair(const noc_contention *c, const noc_crossing *x)
{
    noc_class_queue *from = &c->queues[x->from];
    const noc_class_queue *to = &c->queues[x->to];
    const double wait = x->switch_wait + x->vc_wait + x->own_wait, stall = to->stall;
    const double sent = to->send * x->relative_length + from->turnaround;
    const double credits = to->period * x->relative_length; /* that come back by terminals' pace */
    const double service = larger(sent + stall, credits) + wait;
    const double lengths = x->length_variance * x->dilation * x->dilation;
    const double of_vc = x->vc_wait * larger(0.0, x->vc_wait_length - x->vc_wait);
    const double waits = (wait - x->vc_wait) * x->biased + of_vc + stall * to->last_service;
    from->service += x->weight * service;
    from->service2 += x->weight * (service * service + lengths + c->terms.wait_variance * waits);
    from->paced += x->weight * larger(to->late_in_runs, credits - sent);
    from->among_own += x->weight * x->among_own;
    const double late = x->vc_wait + x->own_wait * x->each;
    from->next_late += x->weight * late;
    from->start += x->weight * (late + x->head_wait);
    from->next_dilation += x->from_share * x->dilation;
    from->next_refused += x->from_share * x->refused;
}

/* Service of a packet while all VCs of its crossbar input have packets, what waits for those of its own input are then: a closed network
 * of the link, which they share flit by flit, and of the time that a packet does not need it (its turnaround, its waits for other
 * inputs). Mean-value analysis, exact for any distribution of these times (processor sharing); of two heads that come in the same cycle one
 * waits for none of its flits, which is a half of a flit for one packet in F. */
static double service_while_all_busy(const noc_class_queue *q)
{
    const double alone = q->service - q->among_own;
    const double away = larger(0.0, alone - q->flits), shared = q->flits - 0.5 / q->flits;
    double found = 0.0;
    for (double k = 1.0; k <= q->vcs / q->inputs - 1.0; k++) {
        const double there = q->flits + shared * found;
        found = k * there / (there + away);
    }
    return alone + shared * found;
}

/* Notes by how many cycles the group's service and queue still moved. Terminals' queues hold up nobody. */
static void note_moves(noc_waits *waits, const noc_class_queue *q, double stalled, double queued)
{
    const double served = fabs(stalled) + fabs(q->service - q->last_service);
    const double passed_on = q->injects ? served : served + fabs(queued);
    waits->moved[q->class] += q->images * q->unit.packets * (served + fabs(queued));
    waits->moved_most = larger(waits->moved_most, passed_on / q->service);
}

static void update_group(noc_contention *c, noc_class_queue *q, noc_waits *waits)
{
    if (q->ejects) return; /* terminals take every flit at once */
    const double rate = q->unit.packets * c->rate / q->vcs;
    const double r = cap(rate * q->service, highest_queue);
    q->all_busy = service_while_all_busy(q);
    note_station(waits, q, NOC_STATION_INPUT_VCS, rate * larger(q->service, q->all_busy));
    const double waited = q->queue;
    const double stall = q->injects ? noc_contention_wait_at_injection(c, q, r)
                                    : noc_contention_wait_in_transit(c, q);
    const double stalled = stall - q->stall;
    q->stall += stalled;
    q->dilation = q->next_dilation;
    q->refused = q->next_refused;
    q->late = q->next_late;
    note_moves(waits, q, stalled, q->queue - waited);
}

/* ---- the fixed point ------------------------------------------------------------------------ */

static void begin_sweep(noc_contention *c)
{
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        q->last_service = q->service;
        q->service = q->service2 = q->paced = q->start = q->among_own = q->used = 0.0;
        q->next_dilation = q->next_refused = q->next_late = 0.0;
    }
}

/* Groups are met after those that they stall on. */
static void sweep(noc_contention *c, noc_waits *waits)
{
    begin_sweep(c);
    accept_grants(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        for (uint32_t k = c->first_crossing[i]; k < c->first_crossing[i + 1]; k++) {
            noc_crossing *x = &c->crossings[k];
            const double r = wait_for_switch(c, x, waits);
            wait_for_vc(c, x, waits);
            wait_on_own_link(c, x, r, waits);
            serve_pair(c, x);
        }
        note_station(waits, q, NOC_STATION_CHANNEL, flits_on(c, q->channel));
        update_group(c, q, waits);
        describe_holds(c, q);
    }
}

static double wait_of(const noc_crossing *x)
{
    return x->switch_wait + x->vc_wait + x->own_wait + x->behind;
}

/* What the pairs wait, mean of all packets of a class. */
static void collect_waits_of_pairs(const noc_contention *c, noc_waits *waits)
{
    for (uint32_t i = 0; i < c->crossing_count; i++) {
        const noc_crossing *x = &c->crossings[i];
        waits->network[c->queues[x->from].class] += x->images * x->unit.packets * wait_of(x);
    }
}

static void collect_waits(noc_contention *c, noc_waits *waits)
{
    for (int k = 0; k < NOC_CLASSES; k++) waits->network[k] = waits->source[k] = 0.0;
    collect_waits_of_pairs(c, waits);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        const double packets = q->images * q->unit.packets;
        if (!q->ejects)
            waits->network[q->class] +=
                packets * (q->queue - q->outside - noc_contention_caught_up(c, q));
        if (!q->injects) continue;
        double used;
        waits->source[q->class] +=
            packets * (q->outside + noc_contention_wait_at_source(c, q, &used));
        note_station(waits, q, NOC_STATION_SOURCE, used);
    }
    for (int k = 0; k < NOC_CLASSES; k++) {
        if (c->class_rate[k] == 0.0) continue;
        waits->moved[k] /= c->class_rate[k];
        waits->network[k] /= c->class_rate[k];
        waits->source[k] /= c->class_rate[k];
    }
}

/* ---- solving -------------------------------------------------------------------------------- */

/* What one sweep leaves to the next, by queue: first what is looked at to mix sweeps. Waits are not: those of terminals follow
 * from services, and run away where these hardly move. */
enum { COMPARED_PER_QUEUE = 2, LEFT_PER_QUEUE = 10 };

size_t noc_contention_state_size(const noc_contention *c)
{
    return LEFT_PER_QUEUE * (size_t)c->queue_count;
}

size_t noc_contention_state_compared(const noc_contention *c)
{
    return COMPARED_PER_QUEUE * (size_t)c->queue_count;
}

void noc_contention_save(const noc_contention *c, double *state)
{
    double *rest = state + noc_contention_state_compared(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        *state++ = q->stall;
        *state++ = q->service;
        *rest++ = q->queue;
        *rest++ = q->dilation;
        *rest++ = q->stretched;
        *rest++ = q->filled;
        *rest++ = q->heads;
        *rest++ = q->late;
        *rest++ = q->refused;
        *rest++ = q->upstream;
    }
}

void noc_contention_go_on(noc_contention *c, const double *state)
{
    const double *rest = state + noc_contention_state_compared(c);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        q->stall = *state++;
        q->service = *state++;
        q->queue = *rest++;
        q->dilation = *rest++;
        q->stretched = *rest++;
        q->filled = *rest++;
        q->heads = *rest++;
        q->late = *rest++;
        q->refused = *rest++;
        q->upstream = *rest++;
    }
}

void noc_contention_begin(noc_contention *c, double rate, const double *state)
{
    c->rate = rate;
    noc_contention_go_on(c, state);
    for (uint32_t i = 0; i < c->crossing_count; i++) {
        noc_crossing *x = &c->crossings[i];
        const noc_class_queue *from = &c->queues[x->from];
        const double flow = x->along_port * c->rate;
        x->taken = cap(x->elsewhere * c->rate, highest_output);
        x->wasted = 0.0; /* a sweep reads that of the one before, and the state has none */
        x->front_before = wait_on_link(x, flow, 1.0 - x->taken, from->in_front);
        x->before = wait_on_link(x, flow, 1.0 - x->taken, from->in_buffers);
    }
}

void noc_contention_sweep(noc_contention *c, noc_waits *waits)
{
    *waits = (noc_waits){0};
    sweep(c, waits);
    collect_waits(c, waits);
    noc_contention_bring_along(c);
}
