#include "cli/commands/parts/kept_samples.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/config_file.h"
#include "bindings/c/version.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/progress.h"
#include "cli/frame/shipped.h"

static const noc_option options[] = {
    {"model", 0, NULL, "by the model alone", NOC_OPTION_FLAG,
     .offset = offsetof(noc_sample_choice, model_only)},
    {"measure", 0, NULL,
     "sample designs without a kept sample, or with one of another design, workload or version; "
     "with --store it may be stopped and goes on where it was",
     NOC_OPTION_FLAG, .offset = offsetof(noc_sample_choice, allows_sampling)},
    {"store", 0, "FILE",
     "read samples from FILE and keep new ones there, instead of the samples that come with the "
     "program",
     NOC_OPTION_TEXT, .offset = offsetof(noc_sample_choice, store)},
    {0},
};

const noc_option_group noc_kept_sample_options = {.options = options};

noc_status noc_kept_samples_check(const noc_sample_choice *choice, noc_diag *diag)
{
    if (!choice->model_only || (!choice->allows_sampling && !choice->store)) return NOC_OK;
    return NOC_REFUSE(diag, "--model asks for no samples, --measure and --store do");
}

static noc_status read_stored_samples(noc_kept_samples *samples, const noc_embedded_file *embedded,
                                      noc_diag *diag)
{
    const noc_sample_choice *choice = samples->choice;
    if (choice->model_only || !embedded) return NOC_OK;
    if (!choice->store)
        return noc_samples_read(embedded->text, embedded->path, &samples->bench.known_samples,
                                diag);
    if (access(choice->store, F_OK) != 0 && choice->allows_sampling) return NOC_OK;
    NOC_AUTO_FREE char *text = NULL;
    noc_status status = noc_config_read_text(choice->store, &text, diag);
    return status == NOC_OK
               ? noc_samples_read(text, choice->store, &samples->bench.known_samples, diag)
               : status;
}

static noc_status keep_sample(void *context, const noc_stored_sample *sample, noc_diag *diag)
{
    (void)sample;
    const noc_kept_samples *samples = context;
    return samples->choice->store
               ? noc_samples_save(&samples->bench.known_samples, samples->choice->store, diag)
               : NOC_OK;
}

static void name_sample(void *context, const char *name)
{
    noc_kept_samples *samples = context;
    samples->progress.task_name = name;
}

void noc_kept_samples_next_row(void *context, const char *id)
{
    noc_kept_samples *samples = context;
    noc_progress_task(&samples->progress, 1.0, id);
}

noc_status noc_kept_samples_open(const noc_request *r, const noc_sample_choice *choice,
                                 const noc_precision *precision, const noc_embedded_file *shipped,
                                 size_t rows, noc_kept_samples *samples, noc_diag *diag)
{
    samples->choice = choice;
    samples->bench = (noc_bench){
        .resolve_path = noc_shipped_resolve,
        .sampling = noc_sampling_options_make(r, precision, &samples->progress),
        .version = noc_samples_version(),
        .can_measure = choice->allows_sampling,
        .report_task = name_sample,
        .store_sample = keep_sample,
        .context = samples,
        .diag = diag,
    };
    if (choice->allows_sampling) noc_interrupt_catch();
    noc_progress_start(&samples->progress, (double)rows, r->is_quiet);
    return read_stored_samples(samples, shipped, diag);
}

noc_status noc_kept_samples_close(noc_kept_samples *samples, noc_status status, noc_diag *diag)
{
    noc_progress_end(&samples->progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE, "interrupted; %s",
                 samples->choice->store ? "finished samples are kept" : "nothing was written");
    noc_bench_clear(&samples->bench);
    return status;
}
