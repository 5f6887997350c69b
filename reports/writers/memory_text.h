/* reports/writers/memory_text.h: texts that are written as files are (open_memstream). */
#ifndef NOC_REPORTS_WRITERS_MEMORY_TEXT_H
#define NOC_REPORTS_WRITERS_MEMORY_TEXT_H

#include <stdio.h>

/* Closes the stream that writes *text, which may be NULL. Returns the text, which the caller frees;
 * NULL when out of memory, and nothing is left to free. */
char *noc_memory_text(FILE *out, char **text);

/* Text that `write` writes; the caller frees it. NULL when out of memory. */
char *noc_written(void (*write)(FILE *out, void *context), void *context);

#endif
