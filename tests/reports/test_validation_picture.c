/* Model against sample as a picture: each dot stands where the answers say, with its error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/compare/validation_picture.h"
#include "tests/support/folder.h"
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

static bool draw(const rig *r, const char *name)
{
    noc_diag diag = {0};
    bool missing = false;
    char *path = test_path_of(name);
    const noc_status status = noc_validation_draw(r->rows, ROWS, path, &missing, &diag);
    if (!missing && status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(status, missing ? NOC_EFAILED : NOC_OK);
    noc_diag_clear(&diag);
    free(path);
    return !missing;
}

/* Where a value of a row is, in the panel whose commands these are. */
static void expect_dot(const char *svg, const char *script, const char *panel, double value,
                       double row)
{
    const double width = test_number_after(script, "terminal svg size ");
    char before[60];
    snprintf(before, sizeof before, "terminal svg size %g,", width);
    const double height = test_number_after(script, before);
    const double left = width * test_number_after(panel, "set lmargin at screen ");
    const double right = width * test_number_after(panel, "set rmargin at screen ");
    const double top = height * (1 - test_number_after(panel, "set tmargin at screen "));
    const double bottom = height * (1 - test_number_after(panel, "set bmargin at screen "));
    const double least = test_number_after(panel, "set xrange [");
    const double most = test_number_after(strstr(panel, "set xrange ["), ":");
    const double x = left + (right - left) * (value - least) / (most - least);
    const double y = top + (bottom - top) * (row + 0.5) / ROWS;
    if (!test_has_pair(svg, x, y, 0.7))
        fail_msg("nothing at %g of row %g (%.1f, %.1f)", value, row, x, y);
}

static void dots_are_where_the_answers_say(void **state)
{
    (void)state;
    rig r = three_rows();
    if (!draw(&r, "both.svg")) {
        clear(&r);
        skip();
    }
    char *svg = test_read_back("both.svg"), *script = test_read_back("both.gp");
    const char *latency = strstr(script, "unset label"), *full = strstr(latency + 1, "unset label");
    assert_true(test_is_well_formed(svg));
    assert_non_null(full);
    assert_null(strstr(full + 1, "unset label")); /* nobody has an IPC */
    for (size_t i = 0; i < ROWS; i++) {
        expect_dot(svg, script, latency, 102.0 * (double)(i + 1), (double)i - 0.16);
        if (i + 1 < ROWS)
            expect_dot(svg, script, latency, 100.0 * (double)(i + 1), (double)i + 0.16);
        expect_dot(svg, script, full, 50.0 + 10.0 * (double)i, (double)i - 0.16);
        expect_dot(svg, script, full, 51.0 + 10.0 * (double)i, (double)i + 0.16);
    }
    assert_int_equal(test_count_of(svg, "+2.0 %"), 2);
    assert_int_equal(test_count_of(svg, "saturated"), 1);
    assert_contains(svg, "mean error 2.0 %, worst 2.0 %, over 2 of 3");
    free(svg);
    free(script);
    clear(&r);
}

static void data_have_a_line_a_dot(void **state)
{
    (void)state;
    rig r = three_rows();
    (void)draw(&r, "dots.svg");
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
