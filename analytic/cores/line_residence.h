/* analytic/cores/line_residence.h: line residence: shares of the reads of a cluster's CTAs that hit
 * in a core's first-level cache, are merged by its MSHRs or by the cluster's table, hit in the
 * cluster's cache, or are sent, for a given round trip.
 *
 * The shares are an integral over lines, whose touches are drawn from a fixed stream as workloads
 * define them (design/cores/sharing.h): neighbouring CTAs form a run, which touches the same place
 * of a window, each CTA at another time; CTAs later return to the place. A schedule gives core and
 * time of each CTA (cta_schedule.h). Each line is simulated independently. Effects of other lines
 * are inputs: the chance of a free table entry, and the time after which the cluster's cache drops
 * an unused line (sharing_curve.h). A core's cache drops the least recently used line of a set: a
 * line stays while fewer other lines came to its set than the set has ways; their number is Poisson
 * distributed (stack distance).
 *
 * Unit of time: a touch, the mean time between two lines that a CTA touches for the first time. */
#ifndef NOC_ANALYTIC_CORES_LINE_RESIDENCE_H
#define NOC_ANALYTIC_CORES_LINE_RESIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "design/cores/cluster.h"
#include "design/cores/sharing.h"

/* Place and time of a CTA's run. */
typedef struct noc_residence_cta {
    uint64_t cta;      /* number of the CTA */
    int cluster, core; /* number of the cluster; number of the core in the cluster */
    double start, end; /* times in touches */
    double lines;      /* lines that the CTA touches for the first time */
    /* time of the CTA, over the mean time of CTAs of its length */
    double slowdown;
} noc_residence_cta;

typedef struct noc_residence_setup {
    const noc_sharing *sharing;
    double window_touches; /* length of a window, touches */
    double read_share;     /* share of reads among the requests */
    int warps;             /* warps of a CTA; a waiting warp touches no lines */
    double dispersion;     /* variance of a CTA's progress per touch; 1: Poisson process */
    double slow_share;     /* share of requests that miss in a memory node's cache */
    double slow_excess;    /* extra time of these requests' round trips, over the mean round trip */
    double first_time, last_time; /* counted range of times, touches */
    noc_merge_match match;
    const noc_residence_cta *ctas; /* CTAs in the order of their numbers */
    size_t count;
} noc_residence_setup;

typedef struct noc_line_touch {
    double time;
    /* number of the line in its cluster, unique over all clusters; while touches are drawn: the
     * cluster */
    uint32_t group;
    uint8_t core;              /* number of the core in its cluster */
    uint8_t warp;              /* number of the warp modulo 64 */
    bool is_write, is_counted; /* is_counted: the time lies in the counted range */
    /* draw in [0, 1): the touch gets a table entry if the chance of a free one is larger */
    float chance;
    float relative_trip; /* round trip of the touch's request, over the mean */
} noc_line_touch;

typedef struct noc_line_residence {
    noc_line_touch *touches; /* touches, sorted by line, cluster and time */
    size_t count;
    size_t shared_count; /* number of touches of shared lines, which are first in the list */
    /* [0: shared line, 1: line of one CTA]: counted reads, and writes, of lines with a single touch
     * in their cluster */
    double lone_reads[2], lone_writes[2];
    double shared_share;     /* share of lines that runs share */
    double first_touches[2]; /* [0: shared line, 1: line of one CTA]: counted first touches */
    noc_merge_match match;
} noc_line_residence;

/* Inputs that depend on the network, and on other lines. */
typedef struct noc_residence_limits {
    double round_trip;  /* round trip from the cluster's table, touches */
    double table_delay; /* time until a request reaches the table, touches */
    double open_chance; /* chance that the table has a free entry */
    double unused_time; /* time after which the cache drops an unused line, touches; 0: no cache */
    /* mean time between new lines in a set of a core's cache, touches; 0: no cache */
    double set_interval;
    int ways;              /* lines of a set */
    double redundant_time; /* time after which a repeated request is not redundant, touches */
} noc_residence_limits;

/* Reads by outcome, and writes, per first touch of a line. Reads: hits in a core's cache, merged by
 * MSHRs, merged by the table, hits in the cluster's cache, sent with a table entry, sent without an
 * entry. */
typedef struct noc_residence_shares {
    double l1_hits, merged_by_mshrs, merged_by_table, cache_hits, entry_reads, entryless_reads,
        writes;
    /* reads that miss in their core's cache, of a line that the cluster requested shortly before */
    double redundant_reads;
    /* sums of the waits of reads merged by MSHRs, and by the table (behind it), touches */
    double mshr_waits, table_waits;
    double cache_time; /* sum of the times for which lines are in the cluster's cache, touches */
    double entry_time; /* sum of the times for which table entries are in use, touches */
} noc_residence_shares;

/* Number of distinct lines in `touches` touches of a CTA. */
double noc_count_lines(const noc_sharing *sharing, double touches);

/* Draws the touches of lines; the list is the arena's. False when out of memory. */
bool noc_line_residence_make(const noc_residence_setup *setup, noc_arena *arena,
                             noc_line_residence *residence);

/* Reads by outcome at given limits. */
noc_residence_shares noc_find_residence_shares(const noc_line_residence *residence,
                                               noc_residence_limits limits);

#endif
