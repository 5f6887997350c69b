#include "hybrid/suites/suite.h"

#include <libgen.h>
#include <math.h>
#include <sha256.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/suites/suite_reader.h"
#include "network/config_file.h"
#include "network/design_keys.h"
#include "network/design_value.h"

/* ---- reading values ------------------------------------------------------------------------- */

void noc_suite_complain(noc_suite_reader *r, const config_setting_t *at, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const int line = at ? (int)config_setting_source_line(at) : 0;
    noc_fail(r->diag, NOC_EINPUT, (noc_place){r->suite->file, line}, "%s", text);
    if (r->status == NOC_OK) r->status = NOC_EINPUT;
}

static void no_memory(noc_suite_reader *r)
{
    noc_fail_memory(r->diag);
    if (r->status == NOC_OK) r->status = NOC_EFAILED;
}

void noc_suite_known(noc_suite_reader *r, const config_setting_t *group, const char *const *names)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        const char *meant;
        if (!noc_config_is_known(member, names, &meant))
            noc_suite_complain(r, member, "unknown setting '%s'%s%s%s", config_setting_name(member),
                               meant ? "; did you mean '" : "", meant ? meant : "",
                               meant ? "'?" : "");
    }
}

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
        noc_suite_print(out, member);
        fputs("; ", out);
    }
}

void noc_suite_print(FILE *out, const config_setting_t *v)
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
            noc_suite_print(out, config_setting_get_elem(v, (unsigned)i));
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
        full ? realloc(s->cases, (s->count ? 2 * s->count : 1) * sizeof *grown) : s->cases;
    char *copy = strdup(name);
    if (grown) s->cases = grown;
    if (!grown || !copy) {
        free(copy);
        no_memory(r);
        return NULL;
    }
    noc_suite_case *c = &s->cases[s->count++];
    *c = (noc_suite_case){.name = copy, .family = family};
    return c;
}

/* The first message, in one line. */
static char *first_fault(const noc_diag *faults)
{
    char *text = NULL;
    const noc_message *m = faults->count ? &faults->messages[0] : NULL;
    if (!m || !m->text) return strdup("out of memory");
    if (asprintf(&text, "%s%s%s", m->file ? m->file : "", m->file ? ": " : "", m->text) < 0)
        return NULL;
    return text;
}

static void make_bad(noc_suite *s, noc_suite_case *c, const noc_diag *faults)
{
    noc_design_free(c->design);
    c->design = NULL;
    c->fault = first_fault(faults);
    s->bad++;
}

/* Costs, closed loops and memories do not change what open-loop traffic meets. */
static bool is_measured(size_t group, const char *key)
{
    static const char *const nodes[] = {"compute", "memory", "memory_at", "empty_at"};
    if (group == NOC_GROUP_NETWORK) return strcmp(key, "terminal_mm") != 0;
    if (group == NOC_GROUP_TRAFFIC) return true;
    for (size_t i = 0; group == NOC_GROUP_NODES && i < sizeof nodes / sizeof nodes[0]; i++)
        if (strcmp(key, nodes[i]) == 0) return true;
    return false;
}

/* Defaults are left out, so that a key that a later version adds changes nothing. */
static void stamp_keys(SHA2_CTX *sum, const noc_design *d, size_t group, int network,
                       noc_key_table table)
{
    const size_t at = noc_design_group_offset(group, network);
    for (size_t k = 0; k < table.count; k++) {
        const noc_key *key = &table.keys[k];
        noc_design blank = {.name = NULL};
        if (!is_measured(group, key->name)) continue;
        noc_value_default(key, (char *)&blank + at);
        char *usual = noc_value_text(key, (const char *)&blank + at);
        char *value = noc_value_text(key, (const char *)d + at), *line = NULL;
        if (usual && value && strcmp(usual, value) != 0 &&
            asprintf(&line, "%zu.%d.%s=%s\n", group, network, key->name, value) >= 0)
            SHA256Update(sum, (const uint8_t *)line, strlen(line));
        free(line);
        free(usual);
        free(value);
    }
}

static void stamp(noc_suite_case *c)
{
    const noc_design *d = c->design;
    char digits[SHA256_DIGEST_STRING_LENGTH];
    SHA2_CTX sum;
    SHA256Init(&sum);
    for (size_t g = 0; g < NOC_GROUPS; g++) {
        const int networks = g == NOC_GROUP_NETWORK ? d->network_count : 1;
        for (int n = 0; n < networks; n++) {
            stamp_keys(&sum, d, g, n, noc_design_group_keys(g));
            stamp_keys(&sum, d, g, n, noc_design_own_keys(d, g, n));
        }
    }
    SHA256End(&sum, digits);
    snprintf(c->id, sizeof c->id, "%.*s", NOC_SUITE_ID_CHARS, digits);
}

static char *join(const char *const *overrides, size_t count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t i = 0; i < count; i++) fprintf(out, "%s%s", i ? " " : "", overrides[i]);
    fclose(out);
    return text;
}

void noc_suite_add(noc_suite_reader *r, const char *family, const char *name,
                   const noc_source *source, const char *const *overrides, size_t count)
{
    noc_suite_case *c = add_case(r, family, name);
    if (!c) return;
    c->overrides = join(overrides, count);
    noc_diag faults = {0};
    noc_status status = noc_design_read(source, overrides, count, &c->design, &faults);
    if (status == NOC_OK) status = noc_system_compile(c->design, &c->system, &faults);
    if (status == NOC_OK)
        stamp(c);
    else
        make_bad(r->suite, c, &faults);
    noc_diag_clear(&faults);
}

void noc_suite_add_fault(noc_suite_reader *r, const char *family, const char *name,
                         const char *fault)
{
    noc_suite_case *c = add_case(r, family, name);
    if (!c) return;
    c->fault = strdup(fault);
    r->suite->bad++;
}

/* ---- designs by name, and written out ------------------------------------------------------- */

/* A file beside the suite, else as anywhere on the command line. */
static char *find_design(const noc_suite_reader *r, const char *word, noc_diag *faults)
{
    char *folder = strdup(r->suite->file), *beside = NULL, *path = NULL;
    if (folder && *word != '/' && asprintf(&beside, "%s/%s", dirname(folder), word) < 0)
        beside = NULL;
    if (beside && access(beside, F_OK) == 0)
        path = strdup(beside);
    else if (r->resolve)
        (void)r->resolve(word, &path, faults);
    else
        path = strdup(word);
    free(folder);
    free(beside);
    return path;
}

void noc_suite_read_base(noc_suite_reader *r, const config_setting_t *at, const char *word,
                         noc_source *source)
{
    noc_diag faults = {0};
    char *path = find_design(r, word, &faults);
    if (!path || noc_source_read(path, source, &faults) != NOC_OK) {
        char *fault = first_fault(&faults);
        noc_suite_complain(r, at, "base: %s", fault ? fault : "out of memory");
        free(fault);
    }
    noc_diag_clear(&faults);
    free(path);
}

static void add_named(noc_suite_reader *r, const char *family, const char *word)
{
    noc_diag faults = {0};
    noc_source source = {0};
    char *path = find_design(r, word, &faults);
    if (path && noc_source_read(path, &source, &faults) == NOC_OK) {
        noc_suite_add(r, family, word, &source, NULL, 0);
    } else {
        char *fault = first_fault(&faults);
        noc_suite_add_fault(r, family, word, fault ? fault : "out of memory");
        free(fault);
    }
    noc_source_clear(&source);
    noc_diag_clear(&faults);
    free(path);
}

static void add_written(noc_suite_reader *r, const char *family, const config_setting_t *group)
{
    const char *name = noc_config_text(config_setting_get_member(group, "name"));
    if (!name) {
        noc_suite_complain(r, group, "a design that is written out needs a name");
        return;
    }
    noc_source source = {.path = strdup(r->suite->file)};
    size_t size = 0;
    FILE *out = open_memstream(&source.text, &size);
    if (out) {
        noc_suite_print_members(out, group);
        fclose(out);
        noc_suite_add(r, family, name, &source, NULL, 0);
    } else {
        no_memory(r);
    }
    noc_source_clear(&source);
}

static void read_designs(noc_suite_reader *r, const config_setting_t *list, const char *family)
{
    if (!noc_config_is_list(list)) {
        noc_suite_complain(r, list, "designs: expected a list: designs = (\"te13-baseline\");");
        return;
    }
    for (int i = 0; i < config_setting_length(list) && r->status == NOC_OK; i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        if (noc_config_text(item))
            add_named(r, family, noc_config_text(item));
        else if (config_setting_is_group(item))
            add_written(r, family, item);
        else
            noc_suite_complain(r, item, "a design is a name, a file, or written out: { ... }");
    }
}

noc_status noc_suite_require(noc_suite *s, noc_diag *diag)
{
    for (size_t i = 0; i < s->count; i++) {
        noc_suite_case *c = &s->cases[i];
        noc_diag faults = {0};
        if (!c->design || c->measured) continue;
        noc_system_free(c->system);
        c->system = NULL;
        noc_fail(&faults, NOC_EINPUT, NOC_NOWHERE, "%s has no measurement of it", s->reference);
        make_bad(s, c, &faults);
        noc_diag_clear(&faults);
        if (!c->fault) return noc_fail_memory(diag);
    }
    return NOC_OK;
}

/* ---- the file ------------------------------------------------------------------------------- */

static const char *keep_family(noc_suite_reader *r, const char *name)
{
    noc_suite *s = r->suite;
    char **grown = realloc(s->families, (s->family_count + 1) * sizeof *grown);
    char *copy = strdup(name);
    if (grown) s->families = grown;
    if (!grown || !copy) {
        free(copy);
        no_memory(r);
        return NULL;
    }
    s->families[s->family_count++] = copy;
    return copy;
}

static void read_family(noc_suite_reader *r, const config_setting_t *group)
{
    static const char *const members[] = {"name",       "designs", "count",   "seed",
                                          "base",       "set",     "vary",    "random_memory",
                                          "random_hot", "fill",    "without", NULL};
    if (!config_setting_is_group(group)) {
        noc_suite_complain(r, group, "a family is a group: { name = \"mesh\"; designs = (...); }");
        return;
    }
    noc_suite_known(r, group, members);
    const char *name = noc_config_text(config_setting_get_member(group, "name"));
    const config_setting_t *designs = config_setting_get_member(group, "designs");
    const config_setting_t *count = config_setting_get_member(group, "count");
    if (!name) {
        noc_suite_complain(r, group, "a family needs a name");
        return;
    }
    if (!designs == !count) {
        noc_suite_complain(r, group,
                           "family '%s' needs designs, or a count of designs to draw (one of them)",
                           name);
        return;
    }
    const char *family = r->status == NOC_OK ? keep_family(r, name) : NULL;
    if (family && designs) read_designs(r, designs, family);
    if (family && count) noc_suite_draw(r, group, family);
}

static void read_families(noc_suite_reader *r, const config_setting_t *root)
{
    const config_setting_t *list = config_setting_get_member(root, "families");
    if (!noc_config_is_list(list) || config_setting_length(list) == 0) {
        noc_suite_complain(r, list ? list : root,
                           "families: expected a list of groups: families = ( { name = \"mesh\"; "
                           "designs = (...); } );");
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++)
        read_family(r, config_setting_get_elem(list, (unsigned)i));
}

static void read_shares(noc_suite_reader *r, const config_setting_t *list)
{
    static const double usual[] = {0.2, 0.5, 0.65, 0.8, 0.9};
    noc_suite *s = r->suite;
    s->share_count = sizeof usual / sizeof usual[0];
    memcpy(s->shares, usual, sizeof usual);
    if (!list) return;
    const int count = noc_config_is_list(list) ? config_setting_length(list) : 0;
    bool good = count >= 1 && count <= NOC_SUITE_SHARES_MOST;
    s->share_count = 0;
    for (int i = 0; i < count && good; i++) {
        const double share = noc_config_number(config_setting_get_elem(list, (unsigned)i));
        good = share > 0.0 && share < 1.0;
        s->shares[s->share_count++] = share;
    }
    if (!good)
        noc_suite_complain(r, list, "shares: expected 1 to %d numbers between 0 and 1",
                           NOC_SUITE_SHARES_MOST);
}

static void read_precision(noc_suite_reader *r, const config_setting_t *setting)
{
    const double number = noc_config_number(setting);
    r->suite->precision = setting ? number : 0.01;
    if (setting && !(number > 0.0 && number < 1.0))
        noc_suite_complain(r, setting, "precision: expected a number between 0 and 1");
}

static void read_seed(noc_suite_reader *r, const config_setting_t *setting)
{
    const double number = noc_config_number(setting);
    r->suite->seed = 1;
    if (!setting) return;
    if (number >= 0.0 && number == floor(number) && number < 9e15)
        r->suite->seed = (uint64_t)number;
    else
        noc_suite_complain(r, setting, "seed: expected an integer, 0 or more");
}

static noc_status read_suite(const char *path, noc_suite_resolve resolve, bool named,
                             noc_suite *suite, noc_diag *diag);

/* A suite beside this one, with its measurements. */
static noc_status read_other(noc_suite_reader *r, const char *name, noc_suite *other)
{
    const char *file = r->suite->file, *slash = strrchr(file, '/');
    char *path = NULL;
    if (asprintf(&path, "%.*s%s", slash ? (int)(slash - file) + 1 : 0, file, name) < 0)
        return noc_fail_memory(r->diag);
    noc_status status = read_suite(path, r->resolve, true, other, r->diag);
    if (status == NOC_OK) status = noc_suite_load(other, other->records, r->diag);
    free(path);
    return status;
}

static void read_also(noc_suite_reader *r, const config_setting_t *list)
{
    noc_suite *s = r->suite;
    const int count = noc_config_is_list(list) ? config_setting_length(list) : 0;
    if (list && count == 0) noc_suite_complain(r, list, "also: expected a list of suite files");
    s->also = calloc((size_t)count + 1, sizeof *s->also);
    if (!s->also) no_memory(r);
    for (int i = 0; i < count && r->status == NOC_OK; i++) {
        const char *name = noc_config_text(config_setting_get_elem(list, (unsigned)i));
        if (name)
            r->status = read_other(r, name, &s->also[s->also_count++]);
        else
            noc_suite_complain(r, list, "also: expected a list of suite files");
    }
}

static void read_root(noc_suite_reader *r, const config_setting_t *root)
{
    static const char *const members[] = {"name",     "seed",      "precision", "shares",
                                          "families", "reference", "also",      NULL};
    noc_suite_known(r, root, members);
    const char *name = noc_config_text(config_setting_get_member(root, "name"));
    if (!name) noc_suite_complain(r, root, "name is missing (name = \"training\";)");
    r->suite->name = strdup(name ? name : "");
    const config_setting_t *reference = config_setting_get_member(root, "reference");
    if (reference && !noc_config_text(reference))
        noc_suite_complain(r, reference, "reference: expected a text: who measured it, with what");
    else if (reference)
        r->suite->reference = strdup(noc_config_text(reference));
    read_seed(r, config_setting_get_member(root, "seed"));
    read_precision(r, config_setting_get_member(root, "precision"));
    read_shares(r, config_setting_get_member(root, "shares"));
    read_families(r, root);
    if (!r->named) read_also(r, config_setting_get_member(root, "also"));
}

/* "x/training.suite" is measured in "x/training.json". */
static char *records_of(const char *file)
{
    const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
    char *path = NULL;
    const int stem = dot && (!slash || dot > slash) ? (int)(dot - file) : (int)strlen(file);
    return asprintf(&path, "%.*s.json", stem, file) < 0 ? NULL : path;
}

static noc_status read_suite(const char *path, noc_suite_resolve resolve, bool named,
                             noc_suite *suite, noc_diag *diag)
{
    *suite = (noc_suite){.file = strdup(path), .records = records_of(path)};
    if (!suite->file || !suite->records) return noc_fail_memory(diag);
    char *text = NULL;
    noc_status status = noc_config_slurp(path, &text, diag);
    if (status != NOC_OK) return status;
    config_t config;
    status = noc_config_parse(text, (noc_place){path, 0}, NOC_EINPUT, &config, diag);
    free(text);
    if (status != NOC_OK) return status;
    noc_suite_reader r = {.suite = suite, .resolve = resolve, .named = named, .diag = diag};
    const size_t before = diag ? diag->count : 0;
    read_root(&r, config_root_setting(&config));
    config_destroy(&config);
    if (diag) noc_diag_sort(diag, before);
    return r.status;
}

noc_status noc_suite_read(const char *path, noc_suite_resolve resolve, noc_suite *suite,
                          noc_diag *diag)
{
    return read_suite(path, resolve, false, suite, diag);
}

noc_status noc_suite_join(const noc_suite *suite, noc_suite *all, noc_diag *diag)
{
    size_t count = suite->count;
    for (size_t k = 0; k < suite->also_count; k++) count += suite->also[k].count;
    *all = *suite;
    all->cases = malloc((count + 1) * sizeof *all->cases);
    if (!all->cases) return noc_fail_memory(diag);
    if (suite->count > 0) memcpy(all->cases, suite->cases, suite->count * sizeof *all->cases);
    for (size_t k = 0; k < suite->also_count; k++) {
        const noc_suite *other = &suite->also[k];
        if (other->count > 0)
            memcpy(all->cases + all->count, other->cases, other->count * sizeof *all->cases);
        all->count += other->count;
        all->measured += other->measured;
        all->bad += other->bad;
    }
    all->also = NULL;
    all->also_count = 0;
    return NOC_OK;
}

void noc_suite_clear(noc_suite *s)
{
    for (size_t i = 0; i < s->also_count; i++) noc_suite_clear(&s->also[i]);
    free(s->also);
    for (size_t i = 0; i < s->count; i++) {
        noc_system_free(s->cases[i].system);
        noc_design_free(s->cases[i].design);
        free(s->cases[i].name);
        free(s->cases[i].overrides);
        free(s->cases[i].fault);
    }
    for (size_t i = 0; i < s->family_count; i++) free(s->families[i]);
    free(s->cases);
    free(s->families);
    free(s->file);
    free(s->name);
    free(s->records);
    free(s->reference);
    *s = (noc_suite){0};
}
