/* Sources draw what the design says: gaps, lengths, destinations, paths. */
#include <math.h>

#include "analytic/loads.h"
#include "base/auto.h"
#include "tests/support/runs/engines.h"

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

static uint64_t flits_of(const noc_run *engine, uint32_t channel)
{
    return (uint64_t)noc_run_channel_flits(engine, channel, NOC_REQUEST) +
           noc_run_channel_flits(engine, channel, NOC_REPLY);
}

/* Counts of a channel are sums of rare independent creations, so nearly Poisson: slightly less
 * varied, which makes the test a little easier to pass. Their sum is free, so there is a degree for
 * each. */
static void check_spread(void **state)
{
    enum { CYCLES = 40000, CHANNELS_MAX = 4096 };
    static double seen[CHANNELS_MAX], expected[CHANNELS_MAX];
    const spread_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
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

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, gap_cases, check_gaps);
    test_add(&list, "source: packet lengths follow the mix", packet_lengths_follow_the_mix);
    TEST_TABLE(&list, spread_cases, check_spread);
    test_add(&list, "source: reads and writes", reads_and_writes_follow_the_fraction);
    test_add(&list, "source: backlog", backlog_is_what_was_offered_and_not_sent);
    return test_run("sources", &list);
}
