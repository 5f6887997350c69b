/* tests/support/runs/sample_coverage.h: how often the 95 % intervals of samples hold the
 * long-run mean. */
#ifndef NOC_TESTS_SAMPLE_COVERAGE_H
#define NOC_TESTS_SAMPLE_COVERAGE_H

/* Two designs of 9 and 16 nodes: uniform traffic on a mesh that saturates at 0.765 flits per cycle
 * and node, many-to-few traffic at 0.110. */
extern const char test_coverage_mesh[], test_coverage_gpu[];

typedef struct test_coverage_case {
    const char *name, *design;
    double load;           /* flits per cycle and node */
    double precision;      /* that each of the samples asks for */
    double long_precision; /* of the mean that the intervals should hold: well below their own */
} test_coverage_case;

/* A cmocka test of a test_coverage_case: the interval of the round trip, or of the latency where
 * there is none, holds the mean in 92 to 98 % of 200 samples. */
void test_coverage_check(void **state);

#endif
