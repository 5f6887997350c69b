/* design/cores/cluster.h: settings of clusters of cores that share a network port, a merge table
 * and a cache (icc, sections 2.1 and 6).
 *
 * A *merge table* has an entry for each line that a core of the cluster has requested, with a list
 * of the cores that wait for the line; the cluster requests the line once. A *coalesced cache*
 * stores the lines for which several cores waited. */
#ifndef NOC_DESIGN_CORES_CLUSTER_H
#define NOC_DESIGN_CORES_CLUSTER_H

#include <stdbool.h>

#include "design/refusal.h"

enum { NOC_CLUSTER_CORES_MAX = 64 }; /* an entry's list of cores is a 64-bit word */

/* Requests that a reply completes. */
typedef enum noc_merge_match {
    /* all requests for the line in the reply, whatever request the reply answers */
    NOC_MERGE_BY_ADDRESS,
    /* requests in the table entry of the reply's own request, if a bit of the packet marks one */
    NOC_MERGE_BY_REQUEST,
} noc_merge_match;

typedef struct noc_cluster_spec {
    int cores;         /* cores of a cluster; 0: each core has its own port */
    int merge_entries; /* entries of the merge table; 0: no table */
    int cache_lines;   /* lines of the coalesced cache; 0: no cache */
    noc_merge_match match_rule;
} noc_cluster_spec;

/* Checks the settings for a chip of `cores` cores: each in its range, clusters of equal size, and a
 * cache only beside a merge table. False, with a refusal, if not. */
bool noc_cluster_check(const noc_cluster_spec *spec, int cores, noc_refusal *refusal);

/* Returns the largest number of merge-table entries in use at a time, an entry for each line for
 * which a core of the cluster waits. `mshrs`: lines for which one core can wait. */
int noc_cluster_max_entries(const noc_cluster_spec *spec, int mshrs);

/* Return the bits of the merge table (address of the line, list of cores) and of the cache (data
 * and address). Valid bits, marks and the order of use are left out, as in icc: 48 entries of 41 +
 * 5 bits are 2208 bits. */
double noc_merge_table_bits(const noc_cluster_spec *spec, int address_bits);
double noc_cluster_cache_bits(const noc_cluster_spec *spec, int address_bits, int line_bytes);

#endif
