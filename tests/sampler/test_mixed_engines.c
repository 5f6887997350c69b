/* Networks of several kinds in one design: each as fast as by itself, nothing lost between them, in
 * open loop, closed loop, by traces, and with less of a resource. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "sampler/loop/closed_loop.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/runs/engines.h"
#include "tests/support/runs/runs.h"

/* ---- designs -------------------------------------------------------------------------------- */

#define NODES                                                         \
    "nodes = { compute = 12; memory = 4; placement = \"explicit\";\n" \
    "  memory_at = ((0, 0), (3, 1), (0, 2), (2, 3)); };\n"
#define ON_GRID(classes, kind, more) \
    "{ carries = \"" classes "\"; topology = \"" kind "\"; columns = 4; rows = 4; " more "}"
#define MESH(classes)  ON_GRID(classes, "mesh", "")
#define IDEAL(classes) "{ carries = \"" classes "\"; topology = \"ideal\"; }"
#define TRAFFIC        "traffic = { pattern = \"many-to-few\"; };\n"
#define PAIR(a, b)     NODES "networks = (" a "," b ");\n" TRAFFIC

static const char meshes[] = PAIR(MESH("request"), MESH("reply"));
static const char ideal_replies[] = PAIR(MESH("request"), IDEAL("reply"));
static const char ideal_requests[] = PAIR(IDEAL("request"), MESH("reply"));
static const char replies_first[] = PAIR(IDEAL("reply"), MESH("request"));
static const char both_kinds[] = PAIR(MESH("both"), IDEAL("both"));

/* Windows so short, and flits so wide, that packets come through quickly. */
#define OVERLAY ON_GRID("reply", "overlay", "flit_bytes = 32; period_cycles = 100; ")
#define SLICES  ON_GRID("reply", "slices", "flit_bytes = 8; ")
#define RINGS   "{ carries = \"reply\"; topology = \"ring-slices\"; flit_bytes = 8; }"
#define TOKENS  ON_GRID("request", "token-slices", "flit_bytes = 8; ")

static const char overlay_replies[] = PAIR(MESH("request"), OVERLAY);
static const char overlay_and_mesh[] = PAIR(MESH("both"), OVERLAY);
static const char slice_replies[] = PAIR(MESH("request"), SLICES);
static const char ring_replies[] = PAIR(MESH("request"), RINGS);
static const char token_requests[] = PAIR(TOKENS, MESH("reply"));
static const char tokens_and_overlay[] = PAIR(TOKENS, OVERLAY);
static const char ideal_and_overlay[] = PAIR(IDEAL("request"), OVERLAY);

static const design_case mixes[] = {
    {"ideal replies", ideal_replies, {NULL}},
    {"ideal requests", ideal_requests, {NULL}},
    {"ideal replies, so many flits a cycle", ideal_replies, {"networks[1].flits_per_cycle=3"}},
    {"ideal requests, so many flits a cycle", ideal_requests, {"networks[0].flits_per_cycle=1"}},
    {"slices, two ports, ideal replies",
     ideal_replies,
     {"networks[0].slices=2", "networks[0].memory_ports=2", "networks[0].port_policy=smart"}},
    {"two stages, two cycles a packet, ideal requests",
     ideal_requests,
     {"networks[1].router_stages=2", "networks[1].allocation_hold=packet",
      "networks[1].allocator=separable", "networks[1].memory_ports=3"}},
    {"both kinds carry both classes", both_kinds, {NULL}},
    {"an overlay beside a mesh", overlay_replies, {"memory.reply_queue=2"}},
    {"adaptive windows beside a mesh",
     overlay_replies,
     {"networks[1].windows=adaptive", "networks[1].epoch_cycles=300", "networks[1].gom_cycles=10"}},
    {"whole packets beside a mesh",
     overlay_replies,
     {"networks[1].straddle=false", "networks[1].row_transit_cycles=2"}},
    {"replies by an overlay and a mesh", overlay_and_mesh, {NULL}},
    {"slices of memory nodes beside a mesh",
     slice_replies,
     {"networks[1].slices_per_memory=2", "memory.reply_queue=3"}},
    {"rings beside a mesh", ring_replies, {"memory.reply_queue=1"}},
    {"tokens beside a mesh", token_requests, {NULL}},
    {"tokens, a column without cores",
     token_requests,
     {"nodes.memory_at=((1, 0), (1, 1), (1, 2), (1, 3))"}},
    {"tokens and an overlay", tokens_and_overlay, {"memory.reply_queue=4"}},
    {"an overlay alone", ideal_and_overlay, {NULL}},
};

/* ---- zero load, by hand --------------------------------------------------------------------- */

/* Cycles of a packet alone on the mesh: four stages a router, one cycle a channel. */
static uint64_t mesh_latency(const noc_system *s, const noc_flow *flow, unsigned flits)
{
    const noc_terminal *a = &s->graph.terminals[flow->source];
    const noc_terminal *b = &s->graph.terminals[flow->destination];
    const unsigned routers = 1 + (unsigned)(abs(a->column - b->column) + abs(a->row - b->row));
    return 3 + 4 * routers + (routers - 1) + flits - 1;
}

/* An ideal network takes nothing, and an answer leaves a cycle after its request came. */
static void check_lone_round_trip(const noc_system *s, size_t f, int type)
{
    const noc_flow *flow = &s->traffic.flows[f];
    const noc_packet_type *request = &s->traffic.types[type],
                          *reply = &s->traffic.types[request->reply_type];
    const bool ideal_first = s->graph.networks[0].switching == NOC_SWITCHING_IDEAL;
    const uint64_t there = ideal_first ? 0 : mesh_latency(s, flow, request->flits[0]);
    const uint64_t back = ideal_first ? mesh_latency(s, flow, reply->flits[1]) : 0;
    noc_run *run = test_engine_at(s, 0.0, 1);
    assert_int_equal(test_run_place(run, f, type), NOC_OK);
    test_run_cycles(run, 200);
    const noc_tally *t = noc_run_tally(run);
    assert_int_equal(t->delivered[NOC_REPLY], 1);
    assert_int_equal(t->latency[NOC_REQUEST], there);
    assert_int_equal(t->latency[NOC_REPLY], 1 + back);
    assert_int_equal(t->round_trip, there + 1 + back);
    assert_true(noc_run_next_event(run) == UINT64_MAX);
    noc_run_free(run);
}

static void lone_packets_take_what_is_counted_by_hand(void **state)
{
    test_system t = test_compile(*state, NULL);
    for (size_t f = 0; f < t.system->traffic.flow_count; f++) {
        if (t.system->traffic.flows[f].class != NOC_REQUEST) continue;
        check_lone_round_trip(t.system, f, NOC_READ_REQUEST);
        check_lone_round_trip(t.system, f, NOC_WRITE_REQUEST);
    }
    test_system_free(&t);
}

/* ---- each kind as by itself ----------------------------------------------------------------- */

/* What replies travel on does not concern requests of an open loop: to the bit. Ideal replies
 * without a limit take a cycle each. */
static void requests_go_as_they_would_beside_a_mesh(void **state)
{
    (void)state;
    test_system alone = test_compile(meshes, NULL), mixed = test_compile(ideal_replies, NULL);
    noc_run *a = test_engine_at(alone.system, 0.12, 4), *b = test_engine_at(mixed.system, 0.12, 4);
    test_run_cycles(a, 20000);
    test_run_cycles(b, 20000);
    const noc_tally *one = noc_run_tally(a), *other = noc_run_tally(b);
    assert_true(one->delivered[NOC_REQUEST] > 5000);
    assert_int_equal(one->created[NOC_REQUEST], other->created[NOC_REQUEST]);
    assert_int_equal(one->delivered[NOC_REQUEST], other->delivered[NOC_REQUEST]);
    assert_int_equal(one->latency[NOC_REQUEST], other->latency[NOC_REQUEST]);
    assert_int_equal(one->network_latency[NOC_REQUEST], other->network_latency[NOC_REQUEST]);
    for (uint32_t c = 0; c < alone.system->graph.channel_count; c++)
        if (alone.system->graph.channels[c].network == 0)
            assert_int_equal(noc_run_channel_flits(a, c, NOC_REQUEST),
                             noc_run_channel_flits(b, c, NOC_REQUEST));
    assert_int_equal(other->latency[NOC_REPLY], other->delivered[NOC_REPLY]);
    assert_true(other->delivered[NOC_REQUEST] - other->delivered[NOC_REPLY] <= 12);
    noc_run_free(a);
    noc_run_free(b);
    test_system_free(&alone);
    test_system_free(&mixed);
}

/* The order of a design's networks, and of its engines, is a matter of names. */
static void order_of_networks_does_not_matter(void **state)
{
    (void)state;
    test_system a = test_compile(ideal_replies, NULL), b = test_compile(replies_first, NULL);
    noc_run *one = test_engine_at(a.system, 0.1, 9), *other = test_engine_at(b.system, 0.1, 9);
    test_run_cycles(one, 10000);
    test_run_cycles(other, 10000);
    assert_memory_equal(noc_run_tally(one), noc_run_tally(other), sizeof(noc_tally));
    assert_memory_equal(noc_run_sketch(one), noc_run_sketch(other), sizeof(noc_sketch));
    noc_run_free(one);
    noc_run_free(other);
    test_system_free(&a);
    test_system_free(&b);
}

/* ---- a queue in closed form ----------------------------------------------------------------- */

/* Ideal requests reach a memory node in the cycle in which they are created, a binomial number of
 * n, p at once; its replies of F flits take its port for F cycles each. Work U found, and those of
 * the same cycle that go first: discrete time, as in test_queues.c. */
static double reply_wait(double n, double p, double flits)
{
    const double busy = n * p * flits, pairs = n * (n - 1.0) * p * p;
    const double work_square = flits * flits * (n * p + pairs);
    return (work_square - busy) / (2.0 * (1.0 - busy)) + flits * pairs / (2.0 * n * p);
}

static void replies_queue_as_theory_says(void **state)
{
    (void)state;
    enum { BATCHES = 24, CYCLES = 40000, CORES = 3 };
    static const char text[] =
        "nodes = { compute = 3; memory = 1; placement = \"explicit\"; memory_at = ((0, 0)); };\n"
        "networks = (" IDEAL(
            "request") ", { carries = \"reply\"; topology = \"mesh\"; columns = 4;\n"
                       "  rows = 1; virtual_channels = 32; buffer_flits = 16; } );\n"
                       "traffic = { pattern = \"many-to-few\"; read_fraction = 1.0; };\n";
    test_system t = test_compile(text, NULL);
    const double flits = t.system->traffic.types[NOC_READ_REPLY].flits[1];
    const double p = 0.75 / flits / CORES, want = reply_wait(CORES, p, flits);
    noc_run *run = noc_run_new(t.system, (noc_load){.packets_per_cycle = p, .seed = 8});
    assert_non_null(run);
    noc_batch_sums batches[BATCHES];
    for (int k = 0; k < BATCHES; k++) {
        const noc_tally from = *noc_run_tally(run), *to = noc_run_tally(run);
        test_run_cycles(run, CYCLES);
        const double packets = (double)(to->delivered[NOC_REPLY] - from.delivered[NOC_REPLY]);
        batches[k] = (noc_batch_sums){
            (double)(to->latency[NOC_REPLY] - from.latency[NOC_REPLY]) -
                (double)(to->network_latency[NOC_REPLY] - from.network_latency[NOC_REPLY]) -
                packets,
            packets};
    }
    const noc_interval got = noc_ratio_interval(batches, BATCHES, 0.999);
    assert_near(got.mean, want, got.half_width);
    assert_true(got.half_width < 0.1 * want);
    assert_true(noc_run_tally(run)->latency[NOC_REQUEST] == 0);
    noc_run_free(run);
    test_system_free(&t);
}

/* ---- limits --------------------------------------------------------------------------------- */

/* Flits of replies in so many cycles, while more of them wait than pass. */
static uint64_t replies_beyond_the_limit(noc_derating derating, unsigned cycles)
{
    test_system t =
        test_compile(ideal_replies, (const char *const[]){"networks[1].flits_per_cycle=2", NULL});
    const double rate = noc_system_packet_rate(t.system, 0.15);
    noc_run *run = noc_run_new(
        t.system, (noc_load){.packets_per_cycle = rate, .seed = 2, .derating = derating});
    assert_non_null(run);
    test_run_cycles(run, 2000);
    const uint64_t before = noc_run_tally(run)->flits_ejected[NOC_REPLY];
    test_run_cycles(run, cycles);
    const uint64_t flits = noc_run_tally(run)->flits_ejected[NOC_REPLY] - before;
    assert_true(noc_run_backlog(run, NOC_REPLY) > 100.0);
    noc_run_free(run);
    test_system_free(&t);
    return flits;
}

/* But for what the last packet of a cycle exceeds it by. */
static void limits_are_met_to_the_flit(void **state)
{
    (void)state;
    enum { CYCLES = 8000, LONGEST = 5 };
    const noc_derating less = {1u << NOC_RESOURCE_REPLY_NETWORK, 20};
    assert_near((double)replies_beyond_the_limit((noc_derating){0, 0}, CYCLES), 2.0 * CYCLES,
                LONGEST);
    assert_near((double)replies_beyond_the_limit(less, CYCLES), 2.0 * CYCLES * 19 / 20, LONGEST);
}

/* ---- conservation --------------------------------------------------------------------------- */

static void assert_conserved(const noc_run *run, const noc_system *s)
{
    noc_diag diag = {0};
    assert_int_equal(noc_run_check(run, &diag), NOC_OK);
    const noc_tally *t = noc_run_tally(run);
    uint64_t injected = 0, ejected = 0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        for (int k = 0; k < NOC_CLASSES; k++) {
            const uint32_t flits = noc_run_channel_flits(run, c, (noc_class)k);
            if (s->graph.channels[c].kind == NOC_INJECTION) injected += flits;
            if (s->graph.channels[c].kind == NOC_EJECTION) ejected += flits;
        }
    assert_true(injected == t->flits_injected);
    assert_true(ejected >= t->flits_ejected[NOC_REQUEST] + t->flits_ejected[NOC_REPLY]);
    assert_true(t->created[NOC_REPLY] == t->delivered[NOC_REQUEST]);
    assert_true(t->round_trips == t->delivered[NOC_REPLY]);
    for (int k = 0; k < NOC_CLASSES; k++) {
        assert_true(t->delivered[k] <= t->created[k]);
        assert_true(t->network_latency[k] <= t->latency[k]);
    }
}

static void nothing_is_lost(void **state)
{
    const design_case *c = *state;
    static const double loads[] = {0.01, 0.1, 1.5};
    test_system t = test_compile(c->text, c->overrides);
    for (size_t i = 0; i < TEST_COUNT(loads); i++) {
        noc_run *run = test_engine_at(t.system, loads[i], 21 + i);
        for (int look = 0; look < 40; look++) {
            test_run_cycles(run, 37);
            assert_conserved(run, t.system);
        }
        assert_true(noc_run_tally(run)->delivered[NOC_REPLY] > 0);
        noc_run_free(run);
    }
    test_system_free(&t);
}

/* A packet of each type for each flow of requests at once: all are answered, and nothing is
 * left. */
static void everything_arrives(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    noc_run *run = test_engine_at(t.system, 0.0, 3);
    uint64_t placed = 0;
    for (size_t f = 0; f < t.system->traffic.flow_count; f++)
        for (int type = NOC_READ_REQUEST; type <= NOC_WRITE_REQUEST; type++) {
            if (t.system->traffic.flows[f].class != NOC_REQUEST) continue;
            assert_int_equal(test_run_place(run, f, type), NOC_OK);
            placed++;
        }
    test_run_cycles(run, 3000);
    assert_conserved(run, t.system);
    assert_true(noc_run_tally(run)->delivered[NOC_REPLY] == placed);
    assert_true(noc_run_next_event(run) == UINT64_MAX);
    noc_run_free(run);
    test_system_free(&t);
}

/* ---- closed loop ---------------------------------------------------------------------------- */

static uint64_t outstanding(const noc_closed_loop *loop)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < loop->cores.count; k++) sum += loop->requests.by_core[k].outstanding;
    return sum;
}

/* Cycles that requests have been out for whose reply has not come. */
static uint64_t waited_so_far(const noc_closed_loop *loop, uint64_t now)
{
    const uint32_t count = loop->cores.count * loop->requests.core_transactions;
    bool *free_ones = calloc(count, sizeof *free_ones);
    assert_non_null(free_ones);
    for (uint32_t k = 0; k < loop->cores.count; k++)
        for (uint32_t i = loop->requests.by_core[k].free_transaction; i != NOC_NONE;
             i = loop->requests.transactions[i].next)
            free_ones[i] = true;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!free_ones[i]) sum += now - loop->requests.transactions[i].request_cycle;
    free(free_ones);
    return sum;
}

static void check_queues(const noc_closed_loop *loop, uint32_t m)
{
    const noc_ring *inputs = &loop->memories.list[m].input_queue;
    const noc_outbox *replies = &loop->outboxes.nodes[m];
    assert_true(inputs->count <= inputs->capacity);
    assert_true(noc_port_backlog(loop->ports, replies->terminal, NOC_REPLY) <= replies->places);
}

/* MSHRs in use are requests whose reply has not come, in every cycle; summed over cycles they are
 * the round trips (Little's law), to the cycle: a reply by an ideal network comes when the cores
 * have had their turn, so that its cycle counts too. Memory nodes never hold more than they have
 * places for, whichever network brings requests. */
static void loops_obey_little(void **state)
{
    const design_case *c = *state;
    enum { OWN = 4 };
    const char *overrides[OWN + OVERRIDES_MAX] = {"workload=steady", "workload.l2_hit_rate=0",
                                                  "memory.input_queue=2", "memory.dram_queue=2"};
    memcpy(overrides + OWN, c->overrides, sizeof c->overrides);
    test_system t = test_compile(c->text, overrides);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 6, .workload = &t.design->workload});
    assert_non_null(run);
    const noc_tally *tally = noc_run_tally(run);
    const noc_closed_loop *loop = test_run_closed_loop(run);
    for (int look = 0; look < 600; look++) {
        test_run_cycles(run, 31);
        assert_true(outstanding(loop) == tally->created[NOC_REQUEST] - tally->delivered[NOC_REPLY]);
        for (uint32_t m = 0; m < loop->memories.count; m++) check_queues(loop, m);
    }
    noc_diag diag = {0};
    assert_int_equal(noc_run_check(run, &diag), NOC_OK);
    assert_true(tally->inputs_full > 0); /* or admission was not asked for */
    assert_true(tally->round_trips > 2000);
    const uint64_t least = tally->round_trip + waited_so_far(loop, noc_run_current_cycle(run));
    assert_true(tally->outstanding >= least && tally->outstanding <= least + tally->round_trips);
    assert_true(tally->round_trips < least / 50);
    noc_run_free(run);
    test_system_free(&t);
}

/* ---- idle time, and traces ------------------------------------------------------------------ */

static void assert_alike(const noc_system *s, const noc_run *a, const noc_run *b)
{
    assert_memory_equal(noc_run_tally(a), noc_run_tally(b), sizeof(noc_tally));
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        for (int k = 0; k < NOC_CLASSES; k++)
            assert_int_equal(noc_run_channel_flits(a, c, (noc_class)k),
                             noc_run_channel_flits(b, c, (noc_class)k));
}

static void compare(const noc_system *s, noc_load load, uint64_t cycles)
{
    noc_run *skips = noc_run_new(s, load), *steps = noc_run_new(s, load);
    assert_non_null(skips);
    assert_non_null(steps);
    for (uint64_t done = 0; done < cycles; done += 777) {
        assert_int_equal(noc_run_cycles(skips, 777, true), NOC_OK);
        assert_int_equal(noc_run_cycles(steps, 777, false), NOC_OK);
        assert_alike(s, skips, steps);
    }
    assert_true(noc_run_tally(skips)->delivered[NOC_REPLY] > 20);
    noc_run_free(skips);
    noc_run_free(steps);
}

static void idle_time_is_as_if_stepped(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    compare(t.system, (noc_load){.seed = 3, .packets_per_cycle = 1e-4}, 100000);
    test_system_free(&t);
}

/* Bursts of requests from all cores, far apart. */
static void traces_arrive(void **state)
{
    const design_case *c = *state;
    enum { BURSTS = 12, EACH = 50, PACKETS = BURSTS * EACH };
    test_system t = test_compile(c->text, c->overrides);
    const noc_graph *g = &t.system->graph;
    static noc_trace_packet packets[PACKETS];
    noc_trace trace = {.packets = packets};
    uint64_t random = 5;
    for (unsigned i = 0; i < PACKETS; i++) {
        const noc_terminal *from =
            &g->terminals[g->compute_terminals[test_random_below(&random, 12)]];
        const noc_terminal *to = &g->terminals[g->memory_terminals[test_random_below(&random, 4)]];
        packets[trace.count++] = (noc_trace_packet){
            .cycle = 10 + 1500 * (i / EACH) + i % EACH / 10,
            .source = (uint32_t)(from->column + 4 * from->row),
            .destination = (uint32_t)(to->column + 4 * to->row),
            .bytes = 1 + (uint32_t)test_random_below(&random, 100),
            .class = i % 2 ? NOC_TRACE_READ : NOC_TRACE_WRITE,
        };
    }
    noc_trace_schedule list;
    noc_diag diag = {0};
    assert_int_equal(noc_trace_schedule_make(t.system, &trace, "bursts", &list, &diag), NOC_OK);
    const noc_load load = {.seed = 3, .schedule = &list};
    compare(t.system, load, 25000);
    noc_run *run = noc_run_new(t.system, load);
    test_run_cycles(run, 25000);
    assert_int_equal(noc_run_tally(run)->round_trips, PACKETS);
    noc_run_free(run);
    noc_trace_schedule_clear(&list);
    test_system_free(&t);
}

/* More packets in one cycle than channels could bring in many: an ideal network accepts them all at
 * once, beside a mesh or not. */
static void a_burst_enters_an_ideal_network_at_once(void **state)
{
    const char *text = *state;
    enum { PACKETS = 20000 };
    test_system t = test_compile(text, NULL);
    const noc_graph *g = &t.system->graph;
    static noc_trace_packet packets[PACKETS];
    noc_trace trace = {.packets = packets, .count = PACKETS};
    const noc_terminal *from = &g->terminals[g->compute_terminals[3]],
                       *to = &g->terminals[g->memory_terminals[1]];
    for (unsigned i = 0; i < PACKETS; i++)
        packets[i] = (noc_trace_packet){
            .cycle = 7,
            .source = (uint32_t)(from->column + 4 * from->row),
            .destination = (uint32_t)(to->column + 4 * to->row),
            .bytes = 8,
            .class = NOC_TRACE_READ,
        };
    noc_trace_schedule list;
    noc_diag diag = {0};
    assert_int_equal(noc_trace_schedule_make(t.system, &trace, "burst", &list, &diag), NOC_OK);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 3, .schedule = &list});
    test_run_cycles(run, 200);
    assert_int_equal(noc_run_tally(run)->delivered[NOC_REQUEST], PACKETS);
    assert_int_equal(noc_run_tally(run)->latency[NOC_REQUEST], 0);
    noc_run_free(run);
    noc_trace_schedule_clear(&list);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "zero load: ideal replies", lone_packets_take_what_is_counted_by_hand);
    list.tests[list.count - 1].initial_state = (void *)ideal_replies;
    test_add(&list, "zero load: ideal requests", lone_packets_take_what_is_counted_by_hand);
    list.tests[list.count - 1].initial_state = (void *)ideal_requests;
    test_add(&list, "requests go as beside a mesh", requests_go_as_they_would_beside_a_mesh);
    test_add(&list, "the order of networks", order_of_networks_does_not_matter);
    test_add(&list, "a queue of replies", replies_queue_as_theory_says);
    test_add(&list, "limits", limits_are_met_to_the_flit);
    TEST_TABLE_PREFIXED(&list, "conservation", mixes, nothing_is_lost);
    TEST_TABLE_PREFIXED(&list, "drains", mixes, everything_arrives);
    TEST_TABLE_PREFIXED(&list, "closed loop", mixes, loops_obey_little);
    TEST_TABLE_PREFIXED(&list, "idle time", mixes, idle_time_is_as_if_stepped);
    TEST_TABLE_PREFIXED(&list, "a trace", mixes, traces_arrive);
    test_add(&list, "a burst: ideal requests", a_burst_enters_an_ideal_network_at_once);
    list.tests[list.count - 1].initial_state = (void *)ideal_requests;
    return test_run("mixes", &list);
}
