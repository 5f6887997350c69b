/* nocsight export: what BookSim is given, what is told, and that an import of it is the same
 * design. Where $BOOKSIM names BookSim's program, it runs what is written, beside the sampler. */
#include "tests/support/users/command_lines.h"

#define EXPORT "\"$N\" export booksim "
#define TO     " -o \"$D\"/e "
#define CLEAN  "; s=$?; rm -rf \"$D\"/e \"$D\"/i \"$D\"/f; exit $s"
#define NETWORK(text)                                                                             \
    "printf 'name = \"d\"; nodes = { compute = %d; memory = 0; }; network = { %s }; traffic = { " \
    "pattern = \"uniform\"; packet_flits = (1, 5); packet_mix = (0.25, 0.75); };' " text          \
    " >\"$D\"/d.cfg && "
/* Exported, imported and exported again: the same to the byte, for so many nodes. */
#define AGAIN(nodes)                                                                 \
    EXPORT "\"$D\"/d.cfg" TO                                                         \
           "--load 0.1 >\"$D\"/told && \"$N\" import booksim \"$D\"/e/d.booksim -o " \
           "\"$D\"/i --compute " nodes " >\"$D\"/told && " EXPORT                    \
           "\"$D\"/i/d.cfg -o \"$D\"/f --load 0.1 "                                  \
           ">\"$D\"/told && diff -r \"$D\"/e \"$D\"/f && grep topology \"$D\"/e/d.booksim" CLEAN

static const cli_case cases[] = {
    {"a mesh by its name",
     EXPORT "synthetic-mesh" TO "--load 0.1 >\"$D\"/told && cat \"$D\"/e/*" CLEAN, 0,
     "k = 8;\nn = 2;\ntopology = mesh;\nrouting_function = dim_order;\nnum_vcs = 4;\n", NULL},
    {"the load in flits",
     EXPORT "synthetic-mesh" TO "--load 0.1 >\"$D\"/told && cat \"$D\"/e/*" CLEAN, 0,
     "injection_rate_uses_flits = 1;\ninjection_rate = 0.100000000;\n", NULL},
    {"what is left out is told", EXPORT "te13-baseline" TO CLEAN, 0, "left out", NULL},
    {"memory nodes are nodes like others there", EXPORT "te13-baseline" TO CLEAN, 0,
     "requests, too", NULL},
    {"the next command is told", EXPORT "synthetic-mesh" TO "| tail -n 1" CLEAN, 0,
     "/e/synthetic-mesh.booksim", NULL},
    {"every setting in JSON", EXPORT "synthetic-mesh" TO "--format json" CLEAN, 0,
     "\"setting\": \"network.buffer_flits\"", NULL},
    {"two nodes on a tile are refused",
     EXPORT "te13-baseline --set nodes.compute=36 --set nodes.memory_on=compute-tiles" TO CLEAN, 2,
     NULL, "nodes.memory_on = \"compute-tiles\": BookSim has one node at each place"},
    {"overlays are refused", EXPORT "rapid18-rapid-16" TO CLEAN, 3, NULL,
     "network.topology = \"overlay\": BookSim has networks of virtual-channel routers only"},
    {"another program is refused", "\"$N\" export gem5 synthetic-mesh -o \"$D\"/e", 2, NULL,
     "'gem5' is not a program whose files are written (booksim)"},
    {"a folder is needed", EXPORT "synthetic-mesh", 2, NULL, "export needs -o DIR"},
    {"a folder that is not empty is refused",
     "mkdir \"$D\"/e && touch \"$D\"/e/x && " EXPORT "synthetic-mesh" TO CLEAN, 2, NULL,
     "is not empty: name a new folder"},
    {"again: classes by priority",
     "printf 'name = \"d\"; nodes = { compute = 16; memory = 0; }; network = { topology = "
     "\"mesh\"; "
     "columns = 4; rows = 4; virtual_channels = 4; allocator = \"select\"; }; traffic = { priority "
     "= "
     "\"class\"; classes = ({ name = \"class0\"; share = 0.75; pattern = \"uniform\"; packet_flits "
     "= "
     "(1, 5); packet_mix = (0.25, 0.75); }, { name = \"class1\"; share = 0.25; pattern = "
     "\"hotspot\"; "
     "hotspot_nodes = (5, 6); priority = 1; }); };' >\"$D\"/d.cfg && " AGAIN("16"),
     0, "topology = mesh", NULL},
    {"classes are lists",
     "printf 'name = \"d\"; nodes = { compute = 16; }; network = { topology = \"mesh\"; columns = "
     "4; "
     "rows = 4; }; traffic = { classes = ({ name = \"a\"; share = 0.75; pattern = \"uniform\"; "
     "packet_flits = 5; }, { name = \"b\"; share = 0.25; pattern = \"transpose\"; }); };' "
     ">\"$D\"/d.cfg && " EXPORT "\"$D\"/d.cfg" TO "--load 0.4 >\"$D\"/told && cat \"$D\"/e/*" CLEAN,
     0, "injection_rate = {0.300000000,0.100000000};", NULL},
    {"again: mesh",
     NETWORK("16 'topology = \"mesh\"; columns = 4; rows = 4; routing = \"romm\";'") AGAIN("16"), 0,
     "topology = mesh", NULL},
    {"again: torus that takes 2 cycles",
     NETWORK("64 'topology = \"torus\"; columns = 4; rows = 4; layers = 4; channel_cycles = 2; "
             "virtual_channels = 4;'") AGAIN("64"),
     0, "topology = torus", NULL},
    {"again: odd virtual channels of a torus, which BookSim would share",
     NETWORK("16 'topology = \"torus\"; columns = 4; rows = 4; virtual_channels = 5;'") AGAIN("16"),
     0, "topology = torus", NULL},
    {"an odd number of virtual channels on a torus is told",
     NETWORK("16 'topology = \"torus\"; columns = 4; rows = 4; virtual_channels = 5;'") EXPORT
     "\"$D\"/d.cfg" TO "| grep -A 5 virtual_channels; grep num_vcs \"$D\"/e/*" CLEAN,
     0, "num_vcs = 4;", NULL},
    {"routes that close circles are told when they come back",
     EXPORT "te13-cmesh-express-64" TO
            ">\"$D\"/told && \"$N\" import booksim \"$D\"/e/te13-cmesh-express-64.booksim "
            "use_read_write=0 traffic=uniform -o \"$D\"/i --compute 64 --format csv" CLEAN,
     0, "(routes),,,changed,2 layers", NULL},
    {"again: flattened butterfly, UGAL",
     NETWORK("64 'topology = \"flattened-butterfly\"; columns = 4; rows = 4; channel_cycles = 2; "
             "virtual_channels = 4; routing = \"ugal\";'") AGAIN("64"),
     0, "topology = flatfly", NULL},
    {"again: fat tree",
     NETWORK("27 'topology = \"fat-tree\"; arity = 3; levels = 3; routing = \"nca-adaptive\";'")
         AGAIN("27"),
     0, "topology = fattree", NULL},
    {"again: tree",
     NETWORK("64 'topology = \"tree\"; arity = 4; levels = 3; up_links = (2, 4);'") AGAIN("64"), 0,
     "topology = tree4", NULL},
    {"again: dragonfly",
     NETWORK(
         "72 'topology = \"dragonfly\"; concentration = 2; routers_per_group = 4; global_channels "
         "= 2; channel_cycles = 10; global_channel_cycles = 100; virtual_channels = 2;'")
         AGAIN("72"),
     0, "topology = dragonflynew", NULL},
    {"again: phases of a dragonfly have a virtual channel each there",
     NETWORK("72 'topology = \"dragonfly\"; concentration = 2; routers_per_group = 4; "
             "global_channels = 2; channel_cycles = 10; global_channel_cycles = 100; "
             "virtual_channels = 6; routing = \"ugal\";'") AGAIN("72"),
     0, "topology = dragonflynew", NULL},
    {"six virtual channels of a dragonfly become two, which is told",
     NETWORK("72 'topology = \"dragonfly\"; concentration = 2; routers_per_group = 4; "
             "global_channels = 2; channel_cycles = 10; global_channel_cycles = 100; "
             "virtual_channels = 6;'") EXPORT "\"$D\"/d.cfg" TO "--format csv" CLEAN,
     0, "network.virtual_channels,6,,changed,num_vcs = 2,", NULL},
    {"again: butterfly",
     NETWORK("16 'topology = \"butterfly\"; radix = 4; stages = 2;'") AGAIN("16"), 0,
     "topology = fly", NULL},
    {"again: a mesh that is no square is a graph",
     NETWORK("12 'topology = \"mesh\"; columns = 4; rows = 3;'") AGAIN("12"), 0,
     "topology = anynet", NULL},
    {"again: links of one direction get a way back",
     NETWORK("20 'topology = \"clos\"; m = 3; n = 5; r = 4;'") AGAIN("20"), 0, "topology = anynet",
     NULL},
    {"BookSim runs it: the latency is the sampler's",
     "test -z \"$BOOKSIM\" && echo close || { " EXPORT "synthetic-mesh" TO
     "--load 0.2 >\"$D\"/told && b=$(cd \"$D\"/e && \"$BOOKSIM\" synthetic-mesh.booksim | awk "
     "'/^Packet "
     "latency average/ { v = $5 } END { print v }'); o=$(\"$N\" sample synthetic-mesh --load 0.2 "
     "--format json --quiet | awk '/\"packet_latency_cycles\"/ { getline; gsub(/[^0-9.]/, \"\"); "
     "print; "
     "exit }'); echo $b $o | awk '{ print ($2 / $1 > 0.98 && $2 / $1 < 1.02 ? \"close\" : \"off\") "
     "}'; }" CLEAN,
     0, "close", NULL},
};

int main(void)
{
    return test_command_lines("cli_export", cases, TEST_COUNT(cases));
}
