/* Graphs whose routes take layers of virtual channels never stop, however full they are. */
#include "network/files/wiring_layers.h"
#include "sampler/run.h"
#include "tests/support/designs/wirings.h"

#define LINKS  "from,to,cycles,mm\n"
#define BUSY   "pattern = \"uniform\"; packet_flits = 5;"
#define SMALL  "virtual_channels = 2; buffer_flits = 2;"
#define NODE_8 "node,router\n0,0\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n7,7\n"

static const char ring_8[] = LINKS "0,1,1,1\n1,2,1,1\n2,3,1,1\n3,4,1,1\n4,5,1,1\n5,6,1,1\n6,7,1,1\n"
                                   "7,0,1,1\n1,0,1,1\n2,1,1,1\n3,2,1,1\n4,3,1,1\n5,4,1,1\n6,5,1,1\n"
                                   "7,6,1,1\n0,7,1,1\n";
static const char one_way_8[] = LINKS "0,1,1,1\n1,2,1,1\n2,3,1,1\n3,4,1,1\n4,5,1,1\n5,6,1,1\n"
                                      "6,7,1,1\n7,0,1,1\n";

/* Petersen's graph: ten routers with three links each. */
static const char petersen[] = LINKS
    "0,1,1,1\n1,0,1,1\n1,2,1,1\n2,1,1,1\n2,3,1,1\n3,2,1,1\n3,4,1,1\n4,3,1,1\n4,0,1,1\n0,4,1,1\n"
    "0,5,1,1\n5,0,1,1\n1,6,1,1\n6,1,1,1\n2,7,1,1\n7,2,1,1\n3,8,1,1\n8,3,1,1\n4,9,1,1\n9,4,1,1\n"
    "5,7,1,1\n7,5,1,1\n7,9,1,1\n9,7,1,1\n9,6,1,1\n6,9,1,1\n6,8,1,1\n8,6,1,1\n8,5,1,1\n5,8,1,1\n";
static const char node_10[] = "node,router\n0,0\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n7,7\n8,8\n9,9\n";

typedef struct full_case {
    const char *name;
    wired_parts design;
} full_case;

static const full_case full_cases[] = {
    {"ring of 8", {ring_8, NODE_8, NULL, "compute = 8;", SMALL, BUSY}},
    {"ring of 8 in one direction", {one_way_8, NODE_8, NULL, "compute = 8;", SMALL, BUSY}},
    {"ring of 8, requests and replies",
     {ring_8, NODE_8, NULL, "compute = 8;",
      "virtual_channels = 4; buffer_flits = 2; flit_bytes = 8;",
      "pattern = \"uniform\"; replies = true;"}},
    {"Petersen's graph", {petersen, node_10, NULL, "compute = 10;", SMALL, BUSY}},
};

/* Sources offer a packet a cycle: every buffer that can be full is. */
static void check_full(void **state)
{
    const full_case *c = *state;
    test_system t = test_parts(&c->design);
    assert_true(noc_graph_max_layers(&t.system->graph) > 1);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        noc_run *run = noc_run_new(t.system, (noc_load){.packets_per_cycle = 1.0, .seed = seed});
        assert_non_null(run);
        assert_int_equal(noc_run_cycles(run, 20000, true), NOC_OK);
        assert_int_equal(noc_run_check(run, NULL), NOC_OK);
        noc_run_free(run);
    }
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, full_cases, check_full);
    return test_run("layers", &list);
}
