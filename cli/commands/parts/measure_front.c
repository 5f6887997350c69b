#include "cli/commands/parts/measure_front.h"

#include <stdio.h>

#include "cli/frame/interrupt.h"
#include "cli/frame/progress.h"
#include "cli/identity/identity.h"
#include "reports/words/figure.h"

typedef struct front_progress {
    noc_progress progress;
    char text[120];
} front_progress;

static void report_step(void *context, uint64_t measured, uint64_t now, uint64_t needed)
{
    front_progress *w = context;
    /* each sample has weight 1; the needed number changes with the front */
    w->progress.total_weight = (double)(measured + needed);
    snprintf(w->text, sizeof w->text, "%s samples, %s more needed",
             noc_grouped_number_make(measured).text, noc_grouped_number_make(needed).text);
    noc_progress_task(&w->progress, (double)now, w->text);
}

noc_front_sampling noc_front_sampling_within(double half_width, const noc_precision *precision)
{
    noc_front_sampling sampling = {.precision = *precision,
                                   .budget = NOC_FRONT_BUDGET,
                                   .tolerance = half_width,
                                   .confidence = NOC_FRONT_CONFIDENCE};
    sampling.precision.precision = half_width;
    return sampling;
}

noc_status noc_front_measure(const noc_request *r, const noc_front_sampling *sampling,
                             noc_stored_front *f, noc_measure_totals *totals, noc_diag *diag)
{
    front_progress w = {.text = ""};
    const noc_measure_options options = {
        .sampling = noc_sampling_options_make(r, &sampling->precision, &w.progress),
        .confidence = sampling->confidence,
        .tolerance = sampling->tolerance,
        .engine = noc_sampler_of_program,
        .budget = sampling->budget,
        .report = report_step,
        .context = &w,
    };
    noc_interrupt_catch();
    noc_progress_start(&w.progress, 1.0, r->is_quiet);
    const noc_status status =
        noc_measure_front(f->store, f->space, &f->entries, &f->candidates, &options, totals, diag);
    noc_progress_end(&w.progress);
    return status;
}
