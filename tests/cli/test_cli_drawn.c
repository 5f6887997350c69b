/* What users meet of graphs of their own beside answers: pictures, words, placements, spaces over
 * their files. */
#include "tests/support/users/command_lines.h"

/* Makes $D/g a design of a tree, with files beside it; each command does, so that each stands
 * alone. */
#define GRAPH                                                                                    \
    "mkdir -p \"$D\"/g; cp " NOC_SOURCE_DIR "/tests/reference/drawn/tree.*.csv \"$D\"/g; "       \
    "echo 'nodes = { compute = 16; memory = 2; }; traffic = { pattern = \"many-to-few\"; }; "    \
    "network = { topology = \"file\"; virtual_channels = 8; links = \"tree.links.csv\"; attach " \
    "= \"tree.attach.csv\"; };' >\"$D\"/g/tree.cfg; "
#define SPACE                                                                                    \
    GRAPH "sed 's/,1$/,2/' \"$D\"/g/tree.links.csv >\"$D\"/g/two.csv; echo 'base = "             \
          "\"tree.cfg\"; axes = ( { key = \"network.links\"; values = (\"tree.links.csv\", "     \
          "\"two.csv\"); }, { key = \"network.buffer_flits\"; values = (4, 8); } ); "            \
          "objectives = (\"max:saturation_flits_per_cycle\", \"min:network_area_mm2\");' "       \
          ">\"$D\"/g/tree.space; rm -f \"$D\"/g/s.db; \"$N\" sweep \"$D\"/g/tree.space --store " \
          "\"$D\"/g/s.db -q >\"$D\"/g/out; "

/* A ring of 4,096 routers. */
#define LARGE                                                                                    \
    "awk -v d=\"$D\" 'BEGIN { n = 4096; l = d \"/large.csv\"; a = d \"/nodes.csv\"; "            \
    "print \"from,to,cycles,mm\" >l; print \"node,router\" >a; for (i = 0; i < n; i++) { "       \
    "j = (i + 1) % n; print i \",\" j \",1,1\" >l; print j \",\" i \",1,1\" >l; "                \
    "print i \",\" i >a } }'; echo 'nodes = { compute = 4096; }; network = { topology = "        \
    "\"file\"; links = \"large.csv\"; attach = \"nodes.csv\"; virtual_channels = 8; }; traffic " \
    "= { pattern = \"uniform\"; };' >\"$D\"/large.cfg; "

static const cli_case cases[] = {
    {"a graph in words", GRAPH "\"$N\" describe \"$D\"/g/tree.cfg", 0,
     "1.47 links on average, 2 at most; between halves at most 4 flits/cycle each way", NULL},
    {"a graph drawn", GRAPH "\"$N\" describe \"$D\"/g/tree.cfg --format svg", 0,
     "6 routers, 8 links with their cycles", NULL},
    {"places in a graph", GRAPH "\"$N\" place \"$D\"/g/tree.cfg --memory 2 -q", 0,
     "all 19 placements tried", NULL},
    {"places in a graph as CSV", GRAPH "\"$N\" place \"$D\"/g/tree.cfg --memory 2 -q --format csv",
     0, "as attached,4 5,", NULL},
    {"the best place, written and read again",
     GRAPH "\"$N\" place \"$D\"/g/tree.cfg -q --format csv --attach \"$D\"/g/best.csv | sed -n 2p "
           "| cut -d, -f5 >\"$D\"/g/one; \"$N\" query \"$D\"/g/tree.cfg --set "
           "network.attach=best.csv --format csv | sed -n 2p | cut -d, -f9 | cmp - \"$D\"/g/one && "
           "echo same",
     0, "same", NULL},
    /* 12 cores and 4 memory nodes, as a column `kind` says, become 14 and 2 */
    {"another number of memory nodes than the file's kinds",
     "cp " NOC_SOURCE_DIR "/configs/graphs/gpu-tree.* \"$D\"; \"$N\" place \"$D\"/gpu-tree.cfg "
     "--memory 2 -q --format csv --attach \"$D\"/best.csv >\"$D\"/out && \"$N\" query "
     "\"$D\"/gpu-tree.cfg --set nodes.compute=14 --set nodes.memory=2 --set "
     "network.attach=best.csv -q >\"$D\"/out && tail -n 2 \"$D\"/best.csv | tr '\\n' ' '",
     0, "memory 15,", NULL},
    /* 7 cores, 64 bytes of data of 1.4 flits, 0.602 GHz: 192.64 GB/s for a flit a cycle */
    {"saturation of places in data and in flits",
     "\"$N\" place te13-baseline --set network.columns=3 --set network.rows=3 --set "
     "nodes.compute=7 "
     "--set nodes.memory=2 --memory 2 -q --format json | jq -c '[.designs[] | "
     ".saturation_data_gb_per_s / .saturation_flits_per_cycle * 100 | round] | unique'",
     0, "[19264]\n", NULL},
    {"a graph's places drawn", GRAPH "\"$N\" place \"$D\"/g/tree.cfg -q --format svg", 2, NULL,
     "placements are drawn on grids only"},
    {"an attachment of a grid", "\"$N\" place te13-baseline --attach \"$D\"/best.csv", 2, NULL,
     "--attach is for graphs"},
    {"too many for a graph", GRAPH "\"$N\" place \"$D\"/g/tree.cfg --memory 18", 2, NULL,
     "18 memory nodes on 18 nodes of a graph"},
    {"a torus is the same after a shift",
     "\"$N\" place synthetic-mesh -q --memory 2 --set network.topology=torus --set "
     "network.virtual_channels=4 --set traffic.pattern=many-to-few --set nodes.compute=62 --set "
     "nodes.memory=2",
     0, "(24, as 256 symmetries of", NULL},
    {"a graph too large for uniform traffic", LARGE "\"$N\" query \"$D\"/large.cfg", 3, NULL,
     "the design has 4096 routers and 1.68e+07 flows and would need 1.86 GiB of memory (limit 1 "
     "GiB; --max-memory SIZE sets another)"},
    {"a space over files", SPACE "cat \"$D\"/g/out", 0, "4  estimated now", NULL},
    {"and its front", SPACE "\"$N\" pareto --store \"$D\"/g/s.db -q", 0,
     "  tree.links.csv       4\n", NULL},
    {"and its page",
     SPACE "cd /; \"$N\" report --store \"$D\"/g/s.db -o \"$D\"/g/r.csv -q; cut -d, "
           "-f8 \"$D\"/g/r.csv | sort | uniq -c",
     0, "2 two.csv", NULL},
    {"a file that changed",
     SPACE "sed -i 's/^0,4,2/0,4,3/' \"$D\"/g/two.csv; \"$N\" sweep \"$D\"/g/tree.space --store "
           "\"$D\"/g/s.db -q",
     0, "2  estimated now", NULL},
    {"a file that did not", SPACE "\"$N\" sweep \"$D\"/g/tree.space --store \"$D\"/g/s.db -q", 0,
     "4 of them finished before", NULL},
    {"a file that changed under a store",
     SPACE "sed -i 's/^0,4,2/0,4,3/' \"$D\"/g/*.csv; \"$N\" pareto --store \"$D\"/g/s.db --measure "
           "--budget 1 -q",
     3, NULL, "have changed since it was estimated (sweep again)"},
};

int main(void)
{
    return test_command_lines("cli_drawn", cases, TEST_COUNT(cases));
}
