/* sampler/ports/tally.h: counters of a simulated network. Counters only grow, so the difference
 * of two copies describes the time between the copies. */
#ifndef NOC_SAMPLER_PORTS_TALLY_H
#define NOC_SAMPLER_PORTS_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "design/cores/cta.h"
#include "design/workload/phases.h"
#include "network/graph/graph.h"

/* Counts of a DRAM, or of all DRAMs. */
typedef struct noc_dram_tally {
    /* memory clocks; column accesses; accesses to a row opened for an earlier access */
    uint64_t clocks, accesses, row_hits;
    uint64_t bus_clocks;    /* memory clocks with data on the bus */
    uint64_t queued_clocks; /* memory clocks with an access in the queue */
    uint64_t bank_clocks;   /* banks with an access in the queue, summed over queued clocks */
} noc_dram_tally;

/* Counts of replies that waited at memory nodes (sampler/loop/outbox.h). Index 1: burst replies;
 * index 0: normal replies. */
typedef struct noc_reply_tally {
    uint64_t count[2], waits[2]; /* replies passed to their ports; sum of their waits, cycles */
    uint64_t groups;             /* packets that carried the replies */
} noc_reply_tally;

/* Counts of kernels, memory lines and clusters. */
typedef struct noc_cores_tally {
    uint64_t instructions[NOC_KERNELS_MAX]; /* [place among running kernels]: instructions */
    /* [kernel of the design]: lines touched for the first time by a CTA, summed over CTAs */
    uint64_t touches[NOC_KERNELS_MAX];
    uint64_t cta_cycles[NOC_KERNELS_MAX]; /* running CTAs, summed over network cycles */
    uint64_t ctas[NOC_KERNELS_MAX];       /* CTAs that have ended */
    /* reads that miss in first-level caches; redundant misses (design/cores/sharing.h) */
    uint64_t misses, redundant;
    uint64_t merged; /* reads that wait for an earlier read of their core */
    /* reads of clusters: cache hits, merges in the table, reads sent */
    uint64_t hits, merges, sent;
    uint64_t entries; /* entries in use in all tables, summed over cycles */
    uint64_t dropped; /* replies that no request awaited any more */
    /* Packets of a trace with addresses, answers included: payload bytes; data bytes in the
     * payload. */
    uint64_t bytes, data;
} noc_cores_tally;

/* Counts of workload phases, summed over cores. */
typedef struct noc_phase_tally {
    /* instructions of warps; core cycles */
    uint64_t instructions[NOC_PHASES_MAX], cycles[NOC_PHASES_MAX];
} noc_phase_tally;

/* Finished transactions of a terminal or a flow: number, and sum of latencies, cycles. A
 * transaction is a packet, or with replies a round trip. */
typedef struct noc_owner_tally {
    uint64_t packets, cycles;
} noc_owner_tally;

/* Finished transactions within a die, or between dies: number; number of round trips; sum of the
 * round trips, cycles. */
typedef struct noc_die_tally {
    uint64_t done, trips, cycles;
} noc_die_tally;

/* Counts of a class of traffic: delivered packets, their flits, and the sum of latencies,
 * cycles. */
typedef struct noc_class_tally {
    uint64_t delivered, flits, latency;
} noc_class_tally;

typedef struct noc_tally {
    uint64_t cycles;
    /* created packets; noc_run_backlog also counts packets that sources have still to create */
    uint64_t created[NOC_CLASSES];
    uint64_t delivered[NOC_CLASSES]; /* packets whose tail was ejected */
    uint64_t flits_injected, flits_ejected[NOC_CLASSES];
    /* The following six counts apply to packets that fork on their way to several terminals. */
    /* flits ejected at other terminals than the first of the packet */
    uint64_t copies_ejected[NOC_CLASSES];
    uint64_t flits_copied; /* copies of flits made by forks */
    /* packets delivered to all their terminals; deliveries to single terminals */
    uint64_t forked, copies;
    /* latencies summed, cycles: up to the last terminal; up to each terminal */
    uint64_t forked_latency, copy_latency;
    uint64_t latency[NOC_CLASSES];         /* sum of cycles, creation to tail ejection */
    uint64_t network_latency[NOC_CLASSES]; /* sum of cycles, head injection to tail ejection */
    uint64_t routers[NOC_CLASSES];         /* sum of routers that delivered packets traversed */
    uint64_t read_requests;                /* read requests delivered */
    uint64_t last_delivery;                /* cycle of the last ejected tail; not a sum */
    uint64_t round_trips;                  /* replies delivered */
    uint64_t unanswered;                   /* finished writes without an answer packet */
    uint64_t round_trip;                   /* sum of cycles, request created to reply ejected */
    uint64_t flit_hops;                    /* flits that left a router */
    /* cycles in which an injection port of a memory node had a flit, but no VC or no credit;
     * summed over the ports */
    uint64_t memory_blocked;
    noc_class_tally classes[NOC_TRAFFIC_CLASSES_MAX];
    /* [0]: packets within a die, [1]: packets between dies; designs with dies only */
    noc_die_tally dies[2];
    /* The following counts apply to the closed loop only. */
    uint64_t instructions;  /* instructions of warps, all cores */
    uint64_t core_cycles;   /* cycles of the cores' clock */
    uint64_t cores_blocked; /* core cycles in which a request found no MSHR, over all cores */
    uint64_t outstanding;   /* MSHRs in use, summed over cores and network cycles */
    /* cycles in which a reply found the reply queue full, over all memory nodes */
    uint64_t memory_stalled;
    /* cycles in which a miss found the DRAM's queue full, over all memory nodes */
    uint64_t dram_full;
    uint64_t inputs_full; /* cycles in which the input queue was full, over all memory nodes */
    noc_dram_tally dram;  /* counts of all controllers */
    noc_reply_tally replies;
    noc_cores_tally cores;
    noc_phase_tally phases;
} noc_tally;

/* End of the kernels of a closed loop, of a trace with addresses, or of a batch. */
typedef struct noc_loop_end {
    bool is_over;      /* end has come; always false if a kernel has no end */
    uint64_t makespan; /* cycle of the end */
    /* makespan of each kernel, by number in the design, cycles; 0: kernel did not run */
    uint64_t makespans[NOC_KERNELS_MAX];
    noc_tally tally; /* counts up to makespan */
} noc_loop_end;

#endif
