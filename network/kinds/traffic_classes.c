#include "network/kinds/traffic_classes.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/auto.h"
#include "design/group_list.h"
#include "network/graph/traffic.h"
#include "network/kinds/kinds.h"
#include "network/kinds/traffic_keys.h"

#define CLASS(member) offsetof(noc_class_spec, member)

static const noc_key keys[] = {
    {"name", NOC_TEXT, CLASS(name), 0, 0, 0, NOC_REQUIRED, NULL, "", "of the class, in answers", "",
     NULL, NOC_BY_ROUTES},
    {"share", NOC_REAL, CLASS(share), 1e-6, 1, 0, NOC_REQUIRED, NULL, "", "of the offered flits",
     "", NULL, NOC_BY_ROUTES},
    {"pattern", &noc_pattern_type, CLASS(traffic.pattern), 0, 0, 0, NOC_REQUIRED, noc_pattern_name,
     "", "who sends to whom", "", NULL, NOC_BY_ROUTES},
    {"priority", NOC_INTEGER, CLASS(priority), 0, 255, 0, NOC_OPTIONAL, NULL, "",
     "larger goes first, where traffic.priority is class", "BookSim 2.0: class_priority", NULL,
     NOC_BY_ROUTES},
};

static const noc_key_table class_keys = NOC_KEYS(keys);

bool noc_class_find_keys(noc_class_spec *spec, size_t i, noc_key_table *table, char **base)
{
    const noc_key_table tables[] = {class_keys, noc_traffic_kind_keys(NOC_TRAFFIC_ONE_WAY),
                                    spec->traffic.pattern->keys};
    *base = i == 0 ? (char *)spec : (char *)&spec->traffic;
    if (i < sizeof tables / sizeof tables[0]) *table = tables[i];
    return i < sizeof tables / sizeof tables[0];
}

static const noc_key *find_key(noc_class_spec *spec, const char *name, char **base)
{
    const noc_key *key = NULL;
    noc_key_table table;
    for (size_t i = 0; !key && noc_class_find_keys(spec, i, &table, base); i++)
        key = noc_key_find(table, name);
    return key;
}

static const noc_key *find_class_member(const void *stored, int number, const char *name,
                                        const char **base)
{
    const noc_traffic_classes *classes = stored;
    char *class_base = NULL;
    if ((size_t)number >= classes->count) return NULL;
    const noc_key *key = find_key(&classes->list[number], name, &class_base);
    *base = class_base;
    return key;
}

static const noc_group_list classes_list = {
    "classes",
    "({ name = \"bulk\"; share = 0.75; pattern = \"uniform\"; packet_flits = 5; }, "
    "{ name = \"urgent\"; share = 0.25; pattern = \"uniform\"; })",
    NOC_TRAFFIC_CLASSES_MAX};

/* ---- reading and writing -------------------------------------------------------------------- */

static noc_status refuse_key(const noc_storing *s, noc_class_spec *spec, const char *name)
{
    noc_nearest_search nearest = {.wanted = name};
    noc_key_table table;
    char *base;
    for (size_t i = 0; noc_class_find_keys(spec, i, &table, &base); i++)
        for (size_t k = 0; k < table.count; k++) noc_nearest_consider(&nearest, table.keys[k].name);
    const char *nearest_name = noc_nearest_name(&nearest);
    return noc_fail(s->diag, s->status, s->place,
                    "%s: a class with pattern \"%s\" has no '%s'%s%s%s (it has name, share, "
                    "pattern, priority, packet_flits, packet_mix and the pattern's keys)",
                    s->path, spec->traffic.pattern->name, name,
                    nearest_name ? "; did you mean '" : "", nearest_name ? nearest_name : "",
                    nearest_name ? "'?" : "");
}

static noc_status store_class_key(const noc_storing *s, void *stored, int number, const char *name,
                                  const config_setting_t *value)
{
    noc_traffic_classes *classes = stored;
    if ((size_t)number >= classes->count)
        return noc_fail(s->diag, s->status, s->place,
                        "%s: the traffic has %zu classes, counted from 0", s->path, classes->count);
    noc_class_spec *spec = &classes->list[number];
    char *base;
    const noc_key *key = find_key(spec, name, &base);
    return key ? noc_value_store(s, key, base, value) : refuse_key(s, spec, name);
}

/* Stores the member of a group that a key names. Refuses a group without a required member. */
static noc_status store_member(const noc_storing *s, noc_traffic_classes *classes, int number,
                               const noc_key *key, const config_setting_t *group)
{
    const config_setting_t *value = config_setting_get_member(group, key->name);
    char path[NOC_MEMBER_PATH_CHARS];
    if (!value && key->standing != NOC_REQUIRED) return NOC_OK;
    if (!value) return noc_group_refuse_missing(s, key, number, group);
    const noc_storing member = noc_group_member(s, number, key->name, value, path);
    return store_class_key(&member, classes, number, key->name, value);
}

static noc_status check_members(const noc_storing *s, noc_class_spec *spec, int number,
                                const config_setting_t *group)
{
    char path[NOC_MEMBER_PATH_CHARS], *base;
    for (int i = 0; i < config_setting_length(group); i++) {
        const config_setting_t *value = config_setting_get_elem(group, (unsigned)i);
        const char *name = config_setting_name(value);
        const noc_storing member = noc_group_member(s, number, name, value, path);
        if (!find_key(spec, name, &base)) return refuse_key(&member, spec, name);
    }
    return NOC_OK;
}

/* Stores the pattern first, since it determines the other keys. */
static noc_status store_group(const noc_storing *s, noc_traffic_classes *classes, int number,
                              const config_setting_t *group)
{
    noc_class_spec *spec = &classes->list[number];
    noc_key_table table;
    char *base;
    spec->traffic.pattern = noc_pattern_at(0);
    noc_status result = store_member(s, classes, number, find_key(spec, "pattern", &base), group);
    for (size_t i = 0; result == NOC_OK && noc_class_find_keys(spec, i, &table, &base); i++)
        for (size_t k = 0; k < table.count && result == NOC_OK; k++)
            result = store_member(s, classes, number, &table.keys[k], group);
    return result == NOC_OK ? check_members(s, spec, number, group) : result;
}

static noc_status store_classes(const noc_storing *s, void *stored, const config_setting_t *value)
{
    int count;
    noc_status result = noc_group_list_count(s, &classes_list, value, &count);
    if (result != NOC_OK) return result;
    noc_traffic_classes classes = {(size_t)count,
                                   noc_arena_array(s->arena, (size_t)count, sizeof *classes.list)};
    if (!classes.list) return noc_fail_memory(s->diag);
    for (int i = 0; i < count && result == NOC_OK; i++)
        result = store_group(s, &classes, i, config_setting_get_elem(value, (unsigned)i));
    if (result == NOC_OK) *(noc_traffic_classes *)stored = classes;
    return result;
}

static bool is_printed(const noc_key *key, const char *base)
{
    size_t size;
    if (key->standing == NOC_YOUNGER && noc_value_is_default(key, base)) return false;
    if (key->type != NOC_INTEGERS && key->type != NOC_REALS) return true;
    noc_value_bytes(key, base, &size);
    return size > 0;
}

static void print_class(FILE *out, noc_class_spec *spec)
{
    noc_key_table table;
    char *base;
    fputs("{ ", out);
    for (size_t i = 0; noc_class_find_keys(spec, i, &table, &base); i++)
        for (size_t k = 0; k < table.count; k++)
            if (is_printed(&table.keys[k], base)) noc_group_print_key(out, &table.keys[k], base);
    fputc('}', out);
}

static void print_classes(FILE *out, const noc_key *key, const void *stored)
{
    (void)key;
    const noc_traffic_classes *classes = stored;
    fputc('(', out);
    for (size_t i = 0; i < classes->count; i++) {
        if (i) fputs(", ", out);
        print_class(out, &classes->list[i]);
    }
    fputc(')', out);
}

static void expect_classes(const noc_key *key, char *text, size_t size)
{
    (void)key;
    noc_group_list_expect(&classes_list, text, size);
}

static bool has_no_class(const void *stored)
{
    return ((const noc_traffic_classes *)stored)->count == 0;
}

const noc_value_type noc_traffic_classes_type = {
    .store_parts = store_classes,
    .member = find_class_member,
    .members = &class_keys,
    .store_member = store_class_key,
    .print = print_classes,
    .expect = expect_classes,
    .is_empty = has_no_class,
    .is_read_as_text = true,
};

/* ---- checks --------------------------------------------------------------------------------- */

static double sum_shares(const noc_traffic_classes *classes)
{
    double sum = 0.0;
    for (size_t i = 0; i < classes->count; i++) sum += classes->list[i].share;
    return sum;
}

void noc_classes_normalise(noc_traffic_classes *classes)
{
    static const double rounding = 1e-12;
    const double sum = sum_shares(classes);
    for (size_t i = 0; i < classes->count && fabs(sum - 1.0) > rounding; i++)
        classes->list[i].share /= sum;
}

static bool is_class_name(const char *name)
{
    while (isalnum((unsigned char)*name) || *name == '-' || *name == '_') name++;
    return !*name;
}

static void check_name(const noc_design *d, size_t i, noc_diag *diag)
{
    const noc_class_spec *list = d->traffic.classes.list;
    char path[60];
    snprintf(path, sizeof path, "traffic.classes[%zu].name", i);
    if (!is_class_name(list[i].name))
        noc_design_conflict(d, diag, 0, NOC_PATHS(path),
                            "%s = \"%.40s\": expected letters, digits, '-' and '_'", path,
                            list[i].name);
    for (size_t k = 0; k < i; k++)
        if (strcmp(list[k].name, list[i].name) == 0)
            noc_design_conflict(d, diag, 0, NOC_PATHS(path),
                                "%s = \"%s\" is the name of traffic.classes[%zu], too (a name of "
                                "its own for each class)",
                                path, list[i].name, k);
}

static size_t count_lengths(const noc_traffic_classes *classes)
{
    size_t lengths = 0;
    for (size_t i = 0; i < classes->count; i++) {
        const size_t own_lengths = classes->list[i].traffic.packet_flits.count;
        lengths += own_lengths ? own_lengths : 1;
    }
    return lengths;
}

static void check_sums(const noc_design *d, noc_diag *diag)
{
    static const double slack = 1e-3;
    const noc_traffic_classes *classes = &d->traffic.classes;
    const double sum = sum_shares(classes);
    if (!(fabs(sum - 1.0) <= slack))
        noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.classes"),
                            "traffic.classes: shares of the offered flits sum to %g (expected 1)",
                            sum);
    if (count_lengths(classes) > NOC_PACKET_TYPES_MAX)
        noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.classes"),
                            "traffic.classes have %zu lengths of packets together (at most %d)",
                            count_lengths(classes), NOC_PACKET_TYPES_MAX);
}

/* Refuses settings beside classes that have their own packets, and topologies without rules for
 * classes. */
static void check_other_traffic(const noc_design *d, noc_diag *diag)
{
    if (noc_traffic_is_eager(&d->traffic))
        noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.batch", "traffic.outstanding"),
                            "traffic.batch and traffic.outstanding send packets of one kind, and "
                            "traffic.classes are several (0, or one class)");
    if (d->traffic.multicast.share > 0.0)
        noc_design_conflict(d, diag, 0, NOC_PATHS("traffic.multicast.share", "traffic.classes"),
                            "traffic.multicast.share = %g: packets to several nodes are of one "
                            "kind, and traffic.classes are several (0, or one class)",
                            d->traffic.multicast.share);
    for (int n = 0; n < d->network_count; n++) {
        const noc_topology_kind *topology = d->networks[n].topology;
        if (noc_switchings[topology->switching].has_buffers) continue;
        noc_design_conflict(d, diag, n, NOC_PATHS("traffic.classes", "network.topology"),
                            "traffic.classes does not apply: topology \"%s\" has no routers in "
                            "which classes meet (a topology with virtual channels)",
                            topology->name);
    }
}

/* Refuses designs with memory nodes, since requests and replies have their own virtual channels and
 * results. */
static noc_status refuse_memory(const noc_design *view, noc_diag *diag)
{
    return noc_design_conflict(
        view, diag, 0, NOC_PATHS("traffic.pattern"),
        "traffic.pattern = \"%s\" has memory nodes, and classes are of traffic without (a pattern "
        "such as \"uniform\"; requests and replies have their own figures in any case)",
        view->traffic.pattern->name);
}

noc_status noc_classes_check(const noc_design *d, int columns, int rows, noc_diag *diag)
{
    const size_t earlier_faults = diag->count;
    NOC_AUTO_FREE noc_design *view = malloc(sizeof *view);
    if (!view) return noc_fail_memory(diag);
    check_sums(d, diag);
    check_other_traffic(d, diag);
    for (size_t i = 0; i < d->traffic.classes.count; i++) {
        noc_design_make_view(d, i, view);
        check_name(d, i, diag);
        if (view->traffic.pattern->has_memory)
            refuse_memory(view, diag);
        else if (view->traffic.pattern->check)
            view->traffic.pattern->check(view, columns, rows, diag);
    }
    return diag->count > earlier_faults ? diag->messages[earlier_faults].status : NOC_OK;
}
