/* What designs share with those before them is what they have alone, and is used where it can
 * be. */
#include <math.h>

#include "analytic/flow_map.h"
#include "hybrid/answers/estimate.h"
#include "network/compile/compile.h"
#include "tests/support/helpers.h"

/* Each with the memory of those before. */
static const struct {
    const char *overrides[4];
    bool shares;
} steps[] = {
    {{NULL}, false},
    {{NULL}, true},
    {{"network.buffer_flits=4", NULL}, true},
    {{"network.router_stages=2", "network.allocator_iterations=2", NULL}, true},
    {{"network.flit_bytes=32", NULL}, false},
    {{"network.flit_bytes=8", NULL}, false},
    {{"network.flit_bytes=32", "network.router_stages=3", NULL}, true},
    {{"network.channel_cycles=2", NULL}, false},
    {{"network.router_stages=2", NULL}, true},
    {{"network.allocation_hold=flit", "network.router_stages=2", NULL}, false},
    {{NULL}, true},
    {{"traffic.read_fraction=0.5", NULL}, false},
    {{"network.virtual_channels=4", NULL}, false},
    {{"nodes.mshrs=8", "memory.tcl=20", "workload=HH", NULL}, true},
    {{"nodes.mshrs=16", "memory.tcl=20", "workload=HH", NULL}, true},
    {{"chip.clock_mhz=800.0", "workload=HH", NULL}, true},
};

static void assert_same_metrics(const noc_estimate *a, const noc_estimate *b, size_t step)
{
    for (int i = 0; i < NOC_METRICS; i++) {
        const double x = a->metrics[i].value, y = b->metrics[i].value;
        if (x != y && !(isnan(x) && isnan(y)))
            fail_msg("step %zu: %s is %.17g alone, %.17g after others", step,
                     noc_metric_info_of((noc_metric_id)i)->name, x, y);
    }
}

/* Whether a step's map is that of a step before. */
static bool is_one_of(noc_cached_value *const *maps, size_t step)
{
    size_t i = 0;
    while (maps[i] != maps[step]) i++;
    return i < step;
}

static void answers_are_those_of_the_design_alone(void **state)
{
    (void)state;
    noc_value_cache kept = {NULL};
    noc_cached_value *maps[TEST_COUNT(steps)]; /* maps in use, so that none gets another's place */
    for (size_t i = 0; i < TEST_COUNT(steps); i++) {
        test_system alone = test_compile_file("configs/te13-cp-dor-2vc.cfg", steps[i].overrides);
        noc_system *next = NULL;
        noc_estimate a, b;
        assert_int_equal(noc_system_compile_kept(alone.design, &kept, &next, NULL), NOC_OK);
        assert_int_equal(noc_estimate_model(alone.system, NAN, &a, NULL), NOC_OK);
        assert_int_equal(noc_estimate_sweep_point(next, NAN, NOC_EXTENT_ALL, &kept, &b, NULL),
                         NOC_OK);
        assert_same_metrics(&a, &b, i);
        maps[i] = noc_kept_flow_map(&kept, next);
        if (is_one_of(maps, i) != steps[i].shares) fail_msg("step %zu: shared or not", i);
        noc_system_free(next);
        test_system_free(&alone);
    }
    for (size_t i = 0; i < TEST_COUNT(steps); i++) noc_cached_release(maps[i]);
    noc_cache_clear(&kept);
}

/* Maps are of settings as they were read: a design that is changed later has none. */
static void designs_that_nobody_read_have_no_map(void **state)
{
    (void)state;
    noc_value_cache kept = {NULL};
    test_system t = test_compile_file("configs/te13-cp-dor-2vc.cfg", NULL);
    noc_design changed = *t.design;
    noc_system system = *t.system;
    changed.read_settings = (noc_read_settings){.bytes = NULL};
    system.design = &changed;
    assert_null(noc_kept_flow_map(&kept, &system));
    noc_cached_value *map = noc_kept_flow_map(&kept, t.system);
    assert_non_null(map);
    noc_cached_release(map);
    test_system_free(&t);
    noc_cache_clear(&kept);
}

int main(void)
{
    static test_list list;
    test_add(&list, "answers are those of the design alone", answers_are_those_of_the_design_alone);
    test_add(&list, "designs that nobody read have no map", designs_that_nobody_read_have_no_map);
    return test_run("flow map", &list);
}
