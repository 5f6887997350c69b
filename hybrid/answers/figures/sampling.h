/* hybrid/answers/figures/sampling.h: how an answer is measured. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_SAMPLING_H
#define NOC_HYBRID_ANSWERS_FIGURES_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/sampling/sample.h"

typedef struct noc_sampling {
    double precision; /* relative half-width of the 95 % interval of the mean latency, > 0 */
    uint64_t seed;
    unsigned jobs;       /* threads; 0: as many as there are processors. Never changes a result. */
    uint64_t max_cycles; /* cycles of a replication at most, --cycles; 0: the default */
    bool no_knee;        /* noc_estimate_sample_saturation: half the time where it is not needed */
    bool no_cause;       /* of a closed loop or saturation: what limits it is not measured */
    bool keep_interrupted; /* an answer whose sampling is stopped has what was measured until then,
                            * where that is enough to be told, and a warning */
    noc_effort effort;     /* likewise: how precise saturation is to be */
    /* Called from time to time with the share done (0..1); may be NULL. Returns false to stop:
     * the call then ends with NOC_EINTERRUPTED. Called from one thread at a time. */
    bool (*progress)(void *context, double done);
    void *context;
    double
        *channel_flits; /* NULL, or where noc_estimate_sample and noc_estimate_checked put the flits
                              per cycle of each channel and class: [channel * NOC_CLASSES + class];
                              noc_estimate_sample_trace, too */
    noc_sample_flow *flows; /* noc_estimate_sample, and _closed of nodes that keep packets on the
                               way: NULL, or where each flow's go (noc_sample_options) */
    struct noc_timeline *timeline; /* noc_estimate_sample_trace: NULL, or where flits over time go
                                      (sampler/sampling/timeline.h) */
} noc_sampling;

/* The same for the sampler. */
noc_sample_options noc_sampler_options(const noc_sampling *sampling);

/* One of several samples that make one answer. */
typedef struct noc_sampling_part {
    const noc_sampling *whole; /* borrowed */
    size_t position, count;
} noc_sampling_part;

/* The sampling of a part: as `part->whole`, whose progress moves from position / count to the next
 * one while that of the part does from 0 to 1. Borrows *part. */
noc_sampling noc_sampling_of_part(noc_sampling_part *part);

#endif
