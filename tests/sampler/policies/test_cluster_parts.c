/* The parts of a cluster against plain ones: a table of lines, a cache, MSHRs, the bus; and
 * together, with replies that come in any order: every request gets one answer, every entry is
 * freed. */
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "sampler/policies/cluster.h"
#include "sampler/policies/mshrs.h"
#include "tests/support/helpers.h"

enum { LINES = 40, STEPS = 200000 };

/* ---- one by one ----------------------------------------------------------------------------- */

/* Against an array by line. Addresses are far apart and close, so that searches meet. */
static void table_is_an_array(void **state)
{
    (void)state;
    uint64_t random = 1, values[LINES] = {0};
    bool there[LINES] = {false};
    uint32_t count = 0;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_line_table table;
    noc_line_table_make(&table, 11, &arena);
    assert_false(arena.is_short);
    for (int step = 0; step < STEPS; step++) {
        const size_t i = test_random_below(&random, LINES);
        const uint64_t line = i % 2 ? i : (uint64_t)i << 40;
        noc_line_entry *entry = noc_line_table_find(&table, line);
        assert_int_equal(entry != NULL, there[i]);
        if (entry) {
            assert_int_equal(entry->line, line);
            assert_int_equal(entry->value, values[i]);
            noc_line_table_remove(&table, entry);
            there[i] = false;
            count--;
        } else {
            entry = noc_line_table_add(&table, line);
            assert_int_equal(entry != NULL, count < 11);
            if (!entry) continue;
            assert_true(entry->value == 0 && !entry->is_marked);
            entry->value = values[i] = (uint64_t)step;
            there[i] = true;
            count++;
        }
        assert_int_equal(table.count, count);
    }
}

/* Against the times of last use. */
static void least_recently_used_line_leaves(void **state)
{
    (void)state;
    enum { KEPT = 7 };
    uint64_t random = 2;
    int used[LINES] = {0}; /* step of the last use; 0: not there */
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_line_cache cache;
    noc_line_cache_make(&cache, KEPT, &arena);
    assert_false(arena.is_short);
    for (int step = 1; step < STEPS; step++) {
        const size_t line = test_random_below(&random, LINES);
        const size_t what = test_random_below(&random, 8);
        if (what == 0) {
            noc_line_cache_drop(&cache, line);
            used[line] = 0;
            continue;
        }
        const bool hit = noc_line_cache_use(&cache, line);
        assert_int_equal(hit, used[line] > 0);
        if (!hit) noc_line_cache_insert(&cache, line);
        used[line] = step;
        size_t count = 0, oldest = line;
        for (size_t i = 0; i < LINES; i++) {
            count += used[i] > 0;
            if (used[i] > 0 && used[i] < used[oldest]) oldest = i;
        }
        if (count > KEPT) used[oldest] = 0;
    }
}

static void registers_merge(void **state)
{
    (void)state;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_mshrs mshrs;
    uint32_t tags[4];
    noc_mshrs_make(&mshrs, 2, 4, &arena);
    assert_false(arena.is_short);
    assert_int_equal(noc_mshrs_ask(&mshrs, 70, 1), NOC_MSHR_NEW);
    assert_int_equal(noc_mshrs_ask(&mshrs, 80, 2), NOC_MSHR_NEW);
    assert_int_equal(noc_mshrs_ask(&mshrs, 90, 3), NOC_MSHR_FULL); /* no register */
    assert_int_equal(noc_mshrs_ask(&mshrs, 70, 4), NOC_MSHR_MERGED);
    assert_int_equal(noc_mshrs_ask(&mshrs, 70, 5), NOC_MSHR_MERGED);
    assert_int_equal(noc_mshrs_ask(&mshrs, 80, 6), NOC_MSHR_FULL); /* no place to wait */
    assert_int_equal(noc_mshrs_answer(&mshrs, 90, tags), 0);
    assert_int_equal(noc_mshrs_answer(&mshrs, 70, tags), 3);
    assert_true(tags[0] == 1 && tags[1] == 4 && tags[2] == 5);
    assert_int_equal(noc_mshrs_answer(&mshrs, 70, tags), 0);
    assert_int_equal(noc_mshrs_ask(&mshrs, 90, 7), NOC_MSHR_NEW);
    assert_int_equal(noc_mshrs_answer(&mshrs, 80, tags), 1);
    assert_int_equal(tags[0], 2);
}

static void bus_goes_round(void **state)
{
    (void)state;
    noc_cluster_bus bus = {0};
    assert_int_equal(noc_cluster_bus_grant(&bus, 0, true), -1);
    assert_int_equal(noc_cluster_bus_grant(&bus, 0x16, true), 1);
    assert_int_equal(noc_cluster_bus_grant(&bus, 0x16, true), 2);
    assert_int_equal(noc_cluster_bus_grant(&bus, 0x16, false), -1); /* the buffer is full */
    assert_int_equal(noc_cluster_bus_grant(&bus, 0x16, true), 4);
    assert_int_equal(noc_cluster_bus_grant(&bus, 0x16, true), 1);
    assert_int_equal(noc_cluster_bus_grant(&bus, (uint64_t)1 << 63, true), 63);
    assert_int_equal(noc_cluster_bus_grant(&bus, (uint64_t)1 << 63 | 1, true), 0);
    assert_int_equal(noc_cluster_bus_deliver(&bus, 10, 2), 11);
    assert_int_equal(noc_cluster_bus_deliver(&bus, 10, 2), 13);
    assert_int_equal(noc_cluster_bus_deliver(&bus, 20, 1), 20);
}

/* ---- together ------------------------------------------------------------------------------- */

enum { CORES = 5, REGISTERS = 6, WAITING = 9, OUTSTANDING = 600, BUFFER = 3 };

typedef struct reply {
    uint64_t line, due;
    unsigned core;
    bool entered;
} reply;

/* Cores behind a bus and a small buffer, a network that takes a request in two of three cycles, and
 * replies after 1 to 60 cycles. */
typedef struct world {
    noc_cluster cluster;
    noc_cluster_bus bus;
    noc_mshrs mshrs[CORES];
    uint64_t asks[CORES]; /* the line that a core wants the bus for; UINT64_MAX: none */
    reply buffer[BUFFER], on_way[OUTSTANDING];
    size_t buffered, away;
    uint64_t random, asked, answered;
} world;

static void answer(world *w, unsigned core, uint64_t line)
{
    uint32_t tags[WAITING];
    w->answered += noc_mshrs_answer(&w->mshrs[core], line, tags);
}

static void take_replies(world *w, uint64_t cycle)
{
    for (size_t i = 0; i < w->away;) {
        if (w->on_way[i].due > cycle) {
            i++;
            continue;
        }
        const reply r = w->on_way[i];
        w->on_way[i] = w->on_way[--w->away];
        const uint64_t cores = noc_cluster_reply(&w->cluster, r.core, r.line, r.entered);
        for (unsigned c = 0; c < CORES; c++)
            if (cores >> c & 1) answer(w, c, r.line);
    }
}

static void ask(world *w)
{
    const size_t core = test_random_below(&w->random, CORES);
    const uint64_t line = test_random_below(&w->random, LINES);
    if (w->asks[core] != UINT64_MAX) return;
    const noc_mshr_outcome outcome = noc_mshrs_ask(&w->mshrs[core], line, 0);
    w->asked += outcome != NOC_MSHR_FULL;
    if (outcome == NOC_MSHR_NEW) w->asks[core] = line;
}

static void use_bus(world *w)
{
    uint64_t asking = 0;
    for (unsigned c = 0; c < CORES; c++) asking |= (uint64_t)(w->asks[c] != UINT64_MAX) << c;
    const int core = noc_cluster_bus_grant(&w->bus, asking, w->buffered < BUFFER);
    if (core < 0) return;
    const uint64_t line = w->asks[core];
    w->asks[core] = UINT64_MAX;
    if (test_random_below(&w->random, 10) == 0) noc_cluster_write(&w->cluster, line);
    const noc_cluster_outcome outcome = noc_cluster_read(&w->cluster, (unsigned)core, line);
    if (outcome == NOC_CLUSTER_HIT)
        answer(w, (unsigned)core, line);
    else if (outcome != NOC_CLUSTER_MERGED)
        w->buffer[w->buffered++] = (reply){line, 0, (unsigned)core, outcome == NOC_CLUSTER_ENTERED};
}

static void send(world *w, uint64_t cycle)
{
    if (w->buffered == 0 || test_random_below(&w->random, 3) == 0) return;
    assert_true(w->away < OUTSTANDING);
    w->on_way[w->away] = w->buffer[0];
    w->on_way[w->away++].due = cycle + 1 + test_random_below(&w->random, 60);
    memmove(w->buffer, w->buffer + 1, --w->buffered * sizeof w->buffer[0]);
}

static const struct conserved {
    const char *name;
    noc_cluster_spec spec;
} conserved[] = {
    {"no table", {CORES, 0, 0, NOC_MERGE_BY_ADDRESS}},
    {"one entry", {CORES, 1, 0, NOC_MERGE_BY_ADDRESS}},
    {"a full table", {CORES, 5, 0, NOC_MERGE_BY_ADDRESS}},
    {"a full table, by request", {CORES, 5, 0, NOC_MERGE_BY_REQUEST}},
    {"with a cache", {CORES, 5, 4, NOC_MERGE_BY_ADDRESS}},
    {"with a cache, by request", {CORES, 5, 4, NOC_MERGE_BY_REQUEST}},
    {"a large table", {CORES, 99, 24, NOC_MERGE_BY_ADDRESS}},
};

static void each_request_is_answered_once(void **state)
{
    const struct conserved *row = *state;
    static world w;
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    w = (world){.random = 3};
    noc_cluster_make(&w.cluster, &row->spec, &arena);
    for (int c = 0; c < CORES; c++) {
        w.asks[c] = UINT64_MAX;
        noc_mshrs_make(&w.mshrs[c], REGISTERS, WAITING, &arena);
    }
    assert_false(arena.is_short);
    for (uint64_t cycle = 0; cycle < STEPS + 200; cycle++) {
        take_replies(&w, cycle);
        if (cycle < STEPS) ask(&w);
        use_bus(&w);
        send(&w, cycle);
    }
    assert_true(w.asked > STEPS / 10);
    assert_int_equal(w.answered, w.asked);
    assert_int_equal(w.cluster.table.count, 0);
    for (int c = 0; c < CORES; c++) assert_int_equal(w.mshrs[c].lines.count, 0);
}

/* ---- settings ------------------------------------------------------------------------------- */

static void settings_are_refused(void **state)
{
    (void)state;
    static const struct {
        noc_cluster_spec spec;
        const char *text;
    } rows[] = {
        {{.cores = 7}, "does not divide the 60 cores"},
        {{.cores = -1}, "cluster.cores = -1"},
        {{.cores = 65}, "0 (none) to 64"},
        {{.cores = 5, .merge_entries = -1}, "no table"},
        {{.cores = 5, .cache_lines = -1}, "no cache"},
        {{.cores = 5, .cache_lines = 4}, "without"},
    };
    noc_refusal refusal;
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        assert_false(noc_cluster_check(&rows[i].spec, 60, &refusal));
        assert_contains(refusal.text, rows[i].text);
    }
    const noc_cluster_spec icc = {.cores = 5, .merge_entries = 48, .cache_lines = 24};
    assert_true(noc_cluster_check(&icc, 60, &refusal));
    assert_int_equal(noc_cluster_max_entries(&icc, 32), 160); /* these are icc's own figures */
    assert_near(noc_merge_table_bits(&icc, 41), 2208.0, 0.0);
    assert_near(noc_cluster_cache_bits(&icc, 41, 128) / 8.0, 3195.0, 0.0);
}

int main(void)
{
    static test_list list;
    test_add(&list, "table of lines", table_is_an_array);
    test_add(&list, "cache", least_recently_used_line_leaves);
    test_add(&list, "MSHRs", registers_merge);
    test_add(&list, "bus", bus_goes_round);
    test_add(&list, "settings", settings_are_refused);
    TEST_TABLE(&list, conserved, each_request_is_answered_once);
    return test_run("cluster's parts", &list);
}
