#include "explore/complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/store/store_write.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "reader/design_walk.h"

enum { TIMED_MOST = 5 };

typedef struct completing {
    const noc_completion *work;
    noc_extent extent;
    noc_offered_load load;
    noc_kept kept; /* stage results of the last designs, for reuse */
} completing;

/* Reads the load from a task: "limits" or "load 0.02tx" (noc_space_format_task). */
static noc_offered_load load_of(const noc_space_record *space)
{
    static const char word[] = "load ";
    noc_offered_load load = {NOC_LOAD_NONE, 0.0};
    if (strncmp(space->task, word, strlen(word)) == 0)
        noc_offered_load_read(space->task + strlen(word), &load);
    return load;
}

static bool is_lacking(const noc_entries *entries, const bool *which, size_t i, noc_extent extent)
{
    const noc_entry *e = &entries->list[i];
    return e->method == NOC_METHOD_MODEL && e->extent < extent && (!which || which[i]);
}

size_t noc_entries_lacking(const noc_entries *entries, const bool *which, noc_extent extent)
{
    size_t count = 0;
    for (size_t i = 0; i < entries->count; i++) count += is_lacking(entries, which, i, extent);
    return count;
}

/* ---- one design ----------------------------------------------------------------------------- */

static noc_status ask(completing *c, const noc_design *design, noc_estimate *e, noc_diag *diag)
{
    noc_system *system = NULL;
    double load;
    noc_status status = noc_system_compile_kept(design, &c->kept, &system, diag);
    if (status == NOC_OK)
        status = noc_offered_load_of(system, noc_calibration_shipped(), &c->load, &load, diag);
    if (status == NOC_OK)
        status = noc_estimate_model_next(system, load, c->extent, &c->kept, e, diag);
    noc_system_free(system);
    return status;
}

/* Solves an entry's design. If the design has no answer, the call succeeds with *answered false. */
static noc_status answer(completing *c, const noc_entry *entry, noc_estimate *e, bool *answered,
                         noc_diag *diag)
{
    noc_diag faults = {0};
    noc_design *design = NULL;
    noc_status status = noc_store_rebuild_entry(c->work->store, entry, &design, &faults);
    if (status == NOC_OK) status = ask(c, design, e, &faults);
    *answered = status == NOC_OK;
    noc_design_free(design);
    noc_diag_clear(&faults);
    return status == NOC_EFAILED ? noc_fail_memory(diag) : NOC_OK;
}

static noc_status save(const completing *c, const char *hash, const noc_estimate *e, noc_diag *diag)
{
    noc_store *s = c->work->saved;
    if (!s) return NOC_OK;
    noc_status status = noc_store_begin(s, diag);
    if (status != NOC_OK) return status;
    status = noc_store_put_result(s, hash, c->work->space->task, c->work->space->engine, e, diag);
    if (status == NOC_OK) return noc_store_commit(s, diag);
    noc_store_rollback(s);
    return status;
}

static noc_status complete(completing *c, noc_entry *entry, noc_diag *diag)
{
    noc_estimate e;
    bool answered;
    noc_status status = answer(c, entry, &e, &answered, diag);
    if (status != NOC_OK || !answered) return status;
    status = save(c, entry->hash, &e, diag);
    return status == NOC_OK ? noc_entry_answer(entry, &e, diag) : status;
}

/* ---- all entries ---------------------------------------------------------------------------- */

static completing begin(const noc_completion *work, noc_extent extent)
{
    return (completing){.work = work, .extent = extent, .load = load_of(work->space)};
}

static void end(completing *c)
{
    noc_kept_clear(&c->kept);
}

noc_status noc_entries_complete(const noc_completion *work, noc_entries *entries, const bool *which,
                                noc_extent extent, noc_diag *diag)
{
    const size_t all = noc_entries_lacking(entries, which, extent);
    completing c = begin(work, extent);
    size_t done = 0;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < entries->count && status == NOC_OK; i++) {
        if (!is_lacking(entries, which, i, extent)) continue;
        status = complete(&c, &entries->list[i], diag);
        const double share = (double)++done / (double)all;
        if (status == NOC_OK && work->tick && !work->tick(work->context, share))
            status = noc_fail(diag, NOC_EINTERRUPTED, NOC_NOWHERE,
                              "interrupted: %zu of %zu designs were completed", done, all);
    }
    end(&c);
    return status;
}

double noc_entries_completion_time(const noc_completion *work, const noc_entries *entries,
                                   const bool *which, noc_extent extent, noc_diag *diag)
{
    const size_t all = noc_entries_lacking(entries, which, extent);
    const size_t stride = all / TIMED_MOST + 1;
    completing c = begin(work, extent);
    const double start = noc_seconds();
    size_t seen = 0, timed = 0;
    for (size_t i = 0; i < entries->count; i++) {
        noc_estimate e;
        bool answered;
        if (!is_lacking(entries, which, i, extent) || seen++ % stride != 0) continue;
        if (answer(&c, &entries->list[i], &e, &answered, diag) == NOC_OK) timed++;
    }
    end(&c);
    return timed ? (noc_seconds() - start) / (double)timed * (double)all : 0.0;
}
