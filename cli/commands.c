#include "cli/commands.h"

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
