#include "import/booksim/list.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

noc_booksim_list noc_booksim_list_of(const char *text)
{
    return *text == '{' ? (noc_booksim_list){text + 1, false}
                        : (noc_booksim_list){text, *text != '\0'};
}

bool noc_booksim_list_next(noc_booksim_list *list, const char **element)
{
    int nested = 0;
    *element = list->at;
    if (list->alone) {
        list->alone = false;
        list->at += strlen(list->at);
        return true;
    }
    for (; *list->at; list->at++) {
        if (*list->at == '{') {
            nested++;
        } else if (*list->at == '}' && nested) {
            nested--;
        } else if ((*list->at == ',' || *list->at == '}') && !nested) {
            if (list->at > *element) {
                list->at++;
                return true;
            }
            *element = list->at + 1;
        }
    }
    return false;
}

int noc_booksim_list_count(const char *text)
{
    noc_booksim_list list = noc_booksim_list_of(text);
    const char *element;
    int count = 0;
    while (noc_booksim_list_next(&list, &element)) count++;
    return count;
}

int noc_booksim_list_whole(const char *element)
{
    const long value = strtol(element, NULL, 10);
    return value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value;
}

int noc_booksim_first_whole(const char *text)
{
    noc_booksim_list list = noc_booksim_list_of(text);
    const char *element;
    return noc_booksim_list_next(&list, &element) ? noc_booksim_list_whole(element) : 0;
}

double noc_booksim_first_real(const char *text)
{
    noc_booksim_list list = noc_booksim_list_of(text);
    const char *element;
    return noc_booksim_list_next(&list, &element) ? strtod(element, NULL) : 0.0;
}
