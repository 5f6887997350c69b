/* Ideal networks without latency (te13 3.1, 3.2): all packets wait in one queue at their terminals,
 * from which a fixed number of flits is accepted per cycle. */
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

#include "analytic/network_model.h"
#include "base/normal_excess.h"

static double zero_load(const noc_system *system, uint32_t first, unsigned flits)
{
    (void)system, (void)first, (void)flits;
    return 0.0;
}

static double capacity(const noc_system *system, uint32_t channel)
{
    (void)system, (void)channel;
    return INFINITY;
}

/* ---- work of packets ------------------------------------------------------------------------ */

/* Work of one packet of a source, and of its reply if there is one, in a network. */
typedef struct packet_work {
    double share[NOC_CLASSES];             /* share of the class's packets that use the network */
    double flits[NOC_CLASSES];             /* E[F] of these packets */
    double squares[NOC_CLASSES], products; /* E[F^2]; E[F of the request times F of the reply] */
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
        const double packets = type->class == NOC_REPLY ? s->traffic.answered : 1.0;
        w.flits[type->class] += packets * type->share * flits;
        w.squares[type->class] += packets * type->share * flits * flits;
        if (type->reply >= 0)
            w.products += type->share * flits * s->traffic.types[type->reply].flits[network];
    }
    for (int c = 0; c < NOC_CLASSES; c++) w.share[c] = share_of(&s->graph, network, (noc_class)c);
    return w;
}

static uint32_t injection_of(const noc_graph *g, uint16_t network)
{
    uint32_t c = 0;
    while (g->channels[c].network != network || g->channels[c].kind != NOC_INJECTION) c++;
    return c;
}

/* Adds the shared limit of all terminals. */
static bool gates(const noc_system *s, uint16_t network, noc_shared_limits *list)
{
    const packet_work w = work_of(s, network);
    const double limit = s->graph.networks[network].ideal.flits_per_cycle;
    noc_shared_limit g = {.network = network,
                          .channel = injection_of(&s->graph, network),
                          .limit = limit > 0.0 ? limit : INFINITY};
    for (int c = 0; c < NOC_CLASSES; c++) {
        g.share[c] = w.share[c];
        g.flits[c] = w.share[c] * w.flits[c] * s->traffic.injectors;
    }
    return noc_shared_limits_add(list, g);
}

/* ---- queue ---------------------------------------------------------------------------------- */

/* Moments of the flits that arrive in k cycles: the mean is k mean_flits, the variance k
 * flit_variance + (k - 1) pair_variance, as a reply arrives a cycle after its request. */
typedef struct arrivals {
    double mean, alone, paired;
    double squares; /* E[F^2] / E[F] */
} arrivals;

/* Arrivals from Bernoulli sources: requests only, or requests and replies. */
static arrivals arrivals_of(const packet_work *w, const noc_traffic *traffic, double rate,
                            bool replies)
{
    const double sources = traffic->injectors, uneven = traffic->pace_square;
    arrivals a = {.mean = 0.0};
    double squares = 0.0;
    for (int c = 0; c < (replies ? NOC_CLASSES : NOC_REPLY); c++) {
        const double p = rate * w->share[c];
        a.mean += sources * p * w->flits[c];
        a.alone += sources * (p * w->squares[c] - uneven * p * p * w->flits[c] * w->flits[c]);
        squares += sources * p * w->squares[c];
    }
    if (replies) {
        const double both = w->share[NOC_REQUEST] * w->share[NOC_REPLY] * rate;
        a.paired = 2.0 * sources * both *
                   (w->products - uneven * rate * w->flits[NOC_REQUEST] * w->flits[NOC_REPLY]);
    }
    a.squares = a.mean > 0.0 ? squares / a.mean : 0.0;
    return a;
}

/* P(N >= n) of a Poisson number N; 0 where Chernoff's bound is so small that GSL would
 * underflow. */
static double at_least(double n, double mean)
{
    static const double smallest = -600.0; /* logarithm of a probability */
    if (n <= 0.0) return 1.0;
    if (n > mean && n - mean + n * log(mean / n) < smallest) return 0.0;
    return gsl_sf_gamma_inc_P(n, mean);
}

/* Surplus of the flits that arrive in k cycles over the flits accepted: mean and probability.
 * Arrivals are a multiple of a Poisson number with equal mean and variance, which is exact for
 * packets of one length from many sources; large numbers are normally distributed. */
static noc_excess surplus_of(const arrivals *a, double k, double limit)
{
    static const double large = 500.0;
    const double mean = k * a->mean, most = k * limit;
    const double variance = k * a->alone + (k - 1.0) * a->paired;
    const double unit = variance / mean, number = mean / unit;
    if (number > large) {
        return noc_normal_excess(most, mean, sqrt(variance));
    }
    const double least = floor(most / unit) + 1.0, above = at_least(least, number);
    return (noc_excess){mean * at_least(least - 1.0, number) - most * above, above};
}

/* Mean flits of the packets in the queue at the end of a cycle, where `limit` flits are accepted
 * per cycle. The backlog V, which includes unsent flits of the last packet, is the largest surplus
 * of arrivals over k cycles, for any k: E[V] = sum over k of E[(S_k - k limit)^+] / k, P(V = 0) =
 * exp(-sum of P(S_k > k limit) / k) (Spitzer, A combinatorial lemma and its application to
 * probability theory, Trans. AMS 82, 1956). Terms change slowly for large k, so one term stands for
 * several. */
static double left_over(const arrivals *a, double limit)
{
    static const double negligible = 1e-6; /* share of the sum */
    double flits = 0.0, busy = 0.0;
    if (!(a->mean > 0.0 && a->alone > 0.0)) return a->mean > limit ? INFINITY : 0.0;
    if (!(a->mean < limit)) return INFINITY;
    for (double k = 1.0, before = 1.0;;) {
        const noc_excess s = surplus_of(a, k, limit);
        const double step = floor(1.0 + k / 32.0), weight = (before + step) / 2.0 / k;
        flits += weight * s.mean;
        busy += weight * s.chance;
        if (k >= 16.0 && s.mean <= negligible * flits) break;
        before = step;
        k += step;
    }
    /* mean flits of the last packet that are already sent */
    const double ahead = (a->squares - 1.0) / 2.0;
    return fmax(0.0, flits - (1.0 - exp(-busy)) * ahead);
}

/* Adds the waits of both classes. Requests are first in the queue, and wait for requests only. A
 * lower capacity stretches all times. Requests are Bernoulli arrivals; replies are created when
 * their requests arrive, and come after the requests of that cycle. */
static void waits(const noc_system *s, uint16_t network, noc_arrivals come, double pace,
                  double all_waits[NOC_CLASSES])
{
    const double limit = s->graph.networks[network].ideal.flits_per_cycle;
    if (limit == 0.0) return;
    const packet_work w = work_of(s, network);
    const arrivals requests = arrivals_of(&w, &s->traffic, come.rate / pace, false);
    const arrivals all = arrivals_of(&w, &s->traffic, come.rate / pace, true);
    const double of_requests = left_over(&requests, limit);
    const double of_all = left_over(&all, limit);
    const double of_replies = isfinite(of_all) ? of_all - of_requests : INFINITY;
    /* Little's law. */
    if (requests.mean > 0.0)
        all_waits[NOC_REQUEST] += w.share[NOC_REQUEST] * of_requests / requests.mean / pace;
    if (all.mean > requests.mean)
        all_waits[NOC_REPLY] += w.share[NOC_REPLY] * of_replies / (all.mean - requests.mean) / pace;
}

const noc_network_model_kind noc_network_model_ideal = {
    .switching = NOC_SWITCHING_IDEAL,
    .zero_load = zero_load,
    .capacity = capacity,
    .gates = gates,
    .waits = waits,
};
