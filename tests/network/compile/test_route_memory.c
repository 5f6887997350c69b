/* Routes that are remembered from the design before are those that the design gets alone, and are
 * used where they can be. */
#include <string.h>

#include "network/compile/compile.h"
#include "network/compile/route_memory.h"
#include "tests/support/designs/wirings.h"

static void assert_same_routes(const noc_system *a, const noc_system *b)
{
    assert_int_equal(a->routes.hop_count, b->routes.hop_count);
    assert_int_equal(a->routes.path_count, b->routes.path_count);
    for (uint32_t h = 0; h < a->routes.hop_count; h++) {
        assert_int_equal(a->routes.hops[h].channel, b->routes.hops[h].channel);
        assert_int_equal(a->routes.hops[h].vcs, b->routes.hops[h].vcs);
        assert_int_equal(a->routes.hops[h].next, b->routes.hops[h].next);
    }
    for (uint32_t p = 0; p < a->routes.path_count; p++) {
        assert_int_equal(a->routes.paths[p].first, b->routes.paths[p].first);
        assert_true(a->routes.paths[p].probability == b->routes.paths[p].probability);
    }
    for (size_t f = 0; f < a->traffic.flow_count; f++)
        assert_int_equal(a->traffic.flows[f].route.first_path,
                         b->traffic.flows[f].route.first_path);
}

/* Each with the memory of the one before. */
static const struct {
    const char *overrides[4];
    bool recalled;
} steps[] = {
    {{NULL}, false},
    {{NULL}, true},
    {{"network.flit_bytes=32", NULL}, true},
    {{"network.buffer_flits=4", "network.router_stages=2", NULL}, true},
    {{"traffic.read_fraction=0.5", NULL}, true},
    {{"network.virtual_channels=4", NULL}, false},
    {{"network.virtual_channels=4", "network.routing=o1turn", NULL}, false},
    {{"network.routing=yx", NULL}, false},
    {{"network.memory_ports=2", NULL}, false},
    {{"network.slices=2", NULL}, false},
    {{"network.slices=2", "network.channel_cycles=2", NULL}, true},
    {{"nodes.placement=top-bottom", NULL}, false},
    {{"traffic.hotspot_fraction=0.2", NULL}, false},
    {{"network.half_routers=odd", "network.routing=checkerboard", "network.virtual_channels=4",
      NULL},
     false},
    {{NULL}, false},
};

static void routes_are_those_of_the_design_alone(void **state)
{
    (void)state;
    noc_route_memory memory = {.known = false};
    for (size_t i = 0; i < TEST_COUNT(steps); i++) {
        const uint64_t number = memory.number;
        test_system alone = test_compile_file("configs/te13-cp-dor-2vc.cfg", steps[i].overrides);
        noc_system *next = NULL;
        assert_int_equal(noc_system_compile_next(alone.design, &memory, &next, NULL), NOC_OK);
        assert_same_routes(alone.system, next);
        if ((memory.number == number) != steps[i].recalled)
            fail_msg("step %zu: recalled or not", i);
        noc_system_free(next);
        test_system_free(&alone);
    }
    noc_route_memory_clear(&memory);
}

/* ---- layers --------------------------------------------------------------------------------- */

/* A ring of four in one direction: routes of packets to all others would close the circle. */
static const wired_design ring = {
    "nodes = { compute = 4; memory = 0; };\n"
    "network = { topology = \"file\"; links = \"l.csv\"; attach = \"a.csv\"; };\n"
    "traffic = { pattern = \"uniform\"; };\n",
    {{"l.csv", "from,to,cycles,mm\n0,1,1,1\n1,2,1,1\n2,3,1,1\n3,0,1,1\n"},
     {"a.csv", "node,router\n0,0\n1,1\n2,2\n3,3\n"}}};

/* Routes that are recalled have as many layers as when they were found. */
static void layers_are_remembered(void **state)
{
    (void)state;
    static const char *const widths[] = {"network.flit_bytes=16", "network.flit_bytes=32"};
    noc_route_memory memory = {.known = false};
    for (size_t i = 0; i < TEST_COUNT(widths); i++) {
        test_system alone = test_wired(&ring, (const char *const[]){widths[i], NULL});
        noc_system *next = NULL;
        assert_int_equal(noc_system_compile_next(alone.design, &memory, &next, NULL), NOC_OK);
        assert_int_equal(memory.number, 1);
        assert_int_equal(alone.system->vc_layers, 2);
        assert_int_equal(next->vc_layers, 2);
        noc_system_free(next);
        test_system_free(&alone);
    }
    noc_route_memory_clear(&memory);
}

int main(void)
{
    static test_list list;
    test_add(&list, "routes are those of the design alone", routes_are_those_of_the_design_alone);
    test_add(&list, "layers are remembered", layers_are_remembered);
    return test_run("route memory", &list);
}
