#include "reports/curve/curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "network/kinds/traffic_keys.h"
#include "reports/estimates/comparison_data.h"
#include "reports/words/caveats.h"
#include "reports/writers/plots/plot.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

static bool has_samples(const noc_curves *curves)
{
    for (size_t i = 0; i < curves->count; i++)
        if (noc_curve_is_sampled(&curves->list[i])) return true;
    return false;
}

/* ---- table ---------------------------------------------------------------------------------- */

static void add_latency(noc_table *table, const noc_curves *curves, const noc_estimate *estimate)
{
    const noc_metric_id id = noc_curve_latency_id(&curves->axes, estimate->design);
    const noc_figure spread = noc_metric_half_width(estimate, id);
    if (noc_answer_has_growth(estimate->answer))
        noc_table_add_cell(table, "%s", noc_answer_name(estimate->answer));
    else
        noc_table_add_cell(table, "%s%s%s", noc_metric_figure(estimate, id).text,
                           spread.text[0] ? "\t" : "", spread.text);
}

/* Counts the traffic classes with columns: those of a single design. */
static size_t count_class_columns(const noc_curves *curves)
{
    return curves->count == 1 ? curves->list[0].points[0].model.design->traffic.classes.count : 0;
}

enum { TITLE_CHARS = 60 };

/* Adds the columns of classes. The table borrows `titles`. */
static void add_class_columns(noc_table *table, const noc_curves *curves,
                              char titles[NOC_TRAFFIC_CLASSES_MAX][TITLE_CHARS])
{
    for (size_t k = 0; k < count_class_columns(curves); k++) {
        const noc_traffic_spec *traffic = &curves->list[0].points[0].model.design->traffic;
        snprintf(titles[k], TITLE_CHARS, "%.40s\n%s", traffic->classes.list[k].name,
                 curves->axes.is_in_cycles ? "cycles" : "ns");
        noc_table_add_column(table, NOC_ALIGN_POINT, titles[k]);
    }
}

/* Adds the model's latencies by class. */
static void add_classes(noc_table *table, const noc_curves *curves, const noc_estimate *estimate)
{
    static const double ns_per_us = 1e3;
    const double cycle_length =
        curves->axes.is_in_cycles ? 1.0 : ns_per_us / estimate->design->chip.clock_mhz;
    for (size_t k = 0; k < count_class_columns(curves); k++) {
        const double latency = k < estimate->class_count ? estimate->classes[k].latency.value : NAN;
        if (isfinite(latency))
            noc_table_add_cell(table, "%.2f", cycle_length * latency);
        else
            noc_table_add_cell(table, "-");
    }
}

static void add_point(noc_table *table, const noc_curves *curves, const noc_comparison *point,
                      bool has_sample_columns)
{
    noc_table_add_cell(table, "%.5f", point->model.load);
    noc_table_add_cell(table, "%s",
                       noc_metric_figure(&point->model, NOC_METRIC_offered_data_gb_per_s).text);
    add_latency(table, curves, &point->model);
    add_classes(table, curves, &point->model);
    if (has_sample_columns && point->has_sample) {
        const noc_metric_id latency = noc_latency_metric(point->model.design);
        add_latency(table, curves, &point->sample);
        noc_table_add_cell(table, "%s",
                           noc_percent_figure(noc_comparison_error(point, latency)).text);
        noc_table_add_cell(
            table, "%s",
            noc_metric_figure(&point->sample, NOC_METRIC_accepted_flits_per_cycle).text);
    } else if (has_sample_columns) {
        for (int i = 0; i < 3; i++) noc_table_add_cell(table, "%s", "");
    }
    noc_table_add_cell(table, "%s",
                       noc_metric_figure(&point->model, NOC_METRIC_channel_utilization_max).text);
}

enum { DESCRIPTION_CHARS = NOC_LABEL_CHARS + 5 * NOC_FIGURE_CHARS + 80 };

/* Writes the description of a curve: design, latency of an idle network, saturation. */
static void write_description(const noc_curves *curves, const noc_estimate *first, char *text,
                              size_t size)
{
    char label[NOC_LABEL_CHARS];
    const bool is_in_cycles = curves->axes.is_in_cycles;
    noc_label_write(&curves->labels, first->design, label);
    snprintf(text, size, "%s: %s; idle %s %s, saturation %s flits/cycle, %s GB/s (model)",
             curves->count > 1 ? label : first->design->name,
             noc_design_has_replies(first->design) ? "round trip" : "one way",
             noc_metric_figure(first, is_in_cycles ? NOC_METRIC_zero_load_latency_cycles
                                                   : NOC_METRIC_zero_load_latency_ns)
                 .text,
             is_in_cycles ? "cycles" : "ns",
             noc_metric_figure(first, NOC_METRIC_saturation_flits_per_cycle).text,
             noc_metric_figure(first, NOC_METRIC_saturation_data_gb_per_s).text);
}

static void add_columns(noc_table *table, const noc_curves *curves, bool has_sample_columns,
                        char titles[NOC_TRAFFIC_CLASSES_MAX][TITLE_CHARS])
{
    const bool is_in_cycles = curves->axes.is_in_cycles;
    noc_table_add_columns(table, ".load\nflits/cycle|.data\nGB/s");
    noc_table_add_column(table, NOC_ALIGN_POINT, is_in_cycles ? "model\ncycles" : "model\nns");
    add_class_columns(table, curves, titles);
    if (has_sample_columns) {
        noc_table_add_column(table, NOC_ALIGN_POINT,
                             is_in_cycles ? "sample\ncycles" : "sample\nns");
        noc_table_add_columns(table, ".error|.accepted\nflits/cycle");
    }
    noc_table_add_column(table, NOC_ALIGN_POINT, "busiest\nchannel");
}

static noc_status print_points(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag)
{
    char titles[NOC_TRAFFIC_CLASSES_MAX][TITLE_CHARS];
    const bool has_sample_columns = has_samples(curves);
    noc_table table = {0};
    add_columns(&table, curves, has_sample_columns, titles);
    for (size_t i = 0; i < curves->count; i++) {
        char words[DESCRIPTION_CHARS];
        write_description(curves, &curves->list[i].points[0].model, words, sizeof words);
        if (curves->count > 1) noc_table_add_span(&table, "%s", words);
        for (size_t k = 0; k < curves->list[i].count; k++)
            add_point(&table, curves, &curves->list[i].points[k], has_sample_columns);
    }
    return noc_text_table(sheet, &table, diag);
}

/* ---- plot ----------------------------------------------------------------------------------- */

enum { SERIES_MAX = 16 };

/* Fills the series of one curve by one method, from `values`. Returns the next free value. */
static double *fill_series(const noc_curves *curves, const noc_curve_line *curve, bool is_sample,
                           noc_series *series, double *values)
{
    double *x = values, *y = x + curve->count, *lo = y + curve->count, *hi = lo + curve->count;
    for (size_t i = 0; i < curve->count; i++) {
        const noc_comparison *point = &curve->points[i];
        const bool has_value = !is_sample || point->has_sample;
        const noc_metric latency = noc_curve_latency(
            &curves->axes, is_sample && has_value ? &point->sample : &point->model);
        x[i] = noc_curve_offered_load(&curves->axes, &point->model);
        y[i] = has_value ? latency.value : NAN;
        lo[i] = has_value && is_sample ? latency.lo : NAN;
        hi[i] = has_value && is_sample ? latency.hi : NAN;
    }
    series->x = x;
    series->y = y;
    series->lo = lo;
    series->hi = hi;
    series->count = curve->count;
    return hi + curve->count;
}

/* Fills the series of all curves. Marks of one design are '*' (model) and 'o' (sample); of several
 * designs 'a' and 'A' for the first, 'b' and 'B' for the second. Returns the number of series. */
static size_t fill_curves(const noc_curves *c, size_t curve_count, noc_series *series,
                          char names[SERIES_MAX][NOC_LABEL_CHARS], double *values)
{
    size_t count = 0;
    for (int is_sample = 0; is_sample < 2; is_sample++)
        for (size_t i = 0; i < curve_count; i++) {
            if (is_sample && !noc_curve_is_sampled(&c->list[i])) continue;
            noc_series *current_series = &series[count];
            values = fill_series(c, &c->list[i], is_sample, current_series, values);
            current_series->mark = (char)((is_sample ? 'A' : 'a') + (int)i);
            if (c->count == 1) current_series->mark = is_sample ? 'o' : '*';
            noc_label_write(&c->labels, c->list[i].points[0].model.design, names[count]);
            current_series->name = c->count == 1 ? is_sample ? "sample" : "model" : names[count];
            if (c->count > 1 && is_sample) current_series->name = "its sample";
            count++;
        }
    return count;
}

static noc_status print_plot(const noc_sheet *sheet, const noc_curves *c, noc_diag *diag)
{
    noc_series series[SERIES_MAX];
    char names[SERIES_MAX][NOC_LABEL_CHARS], y_title[NOC_FIGURE_CHARS + 4];
    const size_t curve_count = c->count < SERIES_MAX / 2 ? c->count : SERIES_MAX / 2;
    size_t point_count = 0;
    for (size_t i = 0; i < curve_count; i++) point_count += c->list[i].count;
    double *values = calloc(2 * 4 * point_count + 1, sizeof *values);
    if (!values) return noc_fail_memory(diag);
    snprintf(y_title, sizeof y_title, "  %s", noc_curve_latency_title(c));
    const noc_plot plot = {
        .x_title = noc_curve_load_title(&c->axes),
        .y_title = y_title,
        .y_limit = noc_curve_latency_limit(c),
        .series = series,
        .series_count = fill_curves(c, curve_count, series, names, values),
        .starts_at_lowest = true,
    };
    fputc('\n', sheet->out);
    const noc_status status = noc_plot_print(&plot, sheet->out, diag);
    if (curve_count < c->count)
        noc_text_paragraph(sheet, "Not drawn: the last %zu designs (-o FILE.svg draws all).",
                           c->count - curve_count);
    free(values);
    return status;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Prints the warnings at the lowest load of each curve; warnings near saturation are left out. */
static noc_status print_warnings(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag)
{
    noc_estimate *first_points = calloc(curves->count, sizeof *first_points);
    if (!first_points) return noc_fail_memory(diag);
    for (size_t i = 0; i < curves->count; i++) first_points[i] = curves->list[i].points[0].model;
    noc_text_caveats(sheet, &curves->labels, first_points, curves->count);
    free(first_points);
    return NOC_OK;
}

static void print_errors(const noc_sheet *sheet, const noc_curves *curves)
{
    for (size_t i = 0; i < curves->count; i++) {
        const noc_curve_line *curve = &curves->list[i];
        if (!noc_curve_is_sampled(curve)) continue;
        const noc_errors errors = noc_latency_errors(curve->points, curve->count);
        char label[NOC_LABEL_CHARS];
        noc_label_write(&curves->labels, curve->points[0].model.design, label);
        if (i == 0) fputc('\n', sheet->out);
        if (errors.error_rows > 0)
            noc_text_paragraph(sheet,
                               "%s%sLatency error: mean %.1f%%, worst %.1f%%, over %zu of %zu.",
                               curves->count > 1 ? label : "", curves->count > 1 ? ": " : "",
                               100.0 * errors.mean_error, 100.0 * errors.largest_error,
                               errors.error_rows, curve->count);
    }
}

static noc_status print_curves(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag)
{
    char words[DESCRIPTION_CHARS];
    write_description(curves, &curves->list[0].points[0].model, words, sizeof words);
    if (curves->count > 1)
        noc_text_paragraph(sheet, "%zu designs: %s against %s", curves->count,
                           noc_curve_latency_title(curves), noc_curve_load_title(&curves->axes));
    else
        noc_text_paragraph(sheet, "%s", words);
    fputc('\n', sheet->out);
    noc_status status = print_points(sheet, curves, diag);
    if (status == NOC_OK) status = print_warnings(sheet, curves, diag);
    if (status == NOC_OK && sheet->has_plots) status = print_plot(sheet, curves, diag);
    print_errors(sheet, curves);
    return status;
}

/* ---- all formats ---------------------------------------------------------------------------- */

/* Writes the points of all curves as JSON or CSV. */
static noc_status write_data(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag)
{
    size_t count = 0, row_count = 0;
    for (size_t i = 0; i < curves->count; i++) count += curves->list[i].count;
    noc_comparison *rows = calloc(count + 1, sizeof *rows);
    if (!rows) return noc_fail_memory(diag);
    for (size_t i = 0; i < curves->count; i++)
        for (size_t k = 0; k < curves->list[i].count; k++)
            rows[row_count++] = curves->list[i].points[k];
    const noc_status status = sheet->format == NOC_FORMAT_JSON
                                  ? noc_json_comparisons(sheet, rows, count, diag)
                                  : noc_csv_comparisons(sheet, rows, count, diag);
    free(rows);
    return status;
}

noc_status noc_report_curves(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag)
{
    const bool is_data = sheet->format == NOC_FORMAT_JSON || sheet->format == NOC_FORMAT_CSV;
    return is_data ? write_data(sheet, curves, diag) : print_curves(sheet, curves, diag);
}
