#include "cli/frame/commands.h"

#include <string.h>

#include "base/suggest.h"

#define NOC_COMMAND(id, part)  extern const noc_command noc_command_##id;
#define NOC_FORM(id, of, word) extern const noc_command noc_command_##id;
#define NOC_OLD(words, id)
#include "cli/commands.def"
#undef NOC_COMMAND
#undef NOC_FORM
#undef NOC_OLD

static const struct {
    const noc_command *command;
    noc_command_part part;
} commands[] = {
#define NOC_COMMAND(id, part) {&noc_command_##id, NOC_COMMANDS_##part},
#define NOC_FORM(id, of, word)
#define NOC_OLD(words, id)
#include "cli/commands.def"
#undef NOC_COMMAND
#undef NOC_FORM
#undef NOC_OLD
};

static const noc_command_form forms[] = {
#define NOC_COMMAND(id, part)
#define NOC_FORM(id, of, word) {&noc_command_##id, &noc_command_##of, word},
#define NOC_OLD(words, id)
#include "cli/commands.def"
#undef NOC_COMMAND
#undef NOC_FORM
#undef NOC_OLD
};

static const noc_command_old_name old_names[] = {
#define NOC_COMMAND(id, part)
#define NOC_FORM(id, of, word)
#define NOC_OLD(words, id) {words, &noc_command_##id},
#include "cli/commands.def"
#undef NOC_COMMAND
#undef NOC_FORM
#undef NOC_OLD
};

const noc_command *noc_command_at(size_t i)
{
    return i < sizeof commands / sizeof commands[0] ? commands[i].command : NULL;
}

const char *noc_command_name(size_t i)
{
    return noc_command_at(i) ? noc_command_at(i)->name : NULL;
}

noc_command_part noc_command_part_at(size_t i)
{
    return commands[i].part;
}

const noc_command_form *noc_command_form_at(size_t i)
{
    return i < sizeof forms / sizeof forms[0] ? &forms[i] : NULL;
}

const noc_command_old_name *noc_command_old_at(size_t i)
{
    return i < sizeof old_names / sizeof old_names[0] ? &old_names[i] : NULL;
}

const noc_command_old_name *noc_command_old_find(const char *word)
{
    for (size_t i = 0; noc_command_old_at(i); i++)
        if (strncmp(old_names[i].words, word, strcspn(old_names[i].words, " ")) == 0 &&
            strlen(word) == strcspn(old_names[i].words, " "))
            return &old_names[i];
    return NULL;
}

const noc_command *noc_command_find(const char *name)
{
    for (size_t i = 0; noc_command_at(i); i++)
        if (strcmp(noc_command_name(i), name) == 0) return noc_command_at(i);
    const noc_command_old_name *old = noc_command_old_find(name);
    return old ? old->command : NULL;
}

const noc_command *noc_command_require(const char *name, noc_diag *diag)
{
    const noc_command *command = noc_command_find(name);
    if (command) return command;
    const char *nearest = noc_find_nearest_name(name, noc_command_name);
    NOC_REFUSE(diag, "unknown command '%s'%s%s%s", name,
               nearest ? "; did you mean '"
                       : " (nocsight help lists them; nocsight describe NAME explains words)",
               nearest ? nearest : "", nearest ? "'?" : "");
    return NULL;
}
