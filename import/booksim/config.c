#include "import/booksim/config.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "base/input/text_file.h"

enum { SETTINGS_MAX = 2000, BYTES_MAX = 1 << 20 };

static const noc_text_kind text_kind = {
    .max_bytes = BYTES_MAX,
    .large_message = "is larger than 1 MiB (configurations are a few kilobytes of text)",
    .binary_message = "is binary (a configuration is text)",
    .empty_message = "is empty (expected name = value;)",
    .directory_message = "is a directory (a configuration is expected)",
};

/* State of reading a file. */
typedef struct config_reader {
    noc_booksim_config *config;
    const char *position;
    noc_place place;
    noc_status status; /* status of a fault */
    noc_diag *diag;
} config_reader;

/* ---- tokens --------------------------------------------------------------------------------- */

/* Part of the text. */
typedef struct text_span {
    const char *start;
    size_t length;
} text_span;

static noc_status skip_block(config_reader *r)
{
    const noc_place start = r->place;
    for (r->position += 2; strncmp(r->position, "*/", 2) != 0; r->position++) {
        if (*r->position == '\0')
            return noc_fail(r->diag, r->status, start, "the comment that begins here has no end");
        r->place.line += *r->position == '\n';
    }
    r->position += 2;
    return NOC_OK;
}

/* Skips blanks, ends of lines and comments; BookSim accepts // comments only. */
static noc_status skip_blanks(config_reader *r)
{
    for (;;) {
        if (*r->position == '\n') r->place.line++;
        if (strncmp(r->position, "//", 2) == 0) {
            r->position += strcspn(r->position, "\n");
        } else if (strncmp(r->position, "/*", 2) == 0) {
            if (skip_block(r) != NOC_OK) return r->status;
        } else if (*r->position && strchr(" \t\r\n", *r->position)) {
            r->position++;
        } else {
            return NOC_OK;
        }
    }
}

static bool is_word_char(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_-/.+({,)}", c));
}

/* Reads a list in braces, which may contain lists. */
static text_span read_list(config_reader *r)
{
    text_span s = {r->position, 0};
    int depth = 0;
    do {
        depth += (r->position[s.length] == '{') - (r->position[s.length] == '}');
        s.length++;
    } while (depth > 0 &&
             (is_word_char(r->position[s.length]) || strchr(" \t", r->position[s.length])) &&
             r->position[s.length]);
    if (depth > 0) s.length = 0;
    r->position += s.length;
    return s;
}

/* Reads a word. A comment may follow a number directly; after a letter it is part of the word. */
static text_span read_word(config_reader *r)
{
    if (*r->position == '{') return read_list(r);
    text_span s = {r->position, 0};
    const bool number = isdigit((unsigned char)*r->position);
    while (is_word_char(r->position[s.length]) && !(number && r->position[s.length] == '/'))
        s.length++;
    r->position += s.length;
    return s;
}

static noc_status refuse_at(const config_reader *r, const char *expected)
{
    const size_t shown = strcspn(r->position, " \t\r\n;");
    if (*r->position == '\0')
        return noc_fail(r->diag, r->status, r->place, "expected %s, the text ends here", expected);
    return noc_fail(r->diag, r->status, r->place, "expected %s before '%.*s'", expected,
                    shown == 0   ? 1
                    : shown > 40 ? 40
                                 : (int)shown,
                    r->position);
}

static noc_status read_sign(config_reader *r, char sign, const char *expected)
{
    if (skip_blanks(r) != NOC_OK) return r->status;
    if (*r->position != sign) return refuse_at(r, expected);
    r->position++;
    return skip_blanks(r);
}

/* ---- settings ------------------------------------------------------------------------------- */

static noc_booksim_type find_type(const char *value)
{
    char *end;
    const size_t digits = strspn(value + (*value == '-'), "0123456789");
    if (digits > 0 && value[digits + (*value == '-')] == '\0') return NOC_BOOKSIM_WHOLE;
    if (!isdigit((unsigned char)*value) && *value != '-' && *value != '.') return NOC_BOOKSIM_TEXT;
    if (value[strspn(value, "0123456789.+-eE")]) return NOC_BOOKSIM_TEXT;
    strtod(value, &end);
    return *end || end == value ? NOC_BOOKSIM_TEXT : NOC_BOOKSIM_REAL;
}

static bool fits_int(const char *value)
{
    errno = 0;
    const long number = strtol(value, NULL, 10);
    return errno == 0 && number >= INT_MIN && number <= INT_MAX;
}

/* Returns words for the expected value of a setting, if its value is of another type; NULL: the
 * value is valid. A whole number is also a real. */
static const char *find_type_fault(const noc_booksim_entry *e)
{
    const noc_booksim_type type = e->setting ? e->setting->type : e->type;
    if (e->type == NOC_BOOKSIM_WHOLE && !fits_int(e->value)) return "a number of 32 bits";
    switch (type) {
    case NOC_BOOKSIM_WHOLE:
        return e->type == NOC_BOOKSIM_WHOLE ? NULL : "a whole number";
    case NOC_BOOKSIM_REAL:
        return e->type != NOC_BOOKSIM_TEXT ? NULL : "a number";
    case NOC_BOOKSIM_TEXT:
        return e->type == NOC_BOOKSIM_TEXT ? NULL : "a word";
    case NOC_BOOKSIM_WHOLES:
        return e->type != NOC_BOOKSIM_REAL ? NULL : "a whole number, or a list of them in braces";
    default:
        return NULL;
    }
}

/* Copies a part of the text without blanks, which lists may contain. */
static char *copy_span(noc_arena *arena, text_span s)
{
    char *copy = noc_arena_text(arena, "%.*s", (int)s.length, s.start), *output = copy;
    for (const char *input = copy; input && *input; input++)
        if (!strchr(" \t", *input)) *output++ = *input;
    if (output) *output = '\0';
    return copy;
}

static noc_status add_setting(config_reader *r, text_span name, text_span value, int line)
{
    noc_booksim_config *c = r->config;
    if (!noc_list_make_room(&c->arena, &c->entries, c->count + 1, &c->capacity, sizeof *c->entries))
        return noc_fail_memory(r->diag);
    noc_booksim_entry *e = &c->entries[c->count];
    *e = (noc_booksim_entry){.name = copy_span(&c->arena, name),
                             .value = copy_span(&c->arena, value)};
    if (!e->name || !e->value) return noc_fail_memory(r->diag);
    c->count++;
    e->type = find_type(e->value);
    e->line = line;
    e->setting = noc_booksim_find_setting(e->name);
    const char *expected = find_type_fault(e);
    const noc_place place = {r->place.file, line > 0 ? line : r->place.line};
    if (expected)
        return noc_fail(r->diag, r->status, place, "%s = %s: expected %s", e->name, e->value,
                        expected);
    return NOC_OK;
}

/* Reads a setting: name = value; */
static noc_status read_setting(config_reader *r, bool is_in_file)
{
    const int line = r->place.line;
    if (isdigit((unsigned char)*r->position) || *r->position == '{')
        return refuse_at(r, "the name of a setting");
    const text_span name = read_word(r);
    if (name.length == 0) return refuse_at(r, "the name of a setting");
    if (read_sign(r, '=', "'=' behind the name") != NOC_OK) return r->status;
    const char *value_start = r->position;
    const text_span value = read_word(r);
    if (value.length == 0)
        return refuse_at(r, *value_start == '{' ? "a list in braces on one line" : "a value");
    const noc_status status = add_setting(r, name, value, is_in_file ? line : 0);
    if (status != NOC_OK) return status;
    if (!is_in_file && skip_blanks(r) == NOC_OK && *r->position == '\0') return NOC_OK;
    return read_sign(r, ';', "';' behind the value");
}

static noc_status read_settings(config_reader *r)
{
    noc_status status = skip_blanks(r);
    if (status == NOC_OK && *r->position == '\0')
        return noc_fail(r->diag, r->status, r->place, "has no settings: name = value;");
    while (status == NOC_OK && *r->position) {
        if (r->config->count == SETTINGS_MAX)
            return noc_fail(r->diag, r->status, r->place, "has more than %d settings",
                            SETTINGS_MAX);
        status = read_setting(r, true);
    }
    return status;
}

noc_status noc_booksim_config_read(const char *path, noc_booksim_config *config, noc_diag *diag)
{
    NOC_AUTO_FREE char *text = NULL;
    const noc_status status = noc_text_read(path, &text_kind, &text, diag);
    config->path = noc_arena_string(&config->arena, path);
    if (status != NOC_OK) return status;
    if (!config->path) return noc_fail_memory(diag);
    config_reader r = {config, text, {config->path, 1}, NOC_EINPUT, diag};
    return read_settings(&r);
}

noc_status noc_booksim_config_add(noc_booksim_config *config, const char *text, noc_diag *diag)
{
    config_reader r = {config, text, {text, 0}, NOC_EUSAGE, diag};
    noc_status status = skip_blanks(&r);
    if (status == NOC_OK) status = read_setting(&r, false);
    if (status == NOC_OK && *r.position) status = refuse_at(&r, "the end");
    return status;
}

/* ---- values -------------------------------------------------------------------------------- */

const noc_booksim_entry *noc_booksim_find_entry(const noc_booksim_config *config, const char *name)
{
    const noc_booksim_entry *last = NULL;
    for (size_t i = config->count; i-- > 0;) {
        const noc_booksim_entry *e = &config->entries[i];
        if (strcmp(e->name, name) != 0) continue;
        if (e->type == NOC_BOOKSIM_TEXT) return e;
        if (!last) last = e;
    }
    return last;
}

const char *noc_booksim_get_text(const noc_booksim_config *config, const char *name)
{
    const noc_booksim_entry *e = noc_booksim_find_entry(config, name);
    return e ? e->value : noc_booksim_find_setting(name)->fallback;
}

int noc_booksim_get_whole(const noc_booksim_config *config, const char *name)
{
    return (int)strtol(noc_booksim_get_text(config, name), NULL, 10);
}

double noc_booksim_get_real(const noc_booksim_config *config, const char *name)
{
    return strtod(noc_booksim_get_text(config, name), NULL);
}

noc_place noc_booksim_get_place(const noc_booksim_config *config, const char *name)
{
    const noc_booksim_entry *e = noc_booksim_find_entry(config, name);
    return (noc_place){config->path, e ? e->line : 0};
}
