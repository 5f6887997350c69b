/* Runs of memory nodes alone: against counts by hand, closed forms, and the sampler's closed loop
 * on networks that cost little. */
#include <math.h>
#include <string.h>

#include "sampler/loop/memory_window.h"
#include "sampler/sampling/sample.h"
#include "tests/support/helpers.h"

/* A loop of a few cores whose requests go through an ideal network. */
static const char few[] =
    "name = \"few\"; chip = { technology_nm = 22; clock_mhz = 1000.0; };"
    "nodes = { compute = 4; memory = 2; mshrs = 16; core_mhz = 1000.0; };"
    "memory = { clock_mhz = 1000.0; scheduler = \"fcfs\"; l2_cycles = 10; };"
    "network = { topology = \"ideal\"; };"
    "workload = { instructions = 1.0; warps = 16; burst = 1; read_fraction = 1.0;"
    " l2_hit_rate = 0.5; row_locality = 0.5; };";

static noc_memory_rates run(const test_system *s, double request, double reply, uint64_t requests)
{
    const noc_memory_window window = {.system = s->system,
                                      .workload = &s->design->workload,
                                      .request_latency = request,
                                      .reply_latency = reply,
                                      .request_count = requests,
                                      .seed = 1};
    noc_memory_rates pace;
    assert_true(noc_memory_window_run(&window, &pace));
    return pace;
}

/* One request of one core at a time, and a cache that has all: the rate is one in a round trip, of
 * both ways, the lookup, and an instruction's cycle. */
static void a_lonely_request_takes_its_round_trip(void **state)
{
    (void)state;
    const char *const alone[] = {
        "nodes.mshrs=1",  "workload.warps=1",    "workload.l2_hit_rate=1.0", "nodes.compute=1",
        "nodes.memory=1", "nodes.simd_width=32", "nodes.warp_threads=32",    NULL};
    test_system s = test_compile(few, alone);
    const noc_memory_rates pace = run(&s, 5.0, 7.0, 1000);
    assert_near(1.0 / pace.rate, 5.0 + 10.0 + 7.0 + 1.0, 1e-9);
    assert_true(isnan(pace.row_hits));
    test_system_free(&s);
}

/* All misses of one row: the bus is never idle. */
static void open_rows_fill_the_bus(void **state)
{
    (void)state;
    const char *const open[] = {"workload.l2_hit_rate=0.0", "workload.row_locality=1.0", NULL};
    test_system s = test_compile(few, open);
    const noc_memory_rates pace = run(&s, 2.0, 2.0, 8000);
    const double bus = (double)s.design->memory.line_bytes / s.design->memory.bus_bytes;
    assert_near(pace.rate * 4.0 / 2.0 * bus, 1.0, 0.01);
    assert_true(pace.row_hits > 0.999);
    test_system_free(&s);
}

/* No two accesses to one row, one after the other: a row is closed, opened and read, in another
 * bank but for one in so many. */
static void closed_rows_take_turns(void **state)
{
    (void)state;
    const char *const closed[] = {"workload.l2_hit_rate=0.0", "workload.row_locality=0.0",
                                  "nodes.memory=1", NULL};
    test_system s = test_compile(few, closed);
    const noc_memory_spec *m = &s.design->memory;
    const noc_memory_rates pace = run(&s, 2.0, 2.0, 8000);
    const double opening = 1.0 + m->trp + m->trcd, clocks = 1.0 / (pace.rate * 4.0);
    assert_true(pace.row_hits < 0.01);
    assert_true(clocks >= opening && clocks <= opening + (m->trc + 1.0) / m->banks);
    test_system_free(&s);
}

/* ---- beside the sampler --------------------------------------------------------------------- */

/* Loops whose network takes little part: rate, row hits and banks are those of the memory nodes. */
typedef struct loop {
    const char *name;
    const char *overrides[6];
    double way; /* network cycles in each direction, without others */
} loop;

static const loop loops[] = {
    {"ideal", {NULL}, 1.0},
    {"rows that stay open", {"workload.row_locality=0.9", NULL}, 1.0},
    {"four lines a block",
     {"workload.burst=4", "workload.warps=8", "memory.interleave_bytes=512", NULL},
     1.0},
    {"two slices", {"nodes.memory=4", "memory.slices=2", NULL}, 1.0},
    {"FR-FCFS", {"memory.scheduler=fr-fcfs", NULL}, 1.0},
    {"a crossbar of two channels",
     {"network.topology=crossbar", "network.virtual_channels=2", "network.flit_bytes=128", NULL},
     8.0},
};

static void a_run_alone_is_as_the_sampler(void **state)
{
    const loop *l = *state;
    test_system s = test_compile(few, l->overrides);
    const noc_sample_options options = {
        .precision = 0.01, .seed = 3, .max_cycles = 400000, .workload = &s.design->workload};
    noc_sample sample;
    noc_diag diag = {0};
    assert_int_equal(noc_sample_at(s.system, 0.0, &options, &sample, &diag), NOC_OK);
    const noc_memory_rates pace = run(&s, l->way, l->way, 16000);
    const double ipc = sample.quantities[NOC_SAMPLE_INSTRUCTIONS].mean;
    assert_near(pace.rate * s.design->nodes.compute / ipc, 1.0, 0.05);
    assert_near(pace.row_hits, sample.row_hit_rate, 0.02);
    assert_near(pace.busy_banks / sample.bank_parallelism, 1.0, 0.10);
    test_system_free(&s);
}

/* ---- keys ----------------------------------------------------------------------------------- */

/* Settings that change an answer change its key; others do not. */
typedef struct setting {
    const char *text;
    bool is_same;
} setting;

static const setting settings[] = {
    {"memory.reply_queue=7", true},
    {"chip.technology_nm=11", true},
    {"memory.trp=11", false},
    {"memory.dram_queue=8", false},
    {"memory.scheduler=fr-fcfs", false},
    {"nodes.mshrs=15", false},
    {"workload.row_locality=0.4", false},
    {"workload.warps=9", false},
    {"memory.l2_cycles=11", false},
    {"network.topology=crossbar", false},
    {"memory.interleave_bytes=4096", false},
};

static noc_memory_window_key key_of(const char *text)
{
    test_system s = test_compile(few, (const char *const[]){text, NULL});
    const noc_memory_window window = {.system = s.system, .workload = &s.design->workload};
    noc_memory_window_key key;
    noc_memory_window_make_key(&window, &key);
    test_system_free(&s);
    return key;
}

static void keys_say_what_answers_follow_from(void **state)
{
    const setting *s = *state;
    const noc_memory_window_key key = key_of(NULL), other = key_of(s->text);
    assert_int_equal(memcmp(&key, &other, sizeof key) == 0, s->is_same);
}

int main(void)
{
    static test_list list;
    test_add(&list, "a lonely request takes its round trip", a_lonely_request_takes_its_round_trip);
    test_add(&list, "open rows fill the bus", open_rows_fill_the_bus);
    test_add(&list, "closed rows take turns", closed_rows_take_turns);
    TEST_TABLE(&list, loops, a_run_alone_is_as_the_sampler);
    TEST_TABLE(&list, settings, keys_say_what_answers_follow_from);
    return test_run("memory window", &list);
}
