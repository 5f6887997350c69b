/* What answers are made of: samples that are stopped, and the words for metrics and methods. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/figures/answer.h"
#include "tests/support/helpers.h"

static const char uniform[] =
    "chip = { other_area_mm2 = 50.0; };\n"
    "nodes = { compute = 16; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

/* ---- stopped -------------------------------------------------------------------------------- */

static bool never(void *context, double done)
{
    (void)done;
    ++*(int *)context;
    return false;
}

static void a_stopped_sample_says_so(void **state)
{
    (void)state;
    test_system t = test_compile(uniform, NULL);
    int calls = 0;
    const noc_sampling sampling = {
        .precision = 0.01, .seed = 1, .jobs = 1, .progress = never, .context = &calls};
    noc_estimate e;
    assert_int_equal(noc_estimate_sample(t.system, 0.2, &sampling, &e, NULL), NOC_EINTERRUPTED);
    assert_int_equal(noc_estimate_sample_saturation(t.system, &sampling, &e, NULL),
                     NOC_EINTERRUPTED);
    assert_int_equal(calls, 2);
    test_system_free(&t);
}

/* ---- names ---------------------------------------------------------------------------------- */

static void metrics_and_words_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_info *info = noc_metric_info_of((noc_metric_id)i);
        assert_true(strlen(info->name) > 0 && strlen(info->meaning) > 10);
        assert_non_null(info->unit);
        assert_true(info->digits >= 0 && info->digits <= 9);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(info->name, noc_metric_info_of((noc_metric_id)k)->name);
    }
    assert_string_equal(noc_method_name(NOC_METHOD_MODEL), "model");
    assert_string_equal(noc_method_name(NOC_METHOD_SAMPLE), "sample");
    assert_string_equal(noc_answer_name(NOC_ANSWER_OK), "ok");
    assert_string_equal(noc_answer_name(NOC_ANSWER_SATURATED), "saturated");
    assert_string_equal(noc_answer_name(NOC_ANSWER_UNBOUNDED), "unbounded");
    assert_string_equal(noc_answer_name(NOC_ANSWER_NOT_CONVERGED), "not-converged");
    assert_string_equal(noc_answer_name(NOC_ANSWER_IMPRECISE), "precision-not-reached");
}

int main(void)
{
    static test_list list;
    test_add(&list, "a stopped sample says so", a_stopped_sample_says_so);
    test_add(&list, "metrics and words have names", metrics_and_words_have_names);
    return test_run("words", &list);
}
