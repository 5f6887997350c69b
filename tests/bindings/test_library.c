/* libnocsight: what each public call refuses, and answers beside the command's, sums of costs, and
 * laws of designs that never change. */
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/c/context.h"
#include "bindings/c/nocsight.h"
#include "tests/support/helpers.h"
#include "tests/support/users/shell_output.h"
#include "tests/support/users/xml.h"

static noc_context *context;
static noc_design *design; /* a mesh */
static noc_estimate *estimate;
static noc_costs *costs;

/* Fails with the fault of a call that had to succeed. */
static void expect_ok(int code, noc_error *error)
{
    if (code != NOC_CODE_OK) fail_msg("%d: %s: %s", code, error->file, error->message);
    assert_int_equal(error->count, 0);
    assert_string_equal(error->message ? error->message : "", "");
}

/* ---- errors --------------------------------------------------------------------------------- */

/* All faults of a text come at once, each with its line. */
static void tell_all_faults(void **state)
{
    (void)state;
    noc_error error = {0};
    noc_fault second;
    noc_design *parsed;
    char *text = test_read_text("configs/synthetic-mesh.cfg"), *faulty;
    assert_true(asprintf(&faulty, "spam = 1;\neggs = 2;\n%s", text) > 0);
    assert_int_equal(noc_design_parse(context, faulty, "my.cfg", &parsed, &error), NOC_CODE_INPUT);
    assert_string_equal(error.file, "my.cfg");
    assert_int_equal(error.line, 1);
    assert_int_equal(error.count, 2);
    assert_int_equal(noc_error_fault(&error, 1, &second), NOC_CODE_OK);
    assert_int_equal(second.line, 2);
    assert_non_null(strstr(second.message, "eggs"));
    noc_error_clear(&error);
    free(faulty);
    free(text);
}

/* ---- designs -------------------------------------------------------------------------------- */

static void expect_setting(const noc_design *d, const char *key, const char *expected)
{
    noc_error error = {0};
    char *value;
    expect_ok(noc_design_get(d, key, &value, &error), &error);
    assert_string_equal(value, expected);
    noc_text_release(value);
}

/* A changed design takes the place of the old one, copies and answers keep theirs. */
static void change_a_copy(void **state)
{
    (void)state;
    static const char *const wide[] = {"network.flit_bytes=64"}, *const narrow[] = {
                                                                     "network.flit_bytes=8",
                                                                     "network.virtual_channels=4"};
    noc_error error = {0};
    noc_design *copy, *other;
    noc_estimate *answer;
    expect_ok(noc_design_copy(design, &copy, &error), &error);
    expect_ok(noc_design_copy(design, &other, &error), &error);
    expect_ok(noc_design_set(context, &copy, wide, 1, &error), &error);
    expect_ok(noc_design_estimate(context, copy, NULL, &answer, &error), &error);
    expect_ok(noc_design_set(context, &copy, narrow, 2, &error), &error);
    expect_setting(copy, "network.flit_bytes", "8");
    expect_setting(copy, "networks[0].virtual_channels", "4");
    assert_string_equal(noc_design_setting(copy, 0), narrow[0]); /* 64 is forgotten */
    assert_null(noc_design_setting(copy, 2));
    expect_setting(noc_estimate_design(answer), "network.flit_bytes", "64");
    assert_string_equal(noc_design_fingerprint(other), noc_design_fingerprint(design));
    assert_string_not_equal(noc_design_fingerprint(copy), noc_design_fingerprint(design));
    noc_design_release(copy);
    noc_design_release(other);
    expect_setting(noc_estimate_design(answer), "network.flit_bytes", "64");
    noc_estimate_release(answer);
}

/* Groups of a list have their keys; networks that differ tell both values. */
static void get_keys_of_groups(void **state)
{
    (void)state;
    static const char *const slower[] = {"networks[1].levels[0].cycles=3"};
    noc_error error = {0};
    noc_design *gpu;
    expect_ok(noc_design_open(context, "h100", &gpu, &error), &error);
    assert_int_equal(noc_design_network_count(gpu), 2);
    expect_setting(gpu, "network.levels[0].name", "sm");
    expect_setting(gpu, "network.levels[0].cycles", "1");
    expect_ok(noc_design_set(context, &gpu, slower, 1, &error), &error);
    expect_setting(gpu, "networks[1].levels[0].cycles", "3");
    expect_setting(gpu, "network.levels[0].cycles", "1, 3");
    noc_design_release(gpu);
}

/* Variants come in the order of --vary, and one that equals the design is the design. */
static void vary_settings(void **state)
{
    (void)state;
    static const char *const axes[] = {"network.flit_bytes=8,16", "network.virtual_channels=2,4,8"};
    static const char *const bytes[] = {"8", "8", "8", "16", "16", "16"}, *const channels[] = {
                                                                              "2", "4", "8",
                                                                              "2", "4", "8"};
    noc_error error = {0};
    noc_variants *variants;
    expect_ok(noc_design_vary(context, design, axes, 2, &variants, &error), &error);
    const size_t count = noc_variants_count(variants), base = noc_variants_base(variants);
    const size_t first = count == 7 ? 1 : 0; /* the design, unless it is one of them */
    assert_int_equal(count, 6 + first);
    assert_string_equal(noc_design_fingerprint(noc_variants_design(variants, base)),
                        noc_design_fingerprint(design));
    for (size_t i = 0; i < 6; i++) {
        const noc_design *variant = noc_variants_design(variants, first + i);
        expect_setting(variant, "network.flit_bytes", bytes[i]);
        expect_setting(variant, "network.virtual_channels", channels[i]);
    }
    assert_null(noc_variants_design(variants, count));
    noc_variants_release(variants);
}

/* ---- answers -------------------------------------------------------------------------------- */

/* A question, and the command that asks the same. */
typedef struct same_answer {
    const char *name;
    const char *design;
    noc_query query;
    const char *options;
} same_answer;

static const same_answer same_answers[] = {
    {"mesh, limits", "synthetic-mesh", {0}, ""},
    {"closed loop", "te13-baseline", {0}, ""},
    {"load", "te13-baseline", {.load = "0.03"}, "--load 0.03"},
    {"load in flits", "te13-baseline", {.load_flits = 0.03}, "--load 0.03"},
    {"share of saturation", "cdx19-clos-20", {.load = "60%"}, "--load 60%"},
    {"window",
     "te13-baseline",
     {.approach = NOC_APPROACH_WINDOW, .load = "0.03"},
     "--load 0.03 --check"},
    {"within",
     "te13-baseline",
     {.approach = NOC_APPROACH_WITHIN, .load = "0.03", .precision = 0.05},
     "--load 0.03 --within 5%"},
};

/* Compares a number with a command's, which has 12 digits. */
static void expect_number(const char *metric, double value, const json_t *told)
{
    char text[40], told_text[40];
    snprintf(text, sizeof text, "%.12g", value);
    snprintf(told_text, sizeof told_text, "%.12g", json_number_value(told));
    if (!json_is_number(told)) assert_true(isnan(value));
    if (json_is_number(told) && strcmp(text, told_text) != 0)
        fail_msg("%s: %s, the command has %s", metric, text, told_text);
}

static void check_same_answer(void **state)
{
    const same_answer *row = *state;
    noc_error error = {0};
    noc_design *d;
    noc_estimate *e;
    noc_metric_facts facts;
    char *told =
        test_output_of("'%s' query %s %s --format json -q", NOC_BINARY, row->design, row->options);
    json_t *answer = json_loads(told, 0, NULL), *metrics = json_object_get(answer, "metrics");
    assert_non_null(metrics);
    expect_ok(noc_design_open(context, row->design, &d, &error), &error);
    expect_ok(noc_design_estimate(context, d, &row->query, &e, &error), &error);
    noc_design_release(d);
    for (size_t i = 0; noc_metric_at(i, &facts, NULL) == NOC_CODE_OK; i++) {
        noc_value value;
        json_t *metric = json_object_get(metrics, facts.name), *interval;
        expect_ok(noc_estimate_value(e, facts.name, &value, &error), &error);
        assert_non_null(metric);
        expect_number(facts.name, value.value, json_object_get(metric, "value"));
        interval = json_object_get(metric, "interval");
        if (!json_is_array(interval)) continue;
        expect_number(facts.name, value.lo, json_array_get(interval, 0));
        expect_number(facts.name, value.hi, json_array_get(interval, 1));
    }
    noc_estimate_release(e);
    json_decref(answer);
    free(told);
}

/* Costs of all components are those of the network: the two come from different sums. */
static void add_up_costs(void **state)
{
    (void)state;
    noc_error error = {0};
    const noc_query query = {.load = "30%"};
    noc_estimate *e;
    noc_costs *parts;
    noc_value area, leakage, dynamic;
    noc_component_cost part, sum = {0};
    expect_ok(noc_design_estimate(context, design, &query, &e, &error), &error);
    expect_ok(noc_design_costs(context, design, &query, &parts, &error), &error);
    expect_ok(noc_estimate_value(e, "network_area_mm2", &area, &error), &error);
    expect_ok(noc_estimate_value(e, "leakage_power_mw", &leakage, &error), &error);
    expect_ok(noc_estimate_value(e, "dynamic_power_mw", &dynamic, &error), &error);
    for (size_t i = 0; i < noc_costs_count(parts); i++) {
        expect_ok(noc_costs_component(parts, i, &part, &error), &error);
        sum.area_mm2 += part.area_mm2;
        sum.leakage_mw += part.leakage_mw;
        sum.dynamic_mw += part.dynamic_mw;
    }
    assert_true(area.value > 0.0 && fabs(sum.area_mm2 / area.value - 1.0) < 1e-9);
    assert_true(fabs(sum.leakage_mw / leakage.value - 1.0) < 1e-9);
    assert_true(fabs(sum.dynamic_mw / dynamic.value - 1.0) < 1e-9);
    assert_string_equal(area.unit, "mm2");
    noc_costs_release(parts);
    noc_estimate_release(e);
}

/* Loads of a curve rise, latencies with them, and added points are by the model. */
static void draw_a_curve(void **state)
{
    (void)state;
    noc_error error = {0};
    noc_curve *curve;
    size_t added = 0;
    double last_load = 0.0, last_latency = 0.0;
    expect_ok(noc_design_curve(context, design, NULL, 6, 5, &curve, &error), &error);
    assert_int_equal(noc_curve_count(curve), 11);
    for (size_t i = 0; i < noc_curve_count(curve); i++) {
        noc_value latency;
        const noc_estimate *point = noc_curve_estimate(curve, i);
        expect_ok(noc_estimate_value(point, "packet_latency_cycles", &latency, &error), &error);
        assert_true(noc_estimate_load(point) > last_load);
        added += noc_curve_is_added(curve, i) != 0;
        assert_null(noc_curve_measured(curve, i));
        const bool is_saturated = strcmp(noc_estimate_state(point), "ok") != 0;
        last_load = noc_estimate_load(point);
        if (is_saturated) continue; /* the last loads are near saturation */
        assert_true(latency.value > last_latency);
        last_latency = latency.value;
    }
    assert_int_equal(added, 5);
    assert_null(noc_curve_estimate(curve, 11));
    noc_curve_release(curve);
}

/* Kept models are found by the address of their calibration, at which the next file's may lie: a
 * context with another calibration keeps none of them. */
static void forget_with_the_calibration(void **state)
{
    (void)state;
    static const char *const files[] = {NOC_SOURCE_DIR "/data/calibration.cfg", "", NULL};
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        noc_error error = {0};
        noc_context *own;
        noc_estimate *e;
        expect_ok(noc_context_new(&own, &error), &error);
        expect_ok(noc_design_estimate(own, design, NULL, &e, &error), &error);
        noc_workspace *workspace = noc_context_take(own, design);
        assert_non_null(workspace->system);
        noc_context_return(own, workspace);
        expect_ok(noc_context_set_calibration(own, files[i], &error), &error);
        workspace = noc_context_take(own, design);
        assert_null(workspace->system);
        assert_null(workspace->stage_results.first);
        noc_context_return(own, workspace);
        noc_estimate_release(e);
        noc_context_release(own);
    }
}

/* ---- measurements --------------------------------------------------------------------------- */

typedef struct listener {
    unsigned calls, most_calls;
    double share;
    int is_falling;
} listener;

static int hear(void *data, double share)
{
    listener *l = data;
    l->is_falling |= share < l->share;
    l->share = share;
    return ++l->calls < l->most_calls;
}

/* A sample tells its progress, and stops when it is told to. */
static void stop_a_sample(void **state)
{
    (void)state;
    noc_error error = {0};
    noc_estimate *e;
    listener patient = {.most_calls = UINT_MAX}, hasty = {.most_calls = 3};
    noc_query query = {.approach = NOC_APPROACH_SAMPLE,
                       .load = "30%",
                       .progress = hear,
                       .progress_data = &patient};
    expect_ok(noc_design_estimate(context, design, &query, &e, &error), &error);
    assert_string_equal(noc_estimate_approach(e), "sample");
    assert_true(patient.calls > 1 && !patient.is_falling);
    noc_estimate_release(e);
    query.progress_data = &hasty;
    query.precision = 1e-6;
    assert_int_equal(noc_design_estimate(context, design, &query, &e, &error), NOC_CODE_CANCELLED);
    assert_int_equal(hasty.calls, 3);
    assert_null(e);
    assert_true(*error.message);
    query.max_seconds = 60.0; /* a limit keeps what is measured, a stop does not */
    hasty.calls = 0, hasty.most_calls = 60;
    assert_int_equal(noc_design_estimate(context, design, &query, &e, &error), NOC_CODE_CANCELLED);
    assert_null(e);
    query.approach = NOC_APPROACH_WITHIN;
    for (unsigned most = 1; most <= 61; most += 30) { /* calls in the window, then in the sample */
        hasty.calls = 0, hasty.most_calls = most;
        assert_int_equal(noc_design_estimate(context, design, &query, &e, &error),
                         NOC_CODE_CANCELLED);
        assert_int_equal(hasty.calls, most);
        assert_non_null(e); /* the answer so far */
        noc_estimate_release(e);
    }
    noc_error_clear(&error);
}

/* Equal seeds give equal samples, whatever the number of threads; others do not. */
static void repeat_a_sample(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed;
        unsigned threads;
    } runs[] = {{1, 1}, {1, 2}, {2, 1}};
    const noc_query query = {.approach = NOC_APPROACH_SAMPLE, .load = "30%"};
    double latencies[3];
    for (size_t i = 0; i < TEST_COUNT(runs); i++) {
        noc_error error = {0};
        noc_context *own;
        noc_estimate *e;
        noc_value latency;
        expect_ok(noc_context_new(&own, &error), &error);
        expect_ok(noc_context_set_seed(own, runs[i].seed, &error), &error);
        expect_ok(noc_context_set_threads(own, runs[i].threads, &error), &error);
        expect_ok(noc_design_estimate(own, design, &query, &e, &error), &error);
        expect_ok(noc_estimate_value(e, "packet_latency_cycles", &latency, &error), &error);
        latencies[i] = latency.value;
        noc_estimate_release(e);
        noc_context_release(own);
    }
    assert_true(latencies[0] == latencies[1]);
    assert_true(latencies[0] != latencies[2]);
}

/* ---- fronts and pictures -------------------------------------------------------------------- */

/* Designs whose front is known: of area and bandwidth, and of two figures of which more is better.
 * */
static const noc_front_entry entries[] = {
    {.x = 20.0, .y = 5.0, .name = "small"},
    {.x = 30.0, .y = 9.0, .name = "<medium>"},
    {.x = 25.0, .y = 4.0},
    {.x = 30.0, .y = 9.0, .name = "equal"},
    {.x = 60.0, .y = 8.0},
    {.x = 80.0, .y = 14.0, .y_lo = 13.0, .y_hi = 15.0},
};

static void find_a_front(void **state)
{
    (void)state;
    static const unsigned char cheap[] = {1, 1, 0, 1, 0, 1}, good[] = {0, 0, 0, 0, 0, 1};
    noc_error error = {0};
    unsigned char found[TEST_COUNT(entries)];
    expect_ok(noc_front_find("network_area_mm2", "saturation_data_gb_per_s", entries,
                             TEST_COUNT(entries), found, &error),
              &error);
    assert_memory_equal(found, cheap, sizeof found);
    expect_ok(noc_front_find("ipc", "saturation_data_gb_per_s", entries, TEST_COUNT(entries), found,
                             &error),
              &error);
    assert_memory_equal(found, good, sizeof found);
    expect_ok(noc_front_find("ipc", "ipc", NULL, 0, NULL, &error), &error);
}

/* A picture is one XML document that holds its texts. */
static void expect_picture(char *svg, const char *const *texts)
{
    assert_true(test_is_well_formed(svg));
    for (; *texts; texts++)
        if (!strstr(svg, *texts)) fail_msg("the picture has no '%s'", *texts);
    noc_text_release(svg);
}

static void draw_pictures(void **state)
{
    (void)state;
    static const char *const front_texts[] = {"4 of 6 designs",
                                              "small",
                                              "&#60;medium&#62;",
                                              "network area, mm2 (less is better)",
                                              "GB/s (more is better)",
                                              NULL},
                             *const curve_texts[] = {"synthetic-mesh", "GB/s", NULL},
                             *const busy_texts[] = {"synthetic-mesh", "busiest", NULL},
                             *const plain_texts[] = {"synthetic-mesh", NULL};
    noc_error error = {0};
    noc_curve *curve;
    noc_estimate *busy;
    const noc_query query = {.load = "40%", .wants_channels = 1};
    char *svg;
    expect_ok(noc_front_svg("network_area_mm2", "saturation_data_gb_per_s", entries,
                            TEST_COUNT(entries), &svg, &error),
              &error);
    expect_picture(svg, front_texts);
    expect_ok(noc_front_svg("power_mw", "ipc", entries, 0, &svg, &error), &error);
    expect_picture(svg, plain_texts + 1);
    expect_ok(noc_design_curve(context, design, NULL, 4, 4, &curve, &error), &error);
    expect_ok(noc_curves_svg((const noc_curve *const[]){curve, curve}, 2, &svg, &error), &error);
    noc_curve_release(curve);
    expect_picture(svg, curve_texts);
    expect_ok(noc_design_svg(context, design, &svg, &error), &error);
    expect_picture(svg, plain_texts);
    expect_ok(noc_design_estimate(context, design, &query, &busy, &error), &error);
    expect_ok(noc_estimate_svg(context, busy, &svg, &error), &error);
    expect_picture(svg, busy_texts);
    noc_estimate_release(busy);
}

/* ---- what there is -------------------------------------------------------------------------- */

/* A key is found by its path, and its words are the ones that a design takes. */
static void list_keys(void **state)
{
    (void)state;
    noc_error error = {0};
    noc_key_info info;
    size_t number, choices = 0, count = 0;
    for (; noc_key_at(count, &info, NULL) == NOC_CODE_OK; count++) {
        expect_ok(noc_key_number(info.key, &number, &error), &error);
        assert_int_equal(number, count);
        assert_true(*info.meaning);
        if (!isnan(info.lowest)) assert_true(info.lowest <= info.highest);
        for (size_t k = 0; k < info.choice_count; k++) assert_non_null(noc_key_choice(count, k));
        assert_null(noc_key_choice(count, info.choice_count));
        choices += info.choice_count > 0;
    }
    assert_true(count > 100 && choices > 10);
    expect_ok(noc_key_number("network.flit_bytes", &number, &error), &error);
    expect_ok(noc_key_at(number, &info, &error), &error);
    assert_true(info.lowest == 1.0 && info.highest == 1024.0 && info.is_integer && !info.is_list);
    assert_string_equal(info.unit, "bytes");
}

/* Members of groups are those that a design has, within their ranges. */
static void list_members(void **state)
{
    (void)state;
    static const struct {
        const char *list, *member;
        bool is_choice;
    } some[] = {{"network.levels", "flits_per_cycle", false},
                {"network.memory_levels", "cycles", false},
                {"workload.phases", "share", false},
                {"traffic.classes", "pattern", true}};
    noc_error error = {0};
    noc_key_info info;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        size_t list, count = 0, found = 0, choices = 0;
        expect_ok(noc_key_number(some[i].list, &list, &error), &error);
        for (; noc_key_member_at(list, count, &info, NULL) == NOC_CODE_OK; count++) {
            assert_true(*info.meaning && !strchr(info.key, '.'));
            for (size_t k = 0; k < info.choice_count; k++)
                assert_non_null(noc_key_member_choice(list, count, k));
            assert_null(noc_key_member_choice(list, count, info.choice_count));
            if (strcmp(info.key, some[i].member) != 0) continue;
            choices = info.choice_count;
            found++;
        }
        assert_true(count > 3 && found == 1 && (choices > 1) == some[i].is_choice);
    }
    noc_design *opened;
    expect_ok(noc_design_open(context, "h100-sxm", &opened, &error), &error);
    size_t list, m = 0;
    expect_ok(noc_key_number("network.levels", &list, &error), &error);
    while (noc_key_member_at(list, m, &info, NULL) == NOC_CODE_OK &&
           strcmp(info.key, "flits_per_cycle") != 0)
        m++;
    const char *bad = "network.levels[0].flits_per_cycle=64.5";
    char good[80];
    snprintf(good, sizeof good, "network.levels[0].flits_per_cycle=%g", info.highest);
    const char *highest = good;
    expect_ok(noc_design_set(context, &opened, &highest, 1, &error), &error);
    assert_int_equal(noc_design_set(context, &opened, &bad, 1, NULL), NOC_CODE_USAGE);
    noc_design_release(opened);
}

/* Every workload that is listed can be set. */
static void list_workloads(void **state)
{
    (void)state;
    noc_error error = {0};
    char *names;
    size_t lines = 0;
    expect_ok(noc_workload_list(&names, &error), &error);
    for (char *cursor = names, *name; (name = strsep(&cursor, "\n")) && *name; lines++) {
        char setting[120];
        noc_design *with;
        snprintf(setting, sizeof setting, "workload=%s", name);
        const char *settings = setting;
        expect_ok(noc_design_open(context, "te13-baseline", &with, &error), &error);
        expect_ok(noc_design_set(context, &with, &settings, 1, &error), &error);
        noc_design_release(with);
    }
    assert_true(lines > 50);
    noc_text_release(names);
}

static void list_metrics(void **state)
{
    (void)state;
    noc_error error = {0};
    noc_metric_facts facts;
    size_t number, count = 0;
    for (; noc_metric_at(count, &facts, NULL) == NOC_CODE_OK; count++) {
        expect_ok(noc_metric_number(facts.name, &number, &error), &error);
        assert_int_equal(number, count);
        assert_true(*facts.meaning && *facts.label);
    }
    assert_true(count > 50);
}

/* Every shipped design is listed, and opened by its name. */
static void list_designs(void **state)
{
    (void)state;
    noc_error error = {0};
    char *names;
    const test_shipped *shipped;
    const size_t count = test_shipped_designs(&shipped);
    expect_ok(noc_shipped_design_list(&names, &error), &error);
    size_t lines = 0;
    for (char *cursor = names, *name; (name = strsep(&cursor, "\n")) && *name; lines++) {
        noc_design *opened;
        expect_ok(noc_design_open(context, name, &opened, &error), &error);
        noc_design_release(opened);
    }
    assert_true(lines > 50 && lines <= count);
    noc_text_release(names);
}

static int open_fixture(void)
{
    noc_error error = {0};
    const int code = noc_context_new(&context, &error) ||
                     noc_design_open(context, "synthetic-mesh", &design, &error) ||
                     noc_design_estimate(context, design, NULL, &estimate, &error) ||
                     noc_design_costs(context, design, NULL, &costs, &error);
    if (code) fprintf(stderr, "%s: %s\n", error.file, error.message);
    return code;
}

int main(void)
{
    static test_list list;
    if (open_fixture()) return 1;
    TEST_TABLE_PREFIXED(&list, "as the command", same_answers, check_same_answer);
    test_add(&list, "all faults of a text", tell_all_faults);
    test_add(&list, "a changed copy", change_a_copy);
    test_add(&list, "variants", vary_settings);
    test_add(&list, "costs add up", add_up_costs);
    test_add(&list, "a curve", draw_a_curve);
    test_add(&list, "another calibration", forget_with_the_calibration);
    test_add(&list, "a stopped sample", stop_a_sample);
    test_add(&list, "seeds and threads", repeat_a_sample);
    test_add(&list, "a front", find_a_front);
    test_add(&list, "pictures", draw_pictures);
    test_add(&list, "keys", list_keys);
    test_add(&list, "keys of groups", get_keys_of_groups);
    test_add(&list, "members of groups", list_members);
    test_add(&list, "workloads", list_workloads);
    test_add(&list, "metrics", list_metrics);
    test_add(&list, "shipped designs", list_designs);
    const int status = test_run("library", &list);
    noc_costs_release(costs);
    noc_estimate_release(estimate);
    noc_design_release(design);
    noc_context_release(context);
    return status;
}
