/* cli/options.h: the options of all commands, in one table, for reading, help and completion. */
#ifndef NOC_CLI_OPTIONS_H
#define NOC_CLI_OPTIONS_H

#include <argp.h>

#include "cli/request.h"

/* A group of options: those of every command (takes == 0), or of the commands that take it. */
typedef struct noc_option_group {
    unsigned takes;
    const char *title;
    const struct argp_option *options; /* ended by one without a name */
} noc_option_group;

/* NULL past the end. */
const noc_option_group *noc_option_group_at(size_t i);

/* Whether a command takes the options of a group. NULL stands for the program itself. */
bool noc_option_group_applies(const noc_option_group *group, const noc_command *command);

/* Stores the value of an option: *request has it afterwards, or diag says what is wrong with it. */
void noc_option_store(int key, const char *value, noc_request *request, noc_diag *diag);

#endif
