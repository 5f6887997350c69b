/* What limits throughput: the model's answer against samples with 5 % less of each kind of resource
 * (tests/reference/causes.csv; what samples themselves answer: test_slow_cause.c), its members
 * against the rates of channels, and what derating does in closed form. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/curve/model.h"
#include "analytic/loads.h"
#include "base/auto.h"
#include "hybrid/answers/estimate.h"
#include "tests/support/rows/cause_rows.h"
#include "tests/support/runs/engines.h"

static noc_estimate estimate_of(const noc_system *s, double load)
{
    noc_estimate e;
    assert_int_equal(noc_estimate_model(s, load, &e, NULL), NOC_OK);
    return e;
}

/* ---- against derated samples ---------------------------------------------------------------- */

/* At saturation, where the design has a workload, too. */
static noc_estimate answer_to(const cause_row *row, const noc_system *s)
{
    const noc_estimate e = estimate_of(s, NAN);
    if (row->closed_loop || !s->design->closed_loop) return e;
    return estimate_of(s, e.metrics[NOC_METRIC_saturation_flits_per_cycle].value);
}

static void causes_are_those_of_derated_samples(void **state)
{
    (void)state;
    static const double floor = 0.95;
    cause_rows rows;
    size_t right = 0;
    assert_true(cause_rows_read(NOC_SOURCE_DIR "/tests/reference/causes.csv", &rows));
    assert_true(rows.count >= 40);
    for (size_t i = 0; i < rows.count; i++) {
        const cause_row *row = &rows.list[i];
        test_system t = test_compile_file(row->design, row->settings);
        const noc_estimate e = answer_to(row, t.system);
        const bool is_right =
            noc_resource_is_in(cause_row_ties(row), noc_resource_of_name(e.bottleneck.kind));
        right += is_right;
        if (!is_right)
            print_message("%s: the model says %s, derated samples %s\n", row->name,
                          e.bottleneck.kind, noc_resource_name(cause_row_cause(row)));
        test_system_free(&t);
    }
    print_message("%zu of %zu causes are those of derated samples, or ties\n", right, rows.count);
    assert_true((double)right >= floor * (double)rows.count);
    cause_rows_clear(&rows);
}

/* ---- known causes --------------------------------------------------------------------------- */

typedef struct known_case {
    const char *name, *design;
    const char *settings[OVERRIDES_MAX];
    const char *kind, *resource;
} known_case;

#define HBM       "tests/reference/volta-loop.cfg"
#define HBM_IDEAL "tests/reference/volta-loop-ideal.cfg"
#define IDEAL     "configs/te13-ideal.cfg"

static const known_case known_cases[] = {
    {"known: the memory behind a network", HBM, {NULL}, "dram", ""},
    {"known: the same behind an ideal network", HBM_IDEAL, {NULL}, "dram", ""},
    {"known: twice its clock", HBM, {"memory.clock_mhz=1700"}, "dram", ""},
    {"known: caches that are slow",
     IDEAL,
     {"workload=steady", "memory.l2_bank_cycles=20"},
     "cache",
     ""},
    {"known: pipelines", IDEAL, {"workload=LL"}, "cores", "pipelines"},
    {"known: MSHRs", IDEAL, {"workload=steady", "nodes.mshrs=1"}, "cores", "MSHRs"},
    {"known: a warp that waits",
     IDEAL,
     {"workload=steady", "workload.warps=1", "memory.l2_cycles=200"},
     "latency",
     ""},
};

static void check_known(void **state)
{
    const known_case *c = *state;
    test_system t = test_compile_file(c->design, c->settings);
    const noc_estimate e = estimate_of(t.system, NAN);
    assert_string_equal(e.bottleneck.kind, c->kind);
    assert_string_equal(e.bottleneck.resource, c->resource);
    assert_true(isnan(e.bottleneck.utilization) || e.bottleneck.utilization <= 1.0);
    test_system_free(&t);
}

/* ---- members -------------------------------------------------------------------------------- */

/* The most that a channel of a kind carries, of all and of those with a name. */
static void busiest_of(const noc_system *s, const char *kind, const char *where, double *most,
                       double *named)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    char name[64];
    *most = *named = 0.0;
    assert_int_equal(noc_loads_new(s, &arena, &loads), NOC_OK);
    for (uint32_t c = 0; c < s->graph.channel_count; c++) {
        if (strcmp(noc_resource_name(noc_resource_of_channel(&s->graph, c)), kind) != 0) continue;
        noc_channel_name(&s->graph, c, name, sizeof name);
        *most = fmax(*most, loads.channel_flits[c]);
        if (strcmp(name, where) == 0) *named = fmax(*named, loads.channel_flits[c]);
    }
}

typedef struct member_case {
    const char *name, *text;
    const char *overrides[OVERRIDES_MAX];
} member_case;

/* Its middle links carry most: 5 times what a node sends. */
static const char wide[] = "nodes = { compute = 200; };\n"
                           "network = { topology = \"mesh\"; columns = 20; rows = 10; "
                           "virtual_channels = 1; buffer_flits = 4; router_stages = 1; };\n"
                           "traffic = { pattern = \"uniform\"; packet_flits = 5; };\n";

static const member_case member_cases[] = {
    {"member: uniform", test_uniform, {NULL}},
    {"member: of a wide mesh", wide, {NULL}},
    {"member: transpose", test_uniform, {"traffic.pattern=transpose"}},
    {"member: memory nodes", test_gpu, {NULL}},
    {"member: two networks", test_planes, {NULL}},
    {"member: a hot memory node", test_gpu, {"traffic.hotspot_fraction=0.4"}},
};

static void check_member(void **state)
{
    const member_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    const noc_estimate e = estimate_of(t.system, NAN);
    double most, named;
    busiest_of(t.system, e.bottleneck.kind, e.bottleneck.where, &most, &named);
    assert_true(most > 0.0);
    assert_near(named, most, 1e-9 * most);
    assert_true(e.bottleneck.utilization > 0.0 && e.bottleneck.utilization <= 1.0);
    test_system_free(&t);
}

/* ---- derating ------------------------------------------------------------------------------- */

static void places_are_taken_evenly(void **state)
{
    (void)state;
    static const uint32_t members[] = {1, 7, 8, 64}, places[] = {1, 2, 8, 32, 512};
    for (size_t i = 0; i < TEST_COUNT(members); i++)
        for (size_t k = 0; k < TEST_COUNT(places); k++) {
            uint32_t taken = 0, most = 0;
            for (uint32_t m = 0; m < members[i]; m++) {
                const uint32_t one = noc_places_removed(places[k], members[i], m, NOC_REST_CYCLES);
                taken += one;
                if (one > most) most = one;
            }
            assert_true(most < places[k] || places[k] == 1);
            assert_true(most * members[i] < taken + members[i]);
            assert_near((double)taken, NOC_DERATED_SHARE * members[i] * places[k], 0.51);
        }
}

static noc_losses losses_of(const noc_system *s, noc_losses_request request, unsigned kinds)
{
    noc_losses losses;
    request.kinds = kinds;
    request.least_difference = 1.0; /* all are measured */
    request.precision = 1.0;
    request.seed = 3;
    assert_int_equal(noc_sample_losses(s, &request, &losses, NULL), NOC_OK);
    return losses;
}

#define BIT(kind) (1u << NOC_RESOURCE_##kind)

/* Of a load of 1 a port takes 19 of 20 cycles, less what its sources leave idle. */
static void a_port_that_rests_takes_a_twentieth_less(void **state)
{
    (void)state;
    test_system t = test_compile(test_own_node, NULL);
    const noc_losses_request request = {
        .rest_cycles = NOC_REST_CYCLES, .load = 1.0, .first_cycles = 8192, .cycles_max = 8192};
    const noc_losses losses = losses_of(t.system, request, BIT(NETWORK));
    assert_near(losses.throughput * (1.0 - losses.kinds[NOC_RESOURCE_NETWORK].share),
                1.0 - NOC_DERATED_SHARE, 0.012);
    test_system_free(&t);
}

/* Cores that never wait lose what their clock does, however many of its cycles an instruction
 * takes; nothing else costs them anything. */
static void cores_that_rest_issue_a_twentieth_less(void **state)
{
    (void)state;
    static const char *const settings[] = {"workload=LL", NULL};
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    test_system t = test_compile_file("configs/te13-baseline.cfg", settings);
    noc_design_workloads(t.system->design, parts);
    const noc_losses_request request = {.rest_cycles = NOC_REST_CYCLES,
                                        .workload = &parts[0].workload,
                                        .first_cycles = 8192,
                                        .cycles_max = 8192};
    const noc_losses losses =
        losses_of(t.system, request, BIT(CORES) | BIT(NETWORK) | BIT(DRAM) | BIT(MEMORY_PORT));
    assert_near(losses.kinds[NOC_RESOURCE_CORES].share, NOC_DERATED_SHARE, 0.002);
    assert_near(losses.kinds[NOC_RESOURCE_NETWORK].share, 0.0, 0.002);
    assert_near(losses.kinds[NOC_RESOURCE_MEMORY_PORT].share, 0.0, 0.002);
    assert_near(losses.kinds[NOC_RESOURCE_DRAM].share, 0.0, 0.002);
    assert_near(losses.kinds[NOC_RESOURCE_LATENCY].share, 0.0, 0.002);
    test_system_free(&t);
}

/* With an MSHR each, of which one in twenty is taken, as many cores fewer make requests: 1 of
 * 28. */
static void an_only_mshr_can_be_taken(void **state)
{
    (void)state;
    static const char *const settings[] = {"workload=steady", "nodes.mshrs=1",
                                           "memory.write_replies=true", NULL};
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    test_system t = test_compile_file(IDEAL, settings);
    noc_design_workloads(t.system->design, parts);
    const noc_losses_request request = {.rest_cycles = NOC_REST_CYCLES,
                                        .workload = &parts[0].workload,
                                        .first_cycles = 16384,
                                        .cycles_max = 16384};
    const noc_losses losses = losses_of(t.system, request, BIT(CORES));
    assert_true(losses.kinds[NOC_RESOURCE_CORES].share > 0.02);
    assert_true(losses.kinds[NOC_RESOURCE_CORES].share < 0.08);
    test_system_free(&t);
}

static double throughput_of(const char *const *settings, unsigned derated)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    test_system t = test_compile_file(IDEAL, settings);
    noc_sample sample;
    noc_design_workloads(t.system->design, parts);
    const noc_sample_options options = {.precision = 0.005,
                                        .seed = 5,
                                        .workload = &parts[0].workload,
                                        .derating = {derated, NOC_REST_CYCLES},
                                        .max_cycles = 131072};
    assert_int_equal(noc_sample_at(t.system, 0.0, &options, &sample, NULL), NOC_OK);
    test_system_free(&t);
    return sample.quantities[NOC_SAMPLE_INSTRUCTIONS].mean;
}

/* A DRAM whose clock stands still in one of 20 cycles is one with a slower clock. */
static void a_dram_that_rests_has_a_slower_clock(void **state)
{
    (void)state;
    static const char *const fast[] = {"workload=steady", "memory.clock_mhz=400", NULL};
    static const char *const slow[] = {"workload=steady", "memory.clock_mhz=380", NULL};
    const double as_it_is = throughput_of(fast, 0), rests = throughput_of(fast, BIT(DRAM));
    const double slower = throughput_of(slow, 0);
    assert_true(rests < 0.98 * as_it_is);
    assert_near(rests, slower, 0.025 * slower);
}

/* Channels of two networks are two kinds; all channels together cost what a flit's time does. */
static void the_model_loses_as_much_as_its_channels_do(void **state)
{
    (void)state;
    test_system t = test_compile(test_planes, NULL);
    noc_model *model = noc_model_new(t.system);
    const unsigned replies = BIT(REPLY_NETWORK), ports = BIT(MEMORY_PORT);
    assert_non_null(model);
    const noc_derated_limits request = noc_model_derated_limits(model, BIT(REQUEST_NETWORK));
    const noc_derated_limits reply = noc_model_derated_limits(model, replies);
    const noc_derated_limits port = noc_model_derated_limits(model, ports);
    const noc_derated_limits all =
        noc_model_derated_limits(model, replies | ports | BIT(REQUEST_NETWORK));
    assert_true(request.overflow <= 1.0 && reply.overflow <= 1.0 && port.overflow <= 1.0);
    assert_true(fmin(request.overflow, fmin(reply.overflow, port.overflow)) < 0.99);
    assert_true(all.overflow >= 1.0 - 1.4 * NOC_DERATED_SHARE);
    assert_true(all.overflow <= 1.0 - 0.4 * NOC_DERATED_SHARE);
    noc_model_free(model);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_add(&list, "causes are those of derated samples", causes_are_those_of_derated_samples);
    TEST_TABLE(&list, known_cases, check_known);
    TEST_TABLE(&list, member_cases, check_member);
    test_add(&list, "places are taken evenly", places_are_taken_evenly);
    test_add(&list, "a port that rests", a_port_that_rests_takes_a_twentieth_less);
    test_add(&list, "cores that rest", cores_that_rest_issue_a_twentieth_less);
    test_add(&list, "an only MSHR", an_only_mshr_can_be_taken);
    test_add(&list, "a DRAM that rests", a_dram_that_rests_has_a_slower_clock);
    test_add(&list, "the model's channels", the_model_loses_as_much_as_its_channels_do);
    return test_run("cause", &list);
}
