/* hybrid/answers/figures/sampling.h: options of a measured answer. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_SAMPLING_H
#define NOC_HYBRID_ANSWERS_FIGURES_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/sampling/sample.h"

typedef struct noc_sampling {
    double precision; /* relative half-width of the 95 % interval of the mean latency, > 0 */
    uint64_t seed;
    unsigned jobs;       /* threads; 0: one per processor. Never changes a result. */
    uint64_t max_cycles; /* cycles of a replication, upper bound, --cycles; 0: the default */
    /* noc_estimate_sample_saturation: no search for the knee, which halves the time */
    bool no_knee;
    bool no_cause; /* closed loop or saturation: no measurement of the limit's cause */
    /* a stopped answer keeps its measurements so far, with a warning, if they suffice for
     * figures */
    bool keep_interrupted;
    noc_effort effort; /* effort of a search for saturation */
    /* Called now and then with the share done, 0 to 1; may be NULL. Returns false to stop: the call
     * then ends with NOC_EINTERRUPTED. Called from one thread at a time. */
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
    const noc_sampling *whole; /* sampling of all parts; borrowed */
    size_t position, count;
} noc_sampling_part;

/* Sampling of a part: `part->whole`, whose progress goes from position / count to (position + 1) /
 * count while the part's goes from 0 to 1. Borrows *part. */
noc_sampling noc_sampling_of_part(noc_sampling_part *part);

#endif
