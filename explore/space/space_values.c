#include "explore/space/space_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_setting.h"
#include "explore/space/space_files.h"

enum { VALUES_MAX = 100000 };

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

void noc_space_add_override(noc_space_reader *r, noc_space_choice *c, const char *path,
                            const config_setting_t *value)
{
    char **grown = noc_space_grow(&r->faults, c->overrides, c->override_count, sizeof *grown);
    if (!grown) return;
    c->overrides = grown;
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
    c->overrides[c->override_count++] = text;
}

/* ---- one after the other -------------------------------------------------------------------- */

noc_space_choice *noc_space_add_choice(noc_space_reader *r, noc_space_axis *axis)
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
    noc_space_choice *c = noc_space_add_choice(r, axis);
    if (!c) return;
    noc_space_add_override(r, c, key, value);
    c->size = 1;
}

/* By text; of equal ones in the order of the file. */
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
    noc_space_choice *c = noc_space_add_choice(r, axis);
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

/* The numbers from .. to, by equal steps or by equal factors. */
typedef struct span {
    double from, to, step, factor;
    bool geometric, whole;
} span;

/* False after a complaint. */
static bool read_span(noc_space_reader *r, config_setting_t *group, const char *key, span *s)
{
    const int setting = noc_setting_find(key);
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

/* Each value is computed from the first, so that rounding does not add up. */
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

void noc_space_read_values(noc_space_reader *r, config_setting_t *group, noc_space_axis *axis,
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
