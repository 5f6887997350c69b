/* The head of an answer: its words, whatever was asked, and that its two units agree. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/estimates/estimates.h"
#include "reports/words/summary.h"
#include "tests/support/users/pages.h"
#include "tests/support/users/xml.h"

/* ---- words ---------------------------------------------------------------------------------- */

static const char gpu[] = "nodes = { compute = 28; memory = 8; };\n"
                          "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n";
static const char peers[] = "nodes = { compute = 16; memory = 0; };\n"
                            "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
                            "traffic = { pattern = \"uniform\"; packet_flits = 4; };\n";

/* Value of a metric, and its interval. */
typedef struct put {
    noc_metric_id id;
    double value, lo, hi;
} put;

enum { PUTS = 8, LINES = 5 };

#define ID(name) NOC_METRIC_##name
#define EXACT(name, value)        \
    {                             \
        ID(name), value, NAN, NAN \
    }

typedef struct head_case {
    const char *name;
    const char *design; /* NULL: gpu */
    const char *over;
    noc_method method;
    noc_answer answer;
    double load;    /* 0: none */
    put puts[PUTS]; /* all others are missing, as "not asked" */
    const char *lines[LINES];
    const char *absent;
} head_case;

static const head_case head_cases[] = {
    {"at a load", .load = 0.03,
     .puts = {EXACT(delivered_data_gb_per_s, 26.3),
              EXACT(offered_data_gb_per_s, 26.3),
              {ID(saturation_data_gb_per_s), 59.25, 55.52, 63.12},
              EXACT(zero_load_latency_ns, 101.26),
              {ID(round_trip_ns), 105.0, 104.2, 105.9},
              EXACT(zero_load_latency_cycles, 60.96),
              EXACT(round_trip_cycles, 63.2),
              EXACT(packet_latency_ns, 52.0)},
     .lines = {"delivers    26.3 GB/s of data (26.3 offered), 59.2 +-3.8 at most\n"
               "            0.94 GB/s a core, 3.29 a memory node; 26.3 bytes/cycle\n",
               "round trip  101 ns idle (61.0 cycles), 105 +-1 ns loaded (63.2 cycles)\n",
               "clock       1000 MHz asked\n", "limited by  the network"},
     .absent = "p99"},
    {"a tail, a bit, a clock that is too high", .method = NOC_METHOD_SAMPLE, .load = 0.03,
     .puts = {EXACT(power_mw, 1250.0), EXACT(leakage_power_mw, 900.0),
              EXACT(energy_per_bit_pj, 1.234), EXACT(p99_ns, 183.2),
              EXACT(latency_p99_cycles, 183.2), EXACT(network_area_mm2, 51.0),
              EXACT(max_clock_mhz, 876.9)},
     .lines = {"p99         183 ns (183 cycles)\n",
               "power       1.25 W, 0.90 of it leakage; 1.23 pJ a bit of data\n",
               "clock       1000 MHz asked, 877 reached\n"},
     .absent = "GB/s"},
    {"a queue grows", .method = NOC_METHOD_SAMPLE, .answer = NOC_ANSWER_SATURATED, .load = 0.2,
     .puts = {EXACT(delivered_data_gb_per_s, 58.6), EXACT(offered_data_gb_per_s, 175.3),
              EXACT(zero_load_latency_ns, 101.26)},
     .lines = {"delivers    58.6 GB/s of data (175 offered)\n",
               "at most: not searched (--saturation)\n",
               "loaded: without end, a queue grows at this load\n",
               "busiest     link (0,0) to (1,0), 90% used at this load\n"},
     .absent = "limited by"},
    {"without a load", .design = peers,
     .puts = {EXACT(saturation_data_gb_per_s, 420.0), EXACT(zero_load_latency_ns, 35.25)},
     .lines =
         {"delivers    420 GB/s of data at most\n            26.2 GB/s a node; 420 bytes/cycle\n",
          "loaded: not asked\n"},
     .absent = "offered"},
    {"terabytes",
     .puts = {EXACT(delivered_data_gb_per_s, 1900.0), EXACT(saturation_data_gb_per_s, 5400.0)},
     .lines =
         {"delivers    1.90 TB/s of data, 5.40 at most\n            67.9 GB/s a core, 238 a memory "
          "node; "},
     .absent = "GB/s of"},
    {"a workload, whose packets are not those of the open loop", .over = "workload=HH",
     .puts = {EXACT(delivered_data_gb_per_s, 60.4), EXACT(saturation_data_gb_per_s, 59.25)},
     .lines = {"delivers    60.4 GB/s of data, open loop 59.2 at most\n"}, .absent = "GB/s, 59.2"},
    {"an area, milliwatts",
     .puts = {EXACT(network_area_mm2, 4.107),
              EXACT(chip_area_mm2, 4.107),
              {ID(power_mw), 448.3, 224.0, 897.0},
              EXACT(leakage_power_mw, 320.0)},
     .lines = {"area        4.11 mm2 network\n",
               "power       448 (224..897) mW, 320 of it leakage\n"},
     .absent = "chip"},
    {"a chip, watts", .over = "chip.other_area_mm2=200",
     .puts = {EXACT(network_area_mm2, 51.0), EXACT(chip_area_mm2, 251.0), EXACT(power_mw, 1191.0),
              EXACT(leakage_power_mw, 881.0)},
     .lines = {"area        51.0 mm2 network, 251 mm2 chip\n",
               "power       1.19 W, 0.88 of it leakage\n"},
     .absent = "mW"},
    {"leakage alone", .puts = {EXACT(network_area_mm2, 51.0), EXACT(leakage_power_mw, 881.0)},
     .lines = {"power       881 mW leakage; dynamic: not asked\n"}, .absent = "GB/s"},
    {"no power", .puts = {EXACT(network_area_mm2, 51.0)},
     .lines = {"power       not known: not asked\n"}, .absent = "leakage"},
    {"a batch", .design = peers, .over = "traffic.batch=9", .method = NOC_METHOD_SAMPLE,
     .puts = {{ID(makespan_cycles), 469.0, 460.0, 478.0},
              EXACT(accepted_flits_per_cycle, 0.3),
              {ID(packet_latency_ns), 114.6, 112.3, 116.9},
              {ID(packet_latency_cycles), 114.6, 112.3, 116.9}},
     .lines = {"makespan    469 +-9 ns, 469 +-9 cycles\n",
               "one way     115 +-2 ns loaded (115 cycles)\n",
               "busiest     link (0,0) to (1,0), 90% used\n"},
     .absent = "idle"},
};

static noc_estimate answer_of(const head_case *c, const noc_design *design)
{
    noc_estimate e = test_made_estimate(design, c->method);
    e.answer = c->answer;
    e.load = c->load > 0.0 ? c->load : NAN;
    snprintf(e.bottleneck.kind, sizeof e.bottleneck.kind, "network");
    snprintf(e.bottleneck.resource, sizeof e.bottleneck.resource, "link");
    for (int i = 0; i < NOC_METRICS; i++)
        e.metrics[i] = (noc_metric){NAN, NAN, NAN, NAN, "not asked"};
    for (const put *p = c->puts; p < c->puts + PUTS && p->value > 0.0; p++)
        e.metrics[p->id] = (noc_metric){p->value, p->lo, p->hi, 0.9, NULL};
    return e;
}

static char *head_of(const noc_estimate *e)
{
    test_page p;
    test_page_open(&p, NOC_FORMAT_TABLE);
    noc_text_summary(&p.sheet, e);
    return test_page_close(&p);
}

static void check_head(void **state)
{
    const head_case *c = *state;
    noc_design *design = test_design(c->design ? c->design : gpu, (const char *[]){c->over, NULL});
    const noc_estimate e = answer_of(c, design);
    char *text = head_of(&e);
    test_no_line_is_wider(text);
    for (size_t i = 0; i < LINES && c->lines[i]; i++) assert_contains(text, c->lines[i]);
    if (strstr(text, c->absent)) fail_msg("'%s' is in:\n%s", c->absent, text);
    free(text);
    noc_design_free(design);
}

/* One of several applications is named with the cause; one that is alone is not counted. */
static void the_cause_names_its_application(void **state)
{
    (void)state;
    noc_design *design = test_design(gpu, NULL);
    noc_estimate e = answer_of(&head_cases[0], design);
    e.load = NAN;
    snprintf(e.bottleneck.workload, sizeof e.bottleneck.workload, "MUM");
    e.bottleneck.workload_count = 31;
    char *text = head_of(&e);
    assert_contains(text, "90% used), with MUM, one");
    free(text);
    e.bottleneck.workload_count = 1;
    text = head_of(&e);
    assert_contains(text, "90% used), with MUM\n");
    free(text);
    noc_design_free(design);
}

/* ---- figures -------------------------------------------------------------------------------- */

static double number_behind(const char *text, const char *words)
{
    const char *at = strstr(text, words);
    if (!at) fail_msg("'%s' is not in:\n%s", words, text);
    return strtod(at + strlen(words), NULL);
}

/* GB/s are bytes a cycle at the clock, ns are cycles of it; what is delivered is what is offered
 * below saturation; the first lines agree with the table below them. */
static void units_agree(void **state)
{
    (void)state;
    static const char text[] = "chip = { clock_mhz = 2000.0; technology_nm = 22; };\n"
                               "nodes = { compute = 28; memory = 8; };\n"
                               "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                               "traffic = { pattern = \"many-to-few\"; };\n";
    test_system t = test_compile(text, NULL);
    noc_estimate e;
    noc_diag diag = {0};
    assert_int_equal(noc_estimate_model(t.system, 0.03, &e, &diag), NOC_OK);
    test_page p;
    test_page_open(&p, NOC_FORMAT_TABLE);
    p.sheet.shows_all = true;
    assert_int_equal(noc_report_estimates(&p.sheet, &e, NULL, NULL, 1, false, &diag), NOC_OK);
    char *page = test_page_close(&p);
    test_no_line_is_wider(page);
    const double gb = number_behind(page, "delivers "), offered = number_behind(page, "of data (");
    const double core = number_behind(page, "at most\n            ");
    const double memory = number_behind(page, "a core, "), bytes = number_behind(page, "node; ");
    const double more = number_behind(page, "delivered bandwidth");
    const double ns = number_behind(page, "round trip  "),
                 cycles = number_behind(page, "round trip, idle");
    assert_near(gb, more, 0.005 * gb);
    assert_near(offered, gb, 0.01 * gb);
    assert_near(gb, 2.0 * bytes, 0.01 * gb);
    assert_near(gb, 28.0 * core, 0.01 * gb);
    assert_near(gb, 8.0 * memory, 0.01 * gb);
    assert_near(ns, cycles / 2.0, 0.005 * ns);
    assert_true(strstr(page, "limited by") < strstr(page, "metric "));
    free(page);
    test_system_free(&t);
}

/* The first screen has no table, and three warnings at most; --all has the rest. */
static void the_rest_is_under_all(void **state)
{
    (void)state;
    noc_design *design = test_design(gpu, NULL);
    noc_estimate e = answer_of(&head_cases[0], design);
    for (int i = 0; i < 5; i++) noc_estimate_warn(&e, NOC_WARNING_INPUT, "warning number %d", i);
    for (int all = 0; all < 2; all++) {
        test_page p;
        test_page_open(&p, NOC_FORMAT_TABLE);
        p.sheet.has_all_option = true;
        p.sheet.shows_all = all;
        assert_int_equal(noc_report_estimates(&p.sheet, &e, NULL, NULL, 1, false, NULL), NOC_OK);
        char *page = test_page_close(&p);
        test_no_line_is_wider(page);
        assert_int_equal(test_count_of(page, "Warning: warning number"), all ? 5 : 3);
        assert_int_equal(strstr(page, "And 2 more warnings (--all).") != NULL, !all);
        assert_int_equal(strstr(page, "All figures: --all.") != NULL, !all);
        assert_int_equal(strstr(page, "metric ") != NULL, all);
        assert_int_equal(strstr(page, "Not given: ") != NULL, all);
        if (!all) assert_true(test_count_of(page, "\n") <= 24);
        free(page);
    }
    noc_design_free(design);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "head", head_cases, check_head);
    test_add(&list, "the cause names its application", the_cause_names_its_application);
    test_add(&list, "units agree", units_agree);
    test_add(&list, "the rest is under --all", the_rest_is_under_all);
    return test_run("summary", &list);
}
