/* explore/store/database.h: SQLite connection of a store, and the statements, texts and errors that
 * the store's files share. Private to the store: other code uses store.h. */
#ifndef NOC_EXPLORE_STORE_DATABASE_H
#define NOC_EXPLORE_STORE_DATABASE_H

#include <sqlite3.h>

#include "base/arena.h"
#include "base/auto.h"
#include "explore/store/store.h"
#include "reader/config_memory.h"

enum { NOC_DB_BUSY_MS = 60000 }; /* longest wait of a writer for another writer, ms */

/* Prepared statements that the store keeps for reuse. */
typedef enum noc_db_statement_id {
    NOC_DB_PUT_SOURCE,
    NOC_DB_PUT_SPACE,
    NOC_DB_PUT_DESIGN,
    NOC_DB_PUT_RESULT,
    NOC_DB_PUT_SAMPLE,
    NOC_DB_DROP_RESULT,
    NOC_DB_FIND_DESIGN,
    NOC_DB_FIND_QUESTION,
    NOC_DB_FIND_WARNING,
    NOC_DB_FIND_REASON,
    NOC_DB_FIND_OVERRIDE,
    NOC_DB_FIND_SETTING,
    NOC_DB_PUT_POINT,
    NOC_DB_PUT_RUN,
    NOC_DB_HAS_RESULT,
    NOC_DB_FIND_RESULT,
    NOC_DB_FIND_SOURCE,
    NOC_DB_STATEMENTS
} noc_db_statement_id;

/* Tables whose rows are texts; other tables refer to a row by its number. */
typedef enum noc_db_table {
    NOC_DB_QUESTION, /* texts of a row: method, task, engine */
    NOC_DB_WARNING,  /* rows: text */
    NOC_DB_REASON,   /* texts of a row: state, text */
    NOC_DB_OVERRIDE, /* rows: text */
    NOC_DB_SETTING,  /* texts of a row: name of a column */
    NOC_DB_TABLES
} noc_db_table;

enum {
    NOC_DB_TEXTS_MAX = 3,    /* largest number of texts of a row */
    NOC_DB_ROWS_CACHED = 64, /* cached rows of a table */
};

/* Row of a table of texts, with its number. */
typedef struct noc_db_row {
    noc_arena memory;
    char *texts[NOC_DB_TEXTS_MAX];
    int64_t id;
} noc_db_row;

/* SQL for the name of a result's extent (noc_extent_name). */
#define NOC_DB_EXTENT \
    "CASE extent WHEN 0 THEN 'cost' WHEN 1 THEN 'idle' WHEN 2 THEN 'limits' ELSE 'all' END"

struct noc_store {
    sqlite3 *db;
    noc_arena memory; /* memory of the path and the column names */
    char *path;
    bool has_log; /* opened for writing, with a write-ahead log */
    sqlite3_stmt *statements[NOC_DB_STATEMENTS];
    char **columns;                   /* column names of the table `result`, after the first use */
    size_t column_count, last_column; /* Number of columns; number of the column found last. */
    noc_db_row cached_rows[NOC_DB_TABLES]
                          [NOC_DB_ROWS_CACHED]; /* cached rows by their texts; id 0: empty */
    noc_config_memory texts;                    /* texts of the last rebuilt designs, for reuse */
};

/* Finds the column name of a metric; the ends of its interval have the suffixes _lo and _hi. */
const char *noc_db_metric_column(int id);

/* Makes the name of a file for SQLite, which reads some names as no files. NULL: out of memory. */
char *noc_db_file_name(noc_arena *arena, const char *path);

/* True if the table of results has a column. Columns in the table's order are found fastest. */
bool noc_db_has_column(noc_store *store, const char *name, const char *suffix);
/* Forgets the column names, after a change of the table; the next use reads them again. */
void noc_db_clear_columns(noc_store *store);

/* Finds the number of the row with these texts; a missing row is added. */
noc_status noc_db_find_row(noc_store *store, noc_db_table table,
                           const char *const texts[NOC_DB_TEXTS_MAX], int64_t *id, noc_diag *diag);

/* Clears the cached rows after a rollback. */
void noc_db_clear_rows(noc_store *store);

/* Reports SQLite's last message in the program's words. NOC_EFAILED. */
noc_status noc_db_fail(noc_store *store, noc_diag *diag);

noc_status noc_db_execute(noc_store *store, const char *sql, noc_diag *diag);
noc_status noc_db_execute_format(noc_store *store, noc_diag *diag, const char *format, ...);

/* Prepares a statement; the caller finalizes *q. */
noc_status noc_db_prepare(noc_store *store, const char *sql, sqlite3_stmt **q, noc_diag *diag);

/* Statement variable that is finalized at the end of its block. */
static inline void noc_db_auto_finalize(sqlite3_stmt *const *q)
{
    sqlite3_finalize(*q);
}
#define NOC_AUTO_STATEMENT NOC_AUTO(noc_db_auto_finalize)

/* Steps to the next row of a query. False at the end, after a failure, which becomes *status, and
 * if *status is a failure already. */
bool noc_db_next_row(noc_store *store, sqlite3_stmt *q, noc_status *status, noc_diag *diag);

/* Returns a kept statement, reset; the first use prepares it from `sql`. */
noc_status noc_db_statement(noc_store *store, noc_db_statement_id statement, const char *sql,
                            sqlite3_stmt **q, noc_diag *diag);

/* Returns the integer result of a query; -1 without a result. */
int64_t noc_db_query_integer(noc_store *store, const char *sql);

/* Binds a value to a parameter; NULL and numbers that are not finite become NULL. A text must
 * outlive the step. */
void noc_db_bind_text(sqlite3_stmt *q, int parameter, const char *text);
void noc_db_bind_texts(sqlite3_stmt *q, int parameter, const char *const *texts, size_t count);
void noc_db_bind_hash(sqlite3_stmt *q, int parameter,
                      const char *digits); /* binds a hash as a blob */
void noc_db_bind_real(sqlite3_stmt *q, int parameter, double value);

/* Binds texts to the parameters from `parameter` on. */
#define NOC_DB_BIND_TEXTS(q, parameter, ...)                       \
    noc_db_bind_texts(q, parameter, (const char *[]){__VA_ARGS__}, \
                      sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

/* Runs a kept statement without result rows, and resets it. */
noc_status noc_db_step(noc_store *store, sqlite3_stmt *q, noc_diag *diag);

/* Returns a column as text, "" for NULL: a store by another program may have NULL in any cell.
 * Valid until the next step. */
const char *noc_db_text(sqlite3_stmt *q, int column);

/* Copies a column as text. NULL: out of memory. */
char *noc_db_copy_text(noc_arena *arena, sqlite3_stmt *q, int column);

#endif
