#include "import/accelsim/config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"
#include "base/input/text_file.h"

enum { MOST_BYTES = 1 << 20 };

static const noc_text_kind text_kind = {
    .most_bytes = MOST_BYTES,
    .large = "is larger than 1 MiB (configurations are a few kilobytes of text)",
    .binary = "is binary (a configuration is text)",
    .empty = "is empty (expected -name value)",
    .directory = "is a directory (gpgpusim.config is expected)",
};

/* State of reading a file. */
typedef struct reading {
    noc_accelsim_config *config;
    const char *at;
    int line;
    bool quoted; /* true inside quotes, which may span lines */
    noc_diag *diag;
} reading;

static noc_status add_entry(reading *r, const char *name, size_t length)
{
    noc_accelsim_config *c = r->config;
    double beyond = 0.0;
    noc_accelsim_entry *entries =
        noc_list_with_room(c->entries, c->count + 1, &c->room, sizeof *entries, &beyond);
    if (!entries)
        return noc_list_refuse(beyond, (noc_place){c->path, r->line}, "the options", r->diag);
    c->entries = entries;
    entries[c->count] = (noc_accelsim_entry){strndup(name, length), strdup(""), r->line};
    c->count++;
    return entries[c->count - 1].name && entries[c->count - 1].value ? NOC_OK
                                                                     : noc_fail_memory(r->diag);
}

/* Adds a word to the value of the last option. */
static noc_status add_value(reading *r, const char *word, size_t length)
{
    noc_accelsim_config *c = r->config;
    char *value = NULL;
    if (c->count == 0)
        return noc_fail(r->diag, NOC_EINPUT, (noc_place){c->path, r->line},
                        "expected an option (-gpgpu_n_clusters 80) before '%.*s'",
                        length < 40 ? (int)length : 40, word);
    noc_accelsim_entry *e = &c->entries[c->count - 1];
    const size_t before = strlen(e->value);
    value = realloc(e->value, before + length + 1);
    if (!value) return noc_fail_memory(r->diag);
    e->value = value;
    memcpy(value + before, word, length);
    value[before + length] = '\0';
    return NOC_OK;
}

/* Reads the next word: an option, or part of a value. */
static noc_status take_word(reading *r)
{
    const char *word = r->at;
    const size_t length = strcspn(word, " \t\r\n\"#");
    const bool option = !r->quoted && *word == '-' && isalpha((unsigned char)word[1]);
    r->at += length;
    return option ? add_entry(r, word, length) : add_value(r, word, length);
}

static noc_status read_words(reading *r)
{
    noc_status status = NOC_OK;
    while (*r->at && status == NOC_OK) {
        if (*r->at == '\n') r->line++;
        if (*r->at == '"') r->quoted = !r->quoted;
        if (*r->at == '#')
            r->at += strcspn(r->at, "\n");
        else if (strchr(" \t\r\n\"", *r->at))
            r->at++;
        else
            status = take_word(r);
    }
    if (status == NOC_OK && r->quoted)
        return noc_fail(
            r->diag, NOC_EINPUT,
            (noc_place){r->config->path,
                        r->config->count ? r->config->entries[r->config->count - 1].line : r->line},
            "a quote that begins here does not end");
    return status;
}

noc_status noc_accelsim_config_read(const char *path, noc_accelsim_config *config, noc_diag *diag)
{
    char *text = NULL;
    noc_status status = noc_text_read(path, &text_kind, &text, diag);
    config->path = strdup(path);
    if (status == NOC_OK && !config->path) status = noc_fail_memory(diag);
    if (status == NOC_OK) {
        reading r = {.config = config, .at = text, .line = 1, .diag = diag};
        status = read_words(&r);
    }
    free(text);
    return status;
}

void noc_accelsim_config_clear(noc_accelsim_config *config)
{
    for (size_t i = 0; i < config->count; i++) {
        free(config->entries[i].name);
        free(config->entries[i].value);
    }
    free(config->entries);
    free(config->path);
    *config = (noc_accelsim_config){0};
}

const noc_accelsim_entry *noc_accelsim_find(const noc_accelsim_config *config, const char *name)
{
    for (size_t i = config->count; i-- > 0;)
        if (strcmp(config->entries[i].name, name) == 0) return &config->entries[i];
    return NULL;
}

/* ---- what is not carried over --------------------------------------------------------------- */

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
static bool fits(const char *pattern, const char *name)
{
    const char *star = strchr(pattern, '*');
    if (!star) return strcmp(pattern, name) == 0;
    const size_t before = (size_t)(star - pattern), behind = strlen(star + 1),
                 length = strlen(name);
    return length >= before + behind && strncmp(pattern, name, before) == 0 &&
           strcmp(star + 1, name + length - behind) == 0;
}

const char *noc_accelsim_why_not(const char *name, bool *of_run)
{
    *of_run = false;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (!fits(settings[i].name, name)) continue;
        *of_run = settings[i].fate == RUN;
        return settings[i].why;
    }
    return "";
}
