/* analytic/loop/closed_loop.h: what cores that wait for their memory reach: mean-value analysis
 * over the open model of the network and a model of the memory nodes.
 *
 * A core is a closed queue: its warps take turns on the pipeline, exactly solved by mean-value
 * analysis (Reiser and Lavenberg 1980), and are away for a round trip after each memory
 * instruction. Round trips grow with the rate of requests: in the network as the open model says,
 * at the memory nodes as theirs does. The rate at which both agree is the operating point. Where no
 * rate below a resource's capacity is enough for the cores, that resource binds, and what they have
 * outstanding waits in front of it. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_LOOP_H
#define NOC_ANALYTIC_LOOP_CLOSED_LOOP_H

#include <math.h>
#include <stdbool.h>

#include "analytic/cores/core_side.h"
#include "analytic/loop/open_curve.h"

/* Resource that is used up. */
typedef enum noc_binding {
    NOC_BINDS_CORES,      /* their pipelines */
    NOC_BINDS_REQUESTS,   /* the network, for requests */
    NOC_BINDS_CONTROLLER, /* cache and input queues of memory nodes */
    NOC_BINDS_DRAM,
    NOC_BINDS_REPLIES, /* the network, for replies */
    NOC_BINDS_LATENCY, /* nothing: cores wait for single requests, which nobody is in the way of */
    NOC_BINDINGS
} noc_binding;

const char *noc_binding_name(noc_binding binding);

/* The bottleneck follows from a comparison: in the model of how much of each resource is used, in a
 * sample of how much of the time each resource holds others up. Two figures within a tenth of the
 * greater one are a tie, by both methods alike: either answer is right. Sets of answers have bits 1
 * << binding. */
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

/* Latency of packets of a class, over what is slow for it: twice the `idle` one, that of zero load
 * (and the cycle that replies may wait at their memory node). */
double noc_slowness(double idle, double latency);

/* Finds what binds if no resource is used up: from 1 on a slow class waits for its network;
 * requests also do where replies wait long, in front of nodes that these hold up now and then. Adds
 * it and its ties to `ties`. */
noc_binding noc_slow_binding(double request_slowness, double reply_slowness, unsigned *ties);

/* Coefficients of what resources lose in closed loop: closed_terms.def says what each is. */
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
    double absorbed;     /* share of the reads that MSHRs leave which is not sent */
    double entries_used; /* entries of a merge table */
    double makespan;     /* network cycles, of kernels that end */
    double stp, antt;    /* throughput and turnaround of several kernels */
    double sent_reads;   /* share of reads of what is sent */
    /* Kernels that end: their work a cycle, over what they would if slots were never empty; times
     * that all slots are filled. */
    double pace, waves;
    /* Shares of what warps ask for that is not sent: found in a core's first-level cache, merged by
     * its MSHRs, by a cluster's table, found in the cluster's cache. */
    double l1, own, merged, hits;
    double
        redundant; /* share of the reads that miss in first-level caches (design/cores/sharing.h) */
    double instructions; /* instructions of a request that warps make */
    double threads;      /* threads of an instruction, mean */
    double at_work;      /* share of the warps of CTAs that are not done, mean */
    double filled;       /* share of slots that the scheduler fills at first */
    double fullest;      /* CTAs of the fullest cluster then, over the mean */
} noc_core_figures;

extern const noc_core_figures noc_no_core_figures; /* all NAN */

/* Replies that wait at their memory nodes (design/memory/replies.h); NAN where a design has
 * none. */
typedef struct noc_closed_replies {
    double group;                   /* replies of a packet */
    double bursts;                  /* share of them that are of bursts */
    double burst_wait, normal_wait; /* network cycles until the port takes one */
} noc_closed_replies;

/* Figures of the phases of a workload. */
typedef struct noc_closed_phases {
    size_t count;                  /* 0: it has none */
    double shares[NOC_PHASES_MAX]; /* share of the instructions */
    double times[NOC_PHASES_MAX];  /* share of the cores that are in it at a time */
    double instructions
        [NOC_PHASES_MAX]; /* instructions of warps per core cycle, of a core that is in it */
    double of_request[NOC_PHASES_MAX]; /* instructions for one */
    noc_binding binding[NOC_PHASES_MAX];
} noc_closed_phases;

typedef struct noc_closed_point {
    noc_binding binding;
    unsigned ties;       /* all that bind as well as that one, itself too */
    double utilization;  /* use of what binds; of the most used resource if nothing does */
    double rate;         /* requests per network cycle of one core */
    double accepted;     /* the same, in flits */
    double instructions; /* instructions of warps per core cycle, all cores */
    /* Network cycles; a request's latency includes what it waits for an MSHR's place at the
     * memory. */
    double request_latency, reply_latency, round_trip;
    double memory_stalled; /* share of the time that a memory node finds its reply queue full */
    double row_hit_rate;   /* share of DRAM accesses */
    /* banks of a controller with an access in its queue, while there is one */
    double bank_parallelism;
    double dram_used; /* share of the time with data on the DRAM's bus */
    noc_core_figures ends;
    noc_closed_replies replies;
    noc_closed_phases phases;
    double read_requests; /* read requests sent, over 1000 instructions of warps */
    double mshrs_used;    /* per core */
    /* Parts of the round trip: without others, waits for them, and what requests are held back in
     * front of the resource that binds: on their way to a memory node, and at it. */
    noc_trip idle, waits;
    double held, held_at_node;
    /* Requests per cycle of a core that the scarcest resource takes, and which that is. */
    noc_binding limit;
    double capacity;
    /* A network: where the first queue of the open model overflows, and the shares of it that
     * closed loops reach as memory nodes are empty at times, bursts of replies compete, cores get
     * unequal shares, slices of a controller wait for each other. */
    double open_capacity, filled, unbunched, unequal, slices;
    double windows;   /* share left as senders hold so few packets for theirs (network_model.h) */
    double coalesced; /* replies that networks carry, over packets of one each */
    double predicted; /* capacity of what queues, over the model's: as it was given */
    /* Requests per cycle of a core that each resource takes; requests that cores have outstanding
     * for each memory node while all wait, and that it has places for; share of the time that a
     * DRAM has work then. */
    double limits[NOC_BINDINGS];
    double outstanding, places, fed;
    bool memory_alone; /* memory nodes were measured by themselves (noc_part_windows) */
} noc_closed_point;

/* Cores at an operating point. */
typedef struct noc_closed_side {
    noc_port_flow flow;
    noc_core_trip trip;
    double miss; /* network cycles that a miss takes more than a hit, without others */
} noc_closed_side;

/* The operating point of a workload whose share of reads is that of the curve's system.
 * `predicted`: capacity of networks and memory nodes over the model's; 1: as it is. `side` NULL:
 * each compute node is a core whose warps run for ever, and all its requests are sent; else
 * `workload` is that of what is sent, and `found` is filled in. */
void noc_closed_loop_settle(const noc_open_curve *curve, const noc_workload *workload,
                            const noc_closed_terms *terms, double predicted,
                            const noc_core_side *side, noc_closed_side *found,
                            noc_closed_point *point);

#endif
