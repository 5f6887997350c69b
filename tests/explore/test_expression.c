/* Conditions over settings and metrics. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/expression_read.h"
#include "explore/settings/settings.h"
#include "network/kinds/kinds.h"
#include "reader/design_walk.h"
#include "tests/support/helpers.h"

static const char gpu[] = "nodes = { compute = 28; memory = 8; };\n"
                          "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

/* Widths and buffers differ, of one kind each: an overlay has no buffers. */
static const char planes[] =
    "nodes = { compute = 28; memory = 8; };\n"
    "networks = (\n"
    "{ carries = \"request\"; topology = \"crossbar\"; flit_bytes = 16; buffer_flits = 4; },\n"
    "{ carries = \"reply\"; topology = \"crossbar\"; flit_bytes = 32; buffer_flits = 8; } );\n";
static const char overlay[] =
    "nodes = { compute = 28; memory = 8; };\n"
    "networks = (\n"
    "{ carries = \"reply\"; topology = \"slices\"; columns = 6; rows = 6; flit_bytes = 8; },\n"
    "{ carries = \"request\"; topology = \"mesh\"; columns = 6; rows = 6; buffer_flits = 8; } );\n";

typedef struct expression_case {
    const char *name, *text;
    int want; /* noc_truth; -1: refused */
    const char *fault;
} expression_case;

static expression_case expressions[] = {
    {"number of a setting", "network.flit_bytes == 16", NOC_TRUE, NULL},
    {"without its group", "flit_bytes < 16", NOC_FALSE, NULL},
    {"precedence of products", "2 + 3 * 4 == 14", NOC_TRUE, NULL},
    {"left to right", "10 - 4 - 3 == 3 && 16 / 4 / 2 == 2", NOC_TRUE, NULL},
    {"parentheses", "(2 + 3) * 4 == 20", NOC_TRUE, NULL},
    {"minus", "-2 * -3 == 6", NOC_TRUE, NULL},
    {"how many are above", "above(2, 1, 2, 3, flit_bytes) == 2", NOC_TRUE, NULL},
    {"how many of unknown ones", "above(2, 3, network_area_mm2) == 1", NOC_UNKNOWN, NULL},
    {"text", "topology == \"mesh\" && routing != \"yx\"", NOC_TRUE, NULL},
    {"not", "!(flit_bytes == 16)", NOC_FALSE, NULL},
    {"and before or", "1 == 1 || 1 == 2 && 1 == 2", NOC_TRUE, NULL},
    {"real", "clock_mhz / 2 >= 500", NOC_TRUE, NULL},
    {"metric that is not known yet", "network_area_mm2 < 60", NOC_UNKNOWN, NULL},
    {"unknown does not hide false", "network_area_mm2 < 60 && 1 == 2", NOC_FALSE, NULL},
    {"unknown does not hide true", "network_area_mm2 < 60 || 1 == 1", NOC_TRUE, NULL},
    {"not of unknown", "!(network_area_mm2 < 60)", NOC_UNKNOWN, NULL},
    {"setting of another topology", "network.radix <= 1", NOC_TRUE, NULL},
    {"division by zero", "1 / 0 == 1", NOC_UNKNOWN, NULL},
    {"empty", "", -1, "column 1: the expression ends too early"},
    {"number only", "3 + 4", -1, "expected a condition"},
    {"no such name", "network_aera_mm2 < 60", -1, "did you mean 'network_area_mm2'?"},
    {"column of a wrong name", "1 == 1 && flit_byts == 1", -1, "column 11:"},
    {"single equals", "flit_bytes = 16", -1, "column 12: expected '=='"},
    {"open parenthesis", "(flit_bytes == 16", -1, "expected ')'"},
    {"a number with a unit", "clock_mhz == 1GHz && flit_bytes == 128 bit", NOC_TRUE, NULL},
    {"per cent of a share", "read_fraction > 80% && read_fraction < 95 %", NOC_TRUE, NULL},
    {"a unit behind a sum", "(clock_mhz + 1) * 2 > 2.001GHz", NOC_TRUE, NULL},
    {"a unit of another kind", "chip.technology_nm < 5GHz", -1,
     "column 22: GHz is a frequency, and the amount before it is in nm"},
    {"no unit", "clock_mhz < 3foo", -1,
     "column 13: foo is no unit, and the amount before it is in MHz"},
    {"a unit before its name", "1GHz == clock_mhz", -1,
     "column 1: a number with a unit stands behind the name"},
    {"a unit of the comparison before", "flit_bytes == 16 && 16B == 16", -1,
     "column 21: a number with a unit stands behind the name"},
    {"rest", "flit_bytes == 16 16", -1, "column 18: expected an operator"},
    {"text against number", "topology == 3", -1, "column 13: expected a text"},
    {"order of texts", "topology < \"mesh\"", -1, "texts can only be equal"},
    {"chain", "1 < 2 < 3", -1, "do not chain"},
    {"open text", "topology == \"mesh", -1, "does not end"},
    {"condition as number", "1 + (1 == 1) == 2", -1, "expected a number"},
};

/* Conditions on two networks, of which the second is twice as wide. */
static expression_case of_planes[] = {
    {"one network", "networks[0].flit_bytes == 16 && networks[1].flit_bytes == 32", NOC_TRUE, NULL},
    {"as columns are called", "networks_1_flit_bytes == 32", NOC_TRUE, NULL},
    {"networks beside each other", "networks[1].flit_bytes / networks[0].flit_bytes == 2", NOC_TRUE,
     NULL},
    {"a word of one network", "networks[1].carries == \"reply\"", NOC_TRUE, NULL},
    {"a setting that differs", "network.flit_bytes >= 16", NOC_FAULTY,
     "networks[0].flit_bytes = 16, networks[1].flit_bytes = 32 (say networks[0].flit_bytes, "
     "all(network.flit_bytes) or any(network.flit_bytes))"},
    {"without its group", "1 == 1 && flit_bytes >= 16", NOC_FAULTY, "networks[1].flit_bytes = 32"},
    {"a word that differs", "network.carries == \"reply\"", NOC_FAULTY,
     "networks[0].carries = request, networks[1].carries = reply"},
    {"a setting that does not", "network.topology == \"crossbar\" && router_stages >= 1", NOC_TRUE,
     NULL},
    {"a network that is not there", "networks[2].flit_bytes == 16", NOC_FAULTY,
     "there is no networks[2] (the design has 2 networks)"},
    {"all, and one is not", "all(network.flit_bytes) >= 32", NOC_FALSE, NULL},
    {"all", "all(network.flit_bytes) >= 16", NOC_TRUE, NULL},
    {"any", "any(network.flit_bytes) >= 32", NOC_TRUE, NULL},
    {"any, and none is", "any(network.flit_bytes) > 32", NOC_FALSE, NULL},
    {"all of words", "all(topology) == \"crossbar\" && any(carries) == \"reply\"", NOC_TRUE, NULL},
    {"all behind the sign", "32 <= all(network.flit_bytes)", NOC_FALSE, NULL},
    {"all within figures", "2 * all(network.flit_bytes) + 1 >= 33", NOC_TRUE, NULL},
    {"all within parentheses", "2 * (all(flit_bytes)) > 32", NOC_FALSE, NULL},
    {"the place of the largest", "argmax(1, 3, 2) == 2", NOC_TRUE, NULL},
    {"the first of equal ones", "argmax(1, 3, 3, 0) == 2 && argmax(-1) == 1", NOC_TRUE, NULL},
    {"the place of what is not known", "argmax(1, network_area_mm2) == 1", NOC_UNKNOWN, NULL},
    {"all within a function", "min(all(network.flit_bytes), 20) == 20", NOC_FALSE, NULL},
    {"any within a function", "min(any(network.flit_bytes), 20) == 20", NOC_TRUE, NULL},
    {"settings of the same network", "all(flit_bytes / buffer_flits) == 4", NOC_TRUE, NULL},
    {"a condition for each", "all(flit_bytes == 16 || buffer_flits == 8)", NOC_TRUE, NULL},
    {"a condition for one", "any(flit_bytes == 16 && buffer_flits == 8)", NOC_FALSE, NULL},
    {"not all", "!(all(network.flit_bytes) >= 32) && !all(flit_bytes >= 32)", NOC_TRUE, NULL},
    {"all in each of two comparisons", "all(flit_bytes) >= 16 && any(flit_bytes) < 20", NOC_TRUE,
     NULL},
    {"all against what differs", "all(flit_bytes) >= buffer_flits", NOC_FAULTY,
     "networks[1].buffer_flits = 8"},
    {"all of a metric that is not known", "all(network_area_mm2 * flit_bytes) > 1", NOC_UNKNOWN,
     NULL},
    {"in each other", "all(any(flit_bytes)) > 1", -1, "do not stand in each other"},
    {"two in a comparison", "all(flit_bytes) > any(buffer_flits)", -1, "has one all() or any()"},
    {"two on a side", "all(flit_bytes) + any(buffer_flits) > 3", -1, "has one all() or any()"},
    {"two arguments of a function", "max(all(flit_bytes), all(buffer_flits)) > 3", -1,
     "has one all() or any()"},
    {"no comparison", "all(flit_bytes)", -1, "stand in a comparison"},
    {"of no network", "all(network_area_mm2) > 3", -1, "settings of each network"},
    {"of another group", "any(chip.clock_mhz) > 3", -1, "settings of each network"},
    {"of one network", "all(networks[0].flit_bytes) > 3", -1, "settings of each network"},
    {"of nothing", "all() > 3", -1, "expected a number, a name or '('"},
    {"left open", "all(flit_bytes > 3", -1, "expected ')'"},
    {"no such key of a network", "networks[1].flit_byte > 3", -1,
     "did you mean 'networks[1].flit_bytes'?"},
    {"a key of another group", "networks[1].clock_mhz > 3", -1, "did you mean 'chip.clock_mhz'?"},
    {"more networks than may be", "networks[8].flit_bytes > 3", -1,
     "networks[0].KEY to networks[7].KEY"},
    {"a network without a number", "networks[x].flit_bytes > 3", -1, "networks[0].KEY"},
};

/* Networks that do not have a setting are not asked for it. */
static expression_case of_overlay[] = {
    {"a setting that one network has", "network.buffer_flits == 8", NOC_TRUE, NULL},
    {"all that have it", "all(network.buffer_flits) == 8", NOC_TRUE, NULL},
    {"any that has it", "any(network.buffer_flits) == 4", NOC_FALSE, NULL},
    {"a setting of the other", "networks[0].buffer_flits == 4", NOC_TRUE, NULL},
    {"a setting that none has", "all(network.radix) == 4", NOC_TRUE, NULL},
};

/* Networks are alike in a key that --set network.KEY=VALUE sets. */
static void settings_of_all_networks(void **state)
{
    (void)state;
    noc_design *design = test_design(planes, (const char *const[]){"network.flit_bytes=64", NULL});
    noc_constraint_subject subject = {.design = design};
    noc_arena memory = {0};
    noc_expression *e = NULL;
    noc_diag diag = {0};
    assert_int_equal(noc_expression_read("flit_bytes == 64 && all(flit_bytes) == 64",
                                         &noc_setting_names, NOC_NOWHERE, NOC_EUSAGE, &memory, &e,
                                         &diag),
                     NOC_OK);
    assert_int_equal(noc_expression_test(e, noc_constraint_value, &subject), NOC_TRUE);
    noc_arena_clear(&memory);
    noc_design_free(design);
}

static void check_of(const expression_case *c, const char *text)
{
    noc_design *design = test_design(text, NULL);
    noc_arena memory = {0};
    noc_expression *e = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_expression_read(c->text, &noc_setting_names, (noc_place){"f", 3},
                                                  NOC_EINPUT, &memory, &e, &diag);
    if (c->want < 0) {
        assert_int_equal(status, NOC_EINPUT);
        assert_int_equal(diag.count, 1);
        assert_contains(diag.messages[0].text, c->fault);
    } else {
        noc_constraint_subject subject = {.design = design};
        test_print_messages(&diag);
        assert_int_equal(status, NOC_OK);
        assert_int_equal(noc_expression_test(e, noc_constraint_value, &subject), c->want);
        if (c->want == NOC_FAULTY) assert_contains(subject.fault, c->fault);
    }
    noc_arena_clear(&memory);
    noc_design_free(design);
    noc_diag_clear(&diag);
}

static void check_expression(void **state)
{
    check_of(*state, gpu);
}

static void check_planes(void **state)
{
    check_of(*state, planes);
}

static void check_overlay(void **state)
{
    check_of(*state, overlay);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, expressions, check_expression);
    TEST_TABLE_PREFIXED(&list, "of two networks", of_planes, check_planes);
    TEST_TABLE_PREFIXED(&list, "of two kinds", of_overlay, check_overlay);
    test_add(&list, "settings of all networks", settings_of_all_networks);
    return test_run("expression", &list);
}
