#include "explore/space/space_axes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/auto.h"
#include "base/config_setting.h"

enum { VALUES_MAX = 100000, DEPTH_MAX = 4, AXES_MAX = 32 };

/* ---- values as overrides -------------------------------------------------------------------- */

/* True for words and numbers with units, which need no quotes, as after --set. */
static bool is_word(const char *text)
{
    noc_amount amount;
    if (noc_amount_split(text, &amount)) return *amount.unit != '\0';
    if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", *text)) return false;
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] ==
           '\0';
}

static void print_value(FILE *out, const config_setting_t *v)
{
    const char *text = noc_config_text(v);
    if (text) {
        fprintf(out, *text && is_word(text) ? "%s" : "\"%s\"", text);
    } else if (noc_config_is_number(v)) {
        noc_config_print_number(out, v);
    } else {
        for (int i = 0; i < config_setting_length(v); i++) {
            fputs(i ? ", " : "(", out);
            print_value(out, config_setting_get_elem(v, (unsigned)i));
        }
        fputs(config_setting_length(v) ? ")" : "()", out);
    }
}

/* Adds an override, a text of the space's arena, to a choice. */
static void add_override_text(noc_space_reader *r, noc_space_choice *c, char *text)
{
    char **grown = noc_list_grow(&r->space->memory, c->overrides, c->override_count, sizeof *grown);
    if (!grown || !text) return;
    c->overrides = grown;
    c->overrides[c->override_count++] = text;
}

/* Adds the override "path=value" to a choice. */
static void add_override(noc_space_reader *r, noc_space_choice *c, const char *path,
                         const config_setting_t *value)
{
    size_t size = 0;
    NOC_AUTO_FREE char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        noc_config_report_memory(&r->faults);
        return;
    }
    const char *word = noc_config_text(value);
    fprintf(out, "%s=", path);
    if (word && *word && *word != '"' && noc_space_is_text_key(path, strlen(path)))
        fputs(word, out);
    else
        print_value(out, value);
    if (fclose(out) == 0)
        add_override_text(r, c, noc_arena_string(&r->space->memory, text));
    else
        noc_config_report_memory(&r->faults);
}

/* ---- growing lists -------------------------------------------------------------------------- */

/* Adds an empty choice to an axis and returns it; NULL when out of memory. */
static noc_space_choice *add_choice(noc_space_reader *r, noc_space_axis *axis)
{
    noc_space_choice *grown =
        noc_list_grow(&r->space->memory, axis->choices, axis->choice_count, sizeof *grown);
    if (!grown) return NULL;
    axis->choices = grown;
    return &axis->choices[axis->choice_count++];
}

static void add_value(noc_space_reader *r, noc_space_axis *axis, const char *key,
                      config_setting_t *value)
{
    if (config_setting_is_group(value)) {
        noc_config_report_fault(&r->faults, value, "a value of %s cannot be a group (use choices)",
                                key);
        return;
    }
    noc_space_choice *c = add_choice(r, axis);
    if (!c) return;
    add_override(r, c, key, value);
    c->design_count = 1;
}

/* Compares choices by text; equal ones stay in the order of the file. */
static int compare_first_overrides(const void *left, const void *right)
{
    const noc_space_choice *const *a = left, *const *b = right;
    const int order = strcmp((*a)->overrides[0], (*b)->overrides[0]);
    return order ? order : (*a > *b) - (*a < *b);
}

static void check_duplicates(noc_space_reader *r, const config_setting_t *values,
                             const noc_space_axis *axis)
{
    NOC_AUTO_FREE const noc_space_choice **sorted = calloc(axis->choice_count + 1, sizeof *sorted);
    size_t count = 0;
    if (!sorted) {
        noc_config_report_memory(&r->faults);
        return;
    }
    for (size_t i = 0; i < axis->choice_count; i++)
        if (axis->choices[i].override_count) sorted[count++] = &axis->choices[i];
    qsort(sorted, count, sizeof *sorted, compare_first_overrides);
    for (size_t i = 1; i < count; i++)
        if (strcmp(sorted[i - 1]->overrides[0], sorted[i]->overrides[0]) == 0)
            noc_config_report_fault(
                &r->faults, config_setting_get_elem(values, (unsigned)(sorted[i] - axis->choices)),
                "%s is given twice", sorted[i]->overrides[0]);
}

/* ---- ranges --------------------------------------------------------------------------------- */

static void add_number(noc_space_reader *r, noc_space_axis *axis, const char *key, double number,
                       bool is_whole)
{
    noc_space_choice *c = add_choice(r, axis);
    if (!c) return;
    char digits[40];
    snprintf(digits, sizeof digits, is_whole ? "%.0f" : "%.12g", number);
    c->design_count = 1;
    add_override_text(r, c,
                      noc_arena_text(&r->space->memory, "%s=%s%s", key, digits,
                                     is_whole || strpbrk(digits, ".en") ? "" : ".0"));
}

static bool read_range_number(noc_space_reader *r, config_setting_t *group, const char *name,
                              double *number, bool *is_whole)
{
    const config_setting_t *s = config_setting_get_member(group, name);
    if (!s) return false;
    if (!noc_config_is_number(s)) {
        noc_config_report_fault(&r->faults, s, "%s: expected a number", name);
        return false;
    }
    *number = noc_config_number(s);
    if (config_setting_type(s) == CONFIG_TYPE_FLOAT) *is_whole = false;
    if (isfinite(*number)) return true;
    noc_config_report_fault(&r->faults, s, "%s: expected a finite number", name);
    return false;
}

/* Range of numbers, by equal steps or by equal factors. */
typedef struct number_range {
    double first, last, step, factor;
    bool is_geometric, is_whole;
} number_range;

/* Reads the limits of a range. False after a message. */
static bool read_range_limits(noc_space_reader *r, config_setting_t *group, const char *key,
                              number_range *s)
{
    int network;
    const int setting = noc_setting_find_network(key, &network);
    const bool is_integer_key =
        setting >= 0 && noc_setting_at((size_t)setting)->key->type == NOC_INTEGER;
    const size_t fault_count = r->faults.count;
    bool is_whole = true, is_factor_whole = true;
    *s = (number_range){.step = 1.0};
    if (!read_range_number(r, group, "from", &s->first, &is_whole) ||
        !read_range_number(r, group, "to", &s->last, &is_whole)) {
        if (r->faults.count == fault_count)
            noc_config_report_fault(&r->faults, group, "%s: expected values, or from and to", key);
        return false;
    }
    const bool has_step = read_range_number(r, group, "step", &s->step, &is_whole);
    s->is_geometric = read_range_number(r, group, "factor", &s->factor, &is_factor_whole);
    s->is_whole = is_integer_key || (is_whole && (!s->is_geometric || is_factor_whole));
    if (has_step && s->is_geometric && r->faults.count == fault_count)
        noc_config_report_fault(&r->faults, group, "%s: step or factor, not both", key);
    return r->faults.count == fault_count;
}

static bool check_finite(noc_space_reader *r, config_setting_t *group, const char *key,
                         const number_range *s)
{
    if (s->is_geometric && !(s->factor > 1.0 && s->first > 0.0))
        noc_config_report_fault(
            &r->faults, group,
            "%s: the range is infinite (a geometric range needs from > 0 and factor > 1)", key);
    else if (!s->is_geometric && !(s->step > 0.0))
        noc_config_report_fault(&r->faults, group,
                                "%s: the range is infinite (step must be above 0)", key);
    else if (s->first > s->last)
        noc_config_report_fault(&r->faults, group,
                                "%s: the range is empty (from %g is above to %g)", key, s->first,
                                s->last);
    else
        return true;
    return false;
}

static double count_range_values(const number_range *s)
{
    static const double rounding = 1e-9;
    const double steps =
        s->is_geometric ? log(s->last / s->first) / log(s->factor) : (s->last - s->first) / s->step;
    return floor(steps + rounding) + 1.0;
}

/* Reads the values of a range, each computed from the first, so that rounding errors do not add
 * up. */
static void read_range(noc_space_reader *r, config_setting_t *group, noc_space_axis *axis,
                       const char *key)
{
    number_range s;
    if (!read_range_limits(r, group, key, &s) || !check_finite(r, group, key, &s)) return;
    const double count = count_range_values(&s);
    if (count > VALUES_MAX) {
        noc_config_report_fault(&r->faults, group, "%s: the range has %.3g values (at most %d)",
                                key, count, VALUES_MAX);
        return;
    }
    double last = NAN;
    for (int i = 0; i < (int)count; i++) {
        double v = s.is_geometric ? s.first * pow(s.factor, i) : s.first + s.step * i;
        if (s.is_whole) v = round(v);
        if (v != last) add_number(r, axis, key, v, s.is_whole);
        last = v;
    }
}

/* Reads { key = "network.flit_bytes"; values = (8, 16); }, or from, to and step or factor. */
static void read_values(noc_space_reader *r, config_setting_t *group, noc_space_axis *axis,
                        const char *key)
{
    config_setting_t *values = config_setting_get_member(group, "values");
    if (!values) {
        read_range(r, group, axis, key);
        return;
    }
    if (!noc_config_is_list(values)) {
        noc_config_report_fault(&r->faults, values, "%s: values must be a list (values = (8, 16);)",
                                key);
        return;
    }
    const int count = config_setting_length(values);
    if (count == 0)
        noc_config_report_fault(&r->faults, values,
                                "%s: the list of values is empty, and so is the space", key);
    if (count > VALUES_MAX) {
        noc_config_report_fault(&r->faults, values, "%s: the list has %d values (at most %d)", key,
                                count, VALUES_MAX);
        return;
    }
    const size_t fault_count = r->faults.count;
    for (int i = 0; i < count; i++)
        add_value(r, axis, key, config_setting_get_elem(values, (unsigned)i));
    if (r->faults.count == fault_count) check_duplicates(r, values, axis);
}

static void check_key(noc_space_reader *r, const config_setting_t *place, const char *path)
{
    char fault[200];
    int network;
    noc_member_path member;
    const bool has_group = strchr(path, '.') != NULL;
    /* groups of a list and their keys depend on the design */
    const int list = noc_setting_find_list(path, &network, &member);
    const int setting = list >= 0 ? list : noc_setting_find_network(path, &network);
    if (has_group && setting >= 0 && network >= r->max_networks)
        noc_config_report_fault(
            &r->faults, place, "there is no networks[%d] (%s %d network%s)", network,
            r->max_networks > r->base_networks ? "the designs have" : "the base has",
            r->max_networks, r->max_networks == 1 ? "" : "s");
    if (has_group && setting >= 0) return;
    if (setting >= 0)
        snprintf(fault, sizeof fault, "'%s' needs its group: %s.%s", path,
                 noc_setting_at((size_t)setting)->group, path);
    else
        noc_setting_write_fault(path, fault, sizeof fault);
    noc_config_report_fault(&r->faults, place, "%s", fault);
}

/* ---- axes ----------------------------------------------------------------------------------- */

static void read_choices(noc_space_reader *r, config_setting_t *choices, noc_space_axis *axis,
                         int depth)
{
    if (!config_setting_is_list(choices)) {
        noc_config_report_fault(
            &r->faults, choices,
            "choices: expected a list of groups: choices = ( { ... }, { ... } );");
        return;
    }
    if (config_setting_length(choices) == 0)
        noc_config_report_fault(&r->faults, choices,
                                "the list of choices is empty, and so is the space");
    for (int i = 0; i < config_setting_length(choices); i++) {
        config_setting_t *group = config_setting_get_elem(choices, (unsigned)i);
        if (!config_setting_is_group(group)) {
            noc_config_report_fault(&r->faults, group,
                                    "a choice is a group: { network = { topology = \"mesh\"; }; }");
            continue;
        }
        noc_space_choice *c = add_choice(r, axis);
        if (c) noc_space_read_choice(r, group, c, depth + 1, false);
    }
}

/* Reads an axis. Its number of designs is the sum over its choices. */
static void read_axis(noc_space_reader *r, config_setting_t *group, noc_space_axis *axis, int depth)
{
    static const char *const members[] = {"key",    "name", "values",  "from", "to",
                                          "factor", "step", "choices", NULL};
    const char *key = noc_config_text(noc_config_member(group, "key"));
    const char *name = noc_config_text(noc_config_member(group, "name"));
    axis->name = noc_arena_string(&r->space->memory, key ? key : name ? name : "choices");
    if (!axis->name) return;
    if (!config_setting_is_group(group)) {
        noc_config_report_fault(
            &r->faults, group,
            "an axis is a group: { key = \"network.flit_bytes\"; values = (8, 16); }");
        return;
    }
    noc_config_check_members(&r->faults, group, members);
    config_setting_t *choices = config_setting_get_member(group, "choices");
    if (!key == !choices) {
        noc_config_report_fault(&r->faults, group,
                                "an axis has a key with values, or choices (one of them)");
        return;
    }
    if (choices) {
        read_choices(r, choices, axis, depth);
    } else {
        check_key(r, config_setting_get_member(group, "key"), key);
        read_values(r, group, axis, key);
    }
    for (size_t i = 0; i < axis->choice_count; i++)
        axis->design_count += axis->choices[i].design_count;
}

static void check_distinct(noc_space_reader *r, const config_setting_t *place,
                           const noc_space_choice *c)
{
    for (size_t i = 0; i < c->axis_count; i++)
        for (size_t k = 0; c->axes[i].name && k < i; k++)
            if (strcmp(c->axes[i].name, c->axes[k].name) == 0 && strchr(c->axes[i].name, '.')) {
                noc_config_report_fault(&r->faults, place, "two axes vary %s", c->axes[i].name);
                return;
            }
}

static void read_axes(noc_space_reader *r, config_setting_t *axes, noc_space_choice *c, int depth)
{
    if (!config_setting_is_list(axes) || config_setting_length(axes) > AXES_MAX) {
        noc_config_report_fault(&r->faults, axes,
                                "axes: expected a list of at most %d groups: axes = ( { key = ...; "
                                "values = (...); } );",
                                AXES_MAX);
        return;
    }
    double size = 1.0;
    for (int i = 0; i < config_setting_length(axes); i++) {
        noc_space_axis *grown =
            noc_list_grow(&r->space->memory, c->axes, c->axis_count, sizeof *grown);
        if (!grown) return;
        c->axes = grown;
        noc_space_axis *axis = &c->axes[c->axis_count++];
        read_axis(r, config_setting_get_elem(axes, (unsigned)i), axis, depth);
        size *= (double)axis->design_count;
        c->design_count *= axis->design_count;
        if (size > NOC_SPACE_MOST) {
            noc_config_report_fault(&r->faults, axes, "the space has more than %u designs",
                                    NOC_SPACE_MOST);
            return;
        }
    }
    check_distinct(r, axes, c);
}

/* ---- choices -------------------------------------------------------------------------------- */

/* Reads the settings of one group as overrides; `name`: "network", "networks[1]". */
static void read_group(noc_space_reader *r, config_setting_t *group, const char *name,
                       noc_space_choice *c)
{
    for (int k = 0; k < config_setting_length(group); k++) {
        config_setting_t *leaf = config_setting_get_elem(group, (unsigned)k);
        char path[120];
        snprintf(path, sizeof path, "%s.%s", name, config_setting_name(leaf));
        check_key(r, leaf, path);
        add_override(r, c, path, leaf);
    }
}

/* Reads networks = ( { ... }, { ... } ), and overrides the number of networks if the base has
 * another number. */
static void read_networks(noc_space_reader *r, config_setting_t *list, noc_space_choice *c)
{
    const int count = config_setting_is_list(list) ? config_setting_length(list) : 0;
    bool has_groups = count > 0 && count <= NOC_NETWORKS_MAX;
    for (int n = 0; has_groups && n < count; n++)
        has_groups = config_setting_is_group(config_setting_get_elem(list, (unsigned)n));
    if (!has_groups) {
        noc_config_report_fault(
            &r->faults, list,
            "networks: expected a list of 1 to %d groups: networks = ( { ... }, { ... } );",
            NOC_NETWORKS_MAX);
        return;
    }
    if (count != r->base_networks || r->max_networks != r->base_networks)
        add_override_text(r, c, noc_arena_text(&r->space->memory, "networks=%d", count));
    if (count > r->max_networks) r->max_networks = count;
    for (int n = 0; n < count; n++) {
        char name[40];
        snprintf(name, sizeof name, count > 1 ? "networks[%d]" : "network", n);
        read_group(r, config_setting_get_elem(list, (unsigned)n), name, c);
    }
}

/* Reads { network = { topology = "mesh"; }; } as overrides; the caller reads "axes". */
static void read_groups(noc_space_reader *r, config_setting_t *group, noc_space_choice *c)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        config_setting_t *part = config_setting_get_elem(group, (unsigned)i);
        const char *name = config_setting_name(part);
        if (strcmp(name, "axes") == 0) continue;
        if (strcmp(name, "networks") == 0)
            read_networks(r, part, c);
        else if (config_setting_is_group(part))
            read_group(r, part, name, c);
        else
            noc_config_report_fault(&r->faults, part,
                                    "'%s': expected a group of settings: network = { ... };", name);
    }
}

void noc_space_read_choice(noc_space_reader *r, config_setting_t *group, noc_space_choice *c,
                           int depth, bool is_root)
{
    c->design_count = 1;
    if (depth > DEPTH_MAX) {
        noc_config_report_fault(&r->faults, group, "axes within choices go %d levels deep at most",
                                DEPTH_MAX);
        return;
    }
    config_setting_t *axes = config_setting_get_member(group, "axes");
    config_setting_t *set = is_root ? config_setting_get_member(group, "set") : group;
    if (set && config_setting_is_group(set))
        read_groups(r, set, c);
    else if (set)
        noc_config_report_fault(&r->faults, set,
                                "set: expected a group: set = { chip = { ... }; };");
    if (axes) read_axes(r, axes, c, depth);
}
