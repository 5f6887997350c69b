#include "cli/help/completion.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/frame/commands.h"
#include "cli/frame/request.h"
#include "cli/frame/words.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* Word at the cursor. Its first kept_bytes are kept; offered words replace the remaining bytes. */
typedef struct partial_word {
    FILE *out;
    const char *text;
    size_t kept_bytes;
} partial_word;

static void offer_word(const partial_word *s, const char *prefix, const char *word,
                       const char *suffix, const char *meaning)
{
    NOC_AUTO_FREE char *candidate = NULL;
    if (asprintf(&candidate, "%s%s%s", prefix, word, suffix) < 0) return;
    const char *typed = s->text + s->kept_bytes;
    if (strncmp(candidate, typed, strlen(typed)) == 0)
        fprintf(s->out, "%.*s%s\t%s\n", (int)s->kept_bytes, s->text, candidate, meaning);
}

/* Offers each of several words, separated by blanks. */
static void offer_each(const partial_word *s, const char *words)
{
    while (*words) {
        const size_t bytes = strcspn(words, " ");
        char *word = strndup(words, bytes);
        if (word) offer_word(s, "", word, "", "");
        free(word);
        words += bytes;
        words += strspn(words, " ");
    }
}

static void offer_files(const partial_word *s, const char *suffix)
{
    fprintf(s->out, ":files%s\n", suffix);
}

static partial_word take_rest(const partial_word *s, const char *from)
{
    return (partial_word){s->out, s->text, (size_t)(from - s->text)};
}

/* ---- names ---------------------------------------------------------------------------------- */

static const char *find_meaning(const noc_table *table, size_t row)
{
    for (size_t c = 0; c < table->column_count; c++)
        if (strcmp(table->columns[c].header, "meaning") == 0)
            return noc_table_cell_text(table, row, c);
    return "";
}

/* True if an earlier row has the name: a setting may belong to several topologies. */
static bool is_repeated(const noc_table *table, size_t row)
{
    for (size_t k = 0; k < row; k++)
        if (strcmp(noc_table_cell_text(table, k, 1), noc_table_cell_text(table, row, 1)) == 0)
            return true;
    return false;
}

/* Offers the names of a catalogue (NULL: all), between a prefix and a suffix. */
static void offer_catalog(const partial_word *s, const char *catalog, const char *prefix,
                          const char *suffix)
{
    for (size_t i = 0; noc_catalog_entry_at(i); i++) {
        if (catalog && strcmp(noc_catalog_entry_at(i)->name, catalog) != 0) continue;
        noc_table table = {0};
        noc_catalog_entry_at(i)->fill(&table);
        for (size_t r = 0; r < table.row_count; r++)
            if (!is_repeated(&table, r))
                offer_word(s, prefix, noc_table_cell_text(&table, r, 1), suffix,
                           find_meaning(&table, r));
        noc_table_clear(&table);
    }
}

/* Offers catalogues, and their entries. */
static void offer_all(const partial_word *s)
{
    for (size_t i = 0; noc_catalog_entry_at(i); i++)
        offer_word(s, "", noc_catalog_entry_at(i)->name, "", noc_catalog_entry_at(i)->meaning);
    offer_catalog(s, NULL, "", "");
}

static void offer_commands(const partial_word *s)
{
    for (size_t i = 0; noc_command_at(i); i++)
        offer_word(s, "", noc_command_at(i)->name, "", noc_command_at(i)->purpose);
}

/* ---- settings ------------------------------------------------------------------------------- */

/* Finds the part of a list after its last comma. */
static partial_word take_after_comma(const partial_word *s)
{
    const char *comma = strrchr(s->text + s->kept_bytes, ',');
    return comma ? take_rest(s, comma + 1) : *s;
}

/* Offers the quoted words of a range: one of "xy", "yx", ... */
static void offer_range(const partial_word *s, const char *range)
{
    if (strncmp(range, "one of ", strlen("one of ")) != 0) return;
    for (const char *quote_start = strchr(range, '"'), *quote_end; quote_start;
         quote_start = strchr(quote_end + 1, '"')) {
        quote_end = strchr(quote_start + 1, '"');
        if (!quote_end) return;
        char *word = strndup(quote_start + 1, (size_t)(quote_end - quote_start - 1));
        if (word) offer_word(s, "", word, "", "");
        free(word);
    }
}

/* Offers the values of the setting named by the first `length` bytes of `path`. */
static void offer_values(const partial_word *s, const char *path, size_t length)
{
    char key[120];
    const char *dot = memchr(path, '.', length);
    const bool is_one_network = dot && strncmp(path, "networks[", strlen("networks[")) == 0;
    snprintf(key, sizeof key, "%s%.*s", is_one_network ? "network" : "",
             (int)(length - (is_one_network ? (size_t)(dot - path) : 0)),
             is_one_network ? dot : path);
    const size_t bytes = strlen(key);
    if (strncmp(key, "workload", bytes) == 0 && bytes == strlen("workload"))
        offer_catalog(s, "workloads", "", "");
    NOC_AUTO(noc_table_clear) noc_table table = {0};
    noc_catalog_find("keys")->fill(&table);
    for (size_t r = 0; r < table.row_count; r++) {
        const char *name = noc_table_cell_text(&table, r, 1);
        if (strlen(name) != bytes || strncmp(name, key, bytes) != 0 || is_repeated(&table, r))
            continue;
        for (size_t c = 2; c < table.column_count; c++)
            offer_range(s, noc_table_cell_text(&table, r, c));
    }
}

/* Offers "networks[0]." and "networks[1].", then the keys of the named network. */
static void offer_networks(const partial_word *s, const char *suffix)
{
    static const char group[] = "network.";
    const char *text = s->text + s->kept_bytes, *dot = strchr(text, '.');
    if (strncmp(text, "networks[", strlen("networks[")) != 0 || !dot) {
        offer_word(s, "", "networks[0].", "", "the first of several networks: its settings");
        offer_word(s, "", "networks[1].", "", "the second");
        return;
    }
    NOC_AUTO(noc_table_clear) noc_table table = {0};
    noc_catalog_find("keys")->fill(&table);
    const partial_word key = take_rest(s, dot + 1);
    for (size_t r = 0; r < table.row_count; r++) {
        const char *name = noc_table_cell_text(&table, r, 1);
        if (strncmp(name, group, strlen(group)) == 0 && !is_repeated(&table, r))
            offer_word(&key, "", name + strlen(group), suffix, find_meaning(&table, r));
    }
}

/* Offers KEY=VALUE and KEY=V1,V2. */
static void offer_setting(const partial_word *s)
{
    const char *key = s->text + s->kept_bytes;
    const char *equals = strchr(key, '=');
    if (!equals) {
        offer_catalog(s, "keys", "", "=");
        offer_networks(s, "=");
        offer_word(s, "", "workload", "=", "program of the cores");
        return;
    }
    const partial_word value = take_rest(s, equals + 1), last = take_after_comma(&value);
    offer_values(&last, key, (size_t)(equals - key));
}

/* Offers KEY, and KEY=V1,V2 after a "=". */
static void offer_key(const partial_word *s)
{
    if (strchr(s->text + s->kept_bytes, '=')) {
        offer_setting(s);
        return;
    }
    offer_catalog(s, "keys", "", "");
    offer_networks(s, "");
}

/* Offers names for expressions: metrics and settings. */
static void offer_names(const partial_word *s)
{
    offer_catalog(s, "metrics", "", "");
    offer_catalog(s, "keys", "", "");
    offer_networks(s, "");
}

/* Offers METRIC, max:METRIC, min:METRIC, or a setting. */
static void offer_sort(const partial_word *s)
{
    offer_names(s);
    offer_catalog(s, "metrics", "max:", "");
    offer_catalog(s, "metrics", "min:", "");
}

static void offer_objectives(const partial_word *s)
{
    const partial_word last = take_after_comma(s);
    offer_catalog(&last, "metrics", "max:", "");
    offer_catalog(&last, "metrics", "min:", "");
}

static void offer_formats(const partial_word *s)
{
    for (size_t i = 0; noc_format_name(i); i++) offer_word(s, "", noc_format_name(i), "", "");
}

/* ---- meanings of the words of a help -------------------------------------------------------- */

/* Placeholder of an argument in helps, such as "DESIGN", and the words to offer for it. */
typedef struct help_word {
    const char *name;
    const char *catalog; /* catalogue of the words; NULL: none */
    const char *suffix;  /* suffix of the files; "": any; NULL: no files */
    void (*offer)(const partial_word *s);
    const char *words; /* words to choose from; NULL: none */
} help_word;

static const help_word help_words[] = {
    {.name = "DESIGN", .catalog = "designs", .suffix = ".cfg"},
    {.name = "SPACE", .catalog = "spaces", .suffix = ".space"},
    {.name = "TOPOLOGY", .catalog = "topologies"},
    {.name = "METRIC", .catalog = "metrics"},
    {.name = "EXPR", .offer = offer_names},
    {.name = "TRACE", .suffix = ".csv"},
    {.name = "FILE", .suffix = ""},
    {.name = "NAME", .offer = offer_all},
    {.name = "COMMAND", .offer = offer_commands},
    {.name = "FORMAT", .offer = offer_formats},
    {.name = "LIST", .offer = offer_objectives},
    {.name = "KEY", .offer = offer_key},
    {.name = "KEY=VALUE", .offer = offer_setting},
    {.name = "KEY=V1,V2", .offer = offer_setting},
};

/* Options whose words are offered by the option's name, not by the argument in their help. */
static const help_word known_options[] = {
    {.name = "store", .suffix = ".db"},
    {.name = "suite", .catalog = "suites", .suffix = ".suite"},
    {.name = "calibration", .suffix = ".cfg"},
    {.name = "trace", .suffix = ".csv"},
    {.name = "attach", .suffix = ".csv"},
    {.name = "trace-nodes", .words = "tile compute-memory"},
    {.name = "color", .words = "auto always never"},
    {.name = "sort", .offer = offer_sort},
    {.name = "x", .words = "GB/s bytes flits share"},
    {.name = "y", .words = "ns cycles"},
    {.name = "space"}, /* space in a store: nothing to offer */
};

static const help_word *find_help_word(const help_word *list, size_t count, const char *name,
                                       size_t bytes)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i].name) == bytes && strncmp(list[i].name, name, bytes) == 0)
            return &list[i];
    return NULL;
}

static void offer_help_word(const partial_word *s, const help_word *word)
{
    if (!word) return;
    if (word->offer) word->offer(s);
    if (word->words) offer_each(s, word->words);
    if (word->catalog) offer_catalog(s, word->catalog, "", "");
    if (word->suffix) offer_files(s, word->suffix);
}

static void offer_by_name(const partial_word *s, const char *name, size_t bytes)
{
    offer_help_word(
        s, find_help_word(help_words, sizeof help_words / sizeof *help_words, name, bytes));
}

/* ---- options -------------------------------------------------------------------------------- */

/* Finds the option of a word, "--set" or "--set=..."; NULL: none. */
static const noc_option *find_option(const noc_command *command, const char *word)
{
    const noc_option_group *group;
    const bool is_long = strncmp(word, "--", 2) == 0;
    const size_t bytes = is_long ? strcspn(word + 2, "=") : 0;
    for (size_t i = 0; (group = noc_request_group(command, i)); i++)
        for (const noc_option *o = group->options; o->name; o++)
            if (is_long ? strlen(o->name) == bytes && strncmp(word + 2, o->name, bytes) == 0
                        : o->letter && word[0] == '-' && word[1] == o->letter && !word[2])
                return o;
    return NULL;
}

static void offer_options(const partial_word *s, const noc_command *command)
{
    const noc_option_group *group;
    for (size_t i = 0; (group = noc_request_group(command, i)); i++)
        for (const noc_option *o = group->options; o->name; o++)
            offer_word(s, "--", o->name, "", o->help);
    if (!command) offer_word(s, "--", "version", "", "print version and commit");
}

static void offer_argument(const partial_word *s, const noc_option *option)
{
    const help_word *word =
        find_help_word(known_options, sizeof known_options / sizeof *known_options, option->name,
                       strlen(option->name));
    if (word)
        offer_help_word(s, word);
    else
        offer_by_name(s, option->argument, strlen(option->argument));
}

/* ---- operands ------------------------------------------------------------------------------- */

/* Offers words for one word of "router|link" or "PAPER|ROW|FIGURE". */
static void offer_operand(const partial_word *s, const char *word, size_t bytes)
{
    NOC_AUTO_FREE char *copy = strndup(word, bytes);
    if (!copy) return;
    if (copy[0] >= 'A' && copy[0] <= 'Z')
        offer_by_name(s, copy, bytes);
    else if (copy[0] != '-')
        offer_word(s, "", copy, "", "");
}

/* Offers words for the operand at a position, by the text of the help: "ls|show|merge|verify
 * FILE...". */
static void offer_operands(const partial_word *s, const char *operands, size_t position)
{
    const char *token = operands;
    for (size_t i = 0; i < position; i++) {
        const char *blank = token + strcspn(token, " ");
        const bool is_repeatable = blank - token > 3 && memcmp(blank - 3, "...", 3) == 0;
        if (is_repeatable) break;
        if (!*blank) return;
        token = blank + 1;
    }
    const char *end = token + strcspn(token, " ");
    while (token < end) {
        token += strspn(token, "[|");
        const size_t bytes = strcspn(token, "|[]. ");
        offer_operand(s, token, bytes);
        token += bytes;
        token += strspn(token, "].");
    }
}

/* ---- the command line ----------------------------------------------------------------------- */

/* Finds the form of a command (commands.def) by a word after `operands` operands; NULL: none. */
static const noc_command *find_form(const noc_command *command, const char *word, size_t operands)
{
    const noc_command_form *form;
    for (size_t i = 0; (form = noc_command_form_at(i)); i++)
        if (form->base_command == command && strcmp(form->word, word) == 0 &&
            (word[0] == '-' || operands == 0))
            return form->command;
    return NULL;
}

void noc_completion_words(FILE *out, const char *const *words, size_t count)
{
    const char *last_word = count > 0 ? words[count - 1] : "";
    const noc_command *command = NULL;
    const noc_option *option = NULL; /* option that needs its argument */
    size_t operands = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        const bool is_argument = option != NULL;
        const noc_command *form = is_argument ? NULL : find_form(command, words[i], operands);
        if (form) command = form;
        if (form) continue;
        option = is_argument || strchr(words[i], '=') ? NULL : find_option(command, words[i]);
        if (option && !option->argument) option = NULL;
        if (is_argument || words[i][0] == '-') continue;
        if (command)
            operands++;
        else
            command = noc_command_find(words[i]);
    }
    const char *equals = last_word[0] == '-' ? strchr(last_word, '=') : NULL;
    const partial_word s = {out, last_word,
                            equals && !option ? (size_t)(equals + 1 - last_word) : 0};
    if (equals && !option) option = find_option(command, last_word);
    if (option && option->argument)
        offer_argument(&s, option);
    else if (last_word[0] == '-')
        offer_options(&s, command);
    else if (command)
        offer_operands(&s, command->operands, operands);
    else
        offer_commands(&s);
}
