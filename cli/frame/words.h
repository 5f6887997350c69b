/* cli/frame/words.h: the catalogues that `list` and `describe` know: those of reports/, and the
 * designs. */
#ifndef NOC_CLI_FRAME_WORDS_H
#define NOC_CLI_FRAME_WORDS_H

#include "reports/facts/catalog.h"

/* Catalogue at position `i`, and its name; NULL past the end. */
const noc_catalog *noc_word_at(size_t i);
const char *noc_word_name(size_t i);

/* Catalogue of a name; NULL: none. */
const noc_catalog *noc_word_catalog(const char *name);

#endif
