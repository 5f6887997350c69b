#include "explore/settings/allowed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/settings.h"
#include "reader/design_keys.h"

/* ---- real numbers --------------------------------------------------------------------------- */

/* Real numbers of three significant digits: 900 in each power of ten, with mantissas from 100 on. A
 * range from 0 or below starts with its lower end, followed by smallest_positive. */
static const double smallest_positive = 1e-3;
enum { STEPS_PER_DECADE = 900, FIRST_MANTISSA = 100 };

static double find_positive_start(const noc_key *key)
{
    return key->low > 0.0 ? key->low : smallest_positive;
}

/* Counts the steps from 1 to a value, 900 for each power of ten. The tolerance keeps the logarithm
 * of an exact power of ten from being rounded down. */
static double count_decade_steps(double value)
{
    const double decade = floor(log10(value) + 1e-12);
    return decade * STEPS_PER_DECADE + value / pow(10.0, decade) * FIRST_MANTISSA - FIRST_MANTISSA;
}

static double find_real(const noc_key *key, size_t i)
{
    if (key->low <= 0.0 && i == 0) return key->low;
    const double steps =
        floor(count_decade_steps(find_positive_start(key))) + (double)i - (key->low <= 0.0);
    const double decade = floor(steps / STEPS_PER_DECADE);
    const double value =
        (FIRST_MANTISSA + steps - decade * STEPS_PER_DECADE) * pow(10.0, decade) / FIRST_MANTISSA;
    return fmin(fmax(value, key->low), key->high);
}

static size_t count_reals(const noc_key *key)
{
    if (key->high <= find_positive_start(key)) return 1;
    return (size_t)(ceil(count_decade_steps(key->high)) -
                    floor(count_decade_steps(find_positive_start(key)))) +
           1 + (key->low <= 0.0);
}

/* ---- values --------------------------------------------------------------------------------- */

static size_t count_values(const noc_key *key)
{
    size_t count = 0;
    if (noc_key_is_choice(key))
        while (key->names(count)) count++;
    else if (key->type == NOC_INTEGER)
        count = (size_t)(key->high - key->low) + 1;
    else if (key->type == NOC_REAL)
        count = count_reals(key);
    return count;
}

noc_status noc_allowed_values_find(const noc_design *d, const char *path,
                                   const char *const *listed_values, size_t count, noc_place place,
                                   noc_allowed_values *values, noc_diag *diag)
{
    noc_design_path parts;
    const noc_key *key =
        noc_design_path_read(d, path, &parts) ? noc_design_path_key(d, &parts) : NULL;
    *values = (noc_allowed_values){path, key, count ? listed_values : NULL, count};
    if (!key && strncmp(path, "networks[", strlen("networks[")) == 0)
        return noc_fail(diag, NOC_EUSAGE, place, "%s has %d network%s, and no %s", d->name,
                        d->network_count, d->network_count == 1 ? "" : "s", path);
    const int setting_index = noc_setting_find(path);
    if (!key && setting_index >= 0 && !strchr(path, '.'))
        return noc_fail(diag, NOC_EUSAGE, place, "a setting is group.key; did you mean '%s.%s'?",
                        noc_setting_at((size_t)setting_index)->group, path);
    if (!key) {
        char fault[200];
        noc_setting_write_fault(path, fault, sizeof fault);
        return noc_fail(diag, NOC_EUSAGE, place, "%s",
                        setting_index < 0 ? fault : "the design has no such setting");
    }
    if (!count) values->count = count_values(key);
    if (values->count > 0) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, place,
                    "%s is neither a number nor a choice (name values: %s=V1,V2,...)", path, path);
}

void noc_allowed_write_value(const noc_allowed_values *values, size_t i,
                             char text[NOC_ALLOWED_CHARS])
{
    if (values->listed_values)
        snprintf(text, NOC_ALLOWED_CHARS, "%s", values->listed_values[i]);
    else if (noc_key_is_choice(values->key))
        snprintf(text, NOC_ALLOWED_CHARS, "%s", values->key->names(i));
    else if (values->key->type == NOC_INTEGER)
        snprintf(text, NOC_ALLOWED_CHARS, "%.0f", values->key->low + (double)i);
    else
        snprintf(text, NOC_ALLOWED_CHARS, "%.12g", find_real(values->key, i));
}

void noc_allowed_write_current(const noc_allowed_values *values, const noc_design *d,
                               char text[NOC_ALLOWED_CHARS])
{
    noc_design_path parts;
    NOC_AUTO_FREE char *previous = NULL;
    size_t length = 0;
    *text = '\0';
    if (!noc_design_path_read(d, values->path, &parts)) return;
    for (int n = parts.first_network; n <= parts.last_network; n++) {
        const noc_key *key = noc_design_key(d, parts.group, n, parts.key);
        char *value =
            key ? noc_value_text(key, (const char *)d + noc_design_group_offset(parts.group, n))
                : NULL;
        const bool is_repeated = value && previous && strcmp(value, previous) == 0;
        const bool is_quoted = value && *value == '"';
        if (value && !is_repeated && length < NOC_ALLOWED_CHARS)
            length += (size_t)snprintf(text + length, NOC_ALLOWED_CHARS - length, "%s%.*s",
                                       length ? " and " : "", (int)strlen(value) - 2 * is_quoted,
                                       value + is_quoted);
        free(previous);
        previous = value;
    }
}
