/* How long the cost of a whole design takes, in one process. */
#include <stdio.h>
#include <time.h>

#include "hybrid/cost_figures.h"
#include "tests/helpers.h"

static const char design[] = "chip = { technology_nm = 22; };\n"
                             "nodes = { compute = 36; };\n"
                             "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                             "traffic = { pattern = \"uniform\"; packet_flits = (1, 5); };\n";

static const struct {
    const char *name;
    const char *overrides[5];
} cases[] = {
    {"mesh 6x6", {NULL}},
    {"mesh 6x6, 28 nm", {"chip.technology_nm=28"}},
    {"mesh 14x14", {"network.columns=14", "network.rows=14", "nodes.compute=196"}},
};

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

int main(void)
{
    enum { REPEATS = 2000 };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        test_system t = test_compile(design, cases[i].overrides);
        const noc_activity activity = {NULL, 0.1, 3.0};
        noc_cost cost;
        noc_cost_of(t.system, &activity, &cost, NULL, NULL); /* reads the tables */
        const double start = microseconds();
        for (int k = 0; k < REPEATS; k++) noc_cost_of(t.system, &activity, &cost, NULL, NULL);
        printf("%-20s %6.2f us  (%.3f mm2, %.1f mW)\n", cases[i].name,
               (microseconds() - start) / REPEATS, cost.network_area_mm2,
               cost.leakage_mw + cost.dynamic_mw);
        test_system_free(&t);
    }
    return 0;
}
