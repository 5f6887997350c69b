/* design/cores/cluster.h: clusters of cores that share a port of the network, a merge table and a
 * cache (icc, sections 2.1 and 6).
 *
 * A *merge table* has an entry for each line that one of the cores has requested, with a list of
 * the cores that wait for the line, so that a line is requested once. A *coalesced cache* keeps the
 * lines for which several cores waited. */
#ifndef NOC_DESIGN_CORES_CLUSTER_H
#define NOC_DESIGN_CORES_CLUSTER_H

#include <stdbool.h>

#include "design/refusal.h"

enum { NOC_CLUSTER_CORES_MAX = 64 }; /* list of cores of an entry: a word of bits */

/* Requests that a reply completes. */
typedef enum noc_merge_match {
    /* requests for the line that the reply carries, whichever reply comes first */
    NOC_MERGE_BY_ADDRESS,
    /* requests in the table entry that the reply's own request made, if a bit of the packet says
     * that there is one */
    NOC_MERGE_BY_REQUEST,
} noc_merge_match;

typedef struct noc_cluster_spec {
    int cores;         /* cores of a cluster; 0: each core has its own port */
    int merge_entries; /* entries of the merge table; 0: no table */
    int cache_lines;   /* lines of the coalesced cache; 0: no cache */
    noc_merge_match match;
} noc_cluster_spec;

/* True if `cores` cores can be divided into such clusters: model and sampler accept the
 * settings then. */
bool noc_cluster_check(const noc_cluster_spec *spec, int cores, noc_refusal *refusal);

/* Most entries that can be in use at a time: all lines for which a cluster's cores wait, `mshrs`
 * each. */
int noc_cluster_entries_useful(const noc_cluster_spec *spec, int mshrs);

/* Bits of the merge table (address of the line, list of cores) and of the cache (data and address),
 * without valid bits, marks and the order of use, as icc counts bits: 48 entries of 41 + 5 bits are
 * 2208. */
double noc_merge_table_bits(const noc_cluster_spec *spec, int address_bits);
double noc_cluster_cache_bits(const noc_cluster_spec *spec, int address_bits, int line_bytes);

#endif
