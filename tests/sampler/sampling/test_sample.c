/* Samples: repeatable, with intervals that hold what they promise, ended when they should. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "sampler/sampling/limits.h"
#include "tests/support/runs/engines.h"

/* ---- samples: repeatable -------------------------------------------------------------------- */

/* Bit for bit. */
static void assert_equal_samples(const noc_sample *a, const noc_sample *b)
{
    assert_memory_equal(a->quantities, b->quantities, sizeof a->quantities);
    assert_memory_equal(&a->utilization, &b->utilization, sizeof a->utilization);
    assert_true(a->is_saturated == b->is_saturated && a->is_converged == b->is_converged);
    assert_true(a->busiest_channel == b->busiest_channel && a->windows == b->windows);
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
    noc_sample_options options = test_quick(0.05, 77);
    const noc_sample first = test_sample_of(t.system, c->load, options);
    assert_true(first.cycles > 0 && first.flit_hops > 0 && first.windows > 1);
    for (size_t i = 0; i < TEST_COUNT(jobs); i++) {
        options.thread_count = jobs[i];
        const noc_sample again = test_sample_of(t.system, c->load, options);
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
    const noc_sample first = test_sample_of(t.system, 0.4, test_quick(0.02, 1));
    for (uint64_t seed = 2; seed < 8; seed++) {
        const noc_sample other = test_sample_of(t.system, 0.4, test_quick(0.02, seed));
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
        const noc_sample s = test_sample_of(t.system, busy, test_quick(precision, seed));
        const noc_interval *latency = &s.quantities[NOC_SAMPLE_LATENCY];
        assert_true(s.is_converged && !s.is_saturated);
        assert_true(latency->half_width <= precision * latency->mean);
        covered += fabs(latency->mean - mean) <= latency->half_width;
    }
    if (covered < COVERED) print_error("%d of %d intervals hold the mean\n", covered, SAMPLES);
    assert_true(covered >= COVERED);
    test_system_free(&t);
}

/* Quantities of a closed loop, of which none is exactly known: 12 short samples against a long one.
 * Of 96 intervals at 95 % fewer than 85 hold it by chance once in 200 times, if they are
 * independent; those of one sample are not, so some more are left open. */
static void intervals_of_loops_cover(void **state)
{
    (void)state;
    enum { SAMPLES = 12, LONG = 131072, SHORT = 16384 };
    static const char *const overrides[] = {"workload=steady",
                                            "nodes.mshrs=8",
                                            "nodes.compute=6",
                                            "nodes.memory=2",
                                            "network.columns=4",
                                            "network.rows=2",
                                            "nodes.placement=top-bottom",
                                            NULL};
    test_system t = test_compile_file("configs/te13-baseline.cfg", overrides);
    noc_sample_options options = test_quick(0.5, 1);
    options.workload = &t.design->workload;
    options.max_cycles = LONG;
    options.precision = 1e-4;
    const noc_sample all = test_sample_of(t.system, 0.0, options);
    int held = 0, asked = 0;
    options.max_cycles = SHORT;
    for (uint64_t seed = 2; seed < 2 + SAMPLES; seed++) {
        options.seed = seed;
        const noc_sample one = test_sample_of(t.system, 0.0, options);
        for (int q = NOC_SAMPLE_INSTRUCTIONS; q < NOC_SAMPLE_QUANTITIES; q++) {
            const noc_interval *a = &all.quantities[q], *b = &one.quantities[q];
            if (isnan(a->mean) || a->half_width == 0.0) continue;
            asked++;
            held += fabs(a->mean - b->mean) <= hypot(a->half_width, b->half_width);
        }
        const double off = fabs(all.utilization - one.utilization);
        asked++;
        held += off <= hypot(all.utilization_half, one.utilization_half);
    }
    print_message("%d of %d intervals hold what a long sample says\n", held, asked);
    assert_true(asked >= 7 * SAMPLES && held >= 0.85 * asked);
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
    const noc_sample s = test_sample_of(t.system, c->load, test_quick(0.02, 5));
    const noc_interval *accepted = &s.quantities[NOC_SAMPLE_ACCEPTED];
    const double routers =
        t.system->graph.memory_count
            ? (noc_mean_routers(t.system, NOC_REQUEST) + noc_mean_routers(t.system, NOC_REPLY)) / 2
            : noc_mean_routers(t.system, NOC_REQUEST);
    assert_true(s.is_converged && !s.is_saturated);
    assert_true(accepted->half_width < 0.03 * c->load);
    assert_near(accepted->mean, c->load, 1.6 * accepted->half_width);
    assert_near(s.quantities[NOC_SAMPLE_HOPS].mean, routers,
                1.6 * s.quantities[NOC_SAMPLE_HOPS].half_width);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    const uint32_t busiest = noc_loads_busiest(&loads, t.system->graph.channel_count);
    const double utilization =
        loads.channel_flits[busiest] * noc_system_packet_rate(t.system, c->load);
    /* the largest of many counts of at least so many flits, in packets of up to 5 */
    const double flits = utilization * (double)s.cycles / 2.0;
    assert_near(s.utilization, utilization, 4.5 * sqrt(5.0 / flits) * utilization);
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
    const noc_sample one = test_sample_of(a.system, c->load, test_quick(0.01, 3));
    const noc_sample other = test_sample_of(b.system, c->load, test_quick(0.01, 4));
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) {
        if (isnan(one.quantities[q].mean)) continue;
        assert_true(agree(&one.quantities[q], &other.quantities[q]));
    }
    assert_near(one.utilization, other.utilization, 0.08 * one.utilization);
    test_system_free(&a);
    test_system_free(&b);
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
    const noc_sample s = test_sample_of(t.system, c->load, test_quick(0.02, 1));
    const double accepted = s.quantities[NOC_SAMPLE_ACCEPTED].mean;
    assert_true(s.is_saturated);
    assert_true(accepted > 0.0);
    assert_true(!s.is_converged);
    assert_true(accepted < 0.98 * c->load);
    assert_true(accepted <= 1.01 * test_static_bound(t.system));
    assert_true(s.utilization <= 1.0);
    assert_true(isfinite(s.quantities[NOC_SAMPLE_LATENCY].mean));
    assert_true(s.quantities[NOC_SAMPLE_LATENCY].mean >
                noc_mean_idle_latency(t.system, NOC_REQUEST));
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
    noc_sample_options options = test_quick(1e-4, 3);
    options.max_cycles = c->max_cycles;
    const noc_sample s = test_sample_of(t.system, c->load, options);
    const uint64_t most = c->max_cycles ? c->max_cycles : (uint64_t)NOC_SAMPLE_MAX_CYCLES;
    enum { REPLICATIONS = 4 };
    if (s.cycles > REPLICATIONS * most)
        print_error("%llu cycles, allowed %d x %llu\n", (unsigned long long)s.cycles, REPLICATIONS,
                    (unsigned long long)most);
    assert_true(!s.is_converged);
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
    noc_sample_options options = test_quick(0.005, 3);
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

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, repeated_cases, check_repeatable);
    test_add(&list, "other seeds: other samples, same answer", other_seed_other_sample_same_answer);
    test_add(&list, "coverage: a queue that is busy for 80 %", intervals_cover_the_mean);
    test_add(&list, "coverage: quantities of a closed loop", intervals_of_loops_cover);
    TEST_TABLE(&list, accepting_cases, check_accepting);
    TEST_TABLE(&list, mirror_cases, check_mirror);
    TEST_TABLE(&list, overload_cases, check_overload);
    TEST_TABLE(&list, limited_cases, check_limited);
    TEST_TABLE(&list, stop_cases, check_stop);
    return test_run("sample", &list);
}
