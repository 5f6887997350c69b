/* design/cores/cta_scheduler.h: schedulers that deal the CTAs (thread blocks) of kernels to the
 * cores of a chip.
 *
 * A scheduler is an order of all slots, and pools of CTAs. One rule holds for the start and for
 * refills: in each cycle all CTAs that end free their slots, then each free slot, in the
 * scheduler's order, accepts the next CTA of its pool (cta_dispatch.h). Each scheduler is one file
 * with one constant struct, and a line in cta_schedulers.def.
 *
 * Sources: icc (sections 4.1 and 5, Fig. 6) has six schedulers, cdx19 two for its local crossbars,
 * which are clusters here; for one kernel cdx19's are two of icc's. */
#ifndef NOC_DESIGN_CORES_CTA_SCHEDULER_H
#define NOC_DESIGN_CORES_CTA_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>

#include "design/key.h"

/* Part of a chip on which CTAs run. */
typedef struct noc_cta_shape {
    int clusters;
    int cores; /* cores of a cluster */
    int slots; /* slots of a core: CTAs that a core runs at a time */
} noc_cta_shape;

/* A slot of a core, whose number is cluster * cores + core in the cluster. */
typedef struct noc_cta_slot {
    int core, slot;
} noc_cta_slot;

typedef struct noc_cta_scheduler_kind {
    const char *name, *summary, *source;
    /* true if it equals another scheduler where each core has its own port */
    bool needs_clusters;
    /* true if each cluster has its own part of the CTAs, of consecutive numbers; else all clusters
     * share one pool */
    bool cluster_pools;
    int together; /* CTAs that are launched on a core at a time: 1, or 2 for blocks */

    /* The slot at a place of the order. Blocks are dealt over the cores in this order, in
     * rounds. */
    noc_cta_slot (*at)(const noc_cta_shape *shape, int place);

    /* The kernel that a core belongs to. NULL: one kernel at a time. */
    int (*kernel)(const noc_cta_shape *shape, int core, int kernels);
    /* Most kernels that can each own a core; NULL with `kernel`. */
    int (*most_kernels)(const noc_cta_shape *shape);
    /* true if a core whose kernel has no CTA left runs one of the next kernel that has, in turn */
    bool lends;
} noc_cta_scheduler_kind;

const noc_cta_scheduler_kind *noc_cta_scheduler_at(size_t i); /* NULL past the end */
const char *noc_cta_scheduler_name(size_t i);

/* Names of the choices of a key: "none", then those of the registry. NULL past the end. */
const char *noc_cta_choice_name(size_t i);

/* The type of a key that chooses a scheduler by name, and stores a pointer to the kind, or NULL. */
extern const noc_value_type noc_cta_scheduler_type;

/* Orders of slots that several schedulers share, named by their loops, outermost first. */
noc_cta_slot noc_cta_by_slot_core_cluster(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_slot_cluster_core(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_cluster_slot_core(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_core_slot(const noc_cta_shape *shape, int place);

#endif
