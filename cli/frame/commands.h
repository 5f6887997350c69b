/* cli/frame/commands.h: registry of the commands, of their forms (other commands that run if a word
 * is given), and of their old names. */
#ifndef NOC_CLI_FRAME_COMMANDS_H
#define NOC_CLI_FRAME_COMMANDS_H

#include "cli/frame/option.h"

struct noc_request;

/* Description of a command, for its help and the reader of its command line. */
typedef struct noc_command {
    const char *name;
    const char *operands;  /* operands in the help: "DESIGN..." */
    const char *purpose;   /* one line */
    const char *details;   /* further paragraph of the help; NULL: none */
    const char *examples;  /* examples, one per line */
    bool accepts_catalogs; /* an operand may be a catalogue; the help lists all catalogues */
    int min_operands, max_operands; /* smallest and largest number of operands */
    /* Groups of options in the order of the help, ended by a NULL group; NULL: only options of
     * every command. */
    const noc_option_use *options;
    size_t values_size;           /* size of the values of the command's options, bytes */
    const void *defaults;         /* default values; NULL: zeros, and defaults of shared groups */
    bool has_svg;                 /* the command has the format svg */
    bool has_markup;              /* reports can be .md and .tex files */
    const char *picture_suffixes; /* suffixes of -o besides .svg: ".pdf .html"; NULL: none */
    /* Checks for contradictory options, before operands are counted; NULL: none. */
    noc_status (*check)(const struct noc_request *request, noc_diag *diag);
    int (*run)(const struct noc_request *request, noc_diag *diag); /* returns the exit status */
} noc_command;

/* Parts of the help. */
typedef enum noc_command_part {
    NOC_COMMANDS_DESIGN,
    NOC_COMMANDS_EXPLORE,
    NOC_COMMANDS_CHECK,
    NOC_COMMANDS_MORE, /* commands for papers, training and shells */
} noc_command_part;

/* Return command i in the order of the help, its name and its part; NULL past the end. */
const noc_command *noc_command_at(size_t i);
const char *noc_command_name(size_t i);
noc_command_part noc_command_part_at(size_t i);

/* Form of a command: another command that runs instead if a word is given. */
typedef struct noc_command_form {
    const noc_command *command; /* command that runs, named with the word: "explain --bound" */
    const noc_command *base_command;
    const char *word; /* an option, or the first operand */
} noc_command_form;

/* Returns form i; NULL past the end. */
const noc_command_form *noc_command_form_at(size_t i);

/* Old name of a command, which still works. */
typedef struct noc_command_old_name {
    const char *words; /* words of the command line: "workload fit" */
    const noc_command *command;
} noc_command_old_name;

/* Returns old name i; NULL past the end. */
const noc_command_old_name *noc_command_old_at(size_t i);

/* Finds the old name whose first word is `word`; NULL: none. */
const noc_command_old_name *noc_command_old_find(const char *word);

/* Finds the command of a name, old or new; NULL: none. */
const noc_command *noc_command_find(const char *name);

/* Finds the command of a name; an unknown name is reported as NOC_EUSAGE, with the nearest name. */
const noc_command *noc_command_require(const char *name, noc_diag *diag);

#endif
