/* analytic/contention/mixing.h: acceleration of fixed-point iterations.
 *
 * Anderson's mixing (J. ACM 12, 1965; Walker and Ni, SIAM J. Numer. Anal. 49, 2011) of depth two: a
 * step x -> g(x) has the residual r = g(x) - x. The next step begins at the point on the plane
 * through the last three g(x) where r would be least if it were linear. Plain iterations x <- g(x)
 * converge slowly or oscillate along a few directions, which mixing removes. */
#ifndef NOC_ANALYTIC_CONTENTION_MIXING_H
#define NOC_ANALYTIC_CONTENTION_MIXING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* State that a step reached, and its move from the step's first state; or the differences of both
 * from the previous step. */
typedef struct noc_mixing_step {
    double *reached, *moved;
} noc_mixing_step;

typedef struct noc_mixing {
    size_t size;          /* numbers of a state */
    size_t compared_size; /* numbers at the start of a state whose moves are compared */
    unsigned step_count;  /* steps since the beginning */
    const double *start;  /* first state of the present step */
    /* states: first one of the next step, where the first start may lie; the one that the present
     * step reaches, which the caller fills in */
    double *next_start, *reached;
    /* last step; differences of the last step, and of the step before */
    noc_mixing_step last, newer, older;
} noc_mixing;

/* Makes states of `size` numbers in the arena; the first `compared_size` have one unit. False when
 * out of memory. */
bool noc_mixing_make(noc_mixing *mixing, size_t size, size_t compared_size, noc_arena *arena);

/* Forgets earlier steps. The first step begins in the state `start`, which stays valid until the
 * step ends. */
void noc_mixing_begin(noc_mixing *mixing, const double *start);

/* Returns the first state of the next step, once mixing->reached is filled in; no number is less
 * than in `lower_bounds`. Valid until the next call. */
const double *noc_mixing_next(noc_mixing *mixing, const double *lower_bounds);

#endif
