/* The hash of a design: what it depends on, and what not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/config_memory.h"
#include "reader/design_keys.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/designs/design_texts.h"
#include "tests/support/helpers.h"

typedef struct same_case {
    const char *name, *text, *other;
    const char *overrides[5]; /* of the other */
} same_case;

static const char gpu_shuffled[] =
    "# the same, in another order\n"
    "traffic = { write_request_bytes = 72; read_fraction = 9.0e-1; pattern = \"many-to-few\"; };\n"
    "networks = ( { rows = 0x6; columns = 6L; topology = \"mesh\";\n"
    "  buffer_flits = 8; /* each */ virtual_channels = 2; flit_bytes = 16; routing = \"xy\"; } );\n"
    "chip = { clock_mhz = 6.02e2, technology_nm = 65.0 }\n"
    "nodes : { placement = \"top\" \"-bottom\"; memory = 8; compute = 28; }\n"
    "name = \"another\";\n";

#define MESH                                                                           \
    "nodes = { compute = 28; memory = 8; }; traffic = { pattern = \"many-to-few\"; };" \
    "network = { topology = \"mesh\"; columns = 6; rows = 6; };"
static const char plain[] = MESH "workload = { instructions = 3; burst = 2; };";
static const char one_phase[] =
    MESH "workload = { burst = 2; phases = ({ share = 1; instructions = 3; }); };";
static const char two_phases[] =
    MESH "workload = { phases = ({ share = 0.5; instructions = 2; }, { share = 0.5; }); };";

/* clang-format off */
static const same_case same_hashes[] = {
    {"order, comments, spelling and name do not matter", test_design_gpu, gpu_shuffled, {NULL}},
    {"a default written down does not matter", test_design_gpu, test_design_gpu, {"network.router_stages=4",
     "network.slices=1", "traffic.read_reply_bytes=64", "network.link_timing=given"}},
    {"default packets written down do not matter", "nodes = { compute = 4; };"
     "network = { topology = \"mesh\"; columns = 2; rows = 2; }; traffic = { pattern = "
     "\"uniform\"; };", "nodes = { compute = 4; };"
     "network = { topology = \"mesh\"; columns = 2; rows = 2; }; traffic = { pattern = "
     "\"uniform\"; };", {"traffic.packet_flits=(1)", "traffic.packet_mix=(1)"}},
    {"602 is 602.0 and 6.02e2", test_design_gpu, test_design_gpu, {"chip.clock_mhz=6.02e2"}},
    {"602 is an integer too", test_design_gpu, test_design_gpu, {"chip.clock_mhz=602"}},
    {"an override that changes nothing does not matter", test_design_gpu, test_design_gpu, {"network.flit_bytes=16"}},
    {"explicit tiles are the placement that they spell out", test_design_gpu, test_design_gpu, {"nodes.placement=explicit",
     "nodes.memory_at=((1,0),(2,0),(3,0),(4,0),(1,5),(2,5),(3,5),(4,5))"}},
    {"one phase that takes all is none", plain, one_phase, {NULL}},
    {"an empty list of phases is none", plain, plain, {"workload.phases=()"}},
    {"a phase by itself is as it is in the list", two_phases, two_phases, {"workload.phases[0].instructions=2"}},
    {"the name does not matter", test_design_gpu, test_design_gpu, {"name=other"}},
};
/* clang-format on */

static void hashes_are_the_same(void **state)
{
    const same_case *c = *state;
    noc_design *one = test_design(c->text, NULL), *other = test_design(c->other, c->overrides);
    char *one_text = noc_design_canonical(one), *other_text = noc_design_canonical(other);
    assert_string_equal(one_text, other_text);
    assert_string_equal(one->hash, other->hash);
    assert_int_equal(strspn(one->hash, "0123456789abcdef"), NOC_HASH_CHARS);
    free(one_text);
    free(other_text);
    noc_design_free(one);
    noc_design_free(other);
}

/* Texts that were parsed for designs before change nothing, be they few or more than are kept; a
 * fault is one each time. */
static void remembered_texts_change_nothing(void **state)
{
    (void)state;
    noc_config_memory texts = {.texts = {NULL}};
    noc_source source = test_source("gpu.cfg", test_design_gpu);
    for (int i = 0; i < 300; i++) {
        char clock[40], bytes[40];
        snprintf(clock, sizeof clock, "chip.clock_mhz=%d", 500 + i % 150);
        snprintf(bytes, sizeof bytes, "network.flit_bytes=%s", i % 7 ? "16" : "x");
        const char *overrides[] = {clock, bytes};
        noc_design *alone = NULL, *next = NULL;
        noc_diag faults[2] = {0};
        const noc_status status = noc_design_read(&source, overrides, 2, &alone, &faults[0]);
        assert_int_equal(noc_design_read_next(&source, overrides, 2, &texts, &next, &faults[1]),
                         status);
        assert_int_equal(status, i % 7 ? NOC_OK : NOC_EUSAGE);
        if (status == NOC_OK)
            assert_string_equal(alone->hash, next->hash);
        else
            assert_string_equal(faults[0].messages[0].text, faults[1].messages[0].text);
        noc_design_free(alone);
        noc_design_free(next);
        noc_diag_clear(&faults[0]);
        noc_diag_clear(&faults[1]);
    }
    assert_non_null(texts.texts.first);
    noc_config_memory_clear(&texts);
    noc_source_clear(&source);
}

/* Another value for the keys that cannot be changed alone in the text `gpu`: the first override
 * changes the key that names the row. The other keys are changed without a row. */
typedef struct change {
    const char *name, *text;
    const char *overrides[6];
} change;

#define HOTSPOT "traffic.pattern=hotspot", "traffic.hotspot_nodes=(3)"
#define CLASSES                                                                \
    "traffic.classes=({ name = \"a\"; share = 0.5; pattern = \"uniform\"; }, " \
    "{ name = \"b\"; share = 0.5; pattern = \"bit-complement\"; })"

/* clang-format off */
static const change changes[] = {
    {"nodes.compute", test_design_gpu, {"nodes.compute=29", "nodes.memory=7"}},
    {"nodes.memory", test_design_gpu, {"nodes.memory=10", "nodes.compute=26"}},
    {"nodes.placement", test_design_gpu, {"nodes.placement=scattered"}},
    {"nodes.memory_at", test_design_gpu, {"nodes.memory_at=((2,0),(1,0),(3,0),(4,0),(1,5),(2,5),(3,5),(4,5))",
     "nodes.placement=explicit"}},
    {"network.carries", test_design_planes, {"networks[1].carries=both"}},
    {"network.topology", test_design_gpu, {"network.topology=cmesh", "network.columns=3", "network.rows=3"}},
    {"network.concentration", test_design_gpu, {"network.topology=cmesh", "network.concentration=1"}},
    {"network.columns", test_design_gpu, {"network.columns=9", "network.rows=4"}},
    {"network.rows", test_design_gpu, {"network.rows=3", "network.columns=12"}},
    {"traffic.pattern", test_design_synthetic, {"traffic.pattern=bit-complement"}},
    {"traffic.read_fraction", test_design_gpu, {"traffic.read_fraction=0.91"}},
    {"traffic.read_request_bytes", test_design_gpu, {"traffic.read_request_bytes=9"}},
    {"traffic.read_reply_bytes", test_design_gpu, {"traffic.read_reply_bytes=65"}},
    {"traffic.write_request_bytes", test_design_gpu, {"traffic.write_request_bytes=73"}},
    {"traffic.write_reply_bytes", test_design_gpu, {"traffic.write_reply_bytes=9"}},
    {"traffic.hotspot_fraction", test_design_gpu, {"traffic.hotspot_fraction=0.2"}},
    {"traffic.hotspot_memory", test_design_gpu, {"traffic.hotspot_memory=1"}},
    {"traffic.packet_flits", test_design_synthetic, {"traffic.packet_flits=(1,5)"}},
    {"traffic.packet_mix", test_design_synthetic, {"traffic.packet_mix=(0.25,0.75)"}},
    {"traffic.classes", test_design_synthetic, {CLASSES}},
    {"traffic.sources", test_design_synthetic, {"traffic.sources=(3,4)"}},
    {"traffic.destinations", test_design_synthetic, {"traffic.destinations=(3,4)"}},
    {"traffic.classes[1].priority", test_design_synthetic, {CLASSES, "traffic.classes[1].priority=1"}},
    {"traffic.hotspot_nodes", test_design_synthetic, {"traffic.hotspot_nodes=(4)", "traffic.pattern=hotspot"}},
    {"nodes.empty_at", test_design_gpu, {"nodes.empty_at=((0,3))", "nodes.compute=27"}},
    {"nodes.memory_on", test_design_gpu, {"nodes.memory_on=compute-tiles", "nodes.compute=36"}},
    {"memory.write_replies", test_design_gpu, {"memory.write_replies=false"}},
    {"memory.trp", test_design_gpu, {"memory.trp=12"}},
    {"memory.tras", test_design_gpu, {"memory.tras=20"}},
    {"memory.line_bytes", test_design_gpu, {"memory.line_bytes=128"}},
    {"memory.interleave_bytes", test_design_gpu, {"memory.interleave_bytes=512"}},
    {"cluster.cores", test_design_gpu, {"cluster.cores=2", "nodes.compute=56"}},
    {"cluster.cache_lines", test_design_gpu, {"cluster.cache_lines=4", "cluster.merge_entries=8"}},
    {"cta.kernels", test_design_gpu, {"cta.kernels=2", "cta.scheduler=round-robin"}},
    {"cta.count", test_design_gpu, {"cta.count=60"}},
    {"cta.length", test_design_gpu, {"cta.length=60"}},
    {"workload.active_threads", test_design_gpu, {"workload.active_threads=16"}},
    {"workload.phases", test_design_gpu, {"workload.phases=({ share = 0.5; instructions = 2; }, { share = 0.5; })"}},
    {"workload.phases[1].row_locality", two_phases, {"workload.phases[1].row_locality=0"}},
    {"workload.phase_period", two_phases, {"workload.phase_period=20000"}},
};
/* clang-format on */

static void value_changes_the_hash(void **state)
{
    const change *c = *state;
    static const char *const hotspot[] = {HOTSPOT, NULL}, *const classes[] = {CLASSES, NULL};
    const bool from_hotspot = strcmp(c->name, "traffic.hotspot_nodes") == 0;
    const bool from_classes = strcmp(c->name, "traffic.classes[1].priority") == 0;
    noc_design *before = test_design(c->text, from_hotspot   ? hotspot
                                              : from_classes ? classes
                                                             : NULL);
    noc_design *after = test_design(c->text, c->overrides);
    assert_string_not_equal(before->hash, after->hash);
    noc_design_free(before);
    noc_design_free(after);
}

static bool has_row(const char *path)
{
    for (size_t i = 0; i < TEST_COUNT(changes); i++)
        if (strcmp(changes[i].name, path) == 0) return true;
    return false;
}

/* Another value than the design's, as an override; empty for lists. */
static void other_value(const noc_key *key, const char *path, const char *base, char *text,
                        size_t size)
{
    const void *stored = base + key->offset;
    text[0] = '\0';
    if (key->type == NOC_INTEGER) {
        const int value = *(const int *)stored;
        snprintf(text, size, "%s=%d", path, value < key->high ? value + 1 : value - 1);
    } else if (key->type == NOC_REAL) {
        snprintf(text, size, "%s=%.17g", path, (*(const double *)stored + key->high) / 2);
    } else if (noc_key_is_choice(key)) {
        snprintf(text, size, "%s=%s", path,
                 key->names(noc_value_choice_index(key, base) == 0 ? 1 : 0));
    }
}

static void check_other_values(const noc_design *before, size_t group, noc_key_table table)
{
    const char *base = (const char *)before + noc_design_group_offset(group, 0);
    for (size_t i = 0; i < table.count; i++) {
        char path[80], override[120];
        snprintf(path, sizeof path, "%s.%s", noc_design_group_name(group), table.keys[i].name);
        if (has_row(path) || table.keys[i].type == NOC_TEXT) continue; /* files: test_rates */
        other_value(&table.keys[i], path, base, override, sizeof override);
        const char *const overrides[] = {override, NULL};
        noc_design *after = test_design(test_design_gpu, overrides);
        assert_string_not_equal(before->hash, after->hash);
        noc_design_free(after);
    }
}

/* Those of every design, and of its kind of network. */
static void every_other_key_changes_the_hash(void **state)
{
    (void)state;
    noc_design *before = test_design(test_design_gpu, NULL);
    for (size_t g = 0; noc_design_group_name(g); g++) {
        noc_key_table table;
        for (size_t i = 0; i < 2 && noc_design_keys(before, g, 0, i, &table); i++)
            if (g == NOC_GROUP_NETWORK || i == 0) check_other_values(before, g, table);
    }
    noc_design_free(before);
}

/* Designs that were measured before a key was there have the hash of then. */
static void younger_keys_at_their_defaults_are_left_out(void **state)
{
    (void)state;
    int left_out = 0;
    noc_design *design = test_design(plain, NULL);
    char *text = noc_design_canonical(design);
    assert_non_null(strstr(text, "\nworkload.sharing.same = "));
    for (size_t g = 0; noc_design_group_name(g); g++) {
        noc_key_table table;
        for (size_t i = 0; noc_design_keys(design, g, 0, i, &table); i++)
            for (size_t k = 0; k < table.count; k++) {
                char line[120];
                if (table.keys[k].standing != NOC_YOUNGER) continue;
                snprintf(line, sizeof line, "\n%s.%s = ",
                         g == NOC_GROUP_NETWORK ? "networks[0]" : noc_design_group_name(g),
                         table.keys[k].name);
                assert_null(strstr(text, line));
                left_out++;
            }
    }
    assert_true(left_out > 3);
    free(text);
    noc_design_free(design);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, same_hashes, hashes_are_the_same);
    test_add(&list, "remembered texts change nothing", remembered_texts_change_nothing);
    test_add(&list, "younger keys at their defaults are left out",
             younger_keys_at_their_defaults_are_left_out);
    TEST_TABLE(&list, changes, value_changes_the_hash);
    test_add(&list, "every other key changes the hash", every_other_key_changes_the_hash);
    return test_run("design: hash", &list);
}
