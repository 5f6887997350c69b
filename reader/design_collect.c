#include "reader/design_collect.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/amount.h"
#include "base/auto.h"
#include "base/config_file.h"
#include "base/config_setting.h"
#include "base/growing_list.h"
#include "base/suggest.h"
#include "design/cores/coalescers.h"
#include "design/key.h"
#include "network/kinds/kinds.h"
#include "reader/booksim_names.h"
#include "reader/design_keys.h"
#include "reader/other_names.h"

/* ---- a design that is being read ------------------------------------------------------------ */

void noc_reader_report(noc_reader *r, noc_status status, noc_place place, const char *format, ...)
{
    NOC_AUTO_FREE char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) text = NULL;
    if (text)
        noc_fail(r->diag, status, place, "%s", text);
    else
        noc_reader_fail_memory(r);
    r->has_failed = true;
}

bool noc_reader_coalescer_fault(noc_reader *r, noc_status status, noc_place place, const char *path,
                                const char *key)
{
    const noc_coalescer *named = noc_coalescer_find(key);
    if (!named) return false;
    if (named->settings)
        noc_reader_report(r, status, place, "unknown setting '%s': what %s is %s here", path,
                          named->summary, named->settings);
    else
        noc_reader_report(r, status, place,
                          "'%s' has no effect on what the network sees: it %s (leave it out)", path,
                          named->summary);
    return true;
}

void noc_reader_fail_memory(noc_reader *r)
{
    noc_fail_memory(r->diag);
    r->has_failed = r->is_incomplete = true;
}

void noc_reader_skip_network(noc_reader *r, int network)
{
    r->topology_choices[network].is_unknown = r->is_incomplete = true;
    if (r->design->network_count <= network) r->design->network_count = network + 1;
}

char *noc_reader_path(noc_reader *r, const char *group, int network, const char *key)
{
    return network == NOC_ALL_NETWORKS ? noc_arena_text(&r->arena, "%s.%s", group, key)
                                       : noc_arena_text(&r->arena, "networks[%d].%s", network, key);
}

void noc_reader_store_origin(noc_reader *r, const char *path, noc_place place, noc_status status)
{
    noc_design *d = r->design;
    const noc_origin origin = {
        .path = noc_arena_string(&d->arena, path),
        .place = place,
        .is_overridden = status == NOC_EUSAGE,
    };
    if (origin.path && noc_list_make_room(&d->arena, &d->origins, d->origin_count + 1,
                                          &r->origin_capacity, sizeof origin))
        d->origins[d->origin_count++] = origin;
    else
        noc_reader_fail_memory(r);
}

void noc_reader_mark_faulty(noc_reader *r, const char *path, noc_place place, noc_status status)
{
    const size_t origin = r->design->origin_count;
    noc_reader_store_origin(r, path, place, status);
    if (r->design->origin_count > origin) r->design->origins[origin].has_reported_fault = true;
}

/* ---- settings ------------------------------------------------------------------------------- */

/* Adds a setting. A NULL path means out of memory. */
static void add_setting(noc_reader *r, noc_reader_setting s)
{
    if (s.path && noc_list_make_room(&r->arena, &r->settings, r->count + 1, &r->capacity, sizeof s))
        r->settings[r->count++] = s;
    else
        noc_reader_fail_memory(r);
}

static int find_group(const char *name)
{
    for (size_t i = 0; noc_design_group_name(i); i++)
        if (strcmp(noc_design_group_name(i), name) == 0) return (int)i;
    return -1;
}

static const char *nearest_group(const char *name)
{
    noc_nearest_search nearest = {.wanted = name};
    for (size_t i = 0; noc_design_group_name(i); i++)
        noc_nearest_consider(&nearest, noc_design_group_name(i));
    noc_nearest_consider(&nearest, "name");
    noc_nearest_consider(&nearest, "networks");
    return noc_nearest_name(&nearest);
}

/* ---- the file's tree ------------------------------------------------------------------------ */

/* True if some key begins with a name and a dot: "sharing" for "sharing.same". */
static bool is_prefix_of_key(noc_key_table table, const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < table.count; i++)
        if (strncmp(table.keys[i].name, name, length) == 0 && table.keys[i].name[length] == '.')
            return true;
    return false;
}

/* True if some key of a group, or of an owner of further keys (noc_key_owner), begins with a
 * name and a dot. */
static bool is_prefix_in_group(size_t group, const char *name)
{
    noc_key_owner owner;
    bool is_prefix = is_prefix_of_key(noc_design_group_keys(group), name);
    for (size_t i = 0; !is_prefix && noc_key_owner_at(i, &owner); i++)
        is_prefix = owner.group == group && is_prefix_of_key(owner.keys, name);
    return is_prefix;
}

static void collect_leaf(noc_reader *r, config_setting_t *leaf, size_t group, int network,
                         const char *key)
{
    const char *path = noc_reader_path(r, noc_design_group_name(group), network, key);
    add_setting(r, (noc_reader_setting){
                       .group = group,
                       .network = network,
                       .key = path ? path + strlen(path) - strlen(key) : NULL,
                       .path = path,
                       .value = leaf,
                       .place = {r->design->file, (int)config_setting_source_line(leaf)},
                       .status = NOC_EINPUT,
                   });
}

/* Collects the settings of a group within a group: workload = { sharing = { same = 0.2; }; }; */
static void collect_nested_group(noc_reader *r, config_setting_t *tree, size_t group, int network)
{
    const char *name = config_setting_name(tree);
    for (int i = 0; i < config_setting_length(tree); i++) {
        config_setting_t *leaf = config_setting_get_elem(tree, (unsigned)i);
        const char *key = noc_arena_text(&r->arena, "%s.%s", name, config_setting_name(leaf));
        if (key)
            collect_leaf(r, leaf, group, network, key);
        else
            noc_reader_fail_memory(r);
    }
}

static void collect_group(noc_reader *r, config_setting_t *tree, size_t group, int network)
{
    for (int i = 0; i < config_setting_length(tree); i++) {
        config_setting_t *leaf = config_setting_get_elem(tree, (unsigned)i);
        const char *key = config_setting_name(leaf);
        if (config_setting_is_group(leaf) && is_prefix_in_group(group, key))
            collect_nested_group(r, leaf, group, network);
        else
            collect_leaf(r, leaf, group, network, key);
    }
}

static void collect_networks(noc_reader *r, config_setting_t *list)
{
    const noc_place place = {r->design->file, (int)config_setting_source_line(list)};
    const int count = config_setting_length(list);
    if (!config_setting_is_list(list) || count < 1 || count > NOC_NETWORKS_MAX) {
        noc_reader_report(
            r, NOC_EINPUT, place,
            "networks: expected a list of 1 to %d groups: networks = ( { ... }, { ... } );",
            NOC_NETWORKS_MAX);
        noc_reader_skip_network(r, 0);
        return;
    }
    r->design->network_count = count;
    for (int i = 0; i < count; i++) {
        config_setting_t *group = config_setting_get_elem(list, (unsigned)i);
        if (config_setting_is_group(group)) {
            collect_group(r, group, NOC_GROUP_NETWORK, i);
        } else {
            noc_reader_report(r, NOC_EINPUT,
                              (noc_place){place.file, (int)config_setting_source_line(group)},
                              "networks[%d]: expected a group { ... }", i);
            noc_reader_skip_network(r, i);
        }
    }
}

static void set_name(noc_reader *r, config_setting_t *value, noc_place place, noc_status status)
{
    const char *name = noc_config_text(value);
    if (!name || !*name) {
        noc_reader_report(r, status, place, "name: expected a text in quotes");
        return;
    }
    r->design->name = noc_arena_string(&r->design->arena, name);
    if (!r->design->name) noc_reader_fail_memory(r);
}

/* Number of workloads of a name; 0 after a reported error. */
static size_t find_workload(noc_reader *r, const char *name, noc_place place, noc_status status)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_workload_parts(name, parts);
    if (count > 0) return count;
    const char *nearest_name = noc_workload_nearest(name);
    noc_reader_report(r, status, place, "unknown workload '%s'%s%s%s", name,
                      nearest_name ? "; did you mean '"
                                   : " ('nocsight describe workloads' shows them all)",
                      nearest_name ? nearest_name : "", nearest_name ? "'?" : "");
    return 0;
}

static void add_kernel(noc_reader *r, const char *name)
{
    noc_design *d = r->design;
    char *copy = noc_arena_string(&d->arena, name);
    if (copy)
        d->kernel_names[d->kernel_name_count++] = copy;
    else
        noc_reader_fail_memory(r);
}

/* Sets the workload of each kernel: workload = ("HH", "LL"). False after a reported error. */
static bool set_kernels(noc_reader *r, config_setting_t *list, noc_place place, noc_status status)
{
    noc_design *d = r->design;
    const int count = config_setting_length(list);
    if (count < 1 || count > NOC_KERNELS_MAX) {
        noc_reader_report(r, status, place, "workload: expected a list of 1 to %d names",
                          NOC_KERNELS_MAX);
        return false;
    }
    for (int k = 0; k < count; k++) {
        const char *name = noc_config_text(config_setting_get_elem(list, (unsigned)k));
        const size_t part_count = name && *name ? find_workload(r, name, place, status) : 0;
        if (!name || !*name)
            noc_reader_report(r, status, place, "workload: expected names in quotes");
        else if (part_count > 1)
            noc_reader_report(r, status, place,
                              "workload: '%s' is a set of several workloads, and a kernel has "
                              "one (name one of them)",
                              name);
        else if (part_count == 1)
            add_kernel(r, name);
        const char *earlier = d->workload_name ? d->workload_name : "";
        d->workload_name =
            noc_arena_text(&d->arena, "%s%s%s", earlier, k ? "+" : "", name ? name : "");
    }
    if (d->arena.is_short) noc_reader_fail_memory(r);
    return d->workload_name && (int)d->kernel_name_count == count;
}

/* Sets the workload, a row of the table or a set of rows: workload = "HH". */
static void set_workload(noc_reader *r, config_setting_t *value, noc_place place, noc_status status)
{
    noc_design *d = r->design;
    const char *name = noc_config_text(value);
    const bool is_list = config_setting_is_list(value) || config_setting_is_array(value);
    if (!is_list && (!name || !*name)) {
        noc_reader_report(r, status, place,
                          "workload: expected a name in quotes, a list of one for each kernel, "
                          "or a group { ... }");
        return;
    }
    if (!is_list && find_workload(r, name, place, status) == 0) return;
    d->workload_name = NULL;
    d->kernel_name_count = 0;
    if (is_list && !set_kernels(r, value, place, status)) return;
    if (!is_list && !(d->workload_name = noc_arena_string(&d->arena, name)))
        noc_reader_fail_memory(r);
    d->closed_loop = true;
    noc_reader_store_origin(r, "workload", place, status);
}

/* Key of any group that is nearest to a word; NULL: none is near. */
static const char *nearest_key(const char *word)
{
    noc_nearest_search nearest = {.wanted = word};
    for (size_t g = 0; noc_design_group_name(g); g++) {
        const noc_key_table table = noc_design_group_keys(g);
        for (size_t k = 0; k < table.count; k++) noc_nearest_consider(&nearest, table.keys[k].name);
    }
    noc_key_owner owner;
    for (size_t i = 0; noc_key_owner_at(i, &owner); i++)
        for (size_t k = 0; k < owner.keys.count; k++)
            noc_nearest_consider(&nearest, owner.keys.keys[k].name);
    return noc_nearest_name(&nearest);
}

/* Reports a key outside of its group. */
static void report_outside_group(noc_reader *r, const char *name, noc_place place)
{
    char groups[80] = "";
    for (size_t g = 0; noc_design_group_name(g); g++) {
        const size_t used = strlen(groups);
        if (noc_design_group_has(g, name))
            snprintf(groups + used, sizeof groups - used, "%s%s", used ? " or " : "",
                     noc_design_group_name(g));
    }
    noc_reader_report(r, NOC_EINPUT, place,
                      "'%s' stands outside of its group, which is %s: %s = { %s = ...; };", name,
                      groups, noc_design_group_of_key(name), name);
}

static void report_unknown_name(noc_reader *r, const char *name, noc_place place)
{
    const char *nocsight_name, *nearest_name = nearest_group(name);
    if (noc_reader_coalescer_fault(r, NOC_EINPUT, place, name, name)) {
        return;
    } else if (noc_booksim_is_name(name, &nocsight_name)) {
        noc_reader_report(r, NOC_EINPUT, place, "'%s' is a setting of BookSim; here %s%s", name,
                          nocsight_name ? "it is " : "nothing is like it",
                          nocsight_name ? nocsight_name : "");
    } else if (noc_design_group_of_key(name)) {
        report_outside_group(r, name, place);
    } else if (!nearest_name && noc_find_other_tool_name(NULL, name)) {
        noc_reader_report(r, NOC_EINPUT, place, "unknown setting '%s'; did you mean '%s'?", name,
                          noc_find_other_tool_name(NULL, name));
    } else if (!nearest_name && nearest_key(name)) {
        noc_reader_report(r, NOC_EINPUT, place, "unknown setting '%s'; did you mean '%s.%s'?", name,
                          noc_design_group_of_key(nearest_key(name)), nearest_key(name));
    } else {
        noc_reader_report(r, NOC_EINPUT, place, "unknown setting '%s'%s%s%s", name,
                          nearest_name ? "; did you mean '"
                                       : " (known: name, chip, nodes, network, networks, traffic, "
                                         "memory, cluster, cta, workload",
                          nearest_name ? nearest_name : "", nearest_name ? "'?" : ")");
    }
}

void noc_reader_collect_file(noc_reader *r)
{
    config_setting_t *root = config_root_setting(r->file);
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
                noc_reader_report(r, NOC_EINPUT, place,
                                  "both 'network' and 'networks' are given (use one)");
            else
                collect_networks(r, top);
        } else if (group < 0) {
            report_unknown_name(r, name, place);
        } else if (!config_setting_is_group(top)) {
            noc_reader_report(r, NOC_EINPUT, place, "'%s': expected a group: %s = { ... };", name,
                              name);
            if (group == NOC_GROUP_NETWORK) noc_reader_skip_network(r, 0);
        } else if (group == NOC_GROUP_NETWORK && r->design->network_count) {
            noc_reader_report(r, NOC_EINPUT, place,
                              "both 'network' and 'networks' are given (use one)");
        } else {
            if (group == NOC_GROUP_NETWORK) r->design->network_count = 1;
            collect_group(r, top, (size_t)group, NOC_ALL_NETWORKS);
        }
    }
}

/* ---- the overrides -------------------------------------------------------------------------- */

/* Splits "network.rows" or "networks[1].rows". Returns false for an unknown group. */
static bool split_path(noc_reader *r, const char *path, const char *dot, noc_reader_setting *s)
{
    char group[32];
    snprintf(group, sizeof group, "%.*s", (int)(dot - path), path);
    int network = NOC_ALL_NETWORKS, end = 0;
    if (sscanf(group, "networks[%9d]%n", &network, &end) == 1 && !group[end]) {
        if (network < 0 || network >= r->design->network_count) {
            noc_reader_report(r, NOC_EUSAGE, s->place,
                              "there is no networks[%d] (the design has %d)", network,
                              r->design->network_count);
            return false;
        }
        strcpy(group, "network");
    }
    const int found = find_group(group);
    if (found < 0) {
        const char *nearest_name = nearest_group(group);
        noc_reader_report(r, NOC_EUSAGE, s->place, "unknown group '%s'%s%s%s", group,
                          nearest_name ? "; did you mean '" : "", nearest_name ? nearest_name : "",
                          nearest_name ? "'?" : "");
        return false;
    }
    s->group = (size_t)found;
    s->network = network;
    s->key = s->path + (dot - path) + 1;
    return true;
}

/* True if a path ends in the name of a key whose values are texts. */
static bool names_text(const char *path, size_t length)
{
    const char *dot = memrchr(path, '.', length);
    noc_key_owner owner;
    if (!dot) return false;
    NOC_AUTO_FREE char *name = strndup(dot + 1, length - (size_t)(dot + 1 - path));
    bool found = false;
    for (size_t g = 0; name && !found && noc_design_group_name(g); g++) {
        const noc_key *key = noc_key_find(noc_design_group_keys(g), name);
        found = key && key->type == NOC_TEXT;
    }
    for (size_t i = 0; name && !found && noc_key_owner_at(i, &owner); i++) {
        const noc_key *key = noc_key_find(owner.keys, name);
        found = key && key->type == NOC_TEXT;
    }
    return found;
}

static char *quoted_text(const char *value)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("v = ", out);
    noc_text_print(out, value);
    putc(';', out);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

/* True if libconfig reads a value without quotes: numbers, lists and quoted texts. A number with
 * a unit needs quotes. */
static bool is_literal(const char *value)
{
    noc_amount amount;
    if (!*value || !(isdigit((unsigned char)*value) || strchr("+-.([\"", *value))) return false;
    return !noc_amount_split(value, &amount) || !*amount.unit ||
           strspn(amount.unit, "L") == strlen(amount.unit); /* 64-bit integer */
}

/* Text of an override for libconfig. Words may be typed without quotes: --set
 * network.routing=yx; and texts without escapes: --set network.links=../x.csv. */
static char *option_text(const char *path, size_t path_length, const char *value)
{
    if (*value != '"' && names_text(path, path_length)) return quoted_text(value);
    char *text = NULL;
    const int length = is_literal(value) ? asprintf(&text, "v = %s;", value)
                                         : asprintf(&text, "v = \"%s\";", value);
    return length < 0 ? NULL : text;
}

static void report_missing_group(noc_reader *r, noc_place place, const char *key, const char *text)
{
    const char *nearest_name = noc_design_group_of_key(key) ? key : nearest_key(key);
    const char *other_tool_name =
        noc_design_group_of_key(key) ? NULL : noc_find_other_tool_name(NULL, key);
    if (noc_reader_coalescer_fault(r, NOC_EUSAGE, place, key, key)) return;
    if (other_tool_name)
        noc_reader_report(r, NOC_EUSAGE, place,
                          "a setting is group.key=value; did you mean '%s%s'?", other_tool_name,
                          text + strlen(key));
    else if (nearest_name)
        noc_reader_report(r, NOC_EUSAGE, place,
                          "a setting is group.key=value; did you mean '%s.%s%s'?",
                          noc_design_group_of_key(nearest_name), nearest_name, text + strlen(key));
    else
        noc_reader_report(
            r, NOC_EUSAGE, place,
            "expected group.key=value, for example network.rows=8 ('nocsight describe "
            "keys' shows them all)");
}

/* True if a setting's key exists. An unknown name is reported before a wrong value. */
static bool has_known_key(const noc_reader_setting *s)
{
    noc_member_path member;
    return !s->key || s->group == NOC_GROUP_WORKLOAD || noc_design_group_has(s->group, s->key) ||
           (noc_member_path_read(s->key, &member) &&
            noc_design_group_has(s->group, member.list_name));
}

/* Reads the value of an override. False after a reported error. */
static bool read_value(noc_reader *r, const char *value, noc_reader_setting *s)
{
    NOC_AUTO_FREE char *text =
        has_known_key(s) ? option_text(s->path, strlen(s->path), value) : quoted_text("");
    config_t *config;
    if (!text) {
        noc_reader_fail_memory(r);
        return false;
    }
    const noc_status status = noc_config_recall(r->texts, text, (noc_place){s->place.file, -1},
                                                NOC_EUSAGE, &config, r->diag);
    if (status != NOC_OK) {
        r->has_failed = true;
        return false;
    }
    if (config_setting_length(config_root_setting(config)) != 1) { /* key=1; other=2 */
        noc_reader_report(r, NOC_EUSAGE, s->place, "expected one value (a --set for each key)");
        return false;
    }
    s->value = config_lookup(config, "v");
    return true;
}

/* Copies the settings of a network to one that the file does not define. */
static void copy_network(noc_reader *r, int from, int to)
{
    const size_t count = r->count;
    for (size_t i = 0; i < count; i++) {
        noc_reader_setting s = r->settings[i];
        if (s.group != NOC_GROUP_NETWORK || s.network != from) continue;
        const char *key = s.key;
        s.network = to;
        s.path = noc_reader_path(r, noc_design_group_name(s.group), to, key);
        s.key = s.path ? s.path + strlen(s.path) - strlen(key) : NULL;
        add_setting(r, s);
    }
}

/* Removes the settings of networks from a number on. */
static void drop_networks(noc_reader *r, int from)
{
    size_t kept_count = 0;
    for (size_t i = 0; i < r->count; i++)
        if (r->settings[i].group != NOC_GROUP_NETWORK || r->settings[i].network < from)
            r->settings[kept_count++] = r->settings[i];
    r->count = kept_count;
}

/* Sets the number of networks: networks=2. A network that the file does not define is a copy of
 * the file's last network. */
static void set_networks(noc_reader *r, config_setting_t *value, noc_place place, noc_status status)
{
    noc_design *d = r->design;
    const int count =
        config_setting_type(value) == CONFIG_TYPE_INT ? config_setting_get_int(value) : 0;
    if (count < 1 || count > NOC_NETWORKS_MAX) {
        noc_reader_report(r, status, place,
                          "networks: expected how many there are, 1 to %d (a setting of one: "
                          "networks[1].flit_bytes=64)",
                          NOC_NETWORKS_MAX);
        return;
    }
    drop_networks(r, count);
    for (int n = d->network_count; n > 0 && n < count; n++)
        copy_network(r, d->network_count - 1, n);
    d->network_count = count;
}

/* Setting without a group, which is stored at once. */
typedef struct bare_setting {
    const char *path;
    void (*set)(noc_reader *r, config_setting_t *value, noc_place place, noc_status status);
} bare_setting;

static const bare_setting bare_settings[] = {
    {"name", set_name},
    {"workload", set_workload},
    {"networks", set_networks},
};

static const bare_setting *find_bare_setting(const char *path)
{
    for (size_t i = 0; i < sizeof bare_settings / sizeof bare_settings[0]; i++)
        if (strcmp(bare_settings[i].path, path) == 0) return &bare_settings[i];
    return NULL;
}

/* Finds group, network and key in the path of an override. False after a reported error. A key
 * that its group lacks is reported when the setting is stored. */
static bool find_place(noc_reader *r, const char *text, noc_reader_setting *s)
{
    const char *dot = strchr(s->path, '.');
    if (dot) return split_path(r, s->path, dot, s);
    report_missing_group(r, s->place, s->path, text);
    return false;
}

void noc_reader_collect_override(noc_reader *r, const char *text)
{
    char option[200];
    snprintf(option, sizeof option, "--set %s", text);
    noc_design *d = r->design;
    char *file = noc_arena_string(&d->arena, option);
    if (!file) {
        noc_reader_fail_memory(r);
        return;
    }
    d->origin_files[d->origin_file_count++] = file;
    noc_reader_setting s = {.place = {file, 0}, .status = NOC_EUSAGE};
    const char *equals = strchr(text, '=');
    if (!equals || equals == text) {
        noc_reader_report(r, NOC_EUSAGE, s.place,
                          "expected key=value, for example network.flit_bytes=32");
        return;
    }
    s.path = noc_arena_text(&r->arena, "%.*s", (int)(equals - text), text);
    if (!s.path) {
        noc_reader_fail_memory(r);
        return;
    }
    const bare_setting *bare = find_bare_setting(s.path);
    if ((!bare && !find_place(r, text, &s)) || !read_value(r, equals + 1, &s)) return;
    if (bare)
        bare->set(r, s.value, s.place, s.status);
    else
        add_setting(r, s);
}
