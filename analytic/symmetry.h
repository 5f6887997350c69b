/* analytic/symmetry.h: which queues of a network are images of each other, so that one of them
 * stands for all.
 *
 * A mesh with its memory nodes in the top and bottom rows is its own mirror image twice, so four
 * channels have equal waits each; all inputs of a crossbar are alike. What is looked for is the
 * coarsest equitable partition: groups are in one part if they look alike and cross to, and get
 * from, as many groups of every other part, with equal streams. It is found by refinement of
 * colours (Weisfeiler and Leman 1968), which needs to know nothing of topologies. */
#ifndef NOC_ANALYTIC_SYMMETRY_H
#define NOC_ANALYTIC_SYMMETRY_H

#include "analytic/loads.h"

/* Things in parts: numbered in the order of their first members. */
typedef struct noc_parts {
    uint32_t *of;    /* the part of each */
    uint32_t *first; /* by part: its first member, and their number */
    uint32_t *size;
    uint32_t count;
} noc_parts;

typedef struct noc_symmetry {
    noc_parts groups, channels, terminals;
    uint64_t
        *pairs; /* colours: of those that leave one group, equal ones lead to the same part alike */
} noc_symmetry;

/* NOC_EFAILED when out of memory. */
noc_status noc_symmetry_find(const noc_system *system, const noc_loads *loads,
                             const noc_pair_shares *shares, noc_symmetry *symmetry);
void noc_symmetry_clear(noc_symmetry *symmetry);

/* Channels with the same ends as this one, if packets are spread over them by turns. The emptier of
 * two drawn at random, or the emptiest of all, is as good as one drawn at random: credits come
 * late, so heads that choose meanwhile choose alike (cdx19-cdxbar-80-adaptive saturates 7 % below
 * round robin, as by source; of 4 ports with one VC the emptiest carry 30 % less than turns). */
double noc_side_by_side(const noc_graph *graph, uint32_t channel);

#endif
