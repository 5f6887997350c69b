/* Reads the command line with argp, without its messages: errors are reported here. */
#include "cli/frame/request.h"

#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "base/amount.h"
#include "base/suggest.h"

/* ---- the options of every command ----------------------------------------------------------- */

static void read_format(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    for (size_t i = 0; noc_format_name(i); i++) {
        if (strcmp(noc_format_name(i), text) != 0) continue;
        noc_request *r = stored;
        r->format = (noc_format)i;
        r->has_format_option = true;
        return;
    }
    noc_option_refuse(option, text, "table, json or csv", diag);
}

static void read_colour(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    static const char *const names[] = {"auto", "always", "never"};
    for (int i = NOC_COLOUR_AUTO; i <= NOC_COLOUR_NEVER; i++) {
        if (strcmp(names[i], text) != 0) continue;
        ((noc_request *)stored)->colour = (noc_colour)i;
        return;
    }
    noc_option_refuse(option, text, "auto, always or never", diag);
}

/* Reads a number and a unit as bytes, rounded down. */
static void read_size(const noc_option *option, const char *text, void *stored, noc_diag *diag)
{
    noc_amount amount;
    double bytes;
    if (noc_amount_split(text, &amount) && *amount.unit &&
        noc_amount_convert(&amount, "B", &bytes) == NOC_AMOUNT_FITS && bytes >= 1.0 &&
        bytes <= 0x1p60)
        ((noc_request *)stored)->max_memory = (uint64_t)bytes;
    else
        noc_option_refuse(option, text, "a size above 0, for example 512MB or 4GiB", diag);
}

static const noc_option common_options[] = {
    {"format", 0, "FORMAT",
     "table (default), json or csv; unless given, FILE.json and FILE.csv choose it, as FILE.md and "
     "FILE.tex choose a table's markup",
     NOC_OPTION_CUSTOM, .read = read_format},
    {"output", 'o', "FILE", "write to FILE, all or nothing; - is standard output (default)",
     NOC_OPTION_TEXT, .offset = offsetof(noc_request, output)},
    {"csv-safe", 0, NULL, "in CSV put a ' before texts that a spreadsheet would run as a formula",
     NOC_OPTION_FLAG, .offset = offsetof(noc_request, is_csv_safe)},
    {"color", 0, "WHEN",
     "bold and coloured text: auto (default: on a terminal, unless NO_COLOR is set), always, never",
     NOC_OPTION_CUSTOM, .read = read_colour},
    {"quiet", 'q', NULL, "show no progress, and no new names of old commands", NOC_OPTION_FLAG,
     .offset = offsetof(noc_request, is_quiet)},
    {"jobs", 'j', "N", "threads; 0 (default): one a processor. Never changes a result",
     NOC_OPTION_UNSIGNED, .offset = offsetof(noc_request, jobs), .min_count = 0, .max_count = 1024},
    {"max-memory", 0, "SIZE",
     "memory that the run may hold, all threads together, as 512MB or 4GiB (1GiB); a run that "
     "needs more is refused with its need",
     NOC_OPTION_CUSTOM, .read = read_size},
    {"help", 'h', NULL, "show this help", NOC_OPTION_FLAG,
     .offset = offsetof(noc_request, wants_help)},
    {0},
};

static const noc_option_group common_group = {common_options, "Every command:", NULL, 0};

const noc_option_group *noc_request_group(const noc_command *command, size_t i)
{
    size_t group_count = 0;
    while (command && command->options && command->options[group_count].group) {
        if (group_count == i) return command->options[group_count].group;
        group_count++;
    }
    return i == group_count ? &common_group : NULL;
}

/* ---- reading -------------------------------------------------------------------------------- */

enum { OPTIONS_MAX = 64, FIRST_KEY = 256 };

/* One pass of argp: over the words before the command, or after it. */
typedef struct pass {
    noc_request *request;
    noc_diag *diag;
    const noc_command *command; /* NULL: words before the command */
    int command_position;       /* index of the command among the words; 0: none */
    int error_position;         /* index after the word that argp did not accept; 0: none */
    struct {
        const noc_option *option;
        void *group; /* struct with the option's value */
    } known_options[OPTIONS_MAX];
    size_t count;
    struct argp_option options[OPTIONS_MAX + 2]; /* options for argp, and --version */
} pass;

/* Adds the options of a group; no command has OPTIONS_MAX. */
static void add_group(pass *p, const noc_option_group *group, void *values)
{
    for (const noc_option *o = group->options; o->name && p->count < OPTIONS_MAX; o++) {
        p->options[p->count] = (struct argp_option){
            .name = o->name,
            .key = o->letter ? o->letter : FIRST_KEY + (int)p->count,
            .arg = o->argument,
        };
        p->known_options[p->count].option = o;
        p->known_options[p->count++].group = values;
    }
}

static void add_groups(pass *p)
{
    const noc_option_use *uses = p->command ? p->command->options : NULL;
    for (; uses && uses->group; uses++)
        add_group(p, uses->group, (char *)p->request->values + uses->offset);
    add_group(p, &common_group, p->request);
    if (!p->command) p->options[p->count] = (struct argp_option){.name = "version", .key = 'V'};
}

static error_t handle_option(pass *p, int key, const char *value)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->options[i].key != key) continue;
        noc_option_store(p->known_options[i].option, value, p->known_options[i].group,
                         &p->request->memory, p->diag);
        return 0;
    }
    if (key != 'V') return ARGP_ERR_UNKNOWN;
    p->request->wants_version = true;
    return 0;
}

static error_t handle_word(int key, char *value, struct argp_state *state)
{
    pass *p = state->input;
    if (key == ARGP_KEY_ERROR) p->error_position = state->next;
    if (key != ARGP_KEY_ARG) return handle_option(p, key, value);
    if (p->command) {
        p->request->operands[p->request->operand_count++] = value;
    } else {
        p->command_position = state->next - 1;
        state->next = state->argc; /* remaining words belong to the command */
    }
    return 0;
}

/* ---- errors --------------------------------------------------------------------------------- */

/* Finds the first option that `matches`; NULL: none. */
static const noc_option *find_option(const pass *p,
                                     bool (*matches)(const noc_option *, const void *),
                                     const void *key)
{
    for (size_t i = 0; i < p->count; i++)
        if (matches(p->known_options[i].option, key)) return p->known_options[i].option;
    return NULL;
}

static bool has_letter(const noc_option *option, const void *letter)
{
    return option->letter == *(const char *)letter;
}

static bool has_name(const noc_option *option, const void *name)
{
    return strcmp(option->name, name) == 0;
}

static bool has_prefix(const noc_option *option, const void *prefix)
{
    return strncmp(option->name, prefix, strlen(prefix)) == 0;
}

static const char *find_nearest_option(const pass *p, const char *name)
{
    noc_nearest_search nearest = {.wanted = name};
    if (!p->command) noc_nearest_consider(&nearest, "version");
    for (size_t i = 0; i < p->count; i++)
        noc_nearest_consider(&nearest, p->known_options[i].option->name);
    return noc_nearest_name(&nearest);
}

static const char *find_help_name(const pass *p)
{
    return p->command ? p->command->name : "";
}

static void report_long_fault(const pass *p, const char *word, noc_diag *diag)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const noc_option *option = find_option(p, has_name, name);
    if (!option) option = find_option(p, has_prefix, name);
    if (option && option->argument) {
        NOC_REFUSE(diag, "--%s needs a value: --%s %s", option->name, option->name,
                   option->argument);
        return;
    }
    if (option && strchr(word, '=')) {
        NOC_REFUSE(diag, "--%s accepts no value", option->name);
        return;
    }
    const char *nearest = find_nearest_option(p, name);
    NOC_REFUSE(diag, "unknown option '--%s'%s%s%s (see nocsight %s%s--help)", name,
               nearest ? "; did you mean '--" : "", nearest ? nearest : "", nearest ? "'?" : "",
               find_help_name(p), p->command ? " " : "");
}

/* Reports a fault of a word of short options: "-o" without a value, or a letter that is no option.
 * False if the word has no such fault. */
static bool report_short_fault(const pass *p, const char *word, noc_diag *diag)
{
    for (const char *c = word + 1; *c; c++) {
        const noc_option *option = find_option(p, has_letter, c);
        if (!option) {
            NOC_REFUSE(diag, "unknown option '-%c' (see nocsight %s%s--help)", *c,
                       find_help_name(p), p->command ? " " : "");
            return true;
        }
        if (option->argument && c[1]) return false;
        if (option->argument) {
            NOC_REFUSE(diag, "-%c needs a value: -%c %s", *c, *c, option->argument);
            return true;
        }
    }
    return false;
}

static void report_option_fault(const pass *p, int argc, char **argv, noc_diag *diag)
{
    for (int i = p->error_position - 1; i <= p->error_position && i < argc; i++) {
        const char *word = argv[i];
        if (strncmp(word, "--", 2) == 0) {
            report_long_fault(p, word, diag);
            return;
        }
        if (word[0] == '-' && report_short_fault(p, word, diag)) return;
    }
    NOC_REFUSE(diag, "the options are wrong (see nocsight %s%s--help)", find_help_name(p),
               p->command ? " " : "");
}

/* ---- passes --------------------------------------------------------------------------------- */

static noc_status run_pass(pass *p, int argc, char **argv, noc_diag *diag)
{
    add_groups(p);
    const struct argp argp = {.options = p->options, .parser = handle_word};
    /* words in order: options may follow operands whatever the environment */
    const unsigned flags = ARGP_IN_ORDER | ARGP_NO_HELP | ARGP_SILENT;
    const error_t result = argp_parse(&argp, argc, argv, flags, NULL, p);
    if (result == ENOMEM)
        noc_fail_memory(diag);
    else if (result != 0)
        report_option_fault(p, argc, argv, diag);
    return noc_diag_status(diag);
}

static noc_status check_operands(const noc_request *r, noc_diag *diag)
{
    const noc_command *command = r->command;
    const int count = (int)r->operand_count;
    if (count < command->min_operands)
        return NOC_REFUSE(diag, "%s: %s is missing (see nocsight %s --help)", command->name,
                          command->operands, command->name);
    if (count > command->max_operands)
        return NOC_REFUSE(diag, "%s: '%s' is one word too many (%s %s)", command->name,
                          r->operands[command->max_operands], command->name, command->operands);
    return NOC_OK;
}

static bool has_suffix_of(const char *suffix, const char *suffixes)
{
    for (const char *match = suffixes; match && (match = strstr(match, suffix)); match++)
        if (strchr(" ", match[strlen(suffix)])) return true;
    return false;
}

static noc_status refuse_picture(const noc_request *r, noc_diag *diag)
{
    const noc_command *c = r->command;
    const char *svg = c->has_svg ? ".svg" : "",
               *suffixes = c->picture_suffixes ? c->picture_suffixes : "";
    const char *separator = *svg && *suffixes ? " and " : "";
    if (!*svg && !*suffixes)
        return NOC_REFUSE_AT(diag, r->output,
                             "'%s' has no pictures (it writes text, .json and .csv)", c->name);
    return NOC_REFUSE_AT(diag, r->output, "'%s' draws %s%s%s", c->name, svg, separator, suffixes);
}

/* Suffixes that no command writes; a table of text under such a name would be a late surprise. */
static const char unsupported_suffixes[] =
    ".yaml .yml .xml .toml .tsv .jsonl .ndjson .parquet .feather .xls .xlsx .ods .tex .md .docx "
    ".ps .tiff .webp .jpeg .bmp .db .sqlite .pickle .npy .h5";

static noc_status refuse_kind(const noc_request *r, const char *suffix, noc_diag *diag)
{
    return NOC_REFUSE_AT(diag, r->output,
                         "'%s' writes no %s files (.json and .csv for programs; --format table for "
                         "text in a file of any name)",
                         r->command->name, suffix);
}

/* Chooses the format: without --format the suffix of the file decides, so that no x.svg is a
 * table. */
static noc_status choose_format(noc_request *r, noc_diag *diag)
{
    const char *suffix = r->output ? strrchr(r->output, '.') : NULL;
    const noc_command *c = r->command;
    if (!suffix || r->has_format_option || has_suffix_of(suffix, c->picture_suffixes))
        return NOC_OK;
    if (strcmp(suffix, ".json") == 0) r->format = NOC_FORMAT_JSON;
    if (strcmp(suffix, ".csv") == 0) r->format = NOC_FORMAT_CSV;
    if (c->has_markup && strcmp(suffix, ".md") == 0) r->markup = NOC_MARKUP_MARKDOWN;
    if (c->has_markup && strcmp(suffix, ".tex") == 0) r->markup = NOC_MARKUP_LATEX;
    if (r->markup != NOC_MARKUP_NONE) return NOC_OK;
    if (has_suffix_of(suffix, unsupported_suffixes)) return refuse_kind(r, suffix, diag);
    if (!has_suffix_of(suffix, ".svg .pdf .html .png .eps .jpg .gif")) return NOC_OK;
    if (!c->has_svg || strcmp(suffix, ".svg") != 0) return refuse_picture(r, diag);
    r->format = NOC_FORMAT_SVG;
    return NOC_OK;
}

/* Allocates the values of the command's options, with their defaults. */
static noc_status alloc_command_values(noc_request *r, noc_diag *diag)
{
    r->values = noc_arena_array(&r->memory, 1, r->command->values_size);
    if (!r->values) return noc_fail_memory(diag);
    if (r->command->defaults) memcpy(r->values, r->command->defaults, r->command->values_size);
    for (const noc_option_use *u = r->command->options; u && u->group; u++)
        if (u->group->defaults)
            memcpy((char *)r->values + u->offset, u->group->defaults, u->group->size);
    return NOC_OK;
}

static noc_status check_format(const noc_request *r, noc_diag *diag)
{
    const noc_command *c = r->command;
    if (r->format != NOC_FORMAT_SVG || c->has_svg) return NOC_OK;
    if (c->picture_suffixes)
        return NOC_REFUSE_AT(diag, "--format svg",
                             "'%s' draws files: -o FILE that ends in one of %s", c->name,
                             c->picture_suffixes);
    return NOC_REFUSE_AT(diag, "--format svg", "'%s' has no pictures (expected table, json or csv)",
                         c->name);
}

static void remove_word(noc_request *r, int position)
{
    memmove(r->words + position, r->words + position + 1,
            (size_t)(r->word_count - position) * sizeof *r->words);
    r->word_count--;
}

/* Finds the index of a form's word among the request's words: an option anywhere, an operand as the
 * first one; 0: none. */
static int find_form(const noc_request *r, const noc_command_form *form)
{
    const bool is_option = form->word[0] == '-';
    for (int i = 1; i < r->word_count && strcmp(r->words[i], "--") != 0; i++) {
        if (strcmp(r->words[i], form->word) == 0) return i;
        if (!is_option && r->words[i][0] != '-') return 0;
    }
    return 0;
}

static void choose_form(noc_request *r)
{
    const noc_command_form *form;
    for (size_t i = 0; (form = noc_command_form_at(i)); i++) {
        const int position = form->base_command == r->command ? find_form(r, form) : 0;
        if (position == 0) continue;
        remove_word(r, position);
        r->command = form->command;
        return;
    }
}

/* Removes the second word of an old name, which may have two. */
static noc_status remove_old_word(noc_request *r, noc_diag *diag)
{
    const char *second_word = strchr(r->old_name->words, ' ');
    if (!second_word || r->word_count < 2 || r->words[1][0] == '-') return NOC_OK;
    if (strcmp(r->words[1], second_word + 1) == 0) {
        remove_word(r, 1);
        return NOC_OK;
    }
    return NOC_REFUSE(diag, "%s: '%s' is nothing it can do (nocsight %s %s)", r->words[0],
                      r->words[1], r->command->name, r->command->operands);
}

static noc_status choose_command(noc_request *r, int position, noc_diag *diag)
{
    r->command = noc_command_require(r->argv[position], diag);
    if (!r->command) return NOC_EUSAGE;
    r->word_count = r->argc - position;
    r->words =
        noc_arena_copy(&r->memory, r->argv + position, (size_t)r->word_count + 1, sizeof *r->words);
    if (!r->words) return noc_fail_memory(diag);
    r->old_name = noc_command_old_find(r->argv[position]);
    if (r->old_name) return remove_old_word(r, diag);
    choose_form(r);
    return NOC_OK;
}

/* Prints the new name of an old command, so that writers of scripts learn it. */
static void print_new_name(const noc_request *r)
{
    if (r->old_name && !r->is_quiet)
        fprintf(stderr, "nocsight: '%s' is '%s' now\n", r->old_name->words, r->command->name);
}

static noc_status read_command(noc_request *r, int position, noc_diag *diag)
{
    noc_status status = choose_command(r, position, diag);
    if (status != NOC_OK) return status;
    pass command_pass = {.request = r, .diag = diag, .command = r->command};
    status = alloc_command_values(r, diag);
    if (status == NOC_OK) status = run_pass(&command_pass, r->word_count, r->words, diag);
    if (status != NOC_OK || r->wants_help) return status;
    status = check_format(r, diag);
    if (status == NOC_OK) status = choose_format(r, diag);
    if (status == NOC_OK && r->command->check) status = r->command->check(r, diag);
    if (status == NOC_OK) status = check_operands(r, diag);
    if (status == NOC_OK) print_new_name(r);
    return status;
}

noc_status noc_request_read(int argc, char **argv, noc_request *request, noc_diag *diag)
{
    *request = (noc_request){.argc = argc, .argv = argv};
    request->operands = noc_arena_array(&request->memory, (size_t)argc, sizeof *request->operands);
    if (!request->operands) return noc_fail_memory(diag);
    pass program_pass = {.request = request, .diag = diag};
    const noc_status status = run_pass(&program_pass, argc, argv, diag);
    if (status != NOC_OK || program_pass.command_position == 0) return status;
    return read_command(request, program_pass.command_position, diag);
}
