/* Questions of a store, and what scripts read of it: against SQL, jq and pandas. */
#include "tests/support/users/command_lines.h"

#define PARETO "\"$N\" pareto --store q.db "
#define REPORT "\"$N\" report -q --store q.db "
#define SQL    "sqlite3 q.db "
#define IN     "cd \"$D\"; "

/* A small mesh: 12 designs, and a space of two more. */
#define SPACE                                                                                  \
    "cat >q.space <<'E'\nname = \"q\"; base = \"te13-baseline\";\n"                            \
    "set = { nodes = { compute = 3; memory = 1; placement = \"explicit\"; "                    \
    "memory_at = ((0,0)); "                                                                    \
    "}; network = { columns = 2; rows = 2; }; };\naxes = ( { key = \"network.flit_bytes\"; "   \
    "values = (8, 16, 32); }, { key = \"network.buffer_flits\"; values = (4, 8); },\n"         \
    "{ name = \"ports\"; choices = ( { network = { memory_ports = 1; }; }, { network = { "     \
    "memory_ports = 2; port_policy = \"smart\"; }; } ); } );\n"                                \
    "objectives = (\"max:saturation_data_gb_per_s\", \"min:network_area_mm2\");\nE\n"          \
    "sed 's/\"q\"/\"p\"/; s/8, 16, 32/16/; s/4, 8/8/; s/set = {/set = { chip = { clock_mhz = " \
    "700.0; };/' q.space >p.space; "

/* The columns of a CSV file by name, as SQL sees them. */
#define CSV_SQL "sqlite3 -csv :memory: -cmd '.import "

static const cli_case cases[] = {
    {"a sweep",
     IN SPACE "\"$N\" sweep -q q.space --store q.db >o && " SQL
              "'select count(*) from results_wide'",
     0, "12\n", NULL},
    {"results are keyed by the model that is linked",
     IN NOC_IDENTIFY " | grep -c \"engine_of_program.*$(sqlite3 q.db 'select distinct engine "
                     "from results_wide')\"",
     0, "1\n", NULL},
    {"a sweep that finds all in the store leaves its schema as it is",
     IN "V=$(sqlite3 q.db 'pragma schema_version'); \"$N\" sweep -q q.space --store q.db >o2 && "
        "test $V = $(sqlite3 q.db 'pragma schema_version') && grep -c 'finished before' o2",
     0, "1\n", NULL},
    {"settings are columns of the view, and numbers are numbers",
     IN SQL "\"select network_flit_bytes, network_port_policy, count(*), "
            "typeof(network_flit_bytes) from results_wide group by 1, 2\"",
     0,
     "8|round-robin|2|integer\n8|smart|2|integer\n16|round-robin|2|integer\n16|smart|2|integer\n"
     "32|round-robin|2|integer\n32|smart|2|integer\n",
     NULL},
    {"names tell designs apart",
     IN SQL "\"select count(distinct name), sum(name like 'q % flit_bytes=16 %') from "
            "results_wide\"",
     0, "12|4\n", NULL},
    {"the base is told in a way that runs elsewhere", IN SQL "'select path from source'", 0,
     "te13-baseline\n", NULL},
    {"CSV has the columns and values of the view",
     IN REPORT
     "-o r.csv; COLUMNS='hash, name, network_flit_bytes, network_buffer_flits, "
     "network_port_policy, round(network_area_mm2, 6), status'; " CSV_SQL
     "r.csv r' \"select $COLUMNS from r order by 1\" | tr -d '\"' >r.txt; sqlite3 -csv "
     "q.db \"select $COLUMNS from results_wide order by 1\" | tr -d '\"' | cmp - r.txt && "
     "wc -l <r.txt",
     0, "12\n", NULL},
    {"pareto and report have the same CSV",
     IN PARETO "--format csv --top 0 | sort >p.txt; sort r.csv | comm -13 - p.txt | wc -l", 0,
     "0\n", NULL},
    {"and the same shape of JSON",
     IN REPORT "-o r.json; " PARETO "--format json >p.json; for f in r p; do jq -c '[keys, "
               "(.designs[0] | keys), (.designs[0].design | keys), (.designs[0].metrics.ipc | "
               "keys)]' $f.json; done | uniq | wc -l; jq -c '[.schema, .design_count, (.designs | "
               "length), .designs[0].design.file, (.designs[0].design.settings | "
               "has(\"network_flit_bytes\"))]' r.json",
     0, "1\n[\"nocsight.front/2\",12,12,\"te13-baseline\",true]\n", NULL},
    {"a front of two ends has no knee, in text and JSON",
     IN "for o in max min; do set -- --objectives $o:saturation_gb_per_s,min:network_area_mm2; "
        "\"$N\" pareto --store q.db \"$@\" --format json >k.json; K=$(jq -r '.knee // \"\" | "
        ".[:8]' k.json); jq -r '[.designs[] | select(.by_value)] | length > 2' k.json; \"$N\" "
        "pareto --store q.db \"$@\" | grep '^Knee' | grep -c \"d-${K:-none}\" || true; done",
     0, "true\n1\nfalse\n0\n", NULL},
    {"the line of a front goes by the corner that is worse in both",
     IN "for y in max min; do for x in max min; do " REPORT
        "--objectives $y:saturation_gb_per_s,$x:network_area_mm2 -o f.svg 2>&1; grep -o 'with "
        "f*steps' f.gp; done; done",
     0, "with fsteps\nwith steps\nwith fsteps\nwith steps\n", NULL},
    {"a condition on metrics and settings is SQL's",
     IN "A=$(" SQL "'select avg(network_area_mm2) from results_wide'); " REPORT
        "--where \"network_area_mm2 < $A && (flit_bytes == 16 || network.port_policy == "
        "\\\"smart\\\")\" --where 'network_buffer_flits >= 4' -o w.csv; " CSV_SQL
        "w.csv w' 'select hash from w order by 1' >w.txt; " SQL
        "\"select hash from results_wide where network_area_mm2 < $A and (network_flit_bytes = 16 "
        "or network_port_policy = 'smart') and network_buffer_flits >= 4 order by 1\" | cmp - "
        "w.txt && wc -l <w.txt",
     0, "6\n", NULL},
    {"the front is that of what is left",
     IN PARETO "--where 'flit_bytes == 8' --format json | jq -c '[.design_count, ([.designs[] | "
               "select(.by_value)] | length > 0), ([.designs[].design.settings.network_flit_bytes] "
               "| unique)]'",
     0, "[4,true,[8]]\n", NULL},
    {"an end of an interval",
     IN REPORT "--where 'saturation_delivered_bytes_per_cycle.lo > 10' -o w.csv; " CSV_SQL
               "w.csv w' 'select hash from w order by 1' >w.txt; " SQL
               "'select hash from results_wide where saturation_delivered_bytes_per_cycle_lo > 10 "
               "order by 1' | cmp - w.txt && test -s w.txt",
     0, "", NULL},
    {"nothing meets it", IN PARETO "--where 'network_area_mm2 < 0.001'", 1, NULL,
     "space q has no design for a front: of its 12, 12 do not meet --where"},
    {"a wrong condition", IN PARETO "--where 'network_area_mm < 1'", 2, NULL,
     "did you mean 'network_area_mm2'?"},
    {"the best by a metric come first, as SQL has them",
     IN PARETO "--sort max:ipc --top 3 --format csv >s.csv; " PARETO "--format csv >a.csv; " CSV_SQL
               "s.csv s' 'select hash from s' >s.txt; " CSV_SQL
               "a.csv a' 'select hash from a order by ipc + 0 desc limit 3' | cmp - s.txt && wc -l "
               "<s.txt",
     0, "3\n", NULL},
    {"without a direction the better way, areas up",
     IN PARETO "--sort network_area_mm2 --top 0 --format csv >s.csv; " CSV_SQL
               "s.csv s' 'select network_area_mm2 from s' >s.txt; sort -n s.txt | cmp - s.txt",
     0, "", NULL},
    {"a limit takes the most probable",
     IN PARETO "--top 4 --format json | jq -c '[.designs[].probability] | [length, . == (sort | "
               "reverse), .[0] == 1]'",
     0, "[4,true,true]\n", NULL},
    {"certain is a probability of 1, off is 0",
     IN
     "jq -c '[.designs[] | .on_front == \"possible\" or .probability == (if .on_front == \"off\" "
     "then 0 else 1 end)] | all' r.json",
     0, "true\n", NULL},
    {"an unknown metric to sort by", IN PARETO "--sort ipcc", 2, NULL, "did you mean 'ipc'?"},
    {"the list says what it leaves out", IN PARETO "--top 2", 0,
     "more possible (--top 0 shows all)", NULL},
    {"a column a setting that varies, the others below", IN PARETO "--where 'flit_bytes == 16'", 0,
     "All of these: ", NULL},
    {"settings that do not fit follow below, and lines keep the width",
     IN PARETO
     "--objectives max:ipc,min:network_area_mm2,max:saturation_gb_per_s --sort round_trip_ns --top "
     "0 >t.txt; grep -c '^design ' t.txt; awk 'length > 80 && !/^  nocsight/' t.txt | wc -l",
     0, "2\n0\n", NULL},
    {"the next command asks for the same front",
     IN PARETO
     "--where 'flit_bytes == 8' | grep -c -- \"--store q.db --where 'flit_bytes == 8' --\"",
     0, "2\n", NULL},
    {"what the words mean", IN PARETO "| tr -s '\\n ' ' '", 0,
     "the share of the box between the worst and the best value", NULL},
    {"latencies of a closed loop are told as such",
     IN PARETO "--objectives min:round_trip_cycles,min:network_area_mm2 | tr -s '\\n ' ' '", 0,
     "Latencies are at the operating point of the closed loop (workload te13-all)", NULL},
    {"others are not spoken of", IN PARETO "| grep -c 'Latencies are at' || true", 0, "0\n", NULL},
    {"the next command runs elsewhere, and is that design",
     IN "C=$(" PARETO
        "| sed -n 's/^  nocsight query //p'); cd /; H=$(eval \"$N\" query $C --format "
        "json | jq -r .design.hash); cd \"$D\"; " PARETO
        "--format json | jq -r .knee | grep -c \"$H\"",
     0, "1\n", NULL},
    {"what is required holds",
     IN PARETO "--top 1 --require 'network_area_mm2 > 0' --format csv | wc -l", 0, "2\n", NULL},
    {"what is required does not hold",
     IN PARETO "--top 1 --require 'flit_bytes == 8 && flit_bytes == 16'", 4, "design",
     "flit_bytes == 8 && flit_bytes == 16: does not hold"},
    {"a store of 1.0.0 is refused with what to do",
     IN "cp q.db old.db; sqlite3 old.db 'pragma user_version = 1'; \"$N\" pareto --store old.db", 1,
     NULL, "has store format 1; this nocsight reads and writes format 2 (sweep into a new store"},
    {"a figure that is not asked for is not computed, and says so",
     IN "\"$N\" sweep -q q.space --store n.db >o; \"$N\" report -q --store n.db -o n.json; jq -r "
        "'.designs[].metrics | .ipc.value, .ipc.why, .power_mw.why, .max_clock_mhz.why' n.json | "
        "sort -u; sqlite3 n.db 'select distinct extent from results_wide'",
     0, "not computed: figures = (\"ipc\")\nnot computed: figures = (\"power_mw\")\nnull\nlimits\n",
     NULL},
    {"costs alone ask no model, and idle latencies no load",
     IN "sed 's/^objectives.*/objectives = (\"min:chip_area_mm2\", \"min:network_area_mm2\");/' "
        "q.space >c.space; sed 's/chip_area_mm2/hops_mean/' c.space >i.space; for s in c i; do "
        "\"$N\" sweep -q $s.space --store $s.db >o; sqlite3 $s.db 'select extent, "
        "count(network_area_mm2), count(hops_mean), count(knee_flits_per_cycle), count(ipc) from "
        "results_wide'; done; for k in network_area_mm2 hops_mean; do for s in c i n; do sqlite3 "
        "$s.db \"select hash, $k from results_wide where $k is not null order by 1\"; done | sort "
        "-u | wc "
        "-l; done",
     0, "cost|12|0|0|0\nidle|12|12|0|0\n12\n12\n", NULL},
    {"rows that a front asks for are those of a sweep that computes all",
     IN "sed 's/^objectives/figures = (\"ipc\");\\n&/' q.space >f.space; \"$N\" sweep -q f.space "
        "--store f.db -j 1 >o; sqlite3 f.db 'select * from results_wide order by hash' >all.txt; "
        "cp n.db "
        "m.db; \"$N\" pareto -q --store m.db --objectives max:ipc,min:network_area_mm2 >o; sqlite3 "
        "m.db 'select * from results_wide order by hash' | cmp - all.txt && sqlite3 m.db 'select "
        "extent, "
        "count(ipc) from results_wide'",
     0, "all|12\n", NULL},
    {"only the rows that may be listed are completed for an order",
     IN "cp n.db m.db; \"$N\" pareto --store m.db --sort ipc --format csv >s.csv; sqlite3 m.db "
        "\"select count(*) from results_wide where extent = 'all'\" >k; expr $(wc -l <s.csv) - 1 | "
        "cmp - k && "
        "echo alike; " CSV_SQL "s.csv s' \"select count(*) from s where ipc = ''\"",
     0, "alike\n0\n", NULL},
    {"conditions complete them, too, and what is required",
     IN "for o in --where --require; do cp n.db m.db; \"$N\" pareto -q --store m.db $o 'ipc > 0.1' "
        ">o; sqlite3 m.db 'select count(ipc) > 0 from results_wide'; done",
     0, "1\n1\n", NULL},
    {"the same sweep with more figures completes its store",
     IN
     "cp n.db m.db; \"$N\" sweep f.space --store m.db >o; grep -c '12  estimated now' o; sqlite3 "
     "m.db 'select * from results_wide order by hash' | cmp - all.txt; \"$N\" sweep f.space "
     "--store m.db "
     ">o; grep -c 'estimated now' o; \"$N\" sweep q.space --store m.db >o; grep -c ' 0  "
     "estimated now' o; sqlite3 m.db 'select * from results_wide order by hash' | cmp - all.txt",
     0, "1\n0\n0\n", NULL},
    {"shards with other figures merge in any order, and each row says what it has",
     IN
     "\"$N\" sweep -q q.space --store a1.db --shard 1/2 >o; \"$N\" sweep -q f.space --store "
     "b1.db --shard 2/2 >o; \"$N\" sweep -q f.space --store b2.db --shard 2/3 >o; \"$N\" store "
     "merge -q x.db a1.db b1.db b2.db; \"$N\" store merge -q y.db b2.db b1.db a1.db n.db; for s "
     "in x y; do sqlite3 $s.db 'select extent, count(*), count(ipc) from results_wide group by "
     "1'; done; for s in x y; do \"$N\" sweep -q f.space --store $s.db >o; sqlite3 $s.db 'select "
     "* from results_wide order by hash' | cmp - all.txt; done",
     0, "all|8|8\nlimits|4|0\nall|8|8\nlimits|4|0\n", NULL},
    {"a sweep that was stopped before its first row goes on",
     IN
     "cp n.db m.db; sqlite3 m.db 'delete from point; delete from result; delete from design; "
     "delete from question; delete from override'; for c in 'pareto --store' 'report -o o.csv "
     "--store'; do \"$N\" $c m.db 2>&1 | grep -c 'of its 12, 12 are not swept yet'; done; \"$N\" "
     "sweep f.space --store m.db -q >o; sqlite3 m.db 'select * from results_wide order by hash' "
     "| cmp - all.txt",
     0, "1\n1\n", NULL},
    {"another program's rows are not completed",
     IN
     "cp n.db m.db; sqlite3 m.db \"update space set engine = 'other'; update question set engine = "
     "'other'\"; \"$N\" pareto --store m.db --where 'ipc > 0'",
     1, NULL, "has no ipc of designs of space q, which another version of nocsight estimated"},
    {"a figure that there is none of is named with its line",
     IN "sed 's/\"ipc\"/\"ipcs\"/' f.space >w.space; \"$N\" sweep w.space --store w.db", 3, NULL,
     "w.space:5: there is no metric 'ipcs'; did you mean 'ipc'?"},
    {"a figure that no design has is, too",
     IN "sed 's/\"ipc\"/\"slowest_node_share\"/' f.space >w.space; \"$N\" check w.space", 3, NULL,
     "w.space:5: figures: no design of the space has slowest_node_share: nodes are compared at"},
    {"names of settings from elsewhere do no harm",
     IN
     "cp q.db h.db; sqlite3 h.db \"insert into override values(99, 'a\\\"'' ]); drop table design; "
     "--=1'); update design set settings = null, overrides = '[99]'\"; \"$N\" sweep -q p.space "
     "--store h.db >o; sqlite3 h.db 'select count(*), count(network_flit_bytes) from "
     "results_wide'",
     0, "14|2\n", NULL},
    {"another space makes the view anew, and fills what it varies",
     IN "\"$N\" sweep -q p.space --store q.db >o; " SQL
        "'select chip_clock_mhz, network_flit_bytes, count(*) from results_wide group by 1, 2'",
     0, "602.0|8|4\n602.0|16|4\n602.0|32|4\n700.0|16|2\n", NULL},
    {"so does what is merged from one",
     IN "\"$N\" store merge -q all.db q.db && sqlite3 all.db 'select count(*), "
        "count(chip_clock_mhz), count(network_port_policy) from results_wide'",
     0, "14|14|14\n", NULL},
    {"a design that was measured is one row, with the sample's figures",
     IN PARETO
     "--space q --measure --budget 2 --precision 0.2 -q >o; " REPORT "--space q -o m.csv; " REPORT
     "--space q --methods -o mm.csv; " CSV_SQL
     "m.csv m' \"select count(*), count(distinct hash) from m\"; " CSV_SQL
     "mm.csv m' \"select count(*) > 12, count(distinct hash) from m\"; " SQL
     "\"select round(saturation_delivered_bytes_per_cycle, 8) from results_wide where "
     "method = 'sample' order by hash\" >s.txt; " CSV_SQL
     "m.csv m' \"select round(saturation_delivered_bytes_per_cycle, 8) from m where method "
     "= 'sample' order by hash\" | cmp - s.txt && test -s s.txt",
     0, "12,12\n1,12\n", NULL},
    {"pandas reads answers and stores",
     IN "\"$N\" query te13-baseline --load 0.02tx --vary network.flit_bytes=8,16,32 --vary "
        "nodes.placement=top-bottom,scattered --format csv >v.csv; \"$N\" query te13-baseline "
        "--load 0.02tx --vary network.flit_bytes=8,16 --format json >v.json; cat >v.py <<'E'\n"
        "import json, sqlite3, pandas as pd\n"
        "csv = pd.read_csv('v.csv')\n"
        "print(csv.groupby('network_flit_bytes').round_trip_ns.count().to_dict())\n"
        "print(csv.network_flit_bytes.dtype, csv.round_trip_ns.dtype, csv.name.is_unique)\n"
        "answers = pd.json_normalize(json.load(open('v.json')))\n"
        "print(answers['design.config.network.flit_bytes'].tolist())\n"
        "joined = answers.merge(csv, left_on='design.hash', right_on='hash')\n"
        "print(len(joined), (joined['metrics.round_trip_ns.value'] - joined.round_trip_ns)"
        ".abs().max() < 1e-6)\n"
        "store = pd.read_sql('SELECT * FROM results_wide', sqlite3.connect('q.db'))\n"
        "model = store[(store.method == 'model') & (store.chip_clock_mhz == 602)]\n"
        "print(model.groupby('network_flit_bytes').network_area_mm2.size().to_dict())\n"
        "designs = pd.read_csv('m.csv').set_index('hash')\n"
        "print(designs.network_flit_bytes.dtype, designs.on_front.isin(['certain', 'possible', "
        "'off']).all(), designs.by_value.dtype)\n"
        "both = designs.join(model.set_index('hash'), rsuffix='_store')\n"
        "print((both.network_area_mm2 - both.network_area_mm2_store).abs().max() < 1e-6)\n"
        "front = pd.json_normalize(json.load(open('r.json'))['designs'])\n"
        "print(len(front), front['design.settings.network_flit_bytes'].nunique())\nE\n"
        "/usr/bin/python3 v.py # pandas",
     0,
     "{8: 2, 16: 2, 32: 2}\nint64 float64 True\n[8, 16]\n2 True\n{8: 4, 16: 4, 32: 4}\n"
     "int64 True bool\nTrue\n12 3\n",
     NULL},
};

int main(void)
{
    return test_command_lines("cli_store", cases, TEST_COUNT(cases));
}
