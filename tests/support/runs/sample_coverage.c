#include "tests/support/runs/sample_coverage.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include "sampler/sampling/sample.h"
#include "tests/support/helpers.h"

enum { SAMPLES = 200, THREADS = 2, FIRST_SEED = 1000 };

const char test_coverage_mesh[] =
    "nodes = { compute = 9; memory = 0; };\n"
    "network = { topology = \"mesh\"; columns = 3; rows = 3; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 5; };\n";

const char test_coverage_gpu[] =
    "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

static noc_interval measure(const noc_system *system, double load, noc_sample_options options)
{
    noc_sample sample;
    if (noc_sample_at(system, load, &options, &sample, NULL) != NOC_OK)
        return (noc_interval){NAN, NAN};
    const noc_interval *trip = &sample.quantities[NOC_SAMPLE_ROUND_TRIP];
    return isnan(trip->mean) ? sample.quantities[NOC_SAMPLE_LATENCY] : *trip;
}

/* Samples side by side, each on one thread. */
typedef struct work {
    const noc_system *system;
    double load, precision;
    noc_interval intervals[SAMPLES];
    atomic_uint next;
} work;

static void *take_samples(void *argument)
{
    work *w = argument;
    for (;;) {
        const unsigned i = atomic_fetch_add(&w->next, 1);
        if (i >= SAMPLES) return NULL;
        const noc_sample_options options = {
            .precision = w->precision, .seed = FIRST_SEED + i, .thread_count = 1};
        w->intervals[i] = measure(w->system, w->load, options);
    }
}

static void take_all(work *w)
{
    pthread_t threads[THREADS];
    atomic_store(&w->next, 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_samples, w), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

static void check_precision(const noc_system *system, const test_coverage_case *c,
                            const noc_interval *mean)
{
    static work w;
    w.system = system;
    w.load = c->load;
    w.precision = c->precision;
    take_all(&w);
    int covered = 0;
    double width = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        assert_true(w.intervals[i].half_width <= c->precision * w.intervals[i].mean);
        covered += fabs(w.intervals[i].mean - mean->mean) <= w.intervals[i].half_width;
        width += w.intervals[i].half_width / mean->mean / SAMPLES;
    }
    print_message("%s, precision %g: %.1f %% hold %.2f +- %.2f; mean half-width %.2f %%\n", c->name,
                  c->precision, 100.0 * covered / SAMPLES, mean->mean, mean->half_width,
                  100.0 * width);
    assert_in_range(100 * covered, 92 * SAMPLES, 98 * SAMPLES);
}

void test_coverage_check(void **state)
{
    const test_coverage_case *c = *state;
    test_system t = test_compile(c->design, NULL);
    const noc_sample_options options = {
        .precision = c->long_precision, .seed = 1, .max_cycles = 100000000};
    const noc_interval mean = measure(t.system, c->load, options);
    assert_true(mean.half_width <= c->long_precision * mean.mean);
    check_precision(t.system, c, &mean);
    test_system_free(&t);
}
