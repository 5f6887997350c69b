/* Single facts of networks: orders of routings, tiles of concentrated routers, lengths and
 * latencies, names of channels, placements. */
#include <string.h>

#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"
#include "tests/support/runs/engines.h"

static const char cmesh[] = "nodes = { compute = 28; memory = 8; };\n"
                            "network = { topology = \"cmesh\"; columns = 3; rows = 3; };\n"
                            "traffic = { pattern = \"many-to-few\"; };\n";

static const char flattened[] =
    "nodes = { compute = 28; memory = 8; };\n"
    "network = { topology = \"flattened-butterfly\"; columns = 3; rows = 3;\n"
    "  channel_cycles = 2; };\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

/* Requests leave along their row, replies along their column, unless they are there already. */
static void cdr_turns_replies_the_other_way(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.routing=cdr", NULL};
    test_system t = test_compile(test_gpu, overrides);
    const noc_system *s = t.system;
    const noc_graph *g = &s->graph;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const noc_terminal *from = &g->terminals[flow->source],
                           *to = &g->terminals[flow->destination];
        if (from->row == to->row || from->column == to->column) continue;
        const noc_path *path = &s->routes.paths[flow->route.first_path];
        const noc_hop *first = &s->routes.hops[s->routes.hops[path->first_hop].next];
        const noc_channel *c = &g->channels[first->channel];
        const bool along_row = g->routers[c->from].row == g->routers[c->to].row;
        assert_int_equal(along_row, flow->class == NOC_REQUEST);
    }
    test_system_free(&t);
}

static void o1turn_keeps_its_orders_apart(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.routing=o1turn", "network.virtual_channels=7",
                                            NULL};
    test_system t = test_compile(test_gpu, overrides);
    const noc_system *s = t.system;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        const noc_path *path = &s->routes.paths[flow->route.first_path];
        const uint32_t share = s->graph.networks[0].vcs[flow->class];
        uint32_t sets[2] = {0, 0};
        assert_int_equal(flow->route.path_count, 2);
        for (int p = 0; p < 2; p++) {
            const noc_hop *hop = &s->routes.hops[path[p].first_hop];
            assert_near(path[p].probability, 0.5, 0.0);
            assert_int_equal(hop->vcs, share); /* injection */
            for (hop = &s->routes.hops[hop->next]; hop->next != NOC_NONE;
                 hop = &s->routes.hops[hop->next])
                sets[p] |= hop->vcs;
            assert_int_equal(hop->vcs, share); /* ejection */
        }
        assert_int_equal(sets[0] & sets[1], 0);
        assert_int_equal(sets[0] | sets[1], share);
        assert_int_equal(sets[0], share & ~(sets[1]));
        assert_true(sets[0] < sets[1]);
    }
    test_system_free(&t);
}

typedef struct tiles_case {
    const char *name;
    int concentration, across, down;
} tiles_case;

static const tiles_case tile_cases[] = {
    {"1 node", 1, 1, 1},    {"2 nodes", 2, 2, 1},   {"3 nodes", 3, 3, 1},   {"4 nodes", 4, 2, 2},
    {"6 nodes", 6, 3, 2},   {"7 nodes", 7, 7, 1},   {"8 nodes", 8, 4, 2},   {"9 nodes", 9, 3, 3},
    {"12 nodes", 12, 4, 3}, {"15 nodes", 15, 5, 3}, {"16 nodes", 16, 4, 4},
};

static void nodes_stand_on_a_block_as_square_as_can_be(void **state)
{
    const tiles_case *c = *state;
    const noc_tiles tiles = noc_grid_tiles(c->concentration);
    assert_int_equal(tiles.tile_columns, c->across);
    assert_int_equal(tiles.tile_rows, c->down);
}

/* The terminals of a router are those of its block of tiles. */
static void concentrated_routers_serve_their_tiles(void **state)
{
    (void)state;
    test_system t = test_compile(cmesh, NULL);
    const noc_graph *g = &t.system->graph;
    for (uint32_t n = 0; n < g->terminal_count; n++) {
        const noc_terminal *terminal = &g->terminals[n];
        const noc_channel *in = &g->channels[g->injections[terminal->first_injection]];
        const noc_channel *out = &g->channels[g->ejections[terminal->first_ejection]];
        assert_int_equal(in->to, out->from);
        assert_int_equal(g->routers[in->to].column, terminal->column / 2);
        assert_int_equal(g->routers[in->to].row, terminal->row / 2);
    }
    test_system_free(&t);
}

static void long_links_take_their_length(void **state)
{
    (void)state;
    static const char *const overrides[] = {"chip.tile_mm=1.5", "network.concentration=6",
                                            "network.columns=2", NULL};
    test_system t = test_compile(flattened, overrides); /* 3x2 tiles a router, 2x3 routers */
    const noc_graph *g = &t.system->graph;
    const noc_channel *across = &g->channels[noc_graph_link(g, 0, 1)];
    const noc_channel *down = &g->channels[noc_graph_link(g, 0, 4)];
    assert_near(across->length_mm, 3 * 1.5, 1e-12);
    assert_int_equal(across->latency, 2);
    assert_near(down->length_mm, 2 * 2 * 1.5, 1e-12);
    assert_int_equal(down->latency, 4);
    test_system_free(&t);
}

typedef struct stage_case {
    const char *name, *override;
    int route_cycles, traverse_cycles;
    bool speculative;
} stage_case;

/* clang-format off */
static const stage_case stages[] = {
    {"4 stages: route, allocate, allocate, traverse", "network.router_stages=4", 1, 1, false},
    {"3 stages: look-ahead routing", "network.router_stages=3", 0, 1, false},
    {"2 stages: and speculation", "network.router_stages=2", 0, 1, true},
    {"1 stage: everything at once", "network.router_stages=1", 0, 0, true},
};
/* clang-format on */

static void stages_become_cycles(void **state)
{
    const stage_case *c = *state;
    const char *const overrides[] = {c->override, NULL};
    test_system t = test_compile(test_gpu, overrides);
    const noc_network *net = &t.system->graph.networks[0];
    assert_int_equal(net->vc.route_cycles, c->route_cycles);
    assert_int_equal(net->vc.traverse_cycles, c->traverse_cycles);
    assert_int_equal(net->vc.is_speculative, c->speculative);
    assert_true(net->vc.speculation_yields);
    test_system_free(&t);
}

static void every_router_of_a_mesh_is_built_alike(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.memory_ports=2", NULL};
    test_system t = test_compile(test_gpu, overrides);
    const noc_graph *g = &t.system->graph;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const uint32_t radix = g->terminals[r].kind == NOC_MEMORY ? 6 : 5;
        assert_int_equal(g->routers[r].built_crossbar.inputs, radix);
        assert_int_equal(g->routers[r].built_crossbar.outputs, radix);
        assert_int_equal(g->routers[r].built_crossbar.crosspoints,
                         radix == 6 ? 33 : 25); /* te13 5.9 */
    }
    assert_int_equal(g->routers[0].inputs, 3); /* the corner uses two of its four links */
    test_system_free(&t);
}

static void channels_take_their_length_and_latency_from_the_design(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.channel_cycles=3", "chip.tile_mm=1.7", NULL};
    test_system t = test_compile(test_gpu, overrides);
    const noc_graph *g = &t.system->graph;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const bool link = g->channels[i].kind == NOC_LINK;
        assert_int_equal(g->channels[i].latency, link ? 3 : 1);
        assert_near(g->channels[i].length_mm, link ? 1.7 : 0.05, 0.0);
    }
    test_system_free(&t);
}

static void expect_name(const noc_graph *g, uint32_t channel, const char *want)
{
    char text[80];
    noc_channel_name(g, channel, text, sizeof text);
    assert_string_equal(text, want);
}

static void channels_have_names(void **state)
{
    (void)state;
    test_system t = test_compile(test_gpu, NULL);
    const noc_graph *g = &t.system->graph;
    expect_name(g, noc_graph_link(g, 2, 3), "(2,0) to (3,0)");
    expect_name(g, noc_graph_link(g, 12, 6), "(0,2) to (0,1)");
    expect_name(g, g->injections[g->terminals[31].first_injection], "memory 4");
    expect_name(g, g->ejections[g->terminals[5].first_ejection], "compute 1");
    assert_int_equal(noc_graph_link(g, 0, 7), NOC_NONE);
    assert_int_equal(noc_graph_link(g, 5, 6), NOC_NONE);
    test_system_free(&t);
    t = test_compile(test_planes, NULL);
    g = &t.system->graph;
    expect_name(g, noc_graph_link(g, 38, 39), "(2,0) to (3,0) of the reply network");
    test_system_free(&t);
    t = test_compile(test_uniform, NULL);
    g = &t.system->graph;
    expect_name(g, g->injections[g->terminals[7].first_injection], "node 7");
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "cdr turns replies the other way", cdr_turns_replies_the_other_way);
    test_add(&list, "o1turn keeps its orders apart", o1turn_keeps_its_orders_apart);
    TEST_TABLE_PREFIXED(&list, "block of tiles", tile_cases,
                        nodes_stand_on_a_block_as_square_as_can_be);
    test_add(&list, "concentrated routers serve their tiles",
             concentrated_routers_serve_their_tiles);
    test_add(&list, "long links take their length", long_links_take_their_length);
    TEST_TABLE(&list, stages, stages_become_cycles);
    test_add(&list, "every router of a mesh is built alike", every_router_of_a_mesh_is_built_alike);
    test_add(&list, "channels take length and latency from the design",
             channels_take_their_length_and_latency_from_the_design);
    test_add(&list, "channels have names", channels_have_names);
    return test_run("network facts", &list);
}
