#include "analytic/open_curve.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loads.h"

static noc_class class_of(const double flits[NOC_CLASSES])
{
    return flits[NOC_REPLY] >= flits[NOC_REQUEST] ? NOC_REPLY : NOC_REQUEST;
}

/* The class whose flits fill the channel that saturates, and how busy the busiest channel of the other one is beside the
 * busiest of this one. */
static void find_busier_class(const noc_loads *loads, uint32_t channels, uint32_t channel,
                              noc_open_curve *curve)
{
    double(*flits)[NOC_CLASSES] = calloc(channels + 1, sizeof *flits);
    double most[NOC_CLASSES] = {0.0, 0.0};
    if (!flits) return;
    for (uint32_t i = 0; i < loads->group_count; i++) {
        const noc_group *group = &loads->groups[i];
        flits[group->channel][group->class] += group->stream.flits;
    }
    for (uint32_t c = 0; c < channels; c++) {
        const noc_class class = class_of(flits[c]);
        const double all = flits[c][NOC_REQUEST] + flits[c][NOC_REPLY];
        if (!(all > most[class])) continue;
        most[class] = all;
        curve->busiest_of[class] = c;
    }
    curve->busier = class_of(flits[channel]);
    curve->other_class = fmin(1.0, most[!curve->busier] / most[curve->busier]);
    free(flits);
}

/* Requests of the busiest memory node, over the mean of all; 1 where they are alike, up to rounding. */
static double find_hottest(const noc_system *system)
{
    static const double rounding = 1e-9;
    const noc_graph *g = &system->graph;
    double *rates = calloc(g->terminal_count + 1u, sizeof *rates), most = 0.0, all = 0.0;
    for (size_t f = 0; rates && f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != NOC_REQUEST) continue;
        most = fmax(most, rates[flow->destination] += flow->rate);
        all += flow->rate;
    }
    free(rates);
    const double hottest = all > 0.0 ? most * g->memory_count / all : 1.0;
    return hottest > 1.0 + rounding ? hottest : 1.0;
}

/* Shares of the load at which a queue overflows. Not closer to it: there waits are those at sources that go on sending, and
 * the few requests of a loop do not; but many requests fill the queues, so loads beyond are carried. If the nodes can offer all that
 * the network takes, 1 is their own limit. */
static const double knot_shares[NOC_OPEN_KNOTS] = {0.0, 0.8, 0.95, 1.0};

void noc_open_curve_of(const noc_system *system, const noc_adjusted *model, noc_open_curve *curve)
{
    *curve = (noc_open_curve){
        .system = system,
        .paths = noc_request_paths_of(system),
        .ideal = model == NULL,
        .hottest = find_hottest(system),
        .pace = 1.0,
        .busier = NOC_REPLY,
    };
    if (!model) return;
    const noc_model_limits limits = model->limits;
    const noc_loop_shape *shape = noc_model_loop_shape(model->model);
    curve->overflow = limits.overflow;
    curve->unequal = shape->unequal;
    curve->bunches = shape->bunches;
    const noc_loads *loads = noc_model_loads(model->model);
    const uint32_t channels = system->graph.channel_count;
    find_busier_class(loads, channels, limits.limit.channel, curve);
    curve->busiest = loads->channel_flits[noc_loads_busiest(loads, channels)] *
                     noc_system_packet_rate(system, limits.overflow);
    for (int k = 0; k < NOC_OPEN_KNOTS; k++) {
        noc_model_point p;
        const double load = knot_shares[k] * limits.overflow;
        if (knot_shares[k] == 1.0 && limits.overflow < noc_system_highest_load(system)) break;
        noc_adjusted_solve(model, load, &p);
        if (p.state == NOC_CONTENTION_UNSTABLE) break;
        curve->load[k] = load;
        curve->request[k] = p.request_latency;
        curve->reply[k] = p.reply_latency;
        curve->knots++;
    }
}

/* What a packet has waited for, over the load, is about 1 / (c - load), as in
 * a queue: exact for M/G/1. Up to the first knot c is that of the next two, beyond the last that of the last two. Waits that grow
 * slower than the load between these two (of a class that does not saturate, adjusted by what designs like it deviate) grow with it
 * before. */
double noc_open_curve_latency(const noc_open_curve *c, const double *latency, double load)
{
    if (c->knots < 2) return INFINITY;
    int k = 1;
    while (k + 1 < c->knots && c->load[k] < load) k++;
    const double idle = latency[0];
    const int high = k > 1 || c->knots == 2 ? k : 2, low = high > 1 ? high - 1 : 1;
    const double h = latency[high] - idle, l = latency[low] - idle;
    if (!(l > 0.0 && h > 0.0)) return idle + h * load / c->load[high];
    const double above = c->load[high] / h, below = c->load[low] / l;
    const double slope = low < high ? (above - below) / (c->load[high] - c->load[low]) : 0.0;
    const double from = load - c->load[low];
    const double left = below + (from < 0.0 ? fmin(slope, 0.0) : slope) * from;
    return left > 0.0 ? idle + load / left : INFINITY;
}
