/* sampler/dram/scheduler.h: interface of a memory scheduler, which chooses the next command of a
 * DRAM.
 *
 * A scheduler is a file of sampler/dram/schedulers/ with one constant struct, and a line in
 * design/memory/schedulers.def. Only `pick` is required. A scheduler reads the state of the DRAM
 * (dram_state.h) and changes only its own state. The DRAM sends the command and keeps the
 * timings, so a pick must be possible in this clock (noc_dram_column_clock,
 * noc_dram_opening_clock, close_clock). */
#ifndef NOC_SAMPLER_DRAM_SCHEDULER_H
#define NOC_SAMPLER_DRAM_SCHEDULER_H

#include "sampler/dram/dram.h"

typedef enum noc_dram_command {
    NOC_DRAM_WAIT,   /* no command */
    NOC_DRAM_ACCESS, /* column access of an entry whose row is open; the entry leaves the queue */
    NOC_DRAM_OPEN,   /* opens the row of an entry whose bank is closed */
    NOC_DRAM_CLOSE,  /* closes the bank of an entry, which has another row open */
} noc_dram_command;

typedef struct noc_dram_pick {
    noc_dram_command command;
    unsigned entry; /* entry of the queue */
    /* NOC_DRAM_WAIT: clock of the next call of `pick`; earlier if an access arrives or data are
     * removed */
    uint64_t wake_clock;
} noc_dram_pick;

/* Front: stages between the controller and the command queue that `pick` sees. At most
 * noc_memory_spec.command_queue commands are in the queue or wait for their data. */
typedef struct noc_dram_front {
    /* Adds an access to the DRAM's pool, which has room, before clock `now`. */
    void (*enter)(void *state, noc_dram_access access, uint64_t now);

    /* Runs once per clock, after the pick. True: *out enters the command queue. `room`: the command
     * queue has room. */
    bool (*step)(void *state, uint64_t now, bool room, noc_dram_access *out);

    /* has_staged: true if accesses have left the pool and not entered the command queue; NULL:
     * none does. wait: applies `steps` steps to empty stages; NULL: such steps have no effect. */
    bool (*has_staged)(const void *state);
    void (*wait)(void *state, uint64_t steps);
} noc_dram_front;

struct noc_dram_scheduler {
    /* Chooses a command; called at most once in each clock with a waiting access and a possible
     * command. */
    noc_dram_pick (*pick)(void *state, const noc_dram *dram);

    /* Front; NULL: accesses enter the queue at once. */
    const noc_dram_front *front;

    /* Makes the scheduler's state for a DRAM, which has its pool. Returns NULL when out of memory
     * (arena->is_short). NULL: no state. */
    void *(*make_state)(noc_dram *dram, noc_dram_options options, noc_arena *arena);

    /* Callbacks, in the order of events; NULL: none. on_arrival: an access has entered the queue
     * as its last entry. on_issue: the column access of an entry is made; the entry is still in
     * the queue. on_done: the data of an access have arrived; `pick` follows in the same clock. */
    void (*on_arrival)(void *state, const noc_dram *dram);
    void (*on_issue)(void *state, const noc_dram *dram, unsigned entry);
    void (*on_done)(void *state, const noc_dram *dram, const noc_dram_access *access);
};

/* Finds the scheduler of the memory. */
const noc_dram_scheduler *noc_dram_find_scheduler(const noc_memory_spec *memory);

#endif
