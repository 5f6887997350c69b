/* hybrid/answers/loop_sample.h: operating point of a closed loop by measurement: a sample of each
 * of the design's workloads, and the mean over the set. */
#ifndef NOC_HYBRID_ANSWERS_LOOP_SAMPLE_H
#define NOC_HYBRID_ANSWERS_LOOP_SAMPLE_H

#include "hybrid/answers/figures/figures.h"
#include "hybrid/answers/figures/sampling.h"

/* Quality of a set's mean (sampler/sampling/set.h), or the worst quality of several samples taken
 * in sequence (sample.h). */
typedef struct noc_loop_quality {
    bool is_settled, is_converged; /* all runs settled, and reached the precision */
    bool is_interrupted;           /* sampling was stopped, and its measurements were kept */
    double half_width;             /* half-width of the 95 % interval, relative */
    uint64_t wanted_cycles;        /* cycles that the longest run needs to reach the precision */
} noc_loop_quality;

/* Puts the figures of the operating point, and its power. The estimate gets the bottleneck and the
 * effort. noc_figures_put_cost must come first. For a set of workloads the IPC is the harmonic
 * mean, and other figures are arithmetic means. Errors as noc_sample_at. */
noc_status noc_loop_sample_put(const noc_system *system, const noc_sampling *sampling,
                               noc_loop_quality *quality, noc_figures *figures,
                               noc_estimate *estimate, noc_diag *diag);

#endif
