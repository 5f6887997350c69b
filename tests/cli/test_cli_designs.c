/* What users meet that look at designs: checks, lists, descriptions, pictures. */
#include "tests/support/users/command_lines.h"

static const cli_case cases[] = {
    {"a link without a length",
     "\"$N\" check --resolved cdx19-cdxbar-56 | sed 's/short_mm = .*/short_mm = 0.0;/' | \"$N\" "
     "query -",
     3, NULL, "short_mm = 0.0: expected a number in 0.01..100"},
    {"columns that tell a workload nothing",
     "printf 'cycle,source,destination,class,bytes,id,after,delay\n0,0,1,read,8,1,,\n9,8,1,read,8,,"
     "1,4\n' | \"$N\" import trace -",
     0, "# Not read: after, delay (a workload has none).\nworkload = {", NULL},
    {"a trace that is none", "echo x | \"$N\" import trace -", 3, NULL, "-:1: the first line"},
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
     "0xff\n' | \"$N\" import trace - --line-bytes 128",
     0, "sharing = { same = 1;", NULL},
    {"the shipped trace is played",
     "\"$N\" sample te13-baseline --trace example-trace --format json", 0,
     "\"trace_packets\": 242,", NULL},
    {"a trace that is packed, played as it was before",
     "cd \"$D\"; printf 'cycle,source,destination,class,bytes\n0,8,1,read,8\n3,9,1,write,72\n' >t; "
     "gzip -c t >p; head -2 t | bzip2 >q; tail -1 t | bzip2 >>q; xz -c t >r; for F in t p q r; do "
     "\"$N\" sample te13-baseline --trace $F --format csv -q | md5sum; done | sort -u | wc -l",
     0, "1\n", NULL},
    {"a trace that is cut off",
     "\"$N\" man query | gzip | head -c 900 >\"$D\"/cut.gz; \"$N\" sample te13-baseline --trace "
     "\"$D\"/cut.gz",
     3, NULL,
     "cut.gz: is cut off: the data that gzip packed continues behind the 900 bytes that are there "
     "(copy or "
     "pack "
     "it again; 'gzip -t' tests it)"},
    {"a trace that is damaged, beyond what is held",
     "cd \"$D\"; awk 'BEGIN {print \"cycle,source,destination,class,bytes\"; for (i = 0; i < "
     "90000; "
     "i++) print 9 * i \",8,1,read,8\"}' >long.csv; xz -1 -c long.csv | head -c 20000 >long.xz; "
     "\"$N\" sample te13-baseline --trace long.xz",
     3, NULL, "long.xz: is cut off: the data that xz packed continues behind the 20000 bytes"},
    {"a long trace in little memory",
     "cd \"$D\"; \"$N\" sample -q te13-baseline --trace long.csv --max-memory 16MB | grep -c "
     "'round "
     "trip  63.1'",
     0, "1\n", NULL},
    {"the same from a pipe",
     "cd \"$D\"; \"$N\" sample -q te13-baseline --trace - --max-memory 16MB <long.csv", 3, NULL,
     "the trace would need "},
    {"a line of a trace that is too long",
     "cd \"$D\"; (head -3 long.csv; head -c 2000000 /dev/zero | tr '\\0' 7) >wide.csv; \"$N\" "
     "sample "
     "te13-baseline --trace wide.csv",
     3, NULL, "wide.csv:4: the line is longer than 1 MiB"},
    {"a trace with long gaps",
     "cd \"$D\"; awk '{$1 *= 1e9; print}' FS=, OFS=, CONVFMT=%.0f long.csv | sed "
     "'1s/^0/cycle/;2000q' >gaps.csv; timeout 20 \"$N\" sample -q te13-baseline --trace gaps.csv "
     "--format json",
     0, "\"makespan_cycles\": 17982000000038", NULL},
    {"a design that is packed", "\"$N\" describe te13-baseline | xz | \"$N\" check -", 0, "-: ok",
     NULL},
    {"the shipped trace becomes a workload", "\"$N\" import trace example-trace", 0, "burst = 1;",
     NULL},
    {"a workload pasted behind a shipped design, as it is printed",
     "{ \"$N\" describe te13-baseline; \"$N\" import trace example-trace; } >\"$D\"/pasted.cfg; "
     "\"$N\" query \"$D\"/pasted.cfg --format json | tr -d ' \\n' | grep -o "
     "'\"burst\":1,' | head -1; \"$N\" check --resolved \"$D\"/pasted.cfg | grep instructions",
     0, "  instructions = 7.40496;", NULL},
    {"a workload says what it was counted from", "\"$N\" import trace example-trace", 0,
     "read_fraction = 0.876033;  // 106 of 121 requests", NULL},
    {"a workload in place of a design's own",
     "\"$N\" import trace example-trace --into te13-baseline | \"$N\" check -", 0, "-: ok", NULL},
    {"a workload in place of a group, with comments",
     "\"$N\" check --resolved te13-baseline --set workload=HH --set workload.burst=2 | sed "
     "'s/^workload = {/workload = { # a { in it\\n/' | \"$N\" import trace example-trace --into - "
     "| "
     "\"$N\" check -",
     0, "-: ok", NULL},
    {"a workload in place of one that no semicolon ends",
     "{ printf 'workload = \"HH\"\n'; \"$N\" describe te13-baseline | grep -v '^workload'; } | "
     "\"$N\" import trace example-trace --into - | \"$N\" query - | head -1",
     0, "te13-baseline, model", NULL},
    {"a workload in a design without memory nodes",
     "\"$N\" import trace example-trace --into synthetic-mesh", 3, NULL, "has no memory nodes"},
    {"missing design", "\"$N\" query te13-baselin", 3, NULL, "did you mean 'te13-baseline'?"},
    {"missing design with suffix", "\"$N\" query te13-baselin.cfg", 3, NULL, "'te13-baseline'?"},
    {"design from standard input", "\"$N\" describe te13-baseline | \"$N\" query -", 0, "at most",
     NULL},
    {"check", "\"$N\" check te13-baseline", 0, "te13-baseline: ok (36 routers", NULL},
    {"check goes on after a wrong file", "\"$N\" check \"$D\"/wrong.cfg te13-baseline", 3,
     "te13-baseline: ok", "wrong.cfg: 3 errors"},
    {"check --resolved can be checked", "\"$N\" check te13-baseline --resolved | \"$N\" check -", 0,
     "-: ok", NULL},
    {"a starter passes check", "\"$N\" new | \"$N\" check -", 0, "-: ok", NULL},
    {"every setting of a starter passes check", "\"$N\" new gpu --all | \"$N\" check -", 0, "-: ok",
     NULL},
    {"a starter of so many nodes", "\"$N\" new crossbar --compute 132 --memory 48 | \"$N\" check -",
     0, "132 compute and 48 memory nodes", NULL},
    {"a starter with tables", "\"$N\" new file", 0, "#links.csv from,to,cycles,mm", NULL},
    {"a ring", "\"$N\" new ring", 0, "topology \"torus\" with rows = 1", NULL},
    {"chiplets", "\"$N\" new chiplet", 2, NULL, "nocsight new file"},
    {"a space to start from", "\"$N\" new space | \"$N\" check -", 0,
     "-: ok (space my-space: 18 designs, 12", NULL},
    {"a space around a design of two networks",
     "\"$N\" new gpu -o \"$D\"/gpu.cfg && \"$N\" new space \"$D\"/gpu.cfg | \"$N\" check -", 0,
     "-: ok (space my-space", NULL},
    {"the options of a design for a space", "\"$N\" new space --compute 8", 2, NULL,
     "are of a design"},
    {"two words after new", "\"$N\" new mesh torus", 2, NULL, "one word too many"},
    {"check knows a shipped space", "\"$N\" check icc-frequency", 0,
     "icc-frequency: ok (space icc-frequency: 48 designs", NULL},
    {"check says why designs of a space are invalid",
     "printf 'base = \"te13-baseline\"; axes = ( { key = \"network.topology\"; values = (\"mesh\", "
     "\"clos\"); } );' | \"$N\" check -",
     0, "1 design invalid: ", NULL},
    {"a space without designs",
     "printf 'base = \"te13-baseline\"; constraints = (\"flit_bytes < 8\"); axes = ( { key = "
     "\"network.flit_bytes\"; values = (8, 16); } );' | \"$N\" check -",
     3, "-: wrong", "no design is left"},
    {"every mistake of a space", "printf 'base = \"te31-baseline\"; axs = ();' | \"$N\" check -", 3,
     NULL, "-: 3 errors"},
    {"a space as a design", "\"$N\" query te13", 3, NULL,
     "te13 is a space of designs: nocsight sweep te13 --store te13.db; a design: te13-baseline"},
    {"a space file as a design", "\"$N\" describe space >\"$D\"/x.cfg; \"$N\" query \"$D\"/x.cfg",
     3, NULL, "is a space of designs, not a design"},
    {"a design as a space", "\"$N\" sweep te13-baseline --dry-run", 3, NULL,
     "te13-baseline is a design: nocsight query te13-baseline"},
    {"a design file as a space",
     "\"$N\" new -o \"$D\"/m.cfg && \"$N\" sweep \"$D\"/m.cfg --dry-run", 3, NULL,
     "is a design, not a space of designs"},
    {"the format of spaces passes check", "\"$N\" describe space | \"$N\" check -", 0, "-: ok",
     NULL},
    {"a paper", "\"$N\" describe te13", 0, "10.1145/2512429", NULL},
    {"a paper's space", "\"$N\" describe te13", 0, "nocsight sweep te13 --store te13.db", NULL},
    {"a word with a blank", "\"$N\" describe virtual channel", 0, "network.virtual_channels", NULL},
    {"a key in the wrong group", "\"$N\" describe network.placement", 0, "nodes.placement", NULL},
    {"words are listed", "\"$N\" describe glossary", 0, "round trip", NULL},
    {"explain a word", "\"$N\" explain te13-baseline latency", 0, "latency, idle", NULL},
    {"explain a word at a load", "\"$N\" explain te13-baseline latency --load 0.02", 0,
     "round trip, loaded", NULL},
    {"help of a command", "\"$N\" help sweep", 0, "Usage: nocsight sweep", NULL},
    {"help of none", "\"$N\" help", 0, "Explore:", NULL},
    {"help of a typo", "\"$N\" help qeury", 2, NULL, "did you mean 'query'?"},
    {"starter of an unknown topology", "\"$N\" new mehs", 2, NULL, "did you mean 'mesh'?"},
    {"list", "\"$N\" describe patterns", 0, "many-to-few", NULL},
    {"list designs", "\"$N\" describe designs", 0, "te13-baseline", NULL},
    {"list of lists", "\"$N\" describe", 0, "topologies", NULL},
    {"list of an unknown word", "\"$N\" describe topologie", 2, NULL, "'topologies'?"},
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
    {"kinds of networks", "\"$N\" describe networks", 0, "slices, ring-slices", NULL},
    {"a picture", "\"$N\" describe te13-xbar-16b --format svg", 0, "class=\"concentrator\"", NULL},
    {"a picture of nothing", "\"$N\" describe te13-xbar --format svg", 3, NULL,
     "no shipped design"},
    {"a picture of a number", "\"$N\" query te13-baseline --format svg", 2, NULL,
     "needs --breakdown"},
    {"a picture where there are none", "\"$N\" explain --bound te13-baseline --format svg", 2, NULL,
     "has no pictures"},
    {"a design drawn", "\"$N\" describe te13-baseline -o \"$D\"/d.svg && head -c 4 \"$D\"/d.svg", 0,
     "<svg", NULL},
    {"describe what is not", "\"$N\" describe flitbytes", 2, NULL, "'network.flit_bytes'?"},
    {"a key without its group in --vary", "\"$N\" query te13-baseline --vary flit_bytes=8,16", 2,
     NULL, "did you mean 'network.flit_bytes=8,16'?"},
    {"tables that differ",
     "cd \"$D\"; printf 'node,router\\n0,0\\n1,1\\n' >nodes.csv; for C in 2 5; do "
     "printf 'from,to,cycles,mm\\n0,1,2,4\\n1,0,%s,4\\n' $C >links-$C.csv; "
     "echo \"nodes = { compute = 1; memory = 1; }; network = { topology = 'file'; attach = "
     "'nodes.csv'; links = 'links-$C.csv'; };\" | tr \\' '\"' >$C.cfg; done; "
     "\"$N\" compare 2.cfg 5.cfg | grep -A 2 'setting that differs' | tr -s ' '",
     0, "\nnetworks[0].link 0 1 2", NULL},
    {"a watch of standard input", "\"$N\" query - --watch <\"$D\"/wrong.cfg", 2, NULL,
     "query: --watch needs a file: standard input is not saved again"},
    {"a watch of a pipe", "mkfifo \"$D\"/fifo && \"$N\" query \"$D\"/fifo --watch", 2, NULL,
     "/fifo: --watch needs a file, which this is not"},
    {"a watch of a missing file", "\"$N\" query \"$D\"/none.cfg --watch", 3, NULL,
     "/none.cfg: cannot be opened"},
    {"a watch of a misspelt name", "\"$N\" query te13-baselin --watch", 3, NULL,
     "did you mean 'te13-baseline'?"},
    {"a watch that would read its answers",
     "cp \"$D\"/2.cfg \"$D\"/w.cfg; cd \"$D\"; \"$N\" query w.cfg --watch --format csv -o "
     "links-2.csv; "
     "echo $?; \"$N\" query w.cfg --watch --format csv -o w.cfg; echo $?; cmp 2.cfg w.cfg; grep -c "
     "from "
     "links-2.csv",
     0, "2\n2\n1\n", "w.cfg: the design is read from this file"},
    {"a watch that draws nowhere", "\"$N\" query te13-baseline --watch --breakdown --format svg", 2,
     NULL, "query: --watch draws into a file (-o FILE.svg)"},
    {"a watch with a wrong option", "\"$N\" query te13-baseline --watch --set network.rows=x", 2,
     NULL, "network.rows"},
    {"a watch that cannot write", "\"$N\" query te13-baseline --watch -o \"$D\"/none/x.json", 1,
     NULL, "cannot be written"},
    {"a watch whose reader leaves", "\"$N\" query te13-baseline --watch -q | head -1", 0,
     "te13-baseline, model", NULL},
    {"explain a typo", "\"$N\" explain te13-baseline latancy", 2, NULL, "did you mean 'latency'?"},
};

int main(void)
{
    return test_command_lines("cli_designs", cases, TEST_COUNT(cases));
}
