/* analytic/cores/core_side.h: model of a compute node, from the warps of its cores to its port:
 * rates of requests, MSHRs in use and times of CTAs, for a given round trip.
 *
 * Cores with equal kernels, phases and numbers of CTAs form a class. Warps alternate on the
 * pipeline (mean-value analysis) and wait for their reads. A read may be merged on its path, or hit
 * in a cluster's cache (sharing_curve.h): it then returns sooner, and does not load the network.
 * Finished warps wait for the slowest warp of their CTA. Cores of a cluster share a bus: one
 * request per cycle, one cycle each way (icc, section 2.1). */
#ifndef NOC_ANALYTIC_CORES_CORE_SIDE_H
#define NOC_ANALYTIC_CORES_CORE_SIDE_H

#include "analytic/cores/cta_schedule.h"
#include "analytic/cores/sharing_curve.h"
#include "design/design.h"

/* Clock of the cores, MHz: the network's unless nodes.core_mhz is set. */
static inline double noc_core_mhz(const noc_design *design)
{
    return design->nodes.core_mhz > 0.0 ? design->nodes.core_mhz : design->chip.clock_mhz;
}

enum { NOC_CORE_CLASSES_MAX = 64, NOC_QUANTILE_KNOTS = 8 };

typedef struct noc_core_class {
    const noc_workload *workload; /* borrowed */
    int kernel, phase;            /* numbers of the kernel and of its phase */
    double cores;                 /* mean number of cores of the class behind a port */
    /* mean number of these cores, weighted by instructions instead of time */
    double weighted_cores;
    double warps;               /* warps of a core */
    double ctas;                /* CTAs of a core; 0: warps never end */
    double warp_instructions;   /* instructions of each warp of a CTA */
    noc_sharing_curve *sharing; /* borrowed; NULL: no line is shared */
    double think_cycles;        /* network cycles of pipeline work per memory instruction */
    /* network cycles of a memory instruction's pipeline work after its requests */
    double issue_cycles;
    double lines_per_block; /* lines requested per block of a memory instruction */
    double blocks;          /* blocks requested by a memory instruction */
    /* quantiles of the largest of n normal numbers, where n is the number of a CTA's warps */
    double largest_quantiles[NOC_QUANTILE_KNOTS];
} noc_core_class;

typedef struct noc_core_side {
    noc_core_class classes[NOC_CORE_CLASSES_MAX];
    size_t count;
    double mshrs; /* MSHRs of a core */
    /* relative variance, over ports, of the requests sent in the time scale of the network's
     * queues */
    double rate_variance;
    bool has_bus; /* true if cores share the port */
} noc_core_side;

/* Trip of a request that a port sends, in network cycles. */
typedef struct noc_core_trip {
    /* cycles of the round trip from the port; further cycles of an instruction's last reply */
    double total_cycles, last_reply_cycles;
    double unheld_cycles; /* part of the round trip in which a write without reply holds no MSHR */
    double variance;      /* variance of the round trip, cycles^2 */
    /* largest number of outstanding requests of a port; further requests wait in front of the
     * bus */
    double request_capacity;
    double inside_cycles; /* part of the round trip behind a cluster's bus (noc_find_port_flow) */
} noc_core_trip;

/* Flow of a class, per core. */
typedef struct noc_core_flow {
    double requests; /* requests of a core's warps per network cycle */
    noc_read_shares reads;
    double active_share; /* mean share of the CTAs' warps that are not finished */
    double cta_cycles;   /* mean network cycles of a CTA; 0: CTAs do not end */
    double deviation;    /* standard deviation of a CTA's cycles, over the mean */
    double dispersion;   /* variance of the number of requests in a time, over its mean */
    double used_mshrs;   /* mean MSHRs in use */
} noc_core_flow;

/* Flow of a port, per network cycle. */
typedef struct noc_port_flow {
    double requests;        /* requests of warps */
    double sent_requests;   /* requests that the port sends */
    double sent_reads;      /* reads among the requests sent */
    double presented_reads; /* reads that leave the cores' MSHRs */
    double absorbed_reads;  /* presented reads that the port does not send */
    double used_mshrs;      /* mean MSHRs in use, all cores */
    double used_entries;    /* mean used entries of a merge table */
    double inside_cycles;   /* part of the round trip behind the bus, network cycles */
    noc_core_flow classes[NOC_CORE_CLASSES_MAX]; /* [class of noc_core_side]: flow */
} noc_port_flow;

/* Returns the number of warps of a core that runs `ctas` CTAs. */
double noc_count_warps(const noc_design *design, const noc_workload *workload, double ctas);

/* Makes a class of cores of a design, with the figures of its workload. `ctas` 0: warps never end;
 * `warp_instructions`: instructions of each warp of a CTA. */
noc_core_class noc_make_core_class(const noc_design *design, const noc_workload *workload,
                                   double cores, double ctas, double warp_instructions);

/* Finds the flow of a core of a class that need not be in `side`, among the cores of `side`.
 * `port`: flow of those cores; `trip`: their round trip. */
noc_core_flow noc_find_core_flow(const noc_core_side *side, const noc_core_class *class,
                                 const noc_port_flow *port, noc_core_trip trip);

/* Fills in the flow of a port. An argument, not a result: 9 kB, found hundreds of times per
 * loop. */
void noc_find_port_flow(const noc_core_side *side, noc_core_trip trip, noc_port_flow *port);

/* Returns the requests per cycle of a port whose pipelines are always busy. */
double noc_pipeline_request_rate(const noc_core_side *side);

/* ---- kernels --------------------------------------------------------------------------------- */

/* Largest number of CTAs of a core that has a separate group; cores with more CTAs are in its
 * group. */
enum { NOC_CORE_CTAS_MAX = NOC_CTA_SPEEDS_MAX };

typedef struct noc_core_kernel {
    const noc_workload *workload; /* borrowed */
    double warp_instructions;     /* instructions of a warp of a CTA */
    double chip_ctas;             /* CTAs of the chip at the start */
    /* [number of the kernel's CTAs at the start]: number of cores; the last group has all cores
     * with more CTAs, too */
    double core_count[NOC_CORE_CTAS_MAX + 1];
    double mean_ctas[NOC_CORE_CTAS_MAX + 1]; /* [group]: mean CTAs of a core */
    double cluster_ctas;  /* mean CTAs of the kernel in the cluster of one of its CTAs */
    double cluster_share; /* share of the kernel in all CTAs of such a cluster */
} noc_core_kernel;

typedef struct noc_core_kernels {
    double filled_share;          /* share of slots with a CTA at the start */
    double fullest_cluster_ratio; /* CTAs of the fullest cluster at the start, over the mean */
    bool has_ctas;                /* true if CTAs start and end; false: warps never end */
    int count;
    noc_cta_setup setup; /* borrows `cta_counts` */
    uint64_t cta_counts[NOC_KERNELS_MAX];
    noc_core_kernel kernels[NOC_KERNELS_MAX];
} noc_core_kernels;

/* Finds the kernels. `workload`: workload of all kernels, unless the design names one for each;
 * `lone_kernel`: number of a kernel that runs alone, from 1 on; 0: all kernels run. False when out
 * of memory. The result must not be moved. */
bool noc_core_kernels_find(const noc_design *design, const noc_workload *workload, int lone_kernel,
                           noc_core_kernels *kernels);

#endif
