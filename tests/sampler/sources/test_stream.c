/* Traces that are not held: played, and refused, as those that are, line by line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "design/workload/trace_ids.h"
#include "sampler/sampling/timeline.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/runs/traces.h"

#define COLUMNS "cycle,source,destination,class,bytes"

enum { HELD_MOST = 7, LINES = 1500, CHARS = LINES * 80 };

/* ---- played ---------------------------------------------------------------------------------- */

typedef struct shape {
    const char *name, *columns;
    unsigned gap, delay, back, ids; /* most cycles between lines and after waits; how far back
                                       packets wait, in lines; 0: not at all; step of ids */
    bool replies;
} shape;

static const shape shapes[] = {
    {"nothing waits", "", 6, 0, 0, 0, false},
    {"all at once", "", 0, 0, 0, 0, false},
    {"long gaps", "", 3000000, 0, 0, 0, false},
    {"near waits", ",id,after,delay,phase,reply_bytes", 6, 40, 9, 1, false},
    {"far waits", ",id,after,delay,phase,reply_bytes", 6, 40, LINES, 3, false},
    {"long delays", ",id,after,delay,phase,reply_bytes", 6, 20000, 60, 64, false},
    {"waits in one cycle", ",id,after,delay,phase,reply_bytes", 0, 4, 60, 1, false},
    {"replies of its own", ",id,after,delay,phase", 6, 40, 60, 1, true},
};

/* Sources and destinations of te13's mesh by number of kind. */
static const unsigned memories[] = {1, 2, 3, 4, 31, 32, 33, 34};

static size_t add_line(const shape *s, unsigned i, unsigned long cycle, uint64_t *random,
                       char *text)
{
    const unsigned from = 6 + (unsigned)test_random_below(random, 24);
    const unsigned to = memories[test_random_below(random, 8)];
    const bool back = s->replies && i % 2, write = test_random_below(random, 4) == 0;
    size_t used =
        (size_t)snprintf(text, 80, "%lu,%u,%u,%s,%u", cycle, back ? to : from, back ? from : to,
                         back    ? "reply"
                         : write ? "write"
                                 : "request",
                         back    ? 40u
                         : write ? 72u
                                 : 8u);
    if (s->back == 0) return used + (size_t)sprintf(text + used, "\n");
    const unsigned far = i < s->back ? i : s->back;
    used += (size_t)sprintf(text + used, ",%u,", i * s->ids);
    if (far > 0 && i % 3)
        used += (size_t)sprintf(text + used, "%u",
                                (i - 1 - (unsigned)test_random_below(random, far)) * s->ids);
    if (far > 0 && i % 6 == 1) used += (size_t)sprintf(text + used, "+%u", (i - far) * s->ids);
    used += (size_t)sprintf(text + used, ",%u,%s",
                            far > 0 && i % 3 ? (unsigned)test_random_below(random, s->delay) : 0u,
                            i % 5 ? i % 2 ? "a" : "b" : "");
    if (!s->replies) used += (size_t)sprintf(text + used, ",%s", i % 7 ? "" : "160");
    return used + (size_t)sprintf(text + used, "\n");
}

static void same_as_held(void **state)
{
    const shape *s = *state;
    test_system t = test_compile_file(test_trace_design, NULL);
    char *text = malloc(CHARS);
    noc_play held, streamed;
    noc_diag diag = {0};
    uint64_t random = 11;
    unsigned long cycle = 5;
    assert_non_null(text);
    size_t used = (size_t)sprintf(text, COLUMNS "%s\n", s->columns);
    for (unsigned i = 0; i < LINES; i++) {
        used += add_line(s, i, cycle, &random, text + used);
        cycle += s->gap ? test_random_below(&random, s->gap) : 0;
    }
    assert_int_equal(test_play_scanned(&t, text, SIZE_MAX, &held, &diag), NOC_OK);
    assert_int_equal(test_play_scanned(&t, text, HELD_MOST, &streamed, &diag), NOC_OK);
    assert_int_equal(streamed.packets, s->replies ? LINES : 2 * LINES);
    assert_int_equal(streamed.makespan, held.makespan);
    assert_int_equal(streamed.flit_hops, held.flit_hops);
    assert_memory_equal(&streamed.trace_tally, &held.trace_tally, sizeof held.trace_tally);
    assert_near(streamed.latency, held.latency, 0.0);
    assert_near(streamed.p99, held.p99, 0.0);
    assert_near(streamed.bytes, held.bytes, 0.0);
    assert_near(streamed.data, held.data, 0.0);
    free(text);
    test_system_free(&t);
}

/* ---- limits ---------------------------------------------------------------------------------- */

typedef struct limited {
    const char *name, *text;
    const char *set;
    uint64_t makespan;
} limited;

/* Reads of 8 at 1 take 38 cycles alone, one of 9 48 (test_trace.c), a write of 8 21 + 18. Under a
 * limit of one each goes when the one before has its answer. */
static const limited limits[] = {
    {"one of a node", COLUMNS "\n0,8,1,read,8\n0,8,1,read,8\n0,8,1,read,8\n",
     "traffic.outstanding=1", 3 * 38},
    {"other nodes are not held up", COLUMNS "\n0,8,1,read,8\n0,8,1,read,8\n30,9,1,read,8\n",
     "traffic.outstanding=1", 30 + 48},
    {"writes until they are answered", COLUMNS "\n0,8,1,write,72\n0,8,1,read,8\n",
     "traffic.outstanding=1", 21 + 18 + 38},
    {"gaps stay", COLUMNS "\n0,8,1,read,8\n1000,8,1,read,8\n", "traffic.outstanding=1", 1038},
    {"not reached", COLUMNS "\n0,8,1,read,8\n10,8,1,read,8\n", "traffic.outstanding=2", 48},
};

static void limit_holds(void **state)
{
    const limited *l = *state;
    const char *const overrides[] = {l->set, NULL};
    test_system t = test_compile_file(test_trace_design, overrides);
    noc_play play;
    noc_diag diag = {0};
    assert_int_equal(test_play_scanned(&t, l->text, 0, &play, &diag), NOC_OK);
    assert_int_equal(play.makespan, l->makespan);
    test_system_free(&t);
}

/* ---- refused --------------------------------------------------------------------------------- */

#define SIX    "0,8,1,read,8,1,\n1,8,1,read,8,2,\n2,8,1,read,8,3,\n3,8,1,read,8,4,\n"
#define LONGER COLUMNS ",id,after\n" SIX "4,8,1,read,8,5,\n5,8,1,read,8,6,\n6,8,1,read,8,7,\n"

static const test_trace_refusal refusals[] = {
    {"times that go back", LONGER "7,8,1,read,8,8,\n6,8,1,read,8,9,\n", 10,
     "the cycle is before that of the line above, 7"},
    {"an id twice", LONGER "7,8,1,read,8,8,\n8,8,1,read,8,3,\n", 10,
     "the id 3 is that of a line above"},
    {"an id twice, later", LONGER "7,8,1,read,8,8,\n8,8,1,read,8,8,\n", 10,
     "the id 8 is that of a line above"},
    {"a circle", LONGER "7,8,1,read,8,8,9\n8,8,1,read,8,9,1+10\n9,8,1,read,8,10,8\n", 9,
     "9 is no id of a line above; packets wait for each other in a circle: 8 (line 9) for 9 (line "
     "10) for 10 (line 11) for 8 (line 9)"},
    {"a circle of one", LONGER "7,8,1,read,8,8,8\n", 9, "in a circle: 8 (line 9) for 8 (line 9)"},
    {"one below", LONGER "7,8,1,read,8,8,9\n8,8,1,read,8,9,1\n", 9,
     "(it is that of line 10: a line stands below the lines that it waits for)"},
    {"an id that is not there", LONGER "7,8,1,read,8,8,70\n", 9, "70 is no id of a line above"},
    {"its own id", LONGER "7,8,1,read,8,8,8\n", 9, "8 is no id of a line above"},
    {"a node that is not there", LONGER "7,8,1,read,8,8,\n9,8,40,read,8,9,\n", 10,
     "there is no node 40"},
    {"a pair that has no packets", LONGER "7,8,1,read,8,8,\n9,8,9,read,8,9,\n", 10,
     "compute nodes are"},
};

static void refused_as_held(void **state)
{
    const test_trace_refusal *r = *state;
    test_system t = test_compile_file(test_trace_design, NULL);
    noc_play play;
    noc_diag diag = {0};
    assert_int_equal(test_play_scanned(&t, r->text, HELD_MOST, &play, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, r->says);
    assert_int_equal(diag.messages[0].line, r->line);
    noc_diag_clear(&diag);
    assert_int_equal(test_play_scanned(&t, r->text, SIZE_MAX, &play, &diag), NOC_EINPUT);
    assert_int_equal(diag.messages[0].line, r->line);
    noc_diag_clear(&diag);
    test_system_free(&t);
}

/* A file that is another one when it is played is refused. */
static void changes_are_found(void **state)
{
    (void)state;
    char path[] = "/tmp/nocsight-stream-XXXXXX";
    test_system t = test_compile_file(test_trace_design, NULL);
    noc_trace trace;
    noc_trace_schedule list;
    noc_diag diag = {0};
    test_write_trace(path, LONGER "7,8,1,read,8,8,\n");
    assert_int_equal(noc_trace_scan(path, HELD_MOST, &trace, &diag), NOC_OK);
    assert_int_equal(truncate(path, (off_t)strlen(LONGER)), 0);
    assert_int_equal(noc_trace_schedule_make(t.system, &trace, path, &list, &diag), NOC_EINPUT);
    assert_contains(diag.messages[0].text, "changed while it was played");
    noc_diag_clear(&diag);
    noc_arena_clear(&trace.arena);
    unlink(path);
    test_system_free(&t);
}

/* A file that is no longer there when it is played is no lack of memory. */
static void loss_is_told(void **state)
{
    (void)state;
    char path[] = "/tmp/nocsight-stream-XXXXXX";
    test_system t = test_compile_file(test_trace_design, NULL);
    noc_trace trace;
    noc_trace_schedule list;
    noc_play play;
    noc_diag diag = {0};
    const noc_sample_options options = {.seed = 1};
    test_write_trace(path, LONGER "7,8,1,read,8,8,\n");
    assert_int_equal(noc_trace_scan(path, HELD_MOST, &trace, &diag), NOC_OK);
    assert_int_equal(noc_trace_schedule_make(t.system, &trace, path, &list, &diag), NOC_OK);
    unlink(path);
    assert_int_equal(noc_play_trace(t.system, &list, &options, &play, &diag), NOC_EFAILED);
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].file, path);
    noc_diag_clear(&diag);
    noc_trace_schedule_clear(&list);
    noc_arena_clear(&trace.arena);
    test_system_free(&t);
}

/* Packets to several destinations are held, wherever in the file they come first. */
static void destinations_are_held(void **state)
{
    (void)state;
    char path[] = "/tmp/nocsight-stream-XXXXXX";
    noc_trace trace;
    noc_diag diag = {0};
    test_write_trace(path, LONGER "7,8,1,read,8,8,\n8,8,1+2,read,8,9,\n");
    assert_int_equal(noc_trace_scan(path, HELD_MOST, &trace, &diag), NOC_OK);
    assert_true(noc_trace_is_held(&trace));
    assert_int_equal(trace.count, 9);
    noc_arena_clear(&trace.arena);
    unlink(path);
}

/* ---- over time ------------------------------------------------------------------------------- */

/* Three packets, far from each other: each channel's flits over time are those of the run, and are
 * where the packets were. */
static void timeline_has_all_flits(void **state)
{
    (void)state;
    char path[] = "/tmp/nocsight-stream-XXXXXX";
    test_system t = test_compile_file(test_trace_design, NULL);
    noc_trace trace;
    noc_trace_schedule list;
    noc_timeline timeline;
    noc_play play;
    noc_diag diag = {0};
    const uint32_t channels = t.system->graph.channel_count;
    double *rates = calloc((size_t)channels * NOC_CLASSES, sizeof *rates);
    assert_non_null(rates);
    test_write_trace(path, COLUMNS "\n5,8,1,read,8\n5005,8,1,write,72\n3000000005,9,2,read,8\n");
    assert_int_equal(noc_trace_scan(path, HELD_MOST, &trace, &diag), NOC_OK);
    assert_int_equal(noc_trace_schedule_make(t.system, &trace, path, &list, &diag), NOC_OK);
    assert_int_equal(noc_timeline_make(&timeline, t.system, &diag), NOC_OK);
    const noc_sample_options options = {.seed = 1, .utilization = rates, .timeline = &timeline};
    assert_int_equal(noc_play_trace(t.system, &list, &options, &play, &diag), NOC_OK);
    const uint32_t intervals = noc_timeline_intervals(&timeline);
    assert_in_range(intervals, NOC_TIMELINE_MAX / 2, NOC_TIMELINE_MAX);
    assert_true(timeline.end - timeline.start >= play.makespan);
    for (uint32_t c = 0; c < channels; c++) {
        double all = 0.0;
        for (uint32_t i = 0; i < NOC_TIMELINE_MAX; i++) {
            const uint32_t flits = timeline.flits[(size_t)i * channels + c];
            all += flits;
            assert_true(flits == 0 || i == 0 || i == intervals - 1);
        }
        const double *rate = &rates[(size_t)c * NOC_CLASSES];
        const double carried = (rate[NOC_REQUEST] + rate[NOC_REPLY]) * (double)play.makespan;
        assert_near(all, carried, 1e-6);
    }
    noc_timeline_clear(&timeline);
    noc_trace_schedule_clear(&list);
    noc_arena_clear(&trace.arena);
    free(rates);
    unlink(path);
    test_system_free(&t);
}

/* ---- ids ------------------------------------------------------------------------------------- */

typedef struct ids {
    const char *name;
    uint64_t step, lanes, far; /* ids of each of so many lanes, which are so far apart */
    bool small;                /* the set is small */
} ids;

static const ids orders[] = {
    {"one after the other", 1, 1, 0, true}, {"of 40 nodes", 1, 40, (uint64_t)1 << 40, true},
    {"each fourth", 4, 1, 0, false},        {"far apart", 1000003, 1, 0, false},
    {"backwards", UINT64_MAX, 1, 0, true},
};

static void set_has_what_was_added(void **state)
{
    const ids *o = *state;
    enum { COUNT = 200000 };
    noc_id_set set = {0};
    double beyond = 0.0;
    for (uint64_t i = 0; i < COUNT; i++) {
        const uint64_t id = i % o->lanes * o->far + i / o->lanes * o->step;
        assert_false(noc_id_set_has(&set, id));
        assert_true(noc_id_set_add(&set, id, &beyond));
        assert_true(noc_id_set_has(&set, id));
    }
    for (uint64_t i = 0; i < COUNT; i++)
        assert_true(noc_id_set_has(&set, i % o->lanes * o->far + i / o->lanes * o->step));
    assert_false(noc_id_set_has(&set, (uint64_t)1 << 60));
    if (o->small) assert_true(set.word_table.count <= o->lanes + 1 && set.run_count <= o->lanes);
    noc_id_table_clear(&set.word_table);
}

/* A table of ids against a list, with ids that come and go. */
static void table_forgets_what_is_removed(void **state)
{
    (void)state;
    enum { IDS = 512 };
    noc_id_table table = {0};
    bool there[IDS] = {false};
    double beyond = 0.0;
    uint64_t random = 4;
    for (int i = 0; i < 100000; i++) {
        const unsigned id = (unsigned)test_random_below(&random, IDS);
        assert_int_equal(noc_id_table_find(&table, id), there[id] ? id : NOC_ID_NONE);
        if (there[id])
            noc_id_table_remove(&table, id);
        else
            assert_true(noc_id_table_add(&table, id, id, &beyond));
        there[id] = !there[id];
    }
    noc_id_table_clear(&table);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "as held", shapes, same_as_held);
    TEST_TABLE_PREFIXED(&list, "limited", limits, limit_holds);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, refused_as_held);
    test_add(&list, "changes are found", changes_are_found);
    test_add(&list, "loss is told", loss_is_told);
    test_add(&list, "destinations are held", destinations_are_held);
    test_add(&list, "all flits over time", timeline_has_all_flits);
    TEST_TABLE_PREFIXED(&list, "ids", orders, set_has_what_was_added);
    test_add(&list, "ids that come and go", table_forgets_what_is_removed);
    return test_run("stream", &list);
}
