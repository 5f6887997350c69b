/* sampler/policies/cluster.h: the parts of a cluster between the L1 caches of its cores and their
 * port: the coalesced cache, the merge table and the bus (design/cores/cluster.h; icc, section 6).
 *
 * In a cycle replies come first, in the order in which they were sent, then the request that the
 * bus lets through. Requests that a core's own MSHRs merge do not come here. Table and
 * cache are looked up together, in one cycle; a hit is answered in the next. */
#ifndef NOC_SAMPLER_POLICIES_CLUSTER_H
#define NOC_SAMPLER_POLICIES_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "design/cores/cluster.h"
#include "sampler/policies/mshrs.h"

/* ---- coalesced cache ------------------------------------------------------------------------ */

/* A small fully associative cache of lines, of which the least recently used leaves (icc: 24
 * lines). Lines stand in the order of their last use, so a line that is used moves over all before
 * it: made for tens of lines. */
typedef struct noc_line_cache {
    uint64_t *lines; /* most recently used first */
    uint32_t count, capacity;
} noc_line_cache;

/* An empty cache of `capacity` lines, 0 or more. False when out of memory; the caller clears it in
 * either case. */
bool noc_line_cache_make(noc_line_cache *cache, uint32_t capacity);
void noc_line_cache_clear(noc_line_cache *cache);

/* True if the line is there; then it is the most recently used one. */
bool noc_line_cache_use(noc_line_cache *cache, uint64_t line);

/* Puts a line in, as the most recently used one. */
void noc_line_cache_insert(noc_line_cache *cache, uint64_t line);

/* Drops a line, if it is there. */
void noc_line_cache_drop(noc_line_cache *cache, uint64_t line);

/* ---- merge table and cache ------------------------------------------------------------------ */

typedef enum noc_cluster_outcome {
    NOC_CLUSTER_SENT,    /* goes to memory, without an entry: the table is full, or there is none */
    NOC_CLUSTER_ENTERED, /* goes to memory, with an entry */
    NOC_CLUSTER_MERGED,  /* waits for a request that another core has sent */
    NOC_CLUSTER_HIT,     /* the line is in the cache */
    NOC_CLUSTER_OUTCOMES
} noc_cluster_outcome;

/* Outcomes of the requests so far. */
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

/* ---- bus ------------------------------------------------------------------------------------ */

/* The way of a cluster's cores to their port and back (icc, section 2.1). In: a bus, one request a
 * cycle, by round robin among the cores that have one. Out: first in, first out, a flit a cycle, a
 * packet to one core or to several at a time. */
typedef struct noc_cluster_bus {
    unsigned next;     /* the core that is asked first */
    uint64_t out_free; /* the cycle in which the way out is */
} noc_cluster_bus;

/* The core whose request the bus takes in a cycle, of those with a bit in `asking`; it is in the
 * injection buffer in the next. -1: nobody asks, or that buffer has no room. */
int noc_cluster_bus_grant(noc_cluster_bus *bus, uint64_t asking, bool room);

/* The cycle in which the last flit of a packet that may leave from `cycle` on reaches its cores.
 * Packets in the order of arrival. */
uint64_t noc_cluster_bus_deliver(noc_cluster_bus *bus, uint64_t cycle, uint32_t flits);

#endif
