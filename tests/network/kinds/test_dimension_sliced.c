/* Dimension-sliced routers beside the mesh of whole ones: what each is built of, by hand; the same
 * ways, and so the same loads of links; alone a packet takes one slice and its link longer. */
#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "sampler/run.h"
#include "tests/support/helpers.h"

enum { COLUMNS = 6, ROWS = 6, TILES = COLUMNS * ROWS, STAGES = 4 };

#define NODES                                                                      \
    "nodes = { compute = 28; memory = 8; placement = \"explicit\";\n"              \
    "  memory_at = ((5,0), (0,3), (1,2), (1,4), (2,1), (3,4), (4,1), (4,3)); };\n" \
    "traffic = { pattern = \"many-to-few\"; };\n"

static const char sliced[] =
    NODES "network = { topology = \"dimension-sliced\"; columns = 6; rows = 6; };\n";
static const char whole[] = NODES "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n";

/* ---- what it is built of --------------------------------------------------------------------- */

/* A slice has two links each way, one from or to the other slice, and the node's ports: 3x3. Of
 * 25 crosspoints of a whole router 18 are left, of which half routers need 12 (te13 4.1). */
static void slices_are_three_by_three(void **state)
{
    (void)state;
    test_system t = test_compile(sliced, (const char *const[]){"network.memory_ports=2", NULL});
    const noc_graph *g = &t.system->graph;
    assert_int_equal(g->router_count, 2 * TILES);
    for (uint32_t r = 0; r < g->router_count; r++) {
        const bool first = r < TILES;
        const uint32_t node = g->terminal_of_tile[r % TILES];
        const int more = g->terminals[node].kind == NOC_MEMORY;
        assert_int_equal(g->routers[r].column, r % TILES % COLUMNS);
        assert_int_equal(g->routers[r].row, r % TILES / COLUMNS);
        assert_int_equal(g->routers[r].built_crossbar.inputs, 3 + (first ? more : 0));
        assert_int_equal(g->routers[r].built_crossbar.outputs, 3 + (first ? 0 : more));
        assert_int_equal(g->routers[r].built_crossbar.crosspoints, 3 * (3 + more));
    }
    test_system_free(&t);
}

/* Without the ports that lead nowhere: the first slice of the corner has the node and one link. */
static void edges_can_be_trimmed(void **state)
{
    (void)state;
    test_system t =
        test_compile(sliced, (const char *const[]){"network.edge_routers=trimmed", NULL});
    const noc_graph *g = &t.system->graph;
    for (uint32_t r = 0; r < g->router_count; r++) {
        assert_int_equal(g->routers[r].built_crossbar.inputs, g->routers[r].inputs);
        assert_int_equal(g->routers[r].built_crossbar.outputs, g->routers[r].outputs);
    }
    assert_int_equal(g->routers[0].built_crossbar.crosspoints, 2 * 2);
    test_system_free(&t);
}

/* ---- the same ways --------------------------------------------------------------------------- */

typedef struct order_case {
    const char *name, *order, *routing;
} order_case;

static const order_case orders[] = {
    {"rows first", "network.order=xy", "network.routing=xy"},
    {"columns first", "network.order=yx", "network.routing=yx"},
};

/* The slice of a tile that has a link to another tile. */
static uint32_t slice_of(const order_case *c, bool along_row, uint32_t tile)
{
    const bool rows_first = c == &orders[0];
    return along_row == rows_first ? tile : TILES + tile;
}

static void links_carry_what_those_of_a_mesh_do(void **state)
{
    const order_case *c = *state;
    test_system s = test_compile(sliced, (const char *const[]){c->order, NULL});
    test_system m = test_compile(whole, (const char *const[]){c->routing, NULL});
    const noc_graph *g = &m.system->graph, *h = &s.system->graph;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads of_mesh, of_slices;
    assert_int_equal(noc_loads_new(m.system, &arena, &of_mesh), NOC_OK);
    assert_int_equal(noc_loads_new(s.system, &arena, &of_slices), NOC_OK);
    double changing = 0.0, injected = 0.0;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *link = &g->channels[i];
        if (link->kind == NOC_INJECTION) injected += of_mesh.channel_flits[i];
        if (link->kind != NOC_LINK) continue;
        const bool along_row = g->routers[link->from].row == g->routers[link->to].row;
        const uint32_t same =
            noc_graph_link(h, slice_of(c, along_row, link->from), slice_of(c, along_row, link->to));
        assert_int_not_equal(same, NOC_NONE);
        assert_near(of_slices.channel_flits[same], of_mesh.channel_flits[i], 1e-9);
    }
    for (uint32_t tile = 0; tile < TILES; tile++)
        changing += of_slices.channel_flits[noc_graph_link(h, tile, TILES + tile)];
    assert_near(changing, injected, 1e-9); /* every packet changes once */
    test_system_free(&m);
    test_system_free(&s);
}

/* A slice more on the way: its stages, and the cycle of the link in the tile. */
static void a_packet_alone_takes_a_slice_longer(void **state)
{
    const order_case *c = *state;
    test_system s = test_compile(sliced, (const char *const[]){c->order, NULL});
    test_system m = test_compile(whole, (const char *const[]){c->routing, NULL});
    assert_int_equal(s.system->traffic.flow_count, m.system->traffic.flow_count);
    for (size_t f = 0; f < s.system->traffic.flow_count; f++) {
        const noc_flow *a = &s.system->traffic.flows[f], *b = &m.system->traffic.flows[f];
        const noc_path *pa = &s.system->routes.paths[a->route.first_path];
        const noc_path *pb = &m.system->routes.paths[b->route.first_path];
        assert_true(a->source == b->source && a->destination == b->destination);
        assert_int_equal(pa->router_count, pb->router_count + 1);
        assert_near(noc_zero_load_path(s.system, pa->first_hop, 4),
                    noc_zero_load_path(m.system, pb->first_hop, 4) + STAGES + 1, 1e-9);
    }
    test_system_free(&m);
    test_system_free(&s);
}

/* ---- as packets go --------------------------------------------------------------------------- */

/* No flit is lost, and each tile passes on what it should. */
static void packets_arrive(void **state)
{
    (void)state;
    test_system t = test_compile(sliced, NULL);
    const double rate = noc_system_packet_rate(t.system, 0.03);
    noc_run *e = noc_run_new(t.system, (noc_load){.packets_per_cycle = rate, .seed = 3});
    const noc_graph *g = &t.system->graph;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    const double cycles = 40000;
    assert_non_null(e);
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    assert_int_equal(noc_run_cycles(e, (uint64_t)cycles, true), NOC_OK);
    assert_int_equal(noc_run_check(e, NULL), NOC_OK);
    for (uint32_t tile = 0; tile < TILES; tile++) {
        const uint32_t c = noc_graph_link(g, tile, TILES + tile);
        const double flits = (double)(noc_run_channel_flits(e, c, NOC_REQUEST) +
                                      noc_run_channel_flits(e, c, NOC_REPLY));
        assert_near(flits / cycles, rate * loads.channel_flits[c], 0.2 * flits / cycles);
    }
    noc_run_free(e);
    test_system_free(&t);
}

static void names_say_which_slice(void **state)
{
    (void)state;
    test_system t = test_compile(sliced, NULL);
    const noc_graph *g = &t.system->graph;
    char text[80];
    noc_channel_name(g, noc_graph_link(g, 2, 3), text, sizeof text);
    assert_string_equal(text, "slice 1 of (2,0) to slice 1 of (3,0)");
    noc_channel_name(g, noc_graph_link(g, 8, TILES + 8), text, sizeof text);
    assert_string_equal(text, "slice 1 of (2,1) to slice 2 of (2,1)");
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "slices are three by three", slices_are_three_by_three);
    test_add(&list, "edges can be trimmed", edges_can_be_trimmed);
    TEST_TABLE_PREFIXED(&list, "loads", orders, links_carry_what_those_of_a_mesh_do);
    TEST_TABLE_PREFIXED(&list, "zero load", orders, a_packet_alone_takes_a_slice_longer);
    test_add(&list, "packets arrive", packets_arrive);
    test_add(&list, "names say which slice", names_say_which_slice);
    return test_run("dimension-sliced", &list);
}
