/* cli/frame/words.h: catalogues of `describe`: the catalogues of reports/, and the shipped
 * files. */
#ifndef NOC_CLI_FRAME_WORDS_H
#define NOC_CLI_FRAME_WORDS_H

#include "reports/facts/catalog.h"

/* Return catalogue i, and its name; NULL past the end. */
const noc_catalog *noc_catalog_entry_at(size_t i);
const char *noc_catalog_entry_name(size_t i);

/* Finds a catalogue by its name; NULL: none. */
const noc_catalog *noc_catalog_find(const char *name);

#endif
