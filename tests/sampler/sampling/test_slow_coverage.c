/* The promise of a sample, that its 95 % interval holds the long-run mean in 95 of 100 cases, of
 * round trips and at medium and heavy load. Latency at light load: test_coverage.c. */
#include "tests/support/helpers.h"
#include "tests/support/runs/sample_coverage.h"

static const test_coverage_case cases[] = {
    {"round trip, 30 %", test_coverage_gpu, 0.30 * 0.110, 0.02, 0.001},
    {"latency, 70 %", test_coverage_mesh, 0.70 * 0.765, 0.02, 0.002},
    {"round trip, 70 %", test_coverage_gpu, 0.70 * 0.110, 0.02, 0.002},
    {"latency, 85 %, 5 %", test_coverage_mesh, 0.85 * 0.765, 0.05, 0.003},
    {"latency, 85 %", test_coverage_mesh, 0.85 * 0.765, 0.02, 0.003},
    {"round trip, 85 %, 5 %", test_coverage_gpu, 0.85 * 0.110, 0.05, 0.003},
    {"round trip, 85 %", test_coverage_gpu, 0.85 * 0.110, 0.02, 0.003},
};

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, test_coverage_check);
    return test_run("slow coverage", &list);
}
