#include "analytic/contention/class_waits.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/contention/sweep/sweeper.h"
#include "base/min_max.h"
#include "design/allocators.h"
#include "network/graph/units.h"

struct noc_class_rates {
    uint32_t count;
    double *queues, *transitions; /* [queue or transition, and class]: packets at unit rate */
    double packets[NOC_TRAFFIC_CLASSES_MAX]; /* [class]: packets at unit rate */
    noc_length_moments *lengths; /* [network and class]: moments of a packet's cycles at a port */
    /* [class]: rank, larger first; all equal without priorities */
    int ranks[NOC_TRAFFIC_CLASSES_MAX];
};

/* ---- priorities ----------------------------------------------------------------------------- */

/* Shares of the flits at a place: of classes of higher rank; of classes of higher or equal rank. */
typedef struct rank {
    double above, with;
} rank;

static rank rank_at(const noc_class_rates *r, const double *packets,
                    const noc_length_moments *lengths, uint32_t class)
{
    double all = 0.0, above = 0.0, with = 0.0;
    for (uint32_t k = 0; k < r->count; k++) {
        const double flits = packets[k] * lengths[k].mean;
        all += flits;
        if (r->ranks[k] > r->ranks[class]) above += flits;
        if (r->ranks[k] >= r->ranks[class]) with += flits;
    }
    return all > 0.0 ? (rank){above / all, with / all} : (rank){0.0, 1.0};
}

/* Returns the delay of a class's flits at a server of utilisation u, over the mean delay of all
 * flits, u / (1 - u). Flits of higher ranks pre-empt, and equal ranks share the rest: 1 / ((1 - u
 * a) (1 - u w)) - 1, with the shares a of higher and w of higher or equal rank (processor sharing
 * with preemption; Kleinrock 1976, 3.3). */
static double delay_of_flits(double used, rank k)
{
    static const double light = 1e-6;
    const double u = min_of(used, 1.0 - light);
    if (k.above == 0.0 && k.with == 1.0) return 1.0;
    if (u < light) return k.above + k.with;
    return (1.0 / ((1.0 - u * k.above) * (1.0 - u * k.with)) - 1.0) * (1.0 - u) / u;
}

/* Returns the wait of a class's heads for a server without preemption (Cobham 1954), over the wait
 * in order of arrival. */
static double wait_of_heads(double used, rank k)
{
    const double u = min_of(used, 1.0);
    return (1.0 - u) / max_of((1.0 - u * k.above) * (1.0 - u * k.with), 1e-9);
}

/* ---- places --------------------------------------------------------------------------------- */

static uint32_t group_of(const noc_loads *l, const noc_hop *hop)
{
    uint32_t g = l->first_group[hop->channel];
    while (g != NOC_NONE && l->groups[g].vcs != hop->vcs) g = l->groups[g].next;
    return g;
}

/* Returns the pair of groups `from` and `to`; pair_count: none. */
static uint32_t pair_of(const noc_loads *l, uint32_t from, uint32_t to)
{
    for (uint32_t p = l->first_pair[from]; p < l->first_pair[from + 1]; p++)
        if (l->pairs[p].to == to) return p;
    return l->pair_count;
}

static size_t count_ways_on(const noc_contention *c)
{
    const noc_routes *routes = &c->system->routes;
    size_t count = 0;
    if (!c->loads->ways) return routes->hop_count; /* one onward hop each, at most */
    for (uint32_t h = 0; h < routes->hop_count; h++)
        for (noc_way_step to = noc_ways_begin(routes, c->loads->ways, h); to.hop != NOC_NONE;
             to = noc_ways_next(routes, to))
            count++;
    return count;
}

/* Finds the queue and the pairs of groups where packets of each hop wait. `groups`: room for [hop].
 * A hop comes after the hops to which it leads. */
static void put_places(noc_contention *c, uint32_t *groups)
{
    const noc_routes *routes = &c->system->routes;
    const noc_loads *l = c->loads;
    uint32_t *pair = c->hop_pairs;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t group = groups[h] = group_of(l, &routes->hops[h]);
        c->hop_queues[h] = group == NOC_NONE ? NOC_NONE : c->symmetry.groups.of[group];
        for (noc_way_step to = noc_ways_begin(routes, l->ways, h); to.hop != NOC_NONE;
             to = noc_ways_next(routes, to))
            *pair++ = group == NOC_NONE ? l->pair_count : pair_of(l, group, groups[to.hop]);
    }
}

/* Finds the queue and the pairs of each hop, once for all loads. False when out of memory. */
static bool find_places(noc_contention *c)
{
    const size_t hops = c->system->routes.hop_count + 1u;
    if (c->hop_pairs) return true;
    uint32_t *groups = malloc(hops * sizeof *groups);
    if (!c->hop_queues) c->hop_queues = malloc(hops * sizeof *c->hop_queues);
    if (groups && c->hop_queues)
        c->hop_pairs = malloc((count_ways_on(c) + 1) * sizeof *c->hop_pairs);
    if (c->hop_pairs) put_places(c, groups);
    free(groups);
    return c->hop_pairs;
}

/* ---- rates ---------------------------------------------------------------------------------- */

/* Returns the transition that stands for a pair. */
static uint32_t transition_of(const noc_contention *c, uint32_t pair)
{
    const uint32_t queue = c->symmetry.groups.of[c->loads->pairs[pair].from];
    const uint32_t to = c->loads->pairs[pair].to;
    uint32_t alike = NOC_NONE;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++) {
        if (c->symmetry.pairs[c->transitions[k].pair] == c->symmetry.pairs[pair]) return k;
        if (c->transitions[k].to == c->symmetry.groups.of[to]) alike = k;
    }
    return alike;
}

/* Lists the transitions: [pair]: transition, or NOC_NONE. The caller frees the list. NULL when out
 * of memory. */
static uint32_t *transitions_of_pairs(const noc_contention *c)
{
    const uint32_t pairs = c->loads->pair_count;
    uint32_t *list = malloc((pairs + 1u) * sizeof *list);
    for (uint32_t p = 0; list && p < pairs; p++) list[p] = transition_of(c, p);
    if (list) list[pairs] = NOC_NONE;
    return list;
}

static void add_hops(noc_contention *c, uint32_t class, const double *rate, const uint32_t *of_pair)
{
    noc_class_rates *r = c->classes;
    const noc_routes *routes = &c->system->routes;
    const noc_route_shares *ways = c->loads->ways;
    const uint32_t *pair = c->hop_pairs;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t queue = c->hop_queues[h];
        if (queue != NOC_NONE) r->queues[queue * r->count + class] += rate[h];
        for (noc_way_step to = noc_ways_begin(routes, ways, h); to.hop != NOC_NONE;
             to = noc_ways_next(routes, to)) {
            const uint32_t onward = of_pair[*pair++];
            if (onward != NOC_NONE)
                r->transitions[onward * r->count + class] += rate[h] * noc_ways_share(ways, to);
        }
    }
}

static bool add_class(noc_contention *c, uint32_t class, const uint32_t *of_pair)
{
    double *rate = noc_class_hop_rates(c->system, c->loads->ways, class);
    if (rate) add_hops(c, class, rate, of_pair);
    free(rate);
    return rate;
}

bool noc_class_rates_make(noc_contention *c)
{
    const noc_traffic *t = &c->system->traffic;
    const uint16_t networks = c->system->graph.network_count;
    noc_class_rates *r = c->classes = calloc(1, sizeof *r);
    if (!r) return false;
    r->count = t->class_count;
    for (uint32_t k = 0; k < r->count; k++)
        if (c->system->design->traffic.priority == NOC_PRIORITY_CLASS)
            r->ranks[k] = t->classes[k].priority;
    r->queues = calloc((size_t)c->queue_count * r->count + 1, sizeof *r->queues);
    r->transitions = calloc((size_t)c->transition_count * r->count + 1, sizeof *r->transitions);
    r->lengths = malloc((networks * (size_t)r->count + 1) * sizeof *r->lengths);
    uint32_t *of_pair = transitions_of_pairs(c);
    bool made = r->queues && r->transitions && r->lengths && of_pair && find_places(c);
    for (uint32_t k = 0; k < r->count && made; k++) {
        made = add_class(c, k, of_pair);
        for (uint16_t n = 0; n < networks; n++)
            r->lengths[n * r->count + k] = noc_class_in_port_cycles(c->system, k, n);
    }
    for (size_t f = 0; f < t->flow_count; f++)
        r->packets[t->flows[f].traffic_class] += t->flows[f].rate;
    free(of_pair);
    return made;
}

void noc_class_rates_free(noc_class_rates *r)
{
    if (!r) return;
    free(r->queues);
    free(r->transitions);
    free(r->lengths);
    free(r);
}

/* ---- sources -------------------------------------------------------------------------------- */

/* Traffic of one terminal on an injection channel: packets and flits per cycle of each class. */
typedef struct port {
    const noc_length_moments *lengths;
    const int *ranks;
    double packets[NOC_TRAFFIC_CLASSES_MAX], flits[NOC_TRAFFIC_CLASSES_MAX];
    uint32_t count;
} port;

/* Returns the cycles of the port from a flit of a class to the class's next flit. Between them go
 * arrivals of higher ranks, at most one flit of each class of equal rank, and none of lower
 * ranks. */
static double cycles_of_flit(const port *p, uint32_t class)
{
    double others = 0.0, between = 1.0;
    for (uint32_t k = 0; k < p->count; k++)
        others += k != class && p->ranks[k] >= p->ranks[class] ? p->flits[k] : 0.0;
    for (uint32_t k = 0; k < p->count; k++) {
        if (k == class || p->ranks[k] < p->ranks[class]) continue;
        const double flits = p->flits[k] / max_of(1.0 - others, 1e-9);
        between += p->ranks[k] > p->ranks[class] ? flits : min_of(1.0, flits);
    }
    return between;
}

/* Returns the wait of a class in its queue, Geo/G/1. `cycles`: cycles per flit; `stall`: mean stall
 * by full buffers, cycles; stalls are rare, but as long as a packet's service behind; `node_share`:
 * share of the packets that one node sends. */
static double wait_in_queue(const port *p, uint32_t class, double cycles, double stall, double own)
{
    const double send = p->lengths[class].mean * cycles, lambda = p->packets[class];
    const double squares =
        p->lengths[class].square * cycles * cycles + 2.0 * stall * (send + max_of(stall, send));
    const double used = min_of(lambda * (send + stall), 1.0 - 1e-6);
    return max_of(0.0, lambda * squares - used * own) / (2.0 * (1.0 - used));
}

/* Returns the wait before the head's injection; *body_delay: cycles by which others' flits delay
 * the packet's other flits. */
static double wait_at_source(const noc_contention *c, uint32_t queue, uint32_t class,
                             double *behind)
{
    const noc_class_rates *r = c->classes;
    const noc_class_queue *q = &c->queues[queue];
    const noc_queue_waits *w = &c->waits[queue];
    *behind = 0.0;
    if (!r) return w->outside + w->source;
    port p = {&r->lengths[noc_network_of_queue(c, q) * r->count], r->ranks, {0}, {0}, r->count};
    for (uint32_t k = 0; k < r->count; k++) {
        p.packets[k] = r->queues[queue * r->count + k] / q->multiplicity * c->rate;
        p.flits[k] = p.packets[k] * p.lengths[k].mean;
    }
    const double cycles = cycles_of_flit(&p, class);
    *behind = (p.lengths[class].mean - 1.0) * (cycles - 1.0);
    return w->outside + wait_in_queue(&p, class, cycles, w->stall, q->source.own_turn);
}

/* ---- network -------------------------------------------------------------------------------- */

/* Returns the wait at a transition: for the switch and for the link in proportion to flits, for a
 * VC equal for all heads. Allocators with priorities serve classes by rank; every allocator chooses
 * among one input's VCs by rank. */
static double wait_at_transition(const noc_contention *c, uint32_t number, uint32_t class)
{
    const noc_class_rates *r = c->classes;
    const noc_transition *x = &c->transitions[number];
    const noc_transition_waits *w = &c->transition_waits[number];
    const noc_transition_used *used = &c->transitions_used[number];
    if (!r) return w->switches + w->link + w->vc;
    const uint16_t net = noc_network_of_queue(c, &c->queues[x->to]);
    const noc_network *of = &c->system->graph.networks[net];
    const noc_length_moments *lengths = &r->lengths[net * r->count];
    const rank own = rank_at(r, &r->queues[x->to * r->count], lengths, class), none = {0.0, 1.0};
    const rank in_switch = noc_allocators[of->vc.allocator].ranks ? own : none;
    const rank for_vc = noc_allocators[of->vc.vc_allocator].ranks ? own : none;
    return lengths[class].mean * x->each *
               (w->switches * delay_of_flits(used->by_others, in_switch) +
                w->link * delay_of_flits(used->link, own)) +
           w->vc * wait_of_heads(used->vcs, for_vc);
}

/* Returns the waits outside transitions, which are equal for all classes: behind packets of the
 * same VC, and others; less the lag that the body recovers. */
static double wait_at_queue(const noc_contention *c, uint32_t queue, uint32_t class)
{
    const noc_class_rates *r = c->classes;
    const noc_class_queue *q = &c->queues[queue];
    const noc_queue_waits *w = &c->waits[queue];
    double alike = w->queue - w->outside + w->onward, body = 1.0;
    if (q->ejects) return w->queue; /* wait for a codec */
    for (uint32_t x = c->first_transition[queue]; x < c->first_transition[queue + 1]; x++) {
        const noc_transition_waits *t = &c->transition_waits[x];
        alike -= c->transitions[x].weight * (t->switches + t->link + t->vc);
    }
    if (r) {
        const double flits = r->lengths[noc_network_of_queue(c, q) * r->count + class].mean;
        body = q->flits > 1.0 ? (flits - 1.0) / (q->flits - 1.0) : 0.0;
    }
    return alike - w->regained * body;
}

static void add_queue(const noc_contention *c, uint32_t queue, double *network, double *source)
{
    const noc_class_rates *r = c->classes;
    for (uint32_t k = 0; k < r->count; k++) {
        const double rate = r->queues[queue * r->count + k];
        double behind;
        if (!(rate > 0.0)) continue;
        network[k] += rate * wait_at_queue(c, queue, k);
        for (uint32_t x = c->first_transition[queue]; x < c->first_transition[queue + 1]; x++)
            network[k] += r->transitions[x * r->count + k] * wait_at_transition(c, x, k);
        if (!c->queues[queue].injects) continue;
        source[k] += rate * wait_at_source(c, queue, k, &behind);
        network[k] += rate * behind;
    }
}

static void look_at(const noc_contention *c, const noc_swept_network *network)
{
    c->sweeper->look_at_waits(network->sweep, c->waits, c->transition_waits);
    c->sweeper->look_at_use(network->sweep, c->used, c->transitions_used);
}

void noc_class_waits_find(const noc_contention *c, uint32_t number, noc_waits *waits)
{
    const noc_class_rates *r = c->classes;
    const noc_swept_network *n = &c->networks[number];
    double *network = waits->class_network, *source = waits->class_source, all = 0.0;
    look_at(c, n);
    for (uint32_t k = 0; k < r->count; k++) network[k] = source[k] = 0.0;
    for (uint32_t i = n->queues.first; i < n->queues.end; i++) add_queue(c, i, network, source);
    waits->network[NOC_REQUEST] = waits->source[NOC_REQUEST] = 0.0;
    for (uint32_t k = 0; k < r->count; k++) {
        waits->network[NOC_REQUEST] += network[k];
        waits->source[NOC_REQUEST] += source[k];
        network[k] /= r->packets[k];
        source[k] /= r->packets[k];
        all += r->packets[k];
    }
    waits->network[NOC_REQUEST] /= all;
    waits->source[NOC_REQUEST] /= all;
}

/* ---- along ways ----------------------------------------------------------------------------- */

/* Waits of a class by place: many hops share a queue, and a pair of groups. */
typedef struct place_waits {
    /* [queue]: waits, with waits before injection at an injection channel, cycles */
    double *queues;
    double *pairs; /* [pair]: waits, cycles; NAN: no transition */
} place_waits;

static double wait_from_queue(const noc_contention *c, uint32_t queue, uint32_t class)
{
    double behind;
    const double wait = wait_at_queue(c, queue, class);
    if (!c->queues[queue].injects) return wait;
    return wait + wait_at_source(c, queue, class, &behind) + behind;
}

static bool find_place_waits(const noc_contention *c, uint32_t class, place_waits *w)
{
    const noc_loads *l = c->loads;
    w->queues = malloc((c->queue_count + 1u) * sizeof *w->queues);
    w->pairs = malloc((l->pair_count + 1u) * sizeof *w->pairs);
    if (!w->queues || !w->pairs) return false;
    for (uint32_t q = 0; q < c->queue_count; q++) w->queues[q] = wait_from_queue(c, q, class);
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const uint32_t k = transition_of(c, p);
        w->pairs[p] = k == NOC_NONE ? NAN : wait_at_transition(c, k, class);
    }
    w->pairs[l->pair_count] = NAN;
    return true;
}

/* Sums the waits from each hop to the destination; a hop comes after the hops to which it leads. */
static inline void add_up(const noc_contention *c, const noc_route_shares *ways,
                          const place_waits *w, double *waits)
{
    const noc_routes *routes = &c->system->routes;
    const uint32_t *pair = c->hop_pairs;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t queue = c->hop_queues[h];
        double wait = queue == NOC_NONE ? NAN : w->queues[queue];
        for (noc_way_step to = noc_ways_begin(routes, ways, h); to.hop != NOC_NONE;
             to = noc_ways_next(routes, to))
            wait += noc_ways_share(ways, to) * (w->pairs[*pair++] + waits[to.hop]);
        waits[h] = wait;
    }
}

bool noc_way_waits_find(noc_contention *c, uint32_t traffic_class, double *waits)
{
    place_waits w = {NULL, NULL};
    for (uint32_t n = 0; n < c->network_count; n++) look_at(c, &c->networks[n]);
    const bool found = find_places(c) && find_place_waits(c, traffic_class, &w);
    if (found && c->loads->ways)
        add_up(c, c->loads->ways, &w, waits);
    else if (found)
        add_up(c, NULL, &w, waits); /* NULL lets the compiler make a simple loop */
    free(w.queues);
    free(w.pairs);
    return found;
}
