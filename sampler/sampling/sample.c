#include "sampler/sampling/sample.h"

#include "base/auto.h"
#include "design/cores/cta.h"
#include "sampler/sampling/finite.h"
#include "sampler/sampling/rounds.h"

static noc_status run_steady_sample(const noc_system *system, double load,
                                    const noc_sample_options *options, noc_sample *sample,
                                    noc_diag *diag)
{
    NOC_AUTO(noc_rounds_free) noc_rounds rounds = {.done_share = 0.0};
    noc_status status = noc_rounds_begin(&rounds, system, load, options, sample, diag);
    while (status == NOC_OK && !rounds.is_over) status = noc_rounds_run(&rounds);
    if (status == NOC_OK) status = noc_rounds_end(&rounds);
    return status;
}

/* ---- kernels -------------------------------------------------------------------------------- */

/* Progress of one sample among several. */
typedef struct progress_share {
    const noc_sample_options *options;
    int samples_before, sample_count;
} progress_share;

static bool report_share(void *context, double done)
{
    const progress_share *s = context;
    const noc_sample_options *o = s->options;
    return !o->progress || o->progress(o->context, (s->samples_before + done) / s->sample_count);
}

static noc_status sample_kernels(const noc_system *system, double load,
                                 const noc_sample_options *options, noc_sample *sample,
                                 noc_diag *diag)
{
    return noc_sample_has_end(system, options)
               ? noc_finite_sample(system, options, sample, diag)
               : run_steady_sample(system, load, options, sample, diag);
}

/* Samples the kernels of a design together, then each kernel alone. */
static noc_status compare_kernels(const noc_system *system, const noc_sample_options *options,
                                  noc_sample *sample, noc_diag *diag)
{
    const int kernels = system->design->cta.kernels;
    double speed_ratios[NOC_KERNELS_MAX];
    progress_share progress = {options, 0, kernels + 1};
    noc_sample_options sample_options = *options;
    /* a partial result of several samples has no figures */
    sample_options.keep_interrupted = false;
    sample_options.progress = report_share;
    sample_options.context = &progress;
    noc_status status = sample_kernels(system, 0.0, &sample_options, sample, diag);
    sample_options.utilization = NULL;
    for (int k = 0; k < kernels && status == NOC_OK; k++) {
        noc_sample single;
        progress.samples_before = sample_options.kernels.kernel_number = k + 1;
        status = sample_kernels(system, 0.0, &sample_options, &single, diag);
        speed_ratios[k] = sample->kernel_instructions[k] / single.kernel_instructions[k];
    }
    if (status != NOC_OK) return status;
    sample->stp = noc_cta_stp(speed_ratios, kernels);
    sample->antt = noc_cta_antt(speed_ratios, kernels);
    return NOC_OK;
}

noc_status noc_sample_at(const noc_system *system, double load, const noc_sample_options *options,
                         noc_sample *sample, noc_diag *diag)
{
    const bool has_several =
        options->workload && system->design->cta.kernels > 1 && !options->kernels.kernel_number;
    return has_several ? compare_kernels(system, options, sample, diag)
                       : sample_kernels(system, load, options, sample, diag);
}
