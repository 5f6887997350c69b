/* Samples: repeatable, with intervals that hold what they promise, ended when they should; and
 * searches for saturation and knee that agree with them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "sampler/sample.h"
#include "tests/engines.h"

/* ---- samples: repeatable -------------------------------------------------------------------- */

static noc_sample_options quick(double precision, uint64_t seed)
{
    return (noc_sample_options){.precision = precision, .seed = seed, .jobs = 1};
}

static noc_sample sample_of(const noc_system *s, double load, noc_sample_options options)
{
    noc_sample sample;
    noc_diag diag = {0};
    const noc_status status = noc_sample_at(s, load, &options, &sample, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    return sample;
}

/* Bit for bit. */
static void assert_equal_samples(const noc_sample *a, const noc_sample *b)
{
    assert_memory_equal(a->quantities, b->quantities, sizeof a->quantities);
    assert_memory_equal(&a->utilization, &b->utilization, sizeof a->utilization);
    assert_true(a->saturated == b->saturated && a->converged == b->converged);
    assert_true(a->busiest == b->busiest && a->windows == b->windows);
    assert_true(a->cycles == b->cycles && a->warmup_cycles == b->warmup_cycles);
    assert_true(a->flit_hops == b->flit_hops);
    assert_true(a->p50 == b->p50 && a->p95 == b->p95 && a->p99 == b->p99);
    assert_memory_equal(&a->memory_blocked, &b->memory_blocked, sizeof a->memory_blocked);
}

typedef struct sample_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX];
    double load;
} sample_case;

static const sample_case repeated_cases[] = {
    {"same seed, any jobs: uniform", test_uniform, {NULL}, 0.4},
    {"same seed, any jobs: overload", test_uniform, {"network.buffer_flits=2"}, 1.5},
    {"same seed, any jobs: 32 VCs, separable",
     test_uniform,
     {"network.virtual_channels=32", "network.allocator=separable", "network.router_stages=1"},
     0.4},
    {"same seed, any jobs: many-to-few", test_gpu, {"network.slices=2"}, 0.04},
    {"same seed, any jobs: two planes", test_planes, {NULL}, 0.06},
};

static void check_repeatable(void **state)
{
    const sample_case *c = *state;
    static const unsigned jobs[] = {2, 4, 7};
    test_system t = test_compile(c->text, c->overrides);
    noc_sample_options options = quick(0.05, 77);
    const noc_sample first = sample_of(t.system, c->load, options);
    assert_true(first.cycles > 0 && first.flit_hops > 0 && first.windows > 1);
    for (size_t i = 0; i < TEST_COUNT(jobs); i++) {
        options.jobs = jobs[i];
        const noc_sample again = sample_of(t.system, c->load, options);
        assert_equal_samples(&first, &again);
    }
    test_system_free(&t);
}

/* |a - b| within twice what two independent intervals at 95 % leave open: many are compared. */
static bool agree(const noc_interval *a, const noc_interval *b)
{
    return fabs(a->mean - b->mean) <= 2.0 * hypot(a->half_width, b->half_width);
}

static void other_seed_other_sample_same_answer(void **state)
{
    (void)state;
    test_system t = test_compile(test_uniform, NULL);
    const noc_sample first = sample_of(t.system, 0.4, quick(0.02, 1));
    for (uint64_t seed = 2; seed < 8; seed++) {
        const noc_sample other = sample_of(t.system, 0.4, quick(0.02, seed));
        assert_true(first.flit_hops != other.flit_hops);
        for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) {
            const noc_interval *a = &first.quantities[q], *b = &other.quantities[q];
            if (isnan(a->mean)) continue;
            assert_true(a->mean != b->mean);
            assert_true(agree(a, b));
        }
    }
    test_system_free(&t);
}

/* ---- samples: right ------------------------------------------------------------------------- */

/* 40 samples of a network with one Geo/D/1 queue that is busy for 80 % of the time: at 95 % each,
 * fewer than 34 hold the exact mean once in 300 sets of seeds. Little precision is asked for, so
 * that a first round whose interval happens to be narrow would end the sample too soon. */
static void intervals_cover_the_mean(void **state)
{
    (void)state;
    enum { SAMPLES = 40, COVERED = 34 };
    static const double precision = 0.05;
    test_system t = test_compile(test_own_node, NULL);
    const double busy = 0.8, wait = (5 * busy - busy) / (2 * (1 - busy)); /* of a Geo/D/1 queue */
    const double mean = noc_zero_load_latency(t.system) + wait;
    int covered = 0;
    for (uint64_t seed = 1; seed <= SAMPLES; seed++) {
        const noc_sample s = sample_of(t.system, busy, quick(precision, seed));
        const noc_interval *latency = &s.quantities[NOC_SAMPLE_LATENCY];
        assert_true(s.converged && !s.saturated);
        assert_true(latency->half_width <= precision * latency->mean);
        covered += fabs(latency->mean - mean) <= latency->half_width;
    }
    if (covered < COVERED) print_error("%d of %d intervals hold the mean\n", covered, SAMPLES);
    assert_true(covered >= COVERED);
    test_system_free(&t);
}

/* Loads of about 20, 50, 80 % of saturation. */
static const sample_case accepting_cases[] = {
    {"accepted is offered: uniform, low", test_uniform, {NULL}, 0.12},
    {"accepted is offered: uniform, middle", test_uniform, {NULL}, 0.3},
    {"accepted is offered: uniform, high", test_uniform, {NULL}, 0.48},
    {"accepted is offered: 1 stage", test_uniform, {"network.router_stages=1"}, 0.4},
    {"accepted is offered: many-to-few", test_gpu, {NULL}, 0.035},
    {"accepted is offered: many-to-few, 2 slices", test_gpu, {"network.slices=2"}, 0.05},
    {"accepted is offered: two cycles a flit", test_uniform, {"network.allocation_hold=flit"}, 0.2},
    {"accepted is offered: two cycles a packet",
     test_gpu,
     {"network.allocation_hold=packet"},
     0.03},
    {"accepted is offered: two planes", test_planes, {NULL}, 0.06},
};

static void check_accepting(void **state)
{
    const sample_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_sample s = sample_of(t.system, c->load, quick(0.02, 5));
    const noc_interval *accepted = &s.quantities[NOC_SAMPLE_ACCEPTED];
    const double routers =
        t.system->graph.memory_count
            ? (noc_routers_mean(t.system, NOC_REQUEST) + noc_routers_mean(t.system, NOC_REPLY)) / 2
            : noc_routers_mean(t.system, NOC_REQUEST);
    assert_true(s.converged && !s.saturated);
    assert_true(accepted->half_width < 0.03 * c->load);
    assert_near(accepted->mean, c->load, 1.6 * accepted->half_width);
    assert_near(s.quantities[NOC_SAMPLE_HOPS].mean, routers,
                1.6 * s.quantities[NOC_SAMPLE_HOPS].half_width);
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &loads), NOC_OK);
    const uint32_t busiest = noc_loads_busiest(&loads, t.system->graph.channel_count);
    const double utilization =
        loads.channel_flits[busiest] * noc_system_packet_rate(t.system, c->load);
    /* the largest of many counts of at least so many flits, in packets of up to 5 */
    const double flits = utilization * (double)s.cycles / 2.0;
    assert_near(s.utilization, utilization, 4.5 * sqrt(5.0 / flits) * utilization);
    noc_loads_clear(&loads);
    test_system_free(&t);
}

/* The mirror image at the diagonal with the other order of dimensions is the same network. */
typedef struct mirror_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX], *mirrored[OVERRIDES_MAX];
    double load;
} mirror_case;

static const mirror_case mirror_cases[] = {
    {"mirror: memory nodes in rows and in columns",
     test_gpu,
     {"nodes.placement=explicit",
      "nodes.memory_at=((1,0),(2,0),(3,0),(4,0),(1,5),(2,5),(3,5),(4,5))"},
     {"nodes.placement=explicit",
      "nodes.memory_at=((0,1),(0,2),(0,3),(0,4),(5,1),(5,2),(5,3),(5,4))", "network.routing=yx"},
     0.04},
    {"mirror: hotspots",
     test_uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(1, 7)", "network.virtual_channels=4"},
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(4, 13)", "network.virtual_channels=4",
      "network.routing=yx"},
     0.06},
    {"mirror: a long grid",
     test_uniform,
     {"network.columns=8", "network.rows=2", "network.router_stages=2"},
     {"network.columns=2", "network.rows=8", "network.router_stages=2", "network.routing=yx"},
     0.3},
    {"mirror: uniform", test_uniform, {NULL}, {"network.routing=yx"}, 0.4},
};

static void check_mirror(void **state)
{
    const mirror_case *c = *state;
    test_system a = test_compile(c->text, c->overrides), b = test_compile(c->text, c->mirrored);
    const noc_sample one = sample_of(a.system, c->load, quick(0.01, 3));
    const noc_sample other = sample_of(b.system, c->load, quick(0.01, 4));
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) {
        if (isnan(one.quantities[q].mean)) continue;
        assert_true(agree(&one.quantities[q], &other.quantities[q]));
    }
    assert_near(one.utilization, other.utilization, 0.08 * one.utilization);
    test_system_free(&a);
    test_system_free(&b);
}

/* ---- samples: what else they tell ----------------------------------------------------------- */

static void quantiles_of_packets_that_never_wait(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.packet_flits=1", NULL};
    test_system t = test_compile(test_own_node, overrides);
    const noc_sample s = sample_of(t.system, 0.5, quick(0.02, 1));
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
    const noc_sample s = sample_of(t.system, 0.004, quick(0.01, 1));
    assert_near(s.p50, want[0], 0.5);
    assert_near(s.p95, want[1], 0.5);
    assert_near(s.p99, want[2], 0.5);
    test_system_free(&t);
}

/* Latencies of a Geo/D/1 queue: 11 cycles and the work X that a packet finds, whose distribution is that of the chain
 * X' = max(0, X + 5 [a packet is created] - 1). Packets draw the same X in every part of a run, so quantiles of
 * a whole run come closer to the exact ones than those of a part. */
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
    const noc_sample s = sample_of(t.system, load, quick(0.004, 1));
    assert_near(s.p50, geo_d1_quantile(load / 5.0, 0.50), 0.5);
    assert_near(s.p95, geo_d1_quantile(load / 5.0, 0.95), 1.5);
    assert_near(s.p99, geo_d1_quantile(load / 5.0, 0.99), 2.5);
    test_system_free(&t);
}

/* The quantiles are of all packets delivered after the warm-up: those of the same replications, run again. */
static void quantiles_of_all_rounds(void **state)
{
    (void)state;
    enum { REPLICATIONS = 4, SEED = 3 };
    test_system t = test_compile(test_uniform, NULL);
    const double load = 0.45;
    const noc_sample s = sample_of(t.system, load, quick(0.005, SEED));
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
    noc_sample_options options = quick(0.03, 4);
    options.utilization = utilization;
    const noc_sample s = sample_of(t.system, c->load, options);
    double highest = 0.0;
    for (uint32_t k = 0; k < t.system->graph.channel_count; k++) {
        const double both = utilization[k * NOC_CLASSES] + utilization[k * NOC_CLASSES + 1];
        assert_true(utilization[k * NOC_CLASSES] >= 0.0 && utilization[k * NOC_CLASSES + 1] >= 0.0);
        assert_true(both <= 1.0 + 1e-12);
        if (both > highest) highest = both;
    }
    assert_near(s.utilization, highest, 1e-12);
    assert_near(utilization[s.busiest * NOC_CLASSES] + utilization[s.busiest * NOC_CLASSES + 1],
                highest, 1e-12);
    assert_true(s.p50 <= s.p95 && s.p95 <= s.p99);
    if (t.system->graph.memory_count) {
        assert_true(s.memory_blocked >= 0.0 && s.memory_blocked <= 1.0);
        assert_true(s.saturated ? s.memory_blocked > 0.1 : s.memory_blocked < 0.3);
    } else {
        assert_true(isnan(s.memory_blocked));
    }
    if (!s.saturated) { /* latencies have long tails upwards */
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
        const noc_sample s = sample_of(t.system, 0.2, quick(0.05, seed));
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
        noc_sample_options options = quick(0.001, seed);
        options.max_cycles = 512;
        const noc_sample s = sample_of(t.system, 0.66, options);
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
    "workload = \"HH\";\n";

static noc_sample sample_of_loop(const test_system *t, noc_sample_options options)
{
    options.workload = &t->design->workload;
    return sample_of(t->system, 0.0, options);
}

/* Until requests have gathered in front of the memory nodes, cores run at twice their pace: for 5,000 cycles, of which
 * an eighth of 16,384 would leave three. Half a dozen round trips later a run is still too short to tell. */
static void warmup_of_a_loop_that_starts_high_is_found(void **state)
{
    (void)state;
    enum { SEEDS = 8 };
    const test_system t = test_compile(tall, NULL);
    const noc_sample_quantity ipc = NOC_SAMPLE_INSTRUCTIONS;
    const noc_interval settled = sample_of_loop(&t, quick(0.005, 1)).quantities[ipc];
    double mean = 0.0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        noc_sample_options options = quick(0.05, seed);
        options.max_cycles = 16384;
        const noc_sample s = sample_of_loop(&t, options);
        assert_false(s.converged);
        assert_true(8 * s.warmup_cycles > s.cycles);
        mean += s.quantities[ipc].mean / SEEDS;
    }
    assert_near(mean, settled.mean, 0.015 * settled.mean); /* with an eighth only 5 % too high */
    test_system_free((test_system *)&t);
}

/* ---- samples: beyond saturation ------------------------------------------------------------- */

static const sample_case overload_cases[] = {
    {"overload: uniform", test_uniform, {NULL}, 1.4},
    {"overload: uniform, a little", test_uniform, {"traffic.packet_flits=1"}, 0.68},
    {"overload: more than a packet a cycle", test_uniform, {"traffic.packet_flits=1"}, 5.0},
    {"overload: far beyond", test_uniform, {NULL}, 1e6},
    {"overload: buffers of 1", test_uniform, {"network.buffer_flits=1"}, 0.5},
    {"overload: hotspot",
     test_uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(5)"},
     0.2},
    {"overload: many-to-few", test_gpu, {NULL}, 0.2},
    {"overload: memory nodes alone", test_gpu, {"network.virtual_channels=32"}, 0.13},
    {"overload: two planes", test_planes, {NULL}, 0.5},
};

static void check_overload(void **state)
{
    const sample_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_sample s = sample_of(t.system, c->load, quick(0.02, 1));
    const double accepted = s.quantities[NOC_SAMPLE_ACCEPTED].mean;
    assert_true(s.saturated);
    assert_true(accepted > 0.0);
    assert_true(!s.converged);
    assert_true(accepted < 0.98 * c->load);
    assert_true(accepted <= 1.01 * test_static_bound(t.system));
    assert_true(s.utilization <= 1.0);
    assert_true(isfinite(s.quantities[NOC_SAMPLE_LATENCY].mean));
    assert_true(s.quantities[NOC_SAMPLE_LATENCY].mean > noc_zero_load_mean(t.system, NOC_REQUEST));
    test_system_free(&t);
}

/* ---- samples: limits and interruption ------------------------------------------------------- */

typedef struct limited_case {
    const char *name;
    double load;
    uint64_t max_cycles;
} limited_case;

static const limited_case limited_cases[] = {
    {"max_cycles: 2000 at half of saturation", 0.3, 2000},
    {"max_cycles: 20000 at half of saturation", 0.3, 20000},
    {"max_cycles: 20000 in overload", 1.5, 20000},
    {"max_cycles: 20000 at a tiny load", 1e-4, 20000},
    {"max_cycles: the default at a tiny load", 1e-4, 0},
};

/* No replication is longer than was allowed, and what it saw is told. */
static void check_limited(void **state)
{
    const limited_case *c = *state;
    test_system t = test_compile(test_uniform, NULL);
    noc_sample_options options = quick(1e-4, 3);
    options.max_cycles = c->max_cycles;
    const noc_sample s = sample_of(t.system, c->load, options);
    const uint64_t most = c->max_cycles ? c->max_cycles : (uint64_t)NOC_SAMPLE_MAX_CYCLES;
    enum { REPLICATIONS = 4 };
    if (s.cycles > REPLICATIONS * most)
        print_error("%llu cycles, allowed %d x %llu\n", (unsigned long long)s.cycles, REPLICATIONS,
                    (unsigned long long)most);
    assert_true(!s.converged);
    assert_true(s.cycles <= REPLICATIONS * most);
    test_system_free(&t);
}

typedef struct watcher {
    int calls, stop_at; /* call at which to stop; 0: never */
    double last;
    bool outside; /* the share done left 0..1 */
} watcher;

static bool watch(void *context, double done)
{
    watcher *w = context;
    w->calls++;
    w->last = done;
    if (!(done >= 0.0 && done <= 1.0)) w->outside = true;
    return w->calls != w->stop_at;
}

typedef struct stop_case {
    const char *name;
    int stop_at;
    bool search;
    noc_status status;
} stop_case;

static const stop_case stop_cases[] = {
    {"progress: a sample stopped at once", 1, false, NOC_EINTERRUPTED},
    {"progress: a sample stopped at the third report", 3, false, NOC_EINTERRUPTED},
    {"progress: a sample not stopped", 0, false, NOC_OK},
    {"progress: a search stopped at once", 1, true, NOC_EINTERRUPTED},
    {"progress: a search stopped at the fourth report", 4, true, NOC_EINTERRUPTED},
    {"progress: a search not stopped", 0, true, NOC_OK},
};

static void check_stop(void **state)
{
    const stop_case *c = *state;
    test_system t = test_compile(test_own_node, NULL);
    watcher w = {.stop_at = c->stop_at};
    noc_sample_options options = quick(0.005, 3);
    options.progress = watch;
    options.context = &w;
    noc_sample sample;
    noc_sample_limits limits;
    const noc_status status =
        c->search ? noc_sample_find_limits(t.system, noc_zero_load_latency(t.system),
                                           test_static_bound(t.system), &options, &limits, NULL)
                  : noc_sample_at(t.system, 0.8, &options, &sample, NULL);
    assert_int_equal(status, c->status);
    assert_true(c->stop_at == 0 || w.calls == c->stop_at);
    assert_true(w.calls > 0);
    assert_false(w.outside);
    test_system_free(&t);
}

/* ---- saturation and knee -------------------------------------------------------------------- */

static const design_case limits_cases[] = {
    {"limits: uniform 3x3, 2 and 5 flits, 4 VCs",
     test_uniform,
     {"network.columns=3", "network.rows=3", "nodes.compute=9", "network.virtual_channels=4",
      "traffic.packet_flits=(2, 5)"}},
    /* buffers for 4000 flits on the way to a port that takes one a cycle */
    {"limits: hotspot 4x4, 32 VCs",
     test_uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(5)", "network.virtual_channels=32",
      "traffic.packet_flits=1"}},
    {"limits: many-to-few 4x4",
     test_gpu,
     {"network.columns=4", "network.rows=4", "nodes.compute=12", "nodes.memory=4"}},
};

/* Answered packets over offered ones in the long run, and the mean latency that users watch. */
typedef struct steady {
    double accepted_share, latency;
} steady;

static steady steady_at(const noc_system *s, double load)
{
    enum { WARMUP = 15000, CYCLES = 45000, SEEDS = 2 };
    const noc_class last = s->graph.memory_count ? NOC_REPLY : NOC_REQUEST;
    const double offered = noc_system_packet_rate(s, load) * s->traffic.injectors * CYCLES * SEEDS;
    double sum = 0.0, packets = 0.0;
    for (uint64_t seed = 100; seed < 100 + SEEDS; seed++) {
        noc_run *engine = test_engine_at(s, load, seed);
        test_run_cycles(engine, WARMUP);
        const noc_tally from = *noc_run_tally(engine), *to = noc_run_tally(engine);
        test_run_cycles(engine, CYCLES);
        packets += (double)(to->delivered[last] - from.delivered[last]);
        sum += last == NOC_REPLY ? (double)(to->round_trip - from.round_trip)
                                 : (double)(to->latency[NOC_REQUEST] - from.latency[NOC_REQUEST]);
        noc_run_free(engine);
    }
    return (steady){packets / offered, sum / packets};
}

static noc_sample_limits limits_of(const noc_system *s, unsigned jobs, uint64_t seed)
{
    noc_sample_limits limits;
    noc_sample_options options = quick(0.02, seed);
    options.jobs = jobs;
    assert_int_equal(noc_sample_find_limits(s, noc_zero_load_latency(s), test_static_bound(s),
                                            &options, &limits, NULL),
                     NOC_OK);
    return limits;
}

/* 3 % below the saturation that was found at least 98 % is accepted, 3 % above it less; the latency
 * passes three times zero load between 3 % below the knee and 3 % above it. */
static void check_limits(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_sample_limits limits = limits_of(t.system, 0, 1);
    const double target = 3.0 * noc_zero_load_latency(t.system);
    assert_true(limits.saturation > 0.0);
    assert_true(0.98 * limits.saturation <= 1.005 * test_static_bound(t.system));
    assert_true(limits.saturation_half_width <= 0.1 * limits.saturation);
    assert_true(limits.cycles > 0 && limits.flit_hops > 0 && limits.windows > 0);
    assert_true(steady_at(t.system, 0.97 * limits.saturation).accepted_share >= 0.98);
    assert_true(steady_at(t.system, 1.03 * limits.saturation).accepted_share < 0.98);
    assert_true(steady_at(t.system, 0.97 * limits.knee).latency < target);
    assert_true(steady_at(t.system, 1.03 * limits.knee).latency > target);
    test_system_free(&t);
}

static void limits_do_not_depend_on_jobs(void **state)
{
    (void)state;
    test_system t = test_compile(test_own_node, NULL);
    const noc_sample_limits one = limits_of(t.system, 1, 1), many = limits_of(t.system, 3, 1);
    assert_memory_equal(&one.saturation, &many.saturation, sizeof one.saturation);
    assert_memory_equal(&one.knee, &many.knee, sizeof one.knee);
    assert_true(one.cycles == many.cycles && one.flit_hops == many.flit_hops);
    test_system_free(&t);
}

/* One Geo/D/1 queue accepts up to a flit a cycle, so it saturates at 1/0.98; with F = 5 flits and T
 * = 11 cycles of zero load the wait rho (F-1) / (2 (1-rho)) is 2 T at rho = 4 T / (4 T + F - 1). At
 * 95 %, fewer than 9 of 12 intervals hold either of them once in 400 sets of seeds. */
static void intervals_of_limits_hold_the_exact_ones(void **state)
{
    (void)state;
    enum { SEARCHES = 12, HELD = 9 };
    test_system t = test_compile(test_own_node, NULL);
    const double saturation = 1.0 / 0.98, knee = 44.0 / 48.0;
    int saturations = 0, knees = 0;
    for (uint64_t seed = 1; seed <= SEARCHES; seed++) {
        const noc_sample_limits limits = limits_of(t.system, 1, seed);
        assert_near(limits.saturation, saturation, 0.1 * saturation);
        assert_near(limits.knee, knee, 0.1 * knee);
        saturations += fabs(limits.saturation - saturation) <= limits.saturation_half_width;
        knees += fabs(limits.knee - knee) <= limits.knee_half_width;
    }
    if (saturations < HELD || knees < HELD)
        print_error("of %d intervals, %d hold the saturation, %d the knee\n", SEARCHES, saturations,
                    knees);
    assert_true(saturations >= HELD);
    assert_true(knees >= HELD);
    test_system_free(&t);
}

/* The replies of one memory node take its only VC for their 5 flits, route computation and VC allocation. A run of a search
 * moves so few that the bracket it begins with may lie 10 % off. */
static void limits_of_few_packets(void **state)
{
    (void)state;
    enum { SEEDS = 4, CORES = 40 };
    static const char one_node[] =
        "nodes = { compute = 40; memory = 1; };\n"
        "networks = (\n"
        "  { carries = \"request\"; topology = \"crossbar\"; flit_bytes = 32; virtual_channels = "
        "2; },\n"
        "  { carries = \"reply\"; topology = \"crossbar\"; flit_bytes = 32; virtual_channels = 1;\n"
        "    buffer_flits = 32; } );\n"
        "traffic = { pattern = \"many-to-few\"; read_fraction = 1.0; read_reply_bytes = 136; };\n";
    test_system t = test_compile(one_node, NULL);
    const double exact = 1.0 / (5.0 + 2.0) / CORES / 0.98;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const noc_sample_limits limits = limits_of(t.system, 1, seed);
        assert_near(limits.saturation, exact, 0.02 * exact);
    }
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, repeated_cases, check_repeatable);
    test_add(&list, "other seeds: other samples, same answer", other_seed_other_sample_same_answer);
    test_add(&list, "coverage: a queue that is busy for 80 %", intervals_cover_the_mean);
    TEST_TABLE(&list, accepting_cases, check_accepting);
    TEST_TABLE(&list, mirror_cases, check_mirror);
    test_add(&list, "told: quantiles where nothing waits", quantiles_of_packets_that_never_wait);
    test_add(&list, "told: quantiles of distances", quantiles_of_distances);
    test_add(&list, "told: quantiles of a queue", quantiles_of_a_queue);
    test_add(&list, "told: quantiles of all rounds", quantiles_of_all_rounds);
    TEST_TABLE(&list, told_cases, check_told);
    test_add(&list, "warm-up: short at light load", warmup_of_a_light_load_is_short);
    test_add(&list, "warm-up: found at heavy load", warmup_of_a_heavy_load_is_found);
    test_add(&list, "warm-up: found of a loop that starts high",
             warmup_of_a_loop_that_starts_high_is_found);
    TEST_TABLE(&list, overload_cases, check_overload);
    TEST_TABLE(&list, limited_cases, check_limited);
    TEST_TABLE(&list, stop_cases, check_stop);
    TEST_TABLE(&list, limits_cases, check_limits);
    test_add(&list, "limits: few packets", limits_of_few_packets);
    test_add(&list, "limits: any jobs", limits_do_not_depend_on_jobs);
    test_add(&list, "limits: intervals hold the exact ones",
             intervals_of_limits_hold_the_exact_ones);
    return test_run("sample", &list);
}
