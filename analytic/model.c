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
static const double bracket = 2e-3; /* relative width at which the search for a limit ends */

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

/* ---- limits --------------------------------------------------------------------------------- */

/* What crosses zero where a limit is. */
typedef struct limit_search {
    noc_model *model;
    double target; /* latency; INFINITY: that of a queue that overflows */
} limit_search;

static double excess(const limit_search *s, double load)
{
    noc_model_point point;
    solve(s->model, load, &point);
    const bool stable = point.state == NOC_CONTENTION_STABLE;
    if (isinf(s->target)) return stable ? point.limit.utilization - 1.0 : 1e-3;
    return stable ? log(watched(s->model, &point) / s->target) : 1.0;
}

/* The load between 0 and `high`, which is beyond it, at which `excess` crosses zero. */
static double find_crossing(const limit_search *s, double high)
{
    double low = high / 2.0; /* limits rarely lie farther below what bounds them */
    while (excess(s, low) > 0.0 && low > bracket * high) low /= 2.0;
    high = fmin(high, 2.0 * low);
    while (high - low > bracket * high) {
        const double middle = (low + high) / 2.0;
        if (excess(s, middle) > 0.0)
            high = middle;
        else
            low = middle;
    }
    return (low + high) / 2.0;
}

void noc_model_find_limits(noc_model *m, noc_model_limits *limits)
{
    if (m->limits_known) {
        *limits = m->limits;
        return;
    }
    limit_search overflow = {m, INFINITY};
    limit_search knee = {m, knee_factor * noc_model_zero_load(m)};
    const double highest = noc_system_highest_load(m->system);
    const double bound = cap(m->bound, highest);
    const bool overflows = excess(&overflow, bound) > 0.0;
    const double end = overflows ? find_crossing(&overflow, bound) : bound;
    noc_model_point point;
    solve(m, end, &point);
    limits->limit = point.limit;
    limits->saturation =
        overflows || bound < highest ? cap(end / accepted_share, highest) : highest;
    limits->knee =
        overflows || excess(&knee, end) > 0.0 ? find_crossing(&knee, end * (1.0 + bracket)) : NAN;
    m->limits = *limits;
    m->limits_known = true;
}
