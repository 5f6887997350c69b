#include "explore/store/store_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "explore/store/database.h"
#include "explore/store/packed.h"
#include "explore/store/store_settings.h"

noc_status noc_store_put_source(noc_store *s, const char *id, const char *name, const char *path,
                                const char *text, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_PUT_SOURCE, "INSERT OR IGNORE INTO source VALUES(?, ?, ?, ?)", &q, diag);
    if (status != NOC_OK) return status;
    NOC_DB_BIND_TEXTS(q, 1, id, name, path, text);
    return noc_db_step(s, q, diag);
}

noc_status noc_store_put_space(noc_store *s, const noc_space_record *space, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_PUT_SPACE,
        "INSERT INTO space(id, name, source, engine, task, constraints, objectives, designs) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET name = excluded.name, source "
        "= excluded.source, engine = excluded.engine, task = excluded.task, constraints = "
        "excluded.constraints, objectives = excluded.objectives, designs = excluded.designs",
        &q, diag);
    if (status != NOC_OK) return status;
    NOC_DB_BIND_TEXTS(q, 1, space->id, space->name, space->source, space->engine, space->task,
                      space->constraints, space->objectives);
    sqlite3_bind_int64(q, 8, (sqlite3_int64)space->design_count);
    return noc_db_step(s, q, diag);
}

/* SQL for designs with several sources or overrides: the first in order is kept, independent of the
 * order of writing. */
#define KEEP_FIRST                                                                                \
    " ON CONFLICT(hash) DO UPDATE SET source = excluded.source, overrides = excluded.overrides, " \
    "settings = excluded.settings WHERE (excluded.source, " NOC_DB_OVERRIDES(                     \
        "excluded.overrides") ") < (design.source, " NOC_DB_OVERRIDES("design.overrides") ")"

static noc_status put_packed_design(noc_store *s, const char *hash, const char *source,
                                    const char *overrides, const char *settings, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_PUT_DESIGN,
        "INSERT INTO design(hash, source, overrides, settings) VALUES(?, ?, ?, ?)" KEEP_FIRST, &q,
        diag);
    if (status != NOC_OK) return status;
    noc_db_bind_hash(q, 1, hash);
    NOC_DB_BIND_TEXTS(q, 2, source, overrides, settings);
    return noc_db_step(s, q, diag);
}

noc_status noc_store_put_design(noc_store *s, const char *hash, const char *source,
                                const char *overrides, const char *settings, noc_diag *diag)
{
    NOC_AUTO_FREE char *list = NULL, *values = NULL;
    noc_status status = noc_db_pack_overrides(s, overrides, &list, diag);
    if (status == NOC_OK && settings) status = noc_db_pack_settings(s, settings, &values, diag);
    return status == NOC_OK ? put_packed_design(s, hash, source, list, values, diag) : status;
}

static const int64_t null_integer = INT64_MIN; /* stands for NULL */

/* Result to store. */
typedef struct result_row {
    int64_t design, question;
    const noc_estimate *e;
    const noc_bottleneck *bottleneck; /* NULL: not known */
    int64_t warnings; /* row of the warnings' text; null_integer: none, or not known */
} result_row;

/* Writes the end of an INSERT of results: an existing row gets the metrics that it lacks. The
 * metrics that it has are equal to the new ones, since the engine is the same. */
static void write_fill_clause(FILE *out)
{
    static const char *const suffixes[] = {"", "_lo", "_hi"};
    fputs("ON CONFLICT(design, question) DO UPDATE SET ", out);
    for (int id = 0; id < NOC_METRICS; id++)
        for (int k = 0; k < 3; k++) {
            const char *name = noc_db_metric_column(id), *suffix = suffixes[k];
            fprintf(out, "%s%s%s = coalesce(result.%s%s, excluded.%s%s)", id + k ? ", " : "", name,
                    suffix, name, suffix, name, suffix);
        }
    fputs(" WHERE (SELECT method FROM main.question WHERE id = result.question) = 'sample'", out);
}

/* Writes the SQL that stores a result. A sample fills the gaps of an existing row; an answer of the
 * model leaves an existing row unchanged. The caller frees the text. */
static char *write_put_sql(noc_method method)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    int count = 3 * NOC_METRICS;
    fprintf(out, "INSERT %sINTO result(", method == NOC_METHOD_MODEL ? "OR IGNORE " : "");
#define NOC_RESULT_COLUMN(name, type, value) \
    fputs(#name ", ", out);                  \
    count++;
#include "explore/store/result_columns.def"
#undef NOC_RESULT_COLUMN
    for (int id = 0; id < NOC_METRICS; id++)
        fprintf(out, "%s%s, %s_lo, %s_hi", id ? ", " : "", noc_db_metric_column(id),
                noc_db_metric_column(id), noc_db_metric_column(id));
    fputs(") VALUES(?", out);
    for (int i = 1; i < count; i++) fputs(", ?", out);
    fputs(") ", out);
    if (method == NOC_METHOD_SAMPLE) write_fill_clause(out);
    fclose(out);
    return text;
}

static double confidence_of(const noc_estimate *e)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isfinite(e->metrics[id].lo)) return e->metrics[id].confidence;
    return NAN;
}

/* Returns a value of a sample; NULL for the model, which has no seed and no cycles. */
static int64_t of_sample(const noc_estimate *e, uint64_t value)
{
    return e->method == NOC_METHOD_SAMPLE ? (int64_t)value : null_integer;
}

static void bind_integer(sqlite3_stmt *q, int parameter, int64_t value)
{
    if (value == null_integer)
        sqlite3_bind_null(q, parameter);
    else
        sqlite3_bind_int64(q, parameter, value);
}

static void bind_result(sqlite3_stmt *q, const result_row *r)
{
    int parameter = 1;
#define BIND_TEXT(value)                     noc_db_bind_text(q, parameter++, value);
#define BIND_REAL(value)                     noc_db_bind_real(q, parameter++, value);
#define BIND_INTEGER(value)                  bind_integer(q, parameter++, value);
#define NOC_RESULT_COLUMN(name, type, value) BIND_##type(value)
#include "explore/store/result_columns.def"
#undef NOC_RESULT_COLUMN
    for (int id = 0; id < NOC_METRICS; id++) {
        noc_db_bind_real(q, parameter++, r->e->metrics[id].value);
        noc_db_bind_real(q, parameter++, r->e->metrics[id].lo);
        noc_db_bind_real(q, parameter++, r->e->metrics[id].hi);
    }
}

/* Removes an answer of the model with a smaller extent. */
static noc_status drop_smaller_extent(noc_store *s, const result_row *r, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_DROP_RESULT,
        "DELETE FROM result WHERE design = ? AND question = ? AND extent < ?", &q, diag);
    if (status != NOC_OK) return status;
    sqlite3_bind_int64(q, 1, r->design);
    sqlite3_bind_int64(q, 2, r->question);
    sqlite3_bind_int(q, 3, (int)r->e->extent);
    return noc_db_step(s, q, diag);
}

/* Finds the number of a design; 0: not in the store. */
static noc_status find_design(noc_store *s, const char *hash, int64_t *id, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status =
        noc_db_statement(s, NOC_DB_FIND_DESIGN, "SELECT id FROM design WHERE hash = ?", &q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind_hash(q, 1, hash);
    *id = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
    sqlite3_reset(q);
    return NOC_OK;
}

static noc_status find_warnings_row(noc_store *s, const noc_estimate *e, int64_t *id,
                                    noc_diag *diag)
{
    *id = null_integer;
    if (e->warning_count == 0) return NOC_OK;
    NOC_AUTO_FREE char *text = noc_estimate_warnings(e);
    const char *const texts[NOC_DB_TEXTS_MAX] = {text};
    return text ? noc_db_find_row(s, NOC_DB_WARNING, texts, id, diag) : noc_fail_memory(diag);
}

static noc_status put_row(noc_store *s, const result_row *r, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_db_statement_id statement =
        r->e->method == NOC_METHOD_MODEL ? NOC_DB_PUT_RESULT : NOC_DB_PUT_SAMPLE;
    NOC_AUTO_FREE char *sql = s->statements[statement] ? NULL : write_put_sql(r->e->method);
    noc_status status = noc_db_statement(s, statement, sql, &q, diag);
    if (status == NOC_OK && r->e->method == NOC_METHOD_MODEL)
        status = drop_smaller_extent(s, r, diag);
    if (status != NOC_OK) return status;
    bind_result(q, r);
    return noc_db_step(s, q, diag);
}

noc_status noc_store_put_result(noc_store *s, const char *hash, const char *task,
                                const char *engine, const noc_estimate *e, noc_diag *diag)
{
    const char *const question[NOC_DB_TEXTS_MAX] = {noc_method_name(e->method), task, engine};
    result_row r = {.e = e, .bottleneck = e->bottleneck.kind[0] ? &e->bottleneck : NULL};
    noc_status status = find_design(s, hash, &r.design, diag);
    if (status == NOC_OK) status = noc_db_find_row(s, NOC_DB_QUESTION, question, &r.question, diag);
    if (status == NOC_OK) status = find_warnings_row(s, e, &r.warnings, diag);
    return status == NOC_OK ? put_row(s, &r, diag) : status;
}

noc_status noc_store_put_point(noc_store *s, const char *space, uint64_t position, const char *hash,
                               const char *state, const char *reason, noc_diag *diag)
{
    sqlite3_stmt *q;
    int64_t design = 0, reason_row = 0;
    const char *const texts[NOC_DB_TEXTS_MAX] = {state, reason ? reason : ""};
    noc_status status = hash ? find_design(s, hash, &design, diag) : NOC_OK;
    if (status == NOC_OK && strcmp(state, "ok") != 0)
        status = noc_db_find_row(s, NOC_DB_REASON, texts, &reason_row, diag);
    if (status == NOC_OK)
        status = noc_db_statement(s, NOC_DB_PUT_POINT,
                                  "INSERT OR REPLACE INTO point VALUES((SELECT number FROM space "
                                  "WHERE id = ?), ?, nullif(?, 0), nullif(?, 0))",
                                  &q, diag);
    if (status != NOC_OK) return status;
    noc_db_bind_text(q, 1, space);
    sqlite3_bind_int64(q, 2, (sqlite3_int64)position);
    sqlite3_bind_int64(q, 3, design);
    sqlite3_bind_int64(q, 4, reason_row);
    return noc_db_step(s, q, diag);
}

noc_status noc_store_put_run(noc_store *s, const noc_run_record *r, noc_diag *diag)
{
    sqlite3_stmt *q;
    const noc_status status = noc_db_statement(
        s, NOC_DB_PUT_RUN, "INSERT OR REPLACE INTO run VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", &q, diag);
    if (status != NOC_OK) return status;
    NOC_DB_BIND_TEXTS(q, 1, r->space, r->started, r->finished, r->command, r->version, r->commit);
    const int64_t counts[] = {r->process, r->jobs, r->processors, r->computed, r->reused};
    for (int i = 0; i < 5; i++) sqlite3_bind_int64(q, i + 7, counts[i]);
    sqlite3_bind_double(q, 12, r->wall_s);
    return noc_db_step(s, q, diag);
}

/* ---- merging of stores ---------------------------------------------------------------------- */

/* Lists the columns of results in both stores, except numbers of other tables. */
static char *list_shared_columns(noc_store *s, noc_arena *arena)
{
    static const char sql[] = "SELECT group_concat(name, ', ') FROM pragma_table_info('result', "
                              "'main') WHERE name IN (SELECT name FROM pragma_table_info('result', "
                              "'other')) AND name NOT IN ('design', 'question', 'warnings')";
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    const bool is_found = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK &&
                          sqlite3_step(q) == SQLITE_ROW && sqlite3_column_text(q, 0);
    return is_found ? noc_db_copy_text(arena, q, 0) : NULL;
}

/* SQL that joins a row of the other store's `row` with the numbers of its design and question in
 * this store. */
#define SAME_DESIGN(row)                                     \
    "other.design AS their_design ON their_design.id = " row \
    ".design JOIN main.design AS own_design ON own_design.hash = their_design.hash "
#define SAME_QUESTION(row)                                                                       \
    "other.question AS their_question ON their_question.id = " row                               \
    ".question JOIN main.question AS own_question ON own_question.method = "                     \
    "their_question.method AND own_question.task = their_question.task AND own_question.engine " \
    "= their_question.engine "

/* SQL that copies the rows to which other rows refer. */
static const char merge_texts_sql[] =
    "INSERT OR IGNORE INTO main.source SELECT * FROM other.source;INSERT OR IGNORE INTO "
    "main.override(text) SELECT text FROM other.override ORDER BY id;INSERT OR IGNORE INTO "
    "main.setting SELECT * FROM other.setting;INSERT INTO main.design(hash, source, overrides, "
    "settings) SELECT hash, source, (SELECT json_group_array(id) FROM (SELECT own.id AS id FROM "
    "json_each(theirs.overrides) AS each JOIN other.override AS their ON their.id = each.value "
    "JOIN main.override AS own ON own.text = their.text ORDER BY each.key)), CASE WHEN NOT EXISTS "
    "(SELECT 1 FROM other.setting AS their LEFT JOIN main.setting AS own ON own.id = their.id AND "
    "own.name = their.name WHERE own.id IS NULL) THEN settings END FROM other.design AS theirs "
    "WHERE true" KEEP_FIRST
    ";INSERT OR IGNORE INTO main.question(method, task, engine) SELECT method, task, engine FROM "
    "other.question;INSERT OR IGNORE INTO main.warning(text) SELECT text FROM other.warning;INSERT "
    "OR IGNORE INTO main.reason(state, text) SELECT state, text FROM other.reason;INSERT OR IGNORE "
    "INTO main.space(id, name, source, engine, task, constraints, objectives, designs) SELECT id, "
    "name, source, engine, task, constraints, objectives, designs FROM other.space;INSERT OR "
    "IGNORE INTO main.run SELECT * FROM other.run;";

static const char merge_points_sql[] =
    "INSERT OR IGNORE INTO main.point SELECT own_space.number, p.position, own_design.id, "
    "own_reason.id FROM other.point AS p JOIN other.space AS their_space ON their_space.number = "
    "p.space JOIN main.space AS own_space ON own_space.id = their_space.id LEFT JOIN other.design "
    "AS their_design ON their_design.id = p.design LEFT JOIN main.design AS own_design ON "
    "own_design.hash = their_design.hash LEFT JOIN other.reason AS their_reason ON their_reason.id "
    "= p.reason LEFT JOIN main.reason AS own_reason ON own_reason.state = their_reason.state AND "
    "own_reason.text = their_reason.text;";

/* SQL that removes answers of the model for which the other store has a larger extent. */
static const char drop_smaller_sql[] =
    "DELETE FROM main.result WHERE rowid IN (SELECT own.rowid FROM other.result AS r "
    "JOIN " SAME_DESIGN("r") "JOIN " SAME_QUESTION(
        "r") "JOIN main.result AS own ON own.design = own_design.id AND own.question = "
             "own_question.id WHERE own_question.method = 'model' AND r.extent > own.extent);";

static noc_status merge_results(noc_store *s, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    NOC_AUTO_FREE char *text = NULL;
    const char *columns = list_shared_columns(s, &scratch);
    size_t size = 0;
    FILE *out = columns ? open_memstream(&text, &size) : NULL;
    if (!out) return noc_fail_memory(diag);
    fprintf(out,
            "INSERT INTO main.result(design, question, warnings, %s) SELECT own_design.id, "
            "own_question.id, own_warning.id, %s FROM other.result AS r JOIN " SAME_DESIGN(
                "r") "JOIN " SAME_QUESTION("r") "LEFT JOIN other.warning AS their_warning ON "
                                                "their_warning.id = r.warnings LEFT JOIN "
                                                "main.warning AS own_warning ON own_warning.text = "
                                                "their_warning.text WHERE true ",
            columns, columns);
    write_fill_clause(out);
    fclose(out);
    return noc_db_execute(s, text, diag);
}

static noc_status merge_tables(noc_store *s, noc_diag *diag)
{
    noc_status status = noc_db_execute(s, merge_texts_sql, diag);
    if (status == NOC_OK) status = noc_db_execute(s, merge_points_sql, diag);
    if (status == NOC_OK) status = noc_db_execute(s, drop_smaller_sql, diag);
    if (status == NOC_OK) status = merge_results(s, diag);
    return status == NOC_OK ? noc_store_fill_settings(s, NULL, diag) : status;
}

static bool is_same_file(const char *first, const char *second)
{
    struct stat a, b;
    return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

noc_status noc_store_merge(noc_store *s, const char *path, noc_diag *diag)
{
    if (is_same_file(s->path, path)) /* a store would wait for itself */
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s cannot be merged into itself", path);
    noc_store *source = NULL; /* other store, opened alone first, for its own errors */
    noc_status status = noc_store_open(path, NOC_STORE_READ, &source, diag);
    noc_store_close(source);
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const char *name = noc_db_file_name(&scratch, path);
    if (!name) status = noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_db_execute_format(s, diag, "ATTACH %Q AS other", name);
    if (status == NOC_OK) status = noc_store_begin(s, diag);
    if (status != NOC_OK) return status;
    status = noc_store_end(s, merge_tables(s, diag), diag);
    sqlite3_exec(s->db, "DETACH other", NULL, NULL, NULL);
    return status;
}
