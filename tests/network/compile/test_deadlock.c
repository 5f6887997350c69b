/* Circles of channel dependencies: which designs of graphs are free of them, and how one is named.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/compile/deadlock.h"
#include "tests/support/designs/wirings.h"

#define LINKS "from,to,cycles,mm\n"

static const char one_way_4[] = LINKS "0,1,1,1\n1,2,1,1\n2,3,1,1\n3,0,1,1\n";
static const char attach_4[] = "node,router\n0,0\n1,1\n2,2\n3,3\n";

/* All ways round a ring of four in one direction. */
static const char routes_4[] = "router,destination,next,vcs\n"
                               "0,1,1,\n0,2,1,\n0,3,1,\n1,2,2,\n1,3,2,\n1,0,2,\n2,3,3,\n2,0,3,\n"
                               "2,1,3,\n3,0,0,\n3,1,0,\n3,2,0,\n";

/* The same; packets that have to pass router 0 take VC 0 until then, others VC 1. */
static const char dateline_4[] = "router,destination,next,vcs\n"
                                 "0,1,1,1\n0,2,1,1\n0,3,1,1\n1,2,2,1\n1,3,2,1\n1,0,2,0\n2,3,3,1\n"
                                 "2,0,3,0\n2,1,3,0\n3,0,0,0\n3,1,0,0\n3,2,0,0\n";

#define NODES_4     "compute = 4;"
#define UNIFORM     "pattern = \"uniform\"; packet_flits = 5;"
#define CHANNELS(n) "virtual_channels = " #n ";"

typedef struct circle_case {
    const char *name;
    wired_parts design;
    const char *words[4]; /* of the refusal; none: the design is free of circles */
} circle_case;

/* clang-format off */
static const circle_case circles[] = {
    {"two layers for a ring", {one_way_4, attach_4, NULL, NODES_4, CHANNELS(2), UNIFORM}, {NULL}},
    {"one virtual channel for a ring", {one_way_4, attach_4, NULL, NODES_4, CHANNELS(1), UNIFORM},
     {"network.virtual_channels = 1", "take 2 layers", "router 3 to 0 VC 0, waited for by router 2 to 3 VC 0, waited for by router "
      "1 to 2 VC 0, waited for by router 0 to 1 VC 0, waited for by the first"}},
    {"routes of a file round a ring", {one_way_4, attach_4, routes_4, NODES_4, CHANNELS(2), UNIFORM},
     {"network.routes: packets can deadlock", "column vcs", "router 3 to 0 VC 0, waited for by"}},
    {"routes of a file with a dateline", {one_way_4, attach_4, dateline_4, NODES_4, CHANNELS(2),
     UNIFORM}, {NULL}},
};
/* clang-format on */

static void check_circle(void **state)
{
    const circle_case *c = *state;
    noc_diag diag = {0};
    test_system t;
    const noc_status status = test_parts_try(&c->design, &t, &diag);
    if (!c->words[0]) test_print_messages(&diag);
    assert_int_equal(status, c->words[0] ? NOC_EINPUT : NOC_OK);
    for (size_t i = 0; c->words[i]; i++) assert_contains(diag.messages[0].text, c->words[i]);
    assert_int_equal(diag.count, c->words[0] ? 1 : 0);
    noc_diag_clear(&diag);
    if (status == NOC_OK) test_system_free(&t);
}

/* ---- long rings ----------------------------------------------------------------------------- */

static char *text_of_ring(size_t routers)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(LINKS, out);
    for (size_t r = 0; r < routers; r++)
        fprintf(out, "%zu,%zu,1,1\n%zu,%zu,1,1\n", r, (r + 1) % routers, (r + 1) % routers, r);
    fclose(out);
    return text;
}

/* Of a circle of 250 channels eight are named. */
static void a_long_circle_is_cut(void **state)
{
    (void)state;
    char *links = text_of_ring(250), *attach = test_attach_in_order(250);
    const wired_parts d = {links, attach, NULL, "compute = 250;", CHANNELS(1), UNIFORM};
    noc_diag diag = {0};
    test_system t;
    assert_int_equal(test_parts_try(&d, &t, &diag), NOC_EINPUT);
    assert_contains(diag.messages[0].text, "VC 0, waited for by 242 more, and these by the first");
    assert_true(strlen(diag.messages[0].text) < 700);
    noc_diag_clear(&diag);
    free(links);
    free(attach);
}

/* ---- layers --------------------------------------------------------------------------------- */

/* Of all virtual channels that a class has each belongs to a layer. */
static void layers_share_all_channels(void **state)
{
    (void)state;
    char *links = text_of_ring(8), *attach = test_attach_in_order(8);
    const wired_parts d = {links,          attach,      NULL,
                           "compute = 8;", CHANNELS(9), "pattern = \"uniform\"; replies = true;"};
    test_system t = test_parts(&d);
    const noc_network *net = &t.system->graph.networks[0];
    for (int class = 0; class < NOC_CLASSES; class ++) {
        const noc_vc_plan *plan = net->plans[class];
        uint32_t all = 0;
        assert_non_null(plan);
        assert_true(plan->layers.count > 1);
        for (uint32_t l = 0; l < plan->layers.count; l++) {
            assert_int_equal(all & plan->vc_sets[l], 0);
            all |= plan->vc_sets[l];
        }
        assert_int_equal(all, net->vcs[class]);
    }
    test_system_free(&t);
    free(links);
    free(attach);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, circles, check_circle);
    test_add(&list, "a long circle is cut", a_long_circle_is_cut);
    test_add(&list, "layers share all virtual channels", layers_share_all_channels);
    return test_run("deadlock", &list);
}
