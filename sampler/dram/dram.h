/* sampler/dram/dram.h: DRAM of a memory controller: banks with row buffers, one command per memory
 * clock, one data bus.
 *
 * Commands keep tRCD, tRP, tRAS, tRC, tRRD, tCCD and tWR. A column access puts its data on the
 * bus tCL later, for the clocks of an access. Reads and writes have the same timing; the bus
 * turnaround is neglected, since te13, cdx19 and icc do not state it. The scheduler chooses the
 * commands (scheduler.h). */
#ifndef NOC_SAMPLER_DRAM_DRAM_H
#define NOC_SAMPLER_DRAM_DRAM_H

#include "base/arena.h"
#include "design/design.h"
#include "sampler/ports/tally.h"

typedef struct noc_dram noc_dram;
typedef struct noc_dram_scheduler noc_dram_scheduler;

typedef struct noc_dram_access {
    uint32_t tag; /* caller's number of the access */
    uint32_t row;
    uint16_t bank;
    bool is_write;
    bool is_approximable;
    uint32_t source; /* number of the requesting core, from 0 */
} noc_dram_access;

/* Settings besides the design's memory. */
typedef struct noc_dram_options {
    const noc_dram_scheduler *scheduler; /* NULL: the scheduler of the design */
    unsigned source_count;               /* number of sources (noc_dram_access.source); 0: one */
    uint64_t seed;                       /* seed for random schedulers */
    bool is_booked;                      /* commands are booked without slots (dram.c) */
} noc_dram_options;

/* Makes a DRAM. NULL when out of memory. */
noc_dram *noc_dram_new(const noc_memory_spec *spec, noc_dram_options options, noc_arena *arena);

/* True if the queue has room for an access. */
bool noc_dram_has_room(const noc_dram *dram);

/* Queues an access; the queue must have room. */
void noc_dram_push(noc_dram *dram, noc_dram_access access);

/* Runs one memory clock. Arrived data keep their place in the data buffer until noc_dram_take_data;
 * no column access is made while the buffer is full. */
void noc_dram_tick(noc_dram *dram);

/* True if a clock changes only the count of clocks: no access waits, and no data are on their
 * way. */
bool noc_dram_is_idle(const noc_dram *dram);

/* Advances an idle DRAM to clock `clocks`. */
void noc_dram_advance_idle(noc_dram *dram, uint64_t clocks);

/* Finds the first clock after the present one with an event, if no access arrives before;
 * UINT64_MAX: none. */
uint64_t noc_dram_next_event(const noc_dram *dram);

/* Skips ticks without events, up to clock `clocks`. */
void noc_dram_skip_ticks(noc_dram *dram, uint64_t clocks);

/* Finds the tag of the first access whose data have arrived, in bus order; NOC_NONE: none.
 * noc_dram_take_data removes the access. */
uint32_t noc_dram_first_ready_tag(const noc_dram *dram);
void noc_dram_take_data(noc_dram *dram);

/* Counts of a DRAM so far; the DRAM owns the tally. */
const noc_dram_tally *noc_dram_find_tally(const noc_dram *dram);

#endif
