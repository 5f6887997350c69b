/* reports/facts/catalog.h: catalogues of all choices: the registries and tables, as tables of
 * words.
 *
 * The first columns are `kind` and `name`; `list` shows a catalogue, `describe` an entry of it. */
#ifndef NOC_REPORTS_FACTS_CATALOG_H
#define NOC_REPORTS_FACTS_CATALOG_H

#include "reports/writers/table.h"

typedef struct noc_catalog {
    const char *name; /* the word after `list`: "topologies" */
    const char *meaning;
    void (*fill)(noc_table *table); /* adds columns and rows */
} noc_catalog;

/* Catalogue at position `i`; NULL past the end. */
const noc_catalog *noc_catalog_at(size_t i);

/* Fills a table with the keys that one topology or pattern has of its own: name, default, range,
 * meaning. No rows for other kinds. */
void noc_catalog_own_keys(const char *kind, const char *name, noc_table *table);

/* Adds the columns that every catalogue begins with. */
void noc_catalog_begin(noc_table *table);

/* True if an entry answers to a word: its name, or its name without the group ("flit_bytes" for
 * "network.flit_bytes"). */
bool noc_catalog_answers(const char *name, const char *word);

/* The part of a name that a user may type alone: "flit_bytes". */
const char *noc_catalog_short_name(const char *name);

#endif
