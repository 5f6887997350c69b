#include "explore/store/database.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/shortage.h"

const char *noc_db_metric(int id)
{
    return noc_metric_info_of((noc_metric_id)id)->name;
}

char *noc_db_name(const char *path)
{
    const bool is_none = *path == ':' || strncmp(path, "file:", 5) == 0;
    char *name = NULL;
    return asprintf(&name, "%s%s", is_none ? "./" : "", path) < 0 ? NULL : name;
}

/* Finds the reason why a file cannot be opened, since SQLite's errno is from its last attempt, to
 * read only. */
static const char *why_not_opened(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    const bool there = access(path, F_OK) == 0;
    const int missing = access(there ? path : dirname(folder), there ? R_OK : W_OK);
    return missing ? strerror(errno)
                   : "it is no regular file, or a journal beside it cannot be made";
}

noc_status noc_db_fail(noc_store *s, noc_diag *diag)
{
    const noc_place place = {s->path, 0};
    const char *said = s->db ? sqlite3_errmsg(s->db) : NULL;
    switch (s->db ? sqlite3_errcode(s->db) & 0xff : SQLITE_NOMEM) {
    case SQLITE_NOMEM:
        return noc_fail_memory(diag);
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
                        NOC_DB_BUSY_MS / 1000);
    case SQLITE_CANTOPEN:
        return noc_fail(diag, NOC_EFAILED, place, "cannot be opened: %s", why_not_opened(s->path));
    default:
        return noc_fail(diag, NOC_EFAILED, place, "%s", said);
    }
}

/* True after memory ran out, with a message: rows stored or read since may be incomplete. */
static bool is_short(noc_diag *diag)
{
    if (noc_shortage_noted()) noc_fail_memory(diag);
    return noc_shortage_noted();
}

noc_status noc_db_execute(noc_store *s, const char *sql, noc_diag *diag)
{
    if (is_short(diag)) return NOC_EFAILED;
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? NOC_OK : noc_db_fail(s, diag);
}

noc_status noc_db_prepare(noc_store *s, const char *sql, sqlite3_stmt **q, noc_diag *diag)
{
    if (is_short(diag)) return NOC_EFAILED;
    return sqlite3_prepare_v2(s->db, sql, -1, q, NULL) == SQLITE_OK ? NOC_OK : noc_db_fail(s, diag);
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
    enum { MOST = 2000 }; /* SQLite's upper bound of columns */
    sqlite3_stmt *q = NULL;
    s->columns = calloc(MOST, sizeof *s->columns);
    if (s->columns && sqlite3_prepare_v2(s->db, "SELECT name FROM pragma_table_info('result')", -1,
                                         &q, NULL) == SQLITE_OK)
        while (s->column_count < MOST && sqlite3_step(q) == SQLITE_ROW)
            s->columns[s->column_count++] = noc_db_copy(q, 0);
    sqlite3_finalize(q);
}

/* True if a text is `name` followed by `suffix`. */
static bool is_joined(const char *text, const char *name, const char *suffix)
{
    const size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && strcmp(text + length, suffix) == 0;
}

bool noc_db_has_column(noc_store *s, const char *name, const char *suffix)
{
    if (!s->columns) list_columns(s);
    for (size_t i = 1; i <= s->column_count; i++) {
        const size_t at = (s->column_last + i) % s->column_count;
        if (!s->columns[at] || !is_joined(s->columns[at], name, suffix)) continue;
        s->column_last = at;
        return true;
    }
    return false;
}

void noc_db_forget_columns(noc_store *s)
{
    for (size_t i = 0; i < s->column_count; i++) free(s->columns[i]);
    free(s->columns);
    s->columns = NULL;
    s->column_count = s->column_last = 0;
}

int64_t noc_db_number(noc_store *s, const char *sql)
{
    sqlite3_stmt *q = NULL;
    int64_t value = -1;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        value = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return value;
}

noc_status noc_db_statement(noc_store *s, noc_db_kept which, const char *sql, sqlite3_stmt **q,
                            noc_diag *diag)
{
    noc_status status = NOC_OK;
    if (!s->prepared[which]) status = noc_db_prepare(s, sql, &s->prepared[which], diag);
    *q = s->prepared[which];
    if (status == NOC_OK) sqlite3_reset(*q);
    return status;
}

void noc_db_bind(sqlite3_stmt *q, int at, const char *text)
{
    sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC); /* NULL stays NULL */
}

/* Reads a hexadecimal digit; below 0 for other characters. */
static int value_of_digit(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

void noc_db_bind_hash(sqlite3_stmt *q, int at, const char *digits)
{
    unsigned char bytes[64];
    size_t count = 0;
    for (int high, low; count < sizeof bytes; digits += 2) {
        if ((high = value_of_digit(digits[0])) < 0 || (low = value_of_digit(digits[1])) < 0) break;
        bytes[count++] = (unsigned char)(16 * high + low);
    }
    sqlite3_bind_blob(q, at, bytes, (int)count, SQLITE_TRANSIENT);
}

void noc_db_bind_real(sqlite3_stmt *q, int at, double value)
{
    if (isfinite(value))
        sqlite3_bind_double(q, at, value);
    else
        sqlite3_bind_null(q, at);
}

noc_status noc_db_step(noc_store *s, sqlite3_stmt *q, noc_diag *diag)
{
    if (is_short(diag)) return NOC_EFAILED;
    const int got = sqlite3_step(q);
    const noc_status status =
        got == SQLITE_DONE || got == SQLITE_ROW ? NOC_OK : noc_db_fail(s, diag);
    sqlite3_reset(q);
    return status;
}

const char *noc_db_text(sqlite3_stmt *q, int column)
{
    const char *text = (const char *)sqlite3_column_text(q, column);
    return text ? text : "";
}

char *noc_db_copy(sqlite3_stmt *q, int column)
{
    return strdup(noc_db_text(q, column));
}

/* ---- texts by number ------------------------------------------------------------------------ */

static const struct {
    noc_db_kept find;
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

static void forget_row(noc_db_row *row)
{
    for (int i = 0; i < NOC_DB_PARTS; i++) free(row->parts[i]);
    *row = (noc_db_row){.id = 0};
}

void noc_db_forget_numbers(noc_store *s)
{
    for (int t = 0; t < NOC_DB_TABLES; t++)
        for (int i = 0; i < NOC_DB_ROWS; i++) forget_row(&s->rows[t][i]);
}

/* Finds the slot of a row in the cache; another row may be in it. */
static noc_db_row *place_of(noc_store *s, noc_db_table table, const char *const parts[NOC_DB_PARTS])
{
    unsigned hash = 5381;
    for (int i = 0; i < NOC_DB_PARTS && parts[i]; i++)
        for (const char *c = parts[i]; *c; c++) hash = 33 * hash + (unsigned char)*c;
    return &s->rows[table][hash % NOC_DB_ROWS];
}

static bool is_row(const noc_db_row *row, const char *const parts[NOC_DB_PARTS])
{
    if (row->id == 0) return false;
    for (int i = 0; i < NOC_DB_PARTS && parts[i]; i++)
        if (strcmp(parts[i], row->parts[i]) != 0) return false;
    return true;
}

static bool keep_row(noc_db_row *row, const char *const parts[NOC_DB_PARTS], int64_t id)
{
    forget_row(row);
    for (int i = 0; i < NOC_DB_PARTS && parts[i]; i++) {
        row->parts[i] = strdup(parts[i]);
        if (!row->parts[i]) return false;
    }
    row->id = id;
    return true;
}

noc_status noc_db_number_of(noc_store *s, noc_db_table table, const char *const parts[NOC_DB_PARTS],
                            int64_t *id, noc_diag *diag)
{
    noc_db_row *row = place_of(s, table, parts);
    *id = row->id;
    if (is_row(row, parts)) return NOC_OK;
    sqlite3_stmt *q;
    noc_status status = noc_db_statement(s, tables[table].find, tables[table].find_sql, &q, diag);
    if (status != NOC_OK) return status;
    for (int i = 0; i < NOC_DB_PARTS && parts[i]; i++) noc_db_bind(q, i + 1, parts[i]);
    const bool found = sqlite3_step(q) == SQLITE_ROW;
    *id = found ? sqlite3_column_int64(q, 0) : 0;
    sqlite3_reset(q);
    if (!found) {
        status =
            noc_db_execute_format(s, diag, tables[table].make_sql, parts[0], parts[1], parts[2]);
        *id = sqlite3_last_insert_rowid(s->db);
    }
    if (status != NOC_OK) return status;
    return keep_row(row, parts, *id) ? NOC_OK : noc_fail_memory(diag);
}
