#include "explore/space/space_axes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/config_setting.h"

enum { VALUES_MAX = 100000, DEPTH_MAX = 4, AXES_MAX = 32 };

void *noc_space_grow(noc_config_faults *faults, void *list, size_t count, size_t size)
{
    const bool full = (count & (count - 1)) == 0;
    void *grown = full ? realloc(list, (count ? 2 * count : 1) * size) : list;
    if (grown) {
        memset((char *)grown + count * size, 0, size);
        return grown;
    }
    noc_config_run_short(faults);
    return NULL;
}

/* ---- values as overrides -------------------------------------------------------------------- */

/* True for words and numbers with units, which need no quotes, as after --set. */
static bool is_word(const char *text)
{
    noc_amount quantity;
    if (noc_amount_split(text, &quantity)) return *quantity.unit != '\0';
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

/* Adds an override to a choice, which then owns the text. */
static void add_owned(noc_space_reader *r, noc_space_choice *c, char *text)
{
    char **grown = noc_space_grow(&r->faults, c->overrides, c->override_count, sizeof *grown);
    if (!grown || !text) {
        free(text);
        return;
    }
    c->overrides = grown;
    c->overrides[c->override_count++] = text;
}

/* Adds the override "networks=2". */
static void add_count(noc_space_reader *r, noc_space_choice *c, int networks)
{
    char *text = NULL;
    if (asprintf(&text, "networks=%d", networks) < 0) text = NULL;
    add_owned(r, c, text);
}

/* Adds the override "path=value" to a choice. */
static void add_override(noc_space_reader *r, noc_space_choice *c, const char *path,
                         const config_setting_t *value)
{
    size_t size = 0;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    const char *word = noc_config_text(value);
    fprintf(out, "%s=", path);
    if (word && *word && *word != '"' && noc_space_is_text(path, strlen(path)))
        fputs(word, out);
    else
        print_value(out, value);
    fclose(out);
    add_owned(r, c, text);
}

/* ---- growing lists -------------------------------------------------------------------------- */

/* Adds an empty choice; NULL when out of memory. */
static noc_space_choice *add_choice(noc_space_reader *r, noc_space_axis *axis)
{
    noc_space_choice *grown =
        noc_space_grow(&r->faults, axis->choices, axis->choice_count, sizeof *grown);
    if (!grown) return NULL;
    axis->choices = grown;
    return &axis->choices[axis->choice_count++];
}

static void add_value(noc_space_reader *r, noc_space_axis *axis, const char *key,
                      config_setting_t *value)
{
    if (config_setting_is_group(value)) {
        noc_config_complain(&r->faults, value, "a value of %s cannot be a group (use choices)",
                            key);
        return;
    }
    noc_space_choice *c = add_choice(r, axis);
    if (!c) return;
    add_override(r, c, key, value);
    c->size = 1;
}

/* Compares choices by text; equal ones stay in the order of the file. */
static int by_text(const void *one, const void *other)
{
    const noc_space_choice *const *a = one, *const *b = other;
    const int order = strcmp((*a)->overrides[0], (*b)->overrides[0]);
    return order ? order : (*a > *b) - (*a < *b);
}

static void check_twice(noc_space_reader *r, const config_setting_t *values,
                        const noc_space_axis *axis)
{
    const noc_space_choice **sorted = calloc(axis->choice_count + 1, sizeof *sorted);
    size_t count = 0;
    if (!sorted) {
        noc_config_run_short(&r->faults);
        return;
    }
    for (size_t i = 0; i < axis->choice_count; i++)
        if (axis->choices[i].override_count) sorted[count++] = &axis->choices[i];
    qsort(sorted, count, sizeof *sorted, by_text);
    for (size_t i = 1; i < count; i++)
        if (strcmp(sorted[i - 1]->overrides[0], sorted[i]->overrides[0]) == 0)
            noc_config_complain(
                &r->faults, config_setting_get_elem(values, (unsigned)(sorted[i] - axis->choices)),
                "%s is given twice", sorted[i]->overrides[0]);
    free(sorted);
}

/* ---- ranges --------------------------------------------------------------------------------- */

static void add_number(noc_space_reader *r, noc_space_axis *axis, const char *key, double number,
                       bool whole)
{
    noc_space_choice *c = add_choice(r, axis);
    if (!c) return;
    char **overrides = noc_space_grow(&r->faults, NULL, 0, sizeof *overrides);
    if (!overrides) return;
    char digits[40];
    snprintf(digits, sizeof digits, whole ? "%.0f" : "%.12g", number);
    *c = (noc_space_choice){.overrides = overrides, .override_count = 1, .size = 1};
    if (asprintf(&overrides[0], "%s=%s%s", key, digits,
                 whole || strpbrk(digits, ".en") ? "" : ".0") < 0)
        c->override_count = 0;
}

static bool range_number(noc_space_reader *r, config_setting_t *group, const char *name,
                         double *number, bool *whole)
{
    const config_setting_t *s = config_setting_get_member(group, name);
    if (!s) return false;
    if (!noc_config_is_number(s)) {
        noc_config_complain(&r->faults, s, "%s: expected a number", name);
        return false;
    }
    *number = noc_config_number(s);
    if (config_setting_type(s) == CONFIG_TYPE_FLOAT) *whole = false;
    if (isfinite(*number)) return true;
    noc_config_complain(&r->faults, s, "%s: expected a finite number", name);
    return false;
}

/* Range of numbers, by equal steps or by equal factors. */
typedef struct span {
    double from, to, step, factor;
    bool geometric, whole;
} span;

/* Reads the limits of a range. False after a message. */
static bool read_span(noc_space_reader *r, config_setting_t *group, const char *key, span *s)
{
    int network;
    const int setting = noc_setting_find_in(key, &network);
    const bool integer = setting >= 0 && noc_setting_at((size_t)setting)->key->type == NOC_INTEGER;
    const size_t before = r->faults.count;
    bool whole = true, factor_whole = true;
    *s = (span){.step = 1.0};
    if (!range_number(r, group, "from", &s->from, &whole) ||
        !range_number(r, group, "to", &s->to, &whole)) {
        if (r->faults.count == before)
            noc_config_complain(&r->faults, group, "%s: expected values, or from and to", key);
        return false;
    }
    const bool steps = range_number(r, group, "step", &s->step, &whole);
    s->geometric = range_number(r, group, "factor", &s->factor, &factor_whole);
    s->whole = integer || (whole && (!s->geometric || factor_whole));
    if (steps && s->geometric && r->faults.count == before)
        noc_config_complain(&r->faults, group, "%s: step or factor, not both", key);
    return r->faults.count == before;
}

static bool is_finite(noc_space_reader *r, config_setting_t *group, const char *key, const span *s)
{
    if (s->geometric && !(s->factor > 1.0 && s->from > 0.0))
        noc_config_complain(
            &r->faults, group,
            "%s: the range is infinite (a geometric range needs from > 0 and factor > 1)", key);
    else if (!s->geometric && !(s->step > 0.0))
        noc_config_complain(&r->faults, group, "%s: the range is infinite (step must be above 0)",
                            key);
    else if (s->from > s->to)
        noc_config_complain(&r->faults, group, "%s: the range is empty (from %g is above to %g)",
                            key, s->from, s->to);
    else
        return true;
    return false;
}

static double count_values(const span *s)
{
    static const double rounding = 1e-9;
    const double steps =
        s->geometric ? log(s->to / s->from) / log(s->factor) : (s->to - s->from) / s->step;
    return floor(steps + rounding) + 1.0;
}

/* Reads the values of a range, each computed from the first, so that rounding errors do not add
 * up. */
static void read_range(noc_space_reader *r, config_setting_t *group, noc_space_axis *axis,
                       const char *key)
{
    span s;
    if (!read_span(r, group, key, &s) || !is_finite(r, group, key, &s)) return;
    const double count = count_values(&s);
    if (count > VALUES_MAX) {
        noc_config_complain(&r->faults, group, "%s: the range has %.3g values (at most %d)", key,
                            count, VALUES_MAX);
        return;
    }
    double last = NAN;
    for (int i = 0; i < (int)count; i++) {
        double v = s.geometric ? s.from * pow(s.factor, i) : s.from + s.step * i;
        if (s.whole) v = round(v);
        if (v != last) add_number(r, axis, key, v, s.whole);
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
        noc_config_complain(&r->faults, values, "%s: values must be a list (values = (8, 16);)",
                            key);
        return;
    }
    const int count = config_setting_length(values);
    if (count == 0)
        noc_config_complain(&r->faults, values,
                            "%s: the list of values is empty, and so is the space", key);
    if (count > VALUES_MAX) {
        noc_config_complain(&r->faults, values, "%s: the list has %d values (at most %d)", key,
                            count, VALUES_MAX);
        return;
    }
    const size_t before = r->faults.count;
    for (int i = 0; i < count; i++)
        add_value(r, axis, key, config_setting_get_elem(values, (unsigned)i));
    if (r->faults.count == before) check_twice(r, values, axis);
}

static void check_key(noc_space_reader *r, const config_setting_t *at, const char *path)
{
    char fault[200];
    int network;
    noc_member_path member;
    const bool grouped = strchr(path, '.') != NULL;
    /* groups of a list and their keys depend on the design */
    const int list = noc_setting_find_list(path, &network, &member);
    const int setting = list >= 0 ? list : noc_setting_find_in(path, &network);
    if (grouped && setting >= 0 && network >= r->networks)
        noc_config_complain(&r->faults, at, "there is no networks[%d] (%s %d network%s)", network,
                            r->networks > r->base_networks ? "the designs have" : "the base has",
                            r->networks, r->networks == 1 ? "" : "s");
    if (grouped && setting >= 0) return;
    if (setting >= 0)
        snprintf(fault, sizeof fault, "'%s' needs its group: %s.%s", path,
                 noc_setting_at((size_t)setting)->group, path);
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
        read_values(r, group, axis, key);
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

/* Reads the settings of one group as overrides; `name`: "network", "networks[1]". */
static void read_group(noc_space_reader *r, config_setting_t *part, const char *name,
                       noc_space_choice *c)
{
    for (int k = 0; k < config_setting_length(part); k++) {
        config_setting_t *leaf = config_setting_get_elem(part, (unsigned)k);
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
    bool groups = count > 0 && count <= NOC_NETWORKS_MAX;
    for (int n = 0; groups && n < count; n++)
        groups = config_setting_is_group(config_setting_get_elem(list, (unsigned)n));
    if (!groups) {
        noc_config_complain(
            &r->faults, list,
            "networks: expected a list of 1 to %d groups: networks = ( { ... }, { ... } );",
            NOC_NETWORKS_MAX);
        return;
    }
    if (count != r->base_networks || r->networks != r->base_networks) add_count(r, c, count);
    if (count > r->networks) r->networks = count;
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
            noc_config_complain(&r->faults, part,
                                "'%s': expected a group of settings: network = { ... };", name);
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
