/* The model of the closed loop against samples of loops with memory systems of GPUs, as derived,
 * and told by those that teach (configs/loops/gpu.csv): IPC, row hits, use of the DRAM, by both
 * schedulers; and whether the table is what its suite draws. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/correction/calibration/shipped.h"
#include "hybrid/training/learning/closed_cases.h"
#include "hybrid/training/suites/suite_read.h"
#include "tests/support/designs/dram_specs.h"
#include "tests/support/helpers.h"

static noc_closed_cases cases;

/* Errors are summed; `near`: loops whose IPC is as near as 15 %. */
typedef struct sums {
    double count, ipc, worst, near, hits, used, banks;
} sums;

static void add(sums *s, const noc_closed_case *c, const noc_closed_point *p)
{
    const double threads = c->compiled_design->workload.active_threads;
    const double error = fabs(threads * p->instructions / c->ipc - 1.0);
    s->count++;
    s->ipc += error;
    s->worst = fmax(s->worst, error);
    s->near += error <= 0.15;
    s->hits += fabs(p->memories.row_hit_rate - c->sample.row_hit_rate);
    s->used += fabs(p->memories.dram_used - c->sample.dram_used);
    s->banks += fabs(p->memories.bank_parallelism / c->sample.bank_parallelism - 1.0);
}

static void print(const char *name, const sums *s)
{
    if (s->count > 0.0)
        print_message(
            "  %-16s %3.0f loops: IPC %4.1f %% off, %5.1f %% at worst, %.0f within 15 %%; row hits "
            "%.3f, use %.3f, banks %.1f %% off\n",
            name, s->count, 100.0 * s->ipc / s->count, 100.0 * s->worst, s->near,
            s->hits / s->count, s->used / s->count, 100.0 * s->banks / s->count);
}

static noc_closed_point answer(const noc_closed_case *c, const noc_closed_calibration *calibration)
{
    noc_closed_point p;
    (void)noc_closed_case_ipc_error(c, calibration, &p);
    return p;
}

typedef struct group {
    const char *name;
    const char *scheduler;
    double ipc, hits, used, banks; /* mean errors */
    double near;                   /* share of loops */
} group;

/* In order one DRAM falls behind all others: how far, with several slices or many banks, the model
 * does not know well. */
static const group groups[] = {
    {"FR-FCFS", "fr-fcfs", 0.06, 0.05, 0.03, 0.3, 0.9},
    {"FCFS", "fcfs", 0.25, 0.1, 0.07, 0.45, 0.55},
};

static void model_against_samples(void **state)
{
    const group *g = *state;
    sums all = {0}, bound = {0}, kept = {0};
    for (size_t i = 0; i < cases.count; i++) {
        const noc_closed_case *c = &cases.list[i];
        if (c->compiled_design->memory.scheduler != test_scheduler(g->scheduler)) continue;
        const noc_closed_point p = answer(c, NULL);
        add(&all, c, &p);
        if (p.lowest_limit == NOC_BINDS_DRAM) add(&bound, c, &p);
        if (!c->is_training) add(&kept, c, &p);
    }
    print(g->name, &all);
    print("its DRAM limits", &bound);
    print("kept from fits", &kept);
    assert_true(all.count >= 3.0);
    assert_true(all.ipc <= g->ipc * all.count);
    assert_true(all.near >= g->near * all.count);
    assert_true(all.hits <= g->hits * all.count);
    assert_true(all.used <= g->used * all.count);
    assert_true(all.banks <= g->banks * all.count);
}

/* Of those kept out: told, and inside their intervals. */
static void kept_loops_are_held(void **state)
{
    const noc_closed_calibration *shipped = noc_closed_calibration_shipped();
    sums kept = {0};
    double inside = 0.0;
    (void)state;
    for (size_t i = 0; i < cases.count; i++) {
        const noc_closed_case *c = &cases.list[i];
        if (c->is_training) continue;
        const noc_closed_point p = answer(c, shipped);
        const noc_spread *spread = &shipped->ipc[noc_loop_kind(c->system, p.binding)];
        const double error =
            log(c->ipc / (c->compiled_design->workload.active_threads * p.instructions));
        add(&kept, c, &p);
        inside += error >= fmin(spread->low, 0.0) && error <= fmax(spread->high, 0.0);
    }
    print("kept, told", &kept);
    print_message("  %.0f inside their intervals\n", inside);
    assert_int_equal((int)kept.count, 50);
    assert_true(kept.ipc <= 0.10 * kept.count);
    assert_true(inside >= 0.76 * kept.count);
}

/* What the scheduler is worth: samples of 2 %. */
typedef struct choice {
    const char *name, *file;
    const char *over[8];
    double ipc, tolerance; /* sampled; relative */
} choice;

#define STREAMS                                                                      \
    "workload.read_fraction=1", "traffic.read_fraction=1", "workload.l2_hit_rate=0", \
        "workload.row_locality=0.9", "nodes.mshrs=512"

static const choice choices[] = {
    {"HBM2, FR-FCFS", "configs/loops/gpu.cfg", {STREAMS, NULL}, 494.8, 0.1},
    {"HBM2, FCFS", "configs/loops/gpu.cfg", {STREAMS, "memory.scheduler=fcfs", NULL}, 59.6, 0.15},
    {"HBM2, 64 MSHRs", "configs/loops/gpu.cfg", {STREAMS, "nodes.mshrs=64", NULL}, 592.7, 0.1},
    {"te13, FR-FCFS",
     "configs/te13-baseline.cfg",
     {"workload=steady", "memory.write_replies=true", "network.vc_turnaround=pipeline", NULL},
     110.2,
     0.05},
    {"te13, FCFS",
     "configs/te13-baseline.cfg",
     {"workload=steady", "memory.write_replies=true", "memory.scheduler=fcfs",
      "network.vc_turnaround=pipeline", NULL},
     105.0,
     0.05},
};

static void schedulers_are_told_apart(void **state)
{
    const choice *c = *state;
    test_system t = test_compile_file(c->file, c->over);
    noc_estimate e;
    assert_int_equal(
        noc_estimate_calibrated(t.system, noc_calibration_shipped(), NAN, NULL, &e, NULL), NOC_OK);
    assert_near(e.metrics[NOC_METRIC_ipc].value, c->ipc, c->tolerance * c->ipc);
    test_system_free(&t);
}

/* ---- slices that share a DRAM ---------------------------------------------------------------- */

enum { SHARED_MOST = 16, SETTINGS_MOST = 48, MSHRS = 3 };

/* A loop that a DRAM of several slices binds, sampled to 5 % with 32, 64 and 128 MSHRs. */
typedef struct shared_loop {
    char line[1536];
    char *settings;
    double sampled[MSHRS];
} shared_loop;

static size_t read_shared(shared_loop loops[SHARED_MOST])
{
    size_t count = 0;
    FILE *in = fopen("tests/reference/shared-dram.csv", "r");
    assert_non_null(in);
    assert_non_null(fgets(loops[0].line, sizeof loops[0].line, in)); /* titles */
    while (count < SHARED_MOST && fgets(loops[count].line, sizeof loops[count].line, in)) {
        shared_loop *l = &loops[count++];
        assert_non_null(strtok(l->line, ","));
        l->settings = strtok(NULL, ",");
        for (int m = 0; m < MSHRS; m++) l->sampled[m] = strtod(strtok(NULL, ",\n"), NULL);
    }
    fclose(in);
    return count;
}

static noc_metric ipc_of(char *settings, const char *mshrs)
{
    const char *over[SETTINGS_MOST] = {mshrs};
    size_t count = 1;
    noc_estimate e;
    for (char *one = strtok(settings, " "); one && count + 1 < SETTINGS_MOST;
         one = strtok(NULL, " "))
        over[count++] = one;
    test_system t = test_compile_file("configs/loops/gpu.cfg", over);
    assert_int_equal(
        noc_estimate_calibrated(t.system, noc_calibration_shipped(), NAN, NULL, &e, NULL), NOC_OK);
    test_system_free(&t);
    return e.metrics[NOC_METRIC_ipc];
}

/* Nine of ten samples lie in the model's interval, and more MSHRs bring nothing by the model where
 * they cost IPC in the sample, as requests of more warps mix in front of a controller. */
static void more_mshrs_lose_rows(void **state)
{
    static const char *const mshrs[MSHRS] = {"nodes.mshrs=32", "nodes.mshrs=64", "nodes.mshrs=128"};
    static shared_loop loops[SHARED_MOST];
    const size_t count = read_shared(loops);
    size_t inside = 0;
    (void)state;
    assert_true(count >= 8);
    for (size_t i = 0; i < count; i++) {
        noc_metric model[MSHRS];
        for (int m = 0; m < MSHRS; m++) {
            char settings[sizeof loops[i].line];
            snprintf(settings, sizeof settings, "%s", loops[i].settings);
            model[m] = ipc_of(settings, mshrs[m]);
            inside += model[m].lo <= loops[i].sampled[m] && loops[i].sampled[m] <= model[m].hi;
        }
        if (loops[i].sampled[MSHRS - 1] < 0.97 * loops[i].sampled[0])
            assert_true(model[MSHRS - 1].value <= model[0].value);
    }
    print_message("  %zu of %zu inside their intervals\n", inside, MSHRS * count);
    assert_true(10 * inside >= 9 * MSHRS * count);
}

/* Without the quotes that words need not have. */
static bool is_drawn(const noc_closed_case *c, const noc_suite_case *drawn)
{
    const char *from = drawn->overrides;
    for (size_t i = 0; i < c->override_count; i++) {
        for (const char *to = c->overrides[i]; *to; to++, from++) {
            while (*from == '"') from++;
            if (*to != *from) return false;
        }
        while (*from == '"' || *from == ' ') from++;
    }
    return !*from;
}

static void table_is_what_the_suite_draws(void **state)
{
    (void)state;
    enum { KEPT_EVERY = 3 };
    noc_suite suite;
    assert_int_equal(noc_suite_read("configs/loops/gpu.suite", NULL, &suite, NULL), NOC_OK);
    assert_int_equal(suite.count, 150);
    assert_int_equal(suite.bad_count, 0);
    for (size_t i = 0; i < cases.count; i++) {
        size_t k = 0;
        while (k < suite.count && !is_drawn(&cases.list[i], &suite.cases[k])) k++;
        assert_true(k < suite.count);
        assert_int_equal(cases.list[i].is_training, k % KEPT_EVERY != KEPT_EVERY - 1);
    }
    noc_suite_clear(&suite);
}

int main(void)
{
    if (chdir(NOC_SOURCE_DIR) != 0) return 1; /* the table and its design are named from there */
    static test_list list;
    noc_diag diag = {0};
    if (noc_closed_cases_read("configs/loops/gpu.csv", &cases, &diag) != NOC_OK ||
        noc_closed_cases_solve_open(&cases, noc_calibration_shipped(), &diag) != NOC_OK) {
        fprintf(stderr, "%s\n", diag.messages[0].text);
        return 1;
    }
    TEST_TABLE_PREFIXED(&list, "model against samples", groups, model_against_samples);
    TEST_TABLE_PREFIXED(&list, "scheduler", choices, schedulers_are_told_apart);
    test_add(&list, "kept loops are held", kept_loops_are_held);
    test_add(&list, "more MSHRs lose rows where slices share a DRAM", more_mshrs_lose_rows);
    test_add(&list, "the table is what the suite draws", table_is_what_the_suite_draws);
    const int failed = test_run("loops of GPUs", &list);
    noc_closed_cases_clear(&cases);
    return failed;
}
