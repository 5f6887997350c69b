#include "cli/measure.h"

#include "cli/interrupt.h"
#include "hybrid/answers/sampling.h"

void noc_measure_start(const noc_request *r, const noc_cases *cases, double total,
                       noc_measurement *m)
{
    *m = (noc_measurement){.all = cases->count};
    for (size_t i = 0; i < cases->count; i++) noc_labels_see(&m->labels, cases->designs[i]);
    noc_interrupt_catch();
    noc_progress_start(&m->progress, total, r->quiet);
    m->sampling = (noc_sampling){
        .precision = r->precision,
        .seed = r->seed,
        .jobs = r->jobs,
        .progress = noc_progress_tick,
        .context = &m->progress,
    };
}

void noc_measure_task(noc_measurement *m, double weight, const noc_design *design, size_t position,
                      const char *step)
{
    char label[NOC_LABEL_CHARS];
    noc_label(&m->labels, design, label);
    if (m->all > 1)
        snprintf(m->what, sizeof m->what, "%zu of %zu: %s%s", position + 1, m->all, label, step);
    else
        snprintf(m->what, sizeof m->what, "%s%s", label, step);
    noc_progress_task(&m->progress, weight, m->what);
}

void noc_measure_end(noc_measurement *m, noc_status status, size_t finished, size_t all,
                     noc_diag *diag)
{
    noc_progress_end(&m->progress);
    if (status != NOC_EINTERRUPTED) return;
    noc_diag_clear(diag);
    noc_fail(diag, status, NOC_NOWHERE, "interrupted: %zu of %zu finished%s", finished, all,
             finished ? " and shown" : "; nothing is shown");
}
