/* cli/frame/commands.h: the registry of commands. */
#ifndef NOC_CLI_FRAME_COMMANDS_H
#define NOC_CLI_FRAME_COMMANDS_H

#include "cli/frame/option.h"

struct noc_request;

typedef struct noc_command {
    const char *name;
    const char *operands; /* "DESIGN..." */
    const char *purpose;  /* one line */
    const char *details;  /* a paragraph more for its help; NULL: none */
    const char *examples; /* lines */
    bool takes_catalogs;  /* operands are lists that `nocsight list` shows; its help has all */
    int least, most;      /* operands that it wants */
    const noc_option_use *options; /* in the order of the help, ended by no group; NULL: only those
                                    * of every command */
    size_t size;          /* size of the command's request, which has the options' values */
    const void *defaults; /* values of the request; NULL: zeros, and those of shared groups */
    bool svg;             /* the command has the format svg */
    const char *pictures; /* suffixes that its -o draws beside that: ".pdf .html"; NULL: none */
    /* Looks at options that contradict each other, before operands are counted; NULL: none do. */
    noc_status (*check)(const struct noc_request *request, noc_diag *diag);
    int (*run)(const struct noc_request *request, noc_diag *diag); /* returns the exit status */
} noc_command;

/* The commands, in the order of the help; NULL past the end. */
const noc_command *noc_command_at(size_t i);
const char *noc_command_name(size_t i);

/* The command of that name; NULL: there is none. */
const noc_command *noc_command_called(const char *name);

/* The same; where there is none NOC_EUSAGE is told, with the nearest name. */
const noc_command *noc_command_wanted(const char *name, noc_diag *diag);

#endif
