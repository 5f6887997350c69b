#include "explore/settings/settings.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "design/key.h"
#include "hybrid/answers/figures/reasons.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"

enum { SETTINGS_MAX = 512, PATH_CHARS = 120 };

_Static_assert((int)NOC_EXPRESSION_NETWORKS == (int)NOC_NETWORKS_MAX,
               "all() and any() ask each network");

/* All settings, filled once from the key tables, then only read. */
static noc_setting settings[SETTINGS_MAX];
static size_t setting_count;
static pthread_once_t fill_once = PTHREAD_ONCE_INIT;

/* Settings by the hash of a path or of a key's name, with open addressing; name NULL: empty. */
typedef struct name_slot {
    const char *name;
    int setting;
} name_slot;

enum { SLOTS = 4 * SETTINGS_MAX };
static name_slot slots[SLOTS];

/* Finds the slot of a name, which is empty if no setting has the name. */
static name_slot *find_slot(const char *name)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 16777619u;
    size_t i = hash % SLOTS;
    while (slots[i].name && strcmp(slots[i].name, name) != 0) i = (i + 1) % SLOTS;
    return &slots[i];
}

/* Adds the names of a setting; a name that an earlier setting has stays that one's. */
static void add_names(size_t setting)
{
    const char *const names[] = {settings[setting].path, settings[setting].key->name};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        name_slot *slot = find_slot(names[i]);
        if (!slot->name) *slot = (name_slot){names[i], (int)setting};
    }
}

static void add_table(const char *group, noc_key_table table)
{
    for (size_t k = 0; k < table.count; k++) {
        bool is_known = false;
        for (size_t i = 0; i < setting_count && !is_known; i++)
            is_known = settings[i].group == group && /* one text a group */
                       strcmp(settings[i].key->name, table.keys[k].name) == 0;
        if (is_known || setting_count == SETTINGS_MAX) continue;
        noc_setting *setting = &settings[setting_count++];
        *setting = (noc_setting){.group = group, .key = &table.keys[k]};
        snprintf(setting->path, sizeof setting->path, "%s.%s", group, table.keys[k].name);
    }
}

static void fill_settings(void)
{
    noc_key_owner owner;
    for (size_t g = 0; noc_design_group_name(g); g++) {
        add_table(noc_design_group_name(g), noc_design_group_keys(g));
        for (size_t i = 0; noc_key_owner_at(i, &owner); i++)
            if (owner.group == g) add_table(noc_design_group_name(g), owner.keys);
    }
    for (size_t i = 0; i < setting_count; i++) add_names(i);
}

const noc_setting *noc_setting_at(size_t i)
{
    pthread_once(&fill_once, fill_settings);
    return i < setting_count ? &settings[i] : NULL;
}

int noc_setting_find(const char *path)
{
    pthread_once(&fill_once, fill_settings);
    const name_slot *slot = find_slot(path);
    return slot->name ? slot->setting : -1;
}

/* True for a name of one network, valid or not. */
static bool is_network_name(const char *name)
{
    return strncmp(name, "networks[", strlen("networks[")) == 0;
}

/* Splits "networks[1].flit_bytes" into the network's number and "network.flit_bytes". */
static bool split_network(const char *path, int *network, char *common_path, size_t size)
{
    int end = 0;
    if (sscanf(path, "networks[%4d].%n", network, &end) != 1 || end == 0) return false;
    snprintf(common_path, size, "network.%s", path + end);
    return *network >= 0 && *network < NOC_NETWORKS_MAX;
}

int noc_setting_find_network(const char *path, int *network)
{
    char common_path[PATH_CHARS];
    if (is_network_name(path))
        return split_network(path, network, common_path, sizeof common_path)
                   ? noc_setting_find(common_path)
                   : -1;
    *network = -1;
    return noc_setting_find(path);
}

const noc_key *noc_setting_list_key(const noc_setting *setting)
{
    noc_key_owner owner;
    const noc_key *list = setting->key->type->member ? setting->key : NULL;
    for (size_t i = 0; !list && noc_key_owner_at(i, &owner); i++) {
        const noc_key *key = strcmp(noc_design_group_name(owner.group), setting->group) == 0
                                 ? noc_key_find(owner.keys, setting->key->name)
                                 : NULL;
        if (key && key->type->member) list = key;
    }
    return list;
}

int noc_setting_find_list(const char *path, int *network, noc_member_path *member)
{
    char list[PATH_CHARS];
    const char *dot = strchr(path, '.');
    if (!dot || !noc_member_path_read(dot + 1, member)) return -1;
    snprintf(list, sizeof list, "%.*s%s", (int)(dot + 1 - path), path, member->list_name);
    const int setting = noc_setting_find_network(list, network);
    return setting >= 0 && noc_setting_list_key(&settings[setting]) ? setting : -1;
}

bool noc_setting_is_per_network(size_t setting)
{
    return strcmp(settings[setting].group, noc_design_group_name(NOC_GROUP_NETWORK)) == 0;
}

static size_t find_group(const char *name)
{
    size_t g = 0;
    while (noc_design_group_name(g) && strcmp(noc_design_group_name(g), name) != 0) g++;
    return g;
}

/* Finds the key of a setting in a design, and the address of its group: different topologies can
 * have different keys of one name. */
static const noc_key *find_key(const noc_design *d, size_t setting, int network, const char **base)
{
    const noc_setting *s = &settings[setting];
    const size_t group = find_group(s->group);
    *base = (const char *)d + noc_design_group_offset(group, network);
    return noc_design_key(d, group, network, s->key->name);
}

/* Writes the value of a key. The caller frees the text. */
static char *write_value(const noc_key *key, const char *base)
{
    if (noc_key_is_choice(key)) return strdup(noc_value_choice_name(key, base));
    if (key->type == NOC_TEXT) {
        const char *text;
        memcpy(&text, base + key->offset, sizeof text);
        return strdup(text ? text : "");
    }
    return noc_value_text(key, base);
}

char *noc_setting_text(const noc_design *d, size_t setting, int network)
{
    const char *base;
    const noc_key *key = noc_setting_at(setting) ? find_key(d, setting, network, &base) : NULL;
    return key ? write_value(key, base) : NULL;
}

const noc_key *noc_setting_member_key(const noc_design *d, size_t list, int network,
                                      const noc_member_path *member, const char **base)
{
    const noc_key *key = find_key(d, list, network, base);
    return key && key->type->member
               ? key->type->member(*base + key->offset, member->number, member->key_name, base)
               : NULL;
}

static char *write_member(const noc_design *d, size_t list, int network,
                          const noc_member_path *member)
{
    const char *base;
    const noc_key *key = noc_setting_member_key(d, list, network, member, &base);
    return key ? write_value(key, base) : NULL;
}

char *noc_setting_member_text(const noc_design *d, size_t list, int network,
                              const noc_member_path *member)
{
    if (network >= 0 || !noc_setting_is_per_network(list))
        return write_member(d, list, max_int(network, 0), member);
    bool has_one_value = true;
    char *text = NULL;
    size_t size;
    NOC_AUTO_FREE char *first = NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (int n = 0; n < d->network_count; n++) {
        NOC_AUTO_FREE char *value = write_member(d, list, n, member);
        if (!value) continue;
        fprintf(out, "%s%s", first ? ", " : "", value);
        if (first && strcmp(first, value) != 0) has_one_value = false;
        if (first) continue;
        first = value;
        value = NULL;
    }
    fclose(out);
    if (!has_one_value) return text;
    free(text);
    text = first;
    first = NULL;
    return text;
}

/* True if two networks have equal values: numbers and words are compared directly, lists by their
 * text. */
static bool has_equal_values(const noc_design *d, size_t setting, int first, int second)
{
    const noc_term a = noc_setting_term(d, setting, first),
                   b = noc_setting_term(d, setting, second);
    if (a.kind != b.kind) return false;
    if (a.kind == NOC_TERM_NUMBER) return a.number == b.number;
    if (a.kind == NOC_TERM_TEXT) return strcmp(a.text, b.text) == 0;
    NOC_AUTO_FREE char *x = noc_setting_text(d, setting, first),
                       *y = noc_setting_text(d, setting, second);
    return x && y && strcmp(x, y) == 0;
}

static bool has_setting(const noc_design *d, size_t setting, int network)
{
    const char *base;
    return find_key(d, setting, network, &base) != NULL;
}

bool noc_setting_has_one_value(const noc_design *d, size_t setting, int *network)
{
    *network = 0;
    if (d->network_count < 2 || !noc_setting_is_per_network(setting)) return true;
    while (*network + 1 < d->network_count && !has_setting(d, setting, *network)) ++*network;
    if (!has_setting(d, setting, *network)) *network = 0;
    for (int n = *network + 1; n < d->network_count; n++)
        if (has_setting(d, setting, n) && !has_equal_values(d, setting, *network, n)) return false;
    return true;
}

/* Joins the values of all networks, each after "networks[0].KEY = " if a `key` is given. The caller
 * frees the text. */
static char *write_network_values(const noc_design *d, size_t setting, const char *key)
{
    char *text = NULL;
    size_t size = 0;
    bool has_value = false;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (int n = 0; n < d->network_count; n++) {
        NOC_AUTO_FREE char *value = noc_setting_text(d, setting, n);
        if (value && has_value) fputs(", ", out);
        has_value = has_value || value;
        if (value && key) fprintf(out, "networks[%d].%s = ", n, key);
        if (value) fputs(value, out);
    }
    fclose(out);
    return text;
}

char *noc_setting_all_text(const noc_design *d, size_t setting)
{
    int network;
    if (noc_setting_has_one_value(d, setting, &network))
        return noc_setting_text(d, setting, network);
    return write_network_values(d, setting, NULL);
}

/* ---- names ---------------------------------------------------------------------------------- */

int noc_metric_find(const char *name)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (strcmp(noc_metric_info_of((noc_metric_id)id)->name, name) == 0) return id;
    return -1;
}

static const char *find_nearest_name(const char *name, char *path, size_t size, bool metrics)
{
    noc_nearest_search nearest_name = {.wanted = name};
    const char *dot = strchr(name, '.');
    if (dot) nearest_name.wanted = dot + 1;
    for (size_t i = 0; noc_setting_at(i); i++)
        noc_nearest_consider(&nearest_name, settings[i].key->name);
    for (int id = 0; metrics && id < NOC_METRICS; id++)
        noc_nearest_consider(&nearest_name, noc_metric_info_of((noc_metric_id)id)->name);
    const char *key_name = noc_nearest_name(&nearest_name);
    if (!key_name) return NULL;
    const int setting = noc_setting_find(key_name);
    if (setting < 0 || (!dot && metrics)) /* conditions do not need the group */
        snprintf(path, size, "%s", key_name);
    else
        snprintf(path, size, "%s.%s", settings[setting].group, key_name);
    return path;
}

/* Reports why a name of one network is no setting. */
static void write_network_fault(const char *name, char *text, size_t size)
{
    static const char group[] = "network.";
    int network = 0;
    char common_path[PATH_CHARS], path[PATH_CHARS];
    if (!split_network(name, &network, common_path, sizeof common_path)) {
        snprintf(text, size, "there is no '%s' (networks[0].KEY to networks[%d].KEY)", name,
                 NOC_NETWORKS_MAX - 1);
        return;
    }
    const char *nearest_name = find_nearest_name(common_path, path, sizeof path, false);
    const bool is_network_key = nearest_name && strncmp(nearest_name, group, strlen(group)) == 0;
    char prefix[40] = "";
    if (is_network_key) snprintf(prefix, sizeof prefix, "networks[%d].", network);
    snprintf(text, size, "there is no setting '%s'%s%s%s%s", name,
             nearest_name ? "; did you mean '" : " (nocsight describe keys)", prefix,
             nearest_name ? nearest_name + (is_network_key ? strlen(group) : 0) : "",
             nearest_name ? "'?" : "");
}

void noc_setting_write_fault(const char *name, char *text, size_t size)
{
    char path[100];
    if (is_network_name(name)) {
        write_network_fault(name, text, size);
        return;
    }
    const char *nearest_name = find_nearest_name(name, path, sizeof path, false);
    snprintf(text, size, "there is no setting '%s'%s%s%s", name,
             nearest_name ? "; did you mean '" : " (nocsight describe keys)",
             nearest_name ? nearest_name : "", nearest_name ? "'?" : "");
}

/* Value of a metric, or an end of its interval. */
typedef enum metric_part { PART_VALUE, PART_LO, PART_HI, PARTS } metric_part;

static const char *const part_suffixes[] = {"", ".lo", ".hi"};

/* Finds the number of a setting by its column name: "network_flit_bytes",
 * "networks_1_flit_bytes". */
static int find_column_setting(const char *name, int *network)
{
    char path[PATH_CHARS];
    int end = 0;
    if (sscanf(name, "networks_%4d_%n", network, &end) == 1 && end > 0) {
        snprintf(path, sizeof path, "networks[%d].%s", *network, name + end);
        return noc_setting_find_network(path, network);
    }
    snprintf(path, sizeof path, "%s", name);
    char *underscore = strchr(path, '_');
    if (!underscore) return -1;
    *underscore = '.';
    *network = -1;
    return noc_setting_find(path);
}

/* Counts the names of settings. Numbers of names: first each setting without a network, then each
 * setting in network 0, in network 1, and so on; then, for each metric, its value and the ends of
 * its interval. */
static int count_setting_names(void)
{
    return (int)setting_count * (1 + NOC_NETWORKS_MAX);
}

/* Splits the number of a setting's name. Returns the setting; *network: its network; -1: no network
 * named. */
static size_t split_name(int name, int *network)
{
    *network = name / (int)setting_count - 1;
    return (size_t)name % setting_count;
}

static int find_name(void *context, const char *name, bool *is_text)
{
    (void)context;
    pthread_once(&fill_once, fill_settings);
    for (int k = 0; k < PARTS; k++) {
        char metric_name[100];
        const size_t length = strlen(name), suffix_length = strlen(part_suffixes[k]);
        if (length < suffix_length || strcmp(name + length - suffix_length, part_suffixes[k]) != 0)
            continue;
        snprintf(metric_name, sizeof metric_name, "%.*s", (int)(length - suffix_length), name);
        const int metric = noc_metric_find(metric_name);
        if (metric >= 0) return count_setting_names() + PARTS * metric + k;
    }
    int network = -1, setting = noc_setting_find_network(name, &network);
    if (setting < 0) setting = find_column_setting(name, &network);
    if (setting < 0) return -1;
    const noc_type type = settings[setting].key->type;
    *is_text = type != NOC_INTEGER && type != NOC_REAL;
    return setting + (int)setting_count * (1 + network);
}

static bool is_per_network(void *context, int name)
{
    (void)context;
    return name < (int)setting_count && noc_setting_is_per_network((size_t)name);
}

static const char *find_name_unit(void *context, int name)
{
    int network;
    (void)context;
    if (name < count_setting_names()) return settings[split_name(name, &network)].key->unit;
    return noc_metric_info_of((noc_metric_id)((name - count_setting_names()) / PARTS))->unit;
}

static void write_name_fault(void *context, const char *name, char *text, size_t size)
{
    (void)context;
    char path[100];
    if (is_network_name(name)) {
        write_network_fault(name, text, size);
        return;
    }
    const char *nearest_name = find_nearest_name(name, path, sizeof path, true);
    if (nearest_name)
        snprintf(text, size, "there is no setting or metric '%s'; did you mean '%s'?", name,
                 nearest_name);
    else
        snprintf(text, size,
                 "there is no setting or metric '%s' (names of other tools' words: nocsight "
                 "describe %s; all: describe keys, describe metrics; texts in quotes)",
                 name, name);
}

const noc_name_resolver noc_setting_names = {find_name, write_name_fault, is_per_network,
                                             find_name_unit, NULL};

static noc_term make_text_term(const noc_key *key, const char *base)
{
    const char *text;
    if (key->type == NOC_TEXT) {
        memcpy(&text, base + key->offset, sizeof text);
        return (noc_term){NOC_TERM_TEXT, NAN, text ? text : ""};
    }
    if (!noc_key_is_choice(key)) return (noc_term){NOC_TERM_UNKNOWN, NAN, NULL};
    return (noc_term){NOC_TERM_TEXT, NAN, noc_value_choice_name(key, base)};
}

/* Finds the value of a metric or an end of its interval. If the graph alone determines the metric,
 * both ends are the value. */
static double find_metric_part(const noc_metric *metrics, int id, metric_part part)
{
    const noc_metric *m = &metrics[id];
    const double end = part == PART_LO ? m->lo : m->hi;
    if (part == PART_VALUE || (isnan(end) && noc_metric_info_of((noc_metric_id)id)->certain))
        return m->value;
    return end;
}

bool noc_name_is_setting(int name)
{
    return name < count_setting_names();
}

int noc_expression_networks(const noc_expression *e)
{
    int network_count = 0;
    for (int i = 0, name; (name = noc_expression_name(e, i)) >= 0; i++) {
        int network;
        if (!noc_name_is_setting(name)) continue;
        split_name(name, &network);
        if (network >= network_count) network_count = network + 1;
    }
    return network_count;
}

noc_metric_id noc_metric_larger_extent(noc_metric_id a, noc_metric_id b)
{
    return noc_metric_extent(b) > noc_metric_extent(a) ? b : a;
}

noc_metric_id noc_expression_max_extent(const noc_expression *e, noc_metric_id id)
{
    for (int i = 0, name; (name = noc_expression_name(e, i)) >= 0; i++)
        if (!noc_name_is_setting(name))
            id = noc_metric_larger_extent(id,
                                          (noc_metric_id)((name - count_setting_names()) / PARTS));
    return id;
}

static noc_term make_fault_term(noc_constraint_subject *s, size_t setting)
{
    const char *key = settings[setting].key->name;
    NOC_AUTO_FREE char *values = write_network_values(s->design, setting, key);
    snprintf(s->fault, sizeof s->fault,
             "%s (say networks[0].%s, all(network.%s) or any(network.%s))",
             values ? values : "the networks differ", key, key, key);
    return (noc_term){NOC_TERM_FAULT, NAN, NULL};
}

/* Finds the value of a setting in a named network, which may not exist. */
static noc_term find_network_term(noc_constraint_subject *s, size_t setting, int network)
{
    const int count = s->design->network_count;
    if (network < count) return noc_setting_term(s->design, setting, network);
    if (s->allows_fewer_networks) return (noc_term){NOC_TERM_ABSENT, NAN, NULL};
    snprintf(s->fault, sizeof s->fault, "there is no networks[%d] (the design has %d network%s)",
             network, count, count == 1 ? "" : "s");
    return (noc_term){NOC_TERM_FAULT, NAN, NULL};
}

noc_term noc_constraint_value(void *context, int name, int network)
{
    noc_constraint_subject *s = context;
    const int metric_number = name - count_setting_names();
    int named_network;
    if (metric_number >= 0) {
        const double value = s->metrics ? find_metric_part(s->metrics, metric_number / PARTS,
                                                           (metric_part)(metric_number % PARTS))
                                        : NAN;
        return (noc_term){isnan(value) ? NOC_TERM_UNKNOWN : NOC_TERM_NUMBER, value, NULL};
    }
    const size_t setting = split_name(name, &named_network);
    if (named_network >= 0) return find_network_term(s, setting, named_network);
    if (network >= s->design->network_count) return (noc_term){NOC_TERM_ABSENT, NAN, NULL};
    if (network >= 0) return noc_setting_term(s->design, setting, network);
    if (!noc_setting_has_one_value(s->design, setting, &named_network))
        return make_fault_term(s, setting);
    return noc_setting_term(s->design, setting, named_network);
}

noc_term noc_setting_term(const noc_design *d, size_t setting, int network)
{
    const char *base;
    const noc_key *key = find_key(d, setting, network, &base);
    if (!key) return (noc_term){NOC_TERM_ABSENT, NAN, NULL};
    noc_term term = {NOC_TERM_NUMBER, 0.0, NULL};
    if (key->type == NOC_INTEGER) {
        int value;
        memcpy(&value, base + key->offset, sizeof value);
        term.number = value;
    } else if (key->type == NOC_REAL) {
        memcpy(&term.number, base + key->offset, sizeof term.number);
    } else {
        term = make_text_term(key, base);
    }
    return term;
}

/* ---- objectives ----------------------------------------------------------------------------- */

noc_status noc_metric_read(const char *name, noc_place place, noc_status status, noc_metric_id *id,
                           noc_diag *diag)
{
    const int metric = noc_metric_find(name);
    noc_nearest_search nearest = {.wanted = name};
    *id = (noc_metric_id)metric;
    if (metric >= 0) return NOC_OK;
    for (int i = 0; i < NOC_METRICS; i++)
        noc_nearest_consider(&nearest, noc_metric_info_of((noc_metric_id)i)->name);
    const char *nearest_name = noc_nearest_name(&nearest);
    if (nearest_name)
        return noc_fail(diag, status, place, "there is no metric '%s'; did you mean '%s'?", name,
                        nearest_name);
    return noc_fail(diag, status, place,
                    "there is no metric '%s' (names of other tools' words: nocsight describe %s; "
                    "all: nocsight describe metrics)",
                    name, name);
}

noc_status noc_objectives_add(noc_objectives *o, const char *text, noc_place place,
                              noc_status status, noc_diag *diag)
{
    const bool is_maximised = strncmp(text, "max:", 4) == 0;
    if (!is_maximised && strncmp(text, "min:", 4) != 0)
        return noc_fail(
            diag, status, place,
            "'%s': an objective is max:METRIC or min:METRIC, for example min:network_area_mm2",
            text);
    noc_metric_id metric;
    if (noc_metric_read(text + 4, place, status, &metric, diag) != NOC_OK) return status;
    if (o->count == NOC_OBJECTIVES_MAX)
        return noc_fail(diag, status, place, "at most %d objectives", NOC_OBJECTIVES_MAX);
    for (size_t i = 0; i < o->count; i++)
        if (o->list[i].metric == metric)
            return noc_fail(diag, status, place, "%s is an objective twice", text + 4);
    o->list[o->count++] = (noc_objective){metric, is_maximised};
    return NOC_OK;
}

bool noc_metric_is_maximised(const noc_objectives *o, noc_metric_id id)
{
    static const char *const minimised_names[] = {
        "area_mm2", "_mw",  "_pj",      "latency",     "round_trip", "hops",  "stall",
        "error",    "wait", "makespan", "utilization", "antt",       "p99_ns"};
    for (size_t i = 0; i < o->count; i++)
        if (o->list[i].metric == id) return o->list[i].is_maximised;
    for (size_t i = 0; i < sizeof minimised_names / sizeof minimised_names[0]; i++)
        if (strstr(noc_metric_info_of(id)->name, minimised_names[i])) return false;
    return true;
}

noc_objectives noc_objectives_default(void)
{
    return (noc_objectives){
        {{NOC_METRIC_saturation_data_gb_per_s, true}, {NOC_METRIC_network_area_mm2, false}},
        2,
    };
}
