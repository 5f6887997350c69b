#include "import/accelsim/config.h"

#include <ctype.h>
#include <string.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "base/input/text_file.h"

enum { BYTES_MAX = 1 << 20 };

static const noc_text_kind text_kind = {
    .max_bytes = BYTES_MAX,
    .large_message = "is larger than 1 MiB (configurations are a few kilobytes of text)",
    .binary_message = "is binary (a configuration is text)",
    .empty_message = "is empty (expected -name value)",
    .directory_message = "is a directory (gpgpusim.config is expected)",
};

/* State of reading a file. */
typedef struct config_reader {
    noc_accelsim_config *config;
    const char *position;
    int line;
    bool is_quoted; /* true inside quotes, which may span lines */
    noc_diag *diag;
} config_reader;

static noc_status add_entry(config_reader *r, const char *name, size_t length)
{
    noc_accelsim_config *c = r->config;
    double wanted_bytes = 0.0;
    if (!noc_list_make_limited_room(&c->arena, &c->entries, c->count + 1, &c->capacity,
                                    sizeof *c->entries, &wanted_bytes))
        return noc_list_report_failure(wanted_bytes, (noc_place){c->path, r->line}, "the options",
                                       r->diag);
    c->entries[c->count++] =
        (noc_accelsim_entry){noc_arena_text(&c->arena, "%.*s", (int)length, name),
                             noc_arena_string(&c->arena, ""), r->line};
    return c->arena.is_short ? noc_fail_memory(r->diag) : NOC_OK;
}

/* Adds a word to the value of the last option. */
static noc_status add_value(config_reader *r, const char *word, size_t length)
{
    noc_accelsim_config *c = r->config;
    if (c->count == 0)
        return noc_fail(r->diag, NOC_EINPUT, (noc_place){c->path, r->line},
                        "expected an option (-gpgpu_n_clusters 80) before '%.*s'",
                        length < 40 ? (int)length : 40, word);
    noc_accelsim_entry *e = &c->entries[c->count - 1];
    const size_t old_length = strlen(e->value);
    if (!noc_list_resize(&c->arena, &e->value, old_length + length + 1, 1))
        return noc_fail_memory(r->diag);
    memcpy(e->value + old_length, word, length);
    e->value[old_length + length] = '\0';
    return NOC_OK;
}

/* Reads the next word: an option, or part of a value. */
static noc_status read_word(config_reader *r)
{
    const char *word = r->position;
    const size_t length = strcspn(word, " \t\r\n\"#");
    const bool option = !r->is_quoted && *word == '-' && isalpha((unsigned char)word[1]);
    r->position += length;
    return option ? add_entry(r, word, length) : add_value(r, word, length);
}

static noc_status read_words(config_reader *r)
{
    noc_status status = NOC_OK;
    while (*r->position && status == NOC_OK) {
        if (*r->position == '\n') r->line++;
        if (*r->position == '"') r->is_quoted = !r->is_quoted;
        if (*r->position == '#')
            r->position += strcspn(r->position, "\n");
        else if (strchr(" \t\r\n\"", *r->position))
            r->position++;
        else
            status = read_word(r);
    }
    if (status == NOC_OK && r->is_quoted)
        return noc_fail(
            r->diag, NOC_EINPUT,
            (noc_place){r->config->path,
                        r->config->count ? r->config->entries[r->config->count - 1].line : r->line},
            "a quote that begins here does not end");
    return status;
}

noc_status noc_accelsim_config_read(const char *path, noc_accelsim_config *config, noc_diag *diag)
{
    NOC_AUTO_FREE char *text = NULL;
    const noc_status status = noc_text_read(path, &text_kind, &text, diag);
    config->path = noc_arena_string(&config->arena, path);
    if (status != NOC_OK) return status;
    if (!config->path) return noc_fail_memory(diag);
    config_reader r = {.config = config, .position = text, .line = 1, .diag = diag};
    return read_words(&r);
}

const noc_accelsim_entry *noc_accelsim_find_entry(const noc_accelsim_config *config,
                                                  const char *name)
{
    for (size_t i = config->count; i-- > 0;)
        if (strcmp(config->entries[i].name, name) == 0) return &config->entries[i];
    return NULL;
}

/* ---- options that are not carried over ------------------------------------------------------- */

typedef enum fate { RUN, LEFT_OUT } fate;

static const struct {
    const char *name;
    fate fate;
    const char *why;
} settings[] = {
#define NOC_SETTING(name, fate, why) {name, fate, why},
#include "import/accelsim/settings.def"
#undef NOC_SETTING
};

/* True if a name matches a pattern: "-gpgpu_num_sp_units" matches "-gpgpu_num_*_units". */
static bool matches_pattern(const char *pattern, const char *name)
{
    const char *star = strchr(pattern, '*');
    if (!star) return strcmp(pattern, name) == 0;
    const size_t prefix_length = (size_t)(star - pattern), suffix_length = strlen(star + 1),
                 length = strlen(name);
    return length >= prefix_length + suffix_length && strncmp(pattern, name, prefix_length) == 0 &&
           strcmp(star + 1, name + length - suffix_length) == 0;
}

const char *noc_accelsim_gap_reason(const char *name, bool *is_of_run)
{
    *is_of_run = false;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (!matches_pattern(settings[i].name, name)) continue;
        *is_of_run = settings[i].fate == RUN;
        return settings[i].why;
    }
    return "";
}
