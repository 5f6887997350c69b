/* Links that take as long as their wires (network.link_timing), against the delay of the wires
 * themselves, and against the same latencies given as settings. */
#include <math.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "network/graph/wire_timing.h"
#include "power_area/cost.h"
#include "power_area/link.h"
#include "tests/support/helpers.h"

static const char crossbar[] =
    "nodes = { compute = 20; memory = 4; };\ntraffic = { pattern = \"many-to-few\"; };\n"
    "network = { topology = \"crossbar\"; link_timing = \"wire\"; };\n"
    "chip = { technology_nm = 22; clock_mhz = 2000; };\n";
static const char clos[] =
    "nodes = { compute = 12; memory = 4; };\ntraffic = { pattern = \"many-to-few\"; };\n"
    "network = { topology = \"clos\"; m = 2; n = 4; r = 4; link_timing = \"wire\"; };\n"
    "chip = { technology_nm = 32; clock_mhz = 3000; };\n";
static const char mesh[] =
    "nodes = { compute = 12; memory = 4; };\ntraffic = { pattern = \"many-to-few\"; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; link_timing = \"wire\"; };\n"
    "chip = { technology_nm = 45; clock_mhz = 6000; tile_mm = 5; };\n";

typedef struct timing_case {
    const char *name, *text;
    const char *overrides[6];
    const char
        *given[4]; /* the same latencies as settings, by hand from the cycles that are needed */
} timing_case;

static const timing_case cases[] = {
    {"crossbar, 22 nm", crossbar, {NULL}, {NULL}},
    {"crossbar, 22 nm, 8 GHz", crossbar, {"chip.clock_mhz=8000"}, {"network.long_cycles=4"}},
    {"crossbar, 65 nm", crossbar, {"chip.technology_nm=65"}, {"network.long_cycles=2"}},
    {"crossbar, 2 nm, continued",
     crossbar,
     {"chip.technology_nm=2", "chip.scale_technology=true"},
     {"network.long_cycles=4"}},
    {"crossbar, its concentrators",
     crossbar,
     {"chip.technology_nm=65", "network.ports=8", "network.concentrator_cycles=2"},
     {"network.long_cycles=2"}},
    {"crossbar, more given", crossbar, {"network.long_cycles=7"}, {"network.long_cycles=7"}},
    {"clos", clos, {NULL}, {"network.long_cycles=2"}},
    {"mesh", mesh, {NULL}, {"network.channel_cycles=2"}},
};

/* Every channel takes the fewest periods that its wire's delay fits into, or what is given. */
static void links_take_what_wires_need(void **state)
{
    const timing_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_chip_spec *chip = &t.design->chip;
    noc_process process;
    assert_int_equal(noc_process_at(chip->technology_nm, chip->scale_technology, &process, NULL),
                     NOC_OK);
    uint32_t slow = 0;
    for (uint32_t i = 0; i < t.system->graph.channel_count; i++) {
        const noc_channel *channel = &t.system->graph.channels[i];
        const double period_ps = 1e6 / chip->clock_mhz;
        const double wire_ps = noc_fastest_link_ps(&process, channel->length_mm);
        const int extra = channel->sharers > 1 ? 2 : 0; /* the concentrator's */
        assert_true((channel->latency - extra) * period_ps >= wire_ps * (1.0 - 1e-12));
        if (channel->latency - extra == 1) continue;
        slow++;
        if (!strstr(c->name, "given"))
            assert_true((channel->latency - extra - 1) * period_ps < wire_ps);
    }
    assert_int_equal(slow > 0, c->given[0] != NULL);
    noc_cost cost;
    assert_int_equal(noc_cost_of(t.system, NULL, &cost, NULL, NULL), NOC_OK);
    assert_near(cost.clock_bound.late_link_mm, 0.0, 0.0); /* nobody is warned */
    test_system_free(&t);
}

static void same_metrics(const noc_estimate *a, const noc_estimate *b)
{
    for (int id = 0; id < NOC_METRICS; id++) {
        const noc_metric *x = &a->metrics[id], *y = &b->metrics[id];
        if (isnan(x->value) && isnan(y->value)) continue;
        assert_near(x->value, y->value, 0.0);
    }
}

/* Both methods answer to the bit as they do when the same latencies are given. */
static void answers_are_of_these_cycles(void **state)
{
    static const double load = 0.01;
    static const noc_sampling quick = {.precision = 0.05, .seed = 3, .jobs = 2};
    const timing_case *c = *state;
    const char *given[12] = {"network.link_timing=given"};
    size_t count = 1;
    for (size_t i = 0; c->overrides[i]; i++) given[count++] = c->overrides[i];
    for (size_t i = 0; c->given[i]; i++) given[count++] = c->given[i];
    test_system wire = test_compile(c->text, c->overrides), plain = test_compile(c->text, given);
    noc_estimate one, other;
    assert_int_equal(noc_estimate_model(wire.system, load, &one, NULL), NOC_OK);
    assert_int_equal(noc_estimate_model(plain.system, load, &other, NULL), NOC_OK);
    same_metrics(&one, &other);
    assert_int_equal(other.timed_link_cycles, 0);
    assert_true(one.timed_link_cycles >= 1);
    assert_int_equal(noc_estimate_sample(wire.system, load, &quick, &one, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample(plain.system, load, &quick, &other, NULL), NOC_OK);
    same_metrics(&one, &other);
    test_system_free(&wire);
    test_system_free(&plain);
}

/* The warning of a link that is too slow names the cure, which does away with it. */
static void warning_names_the_cure(void **state)
{
    (void)state;
    static const char *const given[] = {"network.link_timing=given", "chip.clock_mhz=8000", NULL};
    test_system t = test_compile(crossbar, given);
    noc_estimate e;
    bool found = false;
    assert_int_equal(noc_estimate_model(t.system, NAN, &e, NULL), NOC_OK);
    for (int i = 0; i < e.warning_count; i++)
        found |= strstr(e.warnings[i], "it needs 4 (--set network.link_timing=wire)") != NULL;
    assert_true(found);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "as long as wires", cases, links_take_what_wires_need);
    TEST_TABLE_PREFIXED(&list, "as if given", cases, answers_are_of_these_cycles);
    test_add(&list, "the warning names the cure", warning_names_the_cure);
    return test_run("link timing", &list);
}
