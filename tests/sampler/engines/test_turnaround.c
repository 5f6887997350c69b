/* What a virtual channel does between two packets (network.vc_turnaround): two packets, one right
 * behind the other, against cycles worked by hand, and runs that must not differ. */
#include <math.h>
#include <string.h>

#include "sampler/sampling/play.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/runs/engines.h"

/* ---- two packets ---------------------------------------------------------------------------- */

/* Three nodes in a row, a virtual channel, flits of 16 bytes. */
static const char row_of_three[] =
    "nodes = { compute = 3; };\n"
    "network = { topology = \"mesh\"; columns = 3; rows = 1; virtual_channels = 1; };\n"
    "traffic = { pattern = \"uniform\"; };\n";

enum { FLIT_BYTES = 16 };

/* The second packet's head reaches a router `after` cycles after the first one's if nothing stops
 * it. It is routed and gets its VC in T cycles (2 of four stages, 1 of three). */
typedef struct pair_case {
    const char *name, *stages;
    uint32_t flits, source, to;    /* of both, but for the second's source; the first's is 0 */
    uint64_t after;                /* cycles between their creations */
    uint64_t pipeline, overlapped; /* by which the second is late */
} pair_case;

/* From one source both take the same VCs, so the second is late in the first router, by F - after,
 * and by T more if it is routed when the tail has left. Routers behind find them so far apart that
 * nothing is left to wait for.
 *
 * From node 1 the second one meets the first at the router there, whose head (of five flits) comes
 * in cycle 7, owns the VC from 8 on and leaves in 9 to 13. The second is created in 6, there in 8,
 * and would leave in 10. Overlapped it gets the VC in 13 and leaves in 14; else in 15, and comes to
 * the last router (18) in the cycle in which the tail leaves that, so it is routed from 19 on, not
 * 18. */
static const pair_case pairs[] = {
    {"four stages, in one go", "network.router_stages=4", 5, 0, 1, 0, 5 + 2, 5},
    {"four stages, over two links", "network.router_stages=4", 5, 0, 2, 0, 5 + 2, 5},
    {"four stages, single flits", "network.router_stages=4", 1, 0, 2, 0, 1 + 2, 1},
    {"four stages, as long as the buffer", "network.router_stages=4", 8, 0, 2, 0, 8 + 2, 8},
    {"four stages, right behind", "network.router_stages=4", 5, 0, 2, 5, 2, 0},
    {"four stages, as the tail leaves", "network.router_stages=4", 5, 0, 2, 6, 1, 0},
    {"four stages, later", "network.router_stages=4", 5, 0, 2, 7, 0, 0},
    {"three stages, in one go", "network.router_stages=3", 5, 0, 2, 0, 5 + 1, 5},
    {"three stages, right behind", "network.router_stages=3", 5, 0, 2, 5, 1, 0},
    {"three stages, later", "network.router_stages=3", 5, 0, 2, 6, 0, 0},
    {"two stages, in one go", "network.router_stages=2", 5, 0, 2, 0, 5, 5},
    {"one stage, in one go", "network.router_stages=1", 5, 0, 2, 0, 5, 5},
    {"one stage, right behind", "network.router_stages=1", 5, 0, 2, 5, 0, 0},
    {"four stages, from another input", "network.router_stages=4", 5, 1, 2, 6, 6, 4},
};

/* Sum of the latencies of packets, each with its links and alone: 3 + H stages + H - 1 + F - 1. */
static uint64_t alone(const pair_case *c)
{
    const uint64_t stages = (uint64_t)(strchr(c->stages, '=')[1] - '0');
    const uint64_t first = c->to + 1, second = c->to - c->source + 1; /* routers */
    return 2 * (3 + c->flits - 1) + first * stages + first - 1 + second * stages + second - 1;
}

static void second_is_late_by(const pair_case *c, const char *reading, uint64_t late)
{
    const char *const overrides[] = {c->stages, reading, NULL};
    test_system t = test_compile(row_of_three, overrides);
    noc_trace_packet packets[2];
    for (int k = 0; k < 2; k++)
        packets[k] = (noc_trace_packet){
            .cycle = k == 0 ? 0 : c->after,
            .source = k == 0 ? 0 : c->source,
            .destination = c->to,
            .bytes = FLIT_BYTES * c->flits,
            .class = NOC_TRACE_READ,
        };
    const noc_trace trace = {.packets = packets, .count = 2};
    noc_trace_schedule list;
    noc_diag diag = {0};
    noc_play play;
    assert_int_equal(noc_trace_schedule_make(t.system, &trace, "pair", &list, &diag), NOC_OK);
    const noc_sample_options options = {.seed = 1, .thread_count = 1};
    assert_int_equal(noc_play_trace(t.system, &list, &options, &play, &diag), NOC_OK);
    assert_int_equal(play.packets, 2);
    assert_int_equal(llround(2.0 * play.latency), alone(c) + late);
    noc_trace_schedule_clear(&list);
    test_system_free(&t);
}

static void pair_goes_by_hand(void **state)
{
    const pair_case *c = *state;
    second_is_late_by(c, "network.vc_turnaround=pipeline", c->pipeline);
    second_is_late_by(c, "network.vc_turnaround=overlapped", c->overlapped);
}

/* ---- whole networks ------------------------------------------------------------------------- */

typedef struct network_case {
    const char *name, *file;
    double load; /* flits per cycle of an injecting node; 0: in closed loop */
    const char *overrides[6];
} network_case;

/* Before the switch's allocation routers of one and two stages have nothing to overlap, and where a
 * VC goes to the next packet once it is empty no packet is behind another. */
static const network_case same[] = {
    {"one stage, uniform", "configs/synthetic-mesh.cfg", 0.5, {"network.router_stages=1"}},
    {"two stages, uniform", "configs/synthetic-mesh.cfg", 0.5, {"network.router_stages=2"}},
    {"one stage, a VC, atomic",
     "configs/synthetic-mesh.cfg",
     0.2,
     {"network.router_stages=1", "network.virtual_channels=1", "network.vc_reallocation=atomic"}},
    {"one stage, many-to-few", "configs/te13-1cycle.cfg", 0.06, {NULL}},
    {"four stages, atomic",
     "configs/synthetic-mesh.cfg",
     0.3,
     {"network.vc_reallocation=atomic", "network.virtual_channels=4"}},
    {"two stages, separable, equal",
     "configs/te13-baseline.cfg",
     0.06,
     {"network.router_stages=2", "network.allocator=separable", "network.speculation=equal"}},
};

static const network_case others[] = {
    {"four stages", "configs/synthetic-mesh.cfg", 0.4, {NULL}},
    {"three stages, maximum matching",
     "configs/synthetic-mesh.cfg",
     0.4,
     {"network.router_stages=3", "network.allocator=maximum"}},
    {"a VC, two cycles a flit",
     "configs/synthetic-mesh.cfg",
     0.1,
     {"network.virtual_channels=1", "network.allocation_hold=flit"}},
    {"half routers, two ports", "configs/te13-cp-cr-2p.cfg", 0.06, {NULL}},
    {"slices that choose", "configs/te13-dcie-2p.cfg", 0.08, {NULL}},
    {"one network of two",
     "configs/te13-double-dedicated.cfg",
     0.05,
     {"networks[0].router_stages=1"}},
};

enum { CYCLES = 5000 };

static noc_tally run_of(const network_case *c, const char *reading)
{
    const char *overrides[8];
    size_t n = test_count_texts(c->overrides);
    memcpy(overrides, c->overrides, n * sizeof *overrides);
    overrides[n++] = reading;
    overrides[n] = NULL;
    test_system t = test_compile_file(c->file, overrides);
    noc_run *run = test_engine_at(t.system, c->load, 7);
    test_run_cycles(run, CYCLES);
    noc_diag diag = {0};
    assert_int_equal(noc_run_check(run, &diag), NOC_OK); /* no flit, no credit is lost */
    const noc_tally tally = *noc_run_tally(run);
    noc_run_free(run);
    test_system_free(&t);
    return tally;
}

static void stages_before_the_switch_are_all(void **state)
{
    const noc_tally pipeline = run_of(*state, "network.vc_turnaround=pipeline");
    const noc_tally overlapped = run_of(*state, "network.vc_turnaround=overlapped");
    assert_true(pipeline.flit_hops > 0);
    assert_memory_equal(&pipeline, &overlapped, sizeof pipeline);
}

static double mean_latency(const noc_tally *t)
{
    return (double)(t->latency[NOC_REQUEST] + t->latency[NOC_REPLY]) /
           (double)(t->delivered[NOC_REQUEST] + t->delivered[NOC_REPLY]);
}

static void others_wait_less(void **state)
{
    const noc_tally pipeline = run_of(*state, "network.vc_turnaround=pipeline");
    const noc_tally overlapped = run_of(*state, "network.vc_turnaround=overlapped");
    assert_true(mean_latency(&overlapped) < mean_latency(&pipeline));
    for (int k = 0; k < NOC_CLASSES; k++)
        assert_true((double)overlapped.delivered[k] >= 0.999 * (double)pipeline.delivered[k]);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "two packets", pairs, pair_goes_by_hand);
    TEST_TABLE_PREFIXED(&list, "the same to the bit", same, stages_before_the_switch_are_all);
    TEST_TABLE_PREFIXED(&list, "shorter waits", others, others_wait_less);
    return test_run("turnaround", &list);
}
