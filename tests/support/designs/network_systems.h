/* tests/support/designs/network_systems.h: designs of every topology, with what their graphs
 * have, for the tests of what holds for each system. */
#ifndef NOC_TESTS_NETWORK_SYSTEMS_H
#define NOC_TESTS_NETWORK_SYSTEMS_H

#include "tests/support/helpers.h"

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

static const char dimension_sliced[] =
    NODES(28, 8) TOPOLOGY("dimension-sliced", "columns = 6; rows = 6;");
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
    {"tailored butterfly", butterfly, {"traffic.pattern=many-to-few", "nodes.compute=6",
     "nodes.memory=2", "network.tailored=true"}, 4 + 3 + 4, 5 + 5, 8, 8, 24, 1},
    {"tailored butterfly, uniform", butterfly, {"network.tailored=true"}, 12, 16, 8, 8, 64, 1},
    {"tailored butterfly with unused ports", butterfly, {"network.tailored=true",
     "network.radix=3", "network.stages=2", "nodes.compute=5"}, 4, 4, 5, 5, 25, 1},
    {"Clos", clos, {NULL}, 15, 36, 26, 26, 240, 3},
    {"Clos, uniform", clos, {"traffic.pattern=uniform", "nodes.compute=30", "nodes.memory=0"}, 15,
     36, 30, 30, 900, 3},
    {"Clos with memory ports and slices", clos, {"network.memory_ports=2", "network.slices=2"}, 30,
     72, 64, 64, 240, 12},
    {"CD-Xbar with both classes", cdxbar, {NULL}, 5, 24, 26, 26, 176, 3},
    {"CD-Xbar by source", cdxbar, {"network.converged_choice=source"}, 5, 24, 26, 26, 176, 1},
    {"CD-Xbar, each node its crossbar", cdxbar, {"network.local_crossbars=22"}, 23, 132, 26, 26,
     176, 3},
    {"cascade of crossbars", cdxbar, {"network.global_crossbars=3", "network.converged_ports=1"}, 7,
     24, 26, 26, 176, 1},
    {"cascade with several ports", cdxbar, {"network.global_crossbars=2"}, 6, 48, 26, 26, 176, 3},
    {"CD-Xbar with memory ports", cdxbar, {"network.memory_ports=2"}, 5, 24, 30, 30, 176, 3},
    {"crossbar with concentrators", concentrated, {NULL}, 1, 0, 10, 10, 176, 1},
    {"one port for all", concentrated, {"network.ports=1"}, 1, 0, 5, 5, 176, 1},
    {"concentrators, uniform", concentrated, {"traffic.pattern=uniform", "nodes.memory=0"}, 1, 0, 6,
     6, 484, 1},
    {"dimension-sliced", dimension_sliced, {NULL}, 72, 120 + 36, 36, 36, 448, 1},
    {"dimension-sliced with memory ports", dimension_sliced, {"network.memory_ports=2",
     "network.order=yx"}, 72, 120 + 36, 44, 44, 448, 2},
    {"dimension-sliced, a row", dimension_sliced, {"network.columns=9", "network.rows=1",
     "nodes.compute=7", "nodes.memory=2"}, 18, 16 + 9, 9, 9, 28, 1},
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

static inline test_system compile(const system_case *c)
{
    return c->text ? test_compile(c->text, c->overrides)
                   : test_compile_file("configs/te13-baseline.cfg", c->overrides);
}

/* Whether a terminal is at the outer end of a channel, alone or with others. */
static inline bool is_at(const noc_graph *g, uint32_t terminal, uint32_t channel)
{
    const noc_terminal *t = &g->terminals[terminal];
    const bool injects = g->channels[channel].kind == NOC_INJECTION;
    const uint32_t *list =
        injects ? g->injections + t->first_injection : g->ejections + t->first_ejection;
    for (uint32_t i = 0; i < (injects ? t->injections : t->ejections); i++)
        if (list[i] == channel) return true;
    return false;
}

#endif
