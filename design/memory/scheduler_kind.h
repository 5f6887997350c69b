/* design/memory/scheduler_kind.h: a memory scheduler as a kind: its name, keys and checks. Its
 * behaviour is in sampler/dram/schedulers/, and the model's part in analytic/memory/schedulers/.
 *
 * Files: one with one constant struct for each kind, and one line in the registry
 * (schedulers.def). */
#ifndef NOC_DESIGN_MEMORY_SCHEDULER_KIND_H
#define NOC_DESIGN_MEMORY_SCHEDULER_KIND_H

#include "design/design.h"

typedef struct noc_scheduler_kind {
    const char *name, *summary, *source;

    /* Keys of the scheduler, in the group "memory". Every design has them, whatever its scheduler:
     * a condition of their rows says that only this scheduler reads them. */
    noc_key_table keys;

    /* true if accesses pass stages of the scheduler, and then memory.command_queue */
    bool has_stages;
    bool tells_approximable; /* true if accesses whose data may be approximate are served apart */

    /* Checks values beyond the ranges of keys. May be NULL. */
    noc_status (*check)(const noc_design *design, noc_diag *diag);

    /* Writes a sentence, without its end, about a part of a setting that has no effect in a memory.
     * False: every part has one. May be NULL. */
    bool (*warn)(const noc_memory_spec *memory, char *text, size_t size);
} noc_scheduler_kind;

/* Schedulers of the registry, and their names; NULL past the end. */
const noc_scheduler_kind *noc_scheduler_at(size_t i);
const char *noc_scheduler_name(size_t i);

/* The type of a key that chooses a scheduler, and stores a pointer to the kind. */
extern const noc_value_type noc_scheduler_type;

#endif
