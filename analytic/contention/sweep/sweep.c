/* Sweep: one round of the fixed point of all waits in a network of input-queued VC routers, queue
 * after queue. Symbols in contention_state.h. Headers have the equations, station by station:
 * switch.h, output.h, transit.h (input VCs), terminals.h (sources), tail_lag.h; here is (20),
 * find_busy_service.
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
static void add_branch_delays(queue_lanes *from, const transition_lanes *x,
                              const output_state_lanes *m)
{
    const lanes switched_share = m->met_packets / (1.0 + m->met_packets),
                owned_share = (1.0 - switched_share) * m->owned_probability;
    const lanes late_share = x->packet.flits / (x->packet.flits + m->owned_wait);
    const lanes delayed_share = max_of(switched_share + owned_share, epsilon);
    from->next_sums.taken += x->share.leaving * (switched_share + owned_share);
    from->next_sums.compete +=
        x->share.leaving * (switched_share + owned_share * late_share) / delayed_share;
}

/* Adds the part of one transition to the service of its input VC: the packet, the turnaround, its
 * waits and the stalls downstream. The VC downstream accepts no more than its credits allow. */
static void add_service(queue_lanes *from, transition_lanes *x, const output_state_lanes *m)
{
    /* a packet that forks waits for its slowest branch */
    const lanes stall = m->stall * x->share.branch_waits,
                extra_credits = max_of(0.0, m->credits - m->stall);
    /* If a link outruns the crossbar input, packets of several VCs are at the input: a packet's
     * wait for another packet of its input is part of the source's wait for the input. */
    const lanes own_port_wait = from->has_slow_input ? m->port_wait : every(0.0);
    const lanes wait = x->wait.switches + x->wait.vc + x->wait.link + extra_credits - own_port_wait;
    const lanes sending_cycles = x->to.send * x->packet.relative_length + from->input.turnaround;
    /* a slow channel with a single VC is due after its sender has sent the packet; with several VCs
     * the wait for the channel is part of the wait for the switch or the link */
    const lanes due_cycles = pick(x->output.all_vcs > 1.0, every(0.0), x->packet.flits);
    const lanes sent_cycles =
        max_of(sending_cycles, due_cycles) - x->pace.crossbar_lead + x->wait.room;
    /* credits from terminals are late for a packet that finds the VC in use */
    const lanes credits = x->to.credit_period * x->packet.relative_length;
    const lanes credit_delay =
        max_of(0.0, credits - sent_cycles - stall) * min_of(x->utilization.vcs, 1.0);
    const lanes service = sent_cycles + stall + credit_delay + wait * x->share.branch_waits;
    const lanes length_variance = x->packet.length_variance * x->dilation * x->dilation;
    const lanes vc_variance = x->wait.vc * max_of(0.0, m->vc_wait_ratio - x->wait.vc);
    const lanes wait_variance =
        (wait - x->wait.vc) * x->packet.biased_length + vc_variance + stall * m->last_service;
    from->service.mean += x->share.weight * service;
    from->service.second_moment +=
        x->share.weight * (service * service + length_variance + wait_variance);
    from->service.credit_delay += x->share.weight * max_of(m->run_delay, credits - sent_cycles);
    from->service.port_wait += x->share.weight * (m->port_wait - own_port_wait);
    from->service.credit_wait += x->share.weight * m->credits;
    from->service.next_stall += x->share.weight * stall;
    x->wait.flit_stall = x->to.parted_share * stall;
    const lanes vc_link_wait = x->wait.vc + x->wait.link * x->packet.head_share;
    from->next_sums.late += x->share.weight * vc_link_wait;
    from->wait.heads += x->share.weight * (vc_link_wait + x->wait.head);
    from->next_sums.dilation += x->share.leaving * x->dilation;
    from->next_sums.refused += x->share.leaving * x->grants.refusals;
    if (from->has_forks) add_branch_delays(from, x, m);
    from->wait.transitions += x->share.of_class * (wait - extra_credits + m->credits +
                                                   m->buffer_wait + x->wait.output_queue);
}

/* Returns the service of a packet while all VCs of its crossbar input have packets, with its waits
 * for packets of its own input, cycles: a closed network of the link, which packets share flit by
 * flit, and of the time for which a packet does not need the link (its turnaround, its waits for
 * other inputs). Mean-value analysis, exact for any distribution of these times (processor
 * sharing). Of two heads that come in the same cycle one waits for no flit of the other: half a
 * flit less for one packet in F. docs/model.md (20). */
static lanes find_busy_service(const queue_lanes *q)
{
    const lanes own_service = q->service.mean - q->service.port_wait;
    const lanes link_cycles = q->has_forks ? q->packet.crossbar_cycles * q->tree.crossbar_passes
                                           : q->packet.crossbar_cycles;
    const lanes away_cycles = max_of(0.0, own_service - link_cycles);
    const lanes shared_cycles = link_cycles - 0.5 * q->pace.slot * q->pace.slot / link_cycles;
    lanes met_packets = every(0.0);
    for (double k = 1.0; k <= q->input.other_busy_vcs.maximum; k++) {
        const lanes link_time = link_cycles + shared_cycles * met_packets;
        met_packets = pick(q->input.other_busy_vcs.value >= k,
                           k * link_time / (link_time + away_cycles), met_packets);
    }
    return own_service + shared_cycles * met_packets;
}

/* Adds numbers to the sums by class, queue after queue, so that sums do not depend on NOC_LANES. */
static void add_by_class(const queue_lanes *q, lanes numbers, double sums[NOC_CLASSES])
{
    if (q->has_one_class) {
        double *sum = &sums[q->requests[0] ? NOC_REQUEST : NOC_REPLY];
        for (uint32_t l = 0; l < q->count; l++) *sum += numbers[l];
        return;
    }
    const lanes requests = pick(q->requests, numbers, every(0.0)), replies = numbers - requests;
    double request_sum = sums[NOC_REQUEST], reply_sum = sums[NOC_REPLY];
    for (uint32_t l = 0; l < q->count; l++) {
        request_sum += requests[l];
        reply_sum += replies[l];
    }
    sums[NOC_REQUEST] = request_sum;
    sums[NOC_REPLY] = reply_sum;
}

/* Records the cycles by which the services and waits of a block moved in this sweep. Waits in
 * terminals' queues delay no other queues. */
static void record_moves(noc_sweep *s, noc_waits *waits, const queue_lanes *q, lanes stall_move,
                         lanes wait_move)
{
    const lanes service_move =
        absolute_value(stall_move) + absolute_value(q->service.mean - q->service.last_mean);
    const lanes late_move = q->has_wide_channels
                                ? absolute_value(q->brought.late_target - q->brought.late)
                                : every(0.0);
    const lanes upstream_move =
        (q->is_injection ? service_move : service_move + absolute_value(wait_move)) + late_move;
    add_by_class(q, q->load.class_share * (service_move + absolute_value(wait_move)),
                 waits->service_change);
    s->max_move = max_of(s->max_move, upstream_move / q->service.mean);
}

/* Returns the cycles from packet to packet of an overflowing input VC. `busy_service`: service
 * while all VCs have packets, which counts for more on cycles of links. A router of several steps
 * per cycle leaves the VC idle while its link brings the next packet. docs/model.md (25a). */
static inline lanes find_input_period(const queue_lanes *q, lanes busy_service)
{
    const lanes least_cycles = q->is_injection ? every(0.0) : find_least_period(q);
    if (!q->has_several_steps) return max_of(busy_service, least_cycles) / q->input.jam_level;
    return max_of(busy_service / q->input.jam_level, max_of(least_cycles, find_head_period(q)));
}

static void update_group(noc_sweep *s, queue_lanes *q, noc_waits *waits)
{
    if (q->is_ejection) return; /* terminals accept every flit at once */
    const lanes rate = q->load.packets * s->rate / q->input.vcs;
    const lanes r = bound_utilization(rate * q->service.mean);
    q->service.busy_mean = find_busy_service(q);
    const lanes busy_service = max_of(q->service.mean, q->service.busy_mean);
    record_utilization(s, &q->utilization.input, rate * find_input_period(q, busy_service));
    const lanes last_wait = q->wait.queue;
    const lanes stall =
        q->is_injection ? update_injection_wait(s, q, r) : update_transit_wait(s, q);
    const lanes stall_move = stall - q->wait.stall;
    q->wait.stall += stall_move;
    if (q->has_several_steps)
        q->wait.positive_heads =
            find_positive_wait(q, q->wait.heads + q->service.next_stall + q->wait.queue);
    q->crossed = q->next_sums;
    record_moves(s, waits, q, stall_move, q->wait.queue - last_wait);
}

/* ---- the fixed point ------------------------------------------------------------------------ */

static void begin_sweep(noc_sweep *s)
{
    s->max_utilization = s->max_move = every(0.0);
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        q->service.last_mean = q->service.mean;
        q->service.mean = q->service.second_moment = q->service.credit_delay = every(0.0);
        q->service.port_wait = q->service.credit_wait = q->service.next_stall = every(0.0);
        q->wait.heads = q->wait.transitions = every(0.0);
        q->next_sums.dilation = q->next_sums.refused = q->next_sums.late = every(0.0);
        q->next_sums.taken = q->next_sums.compete = every(0.0);
    }
}

static output_state_lanes read_output(const noc_sweep *s, const transition_lanes *x)
{
    return (output_state_lanes){
        .hold = GATHER_QUEUES(s, hold.mean, x->destinations),
        .run_period = GATHER_QUEUES(s, hold.run_period, x->destinations),
        .peakedness = GATHER_QUEUES(s, hold.peakedness, x->destinations),
        .blocked_wait = GATHER_QUEUES(s, hold.blocked_wait, x->destinations),
        .late_wait =
            x->has_wide_channels ? GATHER_QUEUES(s, hold.late_wait, x->destinations) : every(0.0),
        .stall = GATHER_QUEUES(s, wait.stall, x->destinations),
        .credits = GATHER_QUEUES(s, wait.credits, x->destinations),
        .run_delay = GATHER_QUEUES(s, wait.run_delay, x->destinations),
        .last_service = GATHER_QUEUES(s, service.last_mean, x->destinations),
        .head_wait = GATHER_QUEUES(s, wait.positive_heads, x->destinations),
        .efficiency = gather(s->efficiency, x->channel_parts),
    };
}

/* Sweeps the queues, each after the queues for which it stalls. */
static void sweep_queues(noc_sweep *s, noc_waits *waits)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        for (uint32_t k = q->first_transition; k < q->end_transition; k++) {
            transition_lanes *x = &s->transitions[k];
            output_state_lanes m = read_output(s, x);
            find_switch_wait(s, q, x, &m);
            find_vc_wait(s, q, x, &m);
            find_port_wait(s, q, x, &m);
            move_waits_to_queue(s, q, x, &m);
            add_service(q, x, &m);
        }
        s->max_utilization = max_of(s->max_utilization, q->load.utilization * s->rate);
        update_group(s, q, waits);
        find_holds(q);
    }
}

/* Sums the mean waits of a packet by class. */
static void collect_waits(noc_sweep *s, noc_waits *waits)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        queue_lanes *q = &s->queues[i];
        if (q->is_ejection) {
            if (s->has_codecs) add_by_class(q, q->load.class_share * q->wait.queue, waits->network);
            continue;
        }
        const lanes network =
            q->wait.transitions +
            q->load.class_share * (q->wait.queue - q->wait.source_part - find_recovered_lag(q));
        add_by_class(q, network, waits->network);
        if (!q->is_injection) continue;
        find_source_wait(s, q);
        s->max_utilization = max_of(s->max_utilization, q->utilization.source);
        add_by_class(q, q->load.class_share * (q->wait.source_part + q->wait.source),
                     waits->source);
    }
    waits->utilization = highest_lane(s->max_utilization);
    waits->largest_change = highest_lane(s->max_move);
}

static void sweep(noc_sweep *s, noc_waits *waits)
{
    *waits = (noc_waits){.utilization = 0.0};
    begin_sweep(s);
    if (s->has_codecs) find_all_receiver_waits(s);
    find_all_refusals(s);
    sweep_queues(s, waits);
    collect_waits(s, waits);
    bring_delays(s);
}

/* ---- state ---------------------------------------------------------------------------------- */

/* Members of a state, one after the other, each for all queues in the order of their blocks. Spare
 * lanes are written as well and overwritten by the next member; zeros end the state. */
#define MEMBER(name) offsetof(queue_lanes, name)
static const size_t state_members[] = {
    MEMBER(wait.stall), MEMBER(service.mean), /* NOC_COMPARED_PER_QUEUE */
    MEMBER(wait.queue), MEMBER(crossed.dilation), MEMBER(brought.lag), MEMBER(brought.filled),
    MEMBER(brought.heads), MEMBER(crossed.late), MEMBER(crossed.refused), MEMBER(brought.upstream),
    MEMBER(wait.credits),
    /* 0 without output queues */
    MEMBER(brought.owning), MEMBER(brought.queued),
    /* multicast packets */
    MEMBER(crossed.taken), MEMBER(crossed.compete),
    /* packets over wide channels */
    MEMBER(brought.late)};
#undef MEMBER
enum { STATE_MEMBERS = sizeof state_members / sizeof state_members[0] };
enum { FIRST_QUEUED = 11, FIRST_FORKED = 13, FIRST_WIDE = 15 }; /* places in the list */

static bool is_in_state(const noc_sweep *s, int member)
{
    if (member < FIRST_QUEUED) return true;
    if (member < FIRST_FORKED) return s->has_output_queues;
    return member < FIRST_WIDE ? s->has_forks : s->has_wide_channels;
}

static size_t state_size(const noc_sweep *s)
{
    size_t members = 0;
    for (int m = 0; m < STATE_MEMBERS; m++) members += is_in_state(s, m);
    return members * noc_count_queues(s->range);
}

static lanes *find_member(const noc_sweep *s, uint32_t block, int member)
{
    return (lanes *)((char *)&s->queues[block] + state_members[member]);
}

static void save(const noc_sweep *s, double *state)
{
    for (int m = 0; m < STATE_MEMBERS; m++)
        for (uint32_t i = 0; i < s->queue_blocks && is_in_state(s, m); i++) {
            store(state, *find_member(s, i, m));
            state += s->queues[i].count;
        }
    for (int l = 0; l < NOC_LANES_MAX; l++) state[l] = 0.0;
}

static void resume(noc_sweep *s, const double *state)
{
    for (int m = 0; m < STATE_MEMBERS; m++)
        for (uint32_t i = 0; i < s->queue_blocks && is_in_state(s, m); i++) {
            *find_member(s, i, m) = repeat_first(&s->queues[i], load(state));
            state += s->queues[i].count;
        }
    /* mixed states may be negative */
    for (uint32_t i = 0; s->has_wide_channels && i < s->queue_blocks; i++)
        s->queues[i].brought.late = max_of(s->queues[i].brought.late, 0.0);
}

static void begin(noc_sweep *s, double rate, const double *state)
{
    s->rate = rate;
    resume(s, state);
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        const queue_lanes *from = &s->queues[i];
        for (uint32_t k = from->first_transition; k < from->end_transition; k++) {
            transition_lanes *x = &s->transitions[k];
            /* an output queue goes on sending meanwhile */
            x->elsewhere_utilization =
                x->has_queues ? every(0.0) : bound_utilization(x->link.elsewhere_flits * rate);
            /* a sweep reads the previous sweep's value, which the state does not contain */
            x->grants.wasted_cycles = every(0.0);
            x->front_link_wait = find_incoming_link_wait(s, x, &from->input.front_packets);
            x->link_wait = find_incoming_link_wait(s, x, &from->input.buffered_packets);
        }
    }
}

/* ---- results -------------------------------------------------------------------------------- */

/* Member of a transition; `numbers`: first double of the transition in its lane. */
#define OF_TRANSITION(numbers, member) \
    (numbers)[offsetof(transition_lanes, member) / sizeof(double)]

static void store_utilizations(const noc_sweep *s, noc_queue_utilization *queues,
                               noc_transition_utilization *transitions)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        const queue_lanes *q = &s->queues[i];
        for (uint32_t l = 0; l < q->count; l++)
            queues[q->queue_numbers[l]] =
                (noc_queue_utilization){.channel = q->load.utilization[l] * s->rate,
                                        .input_vcs = q->utilization.input[l],
                                        .source = q->utilization.source[l]};
    }
    for (uint32_t i = 0; i < s->transition_count; i++) {
        const double *x = (const double *)s->transitions + s->transition_places[i];
        transitions[s->first_transition + i] =
            (noc_transition_utilization){.other_inputs = OF_TRANSITION(x, utilization.other_inputs),
                                         .vcs = OF_TRANSITION(x, utilization.vcs),
                                         .link = OF_TRANSITION(x, utilization.link)};
    }
}

static void store_waits(const noc_sweep *s, noc_queue_waits *queues,
                        noc_transition_waits *transitions)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++) {
        const queue_lanes *q = &s->queues[i];
        const lanes regained = q->is_ejection ? every(0.0) : find_recovered_lag(q);
        for (uint32_t l = 0; l < q->count; l++)
            queues[q->queue_numbers[l]] = (noc_queue_waits){
                .queue = q->wait.queue[l],
                .stall = q->wait.stall[l],
                .source = q->wait.source[l],
                .source_part = q->wait.source_part[l],
                .transitions = q->wait.transitions[l] / q->load.class_share[l],
                .recovered_lag = regained[l],
            };
    }
    for (uint32_t i = 0; i < s->transition_count; i++) {
        const double *x = (const double *)s->transitions + s->transition_places[i];
        transitions[s->first_transition + i] =
            (noc_transition_waits){.switches = OF_TRANSITION(x, wait.switches),
                                   .vc = OF_TRANSITION(x, wait.vc),
                                   .link = OF_TRANSITION(x, wait.link),
                                   .refusals = OF_TRANSITION(x, grants.refusals)};
    }
}

extern const noc_sweeper NOC_SWEEPER;
const noc_sweeper NOC_SWEEPER = {make,       describe,           begin,      resume, sweep, save,
                                 state_size, store_utilizations, store_waits};
