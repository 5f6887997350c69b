/* Curves as pictures: what is drawn stands where the answers say, and what it is called. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/curve/curve_picture.h"
#include "tests/support/folder.h"
#include "tests/support/users/pages.h"
#include "tests/support/users/xml.h"

enum { POINTS = 4 };

/* ---- two curves ----------------------------------------------------------------------------- */

static const double latencies[POINTS] = {60.0, 66.0, 90.0, INFINITY};
static const double saturation = 0.05, offered_data = 28.0 * 64.0;

static noc_estimate answer(const noc_design *design, noc_method method, double load, double latency)
{
    noc_estimate e = test_made_estimate(design, method);
    e.load = load;
    e.work = (noc_work){.injectors = 28.0, .flits = 1.0, .transaction_data = 64.0};
    e.metrics[NOC_METRIC_saturation_flits_per_cycle] =
        (noc_metric){saturation, 0.045, 0.055, 0.9, NULL};
    e.metrics[NOC_METRIC_zero_load_latency_ns].value = 60.0;
    e.metrics[NOC_METRIC_zero_load_latency_cycles].value = 60.0;
    e.metrics[NOC_METRIC_round_trip_ns] =
        (noc_metric){latency, 0.9 * latency, 1.1 * latency, 0.9, NULL};
    if (isinf(latency)) e.answer = NOC_ANSWER_UNBOUNDED;
    return e;
}

typedef struct rig {
    noc_design *design;
    noc_comparison *points;
    noc_curve_line list[2];
    noc_curves curves;
} rig;

/* The second is 10 ns slower, and measured. */
static rig two_curves(void)
{
    rig r = {.design = test_design(test_report_text, NULL),
             .points = calloc(2 * POINTS, sizeof *r.points)};
    assert_non_null(r.points);
    for (size_t i = 0; i < 2 * POINTS; i++) {
        const size_t k = i % POINTS, curve = i / POINTS;
        const double load = 0.0125 * (double)(k + 1), latency = latencies[k] + 10.0 * (double)curve;
        r.points[i].model = answer(r.design, NOC_METHOD_MODEL, load, latency);
        r.points[i].sample = answer(r.design, NOC_METHOD_SAMPLE, load, 1.02 * latency);
        r.points[i].has_sample = curve == 1;
    }
    return r;
}

static const noc_curves *curves_of(rig *r)
{
    for (size_t i = 0; i < 2; i++) {
        r->list[i] = (noc_curve_line){r->points + i * POINTS, POINTS};
        noc_labels_add_design(&r->curves.labels, r->design);
    }
    r->curves.list = r->list;
    r->curves.count = 2;
    return &r->curves;
}

static void clear(rig *r)
{
    free(r->points);
    noc_design_free(r->design);
}

static bool draw(const noc_curves *curves, const char *name)
{
    noc_diag diag = {0};
    bool missing = false;
    char *path = test_path_of(name);
    const noc_status status = noc_curves_draw_file(curves, path, &missing, &diag);
    if (!missing && status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(status, missing ? NOC_EFAILED : NOC_OK);
    noc_diag_clear(&diag);
    free(path);
    return !missing;
}

/* ---- coordinates ---------------------------------------------------------------------------- */

/* Where the script says that the axes are, in pixels and in their units. */
typedef struct axes {
    double left, right, top, bottom, x_most, y_most;
} axes;

static axes axes_of(const char *script)
{
    const double width = test_number_after(script, "terminal svg size ");
    char before[60];
    snprintf(before, sizeof before, "terminal svg size %g,", width);
    const double height = test_number_after(script, before);
    return (axes){
        .left = width * test_number_after(script, "set lmargin at screen "),
        .right = width * test_number_after(script, "set rmargin at screen "),
        .top = height * (1 - test_number_after(script, "set tmargin at screen ")),
        .bottom = height * (1 - test_number_after(script, "set bmargin at screen ")),
        .x_most = test_number_after(script, "set xrange [0:"),
        .y_most = test_number_after(script, "set yrange [0:"),
    };
}

static void expect_at(const char *svg, const axes *a, double x, double y)
{
    const double px = a->left + (a->right - a->left) * x / a->x_most;
    const double py = a->bottom + (a->top - a->bottom) * y / a->y_most;
    if (!test_has_pair(svg, px, py, 0.7)) fail_msg("nothing at %g, %g (%.1f, %.1f)", x, y, px, py);
}

static void points_are_where_the_answers_say(void **state)
{
    (void)state;
    rig r = two_curves();
    const noc_curves *curves = curves_of(&r);
    if (!draw(curves, "curves.svg")) skip();
    char *svg = test_read_back("curves.svg"), *script = test_read_back("curves.gp");
    const axes a = axes_of(script);
    const double unit = offered_data * r.design->chip.clock_mhz / 1e3;
    assert_true(test_is_well_formed(svg));
    for (size_t i = 0; i < 2 * POINTS; i++) {
        const double x = unit * r.points[i].model.load;
        const double y = r.points[i].model.metrics[NOC_METRIC_round_trip_ns].value;
        if (isinf(y)) continue;
        expect_at(svg, &a, x, y);
        if (r.points[i].has_sample) expect_at(svg, &a, x, 1.02 * y);
    }
    expect_at(svg, &a, unit * saturation, 0.0); /* its line's foot */
    expect_at(svg, &a, unit * 0.05, a.y_most);  /* the saturated sample */
    free(svg);
    free(script);
    clear(&r);
}

/* A row a finite answer, one a saturated sample, one a saturation. */
static void data_has_every_point(void **state)
{
    (void)state;
    rig r = two_curves();
    (void)draw(curves_of(&r), "rows.svg"); /* data are there without gnuplot, too */
    char *data = test_read_back("rows-data.csv");
    assert_int_equal(test_count_of(data, ",model,"), 6);
    assert_int_equal(test_count_of(data, ",sample,"), 3);
    assert_int_equal(test_count_of(data, ",saturated sample,"), 1);
    assert_int_equal(test_count_of(data, ",saturation,"), 2);
    assert_contains(data, "curve,what,load,latency_ns,lo,hi\n1,model,22.4,60,54,66\n");
    free(data);
    clear(&r);
}

/* ---- axes ----------------------------------------------------------------------------------- */

typedef struct unit_case {
    const char *name, *title;
    noc_curve_load load;
    double of_load; /* of 0.01 flits/cycle at 1000 MHz */
} unit_case;

static const unit_case unit_cases[] = {
    {"data", "offered data, GB/s", NOC_CURVE_GB_PER_S, 17.92},
    {"data a cycle", "offered data, bytes/cycle", NOC_CURVE_BYTES, 17.92},
    {"flits", "offered load, flits/cycle per injecting node", NOC_CURVE_FLITS, 0.01},
    {"share", "offered load, % of the model's saturation", NOC_CURVE_SHARE, 20.0},
};

static void check_unit(void **state)
{
    const unit_case *c = *state;
    rig r = two_curves();
    const noc_curve_axes shown = {.load = c->load};
    const noc_estimate e = answer(r.design, NOC_METHOD_MODEL, 0.01, 60.0);
    assert_near(r.design->chip.clock_mhz, 1000.0, 1e-9);
    assert_near(noc_curve_offered_load(&shown, &e), c->of_load, 1e-9);
    assert_near(noc_curve_saturation(&shown, &e).value, 5.0 * c->of_load, 1e-9);
    assert_string_equal(noc_curve_load_title(&shown), c->title);
    clear(&r);
}

/* ---- a page --------------------------------------------------------------------------------- */

static void a_page_has_the_picture_and_the_figures(void **state)
{
    (void)state;
    rig r = two_curves();
    test_page p;
    noc_diag diag = {0};
    bool missing = false;
    test_page_open(&p, NOC_FORMAT_TABLE);
    const noc_status status = noc_curves_write_page(&p.sheet, curves_of(&r), &missing, &diag);
    char *text = test_page_close(&p);
    if (!missing) {
        assert_int_equal(status, NOC_OK);
        assert_int_equal(test_count_of(text, "<svg"), 1);
        assert_int_equal(test_count_of(text, "<?xml"), 0);
        assert_int_equal(test_count_of(text, "<script"), 0);
        assert_contains(text, "base, &quot;quoted&quot;: latency against offered load</h1>");
        assert_contains(text, "unbounded");
    }
    free(text);
    noc_diag_clear(&diag);
    clear(&r);
}

int main(void)
{
    static test_list list;
    test_make_folder();
    test_add(&list, "points are where the answers say", points_are_where_the_answers_say);
    test_add(&list, "data have every point", data_has_every_point);
    TEST_TABLE(&list, unit_cases, check_unit);
    test_add(&list, "a page has the picture and the figures",
             a_page_has_the_picture_and_the_figures);
    const int failed = test_run("curve_picture", &list);
    test_remove_folder();
    return failed;
}
