#include "analytic/model.h"

#include <math.h>
#include <stdlib.h>

struct noc_model {
    const noc_system *system;
    noc_loads loads;
    noc_contention *contention;
    double zero_load[NOC_CLASSES]; /* with the reply's wait of a cycle; NAN without such packets */
    double routers;
    double bound;
    noc_model_limits limits;
    bool limits_known;
};

/* Latencies of three times zero load are where a queue is about to overflow; accepted traffic falls
 * below 98 % of the offered a little later, when the overload has outgrown 2 %. */
static const double knee_factor = 3.0;
static const double accepted_share = 0.98;
static const double bracket = 5e-4; /* relative width at which the search for the knee ends */

static double cap(double value, double highest)
{
    return value < highest ? value : highest;
}

static bool has_replies(const noc_model *m)
{
    return !isnan(m->zero_load[NOC_REPLY]);
}

noc_model *noc_model_new(const noc_system *system, const noc_contention_terms *terms)
{
    noc_model *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->system = system;
    if (noc_loads_new(system, &m->loads) == NOC_OK)
        m->contention = noc_contention_new(system, &m->loads, terms);
    if (!m->contention) {
        noc_model_free(m);
        return NULL;
    }
    m->zero_load[NOC_REQUEST] = noc_zero_load_mean(system, NOC_REQUEST);
    m->zero_load[NOC_REPLY] = noc_zero_load_mean(system, NOC_REPLY) + NOC_REPLY_WAIT_CYCLES;
    m->routers = noc_routers_mean(system, NOC_REQUEST);
    if (has_replies(m)) m->routers = (m->routers + noc_routers_mean(system, NOC_REPLY)) / 2.0;
    m->bound = noc_loads_bound(system, &m->loads);
    return m;
}

void noc_model_free(noc_model *m)
{
    if (!m) return;
    noc_contention_free(m->contention);
    noc_loads_clear(&m->loads);
    free(m);
}

double noc_model_zero_load(const noc_model *m)
{
    return m->zero_load[NOC_REQUEST] + (has_replies(m) ? m->zero_load[NOC_REPLY] : 0.0);
}

double noc_model_routers(const noc_model *m)
{
    return m->routers;
}

double noc_model_bound(const noc_model *m)
{
    return m->bound;
}

const noc_loads *noc_model_loads(const noc_model *m)
{
    return &m->loads;
}

/* What the user watches: round trip where there are replies, else packet latency. */
static double watched(const noc_model *m, const noc_model_point *p)
{
    return has_replies(m) ? p->round_trip : p->packet_latency;
}

static void solve(noc_model *m, double load, noc_model_point *p)
{
    noc_waits solved;
    const noc_waits *waits = &solved;
    const double rate = noc_system_packet_rate(m->system, load);
    noc_contention_solve(m->contention, rate, &solved);
    const double request = m->zero_load[NOC_REQUEST] + waits->network[NOC_REQUEST];
    const double reply = m->zero_load[NOC_REPLY] + waits->network[NOC_REPLY];
    p->state = waits->state;
    p->request_latency = request + waits->source[NOC_REQUEST];
    p->reply_latency = reply + waits->source[NOC_REPLY];
    p->round_trip = p->request_latency + p->reply_latency;
    p->packet_latency = p->request_latency;
    p->network_latency = request;
    if (has_replies(
            m)) { /* as many replies as requests; a reply's first cycle is not in the network */
        p->packet_latency = p->round_trip / 2.0;
        p->network_latency = (request + reply - NOC_REPLY_WAIT_CYCLES) / 2.0;
    } else {
        p->request_latency = NAN;
    }
    const uint32_t busiest = noc_loads_busiest(&m->loads, m->system->graph.channel_count);
    p->channel_utilization = m->loads.channel_flits[busiest] * rate;
    p->limit = (noc_model_limit){waits->station, waits->critical, waits->utilization};
    p->accepted = load;
}

void noc_model_solve(noc_model *m, double load, noc_model_point *p)
{
    noc_model_limits limits;
    noc_model_find_limits(m, &limits);
    solve(m, load, p);
    if (load > limits.saturation) { /* more is offered than accepted; the rest piles up */
        p->state = NOC_CONTENTION_UNSTABLE;
        p->accepted = accepted_share * limits.saturation;
        p->channel_utilization *= p->accepted / load;
    }
    if (p->state == NOC_CONTENTION_UNSTABLE) p->limit = limits.limit;
}

void noc_model_find_limits(noc_model *m, noc_model_limits *limits)
{
    if (m->limits_known) {
        *limits = m->limits;
        return;
    }
    const double target = knee_factor * noc_model_zero_load(m);
    const double highest = noc_system_highest_load(m->system);
    double low = 0.0, high = cap(m->bound, highest);
    noc_model_point point, beyond;
    solve(m, high, &beyond);
    if (beyond.state == NOC_CONTENTION_STABLE && watched(m, &beyond) < target)
        low = high; /* the nodes cannot offer what would saturate it */
    while (high - low > bracket * high) {
        const double middle = (low + high) / 2.0;
        solve(m, middle, &point);
        if (point.state == NOC_CONTENTION_STABLE && watched(m, &point) < target) {
            low = middle;
        } else {
            high = middle;
            beyond = point;
        }
    }
    limits->knee = low < high ? (low + high) / 2.0 : NAN;
    limits->saturation = low < high ? cap((low + high) / 2.0 / accepted_share, highest) : highest;
    limits->limit = beyond.limit;
    m->limits = *limits;
    m->limits_known = true;
}
