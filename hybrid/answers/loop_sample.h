/* hybrid/answers/loop_sample.h: the operating point of a closed loop, measured: a sample of each of
 * the design's workloads, and what they are together. */
#ifndef NOC_HYBRID_ANSWERS_LOOP_SAMPLE_H
#define NOC_HYBRID_ANSWERS_LOOP_SAMPLE_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/sampling.h"

/* The quality of all samples of a set (sampler/sampling/sample.h). */
typedef struct noc_loop_quality {
    bool settled, converged;
    bool interrupted;       /* the only one was stopped, and kept */
    double reached;         /* half-width, relative, of the least precise one */
    uint64_t wanted_cycles; /* the most that one of them wants (sample.h) */
} noc_loop_quality;

/* Puts the operating point's figures and its power; what binds, and the effort, into the estimate.
 * Costs must be there. Of a set of workloads the IPC is the harmonic mean, other figures are
 * arithmetic ones. Errors as noc_sample_at. */
noc_status noc_loop_sample_put(const noc_system *system, const noc_sampling *sampling,
                               noc_loop_quality *quality, noc_figures *figures,
                               noc_estimate *estimate, noc_diag *diag);

#endif
