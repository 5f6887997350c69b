/* sampler/policies/cluster.h: parts of a cluster between the L1 caches of its cores and their port:
 * the coalesced cache, the merge table and the bus (design/cores/cluster.h; icc, section 6).
 *
 * In a cycle replies come first, in the order in which they were sent, then the request that the
 * bus lets through. Requests merged by a core's own MSHRs stay at the core. Table and cache are
 * looked up together, in one cycle; a hit is answered in the next. */
#ifndef NOC_SAMPLER_POLICIES_CLUSTER_H
#define NOC_SAMPLER_POLICIES_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "design/cores/cluster.h"
#include "sampler/policies/mshrs.h"

/* ---- coalesced cache ------------------------------------------------------------------------ */

/* A small fully associative cache of lines; the least recently used line is replaced (icc: 24
 * lines). Lines stand in the order of their last use, and a used line moves over all lines before
 * it: made for tens of lines. */
typedef struct noc_line_cache {
    uint64_t *lines; /* lines in the cache, most recently used first */
    uint32_t count, capacity;
} noc_line_cache;

/* Makes an empty cache of `capacity` lines, 0 or more. False when out of memory; the caller clears
 * the cache in either case. */
bool noc_line_cache_make(noc_line_cache *cache, uint32_t capacity);
void noc_line_cache_clear(noc_line_cache *cache);

/* True if the line is in the cache; then it becomes the most recently used one. */
bool noc_line_cache_use(noc_line_cache *cache, uint64_t line);

/* Inserts a line as the most recently used one. */
void noc_line_cache_insert(noc_line_cache *cache, uint64_t line);

/* Drops a line, if it is in the cache. */
void noc_line_cache_drop(noc_line_cache *cache, uint64_t line);

/* ---- merge table and cache ------------------------------------------------------------------ */

typedef enum noc_cluster_outcome {
    /* request goes to memory without an entry: the table is full, or there is none */
    NOC_CLUSTER_SENT,
    NOC_CLUSTER_ENTERED, /* request goes to memory, with an entry */
    NOC_CLUSTER_MERGED,  /* request waits for another core's request */
    NOC_CLUSTER_HIT,     /* line is in the cache */
    NOC_CLUSTER_OUTCOMES
} noc_cluster_outcome;

/* Counts of requests, by outcome. */
typedef struct noc_cluster_tally {
    uint64_t reads[NOC_CLUSTER_OUTCOMES], writes;
    uint64_t inserted; /* lines inserted into the cache */
} noc_cluster_tally;

typedef struct noc_cluster {
    /* value: waiting cores, a bit each; marked: line was written after the request */
    noc_line_table table;
    noc_line_cache cache;
    noc_merge_match match;
    noc_cluster_tally tally;
} noc_cluster;

/* Makes a cluster. False when out of memory; the caller clears the cluster in either case. */
bool noc_cluster_make(noc_cluster *cluster, const noc_cluster_spec *spec);
void noc_cluster_clear(noc_cluster *cluster);

/* Looks up a read of a line of global memory by core `core` of the cluster. */
noc_cluster_outcome noc_cluster_read(noc_cluster *cluster, unsigned core, uint64_t line);

/* Looks up a write to a line by one of the cores. The write is sent in any case, and answered to
 * that core alone. */
void noc_cluster_write(noc_cluster *cluster, uint64_t line);

/* Looks up the reply to a request for a line by core `core`; `entered`: the request has an entry in
 * the table (used with NOC_MERGE_BY_REQUEST only). Returns the cores that get the reply, a bit
 * each, in one slot of the bus; cores that do not wait for the line (any more) drop it. Core `core`
 * is always one of them: if only the cores of the entry got the reply, a core with another core's
 * entry for the line would wait for ever. */
uint64_t noc_cluster_reply(noc_cluster *cluster, unsigned core, uint64_t line, bool entered);

/* ---- bus ------------------------------------------------------------------------------------ */

/* Connection of a cluster's cores with their port (icc, section 2.1). To the port: a bus, one
 * request a cycle, round robin among the cores that have one. To the cores: first in, first out, a
 * flit a cycle, a packet to one core or to several at a time. */
typedef struct noc_cluster_bus {
    unsigned next;     /* core that is asked first */
    uint64_t out_free; /* cycle from which the way to the cores is free */
} noc_cluster_bus;

/* Core whose request the bus takes in a cycle, among the cores with a bit in `asking`; the request
 * is in the injection buffer in the next cycle. -1: no core asks, or the buffer has no room. */
int noc_cluster_bus_grant(noc_cluster_bus *bus, uint64_t asking, bool room);

/* Cycle in which the last flit of a packet reaches its cores, if the packet may leave from `cycle`
 * on. Packets are passed in the order of arrival. */
uint64_t noc_cluster_bus_deliver(noc_cluster_bus *bus, uint64_t cycle, uint32_t flits);

#endif
