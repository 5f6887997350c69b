/* analytic/contention/mixing.h: acceleration of steps to a fixed point.
 *
 * Anderson's mixing (J. ACM 12, 1965; Walker and Ni, SIAM J. Numer. Anal. 49, 2011) of depth two:
 * where a step x -> g(x) is off by r = g(x) - x, the next one begins not at g(x), but at the point
 * on the plane through the last three g(x) at which r would be least if it were linear there. That
 * ends both a slow approach and a swing, which has two such roots. */
#ifndef NOC_ANALYTIC_CONTENTION_MIXING_H
#define NOC_ANALYTIC_CONTENTION_MIXING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

/* State that a step reached, and its distance from the step's beginning; or the differences of
 * both to the step before. */
typedef struct noc_mixing_step {
    double *reached, *moved;
} noc_mixing_step;

typedef struct noc_mixing {
    size_t size;            /* numbers of a state */
    size_t compared;        /* numbers of a state, from the first on, whose moves are compared */
    unsigned steps;         /* steps since the beginning */
    const double *began;    /* state in which the present step began */
    double *from, *reached; /* room for states */
    noc_mixing_step last, newer, older; /* last step; differences of the last two steps */
    double *room;
} noc_mixing;

/* Makes room for states of `size` numbers, of which the first `compared` are in one unit.
 * NOC_EFAILED when out of memory. */
noc_status noc_mixing_new(noc_mixing *mixing, size_t size, size_t compared);
void noc_mixing_clear(noc_mixing *mixing);

/* Room for a state to begin from. */
double *noc_mixing_from(noc_mixing *mixing);

/* Forgets earlier steps. The first step begins in a state, in that room or elsewhere, which stays
 * there until the step ends. */
void noc_mixing_begin(noc_mixing *mixing, const double *start);

/* Room for the state that the present step reaches. */
double *noc_mixing_reached(noc_mixing *mixing);

/* State in which the next step begins, once that room has been filled; nowhere less than `least`.
 * Valid until the next call. */
const double *noc_mixing_next(noc_mixing *mixing, const double *least);

#endif
