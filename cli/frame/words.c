#include "cli/frame/words.h"

#include <string.h>

#include "cli/frame/shipped.h"

const noc_catalog *noc_catalog_entry_at(size_t i)
{
    static const noc_catalog shipped_catalogs[] = {
        {"designs", "the designs that come with the program", noc_shipped_fill_designs},
        {"spaces", "the spaces of designs that come with the program", noc_shipped_fill_spaces},
        {"suites",
         "the suites of designs that the model is calibrated and validated on, and of figures that "
         "others measured",
         noc_shipped_fill_suites},
    };
    size_t report_catalogs = 0;
    while (noc_catalog_at(report_catalogs)) report_catalogs++;
    if (i < report_catalogs) return noc_catalog_at(i);
    return i - report_catalogs < sizeof shipped_catalogs / sizeof shipped_catalogs[0]
               ? &shipped_catalogs[i - report_catalogs]
               : NULL;
}

const char *noc_catalog_entry_name(size_t i)
{
    return noc_catalog_entry_at(i) ? noc_catalog_entry_at(i)->name : NULL;
}

const noc_catalog *noc_catalog_find(const char *name)
{
    if (strcmp(name, "glossary") == 0) name = "words";
    for (size_t i = 0; noc_catalog_entry_at(i); i++)
        if (strcmp(noc_catalog_entry_at(i)->name, name) == 0) return noc_catalog_entry_at(i);
    return NULL;
}
