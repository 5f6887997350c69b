/* Peers that answer each other's requests, by sampler and model, against a curve measured with
 * BookSim 2.0 (tests/reference/booksim.md), and against laws. */
#include <math.h>

#include "analytic/curve/model.h"
#include "analytic/zero_load.h"
#include "sampler/sampling/limits.h"
#include "tests/support/rows/booksim_rows.h"
#include "tests/support/runs/engines.h"
#include "tests/support/runs/runs.h"

static booksim reference;

static void check_zero_load(void **state)
{
    (void)state;
    assert_int_equal(reference.count, 1);
    test_system t = test_compile(reference.families[0].design, NULL);
    assert_near(noc_zero_load_latency(t.system), reference.families[0].zero_load, 1e-9);
    test_system_free(&t);
}

typedef struct share_case {
    const char *name;
    double share;               /* of saturation */
    double of_sample, of_model; /* errors that are let pass */
} share_case;

static const share_case shares[] = {
    {"round trip at 5 %", 0.05, 0.01, 0.01},
    {"round trip at 50 %", 0.50, 0.01, 0.02},
    {"round trip at 80 %", 0.80, 0.02, 0.05},
};

static void check_round_trip(void **state)
{
    const share_case *c = *state;
    const booksim_family *f = &reference.families[0];
    const booksim_row *row = booksim_near(f, c->share);
    test_system t = test_compile(f->design, NULL);
    const noc_sample sample = test_sample_of(t.system, row->load, test_quick(0.02, 1));
    const noc_interval *ours = &sample.quantities[NOC_SAMPLE_ROUND_TRIP];
    const double noise = 3.0 * row->error + ours->half_width;
    assert_near(ours->mean, row->latency, fmax(c->of_sample * row->latency, noise));
    noc_model *model = noc_model_new(t.system);
    assert_non_null(model);
    noc_model_point point;
    noc_model_solve(model, row->load, &point);
    assert_near(point.round_trip, row->latency, c->of_model * row->latency + 3.0 * row->error);
    noc_model_free(model);
    test_system_free(&t);
}

/* Measured with the sampler: replies of 2.6 flits for one of requests, on a mesh of 6 x 6. */
static void check_collapse(void **state)
{
    (void)state;
    static const double saturation = 0.1199;
    static const char *const larger[] = {"network.columns=6",
                                         "network.rows=6",
                                         "nodes.compute=36",
                                         "traffic.read_fraction=0.9",
                                         "traffic.read_request_bytes=8",
                                         "traffic.read_reply_bytes=64",
                                         "traffic.write_request_bytes=72",
                                         "traffic.write_reply_bytes=8",
                                         NULL};
    test_system t = test_compile(reference.families[0].design, larger);
    noc_model *model = noc_model_new(t.system);
    assert_non_null(model);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    assert_near(limits.saturation, saturation, 0.08 * saturation);
    noc_model_point beyond;
    noc_model_solve(model, 1.3 * limits.saturation, &beyond);
    assert_true(beyond.accepted < 0.95 * limits.saturation);
    noc_model_free(model);
    test_system_free(&t);
}

static void check_limits(void **state)
{
    (void)state;
    const booksim_family *f = &reference.families[0];
    test_system t = test_compile(f->design, NULL);
    noc_model *model = noc_model_new(t.system);
    assert_non_null(model);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    assert_near(limits.saturation, f->saturation, 0.05 * f->saturation);
    assert_near(limits.knee, f->knee, 0.05 * f->knee);
    noc_sample_limits sampled;
    const noc_sample_options options = test_quick(0.04, 1);
    assert_int_equal(noc_sample_find_limits(t.system, f->zero_load, test_static_bound(t.system),
                                            &options, &sampled, NULL),
                     NOC_OK);
    assert_near(sampled.saturation, f->saturation, 0.06 * f->saturation);
    assert_near(sampled.knee, f->knee, 0.06 * f->knee);
    noc_model_free(model);
    test_system_free(&t);
}

/* ---- laws ----------------------------------------------------------------------------------- */

static const char replies[] = "traffic.replies=true";
static const char networks[] =
    "nodes = { compute = 9; };\n"
    "networks = ( { carries = \"request\"; topology = \"mesh\"; columns = 3; rows = 3; },\n"
    "             { carries = \"reply\"; topology = \"torus\"; columns = 3; rows = 3; } );\n"
    "traffic = { pattern = \"tornado\"; replies = true; };\n";

static const design_case designs[] = {
    {"mesh", test_uniform, {replies}},
    {"torus", test_uniform, {replies, "network.topology=torus", "network.virtual_channels=4"}},
    {"reads only", test_uniform, {replies, "traffic.read_fraction=1.0"}},
    {"a node that asks itself", test_own_node, {replies}},
    {"a network for each class", networks, {NULL}},
    {"hot nodes",
     test_uniform,
     {replies, "traffic.pattern=hotspot", "traffic.hotspot_nodes=(5,6)"}},
    {"ideal", test_uniform, {replies, "network.topology=ideal"}},
};

/* One reply for each request, created in the cycle in which its tail arrives, and in the end as
 * many round trips as replies have arrived; below saturation and beyond. */
static void check_transactions(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    for (double share = 0.3; share < 2.0; share += 1.1) {
        noc_run *run = test_engine_at(t.system, share * test_static_bound(t.system), 4);
        const noc_tally *now = noc_run_tally(run);
        noc_diag diag = {0};
        for (int k = 0; k < 20; k++) {
            test_run_cycles(run, 100);
            assert_int_equal(noc_run_check(run, &diag), NOC_OK);
            assert_true(now->delivered[NOC_REQUEST] > 0);
            assert_int_equal(now->created[NOC_REPLY], now->delivered[NOC_REQUEST]);
            assert_int_equal(now->round_trips, now->delivered[NOC_REPLY]);
        }
        assert_true(now->round_trips > 0);
        noc_run_free(run);
    }
    test_system_free(&t);
}

/* A lone transaction: the request, a cycle, the reply. */
static void check_lone_transactions(void **state)
{
    const design_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_traffic *traffic = &t.system->traffic;
    double sum = 0.0, rates = 0.0;
    for (size_t f = 0; f < traffic->flow_count; f++) {
        const noc_flow *flow = &traffic->flows[f];
        for (int type = 0; type < traffic->type_count && flow->class == NOC_REQUEST; type++) {
            if (traffic->types[type].class != NOC_REQUEST) continue;
            noc_run *run = test_engine_at(t.system, 0.0, f);
            assert_int_equal(test_run_place(run, f, type), NOC_OK);
            for (int k = 0; k < 400 && noc_run_tally(run)->round_trips == 0; k++)
                test_run_cycles(run, 1);
            assert_int_equal(noc_run_tally(run)->round_trips, 1);
            const double weight = flow->rate * traffic->types[type].share;
            sum += weight * (double)noc_run_tally(run)->round_trip;
            rates += weight;
            noc_run_free(run);
        }
    }
    assert_near(sum / rates, noc_zero_load_latency(t.system), 1e-9);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    reference = booksim_read("booksim-replies.csv");
    test_add(&list, "zero load", check_zero_load);
    TEST_TABLE(&list, shares, check_round_trip);
    test_add(&list, "saturation and knee", check_limits);
    test_add(&list, "collapse of the model", check_collapse);
    TEST_TABLE_PREFIXED(&list, "a reply for each request", designs, check_transactions);
    TEST_TABLE_PREFIXED(&list, "lone transactions", designs, check_lone_transactions);
    const int failed = test_run("peers that answer", &list);
    booksim_free(&reference);
    return failed;
}
