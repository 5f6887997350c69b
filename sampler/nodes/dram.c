#include "sampler/nodes/dram.h"

#include <stdlib.h>

#include "network/graph.h"

static const uint32_t NO_ROW = UINT32_MAX;

typedef struct bank {
    uint32_t row;                             /* open one, NO_ROW if closed */
    uint64_t may_access, may_close, may_open; /* clocks from which on */
    bool fresh;                               /* no column access yet since it was opened */
} bank;

/* Data that is on its way or waits to be taken. */
typedef struct datum {
    uint32_t tag;
    uint64_t there; /* clock in which its last piece arrives */
} datum;

struct noc_dram {
    const noc_memory_spec *spec;
    uint64_t now;
    unsigned burst;
    bank *banks;
    noc_dram_access *queue; /* oldest first */
    unsigned queued;
    datum *data; /* a ring */
    unsigned data_first, data_count, data_capacity;
    uint64_t may_access, may_open, bus_free; /* clocks, of any bank */
    uint64_t idle_until;                     /* nothing can be done before */
    uint8_t *seen;                           /* banks, of one search */
    noc_dram_tally tally;
};

unsigned noc_dram_burst(const noc_memory_spec *spec)
{
    return (unsigned)((spec->line_bytes + spec->bus_bytes - 1) / spec->bus_bytes);
}

noc_dram *noc_dram_new(const noc_memory_spec *spec)
{
    noc_dram *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->spec = spec;
    d->burst = noc_dram_burst(spec);
    /* Enough to keep the bus busy while data is on its way. */
    const unsigned pipeline = ((unsigned)spec->tcl + 2 * d->burst - 1) / d->burst + 1;
    d->data_capacity =
        (unsigned)spec->reply_queue > pipeline ? (unsigned)spec->reply_queue : pipeline;
    d->banks = calloc((size_t)spec->banks, sizeof *d->banks);
    d->seen = calloc((size_t)spec->banks, sizeof *d->seen);
    d->queue = calloc((size_t)spec->dram_queue, sizeof *d->queue);
    d->data = calloc(d->data_capacity, sizeof *d->data);
    if (!d->banks || !d->queue || !d->data || !d->seen) {
        noc_dram_free(d);
        return NULL;
    }
    for (int b = 0; b < spec->banks; b++) d->banks[b].row = NO_ROW;
    return d;
}

void noc_dram_free(noc_dram *d)
{
    if (!d) return;
    free(d->banks);
    free(d->seen);
    free(d->queue);
    free(d->data);
    free(d);
}

bool noc_dram_has_room(const noc_dram *d)
{
    return d->queued < (unsigned)d->spec->dram_queue;
}

void noc_dram_push(noc_dram *d, noc_dram_access access)
{
    d->queue[d->queued++] = access;
    d->idle_until = 0;
}

uint32_t noc_dram_ready(const noc_dram *d)
{
    const datum *first = &d->data[d->data_first];
    return d->data_count && first->there <= d->now ? first->tag : NOC_NONE;
}

void noc_dram_take(noc_dram *d)
{
    d->data_first = (d->data_first + 1) % d->data_capacity;
    d->data_count--;
    d->idle_until = 0;
}

const noc_dram_tally *noc_dram_counts(const noc_dram *d)
{
    return &d->tally;
}

/* ---- commands ------------------------------------------------------------------------------- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void open_row(noc_dram *d, const noc_dram_access *a)
{
    const noc_memory_spec *t = d->spec;
    d->banks[a->bank] = (bank){
        .row = a->row,
        .may_access = d->now + (uint64_t)t->trcd,
        .may_close = d->now + (uint64_t)t->tras,
        .may_open = d->now + (uint64_t)t->trc,
        .fresh = true,
    };
    d->may_open = d->now + (uint64_t)t->trrd;
}

static void close_row(noc_dram *d, bank *b)
{
    b->row = NO_ROW;
    b->may_open = later(b->may_open, d->now + (uint64_t)d->spec->trp);
}

/* The column access of the queue's entry i, which leaves it. */
static void access_column(noc_dram *d, unsigned i)
{
    const noc_dram_access a = d->queue[i];
    bank *b = &d->banks[a.bank];
    const uint64_t there = d->now + (uint64_t)d->spec->tcl + d->burst;
    d->tally.accesses++;
    d->tally.row_hits += !b->fresh;
    d->tally.bus_clocks += d->burst;
    b->fresh = false;
    b->may_close =
        later(b->may_close, a.write ? there + (uint64_t)d->spec->twr : d->now + d->burst);
    d->may_access = d->now + (uint64_t)d->spec->tccd;
    d->bus_free = there;
    d->data[(d->data_first + d->data_count++) % d->data_capacity] = (datum){a.tag, there};
    for (d->queued--; i < d->queued; i++) d->queue[i] = d->queue[i + 1];
}

/* What the oldest access to each bank asks for, and the first of them that can have it. */
typedef struct search {
    unsigned access, open, close; /* entries of the queue */
    uint64_t wake;                /* clock from which on something may be possible */
} search;

static const uint32_t NOTHING = UINT32_MAX;

static uint64_t column_time(const noc_dram *d, const bank *b)
{
    const uint64_t bus =
        d->bus_free > (uint64_t)d->spec->tcl ? d->bus_free - (uint64_t)d->spec->tcl : 0;
    return later(later(b->may_access, d->may_access), bus);
}

static void consider(const noc_dram *d, search *s, unsigned i, bool first_of_bank)
{
    const noc_dram_access *a = &d->queue[i];
    const bank *b = &d->banks[a->bank];
    if (b->row == a->row) {
        const uint64_t when = column_time(d, b);
        if (when > d->now)
            s->wake = sooner(s->wake, when);
        else if (s->access == NOTHING)
            s->access = i;
    } else if (first_of_bank && b->row == NO_ROW) {
        const uint64_t when = later(b->may_open, d->may_open);
        if (when > d->now)
            s->wake = sooner(s->wake, when);
        else if (s->open == NOTHING)
            s->open = i;
    }
}

/* Rows that are open and wanted by nobody that waits, while somebody wants another one of the bank. */
static void consider_closing(const noc_dram *d, search *s, unsigned limit)
{
    for (unsigned i = 0; i < limit && s->close == NOTHING; i++) {
        const bank *b = &d->banks[d->queue[i].bank];
        if (b->row == NO_ROW || b->row == d->queue[i].row) continue;
        bool wanted = false;
        for (unsigned k = 0; k < limit && !wanted; k++)
            wanted = d->queue[k].bank == d->queue[i].bank && d->queue[k].row == b->row;
        if (wanted) continue;
        if (b->may_close > d->now)
            s->wake = sooner(s->wake, b->may_close);
        else
            s->close = i;
    }
}

static void issue(noc_dram *d)
{
    search s = {NOTHING, NOTHING, NOTHING, UINT64_MAX};
    const unsigned limit =
        d->spec->scheduler == NOC_SCHEDULER_FCFS && d->queued > 1 ? 1 : d->queued;
    for (int b = 0; b < d->spec->banks; b++) d->seen[b] = 0;
    for (unsigned i = 0; i < limit && s.access == NOTHING; i++) {
        const uint16_t b = d->queue[i].bank;
        consider(d, &s, i, !d->seen[b]);
        d->seen[b] = 1;
    }
    if (s.access != NOTHING && d->data_count < d->data_capacity) {
        access_column(d, s.access);
        return;
    }
    if (s.open != NOTHING) {
        open_row(d, &d->queue[s.open]);
        return;
    }
    consider_closing(d, &s, limit);
    if (s.close != NOTHING)
        close_row(d, &d->banks[d->queue[s.close].bank]);
    else
        d->idle_until = s.wake; /* or until data is taken, or an access comes */
}

enum { LOOK_EVERY = 64 }; /* clocks: counting banks in each would cost as much as all the rest */

static void count_banks(noc_dram *d)
{
    unsigned busy = 0;
    for (int b = 0; b < d->spec->banks; b++) d->seen[b] = 0;
    for (unsigned i = 0; i < d->queued; i++) {
        busy += !d->seen[d->queue[i].bank];
        d->seen[d->queue[i].bank] = 1;
    }
    d->tally.bank_clocks += busy * LOOK_EVERY;
}

void noc_dram_tick(noc_dram *d)
{
    d->now++;
    d->tally.clocks++;
    if (d->queued == 0) return;
    d->tally.queued_clocks++;
    if (d->tally.queued_clocks % LOOK_EVERY == 0) count_banks(d);
    if (d->now >= d->idle_until) issue(d);
}
