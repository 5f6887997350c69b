/* explore/front/front.h: exact non-dominated sets of points with intervals, in 2 to 4 dimensions,
 * and how probable it is that a point is in one. */
#ifndef NOC_EXPLORE_FRONT_FRONT_H
#define NOC_EXPLORE_FRONT_FRONT_H

#include "explore/settings/settings.h"

/* A point of objectives, each turned so that more is better: worst <= value <= best. */
typedef struct noc_front_point {
    double value[NOC_OBJECTIVES_MOST], worst[NOC_OBJECTIVES_MOST], best[NOC_OBJECTIVES_MOST];
} noc_front_point;

typedef enum noc_membership {
    NOC_FRONT_OFF,      /* some other point is better even if both are at their unlucky ends */
    NOC_FRONT_POSSIBLE, /* on the front for some values inside the intervals */
    NOC_FRONT_CERTAIN,  /* on the front for all of them */
} noc_membership;

typedef struct noc_front_mark {
    noc_membership membership;
    bool by_value; /* on the front of the values, intervals left aside */
} noc_front_mark;

/* a is at least as good in all dimensions and better in one. */
bool noc_dominates(const double *a, const double *b, size_t dimensions);

/* A point without its interval. */
typedef struct noc_front_vector {
    const double *at;
    size_t index;
} noc_front_vector;

/* Moves those that no other dominates to the front of the list, in order; returns how many. */
size_t noc_front_keep(noc_front_vector *list, size_t count, size_t dimensions);

/* Marks all points. Points that are equal are all on the front. NOC_EFAILED: out of memory. */
noc_status noc_front_mark_all(const noc_front_point *points, size_t count, size_t dimensions,
                              noc_front_mark *marks, noc_diag *diag);

enum { NOC_HYPERVOLUME_MOST = 1000 }; /* points, in three dimensions or more */

/* Share of the box between the worst value of each dimension (of all points) and the best that the
 * points marked by_value dominate (While, Bradstreet, Barone 2012: WFG). NAN for too many
 * points. */
double noc_front_hypervolume(const noc_front_point *points, const noc_front_mark *marks,
                             size_t count, size_t dimensions);

/* The point by value with the largest sum of objectives, each scaled from 0 (worst of the front) to
 * 1 (best); of equal ones the first. `count` if there is no front. */
size_t noc_front_knee(const noc_front_point *points, const noc_front_mark *marks, size_t count,
                      size_t dimensions);

/* The probability of each point to be on the front: 1 of those that are certainly on it, 0 of those
 * that are off, of the others the share of drawn fronts that they are on. Each objective of each
 * point is drawn by itself, from the triangle that reaches from worst to best with its peak at the
 * value; so what two points have in common (the same model errs the same way) does not count, and
 * the odds are nearer to even than they should be. Points that are equal in a drawn front are all
 * on it. The numbers are the same for the same points: the seed is fixed. 200 to 2,000 fronts are
 * drawn, which leaves a standard error of 0.035 to 0.011 at most; fewer, but 50 at least, where a
 * thousand points or more may be on a front of three objectives or four.
 *
 * `odds` has room for `count`. NOC_EFAILED: out of memory. */
noc_status noc_front_odds(const noc_front_point *points, const noc_front_mark *marks, size_t count,
                          size_t dimensions, double *odds, noc_diag *diag);

#endif
