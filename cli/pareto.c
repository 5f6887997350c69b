#include <stdlib.h>

#include "cli/explore.h"
#include "cli/front.h"
#include "cli/interrupt.h"
#include "cli/page.h"
#include "cli/progress.h"
#include "cli/request.h"
#include "explore/measure.h"
#include "reports/front.h"

typedef struct watch {
    noc_progress progress;
    char what[120];
} watch;

static void step(void *context, uint64_t measured, uint64_t now, uint64_t needed)
{
    watch *w = context;
    /* a design weighs 1 of what is known to be needed, which grows and shrinks as the front does */
    w->progress.total = (double)(measured + needed);
    snprintf(w->what, sizeof w->what, "%s samples, %s more needed", noc_grouped_of(measured).text,
             noc_grouped_of(needed).text);
    noc_progress_task(&w->progress, (double)now, w->what);
}

static noc_status measure(const noc_request *r, noc_front_of *f, noc_measure_totals *totals,
                          noc_diag *diag)
{
    watch w = {.what = ""};
    const noc_measure_options options = {
        .sampling = {.precision = r->precision,
                     .seed = r->seed,
                     .jobs = r->jobs,
                     .progress = noc_progress_tick,
                     .context = &w.progress},
        .confidence = r->confidence,
        .tolerance = r->tolerance,
        .engine = f->sampler,
        .budget = r->budget,
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

static int run(const noc_request *r, noc_diag *diag)
{
    noc_front_of f;
    noc_page page;
    noc_measure_totals totals = {0};
    size_t design = 0;
    noc_status interrupted = NOC_OK, status = noc_front_of_store(r, &f, diag);
    if (status == NOC_OK && r->measure) status = measure(r, &f, &totals, diag);
    if (status == NOC_EINTERRUPTED) {
        noc_diag_clear(diag);
        interrupted = noc_fail(diag, status, NOC_NOWHERE,
                               "interrupted: %s samples taken and saved; the same command goes on",
                               noc_grouped_of(totals.coarse + totals.measured).text);
        status = NOC_OK;
    }
    if (status == NOC_OK && r->why)
        status = noc_candidates_by_id(&f.candidates, r->why, &design, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        const noc_front_view view = {&f.candidates, f.space, f.model_error,
                                     r->measure ? &totals : NULL, f.caveats};
        status = r->why ? noc_report_why(&page.sheet, &view, design, diag)
                        : noc_report_front(&page.sheet, &view, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    noc_front_of_clear(&f);
    return noc_exit_of(status == NOC_OK ? interrupted : status);
}

const noc_command noc_command_pareto = {
    .name = "pareto",
    .operands = "",
    .purpose = "The front of a store's designs: what no other design beats in all objectives.",
    .details =
        "A design is certainly on the front if no other can beat it within the intervals of "
        "both, possibly if some values within them put it there. With --measure the possible "
        "ones are sampled (coarsely at first), and the model's answers corrected by them with "
        "intervals of "
        "--confidence, until what was not measured can beat what was by no more than "
        "--tolerance. Measured designs whose intervals (95 %) overlap are a tie: all of them stay "
        "possible. Measurements are saved as they come; the same command goes on. --format json "
        "and csv list the possible ones too.",
    .examples = "  nocsight pareto --store te13.db\n"
                "  nocsight pareto --store te13.db --why d-f610fbc2\n"
                "  nocsight pareto --store te13.db --measure\n",
    .operand = NOC_OPERAND_NONE,
    .least = 0,
    .most = 0,
    .takes = NOC_TAKES_STORE | NOC_TAKES_SPACE | NOC_TAKES_FRONT | NOC_TAKES_MEASURE |
             NOC_TAKES_SAMPLING,
    .run = run,
};
