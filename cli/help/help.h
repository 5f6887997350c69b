/* cli/help/help.h: texts of --help. */
#ifndef NOC_CLI_HELP_HELP_H
#define NOC_CLI_HELP_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/frame/commands.h"
#include "cli/frame/request.h"

/* Examples of the program, lines. */
extern const char noc_help_examples[];

/* Prints the program and its commands. noc_help_program has the commands of the papers, training
 * and shells by their names alone, noc_help_all in full. */
void noc_help_program(FILE *out);
void noc_help_all(FILE *out);

/* Prints a few lines for a user who typed the program's name only. */
void noc_help_short(FILE *out);

void noc_help_command(const noc_command *command, FILE *out);

/* Texts of the program and of a command, by their writers. */
typedef struct noc_help_texts {
    void (*program)(FILE *out);
    void (*command)(const noc_command *command, FILE *out);
    bool is_file; /* the text is a file for another program */
} noc_help_texts;

/* Runs a command that shows the text of the command that is its operand, or of the program. */
int noc_help_tell(const noc_request *request, const noc_help_texts *texts, noc_diag *diag);

#endif
