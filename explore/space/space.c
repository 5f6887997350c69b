#include "explore/space/space.h"

#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

void noc_space_clear(noc_space *s)
{
    noc_source_clear(&s->base);
    noc_arena_clear(&s->memory);
    *s = (noc_space){0};
}

void *noc_list_grow(noc_arena *arena, void *list, size_t count, size_t size)
{
    const bool is_full = (count & (count - 1)) == 0;
    void *grown = is_full ? noc_arena_resize(arena, list, count ? 2 * count : 1, size) : list;
    if (grown) memset((char *)grown + count * size, 0, size);
    return grown;
}

/* ---- designs -------------------------------------------------------------------------------- */

/* Finds the choice of an axis with design number `index`; *index becomes the number within the
 * choice. */
static const noc_space_choice *find_choice(const noc_space_axis *axis, uint64_t *index)
{
    size_t i = 0;
    if (axis->design_count == axis->choice_count) { /* each choice is one design */
        i = *index;
        *index = 0;
    }
    while (*index >= axis->choices[i].design_count) *index -= axis->choices[i++].design_count;
    return &axis->choices[i];
}

static size_t list_overrides(const noc_space_choice *c, uint64_t index, const char **overrides)
{
    size_t count = 0;
    for (size_t i = 0; i < c->override_count; i++) overrides[count++] = c->overrides[i];
    uint64_t combinations = c->design_count; /* product of the sizes of the remaining axes */
    for (size_t a = 0; a < c->axis_count; a++) {
        combinations /= c->axes[a].design_count;
        uint64_t choice_index = index / combinations % c->axes[a].design_count;
        const noc_space_choice *choice = find_choice(&c->axes[a], &choice_index);
        count += list_overrides(choice, choice_index, overrides + count);
    }
    return count;
}

size_t noc_space_list_overrides(const noc_space *space, uint64_t index, const char **overrides)
{
    return list_overrides(&space->root, index, overrides);
}

/* ---- files named by designs ----------------------------------------------------------------- */

/* Makes the path of a file that a value names, with or without quotes, from the folder of the base.
 * The caller frees it. */
static char *make_file_path(const noc_space *s, const char *value)
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

bool noc_space_is_text_key(const char *key, size_t length)
{
    char path[120];
    int network;
    snprintf(path, sizeof path, "%.*s", (int)length, key);
    const int setting = noc_setting_find_network(path, &network);
    return setting >= 0 && noc_setting_at((size_t)setting)->key->type == NOC_TEXT;
}

static void print_override_file(FILE *out, const noc_space *s, const char *override)
{
    char digits[SHA256_DIGEST_STRING_LENGTH];
    const size_t length = strcspn(override, "=");
    if (override[length] != '=' || !noc_space_is_text_key(override, length)) return;
    NOC_AUTO_FREE char *path = make_file_path(s, override + length + 1);
    if (path && SHA256File(path, digits)) fprintf(out, "\n%s: %s", override, digits);
}

static void print_choice_files(FILE *out, const noc_space *s, const noc_space_choice *c)
{
    for (size_t i = 0; i < c->override_count; i++) print_override_file(out, s, c->overrides[i]);
    for (size_t a = 0; a < c->axis_count; a++)
        for (size_t i = 0; i < c->axes[a].choice_count; i++)
            print_choice_files(out, s, &c->axes[a].choices[i]);
}

/* Prints the files that the base names; none if the base is no complete design and needs settings
 * of the axes. */
static void print_base_files(FILE *out, const noc_space *s)
{
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    NOC_AUTO_DESIGN noc_design *base = NULL;
    if (noc_design_read(&s->base, NULL, 0, &base, &ignored) == NOC_OK)
        for (int n = 0; n < base->network_count; n++)
            if (base->networks[n].wiring)
                fprintf(out, "\nnetworks[%d]: %s", n, base->networks[n].wiring->digest);
}

/* Prints the digest of each file that the base or a value of an axis names. Unreadable files are
 * skipped: their designs are invalid. */
static void print_files(FILE *out, const noc_space *s)
{
    print_base_files(out, s);
    print_choice_files(out, s, &s->root);
}

/* ---- identity ------------------------------------------------------------------------------- */

static void print_choice(FILE *out, const noc_space_choice *c)
{
    for (size_t i = 0; i < c->override_count; i++) fprintf(out, "%s;", c->overrides[i]);
    for (size_t a = 0; a < c->axis_count; a++) {
        fputs("\n[", out);
        for (size_t i = 0; i < c->axes[a].choice_count; i++) {
            fputs(i ? " | " : "", out);
            print_choice(out, &c->axes[a].choices[i]);
        }
        fputs("]", out);
    }
}

/* Prints the load; flits with all digits. */
static void print_load(FILE *out, const noc_offered_load *load)
{
    char text[NOC_LOAD_CHARS] = "nan";
    if (load->form > NOC_LOAD_FLITS) noc_offered_load_format(load, text);
    if (load->form == NOC_LOAD_FLITS)
        fprintf(out, "\nload=%.17g", load->amount);
    else
        fprintf(out, "\nload=%s", text);
}

char *noc_space_canonical_text(const noc_space *s)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    print_choice(out, &s->root);
    for (size_t i = 0; i < s->constraint_count; i++)
        fprintf(out, "\n%s", noc_expression_text(s->constraints[i]));
    print_load(out, &s->load);
    fprintf(out, "\n%s", s->base.text);
    print_files(out, s);
    fclose(out);
    return text;
}

static bool has_files(const noc_space *s)
{
    NOC_AUTO_FREE char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return false;
    print_files(out, s);
    return fclose(out) == 0 && *text;
}

char *noc_space_source_path(const noc_space *s, char id[NOC_ID_CHARS + 1])
{
    char *path = has_files(s) ? realpath(s->base.path, NULL) : NULL;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const char *text = path ? noc_arena_text(&scratch, "%s\n%s", path, s->base.text) : NULL;
    noc_id_hash(text ? text : s->base.text, id);
    return path ? path : strdup(s->base.typed_name ? s->base.typed_name : s->base.path);
}
