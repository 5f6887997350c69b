/* tests/house/structs.h: how many fields the structs of the sources have. */
#ifndef NOC_TESTS_HOUSE_STRUCTS_H
#define NOC_TESTS_HOUSE_STRUCTS_H

#include "tests/house/breaches.h"
#include "tests/house/sources.h"

enum { HOUSE_FIELDS_MOST = 60 };

typedef struct house_struct {
    char name[80]; /* its tag, or the type that is defined by it */
    size_t file, fields;
} house_struct;

/* Calls `visit` for each struct and union that lies in no other. Fields of structs without a name
 * of their own inside count, as do those that macros and .def files list. */
void house_structs(const house_sources *sources,
                   void (*visit)(void *context, const house_struct *found), void *context);

/* "struct": structs of more than HOUSE_FIELDS_MOST fields. */
void house_check_structs(const house_sources *sources, house_breaches *found);

#endif
