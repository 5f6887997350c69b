/* sampler/dram/dram_state.h: state of a DRAM, for the DRAM itself and for the schedulers, which
 * only look at it.
 *
 * Times are memory clocks. `may_` is the first clock in which a command can go out. */
#ifndef NOC_SAMPLER_DRAM_DRAM_STATE_H
#define NOC_SAMPLER_DRAM_DRAM_STATE_H

#include "base/min_max.h"
#include "sampler/dram/dram.h"
#include "sampler/dram/scheduler.h"

#define NOC_DRAM_NO_ROW UINT32_MAX

typedef struct noc_dram_bank {
    uint32_t row; /* open row; NOC_DRAM_NO_ROW: closed */
    uint64_t may_access, may_close, may_open;
    bool fresh;        /* no column access yet since the row was opened */
    uint64_t closable; /* clock tRAS after the row was opened; with booked commands only */
} noc_dram_bank;

/* Data on its way, or waiting to be taken. */
typedef struct noc_dram_datum {
    noc_dram_access access;
    uint64_t there; /* clock in which the last piece arrives */
} noc_dram_datum;

struct noc_dram {
    const noc_memory_spec *spec;
    const noc_dram_scheduler *scheduler;
    void *scheduled; /* state of the scheduler */
    uint64_t now;
    unsigned burst;
    noc_dram_bank *banks;
    bool booked; /* commands have no slots (noc_dram_options) */
    /* waiting accesses, oldest first; with a front in the order in which they left it */
    noc_dram_access *queue;
    unsigned queued, capacity;
    noc_dram_datum *data; /* data on the way: a ring */
    unsigned data_first, data_count, data_capacity;
    unsigned data_done; /* data that has arrived and been reported to the scheduler */
    /* first clocks of a command for any bank, and of data on the bus */
    uint64_t may_access, may_open, bus_free;
    uint64_t idle_until; /* first clock in which a command may go out */
    uint8_t *seen;       /* banks seen in one look at the queue: scratch */
    noc_dram_tally tally;
};

/* True if the data buffer has a free place; without one no column access is made. */
static inline bool noc_dram_has_place(const noc_dram *d)
{
    return d->data_count < d->data_capacity;
}

/* Removes entry i from the queue. */
static inline void noc_dram_remove(noc_dram *d, unsigned i)
{
    for (d->queued--; i < d->queued; i++) d->queue[i] = d->queue[i + 1];
}

/* First clock in which a column access to the open row of a bank can be made. */
static inline uint64_t noc_dram_column_time(const noc_dram *d, const noc_dram_bank *b)
{
    const uint64_t tcl = (uint64_t)d->spec->tcl, bus = d->bus_free > tcl ? d->bus_free - tcl : 0;
    const uint64_t command = max_u64(b->may_access, d->may_access);
    return max_u64(command, bus);
}

/* First clock in which a row can be opened in a closed bank. */
static inline uint64_t noc_dram_opening_time(const noc_dram *d, const noc_dram_bank *b)
{
    return max_u64(b->may_open, d->may_open);
}

#endif
