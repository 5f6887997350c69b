/* sampler/loop/loop_state.h: the state of the closed loop, shared by its cores and memory nodes.
 *
 * A transaction is a request and its reply, from the memory instruction to the last flit of the
 * reply; each core has as many as it has MSHRs. Packets find theirs by their tag. */
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
    uint32_t warp; /* that asks; or a request of a trace */
    uint32_t home; /* memory node's number */
    uint32_t row;
    uint16_t bank;
    bool write;
    uint8_t kernel;    /* that it belongs to, or phase */
    bool burst;        /* its request follows its core's last one soon (outbox.h) */
    bool approximable; /* its data is */
    uint64_t origin;   /* cycle in which its request was made */
    uint64_t joined;   /* and its reply came to wait in an outbox */
    uint32_t along;    /* the next reply that goes with it; NOC_NONE */
    uint8_t lane;      /* lane of the reply's port (sampler/ports/ports.h) */
    size_t reply_flow;
    uint32_t next; /* in the list of a core's free ones, or of writes that are done */
} noc_transaction;

typedef struct noc_warp {
    uint64_t instructions; /* to its next memory instruction */
    uint32_t to_send;      /* requests of its memory instruction that are not made yet */
    uint32_t awaited;      /* replies that it waits for */
    size_t flow;           /* of the block that the next request is in */
    uint32_t row;
    uint16_t bank, left; /* lines left of that block */
    bool writes;
    uint8_t kernel;
    bool ends;  /* after these instructions, none of which is a memory instruction */
    bool rests; /* its core's phase has fewer warps */
} noc_warp;

typedef struct noc_core {
    uint32_t terminal;
    noc_warp *warps;
    noc_ring ready;  /* warps that can issue, in turn */
    noc_ring misses; /* warps at a memory instruction, in order; the first makes its requests */
    uint32_t free_transaction, outstanding;
    uint32_t registers; /* MSHRs */
    double issue_at;    /* core cycle from which on the pipeline takes an instruction */
    uint64_t counted;   /* core cycle up to which all is done (core_clock.h) */
    uint64_t wakes;     /* core cycle in which it runs next; UINT64_MAX: when it is roused */
    uint8_t phase;
    uint64_t phase_left; /* instructions of it */
    double round;        /* of all phases */
} noc_core;

/* Cycles of the cores' calendar: one lap. */
enum { NOC_CORE_SLOTS = 64 };

/* What comes out of the cache. */
typedef struct noc_lookup {
    uint64_t done; /* cycle */
    uint32_t transaction;
    bool hit;
} noc_lookup;

typedef struct noc_memory {
    uint32_t terminal;
    noc_random random, data; /* the latter: what replies are about */
    noc_ring input;          /* transactions whose request has arrived */
    uint32_t reply_places;
    noc_lookup *lookups; /* a ring */
    uint32_t lookup_first, lookup_count, lookup_capacity;
    uint64_t *bank_free; /* by bank of the cache: cycle */
    noc_dram *dram;      /* shared by the nodes of a controller */
    uint32_t last_row;   /* of the DRAM, that a block was in */
    uint16_t last_bank;
    uint16_t turn_of_slices; /* of a controller's first node: the one whose misses go first */
    bool stalled;            /* in this cycle something found the reply queue full */
} noc_memory;

typedef struct noc_outboxes noc_outboxes; /* outbox.c */
typedef struct noc_requests noc_requests; /* requests.c */
typedef struct noc_clusters noc_clusters; /* clusters.c */

/* The requests of a trace with addresses (replay.h), a line of it each, and which of them have been
 * answered. */
typedef struct noc_replay {
    const noc_trace_schedule *schedule; /* borrowed */
    noc_trace_waits waits;              /* requests whose time has not come */
    uint32_t *first, *last;             /* ends of a core's line of requests, by core; NOC_NONE */
    uint32_t *next;                     /* request behind each in that line, by request */
    uint32_t *requests;                 /* number of requests of each core */
    uint64_t *ready;                    /* cycle in which a request's time has come, by request */
    uint64_t *answered;                 /* cycle of each request's answer; UINT64_MAX: none yet */
    uint32_t *answer_bytes; /* bytes of an answer, by transaction; 0: as its type has it */
    uint64_t left;          /* requests that are not answered */
} noc_replay;

/* What the warps of a kernel do. */
typedef struct noc_kernel {
    noc_workload workload;
    double gap_scale; /* of the geometric number of instructions */
} noc_kernel;

struct noc_closed_loop {
    noc_ports *ports;
    const noc_system *system;
    noc_derating derating;         /* of which kinds there is less */
    noc_destinations destinations; /* of the blocks that cores ask for */
    size_t *reply_flow;            /* by request flow */
    const noc_memory_spec *memory;
    const noc_nodes_spec *nodes;
    noc_kernel kernels[NOC_KERNELS_MAX]; /* or the phases of the only one */
    int kernel_count;
    noc_phases phases;                 /* that cores run through; none: `count` is 0 */
    uint32_t cores_in[NOC_PHASES_MAX]; /* cores, by phase */
    noc_ctas *ctas;                    /* NULL: warps run for ever */
    noc_loop_end end;
    noc_replay *replay;     /* trace whose requests come in place of warps'; NULL: none */
    noc_requests *requests; /* NULL: each is a packet of its own, at once */
    noc_clusters *clusters; /* NULL: each core has a port of its own */
    uint32_t core_count, memory_count, dram_count;
    uint32_t cores_of_terminal, warps_of_core, transactions_of_core;
    noc_core *cores;
    noc_memory *memories;
    noc_dram **drams;
    uint64_t *busy; /* set of controllers with something to do at their nodes or in the DRAM */
    uint32_t busy_words;
    bool always_busy;       /* some rest now and then */
    noc_outboxes *outboxes; /* NULL: replies wait at their ports (outbox.h) */
    uint32_t *number_of;    /* by terminal: among the cores, or memories */
    noc_transaction *transactions;
    uint32_t written; /* the last write that its node has done and nobody answers; NOC_NONE */
    uint32_t *lines;  /* by transaction: of memory, as far as lines are told apart */
    uint32_t rows;    /* that rows are drawn from */
    uint16_t lines_per_block;
    double issue_cycles;          /* core cycles of an instruction */
    double cores_per_cycle;       /* core clocks in a network cycle */
    double core_time, core_phase; /* time and phase, in core clocks */
    uint64_t core_cycle;          /* core_time */
    uint64_t issue_clocks;        /* issue_cycles; 0: they are no whole number */
    bool never_sleep;             /* cores run in every cycle */
    uint64_t *calls; /* sets of cores by cycle: [core cycle modulo the slots * core_words] */
    uint32_t core_words;
    uint32_t outstanding;                  /* MSHRs in use, of all cores */
    uint64_t clock_khz, memory_khz, phase; /* memory clocks: exact, in integers */
    uint64_t memory_clocks;                /* since the start */
    uint32_t *all_ready, *all_misses, *all_inputs;
    noc_warp *all_warps;
    noc_lookup *all_lookups;
    uint64_t *all_bank_free;
};

/* The most packets that there can be at a time. */
static inline uint64_t noc_loop_packets(const noc_closed_loop *loop)
{
    /* A request that is answered at once may be kept while its answer is under way. */
    return (uint64_t)loop->core_count * loop->transactions_of_core * (loop->replay ? 2 : 1);
}

/* The core of a trace's request has what it asked for. */
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

/* Counts the places that a queue of a memory node has, of `places` in the design: fewer where the
 * loop has less of them, but one at least. */
static inline uint32_t noc_memory_places(const noc_closed_loop *loop, uint32_t places,
                                         uint32_t memory)
{
    const noc_derating *d = &loop->derating;
    if (places < 2 || !noc_resource_is_in(d->kinds, NOC_RESOURCE_MEMORY_QUEUE)) return places;
    return places - noc_places_taken(places, loop->memory_count, memory, d->rest_cycles);
}

#endif
