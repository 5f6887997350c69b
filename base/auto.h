/* base/auto.h: release of a local variable at the end of its block, on every way out of it.
 *
 *     NOC_AUTO(noc_table_clear) noc_table table = {0};
 *     NOC_AUTO_FREE char *text = NULL;
 *
 * The attribute `cleanup` of gcc and Clang calls the function with the variable's address. A
 * variable must be initialised where it is declared; a pointer that is handed on is set to NULL. */
#ifndef NOC_BASE_AUTO_H
#define NOC_BASE_AUTO_H

#include <stdlib.h>
#include <string.h>

#define NOC_AUTO(release) __attribute__((cleanup(release)))

/* Frees the memory that a pointer variable points to. */
static inline void noc_auto_free(const void *variable)
{
    void *allocated;
    memcpy(&allocated, variable, sizeof allocated);
    free(allocated);
}
#define NOC_AUTO_FREE NOC_AUTO(noc_auto_free)

#endif
