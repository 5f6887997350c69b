#include "reports/writers/memory_text.h"

#include <stdlib.h>

/* Closes a stream, and frees a partial text on failure. */
char *noc_memory_text_close(FILE *out, char **text)
{
    if (out && fclose(out) == 0) return *text;
    free(*text);
    *text = NULL;
    return NULL;
}

char *noc_memory_text_write(void (*write)(FILE *out, void *context), void *context)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out) write(out, context);
    return noc_memory_text_close(out, &text);
}
