/* cli/help.h: what --help shows. */
#ifndef NOC_CLI_HELP_H
#define NOC_CLI_HELP_H

#include <stdio.h>

#include "cli/commands.h"

/* Of the program, lines. */
extern const char noc_help_examples[];

/* The program and its commands. */
void noc_help_program(FILE *out);

/* A few lines for whoever typed the program's name only. */
void noc_help_short(FILE *out);

void noc_help_command(const noc_command *command, FILE *out);

#endif
