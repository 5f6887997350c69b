#include "analytic/contention/class_waits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/contention/sweep/sweeper.h"
#include "base/auto.h"
#include "base/min_max.h"
#include "design/allocators.h"
#include "network/graph/units.h"

typedef struct noc_class_rates {
    uint32_t count;
    /* [queue and class], [transition and class]: packets at unit rate */
    double *queue_packets, *transition_packets;
    double packets[NOC_TRAFFIC_CLASSES_MAX]; /* [class]: packets at unit rate */
    noc_length_moments *lengths; /* [network and class]: moments of a packet's cycles at a port */
    /* [class]: rank, larger first; all equal without priorities */
    int ranks[NOC_TRAFFIC_CLASSES_MAX];
} noc_class_rates;

/* ---- priorities ----------------------------------------------------------------------------- */

/* Shares of the flits at a place: of classes of higher rank; of classes of higher or equal rank. */
typedef struct rank_shares {
    double higher, higher_or_equal;
} rank_shares;

/* Returns the shares of the flits, relative to a class, at a place. `packets`, `lengths`: [class]:
 * packets at the place; moments of a packet's cycles there. */
static rank_shares find_rank(const noc_class_rates *r, const double *packets,
                             const noc_length_moments *lengths, uint32_t class)
{
    double total_flits = 0.0, higher_flits = 0.0, equal_flits = 0.0;
    for (uint32_t k = 0; k < r->count; k++) {
        const double flits = packets[k] * lengths[k].mean;
        total_flits += flits;
        if (r->ranks[k] > r->ranks[class]) higher_flits += flits;
        if (r->ranks[k] >= r->ranks[class]) equal_flits += flits;
    }
    return total_flits > 0.0 ? (rank_shares){higher_flits / total_flits, equal_flits / total_flits}
                             : (rank_shares){0.0, 1.0};
}

/* Returns the delay of a class's flits at a server of utilisation u, over the mean delay of all
 * flits, u / (1 - u). Flits of higher ranks pre-empt, and equal ranks share the rest: 1 / ((1 - u
 * a) (1 - u w)) - 1, with the shares a of higher and w of higher or equal rank (processor sharing
 * with preemption; Kleinrock 1976, 3.3). */
static double find_flit_delay(double utilization, rank_shares k)
{
    static const double light = 1e-6;
    const double u = min_of(utilization, 1.0 - light);
    if (k.higher == 0.0 && k.higher_or_equal == 1.0) return 1.0;
    if (u < light) return k.higher + k.higher_or_equal;
    return (1.0 / ((1.0 - u * k.higher) * (1.0 - u * k.higher_or_equal)) - 1.0) * (1.0 - u) / u;
}

/* Returns the wait of a class's heads for a server without preemption (Cobham 1954), over the wait
 * in order of arrival. */
static double find_head_wait(double utilization, rank_shares k)
{
    const double u = min_of(utilization, 1.0);
    return (1.0 - u) / max_of((1.0 - u * k.higher) * (1.0 - u * k.higher_or_equal), 1e-9);
}

/* ---- places --------------------------------------------------------------------------------- */

static uint32_t find_group(const noc_loads *l, const noc_hop *hop)
{
    uint32_t g = l->first_group[hop->channel];
    while (g != NOC_NONE && l->groups[g].vcs != hop->vcs) g = l->groups[g].next;
    return g;
}

/* Returns the pair of groups `input_group` and `output_group`; pair_count: none. */
static uint32_t find_pair(const noc_loads *l, uint32_t input_group, uint32_t output_group)
{
    for (uint32_t p = l->first_pair[input_group]; p < l->first_pair[input_group + 1]; p++)
        if (l->pairs[p].output_group == output_group) return p;
    return l->pair_count;
}

static size_t count_onward_hops(const noc_contention *c)
{
    const noc_routes *routes = &c->system->routes;
    size_t count = 0;
    if (!c->loads->route_shares) return routes->hop_count; /* one onward hop each, at most */
    for (uint32_t h = 0; h < routes->hop_count; h++)
        for (noc_hop_step to = noc_first_hop_step(routes, c->loads->route_shares, h);
             to.hop != NOC_NONE; to = noc_next_hop_step(routes, to))
            count++;
    return count;
}

/* Stores the queue and the pairs of groups where packets of each hop wait. `groups`: room for a
 * number per hop. A hop comes after the hops to which it leads. */
static void store_places(noc_contention *c, uint32_t *groups)
{
    const noc_routes *routes = &c->system->routes;
    const noc_loads *l = c->loads;
    uint32_t *pair = c->hop_pairs;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t group = groups[h] = find_group(l, &routes->hops[h]);
        c->hop_queues[h] = group == NOC_NONE ? NOC_NONE : c->symmetry.groups.part[group];
        for (noc_hop_step to = noc_first_hop_step(routes, l->route_shares, h); to.hop != NOC_NONE;
             to = noc_next_hop_step(routes, to))
            *pair++ = group == NOC_NONE ? l->pair_count : find_pair(l, group, groups[to.hop]);
    }
}

/* Finds the queue and the pairs of each hop, once for all loads. False when out of memory. */
static bool find_places(noc_contention *c)
{
    const size_t hops = c->system->routes.hop_count;
    if (c->hop_pairs) return true;
    NOC_AUTO_FREE uint32_t *groups = malloc((hops + 1) * sizeof *groups);
    c->hop_queues = noc_arena_unset_array(c->arena, hops, sizeof *c->hop_queues);
    c->hop_pairs = noc_arena_unset_array(c->arena, count_onward_hops(c), sizeof *c->hop_pairs);
    if (!groups || c->arena->is_short) {
        c->hop_pairs = NULL; /* not found yet */
        return false;
    }
    store_places(c, groups);
    return true;
}

/* ---- rates ---------------------------------------------------------------------------------- */

/* Returns the transition that stands for a pair; one to the same queue, if none is equal to the
 * pair; NOC_NONE: none. */
static uint32_t find_transition(const noc_contention *c, uint32_t pair)
{
    const uint32_t queue = c->symmetry.groups.part[c->loads->pairs[pair].input_group];
    const uint32_t to = c->loads->pairs[pair].output_group;
    uint32_t same_destination = NOC_NONE;
    for (uint32_t k = c->first_transition[queue]; k < c->first_transition[queue + 1]; k++) {
        if (c->symmetry.pair_colours[c->transitions[k].pair] == c->symmetry.pair_colours[pair])
            return k;
        if (c->transitions[k].to == c->symmetry.groups.part[to]) same_destination = k;
    }
    return same_destination;
}

/* Adds the packets of a class at each hop to its queue and its transitions. `rate`: [hop]: packets
 * at unit rate; `pair_transitions`: [pair]: transition. */
static void add_hops(noc_contention *c, uint32_t class, const double *rate,
                     const uint32_t *pair_transitions)
{
    noc_class_rates *r = c->class_rates_by_traffic;
    const noc_routes *routes = &c->system->routes;
    const noc_route_shares *route_shares = c->loads->route_shares;
    const uint32_t *pair = c->hop_pairs;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t queue = c->hop_queues[h];
        if (queue != NOC_NONE) r->queue_packets[queue * r->count + class] += rate[h];
        for (noc_hop_step to = noc_first_hop_step(routes, route_shares, h); to.hop != NOC_NONE;
             to = noc_next_hop_step(routes, to)) {
            const uint32_t onward = pair_transitions[*pair++];
            if (onward != NOC_NONE)
                r->transition_packets[onward * r->count + class] +=
                    rate[h] * noc_hop_step_share(route_shares, to);
        }
    }
}

/* Makes the rates of a new model, with room for a transition of each pair. NULL when out of
 * memory. */
static noc_class_rates *make_rates(const noc_contention *c)
{
    const noc_traffic *t = &c->system->traffic;
    const size_t count = t->class_count;
    noc_class_rates *r = noc_arena_array(c->arena, 1, sizeof *r);
    if (!r) return NULL;
    r->count = t->class_count;
    r->queue_packets = noc_arena_array(c->arena, c->queue_count * count, sizeof(double));
    r->transition_packets = noc_arena_array(c->arena, c->loads->pair_count * count, sizeof(double));
    r->lengths =
        noc_arena_unset_array(c->arena, c->system->graph.network_count * count, sizeof *r->lengths);
    if (c->arena->is_short) return NULL;
    for (uint32_t k = 0; k < r->count; k++) {
        if (c->system->design->traffic.priority == NOC_PRIORITY_CLASS)
            r->ranks[k] = t->classes[k].priority;
        for (uint16_t n = 0; n < c->system->graph.network_count; n++)
            r->lengths[n * r->count + k] = noc_class_in_port_cycles(c->system, k, n);
    }
    for (size_t f = 0; f < t->flow_count; f++)
        r->packets[t->flows[f].traffic_class] += t->flows[f].rate;
    return r;
}

bool noc_class_rates_find(noc_contention *c)
{
    const uint32_t pairs = c->loads->pair_count;
    if (!c->class_rates_by_traffic) c->class_rates_by_traffic = make_rates(c);
    noc_class_rates *r = c->class_rates_by_traffic;
    /* [pair]: transition, or NOC_NONE */
    NOC_AUTO_FREE uint32_t *pair_transitions = malloc((pairs + 1u) * sizeof *pair_transitions);
    if (!r || !pair_transitions || !find_places(c)) return false;
    for (uint32_t p = 0; p < pairs; p++) pair_transitions[p] = find_transition(c, p);
    pair_transitions[pairs] = NOC_NONE;
    memset(r->queue_packets, 0, (size_t)c->queue_count * r->count * sizeof *r->queue_packets);
    memset(r->transition_packets, 0, (size_t)pairs * r->count * sizeof *r->transition_packets);
    for (uint32_t k = 0; k < r->count; k++) {
        NOC_AUTO_FREE double *rates = noc_class_hop_rates(c->system, c->loads->route_shares, k);
        if (!rates) return false;
        add_hops(c, k, rates, pair_transitions);
    }
    return true;
}

/* ---- sources -------------------------------------------------------------------------------- */

/* Traffic on an injection channel: lengths, ranks, packets per cycle and flits per cycle of each
 * class. */
typedef struct port {
    const noc_length_moments *lengths;
    const int *ranks;
    double packets[NOC_TRAFFIC_CLASSES_MAX], flits[NOC_TRAFFIC_CLASSES_MAX];
    uint32_t count;
} port;

/* Returns the cycles of the port from a flit of a class to the class's next flit. Between them go
 * arrivals of higher ranks, at most one flit of each class of equal rank, and none of lower
 * ranks. */
static double find_flit_cycles(const port *p, uint32_t class)
{
    double other_flits = 0.0, cycle_sum = 1.0;
    for (uint32_t k = 0; k < p->count; k++)
        other_flits += k != class && p->ranks[k] >= p->ranks[class] ? p->flits[k] : 0.0;
    for (uint32_t k = 0; k < p->count; k++) {
        if (k == class || p->ranks[k] < p->ranks[class]) continue;
        const double flits = p->flits[k] / max_of(1.0 - other_flits, 1e-9);
        cycle_sum += p->ranks[k] > p->ranks[class] ? flits : min_of(1.0, flits);
    }
    return cycle_sum;
}

/* Returns the wait of a class in its queue, Geo/G/1. `cycles`: cycles per flit; `stall`: mean stall
 * by full buffers, cycles; stalls are rare, but as long as a packet's service behind; `node_share`:
 * share of the packets that one node sends. */
static double find_class_queue_wait(const port *p, uint32_t class, double cycles, double stall,
                                    double node_share)
{
    const double send = p->lengths[class].mean * cycles, lambda = p->packets[class];
    const double squares =
        p->lengths[class].square * cycles * cycles + 2.0 * stall * (send + max_of(stall, send));
    const double utilization = min_of(lambda * (send + stall), 1.0 - 1e-6);
    return max_of(0.0, lambda * squares - utilization * node_share) / (2.0 * (1.0 - utilization));
}

/* Returns the wait before a head's injection. *body_delay: cycles by which flits of other classes
 * delay the packet's flits behind the head. */
static double find_source_wait(const noc_contention *c, uint32_t queue, uint32_t class,
                               double *body_delay)
{
    const noc_class_rates *r = c->class_rates_by_traffic;
    const noc_class_queue *q = &c->queues[queue];
    const noc_queue_waits *w = &c->waits[queue];
    *body_delay = 0.0;
    if (!r) return w->source_part + w->source;
    port p = {&r->lengths[noc_find_queue_network(c, q) * r->count], r->ranks, {0}, {0}, r->count};
    for (uint32_t k = 0; k < r->count; k++) {
        p.packets[k] = r->queue_packets[queue * r->count + k] / q->multiplicity * c->rate;
        p.flits[k] = p.packets[k] * p.lengths[k].mean;
    }
    const double cycles = find_flit_cycles(&p, class);
    *body_delay = (p.lengths[class].mean - 1.0) * (cycles - 1.0);
    return w->source_part +
           find_class_queue_wait(&p, class, cycles, w->stall, q->source.node_share);
}

/* ---- network -------------------------------------------------------------------------------- */

/* Returns the wait at a transition: for the switch and for the link in proportion to flits, for a
 * VC equal for all heads. Allocators with priorities serve classes by rank; every allocator chooses
 * among one input's VCs by rank. */
static double find_transition_wait(const noc_contention *c, uint32_t number, uint32_t class)
{
    const noc_class_rates *r = c->class_rates_by_traffic;
    const noc_transition *x = &c->transitions[number];
    const noc_transition_waits *w = &c->transition_waits[number];
    const noc_transition_utilization *utilizations = &c->transition_utilizations[number];
    if (!r) return w->switches + w->link + w->vc;
    const uint16_t net = noc_find_queue_network(c, &c->queues[x->to]);
    const noc_network *network = &c->system->graph.networks[net];
    const noc_length_moments *lengths = &r->lengths[net * r->count];
    const rank_shares class_rank =
                          find_rank(r, &r->queue_packets[x->to * r->count], lengths, class),
                      no_rank = {0.0, 1.0};
    const rank_shares switch_rank =
        noc_allocators[network->vc.allocator].serves_priorities ? class_rank : no_rank;
    const rank_shares vc_rank =
        noc_allocators[network->vc.vc_allocator].serves_priorities ? class_rank : no_rank;
    return lengths[class].mean * x->packet.length_inverse *
               (w->switches * find_flit_delay(utilizations->other_inputs, switch_rank) +
                w->link * find_flit_delay(utilizations->link, class_rank)) +
           w->vc * find_head_wait(utilizations->vcs, vc_rank);
}

/* Returns the waits of a class at a queue that are no waits at transitions. These waits are
 * equal for all classes, less the lag that a packet's body recovers, in proportion to the body's
 * flits. */
static double find_queue_wait(const noc_contention *c, uint32_t queue, uint32_t class)
{
    const noc_class_rates *r = c->class_rates_by_traffic;
    const noc_class_queue *q = &c->queues[queue];
    const noc_queue_waits *w = &c->waits[queue];
    double common_wait = w->queue - w->source_part + w->transitions, body_ratio = 1.0;
    if (q->is_ejection) return w->queue; /* wait for a codec */
    for (uint32_t x = c->first_transition[queue]; x < c->first_transition[queue + 1]; x++) {
        const noc_transition_waits *t = &c->transition_waits[x];
        common_wait -= c->transitions[x].share.weight * (t->switches + t->link + t->vc);
    }
    if (r) {
        const double flits = r->lengths[noc_find_queue_network(c, q) * r->count + class].mean;
        body_ratio = q->packet.flits > 1.0 ? (flits - 1.0) / (q->packet.flits - 1.0) : 0.0;
    }
    return common_wait - w->recovered_lag * body_ratio;
}

static void add_queue(const noc_contention *c, uint32_t queue, double *network, double *source)
{
    const noc_class_rates *r = c->class_rates_by_traffic;
    for (uint32_t k = 0; k < r->count; k++) {
        const double rate = r->queue_packets[queue * r->count + k];
        double body_delay;
        if (!(rate > 0.0)) continue;
        network[k] += rate * find_queue_wait(c, queue, k);
        for (uint32_t x = c->first_transition[queue]; x < c->first_transition[queue + 1]; x++)
            network[k] += r->transition_packets[x * r->count + k] * find_transition_wait(c, x, k);
        if (!c->queues[queue].is_injection) continue;
        source[k] += rate * find_source_wait(c, queue, k, &body_delay);
        network[k] += rate * body_delay;
    }
}

void noc_class_waits_find(const noc_contention *c, uint32_t number, noc_waits *waits)
{
    const noc_class_rates *r = c->class_rates_by_traffic;
    const noc_swept_network *n = &c->networks[number];
    double *network = waits->class_network, *source = waits->class_source, total_packets = 0.0;
    c->sweeper->store_waits(n->sweep, c->waits, c->transition_waits);
    c->sweeper->store_utilizations(n->sweep, c->utilizations, c->transition_utilizations);
    for (uint32_t k = 0; k < r->count; k++) network[k] = source[k] = 0.0;
    for (uint32_t i = n->queues.first; i < n->queues.end; i++) add_queue(c, i, network, source);
    waits->network[NOC_REQUEST] = waits->source[NOC_REQUEST] = 0.0;
    for (uint32_t k = 0; k < r->count; k++) {
        waits->network[NOC_REQUEST] += network[k];
        waits->source[NOC_REQUEST] += source[k];
        network[k] /= r->packets[k];
        source[k] /= r->packets[k];
        total_packets += r->packets[k];
    }
    waits->network[NOC_REQUEST] /= total_packets;
    waits->source[NOC_REQUEST] /= total_packets;
}

/* ---- waits along routes --------------------------------------------------------------------- */

/* Waits of a class by place: many hops share a queue, and a pair of groups. */
typedef struct place_waits {
    /* [queue]: waits, with waits before injection at an injection channel, cycles */
    double *queues;
    double *pairs; /* [pair]: waits, cycles; NAN: no transition */
} place_waits;

/* Finds the waits, in a scratch arena. False when out of memory. */
static bool find_place_waits(const noc_contention *c, uint32_t class, noc_arena *scratch,
                             place_waits *w)
{
    const noc_loads *l = c->loads;
    w->queues = noc_arena_unset_array(scratch, c->queue_count, sizeof *w->queues);
    w->pairs = noc_arena_unset_array(scratch, l->pair_count + 1u, sizeof *w->pairs);
    if (scratch->is_short) return false;
    for (uint32_t q = 0; q < c->queue_count; q++) {
        double body_delay = 0.0;
        w->queues[q] = find_queue_wait(c, q, class);
        if (!c->queues[q].is_injection) continue;
        w->queues[q] += find_source_wait(c, q, class, &body_delay);
        w->queues[q] += body_delay;
    }
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const uint32_t k = find_transition(c, p);
        w->pairs[p] = k == NOC_NONE ? NAN : find_transition_wait(c, k, class);
    }
    w->pairs[l->pair_count] = NAN;
    return true;
}

/* Sums the waits from each hop to the destination; a hop comes after the hops to which it leads. */
static inline void sum_route_waits(const noc_contention *c, const noc_route_shares *route_shares,
                                   const place_waits *w, double *waits)
{
    const noc_routes *routes = &c->system->routes;
    const uint32_t *pair = c->hop_pairs;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t queue = c->hop_queues[h];
        double wait = queue == NOC_NONE ? NAN : w->queues[queue];
        for (noc_hop_step to = noc_first_hop_step(routes, route_shares, h); to.hop != NOC_NONE;
             to = noc_next_hop_step(routes, to))
            wait += noc_hop_step_share(route_shares, to) * (w->pairs[*pair++] + waits[to.hop]);
        waits[h] = wait;
    }
}

bool noc_route_waits_find(noc_contention *c, uint32_t traffic_class, double *waits)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    place_waits w;
    noc_contention_store_use(c);
    noc_contention_store_waits(c);
    if (!find_places(c) || !find_place_waits(c, traffic_class, &scratch, &w)) return false;
    if (c->loads->route_shares)
        sum_route_waits(c, c->loads->route_shares, &w, waits);
    else
        sum_route_waits(c, NULL, &w, waits); /* NULL lets the compiler make a simple loop */
    return true;
}
