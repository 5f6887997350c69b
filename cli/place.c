#include "explore/place.h"

#include <stdlib.h>

#include "cli/cases.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/option.h"
#include "cli/page.h"
#include "cli/progress.h"
#include "cli/request.h"
#include "cli/shipped.h"
#include "explore/place_designs.h"
#include "reports/placement.h"

/* What the options say. */
typedef struct request {
    noc_texts sets;
    uint64_t memory; /* nodes to place; 0: as the design has */
    uint64_t keep;   /* placements to show */
} request;

static const noc_option own_options[] = {
    {"memory", 0, "N", "memory nodes to place (as many as the design has)", NOC_OPTION_COUNT,
     .offset = offsetof(request, memory), .least = 1, .most = 1024},
    {"keep", 0, "K", "placements to show (5)", NOC_OPTION_COUNT, .offset = offsetof(request, keep),
     .least = 1, .most = 100},
    {0},
};

static const request usual = {.keep = 5};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {
    {&noc_set_options, offsetof(request, sets)},
    {&own_group, 0},
    {0},
};

static noc_status place(const noc_request *r, noc_placer *t, noc_place_problem *p, noc_diag *diag)
{
    const request *own = r->own;
    noc_place_result *found = calloc(1, sizeof *found);
    noc_placement *rows = calloc(NOC_PLACE_BEST + NOC_PLACER_NAMED, sizeof *rows);
    noc_progress progress;
    noc_page page;
    size_t named = 0;
    noc_status status = found && rows ? NOC_OK : noc_fail_memory(diag);
    noc_interrupt_catch();
    noc_progress_start(&progress, 1.0, r->quiet);
    noc_progress_task(&progress, 1.0, "placements");
    if (status == NOC_OK)
        status = noc_place_search(p, t->memory, r->jobs, noc_progress_tick, &progress, found, diag);
    noc_progress_end(&progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is shown");
    if (status == NOC_OK) status = noc_placer_rank(t, p, found, rows, diag);
    if (status == NOC_OK) named = noc_placer_rank_named(t, p, rows + found->count);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        const noc_placement_view view = {
            .problem = p,
            .found = found,
            .design = t->name,
            .columns = t->columns,
            .rows = t->rows,
            .memory = t->memory,
            .best = rows,
            .shown = (size_t)found->count < own->keep ? (size_t)found->count : (size_t)own->keep,
            .named = rows + found->count,
            .named_count = named,
        };
        status = noc_report_placement(&page.sheet, &view, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    free(found);
    free(rows);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_placer placer = {.set_count = 0};
    char *path = NULL;
    noc_place_problem *problem = NULL;
    noc_status status = noc_shipped_resolve(r->operands[0], &path, diag);
    if (status == NOC_OK)
        status = noc_placer_open(path, own->sets.list, own->sets.count, &placer, diag);
    if (status == NOC_OK) status = noc_placer_prepare(&placer, (int)own->memory, &problem, diag);
    if (status == NOC_OK) status = place(r, &placer, problem, diag);
    noc_place_free(problem);
    noc_placer_clear(&placer);
    free(path);
    return noc_exit_of(status);
}

const noc_command noc_command_place = {
    .name = "place",
    .operands = "DESIGN",
    .purpose = "The best places for memory nodes on the design's grid.",
    .details =
        "Every placement is tried where that is feasible, by the load of the busiest channel and "
        "the mean path; the best hundred are then estimated with the model. On larger grids the "
        "least load is found and proven where packets go along rows and columns; elsewhere they "
        "are searched, and the gap to a proven bound is told. With -o FILE.svg the model's best "
        "and the "
        "named placements are drawn side by side.",
    .examples = "  nocsight place te13-baseline --memory 8\n"
                "  nocsight place te13-baseline --memory 8 --set network.routing=cdr\n"
                "  nocsight place te13-baseline-64 --memory 8 -o best.svg\n",
    .operand = NOC_OPERAND_DESIGN,
    .least = 1,
    .most = 1,
    .options = uses,
    .size = sizeof(request),
    .defaults = &usual,
    .svg = true,
    .run = run,
};
