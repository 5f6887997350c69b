#include "network/compile/deadlock.h"

#include <stdio.h>

#include "base/auto.h"
#include "network/graph/turns.h"
#include "network/kinds/kinds.h"

/* Dependencies of VCs. VCs of a channel that are in the same sets of all hops have equal
 * dependencies, so the first of them represents them and has a slot. In the arrays below a VC
 * has the number channel * slot_count + slot. */
typedef struct dependencies {
    const noc_system *system;
    noc_arena *arena;         /* owns the arrays */
    uint32_t represented_vcs; /* set of VCs (bits) with a slot */
    unsigned slot_count;
    unsigned slot_of_vc[NOC_VCS_MAX], vc_of_slot[NOC_VCS_MAX];
    noc_turn_set turns;     /* dependencies: a turn from a held VC to a VC that is waited for */
    uint32_t *waiter_count; /* number of remaining VCs that wait for each VC */
    uint32_t *queue;        /* queue of VCs to be visited */
    uint32_t *predecessor;  /* predecessor of each VC on a walk: a VC that waits for it */
    bool uses_escapes;      /* true: heads with a choice wait for the last hop of their list only */
    bool *is_escape;        /* true for each VC for which heads wait as an escape channel */
    uint32_t *last_holder;  /* last hop from which each hop was visited */
} dependencies;

static uint32_t vc_count(const dependencies *d)
{
    return d->system->graph.channel_count * d->slot_count;
}

static void find_representatives(dependencies *d)
{
    const noc_routes *routes = &d->system->routes;
    uint32_t equal_vcs[NOC_VCS_MAX]; /* set of VCs that are in the same sets as each VC */
    uint32_t used_vcs = 0, last_set = 0;
    for (unsigned v = 0; v < NOC_VCS_MAX; v++) equal_vcs[v] = UINT32_MAX;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t set = routes->hops[h].vcs;
        if (set == last_set) continue;
        last_set = set;
        used_vcs |= set;
        for (unsigned v = 0; v < NOC_VCS_MAX; v++) equal_vcs[v] &= set >> v & 1 ? set : ~set;
    }
    for (unsigned v = 0; v < NOC_VCS_MAX; v++) {
        if (!(used_vcs >> v & 1) || (equal_vcs[v] & ((1u << v) - 1u))) continue;
        d->represented_vcs |= 1u << v;
        d->slot_of_vc[v] = d->slot_count;
        d->vc_of_slot[d->slot_count++] = v;
    }
}

static uint32_t vc_of(const dependencies *d, uint32_t channel, uint32_t set)
{
    return channel * d->slot_count + d->slot_of_vc[__builtin_ctz(set)];
}

/* Adds the dependencies of a hop on the next hop. False when out of memory. */
static bool add_dependencies(dependencies *d, const noc_hop *hop, const noc_hop *next)
{
    for (uint32_t held_vcs = hop->vcs & d->represented_vcs; held_vcs; held_vcs &= held_vcs - 1)
        for (uint32_t wanted_vcs = next->vcs & d->represented_vcs; wanted_vcs;
             wanted_vcs &= wanted_vcs - 1)
            if (noc_turns_add(&d->turns, vc_of(d, hop->channel, held_vcs),
                              vc_of(d, next->channel, wanted_vcs)) == NOC_NONE)
                return false;
    return true;
}

/* ---- heads with a choice --------------------------------------------------------------------- */

/* True if heads in the network of a hop request all hops of a list at once, so any grant is
 * enough. */
static bool requests_all_hops(const noc_system *s, const noc_hop *hop)
{
    return noc_graph_channel_network(&s->graph, hop->channel)->vc.route_choice ==
           NOC_CHOICE_ALLOCATOR;
}

static bool is_escape_hop(const dependencies *d, uint32_t hop)
{
    const noc_routes *routes = &d->system->routes;
    return noc_routes_alternative(routes, hop) == NOC_NONE || !d->uses_escapes ||
           !requests_all_hops(d->system, &routes->hops[hop]);
}

/* Marks the escape channels: the last hop of each list. */
static void mark_escapes(dependencies *d)
{
    const noc_routes *routes = &d->system->routes;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const noc_hop *hop = &routes->hops[h];
        if (!is_escape_hop(d, h)) continue;
        for (uint32_t vcs = hop->vcs & d->represented_vcs; vcs; vcs &= vcs - 1)
            d->is_escape[vc_of(d, hop->channel, vcs)] = true;
    }
}

static bool holds_escape(const dependencies *d, const noc_hop *hop)
{
    bool is_held = false;
    for (uint32_t vcs = hop->vcs & d->represented_vcs; vcs; vcs &= vcs - 1)
        is_held |= d->is_escape[vc_of(d, hop->channel, vcs)];
    return is_held;
}

/* Adds the dependencies of a holder on escape channels: on the list after a hop, and, past hops
 * of the list that are no escape, on the lists after these. False when out of memory. */
static bool add_later_escapes(dependencies *d, uint32_t holder, uint32_t hop)
{
    const noc_routes *routes = &d->system->routes;
    for (uint32_t h = routes->hops[hop].next; h != NOC_NONE;
         h = noc_routes_alternative(routes, h)) {
        if (d->last_holder[h] == holder) continue;
        d->last_holder[h] = holder;
        if (is_escape_hop(d, h) && !add_dependencies(d, &routes->hops[holder], &routes->hops[h]))
            return false;
        if (!is_escape_hop(d, h) && !add_later_escapes(d, holder, h)) return false;
    }
    return true;
}

/* Finds the dependencies of escape channels (Duato 1993). There is no deadlock if every head can
 * wait for an escape channel, and no circle closes among the waits of packets that hold an
 * escape channel for another, directly or past other channels. Terminals are never part of a
 * circle. */
static bool find_escape_dependencies(dependencies *d)
{
    const noc_routes *routes = &d->system->routes;
    for (uint32_t h = 0; h < routes->hop_count; h++) d->last_holder[h] = NOC_NONE;
    mark_escapes(d);
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const noc_hop *hop = &routes->hops[h];
        if (d->system->graph.channels[hop->channel].kind == NOC_INJECTION) continue;
        if (holds_escape(d, hop) && !add_later_escapes(d, h, h)) return false;
    }
    return true;
}

/* Finds the dependencies of heads that wait for any of their possible hops. */
static bool find_all_dependencies(dependencies *d)
{
    const noc_routes *routes = &d->system->routes;
    for (uint32_t h = 0; h < routes->hop_count; h++)
        for (uint32_t next_hop = routes->hops[h].next; next_hop != NOC_NONE;
             next_hop = noc_routes_alternative(routes, next_hop))
            if (!add_dependencies(d, &routes->hops[h], &routes->hops[next_hop])) return false;
    return true;
}

static bool find_dependencies(dependencies *d)
{
    find_representatives(d);
    if (d->uses_escapes) {
        const size_t hops = d->system->routes.hop_count;
        d->is_escape = noc_arena_array(d->arena, vc_count(d), sizeof *d->is_escape);
        d->last_holder = noc_arena_array(d->arena, hops, sizeof *d->last_holder);
        if (d->arena->is_short || !find_escape_dependencies(d)) return false;
    } else if (!find_all_dependencies(d)) {
        return false;
    }
    const size_t count = vc_count(d);
    d->waiter_count = noc_arena_array(d->arena, count, sizeof *d->waiter_count);
    d->queue = noc_arena_array(d->arena, count, sizeof *d->queue);
    d->predecessor = noc_arena_array(d->arena, count, sizeof *d->predecessor);
    return !d->arena->is_short && noc_turns_finish(&d->turns, vc_count(d));
}

/* ---- circles -------------------------------------------------------------------------------- */

/* Removes VCs that no VC waits for, repeatedly. Returns false if some remain: VCs on circles,
 * and VCs that these wait for. */
static bool remove_free_vcs(dependencies *d)
{
    const noc_turn_set *t = &d->turns;
    uint32_t pending = 0, removed = 0;
    for (uint32_t vc = 0; vc < vc_count(d); vc++) {
        d->waiter_count[vc] = t->first_in_turn[vc + 1] - t->first_in_turn[vc];
        if (d->waiter_count[vc] == 0) d->queue[pending++] = vc;
    }
    for (; pending > 0; removed++) {
        const uint32_t vc = d->queue[--pending];
        for (uint32_t i = t->first_out_turn[vc]; i < t->first_out_turn[vc + 1]; i++) {
            const uint32_t next = t->list[t->out_turns[i]].out_link;
            if (--d->waiter_count[next] == 0) d->queue[pending++] = next;
        }
    }
    return removed == vc_count(d);
}

/* Remaining VC that waits for `vc`; each remaining VC has one. */
static uint32_t waiter_of(const dependencies *d, uint32_t vc)
{
    uint32_t i = d->turns.first_in_turn[vc];
    while (d->waiter_count[d->turns.list[d->turns.in_turns[i]].in_link] == 0) i++;
    return d->turns.list[d->turns.in_turns[i]].in_link;
}

/* Walks back from waiter to waiter until a VC repeats, which is on a circle. */
static uint32_t find_vc_on_circle(dependencies *d)
{
    uint32_t vc = 0;
    while (d->waiter_count[vc] == 0) vc++;
    for (uint32_t i = 0; i < vc_count(d); i++) d->predecessor[i] = NOC_NONE;
    for (; d->predecessor[vc] == NOC_NONE; vc = d->predecessor[vc])
        d->predecessor[vc] = waiter_of(d, vc);
    return vc;
}

/* Finds the shortest circle through a VC by breadth-first search; predecessor has the previous
 * VC. */
static void find_shortest_circle(dependencies *d, uint32_t start)
{
    const noc_turn_set *t = &d->turns;
    uint32_t met_count = 1;
    for (uint32_t i = 0; i < vc_count(d); i++) d->predecessor[i] = NOC_NONE;
    d->queue[0] = start;
    for (uint32_t position = 0; d->predecessor[start] == NOC_NONE; position++) {
        const uint32_t vc = d->queue[position];
        for (uint32_t i = t->first_out_turn[vc]; i < t->first_out_turn[vc + 1]; i++) {
            const uint32_t next = t->list[t->out_turns[i]].out_link;
            if (d->waiter_count[next] == 0 || d->predecessor[next] != NOC_NONE) continue;
            d->predecessor[next] = vc;
            d->queue[met_count++] = next;
        }
    }
}

enum { NAMED_VCS_MAX = 8 };

/* Names a circle that begins with `start`. */
static void name_circle(const dependencies *d, uint32_t start, char *text, size_t size)
{
    size_t used = 0;
    uint32_t vc = start, length = 0;
    do {
        char name[64];
        noc_channel_name(&d->system->graph, vc / d->slot_count, name, sizeof name);
        if (length++ < NAMED_VCS_MAX)
            used += (size_t)snprintf(text + used, size - used, "%s VC %u, waited for by ", name,
                                     d->vc_of_slot[vc % d->slot_count]);
        vc = d->predecessor[vc];
    } while (vc != start);
    if (length > NAMED_VCS_MAX)
        used += (size_t)snprintf(text + used, size - used, "%u more, and these by ",
                                 length - NAMED_VCS_MAX);
    snprintf(text + used, size - used, "the first");
}

/* Describes a circle in words. Returns its network. */
static uint16_t describe_circle(dependencies *d, char *text, size_t size)
{
    const uint32_t start = find_vc_on_circle(d);
    find_shortest_circle(d, start);
    name_circle(d, start, text, size);
    return d->system->graph.channels[start / d->slot_count].network;
}

static noc_status refuse_deadlock(const noc_system *s, uint16_t network, const char *circle,
                                  noc_diag *diag)
{
    const noc_topology_kind *topology = noc_system_spec(s, network)->topology;
    if (topology->can_deadlock && topology->can_deadlock(noc_system_spec(s, network)))
        return NOC_OK;
    if (topology->refuse_circle) return topology->refuse_circle(s, network, circle, diag);
    return noc_design_conflict(s->design, diag, 0, NOC_PATHS("network.routing", "network.topology"),
                               "network.routing can deadlock: %s", circle);
}

/* Result of the search for circles. */
typedef enum search_result { FREE_OF_CIRCLES, HAS_CIRCLE, OUT_OF_MEMORY } search_result;

static search_result search_circle(const noc_system *s, bool by_escapes, char *text, size_t size,
                                   uint16_t *network)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    dependencies d = {
        .system = s, .arena = &arena, .uses_escapes = by_escapes, .turns.arena = &arena};
    if (!find_dependencies(&d)) return OUT_OF_MEMORY;
    if (remove_free_vcs(&d)) return FREE_OF_CIRCLES;
    *network = describe_circle(&d, text, size);
    return HAS_CIRCLE;
}

/* Searches for a circle among all waits. Where heads request all hops of a list at once, that
 * circle is no deadlock yet, and the escape channels are searched. */
static search_result find_circle(const noc_system *s, char *text, size_t size, uint16_t *network)
{
    bool has_escapes = false;
    const search_result result = search_circle(s, false, text, size, network);
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        has_escapes |= s->graph.networks[n].vc.route_choice == NOC_CHOICE_ALLOCATOR;
    if (result != HAS_CIRCLE || !has_escapes) return result;
    return search_circle(s, true, text, size, network);
}

enum { CIRCLE_CHARS = 800 };

/* True if all networks permit circles. Answers then search for circles, to name them. */
static bool all_can_deadlock(const noc_system *s)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network_spec *spec = noc_system_spec(s, n);
        if (!spec->topology->can_deadlock || !spec->topology->can_deadlock(spec)) return false;
    }
    return true;
}

noc_status noc_check_deadlock(const noc_system *system, noc_diag *diag)
{
    char circle[CIRCLE_CHARS];
    uint16_t network;
    if (all_can_deadlock(system)) return NOC_OK;
    switch (find_circle(system, circle, sizeof circle, &network)) {
    case FREE_OF_CIRCLES:
        return NOC_OK;
    case HAS_CIRCLE:
        return refuse_deadlock(system, network, circle, diag);
    default:
        return noc_fail_memory(diag);
    }
}

bool noc_deadlock_describe(const noc_system *system, char *text, size_t size)
{
    uint16_t network;
    return find_circle(system, text, size, &network) == HAS_CIRCLE;
}
