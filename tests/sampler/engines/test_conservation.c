/* The simulated network: nothing is lost, and everything arrives. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/runs/engines.h"
#include "tests/support/runs/runs.h"

/* ---- designs -------------------------------------------------------------------------------- */

static const char cmesh[] = "nodes = { compute = 64; };\n"
                            "network = { topology = \"cmesh\"; columns = 4; rows = 4; };\n"
                            "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const char flattened[] =
    "nodes = { compute = 64; };\n"
    "network = { topology = \"flattened-butterfly\"; columns = 4; rows = 4; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const char crossbar[] = "nodes = { compute = 64; };\n"
                               "network = { topology = \"crossbar\"; ports = 64; };\n"
                               "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const char butterfly[] = "nodes = { compute = 27; };\n"
                                "network = { topology = \"butterfly\"; radix = 3; stages = 3; };\n"
                                "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const design_case designs[] = {
    {"uniform, 4 stages, islip", test_uniform, {NULL}},
    {"peers that answer", test_uniform, {"traffic.replies=true", "network.virtual_channels=4"}},
    {"uniform, 3 stages, islip x 2",
     test_uniform,
     {"network.router_stages=3", "network.allocator_iterations=2"}},
    {"uniform, 2 stages, speculation yields, islip x 3",
     test_uniform,
     {"network.router_stages=2", "network.allocator_iterations=3"}},
    {"uniform, 1 stage, speculation yields, islip x 4",
     test_uniform,
     {"network.router_stages=1", "network.allocator_iterations=4"}},
    {"uniform, 2 stages, speculation equal",
     test_uniform,
     {"network.router_stages=2", "network.speculation=equal", "network.virtual_channels=4"}},
    {"uniform, 1 stage, speculation equal",
     test_uniform,
     {"network.router_stages=1", "network.speculation=equal", "network.virtual_channels=3"}},
    {"uniform, 4 stages, separable",
     test_uniform,
     {"network.allocator=separable", "network.virtual_channels=4"}},
    {"uniform, 3 stages, separable x 4",
     test_uniform,
     {"network.allocator=separable", "network.router_stages=3", "network.allocator_iterations=4"}},
    {"uniform, 2 stages, separable, speculation yields",
     test_uniform,
     {"network.allocator=separable", "network.router_stages=2", "network.virtual_channels=4"}},
    {"uniform, 1 stage, separable, speculation equal",
     test_uniform,
     {"network.allocator=separable", "network.router_stages=1", "network.speculation=equal"}},
    {"uniform, 1 VC, buffers of 1",
     test_uniform,
     {"network.virtual_channels=1", "network.buffer_flits=1"}},
    {"uniform, 1 stage, 1 VC, buffers of 2",
     test_uniform,
     {"network.virtual_channels=1", "network.buffer_flits=2", "network.router_stages=1"}},
    {"uniform, 32 VCs, islip",
     test_uniform,
     {"network.virtual_channels=32", "network.buffer_flits=2"}},
    {"uniform, 32 VCs, separable, 1 stage",
     test_uniform,
     {"network.virtual_channels=32", "network.buffer_flits=2", "network.allocator=separable",
      "network.router_stages=1"}},
    {"uniform, 31 VCs, 2 stages, islip x 4, equal",
     test_uniform,
     {"network.virtual_channels=31", "network.router_stages=2", "network.allocator_iterations=4",
      "network.speculation=equal"}},
    {"uniform, 13 VCs, separable, 2 stages",
     test_uniform,
     {"network.virtual_channels=13", "network.allocator=separable", "network.router_stages=2"}},
    {"uniform, maximum matching",
     test_uniform,
     {"network.allocator=maximum", "network.virtual_channels=4"}},
    {"uniform, maximum matching, 2 stages, equal",
     test_uniform,
     {"network.allocator=maximum", "network.router_stages=2", "network.speculation=equal"}},
    {"uniform, atomic VCs", test_uniform, {"network.vc_reallocation=atomic"}},
    {"uniform, atomic VCs, separable, 2 stages",
     test_uniform,
     {"network.vc_reallocation=atomic", "network.allocator=separable", "network.router_stages=2",
      "network.virtual_channels=4"}},
    {"uniform, input speed-up 2, 4 VCs",
     test_uniform,
     {"network.input_speedup=2", "network.virtual_channels=4"}},
    {"uniform, input speed-up 3, 5 VCs, separable, 1 stage",
     test_uniform,
     {"network.input_speedup=3", "network.virtual_channels=5", "network.allocator=separable",
      "network.router_stages=1"}},
    {"uniform, input speed-up 4, 32 VCs, maximum, slow credits",
     test_uniform,
     {"network.input_speedup=4", "network.virtual_channels=32", "network.allocator=maximum",
      "network.credit_cycles=3"}},
    {"uniform, 1.5 steps", test_uniform, {"network.internal_speedup=1.5"}},
    {"uniform, age, separable, 4 VCs",
     test_uniform,
     {"traffic.priority=age", "network.allocator=separable", "network.virtual_channels=4"}},
    {"uniform, age in the network, separable-output, matrix, 2 stages",
     test_uniform,
     {"traffic.priority=network-age", "network.allocator=separable-output",
      "network.arbitration=matrix", "network.router_stages=2", "network.virtual_channels=4"}},
    {"uniform, local age, wavefront, 1.5 steps, overlapped, input speed-up 2",
     test_uniform,
     {"traffic.priority=local-age", "network.allocator=wavefront", "network.internal_speedup=1.5",
      "network.vc_turnaround=overlapped", "network.input_speedup=2", "network.virtual_channels=4"}},
    {"uniform, local age, separable, two cycles a flit, matrix, 32 VCs, equal, 1 stage",
     test_uniform,
     {"traffic.priority=local-age", "network.allocator=separable", "network.allocation_hold=flit",
      "network.arbitration=matrix", "network.virtual_channels=32", "network.speculation=equal",
      "network.router_stages=1"}},
    {"many-to-few, age, select, 2 ports",
     test_gpu,
     {"traffic.priority=age", "network.allocator=select", "network.memory_ports=2",
      "network.virtual_channels=4"}},
    {"uniform, 2 steps, slow links, slow credits, input speed-up 2",
     test_uniform,
     {"network.internal_speedup=2", "network.link_flits_per_cycle=0.7", "network.credit_cycles=2",
      "network.input_speedup=2", "network.virtual_channels=4"}},
    {"uniform, 3 steps, fast links and ports, 2 stages, separable",
     test_uniform,
     {"network.internal_speedup=3", "network.link_flits_per_cycle=2.5",
      "network.port_flits_per_cycle=3", "network.router_stages=2", "network.allocator=separable"}},
    {"uniform, slow links, two cycles a flit, overlapped",
     test_uniform,
     {"network.link_flits_per_cycle=0.3", "network.allocation_hold=flit",
      "network.vc_turnaround=overlapped"}},
    {"uniform, 1.3 steps, two cycles a packet, overlapped, maximum",
     test_uniform,
     {"network.internal_speedup=1.3", "network.allocation_hold=packet",
      "network.vc_turnaround=overlapped", "network.allocator=maximum"}},
    {"uniform, slow ports, atomic VCs, 1 stage",
     test_uniform,
     {"network.port_flits_per_cycle=0.4", "network.vc_reallocation=atomic",
      "network.router_stages=1"}},
    {"two planes, one of them of 2.5 steps, slow ports of the other",
     test_planes,
     {"networks[0].port_flits_per_cycle=0.8", "networks[1].internal_speedup=2.5",
      "networks[1].memory_ports=2"}},
    {"uniform, slow credits, buffers of 3",
     test_uniform,
     {"network.credit_cycles=5", "network.buffer_flits=3"}},
    {"uniform, two cycles a flit", test_uniform, {"network.allocation_hold=flit"}},
    {"uniform, two cycles a packet, 2 stages, islip x 3",
     test_uniform,
     {"network.allocation_hold=packet", "network.router_stages=2",
      "network.allocator_iterations=3"}},
    {"uniform, two cycles a flit, 1 stage, separable, equal, atomic VCs",
     test_uniform,
     {"network.allocation_hold=flit", "network.router_stages=1", "network.allocator=separable",
      "network.speculation=equal", "network.vc_reallocation=atomic"}},
    {"uniform, two cycles a packet, maximum matching, input speed-up 2",
     test_uniform,
     {"network.allocation_hold=packet", "network.allocator=maximum", "network.input_speedup=2",
      "network.virtual_channels=4"}},
    {"two planes, two cycles a flit for replies",
     test_planes,
     {"networks[1].allocation_hold=flit"}},
    {"uniform, channels of 4", test_uniform, {"network.channel_cycles=4"}},
    {"uniform, 4 slices", test_uniform, {"network.slices=4"}},
    {"uniform, long packets", test_uniform, {"traffic.packet_flits=(40, 3)"}},
    {"transpose, yx", test_uniform, {"traffic.pattern=transpose", "network.routing=yx"}},
    {"bit complement, 1 stage",
     test_uniform,
     {"traffic.pattern=bit-complement", "network.router_stages=1"}},
    {"hotspot",
     test_uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(3, 9)", "network.virtual_channels=4"}},
    {"uniform 16x1", test_uniform, {"network.columns=16", "network.rows=1"}},
    {"many-to-few", test_gpu, {NULL}},
    {"many-to-few, cdr, 4 VCs, separable",
     test_gpu,
     {"network.routing=cdr", "network.virtual_channels=4", "network.allocator=separable"}},
    {"many-to-few, 1 stage, yx", test_gpu, {"network.router_stages=1", "network.routing=yx"}},
    {"many-to-few, 2 slices, 2 ports", test_gpu, {"network.slices=2", "network.memory_ports=2"}},
    {"many-to-few, 4 ports, 32 VCs",
     test_gpu,
     {"network.memory_ports=4", "network.virtual_channels=32"}},
    {"many-to-few, 4 ports, 9 VCs, 1 stage, separable",
     test_gpu,
     {"network.memory_ports=4", "network.virtual_channels=9", "network.router_stages=1",
      "network.allocator=separable"}},
    {"many-to-few, 3 ports, atomic VCs, input speed-up 2",
     test_gpu,
     {"network.memory_ports=3", "network.vc_reallocation=atomic", "network.input_speedup=2",
      "network.virtual_channels=6"}},
    {"many-to-few, hot memory", test_gpu, {"traffic.hotspot_fraction=0.2"}},
    {"two planes", test_planes, {NULL}},
    {"two planes, slices, ports",
     test_planes,
     {"networks[1].slices=3", "networks[1].memory_ports=2", "networks[0].buffer_flits=1"}},
    {"o1turn, 4 VCs", test_uniform, {"network.routing=o1turn", "network.virtual_channels=4"}},
    {"o1turn, many-to-few, 1 stage",
     test_gpu,
     {"network.routing=o1turn", "network.virtual_channels=5", "network.router_stages=1"}},
    {"codecs", test_uniform, {"codec.cycles=2", "codec.compressible=0.5", "codec.ratio=0.5"}},
    {"codecs that take long, buffers of 1",
     test_uniform,
     {"codec.cycles=40", "network.buffer_flits=1", "network.virtual_channels=1"}},
    {"codecs, many-to-few, 2 ports, 2 slices",
     test_gpu,
     {"codec.cycles=3", "codec.compressible=1", "codec.ratio=0.3", "network.memory_ports=2",
      "network.slices=2"}},
    {"codecs, two planes", test_planes, {"codec.cycles=1"}},
    {"codecs behind concentrators", cmesh, {"codec.cycles=2"}},
    {"cmesh", cmesh, {NULL}},
    {"cmesh, 9 VCs, separable, 1 stage",
     cmesh,
     {"network.virtual_channels=9", "network.allocator=separable", "network.router_stages=1"}},
    {"flattened butterfly", flattened, {NULL}},
    {"flattened butterfly, 8 VCs, 2 stages, equal",
     flattened,
     {"network.virtual_channels=8", "network.speculation=equal", "network.router_stages=2"}},
    {"crossbar of 64 ports", crossbar, {NULL}},
    {"crossbar of 64 ports, 32 VCs, separable",
     crossbar,
     {"network.virtual_channels=32", "network.allocator=separable"}},
    {"crossbar of 64 ports, 32 VCs, islip x 4, 1 stage",
     crossbar,
     {"network.virtual_channels=32", "network.allocator_iterations=4", "network.router_stages=1"}},
    {"crossbar of 255 ports, 3 VCs",
     crossbar,
     {"network.ports=255", "nodes.compute=255", "network.virtual_channels=3"}},
    {"butterfly", butterfly, {NULL}},
    {"butterfly, 1 stage, separable",
     butterfly,
     {"network.router_stages=1", "network.allocator=separable"}},
};

/* ---- conservation --------------------------------------------------------------------------- */

static uint64_t flits_of(const noc_run *engine, uint32_t channel)
{
    return (uint64_t)noc_run_channel_flits(engine, channel, NOC_REQUEST) +
           noc_run_channel_flits(engine, channel, NOC_REPLY);
}

static uint64_t carried(const noc_run *engine, const noc_system *s, noc_channel_kind kind)
{
    uint64_t flits = 0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (s->graph.channels[c].kind == kind) flits += flits_of(engine, c);
    return flits;
}

/* Flits that buffers and channels can hold. */
static uint64_t room(const noc_system *s)
{
    uint64_t flits = 0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++) {
        const noc_network *net = &s->graph.networks[s->graph.channels[c].network];
        flits += (uint64_t)net->vc.virtual_channels * net->vc.buffer_flits;
    }
    return flits;
}

static void assert_lawful(const noc_run *engine)
{
    noc_diag diag = {0};
    const noc_status status = noc_run_check(engine, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
}

static void assert_conserved(const noc_run *engine, const noc_system *s)
{
    const noc_tally *t = noc_run_tally(engine);
    const uint64_t ejected = t->flits_ejected[NOC_REQUEST] + t->flits_ejected[NOC_REPLY];
    assert_lawful(engine);
    assert_true(ejected <= t->flits_injected);
    assert_true(t->flits_injected - ejected <= room(s));
    assert_true(carried(engine, s, NOC_INJECTION) == t->flits_injected);
    assert_true(carried(engine, s, NOC_LINK) + carried(engine, s, NOC_EJECTION) == t->flit_hops);
    assert_true(carried(engine, s, NOC_EJECTION) >= ejected);
    for (int k = 0; k < NOC_CLASSES; k++) {
        assert_true(t->delivered[k] <= t->created[k]);
        assert_true(t->network_latency[k] <= t->latency[k]);
    }
    assert_true(t->round_trips == t->delivered[NOC_REPLY]);
    if (s->graph.memory_count) assert_true(t->created[NOC_REPLY] == t->delivered[NOC_REQUEST]);
}

/* A low load, one near saturation and one far beyond it, looked at every 37 cycles. */
static void check_conservation(void **state)
{
    const design_case *c = *state;
    enum { LOOKS = 20 };
    static const double shares[] = {0.1, 0.7, 2.3};
    test_system t = test_compile(c->text, c->overrides);
    const double bound = test_static_bound(t.system);
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        noc_run *engine = test_engine_at(t.system, shares[i] * bound, 11 + i);
        for (int look = 0; look < LOOKS; look++) {
            test_run_cycles(engine, 37);
            assert_conserved(engine, t.system);
        }
        assert_true(noc_run_tally(engine)->delivered[NOC_REQUEST] > 0);
        assert_true(noc_run_tally(engine)->cycles == LOOKS * 37);
        noc_run_free(engine);
    }
    test_system_free(&t);
}

/* ---- everything arrives --------------------------------------------------------------------- */

/* One packet of every type for every flow of requests, all at once: all arrive, all are answered,
 * and nothing is left. Packets longer than the buffers of all routers on their way would show a
 * deadlock. */
static void check_drains(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_system *s = t.system;
    noc_run *engine = test_engine_at(s, 0.0, 3);
    uint64_t placed = 0;
    for (size_t f = 0; f < s->traffic.flow_count; f++)
        for (int type = 0; type < s->traffic.type_count; type++)
            if (s->traffic.flows[f].class == NOC_REQUEST &&
                s->traffic.types[type].class == NOC_REQUEST) {
                assert_int_equal(test_run_place(engine, f, type), NOC_OK);
                placed++;
            }
    const noc_tally *now = noc_run_tally(engine);
    const noc_class last = s->graph.memory_count ? NOC_REPLY : NOC_REQUEST;
    for (int look = 0; look < 1000 && now->delivered[last] < placed; look++)
        test_run_cycles(engine, 50);
    test_run_cycles(engine, 50);
    assert_conserved(engine, s);
    assert_true(now->created[NOC_REQUEST] == placed);
    assert_true(now->delivered[NOC_REQUEST] == placed);
    assert_true(now->delivered[last] == placed);
    assert_true(now->flits_injected ==
                now->flits_ejected[NOC_REQUEST] + now->flits_ejected[NOC_REPLY]);
    assert_near(noc_run_backlog(engine, NOC_REQUEST), 0.0, 0.0);
    assert_near(noc_run_backlog(engine, NOC_REPLY), 0.0, 0.0);
    noc_run_free(engine);
    test_system_free(&t);
}

/* ---- bursts --------------------------------------------------------------------------------- */

/* 64 networks with one-flit buffers and long channels: now and then a packet of 256 flits takes
 * 34,000 cycles and keeps all that wait behind it, then they leave, several in a cycle. */
static char *bursting_design(void)
{
    enum { NETWORKS = 8, SIZE = 4096 };
    char *text = malloc(SIZE);
    assert_non_null(text);
    int used = snprintf(text, SIZE, "nodes = { compute = 2; };\nnetworks = (");
    for (int n = 0; n < NETWORKS; n++)
        used += snprintf(text + used, (size_t)(SIZE - used),
                         "%s{ topology = \"mesh\"; columns = 2; rows = 1; virtual_channels = 32;\n"
                         "  buffer_flits = 1; channel_cycles = 64; slices = 8; }",
                         n ? "," : "");
    snprintf(text + used, (size_t)(SIZE - used),
             ");\ntraffic = { pattern = \"bit-complement\"; packet_flits = (1, 256);\n"
             "  packet_mix = (0.9998, 0.0002); };\n");
    return text;
}

static void many_packets_may_be_created_in_few_cycles(void **state)
{
    (void)state;
    char *text = bursting_design();
    test_system t = test_compile(text, NULL);
    for (uint64_t seed = 0; seed < 10; seed++) {
        noc_run *engine =
            noc_run_new(t.system, (noc_load){.packets_per_cycle = 0.95, .seed = seed});
        assert_non_null(engine);
        for (int k = 0; k < 20; k++) {
            test_run_cycles(engine, 2500);
            assert_lawful(engine);
        }
        noc_run_free(engine);
    }
    test_system_free(&t);
    free(text);
}

/* A test for every design, with a name of its own. */
static void add_law(test_list *list, const char *law, CMUnitTestFunction check)
{
    enum { LAWS_MAX = 2, NAME_MAX_CHARS = 96 };
    static char names[LAWS_MAX * TEST_COUNT(designs)][NAME_MAX_CHARS];
    static size_t used;
    for (size_t i = 0; i < TEST_COUNT(designs); i++, used++) {
        snprintf(names[used], NAME_MAX_CHARS, "%s: %s", law, designs[i].name);
        test_add(list, names[used], check);
        list->tests[list->count - 1].initial_state = (void *)&designs[i];
    }
}

int main(void)
{
    static test_list list;
    add_law(&list, "conservation", check_conservation);
    add_law(&list, "drains", check_drains);
    test_add(&list, "bursts: many packets in few cycles",
             many_packets_may_be_created_in_few_cycles);
    return test_run("conservation", &list);
}
