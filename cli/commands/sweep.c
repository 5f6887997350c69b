#include "explore/sweep.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/parts/explore.h"
#include "cli/commands/parts/measure_front.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/progress.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "cli/frame/version.h"
#include "cli/identity/identity.h"
#include "explore/space/space_read.h"
#include "explore/survey.h"
#include "reports/facts/sweep.h"
#include "reports/words/figure.h"
#include "reports/writers/shell_word.h"

/* Values of the options. */
typedef struct request {
    const char *store;
    bool dry_run;
    uint64_t shard, shards;
    double seconds; /* limit, s; 0: none */
    double within;  /* half-width of the front's objectives; 0: not given */
} request;

/* Reads a shard: "I/N", 1 <= I <= N. */
static void read_shard(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    request *own = stored;
    unsigned shard = 0, shards = 0;
    int end = 0;
    if (sscanf(text, "%5u/%5u%n", &shard, &shards, &end) == 2 && !text[end] && shard >= 1 &&
        shard <= shards && isdigit((unsigned char)*text)) {
        own->shard = shard;
        own->shards = shards;
    } else {
        noc_option_refuse(option, text, "I/N with 1 <= I <= N, for example 2/8", diag);
    }
}

static const noc_option own_options[] = {
    {"dry-run", 0, NULL,
     "only say how many designs there are, how many are invalid and why, and how long it takes",
     NOC_OPTION_FLAG, .offset = offsetof(request, dry_run)},
    {"shard", 0, "I/N", "the I-th of N parts of the space, for N machines", NOC_OPTION_OWN,
     .offset = 0, .read = read_shard},
    {"seconds", 0, "S", "stop after S seconds (or 10min), for the same command to go on",
     NOC_OPTION_REAL, .offset = offsetof(request, seconds), .above = 0.0, .below = 1e7,
     .expected = "a time above 0, in seconds", .unit = "s"},
    {"within", 0, "P",
     "then sample what may be on the front until it is as sure as P (5%) in each objective",
     NOC_OPTION_REAL, .offset = offsetof(request, within), .above = 0.0, .below = 1.0,
     .expected = "a share between 0 and 1, for example 5% or 0.05", .unit = ""},
    {0},
};

static const request usual = {.shard = 1, .shards = 1};

static const noc_option_group own_group = {NULL, own_options, NULL, 0};

static const noc_option_use uses[] = {
    {&noc_store_options, offsetof(request, store)},
    {&own_group, 0},
    {0},
};

/* Progress of a sweep: the finished share, and the rate in words. */
typedef struct watch {
    noc_progress progress;
    char what[120];
} watch;

static bool tick(void *context, const noc_sweep_totals *t)
{
    watch *w = context;
    const double elapsed = noc_progress_seconds(&w->progress);
    const uint64_t todo = t->designs - t->before;
    snprintf(w->what, sizeof w->what, "%s of %s designs, %s/s",
             noc_grouped_of(t->before + t->done).text, noc_grouped_of(t->designs).text,
             noc_grouped_of((uint64_t)((double)t->done / (elapsed > 0.01 ? elapsed : 0.01))).text);
    return noc_progress_tick(&w->progress, todo ? (double)t->done / (double)todo : 1.0);
}

static void watch_start(watch *w, const noc_request *r, noc_sweep_options *options)
{
    noc_interrupt_catch();
    noc_progress_start(&w->progress, 1.0, r->quiet);
    noc_progress_task(&w->progress, 1.0, w->what);
    options->tick = tick;
    options->context = w;
}

/* Refuses a space without a remaining design, as if empty; a shard may have none. */
static noc_status check_left(const noc_request *r, const noc_space *space, uint64_t left,
                             const noc_reason_list *reasons, noc_diag *diag)
{
    const request *own = r->own;
    if (left > 0 || own->shards > 1) return NOC_OK;
    const noc_reason *first = reasons->count ? &reasons->reasons[0] : NULL;
    return noc_fail(diag, NOC_EINPUT, (noc_place){space->file, 0},
                    "no design is left: all %s are excluded by constraints or invalid (%s of them "
                    "%s: %s)",
                    noc_grouped_of(space->root.size).text,
                    noc_grouped_of(first ? first->count : 0).text, first ? first->state : "",
                    first ? first->text : "");
}

static noc_status dry_run(const noc_request *r, const noc_space *space, noc_sweep_options *options,
                          noc_diag *diag)
{
    noc_survey survey;
    noc_page page;
    watch w = {.what = ""};
    watch_start(&w, r, options);
    noc_status status = noc_sweep_survey(space, options, &survey, diag);
    noc_progress_end(&w.progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE, "interrupted: nothing is shown");
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK)
        status =
            noc_page_finish(r, &page, noc_report_survey(&page.sheet, space, &survey, diag), diag);
    if (status == NOC_OK && survey.looked_at == survey.designs)
        status = check_left(r, space, survey.states[NOC_STATE_OK], &survey.reasons, diag);
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
                            noc_sweep_options *options, noc_sweep_totals *t, noc_swept *swept,
                            double *seconds, noc_diag *diag)
{
    const request *own = r->own;
    watch w = {.what = ""};
    watch_start(&w, r, options);
    w.progress.limit = own->seconds;
    const noc_status status = noc_sweep_run(space, engine, own->store, options, t, swept, diag);
    noc_progress_end(&w.progress);
    *seconds = noc_progress_seconds(&w.progress);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE,
                 "%s: %s of %s designs are saved in %s; the same command goes on",
                 w.progress.late ? "--seconds are over" : "interrupted",
                 noc_grouped_of(t->before + t->done).text, noc_grouped_of(t->designs).text,
                 own->store);
    return status;
}

/* Samples designs of the space until its front has the requested half-width. */
static noc_status decide(const noc_request *r, const noc_space *space, noc_measure_totals *totals,
                         noc_diag *diag)
{
    const request *own = r->own;
    const noc_front_wanted wanted = {.store = own->store,
                                     .choice = {.space = space->name, .model_error = NAN},
                                     .measure = true,
                                     .confidence = NOC_FRONT_CONFIDENCE};
    const noc_front_measuring how = noc_front_within(own->within, &noc_usual_precision);
    noc_stored_front f = {.store = NULL};
    noc_status status = noc_front_of_store(r, &wanted, &f, diag);
    if (status == NOC_OK) status = noc_front_measure(r, &how, &f, totals, diag);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE,
                 "interrupted: all designs are estimated, and %s samples are saved in %s; the same "
                 "command goes on",
                 noc_grouped_of(totals->coarse + totals->measured).text, own->store);
    noc_front_of_clear(&f);
    return status;
}

static int sweep(const noc_request *r, const noc_space *space, noc_sweep_options *options,
                 noc_diag *diag)
{
    const request *own = r->own;
    const char *engine = noc_engine_of_program;
    noc_sweep_totals t = {0};
    noc_swept swept = {.caveats = NULL};
    noc_measure_totals measured = {0};
    double seconds = 0.0;
    noc_status status = noc_store_wanted(r, own->store, diag);
    if (status == NOC_OK) status = run_sweep(r, space, engine, options, &t, &swept, &seconds, diag);
    if (status == NOC_OK && own->within > 0.0) status = decide(r, space, &measured, diag);
    if (status == NOC_OK) {
        const noc_sweep_view view = {.space = space,
                                     .totals = &t,
                                     .reasons = &swept.reasons,
                                     .seconds = seconds,
                                     .shard = own->shard,
                                     .shards = own->shards,
                                     .store = own->store,
                                     .within = own->within,
                                     .measured = &measured,
                                     .memory_alone = swept.memory_alone,
                                     .caveats = swept.caveats ? swept.caveats : ""};
        status = show(r, &view, diag);
    }
    if (status == NOC_OK && t.states[NOC_STATE_FAILED] == 0)
        status = check_left(r, space, t.ok_before + t.states[NOC_STATE_OK], &swept.reasons, diag);
    noc_swept_clear(&swept);
    return status == NOC_OK && t.states[NOC_STATE_FAILED] ? NOC_EXIT_FAILED_POINTS
                                                          : noc_exit_of(status);
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    noc_space space = {0};
    char *path = NULL, *command = noc_shell_line(r->argc, r->argv);
    noc_status status = noc_shipped_space(r->operands[0], &path, diag);
    if (status == NOC_OK) status = noc_space_read(path, noc_shipped_resolve, &space, diag);
    noc_sweep_options options = {
        .jobs = r->jobs,
        .shard = own->shard,
        .of = own->shards,
        .command = command,
        .version = noc_version(),
        .commit = noc_commit(),
    };
    if (status == NOC_OK && own->shards > space.root.size)
        status = noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                          "--shard %" PRIu64 "/%" PRIu64 ": the space has only %" PRIu64 " designs",
                          own->shard, own->shards, space.root.size);
    if (status == NOC_OK && own->within > 0.0 && (own->dry_run || own->shards > 1))
        status = noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                          "sweep: --within samples for the front of a whole space (not with "
                          "--dry-run or --shard; of merged shards nocsight pareto --within)");
    if (status == NOC_OK && own->dry_run) status = dry_run(r, &space, &options, diag);
    const int exit_status =
        status == NOC_OK && !own->dry_run ? sweep(r, &space, &options, diag) : noc_exit_of(status);
    noc_space_clear(&space);
    free(command);
    free(path);
    return exit_status;
}

const noc_command noc_command_sweep = {
    .name = "sweep",
    .operands = "SPACE",
    .purpose = "Estimate all designs of a space into a store; the same command goes on where it "
               "was stopped.",
    .details = "A SPACE is a file: a base design, axes, constraints, objectives; or the name of a "
               "shipped one (nocsight describe spaces). Nothing that the store knows is computed "
               "again. Ctrl-C saves what is finished; a kill loses at most the last second's work.",
    .examples = "  nocsight sweep te13 --dry-run\n"
                "  nocsight sweep te13 --store te13.db\n"
                "  nocsight sweep te13 --store te13.db --within 5%\n",
    .least = 1,
    .most = 1,
    .options = uses,
    .size = sizeof(request),
    .defaults = &usual,
    .run = run,
};
