/* Answers of the model after short measured windows (query --check): of the network at a load, of
 * its closed loop. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/correction/calibration/shipped.h"
#include "hybrid/correction/discrepancy/check.h"
#include "tests/support/helpers.h"

/* ---- at a load ------------------------------------------------------------------------------ */

static noc_check learn(const noc_corrected_model *model, double load, double latency)
{
    const noc_check_window window = {.load = load, .latency = latency};
    return noc_check_learn(model, &window);
}

/* A window that says what the model says corrects nothing; one of a design that deviates brings the
 * first one to the second at the window's load. */
static void a_check_meets_its_window(void **state)
{
    (void)state;
    const noc_prediction none = {.distance = 0.0};
    const noc_prediction other = {
        .deviation = {.saturation = -0.06, .knee = -0.06, .contention = {0.3, 0.3, 0.3, 0.3, 0.3}}};
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_model *model = noc_model_new(t.system);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    const double load = 0.6 * limits.saturation, later = 0.75 * limits.saturation;
    const noc_corrected_model a = noc_correct_model(model, &none),
                              b = noc_correct_model(model, &other);
    const double own = noc_load_latencies(&a, load).cycles[NOC_LATENCY_MAIN];
    const noc_check same = learn(&a, load, own);
    assert_near(same.stretch, 1.0, 1e-4);
    assert_near(same.scale, 1.0, 1e-3);
    const double seen = noc_load_latencies(&b, load).cycles[NOC_LATENCY_MAIN];
    const noc_check c = learn(&a, load, seen);
    assert_near(noc_check_latencies(&a, &c, load).cycles[NOC_LATENCY_MAIN], seen, 0.01 * seen);
    const double want = noc_load_latencies(&b, later).cycles[NOC_LATENCY_MAIN];
    const double plain = noc_load_latencies(&a, later).cycles[NOC_LATENCY_MAIN];
    const double checked = noc_check_latencies(&a, &c, later).cycles[NOC_LATENCY_MAIN];
    assert_true(fabs(checked - want) < 0.5 * fabs(plain - want));
    noc_model_free(model);
    test_system_free(&t);
}

/* A window that is saturated tells what is accepted: then the design accepts so much, saturates
 * below the window's load, and has no latency there. */
static void a_check_meets_a_saturated_window(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_model *model = noc_model_new(t.system);
    const noc_prediction none = {.distance = 0.0};
    const noc_corrected_model a = noc_correct_model(model, &none);
    const double load = 0.95 * a.corrected_limits.saturation;
    for (double share = 0.97; share > 0.6; share -= 0.1) {
        const noc_check_window window = {.load = load, .accepted = share * load, .latency = NAN};
        const noc_check c = noc_check_learn(&a, &window);
        assert_near(noc_overload_accepted_load(&c.overload, load), share * load, 1e-3 * load);
        assert_true(c.limits.saturation < load);
        assert_true(c.limits.knee < c.limits.saturation);
        assert_true(c.limits.overflow < c.limits.saturation);
        assert_true(isnan(noc_check_latencies(&a, &c, load).cycles[NOC_LATENCY_MAIN]));
    }
    noc_model_free(model);
    test_system_free(&t);
}

/* The baseline on 4x4 tiles with another workload: its windows are short. */
#define SMALL "network.columns=4", "network.rows=4", "nodes.compute=12", "nodes.memory=4"
static test_system small_system(const char *workload)
{
    const char *const overrides[] = {workload, SMALL, NULL};
    return test_compile_file("configs/te13-baseline.cfg", overrides);
}

static noc_estimate checked(const noc_system *system, double load, unsigned jobs)
{
    noc_estimate e;
    const noc_sampling sampling = {.seed = 1, .jobs = jobs};
    assert_int_equal(
        noc_estimate_checked(system, noc_calibration_shipped(), load, &sampling, &e, NULL), NOC_OK);
    return e;
}

static void a_checked_answer_is_the_same_for_any_threads(void **state)
{
    (void)state;
    test_system t = small_system("workload=LL");
    const noc_estimate one = checked(t.system, 0.03, 1), two = checked(t.system, 0.03, 2);
    assert_memory_equal(one.metrics, two.metrics, sizeof one.metrics);
    const noc_estimate loop = checked(t.system, NAN, 1), same = checked(t.system, NAN, 2);
    assert_memory_equal(loop.metrics, same.metrics, sizeof loop.metrics);
    const noc_metric *trip = &one.metrics[NOC_METRIC_round_trip_cycles];
    assert_true(trip->lo <= trip->value && trip->value <= trip->hi);
    assert_near(trip->confidence, 0.9, 0.0);
    assert_near(one.check_load, 0.03, 1e-9);
    test_system_free(&t);
}

/* Near saturation the window is below it; without a load it stands where it tells most of
 * saturation. */
static void a_window_is_below_saturation(void **state)
{
    noc_estimate plain;
    (void)state;
    test_system t = small_system("workload=steady");
    assert_int_equal(noc_estimate_model(t.system, NAN, &plain, NULL), NOC_OK);
    const double saturation = plain.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    assert_near(checked(t.system, saturation, 1).check_load, 0.95 * saturation, 1e-9);
    assert_near(checked(t.system, NAN, 1).check_load, 0.8 * saturation, 1e-9);
    test_system_free(&t);
}

/* ---- of the closed loop --------------------------------------------------------------------- */

typedef struct loop_case {
    const char *name, *design;
    const char *overrides[4];
} loop_case;

static const loop_case loops[] = {
    {"cores bind", "configs/te13-baseline.cfg", {"workload=LL"}},
    {"replies bind", "configs/te13-baseline.cfg", {"workload=steady", "chip.technology_nm=45"}},
    {"ideal network", "configs/te13-ideal.cfg", {"workload=steady"}},
    {"another share of reads than the traffic's",
     "configs/te13-baseline.cfg",
     {"network.vc_turnaround=pipeline", "workload=steady", "workload.read_fraction=0.5"}},
};

/* The loop is compared with a long sample, by other random streams, and with the model. */
static void the_loop_is_as_a_sample_of_it(void **state)
{
    static const noc_metric_id moving[] = {
        NOC_METRIC_accepted_flits_per_cycle, NOC_METRIC_round_trip_cycles,
        NOC_METRIC_outstanding_requests, NOC_METRIC_dram_utilization, NOC_METRIC_power_mw};
    const loop_case *c = *state;
    noc_estimate sample, model;
    const noc_sampling sampling = {.precision = 0.01, .seed = 1};
    test_system t = test_compile_file(c->design, c->overrides);
    assert_int_equal(noc_estimate_sample_closed(t.system, &sampling, &sample, NULL), NOC_OK);
    assert_int_equal(noc_estimate_model(t.system, NAN, &model, NULL), NOC_OK);
    const noc_estimate e = checked(t.system, NAN, 0);
    const noc_metric *ipc = &e.metrics[NOC_METRIC_ipc], *long_one = &sample.metrics[NOC_METRIC_ipc];
    assert_int_equal(e.method, NOC_METHOD_MODEL);
    assert_int_equal(e.answer, NOC_ANSWER_OK);
    assert_near(ipc->value, long_one->value, 0.03 * long_one->value);
    assert_true(e.metrics[NOC_METRIC_round_trip_cycles].value !=
                sample.metrics[NOC_METRIC_round_trip_cycles].value);
    assert_near(ipc->confidence, 0.95, 0.0);
    assert_near(e.check_ipc_measured, ipc->value, 0.0);
    assert_near(e.check_ipc_predicted, model.metrics[NOC_METRIC_ipc].value, 0.0);
    assert_true(strcmp(e.bottleneck.kind, sample.bottleneck.kind) == 0);
    for (size_t i = 0; i < TEST_COUNT(moving); i++) {
        const double want = sample.metrics[moving[i]].value;
        if (isnan(want))
            assert_true(isnan(e.metrics[moving[i]].value));
        else
            assert_near(e.metrics[moving[i]].value, want, 0.04 * want);
    }
    test_system_free(&t);
}

/* A set's answer is the harmonic mean of its workloads'. Its window is as precise as that of a
 * workload alone, 2 % of the mean, in other numbers of cycles. */
static void the_loops_of_a_set_are_those_of_its_workloads(void **state)
{
    (void)state;
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    double inverse = 0.0;
    test_system set = small_system("workload=te13-LL");
    const noc_estimate e = checked(set.system, NAN, 0);
    const size_t count = noc_design_workloads(set.design, parts);
    assert_true(count == 2);
    for (size_t i = 0; i < count; i++) {
        char workload[80];
        snprintf(workload, sizeof workload, "workload=%s", parts[i].name);
        test_system t = small_system(workload);
        inverse += parts[i].weight / checked(t.system, NAN, 0).check_ipc_measured;
        test_system_free(&t);
    }
    assert_near(e.check_ipc_measured, 1.0 / inverse, 0.02 / inverse);
    test_system_free(&set);
}

/* The operating point is asked for without a load, of designs with a workload. */
static void other_answers_have_no_loop(void **state)
{
    (void)state;
    test_system closed = small_system("workload=steady");
    test_system open = test_compile_file("configs/synthetic-mesh.cfg", NULL);
    const noc_estimate at_load = checked(closed.system, 0.03, 0),
                       without = checked(open.system, NAN, 0);
    assert_true(isfinite(at_load.check_load) && isfinite(without.check_load));
    assert_true(isnan(at_load.check_ipc_measured) && isnan(at_load.check_ipc_predicted));
    assert_true(isnan(without.check_ipc_measured) && isnan(without.check_ipc_predicted));
    assert_true(isnan(at_load.metrics[NOC_METRIC_ipc].value));
    test_system_free(&closed);
    test_system_free(&open);
}

/* ---- a window that is too short -------------------------------------------------------------- */

typedef struct filling_case {
    const char *name, *design;
    const char *overrides[15];
} filling_case;

#define FILLING                                                                               \
    "workload=steady", "workload.instructions=4.95", "workload.warps=48", "workload.burst=1", \
        "workload.read_fraction=1.0", "workload.l2_hit_rate=0.47"

/* Round trips of more than 2,000 cycles, of which it takes 80 (test_slow_closed_loop). */
static const filling_case fillings[] = {
    {"one slow bank",
     "configs/te13-baseline.cfg",
     {FILLING, "memory.l2_bank_cycles=16", "memory.l2_banks=1", SMALL,
      "network.vc_turnaround=pipeline"}},
    {"120 nodes",
     "configs/cdx19-fc-real-120.cfg",
     {FILLING, "memory.l2_bank_cycles=4", "memory.l2_banks=4"}},
};

/* Progress that was told last, and the progress at which the run is told to stop. */
typedef struct watch {
    double last, stop;
} watch;

static bool watch_progress(void *context, double done)
{
    watch *w = context;
    w->last = done;
    return done < w->stop;
}

static void progress_goes_through_both_windows(void **state)
{
    static const double stops[] = {0.0, 0.25, 0.6, 2.0}; /* first window twice, second, never */
    (void)state;
    test_system t = test_compile_file(fillings[0].design, fillings[0].overrides);
    for (size_t i = 0; i < TEST_COUNT(stops); i++) {
        noc_estimate e;
        watch w = {.stop = stops[i]};
        const bool stopped = stops[i] <= 1.0;
        const noc_sampling sampling = {
            .seed = 1, .jobs = 1, .progress = watch_progress, .context = &w};
        assert_int_equal(noc_estimate_checked(t.system, NULL, NAN, &sampling, &e, NULL),
                         stopped ? NOC_EINTERRUPTED : NOC_OK);
        assert_true(w.last >= fmin(stops[i], 0.5) && w.last <= 1.0);
    }
    test_system_free(&t);
}

static void a_window_that_had_not_settled_is_told(void **state)
{
    const filling_case *c = *state;
    test_system t = test_compile_file(c->design, c->overrides);
    const noc_estimate e = checked(t.system, NAN, 0);
    assert_int_equal(e.answer, NOC_ANSWER_OK);
    assert_int_equal(e.warning_count, 1);
    assert_contains(e.warnings[0], "not settled");
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "a check meets its window", a_check_meets_its_window);
    test_add(&list, "a check meets a saturated window", a_check_meets_a_saturated_window);
    test_add(&list, "a checked answer is the same for any threads",
             a_checked_answer_is_the_same_for_any_threads);
    test_add(&list, "a window is below saturation", a_window_is_below_saturation);
    TEST_TABLE_SOME(&list, "the loop is as a sample of it", loops, the_loop_is_as_a_sample_of_it,
                    2);
    test_add(&list, "the loops of a set are those of its workloads",
             the_loops_of_a_set_are_those_of_its_workloads);
    test_add(&list, "other answers have no loop", other_answers_have_no_loop);
    test_add(&list, "progress goes through both windows", progress_goes_through_both_windows);
    TEST_TABLE_SOME(&list, "a window that had not settled is told", fillings,
                    a_window_that_had_not_settled_is_told, 2);
    return test_run("check", &list);
}
