#include "analytic/zero_load.h"

#include <math.h>
#include <stdlib.h>

enum { HOPS_MAX = 4096 };

/* One channel of a path, with what its sender needs to know. */
typedef struct stage {
    unsigned flight;   /* cycles from leaving the sender to arriving at the other end */
    unsigned credit;   /* cycles from leaving the buffer there to the credit's use */
    unsigned buffer;   /* flits */
    unsigned pipeline; /* of the router at the other end: arrival of a head to its grant */
    unsigned head_hold, body_hold; /* cycles there from the grant to the departure */
} stage;

static stage stage_of(const noc_system *system, uint32_t hop)
{
    const noc_channel *channel = &system->graph.channels[system->routes.hops[hop].channel];
    const noc_network *net = &system->graph.networks[channel->network];
    const bool injects = channel->kind == NOC_INJECTION; /* by a terminal, not a router */
    const bool ejects = channel->kind == NOC_EJECTION;
    return (stage){
        .head_hold = !ejects && net->allocation_hold != NOC_HOLD_NONE,
        .body_hold = !ejects && net->allocation_hold == NOC_HOLD_FLIT,
        .flight = (injects ? 0u : net->traverse_cycles) + channel->latency + 1u,
        .credit = channel->latency + 1u + (injects ? 0u : net->credit_cycles),
        .buffer = net->buffer_flits,
        .pipeline = ejects ? 0u : (unsigned)net->router_stages - net->traverse_cycles - 1u,
    };
}

/* Flit by flit: a flit is granted its way out of a stage when it has arrived, the one before has left, and
 * the one that is a buffer's length ahead has made room; with a hold it leaves a cycle later. `left`
 * holds departure times, stage by stage. */
static double stream_packet(const stage *stages, unsigned count, unsigned flits)
{
    const size_t rows = count + 1u;
    double *left = calloc(rows * flits, sizeof *left);
    if (!left) return NAN;
    for (unsigned f = 0; f < flits; f++) {
        for (unsigned h = 0; h <= count; h++) {
            double *row = &left[h * flits];
            double ready = 0.0;
            if (h > 0) ready = left[(h - 1) * flits + f] + stages[h - 1].flight;
            if (h > 0 && f == 0) ready += stages[h - 1].pipeline;
            if (f > 0 && row[f - 1] + 1.0 > ready) ready = row[f - 1] + 1.0;
            if (h < count && f >= stages[h].buffer) {
                const double room = row[flits + f - stages[h].buffer] + stages[h].credit;
                if (room > ready) ready = room;
            }
            if (h > 0) ready += f == 0 ? stages[h - 1].head_hold : stages[h - 1].body_hold;
            row[f] = ready;
        }
    }
    const double latency = left[rows * flits - 1];
    free(left);
    return latency;
}

double noc_zero_load_path(const noc_system *system, uint32_t first, unsigned flits)
{
    stage stages[HOPS_MAX];
    unsigned count = 0, sum = 0;
    bool streams = true;
    const noc_channel *injection = &system->graph.channels[system->routes.hops[first].channel];
    if (system->graph.networks[injection->network].switching == NOC_SWITCHING_IDEAL) return 0.0;
    for (uint32_t hop = first; hop != NOC_NONE; hop = system->routes.hops[hop].next) {
        const stage s = stage_of(system, hop);
        sum += s.flight + s.pipeline;
        streams &= (flits <= s.buffer || s.buffer >= s.flight + s.credit) && !s.head_hold;
        if (count < HOPS_MAX) stages[count] = s;
        count++;
    }
    if (streams || count > HOPS_MAX) return sum + (double)flits - 1.0;
    return stream_packet(stages, count, flits);
}

/* Latency of a flow's packets, mean over its paths and packet types. */
static double flow_latency(const noc_system *system, const noc_flow *flow)
{
    double mean = 0.0;
    for (uint32_t i = 0; i < flow->route.paths; i++) {
        const noc_path *path = &system->routes.paths[flow->route.first_path + i];
        const uint32_t channel = system->routes.hops[path->first].channel;
        const uint16_t network = system->graph.channels[channel].network;
        for (int t = 0; t < system->traffic.type_count; t++) {
            const noc_packet_type *type = &system->traffic.types[t];
            if (type->class != flow->class || type->share == 0.0) continue;
            mean += path->probability * type->share *
                    noc_zero_load_path(system, path->first, type->flits[network]);
        }
    }
    return mean;
}

static double flow_routers(const noc_system *system, const noc_flow *flow)
{
    double mean = 0.0;
    for (uint32_t i = 0; i < flow->route.paths; i++) {
        const noc_path *path = &system->routes.paths[flow->route.first_path + i];
        mean += path->probability * path->routers;
    }
    return mean;
}

static double mean_over_flows(const noc_system *system, noc_class class,
                              double (*of)(const noc_system *, const noc_flow *))
{
    double sum = 0.0, rate = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != class) continue;
        sum += flow->rate * of(system, flow);
        rate += flow->rate;
    }
    return rate > 0.0 ? sum / rate : NAN;
}

double noc_zero_load_mean(const noc_system *system, noc_class class)
{
    return mean_over_flows(system, class, flow_latency);
}

double noc_routers_mean(const noc_system *system, noc_class class)
{
    return mean_over_flows(system, class, flow_routers);
}

double noc_zero_load_latency(const noc_system *system)
{
    const double request = noc_zero_load_mean(system, NOC_REQUEST);
    const double reply = noc_zero_load_mean(system, NOC_REPLY);
    return isnan(reply) ? request : request + NOC_REPLY_WAIT_CYCLES + reply;
}
