#include "explore/front/front.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/fixed_stream.h"
#include "base/arena.h"
#include "base/auto.h"

bool noc_dominates(const double *a, const double *b, size_t dimensions)
{
    bool is_better = false;
    for (size_t d = 0; d < dimensions; d++) {
        if (a[d] < b[d]) return false;
        if (a[d] > b[d]) is_better = true;
    }
    return is_better;
}

/* ---- fronts of plain vectors ---------------------------------------------------------------- */

typedef struct vectors {
    noc_front_vector *list;
    size_t count, dimensions;
} vectors;

/* Orders vectors best first, dimension by dimension: a later vector dominates no earlier one. */
static int compare_vectors(const void *a, const void *b, void *context)
{
    const noc_front_vector *x = a, *y = b;
    const size_t dimensions = *(const size_t *)context;
    for (size_t d = 0; d < dimensions; d++)
        if (x->values[d] != y->values[d]) return x->values[d] > y->values[d] ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

static bool is_dominated(const vectors *archive, const double *values)
{
    for (size_t i = 0; i < archive->count; i++)
        if (noc_dominates(archive->list[i].values, values, archive->dimensions)) return true;
    return false;
}

/* Keeps the front of sorted vectors in two dimensions. A vector is on the front if its second
 * coordinate exceeds the largest one so far, or if the vector equals the one with the largest. */
static void keep_front_2d(vectors *v)
{
    size_t kept_count = 0;
    double best = -INFINITY, best_first = NAN;
    for (size_t i = 0; i < v->count; i++) {
        const double *values = v->list[i].values;
        if (!(values[1] > best) && !(values[1] == best && values[0] == best_first)) continue;
        best = values[1];
        best_first = values[0];
        v->list[kept_count++] = v->list[i];
    }
    v->count = kept_count;
}

/* Sorts the vectors and keeps the front. */
static void keep_front(vectors *v)
{
    qsort_r(v->list, v->count, sizeof *v->list, compare_vectors, &v->dimensions);
    if (v->dimensions == 2) {
        keep_front_2d(v);
        return;
    }
    vectors archive = {v->list, 0, v->dimensions};
    for (size_t i = 0; i < v->count; i++)
        if (!is_dominated(&archive, v->list[i].values)) archive.list[archive.count++] = v->list[i];
    v->count = archive.count;
}

size_t noc_front_move_first(noc_front_vector *list, size_t count, size_t dimensions)
{
    vectors v = {list, count, dimensions};
    keep_front(&v);
    return v.count;
}

/* ---- marks ---------------------------------------------------------------------------------- */

static void mark_by_value(const noc_front_point *p, size_t count, vectors *v, noc_front_mark *marks)
{
    v->count = count;
    for (size_t i = 0; i < count; i++) v->list[i] = (noc_front_vector){p[i].value, i};
    keep_front(v);
    for (size_t i = 0; i < v->count; i++) marks[v->list[i].index].is_on_value_front = true;
}

/* Marks a point as possible unless some point at its worst dominates this point at its best (a
 * point cannot dominate itself in this way). */
static void mark_possible(const noc_front_point *p, size_t count, vectors *v, noc_front_mark *marks)
{
    v->count = count;
    for (size_t i = 0; i < count; i++) v->list[i] = (noc_front_vector){p[i].worst, i};
    keep_front(v);
    for (size_t i = 0; i < count; i++)
        if (!is_dominated(v, p[i].best)) marks[i].membership = NOC_FRONT_POSSIBLE;
}

static bool is_dominated_by_other(const vectors *v, const double *values, size_t index)
{
    for (size_t i = 0; i < v->count; i++) {
        /* vectors are in order, so all further vectors have a smaller first coordinate, too */
        if (v->list[i].values[0] < values[0]) return false;
        if (v->list[i].index != index && noc_dominates(v->list[i].values, values, v->dimensions))
            return true;
    }
    return false;
}

/* Marks a point as certain if no other point at its best dominates this point at its worst. Points
 * that are not possible need no comparison: a possible point dominates each of them, and then
 * dominates whatever they dominate. Comparison with the front of the best ends first finds most
 * uncertain points quickly; the remaining points are compared with every possible point. */
static void mark_certain(const noc_front_point *p, size_t count, vectors *v, vectors *front,
                         noc_front_mark *marks)
{
    v->count = 0;
    for (size_t i = 0; i < count; i++)
        if (marks[i].membership == NOC_FRONT_POSSIBLE)
            v->list[v->count++] = (noc_front_vector){p[i].best, i};
    qsort_r(v->list, v->count, sizeof *v->list, compare_vectors, &v->dimensions);
    memcpy(front->list, v->list, v->count * sizeof *v->list);
    front->count = v->count;
    keep_front(front);
    for (size_t i = 0; i < v->count; i++) {
        const size_t index = v->list[i].index;
        if (!is_dominated_by_other(front, p[index].worst, index) &&
            !is_dominated_by_other(v, p[index].worst, index))
            marks[index].membership = NOC_FRONT_CERTAIN;
    }
}

noc_status noc_front_mark_all(const noc_front_point *points, size_t count, size_t dimensions,
                              noc_front_mark *marks, noc_diag *diag)
{
    NOC_AUTO_FREE noc_front_vector *list = malloc((2 * count + 1) * sizeof *list);
    if (!list) return noc_fail_memory(diag);
    vectors v = {list, 0, dimensions}, front = {list + count, 0, dimensions};
    memset(marks, 0, count * sizeof *marks);
    mark_by_value(points, count, &v, marks);
    mark_possible(points, count, &v, marks);
    mark_certain(points, count, &v, &front, marks);
    return NOC_OK;
}

/* ---- hypervolume ---------------------------------------------------------------------------- */

typedef struct scaled_point {
    double values[NOC_OBJECTIVES_MAX];
} scaled_point;

static int compare_scaled(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(scaled_point)) == 0                                       ? 0
           : ((const scaled_point *)a)->values[0] > ((const scaled_point *)b)->values[0] ? -1
                                                                                         : 1;
}

static size_t keep_scaled_front(scaled_point *list, size_t count, size_t dimensions)
{
    size_t kept_count = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_off_front = false;
        for (size_t k = 0; k < count && !is_off_front; k++)
            is_off_front = noc_dominates(list[k].values, list[i].values, dimensions) ||
                           (k < i && memcmp(&list[k], &list[i], sizeof *list) == 0);
        if (!is_off_front) list[kept_count++] = list[i];
        /* a kept vector dominates each overwritten vector, and all that this one dominates */
    }
    return kept_count;
}

static double find_volume(const scaled_point *list, size_t count, size_t dimensions);

static double find_area(const scaled_point *list, size_t count)
{
    NOC_AUTO_FREE scaled_point *sorted = malloc((count + 1) * sizeof *sorted);
    double volume = 0.0, height = 0.0;
    if (!sorted) return NAN;
    memcpy(sorted, list, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_scaled);
    for (size_t i = 0; i < count; i++) {
        if (sorted[i].values[1] <= height) continue;
        volume += sorted[i].values[0] * (sorted[i].values[1] - height);
        height = sorted[i].values[1];
    }
    return volume;
}

/* Finds the volume that point `index` adds to the points after it. */
static double find_exclusive_volume(const scaled_point *list, size_t count, size_t index,
                                    size_t dimensions)
{
    double inclusive = 1.0;
    for (size_t d = 0; d < dimensions; d++) inclusive *= list[index].values[d];
    size_t limited_count = count - index - 1;
    NOC_AUTO_FREE scaled_point *limited = calloc(limited_count + 1, sizeof *limited);
    if (!limited) return NAN;
    for (size_t i = 0; i < limited_count; i++)
        for (size_t d = 0; d < dimensions; d++)
            limited[i].values[d] = fmin(list[index + 1 + i].values[d], list[index].values[d]);
    limited_count = keep_scaled_front(limited, limited_count, dimensions);
    return inclusive - find_volume(limited, limited_count, dimensions);
}

static double find_volume(const scaled_point *list, size_t count, size_t dimensions)
{
    if (dimensions == 2) return find_area(list, count);
    double volume = 0.0;
    for (size_t i = 0; i < count; i++) volume += find_exclusive_volume(list, count, i, dimensions);
    return volume;
}

static void find_range(const noc_front_point *p, const noc_front_mark *marks, size_t count,
                       size_t d, bool front_only, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (front_only && !marks[i].is_on_value_front) continue;
        *lo = fmin(*lo, p[i].value[d]);
        *hi = fmax(*hi, p[i].value[d]);
    }
}

double noc_front_find_hypervolume(const noc_front_point *p, const noc_front_mark *marks,
                                  size_t count, size_t dimensions)
{
    size_t members = 0;
    for (size_t i = 0; i < count; i++) members += marks[i].is_on_value_front;
    if (members == 0 || (dimensions > 2 && members > NOC_HYPERVOLUME_POINTS_MAX)) return NAN;
    NOC_AUTO_FREE scaled_point *list = calloc(members, sizeof *list);
    if (!list) return NAN;
    for (size_t d = 0; d < dimensions; d++) {
        double lo, hi;
        find_range(p, marks, count, d, false, &lo, &hi);
        size_t k = 0;
        for (size_t i = 0; i < count; i++)
            if (marks[i].is_on_value_front)
                list[k++].values[d] = hi > lo ? (p[i].value[d] - lo) / (hi - lo) : 1.0;
    }
    return find_volume(list, members, dimensions);
}

size_t noc_front_find_knee(const noc_front_point *p, const noc_front_mark *marks, size_t count,
                           size_t dimensions)
{
    double lo[NOC_OBJECTIVES_MAX], hi[NOC_OBJECTIVES_MAX], largest_sum = -INFINITY;
    size_t knee = count;
    for (size_t d = 0; d < dimensions; d++) find_range(p, marks, count, d, true, &lo[d], &hi[d]);
    for (size_t i = 0; i < count; i++) {
        if (!marks[i].is_on_value_front) continue;
        double sum = 0.0;
        for (size_t d = 0; d < dimensions; d++)
            sum += hi[d] > lo[d] ? (p[i].value[d] - lo[d]) / (hi[d] - lo[d]) : 1.0;
        if (!(sum > largest_sum)) continue;
        largest_sum = sum;
        knee = i;
    }
    return knee;
}

/* ---- the probability of being on the front --------------------------------------------------- */

enum { DRAWS_MAX = 2000, DRAWS_MIN_2D = 200, DRAWS_MIN = 50 };

/* Upper bounds of the work of all draws: drawn points for two objectives, which are only sorted;
 * pairs of drawn points for more objectives, which are compared. */
#define POINTS_DRAWN 2e6
#define PAIRS_DRAWN  2e8

typedef struct draw_state {
    const noc_front_point *points;
    const size_t *positions; /* positions of the drawn points */
    size_t count, dimensions;
    noc_fixed_stream stream;
    double (*values)[NOC_OBJECTIVES_MAX];
    noc_front_vector *vectors;
} draw_state;

/* Draws from a triangular distribution, by the inverse of its distribution function. */
static double draw_triangular(double lo, double peak, double hi, noc_fixed_stream *stream)
{
    const double width = hi - lo;
    if (!(width > 0.0)) return peak;
    const double u = noc_fixed_uniform(stream), left = (peak - lo) / width;
    return u < left ? lo + width * sqrt(u * left) : hi - width * sqrt((1.0 - u) * (1.0 - left));
}

/* Draws one front and counts hits[point] of each point on it. Points off the front are not drawn:
 * in every draw, a drawn point dominates each of them, and also all points that they dominate. */
static void draw_front(draw_state *d, size_t *hits)
{
    for (size_t i = 0; i < d->count; i++) {
        const noc_front_point *p = &d->points[d->positions[i]];
        for (size_t k = 0; k < d->dimensions; k++)
            d->values[i][k] = draw_triangular(p->worst[k], p->value[k], p->best[k], &d->stream);
        d->vectors[i] = (noc_front_vector){d->values[i], i};
    }
    const size_t front_size = noc_front_move_first(d->vectors, d->count, d->dimensions);
    for (size_t i = 0; i < front_size; i++) hits[d->vectors[i].index]++;
}

static size_t choose_draw_count(size_t count, size_t dimensions)
{
    const double n = (double)count + 1.0;
    const double affordable = dimensions == 2 ? POINTS_DRAWN / n : PAIRS_DRAWN / (n * n);
    const double minimum = dimensions == 2 ? DRAWS_MIN_2D : DRAWS_MIN;
    return (size_t)fmin(fmax(affordable, minimum), DRAWS_MAX);
}

static void draw_fronts(draw_state *d, const noc_front_mark *marks, size_t *hits, double *odds)
{
    const size_t draws = choose_draw_count(d->count, d->dimensions);
    for (size_t n = 0; n < draws; n++) draw_front(d, hits);
    for (size_t i = 0; i < d->count; i++)
        odds[d->positions[i]] = marks[d->positions[i]].membership == NOC_FRONT_CERTAIN
                                    ? 1.0
                                    : (double)hits[i] / (double)draws;
}

noc_status noc_front_estimate_odds(const noc_front_point *points, const noc_front_mark *marks,
                                   size_t count, size_t dimensions, double *odds, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    size_t *possible = noc_arena_array(&scratch, count, sizeof *possible),
           *hits = noc_arena_array(&scratch, count, sizeof *hits);
    draw_state d = {
        .points = points, .positions = possible, .dimensions = dimensions, .stream = {1}};
    d.values = noc_arena_array(&scratch, count, sizeof *d.values);
    d.vectors = noc_arena_array(&scratch, count, sizeof *d.vectors);
    if (scratch.is_short) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++) {
        odds[i] = 0.0;
        if (marks[i].membership != NOC_FRONT_OFF) possible[d.count++] = i;
    }
    draw_fronts(&d, marks, hits, odds);
    return NOC_OK;
}
