#include "analytic/batches/eager_model.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "analytic/batches/path_samples.h"
#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "base/auto.h"

static const double rate_precision = 1e-3; /* relative precision of the rate */
enum { STEPS_MAX = 24 };

/* Share of the network's capacity at which the network counts as full: at utilisation 1 queues have
 * no finite mean. Not derived. */
static const double full_use = 0.98;

typedef struct eager_state {
    const noc_system *system;
    const noc_corrected_model *model;
    const noc_terminal_trip *trips;      /* [terminal]: trip */
    const noc_path_sample *path_samples; /* [channel]: samples of paths */
    double busiest_use;   /* use of the busiest channel, at a packet per cycle of each node */
    double outstanding;   /* largest number of outstanding packets of a node */
    double batch_packets; /* packets of a node's batch; INFINITY: no batch */
    double send_cycles;   /* mean cycles for which a packet occupies its node's port */
    double highest_rate;  /* packets per cycle of a node that the network accepts */
    /* idle cycles of trips: mean over nodes; mean of the nodes' variances */
    double idle_cycles, mean_variance;
    /* Figures at the found rate. */
    double trip_cycles, port_wait_cycles; /* cycles */
    noc_model_point point;
} eager_state;

/* ---- rate of all nodes ----------------------------------------------------------------------- */

static double watched_latency(const noc_model_point *p)
{
    return isnan(p->reply_latency) ? p->packet_latency : p->round_trip;
}

/* Disorder of returning packets, 0 to 1. 0: all trips are equal, so packets return in the order and
 * spacing of their sending; near 1: trips differ by much more than a packet's length, so packets
 * return at random. */
static double find_disorder(const eager_state *e)
{
    const double wait_cycles = fmax(0.0, e->trip_cycles - e->idle_cycles);
    const double trip_difference = sqrt(2.0 * (e->mean_variance + wait_cycles * wait_cycles));
    return trip_difference / (trip_difference + e->send_cycles);
}

/* Approximate mean number of packets that wait for a channel, at its utilisation. */
static double queued_packets(double used)
{
    const double share = fmin(full_use, used);
    return share / (1.0 - share);
}

/* Waits of eager packets, over the waits of packets that are created at random. With n nodes of M
 * outstanding packets through a channel, a packet finds the queue that forms at 1 - 1/(n M) of the
 * rate (arrival theorem, in the approximation of Bard and Schweitzer). docs/model.md (40). */
static double find_wait_share(const eager_state *e, double rate)
{
    const double *busy_cycles = noc_model_loads(e->model->model)->busy_cycles;
    double remaining_wait = 0.0, random_wait = 0.0;
    for (uint32_t c = 0; c < e->system->graph.channel_count; c++) {
        if (!(e->path_samples[c].effective_terminals > 0.0)) continue;
        const double used = busy_cycles[c] / e->busiest_use * rate / e->highest_rate;
        remaining_wait +=
            busy_cycles[c] *
            queued_packets(used *
                           (1.0 - 1.0 / (e->path_samples[c].effective_terminals * e->outstanding)));
        random_wait += busy_cycles[c] * queued_packets(used);
    }
    return random_wait > 0.0 ? remaining_wait / random_wait : 1.0;
}

/* Reduces a point's latencies: latencies start when the port is free for a packet, and waits in the
 * network are multiplied by `share`. */
static void reduce_latencies(noc_model_point *p, const noc_model_point *idle, double share)
{
    const double wait_cycles = p->source_wait[NOC_REQUEST];
    const double one_way = isnan(p->reply_latency) ? wait_cycles : 0.5 * wait_cycles;
    p->packet_latency += share * (p->packet_latency - one_way - idle->packet_latency) -
                         (p->packet_latency - idle->packet_latency);
    p->network_latency += (share - 1.0) * (p->network_latency - idle->network_latency);
    p->request_latency += share * (p->request_latency - wait_cycles - idle->request_latency) -
                          (p->request_latency - idle->request_latency);
    p->reply_latency += (share - 1.0) * (p->reply_latency - idle->reply_latency);
    p->round_trip += share * (p->round_trip - wait_cycles - idle->round_trip) -
                     (p->round_trip - idle->round_trip);
}

/* Finds a packet's latency at a rate, and its wait for the port. This wait is that of packets
 * created at random, reduced by the limit on outstanding packets and by the order of their
 * returns. */
static void find_latencies(eager_state *e, double rate)
{
    noc_corrected_solve(e->model, rate * e->system->traffic.injected_flits, &e->point);
    const double source_wait = e->point.source_wait[NOC_REQUEST];
    reduce_latencies(&e->point, &e->model->idle_point, find_wait_share(e, rate));
    e->trip_cycles = watched_latency(&e->point);
    e->port_wait_cycles = source_wait * (1.0 - 1.0 / e->outstanding) * find_disorder(e);
    if (e->point.state == NOC_CONTENTION_UNSTABLE) e->port_wait_cycles = INFINITY;
}

static double mean_cycle(const eager_state *e)
{
    return e->trip_cycles + NOC_EAGER_NOTICE_CYCLES + e->port_wait_cycles;
}

/* Finds the rate by Little's law: outstanding packets of a node = rate x cycle of a packet. The
 * right side grows with the rate, so the solution is unique. If a whole batch may be outstanding,
 * the network is full. docs/model.md (39). */
static void find_rate(eager_state *e)
{
    if (e->outstanding >= e->batch_packets) {
        find_latencies(e, full_use * e->highest_rate);
        return;
    }
    double lower = 0.0, upper = e->highest_rate,
           rate = fmin(e->outstanding / (e->idle_cycles + NOC_EAGER_NOTICE_CYCLES), 0.9 * upper);
    for (int k = 0; k < STEPS_MAX; k++) {
        find_latencies(e, rate);
        const double fitting_rate = fmin(e->outstanding / mean_cycle(e), e->highest_rate);
        if (fitting_rate > rate)
            lower = rate;
        else
            upper = rate;
        if (fabs(fitting_rate - rate) <= rate_precision * rate ||
            upper - lower <= rate_precision * upper)
            return;
        rate = 0.5 * (fitting_rate + rate);
        if (!(rate > lower && rate < upper)) rate = 0.5 * (lower + upper);
    }
}

/* ---- last of several random ends ------------------------------------------------------------- */

typedef struct normal_time {
    double mean, deviation; /* deviation >= 0 */
} normal_time;

/* Deviations from the mean outside which a distribution is ignored. */
static const double deviation_limit = 6.0;

/* Chance that all variables are below `time`; skips variables that are certainly below `lo`. */
static double all_ended_chance(const normal_time *list, size_t count, double lo, double time)
{
    double chance = 1.0;
    for (size_t i = 0; i < count && chance > 0.0; i++) {
        const normal_time *n = &list[i];
        if (n->mean + deviation_limit * n->deviation <= lo) continue;
        chance *= n->deviation > 0.0 ? gsl_cdf_ugaussian_P((time - n->mean) / n->deviation)
                                     : (double)(time >= n->mean);
    }
    return chance;
}

/* Mean of the largest of one or more independent normal variables, whose distribution is the
 * product of the variables' distributions. docs/model.md (41). */
static double mean_last_end(const normal_time *list, size_t count)
{
    enum { STEPS = 256 };
    double lo = -INFINITY, hi = -INFINITY, integral = 0.0;
    for (size_t i = 0; i < count; i++) {
        lo = fmax(lo, list[i].mean - deviation_limit * list[i].deviation);
        hi = fmax(hi, list[i].mean + deviation_limit * list[i].deviation);
    }
    const double step = (hi - lo) / STEPS;
    for (int k = 0; k < STEPS && step > 0.0; k++)
        integral += all_ended_chance(list, count, lo, lo + (k + 0.5) * step) * step;
    return hi - integral;
}

/* ---- end of a node's batch ------------------------------------------------------------------- */

/* Cycles between two packets of one of a node's places for outstanding packets. Meanwhile each
 * other place sends one packet. */
static double node_cycle(const eager_state *e, const noc_terminal_trip *trip)
{
    return fmax(mean_cycle(e) + trip->mean - e->idle_cycles, e->outstanding * e->send_cycles);
}

/* End of a node's batch. If all packets may be outstanding, the node sends them in a row, and the
 * batch ends with the trip of the last. Else each place sends packets / outstanding of them, cycle
 * after cycle. Places start one after the other; with growing disorder their phases become
 * random. */
static normal_time find_node_end(const eager_state *e, const noc_terminal_trip *trip)
{
    const double wait_cycles = fmax(0.0, e->trip_cycles - e->idle_cycles);
    const double variance = trip->variance + wait_cycles * wait_cycles;
    if (e->outstanding >= e->batch_packets)
        return (normal_time){(e->batch_packets - 1.0) * e->send_cycles + trip->mean +
                                 NOC_EAGER_NOTICE_CYCLES,
                             sqrt(trip->variance)};
    const double cycle = node_cycle(e, trip), disorder = find_disorder(e);
    const double ordered_delay = (e->outstanding - 1.0) * e->send_cycles;
    const double random_delay =
        fmax(0.0, 0.5 * cycle * (1.0 - 1.0 / e->outstanding) * (1.0 - variance / (cycle * cycle)));
    const double last_trip = trip->mean + wait_cycles + NOC_EAGER_NOTICE_CYCLES;
    return (normal_time){(e->batch_packets / e->outstanding - 1.0) * cycle +
                             (1.0 - disorder) * ordered_delay + disorder * random_delay + last_trip,
                         sqrt(variance * e->batch_packets) / e->outstanding};
}

/* ---- end of a channel's packets -------------------------------------------------------------- */

/* End of the packets on a channel, which carries at most as much as the busiest channel of the full
 * network. The channel's number of packets from the batches is random. The idle trip stands for the
 * time of the first packet to the channel, and of the last packet from it. */
static normal_time find_channel_end(const eager_state *e, double busy_cycles, double variance)
{
    const double flits = e->batch_packets * busy_cycles;
    return (normal_time){flits / (e->highest_rate * e->busiest_use) + e->idle_cycles,
                         flits * sqrt(variance / e->batch_packets)};
}

/* ---- makespan and mean rate ----------------------------------------------------------------- */

/* Use of the busiest channel; 0 without channels. */
static double find_busiest_use(const noc_system *system, const noc_loads *loads)
{
    const uint32_t channels = system->graph.channel_count;
    return channels > 0 ? loads->busy_cycles[noc_loads_busiest(loads, channels)] : 0.0;
}

/* Finds the makespan: the end of the last node or channel. */
static noc_status find_makespan(const eager_state *e, noc_eager_point *point)
{
    const noc_graph *g = &e->system->graph;
    const noc_loads *loads = noc_model_loads(e->model->model);
    NOC_AUTO_FREE normal_time *end_times =
        malloc((g->terminal_count + g->channel_count + 1u) * sizeof *end_times);
    size_t count = 0;
    if (!end_times) return NOC_EFAILED;
    for (uint32_t t = 0; t < g->terminal_count; t++)
        if (e->trips[t].has_packets) end_times[count++] = find_node_end(e, &e->trips[t]);
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (loads->busy_cycles[c] > 0.0)
            end_times[count++] =
                find_channel_end(e, loads->busy_cycles[c], e->path_samples[c].variance);
    point->makespan = mean_last_end(end_times, count);
    point->rate = e->batch_packets / point->makespan;
    return NOC_OK;
}

/* Finds the mean rate of nodes without a batch. */
static void find_mean_rate(const eager_state *e, noc_eager_point *point)
{
    double sum = 0.0, nodes = 0.0;
    for (uint32_t t = 0; t < e->system->graph.terminal_count; t++) {
        if (!e->trips[t].has_packets) continue;
        sum += fmin(e->outstanding / node_cycle(e, &e->trips[t]), e->highest_rate);
        nodes += 1.0;
    }
    point->rate = sum / nodes;
}

static void sum_trips(eager_state *e)
{
    double nodes = 0.0;
    for (uint32_t t = 0; t < e->system->graph.terminal_count; t++) {
        if (!e->trips[t].has_packets) continue;
        e->idle_cycles += e->trips[t].mean;
        e->mean_variance += e->trips[t].variance;
        nodes += 1.0;
    }
    e->idle_cycles /= nodes;
    e->mean_variance /= nodes;
}

/* Cycles to send a packet flit by flit through a channel; 1 without channels. */
static double send_cycles(const noc_system *system)
{
    const noc_graph *g = &system->graph;
    bool has_channels = false;
    for (uint16_t n = 0; n < g->network_count; n++)
        has_channels |=
            g->networks[n].carries[NOC_REQUEST] && noc_network_has_channels(&g->networks[n]);
    return has_channels ? system->traffic.injected_flits : 1.0;
}

static eager_state make_state(const noc_system *system, const noc_corrected_model *model,
                              const noc_terminal_trip *trips, const noc_path_sample *path_samples)
{
    const noc_traffic_spec *spec = &system->design->traffic;
    const double flits = system->traffic.injected_flits;
    eager_state e = {
        .system = system,
        .model = model,
        .trips = trips,
        .path_samples = path_samples,
    };
    e.busiest_use = find_busiest_use(system, noc_model_loads(model->model));
    e.batch_packets = spec->batch_packets ? (double)spec->batch_packets : INFINITY;
    e.outstanding = fmin(spec->outstanding_packets ? (double)spec->outstanding_packets : INFINITY,
                         e.batch_packets);
    e.send_cycles = send_cycles(system);
    e.highest_rate =
        fmin(fmin(model->corrected_limits.overflow, noc_model_highest_load(model->model)) / flits,
             1.0 / e.send_cycles);
    sum_trips(&e);
    return e;
}

static noc_eager_point make_point(const eager_state *e)
{
    return (noc_eager_point){
        .makespan = NAN,
        .latencies = e->point,
        .batch_packets = e->batch_packets,
        .outstanding = e->outstanding,
        .highest_rate = e->highest_rate,
        .idle_cycles = e->idle_cycles,
        .wait_cycles = e->trip_cycles - e->idle_cycles,
        .port_wait_cycles = e->port_wait_cycles,
    };
}

/* ---- simulated networks --------------------------------------------------------------------- */

/* Mean latency over packets of both classes, which are equally many. */
static double mean_latency(const double class_cycles[NOC_CLASSES])
{
    return isnan(class_cycles[NOC_REPLY])
               ? class_cycles[NOC_REQUEST]
               : 0.5 * (class_cycles[NOC_REQUEST] + class_cycles[NOC_REPLY]);
}

/* Fills in rate, latencies and makespan of a simulated network. */
static void use_simulated_shares(const eager_state *e, const noc_full_shares *simulated_shares,
                                 noc_eager_point *point)
{
    const bool has_replies = !isnan(simulated_shares->latency[NOC_REPLY]);
    noc_model_point *p = &point->latencies;
    point->simulated_shares = simulated_shares;
    point->rate = simulated_shares->accepted_load / e->system->traffic.injected_flits;
    point->makespan = simulated_shares->makespan;
    p->packet_latency = mean_latency(simulated_shares->latency);
    p->network_latency = mean_latency(simulated_shares->network_latency);
    p->request_latency = has_replies ? simulated_shares->latency[NOC_REQUEST] : NAN;
    p->reply_latency = simulated_shares->latency[NOC_REPLY];
    p->round_trip = has_replies
                        ? simulated_shares->latency[NOC_REQUEST] + noc_answer_cycles(e->system) +
                              simulated_shares->latency[NOC_REPLY]
                        : NAN;
    point->wait_cycles = watched_latency(p) - point->idle_cycles;
    point->port_wait_cycles =
        fmax(0.0, e->outstanding / point->rate - watched_latency(p) - NOC_EAGER_NOTICE_CYCLES);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Adds the rates of nodes in a simulated network; where there are replies, the rates of answered
 * packets. */
static void find_simulated_rates(const noc_system *system, const noc_full_shares *simulated_shares,
                                 noc_eager_node *nodes)
{
    const noc_class last_class = noc_graph_has_replies(&system->graph) ? NOC_REPLY : NOC_REQUEST;
    const double packet_rate = noc_system_packet_rate(system, simulated_shares->load);
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class == last_class)
            nodes[noc_flow_owner(flow)].rate +=
                packet_rate * flow->rate * noc_full_flow_share(simulated_shares, flow);
    }
}

/* Fills in rates and waits of nodes by Little's law. Waits are scaled so that their mean over
 * packets equals the mean wait of all nodes. */
static void find_node_waits(const eager_state *e, const noc_eager_point *point,
                            noc_eager_node *nodes)
{
    const uint32_t terminals = e->system->graph.terminal_count;
    double packets = 0.0, idle = 0.0, waits = 0.0;
    if (point->simulated_shares) find_simulated_rates(e->system, point->simulated_shares, nodes);
    for (uint32_t t = 0; t < terminals; t++) {
        const noc_terminal_trip *trip = &e->trips[t];
        noc_eager_node *node = &nodes[t];
        if (!trip->has_packets) continue;
        if (!point->simulated_shares)
            node->rate = fmin(e->outstanding / node_cycle(e, trip), e->highest_rate);
        node->wait_cycles = fmax(0.0, e->outstanding / node->rate - NOC_EAGER_NOTICE_CYCLES -
                                          point->port_wait_cycles - trip->mean);
        packets += node->rate;
        idle += node->rate * trip->mean;
        waits += node->rate * node->wait_cycles;
    }
    const double needed_wait = fmax(0.0, point->idle_cycles + point->wait_cycles - idle / packets);
    for (uint32_t t = 0; t < terminals; t++)
        nodes[t].wait_cycles =
            waits > 0.0 ? nodes[t].wait_cycles * needed_wait * packets / waits : needed_wait;
}

/* ---- solution -------------------------------------------------------------------------------- */

/* Solves the model. `nodes` NULL: only means over all nodes. */
static noc_status solve_state(eager_state *e, noc_eager_point *point, noc_eager_node *nodes)
{
    noc_status status = NOC_OK;
    find_rate(e);
    *point = make_point(e);
    const noc_full_shares *simulated_shares = noc_model_simulate_load(e->model->model, INFINITY);
    if (simulated_shares)
        use_simulated_shares(e, simulated_shares, point);
    else if (isfinite(e->batch_packets))
        status = find_makespan(e, point);
    else
        find_mean_rate(e, point);
    if (status == NOC_OK && nodes) find_node_waits(e, point, nodes);
    return status;
}

noc_status noc_eager_solve_nodes(const noc_system *system, const noc_corrected_model *model,
                                 noc_eager_point *point, noc_eager_node *nodes)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_terminal_trip *trips = noc_find_terminal_trips(system, &scratch);
    noc_path_sample *path_samples = noc_find_path_samples(system, &scratch);
    *point = (noc_eager_point){.makespan = NAN};
    if (!trips || !path_samples) return NOC_EFAILED;
    eager_state e = make_state(system, model, trips, path_samples);
    return solve_state(&e, point, nodes);
}

noc_status noc_eager_solve(const noc_system *system, const noc_corrected_model *model,
                           noc_eager_point *point)
{
    return noc_eager_solve_nodes(system, model, point, NULL);
}
