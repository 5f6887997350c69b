/* analytic/loop/closed_loop.h: throughput of cores that wait for their memory: mean-value analysis
 * over the open model of the network and a model of the memory nodes.
 *
 * A core is a closed queue: its warps alternate on the pipeline, exactly solved by mean-value
 * analysis (Reiser and Lavenberg 1980), and are away for a round trip after each memory
 * instruction. Round trips grow with the rate of requests: in the network by the open model, at
 * the memory nodes by their own model. The rate at which both agree is the operating point. Where
 * the cores ask for more than any rate below a resource's capacity, that resource binds, and
 * outstanding requests wait in front of it. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_LOOP_H
#define NOC_ANALYTIC_LOOP_CLOSED_LOOP_H

#include <math.h>
#include <stdbool.h>

#include "analytic/cores/core_side.h"
#include "analytic/loop/open_curve.h"

/* The resource that binds. */
typedef enum noc_binding {
    NOC_BINDS_CORES,      /* the cores' pipelines */
    NOC_BINDS_REQUESTS,   /* the network, for requests */
    NOC_BINDS_CONTROLLER, /* cache and input queues of memory nodes */
    NOC_BINDS_DRAM,
    NOC_BINDS_REPLIES, /* the network, for replies */
    NOC_BINDS_LATENCY, /* no resource: cores wait for single requests, with nothing in their way */
    NOC_BINDINGS
} noc_binding;

const char *noc_binding_name(noc_binding binding);

/* Ties. The bottleneck follows from a comparison: in the model of resources' utilisations, in a
 * sample of the shares of the time that resources hold others up. Two figures within a tenth of
 * the greater one are a tie, by both methods alike: either answer is right. Sets of answers have
 * bits 1 << binding. */
static inline bool noc_is_tie(double a, double b)
{
    return fabs(a - b) <= 0.1 * fmax(a, b);
}

/* A resource is the bottleneck at a utilisation of 0.95 or more. Between 0.925 and 0.975 the call
 * is too close: the runner-up counts as a correct answer, too. */
static const double noc_busy_share = 0.95;

static inline bool noc_is_barely_busy(double used)
{
    return fabs(used - noc_busy_share) <= (1.0 - noc_busy_share) / 2.0;
}

/* Slowness of a class: latency of its packets, over a slow latency, which is twice the `idle` one:
 * zero load, and the cycle that replies may wait at their memory node. */
double noc_slowness(double idle, double latency);

/* Finds the bottleneck if no resource is used up: from a slowness of 1 on a class waits for its
 * network. Requests also wait where replies do, in front of nodes that replies hold up now and
 * then. Adds the bottleneck and its ties to `ties`. */
noc_binding noc_slow_binding(double request_slowness, double reply_slowness, unsigned *ties);

/* Coefficients of resources' losses in closed loop; closed_terms.def gives their meanings. */
typedef struct noc_closed_terms {
#define NOC_CLOSED_TERM(name, value, meaning) double name;
#include "analytic/loop/closed_terms.def"
#undef NOC_CLOSED_TERM
} noc_closed_terms;

extern const noc_closed_terms noc_closed_coefficients; /* the values of closed_terms.def */

/* Network cycles of a transaction, by where they are spent. */
typedef struct noc_trip {
    double request, memory, reply;
} noc_trip;

/* Figures of clusters and CTAs; NAN where a design has none. */
typedef struct noc_core_figures {
    double absorbed;     /* reads not sent, as a share of the reads that MSHRs leave */
    double entries_used; /* mean entries in use of a merge table */
    double makespan;     /* network cycles until the last kernel ends, of kernels that end */
    double stp, antt;    /* throughput and turnaround of several kernels */
    double sent_reads;   /* share of reads among the requests sent */
    /* Kernels that end. `pace`: their work per cycle, over that with no empty slots; `waves`:
     * times that all slots are filled. */
    double pace, waves;
    /* Requests of warps that are not sent, as shares: found in a core's first-level cache, merged
     * by its MSHRs, merged by a cluster's table, found in the cluster's cache. */
    double l1, own, merged, hits;
    double redundant;    /* redundant ones among reads that miss in first-level caches */
    double instructions; /* instructions per request of a warp */
    double threads;      /* threads of an instruction, mean */
    double at_work;      /* share of the warps of CTAs that are not done, mean */
    double filled;       /* share of slots that the scheduler fills at first */
    double fullest;      /* CTAs of the fullest cluster at first, over the mean */
} noc_core_figures;

extern const noc_core_figures noc_no_core_figures; /* all NAN */

/* Replies that wait at their memory nodes (design/memory/replies.h); NAN where a design has
 * none. */
typedef struct noc_closed_replies {
    double group;  /* replies of a packet */
    double bursts; /* share of replies that belong to bursts */
    /* mean network cycles until the port accepts a reply of a burst, or another one */
    double burst_wait, normal_wait;
} noc_closed_replies;

/* Figures of the phases of a workload. */
typedef struct noc_closed_phases {
    size_t count;                        /* number of phases; 0: no phases */
    double shares[NOC_PHASES_MAX];       /* share of the instructions */
    double times[NOC_PHASES_MAX];        /* mean share of the cores that are in the phase */
    double instructions[NOC_PHASES_MAX]; /* warps' instructions per cycle of a core in the phase */
    double of_request[NOC_PHASES_MAX];   /* instructions per request */
    noc_binding binding[NOC_PHASES_MAX];
} noc_closed_phases;

typedef struct noc_closed_point {
    noc_binding binding;
    unsigned ties; /* set of all resources that bind equally, `binding` included */
    /* utilisation of the binding resource; of the most used one if none binds */
    double utilization;
    double rate;         /* requests per network cycle of one core */
    double accepted;     /* accepted load, flits per network cycle of one core */
    double instructions; /* instructions of warps per core cycle, all cores */
    /* Mean network cycles. A request's latency includes the wait for a place at the memory. */
    double request_latency, reply_latency, round_trip;
    double memory_stalled; /* share of the time that a memory node finds its reply queue full */
    double row_hit_rate;   /* row hits, as a share of DRAM accesses */
    /* banks of a controller with an access in its queue, while there is one */
    double bank_parallelism;
    double dram_used; /* share of the time with data on the DRAM's bus */
    noc_core_figures ends;
    noc_closed_replies replies;
    noc_closed_phases phases;
    double read_requests; /* read requests sent, per 1000 instructions of warps */
    double mshrs_used;    /* MSHRs in use per core, mean */
    /* Parts of the round trip, network cycles. `idle`: without waits; `waits`: waits for others.
     * `held`, `held_at_node`: cycles that requests are held back in front of the binding resource:
     * on the way to a memory node, and at it. */
    noc_trip idle, waits;
    double held, held_at_node;
    /* Resource with the lowest capacity, and that capacity: requests per cycle of a core. */
    noc_binding limit;
    double capacity;
    /* A network: load at which the first queue of the open model overflows, and the shares of it
     * that closed loops reach where memory nodes are empty at times, bursts of replies compete,
     * cores get unequal shares, slices of a controller wait for each other. */
    double open_capacity, filled, unbunched, unequal, slices;
    double windows;   /* share left where senders hold few packets (network_model.h) */
    double coalesced; /* replies that networks carry, over packets of one each */
    double predicted; /* given capacity of networks and memory nodes, over the model's */
    /* Capacity of each resource, requests per cycle of a core; requests outstanding for each
     * memory node while all wait, and places for them; share of the time that a DRAM then has
     * work. */
    double limits[NOC_BINDINGS];
    double outstanding, places, fed;
    bool memory_alone; /* true if the memory nodes were measured by themselves (noc_part_windows) */
} noc_closed_point;

/* Cores at an operating point. */
typedef struct noc_closed_side {
    noc_port_flow flow;
    noc_core_trip trip;
    double miss; /* network cycles of a miss beyond a hit, without waits */
} noc_closed_side;

/* The operating point of a workload whose share of reads is that of the curve's system.
 * `predicted`: capacity of networks and memory nodes over the model's; 1: the model's. `side`
 * NULL: each compute node is a core whose warps run for ever, and sends all its requests; else
 * `workload` describes the requests that are sent, and `found` is filled in. */
void noc_closed_loop_settle(const noc_open_curve *curve, const noc_workload *workload,
                            const noc_closed_terms *terms, double predicted,
                            const noc_core_side *side, noc_closed_side *found,
                            noc_closed_point *point);

#endif
