/* Compute and memory nodes on one tile (nodes.memory_on): places, ports and zero loads counted by
 * hand, and what does not fit. */
#include <stdlib.h>

#include "analytic/zero_load.h"
#include "network/compile/compile.h"
#include "network/graph/node_numbers.h"
#include "reader/design_read.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

/* Memory nodes 0 and 1 at (1,0) and (2,3); reads of a flit, replies of four. */
#define NODES(compute, memory, at)                        \
    "nodes = { compute = " #compute "; memory = " #memory \
    "; placement = \"explicit\"; memory_at = (" at "); memory_on = \"compute-tiles\"; };\n"
#define MESH                                                   \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; " \
    "virtual_channels = 2; buffer_flits = 16; };\n"
#define READS "traffic = { read_fraction = 1.0; };\n"

static const char mesh[] = NODES(16, 2, "(1, 0), (2, 3)") MESH READS;

static void nodes_stand_where_they_should(void **state)
{
    (void)state;
    test_system t = test_compile(mesh, NULL);
    const noc_graph *g = &t.system->graph;
    assert_int_equal(g->terminal_count, 18);
    assert_int_equal(g->compute_count, 16);
    assert_int_equal(g->router_count, 16);
    for (uint32_t n = 0; n < 16; n++) {
        assert_int_equal(noc_node_of_number(g, n, false), g->compute_terminals[n]);
        assert_int_equal(noc_node_number(g, g->compute_terminals[n], false), n);
    }
    for (uint32_t m = 0; m < 2; m++) {
        assert_int_equal(noc_node_of_number(g, 16 + m, false), g->memory_terminals[m]);
        assert_int_equal(noc_node_number(g, g->memory_terminals[m], false), 16 + m);
    }
    assert_int_equal(noc_node_of_number(g, 18, false), NOC_NONE);
    assert_int_equal(g->terminals[g->memory_terminals[1]].column, 2);
    assert_int_equal(g->terminals[g->memory_terminals[1]].row, 3);
    test_system_free(&t);
}

/* A router with both nodes has a port more each way than its neighbour: 6x6 in place of 5x5. */
static void routers_have_ports_for_both(void **state)
{
    (void)state;
    test_system t = test_compile(mesh, NULL);
    const noc_router *both = &t.system->graph.routers[1], *one = &t.system->graph.routers[2];
    assert_int_equal(both->built_crossbar.inputs, 6);
    assert_int_equal(both->built_crossbar.outputs, 6);
    assert_int_equal(one->built_crossbar.inputs, 5);
    /* four links to all four, and to both nodes each way; each node to the other; one to itself */
    assert_int_equal(both->built_crossbar.crosspoints, 16 + 2 * 4 * 2 + 2 + 1);
    assert_int_equal(one->built_crossbar.crosspoints, 25);
    test_system_free(&t);
}

/* 3 + 4 H + (H - 1) + F - 1 cycles over H routers: the model by pairs, the sampler alone. */
typedef struct way_case {
    const char *name;
    uint32_t compute, memory;
    int routers;
} way_case;

static const way_case ways[] = {
    {"a node to its own tile's memory", 1, 0, 1},
    {"to that of the next tile", 0, 0, 2},
    {"across the grid", 12, 0, 5},
    {"the other's own tile", 14, 1, 1},
    {"from corner to edge", 3, 1, 5},
};

static double zero_load_of(const noc_system *s, uint32_t flow, unsigned flits)
{
    const noc_route *route = &s->traffic.flows[flow].route;
    assert_int_equal(route->path_count, 1);
    return noc_zero_load_path(s, s->routes.paths[route->first_path].first_hop, flits);
}

static void zero_load_is_as_counted(void **state)
{
    const way_case *c = *state;
    test_system t = test_compile(mesh, NULL);
    const noc_graph *g = &t.system->graph;
    const uint32_t from = g->compute_terminals[c->compute], to = g->memory_terminals[c->memory];
    const uint32_t request = noc_traffic_find_flow(&t.system->traffic, NOC_REQUEST, from, to);
    const uint32_t reply = noc_traffic_find_flow(&t.system->traffic, NOC_REPLY, to, from);
    const uint64_t head = (uint64_t)(3 + 4 * c->routers + (c->routers - 1));
    assert_true(request != NOC_NONE && reply != NOC_NONE);
    assert_int_equal(test_lone_packet(t.system, request, NOC_READ_REQUEST, 1), head);
    assert_int_equal(test_lone_packet(t.system, reply, NOC_READ_REPLY, 1), head + 3);
    assert_near(zero_load_of(t.system, request, 1), (double)head, 1e-9);
    assert_near(zero_load_of(t.system, reply, 4), (double)head + 3.0, 1e-9);
    test_system_free(&t);
}

typedef struct fault_case {
    const char *name, *text, *message;
} fault_case;

static const fault_case faults[] = {
    {"a tile without a compute node", NODES(14, 2, "(1, 0), (2, 3)") MESH READS,
     "nodes.compute = 14 does not fit 4x4 tiles"},
    {"two memory nodes on a tile", NODES(16, 2, "(1, 0), (1, 0)") MESH READS,
     "(1, 0) is taken already"},
    {"no tiles",
     "nodes = { compute = 16; memory = 2; memory_on = \"compute-tiles\"; };\n"
     "network = { topology = \"crossbar\"; };\n" READS,
     "nodes.memory_on does not apply: topology \"crossbar\" has no tiles"},
    {"one node a tile",
     NODES(16, 2, "(1, 3), (2, 3)") "networks = ( { carries = \"request\"; topology = \"smesh\"; "
                                    "columns = 4; rows = 4; },\n"
                                    "{ carries = \"reply\"; topology = \"smesh\"; columns = 4; "
                                    "rows = 4; } );\n" READS,
     "topology \"smesh\" has one node a tile"},
};

static void fault_is_told_in_one_line(void **state)
{
    const fault_case *c = *state;
    noc_source source = test_source("tiles.cfg", c->text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, NULL, 0, &design, &diag), NOC_EINPUT);
    test_print_messages(&diag);
    assert_contains(diag.messages[0].text, c->message);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

int main(void)
{
    static test_list list;
    test_add(&list, "nodes stand where they should", nodes_stand_where_they_should);
    test_add(&list, "routers have ports for both", routers_have_ports_for_both);
    TEST_TABLE(&list, ways, zero_load_is_as_counted);
    TEST_TABLE(&list, faults, fault_is_told_in_one_line);
    return test_run("shared tiles", &list);
}
