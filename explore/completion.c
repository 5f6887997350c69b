#include "explore/completion.h"

#include <stdio.h>
#include <string.h>

#include "explore/store/store_write.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "reader/design_walk.h"

enum { TIMED_MAX = 5 };

typedef struct completion_state {
    const noc_completion_job *job;
    noc_extent extent;
    noc_offered_load load;
    noc_value_cache stage_results; /* stage results of the last designs, for reuse */
} completion_state;

/* Reads the load from a task: "limits" or "load 0.02tx" (noc_space_format_task). */
static noc_offered_load read_task_load(const noc_space_record *space)
{
    static const char word[] = "load ";
    noc_offered_load load = {NOC_LOAD_NONE, 0.0};
    if (strncmp(space->task, word, strlen(word)) == 0)
        noc_offered_load_read(space->task + strlen(word), &load);
    return load;
}

static bool is_partial(const noc_entries *entries, const bool *selected, size_t i,
                       noc_extent extent)
{
    const noc_entry *e = &entries->list[i];
    return e->method == NOC_METHOD_MODEL && e->extent < extent && (!selected || selected[i]);
}

size_t noc_entries_count_partial(const noc_entries *entries, const bool *selected,
                                 noc_extent extent)
{
    size_t count = 0;
    for (size_t i = 0; i < entries->count; i++) count += is_partial(entries, selected, i, extent);
    return count;
}

/* ---- one design ----------------------------------------------------------------------------- */

static noc_status solve_design(completion_state *c, const noc_design *design, noc_estimate *e,
                               noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    double load;
    noc_status status = noc_system_compile_kept(design, &c->stage_results, &system, diag);
    if (status == NOC_OK)
        status = noc_offered_load_convert(system, noc_calibration_shipped(), &c->load, &load, diag);
    return status == NOC_OK
               ? noc_estimate_sweep_point(system, load, c->extent, &c->stage_results, e, diag)
               : status;
}

/* Solves an entry's design. If the design has no answer, the call succeeds with *is_answered
 * false. */
static noc_status solve_entry(completion_state *c, const noc_entry *entry, noc_estimate *e,
                              bool *is_answered, noc_diag *diag)
{
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    noc_status status = noc_store_rebuild_entry(c->job->store, entry, &design, &faults);
    if (status == NOC_OK) status = solve_design(c, design, e, &faults);
    *is_answered = status == NOC_OK;
    return status == NOC_EFAILED ? noc_fail_memory(diag) : NOC_OK;
}

static noc_status save_answer(const completion_state *c, const char *hash, const noc_estimate *e,
                              noc_diag *diag)
{
    noc_store *s = c->job->result_store;
    if (!s) return NOC_OK;
    noc_status status = noc_store_begin(s, diag);
    if (status != NOC_OK) return status;
    status = noc_store_put_result(s, hash, c->job->space->task, c->job->space->engine, e, diag);
    return noc_store_end(s, status, diag);
}

static noc_status complete_entry(completion_state *c, noc_arena *arena, noc_entry *entry,
                                 noc_diag *diag)
{
    noc_estimate e;
    bool is_answered;
    noc_status status = solve_entry(c, entry, &e, &is_answered, diag);
    if (status != NOC_OK || !is_answered) return status;
    status = save_answer(c, entry->hash, &e, diag);
    return status == NOC_OK ? noc_entry_set_answer(arena, entry, &e, diag) : status;
}

/* ---- all entries ---------------------------------------------------------------------------- */

static void end_completion(completion_state *c)
{
    noc_cache_clear(&c->stage_results);
}

noc_status noc_entries_complete(const noc_completion_job *job, noc_entries *entries,
                                const bool *selected, noc_extent extent, noc_diag *diag)
{
    const size_t total = noc_entries_count_partial(entries, selected, extent);
    NOC_AUTO(end_completion)
    completion_state c = {.job = job, .extent = extent, .load = read_task_load(job->space)};
    size_t completed = 0;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < entries->count && status == NOC_OK; i++) {
        if (!is_partial(entries, selected, i, extent)) continue;
        status = complete_entry(&c, &entries->memory, &entries->list[i], diag);
        const double share = (double)++completed / (double)total;
        if (status == NOC_OK && job->tick && !job->tick(job->context, share))
            status = noc_fail(diag, NOC_EINTERRUPTED, NOC_NOWHERE,
                              "interrupted: %zu of %zu designs were completed", completed, total);
    }
    return status;
}

double noc_entries_predict_time(const noc_completion_job *job, const noc_entries *entries,
                                const bool *selected, noc_extent extent, noc_diag *diag)
{
    const size_t total = noc_entries_count_partial(entries, selected, extent);
    const size_t stride = total / TIMED_MAX + 1;
    NOC_AUTO(end_completion)
    completion_state c = {.job = job, .extent = extent, .load = read_task_load(job->space)};
    const double start = noc_seconds();
    size_t partial_entries = 0, timed_entries = 0;
    for (size_t i = 0; i < entries->count; i++) {
        noc_estimate e;
        bool is_answered;
        if (!is_partial(entries, selected, i, extent) || partial_entries++ % stride != 0) continue;
        if (solve_entry(&c, &entries->list[i], &e, &is_answered, diag) == NOC_OK) timed_entries++;
    }
    return timed_entries ? (noc_seconds() - start) / (double)timed_entries * (double)total : 0.0;
}
