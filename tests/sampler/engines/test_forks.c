/* Packets that fork in routers of virtual channels on their way to several nodes: schedules by
 * hand, each channel carries a flit once, nothing is lost, nothing stands still. */
#include <stdio.h>
#include <unistd.h>

#include "base/diag.h"
#include "network/compile/compile.h"
#include "reader/design_walk.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/runs/engines.h"
#include "tests/support/runs/traces.h"

#define HEADER "cycle,source,destination,class,bytes\n"
#define NETWORK(nodes, keys)                                                          \
    "nodes = { compute = " nodes "; memory = 0; };\n"                                 \
    "network = { " keys " flit_bytes = 32; virtual_channels = 4; buffer_flits = 8;\n" \
    "            router_stages = 3; };\n"                                             \
    "traffic = { pattern = \"uniform\"; packet_flits = 4; };\n"

static const char mesh[] = NETWORK("16", "topology = \"mesh\"; columns = 4; rows = 4;");
static const char crossbar[] = NETWORK("8", "topology = \"crossbar\";");
static const char tree[] = NETWORK("8", "topology = \"tree\"; arity = 2; levels = 3; ");
static const char torus[] =
    NETWORK("9", "topology = \"torus\"; columns = 3; rows = 3; dateline = \"at-crossing\";");
static const char at_entry[] = NETWORK("5", "topology = \"torus\"; columns = 5; rows = 1;");
static const char flattened[] =
    NETWORK("16", "topology = \"flattened-butterfly\"; columns = 2; rows = 2;");

#define OTHERS "1+2+3+4+5+6+7+8+9+10+11+12+13+14+15"

/* ---- schedules by hand ---------------------------------------------------------------------- */

typedef struct schedule {
    const char *name, *text;
    const char *overrides[4];
    const char *trace;
    uint64_t flits,
        channels; /* flits of the packet; channels behind its injection channel, once each */
    /* 3 + 3 H + H - 1 + F - 1 to the node that is H routers away, and what is said beside it */
    uint64_t makespan;
} schedule;

static const schedule schedules[] = {
    {"a broadcast on a mesh", mesh, {0}, HEADER "0,0," OTHERS ",request,4096\n", 128, 30, 157},
    {"buffers of 4",
     mesh,
     {"network.buffer_flits=4"},
     HEADER "0,0," OTHERS ",request,4096\n",
     128,
     30,
     157},
    {"room for all of it",
     mesh,
     {"network.buffer_flits=128", "network.virtual_channels=1"},
     HEADER "0,0," OTHERS ",request,4096\n",
     128,
     30,
     157},
    /* the head of each of 16 parts but the first waits a cycle for the VC of the part before */
    {"one VC",
     mesh,
     {"network.virtual_channels=1"},
     HEADER "0,0," OTHERS ",request,4096\n",
     128,
     30,
     157 + 15},
    {"two branches", mesh, {0}, HEADER "0,0,3+12,request,128\n", 4, 8, 3 + 12 + 3 + 3},
    {"one way, two nodes on it", mesh, {0}, HEADER "0,0,2+3,request,128\n", 4, 5, 3 + 12 + 3 + 3},
    {"the other order", mesh, {0}, HEADER "0,0,3+2,request,128\n", 4, 5, 3 + 12 + 3 + 3},
    {"a turn", mesh, {"network.routing=yx"}, HEADER "0,5,4+6+1+9,request,32\n", 1, 8, 3 + 6 + 1},
    {"four stages",
     mesh,
     {"network.router_stages=4"},
     HEADER "0,0,3+12,request,128\n",
     4,
     8,
     3 + 16 + 3 + 3},
    {"two stages",
     mesh,
     {"network.router_stages=2"},
     HEADER "0,0,1+4,request,128\n",
     4,
     4,
     3 + 5 + 1 + 3},
    {"a crossbar", crossbar, {0}, HEADER "0,2,0+1+3+4+5+6+7,request,160\n", 5, 7, 3 + 3 + 4},
    {"a crossbar, input first",
     crossbar,
     {"network.allocator=separable"},
     HEADER "0,2,0+1+3+4+5+6+7,request,160\n",
     5,
     7,
     3 + 3 + 4},
    {"a crossbar, wavefront",
     crossbar,
     {"network.allocator=wavefront"},
     HEADER "0,2,0+1+3+4+5+6+7,request,160\n",
     5,
     7,
     3 + 3 + 4},
    /* up to the root, 3 routers, and down again, 2 more */
    {"a tree", tree, {0}, HEADER "0,0,1+4+5+7,request,160\n", 5, 9, 3 + 15 + 4 + 4},
    {"a torus", torus, {0}, HEADER "0,0,1+2+3+6,request,160\n", 5, 8, 3 + 6 + 1 + 4},
    {"a flattened butterfly",
     flattened,
     {0},
     HEADER "0,0,5+9+15,request,160\n",
     5,
     6,
     3 + 9 + 2 + 4},
};

static noc_run *start(const noc_system *s, const char *text, noc_trace *trace,
                      noc_trace_schedule *list)
{
    char path[] = "/tmp/nocsight-forks-XXXXXX";
    noc_diag diag = {0};
    test_write_trace(path, text);
    assert_int_equal(noc_trace_read(path, trace, &diag), NOC_OK);
    unlink(path);
    assert_int_equal(noc_trace_schedule_make(s, trace, "forks.csv", list, &diag), NOC_OK);
    noc_run *run = noc_run_new(s, (noc_load){.seed = 1, .schedule = list});
    assert_non_null(run);
    return run;
}

/* Channels that carried each flit of the packet once; none carried others. */
static uint64_t channels_of(const noc_system *s, const noc_run *run, uint64_t flits)
{
    uint64_t channels = 0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++) {
        const uint64_t carried = noc_run_channel_flits(run, c, NOC_REQUEST);
        assert_true(carried == 0 || carried == flits);
        channels += carried > 0 && s->graph.channels[c].kind != NOC_INJECTION;
    }
    return channels;
}

static void packets_go_by_schedule(void **state)
{
    const schedule *e = *state;
    test_system t = test_compile(e->text, e->overrides);
    noc_trace trace;
    noc_trace_schedule list;
    noc_diag diag = {0};
    noc_run *run = start(t.system, e->trace, &trace, &list);
    const noc_tally *tally = noc_run_tally(run);
    while (tally->delivered[NOC_REQUEST] == 0 && tally->cycles < 2000) {
        assert_int_equal(noc_run_cycles(run, 1, false), NOC_OK);
        assert_int_equal(noc_run_check(run, &diag), NOC_OK);
    }
    assert_int_equal(tally->last_delivery, e->makespan);
    assert_int_equal(tally->latency[NOC_REQUEST], e->makespan);
    assert_int_equal(channels_of(t.system, run, e->flits), e->channels);
    assert_int_equal(tally->flit_hops, e->flits * e->channels);
    assert_int_equal(tally->flits_injected, e->flits);
    noc_run_free(run);
    noc_trace_schedule_clear(&list);
    noc_arena_clear(&trace.arena);
    test_system_free(&t);
}

/* A packet waits for one to several nodes until the last of these has it. */
static void packets_wait_for_all_nodes(void **state)
{
    (void)state;
    static const char text[] = "cycle,source,destination,class,bytes,id,after\n"
                               "0,0,1+12,request,128,7,\n0,1,0,request,32,,7\n";
    test_system t = test_compile(mesh, NULL);
    noc_play play;
    noc_diag diag = {0};
    assert_int_equal(test_play_trace(&t, text, NOC_TRACE_NODES_USUAL, &play, NULL, &diag), NOC_OK);
    assert_int_equal(play.packets, 2);
    assert_int_equal(play.makespan, (3 + 12 + 3 + 3) + (3 + 6 + 1));
    test_system_free(&t);
}

/* ---- bits ----------------------------------------------------------------------------------- */

/* Sums of a run that any other order or draw would change. */
static void assert_same_run(const noc_run *a, const noc_run *b)
{
    const noc_tally *x = noc_run_tally(a), *y = noc_run_tally(b);
    assert_memory_equal(x, y, sizeof *x);
}

/* Packets to one node each are those of a design without multicast. */
static void one_node_changes_no_bit(void **state)
{
    (void)state;
    const char *const overrides[] = {"traffic.multicast.share=0.5", NULL};
    test_system t = test_compile(test_uniform, NULL);
    test_system one = test_compile(test_uniform, overrides);
    noc_run *a = test_engine_at(t.system, 0.3, 5), *b = test_engine_at(one.system, 0.3, 5);
    test_run_cycles(a, 3000);
    test_run_cycles(b, 3000);
    assert_same_run(a, b);
    noc_run_free(a);
    noc_run_free(b);
    test_system_free(&t);
    test_system_free(&one);
}

/* ---- at load -------------------------------------------------------------------------------- */

#define SOME "traffic.multicast.share=0.3", "traffic.multicast.destinations=5"
#define MANY "traffic.multicast.share=0.8", "traffic.multicast.destinations=15"

static const design_case loaded[] = {
    {"3 stages", test_uniform, {SOME, "network.router_stages=3"}},
    {"4 stages", test_uniform, {SOME}},
    {"2 stages", test_uniform, {SOME, "network.router_stages=2"}},
    {"1 stage, equal",
     test_uniform,
     {SOME, "network.router_stages=1", "network.speculation=equal"}},
    {"to all, 1 VC, buffers of 1",
     test_uniform,
     {MANY, "network.virtual_channels=1", "network.buffer_flits=1"}},
    {"to all, 1 VC, buffers of 3",
     test_uniform,
     {MANY, "network.virtual_channels=1", "network.buffer_flits=3"}},
    {"to all, 4 VCs, buffers of 2",
     test_uniform,
     {MANY, "network.virtual_channels=4", "network.buffer_flits=2"}},
    {"separable",
     test_uniform,
     {SOME, "network.allocator=separable", "network.virtual_channels=4"}},
    {"wavefront", test_uniform, {SOME, "network.allocator=wavefront"}},
    {"rr-wavefront, 2 stages",
     test_uniform,
     {SOME, "network.allocator=rr-wavefront", "network.router_stages=2"}},
    {"loa", test_uniform, {SOME, "network.allocator=loa"}},
    {"pim", test_uniform, {SOME, "network.allocator=pim"}},
    {"maximum", test_uniform, {SOME, "network.allocator=maximum"}},
    {"islip of 3 rounds", test_uniform, {SOME, "network.allocator_iterations=3"}},
    {"atomic VCs", test_uniform, {SOME, "network.vc_reallocation=atomic"}},
    {"packets overlap", test_uniform, {SOME, "network.vc_turnaround=overlapped"}},
    {"input speed-up 2", test_uniform, {SOME, "network.input_speedup=2"}},
    {"9 VCs", test_uniform, {SOME, "network.virtual_channels=9", "network.buffer_flits=4"}},
    {"32 VCs", test_uniform, {SOME, "network.virtual_channels=32", "network.buffer_flits=2"}},
    {"crossbar", crossbar, {SOME}},
    {"tree", tree, {SOME}},
    {"torus", torus, {SOME}},
    {"flattened butterfly", flattened, {SOME}},
};

static void assert_lawful(const noc_run *run)
{
    noc_diag diag = {0};
    const noc_status status = noc_run_check(run, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
}

/* Loads: a low one, near saturation and far beyond it; without a deadlock. */
static void flits_are_conserved(void **state)
{
    const design_case *c = *state;
    static const double loads[] = {0.02, 0.15, 0.9};
    test_system t = test_compile(c->text, c->overrides);
    for (size_t i = 0; i < TEST_COUNT(loads); i++) {
        noc_run *run = test_engine_at(t.system, loads[i], 7 + i);
        for (int look = 0; look < 60; look++) {
            test_run_cycles(run, 113);
            assert_lawful(run);
        }
        const noc_tally *tally = noc_run_tally(run);
        assert_true(tally->forked > 0);
        assert_true(tally->copies >= tally->forked * t.system->traffic.multicast_targets);
        assert_true(tally->copy_latency <=
                    tally->forked_latency * t.system->traffic.multicast_targets +
                        tally->copies * tally->cycles);
        noc_run_free(run);
    }
    test_system_free(&t);
}

/* A batch is over: all nodes have got all, and nothing is left. */
static void batches_arrive_everywhere(void **state)
{
    (void)state;
    const char *const overrides[] = {SOME, "traffic.batch=40", "traffic.outstanding=6", NULL};
    test_system t = test_compile(test_uniform, overrides);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 3, .is_eager = true});
    assert_non_null(run);
    test_run_cycles(run, 20000);
    const noc_tally *tally = noc_run_tally(run);
    assert_int_equal(tally->delivered[NOC_REQUEST], 16 * 40);
    assert_int_equal(tally->copies, 5 * tally->forked);
    assert_true(tally->forked > 16 * 40 / 5 && tally->forked < 16 * 40 / 2);
    assert_int_equal(tally->flits_ejected[NOC_REQUEST] - tally->copies_ejected[NOC_REQUEST],
                     tally->flits_injected);
    assert_int_equal(tally->flits_injected + tally->flits_copied,
                     tally->flits_ejected[NOC_REQUEST]);
    assert_lawful(run);
    noc_run_free(run);
    test_system_free(&t);
}

/* ---- refusals ------------------------------------------------------------------------------- */

typedef struct refused_trace {
    const char *name, *design;
    const char *overrides[3];
    const char *line, *says;
} refused_trace;

static const refused_trace refused_traces[] = {
    {"to itself", mesh, {0}, "0,3,4+3,request,32", "node 3 sends a packet to itself among others"},
    {"two ways", mesh, {"network.routing=o1turn"}, "0,0,5+6,request,32", "and there are 2"},
    {"halves of virtual channels",
     at_entry,
     {0},
     "0,3,4+0,request,32",
     "no virtual channel in common"},
    {"halves from the dateline on",
     at_entry,
     {"network.dateline=at-crossing"},
     "0,3,4+0,request,32",
     NULL},
    {"steps",
     mesh,
     {"network.internal_speedup=2"},
     "0,0,5+6,request,32",
     "network.internal_speedup"},
    {"codecs", mesh, {"codec.cycles=2"}, "0,0,5+6,request,32", "codec"},
    {"two cycles",
     mesh,
     {"network.allocation_hold=flit"},
     "0,0,5+6,request,32",
     "network.allocation_hold"},
};

static void traces_are_refused(void **state)
{
    const refused_trace *r = *state;
    test_system t = test_compile(r->design, r->overrides);
    char text[200];
    noc_play play;
    noc_diag diag = {0};
    snprintf(text, sizeof text, HEADER "0,0,1,request,32\n%s\n", r->line);
    const noc_status status = test_play_trace(&t, text, NOC_TRACE_NODES_USUAL, &play, NULL, &diag);
    assert_int_equal(status, r->says ? NOC_EINPUT : NOC_OK);
    if (r->says) {
        assert_int_equal(diag.count, 1);
        assert_int_equal(diag.messages[0].line, 3);
        assert_contains(diag.messages[0].text, r->says);
    }
    noc_diag_clear(&diag);
    test_system_free(&t);
}

typedef struct refused_design {
    const char *name;
    const char *overrides[5];
    const char *says;
} refused_design;

static const refused_design refused_designs[] = {
    {"more than there are",
     {"traffic.multicast.share=0.1", "traffic.multicast.destinations=16"},
     "a node sends to 15 others"},
    {"a pattern with one node", {SOME, "traffic.pattern=transpose"}, "a node sends to"},
    {"two ways", {SOME, "network.routing=o1turn"}, "and there are 2"},
    {"not all nodes at once",
     {"traffic.multicast.share=1", "traffic.multicast.destinations=17"},
     "a node sends to 15 others"},
    {"merged replies, two ways",
     {"traffic.replies=true", "network.multicast=true", "network.routing=o1turn"},
     "network.multicast = true: packets fork where there is one way from node to node"},
    {"merged replies, codecs",
     {"traffic.replies=true", "network.multicast=true", "codec.cycles=2"},
     "network.multicast = true: packets do not fork where ports have a codec"},
    {"answers", {SOME, "traffic.replies=true"}, "packets that are answered go to one node"},
};

static void designs_are_refused(void **state)
{
    const refused_design *r = *state;
    noc_diag diag = {0};
    noc_system *system = NULL;
    noc_design *design = test_design(mesh, r->overrides);
    assert_int_equal(noc_system_compile(design, &system, &diag), NOC_EUSAGE);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, r->says);
    noc_diag_clear(&diag);
    noc_design_free(design);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, schedules, packets_go_by_schedule);
    test_add(&list, "packets wait for all nodes", packets_wait_for_all_nodes);
    test_add(&list, "one node", one_node_changes_no_bit);
    TEST_TABLE_PREFIXED(&list, "load", loaded, flits_are_conserved);
    test_add(&list, "batches", batches_arrive_everywhere);
    TEST_TABLE_PREFIXED(&list, "refused", refused_traces, traces_are_refused);
    TEST_TABLE_PREFIXED(&list, "refused", refused_designs, designs_are_refused);
    return test_run("forks", &list);
}
