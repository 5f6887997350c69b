/* sampler/sampling/sample.h: measurement of a network, with as many simulated cycles as the
 * requested precision needs.
 *
 * A sample is a fixed number of replications with separate seeds, run in rounds that double in
 * length. After each round at least the first eighth is dropped as warm-up, the rest is cut into
 * batches, and the interval decides on another round. The number of threads does not change the
 * result. */
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
    NOC_EFFORT_FULL, /* fitted to long runs: half-width usually 0.3 to 1 % */
    /* fitted to runs a quarter as long: half-width 1 %, in a third of the cycles, with a smaller
     * bias */
    NOC_EFFORT_BRIEF,
    NOC_EFFORT_COARSE, /* bracketed without a fit: half-width 4 %, in a twentieth of the cycles */
} noc_effort;

/* Figures of a flow of requests, or of packets without an answer. */
typedef struct noc_sample_flow {
    double packets; /* finished transactions per cycle */
    /* mean latency, with replies the mean round trip, cycles; NAN: no finished transaction */
    double latency;
} noc_sample_flow;

typedef struct noc_sample_options {
    double precision; /* relative half-width of the 95 % interval of the mean latency */
    uint64_t seed;
    unsigned thread_count; /* threads; 0: one for each processor */
    uint64_t max_cycles;   /* cycles of one replication; 0: NOC_SAMPLE_MAX_CYCLES */
    /* may be NULL; returns false to stop the sample */
    bool (*progress)(void *context, double done);
    void *context;
    const noc_workload *workload; /* closed loop: workload of the cores; NULL: open loop */
    noc_kernel_choice kernels;    /* closed loop: kernels of the design to run */
    bool is_eager;         /* packets by the design's traffic.batch and traffic.outstanding */
    bool keep_interrupted; /* a stopped sample keeps its figures */
    bool skips_knee;       /* noc_sample_find_limits: no search for the knee */
    noc_effort effort;     /* noc_sample_find_limits: precision of saturation */
    noc_derating derating; /* resources that are derated (network/graph/resources.h) */
    /* output: flits per cycle of each channel and class, [channel * NOC_CLASSES + class]; NULL: not
     * wanted */
    double *utilization;
    /* noc_sample_at, output: counts of each flow; reply flows stay empty; NULL: not wanted */
    noc_sample_flow *flow_counts;
    struct noc_timeline *timeline; /* noc_play_trace, output: flits over time; NULL: not wanted */
} noc_sample_options;

enum { NOC_SAMPLE_MAX_CYCLES = 1000000 };

typedef enum noc_sample_quantity {
    NOC_SAMPLE_LATENCY, /* mean latency of packets of all classes, cycles */
    /* mean latency from the injection of the head, all classes, cycles */
    NOC_SAMPLE_NETWORK_LATENCY,
    NOC_SAMPLE_REQUEST_LATENCY,
    NOC_SAMPLE_REPLY_LATENCY,
    NOC_SAMPLE_ROUND_TRIP,
    NOC_SAMPLE_LOCAL_TRIP,  /* mean round trip between nodes on one die, cycles */
    NOC_SAMPLE_REMOTE_TRIP, /* mean round trip between nodes on two dies, cycles */
    NOC_SAMPLE_LOCAL_SHARE, /* share of finished transactions within one die */
    NOC_SAMPLE_HOPS,
    /* flits per cycle and injecting node, of delivered packets; with replies, of answered
     * requests */
    NOC_SAMPLE_ACCEPTED,
    /* Quantities of the closed loop; noc_sample has members of these names with details. */
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

/* Figures of replies that wait at memory nodes. */
typedef struct noc_sample_replies {
    double group;  /* mean replies per packet; NAN: replies are not coalesced */
    double bursts; /* share of burst replies; NAN: single queue */
    /* mean wait of a burst reply for the port, cycles; NAN: single queue, or no burst replies */
    double burst_wait;
    /* mean wait of a normal reply for the port, cycles; NAN: single queue, or no normal replies */
    double normal_wait;
} noc_sample_replies;

/* Figures of the packets of a class of traffic; NAN: not measured. */
typedef struct noc_sample_class {
    noc_interval latency; /* mean latency, cycles, 95 % interval */
    double accepted;      /* flits per cycle and injecting node, mean over all injecting nodes */
    double p99;           /* 99 % quantile of the latency, cycles */
} noc_sample_class;

typedef struct noc_sample {
    noc_interval quantities[NOC_SAMPLE_QUANTITIES]; /* 95 % intervals; mean NAN: not applicable */
    /* sources or memory nodes fall behind, so latencies depend on the run length */
    bool is_saturated;
    /* number of packets that wait at sources and memory nodes grows, as far as a run of this
     * length shows */
    bool is_growing;
    bool is_settled;      /* run is steady, as far as a run of this length shows */
    bool is_converged;    /* is_settled, and the requested precision is reached */
    double reached_width; /* relative half-width of the figure to which the precision applies */
    /* approximate cycles of a run that would settle and reach the requested precision; 0: this
     * run does, or no length suffices */
    uint64_t wanted_cycles;
    bool is_interrupted; /* run was stopped before convergence, and its figures are kept */
    /* Figures by class of traffic (noc_traffic.classes); with replies by noc_class: requests,
     * replies. */
    noc_sample_class classes[NOC_TRAFFIC_CLASSES_MAX];
    /* Lowest and highest mean latency of a creating node, with replies of the round trip,
     * cycles; NAN: not measured. */
    double fastest_source, slowest_source;
    /* Lowest and highest number of finished packets of a creating node (with replies, of
     * answers), relative to the mean; numbers of these nodes, the first of equal ones; NAN: no
     * finished packet. */
    double least_served, most_served;
    uint32_t slowest_node, busiest_node;
    /* Quantiles of the latencies after the warm-up, with replies of the round trips, cycles. */
    double p50, p95, p99;
    /* half-widths of the 95 % intervals of the quantiles, cycles */
    double p50_half, p95_half, p99_half;
    /* share of cycles in which an injection port of a memory node had a flit that the network
     * did not accept; NAN: no memory nodes */
    double memory_blocked;
    /* Figures of the closed loop; NAN in open loop. */
    /* share of cycles with a reply that found the reply queue full, mean over memory nodes */
    double memory_stalled;
    /* share of cycles with a miss that found the DRAM queue full, mean over memory nodes */
    double dram_full;
    /* share of cycles with a full input queue, mean over memory nodes */
    double inputs_full;
    double cores_issuing; /* share of core cycles with a busy pipeline, mean over cores */
    /* share of core cycles with a request that found no MSHR, mean over cores */
    double cores_blocked;
    double read_requests;    /* read requests at memory nodes, per 1000 instructions of warps */
    double redundant;        /* share of redundant reads among the misses of first-level caches */
    double mshrs_used;       /* mean MSHRs in use per core */
    double row_hit_rate;     /* share of the DRAM's accesses that hit the open row */
    double bank_parallelism; /* mean number of banks with a queued access, while there is one */
    double dram_used;   /* share of memory clocks with data on the bus, mean over controllers */
    double dram_queued; /* share of memory clocks with a queued access, mean over controllers */
    /* share of reads from MSHRs that the cluster absorbs; NAN: no merge table */
    double absorbed;
    double entries_used; /* mean entries in use per merge table; NAN: no merge table */
    double makespan;     /* makespan, cycles; NAN: kernels have no end, and there is no batch */
    double makespan_half_width;
    /* system throughput (STP) and average normalised turnaround time (ANTT) of several kernels;
     * NAN: there is one kernel */
    double stp, antt;
    double threads; /* mean active threads per instruction */
    /* Instructions per core cycle of each kernel, all cores, while the kernel runs. */
    double kernel_instructions[NOC_KERNELS_MAX];
    /* Instructions per core cycle of a core in each phase; share of core time in each phase. 0
     * after the last phase. */
    double phase_instructions[NOC_PHASES_MAX], phase_times[NOC_PHASES_MAX];
    double phase_shares[NOC_PHASES_MAX]; /* share of the instructions in each phase */
    noc_sample_replies replies;
    uint32_t busiest_channel; /* channel with the highest utilisation */
    double utilization;       /* utilisation of the busiest channel, share of time */
    /* half-width of the 95 % interval of the utilisation, by replications */
    double utilization_half;
    uint64_t cycles, warmup_cycles; /* cycles of all replications; of their warm-ups */
    uint64_t windows; /* observations behind the intervals: joined batches, or whole runs */
    uint64_t flit_hops;
} noc_sample;

/* Measures a system at an offered load (flits per cycle of each injecting node), at the rate
 * reached by the cores of a workload, or with terminals that send as fast as the network accepts
 * (is_eager). The load is not used with a workload or eager terminals. The precision applies to
 * the latency; with a workload to the instructions; with eager terminals and a batch to the
 * makespan. NOC_EINTERRUPTED when `progress` returns false, NOC_EFAILED when out of memory or a
 * conservation law is violated. */
noc_status noc_sample_at(const noc_system *system, double load, const noc_sample_options *options,
                         noc_sample *sample, noc_diag *diag);

#endif
