/* The calling thread writes the outcomes of all threads (crew.h) to the store. */
#include "explore/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/processors.h"
#include "explore/crew.h"
#include "explore/space/space.h"
#include "explore/store/store_read.h"
#include "explore/store/store_settings.h"
#include "explore/store/store_write.h"
#include "hybrid/answers/figures/answer.h"

/* Finds the identifier of the points of this space by this engine. */
static void find_id(const noc_space *space, const char *engine, char id[NOC_ID_CHARS + 1])
{
    char *canonical = noc_space_canonical(space), *text = NULL;
    if (asprintf(&text, "%s\n%s", engine, canonical ? canonical : "") < 0) text = NULL;
    noc_id_of(text ? text : "", id);
    free(canonical);
    free(text);
}

typedef struct sweep {
    const noc_space *space;
    const noc_sweep_options *options;
    noc_sweep_totals *totals;
    noc_store *store;
    const char *engine;
    char *place; /* path of the base design; "" if the space is its own source */
    char task[40], source[NOC_ID_CHARS + 1], id[NOC_ID_CHARS + 1];
    unsigned char *finished;
    noc_setting_columns columns; /* settings of the space's axes */
} sweep;

/* ---- results -------------------------------------------------------------------------------- */

static noc_status save(sweep *s, const noc_outcome *o, noc_diag *diag)
{
    noc_status status = NOC_OK;
    if (o->overrides)
        status =
            noc_store_put_design(s->store, o->hash, s->source, o->overrides, o->settings, diag);
    if (status == NOC_OK && o->computed)
        status = noc_store_put_result(s->store, o->hash, s->task, s->engine, &o->estimate, diag);
    if (status == NOC_OK)
        status =
            noc_store_put_point(s->store, s->id, o->position, o->hash[0] ? o->hash : NULL,
                                noc_state_name(o->state), o->reason[0] ? o->reason : NULL, diag);
    s->totals->done++;
    s->totals->states[o->state]++;
    s->totals->computed += o->computed;
    s->totals->reused += o->answered && !o->computed;
    return status;
}

static noc_status take_results(void *context, const noc_outcome_node *list, noc_diag *diag)
{
    sweep *s = context;
    const noc_sweep_totals before = *s->totals;
    noc_status status = noc_store_begin(s->store, diag);
    if (status != NOC_OK) return status;
    for (; list && status == NOC_OK; list = list->next) status = save(s, &list->outcome, diag);
    if (status == NOC_OK)
        status = noc_store_commit(s->store, diag);
    else
        noc_store_rollback(s->store);
    if (status != NOC_OK) *s->totals = before;
    return status;
}

static bool tick_sweep(void *context)
{
    sweep *s = context;
    return !s->options->tick || s->options->tick(s->options->context, s->totals);
}

/* ---- the space and the run ------------------------------------------------------------------ */

static char *json_list(size_t count, const char *(*item)(const void *context, size_t i),
                       const void *context)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputc('[', out);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", \"" : "\"", out);
        for (const char *c = item(context, i); *c; c++) {
            if (strchr("\"\\", *c)) fputc('\\', out);
            fputc((unsigned char)*c < ' ' ? ' ' : *c, out);
        }
        fputc('"', out);
    }
    fputc(']', out);
    fclose(out);
    return text;
}

static const char *constraint_text(const void *context, size_t i)
{
    return noc_expression_text(((const noc_space *)context)->constraints[i]);
}

static const char *objective_text(const void *context, size_t i)
{
    static _Thread_local char text[100];
    const noc_objective *o = &((const noc_space *)context)->objectives.list[i];
    snprintf(text, sizeof text, "%s:%s", o->maximize ? "max" : "min",
             noc_metric_info_of(o->metric)->name);
    return text;
}

static noc_status register_space(sweep *s, noc_diag *diag)
{
    const noc_space *space = s->space;
    noc_space_record record = {
        .name = space->name,
        .source = s->source,
        .engine = (char *)(uintptr_t)s->engine,
        .task = s->task,
        .constraints = json_list(space->constraint_count, constraint_text, space),
        .objectives = json_list(space->objectives.count, objective_text, space),
        .designs = space->root.size,
    };
    memcpy(record.id, s->id, sizeof record.id);
    noc_status status = noc_store_begin(s->store, diag);
    if (status == NOC_OK)
        status = noc_store_put_source(s->store, s->source, space->name, s->place, space->base.text,
                                      diag);
    if (status == NOC_OK) status = noc_store_put_space(s->store, &record, diag);
    if (status == NOC_OK) status = noc_store_make_view(s->store, &s->columns, diag);
    if (status == NOC_OK)
        status = noc_store_commit(s->store, diag);
    else
        noc_store_rollback(s->store);
    free(record.constraints);
    free(record.objectives);
    return status;
}

static noc_status register_run(sweep *s, time_t started, double wall, bool finished, noc_diag *diag)
{
    char begin[40], end[40];
    const time_t now = time(NULL);
    struct tm utc;
    strftime(begin, sizeof begin, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&started, &utc));
    strftime(end, sizeof end, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    const noc_run_record run = {
        .space = s->id,
        .started = begin,
        .finished = finished ? end : NULL,
        .command = s->options->command,
        .version = s->options->version,
        .commit = s->options->commit,
        .process = getpid(),
        .jobs = s->options->jobs ? s->options->jobs : noc_processors(),
        .processors = noc_processors(),
        .computed = (int64_t)s->totals->computed,
        .reused = (int64_t)s->totals->reused,
        .wall_s = wall,
    };
    return noc_store_put_run(s->store, &run, diag);
}

/* ---- sweep ---------------------------------------------------------------------------------- */

static void mark_finished(void *context, uint64_t position, bool ok)
{
    sweep *s = context;
    const noc_sweep_options *o = s->options;
    if (position % o->of != o->shard - 1 || position >= s->space->root.size) return;
    const uint64_t k = position / o->of;
    s->finished[k / 8] |= (unsigned char)(1u << (k % 8));
    s->totals->before++;
    s->totals->ok_before += ok;
}

static noc_status fill_settings(sweep *s, noc_diag *diag)
{
    noc_status status = noc_store_begin(s->store, diag);
    if (status != NOC_OK) return status;
    status = noc_store_fill_settings(s->store, &s->columns, diag);
    if (status == NOC_OK) return noc_store_commit(s->store, diag);
    noc_store_rollback(s->store);
    return status;
}

/* Record of the space, for functions that read the store. */
static noc_space_record record_of(sweep *s)
{
    noc_space_record record = {.engine = (char *)(uintptr_t)s->engine, .task = s->task};
    memcpy(record.id, s->id, sizeof record.id);
    return record;
}

static noc_status run_sweep(sweep *s, const char *path, noc_diag *diag)
{
    const noc_sweep_options *o = s->options;
    s->totals->designs = (s->space->root.size + o->of - o->shard) / o->of;
    s->finished = calloc(s->totals->designs / 8 + 1, 1);
    if (!s->finished) return noc_fail_memory(diag);
    const noc_space_record known = record_of(s);
    noc_status status = register_space(s, diag);
    if (status == NOC_OK)
        status = noc_store_finished(s->store, &known, s->space->extent, mark_finished, s, diag);
    const time_t started = time(NULL);
    const double start = noc_seconds();
    if (status == NOC_OK) status = register_run(s, started, 0.0, false, diag);
    if (status != NOC_OK) return status;
    const noc_crew_work work = {
        .space = s->space,
        .engine = s->engine,
        .task = s->task,
        .store_path = noc_store_has_answers(s->store, s->task, s->engine) ? path : NULL,
        .first = o->shard - 1,
        .stride = o->of,
        .count = s->totals->designs,
        .finished = s->finished,
        .columns = &s->columns,
    };
    const noc_outcome_receiver t = {take_results, tick_sweep, s};
    status = noc_crew_run(&work, o->jobs, &t, diag);
    if (status != NOC_OK && status != NOC_EINTERRUPTED) return status;
    noc_diag unfilled = {0}; /* ignored: the next run fills the settings again */
    const noc_status filled = fill_settings(s, status == NOC_OK ? diag : &unfilled);
    noc_diag_clear(&unfilled);
    if (status == NOC_OK) status = filled;
    const noc_status told = register_run(s, started, noc_seconds() - start, true, diag);
    return told == NOC_OK ? status : told;
}

static noc_status read_swept(sweep *s, noc_swept *swept, noc_diag *diag)
{
    const noc_space_record record = record_of(s);
    noc_status status = noc_store_caveats(s->store, &record, &swept->caveats, diag);
    if (status == NOC_OK)
        status = noc_store_count_alone(s->store, &record, &swept->memory_alone, diag);
    return status == NOC_OK ? noc_store_reasons(s->store, s->id, &swept->reasons, diag) : status;
}

void noc_swept_clear(noc_swept *swept)
{
    free(swept->caveats);
    noc_reason_list_clear(&swept->reasons);
}

noc_status noc_sweep_run(const noc_space *space, const char *engine, const char *path,
                         const noc_sweep_options *options, noc_sweep_totals *totals,
                         noc_swept *swept, noc_diag *diag)
{
    *totals = (noc_sweep_totals){0};
    sweep s = {.space = space, .options = options, .totals = totals, .engine = engine};
    noc_space_task(space, s.task, sizeof s.task);
    s.place = noc_space_source(space, s.source);
    find_id(space, engine, s.id);
    noc_status status = s.place ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_space_check_figures(space, diag);
    if (status == NOC_OK) status = noc_space_columns(space, &s.columns, diag);
    if (status == NOC_OK) status = noc_store_open(path, NOC_STORE_CREATE, &s.store, diag);
    if (status == NOC_OK) status = run_sweep(&s, path, diag);
    if (status == NOC_OK && swept) status = read_swept(&s, swept, diag);
    noc_store_close(s.store);
    noc_setting_columns_clear(&s.columns);
    free(s.finished);
    free(s.place);
    return status;
}
