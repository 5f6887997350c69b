#include "reports/curve/curve_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports/curve/curve.h"
#include "reports/curve/curve_drawing.h"
#include "reports/drawings/picture_page.h"
#include "reports/writers/glyph.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/plots/gnuplot.h"

/* Lengths in pixels. */
static const double page_width = 720, plot_left = 84, plot_right = 700, title_height = 56,
                    plot_height = 340, axis_height = 64, key_line_height = 19, bottom_margin = 8;

static const double saturation_line_height =
    6; /* height for the interval of a saturation, pixels */
enum { SATURATION_LINES = 8, NAME_CHARACTERS_MAX = 56 /* characters */ };

/* A range of data rows, counted from the row below the header. */
typedef struct row_range {
    size_t first, count;
} row_range;

/* Data rows of one curve. */
typedef struct curve_data {
    bool has_bands; /* the model's rows have intervals, drawn as bands */
    row_range model, sample,
        saturated_sample; /* rows of the model, of samples, and of saturated samples */
} curve_data;

/* Curves, and all that the script needs to draw them. */
typedef struct figure {
    const noc_curves *curves;
    curve_data *curve_rows; /* [curve] */
    size_t row_count;       /* number of data rows written */
    noc_curve_ends ends;    /* upper ends of the axes */
    bool has_samples;
} figure;

/* ---- data ----------------------------------------------------------------------------------- */

static void put_row(FILE *out, figure *f, size_t curve, const char *kind_name, double load,
                    noc_metric latency)
{
    fprintf(out, "%zu,%s,%.12g", curve + 1, kind_name, load);
    const double values[] = {latency.value, latency.lo, latency.hi};
    for (int i = 0; i < 3; i++)
        if (isfinite(values[i]))
            fprintf(out, ",%.12g", values[i]);
        else
            fputc(',', out);
    fputc('\n', out);
    f->row_count++;
}

/* True if a point has a row of a kind: 0 model, 1 sample, 2 saturated sample. */
static bool is_drawn(const noc_curves *curves, const noc_comparison *point, int row_kind)
{
    if (row_kind > 0 && !point->has_sample) return false;
    const double y =
        noc_curve_latency(&curves->axes, row_kind ? &point->sample : &point->model).value;
    return row_kind == 2 ? isinf(y) : isfinite(y);
}

static void put_curve(FILE *out, figure *f, size_t i)
{
    static const char *const kind_names[] = {"model", "sample", "saturated sample"};
    const noc_curves *curves = f->curves;
    const noc_curve_line *curve = &curves->list[i];
    row_range *const ranges[] = {&f->curve_rows[i].model, &f->curve_rows[i].sample,
                                 &f->curve_rows[i].saturated_sample};
    for (int row_kind = 0; row_kind < 3; row_kind++) {
        ranges[row_kind]->first = f->row_count;
        for (size_t k = 0; k < curve->count; k++) {
            const noc_comparison *point = &curve->points[k];
            if (!is_drawn(curves, point, row_kind)) continue;
            noc_metric y =
                noc_curve_latency(&curves->axes, row_kind ? &point->sample : &point->model);
            if (row_kind == 2) y.value = f->ends.latency;
            if (row_kind == 0) f->curve_rows[i].has_bands |= noc_metric_has_interval(&y);
            if (row_kind == 1 && !noc_metric_has_interval(&y)) y.lo = y.hi = y.value;
            put_row(out, f, i, kind_names[row_kind],
                    noc_curve_offered_load(&curves->axes, &point->model), y);
        }
        ranges[row_kind]->count = f->row_count - ranges[row_kind]->first;
    }
    noc_metric saturation_point = {.value = f->ends.latency, .lo = NAN, .hi = NAN};
    put_row(out, f, i, "saturation",
            noc_curve_saturation(&curves->axes, &curve->points[0].model).value, saturation_point);
}

static void put_data(FILE *out, void *context)
{
    figure *f = context;
    fprintf(out, "curve,what,load,latency_%s,lo,hi\n",
            f->curves->axes.is_in_cycles ? "cycles" : "ns");
    for (size_t i = 0; i < f->curves->count; i++) put_curve(out, f, i);
}

/* ---- commands ------------------------------------------------------------------------------- */

/* Dashes and types of points of the curves, for prints in grey. */
static const struct line_style {
    int dash, point;
} line_styles[] = {{1, 7}, {2, 5}, {4, 9}, {5, 13}, {1, 11}, {2, 15}, {4, 7}, {5, 5}};

static const struct line_style *find_line_style(size_t curve)
{
    return &line_styles[curve % (sizeof line_styles / sizeof line_styles[0])];
}

static const char *find_colour(size_t curve)
{
    return noc_chart_colour(noc_curve_look(curve));
}

/* Returns the distance from the top of the page to the plot, pixels. Intervals of saturations are
 * drawn in between. */
static double plot_top(const noc_curves *curves)
{
    return title_height + 10 +
           saturation_line_height * fmin((double)curves->count, SATURATION_LINES);
}

static double page_height(const noc_curves *curves)
{
    return plot_top(curves) + plot_height + axis_height + key_line_height * (double)curves->count +
           bottom_margin;
}

static void put_title(FILE *out, const figure *f)
{
    const noc_curves *curves = f->curves;
    char words[NOC_CURVES_TITLE_CHARS];
    noc_curves_write_title(curves, words);
    fprintf(out, "set label 1 ");
    noc_gnuplot_quote(out, words);
    fprintf(out, " at screen %.4f,%.4f left noenhanced font large\n", 14 / page_width,
            1 - 18 / page_height(curves));
    fprintf(out, "set label 2 ");
    noc_gnuplot_quote(out,
                      f->has_samples
                          ? "lines: model, 90 % intervals as bands; points: sample, 95 % intervals"
                          : "lines: model, 90 % intervals as bands");
    fprintf(out,
            " at screen %.4f,%.4f left noenhanced textcolor rgb '#555555' font small\n"
            "set label 3 'dotted: saturation, its interval at the upper edge%s' at screen "
            "%.4f,%.4f left "
            "textcolor rgb '#555555' font small\n",
            14 / page_width, 1 - 37 / page_height(curves),
            f->has_samples ? "; triangles there: saturated samples" : "", 14 / page_width,
            1 - 51 / page_height(curves));
}

static void put_frame(FILE *out, const figure *f)
{
    const noc_curves *curves = f->curves;
    const double height = page_height(curves), bottom = plot_top(curves) + plot_height;
    fprintf(out,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            plot_left / page_width, plot_right / page_width, 1 - plot_top(curves) / height,
            1 - bottom / height);
    fputs("set xlabel ", out);
    noc_gnuplot_quote(out, noc_curve_load_title(&curves->axes));
    fputs(" noenhanced offset 0,0.4\nset ylabel ", out);
    noc_gnuplot_quote(out, noc_curve_latency_title(curves));
    fprintf(out,
            " noenhanced\nset xrange [0:%.6g]\nset yrange [0:%.6g]\n"
            "set grid lc rgb '#dddddd' lt 1 lw 0.7\nset border 3\nset tics nomirror\n"
            "unset key\n",
            f->ends.load, f->ends.latency);
}

/* Writes a saturation as a vertical line, with its interval above. */
static void put_saturation(FILE *out, const figure *f, size_t i)
{
    const noc_curves *curves = f->curves;
    const noc_metric saturation =
        noc_curve_saturation(&curves->axes, &curves->list[i].points[0].model);
    const double interval_y =
        1 + saturation_line_height * (double)(i % SATURATION_LINES + 1) / plot_height;
    if (!isfinite(saturation.value)) return;
    fprintf(out, "set arrow from %.6g,graph 0 to %.6g,graph 1 nohead lc rgb '%s' lw 1 dt 3\n",
            saturation.value, saturation.value, find_colour(i));
    if (isfinite(saturation.lo) && saturation.hi > saturation.lo)
        fprintf(out, "set arrow from %.6g,graph %.4f to %.6g,graph %.4f %s lc rgb '%s' lw 4\n",
                saturation.lo, interval_y, fmin(saturation.hi, f->ends.load), interval_y,
                saturation.hi > f->ends.load ? "head" : "nohead", find_colour(i));
}

/* Writes a sample of a curve's line and its name, below the plot. */
static void put_name(FILE *out, const noc_curves *curves, size_t i)
{
    char label[NOC_LABEL_CHARS], facts[NOC_CURVE_FACTS_CHARS],
        words[NOC_LABEL_CHARS + NOC_CURVE_FACTS_CHARS + 4];
    noc_label_write(&curves->labels, curves->list[i].points[0].model.design, label);
    noc_text_cut(label, NAME_CHARACTERS_MAX);
    noc_curve_write_facts(curves, &curves->list[i], facts);
    snprintf(words, sizeof words, "%s (%s)", label, facts);
    const struct line_style *style = find_line_style(i);
    const double y =
        1 - (plot_top(curves) + plot_height + axis_height + key_line_height * (double)i) /
                page_height(curves);
    fprintf(out,
            "set arrow from screen %.5f,%.5f to screen %.5f,%.5f nohead lc rgb '%s' lw 2.2 dt %d\n"
            "set label ",
            16 / page_width, y, 56 / page_width, y, find_colour(i), style->dash);
    noc_gnuplot_quote(out, words);
    fprintf(out, " at screen %.5f,%.5f left noenhanced\n", 66 / page_width, y);
}

static void put_row_range(FILE *out, row_range range)
{
    fprintf(out, "data every ::%zu::%zu using 3:", range.first + 1, range.first + range.count);
}

/* Writes the bands, then the lines, then the points; later ones are drawn on top. */
static void put_plots(FILE *out, const figure *f)
{
    const noc_curves *curves = f->curves;
    fputs("plot NaN", out);
    for (size_t i = 0; i < curves->count; i++) {
        if (!f->curve_rows[i].has_bands) continue;
        fputs(", \\\n  ", out);
        put_row_range(out, f->curve_rows[i].model);
        fprintf(out, "5:6 with filledcurves fs transparent solid 0.18 noborder lc rgb '%s'",
                find_colour(i));
    }
    for (size_t i = 0; i < curves->count; i++) {
        const struct line_style *style = find_line_style(i);
        fputs(", \\\n  ", out);
        put_row_range(out, f->curve_rows[i].model);
        fprintf(out, "4 with lines lw 2.2 dt %d lc rgb '%s'", style->dash, find_colour(i));
    }
    for (size_t i = 0; i < curves->count; i++) {
        const struct line_style *style = find_line_style(i);
        if (f->curve_rows[i].sample.count > 0) {
            fputs(", \\\n  ", out);
            put_row_range(out, f->curve_rows[i].sample);
            fprintf(out, "4:5:6 with yerrorbars pt %d ps 0.7 lw 1.2 lc rgb '%s'", style->point,
                    find_colour(i));
        }
        if (f->curve_rows[i].saturated_sample.count > 0) {
            fputs(", \\\n  ", out);
            put_row_range(out, f->curve_rows[i].saturated_sample);
            fprintf(out, "4 with points pt 8 ps 1.1 lw 1.5 lc rgb '%s'", find_colour(i));
        }
    }
    fputc('\n', out);
}

static void put_commands(FILE *out, void *context)
{
    const figure *f = context;
    put_title(out, f);
    put_frame(out, f);
    for (size_t i = 0; i < f->curves->count; i++) put_saturation(out, f, i);
    for (size_t i = 0; i < f->curves->count; i++) put_name(out, f->curves, i);
    put_plots(out, f);
}

/* ---- the figure ----------------------------------------------------------------------------- */

static noc_status draw_svg(const void *context, FILE *out, noc_diag *diag)
{
    const figure *f = context;
    return noc_curves_draw(f->curves, NOC_CHART_BOTH, out, diag);
}

noc_status noc_curves_draw_file(const noc_curves *curves, const char *path, bool *is_missing,
                                noc_diag *diag)
{
    figure f = {.curves = curves, .ends = noc_curves_find_ends(curves)};
    f.curve_rows = calloc(curves->count, sizeof *f.curve_rows);
    if (!f.curve_rows) return noc_fail_memory(diag);
    for (size_t i = 0; i < curves->count; i++)
        f.has_samples |= noc_curve_is_sampled(&curves->list[i]);
    char *data = noc_memory_text_write(put_data, &f); /* finds the row ranges of the commands */
    char *commands = noc_memory_text_write(put_commands, &f);
    const noc_gnuplot plot = {
        .path = path,
        .width_pixels = page_width,
        .height_pixels = page_height(curves),
        .pixels_per_cm = 48,
        .font_points = 7.7,
        .title = "Latency against offered load",
        .data = data,
        .commands = commands,
        .draw_svg = draw_svg,
        .context = &f,
    };
    const noc_status status = noc_gnuplot_draw(&plot, is_missing, diag);
    free(f.curve_rows);
    free(data);
    free(commands);
    return status;
}

/* ---- a page --------------------------------------------------------------------------------- */

/* Writes the table of the terminal. */
static noc_status put_table(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag)
{
    noc_inner_sheet inner;
    noc_status status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_report_curves(&inner.sheet, curves, diag);
    return noc_picture_page_unfold(sheet->out, "The figures", &inner, status, diag);
}

noc_status noc_curves_write_page(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag)
{
    char title[NOC_CURVES_TITLE_CHARS];
    noc_curves_write_title(curves, title);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_open(sheet->out, title);
    noc_status status = noc_curves_draw(curves, NOC_CHART_LIGHT, sheet->out, diag);
    noc_picture_page_close(sheet->out);
    if (status == NOC_OK) status = put_table(sheet, curves, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
