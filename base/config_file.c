#include "base/config_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/input/text_file.h"
#include "base/shortage.h"

/* Limits on a file. libconfig compares each new setting with all settings of its group, so reading
 * time grows with the square of their number. */
enum { LARGEST_FILE = 1 << 22, MOST_SETTINGS = 32768, MOST_IN_GROUP = 2000, DEEPEST_GROUP = 64 };

noc_status noc_config_slurp(const char *path, char **text, noc_diag *diag)
{
    static const noc_text_kind design = {
        .most_bytes = LARGEST_FILE,
        .large = "is larger than 4 MiB (design files are a few kilobytes of text)",
        .binary = "is binary (a design file is text)",
        .empty = "is empty ('nocsight describe te13-baseline' shows a complete design)",
        .directory = "is a directory (a design file is expected)",
    };
    return noc_text_read(path, &design, text, diag);
}

/* State of a scan of the text. */
typedef struct scan {
    const char *at;
    noc_place place; /* present place; the line of an option is always 0 */
    int has_lines;
    const char *key; /* last name, without a null character at its end */
    int key_length;
    int settings;
    int depth;                       /* number of nested groups at the present place */
    int in_group[DEEPEST_GROUP + 1]; /* settings so far of each of these groups */
    noc_status status;               /* status of a fault */
    noc_status result;
    noc_diag *diag;
} scan;

static void next_line(scan *s)
{
    if (s->has_lines) s->place.line++;
}

/* Skips a text in quotes, which must end on its line. libconfig accepts longer texts, so it reports
 * a missing quote at a wrong line. */
static void skip_string(scan *s)
{
    for (s->at++; *s->at && *s->at != '"' && *s->at != '\n'; s->at++)
        if (*s->at == '\\' && s->at[1] && s->at[1] != '\n') s->at++;
    if (*s->at == '"')
        s->at++;
    else
        s->result = noc_fail(s->diag, s->status, s->place,
                             "a text in quotes does not end on its line (\"...\")");
}

/* Skips a comment at the present place. Returns 0 if there is none. */
static int skip_comment(scan *s)
{
    if (*s->at == '#' || (s->at[0] == '/' && s->at[1] == '/')) {
        while (*s->at && *s->at != '\n') s->at++;
        return 1;
    }
    if (s->at[0] != '/' || s->at[1] != '*') return 0;
    const noc_place start = s->place;
    for (s->at += 2; *s->at && !(s->at[0] == '*' && s->at[1] == '/'); s->at++)
        if (*s->at == '\n') next_line(s);
    if (*s->at)
        s->at += 2;
    else
        s->result = noc_fail(s->diag, s->status, start, "a comment does not end (/* ... */)");
    return 1;
}

/* Checks and skips the number at the present place. An integer must fit 32 bits, or 64 bits with
 * the suffix L; the range checks of keys cover reals. */
static void scan_number(scan *s)
{
    const char *start = s->at;
    char *end = NULL;
    errno = 0;
    const int hexadecimal = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
    const long long value = strtoll(start, &end, hexadecimal ? 16 : 10);
    const int overflowed = errno == ERANGE;
    if (!hexadecimal && (*end == '.' || *end == 'e' || *end == 'E')) {
        (void)strtod(start, &end);
        s->at = end;
        return;
    }
    const int is_long = *end == 'L';
    s->at = end;
    while (*s->at == 'L') s->at++;
    if (!overflowed && (is_long || value <= INT32_MAX)) return;
    s->result = noc_fail(s->diag, s->status, s->place,
                         "%.*s%sthe integer %.*s is too large (at most %d)", s->key_length, s->key,
                         s->key_length ? ": " : "", (int)(end - start), start, INT32_MAX);
}

static void scan_name(scan *s)
{
    const char *start = s->at;
    while (*s->at && (isalnum((unsigned char)*s->at) || strchr("-_*", *s->at))) s->at++;
    if (!s->has_lines) return; /* the place already names an option's key */
    s->key = start;
    s->key_length = (int)(s->at - start);
}

static void scan_assignment(scan *s)
{
    s->settings++;
    if (++s->in_group[s->depth] == MOST_IN_GROUP + 1)
        s->result =
            noc_fail(s->diag, s->status, s->place,
                     "more than %d settings in one group (a group has a few dozen)", MOST_IN_GROUP);
}

static void scan_brace(scan *s)
{
    if (*s->at == '}') {
        if (s->depth > 0) s->depth--;
    } else if (s->depth < DEEPEST_GROUP) {
        s->in_group[++s->depth] = 0;
    } else {
        s->result = noc_fail(s->diag, s->status, s->place,
                             "groups within groups go more than %d levels deep", DEEPEST_GROUP);
        s->at += strlen(s->at) - 1; /* one fault is enough */
    }
}

static void scan_token(scan *s)
{
    if (*s->at == '\n') {
        next_line(s);
        s->at++;
    } else if (*s->at == '"') {
        skip_string(s);
    } else if (isdigit((unsigned char)*s->at)) {
        scan_number(s);
    } else if (isalpha((unsigned char)*s->at) || *s->at == '*') {
        scan_name(s);
    } else if (strncmp(s->at, "@include", 8) == 0) {
        s->result = noc_fail(s->diag, s->status, s->place,
                             "@include is not supported (a design is one file; use --set for "
                             "variants)");
        s->at += 8;
    } else if (!skip_comment(s)) {
        if (*s->at == '=' || *s->at == ':') scan_assignment(s);
        if (*s->at == '{' || *s->at == '}') scan_brace(s);
        s->at++;
    }
}

/* Finds settings that libconfig would misread without a message, or would read for minutes. */
static noc_status find_traps(const char *text, noc_place place, noc_status status, noc_diag *diag)
{
    const int has_lines = place.line >= 0;
    scan s = {
        .at = text,
        .place = {place.file, has_lines},
        .has_lines = has_lines,
        .key = "",
        .status = status,
        .diag = diag,
    };
    while (*s.at) scan_token(&s);
    if (s.settings > MOST_SETTINGS && s.result == NOC_OK)
        s.result = noc_fail(diag, status, (noc_place){place.file, 0},
                            "has %d settings (at most %d; a design has a few dozen)", s.settings,
                            MOST_SETTINGS);
    return s.result;
}

/* Copies a line of the text without its indentation, for the message of a syntax error. */
static void line_of(const char *text, int line, char *copy, size_t size)
{
    for (int i = 1; i < line && text; i++) {
        text = strchr(text, '\n');
        if (text) text++;
    }
    copy[0] = '\0';
    if (!text) return;
    text += strspn(text, " \t");
    size_t length = strcspn(text, "\r\n");
    if (length >= size) length = size - 1;
    memcpy(copy, text, length);
    copy[length] = '\0';
}

static bool is_no_text(const char *word, size_t length)
{
    static const char *const words[] = {"true", "false", "nan", "inf", "infinity"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length && strncasecmp(word, words[i], length) == 0) return true;
    return !isalpha((unsigned char)*word);
}

/* Finds the first value that is a word without quotes. Returns its length; 0: none. */
static int unquoted_text(const char *line, const char **word)
{
    for (const char *at = line; *at; at++) {
        if (*at == '"') at += 1 + strcspn(at + 1, "\"");
        if (!*at) return 0;
        if (*at != '=') continue;
        *word = at + 1 + strspn(at + 1, " \t");
        const size_t length = strcspn(*word, " \t;,{}()=\"");
        if (!is_no_text(*word, length)) return (int)length;
    }
    return 0;
}

static void explain_failure(const config_t *config, const char *text, const char *file,
                            noc_status status, noc_diag *diag)
{
    const noc_place place = {file, config_error_line(config)};
    char shown[60];
    line_of(text, place.line, shown, sizeof shown);
    const char *said = config_error_text(config);
    const char *word;
    const int length = unquoted_text(shown, &word);
    if (length)
        noc_fail(diag, status, place, "a text needs quotes: \"%.*s\" in '%s'", length, word, shown);
    else if (strcmp(said, "syntax error") == 0)
        noc_fail(diag, status, place,
                 "syntax error at or before '%s' (key = value; and group = { ... };)", shown);
    else
        noc_fail(diag, status, place, "%s at '%s'", said, shown);
}

/* True if a setting has its name and text, and so have its members. False when out of memory. */
static bool is_whole(const config_setting_t *s)
{
    if (config_setting_type(s) == CONFIG_TYPE_STRING) return config_setting_get_string(s);
    if (!config_setting_is_aggregate(s)) return true;
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *member = config_setting_get_elem(s, (unsigned)i);
        if (config_setting_is_group(s) && !config_setting_name(member)) return false;
        if (!is_whole(member)) return false;
    }
    return true;
}

/* Parses a text. False when out of memory: libconfig does not check its allocations. */
static bool parse(const char *text, config_t *config, bool *parsed)
{
    jmp_buf way_out;
    if (setjmp(way_out)) {
        noc_shortage_jump = NULL;
        return false;
    }
    noc_shortage_jump = &way_out;
    config_init(config);
    *parsed = config_read_string(config, text) == CONFIG_TRUE;
    noc_shortage_jump = NULL;
    return is_whole(config_root_setting(config));
}

noc_status noc_config_parse(const char *text, noc_place place, noc_status status, config_t *config,
                            noc_diag *diag)
{
    bool parsed;
    const noc_status traps = find_traps(text, place, status, diag);
    if (traps != NOC_OK) return traps;
    if (!parse(text, config, &parsed)) return noc_fail_memory(diag);
    if (parsed) return NOC_OK;
    if (place.line < 0)
        noc_fail(diag, status, (noc_place){place.file, 0},
                 "the value cannot be read (a number: 8, 2.5, 5nm; a word: xy; a list: (1, 4), "
                 "((0, 0), (1, 1)))");
    else
        explain_failure(config, text, place.file, status, diag);
    config_destroy(config);
    return status;
}
