/* What answers say of clusters, CTAs and memories beyond figures: warnings of settings. */
#include <math.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "tests/helpers.h"

static const char gpu[] = "nodes = { compute = 12; memory = 4; };\n"
                          "network = { topology = \"crossbar\"; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n"
                          "workload = \"HH\";\n";

typedef struct table_case {
    const char *name, *entries;
    double load;
    bool warned;
} table_case;

static const table_case table_cases[] = {
    {"merge table: as many as MSHRs", "cluster.merge_entries=24", NAN, false},
    {"merge table: one more", "cluster.merge_entries=25", NAN, true},
    {"merge table: one more, at a load", "cluster.merge_entries=25", 0.01, false},
};

/* Three cores with 8 MSHRs each wait for 24 lines at most. */
static void larger_tables_are_told(void **state)
{
    const table_case *c = *state;
    test_system t = test_compile(
        gpu, (const char *const[]){"cluster.cores=3", "nodes.mshrs=8", c->entries, NULL});
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, c->load, &e, NULL), NOC_OK);
    bool warned = false;
    for (int i = 0; i < e.warning_count; i++)
        warned |= strstr(e.warnings[i], "more than the 24 lines that the 3 cores") != NULL;
    assert_int_equal(warned, c->warned);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, table_cases, larger_tables_are_told);
    return test_run("answers of ends", &list);
}
