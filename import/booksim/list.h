/* import/booksim/list.h: splits lists in braces as BookSim's config_utils.cpp does: "{1,{2,3}}" has
 * the elements 1 and {2,3}; a text without braces is a list of one element. */
#ifndef NOC_IMPORT_BOOKSIM_LIST_H
#define NOC_IMPORT_BOOKSIM_LIST_H

#include <stdbool.h>

typedef struct noc_booksim_list {
    const char *position;
    bool is_single; /* true: a text without braces, not yet returned */
} noc_booksim_list;

noc_booksim_list noc_booksim_list_begin(const char *text);

/* Finds the next element: sets *element to its start. It ends before a comma or brace outside
 * nested braces. False: no element is left. */
bool noc_booksim_list_next(noc_booksim_list *list, const char **element);

/* Counts the elements of a text. */
int noc_booksim_list_count(const char *text);

/* Returns the whole number at the start of an element, clipped to 32 bits; 0: none. */
int noc_booksim_read_whole(const char *element);

/* Return the whole or real number at the start of the first element of a text; 0: none. */
int noc_booksim_first_whole(const char *text);
double noc_booksim_first_real(const char *text);

#endif
