/* Settings that are moved until a design has another's area or bandwidth, against a look at every
 * value, and against the clock, to which bandwidth is proportional. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/match.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/helpers.h"

static char mesh[] =
    "chip = { technology_nm = 22; clock_mhz = 1000; };\n"
    "nodes = { compute = 12; memory = 4; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4; };\n";

static char crossbars[] =
    "chip = { technology_nm = 22; clock_mhz = 1000; };\n"
    "nodes = { compute = 12; memory = 4; };\n"
    "networks = ( { carries = \"request\"; topology = \"crossbar\"; flit_bytes = 16; slices = 2; "
    "},\n"
    "             { carries = \"reply\"; topology = \"crossbar\"; flit_bytes = 32; } );\n";

static char path[] = "match.cfg";

static noc_source source_of(char *text)
{
    return (noc_source){.path = path, .text = text, .typed_name = path};
}

/* The design, or NULL where the override makes none. */
static noc_design *read_with(char *text, const char *override)
{
    const noc_source source = source_of(text);
    noc_design *design = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_design_read(&source, &override, override ? 1 : 0, &design, &diag);
    noc_diag_clear(&diag);
    return status == NOC_OK ? design : NULL;
}

/* The metric by the estimate at a load, which no search goes by. */
static double metric_of(char *text, const char *override, noc_metric_id metric)
{
    noc_design *design = read_with(text, override);
    noc_system *system = NULL;
    noc_estimate e;
    double value = NAN;
    noc_diag diag = {0};
    if (design && noc_system_compile(design, &system, &diag) == NOC_OK &&
        noc_estimate_model(system, 0.01, &e, &diag) == NOC_OK)
        value = e.metrics[metric].value;
    noc_system_free(system);
    noc_design_free(design);
    noc_diag_clear(&diag);
    return value;
}

static noc_match find(char *text, const noc_match_target *wish)
{
    const noc_source source = source_of(text);
    noc_design *from = read_with(text, NULL), *moved = NULL;
    noc_match match = {.path = NULL};
    noc_diag diag = {0};
    const noc_status status = noc_match_find(&source, from, wish, &moved, &match, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    assert_non_null(moved);
    noc_design_free(moved);
    noc_design_free(from);
    return match;
}

static const struct scan {
    const char *name;
    char *text;
    const char *key;
    noc_metric_id metric;
    int low, high;
} scans[] = {
    {"width, area", mesh, "network.flit_bytes", NOC_METRIC_network_area_mm2, 1, 160},
    {"channels, area", mesh, "network.virtual_channels", NOC_METRIC_network_area_mm2, 1, 32},
    {"buffers, area", mesh, "network.buffer_flits", NOC_METRIC_network_area_mm2, 1, 64},
    {"width, bandwidth", mesh, "network.flit_bytes", NOC_METRIC_saturation_data_gb_per_s, 1, 96},
    {"one of two networks, area", crossbars, "networks[0].flit_bytes", NOC_METRIC_network_area_mm2,
     1, 160},
    {"one of two networks, bandwidth", crossbars, "networks[1].flit_bytes",
     NOC_METRIC_saturation_data_gb_per_s, 1, 96},
};

/* The nearest of all, the smallest of those that are as near. */
static int nearest_of_all(const struct scan *c, const double *all, double target)
{
    int best = 0;
    for (int v = c->low; v <= c->high; v++) {
        const double away = fabs(all[v] - target);
        if (isfinite(all[v]) && (!best || away < fabs(all[best] - target) * (1.0 - 1e-9))) best = v;
    }
    return best;
}

static void the_nearest_is_found(void **state)
{
    const struct scan *c = *state;
    static const double factors[] = {0.3, 0.9, 1.0, 1.4, 2.2};
    double all[200];
    for (int v = c->low; v <= c->high; v++) {
        char override[80];
        snprintf(override, sizeof override, "%s=%d", c->key, v);
        all[v] = metric_of(c->text, override, c->metric);
    }
    const double now = metric_of(c->text, NULL, c->metric);
    for (size_t i = 0; i < TEST_COUNT(factors); i++) {
        const noc_match_target wish = {
            .metric = c->metric, .value = factors[i] * now, .path = c->key};
        const noc_match match = find(c->text, &wish);
        const int best = nearest_of_all(c, all, wish.value);
        if (atoi(match.new_text) != best)
            fail_msg("%s for %g: %s (%g), but %d has %g", c->key, wish.value, match.new_text,
                     match.value, best, all[best]);
        assert_int_equal(match.is_met, fabs(all[best] - wish.value) <= NOC_MATCH_NEAR * wish.value);
    }
}

/* Answers in cycles do not depend on the clock. */
static void bandwidth_is_proportional_to_the_clock(void **state)
{
    (void)state;
    const double now = metric_of(crossbars, NULL, NOC_METRIC_saturation_data_gb_per_s);
    static const double clocks[] = {123.0, 999.0, 1000.0, 2340.0};
    for (size_t i = 0; i < TEST_COUNT(clocks); i++) {
        const noc_match_target wish = {.metric = NOC_METRIC_saturation_data_gb_per_s,
                                       .value = now * clocks[i] / 1000.0,
                                       .path = "chip.clock_mhz"};
        const noc_match match = find(crossbars, &wish);
        assert_true(fabs(atof(match.new_text) - clocks[i]) < 1e-6 * clocks[i]);
        assert_true(match.is_met);
    }
}

static void listed_values_alone_are_tried(void **state)
{
    (void)state;
    static const char *const listed[] = {"64", "8", "256bit"};
    const double wanted = metric_of(mesh, "network.flit_bytes=30", NOC_METRIC_network_area_mm2);
    const noc_match_target wish = {.metric = NOC_METRIC_network_area_mm2,
                                   .value = wanted,
                                   .path = "network.flit_bytes",
                                   .listed_values = listed,
                                   .listed_count = TEST_COUNT(listed)};
    const noc_match match = find(mesh, &wish);
    assert_string_equal(match.new_text, "256bit");
    assert_string_equal(match.old_text, "16");
}

static void what_two_networks_have_is_told(void **state)
{
    (void)state;
    const noc_match_target wish = {
        .metric = NOC_METRIC_network_area_mm2, .value = 1.0, .path = "network.flit_bytes"};
    assert_string_equal(find(crossbars, &wish).old_text, "16 and 32");
}

/* A setting that changes nothing keeps its smallest value, and does not meet another area. */
static void what_changes_nothing_does_not_meet(void **state)
{
    (void)state;
    const noc_match_target wish = {
        .metric = NOC_METRIC_network_area_mm2, .value = 99.0, .path = "traffic.read_request_bytes"};
    const noc_match match = find(mesh, &wish);
    assert_string_equal(match.new_text, "1");
    assert_false(match.is_met);
}

static const struct refusal {
    const char *name, *path, *says;
} refusals[] = {
    {"a typo", "network.flit_byte", "did you mean 'network.flit_bytes'?"},
    {"a network that is not there", "networks[2].flit_bytes", "has 1 network, and no networks[2]"},
    {"a network before the first", "networks[-1].flit_bytes", "has 1 network, and no networks[-1]"},
    {"a key alone", "flit_bytes", "did you mean 'network.flit_bytes'?"},
    {"another topology's key", "network.ports", "the design has no such setting"},
    {"a list", "nodes.memory_at", "neither a number nor a choice"},
    {"what no value fits", "network.columns", "no value of network.columns makes a design"},
};

static void faults_name_the_option(void **state)
{
    const struct refusal *c = *state;
    const noc_source source = source_of(mesh);
    noc_design *from = read_with(mesh, NULL), *moved = NULL;
    noc_match match;
    noc_diag diag = {0};
    const char *const none[] = {"5", "6"};
    const noc_match_target wish = {.metric = NOC_METRIC_network_area_mm2,
                                   .value = 1.0,
                                   .path = c->path,
                                   .fault_place = {"--free", 0},
                                   .listed_values = none,
                                   .listed_count = strcmp(c->path, "network.columns") == 0 ? 2 : 0};
    assert_int_equal(noc_match_find(&source, from, &wish, &moved, &match, &diag), NOC_EUSAGE);
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].file, "--free");
    assert_contains(diag.messages[0].text, c->says);
    noc_diag_clear(&diag);
    noc_design_free(from);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, scans, the_nearest_is_found);
    test_add(&list, "bandwidth is proportional to the clock",
             bandwidth_is_proportional_to_the_clock);
    test_add(&list, "listed values alone are tried", listed_values_alone_are_tried);
    test_add(&list, "what two networks have is told", what_two_networks_have_is_told);
    test_add(&list, "what changes nothing does not meet", what_changes_nothing_does_not_meet);
    TEST_TABLE(&list, refusals, faults_name_the_option);
    return test_run("match", &list);
}
