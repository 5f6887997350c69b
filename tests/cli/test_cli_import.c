/* What users meet that import: the folder, what is told, what is refused. */
#include "tests/support/users/command_lines.h"

#define IMPORT "\"$N\" import booksim \"$D\"/t.txt -o \"$D\"/t --compute 16 "
#define MESH                                                                              \
    "printf 'topology = mesh; k = 4;\\nrouting_function = dor;\\nnum_vcs = 4;\\nnoq = 1;" \
    "\\n' >\"$D\"/t.txt && "
#define GRAPH                                                                                   \
    "printf 'topology = anynet; routing_function = min;\\nnum_vcs = 4; network_file = g.txt;' " \
    ">\"$D\"/t.txt && printf 'router 0 node 0 router 1 3\\nrouter 1 node 1\\n' >\"$D\"/g.txt && "
#define KERNEL "\"$N\" import accelsim \"${C%/cli/*}\"/tests/reference/kernels/pow-2blocks.traceg "
#define CLEAN  "; s=$?; rm -r \"$D\"/t; exit $s"
#define ICNT   "\"${C%/cli/*}\"/tests/reference/icnt/config_"

static const cli_case cases[] = {
    {"a design is made", MESH IMPORT ">\"$D\"/told && \"$N\" check \"$D\"/t/t.cfg" CLEAN, 0,
     "t.cfg: ok (16 routers", NULL},
    {"what is not carried over is told", MESH IMPORT CLEAN, 0, "noq      1         4  left out",
     NULL},
    {"the next command is told", MESH IMPORT "| tail -n 1" CLEAN, 0, "/t/t.cfg --load 0.1", NULL},
    {"every setting in JSON", MESH IMPORT "--format json" CLEAN, 0,
     "\"setting\": \"num_vcs\",\n      \"value\": \"4\",\n      \"line\": 3,\n      \"became\": "
     "\"carried over\",",
     NULL},
    {"every setting in CSV", MESH IMPORT "--format csv" CLEAN, 0,
     "num_vcs,4,3,carried over,virtual_channels,\n", NULL},
    {"a kernel's trace and workload in a folder",
     KERNEL "-o \"$D\"/t >\"$D\"/told && grep -c 'thread blocks not traced  *53' \"$D\"/told && "
            "wc -l <\"$D\"/t/pow-2blocks.csv && grep -c '^workload' \"$D\"/t/pow-2blocks.cfg" CLEAN,
     0, "1\n129\n1\n", NULL},
    {"the same in a design, by the command that is told",
     KERNEL
     "--into cdx19-mesh-80 -o \"$D\"/t | tail -n 1 | sed \"s|^nocsight|'$N' -q|\" | sh" CLEAN,
     0, "cdx19-mesh-80, sample\n", NULL},
    {"a folder that is there", KERNEL "-o \"$D\"/t >\"$D\"/told && " KERNEL "-o \"$D\"/t" CLEAN, 2,
     NULL, "is not empty"},
    {"a kernel's workload in a file", KERNEL "-o \"$D\"/t.cfg && head -c 6 \"$D\"/t.cfg", 0,
     "# From", NULL},
    {"words of BookSim's command line",
     MESH "\"$N\" import booksim \"$D\"/t.txt k=2 num_vcs=8 -o "
          "\"$D\"/t --compute 4 >\"$D\"/told && grep -c "
          "'columns = 2\\|virtual_channels = 8' \"$D\"/t/t.cfg" CLEAN,
     0, "2\n", NULL},
    {"a graph beside its configuration",
     GRAPH "\"$N\" import booksim \"$D\"/t.txt -o \"$D\"/t "
           "--compute 1 --memory 1 >\"$D\"/told && cat "
           "\"$D\"/t/links.csv \"$D\"/t/attach.csv" CLEAN,
     0, "from,to,cycles,mm\n0,1,3,\n1,0,1,\nnode,router,kind\n0,0,compute\n1,1,memory\n", NULL},
    {"a way back that nobody wrote",
     GRAPH "\"$N\" import booksim \"$D\"/t.txt -o \"$D\"/t "
           "--compute 2 --format csv" CLEAN,
     0, "router 1 router 0,,1,assumed,1 cycle,", NULL},
    {"a graph, asked",
     GRAPH "\"$N\" import booksim \"$D\"/t.txt -o \"$D\"/t --compute 2 "
           ">\"$D\"/told && \"$N\" query \"$D\"/t/t.cfg" CLEAN,
     0, "one way  ", NULL},
    {"an empty folder is filled",
     MESH "mkdir \"$D\"/t && " IMPORT ">\"$D\"/told && ls \"$D\"/t" CLEAN, 0, "t.cfg\n", NULL},
    {"a folder with a slash",
     MESH "\"$N\" import booksim \"$D\"/t.txt -o \"$D\"/t/ --compute 16 "
          ">\"$D\"/told && ls \"$D\"/t" CLEAN,
     0, "t.cfg\n", NULL},
    {"a folder with files is not touched",
     MESH "mkdir \"$D\"/t && echo mine >\"$D\"/t/t.cfg && " IMPORT "; s=$?; cat \"$D\"/t/*; ls "
          "\"$D\" | grep -c part; rm -r \"$D\"/t; exit $s",
     2, "mine\n0\n", "t: is not empty: name a new folder"},
    {"a file is not touched",
     MESH "echo mine >\"$D\"/t && " IMPORT "; s=$?; cat \"$D\"/t; rm \"$D\"/t; exit $s", 2,
     "mine\n", "t: is there already"},
    {"a folder in none", MESH "\"$N\" import booksim \"$D\"/t.txt -o \"$D\"/no/t --compute 16", 1,
     NULL, "no/t: cannot be written: No such file or directory"},
    {"nothing is left of a fault",
     "printf 'topology = mesh; k = 4; routing_function = xy_yx; num_vcs = 1;\\n' "
     ">\"$D\"/t.txt; " IMPORT "; s=$?; ls \"$D\" | grep -c '^t$\\|part'; exit $s",
     3, "0\n", "t.txt: no design can be made of it: "},
    {"a fault has its line", "printf 'k = 4;\\nk = x;\\n' >\"$D\"/t.txt; " IMPORT, 3, NULL,
     "t.txt:2: k = x: expected a whole number"},
    {"the wrong number of nodes",
     MESH "\"$N\" import booksim \"$D\"/t.txt -o \"$D\"/t --compute 12", 2, NULL,
     "--compute 12 and --memory 0 make 12 nodes, the network has 16"},
    {"no folder", MESH "\"$N\" import booksim \"$D\"/t.txt --compute 16", 2, NULL, "needs -o DIR"},
    {"no nodes", MESH "\"$N\" import booksim \"$D\"/t.txt -o \"$D\"/t", 2, NULL,
     "needs --compute N"},
    {"another program", "\"$N\" import garnet x -o \"$D\"/t --compute 16", 2, NULL,
     "'garnet' is not a program whose files are read (booksim|netrace|accelsim|tt-npe|trace "
     "FILE...)"},
    {"no folder", "\"$N\" import booksim", 2, NULL, "needs -o DIR"},
    {"no file", "\"$N\" import booksim -o \"$D\"/t --compute 16", 2, NULL,
     "trace FILE... is missing"},
    {"a file that is not there", "\"$N\" import booksim \"$D\"/no.txt -o \"$D\"/t --compute 16", 3,
     NULL, "no.txt: cannot be opened"},
    {"a design is none of BookSim's",
     "\"$N\" import booksim \"${C%/cli/*}\"/configs/te13-baseline.cfg -o \"$D\"/t --compute 16", 3,
     NULL, "te13-baseline.cfg:1: expected the name of a setting before '#'"},
    {"a query of a configuration points here", MESH "\"$N\" query \"$D\"/t.txt", 3, NULL,
     "t.txt -o DIR' makes a design of it"},
    {"a GPU",
     "\"$N\" import booksim " ICNT "volta_islip.icnt -o \"$D\"/t --compute 80 --memory 64 "
     ">\"$D\"/told && \"$N\" query \"$D\"/t/*.cfg" CLEAN,
     0, "(11.0 cycles)", NULL},
    {"a GPU whose network has other nodes",
     "\"$N\" import booksim " ICNT "turing_islip.icnt -o \"$D\"/t --compute 30 --memory 24", 2,
     NULL, "make 54 nodes, the network has 52 (topology = fly; k=54 behind FILE has as many)"},
    {"the same, mended",
     "\"$N\" import booksim " ICNT "turing_islip.icnt k=54 -o \"$D\"/t --compute 30 --memory 24 "
     ">\"$D\"/told && \"$N\" check \"$D\"/t/*.cfg" CLEAN,
     0, "ok (2 routers, 30 compute", NULL},
};

int main(void)
{
    return test_command_lines("cli_import", cases, TEST_COUNT(cases));
}
