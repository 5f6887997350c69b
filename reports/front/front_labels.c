#include "reports/front/front_labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Margin of an axis, and room for the ends of intervals, as shares of the length of all values. */
static const double axis_margin = 0.06, interval_room = 0.08;

/* Width and height of a number, its distance from the design's point, and the point's radius,
 * pixels. */
static const double number_width = 19.0, number_height = 15.0, number_distance = 13.0,
                    dot_radius = 9.0;

/* Returns 1 if larger is better on an axis, else -1. */
static double better_direction(const noc_candidates *candidates, size_t axis)
{
    return candidates->objectives.list[1 - axis].is_maximised ? 1.0 : -1.0;
}

/* Returns a value on an axis with its usual sign; candidates store minimised objectives with the
 * opposite sign. */
static double axis_value(const noc_candidates *candidates, size_t i, size_t axis)
{
    return better_direction(candidates, axis) * candidates->points[i].value[1 - axis];
}

noc_metric noc_front_axis_value(const noc_candidates *candidates, size_t i, size_t axis)
{
    const double sign = better_direction(candidates, axis);
    const double a = sign * candidates->points[i].worst[1 - axis],
                 b = sign * candidates->points[i].best[1 - axis];
    return (noc_metric){axis_value(candidates, i, axis), fmin(a, b), fmax(a, b), NAN, NULL};
}

noc_axis noc_front_find_axis(const noc_candidates *candidates, size_t axis)
{
    double low = INFINITY, high = -INFINITY, low_end = INFINITY, high_end = -INFINITY;
    for (size_t i = 0; i < candidates->racing_count; i++) {
        const noc_metric value = noc_front_axis_value(candidates, i, axis);
        low = fmin(low, value.value);
        high = fmax(high, value.value);
        if (!candidates->marks[i].is_on_value_front) continue;
        low_end = fmin(low_end, value.lo);
        high_end = fmax(high_end, value.hi);
    }
    if (!(high > low)) return noc_axis_choose(low, high, axis_margin);
    const noc_axis values = noc_axis_choose(low, high, 0.0);
    low_end = fmax(low_end, noc_axis_value(&values, -interval_room));
    if (low >= 0.0) low_end = fmax(low_end, 0.0);
    high_end = fmin(high_end, noc_axis_value(&values, 1.0 + interval_room));
    return noc_axis_choose(fmin(low, low_end), fmax(high, high_end), axis_margin);
}

const char *noc_front_write_axis(const noc_candidates *candidates, size_t axis,
                                 char title[NOC_FRONT_AXIS_CHARS])
{
    const noc_objective *objective = &candidates->objectives.list[1 - axis];
    const char *unit = noc_metric_info_of(objective->metric)->unit;
    snprintf(title, NOC_FRONT_AXIS_CHARS, "%s%s%s (%s is better%s)",
             noc_label_without_unit(objective->metric).text, *unit ? ", " : "", unit,
             objective->is_maximised ? "more" : "less",
             noc_front_find_axis(candidates, axis).is_logarithmic ? "; logarithmic" : "");
    return title;
}

typedef struct pixel_point {
    double x, y;
} pixel_point;

static pixel_point find_pixels(const noc_candidates *candidates, const noc_front_plane *p, size_t i)
{
    return (pixel_point){p->width * noc_axis_share(&p->axes[0], axis_value(candidates, i, 0)),
                         p->height * noc_axis_share(&p->axes[1], axis_value(candidates, i, 1))};
}

/* The front's designs and the numbers placed so far. */
typedef struct label_space {
    const noc_candidates *candidates;
    const noc_front_plane *plane;
    const size_t *front;
    size_t front_count;
    noc_front_labels *labels;
} label_space;

/* True if the number of a candidate at `centre` lies in the plane, and overlaps no other number and
 * no point of another design on the front. */
static bool is_free(const label_space *r, size_t candidate, pixel_point centre)
{
    if (centre.x < number_width / 2 || centre.x > r->plane->width - number_width / 2 ||
        centre.y < number_height / 2 || centre.y > r->plane->height - number_height / 2)
        return false;
    for (size_t k = 0; k < r->labels->count; k++) {
        const noc_front_label *l = &r->labels->list[k];
        if (fabs(l->x - centre.x) < number_width && fabs(l->y - centre.y) < number_height)
            return false;
    }
    for (size_t k = 0; k < r->front_count; k++) {
        const pixel_point p = find_pixels(r->candidates, r->plane, r->front[k]);
        if (r->front[k] != candidate && fabs(p.x - centre.x) < dot_radius + number_width / 4 &&
            fabs(p.y - centre.y) < dot_radius)
            return false;
    }
    return true;
}

/* Adds the number of design `i` at a free position beside its point: first on the side of better
 * values, where no design can be. Adds nothing without a free position. */
static void add_label(label_space *r, size_t i)
{
    const double x = better_direction(r->candidates, 0), y = better_direction(r->candidates, 1);
    const pixel_point sides[] = {{x, y},  {x, 0.2 * y},  {0.2 * x, y}, {-x, y},
                                 {x, -y}, {-x, 0.2 * y}, {-x, -y}};
    if (i >= r->candidates->count || r->labels->count == NOC_FRONT_LABELS_MAX ||
        noc_front_label_number(r->labels, i) > 0)
        return;
    const pixel_point p = find_pixels(r->candidates, r->plane, i);
    for (size_t s = 0; s < sizeof sides / sizeof sides[0]; s++) {
        const pixel_point centre = {p.x + number_distance * sides[s].x,
                                    p.y + number_distance * sides[s].y};
        if (!is_free(r, i, centre)) continue;
        r->labels->list[r->labels->count++] = (noc_front_label){i, centre.x, centre.y};
        return;
    }
}

static int compare_x(const void *a, const void *b, void *context)
{
    const noc_candidates *candidates = context;
    const double x = axis_value(candidates, *(const size_t *)a, 0);
    const double y = axis_value(candidates, *(const size_t *)b, 0);
    return x < y ? -1 : x > y;
}

static int compare_label_x(const void *a, const void *b, void *context)
{
    const noc_front_label *x = a, *y = b;
    return compare_x(&x->candidate, &y->candidate, context);
}

size_t noc_front_list_by_x(const noc_candidates *candidates, size_t *list)
{
    noc_candidates copy = *candidates;
    size_t count = 0;
    for (size_t i = 0; i < candidates->count; i++)
        if (candidates->marks[i].is_on_value_front) list[count++] = i;
    qsort_r(list, count, sizeof *list, compare_x, &copy);
    return count;
}

noc_status noc_front_labels_place(const noc_candidates *candidates,
                                  const noc_front_summary *summary, const noc_front_plane *plane,
                                  noc_front_labels *labels, noc_diag *diag)
{
    noc_candidates copy = *candidates;
    size_t *front = malloc((candidates->count + 1) * sizeof *front);
    if (!front) return noc_fail_memory(diag);
    const size_t count = noc_front_list_by_x(candidates, front);
    labels->count = 0;
    label_space r = {candidates, plane, front, count, labels};
    for (size_t d = 0; d < candidates->objectives.count; d++)
        add_label(&r, summary->best_designs[d]);
    add_label(&r, summary->knee);
    size_t step = 1;
    while (2 * step < count) step *= 2;
    for (; step > 0; step /= 2) /* the middle first, then quarters, ... */
        for (size_t k = 0; k < count; k += step) add_label(&r, front[k]);
    free(front);
    qsort_r(labels->list, labels->count, sizeof *labels->list, compare_label_x, &copy);
    return NOC_OK;
}

size_t noc_front_label_number(const noc_front_labels *labels, size_t candidate)
{
    for (size_t k = 0; k < labels->count; k++)
        if (labels->list[k].candidate == candidate) return k + 1;
    return 0;
}
