/* Estimates, the form in which all answers leave: every metric has a value or a reason, intervals
 * hold their values, the parts fit together, and what limits the network is named. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/zero_load.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/kinds/kinds.h"
#include "tests/support/helpers.h"

/* ---- designs -------------------------------------------------------------------------------- */

static const char uniform[] =
    "chip = { technology_nm = 65; other_area_mm2 = 50.0; };\n"
    "nodes = { compute = 16; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 2; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const char gpu[] = "chip = { technology_nm = 65; };\n"
                          "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
                          "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

static const char planes[] =
    "chip = { technology_nm = 65; };\n"
    "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
    "networks = (\n"
    "  { carries = \"request\"; topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 8; },\n"
    "  { carries = \"reply\"; topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 16; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

static const char mixed[] =
    "chip = { technology_nm = 65; };\n"
    "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
    "networks = (\n"
    "  { topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 32; },\n"
    "  { carries = \"request\"; topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 8; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

static const char own_node[] =
    "chip = { technology_nm = 65; };\n"
    "nodes = { compute = 1; };\n"
    "network = { topology = \"mesh\"; columns = 1; rows = 1; virtual_channels = 8; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = 5; };\n";

static const char crossbar[] = "chip = { technology_nm = 65; };\n"
                               "nodes = { compute = 12; memory = 4; placement = \"explicit\";\n"
                               "  memory_at = ((0, 0), (5, 0), (10, 0), (15, 0)); };\n"
                               "network = { topology = \"crossbar\"; };\n"
                               "traffic = { pattern = \"many-to-few\"; };\n";

enum { OVERRIDES_MAX = 6 };

typedef enum question {
    ASK_MODEL, /* at `load`, or at none */
    ASK_SAMPLE,
    ASK_SATURATION, /* measured */
} question;

typedef struct estimate_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX]; /* the last stays NULL */
    question question;
    double load, precision; /* NAN where it does not apply */
    noc_answer answer;
} estimate_case;

#define MODEL(load, answer)             ASK_MODEL, (load), NAN, (answer)
#define SAMPLE(load, precision, answer) ASK_SAMPLE, (load), (precision), (answer)
#define SATURATION                      ASK_SATURATION, NAN, 0.02, NOC_ANSWER_OK

static const estimate_case cases[] = {
    {"model: uniform, no load", uniform, {NULL}, MODEL(NAN, NOC_ANSWER_OK)},
    {"model: uniform, next to no load", uniform, {NULL}, MODEL(1e-12, NOC_ANSWER_OK)},
    {"model: uniform, half", uniform, {NULL}, MODEL(0.3, NOC_ANSWER_OK)},
    {"model: uniform, overload", uniform, {NULL}, MODEL(0.95, NOC_ANSWER_SATURATED)},
    {"model: uniform, the most that ports take", uniform, {NULL}, MODEL(1.0, NOC_ANSWER_SATURATED)},
    {"model: hotspot",
     uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(5)"},
     MODEL(0.03, NOC_ANSWER_OK)},
    {"model: one node", own_node, {NULL}, MODEL(0.5, NOC_ANSWER_OK)},
    {"model: many-to-few, no load", gpu, {NULL}, MODEL(NAN, NOC_ANSWER_OK)},
    {"model: many-to-few", gpu, {NULL}, MODEL(0.04, NOC_ANSWER_OK)},
    {"model: many-to-few, overload", gpu, {NULL}, MODEL(0.4, NOC_ANSWER_SATURATED)},
    {"model: many-to-few, reads only",
     gpu,
     {"traffic.read_fraction=1.0", "network.slices=2"},
     MODEL(0.04, NOC_ANSWER_OK)},
    {"model: two planes", planes, {NULL}, MODEL(0.05, NOC_ANSWER_OK)},
    {"model: two planes that share the requests", mixed, {NULL}, MODEL(0.05, NOC_ANSWER_OK)},
    {"model: crossbar", crossbar, {NULL}, MODEL(0.05, NOC_ANSWER_OK)},
    {"model: short packets over 4 slices",
     uniform,
     {"network.slices=4", "traffic.packet_flits=1"},
     MODEL(0.5, NOC_ANSWER_OK)},
    {"sample: uniform", uniform, {NULL}, SAMPLE(0.3, 0.02, NOC_ANSWER_OK)},
    {"sample: uniform, overload", uniform, {NULL}, SAMPLE(0.95, 0.02, NOC_ANSWER_SATURATED)},
    {"sample: uniform, too precise", uniform, {NULL}, SAMPLE(0.3, 1e-4, NOC_ANSWER_IMPRECISE)},
    {"sample: many-to-few", gpu, {NULL}, SAMPLE(0.04, 0.02, NOC_ANSWER_OK)},
    {"sample: many-to-few, overload", gpu, {NULL}, SAMPLE(0.4, 0.02, NOC_ANSWER_SATURATED)},
    {"sample: two planes", planes, {NULL}, SAMPLE(0.05, 0.02, NOC_ANSWER_OK)},
    {"sample: crossbar", crossbar, {NULL}, SAMPLE(0.05, 0.02, NOC_ANSWER_OK)},
    {"sample: no packet is ever seen", own_node, {NULL}, SAMPLE(1e-13, 0.02, NOC_ANSWER_IMPRECISE)},
    {"saturation: one node", own_node, {NULL}, SATURATION},
    {"saturation: many-to-few", gpu, {"network.router_stages=1"}, SATURATION},
    {"saturation: short packets over 4 slices",
     uniform,
     {"network.slices=4", "traffic.packet_flits=1", "network.columns=2", "network.rows=1",
      "nodes.compute=2"},
     SATURATION},
};

/* ---- asking --------------------------------------------------------------------------------- */

static noc_status ask(const noc_system *s, const estimate_case *c, unsigned jobs, noc_estimate *e,
                      noc_diag *diag)
{
    const noc_sampling sampling = {
        .precision = c->precision,
        .seed = 17,
        .jobs = jobs,
        .max_cycles = 200000,
    };
    switch (c->question) {
    case ASK_MODEL:
        return noc_estimate_model(s, c->load, e, diag);
    case ASK_SAMPLE:
        return noc_estimate_sample(s, c->load, &sampling, e, diag);
    default:
        return noc_estimate_sample_saturation(s, &sampling, e, diag);
    }
}

static noc_estimate answer_to(const noc_system *s, const estimate_case *c, unsigned jobs)
{
    noc_estimate e;
    noc_diag diag = {0};
    const noc_status status = ask(s, c, jobs, &e, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    return e;
}

static double value(const noc_estimate *e, noc_metric_id id)
{
    return e->metrics[id].value;
}

static bool has(const noc_estimate *e, noc_metric_id id)
{
    return !isnan(e->metrics[id].value);
}

/* ---- every metric --------------------------------------------------------------------------- */

static bool is_sound(const noc_metric *m)
{
    if (m->reason) return isnan(m->value) && isnan(m->lo) && isnan(m->hi) && isnan(m->confidence);
    if (!isfinite(m->value)) return false;
    if (isnan(m->lo) && isnan(m->hi)) return isnan(m->confidence);
    if (m->confidence <= 0.0 || m->confidence >= 1.0) return false; /* NAN: a bound, no level */
    return m->lo <= m->value && m->value <= m->hi;
}

static void check_every_metric(const noc_estimate *e)
{
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric *m = &e->metrics[i];
        if (!is_sound(m))
            print_error("%s: %g in %g..%g at %g, %s\n", noc_metric_info_of((noc_metric_id)i)->name,
                        m->value, m->lo, m->hi, m->confidence, m->reason ? m->reason : "no reason");
        assert_true(is_sound(m));
        assert_true(!m->reason || strlen(m->reason) > 10);
        assert_true(!(m->value < 0.0));
    }
}

/* What each kind of question always answers. */
static void check_answered(const noc_estimate *e, const estimate_case *c)
{
    static const noc_metric_id always[] = {
        NOC_METRIC_zero_load_latency_cycles,
        NOC_METRIC_router_area_mm2,
        NOC_METRIC_link_area_mm2,
        NOC_METRIC_network_area_mm2,
        NOC_METRIC_chip_area_mm2,
        NOC_METRIC_buffer_area_mm2,
        NOC_METRIC_crossbar_area_mm2,
        NOC_METRIC_allocator_area_mm2,
    };
    static const noc_metric_id limits[] = {
        NOC_METRIC_saturation_flits_per_cycle,
        NOC_METRIC_saturation_bytes_per_cycle,
        NOC_METRIC_knee_flits_per_cycle,
        NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2,
    };
    for (size_t i = 0; i < TEST_COUNT(always); i++) assert_true(value(e, always[i]) > 0.0);
    for (size_t i = 0; i < TEST_COUNT(limits); i++) {
        const bool knee = limits[i] == NOC_METRIC_knee_flits_per_cycle; /* may be out of reach */
        if (!knee || c->question == ASK_SAMPLE)
            assert_true(has(e, limits[i]) == (c->question != ASK_SAMPLE));
    }
    const bool loaded = !isnan(c->load);
    assert_true(has(e, NOC_METRIC_accepted_flits_per_cycle) == (loaded && c->load > 1e-9) ||
                c->load < 1e-9);
    if (loaded && c->load > 1e-9 && c->answer == NOC_ANSWER_OK) {
        assert_true(has(e, NOC_METRIC_packet_latency_cycles));
        assert_true(has(e, NOC_METRIC_network_latency_cycles));
        assert_true(has(e, NOC_METRIC_hops_mean));
        assert_true(has(e, NOC_METRIC_channel_utilization_max));
    }
    if (!loaded) assert_false(has(e, NOC_METRIC_packet_latency_cycles));
}

/* ---- the parts fit together ----------------------------------------------------------------- */

static void check_areas(const noc_system *s, const noc_estimate *e)
{
    const double router = value(e, NOC_METRIC_router_area_mm2);
    const double network = value(e, NOC_METRIC_network_area_mm2);
    assert_near(router,
                value(e, NOC_METRIC_buffer_area_mm2) + value(e, NOC_METRIC_crossbar_area_mm2) +
                    value(e, NOC_METRIC_allocator_area_mm2),
                1e-9 * router);
    assert_near(network, router + value(e, NOC_METRIC_link_area_mm2), 1e-9 * network);
    assert_near(value(e, NOC_METRIC_chip_area_mm2), network + s->design->chip.other_area_mm2,
                1e-9 * value(e, NOC_METRIC_chip_area_mm2));
}

static void check_latencies(const noc_system *s, const noc_estimate *e)
{
    const double zero_load = value(e, NOC_METRIC_zero_load_latency_cycles);
    assert_near(zero_load, noc_zero_load_latency(s), 1e-9 * zero_load);
    if (!has(e, NOC_METRIC_packet_latency_cycles)) return;
    const double packet = value(e, NOC_METRIC_packet_latency_cycles);
    const double network = value(e, NOC_METRIC_network_latency_cycles);
    assert_true(network <= packet * (1.0 + 1e-9));
    if (s->graph.memory_count == 0) {
        assert_true(packet > 0.97 * zero_load);
        assert_false(has(e, NOC_METRIC_round_trip_cycles));
        assert_false(has(e, NOC_METRIC_request_latency_cycles));
        assert_false(has(e, NOC_METRIC_reply_latency_cycles));
        assert_false(has(e, NOC_METRIC_memory_stall_fraction));
        return;
    }
    const double request = value(e, NOC_METRIC_request_latency_cycles);
    const double reply = value(e, NOC_METRIC_reply_latency_cycles);
    const double round_trip = value(e, NOC_METRIC_round_trip_cycles);
    if (e->answer == NOC_ANSWER_SATURATED) return; /* more requests than replies are counted */
    assert_true(round_trip > 0.97 * zero_load);
    assert_near(round_trip, request + reply, 0.01 * round_trip);
    assert_near(packet, (request + reply) / 2.0, 0.01 * packet);
}

/* Of the saturation, found or computed: bytes a cycle of one node, and of all packets and their
 * replies per mm2 of chip. */
static void check_throughput(const noc_system *s, const noc_estimate *e)
{
    if (!has(e, NOC_METRIC_saturation_flits_per_cycle)) return;
    const double saturation = value(e, NOC_METRIC_saturation_flits_per_cycle);
    double flits = 0.0, bytes = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (!net->carries[NOC_REQUEST]) continue; /* each as likely as the others */
        flits += noc_system_mean_flits(s, NOC_REQUEST, n);
        bytes += noc_system_mean_flits(s, NOC_REQUEST, n) * net->flit_bytes;
    }
    const double node_bytes = saturation * bytes / flits;
    const double packets = noc_system_packet_rate(s, saturation) * s->traffic.injector_count;
    const double per_area =
        packets * s->traffic.transaction_bytes / value(e, NOC_METRIC_chip_area_mm2);
    assert_near(value(e, NOC_METRIC_saturation_bytes_per_cycle), node_bytes, 1e-9 * node_bytes);
    assert_near(value(e, NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2), per_area,
                1e-9 * per_area);
    if (has(e, NOC_METRIC_knee_flits_per_cycle))
        assert_true(value(e, NOC_METRIC_knee_flits_per_cycle) <= 1.02 * saturation);
    /* 98 % of what is offered there is accepted, and no more than the ports inject can be */
    assert_true(0.98 * saturation <= 1.01 * noc_system_highest_load(s));
}

static void check_accepted(const noc_estimate *e, const estimate_case *c)
{
    if (!has(e, NOC_METRIC_accepted_flits_per_cycle) || c->load < 1e-9) return;
    const double accepted = value(e, NOC_METRIC_accepted_flits_per_cycle);
    assert_true(accepted > 0.0 && accepted <= 1.05 * c->load);
    if (c->answer == NOC_ANSWER_OK) assert_true(accepted >= 0.95 * c->load);
    if (has(e, NOC_METRIC_channel_utilization_max))
        assert_true(value(e, NOC_METRIC_channel_utilization_max) <= 1.0 + 1e-9);
    if (has(e, NOC_METRIC_latency_p50_cycles)) {
        assert_true(value(e, NOC_METRIC_latency_p50_cycles) <=
                    value(e, NOC_METRIC_latency_p95_cycles));
        assert_true(value(e, NOC_METRIC_latency_p95_cycles) <=
                    value(e, NOC_METRIC_latency_p99_cycles));
    }
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0) return true;
    return false;
}

static void check_bottleneck(const noc_estimate *e, const estimate_case *c)
{
    static const char *const kinds[] = {"network",     "request-network", "reply-network",
                                        "memory-port", "cores",           NULL};
    static const char *const resources[] = {"link", "injection", "ejection", NULL};
    const noc_bottleneck *b = &e->bottleneck;
    assert_true(is_one_of(b->kind, kinds));
    assert_true(b->workload[0] == 0);
    if (strcmp(b->kind, "cores") == 0) return; /* nodes that offer too little */
    assert_true(is_one_of(b->resource, resources));
    assert_true(strlen(b->where) > 0);
    assert_true(b->utilization >= 0.0 && b->utilization <= 1.0 + 1e-9);
    if (c->answer == NOC_ANSWER_SATURATED) assert_true(b->utilization > 0.3);
}

/* ---- what is told besides ------------------------------------------------------------------- */

static void check_run(const noc_estimate *e, const estimate_case *c, const noc_system *s)
{
    assert_ptr_equal(e->design, s->design);
    assert_int_equal(e->method, c->question == ASK_MODEL ? NOC_METHOD_MODEL : NOC_METHOD_SAMPLE);
    assert_int_equal(e->answer, c->answer);
    assert_true(isnan(c->load) ? isnan(e->load) : e->load == c->load);
    assert_true(e->warning_count >= (c->answer == NOC_ANSWER_OK ? 0 : 1) ||
                c->question == ASK_MODEL); /* the model's missing latencies say why */
    assert_true(e->warning_count <= NOC_WARNINGS_MAX);
    for (int i = 0; i < e->warning_count; i++) assert_true(strlen(e->warnings[i]) > 10);
    assert_true(isfinite(e->wall_s) && e->wall_s >= 0.0);
    if (c->question == ASK_MODEL) {
        assert_true(e->seed == 0 && e->cycles_simulated == 0 && e->warmup_cycles == 0);
        assert_true(e->windows == 0 && e->flit_hops == 0);
    } else {
        assert_true(e->seed == 17 && e->cycles_simulated > 0 && e->windows > 0);
        assert_true(e->warmup_cycles < e->cycles_simulated);
        assert_true(e->flit_hops > 0 || c->load < 1e-9);
    }
}

static void check_estimate(void **state)
{
    const estimate_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_estimate e = answer_to(t.system, c, 1);
    check_every_metric(&e);
    check_answered(&e, c);
    check_areas(t.system, &e);
    check_latencies(t.system, &e);
    check_throughput(t.system, &e);
    check_accepted(&e, c);
    check_bottleneck(&e, c);
    check_run(&e, c, t.system);
    test_system_free(&t);
}

/* ---- repeatable ----------------------------------------------------------------------------- */

static const estimate_case repeated_cases[] = {
    {"repeatable: model", gpu, {NULL}, MODEL(0.04, NOC_ANSWER_OK)},
    {"repeatable: sample", gpu, {NULL}, SAMPLE(0.04, 0.05, NOC_ANSWER_OK)},
    {"repeatable: saturation", own_node, {NULL}, SATURATION},
};

/* The same again, with other threads: bit for bit, but for the time that it took. */
static void check_repeatable(void **state)
{
    const estimate_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_estimate one = answer_to(t.system, c, 1), other = answer_to(t.system, c, 3);
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric *a = &one.metrics[i], *b = &other.metrics[i];
        assert_memory_equal(&a->value, &b->value, sizeof a->value);
        assert_memory_equal(&a->lo, &b->lo, sizeof a->lo);
        assert_memory_equal(&a->hi, &b->hi, sizeof a->hi);
    }
    assert_string_equal(one.bottleneck.where, other.bottleneck.where);
    assert_true(one.cycles_simulated == other.cycles_simulated);
    assert_true(one.flit_hops == other.flit_hops && one.windows == other.windows);
    test_system_free(&t);
}

/* ---- the model and the sample agree where both can be exact --------------------------------- */

/* One node's Geo/D/1 queue: both methods know the latency, the sample within its interval. */
static void both_methods_agree_on_one_queue(void **state)
{
    (void)state;
    static const estimate_case sample = {"", own_node, {NULL}, SAMPLE(0.6, 0.02, NOC_ANSWER_OK)};
    test_system t = test_compile(own_node, NULL);
    noc_estimate a;
    const noc_estimate b = answer_to(t.system, &sample, 1);
    assert_int_equal(noc_estimate_calibrated(t.system, NULL, 0.6, NULL, &a, NULL), NOC_OK);
    const noc_metric *measured = &b.metrics[NOC_METRIC_packet_latency_cycles];
    const double half_width = measured->hi - measured->value;
    assert_near(value(&a, NOC_METRIC_packet_latency_cycles), 14.0, 0.01);
    assert_near(measured->value, 14.0, 1.5 * half_width);
    assert_near(measured->confidence, 0.95, 1e-12);
    assert_near(value(&a, NOC_METRIC_hops_mean), value(&b, NOC_METRIC_hops_mean), 1e-9);
    assert_near(value(&a, NOC_METRIC_zero_load_latency_cycles),
                value(&b, NOC_METRIC_zero_load_latency_cycles), 0.0);
    assert_near(value(&a, NOC_METRIC_chip_area_mm2), value(&b, NOC_METRIC_chip_area_mm2), 0.0);
    test_system_free(&t);
}

/* ---- bottlenecks that are known ------------------------------------------------------------- */

typedef struct bottleneck_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX];
    const char *kind, *where; /* part of it */
} bottleneck_case;

static const bottleneck_case bottleneck_cases[] = {
    {"bottleneck: one node of a hotspot",
     uniform,
     {"traffic.pattern=hotspot", "traffic.hotspot_nodes=(5)", "traffic.packet_flits=1",
      "network.virtual_channels=8"},
     "network",
     "node 5"},
    {"bottleneck: a memory node's replies",
     gpu,
     {"network.virtual_channels=16", "network.routing=yx", "traffic.read_reply_bytes=256"},
     "memory-port",
     "memory"},
    {"bottleneck: a hot memory",
     gpu,
     {"network.virtual_channels=8", "traffic.hotspot_fraction=0.7", "traffic.hotspot_memory=2"},
     "memory-port",
     "memory 2"},
};

static void check_known_bottleneck(void **state)
{
    const bottleneck_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const estimate_case asked = {"", c->text, {NULL}, MODEL(NAN, NOC_ANSWER_OK)};
    const noc_estimate e = answer_to(t.system, &asked, 1);
    if (strcmp(e.bottleneck.kind, c->kind) != 0 || !strstr(e.bottleneck.where, c->where))
        print_error("%s: %s %s\n", c->name, e.bottleneck.kind, e.bottleneck.where);
    assert_string_equal(e.bottleneck.kind, c->kind);
    assert_contains(e.bottleneck.where, c->where);
    test_system_free(&t);
}

/* ---- refused -------------------------------------------------------------------------------- */

typedef struct refused_case {
    const char *name;
    const char *text;
    const char *overrides[OVERRIDES_MAX];
    question question;
    double load;
    noc_status status;
} refused_case;

static const refused_case refused_cases[] = {
    {"refused: more than a port injects, model", uniform, {NULL}, ASK_MODEL, 1.5, NOC_EUSAGE},
    {"refused: more than a port injects, sample", uniform, {NULL}, ASK_SAMPLE, 1.5, NOC_EUSAGE},
    {"refused: more than the ports of four slices inject",
     uniform,
     {"network.slices=4", "traffic.packet_flits=2"},
     ASK_SAMPLE,
     4.5,
     NOC_EUSAGE},
};

static void check_refused(void **state)
{
    const refused_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const estimate_case asked = {"", c->text, {NULL}, c->question, c->load, 0.05, NOC_ANSWER_OK};
    noc_estimate e;
    noc_diag diag = {0};
    assert_int_equal(ask(t.system, &asked, 1, &e, &diag), c->status);
    assert_true(diag.count == 1);
    assert_int_equal(ask(t.system, &asked, 1, &e, NULL), c->status);
    noc_diag_clear(&diag);
    test_system_free(&t);
}

/* ---- a technology that nobody stated -------------------------------------------------------- */

static bool warns_of(const noc_estimate *e, const char *words)
{
    for (int i = 0; i < (int)e->warning_count; i++)
        if (strstr(e->warnings[i], words)) return true;
    return false;
}

/* A design that does not state its technology has the costs of one that states 22 nm, and says so;
 * one that states it says nothing. */
static void a_technology_that_is_not_stated_is_told(void **state)
{
    (void)state;
    static const char bare[] = "nodes = { compute = 16; };\n"
                               "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
                               "traffic = { pattern = \"uniform\"; packet_flits = 4; };\n";
    static const char *const none[] = {NULL}, *const stated[] = {"chip.technology_nm=22", NULL};
    test_system t = test_compile(bare, none), u = test_compile(bare, stated);
    noc_estimate a, b;
    assert_int_equal(noc_estimate_model(t.system, 0.1, &a, NULL), NOC_OK);
    assert_int_equal(noc_estimate_model(u.system, 0.1, &b, NULL), NOC_OK);
    assert_true(value(&a, NOC_METRIC_network_area_mm2) == value(&b, NOC_METRIC_network_area_mm2));
    assert_true(value(&a, NOC_METRIC_power_mw) == value(&b, NOC_METRIC_power_mw));
    assert_true(warns_of(&a, "at 22 nm: the design does not state chip.technology_nm"));
    assert_false(warns_of(&b, "chip.technology_nm"));
    test_system_free(&t);
    test_system_free(&u);
}

/* ---- what an imprecise sample takes --------------------------------------------------------- */

static noc_estimate sample_of(const noc_system *s, double precision, uint64_t cycles)
{
    const noc_sampling sampling = {
        .precision = precision, .seed = 3, .jobs = 1, .max_cycles = cycles};
    noc_estimate e;
    assert_int_equal(noc_estimate_sample(s, 0.1, &sampling, &e, NULL), NOC_OK);
    return e;
}

/* The number behind an option in the only warning. */
static double told_behind(const noc_estimate *e, const char *option)
{
    assert_int_equal(e->answer, NOC_ANSWER_IMPRECISE);
    assert_int_equal(e->warning_count, 1);
    const char *at = strstr(e->warnings[0], option);
    assert_non_null(at);
    return strtod(at + strlen(option), NULL);
}

/* Either of what is proposed is enough. */
static void what_an_imprecise_sample_takes_is_enough(void **state)
{
    static const double precision = 0.005;
    static const uint64_t cycles = 6000;
    (void)state;
    test_system t = test_compile(uniform, NULL);
    const noc_estimate short_one = sample_of(t.system, precision, cycles);
    const double wanted = told_behind(&short_one, "--cycles ");
    const double reached = told_behind(&short_one, "--precision ");
    assert_true(wanted > (double)cycles && reached > precision);
    assert_int_equal(sample_of(t.system, precision, (uint64_t)wanted).answer, NOC_ANSWER_OK);
    assert_int_equal(sample_of(t.system, reached, cycles).answer, NOC_ANSWER_OK);
    test_system_free(&t);
}

/* A load that lies within the interval of saturation: at it the model tells latencies of a network
 * that takes it, and a sample that does take it is among these; beyond the interval there are
 * none. */
static void a_load_within_saturation_has_latencies(void **state)
{
    static const double beyond = 1.3;
    (void)state;
    test_system t = test_compile(gpu, NULL);
    const noc_calibration *c = noc_calibration_shipped();
    noc_estimate e, sample;
    assert_int_equal(noc_estimate_calibrated(t.system, c, NAN, NULL, &e, NULL), NOC_OK);
    const noc_metric saturation = e.metrics[NOC_METRIC_saturation_flits_per_cycle];
    assert_true(saturation.lo < saturation.value && saturation.value < saturation.hi);
    const double load = 0.99 * saturation.value;
    assert_int_equal(noc_estimate_calibrated(t.system, c, load, NULL, &e, NULL), NOC_OK);
    assert_true(noc_answer_has_growth(e.answer));
    const noc_metric *trip = &e.metrics[NOC_METRIC_round_trip_cycles];
    assert_true(trip->lo < trip->value && trip->value < trip->hi);
    const noc_sampling quick = {
        .precision = 0.1, .seed = 1, .max_cycles = 40000, .skips_cause = true};
    assert_int_equal(noc_estimate_sample(t.system, load, &quick, &sample, NULL), NOC_OK);
    const double sampled = sample.metrics[NOC_METRIC_round_trip_cycles].value;
    assert_true(isnan(sampled) || (trip->lo <= sampled && sampled <= trip->hi));
    assert_int_equal(
        noc_estimate_calibrated(t.system, c, beyond * saturation.value, NULL, &e, NULL), NOC_OK);
    assert_true(isnan(trip->value));
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "a load within saturation has latencies",
             a_load_within_saturation_has_latencies);
    test_add(&list, "a technology that is not stated is told",
             a_technology_that_is_not_stated_is_told);
    test_add(&list, "what an imprecise sample takes is enough",
             what_an_imprecise_sample_takes_is_enough);
    TEST_TABLE(&list, cases, check_estimate);
    TEST_TABLE(&list, repeated_cases, check_repeatable);
    test_add(&list, "both methods agree on one queue", both_methods_agree_on_one_queue);
    TEST_TABLE(&list, bottleneck_cases, check_known_bottleneck);
    TEST_TABLE(&list, refused_cases, check_refused);
    return test_run("estimate", &list);
}
