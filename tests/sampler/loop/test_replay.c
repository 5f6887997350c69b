/* Traces with addresses: schedules worked out by hand, each request answered once and every entry
 * freed whatever the sizes, lines that wait for others, plain traces where nothing is merged, and
 * what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sampler/loop/closed_loop.h"
#include "sampler/run.h"
#include "sampler/sampling/play.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/runs.h"

#define HEADER  "cycle,source,destination,class,bytes,address\n"
#define PLAIN   "cycle,source,destination,class,bytes\n"
#define LINKED  "cycle,source,destination,class,bytes,reply_bytes,id,after,delay,address\n"
#define WAITS   "cycle,source,destination,class,bytes,reply_bytes,id,after,delay\n"
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
    noc_arena_clear(&p->trace.arena);
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
    for (uint64_t quiet = 0; (quiet = noc_run_next_event(run)) != UINT64_MAX;) {
        if (!step) noc_run_skip(run, quiet - noc_run_current_cycle(run));
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

/* The second line is merged into the first one's miss; the third waits for it, for 7 cycles more,
 * and does not hold up the fourth. */
static const char merged_chain[] =
    LINKED "0,0,4,read,8,,1,,,0x100\n0,0,4,read,8,,2,,,0x120\n0,0,5,read,8,,3,2,7,0x140\n"
           "1,0,5,read,8,,4,,,0x180\n";

/* A write is over when it is at its memory node, in its own cycle here; the read that waits for it
 * is made in the next one. */
static const char written_chain[] =
    LINKED "0,0,4,write,64,,1,,,0x100\n0,1,4,read,8,,2,1,,0x140\n0,2,4,read,8,,3,1,5,0x180\n"
           "0,3,4,read,8,,4,2+3,0,0x1c0\n";

/* Core 0's two MSHRs are taken until cycle 1; so what line 2 lets go in cycle 1 is made with the
 * line that waits for a register, in cycle 2, and the third in cycle 4. */
static const char few_registers[] =
    LINKED "0,0,4,read,8,,1,,,0x100\n0,0,4,read,8,,2,,,0x140\n0,0,5,read,8,,3,,,0x180\n"
           "0,0,5,read,8,,4,1,0,0x1c0\n0,0,5,read,8,,5,2,0,0x200\n";

/* The cache has line 1's line in cycle 3, when both lines are answered by one reply; a line that
 * waits for that hits. */
static const char cached_chain[] =
    LINKED "0,0,2,read,8,,1,,,0x100\n0,1,2,read,8,,2,,,0x100\n0,1,2,read,8,,3,1+2,4,0x120\n";

static const schedule schedules[] = {
    {"a line waits for a merged one", CORES(""), merged_chain, {1, 1, 9, 2}, 9, 6, NAN},
    {"lines wait for a write", CORES(""), written_chain, {1, 2, 6, 8}, 8, 8, NAN},
    {"a line that waited needs a register", CORES(""), few_registers, {1, 1, 3, 3, 5}, 5, 10, NAN},
    {"a line that waited hits", CORES(CLUSTER), cached_chain, {3, 3, 8}, 8, 2, 2.0 / 3.0},
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
        assert_int_equal(test_run_closed_loop(r)->replay->answer_cycles[i], s->answered[i]);
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
    bool linked;    /* lines wait for others */
} drawn_case;

static const drawn_case drawn[] = {
    {"icc", "configs/icc-distblock-icc-cc.cfg", {NULL}, 40, false},
    {"icc, hardly any entries",
     "configs/icc-distblock-icc-cc.cfg",
     {"cluster.merge_entries=2"},
     40,
     false},
    {"icc, hardly any entries, by request",
     "configs/icc-distblock-icc-cc.cfg",
     {"cluster.merge_entries=2", "cluster.merge_match=request"},
     40,
     false},
    {"icc, few MSHRs", "configs/icc-distblock-icc-cc.cfg", {"nodes.mshrs=2"}, 300, false},
    {"icc, no table",
     "configs/icc-distblock-icc-cc.cfg",
     {"cluster.merge_entries=0", "cluster.cache_lines=0"},
     40,
     false},
    {"a mesh without clusters", "configs/te13-baseline.cfg", {"nodes.mshrs=4"}, 40, false},
    {"slices", "configs/te13-dcie-2p.cfg", {NULL}, 40, false},
    {"windows", "configs/rapid18-rapid-16.cfg", {NULL}, 40, false},
    {"chains: icc", "configs/icc-distblock-icc-cc.cfg", {NULL}, 40, true},
    {"chains: icc, hardly any entries, by request, few MSHRs",
     "configs/icc-distblock-icc-cc.cfg",
     {"cluster.merge_entries=2", "cluster.merge_match=request", "nodes.mshrs=2"},
     40,
     true},
    {"chains: a mesh without clusters", "configs/te13-baseline.cfg", {"nodes.mshrs=4"}, 40, true},
};

enum { DRAWN = 1500 };

/* Columns reply_bytes to delay of line i: it waits for none, one or two of the 60 lines above, and
 * for a cycle more at least: where networks deliver after cores have made their requests, lines
 * that wait for these are made in the next cycle. */
static void draw_waits(FILE *out, uint64_t *random, int i)
{
    const uint64_t near = i < 60 ? (uint64_t)i : 60;
    const uint64_t count = near == 0 ? 0 : test_random_below(random, 3);
    const uint64_t bytes = test_random_below(random, 3);
    if (bytes > 0)
        fprintf(out, ",%d", bytes == 1 ? 128 : 32);
    else
        fputc(',', out);
    fprintf(out, ",%d,", i);
    for (uint64_t k = 0; k < count; k++)
        fprintf(out, "%s%d", k ? "+" : "", i - 1 - (int)test_random_below(random, near));
    fputc(',', out);
    if (count > 0) fprintf(out, "%d", 1 + (int)test_random_below(random, 39));
}

static uint32_t node_of(const noc_system *s, uint32_t terminal)
{
    const noc_terminal *at = &s->graph.terminals[terminal];
    return s->graph.columns > 0 ? (uint32_t)(at->column + s->graph.columns * at->row) : terminal;
}

/* Requests of all cores for a few lines, in crowds with pauses between them. */
static char *draw(const noc_system *s, unsigned lines, bool linked)
{
    char *text = NULL;
    size_t size = 0;
    uint64_t random = 11, cycle = 0;
    const uint32_t together = (uint32_t)noc_cores_of_terminal(s->design);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(linked ? LINKED : HEADER, out);
    for (int i = 0; i < DRAWN; i++) {
        const uint32_t core =
            (uint32_t)test_random_below(&random, (uint64_t)s->design->nodes.compute);
        const uint64_t line = test_random_below(&random, lines);
        const uint32_t home = s->graph.memory_terminals[line % s->graph.memory_count];
        const uint32_t source = together > 1 ? core : node_of(s, s->graph.compute_terminals[core]);
        const bool write = test_random_below(&random, 10) == 0;
        if (test_random_below(&random, 300) == 0) cycle += 5000;
        cycle += test_random_below(&random, 2);
        fprintf(out, "%llu,%u,%u,%s,%d", (unsigned long long)cycle, source, node_of(s, home),
                write ? "write" : "read", write ? 64 : 8);
        if (linked) draw_waits(out, &random, i);
        fprintf(out, ",%llu\n",
                (unsigned long long)(line * (uint64_t)s->design->memory.line_bytes + 3));
    }
    fclose(out);
    return text;
}

static void begin_drawn(played *p, const drawn_case *c)
{
    noc_diag diag = {0};
    const test_system t = test_compile_file(c->design, c->overrides);
    char *text = draw(t.system, c->lines, c->linked);
    begin(p, t, text, &diag);
    if (p->status != NOC_OK) test_print_messages(&diag);
    assert_int_equal(p->status, NOC_OK);
    free(text);
}

/* As many answers as requests, and each has one: so none has two. */
static void check_answers(const played *p, const noc_closed_loop *loop)
{
    assert_int_equal(loop->replay->requests_left, 0);
    for (uint32_t i = 0; i < p->list.count; i++) {
        assert_true(loop->replay->answer_cycles[i] != UINT64_MAX);
        assert_true(loop->replay->answer_cycles[i] > p->list.packets[i].cycle);
    }
    for (uint32_t k = 0; k < loop->cores.count; k++)
        assert_int_equal(loop->requests.by_core[k].outstanding, 0);
    assert_int_equal(noc_clusters_count_entries(&loop->clusters), 0);
}

/* A line waits for the answers of reads, and for writes, which are under way before they are
 * answered; it is ready in the cycle in which the last is over and its delay has passed. */
static void check_waits(const played *p, const noc_replay *replay)
{
    const noc_trace *t = &p->trace;
    for (uint32_t i = 0; i < p->list.count; i++) {
        const noc_trace_packet *packet = &t->packets[i];
        uint64_t least = p->list.packets[i].cycle, most = least;
        for (uint32_t k = 0; k < packet->wait_count; k++) {
            const uint32_t other = t->waits[packet->first_wait + k];
            const bool write = t->packets[other].class == NOC_TRACE_WRITE;
            const uint64_t over = replay->answer_cycles[other] + packet->delay;
            const uint64_t begun = write ? replay->release_cycles[other] + packet->delay : over;
            if (begun > least) least = begun;
            if (over > most) most = over;
        }
        assert_in_range(replay->release_cycles[i], least, most);
        assert_true(replay->answer_cycles[i] > replay->release_cycles[i]);
    }
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
    check_waits(&p, test_run_closed_loop(r)->replay);
    assert_true(noc_run_end(r)->is_over);
    assert_int_equal(t->delivered[NOC_REQUEST], t->created[NOC_REQUEST]);
    assert_int_equal(t->delivered[NOC_REPLY], t->delivered[NOC_REQUEST]);
    const uint64_t kept = t->cores.merged + t->cores.hits + t->cores.merges;
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
    assert_memory_equal(test_run_closed_loop(skips)->replay->answer_cycles,
                        test_run_closed_loop(steps)->replay->answer_cycles,
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

/* A merged line is answered with the reply of the line that was sent: one of 128 bytes, and one as
 * the design has it, of 64. */
static void replies_have_the_bytes_of_the_line_sent(void **state)
{
    (void)state;
    noc_diag diag = {0};
    played p;
    begin(&p, test_compile(CORES(""), NULL),
          LINKED "0,0,4,read,8,128,1,,,0x100\n0,0,4,read,8,32,2,,,0x120\n"
                 "0,1,4,read,8,,3,2,,0x100\n",
          &diag);
    const noc_play of = play(&p);
    assert_int_equal(of.packets, 4);
    assert_near(of.bytes, 8 + 128 + 8 + 64, 0.0);
    end(&p);
}

/* Reads of node 8 of node 1 that are alone in the network take 38 cycles, with replies of 64 bytes,
 * and one more or less for each flit of 16 bytes. */
static void chains_take_their_round_trips(void **state)
{
    static const char text[] = LINKED "0,8,1,read,8,128,1,,,0x1000\n0,8,1,read,8,32,2,1,,0x1080\n"
                                      "0,8,1,read,8,,3,2,5,0x1100\n";
    (void)state;
    noc_diag diag = {0};
    played p;
    begin(&p, test_compile_file("configs/te13-baseline.cfg", NULL), text, &diag);
    const noc_play of = play(&p);
    assert_int_equal(of.makespan, (38 + 4) + (38 - 2) + 5 + 38);
    assert_near(of.round_trip, (42 + 36 + 38) / 3.0, 1e-9);
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

/* A line for each request; `addresses`: with or without the column; `linked`: they wait for others.
 */
static char *draw_apart(const noc_system *s, bool addresses, bool linked)
{
    char *text = NULL;
    size_t size = 0;
    uint64_t random = 7, cycle = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(linked ? addresses ? LINKED : WAITS : addresses ? HEADER : PLAIN, out);
    for (int i = 0; i < DRAWN; i++) {
        const uint32_t from =
            s->graph.compute_terminals[test_random_below(&random, s->graph.compute_count)];
        const uint32_t to =
            s->graph.memory_terminals[test_random_below(&random, s->graph.memory_count)];
        const bool write = test_random_below(&random, 10) == 0;
        cycle += test_random_below(&random, 3);
        fprintf(out, "%llu,%u,%u,%s,%d", (unsigned long long)cycle, node_of(s, from),
                node_of(s, to), write ? "write" : "read", write ? 64 : 8);
        if (linked) draw_waits(out, &random, i);
        if (addresses) fprintf(out, ",%d", i * s->design->memory.line_bytes);
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

static noc_play play_apart(const char *design, bool addresses, bool linked)
{
    const char *const overrides[] = {"nodes.mshrs=1024", NULL};
    noc_diag diag = {0};
    const test_system t = test_compile_file(design, overrides);
    char *text = draw_apart(t.system, addresses, linked);
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
    bool linked;
} apart_case;

static const apart_case apart[] = {
    {"a mesh", "configs/te13-baseline.cfg", false},
    {"two ports, slices", "configs/te13-dcie-2p.cfg", false},
    {"ideal", "configs/te13-ideal.cfg", false},
    {"windows", "configs/rapid18-rapid-16.cfg", false},
    {"chains in a mesh", "configs/te13-baseline.cfg", true},
    {"chains in slices", "configs/te13-dcie-2p.cfg", true},
    {"chains, ideal", "configs/te13-ideal.cfg", true},
};

/* Cores with MSHRs enough send what they are told when they are told. */
static void distinct_lines_are_a_plain_trace(void **state)
{
    const apart_case *c = *state;
    const noc_play with = play_apart(c->design, true, c->linked);
    const noc_play without = play_apart(c->design, false, c->linked);
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
    {"a circle", clusters, LINKED "0,0,2,read,8,,1,2,,64\n0,0,2,read,8,,2,1,,64\n", 2,
     "wait for each other"},
    {"an id twice", clusters, LINKED "0,0,2,read,8,,1,,,64\n0,0,2,read,8,,1,,,64\n", 3,
     "the id 1 is that of line 2"},
    {"an id that is none", clusters, LINKED "0,0,2,read,8,,1,,,64\n0,0,2,read,8,,2,3,,64\n", 3,
     "after: 3 is no id of a line above"},
    {"an answer of nothing", clusters, LINKED "0,0,2,read,8,0,1,,,64\n", 2,
     "the reply_bytes must be"},
    {"an answer too long", clusters, LINKED "0,0,2,read,8,1048576,1,,,64\n", 2,
     "has more than 4096 flits"},
    {"no address, and not the last field", clusters,
     "cycle,source,destination,class,bytes,address,id\n0,0,2,read,8,-1,1\n", 2, "hexadecimal"},
    {"a network", clusters, "cycle,source,destination,class,bytes,network,address\n", 1,
     "no column network or phase"},
    {"a phase", clusters, "cycle,source,destination,class,bytes,address,phase\n", 1,
     "no column network or phase"},
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
    test_add(&list, "bytes of answers", replies_have_the_bytes_of_the_line_sent);
    test_add(&list, "chains take their round trips", chains_take_their_round_trips);
    TEST_TABLE_PREFIXED(&list, "nothing merged", apart, distinct_lines_are_a_plain_trace);
    TEST_TABLE_PREFIXED(&list, "alike", alike, designs_are_alike);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, is_refused);
    return test_run("traces with addresses", &list);
}
