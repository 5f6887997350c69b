/* tests/support/designs/drawn_ends.h: designs and workloads with what stands at the cores'
 * side, drawn at random: clusters, merge tables, caches, CTA schedulers, shared lines, kernels
 * with an end and several of them. */
#ifndef NOC_TESTS_DRAWN_ENDS_H
#define NOC_TESTS_DRAWN_ENDS_H

/* The text of the n-th of them. The caller frees it. */
char *test_drawn_ends(unsigned n);

/* Model beside sample of one. */
typedef struct test_ends_outcome {
    double ipc, absorbed, row_hits; /* errors: relative, absolute, absolute; NAN: there is none */
} test_ends_outcome;

test_ends_outcome test_compare_ends(unsigned n, double precision);

#endif
