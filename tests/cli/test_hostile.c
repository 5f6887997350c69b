/* Files that nobody means well: names that a terminal would obey, stores that another program
 * wrote, long lists, pipes, links that lead nowhere, writers that were killed. */
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "design/workload/trace.h"
#include "explore/space/space_read.h"
#include "hybrid/correction/calibration/calibration_file.h"
#include "reports/drawings/page_frame.h"
#include "reports/writers/csv.h"
#include "reports/writers/glyph.h"
#include "reports/writers/output.h"
#include "reports/writers/sheet.h"
#include "tests/support/folder.h"
#include "tests/support/helpers.h"

static const char *folder;

/* ---- commands ------------------------------------------------------------------------------- */

/* A command line for the shell: $N the program, $D a folder of its own. `out` and `err` are parts
 * of what must be written there, `never` of what must not be in either; NULL: anything may. */
typedef struct hostile_case {
    const char *name, *command;
    int status;
    const char *out, *err, *never;
} hostile_case;

#define TINY                                                                    \
    "base = \"te13-baseline\"; axes = ( { key = \"network.virtual_channels\"; " \
    "values = (2, 4); } );"
#define STORE                                                                                     \
    "cd \"$D\"; test -e s.db || { printf '%s' '" TINY "' >s.space; \"$N\" sweep s.space --store " \
    "s.db -q >/dev/null; }; cp s.db h.db; sqlite3 h.db 'drop view results_wide'; "
#define LOOSE(table)                                                                  \
    "sqlite3 h.db 'create table k as select * from " table "; drop table " table "; " \
    "alter table k rename to " table "'; "
#define ALL_STORE_COMMANDS                                                                       \
    "for c in 'store ls' 'store show' 'store verify'; do \"$N\" $c h.db; e=$?; test $e -lt "     \
    "4 || echo died $e; done; \"$N\" pareto --store h.db; e=$?; test $e -lt 4 || echo died $e; " \
    "\"$N\" report --store h.db -o h.json; e=$?; test $e -lt 4 || echo died $e"
#define NAMED                                                                              \
    "cd \"$D\"; printf 'name = \"%b\"; nodes = { compute = 3; memory = 1; }; network = { " \
    "topology "                                                                            \
    "= \"mesh\"; columns = 2; rows = 2; };'"

static hostile_case cases[] = {
    {"a damaged store is not merged",
     STORE "dd if=/dev/zero of=h.db bs=4096 seek=3 count=1 conv=notrunc 2>/dev/null; \"$N\" store "
           "merge o.db h.db; e=$?; ls o.db*; exit $e",
     1, NULL, "nocsight: h.db: ", "o.db:"},
    {"a store without a table is not merged",
     STORE "sqlite3 h.db 'drop table point'; \"$N\" store merge o.db h.db 2>/dev/null; e=$?; test "
           "! -e o.db || echo left; exit $e",
     1, NULL, NULL, "left"},
    {"a store with the name of SQLite's memory",
     STORE "\"$N\" sweep s.space --store :memory: -q && ls :memory: && \"$N\" store merge m.db "
           ":memory: -q && \"$N\" store ls m.db",
     0, "2 designs", NULL, "no such store"},
    {"a store with a name like a page's",
     STORE "\"$N\" sweep s.space --store file:x?mode=memory -q && \"$N\" store ls "
           "file:x?mode=memory",
     0, "2 designs", NULL, "no such store"},
    {"a store without a name", STORE "\"$N\" sweep s.space --store ''", 2, NULL,
     "needs --store FILE", NULL},
    {"kept samples that are no numbers",
     "cd \"$D\"; for v in inf nan 1e400 0x10 1:inf:2 1:2:0x3; do (head -1 \"" NOC_SOURCE_DIR
     "/data/published_samples.csv\"; printf '\"q\",point,d,w,1,ipc=%s:1:2\\n' $v) >k.csv; \"$N\" "
     "reproduce te13-figure8 --store k.csv 2>&1 | grep -c 'k.csv:2: a figure must be'; done",
     0, "1\n1\n1\n1\n1\n1\n", NULL, NULL},
    {"an axis whose key is misspelt",
     "cd \"$D\"; printf 'base=\"te13-baseline\";\\naxes=({kye=\"network.flit_bytes\";values=(8);},"
     "\\n{key=\"network.virtual_channels\";values=(2,4);});' >t.space; \"$N\" sweep t.space "
     "--dry-run",
     3, NULL, "t.space:2: unknown setting 'kye'; did you mean 'key'?", NULL},
    {"every error of a space is told",
     "cd \"$D\"; printf 'base=\"nowhere\";\\naxes=({kye=\"network.slices\";},\\n{key="
     "\"network.slics\";values=3;},\\n7,\\n{key=\"network.slices\";values=(1,1);},\\n{choices=(3,"
     "{network={topolgy=\"mesh\";};});});\\nconstraints=(\"slices <\");\\nobjectives=(\"min:ipcc\")"
     ";\\nload=-1;' >t.space; \"$N\" sweep t.space --dry-run 2>&1 | cut -d: -f3 | sort -u | "
     "paste -sd' '",
     0, " 1 2 3 4 5 6 7 8 9", NULL, NULL},
    {"a list of values beyond the cap",
     "cd \"$D\"; (printf 'base=\"te13-baseline\";axes=({key=\"chip.tile_mm\";values=('; seq -s, "
     "400000; printf ');});') >t.space; \"$N\" sweep t.space --dry-run",
     3, NULL, "the list has 400000 values (at most 100000)", NULL},
    {"more settings than a group may have",
     "cd \"$D\"; seq -f 'k%.0f=1;' 32000 >k.cfg; \"$N\" check k.cfg", 3, NULL,
     "k.cfg:2001: more than 2000 settings in one group", NULL},
    {"groups within groups",
     "cd \"$D\"; (seq -f 'g%.0f={' -s '' 100000) >k.cfg; \"$N\" check k.cfg", 3, NULL,
     "groups within groups go more than 64 levels deep", NULL},
    {"a space's name does nothing to a terminal",
     "cd \"$D\"; printf 'name=\"a\\\\x1b]0;owned\\\\x07\\\\x9b2J\\\\xc2\\\\x9b\\\\nb\"; " TINY
     "' >t.space; \"$N\" sweep t.space --dry-run -q; \"$N\" sweep t.space --store n.db -q; \"$N\" "
     "store ls n.db",
     0, "a?]0;owned??2J??b: 2 designs", NULL, "\x1b"},
    {"a design's name does nothing to a terminal",
     NAMED " 'x\\0233\\0033[31m\\0342\\0200\\0256y' >t.cfg; for l in C C.UTF-8; do LC_ALL=$l "
           "\"$N\" query t.cfg; LC_ALL=$l \"$N\" check --resolved t.cfg; LC_ALL=$l \"$N\" describe "
           "te13-baseline; LC_ALL=$l \"$N\" validate t.cfg --precision 0.3 -q; done; LC_ALL=C "
           "\"$N\" query t.cfg --set 'nodes.compute=99' 2>&1 | head -1",
     0, "x??[31m?y, model", NULL, "\x9b"},
    {"a name as JSON is what it was",
     NAMED " 'r\\0303\\0266hre \\0342\\0200\\0256y' >t.cfg; LC_ALL=C \"$N\" query t.cfg --format "
           "json",
     0, "r\303\266hre \342\200\256y", NULL, NULL},
    {"a printed design has the name that it had",
     NAMED " 'x\\0233\\0033[31m\\0342\\0200\\0256y\\0303\\0266' >t.cfg; \"$N\" check --resolved "
           "t.cfg >u.cfg; for f in t u; do \"$N\" query $f.cfg --format json | sed -n "
           "'/\"name\"/p;/\"hash\"/p'; done | sort | uniq -c | awk '{print $1}' | sort -u",
     0, "2\n", NULL, "1\n"},
    {"pictures and pages of a design's name are UTF-8 without controls",
     NAMED " 'x\\0233\\0033\\0342\\0200\\0256y' >t.cfg; "
           "\"$N\" curve t.cfg --points 2 -o t.svg -q && \"$N\" compare t.cfg --vary "
           "network.virtual_channels=2,4 -o t.html -q && iconv -f UTF-8 -t UTF-8 t.svg t.gp t.html "
           ">/dev/null && ! grep -q \"$(printf '\\033')\" t.svg t.gp t.html && echo clean",
     0, "clean", NULL, NULL},
    {"a space's name in its page and picture is UTF-8",
     "cd \"$D\"; printf 'name=\"a\\\\xff\"; " TINY
     "' >t.space; \"$N\" sweep t.space --store u.db -q >/dev/null; \"$N\" report --store u.db -o "
     "u.svg "
     "-q 2>/dev/null; \"$N\" report --store u.db -o u.html -q; iconv -f UTF-8 -t UTF-8 u.svg u.gp "
     "u.html "
     ">/dev/null && grep -o '\"space\":\"a[^,]*' u.html",
     0, "\"space\":\"a?\"", NULL, NULL},
    {"a long name is cut behind a whole letter",
     NAMED " \"$(printf 'x\\303\\251%.0s' $(seq 90))\" >l.cfg; "
           "\"$N\" compare l.cfg te13-baseline -o l.svg -q && \"$N\" curve l.cfg "
           "te13-baseline --points 2 -o m.svg -q && iconv -f UTF-8 -t UTF-8 l.svg m.svg >/dev/null "
           "&& echo clean",
     0, "clean", NULL, NULL},
    {"a line end in a store's path is no setting",
     STORE LOOSE("source") "sqlite3 h.db \"update source set path = 'a' || char(10) || "
                           "'chip = { };.cfg'\"; \"$N\" store show h.db $(sqlite3 h.db 'select "
                           "lower(hex(hash)) from design limit 1') | head -1",
     0, "a?chip = { };.cfg", NULL, NULL},
    {"a store without hashes",
     STORE LOOSE("design") "sqlite3 h.db 'update design set id = id + 1000, hash = "
                           "NULL'; " ALL_STORE_COMMANDS,
     0, NULL, "results have no design", "died"},
    {"a store without hashes or results",
     STORE LOOSE("design") LOOSE("result") "sqlite3 h.db 'update design set hash = NULL; delete "
                                           "from result'; " ALL_STORE_COMMANDS,
     0, NULL, "do not rebuild to their hash", "died"},
    {"a store of nothing but NULL",
     STORE LOOSE("design") LOOSE("source") LOOSE("space") LOOSE("point") LOOSE(
         "run") "sqlite3 h.db 'update design set hash = NULL, source = NULL, overrides = "
                "NULL; update "
                "source set id = NULL, name = NULL, path = NULL, text = NULL; update space "
                "set id = NULL, "
                "name = NULL, source = NULL, engine = NULL, task = NULL, constraints = NULL, "
                "objectives = "
                "NULL, designs = NULL; update point set space = NULL, position = NULL, design "
                "= NULL, reason = NULL; update question set method = NULL, task = NULL; update run "
                "set space = NULL, started = NULL, command "
                "= NULL, "
                "version = NULL'; " ALL_STORE_COMMANDS,
     0, NULL, NULL, "died"},
    {"a store that is a pipe",
     "cd \"$D\"; mkfifo f; timeout 20 \"$N\" store ls f; e=$?; rm f; exit $e", 1, NULL,
     "f: is a pipe or a device", NULL},
    {"formulas stay what they are",
     NAMED " '=1+1' >t.cfg; \"$N\" query t.cfg --format csv | tail -1 | cut -c1-5", 0, "=1+1,",
     NULL, NULL},
    {"formulas are marked on demand",
     NAMED " '=1+1' >t.cfg; \"$N\" query t.cfg --format csv --csv-safe | tail -1 | cut -c1-6", 0,
     "'=1+1,", NULL, NULL},
    {"the base of a report is one that others have",
     STORE "\"$N\" report --store s.db -o h.html -q && grep -o '\"base\":\"[^\"]*\"' h.html", 0,
     "\"base\":\"te13-baseline\"", NULL, NULL},
    {"any base is one word of a shell",
     "cd \"$D\"; sed -n '/^const unseen/,/^const command/p' '" NOC_SOURCE_DIR
     "/reports/page/table.js' >p.js; cat >q.js <<'E'\n"
     "const fs = require('fs'), vm = require('vm');\n"
     "const bases = ['x;touch PWNED;.cfg', \"it's $(touch PWNED)`touch PWNED`\", '-o x', 'a\\\\b', "
     "'~/x', '=ls', 'a\\nb', 'a\\u001b[31m\\u009b\\u202e\\'\\\\', '/p/te13-baseline.cfg', ''];\n"
     "for (const base of bases) {\n"
     "  const line = vm.runInNewContext(fs.readFileSync('p.js', 'utf8') + ';command({ set: [base] "
     "})', { "
     "data: { base }, base });\n"
     "  const got = require('child_process').execFileSync('bash', ['-c', \"nocsight() { printf "
     "'%s\\\\0' \\\"$@\\\"; }; \" + line], { env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } "
     "}).toString().split('\\0');\n"
     "  const right = ['query', base.startsWith('-') ? './' + base : base, '--set', base, ''];\n"
     "  console.log(JSON.stringify(got) === JSON.stringify(right) ? 'one word' : 'FAILED ' + "
     "line);\n"
     "}\nE\nnode q.js; test ! -e PWNED",
     0, "one word", NULL, "FAILED"},
};

static void check_command(void **state)
{
    const hostile_case *c = *state;
    char *line = NULL;
    if (strstr(c->command, "h.html") && !noc_page_has_library()) skip();
    if (strstr(c->command, "node q.js") && system("command -v node >/dev/null") != 0) skip();
    assert_true(asprintf(&line, "N='%s'; D='%s'; { %s\n} >\"$D/out\" 2>\"$D/err\"", NOC_BINARY,
                         folder, c->command) > 0);
    const int got = system(line);
    char *out = test_read_back("out"), *err = test_read_back("err");
    if (WEXITSTATUS(got) != c->status) print_message("%s%s", out, err);
    assert_int_equal(WEXITSTATUS(got), c->status);
    if (c->out) assert_contains(out, c->out);
    if (c->err) assert_contains(err, c->err);
    if (c->never) assert_null(strstr(out, c->never));
    if (c->never) assert_null(strstr(err, c->never));
    free(out);
    free(err);
    free(line);
}

/* ---- glyphs --------------------------------------------------------------------------------- */

typedef struct glyph_case {
    const char *name, *text, *shown;
} glyph_case;

static glyph_case glyphs[] = {
    {"letters", "mesh 8x8, \303\266\342\202\254\360\237\230\200",
     "mesh 8x8, \303\266\342\202\254\360\237\230\200"},
    {"escape", "a\033[31mb", "a?[31mb"},
    {"bell and delete", "\a\x7f", "??"},
    {"control of 8 bits",
     "\x9b"
     "31m\x85",
     "?31m?"},
    {"control of 8 bits in UTF-8", "\302\233\302\200\302\237\302\240", "???\302\240"},
    {"override of the direction", "a\342\200\256b\342\201\246c\342\200\217\330\234", "a?b?c??"},
    {"separators of lines", "\342\200\250\342\200\251", "??"},
    {"code points that are none",
     "a\xef\xbf\xbf"
     "b\xef\xbf\xbe\xef\xb7\x90"
     "c\xf0\x9f\xbf\xbf",
     "a?b??c?"},
    {"no UTF-8", "\xff\xc3 \xe2\x82", "?? ??"},
    {"longer than need be", "\xc0\x9b\xe0\x82\x9b", "?????"},
    {"surrogates and beyond", "\xed\xa0\x80\xf4\x90\x80\x80", "???????"},
    {"lines and tabs", "a\nb\tc\r", "a\nb\tc?"},
};

static void is_shown(void **state)
{
    const glyph_case *c = *state;
    char *text = strdup(c->text);
    text[noc_text_clean(text, strlen(text), true)] = '\0';
    assert_string_equal(text, c->shown);
    free(text);
    text = strdup(c->text);
    text[noc_text_clean(text, strlen(text), false)] = '\0';
    assert_null(strpbrk(text, "\n\t"));
    free(text);
}

/* ---- cells ---------------------------------------------------------------------------------- */

typedef struct cell_case {
    const char *name, *text, *cell;
} cell_case;

static cell_case cells[] = {
    {"a formula", "=1+1", "'=1+1"},
    {"a formula with a comma", "=SUM(1,2)", "\"'=SUM(1,2)\""},
    {"a command", "@SUM(1)", "'@SUM(1)"},
    {"a tab", "\tx", "'\tx"},
    {"a sum", "+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"},
    {"a difference", "-2-3", "'-2-3"},
    {"a number", "-2.5e-3", "-2.5e-3"},
    {"a number with a plus", "+7", "+7"},
    {"a word", "mesh", "mesh"},
    {"nothing", "", ""},
};

static void is_safe(void **state)
{
    const cell_case *c = *state;
    char *text = NULL;
    size_t size = 0;
    noc_sheet sheet = {.out = open_memstream(&text, &size), .is_csv_safe = true};
    noc_csv_line line = {.sheet = &sheet};
    noc_csv_text(&line, c->text);
    fclose(sheet.out);
    assert_string_equal(text, c->cell);
    free(text);
}

/* ---- calibrations --------------------------------------------------------------------------- */

/* The shipped calibration with the text from `start` to `end` replaced, and a right checksum. */
typedef struct calibration_case {
    const char *name, *start, *end, *text, *fault;
} calibration_case;

#define NO_DIGITS "............................" /* for a third of the 28 numbers of a design */

static calibration_case calibrations[] = {
    {"as it is", "\nseed = ", ";", "1", NULL},
    {"a seed beyond all numbers", "\nseed = ", ";", "1e400", "seed: expected a whole number"},
    {"less than no designs", "\ndesigns = ", ";", "-1", "designs: expected a whole number"},
    {"half a design", "\ndesigns = ", ";", "2.5", "designs: expected a whole number"},
    {"designs as a text", "\ndesigns = ", ";", "\"x\"", "designs: expected a whole number"},
    {"a spread of no number of scores", "spreads = (", ")", "(0.1, 0.2, 1e400",
     "spreads: expected a whole number"},
    {"an infinite scale", "scales = (", ",", "1e400", "centres, scales or steps"},
    {"a step of no size", "steps = (", ",", "\"x\"", "centres, scales or steps"},
    {"a number too few", "numbers =\n    \"", "\"", "000", "numbers a point"},
    {"no digits", "numbers =\n    \"", "", NO_DIGITS NO_DIGITS NO_DIGITS, "numbers are damaged"},
    {"numbers that are a number", "numbers =", ";", " 7", "numbers a point"},
    {"other features", "traits = (", ",", "\"colour\"", "other features"},
};

/* The caller frees it. */
static char *changed(const calibration_case *c)
{
    char *text = test_read_text("data/calibration.cfg"), *whole = NULL;
    char *start = strstr(text, c->start), *sum = strstr(text, "checksum = \"");
    assert_true(start && sum);
    start += strlen(c->start);
    char *end = strstr(start, c->end);
    assert_true(asprintf(&whole, "%.*s%s%.*s", (int)(start - text), text, c->text, (int)(sum - end),
                         end) > 0);
    char digits[SHA256_DIGEST_STRING_LENGTH], *right = NULL;
    SHA256Data((const uint8_t *)whole, strlen(whole), digits);
    assert_true(asprintf(&right, "%schecksum = \"%.16s\";\n", whole, digits) > 0);
    free(whole);
    free(text);
    return right;
}

static void is_refused(void **state)
{
    const calibration_case *c = *state;
    noc_calibration calibration;
    noc_diag diag = {0};
    char *text = changed(c);
    const noc_status status = noc_calibration_parse(text, "c.cfg", &calibration, &diag);
    assert_int_equal(status, c->fault ? NOC_EINPUT : NOC_OK);
    if (c->fault) assert_contains(diag.messages[0].text, c->fault);
    noc_calibration_clear(&calibration);
    noc_diag_clear(&diag);
    free(text);
}

/* ---- time by size --------------------------------------------------------------------------- */

static double cpu_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static noc_status no_design(const char *word, char **path, noc_diag *diag)
{
    (void)word;
    (void)diag;
    return asprintf(path, "%s/configs/te13-baseline.cfg", NOC_SOURCE_DIR) < 0 ? NOC_EFAILED
                                                                              : NOC_OK;
}

static void read_values(size_t count)
{
    char path[100];
    snprintf(path, sizeof path, "%s/many.space", folder);
    FILE *out = fopen(path, "w");
    fputs("base = \"te13-baseline\"; axes = ( { key = \"chip.tile_mm\"; values = (", out);
    for (size_t i = 0; i < count; i++) fprintf(out, "%s%zu", i ? "," : "", 100 + i);
    fputs("); } );", out);
    fclose(out);
    noc_space space;
    noc_diag diag = {0};
    assert_int_equal(noc_space_read(path, no_design, &space, &diag), NOC_OK);
    assert_int_equal(space.root.design_count, count);
    noc_space_clear(&space);
}

static void sort_messages(size_t count)
{
    noc_diag diag = {0};
    for (size_t i = 0; i < count; i++)
        noc_fail(&diag, NOC_EINPUT, (noc_place){"f", (int)(count - i)}, "%zu", i);
    noc_diag_sort(&diag, 0);
    for (size_t i = 0; i < count; i++) assert_int_equal(diag.messages[i].line, i + 1);
    noc_diag_clear(&diag);
}

/* A trace whose ids are so far apart that they differ in their upper bits only. */
static void read_far_ids(size_t count)
{
    char path[100];
    noc_trace trace = {0};
    noc_diag diag = {0};
    snprintf(path, sizeof path, "%s/ids.csv", folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs("cycle,source,destination,class,bytes,id\n", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "1,0,1,read,8,%llu\n", (unsigned long long)i << 44);
    fclose(out);
    assert_int_equal(noc_trace_read(path, &trace, &diag), NOC_OK);
    assert_int_equal(trace.count, count);
    noc_arena_clear(&trace.arena);
}

typedef struct size_case {
    const char *name;
    void (*work)(size_t count);
    size_t count;
} size_case;

static size_case sizes[] = {
    {"values of an axis", read_values, 12000},
    {"messages", sort_messages, 12000},
    {"ids of a trace", read_far_ids, 12000},
};

/* Eight times the work takes about eight times as long, not sixty-four times. */
static void grows_with_its_size(void **state)
{
    const size_case *c = *state;
    c->work(c->count);
    const double start = cpu_seconds();
    c->work(c->count);
    const double small = cpu_seconds() - start;
    c->work(8 * c->count);
    const double large = cpu_seconds() - start - small;
    assert_true(large < 32.0 * (small + 0.005));
}

/* ---- files beside the one that is written --------------------------------------------------- */

static bool is_there(const char *name)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void touch(const char *name)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    fclose(fopen(path, "w"));
}

static void a_killed_writers_file_goes(void **state)
{
    (void)state;
    char path[100];
    noc_diag diag = {0};
    snprintf(path, sizeof path, "%s/o.json", folder);
    touch("o.json.nocsight-part-abcdef");
    touch("o.json.backup");
    touch("o.json.nocsight-part-mine");
    touch("p.json.nocsight-part-abcdef");
    assert_int_equal(noc_output_write(path, "x", 1, &diag), NOC_OK);
    assert_true(is_there("o.json"));
    assert_false(is_there("o.json.nocsight-part-abcdef"));
    assert_true(is_there("o.json.backup"));
    assert_true(is_there("o.json.nocsight-part-mine"));
    assert_true(is_there("p.json.nocsight-part-abcdef"));
}

static void a_link_that_leads_nowhere_is_followed(void **state)
{
    (void)state;
    char path[100], link[100];
    struct stat info;
    noc_diag diag = {0};
    snprintf(path, sizeof path, "%s/behind.json", folder);
    snprintf(link, sizeof link, "%s/link.json", folder);
    assert_int_equal(symlink("behind.json", link), 0);
    assert_int_equal(noc_output_check_path(link, &diag), NOC_OK);
    assert_int_equal(noc_output_write(link, "x", 1, &diag), NOC_OK);
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat(path, &info), 0);
    assert_true(S_ISREG(info.st_mode) && info.st_size == 1);
    unlink(link);
    assert_int_equal(symlink("nowhere/behind.json", link), 0);
    assert_int_equal(noc_output_check_path(link, &diag), NOC_EFAILED);
    noc_diag_clear(&diag);
}

/* One of two files cannot be written. */
static void several_files_are_written_all_or_none(void **state)
{
    (void)state;
    noc_diag diag = {0};
    char first[100], other[100], nowhere[100];
    snprintf(first, sizeof first, "%s/all-1.csv", folder);
    snprintf(other, sizeof other, "%s/all-2.csv", folder);
    snprintf(nowhere, sizeof nowhere, "%s/nowhere/all.csv", folder);
    const noc_output_file some[] = {{first, "x", 1}, {nowhere, "y", 1}},
                          all[] = {{first, "x", 1}, {other, "y", 1}};
    assert_int_equal(noc_output_write_files(some, 2, &diag), NOC_EFAILED);
    assert_false(is_there("all-1.csv"));
    noc_diag_clear(&diag);
    assert_int_equal(noc_output_write_files(all, 2, &diag), NOC_OK);
    assert_true(is_there("all-1.csv") && is_there("all-2.csv"));
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, check_command);
    TEST_TABLE_PREFIXED(&list, "shown", glyphs, is_shown);
    TEST_TABLE_PREFIXED(&list, "CSV", cells, is_safe);
    TEST_TABLE_PREFIXED(&list, "calibration", calibrations, is_refused);
    TEST_TABLE_PREFIXED(&list, "time by size", sizes, grows_with_its_size);
    test_add(&list, "a killed writer's file goes", a_killed_writers_file_goes);
    test_add(&list, "several files are written all or none", several_files_are_written_all_or_none);
    test_add(&list, "a link that leads nowhere is followed", a_link_that_leads_nowhere_is_followed);
    folder = test_make_folder();
    const int status = test_run("hostile", &list);
    test_remove_folder();
    return status;
}
