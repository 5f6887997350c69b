/* sampler/loop/memory.h: station of the memory nodes: an input queue, a cache slice, and a DRAM
 * shared by the slices of a controller.
 *
 * Enter: requests that arrive. Leave: answered requests, to outbox.h. Requests are looked up in the
 * order of arrival. After l2_cycles a hit is answered, and a miss enters the DRAM queue. An entry
 * without a free place waits and blocks later entries: a full reply queue stops the cache, then
 * the input queue fills, then requests are not admitted and stay in the network. */
#ifndef NOC_SAMPLER_LOOP_MEMORY_H
#define NOC_SAMPLER_LOOP_MEMORY_H

#include "sampler/dram/dram.h"
#include "sampler/loop/outbox.h"

/* Lookup of a request in the cache of its memory node. */
typedef struct noc_lookup {
    uint64_t done_cycle; /* cycle in which the lookup ends */
    uint32_t transaction;
    bool is_hit;
} noc_lookup;

/* Memory node: its input queue, cache slice and part in a DRAM. */
typedef struct noc_memory {
    noc_random hit_random; /* random generator of cache hits */
    noc_ring input_queue;  /* transactions with an arrived request */
    noc_lookup *lookups;   /* ring of running lookups */
    uint32_t lookup_first, lookup_count, lookup_capacity;
    uint64_t *bank_free_cycles; /* [cache bank]: first cycle in which the bank is free */
    /* slice whose misses are served first; stored at the first slice of the controller */
    uint16_t first_slice;
    bool is_stalled; /* a reply found the reply queue full in this cycle */
} noc_memory;

typedef struct noc_memories {
    noc_ports *ports;
    const noc_memory_spec *spec;
    const noc_kernels *kernels;
    const noc_transaction *transactions; /* records of the requests */
    noc_outboxes *outboxes;
    noc_derating derating;
    noc_memory *list;
    noc_dram **drams; /* [controller]: DRAM */
    uint32_t count, controller_count;
    uint64_t *busy_controllers; /* set of controllers with work at their nodes or in the DRAM */
    uint32_t words;
    bool is_always_busy; /* controllers are derated, so all run in every cycle */
    /* network clock and memory clock, kHz; phase of the memory clock, kHz; integers, so exact */
    uint64_t clock_khz, memory_khz, phase;
    uint64_t clocks; /* memory clocks since the start */
} noc_memories;

/* Makes the memory nodes. Requests and outboxes are borrowed. False when out of memory. */
bool noc_memories_make(noc_memories *memories, const noc_requests *requests, noc_outboxes *outboxes,
                       const noc_loop_load *load, noc_arena *arena);

/* Runs the memory nodes for a network cycle, and the DRAMs for the memory clocks that begin in
 * the cycle. */
void noc_memories_step(noc_memories *memories);

/* Sums the counts of all DRAMs into the ports' tally. */
void noc_memories_count(noc_memories *memories);

/* Receives the last flit of a request. */
void noc_memory_receive(noc_memories *memories, uint32_t transaction);

#endif
