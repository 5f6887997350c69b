/* sampler/dram/scheduler.h: interface of a memory scheduler, which decides the command that a DRAM
 * sends next.
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
    NOC_DRAM_ACCESS, /* column access of an entry whose row is open; the entry leaves the queue */
    NOC_DRAM_OPEN,   /* opens the row of an entry whose bank is closed */
    NOC_DRAM_CLOSE,  /* closes the bank of an entry, which has another row open */
} noc_dram_command;

typedef struct noc_dram_pick {
    noc_dram_command command;
    unsigned entry; /* entry of the queue */
    /* NOC_DRAM_WAIT: clock in which `pick` is called again, if no access arrives and no data is
     * taken before */
    uint64_t wake;
} noc_dram_pick;

/* Stages between the controller and the queue that `pick` sees, which is the command queue then: at
 * most noc_memory_spec.command_queue commands are in it or wait for their data. */
typedef struct noc_dram_front {
    /* Returns the bytes of the scheduler's state, zeros at first (size); initialises the state
     * (start). */
    size_t (*size)(const noc_memory_spec *spec, unsigned sources);
    void (*start)(void *state, const noc_memory_spec *spec, unsigned sources, uint64_t seed);

    /* True if an access may come; adds one, in time for clock `now`. */
    bool (*has_room)(const void *state);
    void (*enter)(void *state, noc_dram_access access, uint64_t now);

    /* Runs once a clock, after the pick. True: `out` goes to the command queue, if the queue has
     * room. */
    bool (*step)(void *state, uint64_t now, bool room, noc_dram_access *out);

    /* True if the stages are empty; the effect of `steps` steps on empty stages, NULL: none. */
    bool (*is_empty)(const void *state);
    void (*wait)(void *state, uint64_t steps);
} noc_dram_front;

struct noc_dram_scheduler {
    /* Called at most once in each clock in which an access waits and a command is possible. */
    noc_dram_pick (*pick)(void *state, const noc_dram *dram);

    /* Front; NULL: accesses come into the queue at once. */
    const noc_dram_front *front;

    /* Bytes of the scheduler's state for one DRAM, zeros at first. NULL: none, or the front's
     * size. */
    size_t (*state_size)(const noc_memory_spec *spec);

    /* Called when an access has come into the queue, as its last entry (on_arrival); when the
     * column access of an entry is made, before the entry leaves the queue (on_issue); when the
     * data of an access has arrived (on_done). Calls are in the order of these events; NULL: not
     * called. After `on_done`, `pick` is called in the same clock. */
    void (*on_arrival)(void *state, const noc_dram *dram);
    void (*on_issue)(void *state, const noc_dram *dram, unsigned entry);
    void (*on_done)(void *state, const noc_dram *dram, const noc_dram_access *access);
};

/* Finds the scheduler of the memory. */
const noc_dram_scheduler *noc_dram_scheduler_of(const noc_memory_spec *memory);

#endif
