/* Memory nodes by themselves: the sampler's DRAM against hand-made schedules and closed forms; the model's DRAM, cache banks and
 * row hits against the sampler's. */
#include <math.h>
#include <stdio.h>

#include "analytic/memory_model.h"
#include "network/kinds.h"
#include "sampler/nodes/dram_state.h"
#include "sampler/sample.h"
#include "tests/helpers.h"

/* ---- to the clock --------------------------------------------------------------------------- */

/* te13 Table II; 64 bytes take 4 clocks on the bus. */
static const noc_memory_spec gddr3 = {
    .clock_mhz = 1107,
    .bus_bytes = 16,
    .banks = 8,
    .slices = 1,
    .tcl = 9,
    .trp = 13,
    .trc = 34,
    .tras = 21,
    .trcd = 12,
    .trrd = 8,
    .tccd = 2,
    .twr = 13,
    .dram_queue = 32,
    .input_queue = 8,
    .reply_queue = 6,
    .line_bytes = 64,
    .interleave_bytes = 256,
    .l2_banks = 1,
    .l2_bank_cycles = 1,
};

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
    {"a closed bank: tRCD", "fr-fcfs", {{0, 7, 0, false}}, 1, {0}, {1 + 12 + 13}},
    {"an open row: the bus",
     "fr-fcfs",
     {{0, 7, 0, false}, {1, 7, 0, false}},
     2,
     {0, 1},
     {26, 26 + 4}},
    {"another row: tRC",
     "fr-fcfs",
     {{0, 7, 0, false}, {1, 8, 0, false}},
     2,
     {0, 1},
     {26, 1 + 34 + 12 + 13}},
    {"another row after a write: tWR and tRP",
     "fr-fcfs",
     {{0, 7, 0, true}, {1, 8, 0, false}},
     2,
     {0, 1},
     {26, 26 + 13 + 13 + 12 + 13}},
    {"another bank: tRRD",
     "fr-fcfs",
     {{0, 7, 0, false}, {1, 7, 1, false}},
     2,
     {0, 1},
     {26, 26 + 8}},
    {"open rows first",
     "fr-fcfs",
     {{0, 7, 0, false}, {1, 8, 0, false}, {2, 7, 0, false}},
     3,
     {0, 2, 1},
     {26, 60, 30}},
    {"in the order of arrival",
     "fcfs",
     {{0, 7, 0, false}, {1, 8, 0, false}, {2, 7, 0, false}},
     3,
     {0, 1, 2},
     {26, 60, 94}},
};

static void dram_keeps_its_schedule(void **state)
{
    const schedule *s = *state;
    noc_memory_spec spec = gddr3;
    spec.scheduler = test_position(noc_scheduler_name, s->scheduler);
    noc_dram *d = noc_dram_new(&spec);
    assert_non_null(d);
    for (unsigned i = 0; i < s->count; i++) noc_dram_push(d, s->accesses[i]);
    unsigned done = 0;
    for (unsigned clock = 1; clock < 500 && done < s->count; clock++) {
        noc_dram_tick(d);
        const uint32_t tag = noc_dram_ready(d);
        if (tag == NOC_NONE) continue;
        assert_int_equal(tag, s->order[done]);
        assert_int_equal(clock, s->clock[tag]);
        noc_dram_take(d);
        done++;
    }
    assert_int_equal(done, s->count);
    noc_dram_free(d);
}

/* ---- schedulers ----------------------------------------------------------------------------- */

/* The newest access only. It remembers what it was told: tags that came, went and were done. */
typedef struct newest_first {
    uint32_t came[ACCESSES], issued[ACCESSES], done[ACCESSES];
    unsigned came_count, issued_count, done_count;
    uint64_t done_at[ACCESSES];
} newest_first;

static size_t newest_size(const noc_memory_spec *spec)
{
    (void)spec;
    return sizeof(newest_first);
}

static noc_dram_pick newest_pick(void *state, const noc_dram *d)
{
    (void)state;
    const unsigned entry = d->queued - 1;
    const noc_dram_access *a = &d->queue[entry];
    const noc_dram_bank *b = &d->banks[a->bank];
    const bool closed = b->row == NOC_DRAM_NO_ROW, open = b->row == a->row;
    const noc_dram_command command = open     ? NOC_DRAM_ACCESS
                                     : closed ? NOC_DRAM_OPEN
                                              : NOC_DRAM_CLOSE;
    const uint64_t when = open     ? noc_dram_column_time(d, b)
                          : closed ? noc_dram_opening_time(d, b)
                                   : b->may_close;
    if (when > d->now || (open && !noc_dram_has_place(d)))
        return (noc_dram_pick){NOC_DRAM_WAIT, 0, when > d->now ? when : UINT64_MAX};
    return (noc_dram_pick){command, entry, 0};
}

static void newest_arrival(void *state, const noc_dram *d)
{
    newest_first *s = state;
    s->came[s->came_count++] = d->queue[d->queued - 1].tag;
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

/* A scheduler of one's own has the last word, and is told of all that happens, in its order. Each access is to another row of one
 * bank, so the last of three goes first, and the others a tRC each behind it; nobody takes the data. */
static void scheduler_decides_and_is_told(void **state)
{
    (void)state;
    static const noc_dram_scheduler newest = {
        .pick = newest_pick,
        .state_size = newest_size,
        .on_arrival = newest_arrival,
        .on_issue = newest_issue,
        .on_done = newest_done,
    };
    noc_dram *d = noc_dram_new_with(&gddr3, &newest);
    assert_non_null(d);
    for (uint32_t i = 0; i < 3; i++) noc_dram_push(d, (noc_dram_access){i, 7 + i, 0, false});
    for (unsigned clock = 1; clock < 200; clock++) noc_dram_tick(d);
    const newest_first *told = d->scheduled;
    assert_int_equal(told->came_count, 3);
    assert_int_equal(told->issued_count, 3);
    assert_int_equal(told->done_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(told->came[i], i);
        assert_int_equal(told->issued[i], 2 - i);
        assert_int_equal(told->done[i], 2 - i);
        assert_int_equal(told->done_at[i], 1 + 12 + 13 + 34 * i);
    }
    assert_int_equal(noc_dram_ready(d), 2);
    noc_dram_free(d);
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
    noc_memory_spec spec = gddr3;
    spec.banks = s->banks;
    spec.trrd = s->trrd;
    uint64_t random = 5;
    noc_dram *d = noc_dram_new(&spec);
    assert_non_null(d);
    for (uint32_t clock = 0; clock < CLOCKS; clock++) {
        while (noc_dram_has_room(d)) {
            const uint32_t row = s->same_row ? 3 : (uint32_t)test_random_below(&random, 1u << 30);
            const uint16_t bank =
                s->same_bank ? 0 : (uint16_t)test_random_below(&random, (size_t)s->banks);
            noc_dram_push(d, (noc_dram_access){0, row, bank, false});
        }
        noc_dram_tick(d);
        while (noc_dram_ready(d) != NOC_NONE) noc_dram_take(d);
    }
    const noc_dram_tally *tally = noc_dram_counts(d);
    assert_near(CLOCKS / (double)tally->accesses, s->clocks, s->tolerance);
    assert_near((double)tally->row_hits / (double)tally->accesses, s->same_row, 0.001);
    noc_dram_free(d);
}

/* Nobody takes the data: the buffer fills, and no more is read. */
static void dram_waits_for_its_data_to_be_taken(void **state)
{
    (void)state;
    noc_dram *d = noc_dram_new(&gddr3);
    assert_non_null(d);
    for (uint32_t clock = 0; clock < 1000; clock++) {
        if (noc_dram_has_room(d)) noc_dram_push(d, (noc_dram_access){clock, 1, 0, false});
        noc_dram_tick(d);
    }
    assert_int_equal(noc_dram_counts(d)->accesses, gddr3.reply_queue);
    noc_dram_free(d);
}

/* The model's clocks of an access against the DRAM by itself, its queue full of blocks. */
typedef struct timing {
    int banks, trrd, lines, writes, queue; /* lines of a block; writes: % */
} timing;

static double clocks_of_dram(noc_memory_spec spec, timing t)
{
    enum { CLOCKS = 100000 };
    noc_dram *d = noc_dram_new(&spec);
    assert_non_null(d);
    uint64_t random = 9;
    noc_dram_access next = {0};
    int left = 0;
    for (uint32_t clock = 0; clock < CLOCKS; clock++) {
        while (noc_dram_has_room(d)) {
            if (left == 0) {
                next.row = (uint32_t)test_random_below(&random, 1u << 30);
                next.bank = (uint16_t)test_random_below(&random, (size_t)spec.banks);
                next.write = test_random_below(&random, 100) < (size_t)t.writes;
                left = t.lines;
            }
            left--;
            noc_dram_push(d, next);
        }
        noc_dram_tick(d);
        while (noc_dram_ready(d) != NOC_NONE) noc_dram_take(d);
    }
    const double clocks = CLOCKS / (double)noc_dram_counts(d)->accesses;
    noc_dram_free(d);
    return clocks;
}

static double clocks_of_model(timing t)
{
    char banks[32], trrd[32], queue[32];
    snprintf(banks, sizeof banks, "memory.banks=%d", t.banks);
    snprintf(trrd, sizeof trrd, "memory.trrd=%d", t.trrd);
    snprintf(queue, sizeof queue, "memory.dram_queue=%d", t.queue);
    const test_system system =
        test_compile_file("configs/te13-baseline.cfg",
                          (const char *const[]){banks, trrd, queue, "workload=HH", NULL});
    noc_workload w = system.design->workload;
    w.burst = t.lines;
    w.l2_hit_rate = 0.0;
    w.row_locality = 0.0;
    w.read_fraction = 1.0 - t.writes / 100.0;
    noc_memory_model model;
    const noc_request_paths paths = noc_request_paths_of(system.system);
    noc_memory_model_of(system.system, &paths, &w, &model);
    test_system_free((test_system *)&system);
    return model.dram_clocks;
}

static void model_knows_the_dram(void **state)
{
    static const timing timings[] = {{8, 8, 2, 0, 32},   {8, 8, 1, 0, 32},  {8, 2, 1, 0, 32},
                                     {4, 8, 2, 0, 32},   {16, 6, 1, 0, 32}, {4, 8, 1, 50, 32},
                                     {8, 2, 1, 100, 32}, {8, 8, 1, 0, 2},   {8, 8, 1, 0, 4},
                                     {8, 8, 1, 0, 8},    {16, 6, 1, 0, 4},  {16, 6, 1, 0, 8},
                                     {32, 4, 2, 30, 16}, {16, 12, 1, 0, 32}};
    (void)state;
    double sum = 0.0;
    for (size_t i = 0; i < TEST_COUNT(timings); i++) {
        noc_memory_spec spec = gddr3;
        spec.banks = timings[i].banks;
        spec.trrd = timings[i].trrd;
        spec.dram_queue = timings[i].queue;
        const double error = clocks_of_model(timings[i]) / clocks_of_dram(spec, timings[i]) - 1.0;
        if (fabs(error) > 0.12) print_error("timings %zu: %+.3f\n", i, error);
        assert_true(fabs(error) <= 0.12);
        sum += fabs(error);
    }
    assert_true(sum <= 0.05 * TEST_COUNT(timings));
}

/* HBM2 at 850 MHz (accel-sim/gpgpu-sim_distribution, SM7_QV100): 32 bytes a clock. */
static const noc_memory_spec hbm2 = {
    .clock_mhz = 850,
    .bus_bytes = 32,
    .banks = 16,
    .slices = 1,
    .tcl = 12,
    .trp = 12,
    .trc = 40,
    .tras = 28,
    .trcd = 12,
    .trrd = 3,
    .tccd = 1,
    .twr = 10,
    .dram_queue = 64,
    .reply_queue = 64,
    .line_bytes = 32,
};

/* Runs of blocks of accesses to one row, the queue always full: the DRAM by itself. */
typedef struct runs {
    const char *name;
    const char *scheduler;
    int line_bytes, banks, queue, lines; /* of a block */
    double locality;                     /* chance that a block is in the row of the one before */
    double tolerance;                    /* of the clocks of an access */
} runs;

static const runs run_cases[] = {
    {"FCFS: alone", "fcfs", 32, 16, 64, 1, 0.0, 0.02},
    {"FCFS: blocks", "fcfs", 32, 16, 64, 4, 0.0, 0.02},
    {"FCFS: runs", "fcfs", 32, 16, 64, 4, 0.9, 0.02},
    {"FCFS: the bus is slower", "fcfs", 128, 16, 32, 2, 0.5, 0.02},
    {"FCFS: few banks", "fcfs", 32, 2, 16, 1, 0.3, 0.04},
    {"FR-FCFS: alone", "fr-fcfs", 32, 16, 64, 1, 0.0, 0.06},
    {"FR-FCFS: a column command each clock, blocks", "fr-fcfs", 32, 16, 64, 4, 0.0, 0.06},
    {"FR-FCFS: a column command each clock, runs", "fr-fcfs", 32, 16, 64, 4, 0.9, 0.06},
    {"FR-FCFS: a column command each clock, a short queue", "fr-fcfs", 32, 16, 16, 1, 0.9, 0.06},
    {"FR-FCFS: a column command each second clock", "fr-fcfs", 64, 16, 64, 4, 0.0, 0.06},
    {"FR-FCFS: long lines", "fr-fcfs", 128, 32, 64, 1, 0.5, 0.06},
};

static noc_dram_pace pace_of_dram(const noc_memory_spec *spec, const runs *r)
{
    enum { CLOCKS = 100000 };
    noc_dram *d = noc_dram_new(spec);
    assert_non_null(d);
    uint64_t random = 3;
    noc_dram_access next = {0};
    int left = 0;
    for (uint32_t clock = 0; clock < CLOCKS; clock++) {
        while (noc_dram_has_room(d)) {
            const double goes_on = (double)test_random_below(&random, 1u << 20) / (1u << 20);
            if (left == 0 && goes_on >= r->locality) {
                next.row = (uint32_t)test_random_below(&random, 1u << 30);
                next.bank = (uint16_t)test_random_below(&random, (size_t)spec->banks);
            }
            left = (left ? left : r->lines) - 1;
            noc_dram_push(d, next);
        }
        noc_dram_tick(d);
        while (noc_dram_ready(d) != NOC_NONE) noc_dram_take(d);
    }
    const noc_dram_tally *t = noc_dram_counts(d);
    const noc_dram_pace pace = {(double)t->row_hits / (double)t->accesses,
                                CLOCKS / (double)t->accesses,
                                (double)t->bank_clocks / (double)t->queued_clocks};
    noc_dram_free(d);
    return pace;
}

static void model_knows_the_pace_of_runs(void **state)
{
    const runs *r = *state;
    noc_memory_spec spec = hbm2;
    spec.scheduler = test_position(noc_scheduler_name, r->scheduler);
    spec.line_bytes = r->line_bytes;
    spec.banks = r->banks;
    spec.dram_queue = r->queue;
    const noc_dram_pace sampled = pace_of_dram(&spec, r);
    const noc_dram_pace derived = noc_dram_pace_at(&spec, sampled.row_hits, 1.0, r->queue);
    assert_near(derived.clocks, sampled.clocks, r->tolerance * sampled.clocks);
    assert_near(derived.banks, sampled.banks, 0.15 * sampled.banks);
}

/* In order, reads only: rows of one bank take tRC each, an open row the bus; of many banks nearly each access closes and opens one. */
static void model_serves_in_order(void **state)
{
    (void)state;
    noc_memory_spec spec = hbm2;
    spec.scheduler = test_position(noc_scheduler_name, "fcfs");
    assert_near(noc_dram_pace_at(&spec, 1.0, 1.0, 64).clocks, 1.0, 1e-4);
    spec.banks = 1;
    assert_near(noc_dram_pace_at(&spec, 0.0, 1.0, 64).clocks, spec.trc, 1e-9);
    assert_near(noc_dram_pace_at(&spec, 0.0, 0.0, 64).clocks,
                spec.trcd + spec.tcl + 1 + spec.twr + spec.trp, 1e-9);
    spec.banks = 1 << 20;
    assert_near(noc_dram_pace_at(&spec, 0.0, 1.0, 64).clocks, 1 + spec.trp + spec.trcd, 1e-3);
}

/* Row hits fall as more requests of more runs are outstanding, and where only the oldest one is looked at; never do they rise. */
static void row_hits_fall_with_requests(void **state)
{
    (void)state;
    static const char *const schedulers[] = {"memory.scheduler=fr-fcfs", "memory.scheduler=fcfs"};
    double first[TEST_COUNT(schedulers)], last[TEST_COUNT(schedulers)];
    for (size_t s = 0; s < TEST_COUNT(schedulers); s++) {
        const test_system t =
            test_compile_file("configs/loops/gpu.cfg", (const char *const[]){schedulers[s], NULL});
        const noc_request_paths paths = noc_request_paths_of(t.system);
        double before = 1.0;
        for (double all = 5.0; all < 2000.0; all *= 1.5) {
            noc_memory_model model;
            noc_memory_model_at(t.system, &paths, &t.design->workload, all, &model);
            assert_true(model.row_hit_rate <= before + 1e-9);
            before = last[s] = model.row_hit_rate;
            if (all == 5.0) first[s] = before;
        }
        test_system_free((test_system *)&t);
    }
    assert_true(first[0] - last[0] > 0.05);
    assert_true(last[1] < last[0] - 0.05);
}

/* Accesses that come at random, one in the row of the one before with a chance: clocks from each one's arrival to its data,
 * those without others included, by the DRAM and by the model. (With a bus that runs of a row use for most of the time the model is
 * up to a fifth short: what piles up while a row is opened waits for the bus, too.) */
typedef struct arrivals {
    const char *name;
    double rate, locality; /* per clock */
    int banks;
} arrivals;

static const arrivals random_arrivals[] = {
    {"few, banks closed", 0.01, 0.0, 8},    {"banks and activations", 0.06, 0.0, 8},
    {"many banks", 0.08, 0.0, 32},          {"few banks", 0.05, 0.0, 4},
    {"rows that are opened", 0.06, 0.5, 8}, {"rows half open", 0.1, 0.5, 16},
    {"rows open for long", 0.1, 0.9, 8},
};

static double latency_of_dram(const arrivals *a, noc_memory_spec spec)
{
    enum { CLOCKS = 400000, TAGS = 1024 };
    static uint32_t came[TAGS];
    uint64_t random = 11;
    uint32_t row = 0, tag = 0;
    uint16_t bank = 0;
    double sum = 0.0, count = 0.0;
    noc_dram *d = noc_dram_new(&spec);
    assert_non_null(d);
    for (uint32_t clock = 0; clock < CLOCKS; clock++) {
        if ((double)test_random_below(&random, 1u << 20) < a->rate * (1u << 20)) {
            if ((double)test_random_below(&random, 1u << 20) >= a->locality * (1u << 20)) {
                row = (uint32_t)test_random_below(&random, 1u << 30);
                bank = (uint16_t)test_random_below(&random, (size_t)a->banks);
            }
            assert_true(noc_dram_has_room(d));
            came[tag % TAGS] = clock;
            noc_dram_push(d, (noc_dram_access){tag++ % TAGS, row, bank, false});
        }
        noc_dram_tick(d);
        for (uint32_t ready; (ready = noc_dram_ready(d)) != NOC_NONE; count++) {
            sum += clock + 1 - came[ready];
            noc_dram_take(d);
        }
    }
    noc_dram_free(d);
    return sum / count;
}

static void model_knows_waits_for_the_dram(void **state)
{
    const arrivals *a = *state;
    char banks[32], locality[48];
    snprintf(banks, sizeof banks, "memory.banks=%d", a->banks);
    snprintf(locality, sizeof locality, "workload.row_locality=%g", a->locality);
    noc_memory_spec spec = gddr3;
    spec.banks = a->banks;
    spec.dram_queue = spec.reply_queue = 256;
    const char *const over[] = {
        banks,         locality,           "chip.clock_mhz=1107", /* a cycle is a clock */
        "workload=HH", "workload.burst=1", "workload.read_fraction=1", "workload.l2_hit_rate=0",
        NULL};
    const test_system t = test_compile_file("configs/te13-baseline.cfg", over);
    noc_memory_model model;
    const noc_request_paths paths = noc_request_paths_of(t.system);
    noc_memory_model_of(t.system, &paths, &t.design->workload, &model);
    const double sampled = latency_of_dram(a, spec);
    const double derived = model.miss + noc_dram_wait(&model, a->rate);
    assert_near(derived, sampled, 0.1 * sampled);
    test_system_free((test_system *)&t);
}

/* Lookups that begin in order at random banks, c cycles each: one after the other by the definition, and the model's. */
static void model_knows_the_banks_of_the_cache(void **state)
{
    static const struct {
        int banks, cycles;
    } caches[] = {{1, 1}, {1, 4}, {2, 1}, {2, 4}, {4, 1}, {4, 3}, {8, 2}, {16, 4}};
    enum { LOOKUPS = 100000 };
    (void)state;
    uint64_t random = 7;
    for (size_t i = 0; i < TEST_COUNT(caches); i++) {
        char banks[32], cycles[32];
        snprintf(banks, sizeof banks, "memory.l2_banks=%d", caches[i].banks);
        snprintf(cycles, sizeof cycles, "memory.l2_bank_cycles=%d", caches[i].cycles);
        const test_system t = test_compile_file(
            "configs/te13-baseline.cfg",
            (const char *const[]){"workload=HH", "workload.l2_hit_rate=1", banks, cycles, NULL});
        noc_memory_model model;
        const noc_request_paths paths = noc_request_paths_of(t.system);
        noc_memory_model_of(t.system, &paths, &t.design->workload, &model);
        unsigned free[16] = {0}, now = 0;
        for (int k = 0; k < LOOKUPS; k++) {
            const size_t bank = test_random_below(&random, (size_t)caches[i].banks);
            if (free[bank] > now) now = free[bank];
            free[bank] = now + (unsigned)caches[i].cycles;
        }
        assert_near(model.capacity * (now + 1.0) / LOOKUPS, 1.0, 0.01);
        test_system_free((test_system *)&t);
    }
}

/* Rows that are open while the DRAM binds: the model's share against the sampler's. */
typedef struct row_case {
    const char *name, *file;
    const char *over[8];
} row_case;

static const row_case row_cases[] = {
    {"open rows: runs of blocks",
     "configs/cdx19-fc-24ports.cfg",
     {"workload=HH", "workload.read_fraction=0.5", "workload.burst=1", "workload.l2_hit_rate=0.03",
      "workload.row_locality=0.7", NULL}},
    {"open rows: a short queue, a cache between",
     "configs/cdx19-cdxbar-80-1port.cfg",
     {"workload=HH", "workload.read_fraction=0.5", "workload.burst=1", "workload.l2_hit_rate=0.52",
      "workload.row_locality=0.47", "nodes.mshrs=16", "memory.dram_queue=4", NULL}},
    {"open rows: lines that part behind a concentrator",
     "configs/icc-cluster-15.cfg",
     {"workload=HH", "workload.burst=2", "workload.l2_hit_rate=0.2", "workload.row_locality=0.3",
      NULL}},
    {"open rows: fewer part where few channels are shared",
     "configs/icc-cluster-6.cfg",
     {"workload=HH", "workload.burst=2", "workload.l2_hit_rate=0.2", "workload.row_locality=0.3",
      NULL}},
    {"open rows: lines that part where ways of cores meet",
     "configs/cdx19-cdxbar-80-source.cfg",
     {"workload=HH", "workload.burst=2", "workload.l2_hit_rate=0.25", "workload.row_locality=0.55",
      "memory.banks=4", NULL}},
    {"open rows: lines that part in the network",
     "configs/cdx19-clos-80.cfg",
     {"workload=HH", "workload.burst=2", "workload.l2_hit_rate=0.2", "workload.row_locality=0.3",
      NULL}},
};

static void model_knows_open_rows(void **state)
{
    const row_case *c = *state;
    const test_system t = test_compile_file(c->file, c->over);
    const noc_workload *w = &t.design->workload;
    const noc_sample_options options = {.precision = 0.05, .seed = 1, .jobs = 1, .workload = w};
    noc_sample sample;
    noc_memory_model model;
    const noc_request_paths paths = noc_request_paths_of(t.system);
    noc_memory_model_of(t.system, &paths, w, &model);
    assert_int_equal(noc_sample_at(t.system, 0.0, &options, &sample, NULL), NOC_OK);
    assert_near(model.row_hit_rate, sample.row_hit_rate, 0.06);
    test_system_free((test_system *)&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "schedule", schedules, dram_keeps_its_schedule);
    test_add(&list, "a scheduler decides, and is told", scheduler_decides_and_is_told);
    TEST_TABLE_PREFIXED(&list, "stream", streams, dram_keeps_up_with_streams);
    test_add(&list, "its data must be taken", dram_waits_for_its_data_to_be_taken);
    test_add(&list, "the model's clocks", model_knows_the_dram);
    TEST_TABLE_PREFIXED(&list, "pace", run_cases, model_knows_the_pace_of_runs);
    test_add(&list, "the model serves in order", model_serves_in_order);
    test_add(&list, "row hits fall with requests", row_hits_fall_with_requests);
    TEST_TABLE_PREFIXED(&list, "random arrivals", random_arrivals, model_knows_waits_for_the_dram);
    test_add(&list, "the model knows the banks of the cache", model_knows_the_banks_of_the_cache);
    TEST_TABLE(&list, row_cases, model_knows_open_rows);
    return test_run("memory", &list);
}
