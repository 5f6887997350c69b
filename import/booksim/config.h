/* import/booksim/config.h: reads a configuration of BookSim 2.0: "name = value;" by its grammar
 * (config.l, config.y). */
#ifndef NOC_IMPORT_BOOKSIM_CONFIG_H
#define NOC_IMPORT_BOOKSIM_CONFIG_H

#include "base/arena.h"
#include "base/diag.h"
#include "reader/booksim_names.h"

/* A setting as written. */
typedef struct noc_booksim_entry {
    char *name, *value;
    noc_booksim_type type;              /* type of the value: whole, real or text */
    int line;                           /* line of the file; 0: on the command line */
    const noc_booksim_setting *setting; /* BookSim's setting of this name; NULL: there is none */
} noc_booksim_entry;

typedef struct noc_booksim_config {
    char *path;
    noc_booksim_entry *entries; /* entries, in the order of the file */
    size_t count, capacity;
    noc_arena arena; /* owns all texts and lists */
} noc_booksim_config;

/* Reads a file ("-": standard input). A value of another type than its setting is refused; names
 * that BookSim does not know are kept. NOC_EINPUT with the line. The caller clears the
 * arena in either case. */
noc_status noc_booksim_config_read(const char *path, noc_booksim_config *config, noc_diag *diag);

/* Adds a setting of the command line, in BookSim's form "k=4". NOC_EUSAGE. */
noc_status noc_booksim_config_add(noc_booksim_config *config, const char *text, noc_diag *diag);

/* Finds the valid entry of a name: the last one; for a setting with two forms, a list or word
 * precedes a number. NULL: the default is valid. */
const noc_booksim_entry *noc_booksim_find_entry(const noc_booksim_config *config, const char *name);

/* Returns the valid value; the default without an entry. */
const char *noc_booksim_get_text(const noc_booksim_config *config, const char *name);
int noc_booksim_get_whole(const noc_booksim_config *config, const char *name);
double noc_booksim_get_real(const noc_booksim_config *config, const char *name);

/* Returns the place of the valid entry; that of the file without an entry. */
noc_place noc_booksim_get_place(const noc_booksim_config *config, const char *name);

#endif
