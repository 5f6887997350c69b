/* analytic/cores/core_side.h: what stands between the warps of cores and the port of a compute
 * node, in the model: what leaves the port when what is sent from it takes so long.
 *
 * Behind a port are cores, of several classes if they run different kernels or numbers of CTAs.
 * Their warps take turns on the pipeline (mean-value analysis) and wait for what they read. Reads
 * may be merged on the way, or find their line in a cluster's cache (sharing_curve.h): those return
 * sooner, and load nothing. Warps that are done wait for the slowest of their CTA. Cores of a
 * cluster share a bus, one request a cycle, a cycle each way (icc, section 2.1). */
#ifndef NOC_ANALYTIC_CORES_CORE_SIDE_H
#define NOC_ANALYTIC_CORES_CORE_SIDE_H

#include "analytic/cores/sharing_curve.h"
#include "design/design.h"

enum { NOC_CORE_CLASSES_MAX = 64, NOC_MOST_KNOTS = 8 };

typedef struct noc_core_class {
    const noc_workload *workload; /* borrowed */
    int kernel, phase;
    double cores;                /* behind a port, mean */
    double worked;               /* the same, by its share of the instructions, not of the time */
    double warps;                /* warps that its CTAs have */
    double ctas;                 /* CTAs that one of them runs; 0: its warps run for ever */
    double length;               /* instructions of each warp of a CTA */
    noc_sharing_curve *sharing;  /* borrowed; NULL: each request has a line of its own */
    double think;                /* network cycles that a pipeline works for a memory instruction */
    double issuing;              /* the same, on one after its requests began */
    double lines;                /* lines of a block that a memory instruction asks for; */
    double blocks;               /* blocks that it asks for */
    double most[NOC_MOST_KNOTS]; /* quantiles of the most of as many normal numbers as a CTA has
                                    warps */
} noc_core_class;

typedef struct noc_core_side {
    noc_core_class classes[NOC_CORE_CLASSES_MAX];
    size_t count;
    double mshrs; /* MSHRs of a core */
    /* Variance over ports of the requests that they send for as long as the network notices, over
     * the mean's square. */
    double uneven;
    bool bus; /* cores share the port */
} noc_core_side;

/* Network cycles that a request takes which is sent. */
typedef struct noc_core_trip {
    double all, last; /* from the port and back; what the last reply of an instruction takes more */
    double unheld;   /* part of `all`, in which a write that is not answered has no MSHR any more */
    double variance; /* variance of `all` */
    double room;     /* requests that can be under way from a port: others wait before the bus */
    double inside;   /* part of `all`: from the bus of a cluster on (noc_core_side_flow finds it) */
} noc_core_trip;

/* Flow of a class, for a core. */
typedef struct noc_core_flow {
    double requests; /* requests that its warps make, a network cycle */
    noc_read_shares reads;
    double at_work;    /* share of its CTAs' warps that are not done, mean */
    double time;       /* network cycles that a CTA takes, mean; 0: none end */
    double deviation;  /* standard deviation of that, over the mean */
    double dispersion; /* variance of the number of requests in a time, over their number */
    double held;       /* MSHRs that are taken */
} noc_core_flow;

/* Flow of a port, in a network cycle. */
typedef struct noc_port_flow {
    double requests;   /* requests that warps make */
    double sent;       /* requests that the port sends */
    double sent_reads; /* reads among these */
    double reads;      /* reads that cores' MSHRs leave */
    double absorbed;   /* reads among these, that are not sent */
    double held;       /* MSHRs that are taken, of all cores */
    double entries;    /* entries of a table that are taken */
    double inside;     /* part of the round trip: cycles from the bus on */
    noc_core_flow classes[NOC_CORE_CLASSES_MAX]; /* classes, in the number that the side has */
} noc_port_flow;

/* Warps of a core that runs so many CTAs. */
double noc_warps_of_ctas(const noc_design *design, const noc_workload *workload, double ctas);

/* A class of cores of a design: fills in what follows from its workload. `ctas` 0: its warps run
 * for ever. */
noc_core_class noc_core_class_of(const noc_design *design, const noc_workload *workload,
                                 double cores, double ctas, double length);

/* Flow of a core of a class which is not of the side, where others make round trips so long. */
noc_core_flow noc_core_side_one(const noc_core_side *side, const noc_core_class *one,
                                const noc_port_flow *others, noc_core_trip trip);

/* Fills in the flow: 9 kB, which loops ask for hundreds of times. */
void noc_core_side_flow(const noc_core_side *side, noc_core_trip trip, noc_port_flow *port);

/* Requests a cycle that pipelines could make if nothing took time. */
double noc_core_side_most(const noc_core_side *side);

#endif
