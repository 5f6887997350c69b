/* Kernels in the closed loop: where and when their CTAs run, against the plan of the scheduler
 * alone; makespans; kernels that are not in each other's way; samples of runs to the end. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sampler/loop/closed_loop.h"
#include "sampler/run.h"
#include "sampler/sampling/sample.h"
#include "tests/oracles/cta_plan.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

/* Cores that issue an instruction a cycle and hardly ever ask for anything. */
static const char busy[] =
    "chip = { clock_mhz = 1000.0; };\n"
    "nodes = { compute = 6; memory = 2; mshrs = 8; simd_width = 32; };\n"
    "network = { topology = \"crossbar\"; flit_bytes = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n"
    "memory = { clock_mhz = 1000.0; };\n"
    "workload = { instructions = 1000000.0; warps = 1; l2_hit_rate = 1.0; };\n"
    "cluster = { cores = 3; };\n"
    "cta = { slots = 1; count = 40; length = 100; spread = 0.6; };\n";

static noc_run *run_of(const test_system *t, uint64_t seed)
{
    noc_run *run =
        noc_run_new(t->system, (noc_load){.seed = seed, .workload = &t->design->workload});
    assert_non_null(run);
    return run;
}

/* ---- the plan ------------------------------------------------------------------------------- */

typedef struct plan_case {
    const char *name;
    const char *over[5];
} plan_case;

static const plan_case plan_cases[] = {
    {"round robin", {"cta.scheduler=round-robin"}},
    {"two-level", {"cta.scheduler=two-level"}},
    {"global", {"cta.scheduler=global"}},
    {"greedy", {"cta.scheduler=greedy"}},
    {"distributed", {"cta.scheduler=distributed"}},
    {"as many as cores", {"cta.scheduler=greedy", "cta.count=6"}},
    {"fewer than cores", {"cta.scheduler=two-level", "cta.count=2"}},
    {"two kernels, round robin", {"cta.scheduler=round-robin", "cta.kernels=2"}},
    {"two kernels, topology-aware",
     {"cta.scheduler=topology-aware", "cta.kernels=2", "cta.count=[31,9]", "cta.length=[50,200]"}},
};

typedef struct planned {
    oracle_cta_run *runs[NOC_KERNELS_MAX];
    uint64_t counts[NOC_KERNELS_MAX], makespan;
    int kernels;
} planned;

static void plan(planned *p, const noc_design *d, const noc_kernels *kernels)
{
    const noc_cta_setup setup = noc_cta_make_setup(d, p->counts);
    p->kernels = setup.kernels;
    for (int k = 0; k < setup.kernels; k++) {
        p->runs[k] = calloc(p->counts[k], sizeof *p->runs[k]);
        assert_non_null(p->runs[k]);
        for (uint64_t i = 0; i < p->counts[k]; i++)
            p->runs[k][i].length = noc_cta_length(kernels, k, i);
    }
    assert_true(oracle_cta_plan(&setup, p->runs));
    for (int k = 0; k < setup.kernels; k++) {
        const uint64_t end = oracle_cta_makespan(p->runs[k], p->counts[k]);
        if (end > p->makespan) p->makespan = end;
    }
}

/* In the cycle that has just been run. Returns how many CTAs run. */
static uint64_t check_places(const planned *p, const noc_closed_loop *loop, uint64_t cycle)
{
    const noc_kernels *kernels = &loop->kernels;
    uint64_t running = 0;
    for (uint32_t at = 0; at < loop->cores.count * kernels->slot_count; at++) {
        const noc_cta_place *place = &kernels->places[at];
        if (place->warps == 0) continue; /* it did its last instruction in this cycle, or before */
        const oracle_cta_run *r = &p->runs[place->kernel][place->cta];
        assert_int_equal(r->at.core, at / kernels->slot_count);
        assert_int_equal(r->at.slot, at % kernels->slot_count);
        assert_true(r->start <= cycle && cycle + 1 < r->start + r->length);
        running++;
    }
    return running;
}

static uint64_t count_running(const planned *p, uint64_t cycle)
{
    uint64_t running = 0;
    for (int k = 0; k < p->kernels; k++)
        for (uint64_t i = 0; i < p->counts[k]; i++) {
            const oracle_cta_run *r = &p->runs[k][i];
            running += r->start <= cycle && cycle + 1 < r->start + r->length;
        }
    return running;
}

static void runs_follow_the_plan(void **state)
{
    const plan_case *c = *state;
    const test_system t = test_compile(busy, c->over);
    noc_run *run = run_of(&t, 11);
    const noc_closed_loop *loop = test_run_closed_loop(run);
    planned p = {.kernels = 0};
    plan(&p, t.design, &loop->kernels);
    for (uint64_t cycle = 0; cycle <= p.makespan; cycle++) {
        assert_false(noc_run_end(run)->is_over);
        assert_int_equal(noc_run_cycles(run, 1, true), NOC_OK);
        assert_int_equal(check_places(&p, loop, cycle), count_running(&p, cycle));
    }
    assert_true(noc_run_end(run)->is_over);
    assert_int_equal(noc_run_end(run)->makespan, p.makespan);
    for (int k = 0; k < p.kernels; k++)
        assert_int_equal(noc_run_end(run)->makespans[k],
                         oracle_cta_makespan(p.runs[k], p.counts[k]));
    for (int k = 0; k < p.kernels; k++) free(p.runs[k]);
    noc_run_free(run);
    test_system_free((test_system *)&t);
}

/* Two slots a core share its pipeline, in whole waves: each CTA takes twice its instructions. */
static void blocks_take_their_time(void **state)
{
    (void)state;
    const char *over[] = {"cta.scheduler=distributed-block",
                          "cta.slots=2",
                          "workload.warps=2",
                          "cta.count=48",
                          "cta.spread=0",
                          NULL};
    const test_system t = test_compile(busy, over);
    noc_run *run = run_of(&t, 11);
    assert_int_equal(noc_run_cycles(run, 1000, true), NOC_OK);
    assert_true(noc_run_end(run)->is_over);
    assert_int_equal(noc_run_end(run)->makespan, 48 / 12 * 200);
    noc_run_free(run);
    test_system_free((test_system *)&t);
}

/* Warps of a core are divided among slots, the first ones have one more. */
static void warps_are_divided(void **state)
{
    (void)state;
    const uint32_t of_seven[] = {3, 2, 2}, of_two[] = {1, 1, 0};
    for (uint32_t slot = 0; slot < 3; slot++) {
        assert_int_equal(noc_slot_warps(7, 3, slot), of_seven[slot]);
        assert_int_equal(noc_slot_warps(2, 3, slot), of_two[slot]);
    }
}

/* ---- samples -------------------------------------------------------------------------------- */

static noc_sample sample_of(const test_system *t, double precision)
{
    const noc_sample_options options = {
        .precision = precision, .seed = 3, .thread_count = 2, .workload = &t->design->workload};
    noc_sample sample;
    noc_diag diag = {0};
    assert_int_equal(noc_sample_at(t->system, 0.0, &options, &sample, &diag), NOC_OK);
    return sample;
}

/* Each fits into its own half of the cores: together they are as fast as alone. */
static void kernels_apart_do_not_slow_each_other(void **state)
{
    (void)state;
    const char *over[] = {"cta.scheduler=round-robin", "cta.kernels=2", "cta.count=3",
                          "cta.spread=0", NULL};
    const test_system t = test_compile(busy, over);
    const noc_sample s = sample_of(&t, 0.02);
    assert_near(s.stp, 2.0, 1e-12);
    assert_near(s.antt, 1.0, 1e-12);
    test_system_free((test_system *)&t);
}

/* Both want all cores: each takes twice as long, but for what is left over. */
static void kernels_share_the_cores(void **state)
{
    (void)state;
    const char *over[] = {"cta.scheduler=round-robin", "cta.kernels=2", "cta.count=60",
                          "cta.spread=0", NULL};
    const test_system t = test_compile(busy, over);
    const noc_sample s = sample_of(&t, 0.02);
    assert_near(s.stp, 1.0, 1e-12);
    assert_near(s.antt, 2.0, 1e-12);
    test_system_free((test_system *)&t);
}

/* Likewise without end. */
static void endless_kernels_share_the_cores(void **state)
{
    (void)state;
    const char *over[] = {"cta.scheduler=topology-aware",
                          "cta.kernels=2",
                          "cta.count=0",
                          "nodes.compute=8",
                          "cluster.cores=4",
                          NULL};
    const test_system t = test_compile(busy, over);
    const noc_sample s = sample_of(&t, 0.02);
    assert_near(s.stp, 1.0, 0.01);
    assert_near(s.antt, 2.0, 0.02);
    assert_true(isnan(s.makespan));
    test_system_free((test_system *)&t);
}

/* IPC is all instructions over the makespan; more replications where lengths are drawn. */
static void samples_run_to_the_end(void **state)
{
    (void)state;
    const char *even[] = {"cta.scheduler=global", "cta.spread=0", "cta.count=12", NULL};
    const char *uneven[] = {"cta.scheduler=global", "cta.spread=1", "cta.count=12", NULL};
    test_system t = test_compile(busy, even);
    const noc_sample same = sample_of(&t, 0.001);
    assert_near(same.makespan, 200.0, 1e-9);
    assert_near(same.quantities[NOC_SAMPLE_INSTRUCTIONS].mean, 6.0, 1e-9);
    assert_int_equal(same.windows, 4);
    test_system_free(&t);
    t = test_compile(busy, uneven);
    const noc_sample drawn = sample_of(&t, 0.02);
    const noc_interval *ipc = &drawn.quantities[NOC_SAMPLE_INSTRUCTIONS];
    assert_true(drawn.windows > 4 && drawn.is_converged);
    assert_true(ipc->half_width <= 0.02 * ipc->mean && ipc->mean < 6.0);
    assert_near(ipc->mean * drawn.makespan / (12.0 * 100.0), 1.0, 0.02);
    test_system_free(&t);
}

/* Loops that end have the laws of those that do not: requests are as many as instructions ask
 * for. */
static void requests_follow_instructions(void **state)
{
    (void)state;
    const char *over[] = {"cta.scheduler=global", "workload.instructions=10", "workload.warps=4",
                          "cta.length=500", NULL};
    const test_system t = test_compile(busy, over);
    noc_run *run = run_of(&t, 3);
    for (int i = 0; i < 100 && !noc_run_end(run)->is_over; i++)
        assert_int_equal(noc_run_cycles(run, 1000, true), NOC_OK);
    const noc_loop_end *end = noc_run_end(run);
    uint64_t instructions = 0;
    assert_true(end->is_over && end->makespan > 10000);
    const noc_kernels *kernels = &test_run_closed_loop(run)->kernels;
    for (uint64_t i = 0; i < 40; i++) instructions += 4 * noc_cta_length(kernels, 0, i);
    assert_true(end->tally.instructions == instructions);
    assert_near((double)end->tally.created[NOC_REQUEST] / (double)instructions, 0.1, 0.005);
    assert_true(end->tally.cycles == end->makespan);
    noc_run_free(run);
    test_system_free((test_system *)&t);
}

int main(void)
{
    static test_list tests;
    TEST_TABLE_PREFIXED(&tests, "plan", plan_cases, runs_follow_the_plan);
    test_add(&tests, "blocks take their time", blocks_take_their_time);
    test_add(&tests, "warps are divided", warps_are_divided);
    test_add(&tests, "kernels apart", kernels_apart_do_not_slow_each_other);
    test_add(&tests, "kernels together", kernels_share_the_cores);
    test_add(&tests, "endless kernels together", endless_kernels_share_the_cores);
    test_add(&tests, "samples run to the end", samples_run_to_the_end);
    test_add(&tests, "requests follow instructions", requests_follow_instructions);
    return test_run("kernels in the closed loop", &tests);
}
