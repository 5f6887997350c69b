/* The promise of a sample: its 95 % interval holds the long-run mean in 95 of 100 cases, at light
 * and at medium load, however little precision is asked for. At heavy load, where that takes
 * millions of cycles: test_slow_coverage.c. */
#include "tests/support/helpers.h"
#include "tests/support/runs/sample_coverage.h"

/* Below 70 % the first round of a sample gives 2 % already. */
static const test_coverage_case cases[] = {
    {"latency, 30 %", test_coverage_mesh, 0.30 * 0.765, 0.02, 0.001},
    {"latency, 70 %", test_coverage_mesh, 0.70 * 0.765, 0.02, 0.002},
    {"round trip, 30 %", test_coverage_gpu, 0.30 * 0.110, 0.02, 0.001},
    {"round trip, 70 %", test_coverage_gpu, 0.70 * 0.110, 0.02, 0.002},
};

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, test_coverage_check);
    return test_run("coverage", &list);
}
