/* Answers as sure as asked: who answers, what is said to be reached, and that the words hold beside
 * a sample that is more precise. */
#include <math.h>

#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/within.h"
#include "hybrid/correction/calibration/shipped.h"
#include "tests/support/helpers.h"

/* A mesh of a kind that the calibration has learned from. */
#define MESH                                                                             \
    "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"               \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4; };\n" \
    "traffic = { pattern = \"many-to-few\"; };\n"

static const char mesh[] = MESH, loop[] = MESH "workload = \"HH\";\n";

typedef struct within_case {
    const char *name, *text;
    double load; /* flits per cycle of an injecting node; NAN: none */
    double within;
    const char *by; /* name of what answers; NULL: any */
    noc_metric_id figure;
} within_case;

static const within_case cases[] = {
    {"far from saturation: the model", mesh, 0.05, 0.05, "model", NOC_METRIC_round_trip_cycles},
    {"more than the model tells: a window", mesh, 0.09, 0.03, "window",
     NOC_METRIC_round_trip_cycles},
    {"more than a window tells: a sample", mesh, 0.09, 0.01, "sample",
     NOC_METRIC_round_trip_cycles},
    {"a saturation by the model", mesh, NAN, 0.3, "model", NOC_METRIC_saturation_flits_per_cycle},
    {"a saturation by a sample", mesh, NAN, 0.03, "sample", NOC_METRIC_saturation_flits_per_cycle},
    {"beyond saturation: what is delivered", mesh, 0.4, 0.03, NULL,
     NOC_METRIC_delivered_data_gb_per_s},
    {"a closed loop", loop, NAN, 0.03, NULL, NOC_METRIC_ipc},
};

static noc_sampling sampling_of(double precision)
{
    return (noc_sampling){.precision = precision, .seed = 11, .jobs = 1};
}

static noc_estimate sample_of(const noc_system *system, double load, double precision)
{
    noc_estimate e;
    const noc_sampling sampling = sampling_of(precision);
    const bool loops = system->design->closed_loop;
    noc_status status = isfinite(load) ? noc_estimate_sample(system, load, &sampling, &e, NULL)
                        : loops        ? noc_estimate_sample_closed(system, &sampling, &e, NULL)
                                : noc_estimate_sample_saturation(system, &sampling, &e, NULL);
    assert_int_equal(status, NOC_OK);
    return e;
}

static noc_precision_question question_of(const noc_system *system, double load, double half)
{
    return (noc_precision_question){.system = system,
                                    .calibration = noc_calibration_shipped(),
                                    .load = load,
                                    .half_width = half};
}

static void check_within(void **state)
{
    const within_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    const noc_sampling sampling = sampling_of(0.5); /* precision is not read */
    noc_estimate e;
    const noc_precision_question q = question_of(t.system, c->load, c->within);
    assert_int_equal(noc_estimate_refine(&q, &sampling, &e, NULL), NOC_OK);
    const noc_metric *m = &e.metrics[c->figure];
    print_message("%s: %g +-%.3g %%, by the %s\n", noc_metric_info_of(c->figure)->name, m->value,
                  100.0 * e.reached_half_width, noc_answer_method_name(&e));
    assert_int_equal(e.precision_metric, c->figure);
    if (c->by) assert_string_equal(noc_answer_method_name(&e), c->by);
    assert_true(e.requested_half_width == c->within && e.reached_half_width <= c->within);
    assert_near(e.reached_half_width, fmax(m->hi - m->value, m->value - m->lo) / m->value, 1e-12);
    const noc_estimate precise = sample_of(t.system, c->load, fmax(c->within / 2.0, 0.01));
    assert_near(m->value, precise.metrics[c->figure].value, 1.4 * c->within * m->value);
    test_system_free(&t);
}

/* Narrower asked, narrower reached: the model is not asked where it will not do, and no step is
 * left out that would have done. */
static void check_steps(void **state)
{
    (void)state;
    test_system t = test_compile(mesh, NULL);
    const noc_sampling sampling = sampling_of(0.5);
    double reached = INFINITY;
    for (double within = 0.32; within > 0.015; within /= 2.0) {
        noc_estimate e;
        const noc_precision_question q = question_of(t.system, 0.09, within);
        assert_int_equal(noc_estimate_refine(&q, &sampling, &e, NULL), NOC_OK);
        assert_true(e.reached_half_width <= within);
        assert_true(e.reached_half_width <= reached * 1.0001);
        reached = e.reached_half_width;
    }
    test_system_free(&t);
}

static bool stop(void *context, double done)
{
    (void)done;
    int *ticks = context;
    return ++*ticks < 2;
}

/* Work that is stopped leaves the surest answer so far, and says that it is not what was asked. */
static void check_stopped(void **state)
{
    (void)state;
    test_system t = test_compile(mesh, NULL);
    noc_sampling sampling = sampling_of(0.5);
    int ticks = 0;
    sampling.progress = stop;
    sampling.context = &ticks;
    noc_estimate e;
    noc_diag diag = {0};
    const noc_precision_question q = question_of(t.system, 0.09, 1e-4);
    assert_int_equal(noc_estimate_refine(&q, &sampling, &e, &diag), NOC_EINTERRUPTED);
    assert_int_equal(e.answer, NOC_ANSWER_IMPRECISE);
    assert_true(isfinite(e.metrics[NOC_METRIC_round_trip_cycles].value));
    assert_true(e.reached_half_width > 1e-4 && isfinite(e.reached_half_width));
    noc_diag_clear(&diag);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, check_within);
    test_add(&list, "steps", check_steps);
    test_add(&list, "stopped", check_stopped);
    return test_run("within", &list);
}
