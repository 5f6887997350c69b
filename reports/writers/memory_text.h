/* reports/writers/memory_text.h: texts written through a stream into memory (open_memstream). */
#ifndef NOC_REPORTS_WRITERS_MEMORY_TEXT_H
#define NOC_REPORTS_WRITERS_MEMORY_TEXT_H

#include <stdio.h>

/* Closes the stream that writes *text (NULL allowed). Returns the text, which the caller frees;
 * NULL when out of memory: then nothing is left to free. */
char *noc_memory_text_close(FILE *out, char **text);

/* Calls `write` with a stream and `context`. Returns the text written to the stream, which the
 * caller frees; NULL when out of memory. */
char *noc_memory_text_write(void (*write)(FILE *out, void *context), void *context);

#endif
