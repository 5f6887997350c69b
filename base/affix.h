/* base/affix.h: tests for prefixes and suffixes of texts. */
#ifndef NOC_BASE_AFFIX_H
#define NOC_BASE_AFFIX_H

#include <stdbool.h>
#include <string.h>

static inline bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static inline bool ends_with(const char *text, const char *suffix)
{
    const size_t length = strlen(text), suffix_length = strlen(suffix);
    return length >= suffix_length && strcmp(text + length - suffix_length, suffix) == 0;
}

#endif
