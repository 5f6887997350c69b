/* Kinds and policies that are a line in a registry each: all are listed, described and accepted,
 * and have what the others have; a network's keys are those of its kind; routings serve the
 * topologies that they name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/memory/scheduler_kind.h"
#include "network/kinds/choices.h"
#include "network/kinds/kinds.h"
#include "network/kinds/switching_keys.h"
#include "reader/design_keys.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/facts/catalog.h"
#include "tests/support/designs/network_systems.h"

/* ---- names ---------------------------------------------------------------------------------- */

typedef struct registry {
    const char *name; /* name of the list that 'nocsight describe' shows */
    noc_name_list names;
    const char *key,
        *text; /* that takes its names, in a design that all of them fit; NULL: tested elsewhere */
    const char *other; /* override that it takes besides */
    const char *apart; /* a name that needs another design, and is tested elsewhere; or NULL */
} registry;

static const char *channel_choice_name(size_t i)
{
    return noc_channel_choice_at(i) ? noc_channel_choice_at(i)->name : NULL;
}

static const char sliced[] =
    "nodes = { compute = 28; memory = 8; placement = \"scattered\"; };\n"
    "network = { topology = \"mesh\"; columns = 6; rows = 6; half_routers = \"alternate\";\n"
    "  slices = 2; virtual_channels = 8; memory_ports = 2; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

static const registry registries[] = {
    {"topologies", noc_topology_name, NULL, NULL, NULL, NULL},
    {"routings", noc_routing_name, "network.routing", sliced, "network.half_routers=none",
     "rapid-request"},
    {"placements", noc_placement_name, NULL, NULL, NULL, NULL},
    {"patterns", noc_pattern_name, NULL, NULL, NULL, NULL},
    {"schedulers", noc_scheduler_name, "memory.scheduler", sliced, "network.slice_choice=dci",
     NULL},
    {"slice-choices", noc_slice_choice_name, "network.slice_choice", sliced,
     "network.half_routers=none", NULL},
    {"channel-choices", channel_choice_name, NULL, NULL, NULL, NULL},
    {"channel-choices", noc_port_choice_name, "network.port_policy", sliced,
     "network.slice_choice=dci", NULL},
    {"channel-choices", noc_link_choice_name, "network.converged_choice", cdxbar,
     "network.memory_ports=1", NULL},
};

static void fill_catalog(const char *name, noc_table *table)
{
    size_t i = 0;
    while (noc_catalog_at(i) && strcmp(noc_catalog_at(i)->name, name) != 0) i++;
    assert_non_null(noc_catalog_at(i));
    noc_catalog_at(i)->fill(table);
}

/* Each name once, with a meaning. */
static void names_are_listed_and_described(void **state)
{
    const registry *r = *state;
    enum { NAME = 1, MEANING = 2 };
    noc_table table = {0};
    fill_catalog(r->name, &table);
    for (size_t i = 0; r->names(i); i++) {
        size_t found = 0;
        for (size_t row = 0; row < table.row_count; row++) {
            if (strcmp(noc_table_cell_text(&table, row, NAME), r->names(i)) != 0) continue;
            found++;
            assert_true(strlen(noc_table_cell_text(&table, row, MEANING)) > 10);
        }
        if (found != 1) print_error("%s\n", r->names(i));
        assert_int_equal(found, 1);
    }
    noc_table_clear(&table);
}

static bool serves_meshes(size_t routing)
{
    return noc_routing_serves(noc_routing_at(routing), noc_topology_find("mesh"));
}

/* Its key takes each, and the system that is compiled with it has routes. */
static void names_are_accepted(void **state)
{
    const registry *r = *state;
    for (size_t i = 0; r->key && r->names(i); i++) {
        char override[80], line[80];
        if (r->apart && strcmp(r->names(i), r->apart) == 0) continue;
        if (r->names == noc_routing_name && !serves_meshes(i)) continue;
        snprintf(override, sizeof override, "%s=%s", r->key, r->names(i));
        const bool network = strncmp(r->key, "network.", 8) == 0;
        snprintf(line, sizeof line, "%s%s = \"%s\"\n", network ? "networks[0]." : "",
                 network ? r->key + 8 : r->key, r->names(i));
        test_system t = test_compile(r->text, (const char *const[]){override, r->other, NULL});
        char *canonical = noc_design_canonical(t.design);
        assert_contains(canonical, line);
        assert_true(t.system->routes.path_count > 0);
        free(canonical);
        test_system_free(&t);
    }
}

/* ---- keys of a kind of network -------------------------------------------------------------- */

static const char ideal[] = "nodes = { compute = 28; memory = 8; };\n"
                            "networks = ( { carries = \"request\"; topology = \"ideal\"; },\n"
                            "  { carries = \"reply\"; topology = \"ideal\";\n"
                            "    %s } );\n"
                            "traffic = { pattern = \"many-to-few\"; };\n";
enum { KEY_LINE = 4 };

/* A value that the key takes, as a file has it and as an override has it. */
static void put_value(const noc_key *key, const char *quote, char *text, size_t size)
{
    if (noc_key_is_choice(key))
        snprintf(text, size, "%s%s%s", quote, key->names(0), quote);
    else
        snprintf(text, size, "%g", key->low > 0.0 ? key->low : 0.0);
}

static void expect_refusal(const char *text, const char *override, noc_status expected, int line,
                           const char *key)
{
    const noc_source source = {.path = "good.cfg", .text = (char *)(size_t)text};
    const char *const overrides[] = {override};
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, overrides, override ? 1 : 0, &design, &diag),
                     expected);
    assert_int_equal(diag.count, 1);
    assert_int_equal(diag.messages[0].line, line);
    assert_contains(diag.messages[0].text, key);
    assert_contains(diag.messages[0].text, "does not apply to ideal networks");
    assert_contains(diag.messages[0].text, "belongs to virtual-channel networks");
    noc_diag_clear(&diag);
}

/* Each, at its default or not, in a file with its line, and by an override. */
static void keys_of_another_kind_are_refused(void **state)
{
    (void)state;
    char plain[500];
    snprintf(plain, sizeof plain, ideal, "");
    noc_design_free(test_design(plain, NULL));
    const noc_key_table keys = noc_switching_keys(NOC_SWITCHING_VC);
    for (size_t k = 0; k < keys.count; k++) {
        const noc_key *key = &keys.keys[k];
        char value[40], setting[80], text[500];
        put_value(key, "\"", value, sizeof value);
        snprintf(setting, sizeof setting, "%s = %s;", key->name, value);
        snprintf(text, sizeof text, ideal, setting);
        expect_refusal(text, NULL, NOC_EINPUT, KEY_LINE, key->name);
        put_value(key, "", value, sizeof value);
        snprintf(setting, sizeof setting, "network.%s=%s", key->name, value);
        expect_refusal(plain, setting, NOC_EUSAGE, 0, key->name);
    }
    assert_true(keys.count >= 16);
}

/* Of a file for virtual-channel routers that an override makes ideal: its settings for routers are
 * passed over, and the design is the one that never had them. */
static void keys_of_the_files_kind_are_passed_over(void **state)
{
    (void)state;
    static const char *const made_ideal[] = {"network.topology=ideal", "network.flits_per_cycle=12",
                                             NULL};
    noc_design *without = test_design(gpu, made_ideal);
    noc_design *with = test_design(sliced, made_ideal);
    assert_string_equal(with->hash, without->hash);
    char *canonical = noc_design_canonical(with);
    assert_null(strstr(canonical, "virtual_channels"));
    assert_int_equal(with->networks[0].slices, 1);
    free(canonical);
    noc_design_free(with);
    noc_design_free(without);
}

/* Of networks of two kinds side by side a setting of one kind, for all, is for those that have it;
 * for another it is refused. */
static void keys_find_the_networks_of_their_kind(void **state)
{
    (void)state;
    static const char mixed_kinds[] =
        "nodes = { compute = 28; memory = 8; };\n"
        "networks = ( { carries = \"request\"; topology = \"ideal\"; },\n"
        "  { carries = \"reply\"; topology = \"mesh\"; columns = 6; rows = 6; } );\n"
        "traffic = { pattern = \"many-to-few\"; };\n";
    static const char *const for_all[] = {"network.virtual_channels=4", NULL};
    noc_design *before = test_design(mixed_kinds, NULL), *after = test_design(mixed_kinds, for_all);
    assert_int_equal(after->networks[1].virtual_channels, 4);
    assert_int_equal(after->networks[0].virtual_channels, before->networks[0].virtual_channels);
    noc_design_free(before);
    noc_design_free(after);
    expect_refusal(mixed_kinds, "networks[0].virtual_channels=4", NOC_EUSAGE, 0,
                   "networks[0].virtual_channels");
}

/* ---- routings and topologies ---------------------------------------------------------------- */

/* A design takes a routing only if it serves the topology. */
static void a_routing_is_taken_where_it_serves(void **state)
{
    const system_case *c = *state;
    if (!c->text || strstr(c->text, "networks")) return;
    test_system t = test_compile(c->text, NULL);
    const noc_topology_kind *topology = t.design->networks[0].topology;
    for (size_t i = 0; noc_routing_at(i); i++) {
        char override[80];
        snprintf(override, sizeof override, "network.routing=%s", noc_routing_name(i));
        const char *const overrides[] = {override, "network.virtual_channels=8"};
        const noc_source source = {.path = "good.cfg", .text = (char *)(size_t)c->text};
        noc_diag diag = {0};
        noc_design *design = NULL;
        const noc_status status = noc_design_read(&source, overrides, 2, &design, &diag);
        const bool serves = noc_routing_serves(noc_routing_at(i), topology);
        const bool picky = noc_routing_at(i)->check_places != NULL; /* test_design_faults */
        if (!serves || !picky) assert_int_equal(status, serves ? NOC_OK : NOC_EUSAGE);
        if (!serves) assert_contains(diag.messages[0].text, topology->name);
        noc_design_free(design);
        noc_diag_clear(&diag);
    }
    test_system_free(&t);
}

/* What no topology of today has: an arrangement that none serves, and one that is somebody
 * else's. */
static void lists_name_who_serves_whom(void **state)
{
    (void)state;
    char text[300];
    static const noc_topology_kind grid = {.name = "grid", .layout = NOC_LAYOUT_GRID};
    static const noc_topology_kind rings = {.name = "rings", .layout = 1u << 31};
    static const noc_routing_kind none = {.name = "none"};
    noc_topology_routing_list(&grid, text, sizeof text);
    assert_string_equal(text, "xy, yx, cdr, o1turn, checkerboard, checkerboard-via, romm, valiant");
    noc_topology_routing_list(&rings, text, sizeof text);
    assert_string_equal(text, "none");
    noc_routing_topology_list(&none, text, sizeof text);
    assert_string_equal(text, "none");
    noc_routing_topology_list(noc_routing_at(0), text, sizeof text);
    assert_string_equal(text, "mesh, torus, cmesh, flattened-butterfly");
    const int rapid = test_position(noc_routing_name, "rapid-request");
    noc_routing_topology_list(noc_routing_at((size_t)rapid), text, sizeof text);
    assert_string_equal(text, "mesh");
}

/* ---- keys of schedulers ---------------------------------------------------------------------- */

static void every_design_has_the_keys_of_all_schedulers(void **state)
{
    (void)state;
    noc_design *d = test_design(sliced, NULL);
    size_t keys = 0;
    for (size_t i = 0; noc_scheduler_at(i); i++) {
        const noc_key_table own = noc_scheduler_at(i)->keys;
        for (size_t k = 0; k < own.count; k++, keys++) {
            const noc_key *found = noc_design_key(d, NOC_GROUP_MEMORY, 0, own.keys[k].name);
            assert_non_null(found);
            assert_int_equal(found->offset, own.keys[k].offset);
            assert_true(noc_value_is_default(found, (const char *)&d->memory));
        }
    }
    assert_true(keys > 0);
    noc_design_free(d);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "listed", registries, names_are_listed_and_described);
    TEST_TABLE_PREFIXED(&list, "accepted", registries, names_are_accepted);
    test_add(&list, "keys of another kind are refused", keys_of_another_kind_are_refused);
    test_add(&list, "keys of the file's kind are passed over",
             keys_of_the_files_kind_are_passed_over);
    test_add(&list, "keys find the networks of their kind", keys_find_the_networks_of_their_kind);
    TEST_TABLE_PREFIXED(&list, "routings", systems, a_routing_is_taken_where_it_serves);
    test_add(&list, "who serves whom", lists_name_who_serves_whom);
    test_add(&list, "every design has the keys of all schedulers",
             every_design_has_the_keys_of_all_schedulers);
    return test_run("registries", &list);
}
