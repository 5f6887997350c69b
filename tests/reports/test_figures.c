/* Figures, changes and names of variants in words. */
#include <math.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "tests/support/users/pages.h"

/* ---- figures --------------------------------------------------------------------------------- */

typedef struct figure_case {
    const char *name;
    double value;
    int digits;
    const char *text;
} figure_case;

static const figure_case figure_cases[] = {
    {"digits of its kind", 31.416, 2, "31.42"},
    {"small ones keep two digits that count", 0.00234, 3, "0.0023"},
    {"zero", 0.0, 3, "0.000"},
    {"negative", -12.5, 1, "-12.5"},
    {"missing", NAN, 2, "-"},
    {"infinite", INFINITY, 2, "-"},
    {"tiny ones do not grow without end", 1e-30, 2, "0.000000"},
};

static void check_figure(void **state)
{
    const figure_case *c = *state;
    assert_string_equal(noc_figure_make(c->value, c->digits).text, c->text);
}

typedef struct change_case {
    const char *name;
    double value, base;
    const char *text;
} change_case;

static const change_case change_cases[] = {
    {"more", 1.042, 1.0, "+4.2%"},   {"less", 61.70, 67.33, "-8.4%"},
    {"the same", 5.0, 5.0, "0.0%"},  {"less than is shown is no change", 0.9998, 1.0, "0.0%"},
    {"a lot", 2.571, 1.0, "+157%"},  {"just a lot", 1.9996, 1.0, "+100%"},
    {"missing", NAN, 1.0, "-"},      {"missing base", 1.0, NAN, "-"},
    {"base of zero", 1.0, 0.0, "-"},
};

static void check_change(void **state)
{
    const change_case *c = *state;
    assert_string_equal(noc_percent_figure(noc_change_share(c->value, c->base)).text, c->text);
}

static void metric_labels_have_no_units(void **state)
{
    (void)state;
    assert_string_equal(noc_metric_label(NOC_METRIC_round_trip_cycles).text, "round trip, loaded");
    assert_string_equal(noc_metric_label(NOC_METRIC_hops_mean).text, "hops mean");
    assert_string_equal(noc_metric_label(NOC_METRIC_saturation_flits_per_cycle).text,
                        "saturation load");
    assert_string_equal(noc_metric_short_name(NOC_METRIC_saturation_flits_per_cycle).text,
                        "saturation");
    assert_string_equal(noc_metric_label(NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2).text,
                        "throughput per area");
}

/* Of any metrics, in whatever units. */
static void no_two_metrics_have_one_label(void **state)
{
    (void)state;
    noc_design *gpu = test_design(test_report_text, NULL);
    for (int a = 0; a < NOC_METRICS; a++)
        for (int b = 0; b < a; b++) {
            const noc_metric_id one = (noc_metric_id)a, other = (noc_metric_id)b;
            assert_string_not_equal(noc_metric_label(one).text, noc_metric_label(other).text);
            assert_string_not_equal(noc_metric_design_label(gpu, one).text,
                                    noc_metric_design_label(gpu, other).text);
        }
    assert_string_equal(noc_metric_design_label(gpu, NOC_METRIC_zero_load_latency_cycles).text,
                        "round trip, idle");
    noc_design_free(gpu);
}

typedef struct spread_case {
    const char *name;
    noc_metric metric;
    const char *value, *spread;
} spread_case;

static const spread_case spread_cases[] = {
    {"as many digits as the value has", {59.25, 55.52, 63.12, 0.9, NULL}, "59.2", "+-3.8"},
    {"no less than a digit that is not zero", {104.6, 104.2, 105.0, 0.9, NULL}, "105", "+-0.4"},
    {"large", {1456.0, 1400.0, 1512.0, 0.9, NULL}, "1456", "+-56"},
    {"it leans to one side", {100.0, 99.0, 150.0, 0.9, NULL}, "100", "(99.0..150)"},
    {"it leans by less than is shown", {18.1, 18.1, 18.103, 0.9, NULL}, "18.1", "+-0.002"},
    {"judged", {2181.0, 182.0, 5453.0, NAN, NULL}, "2181", "[182..5453]"},
    {"none", {3.14159, NAN, NAN, NAN, NULL}, "3.14", ""},
    {"missing", {NAN, NAN, NAN, NAN, "x"}, "-", ""},
};

static void check_spread(void **state)
{
    const spread_case *c = *state;
    assert_string_equal(noc_short_figure(c->metric.value).text, c->value);
    assert_string_equal(noc_short_half_width(&c->metric).text, c->spread);
}

/* ---- labels ---------------------------------------------------------------------------------- */

typedef struct label_case {
    const char *name;
    const char *overrides[3][4]; /* of three designs */
    const char *labels[3];
    size_t axes;
} label_case;

static const label_case label_cases[] = {
    {"what all share is left out",
     {{"network.slices=2", NULL},
      {"network.slices=2", "network.flit_bytes=32", NULL},
      {"network.slices=2", "network.flit_bytes=64", NULL}},
     {"base", "flit_bytes=32", "flit_bytes=64"},
     1},
    {"two settings",
     {{NULL},
      {"network.flit_bytes=32", "network.routing=xy", NULL},
      {"network.flit_bytes=32", "network.routing=yx", NULL}},
     {"base", "flit_bytes=32 routing=xy", "flit_bytes=32 routing=yx"},
     2},
    {"different settings",
     {{NULL}, {"network.flit_bytes=32", NULL}, {"network.routing=yx", NULL}},
     {"base", "flit_bytes=32", "routing=yx"},
     0},
    {"of one of several networks its words",
     {{NULL}, {"networks[0].flit_bytes=32", NULL}, {"networks[0].flit_bytes=8", NULL}},
     {"base", "networks[0] 32 B", "networks[0] 8 B"},
     1},
};

static void check_labels(void **state)
{
    const label_case *c = *state;
    noc_design *designs[3];
    noc_labels labels = {0};
    for (int i = 0; i < 3; i++) {
        designs[i] = test_design(test_report_text, c->overrides[i]);
        noc_labels_add_design(&labels, designs[i]);
    }
    for (int i = 0; i < 3; i++) {
        char label[NOC_LABEL_CHARS];
        noc_label_write(&labels, designs[i], label);
        assert_string_equal(label, c->labels[i]);
    }
    assert_int_equal(noc_label_axis_count(&labels), c->axes);
    for (int i = 0; i < 3; i++) noc_design_free(designs[i]);
}

static const struct {
    const char *name;
    CMUnitTestFunction check;
} others[] = {
    {"metric labels have no units", metric_labels_have_no_units},
    {"no two metrics have one label", no_two_metrics_have_one_label},
};

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "figure", figure_cases, check_figure);
    TEST_TABLE_PREFIXED(&list, "change", change_cases, check_change);
    TEST_TABLE_PREFIXED(&list, "spread", spread_cases, check_spread);
    TEST_TABLE_PREFIXED(&list, "labels", label_cases, check_labels);
    for (size_t i = 0; i < TEST_COUNT(others); i++)
        test_add(&list, others[i].name, others[i].check);
    return test_run("figures", &list);
}
