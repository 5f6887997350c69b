/* tests/support/designs/zero_load_designs.h: a design of each topology whose zero load is known
 * in closed form. */
#ifndef NOC_TESTS_ZERO_LOAD_DESIGNS_H
#define NOC_TESTS_ZERO_LOAD_DESIGNS_H

/* Every packet length below is drawn once: the shares do not matter here. */
static const char uniform[] =
    "nodes = { compute = 16; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const char gpu[] = "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
                          "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

static const char planes[] =
    "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
    "networks = (\n"
    "  { carries = \"request\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 8;\n"
    "    routing = \"yx\"; virtual_channels = 1; router_stages = 3; },\n"
    "  { carries = \"reply\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 24;\n"
    "    router_stages = 2; channel_cycles = 2; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

/* The text of a network with a topology of its own keys, under uniform traffic of `nodes` nodes. */
#define TOPOLOGY(nodes, keys)                         \
    "nodes = { compute = " #nodes "; };\n"            \
    "network = { virtual_channels = 2; " keys " };\n" \
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n"

static const char cmesh[] =
    TOPOLOGY(24, "topology = \"cmesh\"; columns = 3; rows = 2; concentration = 4;");
static const char flattened[] =
    TOPOLOGY(24, "topology = \"flattened-butterfly\"; columns = 3; rows = 2; concentration = 4;");
static const char crossbar[] = TOPOLOGY(16, "topology = \"crossbar\"; ports = 16;");
static const char butterfly[] = TOPOLOGY(27, "topology = \"butterfly\"; radix = 3; stages = 3;");

static const char clos[] = TOPOLOGY(11, "topology = \"clos\"; m = 3; n = 4; r = 3;");

/* Topologies that tell compute nodes from memory nodes. */
#define SWITCHES(keys)                                \
    "nodes = { compute = 14; memory = 4; };\n"        \
    "network = { virtual_channels = 4; " keys " };\n" \
    "traffic = { pattern = \"many-to-few\"; };\n"

static const char cdxbar[] = SWITCHES("topology = \"cdxbar\"; local_crossbars = 4;");
static const char concentrated[] = SWITCHES("topology = \"crossbar\"; ports = 4;");

enum { OVERRIDES_MAX = 6 };

#endif
