#include "reports/writers/style.h"

#include <stdio.h>

#include "reports/writers/memory_text.h"

/* Finds the sequence of a mark by its letter; NULL: no such mark. */
static const char *sequence_of(char letter)
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

bool noc_style_at(const char *text, size_t bytes)
{
    return bytes >= NOC_MARK_BYTES && text[0] == '\xff' && sequence_of(text[1]);
}

size_t noc_style_strip(char *text, size_t size)
{
    size_t kept = 0;
    for (size_t i = 0; i < size;) {
        if (noc_style_at(text + i, size - i))
            i += NOC_MARK_BYTES;
        else
            text[kept++] = text[i++];
    }
    return kept;
}

char *noc_style_expand(const char *text, size_t size, size_t *grown)
{
    char *expanded = NULL;
    FILE *out = open_memstream(&expanded, grown);
    if (!out) return NULL;
    for (size_t i = 0; i < size;) {
        if (noc_style_at(text + i, size - i)) {
            fputs(sequence_of(text[i + 1]), out);
            i += NOC_MARK_BYTES;
        } else {
            fputc(text[i++], out);
        }
    }
    return noc_memory_text(out, &expanded);
}
