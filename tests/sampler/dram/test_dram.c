/* The sampler's DRAM by itself, against hand-made schedules and closed forms. */
#include <stdio.h>
#include <string.h>

#include "base/auto.h"
#include "sampler/dram/dram_state.h"
#include "tests/support/designs/dram_specs.h"
#include "tests/support/helpers.h"

/* ---- to the clock --------------------------------------------------------------------------- */

enum { ACCESSES = 4 };

typedef struct schedule {
    const char *name;
    const char *scheduler;
    noc_dram_access accesses[ACCESSES]; /* tags 0, 1, ...: queued together before clock 1 */
    unsigned count;
    uint32_t order[ACCESSES]; /* in which their data comes */
    unsigned clock[ACCESSES]; /* by tag: when its last piece is there */
} schedule;

/* The first command is in clock 1; data is there tCL + 4 = 13 clocks after its column access. */
static const schedule schedules[] = {
    {"a closed bank: tRCD", "fr-fcfs", {{0, 7, 0, false, false, 0}}, 1, {0}, {1 + 12 + 13}},
    {"an open row: the bus",
     "fr-fcfs",
     {{0, 7, 0, false, false, 0}, {1, 7, 0, false, false, 0}},
     2,
     {0, 1},
     {26, 26 + 4}},
    {"another row: tRC",
     "fr-fcfs",
     {{0, 7, 0, false, false, 0}, {1, 8, 0, false, false, 0}},
     2,
     {0, 1},
     {26, 1 + 34 + 12 + 13}},
    {"another row after a write: tWR and tRP",
     "fr-fcfs",
     {{0, 7, 0, true, false, 0}, {1, 8, 0, false, false, 0}},
     2,
     {0, 1},
     {26, 26 + 13 + 13 + 12 + 13}},
    {"another bank: tRRD",
     "fr-fcfs",
     {{0, 7, 0, false, false, 0}, {1, 7, 1, false, false, 0}},
     2,
     {0, 1},
     {26, 26 + 8}},
    {"open rows first",
     "fr-fcfs",
     {{0, 7, 0, false, false, 0}, {1, 8, 0, false, false, 0}, {2, 7, 0, false, false, 0}},
     3,
     {0, 2, 1},
     {26, 60, 30}},
    {"in the order of arrival",
     "fcfs",
     {{0, 7, 0, false, false, 0}, {1, 8, 0, false, false, 0}, {2, 7, 0, false, false, 0}},
     3,
     {0, 1, 2},
     {26, 60, 94}},
};

static void dram_keeps_its_schedule(void **state)
{
    const schedule *s = *state;
    noc_memory_spec spec = test_gddr3;
    spec.scheduler = test_scheduler(s->scheduler);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_dram *d = noc_dram_new(&spec, (noc_dram_options){0}, &arena);
    assert_non_null(d);
    for (unsigned i = 0; i < s->count; i++) noc_dram_push(d, s->accesses[i]);
    unsigned done = 0;
    for (unsigned clock = 1; clock < 500 && done < s->count; clock++) {
        noc_dram_tick(d);
        const uint32_t tag = noc_dram_first_ready_tag(d);
        if (tag == NOC_NONE) continue;
        assert_int_equal(tag, s->order[done]);
        assert_int_equal(clock, s->clock[tag]);
        noc_dram_take_data(d);
        done++;
    }
    assert_int_equal(done, s->count);
}

/* ---- schedulers ----------------------------------------------------------------------------- */

/* The newest access only. It remembers what it was told: tags that came, went and were done. */
typedef struct newest_first {
    uint32_t came[ACCESSES], issued[ACCESSES], done[ACCESSES];
    unsigned came_count, issued_count, done_count;
    uint64_t done_at[ACCESSES];
} newest_first;

static void *newest_state(noc_dram *d, noc_dram_options options, noc_arena *arena)
{
    (void)d;
    (void)options;
    return noc_arena_array(arena, 1, sizeof(newest_first));
}

static noc_dram_pick newest_pick(void *state, const noc_dram *d)
{
    (void)state;
    const unsigned entry = d->queue_count - 1;
    const noc_dram_access *a = &d->queue[entry];
    const noc_dram_bank *b = &d->banks[a->bank];
    const bool closed = b->row == NOC_DRAM_NO_ROW, open = b->row == a->row;
    const noc_dram_command command = open     ? NOC_DRAM_ACCESS
                                     : closed ? NOC_DRAM_OPEN
                                              : NOC_DRAM_CLOSE;
    const uint64_t when = open     ? noc_dram_column_clock(d, b)
                          : closed ? noc_dram_opening_clock(d, b)
                                   : b->close_clock;
    if (when > d->now || (open && !noc_dram_has_data_place(d)))
        return (noc_dram_pick){NOC_DRAM_WAIT, 0, when > d->now ? when : UINT64_MAX};
    return (noc_dram_pick){command, entry, 0};
}

static void newest_arrival(void *state, const noc_dram *d)
{
    newest_first *s = state;
    s->came[s->came_count++] = d->queue[d->queue_count - 1].tag;
}

static void newest_issue(void *state, const noc_dram *d, unsigned entry)
{
    newest_first *s = state;
    s->issued[s->issued_count++] = d->queue[entry].tag;
}

static void newest_done(void *state, const noc_dram *d, const noc_dram_access *access)
{
    newest_first *s = state;
    s->done_at[s->done_count] = d->now;
    s->done[s->done_count++] = access->tag;
}

/* A scheduler of one's own has the last word, and is told of all that happens, in its order. Each
 * access is to another row of one bank, so the last of three goes first, and the others a tRC each
 * behind it; nobody takes the data. */
static void scheduler_decides_and_is_told(void **state)
{
    (void)state;
    static const noc_dram_scheduler newest = {
        .pick = newest_pick,
        .make_state = newest_state,
        .on_arrival = newest_arrival,
        .on_issue = newest_issue,
        .on_done = newest_done,
    };
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_dram *d = noc_dram_new(&test_gddr3, (noc_dram_options){.scheduler = &newest}, &arena);
    assert_non_null(d);
    for (uint32_t i = 0; i < 3; i++) noc_dram_push(d, (noc_dram_access){.tag = i, .row = 7 + i});
    for (unsigned clock = 1; clock < 200; clock++) noc_dram_tick(d);
    const newest_first *told = d->scheduler_state;
    assert_int_equal(told->came_count, 3);
    assert_int_equal(told->issued_count, 3);
    assert_int_equal(told->done_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(told->came[i], i);
        assert_int_equal(told->issued[i], 2 - i);
        assert_int_equal(told->done[i], 2 - i);
        assert_int_equal(told->done_at[i], 1 + 12 + 13 + 34 * i);
    }
    assert_int_equal(noc_dram_first_ready_tag(d), 2);
}

/* ---- closed forms --------------------------------------------------------------------------- */

typedef struct stream {
    const char *name;
    int banks, trrd;
    bool same_row, same_bank;
    double clocks, tolerance; /* of an access */
} stream;

static const stream streams[] = {
    {"an open row: the bus is never idle", 8, 8, true, true, 4.0, 0.01},
    {"conflicts in one bank: tRC each", 8, 8, false, true, 34.0, 0.1},
    {"rows of random banks, slow activations: tRRD each", 64, 8, false, false, 8.0, 0.5},
    {"rows of random banks: more than tRC/banks, less than twice", 4, 1, false, false, 12.7, 4.2},
};

static void dram_keeps_up_with_streams(void **state)
{
    enum { CLOCKS = 200000 };
    const stream *s = *state;
    noc_memory_spec spec = test_gddr3;
    spec.banks = s->banks;
    spec.trrd = s->trrd;
    uint64_t random = 5;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_dram *d = noc_dram_new(&spec, (noc_dram_options){0}, &arena);
    assert_non_null(d);
    for (uint32_t clock = 0; clock < CLOCKS; clock++) {
        while (noc_dram_has_room(d)) {
            const uint32_t row = s->same_row ? 3 : (uint32_t)test_random_below(&random, 1u << 30);
            const uint16_t bank =
                s->same_bank ? 0 : (uint16_t)test_random_below(&random, (size_t)s->banks);
            noc_dram_push(d, (noc_dram_access){.row = row, .bank = bank});
        }
        noc_dram_tick(d);
        while (noc_dram_first_ready_tag(d) != NOC_NONE) noc_dram_take_data(d);
    }
    const noc_dram_tally *tally = noc_dram_find_tally(d);
    assert_near(CLOCKS / (double)tally->accesses, s->clocks, s->tolerance);
    assert_near((double)tally->row_hits / (double)tally->accesses, s->same_row, 0.001);
}

/* Nobody takes the data: the buffer fills, and no more is read. */
static void dram_waits_for_its_data_to_be_taken(void **state)
{
    (void)state;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_dram *d = noc_dram_new(&test_gddr3, (noc_dram_options){0}, &arena);
    assert_non_null(d);
    for (uint32_t clock = 0; clock < 1000; clock++) {
        if (noc_dram_has_room(d)) noc_dram_push(d, (noc_dram_access){.tag = clock, .row = 1});
        noc_dram_tick(d);
    }
    assert_int_equal(noc_dram_find_tally(d)->accesses, test_gddr3.reply_queue);
}

/* ---- skipping ------------------------------------------------------------------------------- */

typedef struct arrivals {
    const char *name, *scheduler;
    size_t every; /* clocks from one arrival to the next, mean */
} arrivals;

static const arrivals all_arrivals[] = {
    {"in order, busy", "fcfs", 20},
    {"in order, idle at times", "fcfs", 80},
    {"open rows first", "fr-fcfs", 8},
    {"with stages before it", "sms", 20},
};

/* Two DRAMs get the same; one ticks every clock, the other skips those that only count. */
static void skipped_clocks_only_count(void **state)
{
    enum { CLOCKS = 100000 };
    const arrivals *a = *state;
    noc_memory_spec spec = test_gddr3;
    spec.scheduler = test_scheduler(a->scheduler);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_dram *each = noc_dram_new(&spec, (noc_dram_options){0}, &arena);
    noc_dram *some = noc_dram_new(&spec, (noc_dram_options){0}, &arena);
    assert_non_null(each);
    assert_non_null(some);
    uint64_t random = 3, skipped = 0, quiet_until = 1, at = 0;
    for (uint64_t clock = 1; clock <= CLOCKS; clock++) {
        noc_dram_tick(each);
        if (clock >= quiet_until || clock == CLOCKS) {
            noc_dram_skip_ticks(some, clock - 1);
            noc_dram_tick(some);
            at = clock;
        }
        skipped += at != clock;
        assert_int_equal(noc_dram_first_ready_tag(each),
                         at == clock ? noc_dram_first_ready_tag(some) : NOC_NONE);
        if (noc_dram_first_ready_tag(each) != NOC_NONE) {
            noc_dram_take_data(each);
            noc_dram_take_data(some);
        }
        if (at == clock) quiet_until = noc_dram_next_event(some);
        if (test_random_below(&random, a->every) != 0 || !noc_dram_has_room(each)) continue;
        const noc_dram_access access = {.tag = (uint32_t)clock,
                                        .row = (uint32_t)test_random_below(&random, 4),
                                        .bank = (uint16_t)(test_random(&random) & 1)};
        noc_dram_skip_ticks(some, clock);
        noc_dram_push(each, access);
        noc_dram_push(some, access);
        quiet_until = clock + 1;
    }
    assert_memory_equal(noc_dram_find_tally(each), noc_dram_find_tally(some),
                        sizeof(noc_dram_tally));
    const bool stages = strcmp(a->scheduler, "sms") == 0;
    assert_true(stages ? skipped == 0 : skipped > CLOCKS / 4);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "schedule", schedules, dram_keeps_its_schedule);
    test_add(&list, "a scheduler decides, and is told", scheduler_decides_and_is_told);
    TEST_TABLE_PREFIXED(&list, "stream", streams, dram_keeps_up_with_streams);
    TEST_TABLE_PREFIXED(&list, "skipping", all_arrivals, skipped_clocks_only_count);
    test_add(&list, "its data must be taken", dram_waits_for_its_data_to_be_taken);
    return test_run("dram", &list);
}
