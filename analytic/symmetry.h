/* analytic/symmetry.h: symmetry of a system: parts of groups, channels and terminals that are
 * images of each other, so that the model solves one queue for each part.
 *
 * A mesh with memory nodes in the top and bottom rows has two mirror axes, so sets of four channels
 * have equal waits; all inputs of a crossbar are equivalent. The parts form the coarsest equitable
 * partition: groups are in one part if they have equal properties, and exchange equal streams with
 * equally many groups of each part. Colour refinement (Weisfeiler and Leman 1968) finds the
 * partition for any topology. */
#ifndef NOC_ANALYTIC_SYMMETRY_H
#define NOC_ANALYTIC_SYMMETRY_H

#include "analytic/loads.h"

/* Parts, numbered in the order of their first members. */
typedef struct noc_parts {
    uint32_t *part;         /* [member]: part */
    uint32_t *first_member; /* [part]: first member */
    uint32_t *member_count; /* [part]: number of members */
    uint32_t count;         /* number of parts */
} noc_parts;

typedef struct noc_symmetry {
    noc_parts groups, channels, terminals;
    /* [pair]: colour; pairs of one input group with equal colours have equal streams to one part */
    uint64_t *pair_colours;
} noc_symmetry;

/* Finds the parts; lists are the arena's. NOC_EFAILED when out of memory. */
noc_status noc_symmetry_find(const noc_system *system, const noc_loads *loads,
                             const noc_pair_shares *shares, noc_arena *arena,
                             noc_symmetry *symmetry);

/* Returns the number of parallel channels, `channel` included, if their packets use them in turn:
 * channels of equal kind and ends. 1 for injection channels, and for links that packets choose
 * otherwise. Choices of the emptier of two random links, or of the emptiest of all, count as
 * random: credits return late, so simultaneous heads choose equally (cdx19-cdxbar-80-adaptive
 * saturates 7 % below round robin, as a choice by source does; with 4 ports of one VC the choice of
 * the emptiest carries 30 % less than round robin). */
double noc_parallel_channels(const noc_graph *graph, uint32_t channel);

#endif
