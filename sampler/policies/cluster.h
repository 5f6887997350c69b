/* sampler/policies/cluster.h: hardware of a cluster between the L1 caches of its cores and their
 * port: coalesced cache, merge table and bus (design/cores/cluster.h; icc, section 6).
 *
 * In a cycle the replies are processed first, in the order in which they were sent, then the
 * request that has the bus. Requests merged by the MSHRs of a core stay at the core. Table and
 * cache are looked up together, in one cycle; a hit is answered in the next cycle. */
#ifndef NOC_SAMPLER_POLICIES_CLUSTER_H
#define NOC_SAMPLER_POLICIES_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "design/cores/cluster.h"
#include "sampler/policies/mshrs.h"

/* ---- coalesced cache ------------------------------------------------------------------------ */

/* Small fully associative cache of lines with least-recently-used replacement (icc: 24 lines).
 * Lines are stored in the order of last use; a use moves all earlier lines, so the cache is
 * suited to tens of lines. */
typedef struct noc_line_cache {
    uint64_t *lines; /* cached lines, most recently used first */
    uint32_t count, capacity;
} noc_line_cache;

/* Makes an empty cache of `capacity` lines, 0 or more; out of memory: arena->is_short. */
void noc_line_cache_make(noc_line_cache *cache, uint32_t capacity, noc_arena *arena);

/* True if a line is cached; the line becomes the most recently used one. */
bool noc_line_cache_use(noc_line_cache *cache, uint64_t line);

/* Inserts a line as the most recently used one. */
void noc_line_cache_insert(noc_line_cache *cache, uint64_t line);

/* Drops a line, if it is in the cache. */
void noc_line_cache_drop(noc_line_cache *cache, uint64_t line);

/* ---- merge table and cache ------------------------------------------------------------------ */

typedef enum noc_cluster_outcome {
    /* request is sent without an entry: the table is full, or there is none */
    NOC_CLUSTER_SENT,
    NOC_CLUSTER_ENTERED, /* request is sent and has an entry */
    NOC_CLUSTER_MERGED,  /* request waits for the reply to another core's request */
    NOC_CLUSTER_HIT,     /* line is in the cache */
    NOC_CLUSTER_OUTCOMES
} noc_cluster_outcome;

/* Counts of requests, by outcome. */
typedef struct noc_cluster_tally {
    uint64_t reads[NOC_CLUSTER_OUTCOMES], writes;
    uint64_t inserted; /* lines inserted into the cache */
} noc_cluster_tally;

typedef struct noc_cluster {
    /* merge table; value: waiting cores, a bit each; is_marked: the line was written after the
     * request */
    noc_line_table table;
    noc_line_cache cache; /* coalesced cache */
    noc_merge_match match;
    noc_cluster_tally tally;
} noc_cluster;

/* Makes a cluster; out of memory: arena->is_short. */
void noc_cluster_make(noc_cluster *cluster, const noc_cluster_spec *spec, noc_arena *arena);

/* Looks up a read of a line of global memory by core `core` of the cluster. */
noc_cluster_outcome noc_cluster_read(noc_cluster *cluster, unsigned core, uint64_t line);

/* Looks up a write to a line. The write is always sent, and answered only to its core. */
void noc_cluster_write(noc_cluster *cluster, uint64_t line);

/* Looks up the reply to a request of core `core` for a line. `entered`: the request has an entry
 * (used with NOC_MERGE_BY_REQUEST only). Returns the cores that receive the reply, a bit each,
 * in one bus slot; cores that do not await the line drop it. Core `core` is always included:
 * otherwise a core would wait for ever if another core's entry for the line exists. */
uint64_t noc_cluster_reply(noc_cluster *cluster, unsigned core, uint64_t line, bool entered);

/* ---- bus ------------------------------------------------------------------------------------ */

/* Bus between a cluster's cores and their port (icc, section 2.1). To the port: one request per
 * cycle, round robin among the cores. To the cores: first in, first out, a flit per cycle, a
 * packet to one or several cores at a time. */
typedef struct noc_cluster_bus {
    unsigned first_core; /* core with the highest priority */
    uint64_t free_cycle; /* first cycle in which the path to the cores is free */
} noc_cluster_bus;

/* Grants the bus to a core with a bit in `asking_cores`; its request is in the injection buffer
 * in the next cycle. -1: no core requests the bus, or the buffer is full. */
int noc_cluster_bus_grant(noc_cluster_bus *bus, uint64_t asking_cores, bool has_room);

/* Finds the cycle in which the last flit of a packet reaches its cores, if the packet may leave
 * from `cycle` on. Packets keep the order of arrival. */
uint64_t noc_cluster_bus_deliver(noc_cluster_bus *bus, uint64_t cycle, uint32_t flits);

#endif
