#include "reports/curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports/caveats.h"
#include "reports/comparison_data.h"
#include "reports/figure.h"
#include "reports/writers/plot.h"
#include "reports/writers/say.h"
#include "reports/writers/table.h"

/* Above this many times the zero-load latency a curve only says "saturated". */
static const double plot_limit = 5.0;

static bool any_sample(const noc_comparison *points, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (points[i].sampled) return true;
    return false;
}

static void add_latency(noc_table *table, const noc_estimate *e, noc_metric_id latency)
{
    const noc_figure spread = noc_metric_spread(e, latency);
    if (noc_answer_grows(e->answer))
        noc_table_cell(table, "%s", noc_answer_name(e->answer));
    else
        noc_table_cell(table, "%s%s%s", noc_metric_figure(e, latency).text,
                       spread.text[0] ? "\t" : "", spread.text);
}

static void add_point(noc_table *table, const noc_comparison *point, bool samples)
{
    const noc_metric_id latency = noc_latency_metric(point->model.design);
    noc_table_cell(table, "%.5f", point->model.load);
    noc_table_cell(table, "%s", noc_metric_figure(&point->model, NOC_METRIC_offered_gb_per_s).text);
    add_latency(table, &point->model, latency);
    if (samples && point->sampled) {
        add_latency(table, &point->sample, latency);
        noc_table_cell(table, "%s", noc_percent(noc_comparison_error(point, latency)).text);
        noc_table_cell(table, "%s",
                       noc_metric_figure(&point->sample, NOC_METRIC_accepted_flits_per_cycle).text);
    } else if (samples) {
        for (int i = 0; i < 3; i++) noc_table_cell(table, "%s", "");
    }
    noc_table_cell(table, "%s",
                   noc_metric_figure(&point->model, NOC_METRIC_channel_utilization_max).text);
}

static noc_status print_points(const noc_sheet *sheet, const noc_comparison *points, size_t count,
                               noc_diag *diag)
{
    const bool samples = any_sample(points, count);
    noc_table table = {0};
    noc_table_column(&table, NOC_ALIGN_POINT, "load\nflits/cycle");
    noc_table_column(&table, NOC_ALIGN_POINT, "payload\nGB/s");
    noc_table_column(&table, NOC_ALIGN_POINT, "model\ncycles");
    if (samples) {
        noc_table_column(&table, NOC_ALIGN_POINT, "sample\ncycles");
        noc_table_column(&table, NOC_ALIGN_POINT, "error");
        noc_table_column(&table, NOC_ALIGN_POINT, "accepted\nflits/cycle");
    }
    noc_table_column(&table, NOC_ALIGN_POINT, "busiest\nchannel");
    for (size_t i = 0; i < count; i++) add_point(&table, &points[i], samples);
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    return status;
}

/* The coordinates of both series, in one block: x, model, sample, its lower and upper bound. */
static double *coordinates_of(const noc_comparison *points, size_t count)
{
    double *block = malloc(5 * count * sizeof *block);
    if (!block) return NULL;
    const noc_metric_id latency = noc_latency_metric(points[0].model.design);
    for (size_t i = 0; i < count; i++) {
        const noc_metric *sample = &points[i].sample.metrics[latency];
        block[i] = points[i].model.load;
        block[count + i] = points[i].model.metrics[latency].value;
        block[2 * count + i] = points[i].sampled ? sample->value : NAN;
        block[3 * count + i] = points[i].sampled ? sample->lo : NAN;
        block[4 * count + i] = points[i].sampled ? sample->hi : NAN;
    }
    return block;
}

static noc_status print_plot(const noc_sheet *sheet, const noc_comparison *points, size_t count,
                             noc_diag *diag)
{
    double *at = coordinates_of(points, count);
    if (!at) return noc_fail_memory(diag);
    const noc_series series[] = {
        {.mark = '*', .name = "model", .x = at, .y = at + count, .count = count},
        {.mark = 'o',
         .name = "sample",
         .x = at,
         .y = at + 2 * count,
         .lo = at + 3 * count,
         .hi = at + 4 * count,
         .count = count},
    };
    const double zero = points[0].model.metrics[NOC_METRIC_zero_load_latency_cycles].value;
    const noc_plot plot = {
        .x_title = "load, flits/cycle per injecting node",
        .y_title = "   cycles",
        .y_limit = isfinite(zero) ? plot_limit * zero : 0.0,
        .series = series,
        .series_count = any_sample(points, count) ? 2 : 1,
    };
    fputc('\n', sheet->out);
    const noc_status status = noc_plot_print(&plot, sheet->out, diag);
    free(at);
    return status;
}

static noc_status print_curve(const noc_sheet *sheet, const noc_comparison *points, size_t count,
                              noc_diag *diag)
{
    const noc_estimate *first = &points[0].model;
    const noc_metric_id latency = noc_latency_metric(first->design);
    noc_text_say(
        sheet,
        "%s: %s against load; zero load %s cycles, saturation %s flits/cycle, %s GB/s (model)",
        first->design->name, noc_metric_label(latency).text,
        noc_metric_figure(first, NOC_METRIC_zero_load_latency_cycles).text,
        noc_metric_figure(first, NOC_METRIC_saturation_flits_per_cycle).text,
        noc_metric_figure(first, NOC_METRIC_saturation_gb_per_s).text);
    fputc('\n', sheet->out);
    noc_status status = print_points(sheet, points, count, diag);
    noc_text_warnings(sheet, first,
                      NULL); /* of the lowest load, so none of what is near saturation */
    if (status == NOC_OK && sheet->plots) status = print_plot(sheet, points, count, diag);
    if (any_sample(points, count)) {
        const noc_errors errors = noc_latency_errors(points, count);
        if (errors.count > 0)
            fprintf(sheet->out, "\nLatency error: mean %.1f%%, worst %.1f%%, over %zu of %zu.\n",
                    100.0 * errors.mean, 100.0 * errors.worst, errors.count, count);
    }
    return status;
}

noc_status noc_report_curve(const noc_sheet *sheet, const noc_comparison *points, size_t count,
                            noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_comparisons(sheet, points, count, diag);
    case NOC_FORMAT_CSV:
        return noc_csv_comparisons(sheet, points, count, diag);
    default:
        return print_curve(sheet, points, count, diag);
    }
}
