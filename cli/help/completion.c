#include "cli/help/completion.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/frame/commands.h"
#include "cli/frame/request.h"
#include "cli/frame/words.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table.h"

/* Word at the cursor. Its first kept_bytes stay before each offered word. */
typedef struct partial {
    FILE *out;
    const char *text;
    size_t kept;
} partial;

static void offer(const partial *s, const char *before, const char *word, const char *after,
                  const char *meaning)
{
    char *whole = NULL;
    if (asprintf(&whole, "%s%s%s", before, word, after) < 0) return;
    const char *rest = s->text + s->kept;
    if (strncmp(whole, rest, strlen(rest)) == 0)
        fprintf(s->out, "%.*s%s\t%s\n", (int)s->kept, s->text, whole, meaning);
    free(whole);
}

/* Offers each of several words, separated by blanks. */
static void offer_each(const partial *s, const char *words)
{
    while (*words) {
        const size_t bytes = strcspn(words, " ");
        char *word = strndup(words, bytes);
        if (word) offer(s, "", word, "", "");
        free(word);
        words += bytes;
        words += strspn(words, " ");
    }
}

static void offer_files(const partial *s, const char *suffix)
{
    fprintf(s->out, ":files%s\n", suffix);
}

static partial rest_of(const partial *s, const char *from)
{
    return (partial){s->out, s->text, (size_t)(from - s->text)};
}

/* ---- names ---------------------------------------------------------------------------------- */

static const char *meaning_of(const noc_table *table, size_t row)
{
    for (size_t c = 0; c < table->column_count; c++)
        if (strcmp(table->columns[c].header, "meaning") == 0) return noc_table_at(table, row, c);
    return "";
}

/* True if an earlier row has the name: a setting may belong to several topologies. */
static bool is_repeated(const noc_table *table, size_t row)
{
    for (size_t k = 0; k < row; k++)
        if (strcmp(noc_table_at(table, k, 1), noc_table_at(table, row, 1)) == 0) return true;
    return false;
}

/* Offers the names of a catalogue (NULL: all), between a prefix and a suffix. */
static void offer_catalog(const partial *s, const char *only, const char *before, const char *after)
{
    for (size_t i = 0; noc_word_at(i); i++) {
        if (only && strcmp(noc_word_at(i)->name, only) != 0) continue;
        noc_table table = {0};
        noc_word_at(i)->fill(&table);
        for (size_t r = 0; r < table.row_count; r++)
            if (!is_repeated(&table, r))
                offer(s, before, noc_table_at(&table, r, 1), after, meaning_of(&table, r));
        noc_table_clear(&table);
    }
}

/* Offers catalogues, and their entries. */
static void offer_all(const partial *s)
{
    for (size_t i = 0; noc_word_at(i); i++)
        offer(s, "", noc_word_at(i)->name, "", noc_word_at(i)->meaning);
    offer_catalog(s, NULL, "", "");
}

static void offer_commands(const partial *s)
{
    for (size_t i = 0; noc_command_at(i); i++)
        offer(s, "", noc_command_at(i)->name, "", noc_command_at(i)->purpose);
}

/* ---- settings ------------------------------------------------------------------------------- */

/* Finds the part of a list after its last comma. */
static partial behind_comma(const partial *s)
{
    const char *comma = strrchr(s->text + s->kept, ',');
    return comma ? rest_of(s, comma + 1) : *s;
}

/* Offers the quoted words of a range: one of "xy", "yx", ... */
static void offer_range(const partial *s, const char *range)
{
    if (strncmp(range, "one of ", strlen("one of ")) != 0) return;
    for (const char *open = strchr(range, '"'), *close; open; open = strchr(close + 1, '"')) {
        close = strchr(open + 1, '"');
        if (!close) return;
        char *word = strndup(open + 1, (size_t)(close - open - 1));
        if (word) offer(s, "", word, "", "");
        free(word);
    }
}

/* Offers the values of the setting named by the first `length` bytes of `path`. */
static void offer_values(const partial *s, const char *path, size_t length)
{
    char key[120];
    const char *dot = memchr(path, '.', length);
    const bool of_one = dot && strncmp(path, "networks[", strlen("networks[")) == 0;
    snprintf(key, sizeof key, "%s%.*s", of_one ? "network" : "",
             (int)(length - (of_one ? (size_t)(dot - path) : 0)), of_one ? dot : path);
    const size_t bytes = strlen(key);
    if (strncmp(key, "workload", bytes) == 0 && bytes == strlen("workload"))
        offer_catalog(s, "workloads", "", "");
    noc_table table = {0};
    noc_word_catalog("keys")->fill(&table);
    for (size_t r = 0; r < table.row_count; r++) {
        const char *name = noc_table_at(&table, r, 1);
        if (strlen(name) != bytes || strncmp(name, key, bytes) != 0 || is_repeated(&table, r))
            continue;
        for (size_t c = 2; c < table.column_count; c++) offer_range(s, noc_table_at(&table, r, c));
    }
    noc_table_clear(&table);
}

/* Offers "networks[0]." and "networks[1].", then the keys of the named network. */
static void offer_networks(const partial *s, const char *after)
{
    static const char group[] = "network.";
    const char *text = s->text + s->kept, *dot = strchr(text, '.');
    if (strncmp(text, "networks[", strlen("networks[")) != 0 || !dot) {
        offer(s, "", "networks[0].", "", "the first of several networks: its settings");
        offer(s, "", "networks[1].", "", "the second");
        return;
    }
    noc_table table = {0};
    noc_word_catalog("keys")->fill(&table);
    const partial key = rest_of(s, dot + 1);
    for (size_t r = 0; r < table.row_count; r++) {
        const char *name = noc_table_at(&table, r, 1);
        if (strncmp(name, group, strlen(group)) == 0 && !is_repeated(&table, r))
            offer(&key, "", name + strlen(group), after, meaning_of(&table, r));
    }
    noc_table_clear(&table);
}

/* Offers KEY=VALUE and KEY=V1,V2. */
static void offer_setting(const partial *s)
{
    const char *key = s->text + s->kept;
    const char *equals = strchr(key, '=');
    if (!equals) {
        offer_catalog(s, "keys", "", "=");
        offer_networks(s, "=");
        offer(s, "", "workload", "=", "what the cores run");
        return;
    }
    const partial value = rest_of(s, equals + 1), last = behind_comma(&value);
    offer_values(&last, key, (size_t)(equals - key));
}

/* Offers KEY, and KEY=V1,V2 after a "=". */
static void offer_key(const partial *s)
{
    if (strchr(s->text + s->kept, '=')) {
        offer_setting(s);
        return;
    }
    offer_catalog(s, "keys", "", "");
    offer_networks(s, "");
}

/* Offers names for expressions: metrics and settings. */
static void offer_names(const partial *s)
{
    offer_catalog(s, "metrics", "", "");
    offer_catalog(s, "keys", "", "");
    offer_networks(s, "");
}

/* Offers METRIC, max:METRIC, min:METRIC, or a setting. */
static void offer_sort(const partial *s)
{
    offer_names(s);
    offer_catalog(s, "metrics", "max:", "");
    offer_catalog(s, "metrics", "min:", "");
}

static void offer_objectives(const partial *s)
{
    const partial last = behind_comma(s);
    offer_catalog(&last, "metrics", "max:", "");
    offer_catalog(&last, "metrics", "min:", "");
}

static void offer_formats(const partial *s)
{
    for (size_t i = 0; noc_format_name(i); i++) offer(s, "", noc_format_name(i), "", "");
}

/* ---- meanings of the words of a help -------------------------------------------------------- */

/* Placeholder of an argument in helps, such as "DESIGN", and the words to offer for it. */
typedef struct help_word {
    const char *name;
    const char *catalog; /* catalogue of the words; NULL: none */
    const char *suffix;  /* suffix of the files; "": any; NULL: no files */
    void (*offer)(const partial *s);
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

/* Options with better offers than by the placeholder in their help. */
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

static const help_word *find(const help_word *list, size_t count, const char *name, size_t bytes)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i].name) == bytes && strncmp(list[i].name, name, bytes) == 0)
            return &list[i];
    return NULL;
}

static void offer_for(const partial *s, const help_word *p)
{
    if (!p) return;
    if (p->offer) p->offer(s);
    if (p->words) offer_each(s, p->words);
    if (p->catalog) offer_catalog(s, p->catalog, "", "");
    if (p->suffix) offer_files(s, p->suffix);
}

static void offer_for_name(const partial *s, const char *name, size_t bytes)
{
    offer_for(s, find(help_words, sizeof help_words / sizeof *help_words, name, bytes));
}

/* ---- options -------------------------------------------------------------------------------- */

/* Finds the option of a word, "--set" or "--set=..."; NULL: none. */
static const noc_option *option_of(const noc_command *command, const char *word)
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

static void offer_options(const partial *s, const noc_command *command)
{
    const noc_option_group *group;
    for (size_t i = 0; (group = noc_request_group(command, i)); i++)
        for (const noc_option *o = group->options; o->name; o++)
            offer(s, "--", o->name, "", o->help);
    if (!command) offer(s, "--", "version", "", "print version and commit");
}

static void offer_argument(const partial *s, const noc_option *option)
{
    const help_word *known = find(known_options, sizeof known_options / sizeof *known_options,
                                  option->name, strlen(option->name));
    if (known)
        offer_for(s, known);
    else
        offer_for_name(s, option->argument, strlen(option->argument));
}

/* ---- operands ------------------------------------------------------------------------------- */

/* Offers words for one word of "router|link" or "PAPER|ROW|FIGURE". */
static void offer_operand(const partial *s, const char *word, size_t bytes)
{
    char *own = strndup(word, bytes);
    if (!own) return;
    if (own[0] >= 'A' && own[0] <= 'Z')
        offer_for_name(s, own, bytes);
    else if (own[0] != '-')
        offer(s, "", own, "", "");
    free(own);
}

/* Offers words for the operand at a position, by the text of the help: "ls|show|merge|verify
 * FILE...". */
static void offer_operands(const partial *s, const char *operands, size_t position)
{
    const char *token = operands;
    for (size_t i = 0; i < position; i++) {
        const char *blank = token + strcspn(token, " ");
        const bool repeats = blank - token > 3 && memcmp(blank - 3, "...", 3) == 0;
        if (repeats) break;
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
static const noc_command *form_of(const noc_command *command, const char *word, size_t operands)
{
    const noc_command_form *form;
    for (size_t i = 0; (form = noc_command_form_at(i)); i++)
        if (form->of == command && strcmp(form->word, word) == 0 &&
            (word[0] == '-' || operands == 0))
            return form->command;
    return NULL;
}

void noc_completion_words(FILE *out, const char *const *words, size_t count)
{
    const char *last = count > 0 ? words[count - 1] : "";
    const noc_command *command = NULL;
    const noc_option *option = NULL; /* option that needs its argument */
    size_t operands = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        const bool is_argument = option != NULL;
        const noc_command *form = is_argument ? NULL : form_of(command, words[i], operands);
        if (form) command = form;
        if (form) continue;
        option = is_argument || strchr(words[i], '=') ? NULL : option_of(command, words[i]);
        if (option && !option->argument) option = NULL;
        if (is_argument || words[i][0] == '-') continue;
        if (command)
            operands++;
        else
            command = noc_command_called(words[i]);
    }
    const char *equals = last[0] == '-' ? strchr(last, '=') : NULL;
    const partial s = {out, last, equals && !option ? (size_t)(equals + 1 - last) : 0};
    if (equals && !option) option = option_of(command, last);
    if (option && option->argument)
        offer_argument(&s, option);
    else if (last[0] == '-')
        offer_options(&s, command);
    else if (command)
        offer_operands(&s, command->operands, operands);
    else
        offer_commands(&s);
}
