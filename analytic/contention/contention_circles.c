#include "analytic/contention/contention_circles.h"

#include <math.h>
#include <string.h>

#include "base/auto.h"
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
static const double cycle_jam_level = 0.70;

/* True if transitions may form cycles of parts of the channels. `height`: room for [part of the
 * channels and class]. Without cycles, each part has a height above all parts to which it leads;
 * queues come after the queues to which they lead, so a few rounds find the heights. */
static bool may_have_cycles(const noc_contention *c, uint32_t *height)
{
    enum { ROUNDS = 8 };
    bool has_changed = true;
    for (uint32_t i = 0; i < NOC_CLASSES * c->symmetry.channels.count; i++) height[i] = 0;
    for (int round = 0; has_changed && round < ROUNDS; round++) {
        has_changed = false;
        for (uint32_t k = 0; k < c->transition_count; k++) {
            const noc_class_queue *from = &c->queues[c->transitions[k].from];
            const noc_class_queue *to = &c->queues[c->transitions[k].to];
            uint32_t *own_height = &height[NOC_CLASSES * from->channel_part + from->class];
            const uint32_t least_height = height[NOC_CLASSES * to->channel_part + to->class] + 1;
            has_changed |= least_height > *own_height;
            *own_height = max_unsigned(*own_height, least_height);
        }
    }
    return has_changed;
}

/* Returns the most links that a packet of a class crosses; 0 if flows are merged, as routes are
 * unknown then. */
static uint32_t find_longest_route(const noc_system *s, noc_class class)
{
    uint32_t max_links = 0;
    for (size_t f = 0; !s->merged_rates.packets && f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count && flow->class == class; i++)
            max_links =
                max_unsigned(max_links, s->routes.paths[flow->route.first_path + i].router_count);
    }
    return max_links > 0 ? max_links - 1 : 0;
}

/* Part of the waits on channel `to` that packets of channel `from` meet: the share of these packets
 * that go on to `to`, or that share times the utilisation of `to`. */
typedef struct cycle_step {
    uint32_t from, to;
    double part;
} cycle_step;

/* Search for the growth of waits of a class on the cycles of a network. */
typedef struct cycle_search {
    uint32_t network;
    noc_class class;
    uint8_t *marked;  /* [channel]: bits, MARKED: may be on a cycle */
    uint32_t *onward; /* [channel]: marked channel to which packets go on; NOC_NONE: none */
    uint32_t *chain;  /* [group]: links of the longest chain of waits */
    cycle_step *steps;
    size_t count;
    /* [channel]: packets at unit rate; waits, relative; waits passed back */
    double *packets, *waits, *next_waits;
} cycle_search;

/* True if a chain of waits of the class has more links than any packet crosses. If each phase of a
 * route has its own layer of virtual channels (dragonflies, flattened butterflies), a packet waits
 * for packets in later phases, so chains end, although links may form cycles. On rings and graphs
 * packets of one layer follow each other, each on a part of the cycle. Groups come after the groups
 * to which they lead, except on cycles. */
static bool has_long_chain(const noc_contention *c, const cycle_search *r)
{
    const noc_loads *l = c->loads;
    uint32_t *chain = r->chain;
    const uint32_t max_links = find_longest_route(c->system, r->class);
    if (max_links == 0) return true;
    for (uint32_t i = 0; i < l->group_count; i++) {
        const noc_group *g = &l->groups[i];
        chain[i] = 0;
        if (g->class != r->class || c->system->graph.channels[g->channel].kind != NOC_LINK)
            continue;
        for (uint32_t p = l->first_pair[i]; p < l->first_pair[i + 1]; p++) {
            const uint32_t to = l->pairs[p].output_group;
            if (c->system->graph.channels[l->groups[to].channel].kind != NOC_LINK) continue;
            if (to >= i) return true;
            chain[i] = max_unsigned(chain[i], chain[to]);
        }
        if (++chain[i] > max_links) return true;
    }
    return false;
}

/* True if the packets of a pair may choose another output while they wait: they close no cycle. */
static bool has_other_output(const noc_loads *l, uint32_t pair)
{
    return l->choice_vcs && l->choice_vcs[pair] > 0.0;
}

/* Bits of a channel: packets of the class come from a marked channel; packets go on to a marked
 * channel; the channel is marked: it may be on a cycle. */
enum { HAS_INPUT = 1, HAS_OUTPUT = 2, MARKED = 4 };

/* Drops the marks of channels without packets of the class from, or to, a marked channel. True if a
 * mark was dropped. */
static bool drop_open_channels(const noc_contention *c, const cycle_search *r)
{
    const noc_loads *l = c->loads;
    uint8_t *marked = r->marked;
    bool has_dropped = false;
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const noc_group *from = &l->groups[l->pairs[p].input_group],
                        *to = &l->groups[l->pairs[p].output_group];
        if (from->class != r->class || !(marked[from->channel] & marked[to->channel] & MARKED))
            continue;
        if (has_other_output(l, p)) continue;
        marked[from->channel] |= HAS_OUTPUT;
        marked[to->channel] |= HAS_INPUT;
    }
    for (uint32_t i = 0; i < c->system->graph.channel_count; i++) {
        has_dropped |= marked[i] == MARKED || marked[i] == (MARKED | HAS_INPUT) ||
                       marked[i] == (MARKED | HAS_OUTPUT);
        marked[i] = marked[i] == (MARKED | HAS_INPUT | HAS_OUTPUT) ? MARKED : 0;
    }
    return has_dropped;
}

/* Returns the set of networks, a bit for each, on whose marked channels waiting packets close
 * cycles: packets change their virtual channels between marked channels, or all packets of a marked
 * channel go on to one marked channel (rings, tori, layers of graphs). If packets keep their
 * randomly drawn virtual channels and turn differently (O1TURN), waiting packets close no
 * cycles. */
static uint64_t find_closed_cycles(const noc_contention *c, const cycle_search *r)
{
    const noc_loads *l = c->loads;
    const uint8_t *marked = r->marked;
    uint32_t *onward = r->onward;
    uint64_t changing_networks = 0, forking_networks = 0;
    for (uint32_t i = 0; i < c->system->graph.channel_count; i++) onward[i] = NOC_NONE;
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const noc_group *from = &l->groups[l->pairs[p].input_group],
                        *to = &l->groups[l->pairs[p].output_group];
        if (from->class != r->class || !marked[from->channel] || !marked[to->channel]) continue;
        if (has_other_output(l, p)) continue;
        const uint64_t network = (uint64_t)1 << c->system->graph.channels[from->channel].network;
        uint32_t *next = &onward[from->channel];
        if (from->vcs != to->vcs) changing_networks |= network;
        if (*next != NOC_NONE && *next != to->channel) forking_networks |= network;
        *next = to->channel;
    }
    return changing_networks | ~forking_networks;
}

/* Lists the steps from link to link on cycles, and the packets of links. */
static void list_steps(const noc_contention *c, cycle_search *r)
{
    const noc_loads *l = c->loads;
    for (uint32_t i = 0; i < c->system->graph.channel_count; i++) r->packets[i] = 0.0;
    for (uint32_t k = 0; k < l->group_count; k++)
        if (l->groups[k].class == r->class)
            r->packets[l->groups[k].channel] += l->groups[k].stream.packets;
    r->count = 0;
    for (uint32_t p = 0; p < l->pair_count; p++) {
        const noc_group *from = &l->groups[l->pairs[p].input_group],
                        *to = &l->groups[l->pairs[p].output_group];
        if (from->class != r->class || !r->marked[from->channel] || !r->marked[to->channel])
            continue;
        if (has_other_output(l, p)) continue;
        if (c->system->graph.channels[from->channel].network != r->network) continue;
        const double share = l->pairs[p].stream.packets / r->packets[from->channel];
        r->steps[r->count++] = (cycle_step){from->channel, to->channel, share};
    }
}

/* Replaces the waits on links by the waits passed back from the next links, scaled to a maximum of
 * 1. Returns the maximum before scaling. */
static double pass_waits_back(const cycle_search *r, uint32_t channels)
{
    double maximum = 0.0;
    for (uint32_t i = 0; i < channels; i++) r->next_waits[i] = 0.0;
    for (size_t k = 0; k < r->count; k++)
        r->next_waits[r->steps[k].from] += r->steps[k].part * r->waits[r->steps[k].to];
    for (uint32_t i = 0; i < channels; i++) maximum = max_of(maximum, r->next_waits[i]);
    for (uint32_t i = 0; i < channels && maximum > 0.0; i++)
        r->waits[i] = r->next_waits[i] / maximum;
    return maximum;
}

/* Returns the growth of waits per link along the cycles: the largest eigenvalue (power
 * iteration). */
static double find_wait_growth(const cycle_search *r, uint32_t channels)
{
    enum { STEPS = 48, SETTLED = 24 };
    double log_growth = 0.0;
    for (uint32_t i = 0; i < channels; i++) r->waits[i] = 1.0;
    for (int k = 0; k < STEPS; k++) {
        const double maximum = pass_waits_back(r, channels);
        if (maximum == 0.0) return 0.0;
        if (k >= STEPS - SETTLED) log_growth += log(maximum);
    }
    return exp(log_growth / SETTLED);
}

/* Returns the evenness of the utilisation of links on the cycles: 1 if all utilisations are
 * equal. */
static double find_evenness(const noc_contention *c, cycle_search *r)
{
    const noc_graph *g = &c->system->graph;
    double busiest = 0.0;
    list_steps(c, r);
    if (r->count == 0) return 0.0;
    for (uint32_t i = 0; i < g->channel_count; i++)
        if (r->marked[i] && g->channels[i].network == r->network)
            busiest = max_of(busiest, c->loads->busy_cycles[i]);
    const double even_growth = find_wait_growth(r, g->channel_count);
    for (size_t k = 0; k < r->count; k++) r->steps[k].part *= c->loads->busy_cycles[r->steps[k].to];
    return even_growth > 0.0 ? find_wait_growth(r, g->channel_count) / (even_growth * busiest)
                             : 0.0;
}

/* Sets the utilisation at which the cycles jam. A jam on one busy link dissolves on the next links
 * if these are used less: the level is divided by the cube of the evenness (rings of which some
 * links carry a tenth more: 0.77; random graphs, of evenness below 0.9, saturate at a full
 * station). Routers of several steps per cycle are servers s times as fast, for which packets wait
 * 1/s^2 as long: the margin below 1 shrinks in proportion. */
static void set_jam_levels(noc_contention *c, cycle_search *r)
{
    const double evenness = find_evenness(c, r);
    const double cube = max_of(evenness * evenness * evenness, 1e-9);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_class_queue *q = &c->queues[i];
        if (q->class == r->class && noc_find_queue_network(c, q) == r->network &&
            r->marked[q->channel]) {
            const double steps = q->pace.steps_per_cycle;
            c->jam_levels[i] =
                min_of(1.0, (1.0 - (1.0 - cycle_jam_level) / (steps * steps)) / cube);
        }
    }
}

/* True if heads ask for all virtual channels on their routes at once and get a free one: no head
 * comes to a cycle of full virtual channels, which then empties. Such a network jams beyond
 * saturation only, when the other virtual channels are full as well. */
static bool avoids_full_vcs(const noc_contention *c, uint32_t network)
{
    const noc_graph *g = &c->system->graph;
    return c->loads->route_shares && g->networks[network].vc.route_choice == NOC_CHOICE_ALLOCATOR;
}

static void find_class_cycles(noc_contention *c, cycle_search *r)
{
    memset(r->marked, MARKED, c->system->graph.channel_count);
    while (drop_open_channels(c, r)) continue;
    if (!has_long_chain(c, r)) return;
    const uint64_t closed = find_closed_cycles(c, r);
    for (r->network = 0; r->network < c->system->graph.network_count; r->network++)
        if (closed >> r->network & 1 && !avoids_full_vcs(c, r->network)) set_jam_levels(c, r);
}

/* Finds c->jam_levels. False when out of memory. */
static bool find_jam_levels(noc_contention *c)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const size_t channels = c->system->graph.channel_count;
    double *levels = noc_arena_array(c->arena, c->queue_count, sizeof *levels);
    uint32_t *height = noc_arena_unset_array(&scratch, NOC_CLASSES * channels, sizeof *height);
    cycle_search r = {
        .marked = noc_arena_unset_array(&scratch, channels, sizeof *r.marked),
        .onward = noc_arena_unset_array(&scratch, channels, sizeof *r.onward),
        .chain = noc_arena_unset_array(&scratch, c->loads->group_count, sizeof *r.chain),
        .steps = noc_arena_unset_array(&scratch, c->loads->pair_count, sizeof *r.steps),
        .packets = noc_arena_unset_array(&scratch, channels, sizeof *r.packets),
        .waits = noc_arena_unset_array(&scratch, channels, sizeof *r.waits),
        .next_waits = noc_arena_unset_array(&scratch, channels, sizeof *r.next_waits),
    };
    if (!levels || scratch.is_short) return false;
    c->jam_levels = levels;
    for (uint32_t i = 0; i < c->queue_count; i++) levels[i] = 1.0;
    const bool has_cycles = may_have_cycles(c, height);
    for (r.class = 0; has_cycles && r.class < NOC_CLASSES; r.class ++) find_class_cycles(c, &r);
    return true;
}

bool noc_contention_find_cycles(noc_contention *c)
{
    if (!c->jam_levels && !find_jam_levels(c)) return false;
    for (uint32_t i = 0; i < c->queue_count; i++) c->queues[i].input.jam_level = c->jam_levels[i];
    return true;
}
