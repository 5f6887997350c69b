/* How fast the simulated network runs, and how long a sample of a typical design takes. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analytic/curve/model.h"
#include "sampler/run.h"
#include "sampler/sampling/sample.h"
#include "tests/support/helpers.h"

static const char uniform[] =
    "nodes = { compute = 36; };\n"
    "network = { topology = \"mesh\"; columns = 6; rows = 6; virtual_channels = 2;\n"
    "  buffer_flits = 8; router_stages = 4; allocator = \"islip\"; };\n"
    "traffic = { pattern = \"uniform\"; };\n";

typedef struct bench_case {
    const char *name;
    const char *overrides[5]; /* the last stays NULL */
} bench_case;

static const bench_case cases[] = {
    {"6x6, 1 flit", {NULL}},
    {"6x6, 5 flits", {"traffic.packet_flits=5"}},
    {"8x8, 1 flit", {"network.columns=8", "network.rows=8", "nodes.compute=64"}},
    {"8x8, 5 flits",
     {"network.columns=8", "network.rows=8", "nodes.compute=64", "traffic.packet_flits=5"}},
    {"10x10, 1 flit", {"network.columns=10", "network.rows=10", "nodes.compute=100"}},
    {"10x10, 5 flits",
     {"network.columns=10", "network.rows=10", "nodes.compute=100", "traffic.packet_flits=5"}},
};

static const double shares[] = {0.1, 0.5, 0.9}; /* of the model's saturation */

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double peak_memory_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024.0;
}

static double saturation_of(const noc_system *s)
{
    noc_model_limits limits;
    noc_model *model = noc_model_new(s);
    if (!model) abort();
    noc_model_find_limits(model, &limits);
    noc_model_free(model);
    return limits.saturation;
}

/* Runs for half a second of one core's time, past a warm-up, and prints the rates. */
static void time_engine(const bench_case *c, const noc_system *s, double share, double saturation)
{
    enum { WARMUP = 2000, CHUNK = 2000 };
    static const double budget = 0.5;
    const double rate = noc_system_packet_rate(s, share * saturation);
    noc_run *engine = noc_run_new(s, (noc_load){.packets_per_cycle = rate, .seed = 1});
    if (!engine || noc_run_cycles(engine, WARMUP, true) != NOC_OK) abort();
    const noc_tally from = *noc_run_tally(engine), *to = noc_run_tally(engine);
    const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
    do {
        if (noc_run_cycles(engine, CHUNK, true) != NOC_OK) abort();
    } while (seconds(CLOCK_PROCESS_CPUTIME_ID) - start < budget);
    const double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    const double cycles = (double)(to->cycles - from.cycles);
    const double hops = (double)(to->flit_hops - from.flit_hops);
    printf("%-16s %5.0f %% %12.0f %14.1f %12.2f\n", c->name, 100.0 * share, cycles / took,
           1e-6 * cycles * s->graph.router_count / took, 1e-6 * hops / took);
    fflush(stdout);
    noc_run_free(engine);
}

static void time_engines(void)
{
    printf("%-16s %7s %12s %14s %12s\n", "engine", "load", "cycles/s", "Mrouter-cyc/s",
           "Mflit-hops/s");
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        test_system t = test_compile(uniform, cases[i].overrides);
        const double saturation = saturation_of(t.system);
        for (size_t k = 0; k < TEST_COUNT(shares); k++)
            time_engine(&cases[i], t.system, shares[k], saturation);
        test_system_free(&t);
    }
}

/* te13-baseline at half of its saturation to 2 %, the time that a user waits. */
static void time_samples(void)
{
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    const double load = saturation_of(t.system) / 2.0;
    printf("\n%-16s %7s %12s %14s %12s\n", "te13-baseline", "jobs", "seconds", "cycles",
           "round trip");
    for (unsigned jobs = 1; jobs <= 4; jobs *= 2) {
        const noc_sample_options options = {.precision = 0.02, .seed = 1, .thread_count = jobs};
        noc_sample sample;
        const double start = seconds(CLOCK_MONOTONIC);
        if (noc_sample_at(t.system, load, &options, &sample, NULL) != NOC_OK) abort();
        const noc_interval *latency = &sample.quantities[NOC_SAMPLE_ROUND_TRIP];
        printf("%-16s %7u %12.4f %14llu %6.2f+-%4.2f\n", "to 2 %, at half", jobs,
               seconds(CLOCK_MONOTONIC) - start, (unsigned long long)sample.cycles, latency->mean,
               latency->half_width);
    }
    test_system_free(&t);
}

/* Memory of a sample of a 14x14 mesh near saturation, each in a process of its own: peaks do not go
 * down. */
typedef struct memory_case {
    const char *name;
    const char *text;
} memory_case;

static const memory_case memory_cases[] = {
    {"14x14, uniform", "nodes = { compute = 196; };\n"
                       "network = { topology = \"mesh\"; columns = 14; rows = 14; };\n"
                       "traffic = { pattern = \"uniform\"; packet_flits = 5; };\n"},
    {"14x14, many-to-few", "nodes = { compute = 168; memory = 28; placement = \"top-bottom\"; };\n"
                           "network = { topology = \"mesh\"; columns = 14; rows = 14; };\n"
                           "traffic = { pattern = \"many-to-few\"; };\n"},
};

static void sample_in_child(const memory_case *c)
{
    test_system t = test_compile(c->text, NULL);
    const noc_sample_options options = {.precision = 0.02, .seed = 1};
    noc_sample sample;
    const double load = 0.9 * saturation_of(t.system), start = seconds(CLOCK_MONOTONIC);
    if (noc_sample_at(t.system, load, &options, &sample, NULL) != NOC_OK) abort();
    printf("%-20s %10.1f %12llu %10.2f\n", c->name, peak_memory_mib(),
           (unsigned long long)sample.cycles, seconds(CLOCK_MONOTONIC) - start);
    fflush(stdout);
    test_system_free(&t);
}

static void show_memory(void)
{
    printf("\n%-20s %10s %12s %10s\n", "sample at 90 %", "peak MiB", "cycles", "seconds");
    fflush(stdout);
    for (size_t i = 0; i < TEST_COUNT(memory_cases); i++) {
        const pid_t child = fork();
        if (child == 0) {
            sample_in_child(&memory_cases[i]);
            _exit(0);
        }
        if (child > 0) waitpid(child, NULL, 0);
    }
}

int main(void)
{
    gsl_set_error_handler_off(); /* as in cli/main.c */
    show_memory();
    printf("\n");
    time_engines();
    time_samples();
    printf("peak memory: %.1f MiB\n", peak_memory_mib());
    return 0;
}
