#include "network/deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Packets that hold one of `held` on a channel wait for one of `wanted` on `next`. */
typedef struct dependency {
    uint32_t held, wanted, next;
    uint32_t link; /* the following dependency of the same channel, NOC_NONE at the end */
} dependency;

typedef struct dependencies {
    const noc_system *system;
    dependency *all;
    uint32_t count;
    /* VCs that are in the same sets of all hops depend alike, so the first of them stands for
     * them */
    uint32_t kept; /* set of these */
    unsigned slots;
    unsigned slot_of[NOC_VCS_MAX], vc_at[NOC_VCS_MAX];
    uint32_t *first;   /* by channel */
    uint32_t *waiters; /* by VC (channel * slots + its slot): VCs that still wait for it */
    uint32_t *work;    /* VCs that nobody waits for */
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

static uint32_t bit_of(const dependencies *d, uint32_t vc)
{
    return 1u << d->vc_at[vc % d->slots];
}

/* Many hops say the same; each dependency is kept once. */
static void add_dependency(dependencies *d, const noc_hop *hop, const noc_hop *next)
{
    const uint32_t held = hop->vcs & d->kept, wants = next->vcs & d->kept;
    uint32_t *link = &d->first[hop->channel];
    for (; *link != NOC_NONE; link = &d->all[*link].link) {
        const dependency *other = &d->all[*link];
        if (other->next == next->channel && other->held == held && other->wanted == wants) return;
    }
    *link = d->count;
    d->all[d->count++] = (dependency){held, wants, next->channel, NOC_NONE};
    for (uint32_t wanted = wants; wanted; wanted &= wanted - 1)
        d->waiters[vc_of(d, next->channel, wanted)] += (uint32_t)__builtin_popcount(held);
}

/* Removes VCs that nobody waits for, again and again. Returns false if some remain: those on cycles
 * and behind them. */
static bool remove_all(dependencies *d)
{
    uint32_t left = vc_count(d), pending = 0;
    for (uint32_t vc = 0; vc < vc_count(d); vc++)
        if (d->waiters[vc] == 0) d->work[pending++] = vc;
    while (pending > 0) {
        const uint32_t vc = d->work[--pending];
        left--;
        const uint32_t bit = bit_of(d, vc);
        for (uint32_t i = d->first[vc / d->slots]; i != NOC_NONE; i = d->all[i].link) {
            const dependency *one = &d->all[i];
            if (!(one->held & bit)) continue;
            for (uint32_t wanted = one->wanted; wanted; wanted &= wanted - 1) {
                const uint32_t next = vc_of(d, one->next, wanted);
                if (--d->waiters[next] == 0) d->work[pending++] = next;
            }
        }
    }
    return left == 0;
}

/* A VC that remains and waits for `vc`. One exists for every VC that remains. */
static uint32_t waiter_of(const dependencies *d, uint32_t vc)
{
    for (uint32_t c = 0; c < d->system->graph.channel_count; c++) {
        for (uint32_t i = d->first[c]; i != NOC_NONE; i = d->all[i].link) {
            const dependency *one = &d->all[i];
            if (one->next != vc / d->slots || !(one->wanted & bit_of(d, vc))) continue;
            for (uint32_t held = one->held; held; held &= held - 1) {
                const uint32_t waiter = vc_of(d, c, held);
                if (d->waiters[waiter] > 0) return waiter;
            }
        }
    }
    return vc;
}

/* Walks back from waiter to waiter until one comes again: that is a cycle. */
static void name_cycle(const dependencies *d, char *text, size_t size)
{
    uint32_t vc = 0;
    while (d->waiters[vc] == 0) vc++;
    for (uint32_t k = 0; k < vc_count(d); k++) vc = waiter_of(d, vc); /* into the cycle */
    const uint32_t start = vc;
    size_t used = 0;
    do {
        char name[64];
        noc_channel_name(&d->system->graph, vc / d->slots, name, sizeof name);
        if (used + 80 < size)
            used += (size_t)snprintf(text + used, size - used, "%s VC %u, waited for by ", name,
                                     d->vc_at[vc % d->slots]);
        vc = waiter_of(d, vc);
    } while (vc != start);
    snprintf(text + used, size - used, "the first");
}

noc_status noc_check_deadlock(const noc_system *system, noc_diag *diag)
{
    const noc_routes *routes = &system->routes;
    dependencies d = {.system = system};
    keep_vcs(&d);
    d.all = malloc((routes->hop_count + 1) * sizeof *d.all);
    d.first = malloc((system->graph.channel_count + 1) * sizeof *d.first);
    d.waiters = calloc(vc_count(&d) + 1, sizeof *d.waiters);
    d.work = malloc((vc_count(&d) + 1) * sizeof *d.work);
    noc_status status = NOC_OK;
    if (!d.all || !d.first || !d.waiters || !d.work) {
        status = noc_fail_memory(diag);
    } else {
        for (uint32_t c = 0; c < system->graph.channel_count; c++) d.first[c] = NOC_NONE;
        for (uint32_t h = 0; h < routes->hop_count; h++) {
            const noc_hop *hop = &routes->hops[h];
            if (hop->next != NOC_NONE) add_dependency(&d, hop, &routes->hops[hop->next]);
        }
        if (!remove_all(&d)) {
            char cycle[600];
            name_cycle(&d, cycle, sizeof cycle);
            status = noc_design_conflict(
                system->design, diag, 0,
                (const char *const[]){"network.routing", "network.topology", NULL},
                "network.routing can deadlock: %s", cycle);
        }
    }
    free(d.all);
    free(d.first);
    free(d.waiters);
    free(d.work);
    return status;
}
