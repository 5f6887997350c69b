/* reports/writers/shell_word.h: words for a shell. */
#ifndef NOC_REPORTS_WRITERS_SHELL_WORD_H
#define NOC_REPORTS_WRITERS_SHELL_WORD_H

#include <stdio.h>

/* A word as a shell reads it: in quotes where it must be. */
void noc_shell_word(FILE *out, const char *word);

#endif
