/* import/booksim/list.h: lists in braces, as config_utils.cpp takes them apart: "{1,{2,3}}" has
 * the elements 1 and {2,3}; a text without braces is a list of itself. */
#ifndef NOC_IMPORT_BOOKSIM_LIST_H
#define NOC_IMPORT_BOOKSIM_LIST_H

#include <stdbool.h>

typedef struct noc_booksim_list {
    const char *at;
    bool alone; /* a text without braces, which is still to come */
} noc_booksim_list;

noc_booksim_list noc_booksim_list_of(const char *text);

/* Puts the start of the next element into *element, which ends before a comma or brace outside of
 * braces of its own. false: there is none. */
bool noc_booksim_list_next(noc_booksim_list *list, const char **element);

/* Counts the elements of a text. */
int noc_booksim_list_count(const char *text);

/* A whole number that an element begins with, 0 if none; kept inside 32 bits. */
int noc_booksim_list_whole(const char *element);

/* The first element of a text as a number; 0 if there is none. */
int noc_booksim_first_whole(const char *text);
double noc_booksim_first_real(const char *text);

#endif
