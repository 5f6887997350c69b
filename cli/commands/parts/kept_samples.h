/* cli/commands/parts/kept_samples.h: a bench for published figures (studies/bench.h) as a command
 * line asks for it: by the model alone, with samples that are known, or with new ones, which are
 * kept. */
#ifndef NOC_CLI_COMMANDS_PARTS_KEPT_SAMPLES_H
#define NOC_CLI_COMMANDS_PARTS_KEPT_SAMPLES_H

#include "cli/frame/measure.h"
#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "studies/bench.h"

/* Values of the options. */
typedef struct noc_sample_choice {
    bool model, measure;
    const char *store;
} noc_sample_choice;

extern const noc_option_group noc_kept_sample_options; /* a noc_sample_choice */

/* Bench of a run, with its samples. Start with zeros; the struct must stay where it is. */
typedef struct noc_kept_samples {
    const noc_sample_choice *choice;
    noc_progress progress;
    noc_bench bench; /* bench whose context is this struct */
} noc_kept_samples;

/* NOC_EUSAGE where the model alone is to measure. */
noc_status noc_kept_samples_check(const noc_sample_choice *choice, noc_diag *diag);

/* Opens the bench for a number of rows; `shipped` are the samples that come with the program, NULL:
 * no question has one. The caller closes it in either case. */
noc_status noc_kept_samples_open(const noc_request *request, const noc_sample_choice *choice,
                                 const noc_precision *precision, const noc_embedded_file *shipped,
                                 size_t rows, noc_kept_samples *kept, noc_diag *diag);

/* Begins the next row: a step of noc_judge. */
void noc_kept_samples_row(void *context, const char *id);

/* Ends progress, tells the samples kept after an interruption, clears the bench. Returns
 * `status`. */
noc_status noc_kept_samples_close(noc_kept_samples *kept, noc_status status, noc_diag *diag);

#endif
