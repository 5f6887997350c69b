#include "reports/drawings/plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"

/* Lengths in pixels. */
static const double tick_length = 5, tick_gap = 7, title_height = 20, tick_height = 17,
                    edge_gap = 4;
static const double x_tick_room = 10, y_tick_room = 18; /* least room between texts of ticks */
static const double bar_cap = 3, rule_gap = 6, arrow_length = 8, digit_drop = 4;

enum { X_STEPS = 8, Y_STEPS = 9 };

/* ---- axes ----------------------------------------------------------------------------------- */

noc_svg_point noc_plane_find(const noc_plane *plane, double x, double y)
{
    return (noc_svg_point){
        plane->left + (plane->right - plane->left) * noc_axis_share(&plane->x, x),
        plane->bottom - (plane->bottom - plane->top) * noc_axis_share(&plane->y, y)};
}

bool noc_plane_has(const noc_plane *plane, double x, double y)
{
    return x >= plane->x.low && x <= plane->x.high && y >= plane->y.low && y <= plane->y.high;
}

/* Finds the ticks of y, with as many steps as have room. */
static noc_axis_ticks y_ticks(const noc_plane *plane, double height)
{
    noc_axis_ticks ticks = {.count = 0};
    for (size_t steps = Y_STEPS; steps > 0; steps--) {
        double closest = INFINITY;
        ticks = noc_axis_find_ticks(&plane->y, steps);
        for (size_t i = 1; i < ticks.count; i++)
            closest = fmin(closest, height * (noc_axis_share(&plane->y, ticks.list[i].value) -
                                              noc_axis_share(&plane->y, ticks.list[i - 1].value)));
        if (closest >= y_tick_room) break;
    }
    return ticks;
}

/* Finds the ticks of x, with as many steps as have room. */
static noc_axis_ticks x_ticks(const noc_plane *plane)
{
    noc_axis_ticks ticks = {.count = 0};
    for (size_t steps = X_STEPS; steps > 0; steps--) {
        double room = INFINITY, last_end = -INFINITY;
        ticks = noc_axis_find_ticks(&plane->x, steps);
        for (size_t i = 0; i < ticks.count; i++) {
            const double x = noc_plane_find(plane, ticks.list[i].value, NAN).x;
            const double half = noc_chart_text_width(NOC_CHART_SMALL, ticks.list[i].text) / 2;
            room = fmin(room, x - half - last_end);
            last_end = x + half;
        }
        if (room >= x_tick_room) break;
    }
    return ticks;
}

static double widest_text(const noc_axis_ticks *ticks)
{
    double widest = 0.0;
    for (size_t i = 0; i < ticks->count; i++)
        widest = fmax(widest, noc_chart_text_width(NOC_CHART_SMALL, ticks->list[i].text));
    return widest;
}

void noc_plane_place(noc_plane *plane, double height)
{
    noc_axis_ticks ticks = y_ticks(plane, height);
    plane->left = noc_chart_margin + title_height + widest_text(&ticks) + tick_gap;
    plane->right = plane->chart->width - noc_chart_margin - edge_gap;
    plane->top = plane->chart->y;
    plane->bottom = plane->top + height;
    ticks = x_ticks(plane);
    plane->right = fmin(plane->right, plane->chart->width - edge_gap - widest_text(&ticks) / 2.0);
}

/* Draws the grid's line and the text of a tick. */
static void draw_x_tick(const noc_plane *plane, const noc_axis_tick *tick)
{
    const double x = noc_plane_find(plane, tick->value, NAN).x;
    fprintf(plane->chart->out,
            "<path d=\"M%.1f %.1fV%.1f\" stroke=\"currentColor\" stroke-opacity=\".13\"/>\n"
            "<path d=\"M%.1f %.1fv%.1f\" stroke=\"currentColor\" stroke-opacity=\".6\"/>\n",
            x, plane->top, plane->bottom, x, plane->bottom, tick_length);
    noc_chart_put(plane->chart, NOC_CHART_SMALL, NOC_CHART_MIDDLE, x, plane->bottom + tick_height,
                  tick->text);
}

static void draw_y_tick(const noc_plane *plane, const noc_axis_tick *tick)
{
    const double y = noc_plane_find(plane, NAN, tick->value).y;
    fprintf(plane->chart->out,
            "<path d=\"M%.1f %.1fH%.1f\" stroke=\"currentColor\" stroke-opacity=\".13\"/>\n",
            plane->left, y, plane->right);
    noc_chart_put(plane->chart, NOC_CHART_SMALL, NOC_CHART_END, plane->left - tick_gap,
                  y + digit_drop, tick->text);
}

/* Writes the titles, cut to the lengths of their axes. */
static void put_titles(const noc_plane *plane)
{
    const double height = plane->bottom - plane->top, middle = (plane->top + plane->bottom) / 2;
    char title[200];
    snprintf(title, sizeof title, "%s", plane->x_title);
    noc_chart_text_cut(NOC_CHART_NORMAL, title, plane->right - plane->left);
    noc_chart_put(plane->chart, NOC_CHART_NORMAL, NOC_CHART_MIDDLE,
                  (plane->left + plane->right) / 2, plane->bottom + tick_height + title_height,
                  title);
    if (!plane->y_title) return;
    snprintf(title, sizeof title, "%s", plane->y_title);
    noc_chart_text_cut(NOC_CHART_NORMAL, title, height);
    fprintf(plane->chart->out, "<g transform=\"translate(%.1f %.1f) rotate(-90)\">\n",
            noc_chart_margin + 8.0, middle);
    noc_chart_put(plane->chart, NOC_CHART_NORMAL, NOC_CHART_MIDDLE, 0.0, 0.0, title);
    fputs("</g>\n", plane->chart->out);
}

void noc_plane_draw_axes(const noc_plane *plane)
{
    const noc_axis_ticks x = x_ticks(plane), y = y_ticks(plane, plane->bottom - plane->top);
    for (size_t i = 0; i < x.count; i++) draw_x_tick(plane, &x.list[i]);
    for (size_t i = 0; i < y.count && plane->y_title; i++) draw_y_tick(plane, &y.list[i]);
    fprintf(plane->chart->out,
            "<path d=\"M%.1f %.1fV%.1fH%.1f\" fill=\"none\" stroke=\"currentColor\" "
            "stroke-opacity=\".6\"/>\n",
            plane->left, plane->top, plane->bottom, plane->right);
    put_titles(plane);
    plane->chart->y = plane->bottom + tick_height + title_height + 6.0;
}

/* Begins a path in the colour of a look, up to its data. */
static void begin_path(const noc_plane *plane, noc_chart_look look, const char *attributes)
{
    fputs("<path", plane->chart->out);
    noc_chart_put_look(plane->chart, look, NULL);
    fprintf(plane->chart->out, " %s d=\"", attributes);
}

/* ---- bands ---------------------------------------------------------------------------------- */

static double clamp(double value, double low, double high)
{
    return fmin(fmax(value, low), high);
}

/* Finds where the line from `a` to `b` has the height `y`. */
static double crossing_x(noc_svg_point a, noc_svg_point b, double y)
{
    return a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
}

/* Writes the way from `a` to `b` along the edge of a band, which is flat beyond the plane. */
static void put_edge(const noc_plane *plane, noc_svg_point a, noc_svg_point b)
{
    const double first = a.y < b.y ? plane->top : plane->bottom;
    const double bounds[] = {first, plane->top + plane->bottom - first};
    for (int i = 0; i < 2; i++)
        if ((a.y - bounds[i]) * (b.y - bounds[i]) < 0.0)
            fprintf(plane->chart->out, "L%.1f %.1f", crossing_x(a, b, bounds[i]), bounds[i]);
    fprintf(plane->chart->out, "L%.1f %.1f", b.x, clamp(b.y, plane->top, plane->bottom));
}

/* Finds an end of the interval of a point. Values far beyond the plane are nearer, so that
 * distances stay finite. */
static noc_svg_point band_end(const noc_plane *plane, const noc_plane_point *point, bool is_upper)
{
    const double height = plane->bottom - plane->top;
    noc_svg_point p = noc_plane_find(plane, point->x, is_upper ? point->y_hi : point->y_lo);
    if (isnan(p.y)) p.y = plane->bottom; /* a value without a logarithm */
    p.y = clamp(p.y, plane->top - 1e3 * height, plane->bottom + 1e3 * height);
    return p;
}

static bool has_band(const noc_plane *plane, const noc_plane_point *point)
{
    return point->x >= plane->x.low && point->x <= plane->x.high && !isnan(point->y_lo) &&
           !isnan(point->y_hi);
}

/* Writes a closed outline of points that all have intervals: the lower ends, then back along the
 * upper ones. */
static void put_outline(const noc_plane *plane, const noc_plane_point *points, size_t count)
{
    noc_svg_point last = band_end(plane, &points[0], false);
    fprintf(plane->chart->out, "M%.1f %.1f", last.x, clamp(last.y, plane->top, plane->bottom));
    for (size_t i = 1; i < 2 * count; i++) {
        const bool is_upper = i >= count;
        const noc_svg_point next =
            band_end(plane, &points[is_upper ? 2 * count - 1 - i : i], is_upper);
        put_edge(plane, last, next);
        last = next;
    }
    fputc('z', plane->chart->out);
}

void noc_plane_draw_band(const noc_plane *plane, noc_chart_look look, const noc_plane_point *points,
                         size_t count)
{
    begin_path(plane, look, "fill=\"currentColor\" fill-opacity=\".18\"");
    for (size_t i = 0; i < count;) {
        size_t end = i;
        while (end < count && has_band(plane, &points[end])) end++;
        if (end > i) put_outline(plane, &points[i], end - i);
        i = end + 1;
    }
    fputs("\"/>\n", plane->chart->out);
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* State of a path: its last point. */
typedef struct pen {
    const noc_plane *plane;
    noc_svg_point last;
    bool is_down;
} pen;

/* Cuts the part of a line with t * slope > room off the range of t, from 0 to 1. */
static void cut_range(double slope, double room, double range[2])
{
    if (slope == 0.0) {
        if (room < 0.0) range[1] = -1.0;
    } else if (slope > 0.0) {
        range[1] = fmin(range[1], room / slope);
    } else {
        range[0] = fmax(range[0], room / slope);
    }
}

/* Writes the part of a straight line that lies in the plane (Liang, Barsky 1984). */
static void put_segment(pen *p, noc_svg_point a, noc_svg_point b)
{
    const noc_plane *plane = p->plane;
    const double dx = b.x - a.x, dy = b.y - a.y;
    double range[2] = {0.0, 1.0};
    cut_range(-dx, a.x - plane->left, range);
    cut_range(dx, plane->right - a.x, range);
    cut_range(-dy, a.y - plane->top, range);
    cut_range(dy, plane->bottom - a.y, range);
    if (range[0] > range[1]) {
        p->is_down = false;
        return;
    }
    const noc_svg_point begin = {a.x + range[0] * dx, a.y + range[0] * dy};
    const noc_svg_point end = {a.x + range[1] * dx, a.y + range[1] * dy};
    if (!p->is_down || begin.x != p->last.x || begin.y != p->last.y)
        fprintf(plane->chart->out, "M%.1f %.1f", begin.x, begin.y);
    fprintf(plane->chart->out, "L%.1f %.1f", end.x, end.y);
    *p = (pen){plane, end, true};
}

static void put_way(pen *p, noc_plane_way way, noc_svg_point a, noc_svg_point b)
{
    const noc_svg_point corner =
        way == NOC_WAY_STEP_LATE ? (noc_svg_point){b.x, a.y} : (noc_svg_point){a.x, b.y};
    if (way == NOC_WAY_STRAIGHT) {
        put_segment(p, a, b);
        return;
    }
    put_segment(p, a, corner);
    put_segment(p, corner, b);
}

void noc_plane_draw_line(const noc_plane *plane, noc_chart_look look, noc_plane_way way,
                         double width, const noc_plane_point *points, size_t count)
{
    pen p = {.plane = plane};
    fputs("<path", plane->chart->out);
    noc_chart_put_look(plane->chart, look, NULL);
    noc_chart_put_dashes(plane->chart, look);
    fprintf(plane->chart->out,
            " fill=\"none\" stroke=\"currentColor\" stroke-width=\"%.1f\" "
            "stroke-linejoin=\"round\" d=\"",
            width);
    for (size_t i = 0; i + 1 < count; i++) {
        const noc_svg_point a = noc_plane_find(plane, points[i].x, points[i].y);
        const noc_svg_point b = noc_plane_find(plane, points[i + 1].x, points[i + 1].y);
        p.is_down &= isfinite(a.x) && isfinite(a.y);
        if (isfinite(a.x) && isfinite(a.y) && isfinite(b.x) && isfinite(b.y))
            put_way(&p, way, a, b);
    }
    fputs("\"/>\n", plane->chart->out);
}

/* ---- marks ---------------------------------------------------------------------------------- */

/* Writes a bar between two points of a row or a column, with marks at those ends that are not cut
 * off. */
static void put_bar(const noc_plane *plane, noc_svg_point a, noc_svg_point b)
{
    const noc_svg_point from = {clamp(a.x, plane->left, plane->right),
                                clamp(a.y, plane->top, plane->bottom)};
    const noc_svg_point to = {clamp(b.x, plane->left, plane->right),
                              clamp(b.y, plane->top, plane->bottom)};
    const bool is_level = a.y == b.y;
    const noc_svg_point ends[] = {from, to}, uncut[] = {a, b};
    fprintf(plane->chart->out, "M%.1f %.1fL%.1f %.1f", from.x, from.y, to.x, to.y);
    for (int i = 0; i < 2; i++) {
        if (ends[i].x != uncut[i].x || ends[i].y != uncut[i].y) continue;
        if (is_level)
            fprintf(plane->chart->out, "M%.1f %.1fv%.1f", ends[i].x, ends[i].y - bar_cap,
                    2 * bar_cap);
        else
            fprintf(plane->chart->out, "M%.1f %.1fh%.1f", ends[i].x - bar_cap, ends[i].y,
                    2 * bar_cap);
    }
}

void noc_plane_draw_bars(const noc_plane *plane, noc_chart_look look, const noc_plane_point *point)
{
    const bool has_x = point->x_hi > point->x_lo, has_y = point->y_hi > point->y_lo;
    if (!noc_plane_has(plane, point->x, point->y) || (!has_x && !has_y)) return;
    begin_path(plane, look,
               "fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.2\" "
               "stroke-opacity=\".75\"");
    if (has_x)
        put_bar(plane, noc_plane_find(plane, fmax(point->x_lo, plane->x.low), point->y),
                noc_plane_find(plane, point->x_hi, point->y));
    if (has_y)
        put_bar(plane, noc_plane_find(plane, point->x, fmax(point->y_lo, plane->y.low)),
                noc_plane_find(plane, point->x, point->y_hi));
    fputs("\"/>\n", plane->chart->out);
}

/* Looks of noc_plane_mark. */
static const struct {
    const char *class, *attributes;
    bool is_outlined;
} mark_looks[] = {
    [NOC_MARK_FULL] = {NULL, "fill=\"currentColor\"", false},
    [NOC_MARK_RINGED] = {"noc-ringed", "fill=\"currentColor\" stroke=\"#222222\"", true},
    [NOC_MARK_FAINT] = {NULL, "fill=\"currentColor\" fill-opacity=\".5\"", false},
    [NOC_MARK_OPEN] = {"noc-paper", "fill=\"#ffffff\" stroke=\"currentColor\"", true},
    [NOC_MARK_ABOVE] = {NULL, "fill=\"none\" stroke=\"currentColor\"", true},
    [NOC_MARK_HIDDEN] = {NULL, "fill=\"currentColor\" fill-opacity=\"0\"", false},
};
static const double outline_share = 0.32; /* width of an outline, as a share of the radius */

void noc_plane_draw_mark(const noc_plane *plane, noc_chart_look look, noc_plane_mark mark,
                         double radius, const noc_plane_point *point, const char *text)
{
    FILE *out = plane->chart->out;
    const double y = mark == NOC_MARK_ABOVE ? plane->y.high : point->y;
    const noc_svg_point centre = noc_plane_find(plane, point->x, y);
    if (!noc_plane_has(plane, point->x, y)) return;
    fputs("<path", out);
    noc_chart_put_look(plane->chart, look, mark_looks[mark].class);
    fprintf(out, " %s", mark_looks[mark].attributes);
    if (mark_looks[mark].is_outlined)
        fprintf(out, " stroke-width=\"%.1f\"", outline_share * radius);
    fputs(" d=\"", out);
    if (mark == NOC_MARK_ABOVE)
        fprintf(out, "M%.1f %.1fl%.1f %.1fh%.1fz", centre.x, centre.y, radius, 1.7 * radius,
                -2.0 * radius);
    else
        noc_chart_put_shape(plane->chart, look, centre, radius);
    fputs("\">", out);
    if (text) {
        fputs("<title>", out);
        noc_svg_escape(out, text);
        fputs("</title>", out);
    }
    fputs("</path>\n", out);
}

static int compare_places(const void *a, const void *b)
{
    const noc_svg_point *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->y < q->y ? -1 : p->y > q->y;
}

/* Lists the places of points in the plane, to half a pixel, in order. Returns their number. */
static size_t list_places(const noc_plane *plane, const noc_plane_point *points, size_t count,
                          noc_svg_point *places)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const noc_svg_point p = noc_plane_find(plane, points[i].x, points[i].y);
        if (noc_plane_has(plane, points[i].x, points[i].y))
            places[found++] = (noc_svg_point){round(2.0 * p.x) / 2.0, round(2.0 * p.y) / 2.0};
    }
    qsort(places, found, sizeof *places, compare_places);
    return found;
}

noc_status noc_plane_draw_dots(const noc_plane *plane, noc_chart_look look, double radius,
                               const noc_plane_point *points, size_t count, noc_diag *diag)
{
    NOC_AUTO_FREE noc_svg_point *places = malloc((count + 1) * sizeof *places);
    if (!places) return noc_fail_memory(diag);
    const size_t found = list_places(plane, points, count, places);
    fputs("<path", plane->chart->out);
    noc_chart_put_look(plane->chart, look, NULL);
    fprintf(plane->chart->out,
            " fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".5\" "
            "stroke-linecap=\"round\" stroke-width=\"%.1f\" d=\"",
            2.0 * radius);
    for (size_t i = 0; i < found; i++)
        if (i == 0 || compare_places(&places[i - 1], &places[i]) != 0)
            fprintf(plane->chart->out, "M%g %gh0", places[i].x, places[i].y);
    fputs("\"/>\n", plane->chart->out);
    return NOC_OK;
}

/* ---- rules ---------------------------------------------------------------------------------- */

static bool has_rule(const noc_plane *plane, const noc_plane_rule *rule)
{
    return rule->value >= plane->x.low && rule->value <= plane->x.high;
}

/* Finds the ends of what is drawn on the row of a rule. */
static void find_row_ends(const noc_plane *plane, const noc_plane_rule *rule, double ends[2])
{
    const double x = noc_plane_find(plane, rule->value, NAN).x;
    ends[0] = ends[1] = x;
    if (!(rule->hi > rule->lo)) return;
    ends[0] = noc_plane_find(plane, clamp(rule->lo, plane->x.low, plane->x.high), NAN).x;
    ends[1] = noc_plane_find(plane, clamp(rule->hi, plane->x.low, plane->x.high), NAN).x;
}

/* Draws the interval of a rule as a thick line on its row, and a mark at the value. */
static void draw_row(const noc_plane *plane, const noc_plane_rule *rule)
{
    const double y = plane->top - rule->row;
    double ends[2];
    find_row_ends(plane, rule, ends);
    begin_path(plane, rule->look,
               "fill=\"none\" stroke=\"currentColor\" stroke-width=\"4\" stroke-opacity=\".55\"");
    fprintf(plane->chart->out, "M%.1f %.1fH%.1f\"/>\n", ends[0], y, ends[1]);
    if (rule->hi > plane->x.high) {
        begin_path(plane, rule->look, "fill=\"currentColor\"");
        fprintf(plane->chart->out, "M%.1f %.1fv10l%.1f-5z\"/>\n", ends[1], y - 5.0, arrow_length);
    }
    begin_path(plane, rule->look, "fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"");
    fprintf(plane->chart->out, "M%.1f %.1fv10\"/>\n", noc_plane_find(plane, rule->value, NAN).x,
            y - 5.0);
}

void noc_plane_draw_rule(const noc_plane *plane, const noc_plane_rule *rule)
{
    if (!has_rule(plane, rule)) return;
    begin_path(plane, rule->look,
               "fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.2\" "
               "stroke-dasharray=\"1.5 3\"");
    fprintf(plane->chart->out, "M%.1f %.1fV%.1f\"/>\n", noc_plane_find(plane, rule->value, NAN).x,
            plane->bottom, plane->top - rule->row);
    if (rule->row > 0.0) draw_row(plane, rule);
}

void noc_plane_write_rule(const noc_plane *plane, const noc_plane_rule *rule)
{
    double ends[2];
    if (!has_rule(plane, rule) || !(rule->row > 0.0)) return;
    find_row_ends(plane, rule, ends);
    if (rule->hi > plane->x.high) ends[1] += arrow_length;
    const double width = noc_chart_text_width(NOC_CHART_LABEL, rule->text);
    const bool is_right = ends[1] + rule_gap + width <= plane->chart->width - noc_chart_margin;
    noc_chart_put(plane->chart, NOC_CHART_LABEL, is_right ? NOC_CHART_START : NOC_CHART_END,
                  is_right ? ends[1] + rule_gap : ends[0] - rule_gap,
                  plane->top - rule->row + digit_drop, rule->text);
}
