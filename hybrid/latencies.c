#include "hybrid/latencies.h"

#include <math.h>

noc_latency_set noc_latencies_at(noc_model *model, double load)
{
    noc_latency_set set = {{NAN, NAN, NAN, NAN}};
    noc_model_point p;
    noc_model_solve(model, load, &p);
    if (p.state == NOC_CONTENTION_UNSTABLE) return set;
    set.of[NOC_LATENCY_WATCHED] = isnan(p.round_trip) ? p.packet_latency : p.round_trip;
    set.of[NOC_LATENCY_NETWORK] = p.network_latency;
    set.of[NOC_LATENCY_REQUEST] = p.request_latency;
    set.of[NOC_LATENCY_REPLY] = p.reply_latency;
    return set;
}

noc_latency_set noc_latencies_idle(noc_model *model)
{
    return noc_latencies_at(model, 0.0);
}
