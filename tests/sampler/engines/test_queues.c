/* Single queues of the simulated network wait as long as queueing theory says. */
#include <math.h>

#include "analytic/zero_load.h"
#include "base/statistics.h"
#include "tests/support/runs/engines.h"

/* ---- designs -------------------------------------------------------------------------------- */

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
static noc_batch_sums waited(const noc_tally *from, const noc_tally *to, const noc_system *s,
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
        return (noc_batch_sums){latency - network, packets};
    case QUEUE_EJECTION:
        return (noc_batch_sums){latency - packets * noc_mean_idle_latency(s, NOC_REQUEST), packets};
    default:
        return (noc_batch_sums){round_trip - packets * noc_zero_load_latency(s), packets};
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
    noc_batch_sums batches[QUEUE_BATCHES];
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

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, queue_cases, check_queue);
    return test_run("queues", &list);
}
