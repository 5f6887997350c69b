#include "explore/space/space_files.h"

#include <sha256.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_read.h"
#include "reader/design_walk.h"

/* The digest of a file's bytes, or false. */
static bool digest_of(const char *path, char digits[SHA256_DIGEST_STRING_LENGTH])
{
    return SHA256File(path, digits) != NULL;
}

/* A name of a value, with or without quotes, from the folder of the base. The caller frees it. */
static char *path_of(const noc_space *s, const char *value)
{
    const char *slash = s->base.path ? strrchr(s->base.path, '/') : NULL;
    size_t length = strlen(value);
    char *path = NULL;
    if (length > 1 && *value == '"' && value[length - 1] == '"') {
        value++;
        length -= 2;
    }
    const int folder = *value == '/' || !slash ? 0 : (int)(slash + 1 - s->base.path);
    if (asprintf(&path, "%.*s%.*s", folder, s->base.path ? s->base.path : "", (int)length, value) <
        0)
        return NULL;
    return path;
}

bool noc_space_is_text(const char *key, size_t length)
{
    char path[120];
    const char *bracket = memchr(key, ']', length);
    if (strncmp(key, "networks[", 9) == 0 && bracket)
        snprintf(path, sizeof path, "network%.*s", (int)(key + length - bracket - 1), bracket + 1);
    else
        snprintf(path, sizeof path, "%.*s", (int)length, key);
    const int setting = noc_setting_find(path);
    return setting >= 0 && noc_setting_at((size_t)setting)->key->type == NOC_TEXT;
}

static void print_override(FILE *out, const noc_space *s, const char *override)
{
    char digits[SHA256_DIGEST_STRING_LENGTH];
    const size_t length = strcspn(override, "=");
    if (override[length] != '=' || !noc_space_is_text(override, length)) return;
    char *path = path_of(s, override + length + 1);
    if (path && digest_of(path, digits)) fprintf(out, "\n%s: %s", override, digits);
    free(path);
}

static void print_choice(FILE *out, const noc_space *s, const noc_space_choice *c)
{
    for (size_t i = 0; i < c->override_count; i++) print_override(out, s, c->overrides[i]);
    for (size_t a = 0; a < c->axis_count; a++)
        for (size_t i = 0; i < c->axes[a].choice_count; i++)
            print_choice(out, s, &c->axes[a].choices[i]);
}

/* A base that is no design by itself has what the axes name. */
static void print_base(FILE *out, const noc_space *s)
{
    noc_diag ignored = {0};
    noc_design *base = NULL;
    if (noc_design_read(&s->base, NULL, 0, &base, &ignored) == NOC_OK)
        for (int n = 0; n < base->network_count; n++)
            if (base->networks[n].wiring)
                fprintf(out, "\nnetworks[%d]: %s", n, base->networks[n].wiring->digest);
    noc_design_free(base);
    noc_diag_clear(&ignored);
}

void noc_space_print_files(FILE *out, const noc_space *s)
{
    print_base(out, s);
    print_choice(out, s, &s->root);
}

static bool names_files(const noc_space *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return false;
    noc_space_print_files(out, s);
    const bool named = fclose(out) == 0 && *text;
    free(text);
    return named;
}

char *noc_space_source(const noc_space *s, char id[NOC_ID_CHARS + 1])
{
    char *place = names_files(s) ? realpath(s->base.path, NULL) : NULL, *text = NULL;
    if (place && asprintf(&text, "%s\n%s", place, s->base.text) < 0) text = NULL;
    noc_id_of(text ? text : s->base.text, id);
    free(text);
    return place ? place : strdup(s->base.word ? s->base.word : s->base.path);
}
