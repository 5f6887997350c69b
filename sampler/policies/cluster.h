/* sampler/policies/cluster.h: what stands between the L1 caches of a cluster's cores and their
 * port: the merge table and the coalesced cache (design/cores/cluster.h; icc, section 6).
 *
 * In a cycle replies come first, in the order in which they were sent, then the request that the
 * bus lets through (cluster_bus.h). What a core's own MSHRs merge does not come here. Table and
 * cache are looked up together, in one cycle; a hit is answered in the next. */
#ifndef NOC_SAMPLER_POLICIES_CLUSTER_H
#define NOC_SAMPLER_POLICIES_CLUSTER_H

#include "design/cores/cluster.h"
#include "sampler/policies/line_cache.h"
#include "sampler/policies/line_table.h"

typedef enum noc_cluster_outcome {
    NOC_CLUSTER_SENT,    /* to memory, without an entry: the table is full, or there is none */
    NOC_CLUSTER_ENTERED, /* to memory, with an entry */
    NOC_CLUSTER_MERGED,  /* waits for a request that another core has sent */
    NOC_CLUSTER_HIT,     /* the line is in the cache */
    NOC_CLUSTER_OUTCOMES
} noc_cluster_outcome;

/* What became of the requests so far. */
typedef struct noc_cluster_tally {
    uint64_t reads[NOC_CLUSTER_OUTCOMES], writes;
    uint64_t inserted; /* lines, into the cache */
} noc_cluster_tally;

typedef struct noc_cluster {
    noc_line_table
        table; /* value: who waits, a bit a core; marked: written since it was asked for */
    noc_line_cache cache;
    noc_merge_match match;
    noc_cluster_tally tally;
} noc_cluster;

/* False when out of memory; the caller clears it in either case. */
bool noc_cluster_make(noc_cluster *cluster, const noc_cluster_spec *spec);
void noc_cluster_clear(noc_cluster *cluster);

/* Core `core` of the cluster reads a line of global memory. */
noc_cluster_outcome noc_cluster_read(noc_cluster *cluster, unsigned core, uint64_t line);

/* One of the cores writes to a line. It is sent in any case, and answered to that core alone. */
void noc_cluster_write(noc_cluster *cluster, uint64_t line);

/* A reply with a line, for which core `core` has asked, `entered` in the table or not (which counts
 * with NOC_MERGE_BY_REQUEST only). Returns who gets it, a bit a core, in one slot of the bus; of
 * them those that do not wait for the line (any more) drop it. The core itself is always one: with
 * another's entry for the same line it would wait for ever, if only those of the list got it. */
uint64_t noc_cluster_reply(noc_cluster *cluster, unsigned core, uint64_t line, bool entered);

#endif
