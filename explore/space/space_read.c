#include "explore/space/space_read.h"

#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"
#include "base/config_file.h"
#include "base/config_setting.h"
#include "explore/settings/expression_read.h"
#include "explore/space/space_axes.h"
#include "hybrid/answers/figures/reasons.h"
#include "reader/file_kind.h"

/* ---- networks ------------------------------------------------------------------------------- */

/* Counts the networks of the base design; NOC_NETWORKS_MAX if its text does not have the number. */
static int count_networks(const noc_space_reader *r)
{
    config_t config;
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    int count = NOC_NETWORKS_MAX;
    if (r->space->base.text && noc_config_parse(r->space->base.text, NOC_NOWHERE, NOC_EINPUT,
                                                &config, &ignored) == NOC_OK) {
        const config_setting_t *root = config_root_setting(&config);
        config_setting_t *list = config_setting_get_member(root, "networks");
        if (list && config_setting_is_list(list))
            count = config_setting_length(list);
        else if (config_setting_get_member(root, "network"))
            count = 1;
        config_destroy(&config);
    }
    return count;
}

/* ---- conditions and goals ------------------------------------------------------------------- */

static void read_constraints(noc_space_reader *r, config_setting_t *root)
{
    config_setting_t *list = config_setting_get_member(root, "constraints");
    if (!list) return;
    if (!noc_config_is_list(list)) {
        noc_config_report_fault(
            &r->faults, list, "constraints: expected a list of texts: (\"network_area_mm2 < 60\")");
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        const char *text = noc_config_text(item);
        if (!text) {
            noc_config_report_fault(&r->faults, item,
                                    "a constraint is a text: \"network_area_mm2 < 60\"");
            continue;
        }
        const noc_place place = {r->space->file, (int)config_setting_source_line(item)};
        noc_space *s = r->space;
        noc_expression **grown =
            noc_list_grow(&s->memory, s->constraints, s->constraint_count, sizeof *grown);
        if (!grown) return;
        s->constraints = grown;
        if (noc_expression_read(text, &noc_setting_names, place, NOC_EINPUT, &s->memory,
                                &s->constraints[s->constraint_count], r->faults.diag) != NOC_OK)
            noc_config_count_fault(&r->faults, NOC_EINPUT);
        else if (noc_expression_networks(s->constraints[s->constraint_count++]) > r->max_networks)
            noc_config_report_fault(
                &r->faults, item,
                "'%s' names a network that is not there (no design of the space has more than %d)",
                text, r->max_networks);
    }
}

static void read_objectives(noc_space_reader *r, config_setting_t *root)
{
    config_setting_t *list = config_setting_get_member(root, "objectives");
    r->space->objectives = noc_objectives_default();
    if (!list) return;
    if (!noc_config_is_list(list)) {
        noc_config_report_fault(&r->faults, list,
                                "objectives: expected a list of texts: (\"max:...\", \"min:...\")");
        return;
    }
    r->space->objectives = (noc_objectives){.count = 0};
    const size_t fault_count = r->faults.count;
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        const char *text = noc_config_text(item);
        const noc_place place = {r->space->file, (int)config_setting_source_line(item)};
        if (!text)
            noc_config_report_fault(&r->faults, item,
                                    "an objective is a text: \"max:saturation_flits_per_cycle\"");
        else if (noc_objectives_add(&r->space->objectives, text, place, NOC_EINPUT,
                                    r->faults.diag) != NOC_OK)
            noc_config_count_fault(&r->faults, NOC_EINPUT);
    }
    if (r->space->objectives.count < 2 && r->faults.count == fault_count)
        noc_config_report_fault(&r->faults, list, "a front needs at least two objectives");
}

static void read_figures(noc_space_reader *r, config_setting_t *root)
{
    config_setting_t *list = config_setting_get_member(root, "figures");
    noc_space *s = r->space;
    if (!list) return;
    if (!noc_config_is_list(list)) {
        noc_config_report_fault(&r->faults, list, "figures: expected a list of texts: (\"ipc\")");
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        const char *text = noc_config_text(item);
        const int line = (int)config_setting_source_line(item);
        noc_space_figure *grown =
            noc_list_grow(&s->memory, s->figures, s->figure_count, sizeof *grown);
        noc_metric_id id;
        if (!grown) return;
        s->figures = grown;
        if (!text)
            noc_config_report_fault(&r->faults, item, "a figure is the name of a metric: \"ipc\"");
        else if (noc_metric_read(text, (noc_place){s->file, line}, NOC_EINPUT, &id,
                                 r->faults.diag) != NOC_OK)
            noc_config_count_fault(&r->faults, NOC_EINPUT);
        else
            s->figures[s->figure_count++] = (noc_space_figure){id, line};
    }
}

/* Finds the extent of answers with all objectives, constraints and figures. */
static noc_extent find_extent(const noc_space *s)
{
    noc_metric_id id = s->objectives.list[0].metric;
    for (size_t i = 0; i < s->objectives.count; i++)
        id = noc_metric_larger_extent(id, s->objectives.list[i].metric);
    for (size_t i = 0; i < s->figure_count; i++)
        id = noc_metric_larger_extent(id, s->figures[i].metric);
    for (size_t i = 0; i < s->constraint_count; i++)
        id = noc_expression_max_extent(s->constraints[i], id);
    return noc_metric_extent(id);
}

static void read_load(noc_space_reader *r, config_setting_t *root)
{
    const config_setting_t *load = config_setting_get_member(root, "load");
    const char *text = noc_config_text(load);
    const double flits = noc_config_number(load);
    if (!load) return;
    if (noc_config_is_number(load) && flits > 0.0 && isfinite(flits))
        r->space->load = (noc_offered_load){NOC_LOAD_FLITS, flits};
    else if (!text || !noc_offered_load_read(text, &r->space->load))
        noc_config_report_fault(&r->faults, load, "load: expected %s", NOC_LOAD_EXPECTED);
}

/* ---- base and name -------------------------------------------------------------------------- */

/* Finds the base; a file in the folder of the space file comes first. */
static noc_status find_base(const noc_space_reader *r, const char *word, noc_path_resolver resolve,
                            char **path, noc_diag *faults)
{
    NOC_AUTO_FREE char *folder = strdup(r->space->file), *neighbour_path = NULL;
    if (!folder || asprintf(&neighbour_path, "%s/%s", dirname(folder), word) < 0) {
        neighbour_path = NULL;
        return noc_fail_memory(faults);
    }
    if (*word == '/' || access(neighbour_path, F_OK) != 0) return resolve(word, path, faults);
    *path = neighbour_path;
    neighbour_path = NULL;
    return NOC_OK;
}

/* True if the word is a shipped design's name, not a path. */
static bool is_shipped_name(const char *path, const char *word)
{
    const char *slash = strrchr(path, '/');
    return !strchr(word, '/') && strcmp(slash ? slash + 1 : path, word) != 0;
}

static void read_base(noc_space_reader *r, config_setting_t *root, noc_path_resolver resolve)
{
    const config_setting_t *item = config_setting_get_member(root, "base");
    const char *word = noc_config_text(item);
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    NOC_AUTO_FREE char *path = NULL;
    if (!word) {
        noc_config_report_fault(&r->faults, item,
                                "base is missing (base = \"te13-baseline\"; or a design file)");
        return;
    }
    noc_status status = find_base(r, word, resolve, &path, &faults);
    if (status == NOC_OK) status = noc_source_read(path, &r->space->base, &faults);
    if (status == NOC_OK && is_shipped_name(path, word)) r->space->base.typed_name = strdup(word);
    if (status != NOC_OK)
        noc_config_report_fault(&r->faults, item, "base = \"%s\": %s", word,
                                faults.count ? faults.messages[0].text : "cannot be read");
}

static void read_name(noc_space_reader *r, config_setting_t *root)
{
    const char *name = noc_config_text(config_setting_get_member(root, "name"));
    noc_arena *arena = &r->space->memory;
    NOC_AUTO_FREE char *copy = strdup(r->space->file);
    const char *base = copy ? basename(copy) : "";
    r->space->name = name ? noc_arena_string(arena, name)
                          : noc_arena_text(arena, "%.*s", (int)strcspn(base, "."), base);
}

/* ---- the file ------------------------------------------------------------------------------- */

static size_t count_max_overrides(const noc_space_choice *c)
{
    size_t sum = c->override_count;
    for (size_t a = 0; a < c->axis_count; a++) {
        size_t largest = 0;
        for (size_t i = 0; i < c->axes[a].choice_count; i++) {
            const size_t count = count_max_overrides(&c->axes[a].choices[i]);
            if (count > largest) largest = count;
        }
        sum += largest;
    }
    return sum;
}

static void read_root(noc_space_reader *r, config_setting_t *root, noc_path_resolver resolve)
{
    static const char *const members[] = {"name",       "base",    "set",  "axes", "constraints",
                                          "objectives", "figures", "load", NULL};
    noc_config_check_members(&r->faults, root, members);
    read_name(r, root);
    read_base(r, root, resolve);
    r->base_networks = r->max_networks = count_networks(r);
    noc_space_read_choice(r, root, &r->space->root, 0, true);
    read_constraints(r, root);
    read_objectives(r, root);
    read_figures(r, root);
    read_load(r, root);
    r->space->extent = find_extent(r->space);
    const config_setting_t *axes = config_setting_get_member(root, "axes");
    if (!axes || (config_setting_is_list(axes) && config_setting_length(axes) == 0))
        noc_config_report_fault(
            &r->faults, root,
            "the space is empty: it has no axes (axes = ( { key = ...; values = (...); } );)");
    r->space->max_overrides = count_max_overrides(&r->space->root);
}

noc_status noc_space_read_text(const char *path, const char *text, noc_path_resolver resolve,
                               noc_space *space, noc_diag *diag)
{
    *space = (noc_space){0};
    space->file = noc_arena_string(&space->memory, path);
    if (!space->file) return noc_fail_memory(diag);
    config_t config;
    const noc_place place = {space->file, 0};
    const noc_status status = noc_config_parse(text, place, NOC_EINPUT, &config, diag);
    if (status != NOC_OK) return status;
    const size_t message_count = diag->count;
    noc_space_reader r = {.space = space, .faults = {.file = space->file, .diag = diag}};
    if (noc_file_kind_of(config_root_setting(&config)) == NOC_FILE_DESIGN)
        noc_config_report_fault(&r.faults, config_root_setting(&config),
                                "is a design, not a space of designs (nocsight query %s; a space "
                                "around it: nocsight new space %s)",
                                path, path);
    else
        read_root(&r, config_root_setting(&config), resolve);
    if (space->memory.is_short) noc_config_report_memory(&r.faults);
    config_destroy(&config);
    if (r.faults.count == 0) return NOC_OK;
    noc_diag_sort(diag, message_count);
    return diag->count > message_count ? diag->messages[message_count].status : NOC_EFAILED;
}

noc_status noc_space_read(const char *path, noc_path_resolver resolve, noc_space *space,
                          noc_diag *diag)
{
    NOC_AUTO_FREE char *text = NULL;
    *space = (noc_space){0};
    const noc_status status = noc_config_read_text(path, &text, diag);
    return status == NOC_OK ? noc_space_read_text(path, text, resolve, space, diag) : status;
}
