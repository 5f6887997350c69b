/* analytic/contention/mixing.h: fewer steps to a fixed point, by what the last ones did.
 *
 * Anderson's mixing (J. ACM 12, 1965; Walker and Ni, SIAM J. Numer. Anal. 49, 2011) of depth two:
 * where a step x -> g(x) is off by r = g(x) - x, the next one begins not at g(x), but at the point
 * on the plane through the last three g(x) at which r would be least if it were linear there. That
 * takes both a slow approach and a swing, which is two such roots, to their end. */
#ifndef NOC_ANALYTIC_CONTENTION_MIXING_H
#define NOC_ANALYTIC_CONTENTION_MIXING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

/* Where a step came to, and by how much that is away from where it began: of one step, or what is
 * different from the one before. */
typedef struct noc_mixing_step {
    double *reached, *moved;
} noc_mixing_step;

typedef struct noc_mixing {
    size_t size;                        /* numbers of a state */
    size_t compared;                    /* the first numbers, whose moves are looked at */
    unsigned steps;                     /* since it began */
    const double *began;                /* the state that the step under way goes from */
    double *from, *reached;             /* room */
    noc_mixing_step last, newer, older; /* the latter two: differences */
    double *room;
} noc_mixing;

/* For states of `size` numbers, of which the first, that are `compared`, are of one unit.
 * NOC_EFAILED when out of memory. */
noc_status noc_mixing_new(noc_mixing *mixing, size_t size, size_t compared);
void noc_mixing_clear(noc_mixing *mixing);

/* Room for a state to begin from. */
double *noc_mixing_from(noc_mixing *mixing);

/* Forgets what was before. The first step goes from a state, in that room or elsewhere, which stays
 * there until it is over. */
void noc_mixing_begin(noc_mixing *mixing, const double *start);

/* Room for the state that the step under way reaches. */
double *noc_mixing_reached(noc_mixing *mixing);

/* The state that the next step goes from, when that room has been filled; nowhere less than
 * `least`. It lasts until the next call. */
const double *noc_mixing_next(noc_mixing *mixing, const double *least);

#endif
