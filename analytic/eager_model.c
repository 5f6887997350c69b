#include "analytic/eager_model.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/draws.h"
#include "analytic/last_of.h"
#include "analytic/trips.h"

static const double precision = 1e-3; /* of the rate */
enum { STEPS_MAX = 24, SEEN_LATER = 1 /* cycles in which a node sees an arrival */ };

typedef struct eager {
    const noc_system *system;
    const noc_adjusted *model;
    const noc_trip *trips; /* by terminal */
    double away;           /* packets of a node on the way at most */
    double packets;        /* of its batch; INFINITY: without end */
    double flits;          /* of a packet, mean */
    double highest;        /* packets per cycle of a node that the network takes */
    double idle, spread;   /* of all nodes' trips: mean, and variance of each node's, mean */
    /* At the rate that is found. */
    double rate;
    double trip, waits_for_port; /* cycles */
    noc_model_point point;
} eager;

/* ---- the rate ------------------------------------------------------------------------------- */

static double watched(const noc_model_point *p)
{
    return isnan(p->reply_latency) ? p->packet_latency : p->round_trip;
}

/* How far packets that come back have lost the order and distance in which they were sent: not at
 * all where all take equally long; where times differ by more than a packet's length, they come at
 * any time. */
static double disorder(const eager *e)
{
    const double waits = fmax(0.0, e->trip - e->idle);
    const double apart = sqrt(2.0 * (e->spread + waits * waits));
    return apart / (apart + e->flits);
}

/* How long a packet takes at a rate, and waits before for those of its own node to be sent: of the
 * queue that packets at random would find, what the others on the way make of it. */
static void look(eager *e, double rate)
{
    e->rate = rate;
    noc_adjusted_solve(e->model, rate * e->system->traffic.injected_flits, &e->point);
    const double source = e->point.source_wait[NOC_REQUEST];
    e->trip = watched(&e->point) - source;
    e->waits_for_port = source * (1.0 - 1.0 / e->away) * disorder(e);
    if (e->point.state == NOC_CONTENTION_UNSTABLE) e->waits_for_port = INFINITY;
}

static double cycle_of(const eager *e)
{
    return e->trip + SEEN_LATER + e->waits_for_port;
}

/* Little's law: a node has so many packets on the way as it sends in a packet's cycle. That grows
 * with the rate, so there is one rate. */
static void find_rate(eager *e)
{
    double low = 0.0, high = e->highest, rate = fmin(e->away / (e->idle + SEEN_LATER), 0.9 * high);
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

/* ---- a node --------------------------------------------------------------------------------- */

/* Cycles in which one of a node's places for packets on the way is taken by one. */
static double cycle_at(const eager *e, const noc_trip *trip)
{
    return cycle_of(e) + trip->mean - e->idle;
}

/* Where all packets may be on the way a node sends one after the other, and the last one takes its
 * way. Else the last of its batch is created when as many as are not on the way then have come: as
 * many cycles of each place; at the start all places begin one after the other, and are anywhere in
 * their cycles later. */
static noc_normal end_of_node(const eager *e, const noc_trip *trip)
{
    const double waits = fmax(0.0, e->trip - e->idle);
    const double variance = trip->variance + waits * waits;
    if (e->away >= e->packets)
        return (noc_normal){(e->packets - 1.0) * e->flits + trip->mean + SEEN_LATER,
                            sqrt(trip->variance)};
    const double cycle = cycle_at(e, trip), mixed = disorder(e);
    const double behind = 1.0 - 1.0 / e->away;
    const double in_order = fmin((e->away - 1.0) * e->flits, behind * cycle);
    const double at_random = fmax(0.0, 0.5 * cycle * behind * (1.0 - variance / (cycle * cycle)));
    return (noc_normal){e->packets / e->away * cycle + (1.0 - mixed) * in_order + mixed * at_random,
                        sqrt(variance * e->packets) / e->away};
}

/* ---- a channel ------------------------------------------------------------------------------ */

/* No channel passes more than the busiest does where the network is full; what the batch asks of
 * each is drawn. The first packet takes a while to get there, the last to go on. */
static noc_normal end_of_channel(const eager *e, double in_use, double most, double draws)
{
    const double busy = e->packets * in_use / (e->highest * most);
    return (noc_normal){busy + e->idle, busy * sqrt(draws / e->packets)};
}

/* ---- all ------------------------------------------------------------------------------------ */

static double busiest_use(const noc_system *system, const noc_loads *loads)
{
    double most = 0.0;
    for (uint32_t c = 0; c < system->graph.channel_count; c++) most = fmax(most, loads->in_use[c]);
    return most;
}

/* The batch is over with the last of nodes and channels. */
static noc_status find_makespan(const eager *e, const double *draws, noc_eager_point *point)
{
    const noc_graph *g = &e->system->graph;
    const noc_loads *loads = noc_model_loads(e->model->model);
    const double most = busiest_use(e->system, loads);
    noc_normal *ends = malloc((g->terminal_count + g->channel_count + 1u) * sizeof *ends);
    size_t count = 0;
    if (!ends) return NOC_EFAILED;
    for (uint32_t t = 0; t < g->terminal_count; t++)
        if (e->trips[t].any) ends[count++] = end_of_node(e, &e->trips[t]);
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (loads->in_use[c] > 0.0)
            ends[count++] = end_of_channel(e, loads->in_use[c], most, draws[c]);
    point->makespan = noc_last_of(ends, count);
    point->rate = e->packets / point->makespan;
    free(ends);
    return NOC_OK;
}

/* Latencies are counted from a packet's creation, when the port is free for it. */
static noc_model_point without_port(const noc_model_point *p)
{
    noc_model_point point = *p;
    const double waits = p->source_wait[NOC_REQUEST];
    point.request_latency -= waits;
    point.round_trip -= waits;
    point.packet_latency -= isnan(p->reply_latency) ? waits : 0.5 * waits;
    point.source_wait[NOC_REQUEST] = 0.0;
    return point;
}

/* Without end each node keeps its own rate. */
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

static eager eager_of(const noc_system *system, const noc_adjusted *adjusted, const noc_trip *trips)
{
    const noc_traffic_spec *spec = &system->design->traffic;
    const double flits = system->traffic.injected_flits;
    eager e = {.system = system, .model = adjusted, .trips = trips, .flits = flits};
    e.packets = spec->batch ? (double)spec->batch : INFINITY;
    e.away = fmin(spec->outstanding ? (double)spec->outstanding : INFINITY, e.packets);
    e.highest = fmin(adjusted->limits.overflow, noc_model_highest(adjusted->model)) / flits;
    sum_trips(&e);
    return e;
}

noc_status noc_eager_solve(const noc_system *system, const noc_adjusted *adjusted,
                           noc_eager_point *point)
{
    noc_trip *trips = noc_trips_find(system);
    double *draws = noc_draws_find(system);
    noc_status status = trips && draws ? NOC_OK : NOC_EFAILED;
    *point = (noc_eager_point){.makespan = NAN};
    if (status == NOC_OK) {
        eager e = eager_of(system, adjusted, trips);
        find_rate(&e);
        point->packet = without_port(&e.point);
        if (isfinite(e.packets))
            status = find_makespan(&e, draws, point);
        else
            find_mean_rate(&e, point);
    }
    free(trips);
    free(draws);
    return status;
}
