/* What samples tell beside their intervals: quantiles, shares of the time, channels; and where
 * their warm-up ends. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "tests/support/runs/engines.h"

typedef struct sample_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX];
    double load;
} sample_case;

/* ---- samples: what else they tell ----------------------------------------------------------- */

static void quantiles_of_packets_that_never_wait(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.packet_flits=1", NULL};
    test_system t = test_compile(test_own_node, overrides);
    const noc_sample s = test_sample_of(t.system, 0.5, test_quick(0.02, 1));
    assert_near(s.quantities[NOC_SAMPLE_LATENCY].mean, 7.0, 1e-9); /* 3 + 4 + 0 + 0 */
    assert_near(s.p50, 7.0, 0.5);
    assert_near(s.p99, 7.0, 0.5);
    assert_true(isnan(s.memory_blocked));
    test_system_free(&t);
}

/* Packets of one flit on 4x4, almost alone: 2 + 5 H cycles, H the routers between the 256 pairs. */
static void quantiles_of_distances(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.packet_flits=1", NULL};
    test_system t = test_compile(test_uniform, overrides);
    unsigned pairs[8] = {0}, sum = 0;
    for (int a = 0; a < 16; a++)
        for (int b = 0; b < 16; b++) pairs[1 + abs(a / 4 - b / 4) + abs(a % 4 - b % 4)]++;
    double want[3] = {0};
    static const double shares[] = {0.50, 0.95, 0.99};
    for (unsigned routers = 1; routers < 8; routers++) {
        const unsigned before = sum;
        sum += pairs[routers];
        for (int i = 0; i < 3; i++)
            if (before < shares[i] * 256 && sum >= shares[i] * 256) want[i] = 2.0 + 5.0 * routers;
    }
    const noc_sample s = test_sample_of(t.system, 0.004, test_quick(0.01, 1));
    assert_near(s.p50, want[0], 0.5);
    assert_near(s.p95, want[1], 0.5);
    assert_near(s.p99, want[2], 0.5);
    test_system_free(&t);
}

/* Latencies of a Geo/D/1 queue: 11 cycles and the work X that a packet finds, whose distribution is
 * that of the chain X' = max(0, X + 5 [a packet is created] - 1). Packets draw the same X in every
 * part of a run, so quantiles of a whole run come closer to the exact ones than those of a part. */
static double geo_d1_quantile(double packets_per_cycle, double share)
{
    enum { STATES = 512, FLITS = 5, STEPS = 20000 };
    static double now[STATES], next[STATES];
    memset(now, 0, sizeof now);
    now[0] = 1.0;
    for (int step = 0; step < STEPS; step++) {
        memset(next, 0, sizeof next);
        for (int x = 0; x < STATES - FLITS; x++) {
            next[x > 0 ? x - 1 : 0] += (1.0 - packets_per_cycle) * now[x];
            next[x + FLITS - 1] += packets_per_cycle * now[x];
        }
        memcpy(now, next, sizeof now);
    }
    double sum = 0.0;
    int x = -1;
    while (sum < share) sum += now[++x];
    return 11.0 + x;
}

static void quantiles_of_a_queue(void **state)
{
    (void)state;
    static const double load = 0.8;
    test_system t = test_compile(test_own_node, NULL);
    const noc_sample s = test_sample_of(t.system, load, test_quick(0.004, 1));
    assert_near(s.p50, geo_d1_quantile(load / 5.0, 0.50), 0.5);
    assert_near(s.p95, geo_d1_quantile(load / 5.0, 0.95), 1.5);
    assert_near(s.p99, geo_d1_quantile(load / 5.0, 0.99), 2.5);
    test_system_free(&t);
}

/* The quantiles are of all packets delivered after the warm-up: those of the same replications, run
 * again. */
static void quantiles_of_all_rounds(void **state)
{
    (void)state;
    enum { REPLICATIONS = 4, SEED = 3 };
    test_system t = test_compile(test_uniform, NULL);
    const double load = 0.45;
    const noc_sample s = test_sample_of(t.system, load, test_quick(0.005, SEED));
    const uint64_t cycles = s.cycles / REPLICATIONS, warmup = s.warmup_cycles / REPLICATIONS;
    static noc_sketch all;
    for (uint64_t i = 0; i < REPLICATIONS; i++) {
        noc_run *engine = test_engine_at(t.system, load, SEED * REPLICATIONS + i);
        test_run_cycles(engine, warmup);
        const noc_sketch before = *noc_run_sketch(engine);
        test_run_cycles(engine, cycles - warmup);
        noc_sketch_merge(&all, noc_run_sketch(engine));
        noc_sketch_subtract(&all, &before);
        noc_run_free(engine);
    }
    assert_true(s.windows > 0 && 2 * warmup < cycles);
    assert_true(s.p50 == noc_sketch_quantile(&all, 0.50));
    assert_true(s.p95 == noc_sketch_quantile(&all, 0.95));
    assert_true(s.p99 == noc_sketch_quantile(&all, 0.99));
    test_system_free(&t);
}

static const sample_case told_cases[] = {
    {"told: uniform", test_uniform, {NULL}, 0.4},
    {"told: uniform, overload", test_uniform, {NULL}, 1.2},
    {"told: many-to-few", test_gpu, {NULL}, 0.035},
    {"told: many-to-few, overload", test_gpu, {NULL}, 0.1},
    {"told: two planes", test_planes, {NULL}, 0.06},
};

static void check_told(void **state)
{
    enum { CHANNELS_MAX = 2048 };
    static double utilization[CHANNELS_MAX * NOC_CLASSES];
    const sample_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    assert_true(t.system->graph.channel_count <= CHANNELS_MAX);
    noc_sample_options options = test_quick(0.03, 4);
    options.utilization = utilization;
    const noc_sample s = test_sample_of(t.system, c->load, options);
    double highest = 0.0;
    for (uint32_t k = 0; k < t.system->graph.channel_count; k++) {
        const double both = utilization[k * NOC_CLASSES] + utilization[k * NOC_CLASSES + 1];
        assert_true(utilization[k * NOC_CLASSES] >= 0.0 && utilization[k * NOC_CLASSES + 1] >= 0.0);
        assert_true(both <= 1.0 + 1e-12);
        if (both > highest) highest = both;
    }
    assert_near(s.utilization, highest, 1e-12);
    assert_near(utilization[s.busiest_channel * NOC_CLASSES] +
                    utilization[s.busiest_channel * NOC_CLASSES + 1],
                highest, 1e-12);
    assert_true(s.p50 <= s.p95 && s.p95 <= s.p99);
    if (t.system->graph.memory_count) {
        assert_true(s.memory_blocked >= 0.0 && s.memory_blocked <= 1.0);
        assert_true(s.is_saturated ? s.memory_blocked > 0.1 : s.memory_blocked < 0.3);
    } else {
        assert_true(isnan(s.memory_blocked));
    }
    if (!s.is_saturated) { /* latencies have long tails upwards */
        const double mean =
            s.quantities[t.system->graph.memory_count ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY]
                .mean;
        assert_true(s.p50 < 1.1 * mean && s.p95 > mean);
    }
    assert_true(s.warmup_cycles < s.cycles);
    test_system_free(&t);
}

/* At light load the network has filled within the eighth that is dropped in any case: what is found
 * beyond it are the false alarms of the test, 1 in 100 for each part looked at. */
static void warmup_of_a_light_load_is_short(void **state)
{
    (void)state;
    enum { SEEDS = 50 };
    test_system t = test_compile(test_uniform, NULL);
    int longer = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const noc_sample s = test_sample_of(t.system, 0.2, test_quick(0.05, seed));
        assert_true(8 * s.warmup_cycles >= s.cycles);
        longer += 8 * s.warmup_cycles > s.cycles;
    }
    assert_true(longer <= 5); /* 0.5 expected */
    test_system_free(&t);
}

/* Close to saturation queues take long to fill, and a short run sees it. */
static void warmup_of_a_heavy_load_is_found(void **state)
{
    (void)state;
    enum { SEEDS = 50 };
    test_system t =
        test_compile(test_uniform, (const char *const[]){"traffic.packet_flits=1", NULL});
    int longer = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        noc_sample_options options = test_quick(0.001, seed);
        options.max_cycles = 512;
        const noc_sample s = test_sample_of(t.system, 0.66, options);
        longer += 8 * s.warmup_cycles > s.cycles;
    }
    print_message("warm-up longer than the least: %d of %d\n", longer, SEEDS);
    assert_true(longer >= SEEDS / 2);
    test_system_free(&t);
}

/* Far from its memory: 44 cores above 4 memory nodes. */
static const char tall[] =
    "chip = { clock_mhz = 602.0; };\n"
    "nodes = { compute = 44; memory = 4; mshrs = 32; placement = \"explicit\";\n"
    "          memory_at = ((0, 11), (1, 11), (2, 11), (3, 11)); };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 12; virtual_channels = 4; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n"
    "workload = \"steady\";\n";

static noc_sample sample_of_loop(const test_system *t, noc_sample_options options)
{
    options.workload = &t->design->workload;
    return test_sample_of(t->system, 0.0, options);
}

/* Until requests have gathered in front of the memory nodes, cores run at twice their pace: for
 * 5,000 cycles, of which an eighth of 16,384 would leave three. Half a dozen round trips later a
 * run is still too short to tell. */
static void warmup_of_a_loop_that_starts_high_is_found(void **state)
{
    (void)state;
    enum { SEEDS = 8 };
    const test_system t = test_compile(tall, NULL);
    const noc_sample_quantity ipc = NOC_SAMPLE_INSTRUCTIONS;
    const noc_interval settled = sample_of_loop(&t, test_quick(0.005, 1)).quantities[ipc];
    double mean = 0.0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        noc_sample_options options = test_quick(0.05, seed);
        options.max_cycles = 16384;
        const noc_sample s = sample_of_loop(&t, options);
        assert_false(s.is_converged);
        assert_true(8 * s.warmup_cycles > s.cycles);
        mean += s.quantities[ipc].mean / SEEDS;
    }
    assert_near(mean, settled.mean, 0.015 * settled.mean); /* with an eighth only 5 % too high */
    test_system_free((test_system *)&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "told: quantiles where nothing waits", quantiles_of_packets_that_never_wait);
    test_add(&list, "told: quantiles of distances", quantiles_of_distances);
    test_add(&list, "told: quantiles of a queue", quantiles_of_a_queue);
    test_add(&list, "told: quantiles of all rounds", quantiles_of_all_rounds);
    TEST_TABLE(&list, told_cases, check_told);
    test_add(&list, "warm-up: short at light load", warmup_of_a_light_load_is_short);
    test_add(&list, "warm-up: found at heavy load", warmup_of_a_heavy_load_is_found);
    if (test_is_whole())
        test_add(&list, "warm-up: found of a loop that starts high",
                 warmup_of_a_loop_that_starts_high_is_found);
    return test_run("measure", &list);
}
