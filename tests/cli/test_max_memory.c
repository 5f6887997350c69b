/* --max-memory: sizes, and runs that would need more. */
#include "tests/support/users/command_lines.h"

#define ROWS(count)                                                                \
    "(echo cycle,source,destination,class,bytes; yes 1,0,1,read,8 | head -" #count \
    ") >\"$D\"/t.csv; "
#define LARGE_CFG                                                                              \
    "nodes = { compute = 576; memory = 0; }; network = { topology = \"torus\"; columns = 24; " \
    "rows "                                                                                    \
    "= 24; }; traffic = { pattern = \"uniform\"; replies = false; };"
#define LARGE "printf '%s' '" LARGE_CFG "' >\"$D\"/large.cfg; "
#define MERGED                                                                             \
    "printf 'nodes = { compute = 2304; memory = 0; }; network = { topology = \"mesh\"; "   \
    "columns = 48; rows = 48; }; traffic = { pattern = \"uniform\"; replies = false; };' " \
    ">\"$D\"/merged.cfg; "
#define GRAPH                                                                                 \
    "printf 'nodes = { compute = 3; memory = 1; }; network = { topology = \"file\"; links = " \
    "\"links.csv\"; attach = \"attach.csv\"; };' >\"$D\"/graph.cfg; "                         \
    "printf 'node,router\\n0,0\\n1,1\\n2,2\\n3,3\\n' >\"$D\"/attach.csv; "                    \
    "echo from,to,cycles,mm >\"$D\"/links.csv; "
#define SIZE_NEEDED "expected a size above 0, for example 512MB or 4GiB"

static const cli_case cases[] = {
    {"no size", "\"$N\" query te13-baseline --max-memory 0", 2, NULL, SIZE_NEEDED},
    {"no unit", "\"$N\" query te13-baseline --max-memory 512", 2, NULL, SIZE_NEEDED},
    {"a unit that is none", "\"$N\" check te13-baseline --max-memory 3XB", 2, NULL, SIZE_NEEDED},
    {"below 0", "\"$N\" sample te13-baseline --max-memory=-1GiB", 2, NULL, SIZE_NEEDED},
    {"not a number", "\"$N\" describe keys --max-memory nanMB", 2, NULL, SIZE_NEEDED},
    {"no end", "\"$N\" describe keys --max-memory 1e400GB", 2, NULL, SIZE_NEEDED},
    {"a part of a unit", "\"$N\" describe topologies --max-memory 0.5GiB --format csv | head -1", 0,
     "name,", NULL},
    {"a design", LARGE "\"$N\" query \"$D\"/large.cfg --max-memory 20MB", 3, NULL,
     "would need 44 MiB of memory (limit 19.1 MiB; --max-memory SIZE sets another)"},
    {"a sample of one that can be queried",
     LARGE "\"$N\" query \"$D\"/large.cfg --max-memory 60MB -o /dev/null && \"$N\" sample "
           "\"$D\"/large.cfg --load 1% --max-memory 60MB -q",
     1, NULL, "a sample of this design would need "},
    {"its check", LARGE "\"$N\" query \"$D\"/large.cfg --load 1% --check --max-memory 70MB -q", 1,
     NULL, "a sample of this design would need "},
    {"uniform traffic of 2,304 nodes, whose flows alone would be 170 MB", /* measured: 37 MB */
     MERGED "\"$N\" query \"$D\"/merged.cfg --max-memory 60MB", 0,
     "cures: --cures (so large a network", NULL},
    {"beyond its saturation, which is not played", /* measured: 38 MB */
     MERGED "\"$N\" query \"$D\"/merged.cfg --load 0.9 --max-memory 60MB", 0,
     "saturation is at 0.049", NULL},
    {"the model of a network without symmetry, and the search for its cause", /* counted: 19.5 MiB */
     "printf 'nodes = { compute = 240; memory = 16; placement = \"scattered\"; }; network = { "
     "topology = \"mesh\"; columns = 16; rows = 16; };' >\"$D\"/lone.cfg; \"$N\" query "
     "\"$D\"/lone.cfg --max-memory 24MiB",
     0, "limited by  the network", NULL},
    {"a run that nobody estimates", "\"$N\" describe keys --max-memory 1kB", 1, NULL,
     "the run would need "},
    {"a trace", ROWS(200000) "\"$N\" import trace \"$D\"/t.csv --max-memory 20MB", 3, NULL,
     "t.csv: the trace would need "},
    {"a trace from a pipe",
     "(echo cycle,source,destination,class,bytes; yes 1,0,1,read,8) | \"$N\" import trace - "
     "--max-memory 20MB",
     3, NULL, "the trace up to this line would need "},
    {"a small file that is a large trace",
     "(echo cycle,source,destination,class,bytes; yes 1,0,1,read,8 | head -1000000) | xz -0 "
     ">\"$D\"/t.xz; \"$N\" import trace \"$D\"/t.xz --max-memory 20MB",
     3, NULL, "t.xz: the trace would need "},
    {"a trace that is played",
     ROWS(60000) "\"$N\" sample te13-baseline --trace \"$D\"/t.csv --max-memory 20MB -q", 3, NULL,
     "t.csv: playing the trace would need "},
    {"a trace that is played as it is read, all of it in a cycle",
     ROWS(100000) "\"$N\" sample te13-baseline --trace \"$D\"/t.csv --max-memory 25MB -q", 1, NULL,
     "nocsight: the run would need "},
    {"a trace without lines", "\"$N\" import trace /dev/zero", 3, NULL,
     "/dev/zero:1: the line is longer than 1 MiB"},
    {"a trace of one line",
     "(echo cycle,source,destination,class,bytes; yes 1 | tr -d '\\n' | head -c 1048577) "
     ">\"$D\"/t.csv; \"$N\" sample te13-baseline --trace \"$D\"/t.csv",
     3, NULL, "t.csv:2: the line is longer than 1 MiB"},
    {"a table",
     GRAPH "yes 0,1,1,1 | head -1000000 >>\"$D\"/links.csv; \"$N\" check \"$D\"/graph.cfg "
           "--max-memory 40MB",
     3, NULL, "of memory (limit "},
    {"a small file that is a large table",
     GRAPH "yes 0,1,1,1 | head -4000000 | bzip2 >\"$D\"/links.csv; \"$N\" check \"$D\"/graph.cfg "
           "--max-memory 20MB",
     3, NULL, "links.csv: to read this file would need "},
    {"a table that does not end",
     GRAPH "sed -i 's,links.csv,/dev/zero,' \"$D\"/graph.cfg; \"$N\" check \"$D\"/graph.cfg "
           "--max-memory 20MB",
     3, NULL, "/dev/zero: is binary"},
    {"a table of one line",
     GRAPH "yes 1 | tr -d '\\n' | head -c 3000000 >>\"$D\"/links.csv; \"$N\" check "
           "\"$D\"/graph.cfg",
     3, NULL, "links.csv:2: the line is longer than 1048576 bytes"},
};

int main(void)
{
    return test_command_lines("max_memory", cases, TEST_COUNT(cases));
}
