#include "cli/help/help.h"

#include <string.h>

#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "cli/frame/words.h"
#include "reports/writers/pen.h"

const char noc_help_examples[] =
    "  nocsight query te13-baseline --load 0.03\n"
    "  nocsight query te13-baseline --vary network.flit_bytes=8,16,32\n"
    "  nocsight validate te13-baseline --vary network.virtual_channels=2,4\n";

enum { WIDTH = 79, COMMAND_COLUMN = 27, OPTION_COLUMN = 27 };

/* Prints "  left    right", with the right part folded in its column. */
static void print_entry(FILE *out, size_t column, const char *left, const char *right)
{
    noc_pen pen = {.out = out};
    noc_pen_blanks(&pen, 2);
    noc_pen_text(&pen, left, strlen(left));
    if (pen.column + 2 > column) noc_pen_newline(&pen);
    while (*right) {
        const char *next;
        noc_pen_fill(&pen, column, pen.column);
        const size_t bytes = noc_text_fit_line(right, WIDTH - column, &next);
        noc_pen_text(&pen, right, bytes);
        right = next;
        if (*right) noc_pen_newline(&pen);
    }
    noc_pen_newline(&pen);
}

static void print_option(FILE *out, const noc_option *option)
{
    char left[80];
    const int length = option->letter ? snprintf(left, sizeof left, "-%c, ", option->letter)
                                      : snprintf(left, sizeof left, "    ");
    snprintf(left + length, sizeof left - (size_t)length, "--%s%s%s", option->name,
             option->argument ? " " : "", option->argument ? option->argument : "");
    print_entry(out, OPTION_COLUMN, left, option->help);
}

static void print_options(FILE *out, const noc_command *command)
{
    bool has_title = false;
    const noc_option_group *group;
    for (size_t i = 0; (group = noc_request_group(command, i)); i++) {
        if (group->title)
            fprintf(out, "\n%s\n", group->title);
        else if (!has_title)
            fprintf(out, "\nOptions:\n");
        has_title = true;
        for (const noc_option *o = group->options; o->name; o++) print_option(out, o);
    }
}

void noc_help_command(const noc_command *command, FILE *out)
{
    fprintf(out, "Usage: nocsight %s [OPTION]... %s\n", command->name, command->operands);
    noc_pen_paragraph(out, WIDTH, 0, command->purpose);
    if (command->accepts_catalogs) {
        fprintf(out, "\nLists:\n");
        for (size_t i = 0; noc_catalog_entry_at(i); i++)
            print_entry(out, OPTION_COLUMN, noc_catalog_entry_at(i)->name,
                        noc_catalog_entry_at(i)->meaning);
    }
    print_options(out, command);
    fputc('\n', out);
    if (command->details) {
        noc_pen_paragraph(out, WIDTH, 0, command->details);
        fputc('\n', out);
    }
    fprintf(out, "Examples:\n%s", command->examples);
}

static void print_command(FILE *out, const noc_command *command)
{
    char left[60];
    snprintf(left, sizeof left, "%s %s", command->name, command->operands);
    print_entry(out, COMMAND_COLUMN, left, command->purpose);
}

static void print_part(FILE *out, noc_command_part part, const char *title)
{
    fprintf(out, "\n%s:\n", title);
    for (size_t i = 0; noc_command_at(i); i++)
        if (noc_command_part_at(i) == part) print_command(out, noc_command_at(i));
}

static const char more_title[] = "For the papers, for training, for shells";

/* Prints only the names of rarely used commands. */
static void print_more(FILE *out)
{
    fprintf(out, "\n%s ('nocsight help --all' says more):\n ", more_title);
    for (size_t i = 0; noc_command_at(i); i++)
        if (noc_command_part_at(i) == NOC_COMMANDS_MORE) fprintf(out, " %s", noc_command_name(i));
    fputc('\n', out);
}

static void print_old_names(FILE *out)
{
    const noc_command_old_name *old;
    fprintf(out, "\nOld names, which still work:\n");
    for (size_t i = 0; (old = noc_command_old_at(i)); i++) {
        char new_name[60];
        snprintf(new_name, sizeof new_name, "now '%s'", old->command->name);
        print_entry(out, COMMAND_COLUMN, old->words, new_name);
    }
}

static void print_program(FILE *out, bool has_all)
{
    const noc_command_form *form;
    fprintf(out,
            "Usage: nocsight COMMAND [OPTION]... [WORD]...\n"
            "Estimates latency, throughput, area and power of the networks-on-chip of GPUs.\n");
    print_part(out, NOC_COMMANDS_DESIGN, "Design");
    print_part(out, NOC_COMMANDS_EXPLORE, "Explore");
    print_part(out, NOC_COMMANDS_CHECK, "Check");
    if (has_all) {
        for (size_t i = 0; (form = noc_command_form_at(i)); i++) print_command(out, form->command);
        print_part(out, NOC_COMMANDS_MORE, more_title);
        print_old_names(out);
    } else {
        print_more(out);
    }
    print_options(out, NULL);
    print_entry(out, OPTION_COLUMN, "-V, --version", "print version and commit");
    fprintf(out, "\nA DESIGN is a design file, the name of a shipped design (nocsight describe\n"
                 "designs), or - for standard input. 'nocsight COMMAND --help' says more of a\n"
                 "command.\n"
                 "\nExit status:\n");
    for (size_t i = 0; noc_exit_meaning_at(i); i++)
        fprintf(out, "  %3d  %s\n", noc_exit_meaning_at(i)->status,
                noc_exit_meaning_at(i)->meaning);
    fprintf(out, "\nExamples:\n%s", noc_help_examples);
}

void noc_help_program(FILE *out)
{
    print_program(out, false);
}

void noc_help_all(FILE *out)
{
    print_program(out, true);
}

void noc_help_short(FILE *out)
{
    fprintf(out, "nocsight estimates networks-on-chip of GPUs. Try\n"
                 "  nocsight query te13-baseline --load 0.03\n"
                 "  nocsight query te13-baseline --vary network.flit_bytes=8,16,32\n"
                 "'nocsight --help' lists all commands.\n");
}

int noc_help_print(const noc_request *r, const noc_help_texts *texts, noc_diag *diag)
{
    const bool has_operand = r->operand_count > 0;
    const noc_command *command = has_operand ? noc_command_require(r->operands[0], diag) : NULL;
    noc_page page;
    if (has_operand && !command) return noc_exit_from_status(NOC_EUSAGE);
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_from_status(status);
    page.is_file = texts->is_file;
    if (command)
        texts->command(command, page.sheet.out);
    else
        texts->program(page.sheet.out);
    return noc_exit_from_status(noc_page_send(r, &page, diag));
}
