#include "explore/settings/allowed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/settings.h"
#include "reader/design_keys.h"

/* ---- paths ---------------------------------------------------------------------------------- */

/* A key of a group, and the networks that it is of. */
typedef struct spot {
    size_t group;
    int first, last; /* 0 for groups that are no networks */
    const char *name;
} spot;

static bool find_spot(const noc_design *d, const char *path, spot *s)
{
    int network = 0, end = 0;
    const char *dot = strchr(path, '.');
    if (!dot) return false;
    *s = (spot){.group = NOC_GROUP_NETWORK, .name = dot + 1};
    if (sscanf(path, "networks[%9d].%n", &network, &end) == 1 && end > 0) {
        s->first = s->last = network;
        return network < d->network_count;
    }
    for (s->group = 0; noc_design_group(s->group); s->group++) {
        const char *group = noc_design_group(s->group);
        if (strlen(group) != (size_t)(dot - path) || strncmp(path, group, strlen(group)) != 0)
            continue;
        if (s->group == NOC_GROUP_NETWORK) s->last = d->network_count - 1;
        return true;
    }
    return false;
}

/* The key in the first of its networks that has it; NULL: none. */
static const noc_key *key_of(const noc_design *d, const spot *s)
{
    const noc_key *key = NULL;
    for (int n = s->first; n <= s->last && !key; n++) key = noc_design_key(d, s->group, n, s->name);
    return key;
}

/* ---- real numbers --------------------------------------------------------------------------- */

/* Numbers of three digits: 900 in each power of ten, from least_of() on. A range that begins at 0 or
 * below has its begin, and goes on with `smallest`. */
static const double smallest = 1e-3;
enum { IN_A_DECADE = 900, FIRST_DIGITS = 100 };

static double least_of(const noc_key *key)
{
    return key->low > 0.0 ? key->low : smallest;
}

/* The number of steps from 1 to a value: 100 of them are 0 more digits. */
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
    spot s;
    const noc_key *key = find_spot(d, path, &s) ? key_of(d, &s) : NULL;
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
    spot s;
    char *before = NULL;
    size_t used = 0;
    *text = '\0';
    if (!find_spot(d, a->path, &s)) return;
    for (int n = s.first; n <= s.last; n++) {
        const noc_key *key = noc_design_key(d, s.group, n, s.name);
        char *value =
            key ? noc_value_text(key, (const char *)d + noc_design_group_offset(s.group, n)) : NULL;
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
