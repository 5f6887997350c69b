/* analytic/cores/core_side.h: the model of the parts between the warps of cores and the port of a
 * compute node: requests that leave the port, given the latency of a round trip.
 *
 * Cores behind a port form classes if they run different kernels or numbers of CTAs. Their warps
 * alternate on the pipeline (mean-value analysis) and wait for their reads. Reads may be merged on
 * the way, or find their line in a cluster's cache (sharing_curve.h): such reads return sooner,
 * and do not load the network. Warps that are done wait for the slowest of their CTA. Cores of a
 * cluster share a bus, one request per cycle, one cycle each way (icc, section 2.1). */
#ifndef NOC_ANALYTIC_CORES_CORE_SIDE_H
#define NOC_ANALYTIC_CORES_CORE_SIDE_H

#include "analytic/cores/sharing_curve.h"
#include "design/design.h"

enum { NOC_CORE_CLASSES_MAX = 64, NOC_MOST_KNOTS = 8 };

typedef struct noc_core_class {
    const noc_workload *workload; /* borrowed */
    int kernel, phase;
    double cores;  /* mean number of such cores behind a port */
    double worked; /* mean number of such cores, weighted by instructions instead of time */
    double warps;  /* warps that its CTAs have */
    double ctas;   /* CTAs that such a core runs; 0: its warps run for ever */
    double length; /* instructions of each warp of a CTA */
    noc_sharing_curve *sharing; /* borrowed; NULL: each request has a line of its own */
    double think;               /* network cycles of pipeline work for a memory instruction */
    double issuing; /* network cycles of pipeline work for it after its requests began */
    double lines;   /* lines of a block that a memory instruction asks for */
    double blocks;  /* blocks that a memory instruction asks for */
    /* quantiles of the largest of as many normal numbers as a CTA has warps */
    double most[NOC_MOST_KNOTS];
} noc_core_class;

typedef struct noc_core_side {
    noc_core_class classes[NOC_CORE_CLASSES_MAX];
    size_t count;
    double mshrs; /* MSHRs of a core */
    /* Relative variance, over ports, of the requests that they send in the time over which the
     * network notices differences. */
    double uneven;
    bool bus; /* true if cores share the port */
} noc_core_side;

/* Network cycles of a request that is sent. */
typedef struct noc_core_trip {
    /* `all`: from the port and back; `last`: cycles of an instruction's last reply beyond that */
    double all, last;
    double unheld;   /* part of `all` in which a write without answer holds no MSHR */
    double variance; /* variance of `all`, cycles^2 */
    double room;     /* requests that can be under way from a port: others wait before the bus */
    double inside;   /* part of `all` from the bus of a cluster on (found by noc_core_side_flow) */
} noc_core_trip;

/* Flow of a class, per core. */
typedef struct noc_core_flow {
    double requests; /* requests of its warps per network cycle */
    noc_read_shares reads;
    double at_work;    /* mean share of its CTAs' warps that are not done */
    double time;       /* mean network cycles of a CTA; 0: CTAs do not end */
    double deviation;  /* standard deviation of a CTA's cycles, over the mean */
    double dispersion; /* variance of the number of requests in a time, over its mean */
    double held;       /* mean MSHRs in use */
} noc_core_flow;

/* Flow of a port, per network cycle. */
typedef struct noc_port_flow {
    double requests;   /* requests of warps */
    double sent;       /* requests that the port sends */
    double sent_reads; /* reads among the requests sent */
    double reads;      /* reads left by cores' MSHRs */
    double absorbed;   /* reads among `reads` that are not sent */
    double held;       /* MSHRs in use, of all cores */
    double entries;    /* entries in use of a merge table */
    double inside;     /* part of the round trip from the bus on, network cycles */
    noc_core_flow classes[NOC_CORE_CLASSES_MAX]; /* flows of classes, numbered as in the side */
} noc_port_flow;

/* Warps of a core that runs `ctas` CTAs. */
double noc_warps_of_ctas(const noc_design *design, const noc_workload *workload, double ctas);

/* Makes a class of cores of a design, with the figures that follow from its workload. `ctas` 0:
 * its warps run for ever. */
noc_core_class noc_core_class_of(const noc_design *design, const noc_workload *workload,
                                 double cores, double ctas, double length);

/* Flow of a core of a class which is not in the side, whose other cores have this flow and round
 * trips. */
noc_core_flow noc_core_side_one(const noc_core_side *side, const noc_core_class *one,
                                const noc_port_flow *others, noc_core_trip trip);

/* Fills in the flow of a port, 9 kB, which loops ask for hundreds of times. */
void noc_core_side_flow(const noc_core_side *side, noc_core_trip trip, noc_port_flow *port);

/* Requests per cycle that pipelines could make if nothing else needed time. */
double noc_core_side_most(const noc_core_side *side);

#endif
