#include "explore/sweep.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/c/version.h"
#include "cli/commands/parts/explore.h"
#include "cli/commands/parts/measure_front.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/progress.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "cli/identity/identity.h"
#include "explore/space/space_read.h"
#include "explore/survey.h"
#include "reports/facts/sweep.h"
#include "reports/words/figure.h"
#include "reports/writers/shell_word.h"

/* Values of the options. */
typedef struct option_values {
    const char *store;
    bool is_dry_run;
    uint64_t shard, shard_count;
    double max_seconds; /* limit, s; 0: none */
    double half_width;  /* half-width of the front's objectives; 0: not given */
} option_values;

/* Reads a shard: "I/N", 1 <= I <= N. */
static void read_shard(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    option_values *values = stored;
    unsigned shard = 0, shard_count = 0;
    int parsed_bytes = 0;
    if (sscanf(text, "%5u/%5u%n", &shard, &shard_count, &parsed_bytes) == 2 &&
        !text[parsed_bytes] && shard >= 1 && shard <= shard_count &&
        isdigit((unsigned char)*text)) {
        values->shard = shard;
        values->shard_count = shard_count;
    } else {
        noc_option_refuse(option, text, "I/N with 1 <= I <= N, for example 2/8", diag);
    }
}

static const noc_option own_options[] = {
    NOC_TAKE_FLAG(
        "dry-run",
        "only say how many designs there are, how many are invalid and why, and how long it takes",
        is_dry_run),
    {"shard", 0, "I/N", "the I-th of N parts of the space, for N machines", NOC_OPTION_CUSTOM,
     .offset = 0, .read = read_shard},
    NOC_TAKE_REAL("seconds", "S", "stop after S seconds (or 10min), for the same command to go on",
                  max_seconds, 0.0, 1e7, "a time above 0, in seconds", "s"),
    NOC_TAKE_REAL("within", "P",
                  "then sample designs that may be on the front until it is as sure as P (5%) in "
                  "each objective",
                  half_width, 0.0, 1.0, "a share between 0 and 1, for example 5% or 0.05", ""),
    {0},
};

static const option_values default_values = {.shard = 1, .shard_count = 1};

static const noc_option_use uses[] = {
    {&noc_store_options, offsetof(option_values, store)},
    NOC_OWN_OPTIONS(own_options),
    {0},
};

/* Progress of a sweep: the finished share, and the rate in words. */
typedef struct sweep_watch {
    noc_progress progress;
    char text[120];
} sweep_watch;

static bool report_progress(void *context, const noc_sweep_totals *t)
{
    sweep_watch *w = context;
    const double elapsed = noc_progress_seconds(&w->progress);
    const uint64_t remaining = t->designs - t->finished_before;
    snprintf(w->text, sizeof w->text, "%s of %s designs, %s/s",
             noc_grouped_number_make(t->finished_before + t->finished_now).text,
             noc_grouped_number_make(t->designs).text,
             noc_grouped_number_make(
                 (uint64_t)((double)t->finished_now / (elapsed > 0.01 ? elapsed : 0.01)))
                 .text);
    return noc_progress_tick(&w->progress,
                             remaining ? (double)t->finished_now / (double)remaining : 1.0);
}

static void watch_start(sweep_watch *w, const noc_request *r, noc_sweep_options *options)
{
    w->progress = noc_progress_begin(w->text, r->is_quiet);
    options->tick = report_progress;
    options->context = w;
}

/* Refuses a space without a remaining design, as if empty; a shard may have none. */
static noc_status check_designs_left(const noc_request *r, const noc_space *space,
                                     uint64_t design_count, const noc_reason_list *reasons,
                                     noc_diag *diag)
{
    const option_values *values = r->values;
    if (design_count > 0 || values->shard_count > 1) return NOC_OK;
    const noc_reason *first = reasons->count ? &reasons->reasons[0] : NULL;
    return noc_fail(
        diag, NOC_EINPUT, (noc_place){space->file, 0},
        "no design is left: all %s are excluded by constraints or invalid (%s of them %s: %s)",
        noc_grouped_number_make(space->root.design_count).text,
        noc_grouped_number_make(first ? first->design_count : 0).text, first ? first->state : "",
        first ? first->example : "");
}

static noc_status run_dry(const noc_request *r, const noc_space *space, noc_sweep_options *options,
                          noc_diag *diag)
{
    noc_survey survey;
    noc_page page;
    sweep_watch w = {.text = ""};
    watch_start(&w, r, options);
    noc_status status = noc_survey_sweep(space, options, &survey, diag);
    noc_progress_end(&w.progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is shown");
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK)
        status =
            noc_page_finish(r, &page, noc_report_survey(&page.sheet, space, &survey, diag), diag);
    if (status == NOC_OK && survey.checked_designs == survey.designs)
        status =
            check_designs_left(r, space, survey.state_counts[NOC_STATE_OK], &survey.reasons, diag);
    noc_survey_clear(&survey);
    return status;
}

/* ---- sweep ---------------------------------------------------------------------------------- */

static noc_status show(const noc_request *r, const noc_sweep_view *view, noc_diag *diag)
{
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    return noc_page_finish(r, &page, noc_report_sweep(&page.sheet, view, diag), diag);
}

/* Runs the sweep, and reports the point of a stop. */
static noc_status run_sweep(const noc_request *r, const noc_space *space, const char *engine,
                            noc_sweep_options *options, noc_sweep_totals *t, noc_sweep_facts *facts,
                            double *seconds, noc_diag *diag)
{
    const option_values *values = r->values;
    sweep_watch w = {.text = ""};
    watch_start(&w, r, options);
    w.progress.task_limit_s = values->max_seconds;
    const noc_status status = noc_sweep_run(space, engine, values->store, options, t, facts, diag);
    noc_progress_end(&w.progress);
    *seconds = noc_progress_seconds(&w.progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE,
                 "%s: %s of %s designs are saved in %s; the same command goes on",
                 w.progress.is_late ? "--seconds are over" : "interrupted",
                 noc_grouped_number_make(t->finished_before + t->finished_now).text,
                 noc_grouped_number_make(t->designs).text, values->store);
    return status;
}

/* Samples designs of the space until its front has the requested half-width. */
static noc_status decide_front(const noc_request *r, const noc_space *space,
                               noc_measure_totals *totals, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_front_request request = {.store = values->store,
                                       .choice = {.space = space->name, .model_error = NAN},
                                       .is_measuring = true,
                                       .confidence = NOC_FRONT_CONFIDENCE};
    const noc_front_sampling sampling =
        noc_front_sampling_within(values->half_width, &noc_default_precision);
    NOC_AUTO(noc_stored_front_close) noc_stored_front f = {.store = NULL};
    noc_status status = noc_stored_front_open(r, &request, &f, diag);
    if (status == NOC_OK) status = noc_front_measure(r, &sampling, &f, totals, diag);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE,
                 "interrupted: all designs are estimated, and %s samples are saved in %s; the same "
                 "command goes on",
                 noc_grouped_number_make(totals->coarse_samples + totals->precise_samples).text,
                 values->store);
    return status;
}

static int sweep(const noc_request *r, const noc_space *space, noc_sweep_options *options,
                 noc_diag *diag)
{
    const option_values *values = r->values;
    const char *engine = noc_engine_of_program;
    noc_sweep_totals t = {0};
    NOC_AUTO(noc_sweep_facts_clear) noc_sweep_facts facts = {.caveats = NULL};
    noc_measure_totals measure_totals = {0};
    double seconds = 0.0;
    noc_status status = noc_store_require_option(r, values->store, diag);
    if (status == NOC_OK) status = run_sweep(r, space, engine, options, &t, &facts, &seconds, diag);
    if (status == NOC_OK && values->half_width > 0.0)
        status = decide_front(r, space, &measure_totals, diag);
    if (status == NOC_OK) {
        const noc_sweep_view view = {.space = space,
                                     .totals = &t,
                                     .reasons = &facts.reasons,
                                     .seconds = seconds,
                                     .shard_index = values->shard,
                                     .shard_count = values->shard_count,
                                     .store = values->store,
                                     .front_precision = values->half_width,
                                     .measure_totals = &measure_totals,
                                     .measured_memory_count = facts.memory_results,
                                     .caveats = facts.caveats ? facts.caveats : ""};
        status = show(r, &view, diag);
    }
    if (status == NOC_OK && t.state_counts[NOC_STATE_FAILED] == 0)
        status = check_designs_left(r, space, t.ok_before + t.state_counts[NOC_STATE_OK],
                                    &facts.reasons, diag);
    return status == NOC_OK && t.state_counts[NOC_STATE_FAILED] ? NOC_EXIT_FAILED_POINTS
                                                                : noc_exit_from_status(status);
}

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    NOC_AUTO(noc_space_clear) noc_space space = {0};
    NOC_AUTO_FREE char *path = NULL, *command = noc_shell_command_line(r->argc, r->argv);
    noc_status status = noc_shipped_space(r->operands[0], &path, diag);
    if (status == NOC_OK) status = noc_space_read(path, noc_shipped_resolve, &space, diag);
    noc_sweep_options options = {
        .jobs = r->jobs,
        .shard = values->shard,
        .shard_count = values->shard_count,
        .command = command,
        .version = noc_version(),
        .commit = noc_commit(),
    };
    if (status == NOC_OK && values->shard_count > space.root.design_count)
        status = NOC_REFUSE(
            diag, "--shard %" PRIu64 "/%" PRIu64 ": the space has only %" PRIu64 " designs",
            values->shard, values->shard_count, space.root.design_count);
    if (status == NOC_OK && values->half_width > 0.0 &&
        (values->is_dry_run || values->shard_count > 1))
        status =
            NOC_REFUSE(diag, "sweep: --within samples for the front of a whole space (not with "
                             "--dry-run or --shard; of merged shards nocsight pareto --within)");
    if (status == NOC_OK && values->is_dry_run) status = run_dry(r, &space, &options, diag);
    return status == NOC_OK && !values->is_dry_run ? sweep(r, &space, &options, diag)
                                                   : noc_exit_from_status(status);
}

const noc_command noc_command_sweep = {
    .name = "sweep",
    .operands = "SPACE",
    .purpose = "Estimate all designs of a space into a store; the same command goes on where it "
               "was stopped.",
    .details = "A SPACE is a file: a base design, axes, constraints, objectives; or the name of a "
               "shipped one (nocsight describe spaces). Nothing that the store knows is computed "
               "again. Ctrl-C saves finished designs; a kill loses at most the last second's work.",
    .examples = "  nocsight sweep te13 --dry-run\n"
                "  nocsight sweep te13 --store te13.db\n"
                "  nocsight sweep te13 --store te13.db --within 5%\n",
    .min_operands = 1,
    .max_operands = 1,
    .options = uses,
    .values_size = sizeof(option_values),
    .defaults = &default_values,
    .run = run,
};
