/* An answer of a lesser extent has the same figures as the whole one, as far as it goes; figures
 * beyond it say how to ask for them. */
#include <math.h>
#include <string.h>

#include "analytic/flow_map.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/figures/reasons.h"
#include "tests/support/helpers.h"

static const struct {
    const char *file, *overrides[4];
    double load;
} cases[] = {
    {"configs/te13-baseline.cfg", {NULL}, NAN},
    {"configs/te13-baseline.cfg", {NULL}, 0.02},
    {"configs/te13-baseline.cfg", {NULL}, 0.5}, /* more than is accepted */
    {"configs/te13-cp-dor-2vc.cfg", {"traffic.outstanding=4", NULL}, NAN},
    {"configs/synthetic-mesh.cfg", {NULL}, NAN},
    {"configs/rapid18-rapid-64.cfg", {NULL}, NAN},
    {"configs/cdx19-cdxbar-80.cfg", {NULL}, 0.01},
};

static void ask(const noc_system *system, double load, noc_extent extent, noc_estimate *e)
{
    noc_value_cache kept = {NULL};
    assert_int_equal(noc_estimate_sweep_point(system, load, extent, &kept, e, NULL), NOC_OK);
    noc_cache_clear(&kept);
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void check_metric(const noc_estimate *part, const noc_estimate *whole, noc_metric_id id)
{
    static const char said[] = "not computed: figures = (\"";
    const noc_metric *a = &part->metrics[id], *b = &whole->metrics[id];
    const char *name = noc_metric_info_of(id)->name;
    if (noc_metric_extent(id) <= part->extent) {
        if (!same(a->value, b->value) || !same(a->lo, b->lo) || !same(a->hi, b->hi) ||
            !same(a->confidence, b->confidence) || a->reason != b->reason)
            fail_msg("%s of %s: %.17g (%s), of all %.17g (%s)", name, noc_extent_name(part->extent),
                     a->value, a->reason ? a->reason : "", b->value, b->reason ? b->reason : "");
    } else if (a->value == b->value) {
        assert_true(noc_metric_info_of(id)->certain); /* needs no model */
    } else if (!isnan(a->value) || !a->reason) {
        fail_msg("%s of %s: %.17g", name, noc_extent_name(part->extent), a->value);
    } else if (!b->reason && strncmp(a->reason, said, strlen(said)) != 0) {
        fail_msg("%s of %s: %s", name, noc_extent_name(part->extent), a->reason);
    }
}

static void parts_are_those_of_the_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        test_system t = test_compile_file(cases[i].file, cases[i].overrides);
        noc_estimate whole, part;
        ask(t.system, cases[i].load, NOC_EXTENT_ALL, &whole);
        for (int extent = NOC_EXTENT_COST; extent < NOC_EXTENT_ALL; extent++) {
            ask(t.system, cases[i].load, (noc_extent)extent, &part);
            for (int id = 0; id < NOC_METRICS; id++) check_metric(&part, &whole, (noc_metric_id)id);
        }
        test_system_free(&t);
    }
}

/* Figures that the model tells are those that it says it may. */
static void what_is_told_is_not_lacking(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        test_system t = test_compile_file(cases[i].file, cases[i].overrides);
        noc_estimate e;
        size_t lacking = 0;
        ask(t.system, cases[i].load, NOC_EXTENT_ALL, &e);
        for (int id = 0; id < NOC_METRICS; id++) {
            const char *why =
                noc_estimate_absence_reason(t.system, cases[i].load, (noc_metric_id)id);
            if (why && isfinite(e.metrics[id].value))
                fail_msg("%s: %s, but it is %g", noc_metric_info_of((noc_metric_id)id)->name, why,
                         e.metrics[id].value);
            lacking += why != NULL;
        }
        assert_true(lacking > 0); /* quantiles, at least */
        test_system_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_those_of_the_whole),
        cmocka_unit_test(what_is_told_is_not_lacking),
    };
    return cmocka_run_group_tests_name("extents", tests, NULL, NULL);
}
