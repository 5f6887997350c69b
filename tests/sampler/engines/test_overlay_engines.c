/* Overlays, slices, tokens and rings through the whole sampler: packet by packet against examples
 * worked by hand, and with random traffic against an independent simulator. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/circuits/overlay_windows.h"
#include "network/graph/resources.h"
#include "sampler/run.h"
#include "sampler/sampling/limits.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/designs/overlay_designs.h"
#include "tests/support/runs/engines.h"

enum { PACKETS = 6 };

/* ---- worked examples ------------------------------------------------------------------------ */

typedef struct example_packet {
    noc_point memory, core; /* on a grid; else the ring's number, and the core's */
    int flits;
    uint64_t created, delivered;
} example_packet;

typedef struct example {
    const char *name, *family;
    example_packet
        packets[PACKETS]; /* in the order of creation, those of a cycle in that of their queues */
} example;

/* 4x4: memory node 0 is at (1,0) and owns cycles 0-249 of 1000, 1 at (3,1) 250-499, 2 at (0,2), 3
 * at (2,3). */
static const example examples[] = {
    {"MACRO: an open idle circuit", "macro-16-fix", {{{1, 0}, {2, 2}, 1, 9, 12}}},
    {"MACRO: over the end of a window", "macro-16-fix", {{{1, 0}, {2, 2}, 8, 239, 1016}}},
    {"MACRO: the own window just past", "macro-16-fix", {{{0, 2}, {3, 0}, 8, 760, 1525}}},
    {"MACRO: in the own row, too", "macro-16-fix", {{{1, 0}, {3, 0}, 1, 9, 12}}},
    {"MACRO: two packets, three cycles a flit",
     "macro-16-fix",
     {{{1, 0}, {2, 2}, 2, 9, 15}, {{1, 0}, {0, 3}, 1, 9, 18}}},
    {"MACRO: not while windows switch", "macro-16-fix", {{{1, 0}, {2, 2}, 1, 999, 1004}}},
    {"RAPID: eight flits", "rapid-16-fix", {{{1, 0}, {2, 2}, 8, 9, 26}}},
    {"RAPID: over the end of a window", "rapid-16-fix", {{{1, 0}, {2, 2}, 8, 239, 1010}}},
    {"RAPID: the last cycle of a window", "rapid-16-fix", {{{1, 0}, {2, 2}, 1, 246, 249}}},
    {"RAPID: a cycle too late", "rapid-16-fix", {{{1, 0}, {2, 2}, 1, 247, 1004}}},
    {"RAPID: partner, between the rows", "rapid-16-mux", {{{0, 2}, {2, 1}, 1, 9, 12}}},
    {"RAPID: partner, owner's row", "rapid-16-mux", {{{0, 2}, {0, 0}, 1, 9, 12}}},
    {"RAPID: partner, owner's row, beyond", "rapid-16-mux", {{{0, 2}, {2, 0}, 1, 9, 504}}},
    {"RAPID: partner, beyond the rows", "rapid-16-mux", {{{0, 2}, {1, 3}, 1, 9, 504}}},
    {"RAPID: a younger packet passes as partner's, and the older goes first in the own window",
     "rapid-16-mux",
     {{{0, 2}, {2, 0}, 8, 230, 518}, {{0, 2}, {2, 1}, 8, 239, 526}}},
    {"RAPID: partner and owner at a time",
     "rapid-16-mux",
     {{{1, 0}, {2, 1}, 8, 9, 26}, {{0, 2}, {2, 1}, 8, 9, 26}}},
    {"RAPID, all: any core as partner", "rapid-16-fix-muxall", {{{0, 2}, {1, 3}, 1, 9, 12}}},
    {"dapper: in the own row", "dapper-16-fix", {{{1, 0}, {3, 0}, 1, 9, 11}}},
    {"dapper: eight flits", "dapper-16-fix", {{{1, 0}, {2, 2}, 8, 9, 26}}},
    {"dapper: the last packet of a window", "dapper-16-fix", {{{1, 0}, {2, 2}, 8, 232, 249}}},
    {"dapper: one that does not fit", "dapper-16-fix", {{{1, 0}, {2, 2}, 8, 233, 1018}}},
    {"dapper: nothing passes it",
     "dapper-16-fix",
     {{{1, 0}, {2, 2}, 8, 233, 1018}, {{1, 0}, {2, 2}, 1, 234, 1020}}},
    {"dapper: a flit a cycle", "dapper-16-i1", {{{1, 0}, {2, 2}, 8, 239, 249}}},
    {"dapper: a flit a cycle, too late", "dapper-16-i1", {{{1, 0}, {2, 2}, 8, 240, 1011}}},
    {"DA2: one after the other",
     "da2-16-16b",
     {{{1, 0}, {2, 2}, 32, 9, 44}, {{1, 0}, {2, 2}, 4, 20, 48}}},
    {"DA2: memory nodes do not meet",
     "da2-16-16b",
     {{{1, 0}, {2, 2}, 32, 9, 44}, {{3, 1}, {2, 2}, 4, 9, 15}}},
    {"DA2: 8 bits, a read", "da2-64-16b", {{{1, 0}, {7, 7}, 64, 9, 86}}},
    {"tokens: it comes with the packet", "cenoc-16-16b", {{{2, 3}, {0, 1}, 4, 9, 17}}},
    {"tokens: it comes back to the top",
     "cenoc-16-16b",
     {{{2, 3}, {0, 1}, 4, 9, 17}, {{0, 2}, {0, 0}, 4, 10, 20}}},
    {"tokens: one packet a visit",
     "cenoc-16-16b",
     {{{2, 3}, {0, 1}, 4, 9, 17}, {{0, 2}, {0, 0}, 4, 10, 20}, {{0, 2}, {0, 0}, 4, 10, 26}}},
    {"rings: the first stop, twice",
     "hrcnet-64",
     {{{0, 0}, {0, 0}, 4, 9, 13}, {{0, 0}, {0, 0}, 4, 9, 17}}},
    {"rings: the last stop", "hrcnet-64", {{{0, 0}, {55, 0}, 4, 9, 68}}},
};

/* Designs of the examples that no measured family is: with another setting of one. */
static overlay_family design_of(const char *name)
{
    overlay_family f;
    if (!strcmp(name, "rapid-16-mux")) {
        f = *overlay_family_of("rapid-16-fix");
        f.overlay.multiplexing = NOC_MULTIPLEX_RESERVED;
    } else if (!strcmp(name, "dapper-16-i1")) {
        f = *overlay_family_of("dapper-16-fix");
        f.overlay.inject_interval = 1;
    } else {
        f = *overlay_family_of(name);
    }
    return f;
}

/* ---- packets by hand ------------------------------------------------------------------------ */

/* A trace of packets that a reply plane, or a request plane, carries. */
typedef struct script {
    noc_trace_packet packets[PACKETS];
    noc_trace trace;
    noc_trace_schedule list;
} script;

static uint32_t node_at(const noc_system *s, const overlay_family *f, noc_point at, bool memory)
{
    const noc_graph *g = &s->graph;
    if (f->kind == OVERLAY_RINGS)
        return memory ? g->memory_terminals[at.column] : g->compute_terminals[at.column];
    return (uint32_t)(at.column + at.row * g->columns);
}

static void add_packet(script *c, const noc_system *s, const overlay_family *f,
                       const example_packet *p, uint64_t later)
{
    const uint32_t memory = node_at(s, f, p->memory, true), core = node_at(s, f, p->core, false);
    const bool request = overlay_class(f) == NOC_REQUEST;
    c->packets[c->trace.count++] = (noc_trace_packet){
        .cycle = p->created + later,
        .source = request ? core : memory,
        .destination = request ? memory : core,
        .bytes = (uint32_t)(OVERLAY_FLIT_BYTES * p->flits),
        .class = request ? NOC_TRACE_READ : NOC_TRACE_REPLY,
    };
    *(request ? &c->trace.requests : &c->trace.replies) += 1;
}

static noc_run *start(script *c, const noc_system *s)
{
    noc_diag diag = {0};
    c->trace.packets = c->packets;
    assert_int_equal(noc_trace_schedule_make(s, &c->trace, "script", &c->list, &diag), NOC_OK);
    noc_run *run = noc_run_new(s, (noc_load){.seed = 1, .schedule = &c->list});
    assert_non_null(run);
    return run;
}

static noc_status run_on(noc_run *run, uint64_t cycles, bool skip)
{
    return noc_run_cycles(run, cycles, skip);
}

/* What arrives in each cycle is what the example has for it, by number and by the sum of latencies.
 * A cycle of the example is one of the run `shift` later. */
static void watch(noc_run *run, noc_class class, const example *e, int64_t shift, bool skip)
{
    uint64_t end = 0;
    for (int i = 0; i < PACKETS && e->packets[i].flits; i++)
        if (e->packets[i].delivered > end) end = e->packets[i].delivered;
    if (shift > 0) assert_int_equal(run_on(run, (uint64_t)shift, skip), NOC_OK);
    for (uint64_t cycle = shift < 0 ? (uint64_t)-shift : 0; cycle <= end; cycle++) {
        const noc_tally before = *noc_run_tally(run);
        uint64_t count = 0, latency = 0;
        for (int i = 0; i < PACKETS && e->packets[i].flits; i++) {
            if (e->packets[i].delivered != cycle) continue;
            count++;
            latency += cycle - e->packets[i].created;
        }
        assert_int_equal(run_on(run, 1, skip), NOC_OK);
        assert_int_equal(noc_run_tally(run)->delivered[class] - before.delivered[class], count);
        assert_int_equal(noc_run_tally(run)->latency[class] - before.latency[class], latency);
    }
}

/* Where networks have no rhythm, a trace begins with its first packet. */
static void play(const example *e, const overlay_family *f, bool skip, uint64_t later)
{
    test_system t = overlay_compile(f, NULL);
    script c = {.trace = {.count = 0}};
    for (int i = 0; i < PACKETS && e->packets[i].flits; i++)
        add_packet(&c, t.system, f, &e->packets[i], later);
    noc_run *run = start(&c, t.system);
    watch(run, overlay_class(f), e,
          (int64_t)c.list.packets[0].cycle - (int64_t)e->packets[0].created, skip);
    noc_run_free(run);
    noc_trace_schedule_clear(&c.list);
    test_system_free(&t);
}

/* Examples are the same in a later period, and whether idle cycles are run or left out. Periods of
 * 1000 cycles; tokens come round in 3. */
static void examples_by_hand(void **state)
{
    const example *e = *state;
    const overlay_family f = design_of(e->family);
    for (int skip = 0; skip < 2; skip++) {
        play(e, &f, skip, 0);
        play(e, &f, skip, 3000);
    }
    play(e, &f, true, 3000000000);
}

/* ---- epochs --------------------------------------------------------------------------------- */

typedef struct epoch_case {
    const char *name;
    int packets;       /* of memory node 0, a flit, long before the end of the first epoch */
    uint64_t window_0; /* of the second epoch */
} epoch_case;

static const epoch_case epochs[] = {
    {"all to the only one", 3, 985},
    {"nothing happened", 0, 250},
};

/* The window of memory node 1 begins after the gap and window 0; its circuit stands two cycles
 * later. */
static void epochs_size_windows(void **state)
{
    const epoch_case *c = *state;
    const overlay_family *f = overlay_family_of("macro-16-ada-hot40");
    const uint64_t epoch = (uint64_t)noc_overlay_epoch_cycles(&f->overlay);
    example e = {c->name, f->name, {{{0, 0}, {0, 0}, 0, 0, 0}}};
    for (int i = 0; i < c->packets; i++) /* in its second window, three cycles apart */
        e.packets[i] = (example_packet){{1, 0}, {2, 2}, 1, 500, 1027 + 4 + 3 * (uint64_t)i};
    e.packets[c->packets] =
        (example_packet){{3, 1}, {2, 2}, 1, epoch, epoch + 27 + c->window_0 + 4};
    play(&e, f, true, 0);
}

/* No circuit stands at the start of an epoch, the first one either. */
static void epochs_begin_with_a_gap(void **state)
{
    (void)state;
    const example e = {"gap", "macro-16-ada-hot40", {{{1, 0}, {2, 2}, 1, 3, 27 + 4}}};
    const overlay_family *f = overlay_family_of(e.family);
    play(&e, f, true, 0);
    play(&e, f, false, 3 * (uint64_t)noc_overlay_epoch_cycles(&f->overlay));
    play(&e, f, true, 100000000000 * (uint64_t)noc_overlay_epoch_cycles(&f->overlay));
}

/* The weights of an epoch, counted here by hand: a packet waits in each cycle from its creation to
 * before its tail is sent. What follows from weights is in test_overlay.c. */
static void epochs_count_what_waits(void **state)
{
    (void)state;
    const overlay_family *f = overlay_family_of("macro-16-ada-hot40");
    const uint64_t epoch = (uint64_t)noc_overlay_epoch_cycles(&f->overlay);
    const noc_window_load loads[4] = {
        /* created in cycle 0, tails sent in 29 and 32: 29 + 32 cycles of waiting */
        {2, (29.0 + 32.0) / (double)epoch},
        /* created in 40, sent in 27 + 250 + 2 */
        {1, (279.0 - 40.0) / (double)epoch},
        {0, 0.0},
        /* created too late for its last window, still there */
        {1, (double)(epoch - 10024) / (double)epoch},
    };
    double weights[4];
    int windows[4];
    for (int m = 0; m < 4; m++) weights[m] = noc_window_weight(&f->overlay, loads[m], 132);
    noc_windows_divide(1000, 5, weights, 4, windows);
    const uint64_t first = epoch + 27 + (uint64_t)windows[0] + 4, /* in the window of node 1 */
        second = first + (uint64_t)windows[1], third = second + (uint64_t)windows[2];
    const noc_point core = {2, 2};
    const example e = {"waits",
                       f->name,
                       {{{1, 0}, core, 1, 0, 31},
                        {{1, 0}, core, 1, 0, 34},
                        {{3, 1}, core, 1, 40, 281},
                        {{2, 3}, core, 1, 10024, third},
                        {{3, 1}, core, 1, epoch, first},
                        {{0, 2}, core, 1, epoch, second}}};
    play(&e, f, true, 0);
}

/* ---- random traffic ------------------------------------------------------------------------- */

static noc_run *run_at(const noc_system *s, double rate, uint64_t seed)
{
    noc_run *run = noc_run_new(s, (noc_load){.packets_per_cycle = rate, .seed = seed});
    assert_non_null(run);
    return run;
}

/* Every packet created is waiting, or was delivered, or is on the way, for less than `way`
 * cycles. */
static void assert_conserved(const noc_run *run, noc_class class, double on_the_way)
{
    noc_diag diag = {0};
    assert_int_equal(noc_run_check(run, &diag), NOC_OK);
    const noc_tally *t = noc_run_tally(run);
    const double there = (double)(t->created[class] - t->delivered[class]);
    assert_near(there, noc_run_backlog(run, class), on_the_way);
}

/* Idle cycles left out, or run: the same bits. */
static void skipping_changes_nothing(void **state)
{
    static const double shares[] = {0.02, 0.8, 1.3}; /* of saturation */
    const overlay_family *f = *state;
    test_system t = overlay_compile(f, NULL);
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        noc_run *skips = run_at(t.system, shares[i] * f->saturation, 3),
                *steps = run_at(t.system, shares[i] * f->saturation, 3);
        for (int k = 0; k < 40; k++) {
            assert_int_equal(noc_run_cycles(skips, 777, true), NOC_OK);
            assert_int_equal(noc_run_cycles(steps, 777, false), NOC_OK);
            assert_int_equal(noc_run_current_cycle(skips), noc_run_current_cycle(steps));
            assert_memory_equal(noc_run_tally(skips), noc_run_tally(steps), sizeof(noc_tally));
        }
        assert_true(noc_run_tally(skips)->delivered[overlay_class(f)] > 0);
        /* tokens send a packet a slice, lines are on the way for a ring at most */
        assert_conserved(skips, overlay_class(f), 60.0 * f->memory_nodes);
        noc_run_free(skips);
        noc_run_free(steps);
    }
    test_system_free(&t);
}

typedef struct measured {
    double latency, error; /* mean, and its standard error over the runs */
} measured;

static measured measure(const noc_system *s, noc_class class, double rate, uint64_t cycles,
                        int runs)
{
    double sum = 0.0, squares = 0.0;
    for (int k = 0; k < runs; k++) {
        noc_run *run = run_at(s, rate, (uint64_t)k + 1);
        assert_int_equal(noc_run_cycles(run, cycles / 6, true), NOC_OK);
        const noc_tally from = *noc_run_tally(run);
        assert_int_equal(noc_run_cycles(run, cycles, true), NOC_OK);
        const noc_tally *to = noc_run_tally(run);
        const double mean = (double)(to->latency[class] - from.latency[class]) /
                            (double)(to->delivered[class] - from.delivered[class]);
        sum += mean;
        squares += mean * mean;
        noc_run_free(run);
    }
    return (measured){sum / runs, sqrt((squares / runs - sum * sum / runs / runs) / (runs - 1))};
}

/* Mean latency at half and at four fifths of saturation, within what the two simulations' noise
 * explains, and 1 %. */
static void latency_is_as_measured(void **state)
{
    const overlay_family *f = *state;
    test_system t = overlay_compile(f, NULL);
    for (size_t i = 0; i < f->count; i++) {
        const overlay_point *p = &f->points[i];
        if (strcmp(p->name, "load50") && strcmp(p->name, "load80")) continue;
        const int runs = f->overlay.window_sizing == NOC_WINDOWS_ADAPTIVE ? 10 : 4;
        const uint64_t cycles = f->kind == OVERLAY_CIRCUITS ? 1200000 : 200000;
        const measured m = measure(t.system, overlay_class(f), p->rate, cycles, runs);
        assert_near(m.latency, p->latency, 0.01 * p->latency + 3.5 * hypot(m.error, p->error));
    }
    test_system_free(&t);
}

static const char *const sampled[] = {"da2-16-16b", "cenoc-16-16b", "rapid-16-fix", "rapid-64-ada"};

/* A sample runs for as long as its interval says, with a warm-up of its own. */
static void samples_are_as_measured(void **state)
{
    const overlay_family *f = overlay_family_of(*(const char *const *)*state);
    test_system t = overlay_compile(f, NULL);
    for (size_t i = 0; i < f->count; i++) {
        const overlay_point *p = &f->points[i];
        if (strcmp(p->name, "load80")) continue;
        const double load = p->rate / noc_system_packet_rate(t.system, 1.0);
        const noc_sample sample = test_sample_of(t.system, load, test_quick(0.02, 7));
        const noc_interval latency =
            sample.quantities[overlay_class(f) == NOC_REPLY ? NOC_SAMPLE_REPLY_LATENCY
                                                            : NOC_SAMPLE_REQUEST_LATENCY];
        assert_true(sample.is_converged && !sample.is_saturated);
        assert_near(latency.mean, p->latency,
                    3.5 * hypot(latency.half_width / 1.96, p->error) + 0.005 * p->latency);
    }
    test_system_free(&t);
}

/* Where 98 % of what is offered is accepted. */
static void limits_are_as_measured(void **state)
{
    const overlay_family *f = overlay_family_of(*(const char *const *)*state);
    test_system t = overlay_compile(f, NULL);
    noc_sample_options options = test_quick(0.02, 3);
    options.skips_knee = true;
    options.effort = NOC_EFFORT_BRIEF;
    noc_sample_limits limits;
    noc_diag diag = {0};
    const double load = noc_system_packet_rate(t.system, 1.0); /* packets at load 1 */
    assert_int_equal(noc_sample_find_limits(t.system, f->zero_load, 1.3 * f->full / load, &options,
                                            &limits, &diag),
                     NOC_OK);
    assert_near(limits.saturation * load, f->saturation,
                0.01 * f->saturation + limits.saturation_half_width * load);
    test_system_free(&t);
}

/* Flits that are delivered in overload, with the senders at rest in one of so many cycles (0:
 * never). */
static double delivered_in_overload(const noc_system *s, const overlay_family *f, unsigned rest)
{
    const noc_resource kind =
        overlay_class(f) == NOC_REQUEST ? NOC_RESOURCE_REQUEST_NETWORK : NOC_RESOURCE_REPLY_NETWORK;
    const double overload =
        f->shares[0] > f->shares[1] ? 4.0 : 1.5; /* of all, not the hot node only */
    const noc_load load = {.packets_per_cycle = overload * f->saturation,
                           .seed = 4,
                           .derating = {rest ? 1u << kind : 0, rest}};
    noc_run *run = noc_run_new(s, load);
    assert_non_null(run);
    assert_int_equal(noc_run_cycles(run, 200000, true), NOC_OK);
    const double flits = (double)noc_run_tally(run)->flits_ejected[overlay_class(f)];
    noc_run_free(run);
    return flits;
}

/* Flits of an owner's window counted one by one: each an interval of the sender's own ticks after
 * the one before. */
static int slots_by_hand(const noc_overlay *o, uint64_t start, int cycles, unsigned rest,
                         unsigned sender)
{
    int slots = 0, ticks = o->inject_interval;
    const uint64_t end = start + (uint64_t)cycles - NOC_OVERLAY_DRAIN;
    for (uint64_t c = start + (uint64_t)o->window_switch_cycles; c < end; c++) {
        if ((c + sender) % rest == 0) continue;
        if (ticks >= o->inject_interval) {
            slots++;
            ticks = 0;
        }
        ticks++;
    }
    return slots;
}

/* A period's flits with rests over those without, where windows are equal and nobody has a
 * partner. */
static double expected_left(const overlay_family *f, unsigned rest)
{
    const noc_overlay *o = &f->overlay;
    if (f->kind != OVERLAY_CIRCUITS) return 1.0 - 1.0 / rest;
    int with = 0, without = 0;
    uint64_t start = 0;
    for (int m = 0; m < f->memory_nodes; start += (uint64_t)f->windows[m++]) {
        with += slots_by_hand(o, start, f->windows[m], rest, (unsigned)m);
        without += noc_window_slots(o, f->windows[m]);
    }
    return (double)with / without;
}

/* Periods are whole multiples of the rests, so every period is like the first. */
static void rests_cost_their_share(void **state)
{
    const overlay_family *f = *state;
    test_system t = overlay_compile(f, NULL);
    const double all = delivered_in_overload(t.system, f, 0);
    const bool exact =
        f->kind != OVERLAY_CIRCUITS ||
        (f->overlay.window_sizing == NOC_WINDOWS_EQUAL && f->overlay.straddles_windows &&
         f->overlay.multiplexing == NOC_MULTIPLEX_OFF);
    static const unsigned rests[] = {20, 10};
    for (size_t i = 0; i < TEST_COUNT(rests); i++) {
        const double left = delivered_in_overload(t.system, f, rests[i]) / all;
        if (exact)
            assert_near(left, expected_left(f, rests[i]), 0.004);
        else
            assert_near(left, 1.0 - 1.0 / rests[i], f->overlay.straddles_windows ? 0.02 : 0.05);
    }
    test_system_free(&t);
}

/* All cores wait for the memory nodes whose windows are far off: nothing moves, and nothing is
 * stuck. */
static void long_windows_are_no_deadlock(void **state)
{
    (void)state;
    static const char *const overrides[] = {"workload=steady", "networks[1].period_cycles=100000",
                                            NULL};
    test_system t = overlay_compile_beside_mesh(overlay_family_of("macro-16-fix"), overrides);
    noc_run *run = noc_run_new(t.system, (noc_load){.seed = 1, .workload = &t.design->workload});
    assert_non_null(run);
    assert_int_equal(noc_run_cycles(run, 120000, true), NOC_OK);
    assert_true(noc_run_tally(run)->round_trips > 500);
    noc_run_free(run);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    const overlay_family *families;
    const size_t count = overlay_families(&families), size = sizeof *families;
    TEST_TABLE(&list, examples, examples_by_hand);
    TEST_TABLE_PREFIXED(&list, "epoch", epochs, epochs_size_windows);
    test_add(&list, "long windows", long_windows_are_no_deadlock);
    test_add(&list, "epochs begin with a gap", epochs_begin_with_a_gap);
    test_add(&list, "epochs count what waits", epochs_count_what_waits);
    test_add_rows(&list, "skipping", families, count, size, skipping_changes_nothing);
    TEST_TABLE_PREFIXED(&list, "sample", sampled, samples_are_as_measured);
    TEST_TABLE_PREFIXED(&list, "saturation", sampled, limits_are_as_measured);
    test_add_rows(&list, "rests", families, count, size, rests_cost_their_share);
    test_add_some(&list, "latency", families, count, size, latency_is_as_measured, 2);
    return test_run("engines of overlays and slices", &list);
}
