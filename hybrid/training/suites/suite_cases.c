#include "hybrid/training/suites/suite_cases.h"

#include <libgen.h>
#include <sha256.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"
#include "base/config_setting.h"
#include "design/key.h"
#include "network/compile/compile.h"
#include "reader/design_keys.h"
#include "reader/design_read.h"

/* ---- settings as text ----------------------------------------------------------------------- */

static void print_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void noc_suite_print_members(FILE *out, const config_setting_t *group)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        fprintf(out, "%s = ", config_setting_name(member));
        noc_suite_print_value(out, member);
        fputs("; ", out);
    }
}

void noc_suite_print_value(FILE *out, const config_setting_t *v)
{
    const char *text = noc_config_text(v);
    if (text) {
        print_text(out, text);
    } else if (noc_config_is_number(v)) {
        noc_config_print_number(out, v);
    } else if (config_setting_type(v) == CONFIG_TYPE_BOOL) {
        fputs(config_setting_get_bool(v) ? "true" : "false", out);
    } else if (config_setting_is_group(v)) {
        fputs("{ ", out);
        noc_suite_print_members(out, v);
        fputs("}", out);
    } else {
        fputs("(", out);
        for (int i = 0; i < config_setting_length(v); i++) {
            if (i) fputs(", ", out);
            noc_suite_print_value(out, config_setting_get_elem(v, (unsigned)i));
        }
        fputs(")", out);
    }
}

/* ---- cases ---------------------------------------------------------------------------------- */

static noc_suite_case *add_case(noc_suite_reader *r, const char *family, const char *name)
{
    noc_suite *s = r->suite;
    const bool full = (s->count & (s->count - 1)) == 0;
    noc_suite_case *grown =
        full ? noc_arena_resize(&s->arena, s->cases, s->count ? 2 * s->count : 1, sizeof *grown)
             : s->cases;
    if (grown) s->cases = grown;
    char *copy = noc_arena_string(&s->arena, name);
    if (s->arena.is_short) {
        noc_config_report_memory(&r->faults);
        return NULL;
    }
    noc_suite_case *c = &s->cases[s->count++];
    *c = (noc_suite_case){.name = copy, .family = family};
    return c;
}

/* ---- inputs of a measurement ---------------------------------------------------------------- */

/* True if a measurement depends on a key. Costs, closed loops, memories and counts of data do not
 * change open-loop traffic; codecs do. */
static bool affects_measurement(size_t group, const char *key)
{
    static const char *const nodes[] = {"compute", "memory", "memory_at", "empty_at"};
    if (group == NOC_GROUP_CODEC) return true;
    if (group == NOC_GROUP_NETWORK) return strcmp(key, "terminal_mm") != 0;
    if (group == NOC_GROUP_TRAFFIC) return strcmp(key, "data_bytes") != 0;
    for (size_t i = 0; group == NOC_GROUP_NODES && i < sizeof nodes / sizeof nodes[0]; i++)
        if (strcmp(key, nodes[i]) == 0) return true;
    return false;
}

/* Adds a group's keys to the digest. Default values are omitted, so that keys of later versions
 * change no digest. */
static void add_keys_digest(SHA2_CTX *sum, const noc_design *d, size_t group, int network,
                            noc_key_table table)
{
    const size_t offset = noc_design_group_offset(group, network);
    for (size_t k = 0; k < table.count; k++) {
        const noc_key *key = &table.keys[k];
        noc_design blank = {.name = NULL};
        if (!affects_measurement(group, key->name)) continue;
        noc_value_default(key, (char *)&blank + offset);
        NOC_AUTO_FREE char *default_text = noc_value_text(key, (const char *)&blank + offset);
        NOC_AUTO_FREE char *value = noc_value_text(key, (const char *)d + offset);
        NOC_AUTO_FREE char *line = NULL;
        if (default_text && value && strcmp(default_text, value) != 0 &&
            asprintf(&line, "%zu.%d.%s=%s\n", group, network, key->name, value) >= 0)
            SHA256Update(sum, (const uint8_t *)line, strlen(line));
    }
}

static void set_id(noc_suite_case *c)
{
    const noc_design *d = c->design;
    char digits[SHA256_DIGEST_STRING_LENGTH];
    SHA2_CTX sum;
    SHA256Init(&sum);
    for (size_t g = 0; g < NOC_GROUPS; g++) {
        const int networks = g == NOC_GROUP_NETWORK ? d->network_count : 1;
        for (int n = 0; n < networks; n++) {
            noc_key_table table;
            for (size_t i = 0; noc_design_keys(d, g, n, i, &table); i++)
                add_keys_digest(&sum, d, g, n, table);
        }
    }
    SHA256End(&sum, digits);
    snprintf(c->id, sizeof c->id, "%.*s", NOC_SUITE_ID_CHARS, digits);
}

/* ---- a design, or the reason of its absence ------------------------------------------------- */

static char *join_overrides(const char *const *overrides, size_t count, noc_arena *arena)
{
    size_t size = 1;
    for (size_t i = 0; i < count; i++) size += strlen(overrides[i]) + 1;
    char *text = noc_arena_array(arena, size, 1), *end = text;
    for (size_t i = 0; text && i < count; i++)
        end += sprintf(end, "%s%s", i ? " " : "", overrides[i]);
    return text;
}

void noc_suite_add_design(noc_suite_reader *r, const char *family, const char *name,
                          const noc_source *source, const char *const *overrides, size_t count)
{
    noc_suite_case *c = add_case(r, family, name);
    if (!c) return;
    c->overrides = join_overrides(overrides, count, &r->suite->arena);
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    noc_status status = noc_design_read(source, overrides, count, &c->design, &faults);
    if (status == NOC_OK) status = noc_system_compile(c->design, &c->system, &faults);
    if (status == NOC_OK)
        set_id(c);
    else
        noc_suite_make_bad(r->suite, c, &faults);
}

void noc_suite_hold_back(noc_suite_reader *r)
{
    if (r->suite->count > 0) r->suite->cases[r->suite->count - 1].is_held_back = true;
}

/* ---- designs by name ------------------------------------------------------------------------ */

/* Finds a design in the suite's folder, or as on the command line. */
static char *find_design(const noc_suite_reader *r, const char *word, noc_diag *faults)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    char *folder = noc_arena_string(&scratch, r->suite->file), *path = NULL;
    const char *beside =
        folder && *word != '/' ? noc_arena_text(&scratch, "%s/%s", dirname(folder), word) : NULL;
    if (beside && access(beside, F_OK) == 0) return strdup(beside);
    if (!r->resolve) return strdup(word);
    (void)r->resolve(word, &path, faults);
    return path;
}

void noc_suite_read_base(noc_suite_reader *r, const config_setting_t *at, const char *word,
                         noc_source *source)
{
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO_FREE char *path = find_design(r, word, &faults);
    if (path && noc_source_read(path, source, &faults) == NOC_OK) return;
    const char *fault = noc_suite_fault_text(&faults, &r->suite->arena);
    noc_config_report_fault(&r->faults, at, "base: %s", fault ? fault : "out of memory");
}

void noc_suite_add_named(noc_suite_reader *r, const char *family, const char *word,
                         const char *override)
{
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    NOC_AUTO_FREE char *path = find_design(r, word, &faults);
    if (path && noc_source_read(path, &source, &faults) == NOC_OK) {
        noc_suite_add_design(r, family, word, &source, &override, override != NULL);
        return;
    }
    noc_suite_case *c = add_case(r, family, word);
    if (c) noc_suite_make_bad(r->suite, c, &faults);
}
