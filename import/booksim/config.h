/* import/booksim/config.h: a configuration of BookSim 2.0: "name = value;" by its grammar
 * (config.l, config.y). */
#ifndef NOC_IMPORT_BOOKSIM_CONFIG_H
#define NOC_IMPORT_BOOKSIM_CONFIG_H

#include "base/diag.h"
#include "reader/booksim_names.h"

/* A setting as it is written. */
typedef struct noc_booksim_entry {
    char *name, *value;
    noc_booksim_type type;            /* of the value: whole, real or text */
    int line;                         /* 0: on the command line */
    const noc_booksim_setting *known; /* NULL: BookSim has no such setting */
} noc_booksim_entry;

typedef struct noc_booksim_config {
    char *path;
    noc_booksim_entry *entries; /* in the order of the file */
    size_t count;
} noc_booksim_config;

/* Reads a file ("-": standard input). Values that are of another type than their setting are
 * refused; names that BookSim does not know are kept. NOC_EINPUT with the line; the caller clears
 * *config in either case. */
noc_status noc_booksim_config_read(const char *path, noc_booksim_config *config, noc_diag *diag);

/* Adds a setting of the command line, as BookSim takes them there: "k=4". NOC_EUSAGE. */
noc_status noc_booksim_config_add(noc_booksim_config *config, const char *text, noc_diag *diag);

void noc_booksim_config_clear(noc_booksim_config *config);

/* The entry that counts: the last, but a list or a word before a number where a setting may be
 * both. NULL: the default does. */
const noc_booksim_entry *noc_booksim_find(const noc_booksim_config *config, const char *name);

/* The value that counts, the default where nothing is written. */
const char *noc_booksim_text(const noc_booksim_config *config, const char *name);
int noc_booksim_whole(const noc_booksim_config *config, const char *name);
double noc_booksim_real(const noc_booksim_config *config, const char *name);

/* The place of the entry that counts: that of the file where nothing is written. */
noc_place noc_booksim_place(const noc_booksim_config *config, const char *name);

#endif
