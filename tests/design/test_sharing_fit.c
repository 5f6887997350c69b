/* Sharing figures from traces with addresses: those of the streams that a trace was made from, and
 * of traces so small that they are counted by hand. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "design/workload/workload_fit.h"
#include "sampler/loop/addresses.h"
#include "tests/support/helpers.h"

static const noc_sharing defaults = {
    .shared_fraction = 0.0, .decay_distance = 2.0, .window_cycles = 2000.0, .reuse_lines = 0.0};

/* ---- made from streams ---------------------------------------------------------------------- */

enum { CTAS = 48, REQUESTS = 4000, GAP = 10 }; /* the latter: cycles between requests of a CTA */

typedef struct stream_case {
    const char *name;
    noc_sharing sharing;
} stream_case;

static const stream_case streams[] = {
    {"icc's mean", {0.22, 2.0, 2000.0, 0.0, 0}},  {"most lines", {0.791, 2.0, 2000.0, 0.0, 0}},
    {"far", {0.5, 8.0, 5000.0, 0.0, 0}},          {"near", {0.6, 0.7, 500.0, 0.0, 0}},
    {"coming back", {0.4, 3.0, 1000.0, 20.0, 0}},
};

/* All CTAs side by side, a request each every GAP cycles. Those that come back to lines have
 * streams that keep pace, in which they drift about in their windows. */
static noc_trace trace_of(const noc_sharing *sharing)
{
    const bool paced = sharing->reuse_lines > 0.0;
    const double fresh = paced ? 1.0 - sharing->shared_fraction : 1.0;
    const noc_address_rule rule = paced ? noc_paced_rule_make(sharing, fresh / GAP, 3)
                                        : noc_address_rule_make(sharing, fresh / GAP, 3);
    noc_address_stream all[CTAS];
    noc_trace trace = {.has_addresses = true};
    trace.packets = noc_arena_array(&trace.arena, (size_t)CTAS * REQUESTS, sizeof *trace.packets);
    assert_non_null(trace.packets);
    for (uint32_t c = 0; c < CTAS; c++)
        all[c] = paced ? noc_paced_stream_make(&rule, c, 0) : noc_address_stream_make(&rule, c);
    for (uint64_t i = 0; i < (uint64_t)CTAS * REQUESTS; i++) {
        const uint32_t c = (uint32_t)(i % CTAS);
        const uint64_t cycle = i / CTAS * GAP;
        bool is_fresh;
        trace.packets[trace.count++] = (noc_trace_packet){
            .cycle = cycle,
            .address = paced ? noc_paced_next_line(&rule, &all[c], cycle, &is_fresh)
                             : noc_address_next_line(&rule, &all[c]),
            .source = c,
            .class = NOC_TRACE_READ,
            .bytes = 8,
        };
    }
    return trace;
}

static void streams_have_their_figures(void **state)
{
    const stream_case *c = *state;
    noc_sharing_fit fit;
    noc_trace trace = trace_of(&c->sharing);
    assert_true(noc_sharing_fit_trace(&trace, 1, &defaults, &fit));
    assert_true(fit.has_neighbours);
    assert_near(fit.sharing.shared_fraction, c->sharing.shared_fraction, 0.03);
    assert_near(fit.sharing.decay_distance / c->sharing.decay_distance, 1.0, 0.08);
    assert_near(fit.sharing.window_cycles / c->sharing.window_cycles, 1.0,
                c->sharing.reuse_lines > 0.0 ? 0.08 : 0.05);
    if (c->sharing.reuse_lines > 0.0) {
        assert_near(fit.reuse_share, c->sharing.shared_fraction, 0.01);
        assert_near(fit.sharing.reuse_lines / c->sharing.reuse_lines, 1.0, 0.05);
    } else {
        assert_near(fit.reuse_share, 0.0, 0.0);
        assert_near(fit.sharing.reuse_lines, 0.0, 0.0);
    }
    noc_arena_clear(&trace.arena);
}

/* ---- counted by hand ------------------------------------------------------------------------ */

typedef struct row {
    uint64_t cycle, address;
    uint32_t source;
} row;

typedef struct small_case {
    const char *name;
    row rows[6];
    size_t count;
    noc_sharing sharing;
    double reuses;
    uint64_t lines;
    bool neighbours;
} small_case;

/* Of two sources P(1) alone is seen: `decay_distance` stays what it was, and same is P(1)
 * e^(1/2). */
static const small_case small[] = {
    {"half of two lines",
     {{0, 0, 0}, {1, 64, 0}, {31, 127, 1}, {40, 640, 1}},
     4,
     {0.5 * 1.6487212707001282, 2.0, 90.0, 0.0, 0},
     0.0,
     4,
     true},
    {"nothing", {{0, 0, 0}, {31, 128, 1}}, 2, {0.0, 2.0, 2000.0, 0.0, 0}, 0.0, 2, true},
    {"no neighbours", {{0, 0, 0}, {31, 0, 2}}, 2, {0.0, 2.0, 2000.0, 0.0, 0}, 0.0, 2, false},
    {"one source", {{0, 0, 7}, {31, 63, 7}}, 2, {0.0, 2.0, 2000.0, 0.0, 0}, 0.5, 1, false},
    /* The line of 0 is followed by those of 64 and 128 before it is asked for again. */
    {"coming back",
     {{0, 0, 0}, {1, 64, 0}, {2, 128, 0}, {3, 0, 0}, {10, 64, 1}, {20, 64, 1}},
     6,
     {1.0 / 3.0 * 1.6487212707001282, 2.0, 27.0, 1.0, 0},
     2.0 / 6.0,
     4,
     true},
};

static void small_traces_are_counted(void **state)
{
    const small_case *c = *state;
    noc_trace_packet packets[6];
    for (size_t i = 0; i < c->count; i++)
        packets[i] = (noc_trace_packet){.cycle = c->rows[i].cycle,
                                        .address = c->rows[i].address,
                                        .source = c->rows[i].source,
                                        .class = NOC_TRACE_READ};
    const noc_trace trace = {.packets = packets, .count = c->count, .has_addresses = true};
    noc_sharing_fit fit;
    assert_true(noc_sharing_fit_trace(&trace, 64, &defaults, &fit));
    assert_near(fit.sharing.shared_fraction, c->sharing.shared_fraction, 1e-12);
    assert_near(fit.sharing.decay_distance, c->sharing.decay_distance, 1e-12);
    assert_near(fit.sharing.window_cycles, c->sharing.window_cycles, 1e-9);
    assert_near(fit.sharing.reuse_lines, c->sharing.reuse_lines, 1e-12);
    assert_near(fit.reuse_share, c->reuses, 1e-12);
    assert_int_equal(fit.line_count, c->lines);
    assert_int_equal(fit.has_neighbours, c->neighbours);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "streams", streams, streams_have_their_figures);
    TEST_TABLE_PREFIXED(&list, "by hand", small, small_traces_are_counted);
    return test_run("sharing figures of traces", &list);
}
