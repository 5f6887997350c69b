#include "network/compile/deadlock.h"

#include <stdio.h>
#include <stdlib.h>

#include "network/graph/turns.h"
#include "network/kinds/kinds.h"

/* VCs of a channel that are in the same sets of all hops depend alike, so the first of them stands
 * for them: it has a slot. A VC is numbered channel * slots + its slot. */
typedef struct dependencies {
    const noc_system *system;
    uint32_t kept; /* set of those that have a slot */
    unsigned slots;
    unsigned slot_of[NOC_VCS_MAX], vc_at[NOC_VCS_MAX];
    noc_turns turns;   /* from VCs that packets hold to those that they wait for */
    uint32_t *waiters; /* by VC: those that still wait for it */
    uint32_t *work;    /* VCs in the order in which they are met */
    uint32_t *from;    /* by VC: one that waits for it */
} dependencies;

static uint32_t vc_count(const dependencies *d)
{
    return d->system->graph.channel_count * d->slots;
}

static void keep_vcs(dependencies *d)
{
    const noc_routes *routes = &d->system->routes;
    uint32_t alike[NOC_VCS_MAX]; /* by VC: those that are in the same sets */
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

/* Many hops say the same; each dependency is kept once. False when out of memory. */
static bool add_dependencies(dependencies *d, const noc_hop *hop, const noc_hop *next)
{
    for (uint32_t held = hop->vcs & d->kept; held; held &= held - 1)
        for (uint32_t wanted = next->vcs & d->kept; wanted; wanted &= wanted - 1)
            if (noc_turns_add(&d->turns, vc_of(d, hop->channel, held),
                              vc_of(d, next->channel, wanted)) == NOC_NONE)
                return false;
    return true;
}

static bool find_dependencies(dependencies *d)
{
    const noc_routes *routes = &d->system->routes;
    keep_vcs(d);
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const noc_hop *hop = &routes->hops[h];
        if (hop->next != NOC_NONE && !add_dependencies(d, hop, &routes->hops[hop->next]))
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
}

/* ---- circles -------------------------------------------------------------------------------- */

/* Removes VCs that nobody waits for, again and again. Returns false if some remain: those on
 * circles and behind them. */
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

/* A VC that remains and waits for `vc`. One exists for every VC that remains. */
static uint32_t waiter_of(const dependencies *d, uint32_t vc)
{
    uint32_t i = d->turns.first_before[vc];
    while (d->waiters[d->turns.all[d->turns.before[i]].in] == 0) i++;
    return d->turns.all[d->turns.before[i]].in;
}

/* Walks back from waiter to waiter until one comes again: it is on a circle. */
static uint32_t find_on_circle(dependencies *d)
{
    uint32_t vc = 0;
    while (d->waiters[vc] == 0) vc++;
    for (uint32_t i = 0; i < vc_count(d); i++) d->from[i] = NOC_NONE;
    for (; d->from[vc] == NOC_NONE; vc = d->from[vc]) d->from[vc] = waiter_of(d, vc);
    return vc;
}

/* The shortest circle through a VC, in breadth-first order: each VC gets the one that it was met
 * from. */
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

static noc_status refuse(dependencies *d, noc_diag *diag)
{
    char circle[800];
    const uint32_t start = find_on_circle(d);
    const uint16_t network = d->system->graph.channels[start / d->slots].network;
    const noc_topology_kind *topology = noc_system_spec(d->system, network)->topology;
    find_shortest(d, start);
    name_circle(d, start, circle, sizeof circle);
    if (topology->refuse_circle) return topology->refuse_circle(d->system, network, circle, diag);
    return noc_design_conflict(d->system->design, diag, 0,
                               NOC_PATHS("network.routing", "network.topology"),
                               "network.routing can deadlock: %s", circle);
}

noc_status noc_check_deadlock(const noc_system *system, noc_diag *diag)
{
    dependencies d = {.system = system};
    noc_status status = NOC_OK;
    if (!find_dependencies(&d)) {
        status = noc_fail_memory(diag);
    } else if (!remove_all(&d)) {
        status = refuse(&d, diag);
    }
    clear(&d);
    return status;
}
