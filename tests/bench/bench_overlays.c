/* Cycles that a second of processor time simulates of overlays and slices, with the traffic that
 * they were measured with, and how long the model of overlays takes for the same loads. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sampler/run.h"
#include "tests/oracles/overlay_form.h"
#include "tests/support/designs/overlay_designs.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The shortest of some, since other processes take turns. */
static double model_microseconds(const overlay_family *f, double rate)
{
    const noc_overlay_load load = overlay_load_of(f);
    double least = 1.0;
    for (int i = 0; i < 10; i++) {
        const double start = seconds();
        oracle_overlay_latency(&f->overlay, &load, 132, rate * f->cores, NULL);
        const double took = seconds() - start;
        least = took < least ? took : least;
    }
    return 1e6 * least;
}

static double million_cycles_a_second(const overlay_family *f, double rate)
{
    static const uint64_t cycles = 5000000;
    test_system t = overlay_compile(f, NULL);
    noc_run *run = noc_run_new(t.system, (noc_load){.packets_per_cycle = rate, .seed = 1});
    const double start = seconds();
    if (!run || noc_run_cycles(run, cycles, true) != NOC_OK) return 0.0;
    const double took = seconds() - start;
    noc_run_free(run);
    test_system_free(&t);
    return 1e-6 * (double)cycles / took;
}

int main(void)
{
    const overlay_family *families;
    const size_t count = overlay_families(&families);
    printf("%-24s %20s %16s\n", "80 % of saturation", "million cycles/s", "model, us");
    for (size_t i = 0; i < count; i++) {
        const overlay_family *f = &families[i];
        for (size_t k = 0; k < f->count; k++) {
            if (strcmp(f->points[k].name, "load80")) continue;
            printf("%-24s %20.0f", f->name, million_cycles_a_second(f, f->points[k].rate));
            if (f->kind == OVERLAY_CIRCUITS)
                printf(" %16.0f", model_microseconds(f, f->points[k].rate));
            printf("\n");
        }
    }
    return 0;
}
