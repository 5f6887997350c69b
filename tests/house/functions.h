/* tests/house/functions.h: where the product's public functions are defined, and where they are
 * declared. */
#ifndef NOC_TESTS_HOUSE_FUNCTIONS_H
#define NOC_TESTS_HOUSE_FUNCTIONS_H

#include "tests/house/breaches.h"
#include "tests/house/sources.h"

/* A definition or a declaration outside of all braces that is not static. */
typedef struct house_function {
    char *name;
    size_t file;
    bool defined;
} house_function;

typedef struct house_functions {
    house_function *list; /* sorted by name */
    size_t count, capacity;
} house_functions;

/* Those of the product's .c and .h files. Reserved names (__wrap_malloc) and main are no functions
 * of ours. */
house_functions house_functions_read(const house_sources *sources);
void house_functions_free(house_functions *functions);

/* "header": functions that another header than that of the .c's name declares, and declarations of
 * none. */
void house_check_headers(const house_sources *sources, house_breaches *found);

#endif
