/* Samples that are stopped: what was measured until then is told, and agrees with itself. */
#include <math.h>
#include <stdlib.h>

#include "analytic/zero_load.h"
#include "sampler/sampling/limits.h"
#include "tests/support/runs/engines.h"

static const char gpu[] = "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
                          "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

/* Stops when it was called so often. */
typedef struct patience {
    int calls;
} patience;

static bool go_on(void *context, double done)
{
    (void)done;
    return ((patience *)context)->calls-- > 0;
}

static noc_sample_options stopped_by(patience *left, bool kept)
{
    noc_sample_options options = test_quick(0.0001, 1);
    options.keep_interrupted = kept;
    options.progress = go_on;
    options.context = left;
    return options;
}

typedef struct stop_case {
    const char *name;
    int calls;
    bool kept;
} stop_case;

/* A round has 16 slices. The first and the second have 64 batches, others as many as all before. */
static const stop_case stop_cases[] = {
    {"at once", 0, false},
    {"after two slices", 2, false},
    {"within the first round", 9, true},
    {"within the second", 21, true},
    {"at the end of the third", 48, true},
    {"within the fourth", 53, true},
    {"later", 75, true},
};

/* Flits of requests that go in at compute nodes, per cycle and node. */
static double injected(const noc_system *system, const double *rates)
{
    const noc_graph *g = &system->graph;
    double sum = 0.0;
    for (uint32_t i = 0; i < g->injector_count; i++)
        sum += rates[g->injectors[i] * NOC_CLASSES + NOC_REQUEST];
    return sum / system->traffic.injector_count;
}

static void check_stop(void **state)
{
    const stop_case *c = *state;
    const double load = 0.03;
    test_system t = test_compile(gpu, NULL);
    patience left = {c->calls};
    noc_sample sample;
    noc_sample_options options = stopped_by(&left, true);
    double *rates = calloc((size_t)t.system->graph.channel_count * NOC_CLASSES, sizeof *rates);
    options.utilization = rates;
    const noc_status status = noc_sample_at(t.system, load, &options, &sample, NULL);
    assert_int_equal(status, c->kept ? NOC_OK : NOC_EINTERRUPTED);
    if (c->kept) {
        const noc_interval *trip = &sample.quantities[NOC_SAMPLE_ROUND_TRIP];
        const noc_interval *accepted = &sample.quantities[NOC_SAMPLE_ACCEPTED];
        assert_true(sample.is_interrupted && !sample.is_converged && !sample.is_growing);
        assert_true(isfinite(trip->half_width) && trip->half_width > 0.0);
        assert_true(trip->mean > noc_zero_load_latency(t.system));
        assert_near(accepted->mean, load, 3.0 * accepted->half_width);
        /* channels are counted over the same cycles as all else */
        assert_near(injected(t.system, rates), accepted->mean, 0.03 * load);
        assert_true(sample.p50 < sample.p95 && sample.p95 <= sample.p99);
    }
    free(rates);
    test_system_free(&t);
}

static void others_are_stopped_as_before(void **state)
{
    (void)state;
    test_system t = test_compile(gpu, NULL);
    patience left = {60};
    noc_sample sample;
    const noc_sample_options options = stopped_by(&left, false);
    assert_int_equal(noc_sample_at(t.system, 0.03, &options, &sample, NULL), NOC_EINTERRUPTED);
    test_system_free(&t);
}

/* Queues that grow have no latency, however long they were looked at. */
static void what_is_saturated_says_so(void **state)
{
    (void)state;
    test_system t = test_compile(gpu, NULL);
    patience left = {21};
    noc_sample sample;
    const noc_sample_options options = stopped_by(&left, true);
    assert_int_equal(noc_sample_at(t.system, 0.5, &options, &sample, NULL), NOC_OK);
    assert_true(sample.is_interrupted && sample.is_saturated && sample.is_growing);
    test_system_free(&t);
}

/* The bracket holds what the whole search finds. */
static void a_search_tells_its_bracket(void **state)
{
    (void)state;
    test_system t = test_compile(gpu, NULL);
    const double zero_load = noc_zero_load_latency(t.system);
    noc_sample_options options = test_quick(0.03, 1);
    noc_sample_limits whole, part;
    options.effort = NOC_EFFORT_BRIEF;
    options.skips_knee = true;
    assert_int_equal(noc_sample_find_limits(t.system, zero_load, 0.3, &options, &whole, NULL),
                     NOC_OK);
    assert_false(whole.is_interrupted);
    patience left = {9};
    options.precision = 0.001;
    options.keep_interrupted = true;
    options.progress = go_on;
    options.context = &left;
    assert_int_equal(noc_sample_find_limits(t.system, zero_load, 0.3, &options, &part, NULL),
                     NOC_OK);
    assert_true(part.is_interrupted && !part.is_converged && isnan(part.knee));
    assert_near(part.saturation, whole.saturation,
                part.saturation_half_width + whole.saturation_half_width);
    left.calls = 1;
    assert_int_equal(noc_sample_find_limits(t.system, zero_load, 0.3, &options, &part, NULL),
                     NOC_EINTERRUPTED);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "stopped", stop_cases, check_stop);
    test_add(&list, "others are stopped as before", others_are_stopped_as_before);
    test_add(&list, "what is saturated says so", what_is_saturated_says_so);
    test_add(&list, "a search tells its bracket", a_search_tells_its_bracket);
    return test_run("interrupted", &list);
}
