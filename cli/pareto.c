#include <stdlib.h>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/explore.h"
#include "cli/front.h"
#include "cli/interrupt.h"
#include "cli/measure.h"
#include "cli/option.h"
#include "cli/page.h"
#include "cli/progress.h"
#include "cli/request.h"
#include "explore/measure.h"
#include "reports/figure.h"
#include "reports/front.h"
#include "reports/front_order.h"
#include "reports/why.h"

/* What the options say. */
typedef struct request {
    noc_precision precision;
    const char *store;
    noc_front_choice space;
    const char *why; /* a design's id */
    bool measure;
    uint64_t budget;              /* designs to measure at most */
    double tolerance, confidence; /* shares */
} request;

static const noc_option own_options[] = {
    {"why", 0, "ID", "what dominates that design, and by how much", NOC_OPTION_TEXT,
     .offset = offsetof(request, why)},
    {"measure", 0, NULL, "sample the designs that may be on the front until it is decided",
     NOC_OPTION_FLAG, .offset = offsetof(request, measure)},
    {"budget", 0, "N", "with --measure: at most N samples (1000)", NOC_OPTION_COUNT,
     .offset = offsetof(request, budget), .least = 1, .most = 1000000},
    {"tolerance", 0, "X",
     "with --measure: what does not matter in any objective, as a share (0.01)", NOC_OPTION_REAL,
     .offset = offsetof(request, tolerance), .above = -1e-300, .below = 1.0,
     .expected = "a share from 0 to below 1, for example 0.01"},
    {"confidence", 0, "P", "of the intervals that are learned from measured designs (0.95)",
     NOC_OPTION_REAL, .offset = offsetof(request, confidence), .above = 0.5, .below = 1.0,
     .expected = "a number above 0.5 and below 1, for example 0.95"},
    {0},
};

static const request usual = {
    .budget = 1000, .tolerance = 0.01, .confidence = NOC_FRONT_CONFIDENCE};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {
    {&noc_sampling_options, offsetof(request, precision)},
    {&noc_store_options, offsetof(request, store)},
    {&noc_space_options, offsetof(request, space)},
    {&own_group, 0},
    {0},
};

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
    const request *own = r->own;
    watch w = {.what = ""};
    const noc_measure_options options = {
        .sampling = noc_sampling_for(r, &own->precision, &w.progress),
        .confidence = own->confidence,
        .tolerance = own->tolerance,
        .engine = f->sampler,
        .budget = own->budget,
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
    const request *own = r->own;
    const noc_front_wanted wanted = {own->store, own->space, own->measure, own->confidence};
    noc_front_of f;
    noc_page page;
    noc_measure_totals totals = {0};
    size_t design = 0;
    noc_status interrupted = NOC_OK, status = noc_front_of_store(r, &wanted, &f, diag);
    if (status == NOC_OK && own->measure) status = measure(r, &f, &totals, diag);
    if (status == NOC_EINTERRUPTED) {
        noc_diag_clear(diag);
        interrupted = noc_fail(diag, status, NOC_NOWHERE,
                               "interrupted: %s samples taken and saved; the same command goes on",
                               noc_grouped_of(totals.coarse + totals.measured).text);
        status = NOC_OK;
    }
    if (status == NOC_OK && own->why)
        status = noc_candidates_by_id(&f.candidates, own->why, &design, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        const noc_front_view view = {&f.candidates, f.space, f.model_error,
                                     own->measure ? &totals : NULL, f.caveats};
        status = own->why ? noc_report_why(&page.sheet, &f.candidates, design, diag)
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
    .options = uses,
    .size = sizeof(request),
    .defaults = &usual,
    .run = run,
};
