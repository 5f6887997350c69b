/* Sweeps, stores, fronts and reports as their users meet them; kills, shards, damaged and foreign
 * stores. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/folder.h"
#include "tests/support/helpers.h"

static const char *folder;

/* A command line for the shell: $N the program, $D a folder with small.space and small.db. `out`
 * and `err` are parts of what must be written there; NULL: anything may be. */
typedef struct sweep_case {
    const char *name, *command;
    int status;
    const char *out, *err;
} sweep_case;

/* Text of a store, without the numbers that rows have in it. */
#define ROWS                                                                                   \
    "rows() { sqlite3 \"$1\" \"select hex(hash), source from design order "                    \
    "by "                                                                                      \
    "1; select * from results_wide order by hash, method, engine; select space.id, position, " \
    "hex(hash), state, text from point join space on number = space left join design on "      \
    "design.id "                                                                               \
    "= design left join reason on reason.id = reason order by 1, 2; select id, name, source, " \
    "engine, task, constraints, objectives, designs from space order by 1;\"; }; "

#define GRID_4X4 \
    "--set network.columns=4 --set network.rows=4 --set nodes.compute=12 --set nodes.memory=4"

static sweep_case cases[] = {
    {"dry run tells how many, and why others are not",
     "\"$N\" sweep \"$D\"/small.space --dry-run -q >\"$D\"/dry.txt && for p in 'to be estimated' "
     "'9  invalid: network.virtual_channels' 'excluded: network_area_mm2 < 60'; do grep \"$p\" "
     "\"$D\"/dry.txt || exit 1; done",
     0, NULL, NULL},
    {"dry run as JSON", "\"$N\" sweep \"$D\"/small.space --dry-run -q --format json", 0,
     "\"designs\": 72", NULL},
    {"no store", "\"$N\" sweep \"$D\"/small.space", 2, NULL, "needs --store FILE"},
    {"no space", "\"$N\" sweep te31 --store \"$D\"/x.db", 3, NULL, "did you mean 'te13'?"},
    {"wrong space", "\"$N\" sweep \"$D\"/wrong.space --store \"$D\"/x.db", 3, NULL,
     "wrong.space:3: there is no setting 'network.flitbytes'; did you mean 'network.flit_bytes'?"},
    {"wrong space makes no store",
     "\"$N\" sweep \"$D\"/wrong.space --store \"$D\"/x.db; test ! -e \"$D\"/x.db", 0, NULL, NULL},
    {"wrong constraint tells the column", "\"$N\" sweep \"$D\"/constraint.space --dry-run", 3, NULL,
     "constraint.space:4: 'network_area_mm2 <', column 19"},
    {"all done before", "\"$N\" sweep \"$D\"/small.space --store \"$D\"/small.db -q", 0,
     "72 of them finished before", NULL},
    {"another space reuses designs",
     "sed 's/< 60/< 61/' \"$D\"/small.space >\"$D\"/other.space; cp \"$D\"/small.db "
     "\"$D\"/reuse.db; "
     "\"$N\" sweep \"$D\"/other.space --store \"$D\"/reuse.db -q",
     0, "known from other sweeps", NULL},
    {"threads change nothing",
     ROWS "for j in 1 3; do \"$N\" sweep \"$D\"/small.space --store \"$D\"/j$j.db -q --jobs $j "
          ">/dev/null; rows \"$D\"/j$j.db; done | sort | uniq -c | awk '{print $1}' | sort -u",
     0, "2\n", NULL},
    {"shards are the whole",
     ROWS
     "for i in 1 2 3; do \"$N\" sweep \"$D\"/small.space --store \"$D\"/s$i.db -q --shard $i/3 "
     ">/dev/null; done; \"$N\" store merge -q \"$D\"/all.db \"$D\"/s3.db \"$D\"/s1.db "
     "\"$D\"/s2.db && rows \"$D\"/all.db >\"$D\"/all.txt; rows \"$D\"/small.db | cmp - "
     "\"$D\"/all.txt && wc -l <\"$D\"/all.txt",
     0, "", NULL},
    {"a second merge adds nothing",
     ROWS "\"$N\" store merge -q \"$D\"/all.db \"$D\"/s1.db && rows \"$D\"/all.db | cmp - "
          "\"$D\"/all.txt",
     0, NULL, NULL},
    {"a Slurm job array is the whole",
     ROWS "PATH=\"$D/bin:$PATH\"; NOCSIGHT=\"$N\" '" NOC_SOURCE_DIR
          "/explore/slurm/sweep' \"$D\"/small.space \"$D\"/cluster.db 4 --cpus-per-task=2 && rows "
          "\"$D\"/cluster.db >\"$D\"/cluster.txt; rows \"$D\"/small.db | cmp - \"$D\"/cluster.txt",
     0, "Submitted 4 shards as job 17; job 17 merges them", NULL},
    {"Slurm script tells usage",
     "NOCSIGHT=\"$N\" '" NOC_SOURCE_DIR "/explore/slurm/sweep' \"$D\"/small.space x.db none", 2,
     NULL, "SHARDS = 'none': expected a number from 1 on"},
    {"Slurm script checks the space first",
     "PATH=\"$D/bin:$PATH\"; NOCSIGHT=\"$N\" '" NOC_SOURCE_DIR
     "/explore/slurm/sweep' \"$D\"/wrong.space \"$D\"/x.db 2",
     3, NULL, "wrong.space:3: "},
    {"two sweeps write one store",
     ROWS "\"$N\" sweep \"$D\"/small.space --store \"$D\"/two.db -q >/dev/null & \"$N\" sweep "
          "\"$D\"/small.space --store \"$D\"/two.db -q >/dev/null; wait $! && rows \"$D\"/two.db "
          ">\"$D\"/two.txt; rows \"$D\"/small.db | cmp - \"$D\"/two.txt",
     0, NULL, NULL},
    {"20 kills",
     ROWS
     "for k in $(seq 20); do timeout -s KILL 0.0$((k % 9 + 1)) \"$N\" sweep \"$D\"/small.space "
     "--store \"$D\"/killed.db -q --jobs 1 >/dev/null 2>&1; done; \"$N\" sweep "
     "\"$D\"/small.space --store \"$D\"/killed.db -q >/dev/null && rows \"$D\"/killed.db "
     ">\"$D\"/killed.txt; rows \"$D\"/small.db | cmp - \"$D\"/killed.txt && \"$N\" store verify "
     "\"$D\"/killed.db",
     0, "ok, ", NULL},
    {"interrupted",
     "timeout --foreground --preserve-status -s INT 1 \"$N\" sweep te13 --store \"$D\"/int.db -q",
     130, NULL, "designs are saved in"},
    {"interrupted store is whole", "\"$N\" store verify \"$D\"/int.db", 0, "ok, ", NULL},
    {"shard of nothing", "\"$N\" sweep \"$D\"/small.space --store \"$D\"/x.db --shard 3/2", 2, NULL,
     "--shard 3/2: expected I/N"},
    {"not a store", "\"$N\" pareto --store \"$D\"/small.space", 1, NULL,
     "small.space: is no store of nocsight"},
    {"not our database",
     "sqlite3 \"$D\"/foreign.db 'create table t(x)'; \"$N\" sweep \"$D\"/small.space --store "
     "\"$D\"/foreign.db",
     1, NULL, "is a database, but no store of nocsight"},
    {"another format",
     "cp \"$D\"/small.db \"$D\"/future.db; sqlite3 \"$D\"/future.db 'pragma user_version = 9'; "
     "\"$N\" pareto --store \"$D\"/future.db",
     1, NULL,
     "has store format 9; this nocsight reads and writes format 2 (sweep into a new store: "
     "nocsight sweep SPACE --store NEW; or use the version that wrote it)"},
    {"no such store", "\"$N\" pareto --store \"$D\"/none.db", 1, NULL, "there is no such store"},
    {"folder that is not there", "\"$N\" sweep \"$D\"/small.space --store \"$D\"/none/x.db", 1,
     NULL, "cannot be opened"},
    {"full disk", "(ulimit -f 200; trap '' XFSZ; \"$N\" sweep te13 --store \"$D\"/full.db -q)", 1,
     NULL, "full.db: "},
    {"full disk leaves a whole store", "\"$N\" store verify \"$D\"/full.db", 0, "ok, ", NULL},
    {"ls", "\"$N\" store ls \"$D\"/small.db", 0, "small", NULL},
    {"show", "\"$N\" store show --store \"$D\"/small.db", 0, "designs computed", NULL},
    {"show for programs", "\"$N\" store show \"$D\"/small.db --format csv | head -1", 0,
     "fact,points,value or reason\n", NULL},
    {"a store at rest is one file",
     "cp \"$D\"/small.db \"$D\"/rest.db && \"$N\" sweep -q \"$D\"/small.space "
     "--store \"$D\"/rest.db && \"$N\" store ls \"$D\"/rest.db && \"$N\" pareto -q --store "
     "\"$D\"/rest.db; "
     "ls \"$D\" | grep -c '^rest.db'",
     0, "\n1\n", NULL},
    {"show of a design is a design",
     "I=$(sqlite3 \"$D\"/small.db 'select hash from results_wide limit 1'); \"$N\" store show "
     "\"$D\"/small.db $I >\"$D\"/shown.cfg; \"$N\" query \"$D\"/shown.cfg --format csv | grep -c "
     "$I",
     0, "1\n", NULL},
    {"stored figures are the query's",
     "sqlite3 \"$D\"/small.db \"select hash, saturation_flits_per_cycle from results_wide order by "
     "1 limit 3\" | while IFS='|' read h s; do \"$N\" store show \"$D\"/small.db $h >\"$D\"/q.cfg; "
     "\"$N\" query \"$D\"/q.cfg --format json | grep -A1 '\"saturation_flits_per_cycle\"' | grep "
     "-c ${s%????????}; done | tr '\\n' ' '",
     0, "1 1 1 ", NULL},
    {"no such verb", "\"$N\" store list \"$D\"/small.db", 2, NULL, "store has no 'list'"},
    {"front", "\"$N\" pareto --store \"$D\"/small.db", 0, "on the front by value", NULL},
    {"front as CSV", "\"$N\" pareto --store \"$D\"/small.db --format csv | head -1", 0,
     "name,hash,method,status,on_front,probability,by_value,network_routing,", NULL},
    {"front with three objectives",
     "\"$N\" pareto --store \"$D\"/small.db --objectives "
     "max:knee_flits_per_cycle,min:network_area_mm2,min:hops_mean --format json",
     0, "\"hypervolume\": 0.", NULL},
    {"exact model", "\"$N\" pareto --store \"$D\"/small.db --model-error 0", 0, "certain", NULL},
    {"no such objective",
     "\"$N\" pareto --store \"$D\"/small.db --objectives max:ipcs,min:hops_mean", 2, NULL,
     "there is no metric 'ipcs'"},
    {"one objective", "\"$N\" pareto --store \"$D\"/small.db --objectives min:hops_mean", 2, NULL,
     "at least two objectives"},
    {"no direction", "\"$N\" pareto --store \"$D\"/small.db --objectives hops_mean,x", 2, NULL,
     "max:METRIC or min:METRIC"},
    {"no such space in the store", "\"$N\" pareto --store \"$D\"/small.db --space te13", 2, NULL,
     "holds no such space"},
    {"why",
     "I=$(sqlite3 \"$D\"/small.db 'select hash from results_wide order by "
     "throughput_per_area_bytes_per_cycle_mm2 limit 1'); \"$N\" pareto --store \"$D\"/small.db "
     "--why $I",
     0, "dominate it by value", NULL},
    {"why of nothing", "\"$N\" pareto --store \"$D\"/small.db --why d-zz", 2, NULL,
     "no such design"},
    {"measured front",
     "cp \"$D\"/small.db \"$D\"/m.db; \"$N\" pareto --store \"$D\"/m.db --measure --budget 1 "
     "--precision 0.2 -q && sqlite3 \"$D\"/m.db \"select count(*) from results_wide where method = "
     "'sample'\"",
     0, "1\n", NULL},
    {"measured again costs nothing",
     "\"$N\" pareto --store \"$D\"/m.db --format csv | cut -d, -f3 | sort | uniq -c | grep -c "
     "sample",
     0, "1\n", NULL},
    {"another sampler's measurements are not taken",
     "cp \"$D\"/m.db \"$D\"/old.db; sqlite3 \"$D\"/old.db \"update question set engine = "
     "'0123456789abcdef seed 1 precision 0.02' where method = 'sample'\"; \"$N\" pareto --store "
     "\"$D\"/old.db --format csv | grep -c ',sample,'",
     1, "0\n", NULL},
    /* test_slow_front looks whether it is the true front. */
    {"a front is decided with few samples",
     "cd \"$D\" && \"$N\" sweep tiny.space --store tiny.db -q >/dev/null && \"$N\" pareto --store "
     "tiny.db --measure -q >/dev/null && sqlite3 tiny.db \"select count(*) between 1 and 7 from "
     "results_wide where method = 'sample' and engine like '%brief'\"",
     0, "1\n", NULL},
    {"a finer precision samples in full",
     "cd \"$D\" && \"$N\" pareto --store tiny.db --measure --precision 0.005 --budget 1 -q "
     ">/dev/null; sqlite3 tiny.db \"select count(*) from results_wide where method = 'sample' and "
     "engine "
     "like '%precision 0.005'\"",
     0, "1\n", NULL},
    {"any number of threads measures the same",
     "cd \"$D\" && for j in 1 3; do \"$N\" sweep tiny.space --store u$j.db -q >/dev/null; \"$N\" "
     "pareto --store u$j.db --measure --budget 3 --jobs $j -q >/dev/null; sqlite3 u$j.db 'select "
     "* from results_wide order by hash, engine' | md5sum; done | sort -u | wc -l",
     0, "1\n", NULL},
    {"a decided front stays decided",
     "\"$N\" pareto --store \"$D\"/tiny.db --measure --format json -q | grep -E "
     "'measured_now|undecided'",
     0, "\"measured_now\": 0,\n  \"undecided\": 0", NULL},
    {"samples tell more later",
     "\"$N\" pareto --store \"$D\"/tiny.db --measure --budget 1 -q --objectives "
     "max:knee_flits_per_cycle,min:network_area_mm2 >/dev/null; sqlite3 \"$D\"/tiny.db \"select "
     "count(*) from results_wide where method = 'sample' and knee_flits_per_cycle > 0\"",
     0, "1\n", NULL},
    {"nothing to measure",
     "\"$N\" pareto --store \"$D\"/tiny.db --measure --objectives "
     "min:hops_mean,min:network_area_mm2",
     2, NULL, "the model is exact in all of the objectives"},
    {"a wrong tolerance", "\"$N\" pareto --store \"$D\"/tiny.db --measure --tolerance 2", 2, NULL,
     "--tolerance 2"},
    {"a wrong confidence", "\"$N\" pareto --store \"$D\"/tiny.db --measure --confidence 95", 2,
     NULL, "--confidence 95"},
    {"what comes next can be pasted",
     "\"$N\" sweep \"$D\"/small.space --store \"$D/it's one.db\" -q | sed -n \"s/.*Next: //p\" "
     ">\"$D\"/next && "
     "nocsight() { \"$N\" \"$@\"; } && . \"$D\"/next && rm \"$D/it's one.db\"*",
     0, "small: 38 designs; front of", NULL},
    {"a store merged into itself",
     "cp \"$D\"/small.db \"$D\"/same.db && ln -s same.db \"$D\"/link.db && \"$N\" store merge "
     "\"$D\"/same.db \"$D\"/link.db",
     2, NULL, "link.db cannot be merged into itself"},
    {"a merge that fails makes nothing",
     "\"$N\" store merge \"$D\"/made.db \"$D\"/small.db \"$D\"/nowhere.db 2>\"$D\"/why; e=$?; "
     "test ! -e \"$D\"/made.db && cat \"$D\"/why >&2; exit $e",
     1, NULL, "nowhere.db: there is no such store"},
    {"a store in a folder that is not there", "\"$N\" sweep cdx19 --store \"$D\"/none/x.db -q", 1,
     NULL, "x.db: cannot be opened: No such file or directory"},
    {"a store in a folder that may not be written",
     "mkdir -p \"$D\"/shut && chmod 555 \"$D\"/shut && R=; test $(id -u) = 0 && R='setpriv "
     "--reuid=65534 --clear-groups'; $R \"$N\" sweep cdx19 --store \"$D\"/shut/x.db -q; e=$?; "
     "rmdir \"$D\"/shut; exit $e",
     1, NULL, "x.db: cannot be opened: Permission denied"},
    {"memory nodes that were run alone are counted",
     "\"$N\" sweep \"$D\"/order.space --store \"$D\"/order.db --format json -q | jq -c "
     "'[.ok, .memory_nodes_measured]'; sqlite3 \"$D\"/order.db 'select sum(memory_alone) from "
     "result'",
     0, "[4,2]\n2\n", NULL},
    {"in words", "\"$N\" sweep \"$D\"/order.space --store \"$D\"/again.db | tr -s '\\n ' ' '", 0,
     "DRAMs serve in order in 2 of the designs: their pace is that of a short run of the memory "
     "nodes alone",
     NULL},
    {"a store that does not tell which is completed",
     "sqlite3 \"$D\"/order.db 'alter table result drop column memory_alone' && \"$N\" sweep "
     "\"$D\"/order.space --store \"$D\"/order.db -q >/dev/null && sqlite3 \"$D\"/order.db 'select "
     "count(*), count(memory_alone) from result'",
     0, "4|0\n", NULL},
    {"report without a suffix", "\"$N\" report --store \"$D\"/small.db -o \"$D\"/x.txt", 2, NULL,
     ".html, .svg"},
    {"report as CSV",
     "\"$N\" report --store \"$D\"/small.db -o \"$D\"/r.csv -q && head -1 \"$D\"/r.csv", 0,
     "name,hash,method,status,on_front,probability,by_value,network_routing", NULL},
    {"every row of the CSV has all columns",
     "python3 -c \"import csv,sys; print(len({len(r) for r in csv.reader(open(sys.argv[1]))}))\" "
     "\"$D\"/r.csv",
     0, "1\n", NULL},
    {"report as JSON",
     "\"$N\" report --store \"$D\"/small.db -o \"$D\"/r.json -q && test $(python3 -c \"import "
     "json,sys; print(len(json.load(open(sys.argv[1]))['designs']))\" \"$D\"/r.json) = $(sqlite3 "
     "\"$D\"/small.db \"select count(*) from point where reason is null\")",
     0, NULL, NULL},
    {"no gnuplot", "PATH=/nowhere \"$N\" report --store \"$D\"/small.db -o \"$D\"/r.pdf", 6, NULL,
     "gnuplot not found"},
    {"no gnuplot, but its script", "cat \"$D\"/r.gp \"$D\"/r-data.csv", 0, "set terminal pdf",
     NULL},
    {"figure is the same again",
     "for i in 1 2; do \"$N\" report --store \"$D\"/small.db -o \"$D\"/f.svg -q; md5sum "
     "<\"$D\"/f.svg; done | sort -u | wc -l; grep -c '<svg' \"$D\"/f.svg",
     0, "1\n1\n", NULL},
    {"the figure has its answer and the names of its points",
     "grep -q 'Knee (' \"$D\"/f.svg && head -1 \"$D\"/f-data.csv | cut -d, -f8-", 0,
     "method,colour,id,name\n", NULL},
    {"figure as PNG",
     "\"$N\" report --store \"$D\"/small.db -o \"$D\"/gnuplot.png -q && head -c 4 "
     "\"$D\"/gnuplot.png | tail -c 3",
     0, "PNG", NULL},
    {"nothing left", "\"$N\" sweep \"$D\"/none.space --store \"$D\"/none.db -q", 3, "2  excluded",
     "none.space: no design is left: all 4 are excluded by constraints or invalid"},
    {"nothing left again", "\"$N\" sweep \"$D\"/none.space --store \"$D\"/none.db -q", 3,
     "Nothing was left to do", "no design is left"},
    {"nothing left, dry", "\"$N\" sweep \"$D\"/none.space --dry-run -q", 3, "Nothing is left",
     "no design is left"},
    {"nothing left in a shard",
     "\"$N\" sweep \"$D\"/none.space --shard 1/2 --store \"$D\"/none1.db -q", 0, NULL, NULL},
    {"place beside the papers'", "\"$N\" place te13-baseline " GRID_4X4 " --memory 4 -q", 0,
     "te13 Figure 30(a)         te13 Figure 30(b)         te13 Figures 17, 30(d)\n", NULL},
    {"place beside the papers', drawn",
     "\"$N\" place te13-baseline " GRID_4X4 " --memory 4 -q -o \"$D\"/p.svg; grep -c "
     "'class=\"memory\"' \"$D\"/p.svg",
     0, "32\n", NULL}, /* the best and seven named ones */
    {"place", "\"$N\" place te13-baseline --set workload=LL --memory 3 -q", 0,
     "all 7140 placements tried", NULL},
    {"place as JSON", "\"$N\" place te13-baseline " GRID_4X4 " --memory 2 -q --format json", 0,
     "\"exhaustive\": true", NULL},
    {"place beyond trying",
     "\"$N\" place te13-baseline-64 --set workload=LL --memory 8 -q --format json", 0,
     "\"exhaustive\": false,\n  \"proven\": true", NULL},
    {"place draws", "\"$N\" place te13-baseline " GRID_4X4 " --memory 2 -q --format svg", 0, "<svg",
     NULL},
    {"place on half routers", "\"$N\" place te13-cp-cr --set workload=LL --memory 4 -q", 0,
     "all 3060 placements tried", NULL},
    {"place on more than the half routers", "\"$N\" place te13-cp-cr --memory 19 -q", 2, NULL,
     "memory nodes must stand on half routers"},
    {"place on slices with different half routers", "\"$N\" place te13-dci --memory 4 -q", 3, NULL,
     "slices whose half routers differ"},
    {"place everywhere", "\"$N\" place te13-baseline --memory 36", 2, NULL, "36 memory nodes"},
    /* 14 tiles for 2 memory nodes */
    {"place with empty tiles",
     "\"$N\" place te13-baseline -q --set network.columns=4 --set network.rows=4 --set "
     "nodes.compute=12 --set nodes.memory=2 --set nodes.empty_at='((1,1),(2,2))' --format json | "
     "jq -c '[.placements, .exhaustive, (.designs | map(.memory_at - [[1,1],[2,2]] | length) | "
     "unique)]'",
     0, "[91,true,[2]]", NULL},
    {"place without memory nodes", "\"$N\" place synthetic-mesh --memory 3", 3, NULL, "memory"},
};

static void check_command(void **state)
{
    const sweep_case *c = *state;
    char *line = NULL;
    if (strstr(c->command, "python3") && system("command -v python3 >/dev/null") != 0) skip();
    if (strstr(c->command, "gnuplot") && system("command -v gnuplot >/dev/null") != 0) skip();
    assert_true(asprintf(&line, "N='%s'; D='%s'; { %s\n} >\"$D/out\" 2>\"$D/err\"", NOC_BINARY,
                         folder, c->command) > 0);
    const int got = system(line);
    char *out = test_read_back("out"), *err = test_read_back("err");
    if (WEXITSTATUS(got) != c->status) print_message("%s%s", out, err);
    assert_int_equal(WEXITSTATUS(got), c->status);
    if (c->out) assert_contains(out, c->out);
    if (c->err) assert_contains(err, c->err);
    free(out);
    free(err);
    free(line);
}

static void put(const char *name, const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    fputs(text, out);
    fclose(out);
}

/* An sbatch that runs the tasks at once, so that the script is tested where there is no cluster. */
static int make_sbatch(void)
{
    char path[100];
    snprintf(path, sizeof path, "%s/bin", folder);
    if (mkdir(path, 0777) != 0) return 1;
    put("bin/sbatch",
        "#!/bin/sh\nlast=0\nfor a; do case $a in --array=1-*) last=${a##*-};; "
        "esac; done\nwhile :; do case $1 in --shard|--merge) break;; /*) script=$1;; esac; shift; "
        "done\nif [ $last = 0 ]; then bash \"$script\" \"$@\" >/dev/null 2>&1; fi\n"
        "for i in $(seq $last); do SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=2 bash \"$script\" "
        "\"$@\" >/dev/null 2>&1; done\necho '17;here'\n");
    snprintf(path, sizeof path, "%s/bin/sbatch", folder);
    return chmod(path, 0777);
}

static int make_files(void)
{
    char *line = NULL;
    folder = test_make_folder();
    put("small.space",
        "base = \"te13-baseline\";\n"
        "axes = ( { key = \"network.routing\"; values = (\"xy\", \"yx\", \"cdr\", "
        "\"o1turn\"); }, { key = \"network.virtual_channels\"; values = (2, 4); }, { key = "
        "\"network.buffer_flits\"; from = 4; to = 16; factor = 2; }, { key = "
        "\"network.flit_bytes\"; values = (8, 16, 32); } );\n"
        "constraints = (\"network_area_mm2 < 60\");\n");
    put("tiny.space",
        "base = \"te13-baseline\";\naxes = ( { name = \"grid\"; choices = ( { nodes = { compute = "
        "3; memory = 1; placement = \"explicit\"; memory_at = ((0,0)); }; network = { columns = 2; "
        "rows = 2; }; } ); }, { key = \"network.virtual_channels\"; values = (2, 4); }, { key = "
        "\"network.buffer_flits\"; values = (2, 8); }, { key = \"network.flit_bytes\"; values = "
        "(8, 16); } );\n");
    put("wrong.space",
        "base = \"te13-baseline\";\naxes = (\n{ key = \"network.flitbytes\"; values = (8); } );\n");
    put("constraint.space",
        "base = \"te13-baseline\";\naxes = (\n{ key = \"network.slices\"; values = (1, "
        "2); } );\nconstraints = (\"network_area_mm2 <\");\n");
    put("order.cfg",
        "name = \"few\"; chip = { technology_nm = 22; clock_mhz = 1000.0; };\n"
        "nodes = { compute = 12; memory = 4; mshrs = 16; };\n"
        "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
        "workload = { instructions = 1.0; warps = 16; l2_hit_rate = 0.2; row_locality = 0.7; };\n");
    put("order.space",
        "base = \"order.cfg\";\naxes = ( { key = \"memory.scheduler\"; values = (\"fcfs\", "
        "\"fr-fcfs\"); }, { key = \"memory.banks\"; values = (8, 16); } );\n"
        "objectives = (\"max:ipc\", \"min:network_area_mm2\");\n");
    put("none.space", "base = \"te13-baseline\";\naxes = ( { key = \"network.slices\"; values = "
                      "(1, 2); }, { key = \"network.routing\"; values = (\"xy\", \"o1turn\"); } "
                      ");\nconstraints = (\"network_area_mm2 < 5\");\n");
    if (asprintf(&line, "'%s' sweep '%s/small.space' --store '%s/small.db' -q >/dev/null",
                 NOC_BINARY, folder, folder) < 0)
        return 1;
    const int status = system(line);
    free(line);
    return status != 0 ? status : make_sbatch();
}

int main(void)
{
    static test_list list;
    if (make_files() != 0) return 1;
    TEST_TABLE(&list, cases, check_command);
    const int status = test_run("sweep", &list);
    test_remove_folder();
    return status;
}
