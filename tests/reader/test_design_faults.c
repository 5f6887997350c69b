/* Wrong design files and overrides: what is refused, where and with which words. Long because each
 * fault is a row of its table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/config_file.h"
#include "network/kinds/kinds.h"
#include "reader/design_read.h"
#include "tests/support/designs/design_texts.h"
#include "tests/support/helpers.h"

/* Line number of `part` in the text. */
static int line_of(const char *text, const char *part)
{
    const char *at = strstr(text, part);
    assert_non_null(at);
    int line = 1;
    for (; text < at; text++) line += *text == '\n';
    return line;
}

/* ---- wrong files ---------------------------------------------------------------------------- */

typedef struct fault {
    const char *name;
    const char *text;           /* which text to edit */
    const char *find, *replace; /* what to put where */
    const char *blamed;         /* the line with this in the edited text; NULL: the whole file */
    const char *says[3];        /* parts of the message */
} fault;

/* clang-format off */
static const fault faults[] = {
    /* names */
    {"unknown key", test_design_gpu, "flit_bytes", "flit_byts", "flit_byts",
     {"unknown setting 'network.flit_byts'", "did you mean 'network.flit_bytes'?"}},
    {"key of another group", test_design_gpu, "flit_bytes", "placement", "placement = 16",
     {"unknown setting 'network.placement'", "did you mean 'nodes.placement'?"}},
    {"unknown key like none", test_design_gpu, "flit_bytes", "temperature", "temperature",
     {"unknown setting 'network.temperature'", "describe keys"}},
    {"unknown key in a list of networks", test_design_planes, "flit_bytes = 24", "flit_byts = 24", "byts",
     {"unknown setting 'networks[1].flit_byts'", "did you mean 'networks[1].flit_bytes'?"}},
    {"unknown key of a topology", test_design_gpu, "columns = 6", "columns = 6; colums = 6", "colums",
     {"unknown setting 'network.colums'", "did you mean 'network.columns'?"}},
    {"unknown group", test_design_gpu, "traffic =", "trafic =", "trafic =", {"unknown setting 'trafic'",
     "did you mean 'traffic'?"}},
    {"unknown group like none", test_design_gpu, "traffic =", "power =", "power =", {"unknown setting 'power'",
     "known: name, chip, nodes, network"}},
    {"unknown setting outside the groups", test_design_gpu, "name", "nam", "nam", {"unknown setting 'nam'",
     "did you mean 'name'?"}},
    {"key of another pattern", test_design_gpu, "read_fraction = 0.9", "packet_flits = 4", "packet_flits",
     {"traffic.packet_flits does not apply to this pattern"}},
    {"key of the pattern with memory", test_design_synthetic, "packet_mix = (0.5, 0.5)", "read_fraction = 0.5",
     "read_fraction", {"traffic.read_fraction does not apply", "without traffic.replies = true", "belongs to traffic with replies"}},
    {"lengths of packets that are answered", test_design_synthetic,
     "packet_flits = (1, 4);\n  packet_mix = (0.5, 0.5)", "replies = true; packet_flits = 4", "packet_flits",
     {"traffic.packet_flits does not apply to this pattern with traffic.replies",
      "belongs to traffic without replies"}},
    {"replies of peers where memory nodes reply", test_design_gpu, "\"many-to-few\";",
     "\"many-to-few\"; replies = true;", "replies",
     {"traffic.replies does not apply to this pattern (it belongs to traffic without memory nodes)"}},
    {"neither true nor false", test_design_synthetic, "\"uniform\";", "\"uniform\"; replies = 1;",
     "replies", {"traffic.replies = 1: expected"}},
    {"unknown topology", test_design_gpu, "\"mesh\"", "\"mehs\"", "mehs",
     {"network.topology = \"mehs\": expected one of", "did you mean \"mesh\"?"}},
    {"unknown routing", test_design_gpu, "\"xy\"", "\"xz\"", "xz",
     {"network.routing = \"xz\": expected one of \"xy\", \"yx\"", "did you mean \"xy\"?"}},
    {"unknown placement", test_design_gpu, "top-bottom", "top-botom", "top-botom",
     {"nodes.placement = \"top-botom\"", "did you mean \"top-bottom\"?"}},
    {"unknown pattern", test_design_gpu, "many-to-few", "many_to_few", "many_to_few",
     {"traffic.pattern = \"many_to_few\"", "did you mean \"many-to-few\"?"}},
    {"unknown pattern does not turn its keys into errors", test_design_synthetic, "uniform", "unifrom",
     "unifrom", {"traffic.pattern = \"unifrom\"", "did you mean \"uniform\"?"}},
    {"unknown value like none", test_design_gpu, "many-to-few", "bursty", "bursty",
     {"traffic.pattern = \"bursty\": expected one of \"many-to-few\", \"uniform\""}},

    /* types */
    {"text where a number is wanted", test_design_gpu, "rows = 6", "rows = \"six\"", "rows = ",
     {"network.rows = \"six\": expected an integer in 1..1024"}},
    {"number where a name is wanted", test_design_gpu, "routing = \"xy\"", "routing = 5", "routing",
     {"network.routing = 5: expected one of \"xy\""}},
    {"truth value where a number is wanted", test_design_gpu, "602.0", "true", "clock_mhz",
     {"chip.clock_mhz = true: expected a number in 1..20000"}},
    {"list where a number is wanted", test_design_gpu, "rows = 6", "rows = (6)", "rows",
     {"network.rows = ( ... ): expected an integer"}},
    {"group where a number is wanted", test_design_gpu, "rows = 6", "rows = { a = 1; }", "rows",
     {"network.rows = { ... }: expected an integer"}},
    {"text in a list of numbers", test_design_synthetic, "(1, 4)", "(1, \"4\")", "packet_flits",
     {"traffic.packet_flits = ( ... ): expected integers in 1..256: (1, 4)"}},
    {"real in a list of integers", test_design_synthetic, "(1, 4)", "(1, 4.5)", "packet_flits",
     {"traffic.packet_flits = ( ... ): expected integers"}},
    {"empty list", test_design_synthetic, "(1, 4)", "()", "packet_flits", {"expected integers in 1..256"}},
    {"text for a list", test_design_synthetic, "(1, 4)", "\"1, 4\"", "packet_flits", {"expected integers"}},
    {"triple for a tile", test_design_gpu, "memory = 8",
     "memory = 8; memory_at = ((1, 2, 3))", "memory_at",
     {"nodes.memory_at", "(column, row) pairs: ((1, 0), (2, 0))"}},
    {"number for a group", test_design_gpu,
     "chip = {\n  technology_nm = 65;\n  clock_mhz = 602.0;  // network\n};", "chip = 65;",
     "chip = 65", {"'chip': expected a group: chip = { ... };"}},
    {"number for the network", test_design_gpu,
     "network = {\n  topology = \"mesh\";\n  columns = 6;\n  rows = 6;\n  routing = \"xy\";\n"
     "  flit_bytes = 16;\n  virtual_channels = 2;\n  buffer_flits = 8;\n};", "network = 6;",
     "network = 6", {"'network': expected a group: network = { ... };"}},
    {"number for a name", test_design_gpu, "\"gpu\"", "5", "name", {"name: expected a text in quotes"}},
    {"empty name", test_design_gpu, "\"gpu\"", "\"\"", "name", {"name: expected a text in quotes"}},
    {"group for the list of networks", test_design_planes, "networks = (\n", "networks = {};\nnodez = (\n",
     "networks", {"networks: expected a list of 1 to 8 groups"}},
    {"number for one of the networks", test_design_planes, "  { carries = \"reply\"",
     "  7, { carries = \"reply\"", "7, {", {"networks[1]: expected a group { ... }"}},

    /* ranges */
    {"zero columns", test_design_gpu, "columns = 6", "columns = 0", "columns",
     {"network.columns = 0: expected an integer in 1..1024"}},
    {"too many rows", test_design_gpu, "rows = 6", "rows = 1025", "rows = 1025",
     {"network.rows = 1025: expected an integer in 1..1024"}},
    {"no virtual channels", test_design_gpu, "virtual_channels = 2", "virtual_channels = 0", "virtual_channels",
     {"network.virtual_channels = 0: expected an integer in 1..32, default 2"}},
    {"more virtual channels than a set holds", test_design_gpu, "virtual_channels = 2", "virtual_channels = 33",
     "virtual_channels", {"network.virtual_channels = 33: expected an integer in 1..32"}},
    {"no buffer", test_design_gpu, "buffer_flits = 8", "buffer_flits = 0", "buffer_flits",
     {"network.buffer_flits = 0: expected an integer in 1..1024"}},
    {"negative bytes", test_design_gpu, "write_request_bytes = 72", "write_request_bytes = -72",
     "write_request_bytes", {"traffic.write_request_bytes = -72: expected an integer in 1..32768"}},
    {"packet longer than a flit count holds", test_design_gpu, "write_request_bytes = 72",
     "write_request_bytes = 65536", "write_request_bytes", {"expected an integer in 1..32768"}},
    {"negative data", test_design_gpu, "write_request_bytes = 72", "data_bytes = -1", "data_bytes",
     {"traffic.data_bytes = -1: expected an integer in 0..32768"}},
    {"more data than a reply holds", test_design_gpu, "write_request_bytes = 72;",
     "write_request_bytes = 72; data_bytes = 65;", "data_bytes",
     {"traffic.data_bytes = 65 is more than packets hold (1 to 64, or 0"}},
    {"more data than a write holds", test_design_gpu, "write_request_bytes = 72;",
     "write_request_bytes = 40; data_bytes = 41;", "data_bytes",
     {"traffic.data_bytes = 41 is more than packets hold (1 to 40, or 0"}},
    {"share above one", test_design_gpu, "0.9", "1.5", "read_fraction",
     {"traffic.read_fraction = 1.5: expected a number in 0..1, default 0.9"}},
    {"negative share", test_design_gpu, "0.9", "-0.1", "read_fraction", {"traffic.read_fraction = -0.1"}},
    {"share above one in a list", test_design_synthetic, "(0.5, 0.5)", "(1.5, -0.5)", "packet_mix",
     {"traffic.packet_mix = ( ... ): expected numbers in 0..1: (0.5, 0.5)"}},
    {"packet without flits", test_design_synthetic, "(1, 4)", "(0, 4)", "packet_flits", {"traffic.packet_flits",
     "expected integers in 1..256"}},
    {"real where an integer is wanted", test_design_gpu, "rows = 6", "rows = 6.5", "rows",
     {"network.rows = 6.5: expected an integer"}},
    {"whole real where an integer is wanted", test_design_gpu, "rows = 6", "rows = 6.0", "rows",
     {"network.rows = 6.0: expected an integer"}},
    {"infinite real", test_design_gpu, "602.0", "1e400", "clock_mhz",
     {"chip.clock_mhz = inf: expected a number in 1..20000"}},
    {"negative infinite real", test_design_gpu, "602.0", "-1e400", "clock_mhz", {"chip.clock_mhz = -inf"}},
    {"not a number", test_design_gpu, "602.0", "nan", "nan", {"syntax error at or before 'clock_mhz = nan;"}},
    {"64-bit integer out of range", test_design_gpu, "16", "4294967312L", "flit_bytes",
     {"network.flit_bytes = 4294967312: expected an integer in 1..1024"}},

    /* integers that libconfig would wrap: 4294967312 to 16, 4294967297 to 1 */
    {"integer that wraps to a good one", test_design_gpu, "= 16", "= 4294967312", "flit_bytes",
     {"flit_bytes: the integer 4294967312 is too large (at most 2147483647)"}},
    {"integer that wraps to a negative one", test_design_gpu, "= 16", "= 3000000000", "flit_bytes",
     {"flit_bytes: the integer 3000000000 is too large"}},
    {"integer of more than 64 bits", test_design_gpu, "= 16", "= 99999999999999999999", "flit_bytes",
     {"flit_bytes: the integer 99999999999999999999 is too large"}},
    {"64-bit integer of more than 64 bits", test_design_gpu, "= 16", "= 99999999999999999999L", "flit_bytes",
     {"flit_bytes: the integer 99999999999999999999 is too large"}},
    {"hexadecimal integer of 33 bits", test_design_gpu, "= 16", "= 0x100000010", "flit_bytes",
     {"flit_bytes: the integer 0x100000010 is too large"}},
    {"hexadecimal integer of 32 bits", test_design_gpu, "= 16", "= 0xFFFFFFFF", "flit_bytes",
     {"flit_bytes: the integer 0xFFFFFFFF is too large"}},
    {"wrapping integer for a real", test_design_gpu, "602.0", "4294967898", "clock_mhz",
     {"clock_mhz: the integer 4294967898 is too large"}},
    {"wrapping integer in a list", test_design_gpu, "memory = 8", "memory_at = ((4294967297, 0))", "memory_at",
     {"memory_at: the integer 4294967297 is too large"}},

    /* values that do not fit together */
    {"fewer nodes than tiles", test_design_gpu, "compute = 28", "compute = 27", "compute",
     {"nodes.compute + nodes.memory = 27 + 8 does not fit 6x6 tiles (need 36 nodes: nodes.compute = "
     "28, or network.columns = 7 and network.rows = 5)"}},
    {"more nodes than tiles", test_design_gpu, "memory = 8", "memory = 9", "compute = 28",
     {"nodes.compute + nodes.memory = 28 + 9 does not fit 6x6 tiles (need 36 nodes: nodes.compute = "
     "27)"}},
    {"fewer virtual channels than classes", test_design_gpu, "virtual_channels = 2", "virtual_channels = 1",
     "virtual_channels", {"network.virtual_channels = 1", "at least 2"}},
    {"no virtual channel left for replies", test_design_gpu, "buffer_flits", "request_virtual_channels = 2; buffer_flits",
     "request_virtual", {"network.request_virtual_channels = 2 of network.virtual_channels = 2 leaves none", "(1 to 1)"}},
    {"too few virtual channels for a routing", test_design_gpu,
     "routing = \"xy\";\n  flit_bytes = 16;\n  virtual_channels = 2",
     "routing = \"o1turn\"; request_virtual_channels = 1; virtual_channels = 4", "request_virtual",
     {"network.request_virtual_channels = 1 of network.virtual_channels = 4",
      "routing \"o1turn\" needs 2 for each class"}},
    {"RAPID's request plane for replies", test_design_gpu, "\"xy\"", "\"rapid-request\"", "rapid-request",
     {"is for requests to memory nodes only", "carries = \"request\""}},
    {"RAPID's request plane between peers", test_design_synthetic, "columns = 5", "routing = \"rapid-request\"; columns = 5",
     "rapid-request", {"is for requests to memory nodes only"}},
    {"several memory nodes in a column of RAPID's request plane", test_design_planes,
     "columns = 6; rows = 6; flit_bytes = 8", "columns = 6; rows = 6; routing = \"rapid-request\"", "rapid-request",
     {"one memory node in a column", "column 1 has memory nodes 0 and 4"}},
    {"slices that do not divide the channel", test_design_gpu, "buffer_flits = 8", "slices = 3", "slices",
     {"network.slices = 3 does not divide network.flit_bytes = 16"}},
    {"placement of another number of nodes", test_design_gpu, "memory = 8;\n  placement = \"top-bottom\"",
     "memory = 8;\n  placement = \"scattered\"; memory_at = ((1, 1))", "memory_at",
     {"nodes.memory_at is given, but nodes.placement is \"scattered\"", "make it \"explicit\""}},
    {"memory node right of the grid", test_design_gpu,
     "compute = 28;\n  memory = 8;\n  placement = \"top-bottom\"",
     "compute = 34;\n  memory = 2;\n  placement = \"explicit\";\n  memory_at = ((1, 0), (6, 0))",
     "memory_at", {"nodes.memory_at: (6, 0) is outside the 6x6 tiles (columns 0..5, rows 0..5)"}},
    {"memory node below the grid", test_design_gpu,
     "compute = 28;\n  memory = 8;\n  placement = \"top-bottom\"",
     "compute = 34;\n  memory = 2;\n  placement = \"explicit\";\n  memory_at = ((1, 0), (0, 6))",
     "memory_at", {"nodes.memory_at: (0, 6) is outside the 6x6 tiles"}},
    {"memory node left of the grid", test_design_gpu, "memory = 8",
     "memory = 8; memory_at = ((-1, 0))", "memory_at",
     {"nodes.memory_at", "(column, row) pairs"}},
    {"memory node named twice", test_design_gpu, "compute = 28;\n  memory = 8;\n  placement = \"top-bottom\"",
     "compute = 33;\n  memory = 3;\n  placement = \"explicit\";\n"
     "  memory_at = ((1, 0), (2, 0), (1, 0))", "memory_at",
     {"nodes.memory_at: (1, 0) is taken already"}},
    {"fewer tiles than memory nodes", test_design_gpu, "placement = \"top-bottom\"",
     "placement = \"explicit\";\n  memory_at = ((1, 0), (2, 0))", "memory_at",
     {"nodes.memory_at names 2 tiles for nodes.memory = 8"}},
    {"explicit placement without tiles", test_design_gpu, "top-bottom", "explicit", "memory = 8",
     {"nodes.memory_at names 0 tiles for nodes.memory = 8"}},
    {"tiles of memory nodes without memory nodes", test_design_synthetic, "compute = 20;",
     "compute = 20; memory = 0; memory_at = ((0, 0));", "memory_at",
     {"nodes.memory_at names 1 tiles for nodes.memory = 0"}},
    {"memory nodes for a pattern without", test_design_synthetic, "compute = 20;", "compute = 19; memory = 1;",
     "memory = 1", {"traffic.pattern = \"uniform\" has no memory nodes (nodes.memory = 0)"}},
    {"no memory nodes for many-to-few", test_design_gpu, "compute = 28;\n  memory = 8",
     "compute = 36;\n  memory = 0", "memory = 0",
     {"traffic.pattern = \"many-to-few\" needs memory nodes (nodes.memory >= 1)"}},
    {"hotspot that is no memory node", test_design_gpu, "read_fraction = 0.9",
     "hotspot_fraction = 0.2; hotspot_memory = 8", "hotspot_memory",
     {"traffic.hotspot_memory = 8: memory nodes are 0..7"}},
    {"hotspot that is no node", test_design_synthetic, "\"uniform\"", "\"hotspot\"; hotspot_nodes = (3, 20)",
     "hotspot_nodes", {"traffic.hotspot_nodes: there is no node 20 (nodes are 0..19)"}},
    {"transpose on a grid that is not square", test_design_synthetic, "uniform", "transpose", "transpose",
     {"traffic.pattern = \"transpose\" uses the bits of node numbers", "20 is no power of 4"}},
    {"more shares than packet lengths", test_design_synthetic, "(0.5, 0.5)", "(0.5, 0.25, 0.25)", "packet_mix",
     {"traffic.packet_mix has 3 shares for 2 lengths of packets"}},
    {"shares that do not sum to one", test_design_synthetic, "(0.5, 0.5)", "(0.5, 0.4)", "packet_mix",
     {"traffic.packet_mix sums to 0.9 (expected 1)"}},
    {"more packet lengths than there may be", test_design_synthetic, "(1, 4)",
     "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)", "packet_mix",
     {"traffic.packet_flits has 17 lengths (at most 16)"}},
    {"butterfly of more nodes than there may be", test_design_synthetic,
     "\"mesh\";\n  columns = 5;\n  rows = 4", "\"butterfly\";\n  radix = 128;\n  stages = 3",
     "stages", {"network.radix = 128 and network.stages = 3 make more than 32768 nodes"}},
    {"butterfly too small for the nodes", test_design_synthetic,
     "\"mesh\";\n  columns = 5;\n  rows = 4", "\"butterfly\";\n  radix = 4;\n  stages = 2",
     "radix", {"nodes.compute + nodes.memory = 20 + 0 does not fit a 4-ary 2-fly (at most 16 nodes)"}},
    {"Clos too small for the nodes", test_design_synthetic, "\"mesh\";\n  columns = 5;\n  rows = 4",
     "\"clos\";\n  m = 4; n = 3;\n  r = 6", "n = 3",
     {"nodes.compute + nodes.memory = 20 + 0 does not fit a Clos network with 6 switches of 3 nodes "
      "(at most 18)"}},
    {"Clos without a size", test_design_synthetic, "\"mesh\";\n  columns = 5;\n  rows = 4",
     "\"clos\";\n  m = 4; n = 5", NULL, {"network.r is missing (expected an integer in 1..1024)"}},
    {"more ports than compute nodes", test_design_synthetic, "\"mesh\";\n  columns = 5;\n  rows = 4",
     "\"crossbar\";\n  ports = 21", "ports",
     {"network.ports = 21, but nodes.compute = 20 share them (at most one port each)"}},
    {"a negative number of ports", test_design_synthetic, "\"mesh\";\n  columns = 5;\n  rows = 4",
     "\"crossbar\";\n  ports = -3", "ports", {"network.ports = -3: expected an integer in 0..1024"}},
    {"more local crossbars than compute nodes", test_design_gpu,
     "placement = \"top-bottom\";\n};\nnetwork = {\n  topology = \"mesh\";\n  columns = 6;\n  rows = 6;\n"
     "  routing = \"xy\";",
     "};\nnetwork = {\n  topology = \"cdxbar\";\n  local_crossbars = 29;", "local_crossbars",
     {"network.local_crossbars = 29, but there are 28 compute nodes"}},
    {"more global crossbars than memory nodes", test_design_gpu,
     "placement = \"top-bottom\";\n};\nnetwork = {\n  topology = \"mesh\";\n  columns = 6;\n  rows = 6;\n"
     "  routing = \"xy\";",
     "};\nnetwork = {\n  topology = \"cdxbar\";\n  global_crossbars = 9;", "global_crossbars",
     {"network.global_crossbars = 9, but nodes.memory = 8"}},
    {"CD-Xbar without memory nodes", test_design_synthetic, "\"mesh\";\n  columns = 5;\n  rows = 4",
     "\"cdxbar\"", "cdxbar", {"topology \"cdxbar\" connects compute nodes to memory nodes"}},
    {"unknown choice of a converged port", test_design_gpu,
     "placement = \"top-bottom\";\n};\nnetwork = {\n  topology = \"mesh\";\n  columns = 6;\n  rows = 6;\n"
     "  routing = \"xy\";",
     "};\nnetwork = {\n  topology = \"cdxbar\";\n  converged_choice = \"round-robbin\";", "converged_choice",
     {"network.converged_choice = \"round-robbin\"", "did you mean \"round-robin\"?"}},
    {"S-mesh that carries both classes", test_design_gpu,
     "topology = \"mesh\";\n  columns = 6;\n  rows = 6;\n  routing = \"xy\";",
     "topology = \"smesh\";\n  columns = 6;\n  rows = 6;", "memory = 8",
     {"topology \"smesh\" carries requests to memory nodes or their replies"}},
    {"express channels as long as a row", test_design_synthetic, "\"mesh\";\n  columns = 5;\n  rows = 4",
     "\"cmesh\";\n  concentration = 1;\n  columns = 5;\n  rows = 4;\n  express = 5", "express",
     {"network.express = 5: express channels span 2 to 4 routers here"}},
    {"an empty tile that a memory node has", test_design_gpu, "compute = 28;",
     "compute = 27;\n  empty_at = ((1, 0));", "placement", {"(1, 0) is taken already"}},
    {"an empty tile too many", test_design_gpu, "compute = 28;", "compute = 28;\n  empty_at = ((0, 3));",
     "compute = 28", {"does not fit 6x6 tiles of which 1 are empty (need 35 nodes: nodes.compute = 27)"}},
    {"an empty tile without tiles", test_design_synthetic,
     "compute = 20;", "compute = 20; empty_at = ((0, 0));", "empty_at",
     {"nodes.compute + nodes.memory = 20 + 0 does not fit 5x4 tiles of which 1 are empty"}},
    {"no network for requests", test_design_planes, "carries = \"request\"", "carries = \"reply\"", "{ carries",
     {"network.carries: no network carries requests"}},
    {"no network for replies", test_design_planes, "carries = \"reply\"", "carries = \"request\"",
     "{ carries = \"request\"", {"network.carries: no network carries replies"}},
    {"networks over different tiles", test_design_planes, "rows = 6; flit_bytes = 24",
     "rows = 7; flit_bytes = 24", "rows = 7", {"networks[1] is 6x7 tiles, networks[0] is 6x6"}},

    {"a network for replies between peers", test_design_synthetic,
     "network = {\n  topology = \"mesh\";\n  columns = 5;\n  rows = 4;\n};\n",
     "networks = (\n  { topology = \"mesh\"; columns = 5; rows = 4; },\n"
     "  { carries = \"reply\"; topology = \"mesh\"; columns = 5; rows = 4; } );\n", "{ carries",
     {"network.carries = \"reply\": no packet uses this network", "\"request\" or \"both\""}},

    /* outside of their groups, and of another tool */
    {"key outside of its group", test_design_gpu, "traffic = {", "router_stages = 2;\ntraffic = {", "router_stages",
     {"'router_stages' stands outside of its group, which is network: network = { router_stages = ...; };"}},
    {"key outside of its groups", test_design_gpu, "traffic = {", "clock_mhz = 2.0;\ntraffic = {", "clock_mhz = 2.0",
     {"outside of its group, which is chip or memory"}},
    {"pattern's key outside of its group", test_design_gpu, "traffic = {", "packet_flits = 2;\ntraffic = {",
     "packet_flits", {"outside of its group, which is traffic"}},
    {"misspelt key outside of its group", test_design_gpu, "traffic = {", "virtual_chanels = 2;\ntraffic = {",
     "virtual_chanels", {"did you mean 'network.virtual_channels'?"}},
    {"BookSim's name", test_design_gpu, "traffic = {", "num_vcs = 2;\ntraffic = {", "num_vcs",
     {"'num_vcs' is a setting of BookSim; here it is network.virtual_channels"}},
    {"BookSim's name in a group", test_design_gpu, "flit_bytes = 16", "vc_buf_size = 16", "vc_buf_size",
     {"here it is network.buffer_flits"}},
    {"BookSim's name without a like", test_design_gpu, "traffic = {", "sample_period = 1000;\ntraffic = {",
     "sample_period", {"here nothing is like it"}},
    {"text without quotes", test_design_gpu, "\"mesh\"", "mesh", "topology = mesh",
     {"a text needs quotes: \"mesh\" in 'topology = mesh;'"}},
    {"text without quotes behind one with", test_design_planes, "carries = \"reply\"; topology = \"mesh\"",
     "carries = \"reply\"; topology = mesh", "topology = mesh", {"a text needs quotes: \"mesh\""}},

    /* what is missing or too much */
    {"no number of compute nodes", test_design_gpu, "  compute = 28;\n", "", NULL,
     {"nodes.compute is missing (expected an integer in 1..1048576)"}},
    {"no topology", test_design_gpu, "  topology = \"mesh\";\n", "", NULL,
     {"network.topology is missing (expected one of \"mesh\""}},
    {"no rows", test_design_gpu, "  rows = 6;\n", "", NULL,
     {"network.rows is missing (expected an integer in 1..1024)"}},
    {"no rows in one of two networks", test_design_planes, "rows = 6; flit_bytes = 24", "flit_bytes = 24", NULL,
     {"networks[1].rows is missing"}},
    {"no hotspot", test_design_synthetic, "uniform", "hotspot", NULL,
     {"traffic.hotspot_nodes is missing (expected integers"}},
    {"no network", test_design_synthetic,
     "network = {\n  topology = \"mesh\";\n  columns = 5;\n  rows = 4;\n};\n", "", NULL,
     {"there is no network (network = { topology"}},
    {"nine networks", test_design_planes, "  { carries = \"reply\"",
     "  {}, {}, {}, {}, {}, {}, {}, { carries = \"reply\"", "networks",
     {"networks: expected a list of 1 to 8 groups"}},
    {"no networks in the list", test_design_planes, "networks = (\n", "networks = ();\nnodez = (\n", "networks",
     {"networks: expected a list of 1 to 8 groups"}},
    {"network and networks", test_design_planes, "networks",
     "network = { topology = \"mesh\"; columns = 6; rows = 6; };\nnetworks", "networks = (",
     {"both 'network' and 'networks' are given (use one)"}},
    {"networks and network", test_design_planes, ");\n", ");\nnetwork = { topology = \"mesh\"; };\n",
     "network = {", {"both 'network' and 'networks' are given (use one)"}},
    {"duplicate key", test_design_gpu, "  rows = 6;\n", "  rows = 6;\n  rows = 7;\n", "rows = 7",
     {"duplicate setting name at 'rows = 7;'"}},
    {"duplicate group", test_design_gpu, "traffic = {\n", "chip = { };\ntraffic = {\n", "chip = { };",
     {"duplicate setting name at 'chip = { };'"}},

    /* syntax */
    {"two equals signs", test_design_gpu, "flit_bytes = 16", "flit_bytes = = 16", "flit_bytes",
     {"syntax error at or before 'flit_bytes = = 16;'", "key = value;"}},
    {"key with a dot", test_design_gpu, "flit_bytes = 16", "flit.bytes = 16", "flit.bytes",
     {"syntax error at or before 'flit.bytes = 16;'"}},
    {"no value", test_design_gpu, "flit_bytes = 16", "flit_bytes = ", "flit_bytes", {"syntax error"}},
    {"quote not closed", test_design_gpu, "\"mesh\"", "\"mesh", "\"mesh",
     {"a text in quotes does not end on its line"}},
    {"last quote not closed", test_design_synthetic, "(0.5, 0.5);\n};\n", "\"0.5", "\"0.5",
     {"a text in quotes does not end on its line"}},
    {"comment not closed", test_design_gpu, "to whom */", "to whom", "/* who",
     {"a comment does not end (/* ... */)"}},
    {"brace too many", test_design_gpu, "traffic = {", "};\ntraffic = {", "};\ntraffic", {"syntax error"}},
    {"include", test_design_gpu, "traffic = {", "@include \"more.cfg\"\ntraffic = {", "@include",
     {"@include is not supported", "--set"}},
    {"only a comment", "# nothing\n", "# nothing", "# nothing, nodes", NULL,
     {"there is no network"}},
    /* clusters, CTAs, shared lines */
    {"cluster that does not divide the cores", test_design_gpu, "network = {", "cluster = { cores = 5; };\nnetwork = {",
     "cores = 5", {"cluster.cores = 5 does not divide the 28 cores"}},
    {"more cores in a cluster than a list has bits", test_design_gpu, "network = {",
     "cluster = { cores = 65; };\nnetwork = {", "cores = 65", {"cluster.cores = 65: expected an integer in 0..64"}},
    {"cache without a table", test_design_gpu, "network = {", "cluster = { cache_lines = 24; };\nnetwork = {",
     "cache_lines", {"cluster.cache_lines = 24 without cluster.merge_entries"}},
    {"scheduler that needs clusters", test_design_gpu, "network = {",
     "workload = \"steady\"; cta = { scheduler = \"greedy\"; };\nnetwork = {", "greedy",
     {"\"greedy\" needs clusters"}},
    {"blocks with one slot", test_design_gpu, "network = {",
     "workload = \"steady\"; cta = { scheduler = \"block\"; slots = 1; };\nnetwork = {", "slots = 1",
     {"cta.slots = 1", "needs 2 or more"}},
    {"fewer CTAs than clusters", test_design_gpu, "network = {",
     "workload = \"steady\"; cta = { scheduler = \"distributed\"; clusters = 4; count = 3; };\nnetwork = {",
     "count = 3", {"cta.count = 3", "divides them over 4 clusters"}},
    {"more kernels than cores of a cluster", test_design_gpu, "network = {",
     "workload = \"steady\"; cta = { scheduler = \"topology-aware\"; clusters = 14; kernels = 3; };\nnetwork = {",
     "kernels = 3", {"cta.kernels = 3", "a core of every cluster, and there are 2"}},
    {"kernels of a scheduler for one", test_design_gpu, "network = {",
     "workload = \"steady\"; cta = { scheduler = \"two-level\"; clusters = 4; kernels = 2; };\nnetwork = {",
     "kernels = 2", {"cta.kernels = 2", "runs one at a time"}},
    {"kernels that nobody deals", test_design_gpu, "network = {", "cta = { kernels = 2; };\nnetwork = {", "kernels = 2",
     {"cta.kernels = 2 without cta.scheduler"}},
    {"a list that is not one for each kernel", test_design_gpu, "network = {",
     "cta = { kernels = 3; scheduler = \"round-robin\"; count = (1, 2); };\nnetwork = {", "count = (1, 2)",
     {"cta.count has 2 values for cta.kernels = 3"}},
    {"workloads that are not one for each kernel", test_design_gpu, "network = {",
     "cta = { kernels = 3; scheduler = \"round-robin\"; };\nworkload = (\"high\", \"low\");\nnetwork = {", "workload =",
     {"workload names 2 for cta.kernels = 3"}},
    {"a set for a kernel", test_design_gpu, "network = {",
     "workload = (\"te13-all\", \"LL\");\nnetwork = {", "workload =", {"'te13-all' is a set of several workloads"}},
    {"clusters of unequal size", test_design_gpu, "network = {",
     "workload = \"steady\"; cta = { scheduler = \"greedy\"; clusters = 5; };\nnetwork = {", "clusters = 5",
     {"counts 5 clusters", "28 cores cannot be divided evenly"}},
    {"more slots than warps", test_design_gpu, "network = {",
     "workload = \"steady\"; cta = { scheduler = \"global\"; slots = 40; };\nnetwork = {", "slots = 40",
     {"cta.slots = 40", "workload steady has 32"}},
    {"negative share", test_design_gpu, "network = {", "workload = { sharing = { same = -0.1; }; };\nnetwork = {",
     "same = -0.1", {"workload.sharing.same = -0.1: expected a number in 0..1"}},
    {"unknown figure of sharing", test_design_gpu, "network = {", "workload = { sharing = { sme = 0.1; }; };\nnetwork = {",
     "sme", {"unknown setting 'workload.sharing.sme'", "did you mean 'workload.sharing.same'?"}},
};
/* clang-format on */

static void check_refusal(const noc_source *source, const noc_status status,
                          const noc_design *design, const noc_diag *diag, const fault *c)
{
    test_print_messages(diag);
    assert_int_equal(status, NOC_EINPUT);
    assert_null(design);
    assert_true(diag->count >= 1);
    const noc_message *m = &diag->messages[0];
    assert_int_equal(m->status, NOC_EINPUT);
    assert_string_equal(m->file, source->path);
    assert_int_equal(m->line, c->blamed ? line_of(source->text, c->blamed) : 0);
    for (size_t i = 0; i < TEST_COUNT(c->says) && c->says[i]; i++)
        assert_contains(m->text, c->says[i]);
}

static void fault_is_named_with_its_line(void **state)
{
    const fault *c = *state;
    char *text = test_edit(c->text, c->find, c->replace);
    noc_source source = test_source("faulty.cfg", text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    const noc_status status = noc_design_read(&source, NULL, 0, &design, &diag);
    check_refusal(&source, status, design, &diag, c);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
    free(text);
}

static void a_single_fault_gives_a_single_message(void **state)
{
    (void)state;
    static const char *const several[] = {"group for the list of networks",
                                          "no networks in the list", "only a comment"};
    for (size_t i = 0; i < TEST_COUNT(faults); i++) {
        const fault *c = &faults[i];
        bool expected_more = false;
        for (size_t k = 0; k < TEST_COUNT(several); k++)
            expected_more |= strcmp(c->name, several[k]) == 0;
        if (expected_more) continue;
        char *text = test_edit(c->text, c->find, c->replace);
        noc_source source = test_source("faulty.cfg", text);
        noc_diag diag = {0};
        noc_design *design = NULL;
        noc_design_read(&source, NULL, 0, &design, &diag);
        if (diag.count != 1) {
            print_message("%s:\n", c->name);
            test_print_messages(&diag);
        }
        assert_int_equal(diag.count, 1);
        noc_diag_clear(&diag);
        noc_source_clear(&source);
        free(text);
    }
}

static void all_faults_are_told_in_one_run(void **state)
{
    (void)state;
    static const char text[] = "name = 5;\n"
                               "chip = { clock_mhz = 0; tile_mm = \"2\"; };\n"
                               "trafic = { };\n"
                               "nodes = { memory = 8; placement = \"middle\"; };\n"
                               "network = {\n"
                               "  topology = \"mesh\"; columns = 0;\n"
                               "  flit_byts = 16;\n"
                               "};\n";
    static const struct {
        int line;
        const char *says;
    } expected[] = {
        {0, "nodes.compute is missing"},
        {0, "network.rows is missing"},
        {1, "name: expected a text"},
        {2, "chip.clock_mhz = 0"},
        {2, "chip.tile_mm = \"2\""},
        {3, "unknown setting 'trafic'"},
        {4, "nodes.placement = \"middle\""},
        {6, "network.columns = 0"},
        {7, "unknown setting 'network.flit_byts'"},
        {0, "network.routing = \"zz\""},
    };
    static const char *const overrides[] = {"network.routing=zz"};
    noc_source source = test_source("many.cfg", text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, overrides, 1, &design, &diag), NOC_EINPUT);
    if (diag.count != TEST_COUNT(expected)) test_print_messages(&diag);
    assert_int_equal(diag.count, TEST_COUNT(expected));
    for (size_t i = 0; i < diag.count; i++) {
        assert_contains(diag.messages[i].text, expected[i].says);
        assert_int_equal(diag.messages[i].line, expected[i].line);
    }
    assert_int_equal(diag.messages[9].status, NOC_EUSAGE);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

/* What does not fit together is told beside names and values that are wrong by themselves, unless
 * one of these is part of it. */
static void misfits_are_told_beside_faults(void **state)
{
    (void)state;
    static const char text[] = "chip = { clok = 700; };\n"
                               "nodes = { compute = 28; memory = 9; placement = \"explicit\"; };\n"
                               "network = { topology = \"mesh\"; columns = 6; rows = 6;\n"
                               "  virtual_channels = 99; routing = \"o1turn\"; };\n";
    static const char *const expected[] = {
        "did you mean 'chip.clock_mhz'?",
        "28 + 9 does not fit 6x6 tiles",
        "nodes.memory_at names 0 tiles for nodes.memory = 9",
        "virtual_channels = 99: expected",
    };
    noc_source source = test_source("misfits.cfg", text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, NULL, 0, &design, &diag), NOC_EINPUT);
    test_print_messages(&diag);
    assert_int_equal(diag.count, TEST_COUNT(expected));
    for (size_t i = 0; i < diag.count; i++) assert_contains(diag.messages[i].text, expected[i]);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

/* Memory nodes that no grid of the design has room for are one fault, whatever places them. */
static void a_count_too_many_is_told_once(void **state)
{
    (void)state;
    noc_source source = test_source("many.cfg", test_design_gpu);
    for (size_t i = 0; noc_placement_at(i); i++) {
        if (!noc_placement_at(i)->place_nodes) continue;
        char placement[80];
        snprintf(placement, sizeof placement, "nodes.placement=%s", noc_placement_at(i)->name);
        const char *const overrides[] = {"nodes.memory=50", placement};
        noc_diag diag = {0};
        noc_design *design = NULL;
        assert_int_equal(noc_design_read(&source, overrides, 2, &design, &diag), NOC_EUSAGE);
        assert_int_equal(diag.count, 1);
        assert_contains(diag.messages[0].text, "28 + 50 does not fit 6x6 tiles");
        noc_diag_clear(&diag);
    }
    noc_source_clear(&source);
}

static void all_traps_are_told_in_one_run(void **state)
{
    (void)state;
    noc_source source = test_source("traps.cfg", "a = 4294967296;\n@include \"b\"\nc = \"open;\n");
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, NULL, 0, &design, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 3);
    for (int i = 0; i < 3; i++) assert_int_equal(diag.messages[i].line, i + 1);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, faults, fault_is_named_with_its_line);
    test_add(&list, "a single fault gives a single message", a_single_fault_gives_a_single_message);
    test_add(&list, "all faults are told in one run", all_faults_are_told_in_one_run);
    test_add(&list, "misfits are told beside faults", misfits_are_told_beside_faults);
    test_add(&list, "a count too many is told once", a_count_too_many_is_told_once);
    test_add(&list, "all traps are told in one run", all_traps_are_told_in_one_run);
    return test_run("design: faults", &list);
}
