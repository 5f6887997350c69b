/* libnocsight: refusals of each public call, and what accepts NULL. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bindings/c/nocsight.h"
#include "tests/support/helpers.h"

static noc_context *context;
static noc_design *design; /* a mesh */
static noc_estimate *estimate;
static noc_costs *costs;

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
    TEST_TABLE(&list, refusals, check_refusal);
    test_add(&list, "NULL is accepted where nothing can fail", accept_null);
    const int status = test_run("library_refusals", &list);
    noc_costs_release(costs);
    noc_estimate_release(estimate);
    noc_design_release(design);
    noc_context_release(context);
    return status;
}
