/* Sweep: one round of the fixed point of all waits in a network of input-queued VC routers, queue
 * after queue. Symbols in contention_state.h. A packet's router in files: the switch that inputs
 * share, and the grants that an input accepts, in switch.h; the output's VCs, and the link that an
 * input's packets share, in output.h; waits between routers in transit.h, at terminals in
 * terminals.h; the lag of tails in tail_lag.h.
 *
 * CMakeLists.txt compiles this file once for each vector width (NOC_LANES). */
#include "analytic/contention/sweep/make.h"
#include "analytic/contention/sweep/output.h"
#include "analytic/contention/sweep/switch.h"
#include "analytic/contention/sweep/tail_lag.h"
#include "analytic/contention/sweep/terminals.h"
#include "analytic/contention/sweep/transit.h"

/* ---- queues of a group ---------------------------------------------------------------------- */

/* Sums the chances that the branches of a forking packet separate: if other packets go first at the
 * output of one branch, or own all of its VCs. Its sibling branches are sent meanwhile, and the
 * branch then competes with branches that are still at the input when it gets a VC. */
static void part_branches(queue_lanes *from, const transition_lanes *x, const meeting_lanes *m)
{
    const lanes switched = m->met / (1.0 + m->met), owned = (1.0 - switched) * m->owned;
    const lanes late = x->packet.flits / (x->packet.flits + m->owned_for);
    const lanes apart = max_of(switched + owned, little);
    from->next.taken += x->part.from_share * (switched + owned);
    from->next.compete += x->part.from_share * (switched + owned * late) / apart;
}

/* Adds the part of one transition to the service of its input VC: the packet, the turnaround, its
 * waits and the stalls downstream. The VC downstream accepts no more than its credits allow. */
static void serve_pair(queue_lanes *from, transition_lanes *x, const meeting_lanes *m)
{
    /* a packet that forks waits for its slowest branch */
    const lanes stall = m->stall * x->part.waits, more = max_of(0.0, m->credits - m->stall);
    /* If a link outruns the crossbar input, packets of several VCs are at the input: a packet's
     * wait for another packet of its input is part of the source's wait for the input. */
    const lanes own = from->outruns_input ? m->among_own : every(0.0);
    const lanes wait = x->wait.switches + x->wait.vc + x->wait.link + more - own;
    const lanes left = x->out.send * x->packet.relative_length + from->time.turnaround;
    /* a slow channel with a single VC is due after its sender has sent the packet; with several VCs
     * the wait for the channel is part of the wait for the switch or the link */
    const lanes due = pick(x->out.all_vcs > 1.0, every(0.0), x->packet.flits);
    const lanes sent = max_of(left, due) - x->packet.hurried + x->wait.room;
    /* credits from terminals are late for a packet that finds the VC in use */
    const lanes credits = x->out.period * x->packet.relative_length;
    const lanes paced = max_of(0.0, credits - sent - stall) * min_of(x->used.vcs, 1.0);
    const lanes service = sent + stall + paced + wait * x->part.waits;
    const lanes lengths = x->packet.length_variance * x->dilation * x->dilation;
    const lanes of_vc = x->wait.vc * max_of(0.0, m->vc_wait_length - x->wait.vc);
    const lanes waits = (wait - x->wait.vc) * x->packet.biased + of_vc + stall * m->last_service;
    from->service.mean += x->part.weight * service;
    from->service.second += x->part.weight * (service * service + lengths + waits);
    from->service.paced += x->part.weight * max_of(m->late_in_runs, credits - sent);
    from->service.among_own += x->part.weight * (m->among_own - own);
    from->service.onward_credits += x->part.weight * m->credits;
    from->service.onward_stall += x->part.weight * stall;
    x->wait.parted = x->out.parted * stall;
    const lanes late = x->wait.vc + x->wait.link * x->packet.of_head;
    from->next.late += x->part.weight * late;
    from->wait.start += x->part.weight * (late + x->wait.head);
    from->next.dilation += x->part.from_share * x->dilation;
    from->next.refused += x->part.from_share * x->grants.refused;
    if (from->forks) part_branches(from, x, m);
    from->wait.transitions +=
        x->load.passes * (wait - more + m->credits + m->behind + x->wait.behind);
}

/* Returns the service of a packet while all VCs of its crossbar input have packets, with its waits
 * for packets of its own input, cycles: a closed network of the link, which packets share flit by
 * flit, and of the time for which a packet does not need the link (its turnaround, its waits for
 * other inputs). Mean-value analysis, exact for any distribution of these times (processor
 * sharing). Of two heads that come in the same cycle one waits for no flit of the other: half a
 * flit less for one packet in F. docs/model.md (20). */
static lanes service_while_all_busy(const queue_lanes *q)
{
    const lanes alone = q->service.mean - q->service.among_own;
    const lanes through = q->forks ? q->packet.through * q->tree.passes : q->packet.through;
    const lanes away = max_of(0.0, alone - through);
    const lanes shared = through - 0.5 * q->time.slot * q->time.slot / through;
    lanes found = every(0.0);
    for (double k = 1.0; k <= q->input.others_busy.highest; k++) {
        const lanes there = through + shared * found;
        found = pick(q->input.others_busy.number >= k, k * there / (there + away), found);
    }
    return alone + shared * found;
}

/* Adds numbers to the sums by class, queue after queue, so that sums do not depend on NOC_LANES. */
static void add_by_class(const queue_lanes *q, lanes numbers, double sums[NOC_CLASSES])
{
    if (q->one_class) {
        double *sum = &sums[q->requests[0] ? NOC_REQUEST : NOC_REPLY];
        for (uint32_t l = 0; l < q->count; l++) *sum += numbers[l];
        return;
    }
    const lanes requests = pick(q->requests, numbers, every(0.0)), replies = numbers - requests;
    double of_requests = sums[NOC_REQUEST], of_replies = sums[NOC_REPLY];
    for (uint32_t l = 0; l < q->count; l++) {
        of_requests += requests[l];
        of_replies += replies[l];
    }
    sums[NOC_REQUEST] = of_requests;
    sums[NOC_REPLY] = of_replies;
}

/* Records the cycles by which the services and waits of a block moved in this sweep. Waits in
 * terminals' queues delay no other queues. */
static void note_moves(noc_sweep *s, noc_waits *waits, const queue_lanes *q, lanes stalled,
                       lanes queued)
{
    const lanes served = absolute(stalled) + absolute(q->service.mean - q->service.last);
    const lanes late = q->wide ? absolute(q->brought.late_now - q->brought.late) : every(0.0);
    const lanes passed_on = (q->injects ? served : served + absolute(queued)) + late;
    add_by_class(q, q->load.passes * (served + absolute(queued)), waits->moved);
    s->moved_most = max_of(s->moved_most, passed_on / q->service.mean);
}

/* Returns the cycles from packet to packet of an overflowing input VC. `busy`: service while all
 * VCs have packets, which counts for more on cycles of links. A router of several steps per cycle
 * leaves the VC idle while its link brings the next packet. docs/model.md (25a). */
static inline lanes period_of_input(const queue_lanes *q, lanes busy)
{
    const lanes sent = q->injects ? every(0.0) : least_period(q);
    if (!q->hurries) return max_of(busy, sent) / q->input.holds_out;
    return max_of(busy / q->input.holds_out, max_of(sent, period_by_heads(q)));
}

static void update_group(noc_sweep *s, queue_lanes *q, noc_waits *waits)
{
    if (q->ejects) return; /* terminals accept every flit at once */
    const lanes rate = q->load.packets * s->rate / q->input.vcs;
    const lanes r = below_one(rate * q->service.mean);
    q->service.all_busy = service_while_all_busy(q);
    const lanes busy = max_of(q->service.mean, q->service.all_busy);
    note_used(s, &q->used.input, rate * period_of_input(q, busy));
    const lanes waited = q->wait.queue;
    const lanes stall = q->injects ? wait_at_injection(s, q, r) : wait_in_transit(s, q);
    const lanes stalled = stall - q->wait.stall;
    q->wait.stall += stalled;
    if (q->hurries)
        q->wait.where_any =
            wait_where_any(q, q->wait.start + q->service.onward_stall + q->wait.queue);
    q->crossed.dilation = q->next.dilation;
    q->crossed.refused = q->next.refused;
    q->crossed.late = q->next.late;
    if (q->forks) {
        q->crossed.taken = q->next.taken;
        q->crossed.compete = q->next.compete;
    }
    note_moves(s, waits, q, stalled, q->wait.queue - waited);
}

/* ---- the fixed point ------------------------------------------------------------------------ */

static void begin_sweep(noc_sweep *s)
{
    s->most_used = s->moved_most = every(0.0);
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        q->service.last = q->service.mean;
        q->service.mean = q->service.second = q->service.paced = every(0.0);
        q->service.among_own = q->service.onward_credits = q->service.onward_stall = every(0.0);
        q->wait.start = q->wait.transitions = every(0.0);
        q->next.dilation = q->next.refused = q->next.late = every(0.0);
        q->next.taken = q->next.compete = every(0.0);
    }
}

static meeting_lanes look_at_output(const noc_sweep *s, const transition_lanes *x)
{
    return (meeting_lanes){
        .hold = GATHER_QUEUES(s, hold.mean, x->to),
        .in_runs = GATHER_QUEUES(s, hold.in_runs, x->to),
        .peak = GATHER_QUEUES(s, hold.peak, x->to),
        .blocked = GATHER_QUEUES(s, hold.blocked, x->to),
        .late = x->wide ? GATHER_QUEUES(s, hold.late, x->to) : every(0.0),
        .stall = GATHER_QUEUES(s, wait.stall, x->to),
        .credits = GATHER_QUEUES(s, wait.credits, x->to),
        .late_in_runs = GATHER_QUEUES(s, wait.late_in_runs, x->to),
        .last_service = GATHER_QUEUES(s, service.last, x->to),
        .there = GATHER_QUEUES(s, wait.where_any, x->to),
        .efficiency = gather(s->efficiency, x->place),
    };
}

/* Sweeps the queues, each after the queues for which it stalls. */
static void sweep_queues(noc_sweep *s, noc_waits *waits)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        for (uint32_t k = q->first_transition; k < q->end_transition; k++) {
            transition_lanes *x = &s->transitions[k];
            meeting_lanes m = look_at_output(s, x);
            wait_for_switch(s, q, x, &m);
            wait_for_vc(s, q, x, &m);
            wait_on_shared_port(s, q, x, &m);
            wait_behind_switch(s, q, x, &m);
            serve_pair(q, x, &m);
        }
        s->most_used = max_of(s->most_used, q->load.in_use * s->rate);
        update_group(s, q, waits);
        describe_holds(q);
    }
}

/* Sums the mean waits of a packet by class. */
static void collect_waits(noc_sweep *s, noc_waits *waits)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        if (q->ejects) {
            if (s->has_codecs) add_by_class(q, q->load.passes * q->wait.queue, waits->network);
            continue;
        }
        const lanes network =
            q->wait.transitions + q->load.passes * (q->wait.queue - q->wait.outside - caught_up(q));
        add_by_class(q, network, waits->network);
        if (!q->injects) continue;
        wait_at_source(s, q);
        s->most_used = max_of(s->most_used, q->used.source);
        add_by_class(q, q->load.passes * (q->wait.outside + q->wait.source), waits->source);
    }
    waits->utilization = highest_lane(s->most_used);
    waits->moved_most = highest_lane(s->moved_most);
}

static void sweep(noc_sweep *s, noc_waits *waits)
{
    *waits = (noc_waits){.utilization = 0.0};
    begin_sweep(s);
    if (s->has_codecs) describe_receivers(s);
    accept_grants(s);
    sweep_queues(s, waits);
    collect_waits(s, waits);
    bring_along(s);
}

/* ---- state ---------------------------------------------------------------------------------- */

/* Members of a state, one after the other, each for all queues in the order of their blocks. Spare
 * lanes are written as well and overwritten by the next member; zeros end the state. */
/* clang-format off */
#define STATE_MEMBERS(X)                                                                           \
    X(wait.stall) X(service.mean)                                                                  \
    X(wait.queue) X(crossed.dilation) X(brought.lag) X(brought.filled) X(brought.heads)      \
    X(crossed.late) X(crossed.refused) X(brought.upstream) X(wait.credits)
/* Members that are 0 without output queues. */
#define STATE_MEMBERS_BEHIND(X) X(brought.owning) X(brought.queued)
/* Members of packets over wide channels. */
#define STATE_MEMBERS_WIDE(X) X(brought.late)
/* Members of multicast packets. */
#define STATE_MEMBERS_FORKING(X) X(crossed.taken) X(crossed.compete)
/* clang-format on */

static size_t state_size(const noc_sweep *s)
{
#define ONE(member) +1
    const size_t members = 0 STATE_MEMBERS(ONE), behind = 0 STATE_MEMBERS_BEHIND(ONE),
                 forking = 0 STATE_MEMBERS_FORKING(ONE), wide = 0 STATE_MEMBERS_WIDE(ONE);
#undef ONE
    return (members + (s->queues_behind ? behind : 0) + (s->forks ? forking : 0) +
            (s->wide ? wide : 0)) *
           noc_queues_in(s->range);
}

static void save(const noc_sweep *s, double *state)
{
#define SAVE(member)                                                         \
    for (uint32_t i = 0; i < s->queue_blocks; state += s->queues[i++].count) \
        store(state, s->queues[i].member);
    STATE_MEMBERS(SAVE)
    if (s->queues_behind) {
        STATE_MEMBERS_BEHIND(SAVE)
    }
    if (s->forks) {
        STATE_MEMBERS_FORKING(SAVE)
    }
    if (s->wide) {
        STATE_MEMBERS_WIDE(SAVE)
    }
#undef SAVE
    for (int l = 0; l < NOC_LANES_MOST; l++) state[l] = 0.0;
}

static void go_on(noc_sweep *s, const double *state)
{
#define GO_ON(member)                                                          \
    for (uint32_t i = 0; i < s->queue_blocks; state += s->queues[i++].count) { \
        s->queues[i].member = repeat_first(&s->queues[i], load(state));        \
    }
    STATE_MEMBERS(GO_ON)
    if (s->queues_behind) {
        STATE_MEMBERS_BEHIND(GO_ON)
    }
    if (s->forks) {
        STATE_MEMBERS_FORKING(GO_ON)
    }
    if (s->wide) {
        STATE_MEMBERS_WIDE(GO_ON)
    }
    /* mixed states may be negative */
    for (uint32_t i = 0; s->wide && i < s->queue_blocks; i++)
        s->queues[i].brought.late = max_of(s->queues[i].brought.late, 0.0);
#undef GO_ON
}

static void begin(noc_sweep *s, double rate, const double *state)
{
    s->rate = rate;
    go_on(s, state);
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        const queue_lanes *from = &s->queues[i];
        for (uint32_t k = from->first_transition; k < from->end_transition; k++) {
            transition_lanes *x = &s->transitions[k];
            /* an output queue goes on sending meanwhile */
            x->taken = x->out.queues ? every(0.0) : below_one(x->load.elsewhere * rate);
            /* a sweep reads the previous sweep's value, which the state does not contain */
            x->grants.wasted = every(0.0);
            x->front_before = wait_on_link_before(s, x, &from->input.in_front);
            x->before = wait_on_link_before(s, x, &from->input.in_buffers);
        }
    }
}

/* ---- results -------------------------------------------------------------------------------- */

/* Member of a transition; `numbers`: first double of the transition in its lane. */
#define OF_TRANSITION(numbers, member) \
    (numbers)[offsetof(transition_lanes, member) / sizeof(double)]

static void look_at_use(const noc_sweep *s, noc_queue_used *queues,
                        noc_transition_used *transitions)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        const queue_lanes *q = &s->queues[i];
        for (uint32_t l = 0; l < q->count; l++)
            queues[q->of[l]] = (noc_queue_used){.channel = q->load.in_use[l] * s->rate,
                                                .input_vcs = q->used.input[l],
                                                .source = q->used.source[l]};
    }
    for (uint32_t i = 0; i < s->transition_count; i++) {
        const double *x = (const double *)s->transitions + s->places[i];
        transitions[s->first_transition + i] =
            (noc_transition_used){.by_others = OF_TRANSITION(x, used.by_others),
                                  .vcs = OF_TRANSITION(x, used.vcs),
                                  .link = OF_TRANSITION(x, used.link)};
    }
}

static void look_at_waits(const noc_sweep *s, noc_queue_waits *queues,
                          noc_transition_waits *transitions)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        const queue_lanes *q = &s->queues[i];
        const lanes regained = q->ejects ? every(0.0) : caught_up(q);
        for (uint32_t l = 0; l < q->count; l++)
            queues[q->of[l]] = (noc_queue_waits){
                .queue = q->wait.queue[l],
                .stall = q->wait.stall[l],
                .source = q->wait.source[l],
                .outside = q->wait.outside[l],
                .onward = q->wait.transitions[l] / q->load.passes[l],
                .regained = regained[l],
            };
    }
    for (uint32_t i = 0; i < s->transition_count; i++) {
        const double *x = (const double *)s->transitions + s->places[i];
        transitions[s->first_transition + i] =
            (noc_transition_waits){.switches = OF_TRANSITION(x, wait.switches),
                                   .vc = OF_TRANSITION(x, wait.vc),
                                   .link = OF_TRANSITION(x, wait.link),
                                   .refused = OF_TRANSITION(x, grants.refused)};
    }
}

extern const noc_sweeper NOC_SWEEPER;
const noc_sweeper NOC_SWEEPER = {make,  discard, describe,   begin,       go_on,
                                 sweep, save,    state_size, look_at_use, look_at_waits};
