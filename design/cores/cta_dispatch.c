#include "design/cores/cta_dispatch.h"

#include <inttypes.h>

#include "base/arena.h"

/* ---- settings ------------------------------------------------------------------------------- */

static bool check_slots(const noc_cta_setup *s, noc_refusal *r)
{
    const int min_slots = s->scheduler->launch_size;
    if (s->shape.slots >= min_slots) return true;
    return noc_refuse(r, NOC_PATHS("cta.slots", "cta.scheduler"),
                      "cta.slots = %d: the scheduler \"%s\" needs %d or more", s->shape.slots,
                      s->scheduler->name, min_slots);
}

static bool check_clusters(const noc_cta_setup *s, bool has_clusters, noc_refusal *r)
{
    if (has_clusters || !s->scheduler->needs_clusters) return true;
    return noc_refuse(r, NOC_PATHS("cta.scheduler", "cluster.cores"),
                      "cta.scheduler = \"%s\" needs clusters (cta.clusters, cluster.cores, or a "
                      "topology with local crossbars)",
                      s->scheduler->name);
}

static bool check_counts(const noc_cta_setup *s, noc_refusal *r)
{
    const uint64_t count = s->counts[0], clusters = (uint64_t)s->shape.clusters;
    if (!s->scheduler->has_cluster_pools || count == 0 || count >= clusters) return true;
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
    if (!kind->find_kernel)
        return noc_refuse(
            r, NOC_PATHS("cta.kernels", "cta.scheduler"),
            "cta.kernels = %d: the scheduler \"%s\" runs one at a time (\"round-robin\" "
            "and \"topology-aware\" run several)",
            s->kernels, kind->name);
    const int kernel_limit = kind->max_kernels(&s->shape);
    if (s->kernels <= kernel_limit) return true;
    return noc_refuse(
        r, NOC_PATHS("cta.kernels", "cta.scheduler"),
        "cta.kernels = %d: with the scheduler \"%s\" each owns a core%s, and there are "
        "%d",
        s->kernels, kind->name, kind->lends_cores ? " of every cluster" : "", kernel_limit);
}

bool noc_cta_check_setup(const noc_cta_setup *setup, bool has_clusters, noc_refusal *refusal)
{
    return check_clusters(setup, has_clusters, refusal) && check_slots(setup, refusal) &&
           check_counts(setup, refusal) && check_kernels(setup, refusal);
}

/* ---- dispatch ------------------------------------------------------------------------------- */

/* CTAs not dispatched yet, with consecutive numbers: all CTAs of a kernel, or a cluster's share of
 * them. */
typedef struct pool {
    uint64_t next_cta, end_cta;
} pool;

struct noc_cta_dispatch {
    const noc_cta_scheduler_kind *scheduler;
    noc_cta_shape shape;
    int kernels, place_count;
    noc_cta_slot *slots_by_place; /* [place in the scheduler's order]: slot */
    int *places_by_slot;          /* [core * slots + slot]: place in the scheduler's order */
    int *free_slots;              /* [core]: number of free slots */
    uint64_t *free_places;        /* set of free places, a bit each */
    pool *pools;                  /* [cluster] or [kernel]: pool */
    uint64_t waiting_pools;       /* number of pools that are not empty */
};

/* Distance between the first CTA numbers of two clusters where CTAs are endless: more than any run
 * starts. */
static const uint64_t endless_span = (uint64_t)1 << 48;

static int pool_count(const noc_cta_setup *setup)
{
    return setup->scheduler->has_cluster_pools ? setup->shape.clusters : setup->kernels;
}

/* Returns a cluster's share of the CTAs; the first `count % clusters` clusters get one CTA more. */
static pool divide_ctas(uint64_t count, uint64_t clusters, uint64_t cluster)
{
    if (count == 0) return (pool){cluster * endless_span, (cluster + 1) * endless_span};
    const uint64_t cluster_ctas = count / clusters, extra_ctas = count % clusters;
    const uint64_t first = cluster * cluster_ctas + (cluster < extra_ctas ? cluster : extra_ctas);
    return (pool){first, first + cluster_ctas + (cluster < extra_ctas)};
}

static void make_pools(noc_cta_dispatch *d, const noc_cta_setup *setup)
{
    const int count = pool_count(setup);
    for (int i = 0; i < count; i++)
        d->pools[i] = setup->scheduler->has_cluster_pools
                          ? divide_ctas(setup->counts[0], (uint64_t)count, (uint64_t)i)
                          : divide_ctas(setup->counts[i], 1, 0);
    for (int i = 0; i < count; i++) d->waiting_pools += d->pools[i].next_cta < d->pools[i].end_cta;
}

static void make_order(noc_cta_dispatch *d)
{
    for (int i = 0; i < d->place_count; i++) {
        const noc_cta_slot core_slot = d->slots_by_place[i] = d->scheduler->find_slot(&d->shape, i);
        d->places_by_slot[core_slot.core * d->shape.slots + core_slot.slot] = i;
        d->free_places[i / 64] |= (uint64_t)1 << i % 64;
        d->free_slots[core_slot.core]++;
    }
}

noc_cta_dispatch *noc_cta_dispatch_new(const noc_cta_setup *setup, noc_arena *arena)
{
    noc_cta_dispatch *d = noc_arena_array(arena, 1, sizeof *d);
    if (!d) return NULL;
    const size_t cores = (size_t)setup->shape.clusters * (size_t)setup->shape.cores;
    const size_t places = cores * (size_t)setup->shape.slots;
    d->scheduler = setup->scheduler;
    d->shape = setup->shape;
    d->kernels = setup->kernels;
    d->place_count = (int)places;
    d->slots_by_place = noc_arena_array(arena, places, sizeof *d->slots_by_place);
    d->places_by_slot = noc_arena_array(arena, places, sizeof *d->places_by_slot);
    d->free_slots = noc_arena_array(arena, cores, sizeof *d->free_slots);
    d->free_places = noc_arena_array(arena, places / 64 + 1, sizeof *d->free_places);
    d->pools = noc_arena_array(arena, (size_t)pool_count(setup), sizeof *d->pools);
    if (arena->is_short) return NULL;
    make_pools(d, setup);
    make_order(d);
    return d;
}

void noc_cta_dispatch_end(noc_cta_dispatch *d, noc_cta_slot slot)
{
    const int place = d->places_by_slot[slot.core * d->shape.slots + slot.slot];
    d->free_places[place / 64] |= (uint64_t)1 << place % 64;
    d->free_slots[slot.core]++;
}

static bool has_cta(const pool *p)
{
    return p->next_cta < p->end_cta;
}

/* Returns the pool from which a core gets its next CTA; -1: none has a CTA. */
static int find_pool(const noc_cta_dispatch *d, int core)
{
    if (d->scheduler->has_cluster_pools) {
        const int cluster = core / d->shape.cores;
        return has_cta(&d->pools[cluster]) ? cluster : -1;
    }
    const int home_kernel =
        d->kernels > 1 ? d->scheduler->find_kernel(&d->shape, core, d->kernels) : 0;
    const int kernel_count = d->scheduler->lends_cores ? d->kernels : 1;
    for (int i = 0; i < kernel_count; i++) {
        const int kernel = (home_kernel + i) % d->kernels;
        if (has_cta(&d->pools[kernel])) return kernel;
    }
    return -1;
}

static noc_cta_start launch_cta(noc_cta_dispatch *d, int pool_number, int place)
{
    pool *const source = &d->pools[pool_number];
    const noc_cta_start start = {source->next_cta++,
                                 d->scheduler->has_cluster_pools ? 0 : pool_number,
                                 d->slots_by_place[place]};
    d->waiting_pools -= !has_cta(source);
    d->free_places[place / 64] &= ~((uint64_t)1 << place % 64);
    d->free_slots[start.start_slot.core]--;
    return start;
}

static size_t fill_slots(noc_cta_dispatch *d, noc_cta_start *starts)
{
    size_t count = 0;
    for (int word = 0; word <= d->place_count / 64; word++)
        for (uint64_t free_bits = d->free_places[word]; free_bits && d->waiting_pools;
             free_bits &= free_bits - 1) {
            const int place = 64 * word + __builtin_ctzll(free_bits);
            const int source = find_pool(d, d->slots_by_place[place].core);
            if (source >= 0) starts[count++] = launch_cta(d, source, place);
        }
    return count;
}

/* Fills the lowest free slots of a core that has room for a block. The last block of a pool may be
 * incomplete. */
static size_t fill_core(noc_cta_dispatch *d, int core, noc_cta_start *starts)
{
    size_t count = 0;
    if (d->free_slots[core] < d->scheduler->launch_size) return 0;
    for (int slot = 0; slot < d->shape.slots && count < (size_t)d->scheduler->launch_size; slot++) {
        const int place = d->places_by_slot[core * d->shape.slots + slot],
                  source = find_pool(d, core);
        if (source < 0) break;
        if (d->free_places[place / 64] >> place % 64 & 1)
            starts[count++] = launch_cta(d, source, place);
    }
    return count;
}

static size_t fill_blocks(noc_cta_dispatch *d, noc_cta_start *starts)
{
    const int cores = d->shape.clusters * d->shape.cores;
    size_t count = 0;
    for (size_t previous_count = SIZE_MAX; previous_count != count && d->waiting_pools;) {
        previous_count = count;
        for (int core = 0; core < cores; core++) count += fill_core(d, core, starts + count);
    }
    return count;
}

size_t noc_cta_dispatch_fill(noc_cta_dispatch *d, noc_cta_start *starts)
{
    return d->scheduler->launch_size > 1 ? fill_blocks(d, starts) : fill_slots(d, starts);
}
