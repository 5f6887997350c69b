/* What channels carry, as routes have it: closed forms, symmetries, distances. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds/kinds.h"
#include "tests/support/designs/network_systems.h"

/* Packets of the classes (bits) over each channel when every injecting node sends one. The caller
 * frees them. */
static double *channel_loads(const noc_system *s, unsigned classes)
{
    double *loads = calloc(s->graph.channel_count, sizeof *loads);
    assert_non_null(loads);
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (!(classes >> flow->class & 1)) continue;
        for (uint32_t p = 0; p < flow->route.path_count; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            for (uint32_t h = path->first_hop; h != NOC_NONE; h = s->routes.hops[h].next)
                loads[s->routes.hops[h].channel] += flow->rate * path->probability;
        }
    }
    return loads;
}

typedef struct mesh_case {
    const char *name;
    const char *overrides[5];
} mesh_case;

/* clang-format off */
static const mesh_case meshes[] = {
    {"5x4, xy", {NULL}},
    {"5x4, yx", {"network.routing=yx"}},
    {"5x4, cdr", {"network.routing=cdr"}},
    {"5x4, o1turn", {"network.routing=o1turn", "network.virtual_channels=2"}},
    {"6x6, xy", {"nodes.compute=36", "network.columns=6", "network.rows=6"}},
    {"7x7, yx", {"nodes.compute=49", "network.columns=7", "network.rows=7", "network.routing=yx"}},
    {"2x9, xy", {"nodes.compute=18", "network.columns=2", "network.rows=9"}},
};
/* clang-format on */

/* Packets over the cut between positions i and i+1 of n, per line of it: (i+1) nodes on one side
 * send a share (n-1-i)/n to the other, whichever dimension is routed first. */
static double cut_load(int from, int to, int n)
{
    const int i = from < to ? from : to;
    return (double)(i + 1) * (n - 1 - i) / n;
}

static void uniform_loads_follow_the_closed_form(void **state)
{
    const mesh_case *c = *state;
    test_system t = test_compile(uniform, c->overrides);
    const noc_graph *g = &t.system->graph;
    double *loads = channel_loads(t.system, ~0u);
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *channel = &g->channels[i];
        if (channel->kind != NOC_LINK) {
            assert_near(loads[i], 1.0, 1e-12);
            continue;
        }
        const noc_router *from = &g->routers[channel->from], *to = &g->routers[channel->to];
        const double want = from->row == to->row
                                ? cut_load(from->column, to->column, g->networks[0].columns)
                                : cut_load(from->row, to->row, g->networks[0].rows);
        assert_near(loads[i], want, 1e-9);
    }
    free(loads);
    test_system_free(&t);
}

static uint32_t mirrored(const noc_graph *g, uint32_t router, bool in_x, bool in_y)
{
    const noc_router *r = &g->routers[router];
    const noc_network *net = &g->networks[r->network];
    const int column = in_x ? net->columns - 1 - r->column : r->column;
    const int row = in_y ? net->rows - 1 - r->row : r->row;
    return net->first_router + (uint32_t)(row * net->columns + column);
}

/* clang-format off */
static const system_case symmetric[] = {
    {.name = "te13-baseline", .text = NULL},
    {.name = "cdr", .text = gpu, .overrides ={"network.routing=cdr"}},
    {.name = "uniform", .text = uniform},
    {.name = "uniform, yx", .text = uniform, .overrides ={"network.routing=yx"}},
    {.name = "planes", .text = planes},
};
/* clang-format on */

static void mirrored_channels_have_the_same_load(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    for (int k = 0; k < NOC_CLASSES; k++) {
        double *loads = channel_loads(t.system, 1u << k);
        for (uint32_t i = 0; i < g->channel_count; i++) {
            const noc_channel *c = &g->channels[i];
            for (int mirror = 1; mirror < 4 && c->kind == NOC_LINK; mirror++) {
                const uint32_t other =
                    noc_graph_link(g, mirrored(g, c->from, mirror & 1, mirror & 2),
                                   mirrored(g, c->to, mirror & 1, mirror & 2));
                assert_int_not_equal(other, NOC_NONE);
                assert_near(loads[i], loads[other], 1e-9);
            }
        }
        free(loads);
    }
    test_system_free(&t);
}

/* The ports of a memory node, and the slices of a network, get equal shares. */
static void ports_and_slices_share_alike(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.slices=2", "network.memory_ports=3", NULL};
    test_system t = test_compile(gpu, overrides);
    const noc_graph *g = &t.system->graph;
    double *loads = channel_loads(t.system, ~0u);
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        if (c->kind == NOC_LINK) continue;
        const noc_terminal *terminal = &g->terminals[c->kind == NOC_INJECTION ? c->from : c->to];
        assert_near(loads[i], terminal->kind == NOC_MEMORY ? 28.0 / 8 / 6 : 0.5, 1e-12);
    }
    free(loads);
    test_system_free(&t);
}

typedef struct distance_case {
    const char *name;
    const char *overrides[3];
    double routers; /* mean of a packet */
} distance_case;

/* clang-format off */
static const distance_case distances[] = {
    {"top-bottom", {NULL}, 5.2857},
    {"columns 0 to 3", {"nodes.placement=explicit",
     "nodes.memory_at=((0,0),(1,0),(2,0),(3,0),(0,5),(1,5),(2,5),(3,5))"}, 5.5},
    {"columns 0, 1, 4, 5", {"nodes.placement=explicit",
     "nodes.memory_at=((0,0),(1,0),(4,0),(5,0),(0,5),(1,5),(4,5),(5,5))"}, 5.6429},
    {"scattered", {"nodes.placement=scattered"}, 4.7857},
};
/* clang-format on */

static void mean_distance_is_as_expected(void **state)
{
    const distance_case *c = *state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", c->overrides);
    double routers = 0.0, packets = 0.0;
    for (size_t f = 0; f < t.system->traffic.flow_count; f++) {
        const noc_flow *flow = &t.system->traffic.flows[f];
        packets += flow->rate;
        for (uint32_t p = 0; p < flow->route.path_count; p++) {
            const noc_path *path = &t.system->routes.paths[flow->route.first_path + p];
            routers += flow->rate * path->probability * path->router_count;
        }
    }
    assert_near(routers / packets, c->routers, 5e-5);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "uniform loads", meshes, uniform_loads_follow_the_closed_form);
    TEST_TABLE_PREFIXED(&list, "symmetry", symmetric, mirrored_channels_have_the_same_load);
    test_add(&list, "ports and slices share alike", ports_and_slices_share_alike);
    TEST_TABLE_PREFIXED(&list, "mean distance", distances, mean_distance_is_as_expected);
    return test_run("channel loads", &list);
}
