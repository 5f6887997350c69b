#include "explore/store/store_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/store/database.h"
#include "explore/store/packed.h"
#include "explore/store/store_read.h"
#include "reader/design_walk.h"

char *noc_settings_write_json(const noc_setting_columns *columns, const noc_design *design)
{
    json_auto_t *object = json_object();
    for (size_t i = 0; i < columns->count; i++) {
        const noc_setting_column *c = &columns->list[i];
        json_object_set_new(object, c->name, noc_setting_column_value(c, design));
    }
    return json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(12));
}

static int compare_names(const void *a, const void *b)
{
    const noc_setting_column *x = a, *y = b;
    return strcmp(x->name, y->name);
}

/* Finds the columns of the settings that designs override, and `added_columns`, sorted by name. */
static noc_status find_columns(noc_store *s, const noc_setting_columns *added_columns,
                               noc_setting_columns *columns, noc_diag *diag)
{
    static const char sql[] =
        "SELECT DISTINCT substr(text, 1, instr(text || '=', '=') - 1) AS setting FROM override";
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    noc_status status = noc_db_prepare(s, sql, &q, diag);
    while (noc_db_next_row(s, q, &status, diag))
        status = noc_setting_columns_add(columns, noc_db_text(q, 0), diag);
    for (size_t i = 0; added_columns && i < added_columns->count && status == NOC_OK; i++)
        status = noc_setting_columns_add(columns, added_columns->list[i].path, diag);
    if (columns->count > 0)
        qsort(columns->list, columns->count, sizeof *columns->list, compare_names);
    return status;
}

/* ---- the view ------------------------------------------------------------------------------- */

/* SQL for a design's name: its overridden settings, without groups except for settings of one of
 * several networks: "s24 flit_bytes=16 networks[1].slices=2". */
static const char name_sql[] =
    "source.name || coalesce((SELECT group_concat(' ' || CASE WHEN value LIKE 'networks[%' THEN "
    "value ELSE substr(value, instr(substr(value, 1, instr(value || '=', '=') - 1), '.') + 1) END, "
    "'') FROM json_each(" NOC_DB_OVERRIDES("design.overrides") ")), '')";

/* Writes the SQL after "CREATE VIEW main.". Column names are letters, digits and underscores
 * (setting_columns.h), so no name ends its quotes. The caller frees the text. */
static char *write_view_sql(const noc_setting_columns *columns, const int64_t *numbers)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out,
            "results_wide AS SELECT lower(hex(hash)) AS hash, %s AS name, %s AS overrides, method, "
            "task, " NOC_DB_EXTENT " AS extent, status, load_flits_per_cycle",
            name_sql, NOC_DB_OVERRIDES("overrides"));
    for (size_t i = 0; i < columns->count; i++)
        fprintf(out, ", json_extract(settings, '$.\"%lld\"') AS \"%s\"", (long long)numbers[i],
                columns->list[i].name);
    for (int id = 0; id < NOC_METRICS; id++)
        fprintf(out, ", %s, %s_lo, %s_hi", noc_db_metric_column(id), noc_db_metric_column(id),
                noc_db_metric_column(id));
    fputs(", bottleneck_kind, bottleneck_where, bottleneck_utilization, warning.text AS warnings, "
          "engine FROM result JOIN design ON design.id = result.design JOIN question ON "
          "question.id = result.question JOIN source ON source.id = design.source LEFT JOIN "
          "warning ON warning.id = result.warnings",
          out);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

static bool has_view(noc_store *s, const char *view)
{
    static const char create[] = "CREATE VIEW ";
    NOC_AUTO_STATEMENT sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(s->db, "SELECT sql FROM main.sqlite_schema WHERE name = 'results_wide'",
                           -1, &q, NULL) != SQLITE_OK ||
        sqlite3_step(q) != SQLITE_ROW)
        return false;
    const char *sql = noc_db_text(q, 0);
    return strncmp(sql, create, strlen(create)) == 0 && strcmp(sql + strlen(create), view) == 0;
}

static noc_status make_view(noc_store *s, const noc_setting_columns *columns,
                            const int64_t *numbers, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    NOC_AUTO_FREE char *view = write_view_sql(columns, numbers);
    if (view && has_view(s, view)) return NOC_OK;
    const char *sql =
        view ? noc_arena_text(&scratch,
                              "DROP VIEW IF EXISTS main.results_wide; CREATE VIEW main.%s", view)
             : NULL;
    return sql ? noc_db_execute(s, sql, diag) : noc_fail_memory(diag);
}

/* ---- values --------------------------------------------------------------------------------- */

/* Writes the query of designs without a value for some column. */
static char *write_incomplete_sql(const noc_setting_columns *columns, const int64_t *numbers)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("SELECT id, source, " NOC_DB_OVERRIDES(
              "overrides") " FROM design WHERE settings IS NULL OR NOT json_valid(settings)",
          out);
    for (size_t i = 0; i < columns->count; i++)
        fprintf(out, " OR json_type(settings, '$.\"%lld\"') IS NULL", (long long)numbers[i]);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

static noc_status fill_design(noc_store *s, const noc_setting_columns *columns,
                              sqlite3_stmt *design, sqlite3_stmt *update, noc_diag *diag)
{
    NOC_AUTO_DESIGN noc_design *d = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    if (noc_store_rebuild_design(s, noc_db_text(design, 1), noc_db_text(design, 2), &d, &ignored) !=
        NOC_OK)
        return NOC_OK;
    NOC_AUTO_FREE char *text = noc_settings_write_json(columns, d), *packed = NULL;
    const noc_status status =
        text ? noc_db_pack_settings(s, text, &packed, diag) : noc_fail_memory(diag);
    if (status != NOC_OK) return status;
    noc_db_bind_text(update, 1, packed);
    sqlite3_bind_int64(update, 2, sqlite3_column_int64(design, 0));
    return noc_db_step(s, update, diag);
}

static noc_status fill_designs(noc_store *s, const noc_setting_columns *columns,
                               const int64_t *numbers, noc_diag *diag)
{
    NOC_AUTO_STATEMENT sqlite3_stmt *designs = NULL, *update = NULL;
    NOC_AUTO_FREE char *sql = write_incomplete_sql(columns, numbers);
    noc_status status = sql ? noc_db_prepare(s, sql, &designs, diag) : noc_fail_memory(diag);
    if (status == NOC_OK)
        status = noc_db_prepare(s, "UPDATE design SET settings = ? WHERE id = ?", &update, diag);
    while (noc_db_next_row(s, designs, &status, diag))
        status = fill_design(s, columns, designs, update, diag);
    return status;
}

/* ---- view and values ------------------------------------------------------------------------ */

static noc_status make_view_and_values(noc_store *s, const noc_setting_columns *added_columns,
                                       bool fills_values, noc_diag *diag)
{
    NOC_AUTO(noc_setting_columns_clear) noc_setting_columns columns = {0};
    noc_status status = find_columns(s, added_columns, &columns, diag);
    if (status != NOC_OK) return status;
    /* rows of the columns in the store */
    NOC_AUTO_FREE int64_t *numbers = calloc(columns.count + 1, sizeof *numbers);
    if (!numbers) return noc_fail_memory(diag);
    for (size_t i = 0; i < columns.count && status == NOC_OK; i++)
        status = noc_db_find_setting_row(s, columns.list[i].name, &numbers[i], diag);
    if (status == NOC_OK) status = make_view(s, &columns, numbers, diag);
    if (status == NOC_OK && fills_values) status = fill_designs(s, &columns, numbers, diag);
    return status;
}

noc_status noc_store_make_view(noc_store *s, const noc_setting_columns *added_columns,
                               noc_diag *diag)
{
    return make_view_and_values(s, added_columns, false, diag);
}

noc_status noc_store_fill_settings(noc_store *s, const noc_setting_columns *added_columns,
                                   noc_diag *diag)
{
    return make_view_and_values(s, added_columns, true, diag);
}
