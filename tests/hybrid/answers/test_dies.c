/* Dies: which links join them, by hand; latencies alone in the network, local and remote, in closed
 * form; throughput that a link between dies allows, and the energy that it takes; both methods side
 * by side; the same as a graph from files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/zero_load.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "network/compile/compile.h"
#include "network/graph/die_links.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/designs/wirings.h"
#include "tests/support/helpers.h"

/* Two dies: on each a half of the crossbar, two groups of two cores, and one of two memory nodes. A
 * request has a flit, its reply two. */
#define PARTS                                             \
    "nodes = { compute = 8; memory = 4; };\n"             \
    "chip = { technology_nm = 22; clock_mhz = 1000; };\n" \
    "traffic = { read_fraction = 1.0; read_request_bytes = 8; read_reply_bytes = 64; };\n"
#define ROUTERS "flit_bytes = 32; virtual_channels = 8; buffer_flits = 64;\n"
#define GPCS    "levels = ( { name = \"gpc\"; groups = 4; cycles = 2; mm = 3.0; die = 2; } );\n"
#define MPS     "memory_levels = ( { name = \"mp\"; groups = 2; cycles = 3; mm = 2.0; die = 2; } );\n"
#define DESIGN(levels, memory_levels, keys) \
    PARTS "network = { topology = \"hierarchy\"; " ROUTERS levels memory_levels keys " };\n"
#define LINKS "halves = 2; die_links = { cycles = 20; flits_per_cycle = 0.5; };\n"

static const char two[] = DESIGN(GPCS, MPS, LINKS);

/* ---- which links join dies ------------------------------------------------------------------ */

typedef struct built_case {
    const char *name, *text;
    const char *overrides[5];
    int dies, links, ports; /* channels between dies: of routers, of nodes */
    int cores[8], memories[4];
} built_case;

#define FIRST_HALF            \
    {0, 0, 0, 0, 1, 1, 1, 1}, \
    {                         \
        0, 0, 1, 1            \
    }

/* clang-format off */
static const built_case built_cases[] = {
    {"a half each", two, {NULL}, 2, 2, 0, FIRST_HALF},
    {"pairs of groups", two, {"network.pair_flits_per_cycle=2"}, 2, 2, 0, FIRST_HALF},
    {"lists", two, {"network.levels[0].die=(0,0,1,1)", "network.memory_levels[0].die=(0,1)"}, 2, 2, 0,
     FIRST_HALF},
    {"memory nodes are where their half is", DESIGN(GPCS, "memory_levels = ( { name = \"mp\"; groups = 2; } );\n", LINKS),
     {NULL}, 2, 2, 0, FIRST_HALF},
    {"nor have levels to tell", DESIGN("", "", "halves = 2; crossbar_die = 2;\n"), {NULL}, 2, 2, 0, FIRST_HALF},
    {"three levels, the middle one told",
     DESIGN("levels = ( { name = \"tpc\"; groups = 4; }, { name = \"gpc\"; groups = 4; die = 2; },\n"
            "  { name = \"slice\"; groups = 2; } );\n", MPS, LINKS), {NULL}, 2, 2, 0, FIRST_HALF},
    {"one crossbar, on the first die", two, {"network.halves=1", "network.crossbar_die=1"}, 2, 2 * (2 + 1), 0, FIRST_HALF},
    /* compute dies on I/O dies, as of MI300X: ports up, and bridges from each half to the other */
    {"stacks", two, {"network.levels[0].die=(2,3,4,5)", "network.crossbar_die=2"}, 6, 2 + 2 * 4, 0,
     {2, 2, 3, 3, 4, 4, 5, 5}, {0, 0, 1, 1}},
    {"memory controllers on dies of their own", two, {"network.halves=1", "network.levels[0].die=1",
     "network.memory_levels[0].die=(1,2)", "network.crossbar_die=1"}, 3, 2 * 2, 0,
     {0, 0, 0, 0, 0, 0, 0, 0}, {1, 1, 2, 2}},
    {"ports of nodes", two, {"network.halves=1", "network.levels=()", "network.crossbar_die=1",
     "network.memory_levels=({name=\"mp\"; groups=4; die=(0,0,1,1);})"}, 2, 0, 2 * 2,
     {0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 1, 1}},
    {"wide links are several channels", two, {"network.die_links.flits_per_cycle=40"}, 2, 2 * 3, 0, FIRST_HALF},
    {"one die", two, {"network.levels[0].die=1", "network.memory_levels[0].die=1"}, 1, 0, 0,
     {0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0}},
    {"no dies", two, {"network.levels=({name=\"gpc\"; groups=4;})", "network.memory_levels=()"}, 0, 0, 0,
     {0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0}},
};
/* clang-format on */

static void joins_dies(void **state)
{
    const built_case *c = *state;
    test_system t = test_compile(c->text, (const char **)(size_t)c->overrides);
    const noc_graph *g = &t.system->graph;
    int links = 0, ports = 0;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        links += g->channels[i].crosses_dies && g->channels[i].kind == NOC_LINK;
        ports += g->channels[i].crosses_dies && g->channels[i].kind != NOC_LINK;
    }
    assert_int_equal(g->dies, c->dies);
    assert_int_equal(links, c->links);
    assert_int_equal(ports, c->ports);
    for (int n = 0; n < 8; n++)
        assert_int_equal(g->terminals[g->compute_terminals[n]].die, c->cores[n]);
    for (int m = 0; m < 4; m++)
        assert_int_equal(g->terminals[g->memory_terminals[m]].die, c->memories[m]);
    test_system_free(&t);
}

/* Designs that tell nothing of dies have the text, and the hash, that they had before there
 * were such keys. */
static void no_die_leaves_no_trace(void **state)
{
    (void)state;
    noc_design *d = test_design(
        DESIGN("levels = ( { name = \"gpc\"; groups = 4; } );\n", "", "halves = 2;\n"), NULL);
    char *text = noc_design_canonical(d);
    assert_null(strstr(text, "die"));
    free(text);
    noc_design_free(d);
}

/* ---- what is refused ------------------------------------------------------------------------ */

typedef struct fault_case {
    const char *name;
    const char *overrides[4];
    const char *message;
} fault_case;

/* clang-format off */
static const fault_case faults[] = {
    {"a list that is too short", {"network.levels[0].die=(0,1)"},
     "network.levels[0].die: a list of 2 dies (expected 4, one for each of the groups of level gpc, or how many dies they "
     "are dealt to)"},
    {"more dies than groups", {"network.memory_levels[0].die=3"},
     "network.memory_levels[0].die = 3: the 2 groups of level mp are dealt to dies (1 to 2; or a list, the die of each)"},
    {"no die at all", {"network.levels[0].die=0"}, "network.levels[0].die = 0: the 4 groups of level gpc are dealt to dies"},
    {"a gap", {"network.levels[0].die=(0,0,2,2)", "network.memory_levels[0].die=(0,2)"},
     "nothing is on die 1, though there is a die 2"},
    {"groups of two dies at a half", {"network.levels[0].die=(0,1,1,0)"},
     "network.crossbar_die is missing: half 0 of the crossbar has groups on dies 0 and 1"},
    {"groups of two dies at the crossbar", {"network.halves=1"},
     "network.crossbar_die is missing: part 0 of the crossbar has groups on dies 0 and 1 (the die of each half, or as many "
     "network.halves as give each a die)"},
    {"members of two dies", {"network.levels=({name=\"tpc\"; groups=4; die=4;}, {name=\"gpc\"; groups=2;})"},
     "network.levels[1].die is missing: group 0 of level gpc has members on dies 0 and 1"},
    {"dies of halves", {"network.crossbar_die=(0,1,2)"},
     "network.crossbar_die: a list of 3 dies (expected 2, one for each of the halves of the crossbar"},
    {"a slow link", {"network.die_links.flits_per_cycle=0.05"},
     "network.die_links.flits_per_cycle = 0.05: expected a number in 0.1..64"},
    {"a die beyond the last", {"network.levels[0].die=(0,0,0,64)"}, "0..63"},
};
/* clang-format on */

static void is_refused(void **state)
{
    const fault_case *c = *state;
    noc_source source = test_source("dies.cfg", two);
    noc_diag diag = {0};
    noc_design *design = NULL;
    const size_t count = test_count_texts(c->overrides);
    assert_int_equal(
        noc_design_read(&source, (const char **)(size_t)c->overrides, count, &design, &diag),
        NOC_EUSAGE);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, c->message);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

/* ---- figures -------------------------------------------------------------------------------- */

static double metric(const noc_estimate *e, noc_metric_id id)
{
    return e->metrics[id].value;
}

static void estimate(const test_system *t, double load, noc_estimate *e)
{
    noc_diag diag = {0};
    const noc_status status = noc_estimate_model(t->system, load, e, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
}

static void sample(const test_system *t, double load, noc_estimate *e)
{
    noc_sampling sampling = {.precision = 0.01, .seed = 7, .jobs = 1};
    assert_int_equal(noc_estimate_sample(t->system, load, &sampling, e, NULL), NOC_OK);
}

/* Cycles alone: created, in and out of the network a cycle each; four of each router. */
enum {
    LOCAL_REQUEST = 1 + 2 + 3 * 4 + 2 + 3,
    REMOTE_REQUEST = 1 + 2 + 4 * 4 + 2 + 20 + 3,
    /* a cycle between request and reply, which has a flit more */
    LOCAL_TRIP = 2 * LOCAL_REQUEST + 1 + 1,
    REMOTE_TRIP = 2 * REMOTE_REQUEST + 1 + 1,
};

static const double faint = 1e-6;

static void alone_trips_are_sums(void **state)
{
    (void)state;
    test_system t = test_compile(two, NULL);
    noc_estimate e;
    estimate(&t, faint, &e);
    assert_near(metric(&e, NOC_METRIC_local_round_trip_cycles), LOCAL_TRIP, 1e-3);
    assert_near(metric(&e, NOC_METRIC_remote_round_trip_cycles), REMOTE_TRIP, 1e-3);
    assert_near(metric(&e, NOC_METRIC_local_share), 0.5, 1e-12);
    sample(&t, 0.002, &e);
    assert_near(metric(&e, NOC_METRIC_local_round_trip_cycles), LOCAL_TRIP, 0.5);
    assert_near(metric(&e, NOC_METRIC_remote_round_trip_cycles), REMOTE_TRIP, 1.5);
    test_system_free(&t);
}

/* One die has no remote transactions, stacks have no local ones; without dies there are none. */
static void what_is_not_there_has_a_reason(void **state)
{
    (void)state;
    noc_estimate e;
    test_system t = test_compile(two, (const char *const[]){"network.levels[0].die=(2,3,4,5)",
                                                            "network.crossbar_die=2", NULL});
    estimate(&t, 0.02, &e);
    assert_near(metric(&e, NOC_METRIC_local_share), 0.0, 0.0);
    assert_true(isnan(metric(&e, NOC_METRIC_local_round_trip_cycles)));
    assert_non_null(e.metrics[NOC_METRIC_local_round_trip_cycles].reason);
    assert_near(metric(&e, NOC_METRIC_local_data_gb_per_s), 0.0, 0.0);
    test_system_free(&t);
    t = test_compile(two, (const char *const[]){"network.levels=()", "network.memory_levels=()",
                                                "network.die_links.cycles=0", NULL});
    estimate(&t, 0.02, &e);
    for (int id = NOC_METRIC_local_round_trip_cycles; id <= NOC_METRIC_remote_data_gb_per_s; id++) {
        assert_true(isnan(metric(&e, (noc_metric_id)id)));
        assert_string_equal(e.metrics[id].reason, "the design has no dies (`die`)");
    }
    test_system_free(&t);
}

/* Each die has four cores, and half of their reads go to the other. Of a read a core and cycle that
 * are two requests of a flit in one direction, and two replies of two flits: six flits. */
enum { FLITS_OF_READ = 6 };
static const double link_rate = 0.5;

/* No router passes more than the link does; their allocators cost a little of it. */
static void the_link_limits(void **state)
{
    (void)state;
    static const double by_model = 0.85, by_sample = 0.92;
    const double full = link_rate / FLITS_OF_READ;
    test_system t = test_compile(two, NULL);
    noc_sampling coarse = {.precision = 0.05, .seed = 7, .jobs = 1, .skips_knee = true};
    noc_load_ceilings ceilings;
    noc_estimate e;
    assert_int_equal(noc_load_ceilings_find(t.system, &ceilings, NULL), NOC_OK);
    assert_near(ceilings.queue_bound, full, 1e-9);
    estimate(&t, NAN, &e);
    assert_string_equal(e.bottleneck.where, "crossbar 0 to crossbar 1");
    assert_true(metric(&e, NOC_METRIC_saturation_flits_per_cycle) > by_model * full);
    assert_true(metric(&e, NOC_METRIC_saturation_flits_per_cycle) <= full);
    coarse.effort = NOC_EFFORT_BRIEF;
    assert_int_equal(noc_estimate_sample_saturation(t.system, &coarse, &e, NULL), NOC_OK);
    assert_true(metric(&e, NOC_METRIC_saturation_flits_per_cycle) > by_sample * full);
    assert_true(metric(&e, NOC_METRIC_saturation_flits_per_cycle) <= full);
    test_system_free(&t);
}

/* Packets for both dies wait in the queues of the same nodes beyond that. */
static void beyond_the_limit_shares_stay(void **state)
{
    (void)state;
    static const double apart = 0.08, share_apart = 0.03;
    const double load = 1.5 * link_rate / FLITS_OF_READ;
    test_system t = test_compile(two, NULL);
    noc_estimate model, sampled;
    estimate(&t, load, &model);
    sample(&t, load, &sampled);
    const double got = metric(&sampled, NOC_METRIC_accepted_flits_per_cycle);
    assert_near(metric(&model, NOC_METRIC_accepted_flits_per_cycle), got, apart * got);
    assert_near(metric(&sampled, NOC_METRIC_local_share), 0.5, share_apart);
    assert_near(metric(&model, NOC_METRIC_local_share), 0.5, share_apart);
    assert_true(isnan(metric(&model, NOC_METRIC_remote_round_trip_cycles)));
    assert_true(isnan(metric(&sampled, NOC_METRIC_remote_round_trip_cycles)));
    test_system_free(&t);
}

/* Both methods at 60 % of what the link passes. */
static void methods_agree(void **state)
{
    (void)state;
    static const double apart = 0.05;
    const double load = 0.6 * link_rate / FLITS_OF_READ;
    static const noc_metric_id ids[] = {
        NOC_METRIC_local_round_trip_cycles, NOC_METRIC_remote_round_trip_cycles,
        NOC_METRIC_local_data_gb_per_s, NOC_METRIC_remote_data_gb_per_s};
    test_system t = test_compile(two, NULL);
    noc_estimate model, sampled;
    estimate(&t, load, &model);
    sample(&t, load, &sampled);
    for (size_t i = 0; i < TEST_COUNT(ids); i++) {
        const double got = metric(&model, ids[i]), want = metric(&sampled, ids[i]);
        assert_near(got, want, apart * want);
    }
    assert_near(metric(&model, NOC_METRIC_local_data_gb_per_s) +
                    metric(&model, NOC_METRIC_remote_data_gb_per_s),
                metric(&model, NOC_METRIC_delivered_data_gb_per_s), 1e-9);
    test_system_free(&t);
}

/* Nodes that keep so many reads on the way: Little's law over local and remote trips together. */
static void trips_of_a_window_keep_to_littles_law(void **state)
{
    (void)state;
    static const double apart = 0.05, window = 4.0, cores = 8.0, bytes = 64.0;
    test_system t = test_compile(two, (const char *const[]){"traffic.outstanding=4", NULL});
    noc_sampling sampling = {.precision = 0.01, .seed = 7, .jobs = 1};
    noc_estimate e[2];
    estimate(&t, NAN, &e[0]);
    assert_int_equal(noc_estimate_sample_closed(t.system, &sampling, &e[1], NULL), NOC_OK);
    for (int k = 0; k < 2; k++) {
        const double local = metric(&e[k], NOC_METRIC_local_share);
        const double trip = local * metric(&e[k], NOC_METRIC_local_round_trip_cycles) +
                            (1.0 - local) * metric(&e[k], NOC_METRIC_remote_round_trip_cycles);
        /* GB/s at 1 GHz are bytes a cycle; the node sees a reply a cycle later */
        const double reads = metric(&e[k], NOC_METRIC_delivered_data_gb_per_s) / bytes;
        assert_near(reads * (trip + 1.0), window * cores, apart * window * cores);
    }
    assert_near(metric(&e[0], NOC_METRIC_remote_round_trip_cycles),
                metric(&e[1], NOC_METRIC_remote_round_trip_cycles),
                0.1 * metric(&e[1], NOC_METRIC_remote_round_trip_cycles));
    test_system_free(&t);
}

/* ---- cost ----------------------------------------------------------------------------------- */

/* Flits of both directions, 256 bits each, of a pJ a bit: 1 GHz makes a mW of a pJ a cycle. */
static void bits_between_dies_take_their_energy(void **state)
{
    (void)state;
    static const double load = 0.04, bits = 256.0;
    noc_estimate e[2];
    for (int pj = 0; pj < 2; pj++) {
        test_system t =
            test_compile(two, (const char *const[]){pj ? "network.die_links.pj_per_bit=1"
                                                       : "network.die_links.pj_per_bit=0",
                                                    NULL});
        estimate(&t, load, &e[pj]);
        test_system_free(&t);
    }
    const double more =
        metric(&e[1], NOC_METRIC_dynamic_power_mw) - metric(&e[0], NOC_METRIC_dynamic_power_mw);
    assert_near(more, 2.0 * FLITS_OF_READ * load * bits, 1e-6);
    assert_near(metric(&e[1], NOC_METRIC_network_area_mm2),
                metric(&e[0], NOC_METRIC_network_area_mm2), 0.0);
}

typedef struct edge_case {
    const char *name;
    const char *overrides[5];
    double mm; /* edge of the die with most */
} edge_case;

/* clang-format off */
static const edge_case edge_cases[] = {
    {"a bridge", {NULL}, 0.4},
    {"a wide one", {"network.die_links.flits_per_cycle=40"}, 0.4},
    {"a crossbar's port, and two of groups", {"network.halves=1", "network.crossbar_die=1"}, 3 * 0.4},
    {"each to each", {"network.halves=4", "network.memory_levels[0].groups=4", "network.memory_levels[0].die=4",
     "network.levels[0].die=4"}, 3 * 0.4},
    {"ports of nodes", {"network.halves=1", "network.levels=()", "network.crossbar_die=1",
     "network.memory_levels=({name=\"mp\"; groups=4; die=(0,0,1,1);})"}, 2 * 0.4},
};
/* clang-format on */

static void links_take_edge(void **state)
{
    const edge_case *c = *state;
    const char *overrides[7] = {"network.die_links.mm_of_edge=0.4"};
    for (size_t i = 0; i < 5 && c->overrides[i]; i++) overrides[i + 1] = c->overrides[i];
    test_system t = test_compile(two, overrides);
    noc_estimate e;
    assert_int_equal(noc_estimate_cost(t.system, &e, NULL), NOC_OK);
    assert_near(metric(&e, NOC_METRIC_die_edge_mm), c->mm, 1e-12);
    test_system_free(&t);
}

/* Half a flit of 32 bytes a ns, both ways, is 32 GB/s: over a package's GB/s a mm. */
static void packages_have_energy_and_edge(void **state)
{
    static const struct {
        const char *package;
        double gb_per_s_mm, pj, pj_most;
    } rows[] = {{"standard", 224.0, 0.55, 0.6}, {"advanced", 1300.0, 0.275, 0.3}};
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        char package[60];
        snprintf(package, sizeof package, "network.die_links.package=%s", rows[i].package);
        test_system t = test_compile(two, (const char *const[]){package, NULL});
        test_system told = test_compile(two, (const char *const[]){NULL});
        noc_estimate e, none;
        estimate(&t, 0.04, &e);
        estimate(&told, 0.04, &none);
        const noc_metric *edge = &e.metrics[NOC_METRIC_die_edge_mm];
        assert_near(edge->value, 32.0 / rows[i].gb_per_s_mm, 1e-12);
        assert_true(edge->lo <= edge->value && edge->hi < 2.03 * edge->value);
        assert_true(edge->hi > 1.9 * edge->value);
        /* Each bit between dies, in each direction: what is delivered to nodes of the other die. */
        const noc_metric *with = &e.metrics[NOC_METRIC_dynamic_power_mw];
        const noc_metric *without = &none.metrics[NOC_METRIC_dynamic_power_mw];
        test_system joule =
            test_compile(two, (const char *const[]){"network.die_links.pj_per_bit=1", NULL});
        noc_estimate one;
        estimate(&joule, 0.04, &one);
        const double mw = one.metrics[NOC_METRIC_dynamic_power_mw].value - without->value;
        assert_near(with->value - without->value, rows[i].pj * mw, 1e-9 * mw);
        assert_near(with->hi - with->value, (rows[i].pj_most - rows[i].pj) * mw, 1e-9 * mw);
        test_system_free(&t);
        test_system_free(&told);
        test_system_free(&joule);
    }
}

/* Settings of a link go before those of its package; check bits take energy and edge, too. */
static void settings_go_before_packages(void **state)
{
    (void)state;
    test_system t =
        test_compile(two, (const char *const[]){"network.die_links.package=standard",
                                                "network.die_links.mm_of_edge=0.4", NULL});
    test_system wide = test_compile(two, (const char *const[]){"network.die_links.package=standard",
                                                               "network.ecc_bits=64", NULL});
    noc_estimate e;
    assert_int_equal(noc_estimate_cost(t.system, &e, NULL), NOC_OK);
    assert_near(metric(&e, NOC_METRIC_die_edge_mm), 0.4, 1e-12);
    assert_int_equal(noc_estimate_cost(wide.system, &e, NULL), NOC_OK);
    assert_near(metric(&e, NOC_METRIC_die_edge_mm), 40.0 / 224.0, 1e-12);
    test_system_free(&t);
    test_system_free(&wide);
}

/* Two ns are two cycles of 1 GHz: a link of one is told. */
static void packages_have_time(void **state)
{
    (void)state;
    for (int cycles = 1; cycles <= 2; cycles++) {
        char setting[60];
        snprintf(setting, sizeof setting, "network.die_links.cycles=%d", cycles);
        test_system t = test_compile(
            two, (const char *const[]){"network.die_links.package=standard", setting, NULL});
        noc_estimate e;
        bool told = false;
        assert_int_equal(noc_estimate_cost(t.system, &e, NULL), NOC_OK);
        for (int i = 0; i < e.warning_count; i++)
            told |= strstr(e.warnings[i], "adapters and PHYs of its package take 2 at 1000 MHz") !=
                    NULL;
        assert_true(told == (cycles < 2));
        test_system_free(&t);
    }
}

typedef struct edge_fault {
    const char *name;
    const char *overrides[3];
    const char *message; /* NULL: none */
} edge_fault;

static const edge_fault edge_faults[] = {
    {"as much as there is", {"network.die_links.mm_of_edge=40", "chip.die_mm2=100"}, NULL},
    {"more than a die has",
     {"network.die_links.mm_of_edge=40.1", "chip.die_mm2=100"},
     "links to other dies take 40.1 mm of the edge of die 0, and a square of chip.die_mm2 = 100 "
     "has 40"},
    {"more by a package",
     {"network.die_links.package=standard", "chip.clock_mhz=20000", "chip.die_mm2=0.1"},
     "take 2.86 mm of the edge of die 0, and a square of chip.die_mm2 = 0.1 has 1.26"},
    {"the largest", {"network.die_links.mm_of_edge=100"}, NULL},
    {"more than any has",
     {"network.die_links.mm_of_edge=60", "network.halves=1", "network.crossbar_die=1"},
     "take 180 mm of the edge of die 0, and the largest die that scanners expose has 118"},
};

static void edges_are_bounded(void **state)
{
    const edge_fault *c = *state;
    const char *overrides[4] = {NULL};
    for (size_t i = 0; i < 3; i++) overrides[i] = c->overrides[i];
    noc_design *design = test_design(two, overrides);
    noc_system *system = NULL;
    noc_diag diag = {0};
    const noc_status status = noc_system_compile(design, &system, &diag);
    if (c->message) {
        assert_int_equal(status, NOC_EUSAGE);
        assert_int_equal(diag.count, 1);
        assert_contains(diag.messages[0].text, c->message);
    } else {
        assert_int_equal(status, NOC_OK);
    }
    noc_system_free(system);
    noc_design_free(design);
    noc_diag_clear(&diag);
}

/* ---- the same from files -------------------------------------------------------------------- */

/* Routers: groups 0 to 3, halves 4 and 5, which have no nodes, partitions 6 and 7. */
static const char links_csv[] =
    "from,to,cycles,mm\n"
    "0,4,2,3\n1,4,2,3\n2,5,2,3\n3,5,2,3\n4,0,2,3\n4,1,2,3\n5,2,2,3\n5,3,2,3\n"
    "4,5,1,1\n5,4,1,1\n"
    "4,6,3,2\n5,7,3,2\n6,4,3,2\n7,5,3,2\n";
#define NODES_TO(last)                                                                        \
    "node,router,die\n0,0,0\n1,0,0\n2,1,0\n3,1,0\n4,2,1\n5,2,1\n6,3,1\n7,3,1\n8,6,0\n9,6,0\n" \
    "10,7,1\n" last
static const char attach_csv[] = NODES_TO("11,7,1\n");
static const char files_text[] = PARTS
    "network = { topology = \"file\"; links = \"l.csv\"; attach = \"a.csv\"; " ROUTERS
    "  die_links = { cycles = 20; flits_per_cycle = 0.5; pj_per_bit = 1; mm_of_edge = 0.4; }; };\n";

static void files_give_the_same(void **state)
{
    (void)state;
    static const noc_metric_id ids[] = {NOC_METRIC_local_round_trip_cycles,
                                        NOC_METRIC_remote_round_trip_cycles,
                                        NOC_METRIC_local_data_gb_per_s,
                                        NOC_METRIC_remote_data_gb_per_s,
                                        NOC_METRIC_saturation_flits_per_cycle,
                                        NOC_METRIC_dynamic_power_mw,
                                        NOC_METRIC_link_area_mm2,
                                        NOC_METRIC_die_edge_mm};
    const wired_design wired = {files_text, {{"l.csv", links_csv}, {"a.csv", attach_csv}}};
    test_system of_files = test_wired(&wired, NULL);
    test_system of_levels =
        test_compile(two, (const char *const[]){"network.die_links.pj_per_bit=1",
                                                "network.die_links.mm_of_edge=0.4", NULL});
    noc_estimate a, b;
    estimate(&of_files, 0.04, &a);
    estimate(&of_levels, 0.04, &b);
    for (size_t i = 0; i < TEST_COUNT(ids); i++) {
        const double want = metric(&b, ids[i]);
        assert_true(isfinite(want));
        assert_near(metric(&a, ids[i]), want, 1e-3 * fabs(want));
    }
    test_system_free(&of_files);
    test_system_free(&of_levels);
}

typedef struct wired_fault {
    const char *name;
    const char *links, *nodes; /* NULL: as above */
    const char *file;
    int line;
    const char *message;
} wired_fault;

/* clang-format off */
static const wired_fault wired_faults[] = {
    {"two dies of a router", NULL, NODES_TO("11,7,0\n"), "a.csv", 13,
     "router 7 is on die 0 here, and on die 1 by a.csv, line 12 (a router, with its nodes, is on one die)"},
    {"no link to a die", "from,to,cycles,mm\n0,1,2,3\n1,0,2,3\n1,6,2,3\n6,1,2,3\n2,3,2,3\n3,2,2,3\n3,7,2,3\n7,3,2,3\n"
     "4,0,1,1\n0,4,1,1\n5,0,1,1\n0,5,1,1\n", NULL, "a.csv", 2, "die 0 has no link to another die"},
    {"no way back from a die", "from,to,cycles,mm\n0,4,2,3\n1,4,2,3\n2,5,2,3\n3,5,2,3\n4,0,2,3\n4,1,2,3\n5,2,2,3\n5,3,2,3\n"
     "4,5,1,1\n4,6,3,2\n5,7,3,2\n6,4,3,2\n7,5,3,2\n", NULL, "a.csv", 2, "die 0 has no link from another die"},
    {"a gap", NULL, "node,router,die\n0,0,0\n1,0,0\n2,1,0\n3,1,0\n4,2,2\n5,2,\n6,3,2\n7,3,\n8,6,0\n9,6,0\n10,7,2\n11,7,\n",
     "a.csv", 6, "there is a die 2, but nothing on die 1"},
    {"a router between two dies", "from,to,cycles,mm\n0,4,2,3\n1,4,2,3\n2,4,2,3\n3,5,2,3\n4,0,2,3\n4,1,2,3\n4,2,2,3\n5,3,2,3\n"
     "4,5,1,1\n5,4,1,1\n4,6,3,2\n5,7,3,2\n6,4,3,2\n7,5,3,2\n", NULL, "l.csv", 0,
     "the die of router 4 is not stated: it has no node with one, and is linked to routers of dies 0 and 1"},
    {"a die that is no number", NULL, "node,router,die\n0,0,left\n", "a.csv", 2, "die = left: expected a whole number in 0..63"},
};
/* clang-format on */

static void files_are_refused(void **state)
{
    const wired_fault *c = *state;
    const wired_design wired = {
        files_text,
        {{"l.csv", c->links ? c->links : links_csv}, {"a.csv", c->nodes ? c->nodes : attach_csv}}};
    test_system t;
    noc_diag diag = {0};
    assert_int_not_equal(test_wired_try(&wired, NULL, &t, &diag), NOC_OK);
    test_print_messages(&diag);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, c->message);
    assert_string_equal(diag.messages[0].file, c->file);
    assert_int_equal(diag.messages[0].line, c->line);
    test_system_free(&t);
    noc_diag_clear(&diag);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "joins", built_cases, joins_dies);
    test_add(&list, "no die leaves no trace", no_die_leaves_no_trace);
    TEST_TABLE_PREFIXED(&list, "refused", faults, is_refused);
    test_add(&list, "alone trips are sums", alone_trips_are_sums);
    test_add(&list, "what is not there has a reason", what_is_not_there_has_a_reason);
    test_add(&list, "the link limits", the_link_limits);
    test_add(&list, "beyond the limit shares stay", beyond_the_limit_shares_stay);
    test_add(&list, "methods agree", methods_agree);
    test_add(&list, "trips of a window keep to Little's law",
             trips_of_a_window_keep_to_littles_law);
    test_add(&list, "bits between dies take their energy", bits_between_dies_take_their_energy);
    TEST_TABLE_PREFIXED(&list, "edge", edge_cases, links_take_edge);
    test_add(&list, "packages have energy and edge", packages_have_energy_and_edge);
    test_add(&list, "settings go before packages", settings_go_before_packages);
    test_add(&list, "packages have time", packages_have_time);
    TEST_TABLE_PREFIXED(&list, "edge", edge_faults, edges_are_bounded);
    test_add(&list, "files give the same", files_give_the_same);
    TEST_TABLE_PREFIXED(&list, "wired", wired_faults, files_are_refused);
    return test_run("dies", &list);
}
