/* Lives of lines against closed forms, and against the sampler's streams of addresses. */
#include <math.h>

#include "analytic/cores/line_residence.h"
#include "analytic/cores/sharing_curve.h"
#include "sampler/loop/addresses.h"
#include "tests/oracles/sharing_form.h"
#include "tests/support/helpers.h"

static noc_arena arena; /* memory of the lives of a test */

enum { CTAS = 400, CORES = 8, LINES = 4000 };

/* A cluster at a time runs neighbours, one a core or all on one, side by side and at the same
 * pace. */
static void make_lives_on(const noc_sharing *sharing, double window, int neighbours, bool one_core,
                          noc_line_residence *lives)
{
    static noc_residence_cta ctas[CTAS];
    for (int i = 0; i < CTAS; i++)
        ctas[i] = (noc_residence_cta){.cta = (uint64_t)i,
                                      .cluster = i / neighbours,
                                      .core = one_core ? 0 : i % neighbours,
                                      .end = LINES,
                                      .lines = LINES,
                                      .slowdown = 1.0};
    const noc_residence_setup setup = {.sharing = sharing,
                                       .window_touches = window,
                                       .read_share = 1.0,
                                       .warps = 1000,
                                       .last_time = INFINITY,
                                       .ctas = ctas,
                                       .count = CTAS};
    assert_true(noc_line_residence_make(&setup, &arena, lives));
}

static void make_lives(const noc_sharing *sharing, double window, int cores,
                       noc_line_residence *lives)
{
    make_lives_on(sharing, window, cores, false, lives);
}

static double reads_of(const noc_residence_shares *s)
{
    return s->l1_hits + s->merged_by_mshrs + s->merged_by_table + s->cache_hits + s->entry_reads +
           s->entryless_reads;
}

typedef struct merging {
    const char *name;
    double same, distance, window, round_trip;
} merging;

static const merging mergings[] = {
    {"a short round trip", 0.5, 2.0, 100.0, 5.0},
    {"half a window", 0.5, 2.0, 100.0, 50.0},
    {"more than a window", 0.5, 2.0, 100.0, 150.0},
    {"long runs", 0.9, 20.0, 50.0, 20.0},
};

/* A table without end, no cache: exact in closed form. */
static void merges_as_in_closed_form(void **state)
{
    const merging *m = *state;
    const noc_sharing sharing = {m->same, m->distance, m->window, 0.0, 1};
    noc_line_residence lives;
    make_lives(&sharing, m->window, CORES, &lives);
    const noc_residence_shares s = noc_find_residence_shares(
        &lives,
        (noc_residence_limits){.round_trip = m->round_trip, .open_chance = 1, .unused_time = 0});
    const oracle_sharing_load load = {CORES, 1, 1.0, m->round_trip, HUGE_VAL};
    assert_near((s.merged_by_table + s.merged_by_mshrs) / reads_of(&s),
                oracle_sharing_traffic_of(&sharing, &load).absorbed, 0.03);
    noc_arena_clear(&arena);
}

/* A line that its CTA comes back to at a rate h that falls exponentially: after the first round
 * trip T h / (1 + h T) requests a touch are sent, about. */
static void comes_back_as_in_closed_form(void **state)
{
    static const double trips[] = {0.3, 1.0, 4.0};
    const noc_sharing sharing = {0.5, 2.0, 100.0, 20.0, 1};
    const double again = 1.0, decay = log(21.0 / 20.0);
    noc_line_residence lives;
    (void)state;
    make_lives(&sharing, 100.0, 1, &lives);
    for (size_t i = 0; i < TEST_COUNT(trips); i++) {
        const double first = decay * trips[i];
        const double sent = log1p(again * first * exp(-first)) / first;
        const noc_residence_shares s = noc_find_residence_shares(
            &lives,
            (noc_residence_limits){.round_trip = trips[i], .open_chance = 1, .unused_time = 0});
        assert_near((s.entry_reads + s.entryless_reads) / reads_of(&s),
                    (1.0 + sent) / (1.0 + again), 0.04);
    }
    noc_arena_clear(&arena);
}

/* Without an entry nothing is merged; with a cache without end all is kept that several asked
 * for. */
static void limits_hold(void **state)
{
    const noc_sharing sharing = {0.8, 10.0, 50.0, 0.0, 1};
    noc_line_residence lives;
    (void)state;
    make_lives(&sharing, 50.0, CORES, &lives);
    const noc_residence_shares none = noc_find_residence_shares(
        &lives, (noc_residence_limits){.round_trip = 20, .open_chance = 0, .unused_time = 0});
    assert_true(none.merged_by_table == 0.0 && none.entry_reads == 0.0 && none.entry_time == 0.0);
    const noc_residence_shares plain = noc_find_residence_shares(
        &lives, (noc_residence_limits){.round_trip = 20, .open_chance = 1, .unused_time = 0});
    assert_true(plain.cache_hits == 0.0 && plain.merged_by_table > 0.0);
    assert_near(plain.entry_time, 20.0 * plain.entry_reads, 1e-9 * plain.entry_time);
    const noc_residence_shares cached = noc_find_residence_shares(
        &lives, (noc_residence_limits){.round_trip = 20, .open_chance = 1, .unused_time = 1e6});
    assert_true(cached.entry_reads < plain.entry_reads && cached.cache_hits > 0.0 &&
                cached.cache_time > 0.0);
    assert_near(reads_of(&cached), reads_of(&plain), 1e-9);
    noc_arena_clear(&arena);
}

/* A core's cache without end keeps what its CTAs touch after the first round trip, so whatever that
 * is they ask for a line once: as a table does that merges for a whole window. A cache of one line
 * a set keeps a line as long as no other comes: with chance exp(-time / turn). */
static void a_core_keeps_its_lines(void **state)
{
    static const double trips[] = {1.0, 20.0, 60.0}, window = 50.0;
    const noc_sharing sharing = {0.8, 10.0, window, 0.0, 1};
    const oracle_sharing_load all = {CORES, 1, 1.0, window, HUGE_VAL};
    const double saved = oracle_sharing_traffic_of(&sharing, &all).absorbed;
    noc_line_residence lives;
    (void)state;
    make_lives_on(&sharing, window, CORES, true, &lives);
    for (size_t i = 0; i < TEST_COUNT(trips); i++) {
        const noc_residence_limits limits = {
            .round_trip = trips[i], .set_interval = 1e9, .ways = 4, .redundant_time = window};
        const noc_residence_shares s = noc_find_residence_shares(&lives, limits);
        assert_near((s.l1_hits + s.merged_by_mshrs) / reads_of(&s), saved, 0.045);
        /* a warp that waits for a line asks for it once more when it has it */
        assert_true(s.redundant_reads >= s.merged_by_mshrs);
        if (trips[i] > window) assert_near(s.redundant_reads / reads_of(&s), saved, 0.03);
    }
    const noc_residence_limits small = {.round_trip = 0.01, .set_interval = 5.0, .ways = 1};
    const noc_residence_limits large = {.round_trip = 0.01, .set_interval = 5.0, .ways = 40};
    const noc_residence_shares few = noc_find_residence_shares(&lives, small);
    const noc_residence_shares many = noc_find_residence_shares(&lives, large);
    assert_true(few.l1_hits > 0.0 && few.l1_hits < 0.8 * many.l1_hits);
    assert_near(many.l1_hits / reads_of(&many), saved, 0.03);
    noc_arena_clear(&arena);
}

/* CTAs of one column of a grid share, others do not: a cluster of neighbours in a row has no line
 * twice. */
static void columns_share(void **state)
{
    const noc_sharing sharing = {0.9, 100.0, 50.0, 0.0, CORES};
    noc_line_residence lives;
    (void)state;
    make_lives(&sharing, 50.0, CORES, &lives);
    const noc_residence_limits limits = {.round_trip = 60.0, .open_chance = 1.0};
    const noc_residence_shares row = noc_find_residence_shares(&lives, limits);
    assert_near(row.merged_by_table + row.merged_by_mshrs, 0.0, 1e-12);
    noc_arena_clear(&arena);
    make_lives(&sharing, 50.0, 2 * CORES, &lives);
    const noc_residence_shares two = noc_find_residence_shares(&lives, limits);
    /* the second of each two, while its run goes on: P(d) of design/cores/sharing.h */
    assert_near(two.merged_by_table / reads_of(&two), 0.5 * 0.9 * exp(-CORES / 100.0), 0.03);
    noc_arena_clear(&arena);
}

/* What the sampler's CTAs touch. */
static void lines_are_those_of_streams(void **state)
{
    static const double reuses[] = {0.0, 3.0, 30.0};
    enum { STREAMS = 400 };
    (void)state;
    for (size_t r = 0; r < TEST_COUNT(reuses); r++)
        for (int touches = 30; touches <= 3000; touches *= 10) {
            const noc_sharing sharing = {0.7, 2.0, 100.0, reuses[r], 1};
            const noc_address_rule rule = noc_address_rule_make(&sharing, 0.1, 5);
            double lines = 0.0;
            for (int i = 0; i < STREAMS; i++) {
                noc_address_stream stream = noc_address_stream_make(&rule, (uint64_t)i);
                for (int n = 0; n < touches; n++) (void)noc_address_next_line(&rule, &stream);
                lines += (double)stream.place_count / STREAMS;
            }
            assert_near(noc_count_lines(&sharing, touches), lines, 1.0 + 0.03 * lines);
        }
}

/* Entries of a table for lines of their own: none of none, all that are wanted where each request
 * finds one, and with many more sources than entries what Erlang's loss formula leaves (tables of
 * it: 10 trunks offered 10 lose 0.2146, 5 offered 2 lose 0.0367). */
static void entries_are_left_as_erlang_says(void **state)
{
    (void)state;
    const noc_sharing_setup none = {.max_requests = 100.0},
                            all = {.max_requests = 40.0, .table_entries = 40.0};
    const noc_sharing_setup ten = {.max_requests = 1e6, .table_entries = 10.0};
    const noc_sharing_setup five = {.max_requests = 1e6, .table_entries = 5.0};
    assert_near(noc_used_entries(&none, 20.0), 0.0, 1e-12);
    assert_near(noc_used_entries(&all, 30.0), 30.0, 1e-12);
    assert_near(noc_used_entries(&ten, 10.0), 10.0 * (1.0 - 0.2146), 2e-3);
    assert_near(noc_used_entries(&five, 2.0), 2.0 * (1.0 - 0.0367), 2e-3);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, mergings, merges_as_in_closed_form);
    test_add(&list, "comes back as in closed form", comes_back_as_in_closed_form);
    test_add(&list, "limits hold", limits_hold);
    test_add(&list, "a core keeps its lines", a_core_keeps_its_lines);
    test_add(&list, "columns share", columns_share);
    test_add(&list, "entries are left as Erlang says", entries_are_left_as_erlang_says);
    test_add(&list, "lines are those of streams", lines_are_those_of_streams);
    return test_run("lives of lines", &list);
}
