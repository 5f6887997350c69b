/* sampler/loop/loop_state.h: state of the closed loop, shared by the files of its cores and memory
 * nodes.
 *
 * A transaction is a request and its reply, from the memory instruction to the last flit of the
 * reply. Each core has at least one transaction per MSHR. The tag of a packet is the index of
 * its transaction. */
#ifndef NOC_SAMPLER_LOOP_LOOP_STATE_H
#define NOC_SAMPLER_LOOP_LOOP_STATE_H

#include "sampler/dram/dram.h"
#include "sampler/loop/closed_loop.h"
#include "sampler/loop/ctas.h"
#include "sampler/policies/ring.h"
#include "sampler/ports/destinations.h"
#include "sampler/ports/ports.h"
#include "sampler/ports/resting.h"
#include "sampler/ports/trace_schedule.h"
#include "sampler/sources/chains.h"

typedef struct noc_transaction {
    uint32_t core;
    uint32_t warp;        /* warp of the request; with a trace, number of the request */
    uint32_t memory_node; /* number of the memory node */
    uint32_t row;
    uint16_t bank;
    bool is_write;
    uint8_t kernel; /* kernel of the warp, or phase of its core */
    bool is_burst;  /* request follows the core's previous request within burst_cycles (outbox.h) */
    bool is_approximable;    /* reply data is approximable */
    uint64_t request_cycle;  /* cycle in which the request was made */
    uint64_t join_cycle;     /* cycle in which the reply joined an outbox */
    uint32_t next_in_packet; /* next reply in the same packet; NOC_NONE: last reply */
    uint8_t lane;            /* lane of the reply at its port (sampler/ports/ports.h) */
    size_t reply_flow;
    /* next transaction in the free list of the core, or in the list of finished writes */
    uint32_t next;
} noc_transaction;

/* Warp: its way to the next memory instruction, or the progress of this instruction. */
typedef struct noc_warp {
    uint64_t instructions;  /* instructions up to the next memory instruction */
    uint32_t requests_left; /* requests of the memory instruction not made yet */
    uint32_t replies_left;  /* replies that the warp awaits */
    size_t flow;            /* flow of the next request, to the memory node of its block */
    uint32_t row;
    uint16_t bank, lines_left; /* lines left in the current block */
    bool is_write;
    uint8_t kernel;
    /* CTA part of the warp ends after these instructions, without a memory instruction */
    bool is_last;
    bool is_resting; /* warp is idle, since the phase of the core has fewer warps */
} noc_warp;

/* Core: its warps, pipeline and MSHRs. */
typedef struct noc_core {
    uint32_t terminal;
    noc_warp *warps;
    noc_ring ready_warps; /* warps that can issue, in round-robin order */
    /* warps at a memory instruction, in order; the first makes its requests */
    noc_ring memory_queue;
    /* first free transaction, NOC_NONE: none; MSHRs in use */
    uint32_t free_transaction, outstanding;
    uint32_t mshrs;         /* MSHRs of the core */
    double issue_cycle;     /* core cycle from which the pipeline accepts an instruction */
    uint64_t counted_cycle; /* last core cycle whose work is counted (core_clock.h) */
    uint64_t wake_cycle;    /* next core cycle in which the core runs; UINT64_MAX: when woken */
    uint8_t phase;
    uint64_t phase_left;       /* instructions left in the phase */
    double round_instructions; /* instructions of the current round through all phases */
} noc_core;

/* Slots of the cores' calendar: core cycles of a lap. */
enum { NOC_CORE_SLOTS = 64 };

/* Lookup of a request in the cache of its memory node. */
typedef struct noc_lookup {
    uint64_t done_cycle; /* cycle in which the lookup ends */
    uint32_t transaction;
    bool is_hit;
} noc_lookup;

/* Memory node: its input queue, cache slice and part in a DRAM. */
typedef struct noc_memory {
    uint32_t terminal;
    /* random generators: of cache hits; of the contents of replies */
    noc_random hit_random, data_random;
    noc_ring input_queue;  /* transactions with an arrived request */
    uint32_t reply_places; /* places of the reply queue */
    noc_lookup *lookups;   /* ring of running lookups */
    uint32_t lookup_first, lookup_count, lookup_capacity;
    uint64_t *bank_free_cycles; /* [cache bank]: first cycle in which the bank is free */
    noc_dram *dram;             /* DRAM, shared by the slices of a controller */
    uint32_t last_row;          /* DRAM row of the last block */
    uint16_t last_bank;
    /* slice whose misses are served first; stored at the first slice of the controller */
    uint16_t first_slice;
    bool is_stalled; /* a reply found the reply queue full in this cycle */
} noc_memory;

typedef struct noc_outboxes noc_outboxes;           /* outbox.c */
typedef struct noc_line_requests noc_line_requests; /* requests.c */
typedef struct noc_clusters noc_clusters;           /* clusters.c */

/* Requests of a trace with addresses (replay.h), one line each. */
typedef struct noc_replay {
    const noc_trace_schedule *schedule; /* schedule of the trace; borrowed */
    noc_linked_lines lines;             /* requests not released yet */
    /* [core]: first and last request of the queue; NOC_NONE: empty */
    uint32_t *first_requests, *last_requests;
    uint32_t *next_requests;  /* [request]: next request in the queue */
    uint32_t *request_counts; /* [core]: number of requests */
    uint64_t *release_cycles; /* [request]: release cycle */
    uint64_t *answer_cycles;  /* [request]: cycle of the answer; UINT64_MAX: none yet */
    /* [transaction]: bytes of the answer; 0: size of its packet type */
    uint32_t *answer_bytes;
    uint64_t requests_left; /* requests without an answer */
} noc_replay;

/* Behaviour of the warps of a kernel. */
typedef struct noc_kernel {
    noc_workload workload;
    /* scale of the geometric number of instructions between memory instructions */
    double gap_scale;
} noc_kernel;

struct noc_closed_loop {
    noc_ports *ports;
    const noc_system *system;
    noc_derating derating;         /* kinds of resources that are derated */
    noc_destinations destinations; /* destinations of the blocks that cores request */
    size_t *reply_flows;           /* [request flow]: reply flow */
    const noc_memory_spec *memory;
    const noc_nodes_spec *nodes;
    noc_kernel kernels[NOC_KERNELS_MAX]; /* kernels, or phases of the only kernel */
    int kernel_count;
    noc_phases phases;                    /* phases of the cores; `count` 0: none */
    uint32_t phase_cores[NOC_PHASES_MAX]; /* [phase]: cores in the phase */
    noc_ctas *ctas;                       /* NULL: warps never end */
    noc_loop_end loop_end;
    noc_replay *replay;          /* trace that replaces the requests of warps; NULL: none */
    noc_line_requests *requests; /* NULL: each request is sent at once as a separate packet */
    noc_clusters *clusters;      /* NULL: each core has its own port */
    uint32_t core_count, memory_count, dram_count;
    uint32_t cores_of_terminal, warps_of_core, transactions_of_core;
    noc_core *cores;
    noc_memory *memories;
    noc_dram **drams;
    uint64_t *busy_controllers; /* set of controllers with work at their nodes or in the DRAM */
    uint32_t busy_words;
    bool is_always_busy;    /* controllers are derated, so all run in every cycle */
    noc_outboxes *outboxes; /* NULL: replies wait at their ports (outbox.h) */
    uint32_t *node_number;  /* [terminal]: number among the cores, or among the memory nodes */
    noc_transaction *transactions;
    /* list of finished writes without an answer packet; NOC_NONE: empty */
    uint32_t finished_writes;
    uint32_t *memory_lines; /* [transaction]: memory line, modulo 2^32 */
    uint32_t row_count;     /* rows of a bank, for random blocks */
    uint16_t lines_per_block;
    double issue_cycles;    /* core cycles of an instruction */
    double cores_per_cycle; /* core clocks in a network cycle */
    /* core clocks since the start; part of the next core clock that has passed */
    double core_time, core_phase;
    uint64_t core_cycle;   /* core_time as an integer, core clocks */
    uint64_t issue_clocks; /* issue_cycles as an integer; 0: issue_cycles is fractional */
    bool is_always_awake;  /* cores run in every cycle */
    /* [core cycle modulo NOC_CORE_SLOTS * core_words]: sets of cores that run in the cycle */
    uint64_t *calendar;
    uint32_t core_words;
    uint32_t outstanding; /* MSHRs in use, summed over cores */
    /* network clock and memory clock, kHz; phase of the memory clock, kHz; integers, so exact */
    uint64_t clock_khz, memory_khz, phase;
    uint64_t memory_clocks; /* memory clocks since the start */
    /* memory of the arrays of all cores and memory nodes: rings of ready warps; memory queues;
     * input queues; warps; lookups; bank_free_cycles */
    uint32_t *ready_entries, *memory_entries, *input_entries;
    noc_warp *all_warps;
    noc_lookup *all_lookups;
    uint64_t *all_free_cycles;
};

/* Upper bound of the packets of a loop that exist at a time. */
static inline uint64_t noc_loop_max_packets(const noc_closed_loop *loop)
{
    /* if the answer is immediate, the request's record may stay valid while the answer travels */
    return (uint64_t)loop->core_count * loop->transactions_of_core * (loop->replay ? 2 : 1);
}

/* Counts the answer to a request of a trace at its core; ends the request if it is a read. */
static inline void noc_replay_count_answer(noc_closed_loop *loop, uint32_t request)
{
    noc_replay *replay = loop->replay;
    const uint64_t now = loop->ports->now;
    replay->answer_cycles[request] = now;
    if (replay->schedule->packets[request].type != NOC_WRITE_REQUEST)
        noc_linked_lines_end(&replay->lines, request, now);
    loop->loop_end.makespan = now;
    loop->loop_end.is_over = --replay->requests_left == 0;
}

/* Counts the places of a queue of memory node `memory`. `places`: places in the design; where such
 * queues are derated, the queue has fewer, but at least one. */
static inline uint32_t noc_memory_queue_places(const noc_closed_loop *loop, uint32_t places,
                                               uint32_t memory)
{
    const noc_derating *d = &loop->derating;
    if (places < 2 || !noc_resource_is_in(d->kinds, NOC_RESOURCE_MEMORY_QUEUE)) return places;
    return places - noc_places_removed(places, loop->memory_count, memory, d->rest_cycles);
}

#endif
