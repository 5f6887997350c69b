#include "explore/store.h"

#include <errno.h>
#include <jansson.h>
#include <libgen.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "NOCS", so that `file` and we know our own. */
enum { APPLICATION_ID = 0x4e4f4353, BUSY_MS = 60000 };

typedef enum statement {
    PUT_SOURCE,
    PUT_SPACE,
    PUT_DESIGN,
    PUT_RESULT,
    PUT_POINT,
    PUT_RUN,
    FIND_RESULT,
    FIND_SOURCE,
    STATEMENTS
} statement;

struct noc_store {
    sqlite3 *db;
    char *path;
    sqlite3_stmt *prepared[STATEMENTS];
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS source(id TEXT PRIMARY KEY, name TEXT, path TEXT, text TEXT) "
    "WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS design(hash TEXT PRIMARY KEY, source TEXT, overrides TEXT) "
    "WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS space(id TEXT PRIMARY KEY, name TEXT, source TEXT, engine TEXT, "
    "task TEXT, constraints TEXT, objectives TEXT, designs INTEGER) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS point(space TEXT, position INTEGER, hash TEXT, state TEXT, reason "
    "TEXT, PRIMARY KEY(space, position)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS result(hash TEXT, method TEXT, task TEXT, engine TEXT, "
    "status TEXT, load_flits_per_cycle REAL, seed INTEGER, cycles_simulated INTEGER, confidence "
    "REAL, bottleneck_kind TEXT, bottleneck_where TEXT, bottleneck_resource TEXT, "
    "bottleneck_utilization REAL, warnings TEXT, PRIMARY KEY(hash, method, task, engine)) WITHOUT "
    "ROWID;"
    "CREATE TABLE IF NOT EXISTS run(space TEXT, started TEXT, finished TEXT, command TEXT, version "
    "TEXT, \"commit\" TEXT, process INTEGER, jobs INTEGER, processors INTEGER, computed INTEGER, "
    "reused INTEGER, wall_s REAL, PRIMARY KEY(started, process, space)) WITHOUT ROWID;";

static const char *metric_name(int id)
{
    return noc_metric_info_of((noc_metric_id)id)->name;
}

/* ---- errors --------------------------------------------------------------------------------- */

static noc_status fail(noc_store *s, noc_diag *diag)
{
    const noc_place place = {s->path, 0};
    const char *said = s->db ? sqlite3_errmsg(s->db) : "out of memory";
    switch (s->db ? sqlite3_errcode(s->db) & 0xff : SQLITE_NOMEM) {
    case SQLITE_FULL:
        return noc_fail(diag, NOC_EFAILED, place,
                        "the disk is full; what was saved before is intact");
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return noc_fail(diag, NOC_EFAILED, place, "cannot be written: %s", said);
    case SQLITE_NOTADB:
        return noc_fail(diag, NOC_EFAILED, place,
                        "is no store of nocsight ('nocsight sweep --store FILE' makes one)");
    case SQLITE_BUSY:
        return noc_fail(diag, NOC_EFAILED, place, "is locked by another program for more than %d s",
                        BUSY_MS / 1000);
    case SQLITE_CANTOPEN:
        return noc_fail(diag, NOC_EFAILED, place, "cannot be opened: %s", strerror(errno));
    default:
        return noc_fail(diag, NOC_EFAILED, place, "%s", said);
    }
}

static noc_status execute(noc_store *s, const char *sql, noc_diag *diag)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? NOC_OK : fail(s, diag);
}

static noc_status prepare(noc_store *s, const char *sql, sqlite3_stmt **q, noc_diag *diag)
{
    return sqlite3_prepare_v2(s->db, sql, -1, q, NULL) == SQLITE_OK ? NOC_OK : fail(s, diag);
}

/* Formats an SQL text and runs it. */
static noc_status execute_format(noc_store *s, noc_diag *diag, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    const noc_status status = sql ? execute(s, sql, diag) : noc_fail_memory(diag);
    sqlite3_free(sql);
    return status;
}

static int64_t number(noc_store *s, const char *sql)
{
    sqlite3_stmt *q = NULL;
    int64_t value = -1;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        value = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return value;
}

/* ---- opening -------------------------------------------------------------------------------- */

/* The columns of metrics, from the list of this program; a store made before a metric existed gets them. */
static noc_status add_columns(noc_store *s, bool *added, noc_diag *diag)
{
    static const char *const suffixes[] = {"", "_lo", "_hi"};
    noc_status status = NOC_OK;
    for (int id = 0; id < NOC_METRICS; id++) {
        char sql[200];
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM pragma_table_info('result') WHERE name = '%s'",
                 metric_name(id));
        if (number(s, sql) != 0) continue;
        for (size_t k = 0; k < 3 && status == NOC_OK; k++)
            status = execute_format(s, diag, "ALTER TABLE result ADD COLUMN %s%s REAL",
                                    metric_name(id), suffixes[k]);
        *added = true;
    }
    return status;
}

static noc_status make_view(noc_store *s, noc_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return noc_fail_memory(diag);
    fputs(
        "DROP VIEW IF EXISTS results_wide; CREATE VIEW results_wide AS SELECT result.hash AS hash, "
        "source.name AS name, design.overrides AS overrides, method, task, status, "
        "load_flits_per_cycle",
        out);
    for (int id = 0; id < NOC_METRICS; id++)
        fprintf(out, ", %s, %s_lo, %s_hi", metric_name(id), metric_name(id), metric_name(id));
    fputs(
        ", bottleneck_kind, bottleneck_where, bottleneck_utilization, warnings, engine FROM result "
        "JOIN design ON design.hash = result.hash JOIN source ON source.id = design.source;",
        out);
    fclose(out);
    const noc_status status = execute(s, text, diag);
    free(text);
    return status;
}

static noc_status set_up(noc_store *s, noc_diag *diag)
{
    bool added = false;
    noc_status status = execute(s, schema, diag);
    if (status == NOC_OK) status = add_columns(s, &added, diag);
    if (status == NOC_OK && added) status = make_view(s, diag);
    if (status == NOC_OK)
        status = execute_format(s, diag, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                                APPLICATION_ID, NOC_STORE_FORMAT);
    return status;
}

/* Refuses what another program, or another format of ours, has written. */
static noc_status check_format(noc_store *s, bool *empty, noc_diag *diag)
{
    const int64_t tables = number(s, "SELECT count(*) FROM sqlite_schema");
    if (tables < 0) return fail(s, diag);
    *empty = tables == 0;
    const int64_t id = number(s, "PRAGMA application_id"),
                  format = number(s, "PRAGMA user_version");
    const noc_place place = {s->path, 0};
    if (*empty) return NOC_OK;
    if (id != APPLICATION_ID)
        return noc_fail(diag, NOC_EFAILED, place,
                        "is a database, but no store of nocsight ('nocsight sweep --store FILE' "
                        "makes one)");
    if (format != NOC_STORE_FORMAT)
        return noc_fail(diag, NOC_EFAILED, place,
                        "has store format %lld; this nocsight reads and writes format %d (use the "
                        "version that wrote it, or sweep into a new store)",
                        (long long)format, NOC_STORE_FORMAT);
    return NOC_OK;
}

/* Two programs that make the same store at once wait for each other here. */
static noc_status set_journal(noc_store *s, noc_diag *diag)
{
    for (int tries = 0; tries < 100; tries++) {
        const int got = sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
        if (got == SQLITE_OK) return execute(s, "PRAGMA synchronous = NORMAL", diag);
        if ((got & 0xff) != SQLITE_BUSY) break;
        usleep(20000);
    }
    return fail(s, diag);
}

static noc_status open_for_writing(noc_store *s, noc_diag *diag)
{
    bool empty = false;
    noc_status status = check_format(s, &empty, diag);
    if (status == NOC_OK) status = set_journal(s, diag);
    if (status == NOC_OK) status = execute(s, "BEGIN IMMEDIATE", diag);
    if (status != NOC_OK) return status;
    status = set_up(s, diag);
    if (status == NOC_OK) return execute(s, "COMMIT", diag);
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

static noc_status open_for_reading(noc_store *s, noc_diag *diag)
{
    bool empty = false;
    const noc_status status = check_format(s, &empty, diag);
    if (status == NOC_OK && empty)
        return noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "is empty: nothing was swept");
    return status;
}

/* Whether the folder of a file can be written: SQLite needs that for its log, even to read. */
static bool folder_is_writable(const char *path)
{
    char *copy = strdup(path);
    const bool writable = copy && access(dirname(copy), W_OK) == 0;
    free(copy);
    return writable;
}

/* "file:PATH?immutable=1": reading without a log, for folders that nobody can write to. Caller frees. */
static char *immutable_name(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("file:", out);
    for (; *path; path++)
        fprintf(out, strchr("?#%", *path) ? "%%%02x" : "%c", (unsigned char)*path);
    fputs("?immutable=1", out);
    fclose(out);
    return text;
}

static noc_status open_database(noc_store *s, noc_store_mode mode, noc_diag *diag)
{
    static const int flags[] = {SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, SQLITE_OPEN_READWRITE,
                                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE};
    const bool writable = folder_is_writable(s->path);
    if (mode != NOC_STORE_READ && !writable && errno == EROFS)
        return noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "cannot be written: %s",
                        strerror(EROFS));
    char *name = mode == NOC_STORE_READ && !writable ? immutable_name(s->path) : strdup(s->path);
    if (!name) return noc_fail_memory(diag);
    const int opened = sqlite3_open_v2(name, &s->db, flags[mode] | SQLITE_OPEN_NOMUTEX, NULL);
    free(name);
    return opened == SQLITE_OK ? NOC_OK : fail(s, diag);
}

noc_status noc_store_open(const char *path, noc_store_mode mode, noc_store **store, noc_diag *diag)
{
    if (mode != NOC_STORE_CREATE && access(path, F_OK) != 0)
        return noc_fail(diag, NOC_EFAILED, (noc_place){path, 0},
                        "there is no such store ('nocsight sweep SPACE --store FILE' makes one)");
    noc_store *s = calloc(1, sizeof *s);
    if (s) s->path = strdup(path);
    if (!s || !s->path) {
        free(s);
        return noc_fail_memory(diag);
    }
    noc_status status = open_database(s, mode, diag);
    if (status == NOC_OK) {
        sqlite3_busy_timeout(s->db, BUSY_MS);
        status = mode == NOC_STORE_READ ? open_for_reading(s, diag) : open_for_writing(s, diag);
    }
    if (status != NOC_OK) {
        noc_store_close(s);
        return status;
    }
    *store = s;
    return NOC_OK;
}

void noc_store_close(noc_store *s)
{
    if (!s) return;
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(s->prepared[i]);
    sqlite3_close(s->db);
    free(s->path);
    free(s);
}

/* ---- writing -------------------------------------------------------------------------------- */

noc_status noc_store_begin(noc_store *s, noc_diag *diag)
{
    return execute(s, "BEGIN IMMEDIATE", diag);
}

noc_status noc_store_commit(noc_store *s, noc_diag *diag)
{
    if (sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK) return NOC_OK;
    const noc_status status = fail(s, diag);
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

void noc_store_rollback(noc_store *s)
{
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

static noc_status statement_for(noc_store *s, statement which, const char *sql, sqlite3_stmt **q,
                                noc_diag *diag)
{
    noc_status status = NOC_OK;
    if (!s->prepared[which]) status = prepare(s, sql, &s->prepared[which], diag);
    *q = s->prepared[which];
    if (status == NOC_OK) sqlite3_reset(*q);
    return status;
}

static void bind(sqlite3_stmt *q, int at, const char *text)
{
    sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC); /* NULL stays NULL */
}

static void bind_real(sqlite3_stmt *q, int at, double value)
{
    if (isfinite(value))
        sqlite3_bind_double(q, at, value);
    else
        sqlite3_bind_null(q, at);
}

static noc_status step(noc_store *s, sqlite3_stmt *q, noc_diag *diag)
{
    const int got = sqlite3_step(q);
    const noc_status status = got == SQLITE_DONE || got == SQLITE_ROW ? NOC_OK : fail(s, diag);
    sqlite3_reset(q);
    return status;
}

noc_status noc_store_put_source(noc_store *s, const char *id, const char *name, const char *path,
                                const char *text, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status =
        statement_for(s, PUT_SOURCE, "INSERT OR IGNORE INTO source VALUES(?, ?, ?, ?)", &q, diag);
    if (status != NOC_OK) return status;
    bind(q, 1, id);
    bind(q, 2, name);
    bind(q, 3, path);
    bind(q, 4, text);
    return step(s, q, diag);
}

noc_status noc_store_put_space(noc_store *s, const noc_space_record *space, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = statement_for(
        s, PUT_SPACE, "INSERT OR REPLACE INTO space VALUES(?, ?, ?, ?, ?, ?, ?, ?)", &q, diag);
    if (status != NOC_OK) return status;
    bind(q, 1, space->id);
    bind(q, 2, space->name);
    bind(q, 3, space->source);
    bind(q, 4, space->engine);
    bind(q, 5, space->task);
    bind(q, 6, space->constraints);
    bind(q, 7, space->objectives);
    sqlite3_bind_int64(q, 8, (sqlite3_int64)space->designs);
    return step(s, q, diag);
}

/* One design may be reached in several ways: the first in order is kept, whichever comes first. */
noc_status noc_store_put_design(noc_store *s, const char *hash, const char *source,
                                const char *overrides, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status =
        statement_for(s, PUT_DESIGN,
                      "INSERT INTO design VALUES(?, ?, ?) ON CONFLICT(hash) DO UPDATE SET source = "
                      "excluded.source, overrides = excluded.overrides WHERE (excluded.source, "
                      "excluded.overrides) < (design.source, design.overrides)",
                      &q, diag);
    if (status != NOC_OK) return status;
    bind(q, 1, hash);
    bind(q, 2, source);
    bind(q, 3, overrides);
    return step(s, q, diag);
}

static const char result_columns[] =
    "hash, method, task, engine, status, load_flits_per_cycle, seed, cycles_simulated, confidence, "
    "bottleneck_kind, bottleneck_where, bottleneck_resource, bottleneck_utilization, warnings";
enum { RESULT_COLUMNS = 14 };

/* What to do where there is the row: take the metrics that it lacks. One of the same engine has no others. */
static void put_filling(FILE *out)
{
    static const char *const suffixes[] = {"", "_lo", "_hi"};
    fputs("ON CONFLICT(hash, method, task, engine) DO UPDATE SET ", out);
    for (int id = 0; id < NOC_METRICS; id++)
        for (int k = 0; k < 3; k++) {
            const char *name = metric_name(id), *suffix = suffixes[k];
            fprintf(out, "%s%s%s = coalesce(result.%s%s, excluded.%s%s)", id + k ? ", " : "", name,
                    suffix, name, suffix, name, suffix);
        }
    fputs(" WHERE method = 'sample'", out);
}

/* The caller frees the text. */
static char *put_result_sql(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "INSERT INTO result(%s", result_columns);
    for (int id = 0; id < NOC_METRICS; id++)
        fprintf(out, ", %s, %s_lo, %s_hi", metric_name(id), metric_name(id), metric_name(id));
    fputs(") VALUES(?", out);
    for (int i = 1; i < RESULT_COLUMNS + 3 * NOC_METRICS; i++) fputs(", ?", out);
    fputs(") ", out);
    put_filling(out);
    fclose(out);
    return text;
}

static double confidence_of(const noc_estimate *e)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isfinite(e->metrics[id].lo)) return e->metrics[id].confidence;
    return NAN;
}

static void bind_result(sqlite3_stmt *q, const noc_estimate *e, char warnings[])
{
    const noc_bottleneck *b = &e->bottleneck;
    bind(q, 5, noc_answer_name(e->answer));
    bind_real(q, 6, e->load);
    sqlite3_bind_null(q, 7);
    sqlite3_bind_null(q, 8);
    if (e->method == NOC_METHOD_SAMPLE) {
        sqlite3_bind_int64(q, 7, (sqlite3_int64)e->seed);
        sqlite3_bind_int64(q, 8, (sqlite3_int64)e->cycles_simulated);
    }
    bind_real(q, 9, confidence_of(e));
    bind(q, 10, b->kind[0] ? b->kind : NULL);
    bind(q, 11, b->kind[0] ? b->where : NULL);
    bind(q, 12, b->kind[0] ? b->resource : NULL);
    bind_real(q, 13, b->kind[0] ? b->utilization : NAN);
    bind(q, 14, warnings[0] ? warnings : NULL);
    for (int id = 0; id < NOC_METRICS; id++) {
        bind_real(q, RESULT_COLUMNS + 3 * id + 1, e->metrics[id].value);
        bind_real(q, RESULT_COLUMNS + 3 * id + 2, e->metrics[id].lo);
        bind_real(q, RESULT_COLUMNS + 3 * id + 3, e->metrics[id].hi);
    }
}

noc_status noc_store_put_result(noc_store *s, const char *hash, const char *task,
                                const char *engine, const noc_estimate *e, noc_diag *diag)
{
    sqlite3_stmt *q;
    char *sql = s->prepared[PUT_RESULT] ? NULL : put_result_sql();
    noc_status status = statement_for(s, PUT_RESULT, sql, &q, diag);
    free(sql);
    if (status != NOC_OK) return status;
    char warnings[NOC_WARNINGS_MAX * (NOC_WARNING_CHARS + 2)] = "";
    for (int i = 0; i < e->warning_count; i++) {
        if (i) strcat(warnings, "; ");
        strcat(warnings, e->warnings[i]);
    }
    bind(q, 1, hash);
    bind(q, 2, noc_method_name(e->method));
    bind(q, 3, task);
    bind(q, 4, engine);
    bind_result(q, e, warnings);
    return step(s, q, diag);
}

noc_status noc_store_put_point(noc_store *s, const char *space, uint64_t position, const char *hash,
                               const char *state, const char *reason, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status =
        statement_for(s, PUT_POINT, "INSERT OR REPLACE INTO point VALUES(?, ?, ?, ?, ?)", &q, diag);
    if (status != NOC_OK) return status;
    bind(q, 1, space);
    sqlite3_bind_int64(q, 2, (sqlite3_int64)position);
    bind(q, 3, hash);
    bind(q, 4, state);
    bind(q, 5, reason);
    return step(s, q, diag);
}

noc_status noc_store_put_run(noc_store *s, const noc_run_record *r, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = statement_for(
        s, PUT_RUN, "INSERT OR REPLACE INTO run VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", &q, diag);
    if (status != NOC_OK) return status;
    const char *const texts[] = {r->space,   r->started, r->finished,
                                 r->command, r->version, r->commit};
    for (int i = 0; i < 6; i++) bind(q, i + 1, texts[i]);
    const int64_t counts[] = {r->process, r->jobs, r->processors, r->computed, r->reused};
    for (int i = 0; i < 5; i++) sqlite3_bind_int64(q, i + 7, counts[i]);
    sqlite3_bind_double(q, 12, r->wall_s);
    return step(s, q, diag);
}

/* ---- merging -------------------------------------------------------------------------------- */

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
    fprintf(out, "INSERT INTO main.result(%s) SELECT %s FROM other.result WHERE true ", columns,
            columns);
    put_filling(out);
    fclose(out);
    const noc_status status = execute(s, text, diag);
    free(text);
    free(columns);
    return status;
}

static noc_status merge_tables(noc_store *s, noc_diag *diag)
{
    static const char *const tables[] = {"source", "space", "point", "run"};
    noc_status status = execute(
        s,
        "INSERT INTO main.design SELECT hash, source, overrides FROM other.design WHERE true ON "
        "CONFLICT(hash) DO UPDATE SET source = excluded.source, overrides = excluded.overrides "
        "WHERE "
        "(excluded.source, excluded.overrides) < (design.source, design.overrides)",
        diag);
    for (size_t i = 0; i < 4 && status == NOC_OK; i++) {
        char *columns = shared_columns(s, tables[i]);
        status = columns
                     ? execute_format(s, diag,
                                      "INSERT OR IGNORE INTO main.%s(%s) SELECT %s FROM other.%s",
                                      tables[i], columns, columns, tables[i])
                     : noc_fail_memory(diag);
        free(columns);
    }
    return status == NOC_OK ? merge_results(s, diag) : status;
}

noc_status noc_store_merge(noc_store *s, const char *other, noc_diag *diag)
{
    noc_store *checked = NULL; /* opened by itself first, for its own errors */
    noc_status status = noc_store_open(other, NOC_STORE_READ, &checked, diag);
    noc_store_close(checked);
    if (status == NOC_OK) status = execute_format(s, diag, "ATTACH %Q AS other", other);
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

/* ---- reading -------------------------------------------------------------------------------- */

/* "a, a_lo, a_hi, ..." of all metrics that the store has, NULL in place of others. Caller frees. */
static char *metric_columns(noc_store *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (int id = 0; id < NOC_METRICS; id++) {
        char sql[200];
        const char *name = metric_name(id);
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM pragma_table_info('result') WHERE name = '%s'", name);
        if (number(s, sql) > 0)
            fprintf(out, ", result.%s, result.%s_lo, result.%s_hi", name, name, name);
        else
            fputs(", NULL, NULL, NULL", out);
    }
    fclose(out);
    return text;
}

static double real_at(sqlite3_stmt *q, int column)
{
    return sqlite3_column_type(q, column) == SQLITE_NULL ? NAN : sqlite3_column_double(q, column);
}

static void read_metrics(sqlite3_stmt *q, int first, double confidence, noc_metric *metrics)
{
    for (int id = 0; id < NOC_METRICS; id++) {
        noc_metric *m = &metrics[id];
        *m = (noc_metric){real_at(q, first + 3 * id), real_at(q, first + 3 * id + 1),
                          real_at(q, first + 3 * id + 2), NAN, NULL};
        if (isfinite(m->lo)) m->confidence = confidence;
        if (isnan(m->value)) m->why = "not in the store";
    }
}

noc_status noc_store_find(noc_store *s, const char *hash, noc_method method, const char *task,
                          const char *engine, noc_metric metrics[NOC_METRICS], bool *found,
                          noc_diag *diag)
{
    sqlite3_stmt *q;
    char *sql = NULL;
    if (!s->prepared[FIND_RESULT]) {
        char *columns = metric_columns(s);
        if (!columns ||
            asprintf(&sql,
                     "SELECT result.confidence%s FROM result WHERE hash = ? AND method = "
                     "? AND task = ? AND engine = ?",
                     columns) < 0)
            sql = NULL;
        free(columns);
    }
    const noc_status status = statement_for(s, FIND_RESULT, sql, &q, diag);
    free(sql);
    if (status != NOC_OK) return status;
    bind(q, 1, hash);
    bind(q, 2, noc_method_name(method));
    bind(q, 3, task);
    bind(q, 4, engine);
    const int got = sqlite3_step(q);
    *found = got == SQLITE_ROW;
    if (*found) read_metrics(q, 1, real_at(q, 0), metrics);
    const noc_status result = got == SQLITE_ROW || got == SQLITE_DONE ? NOC_OK : fail(s, diag);
    sqlite3_reset(q);
    return result;
}

noc_status noc_store_finished(noc_store *s, const char *space,
                              void (*use)(void *context, uint64_t position, bool ok), void *context,
                              noc_diag *diag)
{
    sqlite3_stmt *q = NULL;
    noc_status status =
        prepare(s, "SELECT position, state = 'ok' FROM point WHERE space = ? AND state <> 'failed'",
                &q, diag);
    if (status != NOC_OK) return status;
    bind(q, 1, space);
    int got;
    while ((got = sqlite3_step(q)) == SQLITE_ROW)
        use(context, (uint64_t)sqlite3_column_int64(q, 0), sqlite3_column_int(q, 1) != 0);
    if (got != SQLITE_DONE) status = fail(s, diag);
    sqlite3_finalize(q);
    return status;
}

static char *copy_at(sqlite3_stmt *q, int column)
{
    const char *text = (const char *)sqlite3_column_text(q, column);
    return strdup(text ? text : "");
}

/* Room for one more in a list that doubles. */
static bool reserve(void **list, size_t count, size_t size)
{
    if (count & (count - 1)) return true; /* capacities are powers of two */
    void *grown = realloc(*list, (count ? 2 * count : 1) * size);
    if (grown) *list = grown;
    return grown != NULL;
}

noc_status noc_store_spaces(noc_store *s, noc_space_list *list, noc_diag *diag)
{
    static const char sql[] =
        "SELECT id, name, source, engine, task, constraints, objectives, designs,"
        " (SELECT count(*) FROM point WHERE space = id AND state = 'ok'),"
        " (SELECT count(*) FROM point WHERE space = id AND state = 'excluded'),"
        " (SELECT count(*) FROM point WHERE space = id AND state = 'invalid'),"
        " (SELECT count(*) FROM point WHERE space = id AND state = 'failed')"
        " FROM space ORDER BY (SELECT max(started) FROM run WHERE space = id) DESC, id";
    sqlite3_stmt *q = NULL;
    noc_status status = prepare(s, sql, &q, diag);
    int got = SQLITE_DONE;
    while (status == NOC_OK && (got = sqlite3_step(q)) == SQLITE_ROW) {
        if (!reserve((void **)&list->spaces, list->count, sizeof *list->spaces)) {
            status = noc_fail_memory(diag);
            break;
        }
        noc_space_record *r = &list->spaces[list->count++];
        snprintf(r->id, sizeof r->id, "%s", (const char *)sqlite3_column_text(q, 0));
        r->name = copy_at(q, 1);
        r->source = copy_at(q, 2);
        r->engine = copy_at(q, 3);
        r->task = copy_at(q, 4);
        r->constraints = copy_at(q, 5);
        r->objectives = copy_at(q, 6);
        r->designs = (uint64_t)sqlite3_column_int64(q, 7);
        uint64_t *const counts[] = {&r->ok, &r->excluded, &r->invalid, &r->failed};
        for (int i = 0; i < 4; i++) *counts[i] = (uint64_t)sqlite3_column_int64(q, 8 + i);
    }
    if (status == NOC_OK && got != SQLITE_DONE) status = fail(s, diag);
    sqlite3_finalize(q);
    return status;
}

void noc_space_list_clear(noc_space_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        noc_space_record *r = &list->spaces[i];
        free(r->name);
        free(r->source);
        free(r->engine);
        free(r->task);
        free(r->constraints);
        free(r->objectives);
    }
    free(list->spaces);
    *list = (noc_space_list){0};
}

noc_status noc_store_reasons(noc_store *s, const char *space, noc_reason_list *list, noc_diag *diag)
{
    sqlite3_stmt *q = NULL;
    noc_status status = prepare(
        s,
        "SELECT state, reason, count(*) AS n FROM point WHERE (?1 IS NULL OR space = ?1) AND "
        "state <> 'ok' GROUP BY state, reason ORDER BY n DESC, reason",
        &q, diag);
    if (status != NOC_OK) return status;
    bind(q, 1, space);
    int got;
    while ((got = sqlite3_step(q)) == SQLITE_ROW) {
        if (!reserve((void **)&list->reasons, list->count, sizeof *list->reasons)) break;
        list->reasons[list->count++] =
            (noc_reason){copy_at(q, 0), copy_at(q, 1), (uint64_t)sqlite3_column_int64(q, 2)};
    }
    if (got != SQLITE_DONE) status = fail(s, diag);
    sqlite3_finalize(q);
    return status;
}

void noc_reason_list_clear(noc_reason_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->reasons[i].state);
        free(list->reasons[i].text);
    }
    free(list->reasons);
    *list = (noc_reason_list){0};
}

static void read_entry(sqlite3_stmt *q, noc_entry *e)
{
    *e = (noc_entry){.overrides = copy_at(q, 1), .source = copy_at(q, 2)};
    snprintf(e->hash, sizeof e->hash, "%s", (const char *)sqlite3_column_text(q, 0));
    const char *method = (const char *)sqlite3_column_text(q, 3);
    e->method = method && strcmp(method, "sample") == 0 ? NOC_METHOD_SAMPLE : NOC_METHOD_MODEL;
    snprintf(e->status, sizeof e->status, "%s", (const char *)sqlite3_column_text(q, 4));
    e->bottleneck = copy_at(q, 5);
    const char *engine = (const char *)sqlite3_column_text(q, 7);
    e->effort = !engine                             ? NOC_EFFORT_FULL
                : strstr(engine, NOC_ENGINE_COARSE) ? NOC_EFFORT_COARSE
                : strstr(engine, NOC_ENGINE_BRIEF)  ? NOC_EFFORT_BRIEF
                                                    : NOC_EFFORT_FULL;
    read_metrics(q, 8, real_at(q, 6), e->metrics);
}

bool noc_store_has_samples(noc_store *s)
{
    return number(s, "SELECT EXISTS (SELECT 1 FROM result WHERE method = 'sample')") > 0;
}

noc_status noc_store_read(noc_store *s, const noc_space_record *space, const char *sampler,
                          noc_entries *entries, noc_diag *diag)
{
    /* A design of several points counts once; the last sample counts: the one that most was spent on. */
    static const char some[] =
        " WHERE result.hash IN (SELECT hash FROM point WHERE space = ?1 AND state = 'ok') AND "
        "result.task = ?2 AND (result.engine = ?3 OR (method = 'sample' AND result.engine LIKE ?4 "
        "|| "
        "' seed %'))";
    char *columns = metric_columns(s), *sql = NULL;
    if (!columns ||
        asprintf(&sql,
                 "SELECT result.hash, design.overrides, design.source, method, status, "
                 "coalesce(bottleneck_kind || ' ' || bottleneck_where, ''), confidence, engine%s "
                 "FROM result JOIN design ON design.hash = result.hash%s ORDER BY "
                 "result.hash, method, engine LIKE '%%" NOC_ENGINE_COARSE
                 "' DESC, engine LIKE '%%" NOC_ENGINE_BRIEF "' DESC, engine",
                 columns, space ? some : "") < 0)
        sql = NULL;
    free(columns);
    sqlite3_stmt *q = NULL;
    noc_status status = sql ? prepare(s, sql, &q, diag) : noc_fail_memory(diag);
    free(sql);
    if (status == NOC_OK && space) {
        bind(q, 1, space->id);
        bind(q, 2, space->task);
        bind(q, 3, space->engine);
        bind(q, 4, sampler);
    }
    int got = SQLITE_DONE;
    while (status == NOC_OK && (got = sqlite3_step(q)) == SQLITE_ROW) {
        if (!reserve((void **)&entries->list, entries->count, sizeof *entries->list))
            status = noc_fail_memory(diag);
        else
            read_entry(q, &entries->list[entries->count++]);
    }
    if (status == NOC_OK && got != SQLITE_DONE) status = fail(s, diag);
    sqlite3_finalize(q);
    return status;
}

void noc_entries_clear(noc_entries *entries)
{
    for (size_t i = 0; i < entries->count; i++) {
        free(entries->list[i].overrides);
        free(entries->list[i].source);
        free(entries->list[i].bottleneck);
    }
    free(entries->list);
    *entries = (noc_entries){0};
}

/* ---- rebuilding ----------------------------------------------------------------------------- */

static noc_status find_source(noc_store *s, const char *id, noc_source *source, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status =
        statement_for(s, FIND_SOURCE, "SELECT path, text FROM source WHERE id = ?", &q, diag);
    if (status != NOC_OK) return status;
    bind(q, 1, id);
    const bool found = sqlite3_step(q) == SQLITE_ROW;
    if (found) *source = (noc_source){copy_at(q, 0), copy_at(q, 1)};
    sqlite3_reset(q);
    if (found && source->path && source->text) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "has no source '%s'", id);
}

noc_status noc_store_rebuild(noc_store *s, const char *source_id, const char *overrides,
                             noc_design **design, noc_diag *diag)
{
    noc_source source = {NULL, NULL};
    noc_status status = find_source(s, source_id, &source, diag);
    json_t *list = json_loads(overrides, 0, NULL);
    const size_t count = json_array_size(list);
    const char **texts = calloc(count + 1, sizeof *texts);
    if (status == NOC_OK && !texts) status = noc_fail_memory(diag);
    if (status == NOC_OK) {
        for (size_t i = 0; i < count; i++) {
            texts[i] = json_string_value(json_array_get(list, i));
            if (!texts[i]) texts[i] = "";
        }
        status = noc_design_read(&source, texts, count, design, diag);
    }
    free(texts);
    json_decref(list);
    noc_source_clear(&source);
    return status;
}

noc_status noc_store_facts(noc_store *s, char **text, noc_diag *diag)
{
    static const char sql[] =
        "SELECT 'store format', " /* keep in step with NOC_STORE_FORMAT */
        "(SELECT user_version FROM pragma_user_version) UNION ALL "
        "SELECT 'version', (SELECT version || ' (' || \"commit\" || ')' FROM run ORDER BY started "
        "DESC "
        "LIMIT 1) UNION ALL "
        "SELECT 'engine', (SELECT engine FROM space ORDER BY (SELECT max(started) FROM run WHERE "
        "space "
        "= id) DESC LIMIT 1) UNION ALL "
        "SELECT 'last sweep', (SELECT max(started) FROM run) UNION ALL "
        "SELECT 'command', (SELECT command FROM run ORDER BY started DESC LIMIT 1) UNION ALL "
        "SELECT 'processors', (SELECT processors FROM run ORDER BY started DESC LIMIT 1) UNION ALL "
        "SELECT 'seed', (SELECT group_concat(DISTINCT seed) FROM result WHERE method = 'sample') "
        "UNION ALL "
        "SELECT 'designs computed', (SELECT count(*) FROM result WHERE method = 'model') UNION ALL "
        "SELECT 'designs measured', (SELECT count(*) FROM result WHERE method = 'sample') UNION "
        "ALL "
        "SELECT 'points excluded by constraints', (SELECT count(*) FROM point WHERE state = "
        "'excluded') UNION ALL "
        "SELECT 'points invalid', (SELECT count(*) FROM point WHERE state = 'invalid') UNION ALL "
        "SELECT 'points failed', (SELECT count(*) FROM point WHERE state = 'failed') UNION ALL "
        "SELECT 'results with warnings', (SELECT count(*) FROM result WHERE warnings IS NOT NULL)";
    sqlite3_stmt *q = NULL;
    const noc_status status = prepare(s, sql, &q, diag);
    if (status != NOC_OK) return status;
    size_t size = 0;
    FILE *out = open_memstream(text, &size);
    if (!out) return noc_fail_memory(diag);
    while (sqlite3_step(q) == SQLITE_ROW)
        if (sqlite3_column_type(q, 1) != SQLITE_NULL)
            fprintf(out, "%s\t%s\n", sqlite3_column_text(q, 0), sqlite3_column_text(q, 1));
    sqlite3_finalize(q);
    fclose(out);
    return NOC_OK;
}

/* ---- verifying ------------------------------------------------------------------------------ */

static noc_status check_file(noc_store *s, noc_diag *diag)
{
    sqlite3_stmt *q = NULL;
    noc_status status = prepare(s, "PRAGMA integrity_check(3)", &q, diag);
    while (status == NOC_OK && sqlite3_step(q) == SQLITE_ROW) {
        const char *said = (const char *)sqlite3_column_text(q, 0);
        if (strcmp(said, "ok") != 0)
            status = noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "is damaged: %s", said);
    }
    sqlite3_finalize(q);
    return status;
}

noc_status noc_store_verify(noc_store *s, uint64_t *designs, uint64_t *results, noc_diag *diag)
{
    noc_status status = check_file(s, diag);
    if (status != NOC_OK) return status;
    sqlite3_stmt *q = NULL;
    *results = (uint64_t)number(s, "SELECT count(*) FROM result");
    const int64_t orphans =
        number(s, "SELECT count(*) FROM result WHERE hash NOT IN (SELECT hash FROM design)");
    if (orphans > 0)
        status = noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "%lld results have no design",
                          (long long)orphans);
    if (status == NOC_OK)
        status = prepare(s, "SELECT hash, source, overrides FROM design", &q, diag);
    uint64_t wrong = 0;
    char first[NOC_HASH_CHARS + 1] = "";
    *designs = 0;
    while (status == NOC_OK && sqlite3_step(q) == SQLITE_ROW) {
        const char *hash = (const char *)sqlite3_column_text(q, 0);
        noc_design *design = NULL;
        noc_diag ignored = {0};
        const noc_status made =
            noc_store_rebuild(s, (const char *)sqlite3_column_text(q, 1),
                              (const char *)sqlite3_column_text(q, 2), &design, &ignored);
        if (made != NOC_OK || strcmp(design->hash, hash) != 0)
            if (wrong++ == 0) snprintf(first, sizeof first, "%s", hash);
        if (made == NOC_OK) noc_design_free(design);
        noc_diag_clear(&ignored);
        (*designs)++;
    }
    sqlite3_finalize(q);
    if (wrong > 0)
        status =
            noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0},
                     "%llu of %llu designs do not rebuild to their hash, %.12s first (written by "
                     "a version with other settings?)",
                     (unsigned long long)wrong, (unsigned long long)*designs, first);
    return status;
}
