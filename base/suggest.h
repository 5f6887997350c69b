/* base/suggest.h: "did you mean ...?" for names that a user mistyped. */
#ifndef NOC_BASE_SUGGEST_H
#define NOC_BASE_SUGGEST_H

#include <stddef.h>

/* List of names as a function: the i-th name, NULL past the end. */
typedef const char *(*noc_name_list)(size_t i);

/* Defines the function `list`, static in its file, of the names listed. */
#define NOC_NAMES(list, ...)                                         \
    static const char *list(size_t i)                                \
    {                                                                \
        static const char *const names[] = {__VA_ARGS__};            \
        return i < sizeof names / sizeof names[0] ? names[i] : NULL; \
    }

/* Edit distance with transpositions of neighbours (restricted Damerau-Levenshtein). Names longer
 * than 63 characters compare by their first 63. */
size_t noc_edit_distance(const char *a, const char *b);

/* Nearest of several names so far. */
typedef struct noc_nearest_so_far {
    const char *name;
    size_t distance;
    int tie;
} noc_nearest_so_far;

/* Keeps the nearest of the names shown to it. Start with {.wanted = word}, show names with
 * noc_nearest_try, ask noc_nearest_name: NULL when no name is near enough (a third of the word's
 * length, at least one edit), or when two different names are equally near. If no whole name is
 * near, a name whose part before the unit is near is returned: "clok" is near "clock_mhz". */
typedef struct noc_nearest {
    const char *wanted;
    noc_nearest_so_far whole, stem;
} noc_nearest;

void noc_nearest_try(noc_nearest *nearest, const char *name);
const char *noc_nearest_name(const noc_nearest *nearest);
const char *noc_nearest_in(const char *wanted, noc_name_list names);

#endif
