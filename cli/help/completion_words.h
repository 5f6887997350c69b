/* cli/help/completion_words.h: what may follow on an unfinished command line, from the tables of
 * commands, options and names that --help and `list` show, too. */
#ifndef NOC_CLI_HELP_COMPLETION_WORDS_H
#define NOC_CLI_HELP_COMPLETION_WORDS_H

#include <stddef.h>
#include <stdio.h>

/* Prints what may stand in place of the last of the words behind "nocsight" (it may be empty), a
 * line each: the word, a tab, what it means. A line ":files.cfg" asks the shell for files of that
 * suffix, and ":files" for any. */
void noc_completion_words(FILE *out, const char *const *words, size_t count);

#endif
