#include "analytic/symmetry.h"

#include <string.h>

#include "base/auto.h"
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

static uint64_t blend_colours(uint64_t colour, uint64_t value)
{
    return scramble(colour ^ scramble(value));
}

/* Blends a real number, rounded to 36 bits (a relative 1e-11), into a colour: sums in another order
 * differ in their last bits. */
static uint64_t blend_real(uint64_t colour, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return scramble(colour ^ ((bits + (1u << 15)) >> 16));
}

double noc_parallel_channels(const noc_graph *g, uint32_t channel)
{
    const noc_channel *reference = &g->channels[channel];
    const noc_network *net = &g->networks[reference->network];
    const bool in_turn = net->vc.link_choice->spread_rule == NOC_SPREAD_IN_TURN;
    if (reference->kind == NOC_INJECTION || (reference->kind == NOC_LINK && !in_turn)) return 1.0;
    const noc_router *router = &g->routers[reference->from];
    double count = 0.0;
    for (unsigned port = 0; port < router->outputs; port++) {
        const noc_channel *other = &g->channels[g->outputs[router->first_output + port]];
        count += other->kind == reference->kind && other->to == reference->to;
    }
    return count;
}

/* Colour of a network. Slices of one network have equal colours: they differ only in their packets'
 * destinations. */
static uint64_t network_colour(const noc_system *system, uint16_t network)
{
    const noc_network *net = &system->graph.networks[network];
    uint64_t colour = blend_colours(net->spec_index, net->flit_bytes);
    for (int t = 0; t < system->traffic.length_count; t++)
        colour = blend_colours(colour, system->traffic.lengths[t].flits[network]);
    return colour;
}

static uint64_t first_colour(const noc_system *system, const noc_loads *loads, const noc_group *g,
                             const uint64_t *networks)
{
    const noc_channel *channel = &system->graph.channels[g->channel];
    uint64_t colour = blend_colours(networks[channel->network], channel->kind);
    colour = blend_colours(colour, channel->latency);
    colour = blend_colours(colour, channel->sharers);
    colour = blend_colours(colour, g->class);
    colour = blend_colours(colour, (uint64_t)__builtin_popcount(g->vcs));
    colour = blend_real(colour, g->stream.packets);
    colour = blend_real(colour, g->stream.flits);
    colour = blend_real(colour, g->stream.squares);
    if (system->traffic.multicast_share > 0.0)
        colour = blend_real(
            blend_real(blend_real(blend_real(colour, g->delayed_packets), g->branch_waits),
                       g->multicast_share),
            g->mean_branches);
    colour = blend_real(colour, loads->channel_flits[g->channel]);
    if (channel->flits_per_cycle != 1.0) colour = blend_real(colour, channel->flits_per_cycle);
    return blend_real(colour, noc_parallel_channels(&system->graph, g->channel));
}

/* First colour of a pair: streams and shares, without the colours of its groups. */
static uint64_t first_pair_colour(const noc_pair_load *pair, const noc_pair_shares *s)
{
    uint64_t colour = blend_real(1, pair->stream.packets);
    colour = blend_real(colour, pair->stream.flits);
    if (pair->delayed_packets != pair->stream.packets)
        colour = blend_real(colour, pair->delayed_packets);
    colour = blend_real(colour, s->output_flits);
    colour = blend_real(colour, s->input_flits);
    colour = blend_real(colour, s->group_flits);
    colour = blend_real(colour, s->group_packets);
    return blend_real(colour, s->pair_packets);
}

/* ---- parts ---------------------------------------------------------------------------------- */

static void make_parts(noc_arena *arena, uint32_t members, noc_parts *p)
{
    p->part = noc_arena_unset_array(arena, members, sizeof *p->part);
    p->first_member = noc_arena_unset_array(arena, members, sizeof *p->first_member);
    p->member_count = noc_arena_unset_array(arena, members, sizeof *p->member_count);
}

/* Groups members of equal colour into parts. `table`: space for a hash table; `table_size`: a power
 * of two, at least twice the number of members. */
static void group_by_colour(const uint64_t *colours, uint32_t members, uint32_t *table,
                            uint32_t table_size, noc_parts *p)
{
    memset(table, 0xff, table_size * sizeof *table);
    p->count = 0;
    for (uint32_t i = 0; i < members; i++) {
        uint32_t slot = (uint32_t)scramble(colours[i]) & (table_size - 1);
        while (table[slot] != NOC_NONE && colours[p->first_member[table[slot]]] != colours[i])
            slot = (slot + 1) & (table_size - 1);
        if (table[slot] == NOC_NONE) {
            table[slot] = p->count;
            p->first_member[p->count] = i;
            p->member_count[p->count++] = 0;
        }
        p->part[i] = table[slot];
        p->member_count[table[slot]]++;
    }
}

/* ---- refinement ----------------------------------------------------------------------------- */

typedef struct refinement {
    const noc_system *system;
    const noc_loads *loads;
    noc_symmetry *result;
    uint64_t *groups, *next_groups, *channels, *terminals, *first_pairs, *networks; /* colours */
    uint32_t *table;
    uint32_t table_size;
} refinement;

/* Colours channels by the sum of their groups' colours, and terminals by the sum of their
 * channels': sums do not depend on the order. Colours of groups are hashes, so their sums are
 * distinct, too. */
static void colour_places(refinement *p)
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

static void colour_pairs(refinement *p)
{
    for (uint32_t i = 0; i < p->loads->pair_count; i++) {
        const noc_pair_load *pair = &p->loads->pairs[i];
        const uint64_t end_colour =
            p->groups[pair->input_group] + 3 * p->groups[pair->output_group];
        p->result->pair_colours[i] = scramble(p->first_pairs[i] ^ end_colour);
    }
}

/* Colours each group by its channel and terminal, and by the pairs from and to the group. */
static void colour_groups(refinement *p)
{
    const noc_graph *g = &p->system->graph;
    for (uint32_t i = 0; i < p->loads->group_count; i++) {
        const uint32_t channel = p->loads->groups[i].channel;
        const noc_channel *c = &g->channels[channel];
        p->next_groups[i] = blend_colours(p->groups[i], p->channels[channel]);
        if (c->kind == NOC_INJECTION)
            p->next_groups[i] = blend_colours(p->next_groups[i], p->terminals[c->from]);
    }
    for (uint32_t i = 0; i < p->loads->pair_count; i++) {
        const noc_pair_load *pair = &p->loads->pairs[i];
        const uint64_t colour = p->result->pair_colours[i];
        p->next_groups[pair->input_group] += colour;
        p->next_groups[pair->output_group] += 3 * colour;
    }
    uint64_t *const new_colours = p->next_groups;
    p->next_groups = p->groups;
    p->groups = new_colours;
}

/* Refines the parts. A round only divides parts, so parts are final when their number stays. */
static void refine_parts(refinement *p)
{
    const noc_graph *g = &p->system->graph;
    noc_symmetry *s = p->result;
    uint32_t last_count;
    for (uint16_t n = 0; n < g->network_count; n++) p->networks[n] = network_colour(p->system, n);
    for (uint32_t i = 0; i < p->loads->group_count; i++)
        p->groups[i] = first_colour(p->system, p->loads, &p->loads->groups[i], p->networks);
    group_by_colour(p->groups, p->loads->group_count, p->table, p->table_size, &s->groups);
    do { /* one round or more: designs without groups still have channels and terminals */
        last_count = s->groups.count;
        colour_places(p);
        colour_pairs(p);
        colour_groups(p);
        group_by_colour(p->groups, p->loads->group_count, p->table, p->table_size, &s->groups);
    } while (s->groups.count != last_count);
    group_by_colour(p->channels, g->channel_count, p->table, p->table_size, &s->channels);
    group_by_colour(p->terminals, g->terminal_count, p->table, p->table_size, &s->terminals);
}

noc_status noc_symmetry_find(const noc_system *system, const noc_loads *loads,
                             const noc_pair_shares *shares, noc_arena *arena, noc_symmetry *s)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const uint32_t groups = loads->group_count, pairs = loads->pair_count;
    const uint32_t channels = system->graph.channel_count;
    const uint32_t terminals = system->graph.terminal_count;
    refinement p = {
        .system = system,
        .loads = loads,
        .result = s,
        .groups = noc_arena_unset_array(&scratch, groups, sizeof *p.groups),
        .next_groups = noc_arena_unset_array(&scratch, groups, sizeof *p.next_groups),
        .channels = noc_arena_unset_array(&scratch, channels, sizeof *p.channels),
        .terminals = noc_arena_unset_array(&scratch, terminals, sizeof *p.terminals),
        .first_pairs = noc_arena_unset_array(&scratch, pairs, sizeof *p.first_pairs),
        .networks =
            noc_arena_unset_array(&scratch, system->graph.network_count, sizeof *p.networks),
        .table_size = 1,
    };
    while (p.table_size < 2 * (groups + channels + terminals)) p.table_size *= 2;
    p.table = noc_arena_unset_array(&scratch, p.table_size, sizeof *p.table);
    *s = (noc_symmetry){.pair_colours =
                            noc_arena_unset_array(arena, pairs, sizeof *s->pair_colours)};
    make_parts(arena, groups, &s->groups);
    make_parts(arena, channels, &s->channels);
    make_parts(arena, terminals, &s->terminals);
    if (scratch.is_short || arena->is_short) return NOC_EFAILED;
    for (uint32_t i = 0; i < pairs; i++)
        p.first_pairs[i] = first_pair_colour(&loads->pairs[i], &shares[i]);
    refine_parts(&p);
    return NOC_OK;
}
