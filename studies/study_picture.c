#include "studies/study_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/writers/output.h"
#include "reports/writers/plots/gnuplot.h"
#include "reports/writers/svg_elements.h"
#include "reports/writers/table.h"
#include "studies/study.h"

/* ---- looks of series ------------------------------------------------------------------------- */

/* Look of a series. Looks are distinct in grey and without colours: black, hatched blue and light
 * blue bars, and marks of different shapes. */
typedef struct series_look {
    const char *bar;   /* filling of a bar */
    const char *point; /* mark of a dot */
    const char *curve; /* plotting style of a curve */
} series_look;

static const series_look series_looks[] = {
    [NOC_STUDY_PUBLISHED] = {"fc rgb '#222222' fs solid 1 border lc rgb '#222222'",
                             "pt 13 ps 0.9 lc rgb '#222222'",
                             "points pt 13 ps 1.1 lc rgb '#222222'"},
    [NOC_STUDY_MODEL] = {"fc rgb '#225588' fs pattern 4 border lc rgb '#225588'",
                         "pt 7 ps 0.8 lc rgb '#225588'",
                         "linespoints dt (8,5) lw 1.6 pt 8 ps 1 lc rgb '#225588'"},
    [NOC_STUDY_SAMPLE] = {"fc rgb '#88ccee' fs solid 1 border lc rgb '#225588'",
                          "pt 8 ps 0.9 lc rgb '#aa3377'",
                          "linespoints lw 1.6 pt 7 ps 0.6 lc rgb '#4499bb'"},
    [NOC_STUDY_OTHER] = {"fc rgb '#ffffff' fs empty border lc rgb '#777777'",
                         "pt 6 ps 0.6 lc rgb '#777777'",
                         "linespoints dt (2,3) lw 1.6 pt 4 ps 0.8 lc rgb '#777777'"},
};

static const series_look *find_look(const noc_study *s, size_t series)
{
    return &series_looks[s->series[series].look];
}

/* ---- data ----------------------------------------------------------------------------------- */

static void put_number(FILE *out, double value)
{
    if (isfinite(value)) fprintf(out, "%.12g", value);
    fputc(',', out);
}

static void put_point(const noc_study *s, const noc_study_point *p, FILE *out)
{
    fprintf(out, "%zu,\"%s\",%zu,\"%s\",", p->series, s->series[p->series].name, p->row,
            s->row_count ? s->rows[p->row].name : "");
    put_number(out, p->x);
    put_number(out, p->y);
    fprintf(out, "%.1s,%s,", p->bound_sign ? &p->bound_sign : "", p->text);
    put_number(out, p->lo);
    if (isfinite(p->hi)) fprintf(out, "%.12g", p->hi);
    fputc('\n', out);
}

/* Returns the points as CSV, series by series, since gnuplot joins neighbours. The caller frees the
 * text; NULL when out of memory. */
static char *write_points_csv(const noc_study *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("series,name,row,row_name,x,y,bound,text,lo,hi\n", out);
    for (size_t k = 0; k < s->series_count; k++)
        for (size_t i = 0; i < s->point_count; i++)
            if (s->points[i].series == k) put_point(s, &s->points[i], out);
    return fclose(out) == 0 ? text : NULL;
}

/* ---- gnuplot's commands ---------------------------------------------------------------------- */

/* Finds the smallest and the largest x. */
static void find_range(const noc_study *s, double *min_x, double *max_x)
{
    *min_x = INFINITY;
    *max_x = -INFINITY;
    for (size_t i = 0; i < s->point_count; i++) {
        if (!isfinite(s->points[i].x)) continue;
        const bool is_horizontal = s->form == NOC_STUDY_BARS; /* intervals of bars are of x */
        *min_x = fmin(*min_x, fmin(s->points[i].x, is_horizontal ? s->points[i].lo : NAN));
        *max_x = fmax(*max_x, fmax(s->points[i].x, is_horizontal ? s->points[i].hi : NAN));
    }
}

/* Writes the y axis: rows downward, each with its name at the left. */
static void put_rows(const noc_study *s, FILE *out)
{
    fprintf(out, "set yrange [%g:-0.5]\nset ytics scale 0 noenhanced (",
            (double)s->row_count - 0.5);
    for (size_t i = 0; i < s->row_count; i++) {
        fputs(i ? ", " : "", out);
        noc_gnuplot_quote_tick(out, s->rows[i].name);
        fprintf(out, " %zu", i);
    }
    fputs(")\n", out);
}

static bool has_intervals(const noc_study *s, size_t series)
{
    for (size_t i = 0; i < s->point_count; i++)
        if (s->points[i].series == series && isfinite(s->points[i].lo)) return true;
    return false;
}

static double row_share(const noc_study *s)
{
    return 0.8 / (double)s->series_count;
}

/* Returns the shift of a series' marks within their row. */
static double find_shift(const noc_study *s, size_t series)
{
    return row_share(s) * ((double)series - 0.5 * (double)(s->series_count - 1));
}

static bool has_negative(const noc_study *s)
{
    for (size_t i = 0; i < s->point_count; i++)
        if (s->points[i].x < 0.0) return true;
    return false;
}

/* Writes bars: open bars for bounds, only a text for a lost figure. */
static void put_bars(const noc_study *s, FILE *out)
{
    double min_x, max_x;
    const double half_width = 0.45 * row_share(s);
    find_range(s, &min_x, &max_x);
    const double label_room = 0.14 * (fmax(max_x, 0.0) - fmin(min_x, 0.0));
    put_rows(s, out);
    const bool has_left_labels = has_negative(s); /* bars below 0 have labels at the left */
    fprintf(out, "set xrange [%g:%g]\n",
            min_x < 0.0 ? min_x - (has_left_labels ? label_room : 0.0) : 0.0,
            max_x > 0.0 ? max_x + label_room : label_room);
    fputs("set arrow from 0, graph 0 to 0, graph 1 nohead lc rgb '#555555' back\n"
          "min(x) = x < 0 ? x : 0\nmax(x) = x > 0 ? x : 0\n"
          "at(s) = $1 == s && strlen(strcol(7)) == 0 ? $5 : NaN\n"
          "bound(s) = $1 == s && strlen(strcol(7)) > 0 ? $5 : NaN\n"
          "tip(s) = $1 == s ? (valid(5) ? $5 : 0) : NaN\n"
          "right(x) = x >= 0 ? (valid(10) && $10 > x ? $10 : x) : NaN\n"
          "left(x) = x < 0 ? (valid(9) && $9 < x ? $9 : x) : NaN\n"
          "plot ",
          out);
    for (size_t i = 0; i < s->series_count; i++) {
        const double shift = find_shift(s, i), lo = shift - half_width, hi = shift + half_width;
        fprintf(out,
                "%sdata skip 1 using (at(%zu)):3:(min(at(%zu))):(max(at(%zu))):($3%+g):($3%+g) "
                "with boxxyerror %s title '%s', \\\n",
                i ? "     " : "", i, i, i, lo, hi, find_look(s, i)->bar, s->series[i].name);
        fprintf(out,
                "     data skip 1 using "
                "(bound(%zu)):3:(min(bound(%zu))):(max(bound(%zu))):($3%+g):($3%+g) with "
                "boxxyerror fs empty border dt (3,3) lc rgb '#222222' notitle, \\\n",
                i, i, i, lo, hi);
        if (has_intervals(s, i))
            fprintf(out,
                    "     data skip 1 using (at(%zu)):($3%+g):9:10 with xerrorbars pt 0 ps 0 lw "
                    "1.2 lc rgb '#222222' notitle, \\\n",
                    i, shift);
        fprintf(out,
                "     data skip 1 using (right(tip(%zu))):($3%+g):8 with labels left offset 0.5,0 "
                "font small notitle, \\\n"
                "     data skip 1 using (left(tip(%zu))):($3%+g):8 with labels right offset -0.5,0 "
                "font small notitle%s\n",
                i, shift, i, shift, i + 1 < s->series_count ? ", \\" : "");
    }
}

/* Writes columns beside the rows: the published figure, and nocsight's. */
static void put_notes(const noc_study *s, FILE *out)
{
    fprintf(out,
            "set rmargin 21\n"
            "set label 'published' at graph 1, graph 1 offset 2,0.8 font small\n"
            "set label '%s' at graph 1, graph 1 offset 11,0.8 font small\n",
            s->note_title);
    for (size_t i = 0; i < s->point_count; i++)
        if (s->series[s->points[i].series].look == NOC_STUDY_PUBLISHED)
            fprintf(out, "set label '%s' at graph 1, first %zu offset 2,0 font small\n",
                    s->points[i].text, s->points[i].row);
    for (size_t i = 0; i < s->row_count; i++)
        fprintf(out, "set label '%s' at graph 1, first %zu offset 11,0 font small\n",
                s->rows[i].note, i);
}

/* Writes dots; bounds have an arrow. */
static void put_dots(const noc_study *s, FILE *out)
{
    double min_x, max_x;
    find_range(s, &min_x, &max_x);
    put_rows(s, out);
    put_notes(s, out);
    fprintf(out, "set logscale x\nset xrange [%g:%g]\nset xtics (%s)\n", min_x / 1.3, max_x * 1.3,
            s->x_marks);
    fputs("set grid y\n"
          "at(s) = $1 == s ? $5 : NaN\n"
          "bound(b) = strcol(7) eq b ? $5 : NaN\n"
          "plot ",
          out);
    for (size_t i = 0; i < s->series_count; i++)
        fprintf(out, "%sdata skip 1 using (at(%zu)):($3%+g) with points %s title '%s', \\\n",
                i ? "     " : "", i, 0.5 * find_shift(s, i), find_look(s, i)->point,
                s->series[i].name);
    for (int bound_index = 0; bound_index < 2; bound_index++)
        fprintf(out,
                "     data skip 1 using (bound('%c')):($3%+g):($5 * (%s)):(0) with vectors head "
                "filled size screen 0.01,20 lw 1.5 lc rgb '#222222' notitle%s\n",
                bound_index ? '>' : '<', 0.5 * find_shift(s, 0), bound_index ? "0.25" : "-0.2",
                bound_index ? "" : ", \\");
}

static unsigned count_panels(const noc_study *s)
{
    unsigned panels = 0;
    while (panels < NOC_STUDY_PANELS && s->y_titles[panels]) panels++;
    return panels;
}

static void put_panel(const noc_study *s, unsigned panel, FILE *out)
{
    bool is_first = true;
    fputs("unset object\nunset label\nset ylabel ", out);
    noc_gnuplot_quote(out, s->y_titles[panel]);
    fputc('\n', out);
    for (size_t i = 0; i < s->band_count; i++) {
        if (s->bands[i].panel != panel) continue;
        fprintf(out,
                "set object rectangle from %g, graph 0 to %g, graph 1 behind fs solid 1 noborder "
                "fc rgb '#dddddd'\nset label \"%s\" at %g, graph 0.2 center font small\n",
                s->bands[i].lo, s->bands[i].hi, s->bands[i].text,
                (s->bands[i].lo + s->bands[i].hi) / 2.0);
    }
    fputs("plot ", out);
    for (size_t i = 0; i < s->series_count; i++) {
        if (s->series[i].panel != panel) continue;
        fprintf(out, "%sdata skip 1 using (at(%zu)):6 with %s title '%s'",
                is_first ? "" : ", \\\n     ", i, find_look(s, i)->curve, s->series[i].name);
        if (has_intervals(s, i))
            fprintf(out,
                    ", \\\n     data skip 1 using (at(%zu)):9:(0):($10-$9) with vectors nohead lw "
                    "3 lc rgb '#222222' notitle",
                    i);
        if (s->series[i].look == NOC_STUDY_PUBLISHED)
            fprintf(out,
                    ", \\\n     data skip 1 using (at(%zu)):6:8 with labels left offset 0.8,-0.6 "
                    "font small notitle",
                    i);
        is_first = false;
    }
    fputc('\n', out);
}

static void put_curves(const noc_study *s, FILE *out)
{
    const unsigned panels = count_panels(s);
    double min_x, max_x, max_y = 0.0;
    find_range(s, &min_x, &max_x);
    for (size_t i = 0; i < s->point_count; i++) max_y = fmax(max_y, s->points[i].y);
    fprintf(out,
            "set yrange [0:%g]\nset xrange [0:%g]\n"
            "at(s) = $1 == s ? $5 : NaN\n",
            1.1 * max_y, 1.1 * max_x);
    for (unsigned i = 0; i < panels; i++) put_panel(s, i, out);
}

/* Smallest factor between a point and the diagonal for which the point gets a name. */
static const double min_named_ratio = 1.1;

/* Writes names of the points of a series that are far above the diagonal, at their left, and far
 * below, at their right. gnuplot crashes if there are labels but no points. */
static void put_names(const noc_study *s, size_t series, FILE *out)
{
    bool has_points_above = false, has_points_below = false;
    for (size_t i = 0; i < s->point_count; i++) {
        const noc_study_point *p = &s->points[i];
        has_points_above |= p->series == series && p->y > min_named_ratio * p->x;
        has_points_below |= p->series == series && p->y * min_named_ratio < p->x;
    }
    if (has_points_above)
        fprintf(out,
                ", \\\n     data skip 1 using (above(%zu)):6:4 with labels right offset -0.8,0 "
                "font small noenhanced notitle",
                series);
    if (has_points_below)
        fprintf(out,
                ", \\\n     data skip 1 using (below(%zu)):6:4 with labels left offset 0.8,0 font "
                "small noenhanced notitle",
                series);
}

/* Writes the diagonal, lines 10 % above and below it, and points. The model's points further away
 * have names. */
static void put_scatter(const noc_study *s, FILE *out)
{
    double min_value = INFINITY, max_value = -INFINITY;
    for (size_t i = 0; i < s->point_count; i++) {
        const noc_study_point *p = &s->points[i];
        min_value = fmin(min_value, fmin(p->x, fmin(p->y, p->lo)));
        max_value = fmax(max_value, fmax(p->x, fmax(p->y, p->hi)));
    }
    fputs("set ylabel ", out);
    noc_gnuplot_quote(out, s->y_titles[0]);
    fprintf(out,
            "\nset logscale xy\nset xrange [%g:%g]\nset yrange [%g:%g]\nset grid y lc rgb "
            "'#dddddd'\nset format '%%g'\n"
            "at(s) = $1 == s ? $5 : NaN\n"
            "above(s) = $1 == s && $6 > %g * $5 ? $5 : NaN\n"
            "below(s) = $1 == s && $6 * %g < $5 ? $5 : NaN\n"
            "plot x with lines lc rgb '#222222' notitle, \\\n"
            "     1.1 * x with lines dt (2,3) lc rgb '#777777' notitle, \\\n"
            "     x / 1.1 with lines dt (2,3) lc rgb '#777777' title '10 %%'",
            min_value / 1.4, max_value * 1.4, min_value / 1.4, max_value * 1.4, min_named_ratio,
            min_named_ratio);
    for (size_t i = 0; i < s->series_count; i++) {
        fprintf(out, ", \\\n     data skip 1 using (at(%zu)):6 with points %s title '%s'", i,
                find_look(s, i)->point, s->series[i].name);
        if (has_intervals(s, i))
            fprintf(out,
                    ", \\\n     data skip 1 using (at(%zu)):9:(0):($10-$9) with vectors nohead lw "
                    "3 lc rgb '#777777' notitle",
                    i);
        if (s->series[i].look == NOC_STUDY_MODEL) put_names(s, i, out);
    }
    fputc('\n', out);
}

/* Returns the commands that draw the points. The caller frees the text; NULL when out of memory. */
static char *write_commands(const noc_study *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("set xlabel ", out);
    noc_gnuplot_quote(out, s->x_title);
    fputs(" noenhanced\nset key tmargin center horizontal samplen 2 maxrows 1\nset border 3\nset "
          "tics nomirror\n"
          "set grid x lc rgb '#dddddd'\n",
          out);
    /* title of the whole picture: a plot's own title would be below its key */
    fprintf(out, "set multiplot layout 1,%u title ",
            s->form == NOC_STUDY_CURVES ? count_panels(s) : 1);
    noc_gnuplot_quote(out, s->title);
    fputs(" font large noenhanced\n", out);
    if (s->form == NOC_STUDY_BARS) put_bars(s, out);
    if (s->form == NOC_STUDY_DOTS) put_dots(s, out);
    if (s->form == NOC_STUDY_CURVES) put_curves(s, out);
    if (s->form == NOC_STUDY_SCATTER) put_scatter(s, out);
    fputs("unset multiplot\n", out);
    return fclose(out) == 0 ? text : NULL;
}

/* ---- picture --------------------------------------------------------------------------------- */

static void find_size(const noc_study *s, noc_gnuplot *figure)
{
    const double frame_pixels = 130;
    const double row_pixels = s->form == NOC_STUDY_BARS ? 15.0 * (double)s->series_count + 8 : 28;
    figure->width_pixels = s->form == NOC_STUDY_CURVES && !s->y_titles[1] ? 720 : 860;
    figure->height_pixels =
        s->form == NOC_STUDY_CURVES ? 440 : frame_pixels + row_pixels * (double)s->row_count;
    if (s->form == NOC_STUDY_SCATTER) figure->height_pixels = figure->width_pixels = 760;
}

static noc_status draw_picture(const noc_study *s, const char *path, bool *missing, noc_diag *diag)
{
    NOC_AUTO_FREE char *data = write_points_csv(s), *commands = write_commands(s);
    noc_gnuplot figure = {
        .path = path,
        .pixels_per_cm = 48,
        .font_points = 7.7,
        .title = s->title,
        .data = data,
        .commands = commands,
    };
    find_size(s, &figure);
    return noc_gnuplot_draw(&figure, missing, diag);
}

/* ---- page ------------------------------------------------------------------------------------ */

/* Copies the picture from the "<svg" line on, since declarations are not allowed inside a page. */
static noc_status put_picture(FILE *out, const char *path, noc_diag *diag)
{
    char *line = NULL;
    size_t size = 0;
    bool has_begun = false;
    FILE *input = fopen(path, "re");
    if (!input) return noc_fail(diag, NOC_EFAILED, (noc_place){path, 0}, "cannot be read");
    while (getline(&line, &size, input) > 0) {
        has_begun = has_begun || strncmp(line, "<svg", 4) == 0;
        if (has_begun) fputs(line, out);
    }
    free(line);
    fclose(input);
    return NOC_OK;
}

/* Writes a cell across all columns, the heading of the rows below. */
static void put_span(const noc_table *table, size_t row, FILE *out)
{
    fprintf(out, "<th colspan=\"%zu\">", table->column_count);
    noc_svg_escape(out, noc_table_cell_text(table, row, 0));
    fputs("</th>", out);
}

static void put_row(const noc_table *table, size_t row, FILE *out)
{
    for (size_t c = 0; c < table->column_count; c++) {
        fputs(table->columns[c].align == NOC_ALIGN_LEFT ? "<td>" : "<td class=\"number\">", out);
        noc_svg_escape(out, noc_table_cell_text(table, row, c));
        fputs("</td>", out);
    }
}

static void put_cells(const noc_table *table, FILE *out)
{
    fputs("<table>\n<tr>", out);
    for (size_t c = 0; c < table->column_count; c++) {
        fputs("<th>", out);
        noc_svg_escape(out, table->columns[c].header);
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
    for (size_t r = 0; r < table->row_count; r++) {
        fputs("<tr>", out);
        if (table->rows[r].is_span)
            put_span(table, r, out);
        else
            put_row(table, r, out);
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

static noc_status put_page(const noc_study *s, FILE *out, const char *picture, noc_diag *diag)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", out);
    noc_svg_escape(out, s->title);
    fputs("</title>\n<style>\n"
          "body { font: 13px sans-serif; color: #333; margin: 1em; max-width: 900px; }\n"
          "svg { max-width: 100%; height: auto; }\n"
          "table { border-collapse: collapse; margin: 1em 0; }\n"
          "th, td { padding: 2px 8px; border-bottom: 1px solid #ddd; text-align: left; }\n"
          "td.number { text-align: right; font-variant-numeric: tabular-nums; }\n"
          "</style>\n</head>\n<body>\n",
          out);
    const noc_status status = put_picture(out, picture, diag);
    put_cells(&s->table, out);
    fputs("<p>", out);
    noc_svg_escape(out, s->note_text);
    fputc(' ', out);
    noc_svg_escape(out, s->remark);
    fputs("</p>\n</body>\n</html>\n", out);
    return status;
}

static noc_status write_page(const noc_study *s, const char *path, bool *missing, noc_diag *diag)
{
    NOC_AUTO_FREE char *picture = NULL, *text = NULL;
    size_t size = 0;
    noc_status status = noc_output_check_path(path, diag);
    if (status != NOC_OK) return status;
    if (asprintf(&picture, "%.*s.svg", (int)(strrchr(path, '.') - path), path) < 0)
        return noc_fail_memory(diag);
    status = draw_picture(s, picture, missing, diag);
    FILE *out = status == NOC_OK ? open_memstream(&text, &size) : NULL;
    if (out) {
        status = put_page(s, out, picture, diag);
        if (fclose(out) != 0) status = noc_fail_memory(diag);
        if (status == NOC_OK) status = noc_output_write(path, text, size, diag);
    } else if (status == NOC_OK) {
        status = noc_fail_memory(diag);
    }
    return status;
}

noc_status noc_study_draw(const noc_study *s, const char *path, bool *missing, noc_diag *diag)
{
    if (s->is_out_of_memory || s->table.arena.is_short) return noc_fail_memory(diag);
    const bool is_page = strcmp(strrchr(path, '.'), ".html") == 0;
    return is_page ? write_page(s, path, missing, diag) : draw_picture(s, path, missing, diag);
}
