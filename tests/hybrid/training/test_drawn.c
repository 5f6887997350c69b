/* Suites that nothing is learned from, and the designs that nobody chose (configs/drawn.suite,
 * kept.suite). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "hybrid/correction/calibration/shipped.h"
#include "hybrid/training/suites/suite_validate.h"
#include "network/kinds/kinds.h"
#include "tests/support/designs/suites.h"
#include "tests/support/helpers.h"

/* ---- suites that nothing is learned from ---------------------------------------------------- */

typedef struct unseen_suite {
    const char *name;
} unseen_suite;

static const unseen_suite unseen_suites[] = {{"test"},  {"alike"},   {"blind"},
                                             {"fresh"}, {"booksim"}, {"kept"}};

static void has_no_design_of_the_training_suite(void **state)
{
    const unseen_suite *c = *state;
    static noc_suite training, all; /* read once */
    noc_suite s = test_shipped_suite(c->name);
    if (!all.count) {
        training = test_shipped_suite("training");
        assert_int_equal(noc_suite_join(&training, &all, NULL), NOC_OK);
    }
    assert_true(s.measured_count > 0);
    for (size_t i = 0; i < s.count; i++)
        for (size_t k = 0; k < all.count; k++)
            assert_string_not_equal(s.cases[i].id, all.cases[k].id);
    noc_suite_clear(&s);
}

/* ---- designs that nobody chose -------------------------------------------------------------- */

enum { DRAWN_DESIGNS = 100 };

/* What the designs of a suite have between them. */
typedef struct variety {
    bool topologies[32], patterns[16], routings[16], allocators[16], stages[5], speedups[4];
    int least_vcs, most_vcs, least_buffer, most_buffer, longest_channel, most_nodes;
    size_t uneven, two_networks, hot, long_channels;
} variety;

static void look_at(const noc_design *d, variety *v)
{
    const noc_network_spec *n = &d->networks[0];
    const int nodes = d->nodes.compute + d->nodes.memory;
    v->topologies[test_position(noc_topology_name, n->topology->name)] = true;
    v->patterns[test_position(noc_pattern_name, d->traffic.pattern->name)] = true;
    v->routings[test_position(noc_routing_name, n->routing->name)] = true;
    v->allocators[n->allocator] = v->stages[n->router_stages] = true;
    v->speedups[n->input_speedup] = true;
    v->least_vcs = min_int(v->least_vcs, n->virtual_channels);
    v->most_vcs = max_int(v->most_vcs, n->virtual_channels);
    v->least_buffer = min_int(v->least_buffer, n->buffer_flits);
    v->most_buffer = max_int(v->most_buffer, n->buffer_flits);
    v->longest_channel = max_int(v->longest_channel, n->channel_cycles);
    v->most_nodes = max_int(v->most_nodes, nodes);
    v->uneven += (nodes & (nodes - 1)) != 0;
    v->two_networks += d->network_count == 2;
    v->hot += d->traffic.hotspot_fraction > 0.0;
    v->long_channels += n->channel_cycles > 2;
}

static size_t count_true(const bool *flags, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += flags[i];
    return sum;
}

static void has_all_kinds_of_designs(void **state)
{
    const unseen_suite *c = *state;
    noc_suite s = test_shipped_suite(c->name);
    variety v = {.least_vcs = 99, .least_buffer = 99};
    assert_int_equal(s.count, DRAWN_DESIGNS);
    assert_int_equal(s.bad_count, 0);
    for (size_t i = 0; i < s.count; i++) look_at(s.cases[i].design, &v);
    assert_int_equal(count_true(v.topologies, 16), 8); /* all but the ideal one */
    assert_int_equal(count_true(v.patterns, 16), 5);
    assert_int_equal(count_true(v.routings, 16), 6);
    assert_int_equal(count_true(v.allocators, 3), 3);
    assert_int_equal(count_true(v.stages, 5), 4);
    assert_int_equal(count_true(v.speedups, 4), 3);
    assert_int_equal(v.least_vcs, 1);
    assert_in_range(v.most_vcs, 15, 16);
    assert_int_equal(v.least_buffer, 1);
    assert_in_range(v.most_buffer, 58, 64);
    assert_int_equal(v.longest_channel, 40);
    assert_in_range(v.most_nodes, 70, 150);
    assert_in_range(v.uneven, 75, 100);
    assert_in_range(v.two_networks, 14, 20);
    assert_in_range(v.hot, 20, 50);
    assert_in_range(v.long_channels, 40, 65);
    noc_suite_clear(&s);
}

static const unseen_suite drawn_suites[] = {{"drawn"}, {"kept"}};

static void drawn_and_kept_designs_are_all_different(void **state)
{
    (void)state;
    noc_suite a = test_shipped_suite("drawn"), b = test_shipped_suite("kept");
    const char *ids[2 * DRAWN_DESIGNS];
    assert_int_equal(a.count + b.count, 2 * DRAWN_DESIGNS);
    for (size_t i = 0; i < 2 * DRAWN_DESIGNS; i++) {
        ids[i] = i < a.count ? a.cases[i].id : b.cases[i - a.count].id;
        for (size_t k = 0; k < i; k++) assert_string_not_equal(ids[i], ids[k]);
    }
    noc_suite_clear(&a);
    noc_suite_clear(&b);
}

/* Least share of intervals of 90 % that hold the measured figure, of drawn designs that nothing is
 * learned from: docs/accuracy.md has the shares, and says where they fall short of 85 %. Latencies
 * near saturation are in doubt where the model thinks that the design is saturated there. */
static void kept_designs_are_held(void **state)
{
    static const double least[NOC_COMPARED_KINDS] = {0.85, 0.85, 0.75, 0.8, 0.8};
    noc_suite_comparisons trials;
    (void)state;
    noc_suite s = test_shipped_suite("kept");
    assert_int_equal(noc_suite_compare(&s, noc_calibration_shipped(), NULL, &trials, NULL), NOC_OK);
    for (noc_compared_kind k = 0; k < NOC_COMPARED_KINDS; k++) {
        const noc_tally t = noc_comparisons_tally(&trials, &s, NULL, k);
        print_message("  %-14s %3zu of %3zu inside, half width %.1f times the mean error\n",
                      noc_compared_kind_name(k), t.inside_count, t.interval_count,
                      t.half_width / t.mean_error);
        assert_true((double)t.inside_count >= least[k] * (double)t.interval_count);
        assert_true(t.half_width <= 2.5 * t.mean_error);
    }
    free(trials.list);
    noc_suite_clear(&s);
}

/* The file's text from its families on, without their seeds, and with the other's names. */
static char *rules_of(const char *name)
{
    char path[40];
    snprintf(path, sizeof path, "configs/%s.suite", name);
    char *text = test_read_text(path), *from = strstr(text, "families"), *to = text;
    assert_non_null(from);
    while (*from) {
        const size_t prefix = strlen(name);
        if (strncmp(from, "seed = ", 7) == 0)
            from += 7 + strspn(from + 7, "0123456789");
        else if (strncmp(from, name, prefix) == 0 && from[prefix] == '-')
            from += prefix;
        else
            *to++ = *from++;
    }
    *to = '\0';
    return text;
}

static void kept_designs_are_drawn_by_the_same_rules(void **state)
{
    (void)state;
    char *drawn = rules_of("drawn"), *kept = rules_of("kept");
    assert_string_equal(drawn, kept);
    free(drawn);
    free(kept);
}

/* Intervals from 0.9 to 1.1, what was measured lies 0.02 to 0.4 above 1: so the 17th of 20 asks for
 * 0.34 / 0.1. One without an answer is never held. */
static void intervals_are_widened_until_they_hold_enough(void **state)
{
    enum { CASES = 20 };
    noc_suite_comparison list[CASES + 1];
    const noc_suite none = {.count = 0};
    (void)state;
    for (int i = 0; i < CASES; i++)
        list[i] = (noc_suite_comparison){.kind = NOC_COMPARED_KNEE,
                                         .model = 1.0,
                                         .lo = 0.9,
                                         .hi = 1.1,
                                         .measured = 1.0 + 0.02 * (CASES - i)};
    list[CASES] = (noc_suite_comparison){
        .kind = NOC_COMPARED_KNEE, .model = NAN, .lo = NAN, .hi = NAN, .measured = 1.0};
    noc_tally t = noc_comparisons_tally(&(noc_suite_comparisons){list, CASES}, &none, NULL,
                                        NOC_COMPARED_KNEE);
    assert_int_equal(t.inside_count, 5);
    assert_near(t.half_width, 0.1, 1e-9);
    assert_near(t.widening, 3.4, 1e-9);
    t = noc_comparisons_tally(&(noc_suite_comparisons){list, CASES + 1}, &none, NULL,
                              NOC_COMPARED_KNEE);
    assert_near(t.half_width, 0.1, 1e-9);
    assert_near(t.widening, 3.6, 1e-9);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "has no design of the training suite", unseen_suites,
                        has_no_design_of_the_training_suite);
    TEST_TABLE_PREFIXED(&list, "has all kinds of designs", drawn_suites, has_all_kinds_of_designs);
    test_add(&list, "drawn and kept designs are all different",
             drawn_and_kept_designs_are_all_different);
    test_add(&list, "kept designs are drawn by the same rules",
             kept_designs_are_drawn_by_the_same_rules);
    test_add(&list, "kept designs are held", kept_designs_are_held);
    test_add(&list, "intervals are widened until they hold enough",
             intervals_are_widened_until_they_hold_enough);
    return test_run("drawn designs", &list);
}
