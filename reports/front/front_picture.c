#include "reports/front/front_picture.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/front/front_labels.h"
#include "reports/words/figure.h"
#include "reports/writers/glyph.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/plots/gnuplot.h"

/* Lengths of the picture, pixels. Title, answer and legend are above the plane; axis and key are
 * below. */
enum { WIDTH = 960, PLANE = 400, ABOVE = 104, BELOW = 72, LINE = 15, LEFT = 50, RIGHT = 18 };
enum { NUMBER_AT = 20, FIGURE_AT = 46, LEGEND_AT = 86 };
/* Approximate width of a letter, pixels: in normal text, in small text, at ticks. */
static const double letter = 7.1, small_letter = 5.7, tick_letter = 9.4;

/* Colours of the values of colour_setting: for words (distinct to the colour-blind), and for
 * numbers (from dark to light). */
static const char *const inks[] = {"#4477aa", "#ee6677", "#228833",
                                   "#ccbb44", "#66ccee", "#aa3377"};
static const char *const shades[] = {"#46327e", "#365c8d", "#277f8e",
                                     "#1fa187", "#4ac16d", "#a0da39"};
enum { INKS = sizeof inks / sizeof inks[0] };

/* Kinds of points. Excluded designs (overclocked or unpriced) are in the data but not drawn. */
static const char *const kinds[] = {"other", "possible", "front", "overclocked", "unpriced"};
enum { KIND_FRONT = 2, KIND_OVERCLOCKED, KIND_UNPRICED };

/* A front, and everything in its picture. */
typedef struct picture {
    const noc_front_view *view;
    const noc_candidates *all;
    noc_design_names names;
    noc_front_summary summary;
    noc_front_labels labels;
    noc_front_plane plane;
    size_t telling; /* setting that colours show; names.count: none */
    double left;    /* left edge of the plane, pixels */
    double height;
} picture;

static size_t kind_of(const noc_candidates *all, size_t i)
{
    if (i >= all->racing)
        return noc_candidate_is_overclocked(all, &all->list[i]) ? KIND_OVERCLOCKED : KIND_UNPRICED;
    return all->marks[i].by_value ? KIND_FRONT : noc_candidate_possible(all, i) ? 1 : 0;
}

/* Returns the colour group of a design, from 1 on; 0 without a value or without colours. */
static size_t group_of(const picture *p, size_t i)
{
    return p->telling < p->names.count ? (size_t)(p->names.list[p->telling].cells[i] + 1) : 0;
}

/* Returns the colour of a group; grey for designs without the setting. */
static const char *ink_of(const picture *p, size_t group)
{
    if (p->telling == p->names.count) return inks[0];
    const noc_varied *v = &p->names.list[p->telling];
    if (group == 0) return "#888888";
    if (!v->is_number || v->value_count < 2) return inks[group - 1];
    return shades[(group - 1) * (INKS - 1) / (v->value_count - 1)];
}

/* ---- data ----------------------------------------------------------------------------------- */

/* Writes a point. Objectives have their usual sign; minimised objectives are stored negated. */
static void put_point(FILE *out, const picture *p, size_t i, size_t kind)
{
    const noc_candidates *all = p->all;
    char *name = noc_design_name(&p->names, i);
    fputs(kinds[kind], out);
    for (size_t k = 0; k < 2; k++) {
        const size_t d = 1 - k;
        const bool up = all->objectives.list[d].maximize;
        const double a = up ? all->points[i].worst[d] : -all->points[i].best[d];
        const double b = up ? all->points[i].best[d] : -all->points[i].worst[d];
        fprintf(out, ",%.12g,%.12g,%.12g", up ? all->points[i].value[d] : -all->points[i].value[d],
                a, b);
    }
    fprintf(out, ",%s,%zu,%.*s,\"", noc_candidate_sampled(all, &all->list[i]) ? "sample" : "model",
            group_of(p, i), NOC_SHORT_ID_CHARS, noc_candidate_entry(&all->list[i])->hash);
    for (const char *c = name ? name : ""; *c; c++)
        fputs(*c == '"' ? "\"\"" : (const char[]){iscntrl((unsigned char)*c) ? ' ' : *c, 0}, out);
    fputs("\"\n", out);
    free(name);
}

/* Returns the data of the picture. The front comes last, in the order of x, for the line. NULL when
 * out of memory. */
static char *data_text(const picture *p)
{
    const noc_candidates *all = p->all;
    char *text = NULL;
    size_t size = 0, *front = malloc((all->count + 1) * sizeof *front);
    FILE *out = front ? open_memstream(&text, &size) : NULL;
    if (!out) {
        free(front);
        return NULL;
    }
    const char *x = noc_metric_info_of(all->objectives.list[1].metric)->name;
    const char *y = noc_metric_info_of(all->objectives.list[0].metric)->name;
    fprintf(out, "kind,%s,%s_lo,%s_hi,%s,%s_lo,%s_hi,method,colour,id,name\n", x, x, x, y, y, y);
    for (size_t i = all->racing; i < all->count; i++) put_point(out, p, i, kind_of(all, i));
    for (size_t kind = 0; kind < KIND_FRONT; kind++)
        for (size_t i = 0; i < all->racing; i++)
            if (kind_of(all, i) == kind) put_point(out, p, i, kind);
    const size_t count = noc_front_along(all, front);
    for (size_t i = 0; i < count; i++) put_point(out, p, front[i], KIND_FRONT);
    free(front);
    return noc_memory_text(out, &text);
}

/* ---- the script ----------------------------------------------------------------------------- */

/* Writes a line of text, `y` pixels below the upper edge. */
static void put_line(FILE *out, const picture *p, const char *text, double across, double down,
                     const char *font)
{
    fputs("set label ", out);
    noc_gnuplot_quote(out, text);
    fprintf(out, " at screen %.4f,%.4f left noenhanced font %s front\n", across / WIDTH,
            1.0 - down / p->height, font);
}

static void put_axis(FILE *out, const picture *p, size_t axis)
{
    const noc_objective *o = &p->all->objectives.list[1 - axis];
    const noc_metric_info *info = noc_metric_info_of(o->metric);
    fprintf(out, "set %clabel '%s%s%s%s, %s is better' noenhanced\nset %crange [%.6g:%.6g]\n",
            "xy"[axis], noc_label_without_unit(o->metric).text, *info->unit ? " [" : "", info->unit,
            *info->unit ? "]" : "", o->maximize ? "more" : "less", "xy"[axis], p -> plane.low[axis],
            p->plane.high[axis]);
}

/* Writes a text into one line: in normal size if it fits, else small and cut. */
static void put_fitting(FILE *out, const picture *p, char *text, double across, double down)
{
    const double room = WIDTH - across - RIGHT;
    const bool fits = letter * (double)strlen(text) <= room;
    if (!fits) noc_text_cut(text, (size_t)(room / small_letter));
    put_line(out, p, text, across, down, fits ? "normal" : "small");
}

/* Writes title and answer. */
static void put_head(FILE *out, const picture *p)
{
    const noc_candidates *all = p->all;
    char text[700], goals[300], number[24] = "", *count = noc_front_count_words(all, &p->summary);
    noc_objectives_text(&all->objectives, goals, sizeof goals);
    snprintf(text, sizeof text, "%.80s: the front of %s", p->view->space->name, goals);
    put_line(out, p, text, 14, 20, "large");
    const bool has_knee = p->summary.knee < all->count;
    const size_t told = has_knee ? p->summary.knee : p->summary.best[0];
    if (told < all->count) {
        char *name = noc_design_name(&p->names, told), *figures = noc_front_figures(all, told, 0);
        const size_t label = noc_front_label_number(&p->labels, told);
        if (label) snprintf(number, sizeof number, " (%zu)", label);
        snprintf(text, sizeof text, "%s%s: %s: %s", has_knee ? "Knee" : "Best", number,
                 name ? name : "", figures ? figures : "");
        put_fitting(out, p, text, 14, 42);
        free(figures);
        free(name);
    }
    put_line(out, p, count ? count : "", 14, 62, "small");
    free(count);
}

/* Returns the left edge of a column of the key, pixels. Columns are the objectives, then the
 * name. */
static double column_at(const picture *p, size_t column)
{
    double at = FIGURE_AT;
    for (size_t d = 0; d < column && d < p->all->objectives.count; d++)
        at += small_letter *
              fmax(15.0,
                   2.0 + (double)strlen(noc_metric_label(p->all->objectives.list[d].metric).text));
    return at;
}

/* Writes a line of the key: number, objectives, name. */
static void put_key_line(FILE *out, const picture *p, size_t k, double down)
{
    const size_t objectives = p->all->objectives.count, i = p->labels.list[k].candidate;
    const double name_at = column_at(p, objectives);
    char text[400], *name = noc_design_name(&p->names, i);
    snprintf(text, sizeof text, "%zu", k + 1);
    put_line(out, p, text, NUMBER_AT, down, "small");
    for (size_t d = 0; d < objectives; d++)
        put_line(out, p, noc_front_figure(p->all, i, d).text, column_at(p, d), down, "small");
    snprintf(text, sizeof text, "%.380s%s", name ? name : "",
             i == p->summary.knee ? " (knee)" : "");
    noc_text_cut(text, (size_t)((WIDTH - name_at - RIGHT) / small_letter));
    put_line(out, p, text, name_at, down, "small");
    free(name);
}

/* Writes the key of the numbers below the plane. */
static void put_key(FILE *out, const picture *p)
{
    const double down = ABOVE + PLANE + BELOW;
    char text[400] = "", load[300];
    for (size_t d = 0; d < p->all->objectives.count; d++)
        put_line(out, p, noc_metric_label(p->all->objectives.list[d].metric).text, column_at(p, d),
                 down, "small");
    for (size_t k = 0; k < p->labels.count; k++)
        put_key_line(out, p, k, down + LINE * (double)(k + 1));
    if (p->labels.count < p->summary.on_front)
        snprintf(text, sizeof text, "%zu of the %zu on the front are numbered. ", p->labels.count,
                 p->summary.on_front);
    noc_front_load_words(p->view->space->task, load, sizeof load);
    strncat(text, load, sizeof text - strlen(text) - 1);
    put_line(out, p, text, NUMBER_AT, down + LINE * (double)(p->labels.count + 1) + 5, "small");
    char *reach = noc_front_barred_words(p->all);
    put_line(out, p, reach ? reach : "", NUMBER_AT, down + LINE * (double)(p->labels.count + 2) + 5,
             "small");
    free(reach);
}

static void put_numbers(FILE *out, const picture *p)
{
    for (size_t k = 0; k < p->labels.count; k++) {
        const noc_front_label *l = &p->labels.list[k];
        fprintf(out, "set label '%zu' at graph %.5f,%.5f center noenhanced font small front\n",
                k + 1, l->x / p->plane.width, l->y / p->plane.height);
    }
}

/* ---- the legend: above the plane, where no data is ------------------------------------------ */

/* Writes a mark and its text. Returns the left edge of the next mark, pixels. */
static double put_sign(FILE *out, const picture *p, double across, const char *style,
                       const char *text)
{
    fprintf(out, "set label '' at screen %.4f,%.4f point %s front\n", (across + 6) / WIDTH,
            1.0 - LEGEND_AT / p->height, style);
    put_line(out, p, text, across + 15, LEGEND_AT, "small");
    return across + 34 + small_letter * (double)strlen(text);
}

static void put_legend(FILE *out, const picture *p)
{
    const noc_varied *v = p->telling < p->names.count ? &p->names.list[p->telling] : NULL;
    double across = p->left;
    char style[80];
    for (size_t g = 1; v && g <= v->value_count; g++) {
        char *phrase = noc_design_phrase_of(&p->names, v, (int)g - 1);
        snprintf(style, sizeof style, "pt 7 ps 0.9 lc rgb '%s'", ink_of(p, g));
        across = put_sign(out, p, across, style, phrase && *phrase ? phrase : v->values[g - 1]);
        free(phrase);
    }
    across = put_sign(out, p, across + 10, "pt 6 ps 1.1 lw 1.6 lc rgb '#222222'",
                      "on the front, with intervals");
    if (p->summary.possible)
        put_sign(out, p, across, "pt 7 ps 0.55 lc rgb '#555555'", "possibly on it");
}

/* ---- the plane ------------------------------------------------------------------------------- */

/* Writes the plot of a kind and colour group. */
static void put_series(FILE *out, const char *kind, size_t group, const char *ink, const char *size)
{
    fprintf(
        out,
        "     data skip 1 using (x('%s',%zu)):5 with points pt 7 ps %s lc rgb '%s' notitle, \\\n",
        kind, group, size, ink);
}

static const char *faint_of(const char *ink, char text[16])
{
    snprintf(text, 16, "#a0%s", ink + 1); /* gnuplot's alpha: 00 is opaque */
    return text;
}

/* Writes the front as a line, for two objectives only. Between two members the line has the worse
 * value of both objectives: the y of the next member (fsteps) if larger x is better, else of the
 * previous one (steps). */
static void put_line_of_front(FILE *out, const picture *p)
{
    const noc_objective *o = p->all->objectives.list;
    if (p->all->objectives.count == 2)
        fprintf(out,
                "     data skip 1 using (front(2)):5 with %s lw 1.3 lc rgb '#555555' notitle, \\\n",
                o[1].maximize ? "fsteps" : "steps");
}

static void put_plot(FILE *out, const picture *p)
{
    const bool coloured = p->telling < p->names.count;
    const size_t groups = coloured ? p->names.list[p->telling].value_count + 1 : 1;
    char faint[16];
    fputs("x(kind,group) = strcol(1) eq kind && column(9) == group ? column(2) : NaN\n"
          "front(k) = strcol(1) eq 'front' ? column(k) : NaN\nplot \\\n",
          out);
    for (size_t kind = 0; kind < 2; kind++)
        for (size_t g = 0; g < groups; g++)
            put_series(out, kinds[kind], g,
                       kind == 0 ? faint_of(ink_of(p, g), faint) : ink_of(p, g),
                       kind == 0 ? "0.45" : "0.55");
    put_line_of_front(out, p);
    fputs("     data skip 1 using (front(2)):5:3:4:6:7 with xyerrorbars pt -2 lw 0.8 lc rgb "
          "'#999999' notitle, \\\n     data skip 1 using (front(2)):5 with points pt 7 ps 1.25 lc "
          "rgb '#222222' notitle, \\\n",
          out);
    for (size_t g = 0; g < groups; g++) put_series(out, "front", g, ink_of(p, g), "0.9");
    fputs("     NaN notitle\n", out);
}

static void put_commands(FILE *out, void *context)
{
    const picture *p = context;
    fputs("normal = ''\n", out);
    put_head(out, p);
    put_legend(out, p);
    put_numbers(out, p);
    put_key(out, p);
    for (size_t a = 0; a < 2; a++) put_axis(out, p, a);
    fprintf(out,
            "set lmargin at screen %.4f\nset rmargin at screen %.4f\nset tmargin at screen "
            "%.4f\nset bmargin at screen %.4f\n",
            p->left / WIDTH, 1.0 - (double)RIGHT / WIDTH, 1.0 - ABOVE / p->height,
            1.0 - (ABOVE + PLANE) / p->height);
    fputs("set key off\nset grid lc rgb '#d0d0d0'\nset tics nomirror\nset border 3\n", out);
    put_plot(out, p);
}

/* Counts the characters of an axis's longest tick, for about six ticks. */
static int tick_characters(double low, double high)
{
    const double step = (high - low) / 6.0;
    const int places = step > 0.0 ? (int)fmax(0.0, -floor(log10(step))) : 0;
    return high < 1e6 ? snprintf(NULL, 0, "%.*f", places, high) : snprintf(NULL, 0, "%.1e", high);
}

/* ---- the picture ---------------------------------------------------------------------------- */

static bool says_barred(const noc_candidates *all)
{
    return all->reaches.counts[NOC_REACH_BEYOND] + all->reaches.counts[NOC_REACH_UNKNOWN] +
               all->unpriced >
           0;
}

static noc_status prepare(const noc_front_view *v, picture *p, noc_diag *diag)
{
    *p = (picture){.view = v, .all = v->candidates};
    const noc_network_words words = noc_front_network_words(v);
    noc_status status = noc_design_names_find(v->candidates, &words, &p->names, diag);
    if (status != NOC_OK) return status;
    p->summary = noc_front_summarize(v->candidates);
    p->plane = noc_front_plane_of(v->candidates, WIDTH, PLANE);
    p->left = LEFT + tick_letter * (double)tick_characters(p->plane.low[1], p->plane.high[1]);
    p->plane.width -= p->left + RIGHT;
    status = noc_front_labels_place(v->candidates, &p->summary, &p->plane, &p->labels, diag);
    p->telling = noc_design_names_place(&p->names, "network.topology");
    if (p->telling == p->names.count || !p->names.list[p->telling].varies ||
        p->names.list[p->telling].value_count > INKS)
        p->telling = noc_design_names_best_setting(&p->names, v->candidates, INKS);
    p->height = ABOVE + PLANE + BELOW +
                LINE * (double)(p->labels.count + 2 + says_barred(v->candidates)) + 8;
    return status;
}

noc_status noc_report_figure(const char *path, const noc_front_view *v, bool *missing,
                             noc_diag *diag)
{
    picture p;
    char title[200], *data = NULL, *commands = NULL;
    noc_status status = prepare(v, &p, diag);
    if (status == NOC_OK) {
        data = data_text(&p);
        commands = noc_written(put_commands, &p);
    }
    snprintf(title, sizeof title, "The front of %s", v->space->name);
    const noc_gnuplot figure = {
        .path = path,
        .width = WIDTH,
        .height = p.height,
        .pixels_per_cm = 55,
        .point = 9,
        .title = title,
        .data = data,
        .commands = commands,
    };
    if (status == NOC_OK) status = noc_gnuplot_draw(&figure, NULL, missing, diag);
    noc_design_names_clear(&p.names);
    free(data);
    free(commands);
    return status;
}
