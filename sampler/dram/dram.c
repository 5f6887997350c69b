#include "sampler/dram/dram.h"

#include "base/min_max.h"
#include "design/memory/replies.h"
#include "network/graph/graph.h"
#include "network/graph/units.h"
#include "sampler/dram/dram_state.h"

/* Counts the places of the data buffer, enough to keep the bus busy while data are on their way. */
static unsigned count_data_places(const noc_memory_spec *spec, unsigned burst)
{
    const unsigned pipeline = ((unsigned)spec->tcl + 2 * burst - 1) / burst + 1;
    const unsigned replies = (unsigned)noc_memory_reply_capacity(spec);
    return max_unsigned(replies, pipeline);
}

noc_dram *noc_dram_new(const noc_memory_spec *spec, noc_dram_options options, noc_arena *arena)
{
    noc_dram *d = noc_arena_array(arena, 1, sizeof *d);
    if (!d) return NULL;
    if (options.source_count == 0) options.source_count = 1;
    d->spec = spec;
    d->scheduler = options.scheduler ? options.scheduler : noc_dram_find_scheduler(spec);
    d->is_booked = options.is_booked;
    d->burst_clocks = (unsigned)noc_bus_clocks(spec);
    d->data_capacity = count_data_places(spec, d->burst_clocks);
    d->queue_capacity = (unsigned)(d->scheduler->front ? spec->command_queue : spec->dram_queue);
    d->banks = noc_arena_array(arena, (size_t)spec->banks, sizeof *d->banks);
    d->seen_banks = noc_arena_array(arena, (size_t)spec->banks, sizeof *d->seen_banks);
    d->queue = noc_arena_array(arena, d->queue_capacity, sizeof *d->queue);
    d->data = noc_arena_array(arena, d->data_capacity, sizeof *d->data);
    if (d->scheduler->front) d->pool = noc_access_pool_make((uint32_t)spec->dram_queue, arena);
    if (d->scheduler->make_state) d->scheduler_state = d->scheduler->make_state(d, options, arena);
    for (int b = 0; b < spec->banks && d->banks; b++) d->banks[b].row = NOC_DRAM_NO_ROW;
    return arena->is_short ? NULL : d;
}

bool noc_dram_has_room(const noc_dram *d)
{
    return d->scheduler->front ? noc_access_pool_has_room(&d->pool)
                               : d->queue_count < d->queue_capacity;
}

static void append_access(noc_dram *d, noc_dram_access access)
{
    d->queue[d->queue_count++] = access;
    d->command_clock = 0;
    if (d->scheduler->on_arrival) d->scheduler->on_arrival(d->scheduler_state, d);
}

void noc_dram_push(noc_dram *d, noc_dram_access access)
{
    const noc_dram_front *front = d->scheduler->front;
    if (front)
        front->enter(d->scheduler_state, access, d->now + 1);
    else
        append_access(d, access);
}

bool noc_dram_is_idle(const noc_dram *d)
{
    const noc_dram_front *front = d->scheduler->front;
    return d->queue_count == 0 && d->data_count == 0 && d->pool.used_count == 0 &&
           (!front || !front->has_staged || !front->has_staged(d->scheduler_state));
}

void noc_dram_advance_idle(noc_dram *d, uint64_t clocks)
{
    const noc_dram_front *front = d->scheduler->front;
    if (front && front->wait) front->wait(d->scheduler_state, clocks - d->now);
    d->now = d->tally.clocks = clocks;
}

uint32_t noc_dram_first_ready_tag(const noc_dram *d)
{
    const noc_dram_datum *first = &d->data[d->data_first];
    return d->data_count && first->arrival_clock <= d->now ? first->access.tag : NOC_NONE;
}

void noc_dram_take_data(noc_dram *d)
{
    d->data_first = (d->data_first + 1) % d->data_capacity;
    d->data_count--;
    if (d->reported_count > 0) d->reported_count--;
    d->command_clock = 0;
}

const noc_dram_tally *noc_dram_find_tally(const noc_dram *d)
{
    return &d->tally;
}

/* Finds a datum by its position, oldest first. */
static noc_dram_datum *find_datum(noc_dram *d, unsigned place)
{
    return &d->data[(d->data_first + place) % d->data_capacity];
}

/* ---- commands ------------------------------------------------------------------------------- */

static void open_row(noc_dram *d, const noc_dram_access *a)
{
    const noc_memory_spec *t = d->spec;
    d->banks[a->bank] = (noc_dram_bank){
        .row = a->row,
        .access_clock = d->now + (uint64_t)t->trcd,
        .close_clock = d->now + (uint64_t)t->tras,
        .open_clock = d->now + (uint64_t)t->trc,
        .is_unused = true,
    };
    d->open_clock = d->now + (uint64_t)t->trrd;
}

static void close_row(noc_dram *d, noc_dram_bank *b)
{
    b->row = NOC_DRAM_NO_ROW;
    b->open_clock = max_u64(b->open_clock, d->now + (uint64_t)d->spec->trp);
}

/* Makes the column access of the queue's entry i, which then leaves the queue. */
static void access_column(noc_dram *d, unsigned i)
{
    const noc_dram_access a = d->queue[i];
    noc_dram_bank *b = &d->banks[a.bank];
    const uint64_t arrival_clock = d->now + (uint64_t)d->spec->tcl + d->burst_clocks;
    if (d->scheduler->on_issue) d->scheduler->on_issue(d->scheduler_state, d, i);
    d->tally.accesses++;
    d->tally.row_hits += !b->is_unused;
    d->tally.bus_clocks += d->burst_clocks;
    b->is_unused = false;
    b->close_clock = max_u64(b->close_clock, a.is_write ? arrival_clock + (uint64_t)d->spec->twr
                                                        : d->now + d->burst_clocks);
    d->access_clock = d->now + (uint64_t)d->spec->tccd;
    d->bus_free_clock = arrival_clock;
    *find_datum(d, d->data_count++) = (noc_dram_datum){a, arrival_clock};
    noc_dram_remove(d, i);
}

/* ---- booked commands ------------------------------------------------------------------------ */

/* Booked commands (noc_dram_options.is_booked) have no slots. A picked entry gets all its
 * commands at once, ahead of time; one entry per clock is picked. Banks share only the data bus,
 * on which data may overtake the data of an earlier pick. tRRD, tCCD, tWR and the command bus
 * are neglected. This model compares schedulers by request lists and the order of service. */

/* Books the column access; sets the bank's row to the row of the access. Returns the clock of
 * the access. */
static uint64_t book_column(noc_dram *d, noc_dram_bank *b, uint32_t row)
{
    const noc_memory_spec *t = d->spec;
    uint64_t open_clock = d->now;
    if (b->row == row) return d->now;
    if (b->row != NOC_DRAM_NO_ROW)
        open_clock = max_u64(d->now, b->row_active_end) + (uint64_t)t->trp;
    b->row = row;
    b->row_active_end = open_clock + (uint64_t)t->tras;
    return open_clock + (uint64_t)t->trcd;
}

/* Books the bus for data at clock `start_clock` or later, between booked data. Returns the clock
 * after the last data. */
static uint64_t book_bus(noc_dram *d, noc_dram_access access, uint64_t start_clock)
{
    unsigned place = d->reported_count;
    while (place < d->data_count &&
           start_clock + 2 * d->burst_clocks > find_datum(d, place)->arrival_clock) {
        const uint64_t arrival_clock = find_datum(d, place++)->arrival_clock;
        if (arrival_clock > start_clock) start_clock = arrival_clock;
    }
    for (unsigned i = d->data_count++; i > place; i--) *find_datum(d, i) = *find_datum(d, i - 1);
    *find_datum(d, place) = (noc_dram_datum){access, start_clock + d->burst_clocks};
    return start_clock + d->burst_clocks;
}

/* Books the commands and the data of an entry whose bank is ready, in the first free clocks of
 * the bus. The entry leaves the queue. */
static void book_access(noc_dram *d, unsigned entry)
{
    const noc_dram_access a = d->queue[entry];
    noc_dram_bank *b = &d->banks[a.bank];
    if (d->scheduler->on_issue) d->scheduler->on_issue(d->scheduler_state, d, entry);
    d->tally.accesses++;
    d->tally.row_hits += b->row == a.row;
    d->tally.bus_clocks += d->burst_clocks;
    const uint64_t tcl = (uint64_t)d->spec->tcl, column = book_column(d, b, a.row);
    const uint64_t arrival_clock = book_bus(d, a, column + tcl);
    b->access_clock = b->close_clock = b->open_clock = arrival_clock - tcl;
    noc_dram_remove(d, entry);
}

/* ---- a clock -------------------------------------------------------------------------------- */

static void issue_command(noc_dram *d)
{
    const noc_dram_pick pick = d->scheduler->pick(d->scheduler_state, d);
    if (d->is_booked && pick.command != NOC_DRAM_WAIT) {
        book_access(d, pick.entry);
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
        d->command_clock = pick.wake_clock; /* earlier if data are removed or an access arrives */
    }
}

/* Reports data arrived by this clock to the scheduler. */
static void report_data(noc_dram *d)
{
    for (; d->reported_count < d->data_count; d->reported_count++) {
        const noc_dram_datum *next = find_datum(d, d->reported_count);
        if (next->arrival_clock > d->now) return;
        d->scheduler->on_done(d->scheduler_state, d, &next->access);
        d->command_clock = 0;
    }
}

/* clocks between two counts of busy banks; a count in each clock would cost as much as all other
 * work */
enum { COUNT_PERIOD = 64 };

static void count_banks(noc_dram *d, uint64_t count)
{
    unsigned busy_banks = 0;
    for (int b = 0; b < d->spec->banks; b++) d->seen_banks[b] = 0;
    for (unsigned i = 0; i < d->queue_count; i++) {
        busy_banks += !d->seen_banks[d->queue[i].bank];
        d->seen_banks[d->queue[i].bank] = 1;
    }
    d->tally.bank_clocks += count * busy_banks * COUNT_PERIOD;
}

/* Counts clocks with a waiting access. */
static void count_queued(noc_dram *d, uint64_t clocks)
{
    const uint64_t count = (d->tally.queued_clocks % COUNT_PERIOD + clocks) / COUNT_PERIOD;
    d->tally.queued_clocks += clocks;
    if (count > 0) count_banks(d, count);
}

/* Runs one clock of the queue, which is not empty. */
static void serve_queue(noc_dram *d)
{
    count_queued(d, 1);
    if (d->now >= d->command_clock) issue_command(d);
}

/* Runs one clock of the stages before the queue. */
static void serve_front(noc_dram *d)
{
    const unsigned data_under_way = d->data_count - d->reported_count;
    noc_dram_access access;
    if (d->scheduler->front->step(d->scheduler_state, d->now,
                                  d->queue_count + data_under_way < d->queue_capacity, &access))
        append_access(d, access);
}

void noc_dram_tick(noc_dram *d)
{
    d->now++;
    d->tally.clocks++;
    if (d->scheduler->on_done) report_data(d);
    if (d->queue_count > 0) serve_queue(d);
    if (d->scheduler->front) serve_front(d);
}

uint64_t noc_dram_next_event(const noc_dram *d)
{
    const uint64_t next = d->now + 1;
    uint64_t next_event = UINT64_MAX;
    if (d->scheduler->front || d->scheduler->on_done) return next;
    if (d->queue_count > 0) next_event = max_u64(next, d->command_clock);
    if (d->data_count > 0)
        next_event = min_u64(next_event, max_u64(next, d->data[d->data_first].arrival_clock));
    return next_event;
}

void noc_dram_skip_ticks(noc_dram *d, uint64_t clocks)
{
    if (d->queue_count > 0) count_queued(d, clocks - d->now);
    d->tally.clocks += clocks - d->now;
    d->now = clocks;
}
