#include "design/cores/cta_dispatch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- settings ------------------------------------------------------------------------------- */

static bool check_slots(const noc_cta_setup *s, noc_refusal *r)
{
    const int least = s->scheduler->together;
    if (s->shape.slots >= least) return true;
    return noc_refuse(r, NOC_PATHS("cta.slots", "cta.scheduler"),
                      "cta.slots = %d: the scheduler \"%s\" needs %d or more", s->shape.slots,
                      s->scheduler->name, least);
}

static bool check_clusters(const noc_cta_setup *s, bool clustered, noc_refusal *r)
{
    if (clustered || !s->scheduler->needs_clusters) return true;
    return noc_refuse(r, NOC_PATHS("cta.scheduler", "cluster.cores"),
                      "cta.scheduler = \"%s\" needs clusters (cta.clusters, cluster.cores, or a "
                      "topology with local crossbars)",
                      s->scheduler->name);
}

static bool check_counts(const noc_cta_setup *s, noc_refusal *r)
{
    const uint64_t count = s->counts[0], clusters = (uint64_t)s->shape.clusters;
    if (!s->scheduler->cluster_pools || count == 0 || count >= clusters) return true;
    return noc_refuse(r, NOC_PATHS("cta.count", "cta.scheduler"),
                      "cta.count = %" PRIu64 ": the scheduler \"%s\" divides them over %d "
                      "clusters, so as many or more, or 0 for no end",
                      count, s->scheduler->name, s->shape.clusters);
}

static bool check_kernels(const noc_cta_setup *s, noc_refusal *r)
{
    const noc_cta_scheduler_kind *kind = s->scheduler;
    if (s->kernels < 1)
        return noc_refuse(r, NOC_PATHS("cta.kernels"), "cta.kernels = %d: 1 or more", s->kernels);
    if (s->kernels == 1) return true;
    if (!kind->kernel)
        return noc_refuse(
            r, NOC_PATHS("cta.kernels", "cta.scheduler"),
            "cta.kernels = %d: the scheduler \"%s\" runs one at a time (\"round-robin\" "
            "and \"topology-aware\" run several)",
            s->kernels, kind->name);
    const int most = kind->most_kernels(&s->shape);
    if (s->kernels <= most) return true;
    return noc_refuse(
        r, NOC_PATHS("cta.kernels", "cta.scheduler"),
        "cta.kernels = %d: with the scheduler \"%s\" each owns a core%s, and there are "
        "%d",
        s->kernels, kind->name, kind->lends ? " of every cluster" : "", most);
}

bool noc_cta_check(const noc_cta_setup *setup, bool clustered, noc_refusal *refusal)
{
    return check_clusters(setup, clustered, refusal) && check_slots(setup, refusal) &&
           check_counts(setup, refusal) && check_kernels(setup, refusal);
}

/* ---- dispatch ------------------------------------------------------------------------------- */

/* CTAs not dispatched yet, with consecutive numbers: all CTAs of a kernel, or a cluster's share of
 * them. */
typedef struct pool {
    uint64_t next, end;
} pool;

struct noc_cta_dispatch {
    const noc_cta_scheduler_kind *scheduler;
    noc_cta_shape shape;
    int kernels, places;
    noc_cta_slot *at;  /* [place in the scheduler's order]: slot */
    int *place;        /* [core * slots + slot]: place in the scheduler's order */
    int *free_of_core; /* [core]: number of free slots */
    uint64_t *free_at; /* set of free places, a bit each */
    pool *pools;       /* [cluster] or [kernel]: pool */
    uint64_t waiting;  /* number of pools that are not empty */
};

/* Distance between the first CTA numbers of two clusters where CTAs are endless: more than any run
 * starts. */
static const uint64_t endless = (uint64_t)1 << 48;

static int pool_count(const noc_cta_setup *setup)
{
    return setup->scheduler->cluster_pools ? setup->shape.clusters : setup->kernels;
}

/* Returns a cluster's share of the CTAs; the first `count % clusters` clusters get one CTA more. */
static pool part_of(uint64_t count, uint64_t clusters, uint64_t cluster)
{
    if (count == 0) return (pool){cluster * endless, (cluster + 1) * endless};
    const uint64_t each = count / clusters, more = count % clusters;
    const uint64_t first = cluster * each + (cluster < more ? cluster : more);
    return (pool){first, first + each + (cluster < more)};
}

static void make_pools(noc_cta_dispatch *d, const noc_cta_setup *setup)
{
    const int count = pool_count(setup);
    for (int i = 0; i < count; i++)
        d->pools[i] = setup->scheduler->cluster_pools
                          ? part_of(setup->counts[0], (uint64_t)count, (uint64_t)i)
                          : part_of(setup->counts[i], 1, 0);
    for (int i = 0; i < count; i++) d->waiting += d->pools[i].next < d->pools[i].end;
}

static void make_order(noc_cta_dispatch *d)
{
    for (int i = 0; i < d->places; i++) {
        const noc_cta_slot at = d->at[i] = d->scheduler->at(&d->shape, i);
        d->place[at.core * d->shape.slots + at.slot] = i;
        d->free_at[i / 64] |= (uint64_t)1 << i % 64;
        d->free_of_core[at.core]++;
    }
}

noc_cta_dispatch *noc_cta_dispatch_new(const noc_cta_setup *setup)
{
    noc_cta_dispatch *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    const size_t cores = (size_t)setup->shape.clusters * (size_t)setup->shape.cores;
    const size_t places = cores * (size_t)setup->shape.slots;
    d->scheduler = setup->scheduler;
    d->shape = setup->shape;
    d->kernels = setup->kernels;
    d->places = (int)places;
    d->at = calloc(places, sizeof *d->at);
    d->place = calloc(places, sizeof *d->place);
    d->free_of_core = calloc(cores, sizeof *d->free_of_core);
    d->free_at = calloc(places / 64 + 1, sizeof *d->free_at);
    d->pools = calloc((size_t)pool_count(setup), sizeof *d->pools);
    if (!d->at || !d->place || !d->free_of_core || !d->free_at || !d->pools) {
        noc_cta_dispatch_free(d);
        return NULL;
    }
    make_pools(d, setup);
    make_order(d);
    return d;
}

void noc_cta_dispatch_free(noc_cta_dispatch *d)
{
    if (!d) return;
    free(d->at);
    free(d->place);
    free(d->free_of_core);
    free(d->free_at);
    free(d->pools);
    free(d);
}

void noc_cta_dispatch_end(noc_cta_dispatch *d, noc_cta_slot slot)
{
    const int place = d->place[slot.core * d->shape.slots + slot.slot];
    d->free_at[place / 64] |= (uint64_t)1 << place % 64;
    d->free_of_core[slot.core]++;
}

static bool has_more(const pool *p)
{
    return p->next < p->end;
}

/* Returns the pool from which a core gets its next CTA; -1: none has a CTA. */
static int pool_of(const noc_cta_dispatch *d, int core)
{
    if (d->scheduler->cluster_pools) {
        const int cluster = core / d->shape.cores;
        return has_more(&d->pools[cluster]) ? cluster : -1;
    }
    const int own = d->kernels > 1 ? d->scheduler->kernel(&d->shape, core, d->kernels) : 0;
    const int asked = d->scheduler->lends ? d->kernels : 1;
    for (int i = 0; i < asked; i++) {
        const int kernel = (own + i) % d->kernels;
        if (has_more(&d->pools[kernel])) return kernel;
    }
    return -1;
}

static noc_cta_start launch(noc_cta_dispatch *d, int pool_number, int place)
{
    pool *const from = &d->pools[pool_number];
    const noc_cta_start start = {from->next++, d->scheduler->cluster_pools ? 0 : pool_number,
                                 d->at[place]};
    d->waiting -= !has_more(from);
    d->free_at[place / 64] &= ~((uint64_t)1 << place % 64);
    d->free_of_core[start.at.core]--;
    return start;
}

static size_t fill_slots(noc_cta_dispatch *d, noc_cta_start *starts)
{
    size_t count = 0;
    for (int word = 0; word <= d->places / 64; word++)
        for (uint64_t left = d->free_at[word]; left && d->waiting; left &= left - 1) {
            const int place = 64 * word + __builtin_ctzll(left);
            const int from = pool_of(d, d->at[place].core);
            if (from >= 0) starts[count++] = launch(d, from, place);
        }
    return count;
}

/* Fills the lowest free slots of a core that has room for a block. The last block of a pool may be
 * incomplete. */
static size_t fill_core(noc_cta_dispatch *d, int core, noc_cta_start *starts)
{
    size_t count = 0;
    if (d->free_of_core[core] < d->scheduler->together) return 0;
    for (int slot = 0; slot < d->shape.slots && count < (size_t)d->scheduler->together; slot++) {
        const int place = d->place[core * d->shape.slots + slot], from = pool_of(d, core);
        if (from < 0) break;
        if (d->free_at[place / 64] >> place % 64 & 1) starts[count++] = launch(d, from, place);
    }
    return count;
}

static size_t fill_blocks(noc_cta_dispatch *d, noc_cta_start *starts)
{
    const int cores = d->shape.clusters * d->shape.cores;
    size_t count = 0;
    for (size_t before = SIZE_MAX; before != count && d->waiting;) {
        before = count;
        for (int core = 0; core < cores; core++) count += fill_core(d, core, starts + count);
    }
    return count;
}

size_t noc_cta_dispatch_fill(noc_cta_dispatch *d, noc_cta_start *starts)
{
    return d->scheduler->together > 1 ? fill_blocks(d, starts) : fill_slots(d, starts);
}
