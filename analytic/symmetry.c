#include "analytic/symmetry.h"

#include <stdlib.h>
#include <string.h>

#include "network/kinds/choices.h"

/* ---- colours -------------------------------------------------------------------------------- */

/* Hashes a colour to 64 bits by a bijection (the finalizer of SplitMix64, Steele et al. 2014). Two
 * of some thousand colours are equal by chance once in 1e12 networks. */
static uint64_t scramble(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t blend(uint64_t colour, uint64_t with)
{
    return scramble(colour ^ scramble(with));
}

/* Blends a real number, rounded to 36 bits (a relative 1e-11), into a colour: sums in another order
 * differ in their last bits. */
static uint64_t blend_real(uint64_t colour, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return scramble(colour ^ ((bits + (1u << 15)) >> 16));
}

double noc_side_by_side(const noc_graph *g, uint32_t channel)
{
    const noc_channel *this = &g->channels[channel];
    const noc_network *net = &g->networks[this->network];
    const bool in_turn = net->vc.link_choice->spread == NOC_SPREAD_IN_TURN;
    if (this->kind == NOC_INJECTION || (this->kind == NOC_LINK && !in_turn)) return 1.0;
    const noc_router *router = &g->routers[this->from];
    double count = 0.0;
    for (unsigned port = 0; port < router->outputs; port++) {
        const noc_channel *other = &g->channels[g->outputs[router->first_output + port]];
        count += other->kind == this->kind && other->to == this->to;
    }
    return count;
}

/* Colour of a network. Slices of one network have equal colours: they differ only in their packets'
 * destinations. */
static uint64_t network_colour(const noc_system *system, uint16_t network)
{
    const noc_network *net = &system->graph.networks[network];
    uint64_t colour = blend(net->spec, net->flit_bytes);
    for (int t = 0; t < system->traffic.length_count; t++)
        colour = blend(colour, system->traffic.lengths[t].flits[network]);
    return colour;
}

static uint64_t first_colour(const noc_system *system, const noc_loads *loads, const noc_group *g,
                             const uint64_t *networks)
{
    const noc_channel *channel = &system->graph.channels[g->channel];
    uint64_t colour = blend(networks[channel->network], channel->kind);
    colour = blend(colour, channel->latency);
    colour = blend(colour, channel->sharers);
    colour = blend(colour, g->class);
    colour = blend(colour, (uint64_t)__builtin_popcount(g->vcs));
    colour = blend_real(colour, g->stream.packets);
    colour = blend_real(colour, g->stream.flits);
    colour = blend_real(colour, g->stream.squares);
    if (system->traffic.multicast > 0.0)
        colour = blend_real(
            blend_real(blend_real(blend_real(colour, g->followed), g->waited), g->forking),
            g->branches);
    colour = blend_real(colour, loads->channel_flits[g->channel]);
    if (channel->flits_per_cycle != 1.0) colour = blend_real(colour, channel->flits_per_cycle);
    return blend_real(colour, noc_side_by_side(&system->graph, g->channel));
}

/* First colour of a pair: streams and shares, without the colours of its groups. */
static uint64_t first_pair_colour(const noc_pair_load *pair, const noc_pair_shares *s)
{
    uint64_t colour = blend_real(1, pair->stream.packets);
    colour = blend_real(colour, pair->stream.flits);
    if (pair->followed != pair->stream.packets) colour = blend_real(colour, pair->followed);
    colour = blend_real(colour, s->port);
    colour = blend_real(colour, s->along);
    colour = blend_real(colour, s->group);
    colour = blend_real(colour, s->packet);
    return blend_real(colour, s->own);
}

/* ---- parts ---------------------------------------------------------------------------------- */

static bool make_parts(noc_parts *p, uint32_t members)
{
    p->of = malloc(3 * ((size_t)members + 1) * sizeof *p->of);
    if (!p->of) return false;
    p->first = p->of + members + 1;
    p->size = p->first + members + 1;
    return true;
}

/* Groups members of equal colour into parts. `table`: space for a hash table; `table_size`: a power
 * of two, at least twice the number of members. */
static void part_by(const uint64_t *colours, uint32_t members, uint32_t *table, uint32_t room,
                    noc_parts *p)
{
    memset(table, 0xff, room * sizeof *table);
    p->count = 0;
    for (uint32_t i = 0; i < members; i++) {
        uint32_t slot = (uint32_t)scramble(colours[i]) & (room - 1);
        while (table[slot] != NOC_NONE && colours[p->first[table[slot]]] != colours[i])
            slot = (slot + 1) & (room - 1);
        if (table[slot] == NOC_NONE) {
            table[slot] = p->count;
            p->first[p->count] = i;
            p->size[p->count++] = 0;
        }
        p->of[i] = table[slot];
        p->size[table[slot]]++;
    }
}

/* ---- refinement ----------------------------------------------------------------------------- */

typedef struct painter {
    const noc_system *system;
    const noc_loads *loads;
    noc_symmetry *result;
    uint64_t *groups, *next, *channels, *terminals, *own_pairs, *networks; /* colours */
    uint32_t *table;
    uint32_t room;
} painter;

/* Colours channels by the sum of their groups' colours, and terminals by the sum of their
 * channels': sums do not depend on the order. Colours of groups are hashes, so their sums are
 * distinct, too. */
static void paint_places(painter *p)
{
    const noc_graph *g = &p->system->graph;
    memset(p->channels, 0, g->channel_count * sizeof *p->channels);
    memset(p->terminals, 0, g->terminal_count * sizeof *p->terminals);
    for (uint32_t i = 0; i < p->loads->group_count; i++)
        p->channels[p->loads->groups[i].channel] += p->groups[i];
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        const noc_terminal *terminal = &g->terminals[t];
        for (uint32_t i = 0; i < terminal->injections; i++)
            p->terminals[t] += scramble(p->channels[g->injections[terminal->first_injection + i]]);
    }
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].kind == NOC_EJECTION)
            p->terminals[g->channels[c].to] += scramble(p->channels[c] + 1);
}

static void paint_pairs(painter *p)
{
    for (uint32_t i = 0; i < p->loads->pair_count; i++) {
        const noc_pair_load *pair = &p->loads->pairs[i];
        const uint64_t ends = p->groups[pair->from] + 3 * p->groups[pair->to];
        p->result->pairs[i] = scramble(p->own_pairs[i] ^ ends);
    }
}

/* Colours each group by its channel and terminal, and by the pairs from and to the group. */
static void paint_groups(painter *p)
{
    const noc_graph *g = &p->system->graph;
    for (uint32_t i = 0; i < p->loads->group_count; i++) {
        const uint32_t channel = p->loads->groups[i].channel;
        const noc_channel *c = &g->channels[channel];
        p->next[i] = blend(p->groups[i], p->channels[channel]);
        if (c->kind == NOC_INJECTION) p->next[i] = blend(p->next[i], p->terminals[c->from]);
    }
    for (uint32_t i = 0; i < p->loads->pair_count; i++) {
        const noc_pair_load *pair = &p->loads->pairs[i];
        const uint64_t colour = p->result->pairs[i];
        p->next[pair->from] += colour;
        p->next[pair->to] += 3 * colour;
    }
    uint64_t *const painted = p->next;
    p->next = p->groups;
    p->groups = painted;
}

/* Refines the parts. A round only divides parts, so parts are final when their number stays. */
static void refine(painter *p)
{
    const noc_graph *g = &p->system->graph;
    noc_symmetry *s = p->result;
    uint32_t before;
    for (uint16_t n = 0; n < g->network_count; n++) p->networks[n] = network_colour(p->system, n);
    for (uint32_t i = 0; i < p->loads->group_count; i++)
        p->groups[i] = first_colour(p->system, p->loads, &p->loads->groups[i], p->networks);
    part_by(p->groups, p->loads->group_count, p->table, p->room, &s->groups);
    do { /* at least one round: without groups there still are channels and terminals */
        before = s->groups.count;
        paint_places(p);
        paint_pairs(p);
        paint_groups(p);
        part_by(p->groups, p->loads->group_count, p->table, p->room, &s->groups);
    } while (s->groups.count != before);
    part_by(p->channels, g->channel_count, p->table, p->room, &s->channels);
    part_by(p->terminals, g->terminal_count, p->table, p->room, &s->terminals);
}

noc_status noc_symmetry_find(const noc_system *system, const noc_loads *loads,
                             const noc_pair_shares *shares, noc_symmetry *s)
{
    const uint32_t groups = loads->group_count, pairs = loads->pair_count;
    const uint32_t channels = system->graph.channel_count;
    const uint32_t terminals = system->graph.terminal_count;
    painter p = {.system = system, .loads = loads, .result = s, .room = 1};
    while (p.room < 2 * (groups + channels + terminals)) p.room *= 2;
    *s = (noc_symmetry){.pairs = malloc((pairs + 1) * sizeof *s->pairs)};
    const size_t room =
        2 * (size_t)groups + channels + terminals + pairs + system->graph.network_count;
    uint64_t *colours = malloc((room + 1) * sizeof *colours);
    p.table = malloc(p.room * sizeof *p.table);
    const bool made = make_parts(&s->groups, groups) && make_parts(&s->channels, channels) &&
                      make_parts(&s->terminals, terminals) && s->pairs && colours && p.table;
    if (made) {
        p.groups = colours;
        p.next = p.groups + groups;
        p.channels = p.next + groups;
        p.terminals = p.channels + channels;
        p.own_pairs = p.terminals + terminals;
        p.networks = p.own_pairs + pairs;
        for (uint32_t i = 0; i < pairs; i++)
            p.own_pairs[i] = first_pair_colour(&loads->pairs[i], &shares[i]);
        refine(&p);
    } else {
        noc_symmetry_clear(s);
    }
    free(colours);
    free(p.table);
    return made ? NOC_OK : NOC_EFAILED;
}

void noc_symmetry_clear(noc_symmetry *s)
{
    free(s->groups.of);
    free(s->channels.of);
    free(s->terminals.of);
    free(s->pairs);
    *s = (noc_symmetry){.pairs = NULL};
}
