#include "explore/space/space_axes.h"

#include <stdio.h>
#include <string.h>

#include "base/config_setting.h"
#include "explore/space/space_values.h"

enum { DEPTH_MAX = 4, AXES_MAX = 32 };

static void check_key(noc_space_reader *r, const config_setting_t *at, const char *path)
{
    char fault[200];
    const char *last = strrchr(path, '.');
    char generic[120];
    /* networks[1].rows has the keys of network.rows */
    if (strncmp(path, "networks[", 9) == 0 && last)
        snprintf(generic, sizeof generic, "network.%s", last + 1);
    else
        snprintf(generic, sizeof generic, "%s", path);
    if (last && noc_setting_find(generic) >= 0) return;
    if (!last && noc_setting_find(path) >= 0)
        snprintf(fault, sizeof fault, "'%s' needs its group: %s.%s", path,
                 noc_setting_at((size_t)noc_setting_find(path))->group, path);
    else
        noc_setting_fault(path, fault, sizeof fault);
    noc_config_complain(&r->faults, at, "%s", fault);
}

/* ---- axes ----------------------------------------------------------------------------------- */

static void read_choices(noc_space_reader *r, config_setting_t *choices, noc_space_axis *axis,
                         int depth)
{
    if (!config_setting_is_list(choices)) {
        noc_config_complain(&r->faults, choices,
                            "choices: expected a list of groups: choices = ( { ... }, { ... } );");
        return;
    }
    if (config_setting_length(choices) == 0)
        noc_config_complain(&r->faults, choices,
                            "the list of choices is empty, and so is the space");
    for (int i = 0; i < config_setting_length(choices); i++) {
        config_setting_t *group = config_setting_get_elem(choices, (unsigned)i);
        if (!config_setting_is_group(group)) {
            noc_config_complain(&r->faults, group,
                                "a choice is a group: { network = { topology = \"mesh\"; }; }");
            continue;
        }
        noc_space_choice *c = noc_space_add_choice(r, axis);
        if (c) noc_space_read_choice(r, group, c, depth + 1, false);
    }
}

/* Returns the designs of the axis: the sum over its choices. */
static void read_axis(noc_space_reader *r, config_setting_t *group, noc_space_axis *axis, int depth)
{
    static const char *const members[] = {"key",    "name", "values",  "from", "to",
                                          "factor", "step", "choices", NULL};
    const char *key = noc_config_text(noc_config_member(group, "key"));
    const char *name = noc_config_text(noc_config_member(group, "name"));
    axis->name = strdup(key ? key : name ? name : "choices");
    if (!axis->name) {
        noc_config_run_short(&r->faults);
        return;
    }
    if (!config_setting_is_group(group)) {
        noc_config_complain(
            &r->faults, group,
            "an axis is a group: { key = \"network.flit_bytes\"; values = (8, 16); }");
        return;
    }
    noc_config_check_members(&r->faults, group, members);
    config_setting_t *choices = config_setting_get_member(group, "choices");
    if (!key == !choices) {
        noc_config_complain(&r->faults, group,
                            "an axis has a key with values, or choices (one of them)");
        return;
    }
    if (choices) {
        read_choices(r, choices, axis, depth);
    } else {
        check_key(r, config_setting_get_member(group, "key"), key);
        noc_space_read_values(r, group, axis, key);
    }
    for (size_t i = 0; i < axis->choice_count; i++) axis->size += axis->choices[i].size;
}

static void check_distinct(noc_space_reader *r, const config_setting_t *at,
                           const noc_space_choice *c)
{
    for (size_t i = 0; i < c->axis_count; i++)
        for (size_t k = 0; c->axes[i].name && k < i; k++)
            if (strcmp(c->axes[i].name, c->axes[k].name) == 0 && strchr(c->axes[i].name, '.')) {
                noc_config_complain(&r->faults, at, "two axes vary %s", c->axes[i].name);
                return;
            }
}

static void read_axes(noc_space_reader *r, config_setting_t *axes, noc_space_choice *c, int depth)
{
    if (!config_setting_is_list(axes) || config_setting_length(axes) > AXES_MAX) {
        noc_config_complain(
            &r->faults, axes,
            "axes: expected a list of at most %d groups: axes = ( { key = ...; values "
            "= (...); } );",
            AXES_MAX);
        return;
    }
    double size = 1.0;
    for (int i = 0; i < config_setting_length(axes); i++) {
        noc_space_axis *grown = noc_space_grow(&r->faults, c->axes, c->axis_count, sizeof *grown);
        if (!grown) return;
        c->axes = grown;
        noc_space_axis *axis = &c->axes[c->axis_count++];
        read_axis(r, config_setting_get_elem(axes, (unsigned)i), axis, depth);
        size *= (double)axis->size;
        c->size *= axis->size;
        if (size > NOC_SPACE_MOST) {
            noc_config_complain(&r->faults, axes, "the space has more than %u designs",
                                NOC_SPACE_MOST);
            return;
        }
    }
    check_distinct(r, axes, c);
}

/* ---- choices -------------------------------------------------------------------------------- */

/* The leaves of { network = { topology = "mesh"; }; } as overrides; "axes" is for the caller. */
static void read_groups(noc_space_reader *r, config_setting_t *group, noc_space_choice *c)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        config_setting_t *part = config_setting_get_elem(group, (unsigned)i);
        const char *name = config_setting_name(part);
        if (strcmp(name, "axes") == 0) continue;
        if (!config_setting_is_group(part)) {
            noc_config_complain(&r->faults, part,
                                "'%s': expected a group of settings: network = { ... };", name);
            continue;
        }
        for (int k = 0; k < config_setting_length(part); k++) {
            config_setting_t *leaf = config_setting_get_elem(part, (unsigned)k);
            char path[120];
            snprintf(path, sizeof path, "%s.%s", name, config_setting_name(leaf));
            check_key(r, leaf, path);
            noc_space_add_override(r, c, path, leaf);
        }
    }
}

void noc_space_read_choice(noc_space_reader *r, config_setting_t *group, noc_space_choice *c,
                           int depth, bool root)
{
    c->size = 1;
    if (depth > DEPTH_MAX) {
        noc_config_complain(&r->faults, group, "axes within choices go %d levels deep at most",
                            DEPTH_MAX);
        return;
    }
    config_setting_t *axes = config_setting_get_member(group, "axes");
    config_setting_t *set = root ? config_setting_get_member(group, "set") : group;
    if (set && config_setting_is_group(set))
        read_groups(r, set, c);
    else if (set)
        noc_config_complain(&r->faults, set, "set: expected a group: set = { chip = { ... }; };");
    if (axes) read_axes(r, axes, c, depth);
}
