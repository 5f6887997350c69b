#include "cli/frame/commands.h"

#include <string.h>

#include "base/suggest.h"

#define NOC_COMMAND(id) extern const noc_command noc_command_##id;
#include "cli/commands.def"
#undef NOC_COMMAND

static const noc_command *const commands[] = {
#define NOC_COMMAND(id) &noc_command_##id,
#include "cli/commands.def"
#undef NOC_COMMAND
};

const noc_command *noc_command_at(size_t i)
{
    return i < sizeof commands / sizeof commands[0] ? commands[i] : NULL;
}

const char *noc_command_name(size_t i)
{
    return noc_command_at(i) ? noc_command_at(i)->name : NULL;
}

const noc_command *noc_command_called(const char *name)
{
    for (size_t i = 0; noc_command_at(i); i++)
        if (strcmp(noc_command_name(i), name) == 0) return noc_command_at(i);
    return NULL;
}

const noc_command *noc_command_wanted(const char *name, noc_diag *diag)
{
    const noc_command *command = noc_command_called(name);
    if (command) return command;
    const char *near = noc_nearest_in(name, noc_command_name);
    noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "unknown command '%s'%s%s%s", name,
             near ? "; did you mean '"
                  : " (nocsight help lists them; nocsight describe NAME explains words)",
             near ? near : "", near ? "'?" : "");
    return NULL;
}
