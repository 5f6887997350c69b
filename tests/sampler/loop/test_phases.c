/* Workloads with phases, sampled: cores that do not wait for each other take the time of each phase
 * for its share of the instructions; shares are kept; intervals cover. */
#include <math.h>
#include <stdio.h>

#include "sampler/sampling/controls.h"
#include "sampler/sampling/sample.h"
#include "tests/support/helpers.h"

/* Without routers, and with all data in the cache. */
static const char alone[] =
    "chip = { clock_mhz = 1000.0; };\n"
    "nodes = { compute = 6; memory = 4; simd_width = 8; };\n"
    "network = { topology = \"ideal\"; flit_bytes = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; read_request_bytes = 8; read_reply_bytes = 64;\n"
    "            write_request_bytes = 72; write_reply_bytes = 8; };\n"
    "memory = { clock_mhz = 1000.0; l2_cycles = 40; l2_banks = 8; };\n"
    "workload = { instructions = 10.0; warps = 1; burst = 1; read_fraction = 1.0;\n"
    "             l2_hit_rate = 1.0; phase_period = 2000; };\n";

static noc_sample sample_of(const char *text, const char *const *over, uint64_t seed)
{
    const test_system t = test_compile(text, over);
    noc_sample sample;
    noc_diag diag = {0};
    const noc_sample_options options = {
        .precision = 0.01, .seed = seed, .thread_count = 1, .workload = &t.design->workload};
    assert_int_equal(noc_sample_at(t.system, 0.0, &options, &sample, &diag), NOC_OK);
    test_system_free((test_system *)&t);
    return sample;
}

/* ---- one after the other -------------------------------------------------------------------- */

typedef struct harmonic_case {
    const char *name, *phases;
    double shares[3];
    const char *steady[3][2]; /* each phase by itself */
} harmonic_case;

static const harmonic_case harmonic_cases[] = {
    {"instructions of a request",
     "workload.phases=({ share = 0.5; instructions = 2; }, { share = 0.5; instructions = 40; })",
     {0.5, 0.5},
     {{"workload.instructions=2"}, {"workload.instructions=40"}}},
    {"three phases, one of them short",
     "workload.phases=({ share = 0.035; instructions = 2; }, { share = 0.3; instructions = 8; }, "
     "{ share = 0.665; instructions = 90; })",
     {0.035, 0.3, 0.665},
     {{"workload.instructions=2"}, {"workload.instructions=8"}, {"workload.instructions=90"}}},
    {"warps that rest",
     "workload.phases=({ share = 0.4; warps = 5; instructions = 12; }, { share = 0.6; })",
     {0.4, 0.6},
     {{"workload.warps=5", "workload.instructions=12"}, {"workload.warps=1"}}},
    {"bursts",
     "workload.phases=({ share = 0.7; burst = 4; instructions = 3; }, { share = 0.3; })",
     {0.7, 0.3},
     {{"workload.burst=4", "workload.instructions=3"}, {"workload.burst=1"}}},
    {"writes",
     "workload.phases=({ share = 0.5; read_fraction = 0.2; instructions = 4; }, { share = 0.5; })",
     {0.5, 0.5},
     {{"workload.read_fraction=0.2", "workload.instructions=4"}, {"workload.read_fraction=1"}}},
};

/* Cores that nobody is in the way of are as fast in each phase as if there was no other: the time
 * of an instruction is the mean over phases, by their shares. */
static void phases_take_their_times(void **state)
{
    const harmonic_case *c = *state;
    const noc_sample s = sample_of(alone, (const char *const[]){c->phases, NULL}, 1);
    double time = 0.0;
    for (int k = 0; k < 3 && c->shares[k] > 0.0; k++) {
        const char *const over[] = {c->steady[k][0], c->steady[k][1], NULL};
        const double rate = sample_of(alone, over, 2).quantities[NOC_SAMPLE_INSTRUCTIONS].mean;
        time += c->shares[k] / rate;
        assert_near(s.phase_shares[k], c->shares[k], 0.03);
        assert_near(s.phase_instructions[k] * 6.0 / rate, 1.0, 0.03);
    }
    assert_near(s.quantities[NOC_SAMPLE_INSTRUCTIONS].mean * time, 1.0, 0.015);
}

/* ---- nothing changed ------------------------------------------------------------------------ */

static void one_phase_is_none(void **state)
{
    (void)state;
    const noc_sample one = sample_of(
        alone, (const char *const[]){"workload.phases=({ share = 1; instructions = 10; })", NULL},
        1);
    const noc_sample none = sample_of(alone, NULL, 1);
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++)
        assert_memory_equal(&one.quantities[q].mean, &none.quantities[q].mean,
                            sizeof(double)); /* NAN included */
    assert_int_equal(one.flit_hops, none.flit_hops);
    assert_int_equal(one.cycles, none.cycles);
}

/* Phases that are all alike are no others than none, but by chance. */
static void equal_phases_are_none(void **state)
{
    (void)state;
    const noc_sample two = sample_of(
        alone, (const char *const[]){"workload.phases=({ share = 0.3; }, { share = 0.7; })", NULL},
        1);
    const noc_interval a = two.quantities[NOC_SAMPLE_INSTRUCTIONS];
    const noc_interval b = sample_of(alone, NULL, 1).quantities[NOC_SAMPLE_INSTRUCTIONS];
    assert_near(a.mean / b.mean, 1.0, 0.01);
}

/* ---- intervals ------------------------------------------------------------------------------ */

/* DRAMs that are too slow for all cores at once. */
static const char *const contended[] = {
    "workload.l2_hit_rate=0", "workload.warps=16", "memory.clock_mhz=120",
    "workload.phases=({ share = 0.4; instructions = 3; }, { share = 0.6; instructions = 60; })",
    NULL};

/* Of 95 % intervals of independent runs few miss the mean of all, which is as good as known beside
 * one: P(more than 4 of 16 miss) is 0.001. */
static void intervals_cover(void **state)
{
    (void)state;
    enum { SEEDS = 16, MISSES_MOST = 4 };
    noc_interval found[SEEDS];
    double mean = 0.0;
    int misses = 0;
    for (int i = 0; i < SEEDS; i++) {
        found[i] =
            sample_of(alone, contended, 10u + (uint64_t)i).quantities[NOC_SAMPLE_INSTRUCTIONS];
        mean += found[i].mean / SEEDS;
    }
    for (int i = 0; i < SEEDS; i++) misses += fabs(found[i].mean - mean) > found[i].half_width;
    print_message("  %d of %d intervals miss the mean of all\n", misses, SEEDS);
    assert_true(misses <= MISSES_MOST);
}

/* ---- controls ------------------------------------------------------------------------------- */

/* What goes with a quantity whose mean is 0 is taken away, all of it: y = 7 + 3 a - 2 b. */
static void controls_take_their_part(void **state)
{
    (void)state;
    enum { BATCHES = 32 };
    uint64_t random = 5;
    noc_batch_sums batches[BATCHES];
    double controls[2 * BATCHES];
    for (size_t i = 0; i < BATCHES; i++) {
        for (size_t k = 0; k < 2; k++)
            controls[2 * i + k] = (double)test_random_below(&random, 1000) / 500.0 - 0.8;
        batches[i] = (noc_batch_sums){7.0 + 3.0 * controls[2 * i] - 2.0 * controls[2 * i + 1], 1.0};
    }
    assert_true(noc_controls_apply(batches, BATCHES, controls, 2));
    for (size_t i = 0; i < BATCHES; i++) assert_near(batches[i].numerator, 7.0, 1e-9);
}

/* One that says what another says, or too few batches: nothing happens. */
static void useless_controls_are_left(void **state)
{
    (void)state;
    enum { BATCHES = 16 };
    noc_batch_sums batches[BATCHES];
    double controls[2 * BATCHES];
    for (size_t i = 0; i < BATCHES; i++) {
        batches[i] = (noc_batch_sums){(double)i, 1.0};
        controls[2 * i] = controls[2 * i + 1] = (double)(i * i % 7);
    }
    assert_false(noc_controls_apply(batches, BATCHES, controls, 2));
    assert_false(noc_controls_apply(batches, 4, controls, 2));
    for (size_t i = 0; i < BATCHES; i++) assert_near(batches[i].numerator, (double)i, 0.0);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, harmonic_cases, phases_take_their_times);
    test_add(&list, "one phase is none", one_phase_is_none);
    test_add(&list, "equal phases are none", equal_phases_are_none);
    test_add(&list, "intervals cover", intervals_cover);
    test_add(&list, "controls take their part", controls_take_their_part);
    test_add(&list, "useless controls are left", useless_controls_are_left);
    return test_run("phases", &list);
}
