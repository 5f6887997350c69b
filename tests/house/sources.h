/* tests/house/sources.h: the project's sources as texts, for the tests of its layout. */
#ifndef NOC_TESTS_HOUSE_SOURCES_H
#define NOC_TESTS_HOUSE_SOURCES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct house_file {
    char *path; /* below the root: "network/graph.c" */
    char *text; /* as it is stored */
    /* of the same length: what comments and quotes hold is blank, lines end where they did */
    char *code;
} house_file;

typedef struct house_sources {
    house_file *files; /* sorted by path */
    size_t count, capacity;
} house_sources;

/* All .c, .h and .def files below `root`, but those of hidden folders and of build folders (build,
 * build-*). Ends the process with a message if they cannot be read. Free with
 * house_sources_free. */
house_sources house_read(const char *root);
void house_sources_free(house_sources *sources);

/* The position of a path; SIZE_MAX if there is no such file. */
size_t house_find(const house_sources *sources, const char *path);

/* Whether a path ends so: ".c". */
bool house_ends(const char *path, const char *end);

/* Whether it is the product's: not below tests/. */
bool house_is_product(const char *path);

/* The word that starts at `at`, a name of C; its length, 0 if none starts there. */
size_t house_word(const char *at);

/* Whether `code` has the word `word` with nothing of a name before or after it. */
bool house_has_word(const char *code, const char *word);

/* What only fails when memory is short ends the process. */
void *house_allocated(void *made);
char *house_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
