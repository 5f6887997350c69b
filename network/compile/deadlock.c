#include "network/compile/deadlock.h"

#include <stdio.h>
#include <stdlib.h>

#include "network/graph/turns.h"
#include "network/kinds/kinds.h"

/* Dependencies of VCs. VCs of a channel that are in the same sets of all hops have equal
 * dependencies, so the first of them represents them and has a slot. In the arrays below a VC
 * has the number channel * slot_count + slot. */
typedef struct dependencies {
    const noc_system *system;
    uint32_t kept; /* set of VCs (bits) with a slot */
    unsigned slots;
    unsigned slot_of[NOC_VCS_MAX], vc_at[NOC_VCS_MAX];
    noc_turns turns;   /* dependencies: a turn from a held VC to a VC that is waited for */
    uint32_t *waiters; /* number of remaining VCs that wait for each VC */
    uint32_t *work;    /* queue of VCs to be visited */
    uint32_t *from;    /* predecessor of each VC on a walk: a VC that waits for it */
    bool escapes;      /* true: heads with a choice wait for the last hop of their list only */
    bool *is_escape;   /* true for each VC for which heads wait as an escape channel */
    uint32_t *met;     /* last hop from which each hop was visited */
} dependencies;

static uint32_t vc_count(const dependencies *d)
{
    return d->system->graph.channel_count * d->slots;
}

static void keep_vcs(dependencies *d)
{
    const noc_routes *routes = &d->system->routes;
    uint32_t alike[NOC_VCS_MAX]; /* set of VCs that are in the same sets as each VC */
    uint32_t seen = 0, last = 0;
    for (unsigned v = 0; v < NOC_VCS_MAX; v++) alike[v] = UINT32_MAX;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t set = routes->hops[h].vcs;
        if (set == last) continue;
        last = set;
        seen |= set;
        for (unsigned v = 0; v < NOC_VCS_MAX; v++) alike[v] &= set >> v & 1 ? set : ~set;
    }
    for (unsigned v = 0; v < NOC_VCS_MAX; v++) {
        if (!(seen >> v & 1) || (alike[v] & ((1u << v) - 1u))) continue;
        d->kept |= 1u << v;
        d->slot_of[v] = d->slots;
        d->vc_at[d->slots++] = v;
    }
}

static uint32_t vc_of(const dependencies *d, uint32_t channel, uint32_t set)
{
    return channel * d->slots + d->slot_of[__builtin_ctz(set)];
}

/* Adds the dependencies of a hop on the next hop. False when out of memory. */
static bool add_dependencies(dependencies *d, const noc_hop *hop, const noc_hop *next)
{
    for (uint32_t held = hop->vcs & d->kept; held; held &= held - 1)
        for (uint32_t wanted = next->vcs & d->kept; wanted; wanted &= wanted - 1)
            if (noc_turns_add(&d->turns, vc_of(d, hop->channel, held),
                              vc_of(d, next->channel, wanted)) == NOC_NONE)
                return false;
    return true;
}

/* ---- heads with a choice --------------------------------------------------------------------- */

/* True if heads in the network of a hop request all hops of a list at once, so any grant is
 * enough. */
static bool asks_for_all(const noc_system *s, const noc_hop *hop)
{
    return noc_graph_network_of(&s->graph, hop->channel)->vc.route_choice == NOC_CHOICE_ALLOCATOR;
}

static bool escapes(const dependencies *d, uint32_t hop)
{
    const noc_routes *routes = &d->system->routes;
    return noc_routes_other(routes, hop) == NOC_NONE || !d->escapes ||
           !asks_for_all(d->system, &routes->hops[hop]);
}

/* Marks the escape channels: the last hop of each list. */
static void mark_escapes(dependencies *d)
{
    const noc_routes *routes = &d->system->routes;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const noc_hop *hop = &routes->hops[h];
        if (!escapes(d, h)) continue;
        for (uint32_t vcs = hop->vcs & d->kept; vcs; vcs &= vcs - 1)
            d->is_escape[vc_of(d, hop->channel, vcs)] = true;
    }
}

static bool holds_escape(const dependencies *d, const noc_hop *hop)
{
    bool holds = false;
    for (uint32_t vcs = hop->vcs & d->kept; vcs; vcs &= vcs - 1)
        holds |= d->is_escape[vc_of(d, hop->channel, vcs)];
    return holds;
}

/* Adds the dependencies of a holder on escape channels: on the list after a hop, and, past hops
 * of the list that are no escape, on the lists after these. False when out of memory. */
static bool add_behind(dependencies *d, uint32_t holder, uint32_t hop)
{
    const noc_routes *routes = &d->system->routes;
    for (uint32_t h = routes->hops[hop].next; h != NOC_NONE; h = noc_routes_other(routes, h)) {
        if (d->met[h] == holder) continue;
        d->met[h] = holder;
        if (escapes(d, h) && !add_dependencies(d, &routes->hops[holder], &routes->hops[h]))
            return false;
        if (!escapes(d, h) && !add_behind(d, holder, h)) return false;
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
    for (uint32_t h = 0; h < routes->hop_count; h++) d->met[h] = NOC_NONE;
    mark_escapes(d);
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const noc_hop *hop = &routes->hops[h];
        if (d->system->graph.channels[hop->channel].kind == NOC_INJECTION) continue;
        if (holds_escape(d, hop) && !add_behind(d, h, h)) return false;
    }
    return true;
}

/* Finds the dependencies of heads that wait for any of their possible hops. */
static bool find_all_dependencies(dependencies *d)
{
    const noc_routes *routes = &d->system->routes;
    for (uint32_t h = 0; h < routes->hop_count; h++)
        for (uint32_t o = routes->hops[h].next; o != NOC_NONE; o = noc_routes_other(routes, o))
            if (!add_dependencies(d, &routes->hops[h], &routes->hops[o])) return false;
    return true;
}

static bool find_dependencies(dependencies *d)
{
    keep_vcs(d);
    if (d->escapes) {
        d->is_escape = calloc((size_t)vc_count(d) + 1, sizeof *d->is_escape);
        d->met = malloc(((size_t)d->system->routes.hop_count + 1) * sizeof *d->met);
        if (!d->is_escape || !d->met || !find_escape_dependencies(d)) return false;
    } else if (!find_all_dependencies(d)) {
        return false;
    }
    const size_t count = (size_t)vc_count(d) + 1;
    d->waiters = malloc(count * sizeof *d->waiters);
    d->work = malloc(count * sizeof *d->work);
    d->from = malloc(count * sizeof *d->from);
    return d->waiters && d->work && d->from && noc_turns_finish(&d->turns, vc_count(d));
}

static void clear(dependencies *d)
{
    noc_turns_clear(&d->turns);
    free(d->waiters);
    free(d->work);
    free(d->from);
    free(d->is_escape);
    free(d->met);
}

/* ---- circles -------------------------------------------------------------------------------- */

/* Removes VCs that no VC waits for, repeatedly. Returns false if some remain: VCs on circles,
 * and VCs that these wait for. */
static bool remove_all(dependencies *d)
{
    const noc_turns *t = &d->turns;
    uint32_t pending = 0, removed = 0;
    for (uint32_t vc = 0; vc < vc_count(d); vc++) {
        d->waiters[vc] = t->first_before[vc + 1] - t->first_before[vc];
        if (d->waiters[vc] == 0) d->work[pending++] = vc;
    }
    for (; pending > 0; removed++) {
        const uint32_t vc = d->work[--pending];
        for (uint32_t i = t->first_after[vc]; i < t->first_after[vc + 1]; i++) {
            const uint32_t next = t->all[t->after[i]].out;
            if (--d->waiters[next] == 0) d->work[pending++] = next;
        }
    }
    return removed == vc_count(d);
}

/* Remaining VC that waits for `vc`; each remaining VC has one. */
static uint32_t waiter_of(const dependencies *d, uint32_t vc)
{
    uint32_t i = d->turns.first_before[vc];
    while (d->waiters[d->turns.all[d->turns.before[i]].in] == 0) i++;
    return d->turns.all[d->turns.before[i]].in;
}

/* Walks back from waiter to waiter until a VC repeats, which is on a circle. */
static uint32_t find_on_circle(dependencies *d)
{
    uint32_t vc = 0;
    while (d->waiters[vc] == 0) vc++;
    for (uint32_t i = 0; i < vc_count(d); i++) d->from[i] = NOC_NONE;
    for (; d->from[vc] == NOC_NONE; vc = d->from[vc]) d->from[vc] = waiter_of(d, vc);
    return vc;
}

/* Finds the shortest circle through a VC by breadth-first search; predecessor has the previous
 * VC. */
static void find_shortest(dependencies *d, uint32_t start)
{
    const noc_turns *t = &d->turns;
    uint32_t met = 1;
    for (uint32_t i = 0; i < vc_count(d); i++) d->from[i] = NOC_NONE;
    d->work[0] = start;
    for (uint32_t at = 0; d->from[start] == NOC_NONE; at++) {
        const uint32_t vc = d->work[at];
        for (uint32_t i = t->first_after[vc]; i < t->first_after[vc + 1]; i++) {
            const uint32_t next = t->all[t->after[i]].out;
            if (d->waiters[next] == 0 || d->from[next] != NOC_NONE) continue;
            d->from[next] = vc;
            d->work[met++] = next;
        }
    }
}

enum { NAMED_MOST = 8 };

/* Names a circle that begins with `start`. */
static void name_circle(const dependencies *d, uint32_t start, char *text, size_t size)
{
    size_t used = 0;
    uint32_t vc = start, length = 0;
    do {
        char name[64];
        noc_channel_name(&d->system->graph, vc / d->slots, name, sizeof name);
        if (length++ < NAMED_MOST)
            used += (size_t)snprintf(text + used, size - used, "%s VC %u, waited for by ", name,
                                     d->vc_at[vc % d->slots]);
        vc = d->from[vc];
    } while (vc != start);
    if (length > NAMED_MOST)
        used += (size_t)snprintf(text + used, size - used, "%u more, and these by ",
                                 length - NAMED_MOST);
    snprintf(text + used, size - used, "the first");
}

/* Describes a circle in words. Returns its network. */
static uint16_t describe_circle(dependencies *d, char *text, size_t size)
{
    const uint32_t start = find_on_circle(d);
    find_shortest(d, start);
    name_circle(d, start, text, size);
    return d->system->graph.channels[start / d->slots].network;
}

static noc_status refuse(const noc_system *s, uint16_t network, const char *circle, noc_diag *diag)
{
    const noc_topology_kind *topology = noc_system_spec(s, network)->topology;
    if (topology->may_lock && topology->may_lock(noc_system_spec(s, network))) return NOC_OK;
    if (topology->refuse_circle) return topology->refuse_circle(s, network, circle, diag);
    return noc_design_conflict(s->design, diag, 0, NOC_PATHS("network.routing", "network.topology"),
                               "network.routing can deadlock: %s", circle);
}

/* Result of the search for circles. */
typedef enum verdict { FREE_OF_CIRCLES, HAS_CIRCLE, OUT_OF_MEMORY } verdict;

static verdict look_for_circle(const noc_system *s, bool by_escapes, char *text, size_t size,
                               uint16_t *network)
{
    dependencies d = {.system = s, .escapes = by_escapes};
    verdict found = OUT_OF_MEMORY;
    if (find_dependencies(&d)) found = remove_all(&d) ? FREE_OF_CIRCLES : HAS_CIRCLE;
    if (found == HAS_CIRCLE) *network = describe_circle(&d, text, size);
    clear(&d);
    return found;
}

/* Searches for a circle among all waits. Where heads request all hops of a list at once, that
 * circle is no deadlock yet, and the escape channels are searched. */
static verdict find_circle(const noc_system *s, char *text, size_t size, uint16_t *network)
{
    bool may_escape = false;
    const verdict found = look_for_circle(s, false, text, size, network);
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        may_escape |= s->graph.networks[n].vc.route_choice == NOC_CHOICE_ALLOCATOR;
    if (found != HAS_CIRCLE || !may_escape) return found;
    return look_for_circle(s, true, text, size, network);
}

enum { CIRCLE_CHARS = 800 };

/* True if all networks permit circles. Answers then search for circles, to name them. */
static bool all_may_lock(const noc_system *s)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network_spec *spec = noc_system_spec(s, n);
        if (!spec->topology->may_lock || !spec->topology->may_lock(spec)) return false;
    }
    return true;
}

noc_status noc_check_deadlock(const noc_system *system, noc_diag *diag)
{
    char circle[CIRCLE_CHARS];
    uint16_t network;
    if (all_may_lock(system)) return NOC_OK;
    switch (find_circle(system, circle, sizeof circle, &network)) {
    case FREE_OF_CIRCLES:
        return NOC_OK;
    case HAS_CIRCLE:
        return refuse(system, network, circle, diag);
    default:
        return noc_fail_memory(diag);
    }
}

bool noc_deadlock_circle(const noc_system *system, char *text, size_t size)
{
    uint16_t network;
    return find_circle(system, text, size, &network) == HAS_CIRCLE;
}
