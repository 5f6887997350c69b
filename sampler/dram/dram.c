#include "sampler/dram/dram.h"

#include <stdlib.h>

#include "base/min_max.h"
#include "design/memory/replies.h"
#include "network/graph/graph.h"
#include "network/graph/units.h"
#include "sampler/dram/dram_state.h"

/* Counts the places of the data buffer, enough to keep the bus busy while data are on their way. */
static unsigned data_places(const noc_memory_spec *spec, unsigned burst)
{
    const unsigned pipeline = ((unsigned)spec->tcl + 2 * burst - 1) / burst + 1;
    const unsigned replies = (unsigned)noc_reply_queue_capacity(spec);
    return max_unsigned(replies, pipeline);
}

noc_dram *noc_dram_new(const noc_memory_spec *spec, noc_dram_options options)
{
    return noc_dram_new_with(spec, noc_dram_scheduler_of(spec), options);
}

static size_t state_size(const noc_dram_scheduler *s, const noc_memory_spec *spec, unsigned sources)
{
    if (s->front) return s->front->size(spec, sources);
    return s->state_size ? s->state_size(spec) : 0;
}

noc_dram *noc_dram_new_with(const noc_memory_spec *spec, const noc_dram_scheduler *scheduler,
                            noc_dram_options options)
{
    noc_dram *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    const noc_dram_front *front = scheduler->front;
    const unsigned sources = options.sources ? options.sources : 1;
    d->spec = spec;
    d->scheduler = scheduler;
    d->booked = options.booked;
    d->burst = (unsigned)noc_bus_clocks(spec);
    d->data_capacity = data_places(spec, d->burst);
    d->capacity = (unsigned)(front ? spec->command_queue : spec->dram_queue);
    d->banks = calloc((size_t)spec->banks, sizeof *d->banks);
    d->seen = calloc((size_t)spec->banks, sizeof *d->seen);
    d->queue = calloc(d->capacity, sizeof *d->queue);
    d->data = calloc(d->data_capacity, sizeof *d->data);
    const size_t size = state_size(scheduler, spec, sources);
    if (size) d->scheduled = calloc(1, size);
    if (!d->banks || !d->queue || !d->data || !d->seen || (size && !d->scheduled)) {
        noc_dram_free(d);
        return NULL;
    }
    if (front) front->start(d->scheduled, spec, sources, options.seed);
    for (int b = 0; b < spec->banks; b++) d->banks[b].row = NOC_DRAM_NO_ROW;
    return d;
}

void noc_dram_free(noc_dram *d)
{
    if (!d) return;
    free(d->scheduled);
    free(d->banks);
    free(d->seen);
    free(d->queue);
    free(d->data);
    free(d);
}

bool noc_dram_has_room(const noc_dram *d)
{
    const noc_dram_front *front = d->scheduler->front;
    return front ? front->has_room(d->scheduled) : d->queued < d->capacity;
}

static void queue_up(noc_dram *d, noc_dram_access access)
{
    d->queue[d->queued++] = access;
    d->idle_until = 0;
    if (d->scheduler->on_arrival) d->scheduler->on_arrival(d->scheduled, d);
}

void noc_dram_push(noc_dram *d, noc_dram_access access)
{
    const noc_dram_front *front = d->scheduler->front;
    if (front)
        front->enter(d->scheduled, access, d->now + 1);
    else
        queue_up(d, access);
}

bool noc_dram_is_idle(const noc_dram *d)
{
    const noc_dram_front *front = d->scheduler->front;
    return d->queued == 0 && d->data_count == 0 && (!front || front->is_empty(d->scheduled));
}

void noc_dram_idle_to(noc_dram *d, uint64_t clocks)
{
    const noc_dram_front *front = d->scheduler->front;
    if (front && front->wait) front->wait(d->scheduled, clocks - d->now);
    d->now = d->tally.clocks = clocks;
}

uint32_t noc_dram_ready(const noc_dram *d)
{
    const noc_dram_datum *first = &d->data[d->data_first];
    return d->data_count && first->there <= d->now ? first->access.tag : NOC_NONE;
}

void noc_dram_take(noc_dram *d)
{
    d->data_first = (d->data_first + 1) % d->data_capacity;
    d->data_count--;
    if (d->data_done > 0) d->data_done--;
    d->idle_until = 0;
}

const noc_dram_tally *noc_dram_counts(const noc_dram *d)
{
    return &d->tally;
}

/* Finds a datum by its position, oldest first. */
static noc_dram_datum *datum(noc_dram *d, unsigned place)
{
    return &d->data[(d->data_first + place) % d->data_capacity];
}

/* ---- commands ------------------------------------------------------------------------------- */

static void open_row(noc_dram *d, const noc_dram_access *a)
{
    const noc_memory_spec *t = d->spec;
    d->banks[a->bank] = (noc_dram_bank){
        .row = a->row,
        .may_access = d->now + (uint64_t)t->trcd,
        .may_close = d->now + (uint64_t)t->tras,
        .may_open = d->now + (uint64_t)t->trc,
        .fresh = true,
    };
    d->may_open = d->now + (uint64_t)t->trrd;
}

static void close_row(noc_dram *d, noc_dram_bank *b)
{
    b->row = NOC_DRAM_NO_ROW;
    b->may_open = max_u64(b->may_open, d->now + (uint64_t)d->spec->trp);
}

/* Makes the column access of the queue's entry i, which then leaves the queue. */
static void access_column(noc_dram *d, unsigned i)
{
    const noc_dram_access a = d->queue[i];
    noc_dram_bank *b = &d->banks[a.bank];
    const uint64_t there = d->now + (uint64_t)d->spec->tcl + d->burst;
    if (d->scheduler->on_issue) d->scheduler->on_issue(d->scheduled, d, i);
    d->tally.accesses++;
    d->tally.row_hits += !b->fresh;
    d->tally.bus_clocks += d->burst;
    b->fresh = false;
    b->may_close =
        max_u64(b->may_close, a.write ? there + (uint64_t)d->spec->twr : d->now + d->burst);
    d->may_access = d->now + (uint64_t)d->spec->tccd;
    d->bus_free = there;
    *datum(d, d->data_count++) = (noc_dram_datum){a, there};
    noc_dram_remove(d, i);
}

/* ---- booked commands ------------------------------------------------------------------------ */

/* Booked commands (noc_dram_options.is_booked) have no slots. A picked entry gets all its
 * commands at once, ahead of time; one entry per clock is picked. Banks share only the data bus,
 * on which data may overtake the data of an earlier pick. tRRD, tCCD, tWR and the command bus
 * are neglected. This model compares schedulers by request lists and the order of service. */

/* Books the column access; sets the bank's row to the row of the access. Returns the clock of
 * the access. */
static uint64_t column_of(noc_dram *d, noc_dram_bank *b, uint32_t row)
{
    const noc_memory_spec *t = d->spec;
    uint64_t opened = d->now;
    if (b->row == row) return d->now;
    if (b->row != NOC_DRAM_NO_ROW) opened = max_u64(d->now, b->closable) + (uint64_t)t->trp;
    b->row = row;
    b->closable = opened + (uint64_t)t->tras;
    return opened + (uint64_t)t->trcd;
}

/* Books the bus for data at clock `start_clock` or later, between booked data. Returns the clock
 * after the last data. */
static uint64_t book_bus(noc_dram *d, noc_dram_access access, uint64_t from)
{
    unsigned place = d->data_done;
    while (place < d->data_count && from + 2 * d->burst > datum(d, place)->there) {
        const uint64_t there = datum(d, place++)->there;
        if (there > from) from = there;
    }
    for (unsigned i = d->data_count++; i > place; i--) *datum(d, i) = *datum(d, i - 1);
    *datum(d, place) = (noc_dram_datum){access, from + d->burst};
    return from + d->burst;
}

/* Books the commands and the data of an entry whose bank is ready, in the first free clocks of
 * the bus. The entry leaves the queue. */
static void book(noc_dram *d, unsigned entry)
{
    const noc_dram_access a = d->queue[entry];
    noc_dram_bank *b = &d->banks[a.bank];
    if (d->scheduler->on_issue) d->scheduler->on_issue(d->scheduled, d, entry);
    d->tally.accesses++;
    d->tally.row_hits += b->row == a.row;
    d->tally.bus_clocks += d->burst;
    const uint64_t tcl = (uint64_t)d->spec->tcl, column = column_of(d, b, a.row);
    const uint64_t there = book_bus(d, a, column + tcl);
    b->may_access = b->may_close = b->may_open = there - tcl;
    noc_dram_remove(d, entry);
}

/* ---- a clock -------------------------------------------------------------------------------- */

static void issue(noc_dram *d)
{
    const noc_dram_pick pick = d->scheduler->pick(d->scheduled, d);
    if (d->booked && pick.command != NOC_DRAM_WAIT) {
        book(d, pick.entry);
        return;
    }
    switch (pick.command) {
    case NOC_DRAM_ACCESS:
        access_column(d, pick.entry);
        break;
    case NOC_DRAM_OPEN:
        open_row(d, &d->queue[pick.entry]);
        break;
    case NOC_DRAM_CLOSE:
        close_row(d, &d->banks[d->queue[pick.entry].bank]);
        break;
    default:
        d->idle_until = pick.wake; /* earlier if data are removed or an access arrives */
    }
}

/* Reports data arrived by this clock to the scheduler. */
static void tell_done(noc_dram *d)
{
    for (; d->data_done < d->data_count; d->data_done++) {
        const noc_dram_datum *next = datum(d, d->data_done);
        if (next->there > d->now) return;
        d->scheduler->on_done(d->scheduled, d, &next->access);
        d->idle_until = 0;
    }
}

/* clocks between two counts of busy banks; a count in each clock would cost as much as all other
 * work */
enum { LOOK_EVERY = 64 };

static void count_banks(noc_dram *d, uint64_t looks)
{
    unsigned busy = 0;
    for (int b = 0; b < d->spec->banks; b++) d->seen[b] = 0;
    for (unsigned i = 0; i < d->queued; i++) {
        busy += !d->seen[d->queue[i].bank];
        d->seen[d->queue[i].bank] = 1;
    }
    d->tally.bank_clocks += looks * busy * LOOK_EVERY;
}

/* Counts clocks with a waiting access. */
static void count_queued(noc_dram *d, uint64_t clocks)
{
    const uint64_t looks = (d->tally.queued_clocks % LOOK_EVERY + clocks) / LOOK_EVERY;
    d->tally.queued_clocks += clocks;
    if (looks > 0) count_banks(d, looks);
}

/* Runs one clock of the queue, which is not empty. */
static void serve_queue(noc_dram *d)
{
    count_queued(d, 1);
    if (d->now >= d->idle_until) issue(d);
}

/* Runs one clock of the stages before the queue. */
static void serve_front(noc_dram *d)
{
    const unsigned flying = d->data_count - d->data_done;
    noc_dram_access access;
    if (d->scheduler->front->step(d->scheduled, d->now, d->queued + flying < d->capacity, &access))
        queue_up(d, access);
}

void noc_dram_tick(noc_dram *d)
{
    d->now++;
    d->tally.clocks++;
    if (d->scheduler->on_done) tell_done(d);
    if (d->queued > 0) serve_queue(d);
    if (d->scheduler->front) serve_front(d);
}

uint64_t noc_dram_quiet_until(const noc_dram *d)
{
    const uint64_t next = d->now + 1;
    uint64_t until = UINT64_MAX;
    if (d->scheduler->front || d->scheduler->on_done) return next;
    if (d->queued > 0) until = max_u64(next, d->idle_until);
    if (d->data_count > 0) until = min_u64(until, max_u64(next, d->data[d->data_first].there));
    return until;
}

void noc_dram_skip_to(noc_dram *d, uint64_t clocks)
{
    if (d->queued > 0) count_queued(d, clocks - d->now);
    d->tally.clocks += clocks - d->now;
    d->now = clocks;
}
