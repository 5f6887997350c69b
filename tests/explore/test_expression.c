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
    {"rest", "flit_bytes == 16 16", -1, "column 18: expected an operator"},
    {"text against number", "topology == 3", -1, "column 13: expected a text"},
    {"order of texts", "topology < \"mesh\"", -1, "texts can only be equal"},
    {"chain", "1 < 2 < 3", -1, "do not chain"},
    {"open text", "topology == \"mesh", -1, "does not end"},
    {"condition as number", "1 + (1 == 1) == 2", -1, "expected a number"},
};

static void check_expression(void **state)
{
    const expression_case *c = *state;
    noc_design *design = test_design(gpu, NULL);
    noc_expression *e = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_expression_read(c->text, &noc_setting_names, (noc_place){"f", 3},
                                                  NOC_EINPUT, &e, &diag);
    if (c->want < 0) {
        assert_int_equal(status, NOC_EINPUT);
        assert_int_equal(diag.count, 1);
        assert_contains(diag.messages[0].text, c->fault);
    } else {
        noc_subject subject = {design, NULL};
        test_print_messages(&diag);
        assert_int_equal(status, NOC_OK);
        assert_int_equal(noc_expression_holds(e, noc_subject_value, &subject), c->want);
    }
    noc_expression_free(e);
    noc_design_free(design);
    noc_diag_clear(&diag);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, expressions, check_expression);
    return test_run("expression", &list);
}
