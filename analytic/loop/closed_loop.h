/* analytic/loop/closed_loop.h: operating point of cores that wait for their memory: mean-value
 * analysis with the open-loop model of the network and a model of the memory nodes; types and rules
 * of the binding resource, which the sampler shares.
 *
 * A core is a closed queueing network: its warps share the pipeline, and wait for a round trip
 * after each memory instruction; mean-value analysis solves it exactly (Reiser and Lavenberg 1980).
 * Round trips grow with the rate of requests, by the models of the network and of the memory nodes.
 * The operating point is the rate at which both agree. If the cores demand more than the capacity
 * of a resource, this resource binds, and outstanding requests wait in front of it. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_LOOP_H
#define NOC_ANALYTIC_LOOP_CLOSED_LOOP_H

#include <math.h>
#include <stdbool.h>

#include "analytic/cores/core_side.h"
#include "analytic/loop/open_curve.h"

/* Binding resource: the resource that limits the throughput. */
typedef enum noc_binding {
    NOC_BINDS_CORES,      /* the cores' pipelines */
    NOC_BINDS_REQUESTS,   /* the network, for requests */
    NOC_BINDS_CONTROLLER, /* cache and input queues of memory nodes */
    NOC_BINDS_DRAM,
    NOC_BINDS_REPLIES, /* the network, for replies */
    NOC_BINDS_LATENCY, /* no resource: cores wait for the idle latency of requests */
    NOC_BINDINGS
} noc_binding;

/* Name of a binding resource, for users. */
const char *noc_binding_name(noc_binding binding);

/* True if two figures are within a tenth of the larger one: a tie, in which either resource may be
 * named as the bottleneck. Compared are, in the model, the resources' utilisations; in a sample,
 * the shares of time for which resources block others. Sets of bottlenecks have bits 1 <<
 * binding. */
static inline bool noc_is_tie(double a, double b)
{
    return fabs(a - b) <= 0.1 * fmax(a, b);
}

/* Utilisation from which on a resource is the bottleneck. Between 0.925 and 0.975 the decision is
 * uncertain: both answers are then right. */
static const double noc_busy_share = 0.95;

static inline bool noc_is_nearly_busy(double utilisation)
{
    return fabs(utilisation - noc_busy_share) <= (1.0 - noc_busy_share) / 2.0;
}

/* Returns the slowness of a class: `latency` of its packets, over twice the idle latency. The idle
 * latency is `idle_latency` and the cycle for which replies wait at their memory node. */
double noc_slowness(double idle_latency, double latency);

/* Finds the bottleneck if no resource is saturated. A class waits for its network from a slowness
 * of 1 on. Slow replies count before slow requests, since requests also wait for memory nodes that
 * replies block. Adds the bottleneck and its ties to *ties. */
noc_binding noc_find_slow_binding(double request_slowness, double reply_slowness, unsigned *ties);

/* Factors of the losses of resources in closed loop; closed_terms.def describes them. */
typedef struct noc_closed_terms {
#define NOC_CLOSED_TERM(name, value, meaning) double name;
#include "analytic/loop/closed_terms.def"
#undef NOC_CLOSED_TERM
} noc_closed_terms;

extern const noc_closed_terms noc_closed_coefficients; /* the values of closed_terms.def */

/* Network cycles of a transaction in the request network, at the memory node and in the reply
 * network. */
typedef struct noc_trip_parts {
    double request_cycles, memory_cycles, reply_cycles;
} noc_trip_parts;

/* Figures of clusters, caches and CTAs; NAN where a design has none. */
typedef struct noc_core_figures {
    double absorbed;     /* unsent reads, as a share of the reads that leave the MSHRs */
    double entries_used; /* mean entries in use of a merge table */
    double makespan;     /* network cycles until the last of finite kernels ends */
    double stp, antt;    /* throughput and turnaround of several kernels */
    double sent_reads;   /* share of reads among the requests sent */
    /* finite kernels: work per cycle, over the work per cycle with all slots filled; number of
     * waves of CTAs */
    double relative_pace, wave_count;
    /* shares of the warps' requests: hits in a core's first-level cache, merged by MSHRs, merged by
     * a cluster's table, hits in the cluster's cache */
    double l1_hits, mshr_merged, table_merged, cache_hits;
    double redundant;            /* share of redundant reads among first-level misses */
    double request_instructions; /* instructions per request of a warp */
    double instruction_threads;  /* mean threads of an instruction */
    double active_warps;         /* mean share of the CTAs' warps that are not finished */
    double filled_slots;         /* share of slots with a CTA at the start */
    double fullest_cluster;      /* CTAs of the fullest cluster at the start, over the mean */
} noc_core_figures;

extern const noc_core_figures noc_nan_core_figures; /* all NAN */

/* Figures of replies that wait at their memory nodes (design/memory/replies.h); NAN without such
 * replies. */
typedef struct noc_closed_replies {
    double group;  /* replies per packet */
    double bursts; /* share of replies that belong to bursts */
    /* mean network cycles until the port accepts a reply of a burst; any other reply */
    double burst_wait, normal_wait;
} noc_closed_replies;

/* Figures of the phases of a workload: [phase]. */
typedef struct noc_closed_phases {
    size_t count;                             /* number of phases; 0: no phases */
    double instruction_share[NOC_PHASES_MAX]; /* share of the instructions */
    double core_share[NOC_PHASES_MAX];        /* mean share of the cores in the phase */
    double instructions[NOC_PHASES_MAX]; /* warps' instructions per cycle of a core in the phase */
    double request_instructions[NOC_PHASES_MAX]; /* instructions per request */
    noc_binding binding[NOC_PHASES_MAX];         /* binding resource of the cores in the phase */
} noc_closed_phases;

/* Throughput of networks for a class: throughput in open loop, requests per cycle of a core; shares
 * of it that the closed loop reaches: since memory nodes are sometimes empty; since bursts compete;
 * since slices wait for their controller. */
typedef struct noc_class_share {
    double open_rate, filled_share, burst_share, slice_share;
    /* share of the throughput that a small number of requests, in blocks, can use */
    double few_request_share;
    double window_share;       /* throughput share of windows with short queues */
    double replies_per_packet; /* replies per packet, as a gain of capacity */
} noc_class_share;

/* Figures of the memory nodes, and of their DRAMs. */
typedef struct noc_closed_memories {
    double stalled;      /* share of the time for which a node stalls on a full reply queue */
    double row_hit_rate; /* row hits, as a share of DRAM accesses */
    /* mean busy banks of a controller while its queue is not empty */
    double bank_parallelism;
    double dram_used; /* utilisation of the DRAM's data bus */
    /* outstanding requests per memory node while all cores wait; places of a node for them; rate of
     * a DRAM then, over its rate with a full queue */
    double outstanding, places, fed_share;
    bool is_measured; /* true if the memory nodes were measured (noc_part_measurement) */
} noc_closed_memories;

/* Operating point. */
typedef struct noc_closed_point {
    noc_binding binding;
    unsigned ties; /* set of all resources that bind equally, `binding` included */
    /* utilisation of the binding resource; if none binds, of the most used resource */
    double utilization;
    double rate;         /* requests per network cycle of one core */
    double accepted;     /* accepted load, flits per network cycle of one core */
    double instructions; /* instructions of warps per core cycle, all cores */
    /* mean network cycles; a request's latency includes the wait for a place at the memory node */
    double request_latency, reply_latency, round_trip;
    noc_core_figures ends;
    noc_closed_memories memories;
    noc_closed_replies replies;
    noc_closed_phases phases;
    double read_requests; /* sent read requests per 1000 instructions of warps */
    double mshrs_used;    /* mean MSHRs in use per core */
    /* Parts of the round trip: without waits; waits in queues; waits of requests in front of the
     * binding resource, in the network and at the memory node. */
    noc_trip_parts idle_trip, trip_waits, held_back;
    /* resource with the lowest capacity; its capacity, requests per cycle of a core */
    noc_binding lowest_limit;
    double capacity;
    /* factors of the capacity of a network with the lowest capacity; throughput with unequal shares
     * of the cores, over that with equal shares */
    noc_class_share network_share;
    double unequal_ratio;
    double predicted_ratio; /* predicted capacity of networks and memory nodes, over the model's */
    /* [resource]: capacity, requests per cycle of a core */
    double resource_capacity[NOC_BINDINGS];
} noc_closed_point;

/* Flow of the cores at an operating point. */
typedef struct noc_closed_core_flow {
    noc_port_flow flow;
    noc_core_trip trip;
    double miss_cycles; /* extra idle network cycles of a miss */
} noc_closed_core_flow;

/* Finds the operating point of a workload whose share of reads equals that of the curve's system.
 * `predicted_ratio`: capacity of networks and memory nodes over the model's; 1: the model's.
 * `side`: cores of a compute node; `workload` then describes the sent requests, and `core_flow` is
 * filled in. `side` NULL: each compute node is a core whose warps never end, and which sends all
 * its requests. */
void noc_closed_loop_settle(const noc_open_curve *curve, const noc_workload *workload,
                            const noc_closed_terms *terms, double predicted_ratio,
                            const noc_core_side *side, noc_closed_core_flow *core_flow,
                            noc_closed_point *point);

#endif
