#include "analytic/route_shares.h"

#include <stdlib.h>
#include <string.h>

/* State while decisions are collected. */
typedef struct gathering {
    const noc_routes *routes;
    noc_route_shares *shares;
    uint32_t way_room, room;
    /* hash table with open addressing, half free: first hop of a list of each decision */
    uint32_t *slots, slot_count;
} gathering;

static noc_way_on way_of(const noc_routes *routes, uint32_t hop)
{
    const noc_hop_choice *c = &routes->choices[hop];
    const noc_hop *h = &routes->hops[hop];
    return (noc_way_on){h->channel, h->vcs, c->weight, c->bias, c->priority, 0.0};
}

static bool are_alike(const noc_way_on *a, const noc_way_on *b)
{
    return a->channel == b->channel && a->vcs == b->vcs && a->weight == b->weight &&
           a->bias == b->bias && a->priority == b->priority;
}

static bool is_decision(const gathering *g, uint32_t decision, uint32_t head)
{
    const noc_route_shares *s = g->shares;
    uint32_t way = s->first[decision];
    for (uint32_t h = head; h != NOC_NONE; h = noc_routes_other(g->routes, h), way++) {
        const noc_way_on own = way_of(g->routes, h);
        if (way == s->first[decision + 1] || !are_alike(&own, &s->ways[way])) return false;
    }
    return way == s->first[decision + 1];
}

static uint32_t hash_of(const noc_routes *routes, uint32_t head)
{
    uint32_t hash = 2166136261u;
    for (uint32_t h = head; h != NOC_NONE; h = noc_routes_other(routes, h)) {
        const noc_way_on way = way_of(routes, h);
        const uint32_t parts[] = {way.channel, way.vcs, way.weight, way.bias, way.priority};
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            hash = (hash ^ parts[i]) * 16777619u;
    }
    return hash ^ hash >> 15;
}

static bool make_slots(gathering *g)
{
    if (g->slot_count >= 2 * (g->shares->count + 1)) return true;
    const uint32_t count = g->slot_count ? 2 * g->slot_count : 256;
    uint32_t *slots = malloc(count * sizeof *slots);
    if (!slots) return false;
    for (uint32_t i = 0; i < count; i++) slots[i] = NOC_NONE;
    for (uint32_t i = 0; i < g->slot_count; i++) {
        if (g->slots[i] == NOC_NONE) continue;
        uint32_t at = hash_of(g->routes, g->slots[i]) & (count - 1);
        while (slots[at] != NOC_NONE) at = (at + 1) & (count - 1);
        slots[at] = g->slots[i];
    }
    free(g->slots);
    g->slots = slots;
    g->slot_count = count;
    return true;
}

static bool make_room(gathering *g, uint32_t ways)
{
    noc_route_shares *s = g->shares;
    if (s->count + 2 > g->room) {
        g->room = 2 * g->room + 64;
        uint32_t *first = realloc(s->first, g->room * sizeof *first);
        if (!first) return false;
        s->first = first;
        s->first[s->count] = s->way_count;
    }
    if (s->way_count + ways > g->way_room) {
        g->way_room = 2 * g->way_room + ways + 64;
        noc_way_on *list = realloc(s->ways, g->way_room * sizeof *list);
        if (!list) return false;
        s->ways = list;
    }
    return make_slots(g);
}

static uint32_t length_of(const noc_routes *routes, uint32_t head)
{
    uint32_t count = 0;
    for (uint32_t h = head; h != NOC_NONE; h = noc_routes_other(routes, h)) count++;
    return count;
}

static uint32_t add_decision(gathering *g, uint32_t head, uint32_t ways)
{
    noc_route_shares *s = g->shares;
    for (uint32_t h = head; h != NOC_NONE; h = noc_routes_other(g->routes, h)) {
        s->ways[s->way_count] = way_of(g->routes, h);
        s->ways[s->way_count++].share = 1.0 / ways;
    }
    s->first[++s->count] = s->way_count;
    return s->count - 1;
}

/* Finds or makes the decision of the list that begins with a hop. False when out of memory. */
static bool decide(gathering *g, uint32_t head)
{
    noc_route_shares *s = g->shares;
    const uint32_t ways = length_of(g->routes, head);
    if (s->decision[head] != NOC_NONE || ways == 1) return true;
    if (!make_room(g, ways)) return false;
    uint32_t at = hash_of(g->routes, head) & (g->slot_count - 1);
    while (g->slots[at] != NOC_NONE && !is_decision(g, s->decision[g->slots[at]], head))
        at = (at + 1) & (g->slot_count - 1);
    if (g->slots[at] != NOC_NONE) {
        s->decision[head] = s->decision[g->slots[at]];
        return true;
    }
    s->decision[head] = add_decision(g, head, ways);
    g->slots[at] = head;
    return true;
}

noc_route_shares *noc_route_shares_new(const noc_system *system)
{
    const noc_routes *routes = &system->routes;
    noc_route_shares *s = calloc(1, sizeof *s);
    gathering g = {.routes = routes, .shares = s};
    bool made = s != NULL;
    if (made) s->decision = malloc((routes->hop_count + 1u) * sizeof *s->decision);
    made = made && s->decision && make_room(&g, 0);
    for (uint32_t h = 0; made && h < routes->hop_count; h++) s->decision[h] = NOC_NONE;
    for (uint32_t h = 0; made && h < routes->hop_count; h++) {
        const uint32_t next = routes->hops[h].next;
        if (next != NOC_NONE) made = decide(&g, next);
    }
    free(g.slots);
    if (made) return s;
    noc_route_shares_free(s);
    return NULL;
}

void noc_route_shares_free(noc_route_shares *s)
{
    if (!s) return;
    free(s->decision);
    free(s->ways);
    free(s->first);
    free(s);
}
