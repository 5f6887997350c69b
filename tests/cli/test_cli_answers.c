/* What users meet that ask for answers: loads, variants, samples, comparisons, explanations. */
#include "tests/support/users/command_lines.h"

/* Core 0 has a memory node of its own, cores 1 to 3 share one; a reply is 4 flits of its node's one
 * a cycle, and all requests come in. So core 0 gets its 0.24 replies a cycle, each other 0.25 / 3:
 * 1.96 and 0.68 of the mean. */
#define SHARES                                                                                  \
    "cd \"$D\" && printf "                                                                      \
    "'source,destination,rate\\n0,4,0.24\\n1,5,0.24\\n2,5,0.24\\n3,5,0.24\\n' "                 \
    ">rates.csv && echo 'nodes = { compute = 4; memory = 2; }; network = { topology = "         \
    "\"crossbar\"; flit_bytes = 16; virtual_channels = 8; buffer_flits = 16; }; traffic = { "   \
    "rates "                                                                                    \
    "= \"rates.csv\"; read_fraction = 1.0; read_request_bytes = 8; read_reply_bytes = 64; };' " \
    ">shares.cfg && "

static const cli_case cases[] = {
    {"an ideal network has no cost, and is answered", "\"$N\" query te13-ideal | tr -s ' \\n' ' '",
     0, "power not known: an ideal network is made of nothing clock", NULL},
    {"a workload that is none", "\"$N\" query -q te13-baseline --set workload=HHH", 2, NULL,
     "did you mean 'HH'"},
    {"sample with both tasks", "\"$N\" sample -q te13-baseline --load 0.01 --saturation", 2, NULL,
     "give one of --load, --loop, --saturation and --trace"},
    {"bound of an ideal network", "\"$N\" explain --bound te13-ideal", 3, NULL,
     "no channels to bound"},
    {"bound of windows", "\"$N\" explain --bound rapid18-rapid-16", 3, NULL,
     "windows or slices bound it"},
    {"place with windows", "\"$N\" place rapid18-rapid-16", 3, NULL, "has none (nodes.placement"},
    {"what is required holds",
     "\"$N\" query te13-baseline --load 0.03 --require 'round_trip_cycles < 70' --require "
     "'flit_bytes == 16'",
     0, "round trip", NULL},
    {"what is required does not hold",
     "\"$N\" compare te13-baseline te13-2xbw --load 0.03 --require 'round_trip_ns < 102'", 4,
     "round trip", "--require: te13-baseline (as it is): round_trip_ns < 102: does not hold (10"},
    {"what is required of a sample is not known",
     "\"$N\" sample -q te13-baseline --load 0.01 --precision 0.2 --require 'ipc > 1'", 4,
     "round trip", "ipc > 1: is not known"},
    {"what is required is no condition", "\"$N\" query te13-baseline --require 'round_tripp < 3'",
     2, NULL, "there is no setting or metric 'round_tripp'"},
    {"a load in transactions",
     "\"$N\" query te13-baseline --load 0.02tx --format csv | cut -d, -f7", 0, "\n0.028\n", NULL},
    {"a load in GB/s", "\"$N\" query te13-baseline --load 20GB/s --format json | tr -d ' \\n'", 0,
     "\"offered_data_gb_per_s\":{\"value\":20.0,", NULL},
    {"no closed loop that nobody asked for",
     "\"$N\" new gpu >\"$D\"/g.cfg && \"$N\" query \"$D\"/g.cfg | grep -c ^IPC", 1, "0\n", NULL},
    {"with the program of the starters", "\"$N\" query \"$D\"/g.cfg --loop", 0,
     "closed loop running cdx19-high", NULL},
    {"with the design's own", "\"$N\" query te13-baseline --loop", 0,
     "closed loop running te13-all", NULL},
    {"a closed loop at a load", "\"$N\" query te13-baseline --loop --load 0.02", 2, NULL,
     "query: give one of --load and --loop"},
    {"a closed loop of peers", "\"$N\" query synthetic-mesh --loop", 2, NULL,
     "has no memory nodes to run a workload with"},
    {"a closed loop of a batch", "\"$N\" query te13-baseline --set traffic.outstanding=4 --loop", 2,
     NULL, "query: --loop: nodes send as fast"},
    {"a tail of a window", "\"$N\" query -q te13-baseline --load 0.03 --check", 0, "\np99  ", NULL},
    {"and none of the model", "\"$N\" query te13-baseline --load 0.03 | grep -c ^p99", 1, "0\n",
     NULL},
    {"a share of saturation", "\"$N\" query te13-baseline --load 60%", 0,
     "model at load 60% (0.040", NULL},
    {"a share of saturation, sampled", "\"$N\" sample -q te13-baseline --load 60% --precision 20%",
     0, "sample at load 60% (0.040", NULL},
    {"more GB/s than ports take", "\"$N\" query te13-baseline --load 900GB/s", 2, NULL,
     "--load 900GB/s: te13-baseline can inject at most 1 flits per cycle and node, which is a load "
     "of 770.56GB/s"},
    {"more than all of saturation", "\"$N\" sample te13-baseline --load 2500%", 2, NULL,
     "--load 2500%: te13-baseline can inject at most 1"},
    {"a load in an unknown unit", "\"$N\" query te13-baseline --load 20GB", 2, NULL,
     "--load 20GB: expected a load above 0: 0.03 (flits"},
    {"a plain load over widths is other work",
     "\"$N\" query te13-baseline --vary network.flit_bytes=16,32 --load 0.02 --format json", 0,
     "--load 0.02 is other work here", NULL},
    {"the same work needs no warning",
     "\"$N\" query te13-baseline --vary network.flit_bytes=16,32 --load 0.02tx --format json | "
     "grep -c 'is other work here' || true",
     0, "0\n", NULL},
    {"one source, two technologies",
     "\"$N\" compare te13-baseline --set chip.technology_nm=22 --vary chip.technology_nm=32 "
     "--format json | grep -c 'costs are from' || true",
     0, "0\n", NULL},
    {"flits of two widths are not compared",
     "\"$N\" compare te13-baseline --vary network.flit_bytes=32 | grep -A1 'saturation load' | tr "
     "-s ' '",
     0, " -\n", NULL},
    {"a clock beyond what was built, set",
     "\"$N\" query te13-baseline --set chip.technology_nm=22 --set chip.clock_mhz=1000 | tr -s ' "
     "\\n' ' '",
     0, "max_clock_mhz = 7025 is beyond the fastest router that was ever built (5670 MHz", NULL},
    {"a clock beyond what was built, not asked for",
     "\"$N\" query te13-baseline --set chip.technology_nm=22 | grep -c 'ever built' || true", 0,
     "0\n", NULL},
    {"a clock beyond what was built, explained",
     "\"$N\" explain te13-baseline max_clock_mhz --set chip.technology_nm=22 | tr -s ' \\n' ' '", 0,
     "the fastest that was ever built has 5670 MHz", NULL},
    {"one warning asks for the unit of a clock",
     "\"$N\" query te13-baseline --set chip.clock_mhz=1.26 | grep -c 'another unit'", 0, "1\n",
     NULL},
    {"columns without cores are one warning",
     "\"$N\" query rapid18-cenoc-16 --set nodes.placement=explicit --set nodes.compute=8 --set "
     "nodes.memory=8 --set 'nodes.memory_at=((0,0),(0,1),(0,2),(0,3),(2,0),(2,1),(2,2),(2,3))' "
     "--load 1% --format json | grep 'no slice'",
     0, "\"column 0 has no cores and no slice, and 1 more like it\"\n", NULL},
    {"a component's clock in GHz",
     "\"$N\" cost link --length-mm 1 --technology 22 --clock-mhz 1.26 | tr -s ' \\n' ' '", 0,
     "Warning: --clock-mhz = 1.26: was another unit meant? (1.26 GHz is 1260 MHz).", NULL},
    {"three warnings of one answer, and how many more",
     "\"$N\" query te13-baseline --set chip.technology_nm=50 --set chip.scale_technology=true "
     "--set chip.clock_mhz=9000 --set memory.tcl=20 --set network.buffer_flits=2 --load 0.02 | "
     "grep -cE '^Warning|^And [1-9] "
     "more warning'",
     0, "4\n", NULL},
    {"all warnings of it in JSON",
     "\"$N\" query te13-baseline --set chip.technology_nm=50 --set chip.scale_technology=true "
     "--set chip.clock_mhz=9000 --set memory.tcl=20 --set network.buffer_flits=2 --load 0.02 "
     "--format json | grep -cE 'another "
     "unit|not read|can reach|calibrated range|scaled'",
     0, "5\n", NULL},
    {"missing file", "\"$N\" query \"$D\"/none.cfg", 3, NULL, "/none.cfg: cannot be opened"},
    {"folder", "\"$N\" query \"$D\"", 3, NULL, "is a directory"},
    {"empty standard input", "\"$N\" query - </dev/null", 3, NULL, "is empty"},
    {"wrong file", "\"$N\" query \"$D\"/wrong.cfg", 3, NULL,
     "wrong.cfg: 3 errors; nothing was computed"},
    {"lines are told", "\"$N\" query \"$D\"/wrong.cfg", 3, NULL, "wrong.cfg:2: "},
    {"control characters are not passed on", "\"$N\" query \"$D\"/hostile.cfg", 3, NULL, "?[31m"},
    {"wrong --set", "\"$N\" query te13-baseline --set network.rows=0", 2, NULL,
     "--set network.rows=0: "},
    {"unknown key in --set", "\"$N\" query te13-baseline --set network.rosw=3", 2, NULL,
     "did you mean 'network.rows'?"},
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
    {"variants", "\"$N\" query te13-baseline --vary network.flit_bytes=8,32", 0, "flit_bytes=32",
     NULL},
    {"variants in the order given, the base among them",
     "\"$N\" query te13-baseline --vary network.flit_bytes=32,16,8 --format csv | cut -d, -f4 | tr "
     "'\\n' ' '",
     0, "overrides network.flit_bytes=32 network.flit_bytes=16 network.flit_bytes=8 ", NULL},
    {"a base that is not among them comes first",
     "\"$N\" query te13-baseline --vary network.flit_bytes=32,8 --format csv | cut -d, -f4 | tr "
     "'\\n' ' '",
     0, "overrides  network.flit_bytes=32 network.flit_bytes=8 ", NULL},
    {"changes are against the base where it stands",
     "\"$N\" query te13-baseline --vary network.flit_bytes=32,16 --format json | jq -r "
     "'[.[].changes.chip_area_mm2.change] | \"\\(.[0] > 0) \\(.[1])\"'",
     0, "true 0", NULL},
    {"which says so", "\"$N\" query te13-baseline --vary network.flit_bytes=32,16", 0,
     "Changes are against flit_bytes=16, the design as it is.", NULL},
    {"samples likewise",
     "\"$N\" sample -q te13-baseline --vary network.flit_bytes=32,16 --load 0.02tx --precision 0.5 "
     "--format csv | cut -d, -f4 | tr '\\n' ' '",
     0, "overrides network.flit_bytes=32 network.flit_bytes=16 ", NULL},
    {"bounds likewise", "\"$N\" explain --bound te13-baseline --vary network.flit_bytes=32,16", 0,
     "Changes are against flit_bytes=16.", NULL},
    {"a comparison has the base first",
     "\"$N\" compare te13-baseline --vary network.flit_bytes=32,16 --format csv | cut -d, -f4 | "
     "tr '\\n' ' '",
     0, "overrides network.flit_bytes=16 network.flit_bytes=32 ", NULL},
    {"units of variants",
     "\"$N\" query te13-baseline --vary 'chip.clock_mhz=602 MHz,1.2GHz' --format json | jq -r "
     "'[.[].design.overrides[0]] | join(\";\")'",
     0, "chip.clock_mhz=602 MHz;chip.clock_mhz=1.2GHz", NULL},
    {"model and sample beside each other",
     "\"$N\" query -q te13-baseline --load 20GB/s --measure --precision 0.3", 0, "difference  unit",
     NULL},
    {"with what only samples have",
     "\"$N\" query -q te13-baseline --load 20GB/s --measure --precision 0.3 | sed -n '/^model and "
     "sample/,$p'",
     0, "latency, p99", NULL},
    {"the cheapest cure is the last of the answer",
     "\"$N\" query -q te13-baseline --load 20GB/s --measure --precision 0.3 | tail -2 | cut -c1-16",
     0, "cheapest cure: n", NULL},
    {"as data, the model and then the sample, which is that of the command sample",
     "\"$N\" query -q te13-baseline --load 20GB/s --measure --precision 0.3 --format json | jq -c "
     "'[.[].method, .[1].metrics.round_trip_cycles.value]' >\"$D\"/a; \"$N\" sample -q "
     "te13-baseline "
     "--load 20GB/s --precision 0.3 --format json | jq -c '[\"model\", .method, "
     ".metrics.round_trip_cycles.value]' | cmp - \"$D\"/a && echo same",
     0, "same\n", NULL},
    {"as sure as asked, by the model, a window or a sample",
     "for q in '30% --within 5%' '85% --within 5%' '85% --within 1%'; do \"$N\" query -q "
     "te13-baseline --load $q --format json | jq -c '[.method, .run.within <= .run.within_asked, "
     ".run.within_of]'; done",
     0,
     "[\"model\",true,\"round_trip_cycles\"]\n[\"window\",true,\"round_trip_cycles\"]\n"
     "[\"sample\",true,\"round_trip_cycles\"]\n",
     NULL},
    {"in words", "\"$N\" query -q te13-baseline --load 30% --within 5% | tr -s '\\n ' ' '", 0,
     "As sure as asked: round trip, loaded within +-", NULL},
    {"without it nothing is said", "\"$N\" query -q te13-baseline --load 30% | grep -c sure", 1,
     "0\n", NULL},
    {"not in time",
     "\"$N\" query -q te13-baseline --load 90% --within 0.01% --seconds 1 --format json | jq -c "
     "'[.status, .run.within > .run.within_asked]'",
     0, "[\"precision-not-reached\",true]\n", NULL},
    {"stopped, with what is known by then",
     "timeout -s INT 2 \"$N\" query -q te13-baseline --load 90% --within 0.01% --cycles "
     "100000000000 --format json "
     "2>\"$D\"/e | jq -c '[.status, .run.within > .run.within_asked]'; grep -c 'interrupted: 1 of "
     "1 "
     "shown, the last as far as it was measured' \"$D\"/e",
     0, "[\"precision-not-reached\",true]\n1\n", NULL},
    {"each of two designs",
     "\"$N\" compare -q te13-baseline te13-2xbw --load 0.03 --within 1% --format json | jq -c "
     "'[.[] | .run.within <= 0.01]'",
     0, "[true,true]\n", NULL},
    {"each load of a curve",
     "\"$N\" curve -q te13-baseline --points 3 --within 4% --format csv | cut -d , -f 5-6", 0,
     "method,status\nmodel,ok\nmodel,ok\nmodel,unbounded\nsample,ok\n", NULL},
    {"placements",
     "\"$N\" place -q te13-baseline --memory 8 --keep 2 --within 6% --format json | jq -c "
     "'[.designs[] | .within <= 0.06] | all'",
     0, "true\n", NULL},
    {"nothing", "\"$N\" query te13-baseline --within 0", 2, NULL,
     "--within 0: expected a share between 0 and 1, for example 5% or 0.05"},
    {"less than nothing", "\"$N\" curve te13-baseline --within -3%", 2, NULL, "expected a share"},
    {"the choice is taken", "\"$N\" query te13-baseline --within 5% --check", 2, NULL,
     "--within chooses between the model, a window and a sample"},
    {"or made already", "\"$N\" compare te13-baseline te13-2xbw --within 5% --measure", 2, NULL,
     "--within samples where it has to"},
    {"of other figures", "\"$N\" query te13-baseline --load 30% --within 5% --tiles", 2, NULL,
     "--within is of the answer's own figure"},
    {"of a trace", "\"$N\" sample te13-baseline --trace example-trace --within 5%", 2, NULL,
     "unknown option '--within'"},
    {"a window or a sample", "\"$N\" query te13-baseline --load 0.01 --measure --check", 2, NULL,
     "give one of --measure"},
    {"several designs are sampled",
     "\"$N\" sample -q te13-baseline te13-2xbw --load 20GB/s --precision 0.3 --format json | jq -c "
     "'[.[] | [.design.name, .method]]'",
     0, "[[\"te13-baseline\",\"sample\"],[\"te13-2xbw\",\"sample\"]]\n", NULL},
    {"the table of several samples at a load has their tails",
     "\"$N\" sample -q te13-baseline te13-2xbw --load 20GB/s --precision 0.3 | grep -c -E "
     "'^variant .* ns .* p99|round trip .* p99|loaded .* p99'",
     0, "1\n", NULL},
    {"each of them as alone",
     "\"$N\" sample -q te13-baseline te13-2xbw --load 20GB/s --precision 0.3 --format csv | tail "
     "-1 | "
     "cut -d, -f3-12 >\"$D\"/a; \"$N\" sample -q te13-2xbw --load 20GB/s --precision 0.3 --format "
     "csv | "
     "tail -1 | cut -d, -f3-12 | cmp - \"$D\"/a && echo same",
     0, "same\n", NULL},
    {"designs are compared by samples, with intervals",
     "\"$N\" compare -q te13-baseline te13-2xbw --load 20GB/s --measure --precision 0.3 --format "
     "json "
     "| jq -c '.[1] | [.method, (.changes.round_trip_cycles | .lo < .change and .change < .hi)]'",
     0, "[\"sample\",true]\n", NULL},
    {"curves by the new name",
     "\"$N\" curve -q te13-baseline --points 2 --measure --precision 0.3 --format csv >\"$D\"/a; "
     "\"$N\" "
     "curve -q te13-baseline --points 2 --sampled --precision 0.3 --format csv | cmp - \"$D\"/a && "
     "echo same",
     0, "same\n", NULL},
    {"a sample of a second at most",
     "\"$N\" sample -q te13-baseline --load 0.03 --precision 0.00001 --seconds 1s --format json | "
     "jq -r "
     "'.status, .run.wall_s < 20'",
     0, "precision-not-reached\ntrue\n", NULL},
    {"a time that is too short", "\"$N\" sample -q te13-baseline --load 0.03 --seconds 0.000001",
     130, NULL, "--seconds: too short for a sample (te13-baseline); 0 of 1 finished"},
    {"a time that is none", "\"$N\" sample -q te13-baseline --load 0.03 --seconds 5nm", 2, NULL,
     "expected a time above 0, in seconds (ns, us, s, min), not a length"},
    {"a sweep of a moment, and the rest",
     "\"$N\" sweep -q te13 --store \"$D\"/late.db --seconds 0.5 2>\"$D\"/e; test $? = 130 && "
     "\"$N\" store ls "
     "\"$D\"/late.db >\"$D\"/ls && grep -c 'seconds are over' \"$D\"/e",
     0, "1\n", NULL},
    {"a check of a few seconds says nothing on its way",
     "\"$N\" check memory-controllers 2>&1 | grep -c done || true", 0, "0\n", NULL},
    {"commas in brackets do not split",
     "\"$N\" query te13-baseline --set nodes.placement=explicit --vary "
     "'nodes.memory_at=((0,0),(1,0),(2,0),(3,0),(4,0),(5,0),(0,1),(1,1))' --format csv | wc -l",
     0, "2\n", NULL},
    {"combinations",
     "\"$N\" query te13-baseline --vary network.flit_bytes=16,32 --vary network.routing=xy,yx "
     "--format csv | wc -l",
     0, "5\n", NULL},
    {"a saturated load is an answer", "\"$N\" query te13-baseline --load 0.9 --format json", 0,
     "\"status\": \"saturated\"", NULL},
    {"sample", "\"$N\" sample -q te13-baseline --load 0.01 --precision 0.1 --all", 0,
     "95% interval", NULL},
    {"Ctrl-C while sampling shows what there is",
     "timeout --foreground --preserve-status -s INT 1 \"$N\" sample -q te13-baseline --load 0.03 "
     "--precision 0.0001 --cycles 100000000000",
     130, "stopped before the precision", "1 of 1 shown, the last as far as"},
    {"validate", "\"$N\" validate -q te13-baseline --precision 0.2 " CLI_FEW_TILES, 0,
     "Saturation error:", NULL},
    {"validate with a limit that cannot hold",
     "\"$N\" validate -q te13-baseline --precision 0.2 --max-error 0 " CLI_FEW_TILES, 4,
     "Latency error:", "above --max-error 0"},
    {"curve", "\"$N\" curve -q te13-baseline --points 4", 0, "busiest", NULL},
    {"bound", "\"$N\" explain --bound te13-baseline", 0, "binding channel", NULL},
    {"bound as JSON", "\"$N\" explain --bound te13-baseline --format json", 0,
     "\"bound_flits_per_cycle\": 0.108108108", NULL},
    {"bounds of variants",
     "\"$N\" explain --bound te13-baseline --vary network.memory_ports=1,2 --format csv | wc -l", 0,
     "3\n", NULL},
    {"bound of nothing", "\"$N\" explain --bound", 2, NULL, "DESIGN... is missing"},
    {"Ctrl-C while bounding",
     "timeout --foreground --preserve-status -s INT 1 \"$N\" explain --bound synthetic-mesh --set "
     "network.columns=40 --set network.rows=40 --set nodes.compute=1600 --set "
     "traffic.pattern=transpose --quiet",
     130, "too high", "interrupted: "},
    {"compare", "\"$N\" compare te13-baseline te13-2xbw --load 0.02", 0, "networks[0].flit_bytes",
     NULL},
    {"a topology beside a design has the design's ends",
     "\"$N\" new torus --like te13-baseline -o t.cfg -q && "
     "\"$N\" compare te13-baseline torus --format json | jq .[1].metrics.network_area_mm2.value > "
     "a && "
     "\"$N\" query t.cfg --format json | jq .metrics.network_area_mm2.value | cmp - a && echo same",
     0, "same", NULL},
    {"the first design is none of a topology", "\"$N\" compare torus te13-baseline", 3, NULL,
     "torus: there is no such file"},
    {"a misspelt topology beside a design", "\"$N\" compare te13-baseline tourus", 3, NULL,
     "tourus: there is no such file and no shipped design of that name; did you mean 'torus'?"},
    {"compare finds what is equal",
     "\"$N\" compare te13-baseline te13-2xbw | grep 'hops mean,' | tr -s ' '", 0,
     "5.286 5.286 0.0%\n", NULL},
    {"compare as JSON is an array",
     "\"$N\" compare te13-baseline te13-2xbw te13-1cycle --format json | grep -c nocsight.estimate",
     0, "3\n", NULL},
    {"compare variants", "\"$N\" compare te13-baseline --vary network.routing=xy,yx", 0,
     "routing=yx", NULL},
    {"compare at the area that a scan finds",
     "a=$(\"$N\" query te13-2xbw --format json | jq .metrics.network_area_mm2.value); "
     "b=$(\"$N\" query te13-baseline --load 0.01 --vary "
     "network.flit_bytes=$(seq -s, 8 64) --format json | jq --argjson a $a 'min_by("
     ".metrics.network_area_mm2.value - $a | fabs) | .design.config.network.flit_bytes'); "
     "m=$(\"$N\" compare te13-2xbw te13-baseline --at-area --format json | jq .[1].moved.to); "
     "test $b = $m && echo same $m",
     0, "same 32", NULL},
    {"compare says first what was moved",
     "\"$N\" compare te13-2xbw te13-baseline --at-area | head -1", 0,
     "te13-baseline: network.flit_bytes 16 -> 32, area ", NULL},
    {"compare ends with a ratio",
     "\"$N\" compare te13-baseline te13-2xbw | tail -2 | tr -s ' \\n' ' '", 0,
     " times as much data as te13-baseline on ", NULL},
    {"compare what no value meets",
     "\"$N\" compare te13-baseline te13-2xbw --at-area --free network.router_stages", 4,
     ": the nearest", "no value of network.router_stages has network_area_mm2 within"},
    {"compare with a network that is not there",
     "\"$N\" compare te13-baseline te13-2xbw --at-area --free 'networks[4].flit_bytes'", 2, NULL,
     "has 1 network, and no networks[4]"},
    {"compare in closed loop only when asked",
     "\"$N\" new mesh -o \"$D\"/c1.cfg && \"$N\" new torus -o \"$D\"/c2.cfg && for o in '' --loop; "
     "do "
     "\"$N\" compare \"$D\"/c1.cfg \"$D\"/c2.cfg $o | grep -c IPC,; done | tr '\\n' ' '",
     0, "0 1", NULL},
    {"compare with an empty value",
     "\"$N\" compare te13-baseline te13-2xbw --at-area --free network.flit_bytes=8,,9", 2, NULL,
     "--free: a value is empty"},
    {"compare with --free alone", "\"$N\" compare te13-baseline te13-2xbw --free network.slices", 2,
     NULL, "the setting that moves with --at-area"},
    {"compare at two", "\"$N\" compare te13-baseline te13-2xbw --at-area --at-bandwidth", 2, NULL,
     "two comparisons"},
    {"compare tells of other ends first",
     "\"$N\" compare te13-baseline --vary memory.line_bytes=128 --set nodes.mshrs=8 | head -1", 0,
     "The designs differ in memories: 1 setting.", NULL},
    {"compare finds the same ends",
     "\"$N\" new gpu -o \"$D\"/g.cfg && \"$N\" new mesh --like \"$D\"/g.cfg -o \"$D\"/m.cfg && "
     "\"$N\" compare \"$D\"/g.cfg \"$D\"/m.cfg --format json | jq -c .[1].different_ends",
     0, "[]\n", NULL},
    {"compare tells of a whole network in one line",
     "\"$N\" compare te13-baseline cdx19-cdxbar-80 | grep -c 'networks.1.'", 0, "1\n", NULL},
    {"compare one", "\"$N\" compare te13-baseline", 2, NULL, "nothing to compare"},
    {"explain", "\"$N\" explain te13-baseline", 0, "5.286 routers on average", NULL},
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
    {"an ideal network", "\"$N\" query te13-ideal --load 0.02", 0, "mm2 network, 245 mm2 chip",
     NULL},
    {"an ideal network with a limit", "\"$N\" query te13-bwlimit --load 0.02", 0,
     "mm2 network, 245 mm2 chip", NULL},
    {"a key without its group", "\"$N\" query te13-baseline --set flit_bytes=32", 2, NULL,
     "did you mean 'network.flit_bytes=32'?"},
    {"a key of the traffic without its group", "\"$N\" query te13-baseline --set hotspot_memory=1",
     2, NULL, "did you mean 'traffic.hotspot_memory=1'?"},
    {"channels of the model", "\"$N\" query te13-baseline --load 0.03 --channels", 0,
     "Left out: 172 of 192 channels", NULL},
    {"channels of a sample", "\"$N\" sample -q te13-baseline --load 0.01 --channels", 0,
     "Left out: 172 of 192 channels", NULL},
    {"nodes whose requests are answered unlike each other",
     SHARES "\"$N\" sample -q shares.cfg --load 0.24 --format json | awk '/t_node_share/ { want = "
            "/slowest/ ? 0.68 : 1.96; getline; print (($2 + 0 - want) ^ 2 < (0.02 * want) ^ 2 ? "
            "\"near\" : $2) }'",
     0, "near\nnear\n", NULL},
    {"channels of a trace", "\"$N\" sample -q te13-baseline --trace layer-trace --channels", 0,
     "Left out: 172 of 192 channels", NULL},
    {"channels of a trace over time",
     "\"$N\" sample -q te13-baseline --trace layer-trace --channels --format svg | tr -d '\\n'", 0,
     "The 40 busiest of 192 channels over time, most busy first", NULL},
    {"a picture without a trace", "\"$N\" sample -q te13-baseline --load 0.01 --format svg", 2,
     NULL, "sample draws how busy the channels are over time, which needs --trace FILE --channels"},
    {"phases of a trace as CSV",
     "\"$N\" sample -q te13-baseline --trace layer-trace --format csv | head -1", 0,
     "trace_read_packets,trace_read_latency_cycles", NULL},
    {"phases of a trace in the table", "\"$N\" sample -q te13-baseline --trace layer-trace", 0,
     "outputs: ", NULL},
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
};

int main(void)
{
    return test_command_lines("cli_answers", cases, TEST_COUNT(cases));
}
