#include "reader/shipped.h"

#include <dirent.h>
#include <dlfcn.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"
#include "base/config_file.h"

const noc_shipped_kind noc_shipped_designs = {".cfg", "design"};
const noc_shipped_kind noc_shipped_spaces = {".space", "space"};

/* Path of the program or shared library that this code is in; NULL: unknown. The caller frees
 * it. */
static char *find_own_path(void)
{
    Dl_info own;
    const bool is_known = dladdr((const void *)&noc_shipped_designs, &own) != 0 && own.dli_fname;
    /* the name of a program is the word that started it, which need not be a path */
    char *path = is_known && strchr(own.dli_fname, '/') ? realpath(own.dli_fname, NULL) : NULL;
    return path ? path : realpath("/proc/self/exe", NULL);
}

/* Finds the i-th folder that may have the shipped files: beside the program or library as built,
 * as the program or the library is installed, in the sources. */
static char *folder_at(size_t i)
{
    static const char *const folders[] = {"../configs", NOC_CONFIG_DIR_BESIDE_PROGRAM,
                                          NOC_CONFIG_DIR_BESIDE_LIBRARY};
    enum { BESIDE = sizeof folders / sizeof folders[0] };
    NOC_AUTO_FREE char *path = NULL;
    if (i == BESIDE) return strdup(NOC_CONFIG_DIR);
    if (i > BESIDE) return NULL;
    char *own_path = find_own_path();
    if (own_path && asprintf(&path, "%s/%s", dirname(own_path), folders[i]) < 0) path = NULL;
    free(own_path);
    char *folder = path ? realpath(path, NULL) : NULL;
    return folder ? folder : strdup("");
}

char *noc_shipped_folder(void)
{
    for (size_t i = 0;; i++) {
        char *folder = folder_at(i);
        if (!folder) return strdup("");
        if (*folder && access(folder, R_OK | X_OK) == 0) return folder;
        free(folder);
    }
}

bool noc_shipped_has_suffix(const char *name, const char *suffix)
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

void noc_shipped_visit(const noc_shipped_kind *kind, noc_shipped_visitor visit, void *context)
{
    NOC_AUTO_FREE char *folder = noc_shipped_folder();
    struct dirent **entries = NULL;
    const int count = folder && *folder ? scandir(folder, &entries, is_visible, compare_names) : 0;
    for (int i = 0; i < count; i++) {
        char *name = entries[i]->d_name;
        if (noc_shipped_has_suffix(name, kind->suffix)) {
            name[strlen(name) - strlen(kind->suffix)] = '\0';
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
    NOC_AUTO_FREE char *folder = noc_shipped_folder();
    if (!folder || !*folder || strchr(word, '/') ||
        asprintf(&path, "%s/%s%s", folder, word, suffix) < 0)
        return NULL;
    if (access(path, F_OK) == 0) return path;
    free(path);
    return NULL;
}

bool noc_shipped_has(const noc_shipped_kind *kind, const char *word)
{
    NOC_AUTO_FREE char *path = find_shipped_path(word, kind->suffix);
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
static bool suggest_command(const char *word, const noc_shipped_kind *kind, noc_diag *diag)
{
    const bool wants_design = kind == &noc_shipped_designs;
    if (!wants_design && kind != &noc_shipped_spaces) return false;
    NOC_AUTO_FREE char *text =
        read_shipped_text(word, (wants_design ? noc_shipped_spaces : noc_shipped_designs).suffix);
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
static noc_status report_missing(const char *word, const noc_shipped_kind *kind,
                                 noc_name_list other_names, noc_diag *diag)
{
    if (suggest_command(word, kind, diag)) return NOC_EINPUT;
    NOC_AUTO_FREE char *stem = strdup(word);
    if (stem && noc_shipped_has_suffix(stem, kind->suffix))
        stem[strlen(stem) - strlen(kind->suffix)] = '\0';
    nearest_name n = {.nearest = {.wanted = stem ? stem : word}};
    noc_shipped_visit(kind, try_name, &n);
    for (size_t i = 0; other_names && other_names(i); i++) try_name(&n, other_names(i), NULL);
    const char *nearest = n.name ? noc_nearest_name(&n.nearest) : NULL;
    const noc_status status =
        noc_fail(diag, NOC_EINPUT, (noc_place){word, 0},
                 "there is no such file and no shipped %s of that name%s%s%s", kind->word,
                 nearest ? "; did you mean '" : " ('nocsight describe ",
                 nearest ? nearest : kind->word, nearest ? "'?" : "s' shows them)");
    free(n.name);
    return status;
}

noc_status noc_shipped_find(const noc_shipped_kind *kind, const char *word,
                            noc_name_list other_names, char **path, noc_diag *diag)
{
    *path = strdup(word);
    if (!*path) return noc_fail_memory(diag);
    if (strcmp(word, "-") == 0 || strchr(word, '/') || access(word, F_OK) == 0) return NOC_OK;
    free(*path);
    *path =
        noc_shipped_has_suffix(word, kind->suffix) ? NULL : find_shipped_path(word, kind->suffix);
    return *path ? NOC_OK : report_missing(word, kind, other_names, diag);
}

noc_status noc_shipped_resolve(const char *word, char **path, noc_diag *diag)
{
    return noc_shipped_find(&noc_shipped_designs, word, NULL, path, diag);
}
