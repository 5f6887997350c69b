/* analytic/cluster_model.h: what a cluster's merge table and coalesced cache keep from the network
 * (network/cluster.h), as a function of the round trip, in closed form.
 *
 * Lines are asked for at random, each at its own rate, by any core alike. A line's life goes round:
 * nobody has it; an entry for a round trip; the cache for a while, if a second core asked meanwhile
 * and nobody wrote. Without limits that is exact. A table of few entries is a loss system of
 * unequal sources (unfair_engset.h), in which the number of entries is what Little's law gives; a
 * cache of few lines keeps each until it has not been used for one and the same time (Che, Tung,
 * Wang, IEEE JSAC 20(7), 2002), which follows from the number of lines: the mean time in which so
 * many others are used, a stack distance. */
#ifndef NOC_ANALYTIC_CLUSTER_MODEL_H
#define NOC_ANALYTIC_CLUSTER_MODEL_H

#include <stdbool.h>
#include <stddef.h>

/* Lines that are asked for alike. */
typedef struct noc_line_class {
    double reads, writes; /* of each a cycle, by all cores of the cluster; below 1 */
    double lines;         /* 1 or more */
} noc_line_class;

typedef struct noc_cluster_load {
    int cores;
    double round_trip;             /* cycles from a request's sending to its reply, 1 or more */
    double entries;                /* of the table; INFINITY: as many as wanted */
    double cache_lines;            /* 0: no cache */
    const noc_line_class *classes; /* borrowed */
    size_t count;
} noc_cluster_load;

typedef struct noc_cluster_traffic {
    double sent; /* reads that go to memory, a cycle */
    /* share of the reads that MSHRs have left which are not sent: merged, or in the cache */
    double absorbed;
    double hits;         /* share of those: in the cache */
    double without;      /* share of those: sent without an entry */
    double own;          /* share of all reads that the cores' own MSHRs merge */
    double entries_used; /* mean */
} noc_cluster_traffic;

/* False when out of memory. */
bool noc_cluster_traffic_of(const noc_cluster_load *load, noc_cluster_traffic *traffic);

#endif
