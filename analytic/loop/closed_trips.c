#include "analytic/loop/closed_trips.h"

#include <math.h>

#include "analytic/circuits/senders.h"
#include "analytic/loop/closed_replies.h"
#include "analytic/loop/halving.h"
#include "analytic/network_model.h"
#include "analytic/zero_load.h"

/* Sums over the networks that carry the packets of a type, of a terminal. */
typedef struct send_sums {
    /* networks with virtual channels: their number, VCs, flits, codec and turnaround cycles */
    double vc_networks, vcs, flits, codecs, turnaround;
    double other_networks, spacing; /* other networks: their number; cycles between packets */
} send_sums;

static void add_network(const noc_system *s, int number, uint16_t n, send_sums *sum)
{
    const noc_packet_type *type = &s->traffic.types[number];
    const noc_network *net = &s->graph.networks[n];
    const noc_network_model_kind *kind = noc_network_model_of(net);
    if (!net->carries[type->class]) return;
    if (kind->packet_interval) {
        const noc_reply_mix mix = noc_find_packet_mix(s, type->class, n);
        sum->other_networks++;
        sum->spacing += kind->packet_interval(s, n, noc_reply_mix_flits(&mix));
    }
    if (!noc_network_has_buffers(net)) return;
    sum->vc_networks++;
    sum->vcs += __builtin_popcount(net->vcs[type->class]);
    sum->flits += noc_traffic_mean_flits(&s->traffic, number, n);
    sum->codecs += s->design->codec.cycles;
    sum->turnaround += noc_network_vc_idle_cycles(net);
}

/* Cycles between packets of a type that a terminal sends in a row: limited by a link, or by its
 * virtual channels, which idle between packets. */
static double packet_spacing(const noc_system *s, int type)
{
    send_sums sum = {.vc_networks = 0.0};
    for (uint16_t n = 0; n < s->graph.network_count; n++) add_network(s, type, n, &sum);
    if (sum.other_networks > 0.0)
        return sum.spacing / sum.other_networks / (sum.other_networks + sum.vc_networks);
    if (!(sum.vc_networks > 0.0)) return 0.0;
    return max_of((sum.flits + sum.codecs) / sum.vc_networks / sum.vc_networks,
                  (sum.flits + sum.turnaround) / sum.vc_networks / sum.vcs);
}

/* Requests have the longer of the core's interval and the port's interval. Replies have the longest
 * interval of requests, of a memory node's lookups and port, and of the core's port. */
void noc_closed_find_spacing(noc_closed_state *state)
{
    const noc_design *d = state->system->design;
    const double reply = packet_spacing(state->system, NOC_READ_REPLY);
    state->request_spacing = max_of(d->chip.clock_mhz / noc_core_mhz(d),
                                    packet_spacing(state->system, NOC_READ_REQUEST));
    state->reply_spacing = max_of(state->request_spacing, reply);
    if (noc_lines_per_node(d, state->workload) > 1.0)
        state->reply_spacing = max_of(state->reply_spacing, 1.0 / noc_cache_rate(&d->memory));
}

/* Traffic of networks and memory nodes at a rate of requests. */
typedef struct offered_traffic {
    double packet_rate; /* requests, and replies, per cycle of a core */
    double load;        /* equivalent load of the open loop, flits per cycle of a core */
    double node_rate;   /* requests per cycle of each memory node */
} offered_traffic;

/* Traffic at a rate of requests of each core. A component between cores and networks whose
 * throughput depends on the rate or the round trip would be modelled here. */
static offered_traffic find_offered_traffic(const noc_closed_state *state, double rate)
{
    return (offered_traffic){
        .packet_rate = rate,
        .load = rate * state->request_flits / state->unequal_ratio,
        .node_rate = rate * state->core_count / state->memory_count,
    };
}

/* Number of successive requests for one node. */
static double train_requests(const noc_closed_state *state)
{
    const noc_design *d = state->system->design;
    return min_of(noc_lines_per_node(d, state->workload), d->nodes.mshrs);
}

/* Adds the waits of trains. Successive requests for one node, and their replies, delay other
 * packets as one packet of their total length does: waits grow in proportion. */
static noc_closed_trip add_train_waits(const noc_closed_state *state, noc_closed_trip t)
{
    const double extra_requests = train_requests(state) - 1.0;
    const noc_open_curve *c = state->curve;
    if (!isfinite(t.request_cycles + t.reply_cycles)) return t;
    t.request_cycles += extra_requests * (t.request_cycles - c->request_latency[0]);
    t.reply_cycles += extra_requests * (t.reply_cycles - c->reply_latency[0]);
    return t;
}

/* Cycles of a reply in a full reply queue (Little's law). Longer waits of replies are waits of
 * requests in front of the memory node. */
static double reply_queue_cycles(const noc_closed_state *state, offered_traffic traffic)
{
    const double places = noc_closed_reply_places(state->system, state->burst_requests);
    return traffic.node_rate > 0.0 ? places / traffic.node_rate : INFINITY;
}

/* Finds the waits of each class in networks with closed forms. Longer waits put more replies in a
 * packet, which shortens the waits: the group size is found by bisection. */
static void find_waits(const noc_closed_state *state, offered_traffic traffic,
                       double waits[NOC_CLASSES])
{
    enum { STEPS = 20 };
    double lower = 1.0, upper = noc_closed_group_size(state, INFINITY), replies[NOC_CLASSES];
    const int train = (int)train_requests(state);
    noc_open_curve_find_waits(state->curve, traffic.packet_rate, train, waits);
    if (!(noc_closed_packet_gain(state, upper) > 1.0)) return;
    for (int i = 0; i < STEPS; i++) {
        const double group_size = (lower + upper) / 2.0;
        noc_open_curve_find_waits(state->curve,
                                  traffic.packet_rate / noc_closed_packet_gain(state, group_size),
                                  train, replies);
        const double stay_cycles = replies[NOC_REPLY] + state->curve->reply_latency[0];
        *(noc_closed_group_size(state, 1.0 + traffic.node_rate * stay_cycles) > group_size
              ? &lower
              : &upper) = group_size;
    }
    waits[NOC_REPLY] = replies[NOC_REPLY];
}

/* Latency of replies, cycles. With forked packets the group size depends on the waits, and the
 * waits on the group size: found by bisection. */
static double reply_latency(const noc_closed_state *state, offered_traffic traffic)
{
    enum { STEPS = 20 };
    const noc_open_curve *c = state->curve;
    double lower = 1.0, upper = noc_closed_group_size(state, INFINITY);
    if (!(c->largest_group > 1.0)) return noc_open_curve_latency(c, NOC_REPLY, traffic.load);
    for (int i = 0; i < STEPS; i++) {
        const double group_size = (lower + upper) / 2.0;
        const double load = traffic.load / noc_open_curve_gain(c, group_size);
        const double waits = noc_open_curve_latency(c, NOC_REPLY, load) - c->reply_latency[0];
        const double waiting_replies = waits > 0.0 ? traffic.node_rate * waits : 0.0;
        *(noc_closed_group_size(state, 1.0 + waiting_replies) > group_size ? &lower : &upper) =
            group_size;
    }
    return noc_open_curve_latency(c, NOC_REPLY, traffic.load / noc_open_curve_gain(c, lower));
}

/* Latencies of requests and replies in the networks: queues, trains, closed forms. */
static noc_closed_trip find_network_latencies(const noc_closed_state *state,
                                              offered_traffic traffic)
{
    const noc_open_curve *c = state->curve;
    double waits[NOC_CLASSES];
    const noc_closed_trip single = {
        .request_cycles = noc_open_curve_latency(c, NOC_REQUEST, traffic.load),
        .reply_cycles = reply_latency(state, traffic),
    };
    noc_closed_trip t = add_train_waits(state, single);
    find_waits(state, traffic, waits);
    const double queue_cycles =
        c->has_waits_at_memory
            ? max_of(0.0, reply_queue_cycles(state, traffic) - single.reply_cycles)
            : INFINITY;
    t.request_cycles += waits[NOC_REQUEST] + max_of(0.0, waits[NOC_REPLY] - queue_cycles);
    t.reply_cycles += min_of(waits[NOC_REPLY], queue_cycles);
    return t;
}

/* Extra cycles of a miss. */
static double miss_latency(const noc_closed_state *state, offered_traffic traffic)
{
    const noc_design *d = state->system->design;
    const double accesses =
        traffic.node_rate * (1.0 - state->workload->l2_hit_rate) * d->memory.slices;
    return state->memory.extra_miss_cycles + noc_batch_wait(&state->memory, accesses) +
           noc_dram_wait(&state->memory, accesses);
}

/* Further cycles of an instruction's last reply after the mean of its replies: replies come at
 * intervals, and the last miss comes late. */
static double find_last_reply(const noc_closed_state *state, double miss_cycles)
{
    const double hit_rate = state->workload->l2_hit_rate,
                 send_cycles = (state->workload->burst - 1) * state->reply_spacing;
    double last_cycles = 0.0, later_hit_chance = 1.0;
    for (int k = state->workload->burst; k-- > 0; later_hit_chance *= hit_rate)
        last_cycles += (1.0 - hit_rate) * later_hit_chance *
                       max_of(k * state->reply_spacing + miss_cycles, send_cycles);
    return last_cycles + later_hit_chance * send_cycles - send_cycles / 2.0 -
           (1.0 - hit_rate) * miss_cycles;
}

double noc_closed_last_reply(const noc_closed_state *state)
{
    return find_last_reply(state, state->memory.extra_miss_cycles);
}

/* Queues with `predicted_ratio` times the model's capacity wait as at 1 / `predicted_ratio` times
 * the rate. */
noc_closed_trip noc_closed_find_trip(const noc_closed_state *state, double actual_rate)
{
    const offered_traffic traffic =
        find_offered_traffic(state, actual_rate / state->predicted_ratio);
    noc_closed_trip t = find_network_latencies(state, traffic);
    const double miss_cycles =
        state->workload->l2_hit_rate < 1.0 ? miss_latency(state, traffic) : 0.0;
    const double instruction_requests =
        min_of(state->workload->burst, state->system->design->nodes.mshrs);
    /* mean number of earlier requests of the same instruction */
    const double earlier_requests = (instruction_requests - 1.0) / 2.0;
    t.request_cycles += earlier_requests * state->request_spacing;
    t.memory_cycles = noc_answer_cycles(state->system) + state->memory.hit_cycles +
                      noc_cache_wait(&state->memory, traffic.node_rate) +
                      (1.0 - state->workload->l2_hit_rate) * miss_cycles;
    t.reply_cycles += earlier_requests * (state->reply_spacing - state->request_spacing);
    t.total_cycles = t.request_cycles + t.memory_cycles + t.reply_cycles;
    t.last_reply_cycles = isfinite(t.total_cycles) ? find_last_reply(state, miss_cycles) : 0.0;
    return t;
}

/* Idle trip: the trip at rate 0. */
noc_closed_trip noc_closed_idle_trip(const noc_closed_state *state)
{
    return noc_closed_find_trip(state, 0.0);
}

/* Round trips vary because some requests miss, and because waits vary: the number of requests at a
 * memory node is uniform between empty and full. */
noc_core_trip noc_closed_core_trip(const noc_closed_state *state, double round_trip,
                                   double last_reply_cycles)
{
    const double hit_rate = state->workload->l2_hit_rate,
                 wait_cycles = max_of(0.0, round_trip - state->idle_cycles);
    const double miss_variance = hit_rate * (1.0 - hit_rate) * state->memory.extra_miss_cycles *
                                 state->memory.extra_miss_cycles;
    const bool is_answered = state->system->design->memory.write_replies;
    return (noc_core_trip){
        .total_cycles = round_trip,
        .last_reply_cycles = last_reply_cycles,
        .unheld_cycles = is_answered ? 0.0 : min_of(state->curve->reply_latency[0], round_trip),
        .variance = miss_variance + wait_cycles * wait_cycles / 3.0,
        .request_capacity = state->request_capacity};
}

void noc_closed_find_flow(const noc_closed_state *state, double round_trip,
                          double last_reply_cycles, noc_port_flow *flow)
{
    noc_find_port_flow(state->side, noc_closed_core_trip(state, round_trip, last_reply_cycles),
                       flow);
}

double noc_closed_mshr_cycles(const noc_closed_state *state, double round_trip)
{
    const double unanswered_share = 1.0 - state->system->traffic.replied_share;
    return round_trip - unanswered_share * min_of(state->curve->reply_latency[0], round_trip);
}

/* Closed network of W warps, one pipeline and a delay (mean-value analysis, docs/model.md (29),
 * exact for exponential work), with at most as many outstanding requests as MSHRs. */
double noc_closed_core_rate(const noc_closed_state *state, double round_trip,
                            double last_reply_cycles)
{
    if (state->side) {
        noc_port_flow flow;
        noc_closed_find_flow(state, round_trip, last_reply_cycles, &flow);
        return flow.sent_requests;
    }
    const double away_cycles = state->workload->read_fraction *
                               max_of(0.0, round_trip + last_reply_cycles - state->issue_cycles);
    double queue = 0.0, rate = 0.0;
    for (int n = 1; n <= state->workload->warps; n++) {
        const double stay_cycles = state->think_cycles * (1.0 + queue);
        rate = n / (away_cycles + stay_cycles);
        queue = rate * stay_cycles;
    }
    return min_of(rate * state->workload->burst,
                  state->system->design->nodes.mshrs / noc_closed_mshr_cycles(state, round_trip));
}

/* Rate of requests of a core, with the state of its loop. */
typedef struct core_pace {
    const noc_closed_state *state;
    double rate, last_reply_cycles;
} core_pace;

/* Excess of the wanted rate over a core's rate at a round trip, relative. */
static double trip_excess(void *context, double round_trip)
{
    const core_pace *pace = context;
    const double rate = noc_closed_core_rate(pace->state, round_trip, pace->last_reply_cycles);
    return (pace->rate - rate) / rate;
}

/* The rate falls with the round trip, so the root is unique. */
double noc_closed_find_round_trip(const noc_closed_state *state, double rate)
{
    static const double longest = 1e9;
    const double precision = state->side ? 1e-4 : 1e-7; /* counts of simulated lines have steps */
    core_pace pace = {state, rate, find_last_reply(state, state->memory.extra_miss_cycles)};
    noc_halving h = {.function = trip_excess, .context = &pace};
    noc_halving_point lower = {0.0, -1.0},
                      upper = {state->side ? max_of(1.0, state->idle_cycles) : 1.0, 0.0};
    for (;;) {
        upper.value = trip_excess(&pace, upper.argument);
        if (!(upper.value < 0.0 && upper.argument < longest)) break;
        lower = upper;
        upper.argument *= 2.0;
    }
    noc_halving_begin(&h, lower, upper, precision);
    while (h.high - h.low > precision * h.high) noc_halving_step(&h);
    return (h.low + h.high) / 2.0;
}

double noc_closed_unloaded_rate(const noc_closed_state *state)
{
    const noc_closed_trip idle = noc_closed_idle_trip(state);
    return min_of(state->curve->overflow_load / state->request_flits,
                  noc_closed_core_rate(state, idle.total_cycles, idle.last_reply_cycles));
}

/* Fewer than the largest possible number: warps also compute, and replies of bursts come one after
 * the other. */
double noc_closed_outstanding(const noc_closed_state *state)
{
    /* share of the rate without waits that counts: where pipelines bind, short round trips give
     * equal rates */
    static const double pace_share = 0.98;
    const double cores_per_node_inverse = state->memory_count / state->core_count;
    const double network = state->curve->overflow_load;
    const noc_closed_trip idle = noc_closed_idle_trip(state);
    double rate =
        min_of(cores_per_node_inverse * state->memory.request_rate, network / state->request_flits);
    rate = min_of(rate, pace_share *
                            noc_closed_core_rate(state, idle.total_cycles, idle.last_reply_cycles));
    return min_of(noc_outstanding_requests(state->system, state->workload),
                  rate * max_of(idle.total_cycles, noc_closed_find_round_trip(state, rate)) /
                      cores_per_node_inverse);
}
