#include "analytic/ideal.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <string.h>

#include "analytic/overload.h"
#include "analytic/zero_load.h"

bool noc_is_ideal(const noc_system *s)
{
    return s->graph.networks[0].switching == NOC_SWITCHING_IDEAL;
}

/* ---- the work of one network ---------------------------------------------------------------- */

/* What one source's packet of its own, and the reply to it, bring to a network. */
typedef struct packet_work {
    double share[NOC_CLASSES];             /* of the packets of a class that take it */
    double flits[NOC_CLASSES];             /* E[F] of these */
    double squares[NOC_CLASSES], products; /* E[F^2]; E[request's F times reply's F] */
} packet_work;

static double share_of(const noc_graph *g, uint16_t network, noc_class class)
{
    int carriers = 0;
    for (uint16_t n = 0; n < g->network_count; n++) carriers += g->networks[n].carries[class];
    return g->networks[network].carries[class] ? 1.0 / carriers : 0.0;
}

static packet_work work_of(const noc_system *s, uint16_t network)
{
    packet_work w = {.products = 0.0};
    for (int i = 0; i < s->traffic.type_count; i++) {
        const noc_packet_type *type = &s->traffic.types[i];
        const double flits = type->flits[network];
        w.flits[type->class] += type->share * flits;
        w.squares[type->class] += type->share * flits * flits;
        if (type->reply >= 0)
            w.products += type->share * flits * s->traffic.types[type->reply].flits[network];
    }
    for (int c = 0; c < NOC_CLASSES; c++) w.share[c] = share_of(&s->graph, network, (noc_class)c);
    return w;
}

double noc_ideal_capacity(const noc_system *s)
{
    double highest = noc_system_highest_load(s);
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        if (s->graph.networks[n].flits_per_cycle == 0) continue;
        const packet_work w = work_of(s, n);
        double flits = 0.0;
        for (int c = 0; c < NOC_CLASSES; c++) flits += w.share[c] * w.flits[c];
        const double rate = s->graph.networks[n].flits_per_cycle / (flits * s->traffic.injectors);
        highest = fmin(highest, rate * s->traffic.injected_flits);
    }
    return highest;
}

/* ---- beyond its capacity -------------------------------------------------------------------- */

/* Share of the packets of each class that comes to a network, and gets through it, of those that nodes create, where each network
 * takes packets in order and `requests` of all requests are answered. */
static void pass(const noc_system *s, double packet_rate, double requests,
                 double passed[NOC_CLASSES])
{
    passed[NOC_REQUEST] = passed[NOC_REPLY] = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const packet_work w = work_of(s, n);
        const double rate = packet_rate * s->traffic.injectors;
        const double flits = rate * (w.share[NOC_REQUEST] * w.flits[NOC_REQUEST] +
                                     requests * w.share[NOC_REPLY] * w.flits[NOC_REPLY]);
        const double limit = s->graph.networks[n].flits_per_cycle;
        const double share = limit > 0.0 && flits > limit ? limit / flits : 1.0;
        for (int c = 0; c < NOC_CLASSES; c++) passed[c] += share * w.share[c];
    }
}

double noc_ideal_accepted(const noc_system *s, double load)
{
    enum { STEPS = 40 };
    const double rate = noc_system_packet_rate(s, load);
    double passed[NOC_CLASSES], low = 0.0, high = 1.0;
    for (int i = 0; i < STEPS;
         i++) { /* the fewer requests pass, the fewer replies are in their way */
        const double requests = (low + high) / 2.0;
        pass(s, rate, requests, passed);
        *(passed[NOC_REQUEST] > requests ? &low : &high) = requests;
    }
    pass(s, rate, high, passed);
    return load * passed[NOC_REQUEST] * (s->graph.memory_count > 0 ? passed[NOC_REPLY] : 1.0);
}

double noc_ideal_saturation(const noc_system *s)
{
    enum { STEPS = 40 };
    const double highest = noc_system_highest_load(s);
    double low = noc_ideal_capacity(s), high = highest;
    if (noc_ideal_accepted(s, highest) >= NOC_ACCEPTED_SHARE * highest) return highest;
    for (int i = 0; i < STEPS; i++) {
        const double load = (low + high) / 2.0;
        *(noc_ideal_accepted(s, load) >= NOC_ACCEPTED_SHARE * load ? &low : &high) = load;
    }
    return low;
}

/* ---- its queue ------------------------------------------------------------------------------ */

/* Flits that come in k cycles: their mean is k times `mean`, their variance k `alone` + (k - 1) `paired`, as a
 * reply comes a cycle after its request. */
typedef struct arrivals {
    double mean, alone, paired;
    double squares; /* E[F^2] / E[F] */
} arrivals;

/* Of `sources` Bernoulli sources; of requests only, or all. */
static arrivals arrivals_of(const packet_work *w, double sources, double rate, bool replies)
{
    arrivals a = {.mean = 0.0};
    double squares = 0.0;
    for (int c = 0; c < (replies ? NOC_CLASSES : NOC_REPLY); c++) {
        const double p = rate * w->share[c];
        a.mean += sources * p * w->flits[c];
        a.alone += sources * (p * w->squares[c] - p * p * w->flits[c] * w->flits[c]);
        squares += sources * p * w->squares[c];
    }
    if (replies) {
        const double both = w->share[NOC_REQUEST] * w->share[NOC_REPLY] * rate;
        a.paired = 2.0 * sources * both *
                   (w->products - rate * w->flits[NOC_REQUEST] * w->flits[NOC_REPLY]);
    }
    a.squares = a.mean > 0.0 ? squares / a.mean : 0.0;
    return a;
}

/* P(N >= n) of a Poisson number; 0 where Chernoff's bound is too small for GSL, which would underflow. */
static double at_least(double n, double mean)
{
    static const double smallest = -600.0; /* logarithm */
    if (n <= 0.0) return 1.0;
    if (n > mean && n - mean + n * log(mean / n) < smallest) return 0.0;
    return gsl_sf_gamma_inc_P(n, mean);
}

/* Flits of k cycles beyond what these take. */
typedef struct surplus {
    double mean;
    double chance; /* that there are any */
} surplus;

/* Of a multiple of a Poisson number, with the mean and variance that the arrivals have: as it is for packets of one
 * length from many sources. Large ones are normal. */
static surplus surplus_of(const arrivals *a, double k, double limit)
{
    static const double large = 500.0;
    const double mean = k * a->mean, most = k * limit;
    const double variance = k * a->alone + (k - 1.0) * a->paired;
    const double unit = variance / mean, number = mean / unit;
    if (number > large) {
        const double deviation = sqrt(variance), z = (most - mean) / deviation;
        const double above = erfc(z / M_SQRT2) / 2.0;
        const double density = exp(-z * z / 2.0) / sqrt(2.0 * M_PI);
        return (surplus){deviation * (density - z * above), above};
    }
    const double least = floor(most / unit) + 1.0, above = at_least(least, number);
    return (surplus){mean * at_least(least - 1.0, number) - most * above, above};
}

/* Mean flits of packets that are left over at the end of a cycle, where `limit` are taken in each. These, and what
 * the last packet took of cycles to come, are the greatest surplus of arrivals over k cycles, for any k:
 *   E[V] = sum over k of E[(S_k - k limit)^+] / k,  P(V = 0) = exp(-sum of P(S_k > k limit) / k)
 * (Spitzer, A combinatorial lemma and its application to probability theory, Trans. AMS 82, 1956). Terms change
 * slowly from some k on, so that one stands for several. */
static double left_over(const arrivals *a, double limit)
{
    static const double negligible = 1e-6; /* of the sum */
    double flits = 0.0, busy = 0.0;
    if (!(a->mean > 0.0 && a->alone > 0.0)) return a->mean > limit ? INFINITY : 0.0;
    if (!(a->mean < limit)) return INFINITY;
    for (double k = 1.0, before = 1.0;;) {
        const surplus s = surplus_of(a, k, limit);
        const double step = floor(1.0 + k / 32.0), weight = (before + step) / 2.0 / k;
        flits += weight * s.mean;
        busy += weight * s.chance;
        if (k >= 16.0 && s.mean <= negligible * flits) break;
        before = step;
        k += step;
    }
    const double ahead = (a->squares - 1.0) / 2.0; /* what is beyond a limit inside a packet */
    return fmax(0.0, flits - (1.0 - exp(-busy)) * ahead);
}

void noc_ideal_waits(const noc_system *s, double packet_rate, double waits[NOC_CLASSES])
{
    memset(waits, 0, NOC_CLASSES * sizeof *waits);
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const double limit = s->graph.networks[n].flits_per_cycle;
        if (limit == 0.0) continue;
        const packet_work w = work_of(s, n);
        const arrivals requests = arrivals_of(&w, s->traffic.injectors, packet_rate, false);
        const arrivals all = arrivals_of(&w, s->traffic.injectors, packet_rate, true);
        const double of_requests = left_over(&requests, limit);
        const double of_all = left_over(&all, limit);
        const double of_replies = isfinite(of_all) ? of_all - of_requests : INFINITY;
        /* Little's law. */
        if (requests.mean > 0.0)
            waits[NOC_REQUEST] += w.share[NOC_REQUEST] * of_requests / requests.mean;
        if (all.mean > requests.mean)
            waits[NOC_REPLY] += w.share[NOC_REPLY] * of_replies / (all.mean - requests.mean);
    }
}

/* ---- the knee ------------------------------------------------------------------------------- */

typedef struct knee {
    const noc_system *system;
    double wait; /* of a round trip there, cycles */
} knee;

/* Positive below the knee, negative above it, and finite at any load: 1 without waits, -1 with
 * endless ones. */
static double short_of_knee(double load, void *of)
{
    const knee *k = of;
    double waits[NOC_CLASSES];
    noc_ideal_waits(k->system, noc_system_packet_rate(k->system, load), waits);
    return 2.0 * k->wait / (k->wait + waits[NOC_REQUEST] + waits[NOC_REPLY]) - 1.0;
}

/* By Brent's method, if it lies below `high`. NAN when out of memory. */
static double knee_below(double high, knee *k)
{
    enum { STEPS_MOST = 60 };
    static const double precision = 1e-9; /* of the load */
    gsl_function f = {short_of_knee, k};
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    double root = NAN;
    if (solver && gsl_root_fsolver_set(solver, &f, 0.0, high) == GSL_SUCCESS) {
        for (int i = 0; i < STEPS_MOST && gsl_root_fsolver_iterate(solver) == GSL_SUCCESS; i++)
            if (gsl_root_test_interval(gsl_root_fsolver_x_lower(solver),
                                       gsl_root_fsolver_x_upper(solver), 0.0,
                                       precision) == GSL_SUCCESS)
                break;
        root = gsl_root_fsolver_root(solver);
    }
    gsl_root_fsolver_free(solver);
    return root;
}

double noc_ideal_knee(const noc_system *s)
{
    static const double knee_factor = 3.0; /* of zero load */
    knee k = {s, (knee_factor - 1.0) * noc_zero_load_latency(s)};
    const double high = noc_ideal_capacity(s);
    if (k.wait == 0.0 || !(short_of_knee(high, &k) < 0.0)) return NAN;
    return knee_below(high, &k);
}
