/* The simulated network: nothing is lost, nothing waits that need not; single queues wait as long
 * as queueing theory says; sources draw what the design says; samples are repeatable, their
 * intervals hold what they promise, and searches agree with samples. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "sampler/sample.h"
#include "sampler/vc_engine.h"
#include "tests/helpers.h"

/* ---- designs -------------------------------------------------------------------------------- */

static const char uniform[] =
    "nodes = { compute = 16; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const char gpu[] = "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
                          "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

static const char planes[] =
    "nodes = { compute = 28; memory = 8; placement = \"scattered\"; };\n"
    "networks = (\n"
    "  { carries = \"request\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 8;\n"
    "    routing = \"yx\"; virtual_channels = 1; router_stages = 3; },\n"
    "  { carries = \"reply\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 24;\n"
    "    router_stages = 2; channel_cycles = 2; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

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

/* A node that sends to itself: its only queue is the one before its injection port. */
static const char own_node[] =
    "nodes = { compute = 1; };\n"
    "network = { topology = \"mesh\"; columns = 1; rows = 1; virtual_channels = 8;\n"
    "  buffer_flits = 16; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 5; };\n";

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

enum { OVERRIDES_MAX = 8 };

typedef struct design_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX]; /* the last stays NULL */
} design_case;

static const design_case designs[] = {
    {"uniform, 4 stages, islip", uniform, {NULL}},
    {"uniform, 3 stages, islip x 2",
     uniform,
     {"network.router_stages=3", "network.allocator_iterations=2"}},
    {"uniform, 2 stages, speculation yields, islip x 3",
     uniform,
     {"network.router_stages=2", "network.allocator_iterations=3"}},
    {"uniform, 1 stage, speculation yields, islip x 4",
     uniform,
     {"network.router_stages=1", "network.allocator_iterations=4"}},
    {"uniform, 2 stages, speculation equal",
     uniform,
     {"network.router_stages=2", "network.speculation=equal", "network.virtual_channels=4"}},
    {"uniform, 1 stage, speculation equal",
     uniform,
     {"network.router_stages=1", "network.speculation=equal", "network.virtual_channels=3"}},
    {"uniform, 4 stages, separable",
     uniform,
     {"network.allocator=separable", "network.virtual_channels=4"}},
    {"uniform, 3 stages, separable x 4",
     uniform,
     {"network.allocator=separable", "network.router_stages=3", "network.allocator_iterations=4"}},
    {"uniform, 2 stages, separable, speculation yields",
     uniform,
     {"network.allocator=separable", "network.router_stages=2", "network.virtual_channels=4"}},
    {"uniform, 1 stage, separable, speculation equal",
     uniform,
     {"network.allocator=separable", "network.router_stages=1", "network.speculation=equal"}},
    {"uniform, 1 VC, buffers of 1",
     uniform,
     {"network.virtual_channels=1", "network.buffer_flits=1"}},
    {"uniform, 1 stage, 1 VC, buffers of 2",
     uniform,
     {"network.virtual_channels=1", "network.buffer_flits=2", "network.router_stages=1"}},
    {"uniform, 32 VCs, islip", uniform, {"network.virtual_channels=32", "network.buffer_flits=2"}},
    {"uniform, 32 VCs, separable, 1 stage",
     uniform,
     {"network.virtual_channels=32", "network.buffer_flits=2", "network.allocator=separable",
      "network.router_stages=1"}},
    {"uniform, 31 VCs, 2 stages, islip x 4, equal",
     uniform,
     {"network.virtual_channels=31", "network.router_stages=2", "network.allocator_iterations=4",
      "network.speculation=equal"}},
    {"uniform, 13 VCs, separable, 2 stages",
     uniform,
     {"network.virtual_channels=13", "network.allocator=separable", "network.router_stages=2"}},
    {"uniform, maximum matching",
     uniform,
     {"network.allocator=maximum", "network.virtual_channels=4"}},
    {"uniform, maximum matching, 2 stages, equal",
     uniform,
     {"network.allocator=maximum", "network.router_stages=2", "network.speculation=equal"}},
    {"uniform, atomic VCs", uniform, {"network.vc_reallocation=atomic"}},
    {"uniform, atomic VCs, separable, 2 stages",
     uniform,
     {"network.vc_reallocation=atomic", "network.allocator=separable", "network.router_stages=2",
      "network.virtual_channels=4"}},
    {"uniform, input speed-up 2, 4 VCs",
     uniform,
     {"network.input_speedup=2", "network.virtual_channels=4"}},
    {"uniform, input speed-up 3, 5 VCs, separable, 1 stage",
     uniform,
     {"network.input_speedup=3", "network.virtual_channels=5", "network.allocator=separable",
      "network.router_stages=1"}},
    {"uniform, input speed-up 4, 32 VCs, maximum, slow credits",
     uniform,
     {"network.input_speedup=4", "network.virtual_channels=32", "network.allocator=maximum",
      "network.credit_cycles=3"}},
    {"uniform, slow credits, buffers of 3",
     uniform,
     {"network.credit_cycles=5", "network.buffer_flits=3"}},
    {"uniform, two cycles a flit", uniform, {"network.allocation_hold=flit"}},
    {"uniform, two cycles a packet, 2 stages, islip x 3",
     uniform,
     {"network.allocation_hold=packet", "network.router_stages=2",
      "network.allocator_iterations=3"}},
    {"uniform, two cycles a flit, 1 stage, separable, equal, atomic VCs",
     uniform,
     {"network.allocation_hold=flit", "network.router_stages=1", "network.allocator=separable",
      "network.speculation=equal", "network.vc_reallocation=atomic"}},
    {"uniform, two cycles a packet, maximum matching, input speed-up 2",
     uniform,
     {"network.allocation_hold=packet", "network.allocator=maximum", "network.input_speedup=2",
      "network.virtual_channels=4"}},
    {"two planes, two cycles a flit for replies", planes, {"networks[1].allocation_hold=flit"}},
    {"uniform, channels of 4", uniform, {"network.channel_cycles=4"}},
    {"uniform, 4 slices", uniform, {"network.slices=4"}},
    {"uniform, long packets", uniform, {"traffic.packet_flits=(40, 3)"}},
    {"transpose, yx", uniform, {"traffic.pattern=transpose", "network.routing=yx"}},
    {"bit complement, 1 stage",
     uniform,
     {"traffic.pattern=bit-complement", "network.router_stages=1"}},
    {"hotspot",
     uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(3, 9)", "network.virtual_channels=4"}},
    {"uniform 16x1", uniform, {"network.columns=16", "network.rows=1"}},
    {"many-to-few", gpu, {NULL}},
    {"many-to-few, cdr, 4 VCs, separable",
     gpu,
     {"network.routing=cdr", "network.virtual_channels=4", "network.allocator=separable"}},
    {"many-to-few, 1 stage, yx", gpu, {"network.router_stages=1", "network.routing=yx"}},
    {"many-to-few, 2 slices, 2 ports", gpu, {"network.slices=2", "network.memory_ports=2"}},
    {"many-to-few, 4 ports, 32 VCs",
     gpu,
     {"network.memory_ports=4", "network.virtual_channels=32"}},
    {"many-to-few, 4 ports, 9 VCs, 1 stage, separable",
     gpu,
     {"network.memory_ports=4", "network.virtual_channels=9", "network.router_stages=1",
      "network.allocator=separable"}},
    {"many-to-few, 3 ports, atomic VCs, input speed-up 2",
     gpu,
     {"network.memory_ports=3", "network.vc_reallocation=atomic", "network.input_speedup=2",
      "network.virtual_channels=6"}},
    {"many-to-few, hot memory", gpu, {"traffic.hotspot_fraction=0.2"}},
    {"two planes", planes, {NULL}},
    {"two planes, slices, ports",
     planes,
     {"networks[1].slices=3", "networks[1].memory_ports=2", "networks[0].buffer_flits=1"}},
    {"o1turn, 4 VCs", uniform, {"network.routing=o1turn", "network.virtual_channels=4"}},
    {"o1turn, many-to-few, 1 stage",
     gpu,
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

static double static_bound(const noc_system *s)
{
    noc_loads loads;
    assert_int_equal(noc_loads_new(s, &loads), NOC_OK);
    const double bound = noc_loads_bound(s, &loads);
    noc_loads_clear(&loads);
    return bound;
}

static noc_engine *engine_at(const noc_system *s, double load, uint64_t seed)
{
    noc_engine *engine = noc_engine_new(
        s, (noc_load){.packets_per_cycle = noc_system_packet_rate(s, load), .seed = seed});
    assert_non_null(engine);
    return engine;
}

static void run(noc_engine *engine, uint64_t cycles)
{
    assert_int_equal(noc_engine_run(engine, cycles), NOC_OK);
}

/* ---- conservation --------------------------------------------------------------------------- */

static uint64_t flits_of(const noc_engine *engine, uint32_t channel)
{
    return (uint64_t)noc_engine_channel_flits(engine, channel, NOC_REQUEST) +
           noc_engine_channel_flits(engine, channel, NOC_REPLY);
}

static uint64_t carried(const noc_engine *engine, const noc_system *s, noc_channel_kind kind)
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

static void assert_lawful(const noc_engine *engine)
{
    noc_diag diag = {0};
    const noc_status status = noc_engine_check(engine, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
}

static void assert_conserved(const noc_engine *engine, const noc_system *s)
{
    const noc_tally *t = noc_engine_tally(engine);
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
    const double bound = static_bound(t.system);
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        noc_engine *engine = engine_at(t.system, shares[i] * bound, 11 + i);
        for (int look = 0; look < LOOKS; look++) {
            run(engine, 37);
            assert_conserved(engine, t.system);
        }
        assert_true(noc_engine_tally(engine)->delivered[NOC_REQUEST] > 0);
        assert_true(noc_engine_tally(engine)->cycles == LOOKS * 37);
        noc_engine_free(engine);
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
    noc_engine *engine = engine_at(s, 0.0, 3);
    uint64_t placed = 0;
    for (size_t f = 0; f < s->traffic.flow_count; f++)
        for (int type = 0; type < s->traffic.type_count; type++)
            if (s->traffic.flows[f].class == NOC_REQUEST &&
                s->traffic.types[type].class == NOC_REQUEST) {
                assert_int_equal(noc_engine_place(engine, f, type), NOC_OK);
                placed++;
            }
    const noc_tally *now = noc_engine_tally(engine);
    const noc_class last = s->graph.memory_count ? NOC_REPLY : NOC_REQUEST;
    for (int look = 0; look < 1000 && now->delivered[last] < placed; look++) run(engine, 50);
    run(engine, 50);
    assert_conserved(engine, s);
    assert_true(now->created[NOC_REQUEST] == placed);
    assert_true(now->delivered[NOC_REQUEST] == placed);
    assert_true(now->delivered[last] == placed);
    assert_true(now->flits_injected ==
                now->flits_ejected[NOC_REQUEST] + now->flits_ejected[NOC_REPLY]);
    assert_near(noc_engine_backlog(engine, NOC_REQUEST), 0.0, 0.0);
    assert_near(noc_engine_backlog(engine, NOC_REPLY), 0.0, 0.0);
    noc_engine_free(engine);
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
    {"queue: Geo/D/1 source, 20 %", own_node, {NULL}, QUEUE_SOURCE, 1, {5}, {1}, 0.2},
    {"queue: Geo/D/1 source, 60 %", own_node, {NULL}, QUEUE_SOURCE, 1, {5}, {1}, 0.6},
    {"queue: Geo/D/1 source, 85 %", own_node, {NULL}, QUEUE_SOURCE, 1, {5}, {1}, 0.85},
    {"queue: Geo/D/1 source, 3 flits, 1 stage",
     own_node,
     {"traffic.packet_flits=3", "network.router_stages=1"},
     QUEUE_SOURCE,
     1,
     {3},
     {1},
     0.7},
    {"queue: Geo/G/1 source, 2 and 9 flits",
     own_node,
     {"traffic.packet_flits=(2, 9)", "traffic.packet_mix=(0.7, 0.3)"},
     QUEUE_SOURCE,
     1,
     {2, 9},
     {0.7, 0.3},
     0.7},
    {"queue: Geo/G/1 source, 3, 4 and 20 flits",
     own_node,
     {"traffic.packet_flits=(3, 4, 20)", "traffic.packet_mix=(0.5, 0.4, 0.1)"},
     QUEUE_SOURCE,
     1,
     {3, 4, 20},
     {0.5, 0.4, 0.1},
     0.5},
    {"queue: 1 flit a cycle never waits",
     own_node,
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
    noc_engine *engine = noc_engine_new(
        t.system, (noc_load){.packets_per_cycle = c->busy / mean / c->sources, .seed = 31});
    assert_non_null(engine);
    noc_pair batches[QUEUE_BATCHES];
    run(engine, QUEUE_CYCLES / 4);
    for (int k = 0; k < QUEUE_BATCHES; k++) {
        const noc_tally from = *noc_engine_tally(engine);
        run(engine, QUEUE_CYCLES);
        batches[k] = waited(&from, noc_engine_tally(engine), t.system, c->kind);
    }
    const noc_interval got = noc_ratio_interval(batches, QUEUE_BATCHES, 0.999);
    assert_near(got.mean, queue_wait(c), got.half_width + 1e-9);
    assert_true(got.half_width < 0.25 * queue_wait(c) + 0.03); /* or the test would be none */
    noc_engine_free(engine);
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
    test_system t = test_compile(own_node, overrides);
    noc_engine *engine =
        noc_engine_new(t.system, (noc_load){.packets_per_cycle = c->rate, .seed = 8});
    assert_non_null(engine);
    const unsigned width = c->rate < 0.1 ? 8 : 1;
    double seen[BINS] = {0}, expected[BINS] = {0}, gaps = 0.0;
    uint64_t before = 0;
    for (unsigned cycle = 0, last = 0; cycle < CYCLES; cycle++) {
        run(engine, 1);
        const uint64_t created = noc_engine_tally(engine)->created[NOC_REQUEST];
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
    noc_engine_free(engine);
    test_system_free(&t);
}

/* Far apart, so that each packet is seen to arrive before the next one starts. */
static void packet_lengths_follow_the_mix(void **state)
{
    (void)state;
    enum { CYCLES = 400000 };
    static const char *const overrides[] = {"traffic.packet_flits=(1, 3, 8)",
                                            "traffic.packet_mix=(0.55, 0.3, 0.15)", NULL};
    test_system t = test_compile(own_node, overrides);
    noc_engine *engine = engine_at(t.system, 0.05, 12);
    const noc_tally *now = noc_engine_tally(engine);
    double seen[3] = {0}, packets = 0.0, strange = 0.0;
    uint64_t delivered = 0, flits = 0;
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        run(engine, 1);
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
    noc_engine_free(engine);
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
    {"sources: alike, uniform", uniform, {"traffic.packet_flits=1"}, 0.12, NOC_INJECTION, 1},
    {"destinations: alike, uniform", uniform, {"traffic.packet_flits=1"}, 0.12, NOC_EJECTION, 1},
    {"links: as the routes say", uniform, {"traffic.packet_flits=1"}, 0.12, NOC_LINK, 1},
    {"slices: drawn alike",
     uniform,
     {"traffic.packet_flits=1", "network.slices=4"},
     0.3,
     NOC_INJECTION,
     1},
    {"destinations: a hot memory",
     gpu,
     {"traffic.hotspot_fraction=0.2", "traffic.read_fraction=1.0", "traffic.read_reply_bytes=8"},
     0.05,
     NOC_EJECTION,
     1},
    {"memory ports: drawn alike",
     gpu,
     {"network.memory_ports=3", "traffic.read_fraction=1.0", "traffic.read_reply_bytes=8"},
     0.05,
     NOC_EJECTION,
     1},
    {"planes and slices: as the routes say",
     planes,
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
    noc_engine *engine = engine_at(t.system, c->load, 2024);
    const double rate = noc_system_packet_rate(t.system, c->load);
    run(engine, CYCLES);
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
    noc_engine_free(engine);
    noc_loads_clear(&loads);
    test_system_free(&t);
}

/* Requests of 1 and 5 flits, replies of 4 and 1: counts and flits tell the number of each. */
static void reads_and_writes_follow_the_fraction(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.read_fraction=0.73", NULL};
    test_system t = test_compile(gpu, overrides);
    noc_engine *engine = engine_at(t.system, 0.02, 6);
    const noc_tally *now = noc_engine_tally(engine);
    run(engine, 100000);
    const double requests = (double)now->delivered[NOC_REQUEST];
    const double writes = ((double)now->flits_ejected[NOC_REQUEST] - requests) / 4.0;
    const double replies = (double)now->delivered[NOC_REPLY];
    const double reads = ((double)now->flits_ejected[NOC_REPLY] - replies) / 3.0;
    const double deviation = sqrt(0.73 * 0.27 * requests);
    assert_true(requests > 20000.0);
    assert_near(writes, 0.27 * requests, 3.5 * deviation + 5.0);
    assert_near(reads + writes, requests,
                60.0); /* but for those under way, each is answered in kind */
    noc_engine_free(engine);
    test_system_free(&t);
}

/* Waiting requests of a saturated source are counted by its age: on average that is their number.
 */
static void backlog_is_what_was_offered_and_not_sent(void **state)
{
    (void)state;
    enum { CYCLES = 30000 };
    test_system t = test_compile(uniform, NULL);
    const double load = 2.0 * static_bound(t.system);
    noc_engine *engine = engine_at(t.system, load, 9);
    run(engine, CYCLES);
    const double offered = noc_system_packet_rate(t.system, load) * 16.0 * CYCLES;
    const double sent = (double)noc_engine_tally(engine)->created[NOC_REQUEST];
    assert_near(noc_engine_backlog(engine, NOC_REQUEST) + sent, offered, 0.02 * offered);
    assert_true(sent < 0.7 * offered);
    noc_engine_free(engine);
    test_system_free(&t);
}

/* ---- samples: repeatable -------------------------------------------------------------------- */

static noc_sample_options quick(double precision, uint64_t seed)
{
    return (noc_sample_options){.precision = precision, .seed = seed, .jobs = 1};
}

static noc_sample sample_of(const noc_system *s, double load, noc_sample_options options)
{
    noc_sample sample;
    noc_diag diag = {0};
    const noc_status status = noc_sample_at(s, load, &options, &sample, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    return sample;
}

/* Bit for bit. */
static void assert_equal_samples(const noc_sample *a, const noc_sample *b)
{
    assert_memory_equal(a->quantities, b->quantities, sizeof a->quantities);
    assert_memory_equal(&a->utilization, &b->utilization, sizeof a->utilization);
    assert_true(a->saturated == b->saturated && a->converged == b->converged);
    assert_true(a->busiest == b->busiest && a->windows == b->windows);
    assert_true(a->cycles == b->cycles && a->warmup_cycles == b->warmup_cycles);
    assert_true(a->flit_hops == b->flit_hops);
    assert_true(a->p50 == b->p50 && a->p95 == b->p95 && a->p99 == b->p99);
    assert_memory_equal(&a->memory_blocked, &b->memory_blocked, sizeof a->memory_blocked);
}

typedef struct sample_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX];
    double load;
} sample_case;

static const sample_case repeated_cases[] = {
    {"same seed, any jobs: uniform", uniform, {NULL}, 0.4},
    {"same seed, any jobs: overload", uniform, {"network.buffer_flits=2"}, 1.5},
    {"same seed, any jobs: 32 VCs, separable",
     uniform,
     {"network.virtual_channels=32", "network.allocator=separable", "network.router_stages=1"},
     0.4},
    {"same seed, any jobs: many-to-few", gpu, {"network.slices=2"}, 0.04},
    {"same seed, any jobs: two planes", planes, {NULL}, 0.06},
};

static void check_repeatable(void **state)
{
    const sample_case *c = *state;
    static const unsigned jobs[] = {2, 4, 7};
    test_system t = test_compile(c->text, c->overrides);
    noc_sample_options options = quick(0.05, 77);
    const noc_sample first = sample_of(t.system, c->load, options);
    assert_true(first.cycles > 0 && first.flit_hops > 0 && first.windows > 1);
    for (size_t i = 0; i < TEST_COUNT(jobs); i++) {
        options.jobs = jobs[i];
        const noc_sample again = sample_of(t.system, c->load, options);
        assert_equal_samples(&first, &again);
    }
    test_system_free(&t);
}

/* |a - b| within twice what two independent intervals at 95 % leave open: many are compared. */
static bool agree(const noc_interval *a, const noc_interval *b)
{
    return fabs(a->mean - b->mean) <= 2.0 * hypot(a->half_width, b->half_width);
}

static void other_seed_other_sample_same_answer(void **state)
{
    (void)state;
    test_system t = test_compile(uniform, NULL);
    const noc_sample first = sample_of(t.system, 0.4, quick(0.02, 1));
    for (uint64_t seed = 2; seed < 8; seed++) {
        const noc_sample other = sample_of(t.system, 0.4, quick(0.02, seed));
        assert_true(first.flit_hops != other.flit_hops);
        for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) {
            const noc_interval *a = &first.quantities[q], *b = &other.quantities[q];
            if (isnan(a->mean)) continue;
            assert_true(a->mean != b->mean);
            assert_true(agree(a, b));
        }
    }
    test_system_free(&t);
}

/* ---- samples: right ------------------------------------------------------------------------- */

/* 40 samples of a network with one Geo/D/1 queue that is busy for 80 % of the time: at 95 % each,
 * fewer than 34 hold the exact mean once in 300 sets of seeds. Little precision is asked for, so
 * that a first round whose interval happens to be narrow would end the sample too soon. */
static void intervals_cover_the_mean(void **state)
{
    (void)state;
    enum { SAMPLES = 40, COVERED = 34 };
    static const double precision = 0.05;
    test_system t = test_compile(own_node, NULL);
    const queue_case queue = {.sources = 1, .lengths = {5}, .shares = {1}, .busy = 0.8};
    const double mean = noc_zero_load_latency(t.system) + queue_wait(&queue);
    int covered = 0;
    for (uint64_t seed = 1; seed <= SAMPLES; seed++) {
        const noc_sample s = sample_of(t.system, queue.busy, quick(precision, seed));
        const noc_interval *latency = &s.quantities[NOC_SAMPLE_LATENCY];
        assert_true(s.converged && !s.saturated);
        assert_true(latency->half_width <= precision * latency->mean);
        covered += fabs(latency->mean - mean) <= latency->half_width;
    }
    if (covered < COVERED) print_error("%d of %d intervals hold the mean\n", covered, SAMPLES);
    assert_true(covered >= COVERED);
    test_system_free(&t);
}

/* Loads of about 20, 50, 80 % of saturation. */
static const sample_case accepting_cases[] = {
    {"accepted is offered: uniform, low", uniform, {NULL}, 0.12},
    {"accepted is offered: uniform, middle", uniform, {NULL}, 0.3},
    {"accepted is offered: uniform, high", uniform, {NULL}, 0.48},
    {"accepted is offered: 1 stage", uniform, {"network.router_stages=1"}, 0.4},
    {"accepted is offered: many-to-few", gpu, {NULL}, 0.035},
    {"accepted is offered: many-to-few, 2 slices", gpu, {"network.slices=2"}, 0.05},
    {"accepted is offered: two cycles a flit", uniform, {"network.allocation_hold=flit"}, 0.2},
    {"accepted is offered: two cycles a packet", gpu, {"network.allocation_hold=packet"}, 0.03},
    {"accepted is offered: two planes", planes, {NULL}, 0.06},
};

static void check_accepting(void **state)
{
    const sample_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_sample s = sample_of(t.system, c->load, quick(0.02, 5));
    const noc_interval *accepted = &s.quantities[NOC_SAMPLE_ACCEPTED];
    const double routers =
        t.system->graph.memory_count
            ? (noc_routers_mean(t.system, NOC_REQUEST) + noc_routers_mean(t.system, NOC_REPLY)) / 2
            : noc_routers_mean(t.system, NOC_REQUEST);
    assert_true(s.converged && !s.saturated);
    assert_true(accepted->half_width < 0.03 * c->load);
    assert_near(accepted->mean, c->load, 1.6 * accepted->half_width);
    assert_near(s.quantities[NOC_SAMPLE_HOPS].mean, routers,
                1.6 * s.quantities[NOC_SAMPLE_HOPS].half_width);
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &loads), NOC_OK);
    const uint32_t busiest = noc_loads_busiest(&loads, t.system->graph.channel_count);
    const double utilization =
        loads.channel_flits[busiest] * noc_system_packet_rate(t.system, c->load);
    /* the largest of many counts of at least so many flits, in packets of up to 5 */
    const double flits = utilization * (double)s.cycles / 2.0;
    assert_near(s.utilization, utilization, 4.5 * sqrt(5.0 / flits) * utilization);
    noc_loads_clear(&loads);
    test_system_free(&t);
}

/* The mirror image at the diagonal with the other order of dimensions is the same network. */
typedef struct mirror_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX], *mirrored[OVERRIDES_MAX];
    double load;
} mirror_case;

static const mirror_case mirror_cases[] = {
    {"mirror: memory nodes in rows and in columns",
     gpu,
     {"nodes.placement=explicit",
      "nodes.memory_at=((1,0),(2,0),(3,0),(4,0),(1,5),(2,5),(3,5),(4,5))"},
     {"nodes.placement=explicit",
      "nodes.memory_at=((0,1),(0,2),(0,3),(0,4),(5,1),(5,2),(5,3),(5,4))", "network.routing=yx"},
     0.04},
    {"mirror: hotspots",
     uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(1, 7)", "network.virtual_channels=4"},
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(4, 13)", "network.virtual_channels=4",
      "network.routing=yx"},
     0.06},
    {"mirror: a long grid",
     uniform,
     {"network.columns=8", "network.rows=2", "network.router_stages=2"},
     {"network.columns=2", "network.rows=8", "network.router_stages=2", "network.routing=yx"},
     0.3},
    {"mirror: uniform", uniform, {NULL}, {"network.routing=yx"}, 0.4},
};

static void check_mirror(void **state)
{
    const mirror_case *c = *state;
    test_system a = test_compile(c->text, c->overrides), b = test_compile(c->text, c->mirrored);
    const noc_sample one = sample_of(a.system, c->load, quick(0.01, 3));
    const noc_sample other = sample_of(b.system, c->load, quick(0.01, 4));
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++) {
        if (isnan(one.quantities[q].mean)) continue;
        assert_true(agree(&one.quantities[q], &other.quantities[q]));
    }
    assert_near(one.utilization, other.utilization, 0.08 * one.utilization);
    test_system_free(&a);
    test_system_free(&b);
}

/* ---- samples: what else they tell ----------------------------------------------------------- */

static void quantiles_of_packets_that_never_wait(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.packet_flits=1", NULL};
    test_system t = test_compile(own_node, overrides);
    const noc_sample s = sample_of(t.system, 0.5, quick(0.02, 1));
    assert_near(s.quantities[NOC_SAMPLE_LATENCY].mean, 7.0, 1e-9); /* 3 + 4 + 0 + 0 */
    assert_near(s.p50, 7.0, 0.5);
    assert_near(s.p99, 7.0, 0.5);
    assert_true(isnan(s.memory_blocked));
    test_system_free(&t);
}

/* Packets of one flit on 4x4, almost alone: 2 + 5 H cycles, H the routers between the 256 pairs. */
static void quantiles_of_distances(void **state)
{
    (void)state;
    static const char *const overrides[] = {"traffic.packet_flits=1", NULL};
    test_system t = test_compile(uniform, overrides);
    unsigned pairs[8] = {0}, sum = 0;
    for (int a = 0; a < 16; a++)
        for (int b = 0; b < 16; b++) pairs[1 + abs(a / 4 - b / 4) + abs(a % 4 - b % 4)]++;
    double want[3] = {0};
    static const double shares[] = {0.50, 0.95, 0.99};
    for (unsigned routers = 1; routers < 8; routers++) {
        const unsigned before = sum;
        sum += pairs[routers];
        for (int i = 0; i < 3; i++)
            if (before < shares[i] * 256 && sum >= shares[i] * 256) want[i] = 2.0 + 5.0 * routers;
    }
    const noc_sample s = sample_of(t.system, 0.004, quick(0.01, 1));
    assert_near(s.p50, want[0], 0.5);
    assert_near(s.p95, want[1], 0.5);
    assert_near(s.p99, want[2], 0.5);
    test_system_free(&t);
}

/* Latencies of a Geo/D/1 queue: 11 cycles and the work X that a packet finds, whose distribution is that of the chain
 * X' = max(0, X + 5 [a packet is created] - 1). Packets draw the same X in every part of a run, so quantiles of
 * a whole run come closer to the exact ones than those of a part. */
static double geo_d1_quantile(double packets_per_cycle, double share)
{
    enum { STATES = 512, FLITS = 5, STEPS = 20000 };
    static double now[STATES], next[STATES];
    memset(now, 0, sizeof now);
    now[0] = 1.0;
    for (int step = 0; step < STEPS; step++) {
        memset(next, 0, sizeof next);
        for (int x = 0; x < STATES - FLITS; x++) {
            next[x > 0 ? x - 1 : 0] += (1.0 - packets_per_cycle) * now[x];
            next[x + FLITS - 1] += packets_per_cycle * now[x];
        }
        memcpy(now, next, sizeof now);
    }
    double sum = 0.0;
    int x = -1;
    while (sum < share) sum += now[++x];
    return 11.0 + x;
}

static void quantiles_of_a_queue(void **state)
{
    (void)state;
    static const double load = 0.8;
    test_system t = test_compile(own_node, NULL);
    const noc_sample s = sample_of(t.system, load, quick(0.004, 1));
    assert_near(s.p50, geo_d1_quantile(load / 5.0, 0.50), 0.5);
    assert_near(s.p95, geo_d1_quantile(load / 5.0, 0.95), 1.5);
    assert_near(s.p99, geo_d1_quantile(load / 5.0, 0.99), 2.5);
    test_system_free(&t);
}

/* The quantiles are of all packets delivered after the warm-up: those of the same replications, run again. */
static void quantiles_of_all_rounds(void **state)
{
    (void)state;
    enum { REPLICATIONS = 4, SEED = 3 };
    test_system t = test_compile(uniform, NULL);
    const double load = 0.45;
    const noc_sample s = sample_of(t.system, load, quick(0.005, SEED));
    const uint64_t cycles = s.cycles / REPLICATIONS, warmup = s.warmup_cycles / REPLICATIONS;
    static noc_sketch all;
    for (uint64_t i = 0; i < REPLICATIONS; i++) {
        noc_engine *engine = engine_at(t.system, load, SEED * REPLICATIONS + i);
        run(engine, warmup);
        const noc_sketch before = *noc_engine_sketch(engine);
        run(engine, cycles - warmup);
        noc_sketch_merge(&all, noc_engine_sketch(engine));
        noc_sketch_subtract(&all, &before);
        noc_engine_free(engine);
    }
    assert_true(s.windows > 0 && 2 * warmup < cycles);
    assert_true(s.p50 == noc_sketch_quantile(&all, 0.50));
    assert_true(s.p95 == noc_sketch_quantile(&all, 0.95));
    assert_true(s.p99 == noc_sketch_quantile(&all, 0.99));
    test_system_free(&t);
}

static const sample_case told_cases[] = {
    {"told: uniform", uniform, {NULL}, 0.4},    {"told: uniform, overload", uniform, {NULL}, 1.2},
    {"told: many-to-few", gpu, {NULL}, 0.035},  {"told: many-to-few, overload", gpu, {NULL}, 0.1},
    {"told: two planes", planes, {NULL}, 0.06},
};

static void check_told(void **state)
{
    enum { CHANNELS_MAX = 2048 };
    static double utilization[CHANNELS_MAX * NOC_CLASSES];
    const sample_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    assert_true(t.system->graph.channel_count <= CHANNELS_MAX);
    noc_sample_options options = quick(0.03, 4);
    options.utilization = utilization;
    const noc_sample s = sample_of(t.system, c->load, options);
    double highest = 0.0;
    for (uint32_t k = 0; k < t.system->graph.channel_count; k++) {
        const double both = utilization[k * NOC_CLASSES] + utilization[k * NOC_CLASSES + 1];
        assert_true(utilization[k * NOC_CLASSES] >= 0.0 && utilization[k * NOC_CLASSES + 1] >= 0.0);
        assert_true(both <= 1.0 + 1e-12);
        if (both > highest) highest = both;
    }
    assert_near(s.utilization, highest, 1e-12);
    assert_near(utilization[s.busiest * NOC_CLASSES] + utilization[s.busiest * NOC_CLASSES + 1],
                highest, 1e-12);
    assert_true(s.p50 <= s.p95 && s.p95 <= s.p99);
    if (t.system->graph.memory_count) {
        assert_true(s.memory_blocked >= 0.0 && s.memory_blocked <= 1.0);
        assert_true(s.saturated ? s.memory_blocked > 0.1 : s.memory_blocked < 0.3);
    } else {
        assert_true(isnan(s.memory_blocked));
    }
    if (!s.saturated) { /* latencies have long tails upwards */
        const double mean =
            s.quantities[t.system->graph.memory_count ? NOC_SAMPLE_ROUND_TRIP : NOC_SAMPLE_LATENCY]
                .mean;
        assert_true(s.p50 < 1.1 * mean && s.p95 > mean);
    }
    assert_true(s.warmup_cycles < s.cycles);
    test_system_free(&t);
}

/* At light load the network has filled within the eighth that is dropped in any case: what is found
 * beyond it are the false alarms of the test, 1 in 100 for each part looked at. */
static void warmup_of_a_light_load_is_short(void **state)
{
    (void)state;
    enum { SEEDS = 50 };
    test_system t = test_compile(uniform, NULL);
    int longer = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const noc_sample s = sample_of(t.system, 0.2, quick(0.05, seed));
        assert_true(8 * s.warmup_cycles >= s.cycles);
        longer += 8 * s.warmup_cycles > s.cycles;
    }
    assert_true(longer <= 5); /* 0.5 expected */
    test_system_free(&t);
}

/* Close to saturation queues take long to fill, and a short run sees it. */
static void warmup_of_a_heavy_load_is_found(void **state)
{
    (void)state;
    enum { SEEDS = 50 };
    test_system t = test_compile(uniform, (const char *const[]){"traffic.packet_flits=1", NULL});
    int longer = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        noc_sample_options options = quick(0.001, seed);
        options.max_cycles = 512;
        const noc_sample s = sample_of(t.system, 0.66, options);
        longer += 8 * s.warmup_cycles > s.cycles;
    }
    print_message("warm-up longer than the least: %d of %d\n", longer, SEEDS);
    assert_true(longer >= SEEDS / 2);
    test_system_free(&t);
}

/* ---- samples: beyond saturation ------------------------------------------------------------- */

static const sample_case overload_cases[] = {
    {"overload: uniform", uniform, {NULL}, 1.4},
    {"overload: uniform, a little", uniform, {"traffic.packet_flits=1"}, 0.68},
    {"overload: more than a packet a cycle", uniform, {"traffic.packet_flits=1"}, 5.0},
    {"overload: far beyond", uniform, {NULL}, 1e6},
    {"overload: buffers of 1", uniform, {"network.buffer_flits=1"}, 0.5},
    {"overload: hotspot", uniform, {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(5)"}, 0.2},
    {"overload: many-to-few", gpu, {NULL}, 0.2},
    {"overload: memory nodes alone", gpu, {"network.virtual_channels=32"}, 0.13},
    {"overload: two planes", planes, {NULL}, 0.5},
};

static void check_overload(void **state)
{
    const sample_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_sample s = sample_of(t.system, c->load, quick(0.02, 1));
    const double accepted = s.quantities[NOC_SAMPLE_ACCEPTED].mean;
    assert_true(s.saturated);
    assert_true(accepted > 0.0 && accepted <= 1.02 * c->load);
    assert_true(!s.converged);
    if (t.system->graph.memory_count == 0) { /* with replies, they may be what piles up */
        assert_true(accepted < 0.98 * c->load);
        assert_true(accepted <= 1.01 * static_bound(t.system));
    }
    assert_true(s.utilization <= 1.0);
    assert_true(isfinite(s.quantities[NOC_SAMPLE_LATENCY].mean));
    assert_true(s.quantities[NOC_SAMPLE_LATENCY].mean > noc_zero_load_mean(t.system, NOC_REQUEST));
    test_system_free(&t);
}

/* ---- samples: limits and interruption ------------------------------------------------------- */

typedef struct limited_case {
    const char *name;
    double load;
    uint64_t max_cycles;
} limited_case;

static const limited_case limited_cases[] = {
    {"max_cycles: 2000 at half of saturation", 0.3, 2000},
    {"max_cycles: 20000 at half of saturation", 0.3, 20000},
    {"max_cycles: 20000 in overload", 1.5, 20000},
    {"max_cycles: 20000 at a tiny load", 1e-4, 20000},
    {"max_cycles: the default at a tiny load", 1e-4, 0},
};

/* No replication is longer than was allowed, and what it saw is told. */
static void check_limited(void **state)
{
    const limited_case *c = *state;
    test_system t = test_compile(uniform, NULL);
    noc_sample_options options = quick(1e-4, 3);
    options.max_cycles = c->max_cycles;
    const noc_sample s = sample_of(t.system, c->load, options);
    const uint64_t most = c->max_cycles ? c->max_cycles : (uint64_t)NOC_SAMPLE_MAX_CYCLES;
    enum { REPLICATIONS = 4 };
    if (s.cycles > REPLICATIONS * most)
        print_error("%llu cycles, allowed %d x %llu\n", (unsigned long long)s.cycles, REPLICATIONS,
                    (unsigned long long)most);
    assert_true(!s.converged);
    assert_true(s.cycles <= REPLICATIONS * most);
    test_system_free(&t);
}

typedef struct watcher {
    int calls, stop_at; /* call at which to stop; 0: never */
    double last;
    bool outside; /* the share done left 0..1 */
} watcher;

static bool watch(void *context, double done)
{
    watcher *w = context;
    w->calls++;
    w->last = done;
    if (!(done >= 0.0 && done <= 1.0)) w->outside = true;
    return w->calls != w->stop_at;
}

typedef struct stop_case {
    const char *name;
    int stop_at;
    bool search;
    noc_status status;
} stop_case;

static const stop_case stop_cases[] = {
    {"progress: a sample stopped at once", 1, false, NOC_EINTERRUPTED},
    {"progress: a sample stopped at the third report", 3, false, NOC_EINTERRUPTED},
    {"progress: a sample not stopped", 0, false, NOC_OK},
    {"progress: a search stopped at once", 1, true, NOC_EINTERRUPTED},
    {"progress: a search stopped at the fourth report", 4, true, NOC_EINTERRUPTED},
    {"progress: a search not stopped", 0, true, NOC_OK},
};

static void check_stop(void **state)
{
    const stop_case *c = *state;
    test_system t = test_compile(own_node, NULL);
    watcher w = {.stop_at = c->stop_at};
    noc_sample_options options = quick(0.005, 3);
    options.progress = watch;
    options.context = &w;
    noc_sample sample;
    noc_sample_limits limits;
    const noc_status status =
        c->search ? noc_sample_find_limits(t.system, noc_zero_load_latency(t.system),
                                           static_bound(t.system), &options, &limits, NULL)
                  : noc_sample_at(t.system, 0.8, &options, &sample, NULL);
    assert_int_equal(status, c->status);
    assert_true(c->stop_at == 0 || w.calls == c->stop_at);
    assert_true(w.calls > 0);
    assert_false(w.outside);
    test_system_free(&t);
}

/* ---- saturation and knee -------------------------------------------------------------------- */

static const design_case limits_cases[] = {
    {"limits: uniform 3x3, 2 and 5 flits, 4 VCs",
     uniform,
     {"network.columns=3", "network.rows=3", "nodes.compute=9", "network.virtual_channels=4",
      "traffic.packet_flits=(2, 5)"}},
    /* buffers for 4000 flits on the way to a port that takes one a cycle */
    {"limits: hotspot 4x4, 32 VCs",
     uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(5)", "network.virtual_channels=32",
      "traffic.packet_flits=1"}},
    {"limits: many-to-few 4x4",
     gpu,
     {"network.columns=4", "network.rows=4", "nodes.compute=12", "nodes.memory=4"}},
};

/* Answered packets over offered ones in the long run, and the mean latency that users watch. */
typedef struct steady {
    double accepted_share, latency;
} steady;

static steady steady_at(const noc_system *s, double load)
{
    enum { WARMUP = 15000, CYCLES = 45000, SEEDS = 2 };
    const noc_class last = s->graph.memory_count ? NOC_REPLY : NOC_REQUEST;
    const double offered = noc_system_packet_rate(s, load) * s->traffic.injectors * CYCLES * SEEDS;
    double sum = 0.0, packets = 0.0;
    for (uint64_t seed = 100; seed < 100 + SEEDS; seed++) {
        noc_engine *engine = engine_at(s, load, seed);
        run(engine, WARMUP);
        const noc_tally from = *noc_engine_tally(engine), *to = noc_engine_tally(engine);
        run(engine, CYCLES);
        packets += (double)(to->delivered[last] - from.delivered[last]);
        sum += last == NOC_REPLY ? (double)(to->round_trip - from.round_trip)
                                 : (double)(to->latency[NOC_REQUEST] - from.latency[NOC_REQUEST]);
        noc_engine_free(engine);
    }
    return (steady){packets / offered, sum / packets};
}

static noc_sample_limits limits_of(const noc_system *s, unsigned jobs, uint64_t seed)
{
    noc_sample_limits limits;
    noc_sample_options options = quick(0.02, seed);
    options.jobs = jobs;
    assert_int_equal(noc_sample_find_limits(s, noc_zero_load_latency(s), static_bound(s), &options,
                                            &limits, NULL),
                     NOC_OK);
    return limits;
}

/* 3 % below the saturation that was found at least 98 % is accepted, 3 % above it less; the latency
 * passes three times zero load between 3 % below the knee and 3 % above it. */
static void check_limits(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_sample_limits limits = limits_of(t.system, 0, 1);
    const double target = 3.0 * noc_zero_load_latency(t.system);
    assert_true(limits.saturation > 0.0);
    assert_true(0.98 * limits.saturation <= 1.005 * static_bound(t.system));
    assert_true(limits.saturation_half_width <= 0.1 * limits.saturation);
    assert_true(limits.cycles > 0 && limits.flit_hops > 0 && limits.windows > 0);
    assert_true(steady_at(t.system, 0.97 * limits.saturation).accepted_share >= 0.98);
    assert_true(steady_at(t.system, 1.03 * limits.saturation).accepted_share < 0.98);
    assert_true(steady_at(t.system, 0.97 * limits.knee).latency < target);
    assert_true(steady_at(t.system, 1.03 * limits.knee).latency > target);
    test_system_free(&t);
}

static void limits_do_not_depend_on_jobs(void **state)
{
    (void)state;
    test_system t = test_compile(own_node, NULL);
    const noc_sample_limits one = limits_of(t.system, 1, 1), many = limits_of(t.system, 3, 1);
    assert_memory_equal(&one.saturation, &many.saturation, sizeof one.saturation);
    assert_memory_equal(&one.knee, &many.knee, sizeof one.knee);
    assert_true(one.cycles == many.cycles && one.flit_hops == many.flit_hops);
    test_system_free(&t);
}

/* One Geo/D/1 queue accepts up to a flit a cycle, so it saturates at 1/0.98; with F = 5 flits and T
 * = 11 cycles of zero load the wait rho (F-1) / (2 (1-rho)) is 2 T at rho = 4 T / (4 T + F - 1). At
 * 95 %, fewer than 9 of 12 intervals hold either of them once in 400 sets of seeds. */
static void intervals_of_limits_hold_the_exact_ones(void **state)
{
    (void)state;
    enum { SEARCHES = 12, HELD = 9 };
    test_system t = test_compile(own_node, NULL);
    const double saturation = 1.0 / 0.98, knee = 44.0 / 48.0;
    int saturations = 0, knees = 0;
    for (uint64_t seed = 1; seed <= SEARCHES; seed++) {
        const noc_sample_limits limits = limits_of(t.system, 1, seed);
        assert_near(limits.saturation, saturation, 0.1 * saturation);
        assert_near(limits.knee, knee, 0.1 * knee);
        saturations += fabs(limits.saturation - saturation) <= limits.saturation_half_width;
        knees += fabs(limits.knee - knee) <= limits.knee_half_width;
    }
    if (saturations < HELD || knees < HELD)
        print_error("of %d intervals, %d hold the saturation, %d the knee\n", SEARCHES, saturations,
                    knees);
    assert_true(saturations >= HELD);
    assert_true(knees >= HELD);
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
        noc_engine *engine =
            noc_engine_new(t.system, (noc_load){.packets_per_cycle = 0.95, .seed = seed});
        assert_non_null(engine);
        for (int k = 0; k < 20; k++) {
            run(engine, 2500);
            assert_lawful(engine);
        }
        noc_engine_free(engine);
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
    TEST_TABLE(&list, repeated_cases, check_repeatable);
    test_add(&list, "other seeds: other samples, same answer", other_seed_other_sample_same_answer);
    test_add(&list, "coverage: a queue that is busy for 80 %", intervals_cover_the_mean);
    TEST_TABLE(&list, accepting_cases, check_accepting);
    TEST_TABLE(&list, mirror_cases, check_mirror);
    test_add(&list, "told: quantiles where nothing waits", quantiles_of_packets_that_never_wait);
    test_add(&list, "told: quantiles of distances", quantiles_of_distances);
    test_add(&list, "told: quantiles of a queue", quantiles_of_a_queue);
    test_add(&list, "told: quantiles of all rounds", quantiles_of_all_rounds);
    TEST_TABLE(&list, told_cases, check_told);
    test_add(&list, "warm-up: short at light load", warmup_of_a_light_load_is_short);
    test_add(&list, "warm-up: found at heavy load", warmup_of_a_heavy_load_is_found);
    TEST_TABLE(&list, overload_cases, check_overload);
    TEST_TABLE(&list, limited_cases, check_limited);
    TEST_TABLE(&list, stop_cases, check_stop);
    TEST_TABLE(&list, limits_cases, check_limits);
    test_add(&list, "limits: any jobs", limits_do_not_depend_on_jobs);
    test_add(&list, "limits: intervals hold the exact ones",
             intervals_of_limits_hold_the_exact_ones);
    test_add(&list, "bursts: many packets in few cycles",
             many_packets_may_be_created_in_few_cycles);
    return test_run("sampler", &list);
}
