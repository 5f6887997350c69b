/* libnocsight: what each public call refuses, and answers beside the command's, sums of costs, and
 * laws of designs that never change. */
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- what is refused ------------------------------------------------------------------------ */

static noc_context *c_out;
static noc_design *d_out;
static noc_estimate *e_out;
static noc_variants *v_out;
static noc_curve *curve_out;
static noc_costs *costs_out;
static noc_value value_out;
static noc_limit limit_out;
static char *text_out;
static const char *const no_text[] = {NULL}, *const unknown_key[] = {"network.flit_byte=8"},
                         *const bad_value[] = {"network.flit_bytes=0"},
                         *const too_few_rows[] = {"network.rows=1"}, *const no_key[] = {"="};
static const noc_front_entry no_entry = {.x = 1.0}, nan_entry = {.x = NAN};
static const noc_query bad_load = {.load = "3 apples"}, high_load = {.load_flits = 99.0},
                       negative_load = {.load_flits = -1.0}, nan_load = {.load_flits = NAN},
                       no_approach = {.approach = 7}, bad_precision = {.precision = 1.5},
                       bad_seconds = {.max_seconds = -1.0};

#define CALL(name, call)              \
    static int name(noc_error *error) \
    {                                 \
        return call;                  \
    }
CALL(new_null, noc_context_new(NULL, error))
CALL(calibration_null, noc_context_set_calibration(NULL, "", error))
CALL(calibration_missing, noc_context_set_calibration(context, "/no/such/file", error))
CALL(seed_null, noc_context_set_seed(NULL, 1, error))
CALL(threads_null, noc_context_set_threads(NULL, 1, error))
CALL(progress_null, noc_context_set_progress(NULL, NULL, NULL, error))
CALL(open_no_context, noc_design_open(NULL, "synthetic-mesh", &d_out, error))
CALL(open_no_file, noc_design_open(context, NULL, &d_out, error))
CALL(open_no_output, noc_design_open(context, "synthetic-mesh", NULL, error))
CALL(open_missing, noc_design_open(context, "synthetic-mush", &d_out, error))
CALL(open_folder, noc_design_open(context, "/", &d_out, error))
CALL(parse_null, noc_design_parse(context, NULL, NULL, &d_out, error))
CALL(parse_nothing, noc_design_parse(context, "", NULL, &d_out, error))
CALL(parse_unknown, noc_design_parse(context, "chip = { }; spam = 1;", "a.cfg", &d_out, error))
CALL(set_no_design, noc_design_set(context, &d_out, unknown_key, 1, error))
CALL(set_null, noc_design_set(context, NULL, unknown_key, 1, error))
CALL(set_no_list, noc_design_set(context, &design, NULL, 1, error))
CALL(set_no_text, noc_design_set(context, &design, no_text, 1, error))
CALL(set_unknown, noc_design_set(context, &design, unknown_key, 1, error))
CALL(set_bad_value, noc_design_set(context, &design, bad_value, 1, error))
CALL(set_no_fit, noc_design_set(context, &design, too_few_rows, 1, error))
CALL(set_no_key, noc_design_set(context, &design, no_key, 1, error))
CALL(get_no_design, noc_design_get(NULL, "network.rows", &text_out, error))
CALL(get_no_key, noc_design_get(design, NULL, &text_out, error))
CALL(get_no_output, noc_design_get(design, "network.rows", NULL, error))
CALL(get_unknown, noc_design_get(design, "network.row", &text_out, error))
CALL(get_no_network, noc_design_get(design, "networks[3].rows", &text_out, error))
CALL(get_of_others, noc_design_get(design, "network.radix", &text_out, error))
CALL(copy_null, noc_design_copy(NULL, &d_out, error))
CALL(copy_no_output, noc_design_copy(design, NULL, error))
CALL(verify_null, noc_design_verify(context, NULL, error))
CALL(vary_null, noc_design_vary(context, design, NULL, 1, &v_out, error))
CALL(vary_no_value, noc_design_vary(context, design, unknown_key + 0, 1, &v_out, error))
CALL(vary_no_output, noc_design_vary(context, design, bad_value, 1, NULL, error))
CALL(vary_bad_value, noc_design_vary(context, design, bad_value, 1, &v_out, error))
CALL(svg_null, noc_design_svg(context, NULL, &text_out, error))
CALL(svg_no_output, noc_design_svg(context, design, NULL, error))
CALL(estimate_no_context, noc_design_estimate(NULL, design, NULL, &e_out, error))
CALL(estimate_no_design, noc_design_estimate(context, NULL, NULL, &e_out, error))
CALL(estimate_no_output, noc_design_estimate(context, design, NULL, NULL, error))
CALL(estimate_bad_load, noc_design_estimate(context, design, &bad_load, &e_out, error))
CALL(estimate_high_load, noc_design_estimate(context, design, &high_load, &e_out, error))
CALL(estimate_negative, noc_design_estimate(context, design, &negative_load, &e_out, error))
CALL(estimate_nan, noc_design_estimate(context, design, &nan_load, &e_out, error))
CALL(estimate_approach, noc_design_estimate(context, design, &no_approach, &e_out, error))
CALL(estimate_precision, noc_design_estimate(context, design, &bad_precision, &e_out, error))
CALL(estimate_seconds, noc_design_estimate(context, design, &bad_seconds, &e_out, error))
CALL(value_no_estimate, noc_estimate_value(NULL, "power_mw", &value_out, error))
CALL(value_no_metric, noc_estimate_value(estimate, NULL, &value_out, error))
CALL(value_unknown, noc_estimate_value(estimate, "power_mv", &value_out, error))
CALL(value_no_output, noc_estimate_value(estimate, "power_mw", NULL, error))
CALL(limit_null, noc_estimate_limit(NULL, &limit_out, error))
CALL(limit_no_output, noc_estimate_limit(estimate, NULL, error))
CALL(told_null, noc_estimate_json(NULL, &text_out, error))
CALL(told_no_output, noc_estimate_json(estimate, NULL, error))
CALL(busy_null, noc_estimate_svg(context, NULL, &text_out, error))
CALL(busy_no_channels, noc_estimate_svg(context, estimate, &text_out, error))
CALL(costs_null, noc_design_costs(context, NULL, NULL, &costs_out, error))
CALL(costs_bad_load, noc_design_costs(context, design, &bad_load, &costs_out, error))
CALL(component_null, noc_costs_component(NULL, 0, NULL, error))
CALL(component_no_output, noc_costs_component(costs, 0, NULL, error))
CALL(curve_null, noc_design_curve(context, NULL, NULL, 4, 0, &curve_out, error))
CALL(curve_no_output, noc_design_curve(context, design, NULL, 4, 0, NULL, error))
CALL(curve_one_point, noc_design_curve(context, design, NULL, 1, 0, &curve_out, error))
CALL(curve_many_points, noc_design_curve(context, design, NULL, 4, 1001, &curve_out, error))
CALL(curve_approach, noc_design_curve(context, design, &no_approach, 4, 0, &curve_out, error))
CALL(curves_null, noc_curves_svg(NULL, 1, &text_out, error))
CALL(curves_gap, noc_curves_svg((const noc_curve *const[]){NULL}, 1, &text_out, error))
CALL(curves_none, noc_curves_svg((const noc_curve *const[]){NULL}, 0, &text_out, error))
CALL(front_null, noc_front_find("ipc", "power_mw", NULL, 3, NULL, error))
CALL(front_no_metric, noc_front_svg(NULL, "ipc", &no_entry, 1, &text_out, error))
CALL(front_unknown, noc_front_svg("power_mw", "ipd", &no_entry, 1, &text_out, error))
CALL(front_nan, noc_front_svg("power_mw", "ipc", &nan_entry, 1, &text_out, error))
CALL(front_no_output, noc_front_svg("power_mw", "ipc", &no_entry, 1, NULL, error))
CALL(key_no_output, noc_key_at(0, NULL, error))
CALL(number_null, noc_key_number(NULL, NULL, error))
CALL(metric_number_null, noc_metric_number(NULL, NULL, error))
CALL(shipped_no_output, noc_shipped_design_list(NULL, error))
CALL(member_no_output, noc_key_member_at(0, 0, NULL, error))
CALL(workloads_no_output, noc_workload_list(NULL, error))
CALL(get_no_member, noc_design_get(design, "network.levels[0].cycles", &text_out, error))
CALL(metric_no_output, noc_metric_at(0, NULL, error))

static int key_past_end(noc_error *error)
{
    noc_key_info info;
    return noc_key_at(100000, &info, error);
}

static int member_of_none(noc_error *error)
{
    noc_key_info info;
    return noc_key_member_at(0, 0, &info, error); /* a number */
}

static int member_past_keys(noc_error *error)
{
    noc_key_info info;
    return noc_key_member_at(100000, 0, &info, error);
}

static int metric_past_end(noc_error *error)
{
    noc_metric_facts facts;
    return noc_metric_at(100000, &facts, error);
}

static int component_past_end(noc_error *error)
{
    noc_component_cost component;
    return noc_costs_component(costs, 100000, &component, error);
}

static int key_unknown(noc_error *error)
{
    size_t number;
    return noc_key_number("network.row", &number, error);
}

static int metric_unknown(noc_error *error)
{
    size_t number;
    return noc_metric_number("power_mv", &number, error);
}

typedef struct refusal {
    const char *name;
    int (*call)(noc_error *error);
    int code;
    const char *words; /* part of the message, or of the place */
} refusal;

static const refusal refusals[] = {
    {"context: NULL", new_null, NOC_CODE_USAGE, "context is NULL"},
    {"calibration: no context", calibration_null, NOC_CODE_USAGE, "context is NULL"},
    {"calibration: no file", calibration_missing, NOC_CODE_INPUT, "/no/such/file"},
    {"seed: no context", seed_null, NOC_CODE_USAGE, "context is NULL"},
    {"threads: no context", threads_null, NOC_CODE_USAGE, "context is NULL"},
    {"progress: no context", progress_null, NOC_CODE_USAGE, "context is NULL"},
    {"open: no context", open_no_context, NOC_CODE_USAGE, "context is NULL"},
    {"open: no file", open_no_file, NOC_CODE_USAGE, "file is NULL"},
    {"open: no output", open_no_output, NOC_CODE_USAGE, "design is NULL"},
    {"open: missing", open_missing, NOC_CODE_INPUT, "did you mean 'synthetic-mesh'"},
    {"open: folder", open_folder, NOC_CODE_INPUT, "/"},
    {"parse: no text", parse_null, NOC_CODE_USAGE, "text is NULL"},
    {"parse: empty", parse_nothing, NOC_CODE_INPUT, ""},
    {"parse: no network", parse_unknown, NOC_CODE_INPUT, "there is no network"},
    {"set: no design", set_no_design, NOC_CODE_USAGE, "design is NULL"},
    {"set: NULL", set_null, NOC_CODE_USAGE, "design is NULL"},
    {"set: no list", set_no_list, NOC_CODE_USAGE, "settings is NULL"},
    {"set: no text", set_no_text, NOC_CODE_USAGE, "settings is NULL"},
    {"set: unknown key", set_unknown, NOC_CODE_USAGE, "flit_bytes"},
    {"set: value out of range", set_bad_value, NOC_CODE_USAGE, "1..1024"},
    {"set: does not fit", set_no_fit, NOC_CODE_USAGE, "network.rows"},
    {"set: no key", set_no_key, NOC_CODE_USAGE, ""},
    {"get: no design", get_no_design, NOC_CODE_USAGE, "design is NULL"},
    {"get: no key", get_no_key, NOC_CODE_USAGE, "key is NULL"},
    {"get: no output", get_no_output, NOC_CODE_USAGE, "value is NULL"},
    {"get: unknown key", get_unknown, NOC_CODE_USAGE, "network.rows"},
    {"get: no such network", get_no_network, NOC_CODE_USAGE, "networks[3].rows"},
    {"get: key of a list of others", get_no_member, NOC_CODE_USAGE, "network.levels[0].cycles"},
    {"get: key of others", get_of_others, NOC_CODE_USAGE, "network.radix"},
    {"copy: no design", copy_null, NOC_CODE_USAGE, "design is NULL"},
    {"copy: no output", copy_no_output, NOC_CODE_USAGE, "copy is NULL"},
    {"verify: no design", verify_null, NOC_CODE_USAGE, "design is NULL"},
    {"vary: no axes", vary_null, NOC_CODE_USAGE, "axes is NULL"},
    {"vary: unknown key", vary_no_value, NOC_CODE_USAGE, "flit_bytes"},
    {"vary: no output", vary_no_output, NOC_CODE_USAGE, "variants is NULL"},
    {"vary: value out of range", vary_bad_value, NOC_CODE_USAGE, "--vary network.flit_bytes=0"},
    {"svg: no design", svg_null, NOC_CODE_USAGE, "design is NULL"},
    {"svg: no output", svg_no_output, NOC_CODE_USAGE, "svg is NULL"},
    {"estimate: no context", estimate_no_context, NOC_CODE_USAGE, "context is NULL"},
    {"estimate: no design", estimate_no_design, NOC_CODE_USAGE, "design is NULL"},
    {"estimate: no output", estimate_no_output, NOC_CODE_USAGE, "estimate is NULL"},
    {"estimate: no load", estimate_bad_load, NOC_CODE_USAGE, "3 apples"},
    {"estimate: load beyond ports", estimate_high_load, NOC_CODE_USAGE, "can inject at most"},
    {"estimate: negative load", estimate_negative, NOC_CODE_USAGE, "load_flits -1"},
    {"estimate: NaN load", estimate_nan, NOC_CODE_USAGE, "load_flits"},
    {"estimate: no approach", estimate_approach, NOC_CODE_USAGE, "approach 7"},
    {"estimate: precision", estimate_precision, NOC_CODE_USAGE, "precision 1.5"},
    {"estimate: seconds", estimate_seconds, NOC_CODE_USAGE, "max_seconds -1"},
    {"value: no estimate", value_no_estimate, NOC_CODE_USAGE, "estimate is NULL"},
    {"value: no metric", value_no_metric, NOC_CODE_USAGE, "metric is NULL"},
    {"value: unknown metric", value_unknown, NOC_CODE_USAGE, "power_mw"},
    {"value: no output", value_no_output, NOC_CODE_USAGE, "value is NULL"},
    {"limit: no estimate", limit_null, NOC_CODE_USAGE, "estimate is NULL"},
    {"limit: no output", limit_no_output, NOC_CODE_USAGE, "limit is NULL"},
    {"json: no estimate", told_null, NOC_CODE_USAGE, "estimate is NULL"},
    {"json: no output", told_no_output, NOC_CODE_USAGE, "json is NULL"},
    {"busy links: no estimate", busy_null, NOC_CODE_USAGE, "estimate is NULL"},
    {"busy links: no rates", busy_no_channels, NOC_CODE_USAGE, "wants_channels"},
    {"costs: no design", costs_null, NOC_CODE_USAGE, "design is NULL"},
    {"costs: no load", costs_bad_load, NOC_CODE_USAGE, "3 apples"},
    {"component: no costs", component_null, NOC_CODE_USAGE, "costs is NULL"},
    {"component: no output", component_no_output, NOC_CODE_USAGE, "component is NULL"},
    {"component: past the end", component_past_end, NOC_CODE_USAGE, "component 100000"},
    {"curve: no design", curve_null, NOC_CODE_USAGE, "design is NULL"},
    {"curve: no output", curve_no_output, NOC_CODE_USAGE, "curve is NULL"},
    {"curve: one point", curve_one_point, NOC_CODE_USAGE, "2 to 1000 points"},
    {"curve: many added points", curve_many_points, NOC_CODE_USAGE, "1001"},
    {"curve: no approach", curve_approach, NOC_CODE_USAGE, "approach 7"},
    {"curves: NULL", curves_null, NOC_CODE_USAGE, "curves is NULL"},
    {"curves: a gap", curves_gap, NOC_CODE_USAGE, "curves is NULL"},
    {"curves: none", curves_none, NOC_CODE_USAGE, "curves is NULL"},
    {"front: NULL", front_null, NOC_CODE_USAGE, "entries is NULL"},
    {"front: no metric", front_no_metric, NOC_CODE_USAGE, "x_metric is NULL"},
    {"front: unknown metric", front_unknown, NOC_CODE_USAGE, "ipd"},
    {"front: no number", front_nan, NOC_CODE_USAGE, "entry 0"},
    {"front: no output", front_no_output, NOC_CODE_USAGE, "svg is NULL"},
    {"key: no output", key_no_output, NOC_CODE_USAGE, "info is NULL"},
    {"key: past the end", key_past_end, NOC_CODE_USAGE, "key 100000"},
    {"member: no output", member_no_output, NOC_CODE_USAGE, "info is NULL"},
    {"member: of a number", member_of_none, NOC_CODE_USAGE, "member 0"},
    {"member: past the keys", member_past_keys, NOC_CODE_USAGE, "key 100000"},
    {"workloads: no output", workloads_no_output, NOC_CODE_USAGE, "names is NULL"},
    {"key number: NULL", number_null, NOC_CODE_USAGE, "key is NULL"},
    {"key number: unknown", key_unknown, NOC_CODE_USAGE, "network.rows"},
    {"metric: no output", metric_no_output, NOC_CODE_USAGE, "facts is NULL"},
    {"metric: past the end", metric_past_end, NOC_CODE_USAGE, "metric 100000"},
    {"metric number: NULL", metric_number_null, NOC_CODE_USAGE, "metric is NULL"},
    {"metric number: unknown", metric_unknown, NOC_CODE_USAGE, "power_mw"},
    {"shipped designs: no output", shipped_no_output, NOC_CODE_USAGE, "names is NULL"},
};

static void check_refusal(void **state)
{
    const refusal *r = *state;
    noc_error error = {0};
    noc_fault fault;
    c_out = (noc_context *)&error, d_out = NULL; /* outputs are seen to be emptied */
    assert_int_equal(r->call(&error), r->code);
    assert_int_equal(error.status, r->code);
    assert_true(error.count > 0 && *error.message);
    assert_true(strstr(error.message, r->words) || strstr(error.file, r->words));
    assert_int_equal(noc_error_fault(&error, 0, &fault), NOC_CODE_OK);
    assert_string_equal(fault.message, error.message);
    assert_int_equal(noc_error_fault(&error, error.count, &fault), NOC_CODE_USAGE);
    assert_int_equal(r->call(NULL), r->code); /* nobody hears of the fault */
    assert_null(d_out);
    assert_null(e_out);
    assert_null(v_out);
    assert_null(text_out);
    noc_error_clear(&error);
    assert_null(error.message);
}

/* Releasing nothing is nothing, and functions that return values have one for NULL. */
static void accept_null(void **state)
{
    (void)state;
    noc_context_release(NULL);
    noc_design_release(NULL);
    noc_estimate_release(NULL);
    noc_curve_release(NULL);
    noc_costs_release(NULL);
    noc_variants_release(NULL);
    noc_text_release(NULL);
    noc_error_clear(NULL);
    assert_string_equal(noc_design_title(NULL), "");
    assert_string_equal(noc_design_file(NULL), "");
    assert_string_equal(noc_design_fingerprint(NULL), "");
    assert_null(noc_design_setting(NULL, 0));
    assert_int_equal(noc_design_network_count(NULL), 0);
    assert_int_equal(noc_variants_count(NULL), 0);
    assert_null(noc_variants_design(NULL, 0));
    assert_int_equal(noc_costs_count(NULL), 0);
    assert_int_equal(noc_curve_count(NULL), 0);
    assert_null(noc_curve_estimate(NULL, 0));
    assert_null(noc_curve_measured(NULL, 0));
    assert_string_equal(noc_estimate_state(NULL), "");
    assert_string_equal(noc_estimate_approach(NULL), "");
    assert_null(noc_estimate_design(NULL));
    assert_null(noc_estimate_warning(NULL, 0));
    assert_true(isnan(noc_estimate_load(NULL)));
    assert_null(noc_key_choice(100000, 0));
    assert_null(noc_key_member_choice(100000, 0, 0));
    assert_null(noc_key_member_choice(0, 0, 0));
}

/* ---- errors --------------------------------------------------------------------------------- */

/* All faults of a text come at once, each with its line. */
static void tell_all_faults(void **state)
{
    (void)state;
    noc_error error = {0};
    noc_fault second;
    char *text = test_read_text("configs/synthetic-mesh.cfg"), *faulty;
    assert_true(asprintf(&faulty, "spam = 1;\neggs = 2;\n%s", text) > 0);
    assert_int_equal(noc_design_parse(context, faulty, "my.cfg", &d_out, &error), NOC_CODE_INPUT);
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
    for (unsigned most = 1; most <= 61; most += 30) { /* in the window, and in the sample */
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
    TEST_TABLE_PREFIXED(&list, "refused", refusals, check_refusal);
    TEST_TABLE_PREFIXED(&list, "as the command", same_answers, check_same_answer);
    test_add(&list, "NULL is accepted where nothing can fail", accept_null);
    test_add(&list, "all faults of a text", tell_all_faults);
    test_add(&list, "a changed copy", change_a_copy);
    test_add(&list, "variants", vary_settings);
    test_add(&list, "costs add up", add_up_costs);
    test_add(&list, "a curve", draw_a_curve);
    test_add(&list, "a stopped sample", stop_a_sample);
    test_add(&list, "seeds and threads", repeat_a_sample);
    test_add(&list, "a front", find_a_front);
    test_add(&list, "pictures", draw_pictures);
    test_add(&list, "keys of groups", get_keys_of_groups);
    const int status = test_run("library", &list);
    noc_costs_release(costs);
    noc_estimate_release(estimate);
    noc_design_release(design);
    noc_context_release(context);
    return status;
}
