/* Power by router: it adds up to that of the network, and lies where flits go. */
#include <math.h>
#include <stdlib.h>

#include "hybrid/answers/figures/tiles.h"
#include "power_area/cost.h"
#include "tests/support/helpers.h"

static noc_arena arena; /* memory of the parts of answers */

enum { OVERRIDES_MAX = 6 };

typedef struct placed_case {
    const char *name, *path;
    const char *overrides[OVERRIDES_MAX];
    bool stands; /* the whole network has places on tiles */
} placed_case;

/* clang-format off */
static const placed_case placed_cases[] = {
    {"mesh", "configs/te13-baseline.cfg", {"chip.technology_nm=22", NULL}, true},
    {"dimension-sliced", "configs/te13-dimension-sliced.cfg", {"chip.technology_nm=22", NULL}, true},
    {"two networks", "configs/cdx19-mesh-20.cfg", {NULL}, true},
    {"two slices", "configs/te13-double-combined.cfg", {"chip.technology_nm=22", NULL}, true},
    {"concentrated mesh with express channels", "configs/te13-cmesh-express-64.cfg",
     {"chip.technology_nm=22", NULL}, true},
    {"flattened butterfly", "configs/te13-fbfly-64.cfg", {"chip.technology_nm=22", NULL}, true},
    {"torus in layers", "configs/synthetic-mesh.cfg",
     {"chip.technology_nm=22", "network.topology=torus", "network.columns=3", "network.layers=2",
      "nodes.compute=48", NULL}, true},
    {"steps of a router", "configs/synthetic-mesh.cfg",
     {"chip.technology_nm=22", "network.internal_speedup=2", NULL}, true},
    {"switches", "configs/cdx19-clos-20.cfg", {NULL}, false},
    {"concentrators", "configs/cdx19-fc-16ports.cfg", {NULL}, false},
    {"overlay beside a mesh", "configs/rapid18-rapid-16.cfg", {"chip.technology_nm=22", NULL},
     false},
    {"slices", "configs/cdx19-cfnoc-56.cfg", {NULL}, false},
};
/* clang-format on */

typedef struct placed {
    test_system tested;
    noc_cost cost;
    noc_power_tiles tiles;
} placed;

/* Places a design's power at flits that differ by channel, c modulo 7 hundredths, or are even. */
static placed place(const char *path, const char *const *overrides, bool even)
{
    placed p = {.tested = test_compile_file(path, overrides)};
    const noc_graph *g = &p.tested.system->graph;
    double *flits = calloc(g->channel_count, sizeof *flits);
    noc_router_power *routers = calloc(g->router_count, sizeof *routers);
    for (uint32_t c = 0; c < g->channel_count; c++) flits[c] = even ? 0.1 : 0.01 * (c % 7);
    const noc_activity activity = {flits, 1.0, noc_system_packet_flits(p.tested.system)};
    assert_int_equal(noc_cost_by_router(p.tested.system, &activity, &p.cost, NULL, routers, NULL),
                     NOC_OK);
    assert_int_equal(noc_tiles_make(p.tested.system, &p.cost, routers, &arena, &p.tiles, NULL),
                     NOC_OK);
    free(flits);
    free(routers);
    return p;
}

static void clear(placed *p)
{
    noc_arena_clear(&arena);
    test_system_free(&p->tested);
}

static void routers_add_up(void **state)
{
    const placed_case *c = *state;
    placed p = place(c->path, c->overrides, false);
    const noc_power_tiles *t = &p.tiles;
    double leakage = 0.0, dynamic = 0.0, all = 0.0;
    for (uint32_t r = 0; r < t->count; r++) {
        const noc_router_power *power = &t->routers[r].power;
        leakage += power->router_leakage_mw + power->link_leakage_mw;
        dynamic += power->router_dynamic_mw + power->link_dynamic_mw;
        all += noc_tile_router_mw(&t->routers[r]);
    }
    assert_near(leakage, p.cost.leakage_mw, 1e-9 * p.cost.leakage_mw);
    assert_near(dynamic, p.cost.dynamic_mw, 1e-9 * p.cost.dynamic_mw);
    assert_near(all, p.cost.leakage_mw + p.cost.dynamic_mw, 1e-9 * all);
    assert_int_equal(t->missing_reason[0] == '\0', c->stands);
    if (c->stands) {
        noc_tile_power *map = noc_tiles_map(t);
        double on_tiles = 0.0;
        for (int i = 0; i < t->columns * t->rows * t->layers; i++)
            on_tiles += map[i].leakage_mw + map[i].dynamic_mw;
        assert_near(on_tiles, all, 1e-9 * all);
        free(map);
    }
    clear(&p);
}

/* A ring at the same flits everywhere has the same power on every tile. */
static void ring_is_even(void **state)
{
    (void)state;
    static const char *const ring[] = {"chip.technology_nm=22", "network.topology=torus",
                                       "network.columns=5",     "network.rows=1",
                                       "nodes.compute=5",       NULL};
    placed p = place("configs/synthetic-mesh.cfg", ring, true);
    assert_int_equal(p.tiles.count, 5);
    for (uint32_t r = 0; r < p.tiles.count; r++)
        assert_near(noc_tile_router_mw(&p.tiles.routers[r]),
                    (p.cost.leakage_mw + p.cost.dynamic_mw) / 5.0, 1e-9);
    clear(&p);
}

/* Flits on one link only leave half of the link's energy at either end, and the router's at the end
 * that it leads to. */
static void flits_heat_where_they_go(void **state)
{
    (void)state;
    static const char *const mesh[] = {"chip.technology_nm=22", NULL};
    test_system t = test_compile_file("configs/synthetic-mesh.cfg", mesh);
    const noc_graph *g = &t.system->graph;
    const uint32_t from = 9, to = 10, link = noc_graph_link(g, from, to);
    double *flits = calloc(g->channel_count, sizeof *flits);
    noc_router_power *idle = calloc(g->router_count, sizeof *idle),
                     *busy = calloc(g->router_count, sizeof *busy);
    const noc_activity activity = {flits, 1.0, 1.0};
    noc_cost cost;
    assert_int_equal(noc_cost_by_router(t.system, &activity, &cost, NULL, idle, NULL), NOC_OK);
    const double before = cost.dynamic_mw;
    flits[link] = 0.5;
    assert_int_equal(noc_cost_by_router(t.system, &activity, &cost, NULL, busy, NULL), NOC_OK);
    double others = 0.0;
    for (uint32_t r = 0; r < g->router_count; r++)
        if (r != from && r != to)
            others += busy[r].router_dynamic_mw - idle[r].router_dynamic_mw +
                      busy[r].link_dynamic_mw - idle[r].link_dynamic_mw;
    const double on_link = busy[from].link_dynamic_mw - idle[from].link_dynamic_mw;
    const double in_router = busy[to].router_dynamic_mw - idle[to].router_dynamic_mw;
    assert_near(others, 0.0, 1e-12);
    assert_near(busy[from].router_dynamic_mw, idle[from].router_dynamic_mw, 1e-12);
    assert_near(busy[to].link_dynamic_mw - idle[to].link_dynamic_mw, on_link, 1e-12);
    assert_true(on_link > 0.0 && in_router > 0.0);
    assert_near(2.0 * on_link + in_router, cost.dynamic_mw - before, 1e-9);
    free(flits);
    free(idle);
    free(busy);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, placed_cases, routers_add_up);
    test_add(&list, "a ring is even", ring_is_even);
    test_add(&list, "flits heat where they go", flits_heat_where_they_go);
    return test_run("tiles", &list);
}
