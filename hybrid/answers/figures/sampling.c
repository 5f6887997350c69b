#include "hybrid/answers/figures/sampling.h"

noc_sample_options noc_sampler_options(const noc_sampling *s)
{
    return (noc_sample_options){
        .precision = s->precision,
        .seed = s->seed,
        .thread_count = s->jobs,
        .max_cycles = s->max_cycles,
        .skips_knee = s->skips_knee,
        .effort = s->effort,
        .keep_interrupted = s->keep_interrupted,
        .progress = s->progress,
        .context = s->context,
    };
}

static bool report_part(void *context, double done)
{
    const noc_sampling_part *p = context;
    return p->whole->progress(p->whole->context, ((double)p->position + done) / (double)p->count);
}

noc_sampling noc_sampling_make_part(noc_sampling_part *part)
{
    noc_sampling sampling = *part->whole;
    if (!sampling.progress) return sampling;
    sampling.progress = report_part;
    sampling.context = part;
    return sampling;
}
