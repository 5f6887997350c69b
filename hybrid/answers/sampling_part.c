#include "hybrid/answers/sampling_part.h"

static bool report_part(void *context, double done)
{
    const noc_sampling_part *p = context;
    return p->whole->progress(p->whole->context, ((double)p->position + done) / (double)p->count);
}

noc_sampling noc_sampling_of_part(noc_sampling_part *part)
{
    noc_sampling sampling = *part->whole;
    if (!sampling.progress) return sampling;
    sampling.progress = report_part;
    sampling.context = part;
    return sampling;
}
