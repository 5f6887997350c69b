/* Ideal networks without latency (te13 3.1, 3.2): all packets wait in one queue at their terminals,
 * from which a fixed number of flits is accepted per cycle. */
#include <gsl/gsl_sf_gamma.h>
#include <math.h>

#include "analytic/network_model.h"
#include "base/normal_excess.h"

static double idle_latency(const noc_system *system, uint32_t first, unsigned flits)
{
    (void)system, (void)first, (void)flits;
    return 0.0;
}

/* ---- work of packets ------------------------------------------------------------------------ */

/* Work of one packet of a source, and of its reply if there is one, in a network. */
typedef struct packet_work {
    double packet_share[NOC_CLASSES]; /* share of the class's packets that use the network */
    double flits[NOC_CLASSES];        /* E[F] of these packets */
    /* E[F^2]; E[F of the request times F of the reply] */
    double square_flits[NOC_CLASSES], flit_product;
} packet_work;

static double packet_share(const noc_graph *g, uint16_t network, noc_class class)
{
    int carriers = 0;
    for (uint16_t n = 0; n < g->network_count; n++) carriers += g->networks[n].carries[class];
    return g->networks[network].carries[class] ? 1.0 / carriers : 0.0;
}

static packet_work packet_work_of(const noc_system *s, uint16_t network)
{
    packet_work w = {.flit_product = 0.0};
    for (int i = 0; i < s->traffic.type_count; i++) {
        const noc_packet_type *type = &s->traffic.types[i];
        const double flits = type->flits[network];
        const double packets = type->class == NOC_REPLY ? s->traffic.replied_share : 1.0;
        w.flits[type->class] += packets * type->share * flits;
        w.square_flits[type->class] += packets * type->share * flits * flits;
        if (type->reply_type >= 0)
            w.flit_product +=
                type->share * flits * s->traffic.types[type->reply_type].flits[network];
    }
    for (int c = 0; c < NOC_CLASSES; c++)
        w.packet_share[c] = packet_share(&s->graph, network, (noc_class)c);
    return w;
}

static uint32_t find_injection(const noc_graph *g, uint16_t network)
{
    uint32_t c = 0;
    while (g->channels[c].network != network || g->channels[c].kind != NOC_INJECTION) c++;
    return c;
}

/* Adds the shared limit of all terminals. */
static bool add_limits(const noc_system *s, uint16_t network, noc_shared_limits *list)
{
    const packet_work w = packet_work_of(s, network);
    const double limit = s->graph.networks[network].ideal.flits_per_cycle;
    noc_shared_limit limit_of_all = {.network = network,
                                     .channel = find_injection(&s->graph, network),
                                     .capacity = limit > 0.0 ? limit : INFINITY};
    for (int c = 0; c < NOC_CLASSES; c++) {
        limit_of_all.packet_share[c] = w.packet_share[c];
        limit_of_all.flits[c] = w.packet_share[c] * w.flits[c] * s->traffic.injector_count;
    }
    return noc_shared_limits_add(list, limit_of_all);
}

/* ---- queue ---------------------------------------------------------------------------------- */

/* Moments of the flits that arrive in k cycles: the mean is k mean_flits, the variance k
 * flit_variance + (k - 1) pair_variance, as a reply arrives a cycle after its request. */
typedef struct arrival_moments {
    double mean_flits, flit_variance, pair_variance;
    double flits_per_packet; /* E[F^2] / E[F] */
} arrival_moments;

/* Arrivals from Bernoulli sources: requests only, or requests and replies. */
static arrival_moments find_arrivals(const packet_work *w, const noc_traffic *traffic, double rate,
                                     bool replies)
{
    const double sources = traffic->injector_count, rate_unevenness = traffic->relative_rate_square;
    arrival_moments a = {.mean_flits = 0.0};
    double squares = 0.0;
    for (int c = 0; c < (replies ? NOC_CLASSES : NOC_REPLY); c++) {
        const double p = rate * w->packet_share[c];
        a.mean_flits += sources * p * w->flits[c];
        a.flit_variance += sources * (p * w->square_flits[c] -
                                      rate_unevenness * p * p * w->flits[c] * w->flits[c]);
        squares += sources * p * w->square_flits[c];
    }
    if (replies) {
        const double pair_rate = w->packet_share[NOC_REQUEST] * w->packet_share[NOC_REPLY] * rate;
        a.pair_variance = 2.0 * sources * pair_rate *
                          (w->flit_product -
                           rate_unevenness * rate * w->flits[NOC_REQUEST] * w->flits[NOC_REPLY]);
    }
    a.flits_per_packet = a.mean_flits > 0.0 ? squares / a.mean_flits : 0.0;
    return a;
}

/* P(N >= n) of a Poisson number N; 0 where Chernoff's bound is so small that GSL would
 * underflow. */
static double poisson_tail(double n, double mean)
{
    static const double smallest = -600.0; /* logarithm of a probability */
    if (n <= 0.0) return 1.0;
    if (n > mean && n - mean + n * log(mean / n) < smallest) return 0.0;
    return gsl_sf_gamma_inc_P(n, mean);
}

/* Surplus of the flits that arrive in k cycles over the flits accepted: mean and probability.
 * Arrivals are a multiple of a Poisson number with equal mean and variance, which is exact for
 * packets of one length from many sources; large numbers are normally distributed. */
static noc_excess find_surplus(const arrival_moments *a, double k, double limit)
{
    static const double poisson_limit = 500.0;
    const double mean = k * a->mean_flits, sent_flits = k * limit;
    const double variance = k * a->flit_variance + (k - 1.0) * a->pair_variance;
    const double unit = variance / mean, poisson_mean = mean / unit;
    if (poisson_mean > poisson_limit) {
        return noc_normal_excess(sent_flits, mean, sqrt(variance));
    }
    const double least_number = floor(sent_flits / unit) + 1.0,
                 chance = poisson_tail(least_number, poisson_mean);
    return (noc_excess){mean * poisson_tail(least_number - 1.0, poisson_mean) - sent_flits * chance,
                        chance};
}

/* Mean flits of the packets in the queue at the end of a cycle, where `limit` flits are accepted
 * per cycle. The backlog V, which includes unsent flits of the last packet, is the largest surplus
 * of arrivals over k cycles, for any k: E[V] = sum over k of E[(S_k - k limit)^+] / k, P(V = 0) =
 * exp(-sum of P(S_k > k limit) / k) (Spitzer, A combinatorial lemma and its application to
 * probability theory, Trans. AMS 82, 1956). Terms change slowly for large k, so one term stands for
 * several. */
static double find_backlog(const arrival_moments *a, double limit)
{
    static const double negligible = 1e-6; /* share of the sum */
    double flits = 0.0, busy_sum = 0.0;
    if (!(a->mean_flits > 0.0 && a->flit_variance > 0.0))
        return a->mean_flits > limit ? INFINITY : 0.0;
    if (!(a->mean_flits < limit)) return INFINITY;
    for (double k = 1.0, last_step = 1.0;;) {
        const noc_excess s = find_surplus(a, k, limit);
        const double step = floor(1.0 + k / 32.0), weight = (last_step + step) / 2.0 / k;
        flits += weight * s.mean;
        busy_sum += weight * s.chance;
        if (k >= 16.0 && s.mean <= negligible * flits) break;
        last_step = step;
        k += step;
    }
    /* mean flits of the last packet that are already sent */
    const double sent_ahead = (a->flits_per_packet - 1.0) / 2.0;
    return fmax(0.0, flits - (1.0 - exp(-busy_sum)) * sent_ahead);
}

/* Adds the waits of both classes. Requests are first in the queue, and wait for requests only. A
 * lower capacity stretches all times. Requests are Bernoulli arrivals; replies are created when
 * their requests arrive, and come after the requests of that cycle. */
static void add_waits(const noc_system *s, uint16_t network, noc_arrivals arrivals,
                      double capacity_share, double class_waits[NOC_CLASSES])
{
    const double limit = s->graph.networks[network].ideal.flits_per_cycle;
    if (limit == 0.0) return;
    const packet_work w = packet_work_of(s, network);
    const arrival_moments requests =
        find_arrivals(&w, &s->traffic, arrivals.rate / capacity_share, false);
    const arrival_moments all =
        find_arrivals(&w, &s->traffic, arrivals.rate / capacity_share, true);
    const double request_backlog = find_backlog(&requests, limit);
    const double total_backlog = find_backlog(&all, limit);
    const double reply_backlog =
        isfinite(total_backlog) ? total_backlog - request_backlog : INFINITY;
    /* Little's law. */
    if (requests.mean_flits > 0.0)
        class_waits[NOC_REQUEST] +=
            w.packet_share[NOC_REQUEST] * request_backlog / requests.mean_flits / capacity_share;
    if (all.mean_flits > requests.mean_flits)
        class_waits[NOC_REPLY] += w.packet_share[NOC_REPLY] * reply_backlog /
                                  (all.mean_flits - requests.mean_flits) / capacity_share;
}

const noc_network_model_kind noc_network_model_ideal = {
    .switching = NOC_SWITCHING_IDEAL,
    .idle_latency = idle_latency,
    .has_unlimited_channels = true,
    .add_limits = add_limits,
    .add_waits = add_waits,
};
