#include "explore/space/space_read.h"

#include <libgen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    noc_diag ignored = {0};
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
    noc_diag_clear(&ignored);
    return count;
}

/* ---- conditions and goals ------------------------------------------------------------------- */

static void read_constraints(noc_space_reader *r, config_setting_t *root)
{
    config_setting_t *list = config_setting_get_member(root, "constraints");
    if (!list) return;
    if (!noc_config_is_list(list)) {
        noc_config_complain(&r->faults, list,
                            "constraints: expected a list of texts: (\"network_area_mm2 < 60\")");
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        const char *text = noc_config_text(item);
        if (!text) {
            noc_config_complain(&r->faults, item,
                                "a constraint is a text: \"network_area_mm2 < 60\"");
            continue;
        }
        const noc_place place = {r->space->file, (int)config_setting_source_line(item)};
        noc_space *s = r->space;
        noc_expression **grown =
            noc_space_grow(&r->faults, s->constraints, s->constraint_count, sizeof(void *));
        if (!grown) return;
        s->constraints = grown;
        if (noc_expression_read(text, &noc_setting_names, place, NOC_EINPUT,
                                &s->constraints[s->constraint_count], r->faults.diag) != NOC_OK)
            noc_config_count_fault(&r->faults, NOC_EINPUT);
        else if (noc_expression_networks(s->constraints[s->constraint_count++]) > r->networks)
            noc_config_complain(&r->faults, item,
                                "'%s' names a network that is not there (no design of the space "
                                "has more than %d)",
                                text, r->networks);
    }
}

static void read_objectives(noc_space_reader *r, config_setting_t *root)
{
    config_setting_t *list = config_setting_get_member(root, "objectives");
    r->space->objectives = noc_objectives_default();
    if (!list) return;
    if (!noc_config_is_list(list)) {
        noc_config_complain(&r->faults, list,
                            "objectives: expected a list of texts: (\"max:...\", \"min:...\")");
        return;
    }
    r->space->objectives = (noc_objectives){.count = 0};
    const size_t before = r->faults.count;
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        const char *text = noc_config_text(item);
        const noc_place place = {r->space->file, (int)config_setting_source_line(item)};
        if (!text)
            noc_config_complain(&r->faults, item,
                                "an objective is a text: \"max:saturation_flits_per_cycle\"");
        else if (noc_objectives_add(&r->space->objectives, text, place, NOC_EINPUT,
                                    r->faults.diag) != NOC_OK)
            noc_config_count_fault(&r->faults, NOC_EINPUT);
    }
    if (r->space->objectives.count < 2 && r->faults.count == before)
        noc_config_complain(&r->faults, list, "a front needs at least two objectives");
}

static void read_figures(noc_space_reader *r, config_setting_t *root)
{
    config_setting_t *list = config_setting_get_member(root, "figures");
    noc_space *s = r->space;
    if (!list) return;
    if (!noc_config_is_list(list)) {
        noc_config_complain(&r->faults, list, "figures: expected a list of texts: (\"ipc\")");
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        const char *text = noc_config_text(item);
        const int line = (int)config_setting_source_line(item);
        noc_space_figure *grown =
            noc_space_grow(&r->faults, s->figures, s->figure_count, sizeof *grown);
        noc_metric_id id;
        if (!grown) return;
        s->figures = grown;
        if (!text)
            noc_config_complain(&r->faults, item, "a figure is the name of a metric: \"ipc\"");
        else if (noc_metric_read(text, (noc_place){s->file, line}, NOC_EINPUT, &id,
                                 r->faults.diag) != NOC_OK)
            noc_config_count_fault(&r->faults, NOC_EINPUT);
        else
            s->figures[s->figure_count++] = (noc_space_figure){id, line};
    }
}

/* Finds the extent of answers with all objectives, constraints and figures. */
static noc_extent extent_of(const noc_space *s)
{
    noc_metric_id id = s->objectives.list[0].metric;
    for (size_t i = 0; i < s->objectives.count; i++)
        id = noc_metric_further(id, s->objectives.list[i].metric);
    for (size_t i = 0; i < s->figure_count; i++) id = noc_metric_further(id, s->figures[i].metric);
    for (size_t i = 0; i < s->constraint_count; i++)
        id = noc_expression_furthest(s->constraints[i], id);
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
        noc_config_complain(&r->faults, load, "load: expected %s", NOC_LOAD_EXPECTED);
}

/* ---- base and name -------------------------------------------------------------------------- */

/* Finds the base; a file in the folder of the space file comes first. */
static noc_status find_base(const noc_space_reader *r, const char *word, noc_resolve resolve,
                            char **path, noc_diag *faults)
{
    char *folder = strdup(r->space->file), *beside = NULL;
    if (!folder || asprintf(&beside, "%s/%s", dirname(folder), word) < 0) beside = NULL;
    free(folder);
    *path = beside;
    if (!beside) return noc_fail_memory(faults);
    if (*word != '/' && access(beside, F_OK) == 0) return NOC_OK;
    free(beside);
    *path = NULL;
    return resolve(word, path, faults);
}

/* True if the word is a shipped design's name, not a path. */
static bool is_shipped(const char *path, const char *word)
{
    const char *slash = strrchr(path, '/');
    return !strchr(word, '/') && strcmp(slash ? slash + 1 : path, word) != 0;
}

static void read_base(noc_space_reader *r, config_setting_t *root, noc_resolve resolve)
{
    const config_setting_t *item = config_setting_get_member(root, "base");
    const char *word = noc_config_text(item);
    noc_diag faults = {0};
    char *path = NULL;
    if (!word) {
        noc_config_complain(&r->faults, item,
                            "base is missing (base = \"te13-baseline\"; or a design file)");
        return;
    }
    noc_status status = find_base(r, word, resolve, &path, &faults);
    if (status == NOC_OK) status = noc_source_read(path, &r->space->base, &faults);
    if (status == NOC_OK && is_shipped(path, word)) r->space->base.word = strdup(word);
    if (status != NOC_OK)
        noc_config_complain(&r->faults, item, "base = \"%s\": %s", word,
                            faults.count ? faults.messages[0].text : "cannot be read");
    noc_diag_clear(&faults);
    free(path);
}

static void read_name(noc_space_reader *r, config_setting_t *root)
{
    const char *name = noc_config_text(config_setting_get_member(root, "name"));
    char *copy = strdup(r->space->file);
    char *base = copy ? basename(copy) : NULL;
    if (name)
        r->space->name = strdup(name);
    else if (base)
        r->space->name = strndup(base, strcspn(base, "."));
    free(copy);
}

/* ---- the file ------------------------------------------------------------------------------- */

static size_t overrides_of(const noc_space_choice *c)
{
    size_t sum = c->override_count;
    for (size_t a = 0; a < c->axis_count; a++) {
        size_t most = 0;
        for (size_t i = 0; i < c->axes[a].choice_count; i++) {
            const size_t one = overrides_of(&c->axes[a].choices[i]);
            if (one > most) most = one;
        }
        sum += most;
    }
    return sum;
}

static void read_root(noc_space_reader *r, config_setting_t *root, noc_resolve resolve)
{
    static const char *const members[] = {"name",       "base",    "set",  "axes", "constraints",
                                          "objectives", "figures", "load", NULL};
    noc_config_check_members(&r->faults, root, members);
    read_name(r, root);
    read_base(r, root, resolve);
    r->base_networks = r->networks = count_networks(r);
    noc_space_read_choice(r, root, &r->space->root, 0, true);
    read_constraints(r, root);
    read_objectives(r, root);
    read_figures(r, root);
    read_load(r, root);
    r->space->extent = extent_of(r->space);
    const config_setting_t *axes = config_setting_get_member(root, "axes");
    if (!axes || (config_setting_is_list(axes) && config_setting_length(axes) == 0))
        noc_config_complain(
            &r->faults, root,
            "the space is empty: it has no axes (axes = ( { key = ...; values = (...); "
            "} );)");
    r->space->overrides_most = overrides_of(&r->space->root);
}

noc_status noc_space_read_text(const char *path, const char *text, noc_resolve resolve,
                               noc_space *space, noc_diag *diag)
{
    *space = (noc_space){.file = strdup(path)};
    if (!space->file) return noc_fail_memory(diag);
    config_t config;
    const noc_place place = {space->file, 0};
    const noc_status status = noc_config_parse(text, place, NOC_EINPUT, &config, diag);
    if (status != NOC_OK) return status;
    const size_t before = diag->count;
    noc_space_reader r = {.space = space, .faults = {.file = space->file, .diag = diag}};
    if (noc_file_kind_of(config_root_setting(&config)) == NOC_FILE_DESIGN)
        noc_config_complain(&r.faults, config_root_setting(&config),
                            "is a design, not a space of designs (nocsight query %s; a space "
                            "around it: nocsight new space %s)",
                            path, path);
    else
        read_root(&r, config_root_setting(&config), resolve);
    config_destroy(&config);
    if (r.faults.count == 0) return NOC_OK;
    noc_diag_sort(diag, before);
    return diag->count > before ? diag->messages[before].status : NOC_EFAILED;
}

noc_status noc_space_read(const char *path, noc_resolve resolve, noc_space *space, noc_diag *diag)
{
    char *text = NULL;
    *space = (noc_space){0};
    noc_status status = noc_config_slurp(path, &text, diag);
    if (status == NOC_OK) status = noc_space_read_text(path, text, resolve, space, diag);
    free(text);
    return status;
}
