/* sampler/dram/dram.h: the DRAM of one memory controller: banks with row buffers, one command a
 * memory clock, one data bus.
 *
 * Commands keep tRCD, tRP, tRAS, tRC, tRRD, tCCD, tWR; a column access puts its data on the bus
 * from tCL later on, for as many clocks as an access needs. Reads and writes alike; what a bus
 * needs to turn between them is left out, since te13, cdx19 and icc do not give it. Which command
 * goes out is its scheduler's decision (scheduler.h). */
#ifndef NOC_SAMPLER_DRAM_DRAM_H
#define NOC_SAMPLER_DRAM_DRAM_H

#include "design/design.h"
#include "sampler/ports/tally.h"

typedef struct noc_dram noc_dram;
typedef struct noc_dram_scheduler noc_dram_scheduler;

typedef struct noc_dram_access {
    uint32_t tag; /* the caller's */
    uint32_t row;
    uint16_t bank;
    bool write;
    bool approximable;
    uint32_t source; /* who asks, from 0 */
} noc_dram_access;

/* Settings beside those of a design's memory. */
typedef struct noc_dram_options {
    unsigned sources; /* sources that may ask; 0: one */
    uint64_t seed;    /* seed of a scheduler that draws numbers */
    bool booked;      /* commands have no slots (dram.c) */
} noc_dram_options;

/* With the scheduler that the design names, or another one. NULL when out of memory. */
noc_dram *noc_dram_new(const noc_memory_spec *spec, noc_dram_options options);
noc_dram *noc_dram_new_with(const noc_memory_spec *spec, const noc_dram_scheduler *scheduler,
                            noc_dram_options options);
void noc_dram_free(noc_dram *dram);

bool noc_dram_has_room(const noc_dram *dram);

/* Queues an access; there must be room. */
void noc_dram_push(noc_dram *dram, noc_dram_access access);

/* One memory clock. Accesses whose data nobody has taken keep their place in the data buffer; when
 * it is full no column access is made. */
void noc_dram_tick(noc_dram *dram);

/* True if a clock changes nothing but the count of clocks: nothing waits, nothing is on its way. */
bool noc_dram_is_idle(const noc_dram *dram);

/* An idle DRAM has come to so many clocks. */
void noc_dram_idle_to(noc_dram *dram, uint64_t clocks);

/* First clock after the present one whose tick does more than count, if nothing comes meanwhile;
 * UINT64_MAX: there is none. */
uint64_t noc_dram_quiet_until(const noc_dram *dram);

/* Ticks that only count, up to so many clocks. */
void noc_dram_skip_to(noc_dram *dram, uint64_t clocks);

/* Tag of an access whose data is there, in the order of the bus; NOC_NONE if there is none.
 * noc_dram_take removes it. */
uint32_t noc_dram_ready(const noc_dram *dram);
void noc_dram_take(noc_dram *dram);

const noc_dram_tally *noc_dram_counts(const noc_dram *dram);

#endif
