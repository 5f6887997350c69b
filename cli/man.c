/* Manual pages of the program and of its commands. */
#include <string.h>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/manual.h"
#include "cli/page.h"
#include "cli/request.h"
#include "network/suggest.h"

static const noc_command *command_called(const char *name)
{
    for (size_t i = 0; noc_command_at(i); i++)
        if (strcmp(noc_command_at(i)->name, name) == 0) return noc_command_at(i);
    return NULL;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const char *name = r->operand_count > 0 ? r->operands[0] : NULL;
    const noc_command *command = name ? command_called(name) : NULL;
    if (name && !command) {
        const char *near = noc_nearest_in(name, noc_command_name);
        return noc_exit_of(noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "unknown command '%s'%s%s%s",
                                    name, near ? "; did you mean '" : "", near ? near : "",
                                    near ? "'?" : ""));
    }
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_of(status);
    page.is_file = true;
    if (command)
        noc_manual_command(page.sheet.out, command);
    else
        noc_manual_program(page.sheet.out);
    return noc_exit_of(noc_page_send(r, &page, diag));
}

const noc_command noc_command_man = {
    .name = "man",
    .operands = "[COMMAND]",
    .purpose = "Write the manual page of the program or of one of its commands, for man -l.",
    .details = "Where the program is installed, man nocsight and man nocsight-query show them.",
    .examples = "  nocsight man query | man -l -\n",
    .operand = NOC_OPERAND_NONE,
    .least = 0,
    .most = 1,
    .run = run,
};
