/* cli/help/help.h: printer of the texts of --help. */
#ifndef NOC_CLI_HELP_HELP_H
#define NOC_CLI_HELP_HELP_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/frame/commands.h"
#include "cli/frame/request.h"

/* Examples of the program, one per line. */
extern const char noc_help_examples[];

/* Print the help of the program, with its commands. noc_help_program gives only the names of
 * commands for papers, training and shells; noc_help_all describes these commands, too. */
void noc_help_program(FILE *out);
void noc_help_all(FILE *out);

/* Prints a few lines for a user who typed only the program's name. */
void noc_help_short(FILE *out);

/* Prints the help of a command. */
void noc_help_command(const noc_command *command, FILE *out);

/* Printers of the texts of the program and of a command. */
typedef struct noc_help_texts {
    void (*program)(FILE *out);
    void (*command)(const noc_command *command, FILE *out);
    bool is_file; /* the text is a file for another program */
} noc_help_texts;

/* Runs a command that prints the text of the command named by its operand, or of the program. */
int noc_help_print(const noc_request *request, const noc_help_texts *texts, noc_diag *diag);

#endif
