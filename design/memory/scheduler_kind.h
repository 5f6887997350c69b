/* design/memory/scheduler_kind.h: kinds of memory schedulers: name, keys and checks of each. The
 * behaviour is in sampler/dram/schedulers/, the model's part in analytic/memory/schedulers/.
 *
 * Each kind is one file with one constant struct, and a line in the registry (schedulers.def). */
#ifndef NOC_DESIGN_MEMORY_SCHEDULER_KIND_H
#define NOC_DESIGN_MEMORY_SCHEDULER_KIND_H

#include "design/design.h"

typedef struct noc_scheduler_kind {
    const char *name, *summary, *source;

    /* Keys of the scheduler, in the group "memory". Every design has them; a condition of their
     * rows states that only this scheduler reads them. */
    noc_key_table keys;

    /* true if accesses pass stages of the scheduler before memory.command_queue */
    bool has_stages;
    /* true if accesses whose data may be approximated are served separately */
    bool separates_approximable;

    /* Checks what ranges of keys cannot. May be NULL. */
    noc_status (*check)(const noc_design *design, noc_diag *diag);

    /* Writes a sentence, without its full stop, about a part of a setting that has no effect.
     * False: every part has an effect. May be NULL. */
    bool (*warn)(const noc_memory_spec *memory, char *text, size_t size);
} noc_scheduler_kind;

/* Return scheduler `i` of the registry and its name; NULL past the end. */
const noc_scheduler_kind *noc_scheduler_at(size_t i);
const char *noc_scheduler_name(size_t i);

/* Type of a key that names a scheduler, stored as a pointer to the kind. */
extern const noc_value_type noc_scheduler_type;

#endif
