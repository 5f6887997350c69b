/* sampler/sampling/sample.h: measurement of a network, over as many simulated cycles as the
 * requested precision needs.
 *
 * A sample is a fixed number of replications with seeds of their own, run in rounds that double in
 * length. After each round its first eighth, or more, is dropped as warm-up, the rest is cut into
 * batches, and the interval decides whether another round is needed. Threads share the
 * replications, so their number changes nothing. */
#ifndef NOC_SAMPLER_SAMPLING_SAMPLE_H
#define NOC_SAMPLER_SAMPLING_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/statistics.h"
#include "network/graph/resources.h"
#include "network/graph/system.h"
#include "sampler/ports/kernel_choice.h"

/* Effort of a search for saturation. */
typedef enum noc_effort {
    NOC_EFFORT_FULL, /* fitted through long runs: half-width mostly 0.3 to 1 % */
    /* fitted through runs a quarter as long: half-width 1 %, in a third of the cycles; the bias is
     * smaller */
    NOC_EFFORT_BRIEF,
    NOC_EFFORT_COARSE, /* bracketed only: half-width 4 %, in a twentieth of the cycles */
} noc_effort;

/* Counts of the transactions of a flow of requests, or of packets without an answer. */
typedef struct noc_sample_flow {
    double packets; /* transactions done per cycle */
    double latency; /* mean latency, with replies the round trip, cycles; NAN: none is done */
} noc_sample_flow;

typedef struct noc_sample_options {
    double precision; /* relative half-width of the 95 % interval of the mean latency */
    uint64_t seed;
    unsigned jobs;       /* threads; 0: one for each processor */
    uint64_t max_cycles; /* cycles of one replication; 0: NOC_SAMPLE_MAX_CYCLES */
    bool (*progress)(void *context, double done); /* may be NULL; false stops the sample */
    void *context;
    const noc_workload *workload; /* closed loop: workload of the cores; NULL: open loop */
    noc_kernel_choice kernels;    /* closed loop: kernels of the design that run */
    bool eager;            /* packets by the design's traffic.batch and traffic.outstanding */
    bool keep_interrupted; /* a stopped sample keeps the figures measured so far */
    bool no_knee;          /* noc_sample_find_limits: the knee is not searched */
    noc_effort effort;     /* noc_sample_find_limits: precision of saturation */
    noc_derating derating; /* resources that are derated (network/graph/resources.h) */
    /* output: flits per cycle of each channel and class, [channel * NOC_CLASSES + class]; NULL: not
     * wanted */
    double *utilization;
    /* noc_sample_at, output: counts of each flow; reply flows stay empty; NULL: not wanted */
    noc_sample_flow *flows;
    struct noc_timeline *timeline; /* noc_play_trace, output: flits over time; NULL: not wanted */
} noc_sample_options;

enum { NOC_SAMPLE_MAX_CYCLES = 1000000 };

typedef enum noc_sample_quantity {
    NOC_SAMPLE_LATENCY,         /* mean latency of packets of all classes, cycles */
    NOC_SAMPLE_NETWORK_LATENCY, /* mean latency from head injection, all classes, cycles */
    NOC_SAMPLE_REQUEST_LATENCY,
    NOC_SAMPLE_REPLY_LATENCY,
    NOC_SAMPLE_ROUND_TRIP,
    /* round trip of a node and a memory node on one die, cycles; REMOTE: on two dies */
    NOC_SAMPLE_LOCAL_TRIP,
    NOC_SAMPLE_REMOTE_TRIP,
    NOC_SAMPLE_LOCAL_SHARE, /* share of transactions on one die, among the finished ones */
    NOC_SAMPLE_HOPS,
    /* flits per cycle and injecting node, of packets that arrive, and are answered where there are
     * replies */
    NOC_SAMPLE_ACCEPTED,
    /* Quantities of the closed loop; noc_sample's figures with these names have details. */
    NOC_SAMPLE_INSTRUCTIONS, /* instructions of warps per core cycle, all cores */
    NOC_SAMPLE_MEMORY_STALLED,
    NOC_SAMPLE_MSHRS_USED,
    NOC_SAMPLE_READ_REQUESTS,
    NOC_SAMPLE_REDUNDANT,
    NOC_SAMPLE_ROW_HITS,
    NOC_SAMPLE_BANKS,
    NOC_SAMPLE_DRAM_USED,
    NOC_SAMPLE_ABSORBED,
    NOC_SAMPLE_ENTRIES_USED,
    NOC_SAMPLE_GROUP, /* mean replies of a packet */
    NOC_SAMPLE_BURSTS,
    NOC_SAMPLE_BURST_WAIT,
    NOC_SAMPLE_NORMAL_WAIT,
    NOC_SAMPLE_QUANTITIES
} noc_sample_quantity;

/* Figures of replies that wait at their memory nodes. */
typedef struct noc_sample_replies {
    double group;  /* mean replies of a packet; NAN: replies are not coalesced */
    double bursts; /* share of replies that belong to bursts; NAN: one queue for all */
    /* mean wait of a burst reply for the port, cycles; NAN: one queue for all, or no such
     * replies */
    double burst_wait;
    /* mean wait of a normal reply for the port, cycles; NAN: one queue for all, or no such
     * replies */
    double normal_wait;
} noc_sample_replies;

/* Figures of the packets of a class of traffic; NAN: not measured. */
typedef struct noc_sample_class {
    noc_interval latency; /* mean latency, cycles, 95 % interval */
    double accepted;      /* flits per cycle and injecting node, mean over all injecting nodes */
    double p99;           /* 99 % quantile of the latency, cycles */
} noc_sample_class;

typedef struct noc_sample {
    noc_interval quantities[NOC_SAMPLE_QUANTITIES]; /* 95 % intervals; mean NAN: does not apply */
    /* sources or memory nodes fall behind: latencies depend on the length of the window */
    bool saturated;
    /* packets that wait at sources and memory nodes grow in number, as far as a run of this length
     * can tell */
    bool grows;
    bool settled;   /* steady, as far as a run of this length can tell */
    bool converged; /* settled, and as precise as requested */
    double reached; /* relative half-width of the figure whose precision was requested */
    /* cycles of a run that would settle and be as precise as requested, approximately; 0: this run
     * is, or no length would do */
    uint64_t wanted_cycles;
    bool interrupted; /* stopped before it converged, and kept */
    /* Figures by number in noc_traffic.classes; with replies by noc_class: requests, replies. */
    noc_sample_class classes[NOC_TRAFFIC_CLASSES_MAX];
    /* Mean latency of the packets that a node creates, with replies of their round trips, cycles:
     * lowest and highest mean of a node; NAN: not measured. */
    double fastest_source, slowest_source;
    /* Finished packets of a node, with replies their answers, over the mean of the nodes that
     * create some: lowest and highest value of a node, the first of equal ones, and the numbers of
     * these nodes; NAN: no packet is done. */
    double least_served, most_served;
    uint32_t slowest_node, busiest_node;
    /* Quantiles of all round trips after the warm-up, without replies of latencies, cycles. */
    double p50, p95, p99;
    /* half-widths of 95 % intervals, by replications, cycles */
    double p50_half, p95_half, p99_half;
    /* share of the cycles in which an injection port of a memory node had a flit that the network
     * did not accept; NAN: no memory nodes */
    double memory_blocked;
    /* Figures of the closed loop; NAN in open loop. Most are shares of the time. */
    /* reply found the reply queue full: share of cycles, mean over memory nodes */
    double memory_stalled;
    /* miss found the DRAM's queue full: share of cycles, mean over memory nodes */
    double dram_full;
    /* input queue had no room for a request: share of cycles, mean over memory nodes */
    double inputs_full;
    double cores_issuing;    /* pipeline is in use: share of core cycles, mean over cores */
    double cores_blocked;    /* request finds no MSHR: share of core cycles, mean over cores */
    double read_requests;    /* read requests at memory nodes, per 1000 instructions of warps */
    double redundant;        /* share of redundant reads among the misses of first-level caches */
    double mshrs_used;       /* mean MSHRs in use per core */
    double row_hit_rate;     /* share of the DRAM's accesses that hit the open row */
    double bank_parallelism; /* mean banks with an access in the queue, while there is one */
    double dram_used;        /* data on the bus: share of memory clocks, mean over controllers */
    double dram_queued; /* access in the queue: share of memory clocks, mean over controllers */
    /* share of the reads sent by MSHRs that their cluster absorbs; NAN: no merge table */
    double absorbed;
    double entries_used; /* mean entries in use of a merge table; NAN: no merge table */
    double makespan; /* cycles of the makespan; NAN: kernels have no end, and there is no batch */
    double makespan_half_width;
    /* system throughput (STP) and average normalised turnaround time (ANTT) of several kernels;
     * NAN: there is one kernel */
    double stp, antt;
    double threads; /* threads that an instruction works for, mean */
    /* Instructions per core cycle of each kernel, all cores, while it runs. */
    double kernel_instructions[NOC_KERNELS_MAX];
    /* Instructions per core cycle of a core in each phase; share of the cores' time in the phase. 0
     * after the last phase. */
    double phase_instructions[NOC_PHASES_MAX], phase_times[NOC_PHASES_MAX];
    double phase_shares[NOC_PHASES_MAX]; /* share of the instructions in each phase */
    noc_sample_replies replies;
    uint32_t busiest;        /* channel with the highest utilisation */
    double utilization;      /* utilisation of the busiest channel, share of the time */
    double utilization_half; /* half-width of the utilisation's 95 % interval, by replications */
    uint64_t cycles, warmup_cycles; /* cycles over all replications */
    uint64_t windows;               /* batches of the intervals */
    uint64_t flit_hops;
} noc_sample;

/* Measures a system at an offered load (flits per cycle of each injecting node), or the rate that
 * the cores of a workload reach, or terminals that send as fast as the network accepts (`eager`).
 * With a workload or with eager the load is not read. The precision applies to the instructions
 * with a workload, to the makespan of a batch with eager, and to the latency with eager without a
 * batch. NOC_EINTERRUPTED when progress said so, NOC_EFAILED when out of memory or a conservation
 * law is violated. */
noc_status noc_sample_at(const noc_system *system, double load, const noc_sample_options *options,
                         noc_sample *sample, noc_diag *diag);

#endif
