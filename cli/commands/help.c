/* Prints the help of the program and of its commands. */
#include "cli/help/help.h"

#include "cli/frame/commands.h"
#include "cli/frame/request.h"

/* Values of the options. */
typedef struct option_values {
    bool wants_all;
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_FLAG("all", "all commands, also the commands for the papers and for training",
                  wants_all),
    {0},
};

static const noc_option_use uses[] = {NOC_OWN_OPTIONS(own_options), {0}};

static int run(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    const noc_help_texts helps = {values->wants_all ? noc_help_all : noc_help_program,
                                  noc_help_command, false};
    return noc_help_print(r, &helps, diag);
}

const noc_command noc_command_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .purpose = "Show the help of a command, or a list of the commands.",
    .examples = "  nocsight help query\n"
                "  nocsight help --all\n",
    .max_operands = 1,
    .options = uses,
    .values_size = sizeof(option_values),
    .run = run,
};
