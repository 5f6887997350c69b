/* analytic/bound/glpk_call.c: GLPK, which would end the process, gives up alone. */
#include <glpk.h>

#include "analytic/bound/glpk_call.h"
#include "base/shortage.h"
#include "tests/support/helpers.h"

static void misuse_glpk(void *context)
{
    glp_prob *lp = glp_create_prob();
    glp_add_rows(lp, -1);
    *(bool *)context = true;
}

static void use_glpk(void *context)
{
    glp_prob *lp = glp_create_prob();
    *(bool *)context = glp_add_rows(lp, 3) == 1;
    glp_delete_prob(lp);
}

static void exhaust_glpk(void *context)
{
    glp_mem_limit(1); /* MB */
    glp_add_rows(glp_create_prob(), 1000000);
    *(bool *)context = true;
}

typedef struct giving_up {
    const char *name;
    void (*work)(void *context);
    const char *message;
} giving_up;

/* A fault of its caller is no shortage of memory. */
static const giving_up ways_to_give_up[] = {
    {"a program that is wrong", misuse_glpk,
     "a program: no numeric answer (glp_add_rows: nrs = -1; invalid number of rows)"},
    {"out of memory", exhaust_glpk, "out of memory"},
};

/* It would end the process. Afterwards it is as if new. */
static void glpk_gives_up_alone(void **state)
{
    const giving_up *g = *state;
    bool done = false;
    noc_diag diag = {0};
    assert_int_equal(noc_glpk_call("a program", g->work, &done, &diag), NOC_EFAILED);
    assert_false(done);
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].text, g->message);
    assert_int_equal(noc_has_noted_shortage(), g->work == exhaust_glpk);
    noc_diag_clear(&diag);
    assert_int_equal(noc_glpk_call("a program", use_glpk, &done, &diag), NOC_OK);
    assert_true(done);
    glp_free_env();
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "GLPK gives up alone", ways_to_give_up, glpk_gives_up_alone);
    return test_run("GLPK", &list);
}
