/* import/booksim/list.h: lists in braces, as config_utils.cpp splits them: "{1,{2,3}}" has the
 * elements 1 and {2,3}; a text without braces is a list of itself. */
#ifndef NOC_IMPORT_BOOKSIM_LIST_H
#define NOC_IMPORT_BOOKSIM_LIST_H

#include <stdbool.h>

typedef struct noc_booksim_list {
    const char *at;
    bool alone; /* true for a text without braces that is still to come */
} noc_booksim_list;

noc_booksim_list noc_booksim_list_of(const char *text);

/* Finds the start *element of the next element, which ends before a comma or brace outside of
 * braces of its own. False: there is none. */
bool noc_booksim_list_next(noc_booksim_list *list, const char **element);

/* Counts the elements of a text. */
int noc_booksim_list_count(const char *text);

/* Returns the whole number with which an element begins, 0 if none; limited to 32 bits. */
int noc_booksim_list_whole(const char *element);

/* Returns the first element of a text as a number; 0 if there is none. */
int noc_booksim_first_whole(const char *text);
double noc_booksim_first_real(const char *text);

#endif
