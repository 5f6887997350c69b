/* design/cores/cluster.h: cores that share a port of the network, and what they have in common
 * there (icc, sections 2.1 and 6).
 *
 * A *merge table* has an entry for each line that one of the cores has asked for, with a list of
 * those that wait for it, so that a line is asked for once. A *coalesced cache* keeps the lines
 * that several waited for. */
#ifndef NOC_DESIGN_CORES_CLUSTER_H
#define NOC_DESIGN_CORES_CLUSTER_H

#include <stdbool.h>

#include "design/refusal.h"

enum { NOC_CLUSTER_CORES_MAX = 64 }; /* a list of cores is a word of bits */

/* To which requests a reply's table entry belongs. */
typedef enum noc_merge_match {
    NOC_MERGE_BY_ADDRESS, /* whichever reply for its line comes first */
    /* the reply to the request that took it: a bit of each packet says whether there is one */
    NOC_MERGE_BY_REQUEST,
} noc_merge_match;

typedef struct noc_cluster_spec {
    int cores;         /* of a cluster; 0: each core has a port of its own */
    int merge_entries; /* 0: no table */
    int cache_lines;   /* 0: no cache */
    noc_merge_match match;
} noc_cluster_spec;

/* True if `cores` cores in all can be divided so. What follows when true: both methods can take
 * it. */
bool noc_cluster_check(const noc_cluster_spec *spec, int cores, noc_refusal *refusal);

/* The most entries that can be in use at a time: all lines that a cluster's cores wait for, of
 * `mshrs` each. */
int noc_cluster_entries_useful(const noc_cluster_spec *spec, int mshrs);

/* Bits of the table (address of the line, list of cores) and of the cache (data and address),
 * without valid bits, marks and the order of use, as icc counts them: 48 entries of 41 + 5 bits are
 * 2208. */
double noc_merge_table_bits(const noc_cluster_spec *spec, int address_bits);
double noc_cluster_cache_bits(const noc_cluster_spec *spec, int address_bits, int line_bytes);

#endif
