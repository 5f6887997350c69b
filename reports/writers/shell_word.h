/* reports/writers/shell_word.h: writer of words and command lines for a shell. */
#ifndef NOC_REPORTS_WRITERS_SHELL_WORD_H
#define NOC_REPORTS_WRITERS_SHELL_WORD_H

#include <stdio.h>

/* Writes a word for a shell, in quotes if needed. */
void noc_shell_write_word(FILE *out, const char *word);

/* Makes a command line: "nocsight" in place of the program's path, then the words argv[1] and
 * following. NULL when out of memory; the caller frees it. */
char *noc_shell_command_line(int argc, char *const *argv);

#endif
