/* hybrid/answers/estimate_sample.h: measured answers. An answer at a load is NOC_EUSAGE if the
 * nodes' ports cannot inject it. */
#ifndef NOC_HYBRID_ANSWERS_ESTIMATE_SAMPLE_H
#define NOC_HYBRID_ANSWERS_ESTIMATE_SAMPLE_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

struct noc_trace_schedule;

/* The measured answer at `load`; cost as in the model's answer. Saturation and knee are missing. */
noc_status noc_estimate_sample(const noc_system *system, double load, const noc_sampling *sampling,
                               noc_estimate *estimate, noc_diag *diag);

/* The measured operating point of the design's closed loop, or, if nodes send as fast as the
 * network accepts, of their batch or their packets in flight; `load` stays NAN. For a set of
 * workloads the IPC is the harmonic mean, other figures are arithmetic means. NOC_EUSAGE for a
 * design with none of these. */
noc_status noc_estimate_sample_closed(const noc_system *system, const noc_sampling *sampling,
                                      noc_estimate *estimate, noc_diag *diag);

/* Plays a trace once to its end: cycles_simulated is its makespan, from the creation of its first
 * packet to the ejection of its last flit; `load` stays NAN, and means of all its packets have no
 * intervals. */
noc_status noc_estimate_sample_trace(const noc_system *system,
                                     const struct noc_trace_schedule *schedule,
                                     const noc_sampling *sampling, noc_estimate *estimate,
                                     noc_diag *diag);

/* The measured saturation and knee, by a search over loads. The latencies are missing. */
noc_status noc_estimate_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                          noc_estimate *estimate, noc_diag *diag);

/* Upper bounds of the load with these channels, for any routers, in flits per cycle of an injecting
 * node. Measurements by finite runs are clipped to them: such a run is off a little, and has a mean
 * latency even where a queue grows. */
typedef struct noc_ceilings {
    /* load at which the busiest channel is full: beyond, the mean latency is unbounded */
    double bound;
    /* load at which less than 98 % is accepted, the rest lost in front of full channels */
    double saturation;
} noc_ceilings;

/* Finds the ceilings of a system. NOC_EFAILED when out of memory. */
noc_status noc_ceilings_find(const noc_system *system, noc_ceilings *ceilings, noc_diag *diag);

#endif
