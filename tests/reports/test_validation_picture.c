/* Model against sample as a picture: each dot stands where the answers say, with its error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/compare/validation_picture.h"
#include "tests/support/folder.h"
#include "tests/support/users/charts.h"
#include "tests/support/users/pages.h"
#include "tests/support/users/xml.h"

enum { ROWS = 3 };

typedef struct rig {
    noc_design *design;
    noc_comparison *rows;
} rig;

/* Latencies of the model are 2 % above those of the sample; the last sample is saturated, and no
 * design has a workload. */
static rig three_rows(void)
{
    rig r = {.design = test_design(test_report_text, NULL), .rows = calloc(ROWS, sizeof *r.rows)};
    assert_non_null(r.rows);
    for (size_t i = 0; i < ROWS; i++)
        for (int sample = 0; sample < 2; sample++) {
            noc_estimate *e = sample ? &r.rows[i].sample : &r.rows[i].model;
            const double latency = (sample ? 100.0 : 102.0) * (double)(i + 1);
            *e = test_made_estimate(r.design, sample ? NOC_METHOD_SAMPLE : NOC_METHOD_MODEL);
            e->metrics[NOC_METRIC_round_trip_ns] =
                (noc_metric){latency, 0.9 * latency, 1.1 * latency, 0.9, NULL};
            test_set_metric(e, NOC_METRIC_round_trip_cycles, latency);
            test_set_metric(e, NOC_METRIC_saturation_data_gb_per_s,
                            50.0 + 10.0 * (double)i + sample);
            test_set_metric(e, NOC_METRIC_ipc, NAN);
            if (sample && i == ROWS - 1) e->answer = NOC_ANSWER_SATURATED;
            r.rows[i].has_sample = true;
        }
    return r;
}

static void clear(rig *r)
{
    free(r->rows);
    noc_design_free(r->design);
}

static void draw(const rig *r, const char *name)
{
    noc_diag diag = {0};
    bool missing = false;
    char *path = test_path_of(name);
    const noc_status status = noc_validation_draw(r->rows, ROWS, path, &missing, &diag);
    if (status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    assert_false(missing); /* an SVG needs no gnuplot */
    noc_diag_clear(&diag);
    free(path);
}

/* Fails the test unless a mark stands at a value of a row in the panel from `panel` on. Rows are as
 * far apart as the names, which are in their middles, the model above and the sample below. */
static void expect_dot(const char *svg, const char *panel, double value, size_t row, bool is_sample)
{
    test_text *texts = calloc(TEST_TEXTS_MOST, sizeof *texts);
    double middles[ROWS];
    size_t found = 0;
    assert_non_null(texts);
    const size_t count = test_chart_texts(svg, texts);
    for (size_t i = 0; i < count && found < ROWS; i++)
        if (strcmp(texts[i].words, "base") == 0)
            middles[found++] = texts[i].bottom - 0.18 * 11.0 - 4.0;
    assert_int_equal(found, ROWS);
    const double shift = (is_sample ? 0.16 : -0.16) * (middles[1] - middles[0]);
    const test_rulers rulers = test_chart_rulers(panel, false, false);
    const double x = test_ruler_place(&rulers, 0, value), y = middles[row] + shift;
    if (!test_has_pair(panel, x, y, 0.7))
        fail_msg("nothing at %g of row %zu (%.1f, %.1f)", value, row, x, y);
    free(texts);
}

static void dots_are_where_the_answers_say(void **state)
{
    (void)state;
    rig r = three_rows();
    draw(&r, "both.svg");
    char *svg = test_read_back("both.svg");
    const char *title = strstr(svg, "bandwidth at saturation, GB/s</text>"),
               *latency_title = strstr(svg, "round trip at the load, ns</text>");
    test_chart_is_sound(svg);
    test_chart_texts_are_apart(svg);
    assert_non_null(latency_title);
    assert_non_null(title);
    assert_null(strstr(svg, "IPC")); /* nobody has one */
    for (size_t i = 0; i < ROWS; i++) {
        expect_dot(svg, svg, 102.0 * (double)(i + 1), i, false);
        if (i + 1 < ROWS) expect_dot(svg, svg, 100.0 * (double)(i + 1), i, true);
        expect_dot(svg, latency_title, 50.0 + 10.0 * (double)i, i, false);
        expect_dot(svg, latency_title, 51.0 + 10.0 * (double)i, i, true);
    }
    assert_int_equal(test_count_of(svg, "+2.0 %"), 2);
    assert_int_equal(test_count_of(svg, ">saturated<"), 1);
    assert_contains(svg, "mean error 2.0 %, worst 2.0 %, over 2 of 3");
    free(svg);
    clear(&r);
}

static void data_have_a_line_a_dot(void **state)
{
    (void)state;
    rig r = three_rows();
    draw(&r, "dots.svg");
    char *data = test_read_back("dots-data.csv");
    assert_contains(data, "row,metric,method,value,lo,hi,model_error_frac\n");
    assert_contains(data, "0,round_trip_ns,model,102,91.8,112.2,0.02\n");
    assert_int_equal(test_count_of(data, "\n"), 1 + 5 + 6);
    free(data);
    clear(&r);
}

int main(void)
{
    static test_list list;
    test_make_folder();
    test_add(&list, "dots are where the answers say", dots_are_where_the_answers_say);
    test_add(&list, "data have a line a dot", data_have_a_line_a_dot);
    const int failed = test_run("validation_picture", &list);
    test_remove_folder();
    return failed;
}
