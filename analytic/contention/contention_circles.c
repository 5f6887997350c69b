#include "analytic/contention/contention_circles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"

/* Utilisation of input VCs at which a network with cycles of links (rings, tori, most graphs) jams
 * within some 1e5 clock cycles. Virtual channels in layers prevent deadlock; but a packet that
 * waits on a link delays flits of all layers, and so the packets for which it waits. Such a network
 * has two states: in the jammed one each packet waits for others that are delayed, and the network
 * carries at most half of the traffic of the other state (a ring of 16 routers, 4 VCs: 0.18 flits
 * per cycle and node, after 0.33). Any wait that gets long enough jams the network, long before a
 * station is full, and the network does not recover. Not derived: 18 rings, tori and circulant
 * graphs of the sampler, 1 to 4 VCs per layer, have 0.53 to 0.77 with this model's times
 * (docs/lab/experiments.md, 1.22). docs/model.md (25a). */
static const double held_out_in_circles = 0.70;

/* True if transitions may form cycles of parts of the channels. Without cycles, each part has a
 * height above all parts to which it leads; queues come after the queues to which they lead, so a
 * few rounds find the heights. */
static bool may_be_circles(const noc_contention *c, uint32_t *height)
{
    enum { ROUNDS = 8 };
    bool moved = true;
    for (uint32_t i = 0; i < NOC_CLASSES * c->symmetry.channels.count; i++) height[i] = 0;
    for (int round = 0; moved && round < ROUNDS; round++) {
        moved = false;
        for (uint32_t k = 0; k < c->transition_count; k++) {
            const noc_class_queue *from = &c->queues[c->transitions[k].from];
            const noc_class_queue *to = &c->queues[c->transitions[k].to];
            uint32_t *own = &height[NOC_CLASSES * from->place + from->class];
            const uint32_t above = height[NOC_CLASSES * to->place + to->class] + 1;
            moved |= above > *own;
            *own = max_unsigned(*own, above);
        }
    }
    return moved;
}

/* Returns the most links that a packet of a class crosses; 0 if unknown, as flows are merged. */
static uint32_t longest_way(const noc_system *s, noc_class class)
{
    uint32_t most = 0;
    for (size_t f = 0; !s->merged.packets && f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.paths && flow->class == class; i++)
            most = max_unsigned(most, s->routes.paths[flow->route.first_path + i].routers);
    }
    return most > 0 ? most - 1 : 0;
}

/* True if a chain of waits of the class has more links than any packet crosses. If each phase of a
 * route has its own layer of virtual channels (dragonflies, flattened butterflies), a packet waits
 * for packets in later phases, so chains end, although links may form cycles. On rings and graphs
 * packets of one layer follow each other, each on a part of the cycle. `chain`: room for [group].
 * Groups come after the groups to which they lead, except on cycles. */
static bool outlasts_ways(const noc_contention *c, noc_class class, uint32_t *chain)
{
    const noc_loads *l = c->loads;
    const uint32_t way = longest_way(c->system, class);
    if (way == 0) return true;
    for (uint32_t i = 0; i < l->group_count; i++) {
        const noc_group *g = &l->groups[i];
        chain[i] = 0;
        if (g->class != class || c->system->graph.channels[g->channel].kind != NOC_LINK) continue;
        for (uint32_t p = l->first_pair[i]; p < l->first_pair[i + 1]; p++) {
            const uint32_t to = l->pairs[p].to;
            if (c->system->graph.channels[l->groups[to].channel].kind != NOC_LINK) continue;
            if (to >= i) return true;
            chain[i] = max_unsigned(chain[i], chain[to]);
        }
        if (++chain[i] > way) return true;
    }
    return false;
}

/* True if the packets of a pair may choose another output while they wait: they close no cycle. */
static bool may_go_elsewhere(const noc_loads *l, uint32_t pair)
{
    return l->chosen_vcs && l->chosen_vcs[pair] > 0.0;
}

enum { COMES = 1, GOES = 2, ON = 4 };

/* Drops the marked channels without packets of the class from, or to, another marked channel. True
 * if there were any. */
static bool drop_ends(const noc_contention *c, noc_class class, uint8_t *on)
{
    const noc_loads *l = c->loads;
    bool dropped = false;
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const noc_group *from = &l->groups[l->pairs[p].from], *to = &l->groups[l->pairs[p].to];
        if (from->class != class || !(on[from->channel] & on[to->channel] & ON)) continue;
        if (may_go_elsewhere(l, p)) continue;
        on[from->channel] |= GOES;
        on[to->channel] |= COMES;
    }
    for (uint32_t i = 0; i < c->system->graph.channel_count; i++) {
        dropped |= on[i] == ON || on[i] == (ON | COMES) || on[i] == (ON | GOES);
        on[i] = on[i] == (ON | COMES | GOES) ? ON : 0;
    }
    return dropped;
}

/* Returns the networks (bits) whose packets change their virtual channels between marked channels,
 * or have one marked link to go on by: rings, tori, layers of graphs. If packets keep their
 * randomly drawn virtual channels and turn differently (O1TURN), waiting packets close no
 * cycles. */
static uint64_t closed_circles(const noc_contention *c, noc_class class, const uint8_t *on,
                               uint32_t *onward)
{
    const noc_loads *l = c->loads;
    uint64_t change = 0, fork = 0;
    for (uint32_t i = 0; i < c->system->graph.channel_count; i++) onward[i] = NOC_NONE;
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const noc_group *from = &l->groups[l->pairs[p].from], *to = &l->groups[l->pairs[p].to];
        if (from->class != class || !on[from->channel] || !on[to->channel]) continue;
        if (may_go_elsewhere(l, p)) continue;
        const uint64_t network = (uint64_t)1 << c->system->graph.channels[from->channel].network;
        uint32_t *next = &onward[from->channel];
        if (from->vcs != to->vcs) change |= network;
        if (*next != NOC_NONE && *next != to->channel) fork |= network;
        *next = to->channel;
    }
    return change | ~fork;
}

/* Part of the waits on channel `to` that packets of channel `from` meet: the share of these packets
 * that go on to `to`, or that share times the utilisation of `to`. */
typedef struct step {
    uint32_t from, to;
    double part;
} step;

/* Search for the growth of waits of a class on the cycles of a network. */
typedef struct round_trip {
    uint32_t network;
    noc_class class;
    const uint8_t *on;
    step *steps;
    size_t count;
    /* [channel]: packets at unit rate; waits, relative; waits passed back */
    double *packets, *waits, *before;
} round_trip;

/* Lists the steps from link to link on cycles, and the packets of links. */
static void list_steps(const noc_contention *c, round_trip *r)
{
    const noc_loads *l = c->loads;
    for (uint32_t i = 0; i < c->system->graph.channel_count; i++) r->packets[i] = 0.0;
    for (uint32_t k = 0; k < l->group_count; k++)
        if (l->groups[k].class == r->class)
            r->packets[l->groups[k].channel] += l->groups[k].stream.packets;
    r->count = 0;
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const noc_group *from = &l->groups[l->pairs[p].from], *to = &l->groups[l->pairs[p].to];
        if (from->class != r->class || !r->on[from->channel] || !r->on[to->channel]) continue;
        if (may_go_elsewhere(l, p)) continue;
        if (c->system->graph.channels[from->channel].network != r->network) continue;
        const double share = l->pairs[p].stream.packets / r->packets[from->channel];
        r->steps[r->count++] = (step){from->channel, to->channel, share};
    }
}

/* Passes the waits on links back to the previous links, and scales them to a maximum of 1. Returns
 * the maximum before scaling. */
static double step_back(const round_trip *r, uint32_t channels)
{
    double most = 0.0;
    for (uint32_t i = 0; i < channels; i++) r->before[i] = 0.0;
    for (size_t k = 0; k < r->count; k++)
        r->before[r->steps[k].from] += r->steps[k].part * r->waits[r->steps[k].to];
    for (uint32_t i = 0; i < channels; i++) most = max_of(most, r->before[i]);
    for (uint32_t i = 0; i < channels && most > 0.0; i++) r->waits[i] = r->before[i] / most;
    return most;
}

/* Returns the growth of waits per link along the cycles: the largest eigenvalue (power
 * iteration). */
static double grown_round(const round_trip *r, uint32_t channels)
{
    enum { STEPS = 48, SETTLED = 24 };
    double grown = 0.0;
    for (uint32_t i = 0; i < channels; i++) r->waits[i] = 1.0;
    for (int k = 0; k < STEPS; k++) {
        const double most = step_back(r, channels);
        if (most == 0.0) return 0.0;
        if (k >= STEPS - SETTLED) grown += log(most);
    }
    return exp(grown / SETTLED);
}

/* Returns the evenness of the utilisation of links on the cycles: 1 if all utilisations are
 * equal. */
static double evenness(const noc_contention *c, round_trip *r)
{
    const noc_graph *g = &c->system->graph;
    double busiest = 0.0;
    list_steps(c, r);
    if (r->count == 0) return 0.0;
    for (uint32_t i = 0; i < g->channel_count; i++)
        if (r->on[i] && g->channels[i].network == r->network)
            busiest = max_of(busiest, c->loads->in_use[i]);
    const double alike = grown_round(r, g->channel_count);
    for (size_t k = 0; k < r->count; k++) r->steps[k].part *= c->loads->in_use[r->steps[k].to];
    return alike > 0.0 ? grown_round(r, g->channel_count) / (alike * busiest) : 0.0;
}

/* Returns the jam level of a router of several steps per cycle: a server s times as fast, for which
 * packets wait 1/s^2 as long; the margin below 1 shrinks in proportion. */
static double held_out_by(double steps)
{
    return 1.0 - (1.0 - held_out_in_circles) / (steps * steps);
}

/* Sets the utilisation at which the cycles jam. A jam on one busy link dissolves on the next links
 * if these are used less: the level is divided by the cube of the evenness (rings of which some
 * links carry a tenth more: 0.77; random graphs, of evenness below 0.9, saturate at a full
 * station). */
static void hold_out(noc_contention *c, round_trip *r)
{
    const double even = evenness(c, r);
    const double cube = max_of(even * even * even, 1e-9);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        noc_class_queue *q = &c->queues[i];
        if (q->class == r->class && noc_network_of_queue(c, q) == r->network && r->on[q->channel])
            q->holds_out = min_of(1.0, held_out_by(q->speed.steps) / cube);
    }
}

/* True if heads ask for all virtual channels on their routes at once and get a free one: no head
 * comes to a cycle of full virtual channels, which then empties. Such a network jams beyond
 * saturation only, when the other virtual channels are full as well. */
static bool keeps_out_of_full_ones(const noc_contention *c, uint32_t network)
{
    const noc_graph *g = &c->system->graph;
    return c->loads->ways && g->networks[network].vc.route_choice == NOC_CHOICE_ALLOCATOR;
}

static void find_circles_of(noc_contention *c, round_trip *r, uint8_t *on, uint32_t *onward,
                            uint32_t *chain)
{
    memset(on, ON, c->system->graph.channel_count);
    while (drop_ends(c, r->class, on)) continue;
    if (!outlasts_ways(c, r->class, chain)) return;
    const uint64_t closed = closed_circles(c, r->class, on, onward);
    for (r->network = 0; r->network < c->system->graph.network_count; r->network++)
        if (closed >> r->network & 1 && !keeps_out_of_full_ones(c, r->network)) hold_out(c, r);
}

/* Restores the levels found before, which do not depend on the shares of routes. True if there are
 * any. */
static bool knows_circles(const noc_contention *c)
{
    for (uint32_t i = 0; c->circles && i < c->queue_count; i++)
        c->queues[i].holds_out = c->circles[i];
    return c->circles;
}

/* Saves the levels for later rates, if packets choose among routes. False when out of memory. */
static bool keep_circles(noc_contention *c)
{
    if (!c->loads->ways) return true;
    c->circles = malloc((c->queue_count + 1u) * sizeof *c->circles);
    for (uint32_t i = 0; c->circles && i < c->queue_count; i++)
        c->circles[i] = c->queues[i].holds_out;
    return c->circles;
}

bool noc_contention_find_circles(noc_contention *c)
{
    if (knows_circles(c)) return true;
    const size_t channels = c->system->graph.channel_count;
    uint8_t *on = malloc(channels + 1);
    uint32_t *onward = malloc((NOC_CLASSES * channels + 1) * sizeof *onward);
    double *sums = malloc((3 * channels + 1) * sizeof *sums);
    step *steps = malloc((c->loads->pair_count + 1u) * sizeof *steps);
    uint32_t *chain = malloc((c->loads->group_count + 1u) * sizeof *chain);
    const bool found = on && onward && sums && steps && chain;
    for (uint32_t i = 0; i < c->queue_count; i++) c->queues[i].holds_out = 1.0;
    const bool any = found && may_be_circles(c, onward);
    for (int k = 0; any && k < NOC_CLASSES; k++) {
        round_trip r = {.class = (noc_class)k,
                        .on = on,
                        .steps = steps,
                        .packets = sums,
                        .waits = sums + channels,
                        .before = sums + 2 * channels};
        find_circles_of(c, &r, on, onward, chain);
    }
    free(on);
    free(onward);
    free(sums);
    free(steps);
    free(chain);
    return found && keep_circles(c);
}
