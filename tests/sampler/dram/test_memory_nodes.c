/* Memory nodes by themselves: the model's DRAM, cache banks and row hits against the sampler's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analytic/memory/memory_model.h"
#include "base/auto.h"
#include "sampler/dram/dram.h"
#include "sampler/sampling/sample.h"
#include "tests/support/designs/dram_specs.h"
#include "tests/support/helpers.h"

/* The model's clocks of an access against the DRAM by itself, its queue full of blocks. */
typedef struct timing {
    int banks, trrd, lines, writes, queue; /* lines of a block; writes: % */
} timing;

static double clocks_of_dram(noc_memory_spec spec, timing t)
{
    enum { CLOCKS = 100000 };
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_dram *d = noc_dram_new(&spec, (noc_dram_options){0}, &arena);
    assert_non_null(d);
    uint64_t random = 9;
    noc_dram_access next = {0};
    int left = 0;
    for (uint32_t clock = 0; clock < CLOCKS; clock++) {
        while (noc_dram_has_room(d)) {
            if (left == 0) {
                next.row = (uint32_t)test_random_below(&random, 1u << 30);
                next.bank = (uint16_t)test_random_below(&random, (size_t)spec.banks);
                next.is_write = test_random_below(&random, 100) < (size_t)t.writes;
                left = t.lines;
            }
            left--;
            noc_dram_push(d, next);
        }
        noc_dram_tick(d);
        while (noc_dram_first_ready_tag(d) != NOC_NONE) noc_dram_take_data(d);
    }
    const double clocks = CLOCKS / (double)noc_dram_find_tally(d)->accesses;
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
                          (const char *const[]){banks, trrd, queue, "workload=steady", NULL});
    noc_workload w = system.design->workload;
    w.burst = t.lines;
    w.l2_hit_rate = 0.0;
    w.row_locality = 0.0;
    w.read_fraction = 1.0 - t.writes / 100.0;
    noc_memory_model model;
    const noc_request_paths paths = noc_find_request_paths(system.system);
    noc_find_full_memory_model(system.system, &paths, &w, &model);
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
        noc_memory_spec spec = test_gddr3;
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
    .scheduler = &noc_scheduler_fr_fcfs,
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
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_dram *d = noc_dram_new(spec, (noc_dram_options){0}, &arena);
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
        while (noc_dram_first_ready_tag(d) != NOC_NONE) noc_dram_take_data(d);
    }
    const noc_dram_tally *t = noc_dram_find_tally(d);
    const noc_dram_pace pace = {(double)t->row_hits / (double)t->accesses,
                                CLOCKS / (double)t->accesses,
                                (double)t->bank_clocks / (double)t->queued_clocks};
    return pace;
}

static void model_knows_the_pace_of_runs(void **state)
{
    const runs *r = *state;
    noc_memory_spec spec = hbm2;
    spec.scheduler = test_scheduler(r->scheduler);
    spec.line_bytes = r->line_bytes;
    spec.banks = r->banks;
    spec.dram_queue = r->queue;
    const noc_dram_pace sampled = pace_of_dram(&spec, r);
    const noc_dram_pace derived = noc_find_dram_pace(&spec, sampled.row_hit_share, 1.0, r->queue);
    assert_near(derived.access_clocks, sampled.access_clocks, r->tolerance * sampled.access_clocks);
    assert_near(derived.busy_banks, sampled.busy_banks, 0.15 * sampled.busy_banks);
}

/* In order, reads only: rows of one bank take tRC each, an open row the bus; of many banks nearly
 * each access closes and opens one. */
static void model_serves_in_order(void **state)
{
    (void)state;
    noc_memory_spec spec = hbm2;
    spec.scheduler = test_scheduler("fcfs");
    assert_near(noc_find_dram_pace(&spec, 1.0, 1.0, 64).access_clocks, 1.0, 1e-4);
    spec.banks = 1;
    assert_near(noc_find_dram_pace(&spec, 0.0, 1.0, 64).access_clocks, spec.trc, 1e-9);
    assert_near(noc_find_dram_pace(&spec, 0.0, 0.0, 64).access_clocks,
                spec.trcd + spec.tcl + 1 + spec.twr + spec.trp, 1e-9);
    spec.banks = 1 << 20;
    assert_near(noc_find_dram_pace(&spec, 0.0, 1.0, 64).access_clocks, 1 + spec.trp + spec.trcd,
                1e-3);
}

/* Row hits fall as more requests of more runs are outstanding, and where only the oldest one is
 * looked at; never do they rise. */
static void row_hits_fall_with_requests(void **state)
{
    (void)state;
    static const char *const schedulers[] = {"memory.scheduler=fr-fcfs", "memory.scheduler=fcfs"};
    double first[TEST_COUNT(schedulers)], last[TEST_COUNT(schedulers)];
    for (size_t s = 0; s < TEST_COUNT(schedulers); s++) {
        const test_system t =
            test_compile_file("configs/loops/gpu.cfg", (const char *const[]){schedulers[s], NULL});
        const noc_request_paths paths = noc_find_request_paths(t.system);
        double before = 1.0;
        for (double all = 5.0; all < 2000.0; all *= 1.5) {
            noc_memory_model model;
            noc_find_memory_model(t.system, &paths, &t.design->workload, all, &model);
            assert_true(model.row_hit_rate <= before + 1e-9);
            before = last[s] = model.row_hit_rate;
            if (all == 5.0) first[s] = before;
        }
        test_system_free((test_system *)&t);
    }
    assert_true(first[0] - last[0] > 0.05);
    assert_true(last[1] < last[0] - 0.05);
}

/* Banks that take their accesses in order: runs of blocks, each request of which is as late as may
 * be of those that wait, at one node; what a block's lines are apart by comes between. */
typedef struct shuffled {
    const char *name;
    int lines, banks, waiting, between;
    double locality, cached;
} shuffled;

static const shuffled shuffled_runs[] = {
    {"hardly any wait", 1, 8, 2, 0, 0.67, 0.4},   {"few wait", 1, 8, 40, 0, 0.67, 0.4},
    {"many wait", 1, 8, 150, 0, 0.67, 0.4},       {"many banks", 1, 32, 150, 0, 0.67, 0.4},
    {"long runs", 1, 8, 100, 0, 0.8, 0.0},        {"blocks", 2, 8, 200, 0, 0.3, 0.2},
    {"blocks that part", 2, 8, 200, 2, 0.3, 0.2}, {"blocks, many banks", 2, 16, 200, 7, 0.3, 0.2},
};

typedef struct late {
    double at;
    uint32_t row;
} late;

static int earlier(const void *a, const void *b)
{
    const double d = ((const late *)a)->at - ((const late *)b)->at;
    return (d > 0.0) - (d < 0.0);
}

static double chance(uint64_t *random)
{
    return (double)test_random_below(random, 1u << 30) / (1u << 30);
}

static double hits_of_shuffled(const shuffled *s)
{
    enum { BLOCKS = 60000, LINES = 2, BANKS = 32 };
    static late all[BLOCKS * LINES];
    uint32_t open[BANKS] = {0}, row = 1;
    uint64_t random = 5;
    size_t count = 0, hits = 0;
    for (int b = 0; b < BLOCKS; b++) {
        if (chance(&random) >= s->locality) row = (uint32_t)test_random_below(&random, 1u << 30);
        const double at = b * s->lines + s->waiting * chance(&random);
        for (int i = 0; i < s->lines; i++)
            if (chance(&random) >= s->cached)
                all[count++] = (late){at + i * (s->between + 1e-3), row};
    }
    qsort(all, count, sizeof *all, earlier);
    for (size_t i = 0; i < count; i++) {
        uint32_t *of_bank = &open[all[i].row % (uint32_t)s->banks];
        hits += *of_bank == all[i].row;
        *of_bank = all[i].row;
    }
    return (double)hits / (double)count;
}

static void row_hits_of_shuffled_runs(void **state)
{
    const shuffled *s = *state;
    const test_system t = test_compile_file("configs/loops/gpu.cfg",
                                            (const char *const[]){"memory.scheduler=fcfs", NULL});
    t.design->memory.banks = s->banks;
    t.design->memory.slices = 1;
    t.design->memory.interleave_bytes = s->lines * t.design->memory.line_bytes;
    noc_workload w = t.design->workload;
    w.burst = s->lines;
    w.row_locality = s->locality;
    w.l2_hit_rate = s->cached;
    const double nodes = t.system->graph.memory_count;
    const noc_request_paths paths = {.same_path_share = 1.0,
                                     .buffer_requests = 1e6,
                                     .last_channels = (s->between + 1.0) * nodes};
    const double hits = noc_in_order_row_hit_share(t.system, &paths, &w, s->waiting);
    assert_near(hits, hits_of_shuffled(s), 0.05);
    test_system_free((test_system *)&t);
}

/* Accesses that come at random, one in the row of the one before with a chance: clocks from each
 * one's arrival to its data, those without others included, by the DRAM and by the model. (With a
 * bus that runs of a row use for most of the time the model is up to a fifth short: what piles up
 * while a row is opened waits for the bus, too.) */
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
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_dram *d = noc_dram_new(&spec, (noc_dram_options){0}, &arena);
    assert_non_null(d);
    for (uint32_t clock = 0; clock < CLOCKS; clock++) {
        if ((double)test_random_below(&random, 1u << 20) < a->rate * (1u << 20)) {
            if ((double)test_random_below(&random, 1u << 20) >= a->locality * (1u << 20)) {
                row = (uint32_t)test_random_below(&random, 1u << 30);
                bank = (uint16_t)test_random_below(&random, (size_t)a->banks);
            }
            assert_true(noc_dram_has_room(d));
            came[tag % TAGS] = clock;
            noc_dram_push(d, (noc_dram_access){.tag = tag++ % TAGS, .row = row, .bank = bank});
        }
        noc_dram_tick(d);
        for (uint32_t ready; (ready = noc_dram_first_ready_tag(d)) != NOC_NONE; count++) {
            sum += clock + 1 - came[ready];
            noc_dram_take_data(d);
        }
    }
    return sum / count;
}

static void model_knows_waits_for_the_dram(void **state)
{
    const arrivals *a = *state;
    char banks[32], locality[48];
    snprintf(banks, sizeof banks, "memory.banks=%d", a->banks);
    snprintf(locality, sizeof locality, "workload.row_locality=%g", a->locality);
    noc_memory_spec spec = test_gddr3;
    spec.banks = a->banks;
    spec.dram_queue = spec.reply_queue = 256;
    const char *const over[] = {banks,
                                locality,
                                "chip.clock_mhz=1107", /* a cycle is a clock */
                                "workload=steady",
                                "workload.burst=1",
                                "workload.read_fraction=1",
                                "workload.l2_hit_rate=0",
                                NULL};
    const test_system t = test_compile_file("configs/te13-baseline.cfg", over);
    noc_memory_model model;
    const noc_request_paths paths = noc_find_request_paths(t.system);
    noc_find_full_memory_model(t.system, &paths, &t.design->workload, &model);
    const double sampled = latency_of_dram(a, spec);
    const double derived = model.extra_miss_cycles + noc_dram_wait(&model, a->rate);
    assert_near(derived, sampled, 0.1 * sampled);
    test_system_free((test_system *)&t);
}

/* Lookups that begin in order at random banks, c cycles each: one after the other by the
 * definition, and the model's. */
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
        const test_system t =
            test_compile_file("configs/te13-baseline.cfg",
                              (const char *const[]){"workload=steady", "workload.l2_hit_rate=1",
                                                    banks, cycles, NULL});
        noc_memory_model model;
        const noc_request_paths paths = noc_find_request_paths(t.system);
        noc_find_full_memory_model(t.system, &paths, &t.design->workload, &model);
        unsigned free[16] = {0}, now = 0;
        for (int k = 0; k < LOOKUPS; k++) {
            const size_t bank = test_random_below(&random, (size_t)caches[i].banks);
            if (free[bank] > now) now = free[bank];
            free[bank] = now + (unsigned)caches[i].cycles;
        }
        assert_near(model.request_rate * (now + 1.0) / LOOKUPS, 1.0, 0.01);
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
     {"workload=steady", "workload.read_fraction=0.5", "workload.burst=1",
      "workload.l2_hit_rate=0.03", "workload.row_locality=0.7", NULL}},
    {"open rows: a short queue, a cache between",
     "configs/cdx19-cdxbar-80-1port.cfg",
     {"workload=steady", "workload.read_fraction=0.5", "workload.burst=1",
      "workload.l2_hit_rate=0.52", "workload.row_locality=0.47", "nodes.mshrs=16",
      "memory.dram_queue=4", NULL}},
    {"open rows: lines that part behind a concentrator",
     "configs/icc-ports-15.cfg",
     {"workload=steady", "workload.burst=2", "workload.l2_hit_rate=0.2",
      "workload.row_locality=0.3", NULL}},
    {"open rows: fewer part where few channels are shared",
     "configs/icc-ports-6.cfg",
     {"workload=steady", "workload.burst=2", "workload.l2_hit_rate=0.2",
      "workload.row_locality=0.3", NULL}},
    {"open rows: lines that part where ways of cores meet",
     "configs/cdx19-cdxbar-80-source.cfg",
     {"workload=steady", "workload.burst=2", "workload.l2_hit_rate=0.25",
      "workload.row_locality=0.55", "memory.banks=4", NULL}},
    {"open rows: lines that part in the network",
     "configs/cdx19-clos-80.cfg",
     {"workload=steady", "workload.burst=2", "workload.l2_hit_rate=0.2",
      "workload.row_locality=0.3", NULL}},
};

static void model_knows_open_rows(void **state)
{
    const row_case *c = *state;
    const test_system t = test_compile_file(c->file, c->over);
    const noc_workload *w = &t.design->workload;
    const noc_sample_options options = {
        .precision = 0.05, .seed = 1, .thread_count = 1, .workload = w};
    noc_sample sample;
    noc_memory_model model;
    const noc_request_paths paths = noc_find_request_paths(t.system);
    noc_find_full_memory_model(t.system, &paths, w, &model);
    assert_int_equal(noc_sample_at(t.system, 0.0, &options, &sample, NULL), NOC_OK);
    assert_near(model.row_hit_rate, sample.row_hit_rate, 0.06);
    test_system_free((test_system *)&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "the model's clocks", model_knows_the_dram);
    TEST_TABLE_PREFIXED(&list, "pace", run_cases, model_knows_the_pace_of_runs);
    test_add(&list, "the model serves in order", model_serves_in_order);
    test_add(&list, "row hits fall with requests", row_hits_fall_with_requests);
    TEST_TABLE_PREFIXED(&list, "order in a bank", shuffled_runs, row_hits_of_shuffled_runs);
    TEST_TABLE_PREFIXED(&list, "random arrivals", random_arrivals, model_knows_waits_for_the_dram);
    test_add(&list, "the model knows the banks of the cache", model_knows_the_banks_of_the_cache);
    TEST_TABLE_SOME(&list, NULL, row_cases, model_knows_open_rows, 3);
    return test_run("memory", &list);
}
