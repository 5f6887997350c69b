#include "explore/store/store_read.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/store/database.h"
#include "explore/store/packed.h"
#include "hybrid/answers/figures/reasons.h"
#include "power_area/built/built_cost.h"
#include "power_area/technology.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

/* Writes the columns "a, a_lo, a_hi, ..." of all metrics, NULL for metrics that the store lacks.
 * The caller frees the text. */
static char *list_metric_columns(noc_store *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (int id = 0; id < NOC_METRICS; id++) {
        const char *name = noc_db_metric_column(id);
        if (noc_db_has_column(s, name, ""))
            fprintf(out, ", result.%s, result.%s_lo, result.%s_hi", name, name, name);
        else
            fputs(", NULL, NULL, NULL", out);
    }
    fclose(out);
    return text;
}

static double read_real(sqlite3_stmt *q, int column)
{
    return sqlite3_column_type(q, column) == SQLITE_NULL ? NAN : sqlite3_column_double(q, column);
}

/* Reads the extent of a result; a sample has the largest. */
static noc_extent read_extent(sqlite3_stmt *q, int column, noc_method method)
{
    const int extent = sqlite3_column_int(q, column);
    return method == NOC_METHOD_SAMPLE || extent < 0 || extent > NOC_EXTENT_ALL
               ? NOC_EXTENT_ALL
               : (noc_extent)extent;
}

static void read_metrics(sqlite3_stmt *q, int first, double confidence, noc_extent extent,
                         noc_metric *metrics)
{
    for (int id = 0; id < NOC_METRICS; id++) {
        noc_metric *m = &metrics[id];
        *m = (noc_metric){read_real(q, first + 3 * id), read_real(q, first + 3 * id + 1),
                          read_real(q, first + 3 * id + 2), NAN, NULL};
        if (isfinite(m->lo)) m->confidence = confidence;
        if (isnan(m->value))
            m->reason = noc_metric_extent((noc_metric_id)id) > extent
                            ? noc_metric_extent_reason((noc_metric_id)id)
                            : "not in the store";
    }
}

/* Runs a kept statement with one row at most; *is_found: it has a row. The caller resets *q. */
static noc_status find_row(noc_store *s, noc_db_statement_id statement, const char *sql,
                           const char *const keys[4], sqlite3_stmt **q, bool *is_found,
                           noc_diag *diag)
{
    *is_found = false;
    const noc_status status = noc_db_statement(s, statement, sql, q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind_hash(*q, 1, keys[0]);
    for (int i = 1; i < 4; i++) noc_db_bind_text(*q, i + 1, keys[i]);
    const int step_result = sqlite3_step(*q);
    *is_found = step_result == SQLITE_ROW;
    return step_result == SQLITE_ROW || step_result == SQLITE_DONE ? NOC_OK : noc_db_fail(s, diag);
}

#define OF_KEY                                                                                 \
    "design = (SELECT id FROM design WHERE hash = ?) AND question = (SELECT id FROM question " \
    "WHERE "                                                                                   \
    "method = ? AND task = ? AND engine = ?)"

/* Tests first whether the row exists: SQLite compiles that query in a tenth of the time. */
noc_status noc_store_find_result(noc_store *s, const char *hash, noc_method method,
                                 const char *task, const char *engine, noc_estimate *e,
                                 bool *is_found, noc_diag *diag)
{
    const char *const key[] = {hash, noc_method_name(method), task, engine};
    sqlite3_stmt *q;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const char *sql = NULL;
    noc_status status = find_row(s, NOC_DB_HAS_RESULT, "SELECT 1 FROM result WHERE " OF_KEY, key,
                                 &q, is_found, diag);
    if (status != NOC_OK) return status;
    sqlite3_reset(q);
    if (!*is_found) return NOC_OK;
    if (!s->statements[NOC_DB_FIND_RESULT]) {
        NOC_AUTO_FREE char *columns = list_metric_columns(s);
        if (columns)
            sql = noc_arena_text(
                &scratch, "SELECT result.confidence, extent%s FROM result WHERE " OF_KEY, columns);
    }
    status = find_row(s, NOC_DB_FIND_RESULT, sql, key, &q, is_found, diag);
    if (status != NOC_OK) return status;
    if (*is_found) {
        e->extent = read_extent(q, 1, method);
        read_metrics(q, 2, read_real(q, 0), e->extent, e->metrics);
    }
    sqlite3_reset(q);
    return NOC_OK;
}

bool noc_store_has_answers(noc_store *s, const char *task, const char *engine)
{
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    if (noc_db_prepare(s,
                       "SELECT 1 FROM question WHERE method = 'model' AND task = ? AND engine = ?",
                       &q, &ignored) != NOC_OK)
        return false;
    NOC_DB_BIND_TEXTS(q, 1, task, engine);
    return sqlite3_step(q) == SQLITE_ROW;
}

noc_status noc_store_visit_finished(noc_store *s, const noc_space_record *space, noc_extent extent,
                                    void (*visit)(void *context, uint64_t position, bool ok),
                                    void *context, noc_diag *diag)
{
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    noc_status status =
        noc_db_prepare(s,
                       "SELECT position, reason IS NULL FROM point WHERE space = (SELECT number "
                       "FROM space WHERE id = ?) AND (reason IN (SELECT id FROM reason WHERE state "
                       "<> 'failed') OR (reason IS NULL AND EXISTS (SELECT 1 FROM result WHERE "
                       "result.design = point.design AND question = (SELECT id FROM question WHERE "
                       "method = 'model' AND task = ? AND engine = ?) AND extent >= ?)))",
                       &q, diag);
    if (status != NOC_OK) return status;
    NOC_DB_BIND_TEXTS(q, 1, space->id, space->task, space->engine);
    sqlite3_bind_int(q, 4, (int)extent);
    while (noc_db_next_row(s, q, &status, diag))
        visit(context, (uint64_t)sqlite3_column_int64(q, 0), sqlite3_column_int(q, 1) != 0);
    return status;
}

noc_status noc_store_read_spaces(noc_store *s, noc_arena *arena, noc_space_list *list,
                                 noc_diag *diag)
{
    static const char sql[] =
        "SELECT id, name, source, engine, task, constraints, objectives, designs, (SELECT count(*) "
        "FROM point WHERE space = number AND reason IS NULL), (SELECT count(*) FROM point JOIN "
        "reason ON reason.id = reason WHERE space = number AND state = 'excluded'), (SELECT "
        "count(*) FROM point JOIN reason ON reason.id = reason WHERE space = number AND state = "
        "'invalid'), (SELECT count(*) FROM point JOIN reason ON reason.id = reason WHERE space = "
        "number AND state = 'failed') FROM space ORDER BY (SELECT max(started) FROM run WHERE "
        "space = space.id) DESC, id";
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    noc_status status = noc_db_prepare(s, sql, &q, diag);
    while (noc_db_next_row(s, q, &status, diag)) {
        noc_space_record *grown =
            noc_list_grow(arena, list->spaces, list->count, sizeof *list->spaces);
        if (!grown) return noc_fail_memory(diag);
        list->spaces = grown;
        noc_space_record *r = &list->spaces[list->count++];
        char **const texts[] = {&r->name, &r->source,      &r->engine,
                                &r->task, &r->constraints, &r->objectives};
        snprintf(r->id, sizeof r->id, "%s", noc_db_text(q, 0));
        for (int i = 0; i < 6; i++) *texts[i] = noc_db_copy_text(arena, q, 1 + i);
        if (arena->is_short) return noc_fail_memory(diag);
        r->design_count = (uint64_t)sqlite3_column_int64(q, 7);
        uint64_t *const counts[] = {&r->ok_count, &r->excluded_count, &r->invalid_count,
                                    &r->failed_count};
        for (int i = 0; i < 4; i++) *counts[i] = (uint64_t)sqlite3_column_int64(q, 8 + i);
    }
    return status;
}

noc_status noc_store_read_reasons(noc_store *s, const char *space, noc_reason_list *list,
                                  noc_diag *diag)
{
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    noc_status status = noc_db_prepare(
        s,
        "SELECT state, text, count(*) FROM point JOIN reason ON reason.id = point.reason WHERE ?1 "
        "IS NULL OR space = (SELECT number FROM space WHERE id = ?1) GROUP BY state, text",
        &q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind_text(q, 1, space);
    while (noc_db_next_row(s, q, &status, diag))
        status = noc_reason_list_add(list, noc_db_text(q, 0), noc_db_text(q, 1),
                                     (uint64_t)sqlite3_column_int64(q, 2), diag);
    noc_reason_list_sort(list);
    return status;
}

/* Reads the scale of costs. Its source is a name of this program's tables, or unknown. */
static noc_cost_scale read_scale(sqlite3_stmt *q, int first)
{
    const char *source = (const char *)sqlite3_column_text(q, first);
    const noc_cost_scale unknown_scale = {NULL, NAN, NAN, NAN};
    for (size_t i = 0; source && noc_technology_at(i); i++)
        for (int is_built = 0; is_built < 2; is_built++) {
            const char *family = noc_technology_at(i)->family;
            const char *name = is_built ? noc_built_source(family) : family;
            if (name && strcmp(name, source) == 0)
                return (noc_cost_scale){name, read_real(q, first + 1), read_real(q, first + 2),
                                        read_real(q, first + 3)};
        }
    return unknown_scale;
}

enum { FIRST_METRIC = 10 }; /* first metric's column in noc_store_read_entries */

static void read_entry(sqlite3_stmt *q, noc_arena *arena, noc_entry *e)
{
    *e = (noc_entry){.overrides = noc_db_copy_text(arena, q, 1),
                     .source = noc_db_copy_text(arena, q, 2),
                     .clock_mhz = NAN};
    snprintf(e->hash, sizeof e->hash, "%s", noc_db_text(q, 0));
    e->method = strcmp(noc_db_text(q, 3), "sample") == 0 ? NOC_METHOD_SAMPLE : NOC_METHOD_MODEL;
    snprintf(e->status, sizeof e->status, "%s", noc_db_text(q, 4));
    e->bottleneck = noc_db_copy_text(arena, q, 5);
    const char *engine = noc_db_text(q, 7);
    e->effort = strstr(engine, NOC_ENGINE_COARSE)  ? NOC_EFFORT_COARSE
                : strstr(engine, NOC_ENGINE_BRIEF) ? NOC_EFFORT_BRIEF
                                                   : NOC_EFFORT_FULL;
    if (*noc_db_text(q, 8)) e->warnings = noc_db_copy_text(arena, q, 8);
    e->extent = read_extent(q, 9, e->method);
    read_metrics(q, FIRST_METRIC, read_real(q, 6), e->extent, e->metrics);
    e->scale = read_scale(q, FIRST_METRIC + 3 * NOC_METRICS);
}

noc_status noc_store_read_entries(noc_store *s, const noc_space_record *space, const char *sampler,
                                  noc_entries *entries, noc_diag *diag)
{
    /* Entries of a space. A design of several points is read once; of its samples the last one
     * counts, which has the largest effort. */
    static const char space_condition[] =
        " WHERE result.design IN (SELECT design FROM point WHERE space = (SELECT number FROM space "
        "WHERE id = ?1) AND reason IS NULL) AND task = ?2 AND (engine = ?3 OR (method = 'sample' "
        "AND engine LIKE ?4 || ' seed %'))";
    NOC_AUTO_FREE char *columns = list_metric_columns(s), *sql = NULL;
    if (!columns ||
        asprintf(&sql,
                 "SELECT lower(hex(hash)), " NOC_DB_OVERRIDES(
                     "overrides") ", source, method, status, coalesce(rtrim(bottleneck_kind || ' ' "
                                  "|| bottleneck_where), ''), confidence, engine, warning.text, "
                                  "extent%s, cost_source, technology_nm, cost_common_spread, "
                                  "cost_own_spread FROM result JOIN design ON design.id = "
                                  "result.design JOIN question ON question.id = result.question "
                                  "LEFT JOIN warning ON warning.id = result.warnings%s ORDER BY "
                                  "hash, method, engine LIKE '%%" NOC_ENGINE_COARSE
                                  "' DESC, engine LIKE '%%" NOC_ENGINE_BRIEF "' DESC, engine",
                 columns, space ? space_condition : "") < 0)
        sql = NULL;
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    noc_status status = sql ? noc_db_prepare(s, sql, &q, diag) : noc_fail_memory(diag);
    if (status == NOC_OK && space)
        NOC_DB_BIND_TEXTS(q, 1, space->id, space->task, space->engine, sampler);
    while (noc_db_next_row(s, q, &status, diag)) {
        noc_entry *grown =
            noc_list_grow(&entries->memory, entries->list, entries->count, sizeof *grown);
        if (grown) entries->list = grown;
        if (grown) read_entry(q, &entries->memory, &entries->list[entries->count++]);
        if (entries->memory.is_short) return noc_fail_memory(diag);
    }
    return status;
}

/* ---- fairness ------------------------------------------------------------------------------- */

#define OF_SPACE                                                                                   \
    " FROM result WHERE question = (SELECT id FROM question WHERE method = 'model' AND task = ?2 " \
    "AND engine = ?3) AND design IN (SELECT design FROM point WHERE space = (SELECT number FROM "  \
    "space WHERE id = ?1) AND reason IS NULL)"

/* Queries of caveats; each has one text as its result, or none. */
static const char *const caveat_queries[] = {
    "SELECT 'costs are from ' || group_concat(part, ' and ') || ': part of the difference between "
    "them is due to the source' FROM (SELECT cost_source || ' (' || printf('%g', "
    "min(technology_nm)) || CASE WHEN min(technology_nm) < max(technology_nm) THEN ' to ' || "
    "printf('%g', max(technology_nm)) ELSE '' END || ' nm)' AS part" OF_SPACE
    " AND cost_source IS NOT NULL GROUP BY cost_source ORDER BY cost_source) HAVING count(*) > 1",
    "SELECT printf('chip.other_area_mm2 = %g is kept over technologies from %g to %g nm: the rest "
    "of the chip is not scaled, so areas of chips and figures per area do not compare', rest, "
    "least, most) FROM (SELECT round(chip_area_mm2 - network_area_mm2, 4) AS rest, "
    "min(technology_nm) AS least, max(technology_nm) AS most" OF_SPACE
    " GROUP BY rest) WHERE rest > 0 AND least < most LIMIT 1",
    "SELECT 'a load in flits is other work for designs with other flits, packets or nodes (load = "
    "\"0.02tx\" or \"500GB/s\" is the same for all)' WHERE ?2 GLOB 'load *[0-9.]' AND (SELECT "
    "count(DISTINCT round(saturation_delivered_bytes_per_cycle / saturation_flits_per_cycle, "
    "3))" OF_SPACE ") > 1",
};

static noc_status prepare_space_query(noc_store *s, const noc_space_record *space, const char *sql,
                                      sqlite3_stmt **q, noc_diag *diag)
{
    const noc_status status = noc_db_prepare(s, sql, q, diag);
    if (status != NOC_OK) return status;
    NOC_DB_BIND_TEXTS(*q, 1, space->id, space->task, space->engine);
    return NOC_OK;
}

static noc_status add_caveat(noc_store *s, const noc_space_record *space, const char *sql,
                             FILE *out, noc_diag *diag)
{
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    noc_status status = prepare_space_query(s, space, sql, &q, diag);
    if (noc_db_next_row(s, q, &status, diag) && sqlite3_column_text(q, 0))
        fprintf(out, "%s\n", noc_db_text(q, 0));
    return status;
}

noc_status noc_store_write_caveats(noc_store *s, const noc_space_record *space, char **text,
                                   noc_diag *diag)
{
    size_t size = 0;
    noc_status status = NOC_OK;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    if (!out) return noc_fail_memory(diag);
    for (size_t i = 0; i < sizeof caveat_queries / sizeof caveat_queries[0] && status == NOC_OK;
         i++)
        status = add_caveat(s, space, caveat_queries[i], out, diag);
    fclose(out);
    return status;
}

noc_status noc_store_count_measured(noc_store *s, const noc_space_record *space, uint64_t *count,
                                    noc_diag *diag)
{
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    noc_status status =
        prepare_space_query(s, space, "SELECT count(*)" OF_SPACE " AND memory_alone > 0", &q, diag);
    if (noc_db_next_row(s, q, &status, diag)) *count = (uint64_t)sqlite3_column_int64(q, 0);
    return status;
}

noc_status noc_entry_set_answer(noc_arena *arena, noc_entry *entry, const noc_estimate *e,
                                noc_diag *diag)
{
    const noc_bottleneck *b = &e->bottleneck;
    const bool has_place = b->kind[0] && b->where[0];
    NOC_AUTO_FREE char *warnings = e->warning_count ? noc_estimate_warnings(e) : NULL;
    if (e->warning_count && !warnings) return noc_fail_memory(diag);
    entry->bottleneck =
        noc_arena_text(arena, "%s%s%s", b->kind, has_place ? " " : "", has_place ? b->where : "");
    entry->warnings = warnings ? noc_arena_string(arena, warnings) : NULL;
    if (arena->is_short) return noc_fail_memory(diag);
    entry->extent = e->extent;
    entry->scale = e->scale;
    snprintf(entry->status, sizeof entry->status, "%s", noc_answer_name(e->answer));
    memcpy(entry->metrics, e->metrics, sizeof entry->metrics);
    return NOC_OK;
}

/* ---- rebuilding ----------------------------------------------------------------------------- */

noc_status noc_store_read_source(noc_store *s, const char *id, noc_source *source, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_FIND_SOURCE, "SELECT path, text FROM source WHERE id = ?", &q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind_text(q, 1, id);
    const bool is_found = sqlite3_step(q) == SQLITE_ROW;
    if (is_found)
        *source =
            (noc_source){.path = strdup(noc_db_text(q, 0)), .text = strdup(noc_db_text(q, 1))};
    sqlite3_reset(q);
    if (is_found && source->path && source->text) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "has no source '%s'", id);
}

noc_status noc_store_rebuild_design(noc_store *s, const char *source_id, const char *overrides,
                                    noc_design **design, noc_diag *diag)
{
    NOC_AUTO(noc_source_clear) noc_source source = {.path = NULL};
    const noc_status status = noc_store_read_source(s, source_id, &source, diag);
    if (status != NOC_OK) return status;
    json_auto_t *list = json_loads(overrides, 0, NULL);
    const size_t count = json_array_size(list);
    NOC_AUTO_FREE const char **texts = calloc(count + 1, sizeof *texts);
    if (!texts) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++) {
        texts[i] = json_string_value(json_array_get(list, i));
        if (!texts[i]) texts[i] = "";
    }
    return noc_design_read_next(&source, texts, count, &s->texts, design, diag);
}

noc_status noc_store_rebuild_entry(noc_store *s, const noc_entry *entry, noc_design **design,
                                   noc_diag *diag)
{
    const noc_status status =
        noc_store_rebuild_design(s, entry->source, entry->overrides, design, diag);
    if (status != NOC_OK || !noc_design_has_tables(*design) ||
        strcmp((*design)->hash, entry->hash) == 0)
        return status;
    noc_design_free(*design);
    *design = NULL;
    return noc_fail(diag, NOC_EINPUT, (noc_place){s->path, 0},
                    "the files of design %.12s have changed since it was estimated (sweep again)",
                    entry->hash);
}
