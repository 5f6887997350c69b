#include "analytic/contention/choice_bound.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"

/* Prices of channels, and the cheapest ways at these. */
typedef struct market {
    const noc_shared_loads *shared;
    double *price;    /* by channel, for the time that it is in use; they sum to 1 */
    double *used;     /* by channel: in use, if all take the cheapest ways */
    double *cost;     /* by hop: of a packet, from it to the end */
    uint32_t *chosen; /* by hop: the cheapest of the list that begins with it */
    double *rate;     /* by hop */
} market;

static double time_of(const market *m, uint32_t hop)
{
    const uint32_t group = m->shared->group[hop];
    return group == NOC_NONE ? 0.0 : m->shared->unit_groups[group].in_use;
}

/* Hops come after those behind them, and after the others of their list. */
static void find_costs(market *m)
{
    const noc_routes *routes = &m->shared->system->routes;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const noc_hop *hop = &routes->hops[h];
        const uint32_t other = noc_routes_other(routes, h);
        m->cost[h] = m->price[hop->channel] * time_of(m, h);
        if (hop->next != NOC_NONE) m->cost[h] += m->cost[m->chosen[hop->next]];
        m->chosen[h] = h;
        if (other != NOC_NONE && m->cost[m->chosen[other]] < m->cost[h])
            m->chosen[h] = m->chosen[other];
    }
}

/* Sends all packets by the cheapest ways. Returns what they cost. */
static double send(market *m)
{
    const noc_system *system = m->shared->system;
    double all = 0.0;
    for (uint32_t c = 0; c < system->graph.channel_count; c++) m->used[c] = 0.0;
    for (uint32_t h = 0; h < system->routes.hop_count; h++) {
        m->rate[h] = m->shared->begin[h];
        all += m->rate[h] * m->cost[h];
    }
    for (uint32_t h = system->routes.hop_count; h-- > 0;) {
        const noc_hop *hop = &system->routes.hops[h];
        m->used[hop->channel] += m->rate[h] * time_of(m, h);
        if (hop->next != NOC_NONE) m->rate[m->chosen[hop->next]] += m->rate[h];
    }
    return all;
}

/* Raises the prices of channels that are used more, and scales all to a sum of 1. */
static void raise_prices(market *m)
{
    static const double step = 0.4;
    const uint32_t channels = m->shared->system->graph.channel_count;
    double most = 0.0, sum = 0.0;
    for (uint32_t c = 0; c < channels; c++) most = max_of(most, m->used[c]);
    for (uint32_t c = 0; c < channels; c++) sum += m->price[c] *= exp(step * m->used[c] / most);
    for (uint32_t c = 0; c < channels; c++) m->price[c] /= sum;
}

/* At any prices that sum to 1 the busiest channel of any shares is used for at least as long as the
 * cheapest ways cost (linear programming's duality); multiplicative weights come near to the best
 * prices (Plotkin, Shmoys and Tardos 1995). */
static double least_used(market *m)
{
    enum { ROUNDS_MOST = 64, ROUNDS_LEAST = 12, HOPS = 2000000 };
    const noc_system *system = m->shared->system;
    const uint32_t rounds = HOPS / (system->routes.hop_count + 1u);
    const uint32_t count = rounds < ROUNDS_LEAST  ? ROUNDS_LEAST
                           : rounds > ROUNDS_MOST ? ROUNDS_MOST
                                                  : rounds;
    double least = 0.0;
    for (uint32_t c = 0; c < system->graph.channel_count; c++)
        m->price[c] = 1.0 / system->graph.channel_count;
    for (uint32_t k = 0; k < count; k++) {
        find_costs(m);
        least = max_of(least, send(m));
        raise_prices(m);
    }
    return least;
}

double noc_choice_bound(const noc_shared_loads *shared)
{
    const size_t channels = shared->system->graph.channel_count + 1u;
    const size_t hops = shared->system->routes.hop_count + 1u;
    market m = {.shared = shared,
                .price = malloc(channels * sizeof *m.price),
                .used = malloc(channels * sizeof *m.used),
                .cost = malloc(hops * sizeof *m.cost),
                .chosen = malloc(hops * sizeof *m.chosen),
                .rate = malloc(hops * sizeof *m.rate)};
    const bool made = m.price && m.used && m.cost && m.chosen && m.rate;
    const double used = made ? least_used(&m) : NAN;
    free(m.price);
    free(m.used);
    free(m.cost);
    free(m.chosen);
    free(m.rate);
    return shared->system->traffic.injected_flits / used;
}
