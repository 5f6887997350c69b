/* tests/support/designs/model_designs.h: designs that the laws of loads and of the model are
 * checked on. */
#ifndef NOC_TESTS_MODEL_DESIGNS_H
#define NOC_TESTS_MODEL_DESIGNS_H

#include <stddef.h>

static const char uniform[] =
    "nodes = { compute = 16; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; };\n";

static const char gpu[] = "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
                          "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

static const char planes[] =
    "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
    "networks = (\n"
    "  { carries = \"request\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 8; },\n"
    "  { carries = \"reply\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 16; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

static const char cmesh[] =
    "nodes = { compute = 64; };\n"
    "network = { topology = \"cmesh\"; columns = 4; rows = 4; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; };\n";

static const char flattened[] =
    "nodes = { compute = 64; };\n"
    "network = { topology = \"flattened-butterfly\"; columns = 4; rows = 4;\n"
    "  virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; };\n";

static const char crossbar[] =
    "nodes = { compute = 16; };\n"
    "network = { topology = \"crossbar\"; ports = 16; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; };\n";

static const char butterfly[] =
    "nodes = { compute = 16; };\n"
    "network = { topology = \"butterfly\"; radix = 4; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; };\n";

/* A node that sends to itself: its only queue is the one before its injection port. */
static const char own_node[] =
    "nodes = { compute = 1; };\n"
    "network = { topology = \"mesh\"; columns = 1; rows = 1; virtual_channels = 8;\n"
    "  buffer_flits = 16; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 5; };\n";

enum { OVERRIDES_MAX = 8 };

#define SIX   "network.columns=6", "network.rows=6", "nodes.compute=36"
#define EIGHT "network.columns=8", "network.rows=8", "nodes.compute=64"

typedef struct design_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX]; /* the last stays NULL */
} design_case;

static const design_case designs[] = {
    {"uniform 4x4", uniform, {NULL}},
    {"uniform 6x6, 5 flits", uniform, {SIX, "traffic.packet_flits=5"}},
    {"uniform 4x4, 1 and 5 flits, 4 VCs",
     uniform,
     {"traffic.packet_flits=(1, 5)", "network.virtual_channels=4"}},
    {"uniform 4x4, 1 VC, buffers of 1, long packets",
     uniform,
     {"network.virtual_channels=1", "network.buffer_flits=1", "traffic.packet_flits=(40, 3)"}},
    {"uniform 4x4, 1 stage, 32 VCs",
     uniform,
     {"network.router_stages=1", "network.virtual_channels=32"}},
    {"uniform 4x4, o1turn", uniform, {"network.routing=o1turn", "traffic.packet_flits=4"}},
    {"uniform 5x3, 2 slices, separable",
     uniform,
     {"network.columns=5", "network.rows=3", "nodes.compute=15", "network.slices=2",
      "network.allocator=separable"}},
    {"transpose", uniform, {"traffic.pattern=transpose", "traffic.packet_flits=(1, 5)"}},
    {"bit complement", uniform, {"traffic.pattern=bit-complement", "network.router_stages=2"}},
    {"hotspot", uniform, {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(3, 9)"}},
    {"one node", own_node, {NULL}},
    {"many-to-few", gpu, {NULL}},
    {"uniform, heads speculate as equals, 2 VCs of 4 flits",
     uniform,
     {"network.router_stages=2", "network.speculation=equal", "network.virtual_channels=2",
      "network.buffer_flits=4"}},
    {"many-to-few, 1 stage, cdr, 4 VCs",
     gpu,
     {"network.router_stages=1", "network.routing=cdr", "network.virtual_channels=4"}},
    {"many-to-few, 2 ports, 2 slices, scattered",
     gpu,
     {"network.memory_ports=2", "network.slices=2", "nodes.placement=scattered"}},
    {"many-to-few, hot memory, reads only",
     gpu,
     {"traffic.hotspot_fraction=0.2", "traffic.read_fraction=1.0"}},
    {"many-to-few, writes only, buffers of 2",
     gpu,
     {"traffic.read_fraction=0", "network.buffer_flits=2"}},
    {"two planes", planes, {NULL}},
    {"two planes, 3 reply slices, 2 ports",
     planes,
     {"networks[1].slices=4", "networks[1].memory_ports=2", "networks[0].virtual_channels=1"}},
    {"cmesh", cmesh, {"traffic.packet_flits=(1, 4)"}},
    {"flattened butterfly, channels of 2",
     flattened,
     {"network.channel_cycles=2", "traffic.packet_flits=5"}},
    {"crossbar", crossbar, {"traffic.packet_flits=5", "network.virtual_channels=4"}},
    {"butterfly", butterfly, {NULL}},
};

#endif
