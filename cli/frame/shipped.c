#include "cli/frame/shipped.h"

#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config_file.h"
#include "base/suggest.h"
#include "reports/facts/catalog.h"
#include "studies/suites/suites.h"

static const noc_shipped_kind shipped_suite = {".suite", "suite"},
                              shipped_trace = {".csv", "trace"};

noc_status noc_shipped_source_or_name(const char *word, noc_name_list other_names,
                                      noc_source *source, noc_diag *diag)
{
    NOC_AUTO_FREE char *path = NULL;
    noc_status status = noc_shipped_find(&noc_shipped_designs, word, other_names, &path, diag);
    return status == NOC_OK ? noc_source_read(path, source, diag) : status;
}

noc_status noc_shipped_source(const char *word, noc_source *source, noc_diag *diag)
{
    return noc_shipped_source_or_name(word, NULL, source, diag);
}

/* Makes a path relative to the working directory if below it. */
static const char *make_relative(const char *path)
{
    char working_folder[PATH_MAX];
    const size_t length =
        getcwd(working_folder, sizeof working_folder) ? strlen(working_folder) : 0;
    if (strncmp(path, "./", 2) == 0) return path + 2;
    const bool is_below =
        length > 1 && strncmp(path, working_folder, length) == 0 && path[length] == '/';
    return is_below ? path + length + 1 : path;
}

char *noc_shipped_display_path(const char *path)
{
    char *folder = noc_shipped_folder();
    const size_t length = folder ? strlen(folder) : 0;
    const bool is_design = length > 0 && strncmp(path, folder, length) == 0 &&
                           path[length] == '/' && !strchr(path + length + 1, '/') &&
                           noc_shipped_has_suffix(path, noc_shipped_designs.suffix);
    free(folder);
    if (!is_design) return strdup(make_relative(path));
    return strndup(path + length + 1,
                   strlen(path) - length - 1 - strlen(noc_shipped_designs.suffix));
}

bool noc_shipped_is_space(const char *word)
{
    if (strcmp(word, "-") == 0 || access(word, F_OK) == 0) return false;
    return !noc_shipped_has(&noc_shipped_designs, word) &&
           noc_shipped_has(&noc_shipped_spaces, word);
}

noc_status noc_shipped_space(const char *word, char **path, noc_diag *diag)
{
    return noc_shipped_find(&noc_shipped_spaces, word, NULL, path, diag);
}

noc_status noc_shipped_trace(const char *word, char **path, noc_diag *diag)
{
    if (noc_shipped_has(&shipped_trace, word))
        return noc_shipped_find(&shipped_trace, word, NULL, path, diag);
    *path = strdup(word); /* the reader of the file reports its faults */
    return *path ? NOC_OK : noc_fail_memory(diag);
}

static const char *measured_suite_name(size_t i)
{
    const noc_measured_suite *suite = noc_measured_suite_at(i);
    return suite ? suite->name : NULL;
}

noc_status noc_shipped_suite(const char *word, char **path, noc_diag *diag)
{
    return noc_shipped_find(&shipped_suite, word, measured_suite_name, path, diag);
}

/* ---- listing -------------------------------------------------------------------------------- */

/* Copies the first comment of a design file into one line. */
static void read_leading_comment(const char *text, char *line, size_t size)
{
    size_t length_used = 0;
    line[0] = '\0';
    while (*text == '#' && length_used + 1 < size) {
        text += strspn(text, "# ");
        const size_t length = strcspn(text, "\n");
        length_used += (size_t)snprintf(line + length_used, size - length_used, "%s%.*s",
                                        length_used ? " " : "", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* Catalogue of the files of one kind. */
typedef struct listing {
    noc_table *table;
    const noc_shipped_kind *kind;
    const char *use; /* command that accepts the files; NULL: none */
} listing;

static void add_file(void *context, const char *name, const char *folder)
{
    const listing *l = context;
    char comment[400] = "", *path = NULL, *text = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag unreadable = {0};
    if (asprintf(&path, "%s/%s%s", folder, name, l->kind->suffix) < 0) return;
    if (noc_config_read_text(path, &text, &unreadable) == NOC_OK)
        read_leading_comment(text, comment, sizeof comment);
    noc_table_add_cell(l->table, "%s", l->kind->word);
    noc_table_add_cell(l->table, "%s", name);
    noc_table_add_cell(l->table, "%s", comment);
    noc_table_add_cell(l->table, "%s", path);
    if (l->use) noc_table_add_cell(l->table, "%s %s --store %s.db", l->use, name, name);
    free(path);
    free(text);
}

static void fill_catalogue(noc_table *table, const noc_shipped_kind *kind, const char *use)
{
    listing l = {table, kind, use};
    noc_catalog_add_columns(table);
    noc_table_add_column(table, NOC_ALIGN_LEFT, "meaning");
    noc_table_add_detail(table, "file");
    if (l.use) noc_table_add_detail(table, "use");
    noc_shipped_visit(kind, add_file, &l);
}

void noc_shipped_fill_designs(noc_table *table)
{
    fill_catalogue(table, &noc_shipped_designs, NULL);
}

void noc_shipped_fill_spaces(noc_table *table)
{
    fill_catalogue(table, &noc_shipped_spaces, "nocsight sweep");
}

/* Fills a table with suites of designs, then with suites of published measurements. */
void noc_shipped_fill_suites(noc_table *table)
{
    const noc_measured_suite *suite;
    fill_catalogue(table, &shipped_suite, NULL);
    for (size_t i = 0; (suite = noc_measured_suite_at(i)); i++) {
        noc_table_add_cell(table, "suite");
        noc_table_add_cell(table, "%s", suite->name);
        noc_table_add_cell(table, "%s", suite->summary);
        noc_table_add_cell(table, "%s", suite->rows[0].path);
    }
}
