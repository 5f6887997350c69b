/* hybrid/answers/sampling_part.h: one of several samples that make one answer, and its part of their progress. */
#ifndef NOC_HYBRID_ANSWERS_SAMPLING_PART_H
#define NOC_HYBRID_ANSWERS_SAMPLING_PART_H

#include "hybrid/answers/estimate.h"

typedef struct noc_sampling_part {
    const noc_sampling *whole; /* borrowed */
    size_t position, count;
} noc_sampling_part;

/* The sampling of a part: as `part->whole`, whose progress moves from position / count to the next one while that
 * of the part does from 0 to 1. Borrows *part. */
noc_sampling noc_sampling_of_part(noc_sampling_part *part);

#endif
