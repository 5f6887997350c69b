#include "reports/front/front_labels.h"

#include <math.h>
#include <stdlib.h>

/* Width and height of a number, its distance from the design's point, and the point's radius,
 * pixels. */
static const double wide = 19.0, high = 15.0, away = 13.0, dot = 9.0;

/* Returns the end of an interval on an axis, with its usual sign. */
static double axis_end(const noc_candidates *all, size_t i, size_t axis)
{
    return fmax(fabs(all->points[i].best[1 - axis]), fabs(all->points[i].worst[1 - axis]));
}

/* Returns a value on an axis, with its usual sign: objectives are stored with larger as better. */
static double axis_value(const noc_candidates *all, size_t i, size_t axis)
{
    return fabs(all->points[i].value[1 - axis]);
}

/* Returns 1 if larger is better on an axis, else -1. */
static double direction(const noc_candidates *all, size_t axis)
{
    return all->objectives.list[1 - axis].maximize ? 1.0 : -1.0;
}

noc_front_plane noc_front_plane_of(const noc_candidates *all, double width, double height)
{
    noc_front_plane p = {.width = width, .height = height};
    for (size_t a = 0; a < 2; a++) {
        p.low[a] = INFINITY;
        p.high[a] = -INFINITY;
        for (size_t i = 0; i < all->racing; i++) {
            p.low[a] = fmin(p.low[a], axis_value(all, i, a));
            p.high[a] = fmax(p.high[a], axis_value(all, i, a));
        }
        const double extent = p.high[a] - p.low[a];
        double end = p.high[a]; /* largest end of the front's intervals */
        for (size_t i = 0; i < all->racing; i++)
            if (all->marks[i].by_value) end = fmax(end, axis_end(all, i, a));
        const double room = 0.07 * (extent > 0.0 ? extent : fmax(p.high[a], 1.0));
        p.low[a] = fmax(0.0, p.low[a] - room);
        p.high[a] = fmax(p.high[a] + room, fmin(end + 0.02 * extent, p.high[a] + 0.15 * extent));
    }
    return p;
}

typedef struct place {
    double x, y;
} place;

static place pixels_of(const noc_candidates *all, const noc_front_plane *p, size_t i)
{
    const double x = (axis_value(all, i, 0) - p->low[0]) / (p->high[0] - p->low[0]);
    const double y = (axis_value(all, i, 1) - p->low[1]) / (p->high[1] - p->low[1]);
    return (place){x * p->width, y * p->height};
}

/* The front's designs and the numbers placed so far. */
typedef struct room {
    const noc_candidates *all;
    const noc_front_plane *plane;
    const size_t *front;
    size_t count;
    noc_front_labels *labels;
} room;

/* True if a number at `centre` overlaps no other number and no point. */
static bool is_free(const room *r, size_t own, place at)
{
    if (at.x < wide / 2 || at.x > r->plane->width - wide / 2 || at.y < high / 2 ||
        at.y > r->plane->height - high / 2)
        return false;
    for (size_t k = 0; k < r->labels->count; k++) {
        const noc_front_label *l = &r->labels->list[k];
        if (fabs(l->x - at.x) < wide && fabs(l->y - at.y) < high) return false;
    }
    for (size_t k = 0; k < r->count; k++) {
        const place p = pixels_of(r->all, r->plane, r->front[k]);
        if (r->front[k] != own && fabs(p.x - at.x) < dot + wide / 4 && fabs(p.y - at.y) < dot)
            return false;
    }
    return true;
}

/* Adds the number of a design at its first free side; first the side of better values, where no
 * design can be. */
static void add(room *r, size_t i)
{
    const double x = direction(r->all, 0), y = direction(r->all, 1);
    const place sides[] = {{x, y}, {x, 0.2 * y}, {0.2 * x, y}, {-x, y}};
    if (i >= r->all->count || r->labels->count == NOC_FRONT_LABELS_MOST ||
        noc_front_label_number(r->labels, i) > 0)
        return;
    const place p = pixels_of(r->all, r->plane, i);
    for (size_t s = 0; s < sizeof sides / sizeof sides[0]; s++) {
        const place at = {p.x + away * sides[s].x, p.y + away * sides[s].y};
        if (!is_free(r, i, at)) continue;
        r->labels->list[r->labels->count++] = (noc_front_label){i, at.x, at.y};
        return;
    }
}

static int by_x(const void *a, const void *b, void *context)
{
    const noc_candidates *all = context;
    const double x = axis_value(all, *(const size_t *)a, 0);
    const double y = axis_value(all, *(const size_t *)b, 0);
    return x < y ? -1 : x > y;
}

static int by_candidate_x(const void *a, const void *b, void *context)
{
    const noc_front_label *x = a, *y = b;
    return by_x(&x->candidate, &y->candidate, context);
}

size_t noc_front_along(const noc_candidates *all, size_t *list)
{
    noc_candidates cast = *all;
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++)
        if (all->marks[i].by_value) list[count++] = i;
    qsort_r(list, count, sizeof *list, by_x, &cast);
    return count;
}

noc_status noc_front_labels_place(const noc_candidates *all, const noc_front_summary *s,
                                  const noc_front_plane *plane, noc_front_labels *labels,
                                  noc_diag *diag)
{
    noc_candidates cast = *all;
    size_t *front = malloc((all->count + 1) * sizeof *front);
    if (!front) return noc_fail_memory(diag);
    const size_t count = noc_front_along(all, front);
    labels->count = 0;
    room r = {all, plane, front, count, labels};
    for (size_t d = 0; d < all->objectives.count; d++) add(&r, s->best[d]);
    add(&r, s->knee);
    for (size_t step = 8; step > 0; step /= 2) /* every eighth candidate, then every fourth, ... */
        for (size_t k = 0; k < count; k += step) add(&r, front[k]);
    free(front);
    qsort_r(labels->list, labels->count, sizeof *labels->list, by_candidate_x, &cast);
    return NOC_OK;
}

size_t noc_front_label_number(const noc_front_labels *labels, size_t candidate)
{
    for (size_t k = 0; k < labels->count; k++)
        if (labels->list[k].candidate == candidate) return k + 1;
    return 0;
}
