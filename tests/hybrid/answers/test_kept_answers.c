/* Answers of designs one after the other, with what is kept of those before, are those that each
 * design gets alone, to the bit; and a system that is kept has its model's finds, too. */
#include <math.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "network/compile/compile.h"
#include "tests/support/helpers.h"

static const struct {
    const char *file, *overrides[3];
    double load;
} steps[] = {
    {"configs/te13-baseline.cfg", {NULL}, NAN},
    {"configs/te13-baseline.cfg", {"nodes.mshrs=16", NULL}, NAN},
    {"configs/te13-baseline.cfg", {NULL}, 0.02},
    {"configs/te13-baseline.cfg", {NULL}, 0.04}, /* the same system at another load */
    {"configs/te13-baseline.cfg", {"network.buffer_flits=4", NULL}, 0.02},
    {"configs/te13-baseline.cfg", {"nodes.placement=scattered", NULL}, NAN},
    {"configs/te13-baseline.cfg", {"traffic.outstanding=4", NULL}, NAN},
    {"configs/te13-baseline.cfg", {NULL}, 0.5}, /* more than is accepted */
    {"configs/cdx19-cdxbar-80.cfg", {NULL}, 0.01},
    {"configs/rapid18-rapid-64.cfg", {NULL}, NAN},
    {"configs/synthetic-mesh.cfg", {"network.virtual_channels=2", NULL}, NAN},
};

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void check_answer(const noc_estimate *alone, const noc_estimate *next, size_t step)
{
    for (int id = 0; id < NOC_METRICS; id++) {
        const noc_metric *a = &alone->metrics[id], *b = &next->metrics[id];
        if (!same(a->value, b->value) || !same(a->lo, b->lo) || !same(a->hi, b->hi))
            fail_msg("step %zu: %s is %.17g, alone %.17g", step,
                     noc_metric_info_of((noc_metric_id)id)->name, b->value, a->value);
    }
    assert_string_equal(next->bottleneck.kind, alone->bottleneck.kind);
    assert_string_equal(next->bottleneck.where, alone->bottleneck.where);
    assert_string_equal(next->bottleneck.reason, alone->bottleneck.reason);
    assert_string_equal(next->bottleneck.held_channel, alone->bottleneck.held_channel);
    assert_true(same(next->bottleneck.utilization, alone->bottleneck.utilization));
    assert_true(same(next->bottleneck.held_utilization, alone->bottleneck.held_utilization));
}

static void answers_are_those_of_the_design_alone(void **state)
{
    (void)state;
    noc_value_cache kept = {NULL};
    for (size_t i = 0; i < TEST_COUNT(steps); i++) {
        test_system alone = test_compile_file(steps[i].file, steps[i].overrides);
        noc_system *next = NULL;
        noc_estimate own, beside;
        assert_int_equal(noc_system_compile_kept(alone.design, &kept, &next, NULL), NOC_OK);
        assert_int_equal(noc_estimate_model(alone.system, steps[i].load, &own, NULL), NOC_OK);
        assert_int_equal(noc_estimate_model(next, steps[i].load, &beside, NULL), NOC_OK);
        check_answer(&own, &beside, i);
        assert_true(!next->reader_values ||
                    next->reader_values->first); /* its model is kept with it */
        noc_system_free(next);
        test_system_free(&alone);
    }
    noc_cache_clear(&kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_design_alone),
    };
    return cmocka_run_group_tests_name("kept answers", tests, NULL, NULL);
}
