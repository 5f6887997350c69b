#include "hybrid/training/suites/suite_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/config_file.h"
#include "base/config_setting.h"
#include "hybrid/training/suites/suite_cases.h"
#include "hybrid/training/suites/suite_draw.h"
#include "hybrid/training/suites/suite_record.h"

/* ---- designs by name, and written out ------------------------------------------------------- */

static void add_written(noc_suite_reader *r, const char *family, const config_setting_t *group)
{
    const char *name = noc_config_text(config_setting_get_member(group, "name"));
    if (!name) {
        noc_config_report_fault(&r->faults, group, "a design that is written out needs a name");
        return;
    }
    NOC_AUTO(noc_source_clear) noc_source source = {.path = strdup(r->suite->file)};
    size_t size = 0;
    FILE *out = open_memstream(&source.text, &size);
    if (out) {
        noc_suite_print_members(out, group);
        fclose(out);
        noc_suite_add_design(r, family, name, &source, NULL, 0);
    } else {
        noc_config_report_memory(&r->faults);
    }
}

/* Reads the listed designs of a family. `override` applies to named ones; NULL: none. */
static void read_designs(noc_suite_reader *r, const config_setting_t *list, const char *family,
                         const char *override)
{
    if (!noc_config_is_list(list)) {
        noc_config_report_fault(&r->faults, list,
                                "designs: expected a list: designs = (\"te13-baseline\");");
        return;
    }
    for (int i = 0; i < config_setting_length(list) && r->faults.status == NOC_OK; i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        if (noc_config_text(item))
            noc_suite_add_named(r, family, noc_config_text(item), override);
        else if (config_setting_is_group(item))
            add_written(r, family, item);
        else
            noc_config_report_fault(&r->faults, item,
                                    "a design is a name, a file, or written out: { ... }");
    }
}

/* ---- families ------------------------------------------------------------------------------- */

static const char *add_family(noc_suite_reader *r, const char *name)
{
    noc_suite *s = r->suite;
    char **grown = noc_arena_resize(&s->arena, s->families, s->family_count + 1, sizeof *grown);
    if (grown) s->families = grown;
    char *copy = noc_arena_string(&s->arena, name);
    if (s->arena.is_short)
        noc_config_report_memory(&r->faults);
    else
        s->families[s->family_count++] = copy;
    return s->arena.is_short ? NULL : copy;
}

static void read_family(noc_suite_reader *r, const config_setting_t *group)
{
    static const char *const members[] = {
        "name",          "designs",    "count", "seed",    "base",     "set",       "vary",
        "random_memory", "random_hot", "fill",  "without", "override", "held_back", NULL};
    if (!config_setting_is_group(group)) {
        noc_config_report_fault(&r->faults, group,
                                "a family is a group: { name = \"mesh\"; designs = (...); }");
        return;
    }
    noc_config_check_members(&r->faults, group, members);
    const char *name = noc_config_text(config_setting_get_member(group, "name"));
    const config_setting_t *designs = config_setting_get_member(group, "designs");
    const config_setting_t *count = config_setting_get_member(group, "count");
    if (!name) {
        noc_config_report_fault(&r->faults, group, "a family needs a name");
        return;
    }
    if (!designs == !count) {
        noc_config_report_fault(
            &r->faults, group,
            "family '%s' needs designs, or a count of designs to draw (one of them)", name);
        return;
    }
    const char *family = r->faults.status == NOC_OK ? add_family(r, name) : NULL;
    if (family && designs)
        read_designs(r, designs, family,
                     noc_config_text(config_setting_get_member(group, "override")));
    if (family && count) noc_suite_draw(r, group, family);
}

static void read_families(noc_suite_reader *r, const config_setting_t *root)
{
    const config_setting_t *list = config_setting_get_member(root, "families");
    if (!noc_config_is_list(list) || config_setting_length(list) == 0) {
        noc_config_report_fault(
            &r->faults, list ? list : root,
            "families: expected a list of groups: families = ( { name = \"mesh\"; "
            "designs = (...); } );");
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++)
        read_family(r, config_setting_get_elem(list, (unsigned)i));
}

/* ---- the file ------------------------------------------------------------------------------- */

static void read_shares(noc_suite_reader *r, const config_setting_t *list)
{
    static const double usual[] = {0.2, 0.5, 0.65, 0.8, 0.9};
    noc_suite *s = r->suite;
    s->share_count = sizeof usual / sizeof usual[0];
    memcpy(s->shares, usual, sizeof usual);
    if (!list) return;
    const int count = noc_config_is_list(list) ? config_setting_length(list) : 0;
    bool good = count >= 1 && count <= NOC_SUITE_SHARES_MAX;
    s->share_count = 0;
    for (int i = 0; i < count && good; i++) {
        const double share = noc_config_number(config_setting_get_elem(list, (unsigned)i));
        good = share > 0.0 && share < 1.0;
        s->shares[s->share_count++] = share;
    }
    if (!good)
        noc_config_report_fault(&r->faults, list,
                                "shares: expected 1 to %d numbers between 0 and 1",
                                NOC_SUITE_SHARES_MAX);
}

static void read_precision(noc_suite_reader *r, const config_setting_t *setting)
{
    const double number = noc_config_number(setting);
    r->suite->precision = setting ? number : 0.01;
    if (setting && !(number > 0.0 && number < 1.0))
        noc_config_report_fault(&r->faults, setting,
                                "precision: expected a number between 0 and 1");
}

static void read_seed(noc_suite_reader *r, const config_setting_t *setting)
{
    const double number = noc_config_number(setting);
    r->suite->seed = 1;
    if (!setting) return;
    if (number >= 0.0 && number == floor(number) && number < 9e15)
        r->suite->seed = (uint64_t)number;
    else
        noc_config_report_fault(&r->faults, setting, "seed: expected an integer, 0 or more");
}

static noc_status read_suite(const char *path, noc_path_resolver resolve, bool named,
                             noc_suite *suite, noc_diag *diag);

/* Reads a suite of the same folder, with its measurements. */
static noc_status read_joined_suite(noc_suite_reader *r, const char *name, noc_suite *other)
{
    const char *file = r->suite->file, *slash = strrchr(file, '/');
    const char *path =
        noc_arena_text(&r->suite->arena, "%.*s%s", slash ? (int)(slash - file) + 1 : 0, file, name);
    if (!path) return noc_fail_memory(r->faults.diag);
    const noc_status status = read_suite(path, r->resolve, true, other, r->faults.diag);
    return status == NOC_OK ? noc_suite_load(other, other->records_file, r->faults.diag) : status;
}

static void read_joined_suites(noc_suite_reader *r, const config_setting_t *list)
{
    static const char expected[] = "also: expected a list of suite files";
    noc_suite *s = r->suite;
    const int count = noc_config_is_list(list) ? config_setting_length(list) : 0;
    if (list && count == 0) noc_config_report_fault(&r->faults, list, expected);
    s->joined_suites = noc_arena_array(&s->arena, (size_t)count, sizeof *s->joined_suites);
    if (!s->joined_suites) noc_config_report_memory(&r->faults);
    for (int i = 0; i < count && r->faults.status == NOC_OK; i++) {
        const char *name = noc_config_text(config_setting_get_elem(list, (unsigned)i));
        if (name)
            r->faults.status = read_joined_suite(r, name, &s->joined_suites[s->joined_count++]);
        else
            noc_config_report_fault(&r->faults, list, expected);
    }
}

static void read_placements(noc_suite_reader *r, const config_setting_t *setting)
{
    const char *name = noc_config_text(setting);
    r->only_published = name && strcmp(name, "published") == 0;
    if (setting && !r->only_published)
        noc_config_report_fault(&r->faults, setting, "placements: expected \"published\"");
}

/* Reads a flag; false if it is missing. */
static bool read_flag(noc_suite_reader *r, const config_setting_t *root, const char *name)
{
    const config_setting_t *setting = config_setting_get_member(root, name);
    if (setting && config_setting_type(setting) != CONFIG_TYPE_BOOL)
        noc_config_report_fault(&r->faults, setting, "%s: expected true or false", name);
    return setting && config_setting_type(setting) == CONFIG_TYPE_BOOL &&
           config_setting_get_bool(setting) != 0;
}

static void mark_seen(noc_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) suite->cases[i].is_seen = true;
}

static void read_root(noc_suite_reader *r, const config_setting_t *root)
{
    static const char *const members[] = {"name",     "seed",      "precision", "shares",
                                          "families", "reference", "also",      "placements",
                                          "spans",    "in_sight",  NULL};
    noc_config_check_members(&r->faults, root, members);
    const char *name = noc_config_text(config_setting_get_member(root, "name"));
    if (!name) noc_config_report_fault(&r->faults, root, "name is missing (name = \"training\";)");
    r->suite->name = noc_arena_string(&r->suite->arena, name ? name : "");
    const config_setting_t *reference = config_setting_get_member(root, "reference");
    if (reference && !noc_config_text(reference))
        noc_config_report_fault(&r->faults, reference,
                                "reference: expected a text: by whom and how it was measured");
    else if (reference)
        r->suite->reference = noc_arena_string(&r->suite->arena, noc_config_text(reference));
    read_seed(r, config_setting_get_member(root, "seed"));
    read_precision(r, config_setting_get_member(root, "precision"));
    read_shares(r, config_setting_get_member(root, "shares"));
    read_placements(r, config_setting_get_member(root, "placements"));
    r->suite->widens_ranges = read_flag(r, root, "spans");
    read_families(r, root);
    if (read_flag(r, root, "in_sight")) mark_seen(r->suite);
    if (!r->is_named) read_joined_suites(r, config_setting_get_member(root, "also"));
    if (r->suite->arena.is_short) noc_config_report_memory(&r->faults);
}

static noc_status read_suite(const char *path, noc_path_resolver resolve, bool named,
                             noc_suite *suite, noc_diag *diag)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    const int stem = dot && (!slash || dot > slash) ? (int)(dot - path) : (int)strlen(path);
    *suite = (noc_suite){0};
    suite->file = noc_arena_string(&suite->arena, path);
    suite->records_file = noc_arena_text(&suite->arena, "%.*s.json", stem, path);
    if (suite->arena.is_short) return noc_fail_memory(diag);
    NOC_AUTO_FREE char *text = NULL;
    noc_status status = noc_config_read_text(path, &text, diag);
    if (status != NOC_OK) return status;
    config_t config;
    status = noc_config_parse(text, (noc_place){path, 0}, NOC_EINPUT, &config, diag);
    if (status != NOC_OK) return status;
    noc_suite_reader r = {
        .suite = suite,
        .resolve = resolve,
        .is_named = named,
        .faults = {.file = suite->file, .diag = diag},
    };
    const size_t before = diag ? diag->count : 0;
    read_root(&r, config_root_setting(&config));
    config_destroy(&config);
    if (diag) noc_diag_sort(diag, before);
    return r.faults.status;
}

noc_status noc_suite_read(const char *path, noc_path_resolver resolve, noc_suite *suite,
                          noc_diag *diag)
{
    return read_suite(path, resolve, false, suite, diag);
}
