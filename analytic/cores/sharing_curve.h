/* analytic/cores/sharing_curve.h: shares of cores' reads that caches and merging keep from the
 * network, as a function of the round trip: line residence (line_residence.h), at a self-consistent
 * chance of a free table entry and drop time of a cache.
 *
 * The mean number of entries follows from Little's law. A request finds no free entry with the
 * probability of Erlang's loss formula, with trunks and traffic divided by the traffic's peakedness
 * (Hayward; Fredericks, Bell System Technical Journal 59(9), 1980), as cores have a limited number
 * of requests. A cache drops lines unused for a fixed time (Che, Tung, Wang, IEEE JSAC 20(7),
 * 2002), at which its lines are just all in use. */
#ifndef NOC_ANALYTIC_CORES_SHARING_CURVE_H
#define NOC_ANALYTIC_CORES_SHARING_CURVE_H

#include "analytic/cores/line_residence.h"

enum { NOC_SHARING_KNOTS = 48, NOC_SHARING_ROWS = 6 };

/* Setup of a compute node: a cluster, or one core. */
typedef struct noc_sharing_setup {
    const noc_line_residence *lives; /* borrowed */
    double mean_ctas;                /* mean running CTAs */
    double lines_per_touch;          /* lines per touch */
    double max_requests;             /* largest number of outstanding requests */
    double table_entries, cache_lines;
    /* mean time between new lines in a set of a core's cache, touches; 0: no cache */
    double l1_set_interval;
    int l1_ways;
    double redundant_time; /* time after which a repeated request is not redundant, touches */
} noc_sharing_setup;

/* Shares of the reads that cores make. */
typedef struct noc_read_shares {
    double l1;              /* share found in the core's first-level cache */
    double merged_by_mshrs; /* share merged by the core's MSHRs */
    double merged_by_table; /* share merged by the table */
    double cache_hits;      /* share found in the cluster's cache */
    double sent;            /* share sent */
    double redundant; /* share behind the first-level caches of lines requested shortly before */
    double entryless; /* share sent without a table entry */
    /* mean wait of a read merged by MSHRs, from the core on, and by the table, from the table on;
     * over the round trip */
    double mshr_waits, table_waits;
    double used_entries;     /* mean used table entries */
    double touches_per_line; /* requests for lines, per line touched for the first time */
} noc_read_shares;

typedef struct noc_sharing_curve {
    noc_sharing_setup setup;
    /* knots; rows: ratios of a request's wait in front of the table to the round trip from the
     * table; columns: logarithms of that round trip */
    noc_read_shares knots[NOC_SHARING_ROWS][NOC_SHARING_KNOTS];
    bool is_known[NOC_SHARING_ROWS][NOC_SHARING_KNOTS];
    /* chance of a free entry, drop time and wait ratio of the present knot */
    double open_chance, unused_time, wait_ratio;
} noc_sharing_curve;

/* Initialises a curve without knots. */
void noc_sharing_curve_init(noc_sharing_curve *curve, const noc_sharing_setup *setup);

/* Shares at a round trip. `round_trip`: from the table, touches; `wait_ratio`: wait of requests in
 * front of the table, over the round trip. Knots are found on the first request. */
noc_read_shares noc_find_read_shares(noc_sharing_curve *curve, double round_trip,
                                     double wait_ratio);

/* Mean used entries of a table, with a mean of `wanted_entries` without a limit. */
double noc_used_entries(const noc_sharing_setup *setup, double wanted_entries);

/* Shares without shared lines. */
noc_read_shares noc_unshared_reads(void);

#endif
