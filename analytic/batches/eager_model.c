#include "analytic/batches/eager_model.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "analytic/batches/path_samples.h"
#include "analytic/loads.h"
#include "analytic/zero_load.h"

static const double precision = 1e-3; /* relative precision of the rate */
enum { STEPS_MAX = 24 };

/* Share of the network's capacity at which the network counts as full: at utilisation 1 queues have
 * no finite mean. Not derived. */
static const double full = 0.98;

typedef struct eager {
    const noc_system *system;
    const noc_corrected_model *model;
    const noc_trip *trips;        /* [terminal]: trip */
    const noc_path_sample *draws; /* [channel]: samples of paths */
    double most;         /* use of the busiest channel, at a packet per cycle of each node */
    double away;         /* largest number of outstanding packets of a node */
    double packets;      /* packets of a node's batch; INFINITY: no batch */
    double sends;        /* mean cycles for which a packet occupies its node's port */
    double highest;      /* packets per cycle of a node that the network accepts */
    double idle, spread; /* idle cycles of trips: mean over nodes; mean of the nodes' variances */
    /* Figures at the found rate. */
    double trip, waits_for_port; /* cycles */
    noc_model_point point;
} eager;

/* ---- the rate ------------------------------------------------------------------------------- */

static double watched(const noc_model_point *p)
{
    return isnan(p->reply_latency) ? p->packet_latency : p->round_trip;
}

/* Disorder of returning packets, 0 to 1. 0: all trips are equal, so packets return in the order and
 * spacing of their sending; near 1: trips differ by much more than a packet's length, so packets
 * return at random. */
static double disorder(const eager *e)
{
    const double waits = fmax(0.0, e->trip - e->idle);
    const double apart = sqrt(2.0 * (e->spread + waits * waits));
    return apart / (apart + e->sends);
}

/* Mean packets that wait for a channel of this utilisation (approximate). */
static double queue_at(double used)
{
    const double share = fmin(full, used);
    return share / (1.0 - share);
}

/* Waits of packets over the waits of random packets. With n nodes of M outstanding packets through
 * a channel, a packet finds the queue of 1 - 1/(n M) of the rate (arrival theorem, in the
 * approximation of Bard and Schweitzer). docs/model.md (40). */
static double share_left(const eager *e, double rate)
{
    const double *in_use = noc_model_loads(e->model->model)->in_use;
    double left = 0.0, all = 0.0;
    for (uint32_t c = 0; c < e->system->graph.channel_count; c++) {
        if (!(e->draws[c].terminals > 0.0)) continue;
        const double used = in_use[c] / e->most * rate / e->highest;
        left += in_use[c] * queue_at(used * (1.0 - 1.0 / (e->draws[c].terminals * e->away)));
        all += in_use[c] * queue_at(used);
    }
    return all > 0.0 ? left / all : 1.0;
}

/* Reduces a point's latencies: latencies start when the port is free for a packet, and waits in the
 * network are multiplied by `share`. */
static void leave_out(noc_model_point *p, const noc_model_point *idle, double share)
{
    const double waits = p->source_wait[NOC_REQUEST];
    const double one_way = isnan(p->reply_latency) ? waits : 0.5 * waits;
    p->packet_latency += share * (p->packet_latency - one_way - idle->packet_latency) -
                         (p->packet_latency - idle->packet_latency);
    p->network_latency += (share - 1.0) * (p->network_latency - idle->network_latency);
    p->request_latency += share * (p->request_latency - waits - idle->request_latency) -
                          (p->request_latency - idle->request_latency);
    p->reply_latency += (share - 1.0) * (p->reply_latency - idle->reply_latency);
    p->round_trip +=
        share * (p->round_trip - waits - idle->round_trip) - (p->round_trip - idle->round_trip);
}

/* Finds a packet's latency at a rate, and its wait for the port: the wait of random packets,
 * reduced by the limit on outstanding packets and by order. */
static void look(eager *e, double rate)
{
    noc_corrected_solve(e->model, rate * e->system->traffic.injected_flits, &e->point);
    const double source = e->point.source_wait[NOC_REQUEST];
    leave_out(&e->point, &e->model->idle, share_left(e, rate));
    e->trip = watched(&e->point);
    e->waits_for_port = source * (1.0 - 1.0 / e->away) * disorder(e);
    if (e->point.state == NOC_CONTENTION_UNSTABLE) e->waits_for_port = INFINITY;
}

static double cycle_of(const eager *e)
{
    return e->trip + NOC_EAGER_SEEN_LATER + e->waits_for_port;
}

/* Finds the rate by Little's law: outstanding packets of a node = rate x cycle of a packet. The
 * right side grows with the rate, so the solution is unique. If a whole batch may be outstanding,
 * the network is full. docs/model.md (39). */
static void find_rate(eager *e)
{
    if (e->away >= e->packets) {
        look(e, full * e->highest);
        return;
    }
    double low = 0.0, high = e->highest,
           rate = fmin(e->away / (e->idle + NOC_EAGER_SEEN_LATER), 0.9 * high);
    for (int k = 0; k < STEPS_MAX; k++) {
        look(e, rate);
        const double own = fmin(e->away / cycle_of(e), e->highest);
        if (own > rate)
            low = rate;
        else
            high = rate;
        if (fabs(own - rate) <= precision * rate || high - low <= precision * high) return;
        rate = 0.5 * (own + rate);
        if (!(rate > low && rate < high)) rate = 0.5 * (low + high);
    }
}

/* ---- the last of several random ends --------------------------------------------------------- */

typedef struct normal {
    double mean, deviation; /* deviation >= 0 */
} normal;

/* Deviations from the mean outside which a distribution is ignored. */
static const double reach = 6.0;

/* Chance that all variables are below `time`; skips variables that are certainly below `lo`. */
static double all_over(const normal *list, size_t count, double lo, double at)
{
    double chance = 1.0;
    for (size_t i = 0; i < count && chance > 0.0; i++) {
        const normal *n = &list[i];
        if (n->mean + reach * n->deviation <= lo) continue;
        chance *= n->deviation > 0.0 ? gsl_cdf_ugaussian_P((at - n->mean) / n->deviation)
                                     : (double)(at >= n->mean);
    }
    return chance;
}

/* Mean of the largest of one or more independent normal variables, whose distribution is the
 * product of the variables' distributions. docs/model.md (41). */
static double last_of(const normal *list, size_t count)
{
    enum { STEPS = 256 };
    double lo = -INFINITY, hi = -INFINITY, below = 0.0;
    for (size_t i = 0; i < count; i++) {
        lo = fmax(lo, list[i].mean - reach * list[i].deviation);
        hi = fmax(hi, list[i].mean + reach * list[i].deviation);
    }
    const double step = (hi - lo) / STEPS;
    for (int k = 0; k < STEPS && step > 0.0; k++)
        below += all_over(list, count, lo, lo + (k + 0.5) * step) * step;
    return hi - below;
}

/* ---- a node --------------------------------------------------------------------------------- */

/* Cycles between packets of one of a node's places for outstanding packets, in which each other
 * place sends a packet, too. */
static double cycle_at(const eager *e, const noc_trip *trip)
{
    return fmax(cycle_of(e) + trip->mean - e->idle, e->away * e->sends);
}

/* End of a node's batch. If all packets may be outstanding, the node sends them in a row, and the
 * batch ends with the trip of the last. Else each place sends packets / outstanding of them, cycle
 * after cycle. Places start one after the other; with growing disorder their phases become
 * random. */
static normal end_of_node(const eager *e, const noc_trip *trip)
{
    const double waits = fmax(0.0, e->trip - e->idle);
    const double variance = trip->variance + waits * waits;
    if (e->away >= e->packets)
        return (normal){(e->packets - 1.0) * e->sends + trip->mean + NOC_EAGER_SEEN_LATER,
                        sqrt(trip->variance)};
    const double cycle = cycle_at(e, trip), mixed = disorder(e);
    const double in_order = (e->away - 1.0) * e->sends;
    const double at_random =
        fmax(0.0, 0.5 * cycle * (1.0 - 1.0 / e->away) * (1.0 - variance / (cycle * cycle)));
    const double last = trip->mean + waits + NOC_EAGER_SEEN_LATER;
    return (normal){(e->packets / e->away - 1.0) * cycle + (1.0 - mixed) * in_order +
                        mixed * at_random + last,
                    sqrt(variance * e->packets) / e->away};
}

/* ---- a channel ------------------------------------------------------------------------------ */

/* End of the packets on a channel, which carries at most as much as the busiest channel of the full
 * network. The channel's part of the batch is random. The idle trip is the time of the first packet
 * to the channel, and of the last packet behind it. */
static normal end_of_channel(const eager *e, double in_use, double variance)
{
    const double flits = e->packets * in_use;
    return (normal){flits / (e->highest * e->most) + e->idle, flits * sqrt(variance / e->packets)};
}

/* ---- makespan and mean rate ----------------------------------------------------------------- */

/* Use of the busiest channel; 0 without channels. */
static double busiest_use(const noc_system *system, const noc_loads *loads)
{
    const uint32_t channels = system->graph.channel_count;
    return channels > 0 ? loads->in_use[noc_loads_busiest(loads, channels)] : 0.0;
}

/* Finds the makespan: the end of the last node or channel. */
static noc_status find_makespan(const eager *e, noc_eager_point *point)
{
    const noc_graph *g = &e->system->graph;
    const noc_loads *loads = noc_model_loads(e->model->model);
    normal *ends = malloc((g->terminal_count + g->channel_count + 1u) * sizeof *ends);
    size_t count = 0;
    if (!ends) return NOC_EFAILED;
    for (uint32_t t = 0; t < g->terminal_count; t++)
        if (e->trips[t].any) ends[count++] = end_of_node(e, &e->trips[t]);
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (loads->in_use[c] > 0.0)
            ends[count++] = end_of_channel(e, loads->in_use[c], e->draws[c].variance);
    point->makespan = last_of(ends, count);
    point->rate = e->packets / point->makespan;
    free(ends);
    return NOC_OK;
}

/* Finds the mean rate of nodes without a batch. */
static void find_mean_rate(const eager *e, noc_eager_point *point)
{
    double sum = 0.0, nodes = 0.0;
    for (uint32_t t = 0; t < e->system->graph.terminal_count; t++) {
        if (!e->trips[t].any) continue;
        sum += fmin(e->away / cycle_at(e, &e->trips[t]), e->highest);
        nodes += 1.0;
    }
    point->rate = sum / nodes;
}

static void sum_trips(eager *e)
{
    double nodes = 0.0;
    for (uint32_t t = 0; t < e->system->graph.terminal_count; t++) {
        if (!e->trips[t].any) continue;
        e->idle += e->trips[t].mean;
        e->spread += e->trips[t].variance;
        nodes += 1.0;
    }
    e->idle /= nodes;
    e->spread /= nodes;
}

/* Cycles to send a packet flit by flit through a channel; 1 without channels. */
static double sending_time(const noc_system *system)
{
    const noc_graph *g = &system->graph;
    bool channels = false;
    for (uint16_t n = 0; n < g->network_count; n++)
        channels |=
            g->networks[n].carries[NOC_REQUEST] && noc_network_has_channels(&g->networks[n]);
    return channels ? system->traffic.injected_flits : 1.0;
}

static eager eager_of(const noc_system *system, const noc_corrected_model *corrected,
                      const noc_trip *trips, const noc_path_sample *draws)
{
    const noc_traffic_spec *spec = &system->design->traffic;
    const double flits = system->traffic.injected_flits;
    eager e = {
        .system = system,
        .model = corrected,
        .trips = trips,
        .draws = draws,
    };
    e.most = busiest_use(system, noc_model_loads(corrected->model));
    e.packets = spec->batch ? (double)spec->batch : INFINITY;
    e.away = fmin(spec->outstanding ? (double)spec->outstanding : INFINITY, e.packets);
    e.sends = sending_time(system);
    e.highest = fmin(fmin(corrected->limits.overflow, noc_model_highest(corrected->model)) / flits,
                     1.0 / e.sends);
    sum_trips(&e);
    return e;
}

static noc_eager_point point_of(const eager *e)
{
    return (noc_eager_point){
        .makespan = NAN,
        .packet = e->point,
        .packets = e->packets,
        .away = e->away,
        .highest = e->highest,
        .idle = e->idle,
        .waits = e->trip - e->idle,
        .waits_for_port = e->waits_for_port,
    };
}

/* ---- simulated networks --------------------------------------------------------------------- */

/* Mean latency over packets of both classes, which are equally many. */
static double mean_trip(const double of[NOC_CLASSES])
{
    return isnan(of[NOC_REPLY]) ? of[NOC_REQUEST] : 0.5 * (of[NOC_REQUEST] + of[NOC_REPLY]);
}

/* Fills in rate, latencies and makespan of a simulated network. */
static void play(const eager *e, const noc_full_shares *played, noc_eager_point *point)
{
    const bool replies = !isnan(played->latency[NOC_REPLY]);
    noc_model_point *p = &point->packet;
    point->full = played;
    point->rate = played->accepted / e->system->traffic.injected_flits;
    point->makespan = played->makespan;
    p->packet_latency = mean_trip(played->latency);
    p->network_latency = mean_trip(played->in_network);
    p->request_latency = replies ? played->latency[NOC_REQUEST] : NAN;
    p->reply_latency = played->latency[NOC_REPLY];
    p->round_trip = replies ? played->latency[NOC_REQUEST] + noc_answer_cycles(e->system) +
                                  played->latency[NOC_REPLY]
                            : NAN;
    point->waits = watched(p) - point->idle;
    point->waits_for_port = fmax(0.0, e->away / point->rate - watched(p) - NOC_EAGER_SEEN_LATER);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Adds the rates of nodes in a simulated network: of answered packets where there are replies. */
static void rates_as_played(const noc_system *system, const noc_full_shares *played,
                            noc_eager_node *list)
{
    const noc_class last = noc_graph_has_replies(&system->graph) ? NOC_REPLY : NOC_REQUEST;
    const double packets = noc_system_packet_rate(system, played->load);
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class == last)
            list[noc_flow_owner(flow)].rate +=
                packets * flow->rate * noc_full_share_of(played, flow);
    }
}

/* Fills in rates and waits of nodes by Little's law. Waits are scaled so that their mean over
 * packets equals the mean wait of all nodes. */
static void tell_nodes(const eager *e, const noc_eager_point *point, noc_eager_node *list)
{
    const uint32_t terminals = e->system->graph.terminal_count;
    double packets = 0.0, idle = 0.0, waits = 0.0;
    if (point->full) rates_as_played(e->system, point->full, list);
    for (uint32_t t = 0; t < terminals; t++) {
        const noc_trip *trip = &e->trips[t];
        noc_eager_node *node = &list[t];
        if (!trip->any) continue;
        if (!point->full) node->rate = fmin(e->away / cycle_at(e, trip), e->highest);
        node->waits = fmax(0.0, e->away / node->rate - NOC_EAGER_SEEN_LATER -
                                    point->waits_for_port - trip->mean);
        packets += node->rate;
        idle += node->rate * trip->mean;
        waits += node->rate * node->waits;
    }
    const double wanted = fmax(0.0, point->idle + point->waits - idle / packets);
    for (uint32_t t = 0; t < terminals; t++)
        list[t].waits = waits > 0.0 ? list[t].waits * wanted * packets / waits : wanted;
}

/* ---- solution -------------------------------------------------------------------------------- */

/* Solves the model. `nodes` NULL: only means over all nodes. */
static noc_status solve(eager *e, noc_eager_point *point, noc_eager_node *nodes)
{
    noc_status status = NOC_OK;
    find_rate(e);
    *point = point_of(e);
    const noc_full_shares *played = noc_model_full(e->model->model, INFINITY);
    if (played)
        play(e, played, point);
    else if (isfinite(e->packets))
        status = find_makespan(e, point);
    else
        find_mean_rate(e, point);
    if (status == NOC_OK && nodes) tell_nodes(e, point, nodes);
    return status;
}

noc_status noc_eager_nodes(const noc_system *system, const noc_corrected_model *corrected,
                           noc_eager_point *point, noc_eager_node *nodes)
{
    noc_trip *trips = noc_trips_find(system);
    noc_path_sample *draws = noc_path_samples_find(system);
    noc_status status = trips && draws ? NOC_OK : NOC_EFAILED;
    *point = (noc_eager_point){.makespan = NAN};
    if (status == NOC_OK) {
        eager e = eager_of(system, corrected, trips, draws);
        status = solve(&e, point, nodes);
    }
    free(trips);
    free(draws);
    return status;
}

noc_status noc_eager_solve(const noc_system *system, const noc_corrected_model *corrected,
                           noc_eager_point *point)
{
    return noc_eager_nodes(system, corrected, point, NULL);
}
