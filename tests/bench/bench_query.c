/* How much processor time the model takes, step by step, in one process. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "analytic/curve/model.h"
#include "base/auto.h"
#include "hybrid/answers/estimate.h"
#include "network/compile/compile.h"
#include "tests/support/helpers.h"

static const char uniform[] = "nodes = { compute = 36; };\n"
                              "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                              "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const char gpu[] = "nodes = { compute = 28; memory = 8; };\n"
                          "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

typedef struct bench_case {
    const char *name;
    const char *text;         /* NULL: the shipped design of the name */
    const char *overrides[5]; /* the last stays NULL */
} bench_case;

static const bench_case cases[] = {
    {"uniform 6x6", uniform, {NULL}},
    {"uniform 14x14", uniform, {"network.columns=14", "network.rows=14", "nodes.compute=196"}},
    {"many-to-few 6x6", gpu, {NULL}},
    {"many-to-few 14x14",
     gpu,
     {"network.columns=14", "network.rows=14", "nodes.compute=168", "nodes.memory=28"}},
    {"te13-cp-cr", NULL, {NULL}},            /* of 36 nodes, and without symmetry */
    {"te13-dcie-2p", NULL, {NULL}},          /* the same with slices of a network */
    {"te13-double-dedicated", NULL, {NULL}}, /* with a network of requests, one of replies */
    {"cdx19-mesh-180", NULL, {NULL}},
};

typedef enum step {
    STEP_COMPILE,
    STEP_LOADS,
    STEP_ZERO_LOAD,
    STEP_NEW,    /* a model: loads, zero load and what does not depend on the load */
    STEP_SOLVE,  /* a load of a fifth of saturation */
    STEP_SOLVE2, /* and of nine tenths */
    STEP_LIMITS,
    STEP_QUERY, /* everything that a user is told of a compiled design at half of saturation */
    STEPS
} step;

static const char *const headings[STEPS] = {"compile",    "loads",      "zero load", "new",
                                            "solve 20 %", "solve 90 %", "limits",    "query"};

/* What the steps work on, so that each can be repeated by itself. */
typedef struct bench {
    const noc_design *design;
    const noc_system *system;
    noc_model *model;
    double saturation;
} bench;

static volatile double sink; /* results go here, so that no step is optimised away */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void compile(const bench *b)
{
    noc_system *system;
    if (noc_system_compile(b->design, &system, NULL) != NOC_OK) abort();
    sink = system->traffic.injected_flits;
    noc_system_free(system);
}

static void sum_loads(const bench *b)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads;
    if (noc_loads_new(b->system, &arena, &loads) != NOC_OK) abort();
    sink = loads.channel_flits[0];
}

static noc_model *new_model(const bench *b)
{
    noc_model *model = noc_model_new(b->system);
    if (!model) abort();
    return model;
}

static void solve(const bench *b, double share)
{
    noc_model_point point;
    noc_model_solve(b->model, share * b->saturation, &point);
    sink = point.packet_latency;
}

/* A fresh model, as one keeps the limits that it has found; making it is part of the time. */
static void find_limits(const bench *b)
{
    noc_model_limits limits;
    noc_model *model = new_model(b);
    noc_model_find_limits(model, &limits);
    sink = limits.saturation;
    noc_model_free(model);
}

static void query(const bench *b)
{
    noc_estimate estimate;
    if (noc_estimate_model(b->system, 0.5 * b->saturation, &estimate, NULL) != NOC_OK) abort();
    sink = estimate.metrics[NOC_METRIC_packet_latency_cycles].value;
}

static void run_step(const bench *b, step what)
{
    switch (what) {
    case STEP_COMPILE:
        compile(b);
        break;
    case STEP_LOADS:
        sum_loads(b);
        break;
    case STEP_ZERO_LOAD:
        sink = noc_zero_load_latency(b->system);
        break;
    case STEP_NEW:
        noc_model_free(new_model(b));
        break;
    case STEP_SOLVE:
        solve(b, 0.2);
        break;
    case STEP_SOLVE2:
        solve(b, 0.9);
        break;
    case STEP_LIMITS:
        find_limits(b);
        break;
    default:
        query(b);
        break;
    }
}

/* Seconds of the fastest of several runs: the one that nothing disturbed. */
static double time_step(const bench *b, step what)
{
    static const double budget = 0.2;
    double best = 1e9;
    const double start = seconds();
    for (int runs = 0; runs < 5 || seconds() - start < budget; runs++) {
        const double before = seconds();
        run_step(b, what);
        const double took = seconds() - before;
        if (took < best) best = took;
    }
    return best;
}

static void run_case(const bench_case *c)
{
    char path[80];
    (void)snprintf(path, sizeof path, "configs/%s.cfg", c->name);
    test_system t =
        c->text ? test_compile(c->text, c->overrides) : test_compile_file(path, c->overrides);
    bench b = {.design = t.design, .system = t.system};
    noc_model_limits limits;
    b.model = new_model(&b);
    noc_model_find_limits(b.model, &limits);
    b.saturation = limits.saturation;
    printf("%-20s", c->name);
    for (int k = 0; k < STEPS; k++) printf(" %10.1f", 1e6 * time_step(&b, (step)k));
    printf("\n");
    fflush(stdout);
    noc_model_free(b.model);
    test_system_free(&t);
}

int main(void)
{
    gsl_set_error_handler_off(); /* as in cli/main.c */
    printf("%-20s", "microseconds");
    for (int k = 0; k < STEPS; k++) printf(" %10s", headings[k]);
    printf("\n");
    for (size_t i = 0; i < TEST_COUNT(cases); i++) run_case(&cases[i]);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("peak memory: %.1f MiB\n", (double)usage.ru_maxrss / 1024.0);
    return 0;
}
