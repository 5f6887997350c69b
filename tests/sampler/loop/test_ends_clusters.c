/* Clusters in the closed loop: nothing gets lost and nobody is answered twice, whatever is merged;
 * ends of ranges to the bit; the bus; what merging saves, in closed form. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analytic/zero_load.h"
#include "sampler/loop/closed_loop.h"
#include "sampler/run.h"
#include "sampler/sampling/sample.h"
#include "tests/oracles/sharing_form.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

static const char clusters[] =
    "chip = { clock_mhz = 1000.0; };\n"
    "nodes = { compute = 12; memory = 2; mshrs = 8; simd_width = 32; };\n"
    "network = { topology = \"crossbar\"; flit_bytes = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; read_request_bytes = 8; read_reply_bytes = 64;\n"
    "            write_request_bytes = 72; write_reply_bytes = 8; };\n"
    "memory = { clock_mhz = 1000.0; l2_cycles = 7; line_bytes = 64; interleave_bytes = 256; };\n"
    "workload = { instructions = 4.0; warps = 8; burst = 1; read_fraction = 0.9;\n"
    "             l2_hit_rate = 0.5; sharing = { same = 0.9; distance = 30.0; window = 300.0; }; "
    "};\n"
    "cluster = { cores = 4; merge_entries = 12; };\n"
    "cta = { scheduler = \"distributed\"; length = 60; };\n";

/* ---- conservation --------------------------------------------------------------------------- */

typedef struct law_case {
    const char *name;
    const char *over[8];
} law_case;

static const law_case law_cases[] = {
    {"merge table", {"cta.count=60"}},
    {"by request", {"cta.count=60", "cluster.merge_match=request"}},
    {"a small table", {"cta.count=60", "cluster.merge_entries=1"}},
    {"a small table, by request",
     {"cta.count=60", "cluster.merge_entries=1", "cluster.merge_match=request"}},
    {"cache", {"cta.count=60", "cluster.cache_lines=6"}},
    {"cache of one line, writes",
     {"cta.count=60", "cluster.cache_lines=1", "workload.read_fraction=0.5"}},
    {"no table", {"cta.count=60", "cluster.merge_entries=0"}},
    {"no clusters", {"cta.count=60", "cluster.cores=0", "cta.scheduler=round-robin"}},
    {"full queues",
     {"cta.count=60", "memory.input_queue=1", "memory.reply_queue=1", "memory.dram_queue=1",
      "cluster.cache_lines=6"}},
    {"bursts", {"cta.count=60", "workload.burst=6", "cluster.cache_lines=6"}},
    {"lines of its own again", {"cta.count=60", "workload.sharing.reuse=4"}},
    {"one MSHR", {"cta.count=60", "nodes.mshrs=1"}},
    {"lengths that differ", {"cta.count=60", "cta.spread=1", "cta.scheduler=block"}},
    {"ideal network", {"cta.count=60", "network.topology=ideal", "cluster.cache_lines=6"}},
};

static uint32_t count_free(const noc_requests *requests, uint32_t core)
{
    uint32_t count = 0;
    for (uint32_t t = requests->by_core[core].free_transaction; t != NOC_NONE;
         t = requests->transactions[t].next)
        count++;
    return count;
}

static void check_drained(const noc_closed_loop *loop)
{
    const noc_requests *requests = &loop->requests;
    const uint32_t warps = loop->kernels.core_warps;
    for (uint32_t k = 0; k < loop->cores.count; k++) {
        const noc_core *core = &loop->cores.list[k];
        assert_int_equal(requests->by_core[k].outstanding, 0);
        assert_int_equal(count_free(requests, k), requests->core_transactions);
        assert_int_equal(core->ready_warps.count + core->memory_queue.count, 0);
    }
    for (uint32_t w = 0; w < loop->cores.count * warps; w++)
        assert_int_equal(requests->by_warp[w].replies_left + requests->by_warp[w].left, 0);
    assert_int_equal(noc_clusters_count_entries(&loop->clusters), 0);
}

/* All CTAs end, so every read was answered; then writes and late replies come, and nothing is left:
 * all records are free, each of them once, and packets that were made have arrived. */
static void nothing_gets_lost(void **state)
{
    enum { DRAIN_CYCLES = 20000, STEP_CYCLES = 1000, STEPS = 400 };
    const law_case *c = *state;
    const test_system t = test_compile(clusters, c->over);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 5, .workload = &t.design->workload});
    assert_non_null(run);
    for (int i = 0; i < STEPS && !noc_run_end(run)->is_over; i++)
        assert_int_equal(noc_run_cycles(run, STEP_CYCLES, true), NOC_OK);
    assert_true(noc_run_end(run)->is_over);
    assert_int_equal(noc_run_cycles(run, DRAIN_CYCLES, true), NOC_OK);
    const noc_tally *tally = noc_run_tally(run);
    noc_diag diag = {0};
    check_drained(test_run_closed_loop(run));
    assert_int_equal(noc_run_check(run, &diag), NOC_OK);
    for (int class = 0; class < NOC_CLASSES; class ++)
        assert_true(tally->created[class] == tally->delivered[class]);
    assert_true(tally->created[NOC_REQUEST] == tally->created[NOC_REPLY]);
    assert_true(tally->created[NOC_REQUEST] > 1000);
    if (test_run_closed_loop(run)->clusters.count) {
        const noc_cores_tally *ends = &tally->cores;
        assert_true(ends->sent <= tally->created[NOC_REQUEST]);
        assert_true((t.design->cluster.merge_entries > 0) == (ends->merges > 0));
        assert_true(t.design->cluster.cache_lines > 1 ? ends->hits > 0 : ends->hits < 20);
        if (t.design->cluster.match_rule == NOC_MERGE_BY_REQUEST) assert_true(ends->dropped == 0);
    }
    noc_run_free(run);
    test_system_free((test_system *)&t);
}

/* ---- ends of ranges ------------------------------------------------------------------------- */

typedef struct alike_case {
    const char *name;
    const char *one[8], *other[8];
} alike_case;

#define NO_SHARING "workload.sharing.same=0"
#define NO_CTAS    "cta.scheduler=none"
#define ANY        "cta.scheduler=round-robin"

static const alike_case alike_cases[] = {
    {"a cluster of one core", {ANY, "cluster.cores=0"}, {ANY, "cluster.cores=1"}},
    {"a table of one core",
     {ANY, "cluster.cores=1", "cluster.merge_entries=0"},
     {ANY, "cluster.cores=1", "cluster.merge_entries=8", "cluster.cache_lines=2"}},
    {"no cache", {"cluster.cache_lines=0"}, {NULL}},
    {"nobody shares lines",
     {NO_SHARING, "cluster.merge_entries=0"},
     {NO_SHARING, "cluster.merge_entries=32", "cluster.cache_lines=8"}},
    {"nobody shares lines, by request",
     {NO_SHARING, "cluster.merge_entries=4"},
     {NO_SHARING, "cluster.merge_entries=4", "cluster.merge_match=request"}},
    {"entries for all",
     {"cluster.merge_entries=32"},
     {"cluster.merge_entries=32", "cluster.merge_match=request"}},
    {"more entries than lines", {"cluster.merge_entries=32"}, {"cluster.merge_entries=64"}},
    {"nobody comes back to lines of nobody",
     {NO_SHARING, NO_CTAS},
     {NO_SHARING, NO_CTAS, "workload.sharing.reuse=7", "workload.sharing.window=9"}},
    {"no CTAs",
     {NO_SHARING, NO_CTAS},
     {NO_SHARING, NO_CTAS, "cta.slots=4", "cta.length=10", "cta.count=3", "cta.spread=1"}},
    {"one kernel, cdx19 and icc",
     {"cta.scheduler=topology-aware", "cta.count=40"},
     {"cta.scheduler=two-level", "cta.count=40"}},
    {"one kernel, round robin and global",
     {"cta.scheduler=round-robin", "cta.count=40"},
     {"cta.scheduler=global", "cta.count=40"}},
};

/* But for entries, which count as used by lines that nobody shares, too. */
static noc_tally tally_of(const char *const *over)
{
    const test_system t = test_compile(clusters, over);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 9, .workload = &t.design->workload});
    assert_non_null(run);
    assert_int_equal(noc_run_cycles(run, 6000, true), NOC_OK);
    noc_tally tally = *noc_run_tally(run);
    tally.cores.entries = 0;
    noc_run_free(run);
    test_system_free((test_system *)&t);
    return tally;
}

static void ends_are_alike(void **state)
{
    const alike_case *c = *state;
    const noc_tally one = tally_of(c->one), other = tally_of(c->other);
    assert_true(one.delivered[NOC_REPLY] > 500);
    assert_memory_equal(&one, &other, sizeof one);
}

/* ---- the bus -------------------------------------------------------------------------------- */

/* One request a cycle of a cluster, however many its cores want; in the injection buffer a cycle
 * later. */
static void bus_takes_one_a_cycle(void **state)
{
    (void)state;
    const char *over[] = {"network.topology=ideal",
                          "network.flit_bytes=128",
                          "workload.instructions=1",
                          "workload.l2_hit_rate=1",
                          "nodes.mshrs=64",
                          "workload.warps=64",
                          "memory.l2_banks=16",
                          "nodes.memory=8",
                          NO_SHARING,
                          "cluster.merge_entries=0",
                          NULL};
    const test_system t = test_compile(clusters, over);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 5, .workload = &t.design->workload});
    assert_non_null(run);
    assert_int_equal(noc_run_cycles(run, 2000, true), NOC_OK);
    const uint64_t before = noc_run_tally(run)->created[NOC_REQUEST];
    assert_int_equal(noc_run_cycles(run, 4000, true), NOC_OK);
    const double rate = (double)(noc_run_tally(run)->created[NOC_REQUEST] - before) / 4000.0 / 3.0;
    assert_true(rate <= 1.0);
    assert_near(rate, 1.0, 0.02);
    noc_run_free(run);
    test_system_free((test_system *)&t);
}

static void bus_takes_a_cycle(void **state)
{
    (void)state;
    const char *over[] = {"nodes.compute=2",
                          "cluster.cores=2",
                          "nodes.memory=1",
                          "nodes.mshrs=1",
                          "workload.warps=1",
                          "workload.instructions=5000",
                          "workload.l2_hit_rate=1",
                          "workload.read_fraction=1",
                          "traffic.read_fraction=1",
                          NO_SHARING,
                          NO_CTAS,
                          "cta.slots=1",
                          "cluster.merge_entries=0",
                          NULL};
    const test_system t = test_compile(clusters, over);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 5, .workload = &t.design->workload});
    assert_non_null(run);
    assert_int_equal(noc_run_cycles(run, 400000, true), NOC_OK);
    const noc_tally *tally = noc_run_tally(run);
    assert_true(tally->round_trips > 100);
    assert_near((double)tally->round_trip / (double)tally->round_trips,
                noc_zero_load_latency(t.system) + 7.0 + 1.0, 0.2);
    noc_run_free(run);
    test_system_free((test_system *)&t);
}

/* ---- closed form ---------------------------------------------------------------------------- */

typedef struct form_case {
    const char *name;
    double within;
    const char *over[4];
} form_case;

/* Neighbours run side by side, one a core, a request reaches its line and is back in a fixed time:
 * an ideal network, hits only. */
static const char side_by_side[] =
    "chip = { clock_mhz = 1000.0; };\n"
    "nodes = { compute = 16; memory = 8; mshrs = 64; simd_width = 32; };\n"
    "network = { topology = \"ideal\"; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n"
    "memory = { clock_mhz = 1000.0; l2_cycles = 120; l2_banks = 4; };\n"
    "workload = { instructions = 20.0; warps = 16; burst = 1; read_fraction = 1.0;\n"
    "             l2_hit_rate = 1.0; sharing = { same = 0.8; distance = 8.0; window = 600.0; }; "
    "};\n"
    "cluster = { cores = 4; merge_entries = 256; };\n"
    "cta = { scheduler = \"distributed\"; slots = 1; length = 3000; };\n";

static const form_case form_cases[] = {
    /* Who is too early or too late for the places of its time shares less, the more the fewer
     * lines a CTA touches in a window: 30, in the short one 15. */
    {"many entries", 0.1, {NULL}},
    {"few entries", 0.1, {"cluster.merge_entries=8"}},
    {"far", 0.1, {"workload.sharing.distance=60"}},
    {"less", 0.1, {"workload.sharing.same=0.3"}},
    {"short windows", 0.16, {"workload.sharing.window=300"}},
};

static void merging_saves_what_the_form_says(void **state)
{
    const form_case *c = *state;
    const test_system t = test_compile(side_by_side, c->over);
    const noc_sample_options options = {
        .precision = 0.004, .seed = 3, .thread_count = 2, .workload = &t.design->workload};
    noc_sample sample;
    noc_diag diag = {0};
    assert_int_equal(noc_sample_at(t.system, 0.0, &options, &sample, &diag), NOC_OK);
    const double instructions = sample.quantities[NOC_SAMPLE_INSTRUCTIONS].mean;
    const oracle_sharing_load load = {
        .ctas = 4,
        .apart = 1,
        .reads = instructions / t.design->workload.instructions / 4.0,
        .round_trip = sample.quantities[NOC_SAMPLE_ROUND_TRIP].mean,
        .entries = t.design->cluster.merge_entries,
    };
    const oracle_sharing_traffic form =
        oracle_sharing_traffic_of(&t.design->workload.sharing, &load);
    print_message("%s: absorbed %.4f, in closed form %.4f; entries %.3f, %.3f\n", c->name,
                  sample.absorbed, form.absorbed, sample.entries_used, form.entries_used);
    assert_near(sample.absorbed / form.absorbed, 1.0, c->within);
    assert_near(sample.entries_used / form.entries_used, 1.0, 0.09);
    test_system_free((test_system *)&t);
}

/* Four neighbours on a core whose cache never fills: each line is asked for once. In columns of a
 * grid of four none of them share. */
static const form_case cached_cases[] = {
    {"neighbours", 0.1, {NULL}},
    {"in columns", 0.02, {"workload.sharing.stride=4"}},
};

static const char on_one_core[] =
    "chip = { clock_mhz = 1000.0; };\n"
    "nodes = { compute = 16; memory = 8; mshrs = 64; simd_width = 32; l1_lines = 65536; };\n"
    "network = { topology = \"ideal\"; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n"
    "memory = { clock_mhz = 1000.0; l2_cycles = 120; l2_banks = 4; };\n"
    "workload = { instructions = 20.0; warps = 16; burst = 1; read_fraction = 1.0;\n"
    "             l2_hit_rate = 1.0; sharing = { same = 0.8; distance = 8.0; window = 1500.0; }; "
    "};\n"
    "cta = { scheduler = \"distributed\"; clusters = 16; slots = 4; length = 3000; };\n";

static void caches_save_what_the_form_says(void **state)
{
    const form_case *c = *state;
    const test_system t = test_compile(on_one_core, c->over);
    const noc_sample_options options = {
        .precision = 0.01, .seed = 3, .thread_count = 2, .workload = &t.design->workload};
    const noc_sharing *sharing = &t.design->workload.sharing;
    const oracle_sharing_load all = {4, 1, 1.0, sharing->window_cycles, INFINITY};
    const double saved =
        sharing->stride > 1 ? 0.0 : oracle_sharing_traffic_of(sharing, &all).absorbed;
    noc_sample sample;
    noc_diag diag = {0};
    assert_int_equal(noc_sample_at(t.system, 0.0, &options, &sample, &diag), NOC_OK);
    print_message("%s: %.3f reads, in closed form %.3f\n", c->name, sample.read_requests,
                  50.0 * (1.0 - saved));
    assert_near(sample.read_requests / (50.0 * (1.0 - saved)), 1.0, c->within);
    test_system_free((test_system *)&t);
}

int main(void)
{
    static test_list tests;
    TEST_TABLE_PREFIXED(&tests, "nothing lost", law_cases, nothing_gets_lost);
    TEST_TABLE_PREFIXED(&tests, "alike", alike_cases, ends_are_alike);
    test_add(&tests, "bus: a request a cycle", bus_takes_one_a_cycle);
    test_add(&tests, "bus: a cycle", bus_takes_a_cycle);
    TEST_TABLE_PREFIXED(&tests, "closed form", form_cases, merging_saves_what_the_form_says);
    TEST_TABLE_PREFIXED(&tests, "first-level cache", cached_cases, caches_save_what_the_form_says);
    return test_run("clusters in the closed loop", &tests);
}
