/* The table by which answers are filled: in every kind of answer every metric has a value or a
 * reason, and no figure is put twice (noc_figures_put is counted by the linker's --wrap). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/correction/calibration/shipped.h"
#include "sampler/sampling/play.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/helpers.h"

/* ---- puts, counted -------------------------------------------------------------------------- */

static int puts_of[NOC_METRICS];

void __real_noc_figures_put(noc_figures *f, noc_metric_id id, noc_figure figure);
void __wrap_noc_figures_put(noc_figures *f, noc_metric_id id, noc_figure figure);

void __wrap_noc_figures_put(noc_figures *f, noc_metric_id id, noc_figure figure)
{
    puts_of[id]++;
    __real_noc_figures_put(f, id, figure);
}

/* ---- designs and questions ------------------------------------------------------------------ */

#define NODES "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };\n"
#define MESH  "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"

static const char gpu[] = NODES MESH "traffic = { pattern = \"many-to-few\"; };\n";
static const char loop[] = NODES MESH "traffic = { pattern = \"many-to-few\"; };\n"
                                      "workload = \"LH\";\n";
static const char uniform[] =
    "nodes = { compute = 16; };\n" MESH "traffic = { pattern = \"uniform\"; packet_flits = 3; };\n";
static const char ideal[] = "nodes = { compute = 12; memory = 4; };\n"
                            "network = { topology = \"ideal\"; flits_per_cycle = 4; };\n"
                            "traffic = { pattern = \"many-to-few\"; };\nworkload = \"LH\";\n";

typedef enum asking { MODEL, CHECK, SAMPLE, SEARCH, TRACE, ANSWERED_TRACE, COST, NOMINAL } asking;

/* A reason that an answer must give. */
typedef struct expected {
    noc_metric_id metric;
    const char *why; /* part of it; NULL: there is a value */
} expected;

enum { EXPECTED_MOST = 8, OVERRIDES_MOST = 4 };

typedef struct fill_case {
    const char *name, *text;
    const char *overrides[OVERRIDES_MOST]; /* the last stays NULL */
    asking asking;
    double load; /* NAN: none */
    expected expected[EXPECTED_MOST];
} fill_case;

#define SATURATION NOC_METRIC_saturation_flits_per_cycle
#define BYTES      NOC_METRIC_saturation_bytes_per_cycle
#define TRIP       NOC_METRIC_round_trip_cycles
#define TRIP_NS    NOC_METRIC_round_trip_ns
#define P95        NOC_METRIC_latency_p95_cycles
#define IPC        NOC_METRIC_ipc
#define PER_MM2    NOC_METRIC_ipc_per_mm2
#define BUSIEST    NOC_METRIC_channel_utilization_max
#define POWER      NOC_METRIC_power_mw
#define ENERGY     NOC_METRIC_energy_per_transaction_pj
#define PRODUCT    NOC_METRIC_energy_delay_product_pj_ns
#define OFFERED    NOC_METRIC_offered_gb_per_s

static const fill_case cases[] = {
    {"model, no load",
     gpu,
     {NULL},
     MODEL,
     NAN,
     {{TRIP, "no load was given"},
      {TRIP_NS, "no load was given"},
      {P95, "the model does not predict it"},
      {IPC, "no workload"},
      {PER_MM2, "no workload"},
      {SATURATION, NULL},
      {BYTES, NULL},
      {OFFERED, "no load was given"}}},
    {"model at a load",
     gpu,
     {"chip.technology_nm=45"},
     MODEL,
     0.04,
     {{TRIP, NULL}, {PRODUCT, NULL}}},
    {"model, overload",
     gpu,
     {"chip.technology_nm=45"},
     MODEL,
     0.4,
     {{TRIP, "a queue grows without end at this load"},
      {PRODUCT, "a queue grows without end at this load"},
      {P95, "the model does not predict it"},
      {ENERGY, NULL}}},
    {"model, no memory nodes",
     uniform,
     {NULL},
     MODEL,
     0.2,
     {{TRIP, "no memory nodes"}, {NOC_METRIC_memory_stall_fraction, "no memory nodes"}}},
    {"model in closed loop",
     loop,
     {"chip.technology_nm=45"},
     MODEL,
     NAN,
     {{IPC, NULL},
      {TRIP, NULL},
      {BUSIEST, "the model does not predict it"},
      {PRODUCT, NULL},
      {OFFERED, "no load was given"}}},
    {"model at a load, with a workload",
     loop,
     {NULL},
     MODEL,
     0.04,
     {{IPC, "which has no --load"}, {PER_MM2, "which has no --load"}}},
    {"no table of areas",
     loop,
     {"chip.technology_nm=130"},
     MODEL,
     NAN,
     {{POWER, "no table"}, {PRODUCT, "no table"}, {PER_MM2, "no table"}, {IPC, NULL}}},
    {"a power scaled from another table",
     gpu,
     {"chip.technology_nm=65"},
     MODEL,
     0.04,
     {{POWER, NULL}}},
    {"no area",
     ideal,
     {"chip.other_area_mm2=0.0"},
     MODEL,
     NAN,
     {{PER_MM2, "no area"},
      {NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2, "no area"},
      {IPC, NULL}}},
    {"ideal at a load",
     ideal,
     {NULL},
     MODEL,
     0.04,
     {{BUSIEST, "no channels"}, {POWER, "made of nothing"}, {TRIP, NULL}}},
    {"ideal, overload", ideal, {NULL}, MODEL, 0.99, {{TRIP, "a queue grows without end"}}},
    {"ideal in closed loop", ideal, {NULL}, MODEL, NAN, {{IPC, NULL}, {BUSIEST, "no channels"}}},
    {"check, no load", gpu, {NULL}, CHECK, NAN, {{SATURATION, NULL}, {TRIP, "no load was given"}}},
    {"check at a load", gpu, {NULL}, CHECK, 0.04, {{TRIP, NULL}}},
    {"check, overload", gpu, {NULL}, CHECK, 0.4, {{TRIP, "a queue grows without end"}}},
    {"check in closed loop", loop, {NULL}, CHECK, NAN, {{IPC, NULL}, {BUSIEST, NULL}, {P95, NULL}}},
    {"check of an ideal network in closed loop",
     ideal,
     {NULL},
     CHECK,
     NAN,
     {{IPC, NULL}, {P95, NULL}}},
    {"sample at a load",
     gpu,
     {NULL},
     SAMPLE,
     0.04,
     {{TRIP, NULL},
      {P95, NULL},
      {SATURATION, "does not search it"},
      {BYTES, "does not search it"}}},
    {"sample, overload",
     gpu,
     {NULL},
     SAMPLE,
     0.4,
     {{TRIP, "a queue grows without end"}, {P95, "a queue grows without end"}}},
    {"sample in closed loop",
     loop,
     {NULL},
     SAMPLE,
     NAN,
     {{IPC, NULL}, {SATURATION, "does not search it"}, {OFFERED, "no load was given"}}},
    {"sample of an ideal network", ideal, {NULL}, SAMPLE, 0.04, {{BUSIEST, "no channels"}}},
    {"search for saturation",
     loop,
     {NULL},
     SEARCH,
     NAN,
     {{SATURATION, NULL}, {TRIP, "no load was given"}, {IPC, "which has no --load"}}},
    {"a trace",
     gpu,
     {NULL},
     TRACE,
     NAN,
     {{NOC_METRIC_reply_latency_cycles, NULL},
      {SATURATION, "a trace is played once"},
      {TRIP, "it does not say which request"},
      {OFFERED, "a trace is played once"}}},
    {"a trace that is answered",
     gpu,
     {NULL},
     ANSWERED_TRACE,
     NAN,
     {{TRIP, NULL}, {IPC, "no workload"}}},
    {"the cost alone",
     loop,
     {NULL},
     COST,
     NAN,
     {{NOC_METRIC_network_area_mm2, NULL}, {SATURATION, "only the cost"}, {IPC, "only the cost"}}},
    {"a nominal activity",
     gpu,
     {"chip.technology_nm=45"},
     NOMINAL,
     0.04,
     {{POWER, NULL},
      {ENERGY, "a nominal activity"},
      {PRODUCT, "a nominal activity"},
      {TRIP, NULL}}},
};

/* ---- asking --------------------------------------------------------------------------------- */

static const noc_sampling quick = {
    .precision = 0.2, .seed = 1, .jobs = 1, .max_cycles = 30000, .skips_cause = true};

/* One packet from a compute to a memory node, and back if the trace has its own replies. */
static noc_status play(const noc_system *s, bool answered, noc_estimate *e)
{
    const noc_graph *g = &s->graph;
    uint32_t compute = 0;
    while (g->terminals[compute].kind == NOC_MEMORY) compute++;
    const uint32_t memory = g->memory_terminals[0];
    char path[] = "/tmp/nocsight-fill-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fprintf(file, "cycle,source,destination,class,bytes\n0,%u,%u,read,8\n", (unsigned)compute,
            (unsigned)memory);
    if (!answered) fprintf(file, "90,%u,%u,reply,64\n", (unsigned)memory, (unsigned)compute);
    fclose(file);
    noc_trace trace;
    noc_trace_schedule list;
    noc_diag diag = {0};
    noc_status status = noc_trace_read(path, &trace, &diag);
    if (status == NOC_OK) status = noc_trace_schedule_make(s, &trace, path, &list, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    status = noc_estimate_sample_trace(s, &list, &quick, e, NULL);
    noc_trace_schedule_clear(&list);
    noc_arena_clear(&trace.arena);
    remove(path);
    return status;
}

static noc_status nominal(const noc_system *s, double load, noc_estimate *e)
{
    const noc_status status = noc_estimate_model(s, load, e, NULL);
    memset(puts_of, 0, sizeof puts_of); /* those of the figures that take their place */
    return status == NOC_OK ? noc_figures_put_nominal_power(s, 0.1, e, NULL) : status;
}

static noc_status ask(const noc_system *s, const fill_case *c, noc_estimate *e, noc_diag *diag)
{
    switch (c->asking) {
    case MODEL:
        return noc_estimate_model(s, c->load, e, diag);
    case CHECK:
        return noc_estimate_checked(s, noc_calibration_shipped(), c->load, &quick, e, diag);
    case SAMPLE:
        return isnan(c->load) ? noc_estimate_sample_closed(s, &quick, e, diag)
                              : noc_estimate_sample(s, c->load, &quick, e, diag);
    case SEARCH:
        return noc_estimate_sample_saturation(s, &quick, e, diag);
    case COST:
        return noc_estimate_cost(s, e, diag);
    case NOMINAL:
        return nominal(s, c->load, e);
    default:
        return play(s, c->asking == ANSWERED_TRACE, e);
    }
}

/* ---- checks --------------------------------------------------------------------------------- */

static void check_metric(const noc_estimate *e, noc_metric_id id)
{
    const noc_metric *m = &e->metrics[id];
    const bool missing = isnan(m->value);
    if (missing != (m->reason != NULL) || (missing && strlen(m->reason) < 10) || isinf(m->value))
        fail_msg("%s: %g, %s", noc_metric_info_of(id)->name, m->value, m->reason ? m->reason : "-");
    if (missing) assert_true(isnan(m->lo) && isnan(m->hi) && isnan(m->confidence));
    if (puts_of[id] > 1) fail_msg("%s is put %d times", noc_metric_info_of(id)->name, puts_of[id]);
}

static void check_told(const noc_estimate *e, const expected *x)
{
    const char *name = noc_metric_info_of(x->metric)->name, *why = e->metrics[x->metric].reason;
    if (!x->why && why) fail_msg("%s is missing: %s", name, why);
    if (x->why && (!why || !strstr(why, x->why)))
        fail_msg("%s: \"%s\", expected \"%s\"", name, why ? why : "a value", x->why);
}

static void is_filled(void **state)
{
    const fill_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    noc_estimate e;
    noc_diag diag = {0};
    memset(puts_of, 0, sizeof puts_of);
    const noc_status status = ask(t.system, c, &e, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    int all = 0;
    for (int id = 0; id < NOC_METRICS; id++) all += puts_of[id];
    assert_true(all > 0); /* they are counted */
    for (int id = 0; id < NOC_METRICS; id++) check_metric(&e, (noc_metric_id)id);
    for (size_t i = 0; i < EXPECTED_MOST && (i == 0 || c->expected[i].metric != 0); i++)
        check_told(&e, &c->expected[i]);
    test_system_free(&t);
}

/* ---- the order of metrics ------------------------------------------------------------------- */

/* The metric that another follows from; NOC_METRICS: none. */
static noc_metric_id followed_by(noc_metric_id id)
{
    switch (id) {
#define FOLLOWS(other, rule) return NOC_METRIC_##other;
#include "hybrid/answers/metrics.def"
    }
    return NOC_METRICS;
}

/* Metrics are filled in by order, so none follows from one that is computed after it. */
static void none_follows_from_a_later_one(void **state)
{
    int followers = 0;
    (void)state;
    for (int id = 0; id < NOC_METRICS; id++) {
        const noc_metric_id other = followed_by((noc_metric_id)id);
        if (other == NOC_METRICS || other == (noc_metric_id)id) continue;
        followers++;
        if (followed_by(other) != NOC_METRICS && other > (noc_metric_id)id)
            fail_msg("%s stands before %s, from which it follows",
                     noc_metric_info_of((noc_metric_id)id)->name, noc_metric_info_of(other)->name);
    }
    assert_true(followers > 0);
}

int main(void)
{
    static test_list list;
    test_add(&list, "none follows from a later one", none_follows_from_a_later_one);
    TEST_TABLE(&list, cases, is_filled);
    return test_run("fill", &list);
}
