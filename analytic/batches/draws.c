#include "analytic/batches/draws.h"

#include <stdlib.h>

#include "network/graph/units.h"

typedef struct draws {
    const noc_system *system;
    noc_length_moments *lengths; /* in flits, by network and class */
    size_t *order;               /* flows, by the terminal whose packets they carry */
    double *chance;              /* by channel: of one terminal's packets, of one class */
    uint32_t *used, count;       /* channels with a chance */
    double *work, *squares;      /* by channel: sums over terminals, in flits */
    noc_draw *list;
} draws;

static bool find_lengths(draws *d)
{
    const uint16_t networks = d->system->graph.network_count;
    d->lengths = malloc((NOC_CLASSES * (size_t)networks + 1) * sizeof *d->lengths);
    for (uint16_t n = 0; d->lengths && n < networks; n++)
        for (int k = 0; k < NOC_CLASSES; k++)
            d->lengths[n * NOC_CLASSES + k] = noc_lengths_in_flits(d->system, (noc_class)k, n);
    return d->lengths != NULL;
}

static void add_path(draws *d, uint32_t first, double chance)
{
    for (uint32_t h = first; h != NOC_NONE; h = d->system->routes.hops[h].next) {
        const uint32_t channel = d->system->routes.hops[h].channel;
        if (d->chance[channel] == 0.0) d->used[d->count++] = channel;
        d->chance[channel] += chance;
    }
}

/* The flows of one terminal and class are done. */
static void add_terminal(draws *d, noc_class class)
{
    for (uint32_t k = 0; k < d->count; k++) {
        const uint32_t channel = d->used[k];
        const double p = d->chance[channel];
        const uint16_t network = d->system->graph.channels[channel].network;
        const noc_length_moments l = d->lengths[network * NOC_CLASSES + (int)class];
        d->work[channel] += p * l.mean;
        d->squares[channel] += p * p * l.mean * l.mean;
        d->list[channel].variance += p * l.square - p * p * l.mean * l.mean;
        d->chance[channel] = 0.0;
    }
    d->count = 0;
}

/* Counting sort by class and owner. */
static bool sort_flows(draws *d)
{
    const noc_traffic *traffic = &d->system->traffic;
    const uint32_t terminals = d->system->graph.terminal_count;
    size_t *next = calloc(NOC_CLASSES * (size_t)terminals + 1, sizeof *next);
    d->order = malloc((traffic->flow_count + 1) * sizeof *d->order);
    if (!next || !d->order) {
        free(next);
        return false;
    }
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        next[flow->class * terminals + noc_flow_owner(flow) + 1]++;
    }
    for (size_t k = 0; k < NOC_CLASSES * (size_t)terminals; k++) next[k + 1] += next[k];
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        d->order[next[flow->class * terminals + noc_flow_owner(flow)]++] = f;
    }
    free(next);
    return true;
}

static void add_all(draws *d)
{
    const noc_traffic *traffic = &d->system->traffic;
    for (size_t k = 0; k < traffic->flow_count; k++) {
        const noc_flow *flow = &traffic->flows[d->order[k]];
        const noc_flow *after =
            k + 1 < traffic->flow_count ? &traffic->flows[d->order[k + 1]] : NULL;
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &d->system->routes.paths[flow->route.first_path + i];
            add_path(d, path->first, flow->rate * path->probability);
        }
        if (!after || after->class != flow->class || noc_flow_owner(after) != noc_flow_owner(flow))
            add_terminal(d, flow->class);
    }
}

static void finish(draws *d, uint32_t channel)
{
    noc_draw *draw = &d->list[channel];
    const double work = d->work[channel] * d->work[channel];
    if (!(work > 0.0)) return;
    draw->variance /= work;
    draw->terminals = work / d->squares[channel];
}

noc_draw *noc_draws_find(const noc_system *system)
{
    const uint32_t channels = system->graph.channel_count;
    draws d = {.system = system};
    d.chance = calloc(channels + 1u, sizeof *d.chance);
    d.used = calloc(channels + 1u, sizeof *d.used);
    d.work = calloc(channels + 1u, sizeof *d.work);
    d.squares = calloc(channels + 1u, sizeof *d.squares);
    d.list = calloc(channels + 1u, sizeof *d.list);
    const bool made =
        d.chance && d.used && d.work && d.squares && d.list && find_lengths(&d) && sort_flows(&d);
    if (made) add_all(&d);
    for (uint32_t c = 0; made && c < channels; c++) finish(&d, c);
    free(d.chance);
    free(d.used);
    free(d.work);
    free(d.squares);
    free(d.order);
    free(d.lengths);
    if (made) return d.list;
    free(d.list);
    return NULL;
}
