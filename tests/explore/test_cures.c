/* explore/cures/: the gain of a setting, one step on, is that of the design with that setting;
 * the best is found without the others. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explore/cures/cures.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/loop_model.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "reader/design_keys.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/runs/engines.h"

/* A design that was read from a file, and its answer. */
typedef struct answered {
    noc_source source;
    noc_design *design;
    noc_system *system;
    noc_estimate estimate;
} answered;

static noc_diag faults; /* stays empty */

static void clear(answered *a)
{
    noc_system_free(a->system);
    noc_design_free(a->design);
    noc_source_clear(&a->source);
}

/* Answers the design of a source at a share of saturation; NAN: without a load. */
static void answer_source(double share, answered *a)
{
    assert_int_equal(noc_design_read(&a->source, NULL, 0, &a->design, &faults), NOC_OK);
    assert_int_equal(noc_system_compile(a->design, &a->system, &faults), NOC_OK);
    assert_int_equal(noc_estimate_model(a->system, NAN, &a->estimate, NULL), NOC_OK);
    const double load = share * a->estimate.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    if (isfinite(share))
        assert_int_equal(noc_estimate_model(a->system, load, &a->estimate, NULL), NOC_OK);
}

static void answer(const char *path, double share, answered *a)
{
    char file[300];
    snprintf(file, sizeof file, "%s/%s", NOC_SOURCE_DIR, path);
    assert_int_equal(noc_source_read(file, &a->source, &faults), NOC_OK);
    answer_source(share, a);
}

static noc_cures cures_of(const answered *a, bool all)
{
    static noc_arena memory;
    noc_cures cures;
    const noc_cures_question q = {&a->source, &a->estimate, noc_calibration_shipped(), all};
    assert_int_equal(noc_cures_find(&q, &memory, &cures, &faults), NOC_OK);
    return cures;
}

typedef struct design_row {
    const char *name, *path;
    double share;
    const char *best; /* setting of the best cure; NULL: not looked at */
} design_row;

static const design_row rows[] = {
    {"a mesh whose virtual channels are held", "configs/te13-baseline.cfg", 0.5,
     "network.virtual_channels"},
    {"two networks", "configs/te13-dcie.cfg", 0.5, NULL},
    {"a crossbar for each class", "configs/te13-xbar-16b.cfg", NAN, NULL},
    {"peers", "configs/synthetic-mesh.cfg", 0.5, NULL},
    {"windows", "configs/rapid18-rapid-16.cfg", 0.5, NULL},
    {"a closed loop of a set", "configs/te13-baseline.cfg", NAN, "network.flit_bytes"},
    {"a closed loop that no setting with a cost cures", "configs/te13-dcie-2p.cfg", NAN, NULL},
    {"a closed loop of one workload", "configs/cdx19-mesh-80.cfg", NAN, NULL},
    {"a network for each class, of which one limits", "configs/cdx19-cdxbar-56.cfg", NAN, NULL},
};

/* The answer of the design with an override, in a run of its own. */
static double gauge_with(const answered *a, const noc_cure_step *step, noc_metric_id gauge)
{
    char set[2 * NOC_STEP_CHARS + 2];
    snprintf(set, sizeof set, "%s=%s", step->path, step->new_text);
    const char *overrides[] = {set};
    noc_design *design;
    noc_system *system;
    noc_estimate e;
    assert_int_equal(noc_design_read(&a->source, overrides, 1, &design, &faults), NOC_OK);
    assert_int_equal(noc_system_compile(design, &system, &faults), NOC_OK);
    assert_int_equal(noc_estimate_model(system, NAN, &e, NULL), NOC_OK);
    noc_system_free(system);
    noc_design_free(design);
    return e.metrics[gauge].value;
}

static void gains_are_those_of_settings(void **state)
{
    const design_row *row = *state;
    answered a = {.design = NULL};
    answer(row->path, row->share, &a);
    noc_cures cures = cures_of(&a, true);
    assert_true(cures.count > 0 && cures.count <= cures.tried_steps);
    for (size_t i = 0; i < cures.count; i++) {
        const noc_cure *c = &cures.list[i];
        const double with = gauge_with(&a, &c->step, cures.target_metric);
        assert_near(c->metrics.target_value, with, 1e-9 * with);
        assert_near(c->gain.change, with / a.estimate.metrics[cures.target_metric].value - 1.0,
                    1e-9);
        assert_true(c->gain.change >= 0.01 && !c->gain.is_indistinct);
        if (cures.target_metric != NOC_METRIC_ipc || !c->step.is_network) continue;
        assert_true(with <= noc_loop_highest_ipc(a.design) * (1.0 + 1e-9));
        assert_true(with <= 1.1 * noc_loop_bound_ipc(a.design, &a.estimate.heaviest_workload,
                                                     c->step.network));
    }
    clear(&a);
}

static void the_best_is_found_alone(void **state)
{
    const design_row *row = *state;
    answered a = {.design = NULL};
    answer(row->path, row->share, &a);
    noc_cures all = cures_of(&a, true), few = cures_of(&a, false);
    assert_true(few.tried_steps <= all.tried_steps && few.count <= all.count);
    if (few.count > 0) assert_string_equal(few.list[0].step.path, all.list[0].step.path);
    assert_true(all.count > 0);
    if (all.list[0].has_cost && !all.list[0].misses_clock) assert_true(few.count > 0);
    if (row->best) assert_string_equal(all.list[0].step.path, row->best);
    for (size_t i = 1; i < all.count; i++) /* no cure without a cost is before one with a cost */
        assert_false(all.list[i].has_cost && !all.list[i].misses_clock &&
                     !all.list[i - 1].has_cost);
    clear(&a);
}

/* GPUs whose replies fill a port of a group of SMs. */
static const design_row full_rows[] = {
    {"full links, a network of each class", "configs/v100.cfg", NAN, NULL},
    {"full links, halves", "configs/h100-sxm.cfg", NAN, NULL},
};

/* Steps that leave a full channel as it is are no cures, answered one by one. */
static void full_channels_stay_full(void **state)
{
    const design_row *row = *state;
    answered a = {.design = NULL};
    noc_arena memory = {0};
    noc_cure_steps steps = {NULL, 0};
    size_t left = 0;
    answer(row->path, row->share, &a);
    const noc_bottleneck *limit = &a.estimate.bottleneck;
    const double base = a.estimate.metrics[NOC_METRIC_saturation_data_gb_per_s].value;
    assert_true(limit->held_utilization > 0.99 && limit->network == 1);
    noc_cure_steps_list(a.design, limit, false, &memory, &steps);
    for (size_t i = 0; i < steps.count; i++) {
        const noc_cure_step *step = &steps.list[i];
        assert_false(step->keeps_full_channel && strstr(step->path, "networks[1].flit_bytes"));
        if (!step->keeps_full_channel || !step->can_cost) continue;
        left++;
        const double with = gauge_with(&a, step, NOC_METRIC_saturation_data_gb_per_s);
        if (with > 1.01 * base) fail_msg("%s: %g to %g GB/s", step->path, base, with);
    }
    assert_true(left >= 6);
    noc_cures few = cures_of(&a, false);
    assert_true(few.tried_steps + left < steps.count);
    noc_arena_clear(&memory);
    clear(&a);
}

/* The base of trials is the model's answer, however unsure that of a window is. */
static void answers_with_a_window_have_the_same_best(void **state)
{
    (void)state;
    answered a = {.design = NULL};
    answer("configs/te13-baseline.cfg", NAN, &a);
    noc_cures without = cures_of(&a, false);
    noc_metric *ipc = &a.estimate.metrics[NOC_METRIC_ipc];
    a.estimate.check_ipc_measured = a.estimate.check_ipc_predicted = ipc->value;
    ipc->hi = 2.0 * ipc->value;
    noc_cures with = cures_of(&a, false);
    assert_true(without.count > 0 && with.count == without.count);
    assert_string_equal(with.list[0].step.path, without.list[0].step.path);
    clear(&a);
}

/* Trials of peers, without memory nodes, whose design has so many ports at memory nodes. */
static size_t tried_with(double memory_ports)
{
    char text[240];
    snprintf(text, sizeof text,
             "nodes = { compute = 9; memory = 0; };\n"
             "network = { topology = \"mesh\"; columns = 3; rows = 3; memory_ports = %g; };\n"
             "traffic = { pattern = \"uniform\"; packet_flits = 4; };\n",
             memory_ports);
    answered a = {.source = test_source("ports.cfg", text)};
    answer_source(NAN, &a);
    noc_cures cures = cures_of(&a, true);
    const size_t tried = cures.tried_steps;
    clear(&a);
    return tried;
}

/* The highest number of ports has no step on, so that nothing is tried of it in any case. */
static void settings_that_are_not_read_are_not_tried(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/synthetic-mesh.cfg", NULL);
    const noc_key *key = noc_design_key(t.design, NOC_GROUP_NETWORK, 0, "memory_ports");
    const double highest = key->high;
    test_system_free(&t);
    assert_int_equal(tried_with(1.0), tried_with(highest));
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "gains", rows, gains_are_those_of_settings);
    TEST_TABLE_PREFIXED(&list, "best", rows, the_best_is_found_alone);
    test_add(&list, "answers with a window have the same best",
             answers_with_a_window_have_the_same_best);
    test_add(&list, "settings that are not read are not tried",
             settings_that_are_not_read_are_not_tried);
    TEST_TABLE(&list, full_rows, full_channels_stay_full);
    return test_run("cures", &list);
}
