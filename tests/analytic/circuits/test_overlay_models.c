/* Overlays, slices, rings and token slices as networks of whole designs, by the model: against an
 * independent simulator's figures, and against what holds for each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/closed_forms.h"
#include "hybrid/answers/estimate.h"
#include "tests/support/designs/overlay_designs.h"
#include "tests/support/runs/models.h"

/* ---- as measured ---------------------------------------------------------------------------- */

static double latency_of(const overlay_family *f, const noc_model_point *p)
{
    return overlay_class(f) == NOC_REPLY ? p->reply_latency : p->request_latency;
}

/* What is asked of a row (test_overlay_latency.c says why); NAN: nothing. */
static double limit_of(const overlay_family *f, const overlay_point *p)
{
    if (f->kind != OVERLAY_CIRCUITS) return 0.006;
    const bool adaptive = f->overlay.window_sizing == NOC_WINDOWS_ADAPTIVE,
               reserved = f->overlay.multiplexing == NOC_MULTIPLEX_RESERVED;
    if (!strcmp(p->name, "load95")) return NAN;
    if (!adaptive && !reserved) return 0.03;
    return adaptive && !strcmp(p->name, "load90") ? 0.15 : 0.08;
}

static void latencies_are_as_measured(void **state)
{
    const overlay_family *f = *state;
    test_system t = overlay_compile(f, NULL);
    noc_model *model = test_model(t.system);
    for (size_t i = 0; i < f->count; i++) {
        const overlay_point *measured = &f->points[i];
        const double limit = limit_of(f, measured);
        noc_model_point p;
        if (isnan(limit) || isnan(measured->latency) || measured->rate >= f->full) continue;
        noc_model_solve(model, measured->rate * t.system->traffic.injected_flits, &p);
        assert_int_equal(p.state, NOC_CONTENTION_STABLE);
        assert_near(latency_of(f, &p), measured->latency,
                    limit * measured->latency + 3.0 * measured->error);
    }
    noc_model_free(model);
    test_system_free(&t);
}

static double zero_load_of(const overlay_family *f, const char *const *overrides)
{
    test_system t = overlay_compile(f, overrides);
    const noc_class class = overlay_class(f);
    const double zero = noc_mean_idle_latency(t.system, class);
    test_system_free(&t);
    return zero + (class == NOC_REPLY ? NOC_REPLY_WAIT_CYCLES : 0);
}

/* The reference has six digits. */
static void zero_loads_are_exact(void **state)
{
    static const double digits = 6e-6;
    static const char *const reads[] = {"traffic.read_fraction=1", NULL};
    static const char *const writes[] = {"traffic.read_fraction=0", NULL};
    const overlay_family *f = *state;
    assert_near(zero_load_of(f, NULL), f->zero_load, digits * f->zero_load);
    assert_near(zero_load_of(f, reads), f->zero_load_by_kind[0], digits * f->zero_load_by_kind[0]);
    assert_near(zero_load_of(f, writes), f->zero_load_by_kind[1], digits * f->zero_load_by_kind[1]);
}

static void limits_are_as_measured(void **state)
{
    const overlay_family *f = *state;
    test_system t = overlay_compile(f, NULL);
    const double flits = t.system->traffic.injected_flits;
    noc_model *model = test_model(t.system);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    const bool exact = f->kind != OVERLAY_CIRCUITS || f->overlay.window_sizing == NOC_WINDOWS_EQUAL;
    assert_near(limits.saturation / flits, f->saturation, 0.01 * f->saturation);
    assert_near(limits.overflow / flits, f->full, (exact ? 1e-5 : 0.01) * f->full);
    assert_near(noc_model_capacity_bound(model), limits.overflow, 1e-9 * limits.overflow);
    noc_model_free(model);
    test_system_free(&t);
}

/* ---- by itself ------------------------------------------------------------------------------ */

/* Windows that follow the load are worst where an epoch has a packet or two. */
static bool waits_grow_with_load(const overlay_family *f)
{
    return f->kind != OVERLAY_CIRCUITS || f->overlay.window_sizing == NOC_WINDOWS_EQUAL;
}

/* From zero load to the knee, where it is three times that, and on; without end where the first
 * queue overflows. */
static void latency_grows_with_load(void **state)
{
    const overlay_family *f = *state;
    test_system t = overlay_compile(f, NULL);
    noc_model *model = test_model(t.system);
    noc_model_limits limits;
    noc_model_point p;
    noc_model_find_limits(model, &limits);
    const double zero = noc_model_zero_load(model);
    double before = zero;
    for (int percent = 3; percent < 99 && waits_grow_with_load(f); percent += 3) {
        noc_model_solve(model, limits.overflow * percent / 100.0, &p);
        assert_true(test_watched(t.system, &p) >= before);
        before = test_watched(t.system, &p);
    }
    noc_model_solve(model, limits.knee, &p);
    assert_near(test_watched(t.system, &p), 3.0 * zero, 1e-6 * zero);
    noc_model_solve(model, 1.001 * limits.overflow, &p);
    assert_int_equal(p.state, NOC_CONTENTION_UNSTABLE);
    noc_model_solve(model, 1.5 * limits.saturation, &p);
    assert_true(p.accepted < 0.98 * 1.5 * limits.saturation);
    noc_model_free(model);
    test_system_free(&t);
}

/* Every path, and every length of its packets. */
static void parts_make_up_zero_load(void **state)
{
    test_system t = overlay_compile(*state, NULL);
    const noc_routes *routes = &t.system->routes;
    for (uint32_t i = 0; i < routes->path_count; i++) {
        const uint32_t first = routes->paths[i].first_hop;
        const noc_network *net =
            noc_graph_channel_network(&t.system->graph, routes->hops[first].channel);
        const noc_network_model_kind *kind = noc_network_model_of(net);
        for (unsigned flits = 1; flits < 10 && kind->list_parts; flits += 4) {
            noc_latency_part parts[NOC_LATENCY_PARTS];
            const int count = kind->list_parts(t.system, first, flits, parts);
            double sum = 0.0;
            for (int k = 0; k < count; k++) sum += parts[k].cycles;
            assert_near(sum, noc_zero_load_path(t.system, first, flits), 1e-9);
        }
    }
    test_system_free(&t);
}

/* Between the rates at which waits were found they are nearly what they are; those of windows that
 * follow the load vary too much near to where the network is full. */
static void waits_between_are_as_found(void **state)
{
    static const double used[] = {0.025, 0.11, 0.29, 0.44, 0.66, 0.78, 0.89, 0.96};
    const overlay_family *f = *state;
    test_system t = overlay_compile(f, NULL);
    const uint16_t network = (uint16_t)overlay_network(f);
    const noc_network_model_kind *kind = noc_network_model_of(&t.system->graph.networks[network]);
    const noc_class class = overlay_class(f);
    noc_closed_forms forms;
    noc_shared_limits gates;
    assert_true(noc_closed_forms_make(t.system, &forms));
    assert_int_equal(noc_shared_limits_find(t.system, 0, &gates), NOC_OK);
    const double full =
        noc_shared_limits_bound(t.system, &gates) / t.system->traffic.injected_flits;
    const size_t count = TEST_COUNT(used) - (waits_grow_with_load(f) ? 0 : 1);
    for (size_t i = 0; i < count; i++) {
        double between[NOC_CLASSES], found[NOC_CLASSES] = {0.0};
        noc_find_closed_form_waits(&forms, used[i] * full, 1, 0, between);
        kind->add_waits(t.system, network, (noc_arrivals){used[i] * full, 1}, 1.0, found);
        assert_near(between[class], found[class],
                    (waits_grow_with_load(f) ? 0.04 : 0.1) * (f->zero_load + fabs(found[class])));
        assert_near(between[!class], 0.0, 0.0);
    }
    free(gates.list);
    noc_closed_forms_clear(&forms);
    test_system_free(&t);
}

/* ---- what limits ---------------------------------------------------------------------------- */

typedef struct limit_case {
    const char *name, *family, *overrides[3];
    const char *resource, *where;
} limit_case;

static const limit_case limit_cases[] = {
    {"a hot memory node's windows", "macro-64-fix-hot20", {NULL}, "window", "memory 0"},
    {"another's", "macro-64-fix-hot20", {"traffic.hotspot_memory=5"}, "window", "memory 5"},
    {"windows that follow the load", "rapid-64-ada-hot20", {NULL}, "windows", "all memory nodes"},
    {"a slice", "da2-64-8b-hot20", {"traffic.hotspot_memory=3"}, "slice", "memory 3"},
    {"a ring",
     "hrcnet-64",
     {"traffic.hotspot_memory=6", "traffic.hotspot_fraction=0.3"},
     "ring",
     "memory 6"},
    {"a token", "cfnoc-64-64b", {NULL}, "token", "column 0"},
};

static void what_limits_has_a_name(void **state)
{
    const limit_case *c = *state;
    test_system t = overlay_compile(overlay_family_of(c->family), c->overrides);
    noc_diag diag = {0};
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, NAN, &e, &diag), NOC_OK);
    assert_string_equal(e.bottleneck.resource, c->resource);
    assert_string_equal(e.bottleneck.where, c->where);
    assert_near(e.bottleneck.utilization, 1.0, 1e-9);
    const double load = e.metrics[NOC_METRIC_saturation_flits_per_cycle].value / 2.0;
    assert_int_equal(noc_estimate_model(t.system, load, &e, &diag), NOC_OK);
    assert_string_equal(e.bottleneck.where, c->where);
    assert_true(e.bottleneck.utilization > 0.45 && e.bottleneck.utilization < 0.6);
    test_system_free(&t);
}

/* ---- other networks beside them -------------------------------------------------------------- */

/* Requests over a mesh that is far from full leave replies as they are. */
static void a_mesh_beside_changes_nothing(void **state)
{
    const overlay_family *f = *state;
    if (f->kind == OVERLAY_RINGS || f->kind == OVERLAY_TOKENS) return;
    test_system alone = overlay_compile(f, NULL), beside = overlay_compile_beside_mesh(f, NULL);
    noc_model *one = test_model(alone.system), *two = test_model(beside.system);
    noc_model_limits of_one, of_two;
    noc_model_point a, b;
    noc_model_find_limits(one, &of_one);
    noc_model_find_limits(two, &of_two);
    assert_near(of_two.saturation, of_one.saturation, 2e-3 * of_one.saturation);
    noc_model_solve(one, 0.7 * of_one.saturation, &a);
    noc_model_solve(two, 0.7 * of_one.saturation, &b);
    assert_near(b.reply_latency, a.reply_latency, 1e-6 * a.reply_latency);
    noc_model_free(one);
    noc_model_free(two);
    test_system_free(&alone);
    test_system_free(&beside);
}

int main(void)
{
    static test_list list;
    const overlay_family *families;
    const size_t count = overlay_families(&families), size = sizeof *families;
    test_add_rows(&list, "latency", families, count, size, latencies_are_as_measured);
    test_add_rows(&list, "zero load", families, count, size, zero_loads_are_exact);
    test_add_rows(&list, "limits", families, count, size, limits_are_as_measured);
    test_add_rows(&list, "growth", families, count, size, latency_grows_with_load);
    test_add_rows(&list, "parts", families, count, size, parts_make_up_zero_load);
    test_add_rows(&list, "waits between", families, count, size, waits_between_are_as_found);
    test_add_rows(&list, "beside a mesh", families, count, size, a_mesh_beside_changes_nothing);
    TEST_TABLE_PREFIXED(&list, "what limits", limit_cases, what_limits_has_a_name);
    return test_run("overlays and slices by the model", &list);
}
