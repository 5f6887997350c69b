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

static bool any_sample(const noc_curves *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (noc_curve_is_sampled(&c->list[i])) return true;
    return false;
}

/* ---- table ---------------------------------------------------------------------------------- */

static void add_latency(noc_table *table, const noc_curves *c, const noc_estimate *e)
{
    const noc_metric_id id = noc_curve_latency_id(&c->axes, e->design);
    const noc_figure spread = noc_metric_spread(e, id);
    if (noc_answer_grows(e->answer))
        noc_table_cell(table, "%s", noc_answer_name(e->answer));
    else
        noc_table_cell(table, "%s%s%s", noc_metric_figure(e, id).text, spread.text[0] ? "\t" : "",
                       spread.text);
}

/* Counts the traffic classes with columns: those of a single design. */
static size_t class_columns(const noc_curves *c)
{
    return c->count == 1 ? c->list[0].points[0].model.design->traffic.classes.count : 0;
}

enum { TITLE_CHARS = 60 };

/* Adds the columns of classes. The table borrows `titles`. */
static void add_class_columns(noc_table *table, const noc_curves *c,
                              char titles[NOC_TRAFFIC_CLASSES_MAX][TITLE_CHARS])
{
    for (size_t k = 0; k < class_columns(c); k++) {
        const noc_traffic_spec *t = &c->list[0].points[0].model.design->traffic;
        snprintf(titles[k], TITLE_CHARS, "%.40s\n%s", t->classes.list[k].name,
                 c->axes.cycles ? "cycles" : "ns");
        noc_table_column(table, NOC_ALIGN_POINT, titles[k]);
    }
}

/* Adds the model's latencies by class. */
static void add_classes(noc_table *table, const noc_curves *c, const noc_estimate *e)
{
    static const double ns_per_us = 1e3;
    const double unit = c->axes.cycles ? 1.0 : ns_per_us / e->design->chip.clock_mhz;
    for (size_t k = 0; k < class_columns(c); k++) {
        const double latency = k < e->class_count ? e->classes[k].latency.value : NAN;
        if (isfinite(latency))
            noc_table_cell(table, "%.2f", unit * latency);
        else
            noc_table_cell(table, "-");
    }
}

static void add_point(noc_table *table, const noc_curves *c, const noc_comparison *point,
                      bool samples)
{
    noc_table_cell(table, "%.5f", point->model.load);
    noc_table_cell(table, "%s",
                   noc_metric_figure(&point->model, NOC_METRIC_offered_data_gb_per_s).text);
    add_latency(table, c, &point->model);
    add_classes(table, c, &point->model);
    if (samples && point->sampled) {
        const noc_metric_id latency = noc_latency_metric(point->model.design);
        add_latency(table, c, &point->sample);
        noc_table_cell(table, "%s", noc_percent(noc_comparison_error(point, latency)).text);
        noc_table_cell(table, "%s",
                       noc_metric_figure(&point->sample, NOC_METRIC_accepted_flits_per_cycle).text);
    } else if (samples) {
        for (int i = 0; i < 3; i++) noc_table_cell(table, "%s", "");
    }
    noc_table_cell(table, "%s",
                   noc_metric_figure(&point->model, NOC_METRIC_channel_utilization_max).text);
}

enum { WORDS = NOC_LABEL_CHARS + 5 * NOC_FIGURE_CHARS + 80 };

/* Writes the description of a curve: design, latency of an idle network, saturation. */
static void describe(const noc_curves *c, const noc_estimate *first, char *text, size_t size)
{
    char label[NOC_LABEL_CHARS];
    const bool cycles = c->axes.cycles;
    noc_label(&c->labels, first->design, label);
    snprintf(text, size, "%s: %s; idle %s %s, saturation %s flits/cycle, %s GB/s (model)",
             c->count > 1 ? label : first->design->name,
             noc_design_has_replies(first->design) ? "round trip" : "one way",
             noc_metric_figure(first, cycles ? NOC_METRIC_zero_load_latency_cycles
                                             : NOC_METRIC_zero_load_latency_ns)
                 .text,
             cycles ? "cycles" : "ns",
             noc_metric_figure(first, NOC_METRIC_saturation_flits_per_cycle).text,
             noc_metric_figure(first, NOC_METRIC_saturation_data_gb_per_s).text);
}

static void add_columns(noc_table *table, const noc_curves *c, bool samples,
                        char titles[NOC_TRAFFIC_CLASSES_MAX][TITLE_CHARS])
{
    const bool cycles = c->axes.cycles;
    noc_table_column(table, NOC_ALIGN_POINT, "load\nflits/cycle");
    noc_table_column(table, NOC_ALIGN_POINT, "data\nGB/s");
    noc_table_column(table, NOC_ALIGN_POINT, cycles ? "model\ncycles" : "model\nns");
    add_class_columns(table, c, titles);
    if (samples) {
        noc_table_column(table, NOC_ALIGN_POINT, cycles ? "sample\ncycles" : "sample\nns");
        noc_table_column(table, NOC_ALIGN_POINT, "error");
        noc_table_column(table, NOC_ALIGN_POINT, "accepted\nflits/cycle");
    }
    noc_table_column(table, NOC_ALIGN_POINT, "busiest\nchannel");
}

static noc_status print_points(const noc_sheet *sheet, const noc_curves *c, noc_diag *diag)
{
    char titles[NOC_TRAFFIC_CLASSES_MAX][TITLE_CHARS];
    const bool samples = any_sample(c);
    noc_table table = {0};
    add_columns(&table, c, samples, titles);
    for (size_t i = 0; i < c->count; i++) {
        char words[WORDS];
        describe(c, &c->list[i].points[0].model, words, sizeof words);
        if (c->count > 1) noc_table_span(&table, "%s", words);
        for (size_t k = 0; k < c->list[i].count; k++)
            add_point(&table, c, &c->list[i].points[k], samples);
    }
    return noc_text_table(sheet, &table, diag);
}

/* ---- plot ----------------------------------------------------------------------------------- */

enum { SERIES_MOST = 16 };

/* Fills the series of one curve by one method, from `values`. Returns the next free value. */
static double *fill_series(const noc_curves *c, const noc_curve *curve, bool sample, noc_series *s,
                           double *room)
{
    double *x = room, *y = x + curve->count, *lo = y + curve->count, *hi = lo + curve->count;
    for (size_t i = 0; i < curve->count; i++) {
        const noc_comparison *point = &curve->points[i];
        const bool there = !sample || point->sampled;
        const noc_metric latency =
            noc_curve_latency(&c->axes, sample && there ? &point->sample : &point->model);
        x[i] = noc_curve_load_of(&c->axes, &point->model);
        y[i] = there ? latency.value : NAN;
        lo[i] = there && sample ? latency.lo : NAN;
        hi[i] = there && sample ? latency.hi : NAN;
    }
    s->x = x;
    s->y = y;
    s->lo = lo;
    s->hi = hi;
    s->count = curve->count;
    return hi + curve->count;
}

/* Fills the series of all curves. Marks of one design are '*' (model) and 'o' (sample); of several
 * designs 'a' and 'A' for the first, 'b' and 'B' for the second. Returns the number of series. */
static size_t fill_all(const noc_curves *c, size_t curves, noc_series *series,
                       char names[SERIES_MOST][NOC_LABEL_CHARS], double *room)
{
    size_t count = 0;
    for (int sample = 0; sample < 2; sample++)
        for (size_t i = 0; i < curves; i++) {
            if (sample && !noc_curve_is_sampled(&c->list[i])) continue;
            noc_series *s = &series[count];
            room = fill_series(c, &c->list[i], sample, s, room);
            s->mark = (char)((sample ? 'A' : 'a') + (int)i);
            if (c->count == 1) s->mark = sample ? 'o' : '*';
            noc_label(&c->labels, c->list[i].points[0].model.design, names[count]);
            s->name = c->count == 1 ? sample ? "sample" : "model" : names[count];
            if (c->count > 1 && sample) s->name = "its sample";
            count++;
        }
    return count;
}

static noc_status print_plot(const noc_sheet *sheet, const noc_curves *c, noc_diag *diag)
{
    noc_series series[SERIES_MOST];
    char names[SERIES_MOST][NOC_LABEL_CHARS], y_title[NOC_FIGURE_CHARS + 4];
    const size_t curves = c->count < SERIES_MOST / 2 ? c->count : SERIES_MOST / 2;
    size_t points = 0;
    for (size_t i = 0; i < curves; i++) points += c->list[i].count;
    double *room = calloc(2 * 4 * points + 1, sizeof *room);
    if (!room) return noc_fail_memory(diag);
    snprintf(y_title, sizeof y_title, "  %s", noc_curve_latency_title(c));
    const noc_plot plot = {
        .x_title = noc_curve_load_title(&c->axes),
        .y_title = y_title,
        .y_limit = noc_curve_limit(c),
        .series = series,
        .series_count = fill_all(c, curves, series, names, room),
        .near = true,
    };
    fputc('\n', sheet->out);
    const noc_status status = noc_plot_print(&plot, sheet->out, diag);
    if (curves < c->count)
        noc_text_say(sheet, "Not drawn: the last %zu designs (-o FILE.svg draws all).",
                     c->count - curves);
    free(room);
    return status;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Prints the warnings at the lowest load of each curve; warnings near saturation are left out. */
static noc_status tell_warnings(const noc_sheet *sheet, const noc_curves *c, noc_diag *diag)
{
    noc_estimate *first = calloc(c->count, sizeof *first);
    if (!first) return noc_fail_memory(diag);
    for (size_t i = 0; i < c->count; i++) first[i] = c->list[i].points[0].model;
    noc_text_caveats(sheet, &c->labels, first, c->count);
    free(first);
    return NOC_OK;
}

static void tell_errors(const noc_sheet *sheet, const noc_curves *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const noc_curve *curve = &c->list[i];
        if (!noc_curve_is_sampled(curve)) continue;
        const noc_errors errors = noc_latency_errors(curve->points, curve->count);
        char label[NOC_LABEL_CHARS];
        noc_label(&c->labels, curve->points[0].model.design, label);
        if (i == 0) fputc('\n', sheet->out);
        if (errors.count > 0)
            noc_text_say(sheet, "%s%sLatency error: mean %.1f%%, worst %.1f%%, over %zu of %zu.",
                         c->count > 1 ? label : "", c->count > 1 ? ": " : "", 100.0 * errors.mean,
                         100.0 * errors.worst, errors.count, curve->count);
    }
}

static noc_status print_curves(const noc_sheet *sheet, const noc_curves *c, noc_diag *diag)
{
    char words[WORDS];
    describe(c, &c->list[0].points[0].model, words, sizeof words);
    if (c->count > 1)
        noc_text_say(sheet, "%zu designs: %s against %s", c->count, noc_curve_latency_title(c),
                     noc_curve_load_title(&c->axes));
    else
        noc_text_say(sheet, "%s", words);
    fputc('\n', sheet->out);
    noc_status status = print_points(sheet, c, diag);
    if (status == NOC_OK) status = tell_warnings(sheet, c, diag);
    if (status == NOC_OK && sheet->plots) status = print_plot(sheet, c, diag);
    tell_errors(sheet, c);
    return status;
}

/* ---- all formats ---------------------------------------------------------------------------- */

/* Writes the points of all curves as JSON or CSV. */
static noc_status write_data(const noc_sheet *sheet, const noc_curves *c, noc_diag *diag)
{
    size_t count = 0, at = 0;
    for (size_t i = 0; i < c->count; i++) count += c->list[i].count;
    noc_comparison *rows = calloc(count + 1, sizeof *rows);
    if (!rows) return noc_fail_memory(diag);
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->list[i].count; k++) rows[at++] = c->list[i].points[k];
    const noc_status status = sheet->format == NOC_FORMAT_JSON
                                  ? noc_json_comparisons(sheet, rows, count, diag)
                                  : noc_csv_comparisons(sheet, rows, count, diag);
    free(rows);
    return status;
}

noc_status noc_report_curves(const noc_sheet *sheet, const noc_curves *c, noc_diag *diag)
{
    const bool data = sheet->format == NOC_FORMAT_JSON || sheet->format == NOC_FORMAT_CSV;
    return data ? write_data(sheet, c, diag) : print_curves(sheet, c, diag);
}
