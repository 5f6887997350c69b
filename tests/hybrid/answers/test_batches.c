/* Batches by both methods: rows of BookSim 2.0 (tests/reference/booksim.md), limits in closed form,
 * what their answers have and have not. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/explain/explain.h"
#include "reader/design_walk.h"
#include "tests/oracles/explanation_sums.h"
#include "tests/support/designs/design_texts.h"
#include "tests/support/helpers.h"
#include "tests/support/rows/booksim_rows.h"

static const noc_sampling sampling = {.precision = 0.02, .seed = 1, .jobs = 1};

static double value_of(const noc_estimate *e, noc_metric_id id)
{
    return e->metrics[id].value;
}

static noc_estimate model_of(const noc_system *system, double load)
{
    noc_estimate e;
    assert_int_equal(noc_estimate_model(system, load, &e, NULL), NOC_OK);
    return e;
}

static noc_estimate sample_of(const noc_system *system)
{
    noc_estimate e;
    assert_int_equal(noc_estimate_sample_closed(system, &sampling, &e, NULL), NOC_OK);
    return e;
}

/* ---- BookSim -------------------------------------------------------------------------------- */

enum { BY_MODEL, BY_SAMPLE, METHODS };

/* Makespans' distances from BookSim's, relative, both ways. */
typedef struct distances {
    double sums[METHODS], worst[METHODS];
    size_t count;
} distances;

static void add_row(const booksim_family *f, const booksim_row *row, distances *d)
{
    char batch[40], outstanding[40];
    const char *const overrides[] = {batch, outstanding, NULL};
    snprintf(batch, sizeof batch, "traffic.batch=%d", row->batch);
    snprintf(outstanding, sizeof outstanding, "traffic.outstanding=%d", row->outstanding);
    test_system t = test_compile(f->design, overrides);
    const noc_estimate answers[METHODS] = {model_of(t.system, NAN), sample_of(t.system)};
    for (int k = 0; k < METHODS; k++) {
        const double ours = value_of(&answers[k], NOC_METRIC_makespan_cycles);
        const double distance = fabs(ours / row->makespan - 1.0);
        print_message("%s, %d of %d packets, by the %s: %.0f cycles, BookSim %.0f +- %.0f\n",
                      f->name, row->outstanding, row->batch, noc_method_name(answers[k].method),
                      ours, row->makespan, row->makespan_error);
        d->sums[k] += distance;
        d->worst[k] = fmax(d->worst[k], distance);
    }
    d->count++;
    test_system_free(&t);
}

static void check_booksim(void **state)
{
    (void)state;
    static const double means[METHODS] = {0.01, 0.02}, worst[METHODS] = {0.02, 0.05};
    booksim b = booksim_read("booksim-batches.csv");
    distances all = {0};
    assert_int_equal(b.count, 3);
    for (size_t i = 0; i < b.count; i++)
        for (size_t k = 0; k < b.families[i].count; k++)
            add_row(&b.families[i], &b.families[i].rows[k], &all);
    assert_int_equal(all.count, 21);
    for (int k = 0; k < METHODS; k++) {
        print_message("%s: mean %.2f %%, worst %.2f %%\n", k == BY_MODEL ? "model" : "sample",
                      100.0 * all.sums[k] / (double)all.count, 100.0 * all.worst[k]);
        assert_true(all.sums[k] < means[k] * (double)all.count);
        assert_true(all.worst[k] < worst[k]);
    }
    booksim_free(&b);
}

/* ---- the model ------------------------------------------------------------------------------ */

/* Where nobody meets: N packets of T + 1 cycles each, M at a time; all of them where M is no
 * limit. */
static const char torus[] =
    "name = \"t\"; chip = { technology_nm = 65; }; nodes = { compute = 16; memory = 0; };\n"
    "network = { carries = \"both\"; topology = \"torus\"; columns = 4; rows = 4;"
    " channel_cycles = 2; virtual_channels = 8; router_stages = 4; };\n"
    "traffic = { pattern = \"neighbor\"; batch = 300; };\n";

typedef struct limit_case {
    const char *name;
    const char *overrides[4];
    double makespan;
} limit_case;

static const limit_case limits[] = {
    {"one on the way", {"traffic.outstanding=1"}, 6000.0},
    {"five flits", {"traffic.outstanding=1", "traffic.packet_flits=(5)"}, 7200.0},
    {"four of five flits", {"traffic.outstanding=4", "traffic.packet_flits=(5)"}, 1815.0},
    {"more than the port sends", {"traffic.outstanding=8", "traffic.packet_flits=(5)"}, 1519.0},
    {"no limit", {NULL}, 319.0},
};

static void check_limit(void **state)
{
    const limit_case *c = *state;
    test_system t = test_compile(torus, c->overrides);
    const noc_estimate e = model_of(t.system, NAN);
    assert_near(value_of(&e, NOC_METRIC_makespan_cycles), c->makespan, 0.02 * c->makespan);
    test_system_free(&t);
}

/* More on the way never take longer, and W on the way of a node come back in W / rate. */
static void check_outstanding(void **state)
{
    (void)state;
    double before = 0.0;
    for (int w = 1; w <= 16; w *= 4) {
        char outstanding[40];
        const char *const overrides[] = {outstanding, NULL};
        snprintf(outstanding, sizeof outstanding, "traffic.outstanding=%d", w);
        test_system t = test_compile(test_design_gpu, overrides);
        const noc_estimate e = model_of(t.system, NAN), s = sample_of(t.system);
        const double rate =
            noc_system_packet_rate(t.system, value_of(&e, NOC_METRIC_accepted_flits_per_cycle));
        const double trip = value_of(&e, NOC_METRIC_round_trip_cycles) + 1.0;
        assert_true(rate > 0.98 * before); /* windows of a full network differ by that much */
        assert_true(rate * trip < 1.02 * w);
        if (w == 1) assert_near(rate * trip, 1.0, 0.02);
        assert_near(value_of(&e, NOC_METRIC_delivered_bytes_per_cycle) /
                        value_of(&s, NOC_METRIC_delivered_bytes_per_cycle),
                    1.0, 0.15);
        assert_true(isnan(value_of(&e, NOC_METRIC_makespan_cycles)));
        before = rate;
        test_system_free(&t);
    }
}

/* ---- answers -------------------------------------------------------------------------------- */

/* With a load packets come at random, and a batch takes the place of a workload. */
static void check_scope(void **state)
{
    (void)state;
    const char *const overrides[] = {"traffic.batch=50", "workload=\"te13-HH\"", NULL};
    test_system t = test_compile(test_design_gpu, overrides);
    assert_false(t.design->closed_loop);
    const noc_estimate batch = model_of(t.system, NAN), load = model_of(t.system, 0.01);
    assert_true(value_of(&batch, NOC_METRIC_makespan_cycles) > 0.0);
    assert_true(isnan(value_of(&batch, NOC_METRIC_ipc)));
    assert_contains(load.metrics[NOC_METRIC_makespan_cycles].reason, "leave out --load");
    bool warned = false;
    for (int i = 0; i < load.warning_count; i++)
        warned |= strstr(load.warnings[i], "traffic.batch is not read") != NULL;
    assert_true(warned);
    test_system_free(&t);
}

/* A design without a batch is as it was. */
static void check_hash(void **state)
{
    (void)state;
    const char *const none[] = {"traffic.batch=0", NULL}, *const some[] = {"traffic.batch=9", NULL};
    noc_design *plain = test_design(test_design_gpu, NULL),
               *zero = test_design(test_design_gpu, none),
               *batch = test_design(test_design_gpu, some);
    assert_string_equal(plain->hash, zero->hash);
    assert_string_not_equal(plain->hash, batch->hash);
    noc_design_free(plain);
    noc_design_free(zero);
    noc_design_free(batch);
}

static void check_explanation(void **state)
{
    (void)state;
    for (int all = 0; all < 2; all++) {
        const char *const overrides[] = {
            "traffic.batch=50", all ? "traffic.outstanding=0" : "traffic.outstanding=2", NULL};
        test_system t = test_compile(test_design_synthetic, overrides);
        noc_explainer x;
        noc_explanation e;
        assert_int_equal(noc_explainer_make(t.system, NULL, NAN, &x, NULL), NOC_OK);
        assert_int_equal(noc_explain(&x, NOC_METRIC_makespan_cycles, &e, NULL), NOC_OK);
        assert_true(e.count > 4);
        for (int n = 0; n < (int)e.count; n++)
            if (e.nodes[n].operation != NOC_TREE_LEAF)
                assert_near(oracle_explanation_made(&e, n), e.nodes[n].value,
                            1e-9 * e.nodes[n].value);
        noc_explainer_clear(&x);
        test_system_free(&t);
    }
}

int main(void)
{
    static test_list list;
    test_add(&list, "BookSim's makespans", check_booksim);
    TEST_TABLE(&list, limits, check_limit);
    test_add(&list, "kept on the way", check_outstanding);
    test_add(&list, "loads and workloads", check_scope);
    test_add(&list, "hashes", check_hash);
    test_add(&list, "explanations", check_explanation);
    return test_run("batches", &list);
}
