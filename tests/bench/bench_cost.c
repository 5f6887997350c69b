/* How long the cost of a whole design takes, in one process: the fastest of some batches, as other
 * processes only add to it. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "hybrid/answers/figures/cost_figures.h"
#include "tests/support/helpers.h"

static const struct {
    const char *file;
    const char *overrides[5];
} cases[] = {
    {"configs/te13-baseline.cfg", {NULL}},
    {"configs/te13-baseline.cfg", {"chip.technology_nm=28"}},
    {"configs/te13-dcie-2p-120.cfg", {NULL}},
    {"configs/cdx19-cdxbar-180.cfg", {NULL}},
    {"configs/cdx19-clos-180.cfg", {NULL}},
    {"configs/cdx19-smesh-180.cfg", {NULL}},
    {"configs/cdx19-mesh-180.cfg", {NULL}},
    {"configs/synthetic-mesh.cfg", {"network.columns=16", "network.rows=16", "nodes.compute=256"}},
    {"configs/synthetic-mesh.cfg", {"network.columns=32", "network.rows=32", "nodes.compute=1024"}},
};

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

int main(void)
{
    enum { BATCHES = 20, REPEATS = 50 };
    gsl_set_error_handler_off(); /* as in cli/main.c */
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        test_system t = test_compile_file(cases[i].file, cases[i].overrides);
        const noc_activity activity = {NULL, 0.1, 3.0};
        noc_cost cost;
        double best = INFINITY;
        noc_cost_of(t.system, &activity, &cost, NULL, NULL); /* reads the tables */
        for (int b = 0; b < BATCHES; b++) {
            const double start = microseconds();
            for (int k = 0; k < REPEATS; k++) noc_cost_of(t.system, &activity, &cost, NULL, NULL);
            best = fmin(best, (microseconds() - start) / REPEATS);
        }
        printf("%-30s %-22s %6.2f us  (%u channels, %.3f mm2)\n", cases[i].file,
               cases[i].overrides[0] ? cases[i].overrides[0] : "", best,
               (unsigned)t.system->graph.channel_count, cost.network_area_mm2);
        test_system_free(&t);
    }
    return 0;
}
