#include "base/config_file.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/input/text_file.h"
#include "base/shortage.h"

/* Limits on a file. libconfig compares each new setting with all settings of its group, so reading
 * time grows with the square of their number. */
enum { FILE_BYTES_MAX = 1 << 22, SETTINGS_MAX = 32768, GROUP_SETTINGS_MAX = 2000, DEPTH_MAX = 64 };

noc_status noc_config_read_text(const char *path, char **text, noc_diag *diag)
{
    static const noc_text_kind design = {
        .max_bytes = FILE_BYTES_MAX,
        .large_message = "is larger than 4 MiB (design files are a few kilobytes of text)",
        .binary_message = "is binary (a design file is text)",
        .empty_message = "is empty ('nocsight describe te13-baseline' shows a complete design)",
        .directory_message = "is a directory (a design file is expected)",
    };
    return noc_text_read(path, &design, text, diag);
}

/* State of a scan of the text for settings that libconfig would misread. */
typedef struct scan {
    const char *next;
    noc_place place; /* present place; the line of an option is always 0 */
    int has_lines;
    const char *key; /* last name, without a null character at its end */
    int key_length;
    int setting_count;
    int depth;                         /* number of nested groups at the present place */
    int group_settings[DEPTH_MAX + 1]; /* settings so far of each of these groups */
    noc_status fault_status;           /* status of a fault */
    noc_status status;
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
    for (s->next++; *s->next && *s->next != '"' && *s->next != '\n'; s->next++)
        if (*s->next == '\\' && s->next[1] && s->next[1] != '\n') s->next++;
    if (*s->next == '"')
        s->next++;
    else
        s->status = noc_fail(s->diag, s->fault_status, s->place,
                             "a text in quotes does not end on its line (\"...\")");
}

/* Skips a comment at the present place. Returns 0 if there is none. */
static int skip_comment(scan *s)
{
    if (*s->next == '#' || (s->next[0] == '/' && s->next[1] == '/')) {
        while (*s->next && *s->next != '\n') s->next++;
        return 1;
    }
    if (s->next[0] != '/' || s->next[1] != '*') return 0;
    const noc_place start = s->place;
    for (s->next += 2; *s->next && !(s->next[0] == '*' && s->next[1] == '/'); s->next++)
        if (*s->next == '\n') next_line(s);
    if (*s->next)
        s->next += 2;
    else
        s->status = noc_fail(s->diag, s->fault_status, start, "a comment does not end (/* ... */)");
    return 1;
}

/* Checks and skips the number at the present place. An integer must fit 32 bits, or 64 bits with
 * the suffix L; the range checks of keys cover reals. */
static void scan_number(scan *s)
{
    const char *start = s->next;
    char *end = NULL;
    errno = 0;
    const int hexadecimal = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
    const long long value = strtoll(start, &end, hexadecimal ? 16 : 10);
    const int overflowed = errno == ERANGE;
    if (!hexadecimal && (*end == '.' || *end == 'e' || *end == 'E')) {
        (void)strtod(start, &end);
        s->next = end;
        return;
    }
    const int is_long = *end == 'L';
    s->next = end;
    while (*s->next == 'L') s->next++;
    if (!overflowed && (is_long || value <= INT32_MAX)) return;
    s->status = noc_fail(s->diag, s->fault_status, s->place,
                         "%.*s%sthe integer %.*s is too large (at most %d)", s->key_length, s->key,
                         s->key_length ? ": " : "", (int)(end - start), start, INT32_MAX);
}

static void scan_name(scan *s)
{
    const char *start = s->next;
    while (*s->next && (isalnum((unsigned char)*s->next) || strchr("-_*", *s->next))) s->next++;
    if (!s->has_lines) return; /* the place already names an option's key */
    s->key = start;
    s->key_length = (int)(s->next - start);
}

static void scan_assignment(scan *s)
{
    s->setting_count++;
    if (++s->group_settings[s->depth] == GROUP_SETTINGS_MAX + 1)
        s->status = noc_fail(s->diag, s->fault_status, s->place,
                             "more than %d settings in one group (a group has a few dozen)",
                             GROUP_SETTINGS_MAX);
}

static void scan_brace(scan *s)
{
    if (*s->next == '}') {
        if (s->depth > 0) s->depth--;
    } else if (s->depth < DEPTH_MAX) {
        s->group_settings[++s->depth] = 0;
    } else {
        s->status = noc_fail(s->diag, s->fault_status, s->place,
                             "groups within groups go more than %d levels deep", DEPTH_MAX);
        s->next += strlen(s->next) - 1; /* one fault is enough */
    }
}

static void scan_token(scan *s)
{
    if (*s->next == '\n') {
        next_line(s);
        s->next++;
    } else if (*s->next == '"') {
        skip_string(s);
    } else if (isdigit((unsigned char)*s->next)) {
        scan_number(s);
    } else if (isalpha((unsigned char)*s->next) || *s->next == '*') {
        scan_name(s);
    } else if (strncmp(s->next, "@include", 8) == 0) {
        s->status = noc_fail(s->diag, s->fault_status, s->place,
                             "@include is not supported (a design is one file; use --set for "
                             "variants)");
        s->next += 8;
    } else if (!skip_comment(s)) {
        if (*s->next == '=' || *s->next == ':') scan_assignment(s);
        if (*s->next == '{' || *s->next == '}') scan_brace(s);
        s->next++;
    }
}

/* Finds settings that libconfig would misread without a message, or would read for minutes. */
static noc_status find_misread_settings(const char *text, noc_place place, noc_status status,
                                        noc_diag *diag)
{
    const int has_lines = place.line >= 0;
    scan s = {
        .next = text,
        .place = {place.file, has_lines},
        .has_lines = has_lines,
        .key = "",
        .fault_status = status,
        .diag = diag,
    };
    while (*s.next) scan_token(&s);
    if (s.setting_count > SETTINGS_MAX && s.status == NOC_OK)
        s.status = noc_fail(diag, status, (noc_place){place.file, 0},
                            "has %d settings (at most %d; a design has a few dozen)",
                            s.setting_count, SETTINGS_MAX);
    return s.status;
}

/* Copies a line of the text without its indentation, for the message of a syntax error. */
static void copy_line(const char *text, int line, char *copy, size_t size)
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

static bool is_number_or_constant(const char *word, size_t length)
{
    static const char *const words[] = {"true", "false", "nan", "inf", "infinity"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length && strncasecmp(word, words[i], length) == 0) return true;
    return !isalpha((unsigned char)*word);
}

/* Finds the first value that is a word without quotes. Returns its length; 0: none. */
static int find_unquoted_text(const char *line, const char **word)
{
    for (const char *next = line; *next; next++) {
        if (*next == '"') next += 1 + strcspn(next + 1, "\"");
        if (!*next) return 0;
        if (*next != '=') continue;
        *word = next + 1 + strspn(next + 1, " \t");
        const size_t length = strcspn(*word, " \t;,{}()=\"");
        if (!is_number_or_constant(*word, length)) return (int)length;
    }
    return 0;
}

static void explain_failure(const config_t *config, const char *text, const char *file,
                            noc_status status, noc_diag *diag)
{
    const noc_place place = {file, config_error_line(config)};
    char shown_line[60];
    copy_line(text, place.line, shown_line, sizeof shown_line);
    const char *reason = config_error_text(config);
    const char *word;
    const int length = find_unquoted_text(shown_line, &word);
    if (length)
        noc_fail(diag, status, place, "a text needs quotes: \"%.*s\" in '%s'", length, word,
                 shown_line);
    else if (strcmp(reason, "syntax error") == 0)
        noc_fail(diag, status, place,
                 "syntax error at or before '%s' (key = value; and group = { ... };)", shown_line);
    else
        noc_fail(diag, status, place, "%s at '%s'", reason, shown_line);
}

/* True if a setting has its name and text, and so have its members. False when out of memory. */
static bool is_complete(const config_setting_t *s)
{
    if (config_setting_type(s) == CONFIG_TYPE_STRING) return config_setting_get_string(s);
    if (!config_setting_is_aggregate(s)) return true;
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *member = config_setting_get_elem(s, (unsigned)i);
        if (config_setting_is_group(s) && !config_setting_name(member)) return false;
        if (!is_complete(member)) return false;
    }
    return true;
}

/* Parses a text. False when out of memory: libconfig does not check its allocations. */
static bool parse(const char *text, config_t *config, bool *is_parsed)
{
    jmp_buf failure_jump;
    /* libconfig 1.5 leaves the thread with the locale of the process, whatever it was before */
    const locale_t locale = uselocale((locale_t)0);
    if (setjmp(failure_jump)) {
        noc_out_of_memory_jump = NULL;
        uselocale(locale);
        return false;
    }
    noc_out_of_memory_jump = &failure_jump;
    config_init(config);
    *is_parsed = config_read_string(config, text) == CONFIG_TRUE;
    noc_out_of_memory_jump = NULL;
    uselocale(locale);
    return is_complete(config_root_setting(config));
}

noc_status noc_config_parse(const char *text, noc_place place, noc_status status, config_t *config,
                            noc_diag *diag)
{
    bool is_parsed;
    const noc_status scan_status = find_misread_settings(text, place, status, diag);
    if (scan_status != NOC_OK) return scan_status;
    if (!parse(text, config, &is_parsed)) return noc_fail_memory(diag);
    if (is_parsed) return NOC_OK;
    if (place.line < 0)
        noc_fail(diag, status, (noc_place){place.file, 0},
                 "the value cannot be read (a number: 8, 2.5, 5nm; a word: xy; a list: (1, 4), "
                 "((0, 0), (1, 1)))");
    else
        explain_failure(config, text, place.file, status, diag);
    config_destroy(config);
    return status;
}
