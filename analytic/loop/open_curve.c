#include "analytic/loop/open_curve.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loads.h"
#include "analytic/multicast.h"
#include "analytic/network_model.h"
#include "design/memory/replies.h"

static noc_class class_of(const double flits[NOC_CLASSES])
{
    return flits[NOC_REPLY] >= flits[NOC_REQUEST] ? NOC_REPLY : NOC_REQUEST;
}

/* Adds the use of shared limits to the channels that identify them. */
static void add_gates(const noc_system *s, double (*flits)[NOC_CLASSES])
{
    noc_shared_limits gates;
    if (noc_shared_limits_find(s, 0, &gates) == NOC_OK)
        for (unsigned i = 0; i < gates.count; i++)
            for (int k = 0; k < NOC_CLASSES; k++)
                flits[gates.list[i].channel][k] += gates.list[i].flits[k] / gates.list[i].limit;
    free(gates.list);
}

/* Finds the class with most flits on the channel that saturates, and the use of the other class's
 * busiest channel over the use of this class's. */
static void find_busier_class(const noc_loads *loads, uint32_t channel, noc_open_curve *curve)
{
    const uint32_t channels = curve->system->graph.channel_count;
    double(*flits)[NOC_CLASSES] = calloc(channels + 1, sizeof *flits);
    double most[NOC_CLASSES] = {0.0, 0.0};
    if (!flits) return;
    add_gates(curve->system, flits);
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
    const double busier = most[curve->busier];
    curve->other_class = busier > 0.0 ? fmin(1.0, most[!curve->busier] / busier) : 0.0;
    free(flits);
}

/* Requests of the busiest memory node, over the mean of all; 1 where all are equal up to
 * rounding. */
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

/* Knots, as shares of the overflow load. No knot lies between 0.95 and 1: there the open model's
 * waits are those of sources that never stop, unlike the limited requests of a loop. If nodes
 * cannot offer more than the network accepts, share 1 is the largest load of the nodes. */
static const double knot_shares[NOC_OPEN_KNOTS] = {0.0, 0.8, 0.95, 1.0};

/* True for networks whose packets wait at their senders: no buffers, and no common queue. */
static bool has_senders(const noc_network *net)
{
    return !noc_network_has_channels(net) && noc_switchings[net->switching].has_limit;
}

static void find_kinds(noc_open_curve *curve)
{
    const noc_graph *g = &curve->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const bool queues = noc_network_has_buffers(&g->networks[n]);
        for (int k = 0; k < NOC_CLASSES; k++)
            curve->queues[k] |= queues && g->networks[n].carries[k];
        curve->waits_at_memory |= g->networks[n].carries[NOC_REPLY] && has_senders(&g->networks[n]);
    }
}

static void add_knot(noc_open_curve *curve, double load, const noc_model_point *p)
{
    double waits[NOC_CLASSES];
    noc_open_curve_waits(curve, noc_system_packet_rate(curve->system, load), 1, waits);
    curve->load[curve->knots] = load;
    curve->request[curve->knots] = p->request_latency - waits[NOC_REQUEST];
    curve->reply[curve->knots++] = p->reply_latency - waits[NOC_REPLY];
}

/* ---- replies that fork ---------------------------------------------------------------------- */

/* Finds the gain of forked replies. If requests saturate the network first, replies count as
 * saturated at an equal use of their busiest channel. */
static void find_forked(const noc_loads *loads, noc_open_curve *curve)
{
    double groups[NOC_GROUP_KNOTS];
    noc_forked_replies forked[NOC_GROUP_KNOTS];
    const double most = curve->system->design->memory.check_depth;
    curve->group_most = 1.0;
    const double share = curve->busier == NOC_REPLY ? 1.0 : curve->other_class;
    if (!noc_replies_fork(curve->system) || !(share > 0.0)) return;
    const double full = noc_system_packet_rate(curve->system, curve->overflow) / share;
    for (int k = 0; k < NOC_GROUP_KNOTS; k++)
        groups[k] = pow(most, (double)k / (NOC_GROUP_KNOTS - 1));
    if (!noc_forked_replies_find(curve->system, loads->in_use, groups, NOC_GROUP_KNOTS, forked))
        return;
    for (int k = 0; k < NOC_GROUP_KNOTS; k++)
        curve->forked[k] = noc_forked_gain(&forked[0], &forked[k], full);
    curve->group_most = most;
}

double noc_open_curve_forked(const noc_open_curve *c, double group)
{
    if (!(c->group_most > 1.0)) return 1.0;
    const double at = log(fmax(1.0, fmin(group, c->group_most))) / log(c->group_most);
    const double place = at * (NOC_GROUP_KNOTS - 1);
    const int k = (int)fmin(place, NOC_GROUP_KNOTS - 2);
    return c->forked[k] + (place - k) * (c->forked[k + 1] - c->forked[k]);
}

/* ---- the curve ------------------------------------------------------------------------------ */

void noc_open_curve_of(const noc_system *system, const noc_corrected_model *model,
                       noc_open_curve *curve)
{
    *curve = (noc_open_curve){
        .system = system,
        .paths = noc_request_paths_of(system),
        .hottest = find_hottest(system),
        .busier = NOC_REPLY,
        .forms = *noc_model_closed_forms(model->model),
    };
    find_kinds(curve);
    if (noc_bursts_go_first(&system->design->memory))
        curve->opening = noc_model_opening(model->model, NOC_REPLY);
    const noc_model_limits limits = model->limits;
    const noc_loop_shape *shape = noc_model_loop_shape(model->model);
    curve->overflow = limits.overflow;
    curve->unequal = shape->unequal;
    curve->bursts = shape->bursts;
    const noc_loads *loads = noc_model_loads(model->model);
    const uint32_t channels = system->graph.channel_count;
    find_busier_class(loads, limits.limit.channel, curve);
    find_forked(loads, curve);
    curve->busiest = loads->in_use[noc_loads_busiest(loads, channels)] *
                     noc_system_packet_rate(system, limits.overflow);
    for (int k = 0; k < NOC_OPEN_KNOTS; k++) {
        noc_model_point p;
        const double load = knot_shares[k] * limits.overflow;
        if (knot_shares[k] == 1.0 && limits.overflow < noc_model_highest(model->model)) break;
        noc_corrected_solve(model, load, &p);
        if (p.state == NOC_CONTENTION_UNSTABLE) break;
        add_knot(curve, load, &p);
    }
}

/* Between two knots a packet's wait over the load is a / (c - load), which is exact for M/G/1.
 * Below the first knots a and c are those of the next interval, above the last knot those of the
 * last interval. Waits may grow slower than the load between the first knots (a class that does not
 * saturate, with a correction from similar designs): below them they are proportional to the
 * load. */
double noc_open_curve_latency(const noc_open_curve *c, noc_class class, double load)
{
    const double *latency = class == NOC_REQUEST ? c->request : c->reply;
    if (!c->queues[class]) return latency[0];
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

void noc_open_curve_waits(const noc_open_curve *c, double packet_rate, int train,
                          double waits[NOC_CLASSES])
{
    noc_closed_forms_waits(&c->forms, packet_rate, train, c->derated, waits);
}
