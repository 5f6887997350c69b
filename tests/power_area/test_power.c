/* Power of whole designs: laws that it obeys at any load, the same from the model's activity and
 * the sampler's, the tree of costs against its sums, and what is said where there is no figure. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/explain/breakdown.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/correction/calibration/shipped.h"
#include "power_area/link.h"
#include "tests/support/helpers.h"

static noc_arena arena; /* memory of the parts of answers */

static const char gpu[] = "chip = { technology_nm = 22; clock_mhz = 700.0; tile_mm = 1.5; };\n"
                          "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
                          "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

static const char planes[] =
    "chip = { technology_nm = 32; };\n"
    "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
    "networks = (\n"
    "  { carries = \"request\"; topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 8; },\n"
    "  { carries = \"reply\"; topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 16; slices "
    "= 2; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

static const char uniform[] =
    "chip = { technology_nm = 45; clock_mhz = 500.0; };\n"
    "nodes = { compute = 16; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; virtual_channels = 4; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const char slow[] =
    "chip = { technology_nm = 22; };\n"
    "nodes = { compute = 16; };\n"
    "network = { topology = \"crossbar\"; ports = 16; virtual_channels = 4;\n"
    "  allocation_hold = \"flit\"; };\n"
    "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

typedef struct power_case {
    const char *name, *text;
    double load;
} power_case;

static const power_case cases[] = {
    {"many-to-few at 22 nm", gpu, 0.04},
    {"two planes, one of two slices, at 32 nm", planes, 0.03},
    {"uniform at 45 nm", uniform, 0.2},
    {"two cycles a flit", slow, 0.2},
};

enum { OVERRIDES = 4 };

static noc_estimate ask(const char *text, double load, const char *const overrides[OVERRIDES])
{
    test_system t = test_compile(text, overrides);
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, load, &e, NULL), NOC_OK);
    test_system_free(&t);
    e.design = NULL;
    return e;
}

static double value(const noc_estimate *e, noc_metric_id id)
{
    return e->metrics[id].value;
}

/* Flits move in proportion to the load, clocks and leakage do not care. */
static void check_load(void **state)
{
    const power_case *c = *state;
    const noc_estimate one = ask(c->text, c->load, NULL),
                       two = ask(c->text, 2.0 * c->load / 3.0, NULL),
                       three = ask(c->text, c->load / 3.0, NULL);
    const double p1 = value(&one, NOC_METRIC_dynamic_power_mw),
                 p2 = value(&two, NOC_METRIC_dynamic_power_mw),
                 p3 = value(&three, NOC_METRIC_dynamic_power_mw);
    assert_near(p1 - p2, p2 - p3, 1e-9 * p1);
    assert_true(p1 > p2 && p2 > p3 && p3 > p2 - p3);
    assert_near(value(&one, NOC_METRIC_leakage_power_mw),
                value(&three, NOC_METRIC_leakage_power_mw), 1e-12);
    assert_near(value(&one, NOC_METRIC_power_mw), p1 + value(&one, NOC_METRIC_leakage_power_mw),
                1e-9);
}

/* Energies are power over rates: flits leave the network at the rate at which they enter it, a mean
 * transaction has the flits of its packets. */
static void check_energies(void **state)
{
    const power_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, c->load, &e, NULL), NOC_OK);
    const double per_flit = value(&e, NOC_METRIC_energy_per_flit_pj);
    const double per_transaction = value(&e, NOC_METRIC_energy_per_transaction_pj);
    const bool replies = t.system->graph.memory_count > 0;
    const double flits = noc_system_packet_flits(t.system) * (replies ? 2.0 : 1.0);
    assert_near(per_transaction, flits * per_flit, 1e-9 * per_transaction);
    const double watts = 1e-3 * value(&e, NOC_METRIC_power_mw);
    const double rate = noc_system_packet_rate(t.system, c->load) *
                        t.system->traffic.injector_count * 1e6 * t.design->chip.clock_mhz;
    assert_near(per_transaction, 1e12 * watts / rate, 1e-9 * per_transaction);
    const double cycles =
        value(&e, replies ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles);
    assert_near(value(&e, NOC_METRIC_energy_delay_product_pj_ns),
                per_transaction * cycles * 1e3 / t.design->chip.clock_mhz,
                1e-6 * per_transaction * cycles);
    test_system_free(&t);
}

/* What the sampler saw on the channels makes the power that the model expects. */
static void check_sampled(void **state)
{
    const power_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    noc_estimate model, sample;
    const noc_sampling sampling = {.precision = 0.02, .seed = 5, .jobs = 1, .max_cycles = 100000};
    assert_int_equal(noc_estimate_model(t.system, c->load, &model, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample(t.system, c->load, &sampling, &sample, NULL), NOC_OK);
    const double power = value(&model, NOC_METRIC_dynamic_power_mw);
    assert_near(value(&sample, NOC_METRIC_dynamic_power_mw), power, 0.02 * power);
    assert_near(value(&sample, NOC_METRIC_leakage_power_mw),
                value(&model, NOC_METRIC_leakage_power_mw), 1e-9);
    test_system_free(&t);
}

/* Beyond saturation only what is accepted moves. */
static void check_saturated(void **state)
{
    (void)state;
    const noc_estimate much = ask(gpu, 0.4, NULL), more = ask(gpu, 0.6, NULL);
    const double power = value(&much, NOC_METRIC_dynamic_power_mw);
    assert_near(value(&more, NOC_METRIC_dynamic_power_mw), power, 0.05 * power);
}

/* The tree adds up to what the estimate says, network by network. */
static void check_tree(void **state)
{
    const power_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    noc_estimate e;
    noc_breakdown b;
    double area = 0.0, leakage = 0.0, dynamic = 0.0;
    uint64_t routers = 0, links = 0;
    assert_int_equal(noc_estimate_model(t.system, c->load, &e, NULL), NOC_OK);
    assert_int_equal(
        noc_breakdown_make(t.system, noc_calibration_shipped(), c->load, NAN, &arena, &b, NULL),
        NOC_OK);
    for (uint16_t n = 0; n < b.network_count; n++) {
        for (size_t part = 0; part < NOC_PARTS; part++) {
            area += b.networks[n].parts[part].area_mm2;
            leakage += b.networks[n].parts[part].leakage_mw;
            dynamic += b.networks[n].parts[part].dynamic_mw;
        }
        routers += b.networks[n].parts[NOC_COMPONENT_CROSSBAR].count;
        links += b.networks[n].parts[NOC_PART_LINKS].count;
    }
    assert_near(area, value(&e, NOC_METRIC_network_area_mm2), 1e-12);
    assert_near(leakage, value(&e, NOC_METRIC_leakage_power_mw), 1e-9);
    assert_near(dynamic, value(&e, NOC_METRIC_dynamic_power_mw), 1e-9);
    assert_int_equal(routers, t.system->graph.router_count);
    assert_int_equal(links, t.system->graph.channel_count);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

/* A nominal activity is DSENT's: as many flits at every router input and on every link, counted by
 * hand. */
static void check_nominal(void **state)
{
    (void)state;
    test_system t = test_compile(gpu, NULL);
    noc_estimate e;
    noc_process process;
    double pj_per_cycle = 0.0;
    assert_int_equal(noc_estimate_model(t.system, NAN, &e, NULL), NOC_OK);
    assert_int_equal(noc_figures_put_nominal_power(t.system, 0.1, &e, NULL), NOC_OK);
    assert_int_equal(noc_process_at(22.0, false, &process, NULL), NOC_OK);
    noc_router_shape shape = noc_router_plain_shape(5, 5, 2, 8, 128);
    shape.class_channels = 1;
    const noc_router_cost router = noc_cost_of_router(&process, &shape);
    const double through =
        router.write_pj + router.read_pj + router.crossbar_pj + router.allocation_pj;
    /* 24 links between neighbours in each direction, and one into each router from its node. */
    pj_per_cycle += 16.0 * router.clock_pj + 0.1 * (48.0 + 16.0) * through;
    pj_per_cycle += 0.1 * 48.0 * noc_cost_of_link(&process, 128, 1.5, 700).flit_pj;
    const double local = t.system->graph.channels[t.system->graph.injections[0]].length_mm;
    pj_per_cycle += 0.1 * 32.0 * noc_cost_of_link(&process, 128, local, 700).flit_pj;
    assert_near(value(&e, NOC_METRIC_dynamic_power_mw), 1e-3 * 700.0 * pj_per_cycle, 1e-9);
    assert_true(isnan(value(&e, NOC_METRIC_energy_per_transaction_pj)));
    assert_contains(e.metrics[NOC_METRIC_energy_per_transaction_pj].reason, "nominal");
    test_system_free(&t);
}

/* Equal routers and links are costed once; here are more kinds of links than there is room for. */
static void check_many_kinds(void **state)
{
    (void)state;
    static const char text[] =
        "chip = { technology_nm = 22; clock_mhz = 700.0; tile_mm = 0.3; };\n"
        "nodes = { compute = 380; memory = 20; placement = \"bottom-rows\"; };\n"
        "networks = (\n"
        "  { carries = \"request\"; topology = \"flattened-butterfly\"; columns = 20; rows = 20;\n"
        "    concentration = 1; },\n"
        "  { carries = \"reply\"; topology = \"flattened-butterfly\"; columns = 20; rows = 20;\n"
        "    concentration = 1; flit_bytes = 32; } );\n"
        "traffic = { pattern = \"many-to-few\"; };\n";
    test_system t = test_compile(text, NULL);
    const noc_graph *g = &t.system->graph;
    noc_process process;
    noc_cost cost;
    const noc_activity activity = {NULL, 0.1, 1.0};
    double area = 0.0, leakage = 0.0, dynamic = 0.0;
    assert_int_equal(noc_process_at(22.0, false, &process, NULL), NOC_OK);
    assert_int_equal(noc_cost_of(t.system, &activity, &cost, NULL, NULL), NOC_OK);
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *ch = &g->channels[c];
        const double cycles = ch->latency > 0 ? ch->latency : 1.0;
        const noc_link_cost link =
            noc_cost_of_link(&process, 8.0 * g->networks[ch->network].flit_bytes, ch->length_mm,
                             t.design->chip.clock_mhz / cycles);
        area += 1e-6 * link.area_um2;
        leakage += link.leakage_mw;
        dynamic += 1e-3 * 700.0 * 0.1 * link.flit_pj;
    }
    const noc_part_cost *links = &cost.sum.parts[NOC_PART_LINKS];
    assert_int_equal(links->count, g->channel_count);
    assert_near(links->area_mm2, area, 1e-9 * area);
    assert_near(links->leakage_mw, leakage, 1e-9 * leakage);
    assert_near(links->dynamic_mw, dynamic, 1e-9 * dynamic);
    test_system_free(&t);
}

/* ---- where there is no figure, or a doubtful one -------------------------------------------- */

typedef struct doubt_case {
    const char *name;
    const char *overrides[OVERRIDES];
    bool area, power;    /* whether there is one */
    bool interval;       /* on the network's area */
    const char *warning; /* part of one; NULL: none */
} doubt_case;

static const doubt_case doubts[] = {
    {"measured", {"chip.technology_nm=45"}, true, true, false, NULL},
    {"a clock that nobody asked for", {NULL}, true, true, false, NULL},
    {"a clock that nobody built, and that was set",
     {"chip.clock_mhz=2000"},
     true,
     true,
     false,
     "max_clock_mhz = 7"},
    {"a clock above all that were built",
     {"chip.clock_mhz=5700"},
     true,
     true,
     false,
     "chip.clock_mhz = 5700 is beyond the fastest router that was ever built"},
    {"a clock in GHz",
     {"chip.clock_mhz=1.26"},
     true,
     true,
     false,
     "chip.clock_mhz = 1.26: was another unit meant? (1.26 GHz is 1260 MHz)"},
    {"a clock that no chip has",
     {"chip.clock_mhz=6100"},
     true,
     true,
     false,
     "chip.clock_mhz = 6100: was another unit meant? (50 to 6000 MHz are likely)"},
    {"the slowest clock that is likely",
     {"chip.clock_mhz=50"},
     true,
     true,
     false,
     "max_clock_mhz = 7"},
    {"two sources at 65 nm",
     {"chip.technology_nm=65"},
     true,
     true,
     false,
     "areas by ORION 2.0, power scaled from 45 nm"},
    {"interpolated",
     {"chip.technology_nm=28"},
     true,
     true,
     true,
     "interpolated between 22 and 32 nm"},
    {"scaled to 2 nm",
     {"chip.technology_nm=2", "chip.scale_technology=true"},
     true,
     true,
     true,
     "scaled on from 3 and 5 nm"},
    {"computed for 7 nm",
     {"chip.technology_nm=7"},
     true,
     true,
     true,
     "derived from published data"},
    {"another supply",
     {"chip.technology_nm=22", "chip.supply_v=0.6"},
     true,
     true,
     false,
     "moved from 0.8 to 0.6 V"},
    {"scaled to 90 nm",
     {"chip.technology_nm=90", "chip.scale_technology=\"true\""},
     true,
     true,
     true,
     "scaled from 65 nm"},
    {"twice as wide as measured",
     {"network.flit_bytes=128"},
     true,
     true,
     true,
     "1024 bits a flit, and measured are 16 to 512"},
    {"far too wide at 65 nm",
     {"chip.technology_nm=65", "network.flit_bytes=200"},
     true,
     true,
     true,
     "1600 bits a flit"},
    {"a clock too fast", {"chip.clock_mhz=12000"}, true, true, false, "can reach"},
};

static void check_doubt(void **state)
{
    const doubt_case *c = *state;
    const noc_estimate e = ask(gpu, 0.02, c->overrides);
    const noc_metric *area = &e.metrics[NOC_METRIC_network_area_mm2];
    const noc_metric *power = &e.metrics[NOC_METRIC_power_mw];
    assert_int_equal(isfinite(area->value), c->area);
    assert_int_equal(isfinite(power->value), c->power);
    assert_int_equal(isfinite(area->lo), c->interval);
    assert_true(
        isfinite(value(&e, NOC_METRIC_round_trip_cycles))); /* never lost for want of a cost */
    if (!c->area) assert_non_null(area->reason);
    if (!c->power) assert_non_null(power->reason);
    if (c->interval) assert_true(area->lo < area->value && area->hi > area->value);
    bool warned = c->warning && strstr(e.cost_basis, c->warning);
    for (int i = 0; i < e.warning_count; i++)
        warned |= c->warning && strstr(e.warnings[i], c->warning);
    assert_int_equal(warned, c->warning != NULL);
    if (!c->warning) assert_int_equal(e.warning_count, 0);
}

/* ---- where a closed loop settles ------------------------------------------------------------ */

typedef struct loop_case {
    const char *name, *workload, *reads; /* of the workload and, for an open loop, of the traffic */
} loop_case;

static const loop_case loops[] = {
    {"the traffic's own mix", "workload=steady", "0.9"},
    {"another mix", "workload=steady", "0.6"},
};

static void with_reads(const char *key, const char *reads, char text[60])
{
    snprintf(text, 60, "%s.read_fraction=%s", key, reads);
}

/* Cores that wait make the power of an open loop that offers what they reach. */
static void check_loop(void **state)
{
    const loop_case *c = *state;
    char closed_mix[60], open_mix[60];
    with_reads("workload", c->reads, closed_mix);
    with_reads("traffic", c->reads, open_mix);
    const bool other = strcmp(c->reads, "0.9") != 0;
    const noc_estimate loop =
        ask(gpu, NAN, (const char *const[OVERRIDES]){c->workload, other ? closed_mix : NULL});
    const noc_estimate open = ask(gpu, value(&loop, NOC_METRIC_accepted_flits_per_cycle),
                                  (const char *const[OVERRIDES]){open_mix, NULL});
    const noc_metric_id same[] = {NOC_METRIC_dynamic_power_mw, NOC_METRIC_power_mw,
                                  NOC_METRIC_energy_per_flit_pj,
                                  NOC_METRIC_energy_per_transaction_pj};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        assert_near(value(&loop, same[i]), value(&open, same[i]), 1e-6 * value(&open, same[i]));
    assert_near(value(&loop, NOC_METRIC_energy_delay_product_pj_ns),
                value(&loop, NOC_METRIC_energy_per_transaction_pj) *
                    value(&loop, NOC_METRIC_round_trip_cycles) * 1e3 / 700.0,
                1e-6 * value(&loop, NOC_METRIC_energy_delay_product_pj_ns));
}

/* A set runs its rows one after the other: mean power, and energy by all transactions. */
static void check_set(void **state)
{
    (void)state;
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_workload_parts("te13-all", parts);
    const noc_estimate all = ask(gpu, NAN, (const char *const[OVERRIDES]){"workload=te13-all"});
    double power = 0.0, rate = 0.0;
    assert_true(count > 1);
    for (size_t i = 0; i < count; i++) {
        char name[60];
        snprintf(name, sizeof name, "workload=%s", parts[i].name);
        const noc_estimate one = ask(gpu, NAN, (const char *const[OVERRIDES]){name});
        const double own = value(&one, NOC_METRIC_power_mw);
        power += parts[i].weight * own;
        rate += parts[i].weight * own / value(&one, NOC_METRIC_energy_per_transaction_pj);
    }
    assert_near(value(&all, NOC_METRIC_power_mw), power, 1e-9 * power);
    assert_near(value(&all, NOC_METRIC_energy_per_transaction_pj), power / rate,
                1e-9 * power / rate);
}

/* Its tree adds up, and what the sampler sees on the channels makes as much for each
 * transaction. */
static void check_loop_sampled(void **state)
{
    (void)state;
    test_system t = test_compile(gpu, (const char *const[]){"workload=te13-all", NULL});
    noc_estimate model, sample;
    noc_breakdown b;
    const noc_sampling sampling = {.precision = 0.02, .seed = 5, .jobs = 1, .max_cycles = 100000};
    const noc_calibration *shipped = noc_calibration_shipped();
    assert_int_equal(noc_estimate_model(t.system, NAN, &model, NULL), NOC_OK);
    assert_int_equal(noc_estimate_sample_closed(t.system, &sampling, &sample, NULL), NOC_OK);
    assert_int_equal(noc_breakdown_make(t.system, shipped, NAN, NAN, &arena, &b, NULL), NOC_OK);
    const double power = value(&model, NOC_METRIC_dynamic_power_mw);
    assert_true(b.has_loop_activity);
    assert_near(b.cost.dynamic_mw, power, 1e-9 * power);
    /* What moves for a transaction does not depend on how many there are. */
    const noc_activity seen = {NULL, 0.0, 1.0};
    noc_cost idle;
    assert_int_equal(noc_cost_of(t.system, &seen, &idle, NULL, NULL), NOC_OK);
    const double moved[] = {(power - idle.dynamic_mw) /
                                value(&model, NOC_METRIC_accepted_flits_per_cycle),
                            (value(&sample, NOC_METRIC_dynamic_power_mw) - idle.dynamic_mw) /
                                value(&sample, NOC_METRIC_accepted_flits_per_cycle)};
    assert_near(moved[1], moved[0], 0.02 * moved[0]);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "linear in the load", cases, check_load);
    TEST_TABLE_PREFIXED(&list, "energies are power over rates", cases, check_energies);
    TEST_TABLE_PREFIXED(&list, "model and sample", cases, check_sampled);
    TEST_TABLE_PREFIXED(&list, "tree", cases, check_tree);
    test_add(&list, "beyond saturation", check_saturated);
    test_add(&list, "a nominal activity, by hand", check_nominal);
    test_add(&list, "many kinds of links", check_many_kinds);
    TEST_TABLE_PREFIXED(&list, "doubt", doubts, check_doubt);
    TEST_TABLE_PREFIXED(&list, "closed loop", loops, check_loop);
    test_add(&list, "closed loop: a set", check_set);
    test_add(&list, "closed loop: tree and sample", check_loop_sampled);
    return test_run("power", &list);
}
