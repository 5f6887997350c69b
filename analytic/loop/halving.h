/* analytic/loop/halving.h: root of a rising function, by halves of an interval.
 *
 * Answers equal those of a test at each middle, to the bit, with few tests: the search closes in
 * upon the root first (Illinois' method: Dowell and Jarratt, BIT 11, 1971), so the side of most
 * middles is known. */
#ifndef NOC_ANALYTIC_LOOP_HALVING_H
#define NOC_ANALYTIC_LOOP_HALVING_H

/* Function: negative below the root, else 0 or more; about smaller nearer to the root. */
typedef double (*noc_beyond)(void *context, double at);

/* An argument, and the function's value there. */
typedef struct noc_halving_end {
    double at, beyond;
} noc_halving_end;

typedef struct noc_halving {
    noc_beyond beyond;
    void *context;              /* borrowed */
    double low, high;           /* the interval */
    noc_halving_end nearest[2]; /* arguments known to lie below the root, and beyond it */
} noc_halving;

/* Begins with an interval, at whose low end the function is negative. Closes in upon the root to
 * about a share `precision` of it; the root may lie beyond the interval. */
void noc_halving_begin(noc_halving *halving, noc_halving_end low, noc_halving_end high,
                       double precision);

/* Replaces an end of the interval by the middle: the low end if the middle lies below the root. */
void noc_halving_step(noc_halving *halving);

#endif
