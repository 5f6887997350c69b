/* The model of the closed loop against samples of it: IPC and what binds, over the shipped designs
 * with four classes, over drawn workloads and designs. configs/training-loops.csv and
 * tests/reference/closed-loop.csv hold what was measured, as `nocsight sample DESIGN --set
 * OVERRIDE...` does (targets measure_training_loops, measure_closed_loop); some rows are measured
 * again. What is shipped (data/closed_loop.cfg) is what these tables teach. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "hybrid/correction/calibration/shipped.h"
#include "hybrid/training/learning/closed_fit.h"
#include "tests/support/runs/engines.h"
#include "tests/support/runs/sample_binding.h"

enum { AGAIN_EVERY = 80, CHECKED_EVERY = 3 };
static const char *const tables[] = {"configs/training-loops.csv",
                                     "tests/reference/closed-loop.csv", "configs/loops/gpu.csv",
                                     "configs/loops/today.csv"};
static const double confidence = 0.9;

static noc_closed_cases cases = {0};

typedef struct sums {
    size_t rows, alike, tied, inside;
    double absolute, worst; /* |error| */
} sums;

/* A case: the model's answer beside the sample's. */
typedef struct outcome {
    double error;
    bool alike, tied; /* the same binds; or what binds is a tie of both methods */
    bool inside;
} outcome;

static void add(sums *s, outcome o)
{
    const double error = o.error;
    s->rows++;
    s->alike += o.alike;
    s->tied += o.tied;
    s->inside += o.inside;
    s->absolute += fabs(error);
    if (fabs(error) > s->worst) s->worst = fabs(error);
}

static void print_head(const char *name)
{
    print_message("%-16s rows   mean %%  worst    alike   or tie   inside\n", name);
}

static void print_sums(const char *name, const sums *s)
{
    if (s->rows == 0) return;
    const double rows = (double)s->rows;
    print_message("%-16s %4zu %8.1f %6.1f %6.0f %% %6.0f %% %6.0f %%\n", name, s->rows,
                  100.0 * s->absolute / rows, 100.0 * s->worst, 100.0 * (double)s->alike / rows,
                  100.0 * (double)s->tied / rows, 100.0 * (double)s->inside / rows);
}

/* What a set's errors may be: reached, not wanted (5 % in the mean, 12 % at worst, the same binds
 * in 95 % or in a tie). */
typedef struct set_case {
    const char *name;
    double mean, worst, tied, inside;
} set_case;

static const set_case sets[] = {
    {"shipped", 0.025, 0.1, 0.99, 0.95},  {"drawn-b", 0.021, 0.12, 0.98, 0.87},
    {"drawn-e", 0.023, 0.12, 0.9, 0.87},  {"drawn-f", 0.026, 0.12, 0.95, 0.87},
    {"drawn-g", 0.029, 0.15, 0.95, 0.87}, {"drawn-h", 0.026, 0.1, 0.95, 0.87},
    {"drawn-i", 0.035, 0.13, 0.93, 0.82}, /* designs of which nothing was learned, either */
};

static outcome outcome_of(const noc_closed_case *c, const noc_closed_calibration *calibration,
                          noc_binding *measured)
{
    noc_closed_point p;
    unsigned ties;
    const double score = noc_closed_case_ipc_error(c, calibration, &p);
    const noc_binding binding = test_sample_binding(c->system, &c->sample, &ties);
    const noc_spread none = {-INFINITY, INFINITY, 0};
    const noc_spread spread =
        calibration ? calibration->ipc[noc_loop_kind(c->system, p.binding)] : none;
    if (measured) *measured = binding;
    return (outcome){
        .error = exp(-score) - 1.0,
        .alike = p.binding == binding,
        .tied = (p.ties & ties) != 0,
        .inside = score >= fmin(spread.low, 0.0) && score <= fmax(spread.high, 0.0),
    };
}

static void model_against_samples(void **state)
{
    const set_case *set = *state;
    sums all = {0}, by_binding[NOC_BINDINGS] = {{0}};
    for (size_t i = 0; i < cases.count; i++) {
        const noc_closed_case *c = &cases.list[i];
        noc_binding measured;
        if (strcmp(c->set, set->name) != 0) continue;
        const outcome o = outcome_of(c, noc_closed_calibration_shipped(), &measured);
        add(&all, o);
        add(&by_binding[measured], o);
        if (fabs(o.error) > 0.12)
            print_message("  %+5.1f %% %s %s\n", 100.0 * o.error, c->design,
                          noc_binding_name(measured));
    }
    print_head(set->name);
    print_sums("all", &all);
    for (int k = 0; k < NOC_BINDINGS; k++)
        print_sums(noc_binding_name((noc_binding)k), &by_binding[k]);
    assert_true(all.rows >= 40);
    assert_true(all.absolute <= set->mean * (double)all.rows);
    assert_true(all.worst <= set->worst);
    assert_true((double)all.tied >= set->tied * (double)all.rows);
    assert_true((double)all.inside >= set->inside * (double)all.rows);
}

/* ---- designs left out ------------------------------------------------------------------------ */

static uint64_t hashed(uint64_t number, const char *text) /* FNV-1a */
{
    for (; *text; text++) number = (number ^ (unsigned char)*text) * 0x100000001b3u;
    return number;
}

/* A number of a design, whatever its workload and memory nodes: overrides before the workload are
 * of the network. */
static uint64_t number_of(const noc_closed_case *c)
{
    uint64_t number = hashed(0xcbf29ce484222325u, c->design);
    for (size_t i = 0; i < c->override_count; i++) {
        if (strncmp(c->overrides[i], "workload=", strlen("workload=")) == 0) break;
        number = hashed(number, c->overrides[i]);
    }
    return number;
}

/* The cases that teach, of a third of the designs, or of the others; what they hold belongs to
 * `cases`. */
static noc_closed_cases part_of(uint64_t third, bool is_in)
{
    noc_closed_cases part = {.list = calloc(cases.count + 1, sizeof *part.list)};
    assert_non_null(part.list);
    for (size_t i = 0; i < cases.count; i++) {
        const noc_closed_case *c = &cases.list[i];
        if (c->is_training && (number_of(c) % 3 == third) == is_in) part.list[part.count++] = *c;
    }
    return part;
}

/* What two thirds of the designs teach, for the last one: 5 % in the mean is what is asked for. */
static void left_out_designs(void **state)
{
    (void)state;
    sums derived = {0}, predicted = {0};
    for (uint64_t third = 0; third < 3; third++) {
        noc_closed_calibration c;
        const noc_closed_cases others = part_of(third, false), own = part_of(third, true);
        assert_int_equal(noc_closed_fit(&others, confidence, &c, NULL), NOC_OK);
        for (size_t i = 0; i < own.count; i++) {
            add(&derived, outcome_of(&own.list[i], NULL, NULL));
            add(&predicted, outcome_of(&own.list[i], &c, NULL));
        }
        noc_kriging_clear(&c.deviations);
        free(others.list);
        free(own.list);
    }
    print_head("left out");
    print_sums("as derived", &derived);
    print_sums("told", &predicted);
    assert_true(predicted.absolute <= 0.05 * (double)predicted.rows);
    assert_true(predicted.absolute <= 0.9 * derived.absolute);
    assert_true((double)predicted.inside >= 0.87 * (double)predicted.rows);
    assert_true((double)predicted.tied >= 0.95 * (double)predicted.rows);
}

/* Two texts are equal but for the last digits of numbers: these depend on who adds up first, the
 * program that fits or this one. */
static void assert_equal_but_for_rounding(const char *a, const char *b)
{
    while (*a && *b) {
        char *end_a, *end_b;
        const double x = strtod(a, &end_a), y = strtod(b, &end_b);
        if (end_a > a && end_b > b) {
            assert_near(x, y, 1e-9 * fmax(1.0, fabs(y)));
            a = end_a;
            b = end_b;
        } else {
            assert_int_equal(*a++, *b++);
        }
    }
    assert_int_equal(*a, *b);
}

static void shipped_is_the_fit(void **state)
{
    (void)state;
    noc_closed_calibration fitted = {0};
    assert_int_equal(noc_closed_fit(&cases, confidence, &fitted, NULL), NOC_OK);
    char *text = noc_closed_calibration_text(&fitted);
    char *file = test_read_text("data/closed_loop.cfg");
    assert_equal_but_for_rounding(text, file);
    noc_kriging_clear(&fitted.deviations);
    free(text);
    free(file);
}

/* What is stored is what the sampler of today says. */
static void samples_are_of_today(void **state)
{
    (void)state;
    for (size_t i = 0; i < cases.count; i += AGAIN_EVERY) {
        noc_closed_case again = cases.list[i];
        assert_int_equal(noc_closed_case_measure(&again, NULL), NOC_OK);
        assert_near(again.ipc, cases.list[i].ipc, cases.list[i].half_width + again.half_width);
    }
}

static bool has_not_settled(const noc_estimate *e)
{
    for (int k = 0; k < e->warning_count; k++)
        if (strstr(e->warnings[k], "not settled")) return true;
    return false;
}

/* Of the stored sample in place of the model, so that the interval has to hold the errors of
 * both. */
static outcome outcome_of_window(const noc_closed_case *c, const noc_estimate *e)
{
    const noc_metric *ipc = &e->metrics[NOC_METRIC_ipc];
    unsigned ties;
    const noc_binding measured = test_sample_binding(c->system, &c->sample, &ties);
    const unsigned named = 1u << e->loop_binding;
    return (outcome){
        .error = ipc->value / c->ipc - 1.0,
        .alike = named == 1u << measured,
        .tied = (named & (ties | 1u << measured)) != 0,
        .inside = fabs(ipc->value - c->ipc) <= hypot((ipc->hi - ipc->lo) / 2.0, c->half_width),
    };
}

/* Answers of `nocsight query --check`, which measures the loop, against the long samples that are
 * stored. Loops that settle in steps may look level for as long as the window is: a warning tells
 * which had not settled. */
static void windows_against_samples(void **state)
{
    (void)state;
    const noc_calibration *calibration = noc_calibration_shipped();
    const noc_sampling sampling = {.seed = 1};
    sums all = {0}, settled = {0};
    for (size_t i = 0; i < cases.count; i += CHECKED_EVERY) {
        const noc_closed_case *c = &cases.list[i];
        noc_estimate e;
        if (c->is_training || strstr(c->set, "-kept")) continue; /* elsewhere */
        assert_int_equal(noc_estimate_checked(c->system, calibration, NAN, &sampling, &e, NULL),
                         NOC_OK);
        const outcome o = outcome_of_window(c, &e);
        add(&all, o);
        if (!has_not_settled(&e)) add(&settled, o);
        if (fabs(o.error) > 0.03)
            print_message("  %+5.1f %% %s%s\n", 100.0 * o.error, c->design,
                          has_not_settled(&e) ? ", not settled" : "");
    }
    print_head("after a window");
    print_sums("all", &all);
    print_sums("settled", &settled);
    assert_true(all.rows >= 120);
    assert_true(all.absolute <= 0.01 * (double)all.rows);
    assert_true(settled.worst <= 0.08);
    assert_true((double)settled.rows >= 0.8 * (double)all.rows);
    assert_true((double)all.inside >= 0.9 * (double)all.rows);
    assert_true((double)all.tied >= 0.92 * (double)all.rows);
}

typedef struct slow_loop {
    const char *name, *design;
    const char *overrides[16];
    uint64_t settled; /* cycles after which it is */
} slow_loop;

static const slow_loop slow_loops[] = {
    /* Requests of the far rows fill their part of the network only within 30,000 to 60,000 cycles,
     * each of them at a hundredth of its neighbours' pace: till then IPC is level at 395, and falls
     * to 295. */
    {"settles in steps: S-mesh",
     "configs/cdx19-smesh-80.cfg",
     {"workload=steady", "workload.instructions=7.73", "workload.warps=48", "workload.burst=1",
      "workload.read_fraction=0.9", "workload.l2_hit_rate=0.51", "workload.row_locality=0.75",
      "memory.input_queue=8", "memory.banks=16", "memory.dram_queue=8"},
     100000},
    /* Requests gather in front of ever fewer nodes: IPC is at 244 for 40 round trips of 3,000
     * cycles, at 203 from 80 on. */
    {"settles in steps: crossbar that holds its ports",
     "configs/cdx19-fc-real-120.cfg",
     {"workload=steady", "workload.instructions=4.95", "workload.warps=48", "workload.burst=1",
      "workload.read_fraction=1.0", "workload.l2_hit_rate=0.47", "workload.row_locality=0.75",
      "memory.l2_bank_cycles=4", "memory.l2_banks=4", "memory.clock_mhz=1367.2",
      "memory.bus_bytes=96", "memory.slices=2"},
     300000},
};

static void loops_settle_in_steps(void **state)
{
    const slow_loop *c = *state;
    enum { SEEDS = 2, SPAN = 100000 };
    test_system t = test_compile_file(c->design, c->overrides);
    const noc_workload *w = &t.design->workload;
    noc_run *engine = noc_run_new(t.system, (noc_load){.seed = 77, .workload = w});
    test_run_cycles(engine, c->settled);
    const uint64_t before = noc_run_tally(engine)->instructions;
    test_run_cycles(engine, SPAN);
    const double settled = (double)(noc_run_tally(engine)->instructions - before) / SPAN;
    noc_run_free(engine);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const noc_sample_options options = {.precision = 0.03, .seed = seed, .workload = w};
        noc_sample s;
        assert_int_equal(noc_sample_at(t.system, 0.0, &options, &s, NULL), NOC_OK);
        assert_near(s.quantities[NOC_SAMPLE_INSTRUCTIONS].mean, settled, 0.07 * settled);
    }
    test_system_free(&t);
}

int main(void)
{
    if (chdir(NOC_SOURCE_DIR) != 0) return 1; /* the table and its designs are named from there */
    static test_list list;
    noc_diag diag = {0};
    noc_status status = NOC_OK;
    for (size_t i = 0; i < TEST_COUNT(tables) && status == NOC_OK; i++)
        status = noc_closed_cases_read(tables[i], &cases, &diag);
    if (status != NOC_OK ||
        noc_closed_cases_solve_open(&cases, noc_calibration_shipped(), &diag) != NOC_OK) {
        fprintf(stderr, "%s\n", diag.messages[0].text);
        return 1;
    }
    TEST_TABLE_PREFIXED(&list, "model against samples", sets, model_against_samples);
    test_add(&list, "windows against samples", windows_against_samples);
    test_add(&list, "designs left out", left_out_designs);
    test_add(&list, "shipped is what the tables teach", shipped_is_the_fit);
    test_add(&list, "samples are of today", samples_are_of_today);
    TEST_TABLE(&list, slow_loops, loops_settle_in_steps);
    const int failed = test_run("closed loop, many designs", &list);
    noc_closed_cases_clear(&cases);
    return failed;
}
