/* The simulated network: nothing is lost, nothing waits that need not; single queues wait as long
 * as queueing theory says; sources draw what the design says. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "sampler/statistics.h"
#include "tests/engines.h"

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

/* Nodes that send to the first: their packets meet at its ejection port. Look-ahead routing and
 * many VCs, so that no packet waits for the one before it in its VC. */
static const char two_to_one[] =
    "nodes = { compute = 2; };\n"
    "network = { topology = \"mesh\"; columns = 2; rows = 1; virtual_channels = 32;\n"
    "  buffer_flits = 16; router_stages = 3; };\n"
    "traffic = { pattern = \"hotspot\"; hotspot_nodes = (0); };\n";

static const char five_to_one[] =
    "nodes = { compute = 5; };\n"
    "network = { topology = \"crossbar\"; ports = 5; virtual_channels = 32;\n"
    "  buffer_flits = 16; router_stages = 3; };\n"
    "traffic = { pattern = \"hotspot\"; hotspot_nodes = (0); };\n";

/* Requests of one flit, replies of four: the queue is the memory node's. */
static const char one_asks[] =
    "nodes = { compute = 1; memory = 1; placement = \"explicit\"; memory_at = ((1, 0)); };\n"
    "network = { topology = \"mesh\"; columns = 2; rows = 1; virtual_channels = 32;\n"
    "  buffer_flits = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; read_fraction = 1.0; };\n";

static const char two_ask[] =
    "nodes = { compute = 2; memory = 1; placement = \"explicit\"; memory_at = ((1, 0)); };\n"
    "network = { topology = \"mesh\"; columns = 3; rows = 1; virtual_channels = 32;\n"
    "  buffer_flits = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; read_fraction = 1.0; };\n";

static const design_case designs[] = {
    {"uniform, 4 stages, islip", test_uniform, {NULL}},
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
        flits += (uint64_t)net->virtual_channels * net->buffer_flits;
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
                assert_int_equal(noc_run_place(engine, f, type), NOC_OK);
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

/* ---- single queues -------------------------------------------------------------------------- */

typedef enum queue_kind {
    QUEUE_SOURCE,   /* before the injection port of a Bernoulli source */
    QUEUE_EJECTION, /* several inputs of a router for one port */
    QUEUE_REPLY,    /* at a memory node, behind its ejection port */
} queue_kind;

enum { LENGTHS_MAX = 3, QUEUE_BATCHES = 24, QUEUE_CYCLES = 40000 };

typedef struct queue_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX];
    queue_kind kind;
    unsigned sources;            /* that send to the queue */
    double lengths[LENGTHS_MAX]; /* flits that the server is busy for */
    double shares[LENGTHS_MAX];
    double busy; /* share of the time */
} queue_case;

static const queue_case queue_cases[] = {
    {"queue: Geo/D/1 source, 20 %", test_own_node, {NULL}, QUEUE_SOURCE, 1, {5}, {1}, 0.2},
    {"queue: Geo/D/1 source, 60 %", test_own_node, {NULL}, QUEUE_SOURCE, 1, {5}, {1}, 0.6},
    {"queue: Geo/D/1 source, 85 %", test_own_node, {NULL}, QUEUE_SOURCE, 1, {5}, {1}, 0.85},
    {"queue: Geo/D/1 source, 3 flits, 1 stage",
     test_own_node,
     {"traffic.packet_flits=3", "network.router_stages=1"},
     QUEUE_SOURCE,
     1,
     {3},
     {1},
     0.7},
    {"queue: Geo/G/1 source, 2 and 9 flits",
     test_own_node,
     {"traffic.packet_flits=(2, 9)", "traffic.packet_mix=(0.7, 0.3)"},
     QUEUE_SOURCE,
     1,
     {2, 9},
     {0.7, 0.3},
     0.7},
    {"queue: Geo/G/1 source, 3, 4 and 20 flits",
     test_own_node,
     {"traffic.packet_flits=(3, 4, 20)", "traffic.packet_mix=(0.5, 0.4, 0.1)"},
     QUEUE_SOURCE,
     1,
     {3, 4, 20},
     {0.5, 0.4, 0.1},
     0.5},
    {"queue: 1 flit a cycle never waits",
     test_own_node,
     {"traffic.packet_flits=1"},
     QUEUE_SOURCE,
     1,
     {1},
     {1},
     0.9},
    {"queue: ejection port, 30 %", two_to_one, {NULL}, QUEUE_EJECTION, 2, {1}, {1}, 0.3},
    {"queue: ejection port, 80 %", two_to_one, {NULL}, QUEUE_EJECTION, 2, {1}, {1}, 0.8},
    {"queue: ejection port, 70 %, separable",
     two_to_one,
     {"network.allocator=separable"},
     QUEUE_EJECTION,
     2,
     {1},
     {1},
     0.7},
    {"queue: ejection port, 60 %, islip x 4",
     two_to_one,
     {"network.allocator_iterations=4"},
     QUEUE_EJECTION,
     2,
     {1},
     {1},
     0.6},
    {"queue: five inputs for one output, 50 %",
     five_to_one,
     {NULL},
     QUEUE_EJECTION,
     5,
     {1},
     {1},
     0.5},
    {"queue: five inputs for one output, 80 %, 1 stage",
     five_to_one,
     {"network.router_stages=1"},
     QUEUE_EJECTION,
     5,
     {1},
     {1},
     0.8},
    {"queue: five inputs for one output, 80 %, separable",
     five_to_one,
     {"network.allocator=separable"},
     QUEUE_EJECTION,
     5,
     {1},
     {1},
     0.8},
    {"queue: five inputs, two cycles a flit, 80 %",
     five_to_one,
     {"network.allocation_hold=flit"},
     QUEUE_EJECTION,
     5,
     {2},
     {1},
     0.8},
    {"queue: five inputs, two cycles a packet of one flit, 50 %, separable",
     five_to_one,
     {"network.allocation_hold=packet", "network.allocator=separable"},
     QUEUE_EJECTION,
     5,
     {2},
     {1},
     0.5},
    {"queue: replies to one node, 40 %", one_asks, {NULL}, QUEUE_REPLY, 1, {4}, {1}, 0.4},
    {"queue: replies to one node, 80 %", one_asks, {NULL}, QUEUE_REPLY, 1, {4}, {1}, 0.8},
    {"queue: replies to two nodes, 50 %", two_ask, {NULL}, QUEUE_REPLY, 2, {4}, {1}, 0.5},
    {"queue: replies to two nodes, 80 %, 1 stage",
     two_ask,
     {"network.router_stages=1"},
     QUEUE_REPLY,
     2,
     {4},
     {1},
     0.8},
};

/* In each cycle A customers arrive, binomial of n sources at p each; each needs S cycles of a
 * server that begins in the cycle of the arrival. With X the work that arrives in a cycle, U the
 * work found and rho = E[X], squaring U' = max(0, U + X - 1) gives E[U] = (E[X^2] - rho) / (2 (1 -
 * rho)); those of the same cycle that go first add E[S] E[A(A-1)] / (2 E[A]). For n = 1 this is the
 * Geo/G/1 queue. A server of one cycle before it (an ejection port) delays only what would have
 * waited here as well, so the sum of both waits is the same. */
static double queue_wait(const queue_case *c)
{
    double mean = 0.0, square = 0.0;
    for (int i = 0; i < LENGTHS_MAX; i++) {
        mean += c->shares[i] * c->lengths[i];
        square += c->shares[i] * c->lengths[i] * c->lengths[i];
    }
    const double n = c->sources, p = c->busy / mean / n, arrivals = n * p;
    const double pairs = n * (n - 1.0) * p * p; /* E[A(A-1)] */
    const double work_square = arrivals * square + pairs * mean * mean;
    return (work_square - c->busy) / (2.0 * (1.0 - c->busy)) + mean * pairs / (2.0 * arrivals);
}

/* Cycles that the packets delivered between two tallies waited at the queue in question. */
static noc_pair waited(const noc_tally *from, const noc_tally *to, const noc_system *s,
                       queue_kind kind)
{
    const noc_class last = kind == QUEUE_REPLY ? NOC_REPLY : NOC_REQUEST;
    const double packets = (double)(to->delivered[last] - from->delivered[last]);
    const double latency = (double)(to->latency[NOC_REQUEST] - from->latency[NOC_REQUEST]);
    const double network =
        (double)(to->network_latency[NOC_REQUEST] - from->network_latency[NOC_REQUEST]);
    const double round_trip = (double)(to->round_trip - from->round_trip);
    switch (kind) {
    case QUEUE_SOURCE:
        return (noc_pair){latency - network, packets};
    case QUEUE_EJECTION:
        return (noc_pair){latency - packets * noc_zero_load_mean(s, NOC_REQUEST), packets};
    default:
        return (noc_pair){round_trip - packets * noc_zero_load_latency(s), packets};
    }
}

static void check_queue(void **state)
{
    const queue_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    double mean = 0.0;
    for (int i = 0; i < LENGTHS_MAX; i++) mean += c->shares[i] * c->lengths[i];
    noc_run *engine = noc_run_new(
        t.system, (noc_load){.packets_per_cycle = c->busy / mean / c->sources, .seed = 31});
    assert_non_null(engine);
    noc_pair batches[QUEUE_BATCHES];
    test_run_cycles(engine, QUEUE_CYCLES / 4);
    for (int k = 0; k < QUEUE_BATCHES; k++) {
        const noc_tally from = *noc_run_tally(engine);
        test_run_cycles(engine, QUEUE_CYCLES);
        batches[k] = waited(&from, noc_run_tally(engine), t.system, c->kind);
    }
    const noc_interval got = noc_ratio_interval(batches, QUEUE_BATCHES, 0.999);
    assert_near(got.mean, queue_wait(c), got.half_width + 1e-9);
    assert_true(got.half_width < 0.25 * queue_wait(c) + 0.03); /* or the test would be none */
    noc_run_free(engine);
    test_system_free(&t);
}

/* ---- sources -------------------------------------------------------------------------------- */

/* Upper 0.1 % points of chi-square by degrees of freedom (Wilson and Hilferty 1931). */
static double chi_square_limit(double freedom)
{
    const double a = 2.0 / (9.0 * freedom), root = 1.0 - a + 3.0902 * sqrt(a);
    return freedom * root * root * root;
}

static double chi_square(const double *seen, const double *expected, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    return sum;
}

typedef struct gap_case {
    const char *name;
    double rate; /* packets per cycle */
} gap_case;

static const gap_case gap_cases[] = {
    {"source: gaps at 0.02 packets a cycle", 0.02},
    {"source: gaps at 0.15", 0.15},
    {"source: gaps at 0.47", 0.47},
    {"source: gaps at 0.93", 0.93},
    {"source: a packet every cycle", 1.0},
};

/* Gaps between creations are geometric: bins of equal width, the last open, all with 5 or more. */
static void check_gaps(void **state)
{
    enum { CYCLES = 100000, BINS = 24 };
    const gap_case *c = *state;
    static const char *const overrides[] = {"traffic.packet_flits=1", NULL};
    test_system t = test_compile(test_own_node, overrides);
    noc_run *engine = noc_run_new(t.system, (noc_load){.packets_per_cycle = c->rate, .seed = 8});
    assert_non_null(engine);
    const unsigned width = c->rate < 0.1 ? 8 : 1;
    double seen[BINS] = {0}, expected[BINS] = {0}, gaps = 0.0;
    uint64_t before = 0;
    for (unsigned cycle = 0, last = 0; cycle < CYCLES; cycle++) {
        test_run_cycles(engine, 1);
        const uint64_t created = noc_run_tally(engine)->created[NOC_REQUEST];
        assert_true(created - before <= 1);
        if (created > before && before > 0) {
            const unsigned bin = (cycle - last - 1) / width;
            seen[bin < BINS - 1 ? bin : BINS - 1]++;
            gaps++;
        }
        if (created > before) last = cycle;
        before = created;
    }
    size_t bins = 0;
    for (double left = 1.0; bins < BINS; bins++) { /* left: P(gap > bins * width) */
        const double next = left * pow(1.0 - c->rate, width);
        const bool final = bins == BINS - 1 || gaps * next < 5.0;
        expected[bins] = gaps * (final ? left : left - next);
        left = next;
        if (final) break;
    }
    for (size_t i = bins + 1; i < BINS; i++) seen[bins] += seen[i];
    assert_near(gaps / CYCLES, c->rate, 4.0 * sqrt(c->rate * (1.0 - c->rate) / CYCLES) + 2e-5);
    if (c->rate < 1.0)
        assert_true(chi_square(seen, expected, bins + 1) < chi_square_limit((double)bins));
    noc_run_free(engine);
    test_system_free(&t);
}

/* Far apart, so that each packet is seen to arrive before the next one starts. */
static void packet_lengths_follow_the_mix(void **state)
{
    (void)state;
    enum { CYCLES = 400000 };
    static const char *const overrides[] = {"traffic.packet_flits=(1, 3, 8)",
                                            "traffic.packet_mix=(0.55, 0.3, 0.15)", NULL};
    test_system t = test_compile(test_own_node, overrides);
    noc_run *engine = test_engine_at(t.system, 0.05, 12);
    const noc_tally *now = noc_run_tally(engine);
    double seen[3] = {0}, packets = 0.0, strange = 0.0;
    uint64_t delivered = 0, flits = 0;
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        test_run_cycles(engine, 1);
        if (now->delivered[NOC_REQUEST] == delivered) continue;
        delivered = now->delivered[NOC_REQUEST];
        const uint64_t length = now->flits_ejected[NOC_REQUEST] - flits;
        flits = now->flits_ejected[NOC_REQUEST];
        if (length != 1 && length != 3 && length != 8) {
            strange++; /* two packets interleaved in two VCs */
            continue;
        }
        seen[length == 1 ? 0 : length == 3 ? 1 : 2]++;
        packets++;
    }
    const double expected[] = {0.55 * packets, 0.3 * packets, 0.15 * packets};
    assert_true(packets > 5000.0);
    assert_true(strange < 0.002 * packets);
    assert_true(chi_square(seen, expected, 3) < chi_square_limit(2.0));
    noc_run_free(engine);
    test_system_free(&t);
}

typedef struct spread_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX];
    double load;
    noc_channel_kind kind; /* whose flits are compared with the rates of the flows */
    unsigned length;       /* flits of every packet on these channels */
} spread_case;

/* Requests of one flit, replies of one: flits are packets. */
static const spread_case spread_cases[] = {
    {"sources: alike, uniform", test_uniform, {"traffic.packet_flits=1"}, 0.12, NOC_INJECTION, 1},
    {"destinations: alike, uniform",
     test_uniform,
     {"traffic.packet_flits=1"},
     0.12,
     NOC_EJECTION,
     1},
    {"links: as the routes say", test_uniform, {"traffic.packet_flits=1"}, 0.12, NOC_LINK, 1},
    {"slices: drawn alike",
     test_uniform,
     {"traffic.packet_flits=1", "network.slices=4"},
     0.3,
     NOC_INJECTION,
     1},
    {"destinations: a hot memory",
     test_gpu,
     {"traffic.hotspot_fraction=0.2", "traffic.read_fraction=1.0", "traffic.read_reply_bytes=8"},
     0.05,
     NOC_EJECTION,
     1},
    {"memory ports: drawn alike",
     test_gpu,
     {"network.memory_ports=3", "traffic.read_fraction=1.0", "traffic.read_reply_bytes=8"},
     0.05,
     NOC_EJECTION,
     1},
    {"planes and slices: as the routes say",
     test_planes,
     {"networks[1].slices=3", "networks[1].memory_ports=2", "traffic.read_fraction=1.0",
      "traffic.read_reply_bytes=8"},
     0.05,
     NOC_LINK,
     1},
};

/* Counts of a channel are sums of rare independent creations, so nearly Poisson: slightly less
 * varied, which makes the test a little easier to pass. Their sum is free, so there is a degree for
 * each. */
static void check_spread(void **state)
{
    enum { CYCLES = 40000, CHANNELS_MAX = 4096 };
    static double seen[CHANNELS_MAX], expected[CHANNELS_MAX];
    const spread_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &loads), NOC_OK);
    noc_run *engine = test_engine_at(t.system, c->load, 2024);
    const double rate = noc_system_packet_rate(t.system, c->load);
    test_run_cycles(engine, CYCLES);
    size_t count = 0;
    for (uint32_t k = 0; k < t.system->graph.channel_count; k++) {
        if (t.system->graph.channels[k].kind != c->kind) continue;
        assert_true(count < CHANNELS_MAX);
        const double flits = (double)flits_of(engine, k);
        if (loads.channel_flits[k] == 0.0) {
            assert_true(flits == 0.0);
            continue;
        }
        expected[count] = loads.channel_flits[k] * rate * CYCLES / c->length;
        seen[count++] = flits / c->length;
    }
    const double got = chi_square(seen, expected, count);
    if (got >= chi_square_limit((double)count))
        print_error("%s: chi-square %g with %zu degrees\n", c->name, got, count);
    assert_true(got < chi_square_limit((double)count));
    assert_true(got > 0.4 * (double)count); /* nor is it more even than chance */
    noc_run_free(engine);
    noc_loads_clear(&loads);
    test_system_free(&t);
}

/* Requests of 1 and 5 flits, replies of 4 and 1: counts and flits tell the number of each. */
static void reads_and_writes_follow_the_fraction(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.read_fraction=0.73", NULL};
    test_system t = test_compile(test_gpu, overrides);
    noc_run *engine = test_engine_at(t.system, 0.02, 6);
    const noc_tally *now = noc_run_tally(engine);
    test_run_cycles(engine, 100000);
    const double requests = (double)now->delivered[NOC_REQUEST];
    const double writes = ((double)now->flits_ejected[NOC_REQUEST] - requests) / 4.0;
    const double replies = (double)now->delivered[NOC_REPLY];
    const double reads = ((double)now->flits_ejected[NOC_REPLY] - replies) / 3.0;
    const double deviation = sqrt(0.73 * 0.27 * requests);
    assert_true(requests > 20000.0);
    assert_near(writes, 0.27 * requests, 3.5 * deviation + 5.0);
    assert_near(reads + writes, requests,
                60.0); /* but for those under way, each is answered in kind */
    noc_run_free(engine);
    test_system_free(&t);
}

/* Waiting requests of a saturated source are counted by its age: on average that is their number.
 */
static void backlog_is_what_was_offered_and_not_sent(void **state)
{
    (void)state;
    enum { CYCLES = 30000 };
    test_system t = test_compile(test_uniform, NULL);
    const double load = 2.0 * test_static_bound(t.system);
    noc_run *engine = test_engine_at(t.system, load, 9);
    test_run_cycles(engine, CYCLES);
    const double offered = noc_system_packet_rate(t.system, load) * 16.0 * CYCLES;
    const double sent = (double)noc_run_tally(engine)->created[NOC_REQUEST];
    assert_near(noc_run_backlog(engine, NOC_REQUEST) + sent, offered, 0.02 * offered);
    assert_true(sent < 0.7 * offered);
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
    TEST_TABLE(&list, queue_cases, check_queue);
    TEST_TABLE(&list, gap_cases, check_gaps);
    test_add(&list, "source: packet lengths follow the mix", packet_lengths_follow_the_mix);
    TEST_TABLE(&list, spread_cases, check_spread);
    test_add(&list, "source: reads and writes", reads_and_writes_follow_the_fraction);
    test_add(&list, "source: backlog", backlog_is_what_was_offered_and_not_sent);
    test_add(&list, "bursts: many packets in few cycles",
             many_packets_may_be_created_in_few_cycles);
    return test_run("sampler", &list);
}
