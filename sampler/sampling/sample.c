#include "sampler/sampling/sample.h"

#include "design/cores/cta.h"
#include "sampler/sampling/finite.h"
#include "sampler/sampling/rounds.h"

static noc_status sample_steadily(const noc_system *system, double load,
                                  const noc_sample_options *options, noc_sample *sample,
                                  noc_diag *diag)
{
    noc_rounds rounds = {.done = 0.0};
    noc_status status = noc_rounds_begin(&rounds, system, load, options, sample, diag);
    while (status == NOC_OK && !rounds.is_over) status = noc_rounds_run(&rounds);
    if (status == NOC_OK) status = noc_rounds_end(&rounds);
    noc_rounds_free(&rounds);
    return status;
}

/* ---- kernels -------------------------------------------------------------------------------- */

/* Progress of one sample among several. */
typedef struct share_of_all {
    const noc_sample_options *options;
    int before, of;
} share_of_all;

static bool report_share(void *context, double done)
{
    const share_of_all *s = context;
    const noc_sample_options *o = s->options;
    return !o->progress || o->progress(o->context, (s->before + done) / s->of);
}

static noc_status sample_kernels(const noc_system *system, double load,
                                 const noc_sample_options *options, noc_sample *sample,
                                 noc_diag *diag)
{
    return noc_finite_is(system, options) ? noc_finite_sample(system, options, sample, diag)
                                          : sample_steadily(system, load, options, sample, diag);
}

/* Samples the kernels of a design together, then each kernel alone. */
static noc_status compare_kernels(const noc_system *system, const noc_sample_options *options,
                                  noc_sample *sample, noc_diag *diag)
{
    const int kernels = system->design->cta.kernels;
    double slowed[NOC_KERNELS_MAX];
    share_of_all share = {options, 0, kernels + 1};
    noc_sample_options own = *options;
    own.keep_interrupted = false; /* a partial result of several samples has no figures */
    own.progress = report_share;
    own.context = &share;
    noc_status status = sample_kernels(system, 0.0, &own, sample, diag);
    own.utilization = NULL;
    for (int k = 0; k < kernels && status == NOC_OK; k++) {
        noc_sample alone;
        share.before = own.kernels.only = k + 1;
        status = sample_kernels(system, 0.0, &own, &alone, diag);
        slowed[k] = sample->kernel_instructions[k] / alone.kernel_instructions[k];
    }
    if (status != NOC_OK) return status;
    sample->stp = noc_cta_stp(slowed, kernels);
    sample->antt = noc_cta_antt(slowed, kernels);
    return NOC_OK;
}

noc_status noc_sample_at(const noc_system *system, double load, const noc_sample_options *options,
                         noc_sample *sample, noc_diag *diag)
{
    const bool several =
        options->workload && system->design->cta.kernels > 1 && !options->kernels.only;
    return several ? compare_kernels(system, options, sample, diag)
                   : sample_kernels(system, load, options, sample, diag);
}
