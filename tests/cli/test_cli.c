/* The program as its users meet it: what it prints where, and how it exits. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/helpers.h"

/* One command line for the shell: $N is the program, $D a folder with the files of make_files.
 * `out` and `err` are parts of what must be written there; NULL: nothing may be. */
typedef struct cli_case {
    const char *name, *command;
    int status;
    const char *out, *err;
} cli_case;

static const cli_case cases[] = {
    {"no arguments", "\"$N\"", 2, NULL, "nocsight query te13-baseline"},
    {"help", "\"$N\" --help", 0, "Commands:", NULL},
    {"help, short", "\"$N\" -h", 0, "Exit status:", NULL},
    {"help of a command", "\"$N\" sample --help", 0, "--saturation", NULL},
    {"help needs no design", "\"$N\" query -h", 0, "Usage: nocsight query", NULL},
    {"help of every command fits 80 columns",
     "for c in $(sed -n 's/^NOC_COMMAND(\\(.*\\))$/\\1/p' \"$C\"); do \"$N\" $c --help || exit 1; "
     "done "
     "| awk 'length($0) > 80 { print; bad = 1 } END { if (!bad) print NR \" lines fit\" }'",
     0, "lines fit", NULL},
    {"version", "\"$N\" --version", 0, "nocsight ", NULL},
    {"unknown command", "\"$N\" qeury", 2, NULL, "did you mean 'query'?"},
    {"no such option -?", "\"$N\" query -?", 2, NULL, "unknown option '-?'"},
    {"unknown option", "\"$N\" query te13-baseline --lod 1", 2, NULL, "did you mean '--load'?"},
    {"unknown option in a cluster", "\"$N\" query -qz te13-baseline", 2, NULL,
     "unknown option '-z'"},
    {"option of another command", "\"$N\" query te13-baseline --saturation", 2, NULL,
     "'--saturation'"},
    {"option without its value", "\"$N\" query te13-baseline --load", 2, NULL,
     "--load needs a value"},
    {"short option without its value", "\"$N\" query te13-baseline -o", 2, NULL,
     "-o needs a value"},
    {"value for a flag", "\"$N\" query te13-baseline --quiet=1", 2, NULL, "--quiet takes no value"},
    {"no design", "\"$N\" query", 2, NULL, "DESIGN is missing"},
    {"one word too many", "\"$N\" query te13-baseline more", 2, NULL,
     "'more' is one word too many"},
    {"unknown format", "\"$N\" query te13-baseline --format xml", 2, NULL, "table, json or csv"},

    {"load nan", "\"$N\" query te13-baseline --load nan", 2, NULL, "--load nan: expected"},
    {"load inf", "\"$N\" query te13-baseline --load inf", 2, NULL, "--load inf: expected"},
    {"load too large for a double", "\"$N\" query te13-baseline --load 1e999", 2, NULL, "expected"},
    {"more load than a port takes", "\"$N\" query te13-baseline --load 1.5", 2, NULL, "at most 1"},
    {"load 0", "\"$N\" query te13-baseline --load 0", 2, NULL, "above 0"},
    {"negative load", "\"$N\" query te13-baseline --load -0.1", 2, NULL, "--load -0.1: expected"},
    {"load in hexadecimal", "\"$N\" query te13-baseline --load 0x1", 2, NULL, "expected"},
    {"load with words behind", "\"$N\" query te13-baseline --load '0.1 flits'", 2, NULL,
     "expected"},
    {"empty load", "\"$N\" query te13-baseline --load ''", 2, NULL, "expected"},
    {"precision 1", "\"$N\" sample -q te13-baseline --load 0.01 --precision 1", 2, NULL,
     "--precision 1"},
    {"precision 0", "\"$N\" sample -q te13-baseline --load 0.01 --precision 0", 2, NULL,
     "--precision 0"},
    {"negative seed", "\"$N\" sample -q te13-baseline --load 0.01 --seed -1", 2, NULL, "--seed -1"},
    {"seed that does not fit",
     "\"$N\" sample -q te13-baseline --load 0.01 --seed 99999999999999999999", 2, NULL,
     "expected an integer"},
    {"one point", "\"$N\" curve -q te13-baseline --points 1", 2, NULL, "2..1000"},
    {"sample without a task", "\"$N\" sample -q synthetic-mesh", 2, NULL, "--load L"},
    {"no outputs were asked for", "\"$N\" cost router --technology 22 --inputs 0 2>&1 | wc -l", 0,
     "1", NULL},
    {"a link without a length",
     "\"$N\" check --resolved cdx19-cdxbar-56 | sed 's/short_mm = .*/short_mm = 0.0;/' | \"$N\" "
     "query -",
     3, NULL, "short_mm = 0.0: expected a number in 0.01..100"},
    {"too narrow", "\"$N\" cost router --technology 22 --flit-bits 7", 2, NULL,
     "half of that to twice"},
    {"a technology without a table is a valid design, without cost",
     "\"$N\" describe te13-baseline | sed 's/technology_nm = 65/technology_nm = 55/' | \"$N\" "
     "check -",
     0, "no table has or encloses chip.technology_nm =\n  55", NULL},
    {"an ideal network has no cost, and is answered", "\"$N\" query te13-ideal | tr -s ' \\n' ' '",
     0, "made of nothing.", NULL},
    {"figures of cost, by the readings of a text", "\"$N\" reproduce -q cdx19-cost", 0,
     "full crossbar over CD-Xbar, area       +26.9", NULL},
    {"the id of a figure of cost", "\"$N\" reproduce -q cdx19-fig11-smesh-power --format csv", 0,
     "cdx19-fig11-smesh-power,\"S-mesh over mesh, power\",-18.7", NULL},
    {"published clocks", "\"$N\" reproduce -q cdx19-clock", 0, "80x16               about 600",
     NULL},
    {"an unknown figure of cost", "\"$N\" reproduce -q cdx19-cots", 2, NULL,
     "did you mean 'cdx19-cost'"},
    {"a picture of a figure, without gnuplot",
     "cd \"$D\"; PATH=/nowhere \"$N\" reproduce -q cdx19-clock -o clock.svg", 6, NULL,
     "gnuplot not found"},
    {"its script and data", "cat \"$D\"/clock.gp \"$D\"/clock-data.csv", 0,
     "0,\"published\",10,\"80x16\",600,,,about 600,,", NULL},
    {"a picture without a file", "\"$N\" reproduce -q cdx19-clock --format svg", 2, NULL,
     "-o FILE that ends in one of .svg .pdf .html"},
    {"several figures in one picture",
     "\"$N\" reproduce -q cdx19 -o \"$D/figure.svg\"; e=$?; test ! -e \"$D/figure.svg\" && exit $e",
     2, NULL, "one figure at a time"},
    {"a picture that cannot be written", "\"$N\" reproduce -q te13-chain -o /nowhere/figure.svg", 1,
     NULL, "/nowhere/figure.svg: cannot be written"},
    {"an unknown figure", "\"$N\" reproduce -q te13-figur8", 2, NULL,
     "did you mean 'te13-figure8'"},
    {"a workload that is none", "\"$N\" query -q te13-baseline --set workload=HHH", 2, NULL,
     "did you mean 'HH'"},
    {"a trace that is none", "echo x | \"$N\" workload fit -", 3, NULL, "-:1: the first line"},
    {"sample with both tasks", "\"$N\" sample -q te13-baseline --load 0.01 --saturation", 2, NULL,
     "give one of --load, --saturation and --trace"},
    {"several faults at once", "\"$N\" query te13-baseline --load x --format y", 2, NULL,
     "--format y: expected"},

    {"cost of a router", "\"$N\" cost router --inputs 24 --outputs 16 --technology 22", 0,
     "switch allocator", NULL},
    {"cost as JSON", "\"$N\" cost router --technology 22 --format json", 0, "\"buffer_write\"",
     NULL},
    {"cost of a link", "\"$N\" cost link --length-mm 3.3 --technology 22 --format csv", 0,
     "link,22,area_um2,active,", NULL},
    {"cost where there is no power", "\"$N\" cost router --technology 65 --format json", 0,
     "no source tells static", NULL},
    {"cost of what", "\"$N\" cost rooter --technology 22", 2, NULL, "neither router nor link"},
    {"cost without a technology", "\"$N\" cost router", 2, NULL, "--technology NM is missing"},
    {"cost of a link without a length", "\"$N\" cost link --technology 22", 2, NULL, "--length-mm"},
    {"cost of a link with inputs", "\"$N\" cost link --technology 22 --length-mm 3 --inputs 5", 2,
     NULL, "are for a router"},
    {"bound of an ideal network", "\"$N\" bound te13-ideal", 3, NULL, "no channels to bound"},
    {"cost of a link of no length", "\"$N\" cost link --technology 22 --length-mm 0", 2, NULL,
     "--length-mm 0: expected"},
    {"cost at an unknown technology", "\"$N\" cost router --technology 55", 2, NULL,
     "11, 22, 32, 45, 65 nm"},
    {"cost scaled", "\"$N\" cost router --technology 55 --scale", 0, "scaled on from 32 and 45 nm",
     NULL},
    {"cost of half a port", "\"$N\" cost router --technology 22 --inputs 2.5", 2, NULL,
     "an integer in"},
    {"cost of nan ports", "\"$N\" cost router --technology 22 --inputs nan", 2, NULL, "a number"},
    {"cost far outside", "\"$N\" cost router --technology 22 --inputs 600", 2, NULL,
     "measured are 3 to 180"},
    {"cost a little outside", "\"$N\" cost router --technology 22 --inputs 200 --outputs 16", 0,
     "off by a factor of 1.1", NULL},
    {"cost tree", "\"$N\" query te13-baseline --breakdown", 0, "network 0 (both)", NULL},
    {"cost tree as JSON", "\"$N\" query te13-baseline --breakdown --format json", 0,
     "\"component\": \"buffer\"", NULL},
    {"nominal activity", "\"$N\" query te13-baseline --set chip.technology_nm=22 --activity 0.1", 0,
     "dynamic power ", NULL},
    {"more activity than a channel has", "\"$N\" query te13-baseline --activity 1.5", 2, NULL,
     "--activity 1.5"},

    {"no table, query", "\"$N\" query te13-baseline --set chip.technology_nm=7", 0,
     "Warning: no area, power and clock: no table has or encloses chip.technology_nm =\n  7 "
     "(nearest: 11 nm; chip.scale_technology = true",
     NULL},
    {"no table, components",
     "\"$N\" query te13-baseline --set chip.technology_nm=7 --breakdown --load 0.02 --activity 0.1",
     0, "crossbars 5x5", NULL},
    {"no table, sample",
     "\"$N\" sample -q te13-baseline --load 0.01 --precision 0.1 --set "
     "chip.technology_nm=50",
     0, "nearest: 45 and 65 nm", NULL},
    {"no table, validate",
     "\"$N\" validate -q te13-baseline --precision 0.2 --set workload=HH --set "
     "chip.technology_nm=90",
     0, "nearest: 65 nm", NULL},
    {"no table, curve", "\"$N\" curve te13-baseline --points 2 --set chip.technology_nm=7", 0,
     "te13-baseline: round trip against load", NULL},
    {"no table, explain", "\"$N\" explain te13-baseline power_mw --set chip.technology_nm=7", 0,
     "there is no table of areas", NULL},
    {"no table, in a file",
     "\"$N\" describe te13-baseline | sed 's/technology_nm = 65/technology_nm = 7/' | \"$N\" query "
     "- --format json",
     0, "\"why\": \"there is no table of areas", NULL},
    {"no table, one of the variants", "\"$N\" query te13-baseline --vary chip.technology_nm=22,7",
     0, "technology_nm=7: Warning: no area, power and clock", NULL},
    {"no table, but scaled",
     "\"$N\" query te13-baseline --set chip.technology_nm=7 --set chip.scale_technology=true", 0,
     "scaled on from 11 and 22 nm", NULL},
    {"channels far too wide",
     "\"$N\" query te13-baseline --set network.flit_bytes=200 --format json", 0,
     "a router has 1600 bits a flit, and measured are 16 to 512 at 65 nm (half of that to twice",
     NULL},
    {"channels a little too wide", "\"$N\" query te13-baseline --set network.flit_bytes=128", 0,
     "off by a factor of 1.1", NULL},
    {"far too many ports", "\"$N\" query cdx19-fc-ideal-180 --set nodes.compute=400 --format json",
     0, "a router has 400 ports, and measured are 3 to 180 at 22 nm (up to twice that is answered)",
     NULL},
    {"a crossbar of a GPU: latency, and what would have a cost",
     "printf 'name = \"x\"; chip = { technology_nm = 5; scale_technology = \"true\"; }; nodes = { "
     "compute = 132; memory = 48; }; network = { topology = \"crossbar\"; flit_bytes = 32; };' | "
     "\"$N\" query - --format json",
     0,
     "no area, power and clock: a router has 180 ports, and measured are 3 to 80 at 5 nm (up to "
     "twice that is answered); two networks, for requests and replies, have 132 x 48\"",
     NULL},
    {"check of the same",
     "printf 'name = \"x\"; chip = { technology_nm = 5; scale_technology = \"true\"; }; nodes = { "
     "compute = 132; memory = 48; }; network = { topology = \"crossbar\"; flit_bytes = 32; };' | "
     "\"$N\" check - | tr -s ' \\n' ' '",
     0, "two networks, for requests and replies, have 132 x 48 ", NULL},
    {"two networks of it have a cost",
     "printf 'name = \"x\"; chip = { technology_nm = 5; scale_technology = \"true\"; }; nodes = { "
     "compute = 132; memory = 48; }; networks = ( { carries = \"request\"; topology = "
     "\"crossbar\"; flit_bytes = 32; }, { carries = \"reply\"; topology = \"crossbar\"; flit_bytes "
     "= 32; } );' | \"$N\" query -",
     0, "network area ", NULL},
    {"what is required holds",
     "\"$N\" query te13-baseline --load 0.03 --require 'round_trip_cycles < 70' --require "
     "'flit_bytes == 16'",
     0, "round trip", NULL},
    {"what is required does not hold",
     "\"$N\" compare te13-baseline te13-2xbw --load 0.03 --require 'round_trip_ns < 105'", 4,
     "round trip", "--require: te13-baseline (as it is): round_trip_ns < 105: does not hold"},
    {"what is required of a sample is not known",
     "\"$N\" sample -q te13-baseline --load 0.01 --precision 0.2 --require 'ipc > 1'", 4,
     "round trip", "ipc > 1: is not known"},
    {"what is required is no condition", "\"$N\" query te13-baseline --require 'round_tripp < 3'",
     2, NULL, "there is no setting or metric 'round_tripp'"},
    {"a load in transactions",
     "\"$N\" query te13-baseline --load 0.02tx --format csv | cut -d, -f7", 0, "\n0.028\n", NULL},
    {"a load in GB/s", "\"$N\" query te13-baseline --load 20GB/s --format json | tr -d ' \\n'", 0,
     "\"offered_gb_per_s\":{\"value\":20.0,", NULL},
    {"a share of saturation", "\"$N\" query te13-baseline --load 60%", 0,
     "model at load 60% (0.0299001 flits/cycle per injecting node)", NULL},
    {"a share of saturation, sampled", "\"$N\" sample -q te13-baseline --load 60% --precision 0.2",
     0, "sample at load 60% (0.0299001 flits", NULL},
    {"more GB/s than ports take", "\"$N\" query te13-baseline --load 900GB/s", 2, NULL,
     "--load 900GB/s: te13-baseline can inject at most 1 flits per cycle and node, which is a load "
     "of "
     "876.5119GB/s"},
    {"more than all of saturation", "\"$N\" sample te13-baseline --load 2500%", 2, NULL,
     "--load 2500%: te13-baseline can inject at most 1"},
    {"a load in an unknown unit", "\"$N\" query te13-baseline --load 20GB", 2, NULL,
     "--load 20GB: expected a load above 0: 0.03 (flits"},
    {"a plain load over widths is other work",
     "\"$N\" query te13-baseline --vary network.flit_bytes=16,32 --load 0.02 --format json", 0,
     "--load 0.02 is other work here", NULL},
    {"the same work needs no warning",
     "\"$N\" query te13-baseline --vary network.flit_bytes=16,32 --load 0.02tx --format json | "
     "grep "
     "-c 'is other work here' || true",
     0, "0\n", NULL},
    {"another source of costs",
     "\"$N\" compare te13-baseline --vary chip.technology_nm=45 --format json", 0,
     "costs are from DSENT, those of the first design (65 nm) from ORION 2.0", NULL},
    {"the rest of the chip is kept",
     "\"$N\" query te13-baseline --vary chip.technology_nm=22,32 "
     "--format json",
     0, "chip.other_area_mm2 = 244.68 is that of the first design", NULL},
    {"one source, two technologies",
     "\"$N\" compare te13-baseline --set chip.technology_nm=22 --vary chip.technology_nm=32 "
     "--format "
     "json | grep -c 'costs are from' || true",
     0, "0\n", NULL},
    {"flits of two widths are not compared",
     "\"$N\" compare te13-baseline --vary network.flit_bytes=32 | grep 'saturation load'", 0,
     "        -  ", NULL},
    {"a clock beyond what was built",
     "\"$N\" query te13-baseline --set chip.technology_nm=22 | tr -s ' \\n' ' '", 0,
     "max_clock_mhz = 7025 is beyond the fastest router that was ever built (5670 MHz", NULL},

    {"missing file", "\"$N\" query \"$D\"/none.cfg", 3, NULL, "/none.cfg: cannot be opened"},
    {"missing design", "\"$N\" query te13-baselin", 3, NULL, "did you mean 'te13-baseline'?"},
    {"missing design with suffix", "\"$N\" query te13-baselin.cfg", 3, NULL, "'te13-baseline'?"},
    {"folder", "\"$N\" query \"$D\"", 3, NULL, "is a directory"},
    {"empty standard input", "\"$N\" query - </dev/null", 3, NULL, "is empty"},
    {"wrong file", "\"$N\" query \"$D\"/wrong.cfg", 3, NULL,
     "wrong.cfg: 3 errors; nothing was computed"},
    {"lines are told", "\"$N\" query \"$D\"/wrong.cfg", 3, NULL, "wrong.cfg:2: "},
    {"control characters are not passed on", "\"$N\" query \"$D\"/hostile.cfg", 3, NULL, "?[31m"},
    {"wrong --set", "\"$N\" query te13-baseline --set network.rows=0", 2, NULL,
     "--set network.rows=0: "},
    {"unknown key in --set", "\"$N\" query te13-baseline --set network.rosw=3", 2, NULL,
     "did you mean 'rows'?"},
    {"wrong --vary", "\"$N\" query te13-baseline --vary network.flit_bytes=8,x", 2, NULL,
     "--vary network.flit_bytes=x: "},
    {"empty value in --vary", "\"$N\" query te13-baseline --vary network.flit_bytes=8,", 2, NULL,
     "a value is empty"},
    {"--vary without values", "\"$N\" query te13-baseline --vary network.flit_bytes", 2, NULL,
     "expected key=value"},
    {"too many variants",
     "S=$(seq -s, 1 150); \"$N\" query te13-baseline --vary chip.tile_mm=$S --vary "
     "chip.clock_mhz=$S",
     2, NULL, "2.25e+04 variants"},

    {"query", "\"$N\" query te13-baseline --load 0.02", 0, "round trip", NULL},
    {"options before the command", "\"$N\" --format csv query te13-baseline", 0, "name,file,hash",
     NULL},
    {"options before the design", "\"$N\" query --load 0.02 te13-baseline", 0, "round trip", NULL},
    {"options in between, whatever the environment says",
     "POSIXLY_CORRECT=1 \"$N\" query te13-baseline --load 0.02", 0, "round trip", NULL},
    {"design after --", "\"$N\" query -- te13-baseline", 0, "saturation", NULL},
    {"design from standard input", "\"$N\" describe te13-baseline | \"$N\" query -", 0,
     "saturation", NULL},
    {"variants", "\"$N\" query te13-baseline --vary network.flit_bytes=8,32", 0, "flit_bytes=32",
     NULL},
    {"base of the variants comes first",
     "\"$N\" query te13-baseline --vary network.flit_bytes=32,16 --format csv | cut -d, -f4 | tr "
     "'\\n' "
     "' '",
     0, "overrides network.flit_bytes=16 network.flit_bytes=32 ", NULL},
    {"commas in brackets do not split",
     "\"$N\" query te13-baseline --set nodes.placement=explicit --vary "
     "'nodes.memory_at=((0,0),(1,0),(2,0),(3,0),(4,0),(5,0),(0,1),(1,1))' --format csv | wc -l",
     0, "2\n", NULL},
    {"combinations",
     "\"$N\" query te13-baseline --vary network.flit_bytes=16,32 --vary network.routing=xy,yx "
     "--format "
     "csv "
     "| wc -l",
     0, "5\n", NULL},
    {"numbers do not depend on the locale",
     "LC_ALL=de_DE.UTF-8 \"$N\" query te13-baseline --format csv", 0, ",5.28571428571,", NULL},
    {"a saturated load is an answer", "\"$N\" query te13-baseline --load 0.9 --format json", 0,
     "\"status\": \"saturated\"", NULL},

    {"sample", "\"$N\" sample -q te13-baseline --load 0.01 --precision 0.1", 0, "95% interval",
     NULL},
    {"samples repeat, whatever the threads",
     "for j in 1 2 2; do \"$N\" sample te13-baseline --load 0.01 --precision 0.1 --format csv "
     "--jobs "
     "$j; "
     "done | sort | uniq -c | awk '{print $1}' | tr '\\n' ' '",
     0, "3 3 ", NULL},
    {"validate", "\"$N\" validate -q te13-baseline --precision 0.2", 0, "Saturation error:", NULL},
    {"validate with a limit that cannot hold",
     "\"$N\" validate -q te13-baseline --precision 0.2 --max-error 0", 4,
     "Latency error:", "above --max-error 0"},
    {"curve", "\"$N\" curve -q te13-baseline --points 4", 0, "busiest", NULL},
    {"bound", "\"$N\" bound te13-baseline", 0, "binding channel", NULL},
    {"bound as JSON", "\"$N\" bound te13-baseline --format json", 0,
     "\"bound_flits_per_cycle\": 0.108108108", NULL},
    {"bounds of variants",
     "\"$N\" bound te13-baseline --vary network.memory_ports=1,2 --format csv | wc -l", 0, "3\n",
     NULL},
    {"bound of nothing", "\"$N\" bound", 2, NULL, "DESIGN... is missing"},
    {"Ctrl-C while bounding",
     "timeout --foreground --preserve-status -s INT 1 \"$N\" bound synthetic-mesh --set "
     "network.columns=40 "
     "--set "
     "network.rows=40 --set nodes.compute=1600 --set traffic.pattern=transpose --quiet",
     130, "too high", "interrupted: "},
    {"compare", "\"$N\" compare te13-baseline te13-2xbw --load 0.02", 0, "networks[0].flit_bytes",
     NULL},
    {"compare finds what is equal", "\"$N\" compare te13-baseline te13-2xbw | grep 'hops mean'", 0,
     "indistinguishable", NULL},
    {"compare as JSON is an array",
     "\"$N\" compare te13-baseline te13-2xbw te13-1cycle --format json | grep -c nocsight.estimate",
     0, "3\n", NULL},
    {"compare variants", "\"$N\" compare te13-baseline --vary network.routing=xy,yx", 0,
     "routing=yx", NULL},
    {"compare one", "\"$N\" compare te13-baseline", 2, NULL, "nothing to compare"},
    {"explain", "\"$N\" explain te13-baseline", 0, "5.286 routers in the mean", NULL},
    {"explain one by its short name",
     "\"$N\" explain te13-baseline network_area --format csv | wc -l", 0, "7\n", NULL},
    {"explain by what was learned of others",
     "\"$N\" explain te13-baseline saturation --format csv | grep -c 'designs like it'", 0, "1\n",
     NULL},
    {"explain as derived",
     "\"$N\" explain te13-baseline saturation --format csv --uncalibrated | grep -c 'designs like "
     "it' || true",
     0, "0\n", NULL},
    {"explain by a calibration that is not there",
     "\"$N\" explain te13-baseline saturation --calibration nowhere.cfg", 3, NULL,
     "nowhere.cfg: cannot be opened"},
    {"explain what is missing", "\"$N\" explain synthetic-mesh packet_latency_cycles", 0,
     "no load was given", NULL},
    {"explain what is not", "\"$N\" explain te13-baseline saturaton", 2, NULL, "'saturation'?"},
    {"sampled curve", "\"$N\" curve -q te13-baseline --points 2 --sampled --precision 0.2", 0,
     "accepted", NULL},

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
    {"an ideal network", "\"$N\" query te13-ideal --load 0.02", 0, "network area", NULL},
    {"an ideal network with a limit", "\"$N\" query te13-bwlimit --load 0.02", 0, "network area",
     NULL},
    {"a picture", "\"$N\" describe te13-xbar-16b --format svg", 0, "class=\"concentrator\"", NULL},
    {"a picture of nothing", "\"$N\" describe te13-xbar --format svg", 3, NULL,
     "no shipped design"},
    {"a picture of a number", "\"$N\" query te13-baseline --format svg", 2, NULL,
     "needs --breakdown"},
    {"a picture where there are none", "\"$N\" curve te13-baseline --format svg", 2, NULL,
     "has no pictures"},
    /* The only bars, of area and of power, are as long as there is room: 562 pixels each. */
    {"bars add up",
     "\"$N\" query te13-baseline --set chip.technology_nm=22 --load 0.03 --breakdown --format svg "
     "| "
     "sed -n 's/^<rect class=.* width=\"\\([0-9.]*\\)\".*/\\1/p' | "
     "awk '{ sum += $1 } END { printf \"%.0f\\n\", sum }'",
     0, "1124", NULL},
    {"bars of variants",
     "\"$N\" query cdx19-cdxbar-56 --breakdown --vary network.flit_bytes=16,32 -o \"$D\"/b.svg && "
     "grep -c flit_bytes=16 \"$D\"/b.svg",
     0, "2", NULL},
    {"bars on a page",
     "\"$N\" query cdx19-cdxbar-56 --breakdown -o \"$D\"/b.html && "
     "grep -c 'all networks' \"$D\"/b.html",
     0, "9", NULL},
    {"bars as PDF", "\"$N\" query cdx19-cdxbar-56 --breakdown -o \"$D\"/b.pdf", 2, NULL,
     "draws .svg and .html"},
    {"no picture of a table",
     "\"$N\" curve te13-baseline --points 2 -o \"$D\"/c.svg; e=$?; test ! -e \"$D\"/c.svg && exit "
     "$e",
     2, NULL, "'curve' has no pictures"},
    {"no picture of an answer", "\"$N\" query te13-baseline -o \"$D\"/c.svg", 2, NULL,
     "needs --breakdown"},
    {"the name of a file is its format",
     "\"$N\" query te13-baseline -o \"$D\"/c.json && \"$N\" query te13-baseline -o \"$D\"/c.csv && "
     "head -c 1 \"$D\"/c.json && head -c 5 \"$D\"/c.csv",
     0, "{name,", NULL},
    {"unless --format tells another",
     "\"$N\" query te13-baseline --format json -o \"$D\"/c.csv && head -c 1 \"$D\"/c.csv", 0, "{",
     NULL},
    {"a design drawn", "\"$N\" describe te13-baseline -o \"$D\"/d.svg && head -c 4 \"$D\"/d.svg", 0,
     "<svg", NULL},
    {"a typo of --version", "\"$N\" --vresion", 2, NULL, "did you mean '--version'"},
    {"a key without its group", "\"$N\" query te13-baseline --set flit_bytes=32", 2, NULL,
     "for example network.flit_bytes=32"},
    {"a key of the traffic without its group", "\"$N\" query te13-baseline --set hotspot_memory=1",
     2, NULL, "for example traffic.hotspot_memory=1"},
    {"bars of nothing", "\"$N\" query te13-ideal --breakdown -o \"$D\"/b.svg", 3, NULL,
     "no cost to draw"},
    {"channels of the model", "\"$N\" query te13-baseline --load 0.03 --channels", 0,
     "Left out: 172 of 192 channels", NULL},
    {"channels of a sample", "\"$N\" sample -q te13-baseline --load 0.01 --channels", 0,
     "Left out: 172 of 192 channels", NULL},
    {"channels of variants",
     "\"$N\" query te13-baseline --load 0.03 --channels --vary network.flit_bytes=16,32", 0,
     "busiest first, flit_bytes=32:", NULL},
    {"channels as JSON", "\"$N\" query te13-baseline --load 0.03 --channels --format json", 0,
     "\"reply_flits_per_cycle\"", NULL},
    {"channels as CSV", "\"$N\" query te13-baseline --load 0.03 --channels --format csv | wc -l", 0,
     "193", NULL},
    {"channels without a load", "\"$N\" query te13-baseline --channels", 2, NULL,
     "--channels needs --load"},
    {"channels at saturation", "\"$N\" sample te13-baseline --saturation --channels", 2, NULL,
     "--channels needs --load"},
    {"channels and components as CSV",
     "\"$N\" query te13-baseline --load 0.03 --channels --breakdown --format csv", 2, NULL,
     "different columns"},
    {"components", "\"$N\" query cdx19-clos-80 --breakdown", 0, "crossbars 10x8", NULL},
    {"components as JSON", "\"$N\" query cdx19-clos-80 --breakdown --format json", 0,
     "\"vc_buffers\": 2080", NULL},
    {"costs as CSV add up to the area",
     "\"$N\" query cdx19-cdxbar-56 --activity 0.1 --breakdown --format csv | "
     "awk -F, 'NR > 1 { sum += $6 } END { printf \"%.6f\\n\", sum }' >\"$D\"/sum && "
     "\"$N\" query cdx19-cdxbar-56 --format json | grep -A1 '\"network_area_mm2\"' | "
     "sed -n 's/.*\"value\": \\([0-9]*[.][0-9]\\{6\\}\\).*/\\1/p' | diff - \"$D\"/sum && echo same",
     0, "same", NULL},
    {"components as CSV", "\"$N\" query cdx19-clos-80 --breakdown --format csv", 0,
     ",crossbars_10x8,20", NULL},
    {"describe what is not", "\"$N\" describe flitbytes", 2, NULL, "'flit_bytes'?"},
    {"completion is a script",
     "\"$N\" completion bash >\"$D\"/c.sh && bash -n \"$D\"/c.sh && echo good", 0, "good", NULL},
    {"completion for another shell", "\"$N\" completion csh", 2, NULL, "'csh'"},

    {"output to a file", "\"$N\" query te13-baseline -o \"$D\"/out && cat \"$D\"/out", 0,
     "saturation", NULL},
    {"output to a folder that is not", "\"$N\" query te13-baseline -o \"$D\"/no/out", 1, NULL,
     "cannot be written"},
    {"output to a folder", "\"$N\" sample -q te13-baseline --load 0.01 -o \"$D\"", 1, NULL,
     "Is a directory"},
    {"devices are not replaced", "\"$N\" query te13-baseline -o /dev/null && test -c /dev/null", 0,
     NULL, NULL},
    {"no file after a fault",
     "\"$N\" query te13-baseline --set network.rows=7 -o \"$D\"/fault; test $? = 2 && test ! -e "
     "\"$D\"/fault",
     0, NULL, "does not fit"},
    {"full disk", "\"$N\" query te13-baseline >/dev/full", 1, NULL, "No space left"},
    {"full disk for help", "\"$N\" --help >/dev/full", 1, NULL, "No space left"},
    {"closed standard output", "\"$N\" query te13-baseline >&-", 1, NULL, "cannot be written"},
    {"a reader that leaves", "{ sleep 0.2; \"$N\" list keys; echo $? >&2; } | true", 0, NULL,
     "141"},
    {"Ctrl-C",
     "timeout --foreground --preserve-status -s INT 2 \"$N\" validate te13-baseline --precision "
     "0.001 "
     "--vary network.flit_bytes=4,8,16,32,64 --quiet >/dev/null",
     130, NULL, "interrupted: "},
    {"a background job stays deaf to Ctrl-C",
     "\"$N\" sample -q te13-baseline --load 0.03 & sleep 0.02; kill -INT $!; wait $!", 0,
     "round trip", NULL},
};

/* ---- running -------------------------------------------------------------------------------- */

static char folder[] = "/tmp/nocsight-cli-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    if (!out) abort();
    fputs(text, out);
    fclose(out);
}

static void make_files(void)
{
    write_file("wrong.cfg", "nodes = { compute = 28; memory = 8; };\n"
                            "network = { topology = \"mehs\"; columns = 6; rows = 6; };\n"
                            "chip = { tile_mm = -1.0; clock = 3; };\n");
    write_file("hostile.cfg",
               "nodes = { compute = 28; memory = 8; };\n"
               "network = { topology = \"\\x1b[31mred\"; columns = 6; rows = 6; };\n");
}

static void remove_files(void)
{
    DIR *all = opendir(folder);
    for (struct dirent *entry; all && (entry = readdir(all));) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(path);
    }
    if (all) closedir(all);
    rmdir(folder);
}

static char *read_back(const char *name)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return test_slurp(path);
}

static void check_stream(const char *name, const char *text, const char *expected)
{
    if (expected && !strstr(text, expected)) fail_msg("%s has no '%s':\n%s", name, expected, text);
    if (!expected && *text) fail_msg("%s should be empty:\n%s", name, text);
}

static void check_case(void **state)
{
    const cli_case *c = *state;
    char *command = NULL;
    assert_true(asprintf(&command, "{ %s\n} >%s/stdout 2>%s/stderr", c->command, folder, folder) >
                0);
    const int result = system(command);
    free(command);
    char *out = read_back("stdout"), *err = read_back("stderr");
    assert_true(WIFEXITED(result));
    if (WEXITSTATUS(result) != c->status)
        fail_msg("exit status %d, expected %d\n%s", WEXITSTATUS(result), c->status, err);
    check_stream("standard output", out, c->out);
    check_stream("standard error", err, c->err);
    free(out);
    free(err);
}

int main(void)
{
    static test_list list;
    if (!mkdtemp(folder)) return 1;
    setenv("N", NOC_BINARY, 1);
    setenv("D", folder, 1);
    setenv("C", NOC_SOURCE_DIR "/cli/commands.def", 1);
    make_files();
    TEST_TABLE(&list, cases, check_case);
    const int status = test_run("cli", &list);
    remove_files();
    return status;
}
