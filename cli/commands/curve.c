#include "reports/curve/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "reports/curve/curve_picture.h"
#include "reports/words/comparison.h"
#include "reports/writers/output.h"

/* Values of the options. */
typedef struct option_values {
    unsigned points;
    bool wants_samples;
    noc_curve_axes axes;
    noc_texts set_texts, vary_texts;
    noc_precision precision;
} option_values;

static void read_load(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    for (size_t i = 0; noc_curve_load_name(i); i++) {
        if (strcmp(noc_curve_load_name(i), text) != 0) continue;
        *(noc_curve_load *)stored = (noc_curve_load)i;
        return;
    }
    noc_option_refuse(option, text, "GB/s, bytes, flits or share", diag);
}

static void read_latency(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    *(bool *)stored = strcmp(text, "cycles") == 0;
    if (strcmp(text, "cycles") != 0 && strcmp(text, "ns") != 0)
        noc_option_refuse(option, text, "ns or cycles", diag);
}

static const noc_option own_options[] = {
    {"points", 0, "N", "loads, from near 0 to just under saturation (12)", NOC_OPTION_UNSIGNED,
     .offset = offsetof(option_values, points), .min_count = 2, .max_count = 1000},
    NOC_TAKE_FLAG("measure", "measure every point too, beside the model", wants_samples),
    NOC_TAKE_FLAG("sampled", "the same, by its old name", wants_samples),
    {"x", 0, "UNIT",
     "load in plots and pictures: GB/s of data (default), bytes of data per cycle, flits per cycle "
     "of an injecting node, or share of the saturation in %",
     NOC_OPTION_CUSTOM, .offset = offsetof(option_values, axes.load), .read = read_load},
    {"y", 0, "UNIT", "latency in ns (default) or in cycles of the network", NOC_OPTION_CUSTOM,
     .offset = offsetof(option_values, axes.is_in_cycles), .read = read_latency},
    {0},
};

static const option_values default_values = {.points = 12};

static const noc_option_use uses[] = {
    NOC_OWN_OPTIONS(own_options),
    {&noc_set_options, offsetof(option_values, set_texts)},
    {&noc_vary_options, offsetof(option_values, vary_texts)},
    {&noc_sampling_options, offsetof(option_values, precision)},
    {&noc_within_options, offsetof(option_values, precision)},
    {&noc_seconds_options, offsetof(option_values, precision)},
    {0},
};

/* ---- points --------------------------------------------------------------------------------- */

/* Points of all curves: those of the first design, then of the next. */
typedef struct curve_answers {
    noc_arena memory;
    noc_comparison *points;
    bool *is_added;                    /* [point]: added for a picture, by the model alone */
    size_t asked_points, added_points; /* numbers of points of each curve */
    noc_curve_line *curves;
    size_t curve_count; /* number of curves with points */
    size_t finished;    /* number of finished points that were asked for */
} curve_answers;

/* Measures a point besides the model's answer; with --within, the model or a window may answer
 * instead. */
static noc_status measure_point(noc_measurement *m, noc_cases *cases, size_t i,
                                noc_comparison *point, noc_diag *diag)
{
    noc_estimate e;
    const noc_query query = {.approach =
                                 m->half_width > 0.0 ? NOC_APPROACH_WITHIN : NOC_APPROACH_SAMPLE,
                             .load_flits = point->model.load};
    const noc_status status = noc_measure_ask(m, cases, i, &query, &e, diag);
    if (status != NOC_OK) return status;
    point->has_sample = e.method == NOC_METHOD_SAMPLE;
    *(point->has_sample ? &point->sample : &point->model) = e;
    return NOC_OK;
}

/* Measures the points of a curve that were asked for, in order of load. *count: number of points up
 * to the last measured one. */
static noc_status measure_points(noc_measurement *m, noc_cases *cases, size_t i, curve_answers *c,
                                 const noc_curve_rows *rows, size_t *count, noc_diag *diag)
{
    noc_status status = NOC_OK;
    const size_t point_count = rows->asked_count + rows->added_count;
    *count = 0;
    for (size_t k = 0, asked = 0; k < point_count && status == NOC_OK; k++) {
        char step[60];
        if (rows->is_added[k]) continue;
        snprintf(step, sizeof step, ", load %zu of %zu", ++asked, rows->asked_count);
        noc_measure_task(m, 1.0, cases->designs[i], i, step);
        status = measure_point(m, cases, i, &rows->points[k], diag);
        if (status != NOC_OK) continue;
        c->finished++;
        *count = k + 1;
    }
    return status;
}

/* Makes one curve; `m` NULL: by the model alone. */
static noc_status make_curve(noc_cases *cases, size_t i, noc_measurement *m, curve_answers *c,
                             noc_diag *diag)
{
    const size_t first = i * (c->asked_points + c->added_points);
    const noc_curve_rows rows = {c->asked_points, c->added_points, c->points + first,
                                 c->is_added + first};
    size_t count = 0;
    noc_status status = noc_cases_draw(cases, i, &rows, diag);
    if (status == NOC_OK) count = rows.asked_count + rows.added_count;
    if (status == NOC_OK && m) status = measure_points(m, cases, i, c, &rows, &count, diag);
    if ((status == NOC_OK || status == NOC_EINTERRUPTED) && count > 0)
        c->curves[c->curve_count++] = (noc_curve_line){rows.points, count};
    return status;
}

static noc_status make_curves(const noc_request *r, noc_cases *cases, curve_answers *c,
                              noc_diag *diag)
{
    const option_values *values = r->values;
    noc_measurement m;
    noc_status status = NOC_OK;
    const bool is_measuring = values->wants_samples || values->precision.half_width > 0.0;
    const size_t total = cases->count * c->asked_points;
    if (is_measuring) noc_measure_start(r, &values->precision, cases, (double)total, &m);
    for (size_t i = 0; i < cases->count && status == NOC_OK; i++)
        status = make_curve(cases, i, is_measuring ? &m : NULL, c, diag);
    if (is_measuring) noc_measure_end(&m, status, c->finished, total, diag);
    return status;
}

static noc_status alloc_points(const noc_request *r, const noc_cases *cases, curve_answers *c,
                               noc_diag *diag)
{
    const option_values *values = r->values;
    c->added_points = noc_picture_requested(r) == NOC_PICTURE_NONE ? 0 : values->points + 4;
    c->asked_points = values->points;
    const size_t point_count = cases->count * (c->asked_points + c->added_points);
    c->points = noc_arena_array(&c->memory, point_count, sizeof *c->points);
    c->is_added = noc_arena_array(&c->memory, point_count, sizeof *c->is_added);
    c->curves = noc_arena_array(&c->memory, cases->count, sizeof *c->curves);
    return c->memory.is_short ? noc_fail_memory(diag) : NOC_OK;
}

/* ---- output --------------------------------------------------------------------------------- */

/* Writes a table, data or a page. */
static noc_status write_text(const noc_request *r, const noc_curves *curves, noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    page.is_file = noc_picture_requested(r) == NOC_PICTURE_HTML;
    status = page.is_file ? noc_curves_write_page(&page.sheet, curves, diag)
                          : noc_report_curves(&page.sheet, curves, diag);
    return noc_page_finish(r, &page, status, diag);
}

static noc_status show(const noc_request *r, const curve_answers *c, bool *is_missing,
                       noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_picture picture = noc_picture_requested(r);
    noc_curves curves = {.list = c->curves, .count = c->curve_count, .axes = values->axes};
    for (size_t i = 0; i < c->curve_count; i++)
        noc_labels_add_design(&curves.labels, c->curves[i].points[0].model.design);
    if (picture == NOC_PICTURE_NONE || picture == NOC_PICTURE_HTML)
        return write_text(r, &curves, diag);
    return noc_curves_draw_file(&curves, r->output, is_missing, diag);
}

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    if (!values->wants_samples || values->precision.half_width == 0.0) return NOC_OK;
    return NOC_REFUSE(diag,
                      "curve: --within samples where it has to, --measure always (one of them)");
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    curve_answers c = {0};
    bool is_missing = false;
    noc_status status = noc_cases_read(r->operands, r->operand_count, &values->set_texts,
                                       &values->vary_texts, &cases, diag);
    if (status == NOC_OK) status = noc_output_check_path(r->output, diag);
    if (status == NOC_OK && (values->wants_samples || values->precision.half_width > 0.0))
        status = noc_cases_check_build(&cases, diag);
    if (status == NOC_OK) status = alloc_points(r, &cases, &c, diag);
    if (status == NOC_OK) status = make_curves(r, &cases, &c, diag);
    if (status == NOC_OK || (status == NOC_EINTERRUPTED && c.curve_count > 0)) {
        const noc_status show_status = show(r, &c, &is_missing, diag);
        if (status == NOC_OK) status = show_status;
    }
    noc_arena_clear(&c.memory);
    return is_missing ? NOC_EXIT_MISSING_PROGRAM : noc_exit_from_status(status);
}

const noc_command noc_command_curve = {
    .name = "curve",
    .operands = "DESIGN...",
    .purpose = "Latency against offered load, from near 0 to just under the model's saturation.",
    .details = "Several designs and variants are put side by side. On a terminal the points are "
               "also drawn; -o draws a figure with the model's intervals as bands, samples as "
               "points and saturation marked: .svg, .pdf and .png (these two by gnuplot), with a "
               "script of gnuplot (.gp) and its data (-data.csv) written beside, .html as a page "
               "that works offline.",
    .examples =
        "  nocsight curve te13-baseline --points 8 --measure\n"
        "  nocsight curve te13-baseline te13-2xbw -o curves.svg\n"
        "  nocsight curve te13-baseline --vary network.router_stages=1,2,4 -o stages.html\n",
    .min_operands = 1,
    .max_operands = 1000,
    .options = uses,
    .values_size = sizeof(option_values),
    .defaults = &default_values,
    .picture_suffixes = ".svg .pdf .png .html",
    .check = check,
    .has_markup = true,
    .run = run,
};
