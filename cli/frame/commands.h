/* cli/frame/commands.h: the registry of commands. */
#ifndef NOC_CLI_FRAME_COMMANDS_H
#define NOC_CLI_FRAME_COMMANDS_H

#include "cli/frame/option.h"

struct noc_request;

typedef struct noc_command {
    const char *name;
    const char *operands;          /* operands as the help has them: "DESIGN..." */
    const char *purpose;           /* one line */
    const char *details;           /* a paragraph more for its help; NULL: none */
    const char *examples;          /* examples, lines */
    bool takes_catalogs;           /* an operand may be a list of words; its help has all lists */
    int least, most;               /* least and largest number of operands */
    const noc_option_use *options; /* options in the order of the help, ended by no group; NULL:
                                    * only those of every command */
    size_t size;          /* size of the command's request, which has the options' values */
    const void *defaults; /* values of the request; NULL: zeros, and those of shared groups */
    bool svg;             /* the command has the format svg */
    const char *pictures; /* suffixes that -o accepts beside .svg: ".pdf .html"; NULL: none */
    /* Looks at options that contradict each other, before operands are counted; NULL: none do. */
    noc_status (*check)(const struct noc_request *request, noc_diag *diag);
    int (*run)(const struct noc_request *request, noc_diag *diag); /* returns the exit status */
} noc_command;

/* Parts of the help. */
typedef enum noc_command_part {
    NOC_COMMANDS_DESIGN,
    NOC_COMMANDS_EXPLORE,
    NOC_COMMANDS_CHECK,
    NOC_COMMANDS_MORE, /* commands for the papers, for training, for shells */
} noc_command_part;

/* The commands, in the order of the help; NULL past the end. */
const noc_command *noc_command_at(size_t i);
const char *noc_command_name(size_t i);
noc_command_part noc_command_part_at(size_t i);

/* Form of a command: another command that runs in its place where a word is given. */
typedef struct noc_command_form {
    const noc_command *command; /* command that runs: its name has the word, "explain --bound" */
    const noc_command *of;
    const char *word; /* an option, or an operand, which comes first */
} noc_command_form;

/* The forms of commands; NULL past the end. */
const noc_command_form *noc_command_form_at(size_t i);

/* A command's old name, which is still understood. */
typedef struct noc_command_old {
    const char *words; /* words of the command line: "workload fit" */
    const noc_command *command;
} noc_command_old;

const noc_command_old *noc_command_old_at(size_t i);

/* The old name whose first word is `word`; NULL: there is none. */
const noc_command_old *noc_command_old_called(const char *word);

/* The command of that name, old or new; NULL: there is none. */
const noc_command *noc_command_called(const char *name);

/* The command of a name; where there is none NOC_EUSAGE is told, with the nearest name. */
const noc_command *noc_command_wanted(const char *name, noc_diag *diag);

#endif
