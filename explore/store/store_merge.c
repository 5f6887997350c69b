#include "explore/store/store_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "explore/store/database.h"
#include "explore/store/store_settings.h"
#include "explore/store/store_write.h"

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
    noc_db_put_filling(out);
    fclose(out);
    const noc_status status = noc_db_execute(s, text, diag);
    free(text);
    free(columns);
    return status;
}

/* A store of before has no settings. */
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
    if (is_same_file(s->path, other)) /* it would wait for itself */
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s cannot be merged into itself", other);
    noc_store *checked = NULL; /* opened by itself first, for its own errors */
    noc_status status = noc_store_open(other, NOC_STORE_READ, &checked, diag);
    noc_store_close(checked);
    if (status == NOC_OK) status = noc_db_execute_format(s, diag, "ATTACH %Q AS other", other);
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
