/* design/cores/cta_scheduler.h: schedulers that assign the CTAs (thread blocks) of kernels to the
 * cores of a chip.
 *
 * A scheduler consists of an order of all slots, and pools of CTAs. One rule serves the start and
 * refills: in each cycle all CTAs that end free their slots; then each free slot, in the
 * scheduler's order, accepts the next CTA of its pool (cta_dispatch.h). Each scheduler is one file
 * with one constant struct, and a line in cta_schedulers.def.
 *
 * Sources: icc (sections 4.1 and 5, Fig. 6) has six schedulers. cdx19 has two for its local
 * crossbars, which are clusters here; with one kernel they equal two of icc's. */
#ifndef NOC_DESIGN_CORES_CTA_SCHEDULER_H
#define NOC_DESIGN_CORES_CTA_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>

#include "design/key.h"

/* Part of a chip on which CTAs run. */
typedef struct noc_cta_shape {
    int clusters;
    int cores; /* cores of a cluster */
    int slots; /* slots of a core: CTAs that run on a core at the same time */
} noc_cta_shape;

/* A slot of a core. The core's number is cluster * cores + (core in the cluster). */
typedef struct noc_cta_slot {
    int core, slot;
} noc_cta_slot;

typedef struct noc_cta_scheduler_kind {
    const char *name, *summary, *source;
    /* true if the scheduler equals another one where each core has its own port */
    bool needs_clusters;
    /* true if each cluster has its own share of the CTAs, with consecutive numbers; false: clusters
     * share one pool */
    bool has_cluster_pools;
    int launch_size; /* CTAs launched on a core at a time: 1, or 2 for schedulers of blocks */

    /* Returns the slot at a place of the order. Schedulers of blocks launch blocks on the cores in
     * this order, one per core, in rounds. */
    noc_cta_slot (*find_slot)(const noc_cta_shape *shape, int place);

    /* Returns the kernel of a core. NULL: one kernel at a time. */
    int (*find_kernel)(const noc_cta_shape *shape, int core, int kernels);
    /* Returns the largest number of kernels among which the cores can be divided; NULL if
     * find_kernel is NULL. */
    int (*max_kernels)(const noc_cta_shape *shape);
    /* true if a core whose kernel has no CTA left runs CTAs of the next kernel that has some */
    bool lends_cores;
} noc_cta_scheduler_kind;

const noc_cta_scheduler_kind *noc_cta_scheduler_at(size_t i); /* returns NULL past the end */
const char *noc_cta_scheduler_name(size_t i);

/* Returns the name of a choice of the key: "none", then the names of the registry; NULL past the
 * end. */
const char *noc_cta_choice_name(size_t i);

/* Type of a key that names a scheduler, stored as a pointer to the kind, or NULL. */
extern const noc_value_type noc_cta_scheduler_type;

/* Return the slot at a place of an order that several schedulers share. The order is that of nested
 * loops, which the name lists from the outermost one. */
noc_cta_slot noc_cta_by_slot_core_cluster(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_slot_cluster_core(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_cluster_slot_core(const noc_cta_shape *shape, int place);
noc_cta_slot noc_cta_by_core_slot(const noc_cta_shape *shape, int place);

#endif
