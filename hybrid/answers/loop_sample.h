/* hybrid/answers/loop_sample.h: operating point of a closed loop, measured: a sample of each of the
 * design's workloads, and their mean. */
#ifndef NOC_HYBRID_ANSWERS_LOOP_SAMPLE_H
#define NOC_HYBRID_ANSWERS_LOOP_SAMPLE_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/sampling.h"

/* Quality of a set's mean (sampler/sampling/set.h), or of the least precise of several samples
 * taken in sequence (sample.h). */
typedef struct noc_loop_quality {
    bool settled, converged;
    bool interrupted;       /* sampling was stopped, and its results were kept */
    double reached;         /* reached half-width of the 95 % interval, relative */
    uint64_t wanted_cycles; /* cycles wanted by the longest run */
} noc_loop_quality;

/* Puts the operating point's figures and its power; the estimate gets the binding resource and the
 * effort. Costs must be there. For a set of workloads the IPC is the harmonic mean, other figures
 * are arithmetic means. Errors as noc_sample_at. */
noc_status noc_loop_sample_put(const noc_system *system, const noc_sampling *sampling,
                               noc_loop_quality *quality, noc_figures *figures,
                               noc_estimate *estimate, noc_diag *diag);

#endif
