/* Packets of an overlay that go to several cores at once (dapper 4.2.1), as traces have them,
 * against schedules worked by hand. */
#include <string.h>

#include "sampler/sampling/play.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/designs/overlay_designs.h"
#include "tests/support/runs/engines.h"

enum { PACKETS = 3, CORES = 9 };

typedef struct row {
    uint32_t memory, count, cores[CORES]; /* nodes: column + 4 row */
    uint32_t flits;
    uint64_t created, delivered; /* to the last core */
} row;

typedef struct example {
    const char *name, *family;
    const char *overrides[4];
    row rows[PACKETS];
    uint64_t carried; /* flits into the network, all times that packets go */
} example;

#define MANY     "networks[1].multicast=true"
#define ACK      "networks[1].ack=true"
#define FULL     "networks[1].core_queue=1"
#define RESERVED "networks[1].multiplex=reserved"

/* 4x4: memory node 0 is node 1, at (1,0), and owns cycles 0-249 of 1000; 1 is node 7, 2 is node 8,
 * at (0,2), 3 is node 14. A core takes a flit a cycle out of its queue. */
static const example examples[] = {
    {"one transfer for columns to the north and south",
     "dapper-16-fix",
     {MANY},
     {{1, 3, {10, 12, 5}, 8, 9, 26}},
     8},
    {"all in the row", "dapper-16-fix", {MANY}, {{1, 2, {3, 2}, 8, 9, 25}}, 8},
    {"the last core is outside the row", "dapper-16-fix", {MANY}, {{1, 3, {3, 2, 4}, 8, 9, 26}}, 8},
    {"six fit into the header", "dapper-16-fix", {MANY}, {{1, 6, {2, 3, 4, 5, 6, 9}, 8, 9, 26}}, 8},
    {"seven take a flit more",
     "dapper-16-fix",
     {MANY},
     {{1, 7, {2, 3, 4, 5, 6, 9, 10}, 8, 9, 28}, {1, 1, {11}, 1, 9, 30}},
     10},
    {"a flit more may not fit into the window",
     "dapper-16-fix",
     {MANY},
     {{1, 7, {2, 3, 4, 5, 6, 9, 10}, 8, 231, 1020}},
     9},
    {"off: one after the other",
     "dapper-16-fix",
     {0},
     {{1, 1, {10}, 8, 9, 26}, {1, 1, {12}, 8, 9, 42}},
     16},
    {"a partner that reaches all", "rapid-16-fix", {MANY, RESERVED}, {{8, 2, {6, 0}, 1, 9, 12}}, 1},
    {"a partner that does not reach one",
     "rapid-16-fix",
     {MANY, RESERVED},
     {{8, 2, {6, 13}, 1, 9, 504}},
     1},
    {"acknowledged by all", "dapper-16-fix", {MANY, ACK}, {{1, 3, {10, 12, 5}, 8, 9, 26}}, 8},
    /* core 10 holds the first packet in 27-34; the second comes in 28 and 34, known in 32 and 38 */
    {"again to the one that was full",
     "dapper-16-fix",
     {MANY, ACK, FULL},
     {{1, 1, {10}, 8, 9, 26}, {1, 3, {12, 10, 5}, 1, 9, 40}},
     8 + 3 * 1},
    /* two flits in 26, 28; known in 34 */
    {"again without the flit for seven",
     "dapper-16-fix",
     {MANY, ACK, FULL},
     {{1, 1, {10}, 8, 9, 26}, {1, 7, {2, 3, 4, 5, 6, 9, 10}, 1, 9, 36}},
     8 + 2 + 1},
};

/* ---- by the sampler's run ------------------------------------------------------------------- */

typedef struct script {
    noc_trace_packet packets[PACKETS];
    uint32_t more[PACKETS * CORES];
    noc_trace trace;
    noc_trace_schedule list;
} script;

static void add(script *s, const row *r)
{
    s->packets[s->trace.count++] = (noc_trace_packet){
        .cycle = r->created,
        .source = r->memory,
        .destination = r->cores[0],
        .bytes = OVERLAY_FLIT_BYTES * r->flits,
        .first_extra = (uint32_t)s->trace.extra_count,
        .extra_count = r->count - 1,
        .class = NOC_TRACE_REPLY,
    };
    for (uint32_t d = 1; d < r->count; d++) s->more[s->trace.extra_count++] = r->cores[d];
    s->trace.replies += r->count;
}

static noc_run *start(script *s, const noc_system *system)
{
    noc_diag diag = {0};
    s->trace.packets = s->packets;
    s->trace.extra_destinations = s->more;
    assert_int_equal(noc_trace_schedule_make(system, &s->trace, "script", &s->list, &diag), NOC_OK);
    noc_run *run = noc_run_new(system, (noc_load){.seed = 1, .schedule = &s->list});
    assert_non_null(run);
    return run;
}

/* Flits of replies that went into a network, and those that came out of it at cores. */
static uint64_t carried(const noc_system *s, const noc_run *run, noc_channel_kind kind)
{
    uint64_t flits = 0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (s->graph.channels[c].kind == kind) flits += noc_run_channel_flits(run, c, NOC_REPLY);
    return flits;
}

static void assert_as_by_hand(const example *e, const noc_run *run)
{
    uint64_t came = 0, latency = 0;
    for (int i = 0; i < PACKETS && e->rows[i].flits; i++) {
        const row *r = &e->rows[i];
        came += r->delivered < noc_run_current_cycle(run);
        latency += r->delivered < noc_run_current_cycle(run) ? r->delivered - r->created : 0;
    }
    assert_int_equal(noc_run_tally(run)->delivered[NOC_REPLY], came);
    assert_int_equal(noc_run_tally(run)->latency[NOC_REPLY], latency);
}

static void transfers_go_by_schedule(void **state)
{
    const example *e = *state;
    for (int skip = 0; skip < 2; skip++) {
        test_system t = overlay_compile(overlay_family_of(e->family), e->overrides);
        script s = {.trace = {.count = 0}};
        noc_diag diag = {0};
        for (int i = 0; i < PACKETS && e->rows[i].flits; i++) add(&s, &e->rows[i]);
        noc_run *run = start(&s, t.system);
        for (int cycle = 0; cycle < 1100; cycle++) {
            assert_int_equal(noc_run_cycles(run, 1, skip), NOC_OK);
            assert_as_by_hand(e, run);
        }
        assert_int_equal(noc_run_check(run, &diag), NOC_OK);
        assert_int_equal(carried(t.system, run, NOC_INJECTION), e->carried);
        assert_true(noc_run_backlog(run, NOC_REPLY) == 0.0);
        noc_run_free(run);
        noc_trace_schedule_clear(&s.list);
        test_system_free(&t);
    }
}

/* Every core that a packet goes to takes its flits. */
static void flits_come_out_at_every_core(void **state)
{
    (void)state;
    const char *const overrides[] = {MANY, NULL};
    test_system t = overlay_compile(overlay_family_of("dapper-16-fix"), overrides);
    script s = {.trace = {.count = 0}};
    add(&s, &(row){1, 3, {10, 12, 5}, 8, 9, 26});
    noc_run *run = start(&s, t.system);
    assert_int_equal(noc_run_cycles(run, 100, true), NOC_OK);
    assert_int_equal(carried(t.system, run, NOC_INJECTION), 8);
    assert_int_equal(carried(t.system, run, NOC_EJECTION), 3 * 8);
    noc_run_free(run);
    noc_trace_schedule_clear(&s.list);
    test_system_free(&t);
}

/* ---- as a command plays it ------------------------------------------------------------------ */

static void traces_are_played(void **state)
{
    (void)state;
    const char *const overrides[] = {MANY, ACK, NULL};
    test_system t = overlay_compile(overlay_family_of("dapper-16-fix"), overrides);
    script s = {.trace = {.count = 0}};
    noc_diag diag = {0};
    noc_play play;
    add(&s, &(row){1, 3, {10, 12, 5}, 8, 9, 26});
    s.trace.packets = s.packets;
    s.trace.extra_destinations = s.more;
    assert_int_equal(noc_trace_schedule_make(t.system, &s.trace, "script", &s.list, &diag), NOC_OK);
    const noc_sample_options options = test_quick(0.1, 1);
    assert_int_equal(noc_play_trace(t.system, &s.list, &options, &play, &diag), NOC_OK);
    assert_int_equal(play.packets, 1);
    assert_int_equal(play.makespan, 26 - 9);
    assert_near(play.latency, 17.0, 0.0);
    noc_trace_schedule_clear(&s.list);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, examples, transfers_go_by_schedule);
    test_add(&list, "flits come out at every core", flits_come_out_at_every_core);
    test_add(&list, "a trace", traces_are_played);
    return test_run("packets of overlays to several cores", &list);
}
