/* reports/facts/glossary.h: words that people use, and their names here. */
#ifndef NOC_REPORTS_FACTS_GLOSSARY_H
#define NOC_REPORTS_FACTS_GLOSSARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct noc_word {
    const char *name;
    const char *aliases; /* other words with the meaning, between commas; "": none */
    const char *meaning;
    const char *see;    /* names for `describe` that tell more, between commas; "": none */
    const char *metric; /* metric of `explain`; behind a comma that with --load; NULL: none */
    const char *source; /* paper: authors, title, place; "": none */
} noc_word;

/* Word at position `i`; NULL past the end. */
const noc_word *noc_glossary_at(size_t i);

/* The word with a name or an alias, whatever its capitals, hyphens and plural s; NULL: none. */
const noc_word *noc_glossary_find(const char *word);

#endif
