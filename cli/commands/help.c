/* Help of the program and of its commands. */
#include "cli/help/help.h"

#include "cli/frame/commands.h"
#include "cli/frame/request.h"

static int run(const noc_request *r, noc_diag *diag)
{
    static const noc_help_texts helps = {noc_help_program, noc_help_command, false};
    return noc_help_tell(r, &helps, diag);
}

const noc_command noc_command_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .purpose = "Show the help of a command, or what commands there are.",
    .examples = "  nocsight help query\n",
    .least = 0,
    .most = 1,
    .run = run,
};
