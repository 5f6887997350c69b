/* hybrid/answers/explain/explain.c: every tree adds up to the figure that it explains, for every
 * shipped design. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/explain.h"
#include "hybrid/correction/calibration/shipped.h"
#include "tests/oracles/explanation_sums.h"
#include "tests/support/helpers.h"

static void check_tree(const noc_explainer *x, const noc_explanation *e)
{
    const double value = x->estimate.metrics[e->metric].value;
    assert_true(e->count > 0);
    if (!isfinite(value)) {
        assert_non_null(e->reason);
        assert_int_equal(e->count, 1);
        return;
    }
    assert_null(e->reason);
    assert_near(e->nodes[0].value, value, 1e-12 * fabs(value));
    for (size_t i = 0; i < e->count; i++) {
        const noc_tree_node *node = &e->nodes[i];
        const double made = oracle_explanation_made(e, (int)i);
        assert_true((i == 0) == (node->parent < 0));
        assert_true(node->parent < (int)i);
        assert_true(*node->name && *node->formula);
        if (node->operation == NOC_TREE_LEAF) continue;
        if (!(fabs(made - node->value) <= 1e-9 * fabs(node->value) + 1e-12))
            fail_msg("%s of %s: %.12g, its parts make %.12g", node->name, e->nodes[0].name,
                     node->value, made);
    }
}

/* Sum of the leaves of a tree that is sums all the way down, NAN if it is not. */
static double leaves(const noc_explanation *e)
{
    double sum = 0.0;
    for (size_t i = 0; i < e->count; i++) {
        if (e->nodes[i].operation == NOC_TREE_LEAF) sum += e->nodes[i].value;
        if (e->nodes[i].operation == NOC_TREE_PRODUCT || e->nodes[i].operation == NOC_TREE_RATIO)
            return NAN;
    }
    return sum;
}

static bool is_sum(noc_metric_id id)
{
    return id == NOC_METRIC_zero_load_latency_cycles || id == NOC_METRIC_round_trip_cycles ||
           id == NOC_METRIC_request_latency_cycles || id == NOC_METRIC_reply_latency_cycles ||
           id == NOC_METRIC_network_area_mm2 || id == NOC_METRIC_chip_area_mm2 ||
           id == NOC_METRIC_router_area_mm2 || id == NOC_METRIC_buffer_area_mm2 ||
           id == NOC_METRIC_allocator_area_mm2 || id == NOC_METRIC_power_mw ||
           id == NOC_METRIC_leakage_power_mw || id == NOC_METRIC_hops_mean;
}

static void check_all(const noc_system *system, const noc_calibration *calibration, double share)
{
    noc_explainer x;
    noc_estimate idle;
    assert_int_equal(noc_estimate_calibrated(system, calibration, NAN, NULL, &idle, NULL), NOC_OK);
    const double load = share * idle.metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    assert_int_equal(noc_explainer_make(system, calibration, load, &x, NULL), NOC_OK);
    for (int i = 0; i < NOC_METRICS; i++) {
        noc_explanation e;
        assert_int_equal(noc_explain(&x, (noc_metric_id)i, &e, NULL), NOC_OK);
        check_tree(&x, &e);
        if (is_sum((noc_metric_id)i) && !e.reason)
            assert_near(leaves(&e), e.nodes[0].value, 1e-9 * e.nodes[0].value);
    }
    noc_explainer_clear(&x);
}

static void check_shipped(void **state)
{
    const test_shipped *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    check_all(t.system, noc_calibration_shipped(), 0.5);
    check_all(t.system, noc_calibration_shipped(), NAN);
    check_all(t.system, NULL, 0.5);
    test_system_free(&t);
}

static const char baseline[] = "configs/te13-baseline.cfg";

static void saturated_and_at_22_nm(void **state)
{
    (void)state;
    static const char *const overrides[] = {"chip.technology_nm=22", NULL};
    test_system t = test_compile_file(baseline, overrides);
    check_all(t.system, noc_calibration_shipped(), 0.8);
    check_all(t.system, noc_calibration_shipped(), 1.5);
    test_system_free(&t);
}

static const noc_tree_node *find(const noc_explanation *e, const char *name, int skip)
{
    for (size_t i = 0; i < e->count; i++)
        if (strcmp(e->nodes[i].name, name) == 0 && skip-- == 0) return &e->nodes[i];
    fail_msg("no part '%s'", name);
    return NULL;
}

/* A packet in an idle network, with terminal links of a cycle: 3 + H stages + (H - 1) channel
 * cycles + F - 1. */
static void zero_load_parts(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.router_stages=3", "network.channel_cycles=2",
                                            NULL};
    test_system t = test_compile_file(baseline, overrides);
    noc_explainer x;
    noc_explanation e;
    assert_int_equal(noc_explainer_make(t.system, noc_calibration_shipped(), NAN, &x, NULL),
                     NOC_OK);
    assert_int_equal(noc_explain(&x, NOC_METRIC_zero_load_latency_cycles, &e, NULL), NOC_OK);
    for (int class = 0; class < 2; class ++) {
        const double routers = noc_mean_routers(t.system, (noc_class) class);
        const double flits = noc_system_mean_flits(t.system, (noc_class) class, 0);
        assert_near(find(&e, "routers", class)->value, 3.0 * routers, 1e-9);
        assert_near(find(&e, "links", class)->value, 2.0 * (routers - 1.0), 1e-9);
        assert_near(find(&e, "terminal links", class)->value + find(&e, "creation", class)->value,
                    3.0, 1e-9);
        assert_near(find(&e, "serialization", class)->value, flits - 1.0, 1e-9);
    }
    noc_explainer_clear(&x);
    test_system_free(&t);
}

/* A buffer of a flit costs every flit of a packet but the first a credit loop. */
static void short_buffers_have_a_part(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.buffer_flits=1", NULL};
    test_system t = test_compile_file(baseline, overrides);
    noc_explainer x;
    noc_explanation e;
    assert_int_equal(noc_explainer_make(t.system, noc_calibration_shipped(), NAN, &x, NULL),
                     NOC_OK);
    assert_int_equal(noc_explain(&x, NOC_METRIC_zero_load_latency_cycles, &e, NULL), NOC_OK);
    assert_true(find(&e, "credit loops", 0)->value > 0.0);
    check_tree(&x, &e);
    noc_explainer_clear(&x);
    test_system_free(&t);
}

/* Many-to-few: what memory nodes inject is a reply of 3.7 flits for each request of 1.4, and three
 * compute nodes share the busiest of the ten ports that take them. */
static void bottleneck_of_a_crossbar(void **state)
{
    (void)state;
    static const char *const overrides[] = {"network.buffer_flits=16", NULL};
    test_system t = test_compile_file("configs/te13-xbar-16b.cfg", overrides);
    noc_explainer x;
    noc_explanation e;
    assert_int_equal(noc_explainer_make(t.system, noc_calibration_shipped(), NAN, &x, NULL),
                     NOC_OK);
    assert_int_equal(noc_explain(&x, NOC_METRIC_saturation_flits_per_cycle, &e, NULL), NOC_OK);
    assert_int_equal(strncmp(e.nodes[2].name, "ejection compute", 16), 0);
    assert_near(find(&e, "beyond that", 0)->value, 1.0 / 0.98, 1e-3); /* all memory nodes alike */
    assert_near(find(&e, "load per unit", 0)->value, 3.0 * 3.7 / 1.4, 1e-9);
    assert_near(find(&e, "replies", 0)->value, 3.0 * 3.7 / 1.4, 1e-9);
    noc_explainer_clear(&x);
    test_system_free(&t);
}

/* One router, and so no link: exactly none, though shares of 80 x 16 flows add up to one but for
 * rounding. */
static void no_links_of_a_crossbar(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/cdx19-fc-real-80.cfg", NULL);
    noc_explainer x;
    noc_explanation e;
    assert_int_equal(noc_explainer_make(t.system, noc_calibration_shipped(), NAN, &x, NULL),
                     NOC_OK);
    assert_int_equal(noc_explain(&x, NOC_METRIC_zero_load_latency_cycles, &e, NULL), NOC_OK);
    assert_int_equal(strncmp(find(&e, "links", 0)->formula, "0 links", 7), 0);
    noc_explainer_clear(&x);
    test_system_free(&t);
}

static void making(void **state)
{
    (void)state;
    noc_arena arena = {0};
    noc_explanation e = {.arena = &arena};
    const int root = noc_explanation_add(&e, -1, NOC_TREE_RATIO, "r", 4.0, "", "", "%d", 1);
    const int sum = noc_explanation_add(&e, root, NOC_TREE_SUM, "s", 12.0, "", "", " ");
    noc_explanation_add(&e, sum, NOC_TREE_LEAF, "a", 5.0, "", "", " ");
    noc_explanation_add(&e, sum, NOC_TREE_LEAF, "b", 7.0, "", "", " ");
    const int product = noc_explanation_add(&e, root, NOC_TREE_PRODUCT, "p", 3.0, "", "", " ");
    noc_explanation_add(&e, product, NOC_TREE_LEAF, "c", 1.5, "", "", " ");
    noc_explanation_add(&e, product, NOC_TREE_LEAF, "d", 2.0, "", "", " ");
    assert_near(oracle_explanation_made(&e, sum), 12.0, 0.0);
    assert_near(oracle_explanation_made(&e, product), 3.0, 0.0);
    assert_near(oracle_explanation_made(&e, root), 4.0, 0.0);
    assert_true(isnan(oracle_explanation_made(&e, product + 1)));
    assert_int_equal(e.nodes[product + 1].depth, 2);
    noc_arena_clear(&arena);
}

int main(void)
{
    static test_list list;
    test_add(&list, "how nodes are made", making);
    test_add(&list, "parts of zero load", zero_load_parts);
    test_add(&list, "short buffers have a part of their own", short_buffers_have_a_part);
    test_add(&list, "bottleneck of a crossbar", bottleneck_of_a_crossbar);
    test_add(&list, "no links of a crossbar", no_links_of_a_crossbar);
    test_add(&list, "saturated, and at 22 nm", saturated_and_at_22_nm);
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    test_add_some(&list, NULL, designs, count, sizeof *designs, check_shipped, 3);
    return count == 0 || test_run("explain", &list);
}
