/* What designs share with those before them is what they have alone, and is used where it can
 * be. */
#include <math.h>

#include "analytic/flow_map.h"
#include "hybrid/answers/estimate.h"
#include "network/compile/compile.h"
#include "network/compile/route_memory.h"
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
    {{"network.router_stages=2", NULL}, true}, /* the fourth before */
    {{"network.allocation_hold=flit", "network.router_stages=2", NULL}, false},
    {{NULL}, false}, /* one more than is kept */
    {{"traffic.read_fraction=0.5", NULL}, false},
    {{"network.virtual_channels=4", NULL}, false},
    {{NULL}, false}, /* other routes have been remembered meanwhile */
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

static void answers_are_those_of_the_design_alone(void **state)
{
    (void)state;
    noc_route_memory routes = {.known = false};
    noc_flow_memory flows = {.made = 0};
    for (size_t i = 0; i < TEST_COUNT(steps); i++) {
        test_system alone = test_compile_file("configs/te13-cp-dor-2vc.cfg", steps[i].overrides);
        noc_system *next = NULL;
        noc_estimate a, b;
        const unsigned made = flows.made;
        assert_int_equal(noc_system_compile_next(alone.design, &routes, &next, NULL), NOC_OK);
        assert_int_equal(noc_estimate_model(alone.system, NAN, &a, NULL), NOC_OK);
        assert_int_equal(noc_estimate_model_next(next, NAN, NOC_EXTENT_ALL, &flows, &b, NULL),
                         NOC_OK);
        assert_same_metrics(&a, &b, i);
        if ((flows.made == made) != steps[i].shares) fail_msg("step %zu: shared or not", i);
        noc_system_free(next);
        test_system_free(&alone);
    }
    noc_route_memory_clear(&routes);
    noc_flow_memory_clear(&flows);
}

static void systems_without_routes_in_memory_have_no_map(void **state)
{
    (void)state;
    noc_flow_memory flows = {.made = 0};
    test_system t = test_compile_file("configs/te13-cp-dor-2vc.cfg", NULL);
    assert_null(noc_flow_map_of(&flows, t.system));
    test_system_free(&t);
    noc_flow_memory_clear(&flows);
}

int main(void)
{
    static test_list list;
    test_add(&list, "answers are those of the design alone", answers_are_those_of_the_design_alone);
    test_add(&list, "systems without routes in memory have no map",
             systems_without_routes_in_memory_have_no_map);
    return test_run("flow map", &list);
}
