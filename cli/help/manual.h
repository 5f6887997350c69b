/* cli/help/manual.h: writer of manual pages for man(1) from the tables of --help, in roff with the
 * macros of man(7). */
#ifndef NOC_CLI_HELP_MANUAL_H
#define NOC_CLI_HELP_MANUAL_H

#include <stdio.h>

#include "cli/frame/commands.h"

/* Writes nocsight(1). */
void noc_manual_program(FILE *out);

/* Writes nocsight-NAME(1). */
void noc_manual_command(const noc_command *command, FILE *out);

#endif
