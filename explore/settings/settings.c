#include "explore/settings/settings.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/key.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"

enum { SETTINGS_MAX = 256 };

/* Filled once from the key tables, then only read. */
static noc_setting settings[SETTINGS_MAX];
static size_t setting_count;
static pthread_once_t filled = PTHREAD_ONCE_INIT;

static void add_table(const char *group, noc_key_table table)
{
    for (size_t k = 0; k < table.count; k++) {
        bool known = false;
        for (size_t i = 0; i < setting_count && !known; i++)
            known = strcmp(settings[i].group, group) == 0 &&
                    strcmp(settings[i].key->name, table.keys[k].name) == 0;
        if (!known && setting_count < SETTINGS_MAX)
            settings[setting_count++] = (noc_setting){group, &table.keys[k]};
    }
}

static void fill(void)
{
    noc_key_owner owner;
    for (size_t g = 0; noc_design_group(g); g++) {
        add_table(noc_design_group(g), noc_design_group_keys(g));
        for (size_t i = 0; noc_key_owner_at(i, &owner); i++)
            if (owner.group == g) add_table(noc_design_group(g), owner.keys);
    }
}

const noc_setting *noc_setting_at(size_t i)
{
    pthread_once(&filled, fill);
    return i < setting_count ? &settings[i] : NULL;
}

int noc_setting_find(const char *path)
{
    for (int i = 0; noc_setting_at((size_t)i); i++) {
        const noc_setting *s = noc_setting_at((size_t)i);
        const size_t group = strlen(s->group);
        const bool full = strncmp(path, s->group, group) == 0 && path[group] == '.' &&
                          strcmp(path + group + 1, s->key->name) == 0;
        if (full || strcmp(path, s->key->name) == 0) return i;
    }
    return -1;
}

static size_t group_of(const char *name)
{
    size_t g = 0;
    while (noc_design_group(g) && strcmp(noc_design_group(g), name) != 0) g++;
    return g;
}

/* Where a design keeps a setting, and how: topologies may give one name different keys. */
static const noc_key *key_in(const noc_design *d, size_t setting, int network, const char **base)
{
    const noc_setting *s = &settings[setting];
    const size_t group = group_of(s->group);
    *base = (const char *)d + noc_design_group_offset(group, network);
    return noc_design_key(d, group, network, s->key->name);
}

char *noc_setting_text(const noc_design *d, size_t setting)
{
    const char *base;
    const noc_key *key = noc_setting_at(setting) ? key_in(d, setting, 0, &base) : NULL;
    if (!key) return NULL;
    if (noc_key_is_choice(key)) return strdup(noc_value_name(key, base));
    if (key->type == NOC_TEXT) {
        const char *text;
        memcpy(&text, base + key->offset, sizeof text);
        return strdup(text ? text : "");
    }
    return noc_value_text(key, base);
}

/* ---- names ---------------------------------------------------------------------------------- */

int noc_metric_find(const char *name)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (strcmp(noc_metric_info_of((noc_metric_id)id)->name, name) == 0) return id;
    return -1;
}

static const char *nearest(const char *name, char *path, size_t size, bool metrics)
{
    noc_nearest near = {.wanted = name};
    const char *dot = strchr(name, '.');
    if (dot) near.wanted = dot + 1;
    for (size_t i = 0; noc_setting_at(i); i++) noc_nearest_try(&near, settings[i].key->name);
    for (int id = 0; metrics && id < NOC_METRICS; id++)
        noc_nearest_try(&near, noc_metric_info_of((noc_metric_id)id)->name);
    const char *found = noc_nearest_name(&near);
    if (!found) return NULL;
    const int setting = noc_setting_find(found);
    if (setting < 0 || (!dot && metrics)) /* conditions may leave the group out */
        snprintf(path, size, "%s", found);
    else
        snprintf(path, size, "%s.%s", settings[setting].group, found);
    return path;
}

void noc_setting_fault(const char *name, char *text, size_t size)
{
    char path[100];
    const char *near = nearest(name, path, sizeof path, false);
    snprintf(text, size, "there is no setting '%s'%s%s%s", name,
             near ? "; did you mean '" : " (nocsight list keys)", near ? near : "",
             near ? "'?" : "");
}

/* A metric, or an end of its interval. */
typedef enum part { PART_VALUE, PART_LO, PART_HI, PARTS } part;

static const char *const part_names[] = {"", ".lo", ".hi"};

/* "network_flit_bytes", as columns are called. */
static int find_column(const char *name)
{
    char path[100];
    snprintf(path, sizeof path, "%s", name);
    char *underscore = strchr(path, '_');
    if (!underscore) return -1;
    *underscore = '.';
    return noc_setting_find(path);
}

/* Settings are numbered from 0, of each metric the value and the ends of its interval follow. */
static int find_name(void *context, const char *name, bool *is_text)
{
    (void)context;
    pthread_once(&filled, fill);
    for (int k = 0; k < PARTS; k++) {
        char bare[100];
        const size_t length = strlen(name), tail = strlen(part_names[k]);
        if (length < tail || strcmp(name + length - tail, part_names[k]) != 0) continue;
        snprintf(bare, sizeof bare, "%.*s", (int)(length - tail), name);
        const int metric = noc_metric_find(bare);
        if (metric >= 0) return (int)setting_count + PARTS * metric + k;
    }
    int setting = noc_setting_find(name);
    if (setting < 0) setting = find_column(name);
    if (setting < 0) return -1;
    const noc_type type = settings[setting].key->type;
    *is_text = type != NOC_INTEGER && type != NOC_REAL;
    return setting;
}

static void name_fault(void *context, const char *name, char *text, size_t size)
{
    (void)context;
    char path[100];
    const char *near = nearest(name, path, sizeof path, true);
    if (near)
        snprintf(text, size, "there is no setting or metric '%s'; did you mean '%s'?", name, near);
    else
        snprintf(text, size,
                 "there is no setting or metric '%s' (what a word is called here: nocsight "
                 "describe %s; all: list keys, list metrics; texts in quotes)",
                 name, name);
}

const noc_names noc_setting_names = {find_name, name_fault, NULL};

static noc_term text_term(const noc_key *key, const char *base)
{
    const char *text;
    if (key->type == NOC_TEXT) {
        memcpy(&text, base + key->offset, sizeof text);
        return (noc_term){NOC_TERM_TEXT, NAN, text ? text : ""};
    }
    if (!noc_key_is_choice(key)) return (noc_term){NOC_TERM_UNKNOWN, NAN, NULL};
    return (noc_term){NOC_TERM_TEXT, NAN, noc_value_name(key, base)};
}

/* Ends of an interval; the value stands for them where the graph alone tells it. */
static double part_of(const noc_metric *metrics, int id, part which)
{
    const noc_metric *m = &metrics[id];
    const double end = which == PART_LO ? m->lo : m->hi;
    if (which == PART_VALUE || (isnan(end) && noc_metric_info_of((noc_metric_id)id)->certain))
        return m->value;
    return end;
}

bool noc_name_is_setting(int name)
{
    return name < (int)setting_count;
}

noc_term noc_subject_value(void *context, int name)
{
    const noc_subject *s = context;
    const int place = name - (int)setting_count;
    if (place >= 0) {
        const double value =
            s->metrics ? part_of(s->metrics, place / PARTS, (part)(place % PARTS)) : NAN;
        return (noc_term){isnan(value) ? NOC_TERM_UNKNOWN : NOC_TERM_NUMBER, value, NULL};
    }
    return noc_setting_value(s->design, (size_t)name, 0);
}

noc_term noc_setting_value(const noc_design *d, size_t setting, int network)
{
    const char *base;
    const noc_key *key = key_in(d, setting, network, &base);
    if (!key) return (noc_term){NOC_TERM_ABSENT, NAN, NULL};
    noc_term term = {NOC_TERM_NUMBER, 0.0, NULL};
    if (key->type == NOC_INTEGER) {
        int value;
        memcpy(&value, base + key->offset, sizeof value);
        term.number = value;
    } else if (key->type == NOC_REAL) {
        memcpy(&term.number, base + key->offset, sizeof term.number);
    } else {
        term = text_term(key, base);
    }
    return term;
}

/* ---- objectives ----------------------------------------------------------------------------- */

static noc_status no_such_metric(const char *name, noc_place place, noc_status status,
                                 noc_diag *diag)
{
    noc_nearest near = {.wanted = name};
    for (int id = 0; id < NOC_METRICS; id++)
        noc_nearest_try(&near, noc_metric_info_of((noc_metric_id)id)->name);
    const char *found = noc_nearest_name(&near);
    if (found)
        return noc_fail(diag, status, place, "there is no metric '%s'; did you mean '%s'?", name,
                        found);
    return noc_fail(diag, status, place,
                    "there is no metric '%s' (what a word is called here: nocsight describe %s; "
                    "all: nocsight list metrics)",
                    name, name);
}

noc_status noc_objectives_add(noc_objectives *o, const char *text, noc_place place,
                              noc_status status, noc_diag *diag)
{
    const bool up = strncmp(text, "max:", 4) == 0;
    if (!up && strncmp(text, "min:", 4) != 0)
        return noc_fail(diag, status, place,
                        "'%s': an objective is max:METRIC or min:METRIC, for example "
                        "min:network_area_mm2",
                        text);
    const int metric = noc_metric_find(text + 4);
    if (metric < 0) return no_such_metric(text + 4, place, status, diag);
    if (o->count == NOC_OBJECTIVES_MOST)
        return noc_fail(diag, status, place, "at most %d objectives", NOC_OBJECTIVES_MOST);
    for (size_t i = 0; i < o->count; i++)
        if (o->list[i].metric == (noc_metric_id)metric)
            return noc_fail(diag, status, place, "%s is an objective twice", text + 4);
    o->list[o->count++] = (noc_objective){(noc_metric_id)metric, up};
    return NOC_OK;
}

bool noc_more_is_better(const noc_objectives *o, noc_metric_id id)
{
    static const char *const less[] = {"area_mm2",   "_mw",      "_pj",         "latency",
                                       "round_trip", "hops",     "stall",       "error",
                                       "wait",       "makespan", "utilization", "antt"};
    for (size_t i = 0; i < o->count; i++)
        if (o->list[i].metric == id) return o->list[i].maximize;
    for (size_t i = 0; i < sizeof less / sizeof less[0]; i++)
        if (strstr(noc_metric_info_of(id)->name, less[i])) return false;
    return true;
}

noc_objectives noc_objectives_default(void)
{
    return (noc_objectives){
        {{NOC_METRIC_saturation_delivered_bytes_per_cycle, true},
         {NOC_METRIC_network_area_mm2, false}},
        2,
    };
}
