#include "reports/front/front_drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "reports/drawings/plane.h"
#include "reports/front/front_scene.h"
#include "reports/writers/memory_text.h"

/* Lengths in pixels. */
static const double front_width = 880, plane_height = 360, plane_gap = 14, key_gap = 8;
static const double possible_radius = 2.6, other_radius = 1.8, column_gap = 16, number_drop = 4;

/* Radius of the front's marks, for fronts of so many designs. */
static const struct {
    size_t count;
    double radius;
} member_radii[] = {{60, 4.6}, {200, 3.4}, {SIZE_MAX, 2.4}};

/* Limits: designs whose marks have texts, and members that all have intervals (of more only those
 * with a number). */
enum {
    TEXTS_MAX = 1000,
    INTERVALS_MAX = 60,
    COLUMNS_MAX = NOC_OBJECTIVES_MAX + 1,
    HEADER_CHARS = 120
};

static const noc_chart_look ink = {NOC_CHART_INK, 0, 0};

typedef struct drawing {
    noc_front_scene scene;
    const noc_candidates *candidates;
    noc_chart chart;
    noc_plane plane;
    noc_front_labels labels;
    noc_plane_point *points; /* room for all designs */
    size_t *front;           /* members in the order of x; room for all designs */
    size_t front_count;
    double radius; /* radius of the marks of members, pixels */
} drawing;

/* ---- texts ---------------------------------------------------------------------------------- */

/* Writes a paragraph and frees it. NOC_EFAILED for NULL, which means out of memory. */
static noc_status put_paragraph(drawing *d, noc_chart_text_style style, char *text, noc_diag *diag)
{
    if (!text) return noc_fail_memory(diag);
    noc_chart_write(&d->chart, style, noc_chart_margin, text);
    free(text);
    return NOC_OK;
}

static noc_status put_heading(drawing *d, noc_diag *diag)
{
    noc_status status = put_paragraph(d, NOC_CHART_TITLE, noc_front_title(&d->scene), diag);
    if (status == NOC_OK)
        status = put_paragraph(d, NOC_CHART_NORMAL, noc_front_knee_sentence(&d->scene, &d->labels),
                               diag);
    if (status == NOC_OK)
        status = put_paragraph(d, NOC_CHART_FAINT,
                               noc_front_count_words(d->candidates, &d->scene.summary), diag);
    return status;
}

static noc_status put_legend(drawing *d, noc_diag *diag)
{
    noc_chart_entry entries[NOC_CHART_NUMBER_COLOURS + 3];
    char *names[NOC_CHART_NUMBER_COLOURS] = {NULL};
    const size_t groups = noc_front_group_count(&d->scene);
    size_t count = 0;
    bool is_complete = true;
    for (size_t g = 1; g < groups; g++) {
        names[count] = noc_front_group_words(&d->scene, g);
        is_complete &= names[count] != NULL;
        entries[count] = (noc_chart_entry){noc_front_group_look(&d->scene, g), NOC_SAMPLE_MARK,
                                           names[count], ""};
        count++;
    }
    entries[count++] = (noc_chart_entry){ink, NOC_SAMPLE_RING,
                                         d->front_count > INTERVALS_MAX
                                             ? "on the front; numbered ones with intervals"
                                             : "on the front, with intervals",
                                         ""};
    if (d->scene.summary.possible_count)
        entries[count++] = (noc_chart_entry){ink, NOC_SAMPLE_DOT, "possibly on it", ""};
    entries[count++] = (noc_chart_entry){ink, NOC_SAMPLE_FAINT_DOT, "not on it", ""};
    noc_status status = is_complete ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK)
        status = noc_chart_write_legend(&d->chart, noc_chart_margin, entries, count, diag);
    for (size_t i = 0; i < NOC_CHART_NUMBER_COLOURS; i++) free(names[i]);
    return status;
}

/* ---- the key -------------------------------------------------------------------------------- */

/* Writes the header of a column. Returns the number of its lines. */
static size_t write_header(const drawing *d, size_t objective, char header[HEADER_CHARS])
{
    size_t lines = 1;
    noc_front_write_header(d->candidates->objectives.list[objective].metric, header, HEADER_CHARS);
    for (const char *c = header; *c; c++) lines += *c == '\n';
    return lines;
}

/* Writes the lines of a column's header, the last one on the baseline `y`. */
static void put_header(const drawing *d, size_t objective, double x, double y)
{
    char header[HEADER_CHARS];
    size_t lines = write_header(d, objective, header);
    char *rest = header;
    for (char *line; (line = strsep(&rest, "\n")); lines--)
        noc_chart_put(&d->chart, NOC_CHART_FAINT, NOC_CHART_START, x,
                      y - noc_chart_line_height(NOC_CHART_FAINT) * (double)(lines - 1), line);
}

/* Returns the width of an objective's column. */
static double find_column_width(const drawing *d, size_t objective)
{
    char header[HEADER_CHARS];
    double width = 0.0;
    write_header(d, objective, header);
    char *rest = header;
    for (char *line; (line = strsep(&rest, "\n"));)
        width = fmax(width, noc_chart_text_width(NOC_CHART_FAINT, line));
    for (size_t k = 0; k < d->labels.count; k++)
        width =
            fmax(width,
                 noc_chart_text_width(
                     NOC_CHART_SMALL,
                     noc_front_figure(d->candidates, d->labels.list[k].candidate, objective).text));
    return width + column_gap;
}

/* Writes the line of a number: number, objectives, name. `columns`: left edges. */
static noc_status put_key_line(drawing *d, size_t k, const double *columns, noc_diag *diag)
{
    const size_t objectives = d->candidates->objectives.count, i = d->labels.list[k].candidate;
    const double y = d->chart.y + 0.7 * noc_chart_line_height(NOC_CHART_SMALL);
    NOC_AUTO_FREE char *name = noc_front_key_name(&d->scene, i);
    char number[24];
    if (!name) return noc_fail_memory(diag);
    snprintf(number, sizeof number, "%zu", k + 1);
    noc_chart_put(&d->chart, NOC_CHART_SMALL, NOC_CHART_END, columns[0] - key_gap, y, number);
    for (size_t o = 0; o < objectives; o++)
        noc_chart_put(&d->chart, NOC_CHART_SMALL, NOC_CHART_START, columns[o], y,
                      noc_front_figure(d->candidates, i, o).text);
    noc_chart_write(&d->chart, NOC_CHART_SMALL, columns[objectives], name);
    return NOC_OK;
}

/* Writes the key of the numbers, and notes. */
static noc_status put_key(drawing *d, noc_diag *diag)
{
    const size_t objectives = d->candidates->objectives.count;
    double columns[COLUMNS_MAX] = {noc_chart_margin + 2.0 * column_gap};
    noc_status status = NOC_OK;
    size_t lines = 0;
    for (size_t o = 0; o < objectives; o++) {
        char header[HEADER_CHARS];
        const size_t own_lines = write_header(d, o, header);
        if (own_lines > lines) lines = own_lines;
        columns[o + 1] = columns[o] + find_column_width(d, o);
    }
    if (d->labels.count > 0) {
        d->chart.y += key_gap + noc_chart_line_height(NOC_CHART_FAINT) * (double)lines;
        for (size_t o = 0; o < objectives; o++) put_header(d, o, columns[o], d->chart.y - 4.0);
    }
    for (size_t k = 0; k < d->labels.count && status == NOC_OK; k++)
        status = put_key_line(d, k, columns, diag);
    d->chart.y += key_gap;
    if (status == NOC_OK)
        status = put_paragraph(d, NOC_CHART_FAINT, noc_front_key_note(&d->scene, &d->labels), diag);
    if (status == NOC_OK)
        status = put_paragraph(d, NOC_CHART_FAINT, noc_front_excluded_words(d->candidates), diag);
    return status;
}

/* ---- the plane ------------------------------------------------------------------------------ */

static noc_plane_point find_point(const drawing *d, size_t i)
{
    const noc_metric x = noc_front_axis_value(d->candidates, i, 0);
    const noc_metric y = noc_front_axis_value(d->candidates, i, 1);
    return (noc_plane_point){x.value, y.value, x.lo, x.hi, y.lo, y.hi};
}

/* Draws a design's mark with its name and objectives as text. */
static noc_status draw_design(drawing *d, size_t i, noc_plane_mark mark, double radius,
                              noc_diag *diag)
{
    NOC_AUTO_FREE char *name = noc_design_name(&d->scene.names, i);
    NOC_AUTO_FREE char *figures = noc_front_figures(d->candidates, i, 0);
    NOC_AUTO_FREE char *text = NULL;
    if (!name || !figures || asprintf(&text, "%s: %s", name, figures) < 0)
        return noc_fail_memory(diag);
    const noc_plane_point point = find_point(d, i);
    noc_plane_draw_mark(&d->plane,
                        noc_front_group_look(&d->scene, noc_front_find_group(&d->scene, i)), mark,
                        radius, &point, text);
    return NOC_OK;
}

/* Draws the designs of a kind that is not on the front. */
static noc_status draw_kind(drawing *d, noc_front_kind kind, noc_plane_mark mark, double radius,
                            noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < d->candidates->racing_count && status == NOC_OK; i++)
        if (noc_front_find_kind(d->candidates, i) == kind)
            status = draw_design(d, i, mark, radius, diag);
    return status;
}

/* Draws all designs off the front as dots without texts, group by group. */
static noc_status draw_dots(drawing *d, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t g = 0; g < noc_front_group_count(&d->scene) && status == NOC_OK; g++) {
        size_t count = 0;
        for (size_t i = 0; i < d->candidates->racing_count; i++)
            if (noc_front_find_kind(d->candidates, i) == NOC_FRONT_OTHER &&
                noc_front_find_group(&d->scene, i) == g)
                d->points[count++] = find_point(d, i);
        if (count > 0)
            status = noc_plane_draw_dots(&d->plane, noc_front_group_look(&d->scene, g),
                                         other_radius, d->points, count, diag);
    }
    return status;
}

/* Draws the front as steps, for two objectives only: between two designs the line has the worse
 * value of each objective. */
static void draw_steps(drawing *d)
{
    const noc_objectives *objectives = &d->candidates->objectives;
    if (objectives->count != 2) return;
    for (size_t k = 0; k < d->front_count; k++) d->points[k] = find_point(d, d->front[k]);
    noc_plane_draw_line(&d->plane, ink,
                        objectives->list[1].is_maximised ? NOC_WAY_STEP_EARLY : NOC_WAY_STEP_LATE,
                        1.3, d->points, d->front_count);
}

static noc_status draw_front(drawing *d, noc_diag *diag)
{
    noc_status status = NOC_OK;
    draw_steps(d);
    for (size_t k = 0; k < d->front_count; k++) {
        const noc_plane_point point = find_point(d, d->front[k]);
        if (d->front_count <= INTERVALS_MAX || noc_front_label_number(&d->labels, d->front[k]) > 0)
            noc_plane_draw_bars(
                &d->plane,
                noc_front_group_look(&d->scene, noc_front_find_group(&d->scene, d->front[k])),
                &point);
    }
    for (size_t k = 0; k < d->front_count && status == NOC_OK; k++)
        status = draw_design(d, d->front[k], NOC_MARK_RINGED, d->radius, diag);
    return status;
}

static void put_numbers(const drawing *d)
{
    for (size_t k = 0; k < d->labels.count; k++) {
        char number[24];
        snprintf(number, sizeof number, "%zu", k + 1);
        noc_chart_put(&d->chart, NOC_CHART_LABEL, NOC_CHART_MIDDLE,
                      d->plane.left + d->labels.list[k].x,
                      d->plane.bottom - d->labels.list[k].y + number_drop, number);
    }
}

static noc_status draw_plane(drawing *d, noc_diag *diag)
{
    const bool has_texts = d->candidates->racing_count <= TEXTS_MAX;
    noc_plane_draw_axes(&d->plane);
    noc_status status = has_texts
                            ? draw_kind(d, NOC_FRONT_OTHER, NOC_MARK_FAINT, other_radius, diag)
                            : draw_dots(d, diag);
    if (status == NOC_OK)
        status = draw_kind(d, NOC_FRONT_MAYBE, NOC_MARK_FULL, possible_radius, diag);
    if (status == NOC_OK) status = draw_front(d, diag);
    if (status == NOC_OK) put_numbers(d);
    return status;
}

/* ---- the document --------------------------------------------------------------------------- */

/* Places plane and numbers. The width of the plane does not depend on what is above it. */
static noc_status place(drawing *d, char titles[2][NOC_FRONT_AXIS_CHARS], noc_diag *diag)
{
    const noc_candidates *candidates = d->candidates;
    d->plane = (noc_plane){
        .chart = &d->chart,
        .x = noc_front_find_axis(candidates, 0),
        .y = noc_front_find_axis(candidates, 1),
        .x_title = noc_front_write_axis(candidates, 0, titles[0]),
        .y_title = noc_front_write_axis(candidates, 1, titles[1]),
    };
    noc_plane_place(&d->plane, plane_height);
    const noc_front_plane plane = {
        {d->plane.x, d->plane.y}, d->plane.right - d->plane.left, plane_height};
    return noc_front_labels_place(candidates, &d->scene.summary, &plane, &d->labels, diag);
}

static noc_status draw(drawing *d, noc_diag *diag)
{
    char titles[2][NOC_FRONT_AXIS_CHARS];
    noc_status status = place(d, titles, diag);
    if (status == NOC_OK) status = put_heading(d, diag);
    d->chart.y += plane_gap;
    noc_plane_place(&d->plane, plane_height);
    if (status == NOC_OK) status = draw_plane(d, diag);
    if (status == NOC_OK) status = put_legend(d, diag);
    if (status == NOC_OK) status = put_key(d, diag);
    return status;
}

static noc_status draw_document(drawing *d, noc_chart_scheme scheme, FILE *out, noc_diag *diag)
{
    NOC_AUTO_FREE char *title = noc_front_title(&d->scene);
    NOC_AUTO_FREE char *description = NULL;
    noc_status status =
        title ? noc_chart_begin(&d->chart, front_width, diag) : noc_fail_memory(diag);
    if (status != NOC_OK) return status;
    status = draw(d, diag);
    if (status == NOC_OK) {
        NOC_AUTO_FREE char *knee = noc_front_knee_sentence(&d->scene, &d->labels);
        NOC_AUTO_FREE char *count = noc_front_count_words(d->candidates, &d->scene.summary);
        if (!knee || !count || asprintf(&description, "%s. %s", knee, count) < 0)
            status = noc_fail_memory(diag);
    }
    if (status == NOC_OK) return noc_chart_end(&d->chart, title, description, scheme, out, diag);
    noc_chart_drop(&d->chart);
    return status;
}

noc_status noc_front_draw(const noc_front_view *view, noc_chart_scheme scheme, FILE *out,
                          noc_diag *diag)
{
    const noc_candidates *candidates = view->candidates;
    drawing d = {.candidates = candidates};
    noc_status status = noc_front_scene_make(view, &d.scene, diag);
    d.points = calloc(candidates->count + 1, sizeof *d.points);
    d.front = calloc(candidates->count + 1, sizeof *d.front);
    if (status == NOC_OK && (!d.points || !d.front)) status = noc_fail_memory(diag);
    if (status == NOC_OK) {
        d.front_count = noc_front_list_by_x(candidates, d.front);
        size_t size = 0;
        while (d.front_count > member_radii[size].count) size++;
        d.radius = member_radii[size].radius;
        status = draw_document(&d, scheme, out, diag);
    }
    free(d.points);
    free(d.front);
    noc_front_scene_clear(&d.scene);
    return status;
}
