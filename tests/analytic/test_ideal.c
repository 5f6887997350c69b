/* Ideal networks: the model's waits and limits against sampled ones, and against closed forms. */
#include <math.h>
#include <stdio.h>

#include "analytic/closed_forms.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "tests/support/runs/models.h"

static const char uniform[] = "nodes = { compute = 40; };\n"
                              "network = { topology = \"ideal\"; flits_per_cycle = 1; };\n"
                              "traffic = { pattern = \"uniform\"; };\n";

/* Requests and replies each have a network. */
#define DEDICATED(requests, replies)                                                          \
    "nodes = { compute = 28; memory = 8; };\n"                                                \
    "networks = ( { carries = \"request\"; topology = \"ideal\"; flits_per_cycle = " requests \
    "; },\n"                                                                                  \
    "             { carries = \"reply\"; topology = \"ideal\"; flits_per_cycle = " replies    \
    "; } );\n"                                                                                \
    "traffic = { pattern = \"many-to-few\"; };\n"

/* ---- against samples ------------------------------------------------------------------------ */

static noc_model_limits limits_of(const noc_system *system)
{
    noc_model *model = test_model(system);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    noc_model_free(model);
    return limits;
}

static void find_waits(const noc_system *system, double packet_rate, double waits[NOC_CLASSES])
{
    noc_closed_forms forms;
    assert_true(noc_closed_forms_make(system, &forms));
    noc_find_closed_form_waits(&forms, packet_rate, 1, 0, waits);
    noc_closed_forms_clear(&forms);
}

typedef struct wait_case {
    const char *name, *text, *file; /* one of the two */
    double share;                   /* of saturation */
    const char *over[3];
} wait_case;

static const wait_case wait_cases[] = {
    {"no limit", NULL, "configs/te13-ideal.cfg", 0.9, {NULL}},
    {"te13's limit, 30 %", NULL, "configs/te13-bwlimit.cfg", 0.3, {NULL}},
    {"te13's limit, 60 %", NULL, "configs/te13-bwlimit.cfg", 0.6, {NULL}},
    {"te13's limit, 85 %", NULL, "configs/te13-bwlimit.cfg", 0.85, {NULL}},
    {"a flit a cycle", uniform, NULL, 0.7, {NULL}},
    {"packets of 5 flits", uniform, NULL, 0.7, {"traffic.packet_flits=5", NULL}},
    {"replies bind", DEDICATED("3", "8"), NULL, 0.5, {NULL}},
    {"requests bind", DEDICATED("2", "9"), NULL, 0.5, {NULL}},
};

static test_system compile(const wait_case *c)
{
    return c->file ? test_compile_file(c->file, c->over) : test_compile(c->text, c->over);
}

static void waits_are_as_sampled(void **state)
{
    static const double tolerance = 0.03,
                        cycles = 0.02; /* that a reply's last flits cost requests */
    static const noc_metric_id latencies[] = {
        NOC_METRIC_packet_latency_cycles, NOC_METRIC_network_latency_cycles,
        NOC_METRIC_request_latency_cycles, NOC_METRIC_reply_latency_cycles,
        NOC_METRIC_round_trip_cycles};
    const wait_case *c = *state;
    const noc_sampling sampling = {.precision = 0.005, .seed = 1, .jobs = 1};
    noc_diag diag = {0};
    noc_estimate model, sample;
    test_system t = compile(c);
    const double load = c->share * limits_of(t.system).saturation;
    assert_int_equal(noc_estimate_model(t.system, load, &model, &diag), NOC_OK);
    assert_int_equal(noc_estimate_sample(t.system, load, &sampling, &sample, &diag), NOC_OK);
    assert_int_equal(model.answer, NOC_ANSWER_OK);
    for (size_t i = 0; i < TEST_COUNT(latencies); i++) {
        const noc_metric *m = &model.metrics[latencies[i]], *s = &sample.metrics[latencies[i]];
        assert_int_equal(isnan(m->value), isnan(s->value));
        if (isnan(m->value)) continue;
        const double slack = isfinite(s->hi) ? s->hi - s->value : 0.0;
        assert_near(m->value, s->value, tolerance * s->value + slack + cycles);
    }
    assert_near(model.metrics[NOC_METRIC_hops_mean].value,
                sample.metrics[NOC_METRIC_hops_mean].value, 0.0);
    assert_true(isnan(model.metrics[NOC_METRIC_channel_utilization_max].value));
    assert_true(isnan(sample.metrics[NOC_METRIC_channel_utilization_max].value));
    test_system_free(&t);
}

/* Of several networks the one with the least room for its packets. */
static void limits_are_as_sampled(void **state)
{
    const wait_case *c = *state;
    const noc_sampling sampling = {.precision = 0.02, .seed = 1, .jobs = 1};
    noc_diag diag = {0};
    noc_estimate model, sample;
    test_system t = compile(c);
    assert_int_equal(noc_estimate_model(t.system, NAN, &model, &diag), NOC_OK);
    assert_int_equal(noc_estimate_sample_saturation(t.system, &sampling, &sample, &diag), NOC_OK);
    const noc_metric_id saturation = NOC_METRIC_saturation_flits_per_cycle;
    const noc_metric_id knee = NOC_METRIC_knee_flits_per_cycle;
    assert_near(model.metrics[saturation].value / sample.metrics[saturation].value, 1.0, 0.03);
    assert_int_equal(isnan(model.metrics[knee].value), isnan(sample.metrics[knee].value));
    if (isfinite(sample.metrics[knee].value))
        assert_near(model.metrics[knee].value / sample.metrics[knee].value, 1.0, 0.03);
    test_system_free(&t);
}

/* ---- against closed forms ------------------------------------------------------------------- */

/* A queue that sends one packet a cycle, with A arrivals a cycle: E[V] = E[A (A - 1)] / (2 (1
 * - E[A])). */
static void one_packet_a_cycle(void **state)
{
    static const double used[] = {0.05, 0.3, 0.6, 0.9, 0.99};
    (void)state;
    test_system t = test_compile(uniform, NULL);
    for (size_t i = 0; i < TEST_COUNT(used); i++) {
        const double n = 40.0, p = used[i] / n;
        const double want = n * (n - 1.0) * p * p / (2.0 * (1.0 - used[i])) / used[i];
        double waits[NOC_CLASSES];
        find_waits(t.system, p, waits);
        assert_near(waits[NOC_REQUEST] / want, 1.0, 0.03);
        assert_near(waits[NOC_REPLY], 0.0, 0.0);
    }
    test_system_free(&t);
}

/* No load is too small or too near to saturation; longer waits at higher ones. */
static void any_load_has_a_wait(void **state)
{
    static const double shares[] = {0.0,  1e-300, 1e-12,      1e-3,        0.1,
                                    0.99, 0.9999, 1.0 - 1e-6, 1.0 - 1e-12, 1.0};
    (void)state;
    test_system t = test_compile_file("configs/te13-bwlimit.cfg", NULL);
    const double saturation = noc_system_packet_rate(t.system, limits_of(t.system).saturation);
    double before = 0.0;
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        double waits[NOC_CLASSES];
        find_waits(t.system, shares[i] * saturation, waits);
        assert_true(waits[NOC_REPLY] >= before);
        before = waits[NOC_REPLY];
    }
    find_waits(t.system, 1.01 * saturation, (double[NOC_CLASSES]){0.0, 0.0});
    assert_true(before > 1e6);
    test_system_free(&t);
}

/* Where waits are twice the latency without load; of so many single flits as in the last case none
 * waits at all until shortly before. */
static void knee_is_where_waits_say(void **state)
{
    static const char *const limits[][6] = {{NULL},
                                            {"network.flits_per_cycle=4", NULL},
                                            {"network.flits_per_cycle=30", NULL},
                                            {"network.flits_per_cycle=1700", "nodes.compute=900",
                                             "nodes.memory=100", "traffic.read_reply_bytes=8",
                                             "traffic.write_request_bytes=8", NULL}};
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(limits); i++) {
        test_system t = test_compile_file("configs/te13-bwlimit.cfg", limits[i]);
        const double knee = limits_of(t.system).knee;
        double waits[NOC_CLASSES];
        find_waits(t.system, noc_system_packet_rate(t.system, knee), waits);
        assert_true(knee < limits_of(t.system).saturation);
        assert_near(waits[NOC_REQUEST] + waits[NOC_REPLY], 2.0 * noc_zero_load_latency(t.system),
                    1e-5);
        test_system_free(&t);
    }
}

/* Every node sends a flit in every cycle: nothing is left to chance. */
static void full_load_below_the_limit(void **state)
{
    (void)state;
    double waits[NOC_CLASSES];
    test_system t =
        test_compile(uniform, (const char *const[]){"network.flits_per_cycle=50", NULL});
    find_waits(t.system, 1.0, waits);
    assert_near(waits[NOC_REQUEST], 0.0, 0.0);
    assert_near(limits_of(t.system).saturation, 1.0, 0.0);
    assert_true(isnan(limits_of(t.system).knee));
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "waits", wait_cases, waits_are_as_sampled);
    test_add_rows(&list, "limits", &wait_cases[2], 1, sizeof wait_cases[0], limits_are_as_sampled);
    test_add_rows(&list, "limits", &wait_cases[6], 2, sizeof wait_cases[0], limits_are_as_sampled);
    test_add(&list, "one packet a cycle: the closed form", one_packet_a_cycle);
    test_add(&list, "any load has a wait", any_load_has_a_wait);
    test_add(&list, "knee is where waits say", knee_is_where_waits_say);
    test_add(&list, "full load below the limit", full_load_below_the_limit);
    return test_run("ideal networks", &list);
}
