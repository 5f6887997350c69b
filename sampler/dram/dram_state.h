/* sampler/dram/dram_state.h: state of a DRAM, for the DRAM and for the schedulers, which change its
 * pool of accesses alone. Times are memory clocks. */
#ifndef NOC_SAMPLER_DRAM_DRAM_STATE_H
#define NOC_SAMPLER_DRAM_DRAM_STATE_H

#include "base/min_max.h"
#include "sampler/dram/access_pool.h"
#include "sampler/dram/scheduler.h"

#define NOC_DRAM_NO_ROW UINT32_MAX

typedef struct noc_dram_bank {
    uint32_t row; /* open row; NOC_DRAM_NO_ROW: closed */
    /* first clock of a column access to the open row; of its closing; of the next opening of a
     * row */
    uint64_t access_clock, close_clock, open_clock;
    bool is_unused;          /* no column access since the row was opened */
    uint64_t row_active_end; /* clock tRAS after the row was opened; with booked commands only */
} noc_dram_bank;

/* Data of an access, on the bus or in the data buffer. */
typedef struct noc_dram_datum {
    noc_dram_access access;
    uint64_t arrival_clock; /* clock in which the last data arrive */
} noc_dram_datum;

struct noc_dram {
    const noc_memory_spec *spec;
    const noc_dram_scheduler *scheduler;
    void *scheduler_state; /* state of the scheduler */
    noc_access_pool pool;  /* accesses in the front of the scheduler; no places without a front */
    uint64_t now;
    unsigned burst_clocks; /* clocks of an access's data on the bus */
    noc_dram_bank *banks;
    bool is_booked; /* commands are booked without slots (noc_dram_options) */
    /* waiting accesses, oldest first; with a front, in the order of leaving the front */
    noc_dram_access *queue;
    unsigned queue_count, queue_capacity;
    noc_dram_datum *data; /* ring of data on their way */
    unsigned data_first, data_count, data_capacity;
    unsigned reported_count; /* accesses in `data` whose arrival is reported to the scheduler */
    /* first clock of a column access to any bank, of an opening of any row, and of data on the
     * bus */
    uint64_t access_clock, open_clock, bus_free_clock;
    uint64_t command_clock; /* first clock with a possible command */
    uint8_t *seen_banks;    /* [bank]: bank was seen in a pass over the queue; scratch */
    noc_dram_tally tally;
};

/* True if the data buffer has a free place, as a column access requires. */
static inline bool noc_dram_has_data_place(const noc_dram *d)
{
    return d->data_count < d->data_capacity;
}

/* Removes entry i from the queue. */
static inline void noc_dram_remove(noc_dram *d, unsigned i)
{
    for (d->queue_count--; i < d->queue_count; i++) d->queue[i] = d->queue[i + 1];
}

/* Finds the first clock for a column access to the open row of a bank. */
static inline uint64_t noc_dram_column_clock(const noc_dram *d, const noc_dram_bank *b)
{
    const uint64_t tcl = (uint64_t)d->spec->tcl,
                   bus = d->bus_free_clock > tcl ? d->bus_free_clock - tcl : 0;
    const uint64_t command = max_u64(b->access_clock, d->access_clock);
    return max_u64(command, bus);
}

/* Finds the first clock in which a row of a closed bank can be opened. */
static inline uint64_t noc_dram_opening_clock(const noc_dram *d, const noc_dram_bank *b)
{
    return max_u64(b->open_clock, d->open_clock);
}

#endif
