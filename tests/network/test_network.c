/* Graphs, routes, traffic and placements: what holds for every system, and the numbers of some. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/deadlock.h"
#include "network/grid.h"
#include "network/kinds.h"
#include "tests/helpers.h"

/* ---- systems -------------------------------------------------------------------------------- */

#define MESH(columns, rows) \
    "network = { topology = \"mesh\"; columns = " #columns "; rows = " #rows "; };\n"
#define NODES(compute, memory) "nodes = { compute = " #compute "; memory = " #memory "; };\n"
#define PATTERN(name)          "traffic = { pattern = \"" name "\"; };\n"
#define PLANE(carries, bytes) \
    "{ carries = \"" carries  \
    "\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = " #bytes "; }"

static const char gpu[] = NODES(28, 8) MESH(6, 6);
static const char uniform[] = NODES(20, 0) MESH(5, 4) PATTERN("uniform");
static const char square[] = NODES(16, 0) MESH(4, 4) PATTERN("transpose");
static const char planes[] =
    NODES(28, 8) "networks = (" PLANE("request", 8) "," PLANE("reply", 24) ");\n";
static const char mixed[] = NODES(28, 8) "networks = (" PLANE("request", 8) "," PLANE(
    "both", 16) "," PLANE("reply", 24) "," PLANE("request", 16) ");\n";

#define TOPOLOGY(kind, keys) \
    "network = { topology = \"" kind "\"; virtual_channels = 4; " keys " };\n"

static const char cmesh[] = NODES(28, 8) TOPOLOGY("cmesh", "columns = 3; rows = 3;");
static const char butterfly[] =
    NODES(8, 0) TOPOLOGY("butterfly", "radix = 2; stages = 3;") PATTERN("uniform");
static const char flattened[] =
    NODES(28, 8) TOPOLOGY("flattened-butterfly", "columns = 3; rows = 3; channel_cycles = 2;");
static const char crossbar[] =
    "nodes = { compute = 10; memory = 2; placement = \"explicit\"; memory_at = ((3, 0), (7, 0)); "
    "};\n" TOPOLOGY("crossbar", "ports = 10;");

static const char clos[] = NODES(20, 6) TOPOLOGY("clos", "m = 3; n = 5; r = 6;");
static const char cdxbar[] =
    NODES(22, 4) TOPOLOGY("cdxbar", "local_crossbars = 4; converged_ports = 3;");
static const char concentrated[] = NODES(22, 4) TOPOLOGY("crossbar", "ports = 6;");
#define ONE_WAY(class, keys) "{ carries = \"" class "\"; virtual_channels = 2; " keys " }"
#define SMESH                "topology = \"smesh\"; columns = 4; rows = 5;"
static const char smesh[] =
    "nodes = { compute = 12; memory = 6; placement = \"bottom-rows\"; empty_at = ((0,3),(3,3)); "
    "};\n"
    "networks = (" ONE_WAY("request", SMESH) "," ONE_WAY("reply", SMESH) ");\n";
static const char upside_down[] =
    "nodes = { compute = 18; memory = 2; placement = \"explicit\"; memory_at = ((1,0),(3,0)); };\n"
    "networks = (" ONE_WAY("request", SMESH) "," ONE_WAY("reply", SMESH) ");\n";
static const char switch_and_mesh[] = NODES(28, 8) "networks = (" ONE_WAY(
    "request", "topology = \"crossbar\"; ports = 9;") "," ONE_WAY("reply",
                                                                  "topology = \"mesh\"; columns = "
                                                                  "6; rows = 6;") ");\n";

typedef struct system_case {
    const char *name;
    const char *text; /* NULL: configs/te13-baseline.cfg */
    const char *overrides[7];
    uint32_t routers, links, injections, ejections;
    size_t flows;
    uint32_t paths_least; /* of a flow */
} system_case;

/* clang-format off */
static const system_case systems[] = {
    {"te13-baseline", NULL, {NULL}, 36, 120, 36, 36, 448, 1},
    {"yx", gpu, {"network.routing=yx"}, 36, 120, 36, 36, 448, 1},
    {"cdr", gpu, {"network.routing=cdr"}, 36, 120, 36, 36, 448, 1},
    {"peripheral row", gpu, {"nodes.placement=peripheral-row"}, 36, 120, 36, 36, 448, 1},
    {"peripheral column", gpu, {"nodes.placement=peripheral-col"}, 36, 120, 36, 36, 448, 1},
    {"scattered", gpu, {"nodes.placement=scattered"}, 36, 120, 36, 36, 448, 1},
    {"explicit tiles", gpu, {"nodes.placement=explicit", "nodes.compute=34", "nodes.memory=2",
     "nodes.memory_at=((5,5),(0,3))"}, 36, 120, 36, 36, 136, 1},
    {"odd number of memory nodes", gpu, {"nodes.compute=31", "nodes.memory=5"}, 36, 120, 36, 36,
     310, 1},
    {"odd number of virtual channels", gpu, {"network.virtual_channels=5"}, 36, 120, 36, 36, 448,
     1},
    {"32 virtual channels", gpu, {"network.virtual_channels=32"}, 36, 120, 36, 36, 448, 1},
    {"hotspot memory", gpu, {"traffic.hotspot_fraction=0.2", "traffic.hotspot_memory=3"}, 36, 120,
     36, 36, 448, 1},
    {"all requests to one memory", gpu, {"traffic.hotspot_fraction=1"}, 36, 120, 36, 36, 56, 1},
    {"two memory ports", gpu, {"network.memory_ports=2"}, 36, 120, 44, 44, 448, 2},
    {"four memory ports", gpu, {"network.memory_ports=4"}, 36, 120, 60, 60, 448, 4},
    {"two slices", gpu, {"network.slices=2"}, 72, 240, 72, 72, 448, 2},
    {"eight slices with three memory ports", gpu, {"network.slices=8", "network.memory_ports=3"},
     288, 960, 416, 416, 448, 24},
    {"o1turn", gpu, {"network.routing=o1turn", "network.virtual_channels=4"}, 36, 120, 36, 36, 448,
     2},
    {"o1turn with an odd share", gpu, {"network.routing=o1turn", "network.virtual_channels=7"}, 36,
     120, 36, 36, 448, 2},
    {"cmesh of squares", cmesh, {NULL}, 9, 24, 36, 36, 448, 1},
    {"cmesh of pairs", cmesh, {"network.concentration=2", "network.rows=6"}, 18, 54, 36, 36, 448,
     1},
    {"cmesh of three by two, memory ports", cmesh, {"network.concentration=6", "network.columns=2",
     "network.memory_ports=2"}, 6, 14, 44, 44, 448, 2},
    {"cmesh, o1turn", cmesh, {"network.routing=o1turn"}, 9, 24, 36, 36, 448, 2},
    {"flattened butterfly", flattened, {NULL}, 9, 36, 36, 36, 448, 1},
    {"flattened butterfly, o1turn", flattened, {"network.routing=o1turn"}, 9, 36, 36, 36, 448, 2},
    {"flattened butterfly of one row", flattened, {"network.columns=6", "network.rows=1",
     "network.concentration=6", "nodes.compute=34", "nodes.memory=2"}, 6, 30, 36, 36, 136, 1},
    {"crossbar", crossbar, {NULL}, 1, 0, 12, 12, 40, 1},
    {"crossbar with memory ports", crossbar, {"network.memory_ports=4"}, 1, 0, 18, 18, 40, 4},
    {"crossbar in slices", crossbar, {"network.slices=2"}, 2, 0, 24, 24, 40, 2},
    {"butterfly, 2-ary 3-fly", butterfly, {NULL}, 12, 16, 8, 8, 64, 1},
    {"butterfly, 3-ary 2-fly", butterfly, {"network.radix=3", "network.stages=2",
     "nodes.compute=9"}, 6, 9, 9, 9, 81, 1},
    {"butterfly of one stage", butterfly, {"network.radix=5", "network.stages=1",
     "nodes.compute=5"}, 1, 0, 5, 5, 25, 1},
    {"butterfly with memory ports", butterfly, {"traffic.pattern=many-to-few", "nodes.compute=7",
     "nodes.memory=1", "nodes.placement=explicit", "nodes.memory_at=((5,0))",
     "network.memory_ports=3"}, 12, 16, 10, 10, 14, 3},
    {"butterfly in slices", butterfly, {"network.slices=2"}, 24, 32, 16, 16, 64, 2},
    {"butterfly with unused ports", butterfly, {"network.radix=3", "network.stages=2",
     "nodes.compute=7"}, 6, 9, 7, 7, 49, 1},
    {"Clos", clos, {NULL}, 15, 36, 26, 26, 240, 3},
    {"Clos, uniform", clos, {"traffic.pattern=uniform", "nodes.compute=30", "nodes.memory=0"}, 15,
     36, 30, 30, 900, 3},
    {"Clos with memory ports and slices", clos, {"network.memory_ports=2", "network.slices=2"}, 30,
     72, 64, 64, 240, 12},
    {"CD-Xbar with both classes", cdxbar, {NULL}, 5, 24, 26, 26, 176, 3},
    {"CD-Xbar by source", cdxbar, {"network.converged_choice=source"}, 5, 24, 26, 26, 176, 1},
    {"CD-Xbar, each node its crossbar", cdxbar, {"network.local_crossbars=22"}, 23, 132, 26, 26,
     176, 3},
    {"CD-Xbar with memory ports", cdxbar, {"network.memory_ports=2"}, 5, 24, 30, 30, 176, 3},
    {"crossbar with concentrators", concentrated, {NULL}, 1, 0, 10, 10, 176, 1},
    {"one port for all", concentrated, {"network.ports=1"}, 1, 0, 5, 5, 176, 1},
    {"concentrators, uniform", concentrated, {"traffic.pattern=uniform", "nodes.memory=0"}, 1, 0, 6,
     6, 484, 1},
    {"S-mesh", smesh, {NULL}, 40, 2 * (30 + 16), 18, 18, 144, 1},
    {"S-mesh with memory nodes above", upside_down, {NULL}, 40, 2 * (30 + 16), 20, 20, 72, 1},
    {"requests by a switch, replies over tiles", switch_and_mesh, {NULL}, 37, 120, 17, 36, 448, 1},
    {"cmesh with express channels", cmesh, {"network.concentration=1", "network.columns=6",
     "network.rows=6", "network.express=2"}, 36, 120 + 32, 36, 36, 448, 1},
    {"mesh with empty tiles", gpu, {"nodes.compute=25", "nodes.empty_at=((0,0),(2,3),(5,5))"}, 36,
     120, 33, 33, 400, 1},
    {"request and reply planes", planes, {NULL}, 72, 240, 36, 36, 448, 1},
    {"planes with slices and memory ports", planes, {"networks[0].slices=2",
     "networks[1].memory_ports=2"}, 108, 360, 72, 44, 448, 2},
    {"planes of three kinds", mixed, {NULL}, 144, 480, 100, 80, 448, 2},
    {"uniform", uniform, {NULL}, 20, 62, 20, 20, 400, 1},
    {"uniform in slices", uniform, {"network.slices=4"}, 80, 248, 80, 80, 400, 4},
    {"transpose", square, {NULL}, 16, 48, 16, 16, 16, 1},
    {"bit-complement", uniform, {"traffic.pattern=bit-complement"}, 20, 62, 20, 20, 20, 1},
    {"hotspot", uniform, {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(3,19)"}, 20, 62, 20,
     20, 40, 1},
    {"hotspot with a node named twice", uniform, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=(3,3,7)"}, 20, 62, 20, 20, 40, 1},
    {"single node", uniform, {"nodes.compute=1", "network.columns=1", "network.rows=1"}, 1, 0, 1, 1,
     1, 1},
    {"row", uniform, {"nodes.compute=7", "network.columns=7", "network.rows=1"}, 7, 12, 7, 7, 49,
     1},
    {"column", uniform, {"nodes.compute=7", "network.columns=1", "network.rows=7"}, 7, 12, 7, 7, 49,
     1},
};
/* clang-format on */

static test_system compile(const system_case *c)
{
    return c->text ? test_compile(c->text, c->overrides)
                   : test_compile_file("configs/te13-baseline.cfg", c->overrides);
}

/* ---- graphs --------------------------------------------------------------------------------- */

static void counts_are_as_expected(void **state)
{
    const system_case *c = *state;
    test_system t = compile(c);
    const noc_graph *g = &t.system->graph;
    uint32_t kinds[3] = {0, 0, 0};
    for (uint32_t i = 0; i < g->channel_count; i++) kinds[g->channels[i].kind]++;
    assert_int_equal(g->router_count, c->routers);
    assert_int_equal(kinds[NOC_LINK], c->links);
    assert_int_equal(kinds[NOC_INJECTION], c->injections);
    assert_int_equal(kinds[NOC_EJECTION], c->ejections);
    assert_int_equal(g->terminal_count, t.design->nodes.compute + t.design->nodes.memory);
    assert_int_equal(g->memory_count, t.design->nodes.memory);
    assert_int_equal(t.system->traffic.flow_count, c->flows);
    test_system_free(&t);
}

/* Whether a terminal is at the outer end of a channel, alone or with others. */
static bool is_at(const noc_graph *g, uint32_t terminal, uint32_t channel)
{
    const noc_terminal *t = &g->terminals[terminal];
    const bool injects = g->channels[channel].kind == NOC_INJECTION;
    const uint32_t *list =
        injects ? g->injections + t->first_injection : g->ejections + t->first_ejection;
    for (uint32_t i = 0; i < (injects ? t->injections : t->ejections); i++)
        if (list[i] == channel) return true;
    return false;
}

/* The place of a channel among those between the same two routers, NOC_NONE if it is none of them. */
static uint32_t parallel_place(const noc_graph *g, uint32_t channel)
{
    const noc_channel *c = &g->channels[channel];
    for (uint32_t p = 0;; p++) {
        const uint32_t found = noc_graph_parallel_link(g, c->from, c->to, p);
        if (found == channel) return p;
        if (found == NOC_NONE) return NOC_NONE;
    }
}

/* Each port of routers and terminals is the channel that says so. */
static void ports_and_channels_agree(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    uint32_t inputs = 0, outputs = 0, injections = 0, ejections = 0, ends = 0;
    uint32_t kinds[3] = {0, 0, 0};
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        inputs += router->inputs;
        outputs += router->outputs;
        assert_true(router->inputs <= router->built.inputs);
        assert_true(router->outputs <= router->built.outputs);
        assert_true(router->built.crosspoints <=
                    router->built.inputs * (uint32_t)router->built.outputs);
    }
    for (uint32_t n = 0; n < g->terminal_count; n++) {
        injections += g->terminals[n].injections;
        ejections += g->terminals[n].ejections;
    }
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        kinds[c->kind]++;
        assert_true(c->kind == NOC_LINK ? c->sharers == 0 : c->sharers >= 1);
        ends += c->sharers;
        uint32_t there = 0;
        for (uint32_t n = 0; c->kind != NOC_LINK && n < g->terminal_count; n++)
            there += is_at(g, n, i);
        assert_int_equal(there, c->sharers);
        assert_true(c->latency >= 1);
        assert_true(c->length_mm > 0.0);
        if (c->kind == NOC_INJECTION) {
            assert_int_equal(g->injections[g->terminals[c->from].first_injection + c->from_port],
                             i);
        } else {
            assert_int_equal(g->outputs[g->routers[c->from].first_output + c->from_port], i);
            assert_int_equal(g->routers[c->from].network, c->network);
        }
        if (c->kind == NOC_EJECTION) {
            assert_int_equal(g->ejections[g->terminals[c->to].first_ejection + c->to_port], i);
        } else {
            assert_int_equal(g->inputs[g->routers[c->to].first_input + c->to_port], i);
            assert_int_equal(g->routers[c->to].network, c->network);
        }
        if (c->kind == NOC_LINK) assert_int_not_equal(parallel_place(g, i), NOC_NONE);
    }
    assert_int_equal(inputs + kinds[NOC_EJECTION], g->channel_count);
    assert_int_equal(outputs + kinds[NOC_INJECTION], g->channel_count);
    assert_int_equal(injections + ejections, ends);
    test_system_free(&t);
}

/* Grids link neighbours, or all routers of a row and of a column; butterflies link stage to stage.
 */
static void links_join_the_right_routers(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        if (c->kind != NOC_LINK) continue;
        const noc_router *from = &g->routers[c->from], *to = &g->routers[c->to];
        const noc_network *net = &g->networks[c->network];
        const int cycles = t.design->networks[net->spec].channel_cycles;
        const int x = abs(from->column - to->column), y = abs(from->row - to->row);
        if (net->columns == 0) {
            assert_int_equal(x, 1);
            continue;
        }
        assert_int_equal(c->latency, (x + y) * cycles);
        const bool express = x + y == net->express && (x == 0) != (y == 0);
        assert_true(net->fully_linked ? (x == 0) != (y == 0) : x + y == 1 || express);
        assert_int_equal(c->is_long, x + y > 1);
        const noc_topology_kind *topology =
            noc_topology_at((size_t)t.design->networks[net->spec].topology);
        if (strcmp(topology->name, "smesh") == 0 && y > 0) {
            assert_int_equal(noc_graph_link(g, c->to, c->from), NOC_NONE);
            continue;
        }
        const uint32_t back = noc_graph_link(g, c->to, c->from);
        assert_int_not_equal(back, NOC_NONE);
        assert_int_equal(g->channels[back].latency, c->latency);
        assert_near(g->channels[back].length_mm, c->length_mm, 0.0);
    }
    test_system_free(&t);
}

static void networks_own_their_routers(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    uint32_t next = 0;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network *net = &g->networks[n];
        const noc_network_spec *spec = &t.design->networks[net->spec];
        assert_int_equal(net->first_router, next);
        assert_int_equal(net->flit_bytes * spec->slices, spec->flit_bytes);
        for (uint32_t r = 0; r < net->router_count; r++) {
            const noc_router *router = &g->routers[net->first_router + r];
            assert_int_equal(router->network, n);
            if (net->columns == 0) continue;
            assert_int_equal(router->column, (int)r % net->columns);
            assert_int_equal(router->row, (int)r / net->columns);
        }
        if (net->columns > 0) assert_int_equal(net->router_count, net->columns * net->rows);
        next += net->router_count;
    }
    assert_int_equal(next, g->router_count);
    test_system_free(&t);
}

/* The classes that share a network split its virtual channels; one class alone has them all. */
static void classes_split_the_virtual_channels(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network *net = &g->networks[n];
        const uint64_t all = ((uint64_t)1 << net->virtual_channels) - 1;
        uint64_t used = 0;
        assert_true(net->carries[NOC_REQUEST] || net->carries[NOC_REPLY]);
        assert_true(g->memory_count > 0 || !net->carries[NOC_REPLY]);
        int least = NOC_VCS_MAX, most = 0;
        for (int k = 0; k < NOC_CLASSES; k++) {
            if (!net->carries[k]) continue;
            const int size = __builtin_popcount(net->vcs[k]);
            assert_int_equal(used & net->vcs[k], 0);
            used |= net->vcs[k];
            least = size < least ? size : least;
            most = size > most ? size : most;
        }
        assert_true(used == all);
        assert_true(least >= 1 &&
                    most - least <= (net->carries[NOC_REQUEST] && net->carries[NOC_REPLY]));
    }
    test_system_free(&t);
}

static void memory_nodes_stand_where_the_design_says(void **state)
{
    test_system t = compile(*state);
    const noc_graph *g = &t.system->graph;
    uint32_t computes = 0, memories = 0;
    for (uint32_t m = 0; m < g->memory_count; m++) {
        const noc_terminal *terminal = &g->terminals[g->memories[m]];
        assert_int_equal(terminal->kind, NOC_MEMORY);
        assert_int_equal(terminal->number, m);
        assert_int_equal(terminal->column, t.design->nodes.memory_at.values[m].column);
        assert_int_equal(terminal->row, t.design->nodes.memory_at.values[m].row);
    }
    for (uint32_t n = 0; n < g->terminal_count; n++) {
        if (g->terminals[n].kind == NOC_COMPUTE)
            assert_int_equal(g->terminals[n].number, computes++);
        else
            memories++;
    }
    assert_int_equal(computes, t.design->nodes.compute);
    assert_int_equal(memories, t.design->nodes.memory);
    test_system_free(&t);
}

/* ---- routes --------------------------------------------------------------------------------- */

/* Routers on the shortest way. */
static uint32_t fewest_routers(const noc_network *net, const noc_router *from, const noc_router *to)
{
    const int x = abs(from->column - to->column), y = abs(from->row - to->row);
    if (net->columns == 0) return (uint32_t)x + 1; /* as many as there are stages */
    if (net->express) return 0;                    /* depends on where the way crosses an edge */
    return (uint32_t)(net->fully_linked ? (x > 0) + (y > 0) : x + y) + 1;
}

/* One path from hop to hop: connected, in one network that takes the class, on the class's
 * channels. */
static void check_path(const noc_system *s, const noc_flow *flow, const noc_path *path)
{
    const noc_graph *g = &s->graph;
    uint32_t h = path->first;
    const noc_channel *c = &g->channels[s->routes.hops[h].channel];
    const noc_network *net = &g->networks[c->network];
    assert_int_equal(c->kind, NOC_INJECTION);
    assert_true(is_at(g, flow->source, s->routes.hops[h].channel));
    assert_true(net->carries[flow->class]);
    uint32_t routers = 0;
    for (;; h = s->routes.hops[h].next) {
        const noc_hop *hop = &s->routes.hops[h];
        c = &g->channels[hop->channel];
        assert_int_equal(c->network, g->channels[s->routes.hops[path->first].channel].network);
        assert_int_not_equal(hop->vcs, 0);
        assert_int_equal(hop->vcs & ~net->vcs[flow->class], 0);
        if (c->kind == NOC_EJECTION) break;
        routers++;
        assert_int_not_equal(hop->next, NOC_NONE);
        assert_true(hop->next < h);
        const noc_channel *next = &g->channels[s->routes.hops[hop->next].channel];
        assert_int_not_equal(next->kind, NOC_INJECTION);
        assert_int_equal(next->from, c->to);
        assert_true(routers <= g->router_count);
    }
    assert_int_equal(s->routes.hops[h].next, NOC_NONE);
    assert_true(is_at(g, flow->destination, s->routes.hops[h].channel));
    assert_int_equal(path->routers, routers);
    const uint32_t first = g->channels[s->routes.hops[path->first].channel].to;
    const uint32_t fewest = fewest_routers(net, &g->routers[first], &g->routers[c->from]);
    assert_true(fewest == 0 || routers == fewest);
}

static void every_flow_has_connected_minimal_paths(void **state)
{
    const system_case *c = *state;
    test_system t = compile(c);
    const noc_system *s = t.system;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        assert_true(flow->route.paths >= c->paths_least);
        assert_true(flow->route.first_path + flow->route.paths <= s->routes.path_count);
        double probability = 0.0;
        for (uint32_t p = 0; p < flow->route.paths; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            assert_true(path->probability > 0.0);
            probability += path->probability;
            check_path(s, flow, path);
        }
        assert_near(probability, 1.0, 1e-12);
    }
    test_system_free(&t);
}

static int compare_hops(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(noc_hop));
}

static void no_hop_is_stored_twice(void **state)
{
    test_system t = compile(*state);
    noc_routes *routes = &t.system->routes;
    for (uint32_t h = 0; h < routes->hop_count; h++)
        assert_true(routes->hops[h].next == NOC_NONE || routes->hops[h].next < h);
    qsort(routes->hops, routes->hop_count, sizeof *routes->hops, compare_hops);
    for (uint32_t h = 1; h < routes->hop_count; h++)
        assert_int_not_equal(compare_hops(&routes->hops[h - 1], &routes->hops[h]), 0);
    test_system_free(&t);
}

/* ---- cycles --------------------------------------------------------------------------------- */

/* Which virtual channel of which channel a packet may ask for while it holds which: a square
 * matrix. */
typedef struct dependencies {
    size_t size, vcs;
    unsigned char *waits;
} dependencies;

static dependencies new_dependencies(const noc_graph *g)
{
    size_t vcs = 1;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].virtual_channels > vcs) vcs = g->networks[n].virtual_channels;
    dependencies d = {g->channel_count * vcs, vcs, NULL};
    d.waits = calloc(d.size * d.size, 1);
    assert_non_null(d.waits);
    return d;
}

static void add_hops(dependencies *d, const noc_hop *from, const noc_hop *to)
{
    for (size_t v = 0; v < d->vcs; v++)
        for (size_t w = 0; w < d->vcs; w++)
            if ((from->vcs >> v & 1) && (to->vcs >> w & 1))
                d->waits[(from->channel * d->vcs + v) * d->size + to->channel * d->vcs + w] = 1;
}

/* Adds the paths of the classes in the set `classes` (bits). */
static void add_flows(dependencies *d, const noc_system *s, unsigned classes)
{
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (!(classes >> flow->class & 1)) continue;
        for (uint32_t p = 0; p < flow->route.paths; p++) {
            uint32_t h = s->routes.paths[flow->route.first_path + p].first;
            for (; s->routes.hops[h].next != NOC_NONE; h = s->routes.hops[h].next)
                add_hops(d, &s->routes.hops[h], &s->routes.hops[s->routes.hops[h].next]);
        }
    }
}

/* Takes away what waits for nothing until nothing is left, or only cycles and what waits for them.
 */
static bool has_cycle(const dependencies *d)
{
    bool *gone = calloc(d->size, sizeof *gone);
    assert_non_null(gone);
    size_t left = d->size;
    for (bool progress = true; progress && left > 0;) {
        progress = false;
        for (size_t i = d->size; i-- > 0;) {
            bool waits = gone[i];
            for (size_t k = 0; k < d->size && !waits; k++)
                waits = d->waits[i * d->size + k] && !gone[k];
            if (waits) continue;
            gone[i] = true;
            left--;
            progress = true;
        }
    }
    free(gone);
    return left > 0;
}

static void free_dependencies(dependencies *d)
{
    free(d->waits);
    *d = (dependencies){0, 0, NULL};
}

typedef struct cycle_case {
    const char *name, *text;
    const char *overrides[4];
} cycle_case;

/* All nodes talk to all, or to memory nodes that stand in the way. */
/* clang-format off */
static const cycle_case cycle_cases[] = {
    {"uniform", uniform, {"network.virtual_channels=4"}},
    {"top-bottom", gpu, {"network.virtual_channels=4"}},
    {"scattered", gpu, {"network.virtual_channels=4", "nodes.placement=scattered"}},
    {"planes", planes, {"network.virtual_channels=4"}},
    {"cmesh", cmesh, {NULL}},
    {"cmesh, uniform", cmesh, {"traffic.pattern=uniform", "nodes.compute=36", "nodes.memory=0"}},
    {"flattened butterfly", flattened, {NULL}},
    {"flattened butterfly, uniform", flattened, {"traffic.pattern=uniform", "nodes.compute=36",
     "nodes.memory=0"}},
};
/* clang-format on */

static void no_routing_lets_packets_wait_in_a_cycle(void **state)
{
    const cycle_case *c = *state;
    for (size_t i = 0; noc_routing_name(i); i++) {
        char routing[64];
        snprintf(routing, sizeof routing, "network.routing=%s", noc_routing_name(i));
        const char *overrides[TEST_COUNT(c->overrides) + 1] = {routing};
        memcpy(overrides + 1, c->overrides, sizeof c->overrides);
        test_system t = test_compile(c->text, overrides);
        for (unsigned classes = 1; classes < 1u << NOC_CLASSES; classes++) {
            dependencies d = new_dependencies(&t.system->graph);
            add_flows(&d, t.system, classes);
            if (has_cycle(&d)) print_error("%s, classes %u\n", noc_routing_name(i), classes);
            assert_false(has_cycle(&d));
            free_dependencies(&d);
        }
        test_system_free(&t);
    }
}

/* XY and YX packets on the same virtual channels can block each other: the check must see it. */
static void the_check_finds_a_cycle(void **state)
{
    (void)state;
    static const char *const yx[] = {"network.routing=yx", NULL};
    test_system one = test_compile(uniform, NULL), other = test_compile(uniform, yx);
    dependencies d = new_dependencies(&one.system->graph);
    add_flows(&d, one.system, 1u << NOC_REQUEST);
    assert_false(has_cycle(&d));
    add_flows(&d, other.system, 1u << NOC_REQUEST);
    assert_true(has_cycle(&d));
    free_dependencies(&d);
    test_system_free(&one);
    test_system_free(&other);
}

/* The same through the system's own check: XY and YX told apart by their virtual channels, then
 * not. */
/* A compute node and a memory node side by side: by DCI the only requests start at the half router, which is the second slice's
 * (te13 4.4); a network of replies takes the first one's. */
static void a_slice_without_packets_is_refused(void **state)
{
    static const char text[] =
        "nodes = { compute = 1; memory = 1; placement = \"explicit\"; memory_at = ((1, 0)); };\n"
        "networks = (\n"
        "  { carries = \"request\"; topology = \"mesh\"; columns = 2; rows = 1; slices = 2;\n"
        "    half_routers = \"alternate\"; slice_choice = \"dci\"; },\n"
        "  { carries = \"reply\"; topology = \"mesh\"; columns = 2; rows = 1; } );\n";
    static const char *const all_used[] = {"networks[0].slice_choice=random", NULL};
    (void)state;
    noc_design *design = test_design(text, NULL);
    noc_system *system = NULL;
    noc_diag diag = {0};
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_EINPUT);
    assert_int_equal(diag.messages[0].line, 4);
    assert_contains(diag.messages[0].text, "network.slice_choice sends no packet to slice 0 of 2");
    noc_diag_clear(&diag);
    noc_design_free(design);
    test_system t = test_compile(text, all_used);
    test_system_free(&t);
}

static void mixed_orders_are_refused(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.routing=o1turn", "network.virtual_channels=2",
                                            NULL};
    test_system t = test_compile(uniform, overrides);
    noc_diag diag = {0};
    assert_int_equal(noc_check_deadlock(t.system, &diag), NOC_OK);
    assert_int_equal(diag.count, 0);
    for (uint32_t h = 0; h < t.system->routes.hop_count; h++) t.system->routes.hops[h].vcs = 3;
    assert_int_not_equal(noc_check_deadlock(t.system, &diag), NOC_OK);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, "network.routing");
    assert_contains(diag.messages[0].text, "waited for by");
    noc_diag_clear(&diag);
    test_system_free(&t);
}

/* ---- traffic -------------------------------------------------------------------------------- */

static void rates_add_up(void **state)
{
    test_system t = compile(*state);
    const noc_traffic *traffic = &t.system->traffic;
    const noc_graph *g = &t.system->graph;
    double *sent = calloc(g->terminal_count, sizeof *sent), replies = 0.0;
    assert_non_null(sent);
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        assert_true(flow->rate > 0.0);
        if (flow->class == NOC_REQUEST)
            sent[flow->source] += flow->rate;
        else
            replies += flow->rate;
    }
    uint32_t injectors = 0;
    const bool has_memory = g->memory_count > 0;
    for (uint32_t n = 0; n < g->terminal_count; n++) {
        const bool injects = g->terminals[n].kind == NOC_COMPUTE;
        injectors += injects;
        assert_near(sent[n], injects ? 1.0 : 0.0, 1e-12);
    }
    assert_int_equal(traffic->injectors, injectors);
    assert_near(replies, has_memory ? injectors : 0.0, 1e-9);
    free(sent);
    test_system_free(&t);
}

static void types_add_up(void **state)
{
    test_system t = compile(*state);
    const noc_traffic *traffic = &t.system->traffic;
    double shares[NOC_CLASSES] = {0.0, 0.0};
    for (int i = 0; i < traffic->type_count; i++) {
        const noc_packet_type *type = &traffic->types[i];
        shares[type->class] += type->share;
        for (uint16_t n = 0; n < t.system->graph.network_count; n++)
            assert_true(type->flits[n] >= 1);
        if (type->reply < 0) continue;
        assert_int_equal(type->class, NOC_REQUEST);
        assert_int_equal(traffic->types[type->reply].class, NOC_REPLY);
        assert_near(traffic->types[type->reply].share, type->share, 0.0);
    }
    assert_near(shares[NOC_REQUEST], 1.0, 1e-12);
    assert_near(shares[NOC_REPLY], t.design->nodes.memory ? 1.0 : 0.0, 1e-12);
    test_system_free(&t);
}

static const noc_flow *find_flow(const noc_traffic *traffic, uint32_t source, uint32_t destination,
                                 noc_class class)
{
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        if (flow->source == source && flow->destination == destination && flow->class == class)
            return flow;
    }
    return NULL;
}

static void replies_mirror_requests(void **state)
{
    test_system t = compile(*state);
    const noc_traffic *traffic = &t.system->traffic;
    size_t classes[NOC_CLASSES] = {0, 0};
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        classes[flow->class]++;
        if (flow->class == NOC_REQUEST) continue;
        const noc_flow *request = find_flow(traffic, flow->destination, flow->source, NOC_REQUEST);
        assert_non_null(request);
        assert_near(flow->rate, request->rate, 0.0);
    }
    assert_int_equal(classes[NOC_REPLY], t.design->nodes.memory ? classes[NOC_REQUEST] : 0);
    test_system_free(&t);
}

static void flows_are_in_order(void **state)
{
    test_system t = compile(*state);
    const noc_traffic *traffic = &t.system->traffic;
    for (size_t f = 1; f < traffic->flow_count; f++) {
        const noc_flow *a = &traffic->flows[f - 1], *b = &traffic->flows[f];
        const bool ordered = a->class != b->class     ? a->class < b->class
                             : a->source != b->source ? a->source < b->source
                                                      : a->destination < b->destination;
        assert_true(ordered);
    }
    test_system_free(&t);
}

typedef struct share_case {
    const char *name, *text;
    const char *overrides[6];
    uint32_t source, destination;
    double rate; /* 0: no such flow */
} share_case;

/* clang-format off */
static const share_case shares[] = {
    {"uniform includes the source itself", uniform, {NULL}, 7, 7, 1.0 / 20},
    {"uniform reaches the farthest node alike", uniform, {NULL}, 0, 19, 1.0 / 20},
    {"transpose sends (1, 0) to (0, 1)", square, {NULL}, 1, 4, 1.0},
    {"transpose sends (3, 1) to (1, 3)", square, {NULL}, 7, 13, 1.0},
    {"transpose sends nothing elsewhere", square, {NULL}, 1, 5, 0.0},
    {"transpose leaves the diagonal to itself", square, {NULL}, 5, 5, 1.0},
    {"bit-complement sends 0 to the last node", uniform, {"traffic.pattern=bit-complement"}, 0, 19,
     1.0},
    {"bit-complement sends 12 of 20 to 7", uniform, {"traffic.pattern=bit-complement"}, 12, 7, 1.0},
    {"bit-complement sends nothing elsewhere", uniform, {"traffic.pattern=bit-complement"}, 12, 8,
     0.0},
    {"bit-complement sends a middle node to itself", uniform, {"traffic.pattern=bit-complement",
     "nodes.compute=15", "network.rows=3"}, 7, 7, 1.0},
    {"hotspot nodes share alike", uniform, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=(3,19,7)"}, 0, 19, 1.0 / 3},
    {"a hotspot sends to itself too", uniform, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=(3,19)"}, 3, 3, 0.5},
    {"other nodes get nothing under hotspot", uniform, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=(3,19)"}, 0, 4, 0.0},
    {"a hotspot named twice gets twice the share", uniform, {"traffic.pattern=hotspot",
     "traffic.hotspot_nodes=(3,19,3)"}, 0, 3, 2.0 / 3},
    {"memory nodes share requests alike", gpu, {NULL}, 0, 1, 0.125},
    {"compute nodes get no requests", gpu, {NULL}, 0, 5, 0.0},
    {"memory nodes send no requests", gpu, {NULL}, 1, 2, 0.0},
    {"memory 3 as hotspot gets its fraction", gpu, {"traffic.hotspot_fraction=0.2",
     "traffic.hotspot_memory=3"}, 0, 4, 0.2},
    {"the others share the rest", gpu, {"traffic.hotspot_fraction=0.2", "traffic.hotspot_memory=3"},
     0, 1, 0.8 / 7},
    {"a hotspot of all requests leaves none", gpu, {"traffic.hotspot_fraction=1"}, 0, 2, 0.0},
    {"a single memory node gets everything", gpu, {"traffic.hotspot_fraction=0.2", "nodes.memory=1",
     "nodes.compute=35", "nodes.placement=explicit", "nodes.memory_at=((2,0))"}, 0, 2, 1.0},
};
/* clang-format on */

static void share_is_as_expected(void **state)
{
    const share_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_flow *flow = find_flow(&t.system->traffic, c->source, c->destination, NOC_REQUEST);
    assert_near(flow ? flow->rate : 0.0, c->rate, 1e-15);
    if (c->rate == 0.0) assert_null(flow);
    test_system_free(&t);
}

typedef struct length_case {
    const char *name, *text;
    const char *overrides[4];
    uint16_t network;
    double request, reply;  /* mean flits of a packet on the network */
    double injected, bytes; /* per packet of an injecting node; of a request and its reply */
} length_case;

/* clang-format off */
static const length_case lengths[] = {
    {"te13: 16-byte channels", gpu, {NULL}, 0, 0.9 * 1 + 0.1 * 5, 0.9 * 4 + 0.1 * 1, 1.4, 72.8},
    {"32-byte channels", gpu, {"network.flit_bytes=32"}, 0, 0.9 * 1 + 0.1 * 3, 0.9 * 2 + 0.1 * 1,
     1.2, 72.8},
    {"one-byte channels", gpu, {"network.flit_bytes=1"}, 0, 0.9 * 8 + 0.1 * 72, 0.9 * 64 + 0.1 * 8,
     14.4, 72.8},
    {"the longest packets in the narrowest channels", gpu, {"network.flit_bytes=1",
     "traffic.write_request_bytes=32768", "traffic.read_fraction=0"}, 0, 32768, 8, 32768, 32776},
    {"only reads", gpu, {"traffic.read_fraction=1"}, 0, 1, 4, 1, 72},
    {"two slices of 8 bytes", gpu, {"network.slices=2"}, 1, 0.9 * 1 + 0.1 * 9, 0.9 * 8 + 0.1 * 1,
     1.8, 72.8},
    {"request plane of 8 bytes", planes, {NULL}, 0, 0.9 * 1 + 0.1 * 9, 0.9 * 8 + 0.1 * 1, 1.8,
     72.8},
    {"reply plane of 24 bytes", planes, {NULL}, 1, 0.9 * 1 + 0.1 * 3, 0.9 * 3 + 0.1 * 1, 1.8, 72.8},
    {"planes of 8 and 16 bytes for requests", mixed, {NULL}, 3, 1.4, 3.7, (1.8 + 1.4 + 1.4) / 3,
     72.8},
    {"single flits", uniform, {NULL}, 0, 1, 0, 1, 16},
    {"four flits", uniform, {"traffic.packet_flits=4"}, 0, 4, 0, 4, 64},
    {"two lengths alike", uniform, {"traffic.packet_flits=(1,4)"}, 0, 2.5, 0, 2.5, 40},
    {"two lengths with shares", uniform, {"traffic.packet_flits=(1,4)",
     "traffic.packet_mix=(0.25,0.75)"}, 0, 3.25, 0, 3.25, 52},
    {"three lengths with rounded shares", uniform, {"traffic.packet_flits=(1,2,3)",
     "traffic.packet_mix=(0.3333,0.3333,0.3333)"}, 0, 2, 0, 2, 32},
};
/* clang-format on */

static void packets_have_the_expected_lengths(void **state)
{
    const length_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    assert_near(noc_system_mean_flits(t.system, NOC_REQUEST, c->network), c->request, 1e-9);
    assert_near(noc_system_mean_flits(t.system, NOC_REPLY, c->network), c->reply, 1e-9);
    assert_near(t.system->traffic.injected_flits, c->injected, 1e-9);
    assert_near(t.system->traffic.transaction_bytes, c->bytes, 1e-9);
    assert_near(noc_system_packet_rate(t.system, 0.37) * c->injected, 0.37, 1e-9);
    test_system_free(&t);
}

/* ---- loads ---------------------------------------------------------------------------------- */

/* Packets of the classes (bits) over each channel when every injecting node sends one. The caller
 * frees them. */
static double *channel_loads(const noc_system *s, unsigned classes)
{
    double *loads = calloc(s->graph.channel_count, sizeof *loads);
    assert_non_null(loads);
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (!(classes >> flow->class & 1)) continue;
        for (uint32_t p = 0; p < flow->route.paths; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            for (uint32_t h = path->first; h != NOC_NONE; h = s->routes.hops[h].next)
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
        for (uint32_t p = 0; p < flow->route.paths; p++) {
            const noc_path *path = &t.system->routes.paths[flow->route.first_path + p];
            routers += flow->rate * path->probability * path->routers;
        }
    }
    assert_near(routers / packets, c->routers, 5e-5);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "counts", systems, counts_are_as_expected);
    TEST_TABLE_PREFIXED(&list, "ports are channels", systems, ports_and_channels_agree);
    TEST_TABLE_PREFIXED(&list, "links", systems, links_join_the_right_routers);
    TEST_TABLE_PREFIXED(&list, "routers of networks", systems, networks_own_their_routers);
    TEST_TABLE_PREFIXED(&list, "VC shares", systems, classes_split_the_virtual_channels);
    TEST_TABLE_PREFIXED(&list, "memory nodes", systems, memory_nodes_stand_where_the_design_says);
    TEST_TABLE_PREFIXED(&list, "paths", systems, every_flow_has_connected_minimal_paths);
    TEST_TABLE_PREFIXED(&list, "hops", systems, no_hop_is_stored_twice);
    TEST_TABLE_PREFIXED(&list, "rates", systems, rates_add_up);
    TEST_TABLE_PREFIXED(&list, "packet types", systems, types_add_up);
    TEST_TABLE_PREFIXED(&list, "replies", systems, replies_mirror_requests);
    TEST_TABLE_PREFIXED(&list, "order of flows", systems, flows_are_in_order);
    TEST_TABLE_PREFIXED(&list, "no cycle", cycle_cases, no_routing_lets_packets_wait_in_a_cycle);
    test_add(&list, "the check of cycles finds one", the_check_finds_a_cycle);
    test_add(&list, "a slice without packets is refused", a_slice_without_packets_is_refused);
    test_add(&list, "mixed orders are refused", mixed_orders_are_refused);
    TEST_TABLE(&list, shares, share_is_as_expected);
    TEST_TABLE_PREFIXED(&list, "flits", lengths, packets_have_the_expected_lengths);
    TEST_TABLE_PREFIXED(&list, "uniform loads", meshes, uniform_loads_follow_the_closed_form);
    TEST_TABLE_PREFIXED(&list, "symmetry", symmetric, mirrored_channels_have_the_same_load);
    test_add(&list, "ports and slices share alike", ports_and_slices_share_alike);
    TEST_TABLE_PREFIXED(&list, "mean distance", distances, mean_distance_is_as_expected);
    return test_run("network", &list);
}
