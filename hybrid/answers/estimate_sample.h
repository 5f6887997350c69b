/* hybrid/answers/estimate_sample.h: measured answers. They return NOC_EUSAGE for a load that the
 * nodes' ports cannot inject. */
#ifndef NOC_HYBRID_ANSWERS_ESTIMATE_SAMPLE_H
#define NOC_HYBRID_ANSWERS_ESTIMATE_SAMPLE_H

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/sampling.h"

struct noc_trace_schedule;

/* The measured answer at `load`; cost as in the model's. Saturation and knee are missing. */
noc_status noc_estimate_sample(const noc_system *system, double load, const noc_sampling *sampling,
                               noc_estimate *estimate, noc_diag *diag);

/* The measured operating point of the design's closed loop, or, where nodes send as fast as the
 * network takes it, their batch or what they keep on the way; `load` stays NAN. Of a set of
 * workloads the IPC is the harmonic mean, other figures are arithmetic ones. NOC_EUSAGE for a
 * design with none of these. */
noc_status noc_estimate_sample_closed(const noc_system *system, const noc_sampling *sampling,
                                      noc_estimate *estimate, noc_diag *diag);

/* A trace, played once to its end: cycles_simulated is its makespan, from the creation of its first
 * packet to the ejection of its last flit; `load` stays NAN, and means of all its packets have no
 * intervals. */
noc_status noc_estimate_sample_trace(const noc_system *system,
                                     const struct noc_trace_schedule *schedule,
                                     const noc_sampling *sampling, noc_estimate *estimate,
                                     noc_diag *diag);

/* Saturation and knee, measured: a search over loads. The latencies are missing. */
noc_status noc_estimate_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                          noc_estimate *estimate, noc_diag *diag);

/* Loads that no design with these channels exceeds, whatever its routers, in flits per cycle of an
 * injecting node. A measurement by runs that end is held to them: it is off a little, and has a
 * mean latency where a queue grows, too. */
typedef struct noc_ceilings {
    double bound;      /* the busiest channel is full: beyond, the mean latency has no value */
    double saturation; /* less than 98 % is accepted, the rest lost in front of full channels */
} noc_ceilings;

/* NOC_EFAILED when out of memory. */
noc_status noc_ceilings_find(const noc_system *system, noc_ceilings *ceilings, noc_diag *diag);

#endif
