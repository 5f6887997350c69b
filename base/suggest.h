/* base/suggest.h: suggestion of the most similar name for a mistyped one ("did you mean ...?"). */
#ifndef NOC_BASE_SUGGEST_H
#define NOC_BASE_SUGGEST_H

#include <stddef.h>

/* List of names as a function: the i-th name; NULL after the last. */
typedef const char *(*noc_name_list)(size_t i);

/* Defines a static function `list` (noc_name_list) of the given names. */
#define NOC_NAMES(list, ...)                                         \
    static const char *list(size_t i)                                \
    {                                                                \
        static const char *const names[] = {__VA_ARGS__};            \
        return i < sizeof names / sizeof names[0] ? names[i] : NULL; \
    }

/* Edit distance with transpositions of adjacent characters (restricted Damerau-Levenshtein), of the
 * first 63 characters. */
size_t noc_edit_distance(const char *a, const char *b);

/* Most similar name so far: its edit distance, and whether another name has an equal distance (0 or
 * 1). */
typedef struct noc_nearest_match {
    const char *name;
    size_t distance;
    int is_tie;
} noc_nearest_match;

/* Search for the most similar name. Initialise it with {.wanted = word}, pass names to
 * noc_nearest_consider, and get the result from noc_nearest_name. NULL if no name is within a third
 * of the word's length, at least one edit, or if two names are equally near. If no whole name is
 * near, names without their last word, which may be a unit, are compared: "clok" is near
 * "clock_mhz". */
typedef struct noc_nearest_search {
    const char *wanted;
    noc_nearest_match whole_match, stem_match;
} noc_nearest_search;

void noc_nearest_consider(noc_nearest_search *nearest, const char *name);
const char *noc_nearest_name(const noc_nearest_search *nearest);
/* Finds the most similar name of a list; NULL: none. */
const char *noc_find_nearest_name(const char *wanted, noc_name_list names);

#endif
