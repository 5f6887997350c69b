/* The sampler's closed loop: a request alone to the cycle; Little's law, conservation, limits that
 * cannot be passed; threads change nothing. */
#include <math.h>

#include "analytic/zero_load.h"
#include "network/compile/compile.h"
#include "sampler/run.h"
#include "sampler/sampling/sample.h"
#include "tests/support/runs/closed_loops.h"

/* ---- one request at a time ------------------------------------------------------------------ */

typedef struct alone_case {
    const char *name, *over, *over2;
    double more; /* cycles beyond zero load and the cache's latency */
} alone_case;

static const alone_case alone_cases[] = {
    {"alone: a hit", "workload.l2_hit_rate=1", NULL, 0},
    {"alone: a hit, ideal network", "workload.l2_hit_rate=1", "network.topology=ideal", 0},
    {"alone: a write that hits", "workload.l2_hit_rate=1", "workload.read_fraction=0", 0},
    /* The first misses find banks closed, later ones mostly another row open: never less than tCL
     * and the burst, nor more than that with tRP, tRCD and tRC. */
    {"alone: an open row", "workload.row_locality=1", NULL, 1 + 9 + 4},
};

static void lone_request_takes_its_time(void **state)
{
    const alone_case *c = *state;
    const char *over[] = {c->over, c->over2, NULL};
    const test_system t = test_compile(test_lone_core, over);
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 3, .workload = &t.design->workload});
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, 2000, true), NOC_OK); /* the first access opens the row */
    const noc_tally before = *noc_run_tally(e);
    assert_int_equal(noc_run_cycles(e, 20000, true), NOC_OK);
    const noc_tally *after = noc_run_tally(e);
    const double trips = (double)(after->round_trips - before.round_trips);
    const double mean = (double)(after->round_trip - before.round_trip) / trips;
    double idle = noc_zero_load_latency(t.system);
    if (t.design->workload.read_fraction == 0.0) { /* the traffic's mix is another one */
        noc_design writes = *t.design;
        noc_system *system = NULL;
        noc_diag diag = {0};
        writes.traffic.read_fraction = 0.0;
        assert_int_equal(noc_system_compile(&writes, &system, &diag), NOC_OK);
        idle = noc_zero_load_latency(system);
        noc_system_free(system);
    } else {
        noc_design reads = *t.design;
        noc_system *system = NULL;
        noc_diag diag = {0};
        reads.traffic.read_fraction = 1.0;
        assert_int_equal(noc_system_compile(&reads, &system, &diag), NOC_OK);
        idle = noc_zero_load_latency(system);
        noc_system_free(system);
    }
    assert_true(trips > 100);
    assert_near(mean, idle + 7 + c->more, 1e-9);
    noc_run_free(e);
    test_system_free((test_system *)&t);
}

/* ---- laws ----------------------------------------------------------------------------------- */

typedef struct law_case {
    const char *name, *file;
    const char *over[6];
} law_case;

/* te13's designs do not answer writes, whose MSHRs then are free before a round trip is over. */
#define ANSWERED "memory.write_replies=true"

static const law_case law_cases[] = {
    {"mesh, all wait", "configs/te13-baseline.cfg", {"workload=steady", ANSWERED, NULL}},
    {"mesh, few requests",
     "configs/te13-baseline.cfg",
     {"workload=steady", "workload.instructions=60", ANSWERED, NULL}},
    {"mesh, writes",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, "workload.read_fraction=0.1", NULL}},
    {"mesh, short queues",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, "memory.input_queue=1", "memory.reply_queue=1",
      "memory.dram_queue=1", NULL}},
    {"slices, two ports", "configs/te13-dcie-2p.cfg", {"workload=steady", ANSWERED, NULL}},
    {"crossbars, shared DRAM", "configs/cdx19-cdxbar-80.cfg", {"workload=high", NULL}},
    {"cache with banks",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, "memory.l2_banks=4", "memory.l2_bank_cycles=6", NULL}},
    {"codecs",
     "configs/te13-baseline.cfg",
     {"workload=steady", ANSWERED, "codec.cycles=2", "codec.compressible=0.5", "codec.ratio=0.5",
      NULL}},
    {"codecs, two ports, a short queue",
     "configs/te13-dcie-2p.cfg",
     {"workload=steady", ANSWERED, "codec.cycles=3", "memory.input_queue=1", NULL}},
    {"ideal", "configs/te13-ideal.cfg", {"workload=steady", ANSWERED, NULL}},
    {"ideal, limited",
     "configs/te13-bwlimit.cfg",
     {"workload=steady", ANSWERED, "network.flits_per_cycle=5", NULL}},
};

/* Little's law; flits and credits; never more outstanding than MSHRs; instructions = requests times
 * instructions per request; each core's pipeline takes at most an instruction in its time. */
static void laws_hold(void **state)
{
    enum { CYCLES = 60000 };
    const law_case *c = *state;
    const test_system t = test_compile_file(c->file, c->over);
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 7, .workload = &t.design->workload});
    noc_diag diag = {0};
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, CYCLES / 2, true), NOC_OK);
    const noc_tally from = *noc_run_tally(e);
    assert_int_equal(noc_run_cycles(e, CYCLES, true), NOC_OK);
    const noc_tally *to = noc_run_tally(e);
    const double cycles = (double)(to->cycles - from.cycles);
    const double trips = (double)(to->round_trips - from.round_trips);
    const double held = (double)(to->outstanding - from.outstanding) / cycles;
    const double waited = (double)(to->round_trip - from.round_trip) / cycles;
    const double cores = t.system->graph.compute_count;
    const double instructions = (double)(to->instructions - from.instructions);
    const double issue =
        fmax(1.0, (double)t.design->nodes.warp_threads / t.design->nodes.simd_width);
    assert_true(trips > 1000);
    /* Ideal networks deliver when the cores have had their turn: MSHRs are held a cycle more. */
    const bool ideal = !noc_graph_has_channels(&t.system->graph);
    assert_near(held / (waited + (ideal ? trips / cycles : 0.0)), 1.0, 0.02);
    assert_true(held <= cores * t.design->nodes.mshrs);
    assert_near(instructions / trips / t.design->workload.instructions, 1.0, 0.05);
    assert_true(instructions * issue <=
                ((double)(to->core_cycles - from.core_cycles) + issue) * cores);
    assert_int_equal(noc_run_check(e, &diag), NOC_OK);
    noc_run_free(e);
    test_system_free((test_system *)&t);
}

typedef struct unanswered_case {
    const char *name, *over[6];
    double reads;
} unanswered_case;

static const unanswered_case unanswered_cases[] = {
    {"unanswered: all", {"workload.read_fraction=0", "workload.l2_hit_rate=1"}, 0.0},
    {"unanswered: all, ideal network",
     {"workload.read_fraction=0", "workload.l2_hit_rate=1", "network.topology=ideal"},
     0.0},
    {"unanswered: some",
     {"workload.read_fraction=0.5", "workload.l2_hit_rate=1", "nodes.mshrs=64"},
     0.5},
    {"unanswered: from the DRAM", {"workload.read_fraction=0.5", "nodes.mshrs=64"}, 0.5},
};

/* Where writes are not answered replies are those of reads; by Little's law a lone write holds its
 * MSHR until its memory node has done it: a way there, the cache's latency, and the cycle in which
 * it hears of it. */
static void writes_need_no_answer(void **state)
{
    const unanswered_case *c = *state;
    const char *over[8] = {"memory.write_replies=false"};
    for (size_t i = 0; c->over[i]; i++) over[i + 1] = c->over[i];
    const test_system t = test_compile(test_lone_core, over);
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 3, .workload = &t.design->workload});
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, 100000, true), NOC_OK);
    const noc_tally *tally = noc_run_tally(e);
    const double requests = (double)tally->delivered[NOC_REQUEST];
    const double replies = (double)tally->delivered[NOC_REPLY];
    assert_true(requests > 1000);
    assert_near(replies / requests, c->reads, c->reads > 0.0 ? 0.05 : 0.0);
    if (c->reads == 0.0)
        assert_near((double)tally->outstanding / requests,
                    (double)tally->latency[NOC_REQUEST] / requests + 7.0 + 1.0, 0.01);
    noc_run_free(e);
    test_system_free((test_system *)&t);
}

/* An overloaded network that takes N flits a cycle takes N. */
static void limit_is_used_up(void **state)
{
    (void)state;
    const test_system t = test_compile_file(
        "configs/te13-bwlimit.cfg",
        (const char *const[]){"workload=steady", "network.flits_per_cycle=7", NULL});
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 7, .workload = &t.design->workload});
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, 5000, true), NOC_OK);
    const noc_tally from = *noc_run_tally(e);
    assert_int_equal(noc_run_cycles(e, 20000, true), NOC_OK);
    const double flits = (double)(noc_run_tally(e)->flits_injected - from.flits_injected);
    assert_near(flits / 20000.0, 7.0, 0.005);
    noc_run_free(e);
    test_system_free((test_system *)&t);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    const test_system t =
        test_compile_file("configs/te13-baseline.cfg", (const char *const[]){"workload=LH", NULL});
    noc_sample samples[2];
    for (unsigned k = 0; k < 2; k++) {
        noc_diag diag = {0};
        const noc_sample_options options = {.precision = 0.05,
                                            .seed = 3,
                                            .thread_count = 1 + 3 * k,
                                            .workload = &t.design->workload};
        assert_int_equal(noc_sample_at(t.system, 0.0, &options, &samples[k], &diag), NOC_OK);
    }
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++)
        assert_memory_equal(&samples[0].quantities[q].mean, &samples[1].quantities[q].mean,
                            sizeof(double)); /* NAN included */
    assert_true(samples[0].memory_stalled == samples[1].memory_stalled);
    assert_int_equal(samples[0].cycles, samples[1].cycles);
    test_system_free((test_system *)&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, alone_cases, lone_request_takes_its_time);
    TEST_TABLE_PREFIXED(&list, "laws", law_cases, laws_hold);
    TEST_TABLE(&list, unanswered_cases, writes_need_no_answer);
    test_add(&list, "laws: a limit is used up", limit_is_used_up);
    test_add(&list, "sample: threads change nothing", threads_change_nothing);
    return test_run("laws of the closed loop", &list);
}
