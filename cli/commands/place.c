#include "explore/place/place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/frame/cases.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/measure.h"
#include "cli/frame/messages.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/progress.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "explore/place/place_designs.h"
#include "reports/facts/placement.h"
#include "reports/writers/output.h"

/* Values of the options. */
typedef struct request {
    noc_texts sets;
    uint64_t memory;         /* number of nodes to place; 0: as many as the design has */
    uint64_t keep;           /* number of placements to show */
    const char *attach;      /* file for the best placement of a graph */
    uint64_t effort;         /* effort of the search; 1 is about a second */
    uint64_t seconds;        /* limit of the search, s; 0: by the effort */
    noc_precision precision; /* --within: half-width of the shown saturations */
} request;

static const noc_option own_options[] = {
    {"memory", 0, "N", "memory nodes to place (as many as the design has)", NOC_OPTION_COUNT,
     .offset = offsetof(request, memory), .least = 1, .most = 1024},
    {"keep", 0, "K", "placements to show (5)", NOC_OPTION_COUNT, .offset = offsetof(request, keep),
     .least = 1, .most = 100},
    {"effort", 0, "E",
     "work of a search: (1) about a second, 4 a round more, 16 two; the same answer everywhere",
     NOC_OPTION_COUNT, .offset = offsetof(request, effort), .least = 1, .most = 1000000},
    {"seconds", 0, "S",
     "search until the least load is proven or S seconds are over, in place of --effort; a faster "
     "machine comes further",
     NOC_OPTION_COUNT, .offset = offsetof(request, seconds), .least = 1, .most = 1000000},
    {"attach", 0, "FILE",
     "of a graph: write the model's best for network.attach, at a path from here", NOC_OPTION_TEXT,
     .offset = offsetof(request, attach)},
    {0},
};

static const request usual = {.keep = 5, .effort = 1};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {
    {&noc_set_options, offsetof(request, sets)},
    {&own_group, 0},
    {&noc_within_options, offsetof(request, precision)},
    {0},
};

/* Writes the model's best placement of a graph, for network.attach. */
static noc_status write_attach(const char *path, noc_placer *t, const noc_placement *best,
                               noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return noc_fail_memory(diag);
    noc_status status = noc_placer_attach(t, best, out, diag);
    if (fclose(out) != 0 && status == NOC_OK) status = noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_output_write(path, text, size, diag);
    free(text);
    return status;
}

static size_t shown_of(const request *own, const noc_place_result *found)
{
    return (size_t)found->count < own->keep ? (size_t)found->count : (size_t)own->keep;
}

static noc_status show(const noc_request *r, noc_placer *t, const noc_place_problem *p,
                       const noc_place_result *found, const noc_placement *rows, size_t named,
                       noc_diag *diag)
{
    const request *own = r->own;
    const noc_placement_view view = {
        .problem = p,
        .found = found,
        .design = t->name,
        .columns = t->columns,
        .rows = t->rows,
        .routers = t->is_graph ? t->routers : NULL,
        .rated = t->is_rated,
        .memory = t->memory,
        .best = rows,
        .shown = shown_of(own, found),
        .named = rows + found->count,
        .named_count = named,
    };
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    status = noc_report_placement(&page.sheet, &view, diag);
    if (status == NOC_OK && own->attach) status = write_attach(own->attach, t, &rows[0], diag);
    return noc_page_finish(r, &page, status, diag);
}

/* Search, and its progress. */
typedef struct watch {
    noc_progress progress;
    const noc_place_problem *problem;
    const noc_place_result *found;
    int memory;
    double seconds; /* limit of the search, s; 0: none */
    bool timed_out;
    char what[100];
} watch;

/* Writes the result so far: "best load 9.375, at most 4.2% above the least". In a grid of up to 64
 * tiles other threads fill the result, so it is not read then. */
static void tell_best(watch *w)
{
    const noc_place_result *f = w->found;
    if (w->problem->tiles <= 64 || f->count == 0) return;
    const double best = f->best[0].load * noc_place_unit(w->problem);
    size_t used = (size_t)snprintf(w->what, sizeof w->what, "best load %.3f", best / w->memory);
    if (f->bound > 0.0)
        snprintf(w->what + used, sizeof w->what - used, ", at most %.1f%% above the least",
                 100.0 * (best / f->bound - 1.0));
    w->progress.what = w->what;
}

static bool watch_tick(void *context, double done)
{
    watch *w = context;
    const double elapsed = noc_progress_seconds(&w->progress);
    tell_best(w);
    w->timed_out = w->seconds > 0.0 && elapsed >= w->seconds;
    if (w->timed_out) return false;
    return noc_progress_tick(&w->progress, w->seconds > 0.0 ? elapsed / w->seconds : done);
}

/* Searches; an interrupted search has a result, too. */
static noc_status search(const noc_request *r, const noc_placer *t, const noc_place_problem *p,
                         noc_place_result *found, bool *interrupted, noc_diag *diag)
{
    const request *own = r->own;
    watch w = {.problem = p, .found = found, .memory = t->memory, .seconds = (double)own->seconds};
    noc_progress_start(&w.progress, 1.0, r->quiet);
    noc_progress_task(&w.progress, 1.0, "placements");
    const noc_status status =
        noc_place_search(p, t->memory, r->jobs, own->seconds ? INFINITY : (double)own->effort,
                         watch_tick, &w, found, diag);
    noc_progress_end(&w.progress);
    if (status != NOC_EINTERRUPTED) return status;
    *interrupted = !w.timed_out;
    if (found->count == 0)
        return noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is found yet");
    if (*interrupted) noc_say("interrupted: the best that was found so far");
    return NOC_OK;
}

/* Samples the shown placements to the requested half-width, and sorts them, best first. */
static noc_status measure(const noc_request *r, noc_placer *t, const noc_place_result *found,
                          noc_placement *rows, size_t named, noc_diag *diag)
{
    const request *own = r->own;
    const size_t shown = shown_of(own, found);
    size_t finished = 0;
    noc_progress progress;
    if (own->precision.within == 0.0) return NOC_OK;
    noc_progress_start(&progress, (double)(shown + named), r->quiet);
    const noc_sampling sampling = noc_sampling_for(r, &noc_usual_precision, &progress);
    noc_progress_task(&progress, (double)shown, "the best placements");
    noc_status status =
        noc_placer_measure(t, rows, shown, own->precision.within, &sampling, &finished, diag);
    noc_placer_order(rows, shown);
    noc_progress_task(&progress, (double)named, "placements that have names");
    if (status == NOC_OK)
        status = noc_placer_measure(t, rows + found->count, named, own->precision.within, &sampling,
                                    &finished, diag);
    noc_progress_end(&progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE,
                 "interrupted: not all placements are as sure as asked; nothing is shown");
    return status;
}

/* Finds the best placements by load, then by the model, and placements to compare with. */
static noc_status place(const noc_request *r, noc_placer *t, noc_place_problem *p, noc_diag *diag)
{
    noc_place_result *found = calloc(1, sizeof *found);
    noc_placement *rows = calloc(NOC_PLACE_BEST + NOC_PLACER_NAMED, sizeof *rows);
    size_t named = 0;
    bool interrupted = false;
    noc_status status = found && rows ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = search(r, t, p, found, &interrupted, diag);
    if (status == NOC_OK) status = noc_placer_rank(t, p, found, rows, diag);
    if (status == NOC_OK) named = noc_placer_rank_named(t, p, rows + found->count);
    if (status == NOC_OK) status = measure(r, t, found, rows, named, diag);
    if (status == NOC_OK) status = show(r, t, p, found, rows, named, diag);
    free(found);
    free(rows);
    return status == NOC_OK && interrupted ? NOC_EINTERRUPTED : status;
}

/* Refuses options that do not fit the design: --attach for a grid, a picture for a graph. */
static noc_status check(const noc_request *r, const noc_placer *t, noc_diag *diag)
{
    const request *own = r->own;
    if (own->attach && !t->is_graph)
        return noc_fail(
            diag, NOC_EUSAGE, NOC_NOWHERE,
            "--attach is for graphs (topology \"file\"); of a grid the answer ends with "
            "nodes.memory_at");
    if (own->attach) return noc_output_check(own->attach, diag);
    if (r->format == NOC_FORMAT_SVG && t->is_graph)
        return noc_fail(
            diag, NOC_EUSAGE, NOC_NOWHERE,
            "placements are drawn on grids only; with --attach FILE 'nocsight describe' "
            "draws a graph with its best one");
    return NOC_OK;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_placer placer = {.set_count = 0};
    char *path = NULL;
    noc_place_problem *problem = NULL;
    noc_status status = noc_shipped_resolve(r->operands[0], &path, diag);
    noc_interrupt_catch();
    if (status == NOC_OK)
        status = noc_placer_open(path, own->sets.list, own->sets.count, &placer, diag);
    if (status == NOC_OK) status = noc_placer_prepare(&placer, (int)own->memory, &problem, diag);
    if (status == NOC_OK) status = check(r, &placer, diag);
    if (status == NOC_OK) status = place(r, &placer, problem, diag);
    noc_place_free(problem);
    noc_placer_clear(&placer);
    free(path);
    return noc_exit_of(status);
}

const noc_command noc_command_place = {
    .name = "place",
    .operands = "DESIGN",
    .purpose =
        "The best places for memory nodes on the design's grid, or at the routers of its graph.",
    .details =
        "Every placement is tried where that is feasible, by the load of the busiest channel and "
        "the mean path; the best hundred (of large grids fewer) are then estimated with the "
        "model. On larger grids a search of about a second finds good ones, and proves the least "
        "load where it can; else the gap to a proven bound is printed, and --effort or --seconds "
        "make it smaller. Ctrl-C shows the best so far (exit 130). In a graph (topology \"file\") "
        "nodes "
        "change places: memory nodes come to the routers of any nodes, which get theirs; --attach "
        "FILE writes the one with the most throughput by the model for network.attach, at a path "
        "from "
        "where the program runs: put it beside the design, from where names count. --within P "
        "makes the saturations of the shown placements as sure as P. With -o "
        "FILE.svg the model's best and the named "
        "placements of a grid are drawn side by side.",
    .examples = "  nocsight place te13-baseline --memory 8\n"
                "  nocsight place te13-baseline --memory 8 --set network.routing=cdr\n"
                "  nocsight place te13-baseline --memory 8 --within 3%\n"
                "  nocsight place te13-baseline-64 --memory 8 -o best.svg\n"
                "  nocsight place te13-baseline-64 --memory 24 --seconds 10\n"
                "  nocsight place my-graph.cfg --memory 2 --attach best.csv\n",
    .least = 1,
    .most = 1,
    .options = uses,
    .size = sizeof(request),
    .defaults = &usual,
    .svg = true,
    .run = run,
};
