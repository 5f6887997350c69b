/* tests/oracles/sharing_form.h: the reads of lines that neighbouring CTAs share
 * (design/cores/sharing.h) and that a cluster's merge table absorbs, as a function of the round
 * trip.
 *
 * A run of CTAs touches a line at times that are uniform in a window. The first sends for it; who
 * comes within a round trip is merged, the next after that sends again. */
#ifndef NOC_TESTS_ORACLES_SHARING_FORM_H
#define NOC_TESTS_ORACLES_SHARING_FORM_H

#include "design/cores/sharing.h"

typedef struct oracle_sharing_load {
    int ctas; /* CTAs that a cluster runs at a time, one a core, at the same pace */
    /* distance of the numbers of a cluster's CTAs: 1 for neighbours, the number of clusters if
     * neighbours are in different ones */
    int apart;
    double reads;      /* reads of the cluster a cycle, but for lines that a CTA comes back to */
    double round_trip; /* cycles */
    double entries;    /* entries of the merge table; 0: none, INFINITY: as many as wanted */
} oracle_sharing_load;

typedef struct oracle_sharing_traffic {
    double absorbed; /* share of the reads that are merged */
    double without;  /* share of the reads that are sent without an entry */
    double entries_used;
} oracle_sharing_traffic;

/* Exact for a table without end; of few entries as many are in use as Little's law wants and
 * Erlang's loss formula leaves, as if requests found it full independently of each other, and
 * replies freed entries of their own requests only. */
oracle_sharing_traffic oracle_sharing_traffic_of(const noc_sharing *sharing,
                                                 const oracle_sharing_load *load);

/* Mean number of touches that need an entry, of `touches` that are uniform in a window, when an
 * entry lasts `share` of it and is to be had with chance `open`: the others are merged. */
double oracle_sharing_sends(int touches, double share, double open);

#endif
