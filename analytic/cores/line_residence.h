/* analytic/cores/line_residence.h: what becomes of the lines that CTAs of a cluster touch, as a
 * function of the round trip: kept by a core's first-level cache, merged by its MSHRs, merged by
 * the cluster's table, kept by its cache, or sent.
 *
 * An integral over lives of lines. Lines are drawn from a fixed stream as workloads have them
 * (design/cores/sharing.h): a run of neighbouring CTAs touches a place of a window, each at a time
 * of its own in there, and comes back to it; where and when these CTAs run their schedule says
 * (cta_schedule.h). Each line goes through the states of a cluster by itself. What lines do to each
 * other comes from outside: the chance that a table has an entry left, the time after which a cache
 * drops a line that nobody uses (sharing_curve.h). A core's cache has sets, of which the least
 * recently used line leaves: so many other lines come to a set in between, a Poisson number, and a
 * line is still there while these are fewer than its ways: a stack distance.
 *
 * Times are in touches: the mean time between two lines that a CTA touches for the first time. */
#ifndef NOC_ANALYTIC_CORES_LINE_RESIDENCE_H
#define NOC_ANALYTIC_CORES_LINE_RESIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "design/cores/cluster.h"
#include "design/cores/sharing.h"

/* Where and when a CTA runs. */
typedef struct noc_residence_cta {
    uint64_t cta;      /* its number */
    int cluster, core; /* the latter in its cluster */
    double start, end; /* in touches */
    double lines;      /* lines that it touches for the first time */
    double slowdown;   /* time of the CTA, over that of one whose last warp is like the others */
} noc_residence_cta;

typedef struct noc_residence_setup {
    const noc_sharing *sharing;
    double window;      /* touches */
    double reads;       /* share of the requests */
    int warps;          /* warps of a CTA: one that waits touches nothing meanwhile */
    double dispersion;  /* variance of a CTA's progress, by touch; 1: as a Poisson process */
    double slow_share;  /* share of round trips that miss in a cache of a memory node */
    double slow_excess; /* time that these take longer than others, over the mean */
    double from, to;    /* touches in that time count */
    noc_merge_match match;
    const noc_residence_cta *ctas; /* in order of their numbers */
    size_t count;
} noc_residence_setup;

typedef struct noc_line_touch {
    double time;
    uint32_t group; /* cluster */
    uint8_t core;   /* in its cluster */
    uint8_t warp;   /* one of 64 that are told apart */
    bool write, counts;
    float chance; /* the touch gets an entry if one is left with at least that */
    float trip;   /* if it is sent: its round trip, over the mean */
} noc_line_touch;

typedef struct noc_line_residence {
    noc_line_touch *touches; /* line by line, cluster by cluster, in order of time */
    size_t count;
    size_t shared; /* the first of them are of lines that runs have together */
    /* Reads that count of lines that nobody else touches, and nobody comes back to; writes. */
    double lone_reads[2], lone_writes[2];
    double same;      /* share of lines that runs have together */
    double firsts[2]; /* first touches that count: of lines of runs, of others */
    noc_merge_match match;
} noc_line_residence;

/* Limits that are given. */
typedef struct noc_residence_limits {
    double round_trip; /* touches, from a cluster's table and back */
    double before;     /* touches until a request gets there */
    double open;       /* chance that the table has an entry left */
    double unused;     /* touches after which the cache drops a line; 0: no cache */
    double turn;       /* touches in which a line comes to each set of a core's cache, mean; 0: no
                          cache */
    int ways;          /* lines of a set */
    double recent;     /* touches after which it is not redundant to ask for a line */
} noc_residence_limits;

/* Reads by what becomes of them, for each first touch. */
typedef struct noc_residence_shares {
    double l1, own, merged, hits, entered, without, writes;
    double redundant; /* part of all but `l1`: the cluster asked for the line shortly before */
    double own_waits, merged_waits; /* sums of what these wait, in touches; the latter from the
                                       table on */
    double stay;                    /* touches that lines are in the cache */
    double held;                    /* touches that entries are taken */
} noc_residence_shares;

/* Lines that a CTA asks for in so many touches. */
double noc_lines_of_touches(const noc_sharing *sharing, double touches);

/* False when out of memory; the caller clears it in either case. */
bool noc_line_residence_make(const noc_residence_setup *setup, noc_line_residence *lives);
void noc_line_residence_clear(noc_line_residence *lives);

noc_residence_shares noc_line_residence_at(const noc_line_residence *lives,
                                           noc_residence_limits limits);

#endif
