/* Curves as pictures: what is drawn stands where the answers say, and what it is called. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/curve/curve_picture.h"
#include "tests/support/folder.h"
#include "tests/support/users/charts.h"
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

static void draw(const noc_curves *curves, const char *name)
{
    noc_diag diag = {0};
    bool missing = false;
    char *path = test_path_of(name);
    const noc_status status = noc_curves_draw_file(curves, path, &missing, &diag);
    if (status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    assert_false(missing); /* an SVG needs no gnuplot */
    noc_diag_clear(&diag);
    free(path);
}

/* ---- points --------------------------------------------------------------------------------- */

static void points_are_where_the_answers_say(void **state)
{
    (void)state;
    rig r = two_curves();
    draw(curves_of(&r), "curves.svg");
    char *svg = test_read_back("curves.svg"), *script = test_read_back("curves.gp");
    const test_rulers rulers = test_chart_rulers(svg, false, false);
    const double unit = offered_data * r.design->chip.clock_mhz / 1e3;
    test_chart_is_sound(svg);
    test_chart_texts_are_apart(svg);
    for (size_t i = 0; i < 2 * POINTS; i++) {
        const double x = unit * r.points[i].model.load;
        const double y = r.points[i].model.metrics[NOC_METRIC_round_trip_ns].value;
        if (isinf(y)) continue;
        test_chart_has(svg, &rulers, x, y);
        test_chart_has(svg, &rulers, x, 0.9 * y); /* a corner of its band */
        test_chart_has(svg, &rulers, x, 1.1 * y);
        if (r.points[i].has_sample) test_chart_has(svg, &rulers, x, 1.02 * y);
    }
    test_chart_has(svg, &rulers, unit * saturation, 0.0); /* foot of the line */
    /* the saturated sample, at the upper edge */
    const double upper = test_number_after(script, "set yrange [0:");
    test_chart_has(svg, &rulers, unit * 0.05, upper);
    assert_contains(svg,
                    "sample; offered data, GB/s: 67.20; round trip, ns: 102.0 (91.8 to 112.2)");
    free(svg);
    free(script);
    clear(&r);
}

/* A row a finite answer, one a saturated sample, one a saturation. */
static void data_has_every_point(void **state)
{
    (void)state;
    rig r = two_curves();
    draw(curves_of(&r), "rows.svg");
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

/* ---- figures of all kinds ------------------------------------------------------------------- */

enum { CURVES_MOST = 12 };

typedef struct figure_case {
    const char *name;
    size_t curves, points;
    double saturation, latency; /* figures for the first curve; the others have more */
    bool has_samples;
} figure_case;

static const figure_case figure_cases[] = {
    {"one curve", 1, 8, 0.05, 60, false},
    {"two points", 1, 2, 0.05, 60, false},
    {"one point", 1, 1, 0.05, 60, true},
    {"eight curves, measured", 8, 6, 0.05, 60, true},
    {"twelve curves", 12, 6, 0.05, 60, false},
    {"no saturation is known", 2, 4, NAN, 60, true},
    {"no latency is finite", 2, 4, 0.05, INFINITY, true},
    {"no latency is known", 2, 4, 0.05, NAN, true},
    {"tiny loads", 3, 4, 1e-9, 60, true},
    {"huge latencies", 3, 4, 0.05, 4e12, true},
};

static noc_comparison make_point(const noc_design *design, const figure_case *c, size_t curve,
                                 double share)
{
    const double full = c->saturation * (1.0 + 0.2 * (double)curve), load = share * full;
    const double latency = c->latency * (1.0 + 0.1 * (double)curve) / (1.0 - 0.9 * share);
    noc_comparison point = {.has_sample = c->has_samples};
    for (int sample = 0; sample < 2; sample++) {
        noc_estimate *e = sample ? &point.sample : &point.model;
        *e = answer(design, sample ? NOC_METHOD_SAMPLE : NOC_METHOD_MODEL, load, latency);
        e->metrics[NOC_METRIC_saturation_flits_per_cycle] =
            (noc_metric){full, 0.9 * full, 1.1 * full, 0.9, NULL};
        e->metrics[NOC_METRIC_zero_load_latency_ns].value = isfinite(c->latency) ? c->latency : NAN;
    }
    return point;
}

/* Texts are apart, and no number is missing in the data of a path, whatever the answers are. */
static void figures_are_sound(void **state)
{
    const figure_case *c = *state;
    noc_design *designs[CURVES_MOST];
    noc_curve_line list[CURVES_MOST];
    noc_curves curves = {.list = list, .count = c->curves};
    noc_comparison *points = calloc(c->curves * c->points, sizeof *points);
    char text[200], name[100];
    assert_non_null(points);
    for (size_t i = 0; i < c->curves; i++) {
        snprintf(
            text, sizeof text,
            "name = \"design-%zu-of-the-longer-names-%s\"; nodes = { compute = 28; memory = 8; "
            "}; network = { topology = \"mesh\"; columns = 6; rows = 6; };",
            i, i % 2 ? "with-a-tail-that-is-longer-still" : "");
        designs[i] = test_design(text, NULL);
        noc_labels_add_design(&curves.labels, designs[i]);
        for (size_t k = 0; k < c->points; k++)
            points[i * c->points + k] =
                make_point(designs[i], c, i, (double)(k + 1) / (double)(c->points + 1));
        list[i] = (noc_curve_line){points + i * c->points, c->points};
    }
    snprintf(name, sizeof name, "%s.svg", c->name);
    draw(&curves, name);
    char *svg = test_read_back(name);
    test_chart_is_sound(svg);
    test_chart_texts_are_apart(svg);
    test_chart_rulers(svg, false, false);
    for (size_t i = 0; i < c->curves; i++) {
        snprintf(text, sizeof text, ">design-%zu-of-", i);
        assert_contains(svg, text); /* entry of the legend */
        noc_design_free(designs[i]);
    }
    free(svg);
    free(points);
}

/* ---- a page --------------------------------------------------------------------------------- */

static void a_page_has_the_picture_and_the_figures(void **state)
{
    (void)state;
    rig r = two_curves();
    test_page p;
    noc_diag diag = {0};
    test_page_open(&p, NOC_FORMAT_TABLE);
    const noc_status status = noc_curves_write_page(&p.sheet, curves_of(&r), &diag);
    char *text = test_page_close(&p);
    assert_int_equal(status, NOC_OK);
    assert_int_equal(test_count_of(text, "<svg"), 1);
    assert_int_equal(test_count_of(text, "<?xml"), 0);
    assert_int_equal(test_count_of(text, "<script"), 0);
    assert_contains(text, "base, &quot;quoted&quot;: latency against offered load</h1>");
    assert_contains(text, "unbounded");
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
    TEST_TABLE(&list, figure_cases, figures_are_sound);
    test_add(&list, "a page has the picture and the figures",
             a_page_has_the_picture_and_the_figures);
    const int failed = test_run("curve_picture", &list);
    test_remove_folder();
    return failed;
}
