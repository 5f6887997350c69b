#include "explore/store/store_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "explore/store/database.h"
#include "explore/store/store_settings.h"

noc_status noc_store_put_source(noc_store *s, const char *id, const char *name, const char *path,
                                const char *text, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_PUT_SOURCE, "INSERT OR IGNORE INTO source VALUES(?, ?, ?, ?)", &q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind(q, 1, id);
    noc_db_bind(q, 2, name);
    noc_db_bind(q, 3, path);
    noc_db_bind(q, 4, text);
    return noc_db_step(s, q, diag);
}

noc_status noc_store_put_space(noc_store *s, const noc_space_record *space, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status =
        noc_db_statement(s, NOC_DB_PUT_SPACE,
                         "INSERT OR REPLACE INTO space VALUES(?, ?, ?, ?, ?, ?, ?, ?)", &q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind(q, 1, space->id);
    noc_db_bind(q, 2, space->name);
    noc_db_bind(q, 3, space->source);
    noc_db_bind(q, 4, space->engine);
    noc_db_bind(q, 5, space->task);
    noc_db_bind(q, 6, space->constraints);
    noc_db_bind(q, 7, space->objectives);
    sqlite3_bind_int64(q, 8, (sqlite3_int64)space->designs);
    return noc_db_step(s, q, diag);
}

/* One design may be reached in several ways: the first in order is kept, whichever comes first. */
noc_status noc_store_put_design(noc_store *s, const char *hash, const char *source,
                                const char *overrides, const char *settings, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_PUT_DESIGN,
        "INSERT INTO design(hash, source, overrides, settings) VALUES(?, ?, ?, ?) ON "
        "CONFLICT(hash) "
        "DO UPDATE SET source = excluded.source, overrides = excluded.overrides, settings = "
        "excluded.settings WHERE (excluded.source, "
        "excluded.overrides) < (design.source, design.overrides)",
        &q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind(q, 1, hash);
    noc_db_bind(q, 2, source);
    noc_db_bind(q, 3, overrides);
    noc_db_bind(q, 4, settings);
    return noc_db_step(s, q, diag);
}

/* A result to be put. */
typedef struct result {
    const char *hash, *task, *engine;
    const noc_estimate *e;
    const noc_bottleneck *bottleneck; /* NULL: not known */
    const char *warnings;             /* a line each; NULL: none, or not known */
} result;

/* Ends an INSERT of results: where there is the row of a sample, it takes the metrics that it
 * lacks. A row of the same engine has no other values. */
static void put_filling(FILE *out)
{
    static const char *const suffixes[] = {"", "_lo", "_hi"};
    fputs("ON CONFLICT(hash, method, task, engine) DO UPDATE SET ", out);
    for (int id = 0; id < NOC_METRICS; id++)
        for (int k = 0; k < 3; k++) {
            const char *name = noc_db_metric(id), *suffix = suffixes[k];
            fprintf(out, "%s%s%s = coalesce(result.%s%s, excluded.%s%s)", id + k ? ", " : "", name,
                    suffix, name, suffix, name, suffix);
        }
    fputs(" WHERE method = 'sample'", out);
}

/* The caller frees the text. */
static char *put_result_sql(noc_method method)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    int count = 3 * NOC_METRICS;
    fputs("INSERT INTO result(", out);
#define NOC_RESULT_COLUMN(name, type, value) \
    fputs(#name ", ", out);                  \
    count++;
#include "explore/store/result_columns.def"
#undef NOC_RESULT_COLUMN
    for (int id = 0; id < NOC_METRICS; id++)
        fprintf(out, "%s%s, %s_lo, %s_hi", id ? ", " : "", noc_db_metric(id), noc_db_metric(id),
                noc_db_metric(id));
    fputs(") VALUES(?", out);
    for (int i = 1; i < count; i++) fputs(", ?", out);
    fputs(") ", out);
    if (method == NOC_METHOD_SAMPLE)
        put_filling(out);
    else
        fputs("ON CONFLICT DO NOTHING", out);
    fclose(out);
    return text;
}

static double confidence_of(const noc_estimate *e)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isfinite(e->metrics[id].lo)) return e->metrics[id].confidence;
    return NAN;
}

static const int64_t no_integer = INT64_MIN;

/* Only samples have seeds and cycles. */
static int64_t of_sample(const noc_estimate *e, uint64_t value)
{
    return e->method == NOC_METHOD_SAMPLE ? (int64_t)value : no_integer;
}

static void bind_integer(sqlite3_stmt *q, int at, int64_t value)
{
    if (value == no_integer)
        sqlite3_bind_null(q, at);
    else
        sqlite3_bind_int64(q, at, value);
}

static void bind_result(sqlite3_stmt *q, const result *r)
{
    int at = 1;
#define BIND_TEXT(value)                     noc_db_bind(q, at++, value);
#define BIND_REAL(value)                     noc_db_bind_real(q, at++, value);
#define BIND_INTEGER(value)                  bind_integer(q, at++, value);
#define NOC_RESULT_COLUMN(name, type, value) BIND_##type(value)
#include "explore/store/result_columns.def"
#undef NOC_RESULT_COLUMN
    for (int id = 0; id < NOC_METRICS; id++) {
        noc_db_bind_real(q, at++, r->e->metrics[id].value);
        noc_db_bind_real(q, at++, r->e->metrics[id].lo);
        noc_db_bind_real(q, at++, r->e->metrics[id].hi);
    }
}

/* A model's row of a lesser extent makes room. */
static noc_status drop_lesser(noc_store *s, const char *hash, const char *task, const char *engine,
                              noc_extent extent, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status =
        noc_db_statement(s, NOC_DB_DROP_RESULT,
                         "DELETE FROM result WHERE hash = ? AND method = 'model' AND task = ? AND "
                         "engine = ? AND extent < ?",
                         &q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind(q, 1, hash);
    noc_db_bind(q, 2, task);
    noc_db_bind(q, 3, engine);
    sqlite3_bind_int(q, 4, (int)extent);
    return noc_db_step(s, q, diag);
}

noc_status noc_store_put_result(noc_store *s, const char *hash, const char *task,
                                const char *engine, const noc_estimate *e, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_db_kept which =
        e->method == NOC_METHOD_SAMPLE ? NOC_DB_PUT_SAMPLE : NOC_DB_PUT_RESULT;
    char *sql = s->prepared[which] ? NULL : put_result_sql(e->method);
    noc_status status = noc_db_statement(s, which, sql, &q, diag);
    free(sql);
    if (status == NOC_OK && e->method == NOC_METHOD_MODEL)
        status = drop_lesser(s, hash, task, engine, e->extent, diag);
    if (status != NOC_OK) return status;
    char *warnings = e->warning_count ? noc_estimate_warnings(e) : NULL;
    if (e->warning_count && !warnings) return noc_fail_memory(diag);
    const result r = {hash,    task, engine, e, e->bottleneck.kind[0] ? &e->bottleneck : NULL,
                      warnings};
    bind_result(q, &r);
    status = noc_db_step(s, q, diag);
    free(warnings);
    return status;
}

noc_status noc_store_put_point(noc_store *s, const char *space, uint64_t position, const char *hash,
                               const char *state, const char *reason, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_PUT_POINT, "INSERT OR REPLACE INTO point VALUES(?, ?, ?, ?, ?)", &q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind(q, 1, space);
    sqlite3_bind_int64(q, 2, (sqlite3_int64)position);
    noc_db_bind(q, 3, hash);
    noc_db_bind(q, 4, state);
    noc_db_bind(q, 5, reason);
    return noc_db_step(s, q, diag);
}

noc_status noc_store_put_run(noc_store *s, const noc_run_record *r, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_PUT_RUN, "INSERT OR REPLACE INTO run VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", &q, diag);
    if (status != NOC_OK) return status;
    const char *const texts[] = {r->space,   r->started, r->finished,
                                 r->command, r->version, r->commit};
    for (int i = 0; i < 6; i++) noc_db_bind(q, i + 1, texts[i]);
    const int64_t counts[] = {r->process, r->jobs, r->processors, r->computed, r->reused};
    for (int i = 0; i < 5; i++) sqlite3_bind_int64(q, i + 7, counts[i]);
    sqlite3_bind_double(q, 12, r->wall_s);
    return noc_db_step(s, q, diag);
}

/* ---- stores of several machines made one ---------------------------------------------------- */

static char *shared_columns(noc_store *s, const char *table)
{
    char sql[300];
    sqlite3_stmt *q = NULL;
    char *columns = NULL;
    snprintf(sql, sizeof sql,
             "SELECT group_concat('\"' || name || '\"', ', ') FROM pragma_table_info('%s', 'main') "
             "WHERE name IN (SELECT name FROM pragma_table_info('%s', 'other'))",
             table, table);
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW && sqlite3_column_text(q, 0))
        columns = strdup((const char *)sqlite3_column_text(q, 0));
    sqlite3_finalize(q);
    return columns;
}

static noc_status merge_results(noc_store *s, noc_diag *diag)
{
    char *columns = shared_columns(s, "result"), *text = NULL;
    size_t size = 0;
    FILE *out = columns ? open_memstream(&text, &size) : NULL;
    if (!out) {
        free(columns);
        return noc_fail_memory(diag);
    }
    fputs("DELETE FROM main.result WHERE method = 'model' AND EXISTS (SELECT 1 FROM other.result "
          "AS more WHERE more.hash = main.result.hash AND more.method = 'model' AND more.task = "
          "main.result.task AND more.engine = main.result.engine AND more.extent > "
          "main.result.extent); ",
          out);
    fprintf(out, "INSERT INTO main.result(%s) SELECT %s FROM other.result WHERE true ", columns,
            columns);
    put_filling(out);
    fclose(out);
    const noc_status status = noc_db_execute(s, text, diag);
    free(text);
    free(columns);
    return status;
}

/* Adds designs; a store of an earlier version has no settings. */
static noc_status merge_designs(noc_store *s, noc_diag *diag)
{
    char *columns = shared_columns(s, "design");
    const noc_status status =
        columns ? noc_db_execute_format(
                      s, diag,
                      "INSERT INTO main.design(%s) SELECT %s FROM other.design WHERE true ON "
                      "CONFLICT(hash) DO UPDATE SET source = excluded.source, overrides = "
                      "excluded.overrides, settings = excluded.settings WHERE (excluded.source, "
                      "excluded.overrides) < (design.source, design.overrides)",
                      columns, columns)
                : noc_fail_memory(diag);
    free(columns);
    return status;
}

static noc_status merge_tables(noc_store *s, noc_diag *diag)
{
    static const char *const tables[] = {"source", "space", "point", "run"};
    noc_status status = merge_designs(s, diag);
    for (size_t i = 0; i < 4 && status == NOC_OK; i++) {
        char *columns = shared_columns(s, tables[i]);
        status = columns ? noc_db_execute_format(
                               s, diag, "INSERT OR IGNORE INTO main.%s(%s) SELECT %s FROM other.%s",
                               tables[i], columns, columns, tables[i])
                         : noc_fail_memory(diag);
        free(columns);
    }
    if (status == NOC_OK) status = merge_results(s, diag);
    return status == NOC_OK ? noc_store_fill_settings(s, NULL, diag) : status;
}

static bool is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

noc_status noc_store_merge(noc_store *s, const char *other, noc_diag *diag)
{
    if (is_same_file(s->path, other)) /* a store would wait for itself */
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s cannot be merged into itself", other);
    noc_store *checked = NULL; /* opened by itself first, for its own errors */
    noc_status status = noc_store_open(other, NOC_STORE_READ, &checked, diag);
    noc_store_close(checked);
    char *name = noc_db_name(other);
    if (!name) status = noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_db_execute_format(s, diag, "ATTACH %Q AS other", name);
    free(name);
    if (status == NOC_OK) status = noc_store_begin(s, diag);
    if (status != NOC_OK) return status;
    status = merge_tables(s, diag);
    if (status == NOC_OK)
        status = noc_store_commit(s, diag);
    else
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_exec(s->db, "DETACH other", NULL, NULL, NULL);
    return status;
}
