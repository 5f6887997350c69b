#include "cli/help/manual.h"

#include <string.h>

#include "bindings/c/version.h"
#include "cli/frame/exit.h"
#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "cli/frame/words.h"
#include "cli/help/help.h"

/* ---- roff ----------------------------------------------------------------------------------- */

/* Writes a text and escapes characters that roff would obey or change. */
static void put_escaped(FILE *out, const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        if ((i == 0 || text[i - 1] == '\n') && (text[i] == '.' || text[i] == '\''))
            fputs("\\&", out);
        switch (text[i]) {
        case '\\':
            fputs("\\e", out);
            break;
        case '-':
            fputs("\\-", out);
            break;
        case '\'':
            fputs("\\(aq", out);
            break;
        case '^':
            fputs("\\(ha", out);
            break;
        case '~':
            fputs("\\(ti", out);
            break;
        case '`':
            fputs("\\(ga", out);
            break;
        default:
            fputc(text[i], out);
        }
    }
}

static void put_text(FILE *out, const char *text)
{
    put_escaped(out, text, strlen(text));
}

static void put_bold(FILE *out, const char *text)
{
    fputs("\\fB", out);
    put_text(out, text);
    fputs("\\fR", out);
}

/* Writes operands and arguments: words in capitals are italic, other words bold. */
static void put_operands(FILE *out, const char *text)
{
    while (*text) {
        size_t bytes = strcspn(text, " []|.=");
        if (bytes > 0) {
            fputs(text[0] >= 'A' && text[0] <= 'Z' ? "\\fI" : "\\fB", out);
            put_escaped(out, text, bytes);
            fputs("\\fR", out);
        }
        text += bytes;
        bytes = strspn(text, " []|.=");
        put_escaped(out, text, bytes);
        text += bytes;
    }
}

/* Writes lines unchanged, without their indentation. */
static void put_lines(FILE *out, const char *text)
{
    fputs(".nf\n.RS 4\n", out);
    while (*text) {
        text += strspn(text, " ");
        const size_t bytes = strcspn(text, "\n");
        put_escaped(out, text, bytes);
        fputc('\n', out);
        text += bytes + (text[bytes] == '\n');
    }
    fputs(".RE\n.fi\n", out);
}

static void put_section(FILE *out, const char *title)
{
    fprintf(out, ".SH %s\n", title);
}

/* ---- parts of pages ------------------------------------------------------------------------- */

/* Writes the head of a page; `command` NULL: the program. */
static void put_head(FILE *out, const char *command, const char *purpose)
{
    fputs(".TH NOCSIGHT", out);
    if (command) {
        fputs("\\-", out);
        for (const char *c = command; *c; c++)
            fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, out);
    }
    fprintf(out, " 1 \"%s\" \"nocsight %s\" \"Manual of nocsight\"\n", noc_release_date(),
            noc_version());
    put_section(out, "NAME");
    fprintf(out, "nocsight%s%s \\- ", command ? "\\-" : "", command ? command : "");
    const size_t bytes = strlen(purpose);
    put_escaped(out, purpose, bytes - (bytes > 0 && purpose[bytes - 1] == '.'));
    fputc('\n', out);
}

static void put_option(FILE *out, const noc_option *o)
{
    fputs(".TP\n", out);
    if (o->letter) fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", out);
    put_text(out, o->name);
    fputs("\\fR", out);
    if (o->argument) fputc(' ', out);
    if (o->argument) put_operands(out, o->argument);
    fputc('\n', out);
    put_text(out, o->help);
    fputc('\n', out);
}

static void put_options(FILE *out, const noc_command *command)
{
    const noc_option_group *group;
    put_section(out, "OPTIONS");
    for (size_t i = 0; (group = noc_request_group(command, i)); i++) {
        if (group->title) {
            fputs(".SS \"", out);
            put_escaped(out, group->title, strcspn(group->title, ":"));
            fputs("\"\n", out);
        }
        for (const noc_option *o = group->options; o->name; o++) put_option(out, o);
    }
}

static void put_exit_statuses(FILE *out)
{
    put_section(out, "EXIT STATUS");
    for (size_t i = 0; noc_exit_meaning_at(i); i++) {
        fprintf(out, ".TP\n%d\n", noc_exit_meaning_at(i)->status);
        put_text(out, noc_exit_meaning_at(i)->meaning);
        fputc('\n', out);
    }
}

static void put_catalogs(FILE *out)
{
    put_section(out, "LISTS");
    for (size_t i = 0; noc_catalog_entry_at(i); i++) {
        fputs(".TP\n", out);
        put_bold(out, noc_catalog_entry_at(i)->name);
        fputc('\n', out);
        put_text(out, noc_catalog_entry_at(i)->meaning);
        fputc('\n', out);
    }
}

static void put_examples(FILE *out, const char *text)
{
    put_section(out, "EXAMPLES");
    put_lines(out, text);
}

/* ---- pages ---------------------------------------------------------------------------------- */

void noc_manual_command(const noc_command *command, FILE *out)
{
    put_head(out, command->name, command->purpose);
    put_section(out, "SYNOPSIS");
    fputs("\\fBnocsight ", out);
    put_text(out, command->name);
    fputs("\\fR [\\fIOPTION\\fR]... ", out);
    put_operands(out, command->operands);
    fputc('\n', out);
    put_section(out, "DESCRIPTION");
    put_text(out, command->purpose);
    fputc('\n', out);
    if (command->details) {
        fputs(".PP\n", out);
        put_text(out, command->details);
        fputc('\n', out);
    }
    if (command->accepts_catalogs) put_catalogs(out);
    put_options(out, command);
    put_examples(out, command->examples);
    put_section(out, "SEE ALSO");
    fputs("\\fBnocsight\\fR(1), which lists exit statuses and files\n", out);
}

static void put_commands(FILE *out)
{
    put_section(out, "COMMANDS");
    fputs("Each has its own page, such as \\fBnocsight\\-query\\fR(1).\n", out);
    for (size_t i = 0; noc_command_at(i); i++) {
        const noc_command *command = noc_command_at(i);
        fputs(".TP\n", out);
        put_bold(out, command->name);
        fputc(' ', out);
        put_operands(out, command->operands);
        fputc('\n', out);
        put_text(out, command->purpose);
        fputc('\n', out);
    }
}

static void put_files(FILE *out)
{
    put_section(out, "FILES");
    fputs(".TP\n\\fI/usr/share/nocsight/configs\\fR\n"
          "designs, spaces and suites that commands know by name; where another prefix was given "
          "to the installation, below that\n"
          ".TP\n\\fI/usr/share/doc/nocsight\\fR\n"
          "tutorial, the model and its accuracy, file formats\n",
          out);
}

void noc_manual_program(FILE *out)
{
    put_head(out, NULL, "estimate networks-on-chip of GPUs: latency, throughput, area, power");
    put_section(out, "SYNOPSIS");
    fputs("\\fBnocsight\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIWORD\\fR]...\n", out);
    put_section(out, "DESCRIPTION");
    put_text(
        out,
        "A design file describes a network between the cores and the memory nodes of a GPU. A "
        "queueing model states in milliseconds its throughput, the latency of its packets, its "
        "limit and its cost in area and power; a cycle-accurate simulator measures the same.\n");
    fputs(".PP\n", out);
    put_text(out, "A DESIGN is a design file, the name of a shipped design (nocsight describe "
                  "designs), or - for standard input.\n");
    put_commands(out);
    put_options(out, NULL);
    fputs(".TP\n\\fB\\-V\\fR, \\fB\\-\\-version\\fR\nprint version and commit\n", out);
    put_exit_statuses(out);
    put_section(out, "ENVIRONMENT");
    fputs(".TP\n\\fBNO_COLOR\\fR\nif it is set, a terminal gets no bold and dim texts\n", out);
    put_files(out);
    put_examples(out, noc_help_examples);
}
