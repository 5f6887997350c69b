#include "tests/support/users/shortage.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPORT_FD = 9, TEXT_MOST = 1 << 15, UNLIMITED = 0 };

static char folder[] = "/tmp/noc_shortage_XXXXXX";

const shortage_case shortage_cases[] = {
    {"query", {"query", "te13-baseline"}, NULL, 15, 1},
    {"query, JSON", {"query", "te13-baseline", "--format", "json"}, NULL, 19, 1},
    {"query, CSV",
     {"query", "tiny.cfg", "--vary", "network.flit_bytes=8,16", "--format", "csv"},
     NULL,
     19,
     1},
    {"sample",
     {"sample", "tiny.cfg", "--load", "0.02", "--precision", "0.3", "--format", "json", "-q"},
     NULL,
     95,
     1},
    {"sample, trace",
     {"sample", "tiny.cfg", "--trace", "trace.csv", "--format", "json"},
     NULL,
     47,
     1},
    {"sample, trace with addresses",
     {"sample", "pairs.cfg", "--trace", "lines.csv", "--format", "json"},
     NULL,
     47,
     1},
    {"workload of a trace with addresses", {"import", "trace", "lines.csv"}, NULL, 11, 1},
    {"sweep", {"sweep", "tiny.space", "--store", "new.db", "-q"}, "new.db", 1497, 61},
    {"pareto", {"pareto", "--store", "old.db", "--format", "json"}, NULL, 999, 5},
    {"pareto, text", {"pareto", "--store", "old.db"}, NULL, 999, 7},
    {"importance", {"report", "--store", "old.db", "--importance"}, NULL, 333, 7},
    {"importance, JSON",
     {"report", "--store", "old.db", "--importance", "--format", "json"},
     NULL,
     333,
     7},
    {"bound", {"explain", "--bound", "te13-baseline", "--format", "json"}, NULL, 63, 1},
    {"report, page", {"report", "--store", "old.db", "-o", "r.html", "-q"}, "r.html", 999, 7},
    {"report, JSON", {"report", "--store", "old.db", "-o", "r.json", "-q"}, "r.json", 999, 7},
    {"report, CSV", {"report", "--store", "old.db", "-o", "r.csv", "-q"}, "r.csv", 999, 7},
    {"reproduce, page",
     {"reproduce", "te13-figure8", "--model", "-o", "r.html", "-q"},
     "r.html",
     3999,
     97},
    {"compare", {"compare", "tiny.cfg", "te13-baseline"}, NULL, 47, 1},
    {"curve", {"curve", "tiny.cfg", "--points", "3"}, NULL, 47, 1},
    {"channels, page",
     {"query", "tiny.cfg", "--load", "0.02", "--channels", "-o", "r.html", "-q"},
     "r.html",
     95,
     1},
    {"compare, page",
     {"compare", "tiny.cfg", "te13-baseline", "-o", "r.html", "-q"},
     "r.html",
     333,
     7},
    {"curve, page", {"curve", "tiny.cfg", "--points", "3", "-o", "r.html", "-q"}, "r.html", 47, 1},
    {"curve, picture", {"curve", "tiny.cfg", "--points", "3", "-o", "r.svg", "-q"}, "r.svg", 47, 1},
    {"report, picture", {"report", "--store", "old.db", "-o", "r.svg", "-q"}, "r.svg", 999, 7},
    {"a space to start from", {"new", "space", "tiny.cfg"}, NULL, 95, 1},
    {"manual page", {"man", "query"}, NULL, 11, 1},
    {"explain", {"explain", "tiny.cfg", "packet_latency_cycles"}, NULL, 47, 1},
    {"place", {"place", "tiny.cfg", "--memory", "2"}, NULL, 999, 9},
    {"check", {"check", "tiny.cfg", "tiny.space"}, NULL, 47, 1},
    {"new", {"new", "mesh"}, NULL, 47, 1},
    {"new, like another", {"new", "mesh", "--like", "tiny.cfg"}, NULL, 95, 1},
    {"help", {"query", "--help"}, NULL, 11, 1},
};
const size_t shortage_case_count = TEST_COUNT(shortage_cases);

/* ---- the folder ------------------------------------------------------------------------------ */

static void put(const char *name, const char *text)
{
    FILE *out = fopen(name, "w");
    if (!out || fputs(text, out) < 0 || fclose(out) != 0) abort();
}

/* A sweep is judged by its rows, without the numbers that they have in a store: each is one of a
 * whole sweep's, whose rows are in whole.rows. */
static const char rows[] =
    "sqlite3 $S \"select * from results_wide; select position, hex(hash), state, text from point "
    "left "
    "join design on design.id = design left join reason on reason.id = reason; select id, name, "
    "source, engine, task, constraints, objectives, designs from space; select * from source\"";

bool shortage_begin(void)
{
    if (!mkdtemp(folder) || chdir(folder) != 0) return false;
    put("tiny.cfg",
        "name = \"tiny\";\nnodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
        "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n");
    put("tiny.space",
        "base = \"tiny.cfg\";\naxes = ( { key = \"network.virtual_channels\"; values = (2, 4); },\n"
        "  { key = \"network.flit_bytes\"; values = (8, 16); } );\n");
    put("pairs.cfg",
        "name = \"pairs\";\nnodes = { compute = 24; memory = 4; placement = \"top-bottom\"; };\n"
        "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
        "cluster = { cores = 2; merge_entries = 4; cache_lines = 2; };\n");
    put("lines.csv", "cycle,source,destination,class,bytes,address,id,after\n0,0,1,read,8,64,1,\n"
                     "0,1,1,read,8,0x41,,1\n5000,23,13,write,72,128,,\n");
    put("trace.csv", "cycle,source,destination,class,bytes\n0,5,1,read,8\n5000,6,13,write,72\n");
    setenv("ROWS", rows, 1);
    return system("'" NOC_BINARY "' sweep tiny.space --store old.db -q >/dev/null && "
                  "S=old.db sh -c \"$ROWS\" >whole.rows") == 0;
}

void shortage_end(void)
{
    if (chdir("/") == 0 && strncmp(folder, "/tmp/noc_", 9) == 0) {
        char command[100];
        snprintf(command, sizeof command, "rm -r '%s'", folder);
        if (system(command) != 0) perror(folder);
    }
}

/* ---- runs ------------------------------------------------------------------------------------ */

enum { SECONDS_MOST = 120 }; /* a run that takes longer hangs */

typedef struct limits {
    size_t fail_at;   /* 0: none */
    bool fail_from;   /* so do all allocations after that one */
    size_t kilobytes; /* of address space; UNLIMITED */
    bool no_file;     /* files have no bytes */
} limits;

typedef struct run {
    int status; /* as of waitpid */
    char errors[TEXT_MOST], report[TEXT_MOST];
    char *answer; /* the caller frees it */
} run;

static void limit(int what, size_t most)
{
    const struct rlimit both = {most, most};
    if (setrlimit((__rlimit_resource_t)what, &both) != 0) _exit(126);
}

static char preloaded[64];

static void forget_preloaded(void)
{
    unlink(preloaded);
}

/* What makes allocations fail. Blanks and colons end a name in LD_PRELOAD, so where its folder has
 * some it gets another name. */
static const char *preload(void)
{
    if (!strpbrk(NOC_FAIL_ALLOCATION, " :")) return NOC_FAIL_ALLOCATION;
    if (!*preloaded) {
        snprintf(preloaded, sizeof preloaded, "/tmp/noc_fail_%ld.so", (long)getpid());
        assert_int_equal(symlink(NOC_FAIL_ALLOCATION, preloaded), 0);
        atexit(forget_preloaded);
    }
    return preloaded;
}

static void become(const shortage_case *c, limits l, const char *library)
{
    char *words[SHORTAGE_WORDS_MAX + 1] = {NOC_BINARY}, number[30];
    for (size_t i = 0; i + 1 < SHORTAGE_WORDS_MAX && c->words[i]; i++)
        words[i + 1] = (char *)(uintptr_t)c->words[i];
    snprintf(number, sizeof number, "%zu", l.fail_at);
    setenv("FAIL_AT", number, 1);
    setenv("FAIL_REPORT", "9", 1);
    if (l.fail_from) setenv("FAIL_FROM", "1", 1);
    if (l.kilobytes == UNLIMITED && !l.no_file) setenv("LD_PRELOAD", library, 1);
    if (!freopen("/dev/null", "r", stdin) || !freopen("answer", "w", stdout)) _exit(126);
    if (l.kilobytes != UNLIMITED) limit(RLIMIT_AS, l.kilobytes * 1024);
    if (l.no_file) limit(RLIMIT_FSIZE, 0);
    alarm(SECONDS_MOST);
    execv(NOC_BINARY, words);
    _exit(126);
}

static void drain(int fd, char *text)
{
    size_t size = 0;
    for (ssize_t got; (got = read(fd, text + size, TEXT_MOST - 1 - size)) > 0;) size += (size_t)got;
    text[size] = '\0';
    close(fd);
}

/* Times are not part of an answer. */
static void drop_times(char *text)
{
    static const char before[] = "\"wall_s\": ";
    for (char *at = text; at && (at = strstr(at, before)); at += strlen(before)) {
        const char *end = at + strcspn(at, ",\n}");
        memmove(at + strlen(before), end, strlen(end) + 1);
    }
}

static void execute(const shortage_case *c, limits l, run *r)
{
    int errors[2], report[2];
    const char *library = preload();
    if (c->file) unlink(c->file);
    assert_true(pipe(errors) == 0 && pipe(report) == 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (dup2(errors[1], 2) < 0 || dup2(report[1], REPORT_FD) < 0) _exit(126);
        close(errors[0]), close(report[0]), close(errors[1]), close(report[1]);
        become(c, l, library);
    }
    close(errors[1]), close(report[1]);
    drain(errors[0], r->errors);
    drain(report[0], r->report);
    assert_int_equal(waitpid(child, &r->status, 0), child);
    const char *const file = c->file ? c->file : "answer";
    r->answer = access(file, F_OK) == 0 ? test_slurp(file) : NULL;
    drop_times(r->answer);
}

/* ---- judgements ------------------------------------------------------------------------------ */

typedef enum outcome { SAME, REFUSED, DIED_IN_LIBRARY, WRONG, OUTCOMES } outcome;

static bool is_store(const shortage_case *c)
{
    return c->file && strstr(c->file, ".db");
}

/* No row of the store is one that a whole sweep does not make. */
static bool rows_are_right(const char *store)
{
    if (access(store, F_OK) != 0) return true;
    setenv("S", store, 1);
    return system("sh -c \"$ROWS\" 2>/dev/null | grep -qvxFf whole.rows") != 0;
}

static bool is_same(const shortage_case *c, const run *whole, const run *r)
{
    if (r->status != whole->status) return false;
    if (is_store(c)) return rows_are_right(c->file);
    return r->answer && strcmp(r->answer, whole->answer) == 0;
}

/* Files beside those that were there: half a report, of which mkstemp made the name. */
static bool leaves_files(const char *file)
{
    bool found = false;
    DIR *all = opendir(".");
    for (struct dirent *entry; file && all && (entry = readdir(all));)
        found |= strlen(entry->d_name) == strlen(file) + 7 &&
                 strncmp(entry->d_name, file, strlen(file)) == 0;
    if (all) closedir(all);
    return found;
}

static bool is_refused(const shortage_case *c, const run *r)
{
    if (!WIFEXITED(r->status) || WEXITSTATUS(r->status) != 1) return false;
    const bool of_gnuplot = strcmp(r->errors, "nocsight: gnuplot could not draw it\n") == 0;
    if (!of_gnuplot && strcmp(r->errors, "nocsight: out of memory\n") != 0) return false;
    if (is_store(c)) return rows_are_right(c->file);
    return !leaves_files(c->file) && (c->file ? !r->answer : !*r->answer);
}

/* libconfig as a shared library looks at no allocation of its own, and dies, or its scanner ends
 * the process. As an archive it is left in time (base/shortage.h), so no death is its. */
static bool died_in_libconfig(const run *r)
{
    return strstr(r->report, "libconfig") || strstr(r->errors, "libconfig_yy");
}

static outcome judge(const shortage_case *c, const run *whole, const run *r)
{
    if (is_same(c, whole, r)) return SAME;
    if (is_refused(c, r)) return REFUSED;
    return died_in_libconfig(r) ? DIED_IN_LIBRARY : WRONG;
}

/* Programs that it runs (gnuplot) count theirs, too, and end before it. */
static size_t count_allocations(const run *r)
{
    const char *count = NULL;
    for (const char *at = r->report; (at = strstr(at, "count ")); at++) count = at;
    if (!count) fail_msg("allocations were not counted: %s", r->report);
    return strtoul(count + strlen("count "), NULL, 10);
}

void shortage_check(const shortage_case *c, size_t step)
{
    static run whole, r;
    size_t counts[OUTCOMES] = {0};
    execute(c, (limits){0}, &whole);
    assert_true(WIFEXITED(whole.status) && whole.answer);
    const size_t allocations = count_allocations(&whole);
    for (size_t n = 1; n <= allocations; n += step) {
        const bool all_later = n / step % 2; /* memory that stays short, every second time */
        execute(c, (limits){.fail_at = n, .fail_from = all_later}, &r);
        const outcome o = judge(c, &whole, &r);
        counts[o]++;
        if (o == WRONG)
            print_error("%s, allocation %zu: status %x\n%s%s\n", c->name, n, (unsigned)r.status,
                        r.errors, r.report);
        free(r.answer);
    }
    free(whole.answer);
    print_message("%s: %zu allocations, every %zu: %zu same answers, %zu refused, %zu deaths in "
                  "libraries, %zu wrong\n",
                  c->name, allocations, step, counts[SAME], counts[REFUSED],
                  counts[DIED_IN_LIBRARY], counts[WRONG]);
    assert_int_equal(counts[WRONG], 0);
    assert_true(counts[DIED_IN_LIBRARY] <= NOC_DEATHS_IN_LIBCONFIG * allocations);
    assert_true(counts[REFUSED] > 0);
}

void shortage_check_limit(const shortage_case *c, size_t kilobytes)
{
    static const shortage_case start = {.words = {"--version"}};
    static run whole, r;
    execute(&start, (limits){.kilobytes = kilobytes}, &r);
    free(r.answer);
    if (r.status != 0) return;
    execute(c, (limits){0}, &whole);
    execute(c, (limits){.kilobytes = kilobytes}, &r);
    const outcome o = judge(c, &whole, &r);
    if (o != SAME && o != REFUSED)
        fail_msg("%s with %zu kB: status %x\n%s", c->name, kilobytes, (unsigned)r.status, r.errors);
    free(whole.answer);
    free(r.answer);
}

void shortage_check_full_file(void)
{
    static const shortage_case c = {.words = {"query", "tiny.cfg", "-o", "q.json"},
                                    .file = "q.json"};
    static run r;
    execute(&c, (limits){.no_file = true}, &r);
    assert_true(WIFEXITED(r.status));
    assert_int_equal(WEXITSTATUS(r.status), 1);
    assert_string_equal(r.errors, "nocsight: q.json: cannot be written: File too large\n");
    assert_null(r.answer);
    assert_false(leaves_files(c.file));
}
