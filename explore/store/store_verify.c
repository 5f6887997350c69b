#include "explore/store/store_verify.h"

#include <stdio.h>
#include <string.h>

#include "explore/store/database.h"
#include "explore/store/packed.h"
#include "explore/store/store_read.h"
#include "reader/design_walk.h"

/* Queries of facts; each has one value as its result, or NULL. */
static const struct {
    const char *key, *sql;
} fact_queries[] = {
    {"store format", "SELECT user_version FROM pragma_user_version"},
    {"version",
     "SELECT version || ' (' || \"commit\" || ')' FROM run ORDER BY started DESC LIMIT 1"},
    {"engine", "SELECT engine FROM space ORDER BY (SELECT max(started) FROM run WHERE space = "
               "space.id) DESC LIMIT 1"},
    {"last sweep", "SELECT max(started) FROM run"},
    {"command", "SELECT command FROM run ORDER BY started DESC LIMIT 1"},
    {"processors", "SELECT processors FROM run ORDER BY started DESC LIMIT 1"},
    {"seed", "SELECT group_concat(DISTINCT seed) FROM result WHERE seed IS NOT NULL"},
    {"designs computed",
     "SELECT count(*) FROM result JOIN question ON question.id = question WHERE method = 'model'"},
    {"computed as far as", "SELECT group_concat(said, ', ') FROM (SELECT " NOC_DB_EXTENT
                           " || ' ' || count(*) AS said FROM result JOIN question ON question.id = "
                           "question WHERE method = 'model' GROUP BY extent)"},
    {"designs measured",
     "SELECT count(*) FROM result JOIN question ON question.id = question WHERE method = 'sample'"},
    {"points excluded by constraints",
     "SELECT count(*) FROM point JOIN reason ON reason.id = reason WHERE state = 'excluded'"},
    {"points invalid",
     "SELECT count(*) FROM point JOIN reason ON reason.id = reason WHERE state = 'invalid'"},
    {"points failed",
     "SELECT count(*) FROM point JOIN reason ON reason.id = reason WHERE state = 'failed'"},
    {"results with warnings", "SELECT count(*) FROM result WHERE warnings IS NOT NULL"},
};

noc_status noc_store_write_facts(noc_store *s, char **text, noc_diag *diag)
{
    size_t size = 0;
    FILE *out = open_memstream(text, &size);
    if (!out) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < sizeof fact_queries / sizeof fact_queries[0] && status == NOC_OK; i++) {
        NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
        status = noc_db_prepare(s, fact_queries[i].sql, &q, diag);
        if (status == NOC_OK && sqlite3_step(q) == SQLITE_ROW &&
            sqlite3_column_type(q, 0) != SQLITE_NULL)
            fprintf(out, "%s\t%s\n", fact_queries[i].key, noc_db_text(q, 0));
    }
    fclose(out);
    return status;
}

noc_status noc_store_check_file(noc_store *s, noc_diag *diag)
{
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    noc_status status = noc_db_prepare(s, "PRAGMA integrity_check(3)", &q, diag);
    while (status == NOC_OK && sqlite3_step(q) == SQLITE_ROW) {
        const char *message = noc_db_text(q, 0);
        if (strcmp(message, "ok") != 0)
            status =
                noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "is damaged: %s", message);
    }
    return status;
}

noc_status noc_store_verify(noc_store *s, uint64_t *designs, uint64_t *results, noc_diag *diag)
{
    noc_status status = noc_store_check_file(s, diag);
    if (status != NOC_OK) return status;
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    *results = (uint64_t)noc_db_query_integer(s, "SELECT count(*) FROM result");
    const int64_t orphan_count = /* "NOT IN" would find none if a number is NULL */
        noc_db_query_integer(s, "SELECT count(*) FROM result WHERE NOT EXISTS (SELECT 1 FROM "
                                "design WHERE design.id = result.design)");
    if (orphan_count > 0)
        status = noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0}, "%lld results have no design",
                          (long long)orphan_count);
    if (status == NOC_OK)
        status = noc_db_prepare(
            s, "SELECT lower(hex(hash)), source, " NOC_DB_OVERRIDES("overrides") " FROM design", &q,
            diag);
    uint64_t wrong_count = 0;
    char first_hash[NOC_HASH_CHARS + 1] = "";
    *designs = 0;
    while (noc_db_next_row(s, q, &status, diag)) {
        const char *hash = noc_db_text(q, 0);
        NOC_AUTO_DESIGN noc_design *design = NULL;
        NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
        const noc_status rebuild_status =
            noc_store_rebuild_design(s, noc_db_text(q, 1), noc_db_text(q, 2), &design, &ignored);
        if (rebuild_status != NOC_OK || strcmp(design->hash, hash) != 0)
            if (wrong_count++ == 0) snprintf(first_hash, sizeof first_hash, "%s", hash);
        (*designs)++;
    }
    if (wrong_count > 0)
        status =
            noc_fail(diag, NOC_EFAILED, (noc_place){s->path, 0},
                     "%llu of %llu designs do not rebuild to their hash, %.12s first (written by a "
                     "version with other settings?)",
                     (unsigned long long)wrong_count, (unsigned long long)*designs, first_hash);
    return status;
}
