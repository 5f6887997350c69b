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
typedef struct option_values {
    noc_texts set_texts;
    uint64_t memory_nodes;   /* number of nodes to place; 0: as many as the design has */
    uint64_t shown_count;    /* number of placements to show */
    const char *attach_path; /* file for the best placement of a graph */
    uint64_t effort;         /* effort of the search; 1 is about a second */
    uint64_t max_seconds;    /* limit of the search, s; 0: by the effort */
    noc_precision precision; /* --within: half-width of the shown saturations */
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_COUNT("memory", "N", "memory nodes to place (as many as the design has)", memory_nodes,
                   1, 1024),
    NOC_TAKE_COUNT("keep", "K", "placements to show (5)", shown_count, 1, 100),
    NOC_TAKE_COUNT(
        "effort", "E",
        "work of a search: (1) about a second, 4 a round more, 16 two; the same answer everywhere",
        effort, 1, 1000000),
    NOC_TAKE_COUNT("seconds", "S",
                   "search until the least load is proven or S seconds are over, in place of "
                   "--effort; a faster machine comes further",
                   max_seconds, 1, 1000000),
    NOC_TAKE_TEXT("attach", "FILE",
                  "of a graph: write the model's best for network.attach, at a path from here",
                  attach_path),
    {0},
};

static const option_values default_values = {.shown_count = 5, .effort = 1};

static const noc_option_use uses[] = {
    {&noc_set_options, offsetof(option_values, set_texts)},
    NOC_OWN_OPTIONS(own_options),
    {&noc_within_options, offsetof(option_values, precision)},
    {0},
};

/* Writes the model's best placement of a graph, for network.attach. */
static noc_status write_attach(const char *path, noc_placer *t, const noc_ranked_placement *best,
                               noc_diag *diag)
{
    NOC_AUTO_FREE char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return noc_fail_memory(diag);
    noc_status status = noc_placer_write_attach(t, best, out, diag);
    if (fclose(out) != 0 && status == NOC_OK) status = noc_fail_memory(diag);
    return status == NOC_OK ? noc_output_write(path, text, size, diag) : status;
}

static size_t count_shown(const option_values *values, const noc_place_result *found)
{
    return (size_t)found->count < values->shown_count ? (size_t)found->count
                                                      : (size_t)values->shown_count;
}

static noc_status show(const noc_request *r, noc_placer *t, const noc_place_problem *p,
                       const noc_place_result *found, const noc_ranked_placement *rows,
                       size_t named_count, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_placement_view view = {
        .problem = p,
        .result = found,
        .design = t->name,
        .columns = t->columns,
        .rows = t->rows,
        .routers = t->is_graph ? t->routers : NULL,
        .has_link_rates = t->has_link_rates,
        .memory_count = t->memory_nodes,
        .best_placements = rows,
        .best_count = count_shown(values, found),
        .named_placements = rows + found->count,
        .named_count = named_count,
    };
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    status = noc_report_placement(&page.sheet, &view, diag);
    if (status == NOC_OK && values->attach_path)
        status = write_attach(values->attach_path, t, &rows[0], diag);
    return noc_page_finish(r, &page, status, diag);
}

/* Search, and its progress. */
typedef struct search_watch {
    noc_progress progress;
    const noc_place_problem *problem;
    const noc_place_result *result;
    int memory_nodes;
    double max_seconds; /* limit of the search, s; 0: none */
    bool has_timed_out;
    char text[100];
} search_watch;

/* Writes the result so far: "best load 9.375, at most 4.2% above the least". With up to 64 tiles,
 * other threads fill the result, so it is not read. */
static void write_best(search_watch *w)
{
    const noc_place_result *f = w->result;
    if (w->problem->tiles <= 64 || f->count == 0) return;
    const double best = f->best[0].load * noc_place_load_unit(w->problem);
    size_t length =
        (size_t)snprintf(w->text, sizeof w->text, "best load %.3f", best / w->memory_nodes);
    if (f->bound > 0.0)
        snprintf(w->text + length, sizeof w->text - length, ", at most %.1f%% above the least",
                 100.0 * (best / f->bound - 1.0));
    w->progress.task_name = w->text;
}

static bool watch_tick(void *context, double done)
{
    search_watch *w = context;
    const double elapsed = noc_progress_seconds(&w->progress);
    write_best(w);
    w->has_timed_out = w->max_seconds > 0.0 && elapsed >= w->max_seconds;
    if (w->has_timed_out) return false;
    return noc_progress_tick(&w->progress, w->max_seconds > 0.0 ? elapsed / w->max_seconds : done);
}

/* Searches; an interrupted search has a result, too. */
static noc_status search(const noc_request *r, const noc_placer *t, const noc_place_problem *p,
                         noc_place_result *found, bool *is_interrupted, noc_diag *diag)
{
    const option_values *values = r->values;
    search_watch w = {.problem = p,
                      .result = found,
                      .memory_nodes = t->memory_nodes,
                      .max_seconds = (double)values->max_seconds};
    noc_progress_start(&w.progress, 1.0, r->is_quiet);
    noc_progress_task(&w.progress, 1.0, "placements");
    const noc_status status = noc_place_search(
        p, t->memory_nodes, r->jobs, values->max_seconds ? INFINITY : (double)values->effort,
        watch_tick, &w, found, diag);
    noc_progress_end(&w.progress);
    if (status != NOC_EINTERRUPTED) return status;
    *is_interrupted = !w.has_timed_out;
    if (found->count == 0)
        return noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is found yet");
    if (*is_interrupted) noc_message_print("interrupted: the best that was found so far");
    return NOC_OK;
}

/* Samples the shown placements to the requested half-width, and sorts them, best first. */
static noc_status sample_shown(const noc_request *r, noc_placer *t, const noc_place_result *found,
                               noc_ranked_placement *rows, size_t named_count, noc_diag *diag)
{
    const option_values *values = r->values;
    const size_t shown_count = count_shown(values, found);
    size_t finished = 0;
    noc_progress progress;
    if (values->precision.half_width == 0.0) return NOC_OK;
    noc_progress_start(&progress, (double)(shown_count + named_count), r->is_quiet);
    const noc_sampling sampling = noc_sampling_options_make(r, &noc_default_precision, &progress);
    noc_progress_task(&progress, (double)shown_count, "the best placements");
    noc_status status = noc_placer_sample(t, rows, shown_count, values->precision.half_width,
                                          &sampling, &finished, diag);
    noc_placer_sort(rows, shown_count);
    noc_progress_task(&progress, (double)named_count, "placements that have names");
    if (status == NOC_OK)
        status = noc_placer_sample(t, rows + found->count, named_count,
                                   values->precision.half_width, &sampling, &finished, diag);
    noc_progress_end(&progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE,
                 "interrupted: not all placements are as sure as asked; nothing is shown");
    return status;
}

/* Finds the placements with the smallest load, ranks them by the model, and adds named placements
 * for comparison. */
static noc_status place_nodes(const noc_request *r, noc_placer *t, noc_place_problem *p,
                              noc_diag *diag)
{
    NOC_AUTO_FREE noc_place_result *found = calloc(1, sizeof *found);
    NOC_AUTO_FREE noc_ranked_placement *rows =
        calloc(NOC_PLACE_RESULTS_MAX + NOC_PLACER_NAMED_MAX, sizeof *rows);
    size_t named_count = 0;
    bool is_interrupted = false;
    noc_status status = found && rows ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = search(r, t, p, found, &is_interrupted, diag);
    if (status == NOC_OK) status = noc_placer_rank_found(t, p, found, rows, diag);
    if (status == NOC_OK) named_count = noc_placer_rank_named(t, p, rows + found->count);
    if (status == NOC_OK) status = sample_shown(r, t, found, rows, named_count, diag);
    if (status == NOC_OK) status = show(r, t, p, found, rows, named_count, diag);
    return status == NOC_OK && is_interrupted ? NOC_EINTERRUPTED : status;
}

/* Refuses options that do not fit the design: --attach for a grid, a picture for a graph. */
static noc_status check(const noc_request *r, const noc_placer *t, noc_diag *diag)
{
    const option_values *values = r->values;
    if (values->attach_path && !t->is_graph)
        return NOC_REFUSE(diag, "--attach is for graphs (topology \"file\"); of a grid the answer "
                                "ends with nodes.memory_at");
    if (values->attach_path) return noc_output_check_path(values->attach_path, diag);
    if (r->format == NOC_FORMAT_SVG && t->is_graph)
        return NOC_REFUSE(diag, "placements are drawn on grids only; with --attach FILE 'nocsight "
                                "describe' draws a graph with its best one");
    return NOC_OK;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_placer_clear) noc_placer placer = {.override_count = 0};
    NOC_AUTO_FREE char *path = NULL;
    NOC_AUTO_PROBLEM noc_place_problem *problem = NULL;
    noc_status status = noc_shipped_resolve(r->operands[0], &path, diag);
    noc_interrupt_catch();
    if (status == NOC_OK)
        status =
            noc_placer_open(path, values->set_texts.list, values->set_texts.count, &placer, diag);
    if (status == NOC_OK)
        status = noc_placer_prepare(&placer, (int)values->memory_nodes, &problem, diag);
    if (status == NOC_OK) status = check(r, &placer, diag);
    if (status == NOC_OK) status = place_nodes(r, &placer, problem, diag);
    return noc_exit_from_status(status);
}

const noc_command noc_command_place = {
    .name = "place",
    .operands = "DESIGN",
    .purpose =
        "The best places for memory nodes on the design's grid, or at the routers of its graph.",
    .details =
        "Every placement is tried where that is feasible, by the load of the busiest channel and "
        "the mean path; the best hundred (of large grids fewer) are then estimated with the model. "
        "On larger grids a search of about a second finds good ones, and proves the least load "
        "where it can; else the gap to a proven bound is printed, and --effort or --seconds make "
        "it smaller. Ctrl-C shows the best so far (exit 130). In a graph (topology \"file\") nodes "
        "change places: memory nodes come to the routers of any nodes, which get theirs; --attach "
        "FILE writes the one with the most throughput by the model for network.attach, at a path "
        "from where the program runs: put it beside the design, from where names count. --within P "
        "makes the saturations of the shown placements as sure as P. With -o FILE.svg the model's "
        "best and the named placements of a grid are drawn side by side.",
    .examples = "  nocsight place te13-baseline --memory 8\n"
                "  nocsight place te13-baseline --memory 8 --set network.routing=cdr\n"
                "  nocsight place te13-baseline --memory 8 --within 3%\n"
                "  nocsight place te13-baseline-64 --memory 8 -o best.svg\n"
                "  nocsight place te13-baseline-64 --memory 24 --seconds 10\n"
                "  nocsight place my-graph.cfg --memory 2 --attach best.csv\n",
    .min_operands = 1,
    .max_operands = 1,
    .options = uses,
    .values_size = sizeof(option_values),
    .defaults = &default_values,
    .has_svg = true,
    .has_markup = true,
    .run = run,
};
