/* Idle time: skipping it leaves what running every cycle of it would. */
#include <string.h>

#include "sampler/sampling/play.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/runs/engines.h"
#include "tests/support/runs/runs.h"

enum { BURSTS = 40, PACKETS_MAX = BURSTS * 64 };

/* ---- traces of bursts ----------------------------------------------------------------------- */

static uint32_t node_of(const noc_graph *g, uint32_t terminal)
{
    const noc_terminal *t = &g->terminals[terminal];
    return g->columns > 0 ? (uint32_t)(t->column + g->columns * t->row) : terminal;
}

/* Packets on flows that nodes create of their own, some cycles apart, the last of them long, then a
 * pause. Some pauses are such that a timer's list is looked at once more, or once less, than
 * others. */
static noc_trace draw_bursts(const noc_system *s, noc_trace_packet *packets, uint64_t *random)
{
    static const unsigned pauses[] = {65, 500, 1023, 1024, 1025, 3000, 9999};
    noc_trace trace = {.packets = packets};
    uint64_t cycle = 100;
    for (int b = 0; b < BURSTS; b++) {
        const size_t size = 1 + test_random_below(random, 60);
        for (size_t i = 0; i < size;) {
            const noc_flow *flow =
                &s->traffic.flows[test_random_below(random, s->traffic.flow_count)];
            if (flow->class != NOC_REQUEST) continue;
            cycle += test_random_below(random, 8) == 0;
            packets[trace.count++] = (noc_trace_packet){
                .cycle = cycle,
                .source = node_of(&s->graph, flow->source),
                .destination = node_of(&s->graph, flow->destination),
                .bytes = i + 1 < size ? 1 + (uint32_t)test_random_below(random, 200) : 3000,
                .class = test_random_below(random, 2) ? NOC_TRACE_READ : NOC_TRACE_WRITE,
            };
            i++;
        }
        cycle += pauses[test_random_below(random, TEST_COUNT(pauses))];
    }
    return trace;
}

static void assert_alike(const noc_system *s, const noc_run *a, const noc_run *b)
{
    assert_int_equal(noc_run_current_cycle(a), noc_run_current_cycle(b));
    assert_memory_equal(noc_run_tally(a), noc_run_tally(b), sizeof(noc_tally));
    assert_memory_equal(noc_run_sketch(a), noc_run_sketch(b), sizeof(noc_sketch));
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        for (int k = 0; k < NOC_CLASSES; k++)
            assert_int_equal(noc_run_channel_flits(a, c, (noc_class)k),
                             noc_run_channel_flits(b, c, (noc_class)k));
}

typedef struct case_row {
    const char *name, *design;
    const char *overrides[4];
} case_row;

static const case_row cases[] = {
    {"a mesh with memory nodes that answer", "configs/te13-baseline.cfg", {0}},
    {"slices, two ports", "configs/te13-dcie-2p.cfg", {0}},
    {"concentrators", "configs/te13-cmesh-64.cfg", {0}},
    {"a crossbar", "configs/cdx19-fc-16ports.cfg", {0}},
    {"channels chosen at run time", "configs/cdx19-cdxbar-80-adaptive.cfg", {0}},
    {"codecs",
     "configs/te13-baseline.cfg",
     {"codec.cycles=3", "codec.compressible=0.5", "codec.ratio=0.5"}},
    {"codecs behind concentrators", "configs/te13-cmesh-64.cfg", {"codec.cycles=200"}},
    {"an ideal network", "configs/te13-ideal.cfg", {0}},
    {"an ideal network with a limit", "configs/te13-bwlimit.cfg", {0}},
    {"one with debts", "configs/te13-bwlimit.cfg", {"network.flits_per_cycle=1"}},
    {"no memory nodes", "configs/synthetic-mesh.cfg", {0}},
    {"a matching of maximum size", "configs/synthetic-mesh.cfg", {"network.allocator=maximum"}},
    {"one stage, speculation", "configs/synthetic-mesh.cfg", {"network.router_stages=1"}},
    {"long channels", "configs/synthetic-mesh.cfg", {"network.channel_cycles=40"}},
};

/* The engine that skips is run in pieces that end in the middle of pauses, too. */
static void compare(const noc_system *s, noc_load load, uint64_t cycles, uint64_t piece)
{
    noc_run *skips = noc_run_new(s, load), *steps = noc_run_new(s, load);
    assert_non_null(skips);
    assert_non_null(steps);
    for (uint64_t done = 0; done < cycles; done += piece) {
        assert_int_equal(noc_run_cycles(skips, piece, true), NOC_OK);
        assert_int_equal(noc_run_cycles(steps, piece, false), NOC_OK);
        assert_alike(s, skips, steps);
    }
    assert_true(noc_run_tally(steps)->delivered[NOC_REQUEST] > 0);
    noc_run_free(skips);
    noc_run_free(steps);
}

static void trace_is_as_if_stepped(void **state)
{
    const case_row *c = *state;
    test_system t = test_compile_file(c->design, c->overrides);
    static noc_trace_packet packets[PACKETS_MAX];
    uint64_t random = 23;
    noc_trace_schedule list;
    noc_diag diag = {0};
    const noc_trace trace = draw_bursts(t.system, packets, &random);
    assert_int_equal(noc_trace_schedule_make(t.system, &trace, "bursts", &list, &diag), NOC_OK);
    const uint64_t end = packets[trace.count - 1].cycle + 5000;
    compare(t.system, (noc_load){.seed = 3, .schedule = &list}, end, 1777);
    noc_trace_schedule_clear(&list);
    test_system_free(&t);
}

/* So few packets that the network is empty for thousands of cycles between them. */
static void open_loop_is_as_if_stepped(void **state)
{
    const case_row *c = *state;
    test_system t = test_compile_file(c->design, c->overrides);
    const double rate = 5e-4 / t.system->traffic.injector_count;
    compare(t.system, (noc_load){.seed = 3, .packets_per_cycle = rate}, 200000, 50000);
    test_system_free(&t);
}

/* ---- what is no idle time ------------------------------------------------------------------- */

static void closed_loop_is_never_quiet(void **state)
{
    (void)state;
    const char *const overrides[] = {"workload=steady", NULL};
    test_system t = test_compile_file("configs/te13-baseline.cfg", overrides);
    noc_run *engine =
        noc_run_new(t.system, (noc_load){.seed = 1, .workload = &t.system->design->workload});
    assert_non_null(engine);
    assert_int_equal(noc_run_next_event(engine), 0);
    noc_run_free(engine);
    test_system_free(&t);
}

/* A packet is placed: quiet for ever before, not while it or its credits are under way, quiet
 * again. */
static void quiet_until_a_packet_comes(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/synthetic-mesh.cfg", NULL);
    noc_run *engine = noc_run_new(t.system, (noc_load){.seed = 1});
    assert_non_null(engine);
    assert_true(noc_run_next_event(engine) == UINT64_MAX);
    noc_run_skip(engine, 1000000000000u);
    assert_int_equal(test_run_place(engine, 0, NOC_READ_REQUEST), NOC_OK);
    assert_true(noc_run_next_event(engine) == 1000000000000u);
    while (noc_run_tally(engine)->delivered[NOC_REQUEST] == 0)
        assert_int_equal(noc_run_cycles(engine, 1, true), NOC_OK);
    assert_true(noc_run_next_event(engine) == noc_run_current_cycle(engine)); /* a credit */
    assert_int_equal(noc_run_cycles(engine, 64, true), NOC_OK);
    assert_true(noc_run_next_event(engine) == UINT64_MAX);
    noc_run_free(engine);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "a trace", cases, trace_is_as_if_stepped);
    TEST_TABLE_PREFIXED(&list, "open loop", cases, open_loop_is_as_if_stepped);
    test_add(&list, "a closed loop", closed_loop_is_never_quiet);
    test_add(&list, "a packet alone", quiet_until_a_packet_comes);
    return test_run("idle", &list);
}
