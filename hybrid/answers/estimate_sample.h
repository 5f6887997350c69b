/* hybrid/answers/estimate_sample.h: measured answers about a design: at a load, of a closed loop,
 * of a batch, of a trace, and of saturation. A load that the nodes' ports cannot inject is
 * NOC_EUSAGE. */
#ifndef NOC_HYBRID_ANSWERS_ESTIMATE_SAMPLE_H
#define NOC_HYBRID_ANSWERS_ESTIMATE_SAMPLE_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

struct noc_trace_schedule;

/* Measures a design at `load`, flits per cycle of each injecting node. Saturation and knee are
 * missing; the cost is that of the model's answer. */
noc_status noc_estimate_sample(const noc_system *system, double load, const noc_sampling *sampling,
                               noc_estimate *estimate, noc_diag *diag);

/* Measures the operating point of the design's closed loop, or, if nodes send as fast as the
 * network accepts, of their batch or of their packets in flight. The estimate's `load` is NAN. For
 * a set of workloads the IPC is the harmonic mean, and other figures are arithmetic means.
 * NOC_EUSAGE for a design with neither a workload nor such nodes. */
noc_status noc_estimate_sample_closed(const noc_system *system, const noc_sampling *sampling,
                                      noc_estimate *estimate, noc_diag *diag);

/* Plays a trace once. cycles_simulated is its makespan, from the creation of the first packet to
 * the ejection of the last flit. The estimate's `load` is NAN; figures are means of all packets,
 * without intervals. */
noc_status noc_estimate_sample_trace(const noc_system *system,
                                     const struct noc_trace_schedule *schedule,
                                     const noc_sampling *sampling, noc_estimate *estimate,
                                     noc_diag *diag);

/* Measures saturation and knee by a search over loads. Latencies are missing. */
noc_status noc_estimate_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                          noc_estimate *estimate, noc_diag *diag);

/* Upper bounds of the load by the channels alone, for any routers, in flits per cycle of an
 * injecting node. Results of finite runs are clipped to these bounds, since a finite run has a
 * small error, and has a mean latency even where a queue grows. */
typedef struct noc_load_ceilings {
    /* load at which the busiest channel is full; the mean latency is unbounded above it */
    double queue_bound;
    /* load above which less than 98 % is accepted, as full channels refuse the rest */
    double saturation;
} noc_load_ceilings;

/* Finds the upper bounds of a system. NOC_EFAILED when out of memory. */
noc_status noc_load_ceilings_find(const noc_system *system, noc_load_ceilings *ceilings,
                                  noc_diag *diag);

#endif
