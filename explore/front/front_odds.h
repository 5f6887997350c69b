/* explore/front/front_odds.h: how probable it is that a point is on the front, from its
 * interval. */
#ifndef NOC_EXPLORE_FRONT_FRONT_ODDS_H
#define NOC_EXPLORE_FRONT_FRONT_ODDS_H

#include "explore/front/front.h"

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
