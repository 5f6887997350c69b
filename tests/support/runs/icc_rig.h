/* tests/support/runs/icc_rig.h: a cluster alone: its cores' MSHRs, merge table and cache, fed
 * one request a cycle, each answered exactly T cycles after it was sent. What comes of every
 * request is counted. */
#ifndef NOC_TESTS_ICC_RIG_H
#define NOC_TESTS_ICC_RIG_H

#include <stdio.h>

#include "sampler/policies/cluster.h"
#include "sampler/policies/mshrs.h"
#include "tests/support/helpers.h"

typedef struct icc_counts {
    uint64_t reads, own; /* reads of all cores; merged by their own MSHRs */
    uint64_t answered,
        dropped; /* reads answered; lines that came to a core which did not wait for them */
    uint64_t replies;
} icc_counts;

typedef struct icc_reply {
    uint64_t cycle, line;
    unsigned core;
    bool entered;
} icc_reply;

typedef struct icc_rig {
    noc_arena arena;
    noc_cluster cluster;
    noc_mshrs mshrs[NOC_CLUSTER_CORES_MAX];
    unsigned cores;
    uint64_t round_trip, now;
    icc_reply *replies; /* a ring of round_trip + 1 */
    uint64_t first, last;
    uint32_t *tags;
    icc_counts counts; /* others: cluster.tally */
    uint32_t most_entries;
    double entry_cycles; /* entries in use, summed over cycles */
    FILE *deliveries;    /* "cycle:line:cores", borrowed; NULL: not noted */
} icc_rig;

/* merge_entries < 0: as many as could be needed. */
icc_rig *icc_rig_new(noc_cluster_spec spec, uint64_t round_trip);
void icc_rig_free(icc_rig *rig);

/* The replies of all cycles before `cycle`, and of that one. */
void icc_rig_advance(icc_rig *rig, uint64_t cycle);

/* A request in a cycle, after that cycle's replies. Returns a letter: R merged by the core's own
 * MSHR, C in the cache, M merged by the table, S sent with an entry, U without, W a write. */
char icc_rig_request(icc_rig *rig, uint64_t cycle, unsigned core, uint64_t line, bool write);

/* All replies that are to come. Returns that nothing is left: each read was answered once, every
 * entry is free. */
bool icc_rig_finish(icc_rig *rig);

/* Share of the reads (those that the cores' MSHRs have left) that are not sent; 0 without any. */
double icc_absorbed(const noc_cluster_tally *tally);

#endif
