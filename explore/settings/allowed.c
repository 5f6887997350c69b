#include "explore/settings/allowed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/settings.h"
#include "reader/design_keys.h"

/* ---- real numbers --------------------------------------------------------------------------- */

/* Real numbers of three digits: 900 in each power of ten. A range from 0 or below starts with its
 * lower end, followed by smallest_positive. */
static const double smallest = 1e-3;
enum { IN_A_DECADE = 900, FIRST_DIGITS = 100 };

static double least_of(const noc_key *key)
{
    return key->low > 0.0 ? key->low : smallest;
}

/* Counts the steps from 1 to a value: 900 for each power of ten. */
static double steps_to(double value)
{
    const double decade = floor(log10(value) + 1e-12);
    return decade * IN_A_DECADE + value / pow(10.0, decade) * FIRST_DIGITS - FIRST_DIGITS;
}

static double real_at(const noc_key *key, size_t i)
{
    if (key->low <= 0.0 && i == 0) return key->low;
    const double steps = floor(steps_to(least_of(key))) + (double)i - (key->low <= 0.0);
    const double decade = floor(steps / IN_A_DECADE);
    const double value =
        (FIRST_DIGITS + steps - decade * IN_A_DECADE) * pow(10.0, decade) / FIRST_DIGITS;
    return fmin(fmax(value, key->low), key->high);
}

static size_t reals_of(const noc_key *key)
{
    if (key->high <= least_of(key)) return 1;
    return (size_t)(ceil(steps_to(key->high)) - floor(steps_to(least_of(key)))) + 1 +
           (key->low <= 0.0);
}

/* ---- values --------------------------------------------------------------------------------- */

static size_t count_of(const noc_key *key)
{
    size_t count = 0;
    if (noc_key_is_choice(key))
        while (key->names(count)) count++;
    else if (key->type == NOC_INTEGER)
        count = (size_t)(key->high - key->low) + 1;
    else if (key->type == NOC_REAL)
        count = reals_of(key);
    return count;
}

noc_status noc_allowed_of(const noc_design *d, const char *path, const char *const *listed,
                          size_t count, noc_place place, noc_allowed *allowed, noc_diag *diag)
{
    noc_design_path parts;
    const noc_key *key =
        noc_design_path_read(d, path, &parts) ? noc_design_path_key(d, &parts) : NULL;
    *allowed = (noc_allowed){path, key, count ? listed : NULL, count};
    if (!key && strncmp(path, "networks[", strlen("networks[")) == 0)
        return noc_fail(diag, NOC_EUSAGE, place, "%s has %d network%s, and no %s", d->name,
                        d->network_count, d->network_count == 1 ? "" : "s", path);
    const int found = noc_setting_find(path);
    if (!key && found >= 0 && !strchr(path, '.'))
        return noc_fail(diag, NOC_EUSAGE, place, "a setting is group.key; did you mean '%s.%s'?",
                        noc_setting_at((size_t)found)->group, path);
    if (!key) {
        char fault[200];
        noc_setting_fault(path, fault, sizeof fault);
        return noc_fail(diag, NOC_EUSAGE, place, "%s",
                        found < 0 ? fault : "the design has no such setting");
    }
    if (!count) allowed->count = count_of(key);
    if (allowed->count > 0) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, place,
                    "%s is neither a number nor a choice (name values: %s=V1,V2,...)", path, path);
}

void noc_allowed_text(const noc_allowed *a, size_t i, char text[NOC_ALLOWED_CHARS])
{
    if (a->listed)
        snprintf(text, NOC_ALLOWED_CHARS, "%s", a->listed[i]);
    else if (noc_key_is_choice(a->key))
        snprintf(text, NOC_ALLOWED_CHARS, "%s", a->key->names(i));
    else if (a->key->type == NOC_INTEGER)
        snprintf(text, NOC_ALLOWED_CHARS, "%.0f", a->key->low + (double)i);
    else
        snprintf(text, NOC_ALLOWED_CHARS, "%.12g", real_at(a->key, i));
}

void noc_allowed_now(const noc_allowed *a, const noc_design *d, char text[NOC_ALLOWED_CHARS])
{
    noc_design_path p;
    char *before = NULL;
    size_t used = 0;
    *text = '\0';
    if (!noc_design_path_read(d, a->path, &p)) return;
    for (int n = p.first; n <= p.last; n++) {
        const noc_key *key = noc_design_key(d, p.group, n, p.key);
        char *value =
            key ? noc_value_text(key, (const char *)d + noc_design_group_offset(p.group, n)) : NULL;
        const bool again = value && before && strcmp(value, before) == 0;
        const bool quoted = value && *value == '"';
        if (value && !again && used < NOC_ALLOWED_CHARS)
            used += (size_t)snprintf(text + used, NOC_ALLOWED_CHARS - used, "%s%.*s",
                                     used ? " and " : "", (int)strlen(value) - 2 * quoted,
                                     value + quoted);
        free(before);
        before = value;
    }
    free(before);
}
