#include "hybrid/correction/discrepancy/latencies.h"

#include <math.h>

noc_latency_set noc_point_latencies(const noc_model_point *p)
{
    if (p->state == NOC_CONTENTION_UNSTABLE) return (noc_latency_set){{NAN, NAN, NAN, NAN}};
    return (noc_latency_set){{
        [NOC_LATENCY_MAIN] = isnan(p->round_trip) ? p->packet_latency : p->round_trip,
        [NOC_LATENCY_NETWORK] = p->network_latency,
        [NOC_LATENCY_REQUEST] = p->request_latency,
        [NOC_LATENCY_REPLY] = p->reply_latency,
    }};
}

noc_latency_set noc_load_latencies(const noc_corrected_model *corrected, double load)
{
    noc_model_point p;
    noc_corrected_solve(corrected, load, &p);
    return noc_point_latencies(&p);
}
