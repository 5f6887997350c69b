/* sampler/dram/dram_state.h: the state of a DRAM, for the DRAM itself and for the schedulers,
 * which only look at it.
 *
 * Times are memory clocks. `may_` is the first clock in which a command can go out. */
#ifndef NOC_SAMPLER_DRAM_DRAM_STATE_H
#define NOC_SAMPLER_DRAM_DRAM_STATE_H

#include "base/min_max.h"
#include "sampler/dram/dram.h"
#include "sampler/dram/scheduler.h"

#define NOC_DRAM_NO_ROW UINT32_MAX

typedef struct noc_dram_bank {
    uint32_t row; /* open one, NOC_DRAM_NO_ROW if closed */
    uint64_t may_access, may_close, may_open;
    bool fresh;        /* no column access yet since it was opened */
    uint64_t closable; /* tRAS after it was opened; of commands that are booked */
} noc_dram_bank;

/* Data that is on its way or waits to be taken. */
typedef struct noc_dram_datum {
    noc_dram_access access;
    uint64_t there; /* clock in which its last piece arrives */
} noc_dram_datum;

struct noc_dram {
    const noc_memory_spec *spec;
    const noc_dram_scheduler *scheduler;
    void *scheduled; /* the scheduler's state */
    uint64_t now;
    unsigned burst;
    noc_dram_bank *banks;
    bool booked;            /* as noc_dram_options has it */
    noc_dram_access *queue; /* oldest first; with a front what left it, in that order */
    unsigned queued, capacity;
    noc_dram_datum *data; /* a ring */
    unsigned data_first, data_count, data_capacity;
    unsigned data_done; /* of these, whose data is there and the scheduler knows of */
    uint64_t may_access, may_open, bus_free; /* of any bank */
    uint64_t idle_until;                     /* no command can go out before */
    uint8_t *seen;                           /* banks, of one look at the queue */
    noc_dram_tally tally;
};

/* True if the data buffer has a place for one more: no column access is made without. */
static inline bool noc_dram_has_place(const noc_dram *d)
{
    return d->data_count < d->data_capacity;
}

/* Entry i leaves the queue. */
static inline void noc_dram_remove(noc_dram *d, unsigned i)
{
    for (d->queued--; i < d->queued; i++) d->queue[i] = d->queue[i + 1];
}

/* The first clock in which an access to the row that is open in a bank can be made. */
static inline uint64_t noc_dram_column_time(const noc_dram *d, const noc_dram_bank *b)
{
    const uint64_t tcl = (uint64_t)d->spec->tcl, bus = d->bus_free > tcl ? d->bus_free - tcl : 0;
    const uint64_t command = max_u64(b->may_access, d->may_access);
    return max_u64(command, bus);
}

/* The first clock in which a row can be opened in a bank that is closed. */
static inline uint64_t noc_dram_opening_time(const noc_dram *d, const noc_dram_bank *b)
{
    return max_u64(b->may_open, d->may_open);
}

#endif
