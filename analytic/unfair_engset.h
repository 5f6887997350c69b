/* analytic/unfair_engset.h: how often places are full that sources of unequal rates take, each one
 * at most: Engset's loss system with unequal sources (Cohen, Philips Telecommunication Review 18,
 * 1957; insensitive to the distribution of holding times).
 *
 * A set of sources holds places with a probability in proportion to the product of their weights,
 * sets larger than the number of places with 0. */
#ifndef NOC_ANALYTIC_UNFAIR_ENGSET_H
#define NOC_ANALYTIC_UNFAIR_ENGSET_H

#include <stdbool.h>
#include <stddef.h>

typedef struct noc_engset_class {
    double weight;  /* holding time over the mean time from one end to the next attempt */
    double sources; /* of this weight: 1 or more */
    double holds;   /* answer: chance that one of them holds a place */
    double refused; /* answer: chance that it holds none, and all places are taken */
} noc_engset_class;

/* `places` 0 or more. In a time of classes x places^2. False when out of memory. */
bool noc_engset(noc_engset_class *classes, size_t count, size_t places);

#endif
