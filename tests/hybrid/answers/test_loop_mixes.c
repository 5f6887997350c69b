/* Workloads of a set have models in common where their cores send the same mix: each answer is the
 * one that the workload has alone, to the bit. */
#include "hybrid/answers/loop_model.h"
#include "hybrid/correction/calibration/shipped.h"
#include "tests/support/helpers.h"

typedef struct set_case {
    const char *name, *design;
    const char *over[3];
} set_case;

static const set_case set_cases[] = {
    {"writes that nobody answers", "configs/te13-baseline.cfg", {NULL}},
    {"two networks", "configs/te13-dcie-2p.cfg", {NULL}},
    {"the traffic's share of reads", "configs/rapid18-xyyx-16.cfg", {NULL}},
    {"clusters that merge reads",
     "configs/te13-baseline.cfg",
     {"nodes.compute=56", "cluster.cores=2", NULL}},
};

static void solve(const test_system *t, const noc_corrected_model *model,
                  const noc_workload_part *parts, size_t count, noc_closed_point *points)
{
    noc_diag diag = {0};
    assert_int_equal(noc_closed_points(t->system, noc_calibration_shipped(), model, parts, count,
                                       points, NULL, &diag),
                     NOC_OK);
}

static void workloads_do_not_see_each_other(void **state)
{
    const set_case *c = *state;
    const test_system t = test_compile_file(c->design, c->over);
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point together[NOC_WORKLOAD_PARTS_MAX], alone;
    const size_t count = noc_design_workloads(t.design, parts);
    noc_model *model = noc_model_new(t.system);
    assert_non_null(model);
    const noc_corrected_model corrected =
        noc_correct_as_calibrated(t.system, model, noc_calibration_shipped());
    assert_true(count > 1);
    solve(&t, &corrected, parts, count, together);
    for (size_t i = 0; i < count; i++) {
        solve(&t, &corrected, &parts[i], 1, &alone);
        assert_true(together[i].instructions == alone.instructions);
        assert_true(together[i].round_trip == alone.round_trip);
        assert_true(together[i].outstanding == alone.outstanding);
    }
    noc_model_free(model);
    test_system_free((test_system *)&t);
}

/* 0.73 is not 0.55 * 0.73 + 0.45 * 0.73 in binary. */
static void phases_with_the_same_reads_have_these(void **state)
{
    (void)state;
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_workload_parts("te13-all", parts);
    assert_true(count > 1);
    for (size_t i = 0; i < count; i++)
        assert_true(noc_workload_of_all_phases(&parts[i].workload).read_fraction ==
                    parts[i].workload.read_fraction);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, set_cases, workloads_do_not_see_each_other);
    test_add(&list, "phases with the same reads", phases_with_the_same_reads_have_these);
    return test_run("mixes of loops", &list);
}
