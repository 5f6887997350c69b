/* cli/help/completion.h: completion of command lines: scripts for shells, and the words that these
 * ask for. */
#ifndef NOC_CLI_HELP_COMPLETION_H
#define NOC_CLI_HELP_COMPLETION_H

#include <stddef.h>
#include <stdio.h>

#include "base/embedded.h"

/* The files of cli/help/shells/, compiled in. */
extern const noc_embedded_file noc_completion_scripts[];

/* Prints words that may follow on an unfinished command line, from the tables of commands, options
 * and names that --help and `list` show, too: in place of the last of the words behind "nocsight"
 * (it may be empty) a line each: the word, a tab, its meaning. A line ":files.cfg" asks the shell
 * for files of that suffix, and ":files" for any. */
void noc_completion_words(FILE *out, const char *const *words, size_t count);

#endif
