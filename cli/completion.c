/* Completion for bash, written from the tables of commands, options and names. */
#include <string.h>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/option.h"
#include "cli/page.h"
#include "cli/request.h"
#include "cli/words.h"
#include "network/kinds.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

static void print_names(FILE *out, noc_name_list names)
{
    for (size_t i = 0; names(i); i++) fprintf(out, "%s%s", i ? " " : "", names(i));
}

/* The names of a catalogue, or of all; names of one setting in several topologies come once. */
static void print_catalog(FILE *out, const char *only, const char *after)
{
    for (size_t i = 0; noc_word_at(i); i++) {
        if (only && strcmp(noc_word_at(i)->name, only) != 0) continue;
        noc_table table = {0};
        noc_word_at(i)->fill(&table);
        for (size_t r = 0; r < table.row_count; r++) {
            bool before = false;
            for (size_t k = 0; k < r && !before; k++)
                before = strcmp(noc_table_at(&table, k, 1), noc_table_at(&table, r, 1)) == 0;
            if (!before) fprintf(out, "%s%s ", noc_table_at(&table, r, 1), after);
        }
        noc_table_clear(&table);
    }
}

static void print_options(FILE *out, const noc_command *command)
{
    const noc_option_group *group;
    for (size_t i = 0; (group = noc_request_group(command, i)); i++)
        for (const noc_option *o = group->options; o->name; o++) fprintf(out, "--%s ", o->name);
}

/* Options whose values the script completes itself. */
static bool is_completed(const char *name)
{
    static const char *const names[] = {"format", "output", "set", "vary", "store"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

/* Whether a command before this one has it. */
static bool was_printed(const noc_option_group *wanted, size_t command)
{
    for (size_t c = 0; c < command; c++)
        for (size_t i = 0; noc_request_group(noc_command_at(c), i); i++)
            if (noc_request_group(noc_command_at(c), i) == wanted) return true;
    return false;
}

/* After the others the user types something of their own: nothing to complete. */
static void print_valued(FILE *out)
{
    const noc_option_group *group;
    for (size_t c = 0; noc_command_at(c); c++)
        for (size_t i = 0; (group = noc_request_group(noc_command_at(c), i)); i++)
            for (const noc_option *o = group->options; o->name && !was_printed(group, c); o++)
                if (o->argument && !is_completed(o->name)) fprintf(out, "--%s|", o->name);
    fprintf(out, "-j");
}

static void print_operands(FILE *out, noc_operand operand)
{
    switch (operand) {
    case NOC_OPERAND_DESIGN:
        print_catalog(out, "designs", "");
        break;
    case NOC_OPERAND_TOPOLOGY:
        print_names(out, noc_topology_name);
        break;
    case NOC_OPERAND_CATALOG:
        print_names(out, noc_word_name);
        break;
    case NOC_OPERAND_NAME:
        print_catalog(out, NULL, "");
        break;
    case NOC_OPERAND_COMPONENT:
        fprintf(out, "router link");
        break;
    case NOC_OPERAND_SHELL:
        fprintf(out, "bash");
        break;
    case NOC_OPERAND_STORE:
        fprintf(out, "ls show merge verify");
        break;
    case NOC_OPERAND_IMPORT:
        fprintf(out, "booksim");
        break;
    case NOC_OPERAND_SPACE:
        print_catalog(out, "spaces", "");
        break;
    case NOC_OPERAND_NONE:
        break;
    }
}

static const char *files_of(noc_operand operand)
{
    switch (operand) {
    case NOC_OPERAND_DESIGN:
        return " files='*.cfg'";
    case NOC_OPERAND_SPACE:
        return " files='*.space'";
    case NOC_OPERAND_STORE:
        return " files='*.db'";
    default:
        return "";
    }
}

static void print_command(FILE *out, const noc_command *command)
{
    fprintf(out, "        %s)\n            options='", command->name);
    print_options(out, command);
    fprintf(out, "'\n            words='");
    print_operands(out, command->operand);
    fprintf(out, "'%s ;;\n", files_of(command->operand));
}

static void print_lists(FILE *out)
{
    fprintf(out, "    local keys='");
    print_catalog(out, "keys", "=");
    fprintf(out, "'\n    local formats='");
    print_names(out, noc_format_name);
    fprintf(out, "'\n    local commands='");
    print_names(out, noc_command_name);
    fprintf(out, "'\n");
}

static void print_script(FILE *out)
{
    fprintf(out,
            "# bash completion for nocsight: source <(nocsight completion bash)\n"
            "_nocsight()\n"
            "{\n"
            "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n");
    print_lists(out);
    fprintf(
        out,
        "    local command='' word options='--help --version' words=$commands files=''\n"
        "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
        "        if [[ -z $command && \" $commands \" == *\" $word \"* ]]; then command=$word; fi\n"
        "    done\n"
        "    case $command in\n");
    for (size_t i = 0; noc_command_at(i); i++) print_command(out, noc_command_at(i));
    fprintf(out, "    esac\n"
                 "    if [[ $current == -* ]]; then words=$options files=''; fi\n"
                 "    case $previous in\n"
                 "        --format) words=$formats files='' ;;\n"
                 "        --set|--vary) words=$keys files=''; compopt -o nospace 2>/dev/null ;;\n"
                 "        -o|--output|--store) words='' files='*' ;;\n"
                 "        ");
    print_valued(out);
    fprintf(out,
            ") words='' files='' ;;\n"
            "    esac\n"
            "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\"\n"
            "        if [[ -n $files ]]; then\n"
            "            compgen -f -X \"!$files\" -- \"$current\"; compgen -d -- \"$current\"\n"
            "        fi)\n"
            "    if [[ -n $files ]]; then compopt -o filenames 2>/dev/null; fi\n"
            "}\n"
            "complete -F _nocsight nocsight\n");
}

static int run(const noc_request *r, noc_diag *diag)
{
    noc_page page;
    if (strcmp(r->operands[0], "bash") != 0)
        return noc_exit_of(noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                                    "there is no completion for '%s' (bash; zsh reads it after "
                                    "bashcompinit)",
                                    r->operands[0]));
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_of(status);
    print_script(page.sheet.out);
    return noc_exit_of(noc_page_send(r, &page, diag));
}

const noc_command noc_command_completion = {
    .name = "completion",
    .operands = "bash",
    .purpose = "Write a completion script for the shell.",
    .examples = "  source <(nocsight completion bash)\n",
    .operand = NOC_OPERAND_SHELL,
    .least = 1,
    .most = 1,
    .run = run,
};
