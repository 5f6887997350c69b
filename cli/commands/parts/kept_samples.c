#include "cli/commands/parts/kept_samples.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/config_file.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/progress.h"
#include "cli/frame/shipped.h"
#include "cli/frame/version.h"

static const noc_option options[] = {
    {"model", 0, NULL, "by the model alone", NOC_OPTION_FLAG,
     .offset = offsetof(noc_sample_choice, model)},
    {"measure", 0, NULL,
     "sample what is not known, or known of another design, workload or version; with --store it "
     "may be stopped and goes on where it was",
     NOC_OPTION_FLAG, .offset = offsetof(noc_sample_choice, measure)},
    {"store", 0, "FILE",
     "take samples from FILE and keep new ones there, in place of those that come with the program",
     NOC_OPTION_TEXT, .offset = offsetof(noc_sample_choice, store)},
    {0},
};

const noc_option_group noc_kept_sample_options = {NULL, options, NULL, sizeof(noc_sample_choice)};

noc_status noc_kept_samples_check(const noc_sample_choice *choice, noc_diag *diag)
{
    if (!choice->model || (!choice->measure && !choice->store)) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "--model asks for no samples, --measure and --store do");
}

static noc_status read_samples(noc_kept_samples *k, const noc_embedded_file *shipped,
                               noc_diag *diag)
{
    const noc_sample_choice *choice = k->choice;
    if (choice->model || !shipped) return NOC_OK;
    if (!choice->store)
        return noc_samples_read(shipped->text, shipped->file, &k->bench.samples, diag);
    if (access(choice->store, F_OK) != 0 && choice->measure) return NOC_OK;
    char *text = NULL;
    noc_status status = noc_config_slurp(choice->store, &text, diag);
    if (status == NOC_OK) status = noc_samples_read(text, choice->store, &k->bench.samples, diag);
    free(text);
    return status;
}

static noc_status keep_sample(void *context, const noc_stored_sample *sample, noc_diag *diag)
{
    (void)sample;
    const noc_kept_samples *k = context;
    return k->choice->store ? noc_samples_save(&k->bench.samples, k->choice->store, diag) : NOC_OK;
}

static void next_sample(void *context, const char *name)
{
    noc_kept_samples *k = context;
    k->progress.what = name;
}

void noc_kept_samples_row(void *context, const char *id)
{
    noc_kept_samples *k = context;
    noc_progress_task(&k->progress, 1.0, id);
}

noc_status noc_kept_samples_open(const noc_request *r, const noc_sample_choice *choice,
                                 const noc_precision *precision, const noc_embedded_file *shipped,
                                 size_t rows, noc_kept_samples *k, noc_diag *diag)
{
    k->choice = choice;
    k->bench = (noc_bench){
        .resolve = noc_shipped_resolve,
        .sampling = noc_sampling_for(r, precision, &k->progress),
        .version = noc_samples_version(),
        .measure = choice->measure,
        .task = next_sample,
        .keep = keep_sample,
        .context = k,
        .diag = diag,
    };
    if (choice->measure) noc_interrupt_catch();
    noc_progress_start(&k->progress, (double)rows, r->quiet);
    return read_samples(k, shipped, diag);
}

noc_status noc_kept_samples_close(noc_kept_samples *k, noc_status status, noc_diag *diag)
{
    noc_progress_end(&k->progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE, "interrupted; %s",
                 k->choice->store ? "finished samples are kept" : "nothing was written");
    noc_bench_clear(&k->bench);
    return status;
}
