/* tests/house/made.h: what the tests of the house's rules share: the real tree, and small made ones
 * that break a rule. */
#ifndef NOC_TESTS_HOUSE_MADE_H
#define NOC_TESTS_HOUSE_MADE_H

#include "tests/house/breaches.h"
#include "tests/house/floors.h"
#include "tests/house/sources.h"

/* The project's sources, and its floors as CMake links them; read once. */
const house_sources *house_real_sources(void);
const house_floors *house_real_floors(void);

/* Fails the test, with a message for each, unless the breaches of a rule are those of
 * tests/house/known.txt. Clears them. */
void house_assert_known(house_breaches *found, const char *rule);

typedef struct made_file {
    const char *path, *text;
} made_file;

/* The sources of a temporary folder with these files, ended by one without a path; the folder is
 * gone after that. */
house_sources made_sources(const made_file *files);

/* Fails the test unless there are `count` breaches, of which one has this key and a message that
 * contains `text` (without breaches NULL). Clears them. */
void made_assert(house_breaches *found, size_t count, const char *key, const char *text);

#endif
