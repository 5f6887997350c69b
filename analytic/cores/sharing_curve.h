/* analytic/cores/sharing_curve.h: what is kept from the network of the reads of cores, over the
 * round trip: lives of lines (line_residence.h), at the chance that a merge table has an entry left and
 * the time for which a cache keeps what nobody uses.
 *
 * Entries that are wanted follow from Little's law; requests that come one by one find none left as
 * often as Erlang's loss formula says, of as many trunks and as much traffic over its peakedness
 * (Hayward; Fredericks, Bell System Technical Journal 59(9), 1980), as cores have only so many
 * requests. A cache drops lines that were not used for one and the same time (Che, Tung, Wang, IEEE
 * JSAC 20(7), 2002): the one at which its lines are all taken, a stack distance. */
#ifndef NOC_ANALYTIC_CORES_SHARING_CURVE_H
#define NOC_ANALYTIC_CORES_SHARING_CURVE_H

#include "analytic/cores/line_residence.h"

enum { NOC_SHARING_KNOTS = 48, NOC_SHARING_ROWS = 6 };

/* Setup of a cluster, or of a core with a port of its own. */
typedef struct noc_sharing_setup {
    const noc_line_residence *lives; /* borrowed */
    double ctas;                     /* CTAs that run there at a time, mean */
    double lines;                    /* lines of a touch */
    double sources;                  /* requests that can be outstanding there */
    double entries, cache_lines;
    double l1_turn; /* touches in which a line comes to each set of a core's cache; 0: no cache */
    int l1_ways;
    double recent; /* touches after which it is not redundant to ask for a line */
} noc_sharing_setup;

/* Shares of the reads that cores make. */
typedef struct noc_read_shares {
    double l1;                      /* share found in the core's first-level cache */
    double own;                     /* merged by the core's MSHRs */
    double merged;                  /* reads merged by the table */
    double hits;                    /* in the cache */
    double sent;                    /* the others */
    double redundant;               /* part of all but `l1` */
    double without;                 /* part of these, without an entry */
    double own_waits, merged_waits; /* round trips that one of these waits, mean: from the core on,
                                       from the table on */
    double entries;                 /* in use, mean */
    double touches; /* requests for lines, for each that is touched for the first time */
} noc_read_shares;

typedef struct noc_sharing_curve {
    noc_sharing_setup s;
    /* Rows go by the wait of requests in front of the table, over the round trip from there;
     * columns by the logarithm of that. */
    noc_read_shares at[NOC_SHARING_ROWS][NOC_SHARING_KNOTS];
    bool known[NOC_SHARING_ROWS][NOC_SHARING_KNOTS];
    double open, unused, before; /* shares of the knot that is being found */
} noc_sharing_curve;

void noc_sharing_curve_begin(noc_sharing_curve *curve, const noc_sharing_setup *setup);

/* `round_trip`: touches, from the table and back; `before`: round trips that requests wait in front
 * of it. Knots are found when they are first needed. */
noc_read_shares noc_sharing_curve_at(noc_sharing_curve *curve, double round_trip, double before);

/* Entries in use of a table when so many are wanted at a time. */
double noc_entries_held(const noc_sharing_setup *setup, double wanted);

/* Without lines that are shared. */
noc_read_shares noc_shares_of_none(void);

#endif
