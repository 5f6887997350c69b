#include "explore/sweep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/explore.h"
#include "cli/interrupt.h"
#include "cli/page.h"
#include "cli/progress.h"
#include "cli/request.h"
#include "cli/shipped.h"
#include "cli/version.h"
#include "reports/caveats.h"
#include "reports/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/pen.h"
#include "reports/writers/say.h"
#include "reports/writers/sheet.h"

/* Progress of a sweep: the share that is done, the rate in words. */
typedef struct watch {
    noc_progress progress;
    char what[120];
} watch;

static bool tick(void *context, const noc_sweep_totals *t)
{
    watch *w = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double elapsed = (double)(now.tv_sec - w->progress.start.tv_sec) +
                           1e-9 * (double)(now.tv_nsec - w->progress.start.tv_nsec);
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

/* A space of which nothing is left is as wrong as an empty one; a shard may well have nothing. */
static noc_status check_left(const noc_request *r, const noc_space *space, uint64_t left,
                             noc_diag *diag)
{
    if (left > 0 || r->shards > 1) return NOC_OK;
    return noc_fail(diag, NOC_EINPUT, (noc_place){space->file, 0},
                    "no design is left: all %s are excluded by constraints or invalid "
                    "('nocsight sweep %s --dry-run' tells why)",
                    noc_grouped_of(space->root.size).text, r->operands[0]);
}

/* ---- dry run -------------------------------------------------------------------------------- */

enum { REASONS_SHOWN = 12, REASON_INDENT = 14 };

/* Shares of a part of a large space stand for the whole. */
static uint64_t scaled(const noc_survey *s, uint64_t count)
{
    if (s->looked_at == s->designs || s->looked_at == 0) return count;
    return (uint64_t)((double)count * (double)s->designs / (double)s->looked_at + 0.5);
}

static void tell_reasons(const noc_survey *s, const noc_sheet *sheet)
{
    FILE *out = sheet->out;
    uint64_t others = 0;
    for (size_t i = 0; i < s->reasons.count; i++) {
        const noc_reason *reason = &s->reasons.reasons[i];
        if (i < REASONS_SHOWN)
            noc_text_hang(sheet, REASON_INDENT, "  %10s  %s: %s",
                          noc_grouped_of(scaled(s, reason->count)).text, reason->state,
                          reason->text);
        else
            others += reason->count;
    }
    if (others) fprintf(out, "  %10s  for other reasons\n", noc_grouped_of(scaled(s, others)).text);
}

/* "NAME: 12 designs", the name cleaned. */
static void tell_name(const noc_space *space, uint64_t designs, FILE *out)
{
    noc_pen pen = {.out = out};
    noc_pen_text(&pen, space->name, strlen(space->name));
    fprintf(out, ": %s designs", noc_grouped_of(designs).text);
}

static void tell_survey(const noc_space *space, const noc_survey *s, const noc_sheet *sheet)
{
    FILE *out = sheet->out;
    const bool part = s->looked_at < s->designs;
    tell_name(space, s->designs, out);
    fprintf(out, "%s\n", part ? " (shares from an evenly spread part of them)" : "");
    fprintf(out, "  %10s  to be estimated\n",
            noc_grouped_of(scaled(s, s->states[NOC_STATE_OK])).text);
    fprintf(out, "  %10s  excluded by constraints on settings and cost\n",
            noc_grouped_of(scaled(s, s->states[NOC_STATE_EXCLUDED])).text);
    fprintf(out, "  %10s  invalid\n", noc_grouped_of(scaled(s, s->states[NOC_STATE_INVALID])).text);
    if (s->reasons.count) fprintf(out, "Why (an example of each reason):\n");
    tell_reasons(s, sheet);
    if (s->states[NOC_STATE_OK])
        fprintf(out, "The sweep will take about %s (%" PRIu64 " designs timed).\n",
                noc_duration(s->seconds).text, s->timed);
    else
        fprintf(out, "Nothing is left to estimate.\n");
}

static void json_survey(const noc_space *space, const noc_survey *s, FILE *out)
{
    fprintf(out,
            "{\n  \"schema\": \"nocsight.survey/1\",\n  \"designs\": %" PRIu64
            ",\n  \"looked_at\": %" PRIu64 ",\n  \"to_estimate\": %" PRIu64
            ",\n  \"excluded\": %" PRIu64 ",\n  \"invalid\": %" PRIu64
            ",\n  \"seconds\": %.3g\n}\n",
            s->designs, s->looked_at, s->states[NOC_STATE_OK], s->states[NOC_STATE_EXCLUDED],
            s->states[NOC_STATE_INVALID], s->seconds);
    (void)space;
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
    if (status == NOC_OK) {
        if (r->format == NOC_FORMAT_JSON)
            json_survey(space, &survey, page.sheet.out);
        else
            tell_survey(space, &survey, &page.sheet);
        status = noc_page_send(r, &page, diag);
    }
    if (status == NOC_OK && survey.looked_at == survey.designs)
        status = check_left(r, space, survey.states[NOC_STATE_OK], diag);
    noc_survey_clear(&survey);
    return status;
}

/* ---- sweep ---------------------------------------------------------------------------------- */

static void tell_next(const noc_request *r, FILE *out)
{
    fputs(" Next: nocsight pareto --store ", out);
    noc_put_word(out, r->store);
    fputc('\n', out);
}

static void tell_totals(const noc_request *r, const noc_space *space, const noc_sweep_totals *t,
                        double seconds, FILE *out)
{
    tell_name(space, t->designs, out);
    if (r->shards > 1) fprintf(out, " (shard %" PRIu64 " of %" PRIu64 ")", r->shard, r->shards);
    if (t->before) fprintf(out, ", %s of them finished before", noc_grouped_of(t->before).text);
    if (t->done == 0) {
        fputs("\nNothing was left to do.", out);
        tell_next(r, out);
        return;
    }
    fprintf(out, "\n  %10s  estimated now, in %s", noc_grouped_of(t->computed).text,
            noc_duration(seconds).text);
    if (t->computed)
        fprintf(out, " (%s designs/s)",
                noc_grouped_of((uint64_t)((double)t->computed / seconds)).text);
    if (t->reused)
        fprintf(out, "\n  %10s  known from other sweeps or points", noc_grouped_of(t->reused).text);
    fprintf(out, "\n  %10s  within the constraints\n",
            noc_grouped_of(t->states[NOC_STATE_OK]).text);
    fprintf(out, "  %10s  excluded by constraints\n",
            noc_grouped_of(t->states[NOC_STATE_EXCLUDED]).text);
    fprintf(out, "  %10s  invalid\n", noc_grouped_of(t->states[NOC_STATE_INVALID]).text);
    if (t->states[NOC_STATE_FAILED])
        fprintf(out, "  %10s  failed\n", noc_grouped_of(t->states[NOC_STATE_FAILED]).text);
    fprintf(out, "Saved in %s.", r->store);
    tell_next(r, out);
}

static void json_totals(const noc_sweep_totals *t, const char *caveats, FILE *out)
{
    char *warnings = NULL;
    json_t *list = noc_json_lines(caveats);
    warnings = json_dumps(list, JSON_COMPACT);
    json_decref(list);
    fprintf(out,
            "{\n  \"schema\": \"nocsight.sweep/1\",\n  \"designs\": %" PRIu64
            ",\n  \"finished_before\": %" PRIu64 ",\n  \"computed\": %" PRIu64
            ",\n  \"reused\": %" PRIu64 ",\n  \"ok\": %" PRIu64 ",\n  \"excluded\": %" PRIu64
            ",\n  \"invalid\": %" PRIu64 ",\n  \"failed\": %" PRIu64 ",\n  \"warnings\": %s\n}\n",
            t->designs, t->before, t->computed, t->reused, t->states[0], t->states[1], t->states[2],
            t->states[3], warnings ? warnings : "[]");
    free(warnings);
}

/* What makes the designs of the store no fair comparison; the caller frees it. */
static noc_status read_caveats(const noc_request *r, const noc_space *space, const char *engine,
                               char **caveats, noc_diag *diag)
{
    char id[NOC_ID_CHARS + 1];
    noc_store *store = NULL;
    noc_space_list spaces = {0};
    noc_space_id(space, engine, id);
    noc_status status = noc_store_open(r->store, NOC_STORE_READ, &store, diag);
    if (status == NOC_OK) status = noc_store_spaces(store, &spaces, diag);
    for (size_t i = 0; i < spaces.count && status == NOC_OK && !*caveats; i++)
        if (strcmp(spaces.spaces[i].id, id) == 0)
            status = noc_store_caveats(store, &spaces.spaces[i], caveats, diag);
    noc_space_list_clear(&spaces);
    noc_store_close(store);
    return status;
}

static int sweep(const noc_request *r, const noc_space *space, noc_sweep_options *options,
                 noc_diag *diag)
{
    char *caveats = NULL;
    char engine[NOC_ID_CHARS + 1];
    noc_sweep_totals t = {0};
    noc_page page;
    watch w = {.what = ""};
    noc_status status = noc_store_wanted(r, diag);
    if (status == NOC_OK) status = noc_engine_of_program(engine, diag);
    if (status != NOC_OK) return noc_exit_of(status);
    watch_start(&w, r, options);
    status = noc_sweep_run(space, engine, r->store, options, &t, diag);
    noc_progress_end(&w.progress);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double seconds = (double)(now.tv_sec - w.progress.start.tv_sec) +
                           1e-9 * (double)(now.tv_nsec - w.progress.start.tv_nsec);
    if (status == NOC_EINTERRUPTED)
        noc_fail(diag, status, NOC_NOWHERE,
                 "interrupted: %s of %s designs are saved in %s; the same command goes on",
                 noc_grouped_of(t.before + t.done).text, noc_grouped_of(t.designs).text, r->store);
    if (status == NOC_OK) status = read_caveats(r, space, engine, &caveats, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        if (r->format == NOC_FORMAT_JSON) {
            json_totals(&t, caveats ? caveats : "", page.sheet.out);
        } else {
            tell_totals(r, space, &t, seconds, page.sheet.out);
            noc_text_warning_lines(&page.sheet, caveats ? caveats : "");
        }
        status = noc_page_send(r, &page, diag);
    }
    free(caveats);
    if (status == NOC_OK && t.states[NOC_STATE_FAILED]) return NOC_EXIT_POINTS;
    if (status == NOC_OK) status = check_left(r, space, t.ok_before + t.states[NOC_STATE_OK], diag);
    return noc_exit_of(status);
}

static int run(const noc_request *r, noc_diag *diag)
{
    noc_space space = {0};
    char *path = NULL, *command = noc_command_line(r);
    noc_status status = noc_shipped_space(r->operands[0], &path, diag);
    if (status == NOC_OK) status = noc_space_read(path, noc_shipped_resolve, &space, diag);
    noc_sweep_options options = {
        .jobs = r->jobs,
        .shard = r->shard,
        .of = r->shards,
        .command = command,
        .version = noc_version(),
        .commit = noc_commit(),
    };
    int exit_status = noc_exit_of(status);
    if (status == NOC_OK && r->shards > space.root.size)
        exit_status = noc_exit_of(noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                                           "--shard %" PRIu64 "/%" PRIu64
                                           ": the space has only %" PRIu64 " designs",
                                           r->shard, r->shards, space.root.size));
    else if (status == NOC_OK)
        exit_status = r->dry_run ? noc_exit_of(dry_run(r, &space, &options, diag))
                                 : sweep(r, &space, &options, diag);
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
               "shipped one (nocsight list spaces). Nothing that the store knows is computed "
               "again. Ctrl-C saves what is finished; a kill loses at most the last second's work.",
    .examples = "  nocsight sweep te13 --dry-run\n"
                "  nocsight sweep te13 --store te13.db\n",
    .operand = NOC_OPERAND_SPACE,
    .least = 1,
    .most = 1,
    .takes = NOC_TAKES_STORE | NOC_TAKES_SWEEP,
    .run = run,
};
