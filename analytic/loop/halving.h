/* analytic/loop/halving.h: root of an increasing function by bisection, with few evaluations.
 *
 * Results equal those of plain bisection bit by bit. The search first encloses the root by secants
 * (Illinois method: Dowell and Jarratt, BIT 11, 1971), so most midpoints need no evaluation. */
#ifndef NOC_ANALYTIC_LOOP_HALVING_H
#define NOC_ANALYTIC_LOOP_HALVING_H

/* Function of the argument `at`: negative below the root, 0 or more above; its magnitude falls
 * towards the root. */
typedef double (*noc_halving_function)(void *context, double at);

/* Argument, and value of the function. */
typedef struct noc_halving_point {
    double argument, value;
} noc_halving_point;

typedef struct noc_halving {
    noc_halving_function function;
    void *context;                /* borrowed */
    double low, high;             /* interval of the bisection */
    noc_halving_point nearest[2]; /* nearest points below the root, and above it */
} noc_halving;

/* Starts with an interval, and encloses the root, to a relative width of about `precision`. The
 * function is negative at the low end; the root may lie above the interval. */
void noc_halving_begin(noc_halving *halving, noc_halving_point low, noc_halving_point high,
                       double precision);

/* Replaces an end of the interval by the midpoint: the low end if the midpoint is below the
 * root. */
void noc_halving_step(noc_halving *halving);

#endif
