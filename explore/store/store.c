#include "explore/store/store.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/store/database.h"
#include "explore/store/store_settings.h"

/* "NOCS": mark of a store, known to the command `file`. */
enum { APPLICATION_ID = 0x4e4f4353 };

static const char schema[] =
    "CREATE TABLE source(id TEXT PRIMARY KEY, name TEXT, path TEXT, text TEXT) WITHOUT "
    "ROWID;CREATE TABLE design(id INTEGER PRIMARY KEY, hash BLOB UNIQUE, source TEXT, overrides "
    "TEXT, settings TEXT);CREATE TABLE question(id INTEGER PRIMARY KEY, method TEXT, task TEXT, "
    "engine TEXT, UNIQUE(method, task, engine));CREATE TABLE warning(id INTEGER PRIMARY KEY, text "
    "TEXT UNIQUE);CREATE TABLE override(id INTEGER PRIMARY KEY, text TEXT UNIQUE);CREATE TABLE "
    "setting(id INTEGER PRIMARY KEY, name TEXT UNIQUE);CREATE TABLE reason(id INTEGER PRIMARY KEY, "
    "state TEXT, text TEXT, UNIQUE(state, text));CREATE TABLE space(number INTEGER PRIMARY KEY, id "
    "TEXT UNIQUE, name TEXT, source TEXT, engine TEXT, task TEXT, constraints TEXT, objectives "
    "TEXT, designs INTEGER);CREATE TABLE point(space INTEGER, position INTEGER, design INTEGER, "
    "reason INTEGER, PRIMARY KEY(space, position)) WITHOUT ROWID;CREATE TABLE run(space TEXT, "
    "started TEXT, finished TEXT, command TEXT, version TEXT, \"commit\" TEXT, process INTEGER, "
    "jobs INTEGER, processors INTEGER, computed INTEGER, reused INTEGER, wall_s REAL, PRIMARY "
    "KEY(started, process, space)) WITHOUT ROWID;";

/* ---- transactions --------------------------------------------------------------------------- */

static void roll_back(noc_store *s)
{
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    noc_db_clear_rows(s);
}

noc_status noc_store_begin(noc_store *s, noc_diag *diag)
{
    return noc_db_execute(s, "BEGIN IMMEDIATE", diag);
}

noc_status noc_store_end(noc_store *s, noc_status status, noc_diag *diag)
{
    if (status == NOC_OK) status = noc_db_execute(s, "COMMIT", diag);
    if (status != NOC_OK) roll_back(s);
    return status;
}

/* ---- opening -------------------------------------------------------------------------------- */

/* Makes the table of results, with columns for each metric and the ends of its interval. */
static noc_status make_results(noc_store *s, noc_diag *diag)
{
    NOC_AUTO_FREE char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return noc_fail_memory(diag);
    fputs("CREATE TABLE result(", out);
#define NOC_RESULT_COLUMN(name, type, value) fputs(#name " " #type ", ", out);
#include "explore/store/result_columns.def"
#undef NOC_RESULT_COLUMN
    for (int id = 0; id < NOC_METRICS; id++)
        fprintf(out, "%s REAL, %s_lo REAL, %s_hi REAL, ", noc_db_metric_column(id),
                noc_db_metric_column(id), noc_db_metric_column(id));
    fputs("PRIMARY KEY(design, question))", out);
    return fclose(out) == 0 ? noc_db_execute(s, text, diag) : noc_fail_memory(diag);
}

/* Adds columns of metrics that the store's program did not have. */
static noc_status add_columns(noc_store *s, noc_diag *diag)
{
    static const char *const suffixes[] = {"", "_lo", "_hi"};
    noc_status status = NOC_OK;
#define NOC_RESULT_COLUMN(name, type, value)                  \
    if (status == NOC_OK && !noc_db_has_column(s, #name, "")) \
        status = noc_db_execute(s, "ALTER TABLE result ADD COLUMN " #name " " #type, diag);
#include "explore/store/result_columns.def"
#undef NOC_RESULT_COLUMN
    for (int id = 0; id < NOC_METRICS; id++)
        for (size_t k = 0; k < 3 && status == NOC_OK; k++)
            if (!noc_db_has_column(s, noc_db_metric_column(id), suffixes[k]))
                status = noc_db_execute_format(s, diag, "ALTER TABLE result ADD COLUMN %s%s REAL",
                                               noc_db_metric_column(id), suffixes[k]);
    noc_db_clear_columns(s);
    return status;
}

static noc_status init_tables(noc_store *s, bool is_empty, noc_diag *diag)
{
    if (!is_empty) return add_columns(s, diag);
    noc_status status = noc_db_execute(s, schema, diag);
    if (status == NOC_OK) status = make_results(s, diag);
    if (status != NOC_OK) return status;
    return noc_db_execute_format(s, diag, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                                 APPLICATION_ID, NOC_STORE_FORMAT);
}

/* Refuses a file of another program or format. */
static noc_status check_format(noc_store *s, bool *is_empty, noc_diag *diag)
{
    const int64_t tables = noc_db_query_integer(s, "SELECT count(*) FROM sqlite_schema");
    if (tables < 0) return noc_db_fail(s, diag);
    *is_empty = tables == 0;
    const int64_t id = noc_db_query_integer(s, "PRAGMA application_id"),
                  format = noc_db_query_integer(s, "PRAGMA user_version");
    const noc_place place = {s->path, 0};
    if (*is_empty) return NOC_OK;
    if (id != APPLICATION_ID)
        return noc_fail(
            diag, NOC_EFAILED, place,
            "is a database, but no store of nocsight ('nocsight sweep --store FILE' makes one)");
    if (format != NOC_STORE_FORMAT)
        return noc_fail(
            diag, NOC_EFAILED, place,
            "has store format %lld; this nocsight reads and writes format %d (sweep into a new "
            "store: nocsight sweep SPACE --store NEW; or use the version that wrote it)",
            (long long)format, NOC_STORE_FORMAT);
    return NOC_OK;
}

/* Turns the write-ahead log on. If another program creates the same store at this time, tries again
 * for two seconds. */
static noc_status set_journal(noc_store *s, noc_diag *diag)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        const int result = sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
        s->has_log = result == SQLITE_OK;
        if (s->has_log) return noc_db_execute(s, "PRAGMA synchronous = NORMAL", diag);
        if ((result & 0xff) != SQLITE_BUSY) break;
        usleep(20000);
    }
    return noc_db_fail(s, diag);
}

static noc_status open_for_writing(noc_store *s, noc_diag *diag)
{
    bool is_empty = false;
    noc_status status = check_format(s, &is_empty, diag);
    if (status == NOC_OK) status = set_journal(s, diag);
    if (status == NOC_OK) status = noc_db_execute(s, "BEGIN IMMEDIATE", diag);
    if (status != NOC_OK) return status;
    /* another program may have created the store meanwhile */
    status = check_format(s, &is_empty, diag);
    if (status == NOC_OK) status = init_tables(s, is_empty, diag);
    return noc_store_end(s, status, diag);
}

static noc_status open_for_reading(noc_store *s, noc_diag *diag)
{
    bool is_empty = false;
    const noc_status status = check_format(s, &is_empty, diag);
    if (status == NOC_OK && is_empty)
        return noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "is empty: nothing was swept");
    return status;
}

/* True if the folder of a file can be written. SQLite needs this even for reading, for its log. */
static bool is_folder_writable(const char *path)
{
    NOC_AUTO_FREE char *copy = strdup(path);
    return copy && access(dirname(copy), W_OK) == 0;
}

/* Makes the name "file:PATH?immutable=1", for reading without a log in folders without write
 * permission. The caller frees it; NULL: out of memory. */
static char *make_immutable_name(const char *path)
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
    const bool is_writable = is_folder_writable(s->path);
    if (mode != NOC_STORE_READ && !is_writable && errno == EROFS)
        return noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "cannot be written: %s",
                        strerror(EROFS));
    const char *file = noc_db_file_name(&s->memory, s->path);
    const bool is_immutable = mode == NOC_STORE_READ && !is_writable;
    NOC_AUTO_FREE char *immutable_name = file && is_immutable ? make_immutable_name(file) : NULL;
    const char *name = is_immutable ? immutable_name : file;
    if (!name) return noc_fail_memory(diag);
    return sqlite3_open_v2(name, &s->db, flags[mode] | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK
               ? NOC_OK
               : noc_db_fail(s, diag);
}

/* True for files that are not regular: a pipe would block, and a device cannot hold tables. */
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

noc_status noc_store_open(const char *path, noc_store_mode mode, noc_store **store, noc_diag *diag)
{
    if (mode != NOC_STORE_CREATE && access(path, F_OK) != 0)
        return noc_fail(diag, NOC_EFAILED, (noc_place){path, 0},
                        "there is no such store ('nocsight sweep SPACE --store FILE' makes one)");
    if (is_special(path))
        return noc_fail(diag, NOC_EFAILED, (noc_place){path, 0},
                        "is a pipe or a device (a store is a file)");
    noc_store *s = calloc(1, sizeof *s);
    if (s) s->path = noc_arena_string(&s->memory, path);
    noc_status status = s && s->path ? open_database(s, mode, diag) : noc_fail_memory(diag);
    if (status == NOC_OK) {
        sqlite3_busy_timeout(s->db, NOC_DB_BUSY_MS);
        status = mode == NOC_STORE_READ ? open_for_reading(s, diag) : open_for_writing(s, diag);
    }
    if (status != NOC_OK) {
        noc_store_close(s);
        return status;
    }
    *store = s;
    return NOC_OK;
}

/* Removes the log, so that a closed store is one readable file. While another program has the store
 * open, this fails, and the last program removes the log. */
static void remove_log(noc_store *s)
{
    sqlite3_busy_timeout(s->db, 0);
    sqlite3_exec(s->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
}

void noc_store_close(noc_store *s)
{
    if (!s) return;
    for (int i = 0; i < NOC_DB_STATEMENTS; i++) sqlite3_finalize(s->statements[i]);
    noc_db_clear_rows(s);
    noc_config_memory_clear(&s->texts);
    if (s->has_log) remove_log(s);
    sqlite3_close(s->db);
    noc_arena_clear(&s->memory);
    free(s);
}

void noc_store_auto_close(noc_store *const *s)
{
    noc_store_close(*s);
}
