/* Traces whose packets wait for each other: schedules worked out by hand, a trace in which nothing
 * waits against the same without the columns, chains of any shape whose packets are alone, and what
 * is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/runs/traces.h"

#define COLUMNS "cycle,source,destination,class,bytes"
#define HEADER  COLUMNS ",id,after,delay\n"

static noc_play play_well(const test_system *t, const char *text, noc_trace_numbering nodes)
{
    noc_play play = {0};
    noc_diag diag = {0};
    const noc_status status = test_play_trace(t, text, nodes, &play, NULL, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    return play;
}

/* ---- by hand -------------------------------------------------------------------------------- */

/* On te13's mesh a read of node 8 at memory node 1 takes 17 cycles there and 21 back, one of node 9
 * 22 and 26, a write of 8 21 there (tests/sampler/sources/test_trace.c). A reply takes 3 cycles
 * more for 4 flits than for 1. A read of 8 at memory node 4 is one of four routers there, as
 * one of 9 at 1; as the second packet of a line it leaves a cycle later, 1 + 22 + 26. */
typedef struct schedule {
    const char *name, *text;
    double round_trip; /* mean; NAN: not looked at */
    uint64_t makespan, packets;
} schedule;

static const schedule schedules[] = {
    {"after an answer", HEADER "0,8,1,read,8,1,,\n0,9,1,read,8,2,1,10\n", (38 + 48) / 2.0,
     38 + 10 + 48, 4},
    {"without a delay", HEADER "0,8,1,read,8,1,,\n0,9,1,read,8,2,1,\n", (38 + 48) / 2.0, 38 + 48,
     4},
    {"after a write has come", HEADER "0,8,1,write,72,1,,\n0,9,1,read,8,2,1,0\n", NAN, 21 + 48, 4},
    {"not before its cycle", HEADER "0,8,1,read,8,1,,\n500,9,1,read,8,2,1,10\n", (38 + 48) / 2.0,
     548, 4},
    {"after the later of two",
     HEADER "0,8,1,read,8,1,,\n100,9,1,read,8,2,,\n100,8,1,read,8,3,1+2,0\n", (38 + 48 + 38) / 3.0,
     148 + 38, 6},
    {"a chain", HEADER "0,8,1,read,8,1,,\n0,8,1,read,8,2,1,\n0,8,1,read,8,3,2,\n0,8,1,read,8,,3,\n",
     38, 4 * 38, 8},
    {"who waits does not hold up others of its source",
     HEADER "0,9,1,read,8,1,,\n0,8,1,read,8,2,1,1000\n100,8,1,read,8,3,,\n", (48 + 38 + 38) / 3.0,
     48 + 1000 + 38, 6},
    {"replies of its own", HEADER "0,8,1,read,8,1,,\n0,1,8,reply,64,2,1,0\n", NAN, 17 + 20, 2},
    {"cycles count from the first", HEADER "70,8,1,read,8,1,,\n70,9,1,read,8,2,1,10\n", NAN,
     38 + 10 + 48, 4},
    {"columns in another order",
     COLUMNS ",delay,after,network,id\n0,8,1,read,8,,,0,7\n0,9,1,read,8,10,7,,\n", NAN,
     38 + 10 + 48, 4},
    {"a long answer", COLUMNS ",reply_bytes\n0,8,1,read,8,640\n", 38 + 36, 38 + 36, 2},
    {"a short answer", COLUMNS ",reply_bytes\n0,8,1,read,8,16\n", 38 - 3, 38 - 3, 2},
    {"an answer as the design has it", COLUMNS ",reply_bytes\n0,8,1,read,8,\n", 38, 38, 2},
    {"to two destinations", HEADER "0,8,1+4,read,8,1,,\n0,8,1,read,8,,1,0\n", NAN, 49 + 38, 6},
};

static void schedule_is_kept(void **state)
{
    const schedule *s = *state;
    test_system t = test_compile_file(test_trace_design, NULL);
    const noc_play play = play_well(&t, s->text, NOC_TRACE_NODES_USUAL);
    assert_int_equal(play.packets, s->packets);
    if (s->makespan) assert_int_equal(play.makespan, s->makespan);
    if (!isnan(s->round_trip)) assert_near(play.round_trip, s->round_trip, 1e-9);
    test_system_free(&t);
}

/* Node 8 is compute node 6 there: two of the first row's are memory nodes 0 .. 3, which are at 1 to
 * 4. */
static void nodes_may_be_numbered_by_kind(void **state)
{
    (void)state;
    test_system t = test_compile_file(test_trace_design, NULL);
    const noc_graph *g = &t.system->graph;
    const noc_terminal *from = &g->terminals[g->terminal_of_tile[8]];
    char text[120];
    snprintf(text, sizeof text, COLUMNS "\n0,%u,28,read,8\n", from->number);
    const noc_play play = play_well(&t, text, NOC_TRACE_NODES_KIND);
    assert_int_equal(play.makespan, 38);
    assert_int_equal(g->memory_terminals[0], g->terminal_of_tile[1]);
    test_system_free(&t);
}

/* ---- shapes --------------------------------------------------------------------------------- */

enum { LINES = 400, CHARS = LINES * 64 };

/* Reads of node 8 that are alone in the network take 38 cycles each. Each waits for one or two of
 * any lines above, and its delay is such that it goes in 100 cycles of its own. */
static void answers_come_as_the_graph_says(void **state)
{
    (void)state;
    enum { SLOT = 100, SLOTS = 4 * LINES };
    static bool taken[SLOTS + 2 * LINES];
    test_system t = test_compile_file(test_trace_design, NULL);
    char *text = malloc(CHARS);
    uint64_t random = 3, done[LINES] = {38}, last = 0;
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, CHARS, HEADER "0,8,1,read,8,0,,\n");
    for (unsigned i = 1; i < LINES; i++) {
        const unsigned a = (unsigned)test_random_below(&random, i),
                       b = (unsigned)test_random_below(&random, i);
        const uint64_t ready = done[a] > done[b] ? done[a] : done[b];
        size_t slot = ready / SLOT + 1 + test_random_below(&random, 20);
        while (taken[slot]) slot++;
        assert_true(slot < SLOTS);
        taken[slot] = true;
        used += (size_t)snprintf(text + used, CHARS - used, "0,8,1,read,8,%u,%u+%u,%u\n", i, a, b,
                                 (unsigned)(slot * SLOT - ready));
        done[i] = slot * SLOT + 38;
        if (done[i] > last) last = done[i];
    }
    const noc_play play = play_well(&t, text, NOC_TRACE_NODES_USUAL);
    assert_int_equal(play.packets, 2 * LINES);
    assert_int_equal(play.makespan, last);
    assert_near(play.round_trip, 38.0, 1e-9);
    free(text);
    test_system_free(&t);
}

/* Where nothing waits all is as without the columns. */
static void columns_that_say_nothing_change_nothing(void **state)
{
    (void)state;
    test_system t = test_compile_file(test_trace_design, NULL);
    char *plain = malloc(CHARS), *linked = malloc(CHARS);
    uint64_t random = 5;
    unsigned cycle = 0;
    assert_non_null(plain);
    assert_non_null(linked);
    size_t a = (size_t)snprintf(plain, CHARS, COLUMNS "\n"),
           b = (size_t)snprintf(linked, CHARS, HEADER);
    for (unsigned i = 0; i < LINES; i++) {
        const unsigned source = 6 + (unsigned)test_random_below(&random, 24);
        cycle += (unsigned)test_random_below(&random, 4);
        const unsigned to = 1 + (unsigned)test_random_below(&random, 4);
        a += (size_t)snprintf(plain + a, CHARS - a, "%u,%u,%u,read,8\n", cycle, source, to);
        b += (size_t)snprintf(linked + b, CHARS - b, "%u,%u,%u,read,8,,,\n", cycle, source, to);
    }
    const noc_play with = play_well(&t, linked, NOC_TRACE_NODES_USUAL);
    const noc_play without = play_well(&t, plain, NOC_TRACE_NODES_USUAL);
    assert_int_equal(with.packets, without.packets);
    assert_int_equal(with.makespan, without.makespan);
    assert_near(with.latency, without.latency, 1e-9);
    free(plain);
    free(linked);
    test_system_free(&t);
}

/* ---- refusals ------------------------------------------------------------------------------- */

static const test_trace_refusal refusals[] = {
    {"an unknown column", COLUMNS ",colour\n0,8,1,read,8,1\n", 1, "address, reply_bytes, network"},
    {"a column twice", COLUMNS ",id,id\n0,8,1,read,8,1,2\n", 1, "each once"},
    {"a delay after nothing", COLUMNS ",delay\n0,8,1,read,8,1\n", 1, "no column after"},
    {"addresses and networks", COLUMNS ",address,network\n0,8,1,read,8,0x80,1\n", 1,
     "no column network or phase"},
    {"too few fields", HEADER "0,8,1,read,8,1,\n", 2, "expected 8"},
    {"too many fields", HEADER "0,8,1,read,8,1,,3,4\n", 2, "the delay must be"},
    {"an id that is none", HEADER "0,8,1,read,8,x,,\n", 2, "the id must be"},
    {"an id twice", HEADER "0,8,1,read,8,1,,\n0,8,1,read,8,1,,\n", 3, "the id 1 is that of line 2"},
    {"after a line below", HEADER "0,8,1,read,8,1,2,\n0,8,1,read,8,2,,\n", 2,
     "after: 2 is no id of a line above"},
    {"after itself", HEADER "0,8,1,read,8,1,1,\n", 2, "after: 1 is no id of a line above"},
    {"after nothing of that name", HEADER "0,8,1,read,8,1,,\n0,8,1,read,8,2,1+,\n", 3,
     "after must be an id"},
    {"a negative delay", HEADER "0,8,1,read,8,1,,\n0,8,1,read,8,2,1,-1\n", 3, "the delay must be"},
    {"an answer to a reply", COLUMNS ",reply_bytes\n0,1,8,reply,8,8\n", 2, "is not answered"},
    {"an answer of nothing", COLUMNS ",reply_bytes\n0,8,1,read,8,0\n", 2,
     "the reply_bytes must be"},
    {"a network that is not there", COLUMNS ",network\n0,8,1,read,8,1\n", 2,
     "there is no network 1 (0 .. 0)"},
};

static void tiles_are_wanted_where_there_are_none(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/cdx19-fc-16ports.cfg", NULL);
    noc_play play;
    noc_diag diag = {0};
    assert_int_equal(
        test_play_trace(&t, COLUMNS "\n0,0,80,read,8\n", NOC_TRACE_NODES_TILE, &play, NULL, &diag),
        NOC_EUSAGE);
    assert_contains(diag.messages[0].text, "stand on no tiles");
    noc_diag_clear(&diag);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, schedules, schedule_is_kept);
    test_add(&list, "nodes may be numbered by kind", nodes_may_be_numbered_by_kind);
    test_add(&list, "answers come as the graph says", answers_come_as_the_graph_says);
    test_add(&list, "columns that say nothing change nothing",
             columns_that_say_nothing_change_nothing);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, test_trace_refused);
    test_add(&list, "tiles are wanted where there are none", tiles_are_wanted_where_there_are_none);
    return test_run("chains", &list);
}
