/* hybrid/answers/cause.h: the reason why a network is used no further, against samples: what the
 * reason points at raises saturation, and what another reason would point at does so less. */
#include <math.h>

#include "hybrid/answers/cause.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "tests/support/runs/engines.h"

typedef struct reason_row {
    const char *name, *design;
    noc_hold_cause by;
    const char *cure, *other;
} reason_row;

static const reason_row rows[] = {
    {"a mesh with a virtual channel a class", "configs/te13-baseline.cfg", NOC_HELD_BY_OTHERS,
     "network.virtual_channels=4", "network.buffer_flits=16"},
    {"a crossbar whose buffers are short", "configs/cdx19-fc-ideal-20.cfg", NOC_HELD_BY_CREDITS,
     "networks[1].buffer_flits=8", "networks[1].virtual_channels=8"},
    {"a mesh whose buffers are short", "configs/rapid18-xyyx-16.cfg", NOC_HELD_BY_CREDITS,
     "networks[1].buffer_flits=8", "networks[1].virtual_channels=8"},
    {"a mesh whose links are full", "configs/cdx19-mesh-20.cfg", NOC_HELD_BY_FLITS,
     "networks[1].flit_bytes=64", "networks[1].virtual_channels=8"},
};

/* Data bandwidth at saturation, GB/s, as sampled. */
static double sampled(const char *design, const char *setting)
{
    const char *const overrides[] = {setting, NULL};
    const noc_sampling sampling = {
        .precision = 0.02, .seed = 1, .jobs = 2, .skips_knee = true, .skips_cause = true};
    test_system t = test_compile_file(design, setting ? overrides : NULL);
    noc_estimate e;
    assert_int_equal(noc_estimate_sample_saturation(t.system, &sampling, &e, NULL), NOC_OK);
    test_system_free(&t);
    return e.metrics[NOC_METRIC_saturation_data_gb_per_s].value;
}

static void what_it_points_at_helps(void **state)
{
    static const double surely = 0.04;
    const reason_row *row = *state;
    test_system t = test_compile_file(row->design, NULL);
    noc_estimate e;
    const double low = 1e-4; /* any load: a workload of the design has another limit */
    assert_int_equal(noc_estimate_model(t.system, low, &e, NULL), NOC_OK);
    assert_true(noc_bottleneck_has_reason(&e.bottleneck, row->by));
    test_system_free(&t);
    const double base = sampled(row->design, NULL);
    const double cure = sampled(row->design, row->cure) / base - 1.0;
    const double other = sampled(row->design, row->other) / base - 1.0;
    print_message("%s: %+.1f %% by %s, %+.1f %% by %s\n", row->name, 100.0 * cure, row->cure,
                  100.0 * other, row->other);
    assert_true(cure > other + surely);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, rows, what_it_points_at_helps);
    return test_run("reasons by samples", &list);
}
