#include "explore/store/database.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/shortage.h"

const char *noc_db_metric_column(int id)
{
    return noc_metric_info_of((noc_metric_id)id)->name;
}

char *noc_db_file_name(noc_arena *arena, const char *path)
{
    const bool is_special_name = *path == ':' || strncmp(path, "file:", 5) == 0;
    return noc_arena_text(arena, "%s%s", is_special_name ? "./" : "", path);
}

/* Finds the reason why a file cannot be opened. The errno of SQLite is not the reason: it comes
 * from a last attempt, only to read. */
static const char *explain_open_failure(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    const bool is_present = access(path, F_OK) == 0;
    const int access_result = access(is_present ? path : dirname(folder), is_present ? R_OK : W_OK);
    return access_result ? strerror(errno)
                         : "it is no regular file, or a journal beside it cannot be made";
}

noc_status noc_db_fail(noc_store *s, noc_diag *diag)
{
    const noc_place place = {s->path, 0};
    const char *message = s->db ? sqlite3_errmsg(s->db) : NULL;
    switch (s->db ? sqlite3_errcode(s->db) & 0xff : SQLITE_NOMEM) {
    case SQLITE_NOMEM:
        return noc_fail_memory(diag);
    case SQLITE_FULL:
        return noc_fail(diag, NOC_EFAILED, place,
                        "the disk is full; designs saved before are intact");
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return noc_fail(diag, NOC_EFAILED, place, "cannot be written: %s", message);
    case SQLITE_NOTADB:
        return noc_fail(diag, NOC_EFAILED, place,
                        "is no store of nocsight ('nocsight sweep --store FILE' makes one)");
    case SQLITE_BUSY:
        return noc_fail(diag, NOC_EFAILED, place, "is locked by another program for more than %d s",
                        NOC_DB_BUSY_MS / 1000);
    case SQLITE_CANTOPEN:
        return noc_fail(diag, NOC_EFAILED, place, "cannot be opened: %s",
                        explain_open_failure(s->path));
    default:
        return noc_fail(diag, NOC_EFAILED, place, "%s", message);
    }
}

/* True, with a message, after memory ran out: rows that were stored or read since may be
 * incomplete. */
static bool report_shortage(noc_diag *diag)
{
    if (noc_has_noted_shortage()) noc_fail_memory(diag);
    return noc_has_noted_shortage();
}

noc_status noc_db_execute(noc_store *s, const char *sql, noc_diag *diag)
{
    if (report_shortage(diag)) return NOC_EFAILED;
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? NOC_OK : noc_db_fail(s, diag);
}

noc_status noc_db_prepare(noc_store *s, const char *sql, sqlite3_stmt **q, noc_diag *diag)
{
    if (report_shortage(diag)) return NOC_EFAILED;
    return sqlite3_prepare_v2(s->db, sql, -1, q, NULL) == SQLITE_OK ? NOC_OK : noc_db_fail(s, diag);
}

bool noc_db_next_row(noc_store *s, sqlite3_stmt *q, noc_status *status, noc_diag *diag)
{
    const int step_result = *status == NOC_OK ? sqlite3_step(q) : SQLITE_DONE;
    if (step_result != SQLITE_DONE && step_result != SQLITE_ROW) *status = noc_db_fail(s, diag);
    return step_result == SQLITE_ROW;
}

/* Formats an SQL text and runs it. */
noc_status noc_db_execute_format(noc_store *s, noc_diag *diag, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *sql = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    const noc_status status = sql ? noc_db_execute(s, sql, diag) : noc_fail_memory(diag);
    sqlite3_free(sql);
    return status;
}

static void list_columns(noc_store *s)
{
    enum { COLUMNS_MAX = 2000 }; /* SQLite's upper bound of columns */
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    s->columns = noc_arena_array(&s->memory, COLUMNS_MAX, sizeof *s->columns);
    if (s->columns && sqlite3_prepare_v2(s->db, "SELECT name FROM pragma_table_info('result')", -1,
                                         &q, NULL) == SQLITE_OK)
        while (s->column_count < COLUMNS_MAX && sqlite3_step(q) == SQLITE_ROW)
            s->columns[s->column_count++] = noc_db_copy_text(&s->memory, q, 0);
}

/* True if a text is `name` followed by `suffix`. */
static bool is_name_with_suffix(const char *text, const char *name, const char *suffix)
{
    const size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && strcmp(text + length, suffix) == 0;
}

bool noc_db_has_column(noc_store *s, const char *name, const char *suffix)
{
    if (!s->columns) list_columns(s);
    for (size_t i = 1; i <= s->column_count; i++) {
        const size_t column = (s->last_column + i) % s->column_count;
        if (!s->columns[column] || !is_name_with_suffix(s->columns[column], name, suffix)) continue;
        s->last_column = column;
        return true;
    }
    return false;
}

void noc_db_clear_columns(noc_store *s)
{
    s->columns = NULL;
    s->column_count = s->last_column = 0;
}

int64_t noc_db_query_integer(noc_store *s, const char *sql)
{
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    int64_t value = -1;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        value = sqlite3_column_int64(q, 0);
    return value;
}

noc_status noc_db_statement(noc_store *s, noc_db_statement_id statement, const char *sql,
                            sqlite3_stmt **q, noc_diag *diag)
{
    noc_status status = NOC_OK;
    if (!s->statements[statement]) status = noc_db_prepare(s, sql, &s->statements[statement], diag);
    *q = s->statements[statement];
    if (status == NOC_OK) sqlite3_reset(*q);
    return status;
}

void noc_db_bind_text(sqlite3_stmt *q, int parameter, const char *text)
{
    sqlite3_bind_text(q, parameter, text, -1, SQLITE_STATIC); /* NULL stays NULL */
}

void noc_db_bind_texts(sqlite3_stmt *q, int parameter, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) noc_db_bind_text(q, parameter + (int)i, texts[i]);
}

/* Reads a hexadecimal digit; below 0 for other characters. */
static int read_hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

void noc_db_bind_hash(sqlite3_stmt *q, int parameter, const char *digits)
{
    unsigned char bytes[64];
    size_t count = 0;
    for (int high_digit, low_digit; count < sizeof bytes; digits += 2) {
        if ((high_digit = read_hex_digit(digits[0])) < 0 ||
            (low_digit = read_hex_digit(digits[1])) < 0)
            break;
        bytes[count++] = (unsigned char)(16 * high_digit + low_digit);
    }
    sqlite3_bind_blob(q, parameter, bytes, (int)count, SQLITE_TRANSIENT);
}

void noc_db_bind_real(sqlite3_stmt *q, int parameter, double value)
{
    if (isfinite(value))
        sqlite3_bind_double(q, parameter, value);
    else
        sqlite3_bind_null(q, parameter);
}

noc_status noc_db_step(noc_store *s, sqlite3_stmt *q, noc_diag *diag)
{
    if (report_shortage(diag)) return NOC_EFAILED;
    const int step_result = sqlite3_step(q);
    const noc_status status =
        step_result == SQLITE_DONE || step_result == SQLITE_ROW ? NOC_OK : noc_db_fail(s, diag);
    sqlite3_reset(q);
    return status;
}

const char *noc_db_text(sqlite3_stmt *q, int column)
{
    const char *text = (const char *)sqlite3_column_text(q, column);
    return text ? text : "";
}

char *noc_db_copy_text(noc_arena *arena, sqlite3_stmt *q, int column)
{
    return noc_arena_string(arena, noc_db_text(q, column));
}

/* ---- texts by number ------------------------------------------------------------------------ */

static const struct {
    noc_db_statement_id find;
    const char *find_sql, *make_sql;
} tables[NOC_DB_TABLES] = {
    [NOC_DB_QUESTION] = {NOC_DB_FIND_QUESTION,
                         "SELECT id FROM question WHERE method = ? AND task = ? AND engine = ?",
                         "INSERT INTO question(method, task, engine) VALUES(%Q, %Q, %Q)"},
    [NOC_DB_WARNING] = {NOC_DB_FIND_WARNING, "SELECT id FROM warning WHERE text = ?",
                        "INSERT INTO warning(text) VALUES(%Q)"},
    [NOC_DB_REASON] = {NOC_DB_FIND_REASON, "SELECT id FROM reason WHERE state = ? AND text = ?",
                       "INSERT INTO reason(state, text) VALUES(%Q, %Q)"},
    [NOC_DB_OVERRIDE] = {NOC_DB_FIND_OVERRIDE, "SELECT id FROM override WHERE text = ?",
                         "INSERT INTO override(text) VALUES(%Q)"},
    [NOC_DB_SETTING] = {NOC_DB_FIND_SETTING, "SELECT id FROM setting WHERE name = ?",
                        "INSERT INTO setting(name) VALUES(%Q)"},
};

static void clear_row(noc_db_row *row)
{
    noc_arena_clear(&row->memory);
    *row = (noc_db_row){.id = 0};
}

void noc_db_clear_rows(noc_store *s)
{
    for (int t = 0; t < NOC_DB_TABLES; t++)
        for (int i = 0; i < NOC_DB_ROWS_CACHED; i++) clear_row(&s->cached_rows[t][i]);
}

/* Finds the slot of a row in the cache; another row may be in it. */
static noc_db_row *find_slot(noc_store *s, noc_db_table table,
                             const char *const texts[NOC_DB_TEXTS_MAX])
{
    unsigned hash = 5381;
    for (int i = 0; i < NOC_DB_TEXTS_MAX && texts[i]; i++)
        for (const char *c = texts[i]; *c; c++) hash = 33 * hash + (unsigned char)*c;
    return &s->cached_rows[table][hash % NOC_DB_ROWS_CACHED];
}

static bool has_texts(const noc_db_row *row, const char *const texts[NOC_DB_TEXTS_MAX])
{
    if (row->id == 0) return false;
    for (int i = 0; i < NOC_DB_TEXTS_MAX && texts[i]; i++)
        if (strcmp(texts[i], row->texts[i]) != 0) return false;
    return true;
}

static bool set_row(noc_db_row *row, const char *const texts[NOC_DB_TEXTS_MAX], int64_t id)
{
    clear_row(row);
    for (int i = 0; i < NOC_DB_TEXTS_MAX && texts[i]; i++)
        row->texts[i] = noc_arena_string(&row->memory, texts[i]);
    row->id = row->memory.is_short ? 0 : id;
    return !row->memory.is_short;
}

noc_status noc_db_find_row(noc_store *s, noc_db_table table,
                           const char *const texts[NOC_DB_TEXTS_MAX], int64_t *id, noc_diag *diag)
{
    noc_db_row *row = find_slot(s, table, texts);
    *id = row->id;
    if (has_texts(row, texts)) return NOC_OK;
    sqlite3_stmt *q;
    noc_status status = noc_db_statement(s, tables[table].find, tables[table].find_sql, &q, diag);
    if (status != NOC_OK) return status;
    for (int i = 0; i < NOC_DB_TEXTS_MAX && texts[i]; i++) noc_db_bind_text(q, i + 1, texts[i]);
    const bool is_found = sqlite3_step(q) == SQLITE_ROW;
    *id = is_found ? sqlite3_column_int64(q, 0) : 0;
    sqlite3_reset(q);
    if (!is_found) {
        status =
            noc_db_execute_format(s, diag, tables[table].make_sql, texts[0], texts[1], texts[2]);
        *id = sqlite3_last_insert_rowid(s->db);
    }
    if (status != NOC_OK) return status;
    return set_row(row, texts, *id) ? NOC_OK : noc_fail_memory(diag);
}
