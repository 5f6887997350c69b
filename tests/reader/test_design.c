/* Design files and overrides: what is accepted; mutants, each of which is a design or a message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/designs/design_texts.h"
#include "tests/support/helpers.h"

/* ---- good designs --------------------------------------------------------------------------- */

typedef struct reading {
    const char *name, *text;
    const char *find, *replace; /* an edit of the text */
    const char *overrides[8];
    const char *lines[4]; /* of the canonical form */
} reading;

/* clang-format off */
static const reading readings[] = {
    {"values of the file", test_design_gpu, NULL, NULL, {NULL}, {"networks[0].columns = 6\n",
     "chip.clock_mhz = 602\n", "networks[0].routing = \"xy\"\n",
     "traffic.write_request_bytes = 72\n"}},
    {"defaults", test_design_gpu, NULL, NULL, {NULL}, {"networks[0].router_stages = 4\n", "chip.tile_mm = 2\n",
     "traffic.read_reply_bytes = 64\n", "networks[0].allocator = \"islip\"\n"}},
    {"defaults of the packets", test_design_synthetic, "  packet_flits = (1, 4);\n  packet_mix = (0.5, 0.5);\n",
     "", {NULL}, {"traffic.packet_flits = (1)\n", "traffic.packet_mix = (1)\n"}},
    {"defaults of the mix", test_design_synthetic, "  packet_mix = (0.5, 0.5);\n", "", {NULL},
     {"traffic.packet_flits = (1, 4)\n", "traffic.packet_mix = (0.5, 0.5)\n"}},
    {"one length without a list", test_design_synthetic,
     "  packet_flits = (1, 4);\n  packet_mix = (0.5, 0.5);\n", "packet_flits = 4;", {NULL},
     {"traffic.packet_flits = (4)\n"}},
    {"array for a list", test_design_synthetic, "(1, 4)", "[1, 4]", {NULL},
     {"traffic.packet_flits = (1, 4)\n"}},
    {"integer where a real is wanted", test_design_gpu, "602.0", "602", {NULL}, {"chip.clock_mhz = 602\n"}},
    {"64-bit integer of a small value", test_design_gpu, "= 16", "= 16L", {NULL},
     {"networks[0].flit_bytes = 16\n"}},
    {"hexadecimal integer", test_design_gpu, "= 16", "= 0x20", {NULL}, {"networks[0].flit_bytes = 32\n"}},
    {"placement resolved to tiles", test_design_gpu, NULL, NULL, {NULL},
     {"nodes.memory_at = ((1, 0), (2, 0), (3, 0), (4, 0), (1, 5), (2, 5), (3, 5), (4, 5))\n"}},
    {"text that looks like a trap", test_design_gpu, "\"gpu\"", "\"@include 4294967296 /* // # \\\" \"", {NULL},
     {"networks[0].columns = 6\n"}},
    {"line comment that looks like a trap", test_design_gpu, "// network", "// \"4294967296 @include /*",
     {NULL}, {"chip.clock_mhz = 602\n"}},
    {"long comment that looks like a trap", test_design_gpu, "to whom", "** \"4294967296 / @include\n", {NULL},
     {"traffic.read_fraction = 0.9\n"}},
    {"comment that looks like a trap", test_design_gpu, "// network", "# \"4294967296 @include /* \\", {NULL},
     {"chip.clock_mhz = 602\n"}},
    {"override before the file", test_design_gpu, NULL, NULL, {"network.flit_bytes=32"},
     {"networks[0].flit_bytes = 32\n"}},
    {"override before a default", test_design_gpu, NULL, NULL, {"chip.tile_mm=1.5"}, {"chip.tile_mm = 1.5\n"}},
    {"last of two overrides", test_design_gpu, NULL, NULL, {"network.flit_bytes=32", "network.flit_bytes=64"},
     {"networks[0].flit_bytes = 64\n"}},
    {"word without quotes", test_design_gpu, NULL, NULL, {"network.routing=yx"},
     {"networks[0].routing = \"yx\"\n"}},
    {"word in quotes", test_design_gpu, NULL, NULL, {"network.routing=\"yx\""},
     {"networks[0].routing = \"yx\"\n"}},
    {"word with a hyphen", test_design_gpu, NULL, NULL, {"nodes.placement=peripheral-row"},
     {"nodes.memory_at = ((1, 0), (3, 0), (5, 0), (0, 5), (2, 5), (4, 5), (0, 3), (5, 2))\n"}},
    {"list of tiles", test_design_gpu, NULL, NULL, {"nodes.memory_at=((0,0),(1,1))", "nodes.placement=explicit",
     "nodes.memory=2", "nodes.compute=34"}, {"nodes.memory_at = ((0, 0), (1, 1))\n",
     "nodes.compute = 34\n"}},
    {"list of numbers", test_design_synthetic, NULL, NULL, {"traffic.packet_flits=(2,3)"},
     {"traffic.packet_flits = (2, 3)\n"}},
    {"array", test_design_synthetic, NULL, NULL, {"traffic.packet_flits=[2, 3]"},
     {"traffic.packet_flits = (2, 3)\n"}},
    {"number with a sign or a leading point", test_design_gpu, NULL, NULL, {"traffic.read_fraction=.5",
     "chip.tile_mm=+3"}, {"traffic.read_fraction = 0.5\n", "chip.tile_mm = 3\n"}},
    {"network added by number, as the last one is", test_design_gpu, NULL, NULL,
     {"network.buffer_flits=7", "networks=2", "networks[0].carries=request", "networks[1].carries=reply",
      "networks[1].flit_bytes=32"}, {"networks[0].flit_bytes = 16\n", "networks[1].buffer_flits = 7\n",
     "networks[1].columns = 6\n", "networks[1].flit_bytes = 32\n"}},
    {"network dropped by number", test_design_planes, NULL, NULL,
     {"networks=1", "networks[0].carries=both"}, {"networks[0].flit_bytes = 8\n"}},
    {"key of one of two networks", test_design_planes, NULL, NULL, {"networks[1].flit_bytes=32"},
     {"networks[0].flit_bytes = 8\n", "networks[1].flit_bytes = 32\n"}},
    {"key of all networks", test_design_planes, NULL, NULL, {"network.flit_bytes=32"},
     {"networks[0].flit_bytes = 32\n", "networks[1].flit_bytes = 32\n"}},
    {"key of all networks, then of one", test_design_planes, NULL, NULL, {"network.flit_bytes=32",
     "networks[0].flit_bytes=4"}, {"networks[0].flit_bytes = 4\n",
     "networks[1].flit_bytes = 32\n"}},
    {"key of a topology in all networks", test_design_planes, NULL, NULL, {"network.columns=12",
     "network.rows=3"}, {"networks[0].columns = 12\n", "networks[1].columns = 12\n",
     "networks[1].rows = 3\n"}},
    {"the only network by its number", test_design_gpu, NULL, NULL, {"networks[0].flit_bytes=32"},
     {"networks[0].flit_bytes = 32\n"}},

    /* the file's keys for the pattern that an override replaces are passed over */
    {"other pattern than the file's", test_design_gpu, NULL, NULL, {"traffic.pattern=uniform",
     "nodes.compute=36", "nodes.memory=0"}, {"traffic.pattern = \"uniform\"\n",
     "traffic.packet_flits = (1)\n"}},
    {"other pattern with keys of its own", test_design_gpu, NULL, NULL, {"traffic.packet_flits=4",
     "traffic.hotspot_nodes=(1,2)", "traffic.pattern=hotspot", "nodes.compute=36",
     "nodes.memory=0"}, {"traffic.hotspot_nodes = (1, 2)\n", "traffic.packet_flits = (4)\n"}},
    {"pattern with memory for one without", test_design_synthetic, NULL, NULL, {"traffic.pattern=many-to-few",
     "nodes.compute=16", "nodes.memory=4"}, {"traffic.pattern = \"many-to-few\"\n",
     "traffic.read_fraction = 0.9\n"}},
    {"keys that both patterns have are kept", test_design_synthetic, NULL, NULL, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=3"}, {"traffic.packet_flits = (1, 4)\n",
     "traffic.hotspot_nodes = (3)\n"}},
    {"tiles of memory nodes for a pattern without", test_design_gpu, "placement = \"top-bottom\"",
     "placement = \"explicit\"; memory_at = ((0, 0))", {"traffic.pattern=uniform",
     "nodes.compute=36", "nodes.memory=0"}, {"nodes.memory_at = ()\n"}},
    {"other topology than the file's", test_design_gpu, NULL, NULL, {"network.topology=cmesh",
     "network.columns=3", "network.rows=3"}, {"networks[0].concentration = 4\n",
     "networks[0].columns = 3\n", "networks[0].routing = \"xy\"\n"}},
    {"topology without the file's keys and routing", test_design_gpu, "placement = \"top-bottom\"",
     "placement = \"explicit\"; memory_at = ((0, 0), (1, 0))", {"network.topology=crossbar",
     "network.ports=5", "nodes.compute=10", "nodes.memory=2"}, {"networks[0].ports = 5\n",
     "networks[0].topology = \"crossbar\"\n"}},
    {"topology of one of two networks", test_design_planes, NULL, NULL, {"networks[1].topology=cmesh",
     "networks[1].columns=3", "networks[1].rows=3"}, {"networks[0].columns = 6\n",
     "networks[1].columns = 3\n", "networks[1].concentration = 4\n"}},
    {"key that only one of two networks has", test_design_planes,
     "\"reply\"; topology = \"mesh\"; columns = 6; rows = 6;",
     "\"reply\"; topology = \"cmesh\"; columns = 3; rows = 3;", {"network.concentration=4"},
     {"networks[1].concentration = 4\n"}},
    {"the same topology as the file's", test_design_gpu, NULL, NULL, {"network.topology=mesh"},
     {"networks[0].columns = 6\n"}},
};
/* clang-format on */

static void values_are_read(void **state)
{
    const reading *c = *state;
    char *text = test_edit(c->text, c->find, c->replace);
    noc_design *design = test_design(text, c->overrides);
    char *canonical = noc_design_canonical(design);
    for (size_t i = 0; i < TEST_COUNT(c->lines) && c->lines[i]; i++)
        assert_contains(canonical, c->lines[i]);
    assert_int_equal(design->override_count, test_count_texts(c->overrides));
    free(canonical);
    noc_design_free(design);
    free(text);
}

typedef struct kept_fault {
    const char *name, *text;
    const char *find, *replace;
    const char *overrides[5];
    const char *says;
} kept_fault;

/* An override of the pattern excuses the file's keys for its own pattern, and no others. */
/* clang-format off */
static const kept_fault kept_faults[] = {
    {"key of a third topology", test_design_gpu, "flit_bytes = 16", "radix = 2", {"network.topology=cmesh",
     "network.columns=3", "network.rows=3"}, "network.radix does not apply to this topology"},
    {"unknown key", test_design_gpu, "read_fraction", "raed_fraction", {"traffic.pattern=uniform",
     "nodes.compute=36", "nodes.memory=0"}, "unknown setting 'traffic.raed_fraction'"},
    {"key of another pattern with the file's pattern repeated", test_design_synthetic,
     "packet_mix = (0.5, 0.5)", "read_fraction = 0.5", {"traffic.pattern=uniform"},
     "traffic.read_fraction does not apply"},
    {"tiles of memory nodes with the file's pattern repeated", test_design_synthetic, "compute = 20",
     "compute = 20; memory_at = ((0, 0))", {"traffic.pattern=uniform"},
     "nodes.memory_at names 1 tiles"},
};
/* clang-format on */

static void fault_stays_under_override(void **state)
{
    const kept_fault *c = *state;
    char *text = test_edit(c->text, c->find, c->replace);
    noc_source source = test_source("faulty.cfg", text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    const noc_status status =
        noc_design_read(&source, c->overrides, test_count_texts(c->overrides), &design, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, c->says);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
    free(text);
}

static void name_comes_from_file_text_or_override(void **state)
{
    (void)state;
    static const char *const named[] = {"name=other", NULL};
    noc_design *design = test_design(test_design_gpu, NULL);
    assert_string_equal(design->name, "gpu");
    noc_design_free(design);
    design = test_design(test_design_gpu, named);
    assert_string_equal(design->name, "other");
    noc_design_free(design);
    design = test_design(test_design_synthetic, NULL); /* read from "test.cfg" */
    assert_string_equal(design->name, "test");
    noc_design_free(design);
}

/* ---- mutations ------------------------------------------------------------------------------ */

enum { MUTANTS = 4000, LONGEST_MUTANT = 4096 };

static const char *const fragments[] = {
    "\"",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "=",
    ":",
    "/*",
    "*/",
    "//",
    "#",
    "\\",
    "0",
    "-1",
    "4294967297",
    "1e400",
    "1e-400",
    "nan",
    "0x",
    "L",
    "true",
    "9.5",
    "\n",
    "\r",
    "\t",
    "\x7f",
    "\xc3\xa9",
    "\x80",
    "rows",
    "network",
    "networks = ( {",
    "nodes = {",
    "@include \"x\"",
    "name = \"",
    "\\\"",
    "\\x41",
    ".",
    "e",
    "pattern = \"hotspot\";",
    "hotspot_nodes = (1, 2);",
    "memory_at = ((0, 0));",
    "1024",
    "%s%n",
};

/* One random edit: a byte changed, a piece removed, doubled or moved, a fragment put in, the end
 * cut. */
static void mutate(char *text, uint64_t *random)
{
    const size_t length = strlen(text);
    if (length == 0) return;
    const size_t at = test_random_below(random, length);
    const size_t piece = 1 + test_random_below(random, 40);
    const size_t here = at + piece <= length ? piece : length - at;
    const char *fragment = fragments[test_random_below(random, TEST_COUNT(fragments))];
    char copy[64];
    switch (test_random_below(random, 6)) {
    case 0:
        text[at] = (char)(1 + test_random_below(random, 255));
        return;
    case 1:
        memmove(text + at, text + at + here, length - at - here + 1);
        return;
    case 2:
        memcpy(copy, text + at, here);
        copy[here] = '\0';
        fragment = copy;
        break;
    case 3:
        text[at] = '\0';
        return;
    default:
        break;
    }
    const size_t added = strlen(fragment);
    if (length + added >= LONGEST_MUTANT) return;
    memmove(text + at + added, text + at, length - at + 1);
    memcpy(text + at, fragment, added);
}

static bool is_small(const noc_design *d)
{
    return d->nodes.compute + d->nodes.memory <= 400;
}

/* Either a design, or a message with words and a line of the text. */
static void expect_design_or_message(const char *text, const char *const *overrides, size_t count)
{
    noc_source source = test_source("mutant.cfg", text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    const noc_status status = noc_design_read(&source, overrides, count, &design, &diag);
    int lines = 1;
    for (const char *c = text; *c; c++) lines += *c == '\n';
    if (status == NOC_OK) {
        assert_non_null(design);
        assert_int_equal(diag.count, 0);
        if (is_small(design)) assert_int_equal(noc_system_compile(design, &system, &diag), NOC_OK);
    } else {
        assert_null(design);
        assert_true(status == NOC_EINPUT || status == NOC_EUSAGE);
        assert_true(diag.count > 0);
    }
    for (size_t i = 0; i < diag.count; i++) {
        assert_true(strlen(diag.messages[i].text) > 0);
        assert_true(diag.messages[i].line >= 0 && diag.messages[i].line <= lines);
    }
    noc_system_free(system);
    noc_design_free(design);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

static void mutants_of_a_file_are_read_or_refused(void **state)
{
    (void)state;
    char *text = test_read_text("configs/te13-baseline.cfg");
    assert_true(strlen(text) < LONGEST_MUTANT / 2);
    uint64_t random = 1;
    for (int i = 0; i < MUTANTS; i++) {
        char mutant[LONGEST_MUTANT];
        snprintf(mutant, sizeof mutant, "%s", text);
        const size_t edits = 1 + test_random_below(&random, 4);
        for (size_t e = 0; e < edits; e++) mutate(mutant, &random);
        expect_design_or_message(mutant, NULL, 0);
    }
    free(text);
}

static void mutants_of_overrides_are_read_or_refused(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int i = 0; i < MUTANTS; i++) {
        const reading *c = &readings[test_random_below(&random, TEST_COUNT(readings))];
        char mutants[8][LONGEST_MUTANT];
        const char *overrides[8];
        const size_t count = test_count_texts(c->overrides);
        for (size_t k = 0; k < count; k++) {
            snprintf(mutants[k], sizeof mutants[k], "%s", c->overrides[k]);
            mutate(mutants[k], &random);
            overrides[k] = mutants[k];
        }
        expect_design_or_message(c->text, overrides, count);
    }
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, readings, values_are_read);
    TEST_TABLE(&list, kept_faults, fault_stays_under_override);
    test_add(&list, "the name comes from the file's text, its path or an override",
             name_comes_from_file_text_or_override);
    test_add(&list, "4,000 mutants of a file are read or refused",
             mutants_of_a_file_are_read_or_refused);
    test_add(&list, "4,000 mutants of overrides are read or refused",
             mutants_of_overrides_are_read_or_refused);
    return test_run("design", &list);
}
