/* analytic/loop/halving.h: where a function that rises passes through zero, by halves of an
 * interval.
 *
 * The answers are those of a test at each middle, to the bit, with a few tests: the root is closed
 * in upon first (by Illinois' method: Dowell and Jarratt, BIT 11, 1971), and of most middles it is
 * known on which side they lie. */
#ifndef NOC_ANALYTIC_LOOP_HALVING_H
#define NOC_ANALYTIC_LOOP_HALVING_H

/* Negative below the root, else 0 or more; the nearer the less, about. */
typedef double (*noc_beyond)(void *context, double at);

/* An argument, and what the function is there. */
typedef struct noc_halving_end {
    double at, beyond;
} noc_halving_end;

typedef struct noc_halving {
    noc_beyond beyond;
    void *context;              /* borrowed */
    double low, high;           /* the interval */
    noc_halving_end nearest[2]; /* arguments known to lie below the root, and beyond it */
} noc_halving;

/* Begins with an interval: what the function is at its low end is negative. The root is closed in
 * upon to about that share of it, `precision`; it may lie beyond the interval. */
void noc_halving_begin(noc_halving *halving, noc_halving_end low, noc_halving_end high,
                       double precision);

/* Makes the middle one of the interval's ends: the low one if it lies below the root. */
void noc_halving_step(noc_halving *halving);

#endif
