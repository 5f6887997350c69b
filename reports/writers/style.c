#include "reports/writers/style.h"

#include <stdio.h>

#include "reports/writers/memory_text.h"

/* Finds the sequence of a mark by its letter; NULL: no such mark. */
static const char *find_sequence(char letter)
{
    switch (letter) {
    case 'b':
        return "\033[1m";
    case 'd':
        return "\033[2m";
    case 'y':
        return "\033[33m";
    case 'r':
        return "\033[31m";
    case 'p':
        return "\033[0m";
    default:
        return NULL;
    }
}

bool noc_style_is_mark(const char *text, size_t bytes)
{
    return bytes >= NOC_MARK_BYTES && text[0] == '\xff' && find_sequence(text[1]);
}

size_t noc_style_remove_marks(char *text, size_t size)
{
    size_t new_size = 0;
    for (size_t i = 0; i < size;) {
        if (noc_style_is_mark(text + i, size - i))
            i += NOC_MARK_BYTES;
        else
            text[new_size++] = text[i++];
    }
    return new_size;
}

char *noc_style_replace_marks(const char *text, size_t size, size_t *new_size)
{
    char *expanded = NULL;
    FILE *out = open_memstream(&expanded, new_size);
    if (!out) return NULL;
    for (size_t i = 0; i < size;) {
        if (noc_style_is_mark(text + i, size - i)) {
            fputs(find_sequence(text[i + 1]), out);
            i += NOC_MARK_BYTES;
        } else {
            fputc(text[i++], out);
        }
    }
    return noc_memory_text_close(out, &expanded);
}
