/* analytic/cores/sharing_curve.h: share of cores' reads kept from the network, over the round
 * trip: lives of lines (line_residence.h), at the chance that a merge table has an entry left and
 * the time for which a cache keeps unused lines.
 *
 * Entries wanted follow from Little's law. Requests that come one by one find no entry left with
 * the probability of Erlang's loss formula, with trunks and traffic divided by the traffic's
 * peakedness (Hayward; Fredericks, Bell System Technical Journal 59(9), 1980), as cores have a
 * limited number of requests. A cache drops lines that were not used for a fixed time (Che, Tung,
 * Wang, IEEE JSAC 20(7), 2002): the time at which its lines are all in use, a stack distance. */
#ifndef NOC_ANALYTIC_CORES_SHARING_CURVE_H
#define NOC_ANALYTIC_CORES_SHARING_CURVE_H

#include "analytic/cores/line_residence.h"

enum { NOC_SHARING_KNOTS = 48, NOC_SHARING_ROWS = 6 };

/* Setup of a cluster, or of a core with a port of its own. */
typedef struct noc_sharing_setup {
    const noc_line_residence *lives; /* borrowed */
    double ctas;                     /* mean CTAs that run there */
    double lines;                    /* lines per touch */
    double sources;                  /* requests that can be outstanding there */
    double entries, cache_lines;
    double l1_turn; /* touches in which a line comes to each set of a core's cache; 0: no cache */
    int l1_ways;
    double recent; /* touches after which asking for a line again is not redundant */
} noc_sharing_setup;

/* Shares of the reads that cores make. */
typedef struct noc_read_shares {
    double l1;        /* share found in the core's first-level cache */
    double own;       /* share merged by the core's MSHRs */
    double merged;    /* share merged by the table */
    double hits;      /* share found in the cluster's cache */
    double sent;      /* share sent */
    double redundant; /* part of all shares but `l1` */
    double without;   /* part of `sent` for which the table has no entry left */
    /* round trips that a merged read waits, mean: own_waits from the core on, merged_waits from
     * the table on */
    double own_waits, merged_waits;
    double entries; /* mean entries in use */
    double touches; /* requests for lines, per line touched for the first time */
} noc_read_shares;

typedef struct noc_sharing_curve {
    noc_sharing_setup s;
    /* Knots. Rows are ratios of a request's wait in front of the table to the round trip from
     * there; columns are logarithms of that round trip. */
    noc_read_shares at[NOC_SHARING_ROWS][NOC_SHARING_KNOTS];
    bool known[NOC_SHARING_ROWS][NOC_SHARING_KNOTS];
    double open, unused, before; /* values of the knot that is being found */
} noc_sharing_curve;

void noc_sharing_curve_begin(noc_sharing_curve *curve, const noc_sharing_setup *setup);

/* Shares at a round trip. `round_trip`: touches, from the table and back; `before`: wait of
 * requests in front of the table, in round trips. Knots are found when first needed. */
noc_read_shares noc_sharing_curve_at(noc_sharing_curve *curve, double round_trip, double before);

/* Entries in use of a table, when `wanted` are wanted at a time. */
double noc_entries_held(const noc_sharing_setup *setup, double wanted);

/* Shares without shared lines. */
noc_read_shares noc_shares_of_none(void);

#endif
