/* reports/writers/shell_word.h: words for a shell. */
#ifndef NOC_REPORTS_WRITERS_SHELL_WORD_H
#define NOC_REPORTS_WRITERS_SHELL_WORD_H

#include <stdio.h>

/* Writes a word as a shell reads it: in quotes where it must be. */
void noc_shell_word(FILE *out, const char *word);

/* A command in one line: "nocsight", by whatever path it was started, and its words. NULL when out
 * of memory; the caller frees it. */
char *noc_shell_line(int argc, char *const *argv);

#endif
