/* sampler/dram/dram.h: DRAM of a memory controller: banks with row buffers, one command a memory
 * clock, one data bus.
 *
 * Commands keep tRCD, tRP, tRAS, tRC, tRRD, tCCD, tWR; a column access puts its data on the bus tCL
 * later, for as many clocks as an access needs. Reads and writes have the same timing; the bus
 * turnaround between them is left out, since te13, cdx19 and icc do not give it. The scheduler
 * decides which command goes out (scheduler.h). */
#ifndef NOC_SAMPLER_DRAM_DRAM_H
#define NOC_SAMPLER_DRAM_DRAM_H

#include "design/design.h"
#include "sampler/ports/tally.h"

typedef struct noc_dram noc_dram;
typedef struct noc_dram_scheduler noc_dram_scheduler;

typedef struct noc_dram_access {
    uint32_t tag; /* caller's number of the access */
    uint32_t row;
    uint16_t bank;
    bool write;
    bool approximable;
    uint32_t source; /* source of the access, from 0 */
} noc_dram_access;

/* Settings beside those of a design's memory. */
typedef struct noc_dram_options {
    unsigned sources; /* sources that may ask; 0: one */
    uint64_t seed;    /* seed of a scheduler that draws numbers */
    bool booked;      /* commands have no slots (dram.c) */
} noc_dram_options;

/* Makes a DRAM with the design's scheduler, or with another one. NULL when out of memory. */
noc_dram *noc_dram_new(const noc_memory_spec *spec, noc_dram_options options);
noc_dram *noc_dram_new_with(const noc_memory_spec *spec, const noc_dram_scheduler *scheduler,
                            noc_dram_options options);
void noc_dram_free(noc_dram *dram);

bool noc_dram_has_room(const noc_dram *dram);

/* Queues an access; there must be room. */
void noc_dram_push(noc_dram *dram, noc_dram_access access);

/* Runs one memory clock. Data that the caller has not taken keeps its place in the data buffer;
 * while the buffer is full, no column access is made. */
void noc_dram_tick(noc_dram *dram);

/* True if a clock changes nothing but the count of clocks: no access waits, no data is on its
 * way. */
bool noc_dram_is_idle(const noc_dram *dram);

/* Advances an idle DRAM to clock `clocks`. */
void noc_dram_idle_to(noc_dram *dram, uint64_t clocks);

/* First clock after the present one whose tick does more than count, if nothing arrives before;
 * UINT64_MAX: there is none. */
uint64_t noc_dram_quiet_until(const noc_dram *dram);

/* Skips ticks that only count, up to clock `clocks`. */
void noc_dram_skip_to(noc_dram *dram, uint64_t clocks);

/* Tag of an access whose data has arrived, in the order of the bus; NOC_NONE: none. noc_dram_take
 * removes the access. */
uint32_t noc_dram_ready(const noc_dram *dram);
void noc_dram_take(noc_dram *dram);

const noc_dram_tally *noc_dram_counts(const noc_dram *dram);

#endif
