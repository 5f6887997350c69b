/* design/cores/cta_scheduler.h: how the CTAs (thread blocks) of kernels are dealt to the cores of a
 * chip.
 *
 * A scheduler is an order of all slots, and pools of CTAs. One rule holds for the start and for
 * refills: in each cycle all CTAs that end free their slots, then free slots are gone through in
 * the scheduler's order, each taking the next CTA of its pool (cta_dispatch.h). Each is one file
 * with one constant struct, and a line in cta_schedulers.def.
 *
 * icc (sections 4.1 and 5, Fig. 6) has six of them, cdx19 two for its local crossbars, which are
 * clusters here; for one kernel cdx19's are two of icc's. */
#ifndef NOC_DESIGN_CORES_CTA_SCHEDULER_H
#define NOC_DESIGN_CORES_CTA_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>

#include "design/key.h"

/* What CTAs run on. */
typedef struct noc_cta_shape {
    int clusters;
    int cores; /* of a cluster */
    int slots; /* of a core: CTAs that it runs at a time */
} noc_cta_shape;

/* A slot of a core, whose number is cluster * cores + core in the cluster. */
typedef struct noc_cta_slot {
    int core, slot;
} noc_cta_slot;

typedef struct noc_cta_scheduler_kind {
    const char *name, *summary, *source;
    bool needs_clusters; /* it would be another one where each core has a port of its own */
    /* each cluster has its own part of the CTAs, of consecutive numbers; else all share one
     * pool */
    bool cluster_pools;
    int together; /* CTAs that are launched on a core at a time: 1, or 2 for blocks */

    /* The slot at that place of the order. Blocks are dealt over the cores in this order, in
     * rounds. */
    noc_cta_slot (*at)(const noc_cta_shape *shape, int place);

    /* The kernel that a core belongs to. NULL: one kernel at a time. */
    int (*kernel)(const noc_cta_shape *shape, int core, int kernels);
    /* The most kernels that each own a core; NULL with `kernel`. */
    int (*most_kernels)(const noc_cta_shape *shape);
    /* a core whose kernel has no CTA left takes one of the next kernel that has, going round */
    bool lends;
} noc_cta_scheduler_kind;

const noc_cta_scheduler_kind *noc_cta_scheduler_at(size_t i); /* NULL past the end */
const char *noc_cta_scheduler_name(size_t i);

/* Names for a key: "none", then those of the registry. NULL past the end. */
const char *noc_cta_choice_name(size_t i);

/* The type of a key that chooses among these names, and stores a pointer to the kind, or NULL. */
extern const noc_value_type noc_cta_scheduler_type;

/* Orders of slots that several schedulers share, named outermost first. */
noc_cta_slot noc_cta_by_slot_core_cluster(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_slot_cluster_core(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_cluster_slot_core(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_core_slot(const noc_cta_shape *shape, int place);

#endif
