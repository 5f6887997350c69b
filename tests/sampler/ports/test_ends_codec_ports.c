/* Codecs at the ports of a network: the lists of an independent program flit by flit, lone packets,
 * full receivers, shares of packets that get shorter; ends of ranges to the bit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/zero_load.h"
#include "design/memory/codec.h"
#include "tests/support/rows/ends_tables.h"
#include "tests/support/runs/engines.h"
#include "tests/support/runs/runs.h"

/* ---- lists ---------------------------------------------------------------------------------- */

enum { PACKETS = 256, CYCLES_MOST = 20000 };

/* Two nodes at a switch, whose buffers and virtual channels are never in the way: a wire. */
static const char wire[] = "nodes = { compute = 2; };\n"
                           "network = { topology = \"crossbar\"; router_stages = 1;\n"
                           "  virtual_channels = 16; buffer_flits = 32; };\n"
                           "traffic = { pattern = \"bit-complement\"; packet_flits = (%u, %u); };\n"
                           "codec = { cycles = %u; };\n";

/* What a list says, in cycles of its own: there a packet that is created in a cycle is sent in the
 * next one at the earliest. */
typedef struct listed {
    uint64_t created[PACKETS], flits[PACKETS], tail_sent[PACKETS], delivered[PACKETS];
    size_t count;
} listed;

static listed read_list(const ends_row *row)
{
    listed l = {.count = ends_numbers(row, "flits", l.flits, PACKETS)};
    assert_int_equal(ends_numbers(row, "tail_sent", l.tail_sent, PACKETS), l.count);
    assert_int_equal(ends_numbers(row, "delivered", l.delivered, PACKETS), l.count);
    char *text = (char *)ends_text(row, "packets");
    for (size_t i = 0; i < l.count; i++, text++) {
        l.created[i] = strtoull(text, &text, 10);
        assert_true(*text == 'c' || *text == 'x');
        text++;
    }
    return l;
}

static test_system wire_of(unsigned whole, unsigned shorter, unsigned cycles)
{
    char text[512];
    snprintf(text, sizeof text, wire, whole, shorter, cycles);
    return test_compile(text, NULL);
}

/* Cycles of a single flit over the wire, without codecs. */
static uint64_t cycles_of_wire(void)
{
    test_system plain = wire_of(1, 1, 0);
    const double latency = noc_zero_load_latency(plain.system);
    test_system_free(&plain);
    return (uint64_t)latency;
}

/* Runs a cycle; when the k-th tail is sent and the k-th packet delivered is noted. */
typedef struct progress {
    uint64_t tail_sent[PACKETS], delivered[PACKETS];
    size_t sent, arrived;
} progress;

static void run_cycle(noc_run *run, const listed *l, progress *p)
{
    const uint64_t now = noc_run_current_cycle(run);
    test_run_cycles(run, 1);
    const noc_tally *t = noc_run_tally(run);
    uint64_t flits = 0;
    size_t sent = 0;
    while (sent < l->count && flits + l->flits[sent] <= t->flits_injected)
        flits += l->flits[sent++];
    if (sent > p->sent) p->tail_sent[p->sent++] = now;
    assert_int_equal(p->sent, sent);
    if (t->delivered[NOC_REQUEST] > p->arrived) p->delivered[p->arrived++] = t->last_delivery;
    assert_int_equal(p->arrived, t->delivered[NOC_REQUEST]);
}

static void list_crosses_a_network(void **state)
{
    const ends_row *row = *state;
    const listed l = read_list(row);
    const unsigned whole = (unsigned)ends_integer(row, "packet_flits", 1);
    const unsigned shorter = noc_codec_flits(whole, ends_real(row, "ratio"));
    const uint64_t of_list = (uint64_t)ends_integer(row, "wire_cycles", 0);
    test_system t = wire_of(whole, shorter, (unsigned)ends_integer(row, "codec_cycles", 0));
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 1});
    progress p = {.sent = 0};
    size_t placed = 0;
    assert_non_null(run);
    while (p.arrived < l.count && noc_run_current_cycle(run) < CYCLES_MOST) {
        for (; placed < l.count && l.created[placed] == noc_run_current_cycle(run); placed++)
            assert_int_equal(test_run_place(run, 0, l.flits[placed] == whole ? 0 : 1), NOC_OK);
        run_cycle(run, &l, &p);
    }
    assert_int_equal(p.arrived, l.count);
    for (size_t i = 0; i < l.count; i++) {
        assert_int_equal(p.tail_sent[i] + 1, l.tail_sent[i]);
        assert_int_equal(p.delivered[i] + 1 + of_list, l.delivered[i] + cycles_of_wire());
    }
    noc_run_free(run);
    test_system_free(&t);
}

/* ---- packets alone -------------------------------------------------------------------------- */

typedef struct alone_case {
    const char *name, *text;
    const char *overrides[4];
} alone_case;

static const alone_case alone[] = {
    {"two cycles", test_uniform, {"codec.cycles=2"}},
    {"forty cycles", test_uniform, {"codec.cycles=40"}},
    {"one cycle, half of the flits",
     test_uniform,
     {"codec.cycles=1", "codec.compressible=1", "codec.ratio=0.5"}},
    {"half of the flits", test_uniform, {"codec.compressible=1", "codec.ratio=0.5"}},
    {"replies", test_gpu, {"codec.cycles=3", "codec.compressible=1", "codec.ratio=0.4"}},
};

/* Each packet takes what it would without codecs, less the flits that are saved, and twice the
 * cycles. */
static void lone_packet_takes_its_time(void **state)
{
    const alone_case *c = *state;
    test_system with = test_compile(c->text, c->overrides), without = test_compile(c->text, NULL);
    const noc_system *s = with.system;
    const noc_codec_spec *codec = &with.design->codec;
    for (size_t f = 0; f < s->traffic.flow_count; f += 7) {
        if (s->traffic.flows[f].class != NOC_REQUEST) continue;
        for (int type = 0; type < s->traffic.type_count; type++) {
            if (s->traffic.types[type].class != NOC_REQUEST) continue;
            uint64_t latency[2];
            for (int k = 0; k < 2; k++) {
                noc_run *run = test_engine_at(k ? without.system : s, 0.0, 3);
                assert_int_equal(test_run_place(run, f, type), NOC_OK);
                test_run_cycles(run, 500);
                assert_int_equal(noc_run_tally(run)->delivered[NOC_REQUEST], 1);
                latency[k] = noc_run_tally(run)->latency[NOC_REQUEST];
                noc_run_free(run);
            }
            const unsigned flits = s->traffic.types[type].flits[0];
            const unsigned saved =
                noc_codec_shortens(codec) ? flits - noc_codec_flits(flits, codec->saved_share) : 0;
            assert_int_equal(latency[0] + saved, latency[1] + 2 * (unsigned)codec->cycles);
        }
    }
    test_system_free(&with);
    test_system_free(&without);
}

/* ---- full ports ----------------------------------------------------------------------------- */

/* Packets for one node from others: its port takes one in F + cycles, whoever sends it. */
static const char crowd[] = "nodes = { compute = 9; };\n"
                            "network = { topology = \"crossbar\"; virtual_channels = 8; };\n"
                            "traffic = { pattern = \"hotspot\"; hotspot_nodes = (4);\n"
                            "  packet_flits = 4; };\n";

typedef struct full_case {
    const char *name;
    const char *overrides[4];
    double cycles; /* of a packet */
} full_case;

static const full_case full[] = {
    {"receiver: two cycles", {"codec.cycles=2"}, 6},
    {"receiver: three cycles, one flit", {"codec.cycles=3", "traffic.packet_flits=1"}, 4},
    {"receiver: half of the flits",
     {"codec.cycles=3", "codec.compressible=1", "codec.ratio=0.5"},
     5},
    {"receiver: a fourth of the flits of every second packet",
     {"codec.cycles=2", "codec.compressible=0.5", "codec.ratio=0.25"},
     5.5},
    {"receiver: long", {"codec.cycles=100"}, 104},
    {"receiver: one virtual channel", {"codec.cycles=5", "network.virtual_channels=1"}, 9},
};

static double cycles_a_packet(const test_system *t, double load, noc_class class)
{
    enum { WARM = 5000, CYCLES = 200000 };
    noc_run *run = test_engine_at(t->system, load, 5);
    test_run_cycles(run, WARM);
    const uint64_t before = noc_run_tally(run)->delivered[class];
    test_run_cycles(run, CYCLES);
    const uint64_t packets = noc_run_tally(run)->delivered[class] - before;
    noc_run_free(run);
    return (double)CYCLES / (double)packets;
}

static void receiver_takes_one_at_a_time(void **state)
{
    const full_case *c = *state;
    test_system t = test_compile(crowd, c->overrides);
    assert_near(cycles_a_packet(&t, 0.9, NOC_REQUEST) / c->cycles, 1.0, 0.006);
    test_system_free(&t);
}

/* And one sender to one receiver, neither of which is faster. */
static void sender_sends_one_at_a_time(void **state)
{
    (void)state;
    for (unsigned cycles = 0; cycles < 5; cycles++) {
        test_system t = wire_of(4, 4, cycles);
        assert_near(cycles_a_packet(&t, 3.0, NOC_REQUEST), (4.0 + cycles) / 2.0, 0.02);
        test_system_free(&t);
    }
}

/* ---- shares --------------------------------------------------------------------------------- */

/* Of packets of 1 and 5 flits, as many each, half of the flits are saved of a share: 5 become 3,
 * and 1 stays. The lengths that the model reads are those that the sampler sends. */
static void share_gets_shorter(void **state)
{
    (void)state;
    static const double shares[] = {0.0, 0.2, 0.7, 1.0};
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        char over[64];
        snprintf(over, sizeof over, "codec.compressible=%g", shares[i]);
        test_system t =
            test_compile(test_uniform, (const char *const[]){over, "codec.ratio=0.5", NULL});
        noc_run *run = test_engine_at(t.system, 0.2, 5);
        test_run_cycles(run, 30000);
        const noc_tally *tally = noc_run_tally(run);
        const double mean =
            (double)tally->flits_ejected[NOC_REQUEST] / (double)tally->delivered[NOC_REQUEST];
        assert_near(mean, 3.0 - shares[i], 0.04);
        assert_near(noc_system_mean_flits(t.system, NOC_REQUEST, 0), 3.0 - shares[i], 1e-12);
        assert_near(t.system->traffic.injected_flits, 3.0 - shares[i], 1e-12);
        noc_run_free(run);
        test_system_free(&t);
    }
}

/* ---- ends of ranges ------------------------------------------------------------------------- */

typedef struct end_case {
    const char *name, *text;
    const char *overrides[4];
} end_case;

static const end_case ends[] = {
    {"end: nothing compressible", test_uniform, {"codec.ratio=0.5"}},
    {"end: nothing saved", test_uniform, {"codec.compressible=0.5"}},
    {"end: too little saved for a flit",
     test_uniform,
     {"codec.compressible=0.5", "codec.ratio=0.1"}},
    {"end: all 0", test_gpu, {"codec.compressible=0", "codec.ratio=0", "codec.cycles=0"}},
    {"end: two planes, too little saved",
     test_planes,
     {"codec.compressible=1", "codec.ratio=0.05"}},
};

static void end_is_none_to_the_bit(void **state)
{
    const end_case *c = *state;
    test_system with = test_compile(c->text, c->overrides), without = test_compile(c->text, NULL);
    const double load = 0.6 * test_static_bound(without.system);
    assert_true(test_static_bound(with.system) == test_static_bound(without.system));
    noc_run *a = test_engine_at(with.system, load, 9), *b = test_engine_at(without.system, load, 9);
    test_run_cycles(a, 5000);
    test_run_cycles(b, 5000);
    assert_memory_equal(noc_run_tally(a), noc_run_tally(b), sizeof(noc_tally));
    assert_memory_equal(noc_run_sketch(a), noc_run_sketch(b), sizeof(noc_sketch));
    noc_run_free(a);
    noc_run_free(b);
    test_system_free(&with);
    test_system_free(&without);
}

int main(void)
{
    static test_list list;
    ends_add(&list, "codec_lists", list_crosses_a_network);
    TEST_TABLE_PREFIXED(&list, "alone", alone, lone_packet_takes_its_time);
    TEST_TABLE(&list, full, receiver_takes_one_at_a_time);
    test_add(&list, "sender takes one at a time", sender_sends_one_at_a_time);
    test_add(&list, "a share gets shorter", share_gets_shorter);
    TEST_TABLE(&list, ends, end_is_none_to_the_bit);
    return test_run("codec ports", &list);
}
