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
static void find_space_id(const noc_space *space, const char *engine, char id[NOC_ID_CHARS + 1])
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    NOC_AUTO_FREE char *canonical = noc_space_canonical_text(space);
    const char *text = noc_arena_text(&scratch, "%s\n%s", engine, canonical ? canonical : "");
    noc_id_hash(text ? text : "", id);
}

typedef struct sweep {
    const noc_space *space;
    const noc_sweep_options *options;
    noc_sweep_totals *totals;
    noc_store *store;
    const char *engine;
    char *base_path; /* path of the base design; "" if the space is its own source */
    char task[40], source[NOC_ID_CHARS + 1], id[NOC_ID_CHARS + 1];
    unsigned char *finished;
    noc_setting_columns columns; /* settings of the space's axes */
} sweep;

/* ---- results -------------------------------------------------------------------------------- */

static noc_status save_outcome(sweep *s, const noc_outcome *o, noc_diag *diag)
{
    noc_status status = NOC_OK;
    if (o->overrides)
        status =
            noc_store_put_design(s->store, o->hash, s->source, o->overrides, o->settings, diag);
    if (status == NOC_OK && o->is_new)
        status = noc_store_put_result(s->store, o->hash, s->task, s->engine, &o->estimate, diag);
    if (status == NOC_OK)
        status = noc_store_put_point(s->store, s->id, o->position, o->hash[0] ? o->hash : NULL,
                                     noc_design_state_name(o->state),
                                     o->reason[0] ? o->reason : NULL, diag);
    s->totals->finished_now++;
    s->totals->state_counts[o->state]++;
    s->totals->computed += o->is_new;
    s->totals->reused += o->has_estimate && !o->is_new;
    return status;
}

static noc_status save_outcomes(void *context, const noc_outcome_node *list, noc_diag *diag)
{
    sweep *s = context;
    const noc_sweep_totals totals_before = *s->totals;
    noc_status status = noc_store_begin(s->store, diag);
    if (status != NOC_OK) return status;
    for (; list && status == NOC_OK; list = list->next)
        status = save_outcome(s, &list->outcome, diag);
    status = noc_store_end(s->store, status, diag);
    if (status != NOC_OK) *s->totals = totals_before;
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
    snprintf(text, sizeof text, "%s:%s", o->is_maximised ? "max" : "min",
             noc_metric_info_of(o->metric)->name);
    return text;
}

static noc_status register_space(sweep *s, noc_diag *diag)
{
    const noc_space *space = s->space;
    NOC_AUTO_FREE char *constraints = json_list(space->constraint_count, constraint_text, space);
    NOC_AUTO_FREE char *objectives = json_list(space->objectives.count, objective_text, space);
    noc_space_record record = {
        .name = space->name,
        .source = s->source,
        .engine = (char *)(uintptr_t)s->engine,
        .task = s->task,
        .constraints = constraints,
        .objectives = objectives,
        .design_count = space->root.design_count,
    };
    memcpy(record.id, s->id, sizeof record.id);
    noc_status status = noc_store_begin(s->store, diag);
    if (status == NOC_OK)
        status = noc_store_put_source(s->store, s->source, space->name, s->base_path,
                                      space->base.text, diag);
    if (status == NOC_OK) status = noc_store_put_space(s->store, &record, diag);
    if (status == NOC_OK) status = noc_store_make_view(s->store, &s->columns, diag);
    return noc_store_end(s->store, status, diag);
}

static noc_status register_run(sweep *s, time_t started, double wall_s, bool is_finished,
                               noc_diag *diag)
{
    char begin[40], end[40];
    const time_t now = time(NULL);
    struct tm utc;
    strftime(begin, sizeof begin, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&started, &utc));
    strftime(end, sizeof end, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    const noc_run_record run = {
        .space = s->id,
        .started = begin,
        .finished = is_finished ? end : NULL,
        .command = s->options->command,
        .version = s->options->version,
        .commit = s->options->commit,
        .process = getpid(),
        .jobs = s->options->jobs ? s->options->jobs : noc_count_processors(),
        .processors = noc_count_processors(),
        .computed = (int64_t)s->totals->computed,
        .reused = (int64_t)s->totals->reused,
        .wall_s = wall_s,
    };
    return noc_store_put_run(s->store, &run, diag);
}

/* ---- sweep ---------------------------------------------------------------------------------- */

static void mark_finished_position(void *context, uint64_t position, bool is_ok)
{
    sweep *s = context;
    const noc_sweep_options *o = s->options;
    if (position % o->shard_count != o->shard - 1 || position >= s->space->root.design_count)
        return;
    const uint64_t k = position / o->shard_count;
    s->finished[k / 8] |= (unsigned char)(1u << (k % 8));
    s->totals->finished_before++;
    s->totals->ok_before += is_ok;
}

static noc_status fill_settings(sweep *s, noc_diag *diag)
{
    const noc_status status = noc_store_begin(s->store, diag);
    if (status != NOC_OK) return status;
    return noc_store_end(s->store, noc_store_fill_settings(s->store, &s->columns, diag), diag);
}

/* Record of the space, for functions that read the store. */
static noc_space_record make_record(sweep *s)
{
    noc_space_record record = {.engine = (char *)(uintptr_t)s->engine, .task = s->task};
    memcpy(record.id, s->id, sizeof record.id);
    return record;
}

static noc_status run_sweep(sweep *s, const char *path, noc_diag *diag)
{
    const noc_sweep_options *o = s->options;
    s->totals->designs = (s->space->root.design_count + o->shard_count - o->shard) / o->shard_count;
    s->finished = calloc(s->totals->designs / 8 + 1, 1);
    if (!s->finished) return noc_fail_memory(diag);
    const noc_space_record record = make_record(s);
    noc_status status = register_space(s, diag);
    if (status == NOC_OK)
        status = noc_store_visit_finished(s->store, &record, s->space->extent,
                                          mark_finished_position, s, diag);
    const time_t started = time(NULL);
    const double start = noc_seconds();
    if (status == NOC_OK) status = register_run(s, started, 0.0, false, diag);
    if (status != NOC_OK) return status;
    const noc_crew_batch work = {
        .space = s->space,
        .engine = s->engine,
        .task = s->task,
        .store_path = noc_store_has_answers(s->store, s->task, s->engine) ? path : NULL,
        .first = o->shard - 1,
        .stride = o->shard_count,
        .count = s->totals->designs,
        .finished = s->finished,
        .columns = &s->columns,
    };
    const noc_outcome_consumer consumer = {save_outcomes, tick_sweep, s};
    status = noc_crew_run(&work, o->jobs, &consumer, diag);
    if (status != NOC_OK && status != NOC_EINTERRUPTED) return status;
    NOC_AUTO(noc_diag_clear)
    noc_diag ignored = {0}; /* ignored: the next run fills the settings again */
    const noc_status settings_status = fill_settings(s, status == NOC_OK ? diag : &ignored);
    if (status == NOC_OK) status = settings_status;
    const noc_status run_status = register_run(s, started, noc_seconds() - start, true, diag);
    return run_status == NOC_OK ? status : run_status;
}

static noc_status read_facts(sweep *s, noc_sweep_facts *facts, noc_diag *diag)
{
    const noc_space_record record = make_record(s);
    noc_status status = noc_store_write_caveats(s->store, &record, &facts->caveats, diag);
    if (status == NOC_OK)
        status = noc_store_count_measured(s->store, &record, &facts->memory_results, diag);
    return status == NOC_OK ? noc_store_read_reasons(s->store, s->id, &facts->reasons, diag)
                            : status;
}

void noc_sweep_facts_clear(noc_sweep_facts *facts)
{
    free(facts->caveats);
    noc_reason_list_clear(&facts->reasons);
}

static void clear_sweep(sweep *s)
{
    noc_store_close(s->store);
    noc_setting_columns_clear(&s->columns);
    free(s->finished);
    free(s->base_path);
}

noc_status noc_sweep_run(const noc_space *space, const char *engine, const char *path,
                         const noc_sweep_options *options, noc_sweep_totals *totals,
                         noc_sweep_facts *facts, noc_diag *diag)
{
    *totals = (noc_sweep_totals){0};
    NOC_AUTO(clear_sweep)
    sweep s = {.space = space, .options = options, .totals = totals, .engine = engine};
    noc_space_format_task(space, s.task, sizeof s.task);
    s.base_path = noc_space_source_path(space, s.source);
    find_space_id(space, engine, s.id);
    noc_status status = s.base_path ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_space_check_figures(space, diag);
    if (status == NOC_OK) status = noc_space_columns(space, &s.columns, diag);
    if (status == NOC_OK) status = noc_store_open(path, NOC_STORE_CREATE, &s.store, diag);
    if (status == NOC_OK) status = run_sweep(&s, path, diag);
    return status == NOC_OK && facts ? read_facts(&s, facts, diag) : status;
}
