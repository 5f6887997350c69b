/* validate --booksim: what is asked of a program in BookSim's place, and what is shown of its
 * answers. It prints as BookSim 2.0 does, and accepts 0.3 flits a cycle and node. */
#include "tests/support/users/command_lines.h"

#define PROGRAM                                                                                   \
    "cat >\"$D\"/b <<'X'\n#!/bin/sh\necho \"$@\" >>\"${0%/*}\"/words\nrate=$(sed -n "             \
    "'s/^injection_rate = //p' $1 | tr -d ';')\nawk -v r=$rate 'BEGIN { a = r < 0.3 ? r : 0.3; "  \
    "print \"====== Overall Traffic Statistics ======\"; print \"====== Traffic class 0 "         \
    "======\"; print \"Packet latency average = 20.5 (1 samples)\"; print \"Injected packet "     \
    "rate average = \" r / 4 \" (1 samples)\"; print \"Accepted packet rate average = \" a / 4 "  \
    "\" (1 samples)\"; print \"Accepted flit rate average = \" a \" (1 samples)\" }'\nexit 255\n" \
    "X\nchmod +x \"$D\"/b && "
#define MESH                                                                                    \
    "printf 'name = \"d\"; nodes = { compute = 2; }; network = { topology = \"mesh\"; columns " \
    "= 2; rows = 1; }; traffic = { pattern = \"uniform\"; packet_flits = 4; %s };' "
#define BESIDE "\"$N\" validate \"$D\"/d.cfg --load 0.1 --precision 0.1 --booksim \"$D\"/b --quiet "
#define CLEAN  "; s=$?; rm -rf \"$D\"/b \"$D\"/d.cfg \"$D\"/words; exit $s"

static const cli_case cases[] = {
    {"latencies and saturation stand beside ours",
     PROGRAM MESH "'' >\"$D\"/d.cfg && " BESIDE "--format csv | cut -d, -f1-6" CLEAN, 0,
     "d,packet_latency_cycles,0.1,20.5,20.5,20.5", NULL},
    {"the saturation is found between what is accepted and what is not",
     PROGRAM MESH "'' >\"$D\"/d.cfg && " BESIDE
                  "--format csv | awk -F, '/saturation/ { print ($5 <= 0.3 / 0.98 && $6 >= 0.3 / "
                  "0.98 && $6 / $5 < 1.02 ? \"between\" : $0) }'" CLEAN,
     0, "between", NULL},
    {"as JSON", PROGRAM MESH "'' >\"$D\"/d.cfg && " BESIDE "--format json" CLEAN, 0,
     "\"schema\": \"nocsight.beside/1\"", NULL},
    {"as a table", PROGRAM MESH "'' >\"$D\"/d.cfg && " BESIDE CLEAN, 0,
     "  0.1           20.50     +-0.00", NULL},
    {"three seeds at a load, convergence off",
     PROGRAM MESH "'' >\"$D\"/d.cfg && " BESIDE
                  ">/dev/null && grep -c 'run.booksim seed=[123] .*sim_type=latency .*"
                  "stopping_thres=-1.0' \"$D\"/words" CLEAN,
     0, "3\n", NULL},
    {"the limit is held against BookSim",
     PROGRAM MESH "'' >\"$D\"/d.cfg && " BESIDE "--max-error 1 >/dev/null" CLEAN, 4, NULL,
     "the model's mean latency error beside BookSim is"},
    {"nothing is left behind",
     PROGRAM MESH "'' >\"$D\"/d.cfg && mkdir \"$D\"/tmp && TMPDIR=\"$D\"/tmp " BESIDE
                  ">/dev/null && rmdir \"$D\"/tmp && echo empty" CLEAN,
     0, "empty", NULL},
    {"no BookSim", "\"$N\" validate synthetic-mesh --booksim \"$D\"/none", 6, NULL,
     "none' is no program (give the path of BookSim 2.0's"},
    {"no name", "\"$N\" validate synthetic-mesh --booksim ''", 6, NULL,
     "an empty name is no program"},
    {"a program that is another",
     "printf '#!/bin/sh\\necho what is this\\n' >\"$D\"/b; chmod +x \"$D\"/b; " MESH
     "'' >\"$D\"/d.cfg && " BESIDE CLEAN,
     1, NULL, "ends without figures, as BookSim 2.0 would not; it says last: what is this"},
    {"batches have no load", PROGRAM MESH "'batch = 100;' >\"$D\"/d.cfg && " BESIDE CLEAN, 2, NULL,
     "validate --booksim compares loads"},
    {"overlays are no networks of BookSim's",
     PROGRAM "\"$N\" validate rapid18-rapid-16 --booksim \"$D\"/b" CLEAN, 3, NULL,
     "BookSim has networks of virtual-channel routers only"},
    {"a suite", "\"$N\" validate --suite test --booksim x", 2, NULL,
     "validate --booksim takes designs"},
};

int main(void)
{
    return test_command_lines("cli_beside", cases, TEST_COUNT(cases));
}
