#include "analytic/contention/contention_circles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"

/* Use of input VCs at which a network with circles of links (rings, tori, most graphs) jams within
 * some 1e5 cycles. Virtual channels of several layers keep packets from waiting for themselves for
 * ever; but a packet that waits on a link holds up flits of all layers, and so the packets that it
 * waits for. Such a network has two states: in the full one each packet waits for others that are
 * held up, and the network carries at most half of the traffic of its other state (a ring of 16
 * routers, 4 VCs: 0.18 flits per cycle and node, after 0.33). Any wait that gets long enough
 * brings the network there, long before a station is used up, and the network does not return. Not
 * derived: 18 rings, tori and circulant graphs of the sampler, 1 to 4 VCs a layer, have 0.53 to
 * 0.77 with this model's times (docs/lab/experiments.md, 1.22). docs/model.md (25a). */
static const double held_out_in_circles = 0.70;

/* True if ways may lead in circles from part to part of the channels. Where they do not, parts
 * have heights, each above all parts that it leads to; queues come after those that they lead to,
 * so a few rounds find the heights. */
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

/* Most links that one packet of a class crosses; 0: unknown, as flows are merged. */
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

/* True if packets of the class wait for each other over more links than one of them crosses. Where
 * virtual channels are layers by phase (dragonflies, flattened butterflies) a packet waits for
 * packets that are further on their own ways, and that ends: links may lead in circles, no wait
 * goes round. On rings and graphs packets of one layer follow each other, each on a part of the
 * circle. `chain`: room for a number per group; groups come after those that they lead to, except
 * on circles. */
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

/* True if the packets of a pair may go elsewhere while they wait: they close no circle. */
static bool may_go_elsewhere(const noc_loads *l, uint32_t pair)
{
    return l->chosen_vcs && l->chosen_vcs[pair] > 0.0;
}

enum { COMES = 1, GOES = 2, ON = 4 };

/* Drops channels of `on` that no packets of the class leave, or reach, from or to another channel
 * of `on`. True if there were any. */
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

/* Networks (bits) with ways over `on` that change their virtual channels there, or that have no
 * other link to go on by: rings, tori, layers of graphs. Where packets keep their randomly drawn
 * virtual channels, and turn in different ways (O1TURN), waiting packets close no circles. */
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

/* Part of the waits on channel `to` that packets of channel `from` meet: the share that goes on
 * there, or that share times the use of `to`. */
typedef struct step {
    uint32_t from, to;
    double part;
} step;

/* A class's packets on the links of a network that lie on circles, and room for its steps and for
 * three numbers per channel. */
typedef struct round_trip {
    uint32_t network;
    noc_class class;
    const uint8_t *on;
    step *steps;
    size_t count;
    double *packets, *waits, *before; /* [channel]: numbers */
} round_trip;

/* Lists the steps from link to link on circles, and the packets on them. */
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

/* Passes the waits on links back to the links before. Scales them to a maximum of 1. Returns the
 * maximum before that. */
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

/* Growth of waits from link to link once they have gone round: the largest eigenvalue. */
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

/* Evenness of the use of the links on the way round: 1 where all uses are equal. */
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

/* Share held out by a router of several steps: it is a server s times as fast, for which packets
 * wait 1/s^2 as long; the waits that it holds up shrink in proportion. */
static double held_out_by(double steps)
{
    return 1.0 - (1.0 - held_out_in_circles) / (steps * steps);
}

/* Sets the use at which the circle jams. A jam on one busy link dissolves on the next links, where
 * these are used less: the level rises by the cube of evenness (rings of which some links carry a
 * tenth more: 0.77; random graphs, of evenness below 0.9, end at a station that is used up). */
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

/* True if heads ask for all virtual channels on their ways at once, and get a free one: no head
 * comes to a circle of full virtual channels, which so empties. Jams are beyond saturation there,
 * when the other virtual channels are full, too. */
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

/* True if circles are known. They do not depend on the shares of ways. */
static bool knows_circles(const noc_contention *c)
{
    for (uint32_t i = 0; c->circles && i < c->queue_count; i++)
        c->queues[i].holds_out = c->circles[i];
    return c->circles;
}

/* Keeps the circles found, while rates change. */
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
