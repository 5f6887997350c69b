/* hybrid/answers/figures/sampling.h: options of a measured answer: precision, seed, effort,
 * progress and outputs. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_SAMPLING_H
#define NOC_HYBRID_ANSWERS_FIGURES_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/sampling/sample.h"

typedef struct noc_sampling {
    double precision; /* relative half-width of the 95 % interval of the mean latency, > 0 */
    uint64_t seed;
    unsigned jobs;       /* threads; 0: one per processor. Never changes a result. */
    uint64_t max_cycles; /* largest number of cycles of a replication (--cycles); 0: the default */
    /* noc_estimate_sample_saturation searches no knee, which halves its time */
    bool skips_knee;
    bool skips_cause; /* the bottleneck of a closed loop or of saturation is not measured */
    /* a stopped answer keeps its measurements, with a warning, if they suffice for figures */
    bool keep_interrupted;
    noc_effort effort; /* effort of a search for saturation */
    /* Called with the finished share, 0 to 1, from one thread at a time; may be NULL. False stops
     * the measurement, which then returns NOC_EINTERRUPTED. */
    bool (*progress)(void *context, double done);
    void *context;
    /* NULL, or room for the flits per cycle of each channel and class, [channel * NOC_CLASSES +
     * class], filled by noc_estimate_sample, noc_estimate_checked and noc_estimate_sample_trace */
    double *channel_flits;
    /* NULL, or room for figures of each flow (noc_sample_options), filled by
     * noc_estimate_sample, and by noc_estimate_sample_closed for nodes that keep packets in
     * flight */
    noc_sample_flow *flows;
    /* NULL, or the timeline of flits that noc_estimate_sample_trace fills
     * (sampler/sampling/timeline.h) */
    struct noc_timeline *timeline;
} noc_sampling;

/* Options of the sampler from the options of an answer. */
noc_sample_options noc_sampler_options(const noc_sampling *sampling);

/* One of several samples that make one answer. */
typedef struct noc_sampling_part {
    const noc_sampling *whole; /* sampling of the answer; borrowed */
    size_t position, count;    /* position of the part, from 0; number of parts */
} noc_sampling_part;

/* Sampling of a part: the options of `part->whole`, with the progress of the part mapped to
 * position / count .. (position + 1) / count. Borrows *part. */
noc_sampling noc_sampling_make_part(noc_sampling_part *part);

#endif
