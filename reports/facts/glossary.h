/* reports/facts/glossary.h: glossary: words of the field, with their meanings and the related names
 * in nocsight. */
#ifndef NOC_REPORTS_FACTS_GLOSSARY_H
#define NOC_REPORTS_FACTS_GLOSSARY_H

#include <stdbool.h>
#include <stddef.h>

/* An entry of the glossary. */
typedef struct noc_word {
    const char *name;
    const char *aliases; /* other words with this meaning, separated by commas; "": none */
    const char *meaning;
    const char *see; /* related names, for `describe`, separated by commas; "": none */
    /* Name of the metric for `explain`; after a comma, the metric in place of it with --load; NULL:
     * none. */
    const char *metric;
    const char *source; /* paper: authors, title, journal; "": none */
} noc_word;

/* Returns the word at position `i`; NULL past the end. */
const noc_word *noc_glossary_at(size_t i);

/* Finds a word by name or alias, regardless of case, hyphens and a plural s; NULL: none. */
const noc_word *noc_glossary_find(const char *word);

#endif
