/* analytic/unfair_shares.c: what cores get that share a network unequally, in closed form. */
#include <math.h>
#include <stdio.h>

#include "analytic/unfair_shares.h"
#include "tests/support/helpers.h"

/* A row of A cores, a memory node with two ports, and B <= A cores: with the same rate for all the
 * link to the A cores is full when the other one carries B/A of it; turns at the node's router give
 * both sides the same, and fill both. If none of the B can use more than a cap, the others have
 * what is left. */
typedef struct row_of_cores {
    const char *name;
    int left, right;
} row_of_cores;

static const row_of_cores rows_of_cores[] = {
    {"unequal: 1 and 1", 1, 1},
    {"unequal: 3 and 1", 3, 1},
    {"unequal: 5 and 2", 5, 2},
    {"unequal: 7 and 1", 7, 1},
};

static void sides_get_the_same(void **state)
{
    const row_of_cores *c = *state;
    char text[512];
    snprintf(text, sizeof text,
             "nodes = { compute = %d; memory = 1; placement = \"explicit\";\n"
             "          memory_at = ((%d, 0)); };\n"
             "network = { topology = \"mesh\"; columns = %d; rows = 1; memory_ports = 2; };\n"
             "traffic = { pattern = \"many-to-few\"; };\n",
             c->left + c->right, c->left, c->left + c->right + 1);
    test_system t = test_compile(text, NULL);
    const noc_unfair_shares u = noc_find_unfair_shares(t.system);
    const double all = c->left + c->right, most = all / (2.0 * c->right);
    const double capped = c->right * fmin(most, 2.0);
    assert_near(u.largest_share, most, 5e-3); /* shares are found in rounds */
    assert_near(noc_unfair_busiest_flits(&u, INFINITY), all / 2.0 / c->left, 5e-3);
    assert_near(noc_unfair_busiest_flits(&u, 2.0), (all - capped) / c->left, 5e-3);
    assert_near(noc_unfair_busiest_flits(&u, 1.0), 1.0, 1e-9);
    assert_near(u.simultaneous_flits, noc_unfair_busiest_flits(&u, 8.0),
                1e-9); /* there is one memory node */
    test_system_free(&t);
}

/* All cores of a crossbar are the same; behind ports that take turns those are not that share one
 * with fewer others: of te13's 28 cores 24 share eight ports and four share two, so that one of
 * these has a half of a tenth. */
typedef struct crossbar {
    const char *name, *file;
    double most;
} crossbar;

static const crossbar crossbars[] = {
    {"unequal: crossbars are fair", "configs/cdx19-fc-ideal-80.cfg", 1.0},
    {"unequal: ports shared by two and three", "configs/te13-xbar-16b.cfg", 28.0 / 20.0},
};

static void crossbars_are_fair_to_ports(void **state)
{
    const crossbar *c = *state;
    test_system t = test_compile_file(c->file, (const char *const[]){NULL});
    const noc_unfair_shares u = noc_find_unfair_shares(t.system);
    assert_near(u.largest_share, c->most, 1e-6);
    if (c->most == 1.0) assert_near(noc_unfair_busiest_flits(&u, INFINITY), 1.0, 1e-9);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, rows_of_cores, sides_get_the_same);
    TEST_TABLE(&list, crossbars, crossbars_are_fair_to_ports);
    return test_run("unequal shares", &list);
}
