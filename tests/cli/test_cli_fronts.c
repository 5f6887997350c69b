/* Fronts, and texts about the designs that are not on them, against fronts that SQL finds: it
 * compares all designs with all. */
#include "tests/support/users/command_lines.h"

#define PARETO "\"$N\" pareto --store f.db "
#define REPORT "\"$N\" report -q --store f.db "
#define SQL    "sqlite3 f.db "
#define IN     "cd \"$D\"; "

/* 36 designs of a small mesh: at 500 MHz all routers reach their clock, at 2 GHz some do, at 9 GHz
 * none. */
#define SPACE                                                                                    \
    "cat >f.space <<'E'\nname = \"f\"; base = \"te13-baseline\";\n"                              \
    "set = { chip = { technology_nm = 45; }; nodes = { compute = 3; memory = 1; placement = "    \
    "\"explicit\"; memory_at = ((0,0)); }; network = { columns = 2; rows = 2; }; };\n"           \
    "axes = ( { key = \"chip.clock_mhz\"; values = (500, 2000, 9000); },\n"                      \
    "{ key = \"network.flit_bytes\"; values = (8, 16, 32); },\n"                                 \
    "{ key = \"network.virtual_channels\"; values = (2, 8); },\n"                                \
    "{ key = \"network.router_stages\"; values = (1, 4); } );\n"                                 \
    "constraints = ( \"flit_bytes < 32 || virtual_channels < 8\", \"network_area_mm2 < 100\" );" \
    "\nobjectives = (\"max:saturation_gb_per_s\", \"min:network_area_mm2\");\nE\n"

/* The front of the designs that meet a condition: hashes in order. */
#define FRONT_SQL(condition)                                                             \
    SQL "\"with d as (select * from results_wide where method = 'model' and (" condition \
        ")) select hash from d where not exists (select 1 from d e where "               \
        "e.saturation_gb_per_s >= d.saturation_gb_per_s and e.network_area_mm2 <= "      \
        "d.network_area_mm2 and (e.saturation_gb_per_s > d.saturation_gb_per_s or "      \
        "e.network_area_mm2 < d.network_area_mm2)) order by 1\" "

/* The hashes of the front by value, in order. */
#define BY_VALUE "--format json | jq -r '.designs[] | select(.by_value) | .design.hash' | sort "

/* The best of each width, of those whose routers reach their clock: hashes by width. */
#define BEST_SQL(order, most)                                                                   \
    SQL "\"select hash from (select hash, network_flit_bytes, row_number() over (partition by " \
        "network_flit_bytes order by " order ") as place from results_wide where method = "     \
        "'model' and chip_clock_mhz <= max_clock_mhz) where place <= " most " order by "        \
        "network_flit_bytes, place\" "

#define HASHES "--format json | jq -r '.designs[].design.hash' "

/* Conditions and changes of the store's own tables, by what the view says. */
#define OF(condition)                                                                            \
    "design in (select id from design where lower(hex(hash)) in (select hash from results_wide " \
    "where " condition "))"
#define WARN(text) \
    "update result set warnings = (select id from warning where text like '" text "') where "

static const cli_case cases[] = {
    {"a sweep",
     IN SPACE "\"$N\" sweep -q f.space --store f.db >sweep.txt; " SQL
              "'select count(*), sum(chip_clock_mhz > max_clock_mhz) between 8 and 24 "
              "from results_wide'",
     0, "30|1\n", NULL},

    /* ---- what constraints took ---- */
    {"each constraint has its count, that of the dry run",
     IN
     "grep -c '^ *6  excluded: flit_bytes < 32 || virtual_channels < 8$' sweep.txt; grep -c '^ *0  "
     "excluded: network_area_mm2 < 100$' sweep.txt; \"$N\" sweep f.space --dry-run --format json "
     "-q | jq -c .reasons >dry.txt; \"$N\" sweep f.space --store f.db --format json -q | jq -c "
     ".reasons | cmp - dry.txt",
     0, "1\n1\n", NULL},
    {"it does not depend on what the store knows",
     IN "sed 's/\"f\"/\"g\"/; s/^constraints = .*/constraints = ( \"saturation_gb_per_s > 1e6\", "
        "\"network_area_mm2 < 0.6\", \"leakage_power_mw < 110\", \"max_clock_mhz > 3000\" );/' "
        "f.space >g.space; cp f.db g.db; for s in g new; do \"$N\" sweep g.space --store $s.db -q "
        "--format json 2>$s.txt | jq -c .reasons; done | uniq | wc -l; cmp g.txt new.txt; "
        "sqlite3 new.db 'select count(*) from reason'",
     0, "1\n4\n", NULL},
    {"where all are taken, the constraint is named",
     IN "sed 's/\"f\"/\"h\"/; s/^constraints = .*/constraints = ( \"max_clock_mhz > 1e5\" );/' "
        "f.space >h.space; \"$N\" sweep h.space --store h.db -q",
     3, "36  excluded: max_clock_mhz > 1e5",
     "h.space: no design is left: all 36 are excluded by constraints or invalid (36 of them "
     "excluded: max_clock_mhz > 1e5)"},

    /* ---- clocks ---- */
    {"the front is that of designs whose routers reach their clock",
     IN FRONT_SQL("chip_clock_mhz <= max_clock_mhz") ">want; " PARETO BY_VALUE
                                                     "| cmp - want && test -s want",
     0, "", NULL},
    {"others are on it where that is asked for",
     IN FRONT_SQL("1") ">all; " PARETO "--allow-overclock " BY_VALUE "| cmp - all && ! cmp -s "
                       "all want",
     0, "", NULL},
    {"they are counted, with what their routers reach",
     IN "W=$(" SQL "\"select 'Warning: ' || sum(chip_clock_mhz > max_clock_mhz) || ' of 30 designs "
        "run above the clock that their routers reach (' || (select printf('%.0f to %.0f', "
        "min(max_clock_mhz), max(max_clock_mhz)) from results_wide where chip_clock_mhz > "
        "max_clock_mhz) || ' MHz)' from results_wide\"); for o in '' --allow-overclock; do " PARETO
        "$o | tr -s '\\n ' ' ' | grep -cF \"$W\"; done",
     0, "1\n1\n", NULL},
    {"every design says so in CSV and JSON",
     IN REPORT "-o f.csv; sqlite3 -csv :memory: -cmd '.import f.csv f' 'select hash, overclocked "
               "from f order by 1' >c.txt; sqlite3 -csv f.db \"select hash, iif(chip_clock_mhz > "
               "max_clock_mhz, 'true', 'false') from results_wide order by 1\" | cmp - c.txt && "
               "grep -c true c.txt >n; " REPORT "-o f.json; jq '[.designs[] | "
               "select(.overclocked)] | length' f.json | cmp - n && jq '.overclocked.designs' "
               "f.json | cmp - n && jq -c '[.designs[] | select(.overclocked and (.on_front != "
               "\"off\" or .by_value or .probability > 0))] | length' f.json",
     0, "0\n", NULL},
    {"a design that is off says why",
     IN "I=$(" SQL
        "\"select substr(hash, 1, 8) from results_wide where chip_clock_mhz = 9000 limit "
        "1\"); " PARETO "--why d-$I | tr -s '\\n ' ' '",
     0, "Its clock of 9000 MHz is above the", NULL},
    {"a condition may be stricter",
     IN FRONT_SQL(
         "3 * chip_clock_mhz <= max_clock_mhz") ">want; " PARETO
                                                "--where 'max_clock_mhz >= 3 * clock_mhz' " BY_VALUE
                                                "| cmp - want && test -s want",
     0, "", NULL},
    {"where nothing is left, the step that took it is named",
     IN PARETO "--where 'clock_mhz > "
               "8000'",
     1, NULL,
     "space f has no design for a front: of its 36, 6 are excluded by constraints (flit_bytes < 32 "
     "|| virtual_channels < 8), 20 do not meet --where, 10 run above the clock that their routers "
     "reach ("},
    {"data of all designs need no front",
     IN REPORT
     "--where 'clock_mhz > 8000' -o w.csv && sqlite3 -csv :memory: -cmd '.import w.csv w' "
     "'select count(*), sum(overclocked), group_concat(distinct overclocked) from w'; "
     "! " REPORT "--where 'clock_mhz > 8000' -o w.html 2>o; grep -c 'run above the clock' o",
     0, "10,0.0,true\n1\n", NULL},
    {"a clock that is not known stays on, and is counted",
     IN "cp f.db u.db; sqlite3 u.db 'update result set max_clock_mhz = null where " OF(
         "chip_clock_mhz = 9000") "'; \"$N\" pareto --store u.db | tr -s "
                                  "'\\n ' ' ' | grep -c 'Of 10 the clock that the routers reach is "
                                  "not known; they may be on "
                                  "the front.'; \"$N\" pareto --store u.db --format json | jq "
                                  "'([.designs[] | "
                                  "select(.overclocked == null)] | length > 0), .clock_unknown == "
                                  "10'",
     0, "1\ntrue\ntrue\n", NULL},
    {"none of them is measured",
     IN "cp f.db m.db; \"$N\" pareto -q --store m.db --measure --budget 4 --precision 0.2 >o; "
        "sqlite3 m.db \"select count(*) > 0, sum(chip_clock_mhz > max_clock_mhz) from "
        "results_wide where method = 'sample'\"",
     0, "1|0\n", NULL},
    {"the page has them apart",
     IN REPORT /* text, and figure for browsers without scripts */
     "-o f.html && grep -c 'designs run above the clock that their routers reach (' f.html",
     0, "2\n", NULL},

    {"placements at a clock that no router reaches are told so",
     "for c in 600 9000; do \"$N\" place te13-baseline --set network.columns=3 --set "
     "network.rows=3 "
     "--set nodes.compute=7 --set nodes.memory=2 --memory 2 --set chip.clock_mhz=$c -q | tr -s "
     "'\\n ' ' ' | grep -c "
     "'run above the clock that their routers reach'; done",
     0, "0\n1\n", NULL},

    /* ---- warnings ---- */
    {"warnings have their texts and how many designs have them",
     IN "sqlite3 f.db \"insert into warning(text) values('odd is 1' || char(10) || 'even; but not "
        "odd'), "
        "('odd is 2'), ('too fast'); update result set warnings = null; " WARN("odd is 1%")
            OF("chip_clock_mhz = 500 order by hash limit 3") "; " WARN("odd is 2")
                OF("chip_clock_mhz = 500 order by hash desc limit 1") "; " WARN("too fast") OF(
                    "chip_clock_mhz = 9000") "\"; R=$(" SQL
                                             "\"select sum(chip_clock_mhz <= max_clock_mhz) from "
                                             "results_wide\"); " PARETO
                                             "| grep '^Warning (' | sed \"s/of $R/of R/\"; " PARETO
                                             "--format json | jq -c .design_warnings[0]; " REPORT
                                             "-o w.csv; sqlite3 -csv :memory: -cmd "
                                             "'.import w.csv w' \"select warnings, count(*) from w "
                                             "where warnings like '%odd%' group by "
                                             "1\"",
     0,
     "Warning (4 of R designs, for example): odd is 1.\nWarning (3 of R designs): even; but not "
     "odd.\n{\"text\":\"odd is 1\",\"designs\":4,\"example\":true}\n\"odd is 1; even; but not "
     "odd\",3\n\"odd is 2\",1\n",
     NULL},
    {"the page has them, and what each constraint took",
     IN REPORT
     "-o f.html && grep -c '<li>4 of .* designs, for example: odd is 1</li>' f.html; grep -c "
     "'<dd>flit_bytes &lt; 32 || virtual_channels &lt; 8: excludes 6 of 36 designs</dd>' "
     "f.html",
     0, "1\n1\n", NULL},

    {"the page has colours, also where each setting has many values",
     IN
     "cat >many.space <<'E'\nname = \"many\"; base = \"te13-baseline\"; set = { network = { "
     "columns "
     "= 2; rows = 2; }; nodes = { compute = 3; memory = 1; }; };\naxes = ( { key = "
     "\"network.buffer_flits\"; from = 2; to = 10; step = 1; } );\nE\n\"$N\" sweep -q many.space "
     "--store many.db >o; \"$N\" report -q --store many.db -o many.html; grep -o "
     "'\"colour\":\"[a-z_.]*\"' many.html",
     0, "\"colour\":\"network.buffer_flits\"\n", NULL},

    /* ---- the best of each value ---- */
    {"the best of each value of a setting",
     IN BEST_SQL(
         "saturation_gb_per_s desc, network_area_mm2, hash",
         "1") ">want; " PARETO "--by flit_bytes " HASHES "| cmp - want && wc -l <want; " PARETO
              "--by network.flit_bytes --format csv >b.csv; sqlite3 -csv :memory: -cmd '.import "
              "b.csv b' "
              "'select hash from b' | cmp - want; " PARETO "--by flit_bytes | grep -c '^d-'",
     0, "3\n3\n", NULL},
    {"the best two in another metric, under a condition",
     IN BEST_SQL("leakage_power_mw, saturation_gb_per_s desc, network_area_mm2, hash",
                 "2") ">want; " PARETO "--by flit_bytes --sort min:leakage_power_mw --top 2 " HASHES
                      "| cmp - want; " PARETO "--by flit_bytes --where 'flit_bytes > 8' " HASHES
                      "| wc -l",
     0, "2\n", NULL},
    {"a setting that is no axis is a column",
     IN PARETO "--by nodes.memory --format json | jq -c '[(.designs | length), "
               ".designs[0].design.settings.nodes_memory]'",
     0, "[1,1]\n", NULL},
    {"of one of two networks",
     IN
     "cat >two.cfg <<'E'\nchip = { technology_nm = 45; };\nnodes = { compute = 6; memory = 2; };\n"
     "networks = ( { carries = \"request\"; topology = \"crossbar\"; flit_bytes = 16; },\n"
     "{ carries = \"reply\"; topology = \"crossbar\"; flit_bytes = 16; } );\ntraffic = { pattern "
     "= \"many-to-few\"; };\nE\ncat >two.space <<'E'\nname = \"two\"; base = \"two.cfg\";\naxes = "
     "( "
     "{ key = \"networks[1].flit_bytes\"; values = (16, 32); }, { key = "
     "\"networks[0].flit_bytes\"; values = (8, 16); } );\nE\n\"$N\" sweep -q two.space --store "
     "two.db >o; \"$N\" pareto --store two.db --by 'networks[1].flit_bytes' --format json | jq -c "
     "'[.designs[].design.settings.networks_1_flit_bytes]'; \"$N\" pareto --store two.db --by "
     "'networks[2].flit_bytes'",
     2, "[16,32]\n", "--by: "},
    {"values that no design has whose routers reach its clock are named",
     IN PARETO "--by clock_mhz | grep -c '^d-'; " PARETO
               "--by clock_mhz | tr -s '\\n ' ' ' | grep -c "
               "'No design with clock_mhz = 9000 is listed: none of these is allowed'",
     0, "2\n1\n", NULL},
    {"also those of two networks, one apart from the other",
     IN
     "(sed 's/\"two\"/\"fast\"/; s/} );$/}, { key = \"chip.clock_mhz\"; values = (500, 9000); } "
     ");/' two.space; echo 'constraints = ( \"networks[1].flit_bytes == 16 && clock_mhz == 500 || "
     "networks[1].flit_bytes == 32 && clock_mhz == 9000\" );') >fast.space; \"$N\" sweep -q "
     "fast.space --store fast.db >o; \"$N\" pareto --store fast.db --by flit_bytes | tr -s '\\n ' "
     "' '",
     0, "No design with flit_bytes = 8, 32 or 16, 32 is listed: none of these is allowed", NULL},
    {"latencies of a space without load and workload",
     IN "\"$N\" pareto --store two.db --sort min:round_trip_ns | tr -s '\\n ' ' '", 0,
     "Latencies under load have no value: the space names no load", NULL},
    {"of what is no setting", IN PARETO "--by nodes.memori", 2, NULL,
     "did you mean 'nodes.memory'?"},

    /* ---- settings that matter: tests/cli/test_importance.py has the figures ---- */
    {"shares and interactions add up to 1, over the designs compared",
     IN SQL
     "'select count(*) from results_wide where chip_clock_mhz <= max_clock_mhz' >want; " REPORT
     "--importance --format json >i.json; jq '.metrics[].designs' i.json | uniq | cmp - "
     "want; jq -c '[.schema, (.metrics[] | .metric, ((([.settings[].share] | add) + .interactions) "
     "* 1e9 | round))]' i.json; " REPORT
     "--importance --allow-overclock --format json | jq -c '[.metrics[].designs]'",
     0,
     "[\"nocsight.importance/1\",\"saturation_gb_per_s\",1000000000,\"network_area_mm2\","
     "1000000000]\n[30,30]\n",
     NULL},
    {"as a table with bars, the largest share first, as Markdown without",
     IN REPORT
     "--importance >i.txt; grep -c '^flit bytes  *3 .* ##*$' i.txt; sed -n "
     "'/^saturation/,/^interactions/p' i.txt | grep -o '[0-9.]*%' | head -1; " REPORT
     "--importance -o i.md; grep -c '^| flit bytes | 3 | [0-9.]*% |' i.md; ! grep '#' i.md",
     0, "2\n61.6%\n2\n", NULL},
    {"a front has them in a sentence, and its page in a section",
     IN PARETO "| tr -s '\\n ' ' ' | grep -o 'What matters, by share of variance: saturation "
               "payload (logarithm) by clock mhz 62%, flit bytes 34%'; " REPORT
               "-o i.html; grep -c '<section id=\"importance\">' i.html",
     0,
     "What matters, by share of variance: saturation payload (logarithm) by clock mhz 62%, flit "
     "bytes 34%\n1\n",
     NULL},
    {"of other metrics, which are computed first",
     IN REPORT "--importance --metrics ipc,power_mw --format csv | cut -d, -f2,3,7 | sort -u | "
               "grep interactions",
     0, "ipc,instr/cycle,interactions\npower_mw,mW,interactions\n", NULL},
    {"of too few designs, or of one",
     IN REPORT
     "--importance --where 'flit_bytes * virtual_channels < 32' --where 'clock_mhz == "
     "500 || router_stages == 4 && flit_bytes == 8 && clock_mhz < 9000' --format json | jq -c "
     "'.metrics[0] | [.designs, .settings, .interactions, .why]'; " REPORT
     "--importance --where 'flit_bytes == 8 && virtual_channels == 2 && clock_mhz == 500 && "
     "router_stages == 4' | grep -v '^$'",
     0,
     "[3,[],null,\"3 designs are too few to tell apart the settings that vary, which have 4 "
     "values\"]\nf: 1 design; what each setting explains of the variance\nsaturation payload, "
     "4.83 GB/s: no setting varies\n",
     NULL},
    {"of a metric that there is not", IN REPORT "--importance --metrics network_area_mm2,powr_mw",
     2, NULL, "--metrics: there is no metric 'powr_mw'; did you mean 'power_mw'?"},
    {"of a metric twice", IN REPORT "--importance --metrics ipc,ipc", 2, NULL,
     "--metrics: ipc is there twice"},
    {"metrics without importance", IN REPORT "--metrics ipc -o x.csv", 2, NULL,
     "--metrics: goes with --importance"},
    {"importance as a picture", IN REPORT "--importance -o x.svg", 2, NULL,
     "x.svg: --importance is a table"},
    {"importance of methods", IN REPORT "--importance --methods", 2, NULL, "--methods: "},

    /* ---- what no source prices ---- */
    {"a front by cost is without what no source prices",
     IN "cat >u.space <<'E'\nname = \"u\"; base = \"two.cfg\";\naxes = ( { key = "
        "\"networks[0].allocator\"; values = (\"islip\", \"maximum\"); }, { key = "
        "\"networks[1].buffer_flits\"; values = (4, 8); } );\nobjectives = ( "
        "\"max:saturation_gb_per_s\", \"min:network_area_mm2\" );\nE\n\"$N\" sweep -q u.space "
        "--store u.db >o; \"$N\" pareto --store u.db --format json >u.json; jq -c '[.unpriced, "
        "([.designs[] | select(.unpriced)] | length), (.designs | length > 0)]' u.json; \"$N\" "
        "report -q --store u.db -o u.csv; sqlite3 -csv :memory: -cmd '.import u.csv u' 'select "
        "unpriced, on_front from u where unpriced <> \"\"'",
     0,
     "[{\"designs\":2,\"on_front\":false},0,true]\n"
     "\"a search for a largest matching (network.allocator)\",off\n"
     "\"a search for a largest matching (network.allocator)\",off\n",
     NULL},
    {"it says so, and why",
     IN
     "\"$N\" pareto --store u.db | tr -s '\\n ' ' ' | grep -c '2 of 4 designs have what no source "
     "prices: a search for a largest matching (network.allocator), and are off the front "
     "(--allow-unpriced puts them on)'; I=$(sqlite3 u.db \"select substr(hash, 1, 8) from "
     "results_wide where networks_0_allocator = 'maximum' limit 1\"); \"$N\" pareto --store u.db "
     "--why d-$I | grep -c '^No source prices'",
     0, "1\n1\n", NULL},
    {"unless it is allowed, or no objective is a cost",
     IN "for o in --allow-unpriced '--objectives "
        "max:saturation_gb_per_s,min:zero_load_latency_cycles'; do \"$N\" pareto --store u.db $o "
        "--format json | jq -c '[.unpriced.on_front, ([.designs[] | select(.unpriced)] | length > "
        "0)]'; done",
     0, "[true,true]\n[false,true]\n", NULL},

    /* ---- as sure as asked ---- */
    {"a sweep decides its front",
     IN
     "sed 's/\"u\"/\"w\"/; s/allocator/virtual_channels/; s/(\"islip\", \"maximum\")/(2, 4)/' "
     "u.space >w.space; \"$N\" sweep -q w.space --store w.db --within 10% --format json | jq -c "
     "'.within | [.asked, .undecided, .samples > 0]'; \"$N\" sweep -q w.space --store w.db "
     "--within "
     "10% | grep -c 'decided to 10 %, by 0 samples now'; \"$N\" pareto -q --store w.db --within "
     "10% "
     "--format json | jq -c '[.designs[] | select(.by_value) | .method] | all(. == \"sample\" or . "
     "== \"model\")'",
     0, "[0.1,0,true]\n1\ntrue\n", NULL},
    {"not of costs alone",
     IN "\"$N\" pareto --store w.db --within 5% --objectives "
        "min:network_area_mm2,min:leakage_power_mw",
     2, NULL, "there is nothing to measure"},

    /* ---- what is counted ---- */
    {"designs of less than a per cent do not count",
     IN "W=$(sqlite3 -csv :memory: -cmd '.import f.csv f' \"select sum(by_value = 'false' and "
        "probability >= 0.01) from f\"); " PARETO "| tr -s '\\n ' ' ' | grep -cF \"; $W more are "
        "possibly on it\"; " PARETO "--top 0 --format json | jq '[.designs[] | select(.by_value | "
        "not) | .probability] | length == '$W' and min >= 0.01'",
     0, "1\ntrue\n", NULL},
    {"the knee has the largest sum of scaled objectives",
     IN
     "sqlite3 -csv :memory: -cmd '.import f.csv f' \"with d as (select hash, "
     "saturation_gb_per_s + 0 as up, network_area_mm2 + 0 as down from f where by_value = "
     "'true'), e as (select min(up) lo, max(up) hi, min(down) least, max(down) most from d) "
     "select hash from d, e order by (up - lo) / (hi - lo) + (most - down) / (most - least) desc "
     "limit 1\" >k.txt; jq -r .knee f.json | cmp - k.txt; I=$(cut -c 1-8 k.txt); " PARETO
     "| grep -c \"^Knee: d-$I\"",
     0, "1\n", NULL},
    {"costs that no sample tells are all by the model",
     IN PARETO "--objectives min:network_area_mm2,min:leakage_power_mw | grep '^All by'", 0,
     "All by the model.\n", NULL},
};

int main(void)
{
    return test_command_lines("cli_fronts", cases, TEST_COUNT(cases));
}
