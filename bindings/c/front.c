/* Fronts: public calls. */
#include "explore/front/front.h"

#include <math.h>
#include <stdlib.h>

#include "base/auto.h"
#include "bindings/c/call.h"
#include "bindings/c/system.h"
#include "reports/drawings/plane.h"
#include "reports/words/figure.h"

enum { X, Y, AXES, TITLE_CHARS = 160, NAMES_MAX = 24 };

/* Designs of a front, and what is known of them. */
typedef struct front {
    noc_metric_id metrics[AXES];
    bool is_maximised[AXES];
    const noc_front_entry *entries;
    size_t count;
    noc_front_mark *marks; /* [entry] */
} front;

/* Lengths in pixels. */
static const double plane_height = 360, member_radius = 4.6, other_radius = 1.8, axis_margin = 0.05,
                    label_gap = 7, title_gap = 12, line_width = 1.6;

static const noc_chart_look ink = {NOC_CHART_INK, 0, 0}, blue = {NOC_CHART_WORDS, 0, 0};

/* ---- marks ---------------------------------------------------------------------------------- */

static noc_status read_metrics(const char *x_metric, const char *y_metric, front *f, noc_diag *diag)
{
    static const noc_objectives no_objectives;
    noc_status status = noc_metric_read(x_metric, NOC_NOWHERE, NOC_EUSAGE, &f->metrics[X], diag);
    if (status == NOC_OK)
        status = noc_metric_read(y_metric, NOC_NOWHERE, NOC_EUSAGE, &f->metrics[Y], diag);
    for (int k = 0; k < AXES && status == NOC_OK; k++)
        f->is_maximised[k] = noc_metric_is_maximised(&no_objectives, f->metrics[k]);
    return status;
}

/* Checks that values are numbers. */
static noc_status check_entries(const front *f, noc_diag *diag)
{
    for (size_t i = 0; i < f->count; i++)
        if (!isfinite(f->entries[i].x) || !isfinite(f->entries[i].y))
            return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                            "entry %zu of the front has a value that is no finite number", i);
    return NOC_OK;
}

/* Puts a value into a point of the front, where larger is better. */
static void put_value(noc_front_point *point, int axis, bool is_maximised, double value, double lo,
                      double hi)
{
    if (!(lo <= value) || !(hi >= value)) lo = hi = value; /* no interval */
    point->value[axis] = is_maximised ? value : -value;
    point->worst[axis] = is_maximised ? lo : -hi;
    point->best[axis] = is_maximised ? hi : -lo;
}

static noc_status mark(front *f, noc_arena *memory, noc_diag *diag)
{
    noc_front_point *points = noc_arena_array(memory, f->count, sizeof *points);
    f->marks = noc_arena_array(memory, f->count, sizeof *f->marks);
    if (memory->is_short) return noc_fail_memory(diag);
    for (size_t i = 0; i < f->count; i++) {
        const noc_front_entry *e = &f->entries[i];
        put_value(&points[i], X, f->is_maximised[X], e->x, e->x_lo, e->x_hi);
        put_value(&points[i], Y, f->is_maximised[Y], e->y, e->y_lo, e->y_hi);
    }
    return noc_front_mark_all(points, f->count, AXES, f->marks, diag);
}

/* Reads and marks the designs of a call. */
static noc_status make_front(const char *x_metric, const char *y_metric,
                             const noc_front_entry *entries, size_t count, noc_arena *memory,
                             front *f, noc_diag *diag)
{
    *f = (front){.entries = entries, .count = count};
    noc_status status = read_metrics(x_metric, y_metric, f, diag);
    if (status == NOC_OK) status = check_entries(f, diag);
    return status == NOC_OK ? mark(f, memory, diag) : status;
}

int noc_front_find(const char *x_metric, const char *y_metric, const noc_front_entry *entries,
                   size_t count, unsigned char *is_best, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    NOC_AUTO(noc_arena_clear) noc_arena memory = {0};
    front f;
    noc_status status = noc_call_require(&call, "x_metric", x_metric, "y_metric", y_metric, NULL);
    if (status == NOC_OK && count > 0)
        status = noc_call_require(&call, "entries", entries, "is_best", is_best, NULL);
    if (status == NOC_OK)
        status = make_front(x_metric, y_metric, entries, count, &memory, &f, &call.diag);
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        is_best[i] = f.marks[i].is_on_value_front;
    return noc_call_end(&call, status);
}

/* ---- picture -------------------------------------------------------------------------------- */

/* Designs in a picture. */
typedef struct drawing {
    const front *front;
    noc_chart chart;
    noc_plane plane;
    noc_plane_point *others, *members; /* members in the order of x */
    const noc_front_entry **names;     /* [member] */
    size_t other_count, member_count;
} drawing;

static noc_plane_point find_point(const noc_front_entry *e)
{
    const bool has_x = e->x_lo <= e->x && e->x <= e->x_hi,
               has_y = e->y_lo <= e->y && e->y <= e->y_hi;
    return (noc_plane_point){e->x,
                             e->y,
                             has_x ? e->x_lo : NAN,
                             has_x ? e->x_hi : NAN,
                             has_y ? e->y_lo : NAN,
                             has_y ? e->y_hi : NAN};
}

static int compare_x(const void *left, const void *right)
{
    const noc_front_entry *a = *(const noc_front_entry *const *)left,
                          *b = *(const noc_front_entry *const *)right;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

/* Divides the designs into members of the front and others. */
static noc_status divide(drawing *d, noc_arena *memory, noc_diag *diag)
{
    const front *f = d->front;
    d->others = noc_arena_array(memory, f->count, sizeof *d->others);
    d->members = noc_arena_array(memory, f->count, sizeof *d->members);
    d->names = noc_arena_array(memory, f->count, sizeof *d->names);
    if (memory->is_short) return noc_fail_memory(diag);
    for (size_t i = 0; i < f->count; i++) {
        if (f->marks[i].is_on_value_front)
            d->names[d->member_count++] = &f->entries[i];
        else
            d->others[d->other_count++] = find_point(&f->entries[i]);
    }
    qsort(d->names, d->member_count, sizeof *d->names, compare_x);
    for (size_t i = 0; i < d->member_count; i++) d->members[i] = find_point(d->names[i]);
    return NOC_OK;
}

/* Chooses an axis with room for all values, and for the intervals of members. */
static noc_axis find_axis(const front *f, int axis)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < f->count; i++) {
        const noc_plane_point p = find_point(&f->entries[i]);
        const bool is_member = f->marks[i].is_on_value_front;
        const double value = axis == X ? p.x : p.y, lo = axis == X ? p.x_lo : p.y_lo,
                     hi = axis == X ? p.x_hi : p.y_hi;
        low = fmin(low, is_member ? fmin(value, lo) : value); /* NAN: no interval */
        high = fmax(high, is_member ? fmax(value, hi) : value);
    }
    return noc_axis_choose(low, high, axis_margin);
}

static const char *write_title(const front *f, int axis, char title[TITLE_CHARS])
{
    const char *unit = noc_metric_info_of(f->metrics[axis])->unit;
    snprintf(title, TITLE_CHARS, "%s%s%s (%s is better)", noc_metric_label(f->metrics[axis]).text,
             *unit ? ", " : "", unit, f->is_maximised[axis] ? "more" : "less");
    return title;
}

/* Room of a name, pixels; baseline at `bottom`. */
typedef struct box {
    double left, right, top, bottom;
} box;

/* Returns the room of member `i`'s name on a side of its mark. */
static box find_box(const drawing *d, size_t i, bool is_left, bool is_below)
{
    const noc_svg_point at = noc_plane_find(&d->plane, d->members[i].x, d->members[i].y);
    const double width = noc_chart_text_width(NOC_CHART_LABEL, d->names[i]->name),
                 height = noc_chart_line_height(NOC_CHART_LABEL),
                 left = is_left ? at.x - label_gap - width : at.x + label_gap,
                 bottom = is_below ? at.y + label_gap + 0.7 * height : at.y - label_gap;
    return (box){left, left + width, bottom - height, bottom};
}

/* True if a room lies in the plane, and has no mark of a member and none of the names in it. */
static bool is_free(const drawing *d, const box *b, const box *names, size_t name_count)
{
    const noc_plane *p = &d->plane;
    bool is_free =
        b->left >= p->left && b->right <= p->right && b->top >= p->top && b->bottom <= p->bottom;
    for (size_t i = 0; i < d->member_count && is_free; i++) {
        const noc_svg_point at = noc_plane_find(p, d->members[i].x, d->members[i].y);
        is_free = at.x < b->left - member_radius || at.x > b->right + member_radius ||
                  at.y < b->top - member_radius || at.y > b->bottom + member_radius;
    }
    for (size_t i = 0; i < name_count && is_free; i++)
        is_free = b->left > names[i].right || b->right < names[i].left ||
                  b->top > names[i].bottom || b->bottom < names[i].top;
    return is_free;
}

/* Writes the names of members beside them, where there is room. */
static void write_names(const drawing *d)
{
    box names[NAMES_MAX];
    size_t name_count = 0;
    const double middle = (d->plane.left + d->plane.right) / 2.0;
    for (size_t i = 0; i < d->member_count && d->member_count <= NAMES_MAX; i++) {
        const bool is_right_half =
            noc_plane_find(&d->plane, d->members[i].x, d->members[i].y).x > middle;
        if (!d->names[i]->name || !*d->names[i]->name) continue;
        for (int side = 0; side < 4; side++) {
            const bool is_left = is_right_half != (side % 2 == 1), is_below = side >= 2;
            const box b = find_box(d, i, is_left, is_below);
            if (!is_free(d, &b, names, name_count)) continue;
            names[name_count++] = b;
            noc_chart_put(&d->chart, NOC_CHART_LABEL, NOC_CHART_START, b.left, b.bottom,
                          d->names[i]->name);
            break;
        }
    }
}

static noc_status draw_plane(drawing *d, noc_diag *diag)
{
    const noc_plane_way way = d->front->is_maximised[X] ? NOC_WAY_STEP_EARLY : NOC_WAY_STEP_LATE;
    noc_plane_draw_axes(&d->plane);
    const noc_status status =
        noc_plane_draw_dots(&d->plane, ink, other_radius, d->others, d->other_count, diag);
    if (status != NOC_OK) return status;
    noc_plane_draw_line(&d->plane, blue, way, line_width, d->members, d->member_count);
    for (size_t i = 0; i < d->member_count; i++)
        noc_plane_draw_bars(&d->plane, blue, &d->members[i]);
    for (size_t i = 0; i < d->member_count; i++)
        noc_plane_draw_mark(&d->plane, blue, NOC_MARK_RINGED, member_radius, &d->members[i],
                            d->names[i]->name);
    write_names(d);
    return NOC_OK;
}

static noc_status draw_all(drawing *d, const char *title, noc_diag *diag)
{
    const noc_chart_entry entries[] = {
        {blue, NOC_SAMPLE_LINE | NOC_SAMPLE_RING, "on the front", ""},
        {ink, NOC_SAMPLE_FAINT_DOT, "not on it", ""},
    };
    char titles[AXES][TITLE_CHARS];
    noc_chart_write(&d->chart, NOC_CHART_TITLE, noc_chart_margin, title);
    d->chart.y += title_gap;
    d->plane = (noc_plane){
        .chart = &d->chart,
        .x = find_axis(d->front, X),
        .y = find_axis(d->front, Y),
        .x_title = write_title(d->front, X, titles[X]),
        .y_title = write_title(d->front, Y, titles[Y]),
    };
    noc_plane_place(&d->plane, plane_height);
    const noc_status status = draw_plane(d, diag);
    if (status != NOC_OK) return status;
    return noc_chart_write_legend(&d->chart, noc_chart_margin, entries, 2, diag);
}

static noc_status draw(const front *f, noc_arena *memory, FILE *out, noc_diag *diag)
{
    char title[TITLE_CHARS];
    drawing d = {.front = f};
    noc_status status = divide(&d, memory, diag);
    if (status == NOC_OK) status = noc_chart_begin(&d.chart, noc_chart_width, diag);
    if (status != NOC_OK) return status;
    snprintf(title, sizeof title, "%zu of %zu designs on the front", d.member_count, f->count);
    status = draw_all(&d, title, diag);
    if (status == NOC_OK) return noc_chart_end(&d.chart, title, title, NOC_CHART_BOTH, out, diag);
    noc_chart_drop(&d.chart);
    return status;
}

int noc_front_svg(const char *x_metric, const char *y_metric, const noc_front_entry *entries,
                  size_t count, char **svg, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    NOC_AUTO(noc_arena_clear) noc_arena memory = {0};
    front f;
    size_t size;
    if (svg) *svg = NULL;
    noc_status status = noc_call_require(&call, "x_metric", x_metric, "y_metric", y_metric,
                                         "entries", entries, "svg", svg, NULL);
    if (status == NOC_OK)
        status = make_front(x_metric, y_metric, entries, count, &memory, &f, &call.diag);
    FILE *out = status == NOC_OK ? open_memstream(svg, &size) : NULL;
    if (status == NOC_OK && !out) status = noc_fail_memory(&call.diag);
    if (status == NOC_OK) status = draw(&f, &memory, out, &call.diag);
    if (svg) status = noc_stream_close(out, svg, status, &call.diag);
    return noc_call_end(&call, status);
}
