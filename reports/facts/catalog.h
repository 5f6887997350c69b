/* reports/facts/catalog.h: catalogues of all registries and tables, for the commands `list` (a
 * catalogue) and `describe` (an entry). The first columns are `kind` and `name`. */
#ifndef NOC_REPORTS_FACTS_CATALOG_H
#define NOC_REPORTS_FACTS_CATALOG_H

#include "reports/writers/table.h"

/* One catalogue. */
typedef struct noc_catalog {
    const char *name;               /* word after `list`: "topologies" */
    const char *meaning;            /* description of the catalogue */
    void (*fill)(noc_table *table); /* fills a table with columns and rows */
} noc_catalog;

/* Returns the catalogue at position `i`; NULL past the end. */
const noc_catalog *noc_catalog_at(size_t i);

/* Adds columns and rows for the keys that only one topology or pattern (`kind`) has: name, default,
 * range, meaning; nothing for other kinds. `name` must be in the registry of its kind. */
void noc_catalog_fill_keys(const char *kind, const char *name, noc_table *table);

/* Adds the first columns of every catalogue. */
void noc_catalog_add_columns(noc_table *table);

/* True if a word is an entry's name, with or without its group ("flit_bytes" for
 * "network.flit_bytes"). */
bool noc_catalog_is_match(const char *name, const char *word);

/* Returns a name without its group: "flit_bytes". */
const char *noc_catalog_short_name(const char *name);

#endif
