#include "analytic/multicast.h"

#include <stdlib.h>

#include "analytic/zero_load.h"

/* The flows of a source: `count` from `first` on, `others` of them not to itself. */
typedef struct source {
    size_t first, count;
    uint32_t others;
    double rate; /* of all of them */
} source;

static source source_at(const noc_traffic *t, size_t first)
{
    source s = {.first = first};
    size_t f = first;
    for (; f < t->flow_count && t->flows[f].source == t->flows[first].source; f++) {
        s.others += t->flows[f].destination != t->flows[f].source;
        s.rate += t->flows[f].rate;
    }
    s.count = f - first;
    return s;
}

/* Chance that a packet to `targets` of `others` goes to one at least of `behind` of these. */
static double chance_to_pass(uint32_t others, uint32_t targets, uint32_t behind)
{
    double none = 1.0;
    for (uint32_t k = 0; k < targets && none > 0.0; k++)
        none *= behind + k < others ? (double)(others - behind - k) / (others - k) : 0.0;
    return 1.0 - none;
}

/* ---- the last terminal ---------------------------------------------------------------------- */

typedef struct ranked {
    size_t flow;
    double cycles;
} ranked;

static int order(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->cycles != y->cycles) return x->cycles < y->cycles ? -1 : 1;
    return (x->flow > y->flow) - (x->flow < y->flow);
}

/* Of `others` terminals in the order of their distance, the chance that the i-th is the last of
 * `targets` that are drawn: the others of these are among the i before it. */
static double chance_to_be_last(uint32_t others, uint32_t targets, uint32_t i)
{
    double chance = (double)targets / others;
    for (uint32_t k = 0; k + 1 < targets && chance > 0.0; k++)
        chance *= k < i ? (double)(i - k) / (others - 1 - k) : 0.0;
    return chance;
}

static void rank_source(const noc_system *s, source from, ranked *list, double *last)
{
    const noc_traffic *t = &s->traffic;
    uint32_t count = 0;
    for (size_t f = from.first; f < from.first + from.count; f++) {
        const noc_flow *flow = &t->flows[f];
        last[f] = (1.0 - t->multicast) * flow->rate;
        if (flow->destination == flow->source) continue;
        const uint32_t first = s->routes.paths[flow->route.first_path].first;
        list[count++] = (ranked){f, noc_zero_load_path(s, first, 1)};
    }
    qsort(list, count, sizeof *list, order);
    for (uint32_t i = 0; i < count; i++)
        last[list[i].flow] +=
            t->multicast * from.rate * chance_to_be_last(from.others, t->targets, i);
}

double *noc_last_rates(const noc_system *s)
{
    const noc_traffic *t = &s->traffic;
    double *last = malloc((t->flow_count + 1) * sizeof *last);
    ranked *list = malloc((t->flow_count + 1) * sizeof *list);
    for (size_t f = 0; last && list && f < t->flow_count;) {
        const source from = source_at(t, f);
        rank_source(s, from, list, last);
        f += from.count;
    }
    if (!list) {
        free(last);
        last = NULL;
    }
    free(list);
    return last;
}

/* ---- trees ---------------------------------------------------------------------------------- */

static uint32_t first_hop(const noc_system *s, const noc_flow *flow)
{
    return s->routes.paths[flow->route.first_path].first;
}

/* Destinations of a source behind each channel, itself left out. */
static void count_behind(const noc_system *s, source from, uint32_t *behind, uint32_t by)
{
    for (size_t f = from.first; f < from.first + from.count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->destination == flow->source) continue;
        for (uint32_t h = first_hop(s, flow); h != NOC_NONE; h = s->routes.hops[h].next)
            behind[s->routes.hops[h].channel] += by;
    }
}

/* The part of a flow in the packets of its source on a channel. */
static double part_of(const noc_system *s, source from, const noc_flow *flow, uint32_t behind)
{
    const noc_traffic *t = &s->traffic;
    const double alone = (1.0 - t->multicast) * flow->rate;
    if (flow->destination == flow->source) return alone;
    return alone +
           t->multicast * from.rate * chance_to_pass(from.others, t->targets, behind) / behind;
}

static void add_source(const noc_system *s, source from, const double *last, const uint32_t *behind,
                       noc_tree_rates *r)
{
    const noc_hop *hops = s->routes.hops;
    for (size_t f = from.first; f < from.first + from.count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        uint32_t h = first_hop(s, flow);
        double part = part_of(s, from, flow, behind[hops[h].channel]);
        while (h != NOC_NONE) {
            const uint32_t next = hops[h].next;
            const double onward =
                next == NOC_NONE ? 0.0 : part_of(s, from, flow, behind[hops[next].channel]);
            r->packets[h] += part;
            r->onward[h] += onward;
            r->last[h] += last[f];
            part = onward;
            h = next;
        }
    }
}

bool noc_tree_rates_find(const noc_system *s, noc_tree_rates *r)
{
    const size_t hops = s->routes.hop_count + 1u;
    *r = (noc_tree_rates){
        .packets = calloc(hops, sizeof *r->packets),
        .onward = calloc(hops, sizeof *r->onward),
        .last = calloc(hops, sizeof *r->last),
    };
    double *last = noc_last_rates(s);
    uint32_t *behind = calloc(s->graph.channel_count + 1u, sizeof *behind);
    const bool made = r->packets && r->onward && r->last && last && behind;
    for (size_t f = 0; made && f < s->traffic.flow_count;) {
        const source from = source_at(&s->traffic, f);
        count_behind(s, from, behind, 1);
        add_source(s, from, last, behind, r);
        count_behind(s, from, behind, UINT32_MAX); /* back to 0 */
        f += from.count;
    }
    free(last);
    free(behind);
    return made;
}

void noc_tree_rates_clear(noc_tree_rates *r)
{
    free(r->packets);
    free(r->onward);
    free(r->last);
    *r = (noc_tree_rates){0};
}
