/* sampler/sampling/sample.h: measuring a network: as many simulated cycles as the precision asked
 * for needs.
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

/* What a search for saturation spends. */
typedef enum noc_effort {
    NOC_EFFORT_FULL, /* fitted through long runs: the half-width is 0.3 to 1 % mostly */
    /* through runs a quarter as long: 1 %, in a third of the cycles; the bias is below that */
    NOC_EFFORT_BRIEF,
    NOC_EFFORT_COARSE, /* bracketed only: 4 %, in a twentieth */
} noc_effort;

/* Counts of the transactions of a flow of requests, or of packets that nobody answers. */
typedef struct noc_sample_flow {
    double packets; /* done per cycle */
    double latency; /* cycles, with replies of round trips; NAN: none is done */
} noc_sample_flow;

typedef struct noc_sample_options {
    double precision; /* relative half-width of the 95 % interval of the mean latency */
    uint64_t seed;
    unsigned jobs;       /* threads; 0: one a processor */
    uint64_t max_cycles; /* cycles of one replication; 0: NOC_SAMPLE_MAX_CYCLES */
    bool (*progress)(void *context, double done); /* may be NULL; false stops the sample */
    void *context;
    const noc_workload *workload; /* closed loop: what the cores run; NULL: open loop */
    noc_kernel_choice kernels;    /* closed loop: kernels of the design that run, and how */
    bool eager;             /* packets by the design's traffic.batch and traffic.outstanding */
    bool keep_interrupted;  /* a sample that is stopped has what was measured by then */
    bool no_knee;           /* noc_sample_find_limits: the knee is not asked for, and missing */
    noc_effort effort;      /* noc_sample_find_limits: how precise saturation is to be */
    noc_derating derating;  /* resources that there is less of (network/graph/resources.h) */
    double *utilization;    /* NULL, or where the flits per cycle of each channel and class go:
                            [channel * NOC_CLASSES + class] */
    noc_sample_flow *flows; /* noc_sample_at: NULL, or where each flow's go; replies' stay empty */
    struct noc_timeline *timeline; /* noc_play_trace: NULL, or where flits over time go */
} noc_sample_options;

enum { NOC_SAMPLE_MAX_CYCLES = 1000000 };

typedef enum noc_sample_quantity {
    NOC_SAMPLE_LATENCY,         /* of packets of all classes, cycles */
    NOC_SAMPLE_NETWORK_LATENCY, /* likewise, from head injection */
    NOC_SAMPLE_REQUEST_LATENCY,
    NOC_SAMPLE_REPLY_LATENCY,
    NOC_SAMPLE_ROUND_TRIP,
    NOC_SAMPLE_LOCAL_TRIP, /* round trip of a node and a memory node on one die; on two */
    NOC_SAMPLE_REMOTE_TRIP,
    NOC_SAMPLE_LOCAL_SHARE, /* share of the transactions that are done */
    NOC_SAMPLE_HOPS,
    /* flits per cycle and injecting node, of its packets that arrive, and are answered */
    NOC_SAMPLE_ACCEPTED,
    /* Of the closed loop; the figures of the same names below say more. */
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
    NOC_SAMPLE_GROUP, /* replies of a packet */
    NOC_SAMPLE_BURSTS,
    NOC_SAMPLE_BURST_WAIT,
    NOC_SAMPLE_NORMAL_WAIT,
    NOC_SAMPLE_QUANTITIES
} noc_sample_quantity;

/* Of replies that wait at their memory nodes. */
typedef struct noc_sample_replies {
    double group;       /* replies of a packet; NAN: none are coalesced */
    double bursts;      /* share of them that are of bursts; NAN: all wait in one queue */
    double burst_wait;  /* cycles until the port takes one; NAN: likewise, or there are none */
    double normal_wait; /* likewise */
} noc_sample_replies;

/* Figures of the packets of a class of traffic; NAN: not measured. */
typedef struct noc_sample_class {
    noc_interval latency; /* cycles, 95 % interval */
    double accepted;      /* flits per cycle and injecting node, of all injecting nodes */
    double p99;           /* cycles */
} noc_sample_class;

typedef struct noc_sample {
    noc_interval quantities[NOC_SAMPLE_QUANTITIES]; /* 95 % intervals; mean NAN: does not apply */
    bool saturated; /* sources or memory nodes fall behind: latencies are of a finite window */
    /* as far as a run of that length can tell, more and more packets wait at sources and memory
     * nodes */
    bool grows;
    bool settled;   /* steady, as far as a run of that length can tell */
    bool converged; /* settled, and to the precision asked for */
    double reached; /* relative half-width of the figure whose precision was asked for */
    /* cycles of a run that would settle and be as precise as was asked for, about; 0: this one is,
     * or no length would do */
    uint64_t wanted_cycles;
    bool interrupted; /* stopped before it converged, and kept */
    /* Figures by number in noc_traffic.classes; with replies by noc_class: requests, replies. */
    noc_sample_class classes[NOC_TRAFFIC_CLASSES_MAX];
    /* Mean latency of the packets that a node creates, with replies of their round trips: of the
     * node with the lowest mean, and the highest; NAN: not measured. */
    double fastest_source, slowest_source;
    /* Packets that a node creates and that are done, with replies their answers, over the mean of
     * the nodes that create some: of the node with the fewest, and the most, the first of several,
     * and which they are; NAN: none is done. */
    double least_served, most_served;
    uint32_t slowest_node, busiest_node;
    /* Quantiles of all round trips after the warm-up; without replies, of latencies. */
    double p50, p95, p99;
    double p50_half, p95_half, p99_half; /* half-widths of 95 % intervals, by replications */
    double memory_blocked; /* share of the cycles in which an injection port of a memory node had a
                              flit that the network did not take; NAN without memory nodes */
    /* Of the closed loop; NAN in open loop. Shares of the time. */
    double memory_stalled;   /* mean over memory nodes: something found the reply queue full */
    double dram_full;        /* likewise: a miss found the DRAM's queue full */
    double inputs_full;      /* likewise: no room for a request */
    double cores_issuing;    /* mean over cores: the pipeline is in use */
    double cores_blocked;    /* likewise: a request finds no MSHR */
    double read_requests;    /* read requests at memory nodes, over 1000 instructions of warps */
    double redundant;        /* share of the reads that miss in first-level caches */
    double mshrs_used;       /* per core */
    double row_hit_rate;     /* of the DRAM's accesses */
    double bank_parallelism; /* banks with an access in the queue, while there is one */
    double dram_used;        /* mean over controllers: data on the bus */
    double dram_queued;      /* likewise: an access in the queue */
    double absorbed;         /* reads that MSHRs leave and clusters do not send; NAN: no table */
    double entries_used;     /* of a merge table; NAN: there is none */
    double makespan;         /* cycles; NAN: kernels have no end, and there is no batch */
    double makespan_half_width;
    double stp, antt; /* of several kernels; NAN: there is one */
    double threads;   /* that an instruction works for, mean over all */
    /* By kernel: instructions per core cycle, all cores, while it runs. */
    double kernel_instructions[NOC_KERNELS_MAX];
    /* By phase: instructions per core cycle of a core that is in it; share of the time that cores
     * are. 0 past the last. */
    double phase_instructions[NOC_PHASES_MAX], phase_times[NOC_PHASES_MAX];
    double phase_shares[NOC_PHASES_MAX]; /* of the instructions */
    noc_sample_replies replies;
    uint32_t busiest;               /* channel */
    double utilization;             /* of it, share of the time */
    double utilization_half;        /* half-width of its 95 % interval, by replications */
    uint64_t cycles, warmup_cycles; /* over all replications */
    uint64_t windows;               /* batches behind the intervals */
    uint64_t flit_hops;
} noc_sample;

/* Measures at an offered load (flits per cycle of each injecting node), or, with a workload, what
 * its cores reach, or what terminals do that send as fast as the network takes it (`eager`). With a
 * workload or with eager the load is not read. The precision is asked of the instructions with a
 * workload, of the makespan of a batch with eager, and of the latency with eager without a batch.
 * NOC_EINTERRUPTED when progress said so, NOC_EFAILED when out of memory or a conservation law is
 * violated. */
noc_status noc_sample_at(const noc_system *system, double load, const noc_sample_options *options,
                         noc_sample *sample, noc_diag *diag);

#endif
