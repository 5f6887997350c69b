/* Acknowledged traffic of overlays (dapper 4.2.2): without errors it is as if not acknowledged,
 * with bit errors packets go as often as chance has it, and queues that end are never overfull. */
#include <math.h>
#include <string.h>

#include "sampler/run.h"
#include "tests/support/designs/overlay_designs.h"

#define ACK  "networks[1].ack=true"
#define FULL "networks[1].core_queue=1"

static noc_run *run_at(const noc_system *s, double rate, uint64_t seed)
{
    noc_run *run = noc_run_new(s, (noc_load){.packets_per_cycle = rate, .seed = seed});
    assert_non_null(run);
    return run;
}

static void assert_alike(const noc_run *a, const noc_run *b)
{
    assert_int_equal(noc_run_current_cycle(a), noc_run_current_cycle(b));
    assert_memory_equal(noc_run_tally(a), noc_run_tally(b), sizeof(noc_tally));
    assert_memory_equal(noc_run_sketch(a), noc_run_sketch(b), sizeof(noc_sketch));
}

/* Packets created wait, or were delivered, or are on the way or not acknowledged yet: some a memory
 * node. */
static void assert_conserved(const noc_run *run)
{
    noc_diag diag = {0};
    assert_int_equal(noc_run_check(run, &diag), NOC_OK);
    const noc_tally *t = noc_run_tally(run);
    const double there = (double)(t->created[NOC_REPLY] - t->delivered[NOC_REPLY]);
    assert_near(there, noc_run_backlog(run, NOC_REPLY), 40.0);
}

/* ---- without errors ------------------------------------------------------------------------- */

typedef struct family_case {
    const char *name;
} family_case;

static const family_case families[] = {
    {"dapper-16-fix"}, {"dapper-64-ada"},    {"dapper-64-fix-i1"},    {"macro-16-ada-hot40"},
    {"rapid-16-fix"},  {"rapid-64-fix-mux"}, {"rapid-16-fix-muxall"},
};

/* In open loop, where queues do not end: every packet, below and above saturation. */
static void acknowledgements_change_nothing(void **state)
{
    static const double shares[] = {0.3, 0.9, 1.2}; /* of saturation */
    const overlay_family *f = overlay_family_of(((const family_case *)*state)->name);
    test_system plain = overlay_compile(f, NULL),
                acked = overlay_compile(f, (const char *const[]){ACK, NULL});
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        noc_run *a = run_at(plain.system, shares[i] * f->saturation, 3),
                *b = run_at(acked.system, shares[i] * f->saturation, 3);
        for (int k = 0; k < 40; k++) {
            assert_int_equal(noc_run_cycles(a, 1777, true), NOC_OK);
            assert_int_equal(noc_run_cycles(b, 1777, true), NOC_OK);
            assert_alike(a, b);
        }
        assert_true(noc_run_tally(a)->delivered[NOC_REPLY] > 0);
        assert_conserved(b);
        noc_run_free(a);
        noc_run_free(b);
    }
    test_system_free(&plain);
    test_system_free(&acked);
}

/* ---- with errors ---------------------------------------------------------------------------- */

typedef struct error_case {
    const char *name, *family;
    const char *overrides[5];
} error_case;

#define RATE  "networks[1].bit_error_rate=4e-4"
#define READS "traffic.read_fraction=1"

static const error_case errors[] = {
    {"dapper", "dapper-16-fix", {ACK, RATE, READS}},
    {"dapper, adaptive", "dapper-64-ada", {ACK, RATE, READS}},
    {"RAPID, partners", "rapid-64-fix-mux", {ACK, RATE, READS}},
    {"RAPID, packets stop with a window", "rapid-16-fix-k200", {ACK, RATE, READS}},
    {"full cores, too", "dapper-64-fix-i1", {ACK, RATE, READS, FULL}},
};

static double hit_chance(void)
{
    return 1.0 - pow(1.0 - 4e-4, 8.0 * 8.0 * OVERLAY_FLIT_BYTES);
}

/* Times that a packet goes. */
static double transmissions(const noc_system *s, const noc_run *run)
{
    double flits = 0.0;
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (s->graph.channels[c].kind == NOC_INJECTION)
            flits += noc_run_channel_flits(run, c, NOC_REPLY);
    return flits / (double)noc_run_tally(run)->flits_ejected[NOC_REPLY];
}

/* As a geometric number has it: mean 1 / (1 - p), variance p / (1 - p)^2. With full cores there are
 * more. */
static void packets_go_as_often_as_chance_has_it(void **state)
{
    const error_case *c = *state;
    const overlay_family *f = overlay_family_of(c->family);
    const double p = hit_chance();
    test_system t = overlay_compile(f, c->overrides);
    noc_run *run = run_at(t.system, 0.5 * (1.0 - p) * f->saturation, 5);
    assert_int_equal(noc_run_cycles(run, 3000000, true), NOC_OK);
    const double packets = (double)noc_run_tally(run)->delivered[NOC_REPLY];
    const double error = sqrt(p / packets) / (1.0 - p), mean = transmissions(t.system, run);
    assert_true(packets > 10000.0);
    if (c->overrides[3])
        assert_true(mean > 1.0 / (1.0 - p));
    else
        assert_near(mean, 1.0 / (1.0 - p), 4.0 * error);
    assert_conserved(run);
    noc_run_free(run);
    test_system_free(&t);
}

/* Idle cycles left out or run, and the same seed again: the same bits. */
static void the_same_again(void **state)
{
    const error_case *c = *state;
    const overlay_family *f = overlay_family_of(c->family);
    test_system t = overlay_compile(f, c->overrides);
    noc_run *skips = run_at(t.system, 0.5 * f->saturation, 5),
            *steps = run_at(t.system, 0.5 * f->saturation, 5);
    for (int k = 0; k < 40; k++) {
        assert_int_equal(noc_run_cycles(skips, 777, true), NOC_OK);
        assert_int_equal(noc_run_cycles(steps, 777, false), NOC_OK);
        assert_alike(skips, steps);
    }
    assert_true(noc_run_tally(skips)->delivered[NOC_REPLY] > 0);
    noc_run_free(skips);
    noc_run_free(steps);
    test_system_free(&t);
}

/* Errors have a stream of their own: the packets that are created are those that there are without
 * them. They come later. */
static void errors_delay_the_same_packets(void **state)
{
    const error_case *c = *state;
    const overlay_family *f = overlay_family_of(c->family);
    test_system hit = overlay_compile(f, c->overrides),
                whole = overlay_compile(f, (const char *const[]){ACK, READS, NULL});
    noc_run *a = run_at(hit.system, 0.3 * f->saturation, 5),
            *b = run_at(whole.system, 0.3 * f->saturation, 5);
    assert_int_equal(noc_run_cycles(a, 300000, true), NOC_OK);
    assert_int_equal(noc_run_cycles(b, 300000, true), NOC_OK);
    const noc_tally *x = noc_run_tally(a), *y = noc_run_tally(b);
    assert_int_equal(x->created[NOC_REPLY], y->created[NOC_REPLY]);
    assert_true((double)x->latency[NOC_REPLY] / (double)x->delivered[NOC_REPLY] >
                (double)y->latency[NOC_REPLY] / (double)y->delivered[NOC_REPLY]);
    noc_run_free(a);
    noc_run_free(b);
    test_system_free(&hit);
    test_system_free(&whole);
}

/* ---- the closed loop ------------------------------------------------------------------------ */

/* Cores that ask for more than an overlay carries, of caches that always have it; memory nodes let
 * in all that cores may ask for. */
#define LOOP                                                                                    \
    "workload.instructions=1", "workload.warps=80", "workload.l2_hit_rate=1", "nodes.mshrs=80", \
        "nodes.simd_width=32", "memory.input_queue=960"
#define WRITES     "workload.read_fraction=0"
#define ONLY_READS "workload.read_fraction=1"
#define PLACES(n)  "networks[1].output_queue=" #n

typedef struct place_case {
    const char *name;
    const char *overrides[12];
    uint64_t flits;  /* of a reply */
    uint64_t window; /* packets that a window carries */
} place_case;

/* Windows of 250 cycles, in which flits go in 2-247. With a single place the next packet starts in
 * the cycle after the acknowledgement of the one before: 7 cycles after its tail, so every 7 (a
 * flit) or 21 (eight) cycles; without acknowledgement a place is free as the tail goes. */
static const place_case places[] = {
    {"a flit, one place", {LOOP, WRITES, ACK, PLACES(1)}, 1, 245 / 7 + 1},
    {"a flit, no acknowledgement", {LOOP, WRITES, "memory.reply_queue=1"}, 1, 245 / 2 + 1},
    {"eight flits, one place", {LOOP, ONLY_READS, ACK, PLACES(1)}, 8, (245 - 14) / 21 + 1},
    {"eight flits, no acknowledgement",
     {LOOP, ONLY_READS, "memory.reply_queue=1"},
     8,
     (245 - 14) / 16 + 1},
    {"a flit, room for all that are not acknowledged",
     {LOOP, WRITES, ACK, PLACES(8)},
     1,
     245 / 2 + 1},
};

static noc_run *loop_of(const test_system *t)
{
    noc_run *run = noc_run_new(t->system, (noc_load){.seed = 3, .workload = &t->design->workload});
    assert_non_null(run);
    return run;
}

static void a_window_carries_so_many(void **state)
{
    enum { PERIODS = 20 };
    const place_case *c = *state;
    const char *overrides[14] = {"networks[1].row_transit_cycles=3"};
    memcpy(&overrides[1], c->overrides, sizeof c->overrides);
    test_system t = overlay_compile(overlay_family_of("dapper-16-fix"), overrides);
    noc_run *run = loop_of(&t);
    assert_int_equal(noc_run_cycles(run, 4000, true), NOC_OK);
    const noc_tally from = *noc_run_tally(run);
    assert_int_equal(noc_run_cycles(run, PERIODS * 1000, true), NOC_OK);
    const noc_tally *to = noc_run_tally(run);
    assert_int_equal(to->flits_ejected[NOC_REPLY] - from.flits_ejected[NOC_REPLY],
                     PERIODS * 4 * c->window * c->flits);
    noc_run_free(run);
    test_system_free(&t);
}

/* Replies that wait or are not acknowledged never take more places than there are. */
static void output_queues_are_never_overfull(void **state)
{
    (void)state;
    enum { QUEUE = 12, NODES = 4 };
    const char *const overrides[] = {LOOP, ACK, RATE, FULL, PLACES(12), NULL};
    test_system t = overlay_compile(overlay_family_of("dapper-16-fix"), overrides);
    noc_run *run = loop_of(&t);
    double most = 0.0;
    for (int cycle = 0; cycle < 20000; cycle++) {
        assert_int_equal(noc_run_cycles(run, 1, false), NOC_OK);
        most = fmax(most, noc_run_backlog(run, NOC_REPLY));
    }
    assert_near(most, QUEUE * NODES, 0.0);
    noc_diag diag = {0};
    assert_int_equal(noc_run_check(run, &diag), NOC_OK);
    noc_run_free(run);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "no errors", families, acknowledgements_change_nothing);
    TEST_TABLE_PREFIXED(&list, "transmissions", errors, packets_go_as_often_as_chance_has_it);
    TEST_TABLE_PREFIXED(&list, "again", errors, the_same_again);
    TEST_TABLE_PREFIXED(&list, "delay", errors, errors_delay_the_same_packets);
    TEST_TABLE_PREFIXED(&list, "closed loop", places, a_window_carries_so_many);
    test_add(&list, "output queues are never overfull", output_queues_are_never_overfull);
    return test_run("acknowledged traffic", &list);
}
