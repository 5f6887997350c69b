#include "analytic/loop/open_curve.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/loads.h"
#include "analytic/multicast.h"
#include "analytic/network_model.h"
#include "base/auto.h"
#include "design/memory/replies.h"

static noc_class larger_class(const double flits[NOC_CLASSES])
{
    return flits[NOC_REPLY] >= flits[NOC_REQUEST] ? NOC_REPLY : NOC_REQUEST;
}

/* Adds the use of shared limits to the channels that identify them. */
static void add_limit_use(const noc_system *s, double (*flits)[NOC_CLASSES])
{
    noc_shared_limits limits;
    if (noc_shared_limits_find(s, 0, &limits) == NOC_OK)
        for (unsigned i = 0; i < limits.count; i++)
            for (int k = 0; k < NOC_CLASSES; k++)
                flits[limits.list[i].channel][k] +=
                    limits.list[i].flits[k] / limits.list[i].capacity;
    free(limits.list);
}

/* Finds the class with most flits on the channel that saturates, and the use of the other class's
 * busiest channel over the use of this class's. */
static void find_busier_class(const noc_loads *loads, uint32_t channel, noc_open_curve *curve)
{
    const uint32_t channels = curve->system->graph.channel_count;
    NOC_AUTO_FREE double(*flits)[NOC_CLASSES] = calloc(channels + 1, sizeof *flits);
    double largest_use[NOC_CLASSES] = {0.0, 0.0};
    if (!flits) return;
    add_limit_use(curve->system, flits);
    for (uint32_t i = 0; i < loads->group_count; i++) {
        const noc_group *group = &loads->groups[i];
        flits[group->channel][group->class] += group->stream.flits;
    }
    for (uint32_t c = 0; c < channels; c++) {
        const noc_class class = larger_class(flits[c]);
        const double class_sum = flits[c][NOC_REQUEST] + flits[c][NOC_REPLY];
        if (!(class_sum > largest_use[class])) continue;
        largest_use[class] = class_sum;
        curve->busiest_channel[class] = c;
    }
    curve->busier_class = larger_class(flits[channel]);
    const double busier_use = largest_use[curve->busier_class];
    curve->other_class_ratio =
        busier_use > 0.0 ? fmin(1.0, largest_use[!curve->busier_class] / busier_use) : 0.0;
}

/* Requests of the busiest memory node, over the mean of all; 1 where all are equal up to
 * rounding. */
static double hottest_node_ratio(const noc_system *system)
{
    static const double rounding = 1e-9;
    const noc_graph *g = &system->graph;
    NOC_AUTO_FREE double *rates = calloc(g->terminal_count + 1u, sizeof *rates);
    double largest_rate = 0.0, total_rate = 0.0;
    for (size_t f = 0; rates && f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != NOC_REQUEST) continue;
        largest_rate = fmax(largest_rate, rates[flow->destination] += flow->rate);
        total_rate += flow->rate;
    }
    const double hottest = total_rate > 0.0 ? largest_rate * g->memory_count / total_rate : 1.0;
    return hottest > 1.0 + rounding ? hottest : 1.0;
}

/* Knots, as shares of the overflow load. No knot lies between 0.95 and 1, where the open model's
 * sources never stop, unlike the limited requests of a loop. If nodes cannot offer more than the
 * network accepts, share 1 is the largest load of the nodes. */
static const double knot_shares[NOC_OPEN_KNOTS] = {0.0, 0.8, 0.95, 1.0};

/* True for networks whose packets wait at their senders: no buffers, and no common queue. */
static bool has_senders(const noc_network *net)
{
    return !noc_network_has_channels(net) && noc_switchings[net->switching].has_limit;
}

static void find_queue_kinds(noc_open_curve *curve)
{
    const noc_graph *g = &curve->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const bool has_buffers = noc_network_has_buffers(&g->networks[n]);
        for (int k = 0; k < NOC_CLASSES; k++)
            curve->has_queues[k] |= has_buffers && g->networks[n].carries[k];
        curve->has_waits_at_memory |=
            g->networks[n].carries[NOC_REPLY] && has_senders(&g->networks[n]);
    }
}

static void add_knot(noc_open_curve *curve, double load, const noc_model_point *p)
{
    double waits[NOC_CLASSES];
    noc_open_curve_find_waits(curve, noc_system_packet_rate(curve->system, load), 1, waits);
    curve->load[curve->knot_count] = load;
    curve->request_latency[curve->knot_count] = p->request_latency - waits[NOC_REQUEST];
    curve->reply_latency[curve->knot_count++] = p->reply_latency - waits[NOC_REPLY];
}

/* ---- forked replies -------------------------------------------------------------------------- */

/* Finds the gain of forked replies. If requests saturate the network first, replies count as
 * saturated at an equal use of their busiest channel. */
static void find_packet_gain(const noc_loads *loads, noc_open_curve *curve)
{
    double groups[NOC_GROUP_KNOTS];
    noc_forked_replies forked[NOC_GROUP_KNOTS];
    const double largest_group = curve->system->design->memory.check_depth;
    curve->largest_group = 1.0;
    const double share = curve->busier_class == NOC_REPLY ? 1.0 : curve->other_class_ratio;
    if (!noc_has_forked_replies(curve->system) || !(share > 0.0)) return;
    const double full_rate = noc_system_packet_rate(curve->system, curve->overflow_load) / share;
    for (int k = 0; k < NOC_GROUP_KNOTS; k++)
        groups[k] = pow(largest_group, (double)k / (NOC_GROUP_KNOTS - 1));
    if (!noc_forked_replies_find(curve->system, loads->busy_cycles, groups, NOC_GROUP_KNOTS,
                                 forked))
        return;
    for (int k = 0; k < NOC_GROUP_KNOTS; k++)
        curve->forked_gain[k] = noc_forked_gain(&forked[0], &forked[k], full_rate);
    curve->largest_group = largest_group;
}

double noc_open_curve_gain(const noc_open_curve *c, double group_size)
{
    if (!(c->largest_group > 1.0)) return 1.0;
    const double position =
        log(fmax(1.0, fmin(group_size, c->largest_group))) / log(c->largest_group);
    const double knot_position = position * (NOC_GROUP_KNOTS - 1);
    const int k = (int)fmin(knot_position, NOC_GROUP_KNOTS - 2);
    return c->forked_gain[k] + (knot_position - k) * (c->forked_gain[k + 1] - c->forked_gain[k]);
}

/* ---- the curve ------------------------------------------------------------------------------ */

void noc_open_curve_find(const noc_system *system, const noc_corrected_model *model,
                         noc_open_curve *curve)
{
    *curve = (noc_open_curve){
        .system = system,
        .request_paths = noc_find_request_paths(system),
        .hottest_node_ratio = hottest_node_ratio(system),
        .busier_class = NOC_REPLY,
        .closed_forms = *noc_model_closed_forms(model->model),
    };
    find_queue_kinds(curve);
    if (noc_has_burst_priority(&system->design->memory))
        curve->opening_cycles = noc_model_opening_cycles(model->model, NOC_REPLY);
    const noc_model_limits limits = model->corrected_limits;
    const noc_loop_shape *shape = noc_model_find_loop_shape(model->model);
    curve->overflow_load = limits.overflow;
    curve->unfair_shares = shape->unfair_shares;
    curve->bursts = shape->bursts;
    const noc_loads *loads = noc_model_loads(model->model);
    const uint32_t channels = system->graph.channel_count;
    find_busier_class(loads, limits.limit.channel, curve);
    find_packet_gain(loads, curve);
    curve->busiest_use = loads->busy_cycles[noc_loads_busiest(loads, channels)] *
                         noc_system_packet_rate(system, limits.overflow);
    for (int k = 0; k < NOC_OPEN_KNOTS; k++) {
        noc_model_point p;
        const double load = knot_shares[k] * limits.overflow;
        if (knot_shares[k] == 1.0 && limits.overflow < noc_model_highest_load(model->model)) break;
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
    const double *latency = class == NOC_REQUEST ? c->request_latency : c->reply_latency;
    if (!c->has_queues[class]) return latency[0];
    if (c->knot_count < 2) return INFINITY;
    int k = 1;
    while (k + 1 < c->knot_count && c->load[k] < load) k++;
    const double idle = latency[0];
    const int high = k > 1 || c->knot_count == 2 ? k : 2, low = high > 1 ? high - 1 : 1;
    const double h = latency[high] - idle, l = latency[low] - idle;
    if (!(l > 0.0 && h > 0.0)) return idle + h * load / c->load[high];
    const double upper_slack = c->load[high] / h, lower_slack = c->load[low] / l;
    const double slope =
        low < high ? (upper_slack - lower_slack) / (c->load[high] - c->load[low]) : 0.0;
    const double load_difference = load - c->load[low];
    const double slack =
        lower_slack + (load_difference < 0.0 ? fmin(slope, 0.0) : slope) * load_difference;
    return slack > 0.0 ? idle + load / slack : INFINITY;
}

void noc_open_curve_find_waits(const noc_open_curve *c, double packet_rate, int train,
                               double waits[NOC_CLASSES])
{
    noc_find_closed_form_waits(&c->closed_forms, packet_rate, train, c->derated_kinds, waits);
}
