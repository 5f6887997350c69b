#include "explore/space.h"

#include <libgen.h>
#include <math.h>
#include <sha256.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "network/config_file.h"
#include "network/config_setting.h"

enum { VALUES_MAX = 100000, DEPTH_MAX = 4, AXES_MAX = 32 };

typedef struct reader {
    noc_space *space;
    noc_diag *diag;
    size_t faults;
} reader;

static void complain(reader *r, const config_setting_t *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void complain(reader *r, const config_setting_t *at, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const int line = at ? (int)config_setting_source_line(at) : 0;
    noc_fail(r->diag, NOC_EINPUT, (noc_place){r->space->file, line}, "%s", text);
    r->faults++;
}

/* Room for one more element, zeroed: lists double, so their capacities are powers of two. */
static void *grow(reader *r, void *list, size_t count, size_t size)
{
    const bool full = (count & (count - 1)) == 0;
    void *grown = full ? realloc(list, (count ? 2 * count : 1) * size) : list;
    if (grown) {
        memset((char *)grown + count * size, 0, size);
        return grown;
    }
    noc_fail_memory(r->diag);
    r->faults++;
    return NULL;
}

/* ---- values as overrides -------------------------------------------------------------------- */

/* Words go without quotes, as a person would type them after --set. */
static bool is_word(const char *text)
{
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

static void add_override(reader *r, noc_space_choice *c, const char *path,
                         const config_setting_t *value)
{
    char **grown = grow(r, c->overrides, c->override_count, sizeof *grown);
    if (!grown) return;
    c->overrides = grown;
    size_t size = 0;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out) return;
    fprintf(out, "%s=", path);
    print_value(out, value);
    fclose(out);
    c->overrides[c->override_count++] = text;
}

static void check_key(reader *r, const config_setting_t *at, const char *path)
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
    complain(r, at, "%s", fault);
}

/* ---- axes ----------------------------------------------------------------------------------- */

static void read_choice(reader *r, config_setting_t *group, noc_space_choice *c, int depth,
                        bool root);

static noc_space_choice *add_choice(reader *r, noc_space_axis *axis)
{
    noc_space_choice *grown = grow(r, axis->choices, axis->choice_count, sizeof *grown);
    if (!grown) return NULL;
    axis->choices = grown;
    return &axis->choices[axis->choice_count++];
}

static void add_value(reader *r, noc_space_axis *axis, const char *key, config_setting_t *value)
{
    if (config_setting_is_group(value)) {
        complain(r, value, "a value of %s cannot be a group (use choices)", key);
        return;
    }
    noc_space_choice *c = add_choice(r, axis);
    if (!c) return;
    add_override(r, c, key, value);
    c->size = 1;
}

/* By text; of equal ones in the order of the file. */
static int by_text(const void *one, const void *other)
{
    const noc_space_choice *const *a = one, *const *b = other;
    const int order = strcmp((*a)->overrides[0], (*b)->overrides[0]);
    return order ? order : (*a > *b) - (*a < *b);
}

static void check_twice(reader *r, const config_setting_t *values, const noc_space_axis *axis)
{
    const noc_space_choice **sorted = calloc(axis->choice_count + 1, sizeof *sorted);
    size_t count = 0;
    if (!sorted) {
        noc_fail_memory(r->diag);
        r->faults++;
        return;
    }
    for (size_t i = 0; i < axis->choice_count; i++)
        if (axis->choices[i].override_count) sorted[count++] = &axis->choices[i];
    qsort(sorted, count, sizeof *sorted, by_text);
    for (size_t i = 1; i < count; i++)
        if (strcmp(sorted[i - 1]->overrides[0], sorted[i]->overrides[0]) == 0)
            complain(r, config_setting_get_elem(values, (unsigned)(sorted[i] - axis->choices)),
                     "%s is given twice", sorted[i]->overrides[0]);
    free(sorted);
}

static void add_number(reader *r, noc_space_axis *axis, const char *key, double number, bool whole)
{
    noc_space_choice *c = add_choice(r, axis);
    if (!c) return;
    char **overrides = grow(r, NULL, 0, sizeof *overrides);
    if (!overrides) return;
    char digits[40];
    snprintf(digits, sizeof digits, whole ? "%.0f" : "%.12g", number);
    *c = (noc_space_choice){.overrides = overrides, .override_count = 1, .size = 1};
    if (asprintf(&overrides[0], "%s=%s%s", key, digits,
                 whole || strpbrk(digits, ".en") ? "" : ".0") < 0)
        c->override_count = 0;
}

static bool range_number(reader *r, config_setting_t *group, const char *name, double *number,
                         bool *whole)
{
    const config_setting_t *s = config_setting_get_member(group, name);
    if (!s) return false;
    if (!noc_config_is_number(s)) {
        complain(r, s, "%s: expected a number", name);
        return false;
    }
    *number = noc_config_number(s);
    if (config_setting_type(s) == CONFIG_TYPE_FLOAT) *whole = false;
    if (isfinite(*number)) return true;
    complain(r, s, "%s: expected a finite number", name);
    return false;
}

/* Each value is computed from the first, so that rounding does not add up. */
static void read_range(reader *r, config_setting_t *group, noc_space_axis *axis, const char *key)
{
    const int setting = noc_setting_find(key);
    const bool integer = setting >= 0 && noc_setting_at((size_t)setting)->key->type == NOC_INTEGER;
    bool whole = true;
    double from = 0, to = 0, step = 1, factor = 0;
    const size_t before = r->faults;
    if (!range_number(r, group, "from", &from, &whole) ||
        !range_number(r, group, "to", &to, &whole)) {
        if (r->faults == before) complain(r, group, "%s: expected values, or from and to", key);
        return;
    }
    const bool steps = range_number(r, group, "step", &step, &whole);
    bool factor_whole = true;
    const bool geometric = range_number(r, group, "factor", &factor, &factor_whole);
    if (r->faults > before) return;
    whole = integer || (whole && (!geometric || factor_whole));
    if (steps && geometric)
        complain(r, group, "%s: step or factor, not both", key);
    else if (geometric && !(factor > 1.0 && from > 0.0))
        complain(r, group,
                 "%s: the range is infinite (a geometric range needs from > 0 and factor > 1)",
                 key);
    else if (!geometric && !(step > 0.0))
        complain(r, group, "%s: the range is infinite (step must be above 0)", key);
    else if (from > to)
        complain(r, group, "%s: the range is empty (from %g is above to %g)", key, from, to);
    if (r->faults > before) return;
    const double count = geometric ? floor(log(to / from) / log(factor) + 1e-9) + 1
                                   : floor((to - from) / step + 1e-9) + 1;
    if (count > VALUES_MAX) {
        complain(r, group, "%s: the range has %.3g values (at most %d)", key, count, VALUES_MAX);
        return;
    }
    double last = NAN;
    for (int i = 0; i < (int)count; i++) {
        double v = geometric ? from * pow(factor, i) : from + step * i;
        if (whole) v = round(v);
        if (v != last) add_number(r, axis, key, v, whole);
        last = v;
    }
}

static void read_values(reader *r, config_setting_t *group, noc_space_axis *axis, const char *key)
{
    config_setting_t *values = config_setting_get_member(group, "values");
    if (!values) {
        read_range(r, group, axis, key);
        return;
    }
    if (!noc_config_is_list(values)) {
        complain(r, values, "%s: values must be a list (values = (8, 16);)", key);
        return;
    }
    const int count = config_setting_length(values);
    if (count == 0)
        complain(r, values, "%s: the list of values is empty, and so is the space", key);
    if (count > VALUES_MAX) {
        complain(r, values, "%s: the list has %d values (at most %d)", key, count, VALUES_MAX);
        return;
    }
    const size_t before = r->faults;
    for (int i = 0; i < count; i++)
        add_value(r, axis, key, config_setting_get_elem(values, (unsigned)i));
    if (r->faults == before) check_twice(r, values, axis);
}

static void read_choices(reader *r, config_setting_t *choices, noc_space_axis *axis, int depth)
{
    if (!config_setting_is_list(choices)) {
        complain(r, choices, "choices: expected a list of groups: choices = ( { ... }, { ... } );");
        return;
    }
    if (config_setting_length(choices) == 0)
        complain(r, choices, "the list of choices is empty, and so is the space");
    for (int i = 0; i < config_setting_length(choices); i++) {
        config_setting_t *group = config_setting_get_elem(choices, (unsigned)i);
        if (!config_setting_is_group(group)) {
            complain(r, group, "a choice is a group: { network = { topology = \"mesh\"; }; }");
            continue;
        }
        noc_space_choice *c = add_choice(r, axis);
        if (c) read_choice(r, group, c, depth + 1, false);
    }
}

static void check_members(reader *r, config_setting_t *group, const char *const *known)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        config_setting_t *member = config_setting_get_elem(group, (unsigned)i);
        const char *nearest;
        if (!noc_config_is_known(member, known, &nearest))
            complain(r, member, "unknown setting '%s'%s%s%s", config_setting_name(member),
                     nearest ? "; did you mean '" : "", nearest ? nearest : "",
                     nearest ? "'?" : "");
    }
}

/* Returns the designs of the axis: the sum over its choices. */
static void read_axis(reader *r, config_setting_t *group, noc_space_axis *axis, int depth)
{
    static const char *const members[] = {"key",    "name", "values",  "from", "to",
                                          "factor", "step", "choices", NULL};
    const char *key = noc_config_text(noc_config_member(group, "key"));
    const char *name = noc_config_text(noc_config_member(group, "name"));
    axis->name = strdup(key ? key : name ? name : "choices");
    if (!axis->name) {
        noc_fail_memory(r->diag);
        r->faults++;
        return;
    }
    if (!config_setting_is_group(group)) {
        complain(r, group,
                 "an axis is a group: { key = \"network.flit_bytes\"; values = (8, 16); }");
        return;
    }
    check_members(r, group, members);
    config_setting_t *choices = config_setting_get_member(group, "choices");
    if (!key == !choices) {
        complain(r, group, "an axis has a key with values, or choices (one of them)");
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

static void check_distinct(reader *r, const config_setting_t *at, const noc_space_choice *c)
{
    for (size_t i = 0; i < c->axis_count; i++)
        for (size_t k = 0; c->axes[i].name && k < i; k++)
            if (strcmp(c->axes[i].name, c->axes[k].name) == 0 && strchr(c->axes[i].name, '.')) {
                complain(r, at, "two axes vary %s", c->axes[i].name);
                return;
            }
}

static void read_axes(reader *r, config_setting_t *axes, noc_space_choice *c, int depth)
{
    if (!config_setting_is_list(axes) || config_setting_length(axes) > AXES_MAX) {
        complain(r, axes,
                 "axes: expected a list of at most %d groups: axes = ( { key = ...; values "
                 "= (...); } );",
                 AXES_MAX);
        return;
    }
    double size = 1.0;
    for (int i = 0; i < config_setting_length(axes); i++) {
        noc_space_axis *grown = grow(r, c->axes, c->axis_count, sizeof *grown);
        if (!grown) return;
        c->axes = grown;
        noc_space_axis *axis = &c->axes[c->axis_count++];
        read_axis(r, config_setting_get_elem(axes, (unsigned)i), axis, depth);
        size *= (double)axis->size;
        c->size *= axis->size;
        if (size > NOC_SPACE_MOST) {
            complain(r, axes, "the space has more than %u designs", NOC_SPACE_MOST);
            return;
        }
    }
    check_distinct(r, axes, c);
}

/* The leaves of { network = { topology = "mesh"; }; } as overrides; "axes" is for the caller. */
static void read_groups(reader *r, config_setting_t *group, noc_space_choice *c)
{
    for (int i = 0; i < config_setting_length(group); i++) {
        config_setting_t *part = config_setting_get_elem(group, (unsigned)i);
        const char *name = config_setting_name(part);
        if (strcmp(name, "axes") == 0) continue;
        if (!config_setting_is_group(part)) {
            complain(r, part, "'%s': expected a group of settings: network = { ... };", name);
            continue;
        }
        for (int k = 0; k < config_setting_length(part); k++) {
            config_setting_t *leaf = config_setting_get_elem(part, (unsigned)k);
            char path[120];
            snprintf(path, sizeof path, "%s.%s", name, config_setting_name(leaf));
            check_key(r, leaf, path);
            add_override(r, c, path, leaf);
        }
    }
}

static void read_choice(reader *r, config_setting_t *group, noc_space_choice *c, int depth,
                        bool root)
{
    c->size = 1;
    if (depth > DEPTH_MAX) {
        complain(r, group, "axes within choices go %d levels deep at most", DEPTH_MAX);
        return;
    }
    config_setting_t *axes = config_setting_get_member(group, "axes");
    config_setting_t *set = root ? config_setting_get_member(group, "set") : group;
    if (set && config_setting_is_group(set))
        read_groups(r, set, c);
    else if (set)
        complain(r, set, "set: expected a group: set = { chip = { ... }; };");
    if (axes) read_axes(r, axes, c, depth);
}

/* ---- the file ------------------------------------------------------------------------------- */

static void read_constraints(reader *r, config_setting_t *root)
{
    config_setting_t *list = config_setting_get_member(root, "constraints");
    if (!list) return;
    if (!noc_config_is_list(list)) {
        complain(r, list, "constraints: expected a list of texts: (\"network_area_mm2 < 60\")");
        return;
    }
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        const char *text = noc_config_text(item);
        if (!text) {
            complain(r, item, "a constraint is a text: \"network_area_mm2 < 60\"");
            continue;
        }
        const noc_place place = {r->space->file, (int)config_setting_source_line(item)};
        noc_space *s = r->space;
        noc_expression **grown = grow(r, s->constraints, s->constraint_count, sizeof(void *));
        if (!grown) return;
        s->constraints = grown;
        if (noc_expression_read(text, &noc_setting_names, place, NOC_EINPUT,
                                &s->constraints[s->constraint_count], r->diag) == NOC_OK)
            s->constraint_count++;
        else
            r->faults++;
    }
}

static void read_objectives(reader *r, config_setting_t *root)
{
    config_setting_t *list = config_setting_get_member(root, "objectives");
    r->space->objectives = noc_objectives_default();
    if (!list) return;
    if (!noc_config_is_list(list)) {
        complain(r, list, "objectives: expected a list of texts: (\"max:...\", \"min:...\")");
        return;
    }
    r->space->objectives = (noc_objectives){.count = 0};
    const size_t before = r->faults;
    for (int i = 0; i < config_setting_length(list); i++) {
        const config_setting_t *item = config_setting_get_elem(list, (unsigned)i);
        const char *text = noc_config_text(item);
        const noc_place place = {r->space->file, (int)config_setting_source_line(item)};
        if (!text)
            complain(r, item, "an objective is a text: \"max:saturation_flits_per_cycle\"");
        else if (noc_objectives_add(&r->space->objectives, text, place, NOC_EINPUT, r->diag) !=
                 NOC_OK)
            r->faults++;
    }
    if (r->space->objectives.count < 2 && r->faults == before)
        complain(r, list, "a front needs at least two objectives");
}

static void read_load(reader *r, config_setting_t *root)
{
    const config_setting_t *load = config_setting_get_member(root, "load");
    const char *text = noc_config_text(load);
    const double flits = noc_config_number(load);
    if (!load) return;
    if (noc_config_is_number(load) && flits > 0.0 && isfinite(flits))
        r->space->load = (noc_offered_load){NOC_LOAD_FLITS, flits};
    else if (!text || !noc_offered_load_read(text, &r->space->load))
        complain(r, load, "load: expected %s", NOC_LOAD_EXPECTED);
}

/* A base is looked for beside the space file first. */
static noc_status find_base(const reader *r, const char *word, noc_resolve resolve, char **path,
                            noc_diag *faults)
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

static void read_base(reader *r, config_setting_t *root, noc_resolve resolve)
{
    const config_setting_t *item = config_setting_get_member(root, "base");
    const char *word = noc_config_text(item);
    noc_diag faults = {0};
    char *path = NULL;
    if (!word) {
        complain(r, item, "base is missing (base = \"te13-baseline\"; or a design file)");
        return;
    }
    noc_status status = find_base(r, word, resolve, &path, &faults);
    if (status == NOC_OK) status = noc_source_read(path, &r->space->base, &faults);
    if (status != NOC_OK)
        complain(r, item, "base = \"%s\": %s", word,
                 faults.count ? faults.messages[0].text : "cannot be read");
    noc_diag_clear(&faults);
    free(path);
}

static void read_name(reader *r, config_setting_t *root)
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

static void read_root(reader *r, config_setting_t *root, noc_resolve resolve)
{
    static const char *const members[] = {"name",        "base",       "set",  "axes",
                                          "constraints", "objectives", "load", NULL};
    check_members(r, root, members);
    read_name(r, root);
    read_base(r, root, resolve);
    read_choice(r, root, &r->space->root, 0, true);
    read_constraints(r, root);
    read_objectives(r, root);
    read_load(r, root);
    const config_setting_t *axes = config_setting_get_member(root, "axes");
    if (!axes || (config_setting_is_list(axes) && config_setting_length(axes) == 0))
        complain(r, root,
                 "the space is empty: it has no axes (axes = ( { key = ...; values = (...); "
                 "} );)");
    r->space->overrides_most = overrides_of(&r->space->root);
}

noc_status noc_space_read(const char *path, noc_resolve resolve, noc_space *space, noc_diag *diag)
{
    *space = (noc_space){.file = strdup(path)};
    char *text = NULL;
    noc_status status = space->file ? noc_config_slurp(path, &text, diag) : noc_fail_memory(diag);
    if (status != NOC_OK) return status;
    config_t config;
    status = noc_config_parse(text, (noc_place){space->file, 0}, NOC_EINPUT, &config, diag);
    free(text);
    if (status != NOC_OK) return status;
    const size_t before = diag->count;
    reader r = {.space = space, .diag = diag};
    read_root(&r, config_root_setting(&config), resolve);
    config_destroy(&config);
    if (r.faults == 0) return NOC_OK;
    noc_diag_sort(diag, before);
    return diag->count > before ? diag->messages[before].status : NOC_EFAILED;
}

static void clear_choice(noc_space_choice *c)
{
    for (size_t i = 0; i < c->override_count; i++) free(c->overrides[i]);
    for (size_t a = 0; a < c->axis_count; a++) {
        for (size_t i = 0; i < c->axes[a].choice_count; i++) clear_choice(&c->axes[a].choices[i]);
        free(c->axes[a].choices);
        free(c->axes[a].name);
    }
    free(c->overrides);
    free(c->axes);
}

void noc_space_clear(noc_space *s)
{
    for (size_t i = 0; i < s->constraint_count; i++) noc_expression_free(s->constraints[i]);
    free(s->constraints);
    clear_choice(&s->root);
    noc_source_clear(&s->base);
    free(s->file);
    free(s->name);
    *s = (noc_space){0};
}

/* ---- its designs ---------------------------------------------------------------------------- */

/* Which choice of an axis its design number `index` is of; *index becomes that choice's own number. */
static const noc_space_choice *choice_at(const noc_space_axis *axis, uint64_t *index)
{
    size_t i = 0;
    if (axis->size == axis->choice_count) { /* each is one design */
        i = *index;
        *index = 0;
    }
    while (*index >= axis->choices[i].size) *index -= axis->choices[i++].size;
    return &axis->choices[i];
}

static size_t pick(const noc_space_choice *c, uint64_t index, const char **overrides)
{
    size_t count = 0;
    for (size_t i = 0; i < c->override_count; i++) overrides[count++] = c->overrides[i];
    uint64_t below = c->size; /* designs of the axes after the current one, together */
    for (size_t a = 0; a < c->axis_count; a++) {
        below /= c->axes[a].size;
        uint64_t own = index / below % c->axes[a].size;
        const noc_space_choice *chosen = choice_at(&c->axes[a], &own);
        count += pick(chosen, own, overrides + count);
    }
    return count;
}

size_t noc_space_pick(const noc_space *space, uint64_t index, const char **overrides)
{
    return pick(&space->root, index, overrides);
}

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

/* Flits to the last digit. */
static void print_load(FILE *out, const noc_offered_load *load)
{
    char text[NOC_LOAD_CHARS] = "nan";
    if (load->form > NOC_LOAD_FLITS) noc_offered_load_text(load, text);
    if (load->form == NOC_LOAD_FLITS)
        fprintf(out, "\nload=%.17g", load->amount);
    else
        fprintf(out, "\nload=%s", text);
}

char *noc_space_canonical(const noc_space *s)
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
    fclose(out);
    return text;
}

void noc_id_of(const char *text, char id[NOC_ID_CHARS + 1])
{
    char digits[SHA256_DIGEST_STRING_LENGTH];
    SHA256Data((const uint8_t *)text, strlen(text), digits);
    snprintf(id, NOC_ID_CHARS + 1, "%.*s", NOC_ID_CHARS, digits);
}
