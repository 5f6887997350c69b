/* Reads a design: file and overrides become one list of settings, each with its place. Settings
 * that decide which further keys exist are stored first: topologies (each implies a kind of
 * network), pattern, replies, classes. Where an override replaces such a choice, the file's keys
 * for its old choice are skipped. */
#include "reader/design_read.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/config_file.h"
#include "design/key.h"
#include "network/kinds/kinds.h"
#include "network/kinds/switching_keys.h"
#include "network/kinds/traffic_keys.h"
#include "reader/booksim_names.h"
#include "reader/design_check.h"
#include "reader/design_collect.h"
#include "reader/design_keys.h"
#include "reader/design_walk.h"
#include "reader/file_kind.h"
#include "reader/other_names.h"
#include "reader/workload_text.h"

/* Selection that decides a group's keys; NULL if the keys are always the same. */
static noc_selection *selection_of(noc_reader *r, size_t group, int network)
{
    if (group == NOC_GROUP_NETWORK) return &r->topology_choices[network];
    return group == NOC_GROUP_TRAFFIC ? &r->traffic_choice : NULL;
}

/* Order in which choices are stored: an earlier one decides whether a later one has a key. */
enum { FIRST_CHOICES, NEXT_CHOICES, LAST_CHOICES, NO_CHOICE };

static int choice_of(size_t group, const char *key)
{
    const bool of_traffic = group == NOC_GROUP_TRAFFIC;
    if (group == NOC_GROUP_NETWORK && strcmp(key, "topology") == 0) return FIRST_CHOICES;
    if (of_traffic && strcmp(key, "pattern") == 0) return FIRST_CHOICES;
    if (of_traffic && strcmp(key, "classes") == 0) return LAST_CHOICES;
    return of_traffic && strcmp(key, "replies") == 0 ? NEXT_CHOICES : NO_CHOICE;
}

static bool is_selector(const noc_reader_setting *s)
{
    return choice_of(s->group, s->key) != NO_CHOICE;
}

static bool concerns_group(const noc_reader_setting *s, size_t group, int network)
{
    return s->group == group && (s->network == NOC_ALL_NETWORKS || s->network == network);
}

/* ---- storing -------------------------------------------------------------------------------- */

/* Finds an owner that has a key, for a better message than "unknown". */
static bool find_owner(size_t group, const char *key, noc_key_owner *owner)
{
    for (size_t i = 0; noc_key_owner_at(i, owner); i++)
        if (owner->group == group && noc_key_find(owner->keys, key)) return true;
    return false;
}

static const char *network_kind_name(const noc_reader *r, int network)
{
    return noc_switchings[r->design->networks[network].topology->switching].name;
}

/* Words for the replies of the pattern in a message; "" if replies make no difference. */
static const char *reply_words(const noc_reader *r, const noc_key_owner *owner)
{
    const noc_pattern_kind *pattern = r->design->traffic.pattern;
    if (pattern->has_memory || noc_key_find(owner->keys, "replies")) return "";
    return noc_design_has_replies(r->design) ? " with traffic.replies"
                                             : " without traffic.replies = true";
}

static void report_owner(noc_reader *r, const noc_reader_setting *s, int network,
                         const noc_key_owner *owner)
{
    if (owner->kind == NOC_OWNER_KIND)
        noc_reader_report(r, s->status, s->place,
                          "%s does not apply to %s networks (it belongs to %s networks)", s->path,
                          network_kind_name(r, network), owner->name);
    else if (owner->kind == NOC_OWNER_TRAFFIC)
        noc_reader_report(r, s->status, s->place,
                          "%s does not apply to this pattern%s (it belongs to %s)", s->path,
                          reply_words(r, owner), owner->name);
    else
        noc_reader_report(r, s->status, s->place,
                          "%s does not apply to this %s (it belongs to '%s')", s->path,
                          owner->kind == NOC_OWNER_TOPOLOGY ? "topology" : "pattern", owner->name);
}

static const char *nearest_key(const noc_reader *r, const noc_reader_setting *s, int network)
{
    noc_nearest_search nearest = {.wanted = s->key};
    noc_key_table table;
    for (size_t i = 0; noc_design_keys(r->design, s->group, network, i, &table); i++)
        for (size_t k = 0; k < table.count; k++) noc_nearest_consider(&nearest, table.keys[k].name);
    return noc_nearest_name(&nearest);
}

/* Marks the key that a misspelt name probably means as faulty. */
static void mark_nearest_key(noc_reader *r, const noc_reader_setting *s, const char *key)
{
    const char *path = noc_reader_path(r, noc_design_group_name(s->group), s->network, key);
    if (path)
        noc_reader_mark_faulty(r, path, s->place, s->status);
    else
        noc_reader_fail_memory(r);
}

static void report_unknown_key(noc_reader *r, const noc_reader_setting *s)
{
    const int network = s->network == NOC_ALL_NETWORKS ? 0 : s->network;
    noc_key_owner owner;
    if (s->group == NOC_GROUP_TRAFFIC && r->design->traffic.classes.count &&
        noc_design_group_has(s->group, s->key)) {
        noc_reader_report(r, s->status, s->place,
                          "%s does not apply beside traffic.classes, which have patterns and "
                          "their own lengths (such as traffic.classes[0].pattern)",
                          s->path);
        return;
    }
    if (find_owner(s->group, s->key, &owner)) {
        if (!selection_of(r, s->group, network)->is_unknown) report_owner(r, s, network, &owner);
        return;
    }
    const char *nocsight_name;
    if (noc_booksim_is_name(s->key, &nocsight_name)) {
        noc_reader_report(r, s->status, s->place, "unknown setting '%s': of BookSim; here %s%s",
                          s->path, nocsight_name ? "it is " : "nothing is like it",
                          nocsight_name ? nocsight_name : "");
        return;
    }
    if (noc_reader_coalescer_fault(r, s->status, s->place, s->path, s->key)) return;
    const char *other_tool_name = noc_find_other_tool_name(noc_design_group_name(s->group), s->key);
    if (other_tool_name) {
        noc_reader_report(r, s->status, s->place, "unknown setting '%s'; did you mean '%s'?",
                          s->path, other_tool_name);
        return;
    }
    const char *group = noc_design_group_of_key(s->key);
    if (group) {
        noc_reader_report(r, s->status, s->place, "unknown setting '%s'; did you mean '%s.%s'?",
                          s->path, group, s->key);
        return;
    }
    const char *nearest_name = nearest_key(r, s, network);
    if (nearest_name) mark_nearest_key(r, s, nearest_name);
    if (nearest_name)
        noc_reader_report(r, s->status, s->place, "unknown setting '%s'; did you mean '%.*s%s'?",
                          s->path, (int)(s->key - s->path), s->path, nearest_name);
    else
        noc_reader_report(r, s->status, s->place,
                          "unknown setting '%s' ('nocsight describe keys' shows them all)",
                          s->path);
}

/* True if a setting is the routing. Some choices have no use for keys that every design has:
 * topologies with one route for each pair for the routing, patterns without memory nodes for
 * their tiles, topologies without tiles for any tiles. */
static bool is_routing(const noc_reader_setting *s)
{
    return s->group == NOC_GROUP_NETWORK && strcmp(s->key, "routing") == 0;
}

static bool is_memory_tiles(const noc_reader_setting *s)
{
    return s->group == NOC_GROUP_NODES && strcmp(s->key, "memory_at") == 0;
}

static bool is_placement(const noc_reader_setting *s)
{
    return is_memory_tiles(s) ||
           (s->group == NOC_GROUP_NODES &&
            (strcmp(s->key, "placement") == 0 || strcmp(s->key, "empty_at") == 0 ||
             strcmp(s->key, "memory_on") == 0));
}

/* True if nodes have tiles by the file, but none after the overrides. */
static bool lost_tiles(const noc_reader *r)
{
    bool had_tiles = false, has_tiles = false;
    for (int n = 0; n < r->design->network_count; n++) {
        had_tiles |= r->file_topology[n]->find_tiles != NULL;
        has_tiles |= r->design->networks[n].topology->find_tiles != NULL;
    }
    return had_tiles && !has_tiles;
}

static bool is_key_of(const noc_topology_kind *topology, const char *key)
{
    return noc_key_find(noc_switching_keys(topology->switching), key) ||
           noc_key_find(topology->keys, key);
}

static bool is_key_of_traffic(const noc_traffic_spec *traffic, const char *key)
{
    noc_key_table table;
    for (size_t i = 1; noc_design_traffic_keys(traffic, i, &table); i++)
        if (noc_key_find(table, key)) return true;
    return false;
}

/* True if a topology has, or may have, the routing that a setting names. */
static bool named_routing_serves(const noc_reader_setting *s, const noc_topology_kind *topology)
{
    const char *name = config_setting_get_string(s->value);
    for (size_t i = 0; name && noc_routing_at(i); i++)
        if (strcmp(noc_routing_name(i), name) == 0)
            return noc_routing_serves(noc_routing_at(i), topology);
    return topology->layout != 0;
}

/* True if a file's setting belongs to a topology or pattern that an override has replaced by one
 * without the key. */
static bool is_replaced(const noc_reader *r, const noc_reader_setting *s)
{
    if (s->status != NOC_EINPUT) return false;
    if (s->group == NOC_GROUP_WORKLOAD) return r->design->workload_name != NULL;
    const int network = s->network == NOC_ALL_NETWORKS ? 0 : s->network;
    const noc_topology_kind *topology = r->file_topology[network];
    const noc_topology_kind *new_topology = r->design->networks[network].topology;
    const noc_pattern_kind *pattern = r->file_traffic.pattern;
    const noc_pattern_kind *new_pattern = r->design->traffic.pattern;
    if (is_routing(s)) return topology != new_topology && !named_routing_serves(s, new_topology);
    if (is_placement(s) && lost_tiles(r)) return true;
    if (is_memory_tiles(s)) return pattern->has_memory && !new_pattern->has_memory;
    if (noc_design_key(r->design, s->group, network, s->key)) return false;
    return (s->group == NOC_GROUP_NETWORK && is_key_of(topology, s->key)) ||
           (s->group == NOC_GROUP_TRAFFIC && is_key_of_traffic(&r->file_traffic, s->key));
}

static noc_storing storing_of(noc_reader *r, const noc_reader_setting *s)
{
    return (noc_storing){s->path, s->place, s->status, &r->design->arena, r->diag};
}

/* Stores a member of a list of groups: workload.phases[0].share. False: no such list. */
static bool store_member(noc_reader *r, const noc_reader_setting *s, int first, int last)
{
    const noc_storing storing = storing_of(r, s);
    noc_member_path member;
    bool has_list = false, is_stored = true;
    if (!noc_member_path_read(s->key, &member)) return false;
    for (int n = first; n <= last && is_stored; n++) {
        const noc_key *key = noc_design_key(r->design, s->group, n, member.list_name);
        if (!key || !key->type->store_member) continue;
        char *base = (char *)r->design + noc_design_group_offset(s->group, n);
        has_list = true;
        is_stored = key->type->store_member(&storing, base + key->offset, member.number,
                                            member.key_name, s->value) == NOC_OK;
    }
    if (!is_stored)
        r->has_failed = r->is_incomplete = true;
    else if (has_list)
        noc_reader_store_origin(r, s->path, s->place, s->status);
    return has_list;
}

/* Stores the places of the members of a list of groups: "traffic.classes[1].share". */
static void remember_members(noc_reader *r, const noc_reader_setting *s)
{
    const int groups = config_setting_is_list(s->value) ? config_setting_length(s->value) : 0;
    for (int i = 0; i < groups; i++) {
        config_setting_t *group = config_setting_get_elem(s->value, (unsigned)i);
        for (int k = 0; config_setting_is_group(group) && k < config_setting_length(group); k++) {
            config_setting_t *value = config_setting_get_elem(group, (unsigned)k);
            char path[120];
            noc_place place = s->place;
            if (place.line > 0) place.line = (int)config_setting_source_line(value);
            snprintf(path, sizeof path, "%s[%d].%s", s->path, i, config_setting_name(value));
            noc_reader_store_origin(r, path, place, s->status);
        }
    }
}

/* Stores a setting in each of its networks whose kind or topology has the key. */
static void store_setting(noc_reader *r, const noc_reader_setting *s)
{
    const int first = s->network == NOC_ALL_NETWORKS ? 0 : s->network;
    const int last = s->group != NOC_GROUP_NETWORK || s->network != NOC_ALL_NETWORKS
                         ? first
                         : r->design->network_count - 1;
    const noc_storing storing = storing_of(r, s);
    bool is_known = false;
    if (store_member(r, s, first, last)) return;
    for (int n = first; n <= last; n++) {
        const noc_key *key = noc_design_key(r->design, s->group, n, s->key);
        if (!key) continue;
        is_known = true;
        char *base = (char *)r->design + noc_design_group_offset(s->group, n);
        if (noc_value_store(&storing, key, base, s->value) == NOC_OK) continue;
        r->has_failed = true;
        r->is_incomplete |= is_selector(s) || key->standing == NOC_REQUIRED;
        noc_reader_mark_faulty(r, s->path, s->place, s->status);
        if (is_selector(s))
            for (n = first; n <= last; n++) selection_of(r, s->group, n)->is_unknown = true;
        return;
    }
    if (is_known) {
        remember_members(r, s);
        noc_reader_store_origin(r, s->path, s->place, s->status);
    } else {
        report_unknown_key(r, s);
    }
}

/* Stores the choices of topologies and traffic made by the file, or by overrides. */
static void store_selectors(noc_reader *r, noc_status origin)
{
    for (int choice = FIRST_CHOICES; choice < NO_CHOICE; choice++)
        for (size_t i = 0; i < r->count; i++)
            if (choice_of(r->settings[i].group, r->settings[i].key) == choice &&
                r->settings[i].status == origin)
                store_setting(r, &r->settings[i]);
}

static bool was_set(const noc_reader *r, size_t group, int network, const char *key)
{
    for (size_t i = 0; i < r->count; i++)
        if (concerns_group(&r->settings[i], group, network) && strcmp(r->settings[i].key, key) == 0)
            return true;
    return false;
}

/* Override that set the topology or pattern; NULL if the file or the default did. */
static const noc_reader_setting *find_choosing_override(const noc_reader *r, size_t group,
                                                        int network)
{
    for (size_t i = r->count; i-- > 0;) {
        const noc_reader_setting *s = &r->settings[i];
        if (is_selector(s) && concerns_group(s, group, network) && s->status == NOC_EUSAGE)
            return s;
    }
    return NULL;
}

static void report_missing_key(noc_reader *r, const noc_key *key, size_t group, int network,
                               const noc_reader_setting *cause)
{
    char expected[500];
    noc_value_expected(key, expected, sizeof expected);
    const bool has_number = group == NOC_GROUP_NETWORK && r->design->network_count > 1;
    const char *path = noc_reader_path(r, noc_design_group_name(group),
                                       has_number ? network : NOC_ALL_NETWORKS, key->name);
    noc_reader_report(r, cause ? cause->status : NOC_EINPUT,
                      cause ? cause->place : (noc_place){r->design->file, 0},
                      "%s is missing (expected %s)", path ? path : key->name, expected);
    r->is_incomplete = true;
}

/* Sets the defaults of a group's keys and reports missing ones. A stored choice of replies keeps
 * its value. `cause`: override by which these keys exist, or NULL. */
static void apply_defaults(noc_reader *r, noc_key_table table, size_t group, int network,
                           const noc_reader_setting *cause)
{
    char *base = (char *)r->design + noc_design_group_offset(group, network);
    noc_selection *selection = selection_of(r, group, network);
    for (size_t i = 0; i < table.count; i++) {
        const noc_key *key = &table.keys[i];
        if (choice_of(group, key->name) != NEXT_CHOICES) noc_value_default(key, base);
        if (key->standing != NOC_REQUIRED || was_set(r, group, network, key->name)) continue;
        if (!selection || !selection->is_unknown) report_missing_key(r, key, group, network, cause);
    }
}

/* Sets the defaults of a group's common keys; for a network, of the keys of all kinds of
 * networks, as later code reads them without a check. */
static void apply_common_defaults(noc_reader *r, size_t group, int network)
{
    apply_defaults(r, noc_design_group_keys(group), group, network, NULL);
    if (group != NOC_GROUP_NETWORK) return;
    char *base = (char *)r->design + noc_design_group_offset(group, network);
    for (int kind = 0; kind < NOC_SWITCHINGS; kind++) {
        const noc_key_table keys = noc_switching_keys((noc_switching)kind);
        for (size_t k = 0; k < keys.count; k++) noc_value_default(&keys.keys[k], base);
    }
    if (!was_set(r, group, network, "topology")) r->topology_choices[network].is_unknown = true;
}

static void apply_own_defaults(noc_reader *r, size_t group, int network)
{
    const noc_reader_setting *cause = find_choosing_override(r, group, network);
    noc_key_table table;
    for (size_t i = 1; noc_design_keys(r->design, group, network, i, &table); i++)
        apply_defaults(r, table, group, network, cause);
    if (group != NOC_GROUP_NETWORK) return;
    noc_network_spec *spec = &r->design->networks[network];
    const noc_routing_kind *usual = noc_routing_default(spec->topology);
    if (usual) spec->routing = usual;
}

static void for_each_group(noc_reader *r, void (*apply)(noc_reader *, size_t group, int network))
{
    for (size_t g = 0; g < NOC_GROUPS; g++)
        for (int n = 0; n < (g == NOC_GROUP_NETWORK ? r->design->network_count : 1); n++)
            apply(r, g, n);
}

/* Stores the figures of the named workload, before figures that are set one by one. */
static void apply_workload(noc_reader *r)
{
    noc_design *d = r->design;
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    size_t count = d->kernel_name_count;
    for (size_t k = 0; k < d->kernel_name_count; k++)
        if (noc_workload_parts(d->kernel_names[k], parts) == 1) d->kernels[k] = parts[0].workload;
    if (count == 0 && d->workload_name) count = noc_workload_parts(d->workload_name, parts);
    if (count == 1) d->workload = parts[0].workload;
    if (count > 1 && d->kernel_name_count) d->workload = d->kernels[0];
    for (size_t i = 0; i < r->count; i++) {
        const noc_reader_setting *s = &r->settings[i];
        if (s->group != NOC_GROUP_WORKLOAD || is_replaced(r, s)) continue;
        d->closed_loop = true;
        if (count > 1)
            noc_reader_report(r, s->status, s->place,
                              "%s does not apply: '%s' are several workloads (name one of them)",
                              s->path, d->workload_name);
    }
}

/* Sets pattern and replies of traffic with classes, whose patterns have no replies. Any other
 * traffic setting is a fault, or belongs to a file's traffic that an override has replaced. */
static void set_class_pattern(noc_reader *r)
{
    noc_traffic_spec *traffic = &r->design->traffic;
    if (traffic->classes.count == 0) return;
    traffic->pattern = traffic->classes.list[0].traffic.pattern;
    traffic->has_replies = 0;
}

/* Number of memory nodes in the settings; 0 if none is readable. */
static int count_memory_nodes(const noc_reader *r)
{
    int memory = 0;
    for (size_t i = 0; i < r->count; i++)
        if (concerns_group(&r->settings[i], NOC_GROUP_NODES, 0) &&
            strcmp(r->settings[i].key, "memory") == 0)
            memory = config_setting_get_int(r->settings[i].value);
    return memory;
}

/* Sets the pattern beside a table of rates, which needs none: without memory nodes, nodes are
 * peers. */
static void set_rates_pattern(noc_reader *r)
{
    if (was_set(r, NOC_GROUP_TRAFFIC, 0, "rates") && !was_set(r, NOC_GROUP_TRAFFIC, 0, "pattern") &&
        count_memory_nodes(r) == 0)
        r->design->traffic.pattern = noc_pattern_without_memory();
}

static void store_all(noc_reader *r)
{
    noc_design *d = r->design;
    if (d->network_count == 0) {
        noc_reader_report(r, NOC_EINPUT, (noc_place){d->file, 0},
                          "there is no network (network = { topology = \"mesh\"; ... };)");
        noc_reader_skip_network(r, 0);
    }
    for_each_group(r, apply_common_defaults);
    set_rates_pattern(r);
    store_selectors(r, NOC_EINPUT);
    for (int n = 0; n < d->network_count; n++) r->file_topology[n] = d->networks[n].topology;
    r->file_traffic = d->traffic;
    store_selectors(r, NOC_EUSAGE);
    set_class_pattern(r);
    for_each_group(r, apply_own_defaults);
    apply_workload(r);
    for (size_t i = 0; i < r->count; i++)
        if (!is_selector(&r->settings[i]) && !is_replaced(r, &r->settings[i]))
            store_setting(r, &r->settings[i]);
}

/* File name without folders and suffix: the default name of a design. */
static char *name_from_file(noc_arena *arena, const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *start = slash ? slash + 1 : file;
    const char *dot = strrchr(start, '.');
    return noc_arena_text(arena, "%.*s", (int)(dot && dot != start ? dot - start : INT_MAX), start);
}

/* Begins a design of zeros. False when out of memory. */
static bool begin_design(noc_design *d, const noc_source *source, const char *const *overrides,
                         size_t count)
{
    noc_arena *arena = &d->arena;
    d->file = noc_arena_string(arena, source->path);
    d->typed_name = noc_arena_string(arena, source->typed_name ? source->typed_name : source->path);
    d->kinds_follow_counts = source->kinds_follow_counts;
    d->name = name_from_file(arena, source->path);
    d->overrides = noc_arena_array(arena, count, sizeof *d->overrides);
    d->origin_files = noc_arena_array(arena, count, sizeof *d->origin_files);
    for (; d->overrides && d->override_count < count; d->override_count++)
        d->overrides[d->override_count] = noc_arena_string(arena, overrides[d->override_count]);
    return !arena->is_short;
}

/* Parses a design's text. Of several settings `workload` the last one holds. */
static noc_status parse_text(noc_reader *r, const char *text, noc_place place)
{
    NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
    if (noc_config_recall(r->texts, text, place, NOC_EINPUT, &r->file, &faults) == NOC_OK)
        return NOC_OK;
    NOC_AUTO_FREE char *last = noc_workload_text_last(text);
    return noc_config_recall(r->texts, last ? last : text, place, NOC_EINPUT, &r->file, r->diag);
}

static noc_status read_design(noc_reader *r, const noc_source *source, const char *const *overrides,
                              size_t count)
{
    const noc_place place = {r->design->file, 0};
    const noc_status status = parse_text(r, source->text, place);
    if (status != NOC_OK && noc_booksim_is_config(source->text))
        noc_fail(r->diag, status, place,
                 "looks like a configuration of BookSim: here settings have other names and stand "
                 "in groups ('nocsight import booksim %s -o DIR' makes a design of it)",
                 r->design->file);
    if (status != NOC_OK) return status;
    if (noc_file_kind_of(config_root_setting(r->file)) == NOC_FILE_SPACE)
        return noc_fail(r->diag, NOC_EINPUT, place,
                        "is a space of designs, not a design (nocsight check %s, nocsight sweep "
                        "%s --store results.db)",
                        r->design->file, r->design->file);
    noc_reader_collect_file(r);
    for (size_t i = 0; i < count; i++) noc_reader_collect_override(r, overrides[i]);
    store_all(r);
    if (r->has_failed && r->is_incomplete) return NOC_EFAILED;
    const noc_status checked = noc_design_check(r->design, r->texts, r->diag);
    return r->has_failed ? NOC_EFAILED : checked;
}

noc_status noc_design_read_at(const noc_source *source, const char *const *overrides,
                              size_t override_count, noc_config_memory *texts, noc_design *design,
                              noc_diag *diag)
{
    const size_t earlier = diag->count;
    noc_reader r = {.diag = diag, .design = design, .texts = texts};
    if (!begin_design(design, source, overrides, override_count)) {
        noc_design_clear(design);
        return noc_fail_memory(diag);
    }
    noc_config_memory_trim(texts);
    const noc_status status = read_design(&r, source, overrides, override_count);
    noc_arena_clear(&r.arena);
    if (status == NOC_OK) return NOC_OK;
    noc_design_clear(design);
    noc_diag_sort(diag, earlier);
    return diag->count > earlier ? diag->messages[earlier].status : NOC_EFAILED;
}

noc_status noc_design_read_next(const noc_source *source, const char *const *overrides,
                                size_t override_count, noc_config_memory *texts,
                                noc_design **design, noc_diag *diag)
{
    noc_design *made = calloc(1, sizeof *made);
    if (!made) return noc_fail_memory(diag);
    const noc_status status =
        noc_design_read_at(source, overrides, override_count, texts, made, diag);
    if (status == NOC_OK)
        *design = made;
    else
        free(made);
    return status;
}

noc_status noc_design_read(const noc_source *source, const char *const *overrides,
                           size_t override_count, noc_design **design, noc_diag *diag)
{
    NOC_AUTO(noc_config_memory_clear) noc_config_memory texts = {.texts = {NULL}};
    return noc_design_read_next(source, overrides, override_count, &texts, design, diag);
}
