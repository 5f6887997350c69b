/* The page of a comparison: its sentences, bars and pictures against the answers that it shows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/compare/compare_lines.h"
#include "reports/compare/compare_picture.h"
#include "reports/compare/compare_words.h"
#include "tests/support/users/pages.h"
#include "tests/support/users/xml.h"

/* ---- two designs ---------------------------------------------------------------------------- */

typedef struct rig {
    noc_design *designs[2];
    noc_estimate e[2];
    noc_headline shown[NOC_HEADLINES];
} rig;

/* The second has twice the bandwidth for half as much area again, a clock that cannot be told
 * apart, and a power that nobody knows. */
static rig two_designs(void)
{
    static const char *const wider[] = {"network.flit_bytes=32", NULL};
    rig r = {
        .designs = {test_design(test_report_text, NULL), test_design(test_report_text, wider)}};
    for (int i = 0; i < 2; i++) {
        r.e[i] = test_made_estimate(r.designs[i], NOC_METHOD_MODEL);
        noc_metric *m = r.e[i].metrics;
        r.e[i].load = NAN;
        m[NOC_METRIC_saturation_data_gb_per_s] =
            (noc_metric){i ? 120.0 : 60.0, i ? 110.0 : 55.0, i ? 130.0 : 65.0, 0.9, NULL};
        m[NOC_METRIC_zero_load_latency_ns].value = 100.0;
        m[NOC_METRIC_network_area_mm2].value = i ? 3.0 : 2.0;
        m[NOC_METRIC_power_mw] = (noc_metric){NAN, NAN, NAN, NAN, "needs a load"};
        m[NOC_METRIC_max_clock_mhz] = (noc_metric){i ? 990.0 : 1000.0, 500.0, 2000.0, 0.9, NULL};
    }
    noc_headlines_find(r.e, 2, r.shown);
    return r;
}

static void clear(rig *r)
{
    for (int i = 0; i < 2; i++) noc_design_free(r->designs[i]);
}

/* ---- sentences ------------------------------------------------------------------------------ */

static void what_differs(void **state)
{
    (void)state;
    rig r = two_designs();
    noc_settings *settings = noc_settings_collect(r.e, 2);
    assert_non_null(settings);
    char *text = noc_difference_words(settings);
    assert_string_equal(text, "networks[0].flit_bytes is 32 in place of 16.");
    free(text);
    const noc_settings same[2] = {settings[0], settings[0]};
    text = noc_difference_words(same);
    assert_string_equal(text, "no setting.");
    free(text);
    noc_settings_clear(settings, 2);
    clear(&r);
}

/* Twice the bandwidth for half as much area again, from either side; what was moved, or not far
 * enough; and ends that are not the same. */
static void one_sentence_of_ratio(void **state)
{
    (void)state;
    rig r = two_designs();
    noc_labels labels = {0};
    char line[NOC_COMPARE_LINE_CHARS], other[NOC_COMPARE_LINE_CHARS];
    for (int i = 0; i < 2; i++) noc_labels_add_design(&labels, r.designs[i]);
    noc_match moved[2] = {{.path = NULL},
                          {.path = "network.flit_bytes",
                           .metric = NOC_METRIC_network_area_mm2,
                           .old_text = "16",
                           .new_text = "32",
                           .value = 3.0,
                           .target = 2.0}};
    noc_compared_designs of = {.estimates = r.e, .count = 2};
    noc_write_ratio(&labels, &of, 1, line);
    assert_contains(line, "flit_bytes=32 carries 2.00 (");
    assert_contains(line, " times as much data as base on 1.50 times the area.");
    const noc_estimate turned[2] = {r.e[1], r.e[0]};
    of.estimates = turned;
    noc_write_ratio(&labels, &of, 1, other);
    assert_string_equal(line, other);
    of = (noc_compared_designs){.estimates = r.e, .matches = moved, .count = 2};
    noc_write_moved_setting(&of, 1, line);
    assert_contains(line, ": network.flit_bytes 16 -> 32, area 3.00 mm2 beside 2.00: the nearest");
    moved[1].is_met = true;
    noc_write_moved_setting(&of, 1, line);
    assert_null(strstr(line, "nearest"));
    noc_write_ratio(&labels, &of, 1, line);
    assert_contains(line, " times as much data as base at the same area.");
    moved[1].metric = NOC_METRIC_saturation_data_gb_per_s;
    noc_write_ratio(&labels, &of, 1, line);
    assert_string_equal(
        line, "flit_bytes=32 has 1.50 times the area of base at the same data bandwidth.");
    clear(&r);
}

static void other_ends_are_counted(void **state)
{
    (void)state;
    static const char *const changes[] = {"nodes.mshrs=9",         "memory.tcl=30",
                                          "memory.banks=4",        "traffic.read_fraction=0.5",
                                          "network.flit_bytes=32", NULL};
    rig r = {
        .designs = {test_design(test_report_text, NULL), test_design(test_report_text, changes)}};
    for (int i = 0; i < 2; i++) r.e[i] = test_made_estimate(r.designs[i], NOC_METHOD_MODEL);
    const noc_compared_designs of = {.estimates = r.e, .count = 2};
    const noc_labels labels = {0};
    char line[NOC_COMPARE_LINE_CHARS];
    noc_settings *settings = noc_settings_collect(r.e, 2);
    noc_write_differing_ends(&labels, &of, settings, 1, line);
    assert_string_equal(line, "The designs differ in cores, memories, programs: 4 settings.");
    assert_int_equal(noc_count_differing_ends(settings, 1), 4);
    noc_write_differing_ends(&labels, &of, settings, 0, line);
    assert_string_equal(line, "");
    noc_settings_clear(settings, 2);
    clear(&r);
}

static void what_it_buys_and_costs(void **state)
{
    (void)state;
    rig r = two_designs();
    char *bought = noc_gain_words(&r.e[0], &r.e[1], r.shown);
    char *paid = noc_loss_words(&r.e[0], &r.e[1], r.shown);
    assert_contains(bought, "bandwidth at saturation +100 %");
    assert_contains(bought, "from 60.00 to 120.0 GB/s.");
    assert_contains(bought, "Indistinguishable: round trip, idle network");
    assert_contains(paid, "network area +50 %");
    assert_contains(paid, "Not known: network power");
    assert_null(strstr(paid, "bandwidth"));
    free(bought);
    free(paid);
    bought = noc_gain_words(&r.e[1], &r.e[0], r.shown); /* the other way round */
    assert_contains(bought, "network area -33 %");
    assert_null(strstr(bought, "bandwidth"));
    free(bought);
    clear(&r);
}

typedef struct change_case {
    const char *name;
    noc_contrast contrast;
    const char *text;
} change_case;

static const change_case change_cases[] = {
    {"exact", {0.5, 0.5, 0.5, false, NULL}, "+50 %"},
    {"with an interval", {0.38, 0.3, 0.45, false, NULL}, "+38 % (+30 to +45 %)"},
    {"small", {0.021, 0.01, 0.03, false, NULL}, "+2.1 % (+1.0 to +3.0 %)"},
    {"within it", {-0.12, -0.4, 0.2, true, NULL}, "-12 %, indistinguishable"},
    {"none", {NAN, NAN, NAN, false, "no load"}, ""},
};

static void check_change(void **state)
{
    const change_case *c = *state;
    assert_string_equal(noc_headline_change(&c->contrast).text, c->text);
}

/* Variants have the name of their design before theirs. */
static void titles(void **state)
{
    (void)state;
    rig r = two_designs();
    char title[NOC_COMPARE_TITLE_CHARS];
    noc_labels labels = {0};
    for (int i = 0; i < 2; i++) noc_labels_add_design(&labels, r.designs[i]);
    noc_compare_write_title(&labels, r.e, 2, title);
    assert_string_equal(title, "base, \"quoted\": flit_bytes=32 against base");
    noc_labels_add_design(&labels, r.designs[1]);
    const noc_estimate three[] = {r.e[0], r.e[1], r.e[1]};
    noc_compare_write_title(&labels, three, 3, title);
    assert_string_equal(title, "base, \"quoted\": base and 2 others");
    clear(&r);
}

/* ---- bars ----------------------------------------------------------------------------------- */

/* Widths are in proportion, a bar a figure that is known. */
static void bars_are_as_long_as_their_figures(void **state)
{
    (void)state;
    rig r = two_designs();
    noc_labels labels = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (int i = 0; i < 2; i++) noc_labels_add_design(&labels, r.designs[i]);
    noc_compare_draw_bars(out, &labels, r.e, 2);
    assert_int_equal(fclose(out), 0);
    assert_true(test_is_well_formed(text));
    assert_int_equal(test_count_of(text, "class=\"bar\""), 8);
    assert_int_equal(test_count_of(text, "class=\"reach\" d"), 4);
    assert_int_equal(test_count_of(text, "not given: needs a load"), 2);
    const char *first = strstr(text, "class=\"bar\"");
    const char *second = strstr(first + 1, "class=\"bar\"");
    const double width = test_number_after(first, " width=\"");
    assert_near(test_number_after(second, " width=\""), 2.0 * width, 0.02);
    free(text);
    clear(&r);
}

int main(void)
{
    static test_list list;
    test_add(&list, "what differs", what_differs);
    test_add(&list, "one sentence of ratio", one_sentence_of_ratio);
    test_add(&list, "other ends are counted", other_ends_are_counted);
    test_add(&list, "what it buys and costs", what_it_buys_and_costs);
    TEST_TABLE(&list, change_cases, check_change);
    test_add(&list, "titles", titles);
    test_add(&list, "bars are as long as their figures", bars_are_as_long_as_their_figures);
    return test_run("compare_page", &list);
}
