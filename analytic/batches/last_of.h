/* analytic/batches/last_of.h: when the last of several that end at random is over. */
#ifndef NOC_ANALYTIC_BATCHES_LAST_OF_H
#define NOC_ANALYTIC_BATCHES_LAST_OF_H

#include <stddef.h>

typedef struct noc_normal {
    double mean, deviation; /* deviation 0 or more */
} noc_normal;

/* Mean of the largest of independent normal variables, one or more: the integral over its
 * distribution, the product of theirs. */
double noc_last_of(const noc_normal *list, size_t count);

#endif
