#include "reports/curve/curve_drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "reports/drawings/plane.h"
#include "reports/writers/memory_text.h"

/* Lengths in pixels. */
static const double plane_height = 268, row_height = 13, note_gap = 8;
static const double line_width = 2.2, sample_radius = 4, above_radius = 5, hidden_radius = 7;

enum { ROWS_MAX = 8, DESCRIBED_MAX = 8, TEXT_CHARS = NOC_LABEL_CHARS + 400 };

/* Curve with the texts of its entry in the legend. */
typedef struct drawn_curve {
    char label[NOC_LABEL_CHARS], facts[NOC_CURVE_FACTS_CHARS];
    double row; /* distance of the saturation's row from the plane, pixels; 0: none */
} drawn_curve;

typedef struct figure {
    const noc_curves *curves;
    noc_chart chart;
    noc_plane plane;
    drawn_curve *drawn;      /* [curve] */
    noc_plane_point *points; /* room for the points of one curve */
    bool has_samples, has_samples_above, has_bands;
    size_t row_count; /* rows of saturations */
} figure;

noc_chart_look noc_curve_look(size_t curve)
{
    return (noc_chart_look){NOC_CHART_WORDS, curve,
                            curve % NOC_CHART_WORD_COLOURS + curve / NOC_CHART_WORD_COLOURS};
}

static noc_metric saturation_of(const noc_curves *curves, size_t i)
{
    return noc_curve_saturation(&curves->axes, &curves->list[i].points[0].model);
}

/* ---- preparation ---------------------------------------------------------------------------- */

/* Gives rows to the saturations of the first curves. The largest is next to the plane, so that no
 * rule crosses the text of another. */
static void place_rows(figure *f)
{
    const size_t count = f->curves->count < ROWS_MAX ? f->curves->count : ROWS_MAX;
    for (size_t i = 0; i < count; i++) {
        const double value = saturation_of(f->curves, i).value;
        size_t row = 1;
        if (!isfinite(value)) continue;
        for (size_t k = 0; k < count; k++) {
            const double other = saturation_of(f->curves, k).value;
            row += other > value || (other == value && k < i);
        }
        f->drawn[i].row = row_height * ((double)row - 0.2);
        f->row_count++;
    }
}

static void find_kinds(figure *f)
{
    const double latency_end = noc_curves_find_ends(f->curves).latency;
    for (size_t i = 0; i < f->curves->count; i++)
        for (size_t k = 0; k < f->curves->list[i].count; k++) {
            const noc_comparison *point = &f->curves->list[i].points[k];
            const noc_metric model = noc_curve_latency(&f->curves->axes, &point->model);
            f->has_bands |= noc_metric_has_interval(&model);
            f->has_samples |= point->has_sample;
            f->has_samples_above |=
                point->has_sample &&
                noc_curve_latency(&f->curves->axes, &point->sample).value > latency_end;
        }
}

static noc_status prepare(const noc_curves *curves, figure *f, noc_diag *diag)
{
    size_t most = 0;
    *f = (figure){.curves = curves};
    for (size_t i = 0; i < curves->count; i++)
        if (curves->list[i].count > most) most = curves->list[i].count;
    f->drawn = calloc(curves->count, sizeof *f->drawn);
    f->points = calloc(most, sizeof *f->points);
    if (!f->drawn || !f->points) return noc_fail_memory(diag);
    for (size_t i = 0; i < curves->count; i++) {
        noc_label_write(&curves->labels, curves->list[i].points[0].model.design, f->drawn[i].label);
        noc_curve_write_facts(curves, &curves->list[i], f->drawn[i].facts);
    }
    place_rows(f);
    find_kinds(f);
    return NOC_OK;
}

/* ---- around the plane ----------------------------------------------------------------------- */

static void put_heading(figure *f, const char *title)
{
    char note[300];
    noc_chart_write(&f->chart, NOC_CHART_TITLE, noc_chart_margin, title);
    snprintf(note, sizeof note, "%s%s%s%s", "Lines: the model",
             f->has_bands ? ", bands: its 90 % intervals. " : ". ",
             !f->has_samples        ? ""
             : f->has_samples_above ? "Marks: samples, 95 % intervals; triangles: saturated or "
                                      "above the plot. "
                                    : "Marks: samples, 95 % intervals. ",
             f->row_count ? "Dotted: saturation by the model, interval and value above." : "");
    noc_chart_write(&f->chart, NOC_CHART_FAINT, noc_chart_margin, note);
    f->chart.y += note_gap + row_height * (double)f->row_count;
}

static void place_plane(figure *f)
{
    const noc_curve_ends ends = noc_curves_find_ends(f->curves);
    f->plane = (noc_plane){
        .chart = &f->chart,
        .x = {0.0, ends.load, false},
        .y = {0.0, ends.latency, false},
        .x_title = noc_curve_load_title(&f->curves->axes),
        .y_title = noc_curve_latency_title(f->curves),
    };
    noc_plane_place(&f->plane, plane_height);
    noc_plane_draw_axes(&f->plane);
}

static noc_status put_legend(figure *f, noc_diag *diag)
{
    NOC_AUTO_FREE noc_chart_entry *entries = calloc(f->curves->count, sizeof *entries);
    if (!entries) return noc_fail_memory(diag);
    for (size_t i = 0; i < f->curves->count; i++)
        entries[i] = (noc_chart_entry){
            .look = noc_curve_look(i),
            .samples = NOC_SAMPLE_LINE | (f->has_bands ? NOC_SAMPLE_BAND : 0u) |
                       (noc_curve_is_sampled(&f->curves->list[i]) ? NOC_SAMPLE_MARK : 0u),
            .name = f->drawn[i].label,
            .note = f->drawn[i].facts,
        };
    return noc_chart_write_legend(&f->chart, noc_chart_margin, entries, f->curves->count, diag);
}

/* ---- curves --------------------------------------------------------------------------------- */

/* Fills `points` with the latencies of a curve by the model, or by samples. */
static void fill_points(figure *f, const noc_curve_line *curve, bool is_sample)
{
    for (size_t k = 0; k < curve->count; k++) {
        const noc_comparison *point = &curve->points[k];
        noc_metric latency = {NAN, NAN, NAN, NAN, NULL};
        if (!is_sample || point->has_sample)
            latency =
                noc_curve_latency(&f->curves->axes, is_sample ? &point->sample : &point->model);
        f->points[k] = (noc_plane_point){
            .x = noc_curve_offered_load(&f->curves->axes, &point->model),
            .y = latency.value,
            .x_lo = NAN,
            .x_hi = NAN,
            .y_lo = latency.lo,
            .y_hi = latency.hi,
        };
    }
}

/* Writes the values of a point: "te13-baseline, model; offered data, GB/s: 30.20; ...". */
static const char *write_values(const figure *f, size_t i, const char *method,
                                const noc_plane_point *point, char text[TEXT_CHARS])
{
    char interval[2 * NOC_FIGURE_CHARS + 12] = "";
    if (point->y_hi > point->y_lo)
        snprintf(interval, sizeof interval, " (%s to %s)", noc_figure_make(point->y_lo, 1).text,
                 noc_figure_make(point->y_hi, 1).text);
    snprintf(text, TEXT_CHARS, "%s, %s; %s: %s; %s: %s%s", f->drawn[i].label, method,
             f->plane.x_title, noc_figure_make(point->x, 2).text, f->plane.y_title,
             isinf(point->y) ? "without bound" : noc_figure_make(point->y, 1).text, interval);
    return text;
}

static void draw_model(figure *f, size_t i)
{
    const noc_curve_line *curve = &f->curves->list[i];
    char text[TEXT_CHARS];
    fill_points(f, curve, false);
    noc_plane_draw_line(&f->plane, noc_curve_look(i), NOC_WAY_STRAIGHT, line_width, f->points,
                        curve->count);
    for (size_t k = 0; k < curve->count; k++)
        noc_plane_draw_mark(&f->plane, (noc_chart_look){NOC_CHART_INK, 0, 0}, NOC_MARK_HIDDEN,
                            hidden_radius, &f->points[k],
                            write_values(f, i, "model", &f->points[k], text));
}

static void draw_samples(figure *f, size_t i)
{
    const noc_curve_line *curve = &f->curves->list[i];
    char text[TEXT_CHARS];
    fill_points(f, curve, true);
    for (size_t k = 0; k < curve->count; k++) {
        const noc_plane_point *point = &f->points[k];
        const bool is_above = point->y > f->plane.y.high;
        noc_plane_draw_bars(&f->plane, noc_curve_look(i), point);
        noc_plane_draw_mark(&f->plane, noc_curve_look(i), is_above ? NOC_MARK_ABOVE : NOC_MARK_FULL,
                            is_above ? above_radius : sample_radius, point,
                            write_values(f, i, "sample", point, text));
    }
}

/* Draws the rule of a saturation, or writes its text. */
static void draw_rule(figure *f, size_t i, bool is_text)
{
    const noc_metric saturation = saturation_of(f->curves, i);
    char text[NOC_CURVE_FACTS_CHARS];
    const noc_plane_rule rule = {
        .look = noc_curve_look(i),
        .value = saturation.value,
        .lo = saturation.lo,
        .hi = saturation.hi,
        .row = f->drawn[i].row,
        .text = noc_curve_write_saturation(f->curves, &f->curves->list[i], text),
    };
    if (is_text)
        noc_plane_write_rule(&f->plane, &rule);
    else
        noc_plane_draw_rule(&f->plane, &rule);
}

/* Draws bands, then rules, then lines, then marks; later ones are on top. */
static void draw_curves(figure *f)
{
    const size_t count = f->curves->count;
    for (size_t i = 0; i < count; i++) {
        fill_points(f, &f->curves->list[i], false);
        noc_plane_draw_band(&f->plane, noc_curve_look(i), f->points, f->curves->list[i].count);
    }
    for (size_t i = 0; i < count; i++) draw_rule(f, i, false);
    for (size_t i = 0; i < count; i++) draw_rule(f, i, true);
    for (size_t i = 0; i < count; i++) draw_model(f, i);
    for (size_t i = 0; i < count; i++)
        if (noc_curve_is_sampled(&f->curves->list[i])) draw_samples(f, i);
}

/* ---- the document --------------------------------------------------------------------------- */

/* Writes the figure in words: "te13-baseline: idle 101.3 ns, saturation 51.97 GB/s; ...". */
static char *describe(const figure *f)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t i = 0; i < f->curves->count && i < DESCRIBED_MAX; i++)
        fprintf(out, "%s%s: %s", i ? "; " : "", f->drawn[i].label, f->drawn[i].facts);
    if (f->curves->count > DESCRIBED_MAX)
        fprintf(out, "; and %zu more", f->curves->count - DESCRIBED_MAX);
    return noc_memory_text_close(out, &text);
}

static noc_status draw_figure(figure *f, noc_chart_scheme scheme, FILE *out, noc_diag *diag)
{
    char title[NOC_CURVES_TITLE_CHARS];
    NOC_AUTO_FREE char *description = describe(f);
    if (!description) return noc_fail_memory(diag);
    noc_status status = noc_chart_begin(&f->chart, noc_chart_width, diag);
    if (status != NOC_OK) return status;
    noc_curves_write_title(f->curves, title);
    put_heading(f, title);
    place_plane(f);
    draw_curves(f);
    status = put_legend(f, diag);
    if (status == NOC_OK) return noc_chart_end(&f->chart, title, description, scheme, out, diag);
    noc_chart_drop(&f->chart);
    return status;
}

noc_status noc_curves_draw(const noc_curves *curves, noc_chart_scheme scheme, FILE *out,
                           noc_diag *diag)
{
    figure f;
    noc_status status = prepare(curves, &f, diag);
    if (status == NOC_OK) status = draw_figure(&f, scheme, out, diag);
    free(f.drawn);
    free(f.points);
    return status;
}
