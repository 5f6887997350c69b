/* cli/help/completion.h: completion of command lines: scripts for shells, and the words that the
 * scripts request. */
#ifndef NOC_CLI_HELP_COMPLETION_H
#define NOC_CLI_HELP_COMPLETION_H

#include <stddef.h>
#include <stdio.h>

#include "base/embedded.h"

/* Files of cli/help/shells/, compiled in. */
extern const noc_embedded_file noc_completion_scripts[];

/* Prints the words that may replace the last word (may be empty) of an unfinished command line
 * after "nocsight", from the tables of --help and of `describe`: one per line, as word, tab,
 * meaning. A line ":files.cfg" requests files with the suffix from the shell, ":files" any
 * files. */
void noc_completion_words(FILE *out, const char *const *words, size_t count);

#endif
