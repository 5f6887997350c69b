#include "explore/front/front_odds.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/fixed_draws.h"

enum { DRAWS_MOST = 2000, DRAWS_LEAST = 200, DRAWS_LEAST_MANY = 50 };

/* Points drawn in all: with two objectives each costs a sort, with more a look at the front. */
#define POINTS_DRAWN 2e6
#define PAIRS_DRAWN  2e8

typedef struct draw {
    const noc_front_point *points;
    const size_t *possible; /* positions of those that are drawn */
    size_t count, dimensions;
    noc_draws draws;
    double (*at)[NOC_OBJECTIVES_MOST];
    noc_front_vector *vectors;
} draw;

/* The inverse of the triangle's distribution function. */
static double drawn(double low, double peak, double high, noc_draws *draws)
{
    const double width = high - low;
    if (!(width > 0.0)) return peak;
    const double u = noc_draw(draws), left = (peak - low) / width;
    return u < left ? low + width * sqrt(u * left) : high - width * sqrt((1.0 - u) * (1.0 - left));
}

/* Counts who is on the front of one draw. Those that are off need no drawing: whatever they beat is
 * beaten, too, by the point that beats them always. */
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
