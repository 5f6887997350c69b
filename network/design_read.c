/* From the text of a design file and --set options to a complete design.
 *
 * The file's tree and the overrides become one list of settings, each with its place; choices of a
 * topology and a pattern are stored first, because they decide which further keys exist. Where an
 * override chooses another one than the file, the file's keys for its own choice are passed over. */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/config_file.h"
#include "network/design_check.h"
#include "network/design_keys.h"
#include "network/design_value.h"
#include "network/kinds.h"

enum { ALL_NETWORKS = -1 };

/* One leaf of the tree, or one override. */
typedef struct setting {
    size_t group;
    int network; /* ALL_NETWORKS: every one, and for the other groups */
    const char *key;
    char *path; /* as the user would write it */
    config_setting_t *value;
    noc_place place;
    noc_status status; /* that an error in it returns */
} setting;

/* What selects the keys of its own that a network (topology) or the traffic (pattern) has. */
typedef struct selection {
    int filed;      /* what the file chose, or the default */
    bool undecided; /* no choice could be read: nothing is said about the keys that hang on it */
} selection;

typedef struct reader {
    noc_design *design;
    noc_diag *diag;
    config_t file;
    config_t *options; /* the parsed overrides, which own the values */
    size_t option_count;
    setting *settings;
    size_t count, capacity;
    selection topologies[NOC_NETWORKS_MAX], pattern;
    bool failed;
} reader;

static void complain(reader *r, noc_status status, noc_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void complain(reader *r, noc_status status, noc_place place, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    noc_fail(r->diag, status, place, "%s", length < 0 ? "out of memory" : text);
    if (length >= 0) free(text);
    r->failed = true;
}

static void add_setting(reader *r, setting s)
{
    if (r->count == r->capacity) {
        const size_t capacity = r->capacity ? 2 * r->capacity : 64;
        setting *grown = realloc(r->settings, capacity * sizeof *grown);
        if (!grown) {
            free(s.path);
            complain(r, NOC_EFAILED, NOC_NOWHERE, "out of memory");
            return;
        }
        r->settings = grown;
        r->capacity = capacity;
    }
    r->settings[r->count++] = s;
}

/* NULL for the groups whose keys are always the same. */
static selection *selection_of(reader *r, size_t group, int network)
{
    if (group == NOC_GROUP_NETWORK) return &r->topologies[network];
    return group == NOC_GROUP_TRAFFIC ? &r->pattern : NULL;
}

static bool is_selector(const setting *s)
{
    return (s->group == NOC_GROUP_NETWORK && strcmp(s->key, "topology") == 0) ||
           (s->group == NOC_GROUP_TRAFFIC && strcmp(s->key, "pattern") == 0);
}

static bool is_for(const setting *s, size_t group, int network)
{
    return s->group == group && (s->network == ALL_NETWORKS || s->network == network);
}

/* A network of which nothing can be read. */
static void give_up_network(reader *r, int network)
{
    r->topologies[network].undecided = true;
    if (r->design->network_count <= network) r->design->network_count = network + 1;
}

static char *path_of(const char *group, int network, const char *key)
{
    char *path = NULL;
    const int length = network == ALL_NETWORKS ? asprintf(&path, "%s.%s", group, key)
                                               : asprintf(&path, "networks[%d].%s", network, key);
    return length < 0 ? NULL : path;
}

static int find_group(const char *name)
{
    for (size_t i = 0; noc_design_group(i); i++)
        if (strcmp(noc_design_group(i), name) == 0) return (int)i;
    return -1;
}

static const char *nearest_group(const char *name)
{
    noc_nearest nearest = {.wanted = name};
    for (size_t i = 0; noc_design_group(i); i++) noc_nearest_try(&nearest, noc_design_group(i));
    noc_nearest_try(&nearest, "name");
    noc_nearest_try(&nearest, "networks");
    return noc_nearest_name(&nearest);
}

/* ---- the file's tree ------------------------------------------------------------------------ */

static void collect_group(reader *r, config_setting_t *tree, size_t group, int network)
{
    for (int i = 0; i < config_setting_length(tree); i++) {
        config_setting_t *leaf = config_setting_get_elem(tree, (unsigned)i);
        const char *key = config_setting_name(leaf);
        add_setting(r, (setting){
                           .group = group,
                           .network = network,
                           .key = key,
                           .path = path_of(noc_design_group(group), network, key),
                           .value = leaf,
                           .place = {r->design->file, (int)config_setting_source_line(leaf)},
                           .status = NOC_EINPUT,
                       });
    }
}

static void collect_networks(reader *r, config_setting_t *list)
{
    const noc_place place = {r->design->file, (int)config_setting_source_line(list)};
    const int count = config_setting_length(list);
    if (!config_setting_is_list(list) || count < 1 || count > NOC_NETWORKS_MAX) {
        complain(r, NOC_EINPUT, place,
                 "networks: expected a list of 1 to %d groups: networks = ( { ... }, { ... } );",
                 NOC_NETWORKS_MAX);
        give_up_network(r, 0);
        return;
    }
    r->design->network_count = count;
    for (int i = 0; i < count; i++) {
        config_setting_t *group = config_setting_get_elem(list, (unsigned)i);
        if (config_setting_is_group(group)) {
            collect_group(r, group, NOC_GROUP_NETWORK, i);
        } else {
            complain(r, NOC_EINPUT, (noc_place){place.file, (int)config_setting_source_line(group)},
                     "networks[%d]: expected a group { ... }", i);
            give_up_network(r, i);
        }
    }
}

static void set_name(reader *r, config_setting_t *value, noc_place place, noc_status status)
{
    const char *name =
        config_setting_type(value) == CONFIG_TYPE_STRING ? config_setting_get_string(value) : NULL;
    if (!name || !*name) {
        complain(r, status, place, "name: expected a text in quotes");
        return;
    }
    free(r->design->name);
    r->design->name = strdup(name);
    if (!r->design->name) complain(r, NOC_EFAILED, NOC_NOWHERE, "out of memory");
}

/* workload = "HH": a row of the table, or a set of rows. */
static void set_workload(reader *r, config_setting_t *value, noc_place place, noc_status status)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const char *name =
        config_setting_type(value) == CONFIG_TYPE_STRING ? config_setting_get_string(value) : NULL;
    if (!name || !*name) {
        complain(r, status, place, "workload: expected a name in quotes, or a group { ... }");
        return;
    }
    if (noc_workload_parts(name, parts) == 0) {
        const char *near = noc_workload_nearest(name);
        complain(r, status, place, "unknown workload '%s'%s%s%s", name,
                 near ? "; did you mean '" : " ('nocsight list workloads' shows them all)",
                 near ? near : "", near ? "'?" : "");
        return;
    }
    free(r->design->workload_name);
    r->design->workload_name = strdup(name);
    r->design->closed_loop = true;
    if (!r->design->workload_name) complain(r, NOC_EFAILED, NOC_NOWHERE, "out of memory");
}

static void collect_file(reader *r)
{
    config_setting_t *root = config_root_setting(&r->file);
    for (int i = 0; i < config_setting_length(root); i++) {
        config_setting_t *top = config_setting_get_elem(root, (unsigned)i);
        const char *name = config_setting_name(top);
        const noc_place place = {r->design->file, (int)config_setting_source_line(top)};
        const int group = find_group(name);
        if (strcmp(name, "name") == 0) {
            set_name(r, top, place, NOC_EINPUT);
        } else if (group == NOC_GROUP_WORKLOAD && !config_setting_is_group(top)) {
            set_workload(r, top, place, NOC_EINPUT);
        } else if (strcmp(name, "networks") == 0) {
            if (r->design->network_count)
                complain(r, NOC_EINPUT, place, "both 'network' and 'networks' are given (use one)");
            else
                collect_networks(r, top);
        } else if (group < 0) {
            const char *near = nearest_group(name);
            complain(
                r, NOC_EINPUT, place, "unknown setting '%s'%s%s%s", name,
                near ? "; did you mean '"
                     : " (known: name, chip, nodes, network, networks, traffic, memory, workload",
                near ? near : "", near ? "'?" : ")");
        } else if (!config_setting_is_group(top)) {
            complain(r, NOC_EINPUT, place, "'%s': expected a group: %s = { ... };", name, name);
            if (group == NOC_GROUP_NETWORK) give_up_network(r, 0);
        } else if (group == NOC_GROUP_NETWORK && r->design->network_count) {
            complain(r, NOC_EINPUT, place, "both 'network' and 'networks' are given (use one)");
        } else {
            if (group == NOC_GROUP_NETWORK) r->design->network_count = 1;
            collect_group(r, top, (size_t)group, ALL_NETWORKS);
        }
    }
}

/* ---- the overrides -------------------------------------------------------------------------- */

/* Splits "network.rows" or "networks[1].rows". Returns false if the group is unknown. */
static bool split_path(reader *r, const char *path, const char *dot, setting *s)
{
    char group[32];
    snprintf(group, sizeof group, "%.*s", (int)(dot - path), path);
    int network = ALL_NETWORKS, end = 0;
    if (sscanf(group, "networks[%9d]%n", &network, &end) == 1 && !group[end]) {
        if (network < 0 || network >= r->design->network_count) {
            complain(r, NOC_EUSAGE, s->place, "there is no networks[%d] (the design has %d)",
                     network, r->design->network_count);
            return false;
        }
        strcpy(group, "network");
    }
    const int found = find_group(group);
    if (found < 0) {
        const char *near = nearest_group(group);
        complain(r, NOC_EUSAGE, s->place, "unknown group '%s'%s%s%s", group,
                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        return false;
    }
    s->group = (size_t)found;
    s->network = network;
    s->key = s->path + (dot - path) + 1;
    return true;
}

/* Values may be typed without the quotes of a text: --set network.routing=yx. */
static char *option_text(const char *value)
{
    const bool literal = *value && (isdigit((unsigned char)*value) || strchr("+-.([\"", *value));
    char *text = NULL;
    const int length =
        literal ? asprintf(&text, "v = %s;", value) : asprintf(&text, "v = \"%s\";", value);
    return length < 0 ? NULL : text;
}

static void collect_override(reader *r, const char *text)
{
    char option[200];
    snprintf(option, sizeof option, "--set %s", text);
    noc_design *d = r->design;
    char *file = strdup(option);
    if (!file) {
        complain(r, NOC_EFAILED, NOC_NOWHERE, "out of memory");
        return;
    }
    d->origin_files[d->origin_file_count++] = file;
    setting s = {.place = {file, 0}, .status = NOC_EUSAGE};
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        complain(r, NOC_EUSAGE, s.place, "expected key=value, for example network.flit_bytes=32");
        return;
    }
    char *value = option_text(equals + 1);
    config_t *config = &r->options[r->option_count];
    const bool parsed = value && noc_config_parse(value, (noc_place){file, -1}, NOC_EUSAGE, config,
                                                  r->diag) == NOC_OK;
    free(value);
    if (!parsed) {
        r->failed = true;
        return;
    }
    r->option_count++;
    if (config_setting_length(config_root_setting(config)) != 1) { /* key=1; other=2 */
        complain(r, NOC_EUSAGE, s.place, "expected one value (a --set for each key)");
        return;
    }
    s.value = config_lookup(config, "v");
    s.path = strndup(text, (size_t)(equals - text));
    const char *dot = s.path ? strrchr(s.path, '.') : NULL;
    if (s.path && strcmp(s.path, "name") == 0)
        set_name(r, s.value, s.place, NOC_EUSAGE);
    else if (s.path && strcmp(s.path, "workload") == 0)
        set_workload(r, s.value, s.place, NOC_EUSAGE);
    else if (!dot)
        complain(r, NOC_EUSAGE, s.place, "expected group.key=value, for example network.rows=8");
    else if (split_path(r, s.path, dot, &s)) {
        add_setting(r, s);
        return;
    }
    free(s.path);
}

/* ---- storing -------------------------------------------------------------------------------- */

static void remember_origin(reader *r, const setting *s)
{
    noc_design *d = r->design;
    char *path = strdup(s->path);
    noc_origin *grown = path ? realloc(d->origins, (d->origin_count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(path);
        complain(r, NOC_EFAILED, NOC_NOWHERE, "out of memory");
        return;
    }
    d->origins = grown;
    d->origins[d->origin_count++] = (noc_origin){
        .path = path,
        .place = s->place,
        .overridden = s->status == NOC_EUSAGE,
    };
}

/* Does another topology or pattern have this key? For a better message than "unknown". */
static const char *owner_of(size_t group, const char *key)
{
    if (group == NOC_GROUP_NETWORK)
        for (size_t i = 0; noc_topology_at(i); i++)
            if (noc_key_find(noc_topology_at(i)->keys, key)) return noc_topology_at(i)->name;
    if (group == NOC_GROUP_TRAFFIC)
        for (size_t i = 0; noc_pattern_at(i); i++)
            if (noc_key_find(noc_pattern_at(i)->keys, key)) return noc_pattern_at(i)->name;
    return NULL;
}

static void unknown_key(reader *r, const setting *s)
{
    const int network = s->network == ALL_NETWORKS ? 0 : s->network;
    const noc_key_table common = noc_design_group_keys(s->group);
    const noc_key_table own = noc_design_own_keys(r->design, s->group, network);
    const char *owner = owner_of(s->group, s->key);
    if (owner) {
        if (selection_of(r, s->group, network)->undecided) return;
        complain(r, s->status, s->place, "%s does not apply to this %s (it belongs to '%s')",
                 s->path, s->group == NOC_GROUP_NETWORK ? "topology" : "pattern", owner);
        return;
    }
    noc_nearest nearest = {.wanted = s->key};
    for (size_t i = 0; i < common.count; i++) noc_nearest_try(&nearest, common.keys[i].name);
    for (size_t i = 0; i < own.count; i++) noc_nearest_try(&nearest, own.keys[i].name);
    const char *near = noc_nearest_name(&nearest);
    complain(r, s->status, s->place, "unknown setting '%s'%s%s%s", s->path,
             near ? "; did you mean '" : " ('nocsight list keys' shows them all)", near ? near : "",
             near ? "'?" : "");
}

/* The key's row for one network (any number for the other groups). */
static const noc_key *find_key(const reader *r, const setting *s, int network)
{
    const noc_key *key = noc_key_find(noc_design_group_keys(s->group), s->key);
    return key ? key : noc_key_find(noc_design_own_keys(r->design, s->group, network), s->key);
}

/* The keys of every design that some choices have no use for: a routing where the wiring leaves no
 * choice, tiles of memory nodes for the patterns without, tiles at all for topologies without. */
static bool is_routing(const setting *s)
{
    return s->group == NOC_GROUP_NETWORK && strcmp(s->key, "routing") == 0;
}

static bool is_tiles(const setting *s)
{
    return s->group == NOC_GROUP_NODES && strcmp(s->key, "memory_at") == 0;
}

static bool is_place(const setting *s)
{
    return is_tiles(s) || (s->group == NOC_GROUP_NODES &&
                           (strcmp(s->key, "placement") == 0 || strcmp(s->key, "empty_at") == 0));
}

/* Whether the nodes stood on tiles in the file, and do so on none now. */
static bool lost_its_tiles(const reader *r)
{
    bool had = false, has = false;
    for (int n = 0; n < r->design->network_count; n++) {
        had |= noc_topology_at((size_t)r->topologies[n].filed)->grid != NULL;
        has |= noc_topology_at((size_t)r->design->networks[n].topology)->grid != NULL;
    }
    return had && !has;
}

/* Does the file give this key for a topology or pattern that an override has replaced by one that
 * does not have it? */
static bool is_left_over(const reader *r, const setting *s)
{
    if (s->status != NOC_EINPUT) return false;
    if (s->group == NOC_GROUP_WORKLOAD) return r->design->workload_name != NULL;
    const int network = s->network == ALL_NETWORKS ? 0 : s->network;
    const noc_topology_kind *topology = noc_topology_at((size_t)r->topologies[network].filed);
    const noc_topology_kind *new_topology =
        noc_topology_at((size_t)r->design->networks[network].topology);
    const noc_pattern_kind *pattern = noc_pattern_at((size_t)r->pattern.filed);
    const noc_pattern_kind *new_pattern = noc_pattern_at((size_t)r->design->traffic.pattern);
    if (is_routing(s)) return !topology->paths && new_topology->paths;
    if (is_place(s) && lost_its_tiles(r)) return true;
    if (is_tiles(s)) return pattern->has_memory && !new_pattern->has_memory;
    if (find_key(r, s, network)) return false;
    return (s->group == NOC_GROUP_NETWORK && noc_key_find(topology->keys, s->key)) ||
           (s->group == NOC_GROUP_TRAFFIC && noc_key_find(pattern->keys, s->key));
}

/* Stores a setting in every network that it is for and whose topology knows the key. */
static void store(reader *r, const setting *s)
{
    const int first = s->network == ALL_NETWORKS ? 0 : s->network;
    const int last = s->group != NOC_GROUP_NETWORK || s->network != ALL_NETWORKS
                         ? first
                         : r->design->network_count - 1;
    bool known = false;
    for (int n = first; n <= last; n++) {
        const noc_key *key = find_key(r, s, n);
        if (!key) continue;
        known = true;
        char *base = (char *)r->design + noc_design_group_offset(s->group, n);
        if (noc_value_store(key, base, s->value, s->path, s->place, s->status, r->diag) == NOC_OK)
            continue;
        r->failed = true;
        if (is_selector(s))
            for (n = first; n <= last; n++) selection_of(r, s->group, n)->undecided = true;
        return;
    }
    if (known)
        remember_origin(r, s);
    else
        unknown_key(r, s);
}

/* The choices of topologies and pattern that were made in the file, or by overrides. */
static void store_selectors(reader *r, noc_status origin)
{
    for (size_t i = 0; i < r->count; i++)
        if (is_selector(&r->settings[i]) && r->settings[i].status == origin)
            store(r, &r->settings[i]);
}

static bool was_set(const reader *r, size_t group, int network, const char *key)
{
    for (size_t i = 0; i < r->count; i++)
        if (is_for(&r->settings[i], group, network) && strcmp(r->settings[i].key, key) == 0)
            return true;
    return false;
}

/* The override that chose the topology or pattern, NULL if the file or the default did. */
static const setting *choosing_override(const reader *r, size_t group, int network)
{
    for (size_t i = r->count; i-- > 0;) {
        const setting *s = &r->settings[i];
        if (is_selector(s) && is_for(s, group, network) && s->status == NOC_EUSAGE) return s;
    }
    return NULL;
}

static void complain_missing(reader *r, const noc_key *key, size_t group, int network,
                             const setting *cause)
{
    char expected[500];
    noc_value_expected(key, expected, sizeof expected);
    const bool numbered = group == NOC_GROUP_NETWORK && r->design->network_count > 1;
    char *path = path_of(noc_design_group(group), numbered ? network : ALL_NETWORKS, key->name);
    complain(r, cause ? cause->status : NOC_EINPUT,
             cause ? cause->place : (noc_place){r->design->file, 0}, "%s is missing (expected %s)",
             path ? path : key->name, expected);
    free(path);
}

/* Sets the defaults of a group's keys and reports the missing ones. `cause`: the override that made
 * these keys exist, or NULL. */
static void apply_defaults(reader *r, noc_key_table table, size_t group, int network,
                           const setting *cause)
{
    char *base = (char *)r->design + noc_design_group_offset(group, network);
    selection *chosen = selection_of(r, group, network);
    for (size_t i = 0; i < table.count; i++) {
        const noc_key *key = &table.keys[i];
        noc_value_default(key, base);
        if (!key->required || was_set(r, group, network, key->name)) continue;
        if (!chosen || !chosen->undecided) complain_missing(r, key, group, network, cause);
    }
}

static void apply_common_defaults(reader *r, size_t group, int network)
{
    apply_defaults(r, noc_design_group_keys(group), group, network, NULL);
    if (group == NOC_GROUP_NETWORK && !was_set(r, group, network, "topology"))
        r->topologies[network].undecided = true;
}

static void apply_own_defaults(reader *r, size_t group, int network)
{
    apply_defaults(r, noc_design_own_keys(r->design, group, network), group, network,
                   choosing_override(r, group, network));
}

static void for_each_group(reader *r, void (*apply)(reader *, size_t group, int network))
{
    for (size_t g = 0; g < NOC_GROUPS; g++)
        for (int n = 0; n < (g == NOC_GROUP_NETWORK ? r->design->network_count : 1); n++)
            apply(r, g, n);
}

/* The figures of the workload that is named, before those that are written one by one. */
static void apply_workload(reader *r)
{
    noc_design *d = r->design;
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = d->workload_name ? noc_workload_parts(d->workload_name, parts) : 0;
    if (count == 1) d->workload = parts[0].workload;
    for (size_t i = 0; i < r->count; i++) {
        const setting *s = &r->settings[i];
        if (s->group != NOC_GROUP_WORKLOAD || is_left_over(r, s)) continue;
        d->closed_loop = true;
        if (count > 1)
            complain(r, s->status, s->place,
                     "%s does not apply: '%s' is a set of several workloads (name one of them)",
                     s->path, d->workload_name);
    }
}

static void store_all(reader *r)
{
    noc_design *d = r->design;
    if (d->network_count == 0) {
        complain(r, NOC_EINPUT, (noc_place){d->file, 0},
                 "there is no network (network = { topology = \"mesh\"; ... };)");
        give_up_network(r, 0);
    }
    for_each_group(r, apply_common_defaults);
    store_selectors(r, NOC_EINPUT);
    for (int n = 0; n < d->network_count; n++) r->topologies[n].filed = d->networks[n].topology;
    r->pattern.filed = d->traffic.pattern;
    store_selectors(r, NOC_EUSAGE);
    for_each_group(r, apply_own_defaults);
    apply_workload(r);
    for (size_t i = 0; i < r->count; i++)
        if (!is_selector(&r->settings[i]) && !is_left_over(r, &r->settings[i]))
            store(r, &r->settings[i]);
}

/* The file's name without folders and suffix: the name of a design that gives none. */
static char *name_from_file(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *start = slash ? slash + 1 : file;
    const char *dot = strrchr(start, '.');
    return dot && dot != start ? strndup(start, (size_t)(dot - start)) : strdup(start);
}

static noc_design *new_design(const noc_source *source, const char *const *overrides, size_t count)
{
    noc_design *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->file = strdup(source->path);
    d->name = name_from_file(source->path);
    d->overrides = calloc(count + 1, sizeof *d->overrides);
    d->origin_files = calloc(count + 1, sizeof *d->origin_files);
    if (!d->file || !d->name || !d->overrides || !d->origin_files) {
        noc_design_free(d);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        d->overrides[i] = strdup(overrides[i]);
        if (d->overrides[i]) d->override_count++;
    }
    return d;
}

noc_status noc_design_read(const noc_source *source, const char *const *overrides,
                           size_t override_count, noc_design **design, noc_diag *diag)
{
    const size_t earlier = diag->count;
    reader r = {.diag = diag, .design = new_design(source, overrides, override_count)};
    r.options = calloc(override_count + 1, sizeof *r.options);
    if (!r.design || !r.options) {
        noc_design_free(r.design);
        free(r.options);
        return noc_fail_memory(diag);
    }
    const noc_place place = {r.design->file, 0};
    const bool parsed = noc_config_parse(source->text, place, NOC_EINPUT, &r.file, diag) == NOC_OK;
    if (parsed) {
        collect_file(&r);
        for (size_t i = 0; i < override_count; i++) collect_override(&r, overrides[i]);
        store_all(&r);
        if (!r.failed && noc_design_check(r.design, diag) != NOC_OK) r.failed = true;
        config_destroy(&r.file);
    }
    for (size_t i = 0; i < r.option_count; i++) config_destroy(&r.options[i]);
    for (size_t i = 0; i < r.count; i++) free(r.settings[i].path);
    free(r.settings);
    free(r.options);
    if (!parsed || r.failed) {
        noc_design_free(r.design);
        noc_diag_sort(diag, earlier);
        return diag->count > earlier ? diag->messages[earlier].status : NOC_EFAILED;
    }
    *design = r.design;
    return NOC_OK;
}
