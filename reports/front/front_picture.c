#include "reports/front/front_picture.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/front/front_drawing.h"
#include "reports/front/front_scene.h"
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

/* Names of noc_front_kind in the data. Excluded designs are in the data but not drawn. */
static const char *const kind_names[] = {"other", "possible", "front", "overclocked", "unpriced"};

/* A front, and everything in its picture. */
typedef struct picture {
    noc_front_scene scene;
    const noc_candidates *candidates;
    noc_front_labels labels;
    noc_front_plane plane;
    double plane_left; /* left edge of the plane, pixels */
    double height;
} picture;

static const char *find_colour(const picture *p, size_t group)
{
    return noc_chart_colour(noc_front_group_look(&p->scene, group));
}

/* ---- data ----------------------------------------------------------------------------------- */

static void put_point(FILE *out, const picture *p, size_t i, noc_front_kind kind)
{
    const noc_candidates *candidates = p->candidates;
    char *name = noc_design_name(&p->scene.names, i);
    fputs(kind_names[kind], out);
    for (size_t axis = 0; axis < 2; axis++) {
        const noc_metric value = noc_front_axis_value(candidates, i, axis);
        fprintf(out, ",%.12g,%.12g,%.12g", value.value, value.lo, value.hi);
    }
    fprintf(out, ",%s,%zu,%.*s,\"",
            noc_candidate_is_sampled(candidates, &candidates->list[i]) ? "sample" : "model",
            noc_front_find_group(&p->scene, i), NOC_SHORT_ID_CHARS,
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
        put_point(out, p, i, noc_front_find_kind(candidates, i));
    for (noc_front_kind kind = NOC_FRONT_OTHER; kind < NOC_FRONT_MEMBER; kind++)
        for (size_t i = 0; i < candidates->racing_count; i++)
            if (noc_front_find_kind(candidates, i) == kind) put_point(out, p, i, kind);
    const size_t count = noc_front_list_by_x(candidates, front);
    for (size_t i = 0; i < count; i++) put_point(out, p, front[i], NOC_FRONT_MEMBER);
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
    char title[NOC_FRONT_AXIS_CHARS];
    const noc_axis *range = &p->plane.axes[axis];
    fprintf(out, "set %clabel ", "xy"[axis]);
    noc_gnuplot_quote(out, noc_front_write_axis(p->candidates, axis, title));
    fprintf(out, " noenhanced\n%sset logscale %c\nset %crange [%.6g:%.6g]\n",
            range->is_logarithmic ? "" : "un", "xy"[axis], "xy"[axis], range -> low, range -> high);
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
    char *title = noc_front_title(&p->scene),
         *knee = noc_front_knee_sentence(&p->scene, &p->labels),
         *count = noc_front_count_words(p->candidates, &p->scene.summary);
    put_line(out, p, title ? title : "", 14, 20, "large");
    if (knee && *knee) put_fitted_line(out, p, knee, 14, 42);
    put_line(out, p, count ? count : "", 14, 62, "small");
    free(title);
    free(knee);
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
    char text[400], *name = noc_front_key_name(&p->scene, i);
    snprintf(text, sizeof text, "%zu", k + 1);
    put_line(out, p, text, NUMBER_X, y, "small");
    for (size_t d = 0; d < objectives; d++)
        put_line(out, p, noc_front_figure(p->candidates, i, d).text, find_column_x(p, d), y,
                 "small");
    snprintf(text, sizeof text, "%.390s", name ? name : "");
    noc_text_cut(text, (size_t)((WIDTH - name_at - RIGHT_MARGIN) / small_letter_width));
    put_line(out, p, text, name_at, y, "small");
    free(name);
}

/* Writes the key of the numbers below the plane. */
static void put_key(FILE *out, const picture *p)
{
    const double y = TITLE_HEIGHT + PLANE_HEIGHT + AXIS_HEIGHT;
    for (size_t d = 0; d < p->candidates->objectives.count; d++)
        put_line(out, p, noc_metric_label(p->candidates->objectives.list[d].metric).text,
                 find_column_x(p, d), y, "small");
    for (size_t k = 0; k < p->labels.count; k++)
        put_key_line(out, p, k, y + LINE_HEIGHT * (double)(k + 1));
    char *note = noc_front_key_note(&p->scene, &p->labels),
         *excluded_words = noc_front_excluded_words(p->candidates);
    put_line(out, p, note ? note : "", NUMBER_X,
             y + LINE_HEIGHT * (double)(p->labels.count + 1) + 5, "small");
    put_line(out, p, excluded_words ? excluded_words : "", NUMBER_X,
             y + LINE_HEIGHT * (double)(p->labels.count + 2) + 5, "small");
    free(note);
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
    double x = p->plane_left;
    char style[80];
    for (size_t g = 1; g < noc_front_group_count(&p->scene); g++) {
        char *words = noc_front_group_words(&p->scene, g);
        snprintf(style, sizeof style, "pt 7 ps 0.9 lc rgb '%s'", find_colour(p, g));
        x = put_legend_mark(out, p, x, style, words ? words : "");
        free(words);
    }
    x = put_legend_mark(out, p, x + 10, "pt 6 ps 1.1 lw 1.6 lc rgb '#222222'",
                        "on the front, with intervals");
    if (p->scene.summary.possible_count)
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
    const size_t groups = noc_front_group_count(&p->scene);
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
    *p = (picture){.candidates = view->candidates};
    noc_status status = noc_front_scene_make(view, &p->scene, diag);
    if (status != NOC_OK) return status;
    for (size_t a = 0; a < 2; a++) p->plane.axes[a] = noc_front_find_axis(view->candidates, a);
    p->plane_left =
        LEFT_MARGIN + tick_letter_width * (double)count_tick_characters(p->plane.axes[1].low,
                                                                        p->plane.axes[1].high);
    p->plane.width = WIDTH - p->plane_left - RIGHT_MARGIN;
    p->plane.height = PLANE_HEIGHT;
    status =
        noc_front_labels_place(view->candidates, &p->scene.summary, &p->plane, &p->labels, diag);
    p->height = TITLE_HEIGHT + PLANE_HEIGHT + AXIS_HEIGHT +
                LINE_HEIGHT * (double)(p->labels.count + 2 + has_excluded(view->candidates)) + 8;
    return status;
}

static noc_status draw_svg(const void *context, FILE *out, noc_diag *diag)
{
    return noc_front_draw(context, NOC_CHART_BOTH, out, diag);
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
        .draw_svg = draw_svg,
        .context = view,
    };
    if (status == NOC_OK) status = noc_gnuplot_draw(&figure, is_missing, diag);
    noc_front_scene_clear(&p.scene);
    free(data);
    free(commands);
    return status;
}
