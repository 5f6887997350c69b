/* Answers with a calibration: their intervals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/unread/unread.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/shipped.h"
#include "tests/support/helpers.h"

static void check_ordered(const noc_metric *m)
{
    assert_true(isfinite(m->lo) && isfinite(m->hi));
    assert_true(m->lo <= m->value && m->value <= m->hi);
    assert_near(m->confidence, 0.9, 0.0);
}

static void a_query_has_intervals(void **state)
{
    static const noc_metric_id with[] = {NOC_METRIC_packet_latency_cycles,
                                         NOC_METRIC_network_latency_cycles,
                                         NOC_METRIC_request_latency_cycles,
                                         NOC_METRIC_reply_latency_cycles,
                                         NOC_METRIC_round_trip_cycles,
                                         NOC_METRIC_saturation_flits_per_cycle,
                                         NOC_METRIC_saturation_bytes_per_cycle,
                                         NOC_METRIC_knee_flits_per_cycle,
                                         NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2};
    noc_estimate e;
    (void)state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    assert_int_equal(noc_estimate_model(t.system, 0.03, &e, NULL), NOC_OK);
    for (size_t i = 0; i < TEST_COUNT(with); i++) check_ordered(&e.metrics[with[i]]);
    assert_true(isnan(e.metrics[NOC_METRIC_zero_load_latency_cycles].lo)); /* exact */
    assert_int_equal(noc_estimate_calibrated(t.system, NULL, 0.03, NULL, &e, NULL), NOC_OK);
    for (size_t i = 0; i < TEST_COUNT(with); i++) assert_true(isnan(e.metrics[with[i]].lo));
    test_system_free(&t);
}

/* Of all the interval, in the logarithm by which limits are wrong. */
static double width(const noc_metric *m)
{
    return log(m->hi / m->lo);
}

static double width_of_knee(const noc_system *system, const noc_calibration *c, noc_estimate *e)
{
    assert_int_equal(noc_estimate_calibrated(system, c, NAN, NULL, e, NULL), NOC_OK);
    return width(&e->metrics[NOC_METRIC_knee_flits_per_cycle]);
}

/* The same design, with a calibration that has seen it and with one that has seen smaller buffers
 * only. */
static void outside_the_calibrated_range_intervals_are_wider_and_say_so(void **state)
{
    static const char *const seen[] = {"network.vc_turnaround=pipeline", NULL};
    noc_estimate e;
    noc_calibration *narrow = malloc(sizeof *narrow);
    (void)state;
    *narrow = *noc_calibration_shipped();
    for (size_t i = 0; i < narrow->ranges.count; i++)
        if (strcmp(narrow->ranges.list[i].key, "network.buffer_flits") == 0)
            narrow->ranges.list[i].high = 6.0;
    test_system t = test_compile_file("configs/te13-baseline.cfg", seen);
    const double usual = width_of_knee(t.system, noc_calibration_shipped(), &e);
    assert_int_equal(e.warning_count, 0);
    const double wider = narrow->intervals.model_rules[NOC_SCORED_KNEE].widening_factors[0];
    assert_true(wider > 1.0);
    assert_near(width_of_knee(t.system, narrow, &e), wider * usual, 1e-9);
    assert_int_equal(e.warning_count, 1);
    assert_contains(e.warnings[0], "network.buffer_flits = 8");
    test_system_free(&t);
    free(narrow);
}

/* No calibration has seen packets to several nodes. */
static void packets_to_several_nodes_are_outside(void **state)
{
    static const char mesh[] =
        "nodes = { compute = 16; memory = 0; };\n"
        "network = { topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 16; };\n"
        "traffic = { pattern = \"uniform\"; packet_flits = 4; };\n";
    static const char *const several[] = {"traffic.multicast.share=0.2",
                                          "traffic.multicast.destinations=3", NULL};
    static const char *const one[] = {"traffic.multicast.share=0.2", NULL};
    noc_estimate e;
    (void)state;
    test_system t = test_compile(mesh, several);
    width_of_knee(t.system, noc_calibration_shipped(), &e);
    assert_contains(e.warnings[0], "outside the calibrated range (traffic.multicast.share = 0.2");
    test_system_free(&t);
    t = test_compile(mesh, one);
    width_of_knee(t.system, noc_calibration_shipped(), &e);
    for (int i = 0; i < e.warning_count; i++)
        assert_null(strstr(e.warnings[i], "outside the calibrated range (traffic.multicast.share"));
    test_system_free(&t);
}

static bool is_outside(const noc_ranges *ranges, const noc_system *system, char text[120])
{
    return noc_ranges_exclude(ranges, system, noc_is_unread_network_key, text, 120);
}

/* Rates are inside once a design with them was measured, and those between. */
static void rates_have_ranges(void **state)
{
    static const char crossbar[] =
        "nodes = { compute = 8; memory = 4; };\n"
        "network = { topology = \"crossbar\"; internal_speedup = 1.5; };\n"
        "traffic = { pattern = \"many-to-few\"; };\n";
    static const char *const rates[] = {"1.0", "1.25", "1.5", "2.0"};
    static const bool outside[][2] = {{false, false}, {true, false}, {true, false}, {true, true}};
    noc_ranges *plain = calloc(2, sizeof *plain), *fast = plain + 1;
    char text[120], override[60];
    const char *overrides[] = {override, NULL};
    (void)state;
    assert_non_null(plain);
    for (size_t i = 0; i < TEST_COUNT(rates); i++) {
        snprintf(override, sizeof override, "network.internal_speedup=%s", rates[i]);
        test_system t = test_compile(crossbar, overrides);
        if (i == 0) {
            test_system measured = test_compile(crossbar, NULL);
            noc_ranges_add(plain, t.system);
            noc_ranges_add(fast, t.system);
            noc_ranges_add(fast, measured.system);
            test_system_free(&measured);
            for (size_t k = 0; k < plain->count; k++) /* ranges of an older calibration */
                if (strstr(plain->list[k].key, "in a cycle")) plain->list[k].key[0] = '-';
        }
        assert_int_equal(is_outside(plain, t.system, text), outside[i][0]);
        if (outside[i][0]) assert_contains(text, "steps of a router in a cycle = ");
        assert_int_equal(is_outside(fast, t.system, text), outside[i][1]);
        if (outside[i][1]) assert_contains(text, "steps of a router in a cycle = 2 (1 to 1.5)");
        test_system_free(&t);
    }
    free(plain);
}

int main(void)
{
    static test_list list;
    test_add(&list, "a query has intervals", a_query_has_intervals);
    test_add(&list, "outside the calibrated range intervals are wider, and say so",
             outside_the_calibrated_range_intervals_are_wider_and_say_so);
    test_add(&list, "packets to several nodes", packets_to_several_nodes_are_outside);
    test_add(&list, "rates have ranges", rates_have_ranges);
    return test_run("calibrated answers", &list);
}
