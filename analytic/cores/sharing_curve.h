/* analytic/cores/sharing_curve.h: shares of cores' reads that caches and merging keep from the
 * network, as a function of the round trip. Line residence (line_residence.h) gives the shares, at
 * a self-consistent chance of a free table entry and drop time of the cluster's cache.
 *
 * The mean number of entries follows from Little's law. A request finds no free entry with the
 * probability of Erlang's loss formula, with trunks and traffic divided by the traffic's
 * peakedness, as cores have a limited number of requests (Hayward; Fredericks, Bell System
 * Technical Journal 59(9), 1980). A cache drops lines that are unused for a fixed time, at which
 * the mean number of lines equals the cache's size (Che, Tung, Wang, IEEE JSAC 20(7), 2002). */
#ifndef NOC_ANALYTIC_CORES_SHARING_CURVE_H
#define NOC_ANALYTIC_CORES_SHARING_CURVE_H

#include "analytic/cores/line_residence.h"

enum { NOC_SHARING_KNOTS = 48, NOC_SHARING_ROWS = 6 };

/* Setup of a compute node: a cluster, or one core. */
typedef struct noc_sharing_setup {
    const noc_line_residence *residence; /* borrowed */
    double mean_ctas;                    /* mean running CTAs */
    double lines_per_touch;              /* lines per touch */
    double max_requests;                 /* largest number of outstanding requests */
    /* entries of the merge table; lines of the cluster's cache */
    double table_entries, cache_lines;
    /* mean time between new lines in a set of a core's cache, touches; 0: no cache */
    double l1_set_interval;
    int l1_ways;           /* lines of such a set */
    double redundant_time; /* time after which a repeated request is not redundant, touches */
} noc_sharing_setup;

/* Outcomes of the reads that cores make; shares are over all of these reads. */
typedef struct noc_read_shares {
    double l1;              /* share found in the core's first-level cache */
    double merged_by_mshrs; /* share merged by the core's MSHRs */
    double merged_by_table; /* share merged by the table */
    double cache_hits;      /* share found in the cluster's cache */
    double sent;            /* share sent */
    /* share that misses in the first-level caches, of lines requested shortly before */
    double redundant;
    double entryless; /* share sent without a table entry */
    /* mean wait of a read merged by MSHRs, from the core on; of a read merged by the table, from
     * the table on; both over the round trip */
    double mshr_waits, table_waits;
    double used_entries;     /* mean used table entries */
    double touches_per_line; /* requests for lines, per line touched for the first time */
} noc_read_shares;

typedef struct noc_sharing_curve {
    noc_sharing_setup setup;
    /* [row][column]: shares at a knot; [row]: ratio of a request's wait in front of the table to
     * the round trip from the table; [column]: logarithm of that round trip */
    noc_read_shares knots[NOC_SHARING_ROWS][NOC_SHARING_KNOTS];
    bool is_known[NOC_SHARING_ROWS][NOC_SHARING_KNOTS];
    /* chance of a free entry, drop time and wait ratio of the present knot */
    double open_chance, unused_time, wait_ratio;
} noc_sharing_curve;

/* Initialises a curve without knots. */
void noc_sharing_curve_init(noc_sharing_curve *curve, const noc_sharing_setup *setup);

/* Finds the shares at a round trip. `round_trip`: round trip from the table, touches; `wait_ratio`:
 * wait of requests in front of the table, over that round trip. Knots are found on their first
 * use. */
noc_read_shares noc_find_read_shares(noc_sharing_curve *curve, double round_trip,
                                     double wait_ratio);

/* Returns the mean used entries of a table, where a table without a limit would have a mean of
 * `wanted_entries`. */
double noc_used_entries(const noc_sharing_setup *setup, double wanted_entries);

/* Returns the shares if no lines are shared. */
noc_read_shares noc_unshared_reads(void);

#endif
