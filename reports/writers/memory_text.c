#include "reports/writers/memory_text.h"

#include <stdlib.h>

/* Closes a stream, and frees a partial text on failure. */
char *noc_memory_text(FILE *out, char **text)
{
    if (out && fclose(out) == 0) return *text;
    free(*text);
    *text = NULL;
    return NULL;
}

char *noc_written(void (*write)(FILE *out, void *context), void *context)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out) write(out, context);
    return noc_memory_text(out, &text);
}
