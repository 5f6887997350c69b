/* design/memory/scheduler_kind.h: what a memory scheduler is. What it does is in
 * sampler/dram/schedulers/, and the model's part in analytic/memory/schedulers/.
 *
 * Each kind is one file with one constant struct, and one line in the registry
 * (schedulers.def). */
#ifndef NOC_DESIGN_MEMORY_SCHEDULER_KIND_H
#define NOC_DESIGN_MEMORY_SCHEDULER_KIND_H

#include "design/design.h"

typedef struct noc_scheduler_kind {
    const char *name, *summary, *source;

    /* Keys of its own, in the group "memory". Every design has them, whatever its scheduler: a
     * condition of their rows says that only this one reads them. */
    noc_key_table keys;

    bool has_stages;         /* accesses pass stages of its own, and then memory.command_queue */
    bool tells_approximable; /* accesses whose data may be approximate are served apart */

    /* Checks what the key ranges cannot. May be NULL. */
    noc_status (*check)(const noc_design *design, noc_diag *diag);

    /* Says in a sentence without its end which part of a setting a memory has in vain. False:
     * none. May be NULL. */
    bool (*warn)(const noc_memory_spec *memory, char *text, size_t size);
} noc_scheduler_kind;

/* NULL past the end, so for the name. */
const noc_scheduler_kind *noc_scheduler_at(size_t i);
const char *noc_scheduler_name(size_t i);

/* The type of a key that chooses among them, and stores a pointer to the kind. */
extern const noc_value_type noc_scheduler_type;

#endif
