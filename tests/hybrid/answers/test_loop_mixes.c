/* Mixes of packets on one system. Workloads of a set have models in common where their cores send
 * the same mix: each answer is the one that the workload has alone, to the bit. */
#include "hybrid/answers/figures/loop_activity.h"
#include "hybrid/answers/loop_model.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "tests/support/helpers.h"

typedef struct set_case {
    const char *name, *design;
    const char *over[3];
} set_case;

static const set_case set_cases[] = {
    {"writes that nobody answers", "configs/te13-baseline.cfg", {NULL}},
    {"two networks", "configs/te13-dcie-2p.cfg", {NULL}},
    {"the traffic's share of reads", "configs/rapid18-xyyx-16.cfg", {NULL}},
    {"clusters that merge reads",
     "configs/te13-baseline.cfg",
     {"nodes.compute=56", "cluster.cores=2", NULL}},
};

static void solve(const test_system *t, const noc_corrected_model *model,
                  const noc_workload_part *parts, size_t count, noc_closed_point *points)
{
    noc_diag diag = {0};
    assert_int_equal(noc_closed_points_find(t->system, noc_calibration_shipped(), model, parts,
                                            count, points, NULL, &diag),
                     NOC_OK);
}

static void workloads_do_not_see_each_other(void **state)
{
    const set_case *c = *state;
    const test_system t = test_compile_file(c->design, c->over);
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point together[NOC_WORKLOAD_PARTS_MAX], alone;
    const size_t count = noc_design_workloads(t.design, parts);
    noc_model *model = noc_model_new(t.system);
    assert_non_null(model);
    const noc_corrected_model corrected =
        noc_calibration_correct(t.system, model, noc_calibration_shipped());
    assert_true(count > 1);
    solve(&t, &corrected, parts, count, together);
    for (size_t i = 0; i < count; i++) {
        solve(&t, &corrected, &parts[i], 1, &alone);
        assert_true(together[i].instructions == alone.instructions);
        assert_true(together[i].round_trip == alone.round_trip);
        assert_true(together[i].memories.outstanding == alone.memories.outstanding);
    }
    noc_model_free(model);
    test_system_free((test_system *)&t);
}

/* 0.73 is not 0.55 * 0.73 + 0.45 * 0.73 in binary. */
static void phases_with_the_same_reads_have_these(void **state)
{
    (void)state;
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_workload_parts("te13-all", parts);
    assert_true(count > 1);
    for (size_t i = 0; i < count; i++)
        assert_true(noc_workload_phase_mean(&parts[i].workload).read_fraction ==
                    parts[i].workload.read_fraction);
}

/* ---- systems -------------------------------------------------------------------------------- */

typedef struct mix_case {
    const char *name, *design;
    double reads;
    const char *over[2];
} mix_case;

static const mix_case mix_cases[] = {
    {"fewer reads", "configs/te13-dcie-2p.cfg", 0.5, {NULL}},
    {"reads alone", "configs/te13-baseline.cfg", 1.0, {NULL}},
    {"writes alone, which nobody answers", "configs/te13-baseline.cfg", 0.0, {NULL}},
    {"writes alone", "configs/cdx19-mesh-20.cfg", 0.0, {NULL}},
    {"a codec", "configs/cdx19-cdxbar-20.cfg", 0.3, {"codec.compressible=0.5", NULL}},
    {"an overlay", "configs/dapper-dapper-16.cfg", 0.2, {NULL}},
};

static void hops_are_equal(const noc_system *a, const noc_system *b)
{
    assert_int_equal(a->routes.hop_count, b->routes.hop_count);
    assert_int_equal(a->routes.path_count, b->routes.path_count);
    for (uint32_t h = 0; h < a->routes.hop_count; h++) {
        assert_int_equal(a->routes.hops[h].channel, b->routes.hops[h].channel);
        assert_int_equal(a->routes.hops[h].vcs, b->routes.hops[h].vcs);
        assert_int_equal(a->routes.hops[h].next, b->routes.hops[h].next);
    }
    for (uint32_t p = 0; p < a->routes.path_count; p++) {
        assert_int_equal(a->routes.paths[p].first_hop, b->routes.paths[p].first_hop);
        assert_true(a->routes.paths[p].probability == b->routes.paths[p].probability);
    }
}

static void flows_are_equal(const noc_traffic *a, const noc_traffic *b)
{
    assert_int_equal(a->flow_count, b->flow_count);
    for (size_t f = 0; f < a->flow_count; f++) {
        assert_int_equal(a->flows[f].source, b->flows[f].source);
        assert_int_equal(a->flows[f].destination, b->flows[f].destination);
        assert_int_equal(a->flows[f].class, b->flows[f].class);
        assert_int_equal(a->flows[f].route.first_path, b->flows[f].route.first_path);
        assert_int_equal(a->flows[f].route.path_count, b->flows[f].route.path_count);
        assert_true(a->flows[f].rate == b->flows[f].rate);
    }
}

static void packets_are_equal(const noc_traffic *a, const noc_traffic *b)
{
    assert_int_equal(a->length_count, b->length_count);
    for (int t = 0; t < a->length_count; t++) {
        assert_true(a->lengths[t].share == b->lengths[t].share);
        assert_int_equal(a->lengths[t].flits[0], b->lengths[t].flits[0]);
    }
    assert_int_equal(a->injector_count, b->injector_count);
    assert_true(a->replied_share == b->replied_share);
    assert_true(a->injected_flits == b->injected_flits);
    assert_true(a->transaction_bytes == b->transaction_bytes);
    assert_true(a->transaction_data_bytes == b->transaction_data_bytes);
}

static void a_mix_is_what_its_design_compiles_to(void **state)
{
    const mix_case *c = *state;
    const test_system t = test_compile_file(c->design, c->over);
    noc_design design;
    noc_system *mix = NULL, *compiled = NULL;
    noc_diag diag = {0};
    assert_int_equal(noc_loop_make_mix(t.system, c->reads, &design, &mix, &diag), NOC_OK);
    assert_int_equal(noc_system_compile(&design, &compiled, &diag), NOC_OK);
    assert_true(mix->graph.channels == t.system->graph.channels);
    hops_are_equal(mix, compiled);
    flows_are_equal(&mix->traffic, &compiled->traffic);
    packets_are_equal(&mix->traffic, &compiled->traffic);
    noc_system_free(compiled);
    noc_system_free(mix);
    test_system_free((test_system *)&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, mix_cases, a_mix_is_what_its_design_compiles_to);
    TEST_TABLE(&list, set_cases, workloads_do_not_see_each_other);
    test_add(&list, "phases with the same reads", phases_with_the_same_reads_have_these);
    return test_run("mixes of loops", &list);
}
