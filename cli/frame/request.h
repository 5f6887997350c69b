/* cli/frame/request.h: a command line, understood. */
#ifndef NOC_CLI_FRAME_REQUEST_H
#define NOC_CLI_FRAME_REQUEST_H

#include "cli/frame/commands.h"
#include "cli/frame/option.h"
#include "cli/frame/terminal.h"
#include "reports/writers/sheet.h"

typedef struct noc_request {
    int argc; /* the whole command line */
    char **argv;
    const noc_command *command;
    const noc_command_old *old; /* old name of the command, where the user typed that */
    char **words;               /* argv from the command's name on, without words of a form */
    int word_count;
    const char **operands;
    size_t operand_count;
    bool help, version, quiet;
    noc_format format;  /* format of --format, else of the suffix of -o, else a table */
    bool format_given;  /* format comes from --format */
    bool csv_safe;      /* CSV has no cell that a spreadsheet would run */
    const char *output; /* file of -o; NULL: standard output */
    noc_colour colour;
    unsigned jobs;
    uint64_t max_memory; /* limit of the run's memory, bytes; 0: as usual */
    void *own;           /* request of the command: the values of its options */
} noc_request;

/* The groups of options that a command accepts, those of every command at the end; NULL past the
 * end. Without a command: those of the program itself. */
const noc_option_group *noc_request_group(const noc_command *command, size_t i);

/* Reads the command line. NOC_EUSAGE with messages; the caller clears *request in either case. */
noc_status noc_request_read(int argc, char **argv, noc_request *request, noc_diag *diag);
void noc_request_clear(noc_request *request);

#endif
