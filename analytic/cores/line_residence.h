/* analytic/cores/line_residence.h: the fate of lines that CTAs of a cluster touch, as a function
 * of the round trip: kept by a core's first-level cache, merged by its MSHRs, merged by the
 * cluster's table, kept by its cache, or sent.
 *
 * The result is an integral over lives of lines. Lines are drawn from a fixed stream as workloads
 * have them (design/cores/sharing.h): a run of neighbouring CTAs touches a place of a window, each
 * at its own time in the window, and comes back to it; their schedule gives where and when these
 * CTAs run (cta_schedule.h). Each line passes through the states of a cluster independently.
 * Effects of lines on each other are inputs: the chance that a table has an entry left, the time
 * after which a cache drops an unused line (sharing_curve.h). A core's cache has sets, which drop
 * the least recently used line: a Poisson number of other lines comes to a set in between, and a
 * line is still there while they are fewer than the set's ways: a stack distance.
 *
 * Times are in touches: the mean time between two lines that a CTA touches for the first time. */
#ifndef NOC_ANALYTIC_CORES_LINE_RESIDENCE_H
#define NOC_ANALYTIC_CORES_LINE_RESIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "design/cores/cluster.h"
#include "design/cores/sharing.h"

/* Place and time of a CTA's run. */
typedef struct noc_residence_cta {
    uint64_t cta;      /* number of the CTA */
    int cluster, core; /* cluster; core in the cluster */
    double start, end; /* times in touches */
    double lines;      /* lines that the CTA touches for the first time */
    /* time of the CTA, over that of a CTA whose last warp is as fast as the others */
    double slowdown;
} noc_residence_cta;

typedef struct noc_residence_setup {
    const noc_sharing *sharing;
    double window;      /* length of a window, touches */
    double reads;       /* share of reads among the requests */
    int warps;          /* warps of a CTA: a waiting warp touches nothing meanwhile */
    double dispersion;  /* variance of a CTA's progress per touch; 1: as a Poisson process */
    double slow_share;  /* share of round trips that miss in a cache of a memory node */
    double slow_excess; /* extra time of these round trips, over the mean */
    double from, to;    /* range of times that count, touches */
    noc_merge_match match;
    const noc_residence_cta *ctas; /* CTAs in the order of their numbers */
    size_t count;
} noc_residence_setup;

typedef struct noc_line_touch {
    double time;
    uint32_t group; /* cluster */
    uint8_t core;   /* number of the core in its cluster */
    uint8_t warp;   /* one of 64 warps that are told apart */
    bool write, counts;
    float chance; /* the touch gets an entry if one is left with at least this probability */
    float trip;   /* round trip of the touch's request, if sent, over the mean */
} noc_line_touch;

typedef struct noc_line_residence {
    noc_line_touch *touches; /* touches, sorted by line, cluster and time */
    size_t count;
    size_t shared; /* touches of lines that runs have in common, first in the list */
    /* Counted reads of lines that nobody else touches, and nobody comes back to; writes to such
     * lines. */
    double lone_reads[2], lone_writes[2];
    double same;      /* share of lines that runs have in common */
    double firsts[2]; /* counted first touches: of runs' lines, of other lines */
    noc_merge_match match;
} noc_line_residence;

/* Limits from outside. */
typedef struct noc_residence_limits {
    double round_trip; /* touches from a cluster's table and back */
    double before;     /* touches until a request reaches the table */
    double open;       /* chance that the table has an entry left */
    double unused;     /* touches after which the cache drops a line; 0: no cache */
    double turn; /* mean touches in which a line comes to each set of a core's cache; 0: no cache */
    int ways;    /* lines of a set */
    double recent; /* touches after which asking for a line again is not redundant */
} noc_residence_limits;

/* Reads by their fate, per first touch. */
typedef struct noc_residence_shares {
    double l1, own, merged, hits, entered, without, writes;
    /* part of all reads but `l1`: the cluster asked for the line shortly before */
    double redundant;
    /* sums of waits of merged reads, touches; merged_waits: from the table on */
    double own_waits, merged_waits;
    double stay; /* sum of the times that lines stay in the cache, touches */
    double held; /* sum of the times that entries are in use, touches */
} noc_residence_shares;

/* Lines that a CTA asks for in `touches` touches. */
double noc_lines_of_touches(const noc_sharing *sharing, double touches);

/* Draws the lives of lines. False when out of memory; the caller clears them in either case. */
bool noc_line_residence_make(const noc_residence_setup *setup, noc_line_residence *lives);
void noc_line_residence_clear(noc_line_residence *lives);

noc_residence_shares noc_line_residence_at(const noc_line_residence *lives,
                                           noc_residence_limits limits);

#endif
