/* Overrides that are wrong: each is named, and nothing else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_read.h"
#include "tests/support/designs/design_texts.h"
#include "tests/support/helpers.h"

typedef struct override_fault {
    const char *name, *text;
    const char *overrides[6];
    const char *blamed; /* the override that the message points at */
    const char *says[2];
} override_fault;

static const char hierarchy[] =
    "nodes = { compute = 16; memory = 4; };"
    "network = { topology = \"hierarchy\"; virtual_channels = 4;"
    "            levels = ( { name = \"tpc\"; groups = 8; }, { name = \"gpc\"; groups = 2; } );"
    "            memory_levels = ( { name = \"partition\"; groups = 2; } ); };";

/* clang-format off */
static const override_fault override_faults[] = {
    {"more groups than there are below", hierarchy, {"network.levels[1].groups=9"},
     "network.levels[1].groups=9",
     {"network.levels[1].groups = 9: there are 8 groups of level tpc", "at most 8"}},
    {"sizes that do not add up", hierarchy, {"network.levels[1].groups=(5,4)"},
     "network.levels[1].groups=(5,4)",
     {"sizes sum to 9 (expected 8, the groups of level tpc, or 16, all nodes below them)"}},
    {"sizes that split a group", hierarchy, {"network.levels[1].groups=(9,7)"},
     "network.levels[1].groups=(9,7)",
     {"a group of these sizes would end within one of the groups of level tpc"}},
    {"more halves than groups", hierarchy, {"network.halves=3"}, "network.halves=3",
     {"network.halves = 3: the crossbar has 2 groups of compute nodes and 2 of memory nodes"}},
    {"reach of one half", hierarchy, {"network.reach=half"}, "network.reach=half",
     {"network.reach = \"half\": the crossbar is in one part (network.halves = 2"}},
    {"a level that there is not", hierarchy, {"network.levels[2].cycles=3"},
     "network.levels[2].cycles=3", {"network.levels[2].cycles: there are 2 levels"}},
    {"a key that levels do not have", hierarchy, {"network.levels[0].vcs=3"},
     "network.levels[0].vcs=3", {"a level has no 'vcs' (it has name, groups"}},
    {"a misspelt key of a level", hierarchy, {"network.levels[0].group=3"},
     "network.levels[0].group=3", {"a level has no 'group'; did you mean 'groups'?"}},
    {"a list that is none", hierarchy, {"network.levels=tpc"}, "network.levels=tpc",
     {"network.levels: expected a list of groups"}},
    {"a level without a name", hierarchy, {"network.memory_levels=({groups=2;})"},
     "network.memory_levels=({groups=2;})", {"network.memory_levels[0].name is missing"}},
    {"cores only", hierarchy, {"traffic.pattern=uniform", "nodes.memory=0"},
     "traffic.pattern=uniform", {"a hierarchy joins compute nodes to memory nodes"}},
    {"not key=value", test_design_gpu, {"rows"}, "rows", {"expected key=value"}},
    {"no key", test_design_gpu, {"=6"}, "=6", {"expected key=value"}},
    {"empty option", test_design_gpu, {""}, "", {"expected key=value"}},
    {"no group", test_design_gpu, {"rows=6"}, "rows=6",
     {"did you mean 'network.rows=6'?"}},
    {"no group, nor a key", test_design_gpu, {"temperature=6"}, "temperature=6",
     {"expected group.key=value"}},
    {"a mechanism without effect", test_design_gpu, {"warppool=true"}, "warppool=true",
     {"'warppool' has no effect on what the network sees"}},
    {"a mechanism without effect, as a key", test_design_gpu, {"cluster.Warp_Pool=true"}, "cluster.Warp_Pool=true",
     {"'cluster.Warp_Pool' has no effect on what the network sees", "leave it out"}},
    {"a mechanism by its name", test_design_gpu, {"cluster.icc=true"}, "cluster.icc=true",
     {"unknown setting 'cluster.icc'", "cluster.merge_entries"}},
    {"unknown group", test_design_gpu, {"netwrk.rows=6"}, "netwrk.rows=6",
     {"unknown group 'netwrk'; did you mean 'network'?"}},
    {"group in a group", test_design_gpu, {"chip.network.rows=6"}, "chip.network.rows=6",
     {"unknown setting 'chip.network.rows'"}},
    {"very long group", test_design_gpu, {"networknetworknetworknetworknetworknetwork.rows=6"},
     "networknetworknetworknetworknetworknetwork.rows=6", {"unknown group"}},
    {"unknown key", test_design_gpu, {"network.flit_byts=6"}, "network.flit_byts=6",
     {"unknown setting 'network.flit_byts'", "did you mean 'network.flit_bytes'?"}},
    {"no key after the dot", test_design_gpu, {"network.=6"}, "network.=6", {"unknown setting 'network.'"}},
    {"key of another pattern", test_design_gpu, {"traffic.packet_flits=4"}, "traffic.packet_flits=4",
     {"traffic.packet_flits does not apply to this pattern"}},
    {"network that is not there", test_design_gpu, {"networks[1].rows=6"}, "networks[1].rows=6",
     {"there is no networks[1] (the design has 1)"}},
    {"networks that are no number", test_design_gpu, {"networks=two"}, "networks=two",
     {"networks: expected how many there are, 1 to 8"}},
    {"more networks than may be", test_design_gpu, {"networks=9"}, "networks=9",
     {"networks: expected how many there are, 1 to 8"}},
    {"a network that was left out", test_design_planes, {"networks=1", "networks[0].carries=both", "networks[1].rows=6"}, "networks[1].rows=6",
     {"there is no networks[1] (the design has 1)"}},
    {"negative network", test_design_planes, {"networks[-1].rows=6"}, "networks[-1].rows=6",
     {"there is no networks[-1] (the design has 2)"}},
    {"network whose number wraps to 0", test_design_planes, {"networks[4294967296].rows=6"},
     "networks[4294967296].rows=6", {"unknown group 'networks[4294967296]'"}},
    {"network without a number", test_design_planes, {"networks[].rows=6"}, "networks[].rows=6",
     {"unknown group 'networks[]'"}},
    {"network whose bracket stays open", test_design_planes, {"networks[1.rows=6"}, "networks[1.rows=6",
     {"unknown group 'networks[1'"}},
    {"zero", test_design_gpu, {"network.columns=0"}, "network.columns=0",
     {"network.columns = 0: expected an integer in 1..1024"}},
    {"no value", test_design_gpu, {"network.columns="}, "network.columns=",
     {"network.columns = \"\": expected an integer"}},
    {"word for a number", test_design_gpu, {"network.columns=six"}, "network.columns=six",
     {"network.columns = \"six\": expected an integer"}},
    {"two numbers for one", test_design_gpu, {"network.columns=6 7"}, "network.columns=6 7",
     {"the value cannot be read"}},
    {"real for an integer", test_design_gpu, {"network.columns=6.0"}, "network.columns=6.0",
     {"network.columns = 6.0: expected an integer"}},
    {"share above one", test_design_gpu, {"traffic.read_fraction=1.5"}, "traffic.read_fraction=1.5",
     {"traffic.read_fraction = 1.5: expected a number in 0..1"}},
    {"no place for bursts", test_design_gpu, {"memory.burst_queue=0"}, "memory.burst_queue=0",
     {"memory.burst_queue = 0: expected an integer in 1..1024"}},
    {"no place for others", test_design_gpu, {"memory.normal_queue=0"}, "memory.normal_queue=0",
     {"memory.normal_queue = 0: expected an integer in 1..1024"}},
    {"no share for bursts", test_design_gpu, {"memory.burst_share=0"}, "memory.burst_share=0",
     {"memory.burst_share = 0: expected an integer in 1..1024"}},
    {"no time for bursts", test_design_gpu, {"memory.burst_cycles=0"}, "memory.burst_cycles=0",
     {"memory.burst_cycles = 0: expected an integer in 1..100000"}},
    {"a match above one", test_design_gpu, {"memory.match=1.5"}, "memory.match=1.5",
     {"memory.match = 1.5: expected a number in 0..1"}},
    {"queues without commands", test_design_gpu, {"memory.scheduler=amc", "memory.command_queue=3"},
     "memory.command_queue=3",
     {"memory.command_queue = 3 is less than memory.amc_queues = 4 (a queue without credits is never served)"}},
    {"a burst of one", test_design_gpu, {"memory.check_depth=1"}, "memory.check_depth=1",
     {"memory.check_depth = 1: expected an integer in 2..1024"}},
    {"a chance above one", test_design_gpu, {"memory.sms_p=1.5"}, "memory.sms_p=1.5",
     {"memory.sms_p = 1.5: expected a number in 0..1"}},
    {"infinite number", test_design_gpu, {"chip.clock_mhz=1e400"}, "chip.clock_mhz=1e400",
     {"chip.clock_mhz = inf: expected a number"}},
    {"nan", test_design_gpu, {"chip.clock_mhz=nan"}, "chip.clock_mhz=nan",
     {"chip.clock_mhz = \"nan\": expected a number"}},
    {"negative nan", test_design_gpu, {"chip.clock_mhz=-nan"}, "chip.clock_mhz=-nan",
     {"the value cannot be read"}},
    {"integer that wraps", test_design_gpu, {"network.flit_bytes=4294967312"}, "network.flit_bytes=4294967312",
     {"the integer 4294967312 is too large"}},
    {"unknown word", test_design_gpu, {"network.routing=xz"}, "network.routing=xz",
     {"network.routing = \"xz\": expected one of", "did you mean \"xy\"?"}},
    {"unknown pattern", test_design_gpu, {"traffic.pattern=unifrom"}, "traffic.pattern=unifrom",
     {"traffic.pattern = \"unifrom\"", "did you mean \"uniform\"?"}},
    {"list not closed", test_design_gpu, {"nodes.memory_at=((0,0)"}, "nodes.memory_at=((0,0)",
     {"the value cannot be read"}},
    {"quote not closed", test_design_gpu, {"network.routing=\"xy"}, "network.routing=\"xy",
     {"a text in quotes does not end"}},
    {"a second setting behind the value", test_design_gpu, {"network.flit_bytes=32; other=5"},
     "network.flit_bytes=32; other=5", {"expected one value"}},
    {"a second setting behind a word", test_design_gpu, {"network.routing=xy\"; other=\""},
     "network.routing=xy\"; other=\"", {"expected one value"}},
    {"include", test_design_gpu, {"network.rows=(\n@include \"/etc/passwd\"\n)"},
     "network.rows=(\n@include \"/etc/passwd\"\n)", {"@include is not supported"}},
    {"number for the name", test_design_gpu, {"name=5"}, "name=5", {"name: expected a text in quotes"}},
    {"tiles outside the grid", test_design_gpu, {"nodes.placement=explicit", "nodes.compute=34",
     "nodes.memory=2", "nodes.memory_at=((0,0),(6,1))"}, "nodes.memory_at=((0,0),(6,1))",
     {"nodes.memory_at: (6, 1) is outside the 6x6 tiles"}},
    {"values of file and override that do not fit", test_design_gpu, {"network.rows=7"}, "network.rows=7",
     {"nodes.compute + nodes.memory = 28 + 8 does not fit 6x7 tiles (need 42 nodes: nodes.compute = "
      "34, or network.columns = 6 and network.rows = 6)"}},
    {"wires that nobody knows", test_design_gpu, {"network.link_timing=wire", "chip.technology_nm=9"},
     "network.link_timing=wire", {"there is no table of wires at chip.technology_nm = 9"}},
    {"network of two that does not fit", test_design_planes, {"networks[1].rows=7"}, "networks[1].rows=7",
     {"networks[1] is 6x7 tiles, networks[0] is 6x6"}},
    {"pattern that lacks a key", test_design_gpu, {"nodes.compute=36", "nodes.memory=0",
     "traffic.pattern=hotspot"}, "traffic.pattern=hotspot",
     {"traffic.hotspot_nodes is missing (expected integers"}},
    {"topology that lacks a key", test_design_gpu, {"network.topology=butterfly"}, "network.topology=butterfly",
     {"network.radix is missing (expected an integer in 2..128)"}},
    {"routing for a topology without a choice", test_design_gpu, {"network.topology=crossbar",
     "network.routing=yx"}, "network.routing=yx",
     {"network.routing = \"yx\" does not apply: topology \"crossbar\" has one way for every pair (leave the routing "
      "out; \"yx\" serves mesh, torus, cmesh, flattened-butterfly)"}},
    {"routing with too few virtual channels", test_design_gpu, {"network.routing=o1turn"},
     "network.routing=o1turn", {"routing \"o1turn\" needs 2 for each class of packets, so 4 here"}},
    {"pattern without memory nodes on a design with them", test_design_gpu, {"traffic.pattern=uniform"},
     "traffic.pattern=uniform", {"has no memory nodes (nodes.memory = 0)"}},
    {"explicit placement without tiles", test_design_gpu, {"nodes.placement=explicit"},
     "nodes.placement=explicit", {"nodes.memory_at names 0 tiles for nodes.memory = 8 (placement \"explicit\" needs"}},
    {"topology of other tiles", test_design_gpu, {"network.topology=cmesh"}, "network.topology=cmesh",
     {"nodes.compute + nodes.memory = 28 + 8 does not fit"}},
    {"workload without memory nodes", test_design_synthetic, {"workload=HH"}, "workload=HH",
     {"has no memory nodes to run a workload with"}},
    {"figure of a workload without memory nodes", test_design_synthetic, {"workload.warps=8"},
     "workload.warps=8", {"has no memory nodes to run a workload with"}},
};
/* clang-format on */

static void override_fault_is_named(void **state)
{
    const override_fault *c = *state;
    noc_source source = test_source("good.cfg", c->text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    const noc_status status =
        noc_design_read(&source, c->overrides, test_count_texts(c->overrides), &design, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_EUSAGE);
    assert_null(design);
    assert_int_equal(diag.count, 1);
    char place[200];
    snprintf(place, sizeof place, "--set %s", c->blamed);
    assert_string_equal(diag.messages[0].file, place);
    assert_int_equal(diag.messages[0].line, 0);
    assert_int_equal(diag.messages[0].status, NOC_EUSAGE);
    for (size_t i = 0; i < TEST_COUNT(c->says) && c->says[i]; i++)
        assert_contains(diag.messages[0].text, c->says[i]);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, override_faults, override_fault_is_named);
    return test_run("design: overrides", &list);
}
