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
    noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0}, "expected %s", expected);
}

/* Reads a decimal number, with a unit if the option has one; no hexadecimal, no inf. NAN if the
 * text is no such number; then *kind is the kind of a wrong unit, or NULL. */
static double number_in(const noc_option *o, const char *text, const char **kind)
{
    noc_amount quantity;
    double number;
    *kind = NULL;
    if (!noc_amount_split(text, &quantity)) return NAN;
    if (!*quantity.unit) return strtod(quantity.digits, NULL);
    if (o->unit && noc_amount_in(&quantity, o->unit, &number) == NOC_AMOUNT_FITS) return number;
    *kind = noc_unit_kind(quantity.unit);
    return NAN;
}

/* Reads a number between bounds; NAN fails both comparisons. */
static void read_between(const noc_option *o, const char *text, double above, double below,
                         const char *expected, double *stored, noc_diag *diag)
{
    const char *kind;
    char units[160];
    const double number = number_in(o, text, &kind);
    if (number > above && number < below && isfinite(number)) {
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
    read_between(o, text, o->above, o->below, o->expected, stored, diag);
}

static bool read_count(const noc_option *o, const char *text, uint64_t *stored, noc_diag *diag)
{
    char expected[80];
    errno = 0;
    const bool digits = *text && !text[strspn(text, "0123456789")];
    const uint64_t number = digits ? strtoull(text, NULL, 10) : 0;
    if (digits && errno == 0 && number >= o->least && number <= o->most) {
        *stored = number;
        return true;
    }
    snprintf(expected, sizeof expected, "an integer in %llu..%llu", (unsigned long long)o->least,
             (unsigned long long)o->most);
    noc_option_refuse(o, text, expected, diag);
    return false;
}

static void add_text(noc_texts *texts, const char *text, size_t room, noc_diag *diag)
{
    if (!texts->list) texts->list = calloc(room, sizeof *texts->list);
    if (texts->list)
        texts->list[texts->count++] = text;
    else
        noc_fail_memory(diag);
}

void noc_option_store(const noc_option *o, const char *text, void *group, size_t room,
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
        add_text(stored, text, room, diag);
        break;
    case NOC_OPTION_REAL:
        noc_option_read_real(o, text, stored, diag);
        break;
    case NOC_OPTION_NUMBER:
        read_between(o, text, -INFINITY, INFINITY, "a number", stored, diag);
        break;
    case NOC_OPTION_COUNT:
        read_count(o, text, stored, diag);
        break;
    case NOC_OPTION_SMALL:
        if (read_count(o, text, &count, diag)) *(unsigned *)stored = (unsigned)count;
        break;
    case NOC_OPTION_OWN:
        o->read(o, text, stored, diag);
        break;
    }
}
