/* Routes and systems that are kept of designs before are those that the design gets alone, and are
 * used where they can be. */
#include <stdlib.h>
#include <string.h>

#include "network/compile/compile.h"
#include "network/compile/kept_systems.h"
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
        assert_int_equal(a->routes.paths[p].first_hop, b->routes.paths[p].first_hop);
        assert_true(a->routes.paths[p].probability == b->routes.paths[p].probability);
    }
    for (size_t f = 0; f < a->traffic.flow_count; f++)
        assert_int_equal(a->traffic.flows[f].route.first_path,
                         b->traffic.flows[f].route.first_path);
}

/* Values that are kept for a design before it is compiled. */
typedef struct found {
    bool routes, system;
} found;

static found kept_of(noc_value_cache *kept, const noc_system *alone)
{
    noc_system *system = noc_system_recall(kept, alone->design);
    noc_system copy = {.design = alone->design};
    copy.traffic.flows = calloc(alone->traffic.flow_count + 1, sizeof *copy.traffic.flows);
    assert_non_null(copy.traffic.flows);
    const found f = {noc_routes_recall(kept, &copy), system != NULL};
    noc_cached_release(copy.shared_routes);
    free(copy.traffic.flows);
    noc_system_free(system);
    return f;
}

/* Each with what is kept of those before. */
static const struct {
    const char *overrides[4];
    bool routes, system;
} steps[] = {
    {{NULL}, false, false},
    {{NULL}, true, true},
    {{"network.flit_bytes=32", NULL}, true, false},
    {{"network.buffer_flits=4", "network.router_stages=2", NULL}, true, false},
    {{"traffic.read_fraction=0.5", NULL}, true, false},
    {{"network.virtual_channels=4", NULL}, false, false},
    {{"network.virtual_channels=4", "network.routing=o1turn", NULL}, false, false},
    {{"network.routing=yx", NULL}, false, false},
    {{"network.memory_ports=2", NULL}, false, false},
    {{"network.slices=2", NULL}, false, false},
    {{"network.slices=2", "network.channel_cycles=2", NULL}, true, false},
    {{"nodes.placement=top-bottom", NULL}, false, false},
    {{"traffic.hotspot_fraction=0.2", NULL}, false, false},
    {{"network.half_routers=odd", "network.routing=checkerboard", "network.virtual_channels=4",
      NULL},
     false,
     false},
    {{NULL}, true, false}, /* more systems than are kept */
    {{"memory.tcl=20", "nodes.core_mhz=1000.0", "chip.clock_mhz=700.0", NULL}, true, true},
};

static void routes_are_those_of_the_design_alone(void **state)
{
    (void)state;
    noc_value_cache kept = {NULL};
    for (size_t i = 0; i < TEST_COUNT(steps); i++) {
        test_system alone = test_compile_file("configs/te13-cp-dor-2vc.cfg", steps[i].overrides);
        noc_system *next = NULL;
        const found before = kept_of(&kept, alone.system);
        if (before.routes != steps[i].routes || before.system != steps[i].system)
            fail_msg("step %zu: kept or not", i);
        assert_int_equal(noc_system_compile_kept(alone.design, &kept, &next, NULL), NOC_OK);
        assert_ptr_equal(next->design, alone.design);
        assert_same_routes(alone.system, next);
        noc_system_free(next);
        test_system_free(&alone);
    }
    noc_cache_clear(&kept);
}

/* Two designs that are alike have a system each, at the same time. */
static void systems_in_use_are_not_shared(void **state)
{
    (void)state;
    noc_value_cache kept = {NULL};
    test_system a = test_compile_file("configs/te13-cp-dor-2vc.cfg", NULL);
    test_system b = test_compile_file("configs/te13-cp-dor-2vc.cfg", NULL);
    noc_system *first = NULL, *second = NULL;
    assert_int_equal(noc_system_compile_kept(a.design, &kept, &first, NULL), NOC_OK);
    assert_int_equal(noc_system_compile_kept(b.design, &kept, &second, NULL), NOC_OK);
    assert_ptr_not_equal(first, second);
    assert_ptr_equal(first->design, a.design);
    assert_ptr_equal(second->design, b.design);
    noc_cache_clear(&kept);
    assert_same_routes(first, second);
    noc_system_free(first);
    noc_system_free(second);
    test_system_free(&a);
    test_system_free(&b);
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
    noc_value_cache kept = {NULL};
    for (size_t i = 0; i < TEST_COUNT(widths); i++) {
        test_system alone = test_wired(&ring, (const char *const[]){widths[i], NULL});
        noc_system *next = NULL;
        assert_int_equal(noc_system_compile_kept(alone.design, &kept, &next, NULL), NOC_OK);
        assert_int_equal(alone.system->vc_layers, 2);
        assert_int_equal(next->vc_layers, 2);
        noc_system_free(next);
        test_system_free(&alone);
    }
    noc_cache_clear(&kept);
}

int main(void)
{
    static test_list list;
    test_add(&list, "routes are those of the design alone", routes_are_those_of_the_design_alone);
    test_add(&list, "systems in use are not shared", systems_in_use_are_not_shared);
    test_add(&list, "layers are remembered", layers_are_remembered);
    return test_run("kept systems", &list);
}
