/* sampler/closed_loop.h: cores that wait and memories that stall, at the terminals of the engine.
 *
 * A transaction is a request and its reply, from the memory instruction to the last flit of the
 * reply; each core has as many as it has MSHRs. Packets find theirs by `transaction_of`. In a cycle
 * cores run first and may inject at once; flits are sent; then memory nodes take in, look up, and
 * make replies, which may enter the network in the next cycle. Nothing is allocated while it runs. */
#ifndef NOC_SAMPLER_CLOSED_LOOP_H
#define NOC_SAMPLER_CLOSED_LOOP_H

#include "sampler/nodes/dram.h"
#include "sampler/vc_state.h"

typedef struct noc_transaction {
    uint32_t core, warp;
    uint32_t home; /* memory node's number */
    uint32_t row;
    uint16_t bank;
    bool write;
    uint64_t origin; /* cycle in which its request was made */
    size_t reply_flow;
    uint32_t next; /* in the list of a core's free ones */
} noc_transaction;

/* A queue of numbers in a ring of fixed size. */
typedef struct noc_ring {
    uint32_t *entries;
    uint32_t first, count, capacity;
} noc_ring;

typedef struct noc_warp {
    uint64_t instructions; /* to its next memory instruction */
    uint32_t to_send;      /* requests of its memory instruction that are not made yet */
    uint32_t awaited;      /* replies that it waits for */
    size_t flow;           /* of the block that the next request is in */
    uint32_t row;
    uint16_t bank, left; /* lines left of that block */
    bool writes;
} noc_warp;

typedef struct noc_core {
    uint32_t terminal;
    noc_warp *warps;
    noc_ring ready;  /* warps that can issue, in turn */
    noc_ring misses; /* warps at a memory instruction, in order; the first makes its requests */
    uint32_t free_transaction, outstanding;
    double issue_at; /* core cycle from which on the pipeline takes an instruction */
} noc_core;

/* What comes out of the cache. */
typedef struct noc_lookup {
    uint64_t done; /* cycle */
    uint32_t transaction;
    bool hit;
} noc_lookup;

typedef struct noc_memory {
    uint32_t terminal;
    noc_random random;
    noc_ring input; /* transactions whose request has arrived */
    uint32_t reply_places;
    uint32_t arriving;   /* packets whose head was let in and whose tail was not there yet */
    noc_lookup *lookups; /* a ring */
    uint32_t lookup_first, lookup_count, lookup_capacity;
    uint64_t *bank_free; /* by bank of the cache: cycle */
    noc_dram *dram;      /* shared by the nodes of a controller */
    uint32_t last_row;   /* of the DRAM, that a block was in */
    uint16_t last_bank;
    uint16_t turn_of_slices; /* of a controller's first node: the one whose misses go first */
    bool stalled;            /* in this cycle something found the reply queue full */
    uint32_t held;           /* flits that wait for room, in all channels */
    uint32_t turn;           /* channel that got the last place */
    uint32_t first_held, held_channels; /* into closed->held_channels */
} noc_memory;

/* An ejection channel of a memory node: flits that wait because its input queue is full. */
typedef struct noc_held_channel {
    uint32_t first_vc, vcs; /* of the terminal, in the engine's numbers */
    uint32_t turn;
} noc_held_channel;

struct noc_closed_loop {
    const noc_memory_spec *memory;
    const noc_nodes_spec *nodes;
    noc_workload workload;
    uint32_t core_count, memory_count, dram_count;
    noc_core *cores;
    noc_memory *memories;
    noc_dram **drams;
    uint32_t *number_of; /* by terminal: among the cores, or memories */
    noc_transaction *transactions;
    uint32_t *transaction_of; /* by packet */
    uint32_t rows;            /* that rows are drawn from */
    uint16_t lines_per_block;
    double gap_scale;                      /* of the geometric number of instructions */
    double issue_cycles;                   /* core cycles of an instruction */
    double cores_per_cycle;                /* core clocks in a network cycle */
    double core_time, core_phase;          /* in core clocks */
    uint64_t clock_khz, memory_khz, phase; /* memory clocks: exact, in integers */
    uint64_t memory_clocks;                /* since the start */
    uint32_t *all_ready, *all_misses, *all_inputs;
    noc_warp *all_warps;
    noc_lookup *all_lookups;
    uint64_t *all_bank_free;
    bool *let_in; /* by VC into terminals: its packet is being taken in */
    noc_held_channel *held_channels;
};

/* Makes the closed loop of an engine whose design has one; `workload` is copied. False when out of
 * memory. noc_closed_loop_free takes NULL. */
bool noc_closed_loop_new(noc_engine *engine, const noc_workload *workload, uint64_t seed);
void noc_closed_loop_free(noc_closed_loop *closed);

/* The pool of packets has so many now. Returns false when out of memory. */
bool noc_closed_loop_resize(noc_closed_loop *closed, uint32_t packets);

/* cores.c */
bool noc_cores_new(noc_engine *engine, uint64_t seed);
void noc_cores_step(noc_engine *engine);
/* The last flit of a reply has come. */
void noc_core_receive(noc_engine *engine, uint32_t transaction);

/* memory.c */
bool noc_memories_new(noc_engine *engine, uint64_t seed);
void noc_memories_step(noc_engine *engine);
/* Sums the counts of all DRAMs into the engine's tally. */
void noc_memories_count(noc_engine *engine);
/* Keeps a place in the input queue for a packet; false: there is none. */
bool noc_memory_admits(noc_engine *engine, uint32_t terminal);
/* The last flit of a request has come. */
void noc_memory_receive(noc_engine *engine, uint32_t terminal, uint32_t transaction);
/* A flit has come to a terminal; true: it is a memory node's whose input queue is full, and the flit
 * waits in the channel's buffer, which holds its credit. */
bool noc_memory_holds(noc_engine *engine, uint32_t vc, noc_flit flit);

/* endpoints.c: creates a packet of a transaction at the source of its flow. */
void noc_endpoints_submit(noc_engine *engine, size_t flow, int type, uint32_t transaction,
                          uint64_t origin);
/* endpoints.c: room for one more reply at a memory node, of `most`. */
bool noc_endpoints_has_room(const noc_engine *engine, uint32_t terminal, uint32_t most);

static inline bool noc_ring_is_full(const noc_ring *ring)
{
    return ring->count == ring->capacity;
}

static inline void noc_ring_push(noc_ring *ring, uint32_t entry)
{
    uint32_t at = ring->first + ring->count++;
    if (at >= ring->capacity) at -= ring->capacity;
    ring->entries[at] = entry;
}

static inline uint32_t noc_ring_pop(noc_ring *ring)
{
    const uint32_t entry = ring->entries[ring->first];
    if (++ring->first == ring->capacity) ring->first = 0;
    ring->count--;
    return entry;
}

#endif
