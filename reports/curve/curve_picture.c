#include "reports/curve/curve_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports/curve/curve.h"
#include "reports/drawings/picture_page.h"
#include "reports/writers/glyph.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/plots/gnuplot.h"

/* Lengths in pixels. */
static const double page_width = 720, plot_left = 84, plot_right = 700, head = 56,
                    plot_height = 340, below = 64, key_line = 19, foot = 8;

static const double saturation_line = 6; /* height for the interval of a saturation, pixels */
enum { SATURATION_LINES = 8, NAME_MOST = 56 /* characters */ };

/* A range of data rows, counted from the row below the header. */
typedef struct rows {
    size_t first, count;
} rows;

/* Data rows of one curve. */
typedef struct lines {
    bool banded;              /* the model's rows have intervals, drawn as bands */
    rows model, sample, full; /* rows of the model, of samples, and of saturated samples */
} lines;

/* State of the figure. */
typedef struct figure {
    const noc_curves *curves;
    lines *lines;      /* [curve] */
    size_t written;    /* number of data rows written */
    double right, top; /* upper ends of the load and latency axes */
    bool sampled;
} figure;

/* ---- data ----------------------------------------------------------------------------------- */

static void put_row(FILE *out, figure *f, size_t curve, const char *what, double x, noc_metric y)
{
    fprintf(out, "%zu,%s,%.12g", curve + 1, what, x);
    const double values[] = {y.value, y.lo, y.hi};
    for (int i = 0; i < 3; i++)
        if (isfinite(values[i]))
            fprintf(out, ",%.12g", values[i]);
        else
            fputc(',', out);
    fputc('\n', out);
    f->written++;
}

/* True if a point has a row of a kind: 0 model, 1 sample, 2 saturated sample. */
static bool is_drawn(const noc_curves *c, const noc_comparison *point, int part)
{
    if (part > 0 && !point->sampled) return false;
    const double y = noc_curve_latency(&c->axes, part ? &point->sample : &point->model).value;
    return part == 2 ? isinf(y) : isfinite(y);
}

static void put_curve(FILE *out, figure *f, size_t i)
{
    static const char *const names[] = {"model", "sample", "saturated sample"};
    const noc_curves *c = f->curves;
    const noc_curve *curve = &c->list[i];
    rows *const parts[] = {&f->lines[i].model, &f->lines[i].sample, &f->lines[i].full};
    for (int part = 0; part < 3; part++) {
        parts[part]->first = f->written;
        for (size_t k = 0; k < curve->count; k++) {
            const noc_comparison *p = &curve->points[k];
            if (!is_drawn(c, p, part)) continue;
            noc_metric y = noc_curve_latency(&c->axes, part ? &p->sample : &p->model);
            if (part == 2) y.value = f->top;
            if (part == 0) f->lines[i].banded |= noc_metric_has_interval(&y);
            if (part == 1 && !noc_metric_has_interval(&y)) y.lo = y.hi = y.value;
            put_row(out, f, i, names[part], noc_curve_load_of(&c->axes, &p->model), y);
        }
        parts[part]->count = f->written - parts[part]->first;
    }
    noc_metric at_top = {.value = f->top, .lo = NAN, .hi = NAN};
    put_row(out, f, i, "saturation", noc_curve_saturation(&c->axes, &curve->points[0].model).value,
            at_top);
}

static void put_data(FILE *out, void *context)
{
    figure *f = context;
    fprintf(out, "curve,what,load,latency_%s,lo,hi\n", f->curves->axes.cycles ? "cycles" : "ns");
    for (size_t i = 0; i < f->curves->count; i++) put_curve(out, f, i);
}

/* ---- commands ------------------------------------------------------------------------------- */

/* Colours distinct to the colour-blind (Paul Tol's bright scheme); dashes and point types for
 * prints in grey. */
static const struct look {
    const char *colour;
    int dash, point;
} looks[] = {
    {"#4477aa", 1, 7},  {"#ee6677", 2, 5},  {"#228833", 4, 9}, {"#aa3377", 5, 13},
    {"#ccbb44", 1, 11}, {"#66ccee", 2, 15}, {"#000000", 4, 7}, {"#999999", 5, 5},
};

static const struct look *look_of(size_t curve)
{
    return &looks[curve % (sizeof looks / sizeof looks[0])];
}

const char *noc_curve_colour(size_t curve)
{
    return look_of(curve)->colour;
}

/* Returns the distance from the top of the page to the plot, pixels. Intervals of saturations are
 * drawn in between. */
static double plot_top(const noc_curves *c)
{
    return head + 10 + saturation_line * fmin((double)c->count, SATURATION_LINES);
}

static double page_height(const noc_curves *c)
{
    return plot_top(c) + plot_height + below + key_line * (double)c->count + foot;
}

void noc_curves_title(const noc_curves *c, char title[NOC_CURVES_TITLE])
{
    const bool one = !c->labels.several_names;
    snprintf(title, NOC_CURVES_TITLE, "%.240s%satency against offered load",
             one ? c->list[0].points[0].model.design->name : "", one ? ": l" : "L");
}

static void put_title(FILE *out, const figure *f)
{
    const noc_curves *c = f->curves;
    char words[NOC_CURVES_TITLE];
    noc_curves_title(c, words);
    fprintf(out, "set label 1 ");
    noc_gnuplot_quote(out, words);
    fprintf(out, " at screen %.4f,%.4f left noenhanced font large\n", 14 / page_width,
            1 - 18 / page_height(c));
    fprintf(out, "set label 2 ");
    noc_gnuplot_quote(
        out, f->sampled ? "lines: model, 90 % intervals as bands; points: sample, 95 % intervals"
                        : "lines: model, 90 % intervals as bands");
    fprintf(out,
            " at screen %.4f,%.4f left noenhanced textcolor rgb '#555555' font small\n"
            "set label 3 'dotted: saturation, its interval at the upper edge%s' at screen "
            "%.4f,%.4f left "
            "textcolor rgb '#555555' font small\n",
            14 / page_width, 1 - 37 / page_height(c),
            f->sampled ? "; triangles there: saturated samples" : "", 14 / page_width,
            1 - 51 / page_height(c));
}

static void put_frame(FILE *out, const figure *f)
{
    const noc_curves *c = f->curves;
    const double height = page_height(c), bottom = plot_top(c) + plot_height;
    fprintf(out,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            plot_left / page_width, plot_right / page_width, 1 - plot_top(c) / height,
            1 - bottom / height);
    fputs("set xlabel ", out);
    noc_gnuplot_quote(out, noc_curve_load_title(&c->axes));
    fputs(" noenhanced offset 0,0.4\nset ylabel ", out);
    noc_gnuplot_quote(out, noc_curve_latency_title(c));
    fprintf(out,
            " noenhanced\nset xrange [0:%.6g]\nset yrange [0:%.6g]\n"
            "set grid lc rgb '#dddddd' lt 1 lw 0.7\nset border 3\nset tics nomirror\n"
            "unset key\n",
            f->right, f->top);
}

/* Writes a saturation as a vertical line, with its interval above. */
static void put_saturation(FILE *out, const figure *f, size_t i)
{
    const noc_curves *c = f->curves;
    const noc_metric m = noc_curve_saturation(&c->axes, &c->list[i].points[0].model);
    const double at = 1 + saturation_line * (double)(i % SATURATION_LINES + 1) / plot_height;
    if (!isfinite(m.value)) return;
    fprintf(out, "set arrow from %.6g,graph 0 to %.6g,graph 1 nohead lc rgb '%s' lw 1 dt 3\n",
            m.value, m.value, look_of(i)->colour);
    if (isfinite(m.lo) && m.hi > m.lo)
        fprintf(out, "set arrow from %.6g,graph %.4f to %.6g,graph %.4f %s lc rgb '%s' lw 4\n",
                m.lo, at, fmin(m.hi, f->right), at, m.hi > f->right ? "head" : "nohead",
                look_of(i)->colour);
}

/* Writes a sample of a curve's line and its name, below the plot. */
static void put_name(FILE *out, const noc_curves *c, size_t i)
{
    char label[NOC_LABEL_CHARS], words[NOC_LABEL_CHARS + 3 * NOC_FIGURE_CHARS + 60];
    const noc_estimate *first = &c->list[i].points[0].model;
    noc_label(&c->labels, first->design, label);
    noc_text_cut(label, NAME_MOST);
    const bool flits = c->axes.load == NOC_CURVE_FLITS;
    const noc_metric_id full =
        flits ? NOC_METRIC_saturation_flits_per_cycle : NOC_METRIC_saturation_data_gb_per_s;
    snprintf(words, sizeof words, "%s (idle %s %s, saturation %s %s)", label,
             noc_figure_of(noc_curve_idle(&c->axes, first), 1).text,
             c->axes.cycles ? "cycles" : "ns", noc_metric_figure(first, full).text,
             noc_metric_info_of(full)->unit);
    const struct look *look = look_of(i);
    const double y =
        1 - (plot_top(c) + plot_height + below + key_line * (double)i) / page_height(c);
    fprintf(out,
            "set arrow from screen %.5f,%.5f to screen %.5f,%.5f nohead lc rgb '%s' lw 2.2 dt %d\n"
            "set label ",
            16 / page_width, y, 56 / page_width, y, look->colour, look->dash);
    noc_gnuplot_quote(out, words);
    fprintf(out, " at screen %.5f,%.5f left noenhanced\n", 66 / page_width, y);
}

static void put_rows(FILE *out, rows r)
{
    fprintf(out, "data every ::%zu::%zu using 3:", r.first + 1, r.first + r.count);
}

/* Writes the bands, then the lines, then the points; later ones are drawn on top. */
static void put_plots(FILE *out, const figure *f)
{
    const noc_curves *c = f->curves;
    fputs("plot NaN", out);
    for (size_t i = 0; i < c->count; i++) {
        if (!f->lines[i].banded) continue;
        fputs(", \\\n  ", out);
        put_rows(out, f->lines[i].model);
        fprintf(out, "5:6 with filledcurves fs transparent solid 0.18 noborder lc rgb '%s'",
                look_of(i)->colour);
    }
    for (size_t i = 0; i < c->count; i++) {
        const struct look *look = look_of(i);
        fputs(", \\\n  ", out);
        put_rows(out, f->lines[i].model);
        fprintf(out, "4 with lines lw 2.2 dt %d lc rgb '%s'", look->dash, look->colour);
    }
    for (size_t i = 0; i < c->count; i++) {
        const struct look *look = look_of(i);
        if (f->lines[i].sample.count > 0) {
            fputs(", \\\n  ", out);
            put_rows(out, f->lines[i].sample);
            fprintf(out, "4:5:6 with yerrorbars pt %d ps 0.7 lw 1.2 lc rgb '%s'", look->point,
                    look->colour);
        }
        if (f->lines[i].full.count > 0) {
            fputs(", \\\n  ", out);
            put_rows(out, f->lines[i].full);
            fprintf(out, "4 with points pt 8 ps 1.1 lw 1.5 lc rgb '%s'", look->colour);
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

/* Right end of a drawn interval, as a multiple of its saturation; a longer interval ends in an
 * arrow. */
static const double widest = 1.25;

/* Finds the ends of the axes: all loads and saturations, and latencies up to
 * noc_curve_latency_limit. */
static void find_axes(figure *f)
{
    const noc_curves *c = f->curves;
    const double limit = noc_curve_limit(c);
    double highest = 0.0;
    for (size_t i = 0; i < c->count; i++) {
        const noc_metric full = noc_curve_saturation(&c->axes, &c->list[i].points[0].model);
        if (isfinite(full.value))
            f->right = fmax(f->right, fmax(full.value, fmin(full.hi, widest * full.value)));
        for (size_t k = 0; k < c->list[i].count; k++) {
            const noc_comparison *p = &c->list[i].points[k];
            f->right = fmax(f->right, noc_curve_load_of(&c->axes, &p->model));
            for (int part = 0; part < 2; part++) {
                if (!is_drawn(c, p, part)) continue;
                const noc_metric y = noc_curve_latency(&c->axes, part ? &p->sample : &p->model);
                highest = fmax(highest, fmin(y.value, limit));
            }
        }
        f->sampled |= noc_curve_is_sampled(&c->list[i]);
    }
    f->right *= 1.06;
    f->top = 1.08 * highest;
}

/* Draws the figure into the file `path`; NULL: into *svg. */
static noc_status draw(const noc_curves *curves, const char *path, char **svg, bool *missing,
                       noc_diag *diag)
{
    figure f = {.curves = curves, .lines = calloc(curves->count, sizeof *f.lines)};
    if (!f.lines) return noc_fail_memory(diag);
    find_axes(&f);
    char *data = noc_written(put_data, &f); /* finds the row ranges of the commands */
    char *commands = noc_written(put_commands, &f);
    const noc_gnuplot g = {
        .path = path,
        .width = page_width,
        .height = page_height(curves),
        .pixels_per_cm = 48,
        .point = 7.7,
        .title = "Latency against offered load",
        .data = data,
        .commands = commands,
    };
    const noc_status status = noc_gnuplot_draw(&g, svg, missing, diag);
    free(f.lines);
    free(data);
    free(commands);
    return status;
}

noc_status noc_curves_draw(const noc_curves *curves, const char *path, bool *missing,
                           noc_diag *diag)
{
    return draw(curves, path, NULL, missing, diag);
}

noc_status noc_curves_svg(const noc_curves *curves, char **svg, bool *missing, noc_diag *diag)
{
    return draw(curves, NULL, svg, missing, diag);
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

noc_status noc_curves_page(const noc_sheet *sheet, const noc_curves *curves, bool *missing,
                           noc_diag *diag)
{
    char *svg = NULL;
    char title[NOC_CURVES_TITLE];
    noc_status status = noc_curves_svg(curves, &svg, missing, diag);
    if (status != NOC_OK) return status;
    noc_curves_title(curves, title);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_plot(sheet->out, svg, title);
    free(svg);
    status = put_table(sheet, curves, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
