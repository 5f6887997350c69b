/* reports/facts/glossary.h: the words that people use, and what they are called here. */
#ifndef NOC_REPORTS_FACTS_GLOSSARY_H
#define NOC_REPORTS_FACTS_GLOSSARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct noc_word {
    const char *name;
    const char *aliases; /* other words for it, between commas; "" without */
    const char *meaning;
    const char *see; /* what to type for more: names for `describe`, between commas; "" */
    const char
        *metric; /* what `explain DESIGN WORD` explains, and behind a comma what it does with a
                         * --load; NULL: nothing */
    const char *source; /* of a paper: authors, title, where; "" */
} noc_word;

/* NULL past the end. */
const noc_word *noc_glossary_at(size_t i);

/* The word that is called so, by its name or an alias, whatever its capitals, hyphens and plural s;
 * NULL: none. */
const noc_word *noc_glossary_find(const char *word);

#endif
