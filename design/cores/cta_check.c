#include "design/cores/cta_check.h"

#include <inttypes.h>
#include <stddef.h>

#define KEYS(...)         \
    (const char *const[]) \
    {                     \
        __VA_ARGS__, NULL \
    }

static bool check_slots(const noc_cta_setup *s, noc_refusal *r)
{
    const int least = s->scheduler->together;
    if (s->shape.slots >= least) return true;
    return noc_refuse(r, KEYS("cta.slots", "cta.scheduler"),
                      "cta.slots = %d: the scheduler \"%s\" needs %d or more", s->shape.slots,
                      s->scheduler->name, least);
}

static bool check_clusters(const noc_cta_setup *s, bool clustered, noc_refusal *r)
{
    if (clustered || !s->scheduler->needs_clusters) return true;
    return noc_refuse(r, KEYS("cta.scheduler", "cluster.cores"),
                      "cta.scheduler = \"%s\" needs clusters (cta.clusters, cluster.cores, or a "
                      "topology with local crossbars)",
                      s->scheduler->name);
}

static bool check_counts(const noc_cta_setup *s, noc_refusal *r)
{
    const uint64_t count = s->counts[0], clusters = (uint64_t)s->shape.clusters;
    if (!s->scheduler->cluster_pools || count == 0 || count >= clusters) return true;
    return noc_refuse(r, KEYS("cta.count", "cta.scheduler"),
                      "cta.count = %" PRIu64 ": the scheduler \"%s\" divides them over %d "
                      "clusters, so as many or more, or 0 for no end",
                      count, s->scheduler->name, s->shape.clusters);
}

static bool check_kernels(const noc_cta_setup *s, noc_refusal *r)
{
    const noc_cta_scheduler_kind *kind = s->scheduler;
    if (s->kernels < 1)
        return noc_refuse(r, KEYS("cta.kernels"), "cta.kernels = %d: 1 or more", s->kernels);
    if (s->kernels == 1) return true;
    if (!kind->kernel)
        return noc_refuse(
            r, KEYS("cta.kernels", "cta.scheduler"),
            "cta.kernels = %d: the scheduler \"%s\" runs one at a time (\"round-robin\" "
            "and \"topology-aware\" run several)",
            s->kernels, kind->name);
    const int most = kind->most_kernels(&s->shape);
    if (s->kernels <= most) return true;
    return noc_refuse(
        r, KEYS("cta.kernels", "cta.scheduler"),
        "cta.kernels = %d: with the scheduler \"%s\" each owns a core%s, and there are "
        "%d",
        s->kernels, kind->name, kind->lends ? " of every cluster" : "", most);
}

bool noc_cta_check(const noc_cta_setup *setup, bool clustered, noc_refusal *refusal)
{
    return check_clusters(setup, clustered, refusal) && check_slots(setup, refusal) &&
           check_counts(setup, refusal) && check_kernels(setup, refusal);
}
