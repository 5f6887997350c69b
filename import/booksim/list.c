#include "import/booksim/list.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

noc_booksim_list noc_booksim_list_begin(const char *text)
{
    return *text == '{' ? (noc_booksim_list){text + 1, false}
                        : (noc_booksim_list){text, *text != '\0'};
}

bool noc_booksim_list_next(noc_booksim_list *list, const char **element)
{
    int nested = 0;
    *element = list->position;
    if (list->is_single) {
        list->is_single = false;
        list->position += strlen(list->position);
        return true;
    }
    for (; *list->position; list->position++) {
        if (*list->position == '{') {
            nested++;
        } else if (*list->position == '}' && nested) {
            nested--;
        } else if ((*list->position == ',' || *list->position == '}') && !nested) {
            if (list->position > *element) {
                list->position++;
                return true;
            }
            *element = list->position + 1;
        }
    }
    return false;
}

int noc_booksim_list_count(const char *text)
{
    noc_booksim_list list = noc_booksim_list_begin(text);
    const char *element;
    int count = 0;
    while (noc_booksim_list_next(&list, &element)) count++;
    return count;
}

int noc_booksim_read_whole(const char *element)
{
    const long value = strtol(element, NULL, 10);
    return value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value;
}

int noc_booksim_first_whole(const char *text)
{
    noc_booksim_list list = noc_booksim_list_begin(text);
    const char *element;
    return noc_booksim_list_next(&list, &element) ? noc_booksim_read_whole(element) : 0;
}

double noc_booksim_first_real(const char *text)
{
    noc_booksim_list list = noc_booksim_list_begin(text);
    const char *element;
    return noc_booksim_list_next(&list, &element) ? strtod(element, NULL) : 0.0;
}
