#include "analytic/route_shares.h"

/* State while decisions are collected. */
typedef struct decision_search {
    noc_arena *arena; /* memory of the shares */
    const noc_routes *routes;
    noc_route_shares *shares;
    uint32_t option_room, decision_room;
    /* hash table with open addressing, half free: first hop of a list of each decision */
    uint32_t *slots, slot_count;
} decision_search;

static noc_hop_option option_of_hop(const noc_routes *routes, uint32_t hop)
{
    const noc_hop_choice *c = &routes->choices[hop];
    const noc_hop *h = &routes->hops[hop];
    return (noc_hop_option){h->channel, h->vcs, c->weight, c->bias, c->priority, 0.0};
}

static bool are_equal(const noc_hop_option *a, const noc_hop_option *b)
{
    return a->channel == b->channel && a->vcs == b->vcs && a->weight == b->weight &&
           a->bias == b->bias && a->priority == b->priority;
}

static bool has_equal_options(const decision_search *g, uint32_t decision, uint32_t head)
{
    const noc_route_shares *s = g->shares;
    uint32_t option = s->first_option[decision];
    for (uint32_t h = head; h != NOC_NONE; h = noc_routes_alternative(g->routes, h), option++) {
        const noc_hop_option hop_option = option_of_hop(g->routes, h);
        if (option == s->first_option[decision + 1] || !are_equal(&hop_option, &s->options[option]))
            return false;
    }
    return option == s->first_option[decision + 1];
}

static uint32_t hash_options(const noc_routes *routes, uint32_t head)
{
    uint32_t hash = 2166136261u;
    for (uint32_t h = head; h != NOC_NONE; h = noc_routes_alternative(routes, h)) {
        const noc_hop_option option = option_of_hop(routes, h);
        const uint32_t parts[] = {option.channel, option.vcs, option.weight, option.bias,
                                  option.priority};
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            hash = (hash ^ parts[i]) * 16777619u;
    }
    return hash ^ hash >> 15;
}

static bool grow_slots(decision_search *g)
{
    if (g->slot_count >= 2 * (g->shares->decision_count + 1)) return true;
    const uint32_t count = g->slot_count ? 2 * g->slot_count : 256;
    uint32_t *slots = noc_arena_unset_array(g->arena, count, sizeof *slots);
    if (!slots) return false;
    for (uint32_t i = 0; i < count; i++) slots[i] = NOC_NONE;
    for (uint32_t i = 0; i < g->slot_count; i++) {
        if (g->slots[i] == NOC_NONE) continue;
        uint32_t slot = hash_options(g->routes, g->slots[i]) & (count - 1);
        while (slots[slot] != NOC_NONE) slot = (slot + 1) & (count - 1);
        slots[slot] = g->slots[i];
    }
    noc_arena_release(g->arena, g->slots);
    g->slots = slots;
    g->slot_count = count;
    return true;
}

static bool reserve_options(decision_search *g, uint32_t option_count)
{
    noc_route_shares *s = g->shares;
    if (s->decision_count + 2 > g->decision_room) {
        g->decision_room = 2 * g->decision_room + 64;
        uint32_t *first =
            noc_arena_resize(g->arena, s->first_option, g->decision_room, sizeof *first);
        if (!first) return false;
        s->first_option = first;
        s->first_option[s->decision_count] = s->option_count;
    }
    if (s->option_count + option_count > g->option_room) {
        g->option_room = 2 * g->option_room + option_count + 64;
        noc_hop_option *list = noc_arena_resize(g->arena, s->options, g->option_room, sizeof *list);
        if (!list) return false;
        s->options = list;
    }
    return grow_slots(g);
}

static uint32_t count_options(const noc_routes *routes, uint32_t head)
{
    uint32_t count = 0;
    for (uint32_t h = head; h != NOC_NONE; h = noc_routes_alternative(routes, h)) count++;
    return count;
}

static uint32_t add_decision(decision_search *g, uint32_t head, uint32_t option_count)
{
    noc_route_shares *s = g->shares;
    for (uint32_t h = head; h != NOC_NONE; h = noc_routes_alternative(g->routes, h)) {
        s->options[s->option_count] = option_of_hop(g->routes, h);
        s->options[s->option_count++].share = 1.0 / option_count;
    }
    s->first_option[++s->decision_count] = s->option_count;
    return s->decision_count - 1;
}

/* Finds or makes the decision of the list that begins with a hop. False when out of memory. */
static bool find_decision(decision_search *g, uint32_t head)
{
    noc_route_shares *s = g->shares;
    const uint32_t option_count = count_options(g->routes, head);
    if (s->decision[head] != NOC_NONE || option_count == 1) return true;
    if (!reserve_options(g, option_count)) return false;
    uint32_t slot = hash_options(g->routes, head) & (g->slot_count - 1);
    while (g->slots[slot] != NOC_NONE && !has_equal_options(g, s->decision[g->slots[slot]], head))
        slot = (slot + 1) & (g->slot_count - 1);
    if (g->slots[slot] != NOC_NONE) {
        s->decision[head] = s->decision[g->slots[slot]];
        return true;
    }
    s->decision[head] = add_decision(g, head, option_count);
    g->slots[slot] = head;
    return true;
}

noc_route_shares *noc_route_shares_new(const noc_system *system, noc_arena *arena)
{
    const noc_routes *routes = &system->routes;
    noc_route_shares *s = noc_arena_array(arena, 1, sizeof *s);
    if (!s) return NULL;
    decision_search g = {.arena = arena, .routes = routes, .shares = s};
    s->decision = noc_arena_unset_array(arena, routes->hop_count, sizeof *s->decision);
    if (!s->decision || !reserve_options(&g, 0)) return NULL;
    for (uint32_t h = 0; h < routes->hop_count; h++) s->decision[h] = NOC_NONE;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t next = routes->hops[h].next;
        if (next != NOC_NONE && !find_decision(&g, next)) return NULL;
    }
    noc_arena_release(arena, g.slots);
    return s;
}
