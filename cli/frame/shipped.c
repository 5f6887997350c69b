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

/* Suffixes of shipped files: designs, spaces, suites, traces. */
static const char design_suffix[] = ".cfg", space_suffix[] = ".space", suite_suffix[] = ".suite",
                  trace_suffix[] = ".csv";

/* Finds the i-th folder that may have the shipped files: next to the program as built, next to it
 * as installed, in the sources. */
static char *folder_at(size_t i)
{
    static const char *const folders[] = {"../configs", NOC_INSTALLED_CONFIG_DIR};
    NOC_AUTO_FREE char *path = NULL;
    if (i == 2) return strdup(NOC_CONFIG_DIR);
    if (i > 2) return NULL;
    char *program = realpath("/proc/self/exe", NULL);
    if (program && asprintf(&path, "%s/%s", dirname(program), folders[i]) < 0) path = NULL;
    free(program);
    char *folder = path ? realpath(path, NULL) : NULL;
    return folder ? folder : strdup("");
}

/* Finds the first existing folder; "" if none exists. NULL when out of memory. */
static char *find_folder(void)
{
    for (size_t i = 0;; i++) {
        char *folder = folder_at(i);
        if (!folder) return strdup("");
        if (*folder && access(folder, R_OK | X_OK) == 0) return folder;
        free(folder);
    }
}

static bool has_suffix(const char *name, const char *suffix)
{
    const size_t length = strlen(name), suffix_length = strlen(suffix);
    return length > suffix_length && strcmp(name + length - suffix_length, suffix) == 0;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Calls `visit` with the name, without its suffix, and the folder of each file with the suffix. */
static void visit_files(const char *suffix,
                        void (*visit)(void *context, const char *name, const char *folder),
                        void *context)
{
    NOC_AUTO_FREE char *folder = find_folder();
    struct dirent **entries = NULL;
    const int count = folder && *folder ? scandir(folder, &entries, is_visible, compare_names) : 0;
    for (int i = 0; i < count; i++) {
        char *name = entries[i]->d_name;
        if (has_suffix(name, suffix)) {
            name[strlen(name) - strlen(suffix)] = '\0';
            visit(context, name, folder);
        }
        free(entries[i]);
    }
    free(entries);
}

/* ---- finding -------------------------------------------------------------------------------- */

typedef struct nearest_name {
    noc_nearest_search nearest;
    char *name; /* owned copy of the nearest name, since the loop frees its names */
} nearest_name;

static void try_name(void *context, const char *name, const char *folder)
{
    (void)folder;
    nearest_name *n = context;
    noc_nearest_consider(&n->nearest, name);
    /* drops names that are freed after the loop */
    n->nearest.stem_match = (noc_nearest_match){NULL, 0, 0};
    if (n->nearest.whole_match.name != name) return;
    free(n->name);
    n->name = strdup(name);
    n->nearest.whole_match.name = n->name;
}

/* Finds the path of a shipped file; NULL: no such file. The caller frees it. */
static char *find_shipped_path(const char *word, const char *suffix)
{
    char *path = NULL;
    NOC_AUTO_FREE char *folder = find_folder();
    if (!folder || !*folder || strchr(word, '/') ||
        asprintf(&path, "%s/%s%s", folder, word, suffix) < 0)
        return NULL;
    if (access(path, F_OK) == 0) return path;
    free(path);
    return NULL;
}

static bool is_shipped(const char *word, const char *suffix)
{
    NOC_AUTO_FREE char *path = find_shipped_path(word, suffix);
    return path != NULL;
}

/* Reads a shipped file; NULL: no such file. The caller frees the text. */
static char *read_shipped_text(const char *word, const char *suffix)
{
    NOC_AUTO_FREE char *path = find_shipped_path(word, suffix);
    char *text = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    const bool is_read = path && noc_config_read_text(path, &text, &ignored) == NOC_OK;
    return is_read ? text : NULL;
}

/* Reports the right command for a design in place of a space, or a space in place of a design.
 * False: the word is neither. */
static bool suggest_command(const char *word, const char *suffix, noc_diag *diag)
{
    if (strcmp(suffix, suite_suffix) == 0) return false;
    const bool wants_design = strcmp(suffix, design_suffix) == 0;
    NOC_AUTO_FREE char *text = read_shipped_text(word, wants_design ? space_suffix : design_suffix);
    if (!text) return false;
    const char *base = strstr(text, "\nbase = \"");
    if (base) base += strlen("\nbase = \"");
    if (wants_design)
        noc_fail(diag, NOC_EINPUT, NOC_NOWHERE,
                 "%s is a space of designs: nocsight sweep %s --store %s.db%s%.*s", word, word,
                 word, base ? "; a design: " : "", base ? (int)strcspn(base, ".\"") : 0,
                 base ? base : "");
    else
        noc_fail(diag, NOC_EINPUT, NOC_NOWHERE,
                 "%s is a design: nocsight query %s; a space of designs around it: nocsight new "
                 "space %s",
                 word, word, word);
    return true;
}

/* Reports an unknown word. `other_names` (NULL: none): further valid names, without files. */
static noc_status report_missing(const char *word, const char *suffix, const char *kind,
                                 noc_name_list other_names, noc_diag *diag)
{
    if (suggest_command(word, suffix, diag)) return NOC_EINPUT;
    NOC_AUTO_FREE char *stem = strdup(word);
    if (stem && has_suffix(stem, suffix)) stem[strlen(stem) - strlen(suffix)] = '\0';
    nearest_name n = {.nearest = {.wanted = stem ? stem : word}};
    visit_files(suffix, try_name, &n);
    for (size_t i = 0; other_names && other_names(i); i++) try_name(&n, other_names(i), NULL);
    const char *nearest = n.name ? noc_nearest_name(&n.nearest) : NULL;
    const noc_status status = noc_fail(diag, NOC_EINPUT, (noc_place){word, 0},
                                       "there is no such file and no shipped %s of that name%s%s%s",
                                       kind, nearest ? "; did you mean '" : " ('nocsight describe ",
                                       nearest ? nearest : kind, nearest ? "'?" : "s' shows them)");
    free(n.name);
    return status;
}

static noc_status resolve(const char *word, const char *suffix, const char *kind,
                          noc_name_list other_names, char **path, noc_diag *diag)
{
    *path = strdup(word);
    if (!*path) return noc_fail_memory(diag);
    if (strcmp(word, "-") == 0 || strchr(word, '/') || access(word, F_OK) == 0) return NOC_OK;
    free(*path);
    *path = has_suffix(word, suffix) ? NULL : find_shipped_path(word, suffix);
    return *path ? NOC_OK : report_missing(word, suffix, kind, other_names, diag);
}

noc_status noc_shipped_resolve(const char *word, char **path, noc_diag *diag)
{
    return resolve(word, design_suffix, "design", NULL, path, diag);
}

noc_status noc_shipped_source_or_name(const char *word, noc_name_list other_names,
                                      noc_source *source, noc_diag *diag)
{
    NOC_AUTO_FREE char *path = NULL;
    noc_status status = resolve(word, design_suffix, "design", other_names, &path, diag);
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
    char *folder = find_folder();
    const size_t length = folder ? strlen(folder) : 0;
    const bool is_design = length > 0 && strncmp(path, folder, length) == 0 &&
                           path[length] == '/' && !strchr(path + length + 1, '/') &&
                           has_suffix(path, design_suffix);
    free(folder);
    if (!is_design) return strdup(make_relative(path));
    return strndup(path + length + 1, strlen(path) - length - 1 - strlen(design_suffix));
}

bool noc_shipped_is_space(const char *word)
{
    if (strcmp(word, "-") == 0 || access(word, F_OK) == 0) return false;
    return !is_shipped(word, design_suffix) && is_shipped(word, space_suffix);
}

noc_status noc_shipped_space(const char *word, char **path, noc_diag *diag)
{
    return resolve(word, space_suffix, "space", NULL, path, diag);
}

noc_status noc_shipped_trace(const char *word, char **path, noc_diag *diag)
{
    if (is_shipped(word, trace_suffix))
        return resolve(word, trace_suffix, "trace", NULL, path, diag);
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
    return resolve(word, suite_suffix, "suite", measured_suite_name, path, diag);
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
    const char *kind, *suffix;
    const char *use; /* command that accepts the files; NULL: none */
} listing;

static void add_file(void *context, const char *name, const char *folder)
{
    const listing *l = context;
    char comment[400] = "", *path = NULL, *text = NULL;
    NOC_AUTO(noc_diag_clear) noc_diag unreadable = {0};
    if (asprintf(&path, "%s/%s%s", folder, name, l->suffix) < 0) return;
    if (noc_config_read_text(path, &text, &unreadable) == NOC_OK)
        read_leading_comment(text, comment, sizeof comment);
    noc_table_add_cell(l->table, "%s", l->kind);
    noc_table_add_cell(l->table, "%s", name);
    noc_table_add_cell(l->table, "%s", comment);
    noc_table_add_cell(l->table, "%s", path);
    if (l->use) noc_table_add_cell(l->table, "%s %s --store %s.db", l->use, name, name);
    free(path);
    free(text);
}

static void fill_catalogue(noc_table *table, const char *kind, const char *suffix, const char *use)
{
    listing l = {table, kind, suffix, use};
    noc_catalog_add_columns(table);
    noc_table_add_column(table, NOC_ALIGN_LEFT, "meaning");
    noc_table_add_detail(table, "file");
    if (l.use) noc_table_add_detail(table, "use");
    visit_files(suffix, add_file, &l);
}

void noc_shipped_fill_designs(noc_table *table)
{
    fill_catalogue(table, "design", design_suffix, NULL);
}

void noc_shipped_fill_spaces(noc_table *table)
{
    fill_catalogue(table, "space", space_suffix, "nocsight sweep");
}

/* Fills a table with suites of designs, then with suites of published measurements. */
void noc_shipped_fill_suites(noc_table *table)
{
    const noc_measured_suite *suite;
    fill_catalogue(table, "suite", suite_suffix, NULL);
    for (size_t i = 0; (suite = noc_measured_suite_at(i)); i++) {
        noc_table_add_cell(table, "suite");
        noc_table_add_cell(table, "%s", suite->name);
        noc_table_add_cell(table, "%s", suite->summary);
        noc_table_add_cell(table, "%s", suite->rows[0].path);
    }
}
