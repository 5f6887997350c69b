/* base/affix.h: tests for prefixes and suffixes of texts. */
#ifndef NOC_BASE_AFFIX_H
#define NOC_BASE_AFFIX_H

#include <stdbool.h>
#include <string.h>

static inline bool begins_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static inline bool ends_with(const char *text, const char *with)
{
    const size_t length = strlen(text), tail = strlen(with);
    return length >= tail && strcmp(text + length - tail, with) == 0;
}

#endif
