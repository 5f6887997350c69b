#include "explore/front/front.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/fixed_stream.h"

bool noc_dominates(const double *a, const double *b, size_t dimensions)
{
    bool better = false;
    for (size_t d = 0; d < dimensions; d++) {
        if (a[d] < b[d]) return false;
        if (a[d] > b[d]) better = true;
    }
    return better;
}

/* ---- fronts of plain vectors ---------------------------------------------------------------- */

typedef struct vectors {
    noc_front_vector *list;
    size_t count, dimensions;
} vectors;

/* Orders vectors best first, dimension by dimension: a later vector dominates no earlier one. */
static int in_order(const void *a, const void *b, void *context)
{
    const noc_front_vector *x = a, *y = b;
    const size_t dimensions = *(const size_t *)context;
    for (size_t d = 0; d < dimensions; d++)
        if (x->at[d] != y->at[d]) return x->at[d] > y->at[d] ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

static bool dominated_by_any(const vectors *archive, const double *at)
{
    for (size_t i = 0; i < archive->count; i++)
        if (noc_dominates(archive->list[i].at, at, archive->dimensions)) return true;
    return false;
}

/* Keeps the front in two dimensions. In order of the first coordinate, a vector is on the front if
 * its second coordinate exceeds the best so far, or if it equals the vector with the best. */
static void keep_front_of_two(vectors *v)
{
    size_t kept = 0;
    double best = -INFINITY, its_first = NAN;
    for (size_t i = 0; i < v->count; i++) {
        const double *at = v->list[i].at;
        if (!(at[1] > best) && !(at[1] == best && at[0] == its_first)) continue;
        best = at[1];
        its_first = at[0];
        v->list[kept++] = v->list[i];
    }
    v->count = kept;
}

/* Sorts the vectors and keeps the front. */
static void keep_front(vectors *v)
{
    qsort_r(v->list, v->count, sizeof *v->list, in_order, &v->dimensions);
    if (v->dimensions == 2) {
        keep_front_of_two(v);
        return;
    }
    vectors archive = {v->list, 0, v->dimensions};
    for (size_t i = 0; i < v->count; i++)
        if (!dominated_by_any(&archive, v->list[i].at)) archive.list[archive.count++] = v->list[i];
    v->count = archive.count;
}

size_t noc_front_keep(noc_front_vector *list, size_t count, size_t dimensions)
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
    for (size_t i = 0; i < v->count; i++) marks[v->list[i].index].by_value = true;
}

/* Marks a point as possible unless a point at its worst dominates this point at its best. A point
 * never dominates itself so. */
static void mark_possible(const noc_front_point *p, size_t count, vectors *v, noc_front_mark *marks)
{
    v->count = count;
    for (size_t i = 0; i < count; i++) v->list[i] = (noc_front_vector){p[i].worst, i};
    keep_front(v);
    for (size_t i = 0; i < count; i++)
        if (!dominated_by_any(v, p[i].best)) marks[i].membership = NOC_FRONT_POSSIBLE;
}

static bool dominated_by_another(const vectors *v, const double *at, size_t own)
{
    for (size_t i = 0; i < v->count; i++) {
        /* vectors are in order: all further ones have a smaller first coordinate */
        if (v->list[i].at[0] < at[0]) return false;
        if (v->list[i].index != own && noc_dominates(v->list[i].at, at, v->dimensions)) return true;
    }
    return false;
}

/* Marks a point as certain if no other point at its best dominates this point at its worst. Only
 * possible points are compared: an impossible point is dominated by a possible one, which then
 * dominates here too. Most uncertain points are found by comparison with the front of the best
 * ends; all others are compared with every point. */
static void mark_certain(const noc_front_point *p, size_t count, vectors *v, vectors *front,
                         noc_front_mark *marks)
{
    v->count = 0;
    for (size_t i = 0; i < count; i++)
        if (marks[i].membership == NOC_FRONT_POSSIBLE)
            v->list[v->count++] = (noc_front_vector){p[i].best, i};
    qsort_r(v->list, v->count, sizeof *v->list, in_order, &v->dimensions);
    memcpy(front->list, v->list, v->count * sizeof *v->list);
    front->count = v->count;
    keep_front(front);
    for (size_t i = 0; i < v->count; i++) {
        const size_t own = v->list[i].index;
        if (!dominated_by_another(front, p[own].worst, own) &&
            !dominated_by_another(v, p[own].worst, own))
            marks[own].membership = NOC_FRONT_CERTAIN;
    }
}

noc_status noc_front_mark_all(const noc_front_point *points, size_t count, size_t dimensions,
                              noc_front_mark *marks, noc_diag *diag)
{
    vectors v = {malloc((count + 1) * sizeof *v.list), 0, dimensions};
    vectors front = {malloc((count + 1) * sizeof *v.list), 0, dimensions};
    if (!v.list || !front.list) {
        free(v.list);
        free(front.list);
        return noc_fail_memory(diag);
    }
    memset(marks, 0, count * sizeof *marks);
    mark_by_value(points, count, &v, marks);
    mark_possible(points, count, &v, marks);
    mark_certain(points, count, &v, &front, marks);
    free(v.list);
    free(front.list);
    return NOC_OK;
}

/* ---- hypervolume ---------------------------------------------------------------------------- */

typedef struct scaled {
    double at[NOC_OBJECTIVES_MOST];
} scaled;

static int scaled_order(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(scaled)) == 0                         ? 0
           : ((const scaled *)a)->at[0] > ((const scaled *)b)->at[0] ? -1
                                                                     : 1;
}

static size_t keep_scaled(scaled *list, size_t count, size_t dimensions)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool out = false;
        for (size_t k = 0; k < count && !out; k++)
            out = noc_dominates(list[k].at, list[i].at, dimensions) ||
                  (k < i && memcmp(&list[k], &list[i], sizeof *list) == 0);
        if (!out) list[kept++] = list[i];
        /* an overwritten dominator is itself dominated by a kept vector */
    }
    return kept;
}

static double volume_of(const scaled *list, size_t count, size_t dimensions);

static double volume_of_two(const scaled *list, size_t count)
{
    scaled *sorted = malloc((count + 1) * sizeof *sorted);
    double volume = 0.0, reached = 0.0;
    if (!sorted) return NAN;
    memcpy(sorted, list, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, scaled_order);
    for (size_t i = 0; i < count; i++) {
        if (sorted[i].at[1] <= reached) continue;
        volume += sorted[i].at[0] * (sorted[i].at[1] - reached);
        reached = sorted[i].at[1];
    }
    free(sorted);
    return volume;
}

/* Finds the volume that point `index` adds to the points after it. */
static double exclusive_volume(const scaled *list, size_t count, size_t own, size_t dimensions)
{
    double inclusive = 1.0;
    for (size_t d = 0; d < dimensions; d++) inclusive *= list[own].at[d];
    size_t limited_count = count - own - 1;
    scaled *limited = calloc(limited_count + 1, sizeof *limited);
    if (!limited) return NAN;
    for (size_t i = 0; i < limited_count; i++)
        for (size_t d = 0; d < dimensions; d++)
            limited[i].at[d] = fmin(list[own + 1 + i].at[d], list[own].at[d]);
    limited_count = keep_scaled(limited, limited_count, dimensions);
    const double shared = volume_of(limited, limited_count, dimensions);
    free(limited);
    return inclusive - shared;
}

static double volume_of(const scaled *list, size_t count, size_t dimensions)
{
    if (dimensions == 2) return volume_of_two(list, count);
    double volume = 0.0;
    for (size_t i = 0; i < count; i++) volume += exclusive_volume(list, count, i, dimensions);
    return volume;
}

static void extent(const noc_front_point *p, const noc_front_mark *marks, size_t count, size_t d,
                   bool front_only, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (front_only && !marks[i].by_value) continue;
        *low = fmin(*low, p[i].value[d]);
        *high = fmax(*high, p[i].value[d]);
    }
}

double noc_front_hypervolume(const noc_front_point *p, const noc_front_mark *marks, size_t count,
                             size_t dimensions)
{
    size_t members = 0;
    for (size_t i = 0; i < count; i++) members += marks[i].by_value;
    if (members == 0 || (dimensions > 2 && members > NOC_HYPERVOLUME_MOST)) return NAN;
    scaled *list = calloc(members, sizeof *list);
    if (!list) return NAN;
    for (size_t d = 0; d < dimensions; d++) {
        double low, high;
        extent(p, marks, count, d, false, &low, &high);
        size_t k = 0;
        for (size_t i = 0; i < count; i++)
            if (marks[i].by_value)
                list[k++].at[d] = high > low ? (p[i].value[d] - low) / (high - low) : 1.0;
    }
    const double volume = volume_of(list, members, dimensions);
    free(list);
    return volume;
}

size_t noc_front_knee(const noc_front_point *p, const noc_front_mark *marks, size_t count,
                      size_t dimensions)
{
    double low[NOC_OBJECTIVES_MOST], high[NOC_OBJECTIVES_MOST], most = -INFINITY;
    size_t knee = count;
    for (size_t d = 0; d < dimensions; d++) extent(p, marks, count, d, true, &low[d], &high[d]);
    for (size_t i = 0; i < count; i++) {
        if (!marks[i].by_value) continue;
        double sum = 0.0;
        for (size_t d = 0; d < dimensions; d++)
            sum += high[d] > low[d] ? (p[i].value[d] - low[d]) / (high[d] - low[d]) : 1.0;
        if (!(sum > most)) continue;
        most = sum;
        knee = i;
    }
    return knee;
}

/* ---- the probability of being on the front --------------------------------------------------- */

enum { DRAWS_MOST = 2000, DRAWS_LEAST = 200, DRAWS_LEAST_MANY = 50 };

/* Upper bounds of the work. With two objectives a point costs a sort; with more, a comparison with
 * each point of the front. */
#define POINTS_DRAWN 2e6
#define PAIRS_DRAWN  2e8

typedef struct draw {
    const noc_front_point *points;
    const size_t *possible; /* positions of the drawn points */
    size_t count, dimensions;
    noc_fixed_stream draws;
    double (*at)[NOC_OBJECTIVES_MOST];
    noc_front_vector *vectors;
} draw;

/* Draws from a triangular distribution, by the inverse of its distribution function. */
static double drawn(double low, double peak, double high, noc_fixed_stream *draws)
{
    const double width = high - low;
    if (!(width > 0.0)) return peak;
    const double u = noc_fixed_uniform(draws), left = (peak - low) / width;
    return u < left ? low + width * sqrt(u * left) : high - width * sqrt((1.0 - u) * (1.0 - left));
}

/* Counts the points on one drawn front. Points off the front are not drawn: in every draw another
 * point dominates each of them, and whatever they dominate. */
static void draw_front(draw *d, size_t *hits)
{
    for (size_t i = 0; i < d->count; i++) {
        const noc_front_point *p = &d->points[d->possible[i]];
        for (size_t k = 0; k < d->dimensions; k++)
            d->at[i][k] = drawn(p->worst[k], p->value[k], p->best[k], &d->draws);
        d->vectors[i] = (noc_front_vector){d->at[i], i};
    }
    const size_t kept = noc_front_keep(d->vectors, d->count, d->dimensions);
    for (size_t i = 0; i < kept; i++) hits[d->vectors[i].index]++;
}

static size_t draws_for(size_t count, size_t dimensions)
{
    const double n = (double)count + 1.0;
    const double wanted = dimensions == 2 ? POINTS_DRAWN / n : PAIRS_DRAWN / (n * n);
    const double least = dimensions == 2 ? DRAWS_LEAST : DRAWS_LEAST_MANY;
    return (size_t)fmin(fmax(wanted, least), DRAWS_MOST);
}

static void draw_all(draw *d, const noc_front_mark *marks, size_t *hits, double *odds)
{
    const size_t draws = draws_for(d->count, d->dimensions);
    for (size_t n = 0; n < draws; n++) draw_front(d, hits);
    for (size_t i = 0; i < d->count; i++)
        odds[d->possible[i]] = marks[d->possible[i]].membership == NOC_FRONT_CERTAIN
                                   ? 1.0
                                   : (double)hits[i] / (double)draws;
}

noc_status noc_front_odds(const noc_front_point *points, const noc_front_mark *marks, size_t count,
                          size_t dimensions, double *odds, noc_diag *diag)
{
    size_t *possible = calloc(count + 1, sizeof *possible), *hits = calloc(count + 1, sizeof *hits);
    draw d = {.points = points, .possible = possible, .dimensions = dimensions, .draws = {1}};
    d.at = calloc(count + 1, sizeof *d.at);
    d.vectors = calloc(count + 1, sizeof *d.vectors);
    const bool room = possible && hits && d.at && d.vectors;
    for (size_t i = 0; room && i < count; i++) {
        odds[i] = 0.0;
        if (marks[i].membership != NOC_FRONT_OFF) possible[d.count++] = i;
    }
    if (room) draw_all(&d, marks, hits, odds);
    free(possible);
    free(hits);
    free(d.at);
    free(d.vectors);
    return room ? NOC_OK : noc_fail_memory(diag);
}
