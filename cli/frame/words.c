#include "cli/frame/words.h"

#include <string.h>

#include "cli/frame/shipped.h"

const noc_catalog *noc_word_at(size_t i)
{
    static const noc_catalog shipped[] = {
        {"designs", "the designs that come with the program", noc_shipped_fill},
        {"spaces", "the spaces of designs that come with the program", noc_shipped_fill_spaces},
        {"suites",
         "the suites of designs that the model is calibrated and validated on, and of figures that "
         "others measured",
         noc_shipped_fill_suites},
    };
    size_t known = 0;
    while (noc_catalog_at(known)) known++;
    if (i < known) return noc_catalog_at(i);
    return i - known < sizeof shipped / sizeof shipped[0] ? &shipped[i - known] : NULL;
}

const char *noc_word_name(size_t i)
{
    return noc_word_at(i) ? noc_word_at(i)->name : NULL;
}

const noc_catalog *noc_word_catalog(const char *name)
{
    if (strcmp(name, "glossary") == 0) name = "words";
    for (size_t i = 0; noc_word_at(i); i++)
        if (strcmp(noc_word_at(i)->name, name) == 0) return noc_word_at(i);
    return NULL;
}
