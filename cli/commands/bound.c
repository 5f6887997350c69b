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
typedef struct option_values {
    noc_texts set_texts, vary_texts;
} option_values;

static const noc_option_use uses[] = {
    {&noc_set_options, offsetof(option_values, set_texts)},
    {&noc_vary_options, offsetof(option_values, vary_texts)},
    {0},
};

static noc_status solve(const noc_design *design, noc_bound_view *view, noc_progress *progress,
                        noc_diag *diag)
{
    noc_system *system = NULL;
    const noc_bound_options options = {noc_progress_tick, progress, 0};
    const noc_status status = noc_system_compile(design, &system, diag);
    view->system = system;
    noc_progress_task(progress, 1.0, design->name);
    return status == NOC_OK ? noc_bound_solve(system, &options, &view->bound, diag) : status;
}

/* Computes the bounds of all designs. Ctrl-C ends the search with the bounds proven so far. Returns
 * the number of answered designs. */
static size_t solve_all(const noc_request *r, const noc_cases *cases, noc_bound_view *views,
                        noc_status *status, noc_diag *diag)
{
    noc_progress progress;
    size_t answered_count = 0;
    noc_interrupt_catch();
    noc_progress_start(&progress, (double)cases->count, r->is_quiet);
    while (answered_count < cases->count && *status == NOC_OK && !noc_is_interrupted()) {
        *status = solve(cases->designs[answered_count], &views[answered_count], &progress, diag);
        if (*status == NOC_OK) answered_count++;
    }
    noc_progress_end(&progress);
    if (*status == NOC_OK && noc_is_interrupted())
        *status = noc_fail(diag, NOC_EINTERRUPTED, NOC_NOWHERE,
                           "interrupted: %zu of %zu bounds; each holds, the last may be too high",
                           answered_count, cases->count);
    return answered_count;
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
    const option_values *values = r->values;
    const bool is_table = values->vary_texts.count > 0 || r->operand_count > 1;
    page->sheet.base_index = noc_cases_base_index(cases, answered);
    const noc_status written = noc_report_bounds(&page->sheet, views, answered, is_table, diag);
    const noc_status sent = noc_page_finish(r, page, written, diag);
    return status == NOC_OK ? sent : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    noc_page page;
    NOC_AUTO_FREE noc_bound_view *views = NULL;
    noc_status status = noc_cases_read(r->operands, r->operand_count, &values->set_texts,
                                       &values->vary_texts, &cases, diag);
    if (status == NOC_OK) {
        views = calloc(cases.count, sizeof *views);
        if (!views) status = noc_fail_memory(diag);
    }
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) status = answer(r, &cases, views, &page, diag);
    for (size_t i = 0; views && i < cases.count; i++) {
        noc_arena_clear(&views[i].bound.arena);
        noc_system_free((noc_system *)views[i].system);
    }
    return noc_exit_from_status(status);
}

const noc_command noc_command_bound = {
    .name = "explain --bound",
    .operands = "DESIGN...",
    .purpose = "The most that any routing could carry over a design's channels, and the design's "
               "own throughput.",
    .details = "A linear program: the traffic of all flows grows together, each flow split over "
               "any ways, networks and ports that the channels allow (half routers do not turn), "
               "until some set of channels is full. Queues, virtual channels and deadlock are left "
               "out, so that no real routing can do better.",
    .examples = "  nocsight explain --bound te13-baseline\n"
                "  nocsight explain --bound te13-dcie --vary network.routing=xy,checkerboard\n",
    .min_operands = 1,
    .max_operands = 1000,
    .options = uses,
    .values_size = sizeof(option_values),
    .has_markup = true,
    .run = run,
};
