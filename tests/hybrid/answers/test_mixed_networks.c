/* Designs whose networks are of several kinds: an ideal network beside a mesh, for requests or for
 * replies. The model against designs that must come to the same, and against closed forms. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analytic/network_model.h"
#include "analytic/zero_load.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/explain/breakdown.h"
#include "hybrid/answers/explain/explain.h"
#include "tests/oracles/explanation_sums.h"
#include "tests/support/runs/models.h"

static noc_arena arena; /* memory of the parts of answers */

#define MESH                                                                              \
    "topology = \"mesh\"; columns = 6; rows = 6; routing = \"xy\"; virtual_channels = 2;" \
    "buffer_flits = 8; router_stages = 4; allocator = \"islip\";"
#define FREE       "topology = \"ideal\";"
#define LIMITED(n) FREE " flits_per_cycle = " #n ";"

#define DESIGN(requests, replies)                                                           \
    "nodes = { compute = 28; memory = 8; };\n"                                              \
    "networks = ( { carries = \"request\"; " requests " },\n"                               \
    "             { carries = \"reply\"; " replies " } );\n"                                \
    "traffic = { pattern = \"many-to-few\"; read_fraction = 0.9; read_request_bytes = 8;\n" \
    "            read_reply_bytes = 64; write_request_bytes = 72; write_reply_bytes = 8; };\n"

static const char two_meshes[] = DESIGN(MESH, MESH);
static const char ideal_requests[] = DESIGN(FREE, MESH), ideal_replies[] = DESIGN(MESH, FREE);

enum { MIXES = 2 };
static const char *const mixes[MIXES] = {ideal_requests, ideal_replies};
static const char *const unlimited[MIXES] = {DESIGN(LIMITED(1000000), MESH),
                                             DESIGN(MESH, LIMITED(1000000))};
static const noc_class ideal_class[MIXES] = {NOC_REQUEST, NOC_REPLY};

static double value_of(const noc_estimate *e, noc_metric_id id)
{
    return e->metrics[id].value;
}

static noc_estimate estimate(const noc_system *system, double load)
{
    noc_estimate e;
    assert_int_equal(noc_estimate_calibrated(system, NULL, load, NULL, &e, NULL), NOC_OK);
    return e;
}

/* What each class takes without others: as over the mesh alone, and nothing. */
static void zero_load_is_that_of_each(void **state)
{
    (void)state;
    test_system whole = test_compile(two_meshes, NULL);
    for (size_t i = 0; i < MIXES; i++) {
        test_system t = test_compile(mixes[i], NULL);
        const noc_class ideal = ideal_class[i],
                        other = ideal == NOC_REQUEST ? NOC_REPLY : NOC_REQUEST;
        assert_near(noc_mean_idle_latency(t.system, ideal), 0.0, 0.0);
        assert_near(noc_mean_idle_latency(t.system, other),
                    noc_mean_idle_latency(whole.system, other), 1e-12);
        test_system_free(&t);
    }
    test_system_free(&whole);
}

/* Nobody waits for a network without a limit; over the mesh packets wait as they do beside another
 * mesh. Replies do so but for how their requests come: at once, and not one after the other through
 * an ejection port. */
static void waits_are_those_of_each(void **state)
{
    static const double tolerance = 0.1; /* of waits */
    (void)state;
    test_system whole = test_compile(two_meshes, NULL);
    noc_model *of_whole = test_model(whole.system);
    for (size_t i = 0; i < MIXES; i++) {
        test_system t = test_compile(mixes[i], NULL);
        noc_model *model = test_model(t.system);
        const noc_class ideal = ideal_class[i],
                        other = ideal == NOC_REQUEST ? NOC_REPLY : NOC_REQUEST;
        noc_model_limits limits;
        noc_model_point p, q;
        noc_model_find_limits(of_whole, &limits);
        noc_model_solve(model, 0.7 * limits.saturation, &p);
        noc_model_solve(of_whole, 0.7 * limits.saturation, &q);
        assert_int_equal(p.state, NOC_CONTENTION_STABLE);
        assert_near(p.network_wait[ideal], 0.0, 0.0);
        assert_near(p.source_wait[ideal], 0.0, 0.0);
        assert_true(q.network_wait[other] > 0.1);
        assert_near(p.network_wait[other] / q.network_wait[other], 1.0, 5e-3);
        assert_near(p.source_wait[other], q.source_wait[other],
                    tolerance * (q.network_wait[other] + q.source_wait[other]));
        noc_model_free(model);
        test_system_free(&t);
    }
    noc_model_free(of_whole);
    test_system_free(&whole);
}

/* Replies saturate two meshes: beside ideal requests they still do, and beside ideal replies the
 * requests have to. */
static void limits_are_those_of_the_mesh(void **state)
{
    (void)state;
    test_system whole = test_compile(two_meshes, NULL);
    const noc_estimate of_whole = estimate(whole.system, NAN);
    const double saturation = value_of(&of_whole, NOC_METRIC_saturation_flits_per_cycle);
    noc_estimate e[MIXES];
    for (size_t i = 0; i < MIXES; i++) {
        test_system t = test_compile(mixes[i], NULL);
        e[i] = estimate(t.system, NAN);
        const double knee = value_of(&e[i], NOC_METRIC_knee_flits_per_cycle);
        assert_true(knee > 0.0 && knee <= value_of(&e[i], NOC_METRIC_saturation_flits_per_cycle));
        test_system_free(&t);
    }
    assert_near(value_of(&e[0], NOC_METRIC_saturation_flits_per_cycle) / saturation, 1.0, 0.01);
    assert_true(value_of(&e[1], NOC_METRIC_saturation_flits_per_cycle) > 1.5 * saturation);
    assert_string_equal(e[0].bottleneck.kind, "reply-network");
    assert_string_equal(e[0].bottleneck.resource, "link");
    assert_string_equal(e[1].bottleneck.kind,
                        "memory-port"); /* where requests come out of the mesh */
    test_system_free(&whole);
}

static void are_equal(const noc_estimate *a, const noc_estimate *b, double tolerance)
{
    for (int m = 0; m < NOC_METRICS; m++) {
        const double x = value_of(a, (noc_metric_id)m), y = value_of(b, (noc_metric_id)m);
        assert_int_equal(isnan(x), isnan(y));
        if (isfinite(x)) assert_near(x, y, tolerance * fabs(y) + 1e-9);
    }
    assert_string_equal(a->bottleneck.kind, b->bottleneck.kind);
}

/* A limit that no traffic reaches is none: in open loop, at a load, and in closed loop. */
static void far_limit_is_none(void **state)
{
    static const char *const over[][2] = {{NULL}, {"workload=steady", NULL}};
    (void)state;
    for (size_t i = 0; i < MIXES; i++)
        for (size_t w = 0; w < TEST_COUNT(over); w++) {
            test_system a = test_compile(mixes[i], over[w]),
                        b = test_compile(unlimited[i], over[w]);
            const noc_estimate x = estimate(a.system, NAN), y = estimate(b.system, NAN);
            const noc_estimate at_x = estimate(a.system, 0.05), at_y = estimate(b.system, 0.05);
            are_equal(&x, &y, 2e-3);
            are_equal(&at_x, &at_y, 1e-3);
            test_system_free(&a);
            test_system_free(&b);
        }
}

/* A tight limit of the ideal network binds: all that it takes a cycle is what passes. */
static void tight_limit_binds(void **state)
{
    static const char *const tight[MIXES] = {DESIGN(LIMITED(1), MESH), DESIGN(MESH, LIMITED(3))};
    (void)state;
    for (size_t i = 0; i < MIXES; i++) {
        test_system t = test_compile(tight[i], NULL), free_one = test_compile(mixes[i], NULL);
        noc_model *model = test_model(t.system);
        noc_model_limits limits;
        noc_model_find_limits(model, &limits);
        const noc_traffic *traffic = &t.system->traffic;
        const double flits = noc_system_class_flits(t.system, ideal_class[i]);
        const double full = (i == 0 ? 1.0 : 3.0) / (flits * traffic->injector_count);
        assert_near(limits.overflow / (full * traffic->injected_flits), 1.0, 2e-3);
        assert_int_equal(limits.limit.station, NOC_STATION_NETWORK);
        const noc_estimate e = estimate(t.system, NAN);
        assert_string_equal(e.bottleneck.kind, i == 0 ? "request-network" : "reply-network");
        assert_true(limits.saturation >= limits.overflow);
        const double twice = 2.0 * limits.overflow;
        const noc_estimate beyond = estimate(t.system, twice);
        assert_int_equal(beyond.answer, NOC_ANSWER_SATURATED);
        assert_near(value_of(&beyond, NOC_METRIC_accepted_flits_per_cycle) / limits.overflow, 1.0,
                    2e-3);
        noc_model_free(model);
        test_system_free(&t);
        test_system_free(&free_one);
    }
}

/* In closed loop a limited ideal network passes what it takes a cycle. */
static void tight_limit_binds_loops(void **state)
{
    static const char *const tight[MIXES] = {DESIGN(LIMITED(1), MESH), DESIGN(MESH, LIMITED(3))};
    (void)state;
    for (size_t i = 0; i < MIXES; i++) {
        test_system t = test_compile(
            tight[i], (const char *const[]){"workload=steady", "workload.read_fraction=0.9", NULL});
        const noc_estimate e = estimate(t.system, NAN);
        const double flits = noc_system_class_flits(t.system, ideal_class[i]);
        const double rate =
            noc_system_packet_rate(t.system, value_of(&e, NOC_METRIC_accepted_flits_per_cycle));
        assert_near(rate * t.system->traffic.injector_count * flits, i == 0 ? 1.0 : 3.0, 0.01);
        assert_string_equal(e.bottleneck.kind, i == 0 ? "request-network" : "reply-network");
        test_system_free(&t);
    }
}

/* An ideal network costs nothing, and what it carries moves nothing that does. */
static void cost_is_that_of_the_mesh(void **state)
{
    (void)state;
    test_system whole =
        test_compile(two_meshes, (const char *const[]){"chip.technology_nm=22", NULL});
    noc_breakdown all;
    assert_int_equal(noc_breakdown_make(whole.system, NULL, 0.03, NAN, &arena, &all, NULL), NOC_OK);
    for (size_t i = 0; i < MIXES; i++) {
        test_system t =
            test_compile(mixes[i], (const char *const[]){"chip.technology_nm=22", NULL});
        noc_breakdown b;
        assert_int_equal(noc_breakdown_make(t.system, NULL, 0.03, NAN, &arena, &b, NULL), NOC_OK);
        assert_false(b.cost.has_no_silicon);
        const size_t ideal = ideal_class[i] == NOC_REQUEST ? 0 : 1, mesh = 1 - ideal;
        for (size_t part = 0; part < NOC_PARTS; part++) {
            assert_int_equal(b.networks[ideal].parts[part].count, 0);
            assert_near(b.networks[ideal].parts[part].area_mm2, 0.0, 0.0);
            assert_near(b.networks[ideal].parts[part].dynamic_mw, 0.0, 0.0);
            assert_near(b.networks[mesh].parts[part].area_mm2,
                        all.networks[mesh].parts[part].area_mm2, 1e-12);
            assert_near(b.networks[mesh].parts[part].dynamic_mw,
                        all.networks[mesh].parts[part].dynamic_mw, 1e-9);
        }
        assert_true(b.cost.network_area_mm2 > 0.0);
        test_system_free(&t);
    }
    noc_arena_clear(&arena);
    test_system_free(&whole);
}

/* All parts make what they are of, and no part is less than nothing. */
static void adds_up(const noc_explanation *e)
{
    for (size_t i = 0; i < e->count; i++) {
        const double made = oracle_explanation_made(e, (int)i);
        if (e->nodes[i].operation == NOC_TREE_LEAF) continue;
        assert_near(made, e->nodes[i].value, 1e-6 * fabs(made) + 1e-9);
        for (size_t k = i + 1; k < e->count && e->nodes[i].operation == NOC_TREE_SUM; k++)
            if (e->nodes[k].parent == (int)i) assert_true(e->nodes[k].value >= -1e-9);
    }
}

static void explanations_add_up(void **state)
{
    static const noc_metric_id metrics[] = {
        NOC_METRIC_zero_load_latency_cycles, NOC_METRIC_round_trip_cycles,
        NOC_METRIC_saturation_flits_per_cycle, NOC_METRIC_network_area_mm2, NOC_METRIC_hops_mean};
    (void)state;
    for (size_t i = 0; i < MIXES; i++) {
        test_system t = test_compile(mixes[i], NULL);
        noc_explainer x;
        assert_int_equal(noc_explainer_make(t.system, NULL, 0.05, &x, NULL), NOC_OK);
        for (size_t m = 0; m < TEST_COUNT(metrics); m++) {
            noc_explanation e;
            assert_int_equal(noc_explain(&x, metrics[m], &e, NULL), NOC_OK);
            assert_true(e.count > 1);
            adds_up(&e);
        }
        noc_explainer_clear(&x);
        test_system_free(&t);
    }
}

/* ---- against samples ------------------------------------------------------------------------ */

typedef struct sampled_case {
    const char *name, *text;
    double ipc; /* error of it, at most */
} sampled_case;

/* Requests that no mesh holds up come to a memory node from all cores at once: its replies compete
 * more than the model says. */
static const sampled_case sampled_cases[] = {
    {"limited replies", DESIGN(MESH, LIMITED(6)), 0.03},
    {"ideal requests", DESIGN(FREE, MESH), 0.1},
    {"ideal replies", DESIGN(MESH, FREE), 0.02},
    {"limited requests", DESIGN(LIMITED(6), MESH), 0.1},
};

static const noc_sampling effort = {.precision = 0.01, .seed = 1, .jobs = 1};

static void latencies_are_as_sampled(void **state)
{
    static const double shares[] = {0.3, 0.7};
    static const double tolerance = 0.02,
                        cycles = 0.05; /* that a reply's last flits cost requests */
    static const noc_metric_id latencies[] = {
        NOC_METRIC_request_latency_cycles, NOC_METRIC_reply_latency_cycles,
        NOC_METRIC_round_trip_cycles, NOC_METRIC_network_latency_cycles};
    const sampled_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    const noc_estimate limits = estimate(t.system, NAN);
    for (size_t i = 0; i < TEST_COUNT(shares); i++) {
        const double load = shares[i] * value_of(&limits, NOC_METRIC_saturation_flits_per_cycle);
        const noc_estimate model = estimate(t.system, load);
        noc_estimate sample;
        assert_int_equal(noc_estimate_sample(t.system, load, &effort, &sample, NULL), NOC_OK);
        for (size_t k = 0; k < TEST_COUNT(latencies); k++) {
            const noc_metric *m = &sample.metrics[latencies[k]];
            assert_near(value_of(&model, latencies[k]), m->value,
                        tolerance * m->value + (m->hi - m->value) + cycles);
        }
        assert_near(value_of(&model, NOC_METRIC_channel_utilization_max) /
                        value_of(&sample, NOC_METRIC_channel_utilization_max),
                    1.0, 0.06);
    }
    test_system_free(&t);
}

static void limits_are_as_sampled(void **state)
{
    const sampled_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    const noc_estimate model = estimate(t.system, NAN);
    noc_estimate sample;
    assert_int_equal(noc_estimate_sample_saturation(t.system, &effort, &sample, NULL), NOC_OK);
    const noc_metric_id saturation = NOC_METRIC_saturation_flits_per_cycle;
    const noc_metric_id knee = NOC_METRIC_knee_flits_per_cycle;
    assert_near(value_of(&model, saturation) / value_of(&sample, saturation), 1.0, 0.03);
    assert_near(value_of(&model, knee) / value_of(&sample, knee), 1.0, 0.03);
    assert_string_equal(model.bottleneck.kind, sample.bottleneck.kind);
    test_system_free(&t);
}

static void loops_are_as_sampled(void **state)
{
    const sampled_case *c = *state;
    test_system t = test_compile(c->text, (const char *const[]){"workload=steady", NULL});
    noc_estimate model, sample;
    assert_int_equal(noc_estimate_model(t.system, NAN, &model, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample_closed(t.system, &effort, &sample, NULL), NOC_OK);
    assert_near(value_of(&model, NOC_METRIC_ipc) / value_of(&sample, NOC_METRIC_ipc), 1.0, c->ipc);
    assert_string_equal(model.bottleneck.kind, sample.bottleneck.kind);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "latencies", sampled_cases, latencies_are_as_sampled);
    TEST_TABLE_SOME(&list, "limits", sampled_cases, limits_are_as_sampled, 4);
    TEST_TABLE_PREFIXED(&list, "loops", sampled_cases, loops_are_as_sampled);
    test_add(&list, "zero load is that of each network", zero_load_is_that_of_each);
    test_add(&list, "waits are those of each network", waits_are_those_of_each);
    test_add(&list, "limits are those of the mesh", limits_are_those_of_the_mesh);
    test_add(&list, "a limit that nothing reaches is none", far_limit_is_none);
    test_add(&list, "a tight limit binds", tight_limit_binds);
    test_add(&list, "a tight limit binds loops", tight_limit_binds_loops);
    test_add(&list, "cost is that of the mesh", cost_is_that_of_the_mesh);
    test_add(&list, "explanations add up", explanations_add_up);
    return test_run("designs of several kinds of networks", &list);
}
