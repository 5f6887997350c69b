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
enum {
    WIDTH = 960,
    PLANE_HEIGHT = 400,
    TITLE_HEIGHT = 104,
    AXIS_HEIGHT = 72,
    LINE_HEIGHT = 15,
    LEFT_MARGIN = 50,
    RIGHT_MARGIN = 18
};
enum { NUMBER_X = 20, FIGURE_X = 46, LEGEND_Y = 86 };
/* Approximate width of a letter, pixels: in normal text, in small text, at ticks. */
static const double letter_width = 7.1, small_letter_width = 5.7, tick_letter_width = 9.4;

/* Colours of the values of colour_setting: for words (distinct to the colour-blind), and for
 * numbers (from dark to light). */
static const char *const word_colours[] = {"#4477aa", "#ee6677", "#228833",
                                           "#ccbb44", "#66ccee", "#aa3377"};
static const char *const number_colours[] = {"#46327e", "#365c8d", "#277f8e",
                                             "#1fa187", "#4ac16d", "#a0da39"};
enum { COLOURS = sizeof word_colours / sizeof word_colours[0] };

/* Kinds of points. Excluded designs (overclocked or unpriced) are in the data but not drawn. */
static const char *const kind_names[] = {"other", "possible", "front", "overclocked", "unpriced"};
enum { KIND_FRONT = 2, KIND_OVERCLOCKED, KIND_UNPRICED };

/* A front, and everything in its picture. */
typedef struct picture {
    const noc_front_view *view;
    const noc_candidates *candidates;
    noc_design_names names;
    noc_front_summary summary;
    noc_front_labels labels;
    noc_front_plane plane;
    size_t colour_setting; /* setting that colours show; names.count: none */
    double plane_left;     /* left edge of the plane, pixels */
    double height;
} picture;

static size_t find_kind(const noc_candidates *candidates, size_t i)
{
    if (i >= candidates->racing_count)
        return noc_candidate_is_overclocked(candidates, &candidates->list[i]) ? KIND_OVERCLOCKED
                                                                              : KIND_UNPRICED;
    return candidates->marks[i].is_on_value_front     ? KIND_FRONT
           : noc_candidate_is_possible(candidates, i) ? 1
                                                      : 0;
}

/* Returns the colour group of a design, from 1 on; 0 without a value or without colours. */
static size_t find_colour_group(const picture *p, size_t i)
{
    return p->colour_setting < p->names.count
               ? (size_t)(p->names.list[p->colour_setting].value_indices[i] + 1)
               : 0;
}

/* Returns the colour of a group; grey for designs without the setting. */
static const char *find_colour(const picture *p, size_t group)
{
    if (p->colour_setting == p->names.count) return word_colours[0];
    const noc_overridden_setting *setting = &p->names.list[p->colour_setting];
    if (group == 0) return "#888888";
    if (!setting->is_number || setting->value_count < 2) return word_colours[group - 1];
    return number_colours[(group - 1) * (COLOURS - 1) / (setting->value_count - 1)];
}

/* ---- data ----------------------------------------------------------------------------------- */

/* Writes a point. Objectives have their usual sign; minimised objectives are stored negated. */
static void put_point(FILE *out, const picture *p, size_t i, size_t kind)
{
    const noc_candidates *candidates = p->candidates;
    char *name = noc_design_name(&p->names, i);
    fputs(kind_names[kind], out);
    for (size_t k = 0; k < 2; k++) {
        const size_t d = 1 - k;
        const bool is_maximized = candidates->objectives.list[d].is_maximised;
        const double a =
            is_maximized ? candidates->points[i].worst[d] : -candidates->points[i].best[d];
        const double b =
            is_maximized ? candidates->points[i].best[d] : -candidates->points[i].worst[d];
        fprintf(out, ",%.12g,%.12g,%.12g",
                is_maximized ? candidates->points[i].value[d] : -candidates->points[i].value[d], a,
                b);
    }
    fprintf(out, ",%s,%zu,%.*s,\"",
            noc_candidate_is_sampled(candidates, &candidates->list[i]) ? "sample" : "model",
            find_colour_group(p, i), NOC_SHORT_ID_CHARS,
            noc_candidate_entry(&candidates->list[i])->hash);
    for (const char *c = name ? name : ""; *c; c++)
        fputs(*c == '"' ? "\"\"" : (const char[]){iscntrl((unsigned char)*c) ? ' ' : *c, 0}, out);
    fputs("\"\n", out);
    free(name);
}

/* Returns the data of the picture. The front comes last, in the order of x, for the line. NULL when
 * out of memory. */
static char *write_data(const picture *p)
{
    const noc_candidates *candidates = p->candidates;
    char *text = NULL;
    size_t size = 0, *front = malloc((candidates->count + 1) * sizeof *front);
    FILE *out = front ? open_memstream(&text, &size) : NULL;
    if (!out) {
        free(front);
        return NULL;
    }
    const char *x = noc_metric_info_of(candidates->objectives.list[1].metric)->name;
    const char *y = noc_metric_info_of(candidates->objectives.list[0].metric)->name;
    fprintf(out, "kind,%s,%s_lo,%s_hi,%s,%s_lo,%s_hi,method,colour,id,name\n", x, x, x, y, y, y);
    for (size_t i = candidates->racing_count; i < candidates->count; i++)
        put_point(out, p, i, find_kind(candidates, i));
    for (size_t kind = 0; kind < KIND_FRONT; kind++)
        for (size_t i = 0; i < candidates->racing_count; i++)
            if (find_kind(candidates, i) == kind) put_point(out, p, i, kind);
    const size_t count = noc_front_list_by_x(candidates, front);
    for (size_t i = 0; i < count; i++) put_point(out, p, front[i], KIND_FRONT);
    free(front);
    return noc_memory_text_close(out, &text);
}

/* ---- the script ----------------------------------------------------------------------------- */

/* Writes a line of text, `y` pixels below the upper edge. */
static void put_line(FILE *out, const picture *p, const char *text, double x, double y,
                     const char *font)
{
    fputs("set label ", out);
    noc_gnuplot_quote(out, text);
    fprintf(out, " at screen %.4f,%.4f left noenhanced font %s front\n", x / WIDTH,
            1.0 - y / p->height, font);
}

static void put_axis(FILE *out, const picture *p, size_t axis)
{
    const noc_objective *objective = &p->candidates->objectives.list[1 - axis];
    const noc_metric_info *info = noc_metric_info_of(objective->metric);
    fprintf(out, "set %clabel '%s%s%s%s, %s is better' noenhanced\nset %crange [%.6g:%.6g]\n",
            "xy"[axis], noc_label_without_unit(objective->metric).text, *info->unit ? " [" : "",
            info->unit, *info->unit ? "]" : "", objective->is_maximised ? "more" : "less",
            "xy"[axis], p -> plane.low[axis], p->plane.high[axis]);
}

/* Writes a text into one line: in normal size if it fits, else small and cut. */
static void put_fitted_line(FILE *out, const picture *p, char *text, double x, double y)
{
    const double width = WIDTH - x - RIGHT_MARGIN;
    const bool fits = letter_width * (double)strlen(text) <= width;
    if (!fits) noc_text_cut(text, (size_t)(width / small_letter_width));
    put_line(out, p, text, x, y, fits ? "normal" : "small");
}

/* Writes title and answer. */
static void put_heading(FILE *out, const picture *p)
{
    const noc_candidates *candidates = p->candidates;
    char text[700], objectives_words[300], number[24] = "",
                                           *count = noc_front_count_words(candidates, &p->summary);
    noc_objectives_write(&candidates->objectives, objectives_words, sizeof objectives_words);
    snprintf(text, sizeof text, "%.80s: the front of %s", p->view->space->name, objectives_words);
    put_line(out, p, text, 14, 20, "large");
    const bool has_knee = p->summary.knee < candidates->count;
    const size_t design = has_knee ? p->summary.knee : p->summary.best_designs[0];
    if (design < candidates->count) {
        char *name = noc_design_name(&p->names, design),
             *figures = noc_front_figures(candidates, design, 0);
        const size_t label = noc_front_label_number(&p->labels, design);
        if (label) snprintf(number, sizeof number, " (%zu)", label);
        snprintf(text, sizeof text, "%s%s: %s: %s", has_knee ? "Knee" : "Best", number,
                 name ? name : "", figures ? figures : "");
        put_fitted_line(out, p, text, 14, 42);
        free(figures);
        free(name);
    }
    put_line(out, p, count ? count : "", 14, 62, "small");
    free(count);
}

/* Returns the left edge of a column of the key, pixels. Columns are the objectives, then the
 * name. */
static double find_column_x(const picture *p, size_t column)
{
    double x = FIGURE_X;
    for (size_t d = 0; d < column && d < p->candidates->objectives.count; d++)
        x += small_letter_width *
             fmax(15.0, 2.0 + (double)strlen(
                                  noc_metric_label(p->candidates->objectives.list[d].metric).text));
    return x;
}

/* Writes a line of the key: number, objectives, name. */
static void put_key_line(FILE *out, const picture *p, size_t k, double y)
{
    const size_t objectives = p->candidates->objectives.count, i = p->labels.list[k].candidate;
    const double name_at = find_column_x(p, objectives);
    char text[400], *name = noc_design_name(&p->names, i);
    snprintf(text, sizeof text, "%zu", k + 1);
    put_line(out, p, text, NUMBER_X, y, "small");
    for (size_t d = 0; d < objectives; d++)
        put_line(out, p, noc_front_figure(p->candidates, i, d).text, find_column_x(p, d), y,
                 "small");
    snprintf(text, sizeof text, "%.380s%s", name ? name : "",
             i == p->summary.knee ? " (knee)" : "");
    noc_text_cut(text, (size_t)((WIDTH - name_at - RIGHT_MARGIN) / small_letter_width));
    put_line(out, p, text, name_at, y, "small");
    free(name);
}

/* Writes the key of the numbers below the plane. */
static void put_key(FILE *out, const picture *p)
{
    const double y = TITLE_HEIGHT + PLANE_HEIGHT + AXIS_HEIGHT;
    char text[400] = "", load[300];
    for (size_t d = 0; d < p->candidates->objectives.count; d++)
        put_line(out, p, noc_metric_label(p->candidates->objectives.list[d].metric).text,
                 find_column_x(p, d), y, "small");
    for (size_t k = 0; k < p->labels.count; k++)
        put_key_line(out, p, k, y + LINE_HEIGHT * (double)(k + 1));
    if (p->labels.count < p->summary.front_count)
        snprintf(text, sizeof text, "%zu of the %zu on the front are numbered. ", p->labels.count,
                 p->summary.front_count);
    noc_front_load_words(p->view->space->task, load, sizeof load);
    strncat(text, load, sizeof text - strlen(text) - 1);
    put_line(out, p, text, NUMBER_X, y + LINE_HEIGHT * (double)(p->labels.count + 1) + 5, "small");
    char *excluded_words = noc_front_excluded_words(p->candidates);
    put_line(out, p, excluded_words ? excluded_words : "", NUMBER_X,
             y + LINE_HEIGHT * (double)(p->labels.count + 2) + 5, "small");
    free(excluded_words);
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
static double put_legend_mark(FILE *out, const picture *p, double x, const char *style,
                              const char *text)
{
    fprintf(out, "set label '' at screen %.4f,%.4f point %s front\n", (x + 6) / WIDTH,
            1.0 - LEGEND_Y / p->height, style);
    put_line(out, p, text, x + 15, LEGEND_Y, "small");
    return x + 34 + small_letter_width * (double)strlen(text);
}

static void put_legend(FILE *out, const picture *p)
{
    const noc_overridden_setting *setting =
        p->colour_setting < p->names.count ? &p->names.list[p->colour_setting] : NULL;
    double x = p->plane_left;
    char style[80];
    for (size_t g = 1; setting && g <= setting->value_count; g++) {
        char *phrase = noc_design_value_phrase(&p->names, setting, (int)g - 1);
        snprintf(style, sizeof style, "pt 7 ps 0.9 lc rgb '%s'", find_colour(p, g));
        x = put_legend_mark(out, p, x, style, phrase && *phrase ? phrase : setting->values[g - 1]);
        free(phrase);
    }
    x = put_legend_mark(out, p, x + 10, "pt 6 ps 1.1 lw 1.6 lc rgb '#222222'",
                        "on the front, with intervals");
    if (p->summary.possible_count)
        put_legend_mark(out, p, x, "pt 7 ps 0.55 lc rgb '#555555'", "possibly on it");
}

/* ---- the plane ------------------------------------------------------------------------------- */

/* Writes the plot of a kind and colour group. */
static void put_series(FILE *out, const char *kind, size_t group, const char *colour,
                       const char *size)
{
    fprintf(
        out,
        "     data skip 1 using (x('%s',%zu)):5 with points pt 7 ps %s lc rgb '%s' notitle, \\\n",
        kind, group, size, colour);
}

static const char *write_faint_colour(const char *colour, char text[16])
{
    snprintf(text, 16, "#a0%s", colour + 1); /* gnuplot's alpha: 00 is opaque */
    return text;
}

/* Writes the front as a line, for two objectives only. Between two designs the line has the worse
 * value of each objective: the y of the next design (fsteps) if larger x is better, else the y of
 * the previous one (steps). */
static void put_front_line(FILE *out, const picture *p)
{
    const noc_objective *objectives = p->candidates->objectives.list;
    if (p->candidates->objectives.count == 2)
        fprintf(out,
                "     data skip 1 using (front(2)):5 with %s lw 1.3 lc rgb '#555555' notitle, \\\n",
                objectives[1].is_maximised ? "fsteps" : "steps");
}

static void put_plot(FILE *out, const picture *p)
{
    const bool has_colours = p->colour_setting < p->names.count;
    const size_t groups = has_colours ? p->names.list[p->colour_setting].value_count + 1 : 1;
    char faint_colour[16];
    fputs("x(kind,group) = strcol(1) eq kind && column(9) == group ? column(2) : NaN\n"
          "front(k) = strcol(1) eq 'front' ? column(k) : NaN\nplot \\\n",
          out);
    for (size_t kind = 0; kind < 2; kind++)
        for (size_t g = 0; g < groups; g++)
            put_series(out, kind_names[kind], g,
                       kind == 0 ? write_faint_colour(find_colour(p, g), faint_colour)
                                 : find_colour(p, g),
                       kind == 0 ? "0.45" : "0.55");
    put_front_line(out, p);
    fputs("     data skip 1 using (front(2)):5:3:4:6:7 with xyerrorbars pt -2 lw 0.8 lc rgb "
          "'#999999' notitle, \\\n     data skip 1 using (front(2)):5 with points pt 7 ps 1.25 lc "
          "rgb '#222222' notitle, \\\n",
          out);
    for (size_t g = 0; g < groups; g++) put_series(out, "front", g, find_colour(p, g), "0.9");
    fputs("     NaN notitle\n", out);
}

static void put_commands(FILE *out, void *context)
{
    const picture *p = context;
    fputs("normal = ''\n", out);
    put_heading(out, p);
    put_legend(out, p);
    put_numbers(out, p);
    put_key(out, p);
    for (size_t a = 0; a < 2; a++) put_axis(out, p, a);
    fprintf(out,
            "set lmargin at screen %.4f\nset rmargin at screen %.4f\nset tmargin at screen "
            "%.4f\nset bmargin at screen %.4f\n",
            p->plane_left / WIDTH, 1.0 - (double)RIGHT_MARGIN / WIDTH,
            1.0 - TITLE_HEIGHT / p->height, 1.0 - (TITLE_HEIGHT + PLANE_HEIGHT) / p->height);
    fputs("set key off\nset grid lc rgb '#d0d0d0'\nset tics nomirror\nset border 3\n", out);
    put_plot(out, p);
}

/* Counts the characters of an axis's longest tick, for about six ticks. */
static int count_tick_characters(double low, double high)
{
    const double step = (high - low) / 6.0;
    const int places = step > 0.0 ? (int)fmax(0.0, -floor(log10(step))) : 0;
    return high < 1e6 ? snprintf(NULL, 0, "%.*f", places, high) : snprintf(NULL, 0, "%.1e", high);
}

/* ---- the picture ---------------------------------------------------------------------------- */

static bool has_excluded(const noc_candidates *candidates)
{
    return candidates->reach_counts.counts[NOC_REACH_BEYOND] +
               candidates->reach_counts.counts[NOC_REACH_UNKNOWN] + candidates->unpriced_count >
           0;
}

static noc_status prepare_picture(const noc_front_view *view, picture *p, noc_diag *diag)
{
    *p = (picture){.view = view, .candidates = view->candidates};
    const noc_network_words words = noc_front_network_words(view);
    noc_status status = noc_design_names_find(view->candidates, &words, &p->names, diag);
    if (status != NOC_OK) return status;
    p->summary = noc_front_summarize(view->candidates);
    p->plane = noc_front_find_plane(view->candidates, WIDTH, PLANE_HEIGHT);
    p->plane_left = LEFT_MARGIN + tick_letter_width * (double)count_tick_characters(
                                                          p->plane.low[1], p->plane.high[1]);
    p->plane.width -= p->plane_left + RIGHT_MARGIN;
    status = noc_front_labels_place(view->candidates, &p->summary, &p->plane, &p->labels, diag);
    p->colour_setting = noc_design_names_index(&p->names, "network.topology");
    if (p->colour_setting == p->names.count || !p->names.list[p->colour_setting].is_varied ||
        p->names.list[p->colour_setting].value_count > COLOURS)
        p->colour_setting = noc_design_names_find_main(&p->names, view->candidates, COLOURS);
    p->height = TITLE_HEIGHT + PLANE_HEIGHT + AXIS_HEIGHT +
                LINE_HEIGHT * (double)(p->labels.count + 2 + has_excluded(view->candidates)) + 8;
    return status;
}

noc_status noc_front_draw_picture(const char *path, const noc_front_view *view, bool *is_missing,
                                  noc_diag *diag)
{
    picture p;
    char title[200], *data = NULL, *commands = NULL;
    noc_status status = prepare_picture(view, &p, diag);
    if (status == NOC_OK) {
        data = write_data(&p);
        commands = noc_memory_text_write(put_commands, &p);
    }
    snprintf(title, sizeof title, "The front of %s", view->space->name);
    const noc_gnuplot figure = {
        .path = path,
        .width_pixels = WIDTH,
        .height_pixels = p.height,
        .pixels_per_cm = 55,
        .font_points = 9,
        .title = title,
        .data = data,
        .commands = commands,
    };
    if (status == NOC_OK) status = noc_gnuplot_draw(&figure, NULL, is_missing, diag);
    noc_design_names_clear(&p.names);
    free(data);
    free(commands);
    return status;
}
