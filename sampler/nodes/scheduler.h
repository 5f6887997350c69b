/* sampler/nodes/scheduler.h: what a memory scheduler decides: the command that a DRAM sends next.
 *
 * A scheduler is a file of sampler/nodes/schedulers/ with one constant struct, and a line in network/schedulers.def. At a
 * minimum it has `pick`. It looks at the DRAM (dram_state.h) and changes nothing but its own state: the DRAM sends the command
 * and keeps the timings, so a pick must be possible in this clock (noc_dram_column_time, noc_dram_opening_time, may_close). */
#ifndef NOC_SAMPLER_NODES_SCHEDULER_H
#define NOC_SAMPLER_NODES_SCHEDULER_H

#include "sampler/nodes/dram.h"

typedef enum noc_dram_command {
    NOC_DRAM_WAIT,
    NOC_DRAM_ACCESS, /* the column access of an entry, whose row is open; it leaves the queue */
    NOC_DRAM_OPEN,   /* the row of an entry, whose bank is closed */
    NOC_DRAM_CLOSE,  /* the bank of an entry, which has another row open */
} noc_dram_command;

typedef struct noc_dram_pick {
    noc_dram_command command;
    unsigned entry; /* of the queue */
    uint64_t
        wake; /* NOC_DRAM_WAIT: it is asked again in this clock, or once an access comes or data is taken */
} noc_dram_pick;

struct noc_dram_scheduler {
    /* Asked in each clock in which something waits and could be done, at most once. */
    noc_dram_pick (*pick)(void *state, const noc_dram *dram);

    /* What it remembers of one DRAM: bytes, zeros at first. May be NULL: nothing. */
    size_t (*state_size)(const noc_memory_spec *spec);

    /* An access came into the queue, as its last entry; the column access of an entry is made, which leaves the queue after
     * that; the data of an access is there. In the order in which this happens; may be NULL. After `on_done` it is asked
     * for a command in the same clock. */
    void (*on_arrival)(void *state, const noc_dram *dram);
    void (*on_issue)(void *state, const noc_dram *dram, unsigned entry);
    void (*on_done)(void *state, const noc_dram *dram, const noc_dram_access *access);
};

/* The scheduler of that place in network/schedulers.def. */
const noc_dram_scheduler *noc_dram_scheduler_at(size_t i);

#endif
