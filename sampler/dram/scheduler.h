/* sampler/dram/scheduler.h: what a memory scheduler decides: the command that a DRAM sends next.
 *
 * A scheduler is a file of sampler/dram/schedulers/ with one constant struct, and a line in
 * design/memory/schedulers.def. At a minimum it has `pick`. It looks at the DRAM (dram_state.h) and
 * changes nothing but its own state: the DRAM sends the command and keeps the timings, so a pick
 * must be possible in this clock (noc_dram_column_time, noc_dram_opening_time, may_close). */
#ifndef NOC_SAMPLER_DRAM_SCHEDULER_H
#define NOC_SAMPLER_DRAM_SCHEDULER_H

#include "sampler/dram/dram.h"

typedef enum noc_dram_command {
    NOC_DRAM_WAIT,
    NOC_DRAM_ACCESS, /* the column access of an entry, whose row is open; it leaves the queue */
    NOC_DRAM_OPEN,   /* the row of an entry, whose bank is closed */
    NOC_DRAM_CLOSE,  /* the bank of an entry, which has another row open */
} noc_dram_command;

typedef struct noc_dram_pick {
    noc_dram_command command;
    unsigned entry; /* of the queue */
    /* NOC_DRAM_WAIT: it is asked again in this clock, or once an access comes or data is
     * taken */
    uint64_t wake;
} noc_dram_pick;

/* Stages between the controller and the queue that `pick` sees, which is the command queue then: no
 * more than noc_memory_spec.command_queue commands are in it or wait for their data. */
typedef struct noc_dram_front {
    /* Bytes of its state, zeros at first, which is the scheduler's; what to make of them. */
    size_t (*size)(const noc_memory_spec *spec, unsigned sources);
    void (*start)(void *state, const noc_memory_spec *spec, unsigned sources, uint64_t seed);

    /* True if an access may come, and one that does, in time for clock `now`. */
    bool (*has_room)(const void *state);
    void (*enter)(void *state, noc_dram_access access, uint64_t now);

    /* Once a clock, after the pick. True: `out` goes to the command queue, if that has room. */
    bool (*step)(void *state, uint64_t now, bool room, noc_dram_access *out);

    /* True if nothing is in these stages; what so many steps change then, NULL: nothing. */
    bool (*is_empty)(const void *state);
    void (*wait)(void *state, uint64_t steps);
} noc_dram_front;

struct noc_dram_scheduler {
    /* Asked in each clock in which something waits and could be done, at most once. */
    noc_dram_pick (*pick)(void *state, const noc_dram *dram);

    /* May be NULL: accesses come into the queue at once. */
    const noc_dram_front *front;

    /* What it remembers of one DRAM: bytes, zeros at first. May be NULL: nothing, or what its front
     * says. */
    size_t (*state_size)(const noc_memory_spec *spec);

    /* An access came into the queue, as its last entry; the column access of an entry is made,
     * which leaves the queue after that; the data of an access is there. In the order in which this
     * happens; may be NULL. After `on_done` it is asked for a command in the same clock. */
    void (*on_arrival)(void *state, const noc_dram *dram);
    void (*on_issue)(void *state, const noc_dram *dram, unsigned entry);
    void (*on_done)(void *state, const noc_dram *dram, const noc_dram_access *access);
};

/* The scheduler that the memory has. */
const noc_dram_scheduler *noc_dram_scheduler_of(const noc_memory_spec *memory);

#endif
