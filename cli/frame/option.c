#include "cli/frame/option.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"

void noc_option_refuse(const noc_option *o, const char *text, const char *expected, noc_diag *diag)
{
    char place[120];
    snprintf(place, sizeof place, "--%s %s", o->name, text);
    NOC_REFUSE_AT(diag, place, "expected %s", expected);
}

/* Reads a decimal number, with a unit if the option has one; no hexadecimal, no inf. NAN if the
 * text is no such number; then *kind is the kind of a wrong unit, or NULL. */
static double read_number(const noc_option *o, const char *text, const char **kind)
{
    noc_amount amount;
    double number;
    *kind = NULL;
    if (!noc_amount_split(text, &amount)) return NAN;
    if (!*amount.unit) return strtod(amount.digits, NULL);
    if (o->unit && noc_amount_convert(&amount, o->unit, &number) == NOC_AMOUNT_FITS) return number;
    *kind = noc_unit_kind(amount.unit);
    return NAN;
}

/* Reads a number between bounds; NAN fails both comparisons. */
static void read_bounded(const noc_option *o, const char *text, double exclusive_min,
                         double exclusive_max, const char *expected, double *stored, noc_diag *diag)
{
    const char *kind;
    char units[160];
    const double number = read_number(o, text, &kind);
    if (number > exclusive_min && number < exclusive_max && isfinite(number)) {
        *stored = number;
        return;
    }
    const bool has_units = o->unit && *o->unit;
    snprintf(units, sizeof units, "%s%s%s%s%s%s", expected, has_units ? " (" : "",
             has_units ? noc_unit_examples(o->unit) : "", has_units ? ")" : "",
             kind ? ", not " : "", kind ? kind : "");
    noc_option_refuse(o, text, units, diag);
}

void noc_option_read_real(const noc_option *o, const char *text, double *stored, noc_diag *diag)
{
    read_bounded(o, text, o->exclusive_min, o->exclusive_max, o->expected_text, stored, diag);
}

static bool read_count(const noc_option *o, const char *text, uint64_t *stored, noc_diag *diag)
{
    char expected[80];
    errno = 0;
    const bool is_number = *text && !text[strspn(text, "0123456789")];
    const uint64_t number = is_number ? strtoull(text, NULL, 10) : 0;
    if (is_number && errno == 0 && number >= o->min_count && number <= o->max_count) {
        *stored = number;
        return true;
    }
    snprintf(expected, sizeof expected, "an integer in %llu..%llu",
             (unsigned long long)o->min_count, (unsigned long long)o->max_count);
    noc_option_refuse(o, text, expected, diag);
    return false;
}

static void add_text(noc_texts *texts, const char *text, noc_arena *arena, noc_diag *diag)
{
    const char **grown = noc_arena_resize(arena, texts->list, texts->count + 1, sizeof *grown);
    if (!grown) {
        noc_fail_memory(diag);
        return;
    }
    texts->list = grown;
    texts->list[texts->count++] = text;
}

void noc_option_store(const noc_option *o, const char *text, void *group, noc_arena *arena,
                      noc_diag *diag)
{
    void *stored = (char *)group + o->offset;
    uint64_t count = 0;
    switch (o->kind) {
    case NOC_OPTION_FLAG:
        *(bool *)stored = true;
        break;
    case NOC_OPTION_TEXT:
        *(const char **)stored = text;
        break;
    case NOC_OPTION_TEXTS:
        add_text(stored, text, arena, diag);
        break;
    case NOC_OPTION_REAL:
        noc_option_read_real(o, text, stored, diag);
        break;
    case NOC_OPTION_NUMBER:
        read_bounded(o, text, -INFINITY, INFINITY, "a number", stored, diag);
        break;
    case NOC_OPTION_COUNT:
        read_count(o, text, stored, diag);
        break;
    case NOC_OPTION_UNSIGNED:
        if (read_count(o, text, &count, diag)) *(unsigned *)stored = (unsigned)count;
        break;
    case NOC_OPTION_CUSTOM:
        o->read(o, text, stored, diag);
        break;
    }
}
