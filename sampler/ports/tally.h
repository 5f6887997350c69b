/* sampler/ports/tally.h: the work that a simulated network has done so far, in sums and counts that
 * only grow, so that the difference of two copies describes the time between them; and the end of
 * its kernels. */
#ifndef NOC_SAMPLER_PORTS_TALLY_H
#define NOC_SAMPLER_PORTS_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "design/cores/cta.h"
#include "design/workload/phases.h"
#include "network/graph/graph.h"

/* Counts of a DRAM. */
typedef struct noc_dram_tally {
    uint64_t clocks, accesses, row_hits;
    uint64_t bus_clocks;    /* with data on the bus */
    uint64_t queued_clocks; /* with an access in the queue */
    uint64_t bank_clocks;   /* banks with an access in the queue, summed over queued clocks */
} noc_dram_tally;

/* Counts of replies that waited at memory nodes (sampler/loop/outbox.h): [1] of bursts, [0]
 * others. */
typedef struct noc_reply_tally {
    uint64_t count[2], waits[2]; /* that went to their ports; sum of cycles before that */
    uint64_t groups;             /* of those that went together, or alone */
} noc_reply_tally;

/* Counts of kernels, their lines and clusters. */
typedef struct noc_ends_tally {
    uint64_t instructions[NOC_KERNELS_MAX]; /* of warps; by place among those that run */
    uint64_t touches[NOC_KERNELS_MAX];      /* lines that a CTA asks for the first time */
    uint64_t cta_cycles[NOC_KERNELS_MAX];   /* CTAs that run, summed over cycles */
    uint64_t ctas[NOC_KERNELS_MAX];         /* that have ended */
    uint64_t misses, redundant; /* reads that miss in first-level caches (design/cores/sharing.h) */
    uint64_t merged;            /* reads that wait for one of their core */
    uint64_t hits, merges, sent; /* reads of clusters: in a cache, in the table, sent */
    uint64_t entries;            /* entries of all tables, summed over cycles */
    uint64_t dropped;            /* replies that nobody waited for any more */
    /* Bytes of a trace with addresses that were sent, answers included: payload; its data. */
    uint64_t bytes, data;
} noc_ends_tally;

/* Counts of phases of workloads, all cores. */
typedef struct noc_phase_tally {
    uint64_t instructions[NOC_PHASES_MAX], cycles[NOC_PHASES_MAX]; /* of warps; of cores' clocks */
} noc_phase_tally;

/* Packets that a terminal created and that are done, replies of requests, or those of a flow:
 * number, sum of their latencies or round trips in cycles. */
typedef struct noc_owner_tally {
    uint64_t packets, cycles;
} noc_owner_tally;

/* Packets that nodes created and that are done, replies of requests; of these the round trips, and
 * the sum of their cycles. */
typedef struct noc_die_tally {
    uint64_t done, trips, cycles;
} noc_die_tally;

/* Counts of a class of traffic, where there are several: packets whose tail was ejected, their
 * flits, and the sum of cycles from creation to that. */
typedef struct noc_class_tally {
    uint64_t delivered, flits, latency;
} noc_class_tally;

typedef struct noc_tally {
    uint64_t cycles;
    uint64_t created[NOC_CLASSES]; /* packets; those still waiting at a source count by their age */
    uint64_t delivered[NOC_CLASSES]; /* packets whose tail was ejected */
    uint64_t flits_injected, flits_ejected[NOC_CLASSES];
    /* Packets that fork on their way to several terminals. */
    uint64_t copies_ejected[NOC_CLASSES]; /* flits ejected, but for those to the first terminal */
    uint64_t flits_copied;                /* flits that forks have made of others */
    uint64_t forked, copies; /* packets delivered to all their terminals; to one each */
    uint64_t forked_latency, copy_latency; /* sums of cycles, creation to the last flit there */
    uint64_t latency[NOC_CLASSES];         /* sum of cycles, creation to tail ejection */
    uint64_t network_latency[NOC_CLASSES]; /* sum of cycles, head injection to tail ejection */
    uint64_t routers[NOC_CLASSES];         /* sum of routers that delivered packets traversed */
    uint64_t read_requests;                /* delivered packets that ask for something */
    uint64_t last_delivery;                /* cycle of the last tail; no sum */
    uint64_t round_trips;                  /* replies delivered */
    uint64_t unanswered;                   /* writes that are done, and that no packet answers */
    uint64_t round_trip;                   /* sum of cycles, request created to reply ejected */
    uint64_t flit_hops;                    /* flits that left a router */
    uint64_t
        memory_blocked; /* cycles that an injection port of a memory node had a flit, and no VC or
                                credit for it; summed over these ports */
    noc_class_tally classes[NOC_TRAFFIC_CLASSES_MAX];
    /* [0]: packets between nodes of one die, [1]: of two; of designs with dies */
    noc_die_tally dies[2];
    /* The closed loop only. */
    uint64_t instructions;  /* of warps, all cores */
    uint64_t core_cycles;   /* of the cores' clock */
    uint64_t cores_blocked; /* core cycles in which a request found no MSHR, over all cores */
    uint64_t outstanding;   /* MSHRs in use, summed over cores and network cycles */
    uint64_t
        memory_stalled;   /* cycles in which something found a reply queue full, over all nodes */
    uint64_t dram_full;   /* likewise, cycles in which a miss found the DRAM's queue full */
    uint64_t inputs_full; /* likewise, cycles in which the input queue was */
    noc_dram_tally dram;  /* of all controllers */
    noc_reply_tally replies;
    noc_ends_tally ends;
    noc_phase_tally phases;
} noc_tally;

/* The end of the kernels of a closed loop. */
typedef struct noc_loop_end {
    bool over;         /* all have; never where one has no end */
    uint64_t makespan; /* cycles */
    uint64_t
        makespans[NOC_KERNELS_MAX]; /* each kernel's, by number in the design; 0: did not run */
    noc_tally tally;                /* counts up to makespan */
} noc_loop_end;

#endif
