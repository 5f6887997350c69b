#include "reports/front/front_labels.h"

#include <math.h>
#include <stdlib.h>

/* Width and height of a number, its distance from the design's point, and the point's radius,
 * pixels. */
static const double number_width = 19.0, number_height = 15.0, number_distance = 13.0,
                    dot_radius = 9.0;

/* Returns the larger end of an interval on an axis, positive as printed. */
static double largest_interval_end(const noc_candidates *candidates, size_t i, size_t axis)
{
    return fmax(fabs(candidates->points[i].best[1 - axis]),
                fabs(candidates->points[i].worst[1 - axis]));
}

/* Returns a value on an axis, positive as printed; candidates store minimised objectives with the
 * opposite sign. */
static double axis_value(const noc_candidates *candidates, size_t i, size_t axis)
{
    return fabs(candidates->points[i].value[1 - axis]);
}

/* Returns 1 if larger is better on an axis, else -1. */
static double better_direction(const noc_candidates *candidates, size_t axis)
{
    return candidates->objectives.list[1 - axis].is_maximised ? 1.0 : -1.0;
}

noc_front_plane noc_front_find_plane(const noc_candidates *candidates, double width, double height)
{
    noc_front_plane p = {.width = width, .height = height};
    for (size_t a = 0; a < 2; a++) {
        p.low[a] = INFINITY;
        p.high[a] = -INFINITY;
        for (size_t i = 0; i < candidates->racing_count; i++) {
            p.low[a] = fmin(p.low[a], axis_value(candidates, i, a));
            p.high[a] = fmax(p.high[a], axis_value(candidates, i, a));
        }
        const double extent = p.high[a] - p.low[a];
        double end = p.high[a]; /* largest end of the front's intervals */
        for (size_t i = 0; i < candidates->racing_count; i++)
            if (candidates->marks[i].is_on_value_front)
                end = fmax(end, largest_interval_end(candidates, i, a));
        const double margin = 0.07 * (extent > 0.0 ? extent : fmax(p.high[a], 1.0));
        p.low[a] = fmax(0.0, p.low[a] - margin);
        p.high[a] = fmax(p.high[a] + margin, fmin(end + 0.02 * extent, p.high[a] + 0.15 * extent));
    }
    return p;
}

typedef struct pixel_point {
    double x, y;
} pixel_point;

static pixel_point find_pixels(const noc_candidates *candidates, const noc_front_plane *p, size_t i)
{
    const double x = (axis_value(candidates, i, 0) - p->low[0]) / (p->high[0] - p->low[0]);
    const double y = (axis_value(candidates, i, 1) - p->low[1]) / (p->high[1] - p->low[1]);
    return (pixel_point){x * p->width, y * p->height};
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
    const pixel_point sides[] = {{x, y}, {x, 0.2 * y}, {0.2 * x, y}, {-x, y}};
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
    for (size_t step = 8; step > 0; step /= 2) /* every eighth candidate, then every fourth, ... */
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
