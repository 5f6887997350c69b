#include "reports/facts/bound.h"

#include <stdlib.h>

#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/progress.h"
#include "cli/frame/request.h"
#include "network/compile/compile.h"

/* Values of the options. */
typedef struct request {
    noc_texts sets, varies;
} request;

static const noc_option_use uses[] = {
    {&noc_set_options, offsetof(request, sets)},
    {&noc_vary_options, offsetof(request, varies)},
    {0},
};

static noc_status solve(const noc_design *design, noc_bound_view *view, noc_progress *progress,
                        noc_diag *diag)
{
    noc_system *system = NULL;
    const noc_bound_options options = {noc_progress_tick, progress, 0};
    noc_status status = noc_system_compile(design, &system, diag);
    view->system = system;
    noc_progress_task(progress, 1.0, design->name);
    if (status == NOC_OK) status = noc_bound_solve(system, &options, &view->bound, diag);
    return status;
}

/* Computes the bounds of all designs. Ctrl-C ends the search with the bounds proven so far. Returns
 * the number of answered designs. */
static size_t solve_all(const noc_request *r, const noc_cases *cases, noc_bound_view *views,
                        noc_status *status, noc_diag *diag)
{
    noc_progress progress;
    size_t answered = 0;
    noc_interrupt_catch();
    noc_progress_start(&progress, (double)cases->count, r->quiet);
    while (answered < cases->count && *status == NOC_OK && !noc_interrupted()) {
        *status = solve(cases->designs[answered], &views[answered], &progress, diag);
        if (*status == NOC_OK) answered++;
    }
    noc_progress_end(&progress);
    if (*status == NOC_OK && noc_interrupted())
        *status = noc_fail(diag, NOC_EINTERRUPTED, NOC_NOWHERE,
                           "interrupted: %zu of %zu bounds; each holds, the last may be too high",
                           answered, cases->count);
    return answered;
}

static noc_status answer(const noc_request *r, const noc_cases *cases, noc_bound_view *views,
                         noc_page *page, noc_diag *diag)
{
    noc_status status = NOC_OK;
    const size_t answered = solve_all(r, cases, views, &status, diag);
    if ((status != NOC_OK && status != NOC_EINTERRUPTED) || answered == 0) {
        noc_page_drop(page);
        return status;
    }
    const request *own = r->own;
    const bool several = own->varies.count > 0 || r->operand_count > 1;
    page->sheet.base = noc_cases_base(cases, answered);
    const noc_status written = noc_report_bounds(&page->sheet, views, answered, several, diag);
    const noc_status sent = noc_page_finish(r, page, written, diag);
    return status == NOC_OK ? sent : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_cases cases = {0};
    noc_page page;
    noc_bound_view *views = NULL;
    noc_status status =
        noc_cases_read(r->operands, r->operand_count, &own->sets, &own->varies, &cases, diag);
    if (status == NOC_OK) {
        views = calloc(cases.count, sizeof *views);
        if (!views) status = noc_fail_memory(diag);
    }
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) status = answer(r, &cases, views, &page, diag);
    for (size_t i = 0; views && i < cases.count; i++) {
        noc_bound_clear(&views[i].bound);
        noc_system_free((noc_system *)views[i].system);
    }
    free(views);
    noc_cases_clear(&cases);
    return noc_exit_of(status);
}

const noc_command noc_command_bound = {
    .name = "explain --bound",
    .operands = "DESIGN...",
    .purpose =
        "The most that any routing could carry over a design's channels, and what its own does.",
    .details =
        "A linear program: the traffic of all flows grows together, each flow split over any "
        "ways, networks and ports that the channels allow (half routers do not turn), until "
        "some set of channels is full. Queues, virtual channels and deadlock are left out, "
        "so that no real routing can do better.",
    .examples = "  nocsight explain --bound te13-baseline\n"
                "  nocsight explain --bound te13-dcie --vary network.routing=xy,checkerboard\n",
    .least = 1,
    .most = 1000,
    .options = uses,
    .size = sizeof(request),
    .run = run,
};
