/* analytic/symmetry.h: queues of a network that are images of each other, so that one stands for
 * all.
 *
 * A mesh with its memory nodes in the top and bottom rows is its own mirror image twice, so four
 * channels have equal waits each; all inputs of a crossbar are alike. The search is for the
 * coarsest equitable partition: groups are in one part if they look alike and cross to, and get
 * from, as many groups of every other part, with equal streams. Refinement of colours finds it
 * (Weisfeiler and Leman 1968), without knowing topologies. */
#ifndef NOC_ANALYTIC_SYMMETRY_H
#define NOC_ANALYTIC_SYMMETRY_H

#include "analytic/loads.h"

/* Parts, numbered in the order of their first members. */
typedef struct noc_parts {
    uint32_t *of;    /* [member]: part */
    uint32_t *first; /* [part]: first member; number of members */
    uint32_t *size;
    uint32_t count;
} noc_parts;

typedef struct noc_symmetry {
    noc_parts groups, channels, terminals;
    /* [pair]: colour; pairs of one colour that leave one group lead to the same part alike */
    uint64_t *pairs;
} noc_symmetry;

/* Finds the images. NOC_EFAILED when out of memory. */
noc_status noc_symmetry_find(const noc_system *system, const noc_loads *loads,
                             const noc_pair_shares *shares, noc_symmetry *symmetry);
void noc_symmetry_clear(noc_symmetry *symmetry);

/* Channels between the same ends as this one, if packets are spread over them by turns. A choice
 * of the emptier of two random channels, or of the emptiest of all, counts as a random one:
 * credits come late, so heads that choose meanwhile choose alike (cdx19-cdxbar-80-adaptive
 * saturates 7 % below round robin, as by source; of 4 ports with one VC the emptiest carry 30 %
 * less than turns). */
double noc_side_by_side(const noc_graph *graph, uint32_t channel);

#endif
