#include "reports/compare/validation_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds/traffic_keys.h"
#include "reports/compare/validation.h"
#include "reports/drawings/picture_page.h"
#include "reports/drawings/plane.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "reports/writers/glyph.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/plots/gnuplot.h"

/* Lengths in pixels. */
static const double names_width = 200, panel_width = 250, panel_gap = 22, title_height = 92,
                    axis_height = 58;

static const char figure_title[] = "Model against sample";

enum { PANELS = 3, NAME_CHARACTERS_MAX = 28 /* characters */, NAMED_ROWS_MAX = 80 /* rows */ };

/* method_distance: distance of each method's dot from the middle of its row, as a share of the
 * distance of rows. error_room: room for the errors at the right, as a share of a panel's width. */
static const double method_distance = 0.16, error_room = 0.3;

/* A panel shows one metric. */
typedef struct panel {
    noc_metric_id id, error_id; /* drawn metric, metric of the errors */
    const char *title, *name;
    double axis_start, axis_end; /* ends of the axis, in the metric's unit */
} panel;

/* Rows, and the panels that show their metrics. */
typedef struct figure {
    const noc_comparison *rows;
    size_t count;
    noc_labels labels;
    panel panels[PANELS];
    size_t panel_count;
} figure;

/* ---- panels --------------------------------------------------------------------------------- */

/* Returns a metric of a row; no latency if a queue grows without bound. */
static noc_metric find_metric(const noc_comparison *row, const panel *p, bool is_sample)
{
    const noc_estimate *estimate = is_sample ? &row->sample : &row->model;
    const bool is_latency =
        p->id == NOC_METRIC_round_trip_ns || p->id == NOC_METRIC_packet_latency_ns;
    if (is_latency && noc_answer_has_growth(estimate->answer))
        return (noc_metric){NAN, NAN, NAN, NAN, estimate->metrics[p->id].reason};
    return estimate->metrics[p->id];
}

/* Finds the axis around all values and intervals. False without values. */
static bool find_range(const figure *f, panel *p)
{
    double lowest = INFINITY, highest = -INFINITY;
    for (size_t i = 0; i < f->count; i++)
        for (int is_sample = 0; is_sample < 2; is_sample++) {
            const noc_metric metric = find_metric(&f->rows[i], p, is_sample);
            if (!isfinite(metric.value)) continue;
            lowest = fmin(lowest, metric.lo <= metric.value ? metric.lo : metric.value);
            highest = fmax(highest, metric.hi >= metric.value ? metric.hi : metric.value);
        }
    const double extent = highest > 0.0 ? fmax(highest - lowest, 0.1 * highest) : 1.0;
    p->axis_start = fmax(lowest - 0.08 * extent, 0.0);
    p->axis_end = highest + (0.08 + error_room / (1.0 - error_room)) * extent;
    return highest > -INFINITY;
}

static void find_panels(figure *f)
{
    const bool has_replies = noc_design_has_replies(f->rows[0].model.design);
    const panel panels[PANELS] = {
        {has_replies ? NOC_METRIC_round_trip_ns : NOC_METRIC_packet_latency_ns,
         has_replies ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles,
         has_replies ? "round trip at the load, ns" : "packet latency at the load, ns", "latency",
         0.0, 0.0},
        {NOC_METRIC_saturation_data_gb_per_s, NOC_METRIC_saturation_flits_per_cycle,
         "bandwidth at saturation, GB/s", "bandwidth", 0.0, 0.0},
        {NOC_METRIC_ipc, NOC_METRIC_ipc, "IPC of the workload", "IPC", 0.0, 0.0},
    };
    for (size_t i = 0; i < PANELS; i++) {
        f->panels[f->panel_count] = panels[i];
        if (find_range(f, &f->panels[f->panel_count])) f->panel_count++;
    }
}

/* ---- data ----------------------------------------------------------------------------------- */

static void put_number(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, ",%.12g", value);
    else
        fputc(',', out);
}

/* Writes the data: a line for each dot; the error as a share. */
static void put_data(FILE *out, void *context)
{
    const figure *f = context;
    fputs("row,metric,method,value,lo,hi,model_error_frac\n", out);
    for (size_t k = 0; k < f->panel_count; k++)
        for (size_t i = 0; i < f->count; i++)
            for (int is_sample = 0; is_sample < 2; is_sample++) {
                const noc_metric metric = find_metric(&f->rows[i], &f->panels[k], is_sample);
                if (!isfinite(metric.value)) continue;
                fprintf(out, "%zu,%s,%s", i, noc_metric_info_of(f->panels[k].id)->name,
                        is_sample ? "sample" : "model");
                put_number(out, metric.value);
                put_number(out, isfinite(metric.lo) ? metric.lo : metric.value);
                put_number(out, isfinite(metric.hi) ? metric.hi : metric.value);
                put_number(out, noc_comparison_error(&f->rows[i], f->panels[k].error_id));
                fputc('\n', out);
            }
}

/* ---- commands ------------------------------------------------------------------------------- */

static double row_height(const figure *f)
{
    return f->count > 40 ? 14 : 30;
}

static double page_width(const figure *f)
{
    return names_width + (panel_width + panel_gap) * (double)f->panel_count;
}

static double page_height(const figure *f)
{
    return title_height + row_height(f) * (double)f->count + axis_height;
}

/* Writes the errors of a panel: "latency: mean error 1.3 %, worst 2.1 %, over 5 of 5". */
static void write_error_words(const figure *f, const panel *p, char *words, size_t size)
{
    const noc_errors errors = noc_metric_errors(f->rows, f->count, p->error_id);
    words[0] = '\0';
    if (errors.error_rows == 1)
        snprintf(words, size, "%s: error %.1f %%", p->name, 100.0 * errors.largest_error);
    else if (errors.error_rows > 1)
        snprintf(words, size, "%s: mean error %.1f %%, worst %.1f %%, over %zu of %zu", p->name,
                 100.0 * errors.mean_error, 100.0 * errors.largest_error, errors.error_rows,
                 f->count);
}

static void put_line(FILE *out, const figure *f, const char *text, double y, const char *style)
{
    fputs("set label ", out);
    noc_gnuplot_quote(out, text);
    fprintf(out, " at screen %.4f,%.4f left noenhanced %s\n", 14 / page_width(f),
            1 - y / page_height(f), style);
}

static const char marks_words[] = "Filled: model, 90 % interval; hollow: sample, 95 % interval; "
                                  "right: the model's error against the sample.";

enum { ERROR_CHARS = 160 };

static void write_all_errors(const figure *f, char text[PANELS * (ERROR_CHARS + 2)])
{
    *text = '\0';
    for (size_t k = 0; k < f->panel_count; k++) {
        char words[ERROR_CHARS];
        write_error_words(f, &f->panels[k], words, sizeof words);
        if (*text && *words) strcat(text, "; ");
        strcat(text, words);
    }
}

static void put_title(FILE *out, const figure *f)
{
    char errors[PANELS * (ERROR_CHARS + 2)];
    write_all_errors(f, errors);
    put_line(out, f, figure_title, 18, "font large");
    put_line(out, f, errors, 38, "font small");
    put_line(out, f, marks_words, 54, "textcolor rgb '#555555' font small");
}

/* Writes the name of a row; "" if there are too many rows for names. */
static void write_name(const figure *f, size_t i, char label[NOC_LABEL_CHARS])
{
    *label = '\0';
    if (f->count <= NAMED_ROWS_MAX) noc_label_write(&f->labels, f->rows[i].model.design, label);
}

static void put_names(FILE *out, const figure *f)
{
    fputs("set ytics scale 0 noenhanced (", out);
    for (size_t i = 0; i < f->count; i++) {
        char label[NOC_LABEL_CHARS];
        write_name(f, i, label);
        noc_text_cut(label, NAME_CHARACTERS_MAX);
        fputs(i ? ", " : "", out);
        noc_gnuplot_quote_tick(out, label);
        fprintf(out, " %zu", i);
    }
    fputs(")\n", out);
}

/* Writes the error of a row: "+1.9 %", "saturated". */
static const char *write_error(const figure *f, const panel *p, size_t i, char text[20])
{
    const noc_comparison *row = &f->rows[i];
    const double error = noc_comparison_error(row, p->error_id);
    const bool is_known =
        isfinite(find_metric(row, p, false).value) && isfinite(find_metric(row, p, true).value);
    const bool is_saturated =
        noc_answer_has_growth(row->model.answer) || noc_answer_has_growth(row->sample.answer);
    if (isfinite(error))
        snprintf(text, 20, "%+.1f %%", 100.0 * error);
    else
        snprintf(text, 20, "%s", is_known ? "" : is_saturated ? "saturated" : "not given");
    return text;
}

/* Writes the errors at the right. */
static void put_errors(FILE *out, const figure *f, const panel *p)
{
    char text[20];
    for (size_t i = 0; i < f->count; i++)
        fprintf(out, "set label '%s' at graph 0.99,first %zu right font small\n",
                write_error(f, p, i, text), i);
}

static void put_panel(FILE *out, const figure *f, size_t k)
{
    const panel *p = &f->panels[k];
    const double left = names_width + (panel_width + panel_gap) * (double)k, width = page_width(f);
    fprintf(out,
            "unset label\nset lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            left / width, (left + panel_width) / width, 1 - title_height / page_height(f),
            axis_height / page_height(f));
    fputs("set xlabel ", out);
    noc_gnuplot_quote(out, p->title);
    fprintf(out, " noenhanced\nset xrange [%.6g:%.6g]\nset yrange [%g:-0.5]\n", p->axis_start,
            p->axis_end, (double)f->count - 0.5);
    fputs("set xtics autofreq nomirror font small\nset border 1\nset grid x lc rgb '#dddddd' lt 1 "
          "lw 0.7\nunset key\n",
          out);
    if (k == 0)
        put_names(out, f);
    else
        fputs("set ytics scale 0 ('' 0)\n", out);
    if (k == 0) put_title(out, f);
    put_errors(out, f, p);
    const char *name = noc_metric_info_of(p->id)->name;
    fprintf(
        out,
        "of(method, column_) = strcol(2) eq '%s' && strcol(3) eq method ? column(column_) : NaN\n"
        "plot data skip 1 using (of('model', 4)):($1 - %g):5:6 with xerrorbars pt 7 ps 0.8 lw "
        "1.4 lc rgb '#4477aa', \\\n  data skip 1 using (of('sample', 4)):($1 + %g):5:6 with "
        "xerrorbars pt 6 ps 0.9 lw 1.4 lc rgb '#000000'\n",
        name, method_distance, method_distance);
}

static void put_commands(FILE *out, void *context)
{
    const figure *f = context;
    fputs("set multiplot\n", out);
    for (size_t k = 0; k < f->panel_count; k++) put_panel(out, f, k);
    fputs("unset multiplot\n", out);
}

/* ---- the drawing ---------------------------------------------------------------------------- */

/* Radius of the marks, and room at the ends of a panel, pixels. */
static const double mark_radius = 4, name_gap = 10, error_drop = 4;

static void draw_row(const figure *f, const noc_plane *plane, const panel *p, size_t i)
{
    static const noc_chart_look looks[] = {{NOC_CHART_WORDS, 0, 0}, {NOC_CHART_INK, 0, 0}};
    char label[NOC_LABEL_CHARS], text[NOC_LABEL_CHARS + 300], error[20];
    noc_label_write(&f->labels, f->rows[i].model.design, label);
    for (int is_sample = 0; is_sample < 2; is_sample++) {
        const noc_metric metric = find_metric(&f->rows[i], p, is_sample);
        const double shift = is_sample ? -method_distance : method_distance;
        const noc_plane_point point = {metric.value, -(double)i + shift, metric.lo, metric.hi, NAN,
                                       NAN};
        snprintf(text, sizeof text, "%s, %s; %s: %s", label, is_sample ? "sample" : "model",
                 p->title, noc_figure_make(metric.value, 2).text);
        noc_plane_draw_bars(plane, looks[is_sample], &point);
        noc_plane_draw_mark(plane, looks[is_sample], is_sample ? NOC_MARK_OPEN : NOC_MARK_FULL,
                            mark_radius, &point, text);
    }
    noc_chart_put(plane->chart, NOC_CHART_LABEL, NOC_CHART_END, plane->right,
                  noc_plane_find(plane, p->axis_start, -(double)i).y + error_drop,
                  write_error(f, p, i, error));
}

static void draw_names(const figure *f, const noc_plane *plane)
{
    char label[NOC_LABEL_CHARS];
    for (size_t i = 0; i < f->count; i++) {
        write_name(f, i, label);
        noc_chart_text_cut(NOC_CHART_SMALL, label, names_width - noc_chart_margin - name_gap);
        noc_chart_put(plane->chart, NOC_CHART_SMALL, NOC_CHART_END, plane->left - name_gap,
                      noc_plane_find(plane, plane->x.low, -(double)i).y + error_drop, label);
    }
}

static void draw_panels(const figure *f, noc_chart *chart)
{
    const double top = chart->y + name_gap;
    for (size_t k = 0; k < f->panel_count; k++) {
        const panel *p = &f->panels[k];
        const double left = names_width + (panel_width + panel_gap) * (double)k;
        const noc_plane plane = {
            .chart = chart,
            .x = {p->axis_start, p->axis_end, false},
            .y = {0.5 - (double)f->count, 0.5, false},
            .x_title = p->title,
            .left = left,
            .right = left + panel_width,
            .top = top,
            .bottom = top + row_height(f) * (double)f->count,
        };
        noc_plane_draw_axes(&plane);
        if (k == 0) draw_names(f, &plane);
        for (size_t i = 0; i < f->count; i++) draw_row(f, &plane, p, i);
    }
}

static noc_status draw(const figure *f, noc_chart_scheme scheme, FILE *out, noc_diag *diag)
{
    noc_chart chart;
    char errors[PANELS * (ERROR_CHARS + 2)];
    const noc_status status = noc_chart_begin(&chart, page_width(f), diag);
    if (status != NOC_OK) return status;
    write_all_errors(f, errors);
    noc_chart_write(&chart, NOC_CHART_TITLE, noc_chart_margin, figure_title);
    noc_chart_write(&chart, NOC_CHART_SMALL, noc_chart_margin, errors);
    noc_chart_write(&chart, NOC_CHART_FAINT, noc_chart_margin, marks_words);
    draw_panels(f, &chart);
    return noc_chart_end(&chart, figure_title, errors, scheme, out, diag);
}

static noc_status draw_svg(const void *context, FILE *out, noc_diag *diag)
{
    return draw(context, NOC_CHART_BOTH, out, diag);
}

/* ---- the figure ----------------------------------------------------------------------------- */

static noc_status prepare(const noc_comparison *rows, size_t count, figure *f, noc_diag *diag)
{
    *f = (figure){.rows = rows, .count = count};
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&f->labels, rows[i].model.design);
    find_panels(f);
    if (f->panel_count > 0) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "there is no figure to draw (without a picture the answer says why)");
}

noc_status noc_validation_draw(const noc_comparison *rows, size_t count, const char *path,
                               bool *is_missing, noc_diag *diag)
{
    figure f;
    noc_status status = prepare(rows, count, &f, diag);
    if (status != NOC_OK) return status;
    char *data = noc_memory_text_write(put_data, &f),
         *commands = noc_memory_text_write(put_commands, &f);
    const noc_gnuplot plot = {
        .path = path,
        .width_pixels = page_width(&f),
        .height_pixels = page_height(&f),
        .pixels_per_cm = 48,
        .font_points = 7.7,
        .title = figure_title,
        .data = data,
        .commands = commands,
        .draw_svg = draw_svg,
        .context = &f,
    };
    status = noc_gnuplot_draw(&plot, is_missing, diag);
    free(data);
    free(commands);
    return status;
}

noc_status noc_validation_write_page(const noc_sheet *sheet, const noc_comparison *rows,
                                     size_t count, noc_diag *diag)
{
    figure f;
    noc_inner_sheet inner;
    noc_status status = prepare(rows, count, &f, diag);
    if (status != NOC_OK) return status;
    noc_picture_page_begin(sheet->out, figure_title);
    noc_picture_page_open(sheet->out, "model and sample side by side");
    status = draw(&f, NOC_CHART_LIGHT, sheet->out, diag);
    noc_picture_page_close(sheet->out);
    if (status == NOC_OK) status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_report_validation(&inner.sheet, rows, count, diag);
    status = noc_picture_page_unfold(sheet->out, "The figures", &inner, status, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
