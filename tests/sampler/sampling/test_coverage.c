/* The promise of a sample: its 95 % interval holds the long-run mean in 95 of 100 cases, at light
 * load. Round trips, and loads for which that takes millions of cycles: test_slow_coverage.c. */
#include "tests/support/helpers.h"
#include "tests/support/runs/sample_coverage.h"

/* The first round of a sample gives 2 % already. */
static const test_coverage_case cases[] = {
    {"latency, 30 %", test_coverage_mesh, 0.30 * 0.765, 0.02, 0.001},
};

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, cases, test_coverage_check);
    return test_run("coverage", &list);
}
