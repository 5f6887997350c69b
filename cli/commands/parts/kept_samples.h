/* cli/commands/parts/kept_samples.h: bench for published figures (studies/bench.h) by the options
 * of a command: with the model alone, with stored samples, or with new samples, which the store
 * keeps. */
#ifndef NOC_CLI_COMMANDS_PARTS_KEPT_SAMPLES_H
#define NOC_CLI_COMMANDS_PARTS_KEPT_SAMPLES_H

#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "studies/bench.h"

/* Values of the options. */
typedef struct noc_sample_choice {
    /* --model: no samples; --measure: new samples may be made */
    bool model_only, allows_sampling;
    const char *store;
} noc_sample_choice;

extern const noc_option_group noc_kept_sample_options; /* a noc_sample_choice */

/* Bench of a run, with its samples. Start with zeros; the struct must not move. */
typedef struct noc_kept_samples {
    const noc_sample_choice *choice;
    noc_progress progress;
    noc_bench bench; /* bench with this struct as its context */
} noc_kept_samples;

/* Refuses options of samples beside --model. NOC_EUSAGE. */
noc_status noc_kept_samples_check(const noc_sample_choice *choice, noc_diag *diag);

/* Opens the bench for a number of rows. `embedded`: samples that come with the program; NULL: none.
 * The caller closes it in any case. */
noc_status noc_kept_samples_open(const noc_request *request, const noc_sample_choice *choice,
                                 const noc_precision *precision, const noc_embedded_file *embedded,
                                 size_t rows, noc_kept_samples *samples, noc_diag *diag);

/* Starts the next row of the progress; called by noc_judge_rows. `context`: a noc_kept_samples. */
void noc_kept_samples_next_row(void *context, const char *id);

/* Ends progress, reports the kept samples after an interruption, and clears the bench. Returns
 * `status`. */
noc_status noc_kept_samples_close(noc_kept_samples *samples, noc_status status, noc_diag *diag);

#endif
