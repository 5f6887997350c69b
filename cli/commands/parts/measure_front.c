#include "cli/commands/parts/measure_front.h"

#include <stdio.h>

#include "cli/frame/interrupt.h"
#include "cli/frame/progress.h"
#include "cli/identity/identity.h"
#include "reports/words/figure.h"

typedef struct watch {
    noc_progress progress;
    char what[120];
} watch;

static void step(void *context, uint64_t measured, uint64_t now, uint64_t needed)
{
    watch *w = context;
    /* each sample has weight 1; the needed number changes with the front */
    w->progress.total = (double)(measured + needed);
    snprintf(w->what, sizeof w->what, "%s samples, %s more needed", noc_grouped_of(measured).text,
             noc_grouped_of(needed).text);
    noc_progress_task(&w->progress, (double)now, w->what);
}

noc_front_measuring noc_front_within(double within, const noc_precision *precision)
{
    noc_front_measuring how = {.precision = *precision,
                               .budget = NOC_FRONT_BUDGET,
                               .tolerance = within,
                               .confidence = NOC_FRONT_CONFIDENCE};
    how.precision.precision = within;
    return how;
}

noc_status noc_front_measure(const noc_request *r, const noc_front_measuring *how,
                             noc_stored_front *f, noc_measure_totals *totals, noc_diag *diag)
{
    watch w = {.what = ""};
    const noc_measure_options options = {
        .sampling = noc_sampling_for(r, &how->precision, &w.progress),
        .confidence = how->confidence,
        .tolerance = how->tolerance,
        .engine = noc_sampler_of_program,
        .budget = how->budget,
        .step = step,
        .context = &w,
    };
    noc_interrupt_catch();
    noc_progress_start(&w.progress, 1.0, r->quiet);
    const noc_status status =
        noc_measure_front(f->store, f->space, &f->entries, &f->candidates, &options, totals, diag);
    noc_progress_end(&w.progress);
    return status;
}
