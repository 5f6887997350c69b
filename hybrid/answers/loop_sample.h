/* hybrid/answers/loop_sample.h: the operating point of a closed loop, measured: a sample of each of
 * the design's workloads, and what they are together. */
#ifndef NOC_HYBRID_ANSWERS_LOOP_SAMPLE_H
#define NOC_HYBRID_ANSWERS_LOOP_SAMPLE_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/sampling.h"

/* The quality of a set's mean (sampler/sampling/set.h), or of the least precise of several samples
 * that were taken one after the other (sample.h). */
typedef struct noc_loop_quality {
    bool settled, converged;
    bool interrupted;       /* stopped, and kept */
    double reached;         /* half-width, relative */
    uint64_t wanted_cycles; /* the most that a run wants */
} noc_loop_quality;

/* Puts the operating point's figures and its power; what binds, and the effort, into the estimate.
 * Costs must be there. Of a set of workloads the IPC is the harmonic mean, other figures are
 * arithmetic ones. Errors as noc_sample_at. */
noc_status noc_loop_sample_put(const noc_system *system, const noc_sampling *sampling,
                               noc_loop_quality *quality, noc_figures *figures,
                               noc_estimate *estimate, noc_diag *diag);

#endif
