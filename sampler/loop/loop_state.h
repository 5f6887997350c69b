/* sampler/loop/loop_state.h: state of the closed loop, shared by its cores and memory nodes.
 *
 * A transaction is a request and its reply, from the memory instruction to the last flit of the
 * reply. Each core has at least one transaction for each of its MSHRs. The tag of a packet is the
 * index of its transaction. */
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
    uint32_t warp; /* warp that makes the request; with a trace, number of the request */
    uint32_t home; /* number of the memory node */
    uint32_t row;
    uint16_t bank;
    bool write;
    uint8_t kernel;    /* kernel of the warp, or phase of its core */
    bool burst;        /* request follows the core's previous one within burst_cycles (outbox.h) */
    bool approximable; /* data of the reply is approximable */
    uint64_t origin;   /* cycle in which the request was made */
    uint64_t joined;   /* cycle in which the reply joined an outbox */
    uint32_t along;    /* next reply in the same packet; NOC_NONE: last one */
    uint8_t lane;      /* lane of the reply's port (sampler/ports/ports.h) */
    size_t reply_flow;
    /* next in the core's list of free transactions, or in the list of finished writes */
    uint32_t next;
} noc_transaction;

typedef struct noc_warp {
    uint64_t instructions; /* instructions up to the next memory instruction */
    uint32_t to_send;      /* requests of the memory instruction that are still to be made */
    uint32_t awaited;      /* replies the warp waits for */
    size_t flow;           /* flow of the next request, by the home of its block */
    uint32_t row;
    uint16_t bank, left; /* lines left in the current block */
    bool writes;
    uint8_t kernel;
    bool ends;  /* CTA ends after these instructions, none of them a memory instruction */
    bool rests; /* warp is idle: the core's phase runs fewer warps */
} noc_warp;

typedef struct noc_core {
    uint32_t terminal;
    noc_warp *warps;
    noc_ring ready;  /* warps that can issue, in round-robin order */
    noc_ring misses; /* warps at a memory instruction, in order; the first makes its requests */
    uint32_t free_transaction, outstanding;
    uint32_t registers; /* MSHRs of the core */
    double issue_at;    /* core cycle from which the pipeline accepts an instruction */
    uint64_t counted;   /* core cycle up to which all work is counted (core_clock.h) */
    uint64_t wakes;     /* core cycle in which the core runs next; UINT64_MAX: when it is roused */
    uint8_t phase;
    uint64_t phase_left; /* instructions left in the phase */
    double round;        /* instructions of a round through all phases */
} noc_core;

/* Slots of the cores' calendar: core cycles of one lap. */
enum { NOC_CORE_SLOTS = 64 };

/* A lookup in the cache. */
typedef struct noc_lookup {
    uint64_t done; /* cycle in which the lookup is done */
    uint32_t transaction;
    bool hit;
} noc_lookup;

typedef struct noc_memory {
    uint32_t terminal;
    noc_random random, data; /* generators: `random` for hits, `data` for the contents of replies */
    noc_ring input;          /* transactions whose request has arrived */
    uint32_t reply_places;
    noc_lookup *lookups; /* lookups under way: a ring */
    uint32_t lookup_first, lookup_count, lookup_capacity;
    uint64_t *bank_free; /* cycle from which each cache bank is free */
    noc_dram *dram;      /* DRAM, shared by the slices of a controller */
    uint32_t last_row;   /* DRAM row of the last block */
    uint16_t last_bank;
    uint16_t turn_of_slices; /* slice whose misses go first; kept at the controller's first slice */
    bool stalled;            /* something found the reply queue full in this cycle */
} noc_memory;

typedef struct noc_outboxes noc_outboxes; /* outbox.c */
typedef struct noc_requests noc_requests; /* requests.c */
typedef struct noc_clusters noc_clusters; /* clusters.c */

/* Requests of a trace with addresses (replay.h), each for one line, and the cycles of their
 * answers. */
typedef struct noc_replay {
    const noc_trace_schedule *schedule; /* schedule of the trace; borrowed */
    noc_trace_waits waits;              /* requests that are not released yet */
    uint32_t *first, *last;             /* ends of each core's queue of requests; NOC_NONE: empty */
    uint32_t *next;                     /* request behind each request in its queue */
    uint32_t *requests;                 /* number of requests of each core */
    uint64_t *ready;                    /* cycle in which each request was released */
    uint64_t *answered;                 /* cycle of each request's answer; UINT64_MAX: none yet */
    /* bytes of the answer to each transaction; 0: size of its packet type */
    uint32_t *answer_bytes;
    uint64_t left; /* requests without an answer */
} noc_replay;

/* Behaviour of the warps of a kernel. */
typedef struct noc_kernel {
    noc_workload workload;
    double gap_scale; /* scale of the geometric number of instructions */
} noc_kernel;

struct noc_closed_loop {
    noc_ports *ports;
    const noc_system *system;
    noc_derating derating;         /* kinds of resources that are derated */
    noc_destinations destinations; /* destinations of the blocks that cores ask for */
    size_t *reply_flow;            /* reply flow of each request flow */
    const noc_memory_spec *memory;
    const noc_nodes_spec *nodes;
    noc_kernel kernels[NOC_KERNELS_MAX]; /* kernels, or phases of the only kernel */
    int kernel_count;
    noc_phases phases;                 /* phases that cores run through; `count` 0: none */
    uint32_t cores_in[NOC_PHASES_MAX]; /* cores in each phase */
    noc_ctas *ctas;                    /* NULL: warps run for ever */
    noc_loop_end end;
    noc_replay *replay;     /* trace whose requests replace those of warps; NULL: none */
    noc_requests *requests; /* NULL: each request is a packet of its own, sent at once */
    noc_clusters *clusters; /* NULL: each core has its own port */
    uint32_t core_count, memory_count, dram_count;
    uint32_t cores_of_terminal, warps_of_core, transactions_of_core;
    noc_core *cores;
    noc_memory *memories;
    noc_dram **drams;
    uint64_t *busy; /* set of controllers with work at their nodes or in the DRAM */
    uint32_t busy_words;
    bool always_busy;       /* controllers rest now and then, so all of them run in every cycle */
    noc_outboxes *outboxes; /* NULL: replies wait at their ports (outbox.h) */
    uint32_t *number_of;    /* number of each terminal among the cores, or among the memory nodes */
    noc_transaction *transactions;
    uint32_t written; /* list of writes that are done and that no packet answers; NOC_NONE: empty */
    uint32_t *lines;  /* memory line of each transaction, as far as lines are told apart */
    uint32_t rows;    /* rows of a bank from which blocks draw theirs */
    uint16_t lines_per_block;
    double issue_cycles;          /* core cycles of an instruction */
    double cores_per_cycle;       /* core clocks in a network cycle */
    double core_time, core_phase; /* time and phase, in core clocks */
    uint64_t core_cycle;          /* core_time as an integer, in core clocks */
    uint64_t issue_clocks; /* issue_cycles as an integer; 0: issue_cycles is no whole number */
    bool never_sleep;      /* cores run in every cycle */
    /* [core cycle modulo NOC_CORE_SLOTS * core_words]: cores that run then, as sets */
    uint64_t *calls;
    uint32_t core_words;
    uint32_t outstanding;                  /* MSHRs in use, all cores */
    uint64_t clock_khz, memory_khz, phase; /* clocks in kHz and memory phase: exact, in integers */
    uint64_t memory_clocks;                /* memory clocks since the start */
    uint32_t *all_ready, *all_misses, *all_inputs;
    noc_warp *all_warps;
    noc_lookup *all_lookups;
    uint64_t *all_bank_free;
};

/* Upper bound of the packets in existence at a time. */
static inline uint64_t noc_loop_packets(const noc_closed_loop *loop)
{
    /* If an answer comes at once, the record of its request may be kept while the answer is under
     * way. */
    return (uint64_t)loop->core_count * loop->transactions_of_core * (loop->replay ? 2 : 1);
}

/* Counts the answer to a trace's request at its core. */
static inline void noc_replay_answer(noc_closed_loop *loop, uint32_t request)
{
    noc_replay *replay = loop->replay;
    const uint64_t now = loop->ports->now;
    replay->answered[request] = now;
    if (replay->schedule->packets[request].type != NOC_WRITE_REQUEST)
        noc_trace_waits_end(&replay->waits, request, now);
    loop->end.makespan = now;
    loop->end.over = --replay->left == 0;
}

/* Counts the places of a memory node's queue that has `places` in the design: fewer where such
 * queues are derated, at least one. */
static inline uint32_t noc_memory_places(const noc_closed_loop *loop, uint32_t places,
                                         uint32_t memory)
{
    const noc_derating *d = &loop->derating;
    if (places < 2 || !noc_resource_is_in(d->kinds, NOC_RESOURCE_MEMORY_QUEUE)) return places;
    return places - noc_places_taken(places, loop->memory_count, memory, d->rest_cycles);
}

#endif
