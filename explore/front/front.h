/* explore/front/front.h: Pareto fronts of points with intervals, in 2 to 4 dimensions, and the
 * probability of each point to be on the front. */
#ifndef NOC_EXPLORE_FRONT_FRONT_H
#define NOC_EXPLORE_FRONT_FRONT_H

#include "explore/settings/settings.h"

/* Point of objectives, each turned so that larger is better: worst <= value <= best. */
typedef struct noc_front_point {
    double value[NOC_OBJECTIVES_MAX], worst[NOC_OBJECTIVES_MAX], best[NOC_OBJECTIVES_MAX];
} noc_front_point;

typedef enum noc_membership {
    NOC_FRONT_OFF,      /* dominated for all values inside the intervals */
    NOC_FRONT_POSSIBLE, /* is on the front for some values inside the intervals */
    NOC_FRONT_CERTAIN,  /* is on the front for all values inside the intervals */
} noc_membership;

typedef struct noc_front_mark {
    noc_membership membership;
    bool is_on_value_front; /* is on the front of the values; intervals do not count */
} noc_front_mark;

/* True if a is at least as large as b in all dimensions, and larger in one. */
bool noc_dominates(const double *a, const double *b, size_t dimensions);

/* Point without its interval: a value for each dimension, and the index of the point. */
typedef struct noc_front_vector {
    const double *values;
    size_t index;
} noc_front_vector;

/* Moves the vectors that no other dominates to the start of the list, in the order of values.
 * Returns their number. */
size_t noc_front_move_first(noc_front_vector *list, size_t count, size_t dimensions);

/* Marks all points. Equal points are on the front together. NOC_EFAILED: out of memory. */
noc_status noc_front_mark_all(const noc_front_point *points, size_t count, size_t dimensions,
                              noc_front_mark *marks, noc_diag *diag);

/* largest number of points on the front */
enum { NOC_HYPERVOLUME_POINTS_MAX = 1000 };

/* Computes the front's hypervolume: the share of the box between the worst and the best value of
 * each dimension (over all points) that the front of the values dominates (While, Bradstreet,
 * Barone 2012: WFG). NAN for more than NOC_HYPERVOLUME_POINTS_MAX points in three dimensions or
 * more, or without memory. */
double noc_front_find_hypervolume(const noc_front_point *points, const noc_front_mark *marks,
                                  size_t count, size_t dimensions);

/* Finds the point by value with the largest sum of objectives, each scaled from 0 (worst of the
 * front) to 1 (best); the first of points with equal sums; `count` if no point is on the front. */
size_t noc_front_find_knee(const noc_front_point *points, const noc_front_mark *marks, size_t count,
                           size_t dimensions);

/* Estimates the probability of each point to be on the front: 1 for certain points, 0 for points
 * off the front, else the share of drawn fronts that have the point. Each objective of a point is
 * drawn independently from a triangular distribution over [worst, best] with its peak at `value`.
 * Errors common to two points are drawn independently, too; hence odds are nearer to 1/2 than the
 * true probabilities. Equal points are on a drawn front together. The seed is fixed, so the same
 * points give the same odds. 200 to 2,000 fronts are drawn, for a standard error of 0.035 to 0.011
 * at most; fewer, at least 50, for three or four objectives with a thousand possible points or
 * more.
 *
 * `odds` has room for `count`. NOC_EFAILED: out of memory. */
noc_status noc_front_estimate_odds(const noc_front_point *points, const noc_front_mark *marks,
                                   size_t count, size_t dimensions, double *odds, noc_diag *diag);

#endif
