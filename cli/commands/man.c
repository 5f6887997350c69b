/* Prints manual pages of the program and of its commands. */
#include "cli/frame/commands.h"
#include "cli/frame/request.h"
#include "cli/help/help.h"
#include "cli/help/manual.h"

static int run(const noc_request *r, noc_diag *diag)
{
    static const noc_help_texts pages = {noc_manual_program, noc_manual_command, true};
    return noc_help_print(r, &pages, diag);
}

const noc_command noc_command_man = {
    .name = "man",
    .operands = "[COMMAND]",
    .purpose = "Write the manual page of the program or of one of its commands, for man -l.",
    .details = "Where the program is installed, man nocsight and man nocsight-query show them.",
    .examples = "  nocsight man query | man -l -\n",
    .max_operands = 1,
    .run = run,
};
