/* Traces with addresses: schedules worked out by hand, each request answered once and every entry
 * freed whatever the sizes, plain traces where nothing is merged, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sampler/loop/clusters.h"
#include "sampler/loop/replay.h"
#include "sampler/run.h"
#include "sampler/sampling/play.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

#define HEADER  "cycle,source,destination,class,bytes,address\n"
#define PLAIN   "cycle,source,destination,class,bytes\n"
#define CLUSTER "cluster = { cores = 2; merge_entries = 2; cache_lines = 1; };\n"

/* Four cores in two clusters, which are nodes 0 and 1; memory nodes 2 and 3. Networks without
 * latency, replies of two flits. */
#define CORES(cluster)                                                                        \
    "nodes = { compute = 4; memory = 2; mshrs = 2; };\n" cluster                              \
    "networks = ( { carries = \"request\"; topology = \"ideal\"; flit_bytes = 8; },\n"        \
    "  { carries = \"reply\"; topology = \"ideal\"; flit_bytes = 32; } );\n"                  \
    "traffic = { pattern = \"many-to-few\"; read_request_bytes = 8; read_reply_bytes = 64;\n" \
    "  write_request_bytes = 64; write_reply_bytes = 8; };\nmemory = { line_bytes = 64; };\n"

typedef struct played {
    test_system t;
    noc_trace trace;
    noc_trace_schedule list;
    noc_status status;
} played;

static void write_text(char *path, const char *text)
{
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

/* Fills *p, which stays where it is: the schedule points at its trace. */
static void begin(played *p, test_system t, const char *text, noc_diag *diag)
{
    char path[] = "/tmp/nocsight-replay-XXXXXX";
    *p = (played){.t = t};
    write_text(path, text);
    p->status = noc_trace_read(path, &p->trace, diag);
    if (p->status == NOC_OK)
        p->status = noc_trace_schedule_make(t.system, &p->trace, path, &p->list, diag);
    unlink(path);
}

static void end(played *p)
{
    noc_trace_schedule_clear(&p->list);
    noc_trace_clear(&p->trace);
    test_system_free(&p->t);
}

static noc_play play(const played *p)
{
    const noc_sample_options options = {.seed = 1};
    noc_play play = {0};
    noc_diag diag = {0};
    assert_int_equal(noc_play_trace(p->t.system, &p->list, &options, &play, &diag), NOC_OK);
    test_print_messages(&diag);
    return play;
}

/* Runs it to its end; `step`: without skipping idle cycles. */
static noc_run *run(const played *p, bool step)
{
    noc_run *run = noc_run_new(p->t.system, (noc_load){.seed = 1, .schedule = &p->list});
    assert_non_null(run);
    for (uint64_t quiet = 0; (quiet = noc_run_quiet_until(run)) != UINT64_MAX;) {
        if (!step) noc_run_skip(run, quiet - noc_run_now(run));
        assert_int_equal(noc_run_cycles(run, 100, !step), NOC_OK);
    }
    return run;
}

/* ---- by hand -------------------------------------------------------------------------------- */

/* A request is looked up in the cycle in which the bus takes it, is with its memory node in the
 * next, and its reply at the cluster one later. That goes on as its first flit comes, and is with
 * its core a cycle after its tail, or where the way out is still taken, a flit a cycle later. A hit
 * is with its core a cycle after the bus took it. */
typedef struct schedule {
    const char *name, *design, *text;
    uint64_t answered[10]; /* cycle, by line of the trace */
    uint64_t makespan, packets;
    double absorbed; /* NAN: there is no table */
} schedule;

/* Core 0 has two MSHRs, so its write waits for line 4; the bus takes core 0, 1, 0. */
static const char shared[] =
    HEADER "0,0,2,read,8,0x100\n0,1,2,read,8,0x13f\n0,0,2,read,8,0x120\n0,0,3,read,8,0x140\n"
           "0,0,3,write,64,0x180\n0,3,2,read,8,0x100\n40,1,2,read,8,256\n50,0,2,write,64,0x100\n"
           "60,0,2,read,8,0x100\n";

/* Line 5 is asked for when line 4 has the only entry, and again when that is free. */
static const char crowded[] = HEADER "0,0,2,read,8,0x100\n0,1,2,read,8,0x140\n3,0,2,read,8,0x140\n";

static const char written[] =
    HEADER "0,0,2,read,8,0x100\n0,1,2,read,8,0x100\n0,1,2,write,64,0x100\n20,0,2,read,8,0x100\n";

/* Without a bus a request and its reply take a cycle; an MSHR that is freed then takes the next
 * request a cycle later. */
static const char nodes[] =
    HEADER "0,0,4,read,8,0x100\n0,0,4,read,8,0x120\n0,0,5,read,8,0x140\n0,0,5,read,8,0x180\n"
           "0,1,4,read,8,0x100\n";

static const schedule schedules[] = {
    {"MSHRs, table and cache",
     CORES(CLUSTER),
     shared,
     {3, 3, 3, 5, 6, 3, 41, 53, 63},
     63,
     12,
     2.0 / 6.0},
    {"no cache",
     CORES("cluster = { cores = 2; merge_entries = 2; };\n"),
     shared,
     {3, 3, 3, 5, 6, 3, 43, 53, 63},
     63,
     14,
     1.0 / 6.0},
    {"no table: core 1 asks, too",
     CORES("cluster = { cores = 2; };\n"),
     shared,
     {3, 5, 3, 7, 8, 3, 43, 53, 63},
     63,
     16,
     NAN},
    {"a full table, by address",
     CORES("cluster = { cores = 2; merge_entries = 1; };\n"),
     crowded,
     {3, 5, 5},
     5,
     6,
     0.0},
    {"a full table, by request",
     CORES("cluster = { cores = 2; merge_entries = 1; merge_match = \"request\"; };\n"),
     crowded,
     {3, 5, 7},
     7,
     6,
     0.0},
    {"a line that is written is not kept",
     CORES(CLUSTER),
     written,
     {3, 3, 5, 23},
     23,
     6,
     1.0 / 3.0},
    {"no clusters: MSHRs alone, and nodes for sources",
     CORES(""),
     nodes,
     {1, 1, 1, 3, 1},
     3,
     8,
     NAN},
    {"a pause of years",
     CORES(CLUSTER),
     HEADER "7,0,2,read,8,0x100\n1823846288366,1,2,read,8,0x100\n",
     {3, 1823846288359 + 3},
     1823846288359 + 3,
     4,
     0.0},
};

static void schedule_is_kept(void **state)
{
    const schedule *s = *state;
    noc_diag diag = {0};
    played p;
    begin(&p, test_compile(s->design, NULL), s->text, &diag);
    if (p.status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(p.status, NOC_OK);
    noc_run *r = run(&p, false);
    for (uint32_t i = 0; i < p.list.count; i++)
        assert_int_equal(test_run_closed_loop(r)->replay->answered[i], s->answered[i]);
    noc_run_free(r);
    const noc_play of = play(&p);
    assert_int_equal(of.makespan, s->makespan);
    assert_int_equal(of.packets, s->packets);
    assert_int_equal(isnan(of.absorbed), isnan(s->absorbed));
    if (!isnan(s->absorbed)) assert_near(of.absorbed, s->absorbed, 1e-12);
    end(&p);
}

/* An entry is there from the bus's cycle on, until the reply comes two cycles later: two of them,
 * in two clusters. */
static void entries_are_counted_over_the_makespan(void **state)
{
    (void)state;
    noc_diag diag = {0};
    played p;
    begin(&p, test_compile(CORES(CLUSTER), NULL), HEADER "0,0,2,read,8,0\n9,3,2,read,8,0\n", &diag);
    const noc_play of = play(&p);
    assert_int_equal(of.makespan, 12);
    assert_near(of.entries_used, 2.0 * 3.0 / 12.0 / 2.0, 1e-12);
    end(&p);
}

/* ---- conservation --------------------------------------------------------------------------- */

typedef struct drawn_case {
    const char *name, *design;
    const char *overrides[4];
    unsigned lines; /* that are asked for */
} drawn_case;

static const drawn_case drawn[] = {
    {"icc", "configs/icc-distblock-icc-cc.cfg", {NULL}, 40},
    {"icc, hardly any entries",
     "configs/icc-distblock-icc-cc.cfg",
     {"cluster.merge_entries=2"},
     40},
    {"icc, hardly any entries, by request",
     "configs/icc-distblock-icc-cc.cfg",
     {"cluster.merge_entries=2", "cluster.merge_match=request"},
     40},
    {"icc, few MSHRs", "configs/icc-distblock-icc-cc.cfg", {"nodes.mshrs=2"}, 300},
    {"icc, no table",
     "configs/icc-distblock-icc-cc.cfg",
     {"cluster.merge_entries=0", "cluster.cache_lines=0"},
     40},
    {"a mesh without clusters", "configs/te13-baseline.cfg", {"nodes.mshrs=4"}, 40},
    {"slices", "configs/te13-dcie-2p.cfg", {NULL}, 40},
    {"windows", "configs/rapid18-rapid-16.cfg", {NULL}, 40},
};

enum { DRAWN = 1500 };

static uint32_t node_of(const noc_system *s, uint32_t terminal)
{
    const noc_terminal *at = &s->graph.terminals[terminal];
    return s->graph.columns > 0 ? (uint32_t)(at->column + s->graph.columns * at->row) : terminal;
}

/* Requests of all cores for a few lines, in crowds with pauses between them. */
static char *draw(const noc_system *s, unsigned lines)
{
    char *text = NULL;
    size_t size = 0;
    uint64_t random = 11, cycle = 0;
    const uint32_t together = (uint32_t)noc_cores_of_terminal(s->design);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(HEADER, out);
    for (int i = 0; i < DRAWN; i++) {
        const uint32_t core =
            (uint32_t)test_random_below(&random, (uint64_t)s->design->nodes.compute);
        const uint64_t line = test_random_below(&random, lines);
        const uint32_t home = s->graph.memories[line % s->graph.memory_count];
        const uint32_t source = together > 1 ? core : node_of(s, s->graph.computes[core]);
        const bool write = test_random_below(&random, 10) == 0;
        if (test_random_below(&random, 300) == 0) cycle += 5000;
        cycle += test_random_below(&random, 2);
        fprintf(out, "%llu,%u,%u,%s,%d,%llu\n", (unsigned long long)cycle, source, node_of(s, home),
                write ? "write" : "read", write ? 64 : 8,
                (unsigned long long)(line * (uint64_t)s->design->memory.line_bytes + 3));
    }
    fclose(out);
    return text;
}

static void begin_drawn(played *p, const drawn_case *c)
{
    noc_diag diag = {0};
    const test_system t = test_compile_file(c->design, c->overrides);
    char *text = draw(t.system, c->lines);
    begin(p, t, text, &diag);
    if (p->status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(p->status, NOC_OK);
    free(text);
}

/* As many answers as requests, and each has one: so none has two. */
static void check_answers(const played *p, const noc_closed_loop *loop)
{
    assert_int_equal(loop->replay->left, 0);
    for (uint32_t i = 0; i < p->list.count; i++) {
        assert_true(loop->replay->answered[i] != UINT64_MAX);
        assert_true(loop->replay->answered[i] > p->list.packets[i].cycle);
    }
    for (uint32_t k = 0; k < loop->core_count; k++) assert_int_equal(loop->cores[k].outstanding, 0);
    if (loop->clusters) assert_int_equal(noc_clusters_entries(loop), 0);
}

static void each_request_is_answered_once(void **state)
{
    const drawn_case *c = *state;
    played p;
    begin_drawn(&p, c);
    noc_run *r = run(&p, false);
    const noc_tally *t = noc_run_tally(r);
    uint64_t reads = 0, writes = 0;
    for (uint32_t i = 0; i < p.list.count; i++)
        *(p.list.packets[i].type == NOC_WRITE_REQUEST ? &writes : &reads) += 1;
    check_answers(&p, test_run_closed_loop(r));
    assert_true(noc_run_end(r)->over);
    assert_int_equal(t->delivered[NOC_REQUEST], t->created[NOC_REQUEST]);
    assert_int_equal(t->delivered[NOC_REPLY], t->delivered[NOC_REQUEST]);
    const uint64_t kept = t->ends.merged + t->ends.hits + t->ends.merges;
    assert_int_equal(reads + writes, kept + t->delivered[NOC_REQUEST]);
    assert_true(kept > 0);
    assert_int_equal(noc_run_check(r, NULL), NOC_OK);
    noc_run_free(r);
    end(&p);
}

/* Skipping idle cycles, and the cycles of a run in pieces, change nothing. */
static void cycles_are_skipped_as_if_stepped(void **state)
{
    const drawn_case *c = *state;
    played p;
    begin_drawn(&p, c);
    noc_run *skips = run(&p, false), *steps = run(&p, true);
    assert_memory_equal(test_run_closed_loop(skips)->replay->answered,
                        test_run_closed_loop(steps)->replay->answered,
                        p.list.count * sizeof(uint64_t));
    assert_int_equal(noc_run_tally(skips)->flit_hops, noc_run_tally(steps)->flit_hops);
    noc_run_free(skips);
    noc_run_free(steps);
    end(&p);
}

/* Requests that were sent, and the replies to them; a line is 56 bytes of data and 8 of a header by
 * the lengths of requests. */
static void bytes_are_those_of_the_packets_sent(void **state)
{
    (void)state;
    noc_diag diag = {0};
    played p;
    begin(&p, test_compile(CORES(CLUSTER), NULL), shared, &diag);
    const noc_play of = play(&p);
    assert_near(of.bytes, 4 * (8 + 64) + 2 * (64 + 8), 0.0);
    assert_near(of.data, (4 + 2) * 56, 0.0);
    end(&p);
}

/* ---- where nothing is merged ---------------------------------------------------------------- */

static void assert_same(const noc_play *a, const noc_play *b)
{
    assert_int_equal(a->packets, b->packets);
    assert_int_equal(a->makespan, b->makespan);
    assert_int_equal(a->flit_hops, b->flit_hops);
    assert_true(a->latency == b->latency);
    assert_true(a->network_latency == b->network_latency);
    assert_true(a->request_latency == b->request_latency);
    assert_true(a->reply_latency == b->reply_latency);
    assert_true(a->round_trip == b->round_trip);
    assert_true(a->p99 == b->p99);
    assert_true(a->bytes == b->bytes);
    assert_true(a->accepted == b->accepted);
}

/* A line for each request; `addresses`: with or without the column. */
static char *draw_apart(const noc_system *s, bool addresses)
{
    char *text = NULL;
    size_t size = 0;
    uint64_t random = 7, cycle = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(addresses ? HEADER : PLAIN, out);
    for (int i = 0; i < DRAWN; i++) {
        const uint32_t from = s->graph.computes[test_random_below(&random, s->graph.compute_count)];
        const uint32_t to = s->graph.memories[test_random_below(&random, s->graph.memory_count)];
        const bool write = test_random_below(&random, 10) == 0;
        cycle += test_random_below(&random, 3);
        fprintf(out, "%llu,%u,%u,%s,%d", (unsigned long long)cycle, node_of(s, from),
                node_of(s, to), write ? "write" : "read", write ? 64 : 8);
        if (addresses) fprintf(out, ",%d", i * s->design->memory.line_bytes);
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

static noc_play play_apart(const char *design, const char *const *overrides, bool addresses)
{
    noc_diag diag = {0};
    const test_system t = test_compile_file(design, overrides);
    char *text = draw_apart(t.system, addresses);
    played p;
    begin(&p, t, text, &diag);
    if (p.status != NOC_OK) test_print_messages(&diag);
    const noc_play of = play(&p);
    end(&p);
    free(text);
    return of;
}

typedef struct apart_case {
    const char *name, *design;
} apart_case;

static const apart_case apart[] = {
    {"a mesh", "configs/te13-baseline.cfg"},
    {"two ports, slices", "configs/te13-dcie-2p.cfg"},
    {"ideal", "configs/te13-ideal.cfg"},
    {"windows", "configs/rapid18-rapid-16.cfg"},
};

/* Cores with MSHRs enough send what they are told when they are told. */
static void distinct_lines_are_a_plain_trace(void **state)
{
    const apart_case *c = *state;
    const char *const overrides[] = {"nodes.mshrs=1024", NULL};
    const noc_play with = play_apart(c->design, overrides, true);
    const noc_play without = play_apart(c->design, overrides, false);
    assert_same(&with, &without);
}

typedef struct alike_case {
    const char *name, *a, *b, *text;
} alike_case;

static const alike_case alike[] = {
    {"clusters of one core are none", CORES("cluster = { cores = 1; };\n"), CORES(""),
     HEADER "0,0,4,read,8,0x100\n0,1,4,read,8,0x120\n0,0,5,read,8,0x140\n2,0,5,read,8,0x180\n"},
    {"a table that finds nothing", CORES(CLUSTER), CORES("cluster = { cores = 2; };\n"),
     HEADER "0,0,2,read,8,0x100\n0,1,2,read,8,0x140\n0,0,3,read,8,0x180\n2,0,3,read,8,0x1c0\n"},
};

static void designs_are_alike(void **state)
{
    const alike_case *c = *state;
    noc_diag diag = {0};
    played a;
    begin(&a, test_compile(c->a, NULL), c->text, &diag);
    played b;
    begin(&b, test_compile(c->b, NULL), c->text, &diag);
    const noc_play of_a = play(&a), of_b = play(&b);
    assert_same(&of_a, &of_b);
    end(&a);
    end(&b);
}

/* ---- refusals ------------------------------------------------------------------------------- */

typedef struct refusal {
    const char *name, *design, *text;
    int line;
    const char *says;
} refusal;

static const char clusters[] = CORES(CLUSTER);
static const char uniform[] = "nodes = { compute = 16; };\ntraffic = { pattern = \"uniform\"; };\n"
                              "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n";

static const refusal refusals[] = {
    {"below zero", clusters, HEADER "0,0,2,read,8,-64\n", 2, "the address must be"},
    {"no number", clusters, HEADER "0,0,2,read,8,0x\n", 2, "the address must be"},
    {"a number and more", clusters, HEADER "0,0,2,read,8,64 \n", 2, "the address must be"},
    {"no number of 64 bits", clusters, HEADER "0,0,2,read,8,0x10000000000000000\n", 2,
     "below 2^64"},
    {"one field more", clusters, HEADER "0,0,2,read,8,64,1\n", 2, "the last field"},
    {"missing", clusters, HEADER "0,0,2,read,8,64\n1,0,2,read,8,\n", 3, "the address is missing"},
    {"no field", clusters, HEADER "0,0,2,read,8\n", 2, "then a comma"},
    {"of a reply", clusters, HEADER "0,0,2,read,8,64\n9,2,0,reply,64,64\n", 3,
     "a reply has no address"},
    {"replies of its own", clusters, HEADER "0,0,2,read,8,64\n9,2,0,reply,64,\n", 3,
     "played without addresses"},
    {"several destinations", clusters, HEADER "0,0,2+3,read,8,64\n", 2, "one destination"},
    {"a core that is none", clusters, HEADER "0,3,2,read,8,64\n0,4,2,read,8,64\n", 3,
     "no core 4 (0 .. 3)"},
    {"a node that is none", clusters, HEADER "0,3,4,read,8,64\n", 2, "no node 4 (0 .. 3)"},
    {"a core to a cluster", clusters, HEADER "0,3,1,read,8,64\n", 2, "from core 3 to node 1"},
    {"a line of two nodes", clusters,
     HEADER "0,0,2,read,8,64\n1,0,3,read,8,128\n2,1,3,read,8,127\n", 4,
     "line 2 asks another memory node for bytes of the same 64, from 0x40 on"},
    {"no memory nodes", uniform, HEADER "0,0,2,read,8,64\n", 2, "this design has none"},
    {"another column", clusters, "cycle,source,destination,class,bytes,line\n", 1,
     "the first line"},
};

static void is_refused(void **state)
{
    const refusal *r = *state;
    noc_diag diag = {0};
    played p;
    begin(&p, test_compile(r->design, NULL), r->text, &diag);
    assert_int_equal(p.status, NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_int_equal(diag.messages[0].line, r->line);
    assert_contains(diag.messages[0].text, r->says);
    noc_diag_clear(&diag);
    end(&p);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "by hand", schedules, schedule_is_kept);
    test_add(&list, "entries over time", entries_are_counted_over_the_makespan);
    TEST_TABLE_PREFIXED(&list, "answered once", drawn, each_request_is_answered_once);
    TEST_TABLE_PREFIXED(&list, "skipped", drawn, cycles_are_skipped_as_if_stepped);
    test_add(&list, "bytes sent", bytes_are_those_of_the_packets_sent);
    TEST_TABLE_PREFIXED(&list, "nothing merged", apart, distinct_lines_are_a_plain_trace);
    TEST_TABLE_PREFIXED(&list, "alike", alike, designs_are_alike);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, is_refused);
    return test_run("traces with addresses", &list);
}
