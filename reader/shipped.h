/* reader/shipped.h: files that come with nocsight (designs, spaces of designs and others), found
 * by their name. */
#ifndef NOC_READER_SHIPPED_H
#define NOC_READER_SHIPPED_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/suggest.h"

/* One kind of shipped files. */
typedef struct noc_shipped_kind {
    const char *suffix; /* suffix of the files: ".cfg" */
    const char *word;   /* kind in messages: "design" */
} noc_shipped_kind;

extern const noc_shipped_kind noc_shipped_designs, noc_shipped_spaces;

/* Finds the path of a file: the word itself, or the shipped file of this name if no such file
 * exists and the word has no folder. NOC_EINPUT with a suggestion if neither exists; `other_names`
 * (NULL: none): further valid names, without files. The caller frees *path. */
noc_status noc_shipped_find(const noc_shipped_kind *kind, const char *word,
                            noc_name_list other_names, char **path, noc_diag *diag);

/* Finds the path of a design file, as a noc_path_resolver. */
noc_status noc_shipped_resolve(const char *word, char **path, noc_diag *diag);

/* True if a word is the name of a shipped file. */
bool noc_shipped_has(const noc_shipped_kind *kind, const char *word);

/* Returns the folder of the shipped files; "" if there is none. The caller frees it; NULL when out
 * of memory. */
char *noc_shipped_folder(void);

/* True if a file's name ends in a suffix, and is longer. */
bool noc_shipped_has_suffix(const char *name, const char *suffix);

/* Calls `visit` with the name, without its suffix, and the folder of each file of a kind, in the
 * order of names. */
typedef void (*noc_shipped_visitor)(void *context, const char *name, const char *folder);
void noc_shipped_visit(const noc_shipped_kind *kind, noc_shipped_visitor visit, void *context);

#endif
