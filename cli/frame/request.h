/* cli/frame/request.h: parsed command line: the command, its operands and its options. */
#ifndef NOC_CLI_FRAME_REQUEST_H
#define NOC_CLI_FRAME_REQUEST_H

#include "cli/frame/commands.h"
#include "cli/frame/option.h"
#include "cli/frame/terminal.h"
#include "reports/writers/sheet.h"

/* Request of the user to the program. */
typedef struct noc_request {
    noc_arena memory; /* owns words, operands and values */
    int argc;         /* whole command line */
    char **argv;
    const noc_command *command;
    /* old name of the command that the user typed; NULL: none */
    const noc_command_old_name *old_name;
    char **words; /* argv from the command's name on, without words of a form */
    int word_count;
    const char **operands;
    size_t operand_count;
    bool wants_help, wants_version, is_quiet;
    noc_format format;      /* format by --format, else by the suffix of -o, else a table */
    bool has_format_option; /* the format is given by --format */
    noc_markup markup;      /* markup of reports for people, by the suffix of -o */
    bool is_csv_safe;       /* CSV cells are safe from formulas of spreadsheets */
    const char *output;     /* file of -o; NULL: standard output */
    noc_colour colour;
    /* number of threads; 0: one per processor */
    unsigned jobs;
    uint64_t max_memory;     /* limit of the run's memory, bytes; 0: default */
    struct noc_watch *watch; /* watch.h: the command runs at each save; NULL: it runs once */
    void *values; /* values of the command's options, a struct that the command defines */
} noc_request;

/* Returns group i of a command's options, with the options of every command last; NULL past the
 * end. `command` NULL: options of the program. */
const noc_option_group *noc_request_group(const noc_command *command, size_t i);

/* Reads the command line. NOC_EUSAGE with messages; the caller clears request->memory in any
 * case. */
noc_status noc_request_read(int argc, char **argv, noc_request *request, noc_diag *diag);

#endif
