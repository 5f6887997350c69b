/* tests/house/breaches.h: what breaks a rule of the house, and what is known to break it.
 *
 * A breach has a key, "RULE WHAT", by which the list of known ones (known.txt) names it, and a
 * message for people. The list may only shrink: a breach that it does not have fails its test, and
 * so does a line that no breach needs. */
#ifndef NOC_TESTS_HOUSE_BREACHES_H
#define NOC_TESTS_HOUSE_BREACHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct house_breach {
    char *key, *text;
} house_breach;

typedef struct house_breaches {
    house_breach *list;
    size_t count, capacity;
} house_breaches;

/* Takes over the key and the text; one that is there already is dropped. */
void house_breach_add(house_breaches *breaches, char *key, char *text);
void house_breaches_clear(house_breaches *breaches);

/* The breach with this key; NULL: none. */
const house_breach *house_breach_find(const house_breaches *breaches, const char *key);

/* Compares with the lines of `known` that start with `rule`: prints a message for each breach that
 * is new and for each line that is of none, and returns how many these are. */
size_t house_breaches_report(const house_breaches *breaches, const char *rule, const char *known,
                             FILE *out);

#endif
