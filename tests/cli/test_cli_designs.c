/* What users meet that look at designs: checks, lists, descriptions, pictures. */
#include "tests/command_lines.h"

static const cli_case cases[] = {
    {"a link without a length",
     "\"$N\" check --resolved cdx19-cdxbar-56 | sed 's/short_mm = .*/short_mm = 0.0;/' | \"$N\" "
     "query -",
     3, NULL, "short_mm = 0.0: expected a number in 0.01..100"},
    {"a trace that is none", "echo x | \"$N\" workload fit -", 3, NULL, "-:1: the first line"},
    {"a trace whose packets wait for others, nodes by kind",
     "printf "
     "'cycle,source,destination,class,bytes,id,after,delay\n0,0,28,read,8,1,,\n0,0,28,read,8,,"
     "1,100\n' | \"$N\" sample te13-baseline --trace - --trace-nodes compute-memory --format json",
     0, "\"trace_packets\": 4,", NULL},
    {"another numbering of nodes", "\"$N\" sample te13-baseline --trace - --trace-nodes tiles", 2,
     NULL, "expected tile or compute-memory"},
    {"numbers of nodes of no trace", "\"$N\" sample te13-baseline --trace-nodes tile", 2, NULL,
     "--trace-nodes goes with --trace"},
    {"a trace with addresses",
     "printf 'cycle,source,destination,class,bytes,address\n0,0,12,read,8,0x80\n0,4,12,read,8,"
     "0xff\n' | \"$N\" sample icc-distblock-icc-cc --trace - --format json",
     0, "\"trace_packets\": 2,", NULL},
    {"a workload of addresses",
     "printf 'cycle,source,destination,class,bytes,address\n0,0,12,read,8,0x80\n0,1,12,read,8,"
     "0xff\n' | \"$N\" workload fit - --line-bytes 128",
     0, "sharing = { same = 1;", NULL},
    {"missing design", "\"$N\" query te13-baselin", 3, NULL, "did you mean 'te13-baseline'?"},
    {"missing design with suffix", "\"$N\" query te13-baselin.cfg", 3, NULL, "'te13-baseline'?"},
    {"design from standard input", "\"$N\" describe te13-baseline | \"$N\" query -", 0,
     "saturation", NULL},
    {"check", "\"$N\" check te13-baseline", 0, "te13-baseline: ok (36 routers", NULL},
    {"check goes on after a wrong file", "\"$N\" check \"$D\"/wrong.cfg te13-baseline", 3,
     "te13-baseline: ok", "wrong.cfg: 3 errors"},
    {"check --resolved can be checked", "\"$N\" check te13-baseline --resolved | \"$N\" check -", 0,
     "-: ok", NULL},
    {"a starter passes check", "\"$N\" new | \"$N\" check -", 0, "-: ok", NULL},
    {"starter of an unknown topology", "\"$N\" new mehs", 2, NULL, "did you mean 'mesh'?"},
    {"list", "\"$N\" list patterns", 0, "many-to-few", NULL},
    {"list designs", "\"$N\" list designs", 0, "te13-baseline", NULL},
    {"list of nothing", "\"$N\" list", 2, NULL, "WHAT is missing"},
    {"list of an unknown word", "\"$N\" list topologie", 2, NULL, "'topologies'?"},
    {"describe a key", "\"$N\" describe flit_bytes", 0, "network.flit_bytes", NULL},
    {"describe a metric", "\"$N\" describe round_trip_cycles", 0, "unit     cycles", NULL},
    {"describe a design", "\"$N\" describe te13-baseline", 0, "name = \"te13-baseline\";", NULL},
    {"describe a topology", "\"$N\" describe cdxbar", 0, "network.converged_ports", NULL},
    {"describe says how nodes share switches", "\"$N\" describe cdx19-cdxbar-180", 0,
     "4 of 22 and 4 of 23", NULL},
    {"check --resolved says it too", "\"$N\" check --resolved te13-xbar-16b", 0,
     "2 of 2 and 8 of 3", NULL},
    {"describe a file",
     "\"$N\" check --resolved te13-fbfly-64 >\"$D\"/f.cfg && \"$N\" describe \"$D\"/f.cfg", 0,
     "flattened-butterfly", NULL},
    {"describe says what circuits are built of", "\"$N\" describe rapid18-rapid-16", 0,
     "16 hinge routers without buffers, 48 links between them", NULL},
    {"routers of circuits are counted", "\"$N\" check rapid18-rapid-16", 0, "ok (32 routers", NULL},
    {"a picture of a circuit", "\"$N\" describe rapid18-rapid-16 --format svg", 0, "X: a row",
     NULL},
    {"parts of circuits have their counts",
     "\"$N\" query rapid18-rapid-16 --breakdown --format csv", 0, ",repeater,3072,", NULL},
    {"a space of circuits", "\"$N\" sweep \"${C%/cli/*}\"/configs/rapid18.space --dry-run", 0,
     "100  to be estimated", NULL},
    {"kinds of networks", "\"$N\" list networks", 0, "slices, ring-slices", NULL},
    {"a picture", "\"$N\" describe te13-xbar-16b --format svg", 0, "class=\"concentrator\"", NULL},
    {"a picture of nothing", "\"$N\" describe te13-xbar --format svg", 3, NULL,
     "no shipped design"},
    {"a picture of a number", "\"$N\" query te13-baseline --format svg", 2, NULL,
     "needs --breakdown"},
    {"a picture where there are none", "\"$N\" bound te13-baseline --format svg", 2, NULL,
     "has no pictures"},
    {"a design drawn", "\"$N\" describe te13-baseline -o \"$D\"/d.svg && head -c 4 \"$D\"/d.svg", 0,
     "<svg", NULL},
    {"describe what is not", "\"$N\" describe flitbytes", 2, NULL, "'flit_bytes'?"},
};

int main(void)
{
    return test_command_lines("cli_designs", cases, TEST_COUNT(cases));
}
